//! The server helps nobody in a running game between people.

use linja::{Position, RuleSet};
use serde_json::{Value, json};

use super::support::Database;
use super::support::server::{Client, Reply, Running};
use super::{game_between, second_device};

crate::on_every_database!(players_get_no_help_in_their_running_games);

/// All ways to ask about a position.
async fn ask(client: &Client, position: &str, rules: &str) -> Vec<Reply> {
    let pos = position.replace(['/', ' '], "-");
    let mut replies = Vec::new();
    for path in ["position/hint?", "position/turns?", "position/line?", "position?values=true&"] {
        replies.push(client.get(&format!("/api/v1/{path}pos={pos}&rules={rules}")).await);
    }
    replies
}

async fn refused(client: &Client, position: &str, rules: &str) -> bool {
    let replies = ask(client, position, rules).await;
    let refused: Vec<bool> = replies.iter().map(|reply| reply.status == 403).collect();
    assert!(refused.iter().all(|&each| each == refused[0]), "{position}: {refused:?}");
    for reply in replies.into_iter().filter(|_| refused[0]) {
        reply.problem(403, "help_refused");
    }
    refused[0]
}

fn after(position: &str, turn: usize) -> String {
    let position: Position = position.parse().unwrap();
    position.turns(&RuleSet::BONUS)[turn].result.position.to_string()
}

fn mirrored(position: &str) -> String {
    position.parse::<Position>().unwrap().mirrored().to_string()
}

async fn players_get_no_help_in_their_running_games(database: Database) {
    let server = Running::on(&database).await;
    let (ada, bo, eve) = (server.client().await, server.client().await, server.client().await);
    let game = game_between(&ada, &bo, ["Ada", "Bo"]).await;
    ada.turn(&game, 2, "ab ce").await.expect(200);
    let past = ada.game(&game).await["game"]["position"].as_str().unwrap().to_string();
    bo.turn(&game, 3, "hg hf").await.expect(200);
    let present = ada.game(&game).await["game"]["position"].as_str().unwrap().to_string();
    let phone = second_device(&ada, &server).await;
    let (next, start) = (after(&present, 0), Position::default().to_string());
    let far = after(&after(&next, 0), 0);
    for player in [&ada, &bo, &phone] {
        for position in [&present, &mirrored(&present), &next, &mirrored(&next), &past] {
            assert!(refused(player, position, "bonus").await, "{position}");
        }
        assert!(!refused(player, &start, "bonus").await, "the first position, after the first turn");
        assert!(refused(player, &present, "geeky").await, "another edition is help as well");
        assert!(!refused(player, &far, "bonus").await, "three turns ahead");
    }
    for stranger in [&eve, &server.stranger()] {
        assert!(!refused(stranger, &present, "bonus").await);
    }
    // What is possible without values is no help.
    let pos = present.replace(['/', ' '], "-");
    ada.get(&format!("/api/v1/position?pos={pos}")).await.expect(200);
    // Nor may the computer play the position, or a review tell.
    let wish = json!({ "opponent": { "type": "computer", "level": "perfect" }, "position": present });
    ada.new_game(wish.clone()).await.problem(403, "help_refused");
    eve.new_game(wish).await.expect(201);
    let record = ada.get(&format!("/api/v1/games/{game}/record")).await.text;
    let review = json!({ "record": record });
    ada.post("/api/v1/reviews", &review).await.problem(403, "help_refused");
    eve.post("/api/v1/reviews", &review).await.problem(409, "not_solved");
    // Another server of the same database, or this one after a restart, knows as well.
    server.stop().await;
    let server = Running::on(&database).await;
    assert!(refused(&ada.at(&server), &present, "bonus").await);
    // After the game everybody may know.
    ada.at(&server).command(&game, 4, json!({ "type": "resign" })).await.expect(200);
    assert!(!refused(&ada.at(&server), &present, "bonus").await);
    server.stop().await;
}

#[tokio::test]
async fn games_against_the_computer_and_on_one_device_have_help() {
    let server = Running::start().await;
    let ada = server.client().await;
    for opponent in [json!({ "type": "local" }), json!({ "type": "computer", "level": "random" })] {
        let game = ada.create(json!({ "opponent": opponent, "side": "black", "first": "black" })).await;
        ada.turn(&game, 1, "ab ce").await.expect(200);
        let own = ada.game(&game).await;
        assert!(!refused(&ada, own["game"]["position"].as_str().unwrap(), "bonus").await);
    }
    // A challenge that nobody has accepted is no game yet.
    ada.create(json!({ "opponent": { "type": "lobby" } })).await;
    assert!(!refused(&ada, &Position::default().to_string(), "bonus").await);
    server.stop().await;
}

#[tokio::test]
async fn strangers_get_few_answers_about_running_games() {
    let server = Running::with(|config| {
        config.limits.requests_per_second = 10_000;
        config.limits.burst = 100_000;
        config.limits.others_positions_per_minute = 5;
    })
    .await;
    let (ada, bo, eve) = (server.client().await, server.client().await, server.stranger());
    let game = game_between(&ada, &bo, ["Ada", "Bo"]).await;
    let line = async |position: &str| {
        let pos = position.replace(['/', ' '], "-");
        eve.get(&format!("/api/v1/position/line?pos={pos}")).await
    };
    let start = Position::default().to_string();
    for _ in 0..10 {
        line(&start).await.problem(409, "not_solved");
    }
    ada.turn(&game, 2, "ab ce").await.expect(200);
    let present = ada.game(&game).await["game"]["position"].as_str().unwrap().to_string();
    let elsewhere = after(&after(&after(&present, 0), 1), 0);
    let ahead: Vec<String> = (0..5).map(|turn| after(&present, turn)).collect();
    let mut statuses = Vec::new();
    for position in [&present, &mirrored(&present), &present].into_iter().chain(&ahead) {
        statuses.push(line(position).await.status);
    }
    assert_eq!(statuses, [409, 409, 409, 409, 409, 429, 429, 429]);
    line(&elsewhere).await.problem(409, "not_solved");
    let problem: Value = line(&present).await.problem(429, "too_many_requests");
    assert_eq!(problem["message"]["id"], "problem_too_many_running");
    // After the game the position is free.
    bo.command(&game, 3, json!({ "type": "resign" })).await.expect(200);
    line(&present).await.problem(409, "not_solved");
    server.stop().await;
}
