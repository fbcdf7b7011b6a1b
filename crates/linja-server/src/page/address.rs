//! Addresses of pages and their queries.

use axum::http::{HeaderMap, Uri};
use linja_games::id::GameId;
use linja_text::Language;

/// The address of a game's page, with the query of this address except the number of the game.
pub(super) fn address(game: GameId, page: &str, uri: &Uri) -> String {
    let rest = parts(uri).filter(|part| !part.starts_with("game="));
    with_query(&format!("/game/{game}{page}"), rest)
}

/// An address with the parts of a query.
pub(super) fn with_query<'a>(path: &str, parts: impl Iterator<Item = &'a str>) -> String {
    // Only what a header can hold; other characters have no meaning here.
    let is_plain = |part: &&str| part.bytes().all(|byte| byte.is_ascii_graphic());
    let parts: Vec<&str> = parts.filter(is_plain).collect();
    if parts.is_empty() { path.to_string() } else { format!("{path}?{}", parts.join("&")) }
}

/// The parts of a query.
pub(super) fn parts(uri: &Uri) -> impl Iterator<Item = &str> {
    uri.query().unwrap_or_default().split('&').filter(|part| !part.is_empty())
}

/// The language of the address (`?lang=fr`), else that of the reader.
pub(crate) fn language(uri: &Uri, headers: &HeaderMap) -> Language {
    let wish = parts(uri).find_map(|part| part.strip_prefix("lang="));
    wish.and_then(Language::of_tag).unwrap_or_else(|| crate::language::of(headers))
}
