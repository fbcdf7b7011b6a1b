//! A copy of the page as plain files, which any web server can offer below any path. The page then works without this program:
//! its engine answers, and the addresses of its pages stand in the fragment.

mod base;
mod document;

use axum::body::Bytes;
use linja::RuleSet;
use linja_players::{Date, Puzzle};
use linja_text::Language;
use serde::Serialize;

pub use self::base::{Base, ParseBaseError};
use crate::page::embedded;
use crate::picture::Words;
use crate::picture::preview::Preview;

/// The documents and other files that the copy itself consists of, at the top of its folder.
pub const INDEX: &str = "index.html";
/// Tells which version of the page a folder holds, and that it is such a copy.
pub const MARKER: &str = "linja-site.json";
const WORKER: &str = "sw.js";
const MANIFEST: &str = "manifest.webmanifest";
const NOT_FOUND: &str = "404.html";

/// What a copy of the page comes with.
#[derive(Clone, Debug)]
pub struct Site {
    /// Where the copy will be; `None` if nobody knows yet.
    pub base: Option<Base>,
    /// The server that its online features use, without a slash at the end; `None` for a copy without them.
    pub server: Option<String>,
    /// The language of the document. Each visitor gets their own, if the page has it.
    pub language: Language,
    /// The days with puzzles; `None` for a copy without puzzles.
    pub puzzles: Option<PuzzleDays>,
    /// The names of the files below `tables/`.
    pub tables: Vec<String>,
}

/// The days with puzzles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleDays {
    /// The rule sets.
    pub rules: Vec<RuleSet>,
    /// The first day.
    pub first: Date,
    /// The last day.
    pub last: Date,
}

/// A file of the copy.
#[derive(Clone, Debug)]
pub struct SiteFile {
    /// Its path below the folder of the copy.
    pub path: String,
    /// What is in it.
    pub body: Bytes,
}

impl SiteFile {
    fn new(path: impl Into<String>, body: impl Into<Vec<u8>>) -> SiteFile {
        let body: Vec<u8> = body.into();
        SiteFile { path: path.into(), body: body.into() }
    }
}

/// What the page reads about the copy that it is part of.
#[derive(Serialize)]
struct About<'a> {
    version: &'static str,
    server: Option<&'a str>,
    puzzles: Option<AboutPuzzles>,
    tables: &'a [String],
    previews: bool,
}

#[derive(Serialize)]
struct AboutPuzzles {
    rules: Vec<String>,
    first: String,
    last: String,
}

/// The version of the page, which is the name of its folder below `v/`.
#[must_use]
pub fn version() -> &'static str {
    embedded::VERSION
}

/// Whether the page has the engine, without which a copy can do nothing.
#[must_use]
pub fn has_engine() -> bool {
    embedded::has_engine()
}

impl Site {
    /// All files of the page, with their compressed forms for hosts that send these.
    #[must_use]
    pub fn files(&self) -> Vec<SiteFile> {
        let version = version();
        let mut files = Vec::new();
        for (path, file) in embedded::all().filter(|(path, _)| path.contains('/')) {
            for (ending, body) in file.forms() {
                files.push(SiteFile { path: format!("v/{version}/{path}{ending}"), body });
            }
        }
        files.push(SiteFile::new(WORKER, document::worker()));
        files.push(SiteFile::new(MANIFEST, document::manifest(self.base.as_ref())));
        if let Some(base) = &self.base {
            files.push(SiteFile::new(NOT_FOUND, document::not_found(base)));
            if base.is_whole() {
                let card = Words(self.language).home_card();
                files.push(SiteFile::new("picture/card/home.png", document::png(&card)));
            }
        }
        files.push(SiteFile::new(INDEX, document::index(self)));
        files.push(SiteFile::new(MARKER, format!("{{\"version\":\"{version}\"}}\n")));
        files
    }

    /// The document and the picture that other sites show for a link to a puzzle; none without a whole address.
    #[must_use]
    pub fn puzzle_preview(&self, puzzle: &Puzzle, date: Date) -> Vec<SiteFile> {
        let Some(base) = self.base.as_ref().filter(|base| base.is_whole()) else { return Vec::new() };
        let card = Words(self.language).puzzle_card(puzzle, date);
        let (page, picture) =
            (format!("puzzle/{}/{date}/", puzzle.rules), format!("picture/puzzle/{}/{date}", puzzle.rules));
        let preview = Preview::of(&card, format!("/{page}"), format!("/{picture}"));
        vec![
            SiteFile::new(format!("{picture}.png"), document::png(&card)),
            SiteFile::new(format!("{page}{INDEX}"), document::forward(self, base, &preview)),
        ]
    }

    fn about(&self) -> About<'_> {
        let puzzles = self.puzzles.as_ref().map(|days| AboutPuzzles {
            rules: days.rules.iter().map(RuleSet::id).collect(),
            first: days.first.to_string(),
            last: days.last.to_string(),
        });
        About {
            version: env!("CARGO_PKG_VERSION"),
            server: self.server.as_deref(),
            puzzles,
            tables: &self.tables,
            previews: self.base.as_ref().is_some_and(Base::is_whole),
        }
    }
}
