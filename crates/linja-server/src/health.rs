//! Is the server alive, can it work, and how does it do.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use crate::app::App;
use crate::problem::{Code, Problem};

/// Routes for whoever runs the server.
pub fn router() -> Router<Arc<App>> {
    Router::new()
        .route("/healthz", get(async || "ok\n"))
        .route("/readyz", get(ready))
        .route("/metrics", get(figures))
}

/// Ready as long as the database answers and the server is not stopping.
async fn ready(State(app): State<Arc<App>>) -> Response {
    if *app.stopping.borrow() {
        return Problem::new(Code::Unavailable, "The server is stopping.").into_response();
    }
    match app.rooms.store().ping().await {
        Ok(()) => (StatusCode::OK, "ready\n").into_response(),
        Err(error) => Problem::from(error).into_response(),
    }
}

async fn figures(State(app): State<Arc<App>>) -> Response {
    metrics::gauge!("linja_games_in_memory").set(app.rooms.len() as f64);
    match &app.figures {
        Some(figures) => {
            ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], figures.render()).into_response()
        }
        None => Problem::new(Code::Unavailable, "No figures are kept.").into_response(),
    }
}
