//! Catalogues and documents of the page in every language. Also part of `build.rs`.

use std::collections::BTreeMap;

use linja_text::{Catalogues, Language, Part};

/// The parts of the catalogue that the first pages need, sent as one file and inlined in every document.
const FIRST_PARTS: [&str; 4] = ["common", "board", "game", "home"];
/// The messages of the rules that the page of a game shows.
const FIRST_MESSAGES: &str = "messages.why_";
/// Placeholder for the texts of the first pages in a document. The element holds data, which is never executed.
const TEXTS: &str = "<script type=\"application/json\" id=\"texts\"></script>";

/// The script of the service worker, which needs the version of the page.
pub(crate) const WORKER: &str = "sw.js";
/// The list of all files that a page may load, for the service worker.
pub(crate) const LIST: &str = "js/files.json";
/// Placeholder for the version of the page in the service worker.
const VERSION: &str = "{{version}}";

/// The script of the service worker for a version of the page; empty for a page from a directory.
pub(crate) fn worker(script: &str, version: &str) -> String {
    script.replacen(VERSION, version, 1)
}

/// The list of the files with versioned addresses.
pub(crate) fn list<'a>(paths: impl Iterator<Item = &'a String>) -> String {
    let paths: Vec<&String> = paths.filter(|path| path.contains('/')).collect();
    serde_json::to_string(&paths).expect("paths can be written")
}

/// The media type of a file by its extension; `None` for files that are not served.
pub(crate) fn media(path: &str) -> Option<&'static str> {
    let (_, ending) = path.rsplit_once('.')?;
    Some(match ending {
        "css" => "text/css; charset=utf-8",
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "parts" | "weights" => "application/octet-stream",
        "png" => "image/png",
        "svg" => "image/svg+xml",
        "wasm" => "application/wasm",
        "webmanifest" => "application/manifest+json",
        _ => return None,
    })
}

pub(crate) fn languages() -> impl Iterator<Item = Language> {
    Language::ALL.into_iter().chain([Language::Pseudo])
}

/// The catalogues as files: `locales/fr.json` for the first pages, `locales/fr/learn.json` for the others.
pub(crate) fn catalogue_files(catalogues: &Catalogues) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    for language in languages() {
        let code = language.code();
        files.insert(format!("locales/{code}.json"), json(&first_texts(catalogues, language)));
        for name in catalogues.names().filter(|name| !FIRST_PARTS.contains(name)) {
            files.insert(format!("locales/{code}/{name}.json"), json(&catalogues.part(language, name)));
        }
    }
    files
}

/// The texts of the first pages.
fn first_texts(catalogues: &Catalogues, language: Language) -> Part {
    let messages = catalogues.merged(language, &["messages"]).into_iter();
    let mut texts = catalogues.merged(language, &FIRST_PARTS);
    texts.extend(messages.filter(|(key, _)| key.starts_with(FIRST_MESSAGES)));
    texts
}

/// The document that tells scripts that there is an engine, and the folder that holds it and what it needs.
pub(crate) fn with_engine(template: &str, folder: &str) -> String {
    template.replacen("</head>", &format!("<meta name=\"engine\" content=\"{folder}\">\n</head>"), 1)
}

/// Builds a document in a language: replaces `{{part.key}}` by texts and inlines the texts of the first pages.
pub(crate) fn document(template: &str, language: Language, catalogues: &Catalogues) -> String {
    let code = language.code();
    let html = template.replacen("<html lang=\"en\"", &format!("<html lang=\"{code}\""), 1);
    let texts = json(&first_texts(catalogues, language));
    let element = TEXTS.replacen('>', &format!(" lang=\"{code}\">"), 1);
    fill(&html, language, catalogues).replacen(TEXTS, &data(&element, &texts), 1)
}

/// An element that contains JSON. The characters that could end the element are escaped; they occur only inside JSON
/// strings.
pub(crate) fn data(element: &str, json: &str) -> String {
    let mut escaped = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                escaped.push_str(&format!("\\u{:04x}", u32::from(c)));
            }
            c => escaped.push(c),
        }
    }
    element.replacen("</", &(escaped + "</"), 1)
}

fn json(part: &Part) -> String {
    serde_json::to_string(part).expect("texts can be written")
}

fn fill(template: &str, language: Language, catalogues: &Catalogues) -> String {
    let mut filled = String::new();
    let mut rest = template;
    while let Some((before, (key, after))) =
        rest.split_once("{{").and_then(|(before, rest)| Some((before, rest.split_once("}}")?)))
    {
        let (part, name) = key.split_once('.').unwrap_or((key, ""));
        let text = catalogues.part(language, part).remove(name);
        let text = text.map_or_else(|| key.to_string(), |text| text.fill(language, None, &[]));
        filled.push_str(before);
        filled.push_str(&escape(&text));
        rest = after;
    }
    filled + rest
}

pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
