//! The best turns of a position, with reasons.

#![allow(unused_qualifications, reason = "the macro for the API document writes full paths")]

use std::sync::Arc;

use axum::Router;
use axum::response::Response;
use axum::routing::get;
use linja_api::HintView;
use linja_oracle::Table;
use linja_players::Hint;

use super::positions::{Asked, Question, Unchanged, Which};
use crate::app::App;
use crate::problem::{Failure, Problem};

/// Number of turns in a hint.
const TURNS: usize = 3;

pub(super) fn router() -> Router<Arc<App>> {
    Router::new().route("/position/hint", get(read))
}

/// Returns the best turns of a position, with reasons. The rule set must be solved.
#[utoipa::path(get, path = "/api/v1/position/hint", operation_id = "readHint", tag = "positions", params(Which), responses(
    (status = 200, description = "The hint", body = HintView),
    Unchanged,
    Failure,
))]
pub(super) async fn read(asked: Asked) -> Result<Response, Problem> {
    let Asked { rules, position, .. } = asked;
    let view = move |table: &Table| {
        let hint = Hint::new(table, &position, TURNS)?;
        Ok(HintView::new(rules, &position, hint.as_ref()))
    };
    asked.exact(Question::Hint, view).await
}
