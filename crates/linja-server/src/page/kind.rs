//! The kinds of documents.

/// A document of the page, served in the reader's language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Document {
    /// The page at `/`.
    Home,
    /// The page of a game.
    Game,
    /// Any other page.
    Other,
    /// The document of every page, which a browser stores for times without the server.
    Shell,
    /// The page that a browser without an engine stores and shows when the server is unreachable.
    Offline,
}

impl Document {
    pub(super) const fn file(self) -> &'static str {
        match self {
            Document::Home | Document::Game | Document::Other | Document::Shell => "index.html",
            Document::Offline => "offline.html",
        }
    }

    /// The bundles that the page needs at once, each with its media query.
    pub(super) const fn bundles(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Document::Home => &[
                ("js/turn.js", ""),
                ("js/home/page.js", ""),
                ("js/board/pieces.js", ""),
                // The page at `/` shows a board only on wide screens.
                ("js/board/board.js", " media=\"(min-width: 56.25em)\""),
            ],
            Document::Game => &[
                ("js/turn.js", ""),
                ("js/board/pieces.js", ""),
                ("js/board/board.js", ""),
                ("js/game/page.js", ""),
            ],
            Document::Other | Document::Shell | Document::Offline => &[],
        }
    }
}
