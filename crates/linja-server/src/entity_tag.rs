//! Entity tags: a client that has a response already gets none of its bytes again.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

/// An entity tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tag {
    /// In quotation marks, without `W/`.
    quoted: String,
    is_weak: bool,
}

/// The tag of these bytes.
pub(crate) fn of(bytes: &[u8]) -> Tag {
    Tag::new(&blake3::hash(bytes).to_hex()[..32])
}

impl Tag {
    /// A tag with this text: visible ASCII without quotation marks.
    pub fn new(text: &str) -> Tag {
        Tag { quoted: format!("\"{text}\""), is_weak: false }
    }

    /// The tag of a response that is compressed for clients that accept it: a strong tag identifies exact bytes.
    #[must_use]
    pub fn weak(self) -> Tag {
        Tag { is_weak: true, ..self }
    }

    /// Whether `If-None-Match` holds this tag. Uses weak comparison, as `GET` requires.
    pub fn is_known(&self, request: &HeaderMap) -> bool {
        let known = request.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
        let mut known =
            known.flat_map(|value| value.split(',')).map(|known| known.trim().trim_start_matches("W/"));
        known.any(|known| known == self.quoted || known == "*")
    }

    /// The answer to this request: what `response` returns, or 304 if the client has it already.
    pub fn answer<R: IntoResponse>(
        &self,
        request: &HeaderMap,
        caching: &'static str,
        response: impl FnOnce() -> R,
    ) -> Response {
        self.respond(caching, (!self.is_known(request)).then(response))
    }

    /// A response with this tag; 304 if there is none because the client [has it already](Tag::is_known).
    pub fn respond(&self, caching: &'static str, response: Option<impl IntoResponse>) -> Response {
        let mut response =
            response.map_or_else(|| StatusCode::NOT_MODIFIED.into_response(), IntoResponse::into_response);
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
        let written = format!("{}{}", if self.is_weak { "W/" } else { "" }, self.quoted);
        headers.extend(HeaderValue::from_str(&written).map(|tag| (header::ETAG, tag)));
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(known: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(header::IF_NONE_MATCH, HeaderValue::from_str(known).unwrap());
        headers
    }

    #[test]
    fn only_a_client_that_knows_the_tag_gets_304() {
        let tag = Tag::new("one");
        for (known, status) in [
            ("\"one\"", StatusCode::NOT_MODIFIED),
            ("W/\"one\"", StatusCode::NOT_MODIFIED),
            ("\"two\" , W/\"one\"", StatusCode::NOT_MODIFIED),
            ("*", StatusCode::NOT_MODIFIED),
            ("one", StatusCode::OK),
            ("\"two\"", StatusCode::OK),
        ] {
            for (tag, written) in [(tag.clone(), "\"one\""), (tag.clone().weak(), "W/\"one\"")] {
                let response = tag.answer(&request(known), "no-cache", || "body");
                assert_eq!(response.status(), status, "{known}");
                assert_eq!(response.headers()[header::ETAG], written);
                assert_eq!(response.headers()[header::CACHE_CONTROL], "no-cache");
                assert_eq!(response.headers().contains_key(header::CONTENT_TYPE), status == StatusCode::OK);
            }
        }
    }

    #[test]
    fn tags_of_other_bytes_differ() {
        assert_eq!(of(b"one"), of(b"one"));
        assert_ne!(of(b"one"), of(b"two"));
    }
}
