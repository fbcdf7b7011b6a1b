use linja::BySide;
use linja_players::{Grade, MarginGraph};
use pyo3::prelude::*;

use crate::errors::value_error;
use crate::record::GameArg;
use crate::table::Table;
use crate::turn::Turn;

/// A game rated by a table: what each turn lost.
///
/// >>> import linja
/// >>> game = linja.Game("bonus")
/// >>> _ = game.play("ab ac"), game.play("hg hf")
/// >>> review = linja.Review(game, linja.Table("bonus"))
/// >>> [(str(turn.turn), turn.lost, turn.grade) for turn in review.turns]
/// [('ab ac', 0, 'best'), ('hg hf', 1, 'inaccuracy')]
///
/// In a notebook it shows as a graph of the margin.
#[pyclass(name = "Review", module = "linja", frozen)]
pub(crate) struct Review {
    review: linja_players::Review,
    names: BySide<String>,
}

#[pymethods]
impl Review {
    #[new]
    fn new(py: Python<'_>, game: GameArg<'_>, table: &Table) -> PyResult<Review> {
        let record = game.record();
        let (found, rules) = (table.table.rules(), record.game().rules());
        if found != rules {
            return Err(value_error(format!("the table belongs to the rule set {found}, not {rules}")));
        }
        let name = |tag: &str| record.tag(tag).filter(|name| !name.is_empty()).unwrap_or(tag).to_string();
        let names = BySide { black: name("Black"), red: name("Red") };
        let review = table.ask(py, |oracle| linja_players::Review::of(record.game(), oracle))?;
        Ok(Review { review, names })
    }

    /// The margin under perfect play at the start, for Black.
    #[getter]
    fn start(&self) -> i8 {
        self.review.start.0
    }

    /// The last margin, for Black: the final one, or that under perfect play if the game did not end on the board.
    #[getter]
    fn end(&self) -> i8 {
        self.review.end.0
    }

    /// Every turn of the game.
    #[getter]
    fn turns(&self) -> Vec<ReviewedTurn> {
        self.review.turns.iter().map(ReviewedTurn::from).collect()
    }

    /// Black's turns in numbers.
    #[getter]
    fn black(&self) -> Summary {
        Summary::from(&self.review.players.black)
    }

    /// Red's turns in numbers.
    #[getter]
    fn red(&self) -> Summary {
        Summary::from(&self.review.players.red)
    }

    /// The index of the turn that decided the game; `None` if no turn lost a point.
    #[getter]
    fn turning_point(&self) -> Option<usize> {
        self.review.turning_point
    }

    /// The margin over the game as an SVG graph.
    fn svg(&self) -> String {
        let names = self.names.as_ref().map(String::as_str);
        MarginGraph { review: &self.review, names }.to_string()
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }
}

/// One turn of a reviewed game.
#[pyclass(name = "ReviewedTurn", module = "linja", frozen, get_all)]
pub(crate) struct ReviewedTurn {
    /// The side that played it.
    side: &'static str,
    /// The played turn.
    turn: Turn,
    /// The margin under perfect play before the turn, for the side that played it.
    before: i8,
    /// The margin after it, for the side that played it.
    after: i8,
    /// The points lost.
    lost: u8,
    /// `best`, `inaccuracy`, `mistake` or `blunder`.
    grade: &'static str,
    /// Whether the turn changed who wins.
    changes_result: bool,
    /// A best turn, if points were lost.
    best: Option<Turn>,
    /// The number of different results that the player could choose from.
    results: usize,
}

impl From<&linja_players::ReviewedTurn> for ReviewedTurn {
    fn from(turn: &linja_players::ReviewedTurn) -> ReviewedTurn {
        ReviewedTurn {
            side: turn.side.id(),
            turn: Turn(turn.complete),
            before: turn.before.0,
            after: turn.after.0,
            lost: turn.lost,
            grade: turn.grade.id(),
            changes_result: turn.changes_result,
            best: turn.best.map(|best| Turn(best.item)),
            results: turn.results,
        }
    }
}

/// One side's turns in numbers.
#[pyclass(name = "Summary", module = "linja", frozen, get_all)]
pub(crate) struct Summary {
    /// The turns played.
    turns: usize,
    /// The turns with a choice.
    choices: usize,
    /// The points lost.
    lost: u32,
    /// The accuracy in per cent; `None` without a choice.
    accuracy: Option<f64>,
    /// The points lost for each turn with a choice; `None` without a choice.
    average_loss: Option<f64>,
    /// How many turns have each grade.
    grades: std::collections::BTreeMap<&'static str, usize>,
}

impl From<&linja_players::Summary> for Summary {
    fn from(summary: &linja_players::Summary) -> Summary {
        Summary {
            turns: summary.turns,
            choices: summary.choices,
            lost: summary.lost,
            accuracy: summary.accuracy(),
            average_loss: summary.average_loss(),
            grades: Grade::ALL.into_iter().map(|grade| (grade.id(), summary.count(grade))).collect(),
        }
    }
}
