//! Any position: what can be played, what it is worth, how perfect play goes on.

#![allow(unused_qualifications, reason = "the macro for the API document writes full paths")]

use std::sync::Arc;
use std::time::Instant;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use linja::Position;
use linja_api::{PositionView, RuleSetId, TurnView, TurnsView};
use linja_games::GameError;
use linja_oracle::{Oracle as _, Table, TableError};
use serde::{Deserialize, Serialize};
use utoipa::IntoParams;

use crate::app::App;
use crate::entity_tag;
use crate::extract::Query;
use crate::problem::{Code, Problem};

pub(super) fn router() -> Router<Arc<App>> {
    Router::new()
        .route("/position", get(read))
        .route("/position/turns", get(turns))
        .route("/position/line", get(line))
}

/// Which position.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Which {
    /// As the notation writes it, with `/` and a blank or with hyphens: `61111110-01111116-b`. The start if it is missing.
    pos: Option<String>,
    /// The rule set; `bonus` if it is missing.
    #[serde(default)]
    rules: RuleSetId,
    /// With the exact margin of everything in the tree, where the rule set is solved.
    #[serde(default)]
    values: bool,
}

/// A position, and the tree of everything that can be done in it.
#[utoipa::path(get, path = "/api/v1/position", operation_id = "readPosition", tag = "positions", params(Which), responses(
    (status = 200, description = "The position", body = PositionView),
    (status = 304, description = "As the client knows it"),
    (status = "default", description = "A problem", body = Problem, content_type = "application/problem+json"),
))]
pub(super) async fn read(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Query(which): Query<Which>,
) -> Result<Response, Problem> {
    let position = which.position()?;
    let table = if which.values { app.tables.table(which.rules) } else { None };
    let tag = tag(&which, position, table.as_deref(), which.values);
    cached(&headers, tag, view(&app, which.rules, position, table)).await
}

/// What can be done in a position, with margins from a table if there is one.
pub(crate) async fn view(
    app: &App,
    rules: RuleSetId,
    position: Position,
    table: Option<Arc<Table>>,
) -> Result<PositionView, Problem> {
    probe(app, move || PositionView::new(rules, &position, table.as_deref())).await
}

/// All turns of a position, with their exact margins where the rule set is solved, else with estimates.
#[utoipa::path(get, path = "/api/v1/position/turns", operation_id = "listTurns", tag = "positions", params(Which), responses(
    (status = 200, description = "The turns", body = TurnsView),
    (status = 304, description = "As the client knows it"),
    (status = "default", description = "A problem", body = Problem, content_type = "application/problem+json"),
))]
pub(super) async fn turns(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Query(which): Query<Which>,
) -> Result<Response, Problem> {
    let position = which.position()?;
    let table = app.tables.table(which.rules);
    let tag = tag(&which, position, table.as_deref(), true);
    let exact = table.is_some();
    let view = async {
        let begun = Instant::now();
        let judged = app.computer.turns(which.rules, position).await?;
        metrics::histogram!("linja_probe_seconds").record(begun.elapsed().as_secs_f64());
        let turns = judged.iter().map(TurnView::from).collect();
        Ok(TurnsView { rules: which.rules, position, exact, turns })
    };
    cached(&headers, tag, view).await
}

/// The perfect continuation to the end of the game. The rule set must be solved.
#[utoipa::path(get, path = "/api/v1/position/line", operation_id = "readLine", tag = "positions", params(Which), responses(
    (status = 200, description = "The turns, each with its margin for the side that plays it", body = TurnsView),
    (status = 304, description = "As the client knows it"),
    (status = "default", description = "A problem", body = Problem, content_type = "application/problem+json"),
))]
pub(super) async fn line(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Query(which): Query<Which>,
) -> Result<Response, Problem> {
    exact(&app, &headers, &which, |rules, table, position| {
        let turns = table.line(&position)?.iter().map(TurnView::from).collect();
        Ok(TurnsView { rules, position, exact: true, turns })
    })
    .await
}

/// A response that follows from the table alone. The rule set must be solved.
pub(super) async fn exact<T: Serialize + Send + 'static>(
    app: &App,
    headers: &HeaderMap,
    which: &Which,
    view: impl FnOnce(RuleSetId, &Table, Position) -> Result<T, TableError> + Send + 'static,
) -> Result<Response, Problem> {
    let (position, rules) = (which.position()?, which.rules);
    let table = solved(app, rules)?;
    let tag = tag(which, position, Some(&table), true);
    cached(headers, tag, probe(app, move || view(rules, &table, position))).await
}

/// The table of a rule set that must be solved.
pub(super) fn solved(app: &App, rules: RuleSetId) -> Result<Arc<Table>, Problem> {
    app.tables.table(rules).ok_or_else(|| {
        let detail = format!("The rule set {} is not solved yet.", rules.rules());
        Problem::new(Code::NotSolved, detail).part("rules").retry_after(10)
    })
}

impl Which {
    fn position(&self) -> Result<Position, Problem> {
        let Some(text) = &self.pos else { return Ok(Position::default()) };
        text.parse().map_err(|error: linja::ParsePositionError| {
            Problem::new(Code::InvalidPosition, error.to_string()).part("pos")
        })
    }
}

/// Asks a table, off the async threads.
pub(super) async fn probe<T: Send + 'static>(
    app: &App,
    work: impl FnOnce() -> Result<T, TableError> + Send + 'static,
) -> Result<T, Problem> {
    let begun = Instant::now();
    let probed = app.workers.run(work).await?;
    metrics::histogram!("linja_probe_seconds").record(begun.elapsed().as_secs_f64());
    Ok(probed.map_err(GameError::from)?)
}

/// The entity tag of a response that never changes; `None` while values are missing, since then it will change.
fn tag(which: &Which, position: Position, table: Option<&Table>, wants_values: bool) -> Option<String> {
    let values = match table {
        Some(table) => format!("{:032x}", table.header().values_hash),
        None if wants_values => return None,
        None => "rules".into(),
    };
    let version = env!("CARGO_PKG_VERSION");
    Some(format!("\"{version}-{}-{values}-{}\"", which.rules.rules().id, position.address()))
}

async fn cached<T: Serialize>(
    request: &HeaderMap,
    tag: Option<String>,
    view: impl Future<Output = Result<T, Problem>>,
) -> Result<Response, Problem> {
    let Some(tag) = tag else {
        return Ok(([(header::CACHE_CONTROL, "no-store")], Json(view.await?)).into_response());
    };
    let mut headers = HeaderMap::new();
    // A day, so that a new version of the program is seen the day after. Revalidating is cheap.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=86400"));
    // Weak, as the same response may be compressed or not.
    if let Ok(value) = HeaderValue::from_str(&format!("W/{tag}")) {
        headers.insert(header::ETAG, value);
    }
    if entity_tag::is_known(request, &tag) {
        return Ok((StatusCode::NOT_MODIFIED, headers).into_response());
    }
    Ok((headers, Json(view.await?)).into_response())
}
