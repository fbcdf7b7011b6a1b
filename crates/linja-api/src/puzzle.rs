use std::collections::BTreeMap;

use linja::{PartialTurn, Position, RuleSet, Side, Turn};
use linja_oracle::TableError;
use linja_players::{Aim, Date, Judge, Level, Puzzle};
use serde::Serialize;

use crate::{HintView, Tree, TurnView, TurnsView};

/// A position with exactly one right result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PuzzleHead {
    /// The rule set.
    #[cfg_attr(feature = "schema", schema(value_type = crate::schema::RuleSet))]
    pub rules: RuleSet,
    /// The day.
    pub date: String,
    /// The position.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub position: Position,
    /// Who is to move.
    #[cfg_attr(feature = "schema", schema(value_type = crate::schema::Side))]
    pub to_move: Side,
    /// The outcome to find.
    pub aim: AimWord,
    /// The number of different results.
    pub results: usize,
    /// The weakest level that usually finds the right result; `null` if even level 10 does not.
    pub difficulty: Option<u8>,
}

/// The aim of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PuzzleAim))]
#[serde(rename_all = "snake_case")]
pub enum AimWord {
    /// The only winning turn.
    Win,
    /// The only turn that does not lose.
    Draw,
}

/// A puzzle and the tree of its legal turns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Puzzle))]
pub struct PuzzleView {
    /// The puzzle.
    #[serde(flatten)]
    pub head: PuzzleHead,
    /// The tree of legal turns.
    pub tree: Option<Tree>,
}

/// A puzzle with its difficulty and optionally its solution, as written by `linja puzzle`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SolvedPuzzle {
    /// The puzzle.
    #[serde(flatten)]
    pub head: PuzzleHead,
    /// The share of tries in which each level finds the right result, 0 to 1, the weakest level first.
    pub found: Vec<f64>,
    /// The margin under perfect play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<i8>,
    /// Every turn that leads to the right result.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<String>>))]
    pub solutions: Option<Vec<Turn>>,
}

/// The result of an attempt to solve a puzzle.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Attempted {
    /// Whether the turn leads to the right result.
    pub solved: bool,
    /// The turn, with its exact margin.
    pub turn: TurnView,
    /// The margin of the right result, for the side to move.
    pub margin: i8,
    /// The opponent's reply to a wrong turn; `null` after the right one, or if the game is over.
    pub refutation: Option<TurnView>,
}

/// A puzzle with everything that the page asks about it, as `linja site` writes it: a page without a server reads it instead.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PuzzleFile {
    /// The puzzle.
    pub puzzle: RefutedPuzzle,
    /// All turns with their exact margins.
    pub turns: TurnsView,
    /// The hint.
    pub hint: HintView,
}

/// A puzzle with the opponent's best replies.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RefutedPuzzle {
    /// The puzzle.
    #[serde(flatten)]
    pub view: PuzzleView,
    /// The best reply to each wrong turn, by the position after the turn.
    pub refutations: BTreeMap<String, TurnView>,
}

impl PuzzleFile {
    /// The puzzle of a day, judged by the table that it is from.
    ///
    /// # Errors
    /// If a required part of the table is damaged.
    pub fn new(puzzle: &Puzzle, date: Date, judge: &mut Judge) -> Result<PuzzleFile, TableError> {
        let turns = TurnsView::judged(judge, &puzzle.position)?;
        let mut refutations = BTreeMap::new();
        for turn in turns.turns.iter().filter(|turn| !turn.over && turn.margin != Some(puzzle.margin.0)) {
            let after = turn.after.to_string();
            if !refutations.contains_key(&after) {
                let best = judge.turns(&turn.after)?.first().map(TurnView::from);
                refutations.extend(best.map(|best| (after, best)));
            }
        }
        let hint = HintView::judged(judge, &puzzle.position)?;
        let puzzle = RefutedPuzzle { view: PuzzleView::new(puzzle, date), refutations };
        Ok(PuzzleFile { puzzle, turns, hint })
    }
}

impl PuzzleHead {
    /// The puzzle of a day.
    #[must_use]
    pub fn new(puzzle: &Puzzle, date: Date) -> PuzzleHead {
        PuzzleHead {
            rules: puzzle.rules,
            date: date.to_string(),
            position: puzzle.position,
            to_move: puzzle.position.to_move(),
            aim: match puzzle.aim {
                Aim::Win => AimWord::Win,
                Aim::Draw => AimWord::Draw,
            },
            results: puzzle.results,
            difficulty: puzzle.difficulty().and_then(Level::number),
        }
    }
}

impl PuzzleView {
    /// The puzzle of a day.
    #[must_use]
    pub fn new(puzzle: &Puzzle, date: Date) -> PuzzleView {
        let turn = PartialTurn::begin(puzzle.position, puzzle.rules);
        PuzzleView { head: PuzzleHead::new(puzzle, date), tree: turn.map(|turn| Tree::of_turn(&turn)) }
    }
}

impl SolvedPuzzle {
    /// The puzzle of a day, with its solution if `tell` is true.
    #[must_use]
    pub fn new(puzzle: &Puzzle, date: Date, tell: bool) -> SolvedPuzzle {
        let solutions = || puzzle.solutions.iter().map(|solution| solution.item.turn).collect();
        SolvedPuzzle {
            head: PuzzleHead::new(puzzle, date),
            found: puzzle.found.into(),
            margin: tell.then_some(puzzle.margin.0),
            solutions: tell.then(solutions),
        }
    }
}
