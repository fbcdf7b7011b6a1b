//! The client's identity: another device, signing out, all games in one file, deletion.

#![allow(unused_qualifications, reason = "the macro for the API document writes full paths")]

use std::sync::Arc;

use axum::extract::{Extension, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::{delete, get, post};
use axum::{Json, Router};
use linja_games::identity::Code;
use linja_games::token::Token;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::export::{Export, Exported, Form};
use super::games::no_store;
use crate::app::App;
use crate::client::{Client, Shown, no_token};
use crate::extract::{Json as Body, Query};
use crate::middleware::Address;
use crate::problem::{Failure, Problem};
use crate::read_timeout::LongAnswers;

pub(super) fn router() -> Router<Arc<App>> {
    Router::new()
        .route("/identity", delete(forget))
        .route("/identity/codes", post(issue))
        .route("/identity/games", get(export))
        .route("/identity/tokens", post(redeem))
        .route("/identity/sign-out", post(sign_out))
}

/// A command about the client's identity.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct IdentityCommand {
    /// A random UUID (version 4), which nobody else may know. Repeating a command with the same id has the same result.
    pub id: Uuid,
}

/// A code to exchange for a token.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Redemption {
    /// A random UUID (version 4), which nobody else may know. Repeating a request with the same id has the same result.
    pub id: Uuid,
    /// The code. Blanks, hyphens and letter case do not matter.
    #[schema(max_length = 40)]
    pub code: String,
}

/// A code that moves an identity to another device.
#[derive(Serialize, ToSchema)]
pub struct CodeView {
    /// The code. Anybody who has it can use it once.
    pub code: String,
    /// The link to the page that uses it, without the address of the server.
    pub path: String,
    /// Until when the code is valid, in milliseconds since 1970.
    pub expires_at: u64,
}

/// A token that takes the place of the client's.
#[derive(Serialize, ToSchema)]
pub struct NewToken {
    /// The token, for programs. Missing if the response sets it as a cookie.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

/// Issues a code that gives another device access to the client's identity: its games and its seats. The code can be used
/// once, within 15 minutes, and takes the place of an earlier one.
#[utoipa::path(post, path = "/api/v1/identity/codes", operation_id = "issueCode", tag = "identity", request_body = IdentityCommand, responses(
    (status = 201, description = "The code", body = CodeView),
    Failure,
))]
pub(super) async fn issue(
    State(app): State<Arc<App>>,
    Extension(Address(address)): Extension<Address>,
    client: Client,
    Body(IdentityCommand { id }): Body<IdentityCommand>,
) -> Result<impl IntoResponse, Problem> {
    app.meter.code(address)?;
    let issued = app.rooms.issue_code(client.must_be_known()?, id).await?;
    let code = issued.code.to_string();
    // In the fragment, which browsers do not send: a code must not be in the logs of a server.
    let view = CodeView { path: format!("/games#code={code}"), code, expires_at: issued.expires_at };
    Ok((StatusCode::CREATED, no_store(HeaderMap::new()), Json(view)))
}

/// Exchanges a code for a token of the identity that issued it. A request with a token in its header gets the new one in
/// the body, any other as a cookie. The token of the request stays valid.
#[utoipa::path(post, path = "/api/v1/identity/tokens", operation_id = "redeemCode", tag = "identity", request_body = Redemption, responses(
    (status = 201, description = "The token", body = NewToken),
    Failure,
))]
pub(super) async fn redeem(
    State(app): State<Arc<App>>,
    Extension(Address(address)): Extension<Address>,
    shown: Shown,
    Body(Redemption { id, code }): Body<Redemption>,
) -> Result<impl IntoResponse, Problem> {
    app.meter.code(address)?;
    let token = app.rooms.redeem(code.parse::<Code>().ok(), id).await?;
    let (headers, view) = hand_over(&shown, &token);
    Ok((StatusCode::CREATED, headers, Json(view)))
}

/// Returns all games of the client in one file: as records, one after another with an empty line between them, or as JSON
/// with all events. Sent at the pace of the rate limit.
#[utoipa::path(get, path = "/api/v1/identity/games", operation_id = "exportGames", tag = "identity", params(Form), responses(
    (status = 200, description = "The games", content((String = "text/plain"), (Exported = "application/json"))),
    Failure,
))]
pub(super) async fn export(
    State(app): State<Arc<App>>,
    Extension(Address(address)): Extension<Address>,
    client: Client,
    Query(Form { format }): Query<Form>,
    long: Option<Extension<LongAnswers>>,
) -> Result<impl IntoResponse, Problem> {
    let identity = client.must_be_known()?.identity;
    let (media, file) = format.media_and_file();
    let mut headers = no_store(HeaderMap::new());
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media));
    headers.insert(header::CONTENT_DISPOSITION, HeaderValue::from_static(file));
    let permit = app.meter.stream(address)?;
    let connection = long.as_ref().map(|Extension(long)| long.begin());
    let export = Export::new(app, address, identity, format).held_by(permit, connection);
    Ok((headers, long, export.into_body()))
}

/// Ends all tokens of the client's identity, on all devices, and closes their live connections. The client gets a new
/// token, in the same way as for a code.
#[utoipa::path(post, path = "/api/v1/identity/sign-out", operation_id = "signOutEverywhere", tag = "identity", request_body = IdentityCommand, responses(
    (status = 200, description = "The client's new token", body = NewToken),
    Failure,
))]
pub(super) async fn sign_out(
    State(app): State<Arc<App>>,
    Extension(Address(address)): Extension<Address>,
    // The token of a repeated request has ended.
    shown: Shown,
    Body(IdentityCommand { id }): Body<IdentityCommand>,
) -> Result<impl IntoResponse, Problem> {
    app.meter.code(address)?;
    let token = shown.token.clone().ok_or_else(no_token)?;
    let rooms = app.rooms.clone();
    // In a separate task, so that a disconnecting client does not cancel it half-way.
    let signed_out = tokio::spawn(async move { rooms.sign_out_everywhere(&token, id).await });
    let token = signed_out.await.map_err(|error| Problem::internal(&error))??;
    let (headers, view) = hand_over(&shown, &token);
    Ok((headers, Json(view)))
}

/// Deletes the client's identity. Its running games are resigned, its invitations withdrawn, its tokens ended; in all its
/// games another identity, which nobody has, takes its place, and its names disappear. Turns stay. Can't be undone.
#[utoipa::path(delete, path = "/api/v1/identity", operation_id = "deleteIdentity", tag = "identity", responses(
    (status = 204, description = "The identity is gone. Repeating the request gives 401 `signed_out`."),
    Failure,
))]
pub(super) async fn forget(
    State(app): State<Arc<App>>,
    Extension(Address(address)): Extension<Address>,
    shown: Shown,
    client: Client,
) -> Result<impl IntoResponse, Problem> {
    app.meter.code(address)?;
    let identity = client.must_be_known()?.identity;
    let rooms = app.rooms.clone();
    let forgotten = tokio::spawn(async move { rooms.forget(identity).await });
    forgotten.await.map_err(|error| Problem::internal(&error))??;
    Ok((StatusCode::NO_CONTENT, no_store(shown.without_cookies())))
}

/// Gives a client its new token: programs in the body, browsers as a cookie that scripts can't read.
fn hand_over(shown: &Shown, token: &Token) -> (HeaderMap, NewToken) {
    if shown.is_program {
        (no_store(HeaderMap::new()), NewToken { token: Some(token.to_string()) })
    } else {
        (no_store(shown.cookies_for(token)), NewToken { token: None })
    }
}
