//! Several games with the same players: matches and rematches. Each game has its own id and its own stream of events.
//!
//! Older versions stored all games of a series in the stream of the first one. Such a stream is never rewritten: its games
//! are told apart when it is read.

use linja::{Match, Side};

use super::clock::Clock;
use super::event::{CreatedNext, Event, Series, Stored};
use super::state::{FoldError, Seat, State, Status, new_game};
use crate::id::GameId;

/// What the game after a finished one begins with.
pub(super) struct Following {
    games: Match,
    matches: u32,
    first: Side,
}

impl State {
    /// What the next game begins with. Fails if this game or its match is not over.
    pub(super) fn following(&self) -> Result<Following, String> {
        match self.status() {
            Status::BetweenGames => {
                let first = self.games.next_starter().ok_or("the match is over")?;
                Ok(Following { games: self.games.clone(), matches: self.matches, first })
            }
            Status::Over => {
                // The starter is chosen as between two games of a match. An aborted game is repeated.
                let first = match self.games.games().last() {
                    _ if self.aborted => self.game.start().to_move(),
                    Some(last) => last.next_starter(),
                    None => return Err("no game has been played".into()),
                };
                let games = Match::new(self.games.length(), first);
                Ok(Following { games, matches: self.matches.saturating_add(1), first })
            }
            status => Err(format!("the game is {status:?}, not over")),
        }
    }

    /// The first events of the next game, which begins at `at`: its creation, and the second player's seat.
    ///
    /// # Errors
    /// If this game or its match is not over.
    pub fn opening(&self, at: u64) -> Result<Vec<Stored>, FoldError> {
        let Following { games, matches, first } =
            self.following().map_err(|why| FoldError { seq: self.seq, why })?;
        let series = Series {
            first: self.first,
            number: self.number.saturating_add(1),
            previous: self.id,
            matches,
            starter: games.games().first().map_or(first, |game| game.starter),
            results: games.games().iter().map(|game| game.winner).collect(),
        };
        let mut settings = self.created.clone();
        settings.first = first;
        let own = settings.side;
        let stored = |seq, seat: &Seat, event| {
            let actor = match seat {
                Seat::Person { holder, .. } => Some(*holder),
                Seat::Open | Seat::Computer(_) => None,
            };
            Stored { seq, at, command: None, actor, secret: None, event }
        };
        let created = Event::CreatedNext(CreatedNext { settings, series });
        let mut events = vec![stored(1, &self.seats[own], created)];
        if let (false, seat @ Seat::Person { name, .. }) = (self.is_local(), &self.seats[!own]) {
            events.push(stored(2, seat, Event::Joined { side: !own, name: name.clone() }));
        }
        Ok(events)
    }

    /// The state of the game `id` in a stream, and the number of events up to its end; `None` if the stream does not
    /// hold the game.
    ///
    /// # Errors
    /// If an event contradicts the events before it.
    pub fn in_stream(
        stream: GameId,
        events: &[Stored],
        id: GameId,
    ) -> Result<Option<(State, usize)>, FoldError> {
        let Some((first, rest)) = events.split_first() else { return Ok(None) };
        let mut state = State::begin(stream, first)?;
        for (i, stored) in rest.iter().enumerate() {
            state.apply_in_stream(stored, id)?;
            if state.id == id && state.next.is_some() {
                return Ok(Some((state, i + 2)));
            }
        }
        Ok((state.id == id).then_some((state, events.len())))
    }

    /// The states of all games in a stream at their ends.
    ///
    /// # Errors
    /// If an event contradicts the events before it.
    pub fn all_in_stream(stream: GameId, events: &[Stored]) -> Result<Vec<State>, FoldError> {
        let Some((first, rest)) = events.split_first() else { return Ok(Vec::new()) };
        let mut state = State::begin(stream, first)?;
        let mut ended = Vec::new();
        for stored in rest {
            let mut after = state.clone();
            after.apply(stored)?;
            if stored.event.begins_in_stream() {
                ended.push(after);
                state.follow(stored)?;
            } else {
                state = after;
            }
        }
        ended.push(state);
        Ok(ended)
    }

    /// Applies the next event of a stream on the way to the game `id`: goes on to the next game unless this is the one.
    ///
    /// # Errors
    /// If the event contradicts the events before it.
    pub fn apply_in_stream(&mut self, stored: &Stored, id: GameId) -> Result<(), FoldError> {
        if self.id != id && stored.event.begins_in_stream() {
            self.follow(stored)
        } else {
            self.apply(stored)
        }
    }

    /// Begins the next game in the same stream.
    fn follow(&mut self, stored: &Stored) -> Result<(), FoldError> {
        let error = |why: String| FoldError { seq: stored.seq, why };
        let Following { games, matches, first } = self.following().map_err(error)?;
        let mut ended = self.clone();
        ended.apply(stored)?;
        let game = new_game(&self.created, first).ok_or_else(|| error("the position is not legal".into()))?;
        *self = State {
            id: self.next_id(),
            number: self.number.saturating_add(1),
            previous: Some(self.id),
            next: None,
            game,
            games,
            matches,
            clock: self.created.clock.map(Clock::new),
            take_back: None,
            take_backs: 0,
            rematch: None,
            turn_since: stored.at,
            aborted: false,
            seq: stored.seq,
            at: stored.at,
            created_at: stored.at,
            ..ended
        };
        Ok(())
    }
}
