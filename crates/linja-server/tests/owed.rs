//! What the server owes is done without anybody asking: the computer's replies and time losses, after failures and
//! restarts, on any server.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use std::time::Duration;

use linja::Side;
use linja_games::game::due::LONGEST_CLOCK;
use linja_games::game::event::{Event, Opponent, Stored};
use linja_games::id::GameId;
use linja_games::store::{Append, Appended, Store};
use linja_games::workers::{Class, Client};
use serde_json::json;
use support::Database;
use support::past::{Past, execute, holder, setting, wait_for_event};
use support::server::{PATIENCE, Running};

on_every_database![
    reply_of_a_server_that_died_is_given_at_the_next_start,
    time_loss_is_stored_when_nobody_is_connected,
    games_of_an_older_version_are_found,
    reply_follows_a_full_work_queue,
    entries_that_do_not_fit_their_games_are_corrected,
];

/// Waits until the store holds `count` events of a game, and returns the last one.
async fn event(store: &Store, game: GameId, count: usize) -> Stored {
    let found = async {
        loop {
            // The database may be down.
            let events = store.events(game, 0).await.unwrap_or_default();
            assert!(events.len() <= count, "{events:?}");
            if events.len() == count {
                return events.last().cloned().unwrap();
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, found).await.expect("the event is stored without anybody asking")
}

/// Waits until nothing is owed soon. Unfinished games are abandoned later.
async fn nothing_owed(store: &Store) {
    let found = async {
        while !store.owed(store.now() + LONGEST_CLOCK, None, 10).await.unwrap().is_empty() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, found).await.expect("the index becomes empty");
}

fn is_reply(stored: &Stored) -> bool {
    stored.actor.is_none() && matches!(stored.event, Event::Turn { side: Side::Red, .. })
}

async fn reply_of_a_server_that_died_is_given_at_the_next_start(database: Database) {
    let store = database.open().await;
    let past = Past::with_owed_reply(&store).await;
    assert_eq!(store.owed(store.now(), None, 10).await.unwrap()[0].game, past.game);
    store.close().await;
    drop(store);
    let server = Running::on(&database).await;
    let store = server.app.rooms.store();
    assert!(is_reply(&event(store, past.game, 3).await));
    nothing_owed(store).await;
    server.stop().await;
}

async fn time_loss_is_stored_when_nobody_is_connected(database: Database) {
    let server = Running::on(&database).await;
    let store = server.app.rooms.store();
    let past = Past::with_time_left(store, 2_000).await;
    let (_, deadline) = past.state().deadline().unwrap();
    let is_lost = |stored: &Stored| stored.event == Event::TimeRanOut { side: Side::Black };
    let lost = wait_for_event(store, past.game, is_lost).await;
    assert!(lost.at >= deadline, "{} {deadline}", lost.at);
    nothing_owed(store).await;
    server.stop().await;
}

/// Undoes the migrations after the first one, as if an older version had written the database.
async fn downgrade(database: &Database) {
    let undo = [
        "DROP INDEX games_over",
        "DROP INDEX seats_by_game",
        "DROP TABLE push_owed",
        "DROP TABLE push_subscriptions",
        "DROP TABLE push_key",
        "DROP TABLE embedded",
        "DROP TABLE tokens",
        "DROP TABLE codes",
        "DROP TABLE owed",
        "DROP TABLE heartbeat",
        "DROP TABLE outages",
        "DELETE FROM _sqlx_migrations WHERE version > 1",
    ];
    execute(database, &undo.map(String::from)).await;
}

async fn games_of_an_older_version_are_found(database: Database) {
    let store = database.open().await;
    let owing = Past::with_owed_reply(&store).await;
    let overdue = Past::with_time_left(&store, 0).await;
    let running = Past::with_time_left(&store, 60_000).await;
    let mut idle = Past::new();
    idle.add(&store, store.now(), Some(holder()), Event::Created(setting(Opponent::Local, None))).await;
    store.close().await;
    drop(store);
    downgrade(&database).await;
    let server = Running::on(&database).await;
    let store = server.app.rooms.store();
    assert!(is_reply(&event(store, owing.game, 3).await));
    assert_eq!(event(store, overdue.game, 5).await.event, Event::TimeRanOut { side: Side::Black });
    let due_at = running.state().due_at().unwrap();
    let found = async {
        loop {
            let entries = store.owed(store.now() + LONGEST_CLOCK, None, 10).await.unwrap();
            let found: Vec<_> = entries.iter().map(|entry| (entry.game, entry.seq, entry.due_at)).collect();
            if found == [(running.game, 4, due_at)] {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, found).await.expect("the index is exact");
    server.stop().await;
}

async fn reply_follows_a_full_work_queue(database: Database) {
    let server = Running::on(&database).await;
    let ada = server.client().await;
    let wish =
        json!({ "opponent": { "type": "computer", "level": "random" }, "side": "black", "first": "black" });
    let game = ada.create(wish).await;
    let (release, released) = std::sync::mpsc::channel::<()>();
    let released = std::sync::Arc::new(std::sync::Mutex::new(released));
    let mut jobs = tokio::task::JoinSet::new();
    loop {
        let (workers, released) = (server.app.workers.clone(), released.clone());
        // Ends when the sender is dropped.
        let line = Client::Game(game.parse().unwrap());
        let job = move || released.lock().unwrap().recv().is_ok();
        jobs.spawn(async move { workers.run(Class::Reply, line, job).await.is_ok() });
        let refused = tokio::time::timeout(Duration::from_millis(1), jobs.join_next()).await;
        if let Ok(Some(done)) = refused {
            assert!(!done.unwrap(), "the queue is full");
            break;
        }
    }
    ada.turn(&game, 1, "ab ce").await.expect(200);
    let store = server.app.rooms.store();
    let entries = store.owed(store.now(), None, 10).await.unwrap();
    assert_eq!(entries.len(), 1, "the reply is owed");
    let overdue = async {
        while !server.stranger().get("/metrics").await.text.lines().any(|line| {
            line.strip_prefix("linja_owed_age_seconds ").is_some_and(|age| age.parse::<f64>().unwrap() > 2.5)
        }) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, overdue).await.expect("the figure shows that a reply is overdue");
    drop(release);
    assert!(is_reply(&event(store, game.parse().unwrap(), 3).await));
    nothing_owed(store).await;
    while jobs.join_next().await.is_some() {}
    server.stop().await;
}

async fn entries_that_do_not_fit_their_games_are_corrected(database: Database) {
    let store = database.open().await;
    // As a server of an older version would do: it stores the reply and leaves the entry.
    let mut past = Past::with_owed_reply(&store).await;
    let reply = Event::Turn { side: Side::Red, turn: "hg hf".into(), lag: 0 };
    let stored = Stored { seq: 3, at: store.now(), command: None, actor: None, secret: None, event: reply };
    let append = Append {
        game: past.game,
        stored: stored.clone(),
        listing: None,
        owed: None,
        tell: None,
        opens: Vec::new(),
    };
    assert_eq!(store.append(append).await.unwrap(), Appended::Stored);
    past.events.push(stored);
    let entry = store.owed(store.now(), None, 10).await.unwrap()[0];
    // A correction of an entry that has changed since has no effect.
    let older = linja_games::store::Owed { due_at: entry.due_at - 1, ..entry };
    store.correct_owed(&older, 3, None).await.unwrap();
    assert_eq!(store.owed(store.now(), None, 10).await.unwrap(), [entry]);
    store.close().await;
    drop(store);
    let server = Running::on(&database).await;
    nothing_owed(server.app.rooms.store()).await;
    assert_eq!(
        server.app.rooms.store().events(past.game, 0).await.unwrap(),
        past.events,
        "nothing was added"
    );
    server.stop().await;
}

#[cfg(feature = "system-tests")]
mod several {
    use sqlx::Connection as _;

    use super::*;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn replies_survive_an_outage_of_the_database() {
        let postgres = linja_testing::Postgres::start("-c listen_addresses=''", &[]).unwrap();
        let url = postgres.url("postgres");
        let server = Running::on(&Database::Postgres(url.clone())).await;
        let ada = server.client().await;
        let wish =
            json!({ "opponent": { "type": "computer", "level": "1" }, "side": "black", "first": "black" });
        // Holds the claims, so that the server can't reply before the outage.
        let mut other = sqlx::PgConnection::connect(&url).await.unwrap();
        let mut games: Vec<GameId> = Vec::new();
        for _ in 0..12 {
            let game = ada.create(wish.clone()).await;
            sqlx::query("SELECT pg_advisory_lock(hashtextextended($1, 2003))")
                .bind(&game)
                .execute(&mut other)
                .await
                .unwrap();
            ada.turn(&game, 1, "ab ce").await.expect(200);
            games.push(game.parse().unwrap());
        }
        let timed = Past::with_time_left(server.app.rooms.store(), 30_000).await;
        postgres.crash().unwrap();
        // Long enough for several failed attempts.
        tokio::time::sleep(Duration::from_secs(8)).await;
        postgres.restart().unwrap();
        for &game in &games {
            assert!(is_reply(&event(server.app.rooms.store(), game, 3).await));
        }
        let is_credit = |stored: &Stored| {
            matches!(stored.event, Event::TimeCredited { side: Side::Black, milliseconds: 5_000.. })
        };
        wait_for_event(server.app.rooms.store(), timed.game, is_credit).await;
        server.stop().await;
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn server_that_can_not_know_what_it_owes_counts_from_its_last_look() {
        let postgres = linja_testing::Postgres::start("-c listen_addresses=''", &[]).unwrap();
        let server = Running::on(&Database::Postgres(postgres.url("postgres"))).await;
        let overdue = async |condition: fn(u64) -> bool| {
            let reached = async {
                while !condition(server.app.rooms.overdue()) {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
            };
            tokio::time::timeout(PATIENCE, reached).await.expect("the figure changes");
        };
        overdue(|milliseconds| milliseconds < 1_500).await;
        postgres.crash().unwrap();
        overdue(|milliseconds| milliseconds > 4_000).await;
        postgres.restart().unwrap();
        overdue(|milliseconds| milliseconds < 1_500).await;
        server.stop().await;
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn replies_come_soon_after_a_black_hole() {
        let postgres = linja_testing::Postgres::start("-c listen_addresses=''", &[]).unwrap();
        let proxy = linja_testing::Proxy::start(&postgres.socket()).unwrap();
        let server = Running::on(&Database::Postgres(proxy.postgres_url("postgres"))).await;
        // Another server, which does not reply, and which can always reach the database.
        let store = Database::Postgres(postgres.url("postgres")).open().await;
        proxy.swallow(true);
        let mut games = Vec::new();
        for _ in 0..12 {
            games.push(Past::with_owed_reply(&store).await.game);
        }
        // Attempts are under way when the connections work again.
        tokio::time::sleep(Duration::from_secs(4)).await;
        proxy.swallow(false);
        let replied = async {
            for game in games {
                assert!(is_reply(&event(&store, game, 3).await));
            }
        };
        // Five seconds, and some for a busy machine.
        tokio::time::timeout(Duration::from_secs(7), replied).await.expect("replies within seconds");
        store.close().await;
        server.stop().await;
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn two_servers_that_sweep_at_once_do_everything_once() {
        let database = Database::postgres().await;
        let store = database.open().await;
        let (mut owing, mut overdue) = (Vec::new(), Vec::new());
        for _ in 0..20 {
            owing.push(Past::with_owed_reply(&store).await.game);
            overdue.push(Past::with_time_left(&store, 0).await.game);
        }
        let servers = tokio::join!(Running::on(&database), Running::on(&database));
        for game in owing {
            assert!(is_reply(&event(&store, game, 3).await));
        }
        for game in overdue {
            assert_eq!(event(&store, game, 5).await.event, Event::TimeRanOut { side: Side::Black });
        }
        nothing_owed(&store).await;
        let replies = servers.0.app.computer.replies() + servers.1.app.computer.replies();
        assert_eq!(replies, 20, "no reply was computed twice");
        store.close().await;
        servers.0.stop().await;
        servers.1.stop().await;
    }
}
