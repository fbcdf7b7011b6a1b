//! The web page: the directory `web` and the catalogues of `locales`, embedded in the program by `build.rs`.
//!
//! The addresses of scripts, style sheets and icons contain the version of the whole page (`/v/…/js/main.js`), so these
//! files may be cached forever. Documents are requested each time. The same files are also served without a version.

mod address;
mod compose;
pub(crate) mod embedded;
pub(crate) mod file;
mod folder;
mod given;
mod kind;
pub(crate) mod previews;

use std::path::PathBuf;
use std::sync::Arc;

use axum::extract::{Path as UrlPath, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse as _, Redirect, Response};
use axum::routing::get;
use axum::{Extension, Router};
use linja::{Message, RuleSet};
use linja_games::id::GameId;
use linja_text::Language;
use tower_http::compression::CompressionLayer;

pub(crate) use self::address::language;
use self::address::{address, parts, with_query};
pub(crate) use self::compose::{data, escape};
use self::file::{Keep, uncached};
use self::folder::Folder;
use self::given::Given;
use self::kind::Document;
use crate::app::App;
use crate::client::{Client, Shown};
use crate::extract::Id;
use crate::middleware::Address;
use crate::picture::preview::Preview;
use crate::problem::{Code, Problem};

/// Addresses of the page without a preview. Scripts in the browser decide what to show.
const PAGES: [&str; 12] = [
    "/explorer",
    "/games",
    "/learn",
    "/learn/{rules}/{lesson}",
    "/lobby",
    "/oracle",
    "/privacy",
    "/puzzle",
    "/review",
    "/rules",
    "/settings",
    "/two",
];

/// Placeholder for inlined API responses in a document.
const GIVEN: &str = "<script type=\"application/json\" id=\"given\"></script>";

/// The folder of the engine.
const ENGINE: &str = "engine/";

const HTML: &str = "text/html; charset=utf-8";

/// The source of the page.
#[derive(Debug)]
pub enum Source {
    /// Embedded in the program.
    Embedded,
    /// A directory.
    Folder(Folder),
}

impl Source {
    /// The given directory with `web` and `locales`, or else the embedded page.
    #[must_use]
    pub fn new(folder: Option<PathBuf>) -> Source {
        folder.map_or(Source::Embedded, |path| Source::Folder(Folder(path)))
    }

    /// A file by its path; `version` if the address contains one.
    fn file(&self, path: &str, version: Option<&str>, request: &HeaderMap) -> Response {
        let found = match (self, version) {
            (Source::Embedded, None | Some(embedded::VERSION)) => {
                let keep = if version.is_some() { Keep::Forever } else { Keep::Revalidated };
                Ok(embedded::file(path).map(|file| file.response(request, keep)))
            }
            // The engine is not made anew for a directory.
            (Source::Folder(_), None) if path.starts_with(ENGINE) => {
                Ok(embedded::file(path).map(|file| file.response(request, Keep::Revalidated)))
            }
            (Source::Folder(folder), None) => {
                folder.file(path).map(|file| file.map(|(media, body)| uncached(media, body)))
            }
            // Modules of different versions must not be mixed: an outdated page has to be reloaded.
            (_, Some(_)) => Ok(None),
        };
        respond(found)
    }

    /// A document in a language, with inlined API responses and with lines for its head.
    fn document(
        &self,
        document: Document,
        language: Language,
        given: Option<&Given>,
        head: &str,
        request: &HeaderMap,
    ) -> Response {
        let name = document.file();
        let html = match self {
            Source::Embedded => {
                let page = embedded::document(&format!("{}/{name}", language.code()));
                if given.is_none() && head.is_empty() {
                    return respond(Ok(page.map(|page| page.file.response(request, Keep::Revalidated))));
                }
                Ok(page.map(|page| with_bundles(page.html, document)))
            }
            Source::Folder(folder) => folder.document(name, language).map(|html| {
                if embedded::has_engine() { html.map(|html| compose::with_engine(&html, "/")) } else { html }
            }),
        };
        let send = |html: String| {
            let html = html.replacen("</head>", &format!("{head}</head>"), 1);
            let given = given.map(|given| serde_json::to_string(given).unwrap_or_default());
            match (self, given) {
                (_, Some(given)) => uncached(HTML, html.replacen(GIVEN, &data(GIVEN, &given), 1)),
                (Source::Folder(_), None) => uncached(HTML, html),
                (Source::Embedded, None) => file::revalidated(HTML, html, request),
            }
        };
        respond(html.map(|html| html.map(send)))
    }
}

/// The embedded document of the home page, which also holds all other pages.
pub(crate) fn home_document(language: Language) -> Option<String> {
    let page = embedded::document(&format!("{}/{}", language.code(), Document::Home.file()))?;
    Some(with_bundles(page.html, Document::Home))
}

/// Adds preload links for the bundles of a document, because a browser would discover them only one after another.
fn with_bundles(html: &str, document: Document) -> String {
    let version = embedded::VERSION;
    let link = |(path, media): &(&str, &str)| {
        format!("<link rel=\"modulepreload\" href=\"/v/{version}/{path}\"{media}>\n")
    };
    let links: String = document.bundles().iter().map(link).collect();
    html.replacen("</head>", &(links + "</head>"), 1)
}

/// The response, or a problem if there is none. Errors occur only with a directory and are meant for developers.
fn respond(found: Result<Option<Response>, String>) -> Response {
    match found {
        Ok(Some(response)) => response,
        Ok(None) => Problem::of(Code::NotFound, Message::new("problem_no_such_file")).into_response(),
        Err(why) => (StatusCode::INTERNAL_SERVER_ERROR, why).into_response(),
    }
}

/// The page and its files.
pub(crate) fn router() -> Router<Arc<App>> {
    let mut router = Router::new()
        .route("/", get(home))
        .route("/game/{id}", get(game))
        .route("/rules/{rules}", get(rules))
        .route("/game/{id}/review", get(review))
        .route("/explorer/{rules}/{position}", get(explorer))
        .route("/puzzle/{rules}/{date}", get(puzzle))
        // Compresses documents that are made for a request; all other files were compressed at build time.
        .layer(CompressionLayer::new())
        .route("/v/{version}/{*path}", get(versioned))
        .route("/offline", get(offline))
        .route("/shell", get(shell))
        .route("/favicon.ico", get(favicon));
    for path in ["/css/{*path}", "/engine/{*path}", "/icons/{*path}", "/js/{*path}", "/locales/{*path}"] {
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

/// The response to an unknown address: the page for people, a problem for programs.
pub(crate) async fn elsewhere(State(app): State<Arc<App>>, request: Request) -> Response {
    let headers = request.headers();
    let accepted = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let is_reading = matches!(*request.method(), Method::GET | Method::HEAD);
    if is_reading && accepted.contains("text/html") && !request.uri().path().starts_with("/api/") {
        let reader = reader(&app, headers).await;
        return missing(document(&app, Document::Other, None, None, request.uri(), headers, reader));
    }
    let message = Message::new("problem_no_such_address").with("list", "/api/v1/openapi.json");
    Problem::of(Code::NotFound, message).into_response()
}

/// The page at an address where nothing is.
fn missing(mut response: Response) -> Response {
    // A page that the browser knows already is no less missing.
    if response.status() == StatusCode::OK {
        *response.status_mut() = StatusCode::NOT_FOUND;
    }
    response
}

async fn home(
    State(app): State<Arc<App>>,
    Extension(address): Extension<Address>,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let reader = reader(&app, &headers).await;
    let given = match &reader {
        Ok(client) => Some(Given::home(&app, address, client).await),
        Err(_) => None,
    };
    let preview = previews::home(language(&uri, &headers));
    document(&app, Document::Home, given.as_ref(), Some(preview), &uri, &headers, reader)
}

async fn game(
    State(app): State<Arc<App>>,
    id: Result<Id, Problem>,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let reader = reader(&app, &headers).await;
    let (Ok(client), Ok(Id(id))) = (&reader, id) else {
        return document(&app, Document::Game, None, None, &uri, &headers, reader);
    };
    if let Some(other) = by_number(&app, id, &uri).await {
        return Redirect::permanent(&address(other, "", &uri)).into_response();
    }
    let (given, shown) = Given::game(&app, client, id).await;
    if shown != id {
        let under_way = Redirect::temporary(&address(shown, "", &uri));
        return ([(header::CACHE_CONTROL, "no-store")], under_way).into_response();
    }
    let preview = previews::game(&app, id, "", language(&uri, &headers)).await;
    document(&app, Document::Game, Some(&given), Some(preview), &uri, &headers, reader)
}

/// The page about a rule set. Other spellings of its id lead to the canonical one, so that each has one address.
async fn rules(
    State(app): State<Arc<App>>,
    UrlPath(id): UrlPath<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let reader = reader(&app, &headers).await;
    let Ok(rules) = id.parse::<RuleSet>() else {
        // The page tells what is wrong with the id.
        return missing(document(&app, Document::Other, None, None, &uri, &headers, reader));
    };
    if rules.id() != id {
        return Redirect::permanent(&with_query(&format!("/rules/{rules}"), parts(&uri))).into_response();
    }
    let given = Given::rules(&app, rules).await;
    let preview = previews::rules(&app, rules, language(&uri, &headers));
    document(&app, Document::Other, Some(&given), Some(preview), &uri, &headers, reader)
}

async fn review(
    State(app): State<Arc<App>>,
    id: Result<Id, Problem>,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let reader = reader(&app, &headers).await;
    let Ok(Id(id)) = id else { return document(&app, Document::Other, None, None, &uri, &headers, reader) };
    if let Some(other) = by_number(&app, id, &uri).await {
        return Redirect::permanent(&address(other, "/review", &uri)).into_response();
    }
    let preview = previews::game(&app, id, "/review", language(&uri, &headers)).await;
    document(&app, Document::Other, None, Some(preview), &uri, &headers, reader)
}

async fn explorer(
    State(app): State<Arc<App>>,
    UrlPath((rules, position)): UrlPath<(String, String)>,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let preview = previews::position(&rules, &position, language(&uri, &headers));
    let reader = reader(&app, &headers).await;
    document(&app, Document::Other, None, preview, &uri, &headers, reader)
}

async fn puzzle(
    State(app): State<Arc<App>>,
    UrlPath((rules, date)): UrlPath<(String, String)>,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let preview = previews::puzzle(&app, &rules, &date, language(&uri, &headers));
    let reader = reader(&app, &headers).await;
    document(&app, Document::Other, None, preview, &uri, &headers, reader)
}

/// The game that `?game=K` asks for, if it is another one. Links from before every game had its own id say so.
async fn by_number(app: &Arc<App>, id: GameId, uri: &Uri) -> Option<GameId> {
    let number = parts(uri).find_map(|part| part.strip_prefix("game="))?.parse().ok()?;
    // If there is no such game, the page says so.
    app.rooms.by_number(id, number).await.ok().filter(|&other| other != id)
}

async fn other(State(app): State<Arc<App>>, uri: Uri, headers: HeaderMap) -> Response {
    let reader = reader(&app, &headers).await;
    document(&app, Document::Other, None, None, &uri, &headers, reader)
}

async fn offline(State(app): State<Arc<App>>, uri: Uri, headers: HeaderMap) -> Response {
    let reader = Err(crate::client::no_token());
    document(&app, Document::Offline, None, None, &uri, &headers, reader)
}

async fn shell(State(app): State<Arc<App>>, uri: Uri, headers: HeaderMap) -> Response {
    let reader = Err(crate::client::no_token());
    document(&app, Document::Shell, None, None, &uri, &headers, reader)
}

async fn file(State(app): State<Arc<App>>, uri: Uri, headers: HeaderMap) -> Response {
    app.page.file(uri.path().trim_start_matches('/'), None, &headers)
}

async fn versioned(
    State(app): State<Arc<App>>,
    UrlPath((version, path)): UrlPath<(String, String)>,
    headers: HeaderMap,
) -> Response {
    app.page.file(&path, Some(&version), &headers)
}

async fn favicon(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    app.page.file("icons/icon.svg", None, &headers)
}

/// A document in the language of the address (`?lang=fr`), or else in the reader's language. It also gives the browser its
/// identity, so that the identity exists before the first seat.
fn document(
    app: &App,
    document: Document,
    given: Option<&Given>,
    preview: Option<Preview>,
    uri: &Uri,
    headers: &HeaderMap,
    reader: Result<Client, Problem>,
) -> Response {
    let language = language(uri, headers);
    let base = crate::middleware::base(app, headers, uri);
    let head = preview.map(|preview| preview.tags(base.as_deref(), language)).unwrap_or_default();
    let cookies = cookies(reader, document, headers);
    let mut response = if cookies.is_empty() {
        app.page.document(document, language, given, &head, headers)
    } else {
        // A response with cookies must come in full: a browser may keep the headers of a cached one.
        let mut headers = headers.clone();
        headers.remove(header::IF_NONE_MATCH);
        app.page.document(document, language, given, &head, &headers)
    };
    let vary = HeaderValue::from_static("accept-encoding, accept-language, cookie");
    response.headers_mut().insert(header::VARY, vary);
    if !cookies.is_empty() && response.status() == StatusCode::OK {
        let headers = response.headers_mut();
        headers.remove(header::ETAG);
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
        headers.extend(cookies);
    }
    response
}

/// The client that reads a document.
async fn reader(app: &App, headers: &HeaderMap) -> Result<Client, Problem> {
    let identified = Client::identify_reader(app, Shown::of(headers, app.config.trust_proxy)?);
    // A document does not wait for a database that fails.
    tokio::time::timeout(given::PATIENCE, identified).await.unwrap_or_else(|_| Err(crate::client::no_token()))
}

/// The cookies that come with a document.
fn cookies(reader: Result<Client, Problem>, document: Document, headers: &HeaderMap) -> HeaderMap {
    // Another site that embeds the page makes the browser leave the cookie out; such a request must not replace it.
    let is_shown = headers.get("sec-fetch-dest").is_none_or(|dest| dest.as_bytes() == b"document");
    // A service worker stores these two.
    if matches!(document, Document::Offline | Document::Shell) || !is_shown {
        return HeaderMap::new();
    }
    // On errors the document comes without: the first seat then gets a token with its response.
    reader.and_then(|client| client.cookies()).unwrap_or_default()
}
