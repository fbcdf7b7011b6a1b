//! The margins of a game as a graph.

use linja::Side;

use crate::drawing::{Drawing, Style};
use crate::font::{Anchor, Font, Look};
use crate::paint::{Colour, colours};
use crate::path::Path;

/// The upper and lower edge of the plot.
const PLOT: [f32; 2] = [286.0, 420.0];
/// Where the marks stand.
const MARKS: f32 = 265.0;
/// Labels of the axis are at least this far apart.
const APART: f32 = 24.0;

/// The margins of a game, exact ones.
#[derive(Clone, Debug)]
pub struct Graph {
    /// Black's lead under perfect play: before each turn, and at the end.
    pub margins: Vec<i8>,
    /// Turns that wear a mark.
    pub marks: Vec<Mark>,
}

/// A turn that lost points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The index of the turn, counted from 0.
    pub turn: usize,
    /// Who played it.
    pub side: Side,
    /// Whether it is a blunder, which wears `??` instead of `?`.
    pub is_blunder: bool,
}

struct Axes {
    left: f32,
    pitch: f32,
    high: i32,
    unit: f32,
}

impl Axes {
    fn x(&self, at: usize) -> f32 {
        self.left + at as f32 * self.pitch
    }

    fn y(&self, margin: i32) -> f32 {
        PLOT[0] + (self.high - margin) as f32 * self.unit
    }
}

impl Graph {
    /// Draws the graph between two edges.
    pub(crate) fn draw(&self, drawing: &mut Drawing, [left, right]: [f32; 2]) {
        let turns = self.margins.len().saturating_sub(1);
        let (low, high, step) = self.range();
        let axes = Axes {
            left: left + 28.0,
            pitch: (right - 6.0 - left - 28.0) / turns.max(1) as f32,
            high,
            unit: (PLOT[1] - PLOT[0]) / (high - low) as f32,
        };
        drawing.pawn(Side::Black, left + 7.5, 275.0, 20.0);
        drawing.pawn(Side::Red, left + 7.5, 451.0, 20.0);
        let edge = axes.x(turns);
        for margin in (low..=high).filter(|margin| margin % step == 0) {
            let y = axes.y(margin);
            let rule = Path::line([axes.left, y], [edge, y]);
            if margin == 0 {
                drawing.stroke(rule, colours::LINE_2.at(0.8), 1.4);
            } else {
                drawing.styled(rule, colours::LINE, 1.6, Style::Dotted(60));
            }
            let look = Look(Font::Sans, 15.0, colours::INK_2);
            drawing.text(&signed(margin), [left + 21.0, y + 5.0], look, Anchor::End);
        }
        self.draw_line(drawing, &axes);
        self.draw_marks(drawing, &axes);
        draw_numbers(drawing, &axes, turns);
    }

    /// The lowest and highest margin of the axis, and the distance of its labels.
    fn range(&self) -> (i32, i32, i32) {
        let all = || self.margins.iter().map(|&margin| i32::from(margin));
        let (low, high) = (all().min().unwrap_or(0).min(-1), all().max().unwrap_or(0).max(1));
        let unit = (PLOT[1] - PLOT[0]) / (high - low) as f32;
        let step = [1, 2, 5, 10, 20, 50].into_iter().find(|&step| step as f32 * unit >= APART).unwrap_or(100);
        (low, high, step)
    }

    fn draw_line(&self, drawing: &mut Drawing, axes: &Axes) {
        let mut line = Path::new();
        for (at, &margin) in self.margins.iter().enumerate() {
            let (x, y, zero) = (axes.x(at), axes.y(margin.into()), axes.y(0));
            let next = if at + 1 < self.margins.len() { axes.x(at + 1) } else { x };
            let area = Path::rect(x, y.min(zero), next - x, (y - zero).abs());
            match margin.signum() {
                1 => drawing.fill(area, colours::INK.at(0.15)),
                -1 => drawing.fill(area, colours::RED.at(0.2)),
                _ => {}
            }
            line = line.to(x, y).to(next, y);
        }
        drawing.stroke(line, colours::INK, 2.4);
    }

    fn draw_marks(&self, drawing: &mut Drawing, axes: &Axes) {
        let mut free = f32::MIN;
        for mark in &self.marks {
            let (Some(&before), Some(&after)) =
                (self.margins.get(mark.turn), self.margins.get(mark.turn + 1))
            else {
                continue;
            };
            let x = axes.x(mark.turn + 1);
            let (from, to) = (axes.y(before.into()), axes.y(after.into()));
            let colour = match mark.side {
                Side::Black => colours::INK,
                Side::Red => colours::RED,
            };
            let half = if mark.is_blunder { 11.0 } else { 7.5 };
            // Beside the mark before, if there are many.
            let badge = x.max(free + half);
            free = badge + half + 1.0;
            let up = Path::line([badge, MARKS + 8.0], [x, from.min(to)]);
            drawing.styled(up, colour, 1.3, Style::Dotted(35));
            drawing.styled(Path::line([x, from], [x, to]), colour, 5.0, Style::Round);
            draw_badge(drawing, badge, half, colour);
        }
    }
}

/// The numbers of the turns as in the record: the first and every fifth, fewer if there are many.
fn draw_numbers(drawing: &mut Drawing, axes: &Axes, turns: usize) {
    let last = turns.div_ceil(2);
    let every = [5, 10, 20, 50].into_iter().find(|every| last / every <= 8).unwrap_or(100);
    for number in (1..=last).filter(|number| *number == 1 || number % every == 0) {
        let x = axes.x((number - 1) * 2) + axes.pitch.min(8.0) / 2.0;
        drawing.text(&number.to_string(), [x, 473.0], Look(Font::Sans, 15.0, colours::INK_2), Anchor::Middle);
    }
}

fn draw_badge(drawing: &mut Drawing, x: f32, half: f32, colour: Colour) {
    let text = if half > 8.0 { "??" } else { "?" };
    drawing.fill(Path::rounded(x - half, MARKS - 7.5, 2.0 * half, 15.0, [7.5; 2]), colour);
    drawing.text(text, [x, MARKS + 4.3], Look(Font::SansBold, 12.0, colours::PAPER), Anchor::Middle);
}

/// A margin with its sign.
fn signed(margin: i32) -> String {
    match margin {
        0 => "0".to_string(),
        1.. => format!("+{margin}"),
        _ => format!("−{}", -margin),
    }
}
