//! The page at `/`.

use std::sync::Arc;

use axum::Router;
use axum::response::Html;
use axum::routing::get;

use crate::app::App;

const PAGE: &str = include_str!("page.html");

/// The page at `/`.
pub fn router() -> Router<Arc<App>> {
    Router::new().route("/", get(async || Html(PAGE)))
}
