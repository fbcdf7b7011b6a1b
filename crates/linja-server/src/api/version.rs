//! Which server this is.

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

/// Which server this is.
#[derive(Serialize, ToSchema)]
pub struct Version {
    /// The program.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
    /// The version of this API.
    pub api: u32,
}

/// Which server this is.
#[utoipa::path(get, path = "/api/v1/version", operation_id = "readVersion", tag = "server", responses(
    (status = 200, description = "The version", body = Version),
    Failure,
))]
pub(super) async fn read() -> Json<Version> {
    Json(Version { name: "linja", version: env!("CARGO_PKG_VERSION"), api: 1 })
}
