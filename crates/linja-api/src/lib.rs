//! Linja in JSON: the types that both the HTTP API and `linja … --json` write.
//!
//! Sides, winners, scores, positions and turns are the types of [`linja`] with its feature `serde`. This crate adds
//! types composed of them.
//!
//! ```
//! use linja::{Position, RuleSet};
//! use linja_api::PositionHead;
//!
//! let head = PositionHead::new(RuleSet::BONUS, &Position::default());
//! let json = serde_json::to_string(&head)?;
//! assert!(json.starts_with(r#"{"rules":"bonus","position":"61111110/01111116 b","to_move":"black""#));
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! # Features
//! - `native` (default): statistics of tables, and English texts. Without it this crate builds for browsers.
//! - `schema`: every type implements `utoipa::ToSchema`, and the module `schema` has the schemas of the types of `linja`.

#![forbid(unsafe_code)]

mod arena;
mod best;
mod check;
mod details;
mod exploit;
mod export;
mod game;
mod hint;
mod level;
mod perft;
mod position;
mod puzzle;
mod reason;
mod review;
mod rule_set;
#[cfg(feature = "schema")]
pub mod schema;
#[cfg(feature = "native")]
mod statistics;
mod table;
mod tree;
mod turn;

pub use arena::{
    ArenaView, DecisionWord, FaultView, IntervalView, PairingView, SprtView, StandingView, TallyView,
};
pub use best::BestView;
pub use check::{CheckView, GameProblemView, GamesCheckView, TableCheckView};
pub use details::{
    ChoiceDifference, DetailedTable, EditionDifference, RuleSetDetails, VerdictView, VerdictsView,
};
pub use exploit::{ExploitView, ExploitedView};
pub use export::ExportedPosition;
pub use game::{EndView, ReplayedGame, ResultView};
pub use hint::{HintView, HintedTurnView, WeightsWord};
pub use level::Level;
pub use perft::PerftView;
pub use position::{PositionHead, PositionView, ProbeView, RowView, ShownPosition};
pub use puzzle::{AimWord, Attempted, PuzzleFile, PuzzleHead, PuzzleView, RefutedPuzzle, SolvedPuzzle};
pub use reason::ReasonView;
pub use review::{GradeWord, Moment, PlayedLikeView, ReviewView, ReviewedTurnView, SummaryView};
pub use rule_set::{ChoiceView, ComparedRuleSet, EditionDifferences, RuleSetView, RuleView, RulesView};
#[cfg(feature = "native")]
pub use statistics::{AdvanceView, MarginsView, StartFactsView, StatisticsView};
pub use table::{MissingCode, OracleView, TableStatus, TableView, WaitingCode};
pub use tree::{Branch, Tree};
pub use turn::{TurnView, TurnsView};
