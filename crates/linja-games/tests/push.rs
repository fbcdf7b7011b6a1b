//! The key and the browsers of players in the store: in backups, and shared by several servers.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use linja::{RuleSet, Side};
use linja_games::computer::Computer;
use linja_games::game::event::{Created, Event, Opponent, Stored};
use linja_games::game::state::State;
use linja_games::open_tables::{OpenTables, TablePolicy};
use linja_games::room::{PushTimes, Rooms, TurnNews, Wanted};
use linja_games::store::upkeep::{Location, backup, restore};
use linja_games::store::{Append, DuePush, Store, Subscription, Tell};
use linja_games::token::{Hash, Token};
use linja_games::workers::Workers;
use support::Database;
use uuid::Uuid;

on_every_database![
    key_and_browsers_are_restored,
    message_is_stored_with_its_event,
    message_of_another_server_is_wanted
];

fn location(database: &Database) -> Location {
    match database {
        Database::Sqlite(folder) => Location::Sqlite(folder.path().to_path_buf()),
        Database::Postgres(url) => Location::Postgres(url.clone()),
    }
}

fn browser(name: &str) -> Subscription {
    let endpoint = format!("https://push.example/{name}");
    Subscription { endpoint, public_key: "key".into(), secret: "secret".into() }
}

fn holder() -> Hash {
    Token::new().unwrap().hash()
}

/// A server that has no games yet may have made a key of its own; that of the backup takes its place.
async fn key_and_browsers_are_restored(database: Database) {
    let ada = holder();
    let store = database.open().await;
    assert_eq!(store.push_key("first").await.unwrap(), "first");
    assert_eq!(store.push_key("second").await.unwrap(), "first", "the key stays");
    store.subscribe(&ada, &browser("ada")).await.unwrap();
    store.close().await;
    let folder = linja_testing::folder();
    let path = folder.path().join("backup");
    backup(&location(&database), &path, false, &mut |_| ControlFlow::Continue(())).await.unwrap();
    let other = database.another().await;
    let store = other.open().await;
    assert_eq!(store.push_key("of the new server").await.unwrap(), "of the new server");
    store.close().await;
    // The connections of a server that has just stopped may be listed for a moment.
    let restored = async {
        while restore(&location(&other), &path, false, &mut |_| ControlFlow::Continue(())).await.is_err() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_mins(1), restored).await.expect("no games are in the way");
    let store = other.open().await;
    assert_eq!(store.push_key("another").await.unwrap(), "first");
    let browsers = store.subscriptions(&ada).await.unwrap();
    assert_eq!(
        browsers.iter().map(|(endpoint, _)| &**endpoint).collect::<Vec<_>>(),
        ["https://push.example/ada"]
    );
    store.close().await;
}

/// Stores an event of a game, and returns whom it tells.
async fn append(
    store: &Store,
    token: &Token,
    command: Uuid,
    state: &mut Option<State>,
    event: Event,
    actor: Hash,
) -> Option<Tell> {
    let game = token.game(command);
    let seq = state.as_ref().map_or(1, |state| state.seq + 1);
    let stored =
        Stored { seq, at: 1_700_000_000_000 + seq, command: None, actor: Some(actor), secret: None, event };
    let after = match &*state {
        None => State::begin(game, &stored).unwrap(),
        Some(before) => {
            let mut after = before.clone();
            after.apply(&stored).unwrap();
            after
        }
    };
    let append = Append::new(game, state.as_ref(), &after, stored);
    let tell = append.tell;
    store.append(append).await.unwrap();
    *state = Some(after);
    tell
}

/// Black creates a game for anybody, and begins.
fn created() -> Event {
    Event::Created(Created {
        rules: RuleSet::BONUS,
        opponent: Opponent::Lobby,
        side: Side::Black,
        first: Side::Black,
        games: 1,
        clock: None,
        name: None,
        opponent_name: None,
        position: None,
    })
}

async fn message_is_stored_with_its_event(database: Database) {
    let store = database.open().await;
    let (token, bo, command) = (Token::new().unwrap(), holder(), Uuid::new_v4());
    let ada = token.hash();
    store.subscribe(&bo, &browser("one")).await.unwrap();
    store.subscribe(&bo, &browser("two")).await.unwrap();
    let mut state = None;
    assert_eq!(append(&store, &token, command, &mut state, created(), ada).await, None);
    let joined = Event::Joined { side: Side::Red, name: None };
    let told = append(&store, &token, command, &mut state, joined, bo).await.unwrap();
    assert_eq!(told.identity, ada, "who has no browser");
    assert_eq!(store.pushes_due(10).await.unwrap(), []);
    let turn = Event::Turn { side: Side::Black, turn: "ab ce".into(), lag: 0 };
    assert_eq!(append(&store, &token, command, &mut state, turn, ada).await.unwrap().identity, bo);
    let due = store.pushes_due(10).await.unwrap();
    assert_eq!(due.len(), 2, "one for each browser");
    let [one, two] = [&due[0], &due[1]];
    assert!(due.iter().all(|due| due.seq == 3 && due.attempts == 0 && due.to.as_ref().unwrap().0 == bo));
    // Of two servers that have read it, one sends it.
    let later = store.now() + 60_000;
    assert!(store.put_off_push(one, later, 1).await.unwrap());
    assert!(!store.put_off_push(one, later, 1).await.unwrap());
    store.pushed(one).await.unwrap();
    store.remove_subscription(&two.subscription).await.unwrap();
    let left = store.pushes_due(10).await.unwrap();
    assert_eq!(left, [DuePush { to: None, ..two.clone() }], "nobody to send it to");
    // The next turn of the opponent takes the place of what is left.
    let reply = Event::Turn { side: Side::Red, turn: "hg hf".into(), lag: 0 };
    append(&store, &token, command, &mut state, reply, bo).await;
    store.remove_push(&left[0]).await.unwrap();
    let again = Event::Turn { side: Side::Black, turn: "ab ad".into(), lag: 0 };
    append(&store, &token, command, &mut state, again, ada).await;
    let due = store.pushes_due(10).await.unwrap();
    assert_eq!(due.iter().map(|due| (due.seq, due.attempts)).collect::<Vec<_>>(), [(5, 0)]);
    store.close().await;
}

/// The rooms of a server over a store, which does not listen to other servers.
fn rooms(store: &Arc<Store>) -> Arc<Rooms> {
    let policy = TablePolicy { opens: false, solves: false, limit: 0 };
    let tables = OpenTables::new(std::path::Path::new("/nonexistent"), policy);
    let computer = Computer::new(Arc::new(tables), Workers::default());
    let none = Duration::ZERO;
    let times = PushTimes { after: none, dead_connection: none, presence_known: none };
    Arc::new(Rooms::new(store.clone(), Arc::new(computer)).push_times(Some(times)))
}

/// A server that finds a message before it has heard of the event: it must not take the message for an old one.
async fn message_of_another_server_is_wanted(database: Database) {
    let store = Arc::new(database.open().await);
    let (token, bo, command) = (Token::new().unwrap(), holder(), Uuid::new_v4());
    let (ada, game) = (token.hash(), token.game(command));
    store.subscribe(&ada, &browser("ada")).await.unwrap();
    store.subscribe(&bo, &browser("bo")).await.unwrap();
    let here = rooms(&store);
    let mut state = None;
    append(&store, &token, command, &mut state, created(), ada).await;
    let joined = Event::Joined { side: Side::Red, name: None };
    let turn = Event::Turn { side: Side::Black, turn: "ab ce".into(), lag: 0 };
    for (event, actor, turns) in [(joined, bo, 0), (turn, ada, 1)] {
        // The game is in memory here without the event, which another server stores.
        here.state(game).await.unwrap();
        append(&store, &token, command, &mut state, event, actor).await;
        let due = store.pushes_due(10).await.unwrap();
        let [due] = &due[..] else { panic!("{due:?}") };
        let wanted = here.is_wanted(due).await.unwrap();
        assert_eq!(wanted, Wanted::Yes(TurnNews { game, turns, opponent: None }));
        store.remove_push(due).await.unwrap();
    }
    store.close().await;
}
