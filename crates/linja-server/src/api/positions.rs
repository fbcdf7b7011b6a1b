//! Positions: legal actions, values and perfect play.

#![allow(unused_qualifications, reason = "the macro for the API document writes full paths")]

use std::sync::Arc;
use std::time::Instant;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use linja::{Message, Position};
use linja_api::{PositionView, RuleSetId, TurnView, TurnsView};
use linja_games::GameError;
use linja_oracle::{Oracle as _, Table, TableError};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, IntoResponses};

use crate::app::App;
use crate::entity_tag;
use crate::extract::Query;
use crate::problem::{Code, Failure, Problem};

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
    /// The position in notation, with `/` and a blank or with hyphens: `61111110-01111116-b`. Defaults to the start.
    pos: Option<String>,
    /// The rule set; defaults to `bonus`.
    #[serde(default)]
    rules: RuleSetId,
    /// Include exact margins in the tree if the rule set is solved.
    #[serde(default)]
    values: bool,
}

/// The response 304 in the OpenAPI document.
#[derive(IntoResponses)]
#[response(status = 304, description = "As the client knows it")]
pub(super) struct Unchanged;

/// Returns a position and the tree of its legal actions.
#[utoipa::path(get, path = "/api/v1/position", operation_id = "readPosition", tag = "positions", params(Which), responses(
    (status = 200, description = "The position", body = PositionView),
    Unchanged,
    Failure,
))]
pub(super) async fn read(asked: Asked) -> Result<Response, Problem> {
    let Asked { app, rules, position, values, .. } = &asked;
    let table = if *values { app.tables.table(*rules) } else { None };
    let tag = asked.tag(table.as_deref(), *values);
    asked.cached(tag, view(app, *rules, *position, table)).await
}

/// The legal actions of a position, with margins if a table is given.
pub(crate) async fn view(
    app: &App,
    rules: RuleSetId,
    position: Position,
    table: Option<Arc<Table>>,
) -> Result<PositionView, Problem> {
    probe(app, move || PositionView::new(rules, &position, table.as_deref())).await
}

/// Lists all turns of a position, with exact margins if the rule set is solved, otherwise with estimates.
#[utoipa::path(get, path = "/api/v1/position/turns", operation_id = "listTurns", tag = "positions", params(Which), responses(
    (status = 200, description = "The turns", body = TurnsView),
    Unchanged,
    Failure,
))]
pub(super) async fn turns(asked: Asked) -> Result<Response, Problem> {
    let Asked { rules, position, .. } = asked;
    let table = asked.app.tables.table(rules);
    let tag = asked.tag(table.as_deref(), true);
    let exact = table.is_some();
    let view = async {
        let begun = Instant::now();
        let judged = asked.app.computer.turns(rules, position).await?;
        metrics::histogram!("linja_probe_seconds").record(begun.elapsed().as_secs_f64());
        let turns = judged.iter().map(TurnView::from).collect();
        Ok(TurnsView { rules, position, exact, turns })
    };
    asked.cached(tag, view).await
}

/// Returns perfect play to the end of the game. The rule set must be solved.
#[utoipa::path(get, path = "/api/v1/position/line", operation_id = "readLine", tag = "positions", params(Which), responses(
    (status = 200, description = "The turns, each with its margin for the side that plays it", body = TurnsView),
    Unchanged,
    Failure,
))]
pub(super) async fn line(asked: Asked) -> Result<Response, Problem> {
    let Asked { rules, position, .. } = asked;
    let view = move |table: &Table| {
        let turns = table.line(&position)?.iter().map(TurnView::from).collect();
        Ok(TurnsView { rules, position, exact: true, turns })
    };
    asked.exact(view).await
}

/// The table of a rule set; a problem if the rule set is not solved.
pub(super) fn solved(app: &App, rules: RuleSetId) -> Result<Arc<Table>, Problem> {
    app.tables.table(rules).ok_or_else(|| {
        let message = Message::new("problem_not_solved").with("rules", rules.rules());
        Problem::of(Code::NotSolved, message).part("rules").retry_after(10)
    })
}

/// Probes a table off the async threads.
pub(super) async fn probe<T: Send + 'static>(
    app: &App,
    work: impl FnOnce() -> Result<T, TableError> + Send + 'static,
) -> Result<T, Problem> {
    let begun = Instant::now();
    let probed = app.workers.run(work).await?;
    metrics::histogram!("linja_probe_seconds").record(begun.elapsed().as_secs_f64());
    Ok(probed.map_err(GameError::from)?)
}

/// A request about a position.
pub(super) struct Asked {
    app: Arc<App>,
    /// The rule set.
    pub(super) rules: RuleSetId,
    /// The position.
    pub(super) position: Position,
    values: bool,
    headers: HeaderMap,
}

impl FromRequestParts<Arc<App>> for Asked {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Asked, Problem> {
        let Query(Which { pos, rules, values }) = Query::from_request_parts(parts, app).await?;
        let position = match pos {
            None => Position::default(),
            Some(text) => text.parse().map_err(|error: linja::ParsePositionError| {
                Problem::of(Code::InvalidPosition, error.message()).part("pos")
            })?,
        };
        Ok(Asked { app: app.clone(), rules, position, values, headers: parts.headers.clone() })
    }
}

impl Asked {
    /// A response that depends only on the table. The rule set must be solved.
    pub(super) async fn exact<T: Serialize + Send + 'static>(
        &self,
        view: impl FnOnce(&Table) -> Result<T, TableError> + Send + 'static,
    ) -> Result<Response, Problem> {
        let table = solved(&self.app, self.rules)?;
        let tag = self.tag(Some(&table), true);
        self.cached(tag, probe(&self.app, move || view(&table))).await
    }

    /// The entity tag of a response that never changes; `None` if values are wanted but missing, because the response
    /// will change once the rule set is solved.
    fn tag(&self, table: Option<&Table>, wants_values: bool) -> Option<String> {
        let values = match table {
            Some(table) => format!("{:032x}", table.header().values_hash),
            None if wants_values => return None,
            None => "rules".into(),
        };
        let version = env!("CARGO_PKG_VERSION");
        Some(format!("\"{version}-{}-{values}-{}\"", self.rules.rules().id, self.position.address()))
    }

    async fn cached<T: Serialize>(
        &self,
        tag: Option<String>,
        view: impl Future<Output = Result<T, Problem>>,
    ) -> Result<Response, Problem> {
        let Some(tag) = tag else {
            return Ok(([(header::CACHE_CONTROL, "no-store")], Json(view.await?)).into_response());
        };
        let mut headers = HeaderMap::new();
        // One day, so that a new version of the program takes effect within a day. Revalidating is cheap.
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=86400"));
        // Weak, because the response may or may not be compressed.
        if let Ok(value) = HeaderValue::from_str(&format!("W/{tag}")) {
            headers.insert(header::ETAG, value);
        }
        if entity_tag::is_known(&self.headers, &tag) {
            return Ok((StatusCode::NOT_MODIFIED, headers).into_response());
        }
        Ok((headers, Json(view.await?)).into_response())
    }
}
