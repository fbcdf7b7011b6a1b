//! The events of a game, for programs without a live connection.

#![allow(unused_qualifications, reason = "the macro for the API document writes full paths")]

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Extension, State};
use axum::http::HeaderMap;
use axum::response::IntoResponse;
use axum::routing::get;
use axum::{Json, Router};
use linja::Message;
use linja_games::game::event::Stored;
use linja_games::game::view::EventView;
use linja_games::id::GameId;
use linja_games::room::Live;
use serde::{Deserialize, Serialize};
use tokio::sync::broadcast::error::RecvError;
use utoipa::{IntoParams, ToSchema};

use super::games::no_store;
use crate::app::App;
use crate::client::Client;
use crate::extract::{Id, Query};
use crate::middleware::Address;
use crate::problem::{Code, Failure, Problem};

/// Events on a page of the list of events. Most games have fewer.
const EVENTS_OF_A_PAGE: usize = 500;

pub(super) fn router() -> Router<Arc<App>> {
    Router::new().route("/games/{id}/events", get(list))
}

/// Events in order.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Events {
    /// The events.
    pub events: Vec<EventView>,
    /// The `after` that requests the rest of the list; missing if the list is complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<u64>,
}

/// Where the list starts, and how long to wait for it.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct After {
    /// The last event that the client knows.
    #[serde(default)]
    #[param(format = "uint64")]
    after: u64,
    /// Seconds to wait for an event if there is none yet, at most 25. The list is empty if none happens.
    #[serde(default)]
    #[param(format = "uint32", maximum = 25)]
    wait: u32,
}

/// Lists the events of a game after a number, 500 at a time, for programs without a live connection. With `wait`, the
/// response comes as soon as there is an event.
#[utoipa::path(get, path = "/api/v1/games/{id}/events", operation_id = "listEvents", tag = "games",
    params(("id" = String, Path, description = "The game"), After),
    responses(
    (status = 200, description = "The events in order", body = Events),
    Failure,
))]
pub(super) async fn list(
    State(app): State<Arc<App>>,
    Extension(address): Extension<Address>,
    client: Client,
    Id(id): Id,
    Query(After { after, wait }): Query<After>,
) -> Result<impl IntoResponse, Problem> {
    let longest = app.config.limits.longest_wait.as_secs();
    if u64::from(wait) > longest {
        let why = format!("wait must be at most {longest} seconds");
        return Err(
            Problem::of(Code::InvalidQuery, Message::new("problem_query").with("why", why)).part("wait")
        );
    }
    let found = app.rooms.events(id, after, EVENTS_OF_A_PAGE).await?;
    let (events, goes_on) = if found.0.is_empty() && wait > 0 {
        let wait = Duration::from_secs(wait.into());
        wait_for(&app, address, &client, id, after, wait).await?
    } else {
        found
    };
    let next = events.last().map(|last| last.seq).filter(|_| goes_on);
    let events = events.iter().map(EventView::from).collect();
    Ok((no_store(HeaderMap::new()), Json(Events { events, next })))
}

/// Waits for an event after `after`. The events are none if the time is over or the server stops.
async fn wait_for(
    app: &Arc<App>,
    Address(address): Address,
    client: &Client,
    id: GameId,
    after: u64,
    wait: Duration,
) -> Result<(Vec<Stored>, bool), Problem> {
    // Takes as much of the server as a live connection.
    let _permit = app.meter.socket(address)?;
    let mut live = app.rooms.watch(id, client.caller.as_ref(), None).await?.live;
    let mut stopping = app.stopping.subscribe();
    let is_over = async {
        tokio::select! {
            () = tokio::time::sleep(wait) => {}
            _ = async { stopping.wait_for(|stopping| *stopping).await.is_ok() } => {}
        }
    };
    let mut is_over = std::pin::pin!(is_over);
    loop {
        // An event may have come before the subscription.
        let found = app.rooms.events(id, after, EVENTS_OF_A_PAGE).await?;
        if !found.0.is_empty() {
            return Ok(found);
        }
        let happened = async {
            loop {
                match live.recv().await {
                    Ok(Live::Presence { .. }) => {}
                    Ok(Live::Event { .. }) | Err(RecvError::Lagged(_)) => return true,
                    Ok(Live::Paused | Live::Changed) | Err(RecvError::Closed) => return false,
                }
            }
        };
        tokio::select! {
            is_event = happened => if !is_event {
                // Whatever is wrong with the game, reading it says so.
                return Ok(app.rooms.events(id, after, EVENTS_OF_A_PAGE).await?);
            },
            () = &mut is_over => return Ok(found),
        }
    }
}
