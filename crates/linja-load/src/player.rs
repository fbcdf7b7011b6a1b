//! A well-behaved player: games against the computer, with time to think, over a live connection.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::Context as _;
use futures_util::StreamExt as _;
use hyper::Method;
use hyper::body::Bytes;
use linja::{Position, RuleSet};
use linja_testing::Chance;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Message as Frame;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::{WebSocketStream, client_async};
use uuid::Uuid;

use crate::client::command;
use crate::endpoint::Endpoint;
use crate::latency::Latencies;

/// The mean time before a turn. With it the player stays below the default limits, also if the computer searches.
const THINKING: Duration = Duration::from_millis(150);
/// A reply that takes longer is a fault.
const PATIENCE: Duration = Duration::from_mins(1);

/// What a player experienced.
#[derive(Debug, Default)]
pub(crate) struct Sample {
    /// From sending a turn to its acknowledgement.
    pub(crate) turn: Latencies,
    /// From sending a turn to the computer's reply.
    pub(crate) reply: Latencies,
}

impl Sample {
    pub(crate) fn add(&mut self, other: Sample) {
        self.turn.append(other.turn);
        self.reply.append(other.reply);
    }
}

/// A player that plays one game after the other.
pub(crate) struct Player {
    sample: Arc<Mutex<Sample>>,
    stop: Arc<AtomicBool>,
    task: JoinHandle<Vec<String>>,
}

impl Player {
    /// Gets a token and starts to play.
    pub(crate) async fn start(endpoint: Endpoint, seed: u64) -> anyhow::Result<Player> {
        let (sample, stop) = (Arc::<Mutex<Sample>>::default(), Arc::new(AtomicBool::new(false)));
        let mut seat = Seat {
            endpoint,
            token: None,
            chance: Chance::new(seed),
            sample: sample.clone(),
            stop: stop.clone(),
        };
        let token = seat.post("/api/v1/tokens", &Value::Null, 201).await?;
        seat.token = token["token"].as_str().map(String::from);
        let task = tokio::spawn(async move {
            let mut faults = Vec::new();
            while !seat.is_stopped() {
                if let Err(error) = seat.play_game().await {
                    faults.push(format!("{error:#}"));
                    tokio::time::sleep(THINKING).await;
                }
            }
            faults
        });
        Ok(Player { sample, stop, task })
    }

    /// What the player experiences from now on for this long; on a busy machine longer, until there is a reply.
    pub(crate) async fn measure(&self, time: Duration) -> Sample {
        let take = || std::mem::take(&mut *lock(&self.sample));
        take();
        let begun = Instant::now();
        tokio::time::sleep(time).await;
        while lock(&self.sample).reply.len() == 0 && begun.elapsed() < time + PATIENCE {
            tokio::time::sleep(THINKING).await;
        }
        take()
    }

    /// Ends the player; returns what went wrong.
    pub(crate) async fn end(self) -> Vec<String> {
        self.stop.store(true, Ordering::Relaxed);
        self.task.await.unwrap_or_else(|error| vec![error.to_string()])
    }
}

fn lock(sample: &Mutex<Sample>) -> std::sync::MutexGuard<'_, Sample> {
    sample.lock().unwrap_or_else(PoisonError::into_inner)
}

struct Seat {
    endpoint: Endpoint,
    token: Option<String>,
    chance: Chance,
    sample: Arc<Mutex<Sample>>,
    stop: Arc<AtomicBool>,
}

impl Seat {
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    async fn play_game(&mut self) -> anyhow::Result<()> {
        let wish = json!({
            "id": Uuid::new_v4(), "rules": RuleSet::BONUS, "opponent": { "type": "computer", "level": "5" },
            "side": "black", "first": "black",
        });
        let mut game = self.post("/api/v1/games", &wish, 201).await?["game"].take();
        let id = game["id"].as_str().context("a game without an id")?.to_string();
        let mut live = self.live(&id).await?;
        while game["status"] == "playing" && !self.is_stopped() {
            tokio::time::sleep(THINKING.mul_f32(0.5 + self.chance.fraction())).await;
            let position: Position = game["position"].as_str().unwrap_or_default().parse()?;
            let turns = position.turns(&RuleSet::BONUS);
            let turn = turns[self.chance.below(turns.len())].turn.to_string();
            let seen = game["seq"].as_u64().unwrap_or_default();
            let command = command(Uuid::new_v4(), seen, "turn", Some(("turn", &turn)));
            let begun = Instant::now();
            game = self.post(&format!("/api/v1/games/{id}/commands"), &command, 200).await?["game"].take();
            lock(&self.sample).turn.add(begun.elapsed());
            if game["status"] == "playing" && game["to_move"] == "red" {
                game = tokio::time::timeout(PATIENCE, reply(&mut live, seen + 2))
                    .await
                    .context("no reply")??;
                lock(&self.sample).reply.add(begun.elapsed());
            }
        }
        Ok(())
    }

    async fn post(&self, path: &str, body: &Value, status: u16) -> anyhow::Result<Value> {
        let body = Bytes::from(body.to_string());
        let reply = self.endpoint.send(Method::POST, path, self.token.as_deref(), Some(body)).await?;
        let text = String::from_utf8_lossy(&reply.body);
        anyhow::ensure!(reply.status == status, "{path} gave {}: {text}", reply.status);
        Ok(serde_json::from_slice(&reply.body)?)
    }

    async fn live(&self, game: &str) -> anyhow::Result<WebSocketStream<TcpStream>> {
        let url = format!("ws://{}/api/v1/games/{game}/live", self.endpoint.authority());
        let mut request = url.into_client_request()?;
        if let Some(token) = &self.token {
            request.headers_mut().insert("authorization", format!("Bearer {token}").parse()?);
        }
        let (socket, _) = client_async(request, self.endpoint.stream().await?).await?;
        Ok(socket)
    }
}

/// The game after the event with this number.
async fn reply(live: &mut WebSocketStream<TcpStream>, seq: u64) -> anyhow::Result<Value> {
    loop {
        let frame = live.next().await.context("the live connection ended")??;
        let Frame::Text(text) = frame else { continue };
        let mut message: Value = serde_json::from_str(&text)?;
        if message["type"] == "event" && message["seq"] == seq {
            return Ok(message["game"].take());
        }
    }
}
