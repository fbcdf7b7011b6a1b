use std::sync::Arc;

use linja_players::search::Limits;
use linja_players::{Chance, Judge, Level};
use pyo3::prelude::*;

use crate::errors::value_error;
use crate::position::PositionArg;
use crate::rule_set::{RuleSet, Rules, or_bonus};
use crate::table::Table;
use crate::turn::Turn;

/// A computer player: `random`, a level from 1 to 10, or `perfect`.
///
/// With a table it knows the exact value of every turn, and errs as its level does. Without one it searches `nodes`
/// positions for each turn. The same seed plays the same turns.
///
/// >>> import linja
/// >>> player = linja.Player(3, table=linja.Table("bonus"), seed=7)
/// >>> player.choose(linja.Position()) in linja.Position().turns("bonus")
/// True
#[pyclass(name = "Player", module = "linja")]
pub(crate) struct Player {
    judge: Judge,
    level: Level,
    chance: Chance,
}

/// A level as an argument.
#[derive(FromPyObject)]
enum LevelArg {
    #[pyo3(annotation = "int")]
    Number(i64),
    #[pyo3(annotation = "str")]
    Name(String),
}

#[pymethods]
impl Player {
    #[new]
    #[pyo3(signature = (level = LevelArg::Name("perfect".into()), rules = None, *, table = None, seed = 0, nodes = 20_000),
           text_signature = "(level='perfect', rules=None, *, table=None, seed=0, nodes=20000)")]
    fn new(
        level: LevelArg,
        rules: Option<Rules<'_>>,
        table: Option<&Table>,
        seed: u64,
        nodes: u64,
    ) -> PyResult<Player> {
        let name = match level {
            LevelArg::Number(number) => number.to_string(),
            LevelArg::Name(name) => name,
        };
        let level = name.parse().map_err(value_error)?;
        let judge = match table {
            Some(table) => {
                let rules = rules.map(|rules| rules.read()).transpose()?;
                if let Some(rules) = rules.filter(|rules| rules != table.table.rules()) {
                    let found = table.table.rules();
                    return Err(value_error(format!(
                        "the table belongs to the rule set {found}, not {rules}"
                    )));
                }
                Judge::Oracle(Arc::clone(&table.table))
            }
            None => Judge::search(&or_bonus(rules)?, Limits::nodes(nodes)),
        };
        Ok(Player { judge, level, chance: Chance::new(seed) })
    }

    /// The turn that the player plays.
    fn choose(&mut self, py: Python<'_>, position: PositionArg<'_>) -> PyResult<Turn> {
        let position = position.read()?;
        let Player { judge, level, chance } = self;
        let chosen = py.detach(|| judge.choose(&position, *level, chance)).map_err(value_error)?;
        chosen
            .map(|turn| Turn(turn.item))
            .ok_or_else(|| value_error(format!("{position} is over: there is no turn")))
    }

    /// The rule set.
    #[getter]
    fn rules(&self) -> RuleSet {
        RuleSet(*self.judge.rules())
    }

    /// The level: `random`, `1` to `10` or `perfect`.
    #[getter]
    fn level(&self) -> String {
        self.level.to_string()
    }

    /// Whether the values that the player knows are exact.
    #[getter]
    fn is_exact(&self) -> bool {
        self.judge.is_exact()
    }

    fn __repr__(&self) -> String {
        format!("<Player {} of {}>", self.level.name(), self.judge.rules())
    }
}
