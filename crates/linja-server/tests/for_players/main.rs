//! What belongs to a player: several devices, signing out, the export and the deletion of all data, and games without
//! help from the server.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod deletion;
mod devices;
mod export;
mod help;
#[path = "../support/mod.rs"]
mod support;

use serde_json::{Value, json};
use support::server::{Client, Running};
use uuid::Uuid;

/// A running game: Black has created and begins, Red has joined. Returns its id.
async fn game_between(black: &Client, red: &Client, names: [&str; 2]) -> String {
    let wish =
        json!({ "opponent": { "type": "lobby" }, "side": "black", "first": "black", "name": names[0] });
    let game = black.create(wish).await;
    red.command(&game, 1, json!({ "type": "join", "name": names[1] })).await.expect(200);
    game
}

fn command() -> Value {
    json!({ "id": Uuid::new_v4() })
}

/// The client's identity on another device.
async fn second_device(client: &Client, server: &Running) -> Client {
    let code = client.post("/api/v1/identity/codes", &command()).await.expect(201);
    redeem(server, &code["code"]).await
}

/// A new program that uses a code.
async fn redeem(server: &Running, code: &Value) -> Client {
    let mut device = server.client().await;
    let wish = json!({ "id": Uuid::new_v4(), "code": code });
    let token = device.post("/api/v1/identity/tokens", &wish).await.expect(201);
    device.token = Some(token["token"].as_str().expect("a token").to_string());
    device
}
