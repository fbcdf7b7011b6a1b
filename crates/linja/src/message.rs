use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::english::{TEXTS, Template};
use crate::{Action, Row, RuleSet, Side};

/// A translatable message: the id of a text in every catalogue, and the values for its placeholders.
///
/// The errors of this crate have a `message()`, and their `Display` writes it in English. Other crates define further
/// messages, for which `Display` writes only the id.
///
/// ```
/// use linja::{PlayError, Row, Side};
/// let message = PlayError::NoPawn { side: Side::Red, row: Row::ALL[2] }.message();
/// assert_eq!(message.id(), "play_no_pawn");
/// assert_eq!(message.to_string(), "Red has no pawn on row c");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    id: &'static str,
    arguments: Vec<(&'static str, Argument)>,
}

/// A value in a [`Message`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A number. The number called `count` chooses the plural form.
    Number(u64),
    /// A side, whose name is translated.
    Side(Side),
    /// A text that is not translated: notation, a name, or an excerpt of the input.
    Written(String),
    /// A message inside the sentence.
    Message(Message),
    /// Several messages, separated by `; `.
    Messages(Vec<Message>),
}

impl Message {
    /// A message without values.
    #[must_use]
    pub const fn new(id: &'static str) -> Message {
        Message { id, arguments: Vec::new() }
    }

    /// Adds a value for the placeholder `name`.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Argument>) -> Message {
        self.arguments.push((name, value.into()));
        self
    }

    /// The id of the text.
    #[must_use]
    pub const fn id(&self) -> &'static str {
        self.id
    }

    /// The placeholder names and their values.
    #[must_use]
    pub fn arguments(&self) -> &[(&'static str, Argument)] {
        &self.arguments
    }

    /// The number that chooses the plural form.
    #[must_use]
    pub fn count(&self) -> Option<u64> {
        self.arguments.iter().find_map(|(name, value)| match value {
            Argument::Number(number) if *name == "count" => Some(*number),
            _ => None,
        })
    }

    /// Replaces the placeholders of `template`, such as `{row}`, with the values as formatted by `say`. A placeholder
    /// without a value is kept.
    pub fn fill(&self, template: &str, mut say: impl FnMut(&Argument) -> String) -> String {
        let mut filled = String::new();
        let mut rest = template;
        while let Some((before, (name, after))) =
            rest.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
        {
            filled.push_str(before);
            match self.arguments.iter().find(|(known, _)| *known == name) {
                Some((_, value)) => filled.push_str(&say(value)),
                None => filled.extend(["{", name, "}"]),
            }
            rest = after;
        }
        filled + rest
    }
}

/// Writes the message in English.
impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((_, template)) = TEXTS.iter().find(|(id, _)| *id == self.id) else {
            return f.write_str(self.id);
        };
        let template = match *template {
            Template::Plain(text) => text,
            Template::Forms { one, .. } if self.count() == Some(1) => one,
            Template::Forms { other, .. } => other,
        };
        f.write_str(&self.fill(template, |value| match value {
            Argument::Number(number) => number.to_string(),
            Argument::Side(side) => side.to_string(),
            Argument::Written(text) => text.clone(),
            Argument::Message(message) => message.to_string(),
            Argument::Messages(messages) => {
                messages.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
            }
        }))
    }
}

macro_rules! argument {
    ($($kind:ident($($from:ty),*) $value:ident => $to:expr;)*) => {$($(
        impl From<$from> for Argument {
            fn from($value: $from) -> Argument {
                Argument::$kind($to)
            }
        }
    )*)*};
}

argument! {
    Number(u8, u16, u32) number => number.into();
    // Lossless: `usize` has at most 64 bits on every platform.
    Number(usize) number => number as u64;
    Number(u64) number => number;
    Side(Side) side => side;
    Written(Action, Row, RuleSet, &str) value => value.to_string();
    Written(String) text => text;
    Message(Message) message => message;
    Messages(Vec<Message>) messages => messages;
}

/// Implements `Display` for errors by writing their English message.
macro_rules! display_message {
    ($($name:ty),* $(,)?) => {$(
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.message().fmt(f)
            }
        }
    )*};
}

display_message!(
    crate::ParsePartialTurnError,
    crate::ParsePositionError,
    crate::ParseRuleSetError,
    crate::ParseTurnError,
    crate::ParseValueError,
    crate::PlayError,
    crate::PositionFormError,
    crate::RecordError,
    crate::SetupError,
    crate::NoteProblem,
    crate::TagProblem,
    crate::TagValueProblem,
    crate::TurnFormError,
    crate::Violation,
    crate::WhyDone,
);
