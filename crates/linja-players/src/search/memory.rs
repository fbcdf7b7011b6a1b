//! The transposition table.

use super::judged::{Judged, Quality};

/// The stored value of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Entry {
    key: u64,
    value: i16,
    /// Part of the key of the position after the best turn. Used only to order turns, so collisions are harmless.
    pub best: u16,
    search: u16,
    depth: u8,
    flags: u8,
}

/// How a stored value bounds the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    Exactly,
    AtLeast,
    AtMost,
}

impl Entry {
    pub fn new(key: u64, judged: Judged, bound: Bound, depth: u8, width: u8, best: u64) -> Entry {
        let bound = match bound {
            Bound::Exactly => 0,
            Bound::AtLeast => 1,
            Bound::AtMost => 2,
        };
        let flags = bound | (judged.quality as u8) << 2 | width << 4;
        Entry { key, value: judged.value, best: short(best), search: 0, depth, flags }
    }

    pub fn bound(&self) -> Bound {
        match self.flags & 3 {
            0 => Bound::Exactly,
            1 => Bound::AtLeast,
            _ => Bound::AtMost,
        }
    }

    pub fn judged(&self) -> Judged {
        let quality = match self.flags >> 2 & 3 {
            0 => Quality::Guessed,
            1 => Quality::Selective,
            _ => Quality::Proven,
        };
        Judged { value: self.value, quality }
    }

    /// Whether the value is at least as good as that of a new search with this depth and width.
    pub fn serves(&self, depth: u8, width: u8) -> bool {
        match self.judged().quality {
            Quality::Proven => true,
            Quality::Selective => self.flags >> 4 >= width,
            Quality::Guessed => self.depth >= depth && self.flags >> 4 >= width,
        }
    }
}

/// A 16-bit hash of a key.
pub(crate) fn short(key: u64) -> u16 {
    (spread(key) >> 16) as u16
}

/// A table of entries. The key is the whole position, so one position is never mistaken for another.
pub(crate) struct Memory {
    pairs: Vec<[Entry; 2]>,
    shift: u32,
    /// The number of the current search. Entries of earlier searches count as empty, to keep searches deterministic.
    search: u16,
}

impl Memory {
    /// A table of at most this many bytes; the number of entries is a power of two.
    pub fn new(bytes: usize) -> Memory {
        let most = (bytes / size_of::<[Entry; 2]>()).max(2);
        let bits = most.ilog2().min(40);
        Memory { pairs: vec![[Entry::default(); 2]; 1 << bits], shift: 64 - bits, search: 0 }
    }

    pub fn begin_search(&mut self) {
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.pairs.fill([Entry::default(); 2]);
            self.search = 1;
        }
    }

    #[inline]
    pub fn get(&self, key: u64) -> Option<Entry> {
        let pair = &self.pairs[self.place(key)];
        pair.iter().copied().find(|entry| entry.key == key && entry.search == self.search)
    }

    #[inline]
    pub fn put(&mut self, mut entry: Entry) {
        entry.search = self.search;
        let place = self.place(entry.key);
        let pair = &mut self.pairs[place];
        // The first entry of a pair is the deepest, the second the newest.
        let [first, second] = *pair;
        let stale = first.search != self.search;
        if stale || first.key == entry.key || first.depth <= entry.depth {
            if !stale && first.key != entry.key {
                pair[1] = first;
            } else if second.key == entry.key {
                pair[1] = Entry::default();
            }
            pair[0] = entry;
        } else {
            pair[1] = entry;
        }
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        (spread(key) >> self.shift) as usize
    }
}

#[inline]
fn spread(key: u64) -> u64 {
    (key ^ key >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(key: u64, value: i16, quality: Quality, bound: Bound, depth: u8, width: u8) -> Entry {
        Entry::new(key, Judged { value, quality }, bound, depth, width, 99)
    }

    #[test]
    fn what_is_packed_into_an_entry_comes_out_again() {
        for quality in [Quality::Guessed, Quality::Selective, Quality::Proven] {
            for bound in [Bound::Exactly, Bound::AtLeast, Bound::AtMost] {
                let entry = entry(5, -12_000, quality, bound, 250, 7);
                assert_eq!(entry.judged(), Judged { value: -12_000, quality });
                assert_eq!(entry.bound(), bound);
                assert_eq!(entry.best, short(99));
            }
        }
        assert_eq!(size_of::<Entry>(), 16);
    }

    #[test]
    fn a_value_serves_a_search_that_would_not_find_a_better_one() {
        let serves = |quality, depth, width| entry(5, 0, quality, Bound::Exactly, 4, 2).serves(depth, width);
        assert!(
            serves(Quality::Guessed, 4, 2)
                && !serves(Quality::Guessed, 5, 2)
                && !serves(Quality::Guessed, 4, 3)
        );
        assert!(serves(Quality::Selective, 9, 2) && !serves(Quality::Selective, 1, 3));
        assert!(serves(Quality::Proven, 250, 7));
    }

    #[test]
    fn only_the_same_position_of_the_same_search_is_remembered() {
        let mut memory = Memory::new(0);
        memory.begin_search();
        let put = |memory: &mut Memory, key, depth| {
            memory.put(entry(key, key as i16, Quality::Guessed, Bound::Exactly, depth, 0));
        };
        for key in 1..1_000 {
            put(&mut memory, key, (key % 7) as u8);
            let known = memory.get(key).expect("the newest is always kept");
            assert_eq!(known.judged().value, key as i16);
        }
        assert!((1..1_000).filter(|&key| memory.get(key).is_some()).count() <= 4);
        put(&mut memory, 1_000, 250);
        (2_000..3_000).for_each(|key| put(&mut memory, key, 3));
        assert!(memory.get(1_000).is_some(), "the deepest is kept");
        memory.begin_search();
        assert_eq!(memory.get(1_000), None);
    }
}
