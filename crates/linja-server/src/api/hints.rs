//! The best turns of a position, with reasons.

#![allow(unused_qualifications, reason = "the macro for the API document writes full paths")]

use std::sync::Arc;

use axum::Router;
use axum::response::Response;
use axum::routing::get;
use linja_api::HintView;
use linja_games::answer::Which;

use super::positions::{Asked, Unchanged};
use crate::app::App;
use crate::problem::{Failure, Problem};

pub(super) fn router() -> Router<Arc<App>> {
    Router::new().route("/position/hint", get(read))
}

/// Returns the best turns of a position, with reasons. The rule set must be solved, unless estimates are accepted, which have
/// no reasons.
#[utoipa::path(get, path = "/api/v1/position/hint", operation_id = "readHint", tag = "positions", params(Which), responses(
    (status = 200, description = "The hint", body = HintView),
    Unchanged,
    Failure,
))]
pub(super) async fn read(asked: Asked) -> Result<Response, Problem> {
    asked.hint().await
}
