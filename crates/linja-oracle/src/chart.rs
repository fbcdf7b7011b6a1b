//! Statistics as an SVG drawing: the shares of wins, draws and losses by advance.

use std::fmt::{self, Write as _};

use linja::Position;

use crate::stats::{Margins, Statistics};

/// An SVG drawing of [`Statistics`].
pub struct Chart<'a>(pub &'a Statistics);

const LEFT: f64 = 56.0;
const TOP: f64 = 44.0;
const WIDTH: f64 = 620.0;
const HEIGHT: f64 = 260.0;

/// The bands from below: name, colour and count.
type Band = (&'static str, &'static str, fn(&Margins) -> u64);
const BANDS: [Band; 3] = [
    ("player to move wins", "#17694F", Margins::wins),
    ("draw", "#B9AC94", Margins::draws),
    ("player to move loses", "#99410F", Margins::losses),
];

impl fmt::Display for Chart<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height) = (LEFT + WIDTH + 20.0, TOP + HEIGHT + 72.0);
        let id = self.0.rules.id();
        writeln!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
             aria-label=\"Outcomes by advance, {id}\" font-family=\"sans-serif\" font-size=\"13\">"
        )?;
        writeln!(f, "<rect width=\"{width}\" height=\"{height}\" fill=\"#FFFBF2\"/>")?;
        writeln!(
            f,
            "<text x=\"{LEFT}\" y=\"26\" font-size=\"16\" fill=\"#221D18\">Perfect play by advance, {id}</text>"
        )?;
        self.write_bands(f)?;
        write_axes(f)?;
        write_legend(f)?;
        writeln!(f, "</svg>")
    }
}

impl Chart<'_> {
    /// A band lies between the cumulative shares before and after its own.
    fn write_bands(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let layers: Vec<(usize, &Margins)> =
            self.0.by_advance.iter().enumerate().filter(|(_, margins)| margins.positions() > 0).collect();
        for (band, (_, colour, _)) in BANDS.iter().enumerate() {
            let edge = |bands: &[Band]| {
                let point = |&(advance, margins): &(usize, &Margins)| {
                    let count: u64 = bands.iter().map(|(_, _, share)| share(margins)).sum();
                    (x(advance), y(count as f64 / margins.positions() as f64))
                };
                layers.iter().map(point).collect::<Vec<_>>()
            };
            let mut points = edge(&BANDS[..band]);
            points.extend(edge(&BANDS[..=band]).into_iter().rev());
            let mut path = String::new();
            for (x, y) in points {
                write!(path, "{x:.1},{y:.1} ")?;
            }
            writeln!(f, "<polygon fill=\"{colour}\" points=\"{}\"/>", path.trim_end())?;
        }
        Ok(())
    }
}

fn x(advance: usize) -> f64 {
    LEFT + WIDTH * advance as f64 / f64::from(Position::MAX_ADVANCE)
}

fn y(share: f64) -> f64 {
    TOP + HEIGHT * (1.0 - share)
}

fn write_axes(f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let ink = "#5A5045";
    for percent in [0, 25, 50, 75, 100] {
        let y = y(f64::from(percent) / 100.0);
        writeln!(
            f,
            "<text x=\"{:.0}\" y=\"{:.0}\" text-anchor=\"end\" fill=\"{ink}\">{percent} %</text>",
            LEFT - 8.0,
            y + 4.0
        )?;
    }
    for advance in [0, 42, 84, 126, 168] {
        let y = TOP + HEIGHT + 18.0;
        writeln!(
            f,
            "<text x=\"{:.0}\" y=\"{y:.0}\" text-anchor=\"middle\" fill=\"{ink}\">{advance}</text>",
            x(advance)
        )?;
    }
    let y = TOP + HEIGHT + 36.0;
    writeln!(f, "<text x=\"{LEFT}\" y=\"{y}\" fill=\"{ink}\">advance (42 at the start)</text>")
}

fn write_legend(f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let y = TOP + HEIGHT + 58.0;
    for (i, (name, colour, _)) in BANDS.iter().enumerate() {
        let x = LEFT + 200.0 * i as f64;
        writeln!(f, "<rect x=\"{x}\" y=\"{}\" width=\"12\" height=\"12\" fill=\"{colour}\"/>", y - 11.0)?;
        writeln!(f, "<text x=\"{}\" y=\"{y}\" fill=\"#221D18\">{name}</text>", x + 18.0)?;
    }
    Ok(())
}
