//! What a browser gets on its first visit, over a real socket: everything at once, nothing twice, and nothing that a
//! stranger could slip in.

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::Value;
use support::server::Running;

async fn get(server: &Running, path: &str) -> String {
    let response = reqwest::get(server.url(path)).await.expect("an answer");
    assert_eq!(response.status(), 200, "{path}");
    response.text().await.expect("text")
}

/// A document without the answers that are given with it: they may change, and one that takes long is left out.
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

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[tokio::test]
async fn nothing_that_somebody_sends_gets_into_a_document() {
    let server = Running::start().await;
    let plain = without_given(&get(&server, "/").await);
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
        assert!(without_given(&get(&server, &format!("/?lang={wish}")).await) == plain, "{wish}");
        let cookie = format!("lang={wish}");
        let answer = reqwest::Client::new().get(server.url("/")).header("cookie", cookie).send().await;
        let answer = answer.expect("an answer");
        assert!(answer.headers().get("set-cookie").is_none(), "{wish}");
        assert!(without_given(&answer.text().await.expect("text")) == plain, "{wish}");
    }
    // More than one wish: the first one counts, as in the browser.
    assert_eq!(texts(&get(&server, "/?lang=de&lang=</script>").await).0, "de");
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
    let html = get(&server, "/").await;
    assert_eq!((html.matches("<script").count(), html.matches("</script>").count()), (1, 1), "{html}");
    assert!(!html.contains(['&', '\u{2028}', '\u{2029}']) && !html.contains("<!--"), "{html}");
    let (language, found) = texts(&html);
    assert_eq!((language, &found["common.x"]), ("en", &Value::from(hostile)));
    assert_eq!(found["common.</script>"]["one"], hostile);
    server.stop().await;
}

/// Else the browser would find out about a module only after it has read another one.
#[tokio::test]
async fn documents_name_every_module_that_their_page_imports() {
    let server = Running::start().await;
    for (path, page) in
        [("/", "/js/home/page.js"), ("/game/x", "/js/game/page.js"), ("/rules", "/js/main.js")]
    {
        let html = get(&server, path).await;
        let links = html.split("<link rel=\"modulepreload\" href=\"").skip(1);
        let listed: Vec<&str> = links.filter_map(|rest| rest.split('"').next()).collect();
        assert_eq!(listed.iter().collect::<BTreeSet<_>>().len(), listed.len(), "{path}: {listed:?}");
        for wanted in ["/js/main.js", page] {
            assert!(listed.iter().any(|module| module.ends_with(wanted)), "{path}: {wanted}");
        }
        for module in &listed {
            let text = get(&server, module).await;
            let base = reqwest::Url::parse(&server.url(module)).unwrap();
            // What is imported when it is wanted, and types in comments, have a bracket before the quote.
            let imports = text.lines().filter_map(|line| line.rsplit_once(" from '")?.1.strip_suffix("';"));
            for import in imports {
                let target = base.join(import).unwrap().path().to_string();
                assert!(listed.contains(&&*target), "{path}: {module} needs {target}");
            }
        }
        // With these the page stays within 25 requests: document, style sheet, icon, manifest, and what it asks the API.
        assert!(listed.len() <= 19, "{path}: {} modules", listed.len());
        assert!(!html.contains("rel=\"preload\""), "{path}: style sheets and texts are in what is there");
    }
    server.stop().await;
}

/// Only wide screens have a board on the first page; the document and the page must agree which screens are wide.
#[tokio::test]
async fn board_of_the_first_page_is_fetched_where_it_is_shown() {
    let server = Running::start().await;
    let page = get(&server, "/js/home/page.js").await;
    let wide = page.split("const WIDE = '").nth(1).and_then(|rest| rest.split('\'').next()).unwrap();
    let html = get(&server, "/").await;
    assert!(html.contains(&format!("/js/board/board.js\" media=\"{wide}\">")), "{html}");
    server.stop().await;
}

#[tokio::test]
async fn style_sheets_come_in_one_piece_from_a_folder_too() {
    let embedded = Running::start().await;
    let on_disk = Running::with(|config| config.web = Some(repository())).await;
    for server in [&embedded, &on_disk] {
        let html = get(server, "/").await;
        let sheets: Vec<&str> = html.split("rel=\"stylesheet\" href=\"").skip(1).collect();
        assert_eq!(sheets.len(), 1, "{html}");
        let all = get(server, sheets[0].split('"').next().unwrap()).await;
        assert!(!all.contains("@import"), "everything is in it");
        let mut place = 0;
        for name in ["base", "board", "game", "home"] {
            let one = get(server, &format!("/css/{name}.css")).await;
            place += all[place..].find(one.trim_end()).expect(name) + one.trim_end().len();
        }
    }
    embedded.stop().await;
    on_disk.stop().await;
}

/// Whoever comes first does not wait for the best compression; both forms go by the same name.
#[tokio::test]
async fn files_are_compressed_better_in_time() {
    let server = Running::start().await;
    let path = "/locales/x-pseudo/learn.json";
    let ask = async || {
        let request = reqwest::Client::new().get(server.url(path)).header("accept-encoding", "br");
        let answer = request.send().await.expect("an answer");
        assert_eq!(answer.headers()["content-encoding"], "br");
        let tag = answer.headers()["etag"].to_str().expect("a readable header").to_string();
        (tag, answer.bytes().await.expect("a body"))
    };
    let (tag, first) = ask().await;
    assert!(tag.starts_with("W/"), "{tag}: it stands for two forms");
    let until = Instant::now() + Duration::from_mins(1);
    let better = loop {
        let (again, body) = ask().await;
        assert_eq!(again, tag);
        if body.len() < first.len() {
            break body;
        }
        assert!(Instant::now() < until, "no better in a minute");
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    let plain = get(&server, path).await;
    for packed in [first, better] {
        let mut text = String::new();
        brotli::Decompressor::new(&*packed, 4096).read_to_string(&mut text).expect("what was packed");
        assert!(text == plain);
    }
    server.stop().await;
}
