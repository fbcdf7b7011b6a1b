//! Pages: 64 movers against all opponents of one advance, packed and unpacked.
//!
//! Only legal cells are kept; which these are follows from the arrangements. Within a page the
//! values lie close together, so a value becomes a nibble: its distance from the page's *lowest*
//! value, 0 to 14, or 15 for an *outlier*, whose whole byte follows after all nibbles. Two nibbles
//! make a byte and zstd compresses the bytes. Pairing does more than halving the bytes: neighbours are
//! alike, a Huffman code over pairs profits from that, and it no longer pays a whole bit for
//! every value of a page that is nearly constant.
//!
//! ```text
//! payload: empty if no position is legal, else
//!   1 byte          lowest (as a cell: 128 − value for the mover)
//!   a zstd frame of  ⌈legal / 2⌉ bytes of nibbles, the first value in the low half, then the outliers
//! order: opponents by number, for each the movers by number
//! ```

use std::cell::RefCell;
use std::ops::Range;

use xxhash_rust::xxh3::{Xxh3, xxh3_64};
use zstd_safe::{CCtx, DCtx};

use crate::index::{Arrangement, ROW_LIMIT, ROWS};
use crate::lanes::{LANES, Lanes, Row};

const LEVEL: i32 = 1;
/// The nibble that stands for a value too far from the lowest.
const OUTLIER: u8 = 15;
/// Choosing the lowest value looks at one row of this many.
const SAMPLE: usize = 32;

/// No payload is longer: the cells of the widest group as they are would take less.
pub(crate) const LARGEST_PAYLOAD: usize = 1 << 18;

/// A page as it is stored.
#[derive(Clone, Copy)]
pub struct PackedPage<'a> {
    /// `block of movers * 85 + advance of the opponents`.
    pub number: usize,
    /// What is stored.
    pub payload: &'a [u8],
    /// The XXH3-64 of the payload.
    pub checksum: u64,
    /// The XXH3-64 of the cells, illegal ones and padding as 0: does not depend on how they are packed.
    pub digest: u64,
}

/// The cells of a page as the sweep holds them: its rows, in at most two pieces.
pub(crate) type Pieces<'a> = [&'a [Row]; 2];

/// Packs pages and keeps them until they are taken. Buffers grow and stay: giving memory back to
/// the system after every layer would cost more than the compression.
pub(crate) struct Packer {
    nibbles: Vec<u8>,
    outliers: Vec<u8>,
    /// The payloads of all pages packed since the last [`Packer::clear`]; valid up to `used`.
    payloads: Vec<u8>,
    used: usize,
    packed: Vec<Packed>,
    context: CCtx<'static>,
}

struct Packed {
    number: usize,
    payload: Range<usize>,
    checksum: u64,
    digest: u64,
}

impl Packer {
    pub fn new() -> Packer {
        Packer {
            nibbles: Vec::new(),
            outliers: Vec::new(),
            payloads: Vec::new(),
            used: 0,
            packed: Vec::new(),
            context: CCtx::create(),
        }
    }

    /// The pages packed since the last [`Packer::clear`].
    pub fn pages(&self) -> impl Iterator<Item = PackedPage<'_>> {
        self.packed.iter().map(|packed| PackedPage {
            number: packed.number,
            payload: &self.payloads[packed.payload.clone()],
            checksum: packed.checksum,
            digest: packed.digest,
        })
    }

    pub fn clear(&mut self) {
        self.used = 0;
        self.packed.clear();
    }

    #[inline(always)]
    pub fn pack<L: Lanes>(&mut self, number: usize, rows: Pieces) {
        let mut digest = Xxh3::new();
        for piece in rows {
            digest.update(Row::bytes(piece));
        }
        let start = self.used;
        let all = || rows.iter().copied().flatten();
        if let Some(lowest) = choose_lowest(all().step_by(SAMPLE)).or_else(|| choose_lowest(all())) {
            let nibbles = self.collect::<L>(rows, lowest);
            self.compress(nibbles, lowest);
        }
        let payload = start..self.used;
        let checksum = xxh3_64(&self.payloads[payload.clone()]);
        self.packed.push(Packed { number, payload, checksum, digest: digest.digest() });
    }

    /// Collects the legal cells: nibbles, in as many bytes as returned, and outliers.
    #[inline(always)]
    fn collect<L: Lanes>(&mut self, rows: Pieces, lowest: u8) -> usize {
        let most = rows.iter().map(|piece| piece.len()).sum::<usize>() * LANES / 2 + size_of::<u64>();
        if self.nibbles.len() < most {
            self.nibbles.resize(most, 0);
        }
        self.outliers.clear();
        let (mut at, mut pending, mut bits) = (0, 0u64, 0);
        for row in rows.into_iter().flatten() {
            let cells = L::load(row);
            let legal = cells.is_zero().is_zero();
            if legal.high_bits() == 0 {
                continue;
            }
            let nibble = cells.sub(L::splat(lowest)).min(L::splat(OUTLIER));
            let far = nibble.sub(L::splat(OUTLIER)).is_zero().and(legal).high_bits();
            if far != 0 {
                self.outliers.extend((0..LANES).filter(|lane| far >> lane & 1 != 0).map(|lane| row.0[lane]));
            }
            let (mut nibbles, mut masks) = (Row::ZERO, Row::ZERO);
            nibble.store(&mut nibbles);
            legal.and(L::splat(0x0f)).store(&mut masks);
            for (word, mask) in words(&nibbles).zip(words(&masks)) {
                // At most 4 + 32 bits: all are written, whole bytes are done with, a half stays.
                pending |= L::extract(word, mask) << bits;
                bits += mask.count_ones();
                self.nibbles[at..at + size_of::<u64>()].copy_from_slice(&pending.to_le_bytes());
                at += bits as usize / 8;
                pending >>= bits & !7;
                bits &= 7;
            }
        }
        at + usize::from(bits != 0)
    }

    fn compress(&mut self, nibbles: usize, lowest: u8) {
        self.nibbles.truncate(nibbles);
        self.nibbles.extend_from_slice(&self.outliers);
        let end = self.used + 1 + zstd_safe::compress_bound(self.nibbles.len());
        if self.payloads.len() < end {
            self.payloads.resize(end.next_power_of_two(), 0);
        }
        self.payloads[self.used] = lowest;
        let frame = &mut self.payloads[self.used + 1..];
        let bytes = self.context.compress(frame, &self.nibbles, LEVEL);
        self.used += 1 + bytes.expect("the buffer has the size that zstd asks for");
    }
}

fn words(row: &Row) -> impl Iterator<Item = u64> + '_ {
    row.0.as_chunks::<8>().0.iter().map(|bytes| u64::from_le_bytes(*bytes))
}

/// The cell from which on 15 neighbouring ones are the most frequent; `None` if all are empty.
fn choose_lowest<'a>(rows: impl Iterator<Item = &'a Row>) -> Option<u8> {
    let mut counts = [0u32; 256];
    for row in rows {
        row.0.iter().for_each(|&cell| counts[usize::from(cell)] += 1);
    }
    counts[0] = 0;
    let near = |lowest: &usize| counts[*lowest..*lowest + usize::from(OUTLIER)].iter().sum::<u32>();
    let best = (1..=256 - usize::from(OUTLIER)).rev().max_by_key(near)?;
    (near(&best) > 0).then_some(best as u8)
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

thread_local! {
    /// Setting up a context takes longer than unpacking a page with it.
    static CONTEXT: RefCell<DCtx<'static>> = RefCell::new(DCtx::create());
}

/// The payload is not one that a packer wrote for these arrangements.
#[derive(Debug)]
pub(crate) struct BadPage;

impl Page {
    /// Unpacks a payload, whose checksum was compared, for these movers and opponents.
    pub fn unpack(
        payload: &[u8],
        movers: &[Arrangement],
        opponents: &[Arrangement],
    ) -> Result<Page, BadPage> {
        let movers = MoverBits::new(movers);
        let legal: Vec<u64> = opponents.iter().map(|opponent| movers.legal_against(opponent)).collect();
        let mut before = Vec::with_capacity(legal.len());
        let mut cells = 0;
        for bits in &legal {
            before.push(cells as u32);
            cells += bits.count_ones() as usize;
        }
        let Some((&lowest, frame)) = payload.split_first() else {
            return if cells == 0 {
                Ok(Page { lowest: 0, legal, before, bytes: Vec::new(), cells })
            } else {
                Err(BadPage)
            };
        };
        let nibble_bytes = cells.div_ceil(2);
        let mut bytes = Vec::with_capacity(nibble_bytes + cells);
        if zstd_safe::find_frame_compressed_size(frame) != Ok(frame.len()) {
            return Err(BadPage);
        }
        CONTEXT.with_borrow_mut(|context| context.decompress(&mut bytes, frame)).map_err(|_| BadPage)?;
        let nibbles = bytes.get(..nibble_bytes).ok_or(BadPage)?;
        // The half that an odd number of cells leaves over is 0, so it is never taken for an outlier.
        if bytes.len() != nibble_bytes + count_outliers(nibbles) {
            return Err(BadPage);
        }
        Ok(Page { lowest, legal, before, bytes, cells })
    }

    /// The value for the mover in this lane against the opponent in this row of the page; `None`
    /// if the position is not legal.
    pub fn value(&self, row: usize, lane: usize) -> Result<Option<i8>, BadPage> {
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
        value_of(cell).map(Some)
    }

    /// Calls `visit` with the row, the lane and the value of every legal position of the page.
    pub fn for_each(&self, mut visit: impl FnMut(usize, usize, i8)) -> Result<(), BadPage> {
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
                visit(row, left.trailing_zeros() as usize, value_of(cell)?);
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

/// The value for the mover that a cell stands for; no margin is larger than 120.
fn value_of(cell: u8) -> Result<i8, BadPage> {
    let value = 128_u8.wrapping_sub(cell) as i8;
    if (-120..=120).contains(&value) { Ok(value) } else { Err(BadPage) }
}

/// How many of these pairs of nibbles stand for outliers, counted one by one.
fn count_outliers(pairs: &[u8]) -> usize {
    pairs.iter().map(|pair| usize::from(pair & 0x0f == OUTLIER) + usize::from(pair >> 4 == OUTLIER)).sum()
}

/// For 64 movers, who has how many pawns where: one bit per mover.
struct MoverBits {
    /// Movers with at most `k` pawns on the inner row `r + 1`.
    at_most: [[u64; ROW_LIMIT as usize + 1]; ROWS - 2],
}

impl MoverBits {
    fn new(movers: &[Arrangement]) -> MoverBits {
        let mut at_most = [[0; ROW_LIMIT as usize + 1]; ROWS - 2];
        for (lane, mover) in movers.iter().enumerate().filter(|(_, mover)| **mover != [0; ROWS]) {
            for (row, limits) in at_most.iter_mut().enumerate() {
                for limit in &mut limits[usize::from(mover[row + 1])..] {
                    *limit |= 1 << lane;
                }
            }
        }
        MoverBits { at_most }
    }

    fn legal_against(&self, opponent: &Arrangement) -> u64 {
        if *opponent == [0; ROWS] {
            return 0;
        }
        let bits = |row: usize| self.at_most[row][usize::from(ROW_LIMIT - opponent[ROWS - 2 - row])];
        (0..ROWS - 2).fold(u64::MAX, |legal, row| legal & bits(row))
    }
}
