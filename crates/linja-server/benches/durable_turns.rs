//! Measures durable turns per second, compared with plain single-row inserts into the same database.
//!
//! `cargo bench -p linja-server --features system-tests --bench durable_turns` runs on both databases; without the
//! feature, only on SQLite. Every turn is validated, stored and acknowledged, and its receipt is checked.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use linja_games::game::command::{Command, Wish};
use linja_games::room::{NewGame, Rooms};
use linja_games::store::Store;
use linja_games::token::Token;
use linja_server::Config;
use linja_server::app::App;
use serde_json::json;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions as _, Connection as _};
use uuid::Uuid;

#[cfg(feature = "system-tests")]
#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../tests/support/postgres.rs"]
mod postgres;

const TIME: Duration = Duration::from_secs(4);
const PLAIN: &str = "INSERT INTO plain (game, seq, event) VALUES ($1, $2, $3)";
const TABLE: &str = "CREATE TABLE plain (game TEXT NOT NULL, seq BIGINT NOT NULL, event TEXT NOT NULL, PRIMARY KEY (game, seq))";
const EVENT: &str = r#"{"type":"turn","side":"black","turn":"ab ce"}"#;

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("threads");
    runtime.block_on(async {
        let folder = linja_testing::folder();
        let store = Store::sqlite(folder.path()).await.expect("SQLite");
        measure_all("SQLite", store, &Database::Sqlite(folder.path().join("plain.db"))).await;
        #[cfg(feature = "system-tests")]
        {
            let url = postgres::new_database().await;
            let store = Store::postgres(&url).await.expect("PostgreSQL");
            measure_all("PostgreSQL", store, &Database::Postgres(url)).await;
        }
    });
}

enum Database {
    Sqlite(std::path::PathBuf),
    #[cfg_attr(not(feature = "system-tests"), allow(dead_code, reason = "only with a server"))]
    Postgres(String),
}

async fn measure_all(name: &str, store: Store, database: &Database) {
    Writer::connect(database).await.create_table().await;
    let one = plain(database, 1).await;
    let many = plain(database, 32).await;
    println!("{name:10}  plain inserts, 1 writer    {one:>8.0} a second");
    println!("{name:10}  plain inserts, 32 writers  {many:>8.0} a second");
    let app = App::new(Config::new(".".into()), store, None, None);
    for games in [1, 32, 256, 1000] {
        let turns = turns(&app.rooms, games).await;
        let (by_one, by_many) = (turns / one, turns / many);
        println!(
            "{name:10}  turns, {games:>4} games          {turns:>8.0} a second, {by_one:.2} and {by_many:.2} times"
        );
    }
}

/// Plays turns and take-backs in `games` games at once; each waits for its acknowledgement.
async fn turns(rooms: &Arc<Rooms>, games: usize) -> f64 {
    let token = Token::new().expect("random bytes");
    let client = rooms.identify(token).await.expect("a new identity");
    let mut ids = Vec::new();
    for _ in 0..games {
        let wish = json!({ "id": Uuid::new_v4(), "opponent": { "type": "local" }, "first": "black" });
        let wish: NewGame = serde_json::from_value(wish).expect("a wish");
        ids.push(rooms.create(&client, wish, u64::MAX).await.expect("a game").game.head.id);
    }
    let count = Arc::new(AtomicU64::new(0));
    let (begun, end) = (Instant::now(), Instant::now() + TIME);
    let players = ids.into_iter().map(|id| {
        let (rooms, client, count) = (rooms.clone(), client.clone(), count.clone());
        tokio::spawn(async move {
            let mut seen = 1;
            while Instant::now() < end {
                // The second turn is played and taken back repeatedly.
                let wish = match seen {
                    1 => Wish::Turn { turn: "ab ce".into() },
                    seen if seen % 2 == 0 => Wish::Turn { turn: "hg hf".into() },
                    _ => Wish::TakeBack {},
                };
                let command = Command { id: Uuid::new_v4(), seen, wish };
                let answer = rooms.command(id, &client, &command).await.expect("it is possible");
                seen += 1;
                assert_eq!(answer.event.seq, seen);
                count.fetch_add(1, Ordering::Relaxed);
            }
        })
    });
    for player in players.collect::<Vec<_>>() {
        player.await.expect("no panic");
    }
    count.load(Ordering::Relaxed) as f64 / begun.elapsed().as_secs_f64()
}

/// A connection that inserts rows.
enum Writer {
    Sqlite(sqlx::SqliteConnection),
    Postgres(sqlx::PgConnection),
}

impl Writer {
    async fn connect(database: &Database) -> Writer {
        match database {
            Database::Sqlite(path) => Writer::Sqlite(sqlite(path).await),
            Database::Postgres(url) => {
                Writer::Postgres(sqlx::PgConnection::connect(url).await.expect("connected"))
            }
        }
    }

    async fn create_table(&mut self) {
        match self {
            Writer::Sqlite(connection) => sqlx::query(TABLE).execute(connection).await.map(drop),
            Writer::Postgres(connection) => sqlx::query(TABLE).execute(connection).await.map(drop),
        }
        .expect("a table");
    }

    async fn insert(&mut self, game: &str, seq: i64) {
        match self {
            Writer::Sqlite(connection) => {
                sqlx::query(PLAIN).bind(game).bind(seq).bind(EVENT).execute(connection).await.map(drop)
            }
            Writer::Postgres(connection) => {
                sqlx::query(PLAIN).bind(game).bind(seq).bind(EVENT).execute(connection).await.map(drop)
            }
        }
        .expect("inserted");
    }
}

async fn sqlite(path: &Path) -> sqlx::SqliteConnection {
    let options = SqliteConnectOptions::new().filename(path).create_if_missing(true);
    let options = options.journal_mode(SqliteJournalMode::Wal).synchronous(SqliteSynchronous::Full);
    options.busy_timeout(Duration::from_secs(30)).disable_statement_logging().connect().await.expect("opened")
}

/// Inserts single rows over `writers` connections.
async fn plain(database: &Database, writers: usize) -> f64 {
    let mut connections = Vec::new();
    for _ in 0..writers {
        connections.push(Writer::connect(database).await);
    }
    let count = Arc::new(AtomicU64::new(0));
    let (begun, end) = (Instant::now(), Instant::now() + TIME);
    let mut tasks = tokio::task::JoinSet::new();
    for (number, mut writer) in connections.into_iter().enumerate() {
        let (count, game) = (count.clone(), format!("{writers}-{number}"));
        tasks.spawn(async move {
            for seq in 0_i64.. {
                if Instant::now() >= end {
                    break;
                }
                writer.insert(&game, seq).await;
                count.fetch_add(1, Ordering::Relaxed);
            }
        });
    }
    while let Some(ended) = tasks.join_next().await {
        ended.expect("no panic");
    }
    count.load(Ordering::Relaxed) as f64 / begun.elapsed().as_secs_f64()
}
