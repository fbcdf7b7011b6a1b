//! Health checks and metrics.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use linja::Message;
use linja_games::room::Rooms;
use linja_games::store::{Checked, Store, Unready};
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::app::App;
use crate::client;
use crate::middleware::Address;
use crate::problem::{Code, Problem};

/// How long the result of a check counts: a check asks the disk and the database, which a flood of requests must not keep
/// from the players.
const READY_FOR: Duration = Duration::from_secs(1);

/// The last check whether games can be stored and read, for all requests of the same second.
#[derive(Default)]
pub struct Readiness {
    last: Arc<Mutex<Option<Report>>>,
    checks: Arc<AtomicU64>,
}

/// The result of a check.
#[derive(Clone)]
struct Report {
    checked_at: Instant,
    found: Result<Option<Checked>, Arc<Unready>>,
}

impl Readiness {
    /// Number of checks so far.
    #[must_use]
    pub fn checks(&self) -> u64 {
        self.checks.load(Ordering::Relaxed)
    }

    /// The result of the last check, or of a new one if that was a second ago. Requests at the same time share a check.
    async fn get(&self, rooms: &Arc<Rooms>) -> Result<Option<Checked>, Arc<Unready>> {
        let mut last = self.last.clone().lock_owned().await;
        if let Some(report) = last.as_ref().filter(|report| report.checked_at.elapsed() < READY_FOR) {
            return report.found.clone();
        }
        self.checks.fetch_add(1, Ordering::Relaxed);
        let rooms = rooms.clone();
        // In a separate task: otherwise each client that leaves would end the check, and the next one begin another.
        let checking = tokio::spawn(async move {
            let found = rooms.store().readiness().await.map_err(Arc::new);
            if let Err(unready) = &found {
                tracing::warn!(reason = %unready, "not ready");
            }
            *last = Some(Report { checked_at: Instant::now(), found: found.clone() });
            found
        });
        checking.await.unwrap_or_else(|error| {
            let error = std::io::Error::other(error);
            Err(Arc::new(Unready::Reading(error.into())))
        })
    }
}

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
    match app.readiness.get(&app.rooms).await {
        Ok(Some(Checked { games, unreadable, .. })) if unreadable > 0 => {
            (StatusCode::OK, format!("ready\n{unreadable} of {games} checked games can't be read\n"))
                .into_response()
        }
        Ok(_) => (StatusCode::OK, "ready\n").into_response(),
        Err(unready) => {
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
