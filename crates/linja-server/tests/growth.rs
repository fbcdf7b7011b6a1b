//! Lists and games that grow: pages of lists, and the limits of a game.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use linja_games::game::command::MOST_TAKE_BACKS;
use serde_json::{Value, json};
use support::Database;
use support::server::{Client, Running};

on_every_database![
    own_games_are_listed_in_pages,
    page_skips_nothing_when_a_game_ends,
    take_backs_end_and_the_game_goes_on,
    events_are_listed_in_pages
];

async fn new_local_game(client: &Client) -> String {
    let wish = json!({ "opponent": { "type": "local" }, "first": "black", "side": "black" });
    let made = client.new_game(wish).await.expect(201);
    made["game"]["id"].as_str().unwrap().to_string()
}

/// All items of a list, page by page, and the sizes of the pages.
async fn pages(client: &Client, path: &str, items: &str) -> (Vec<Value>, Vec<usize>) {
    let (mut all, mut sizes, mut query) = (Vec::new(), Vec::new(), String::new());
    loop {
        let page = client.get(&format!("{path}{query}")).await.expect(200);
        let found = page[items].as_array().unwrap();
        all.extend(found.iter().cloned());
        sizes.push(found.len());
        query = match &page["next"] {
            Value::Null => return (all, sizes),
            Value::String(next) => format!("?after={next}"),
            next => format!("?after={next}"),
        };
    }
}

async fn own_games_are_listed_in_pages(database: Database) {
    let server = Running::on(&database).await;
    let client = server.client().await;
    let mut made = Vec::new();
    for i in 0..61 {
        let game = new_local_game(&client).await;
        // Every third game is over, so that the pages break within the finished games.
        if i % 3 == 0 {
            client.command(&game, 1, json!({ "type": "resign" })).await.expect(200);
        }
        made.push(game);
    }
    let (games, sizes) = pages(&client, "/api/v1/games", "games").await;
    assert_eq!(sizes, [50, 11]);
    let is_over: Vec<bool> = games.iter().map(|game| game["status"] == "over").collect();
    assert!(is_over.is_sorted(), "unfinished games come first");
    let mut listed: Vec<&str> = games.iter().map(|game| game["id"].as_str().unwrap()).collect();
    listed.sort_unstable();
    made.sort_unstable();
    assert_eq!(listed, made, "each once");
    client.get("/api/v1/games?after=nonsense").await.problem(400, "invalid_query");
    let stranger = server.client().await;
    let (games, _) = pages(&stranger, &format!("/api/v1/games?after={}", made[0]), "games").await;
    assert!(games.is_empty(), "a page shows only one's own games");
}

async fn page_skips_nothing_when_a_game_ends(database: Database) {
    let server = Running::on(&database).await;
    let client = server.client().await;
    for _ in 0..53 {
        new_local_game(&client).await;
    }
    let first = client.get("/api/v1/games").await.expect(200);
    let last = first["games"][49]["id"].as_str().unwrap();
    client.command(last, 1, json!({ "type": "resign" })).await.expect(200);
    let next = first["next"].as_str().unwrap();
    let second = client.get(&format!("/api/v1/games?after={next}")).await.expect(200);
    let running = second["games"].as_array().unwrap().iter().filter(|game| game["status"] == "playing");
    assert_eq!(running.count(), 3);
    server.stop().await;
}

/// Plays a turn and takes it back as often as the game allows. Returns the number of the last event.
async fn take_back_to_the_limit(client: &Client, game: &str, mut seen: u64) -> u64 {
    for _ in 0..MOST_TAKE_BACKS {
        client.turn(game, seen, "ab ce").await.expect(200);
        client.command(game, seen + 1, json!({ "type": "take_back" })).await.expect(200);
        seen += 2;
    }
    seen
}

async fn take_backs_end_and_the_game_goes_on(database: Database) {
    let server = Running::on(&database).await;
    let client = server.client().await;
    let game = new_local_game(&client).await;
    let mut seen = take_back_to_the_limit(&client, &game, 1).await;
    client.turn(&game, seen, "ab ce").await.expect(200);
    seen += 1;
    client.command(&game, seen, json!({ "type": "take_back" })).await.problem(409, "too_many_take_backs");
    client.turn(&game, seen, "hg hf").await.expect(200);
}

async fn events_are_listed_in_pages(database: Database) {
    let server = Running::on(&database).await;
    let client = server.client().await;
    let game = client.create(json!({ "opponent": { "type": "lobby" } })).await;
    server.client().await.command(&game, 1, json!({ "type": "join" })).await.expect(200);
    client.command(&game, 2, json!({ "type": "resign" })).await.expect(200);
    let mut seen = 3;
    while seen < 803 {
        client.command(&game, seen, json!({ "type": "rematch" })).await.expect(200);
        client.command(&game, seen + 1, json!({ "type": "decline_rematch" })).await.expect(200);
        seen += 2;
    }
    let (events, sizes) = pages(&client, &format!("/api/v1/games/{game}/events"), "events").await;
    assert_eq!(sizes, [500, seen as usize - 500]);
    let numbers: Vec<u64> = events.iter().map(|event| event["seq"].as_u64().unwrap()).collect();
    assert_eq!(numbers, (1..=seen).collect::<Vec<u64>>());
}
