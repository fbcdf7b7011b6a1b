use linja::{BySide, Game, Position, RuleSet, Side, Turn};
use linja_oracle::TableError;
use linja_players::{Grade, Judge, PlayedLike, Review, ReviewedTurn, Summary};
use serde::Serialize;

use crate::{EndView, Level, TurnView};

/// A reviewed game.
///
/// Exact margins change only by errors, so the points lost by both sides explain every change of the margin. Estimates also
/// change because a later search sees further.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ReviewView {
    /// The rule set.
    #[cfg_attr(feature = "schema", schema(value_type = crate::schema::RuleSet))]
    pub rules: RuleSet,
    /// The players' names, only if a record was read. A player without a name has the name of the side.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<crate::schema::Names>))]
    pub names: Option<BySide<String>>,
    /// The points at the end, and how the game ended.
    #[serde(flatten)]
    pub ended: EndView,
    /// Whether all margins are exact; otherwise they are estimates of a search, rounded to whole points.
    pub exact: bool,
    /// The start of the game.
    pub start: Moment,
    /// The end of the game.
    pub end: Moment,
    /// Every turn.
    pub turns: Vec<ReviewedTurnView>,
    /// The summary of Black's turns.
    pub black: SummaryView,
    /// The summary of Red's turns.
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
    /// Black's points minus Red's under perfect play, or at the end of the game.
    pub margin_for_black: i8,
}

/// One turn. Margins are for the side that played it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ReviewedTurn))]
pub struct ReviewedTurnView {
    /// The turn number in the record.
    pub number: usize,
    /// The side that played the turn.
    #[cfg_attr(feature = "schema", schema(value_type = crate::schema::Side))]
    pub side: Side,
    /// The turn.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub turn: Turn,
    /// The position after the turn.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub after: Position,
    /// Whether the game is over after the turn.
    pub over: bool,
    /// The margin before the turn, under perfect play.
    pub margin_before: i8,
    /// The margin after the turn, under perfect play.
    pub margin_after: i8,
    /// The points that the turn lost.
    pub lost: u8,
    /// The grade of the turn.
    pub grade: GradeWord,
    /// Whether the turn changed a win into a draw or a loss, or a draw into a loss.
    pub changes_result: bool,
    /// A best turn, if points were lost.
    pub best: Option<TurnView>,
    /// The number of different results that the player could choose from.
    pub results: usize,
}

/// The grade of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Grade))]
#[serde(rename_all = "snake_case")]
pub enum GradeWord {
    /// No points lost.
    Best,
    /// 1 or 2 points lost.
    Inaccuracy,
    /// 3 to 5 points lost.
    Mistake,
    /// 6 or more points lost.
    Blunder,
}

/// The summary of one side's turns.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ReviewSummary))]
pub struct SummaryView {
    /// The number of turns played.
    pub turns: usize,
    /// The number of turns with a choice.
    pub choices: usize,
    /// The points lost in total.
    pub lost: u32,
    /// The accuracy over the turns with a choice, 0 to 100.
    pub accuracy: Option<f64>,
    /// The average points lost per turn with a choice.
    pub average_loss: Option<f64>,
    /// The number of turns that changed the result.
    pub result_changes: usize,
    /// The number of turns that lost no points.
    pub best: usize,
    /// The number of turns that lost 1 or 2 points.
    pub inaccuracies: usize,
    /// The number of turns that lost 3 to 5 points.
    pub mistakes: usize,
    /// The number of turns that lost 6 points or more.
    pub blunders: usize,
    /// The level that the turns are most like; `null` for fewer than eight turns with a choice.
    pub played_like: Option<PlayedLikeView>,
    /// The natural logarithm of the likelihood of the turns, for the levels 1 to 10 and `perfect`, rounded to thousandths. The sums
    /// over several games tell the level more surely.
    pub likelihoods: Vec<f64>,
}

/// A level that somebody played like.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PlayedLike))]
pub struct PlayedLikeView {
    /// `1` to `10`, or `perfect`.
    pub level: Level,
    /// How many levels more or less it may be.
    pub give_or_take: u8,
}

impl ReviewView {
    /// The review of a game, without names, by the table or the search of the judge.
    ///
    /// # Errors
    /// If a required part of the table is damaged.
    pub fn judged(game: &Game, judge: &mut Judge) -> Result<ReviewView, TableError> {
        Ok(ReviewView::new(game, &Review::judged(game, judge)?))
    }

    /// The review of a game, without names.
    #[must_use]
    pub fn new(game: &Game, review: &Review) -> ReviewView {
        ReviewView {
            rules: *game.rules(),
            names: None,
            ended: game.into(),
            exact: review.exact,
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
            played_like: summary.strength.played_like().map(PlayedLikeView::from),
            likelihoods: summary.strength.likelihoods().iter().map(|&sum| thousandths(sum)).collect(),
        }
    }
}

impl From<PlayedLike> for PlayedLikeView {
    fn from(PlayedLike { level, give_or_take }: PlayedLike) -> PlayedLikeView {
        PlayedLikeView { level: Level(level), give_or_take }
    }
}

/// Rounds away the last digits, in which the logarithms of two machines may differ.
fn thousandths(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}
