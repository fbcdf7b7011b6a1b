//! The WebSocket of a game: sends the state or the missed events, then every event as it happens.

#![allow(unused_qualifications, reason = "the macro for the API document writes full paths")]

mod excess;
mod lag;
mod message;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Extension, State};
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::get;
use linja::Side;
use linja_games::GameError;
use linja_games::game::command::Command;
use linja_games::game::refusal::Refusal;
use linja_games::identity::Caller;
use linja_games::room::{Live, PresenceMessage, Role, Room, Text, Watch};
use linja_games::token::Hash;
use linja_text::Language;
use serde::Deserialize;
use tokio::sync::broadcast::error::RecvError;
use utoipa::IntoParams;

use self::excess::Excess;
use self::lag::Lag;
pub use self::message::{LiveMessage, LiveReceipt};
use crate::api::games::carry_out;
use crate::app::App;
use crate::client::Client;
use crate::extract::{Id, Query, read_json};
use crate::meter::Permit;
use crate::middleware::Address;
use crate::problem::{Code, Failure, Problem};

/// A message from a client on a live connection: a command, as over HTTP.
pub type LiveRequest = Command;

/// Close code for a client that reads too slowly. The client may reconnect and name its last event.
const TOO_SLOW: u16 = 4008;

/// Close code for a client whose token was signed out.
const SIGNED_OUT: u16 = 4003;

/// How long a flooding client has to notice that its connection is closed.
const GOODBYE: Duration = Duration::from_secs(1);

/// The live route.
pub fn router() -> Router<Arc<App>> {
    Router::new().route("/games/{id}/live", get(connect))
}

/// Where the messages start.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct From {
    /// The last event that the client knows. The client then gets the later events instead of the whole state.
    #[param(format = "uint64")]
    after: Option<u64>,
}

/// Watches a game over a WebSocket. The server sends `LiveMessage`, the client sends `Command`, both as JSON text.
#[utoipa::path(get, path = "/api/v1/games/{id}/live", operation_id = "watchGame", tag = "games",
    params(("id" = String, Path, description = "The game"), From),
    responses(
    (status = 101, description = "The connection is a WebSocket from here on"),
    Failure,
))]
pub(crate) async fn connect(
    State(app): State<Arc<App>>,
    Extension(Address(address)): Extension<Address>,
    client: Client,
    headers: HeaderMap,
    Id(id): Id,
    Query(From { after }): Query<From>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    let upgrade = upgrade.map_err(|_| {
        Problem::of(Code::BadRequest, linja::Message::new("problem_no_websocket")).part("Upgrade")
    })?;
    let permit = app.meter.socket(address)?;
    let watch = app.rooms.watch(id, client.caller.as_ref(), after).await?;
    let most = app.config.limits.message_bytes;
    // Small buffers save memory with thousands of sockets, and commands are short.
    let upgrade = upgrade
        .protocols([crate::client::PROTOCOL])
        .max_message_size(most)
        .max_frame_size(most)
        .read_buffer_size(most)
        .write_buffer_size(0);
    let language = crate::language::of(&headers);
    Ok(upgrade.on_upgrade(move |socket| {
        let (client, role) = (client.caller, Role::Spectator);
        let (excess, lag) = (Excess::default(), Lag::default());
        Connection { app, socket, client, language, address, role, excess, lag, _permit: permit }.run(watch)
    }))
}

struct Connection {
    app: Arc<App>,
    socket: WebSocket,
    client: Option<Caller>,
    /// The language of problem messages.
    language: Language,
    address: IpAddr,
    role: Role,
    excess: Excess,
    lag: Lag,
    _permit: Permit,
}

/// Why a connection ends.
enum End {
    /// The client disconnected, or no longer replies to pings.
    Gone,
    /// The server closes the connection, with this code and reason.
    Close(u16, &'static str),
}

impl Connection {
    async fn run(mut self, watch: Watch) {
        let room = watch.room.clone();
        self.role = role(watch.own.you.clone());
        let presence = room.enter(&self.role);
        self.app.rooms.announce_presence(&room);
        let ended = self.serve(watch, presence).await;
        room.leave(&self.role);
        self.app.rooms.announce_presence(&room);
        if let Err(End::Close(code, reason)) = ended {
            let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
            // Fails if the client has already disconnected.
            let _ = tokio::time::timeout(
                self.app.config.limits.send_timeout,
                self.socket.send(Message::Close(Some(frame))),
            )
            .await;
            if code == close_code::POLICY {
                // If unread messages were left, the system would reset the connection, and the client might not see
                // the code.
                let rest = async { while let Some(Ok(_)) = self.socket.recv().await {} };
                let _ = tokio::time::timeout(GOODBYE, rest).await;
            }
        }
    }

    async fn serve(&mut self, watch: Watch, presence: (PresenceMessage, u64)) -> Result<(), End> {
        let Watch { room, own, missed, mut live } = watch;
        let mut identities = self.app.rooms.identity_changes();
        // The token may have ended since the request.
        self.check_token().await?;
        match missed {
            Some(events) => {
                for text in events {
                    self.send(text).await?;
                }
            }
            None => self.send(LiveMessage::State(Box::new(own)).text()).await?,
        }
        let (presence, mut announced) = presence;
        self.send(LiveMessage::Presence(presence).text()).await?;
        let mut oracle = self.app.tables.changes();
        self.send(LiveMessage::Oracle(self.app.tables.view()).text()).await?;
        self.ping().await?;
        let mut stopping = self.app.stopping.subscribe();
        let mut ping = tokio::time::interval(self.app.config.limits.ping);
        ping.reset();
        let mut is_alive = true;
        loop {
            tokio::select! {
                message = live.recv() => match message {
                    Ok(Live::Event { is_joined, to_move, text, own_text, .. }) => {
                        if is_joined {
                            self.look_for_seat(&room).await;
                        }
                        let is_own = to_move.is_some_and(|side| self.role.plays(side));
                        self.send(if is_own { own_text.get() } else { text }).await?;
                    }
                    // Skip announcements up to this connection's own, which are still in the queue.
                    Ok(Live::Presence { version, .. }) if version <= announced => {}
                    Ok(Live::Presence { version, text }) => {
                        announced = version;
                        self.send(text).await?;
                    }
                    Ok(Live::Paused) => {
                        let reason = "paused: a newer version continued this game, connect again later";
                        return Err(End::Close(close_code::AGAIN, reason));
                    }
                    Err(RecvError::Lagged(_)) => {
                        count_slow_reader();
                        return Err(End::Close(TOO_SLOW, "too slow: connect again and name your last event"));
                    }
                    Ok(Live::Changed) | Err(RecvError::Closed) => {
                        return Err(End::Close(close_code::AWAY, "the game is gone"));
                    }
                },
                changed = identities.recv() => self.must_be_signed_in(changed).await?,
                // Missed changes do not matter, because a newer one follows.
                Ok(view) = oracle.recv() => self.send(LiveMessage::Oracle(view).text()).await?,
                message = self.socket.recv() => {
                    is_alive = true;
                    let counted = match &message {
                        Some(Ok(_)) => self.app.meter.request(self.address).map(drop),
                        Some(Err(_)) | None => Ok(()),
                    };
                    if counted.is_err() && !self.excess.allow(Instant::now()) {
                        metrics::counter!("linja_flooding_sockets_total").increment(1);
                        return Err(End::Close(close_code::POLICY, "too many messages: connect again later"));
                    }
                    match message {
                        Some(Ok(Message::Text(text))) => self.command(&room, counted, text.as_bytes()).await?,
                        Some(Ok(Message::Binary(_))) => {
                            return Err(End::Close(close_code::UNSUPPORTED, "messages are JSON texts"));
                        }
                        // axum replies to pings.
                        Some(Ok(Message::Ping(_))) => {}
                        Some(Ok(Message::Pong(content))) => self.pong(&room, &content),
                        Some(Err(error)) if is_too_long(&error) => {
                            return Err(End::Close(close_code::SIZE, "the message is too long"));
                        }
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(End::Gone),
                    }
                }
                _ = ping.tick() => {
                    if !std::mem::replace(&mut is_alive, false) {
                        count_slow_reader();
                        return Err(End::Gone);
                    }
                    self.ping().await?;
                }
                _ = async { stopping.wait_for(|stopping| *stopping).await.is_ok() } => {
                    return Err(End::Close(close_code::RESTART, "the server is stopping: connect again"));
                }
            }
        }
    }

    /// Ends the connection if the client was signed out by this change. Changes may have been missed.
    async fn must_be_signed_in(&mut self, changed: Result<Hash, RecvError>) -> Result<(), End> {
        let concerns = match changed {
            Ok(identity) => self.client.as_ref().is_some_and(|client| client.identity == identity),
            Err(_) => true,
        };
        if concerns { self.check_token().await } else { Ok(()) }
    }

    async fn check_token(&mut self) -> Result<(), End> {
        let Some(client) = &self.client else { return Ok(()) };
        match self.app.rooms.identify(client.token.clone()).await {
            Err(GameError::SignedOut) => Err(End::Close(SIGNED_OUT, "signed out: reload the page")),
            // While the database fails nothing can be played; another change or command asks again.
            Ok(_) | Err(_) => Ok(()),
        }
    }

    async fn ping(&mut self) -> Result<(), End> {
        let content = self.lag.ping();
        self.send_message(Message::Ping(content)).await
    }

    /// Records the lag, for the commands of this client over any connection.
    fn pong(&mut self, room: &Room, content: &[u8]) {
        self.lag.pong(content);
        if self.lag.round_trip().is_some_and(|lag| room.measure(&self.role, lag)) {
            self.app.rooms.announce_presence(room);
        }
    }

    /// Executes a command and sends its receipt.
    async fn command(&mut self, room: &Room, counted: Result<(), Problem>, bytes: &[u8]) -> Result<(), End> {
        let receipt = match self.try_command(room, counted, bytes).await {
            Ok((id, seq)) => LiveReceipt { id: Some(id), status: 200, seq: Some(seq), problem: None },
            Err((id, problem)) => {
                let problem = problem.in_language(self.language);
                LiveReceipt { id, status: problem.status, seq: None, problem: Some(Box::new(problem.0)) }
            }
        };
        self.send(LiveMessage::Receipt(receipt).text()).await
    }

    async fn try_command(
        &mut self,
        room: &Room,
        counted: Result<(), Problem>,
        bytes: &[u8],
    ) -> Result<(uuid::Uuid, u64), (Option<uuid::Uuid>, Problem)> {
        let unread = |problem| (id_of(bytes), problem);
        counted.map_err(unread)?;
        let command: LiveRequest = read_json(bytes).map_err(unread)?;
        let id = command.id;
        let caller = self.client.clone().ok_or_else(|| (Some(id), Problem::from(Refusal::NoSeat)))?;
        let receipt = carry_out(&self.app, Address(self.address), room.id, caller, command).await;
        receipt.map(|receipt| (id, receipt.event.seq)).map_err(|problem| (Some(id), problem))
    }

    /// Updates the role if this client has taken a seat.
    async fn look_for_seat(&mut self, room: &Arc<Room>) {
        if self.role != Role::Spectator {
            return;
        }
        let Some(caller) = &self.client else { return };
        let Ok(own) = self.app.rooms.look(room.id, Some(caller)).await else { return };
        let now = role(own.you);
        if now != self.role {
            room.change_role(&self.role, &now);
            self.role = now;
            if let Some(lag) = self.lag.round_trip() {
                room.measure(&self.role, lag);
            }
            self.app.rooms.announce_presence(room);
        }
    }

    async fn send(&mut self, text: Text) -> Result<(), End> {
        self.send_message(Message::Text(message::utf8(text))).await
    }

    async fn send_message(&mut self, message: Message) -> Result<(), End> {
        match tokio::time::timeout(self.app.config.limits.send_timeout, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(End::Gone),
            Err(_) => {
                count_slow_reader();
                Err(End::Gone)
            }
        }
    }
}

/// Counts a client that was disconnected because it stopped reading or did not reply to a ping.
fn count_slow_reader() {
    metrics::counter!("linja_slow_readers_total").increment(1);
}

/// The id of a command that can't be parsed as a whole, for example because its type is unknown.
fn id_of(bytes: &[u8]) -> Option<uuid::Uuid> {
    #[derive(Deserialize)]
    struct WithId {
        id: uuid::Uuid,
    }
    serde_json::from_slice(bytes).ok().map(|WithId { id }| id)
}

/// Whether a message was rejected because of its length.
fn is_too_long(error: &axum::Error) -> bool {
    use std::error::Error as _;
    use tungstenite::error::{CapacityError, Error};
    let source = error.source().and_then(|source| source.downcast_ref());
    matches!(source, Some(Error::Capacity(CapacityError::MessageTooLong { .. })))
}

fn role(sides: Vec<Side>) -> Role {
    if sides.is_empty() { Role::Spectator } else { Role::Player(sides) }
}
