//! Tokens for programs. Browsers get theirs as a cookie with the page.

use std::sync::Arc;

use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::post;
use axum::{Json, Router};
use linja_games::token::Token;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::problem::{Failure, Problem};

pub(super) fn router() -> Router<Arc<App>> {
    Router::new().route("/tokens", post(create))
}

/// A new token.
#[derive(Serialize, ToSchema)]
pub struct TokenView {
    /// Send the token as `Authorization: Bearer …`. Keep it secret: anybody who has the token controls its seats.
    pub token: String,
}

/// Creates a token for a program. The token has no seat yet, and the server does not store it.
#[utoipa::path(post, path = "/api/v1/tokens", operation_id = "createToken", tag = "tokens", responses(
    (status = 201, description = "The token", body = TokenView),
    Failure,
))]
pub(super) async fn create() -> Result<impl IntoResponse, Problem> {
    let token = Token::new().map_err(|error| Problem::internal(&error))?;
    let headers = [(header::CACHE_CONTROL, "no-store")];
    Ok((StatusCode::CREATED, headers, Json(TokenView { token: token.to_string() })))
}
