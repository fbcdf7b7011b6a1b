use linja::{BySide, Game, Position, Score, Side, Termination, Turn, Winner};
use linja_players::{Grade, Review, ReviewedTurn, Summary};
use serde::Serialize;

use crate::{RuleSetId, TurnView};

/// A game seen by the oracle. Margins change only when somebody errs, so everything adds up.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ReviewView {
    /// The rule set.
    pub rules: RuleSetId,
    /// The players' names; a nameless player has the name of the side. Only where a record was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<crate::schema::Names>))]
    pub names: Option<BySide<String>>,
    /// The points at the end.
    #[cfg_attr(feature = "schema", schema(value_type = crate::schema::Score))]
    pub score: Score,
    /// How it ended; `null` if it did not.
    #[cfg_attr(feature = "schema", schema(value_type = Option<crate::schema::Termination>))]
    pub termination: Option<Termination>,
    /// Who won.
    #[cfg_attr(feature = "schema", schema(value_type = Option<crate::schema::Winner>))]
    pub winner: Option<Winner>,
    /// Where it began.
    pub start: Moment,
    /// Where it stopped.
    pub end: Moment,
    /// Every turn.
    pub turns: Vec<ReviewedTurnView>,
    /// What Black did.
    pub black: SummaryView,
    /// What Red did.
    pub red: SummaryView,
    /// The index of the turn that decided the game.
    pub turning_point: Option<usize>,
}

/// A position and its exact margin.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Moment {
    /// The position.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub position: Position,
    /// Under perfect play, or final.
    pub margin_for_black: i8,
}

/// One turn. Margins are for the side that played it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ReviewedTurn))]
pub struct ReviewedTurnView {
    /// The number of its line in the record.
    pub number: usize,
    /// Who played it.
    #[cfg_attr(feature = "schema", schema(value_type = crate::schema::Side))]
    pub side: Side,
    /// What was played.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub turn: Turn,
    /// The position after it.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub after: Position,
    /// The game is over after it.
    pub over: bool,
    /// Before it, under perfect play.
    pub margin_before: i8,
    /// After it, under perfect play.
    pub margin_after: i8,
    /// The points that it gave away.
    pub lost: u8,
    /// How bad that is.
    pub grade: GradeWord,
    /// It turned a win into a draw or a loss, or a draw into a loss.
    pub changes_result: bool,
    /// A best turn, if points were lost.
    pub best: Option<TurnView>,
    /// Different results that the player could choose from.
    pub results: usize,
}

/// How bad a turn is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Grade))]
#[serde(rename_all = "snake_case")]
pub enum GradeWord {
    /// No point lost.
    Best,
    /// 1 or 2.
    Inaccuracy,
    /// 3 to 5.
    Mistake,
    /// 6 or more.
    Blunder,
}

/// What one side did with its turns.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ReviewSummary))]
pub struct SummaryView {
    /// Turns played.
    pub turns: usize,
    /// Those with a choice.
    pub choices: usize,
    /// Points given away.
    pub lost: u32,
    /// From 0 to 100 over the turns with a choice.
    pub accuracy: Option<f64>,
    /// Points lost for each turn with a choice.
    pub average_loss: Option<f64>,
    /// Turns that changed the result.
    pub result_changes: usize,
    /// Turns without a loss.
    pub best: usize,
    /// Turns that lost 1 or 2 points.
    pub inaccuracies: usize,
    /// Turns that lost 3 to 5 points.
    pub mistakes: usize,
    /// Turns that lost 6 points or more.
    pub blunders: usize,
}

impl ReviewView {
    /// The review of a game, without names.
    #[must_use]
    pub fn new(game: &Game, review: &Review) -> ReviewView {
        ReviewView {
            rules: game.rules().into(),
            names: None,
            score: game.score(),
            termination: game.termination(),
            winner: game.result().and_then(|result| result.winner),
            start: Moment { position: *game.start(), margin_for_black: review.start.0 },
            end: Moment { position: *game.position(), margin_for_black: review.end.0 },
            turns: review.turns.iter().map(ReviewedTurnView::from).collect(),
            black: SummaryView::from(&review.players[Side::Black]),
            red: SummaryView::from(&review.players[Side::Red]),
            turning_point: review.turning_point,
        }
    }
}

impl From<&ReviewedTurn> for ReviewedTurnView {
    fn from(turn: &ReviewedTurn) -> ReviewedTurnView {
        ReviewedTurnView {
            number: turn.number,
            side: turn.side,
            turn: turn.complete.turn,
            after: turn.complete.result.position,
            over: turn.complete.result.is_over,
            margin_before: turn.before.0,
            margin_after: turn.after.0,
            lost: turn.lost,
            grade: match turn.grade {
                Grade::Best => GradeWord::Best,
                Grade::Inaccuracy => GradeWord::Inaccuracy,
                Grade::Mistake => GradeWord::Mistake,
                Grade::Blunder => GradeWord::Blunder,
            },
            changes_result: turn.changes_result,
            best: turn.best.as_ref().map(TurnView::from),
            results: turn.results,
        }
    }
}

impl From<&Summary> for SummaryView {
    fn from(summary: &Summary) -> SummaryView {
        SummaryView {
            turns: summary.turns,
            choices: summary.choices,
            lost: summary.lost,
            accuracy: summary.accuracy(),
            average_loss: summary.average_loss(),
            result_changes: summary.result_changes,
            best: summary.count(Grade::Best),
            inaccuracies: summary.count(Grade::Inaccuracy),
            mistakes: summary.count(Grade::Mistake),
            blunders: summary.count(Grade::Blunder),
        }
    }
}
