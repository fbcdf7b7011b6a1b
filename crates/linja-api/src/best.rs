use linja::{Position, RuleSet, Turn};
use linja_players::JudgedTurn;
use serde::Serialize;

use crate::{Level, TurnView};

/// The turn that the computer chooses, as `linja best` writes it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BestView {
    /// The rule set.
    #[cfg_attr(feature = "schema", schema(value_type = crate::schema::RuleSet))]
    pub rules: RuleSet,
    /// The position.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub position: Position,
    /// The strength of the computer.
    pub level: Level,
    /// The chosen turn; `null` if the position is over.
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
    pub turn: Option<Turn>,
    /// The position after the turn.
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
    pub after: Option<Position>,
    /// Whether the game is over after the turn.
    pub over: Option<bool>,
    /// The exact margin after the turn, for the side that plays it; `null` if unknown.
    pub margin: Option<i8>,
    /// The margin estimated by a search, in points, if the exact margin is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate: Option<f64>,
}

impl BestView {
    /// `chosen` is `None` if the position is over.
    #[must_use]
    pub fn new(
        rules: RuleSet,
        position: &Position,
        level: linja_players::Level,
        chosen: Option<&JudgedTurn>,
    ) -> BestView {
        let chosen = chosen.map(TurnView::from);
        BestView {
            rules,
            position: *position,
            level: Level(level),
            turn: chosen.map(|chosen| chosen.turn),
            after: chosen.map(|chosen| chosen.after),
            over: chosen.map(|chosen| chosen.over),
            margin: chosen.and_then(|chosen| chosen.margin),
            estimate: chosen.and_then(|chosen| chosen.estimate),
        }
    }
}
