//! Time: outages and network lag cost nobody anything, and a game that a player does not begin has no loser.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use std::time::Duration;

use linja::Side;
use linja_games::game::command::{Command, Wish};
use linja_games::game::event::{Event, Stored};
use linja_games::game::state::State;
use linja_games::identity::Caller;
use serde_json::{Value, json};
use support::Database;
use support::past::{Past, execute, wait_for_event};
use support::server::{PATIENCE, Running};
use uuid::Uuid;

on_every_database![
    time_of_an_outage_is_given_back,
    turn_is_not_stored_before_an_outage_is_known,
    game_that_nobody_begins_is_aborted,
    lag_of_a_live_connection_is_compensated,
    game_is_won_when_the_other_player_has_left,
];

async fn time_of_an_outage_is_given_back(database: Database) {
    let store = database.open().await;
    let overdue = Past::with_time_left(&store, 0).await;
    let running = Past::with_time_left(&store, 59_000).await;
    let waiting = Past::joined(&store, store.now() - 600_000).await;
    // The last server was up 25 minutes ago.
    let last = store.now() - 1_500_000;
    let beat = format!("INSERT INTO heartbeat (id, at, db_clock) VALUES (1, {last}, {last})");
    store.close().await;
    drop(store);
    execute(&database, &[beat]).await;
    let server = Running::on(&database).await;
    let store = server.app.rooms.store();
    // All of it was spent in the outage.
    for (past, spent) in [(&overdue, 60_000), (&running, 1_000), (&waiting, 600_000)] {
        let credit = wait_for_event(store, past.game, |stored| stored.event.is_credit()).await;
        assert_eq!(credit.seq, past.state().seq + 1, "before anything else");
        let Event::TimeCredited { side: Side::Black, milliseconds } = credit.event else {
            panic!("{credit:?}")
        };
        assert!(milliseconds >= spent, "{milliseconds}");
        let state = State::fold(past.game, &store.events(past.game, 0).await.unwrap()[..credit.seq as usize])
            .unwrap();
        assert_eq!(state.ends_at(), past.state().ends_at().map(|end| end + milliseconds));
    }
    // The credit makes no command stale.
    let wish = Wish::Turn { turn: "ab ad".into() };
    let command = Command { id: Uuid::new_v4(), seen: overdue.state().seq, wish };
    let black = server.app.rooms.identify(overdue.black.clone()).await.unwrap();
    let receipt = server.app.rooms.command(overdue.game, &black, &command).await.unwrap();
    assert_eq!(receipt.event.seq, overdue.state().seq + 2);
    let again = server.app.rooms.command(overdue.game, &black, &command).await.unwrap();
    assert_eq!(again.event.seq, receipt.event.seq);
    server.stop().await;
}

/// Makes heartbeats fail, but no other write.
fn failing_heartbeats(database: &Database) -> Vec<String> {
    match database {
        Database::Sqlite(_) => vec![
            "CREATE TRIGGER failing BEFORE INSERT ON heartbeat BEGIN SELECT RAISE(ROLLBACK, 'failing'); END"
                .into(),
        ],
        Database::Postgres(_) => vec![
            "CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS \
             $$ BEGIN RAISE EXCEPTION 'failing'; END $$"
                .into(),
            "CREATE TRIGGER failing BEFORE INSERT ON heartbeat FOR EACH STATEMENT EXECUTE FUNCTION fail()"
                .into(),
        ],
    }
}

async fn turn_is_not_stored_before_an_outage_is_known(database: Database) {
    let server = Running::on(&database).await;
    let store = server.app.rooms.store();
    let past = Past::with_time_left(store, 50_000).await;
    // At least one heartbeat.
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    execute(&database, &failing_heartbeats(&database)).await;
    tokio::time::sleep(Duration::from_secs(4)).await;
    let wish = Wish::Turn { turn: "ab ad".into() };
    let command = Command { id: Uuid::new_v4(), seen: past.state().seq, wish };
    let black = Caller { token: past.black.clone(), identity: past.black.hash() };
    let refused = server.app.rooms.command(past.game, &black, &command).await;
    assert!(matches!(refused, Err(linja_games::GameError::Store(_))), "{refused:?}");
    let works = match database {
        Database::Sqlite(_) => "DROP TRIGGER failing",
        Database::Postgres(_) => "DROP TRIGGER failing ON heartbeat",
    };
    execute(&database, &[works.to_string()]).await;
    let played = async {
        loop {
            match server.app.rooms.command(past.game, &black, &command).await {
                Ok(receipt) => return receipt,
                Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
            }
        }
    };
    let receipt = tokio::time::timeout(PATIENCE, played).await.expect("the turn is stored");
    let events = store.events(past.game, 0).await.unwrap();
    let credit = &events[receipt.event.seq as usize - 2].event;
    assert!(matches!(credit, Event::TimeCredited { milliseconds: 3_000.., .. }), "{events:?}");
    server.stop().await;
}

async fn game_that_nobody_begins_is_aborted(database: Database) {
    let server = Running::on(&database).await;
    let store = server.app.rooms.store();
    let past = Past::joined(store, store.now() - 118_000).await;
    let aborted =
        wait_for_event(store, past.game, |stored| matches!(stored.event, Event::Aborted { .. })).await;
    assert_eq!(aborted.event, Event::Aborted { side: Side::Black });
    assert!(aborted.at >= past.state().ends_at().unwrap());
    let game = server.stranger().game(&past.game.to_string()).await["game"].clone();
    assert_eq!((&game["status"], &game["result"]["termination"]), (&json!("over"), &json!("abandoned")));
    assert_eq!((&game["result"]["winner"], &game["match"]["winner"]), (&Value::Null, &Value::Null));
    server.stop().await;
}

async fn lag_of_a_live_connection_is_compensated(database: Database) {
    let server = Running::on(&database).await;
    let ada = server.client().await;
    let clock = json!({ "seconds": 600, "increment": 0 });
    let game =
        &ada.create(json!({ "opponent": { "type": "local" }, "first": "black", "clock": clock })).await;
    let mut socket = ada.live(game, None).await;
    socket.ping().await;
    // The lag of a slow network.
    tokio::time::sleep(Duration::from_millis(300)).await;
    for (seen, turn) in [(1, "ab ce"), (2, "hg hf"), (3, "ab ad")] {
        socket.send(&json!({ "id": Uuid::new_v4(), "seen": seen, "type": "turn", "turn": turn })).await;
        let answer = socket.next_of("answer").await;
        assert_eq!(answer["status"], 200, "{answer}");
    }
    // Also for turns over HTTP, as the page sends them.
    ada.turn(game, 4, "hg gd").await.expect(200);
    let unwatched =
        &ada.create(json!({ "opponent": { "type": "local" }, "first": "black", "clock": clock })).await;
    for (seen, turn) in [(1, "ab ce"), (2, "hg hf"), (3, "ab ad")] {
        ada.turn(unwatched, seen, turn).await.expect(200);
    }
    let lag = |stored: &Stored| match stored.event {
        Event::Turn { lag, .. } => lag,
        _ => 0,
    };
    let store = server.app.rooms.store();
    let events = store.events(game.parse().unwrap(), 0).await.unwrap();
    let lags: Vec<u64> = events.iter().map(lag).collect();
    assert_eq!(lags[..3], [0, 0, 0], "first turns take no time anyway");
    assert!((300..=500).contains(&lags[3]), "{lags:?}");
    assert!((300..=500).contains(&lags[4]), "{lags:?}");
    let events = store.events(unwatched.parse().unwrap(), 0).await.unwrap();
    assert!(events.iter().all(|stored| lag(stored) == 0), "nothing is known about the lag of this player");
    server.stop().await;
}

async fn game_is_won_when_the_other_player_has_left(database: Database) {
    let server = Running::on_with(&database, |config| config.claim_after = Duration::from_millis(500)).await;
    let (ada, bo) = (server.client().await, server.client().await);
    let claim = || json!({ "type": "claim_win" });
    let begin = async |clock: Value| {
        let wish = json!({
            "opponent": { "type": "lobby" }, "side": "black", "first": "black", "clock": clock
        });
        let game = ada.create(wish).await;
        ada.command(&game, 1, claim()).await.problem(409, "waiting");
        bo.command(&game, 1, json!({ "type": "join" })).await.expect(200);
        ada.command(&game, 2, claim()).await.problem(409, "not_left");
        ada.turn(&game, 2, "ab ce").await.expect(200);
        game
    };
    let go_on = async |game: &str| {
        bo.turn(game, 3, "hg hf").await.expect(200);
        ada.turn(game, 4, "ab ad").await.expect(200);
    };
    let game = &begin(json!({ "seconds": 3600 })).await;
    let (long, unclocked) = (&begin(json!({ "seconds": 3601 })).await, &begin(json!(null)).await);
    tokio::time::sleep(Duration::from_millis(600)).await;
    ada.command(game, 3, claim()).await.problem(409, "not_left");
    for game in [game, long, unclocked] {
        go_on(game).await;
    }
    let mut black_socket = ada.live(game, None).await;
    let red_socket = bo.live(game, None).await;
    let both = black_socket.presence(true, true, 0).await;
    assert_eq!(both["away"], json!({ "black": null, "red": null }));
    assert_eq!(ada.game(game).await["game"]["clock"]["may_claim"], "black");
    assert_eq!(ada.game(long).await["game"]["clock"]["may_claim"], Value::Null);
    tokio::time::sleep(Duration::from_millis(600)).await;
    ada.command(game, 5, claim()).await.problem(409, "not_left");
    bo.command(game, 5, claim()).await.problem(409, "not_left");
    drop(red_socket);
    let alone = black_socket.presence(true, false, 0).await;
    assert_eq!((&alone["away"]["black"], &alone["claim_after"]), (&Value::Null, &json!(500)));
    assert!(alone["away"]["red"].as_u64().is_some_and(|away| away < 500), "{alone}");
    let claimed = async {
        loop {
            let reply = ada.command(game, 5, claim()).await;
            if reply.status == 200 {
                return reply.json();
            }
            reply.problem(409, "not_left");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let claimed = tokio::time::timeout(PATIENCE, claimed).await.expect("the claim is accepted");
    assert_eq!(claimed["event"]["event"], json!({ "type": "win_claimed", "side": "black" }));
    assert_eq!(claimed["game"]["result"]["winner"], "black");
    assert_eq!(claimed["game"]["result"]["termination"], "abandoned");
    for game in [long, unclocked] {
        ada.command(game, 5, claim()).await.problem(409, "not_left");
    }
    server.stop().await;
}
