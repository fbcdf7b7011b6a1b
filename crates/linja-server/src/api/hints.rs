//! The best turns of a position, and why they are good.

#![allow(unused_qualifications, reason = "the macro for the API document writes full paths")]

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::get;
use linja_api::HintView;
use linja_players::Hint;

use super::positions::{Which, exact};
use crate::app::App;
use crate::extract::Query;
use crate::problem::Problem;

/// Turns shown.
const TURNS: usize = 3;

pub(super) fn router() -> Router<Arc<App>> {
    Router::new().route("/position/hint", get(read))
}

/// The best turns of a position, with reasons. The rule set must be solved.
#[utoipa::path(get, path = "/api/v1/position/hint", operation_id = "readHint", tag = "positions", params(Which), responses(
    (status = 200, description = "The hint", body = HintView),
    (status = 304, description = "As the client knows it"),
    (status = "default", description = "A problem", body = Problem, content_type = "application/problem+json"),
))]
pub(super) async fn read(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Query(which): Query<Which>,
) -> Result<Response, Problem> {
    exact(&app, &headers, &which, |rules, table, position| {
        let hint = Hint::new(table, &position, TURNS)?;
        Ok(HintView::new(rules, &position, hint.as_ref()))
    })
    .await
}
