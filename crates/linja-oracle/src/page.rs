//! Pages: 64 movers against all opponents of one advance. `pack.rs` packs them.
//!
//! Only legal cells are stored; which cells are legal follows from the arrangements. Within a page the
//! values lie close together, so a value becomes a nibble: its distance from the page's *lowest*
//! value, 0 to 14, or 15 for an *outlier*, whose whole byte follows after all nibbles. Two nibbles
//! make a byte and a codec compresses the bytes. Pairing does more than halve the bytes: neighbours are
//! alike, a Huffman code over pairs profits from that, and it does not spend a whole bit on
//! every value of a page that is nearly constant.
//!
//! ```text
//! payload: empty if no position is legal, else
//!   1 byte          lowest (as a cell: 128 − value for the mover)
//!   packed (see `codec.rs`): ⌈legal / 2⌉ bytes of nibbles, the first value in the low half, then the outliers
//! order: opponents by number, for each the movers by number
//! ```

use linja::{Margin, Row};
use xxhash_rust::xxh3::Xxh3;

use crate::arrangement::{Arrangement, ROWS};
use crate::cells::{BIAS, Cells};
use crate::codec::Codec;

/// The nibble that stands for a value too far from the lowest.
pub(crate) const OUTLIER: u8 = 15;

/// An upper bound for payloads: even the uncompressed cells of the widest group take less.
pub(crate) const LARGEST_PAYLOAD: usize = 1 << 18;

/// The XXH3-64 of the cells of a page.
#[derive(Default)]
pub(crate) struct Digest(Xxh3);

impl Digest {
    /// The digest of the rows of a page, in pieces.
    pub fn of(pieces: &[&[Cells]]) -> u64 {
        let mut digest = Digest::default();
        for piece in pieces {
            digest.update(piece);
        }
        digest.finish()
    }

    pub fn update(&mut self, rows: &[Cells]) {
        self.0.update(Cells::bytes(rows));
    }

    pub fn finish(&self) -> u64 {
        self.0.digest()
    }
}

/// A page that was unpacked.
pub(crate) struct Page {
    lowest: u8,
    /// The movers that are legal against each opponent, one bit per lane.
    legal: Vec<u64>,
    /// The number of legal cells before each opponent's.
    before: Vec<u32>,
    /// Nibbles, then outliers.
    bytes: Vec<u8>,
    cells: usize,
}

/// The payload is not valid for these arrangements.
#[derive(Debug)]
pub(crate) struct BadPage;

impl Page {
    /// Unpacks a payload for these movers and opponents; the caller has compared its checksum.
    pub fn unpack(
        payload: &[u8],
        codec: Codec,
        movers: &[Option<Arrangement>],
        opponents: &[Option<Arrangement>],
    ) -> Result<Page, BadPage> {
        let movers = MoverBits::new(movers);
        let legal = |opponent: &Option<Arrangement>| opponent.map_or(0, |one| movers.legal_against(one));
        let legal: Vec<u64> = opponents.iter().map(legal).collect();
        let mut before = Vec::with_capacity(legal.len());
        let mut cells = 0;
        for bits in &legal {
            before.push(cells as u32);
            cells += bits.count_ones() as usize;
        }
        let Some((&lowest, packed)) = payload.split_first() else {
            return if cells == 0 {
                Ok(Page { lowest: 0, legal, before, bytes: Vec::new(), cells })
            } else {
                Err(BadPage)
            };
        };
        let nibble_bytes = cells.div_ceil(2);
        let bytes = codec.unpack(packed, nibble_bytes + cells)?;
        let nibbles = bytes.get(..nibble_bytes).ok_or(BadPage)?;
        // An odd number of cells leaves half a byte over; it is 0 and not taken for an outlier.
        if bytes.len() != nibble_bytes + count_outliers(nibbles) {
            return Err(BadPage);
        }
        Ok(Page { lowest, legal, before, bytes, cells })
    }

    /// The value for the mover in this lane against the opponent in this row of the page; `None`
    /// if the position is not legal.
    pub fn value(&self, row: usize, lane: usize) -> Result<Option<Margin>, BadPage> {
        let legal = self.legal[row];
        if legal >> lane & 1 == 0 {
            return Ok(None);
        }
        let below = legal & ((1 << lane) - 1);
        let cell = match self.nibble(self.before[row] as usize + below.count_ones() as usize) {
            (OUTLIER, place) => {
                *self.bytes.get(self.cells.div_ceil(2) + self.outliers_before(place)).ok_or(BadPage)?
            }
            (nibble, _) => self.lowest.wrapping_add(nibble),
        };
        margin(cell).map(Some)
    }

    /// Calls `visit` with the row, the lane and the value of every legal position of the page.
    pub fn for_each(&self, mut visit: impl FnMut(usize, usize, Margin)) -> Result<(), BadPage> {
        let mut outliers = self.bytes[self.cells.div_ceil(2)..].iter();
        for (row, (&legal, &before)) in self.legal.iter().zip(&self.before).enumerate() {
            let mut left = legal;
            for place in before as usize.. {
                if left == 0 {
                    break;
                }
                let cell = match self.nibble(place).0 {
                    OUTLIER => *outliers.next().ok_or(BadPage)?,
                    nibble => self.lowest.wrapping_add(nibble),
                };
                visit(row, left.trailing_zeros() as usize, margin(cell)?);
                left &= left - 1;
            }
        }
        Ok(())
    }

    fn nibble(&self, place: usize) -> (u8, usize) {
        (self.bytes[place / 2] >> (4 * (place % 2)) & 0x0f, place)
    }

    fn outliers_before(&self, place: usize) -> usize {
        let pairs = count_outliers(&self.bytes[..place / 2]);
        pairs + usize::from(place % 2 == 1 && self.nibble(place - 1).0 == OUTLIER)
    }
}

/// The largest margin: twelve pawns in the goal against none that scored.
pub(crate) const LARGEST_MARGIN: i8 = 120;

/// The value for the mover that a stored cell stands for.
pub(crate) fn margin(cell: u8) -> Result<Margin, BadPage> {
    let value = BIAS.wrapping_sub(cell) as i8;
    if (-LARGEST_MARGIN..=LARGEST_MARGIN).contains(&value) { Ok(Margin(value)) } else { Err(BadPage) }
}

/// The number of outliers in these pairs of nibbles.
fn count_outliers(pairs: &[u8]) -> usize {
    pairs.iter().map(|pair| usize::from(pair & 0x0f == OUTLIER) + usize::from(pair >> 4 == OUTLIER)).sum()
}

/// The pawns of 64 movers by row, one bit per mover.
pub(crate) struct MoverBits {
    /// Movers with at most `k` pawns on the inner row `r + 1`.
    at_most: [[u64; Row::CAPACITY as usize + 1]; ROWS - 2],
}

impl MoverBits {
    pub fn new(movers: &[Option<Arrangement>]) -> MoverBits {
        let mut at_most = [[0; Row::CAPACITY as usize + 1]; ROWS - 2];
        for (lane, mover) in movers.iter().enumerate() {
            let Some(mover) = mover else { continue };
            for (row, limits) in at_most.iter_mut().enumerate() {
                for limit in &mut limits[usize::from(mover.counts()[row + 1])..] {
                    *limit |= 1 << lane;
                }
            }
        }
        MoverBits { at_most }
    }

    pub fn legal_against(&self, opponent: Arrangement) -> u64 {
        let counts = opponent.counts();
        let bits = |row: usize| self.at_most[row][usize::from(Row::CAPACITY - counts[ROWS - 2 - row])];
        (0..ROWS - 2).fold(u64::MAX, |legal, row| legal & bits(row))
    }
}
