use linja::RuleSet;
use serde::Serialize;

/// What `linja check` found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CheckView {
    /// Whether everything is as it should be.
    pub sound: bool,
    /// The games; `null` if there is no database.
    pub games: Option<GamesCheckView>,
    /// The tables that exist.
    pub tables: Vec<TableCheckView>,
}

/// The state of all games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GamesCheckView {
    /// The number of games.
    pub games: u64,
    /// The number of events.
    pub events: u64,
    /// The number of games that only a newer version can read.
    pub newer: u64,
    /// The number of games that an operator has removed.
    pub removed: u64,
    /// The first problems.
    pub problems: Vec<GameProblemView>,
    /// The number of further problems.
    pub more_problems: u64,
}

/// A problem of a game or of the whole database.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameProblemView {
    /// The id of the game; `null` if the whole database is concerned.
    pub game: Option<String>,
    /// What is wrong, in English.
    pub problem: String,
}

/// The state of a table file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TableCheckView {
    /// The rule set.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub rules: RuleSet,
    /// The hash of all values, which is the published one; `null` if the table can't be used.
    pub hash: Option<String>,
    /// What is wrong, in English; `null` for a sound table.
    pub problem: Option<String>,
}

impl GamesCheckView {
    /// Adds a problem. Only the first ones are kept; the others are counted.
    pub fn add(&mut self, game: Option<&str>, problem: String) {
        const MOST: usize = 100;
        if self.problems.len() < MOST {
            self.problems.push(GameProblemView { game: game.map(str::to_string), problem });
        } else {
            self.more_problems += 1;
        }
    }
}

impl CheckView {
    /// The findings together.
    #[must_use]
    pub fn new(games: Option<GamesCheckView>, tables: Vec<TableCheckView>) -> CheckView {
        let sound = games.as_ref().is_none_or(|games| games.problems.is_empty())
            && tables.iter().all(|table| table.problem.is_none());
        CheckView { sound, games, tables }
    }
}
