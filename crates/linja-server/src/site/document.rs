//! The documents of a copy of the page.

use linja_picture::{CARD_SIZE, Card};
use linja_text::Catalogues;

use super::{Base, MANIFEST, Site, WORKER, version};
use crate::middleware::CONTENT_SECURITY_POLICY;
use crate::page::{self, data, embedded, escape};
use crate::picture::preview::Preview;

/// The line of the service worker that tells whether it belongs to a copy.
const IS_SITE: [&str; 2] = ["const IS_SITE = false;", "const IS_SITE = true;"];
/// The place for what the page reads about the copy. The element holds data, which is never executed.
const ABOUT: &str = "<script type=\"application/json\" id=\"site\"></script>\n";
/// The directive that a document can't contain.
const FRAMES: &str = "; frame-ancestors 'none'";

/// The document of all pages.
pub(super) fn index(site: &Site) -> String {
    let html = page::home_document(site.language).unwrap_or_default();
    // Relative addresses, so that the folder may have any path.
    let html =
        html.replace("\"/v/", "\"v/").replacen(&format!("\"/{MANIFEST}\""), &format!("\"{MANIFEST}\""), 1);
    let about = serde_json::to_string(&site.about()).unwrap_or_default();
    let html = html.replacen("</body>", &(data(ABOUT, &about) + "</body>"), 1);
    let html = without_script(&html);
    let charset = "<meta charset=\"utf-8\">\n";
    let html = html.replacen(charset, &format!("{charset}{}", policy(site)), 1);
    html.replacen("</head>", &(preview(site) + "</head>"), 1)
}

/// The tags of the home page for other sites.
fn preview(site: &Site) -> String {
    let base = site.base.as_ref().filter(|base| base.is_whole()).map(Base::without_slash);
    page::previews::home(site.language).tags(base.as_deref(), site.language)
}

/// A host of plain files sends no policy, so the document holds it.
fn policy(site: &Site) -> String {
    let mut policy = CONTENT_SECURITY_POLICY.replace(FRAMES, "");
    if let Some(server) = &site.server {
        let socket = server.replacen("http", "ws", 1);
        policy = policy.replacen("connect-src 'self'", &format!("connect-src 'self' {server} {socket}"), 1);
    }
    format!(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n<meta name=\"referrer\" content=\"no-referrer\">\n",
        escape(&policy)
    )
}

/// The document, with the sentence for browsers without scripts in every language: nothing can choose one there.
fn without_script(html: &str) -> String {
    let sentence = |language: linja_text::Language| {
        let text = Catalogues::embedded().text(language, "offline", "needs_javascript");
        let text = text.map(|text| text.fill(language, None, &[])).unwrap_or_default();
        format!("<p class=\"noscript\" lang=\"{}\">{}</p>", language.code(), escape(&text))
    };
    let all: String = linja_text::Language::ALL.into_iter().map(sentence).collect();
    match (html.split_once("<noscript>"), html.split_once("</noscript>")) {
        (Some((before, _)), Some((_, after))) => format!("{before}<noscript>{all}</noscript>{after}"),
        _ => html.to_string(),
    }
}

pub(super) fn worker() -> String {
    text(WORKER).replacen(IS_SITE[0], IS_SITE[1], 1)
}

/// The manifest with relative addresses.
pub(super) fn manifest(base: Option<&Base>) -> String {
    let manifest = text(MANIFEST).replace("\"/icons/", &format!("\"v/{}/icons/", version()));
    // Without a known path the browser takes the address of the start as the id.
    let id = base.map(|base| format!("\"id\": \"{}\"", base.path()));
    let id = id.unwrap_or_else(|| "\"id\": \"./\"".to_string());
    manifest.replacen("\"id\": \"/\"", &id, 1).replace(": \"/\"", ": \"./\"")
}

/// The text of an embedded file.
fn text(path: &str) -> String {
    let forms = embedded::file(path).map(page::file::File::forms).unwrap_or_default();
    forms.first().map(|(_, body)| String::from_utf8_lossy(body).into_owned()).unwrap_or_default()
}

/// What some hosts send for an unknown address: it leads to the page, which may know the address as a page of its own.
pub(super) fn not_found(base: &Base) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Linja</title>\n\
         <meta name=\"robots\" content=\"noindex\">\n<meta http-equiv=\"refresh\" content=\"0; url={path}\">\n</head>\n\
         <body>\n<p><a href=\"{path}\">Linja</a></p>\n</body>\n</html>\n",
        path = base.path()
    )
}

/// A document with the tags of a preview, which leads people on to the page.
pub(super) fn forward(site: &Site, base: &Base, preview: &Preview) -> String {
    let place = preview.page.trim_end_matches('/');
    let up = "../".repeat(place.matches('/').count());
    let address = escape(&format!("{up}#{place}"));
    format!(
        "<!doctype html>\n<html lang=\"{code}\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'\">\n{tags}\
         <meta http-equiv=\"refresh\" content=\"0; url={address}\">\n</head>\n\
         <body>\n<p><a href=\"{address}\">{title}</a></p>\n</body>\n</html>\n",
        code = site.language.code(),
        title = escape(&preview.title),
        tags = preview.tags(Some(&base.without_slash()), site.language),
    )
}

pub(super) fn png(card: &Card) -> Vec<u8> {
    card.draw().pixels(CARD_SIZE[0]).png()
}
