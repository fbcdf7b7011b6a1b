//! Acting for another player, or twice.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::Database;
use crate::support::server::{Client, Running};

/// A game of two people after two events, with Black to move. The first client plays Black.
async fn pair(server: &Running) -> (Client, Client, String) {
    let (ada, bo) = (server.client().await, server.client().await);
    let wish = json!({ "opponent": { "type": "lobby" }, "side": "black", "first": "black" });
    let game = ada.create(wish).await;
    bo.command(&game, 1, json!({ "type": "join" })).await.expect(200);
    (ada, bo, game)
}

#[tokio::test]
async fn nobody_moves_for_the_other_side() {
    let server = Running::start().await;
    let (ada, bo, game) = pair(&server).await;
    let stranger = server.client().await;
    // Legal turns from clients that may not play them.
    bo.turn(&game, 2, "ab ce").await.problem(409, "not_your_turn");
    bo.turn(&game, 2, "hg hf").await.problem(409, "not_your_turn");
    stranger.turn(&game, 2, "ab ce").await.problem(403, "no_seat");
    server.stranger().turn(&game, 2, "ab ce").await.problem(403, "no_seat");
    bo.command(&game, 2, json!({ "type": "resign", "side": "black" })).await.problem(403, "other_side");
    stranger.command(&game, 2, json!({ "type": "resign", "side": "black" })).await.problem(403, "no_seat");
    let mut socket = bo.live(&game, None).await;
    socket.send(&json!({ "id": Uuid::new_v4(), "seen": 2, "type": "turn", "turn": "ab ce" })).await;
    assert_eq!(socket.next_of("answer").await["problem"]["code"], "not_your_turn");
    ada.turn(&game, 2, "ab ce").await.expect(200);
    // Nobody can agree in the other player's place.
    ada.command(&game, 3, json!({ "type": "take_back" })).await.expect(200);
    ada.command(&game, 4, json!({ "type": "accept_take_back" })).await.problem(409, "no_offer");
    stranger.command(&game, 4, json!({ "type": "accept_take_back" })).await.problem(403, "no_seat");
    assert_eq!(ada.game(&game).await["game"]["seq"], 4);
    server.stop().await;
}

#[tokio::test]
async fn guessed_tokens_and_invitations_all_get_the_same_answer() {
    let server = Running::start().await;
    let ada = server.client().await;
    let created = ada
        .new_game(json!({ "opponent": { "type": "invitation" }, "side": "black", "first": "black" }))
        .await
        .expect(201);
    let game = created["game"]["id"].as_str().unwrap().to_string();
    let code = created["invitation"]["code"].as_str().unwrap().to_string();
    let bo = server.client().await;
    let mut answers = BTreeSet::new();
    let truncated = &code[..code.len() - 1];
    let other = format!("{}{}", truncated, if code.ends_with('0') { '1' } else { '0' });
    let hash = code.parse::<linja_games::token::Invitation>().unwrap().hash().to_string();
    for guess in [json!(null), json!(""), json!(truncated), json!(other), json!(game), json!(hash)] {
        let reply = bo.command(&game, 1, json!({ "type": "join", "code": guess })).await;
        answers.insert(reply.problem(403, "wrong_invitation").to_string());
    }
    assert_eq!(answers.len(), 1, "an answer tells nothing about the guess: {answers:?}");
    bo.command(&game, 1, json!({ "type": "join", "code": code })).await.expect(200);

    // Valid tokens in the wrong place, and invalid tokens in the right place.
    let (token, other) = (ada.token.clone().unwrap(), server.client().await);
    let elsewhere = other.create(json!({ "opponent": { "type": "local" }, "first": "black" })).await;
    let own: linja_games::token::Token = token.parse().unwrap();
    let changed: String = token.chars().rev().collect();
    let mut answers = BTreeSet::new();
    for guess in [other.token.clone().unwrap(), own.hash().to_string(), changed, "0".repeat(64)] {
        let thief = Client { token: Some(guess), ..ada.clone() };
        answers.insert(thief.turn(&game, 2, "ab ce").await.problem(403, "no_seat").to_string());
        let seen = thief.get(&format!("/api/v1/games/{game}")).await.expect(200);
        assert_eq!((&seen["you"], &seen["invitation"]), (&json!([]), &Value::Null));
    }
    assert_eq!(answers.len(), 1, "{answers:?}");
    ada.turn(&elsewhere, 1, "ab ce").await.problem(403, "no_seat");
    for bent in [&token[..63], &format!("{token}0"), &format!(" {}", &token[..62]), &format!("{token},x")] {
        let bearer = format!("Bearer {bent}");
        let path = format!("/api/v1/games/{game}");
        let stranger = server.stranger();
        let reply = stranger.send("GET", &path, |request| request.header("authorization", &bearer)).await;
        reply.problem(401, "invalid_token");
    }
    let basic = server.stranger().send("GET", "/api/v1/games", |r| r.basic_auth("ada", Some(&token))).await;
    basic.problem(401, "invalid_token");
    ada.turn(&game, 2, "ab ce").await.expect(200);
    server.stop().await;
}

#[tokio::test]
async fn replayed_request_changes_nothing() {
    let server = Running::start().await;
    let (ada, bo, game) = pair(&server).await;
    let path = format!("/api/v1/games/{game}/commands");
    let first = json!({ "id": Uuid::new_v4(), "seen": 2, "type": "turn", "turn": "ab ce" });
    let answer = ada.post(&path, &first).await.expect(200);
    // Replayed by other clients, the command has no effect.
    bo.post(&path, &first).await.problem(409, "stale");
    server.client().await.post(&path, &first).await.problem(409, "stale");
    server.stranger().post(&path, &first).await.problem(403, "no_seat");
    // Repeated later, with another `seen` or another spelling, it returns the same event.
    bo.turn(&game, 3, "hg hf").await.expect(200);
    ada.command(&game, 4, json!({ "type": "take_back" })).await.expect(200);
    bo.command(&game, 5, json!({ "type": "accept_take_back" })).await.expect(200);
    for (seen, turn) in [(2, "ab ce"), (6, "ab ce"), (6, " AB  ce "), (99, "ab ce")] {
        let again = json!({ "id": first["id"], "seen": seen, "type": "turn", "turn": turn });
        assert_eq!(ada.post(&path, &again).await.expect(200), answer);
    }
    // Different content with the same id is a conflict, even if that content would be stale or illegal now.
    for other in [
        json!({ "type": "turn", "turn": "ab ad" }),
        json!({ "type": "resign" }),
        json!({ "type": "turn", "turn": "x" }),
    ] {
        let mut again = other.clone();
        again["id"] = first["id"].clone();
        again["seen"] = json!(6);
        assert_eq!(ada.post(&path, &again).await.problem(409, "reused_id")["part"], "id", "{other}");
    }
    assert_eq!(ada.game(&game).await["game"]["seq"], 6);
    // In another game it counts as a new command, and its `seen` is stale there.
    let elsewhere = ada.create(json!({ "opponent": { "type": "local" }, "first": "black" })).await;
    ada.post(&format!("/api/v1/games/{elsewhere}/commands"), &first).await.problem(409, "stale");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn full_game_takes_nobody_in() {
    let server = Running::start().await;
    let ada = server.client().await;
    let game = ada.create(json!({ "opponent": { "type": "lobby" } })).await;
    let mut rush = tokio::task::JoinSet::new();
    for _ in 0..20 {
        let (client, game) = (server.client().await, game.clone());
        rush.spawn(async move { client.command(&game, 1, json!({ "type": "join" })).await.status });
    }
    let statuses = rush.join_all().await;
    assert_eq!(statuses.iter().filter(|&&status| status == 200).count(), 1, "{statuses:?}");
    let late = server.client().await;
    late.command(&game, 2, json!({ "type": "join", "name": "Late" })).await.problem(409, "game_full");
    ada.command(&game, 2, json!({ "type": "join" })).await.problem(409, "already_seated");
    for opponent in [json!({ "type": "local" }), json!({ "type": "computer", "level": "random" })] {
        let game = ada.create(json!({ "opponent": opponent, "side": "black", "first": "black" })).await;
        late.command(&game, 1, json!({ "type": "join" })).await.problem(409, "game_full");
    }
    server.stop().await;
}

#[tokio::test]
async fn command_that_saw_an_old_state_gets_the_present_one_after_a_restart() {
    let database = Database::sqlite();
    let server = Running::on(&database).await;
    let (ada, bo, game) = pair(&server).await;
    ada.turn(&game, 2, "ab ce").await.expect(200);
    bo.turn(&game, 3, "hg hf").await.expect(200);
    server.stop().await;
    let server = Running::on(&database).await;
    let ada = ada.at(&server);
    let current = ada.turn(&game, 2, "ab ad").await.problem(409, "stale")["current"].clone();
    assert_eq!(current["game"]["seq"], 4);
    assert_eq!(current["you"], json!(["black"]));
    assert_eq!(current, ada.game(&game).await, "the same as reading the game");
    ada.turn(&game, 4, "ab ad").await.expect(200);
    server.stop().await;
}
