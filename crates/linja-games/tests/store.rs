//! The same tests for both stores: event numbers, durability, lists, notifications between servers.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use linja::{RuleSet, Side};
use linja_games::game::event::{Created, Event, Opponent, Stored};
use linja_games::game::state::State;
use linja_games::id::GameId;
use linja_games::store::{Append, Appended, Listing, Notice, Store};
use linja_games::token::{Hash, Token};
use sqlx::Connection as _;
use support::Database;
use uuid::Uuid;

on_every_database![
    events_come_back_as_they_were_stored,
    only_one_event_gets_a_place,
    many_writers_share_commits_and_lose_nothing,
    lists_follow_the_events,
    lobby_has_pages,
    hostile_text_is_only_text,
    closing_finishes_what_was_begun,
];

fn game() -> GameId {
    Token::new().unwrap().game(Uuid::new_v4())
}

fn created(holder: Hash, opponent: Opponent, name: &str) -> Stored {
    let event = Event::Created(Created {
        rules: RuleSet::GEEKY_SPICY,
        opponent,
        side: Side::Black,
        first: Side::Red,
        games: 5,
        clock: None,
        name: Some(name.into()),
        opponent_name: None,
        position: None,
    });
    let (command, secret) = (Some(Uuid::new_v4()), Some(Token::new().unwrap().hash()));
    Stored { seq: 1, at: 1_700_000_000_000, command, actor: Some(holder), secret, event }
}

fn turn(seq: u64, turn: &str) -> Stored {
    let event = Event::Turn { side: Side::Black, turn: turn.into(), lag: 0 };
    Stored { seq, at: 1_700_000_000_000 + seq, command: None, actor: None, secret: None, event }
}

async fn append(store: &Store, game: GameId, stored: &Stored) -> Appended {
    store
        .append(Append {
            game,
            stored: stored.clone(),
            listing: None,
            owed: None,
            tell: None,
            opens: Vec::new(),
        })
        .await
        .expect("a database that works")
}

async fn events_come_back_as_they_were_stored(database: Database) {
    let (game, first) = (game(), created(Token::new().unwrap().hash(), Opponent::Invitation, "Ada"));
    let second = turn(2, "ab ce");
    let store = database.open().await;
    assert_eq!(append(&store, game, &first).await, Appended::Stored);
    assert_eq!(append(&store, game, &second).await, Appended::Stored);
    assert_eq!(store.events(game, 0).await.unwrap(), [first.clone(), second.clone()]);
    assert_eq!(store.events(game, 1).await.unwrap(), std::slice::from_ref(&second));
    assert_eq!(store.events(self::game(), 0).await.unwrap(), []);
    store.close().await;
    drop(store);
    let store = database.open().await;
    assert_eq!(store.events(game, 0).await.unwrap(), [first, second], "after a restart");
}

async fn only_one_event_gets_a_place(database: Database) {
    let store = Arc::new(database.open().await);
    let game = game();
    let rivals = (0..20).map(|i| {
        let (store, stored) = (store.clone(), turn(1, &format!("rival {i}")));
        tokio::spawn(async move { (append(&store, game, &stored).await, stored) })
    });
    let mut winners = Vec::new();
    for rival in rivals.collect::<Vec<_>>() {
        let (appended, stored) = rival.await.unwrap();
        if appended == Appended::Stored {
            winners.push(stored);
        }
    }
    assert_eq!(winners.len(), 1);
    assert_eq!(store.events(game, 0).await.unwrap(), winners);
}

async fn many_writers_share_commits_and_lose_nothing(database: Database) {
    let store = Arc::new(database.open().await);
    let writers = (0..50).map(|_| {
        let store = store.clone();
        tokio::spawn(async move {
            let game = game();
            for seq in 1..=20 {
                assert_eq!(append(&store, game, &turn(seq, "ab ce")).await, Appended::Stored);
            }
            game
        })
    });
    for writer in writers.collect::<Vec<_>>() {
        let events = store.events(writer.await.unwrap(), 0).await.unwrap();
        assert!(events.iter().map(|stored| stored.seq).eq(1..=20), "all, once, in order");
    }
}

async fn lobby_has_pages(database: Database) {
    let store = database.open().await;
    let mut open = Vec::new();
    for _ in 0..5 {
        let (game, first) = (game(), created(Token::new().unwrap().hash(), Opponent::Lobby, "Ada"));
        let listing = Listing::change(None, &State::begin(game, &first).unwrap(), &first);
        let append = Append { game, stored: first, listing, owed: None, tell: None, opens: Vec::new() };
        store.append(append).await.unwrap();
        open.push(game);
    }
    let (mut pages, mut after) = (Vec::new(), None);
    loop {
        let page = store.lobby(after, 2).await.unwrap();
        after = page.last().copied();
        pages.push(page);
        if after.is_none() {
            break;
        }
    }
    assert_eq!(pages.iter().map(Vec::len).collect::<Vec<_>>(), [2, 2, 1, 0]);
    let all = pages.concat();
    assert_eq!(all, store.lobby(None, 10).await.unwrap());
    assert!(open.iter().all(|game| all.contains(game)));
}

async fn lists_follow_the_events(database: Database) {
    let store = database.open().await;
    let (ada, bo) = (Token::new().unwrap().hash(), Token::new().unwrap().hash());
    let game = game();
    let first = created(ada, Opponent::Lobby, "Ada");
    let mut state = State::begin(game, &first).unwrap();
    let listing = Listing::change(None, &state, &first);
    store
        .append(Append { game, stored: first, listing, owed: None, tell: None, opens: Vec::new() })
        .await
        .unwrap();
    assert_eq!(store.lobby(None, 10).await.unwrap(), [game]);
    assert_eq!(games_of(&store, &ada).await, [game]);
    assert_eq!((store.unfinished(&ada).await.unwrap(), store.unfinished(&bo).await.unwrap()), (1, 0));

    let joined = Stored { actor: Some(bo), ..turn(2, "") };
    let joined = Stored { event: Event::Joined { side: Side::Red, name: None }, ..joined };
    let before = state.clone();
    state.apply(&joined).unwrap();
    let listing = Listing::change(Some(&before), &state, &joined);
    store
        .append(Append {
            game,
            stored: joined.clone(),
            listing: listing.clone(),
            owed: None,
            tell: None,
            opens: Vec::new(),
        })
        .await
        .unwrap();
    assert_eq!(store.lobby(None, 10).await.unwrap(), []);
    assert_eq!(games_of(&store, &bo).await, [game]);

    // An event that was not stored changes no list.
    let late = Token::new().unwrap().hash();
    let listing = listing.map(|listing| Listing { seated: Some(late), in_lobby: true, ..listing });
    assert_eq!(
        store
            .append(Append { game, stored: joined, listing, owed: None, tell: None, opens: Vec::new() })
            .await
            .unwrap(),
        Appended::PlaceTaken
    );
    assert_eq!(games_of(&store, &late).await, []);
    assert_eq!(store.lobby(None, 10).await.unwrap(), []);

    let resigned = Stored { event: Event::Resigned { side: Side::Red }, ..turn(3, "") };
    let before = state.clone();
    state.apply(&resigned).unwrap();
    assert_eq!(Listing::change(Some(&before), &state, &resigned), None, "the match goes on");
}

async fn hostile_text_is_only_text(database: Database) {
    let store = database.open().await;
    for name in [
        "'); DROP TABLE events; --",
        "\\'\"{}[]$1",
        "\u{0}\u{7f}\n",
        "{\"a\":1},[null]",
        "NULL",
        "😀\u{202e}",
    ] {
        let game = game();
        let first = created(Token::new().unwrap().hash(), Opponent::Local, name);
        assert_eq!(append(&store, game, &first).await, Appended::Stored);
        assert_eq!(store.events(game, 0).await.unwrap(), [first]);
    }
}

async fn closing_finishes_what_was_begun(database: Database) {
    let store = Arc::new(database.open().await);
    let games: Vec<GameId> = (0..30).map(|_| game()).collect();
    let mut writers = tokio::task::JoinSet::new();
    for &game in &games {
        let store = store.clone();
        writers.spawn(async move {
            (
                game,
                store
                    .append(Append {
                        game,
                        stored: turn(1, "ab"),
                        listing: None,
                        owed: None,
                        tell: None,
                        opens: Vec::new(),
                    })
                    .await,
            )
        });
    }
    tokio::task::yield_now().await;
    store.close().await;
    let mut stored = Vec::new();
    while let Some(written) = writers.join_next().await {
        let (game, result) = written.unwrap();
        if matches!(result, Ok(Appended::Stored)) {
            stored.push(game);
        }
    }
    drop(store);
    let store = database.open().await;
    for game in stored {
        assert_eq!(store.events(game, 0).await.unwrap().len(), 1, "what was acknowledged is there");
    }
}

#[tokio::test]
async fn sqlite_belongs_to_one_server() {
    let Database::Sqlite(folder) = Database::sqlite() else { unreachable!() };
    let first = Store::sqlite(folder.path()).await.unwrap();
    let error = Store::sqlite(folder.path()).await.map(|_| ()).unwrap_err();
    assert!(error.to_string().contains("another server is using"), "{error}");
    // Closing releases the lock, even while a reference to the store remains.
    first.close().await;
    assert!(Store::sqlite(folder.path()).await.is_ok());
}

/// Size of SQLite's write-ahead log in bytes.
fn log_length(folder: &Path) -> u64 {
    std::fs::metadata(folder.join("games.db-wal")).map_or(0, |about| about.len())
}

#[tokio::test]
async fn closing_leaves_no_log_behind() {
    let Database::Sqlite(folder) = Database::sqlite() else { unreachable!() };
    let store = Store::sqlite(folder.path()).await.unwrap();
    append(&store, game(), &turn(1, "ab")).await;
    assert!(log_length(folder.path()) > 0);
    store.close().await;
    assert_eq!(log_length(folder.path()), 0);
}

#[tokio::test]
async fn log_stays_small_though_somebody_is_always_reading() {
    let Database::Sqlite(folder) = Database::sqlite() else { unreachable!() };
    let store = Store::sqlite(folder.path()).await.unwrap();
    let url = format!("sqlite://{}?mode=ro", folder.path().join("games.db").display());
    let mut reading = sqlx::SqliteConnection::connect(&url).await.unwrap();
    let mut next = sqlx::SqliteConnection::connect(&url).await.unwrap();
    let read = "SELECT count(*) FROM events";
    for sql in ["BEGIN", read] {
        sqlx::query(sql).execute(&mut reading).await.unwrap();
    }
    let readers = tokio::spawn(async move {
        loop {
            // Each read transaction begins before the previous one ends.
            for sql in ["BEGIN", read] {
                sqlx::query(sql).execute(&mut next).await.unwrap();
            }
            sqlx::query("COMMIT").execute(&mut reading).await.unwrap();
            std::mem::swap(&mut reading, &mut next);
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    });
    let (game, long) = (game(), "ab ".repeat(80_000));
    let mut largest = 0;
    for seq in 1..=400 {
        append(&store, game, &turn(seq, &long)).await;
        largest = log_length(folder.path()).max(largest);
    }
    readers.abort();
    // 96 MB were written in total.
    assert!(largest < 64 << 20, "{largest}");
    store.close().await;
}

#[cfg(feature = "system-tests")]
#[tokio::test]
async fn news_reach_the_other_server() {
    let database = Database::postgres().await;
    let (here, there) = (database.open().await, database.open().await);
    let mut notices = there.notices();
    let game = game();
    append(&here, game, &turn(1, "ab ce")).await;
    let heard = async { while notices.recv().await != Ok(Notice::Changed(game)) {} };
    tokio::time::timeout(Duration::from_mins(2), heard).await.expect("news");
    assert_eq!(there.events(game, 0).await.unwrap().len(), 1);
    assert_eq!(there.last_numbers(&[game, self::game()]).await.unwrap(), [(game, 1)]);
    assert!(here.now().abs_diff(there.now()) < 100, "both use the database's clock");
}

#[cfg(feature = "system-tests")]
#[tokio::test]
async fn only_one_server_has_the_claim_until_it_ends() {
    let database = Database::postgres().await;
    let (here, there) = (database.open().await, database.open().await);
    let game = game();
    let claim = here.claim(game).await.unwrap().expect("nobody else wants it");
    assert!(there.claim(game).await.unwrap().is_none());
    assert!(there.claim(self::game()).await.unwrap().is_some(), "another game");
    drop(claim);
    let again = async { while there.claim(game).await.unwrap().is_none() {} };
    tokio::time::timeout(Duration::from_mins(2), again).await.expect("it ended");
}

async fn games_of(store: &Store, holder: &Hash) -> Vec<GameId> {
    store.games_of(holder, None, 10).await.unwrap().into_iter().map(|place| place.game).collect()
}
