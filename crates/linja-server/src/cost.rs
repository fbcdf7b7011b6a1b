//! What requests cost.

/// The cost of a request in cells of the rate limit. A cell stands for about 10 ms of a core, so that one
/// address at the default limit keeps at most half a core busy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost(pub u32);

impl Cost {
    /// Any request.
    pub const REQUEST: Cost = Cost(1);
    /// Reads a few values of a table.
    pub const PROBE: Cost = Cost(2);
    /// Reads this many values of a table in one go: a page of the table, unpacked for them, takes about 50 µs.
    pub const VALUES: u32 = 100;
    /// Paints a picture.
    pub const PICTURE: Cost = Cost(3);
    /// Reads many values of a table: a hint, or the perfect line.
    pub const STUDY: Cost = Cost(4);
    /// Reads this many games from the database: a game takes about 1 ms.
    pub const GAMES: u32 = 10;
    /// Reads the values of every turn of a game.
    pub const REVIEW: Cost = Cost(10);
    /// Searches, because there is no table. Also a turn that the computer answers by a search.
    pub const SEARCH: Cost = Cost(10);
    /// Searches for every turn of a game.
    pub const SEARCHED_REVIEW: Cost = Cost(150);
    /// Paints a whole game.
    pub const ANIMATION: Cost = Cost(60);
    /// Finds a puzzle that is not cached.
    pub const PUZZLE: Cost = Cost(40);

    /// A part of a long answer: this many positions, of which one cell pays `per_cell`.
    #[must_use]
    pub fn of_positions(positions: usize, per_cell: u32) -> Cost {
        Cost(u32::try_from(positions).unwrap_or(u32::MAX).div_ceil(per_cell.max(1)))
    }

    /// Reads this many games.
    #[must_use]
    pub fn of_games(games: usize) -> Cost {
        Cost::of_positions(games, Cost::GAMES)
    }
}
