//! The HTTP requests of one player. A request is repeated, with the same id, until the server responds.

use std::sync::Arc;
use std::time::Duration;

use hyper::Method;
use hyper::body::Bytes;
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::endpoint::Reply;
use crate::violation::Violation;
use crate::wire::{NewToken, Problem, read};
use crate::world::World;

/// The pause before a request is repeated.
const PAUSE: Duration = Duration::from_millis(25);

/// Within this time all servers of one database know of an event.
const SPREAD: Duration = Duration::from_secs(5);

/// Sends the requests of one player.
#[derive(Debug)]
pub(crate) struct Client {
    world: Arc<World>,
    token: String,
    home: usize,
    /// The server that responded last.
    server: usize,
}

/// A response, and what it took to get it.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) body: Bytes,
    /// From the first request to the response.
    pub(crate) took: Duration,
    /// When the request was repeated last, in milliseconds since 1970; `None` if it was sent once.
    pub(crate) repeated: Option<u64>,
}

impl Client {
    /// A client with its own token, which prefers the server `home`.
    pub(crate) async fn new(world: Arc<World>, home: usize) -> Result<Client, Violation> {
        let mut client = Client { world, token: String::new(), home, server: home };
        let response = client.send(&Method::POST, "/api/v1/tokens", None, 201).await?;
        client.token = read::<NewToken>(&response.body)?.token;
        Ok(client)
    }

    pub(crate) fn token(&self) -> &str {
        &self.token
    }

    /// How long a server may take to learn of an event that another one has acknowledged.
    pub(crate) fn longest_delay(&self) -> Duration {
        if self.world.endpoints.len() > 1 { SPREAD } else { Duration::ZERO }
    }

    /// Returns to the preferred server.
    pub(crate) fn go_home(&mut self) {
        self.server = self.home;
    }

    pub(crate) async fn get(&mut self, path: &str) -> Result<Bytes, Violation> {
        self.send(&Method::GET, path, None, 200).await.map(|response| response.body)
    }

    pub(crate) async fn create(&mut self, wish: &Value) -> Result<Response, Violation> {
        self.send(&Method::POST, "/api/v1/games", Some(wish), 201).await
    }

    /// Sends a command; see [`command`].
    pub(crate) async fn command(&mut self, game: &str, command: &Value) -> Result<Response, Violation> {
        let path = format!("/api/v1/games/{game}/commands");
        self.send(&Method::POST, &path, Some(command), 200).await
    }

    async fn send(
        &mut self,
        method: &Method,
        path: &str,
        body: Option<&Value>,
        status: u16,
    ) -> Result<Response, Violation> {
        let body = match (method, body) {
            (_, Some(body)) => Some(Bytes::from(body.to_string())),
            (&Method::GET, None) => None,
            (_, None) => Some(Bytes::from_static(b"null")),
        };
        let begun = Instant::now();
        let mut repeated = None;
        loop {
            let endpoint = &self.world.endpoints[self.server];
            let token = (!self.token.is_empty()).then_some(self.token.as_str());
            let failed = match endpoint.send(method.clone(), path, token, body.clone()).await {
                Ok(reply) if reply.status == status => {
                    return Ok(Response { body: reply.body, took: begun.elapsed(), repeated });
                }
                Ok(reply) => self.refused(path, &reply)?,
                Err(error) => {
                    self.world.tally.error("broken_connection");
                    self.server = (self.server + 1) % self.world.endpoints.len();
                    format!("{error:#}")
                }
            };
            if begun.elapsed() > self.world.patience {
                return Err(Violation::new(format!("{path} got no response in time: {failed}")));
            }
            tokio::time::sleep(PAUSE).await;
            repeated = Some(crate::referee::wall_clock());
        }
    }

    /// Counts a refusal.
    ///
    /// # Errors
    /// If the request must not be repeated.
    fn refused(&self, path: &str, reply: &Reply) -> Result<String, Violation> {
        let problem: Problem = read(&reply.body)?;
        self.world.tally.error(&problem.code);
        self.world.tally.lock().refused += u64::from(reply.status == 503);
        let refusal =
            format!("{path} was refused with {} {}: {}", reply.status, problem.code, problem.detail);
        if matches!(reply.status, 429 | 503) { Ok(refusal) } else { Err(Violation::new(refusal)) }
    }
}

/// The JSON of a command.
pub(crate) fn command(id: uuid::Uuid, seen: u64, kind: &str, field: Option<(&str, &str)>) -> Value {
    let mut command = json!({ "id": id, "seen": seen, "type": kind });
    if let Some((name, value)) = field {
        command[name] = value.into();
    }
    command
}
