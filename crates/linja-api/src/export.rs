use linja::{CompleteTurn, Margin, Position, RuleSet, fast};
use linja_oracle::{Arrangement, Oracle, TableError};
use serde::Serialize;

/// A position of a data set: a line of `linja export --format jsonl`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ExportedPosition {
    /// The position.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub position: Position,
    /// The pawns of the player to move, from its home row to its goal.
    pub mover: [u8; 8],
    /// The opponent's pawns, from its home row to its goal.
    pub opponent: [u8; 8],
    /// The rows that all pawns have advanced, added up.
    pub advance: u8,
    /// The points of the player to move less the opponent's, as the board stands.
    pub lead: i8,
    /// The margin under perfect play, for the player to move.
    pub value: i8,
    /// The number of legal turns; 0 if the position is over.
    pub turns: u16,
    /// How many of them keep the value.
    pub best_turns: u16,
    /// The first of these in alphabetical order, without blanks; `null` if the position is over.
    pub best_turn: Option<String>,
}

impl ExportedPosition {
    /// The facts of a position whose value is known already.
    ///
    /// # Errors
    /// If a part of the table that holds a position after a turn is damaged.
    pub fn new(position: &Position, value: Margin, oracle: &dyn Oracle) -> Result<Self, TableError> {
        let rules = oracle.rules();
        let (mover, opponent) = Arrangement::of(position);
        let best = BestTurns::of(position, oracle)?;
        Ok(ExportedPosition {
            position: *position,
            mover: mover.counts(),
            opponent: opponent.counts(),
            advance: position.advance(),
            lead: position.score(rules).margin(position.to_move()).0,
            value: value.0,
            turns: best.all,
            best_turns: best.count,
            best_turn: best.first.map(|complete| complete.turn.compact().to_string()),
        })
    }
}

/// The best turns of a position.
#[derive(Default)]
struct BestTurns {
    all: u16,
    margin: Option<Margin>,
    count: u16,
    first: Option<CompleteTurn>,
}

impl BestTurns {
    fn of(position: &Position, oracle: &dyn Oracle) -> Result<BestTurns, TableError> {
        let mut best = BestTurns::default();
        let mut failed = None;
        let rules: &RuleSet = oracle.rules();
        fast::for_each_turn(position, rules, |complete| match oracle.value_after(&complete) {
            Ok(margin) => best.add(complete, margin),
            Err(error) => failed = Some(error),
        });
        failed.map_or(Ok(best), Err)
    }

    fn add(&mut self, complete: CompleteTurn, margin: Margin) {
        self.all += 1;
        if self.margin.is_none_or(|best| margin > best) {
            *self = BestTurns { all: self.all, margin: Some(margin), count: 1, first: Some(complete) };
        } else if self.margin == Some(margin) {
            self.count += 1;
            self.first = self.first.filter(|first| first.turn < complete.turn).or(Some(complete));
        }
    }
}
