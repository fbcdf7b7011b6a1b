//! What a store does while its database fails: it says so, refuses writes, and works again by itself.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use std::fs::{self, File};
use std::io::{Seek as _, SeekFrom, Write as _};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use linja::{RuleSet, Side};
use linja_games::game::event::{Created, Event, Opponent, Stored};
use linja_games::game::state::State;
use linja_games::id::GameId;
use linja_games::store::{Append, Appended, Checked, Listing, OwedChange, Store, StoreError, Unready};
use linja_games::token::Token;
use support::Database;
use uuid::Uuid;

on_every_database![
    failed_commit_stops_writing_only_while_the_database_fails,
    time_in_which_only_events_can_not_be_stored_is_an_outage,
    games_that_can_not_be_read_are_counted,
    event_of_a_newer_version_is_no_damage,
];

fn created() -> Append {
    let token = Token::new().unwrap();
    let command = Uuid::new_v4();
    let event = Event::Created(Created {
        rules: RuleSet::BONUS,
        opponent: Opponent::Local,
        side: Side::Black,
        first: Side::Black,
        games: 1,
        clock: None,
        name: Some("Ada".into()),
        opponent_name: None,
        position: None,
    });
    let actor = Some(token.hash());
    let stored = Stored { seq: 1, at: 1_700_000_000_000, command: Some(command), actor, secret: None, event };
    let listing = Listing::change(None, &State::begin(token.game(command), &stored).unwrap(), &stored);
    Append { game: token.game(command), stored, listing, owed: None, tell: None, opens: Vec::new() }
}

fn turn(game: GameId, seq: u64) -> Append {
    let event = Event::Turn { side: Side::Black, turn: "ab ce".into(), lag: 0 };
    let stored = Stored { seq, at: 1_700_000_000_000, command: None, actor: None, secret: None, event };
    Append { game, stored, listing: None, owed: None, tell: None, opens: Vec::new() }
}

/// Waits until the store is ready, without a write.
async fn wait_until_ready(store: &Store) -> Option<Checked> {
    let ready = async {
        loop {
            match store.readiness().await {
                Ok(checked) => return checked,
                Err(_) => tokio::time::sleep(Duration::from_millis(10)).await,
            }
        }
    };
    tokio::time::timeout(Duration::from_mins(2), ready).await.expect("the store becomes ready")
}

/// Tables of every kind of write: events, probing writes, heartbeats.
const TABLES: [&str; 3] = ["events", "seats", "heartbeat"];

/// Makes every insertion into these tables fail as a full disk does: the transaction is rolled back.
async fn fill(database: &Database, tables: &[&str]) {
    if let Database::Postgres(_) = database {
        let function = "CREATE OR REPLACE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS \
             $$ BEGIN RAISE EXCEPTION 'no space left'; END $$";
        database.execute(function).await;
    }
    for table in tables {
        let action = match database {
            Database::Sqlite(_) => "BEGIN SELECT RAISE(ROLLBACK, 'no space left'); END",
            Database::Postgres(_) => "FOR EACH STATEMENT EXECUTE FUNCTION fail()",
        };
        database.execute(&format!("CREATE TRIGGER full_{table} BEFORE INSERT ON {table} {action}")).await;
    }
}

async fn empty(database: &Database, tables: &[&str]) {
    for table in tables {
        database
            .execute(&match database {
                Database::Sqlite(_) => format!("DROP TRIGGER full_{table}"),
                Database::Postgres(_) => format!("DROP TRIGGER full_{table} ON {table}"),
            })
            .await;
    }
}

/// On a nearly full disk the rows of heartbeats and probes can still be replaced, where events need more space.
async fn time_in_which_only_events_can_not_be_stored_is_an_outage(database: Database) {
    let store = database.open().await;
    let first = created();
    let game = first.game;
    // A clock that runs for long: only then heartbeats are stored.
    let owed = Some(OwedChange::Due(store.now() + 1_000_000));
    assert_eq!(store.append(Append { owed, ..first }).await.unwrap(), Appended::Stored);
    assert_eq!(store.beat().await.unwrap(), []);

    fill(&database, &["events"]).await;
    let began = store.now();
    while store.now() < began + 3_000 {
        assert!(store.append(turn(game, 2)).await.is_err());
        store.beat().await.expect("heartbeats succeed all the time");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert!(store.writes_fail());
    let ended = store.now();
    empty(&database, &["events"]).await;

    let works = async {
        while store.append(turn(game, 2)).await.is_err() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_mins(2), works).await.expect("events are stored again");
    let outages = store.beat().await.unwrap();
    assert_eq!(outages.len(), 1, "heartbeats prolong the outage: {outages:?}");
    assert!(
        outages[0].began <= began + 1_000 && outages[0].ended >= ended,
        "{began} to {ended}: {outages:?}"
    );
    assert!(!store.writes_fail());
    assert_eq!(store.beat().await.unwrap(), outages, "the outage is over");
    store.close().await;
}

async fn failed_commit_stops_writing_only_while_the_database_fails(database: Database) {
    let store = database.open().await;
    store.check().await;
    let first = created();
    let game = first.game;
    // A clock that runs for long: only then heartbeats are stored.
    let owed = Some(OwedChange::Due(store.now() + 1_000_000));
    assert_eq!(store.append(Append { owed, ..first }).await.unwrap(), Appended::Stored);
    assert!(store.readiness().await.is_ok());
    store.beat().await.unwrap();
    let committed = store.last_commit().unwrap();

    fill(&database, &TABLES).await;
    let error = store.append(turn(game, 2)).await.unwrap_err();
    assert!(error.to_string().contains("no space left"), "{error}");
    let unready = store.readiness().await.unwrap_err();
    assert!(matches!(&unready, Unready::Writing(why) if why.contains("no space left")), "{unready}");
    for _ in 0..20 {
        let error = store.append(turn(game, 2)).await.unwrap_err();
        assert!(!error.to_string().contains("begin_with"), "{error}");
        let error = store.beat().await.unwrap_err();
        assert!(error.to_string().contains("no space left"), "{error}");
    }
    assert!(store.events(game, 0).await.is_ok(), "games can be read all the time");

    empty(&database, &TABLES).await;
    wait_until_ready(&store).await;
    store.beat().await.unwrap();
    for seq in 2..=20 {
        assert_eq!(store.append(turn(game, seq)).await.unwrap(), Appended::Stored);
    }
    assert_eq!(store.events(game, 0).await.unwrap().len(), 20);
    assert!(store.last_commit().unwrap() >= committed);
    store.close().await;
}

async fn games_that_can_not_be_read_are_counted(database: Database) {
    let store = database.open().await;
    let mut games = Vec::new();
    for _ in 0..20 {
        let append = created();
        games.push(append.game);
        assert_eq!(store.append(append).await.unwrap(), Appended::Stored);
    }
    assert_eq!(store.check().await, Checked { damage: None, games: 20, unreadable: 0 });
    database.execute(&format!("UPDATE events SET event = '{{' WHERE game = '{}'", games[0])).await;
    store.check().await;
    let found = store.readiness().await.expect("one damaged game does not stop the others");
    assert_eq!(found, Some(Checked { damage: None, games: 20, unreadable: 1 }));
    assert_eq!(store.unreadable_games(), Some(1));
    database.execute(&format!("UPDATE events SET event = '{{' WHERE game != '{}'", games[1])).await;
    store.check().await;
    let unready = store.readiness().await.unwrap_err();
    assert!(matches!(unready, Unready::Unreadable { unreadable: 19, checked: 20 }), "{unready}");
    store.close().await;
}

async fn event_of_a_newer_version_is_no_damage(database: Database) {
    let store = database.open().await;
    let (paused, other) = (created(), created());
    let (game, unaffected) = (paused.game, other.game);
    for append in [paused, other] {
        assert_eq!(store.append(append).await.unwrap(), Appended::Stored);
    }
    let event = r#"{"type":"teleported","side":"black"}"#;
    let insert =
        format!("INSERT INTO events (game, seq, at, event) VALUES ('{game}', 2, 1700000000001, '{event}')");
    database.execute(&insert).await;
    let error = store.events(game, 0).await.unwrap_err();
    assert!(
        matches!(&error, StoreError::Newer { seq: 2, field: "type", value, .. } if value == "teleported"),
        "{error}"
    );
    assert_eq!(store.events(unaffected, 0).await.unwrap().len(), 1);
    assert_eq!(store.check().await, Checked { damage: None, games: 2, unreadable: 0 });
    // A known type that can't be parsed is damage.
    database
        .execute(&format!(
            r#"UPDATE events SET event = '{{"type":"turn"}}' WHERE game = '{game}' AND seq = 2"#
        ))
        .await;
    assert!(matches!(store.events(game, 0).await.unwrap_err(), StoreError::Damaged { .. }));
    store.close().await;
}

/// Overwrites a part of a file.
fn overwrite(path: &Path, bytes: &[u8], offset: u64) {
    let mut file = File::options().write(true).open(path).unwrap();
    file.seek(SeekFrom::Start(offset)).unwrap();
    file.write_all(bytes).unwrap();
}

/// A closed database file with this many games.
async fn closed_file(games: usize) -> tempfile::TempDir {
    let folder = linja_testing::folder();
    let store = Arc::new(Store::sqlite(folder.path()).await.unwrap());
    // Concurrent writers share commits.
    let mut writers = tokio::task::JoinSet::new();
    for _ in 0..games {
        let store = store.clone();
        writers.spawn(async move { store.append(created()).await.unwrap() });
    }
    assert!(writers.join_all().await.iter().all(|appended| *appended == Appended::Stored));
    store.close().await;
    folder
}

#[tokio::test]
async fn read_only_file_is_known_at_the_start_until_it_can_be_written() {
    let folder = closed_file(1).await;
    let path = folder.path().join("games.db");
    // This byte is the version of the format for writing. SQLite opens a file of an unknown version only for reading,
    // for root too, which may write to files without the permission.
    overwrite(&path, &[3], 18);
    let store = Store::sqlite(folder.path()).await.unwrap();
    store.check().await;
    let unready = store.readiness().await.unwrap_err();
    assert!(matches!(&unready, Unready::Writing(why) if why.contains("readonly")), "{unready}");
    let refused = store.append(created()).await.unwrap_err();
    assert!(matches!(refused, StoreError::Unwritable(_)), "{refused}");
    overwrite(&path, &[2], 18);
    wait_until_ready(&store).await;
    assert_eq!(store.append(created()).await.unwrap(), Appended::Stored);
    store.close().await;
}

#[tokio::test]
async fn damaged_file_is_found_at_the_start() {
    let folder = closed_file(300).await;
    let path = folder.path().join("games.db");
    let pages = fs::metadata(&path).unwrap().len() / 4096;
    assert!(pages > 30, "{pages}");
    for page in pages / 2..pages {
        overwrite(&path, &[0xA5; 4096], page * 4096);
    }
    let store = Store::sqlite(folder.path()).await.unwrap();
    assert!(store.check().await.damage.is_some());
    let unready = store.readiness().await.unwrap_err();
    assert!(matches!(unready, Unready::Damaged(_)), "{unready}");
    store.close().await;
}

/// Stores events for longer than the gap between two heartbeats that counts as an outage.
async fn write_without_heartbeats(store: &Store, game: GameId, first: u64) -> u64 {
    let mut seq = first;
    let begun = store.now();
    while store.now() < begun + 2_500 {
        assert_eq!(store.append(turn(game, seq)).await.unwrap(), Appended::Stored);
        seq += 1;
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    seq
}

#[tokio::test]
async fn commits_prove_that_the_server_is_up_when_its_heartbeats_are_late() {
    let folder = linja_testing::folder();
    let store = Store::sqlite(folder.path()).await.unwrap();
    let first = created();
    let game = first.game;
    // A clock that runs for long: only then heartbeats are stored.
    let owed = Some(OwedChange::Due(store.now() + 1_000_000));
    assert_eq!(store.append(Append { owed, ..first }).await.unwrap(), Appended::Stored);
    assert_eq!(store.beat().await.unwrap(), []);

    let seq = write_without_heartbeats(&store, game, 2).await;
    // Given up, as a heartbeat that waits for the writer. On a busy machine it may be done at once, and says the same.
    if let Ok(late) = tokio::time::timeout(Duration::ZERO, store.beat()).await {
        assert_eq!(late.unwrap(), [], "the server was up");
    }
    assert_eq!(store.beat().await.unwrap(), [], "the server was up");

    write_without_heartbeats(&store, game, seq).await;
    let killed = store.now();
    store.close().await;
    drop(store);
    tokio::time::sleep(Duration::from_millis(2_500)).await;
    let store = Store::sqlite(folder.path()).await.unwrap();
    let outages = store.beat().await.unwrap();
    assert_eq!(outages.len(), 1, "{outages:?}");
    let too_much = killed.saturating_sub(outages[0].began);
    assert!(too_much < 1_500, "{too_much} ms before the end of the server are credited");
    store.close().await;
}

#[cfg(feature = "system-tests")]
#[tokio::test]
async fn connection_that_may_not_write_is_replaced() {
    let database = Database::postgres().await;
    let Database::Postgres(url) = &database else { unreachable!("it is PostgreSQL") };
    let options: sqlx::postgres::PgConnectOptions = url.parse().unwrap();
    let name = options.get_database().unwrap();
    let administrator = Database::Postgres(url.replace(&format!("/{name}?"), "/postgres?"));
    let store = database.open().await;
    store.check().await;
    // Sessions keep the setting that they began with.
    administrator.execute(&format!("ALTER DATABASE {name} SET default_transaction_read_only = on")).await;
    let end_sessions =
        format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'");
    administrator.execute(&end_sessions).await;
    let fails = async {
        while !store.append(created()).await.is_err_and(|error| error.to_string().contains("read-only")) {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_mins(2), fails).await.expect("writing fails");
    assert!(matches!(store.readiness().await.unwrap_err(), Unready::Writing(_)));
    administrator.execute(&format!("ALTER DATABASE {name} RESET default_transaction_read_only")).await;
    wait_until_ready(&store).await;
    let works = async {
        while store.append(created()).await.is_err() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_mins(2), works).await.expect("writing works");
    store.close().await;
}
