//! Name and version of the server.

use std::sync::Arc;

use axum::routing::get;
use axum::{Json, Router};
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::problem::Failure;

pub(super) fn router() -> Router<Arc<App>> {
    Router::new().route("/version", get(read))
}

/// Name and version of the server.
#[derive(Serialize, ToSchema)]
pub struct Version {
    /// The name of the program.
    pub name: &'static str,
    /// The version of the program.
    pub version: &'static str,
    /// The version of this API.
    pub api: u32,
}

/// Name and version of the server.
#[utoipa::path(get, path = "/api/v1/version", operation_id = "readVersion", tag = "server", responses(
    (status = 200, description = "The version", body = Version),
    Failure,
))]
pub(super) async fn read() -> Json<Version> {
    Json(Version { name: "linja", version: env!("CARGO_PKG_VERSION"), api: 1 })
}
