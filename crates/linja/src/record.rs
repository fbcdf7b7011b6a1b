//! Records: a game as a text file, with tags and numbered turns.

mod error;
mod note;
mod read;
mod write;

pub use error::{RecordError, TagProblem, TagValueProblem};
pub use note::{Note, NoteProblem, NotedLine};

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::Game;

/// A game with its tags.
///
/// Tags that describe the game itself ([`Record::GAME_TAGS`]) are not stored but derived from the [`Game`], so a record
/// can't contradict itself. Parsing a text that contradicts itself is an error.
///
/// ```
/// use linja::{Record, Side};
/// let text = r#"
/// [Rules "classic"]
/// [Black "Ada"]
///
/// 1. ab ce | hg ec
/// "#;
/// let record = Record::parse(text)?;
/// assert_eq!(record.tag("Black"), Some("Ada"));
/// assert_eq!(record.game().turns().len(), 2);
/// assert_eq!(Record::parse(&record.to_string())?, record);
/// # Ok::<(), linja::RecordError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    game: Game,
    /// Names and values of all other tags, in canonical order.
    tags: Vec<(String, String)>,
    /// Comments and lines, by the index of the turn after which they stand.
    notes: BTreeMap<usize, Note>,
}

impl Record {
    /// The tags that are derived from the game.
    pub const GAME_TAGS: [&str; 6] = ["Rules", "First", "Result", "Termination", "Winner", "Setup"];

    /// The other tags with a fixed meaning; they are written before unknown tags.
    pub const PLAYER_TAGS: [&str; 3] = ["Black", "Red", "Date"];

    /// A record of `game` without further tags.
    #[must_use]
    pub fn new(game: Game) -> Record {
        Record { game, tags: Vec::new(), notes: BTreeMap::new() }
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The game without the tags.
    #[must_use]
    pub fn into_game(self) -> Game {
        self.game
    }

    /// What is noted at a turn of the game, counted from 0.
    #[must_use]
    pub fn note(&self, turn: usize) -> Option<&Note> {
        self.notes.get(&turn)
    }

    /// All notes with the indexes of their turns.
    pub fn notes(&self) -> impl Iterator<Item = (usize, &Note)> {
        self.notes.iter().map(|(&turn, note)| (turn, note))
    }

    /// The value of a tag other than [`Record::GAME_TAGS`]. Letter case does not matter.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// All tags other than [`Record::GAME_TAGS`], in the order in which they are written.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Sets a tag other than [`Record::GAME_TAGS`], or replaces its value.
    ///
    /// # Errors
    /// If the tag is derived from the game, the name is empty or contains a character other than ASCII letters, digits
    /// and `_`, or the value contains a control character such as a line break.
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<(), TagError> {
        let name = canonical_name(name)?;
        if Record::GAME_TAGS.contains(&name) {
            return Err(TagError::FollowsFromGame { name: name.to_string() });
        }
        if value.chars().any(char::is_control) {
            return Err(TagError::ControlCharacter { name: name.to_string() });
        }
        match self.tags.iter_mut().find(|(known, _)| known.eq_ignore_ascii_case(name)) {
            Some((_, old)) => *old = value.to_string(),
            None => self.tags.push((name.to_string(), value.to_string())),
        }
        // The sort is stable, so unknown tags keep their order.
        self.tags
            .sort_by_key(|(name, _)| Record::PLAYER_TAGS.iter().position(|known| known == name).unwrap_or(3));
        Ok(())
    }
}

/// Checks a tag name and returns it as written; known names have a fixed letter case.
fn canonical_name(name: &str) -> Result<&str, TagError> {
    if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
        return Err(TagError::BadName { name: crate::notation::excerpt(name) });
    }
    let mut known = Record::GAME_TAGS.iter().chain(&Record::PLAYER_TAGS);
    Ok(known.find(|known| known.eq_ignore_ascii_case(name)).unwrap_or(&name))
}

/// A tag can't be set.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TagError {
    /// The tag is derived from the game.
    FollowsFromGame {
        /// The tag name.
        name: String,
    },
    /// The name is empty or contains a character other than ASCII letters, digits and `_`.
    BadName {
        /// The tag name.
        name: String,
    },
    /// The value contains a control character, which is not allowed in a record.
    ControlCharacter {
        /// The tag name.
        name: String,
    },
}

impl fmt::Display for TagError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TagError::FollowsFromGame { name } => write!(f, "the tag {name} follows from the game"),
            TagError::BadName { name } => {
                write!(f, "\"{name}\" is no tag name: letters a to z, digits and _ are possible")
            }
            TagError::ControlCharacter { name } => {
                write!(f, "the tag {name} holds a control character, such as a line break")
            }
        }
    }
}

impl core::error::Error for TagError {}
