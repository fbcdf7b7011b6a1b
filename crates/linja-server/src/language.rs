//! The language of a response.

use axum::http::{HeaderMap, header};
use linja_text::Language;

/// The language of the cookie `lang`, which the page sets when the user chooses a language; otherwise the browser's
/// language; otherwise English.
pub(crate) fn of(headers: &HeaderMap) -> Language {
    let mut chosen = crate::cookie::values(headers, "lang").filter_map(Language::of_tag);
    let accepted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    chosen.next().or_else(|| Language::negotiate(accepted?)).unwrap_or_default()
}
