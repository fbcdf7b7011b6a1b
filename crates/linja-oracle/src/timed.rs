//! Cells that hold a value and, beside it, the number of turns up to the end of the game.
//!
//! A cell is a word: the value in the high byte, as in `cells.rs`, and in the low byte a number that is the greater, the
//! more the player who chooses likes the number of turns. So the best turn is still an unsigned maximum: turns that do not
//! keep the value are never chosen, and of those that keep it the number of turns decides.

mod lanes;

use crate::cell_row::CellRow;
use crate::cells::{BIAS, Cells, LANES};
#[cfg(target_arch = "x86_64")]
use crate::lanes::Avx2;
use crate::lanes::Baseline;
use crate::transpose::transpose;
use lanes::Timed;

/// Which of the games in which nobody errs is counted. Passes count as turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lengths {
    /// The shortest.
    Shortest,
    /// The longest.
    Longest,
    /// The player who is ahead shortens the game, the other one lengthens it; in a draw both shorten it.
    Distance,
}

/// The number of turns that stands for none in a low byte that falls with the turns.
const NO_TURNS: u8 = u8::MAX;

impl Lengths {
    /// Whether who has this value prefers fewer turns.
    fn shortens(self, value: u8) -> bool {
        match self {
            Lengths::Shortest => true,
            Lengths::Longest => false,
            Lengths::Distance => value >= BIAS,
        }
    }

    fn word(self, value: u8, turns: u8) -> u16 {
        let low = if self.shortens(value) { NO_TURNS - turns } else { turns };
        u16::from_be_bytes([value, low])
    }

    /// The number of turns of a cell.
    pub(crate) fn turns(self, word: u16) -> u8 {
        let [value, low] = word.to_be_bytes();
        if self.shortens(value) { NO_TURNS - low } else { low }
    }
}

/// 64 neighbouring cells with values and turns.
#[repr(C, align(64))]
#[derive(Clone, Copy)]
pub(crate) struct TimedCells(pub [u16; LANES]);

impl TimedCells {
    /// The high bytes and the low bytes.
    fn split(square: &[TimedCells; LANES]) -> [[Cells; LANES]; 2] {
        let bytes =
            |byte: usize| square.each_ref().map(|row| Cells(row.0.map(|word| word.to_be_bytes()[byte])));
        [bytes(0), bytes(1)]
    }
}

impl CellRow for TimedCells {
    type Cell = u16;
    type Context = Lengths;
    #[cfg(target_arch = "x86_64")]
    type Wide = Timed<Avx2>;
    type Narrow = Timed<Baseline>;

    const ZERO: TimedCells = TimedCells([0; LANES]);
    const COUNTS_TURNS: bool = true;

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn wide(avx2: Avx2, lengths: Lengths) -> Timed<Avx2> {
        Timed::new(avx2, lengths)
    }

    #[inline(always)]
    fn baseline(baseline: Baseline, lengths: Lengths) -> Timed<Baseline> {
        Timed::new(baseline, lengths)
    }

    #[inline(always)]
    fn cell(&self, lane: usize) -> u16 {
        self.0[lane]
    }

    #[inline(always)]
    fn set(&mut self, lane: usize, cell: u16) {
        self.0[lane] = cell;
    }

    fn transpose(from: &[TimedCells; LANES], to: &mut [TimedCells; LANES]) {
        let [high, low] = TimedCells::split(from).map(|square| {
            let mut turned = [Cells::ZERO; LANES];
            transpose(&square, &mut turned);
            turned
        });
        for (row, (high, low)) in to.iter_mut().zip(high.iter().zip(&low)) {
            for (word, (&high, &low)) in row.0.iter_mut().zip(high.0.iter().zip(&low.0)) {
                *word = u16::from_be_bytes([high, low]);
            }
        }
    }

    fn value(cell: u16) -> u8 {
        cell.to_be_bytes()[0]
    }

    fn ended(lengths: Lengths, value: u8) -> u16 {
        lengths.word(value, 0)
    }

    fn before_turn(lengths: Lengths, cell: u16) -> u16 {
        let value = TimedCells::value(cell);
        if value == 0 { 0 } else { lengths.word(value.wrapping_neg(), lengths.turns(cell) + 1) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::{Lanes as _, Vectors};

    const ALL: [Lengths; 3] = [Lengths::Shortest, Lengths::Longest, Lengths::Distance];

    /// Cells of all kinds: no position, lost, drawn and won ones, with few and with many turns.
    fn cells(lengths: Lengths, seed: u8) -> TimedCells {
        TimedCells(std::array::from_fn(|lane| {
            let byte = (lane as u8).wrapping_mul(37).wrapping_add(seed);
            let value = [0, BIAS - 1 - byte % 100, BIAS, BIAS + byte % 120][lane % 4];
            if value == 0 { 0 } else { lengths.word(value, byte % 200) }
        }))
    }

    fn words(lanes: impl crate::lanes::Lanes<Row = TimedCells>) -> [u16; LANES] {
        let mut row = TimedCells::ZERO;
        lanes.store(&mut row);
        row.0
    }

    fn agrees_with_single_cells(v: impl Vectors<Row = TimedCells>, lengths: Lengths) {
        let (a, b) = (cells(lengths, 3), cells(lengths, 99));
        let (x, y) = (v.load(&a), v.load(&b));
        let mask = Cells(std::array::from_fn(|lane| if lane % 3 == 0 { 0xff } else { 0 }));
        let zip = |op: fn(u16, u16) -> u16| std::array::from_fn(|lane| op(a.0[lane], b.0[lane]));
        assert_eq!(words(x.max(y)), zip(u16::max));
        assert_eq!(words(x.min(y)), zip(u16::min));
        assert_eq!(words(x.and(y)), zip(|a, b| a & b));
        assert_eq!(words(x.or(y)), zip(|a, b| a | b));
        assert_eq!(words(x.sub(y)), zip(u16::wrapping_sub));
        assert_eq!(words(x.add(y)), zip(u16::wrapping_add));
        assert_eq!(words(x.is_zero()), a.0.map(|word| if word == 0 { u16::MAX } else { 0 }));
        let chosen = std::array::from_fn(|lane| if lane % 3 == 0 { a.0[lane] } else { b.0[lane] });
        assert_eq!(words(x.where_else(v.mask(&mask), y)), chosen);
        assert_eq!(words(v.splat(7)), [0x0700; LANES]);
        assert_eq!(words(v.values(&mask)), mask.0.map(|byte| u16::from_be_bytes([byte, 0])));
        let high = (0..LANES).fold(0, |bits, lane| bits | u64::from(a.0[lane] >> 15) << lane);
        assert_eq!(x.high_bits(), high);
        assert_eq!(words(v.before_turn(x)), a.0.map(|word| TimedCells::before_turn(lengths, word)));
        let ended = a.0.map(|word| match TimedCells::value(word) {
            0 => None,
            value => Some(TimedCells::ended(lengths, value)),
        });
        for (found, expected) in words(v.ended(x)).into_iter().zip(ended) {
            // What an empty lane becomes does not matter: it is masked.
            assert!(expected.is_none_or(|expected| found == expected), "{lengths:?}");
        }
    }

    #[test]
    fn lanes_do_what_single_cells_do() {
        for lengths in ALL {
            agrees_with_single_cells(TimedCells::baseline(Baseline, lengths), lengths);
            #[cfg(target_arch = "x86_64")]
            if let Some(avx2) = Avx2::detect() {
                agrees_with_single_cells(TimedCells::wide(avx2, lengths), lengths);
            }
        }
    }

    #[test]
    fn who_is_ahead_shortens_the_game() {
        let distance = Lengths::Distance;
        let (won, drawn, lost) = (BIAS + 2, BIAS, BIAS - 2);
        assert!(distance.word(won, 3) > distance.word(won, 4));
        assert!(distance.word(drawn, 3) > distance.word(drawn, 4));
        assert!(distance.word(lost, 3) < distance.word(lost, 4));
        assert!(distance.word(lost, 3) < distance.word(drawn, 200), "the value counts first");
        assert_eq!(TimedCells::before_turn(distance, distance.word(won, 3)), distance.word(lost, 4));
        assert_eq!(distance.turns(distance.word(lost, 4)), 4);
    }

    #[test]
    fn cell_i_j_goes_to_j_i() {
        let word = |i: usize, j: usize| (i * 1021 + j * 17 + i * j) as u16;
        let from: [TimedCells; LANES] =
            std::array::from_fn(|i| TimedCells(std::array::from_fn(|j| word(i, j))));
        let mut to = [TimedCells::ZERO; LANES];
        TimedCells::transpose(&from, &mut to);
        assert!((0..LANES).all(|i| (0..LANES).all(|j| to[j].0[i] == word(i, j))));
    }
}
