//! Which picture an address names.

use std::sync::Arc;

use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::request::Parts;
use linja::{Message, ParsePositionError, Position, RuleSet, Side};
use linja_games::GameError;
use linja_games::id::GameId;
use linja_picture::Drawing;
use linja_text::Language;
use serde::Deserialize;

use crate::app::App;
use crate::client::Client;
use crate::extract::Query;
use crate::problem::{Code, Problem};

/// The widest board that the server paints.
const WIDEST: u32 = 1890;
/// The width of a board, if none is asked for.
const USUAL: u32 = 630;

/// A picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Picture {
    /// The card of the site.
    Home,
    /// A board without words.
    Board { position: Position, view: Side, size: u32 },
    /// The card of a position.
    Position { rules: RuleSet, position: Position },
    /// The card of a puzzle.
    Puzzle { rules: RuleSet, date: String },
    /// The card of a finished game, or the game as an animation.
    Game(GameId),
    /// The card of a rule set.
    Rules(RuleSet),
}

/// The kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Svg,
    Png,
    Gif,
}

impl Format {
    pub(super) fn media(self) -> &'static str {
        match self {
            Format::Svg => "image/svg+xml",
            Format::Png => "image/png",
            Format::Gif => "image/gif",
        }
    }

    pub(super) fn write(self, drawing: &Drawing, width: u32) -> Vec<u8> {
        match self {
            Format::Svg => drawing.svg(width).into_bytes(),
            Format::Png | Format::Gif => drawing.pixels(width).png(),
        }
    }
}

/// A request for a picture.
pub(super) struct Wanted {
    pub(super) picture: Picture,
    pub(super) format: Format,
    pub(super) language: Language,
    /// The canonical form of the request.
    pub(super) address: String,
    pub(super) client: Option<Client>,
}

/// How a picture should be.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Options {
    /// The language of a card.
    lang: Option<String>,
    /// The side that sits below, on a board.
    view: Option<Side>,
    /// The width of a board in pixels.
    size: Option<u32>,
}

impl FromRequestParts<Arc<App>> for Wanted {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Wanted, Problem> {
        let path = RawPathParams::from_request_parts(parts, app).await.map_err(|_| missing())?;
        let find = |name: &str| path.iter().find(|(known, _)| *known == name).map(|(_, value)| value);
        let Query(options) = Query::<Options>::from_request_parts(parts, app).await?;
        let (name, ending) = find("file").and_then(|file| file.rsplit_once('.')).ok_or_else(missing)?;
        let rules = find("rules").map(rules).transpose()?;
        let format = match ending {
            "svg" => Format::Svg,
            "png" => Format::Png,
            "gif" => Format::Gif,
            _ => return Err(missing()),
        };
        let picture = named(find("kind").unwrap_or_default(), rules, name, &options)?;
        if format == Format::Gif && !matches!(picture, Picture::Game(_)) {
            return Err(missing());
        }
        let language = options.lang.as_deref().and_then(Language::of_tag).unwrap_or_default();
        let address = format!("{picture:?} {}", language.code());
        let client = Client::from_request_parts(parts, app).await.ok();
        Ok(Wanted { picture, format, language, address, client })
    }
}

fn named(kind: &str, of: Option<RuleSet>, name: &str, options: &Options) -> Result<Picture, Problem> {
    Ok(match (kind, of) {
        ("card", None) if name == "home" => Picture::Home,
        ("board", None) => Picture::Board {
            position: position(name)?,
            view: options.view.unwrap_or(Side::Black),
            size: options.size.unwrap_or(USUAL).clamp(16, WIDEST),
        },
        ("rules", None) => Picture::Rules(rules(name)?),
        ("game", None) => Picture::Game(name.parse().map_err(|_| GameError::NoSuchGame)?),
        ("position", Some(rules)) => Picture::Position { rules, position: position(name)? },
        ("puzzle", Some(rules)) => Picture::Puzzle { rules, date: name.to_string() },
        _ => return Err(missing()),
    })
}

pub(super) fn rules(text: &str) -> Result<RuleSet, Problem> {
    text.parse().map_err(|error: linja::ParseRuleSetError| {
        Problem::of(Code::InvalidRules, error.message()).part("rules")
    })
}

pub(super) fn position(text: &str) -> Result<Position, Problem> {
    text.parse().map_err(|error: ParsePositionError| {
        Problem::of(Code::InvalidPosition, error.message()).part("position")
    })
}

fn missing() -> Problem {
    Problem::of(Code::NotFound, Message::new("problem_no_such_file"))
}
