//! Player names. Strangers see them, so they are validated.

#[cfg(feature = "server")]
mod likeness;
#[cfg(not(feature = "server"))]
#[path = "name/on_device.rs"]
mod likeness;

use std::fmt;

use linja::Message;

pub(crate) use self::likeness::are_alike;
use crate::english;

/// Maximum length of a name in characters.
pub const LONGEST: usize = 40;

/// Why a name is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameError {
    /// Too many characters.
    TooLong,
    /// A control character, an invisible character or a direction mark.
    Invisible,
    /// The name looks like the computer's.
    LikeComputer,
    /// The name looks like that of the other player.
    LikeOpponent,
}

impl NameError {
    /// The error as a translatable message.
    #[must_use]
    pub fn message(self) -> Message {
        match self {
            NameError::TooLong => Message::new("problem_name_too_long").with("count", LONGEST),
            NameError::Invisible => Message::new("problem_name_invisible"),
            NameError::LikeComputer => Message::new("problem_name_like_computer"),
            NameError::LikeOpponent => Message::new("problem_name_like_opponent"),
        }
    }
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&english(&self.message()))
    }
}

impl std::error::Error for NameError {}

/// Normalises and validates a name; `None` if nothing is left.
///
/// # Errors
/// If the name is too long, is like one of the computer's, or holds characters that could imitate another name or break
/// the page.
pub fn check(name: &str) -> Result<Option<String>, NameError> {
    if name.trim().chars().any(|character| character.is_control() || is_invisible(character)) {
        return Err(NameError::Invisible);
    }
    let Some(name) = normal(name) else { return Ok(None) };
    if name.chars().count() > LONGEST {
        return Err(NameError::TooLong);
    }
    if likeness::is_like_computer(&name) {
        return Err(NameError::LikeComputer);
    }
    Ok(Some(name))
}

/// Whether two names are the same but for blanks and the encoding of their characters.
pub(crate) fn are_same(one: Option<&str>, other: Option<&str>) -> bool {
    one.and_then(normal) == other.and_then(normal)
}

/// The name in Unicode's normal form C, with single blanks between its words; `None` if nothing is left.
fn normal(name: &str) -> Option<String> {
    let words: Vec<&str> = name.split_whitespace().collect();
    let name = likeness::composed(&words.join(" "));
    (!name.is_empty()).then_some(name)
}

/// Direction marks, zero-width characters, line and paragraph separators, fillers and variation selectors: all of them
/// can make different names look alike.
const fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{2800}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffc}'
            | '\u{13430}'..='\u{1345f}'
            | '\u{16fe4}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d159}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

#[cfg(test)]
#[cfg(feature = "server")]
mod tests {
    use super::*;

    #[test]
    fn ordinary_names_of_any_language_are_kept() {
        for name in
            ["Ada", "Mühlhäuser", "Ştefan", "李小龙", "سارة", "O'Brien; DROP TABLE events--", "<b>&amp;"]
        {
            assert_eq!(check(&format!("  {name} ")), Ok(Some(name.to_string())));
        }
        assert_eq!(check(" \t "), Ok(None));
    }

    #[test]
    fn names_are_normalised() {
        for (name, normal) in [
            ("Zoe\u{308}", "Zoë"),
            ("Ada   King", "Ada King"),
            ("\u{3000}Ada\u{a0}\u{2003}King ", "Ada King"),
            ("\u{212b}sa", "Åsa"),
        ] {
            assert_eq!(check(name), Ok(Some(normal.to_string())), "{name:?}");
            assert!(are_same(Some(name), Some(normal)));
        }
        for blank in ["\u{a0}", "\u{2003}\u{3000}", ""] {
            assert_eq!(check(blank), Ok(None), "{blank:?}");
            assert!(are_same(Some(blank), None));
        }
        assert!(!are_same(Some("Ada"), Some("Bo")));
    }

    #[test]
    fn names_that_deceive_are_refused() {
        for name in [
            "a\u{202e}b",
            "a\u{0}b",
            "a\u{200b}",
            "a\nb",
            "\u{2067}x",
            "\u{1b}[31m",
            "\u{feff}a",
            "\u{200d}\u{2060}",
            "\u{3164}",
            "\u{1d159}",
        ] {
            assert_eq!(check(name), Err(NameError::Invisible), "{name:?}");
        }
        assert_eq!(check(&"a".repeat(41)), Err(NameError::TooLong));
        assert_eq!(check(&"ä".repeat(40)), Ok(Some("ä".repeat(40))));
        assert_eq!(check(&"a\u{308}".repeat(40)), Ok(Some("ä".repeat(40))), "what counts is what is stored");
        assert_eq!(check(&"q\u{308}".repeat(21)), Err(NameError::TooLong));
        assert_eq!(check(" computer "), Err(NameError::LikeComputer));
    }

    #[test]
    fn every_reason_is_a_text() {
        for error in
            [NameError::TooLong, NameError::Invisible, NameError::LikeComputer, NameError::LikeOpponent]
        {
            assert!(error.to_string().contains(' '), "{error}");
        }
        assert!(NameError::TooLong.to_string().contains("40"));
    }
}
