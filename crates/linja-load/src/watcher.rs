//! A player's live connection. Checks that every event arrives once and in order, across reconnects.

use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt as _;
use linja::Side;
use tokio::net::TcpStream;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message as Frame, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::referee::Referee;
use crate::violation::{Violation, same};
use crate::wire::{Message, Numbered, read};
use crate::world::World;

/// The pause before another attempt to connect.
const PAUSE: Duration = Duration::from_millis(25);
/// After this time the next server is tried.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// Small, because two thousand connections with the usual 128 KB would need as much memory as all games together.
const BUFFER: usize = 8 * 1024;

/// Watches one game for one player.
#[derive(Debug)]
pub(crate) struct Watcher {
    world: Arc<World>,
    token: String,
    game: String,
    side: Side,
    home: usize,
    server: usize,
    socket: Option<WebSocketStream<TcpStream>>,
    /// The number of the last event received; 0 before the first state.
    seq: u64,
    /// When the connection broke; reset by the first message of the next connection.
    lost: Option<Instant>,
    last_event: Option<Instant>,
}

/// When an event arrived, by the server's clock and by ours.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrival {
    pub(crate) at: u64,
    pub(crate) when: Instant,
}

impl Watcher {
    pub(crate) fn new(world: Arc<World>, token: &str, game: &str, side: Side, home: usize) -> Watcher {
        Watcher {
            world,
            token: token.into(),
            game: game.into(),
            side,
            home,
            server: home,
            socket: None,
            seq: 0,
            lost: None,
            last_event: None,
        }
    }

    /// Connects and compares the state with the replay.
    pub(crate) async fn begin(&mut self, referee: &Referee) -> Result<(), Violation> {
        let text = self.receive_in_time().await?;
        let message: Message<'_> = read(text.as_bytes())?;
        same("the first message", message.kind, "state")?;
        let game = message.game.ok_or_else(|| Violation::new("the state holds no game"))?;
        self.seq = game.seq;
        if game.seq == referee.seq() {
            same("your sides in the state", &message.you, &Some(vec![self.side.id()]))?;
            return referee.check_state(self.side, &game);
        }
        // This server does not know yet what the other one has acknowledged. It must send the missing events.
        while self.seq < referee.seq() {
            let text = self.receive_in_time().await?;
            let message: Message<'_> = read(text.as_bytes())?;
            let Some(event) = self.event(&message)? else { continue };
            referee.check_known(&event)?;
            self.seq = event.seq;
        }
        same("the number of events", &self.seq, &referee.seq())
    }

    /// Waits for the event of the pending command.
    pub(crate) async fn next_event(&mut self, referee: &Referee) -> Result<Arrival, Violation> {
        loop {
            let text = self.receive_in_time().await?;
            let when = Instant::now();
            let message: Message<'_> = read(text.as_bytes())?;
            let Some(event) = self.event(&message)? else { continue };
            let game = message.game.as_ref().ok_or_else(|| Violation::new("an event holds no game"))?;
            let checked = referee.check(self.side, &event, game);
            checked.map_err(|violation| violation.at("on the live connection"))?;
            self.seq = event.seq;
            if let Some(last) = self.last_event.replace(when) {
                let mut counts = self.world.tally.lock();
                counts.longest_silence = counts.longest_silence.max(when - last);
            }
            return Ok(Arrival { at: event.at, when });
        }
    }

    /// Reads until `until`. Any event is a violation. Reconnects if the connection breaks.
    pub(crate) async fn idle(&mut self, until: Instant) -> Result<(), Violation> {
        while let Ok(text) = tokio::time::timeout_at(until, self.receive()).await {
            let text = text?;
            let message: Message<'_> = read(text.as_bytes())?;
            if let Some(event) = self.event(&message)? {
                return Err(Violation::new(format!("event {} arrived without a command", event.seq)));
            }
        }
        Ok(())
    }

    /// Reconnects to the preferred server.
    pub(crate) fn go_home(&mut self) {
        if self.server != self.home {
            self.server = self.home;
            self.socket = None;
        }
    }

    /// The event in a message; `None` for other kinds of message.
    fn event<'a>(&self, message: &Message<'a>) -> Result<Option<Numbered<'a>>, Violation> {
        match message.kind {
            "presence" | "oracle" => Ok(None),
            "event" => match (message.seq, message.at, message.event) {
                (Some(seq), Some(at), Some(event)) => {
                    same("the event's number on the live connection", &seq, &(self.seq + 1))?;
                    Ok(Some(Numbered { seq, at, command: message.command, event }))
                }
                _ => Err(Violation::new("an event lacks its number, its time or itself")),
            },
            "state" => Err(Violation::new(format!("the server does not know event {} any more", self.seq))),
            other => Err(Violation::new(format!("a message of the unknown kind {other}"))),
        }
    }

    async fn receive_in_time(&mut self) -> Result<Utf8Bytes, Violation> {
        let patience = self.world.patience;
        let seq = self.seq + 1;
        match tokio::time::timeout(patience, self.receive()).await {
            Ok(received) => received,
            Err(_) => Err(Violation::new(format!("event {seq} did not arrive within {patience:?}"))),
        }
    }

    /// The next text; reconnects if the connection has ended. Safe to cancel.
    async fn receive(&mut self) -> Result<Utf8Bytes, Violation> {
        loop {
            let Some(socket) = &mut self.socket else {
                self.connect().await?;
                continue;
            };
            match socket.next().await {
                Some(Ok(Frame::Text(text))) => {
                    if let Some(lost) = self.lost.take() {
                        self.world.tally.lock().gaps.add(lost.elapsed());
                    }
                    return Ok(text);
                }
                // The library answers pings.
                Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => {}
                Some(Ok(Frame::Close(frame))) => {
                    let code = frame.map_or(0, |frame| u16::from(frame.code));
                    self.broke(&format!("closed_{code}"));
                }
                Some(Ok(other)) => return Err(Violation::new(format!("a frame that is no text: {other:?}"))),
                Some(Err(_)) | None => self.broke("broken_live_connection"),
            }
        }
    }

    fn broke(&mut self, code: &str) {
        self.world.tally.error(code);
        self.socket = None;
        self.lost.get_or_insert_with(Instant::now);
        self.server = (self.server + 1) % self.world.endpoints.len();
    }

    async fn connect(&mut self) -> Result<(), Violation> {
        let begun = Instant::now();
        loop {
            match tokio::time::timeout(CONNECT_TIMEOUT, self.try_connect()).await {
                Ok(Ok(socket)) => {
                    self.socket = Some(socket);
                    return Ok(());
                }
                // An HTTP response: the server refused the connection.
                Ok(Err(Error::Http(response))) => {
                    let status = response.status().as_u16();
                    self.world.tally.error(&format!("live_{status}"));
                    if !matches!(status, 429 | 503) {
                        let body = response.into_body().unwrap_or_default();
                        let problem = String::from_utf8_lossy(&body);
                        return Err(Violation::new(format!("a live connection was refused: {problem}")));
                    }
                }
                Ok(Err(_)) | Err(_) => self.server = (self.server + 1) % self.world.endpoints.len(),
            }
            if begun.elapsed() > self.world.patience {
                return Err(Violation::new("no live connection could be made in time"));
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    async fn try_connect(&self) -> Result<WebSocketStream<TcpStream>, Error> {
        let endpoint = &self.world.endpoints[self.server];
        let authority = endpoint.authority();
        let after = if self.seq == 0 { String::new() } else { format!("?after={}", self.seq) };
        let url = format!("ws://{authority}/api/v1/games/{}/live{after}", self.game);
        let mut request = url.into_client_request()?;
        let bearer = HeaderValue::from_str(&format!("Bearer {}", self.token));
        request.headers_mut().insert("authorization", bearer?);
        let stream = endpoint.stream().await?;
        let config = WebSocketConfig::default().read_buffer_size(BUFFER).write_buffer_size(0);
        let (socket, _) = client_async_with_config(request, stream, Some(config)).await?;
        Ok(socket)
    }
}
