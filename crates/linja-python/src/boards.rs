//! Many positions at once, as arrays of keys.

use linja::{Board, Margin, Side, fast};
use linja_oracle::Arrangement;
use linja_players::Chance;
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

use crate::errors::value_error;
use crate::numpy::{Given, array, words};
use crate::rule_set::{Rules, or_bonus};
use crate::turn::code;

/// The positions of keys. `first` is the place of the first key in the array that was given, for the error.
///
/// # Errors
/// If one is the key of no position.
pub(crate) fn boards(keys: &[u64], first: usize) -> PyResult<Vec<Board>> {
    let board = |(place, &key): (usize, &u64)| {
        let wrong = |error| value_error(format!("keys[{}] is {key:#018x}: {error}", first + place));
        Board::from_key(key).map_err(wrong)
    };
    keys.iter().enumerate().map(board).collect()
}

/// The pawns of positions as an array of one row of 16 counts for each key: the pawns of the player to move from its home to
/// its goal, then the opponent's on the same rows.
///
/// >>> import linja
/// >>> linja.counts_of_keys([linja.Position().key])
/// array([[6, 1, 1, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1, 1, 6]], dtype=uint8)
#[pyfunction]
pub(crate) fn counts_of_keys(keys: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    let py = keys.py();
    let boards = boards(&Given::keys(keys)?.items, 0)?;
    let mut bytes = Vec::with_capacity(16 * boards.len());
    for board in &boards {
        bytes.extend_from_slice(&board.own());
        bytes.extend_from_slice(&board.other());
    }
    Ok(array(py, &bytes, "uint8")?.call_method1("reshape", (boards.len(), 16))?.unbind())
}

/// The keys of positions given as rows of 16 counts, as `counts_of_keys` returns them.
///
/// >>> import linja
/// >>> hex(linja.keys_of_counts([[6, 1, 1, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1, 1, 6]])[0])
/// '0x6111111001111116'
#[pyfunction]
pub(crate) fn keys_of_counts(counts: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    let py = counts.py();
    let given = Given::<i64>::read(counts, "counts", "int64")?;
    if given.shape()?.last() != Some(&16) {
        return Err(value_error("counts need 16 numbers for each position: the last dimension must be 16"));
    }
    let mut keys = Vec::with_capacity(given.items.len() / 16);
    for (place, counts) in given.items.as_chunks::<16>().0.iter().enumerate() {
        let mut key = 0;
        for (row, &count) in counts.iter().enumerate() {
            let wrong =
                || value_error(format!("counts[{place}]: a row can't hold {count} pawns of one side"));
            let count = u64::try_from(count).ok().filter(|&count| count <= 12).ok_or_else(wrong)?;
            key |= count << (4 * row);
        }
        Board::from_key(key).map_err(|error| value_error(format!("counts[{place}]: {error}")))?;
        keys.push(key);
    }
    Ok(array(py, &words(keys.into_iter()), "uint64")?.unbind())
}

/// The points of the player to move less the opponent's, if the game ended now, in many positions: an array of the shape of
/// `keys`.
///
/// >>> import linja
/// >>> linja.leads_of(linja.keys_of(["61111110/01111116 b", "00000417/63102000 b"]), "bonus")
/// array([0, 7], dtype=int8)
#[pyfunction]
#[pyo3(signature = (keys, rules = None))]
pub(crate) fn leads_of(keys: &Bound<'_, PyAny>, rules: Option<Rules<'_>>) -> PyResult<Py<PyAny>> {
    let (given, rules) = (Given::keys(keys)?, or_bonus(rules)?);
    let boards = boards(&given.items, 0)?;
    let leads: Vec<u8> = boards.iter().map(|board| lead(board, &rules).0 as u8).collect();
    given.like(&leads, "int8")
}

/// The lead of the player to move.
pub(crate) fn lead(board: &Board, rules: &linja::RuleSet) -> Margin {
    board.position(Side::Black).score(rules).margin(Side::Black)
}

/// Keys of positions drawn at random from all 1,264,575,044, each equally likely. The same seed draws the same positions.
///
/// >>> import linja
/// >>> linja.sample_keys(3, seed=1).shape
/// (3,)
#[pyfunction]
#[pyo3(signature = (count, seed = 0))]
pub(crate) fn sample_keys(py: Python<'_>, count: usize, seed: u64) -> PyResult<Py<PyAny>> {
    let too_many = || PyMemoryError::new_err(format!("not enough memory for {count} keys"));
    let size = count.checked_mul(size_of::<u64>()).ok_or_else(too_many)?;
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(size).map_err(|_| too_many())?;
    let mut chance = Chance::new(seed);
    while bytes.len() < size {
        py.check_signals()?;
        let end = size.min(bytes.len() + DRAWN_TOGETHER * size_of::<u64>());
        py.detach(|| {
            while bytes.len() < end {
                bytes.extend_from_slice(&drawn(&mut chance).to_ne_bytes());
            }
        });
    }
    Ok(array(py, &bytes, "uint64")?.unbind())
}

/// How many keys are drawn before Python is asked for Ctrl-C.
const DRAWN_TOGETHER: usize = 1 << 18;

/// The key of a position drawn at random.
fn drawn(chance: &mut Chance) -> u64 {
    loop {
        let mut arrangement = || Arrangement::from_number(chance.below(Arrangement::COUNT));
        // A pair that overfills a row is drawn again.
        if let (Some(mover), Some(opponent)) = (arrangement(), arrangement())
            && let Ok(position) = mover.against(opponent, Side::Black)
        {
            return Board::of(&position).key();
        }
    }
}

/// All turns of many positions, one after the other. The turns of position `i` have the places `start[i]` to
/// `start[i + 1] - 1`, in the alphabetical order of their notation for Black.
///
/// >>> import linja
/// >>> turns = linja.turns_of([linja.Position().key])
/// >>> len(turns.codes), turns.start.tolist(), linja.turn_text(int(turns.codes[0]))
/// (92, [0, 92], 'ab ac')
#[pyclass(name = "Turns", module = "linja", frozen, get_all)]
pub(crate) struct Turns {
    /// The keys of the positions.
    keys: Py<PyAny>,
    /// Where the turns of each position begin, and the end of the last.
    start: Py<PyAny>,
    /// The turns as codes; see `turn_text`.
    codes: Py<PyAny>,
    /// The keys of the positions after the turns, seen from the opponent.
    after: Py<PyAny>,
    /// Whether a turn ends the game.
    over: Py<PyAny>,
    /// The lead in points after the turn, for the side that played it.
    margins: Py<PyAny>,
}

#[pymethods]
impl Turns {
    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.codes.bind(py).len()
    }
}

/// All turns of many positions.
#[pyfunction]
#[pyo3(signature = (keys, rules = None))]
pub(crate) fn turns_of(keys: &Bound<'_, PyAny>, rules: Option<Rules<'_>>) -> PyResult<Turns> {
    let py = keys.py();
    let (given, rules) = (Given::keys(keys)?, or_bonus(rules)?);
    let boards = boards(&given.items, 0)?;
    let mut flat = Flat::default();
    for boards in boards.chunks(1 << 16) {
        py.check_signals()?;
        py.detach(|| boards.iter().for_each(|board| flat.add(board, &rules)));
    }
    let Flat { start, codes, after, over, margins } = flat;
    let keys = array(py, &words(given.items.into_iter()), "uint64")?;
    let start = words(std::iter::once(0).chain(start));
    let made = |bytes: &[u8], kind: &str| array(py, bytes, kind).map(Bound::unbind);
    Ok(Turns {
        keys: keys.unbind(),
        start: made(&start, "int64")?,
        codes: made(&codes, "uint64")?,
        after: made(&after, "uint64")?,
        over: made(&over, "bool")?,
        margins: made(&margins, "int8")?,
    })
}

/// The columns of [`Turns`] as bytes.
#[derive(Default)]
struct Flat {
    start: Vec<u64>,
    codes: Vec<u8>,
    after: Vec<u8>,
    over: Vec<u8>,
    margins: Vec<u8>,
}

impl Flat {
    fn add(&mut self, board: &Board, rules: &linja::RuleSet) {
        for complete in fast::complete_turns(&board.position(Side::Black), rules) {
            let result = &complete.result;
            self.codes.extend_from_slice(&code(&complete.turn, Side::Black).to_ne_bytes());
            self.after.extend_from_slice(&Board::of(&result.position).key().to_ne_bytes());
            self.over.push(u8::from(result.is_over));
            self.margins.push(result.margin(rules).0 as u8);
        }
        self.start.push(self.over.len() as u64);
    }
}
