//! A file of the page, ready to be sent.

use std::borrow::Cow;
use std::io::Write as _;
use std::sync::{Arc, LazyLock, OnceLock, mpsc};

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

/// Smaller bodies fit into one packet whether they are compressed or not.
const WORTH_COMPRESSING: usize = 1024;
/// For whoever asks first, and waits. Levels between this one and the highest gain nothing.
const QUICK: i32 = 5;
/// For everybody after that: some 8 % smaller, and many times the work.
const BEST: i32 = 11;

/// A file, and its compressed forms once somebody has asked for them.
#[derive(Debug)]
pub(super) struct File {
    body: Bytes,
    media: &'static str,
    hash: String,
    quick: OnceLock<Bytes>,
    best: Arc<OnceLock<Bytes>>,
    gzip: OnceLock<Bytes>,
}

/// How long a client may keep a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keep {
    /// Its address changes with its content.
    Forever,
    /// As long as it is the same, for which the client has to ask.
    Revalidated,
    /// It was made for this client at this moment.
    Once,
    /// Somebody is working on it.
    Never,
}

impl File {
    /// `None` if its kind is not one that is served.
    pub(super) fn new(path: &str, body: impl Into<Bytes>) -> Option<File> {
        let media = media(path)?;
        let body = body.into();
        let hash = blake3::hash(&body).to_hex()[..32].to_string();
        Some(File { body, media, hash, quick: OnceLock::new(), best: Arc::default(), gzip: OnceLock::new() })
    }

    pub(super) fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.body)
    }

    pub(super) fn hash(&self) -> &str {
        &self.hash
    }

    /// The response to a request with these headers.
    pub(super) fn answer(&self, request: &HeaderMap, keep: Keep) -> Response {
        let coding = if keep == Keep::Never { Coding::Identity } else { self.coding(request) };
        // Each form has a name of its own, as a strong tag stands for the same bytes. Those of Brotli change once.
        let tag = format!("\"{}{}\"", self.hash, coding.suffix());
        let strength = if coding == Coding::Brotli { "W/" } else { "" };
        let caching = match keep {
            Keep::Forever => "public, max-age=31536000, immutable",
            Keep::Revalidated => "no-cache",
            Keep::Once | Keep::Never => "no-store",
        };
        let mut headers = HeaderMap::new();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
        if self.is_compressible() {
            headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        }
        if matches!(keep, Keep::Forever | Keep::Revalidated)
            && let Ok(value) = HeaderValue::from_str(&format!("{strength}{tag}"))
        {
            headers.insert(header::ETAG, value);
            if crate::entity_tag::is_known(request, &tag) {
                return (StatusCode::NOT_MODIFIED, headers).into_response();
            }
        }
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.media));
        if let Some(name) = coding.name() {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(name));
        }
        let body = match (coding, keep) {
            (Coding::Brotli, Keep::Once) => self.quick().clone(),
            (Coding::Gzip, Keep::Once) => gzip(&self.body, flate2::Compression::fast()),
            (Coding::Brotli, _) => self.brotli().clone(),
            (Coding::Gzip, _) => {
                self.gzip.get_or_init(|| gzip(&self.body, flate2::Compression::best())).clone()
            }
            (Coding::Identity, _) => self.body.clone(),
        };
        (headers, Body::from(body)).into_response()
    }

    /// Compressed quickly at first, and as well as possible as soon as there was time for it.
    fn brotli(&self) -> &Bytes {
        self.best.get().unwrap_or_else(|| {
            if self.quick.get().is_none() {
                // If nobody can take it, it stays as it is.
                let _ = COMPRESSING.send((self.body.clone(), self.best.clone()));
            }
            self.quick()
        })
    }

    fn quick(&self) -> &Bytes {
        self.quick.get_or_init(|| brotli(&self.body, QUICK))
    }

    fn is_compressible(&self) -> bool {
        self.media != "image/png" && self.body.len() >= WORTH_COMPRESSING
    }

    fn coding(&self, request: &HeaderMap) -> Coding {
        let accepts = |name: &str| {
            request.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok()).any(
                |value| {
                    value.split(',').any(|offer| {
                        let (coding, weight) = offer.split_once(';').unwrap_or((offer, "q=1"));
                        let refused = weight.trim().strip_prefix("q=").is_some_and(|q| q.parse() == Ok(0.0));
                        coding.trim().eq_ignore_ascii_case(name) && !refused
                    })
                },
            )
        };
        match () {
            () if !self.is_compressible() => Coding::Identity,
            () if accepts("br") => Coding::Brotli,
            () if accepts("gzip") => Coding::Gzip,
            () => Coding::Identity,
        }
    }
}

/// What is to be compressed as well as possible, and where the result goes. One thread does it: visitors come first.
static COMPRESSING: LazyLock<mpsc::Sender<(Bytes, Arc<OnceLock<Bytes>>)>> = LazyLock::new(|| {
    let (sender, waiting) = mpsc::channel::<(Bytes, Arc<OnceLock<Bytes>>)>();
    let work = move || waiting.iter().for_each(|(body, best)| drop(best.set(brotli(&body, BEST))));
    // Without the thread everything stays as it was compressed first.
    let _ = std::thread::Builder::new().name("compressing".into()).spawn(work);
    sender
});

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Coding {
    Brotli,
    Gzip,
    Identity,
}

impl Coding {
    const fn name(self) -> Option<&'static str> {
        match self {
            Coding::Brotli => Some("br"),
            Coding::Gzip => Some("gzip"),
            Coding::Identity => None,
        }
    }

    const fn suffix(self) -> &'static str {
        match self {
            Coding::Brotli => "-br",
            Coding::Gzip => "-gzip",
            Coding::Identity => "",
        }
    }
}

/// The kinds of files that a page is made of; nothing else is served.
fn media(path: &str) -> Option<&'static str> {
    let (_, ending) = path.rsplit_once('.')?;
    Some(match ending {
        "css" => "text/css; charset=utf-8",
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "png" => "image/png",
        "svg" => "image/svg+xml",
        "webmanifest" => "application/manifest+json",
        _ => return None,
    })
}

fn brotli(body: &[u8], level: i32) -> Bytes {
    let mut compressed = Vec::new();
    let params = brotli::enc::BrotliEncoderParams {
        quality: level,
        size_hint: body.len(),
        ..brotli::enc::BrotliEncoderParams::default()
    };
    let mut body = body;
    brotli::BrotliCompress(&mut body, &mut compressed, &params).expect("memory takes everything");
    compressed.into()
}

fn gzip(body: &[u8], level: flate2::Compression) -> Bytes {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), level);
    encoder.write_all(body).and_then(|()| encoder.finish()).expect("memory takes everything").into()
}
