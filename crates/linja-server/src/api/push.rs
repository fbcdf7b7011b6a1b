//! Messages to players who are away.

#![allow(unused_qualifications, reason = "the macro for the API document writes full paths")]

use std::sync::Arc;

use axum::extract::{Extension, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use axum::routing::{get, post};
use axum::{Json, Router};
use linja::Message;
use linja_games::store::Subscription;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::games::no_store;
use crate::app::App;
use crate::client::Client;
use crate::cost::Cost;
use crate::extract::Json as Body;
use crate::middleware::Address;
use crate::problem::{Code, Failure, Problem};
use crate::push::{Push, Receiver};

pub(super) fn router() -> Router<Arc<App>> {
    Router::new().route("/push", get(read)).route("/push/subscriptions", post(subscribe).delete(unsubscribe))
}

/// Whether the server sends messages to browsers, and its key.
#[derive(Serialize, ToSchema)]
pub struct PushView {
    /// Whether the server sends messages.
    pub is_on: bool,
    /// The public key of the server (VAPID), base64url, for `PushManager.subscribe`; `null` if it sends none.
    pub public_key: Option<String>,
}

/// A browser that wants messages, in the form of `PushSubscription.toJSON()`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewSubscription {
    /// The address at the browser's push service.
    #[schema(max_length = 1024)]
    pub endpoint: String,
    /// Browsers send it; it is not used.
    #[serde(default, rename = "expirationTime")]
    #[schema(rename = "expirationTime")]
    pub expiration_time: Option<f64>,
    /// The keys of the browser.
    pub keys: SubscriptionKeys,
}

/// The keys of a browser.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SubscriptionKeys {
    /// The public key, base64url.
    #[schema(max_length = 100)]
    pub p256dh: String,
    /// The shared secret, base64url.
    #[schema(max_length = 40)]
    pub auth: String,
}

/// A browser that wants no more messages.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OldSubscription {
    /// The address at the browser's push service.
    #[schema(max_length = 1024)]
    pub endpoint: String,
}

/// Returns whether this server tells players who are away that it is their turn, and the key for subscriptions.
#[utoipa::path(get, path = "/api/v1/push", operation_id = "readPush", tag = "push", responses(
    (status = 200, description = "The key", body = PushView),
    Failure,
))]
pub(super) async fn read(State(app): State<Arc<App>>) -> impl IntoResponse {
    let public_key = app.push.as_ref().map(Push::public_key);
    (no_store(HeaderMap::new()), Json(PushView { is_on: public_key.is_some(), public_key }))
}

/// Tells a browser from now on when it becomes the client's turn in a game against a person and the client has no live
/// connection. Of more than ten browsers of a client, the oldest is forgotten. Repeating the request changes nothing.
#[utoipa::path(post, path = "/api/v1/push/subscriptions", operation_id = "subscribe", tag = "push", request_body = NewSubscription, responses(
    (status = 204, description = "The browser gets messages."),
    Failure,
))]
pub(super) async fn subscribe(
    State(app): State<Arc<App>>,
    Extension(Address(address)): Extension<Address>,
    client: Client,
    Body(NewSubscription { endpoint, keys, .. }): Body<NewSubscription>,
) -> Result<impl IntoResponse, Problem> {
    app.meter.spend(address, Cost::PROBE)?;
    let caller = client.must_be_known()?;
    let push =
        app.push.as_ref().ok_or_else(|| Problem::of(Code::PushOff, Message::new("problem_push_off")))?;
    if push.allowed.endpoint(&endpoint).is_none() {
        return Err(Problem::of(Code::InvalidBody, Message::new("problem_push_endpoint")).part("endpoint"));
    }
    // Encrypting finds out whether the keys can be used.
    let tried = Receiver::new(&keys.p256dh, &keys.auth).and_then(|keys| keys.encrypt(b""));
    tried.map_err(|_| Problem::of(Code::InvalidBody, Message::new("problem_push_keys")).part("keys"))?;
    let new = Subscription { endpoint, public_key: keys.p256dh, secret: keys.auth };
    app.rooms.store().subscribe(&caller.identity, &new).await.map_err(linja_games::GameError::from)?;
    Ok((StatusCode::NO_CONTENT, no_store(HeaderMap::new())))
}

/// Sends no more messages to a browser of the client. Has no effect on a browser that gets none.
#[utoipa::path(delete, path = "/api/v1/push/subscriptions", operation_id = "unsubscribe", tag = "push", request_body = OldSubscription, responses(
    (status = 204, description = "The browser gets no messages."),
    Failure,
))]
pub(super) async fn unsubscribe(
    State(app): State<Arc<App>>,
    client: Client,
    Body(OldSubscription { endpoint }): Body<OldSubscription>,
) -> Result<impl IntoResponse, Problem> {
    let identity = client.must_be_known()?.identity;
    app.rooms.store().unsubscribe(&identity, &endpoint).await.map_err(linja_games::GameError::from)?;
    Ok((StatusCode::NO_CONTENT, no_store(HeaderMap::new())))
}
