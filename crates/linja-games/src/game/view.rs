//! A game as clients see it. The only secret is the invitation, which is sent to the game's creator alone.

use linja::{RuleSet, Score, Side, Winner};
use linja_api::{Level, ResultView, Tree};
use serde::{Deserialize, Serialize};

use super::event::{ClockSetting, Event, Opponent, Stored};
use super::state::{Seat, State, Status, written};
use crate::id::GameId;
use crate::identity::Caller;

/// The fields of a game that lists show as well.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameHead {
    /// The id of the game. Anybody who knows the id can watch.
    #[cfg_attr(feature = "schema", schema(value_type = String, min_length = 20, max_length = 20))]
    pub id: GameId,
    /// The number of the last event.
    pub seq: u64,
    /// The stage of the game.
    pub status: StatusWord,
    /// The rule set.
    #[cfg_attr(feature = "schema", schema(value_type = linja_api::schema::RuleSet))]
    pub rules: RuleSet,
    /// The kind of opponent.
    pub opponent: Opponent,
    /// The players.
    pub players: Players,
    /// The match.
    #[serde(rename = "match")]
    pub match_view: MatchView,
    /// The current position.
    pub position: String,
    /// The side to move; `null` if the game is not running.
    #[cfg_attr(feature = "schema", schema(value_type = Option<linja_api::schema::Side>))]
    pub to_move: Option<Side>,
    /// The points of the current position.
    #[cfg_attr(feature = "schema", schema(value_type = linja_api::schema::Score))]
    pub score: Score,
    /// The result of the game; `null` until it is over.
    pub result: Option<ResultView>,
    /// The game before this one: of the same match, or the one that this is a rematch of.
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
    pub previous: Option<GameId>,
    /// The game after this one, once it has begun.
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
    pub next: Option<GameId>,
    /// Time of creation, in milliseconds since 1970.
    pub created_at: u64,
    /// Time of the last event, in milliseconds since 1970.
    pub updated_at: u64,
}

/// A game as everybody sees it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = Game))]
pub struct GameView {
    /// The fields that lists show as well.
    #[serde(flatten)]
    pub head: GameHead,
    /// The initial position.
    pub start: String,
    /// The turns, in order.
    pub turns: Vec<String>,
    /// Pending offers.
    pub offers: Offers,
    /// Both clocks; `null` in a game without clocks.
    pub clock: Option<ClockView>,
    /// The tree of your legal actions; `null` if it is not your turn. The tree is most of the message, so only the side
    /// to move gets it.
    pub tree: Option<Tree>,
}

/// A game in a list.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameSummary {
    /// The sides that you play.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<linja_api::schema::Side>))]
    pub you: Vec<Side>,
    /// The game.
    #[serde(flatten)]
    pub head: GameHead,
    /// The clock, if any.
    pub clock: Option<ClockSetting>,
    /// Number of turns played.
    pub turns: usize,
}

impl GameSummary {
    /// The game in a list of `client`.
    #[must_use]
    pub fn new(state: &State, client: Option<&Caller>) -> GameSummary {
        let you = client.map(|client| state.sides_of(&client.identity)).unwrap_or_default();
        let clock = state.clock.and(state.created.clock);
        GameSummary { you, head: GameHead::new(state), clock, turns: state.game.turns().len() }
    }
}

/// A game as seen by the client that asks.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OwnGame {
    /// The sides that you play: none for a spectator, both on one device.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<linja_api::schema::Side>))]
    pub you: Vec<Side>,
    /// The invitation to the open seat, for the creator of the game.
    pub invitation: Option<InvitationView>,
    /// The game.
    pub game: GameView,
}

/// An invitation to an open seat.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = Invitation))]
pub struct InvitationView {
    /// The code, valid for the first person who uses it.
    pub code: String,
    /// The link, without the address of the server.
    pub path: String,
}

/// The stage of a game between its creation and its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", schema(as = Status))]
pub enum StatusWord {
    /// A seat is open.
    Waiting,
    /// The game is running.
    Playing,
    /// The game is over, but the match was not. It goes on in the game `next`, once that has begun.
    BetweenGames,
    /// The match is over.
    Over,
    /// The creator withdrew before anybody joined.
    Withdrawn,
}

impl From<Status> for StatusWord {
    fn from(status: Status) -> StatusWord {
        match status {
            Status::Waiting => StatusWord::Waiting,
            Status::Playing => StatusWord::Playing,
            Status::BetweenGames => StatusWord::BetweenGames,
            Status::Over => StatusWord::Over,
            Status::Withdrawn => StatusWord::Withdrawn,
        }
    }
}

/// The players.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Players {
    /// Black's seat.
    pub black: Player,
    /// Red's seat.
    pub red: Player,
}

/// The player of one side.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Player {
    /// Nobody yet.
    Open,
    /// A person.
    Person {
        /// The player's display name.
        name: Option<String>,
    },
    /// The computer.
    Computer {
        /// The playing strength.
        level: Level,
    },
}

impl From<&Seat> for Player {
    fn from(seat: &Seat) -> Player {
        match seat {
            Seat::Open => Player::Open,
            Seat::Person { name, .. } => Player::Person { name: name.clone() },
            Seat::Computer(level) => Player::Computer { level: *level },
        }
    }
}

/// The match that a game belongs to.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = Match))]
pub struct MatchView {
    /// Maximum number of games in the match: 1, 3 or 5.
    pub games: u8,
    /// 1 for the first match of these players, 2 after a rematch, and so on.
    pub number: u32,
    /// The number of this game, counted over all matches.
    pub game: u32,
    /// Finished games of this match, up to this game.
    pub played: u8,
    /// The finished games of this match in order, up to this game. Aborted games do not count.
    pub finished: Vec<FinishedGame>,
    /// Points in halves: a win is 2, a draw 1.
    #[cfg_attr(feature = "schema", schema(value_type = linja_api::schema::Score))]
    pub half_points: Score,
    /// The winner of the match; `null` until the match is over, and if it ended with an aborted game.
    #[cfg_attr(feature = "schema", schema(value_type = Option<linja_api::schema::Winner>))]
    pub winner: Option<Winner>,
}

/// A finished game of a match.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct FinishedGame {
    /// The id of the game.
    #[cfg_attr(feature = "schema", schema(value_type = String, min_length = 20, max_length = 20))]
    pub id: GameId,
    /// Who won it.
    #[cfg_attr(feature = "schema", schema(value_type = linja_api::schema::Winner))]
    pub winner: Winner,
}

/// Pending offers.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Offers {
    /// The side that has asked to take back.
    #[cfg_attr(feature = "schema", schema(value_type = Option<linja_api::schema::Side>))]
    pub take_back: Option<Side>,
    /// The side that has offered another match.
    #[cfg_attr(feature = "schema", schema(value_type = Option<linja_api::schema::Side>))]
    pub rematch: Option<Side>,
}

/// Both clocks at one moment.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = Clock))]
pub struct ClockView {
    /// Initial time and increment.
    pub setting: ClockSetting,
    /// Milliseconds that Black has left at `at`.
    pub black: u64,
    /// Milliseconds that Red has left at `at`.
    pub red: u64,
    /// The side whose clock runs.
    #[cfg_attr(feature = "schema", schema(value_type = Option<linja_api::schema::Side>))]
    pub running: Option<Side>,
    /// The time of this reading, in milliseconds since 1970 by the server's clock.
    pub at: u64,
    /// When the game is aborted if the side to move has not begun, in milliseconds since 1970; `null` after the first
    /// turns.
    pub begin_by: Option<u64>,
    /// Since when the side to move can play, in milliseconds since 1970; the time of outages does not count.
    pub turn_since: u64,
    /// The side that can claim the game if the side to move has left; `null` if this game can't be won that way now.
    #[cfg_attr(feature = "schema", schema(value_type = Option<linja_api::schema::Side>))]
    pub may_claim: Option<Side>,
}

/// A public event with its sequence number.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = NumberedEvent))]
pub struct EventView {
    /// The event's number in the game.
    pub seq: u64,
    /// Time of the event, in milliseconds since 1970.
    pub at: u64,
    /// The id of the command that caused the event, so that its sender recognises it. Another id if the sender had no
    /// token when it took its seat, because the command's own id is then its secret.
    pub command: Option<uuid::Uuid>,
    /// What happened.
    pub event: Event,
}

impl From<&Stored> for EventView {
    fn from(stored: &Stored) -> EventView {
        EventView { seq: stored.seq, at: stored.at, command: stored.command, event: stored.event.clone() }
    }
}

impl GameView {
    /// The game at `now`, as seen by a client that plays these sides.
    #[must_use]
    pub fn new(state: &State, sides: &[Side], now: u64) -> GameView {
        let to_move = state.to_move();
        GameView {
            head: GameHead::new(state),
            start: state.game.start().to_string(),
            turns: written(&state.game),
            offers: Offers { take_back: state.take_back, rematch: state.rematch },
            clock: clock(state, now.max(state.at)),
            tree: to_move.filter(|side| sides.contains(side)).and_then(|_| Tree::of_game(&state.game)),
        }
    }
}

impl GameHead {
    fn new(state: &State) -> GameHead {
        GameHead {
            id: state.id,
            seq: state.seq,
            status: state.status().into(),
            rules: state.created.rules,
            opponent: state.created.opponent,
            players: Players { black: (&state.seats.black).into(), red: (&state.seats.red).into() },
            match_view: MatchView::new(state),
            position: state.game.position().to_string(),
            to_move: state.to_move(),
            score: state.game.score(),
            result: ResultView::of(&state.game),
            previous: state.previous,
            next: state.next,
            created_at: state.created_at,
            updated_at: state.at,
        }
    }
}

impl OwnGame {
    /// The game as `client` sees it at `now`.
    #[must_use]
    pub fn new(state: &State, client: Option<&Caller>, now: u64) -> OwnGame {
        let you: Vec<Side> = client.map(|client| state.sides_of(&client.identity)).unwrap_or_default();
        // Deriving the code takes a hash, and most games have no open invitation.
        let code = client
            .zip(state.creating_command.filter(|_| state.invitation.is_some()))
            .map(|(client, command)| client.token.invitation(command))
            .filter(|code| state.invitation == Some(code.hash()));
        let invitation = code.map(|code| InvitationView {
            path: format!("/game/{}?invitation={code}", state.id),
            code: code.to_string(),
        });
        let game = GameView::new(state, &you, now);
        OwnGame { you, invitation, game }
    }
}

impl MatchView {
    fn new(state: &State) -> MatchView {
        let halves = |side| state.games.points(side).halves as i8;
        let games = state.games.games();
        let is_counted = state.game.is_over() && !state.aborted;
        // Games that do not count end their match, so the finished ones have consecutive numbers.
        let first = (state.number + u32::from(is_counted)).saturating_sub(games.len() as u32);
        let finished = (first..).zip(games);
        MatchView {
            games: state.games.length().games(),
            number: state.matches,
            game: state.number,
            played: games.len() as u8,
            finished: finished
                .map(|(number, game)| FinishedGame { id: state.first.of_series(number), winner: game.winner })
                .collect(),
            half_points: Score { black: halves(Side::Black), red: halves(Side::Red) },
            winner: state.games.winner(),
        }
    }
}

fn clock(state: &State, now: u64) -> Option<ClockView> {
    let (clock, setting) = state.clock.zip(state.created.clock)?;
    Some(ClockView {
        setting,
        black: clock.left(Side::Black, now),
        red: clock.left(Side::Red, now),
        running: state.deadline().map(|(side, _)| side),
        at: now,
        begin_by: state.first_turn_deadline().map(|(_, deadline)| deadline),
        turn_since: state.turn_since,
        may_claim: Side::ALL.into_iter().find(|&side| state.may_claim(side)),
    })
}
