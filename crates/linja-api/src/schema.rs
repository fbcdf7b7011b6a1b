//! Schemas of the types of `linja`, which does not depend on `utoipa`. Fields refer to these schemas with `value_type`.

use std::borrow::Cow;
use std::collections::BTreeMap;

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

/// A rule set, as a string.
pub struct RuleSet;

impl PartialSchema for RuleSet {
    fn schema() -> RefOr<Schema> {
        let schema = ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some(
                "The id of a rule set: `classic`, `bonus`, `bonus-spicy`, `geeky` or `geeky-spicy`, and for house rules \
                 the choices that differ, with `+` between them. In requests the parts may stand in any order and letter \
                 case, with `+` or blanks between them; responses have the shortest id. `GET /api/v1/rules` lists the \
                 choices.",
            ))
            .pattern(Some(r"^[A-Za-z+\s-]+$"))
            .examples(["bonus", "bonus+follow-may", "classic+goal-count+over-apart"])
            .build();
        RefOr::T(schema.into())
    }
}

impl ToSchema for RuleSet {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("RuleSet")
    }
}

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
    /// Neither side won.
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
    /// The board ended the game.
    Normal,
    /// The loser resigned.
    Resignation,
    /// The loser ran out of time.
    Time,
    /// The game was abandoned.
    Abandoned,
}

/// The next kind of action in a turn in progress.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
pub enum Phase {
    /// One own pawn, one row forward.
    Opening,
    /// One own pawn, exactly `steps` rows forward.
    FollowUp,
    /// Optionally one pawn, one row either way.
    Bonus,
    /// A second opening, earned by the follow-up.
    AnotherTurn,
    /// No action is possible.
    Done,
}

/// Why no further action is possible in a turn.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
pub enum WhyDone {
    /// The side has no opening and must pass.
    NoOpening,
    /// The colours have passed, which ends the game at once in this edition.
    GameEnded,
    /// The opening landed on an empty row.
    EmptyRow,
    /// The opening landed in the goal, which earns no follow-up in this edition.
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

/// A text of the catalogues: its id and the values of its placeholders.
#[derive(ToSchema)]
pub struct Message {
    /// The id of the text, such as `play_no_pawn`.
    pub id: String,
    /// Numbers, texts, sides, and messages inside the sentence, by the name of the placeholder.
    #[schema(value_type = Object)]
    pub arguments: BTreeMap<String, String>,
}
