use linja::{Game, Position, RuleSet, Score, Termination, Winner};
use serde::Serialize;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Result))]
pub struct ResultView {
    /// The kind of ending.
    #[cfg_attr(feature = "schema", schema(value_type = crate::schema::Termination))]
    pub termination: Termination,
    /// Who won.
    #[cfg_attr(feature = "schema", schema(value_type = Option<crate::schema::Winner>))]
    pub winner: Option<Winner>,
    /// The points on the board.
    #[cfg_attr(feature = "schema", schema(value_type = crate::schema::Score))]
    pub score: Score,
}

impl ResultView {
    /// `None` if the game is not over.
    #[must_use]
    pub fn of(game: &Game) -> Option<ResultView> {
        let (termination, result) = game.termination().zip(game.result())?;
        Some(ResultView { termination, winner: result.winner, score: result.score })
    }
}

/// The points of a game, and how it ended. Part of larger types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct EndView {
    /// The points on the board.
    #[cfg_attr(feature = "schema", schema(value_type = crate::schema::Score))]
    pub score: Score,
    /// How the game ended; `null` if it is not over.
    #[cfg_attr(feature = "schema", schema(value_type = Option<crate::schema::Termination>))]
    pub termination: Option<Termination>,
    /// Who won.
    #[cfg_attr(feature = "schema", schema(value_type = Option<crate::schema::Winner>))]
    pub winner: Option<Winner>,
}

impl From<&Game> for EndView {
    fn from(game: &Game) -> EndView {
        EndView {
            score: game.score(),
            termination: game.termination(),
            winner: game.result().and_then(|result| result.winner),
        }
    }
}

/// The state at the end of a record, as written by `linja replay`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ReplayedGame {
    /// The rule set.
    #[cfg_attr(feature = "schema", schema(value_type = crate::schema::RuleSet))]
    pub rules: RuleSet,
    /// The number of turns played.
    pub turns: usize,
    /// The last position.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub position: Position,
    /// Whether the game is over.
    pub over: bool,
    /// The points and the end.
    #[serde(flatten)]
    pub end: EndView,
}

impl From<&Game> for ReplayedGame {
    fn from(game: &Game) -> ReplayedGame {
        ReplayedGame {
            rules: *game.rules(),
            turns: game.turns().len(),
            position: *game.position(),
            over: game.is_over(),
            end: game.into(),
        }
    }
}
