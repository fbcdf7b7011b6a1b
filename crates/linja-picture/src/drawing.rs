//! A drawing: shapes in the order in which they are painted. [`crate::svg`] writes it, [`crate::raster`] paints it.

use linja::Side;

use crate::paint::{Colour, Paint};
use crate::path::Path;

/// A picture, before it is written as SVG or painted as pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    pub(crate) width: f32,
    pub(crate) height: f32,
    /// What the picture shows, in words.
    pub(crate) title: String,
    pub(crate) items: Vec<Item>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Item {
    Fill {
        path: Path,
        paint: Paint,
    },
    Stroke {
        path: Path,
        colour: Colour,
        width: f32,
        style: Style,
    },
    /// Text as outlines, so that it looks the same everywhere.
    Text {
        path: Path,
        colour: Colour,
        text: String,
    },
    /// A pawn whose box of 48 × 58 begins here.
    Pawn {
        side: Side,
        x: f32,
        y: f32,
        scale: f32,
    },
}

/// The look of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    Plain,
    Round,
    /// Dots of the line's width, with this distance in tenths of a pixel.
    Dotted(u16),
}

impl Drawing {
    pub(crate) fn new(width: f32, height: f32) -> Drawing {
        Drawing { width, height, title: String::new(), items: Vec::new() }
    }

    /// The width and height in pixels.
    #[must_use]
    pub fn size(&self) -> [u32; 2] {
        [self.width.round() as u32, self.height.round() as u32]
    }

    /// The picture in words, for those who don't see it.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    pub(crate) fn fill(&mut self, path: Path, paint: impl Into<Paint>) {
        self.items.push(Item::Fill { path, paint: paint.into() });
    }

    pub(crate) fn stroke(&mut self, path: Path, colour: Colour, width: f32) {
        self.items.push(Item::Stroke { path, colour, width, style: Style::Plain });
    }

    pub(crate) fn styled(&mut self, path: Path, colour: Colour, width: f32, style: Style) {
        self.items.push(Item::Stroke { path, colour, width, style });
    }
}
