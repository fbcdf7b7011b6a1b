use linja::{PartialTurn, Position, Row, Score, Side};
use linja_oracle::{Oracle, TableError};
use serde::Serialize;

use crate::{RuleSetId, Tree};

/// What a position shows without looking ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PositionHead {
    /// The rule set.
    pub rules: RuleSetId,
    /// The position.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub position: Position,
    /// Who is to move.
    #[cfg_attr(feature = "schema", schema(value_type = crate::schema::Side))]
    pub to_move: Side,
    /// The points as the board stands.
    #[cfg_attr(feature = "schema", schema(value_type = crate::schema::Score))]
    pub score: Score,
    /// The position alone is over.
    pub over: bool,
}

impl PositionHead {
    /// The position under a rule set.
    #[must_use]
    pub fn new(rules: RuleSetId, position: &Position) -> PositionHead {
        PositionHead {
            rules,
            position: *position,
            to_move: position.to_move(),
            score: position.score(&rules.rules()),
            over: position.is_over(),
        }
    }
}

/// A position and everything that can be done in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PositionView {
    /// The position.
    #[serde(flatten)]
    pub head: PositionHead,
    /// The exact margin under perfect play, for the side to move; `null` if it is not known.
    pub margin: Option<i8>,
    /// Everything that can be done; `null` if the position is over.
    pub tree: Option<Tree>,
}

impl PositionView {
    /// The position with its tree, with margins if there is an oracle of the rule set.
    ///
    /// # Errors
    /// If a part of the table that is needed is damaged.
    pub fn new<O: Oracle + ?Sized>(
        rules: RuleSetId,
        position: &Position,
        oracle: Option<&O>,
    ) -> Result<PositionView, TableError> {
        let head = PositionHead::new(rules, position);
        let tree = match (PartialTurn::begin(*position, rules.rules()), oracle) {
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

/// A position and what stands on each row, as `linja show` writes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ShownPosition {
    /// The position.
    #[serde(flatten)]
    pub head: PositionHead,
    /// The rows from a to h.
    pub rows: Vec<RowView>,
    /// The rows that all pawns have gone, both sides together.
    pub advance: u8,
    /// The colours have passed.
    pub passed: bool,
}

impl ShownPosition {
    /// The position under a rule set.
    #[must_use]
    pub fn new(rules: RuleSetId, position: &Position) -> ShownPosition {
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

/// What stands on a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Row))]
pub struct RowView {
    /// Its letter.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub row: Row,
    /// Black pawns.
    pub black: u8,
    /// Red pawns.
    pub red: u8,
    /// No further pawn may go there.
    pub full: bool,
}

/// A position and its exact margin, as `linja probe` writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ProbeView {
    /// The rule set.
    pub rules: RuleSetId,
    /// The position.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub position: Position,
    /// The exact margin under perfect play, for the side to move.
    pub margin: i8,
}
