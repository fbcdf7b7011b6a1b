use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// Where a copy of the page will be: a path such as `/games/linja/`, or a whole address such as
/// `https://example.org/games/linja/`, which previews of links need.
///
/// ```
/// use linja_server::site::Base;
/// let base: Base = "https://example.org/games/linja".parse()?;
/// assert_eq!(base.to_string(), "https://example.org/games/linja/");
/// assert_eq!(base.path(), "/games/linja/");
/// # Ok::<(), linja_server::site::ParseBaseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Base {
    /// Such as `https://example.org`; empty if only the path is known.
    origin: String,
    /// Begins and ends with a slash.
    path: String,
}

/// Neither a path nor an address.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("use a path such as /games/linja/, or an address such as https://example.org/games/linja/")]
pub struct ParseBaseError;

impl Base {
    /// The path, with a slash at both ends.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Whether the host is known.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        !self.origin.is_empty()
    }

    /// The address without its last slash.
    pub(super) fn without_slash(&self) -> String {
        format!("{}{}", self.origin, self.path.trim_end_matches('/'))
    }
}

impl fmt::Display for Base {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.origin, self.path)
    }
}

impl FromStr for Base {
    type Err = ParseBaseError;

    fn from_str(text: &str) -> Result<Base, ParseBaseError> {
        // What stands in an address and needs no escape in a document.
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-._~/:[]%@+".contains(c);
        if !text.chars().all(is_plain) || text.contains("..") {
            return Err(ParseBaseError);
        }
        let (origin, path) = match text.split_once("://") {
            Some((scheme @ ("http" | "https"), rest)) => {
                let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
                if host.is_empty() || host.contains('@') {
                    return Err(ParseBaseError);
                }
                (format!("{scheme}://{host}"), path)
            }
            Some(_) => return Err(ParseBaseError),
            None => (String::new(), text.strip_prefix('/').ok_or(ParseBaseError)?),
        };
        let path = path.trim_end_matches('/');
        if path.split('/').any(str::is_empty) && !path.is_empty() {
            return Err(ParseBaseError);
        }
        let path = if path.is_empty() { "/".to_string() } else { format!("/{path}/") };
        Ok(Base { origin, path })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_and_addresses_are_told_apart() {
        for (text, path, is_whole) in [
            ("/", "/", false),
            ("/games/linja", "/games/linja/", false),
            ("/games/linja/", "/games/linja/", false),
            ("https://example.org", "/", true),
            ("http://127.0.0.1:8080/x/", "/x/", true),
        ] {
            let base: Base = text.parse().expect(text);
            assert_eq!((base.path(), base.is_whole()), (path, is_whole), "{text}");
        }
        for bad in [
            "",
            "games",
            "ftp://example.org/",
            "https://",
            "/a?b",
            "/a#b",
            "//evil.example/",
            "/a/../b",
            "/\"><x",
        ] {
            assert_eq!(bad.parse::<Base>(), Err(ParseBaseError), "{bad}");
        }
    }
}
