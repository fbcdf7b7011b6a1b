//! Connections to PostgreSQL that die without a sign: they stay open, but nothing arrives any more.

#![cfg(feature = "system-tests")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use std::time::Duration;

use linja::Side;
use linja_games::game::event::{Event, Stored};
use linja_games::id::GameId;
use linja_games::store::{Append, Appended, CLAIMS, Notice, Store};
use linja_games::token::Token;
use linja_testing::{Line, Proxy};
use support::Database;
use tokio::time::timeout;
use uuid::Uuid;

const PATIENCE: Duration = Duration::from_mins(2);

/// Starts a proxy in front of the server of this database. Returns the database's address through the proxy as well.
fn proxy(url: &str) -> (Proxy, String) {
    let options: sqlx::postgres::PgConnectOptions = url.parse().unwrap();
    let proxy = Proxy::start(&options.get_socket().unwrap().join(".s.PGSQL.5432")).unwrap();
    let url = proxy.postgres_url(options.get_database().unwrap());
    (proxy, url)
}

fn game() -> GameId {
    Token::new().unwrap().game(Uuid::new_v4())
}

fn first(game: GameId) -> Append {
    let event = Event::Turn { side: Side::Black, turn: "ab ce".into(), lag: 0 };
    let stored = Stored { seq: 1, at: 1_700_000_000_000, command: None, actor: None, secret: None, event };
    Append { game, stored, listing: None, owed: None, tell: None, opens: Vec::new() }
}

/// Waits until one store hears of a game that the other one stores.
async fn hears(there: &Store, here: &Store) {
    let mut notices = there.notices();
    let heard = async {
        loop {
            let game = game();
            assert_eq!(here.append(first(game)).await.unwrap(), Appended::Stored);
            let heard = async { while notices.recv().await != Ok(Notice::Changed(game)) {} };
            if timeout(Duration::from_millis(500), heard).await.is_ok() {
                return;
            }
        }
    };
    timeout(PATIENCE, heard).await.expect("the other server is heard");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn silent_connection_to_the_other_servers_is_replaced() {
    let database = Database::postgres().await;
    let (proxy, url) = proxy(&database.url().unwrap());
    let (here, there) = (database.open().await, Store::postgres(&url).await.unwrap());
    hears(&there, &here).await;
    let mut notices = there.notices();
    assert_eq!(proxy.kill(Line::listens), 1);
    // The games that changed meanwhile are found again after the notice.
    let replaced = async { while notices.recv().await != Ok(Notice::Resync) {} };
    timeout(PATIENCE, replaced).await.expect("the connection is replaced");
    hears(&there, &here).await;
    here.close().await;
    there.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn silent_connections_do_not_stop_writing() {
    let database = Database::postgres().await;
    let (proxy, url) = proxy(&database.url().unwrap());
    let store = Store::postgres(&url).await.unwrap();
    let game = game();
    assert_eq!(store.append(first(game)).await.unwrap(), Appended::Stored);
    assert!(proxy.kill(|_| true) > 0);
    let written = async {
        while store.append(first(self::game())).await.is_err() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(PATIENCE, written).await.expect("new connections replace the dead ones");
    assert_eq!(store.events(game, 0).await.unwrap().len(), 1);
    store.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn silent_connections_do_not_keep_claims() {
    let database = Database::postgres().await;
    let (proxy, url) = proxy(&database.url().unwrap());
    let (store, other) = (Store::postgres(&url).await.unwrap(), database.open().await);
    let game = game();
    let claim = store.claim(game).await.unwrap().expect("nobody else has claimed the game");
    let mut claims = vec![claim];
    // All claims that a server can hold at the same time.
    for _ in 1..CLAIMS {
        claims.push(store.claim(self::game()).await.unwrap().expect("a new game"));
    }
    assert!(other.claim(game).await.unwrap().is_none());
    assert!(proxy.kill(|_| true) > 0);
    drop(claims);
    for server in [&store, &other] {
        let claimed = async {
            while !matches!(server.claim(game).await, Ok(Some(_))) {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        };
        timeout(PATIENCE, claimed).await.expect("the places and the game are free again");
    }
    store.close().await;
    other.close().await;
}
