//! The review of a game: the value of each turn and the points it lost.

mod grade;
mod graph;
mod summary;

pub use grade::Grade;
pub use graph::MarginGraph;
pub use summary::Summary;

use linja::{BySide, CompleteTurn, Game, Margin, Position, Side, Turn};
use linja_oracle::{Oracle, TableError, ValuedTurn};

use crate::choose::loss;
use crate::results::{distinct_results, right};
use crate::{Judge, JudgedTurn, Outcome, Worth};

/// A game rated by the oracle, or by a search.
///
/// Margins under perfect play change only when a player errs, so [`Review::start`], minus the points that Black lost,
/// plus the points that Red lost, equals [`Review::end`]. Estimates also change because a later search sees further.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// Whether the margins are exact. Otherwise all of them are estimates, rounded to whole points.
    pub exact: bool,
    /// The margin under perfect play at the start of the game, for Black.
    pub start: Margin,
    /// The last margin, for Black: the final one if the game ended on the board, otherwise that under perfect play.
    pub end: Margin,
    /// Every turn of the game.
    pub turns: Vec<ReviewedTurn>,
    /// The summary of each side's turns.
    pub players: BySide<Summary>,
    /// The index in `turns` of the turn that decided the game: the last one that changed the outcome, otherwise the
    /// first of those that lost the most points. `None` if no turn lost a point.
    pub turning_point: Option<usize>,
}

/// One turn of a reviewed game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReviewedTurn {
    /// The number of the turn's line in the record, from 1.
    pub number: usize,
    /// The side that played it.
    pub side: Side,
    /// The played turn.
    pub complete: CompleteTurn,
    /// The margin under perfect play before the turn, for the side that played it.
    pub before: Margin,
    /// The margin under perfect play after the turn, for the side that played it; never higher than `before`.
    pub after: Margin,
    /// The points lost: `before` minus `after`.
    pub lost: u8,
    /// The grade for the points lost.
    pub grade: Grade,
    /// Whether the turn changed a win into a draw or a loss, or a draw into a loss.
    pub changes_result: bool,
    /// A best turn, if points were lost: the one that shares the most first actions with the played turn, then the
    /// shortest.
    pub best: Option<ValuedTurn>,
    /// The number of distinct results to choose from; 1 if the turn was forced.
    pub results: usize,
}

impl ReviewedTurn {
    /// The margin under perfect play after the turn, for Black.
    #[must_use]
    pub fn after_for_black(&self) -> Margin {
        for_black(self.after, self.side)
    }

    /// Whether the player had no choice.
    #[must_use]
    pub fn is_forced(&self) -> bool {
        self.results == 1
    }
}

impl Review {
    /// Reviews a game, finished or not.
    ///
    /// # Errors
    /// If a part of the table that is needed is damaged.
    ///
    /// # Panics
    /// If the oracle is for another rule set than the game.
    pub fn of(game: &Game, oracle: &(impl Oracle + ?Sized)) -> Result<Review, TableError> {
        assert_eq!(game.rules(), oracle.rules(), "the oracle of the game's rule set");
        oracle.prepare(&positions_before_turns(game))?;
        Review::with(game, true, |position| oracle.turns(position))
    }

    /// Reviews a game, finished or not, with exact margins if the judge has a table. A search may take a second.
    ///
    /// # Errors
    /// If a part of the table that is needed is damaged.
    ///
    /// # Panics
    /// If the judge is for another rule set than the game.
    pub fn judged(game: &Game, judge: &mut Judge) -> Result<Review, TableError> {
        assert_eq!(game.rules(), judge.rules(), "the judge of the game's rule set");
        if let Judge::Oracle(table) = judge {
            table.prepare(&positions_before_turns(game))?;
        }
        let rounded = |turn: JudgedTurn| {
            turn.map_value(|worth| match worth {
                Worth::Exact(margin) => margin,
                Worth::Estimated(estimate) => estimate.nearest(),
            })
        };
        Review::with(game, judge.is_exact(), |position| {
            Ok(judge.turns(position)?.into_iter().map(rounded).collect())
        })
    }

    /// Reviews a game; `values` gives all turns of a position, the best first.
    fn with(
        game: &Game,
        exact: bool,
        mut values: impl FnMut(&Position) -> Result<Vec<ValuedTurn>, TableError>,
    ) -> Result<Review, TableError> {
        let mut turns: Vec<ReviewedTurn> = Vec::new();
        let mut players = BySide::from_fn(|_| Summary::default());
        let mut position = *game.start();
        for (i, complete) in game.turns().iter().enumerate() {
            let possible = values(&position)?;
            let Some(turn) = review_turn(&position, complete, i / 2 + 1, &possible) else { break };
            players[turn.side].add(&turn, &possible);
            turns.push(turn);
            position = complete.result.position;
        }
        let to_move = game.start().to_move();
        let start = match turns.first() {
            Some(first) => first.before,
            // Nothing was played: the best turn, or the score if there is none.
            None => match values(game.start())?.first() {
                Some(best) => best.value,
                None => game.start().score(game.rules()).margin(to_move),
            },
        };
        let start = for_black(start, to_move);
        Ok(Review {
            exact,
            start,
            end: turns.last().map_or(start, ReviewedTurn::after_for_black),
            players,
            turning_point: turning_point(&turns),
            turns,
        })
    }
}

/// The positions whose turns a review compares.
fn positions_before_turns(game: &Game) -> Vec<Position> {
    let after = game.turns().iter().map(|turn| turn.result.position);
    [*game.start()].into_iter().chain(after).take(game.turns().len().max(1)).collect()
}

/// Rates a turn; `None` if it is not one of the possible ones, which a [`Game`] never has.
fn review_turn(
    position: &Position,
    complete: &CompleteTurn,
    number: usize,
    possible: &[ValuedTurn],
) -> Option<ReviewedTurn> {
    let before = possible.first()?.value;
    let after = possible.iter().find(|turn| turn.item.result == complete.result)?.value;
    let lost = loss(before, after);
    let best = if lost == 0 { None } else { most_similar(possible, &complete.turn) };
    Some(ReviewedTurn {
        number,
        side: position.to_move(),
        complete: *complete,
        before,
        after,
        lost,
        grade: Grade::of(lost),
        changes_result: Outcome::of(before) != Outcome::of(after),
        best,
        results: distinct_results(possible.to_vec()).len(),
    })
}

/// The best turn that shares the most first actions with the played one, to show where the player went wrong.
fn most_similar(turns: &[ValuedTurn], played: &Turn) -> Option<ValuedTurn> {
    let in_common = |turn: &Turn| {
        turn.actions().iter().zip(played.actions()).take_while(|(action, played)| action == played).count()
    };
    // Reversed, because `max_by_key` returns the last of several maxima.
    turns[..right(turns)].iter().rev().copied().max_by_key(|valued| {
        let turn = &valued.item.turn;
        (in_common(turn), Turn::MAX_ACTIONS - turn.actions().len())
    })
}

fn turning_point(turns: &[ReviewedTurn]) -> Option<usize> {
    let largest = turns.iter().map(|turn| turn.lost).max().filter(|&lost| lost > 0)?;
    turns
        .iter()
        .rposition(|turn| turn.changes_result)
        .or_else(|| turns.iter().position(|turn| turn.lost == largest))
}

fn for_black(margin: Margin, side: Side) -> Margin {
    match side {
        Side::Black => margin,
        Side::Red => -margin,
    }
}
