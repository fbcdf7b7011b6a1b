//! Requests for new games, and the events that create them.

use std::ops::RangeInclusive;

use linja::{MatchLength, Message, Position, RuleSet, Side};
use linja_api::Level;
use serde::Deserialize;
use uuid::Uuid;

use crate::GameError;
use crate::game::event::{ClockSetting, Created, Opponent};
use crate::name;

/// The seconds that a clock can have at the start.
const SECONDS: RangeInclusive<u32> = 10..=86_400;
/// The most seconds that a turn can add.
const MOST_INCREMENT: u32 = 600;

/// A request for a new game.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// Chosen by the client, unique per game. Repeating a request with the same id returns the same game.
    pub id: Uuid,
    /// The rule set; defaults to `bonus`.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(value_type = linja_api::schema::RuleSet))]
    pub rules: RuleSet,
    /// The kind of opponent.
    pub opponent: OpponentWish,
    /// The side to play; random by default.
    #[serde(default)]
    pub side: SideWish,
    /// The side that moves first; defaults to the side to move in `position`, or random without a position.
    #[serde(default)]
    pub first: SideWish,
    /// Maximum number of games in the match: 1, 3 or 5.
    #[serde(default = "one")]
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 5))]
    pub games: u8,
    /// The clock; none by default.
    #[serde(default)]
    pub clock: Option<ClockSetting>,
    /// The creator's name, at most 40 characters.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(max_length = 40))]
    pub name: Option<String>,
    /// The other player's name, on one device.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(max_length = 40))]
    pub opponent_name: Option<String>,
    /// The initial position, if not the standard one; only for single games.
    #[serde(default)]
    pub position: Option<String>,
}

fn one() -> u8 {
    1
}

/// The kind of opponent in a new game.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum OpponentWish {
    /// The computer.
    Computer {
        /// `random`, `1` to `10`, or `perfect`.
        level: Level,
    },
    /// Another person on the same device.
    Local {},
    /// The first person to use the invitation.
    Invitation {},
    /// The first person to accept the challenge in the lobby.
    Lobby {},
}

/// A side, or a random choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum SideWish {
    /// Black.
    Black,
    /// Red.
    Red,
    /// Random.
    #[default]
    Lot,
}

impl NewGame {
    /// Validates the request and makes the random choices.
    ///
    /// # Errors
    /// If a field holds an invalid value, or the operating system provides no random bytes.
    #[cfg(feature = "server")]
    pub fn check(&self) -> Result<Created, GameError> {
        self.check_with(|| {
            let mut byte = [0];
            getrandom::fill(&mut byte)?;
            Ok(byte[0] & 1 == 0)
        })
    }

    /// Validates the request, and tosses `coin` for each random choice: Black or not.
    ///
    /// # Errors
    /// If a field holds an invalid value, or the coin fails.
    pub fn check_with(&self, coin: impl FnMut() -> Result<bool, GameError>) -> Result<Created, GameError> {
        check(self, coin)
    }

    /// Whether this request matches a game that was created.
    #[must_use]
    pub fn asks_for(&self, created: &Created) -> bool {
        let nameless = NewGame { name: None, opponent_name: None, ..self.clone() };
        let Ok(mut wanted) = nameless.check_with(|| Ok(true)) else { return false };
        // With leniency, because earlier versions stored names that are written differently or refused now.
        let mut has_names = true;
        for (wish, name, stored) in [
            (&self.name, &mut wanted.name, &created.name),
            (&self.opponent_name, &mut wanted.opponent_name, &created.opponent_name),
        ] {
            has_names &= name::are_same(wish.as_deref(), stored.as_deref());
            name.clone_from(stored);
        }
        // Random choices were made when the game was created.
        if self.side == SideWish::Lot {
            wanted.side = created.side;
        }
        if self.first == SideWish::Lot {
            wanted.first = created.first;
        }
        has_names && wanted == *created
    }
}

fn check(wish: &NewGame, mut coin: impl FnMut() -> Result<bool, GameError>) -> Result<Created, GameError> {
    let mut draw = |wish| match wish {
        SideWish::Black => Ok(Side::Black),
        SideWish::Red => Ok(Side::Red),
        SideWish::Lot => Ok::<_, GameError>(if coin()? { Side::Black } else { Side::Red }),
    };
    let wrong = |field, why| GameError::InvalidField { field, why };
    MatchLength::from_games(wish.games)
        .ok_or_else(|| wrong("games", Message::new("problem_match_length")))?;
    if let Some(clock) = wish.clock
        && (!SECONDS.contains(&clock.seconds) || clock.increment > MOST_INCREMENT)
    {
        let why = Message::new("problem_clock").with("least", *SECONDS.start()).with("most", *SECONDS.end());
        return Err(wrong("clock", why.with("increment", MOST_INCREMENT)));
    }
    let name = |name: &Option<String>, field| {
        let checked = name.as_deref().map(name::check).transpose();
        checked.map(Option::flatten).map_err(|error| GameError::InvalidName { field, error })
    };
    let position = wish.position.as_deref().map(|text| position(text, wish)).transpose()?;
    let first = match (&position, wish.first) {
        (Some(position), _) => position.to_move(),
        (None, first) => draw(first)?,
    };
    Ok(Created {
        rules: wish.rules,
        opponent: match wish.opponent {
            OpponentWish::Computer { level } => Opponent::Computer { level },
            OpponentWish::Local {} => Opponent::Local,
            OpponentWish::Invitation {} => Opponent::Invitation,
            OpponentWish::Lobby {} => Opponent::Lobby,
        },
        side: draw(wish.side)?,
        first,
        games: wish.games,
        clock: wish.clock,
        name: name(&wish.name, "name")?,
        opponent_name: name(&wish.opponent_name, "opponent_name")?,
        position: position.map(|position| position.to_string()),
    })
}

fn position(text: &str, wish: &NewGame) -> Result<Position, GameError> {
    let wrong = GameError::UnsuitablePosition;
    let position: Position = text.parse()?;
    if position.is_over(&wish.rules) {
        return Err(wrong(Message::new("problem_position_over")));
    }
    if wish.games != 1 {
        return Err(wrong(Message::new("problem_position_match")));
    }
    let first = match wish.first {
        SideWish::Lot => return Ok(position),
        SideWish::Black => Side::Black,
        SideWish::Red => Side::Red,
    };
    if first != position.to_move() {
        return Err(wrong(Message::new("problem_position_side").with("side", position.to_move())));
    }
    Ok(position)
}
