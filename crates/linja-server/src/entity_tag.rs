//! Entity tags.

use axum::http::{HeaderMap, header};

/// Whether `If-None-Match` holds this tag, given quoted and without `W/`. Uses weak comparison, as `GET` requires.
pub(crate) fn is_known(request: &HeaderMap, tag: &str) -> bool {
    let known = request.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    let mut known =
        known.flat_map(|value| value.split(',')).map(|known| known.trim().trim_start_matches("W/"));
    known.any(|known| known == tag || known == "*")
}
