//! Pictures of Linja: a position, a card for a link, a whole game as an animation.
//!
//! A [`Drawing`] is written as SVG ([`Drawing::svg`]) or painted ([`Drawing::pixels`]) and written as PNG
//! ([`Pixels::png`]). The crate does no I/O and uses no fonts of the system: text is drawn with outlines that `build.rs`
//! takes from fonts.
//!
//! ```
//! use linja::{Position, Side};
//!
//! let drawing = linja_picture::position(&Position::default(), Side::Black);
//! assert_eq!(drawing.svg(630).matches("class=\"pawn\"").count(), 24);
//! let png = drawing.pixels(315).png();
//! assert!(png.starts_with(b"\x89PNG"));
//! ```

#![forbid(unsafe_code)]

mod animation;
mod board;
mod card;
mod drawing;
mod font;
mod graph;
mod paint;
mod palette;
mod path;
mod pieces;
mod png;
mod raster;
mod svg;

pub use animation::{MOST_ANIMATED, animation};
pub use board::position;
pub use card::{Answer, Below, CARD_SIZE, Card, Told};
pub use drawing::Drawing;
pub use graph::{Graph, Mark};
pub use raster::{MOST_PIXELS, Pixels};
