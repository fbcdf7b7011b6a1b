use alloc::string::String;
use core::fmt;

use super::excerpt;

/// A text is none of the values that its type has.
///
/// ```
/// use linja::Side;
/// let error = "green".parse::<Side>().unwrap_err();
/// assert_eq!(error.to_string(), r#""green" is not black or red"#);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseValueError {
    found: String,
    expected: &'static str,
}

impl ParseValueError {
    pub(crate) fn new(found: &str, expected: &'static str) -> ParseValueError {
        ParseValueError { found: excerpt(found.trim()), expected }
    }

    /// The one of `all` whose id is `text`, in any letter case and with blanks around it.
    pub(crate) fn find<T: Copy, const N: usize>(
        all: [T; N],
        id: impl Fn(T) -> &'static str,
        text: &str,
        expected: &'static str,
    ) -> Result<T, ParseValueError> {
        all.into_iter()
            .find(|&value| id(value).eq_ignore_ascii_case(text.trim()))
            .ok_or_else(|| ParseValueError::new(text, expected))
    }

    /// What was read, shortened and without control characters.
    #[must_use]
    pub fn found(&self) -> &str {
        &self.found
    }

    /// What is possible, in English.
    #[must_use]
    pub fn expected(&self) -> &'static str {
        self.expected
    }
}

impl fmt::Display for ParseValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" is not {}", self.found, self.expected)
    }
}

impl core::error::Error for ParseValueError {}
