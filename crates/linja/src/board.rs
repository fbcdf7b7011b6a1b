use crate::{BySide, Over, Position, Row, RuleSet, Setup, SetupError, Side};

/// A position seen from the player to move, in two 64-bit words.
///
/// Row 0 is the player's home and row 7 the player's goal; the opponent's pawns are counted on the same rows. Each side
/// is one word with one byte per row, so that all rows are handled together:
///
/// ```text
/// own    byte 7 (goal) … byte 1, byte 0 (home)     moving a pawn from row s to row t adds (1 << 8t) − (1 << 8s)
/// other  the opponent's pawns on the same rows     own + other: pawns of both colours (at most 24, no carry)
/// ```
///
/// # Symmetry
/// A position and its mirror image ([`Position::mirrored`]: colours swapped, board turned round) have the same board.
/// Both have the same values and mirrored turns, so a program that stores results by board stores each pair only once.
///
/// ```
/// use linja::{Board, Position, Side};
///
/// let start = Position::start(Side::Black);
/// let board = Board::of(&start);
/// assert_eq!(board, Board::of(&start.mirrored()));
/// assert_eq!(board.own(), [6, 1, 1, 1, 1, 1, 1, 0]);
/// assert_eq!(board.key(), 0x6111_1110_0111_1116);
/// assert_eq!(board.position(Side::Black), start);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board {
    pub(crate) own: u64,
    pub(crate) other: u64,
}

impl Board {
    /// The board of `position`, seen from the player to move.
    #[must_use]
    #[inline]
    pub const fn of(position: &Position) -> Board {
        let BySide { black, red } = position.pawns();
        match position.to_move() {
            Side::Black => Board { own: u64::from_le_bytes(black), other: u64::from_le_bytes(red) },
            Side::Red => Board { own: u64::from_be_bytes(red), other: u64::from_be_bytes(black) },
        }
    }

    /// The position with this board and `to_move` to move. The other side gives its mirror image.
    #[must_use]
    #[inline]
    pub const fn position(self, to_move: Side) -> Position {
        Position::from_checked(self.pawns(to_move), to_move)
    }

    /// The pawns of the player to move, by row from the player's home.
    #[must_use]
    #[inline]
    pub const fn own(self) -> [u8; Row::COUNT] {
        self.own.to_le_bytes()
    }

    /// The opponent's pawns on the same rows.
    #[must_use]
    #[inline]
    pub const fn other(self) -> [u8; Row::COUNT] {
        self.other.to_le_bytes()
    }

    /// The whole board in one word, with four bits per row and side.
    ///
    /// The own pawns are in the low half, the opponent's in the high half, row 0 lowest in each. Different boards have
    /// different keys.
    ///
    /// The encoding is stable: keys may be stored.
    #[must_use]
    #[inline]
    pub const fn key(self) -> u64 {
        nibbles(self.own) | nibbles(self.other) << 32
    }

    /// The board with this [`key`](Board::key).
    ///
    /// # Errors
    /// If no position has this key. The error lists every violated rule, with the player to move as Black.
    pub fn from_key(key: u64) -> Result<Board, SetupError> {
        let board = Board { own: bytes(key), other: bytes(key >> 32) };
        if board.is_legal() {
            return Ok(board);
        }
        Setup { pawns: board.pawns(Side::Black), to_move: Side::Black }.check().map(|_| board)
    }

    /// The same pawns seen from the opponent, who is to move now.
    #[must_use]
    #[inline]
    pub const fn handed_over(self) -> Board {
        Board { own: self.other.swap_bytes(), other: self.own.swap_bytes() }
    }

    #[inline]
    const fn pawns(self, to_move: Side) -> BySide<[u8; Row::COUNT]> {
        match to_move {
            Side::Black => BySide { black: self.own.to_le_bytes(), red: self.other.to_le_bytes() },
            Side::Red => BySide { black: self.other.to_be_bytes(), red: self.own.to_be_bytes() },
        }
    }
}

// A set of rows is a word that uses only the highest bit of each byte. Adding 122 to every byte of `own + other` sets
// this bit for rows with six or more pawns; adding 127 sets it for rows with any pawn.

/// One in every byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// All rows as a set: the highest bit of every byte.
const ROWS: u64 = ONES << 7;
/// The six inner rows as a set.
const INNER: u64 = 0x0080_8080_8080_8000;
/// All rows but the goal as a set.
const BEFORE_GOAL: u64 = ROWS >> 8;
/// All rows but the own home, which is the opponent's goal, as a set.
pub(crate) const BEYOND_HOME: u64 = ROWS << 8;

impl Board {
    /// Pawns of both colours on a row.
    #[inline]
    pub(crate) fn count_both(self, row: u32) -> u8 {
        ((self.own + self.other) >> (8 * row)) as u8
    }

    /// Whether both sides have their twelve pawns and no inner row is overfull: as [`Setup::check`], many times faster. No
    /// byte may be above 15, so that no sum carries.
    #[inline]
    fn is_legal(self) -> bool {
        let pawns = |side: u64| side.wrapping_mul(ONES) >> 56;
        let overfull = (self.own + self.other + ONES * u64::from(127 - Row::CAPACITY)) & INNER;
        pawns(self.own) == u64::from(Position::PAWNS)
            && pawns(self.other) == u64::from(Position::PAWNS)
            && overfull == 0
    }

    /// The rows on which no move may end.
    #[inline]
    fn full(self) -> u64 {
        (self.own + self.other + ONES * u64::from(128 - Row::CAPACITY)) & INNER
    }

    /// The rows from which an own pawn can move `steps` rows forward. The shift fills with zeros from above, as if the
    /// rows past the goal were never full, because steps past the goal are dropped. From seven steps on every pawn reaches
    /// the goal.
    #[inline]
    pub(crate) fn sources(self, steps: u8) -> u64 {
        occupied(self.own) & BEFORE_GOAL & !(self.full() >> (8 * u32::from(steps.min(7))))
    }

    /// The rows of `pawns`, own or the opponent's, that can move one row towards row 7 in a bonus.
    #[inline]
    pub(crate) fn can_go_up(self, pawns: u64) -> u64 {
        occupied(pawns) & BEFORE_GOAL & !(self.full() >> 8)
    }

    /// The rows of `pawns`, own or the opponent's, that can move one row towards row 0 in a bonus.
    #[inline]
    pub(crate) fn can_go_down(self, pawns: u64) -> u64 {
        occupied(pawns) & BEYOND_HOME & !(self.full() << 8)
    }

    /// Whether the own rearmost pawn is beyond the opponent's.
    #[inline]
    fn has_passed(self) -> bool {
        self.own.trailing_zeros() / 8 > 7 - self.other.leading_zeros() / 8
    }

    /// Whether no inner row holds both colours.
    #[inline]
    fn is_apart(self) -> bool {
        occupied(self.own) & occupied(self.other) & INNER == 0
    }

    /// Whether the end condition of the rule set holds.
    #[inline]
    pub(crate) fn has_ended(self, rules: &RuleSet) -> bool {
        match rules.over {
            Over::Passed => self.has_passed(),
            Over::Apart => self.is_apart(),
        }
    }

    /// Whether the position alone is over.
    #[inline]
    pub(crate) fn is_over(self, rules: &RuleSet) -> bool {
        self.has_ended(rules) || (self.sources(1) | self.can_go_down(self.other)) == 0
    }

    /// The board after an own pawn has moved.
    #[inline]
    pub(crate) fn with_own(self, from: u32, to: u32) -> Board {
        Board { own: moved(self.own, from, to), ..self }
    }

    /// The board after an opponent's pawn has moved.
    #[inline]
    pub(crate) fn with_other(self, from: u32, to: u32) -> Board {
        Board { other: moved(self.other, from, to), ..self }
    }
}

/// The rows of a set, the lowest first.
#[inline]
pub(crate) fn rows(mut set: u64) -> impl Iterator<Item = u32> {
    core::iter::from_fn(move || {
        let row = (set != 0).then(|| set.trailing_zeros() / 8);
        set &= set.wrapping_sub(1);
        row
    })
}

#[inline]
fn moved(pawns: u64, from: u32, to: u32) -> u64 {
    pawns.wrapping_sub(1 << (8 * from)).wrapping_add(1 << (8 * to))
}

/// The set of rows with at least one of `pawns`.
#[inline]
fn occupied(pawns: u64) -> u64 {
    (pawns + ONES * 127) & ROWS
}

/// Packs the low halves of all eight bytes into 32 bits.
#[inline]
const fn nibbles(bytes: u64) -> u64 {
    let pairs = (bytes | bytes >> 4) & 0x00ff_00ff_00ff_00ff;
    let fours = (pairs | pairs >> 8) & 0x0000_ffff_0000_ffff;
    (fours | fours >> 16) & 0xffff_ffff
}

/// The inverse of [`nibbles`].
const fn bytes(nibbles: u64) -> u64 {
    let fours = nibbles & 0xffff_ffff;
    let fours = (fours | fours << 16) & 0x0000_ffff_0000_ffff;
    let pairs = (fours | fours << 8) & 0x00ff_00ff_00ff_00ff;
    (pairs | pairs << 4) & 0x0f0f_0f0f_0f0f_0f0f
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString as _;

    use super::*;

    /// Hard-coded, because keys may be stored and must never change.
    const KEYS: [(&str, u64); 4] = [
        ("61111110/01111116 b", 0x6111_1110_0111_1116),
        ("61111110/01111116 r", 0x6111_1110_0111_1116),
        ("00000417/63102000 r", 0x0000_0417_6310_2000),
        ("c0000000/0000000c b", 0xc000_0000_0000_000c),
    ];

    #[test]
    fn keys_are_stable_and_read_back() {
        for (text, key) in KEYS {
            let position: Position = text.parse().unwrap();
            let board = Board::of(&position);
            assert_eq!(board.key(), key, "{text}");
            assert_eq!(Board::from_key(key), Ok(board), "{text}");
            assert_eq!(board.position(position.to_move()), position);
            assert_eq!(board.position(!position.to_move()), position.mirrored());
            assert_eq!(Board::of(&position.mirrored()), board);
            assert_eq!(board.handed_over(), Board::of(&position.handed_over()));
        }
    }

    #[test]
    fn a_key_that_no_position_has_is_refused() {
        let error = Board::from_key(0x6111_1110_0111_1117).unwrap_err();
        assert_eq!(error.to_string(), "Black has 13 pawns, not 12");
        assert!(Board::from_key(0).is_err());
        assert!(Board::from_key(u64::MAX).is_err());
    }

    #[test]
    fn fast_check_agrees_with_the_setup() {
        let mut state = 1_u64;
        let mut legal = 0;
        for (_, start) in KEYS {
            for _ in 0..20_000 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                // Moves a pawn or two to other rows, which may be overfull or hold less than none.
                let nibble = |bits: u64| 1_u64 << (4 * ((state >> bits) & 15));
                let key = start
                    .wrapping_sub(nibble(40))
                    .wrapping_add(nibble(44))
                    .wrapping_sub(nibble(48))
                    .wrapping_add(nibble(52));
                let board = Board { own: bytes(key), other: bytes(key >> 32) };
                let setup = Setup { pawns: board.pawns(Side::Black), to_move: Side::Black };
                assert_eq!(board.is_legal(), setup.check().is_ok(), "{key:x}");
                legal += u32::from(board.is_legal());
            }
        }
        assert!(legal > 1_000, "{legal}");
    }
}
