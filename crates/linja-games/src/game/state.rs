//! The state of a game: a pure fold over its events. Stored turns are checked by the rules crate like new ones.

use linja::{BySide, Game, Match, MatchLength, Position, RuleSet, Side, Termination, Turn, Winner};
use linja_api::Level;

use super::clock::{Clock, LONGEST_LAG, Outage};
use super::event::{Created, CreatedNext, Event, Opponent, Stored};
use crate::id::GameId;
use crate::token::Hash;

/// Longest initial time of a clock, in seconds, for which a player who leaves can lose before the time runs out.
const LONGEST_CLAIMED: u32 = 3_600;

/// The state of a game and its match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The id of the game.
    pub id: GameId,
    /// The first game of the series.
    pub first: GameId,
    /// The number of the game, counted over all matches of the series.
    pub number: u32,
    /// The game before this one.
    pub previous: Option<GameId>,
    /// The game after this one. Then nothing more happens in this one.
    pub next: Option<GameId>,
    /// The settings of the game.
    pub created: Created,
    /// The command that created the game; the creator derives the invitation from it.
    pub creating_command: Option<uuid::Uuid>,
    /// The players.
    pub seats: BySide<Seat>,
    /// The hash of the invitation to the open seat.
    pub invitation: Option<Hash>,
    /// The game itself.
    pub game: Game,
    /// The match, up to this game. The game is added when it is over.
    pub games: Match,
    /// Matches begun, the current one included.
    pub matches: u32,
    /// The side that has asked to take back.
    pub take_back: Option<Side>,
    /// Take-backs, offers included.
    pub take_backs: u32,
    /// The side that has offered another match.
    pub rematch: Option<Side>,
    /// The clock.
    pub clock: Option<Clock>,
    /// Since when the side to move can play; later by the credits for outages.
    pub turn_since: u64,
    /// The time of the last credit for an outage; earlier outages are settled.
    pub credited_at: u64,
    /// The game was aborted because a player did not begin, or nobody went on with the match. The match is over, and an
    /// unfinished game does not count in it.
    pub aborted: bool,
    /// The creator withdrew before anybody joined.
    pub withdrawn: bool,
    /// The number of the last event.
    pub seq: u64,
    /// The time of the last event.
    pub at: u64,
    /// The time of the first event.
    pub created_at: u64,
}

/// One seat at the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seat {
    /// Nobody yet.
    Open,
    /// The client whose token has this hash.
    Person {
        /// The token's hash.
        holder: Hash,
        /// The player's display name.
        name: Option<String>,
    },
    /// The computer.
    Computer(Level),
}

/// The stage of a game between its creation and its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// A seat is open.
    Waiting,
    /// The game is running.
    Playing,
    /// The game is over, but the match is not.
    BetweenGames,
    /// The match is over.
    Over,
    /// The creator withdrew before anybody joined.
    Withdrawn,
}

/// A stored event contradicts the events before it: another program or another version of the rules wrote to the
/// database.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("event {seq} does not follow from those before it: {why}")]
pub struct FoldError {
    pub(super) seq: u64,
    pub(super) why: String,
}

impl State {
    /// The state after the first event.
    ///
    /// # Errors
    /// If the event is not a creation, or its settings are invalid.
    pub fn begin(id: GameId, first: &Stored) -> Result<State, FoldError> {
        let error = |why: &str| FoldError { seq: first.seq, why: why.into() };
        let (created, series) = match &first.event {
            Event::Created(created) => (created, None),
            Event::CreatedNext(CreatedNext { settings, series }) => (settings, Some(series)),
            _ => return Err(error("a game begins with its creation")),
        };
        if series.is_some_and(|series| series.first.of_series(series.number) != id) {
            return Err(error("the game has the id of another one"));
        }
        let holder = first.actor.ok_or_else(|| error("nobody created it"))?;
        let own = created.side;
        let person = |name: &Option<String>| Seat::Person { holder, name: name.clone() };
        let other = match created.opponent {
            Opponent::Computer { level } => Seat::Computer(level),
            Opponent::Local => person(&created.opponent_name),
            Opponent::Invitation | Opponent::Lobby => Seat::Open,
        };
        let mut seats = BySide { black: Seat::Open, red: Seat::Open };
        seats[own] = person(&created.name);
        seats[!own] = other;
        let length =
            MatchLength::from_games(created.games).ok_or_else(|| error("no match has so many games"))?;
        let mut games = Match::new(length, series.map_or(created.first, |series| series.starter));
        for &winner in series.map_or(&[][..], |series| &series.results) {
            games.add(winner).map_err(|_| error("the match is over"))?;
        }
        Ok(State {
            id,
            first: series.map_or(id, |series| series.first),
            number: series.map_or(1, |series| series.number),
            previous: series.map(|series| series.previous),
            next: None,
            seats,
            invitation: first.secret,
            creating_command: first.command,
            game: new_game(created, created.first).ok_or_else(|| error("the position is not legal"))?,
            games,
            matches: series.map_or(1, |series| series.matches),
            take_back: None,
            take_backs: 0,
            rematch: None,
            clock: created.clock.map(Clock::new),
            turn_since: first.at,
            credited_at: 0,
            aborted: false,
            withdrawn: false,
            seq: first.seq,
            at: first.at,
            created_at: first.at,
            created: created.clone(),
        })
    }

    /// The state after these events of a game with its own stream; there must be at least one.
    ///
    /// # Errors
    /// If an event contradicts the events before it.
    pub fn fold(id: GameId, events: &[Stored]) -> Result<State, FoldError> {
        let (first, rest) = events.split_first().ok_or(FoldError { seq: 0, why: "there is none".into() })?;
        let mut state = State::begin(id, first)?;
        for event in rest {
            state.apply(event)?;
        }
        Ok(state)
    }

    /// Applies the next event.
    ///
    /// # Errors
    /// If the event contradicts the events before it. The state may then be inconsistent and must not be used.
    pub fn apply(&mut self, stored: &Stored) -> Result<(), FoldError> {
        let error = |why: String| FoldError { seq: stored.seq, why };
        if stored.seq != self.seq + 1 {
            return Err(error(format!("event {} was expected", self.seq + 1)));
        }
        if self.next.is_some() {
            return Err(error("the next game has begun".into()));
        }
        self.change(stored).map_err(error)?;
        self.seq = stored.seq;
        self.at = stored.at;
        Ok(())
    }

    fn change(&mut self, stored: &Stored) -> Result<(), String> {
        let at = stored.at;
        match &stored.event {
            Event::Created(_) | Event::CreatedNext(_) => return Err("it was created already".into()),
            Event::Joined { side, name } => {
                self.must_be(Status::Waiting)?;
                let holder = stored.actor.ok_or("nobody joined")?;
                self.seats[*side] = Seat::Person { holder, name: name.clone() };
                self.invitation = None;
                self.turn_since = at;
            }
            Event::Turn { side, turn, lag } => self.play(*side, turn, at, *lag)?,
            Event::TakeBackOffered { side } => {
                self.take_back = Some(*side);
                self.take_backs += 1;
            }
            Event::TakeBackDeclined { .. } => self.take_back = None,
            Event::TakenBack { turns, .. } => {
                for _ in 0..*turns {
                    self.game.undo().ok_or("there is no turn to take back")?;
                }
                self.take_back = None;
                self.turn_since = at;
                self.take_backs += 1;
                let to_move = self.game.position().to_move();
                if let Some(clock) = &mut self.clock {
                    clock.to_move(to_move, at);
                }
            }
            Event::Resigned { side } => self.stop(Termination::Resignation(*side), at)?,
            Event::TimeRanOut { side } => self.stop(Termination::Time(*side), at)?,
            Event::Aborted { .. } => self.abort(at)?,
            Event::WinClaimed { side } => {
                self.stop(Termination::Abandoned(Some(Winner::Side(*side))), at)?;
            }
            Event::TimeCredited { milliseconds, .. } => {
                self.must_be(Status::Playing)?;
                if let Some(clock) = &mut self.clock {
                    clock.credit(*milliseconds);
                }
                self.turn_since += milliseconds;
                self.credited_at = at;
            }
            Event::NextBegan { game, .. } => {
                self.following()?;
                if *game != self.next_id() {
                    return Err("the next game has another id".into());
                }
                self.close();
            }
            Event::NextGame { .. } => {
                self.must_be(Status::BetweenGames)?;
                self.close();
            }
            Event::RematchOffered { side } => self.rematch = Some(*side),
            Event::RematchDeclined { .. } => self.rematch = None,
            Event::Rematch { .. } => {
                self.must_be(Status::Over)?;
                self.close();
            }
            Event::Renamed { side, name: new } => match &mut self.seats[*side] {
                Seat::Person { name, .. } => name.clone_from(new),
                Seat::Open | Seat::Computer(_) => return Err(format!("no person plays {side}")),
            },
            Event::Withdrawn { .. } => {
                self.must_be(Status::Waiting)?;
                self.withdrawn = true;
                self.invitation = None;
            }
        }
        Ok(())
    }

    pub(super) fn must_be(&self, status: Status) -> Result<(), String> {
        let is = self.status();
        if is == status { Ok(()) } else { Err(format!("the game is {is:?}, not {status:?}")) }
    }

    fn play(&mut self, side: Side, turn: &str, at: u64, lag: u64) -> Result<(), String> {
        if self.game.position().to_move() != side {
            return Err(format!("{side} is not to move"));
        }
        self.game.play_text(turn).map_err(|error| error.to_string())?;
        self.take_back = None;
        self.turn_since = at;
        if let Some(clock) = &mut self.clock {
            clock.played(side, at, lag);
        }
        if self.game.is_over() {
            self.end_game(at)?;
        }
        Ok(())
    }

    fn stop(&mut self, how: Termination, at: u64) -> Result<(), String> {
        self.game.stop(how).map_err(|error| error.to_string())?;
        self.end_game(at)
    }

    fn end_game(&mut self, at: u64) -> Result<(), String> {
        if let Some(clock) = &mut self.clock {
            clock.stop(at);
        }
        self.take_back = None;
        // Only aborted games have no winner, and they do not count.
        let winner = self.game.result().and_then(|result| result.winner).unwrap_or(Winner::Draw);
        self.games.add(winner).map_err(|error| error.to_string())
    }

    fn abort(&mut self, at: u64) -> Result<(), String> {
        // Between two games only the match is abandoned: the last game has its result.
        if self.status() != Status::BetweenGames {
            self.must_be(Status::Playing)?;
            self.game.stop(Termination::Abandoned(None)).map_err(|error| error.to_string())?;
            if let Some(clock) = &mut self.clock {
                clock.stop(at);
            }
            self.take_back = None;
        }
        self.aborted = true;
        Ok(())
    }

    /// The next game has begun.
    fn close(&mut self) {
        self.next = Some(self.next_id());
        self.rematch = None;
    }

    /// The id of the game after this one, whether it has begun or not.
    #[must_use]
    pub fn next_id(&self) -> GameId {
        self.first.of_series(self.number.saturating_add(1))
    }

    /// Where the game is between its creation and its end.
    #[must_use]
    pub fn status(&self) -> Status {
        let is_open = Side::ALL.iter().any(|&side| self.seats[side] == Seat::Open);
        match () {
            () if self.withdrawn => Status::Withdrawn,
            () if is_open => Status::Waiting,
            () if !self.game.is_over() => Status::Playing,
            () if self.games.is_over() || self.aborted => Status::Over,
            () => Status::BetweenGames,
        }
    }

    /// The rule set.
    #[must_use]
    pub fn rules(&self) -> RuleSet {
        self.created.rules
    }

    /// The sides whose seats this token's hash holds.
    #[must_use]
    pub fn sides_of(&self, who: &Hash) -> Vec<Side> {
        let holds = |side: &Side| matches!(&self.seats[*side], Seat::Person { holder, .. } if holder == who);
        Side::ALL.into_iter().filter(holds).collect()
    }

    /// Whether both sides play on one device.
    #[must_use]
    pub fn is_local(&self) -> bool {
        self.created.opponent == Opponent::Local
    }

    /// The level of the computer, if the computer is to move.
    #[must_use]
    pub fn computer_to_move(&self) -> Option<Level> {
        match self.seats[self.to_move()?] {
            Seat::Computer(level) => Some(level),
            Seat::Open | Seat::Person { .. } => None,
        }
    }

    /// The side to move; `None` if the game is not running.
    #[must_use]
    pub fn to_move(&self) -> Option<Side> {
        (self.status() == Status::Playing).then(|| self.game.position().to_move())
    }

    /// Whether the computer plays one of the sides.
    #[must_use]
    pub fn is_against_computer(&self) -> bool {
        matches!(self.created.opponent, Opponent::Computer { .. })
    }

    /// Whether two people play on two devices.
    #[must_use]
    pub fn is_between_people(&self) -> bool {
        matches!(self.created.opponent, Opponent::Invitation | Opponent::Lobby)
    }

    /// The side whose time has run out at `now`, if the time loss is not stored yet.
    #[must_use]
    pub fn ran_out(&self, now: u64) -> Option<Side> {
        let (side, deadline) = self.deadline()?;
        (now >= deadline).then_some(side)
    }

    /// The side whose clock runs, and when its time runs out.
    #[must_use]
    pub fn deadline(&self) -> Option<(Side, u64)> {
        if self.status() == Status::Playing { self.clock.and_then(|clock| clock.deadline()) } else { None }
    }

    /// The player who has to begin, and until when. Only in games with a clock between two people: nobody else waits.
    #[must_use]
    pub fn first_turn_deadline(&self) -> Option<(Side, u64)> {
        let side = self.to_move()?;
        let clock = self.clock.filter(|clock| self.is_between_people() && !clock.has_moved(side))?;
        Some((side, self.turn_since + clock.first_turn_limit()))
    }

    /// Whether `side` wins if the opponent has left: the opponent is to move, and the clock is one for which both players
    /// are expected to stay.
    #[must_use]
    pub fn may_claim(&self, side: Side) -> bool {
        let is_short = self.created.clock.is_some_and(|clock| clock.seconds <= LONGEST_CLAIMED);
        // A game that the opponent does not begin is aborted instead.
        let has_begun = self.clock.is_some_and(|clock| clock.has_moved(!side));
        self.is_between_people() && is_short && has_begun && self.to_move() == Some(!side)
    }

    /// When the clock ends the game, in milliseconds since 1970.
    #[must_use]
    pub fn ends_at(&self) -> Option<u64> {
        let on_time = self.deadline().map(|(_, deadline)| deadline + LONGEST_LAG);
        on_time.or_else(|| self.first_turn_deadline().map(|(_, deadline)| deadline))
    }

    /// The event by which the clock ends the game at `now`.
    #[must_use]
    pub fn ending(&self, now: u64) -> Option<Event> {
        self.ends_at().filter(|&end| now >= end)?;
        let time_loss = self.deadline().map(|(side, _)| Event::TimeRanOut { side });
        time_loss.or_else(|| self.first_turn_deadline().map(|(side, _)| Event::Aborted { side }))
    }

    /// The event that gives the time of these outages back, if some of it passed on the running clock and is not credited
    /// yet.
    #[must_use]
    pub fn credit(&self, outages: &[Outage], now: u64) -> Option<Event> {
        self.ends_at()?;
        let from = self.turn_since.max(self.credited_at);
        let milliseconds = outages.iter().map(|outage| outage.between(from, now)).sum();
        let side = self.to_move()?;
        (milliseconds > 0).then_some(Event::TimeCredited { side, milliseconds })
    }

    /// Turns to take back so that `side` can replay its last turn; `None` if `side` has not played yet.
    #[must_use]
    pub fn turns_to_take_back(&self, side: Side) -> Option<u8> {
        let played = self.game.turns().len();
        let needed = if self.game.position().to_move() == side { 2 } else { 1 };
        (played >= needed).then_some(needed as u8)
    }
}

pub(super) fn new_game(created: &Created, first: Side) -> Option<Game> {
    let rules = created.rules;
    match &created.position {
        None => Some(Game::new(rules, first)),
        Some(position) => {
            let position: Position = position.parse().ok()?;
            (!position.is_over(&rules)).then(|| Game::from_position(rules, position))
        }
    }
}

/// The turns of a game in their written form.
#[must_use]
pub fn written(game: &Game) -> Vec<String> {
    game.turns().iter().map(|played: &linja::CompleteTurn| Turn::to_string(&played.turn)).collect()
}
