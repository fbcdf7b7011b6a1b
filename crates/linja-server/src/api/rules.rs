//! Rule sets: their choices, their verdicts, and solving them on request.

#![allow(unused_qualifications, reason = "the macro for the API document writes full paths")]

use std::net::IpAddr;
use std::sync::{Arc, LazyLock};

use axum::body::Bytes;
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use linja::{Message, RuleSet};
use linja_api::{
    DetailedTable, MissingCode, RuleSetDetails, RulesView, TableStatus, VerdictView, VerdictsView,
};
use linja_games::solver::lack;
use serde::Serialize;

use super::positions::Unchanged;
use crate::app::App;
use crate::entity_tag;
use crate::extract::Rules;
use crate::middleware::Address;
use crate::problem::{Code, Failure, Problem};

/// The verdicts and the list of rules change only with the program, and the verdicts with what is solved here.
const FOR_A_DAY: &str = "public, max-age=86400";
/// Seconds after which a server that lacks memory or disk space may have enough.
const AGAIN_IF_POOR: u32 = 300;
/// Seconds after which some of the waiting rule sets are solved.
const AGAIN_IF_FULL: u32 = 60;

pub(super) fn router() -> Router<Arc<App>> {
    Router::new()
        .route("/rules", get(list))
        .route("/rules/verdicts", get(verdicts))
        .route("/rules/{rules}", get(read))
        .route("/rules/{rules}/solve", post(solve))
}

/// Lists the rules in which the leaflets differ, with their choices, and the published rule sets.
#[utoipa::path(get, path = "/api/v1/rules", operation_id = "listRules", tag = "rules", responses(
    (status = 200, description = "The rules and the published rule sets", body = RulesView),
    Unchanged,
    Failure,
))]
pub(super) async fn list(request: HeaderMap) -> Response {
    static LIST: LazyLock<Bytes> = LazyLock::new(|| json(&RulesView::new()));
    cached(&LIST, &request)
}

/// Returns the margin of perfect play from the start for every rule set for which it is known.
#[utoipa::path(get, path = "/api/v1/rules/verdicts", operation_id = "listVerdicts", tag = "rules", responses(
    (status = 200, description = "The margins for the player who begins", body = VerdictsView),
    Unchanged,
    Failure,
))]
pub(super) async fn verdicts(State(app): State<Arc<App>>, request: HeaderMap) -> Response {
    cached(&json(&VerdictsView::new(|rules| verdict(&app, rules))), &request)
}

/// Returns a rule set: its choices, how it differs from the editions, who should win, and whether it is solved here.
#[utoipa::path(get, path = "/api/v1/rules/{rules}", operation_id = "readRules", tag = "rules",
    params(("rules" = linja_api::schema::RuleSet, Path, description = "The rule set")),
    responses(
    (status = 200, description = "The rule set", body = RuleSetDetails),
    Failure,
))]
pub(super) async fn read(State(app): State<Arc<App>>, Rules(rules): Rules) -> Json<RuleSetDetails> {
    Json(details(&app, rules).await)
}

/// Asks the server to solve a rule set in the background. At most three an hour from one address; asking again for one that
/// waits or is being solved costs nothing.
#[utoipa::path(post, path = "/api/v1/rules/{rules}/solve", operation_id = "solveRules", tag = "rules",
    params(("rules" = linja_api::schema::RuleSet, Path, description = "The rule set")),
    responses(
    (status = 200, description = "The rule set is solved already", body = RuleSetDetails),
    (status = 202, description = "The rule set waits or is being solved", body = RuleSetDetails),
    Failure,
))]
pub(super) async fn solve(
    State(app): State<Arc<App>>,
    Extension(Address(address)): Extension<Address>,
    Rules(rules): Rules,
) -> Result<impl IntoResponse, Problem> {
    ask(&app, address, rules).await?;
    let status = if app.tables.is_solved(&rules) { StatusCode::OK } else { StatusCode::ACCEPTED };
    Ok((status, Json(details(&app, rules).await)))
}

/// Asks for a rule set to be solved, unless it is solved, waits or is being solved.
///
/// # Errors
/// If this server can't or does not solve it, or if the address has asked for too many.
pub(super) async fn ask(app: &Arc<App>, address: IpAddr, rules: RuleSet) -> Result<(), Problem> {
    if app.tables.is_solved(&rules) || app.tables.is_asked_for(&rules) {
        return Ok(());
    }
    if let Some(reason) = lacking(app, rules).await {
        return Err(cannot_solve(reason));
    }
    let full =
        |_| Problem::of(Code::Unavailable, Message::new("problem_solve_line")).retry_after(AGAIN_IF_FULL);
    app.tables.has_room_for_wishes().map_err(full)?;
    app.meter.solve(address)?;
    app.tables.ask(rules).map_err(full)
}

fn cannot_solve(reason: MissingCode) -> Problem {
    let (message, seconds) = match reason {
        MissingCode::NoMemory => ("problem_solve_memory", Some(AGAIN_IF_POOR)),
        MissingCode::NoDisk => ("problem_solve_disk", Some(AGAIN_IF_POOR)),
        MissingCode::SwitchedOff | MissingCode::Busy | MissingCode::Damaged | MissingCode::Failed => {
            ("problem_solve_off", None)
        }
    };
    let problem = Problem::of(Code::CannotSolve, Message::new(message));
    match seconds {
        Some(seconds) => problem.retry_after(seconds),
        None => problem,
    }
}

/// What is missing to solve a rule set.
async fn lacking(app: &Arc<App>, rules: RuleSet) -> Option<MissingCode> {
    let tables = app.tables.clone();
    // Fails only if it panics.
    tokio::task::spawn_blocking(move || lack(&tables, rules)).await.ok().flatten()
}

/// A rule set as it is now.
pub(crate) async fn details(app: &Arc<App>, rules: RuleSet) -> RuleSetDetails {
    RuleSetDetails::new(&rules, verdict(app, &rules), table(app, rules).await)
}

fn verdict(app: &App, rules: &RuleSet) -> Option<VerdictView> {
    app.tables.verdict(rules)
}

async fn table(app: &Arc<App>, rules: RuleSet) -> DetailedTable {
    match app.tables.status(&rules) {
        None => DetailedTable::Missing { reason: lacking(app, rules).await },
        Some(TableStatus::Missing { code, .. }) => DetailedTable::Missing { reason: Some(code) },
        Some(TableStatus::Waiting { .. }) => DetailedTable::Waiting,
        Some(TableStatus::Ready { .. }) => DetailedTable::Solved,
        Some(TableStatus::Solving { positions, total }) => DetailedTable::Solving {
            progress: positions as f64 / total as f64,
            seconds: app.tables.since(&rules).unwrap_or_default().as_secs_f64(),
        },
    }
}

fn json(view: &impl Serialize) -> Bytes {
    // Cannot fail: no view has a map with keys other than strings.
    serde_json::to_vec(view).unwrap_or_default().into()
}

/// A response that clients may keep for a day, unless the client knows it.
fn cached(body: &Bytes, request: &HeaderMap) -> Response {
    let response = || ([(header::CONTENT_TYPE, "application/json")], body.clone());
    entity_tag::of(body).weak().answer(request, FOR_A_DAY, response)
}
