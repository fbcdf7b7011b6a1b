//! Packing pages; `page.rs` describes the format and unpacks them.

use std::ops::Range;

use xxhash_rust::xxh3::xxh3_64;

use crate::cells::{Cells, LANES};
use crate::codec::{Codec, Compressor};
use crate::lanes::{Lanes as _, Vectors};
use crate::page::{Digest, OUTLIER};
use crate::solve::{Collect, Pieces};

/// Choosing the lowest value looks at one row of this many.
const SAMPLE: usize = 32;

/// A page as the file stores it.
#[derive(Clone, Copy)]
pub struct PackedPage<'a> {
    /// `block of movers * 85 + advance of the opponents`.
    pub number: usize,
    /// The stored bytes.
    pub payload: &'a [u8],
    /// The XXH3-64 of the payload.
    pub checksum: u64,
    /// The XXH3-64 of the cells, illegal ones and padding as 0: does not depend on the packing.
    pub digest: u64,
}

/// Packs pages and keeps them until [`Packer::clear`]. Buffers keep their memory: returning it to the system after every
/// layer would cost more than the compression.
pub(crate) struct Packer {
    nibbles: Vec<u8>,
    outliers: Vec<u8>,
    /// The payloads of all pages packed since the last [`Packer::clear`]; valid up to `used`.
    payloads: Vec<u8>,
    used: usize,
    packed: Vec<Packed>,
    compressor: Compressor,
}

struct Packed {
    number: usize,
    payload: Range<usize>,
    checksum: u64,
    digest: u64,
}

impl Packer {
    /// # Panics
    /// If pages can't be packed like this here.
    pub fn new(codec: Codec) -> Packer {
        Packer {
            nibbles: Vec::new(),
            outliers: Vec::new(),
            payloads: Vec::new(),
            used: 0,
            packed: Vec::new(),
            compressor: Compressor::new(codec),
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

    /// Collects the nibbles and the outliers of the legal cells. Returns the number of bytes with nibbles.
    #[inline(always)]
    fn collect<V: Vectors<Row = Cells>>(&mut self, v: V, rows: Pieces, lowest: u8) -> usize {
        let most = rows.iter().map(|piece| piece.len()).sum::<usize>() * LANES / 2 + size_of::<u64>();
        if self.nibbles.len() < most {
            self.nibbles.resize(most, 0);
        }
        self.outliers.clear();
        let (mut at, mut pending, mut bits) = (0, 0u64, 0);
        for row in rows.into_iter().flatten() {
            let cells = v.load(row);
            let legal = cells.is_zero().is_zero();
            if legal.high_bits() == 0 {
                continue;
            }
            let nibble = cells.sub(v.splat(lowest)).min(v.splat(OUTLIER));
            let far = nibble.sub(v.splat(OUTLIER)).is_zero().and(legal).high_bits();
            if far != 0 {
                self.outliers.extend((0..LANES).filter(|lane| far >> lane & 1 != 0).map(|lane| row.0[lane]));
            }
            let (mut nibbles, mut masks) = (Cells::ZERO, Cells::ZERO);
            nibble.store(&mut nibbles);
            legal.and(v.splat(0x0f)).store(&mut masks);
            for (word, mask) in words(&nibbles).zip(words(&masks)) {
                // At most 4 + 32 bits: all are written, whole bytes are finished, a half stays pending.
                pending |= v.extract(word, mask) << bits;
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
        let end = self.used + 1 + self.compressor.bound(self.nibbles.len());
        if self.payloads.len() < end {
            self.payloads.resize(end.next_power_of_two(), 0);
        }
        self.payloads[self.used] = lowest;
        let frame = &mut self.payloads[self.used + 1..];
        self.used += 1 + self.compressor.pack(&self.nibbles, frame);
    }
}

impl AsMut<Packer> for Packer {
    fn as_mut(&mut self) -> &mut Packer {
        self
    }
}

impl Collect for Packer {
    #[inline(always)]
    fn page<V: Vectors<Row = Cells>>(&mut self, v: V, number: usize, rows: Pieces) {
        let start = self.used;
        let all = || rows.iter().copied().flatten();
        if let Some(lowest) = choose_lowest(all().step_by(SAMPLE)).or_else(|| choose_lowest(all())) {
            let nibbles = self.collect(v, rows, lowest);
            self.compress(nibbles, lowest);
        }
        let payload = start..self.used;
        let checksum = xxh3_64(&self.payloads[payload.clone()]);
        self.packed.push(Packed { number, payload, checksum, digest: Digest::of(&rows) });
    }
}

fn words(row: &Cells) -> impl Iterator<Item = u64> + '_ {
    row.0.as_chunks::<8>().0.iter().map(|bytes| u64::from_le_bytes(*bytes))
}

/// The lowest of the 15 neighbouring cells that are most frequent together; `None` if all cells are empty.
fn choose_lowest<'a>(rows: impl Iterator<Item = &'a Cells>) -> Option<u8> {
    let mut counts = [0u32; 256];
    for row in rows {
        row.0.iter().for_each(|&cell| counts[usize::from(cell)] += 1);
    }
    counts[0] = 0;
    let near = |lowest: &usize| counts[*lowest..*lowest + usize::from(OUTLIER)].iter().sum::<u32>();
    let best = (1..=256 - usize::from(OUTLIER)).rev().max_by_key(near)?;
    (near(&best) > 0).then_some(best as u8)
}
