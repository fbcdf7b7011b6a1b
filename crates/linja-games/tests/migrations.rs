//! Every released schema, with games in it, becomes the newest one, and the games stay the same. The files of
//! `tests/released` never change; a release with a new migration adds its copy, and data that only this version writes.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use std::collections::BTreeMap;
use std::path::Path;

use linja_games::game::event::Event;
use linja_games::game::state::{State, Status};
use linja_games::id::GameId;
use linja_games::store::{Checked, Store};
use linja_games::token::Hash;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{Connection as _, PgConnection, SqlSafeStr as _, SqliteConnection};
use support::Database;

on_every_database![
    every_released_schema_becomes_the_newest_one,
    released_version_writes_to_the_newest_schema,
    streams_with_several_games_are_due_for_a_look,
    newest_schema_is_refused_by_a_program_that_does_not_know_it,
];

/// The first released migration, as it was released, and games of that version.
const FIRST: &str = include_str!("released/0001_games.sql");
const GAMES: &str = include_str!("released/0001_data.sql");

/// The migrations of this version.
async fn migrations() -> Migrator {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/store/migrations");
    Migrator::new(folder.as_path()).await.unwrap()
}

fn first() -> Migrator {
    let migration = Migration::new(1, "games".into(), MigrationType::Simple, FIRST.into_sql_str(), false);
    Migrator::with_migrations(vec![migration])
}

/// Runs the same statements for either database, with an open connection.
macro_rules! on_connection {
    ($database:expr, $connection:ident => $work:expr) => {
        match $database {
            Database::Sqlite(folder) => {
                let url = format!("sqlite://{}?mode=rwc", folder.path().join("games.db").display());
                let mut $connection = SqliteConnection::connect(&url).await.unwrap();
                $work;
                $connection.close().await.unwrap();
            }
            Database::Postgres(url) => {
                let mut $connection = PgConnection::connect(url).await.unwrap();
                $work;
                $connection.close().await.unwrap();
            }
        }
    };
}

/// Makes an empty database one with the schema of version `version` and the games of the first release.
async fn build(database: &Database, version: i64) {
    let all = migrations().await;
    on_connection!(database, connection => {
        first().run(&mut connection).await.unwrap();
        sqlx::raw_sql(GAMES).execute(&mut connection).await.unwrap();
        all.run_to(version, &mut connection).await.unwrap();
    });
}

/// The events in the data file, by game.
fn written() -> BTreeMap<&'static str, Vec<&'static str>> {
    let mut games = BTreeMap::<_, Vec<_>>::new();
    for line in GAMES.lines().filter(|line| line.contains("\"type\"")) {
        let game = line.split('\'').nth(1).unwrap();
        let event = &line[line.find('{').unwrap()..=line.rfind('}').unwrap()];
        games.entry(game).or_default().push(event);
    }
    games
}

fn holder(digit: &str) -> Hash {
    digit.repeat(64).parse().unwrap()
}

fn game(number: u32) -> GameId {
    format!("{number:020}").parse().unwrap()
}

async fn has_the_same_games(store: &Store) {
    for (id, events) in written() {
        let stored = store.events(id.parse().unwrap(), 0).await.unwrap();
        let texts: Vec<String> =
            stored.iter().map(|stored| serde_json::to_string(&stored.event).unwrap()).collect();
        assert_eq!(texts, events, "game {id}");
        assert!(stored.iter().map(|stored| stored.seq).eq(1..=events.len() as u64));
    }
    let expected = [
        (Status::Waiting, 1, 1),
        (Status::Playing, 2, 2),
        (Status::Playing, 1, 1),
        (Status::Playing, 2, 1),
        (Status::Withdrawn, 1, 1),
    ];
    for (number, expected) in (1..).zip(expected) {
        let games =
            State::all_in_stream(game(number), &store.events(game(number), 0).await.unwrap()).unwrap();
        let state = games.last().unwrap();
        assert_eq!((state.status(), games.len(), state.matches), expected, "game {number}");
    }
    assert_eq!(store.lobby(None, 10).await.unwrap(), [game(1)]);
    assert_eq!(games_of(store, &holder("a")).await, [4, 3, 2, 1].map(game));
    assert_eq!(games_of(store, &holder("b")).await, [2, 5].map(game));
    assert_eq!(store.unfinished(&holder("a")).await.unwrap(), 4);
    assert_eq!(store.check().await, Checked { damage: None, games: 5, unreadable: 0 });
}

#[test]
fn data_holds_every_type_of_its_version() {
    let games = written();
    let kinds: std::collections::BTreeSet<&str> =
        games.values().flatten().map(|event| event.split('"').nth(3).unwrap()).collect();
    // Types of later versions are in the data of those versions.
    assert_eq!(kinds.len(), 13);
    assert!(kinds.iter().all(|kind| Event::KINDS.contains(kind)), "{kinds:?}");
}

async fn every_released_schema_becomes_the_newest_one(database: Database) {
    let versions: Vec<i64> = migrations().await.iter().map(|migration| migration.version).collect();
    assert!(versions.iter().copied().eq(1..=versions.len() as i64), "{versions:?}");
    for version in versions {
        let database = database.another().await;
        build(&database, version).await;
        let store = database.open().await;
        has_the_same_games(&store).await;
        store.close().await;
    }
}

/// During a rolling upgrade the old version still writes to the schema of the new one.
async fn released_version_writes_to_the_newest_schema(database: Database) {
    build(&database, 1).await;
    let store = database.open().await;
    let (ada, at) = ("a".repeat(64), 1_700_000_000_000_u64);
    let created = r#"{"type":"created","rules":"bonus","opponent":{"type":"lobby"},"side":"red","first":"red","games":1}"#;
    for sql in [
        format!(
            "INSERT INTO events (game, seq, at, command, actor, secret, event) \
             VALUES ('{}', 1, {at}, NULL, '{ada}', NULL, '{created}') ON CONFLICT DO NOTHING",
            game(6)
        ),
        format!(
            "INSERT INTO games (game, created_at, in_lobby, is_over) VALUES ('{}', {at}, 1, 0) \
             ON CONFLICT (game) DO UPDATE SET in_lobby = excluded.in_lobby, is_over = excluded.is_over",
            game(6)
        ),
        format!(
            "INSERT INTO seats (holder, game, created_at) VALUES ('{ada}', '{}', {at}) ON CONFLICT DO NOTHING",
            game(6)
        ),
    ] {
        database.execute(&sql).await;
    }
    assert_eq!(
        State::fold(game(6), &store.events(game(6), 0).await.unwrap()).unwrap().status(),
        Status::Waiting
    );
    assert_eq!(store.lobby(None, 10).await.unwrap(), [game(1), game(6)]);
    assert_eq!(store.unfinished(&holder("a")).await.unwrap(), 5);
    store.close().await;
}

/// Servers enter the later games of a stream when they look at it. Finished streams owe nothing else.
async fn streams_with_several_games_are_due_for_a_look(database: Database) {
    build(&database, 3).await;
    database.execute("DELETE FROM owed").await;
    database.execute("UPDATE games SET is_over = 1").await;
    let store = database.open().await;
    let due: Vec<GameId> = store.owed(0, None, 10).await.unwrap().iter().map(|entry| entry.game).collect();
    assert_eq!(due, [2, 4].map(game));
    store.close().await;
}

async fn newest_schema_is_refused_by_a_program_that_does_not_know_it(database: Database) {
    let newest = migrations().await.iter().map(|migration| migration.version).max().unwrap();
    build(&database, newest).await;
    let table = "CREATE TABLE later (number BIGINT)";
    let later =
        Migration::new(newest + 1, "later".into(), MigrationType::Simple, table.into_sql_str(), false);
    let newer: Vec<Migration> = migrations().await.iter().cloned().chain([later]).collect();
    on_connection!(&database, connection => {
        Migrator::with_migrations(newer).run(&mut connection).await.unwrap();
    });
    let error = match &database {
        Database::Sqlite(folder) => Store::sqlite(folder.path()).await,
        Database::Postgres(url) => Store::postgres(url).await,
    };
    let error = error.map(drop).unwrap_err().to_string();
    assert!(error.contains("can't be brought up to date"), "{error}");
}

async fn games_of(store: &Store, holder: &Hash) -> Vec<GameId> {
    store.games_of(holder, None, 10).await.unwrap().into_iter().map(|place| place.game).collect()
}
