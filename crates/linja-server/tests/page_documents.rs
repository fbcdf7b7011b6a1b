//! The contents of documents: texts, inlined API responses, and no injected content.

mod support;

use std::collections::BTreeMap;

use serde_json::{Value, json};
use support::page::{Answer, ask, data, get};
use support::server::{PATIENCE, Running};

/// A document in lower case, without its data, its icon and the addresses for other sites.
fn bare(html: &str) -> String {
    let is_preview =
        |line: &&str| line.starts_with("<meta property=\"og:") || line.starts_with("<meta name=\"twitter:");
    let mut bare = html.lines().filter(|line| !is_preview(line)).collect::<Vec<_>>().join("\n");
    for id in ["texts", "given"] {
        if let Some(data) = data(html, id) {
            bare = bare.replacen(data, "", 1);
        }
        bare = bare.replacen(&format!(" type=\"application/json\" id=\"{id}\""), " src=\"/", 1);
    }
    if let Some(icon) = html.split("\"data:image/svg+xml,").nth(1).and_then(|rest| rest.split('"').next()) {
        bare = bare.replacen(icon, "", 1);
    }
    bare.to_lowercase()
}

#[tokio::test]
async fn document_has_neither_script_nor_style_in_it() {
    let server = Running::start().await;
    for path in ["/", "/game/x", "/settings", "/offline", "/shell"] {
        let page = get(&server, path).await;
        let html = bare(page.text());
        for id in ["texts", "given"] {
            let data = data(page.text(), id).unwrap_or_default();
            assert!(!data.contains('<'), "{path}: {id} could end its element");
        }
        for inline in ["<style", " style=", " onclick=", " onload=", "javascript:"] {
            assert!(!html.contains(inline), "{path}: {inline}");
        }
        for script in html.split("<script").skip(1) {
            assert!(script.contains(" src=\"/") && script.contains("></script>"), "{path}: {script}");
        }
        assert!(!html.contains("{{") && !html.contains("://"), "{path}: {html}");
    }
    server.stop().await;
}

/// The API responses inlined in a document, by address.
fn given(document: &Answer) -> BTreeMap<String, Value> {
    serde_json::from_str(data(document.text(), "given").expect("a place for it")).expect("JSON")
}

/// Requests a document until it contains `count` responses, because slow responses are left out on a busy machine.
async fn document_with(server: &Running, path: &str, cookie: &str, count: usize) -> Answer {
    let found = async {
        loop {
            let document = ask(server, "GET", path, &[("cookie", cookie)]).await;
            let keys: Vec<String> = given(&document).into_keys().collect();
            assert!(keys.len() <= count, "{path}: {keys:?}");
            if keys.len() == count {
                return document;
            }
        }
    };
    tokio::time::timeout(PATIENCE, found).await.expect("all answers are given")
}

#[tokio::test]
async fn documents_come_with_what_the_page_asks_first() {
    // Otherwise the status of the tables may change during the test.
    let server = Running::with(|config| config.oracle = false).await;
    let player = server.client().await;
    let name = "</script><script>alert(1)</script>";
    let wish = json!({ "id": uuid::Uuid::new_v4(), "opponent": { "type": "local" }, "name": name });
    let game = player.post("/api/v1/games", &wish).await.expect(201);
    let page = format!("/game/{}", game["game"]["id"].as_str().unwrap());
    let cookie = format!("linja={}", player.token.clone().unwrap());
    let recent = format!("{cookie}; linja-renewed=1");
    for (cookie, caching) in [
        (recent.as_str(), "no-store"),
        (cookie.as_str(), "private, no-store"),
        ("linja=0", "private, no-store"),
        ("", "private, no-store"),
    ] {
        for (path, count) in [("/", 3), (page.as_str(), 1)] {
            let document = document_with(&server, path, cookie, count).await;
            assert!(!document.text().contains("<script>alert"), "{path}");
            assert_eq!(document.header("cache-control"), caching);
            for (address, answer) in given(&document) {
                let asked = ask(&server, "GET", &format!("/api/v1{address}"), &[("cookie", cookie)]).await;
                let asked: Value = serde_json::from_slice(&asked.body).unwrap();
                assert_eq!(answer, asked, "{path}: {address} {cookie}");
            }
        }
    }
    for path in ["/game/0123456789abcdefghij", "/game/x"] {
        let document = get(&server, path).await;
        assert_eq!(data(document.text(), "given").unwrap().trim_matches(['{', '}']), "", "{path}");
    }
    // With an invalid header the document has no inlined responses, but is still served.
    let odd = ask(&server, "GET", "/", &[("authorization", "Basic x")]).await;
    assert_eq!((odd.status, data(odd.text(), "given")), (200, Some("")));
    server.stop().await;
}

#[tokio::test]
async fn documents_speak_the_language_of_whoever_asks() {
    let server = Running::start().await;
    for (path, accepted, cookie, language) in [
        ("/", "", "", "en"),
        ("/", "ja", "", "en"),
        ("/", "fr-CH, de;q=0.5", "", "fr"),
        ("/", "fr-CH, de;q=0.5", "token=x; lang=it", "it"),
        ("/", "fr-CH, de;q=0.5", "lang=xx", "fr"),
        ("/?lang=ro", "fr", "lang=it", "ro"),
        ("/game/x?invitation=y&lang=nl", "fr", "", "nl"),
        ("/?lang=xx", "pt-BR", "", "pt"),
        ("/?lang=x-pseudo", "de", "", "x-pseudo"),
        ("/offline?lang=it", "de", "", "it"),
        ("/shell?lang=it", "de", "", "it"),
    ] {
        let answer = ask(&server, "GET", path, &[("accept-language", accepted), ("cookie", cookie)]).await;
        assert!(answer.text().contains(&format!("<html lang=\"{language}\">")), "{path} {accepted}");
        for header in ["accept-language", "cookie"] {
            assert!(answer.header("vary").contains(header), "{path}");
        }
        if !path.starts_with("/offline") {
            let texts = data(answer.text(), "texts").unwrap();
            let texts: BTreeMap<String, Value> = serde_json::from_str(texts).unwrap();
            let file = get(&server, &format!("/locales/{language}.json")).await;
            assert_eq!(texts, serde_json::from_slice(&file.body).unwrap(), "{path}");
        }
    }
    server.stop().await;
}

/// A document without its inlined responses, which may change or be left out.
fn without_given(html: &str) -> String {
    let (before, rest) = html.split_once("id=\"given\">").expect("a place for answers");
    before.to_string() + rest.split_once("</script>").expect("an end").1
}

/// The texts inside a document, and their language.
fn texts(html: &str) -> (&str, BTreeMap<String, Value>) {
    let start = "<script type=\"application/json\" id=\"texts\" lang=\"";
    let (_, rest) = html.split_once(start).expect("a block of texts");
    let (language, rest) = rest.split_once("\">").expect("a language");
    let (json, _) = rest.split_once('<').expect("an end");
    (language, serde_json::from_str(json).expect("JSON"))
}

#[tokio::test]
async fn nothing_that_somebody_sends_gets_into_a_document() {
    let server = Running::start().await;
    let plain = without_given(get(&server, "/").await.text());
    let long = "x".repeat(4000);
    for wish in [
        "%22%3E%3Cscript%3Ealert(1)%3C/script%3E",
        "</script><script>alert(1)</script>",
        "../../secret",
        "..%2f..%2fsecret",
        "en.json",
        "%64%65",
        "%0d%0aset-cookie:%20x=y",
        "%ff%00",
        &long,
    ] {
        assert!(without_given(get(&server, &format!("/?lang={wish}")).await.text()) == plain, "{wish}");
        let cookie = format!("lang={wish}");
        let answer = reqwest::Client::new().get(server.url("/")).header("cookie", cookie).send().await;
        let answer = answer.expect("an answer");
        let cookies =
            answer.headers().get_all("set-cookie").iter().map(|value| value.to_str().expect("text"));
        let names: Vec<&str> = cookies.filter_map(|cookie| Some(cookie.split_once('=')?.0)).collect();
        assert_eq!(names, ["linja", "linja-renewed"], "{wish}");
        assert!(without_given(&answer.text().await.expect("text")) == plain, "{wish}");
    }
    // Of several languages the first one counts, as in the browser.
    assert_eq!(texts(get(&server, "/?lang=de&lang=</script>").await.text()).0, "de");
    server.stop().await;
}

#[tokio::test]
async fn no_text_can_end_the_block_that_holds_it() {
    let folder = linja_testing::folder();
    std::fs::create_dir_all(folder.path().join("web")).unwrap();
    std::fs::create_dir_all(folder.path().join("locales/en")).unwrap();
    let write = |path: &str, body: &str| std::fs::write(folder.path().join(path), body).unwrap();
    write(
        "web/index.html",
        "<head></head><script type=\"application/json\" id=\"texts\"></script><p>end</p>",
    );
    let hostile =
        "</script><script>alert(1)</script><!-- {{common.x}} \"/js/ \"\\ &amp; \u{2028}\u{2029} ]]>";
    let catalogue = serde_json::json!({ "x": hostile, "</script>": { "one": hostile, "other": "é" } });
    write("locales/en/common.json", &catalogue.to_string());
    let server = Running::with(|config| config.web = Some(folder.path().to_path_buf())).await;
    let document = get(&server, "/").await;
    let html = document.text();
    assert_eq!((html.matches("<script").count(), html.matches("</script>").count()), (1, 1), "{html}");
    assert!(!html.contains(['&', '\u{2028}', '\u{2029}']) && !html.contains("<!--"), "{html}");
    let (language, found) = texts(html);
    assert_eq!((language, &found["common.x"]), ("en", &Value::from(hostile)));
    assert_eq!(found["common.</script>"]["one"], hostile);
    server.stop().await;
}
