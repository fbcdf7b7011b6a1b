//! Everything that the page consists of, put together once: files, catalogues, and the documents in every language.

use std::collections::{BTreeMap, BTreeSet};

use axum::body::Bytes;
use axum::http::HeaderMap;
use axum::response::Response;
use linja_text::{Catalogues, Language};

use super::file::{File, Keep};
use super::given::Given;
use super::{imports, styles};

/// The parts of the catalogue that the first page needs, sent as one file.
const FIRST_PARTS: [&str; 4] = ["common", "board", "game", "home"];
/// Folders whose files can be kept for ever under an address that holds the version.
const VERSIONED: [&str; 4] = ["css", "icons", "js", "locales"];
/// Where the texts of the first page go. It is data, not a script: nothing in it is executed.
const TEXTS: &str = "<script type=\"application/json\" id=\"texts\"></script>";
/// Where the answers go that the page would ask for first; data as well.
const GIVEN: &str = "<script type=\"application/json\" id=\"given\"></script>";
/// The icon, which stands in the document itself: browsers would ask for it before anything that the page needs.
const ICON: &str = "icons/icon.svg";
/// Screens on which the page at `/` has a board.
const WIDE: &str = "(min-width: 56.25em)";

/// The page.
#[derive(Debug)]
pub(super) struct Site {
    files: BTreeMap<String, File>,
    documents: BTreeMap<(Document, Language), File>,
    /// A hash of everything, or nothing if nothing is to be kept.
    version: Option<String>,
}

/// A document that the server writes in the language of whoever asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Document {
    /// The page at `/`.
    Home,
    /// The page of a game.
    Game,
    /// Any other page; they differ only in what the browser is told to fetch at once.
    Other,
    /// What a browser keeps to show when the server can't be reached.
    Offline,
}

impl Document {
    const ALL: [Document; 4] = [Document::Home, Document::Game, Document::Other, Document::Offline];

    const fn file(self) -> &'static str {
        match self {
            Document::Home | Document::Game | Document::Other => "index.html",
            Document::Offline => "offline.html",
        }
    }

    /// The modules with which it begins.
    const fn modules(self) -> &'static [&'static str] {
        match self {
            Document::Home => &["js/main.js", "js/home/page.js", "js/board/pieces.js"],
            Document::Game => &["js/main.js", "js/game/page.js"],
            Document::Other => &["js/main.js"],
            Document::Offline => &[],
        }
    }

    /// Those that it needs on a wide screen besides.
    const fn modules_when_wide(self) -> &'static [&'static str] {
        match self {
            Document::Home => &["js/board/board.js"],
            Document::Game | Document::Other | Document::Offline => &[],
        }
    }
}

impl Site {
    /// Puts the page together. `is_final` if neither files nor catalogues will change.
    pub(super) fn new<Body: Into<Bytes>>(
        sources: Vec<(String, Body)>,
        catalogues: &Catalogues,
        is_final: bool,
    ) -> Site {
        let sources: BTreeMap<String, Bytes> =
            sources.into_iter().map(|(path, body)| (path, body.into())).collect();
        let served = |path: &String, body: &Bytes| {
            let is_sheet = path.rsplit_once('.').is_some_and(|(_, ending)| ending == "css");
            let sheet = is_sheet.then(|| styles::flattened(path, &|path| text(&sources, path)));
            File::new(path, sheet.flatten().map_or_else(|| body.clone(), Bytes::from))
        };
        let mut files: BTreeMap<String, File> = sources
            .iter()
            .filter(|(path, _)| is_public(path))
            .filter_map(|(path, body)| Some((path.clone(), served(path, body)?)))
            .collect();
        let languages = || Language::ALL.into_iter().chain([Language::Pseudo]);
        for language in languages() {
            let code = language.code();
            let mut add = |path: String, part| {
                let body = serde_json::to_vec(&part).expect("texts can be written");
                files.extend(File::new(&path, body).map(|file| (path, file)));
            };
            add(format!("locales/{code}.json"), catalogues.merged(language, &FIRST_PARTS));
            for name in catalogues.names().filter(|name| !FIRST_PARTS.contains(name)) {
                add(format!("locales/{code}/{name}.json"), catalogues.part(language, name));
            }
        }
        let version = is_final.then(|| version(&files, &sources));
        let mut site = Site { files, documents: BTreeMap::new(), version };
        for (document, language) in Document::ALL
            .into_iter()
            .flat_map(|document| languages().map(move |language| (document, language)))
        {
            let template = sources.get(document.file()).map(|body| String::from_utf8_lossy(body));
            let html = site.write(&template.unwrap_or_default(), document, language, &sources, catalogues);
            site.documents.extend(File::new(document.file(), html).map(|file| ((document, language), file)));
        }
        site
    }

    /// A file by its path; `version` if the address holds one.
    pub(super) fn file(&self, path: &str, version: Option<&str>, request: &HeaderMap) -> Option<Response> {
        let keep = match version {
            // Modules of two versions must never run together: an old page has to be loaded anew.
            Some(_) if version != self.version.as_deref() => return None,
            Some(_) => Keep::Forever,
            None => self.revalidated(),
        };
        Some(self.files.get(path)?.answer(request, keep))
    }

    /// A document in a language, with answers for whoever asks.
    pub(super) fn document(
        &self,
        document: Document,
        language: Language,
        given: Option<&Given>,
        request: &HeaderMap,
    ) -> Option<Response> {
        let file = self.documents.get(&(document, language))?;
        let Some(given) = given else { return Some(file.answer(request, self.revalidated())) };
        let html = file.text().replacen(GIVEN, &data(GIVEN, &serde_json::to_string(given).ok()?), 1);
        let keep = if self.version.is_some() { Keep::Once } else { Keep::Never };
        Some(File::new(document.file(), html)?.answer(request, keep))
    }

    fn revalidated(&self) -> Keep {
        if self.version.is_some() { Keep::Revalidated } else { Keep::Never }
    }

    /// Fills in a document: its language, its texts (`{{part.key}}`), what a browser should fetch at once, and the
    /// version in its addresses.
    fn write(
        &self,
        template: &str,
        document: Document,
        language: Language,
        sources: &BTreeMap<String, Bytes>,
        catalogues: &Catalogues,
    ) -> String {
        let base = self.version.as_ref().map_or(String::new(), |version| format!("/v/{version}"));
        let mut html =
            template.replacen("<html lang=\"en\"", &format!("<html lang=\"{}\"", language.code()), 1);
        html = fill(&html, language, catalogues);
        // The server knows better what is needed than whoever keeps a list by hand.
        let lines = html.lines().filter(|line| !line.contains("rel=\"modulepreload\""));
        html = lines.map(|line| format!("{line}\n")).collect();
        html = html.replacen("</head>", &(preloads(document, sources) + "</head>"), 1);
        if let Some(icon) = text(sources, ICON) {
            html = html.replacen(&format!("\"/{ICON}\""), &format!("\"{}\"", data_url(icon)), 1);
        }
        for folder in VERSIONED {
            html = html.replace(&format!("\"/{folder}/"), &format!("\"{base}/{folder}/"));
        }
        html.replacen(TEXTS, &texts(language, catalogues), 1)
    }
}

/// What a browser should fetch at once, as it would find out about it only step by step.
fn preloads(document: Document, sources: &BTreeMap<String, Bytes>) -> String {
    let read = |path: &str| text(sources, path);
    let modules = imports::closure(document.modules(), read);
    let wide = imports::closure(document.modules_when_wide(), read);
    // Style sheets that the modules load are named in them.
    let styles: BTreeSet<&str> = modules
        .iter()
        .filter_map(|path| read(path))
        .flat_map(|text| text.split('\''))
        .filter_map(|literal| literal.strip_prefix('/').filter(|path| path.starts_with("css/")))
        .filter(|path| sources.contains_key(*path))
        .collect();
    let styles = styles.iter().map(|path| format!("<link rel=\"preload\" href=\"/{path}\" as=\"style\">\n"));
    let module = |path: &str, media: &str| format!("<link rel=\"modulepreload\" href=\"/{path}\"{media}>\n");
    let media = format!(" media=\"{WIDE}\"");
    let wide = wide.iter().filter(|path| !modules.contains(path)).map(|path| module(path, &media));
    styles.chain(modules.iter().map(|path| module(path, ""))).chain(wide).collect()
}

/// The texts of the first page as data inside the document, so that nothing has to wait for them.
fn texts(language: Language, catalogues: &Catalogues) -> String {
    let json =
        serde_json::to_string(&catalogues.merged(language, &FIRST_PARTS)).expect("texts can be written");
    data(&TEXTS.replacen('>', &format!(" lang=\"{}\">", language.code()), 1), &json)
}

/// An element with data in it.
fn data(element: &str, json: &str) -> String {
    element.replacen("</", &(escape_json(json) + "</"), 1)
}

/// A drawing as an address that holds it.
fn data_url(svg: &str) -> String {
    let mut url = String::from("data:image/svg+xml,");
    for c in svg.trim_end().chars() {
        match c {
            '%' | '#' | '<' | '>' | '&' | '"' => url.push_str(&format!("%{:02X}", u32::from(c))),
            '\n' => url.push(' '),
            c => url.push(c),
        }
    }
    url
}

/// JSON that can stand inside a document: no text in it can end the element around it. These characters occur only
/// inside strings, where JSON has another way to write them.
fn escape_json(json: &str) -> String {
    let mut escaped = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                escaped.push_str(&format!("\\u{:04x}", u32::from(c)));
            }
            c => escaped.push(c),
        }
    }
    escaped
}

fn text<'a>(sources: &'a BTreeMap<String, Bytes>, path: &str) -> Option<&'a str> {
    std::str::from_utf8(sources.get(path)?).ok()
}

/// Documents have addresses of their own.
fn is_public(path: &str) -> bool {
    let folder = path.split_once('/').map(|(folder, _)| folder);
    folder.map_or(matches!(path, "manifest.webmanifest" | "sw.js"), |folder| VERSIONED.contains(&folder))
}

fn version(files: &BTreeMap<String, File>, sources: &BTreeMap<String, Bytes>) -> String {
    let mut hasher = blake3::Hasher::new();
    for (path, file) in files {
        hasher.update(path.as_bytes()).update(file.hash().as_bytes());
    }
    for document in Document::ALL {
        hasher.update(sources.get(document.file()).map_or(b"", |body| body));
    }
    hasher.finalize().to_hex()[..16].to_string()
}

/// Puts texts in place of `{{part.key}}`.
fn fill(template: &str, language: Language, catalogues: &Catalogues) -> String {
    let mut filled = String::new();
    let mut rest = template;
    while let Some((before, (key, after))) =
        rest.split_once("{{").and_then(|(before, rest)| Some((before, rest.split_once("}}")?)))
    {
        let (part, name) = key.split_once('.').unwrap_or((key, ""));
        let text = catalogues.part(language, part).remove(name);
        filled.push_str(before);
        filled
            .push_str(&escape(&text.map_or_else(|| key.to_string(), |text| text.fill(language, None, &[]))));
        rest = after;
    }
    filled + rest
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
