//! The board with a position, laid out as on the page (`web/js/board/geometry.js`).

use linja::{Position, Row, Side};

use crate::drawing::{Drawing, Style};
use crate::font::{Anchor, Font, Look};
use crate::paint::colours;
use crate::path::Path;
use crate::pieces::{BOX, RING};

/// The places of an inner row.
const PLACES: u8 = 6;
/// A home row with more pawns of one colour tells their number.
const COUNTED: u8 = 7;
/// The height of the edge below the mat.
const EDGE: f32 = 6.0;

/// The layout of a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Board {
    x: f32,
    y: f32,
    width: f32,
    height: f32,
    /// The side that sits below.
    view: Side,
    row: f32,
    stick: f32,
    pawn: f32,
    place: f32,
    letter: f32,
    left: f32,
}

impl Board {
    /// A board whose mat has this place and size.
    pub(crate) fn new([x, y]: [f32; 2], [width, height]: [f32; 2], view: Side) -> Board {
        let row = (height + 13.328) / 9.484;
        let stick = 7.0 + (row - 42.0) * 0.212;
        let (letter, pad) = (66.0, 14.0);
        let place = (width - 2.0 * letter - 2.0 * pad) / f32::from(PLACES);
        let pawn = (36.0 + (row - 42.0) * 0.757).min(place * 1.36);
        Board { x, y, width, height, view, row, stick, pawn, place, letter, left: letter + pad }
    }

    /// Lines are counted from the top.
    fn line(&self, row: Row) -> f32 {
        let index = row.index() as u8;
        f32::from(if self.view == Side::Black { 7 - index } else { index })
    }

    fn top(&self, row: Row) -> f32 {
        self.y + self.line(row) * (self.row + self.stick)
    }

    fn bottom(&self, row: Row) -> f32 {
        self.top(row) + self.row
    }

    /// The lower edge of the pawns of a row.
    pub(crate) fn foot(&self, row: Row) -> f32 {
        self.bottom(row) - 0.42 * (self.row - self.pawn)
    }

    /// A height in the box of the pawns of a row.
    fn pawn_y(&self, row: Row, y: f32) -> f32 {
        self.foot(row) - (BOX[1] - y) * self.pawn / BOX[1]
    }

    fn place(&self, k: f32) -> f32 {
        self.x + self.left + self.place * (k + 0.5)
    }

    /// The middles of a side's pawns on a row, the innermost last.
    pub(crate) fn pawns(&self, position: &Position, side: Side, row: Row) -> Vec<f32> {
        let (own, total) = (position.count(side, row), f32::from(position.count_both(row)));
        let is_mixed = own > 0 && f32::from(own) < total;
        let length = total - 1.0 + if is_mixed { 0.55 } else { 0.0 };
        let is_crowded = !row.is_inner() && length > 5.0;
        let edge = if is_crowded { self.place * 0.2 } else { 0.0 };
        let pitch =
            if is_crowded { self.place.min((5.0 * self.place + 2.0 * edge) / length) } else { self.place };
        let number = |i: u8| f32::from(i) * pitch;
        (0..own)
            .map(|i| {
                if side == self.view {
                    self.place(0.0) - edge + number(i)
                } else {
                    self.place(5.0) + edge - number(i)
                }
            })
            .collect()
    }

    /// Draws the mat, the rows and the sticks.
    pub(crate) fn draw_mat(&self, drawing: &mut Drawing) {
        let Board { x, y, width, height, .. } = *self;
        drawing.fill(Path::rounded(x, y + EDGE, width, height, [16.0; 2]), colours::MAT_SHADE);
        drawing.fill(Path::rounded(x, y, width, height, [16.0; 2]), colours::MAT);
        for side in Side::ALL {
            let row = Row::home(side);
            let colour = if side == Side::Black { colours::HOME_BLACK } else { colours::HOME_RED };
            let is_upper = self.line(row) < 4.0;
            let radii = if is_upper { [16.0, 0.0] } else { [0.0, 16.0] };
            let top = if is_upper { y } else { self.top(row) };
            drawing.fill(Path::rounded(x, top, width, self.row, radii), colour);
        }
        let frame = Path::rounded(x + 0.5, y + 0.5, width - 1.0, height - 1.0, [15.5; 2]);
        drawing.stroke(frame, colours::MAT_LINE, 1.0);
        for row in Row::ALL {
            let look = Look(Font::SerifItalic, self.row * 0.44, colours::MAT_INK);
            let at = [x + self.letter / 2.0, self.top(row) + self.row * 0.58];
            drawing.text(&row.to_string(), at, look, Anchor::Middle);
        }
        for line in 0..7_u8 {
            let top = y + f32::from(line) * (self.row + self.stick) + self.row;
            drawing.stick([x - 9.0, top], [width + 18.0, self.stick], usize::from(line));
        }
    }

    /// Draws the free places.
    fn draw_places(&self, drawing: &mut Drawing, position: &Position) {
        let scale = self.pawn / BOX[1];
        for row in Row::ALL {
            let y = self.pawn_y(row, RING) + scale;
            if !row.is_inner() {
                let (x, h) = (self.place(-0.5) - 8.0, 7.6 * scale);
                let groove = Path::rounded(x, y - h / 2.0, 6.0 * self.place + 16.0, h, [h / 2.0; 2]);
                drawing.fill(groove, colours::DIMPLE.at(0.128));
                continue;
            }
            let below = position.count(self.view, row);
            for k in below..PLACES - (position.count_both(row) - below) {
                let (x, rx, ry) = (self.place(f32::from(k)), 11.7 * scale, 4.2 * scale);
                drawing.fill(Path::ellipse(x, y, rx, ry), colours::DIMPLE.at(0.128));
                let rim = Path::new().to(x - rx, y).quarter([x - rx, y - ry], [x, y - ry]);
                drawing.stroke(rim.quarter([x + rx, y - ry], [x + rx, y]), colours::DIMPLE, 1.4);
            }
        }
    }

    /// Draws the pawns, those in front last.
    pub(crate) fn draw_pawns(&self, drawing: &mut Drawing, position: &Position) {
        self.draw_places(drawing, position);
        let mut rows = Row::ALL;
        rows.sort_by(|a, b| self.line(*a).total_cmp(&self.line(*b)));
        for row in rows {
            for side in Side::ALL {
                for x in self.pawns(position, side, row) {
                    drawing.pawn(side, x, self.foot(row), self.pawn);
                }
            }
        }
        for (side, row) in
            Side::ALL.into_iter().flat_map(|side| [(side, Row::home(side)), (side, Row::goal(side))])
        {
            if position.count(side, row) >= COUNTED {
                self.draw_count(drawing, position, side, row);
            }
        }
    }

    fn draw_count(&self, drawing: &mut Drawing, position: &Position, side: Side, row: Row) {
        let outwards = if side == self.view { -10.0 } else { 10.0 };
        let Some(first) = self.pawns(position, side, row).first().copied() else { return };
        let x = first + outwards * self.pawn / BOX[1];
        let y = self.pawn_y(row, 6.0).max(self.top(row) + 11.0);
        let pill = Path::rounded(x - 12.0, y - 9.5, 24.0, 19.0, [9.5; 2]);
        drawing.fill(pill.clone(), colours::SURFACE);
        drawing.styled(pill, colours::LINE_2, 1.2, Style::Plain);
        let look = Look(Font::SansBold, 13.0, colours::INK);
        drawing.text(&position.count(side, row).to_string(), [x, y + 4.7], look, Anchor::Middle);
    }
}

/// The board of a position alone, 630 pixels wide, with the given side below.
#[must_use]
pub fn position(position: &Position, view: Side) -> Drawing {
    let (mut drawing, board) = blank(view);
    board.draw_pawns(&mut drawing, position);
    drawing.title = position.to_string();
    drawing
}

const SIZE: [f32; 2] = [630.0, 592.0];

/// A board without pawns.
pub(crate) fn blank(view: Side) -> (Drawing, Board) {
    let mut drawing = Drawing::new(SIZE[0], SIZE[1]);
    drawing.fill(Path::rect(0.0, 0.0, SIZE[0], SIZE[1]), colours::PAPER);
    let board = Board::new([32.0, 24.0], [566.0, 538.0], view);
    board.draw_mat(&mut drawing);
    (drawing, board)
}
