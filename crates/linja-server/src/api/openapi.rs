//! The OpenAPI document.

use std::sync::Arc;

use axum::routing::get;
use axum::{Json, Router};
use utoipa::OpenApi;

use crate::app::App;
use crate::live::{LiveMessage, LiveRequest};
use crate::problem::Problem;

pub(super) fn router() -> Router<Arc<App>> {
    Router::new().route("/openapi.json", get(async || Json(document())))
}

/// The API in machine-readable form.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Linja",
        description = "Games, positions and exact values of the race game Linja. Commands are idempotent by their id; \
            errors are application/problem+json with a stable code.",
        license(name = "MIT OR Apache-2.0")
    ),
    paths(
        super::games::create,
        super::games::list,
        super::games::read,
        super::games::command,
        super::games::events,
        super::games::record,
        super::lobby::read,
        super::tables::read,
        super::hints::read,
        super::puzzle::read,
        super::puzzle::attempt,
        super::reviews::upload,
        super::reviews::of_game,
        super::positions::read,
        super::positions::turns,
        super::positions::line,
        super::tokens::create,
        super::version::read,
        crate::live::connect,
    ),
    components(schemas(LiveMessage, LiveRequest, Problem, linja_api::Tree, linja_api::Branch))
)]
struct Document;

/// The document.
#[must_use]
pub fn document() -> utoipa::openapi::OpenApi {
    Document::openapi()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operation_has_a_name_of_its_own() {
        let document = serde_json::to_value(document()).unwrap();
        let items = document["paths"].as_object().unwrap().values();
        let operations = items.flat_map(|item| item.as_object().unwrap().values());
        let names: Vec<_> = operations.map(|operation| operation["operationId"].as_str().unwrap()).collect();
        let different: std::collections::BTreeSet<_> = names.iter().collect();
        assert_eq!(names.len(), different.len(), "{names:?}");
    }
}
