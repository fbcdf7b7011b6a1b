use linja::{BySide, Position, Side};

/// A position seen from the player to move, whose home is row 0: one byte per row and side, row 0 lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    own: u64,
    other: u64,
}

impl Board {
    #[inline]
    pub fn of(position: &Position) -> Board {
        let BySide { black, red } = position.pawns();
        match position.to_move() {
            Side::Black => Board { own: u64::from_le_bytes(black), other: u64::from_le_bytes(red) },
            Side::Red => Board { own: u64::from_be_bytes(red), other: u64::from_be_bytes(black) },
        }
    }

    /// The player's pawns by row.
    #[inline]
    pub fn own(self) -> [u8; 8] {
        self.own.to_le_bytes()
    }

    /// The opponent's pawns on the same rows.
    #[inline]
    pub fn other(self) -> [u8; 8] {
        self.other.to_le_bytes()
    }

    /// The whole position in one word, four bits per row and side. Different positions have different keys, but for
    /// a position and its mirror image, which are the same game.
    #[inline]
    pub fn key(self) -> u64 {
        nibbles(self.own) | nibbles(self.other) << 32
    }
}

/// The low halves of all eight bytes, moved together.
#[inline]
fn nibbles(bytes: u64) -> u64 {
    let pairs = (bytes | bytes >> 4) & 0x00ff_00ff_00ff_00ff;
    let fours = (pairs | pairs >> 8) & 0x0000_ffff_0000_ffff;
    (fours | fours >> 16) & 0xffff_ffff
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_shows_both_sides_from_the_player_to_move() {
        assert_eq!(Board::of(&Position::default()).key(), 0x6111_1110_0111_1116);
        let position: Position = "00000417/63102000 r".parse().unwrap();
        let key = Board::of(&position).key();
        assert_eq!(key, 0x0000_0417_6310_2000);
        assert_eq!(Board::of(&position.mirrored()).key(), key);
    }
}
