//! Series of games: each game has its own stream, and streams of older versions are read as several games.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use linja::{RuleSet, Side, Winner};
use linja_games::game::event::{Created, Event, Opponent, Stored};
use linja_games::game::state::{State, Status};
use linja_games::id::GameId;
use linja_games::store::{Append, Appended, Store};
use linja_games::token::{Hash, Token};
use support::Database;
use uuid::Uuid;

on_every_database![
    closing_event_and_the_next_game_are_stored_together,
    opening_is_not_stored_if_the_closing_event_is_not,
];

fn holder() -> Hash {
    Token::new().unwrap().hash()
}

fn new_id() -> GameId {
    Token::new().unwrap().game(Uuid::new_v4())
}

fn created(opponent: Opponent, games: u8) -> Event {
    Event::Created(Created {
        rules: RuleSet::BONUS,
        opponent,
        side: Side::Black,
        first: Side::Black,
        games,
        clock: None,
        name: Some("Ada".into()),
        opponent_name: None,
        position: None,
    })
}

/// A stream in memory.
struct Stream {
    id: GameId,
    players: [Hash; 2],
    events: Vec<Stored>,
}

impl Stream {
    fn new(opponent: Opponent, games: u8) -> Stream {
        let mut stream = Stream { id: new_id(), players: [holder(), holder()], events: Vec::new() };
        stream.add(Some(stream.players[0]), created(opponent, games));
        if opponent == Opponent::Lobby {
            stream.add(Some(stream.players[1]), Event::Joined { side: Side::Red, name: Some("Bo".into()) });
        }
        stream
    }

    fn add(&mut self, actor: Option<Hash>, event: Event) {
        let seq = self.events.len() as u64 + 1;
        self.events.push(Stored { seq, at: 1_000 * seq, command: None, actor, secret: None, event });
    }

    /// A game of one turn: `side` moves and resigns.
    fn lose(&mut self, side: Side) {
        let turn = if side == Side::Black { "ab ce" } else { "hg hf" };
        self.add(None, Event::Turn { side, turn: turn.into(), lag: 0 });
        self.add(None, Event::Resigned { side });
    }
}

/// A best of three in one stream, as an older version stored it, and the first turn of the rematch.
fn old_stream() -> Stream {
    let mut stream = Stream::new(Opponent::Lobby, 3);
    let side = Side::Black;
    stream.lose(Side::Black);
    stream.add(None, Event::NextGame { side });
    stream.lose(Side::Black);
    stream.add(None, Event::RematchOffered { side });
    stream.add(None, Event::Rematch { side: Side::Red });
    stream.add(None, Event::Turn { side: Side::Black, turn: "ab ce".into(), lag: 0 });
    stream
}

#[test]
fn stream_of_an_older_version_holds_several_games() {
    let stream = old_stream();
    let games = State::all_in_stream(stream.id, &stream.events).unwrap();
    let ids: Vec<GameId> = games.iter().map(|game| game.id).collect();
    assert_eq!(ids, [1, 2, 3].map(|number| stream.id.of_series(number)));
    for (i, game) in games.iter().enumerate() {
        assert_eq!(game.previous, i.checked_sub(1).map(|before| ids[before]));
        assert_eq!(game.next, ids.get(i + 1).copied());
        let (alone, used) = State::in_stream(stream.id, &stream.events, game.id).unwrap().unwrap();
        assert_eq!(&alone, game, "a game is the same when it is read alone");
        assert_eq!(used, [5, 9, 10][i]);
        assert_eq!(game.game.turns().len(), 1);
    }
    let statuses: Vec<Status> = games.iter().map(State::status).collect();
    assert_eq!(statuses, [Status::BetweenGames, Status::Over, Status::Playing]);
    let lead: Vec<usize> = games.iter().map(|game| game.games.games().len()).collect();
    assert_eq!(lead, [1, 2, 0], "the match as it stood");
    assert_eq!(games[1].games.winner(), Some(Winner::Side(Side::Red)));
    assert_eq!((games[2].matches, games[2].created_at), (2, 9_000));
    assert_eq!(State::in_stream(stream.id, &stream.events, new_id()), Ok(None));
}

/// The next game of a stream of an older version is the same, whether that version or this one has begun it.
#[test]
fn next_game_begins_alike_in_the_stream_and_outside() {
    for games in [1, 3, 5] {
        let mut stream = Stream::new(Opponent::Lobby, games);
        stream.lose(Side::Black);
        let before = State::fold(stream.id, &stream.events).unwrap();
        let at = 1_000 * (stream.events.len() as u64 + 1);
        let outside = State::fold(before.next_id(), &before.opening(at).unwrap()).unwrap();
        let side = Side::Red;
        stream.add(None, if games == 1 { Event::Rematch { side } } else { Event::NextGame { side } });
        let inside = State::in_stream(stream.id, &stream.events, before.next_id()).unwrap().unwrap().0;
        let compared = |state: &State| State {
            created: Created { first: Side::Black, ..state.created.clone() },
            creating_command: None,
            seq: 0,
            ..state.clone()
        };
        assert_eq!(compared(&outside), compared(&inside));
        assert_eq!(outside.status(), Status::Playing);
        assert_eq!(outside.sides_of(&stream.players[1]), [Side::Red], "seats are kept");
    }
}

/// Stores a stream, the last event with what it opens.
async fn store(store: &Store, stream: &Stream) -> Appended {
    let mut before: Option<State> = None;
    let mut last = Appended::PlaceTaken;
    for stored in &stream.events {
        let mut after = match &before {
            None => State::begin(stream.id, stored).unwrap(),
            Some(before) => before.clone(),
        };
        if before.is_some() {
            after.apply(stored).unwrap();
        }
        let append = Append::new(stream.id, before.as_ref(), &after, stored.clone());
        let append = match &before {
            Some(before) => append.opening(before).unwrap(),
            None => append,
        };
        last = store.append(append).await.unwrap();
        before = Some(after);
    }
    last
}

async fn games_of(store: &Store, holder: &Hash) -> Vec<(GameId, bool)> {
    let places = store.games_of(holder, None, 10).await.unwrap();
    places.into_iter().map(|place| (place.game, place.is_over)).collect()
}

async fn closing_event_and_the_next_game_are_stored_together(database: Database) {
    let games = database.open().await;
    let mut stream = Stream::new(Opponent::Lobby, 3);
    stream.lose(Side::Black);
    let next = stream.id.of_series(2);
    stream.add(Some(stream.players[1]), Event::NextBegan { side: Side::Red, game: next });
    assert_eq!(store(&games, &stream).await, Appended::Stored);
    let state = State::fold(next, &games.events(next, 0).await.unwrap()).unwrap();
    assert_eq!((state.status(), state.number, state.previous), (Status::Playing, 2, Some(stream.id)));
    for player in stream.players {
        assert_eq!(games_of(&games, &player).await, [(next, false), (stream.id, true)]);
        assert_eq!(games.unfinished(&player).await.unwrap(), 1);
    }
    assert_eq!(games.lobby(None, 10).await.unwrap(), [], "nobody else can join");
    games.close().await;
}

async fn opening_is_not_stored_if_the_closing_event_is_not(database: Database) {
    let games = database.open().await;
    let mut stream = Stream::new(Opponent::Lobby, 1);
    stream.lose(Side::Black);
    let before = State::fold(stream.id, &stream.events).unwrap();
    let mut other = Stream { events: stream.events.clone(), ..Stream::new(Opponent::Local, 1) };
    (other.id, other.players) = (stream.id, stream.players);
    // Another server stores an offer first.
    stream.add(Some(stream.players[0]), Event::RematchOffered { side: Side::Black });
    store(&games, &stream).await;
    let next = before.next_id();
    other.add(Some(stream.players[1]), Event::NextBegan { side: Side::Red, game: next });
    let closing = other.events.last().unwrap().clone();
    let mut after = before.clone();
    after.apply(&closing).unwrap();
    let append = Append::new(stream.id, Some(&before), &after, closing).opening(&before).unwrap();
    assert_eq!(append.opens.len(), 2, "a creation and a seat");
    assert_eq!(games.append(append).await.unwrap(), Appended::PlaceTaken);
    assert_eq!(games.events(next, 0).await.unwrap(), []);
    assert_eq!(games_of(&games, &stream.players[1]).await, [(stream.id, true)]);
    games.close().await;
}
