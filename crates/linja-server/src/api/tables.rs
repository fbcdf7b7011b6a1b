//! Which rule sets are solved.

use std::sync::Arc;

use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use linja_api::OracleView;

use crate::app::App;
use crate::problem::Failure;

pub(super) fn router() -> Router<Arc<App>> {
    Router::new().route("/oracle", get(read))
}

/// Returns which rule sets are solved, and the progress of the others.
#[utoipa::path(get, path = "/api/v1/oracle", operation_id = "readOracle", tag = "server", responses(
    (status = 200, description = "The status of every table", body = OracleView),
    Failure,
))]
pub(super) async fn read(State(app): State<Arc<App>>) -> Json<OracleView> {
    Json(app.tables.view())
}
