//! Every game has its own id for ever: rematches and the next games of a match are new games, linked with the one before.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use linja::Side;
use linja_api::Level;
use linja_games::game::event::{Created, Event, Opponent};
use linja_games::id::GameId;
use linja_games::token::Token;
use serde_json::{Value, json};
use support::Database;
use support::past::{Past, setting, wait_for_event};
use support::server::{Client, Running};
use uuid::Uuid;

on_every_database![
    finished_game_stays_at_its_id,
    two_players_begin_one_next_game,
    next_game_has_its_own_clock,
    old_stream_is_shown_as_several_games,
    reply_in_an_old_stream_is_not_forgotten,
];

fn id_of(game: &Value) -> String {
    game["id"].as_str().unwrap().to_string()
}

/// The ids of a client's games, as listed, with their status.
async fn listed(client: &Client) -> Vec<(String, String)> {
    let games = client.get("/api/v1/games").await.expect(200);
    let row = |game: &Value| (id_of(game), game["status"].as_str().unwrap().to_string());
    games["games"].as_array().unwrap().iter().map(row).collect()
}

fn row(id: &str, status: &str) -> (String, String) {
    (id.to_string(), status.to_string())
}

/// Where an address leads to, without following.
async fn redirect(server: &Running, path: &str) -> (u16, String) {
    let http = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
    let response = http.get(server.url(path)).send().await.unwrap();
    let to = response.headers().get("location").map_or("", |to| to.to_str().unwrap());
    (response.status().as_u16(), to.to_string())
}

/// Two players in a game, with Black to move.
async fn two_players(server: &Running, games: u8, clock: Value) -> (Client, Client, String) {
    let (ada, bo) = (server.client().await, server.client().await);
    let wish = json!({ "opponent": { "type": "lobby" }, "side": "black", "first": "black", "games": games,
        "clock": clock, "name": "Ada" });
    let game = ada.create(wish).await;
    bo.command(&game, 1, json!({ "type": "join", "name": "Bo" })).await.expect(200);
    (ada, bo, game)
}

async fn finished_game_stays_at_its_id(database: Database) {
    let server = Running::on(&database).await;
    let ada = server.client().await;
    let computer = json!({ "type": "computer", "level": "random" });
    let game = &ada.create(json!({ "opponent": computer, "side": "black", "first": "black" })).await;
    ada.command(game, 1, json!({ "type": "resign" })).await.expect(200);
    let mut watcher = server.client().await.live(game, None).await;
    let rematch = json!({ "id": Uuid::new_v4(), "type": "rematch" });
    let closed = ada.command(game, 2, rematch.clone()).await.expect(200);
    let next = &closed["game"]["next"].as_str().unwrap().to_string();
    assert_eq!(closed["game"]["id"], game.as_str(), "the receipt is about the game of the command");
    let told = watcher.next_of("event").await;
    assert_eq!(told["event"], json!({ "type": "next_began", "side": "black", "game": next }));
    assert_eq!(told["game"]["next"], next.as_str());

    let second = ada.game(next).await;
    assert_eq!((&second["you"], &second["game"]["status"]), (&json!(["black"]), &json!("playing")));
    assert_eq!((&second["game"]["previous"], &second["game"]["match"]["game"]), (&json!(game), &json!(2)));
    ada.turn(next, 1, "ab ce").await.expect(200);
    ada.wait_for(next, |game| game["turns"].as_array().unwrap().len() == 2).await;
    let rows = [row(next, "playing"), row(game, "over")];
    assert_eq!(listed(&ada).await, rows);
    let first = ada.game(game).await;
    assert_eq!((&first["game"]["result"]["winner"], &first["game"]["turns"]), (&json!("red"), &json!([])));

    // Old links.
    for (from, to) in [
        (format!("/game/{game}?game=2&lang=de"), format!("/game/{next}?lang=de")),
        (format!("/game/{game}/review?game=2"), format!("/game/{next}/review")),
        (format!("/game/{next}/review?game=1"), format!("/game/{game}/review")),
        (format!("/api/v1/games/{game}/record?game=2"), format!("/api/v1/games/{next}/record")),
        (format!("/api/v1/games/{next}/review?game=1"), format!("/api/v1/games/{game}/review")),
    ] {
        assert_eq!(redirect(&server, &from).await, (308, to), "{from}");
    }
    for path in ["", "?game=1", "?game=3", "?game=x", "/review?game=1"] {
        assert_eq!(redirect(&server, &format!("/game/{game}{path}")).await.0, 200, "{path}");
    }
    ada.get(&format!("/api/v1/games/{game}/record?game=3")).await.problem(404, "no_such_record");
    ada.get(&format!("/api/v1/games/{game}/record?game=0")).await.problem(404, "no_such_record");
    let record = ada.get(&format!("/api/v1/games/{game}/record")).await.text;
    assert!(linja::Record::parse(&record).unwrap().game().is_over());

    // The same after a restart, also for a repeated command.
    server.stop().await;
    let server = Running::on(&database).await;
    let ada = ada.at(&server);
    assert_eq!(ada.command(game, 2, rematch).await.expect(200), closed);
    assert_eq!(listed(&ada).await, rows);
    assert_eq!(ada.game(game).await, first);
    server.stop().await;
}

async fn two_players_begin_one_next_game(database: Database) {
    let server = Running::on(&database).await;
    let (ada, bo, game) = two_players(&server, 3, json!(null)).await;
    ada.command(&game, 2, json!({ "type": "resign" })).await.expect(200);
    assert_eq!(listed(&ada).await, [row(&game, "between_games")]);
    let wish = || json!({ "type": "next_game" });
    let (one, two) = tokio::join!(ada.command(&game, 3, wish()), bo.command(&game, 3, wish()));
    let (done, late) = if one.status == 200 { (one, two) } else { (two, one) };
    let next = done.expect(200)["game"]["next"].as_str().unwrap().to_string();
    assert_eq!(late.problem(409, "stale")["current"]["game"]["next"], next.as_str());
    for (client, side) in [(&ada, "black"), (&bo, "red")] {
        assert_eq!(listed(client).await, [row(&next, "playing"), row(&game, "between_games")]);
        let own = client.game(&next).await;
        assert_eq!(own["you"], json!([side]));
        assert_eq!(own["game"]["players"]["red"], json!({ "type": "person", "name": "Bo" }));
        assert_eq!(own["game"]["match"]["finished"], json!([{ "id": game, "winner": "red" }]));
    }
    assert_eq!(server.client().await.game(&next).await["you"], json!([]));
    let late = server.client().await;
    late.command(&next, 2, json!({ "type": "join" })).await.problem(409, "game_full");
    assert_eq!(late.get("/api/v1/lobby").await.expect(200)["games"], json!([]));
    ada.command(&next, 2, json!({ "type": "resign" })).await.expect(200);
    let over = ada.game(&next).await;
    assert_eq!((&over["game"]["status"], &over["game"]["match"]["winner"]), (&json!("over"), &json!("red")));

    // A rematch begins with an offer.
    ada.command(&next, 3, json!({ "type": "rematch" })).await.expect(200);
    assert_eq!(ada.game(&next).await["game"]["next"], json!(null));
    let again = bo.command(&next, 4, json!({ "type": "rematch" })).await.expect(200);
    let third = again["game"]["next"].as_str().unwrap();
    let third = ada.game(third).await["game"].take();
    assert_eq!((&third["match"]["number"], &third["match"]["game"]), (&json!(2), &json!(3)));
    assert_eq!((&third["to_move"], &third["previous"]), (&json!("black"), &json!(next)), "the loser begins");
    server.stop().await;
}

async fn next_game_has_its_own_clock(database: Database) {
    let server = Running::on(&database).await;
    let clock = json!({ "seconds": 60, "increment": 0 });
    let (ada, bo, game) = two_players(&server, 1, clock).await;
    ada.turn(&game, 2, "ab ce").await.expect(200);
    bo.command(&game, 3, json!({ "type": "resign" })).await.expect(200);
    ada.command(&game, 4, json!({ "type": "rematch" })).await.expect(200);
    let closed = bo.command(&game, 5, json!({ "type": "rematch" })).await.expect(200);
    let next = closed["game"]["next"].as_str().unwrap();
    let begun = bo.game(next).await["game"].take();
    assert_eq!((&begun["clock"]["red"], &begun["clock"]["running"]), (&json!(60_000), &json!(null)));
    assert!(begun["clock"]["begin_by"].is_u64(), "the first turn has a limit: {begun}");
    let store = server.app.rooms.store();
    let owed = store.owed(i64::MAX as u64, None, 10).await.unwrap();
    assert_eq!(owed.iter().map(|entry| entry.game.to_string()).collect::<Vec<_>>(), [next], "on any server");
    server.stop().await;
}

/// A best of three between two people, as an older version stored it: game 1 is lost by Black, game 2 has begun.
async fn old_match(database: &Database) -> (Past, Token) {
    let store = database.open().await;
    let (mut past, red) = (Past::new(), Token::new().unwrap());
    let created = Created { games: 3, ..setting(Opponent::Lobby, None) };
    let now = store.now() - 100_000;
    past.add(&store, now, Some(past.black.hash()), Event::Created(created)).await;
    past.add(&store, now, Some(red.hash()), Event::Joined { side: Side::Red, name: None }).await;
    past.turn(&store, now, Side::Black, "ab ce").await;
    past.add(&store, now, Some(past.black.hash()), Event::Resigned { side: Side::Black }).await;
    past.add(&store, now + 10, Some(red.hash()), Event::NextGame { side: Side::Red }).await;
    past.turn(&store, now + 20, Side::Black, "ab ac").await;
    // The index as the migration finds it.
    store.close().await;
    let game = past.game;
    database.execute(&format!("DELETE FROM owed WHERE game = '{game}'")).await;
    database.execute(&format!("INSERT INTO owed (game, seq, due_at) VALUES ('{game}', 0, 0)")).await;
    (past, red)
}

fn client_of(server: &Running, token: &Token) -> Client {
    Client { token: Some(token.to_string()), ..server.stranger() }
}

async fn old_stream_is_shown_as_several_games(database: Database) {
    let (past, red) = old_match(&database).await;
    let server = Running::on(&database).await;
    let (ada, bo) = (client_of(&server, &past.black), client_of(&server, &red));
    let (first, second) = (past.game.to_string(), past.game.of_series(2).to_string());
    // The sweep enters the later games without being asked.
    let entered = async {
        while listed(&bo).await.len() < 2 {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(support::server::PATIENCE, entered).await.expect("both games are listed");
    let rows = [row(&second, "playing"), row(&first, "between_games")];
    assert_eq!(listed(&ada).await, rows);

    // While the match goes on in the stream, the first id leads to the game under way.
    for page in ["/api/v1/games", "/game"] {
        let to = redirect(&server, &format!("{page}/{first}")).await;
        assert_eq!(to, (307, format!("{page}/{second}")));
    }
    assert_eq!(ada.game(&first).await, ada.game(&second).await);
    let mut live = ada.live(&first, None).await;
    let state = live.next_of("state").await;
    assert_eq!((&state["game"]["id"], &state["game"]["seq"]), (&json!(second), &json!(6)));
    bo.turn(&first, 6, "hg hf").await.expect(200);
    assert_eq!(live.next_of("event").await["game"]["id"], second.as_str());
    ada.turn(&second, 7, "ab ad").await.expect(200);
    // Records are of the first game already, and `?game=2` leads to the second one.
    let record = async |path: &str| ada.get(&format!("/api/v1/games/{path}")).await.text;
    assert!(record(&format!("{first}/record")).await.contains("ab ce"));
    let moved = redirect(&server, &format!("/api/v1/games/{first}/record?game=2")).await;
    assert_eq!(moved, (308, format!("/api/v1/games/{second}/record")));
    assert!(record(&format!("{first}/record?game=2")).await.contains("ab ac"));

    // The third game has its own stream; the events of the first two stay as they are.
    ada.command(&second, 8, json!({ "type": "resign" })).await.expect(200);
    let over = bo.game(&second).await;
    assert_eq!((&over["game"]["status"], &over["game"]["match"]["winner"]), (&json!("over"), &json!("red")));
    assert_eq!(redirect(&server, &format!("/game/{first}")).await.0, 200, "the match is over");
    ada.command(&second, 9, json!({ "type": "rematch" })).await.expect(200);
    bo.command(&first, 5, json!({ "type": "next_game" })).await.problem(409, "next_began");
    let closed = bo.command(&second, 10, json!({ "type": "rematch" })).await.expect(200);
    let third = past.game.of_series(3).to_string();
    assert_eq!(closed["game"]["next"], third.as_str());
    assert_eq!(ada.game(&third).await["game"]["previous"], second.as_str());
    let rows = [row(&third, "playing"), row(&second, "over"), row(&first, "between_games")];
    assert_eq!(listed(&ada).await, rows);
    let shown = ada.game(&first).await["game"].take();
    assert_eq!((&shown["turns"], &shown["next"]), (&json!(["ab ce"]), &json!(second)));
    let store = server.app.rooms.store();
    assert_eq!(store.events(past.game, 0).await.unwrap()[..6], past.events, "nothing is rewritten");
    assert_eq!(store.unfinished(&red.hash()).await.unwrap(), 1);
    assert_eq!(ada.get("/readyz").await.text, "ready\n");

    // The same for a server that starts now.
    server.stop().await;
    let server = Running::on(&database).await;
    let ada = ada.at(&server);
    assert_eq!(ada.game(&first).await["game"], shown);
    assert_eq!(ada.game(&second).await["game"]["next"], third.as_str());
    assert_eq!(listed(&ada).await, rows);
    server.stop().await;
}

async fn reply_in_an_old_stream_is_not_forgotten(database: Database) {
    let store = database.open().await;
    let mut past = Past::new();
    let opponent = Opponent::Computer { level: Level("random".parse().unwrap()) };
    let (now, black) = (store.now(), Some(past.black.hash()));
    past.add(&store, now, black, Event::Created(setting(opponent, None))).await;
    past.add(&store, now, black, Event::Resigned { side: Side::Black }).await;
    past.add(&store, now, black, Event::Rematch { side: Side::Black }).await;
    past.turn(&store, now, Side::Black, "ab ce").await;
    store.close().await;
    let server = Running::on(&database).await;
    let store = server.app.rooms.store();
    let reply = wait_for_event(store, past.game, |stored| stored.seq == 5).await;
    assert!(matches!(reply.event, Event::Turn { side: Side::Red, .. }), "{reply:?}");
    server.stop().await;
}

/// A server of an older version begins the next game in the same stream while this version shows the game.
#[cfg(feature = "system-tests")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn next_game_of_an_older_server_is_followed() {
    let database = Database::postgres().await;
    let server = Running::on(&database).await;
    let (ada, bo, game) = two_players(&server, 3, json!(null)).await;
    ada.command(&game, 2, json!({ "type": "resign" })).await.expect(200);
    let mut live = bo.live(&game, None).await;
    let first: GameId = game.parse().unwrap();
    for (seq, event) in [
        (4, r#"{"type":"next_game","side":"black"}"#),
        (5, r#"{"type":"turn","side":"black","turn":"ab ce"}"#),
    ] {
        let values = format!("'{game}', {seq}, 1700000000000, '{event}'");
        database.execute(&format!("INSERT INTO events (game, seq, at, event) VALUES ({values})")).await;
    }
    database.execute(&format!("SELECT pg_notify('linja_games', '7:{game}')")).await;
    let second = first.of_series(2).to_string();
    assert_eq!(live.next_of("event").await["game"]["next"], second.as_str());
    let shown = bo.game(&second).await;
    assert_eq!((&shown["you"], &shown["game"]["turns"]), (&json!(["red"]), &json!(["ab ce"])));
    bo.turn(&second, 5, "hg hf").await.expect(200);
    // The older server plays on in the stream, and this one hears of it.
    let mut live = bo.live(&second, None).await;
    live.next_of("presence").await;
    let turn = r#"{"type":"turn","side":"black","turn":"ab ad"}"#;
    let values = format!("'{game}', 7, 1700000000000, '{turn}'");
    database.execute(&format!("INSERT INTO events (game, seq, at, event) VALUES ({values})")).await;
    database.execute(&format!("SELECT pg_notify('linja_games', '7:{game}')")).await;
    assert_eq!(live.next_of("event").await["event"]["turn"], "ab ad");
    assert_eq!(listed(&bo).await, [row(&second, "playing"), row(&game, "between_games")]);
    server.stop().await;
}

/// Two servers carry out the same rematch: one game begins, and both play in it.
#[cfg(feature = "system-tests")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn several_servers_begin_one_next_game() {
    let database = Database::postgres().await;
    let (here, there) = (Running::on(&database).await, Running::on(&database).await);
    let (ada, bo, game) = two_players(&here, 3, json!(null)).await;
    let bo = bo.at(&there);
    ada.command(&game, 2, json!({ "type": "resign" })).await.expect(200);
    let mut watching = bo.live(&game, None).await;
    let wish = || json!({ "type": "next_game" });
    let (one, two) = tokio::join!(ada.command(&game, 3, wish()), bo.command(&game, 3, wish()));
    let statuses = [one.status, two.status];
    assert!(statuses == [200, 409] || statuses == [409, 200], "{statuses:?}");
    let next = watching.next_of("event").await["game"]["next"].as_str().unwrap().to_string();
    let mut live = bo.live(&next, None).await;
    live.next_of("presence").await;
    ada.turn(&next, 2, "ab ce").await.expect(200);
    assert_eq!(live.next_of("event").await["event"]["turn"], "ab ce");
    bo.turn(&next, 3, "hg hf").await.expect(200);
    ada.wait_for(&next, |game| game["seq"] == 4).await;
    here.stop().await;
    there.stop().await;
}
