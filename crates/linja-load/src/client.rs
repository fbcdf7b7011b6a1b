//! A player's requests: sent again, with the same id, until they are answered.

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

/// Before a request is sent again.
const PAUSE: Duration = Duration::from_millis(25);

/// In this time all servers of one database know of an event.
const SPREAD: Duration = Duration::from_secs(5);

/// Sends the requests of one player.
#[derive(Debug)]
pub(crate) struct Caller {
    world: Arc<World>,
    token: String,
    home: usize,
    /// The server that answered last.
    server: usize,
}

/// An answer, and what it took to get it.
#[derive(Debug)]
pub(crate) struct Answered {
    pub(crate) body: Bytes,
    /// From the first sending to the answer.
    pub(crate) took: Duration,
    /// When it was sent for the last time, in milliseconds since 1970, if it had to be sent more than once.
    pub(crate) repeated: Option<u64>,
}

impl Caller {
    /// A player with a token of its own, who prefers one of the servers.
    pub(crate) async fn new(world: Arc<World>, home: usize) -> Result<Caller, Violation> {
        let mut caller = Caller { world, token: String::new(), home, server: home };
        let answered = caller.send(&Method::POST, "/api/v1/tokens", None, 201).await?;
        caller.token = read::<NewToken>(&answered.body)?.token;
        Ok(caller)
    }

    pub(crate) fn token(&self) -> &str {
        &self.token
    }

    /// How long a server may not know yet what another one has acknowledged.
    pub(crate) fn longest_delay(&self) -> Duration {
        if self.world.endpoints.len() > 1 { SPREAD } else { Duration::ZERO }
    }

    /// Back to the preferred server.
    pub(crate) fn go_home(&mut self) {
        self.server = self.home;
    }

    pub(crate) async fn get(&mut self, path: &str) -> Result<Bytes, Violation> {
        self.send(&Method::GET, path, None, 200).await.map(|answered| answered.body)
    }

    pub(crate) async fn create(&mut self, wish: &Value) -> Result<Answered, Violation> {
        self.send(&Method::POST, "/api/v1/games", Some(wish), 201).await
    }

    /// Sends a command; `fields` are those of its kind.
    pub(crate) async fn command(&mut self, game: &str, command: &Value) -> Result<Answered, Violation> {
        let path = format!("/api/v1/games/{game}/commands");
        self.send(&Method::POST, &path, Some(command), 200).await
    }

    async fn send(
        &mut self,
        method: &Method,
        path: &str,
        body: Option<&Value>,
        status: u16,
    ) -> Result<Answered, Violation> {
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
                    return Ok(Answered { body: reply.body, took: begun.elapsed(), repeated });
                }
                Ok(reply) => self.refused(path, &reply)?,
                Err(error) => {
                    self.world.tally.error("broken_connection");
                    self.server = (self.server + 1) % self.world.endpoints.len();
                    format!("{error:#}")
                }
            };
            if begun.elapsed() > self.world.patience {
                return Err(Violation::new(format!("{path} was not answered in time: {failed}")));
            }
            tokio::time::sleep(PAUSE).await;
            repeated = Some(crate::referee::wall_clock());
        }
    }

    /// Says whether to try again.
    fn refused(&self, path: &str, reply: &Reply) -> Result<String, Violation> {
        let problem: Problem = read(&reply.body)?;
        self.world.tally.error(&problem.code);
        let told = format!("{path} was refused with {} {}: {}", reply.status, problem.code, problem.detail);
        if matches!(reply.status, 429 | 503) { Ok(told) } else { Err(Violation::new(told)) }
    }
}

/// A command with its id.
pub(crate) fn command(id: uuid::Uuid, seen: u64, kind: &str, field: Option<(&str, &str)>) -> Value {
    let mut command = json!({ "id": id, "seen": seen, "type": kind });
    if let Some((name, value)) = field {
        command[name] = value.into();
    }
    command
}
