//! Messages to players who are away: real requests to a push service on this machine, decrypted there.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod days;
mod service;
mod several;
mod subscriptions;
#[path = "../support/mod.rs"]
mod support;

use std::time::Duration;

use linja::{Game, RuleSet, Side};
use linja_games::room::PushTimes;
use linja_server::Config;
use serde_json::json;
use service::{Browser, Service};
use support::Database;
use support::past::count;
use support::server::{Client, PATIENCE, Reply, Running};

/// A server that may send messages to the service, at once.
fn at_once(service: &Service) -> impl FnOnce(&mut Config) + use<> {
    let origin = service.origin();
    move |config| {
        config.push.origins = vec![origin];
        let none = Duration::ZERO;
        config.push.times = PushTimes { after: none, dead_connection: none, presence_known: none };
    }
}

/// A running game: Black has created and begins, Red has joined. Returns its id.
async fn game_between(black: &Client, red: &Client) -> String {
    let wish = json!({ "opponent": { "type": "lobby" }, "side": "black", "first": "black", "name": "Ada" });
    let game = black.create(wish).await;
    red.command(&game, 1, json!({ "type": "join", "name": "Bo" })).await.expect(200);
    game
}

/// The turns of a game, legal ones.
struct Turns(Game);

impl Turns {
    fn new() -> Turns {
        Turns(Game::new(RuleSet::BONUS, Side::Black))
    }

    /// Plays a turn and returns it as text.
    fn next(&mut self) -> String {
        self.0.play_random(|_| 0).expect("the game goes on").turn.to_string()
    }
}

/// Subscribes a new browser of a client, whose address at the service is `to`.
async fn subscribe(client: &Client, service: &Service, to: &str) -> Browser {
    let browser = Browser::new();
    let wish = browser.subscription(&format!("{}/{to}", service.origin()));
    let reply = client.post("/api/v1/push/subscriptions", &wish).await;
    assert_eq!(reply.status, 204, "{}", reply.text);
    browser
}

async fn unsubscribe(client: &Client, endpoint: &str) -> Reply {
    let body = json!({ "endpoint": endpoint });
    client.send("DELETE", "/api/v1/push/subscriptions", |request| request.json(&body)).await
}

/// Waits until no message is owed.
async fn until_nothing_is_owed(database: &Database) {
    let settled = async {
        while count(database, "SELECT count(*) FROM push_owed").await > 0 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, settled).await.expect("everything is sent");
}

async fn subscriptions(database: &Database) -> i64 {
    count(database, "SELECT count(*) FROM push_subscriptions").await
}

/// The public key of a server.
async fn key(server: &Running) -> String {
    let push = server.stranger().get("/api/v1/push").await.expect(200);
    assert_eq!(push["is_on"], true);
    push["public_key"].as_str().unwrap().to_string()
}
