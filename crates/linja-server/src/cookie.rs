//! Reading and writing cookies.

use std::time::Duration;

use axum::http::{HeaderMap, HeaderValue, header};

/// The values of all cookies of this name. A browser may send several, set for different paths.
pub(crate) fn values<'a>(headers: &'a HeaderMap, name: &'a str) -> impl Iterator<Item = &'a str> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.filter(move |(found, _)| *found == name).map(|(_, value)| value)
}

/// A `Set-Cookie` header for a cookie of this age that scripts can't read; `None` if the value is not valid in a header.
pub(crate) fn hidden(name: &str, value: &str, age: Duration, is_secure: bool) -> Option<HeaderValue> {
    let secure = if is_secure { "; Secure" } else { "" };
    let age = age.as_secs();
    let cookie = format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={age}{secure}");
    HeaderValue::from_str(&cookie).ok()
}
