use linja::{CompleteTurn, Position, RuleSet, Turn};
use linja_oracle::{Oracle, TableError, ValuedTurn};
use linja_players::{Judge, JudgedTurn, Worth};
use serde::Serialize;

/// All turns of a position, or the turns of the perfect continuation.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TurnsView {
    /// The rule set.
    #[cfg_attr(feature = "schema", schema(value_type = crate::schema::RuleSet))]
    pub rules: RuleSet,
    /// The position.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub position: Position,
    /// Whether the values are exact margins from a table; otherwise they are estimates.
    pub exact: bool,
    /// The turns, the best first, then by written form.
    pub turns: Vec<TurnView>,
}

impl TurnsView {
    /// All turns of a position, judged.
    ///
    /// # Errors
    /// If a required part of the table is damaged.
    pub fn judged(judge: &mut Judge, position: &Position) -> Result<TurnsView, TableError> {
        let turns = judge.turns(position)?.iter().map(TurnView::from).collect();
        Ok(TurnsView { rules: *judge.rules(), position: *position, exact: judge.is_exact(), turns })
    }

    /// Perfect play to the end of the game.
    ///
    /// # Errors
    /// If a required part of the table is damaged.
    pub fn line(oracle: &(impl Oracle + ?Sized), position: &Position) -> Result<TurnsView, TableError> {
        let turns = oracle.line(position)?.iter().map(TurnView::from).collect();
        Ok(TurnsView { rules: *oracle.rules(), position: *position, exact: true, turns })
    }
}

/// A turn and where it leads.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TurnView {
    /// The written form of the turn.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub turn: Turn,
    /// The position after the turn.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub after: Position,
    /// Whether the game is over after the turn.
    pub over: bool,
    /// The exact margin after the turn, for the side that plays it; `null` if unknown.
    pub margin: Option<i8>,
    /// The margin estimated by a search, in points, if the exact margin is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate: Option<f64>,
}

/// A turn without a value.
impl From<&CompleteTurn> for TurnView {
    fn from(complete: &CompleteTurn) -> TurnView {
        let CompleteTurn { turn, result } = *complete;
        TurnView { turn, after: result.position, over: result.is_over, margin: None, estimate: None }
    }
}

impl From<&ValuedTurn> for TurnView {
    fn from(turn: &ValuedTurn) -> TurnView {
        TurnView { margin: Some(turn.value.0), ..TurnView::from(&turn.item) }
    }
}

impl From<&JudgedTurn> for TurnView {
    fn from(turn: &JudgedTurn) -> TurnView {
        let (margin, estimate) = margin_or_estimate(turn.value);
        TurnView { margin, estimate, ..TurnView::from(&turn.item) }
    }
}

/// Splits a value into an exact margin or an estimate in points.
pub(crate) fn margin_or_estimate(worth: Worth) -> (Option<i8>, Option<f64>) {
    match worth {
        Worth::Exact(margin) => (Some(margin.0), None),
        Worth::Estimated(estimate) => (None, Some(f64::from(estimate.0) / 100.0)),
    }
}
