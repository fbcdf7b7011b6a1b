//! The OpenAPI document.

mod extras;
pub(super) mod plain;

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::body::Bytes;
use axum::http::{HeaderMap, header};
use axum::response::Response;
use axum::routing::get;
use serde_json::Value;
use utoipa::OpenApi;

use crate::app::App;
use crate::entity_tag::{self, Tag};
use crate::live::{LiveMessage, LiveRequest};

pub(super) fn router() -> Router<Arc<App>> {
    Router::new().route("/openapi.json", get(read))
}

/// Building it takes milliseconds, so it is built once.
static BUILT: LazyLock<Built> = LazyLock::new(|| Built::new(&document()));

async fn read(request: HeaderMap) -> Response {
    BUILT.answer(&request)
}

/// A document as JSON and its entity tag.
pub(super) struct Built {
    json: Bytes,
    tag: Tag,
}

impl Built {
    pub(super) fn new(document: &Value) -> Built {
        // Cannot fail: a document has only string keys.
        let json = Bytes::from(serde_json::to_vec(document).unwrap_or_default());
        let tag = entity_tag::of(&json).weak();
        Built { json, tag }
    }

    pub(super) fn answer(&self, request: &HeaderMap) -> Response {
        let response = || ([(header::CONTENT_TYPE, "application/json")], self.json.clone());
        self.tag.answer(request, "no-cache", response)
    }
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
        super::events::list,
        super::games::record,
        super::lobby::read,
        super::network::read,
        super::tables::read,
        super::hints::read,
        super::identity::issue,
        super::identity::redeem,
        super::identity::export,
        super::identity::sign_out,
        super::identity::forget,
        super::push::read,
        super::push::subscribe,
        super::push::unsubscribe,
        super::puzzle::read,
        super::puzzle::attempt,
        super::reviews::upload,
        super::reviews::of_game,
        super::rules::list,
        super::rules::verdicts,
        super::rules::read,
        super::rules::solve,
        super::positions::read,
        super::positions::turns,
        super::positions::line,
        super::positions::value,
        super::batch::answer,
        super::tokens::create,
        super::version::read,
        crate::live::connect,
    ),
    components(schemas(
        LiveMessage,
        LiveRequest,
        linja_games::answer::Problem,
        linja_api::Tree,
        linja_api::Branch,
        super::batch::Question,
        super::export::Format
    ))
)]
struct Document;

/// The document.
#[must_use]
pub fn document() -> Value {
    let mut document = serde_json::to_value(Document::openapi()).unwrap_or_default();
    extras::complete(&mut document);
    plain::simplify(&mut document);
    document
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn document_is_built_once() {
        let body = async || {
            let response = read(HeaderMap::new()).await;
            axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap()
        };
        let (first, second) = (body().await, body().await);
        assert!(!first.is_empty() && first.as_ptr() == second.as_ptr(), "the same bytes");
    }

    #[test]
    fn every_operation_has_a_name_of_its_own() {
        let document = document();
        let items = document["paths"].as_object().unwrap().values();
        let operations = items.flat_map(|item| item.as_object().unwrap().values());
        let names: Vec<_> = operations.map(|operation| operation["operationId"].as_str().unwrap()).collect();
        let different: std::collections::BTreeSet<_> = names.iter().collect();
        assert_eq!(names.len(), different.len(), "{names:?}");
    }
}
