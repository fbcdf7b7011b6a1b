//! Going through the cells of a page: what is known before each of them.

use std::sync::Arc;

use super::neighbours::{Behind, Beside, KINDS, NEAREST};
use super::{MOVERS, Row};
use crate::arrangement::Arrangement;
use crate::cells::BIAS;
use crate::layout::layout;
use crate::page::{BadPage, MoverBits};

/// The looks at what is known. Each has its entries in the model, one for every answer.
pub(super) const FEATURES: usize = 6;

/// Differences of five cells from the prediction, each cut to −2 … 2.
const FIVE: usize = 5 * 5 * 5 * 5 * 5;
/// The prediction, cut to this distance from a draw, with two differences.
const FAR: i16 = 20;
const PREDICTIONS: usize = (2 * FAR as usize + 1) * 5 * 5;
/// The kinds of the nearest neighbours.
const BOTH_KINDS: usize = (KINDS + 1) * (KINDS + 1);
/// What four predictions missed by, each cut to −2 … 2.
const MISSES: usize = 5 * 5 * 5 * 5;

/// Where the entries of each feature begin in the model, and the number of all.
const STARTS: [usize; FEATURES + 1] = {
    let sizes = [FIVE, FIVE, FIVE, PREDICTIONS, BOTH_KINDS, MISSES];
    let mut starts = [0; FEATURES + 1];
    let mut feature = 0;
    while feature < FEATURES {
        starts[feature + 1] = starts[feature] + sizes[feature];
        feature += 1;
    }
    starts
};
pub(super) const ENTRIES: usize = STARTS[FEATURES];
const _: () = assert!(ENTRIES <= 1 << 16, "entries are numbered by 16 bits");

/// What is known before a cell.
#[derive(Clone, Copy)]
pub(super) struct Context {
    pub prediction: u8,
    /// The entries of the model that apply.
    pub features: [u16; FEATURES],
}

/// Knows or finds out the cells of a page.
pub(super) trait Visit {
    /// The cell of a legal position; all before it in the page have been asked for.
    fn cell(&mut self, row: usize, lane: usize, context: &Context) -> Result<u8, BadPage>;
}

/// The movers and the opponents of a page, as far as packing needs them.
pub(crate) struct Shape {
    beside: Vec<Beside>,
    behind: Arc<[Behind]>,
    /// The movers that are legal against each opponent, one bit per lane.
    legal: Vec<u64>,
}

/// A row that was gone through: where no position is legal, the prediction stands in.
#[derive(Clone, Copy)]
struct Known {
    cells: Row,
    /// What the predictions missed by.
    misses: [i8; MOVERS],
}

const BLANK: Known = Known { cells: [BIAS; MOVERS], misses: [0; MOVERS] };

impl Shape {
    /// The page of the movers in the slots from `first` on, against the opponents of an advance.
    pub fn new(first: usize, advance: usize) -> Shape {
        let movers = &layout().arrangements[first..first + MOVERS];
        let bits = MoverBits::new(movers);
        let beside = movers.iter().flatten().enumerate();
        let opponents = layout().arrangements[layout().group(advance)].iter().flatten();
        // Without movers every opponent would be legal against them.
        let lanes = (1 << movers.iter().flatten().count()) - 1;
        Shape {
            beside: beside.map(|(lane, &mover)| Beside::new(first + lane, first, mover)).collect(),
            behind: Behind::of_group(advance),
            legal: opponents.map(|&opponent: &Arrangement| bits.legal_against(opponent) & lanes).collect(),
        }
    }

    /// Goes through the cells by opponent, then by mover. Returns them; 0 where no position is legal.
    #[inline]
    pub(super) fn walk(&self, visit: &mut impl Visit) -> Result<Vec<Row>, BadPage> {
        let mut known = Vec::with_capacity(self.legal.len() + 1);
        known.push(BLANK);
        let mut page = Vec::with_capacity(self.legal.len());
        for (row, (behind, &legal)) in self.behind.iter().zip(&self.legal).enumerate() {
            let look = Look {
                nearest: behind.rows.map(|row| &known[usize::from(row)]),
                before: &known[row],
                second: &known[row.saturating_sub(1).max(usize::from(row > 0))],
                kind: behind.kind,
            };
            let (mut new, mut cells) = (BLANK, [0; MOVERS]);
            for (lane, beside) in self.beside.iter().enumerate() {
                let prediction = look.prediction(lane, beside, &new);
                new.cells[lane] = prediction;
                if legal >> lane & 1 != 0 {
                    let features = look.features(lane, beside, &new, prediction.into());
                    let cell = visit.cell(row, lane, &Context { prediction, features })?;
                    new.cells[lane] = cell;
                    new.misses[lane] = (i16::from(cell) - i16::from(prediction)).clamp(-2, 2) as i8;
                    cells[lane] = cell;
                }
            }
            known.push(new);
            page.push(cells);
        }
        Ok(page)
    }
}

/// The rows that one row looks back to.
struct Look<'k> {
    nearest: [&'k Known; NEAREST],
    before: &'k Known,
    second: &'k Known,
    kind: u8,
}

impl Look<'_> {
    #[inline(always)]
    fn prediction(&self, lane: usize, beside: &Beside, new: &Known) -> u8 {
        let near = cell(self.nearest[0], lane);
        let prediction = match beside.lanes {
            Some([mover, _]) => {
                let mover = usize::from(mover);
                let beside = cell(new, mover);
                median(beside, near, near + beside - cell(self.nearest[0], mover))
            }
            None => near,
        };
        prediction as u8
    }

    #[inline(always)]
    fn features(&self, lane: usize, beside: &Beside, new: &Known, prediction: i16) -> [u16; FEATURES] {
        let near = self.nearest.map(|row| cell(row, lane));
        // Of the nearest two movers, and of the one in the lane before; and what they tell together with the opponents.
        let (movers, previous, planes, beside_misses) = match beside.lanes {
            Some(lanes) => {
                let lanes = lanes.map(usize::from);
                let movers = lanes.map(|lane| cell(new, lane));
                let plane =
                    |row: usize, one: usize| near[row] + movers[one] - cell(self.nearest[row], lanes[one]);
                let planes = [plane(0, 0), plane(1, 0), plane(0, 1)];
                (movers, cell(new, lane + MOVERS - 1), planes, lanes.map(|lane| miss(new, lane)))
            }
            None => ([near[0], near[1]], near[0], [near[0], near[1], near[0]], [0, 0]),
        };
        let digit = |cell: i16| ((cell - prediction).clamp(-2, 2) + 2) as usize;
        let near = near.map(digit);
        let movers = movers.map(digit);
        let planes = planes.map(digit);
        let [previous, before, second] =
            [previous, cell(self.before, lane), cell(self.second, lane)].map(digit);
        let far = ((prediction - i16::from(BIAS)).clamp(-FAR, FAR) + FAR) as usize;
        let misses =
            [miss(self.nearest[0], lane), miss(self.nearest[1], lane), beside_misses[0], beside_misses[1]]
                .map(|miss| (miss + 2) as usize);
        let answers = [
            number(&[near[0], before, near[1], movers[0], movers[1]]),
            number(&[planes[1], near[3], planes[0], previous, second]),
            number(&[near[0], near[2], planes[2], movers[0], previous]),
            number(&[far, near[0], movers[0]]),
            usize::from(beside.kind) * (KINDS + 1) + usize::from(self.kind),
            number(&misses),
        ];
        std::array::from_fn(|feature| (STARTS[feature] + answers[feature]) as u16)
    }
}

#[inline(always)]
fn cell(known: &Known, lane: usize) -> i16 {
    // No lane is larger; the remainder saves a check.
    known.cells[lane % MOVERS].into()
}

#[inline(always)]
fn miss(known: &Known, lane: usize) -> i8 {
    known.misses[lane % MOVERS]
}

/// Always between the first two.
#[inline(always)]
fn median(one: i16, two: i16, three: i16) -> i16 {
    one.min(two).max(one.max(two).min(three))
}

/// Digits in base 5 as a number, the highest first.
#[inline(always)]
fn number(digits: &[usize]) -> usize {
    digits.iter().fold(0, |number, digit| number * 5 + digit)
}
