//! Rolling upgrades: a newer version writes events of a type that this version does not know.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use serde_json::json;
use support::Database;
use support::server::Running;

on_every_database![
    game_that_a_newer_version_continued_is_paused,
    game_with_a_setting_of_a_newer_version_is_paused,
];

/// Stores an event of a type that only a newer version knows.
async fn continue_as_newer_version(database: &Database, game: &str, seq: u64) {
    let event = r#"{"type":"teleported","side":"black"}"#;
    let row = format!("'{game}', {seq}, 1700000000000, '{event}'");
    database.execute(&format!("INSERT INTO events (game, seq, at, event) VALUES ({row})")).await;
}

async fn game_that_a_newer_version_continued_is_paused(database: Database) {
    let server = Running::on(&database).await;
    let ada = server.client().await;
    let local = json!({ "opponent": { "type": "local" }, "first": "black" });
    let (game, other) = (ada.create(local.clone()).await, ada.create(local).await);
    let challenge = ada.create(json!({ "opponent": { "type": "lobby" } })).await;
    ada.turn(&game, 1, "ab ce").await.expect(200);
    server.stop().await;
    continue_as_newer_version(&database, &game, 3).await;
    continue_as_newer_version(&database, &challenge, 2).await;

    let server = Running::on(&database).await;
    let ada = ada.at(&server);
    for path in ["", "/events", "/record", "/live"] {
        let path = format!("/api/v1/games/{game}{path}");
        let upgrade = |request: reqwest::RequestBuilder| {
            let headers =
                [("connection", "upgrade"), ("upgrade", "websocket"), ("sec-websocket-version", "13")];
            let request =
                headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
            request.header("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==")
        };
        let reply = ada.send("GET", &path, |r| if path.ends_with("/live") { upgrade(r) } else { r }).await;
        assert_eq!(reply.headers["retry-after"], "30", "{path}");
        let problem = reply.problem(503, "game_paused");
        assert!(problem["detail"].as_str().unwrap().contains("newer version"), "{problem}");
    }
    ada.turn(&game, 3, "hg hf").await.problem(503, "game_paused");
    ada.turn(&game, 2, "hg hf").await.problem(503, "game_paused");
    let german =
        ada.send("GET", &format!("/api/v1/games/{game}"), |r| r.header("accept-language", "de")).await;
    assert_eq!(german.headers["content-language"], "de");
    german.problem(503, "game_paused");

    // Other games, the lists and the readiness are not affected.
    ada.turn(&other, 1, "ab ce").await.expect(200);
    let listed = ada.get("/api/v1/games").await.expect(200);
    assert_eq!(listed["games"].as_array().unwrap().len(), 1);
    assert_eq!(ada.get("/api/v1/lobby").await.expect(200)["games"], json!([]));
    assert_eq!(ada.get("/readyz").await.text, "ready\n");

    // For a version that knows the event the game goes on.
    let known = r#"{"type":"resigned","side":"red"}"#;
    database.execute(&format!("UPDATE events SET event = '{known}' WHERE game = '{game}' AND seq = 3")).await;
    assert_eq!(ada.game(&game).await["game"]["status"], "over");
    server.stop().await;
}

async fn game_with_a_setting_of_a_newer_version_is_paused(database: Database) {
    let server = Running::on(&database).await;
    let ada = server.client().await;
    let wish = json!({ "opponent": { "type": "computer", "level": "3" }, "first": "black", "side": "black",
        "clock": { "seconds": 600, "increment": 5 } });
    let mut games = Vec::new();
    for (known, newer) in [
        (r#""rules":"bonus""#, r#""rules":"bonus sideways""#),
        (r#""level":"3""#, r#""level":"11""#),
        (r#""type":"computer""#, r#""type":"oracle""#),
        (r#""increment":5"#, r#""increment":5,"delay":3"#),
    ] {
        games.push((ada.create(wish.clone()).await, known, newer));
    }
    let damaged = ada.create(wish.clone()).await;
    let whole = ada.create(wish).await;
    server.stop().await;
    let replace = async |game: &str, from: &str, to: &str| {
        let event = format!("replace(event, '{from}', '{to}')");
        database
            .execute(&format!("UPDATE events SET event = {event} WHERE game = '{game}' AND seq = 1"))
            .await;
    };
    for (game, known, newer) in &games {
        replace(game, known, newer).await;
    }
    // A setting that is missing is no news.
    replace(&damaged, r#""rules":"bonus","#, "").await;

    let server = Running::on(&database).await;
    let ada = ada.at(&server);
    for (game, _, newer) in &games {
        let problem = ada.get(&format!("/api/v1/games/{game}")).await.problem(503, "game_paused");
        assert!(problem["detail"].as_str().unwrap().contains("newer version"), "{newer}: {problem}");
        ada.turn(game, 1, "ab ce").await.problem(503, "game_paused");
    }
    ada.get(&format!("/api/v1/games/{damaged}")).await.problem(500, "internal");
    let listed = ada.get("/api/v1/games").await.expect(200);
    assert_eq!(listed["games"].as_array().unwrap().len(), 1);
    ada.turn(&whole, 1, "ab ce").await.expect(200);
    for (game, known, newer) in &games {
        replace(game, newer, known).await;
        assert_eq!(ada.game(game).await["game"]["status"], "playing");
    }
    server.stop().await;
}

#[cfg(feature = "system-tests")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn watchers_are_disconnected_when_a_newer_server_continues_the_game() {
    use futures_util::StreamExt as _;
    use tungstenite::Message;

    let database = Database::postgres().await;
    let (here, there) = (Running::on(&database).await, Running::on(&database).await);
    let (ada, bo) = (here.client().await, there.client().await);
    let wish = json!({ "opponent": { "type": "lobby" }, "side": "black", "first": "black" });
    let (game, other) = (&ada.create(wish.clone()).await, &ada.create(wish).await);
    for game in [game, other] {
        bo.command(game, 1, json!({ "type": "join" })).await.expect(200);
    }
    let sockets = [ada.live(game, None).await, bo.live(game, None).await];
    let mut unaffected = bo.live(other, None).await;
    continue_as_newer_version(&database, game, 3).await;
    database.execute(&format!("SELECT pg_notify('linja_games', '7:{game}')")).await;
    for mut socket in sockets {
        let closed = async {
            loop {
                match socket.0.next().await {
                    Some(Ok(Message::Close(Some(frame)))) => return frame,
                    Some(Ok(_)) => {}
                    ended => panic!("{ended:?}"),
                }
            }
        };
        let frame = tokio::time::timeout(support::server::PATIENCE, closed).await.expect("a close frame");
        assert_eq!(u16::from(frame.code), 1013);
        assert!(frame.reason.starts_with("paused"), "{}", frame.reason);
    }
    for client in [&ada, &bo] {
        client.get(&format!("/api/v1/games/{game}")).await.problem(503, "game_paused");
        client.turn(game, 2, "ab ce").await.problem(503, "game_paused");
        client.turn(game, 3, "ab ce").await.problem(503, "game_paused");
    }
    ada.turn(other, 2, "ab ce").await.expect(200);
    while unaffected.next_of("event").await["seq"] != 3 {}
    let ready = ada.get("/readyz").await;
    assert_eq!((ready.status, ready.text.as_str()), (200, "ready\n"));
    here.stop().await;
    there.stop().await;
}
