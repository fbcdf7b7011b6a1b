//! Schemas of the types of `linja`, which has no OpenAPI. Fields refer to them with `value_type`.

use utoipa::ToSchema;

/// A side: Black moves from row a to row h, Red from h to a.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
pub enum Side {
    /// Home on row a.
    Black,
    /// Home on row h.
    Red,
}

/// A side, or neither.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
pub enum Winner {
    /// Black won.
    Black,
    /// Red won.
    Red,
    /// Nobody won.
    Draw,
}

/// A pair of points, one for each side.
#[derive(ToSchema)]
pub struct Score {
    /// Black's points.
    pub black: i8,
    /// Red's points.
    pub red: i8,
}

/// How a game ended.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
pub enum Termination {
    /// On the board.
    Normal,
    /// The loser resigned.
    Resignation,
    /// The loser ran out of time.
    Time,
    /// It was given up without a winner.
    Abandoned,
}

/// What a turn under way expects next.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
pub enum Phase {
    /// One own pawn, one row forward.
    Opening,
    /// One own pawn, exactly `steps` rows forward.
    FollowUp,
    /// One pawn, one row either way, or nothing.
    Bonus,
    /// An opening again, earned by the follow-up.
    AnotherTurn,
    /// Nothing more can be done.
    Done,
}

/// Why nothing more can be done in a turn.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
pub enum WhyDone {
    /// The side has no opening and passes.
    NoOpening,
    /// The colours have passed, and this edition ends there.
    GameEnded,
    /// The opening landed on an empty row.
    EmptyRow,
    /// The opening landed in the goal, which earns nothing in this edition.
    OpeningIntoGoal,
    /// No pawn can make the follow-up.
    FollowUpLost,
    /// The follow-up earned nothing more.
    FollowUpMade,
    /// A bonus was earned, but no pawn can make it.
    BonusLost,
    /// The bonus was made.
    BonusMade,
    /// Another turn was earned, but there is no opening for it.
    AnotherTurnLost,
}

/// The names of the players.
#[derive(ToSchema)]
pub struct Names {
    /// Black's name.
    pub black: String,
    /// Red's name.
    pub red: String,
}
