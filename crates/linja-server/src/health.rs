//! Is the server alive, can it work, and how does it do.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};

use crate::app::App;
use crate::client;
use crate::middleware::Address;
use crate::problem::{Code, Problem};

/// Headers by which a request can be seen to have come through a proxy.
const PROXIES_ADD: [&str; 6] =
    ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"];

/// Routes for whoever runs the server.
pub fn router() -> Router<Arc<App>> {
    Router::new()
        .route("/healthz", get(async || "ok\n"))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
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

/// How many play, and when, is nobody's business but that of whoever runs the server.
async fn metrics(
    State(app): State<Arc<App>>,
    Extension(Address(address)): Extension<Address>,
    headers: HeaderMap,
) -> Response {
    // What came through a proxy on this machine may be anybody's, unless the proxy says whose, and is to be believed.
    let is_forwarded = PROXIES_ADD.iter().any(|name| headers.contains_key(*name));
    let is_known = app.config.trust_proxy && client::forwarded(&headers).is_some();
    let is_local = address.to_canonical().is_loopback() && (!is_forwarded || is_known);
    if !is_local && !app.config.public_metrics {
        let detail = "Only the machine that the server runs on may read its figures.";
        return Problem::new(Code::LocalOnly, detail).into_response();
    }
    metrics::gauge!("linja_games_in_memory").set(app.rooms.len() as f64);
    match &app.metrics {
        Some(metrics) => {
            ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], metrics.render()).into_response()
        }
        None => Problem::new(Code::Unavailable, "No figures are kept.").into_response(),
    }
}
