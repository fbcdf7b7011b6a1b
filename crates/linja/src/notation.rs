//! Parsing and writing values. Parsing ignores blanks and letter case. Written forms are canonical and parse back to an
//! equal value.

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

/// Applies width and alignment to a text as a whole, not to its parts.
pub(crate) fn pad(f: &mut fmt::Formatter<'_>, text: fmt::Arguments<'_>) -> fmt::Result {
    if f.width().is_none() && f.precision().is_none() {
        f.write_fmt(text)
    } else {
        f.pad(&alloc::fmt::format(text))
    }
}

/// The beginning of an input, short and without control characters, so that it is safe to quote in a message.
pub(crate) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 32;
    let mut quoted: String = text.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    if text.chars().nth(LONGEST).is_some() {
        quoted.push('…');
    }
    quoted
}

/// The input found where something else was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    Character(char),
    End,
}

impl Found {
    /// The message `wrong` with the character found, or `missing` at the end of the text.
    fn message(self, wrong: &'static str, missing: &'static str) -> Message {
        match self {
            Found::Character(found) => {
                Message::new(wrong).with("found", found.escape_debug().collect::<String>())
            }
            Found::End => Message::new(missing),
        }
    }
}

/// Reads a text by characters, skipping blanks and counting columns.
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

    /// Consumes the character that [`Cursor::peek`] returns.
    pub(crate) fn take(&mut self) -> Option<char> {
        self.peek()?;
        self.read += 1;
        self.rest.next()
    }

    /// Consumes the next character if it is `wanted`.
    pub(crate) fn take_if(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.take();
        }
        found
    }

    /// The character that [`Cursor::peek`] returns, for an error.
    pub(crate) fn found(&mut self) -> Found {
        self.peek().map_or(Found::End, Found::Character)
    }

    /// The column of the character that [`Cursor::peek`] returns, counted in characters from 1.
    pub(crate) fn column(&mut self) -> usize {
        self.peek();
        self.read + 1
    }
}
