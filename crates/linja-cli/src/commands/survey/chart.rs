//! A survey as an SVG drawing: for every choice, the shares of rule sets by value.

use std::collections::BTreeSet;
use std::io::{self, Write};

use linja::{Choice, Margin, Rule};
use linja_oracle::survey::Row;

use super::summary::Summary;

const LEFT: f64 = 120.0;
const TOP: f64 = 44.0;
const WIDTH: f64 = 540.0;
const BAR: f64 = 18.0;
/// Between the bars of a rule, and between rules.
const GAP: f64 = 5.0;
const RULE_GAP: f64 = 10.0;

const INK: &str = "#221D18";

/// From light to dark: the further from a draw, the darker.
const WINS: [&str; 6] = ["#8FC3AE", "#5FA98E", "#37876A", "#17694F", "#0F4D3A", "#083427"];
const LOSSES: [&str; 3] = ["#E2A57E", "#C0703F", "#99410F"];
const DRAW: &str = "#D9CFBA";

fn colour(value: Margin) -> &'static str {
    let shade = usize::from(value.0.unsigned_abs()).saturating_sub(1);
    match value.0 {
        0 => DRAW,
        1.. => WINS[shade.min(WINS.len() - 1)],
        _ => LOSSES[shade.min(LOSSES.len() - 1)],
    }
}

/// Writes the drawing.
pub(super) fn write(rows: &[Row], out: &mut impl Write) -> io::Result<()> {
    let bars: usize = Rule::ALL.iter().map(|rule| rule.choices().len()).sum();
    let plot = bars as f64 * (BAR + GAP) + Rule::ALL.len() as f64 * RULE_GAP;
    let (width, height) = (LEFT + WIDTH + 20.0, TOP + plot + 44.0);
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         aria-label=\"Values of the rule sets by choice\" font-family=\"sans-serif\" font-size=\"13\">"
    )?;
    writeln!(out, "<rect width=\"{width}\" height=\"{height}\" fill=\"#FFFBF2\"/>")?;
    writeln!(
        out,
        "<text x=\"{LEFT}\" y=\"26\" font-size=\"16\" fill=\"{INK}\">What the player who begins gets, by choice</text>"
    )?;
    let mut y = TOP;
    for rule in Rule::ALL {
        for choice in rule.choices() {
            write_bar(rows, *choice, y, out)?;
            y += BAR + GAP;
        }
        y += RULE_GAP;
    }
    write_legend(rows, y + 12.0, out)?;
    writeln!(out, "</svg>")
}

/// The bar of a choice: a piece for every value.
fn write_bar(rows: &[Row], choice: Choice, y: f64, out: &mut impl Write) -> io::Result<()> {
    let summary = Summary::of(rows, choice);
    let middle = y + BAR - 5.0;
    writeln!(
        out,
        "<text x=\"{}\" y=\"{middle}\" text-anchor=\"end\" fill=\"{INK}\">{choice}</text>",
        LEFT - 8.0
    )?;
    let mut x = LEFT;
    for (&value, &count) in &summary.values {
        let width = WIDTH * count as f64 / summary.rule_sets() as f64;
        writeln!(
            out,
            "<rect x=\"{x:.1}\" y=\"{y}\" width=\"{width:.1}\" height=\"{BAR}\" fill=\"{}\"><title>{choice}: {value} in {count} rule sets</title></rect>",
            colour(value)
        )?;
        x += width;
    }
    Ok(())
}

fn write_legend(rows: &[Row], y: f64, out: &mut impl Write) -> io::Result<()> {
    let values: BTreeSet<Margin> = rows.iter().map(|row| row.value).collect();
    for (place, value) in values.into_iter().enumerate() {
        let x = LEFT + 56.0 * place as f64;
        writeln!(
            out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"14\" height=\"14\" fill=\"{}\"/><text x=\"{}\" y=\"{}\" fill=\"{INK}\">{value}</text>",
            colour(value),
            x + 20.0,
            y + 12.0
        )?;
    }
    Ok(())
}
