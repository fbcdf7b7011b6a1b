use std::path::PathBuf;

use clap::Args as ClapArgs;
use linja::Side;
use linja_picture::{MOST_ANIMATED, MOST_PIXELS};

use super::{DataDirArg, LangArg, RulesArg};

#[derive(ClapArgs, Debug)]
pub(crate) struct PictureArgs {
    /// A position, or the file of a record; `-` reads a record from standard input [default: the start]
    // Without quotation marks a position arrives as two arguments.
    #[arg(value_name = "POSITION|RECORD", num_args = 0..=2)]
    what: Vec<String>,

    #[command(flatten)]
    pub(crate) rules: RulesArg,

    #[command(flatten)]
    pub(crate) lang: LangArg,

    #[command(flatten)]
    pub(crate) data_dir: DataDirArg,

    /// The file to write; its ending is .svg, .png or .gif. May be given several times [default: SVG to standard output]
    #[arg(short, long = "output", value_name = "FILE")]
    pub(crate) outputs: Vec<PathBuf>,

    /// The width in pixels [default: 630; 480 for an animation; 1200 for a card]
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(16..=i64::from(MOST_PIXELS)))]
    pub(crate) size: Option<u32>,

    /// The side that sits below: black or red
    #[arg(long, value_name = "SIDE", default_value = "black")]
    pub(crate) view: Side,

    /// Of a record, the position after so many turns, counted one by one, instead of the last
    #[arg(long, value_name = "N")]
    pub(crate) turn: Option<usize>,

    /// Draw the card of a link, 1200 by 630 pixels: the board and words. Of a record, the card of the game
    #[arg(long, conflicts_with = "turn")]
    pub(crate) card: bool,
}

impl PictureArgs {
    /// What to draw, as typed; `None` for the start.
    pub(crate) fn what(&self) -> Option<String> {
        (!self.what.is_empty()).then(|| self.what.join(" "))
    }

    /// The width of an animation.
    pub(crate) fn animated_size(&self) -> u32 {
        self.size.unwrap_or(480).min(MOST_ANIMATED)
    }
}
