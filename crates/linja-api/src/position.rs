use linja::{PartialTurn, Position, Row, RuleSet, Score, Side};
use linja_oracle::{Oracle, TableError};
use serde::Serialize;

use crate::Tree;

/// A position and its score, without looking ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PositionHead {
    /// The rule set.
    #[cfg_attr(feature = "schema", schema(value_type = crate::schema::RuleSet))]
    pub rules: RuleSet,
    /// The position.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub position: Position,
    /// Who is to move.
    #[cfg_attr(feature = "schema", schema(value_type = crate::schema::Side))]
    pub to_move: Side,
    /// The points of both sides in this position.
    #[cfg_attr(feature = "schema", schema(value_type = crate::schema::Score))]
    pub score: Score,
    /// Whether the position alone is over.
    pub over: bool,
}

impl PositionHead {
    /// The position under a rule set.
    #[must_use]
    pub fn new(rules: RuleSet, position: &Position) -> PositionHead {
        PositionHead {
            rules,
            position: *position,
            to_move: position.to_move(),
            score: position.score(&rules),
            over: position.is_over(&rules),
        }
    }
}

/// A position and the tree of its legal turns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PositionView {
    /// The position.
    #[serde(flatten)]
    pub head: PositionHead,
    /// The exact margin under perfect play, for the side to move; `null` if unknown.
    pub margin: Option<i8>,
    /// The tree of legal turns; `null` if the position is over.
    pub tree: Option<Tree>,
}

impl PositionView {
    /// The position with its tree, with margins if there is an oracle for the rule set.
    ///
    /// # Errors
    /// If a required part of the table is damaged.
    pub fn new<O: Oracle + ?Sized>(
        rules: RuleSet,
        position: &Position,
        oracle: Option<&O>,
    ) -> Result<PositionView, TableError> {
        let head = PositionHead::new(rules, position);
        if let Some(oracle) = oracle {
            oracle.prepare(std::slice::from_ref(position))?;
        }
        let tree = match (PartialTurn::begin(*position, head.rules), oracle) {
            (Some(turn), Some(oracle)) => Some(Tree::valued(&turn, oracle)?),
            (Some(turn), None) => Some(Tree::of_turn(&turn)),
            (None, _) => None,
        };
        let margin = match &tree {
            Some(tree) => tree.margin,
            None => oracle.map(|_| head.score.margin(head.to_move).0),
        };
        Ok(PositionView { head, margin, tree })
    }
}

/// A position and the pawns on each row, as written by `linja show`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ShownPosition {
    /// The position.
    #[serde(flatten)]
    pub head: PositionHead,
    /// The rows from a to h.
    pub rows: Vec<RowView>,
    /// The sum of the rows that all pawns of both sides have advanced.
    pub advance: u8,
    /// Whether the colours have passed.
    pub passed: bool,
}

impl ShownPosition {
    /// The position under a rule set.
    #[must_use]
    pub fn new(rules: RuleSet, position: &Position) -> ShownPosition {
        let row = |row: Row| RowView {
            row,
            black: position.count(Side::Black, row),
            red: position.count(Side::Red, row),
            full: position.is_full(row),
        };
        ShownPosition {
            head: PositionHead::new(rules, position),
            rows: Row::ALL.map(row).into(),
            advance: position.advance(),
            passed: position.has_passed(),
        }
    }
}

/// The pawns on a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Row))]
pub struct RowView {
    /// The letter of the row.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub row: Row,
    /// The number of Black pawns.
    pub black: u8,
    /// The number of Red pawns.
    pub red: u8,
    /// Whether the row is full, so that no move may end there.
    pub full: bool,
}

/// A position and its exact margin, as written by `linja probe`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ProbeView {
    /// The rule set.
    #[cfg_attr(feature = "schema", schema(value_type = crate::schema::RuleSet))]
    pub rules: RuleSet,
    /// The position.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub position: Position,
    /// The exact margin under perfect play, for the side to move.
    pub margin: i8,
    /// Only from `linja probe --distance`: the number of turns up to the end of the game, passes included. The side that is
    /// ahead shortens the game, the other one lengthens it, and in a draw both shorten it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turns: Option<u8>,
}
