//! What operators do with the games of running servers: `linja admin` and `linja check`, on both databases.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use std::ops::ControlFlow;

use linja::Side;
use linja_api::GamesCheckView;
use linja_games::store::upkeep::{self, Closed, Location};
use serde_json::{Value, json};
use support::Database;
use support::server::{Client, PATIENCE, Running};
use uuid::Uuid;

on_every_database![
    closed_games_are_over_at_once,
    replaced_name_is_nowhere_any_more,
    removed_game_is_gone_for_good,
    removal_wins_against_a_server_that_is_writing,
    check_finds_what_does_not_follow_from_the_events,
];

fn location(database: &Database) -> Location {
    match database {
        Database::Sqlite(folder) => Location::Sqlite(folder.path().to_path_buf()),
        Database::Postgres(url) => Location::Postgres(url.clone()),
    }
}

async fn check(database: &Database) -> GamesCheckView {
    upkeep::check(&location(database), &mut |_| ControlFlow::Continue(())).await.unwrap()
}

/// Ada creates a challenge and Bo accepts it.
async fn game_of(ada: &Client, bo: &Client) -> String {
    let clock = json!({ "seconds": 600, "increment": 0 });
    let wish = json!({ "opponent": { "type": "lobby" }, "side": "black", "first": "black", "clock": clock, "name": "Ada" });
    let game = ada.create(wish).await;
    bo.command(&game, 1, json!({ "type": "join", "name": "Mallory" })).await.expect(200);
    game
}

async fn closed_games_are_over_at_once(database: Database) {
    let server = Running::on(&database).await;
    let (ada, bo) = (server.client().await, server.client().await);
    let place = location(&database);
    let game = game_of(&ada, &bo).await;
    ada.turn(&game, 2, "ab ce").await.expect(200);
    let mut socket = bo.live(&game, None).await;
    let id = game.parse().unwrap();
    assert_eq!(upkeep::close(&place, id).await.unwrap(), Closed::Ended);
    // Nobody asks for the game: the server itself finds the event.
    let event = socket.next_of("event").await;
    assert_eq!((&event["seq"], &event["game"]["status"]), (&json!(4), &json!("over")), "{event}");
    bo.turn(&game, 4, "hg hf").await.problem(409, "game_over");
    assert_eq!(upkeep::close(&place, id).await.unwrap(), Closed::Before);
    assert!(upkeep::withdraw(&place, id).await.unwrap_err().to_string().contains("waits for nobody"));

    let challenge = ada.create(json!({ "opponent": { "type": "lobby" } })).await;
    upkeep::withdraw(&place, challenge.parse().unwrap()).await.unwrap();
    assert_eq!(ada.get("/api/v1/lobby").await.expect(200)["games"], json!([]));
    ada.wait_for(&challenge, |game| game["status"] == "withdrawn").await;
    let missing = upkeep::close(&place, "0".repeat(20).parse().unwrap()).await.unwrap_err().to_string();
    assert!(missing.contains("there is no game"), "{missing}");
    assert_eq!(check(&database).await.problems, []);
    server.stop().await;
}

async fn replaced_name_is_nowhere_any_more(database: Database) {
    let server = Running::on(&database).await;
    let (ada, bo) = (server.client().await, server.client().await);
    let place = location(&database);
    let game = game_of(&ada, &bo).await;
    let local = json!({ "opponent": { "type": "local" }, "side": "black", "first": "black", "name": "Eve", "opponent_name": "mallory" });
    let other = ada.create(local).await;
    let mut socket = ada.live(&game, None).await;
    let seats = upkeep::seats_named(&place, " Mallory ").await.unwrap();
    assert_eq!(seats, [(game.parse().unwrap(), Side::Red)], "the same spelling only");
    for (game, side) in seats {
        upkeep::rename(&place, game, side, Some("Player")).await.unwrap();
    }
    let event = socket.next_of("event").await;
    assert_eq!(event["game"]["players"]["red"]["name"], "Player", "{event}");
    // What a player decided before is still valid.
    ada.turn(&game, 2, "ab ce").await.expect(200);
    let events = ada.get(&format!("/api/v1/games/{game}/events")).await.text;
    assert!(events.contains("renamed") && events.contains("Ada") && !events.contains("Mallory"), "{events}");
    upkeep::rename(&place, other.parse().unwrap(), Side::Black, None).await.unwrap();
    let renamed = ada.wait_for(&other, |game| game["seq"] == 2).await;
    assert!(!renamed.to_string().contains("Eve") && renamed.to_string().contains("mallory"), "{renamed}");
    let refused = upkeep::rename(&place, other.parse().unwrap(), Side::Red, Some("a\u{202e}b")).await;
    assert!(refused.unwrap_err().to_string().contains("not permitted"));
    assert_eq!(check(&database).await.problems, []);
    server.stop().await;
    // A server that starts later reads the same.
    let server = Running::on(&database).await;
    let own = bo.at(&server).game(&game).await;
    assert_eq!(own["game"]["players"]["red"]["name"], "Player");
    assert_eq!(own["you"], json!(["red"]), "the seat is still Bo's");
    server.stop().await;
}

async fn removed_game_is_gone_for_good(database: Database) {
    let server = Running::on(&database).await;
    let ada = server.client().await;
    let wish = json!({ "id": Uuid::new_v4(), "opponent": { "type": "computer", "level": "random" }, "side": "black", "first": "black" });
    let game = ada.create(wish.clone()).await;
    let kept = ada.create(json!({ "opponent": { "type": "local" }, "first": "black" })).await;
    let mut socket = ada.live(&game, None).await;
    upkeep::remove(&location(&database), game.parse().unwrap()).await.unwrap();
    let closed = async { while socket.next().await.is_some() {} };
    tokio::time::timeout(PATIENCE, closed).await.expect("the server notices");
    ada.get(&format!("/api/v1/games/{game}")).await.problem(404, "no_such_game");
    ada.turn(&game, 1, "ab ce").await.problem(404, "no_such_game");
    ada.new_game(wish).await.problem(409, "reused_id");
    let listed = ada.get("/api/v1/games").await.expect(200);
    let ids: Vec<&Value> = listed["games"].as_array().unwrap().iter().map(|own| &own["id"]).collect();
    assert_eq!(ids, [&json!(kept)], "{listed}");
    let again = upkeep::remove(&location(&database), game.parse().unwrap()).await.unwrap_err().to_string();
    assert!(again.contains("there is no game"), "{again}");
    let found = check(&database).await;
    assert_eq!((found.games, found.removed, &found.problems[..]), (1, 1, &[][..]));
    server.stop().await;
}

async fn removal_wins_against_a_server_that_is_writing(database: Database) {
    let server = Running::on(&database).await;
    let ada = server.client().await;
    let place = location(&database);
    for _ in 0..5 {
        let game = ada.create(json!({ "opponent": { "type": "local" }, "first": "black" })).await;
        let player = {
            let (ada, game) = (ada.clone(), game.clone());
            tokio::spawn(async move {
                for seen in (1_u64..).step_by(2) {
                    let turn = ada.turn(&game, seen, "ab ce").await;
                    if turn.status != 200 {
                        return turn.status;
                    }
                    let back = ada.command(&game, seen + 1, json!({ "type": "take_back" })).await;
                    if back.status != 200 {
                        return back.status;
                    }
                }
                0
            })
        };
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        upkeep::remove(&place, game.parse().unwrap()).await.unwrap();
        assert_eq!(player.await.unwrap(), 404, "the next event of the server found its place taken");
        ada.get(&format!("/api/v1/games/{game}")).await.problem(404, "no_such_game");
    }
    let found = check(&database).await;
    assert_eq!((found.events, found.removed, &found.problems[..]), (5, 5, &[][..]));
    server.stop().await;
}

async fn check_finds_what_does_not_follow_from_the_events(database: Database) {
    let server = Running::on(&database).await;
    let (ada, bo) = (server.client().await, server.client().await);
    let mut games = Vec::new();
    for _ in 0..6 {
        games.push(game_of(&ada, &bo).await);
    }
    let sound = check(&database).await;
    assert_eq!((sound.games, sound.events, &sound.problems[..]), (6, 12, &[][..]), "while the server runs");
    server.stop().await;
    let stranger = "f".repeat(64);
    for sql in [
        format!("UPDATE games SET is_over = 1 WHERE game = '{}'", games[0]),
        format!("DELETE FROM owed WHERE game = '{}'", games[1]),
        format!("UPDATE seats SET holder = '{stranger}' WHERE game = '{}' AND holder = (SELECT max(holder) FROM seats WHERE game = '{}')", games[2], games[2]),
        format!("DELETE FROM events WHERE game = '{}' AND seq = 1", games[3]),
        format!("UPDATE events SET event = '{{}}' WHERE game = '{}' AND seq = 2", games[4]),
        format!("DELETE FROM events WHERE game = '{}'", games[5]),
        "INSERT INTO events VALUES ('0000000000000000000z', 1, 1, NULL, NULL, NULL, '{\"type\":\"from_the_future\"}')"
            .into(),
    ] {
        database.execute(&sql).await;
    }
    let found = check(&database).await;
    let problems: Vec<(&str, &str)> = found
        .problems
        .iter()
        .map(|problem| (problem.game.as_deref().unwrap_or("all"), problem.problem.as_str()))
        .collect();
    let of =
        |number: usize| problems.iter().find(|(game, _)| *game == games[number]).map_or("", |(_, text)| text);
    assert!(of(0).contains("its row in games"), "{problems:?}");
    assert!(of(1).contains("the index of what is owed lacks it"), "{problems:?}");
    assert!(of(2).contains("its seats are not those"), "{problems:?}");
    assert!(of(3).contains("begins with its creation"), "{problems:?}");
    assert!(of(4).contains("can't be read"), "{problems:?}");
    assert!(of(5).contains("has no events"), "{problems:?}");
    assert_eq!((problems.len(), found.newer), (6, 1), "{problems:?}");
}
