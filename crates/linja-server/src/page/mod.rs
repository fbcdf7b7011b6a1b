//! The web page: the folder `web` and the catalogues of `locales`, both part of the program.
//!
//! Everything that a page loads has an address with the version of the whole page in it (`/v/…/js/main.js`) and may be kept
//! for ever; the document that names these addresses is asked for anew each time. The same files are also there without a
//! version.

mod embedded;
mod file;
mod folder;
mod given;
mod imports;
mod site;
mod styles;

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path as UrlPath, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use linja_text::{Catalogues, Language};

use self::folder::Folder;
use self::given::Given;
use self::site::{Document, Site};
use crate::app::App;
use crate::client::Client;
use crate::extract::Id;
use crate::problem::{Code, Problem};

/// The addresses of the page but the two first ones. What is shown there is decided in the browser.
const PAGES: [&str; 13] = [
    "/explorer",
    "/explorer/{rules}/{position}",
    "/game/{id}/review",
    "/games",
    "/learn",
    "/learn/{rules}/{lesson}",
    "/lobby",
    "/oracle",
    "/puzzle",
    "/puzzle/{rules}/{date}",
    "/review",
    "/rules",
    "/settings",
];

/// Where the page comes from.
#[derive(Debug)]
pub enum Source {
    /// From the program itself.
    Embedded,
    /// From a folder.
    Folder(Folder),
}

impl Source {
    /// The page from a folder with `web` and `locales` in it, or from the program.
    #[must_use]
    pub fn new(folder: Option<PathBuf>) -> Source {
        folder.map_or(Source::Embedded, |path| Source::Folder(Folder::new(path)))
    }

    /// Calls `answer` with the page as it is now.
    fn with(&self, answer: impl FnOnce(&Site) -> Option<Response>) -> Response {
        static EMBEDDED: LazyLock<Site> = LazyLock::new(|| {
            let files = embedded::files().into_iter().map(|(path, body)| match body {
                Cow::Borrowed(body) => (path, Bytes::from_static(body)),
                Cow::Owned(body) => (path, body.into()),
            });
            Site::new(files.collect(), Catalogues::embedded(), true)
        });
        let found = match self {
            Source::Embedded => answer(&EMBEDDED),
            Source::Folder(folder) => match folder.site() {
                Ok(site) => answer(&site),
                // Whoever works on the page wants to know.
                Err(why) => return (StatusCode::INTERNAL_SERVER_ERROR, why).into_response(),
            },
        };
        found.unwrap_or_else(|| Problem::new(Code::NotFound, "There is no such file.").into_response())
    }
}

/// The page and its files.
pub(crate) fn router() -> Router<Arc<App>> {
    let mut router = Router::new()
        .route("/", get(home))
        .route("/game/{id}", get(game))
        .route("/v/{version}/{*path}", get(versioned))
        .route("/offline", get(offline))
        .route("/favicon.ico", get(favicon));
    for path in ["/css/{*path}", "/icons/{*path}", "/js/{*path}", "/locales/{*path}"] {
        router = router.route(path, get(file));
    }
    for path in ["/manifest.webmanifest", "/sw.js"] {
        router = router.route(path, get(file));
    }
    for path in PAGES {
        router = router.route(path, get(other));
    }
    router
}

/// The answer to an address that does not exist: the page says so to people, a problem to programs.
pub(crate) async fn elsewhere(State(app): State<Arc<App>>, request: Request) -> Response {
    let headers = request.headers();
    let accepted = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let is_reading = matches!(*request.method(), Method::GET | Method::HEAD);
    if is_reading && accepted.contains("text/html") && !request.uri().path().starts_with("/api/") {
        let mut response = document(&app, Document::Other, None, request.uri(), headers);
        // A page that the browser knows already is no less missing.
        if response.status() == StatusCode::OK {
            *response.status_mut() = StatusCode::NOT_FOUND;
        }
        return response;
    }
    let detail = "There is nothing here. The addresses are listed in /api/v1/openapi.json.";
    Problem::new(Code::NotFound, detail).into_response()
}

async fn home(
    State(app): State<Arc<App>>,
    client: Result<Client, Problem>,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let given = match client {
        Ok(client) => Some(Given::home(&app, &client).await),
        Err(_) => None,
    };
    document(&app, Document::Home, given.as_ref(), &uri, &headers)
}

async fn game(
    State(app): State<Arc<App>>,
    client: Result<Client, Problem>,
    id: Result<Id, Problem>,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let given = match (client, id) {
        (Ok(client), Ok(Id(id))) => Some(Given::game(&app, &client, id).await),
        _ => None,
    };
    document(&app, Document::Game, given.as_ref(), &uri, &headers)
}

async fn other(State(app): State<Arc<App>>, uri: Uri, headers: HeaderMap) -> Response {
    document(&app, Document::Other, None, &uri, &headers)
}

async fn offline(State(app): State<Arc<App>>, uri: Uri, headers: HeaderMap) -> Response {
    document(&app, Document::Offline, None, &uri, &headers)
}

async fn file(State(app): State<Arc<App>>, uri: Uri, headers: HeaderMap) -> Response {
    app.page.with(|site| site.file(uri.path().trim_start_matches('/'), None, &headers))
}

async fn versioned(
    State(app): State<Arc<App>>,
    UrlPath((version, path)): UrlPath<(String, String)>,
    headers: HeaderMap,
) -> Response {
    app.page.with(|site| site.file(&path, Some(&version), &headers))
}

async fn favicon(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    app.page.with(|site| site.file("icons/icon.svg", None, &headers))
}

/// A document in the language that the address asks for (`?lang=fr`), else the one that the person has chosen on the page
/// (the cookie `lang`), else the browser's.
fn document(
    app: &App,
    document: Document,
    given: Option<&Given>,
    uri: &Uri,
    headers: &HeaderMap,
) -> Response {
    let wish = uri.query().unwrap_or_default().split('&').find_map(|pair| pair.strip_prefix("lang="));
    let mut chosen = crate::cookie::values(headers, "lang").filter_map(Language::of_tag);
    let accepted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    let language = wish
        .and_then(Language::of_tag)
        .or_else(|| chosen.next())
        .or_else(|| Language::negotiate(accepted?))
        .unwrap_or_default();
    let mut response = app.page.with(|site| site.document(document, language, given, headers));
    let vary = HeaderValue::from_static("accept-encoding, accept-language, cookie");
    response.headers_mut().insert(header::VARY, vary);
    response
}
