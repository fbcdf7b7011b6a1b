//! Health checks and metrics.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use linja::Message;
use linja_games::store::{Checked, Store};

use crate::app::App;
use crate::client;
use crate::middleware::Address;
use crate::problem::{Code, Problem};

/// Routes for operators.
pub fn router() -> Router<Arc<App>> {
    Router::new()
        .route("/healthz", get(async || "ok\n"))
        .route("/readyz", get(ready))
        .route("/metrics", get(read_metrics))
}

/// Ready while games can be stored and read and the server is not stopping.
async fn ready(State(app): State<Arc<App>>) -> Response {
    if *app.stopping.borrow() {
        return Problem::of(Code::Unavailable, Message::new("problem_stopping")).into_response();
    }
    match app.rooms.store().readiness().await {
        Ok(Some(Checked { games, unreadable, .. })) if unreadable > 0 => {
            (StatusCode::OK, format!("ready\n{unreadable} of {games} checked games can't be read\n"))
                .into_response()
        }
        Ok(_) => (StatusCode::OK, "ready\n").into_response(),
        Err(unready) => {
            tracing::warn!(reason = %unready, "not ready");
            Problem::of(Code::Unavailable, Message::new("problem_not_ready").with("why", unready.to_string()))
                .into_response()
        }
    }
}

/// The metrics. By default only for this machine, because they reveal how many people play, and when.
async fn read_metrics(
    State(app): State<Arc<App>>,
    Extension(Address(address)): Extension<Address>,
    headers: HeaderMap,
) -> Response {
    if !client::is_local(address, &headers, app.config.trust_proxy) && !app.config.public_metrics {
        return Problem::of(Code::LocalOnly, Message::new("problem_local_only")).into_response();
    }
    metrics::gauge!("linja_games_in_memory").set(app.rooms.len() as f64);
    set_gauges(app.rooms.store());
    metrics::gauge!("linja_owed_age_seconds").set(app.rooms.overdue() as f64 / 1000.0);
    match &app.metrics {
        Some(metrics) => {
            ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], metrics.render()).into_response()
        }
        None => Problem::of(Code::Unavailable, Message::new("problem_no_metrics")).into_response(),
    }
}

/// The state of the store. A gauge that is not known is not shown.
fn set_gauges(store: &Store) {
    if let Some(at) = store.last_commit() {
        metrics::gauge!("linja_last_commit_timestamp_seconds").set(at as f64 / 1e3);
    }
    if let Some(free) = store.free_disk() {
        metrics::gauge!("linja_free_disk_bytes").set(free as f64);
    }
    if let Some(unreadable) = store.unreadable_games() {
        metrics::gauge!("linja_unreadable_games").set(unreadable as f64);
    }
}
