//! The API under `/api/v1`: each module owns its routes.

pub mod asyncapi;
pub mod batch;
pub mod events;
mod export;
pub mod games;
pub mod hints;
pub mod identity;
pub mod lobby;
pub mod network;
pub mod openapi;
pub mod positions;
pub mod push;
pub mod puzzle;
pub mod reviews;
pub mod rules;
pub mod tables;
pub mod tokens;
pub mod version;

use std::sync::Arc;

use axum::Router;
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::SizeAbove;

use crate::app::App;

/// Minimum size of a body to compress. A game with its tree is about ten times as large.
const WORTH_COMPRESSING: u64 = 1024;

/// All routes of the API except the live ones.
pub fn router() -> Router<Arc<App>> {
    Router::new()
        .merge(events::router())
        .merge(games::router())
        .merge(hints::router())
        .merge(identity::router())
        .merge(lobby::router())
        .merge(network::router())
        .merge(openapi::router())
        .merge(asyncapi::router())
        .merge(tables::router())
        .merge(positions::router())
        .merge(push::router())
        .merge(puzzle::router())
        .merge(reviews::router())
        .merge(rules::router())
        .merge(tokens::router())
        .merge(version::router())
        .layer(
            CompressionLayer::new()
                .quality(CompressionLevel::Fastest)
                .compress_when(SizeAbove::new(WORTH_COMPRESSING)),
        )
        // Not compressed: that would hold lines back.
        .merge(batch::router())
}
