//! Reading and writing values. Reading ignores blanks and letter case; writing is canonical, and what is written reads
//! back equal.

mod partial_turn;
mod position;
mod turn;
mod value;

pub use partial_turn::ParsePartialTurnError;
pub use position::{ParsePositionError, PositionFormError};
pub use turn::{ParseTurnError, TurnFormError, TurnPart};
pub use value::ParseValueError;

use alloc::string::String;
use core::fmt;
use core::iter::Peekable;
use core::str::Chars;

use crate::Message;

/// Writes a text that is made of parts so that width and alignment count for the whole of it.
pub(crate) fn pad(f: &mut fmt::Formatter<'_>, text: fmt::Arguments<'_>) -> fmt::Result {
    if f.width().is_none() && f.precision().is_none() {
        f.write_fmt(text)
    } else {
        f.pad(&alloc::fmt::format(text))
    }
}

/// The beginning of an input, safe to quote in a message: short and without control characters.
pub(crate) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 32;
    let mut quoted: String = text.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    if text.chars().nth(LONGEST).is_some() {
        quoted.push('…');
    }
    quoted
}

/// What stands where something else was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    Character(char),
    End,
}

impl Found {
    /// The message `wrong` with the character, or `missing` where the text ends.
    fn message(self, wrong: &'static str, missing: &'static str) -> Message {
        match self {
            Found::Character(found) => {
                Message::new(wrong).with("found", found.escape_debug().collect::<String>())
            }
            Found::End => Message::new(missing),
        }
    }
}

/// Reads a text character by character, skips blanks and counts columns.
pub(crate) struct Cursor<'a> {
    rest: Peekable<Chars<'a>>,
    read: usize,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(text: &'a str) -> Cursor<'a> {
        Cursor { rest: text.chars().peekable(), read: 0 }
    }

    /// The next character that is not a blank.
    pub(crate) fn peek(&mut self) -> Option<char> {
        while self.rest.next_if(|c| c.is_whitespace()).is_some() {
            self.read += 1;
        }
        self.rest.peek().copied()
    }

    /// Takes what [`Cursor::peek`] shows.
    pub(crate) fn take(&mut self) -> Option<char> {
        self.peek()?;
        self.read += 1;
        self.rest.next()
    }

    /// Takes the next character if it is `wanted`.
    pub(crate) fn take_if(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.take();
        }
        found
    }

    /// What [`Cursor::peek`] shows, for an error.
    pub(crate) fn found(&mut self) -> Found {
        self.peek().map_or(Found::End, Found::Character)
    }

    /// The place of what [`Cursor::peek`] shows, counted in characters from 1.
    pub(crate) fn column(&mut self) -> usize {
        self.peek();
        self.read + 1
    }
}
