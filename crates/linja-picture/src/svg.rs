//! A drawing as SVG.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use linja::Side;

use crate::drawing::{Drawing, Item, Style};
use crate::paint::{Colour, Gradient, Paint, Shape};
use crate::path::{Path, Step};
use crate::pieces;

impl Drawing {
    /// The drawing as an SVG document, `width` pixels wide.
    #[must_use]
    pub fn svg(&self, width: u32) -> String {
        let height = (self.height * width as f32 / self.width).round();
        let title = escaped(&self.title);
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{title}\">\n<title>{title}</title>\n",
            self.width, self.height
        );
        out += &self.definitions();
        for item in &self.items {
            write_item(&mut out, item);
        }
        out + "</svg>\n"
    }

    /// The pawns and gradients that the drawing uses.
    fn definitions(&self) -> String {
        let mut pawns = String::new();
        let mut gradients: BTreeSet<Gradient> = used(&self.items).collect();
        for side in Side::ALL {
            let is_used = |item: &Item| matches!(item, Item::Pawn { side: used, .. } if *used == side);
            if self.items.iter().any(is_used) {
                let parts = pieces::pawn(side);
                gradients.extend(used(&parts));
                pawns += &format!("<g id=\"{}\">\n", side.id());
                for item in &parts {
                    write_item(&mut pawns, item);
                }
                pawns += "</g>\n";
            }
        }
        let gradients: String = gradients.into_iter().map(gradient).collect();
        format!("<defs>\n{gradients}{pawns}</defs>\n")
    }
}

fn used(items: &[Item]) -> impl Iterator<Item = Gradient> + '_ {
    items.iter().filter_map(|item| match item {
        Item::Fill { paint: Paint::Gradient(gradient), .. } => Some(*gradient),
        _ => None,
    })
}

fn gradient(gradient: Gradient) -> String {
    let name = gradient.name();
    let (element, place) = match gradient.shape() {
        Shape::Across => ("linearGradient", String::new()),
        Shape::Down => ("linearGradient", " x2=\"0\" y2=\"1\"".to_string()),
        Shape::Around { centre: [x, y], radius } => {
            ("radialGradient", format!(" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\""))
        }
    };
    let stop = |(at, colour): (f32, Colour)| {
        format!("<stop offset=\"{at}\" {}/>", attributes("stop-color", "stop-opacity", colour))
    };
    let stops: String = gradient.stops().into_iter().map(stop).collect();
    format!("<{element} id=\"{name}\"{place}>{stops}</{element}>\n")
}

fn write_item(out: &mut String, item: &Item) {
    match item {
        Item::Fill { path, paint } => {
            let fill = match paint {
                Paint::Plain(colour) => attributes("fill", "fill-opacity", *colour),
                Paint::Gradient(gradient) => format!("fill=\"url(#{})\"", gradient.name()),
            };
            *out += &format!("<path d=\"{}\" {fill}/>\n", data(path));
        }
        Item::Stroke { path, colour, width, style } => {
            let style = match style {
                Style::Plain => String::new(),
                Style::Round => " stroke-linecap=\"round\"".to_string(),
                Style::Dotted(gap) => {
                    format!(
                        " stroke-linecap=\"round\" stroke-dasharray=\"0.1 {}\"",
                        number(f32::from(*gap) / 10.0)
                    )
                }
            };
            let stroke = attributes("stroke", "stroke-opacity", *colour);
            *out += &format!(
                "<path d=\"{}\" fill=\"none\" {stroke} stroke-width=\"{}\"{style}/>\n",
                data(path),
                number(*width)
            );
        }
        Item::Text { path, colour, text } => {
            let fill = attributes("fill", "fill-opacity", *colour);
            *out += &format!("<path aria-label=\"{}\" d=\"{}\" {fill}/>\n", escaped(text), data(path));
        }
        Item::Pawn { side, x, y, scale } => {
            *out += &format!(
                "<use class=\"pawn\" href=\"#{}\" transform=\"translate({} {}) scale({scale:.4})\"/>\n",
                side.id(),
                number(*x),
                number(*y)
            );
        }
    }
}

fn attributes(name: &str, opacity_name: &str, colour: Colour) -> String {
    let opacity =
        if colour.opacity < 1.0 { format!(" {opacity_name}=\"{}\"", colour.opacity) } else { String::new() };
    format!("{name}=\"#{:06x}\"{opacity}", colour.rgb)
}

fn data(path: &Path) -> String {
    let mut out = String::new();
    let mut add = |command: char, points: &[[f32; 2]]| {
        out.push(command);
        for (i, [x, y]) in points.iter().enumerate() {
            let gap = if i == 0 { "" } else { " " };
            let _ = write!(out, "{gap}{} {}", number(*x), number(*y));
        }
    };
    for step in &path.steps {
        match step {
            Step::Move(to) => add('M', &[*to]),
            Step::Line(to) => add('L', &[*to]),
            Step::Quad(points) => add('Q', points),
            Step::Cubic(points) => add('C', points),
            Step::Close => add('Z', &[]),
        }
    }
    out
}

/// A number with two digits, without zeros at its end.
fn number(value: f32) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_string() } else { text.to_string() }
}

/// Text as the content of an element or of an attribute. XML has no way to write most control characters.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
