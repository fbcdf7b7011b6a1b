//! Any position: what can be played, what it is worth, how perfect play goes on.

#![allow(unused_qualifications, reason = "the macro for the API document writes full paths")]

use std::sync::Arc;
use std::time::Instant;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use linja::{CompleteTurn, PartialTurn, Position};
use linja_games::GameError;
use linja_games::game::tree::Tree;
use linja_games::words::{RulesWord, ScoreView, SideWord};
use linja_oracle::{Oracle as _, Table, TableError, ValuedTurn};
use linja_players::{JudgedTurn, Worth};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, IntoResponses, ToSchema};

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
    /// As the notation writes it, with `/` and a blank or with hyphens: `61111110-01111116-b`. The start if it is missing.
    pos: Option<String>,
    /// The rule set; `bonus` if it is missing.
    #[serde(default)]
    rules: RulesWord,
    /// With the exact margin of everything in the tree, where the rule set is solved.
    #[serde(default)]
    values: bool,
}

/// A position and everything that can be done in it.
#[derive(Debug, Serialize, ToSchema)]
pub struct PositionView {
    /// The rule set.
    pub rules: RulesWord,
    /// The position.
    pub position: String,
    /// Who is to move.
    pub to_move: SideWord,
    /// The points as the board stands.
    pub score: ScoreView,
    /// The position alone is over.
    pub over: bool,
    /// The exact margin under perfect play, for the side to move; `null` if it is not known.
    pub margin: Option<i8>,
    /// Everything that can be done; `null` if the position is over.
    pub tree: Option<Tree>,
}

/// The response to a request whose entity tag is current, for the OpenAPI document.
#[derive(IntoResponses)]
#[response(status = 304, description = "As the client knows it")]
pub(super) struct Unchanged;

/// All turns of a position.
#[derive(Debug, Serialize, ToSchema)]
pub struct TurnsView {
    /// The rule set.
    pub rules: RulesWord,
    /// The position.
    pub position: String,
    /// The margins come from a table; else there are estimates.
    pub exact: bool,
    /// The best first, equal ones by their written form.
    pub turns: Vec<TurnView>,
}

/// A turn and where it leads.
#[derive(Debug, Serialize, ToSchema)]
pub struct TurnView {
    /// Its written form.
    pub turn: String,
    /// The position after it.
    pub after: String,
    /// The game is over after it.
    pub over: bool,
    /// The exact margin after it, for the side that plays it; `null` if it is not known.
    pub margin: Option<i8>,
    /// What a search takes the margin for, in points, where it is not known exactly.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate: Option<f64>,
}

impl TurnView {
    fn new(complete: &CompleteTurn, margin: Option<i8>, estimate: Option<f64>) -> TurnView {
        TurnView {
            turn: complete.turn.to_string(),
            after: complete.result.position.to_string(),
            over: complete.result.is_over,
            margin,
            estimate,
        }
    }

    /// A turn whose margin is known.
    #[must_use]
    pub fn valued(turn: &ValuedTurn) -> TurnView {
        TurnView::new(&turn.item, Some(turn.value.0), None)
    }

    fn judged(turn: &JudgedTurn) -> TurnView {
        match turn.value {
            Worth::Exact(margin) => TurnView::new(&turn.item, Some(margin.0), None),
            Worth::Estimated(estimate) => {
                TurnView::new(&turn.item, None, Some(f64::from(estimate.0) / 100.0))
            }
        }
    }
}

/// A position, and the tree of everything that can be done in it.
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

/// What can be done in a position, with margins from a table if there is one.
pub(crate) async fn view(
    app: &App,
    rules: RulesWord,
    position: Position,
    table: Option<Arc<Table>>,
) -> Result<PositionView, Problem> {
    probe(app, move || {
        let turn = PartialTurn::begin(position, rules.rules());
        let tree = match (&turn, &table) {
            (Some(turn), Some(table)) => Some(Tree::valued(turn, table)?),
            (Some(turn), None) => Some(Tree::of_turn(turn)),
            (None, _) => None,
        };
        let margin = match (&tree, &table) {
            (Some(tree), _) => tree.margin,
            (None, Some(_)) => Some(position.score(&rules.rules()).margin(position.to_move()).0),
            (None, None) => None,
        };
        Ok(PositionView {
            rules,
            position: position.to_string(),
            to_move: position.to_move().into(),
            score: position.score(&rules.rules()).into(),
            over: position.is_over(),
            margin,
            tree,
        })
    })
    .await
}

/// All turns of a position, with their exact margins where the rule set is solved, else with estimates.
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
        let turns = judged.iter().map(TurnView::judged).collect();
        Ok(TurnsView { rules, position: position.to_string(), exact, turns })
    };
    asked.cached(tag, view).await
}

/// The perfect continuation to the end of the game. The rule set must be solved.
#[utoipa::path(get, path = "/api/v1/position/line", operation_id = "readLine", tag = "positions", params(Which), responses(
    (status = 200, description = "The turns, each with its margin for the side that plays it", body = TurnsView),
    Unchanged,
    Failure,
))]
pub(super) async fn line(asked: Asked) -> Result<Response, Problem> {
    let Asked { rules, position, .. } = asked;
    let view = move |table: &Table| {
        let turns = table.line(&position)?.iter().map(TurnView::valued).collect();
        Ok(TurnsView { rules, position: position.to_string(), exact: true, turns })
    };
    asked.exact(view).await
}

/// The table of a rule set that must be solved.
pub(super) fn solved(app: &App, rules: RulesWord) -> Result<Arc<Table>, Problem> {
    app.tables.table(rules).ok_or_else(|| {
        let detail = format!("The rule set {} is not solved yet.", rules.rules());
        Problem::new(Code::NotSolved, detail).part("rules").retry_after(10)
    })
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

/// A request about a position.
pub(super) struct Asked {
    app: Arc<App>,
    /// The rule set.
    pub(super) rules: RulesWord,
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
    /// A response that follows from the table alone. The rule set must be solved.
    pub(super) async fn exact<T: Serialize + Send + 'static>(
        &self,
        view: impl FnOnce(&Table) -> Result<T, TableError> + Send + 'static,
    ) -> Result<Response, Problem> {
        let table = solved(&self.app, self.rules)?;
        let tag = self.tag(Some(&table), true);
        self.cached(tag, probe(&self.app, move || view(&table))).await
    }

    /// The entity tag of a response that never changes; `None` while values are missing, since then it will change.
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
        // A day, so that a new version of the program is seen the day after. Revalidating is cheap.
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=86400"));
        // Weak, as the same response may be compressed or not.
        if let Ok(value) = HeaderValue::from_str(&format!("W/{tag}")) {
            headers.insert(header::ETAG, value);
        }
        if entity_tag::is_known(&self.headers, &tag) {
            return Ok((StatusCode::NOT_MODIFIED, headers).into_response());
        }
        Ok((headers, Json(view.await?)).into_response())
    }
}
