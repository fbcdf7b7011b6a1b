use alloc::string::String;

use super::excerpt;
use crate::Message;

/// The text is not a value of the type.
///
/// ```
/// use linja::Side;
/// let error = "green".parse::<Side>().unwrap_err();
/// assert_eq!(error.to_string(), "“green” is not black or red");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseValueError {
    found: String,
    /// The id of the message, which lists the possible values.
    id: &'static str,
}

impl ParseValueError {
    pub(crate) fn new(found: &str, id: &'static str) -> ParseValueError {
        ParseValueError { found: excerpt(found.trim()), id }
    }

    /// Finds the value in `all` with the id `text`, ignoring letter case and surrounding blanks.
    pub(crate) fn find<T: Copy, const N: usize>(
        all: [T; N],
        id_of: impl Fn(T) -> &'static str,
        text: &str,
        id: &'static str,
    ) -> Result<T, ParseValueError> {
        all.into_iter()
            .find(|&value| id_of(value).eq_ignore_ascii_case(text.trim()))
            .ok_or_else(|| ParseValueError::new(text, id))
    }

    /// The input, shortened and without control characters.
    #[must_use]
    pub fn found(&self) -> &str {
        &self.found
    }

    /// The error as a translatable message.
    #[must_use]
    pub fn message(&self) -> Message {
        Message::new(self.id).with("found", &*self.found)
    }
}

impl core::error::Error for ParseValueError {}
