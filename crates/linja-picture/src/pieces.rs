//! Pawns, sticks and the sign of the game, drawn as on the page.

use linja::Side;

use crate::drawing::{Drawing, Item, Style};
use crate::paint::{Colour, Gradient, Paint, colours};
use crate::path::Path;

/// The box of a pawn, and the height of its foot's ring in it.
pub(crate) const BOX: [f32; 2] = [48.0, 58.0];
pub(crate) const RING: f32 = 51.5;

/// The lower half of an ellipse around `(24, y)` from the left to the right.
fn lower_half(path: Path, y: f32, [rx, ry]: [f32; 2]) -> Path {
    path.quarter([24.0 - rx, y + ry], [24.0, y + ry]).quarter([24.0 + rx, y + ry], [24.0 + rx, y])
}

fn body() -> Path {
    let left = Path::new()
        .to(6.0, 10.0)
        .to(6.0, 14.2)
        .cubic([6.6, 19.6], [17.6, 22.0], [17.6, 29.0])
        .cubic([17.6, 36.0], [6.6, 38.4], [6.0, 43.8])
        .to(6.0, 48.0);
    lower_half(left, 48.0, [18.0, 6.4])
        .to(42.0, 43.8)
        .cubic([41.4, 38.4], [30.4, 36.0], [30.4, 29.0])
        .cubic([30.4, 22.0], [41.4, 19.6], [42.0, 14.2])
        .to(42.0, 10.0)
        .close()
}

/// The shadow under the top.
fn throat() -> Path {
    lower_half(Path::new().to(6.2, 14.4), 14.4, [17.8, 5.3])
        .cubic([41.5, 16.6], [39.4, 18.4], [37.0, 20.0])
        .cubic([33.0, 23.4], [15.0, 23.4], [11.0, 20.0])
        .cubic([8.6, 18.4], [6.5, 16.6], [6.2, 14.4])
        .close()
}

/// The parts of a pawn in its box.
pub(crate) fn pawn(side: Side) -> Vec<Item> {
    let (body_paint, top_paint, rim, line, mark) = match side {
        Side::Black => (Gradient::BlackBody, Gradient::BlackTop, 0x000B_0908, 0x008B_7E70, 0x00E9_DCC3),
        Side::Red => (Gradient::RedBody, Gradient::RedTop, 0x005E_1309, 0x00FF_C9B3, 0x00FF_F0DC),
    };
    let (rim, line, mark) = (Colour::new(rim), Colour::new(line), Colour::new(mark));
    let top = Path::ellipse(24.0, 10.0, 18.0, 6.4);
    let mut drawing = Drawing::new(BOX[0], BOX[1]);
    drawing.fill(Path::ellipse(28.8, 53.1, 24.0, 6.1), Paint::Gradient(Gradient::Shade));
    drawing.fill(body(), Paint::Gradient(body_paint));
    drawing.stroke(body(), rim, 0.6);
    drawing.stroke(lower_half(Path::new().to(6.2, 44.2), 44.2, [17.8, 5.4]), line.at(0.55), 0.9);
    drawing.fill(throat(), Colour::new(0).at(0.28));
    if side == Side::Red {
        let rings = Path::new().from(17.9, 26.6).quad([24.0, 29.3], [30.1, 26.6]);
        let rings = rings.from(17.5, 29.9).quad([24.0, 32.8], [30.5, 29.9]);
        drawing.stroke(rings.from(18.0, 33.1).quad([24.0, 35.7], [30.0, 33.1]), mark, 1.9);
    }
    drawing.fill(top.clone(), Paint::Gradient(top_paint));
    drawing.stroke(top, rim, 0.6);
    match side {
        Side::Black => drawing.stroke(Path::ellipse(24.0, 10.0, 10.2, 3.5), mark, 2.0),
        Side::Red => drawing.fill(Path::ellipse(24.0, 10.0, 6.2, 2.5), mark),
    }
    drawing.items
}

/// The nodes of the seven sticks, as parts of their length.
const NODES: [&[f32]; 7] = [
    &[0.13, 0.41, 0.74],
    &[0.22, 0.55, 0.86],
    &[0.08, 0.36, 0.66, 0.93],
    &[0.28, 0.62, 0.9],
    &[0.17, 0.47, 0.79],
    &[0.1, 0.34, 0.6, 0.88],
    &[0.25, 0.52, 0.83],
];

impl Drawing {
    /// A pawn whose foot stands on a height, `height` high.
    pub(crate) fn pawn(&mut self, side: Side, middle: f32, foot: f32, height: f32) {
        let scale = height / BOX[1];
        self.items.push(Item::Pawn { side, x: middle - BOX[0] / 2.0 * scale, y: foot - height, scale });
    }

    /// One of the seven sticks.
    pub(crate) fn stick(&mut self, [x, y]: [f32; 2], [width, height]: [f32; 2], which: usize) {
        let k = height / 16.0;
        let nodes: Vec<f32> = NODES[which % NODES.len()].iter().map(|part| part * width).collect();
        let round = |r: f32| [r * k; 2];
        let shadow = Path::rounded(x + 2.0, y + 6.72 * k, width - 1.0, 14.4 * k, round(8.0));
        self.fill(shadow, colours::BAMBOO_SHADE);
        self.fill(Path::rounded(x, y, width, height, round(6.72)), Paint::Gradient(Gradient::Bamboo));
        let ends: Vec<f32> =
            [6.0 * k].into_iter().chain(nodes.iter().copied()).chain([width - 6.0 * k]).collect();
        for (i, pair) in ends.windows(2).enumerate() {
            let left = pair[0] + if i == 0 { 0.0 } else { 7.0 * k };
            let at = y + (4.2 + (i % 3) as f32 * 0.8) * k;
            let shine = Path::line([x + left, at], [x + left.max(pair[1] - 5.0 * k), at]);
            let colour = colours::BAMBOO_SHINE.at(if i % 2 == 1 { 0.5 } else { 0.35 });
            self.styled(shine, colour, 1.76 * k, Style::Round);
        }
        for node in nodes.iter().map(|node| x + node) {
            let knot = Path::rounded(node - 2.7 * k, y - k, 5.4 * k, 17.9 * k, round(2.2));
            self.fill(knot, Paint::Gradient(Gradient::Node));
            for (aside, from, to, thick, opacity) in
                [(3.2, 0.6, 15.4, 1.2, 0.75), (-3.5, 1.0, 15.0, 0.7, 0.35)]
            {
                let edge = Path::line([node + aside * k, y + from * k], [node + aside * k, y + to * k]);
                self.stroke(edge, colours::BAMBOO_DARK.at(opacity), thick * k);
            }
        }
        let middle = y + height / 2.0;
        self.fill(Path::ellipse(x + width - 2.6 * k, middle, 3.2 * k, 7.4 * k), colours::BAMBOO_END);
        let hole = Path::ellipse(x + width - 2.2 * k, middle, 1.6 * k, 3.8 * k);
        self.fill(hole, colours::BAMBOO_DARK.at(0.8));
    }

    /// The sign of the game, a square.
    pub(crate) fn sign(&mut self, [x, y]: [f32; 2], size: f32) {
        let k = size / 64.0;
        let mut fill = |path: Path, rgb: u32| self.fill(path.placed(x, y, k), Colour::new(rgb));
        let round = |x: f32, y: f32, w: f32, h: f32, r: f32| Path::rounded(x, y, w, h, [r, r]);
        fill(round(0.0, 0.0, 64.0, 64.0, 15.0), 0x00D6_C7A6);
        fill(round(1.5, 1.5, 61.0, 61.0, 13.5), 0x00F5_EFE3);
        let half = |flip: fn(f32) -> f32| {
            Path::new()
                .to(14.5, flip(9.0))
                .to(49.5, flip(9.0))
                .cubic([50.9, flip(9.0)], [51.8, flip(10.3)], [51.4, flip(11.7)])
                .cubic([49.4, flip(19.0)], [38.0, flip(23.5)], [38.0, flip(32.0)])
                .to(26.0, flip(32.0))
                .cubic([26.0, flip(23.5)], [14.6, flip(19.0)], [12.6, flip(11.7)])
                .cubic([12.2, flip(10.3)], [13.1, flip(9.0)], [14.5, flip(9.0)])
                .close()
        };
        fill(half(|y| y), 0x00B9_3623);
        fill(half(|y| 64.0 - y), 0x0022_1D18);
        fill(round(4.0, 27.5, 56.0, 9.0, 4.0), 0x00D3_AE62);
        fill(round(4.0, 27.5, 56.0, 3.2, 1.6), 0x00EB_D79B);
        fill(round(4.0, 33.8, 56.0, 2.7, 1.3), 0x009A_7433);
        fill(round(19.3, 26.7, 3.0, 10.6, 1.4), 0x008A_6428);
        fill(round(44.8, 26.7, 3.0, 10.6, 1.4), 0x008A_6428);
    }
}
