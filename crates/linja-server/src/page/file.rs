//! Files of the page and their responses.

use std::io::Read as _;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use flate2::read::GzDecoder;

use crate::entity_tag::{self, Tag};

/// A file embedded in the program.
#[derive(Debug)]
pub(crate) struct File {
    pub(super) media: &'static str,
    pub(super) hash: &'static str,
    pub(super) body: Embedded,
}

/// The bytes of a file in the program.
#[derive(Debug)]
pub(super) enum Embedded {
    /// Compression gains nothing.
    Plain(&'static [u8]),
    /// Only compressed: almost all clients accept one of these forms, and the program is smaller.
    Compressed { brotli: &'static [u8], gzip: &'static [u8] },
}

/// How long a client may cache a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keep {
    /// Forever, because the address changes with the content.
    Forever,
    /// The client must revalidate the file before each use.
    Revalidated,
}

impl File {
    /// The response to a request with these headers.
    pub(super) fn response(&self, request: &HeaderMap, keep: Keep) -> Response {
        let coding = match self.body {
            Embedded::Plain(_) => None,
            Embedded::Compressed { .. } => ["br", "gzip"].into_iter().find(|coding| accepts(request, coding)),
        };
        let caching = match keep {
            Keep::Forever => "public, max-age=31536000, immutable",
            Keep::Revalidated => "no-cache",
        };
        // Each encoding has its own tag, because a strong tag identifies exact bytes.
        let suffix = coding.map(|coding| format!("-{coding}")).unwrap_or_default();
        let tag = Tag::new(&format!("{}{suffix}", self.hash));
        let mut response = tag.answer(request, caching, || {
            let mut headers = HeaderMap::new();
            headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.media));
            headers.extend(coding.map(|coding| (header::CONTENT_ENCODING, HeaderValue::from_static(coding))));
            (headers, Body::from(self.bytes(coding)))
        });
        if matches!(self.body, Embedded::Compressed { .. }) {
            response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        }
        response
    }

    /// The bytes as files: as they are, and compressed, each with the ending of its name.
    pub(crate) fn forms(&self) -> Vec<(&'static str, Bytes)> {
        let codings: &[(&'static str, Option<&str>)] = match self.body {
            Embedded::Plain(_) => &[("", None)],
            Embedded::Compressed { .. } => &[("", None), (".br", Some("br")), (".gz", Some("gzip"))],
        };
        codings.iter().map(|(ending, coding)| (*ending, self.bytes(*coding))).collect()
    }

    /// The bytes in this coding.
    fn bytes(&self, coding: Option<&str>) -> Bytes {
        match (&self.body, coding) {
            (Embedded::Plain(body), _) => Bytes::from_static(body),
            (Embedded::Compressed { brotli, .. }, Some("br")) => Bytes::from_static(brotli),
            (Embedded::Compressed { gzip, .. }, Some(_)) => Bytes::from_static(gzip),
            (Embedded::Compressed { gzip, .. }, None) => {
                let mut body = Vec::new();
                GzDecoder::new(*gzip).read_to_end(&mut body).expect("the build compressed it");
                body.into()
            }
        }
    }
}

/// A response made for its address. Clients may keep it, but must ask each time whether it is current.
pub(super) fn revalidated(media: &'static str, body: String, request: &HeaderMap) -> Response {
    let tag = entity_tag::of(body.as_bytes()).weak();
    tag.answer(request, "no-cache", || ([(header::CONTENT_TYPE, media)], body))
}

/// A response that must not be cached.
pub(super) fn uncached(media: &'static str, body: impl Into<Body>) -> Response {
    ([(header::CACHE_CONTROL, "no-store"), (header::CONTENT_TYPE, media)], body.into()).into_response()
}

fn accepts(request: &HeaderMap, name: &str) -> bool {
    let offers = request.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    offers.flat_map(|value| value.split(',')).any(|offer| {
        let (coding, weight) = offer.split_once(';').unwrap_or((offer, "q=1"));
        let is_refused = weight.trim().strip_prefix("q=").is_some_and(|q| q.parse() == Ok(0.0));
        coding.trim().eq_ignore_ascii_case(name) && !is_refused
    })
}
