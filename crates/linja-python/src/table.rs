//! Exact values: of one position, and of many.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use linja::{Board, Margin, Position as Place, Side, fast};
use linja_oracle::{Distances, Oracle, Tables, Values};
use pyo3::prelude::*;

use crate::boards::{boards, lead};
use crate::errors::{not_solved, unusable, unusable_distances, without_distances};
use crate::numpy::{Given, words};
use crate::position::PositionArg;
use crate::rule_set::{RuleSet, Rules, or_bonus};
use crate::turn::{NO_TURN, Turn, code};
use crate::{data_dir, solving};

/// The exact value of every position of a rule set.
///
/// >>> import linja
/// >>> table = linja.Table("bonus")
/// >>> table.value(linja.Position())
/// 1
/// >>> table.values(linja.keys_of(["61111110/01111116 b", "00011127/90021000 b"]))
/// array([1, 0], dtype=int8)
///
/// A value is the margin under perfect play, for the player to move. Values are read from the file page by page; `load` puts
/// all of them into memory.
#[pyclass(name = "Table", module = "linja", frozen)]
#[allow(clippy::struct_field_names, reason = "the class of Python wraps the type of the same name")]
pub(crate) struct Table {
    pub(crate) table: Arc<linja_oracle::Table>,
    values: OnceLock<Values>,
    tables: Tables,
    /// Opened when it is first asked for.
    distances: OnceLock<Distances>,
}

/// How many positions are looked up in memory before Python is asked for Ctrl-C.
const FROM_MEMORY: usize = 1 << 18;
/// The same from the file, where a page is unpacked once for all positions that are looked up together.
const FROM_FILE: usize = 1 << 24;
/// How many positions are compared together to find their best turns; each has about 35.
const BEST_TOGETHER: usize = 1 << 16;

impl Table {
    fn error(&self, error: &linja_oracle::TableError) -> PyErr {
        unusable(error, self.table.rules(), self.table.path())
    }

    pub(crate) fn oracle(&self) -> &dyn Oracle {
        match self.values.get() {
            Some(values) => values,
            None => &*self.table,
        }
    }

    /// Asks for values of one position or a few, without Python's lock.
    pub(crate) fn ask<T: Send>(
        &self,
        py: Python<'_>,
        question: impl FnOnce(&dyn Oracle) -> Result<T, linja_oracle::TableError> + Send,
    ) -> PyResult<T> {
        py.detach(|| question(self.oracle())).map_err(|error| self.error(&error))
    }

    fn of_boards(&self, boards: &[Board]) -> Result<Vec<Margin>, linja_oracle::TableError> {
        match self.values.get() {
            Some(values) => values.of_boards(boards),
            None => self.table.values_of_boards(boards),
        }
    }

    fn distances_error(&self, error: &linja_oracle::TableError) -> PyErr {
        let rules = self.table.rules();
        unusable_distances(error, rules, &self.tables.distances_path(rules))
    }

    fn opened_distances(&self) -> PyResult<&Distances> {
        if let Some(opened) = self.distances.get() {
            return Ok(opened);
        }
        let rules = self.table.rules();
        match self.tables.open_distances(rules) {
            // Another thread may have been first.
            Ok(Some(opened)) => Ok(self.distances.get_or_init(|| opened)),
            Ok(None) => Err(without_distances(rules, &self.tables.distances_path(rules))),
            Err(error) => Err(self.distances_error(&error)),
        }
    }

    /// The first best turn of each position, with its value.
    fn best_of_boards(&self, boards: &[Board]) -> Result<Vec<BestTurn>, linja_oracle::TableError> {
        let rules = self.table.rules();
        let mut found = Vec::with_capacity(boards.len());
        let (mut turns, mut after) = (Vec::new(), Vec::new());
        for board in boards {
            let first = turns.len();
            fast::for_each_turn(&board.position(Side::Black), rules, |turn| turns.push(turn));
            after.extend(turns[first..].iter().map(|turn| Board::of(&turn.result.position)));
            found.push(first..turns.len());
        }
        let values = self.of_boards(&after)?;
        let value = |place: usize| {
            let result = &turns[place].result;
            if result.is_over { result.margin(rules) } else { -values[place] }
        };
        let best = |(board, places): (&Board, std::ops::Range<usize>)| {
            let chosen = places.clone().max_by(|&one, &other| {
                // Of equal turns the first by written form.
                value(one).cmp(&value(other)).then_with(|| turns[other].turn.cmp(&turns[one].turn))
            });
            let Some(chosen) = chosen else { return BestTurn::none(board, rules) };
            let most = value(chosen);
            BestTurn {
                value: most,
                code: code(&turns[chosen].turn, Side::Black),
                after: after[chosen].key(),
                over: turns[chosen].result.is_over,
                // No position has more than a few hundred turns.
                turns: places.len() as u16,
                best_turns: places.filter(|&place| value(place) == most).count() as u16,
            }
        };
        Ok(boards.iter().zip(found).map(best).collect())
    }
}

struct BestTurn {
    value: Margin,
    code: u64,
    after: u64,
    over: bool,
    turns: u16,
    best_turns: u16,
}

impl BestTurn {
    /// A position that is over.
    fn none(board: &Board, rules: &linja::RuleSet) -> BestTurn {
        let value = lead(board, rules);
        BestTurn { value, code: NO_TURN, after: board.key(), over: true, turns: 0, best_turns: 0 }
    }
}

#[pymethods]
impl Table {
    /// Opens the table of a rule set, which `linja.solve` or the program `linja` has made. `load=True` also puts all values
    /// into memory.
    #[new]
    #[pyo3(signature = (rules = None, data_dir = None, *, load = false))]
    fn new(
        py: Python<'_>,
        rules: Option<Rules<'_>>,
        data_dir: Option<PathBuf>,
        load: bool,
    ) -> PyResult<Table> {
        let table = Table::open(&or_bonus(rules)?, data_dir)?;
        if load {
            table.load(py, None)?;
        }
        Ok(table)
    }

    /// Reads all values into memory, 2.4 GB, and compares their hash. From then on they are looked up there.
    #[pyo3(signature = (threads = None))]
    fn load(&self, py: Python<'_>, threads: Option<usize>) -> PyResult<()> {
        if self.values.get().is_some() {
            return Ok(());
        }
        let threads = solving::threads(threads);
        let loaded = py.detach(|| Values::load(&self.table, threads)).map_err(|error| self.error(&error))?;
        // Another thread may have been first.
        let _ = self.values.set(loaded);
        Ok(())
    }

    /// Whether all values are in memory.
    #[getter]
    fn is_loaded(&self) -> bool {
        self.values.get().is_some()
    }

    /// The rule set.
    #[getter]
    fn rules(&self) -> RuleSet {
        RuleSet(*self.table.rules())
    }

    /// The file.
    #[getter]
    fn path(&self) -> PathBuf {
        self.table.path().to_path_buf()
    }

    /// The hash of all values, as in docs/solved.md.
    #[getter]
    fn hash(&self) -> String {
        format!("{:032x}", self.table.header().values_hash)
    }

    /// What was counted while solving: all positions, those that have ended, those whose mover has no opening, and those that
    /// have not ended but have no opening for either side.
    #[getter]
    fn counts(&self) -> std::collections::BTreeMap<&'static str, u64> {
        let counts = self.table.header().counts;
        [
            ("positions", counts.positions),
            ("ended", counts.ended),
            ("without_opening", counts.without_opening),
            ("stuck", counts.stuck),
        ]
        .into()
    }

    /// The margin under perfect play for the player to move.
    fn value(&self, py: Python<'_>, position: PositionArg<'_>) -> PyResult<i8> {
        let position = position.read()?;
        self.ask(py, |oracle| oracle.value(&position)).map(|margin| margin.0)
    }

    /// All turns with their values for the side that plays them: the best first, equal ones in alphabetical order.
    ///
    /// >>> import linja
    /// >>> linja.Table("bonus").turns(linja.Position())[0]
    /// (Turn('ab ac'), 1)
    fn turns(&self, py: Python<'_>, position: PositionArg<'_>) -> PyResult<Vec<(Turn, i8)>> {
        let position = position.read()?;
        let turns = self.ask(py, |oracle| oracle.turns(&position))?;
        Ok(turns.into_iter().map(|turn| (Turn(turn.item), turn.value.0)).collect())
    }

    /// The perfect continuation to the end of the game.
    fn line(&self, py: Python<'_>, position: PositionArg<'_>) -> PyResult<Vec<(Turn, i8)>> {
        let position: Place = position.read()?;
        let line = self.ask(py, |oracle| oracle.line(&position))?;
        Ok(line.into_iter().map(|turn| (Turn(turn.item), turn.value.0)).collect())
    }

    /// The values of many positions, as an array of the shape of `keys`.
    fn values(&self, py: Python<'_>, keys: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let given = Given::keys(keys)?;
        let mut values = Vec::with_capacity(given.items.len());
        for keys in given.items.chunks(if self.is_loaded() { FROM_MEMORY } else { FROM_FILE }) {
            py.check_signals()?;
            let boards = boards(keys, values.len())?;
            let found = py.detach(|| self.of_boards(&boards)).map_err(|error| self.error(&error))?;
            values.extend(found.iter().map(|margin| margin.0 as u8));
        }
        given.like(&values, "int8")
    }

    /// The number of turns up to the end of the game, passes included, if both sides keep the value with every turn, the side
    /// that is ahead shortens the game and the other one lengthens it; in a draw both shorten it. 0 if the position is over.
    ///
    /// Needs the table of distances, which `linja.solve(rules, distance=True)` makes. Who begins by `geeky` wins by 2, in 32 turns:
    ///
    /// >>> import linja
    /// >>> table = linja.solve("geeky", distance=True)
    /// >>> table.value(linja.Position()), table.distance(linja.Position())
    /// (2, 32)
    fn distance(&self, py: Python<'_>, position: PositionArg<'_>) -> PyResult<u8> {
        let (position, distances) = (position.read()?, self.opened_distances()?);
        py.detach(|| distances.turns(&position)).map_err(|error| self.distances_error(&error))
    }

    /// The distances of many positions, as an array of the shape of `keys`.
    ///
    /// >>> import linja
    /// >>> table = linja.solve("geeky", distance=True)
    /// >>> table.distances(linja.keys_of(["0100000b/b0100000 b", "00000417/63102000 b"]))
    /// array([1, 0], dtype=uint8)
    fn distances(&self, py: Python<'_>, keys: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let (given, distances) = (Given::keys(keys)?, self.opened_distances()?);
        let mut found = Vec::with_capacity(given.items.len());
        for keys in given.items.chunks(FROM_FILE) {
            py.check_signals()?;
            let boards = boards(keys, found.len())?;
            let turns = py.detach(|| distances.turns_of_boards(&boards));
            found.extend(turns.map_err(|error| self.distances_error(&error))?);
        }
        given.like(&found, "uint8")
    }

    /// A best turn of each of many positions, the first in the alphabetical order of the notation for Black.
    ///
    /// >>> import linja
    /// >>> best = linja.Table("bonus").best([linja.Position().key])
    /// >>> linja.turn_text(int(best.codes[0])), int(best.values[0])
    /// ('ab ac', 1)
    fn best(&self, py: Python<'_>, keys: &Bound<'_, PyAny>) -> PyResult<Best> {
        let given = Given::keys(keys)?;
        let mut found = Vec::with_capacity(given.items.len());
        for keys in given.items.chunks(BEST_TOGETHER) {
            py.check_signals()?;
            let boards = boards(keys, found.len())?;
            found.extend(py.detach(|| self.best_of_boards(&boards)).map_err(|error| self.error(&error))?);
        }
        let bytes = |byte: fn(&BestTurn) -> u8| found.iter().map(byte).collect::<Vec<u8>>();
        let counts = |count: fn(&BestTurn) -> u16| {
            found.iter().flat_map(|turn| count(turn).to_ne_bytes()).collect::<Vec<u8>>()
        };
        Ok(Best {
            values: given.like(&bytes(|turn| turn.value.0 as u8), "int8")?,
            codes: given.like(&words(found.iter().map(|turn| turn.code)), "uint64")?,
            after: given.like(&words(found.iter().map(|turn| turn.after)), "uint64")?,
            over: given.like(&bytes(|turn| u8::from(turn.over)), "bool")?,
            turns: given.like(&counts(|turn| turn.turns), "uint16")?,
            best_turns: given.like(&counts(|turn| turn.best_turns), "uint16")?,
        })
    }

    fn __repr__(&self) -> String {
        format!("Table('{}')", self.table.rules())
    }
}

impl Table {
    pub(crate) fn open(rules: &linja::RuleSet, data_dir: Option<PathBuf>) -> PyResult<Table> {
        let data_dir = data_dir::or_default(data_dir)?;
        let tables = Tables::in_data_dir(&data_dir);
        match tables.open(rules) {
            Ok(Some(table)) => Ok(Table {
                table: Arc::new(table),
                values: OnceLock::new(),
                tables,
                distances: OnceLock::new(),
            }),
            Ok(None) => Err(not_solved(rules, &data_dir)),
            Err(error) => Err(unusable(&error, rules, &tables.path(rules))),
        }
    }
}

/// Best turns of many positions, as arrays of the shape of the keys.
#[pyclass(name = "Best", module = "linja", frozen, get_all)]
#[allow(clippy::struct_field_names, reason = "the names of the columns of data sets")]
pub(crate) struct Best {
    /// The values of the positions for the players to move.
    values: Py<PyAny>,
    /// The turns as codes; `NO_TURN` where the position is over. See `turn_text`.
    codes: Py<PyAny>,
    /// The keys of the positions after the turns, seen from the opponent; the position itself where it is over.
    after: Py<PyAny>,
    /// Whether the game is over after the turn.
    over: Py<PyAny>,
    /// How many legal turns the positions have, a pass included; 0 where the position is over.
    turns: Py<PyAny>,
    /// How many of them keep the value.
    best_turns: Py<PyAny>,
}
