//! Enumerates the positions in which a player must pass, and compares the counts with those of the rules.

use linja::{BySide, Position, Row, Setup, Side};

/// Calls `visit` for every position in which Black, to move, has no opening.
///
/// Goes from row h down: a Black pawn outside its goal must have a full row in front of it, which prunes most branches.
fn for_each_blocked(visit: &mut impl FnMut(Position)) {
    place(Row::COUNT, Position::PAWNS, Position::PAWNS, BySide::default(), visit);
}

fn place(
    rows_left: usize,
    black_left: u8,
    red_left: u8,
    pawns: BySide<[u8; Row::COUNT]>,
    visit: &mut impl FnMut(Position),
) {
    let Some(row) = rows_left.checked_sub(1) else {
        if black_left == 0 && red_left == 0 {
            visit(Setup { pawns, to_move: Side::Black }.check().expect("placed by the rules"));
        }
        return;
    };
    let ahead_is_open = Row::ALL
        .get(row + 1)
        .is_some_and(|ahead| !ahead.is_inner() || pawns.black[row + 1] + pawns.red[row + 1] < Row::CAPACITY);
    let most = if Row::ALL[row].is_inner() { Row::CAPACITY } else { 2 * Position::PAWNS };
    for black in 0..=if ahead_is_open { 0 } else { black_left.min(most) } {
        for red in 0..=red_left.min(most - black) {
            let mut pawns = pawns;
            pawns.black[row] = black;
            pawns.red[row] = red;
            place(row, black_left - black, red_left - red, pawns, visit);
        }
    }
}

#[test]
fn positions_without_an_opening() {
    let (mut blocked, mut neither) = (0, 0);
    for_each_blocked(&mut |position| {
        assert!(!position.has_opening(Side::Black), "{position}");
        blocked += 1;
        neither += u32::from(!position.has_passed() && !position.has_opening(Side::Red));
    });
    assert_eq!(blocked, 112_680);
    assert_eq!(neither, 546);
}
