//! All games in one file.

use std::time::{Duration, Instant};

use linja::Record;
use serde_json::{Value, json};

use super::support::Database;
use super::support::server::{Client, Running};
use super::{game_between, second_device};

crate::on_every_database!(export_holds_all_games, export_waits_for_the_rate_limit);

const GAMES: usize = 60;

/// The records of a file: each begins with a tag after an empty line, or at the start.
fn records(file: &str) -> Vec<Record> {
    let mut texts: Vec<String> = Vec::new();
    let mut was_blank = true;
    for line in file.lines() {
        if was_blank && line.starts_with('[') {
            texts.push(String::new());
        }
        was_blank = line.is_empty();
        texts.last_mut().expect("a file begins with a record").push_str(&format!("{line}\n"));
    }
    texts.iter().map(|text| Record::parse(text).unwrap_or_else(|error| panic!("{error}: {text}"))).collect()
}

async fn finished(client: &Client, number: usize) -> String {
    let wish = json!({ "opponent": { "type": "local" }, "first": "black", "name": format!("Ada {number}"), "opponent_name": "Bo" });
    let game = client.create(wish).await;
    client.turn(&game, 1, "ab ce").await.expect(200);
    client.command(&game, 2, json!({ "type": "resign" })).await.expect(200);
    game
}

async fn export_holds_all_games(database: Database) {
    let server = Running::on(&database).await;
    let (ada, bo) = (server.client().await, server.client().await);
    // More than fit on a page of the list.
    let mut ids = Vec::new();
    for number in 0..GAMES {
        ids.push(finished(&ada, number).await);
    }
    ids.push(game_between(&ada, &bo, ["Ada", "Bo"]).await);
    ids.push(ada.create(json!({ "opponent": { "type": "invitation" } })).await);
    let stranger = server.client().await;
    finished(&stranger, 0).await;
    // Any device of the same person exports the same.
    let phone = second_device(&ada, &server).await;
    let text = phone.get("/api/v1/identity/games").await;
    assert_eq!(text.headers["content-type"], "text/plain; charset=utf-8");
    assert_eq!(text.headers["content-disposition"], "attachment; filename=\"games.linja\"");
    let found = records(&text.text);
    assert_eq!(found.len(), GAMES + 1, "an invitation is no game yet");
    for number in 0..GAMES {
        let name = format!("Ada {number}");
        let one = found
            .iter()
            .filter(|record| record.tag("Black") == Some(&name) || record.tag("Red") == Some(&name));
        assert_eq!(one.count(), 1, "{name}");
    }
    let all = phone.get("/api/v1/identity/games?format=json").await.expect(200);
    let games = all["games"].as_array().unwrap();
    let mut found: Vec<&str> = games.iter().map(|game| game["id"].as_str().unwrap()).collect();
    found.sort_unstable();
    ids.sort_unstable();
    assert_eq!(found, ids);
    let game = games.iter().find(|game| game["record"].is_string()).unwrap();
    assert_eq!(
        (&game["events"][0]["seq"], &game["events"][0]["event"]["type"]),
        (&json!(1), &json!("created"))
    );
    let nobody = server.client().await;
    assert_eq!(nobody.get("/api/v1/identity/games").await.text, "");
    assert_eq!(
        nobody.get("/api/v1/identity/games?format=json").await.expect(200),
        json!({ "games": [], "push": [] })
    );
    server.stranger().get("/api/v1/identity/games").await.problem(401, "invalid_token");
    nobody.get("/api/v1/identity/games?format=csv").await.problem(400, "invalid_query");
    server.stop().await;
    let _: Value = all;
}

async fn export_waits_for_the_rate_limit(database: Database) {
    let server = Running::on(&database).await;
    let ada = server.client().await;
    for _ in 0..GAMES {
        ada.create(json!({ "opponent": { "type": "local" }, "first": "black" })).await;
    }
    server.stop().await;
    let server = Running::on_with(&database, |config| {
        config.limits.requests_per_second = 1;
        config.limits.burst = 12;
        // Shorter than the file takes.
        config.limits.keep_alive = Duration::from_millis(200);
        config.limits.header_timeout = Duration::from_millis(200);
    })
    .await;
    let ada = ada.at(&server);
    let begun = Instant::now();
    let text = ada.get("/api/v1/identity/games").await.text;
    // Two pages cost six cells, and half of the burst is for other requests.
    assert!(begun.elapsed() >= Duration::from_millis(500), "{:?}", begun.elapsed());
    assert_eq!(records(&text).len(), GAMES, "the connection lives until the end of the file");
    // Games that only the export has read do not stay in memory.
    assert!(server.app.rooms.is_empty(), "{}", server.app.rooms.len());
    server.stop().await;
    let server = Running::on_with(&database, |config| config.limits.streams_per_address = 0).await;
    ada.at(&server).get("/api/v1/identity/games").await.problem(429, "too_many_requests");
    server.stop().await;
}
