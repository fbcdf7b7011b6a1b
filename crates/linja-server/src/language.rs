//! The language of a response.

use axum::http::{HeaderMap, header};
use linja_text::Language;

/// The language of the cookie `lang`, which the page sets when the user chooses a language; otherwise the browser's
/// language; otherwise English.
pub(crate) fn of(headers: &HeaderMap) -> Language {
    chosen(headers).or_else(|| accepted(headers)).unwrap_or_default()
}

/// The language of a problem. A script of the page names the language of the page in `Accept-Language`, which may differ
/// from the cookie if the address has a parameter `lang`.
pub(crate) fn of_problem(headers: &HeaderMap) -> Language {
    accepted(headers).or_else(|| chosen(headers)).unwrap_or_default()
}

fn chosen(headers: &HeaderMap) -> Option<Language> {
    crate::cookie::values(headers, "lang").find_map(Language::of_tag)
}

fn accepted(headers: &HeaderMap) -> Option<Language> {
    Language::negotiate(headers.get(header::ACCEPT_LANGUAGE)?.to_str().ok()?)
}
