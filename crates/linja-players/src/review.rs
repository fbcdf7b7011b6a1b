//! The review of a game: what each turn was worth, exactly, and what it gave away.

mod grade;
mod graph;
mod summary;

pub use grade::Grade;
pub use graph::MarginGraph;
pub use summary::Summary;

use linja::{BySide, CompleteTurn, Game, Margin, Position, Side, Turn};
use linja_oracle::{Oracle, TableError, ValuedTurn};

use crate::Outcome;
use crate::choose::loss;
use crate::results::{distinct_results, right};

/// A game seen by the oracle.
///
/// Margins under perfect play change only when somebody errs, so everything adds up exactly: [`Review::start`], minus
/// what Black gave away, plus what Red gave away, is [`Review::end`].
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// The margin under perfect play where the game began, for Black.
    pub start: Margin,
    /// The margin where it stopped, for Black: the final one if the board ended the game, else that under perfect play.
    pub end: Margin,
    /// Every turn of the game.
    pub turns: Vec<ReviewedTurn>,
    /// What each side did with its turns.
    pub players: BySide<Summary>,
    /// The index in `turns` of the turn that decided the game: the last one that changed the result, or if none did the
    /// one that lost the most points, the first of several. `None` if nobody lost a point.
    pub turning_point: Option<usize>,
}

/// One turn of a reviewed game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReviewedTurn {
    /// The number of its line in the record: the first turn of each side is 1.
    pub number: usize,
    /// Who played it.
    pub side: Side,
    /// What was played.
    pub complete: CompleteTurn,
    /// The margin under perfect play before it, for the side that played it.
    pub before: Margin,
    /// The margin under perfect play after it, for the side that played it; never higher.
    pub after: Margin,
    /// The points that it gave away: the difference.
    pub lost: u8,
    /// How bad that is.
    pub grade: Grade,
    /// It turned a win into a draw or a loss, or a draw into a loss.
    pub changes_result: bool,
    /// A best turn, if points were lost: of several the one that begins like the played turn for the longest, then the
    /// shortest.
    pub best: Option<ValuedTurn>,
    /// How many different results the player could choose from; one if the turn was forced.
    pub results: usize,
}

impl ReviewedTurn {
    /// The margin under perfect play after the turn, for Black.
    #[must_use]
    pub fn after_for_black(&self) -> Margin {
        for_black(self.after, self.side)
    }

    /// The player had no choice.
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
    /// If the oracle does not know the game's rule set.
    pub fn of(game: &Game, oracle: &(impl Oracle + ?Sized)) -> Result<Review, TableError> {
        assert_eq!(game.rules(), oracle.rules(), "the oracle of the game's rule set");
        let mut turns = Vec::new();
        let mut position = *game.start();
        for (i, complete) in game.turns().iter().enumerate() {
            turns.push(review_turn(oracle, &position, complete, i / 2 + 1)?);
            position = complete.result.position;
        }
        let start = for_black(oracle.value(game.start())?, game.start().to_move());
        Ok(Review {
            start,
            end: turns.last().map_or(start, ReviewedTurn::after_for_black),
            players: BySide::from_fn(|side| Summary::of(turns.iter().filter(|turn| turn.side == side))),
            turning_point: turning_point(&turns),
            turns,
        })
    }
}

fn review_turn(
    oracle: &(impl Oracle + ?Sized),
    position: &Position,
    complete: &CompleteTurn,
    number: usize,
) -> Result<ReviewedTurn, TableError> {
    let before = oracle.value(position)?;
    let after = oracle.value_after(complete)?;
    let lost = loss(before, after);
    let turns = oracle.turns(position)?;
    let best = if lost == 0 { None } else { most_similar(&turns, &complete.turn) };
    Ok(ReviewedTurn {
        number,
        side: position.to_move(),
        complete: *complete,
        before,
        after,
        lost,
        grade: Grade::of(lost),
        changes_result: Outcome::of(before) != Outcome::of(after),
        best,
        results: distinct_results(turns).len(),
    })
}

/// That of the best turns which begins like the played one for the longest: it shows where the player went wrong.
fn most_similar(turns: &[ValuedTurn], played: &Turn) -> Option<ValuedTurn> {
    let in_common = |turn: &Turn| {
        turn.actions().iter().zip(played.actions()).take_while(|(action, played)| action == played).count()
    };
    // The last of several maxima is found, so they are looked at from the end.
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
