//! Games that a server finds in its store, and waiting for the events that it adds.
//!
//! The tests read the store, never the game: a request for a game would make the server look at it.

use std::time::Duration;

use linja::{RuleSet, Side};
use linja_api::Level;
use linja_games::game::event::{ClockSetting, Created, Event, Opponent, Stored};
use linja_games::game::state::State;
use linja_games::id::GameId;
use linja_games::store::{Append, Appended, Store};
use linja_games::token::{Hash, Token};
use uuid::Uuid;

use super::Database;
use super::server::{Client, PATIENCE, Running};

/// A game as another server would have stored it.
pub struct Past {
    pub game: GameId,
    /// Black's token.
    pub black: Token,
    pub events: Vec<Stored>,
    pub state: Option<State>,
}

impl Past {
    pub fn new() -> Past {
        let black = Token::new().expect("random bytes");
        Past { game: black.game(Uuid::new_v4()), black, events: Vec::new(), state: None }
    }

    /// The state after all events.
    pub fn state(&self) -> &State {
        self.state.as_ref().expect("an event")
    }

    /// Stores the next event, as of `at`.
    pub async fn add(&mut self, store: &Store, at: u64, actor: Option<Hash>, event: Event) {
        let seq = self.events.len() as u64 + 1;
        let stored = Stored { seq, at, command: None, actor, secret: None, event };
        let before = self.state.take();
        let after = match before.clone() {
            None => State::begin(self.game, &stored).expect("a first event"),
            Some(mut state) => {
                // The next game in the same stream, as older versions stored it.
                let last = GameId::from_bytes(&[0; 32]);
                state.apply_in_stream(&stored, last).expect("an event that fits");
                state
            }
        };
        let append = Append::new(self.game, before.as_ref(), &after, stored.clone());
        assert_eq!(store.append(append).await.expect("a database that works"), Appended::Stored);
        self.events.push(stored);
        self.state = Some(after);
    }

    pub async fn turn(&mut self, store: &Store, at: u64, side: Side, turn: &str) {
        self.add(store, at, None, Event::Turn { side, turn: turn.into(), lag: 0 }).await;
    }

    /// A game that Black created at `at`.
    pub async fn created(store: &Store, at: u64, created: Created) -> Past {
        let mut past = Past::new();
        let black = past.black.hash();
        past.add(store, at, Some(black), Event::Created(created)).await;
        past
    }

    /// A client with Black's token.
    pub fn client(&self, server: &Running) -> Client {
        Client { token: Some(self.black.to_string()), ..server.stranger() }
    }

    /// A game against the computer, which owes a reply.
    pub async fn with_owed_reply(store: &Store) -> Past {
        let opponent = Opponent::Computer { level: Level("random".parse().expect("a level")) };
        let mut past = Past::new();
        let now = store.now();
        past.add(store, now, Some(holder()), Event::Created(setting(opponent, None))).await;
        past.turn(store, now, Side::Black, "ab ce").await;
        past
    }

    /// A game of two people with a clock of 60 seconds, which Red joined at `at`. Black has to begin.
    pub async fn joined(store: &Store, at: u64) -> Past {
        let clock = ClockSetting { seconds: 60, increment: 0 };
        let mut past = Past::new();
        let created = Event::Created(setting(Opponent::Lobby, Some(clock)));
        let black = past.black.hash();
        past.add(store, at, Some(black), created).await;
        past.add(store, at, Some(holder()), Event::Joined { side: Side::Red, name: None }).await;
        past
    }

    /// The same after two turns; Black's time runs out in `left` milliseconds.
    pub async fn with_time_left(store: &Store, left: u64) -> Past {
        let then = store.now() - (60_000 - left);
        let mut past = Past::joined(store, then).await;
        past.turn(store, then, Side::Black, "ab ce").await;
        past.turn(store, then, Side::Red, "hg hf").await;
        past
    }
}

pub fn holder() -> Hash {
    Token::new().expect("random bytes").hash()
}

pub fn setting(opponent: Opponent, clock: Option<ClockSetting>) -> Created {
    Created {
        rules: RuleSet::BONUS,
        opponent,
        side: Side::Black,
        first: Side::Black,
        games: 1,
        clock,
        name: None,
        opponent_name: None,
        position: None,
    }
}

/// Waits until the store holds an event of a game that meets a condition.
pub async fn wait_for_event(store: &Store, game: GameId, is_it: impl Fn(&Stored) -> bool) -> Stored {
    let found = async {
        loop {
            // The database may be down.
            let events = store.events(game, 0).await.unwrap_or_default();
            if let Some(stored) = events.into_iter().find(&is_it) {
                return stored;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, found).await.expect("the event is stored without anybody asking")
}

/// The number that SQL counts beside the server.
pub async fn count(database: &Database, sql: &str) -> i64 {
    use sqlx::Connection as _;
    let query = sqlx::AssertSqlSafe(sql.to_string());
    match database {
        Database::Sqlite(folder) => {
            let url = format!("sqlite://{}", folder.path().join("games.db").display());
            let mut connection = sqlx::SqliteConnection::connect(&url).await.expect("SQLite opens");
            sqlx::query_scalar(query).fetch_one(&mut connection).await.expect("a number")
        }
        Database::Postgres(url) => {
            let mut connection = sqlx::PgConnection::connect(url).await.expect("PostgreSQL connects");
            sqlx::query_scalar(query).fetch_one(&mut connection).await.expect("a number")
        }
    }
}

/// Runs SQL beside the server.
pub async fn execute(database: &Database, statements: &[String]) {
    use sqlx::Connection as _;
    match database {
        Database::Sqlite(folder) => {
            let url = format!("sqlite://{}", folder.path().join("games.db").display());
            let mut connection = sqlx::SqliteConnection::connect(&url).await.expect("SQLite opens");
            for sql in statements {
                let query = sqlx::query(sqlx::AssertSqlSafe(sql.clone()));
                query.execute(&mut connection).await.expect("valid SQL");
            }
            connection.close().await.expect("SQLite closes");
        }
        Database::Postgres(url) => {
            let mut connection = sqlx::PgConnection::connect(url).await.expect("PostgreSQL connects");
            for sql in statements {
                let query = sqlx::query(sqlx::AssertSqlSafe(sql.clone()));
                query.execute(&mut connection).await.expect("valid SQL");
            }
            connection.close().await.expect("PostgreSQL closes");
        }
    }
}
