//! A game as its watchers see it. Nothing secret is in here but the invitation, which only its creator gets.

use linja::{Score, Side, Winner};
use linja_api::{Level, ResultView, RuleSetId, Tree};
use serde::Serialize;
use utoipa::ToSchema;

use super::event::{ClockSetting, Event, Opponent, Stored};
use super::state::{Seat, State, Status, written};
use crate::id::GameId;
use crate::token::Token;

/// What a list shows of a game, too.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameHead {
    /// Its id, which is all that a spectator needs.
    #[schema(value_type = String, min_length = 20, max_length = 20)]
    pub id: GameId,
    /// The number of the last event.
    pub seq: u64,
    /// Where it is between its creation and its end.
    pub status: StatusWord,
    /// The rule set.
    pub rules: RuleSetId,
    /// Against whom it is played.
    pub opponent: Opponent,
    /// Who sits where.
    pub players: Players,
    /// The match.
    #[serde(rename = "match")]
    pub match_view: MatchView,
    /// Where it stands.
    pub position: String,
    /// Who is to move; `null` if nobody can.
    #[schema(value_type = Option<linja_api::schema::Side>)]
    pub to_move: Option<Side>,
    /// The points as the board stands.
    #[schema(value_type = linja_api::schema::Score)]
    pub score: Score,
    /// How the game ended; `null` while it goes on.
    pub result: Option<ResultView>,
    /// When it was created, in milliseconds since 1970.
    pub created_at: u64,
    /// When the last event happened.
    pub updated_at: u64,
}

/// A game as everybody sees it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Game)]
pub struct GameView {
    /// What a list shows, too.
    #[serde(flatten)]
    pub head: GameHead,
    /// Where the game under way began.
    pub start: String,
    /// Its turns so far, the first mover's first.
    pub turns: Vec<String>,
    /// Offers that wait to be accepted or declined.
    pub offers: Offers,
    /// Both clocks; `null` without.
    pub clock: Option<ClockView>,
    /// Everything that you can do next; `null` if it is not your turn. Only the side to move gets it: the tree is most of
    /// the message, and nobody else can use it.
    pub tree: Option<Tree>,
}

/// A game in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameSummary {
    /// The sides that you play.
    #[schema(value_type = Vec<linja_api::schema::Side>)]
    pub you: Vec<Side>,
    /// The game.
    #[serde(flatten)]
    pub head: GameHead,
    /// The clock, if any.
    pub clock: Option<ClockSetting>,
    /// Turns played in the game under way.
    pub turns: usize,
}

impl From<OwnGame> for GameSummary {
    fn from(own: OwnGame) -> GameSummary {
        let OwnGame { you, game, .. } = own;
        let clock = game.clock.map(|clock| clock.setting);
        GameSummary { you, head: game.head, clock, turns: game.turns.len() }
    }
}

/// A game as the one who asks sees it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OwnGame {
    /// The sides that you play: none for a spectator, both on one device.
    #[schema(value_type = Vec<linja_api::schema::Side>)]
    pub you: Vec<Side>,
    /// The invitation to the open seat, for the creator of the game.
    pub invitation: Option<InvitationView>,
    /// The game.
    pub game: GameView,
}

/// The way into an open seat.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Invitation)]
pub struct InvitationView {
    /// Seats the first who brings it.
    pub code: String,
    /// The link, without the address of the server.
    pub path: String,
}

/// Where a game is between its creation and its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = Status)]
pub enum StatusWord {
    /// A seat is open.
    Waiting,
    /// It is somebody's turn.
    Playing,
    /// The game is over, the match goes on.
    BetweenGames,
    /// The match is over.
    Over,
    /// It never began.
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

/// Who sits where.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Players {
    /// Black's seat.
    pub black: Player,
    /// Red's seat.
    pub red: Player,
}

/// Who sits on one side.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Player {
    /// Nobody yet.
    Open,
    /// Somebody.
    Person {
        /// As they want to be called.
        name: Option<String>,
    },
    /// The computer.
    Computer {
        /// How strong.
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
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Match)]
pub struct MatchView {
    /// The most games of the match: 1, 3 or 5.
    pub games: u8,
    /// 1 for the first match of these seats, 2 after a rematch.
    pub number: u32,
    /// The number of the game under way or just finished, over all matches; records and reviews are asked by it.
    pub game: u32,
    /// Finished games of this match.
    pub played: u8,
    /// Points in halves: a win is 2, a draw 1.
    #[schema(value_type = linja_api::schema::Score)]
    pub half_points: Score,
    /// Who won the match; `null` while it goes on.
    #[schema(value_type = Option<linja_api::schema::Winner>)]
    pub winner: Option<Winner>,
}

/// Offers that wait to be accepted or declined.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Offers {
    /// Who asks to take back.
    #[schema(value_type = Option<linja_api::schema::Side>)]
    pub take_back: Option<Side>,
    /// Who asks for another match.
    #[schema(value_type = Option<linja_api::schema::Side>)]
    pub rematch: Option<Side>,
}

/// Both clocks at one moment.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Clock)]
pub struct ClockView {
    /// How it was set.
    pub setting: ClockSetting,
    /// Milliseconds that Black has left at `at`.
    pub black: u64,
    /// Milliseconds that Red has left at `at`.
    pub red: u64,
    /// Whose clock runs.
    #[schema(value_type = Option<linja_api::schema::Side>)]
    pub running: Option<Side>,
    /// The moment, in milliseconds since 1970 by the server's clock.
    pub at: u64,
}

/// An event in its place, as everybody may see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = NumberedEvent)]
pub struct EventView {
    /// Its number.
    pub seq: u64,
    /// When it happened, in milliseconds since 1970.
    pub at: u64,
    /// The command that caused it, for the client that sent it.
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
    /// The game at `now`, as somebody sees it who plays these sides.
    #[must_use]
    pub fn new(id: GameId, state: &State, sides: &[Side], now: u64) -> GameView {
        let to_move = state.to_move();
        GameView {
            head: GameHead::new(id, state),
            start: state.game.start().to_string(),
            turns: written(&state.game),
            offers: Offers { take_back: state.take_back, rematch: state.rematch },
            clock: clock(state, now.max(state.at)),
            tree: to_move.filter(|side| sides.contains(side)).and_then(|_| Tree::of_game(&state.game)),
        }
    }
}

impl GameHead {
    fn new(id: GameId, state: &State) -> GameHead {
        GameHead {
            id,
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
            created_at: state.created_at,
            updated_at: state.at,
        }
    }
}

impl OwnGame {
    /// The game as `client` sees it at `now`.
    #[must_use]
    pub fn new(id: GameId, state: &State, client: Option<&Token>, now: u64) -> OwnGame {
        let you: Vec<Side> = client.map(|token| state.sides_of(&token.hash())).unwrap_or_default();
        let code = client
            .zip(state.creating_command)
            .map(|(token, command)| token.invitation(command))
            .filter(|code| state.invitation == Some(code.hash()));
        let invitation = code.map(|code| InvitationView {
            path: format!("/game/{id}?invitation={code}"),
            code: code.to_string(),
        });
        let game = GameView::new(id, state, &you, now);
        OwnGame { you, invitation, game }
    }
}

impl MatchView {
    fn new(state: &State) -> MatchView {
        let halves = |side| state.games.points(side).halves as i8;
        let under_way = u32::from(!state.game.is_over());
        MatchView {
            games: state.games.length().games(),
            number: state.matches,
            game: state.finished.len() as u32 + under_way,
            played: state.games.games().len() as u8,
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
    })
}
