//! Player names. Strangers see them, so they are validated.

use std::fmt;

use linja::Message;

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
}

impl NameError {
    /// The error as a translatable message.
    #[must_use]
    pub fn message(self) -> Message {
        match self {
            NameError::TooLong => Message::new("problem_name_too_long").with("count", LONGEST),
            NameError::Invisible => Message::new("problem_name_invisible"),
        }
    }
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&english(&self.message()))
    }
}

impl std::error::Error for NameError {}

/// Trims and validates a name; `None` if nothing is left.
///
/// # Errors
/// If the name is too long, or holds characters that could imitate another name or break the page.
pub fn check(name: &str) -> Result<Option<String>, NameError> {
    let name = name.trim();
    if name.chars().count() > LONGEST {
        return Err(NameError::TooLong);
    }
    if name.chars().any(|character| character.is_control() || is_invisible(character)) {
        return Err(NameError::Invisible);
    }
    Ok((!name.is_empty()).then(|| name.to_string()))
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
            | '\u{fff0}'..='\u{fffb}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

#[cfg(test)]
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
    fn names_that_deceive_are_refused() {
        for name in ["a\u{202e}b", "a\u{0}b", "a\u{200b}", "a\nb", "\u{2067}x", "\u{1b}[31m", "\u{feff}a"] {
            assert_eq!(check(name), Err(NameError::Invisible), "{name:?}");
        }
        assert_eq!(check(&"a".repeat(41)), Err(NameError::TooLong));
        assert_eq!(check(&"ä".repeat(40)), Ok(Some("ä".repeat(40))));
    }
}
