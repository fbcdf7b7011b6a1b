//! The web page over a real socket: addresses, caching and compression.

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read as _;
use std::path::{Path, PathBuf};

use linja_text::{Catalogues, Language};
use serde_json::Value;
use support::page::{ask, get};
use support::raw::raw;
use support::server::{PATIENCE, Running};

const PAGES: [&str; 15] = [
    "/",
    "/explorer",
    "/explorer/bonus/61111110-01111116-b",
    "/game/0123456789abcdefghij",
    "/game/0123456789abcdefghij/review",
    "/games",
    "/learn",
    "/learn/classic/3",
    "/lobby",
    "/oracle",
    "/puzzle",
    "/puzzle/bonus/2026-11-15",
    "/review",
    "/rules",
    "/settings",
];

/// The addresses in a document.
fn addresses(html: &str) -> BTreeSet<String> {
    let places = html.split("href=\"").skip(1).chain(html.split("src=\"").skip(1));
    places
        .filter_map(|rest| rest.split('"').next())
        .filter(|path| path.starts_with('/'))
        .map(String::from)
        .collect()
}

/// The cookies of a browser that has been here today.
const KNOWN: &str = "linja-renewed=1; linja=0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[tokio::test]
async fn every_page_is_the_same_document() {
    let server = Running::start().await;
    for path in PAGES {
        let answer = ask(&server, "GET", path, &[("cookie", KNOWN)]).await;
        assert_eq!(
            (answer.status, answer.header("content-type")),
            (200, "text/html; charset=utf-8"),
            "{path}"
        );
        assert!(answer.text().contains("<title>Linja</title>"), "{path}");
        let caching = if path == "/" { "no-store" } else { "no-cache" };
        assert_eq!(answer.header("cache-control"), caching, "{path}");
        let policy = answer.header("content-security-policy");
        for rule in ["default-src 'none'", "script-src 'self'", "style-src 'self'", "worker-src 'self'"] {
            assert!(policy.contains(rule), "{path}: {policy}");
        }
        let policy = policy.replace("'wasm-unsafe-eval'", "");
        assert!(!policy.contains("unsafe") && !policy.contains("http") && !policy.contains('*'), "{policy}");
        // On a busy machine responses that take long are left out of one of the two.
        let same_length = async {
            loop {
                let answer = ask(&server, "GET", path, &[("cookie", KNOWN)]).await;
                let head = ask(&server, "HEAD", path, &[("cookie", KNOWN)]).await;
                assert_eq!((head.status, head.body.len()), (200, 0), "{path}");
                if head.header("content-length") == answer.body.len().to_string() {
                    return;
                }
            }
        };
        tokio::time::timeout(PATIENCE, same_length).await.expect(path);
        assert_eq!(ask(&server, "POST", path, &[]).await.status, 405, "{path}");
    }
    server.stop().await;
}

#[tokio::test]
async fn unknown_addresses_are_a_page_for_people_and_a_problem_for_programs() {
    let server = Running::start().await;
    let browser = [("accept", "text/html,application/xhtml+xml,*/*;q=0.8")];
    for path in ["/nowhere", "/game", "/game/x/y/z", "/games/", "/js", "/web/index.html", "/index.html"] {
        let answer = ask(&server, "GET", path, &browser).await;
        assert_eq!(
            (answer.status, answer.header("content-type")),
            (404, "text/html; charset=utf-8"),
            "{path}"
        );
        assert!(answer.text().contains("<main"), "{path}");
        let answer = get(&server, path).await;
        assert_eq!(
            (answer.status, answer.header("content-type")),
            (404, "application/problem+json"),
            "{path}"
        );
        assert_eq!(ask(&server, "POST", path, &browser).await.status, 404, "{path}");
    }
    for path in [
        "/api/v1/nowhere",
        "/js/none.js",
        "/locales/xx.json",
        "/v/0/js/main.js",
        "/js/types.d.ts",
        "/js/dom.js",
    ] {
        let answer = ask(&server, "GET", path, &browser).await;
        assert_eq!(
            (answer.status, answer.header("content-type")),
            (404, "application/problem+json"),
            "{path}"
        );
        assert_eq!(answer.header("cache-control"), "no-store", "{path}");
    }
    server.stop().await;
}

#[tokio::test]
async fn everything_that_a_document_names_is_there_and_kept_for_ever() {
    let server = Running::start().await;
    let mut named = BTreeSet::new();
    for path in PAGES.into_iter().chain(["/offline"]) {
        named.extend(addresses(get(&server, path).await.text()));
    }
    assert!(named.iter().any(|path| path.starts_with("/v/") && path.ends_with("/js/main.js")), "{named:?}");
    for path in named {
        let answer = get(&server, &path).await;
        assert_eq!(answer.status, 200, "{path}");
        let ending = path.rsplit('.').next().unwrap();
        let media = match ending {
            "css" => "text/css; charset=utf-8",
            "js" => "text/javascript; charset=utf-8",
            "json" => "application/json",
            "svg" => "image/svg+xml",
            "png" => "image/png",
            "webmanifest" => "application/manifest+json",
            _ => panic!("{path}"),
        };
        assert_eq!(answer.header("content-type"), media, "{path}");
        let caching = answer.header("cache-control");
        if ending == "webmanifest" {
            assert_eq!(caching, "no-cache");
        } else {
            assert_eq!(caching, "public, max-age=31536000, immutable", "{path}");
            let plain = path.splitn(4, '/').last().unwrap();
            let plain = get(&server, &format!("/{plain}")).await;
            assert_eq!(
                (plain.body == answer.body, plain.header("cache-control")),
                (true, "no-cache"),
                "{path}"
            );
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn manifest_names_icons_of_the_sizes_that_it_says() {
    let server = Running::start().await;
    let manifest: Value = serde_json::from_slice(&get(&server, "/manifest.webmanifest").await.body).unwrap();
    for icon in manifest["icons"].as_array().unwrap() {
        let answer = get(&server, icon["src"].as_str().unwrap()).await;
        assert_eq!((answer.status, answer.header("content-type")), (200, icon["type"].as_str().unwrap()));
        if answer.header("content-type") == "image/png" {
            let side = |at: usize| u32::from_be_bytes(answer.body[at..at + 4].try_into().unwrap());
            assert_eq!(format!("{}x{}", side(16), side(20)), icon["sizes"].as_str().unwrap());
        }
    }
    assert_eq!(get(&server, "/favicon.ico").await.header("content-type"), "image/svg+xml");
    let worker = get(&server, "/sw.js?lang=fr").await;
    let caching = (worker.header("content-type"), worker.header("cache-control"));
    assert_eq!(caching, ("text/javascript; charset=utf-8", "no-cache"));
    server.stop().await;
}

#[tokio::test]
async fn service_worker_can_keep_a_whole_version() {
    let server = Running::start().await;
    let shell = get(&server, "/shell?lang=fr").await;
    let text = shell.text();
    let version = text.split("\"/v/").nth(1).and_then(|rest| rest.split('/').next()).expect("a version");
    let worker = get(&server, "/sw.js").await;
    assert!(worker.text().contains(&format!("'{version}'")), "the worker is one of this version");
    let list = get(&server, &format!("/v/{version}/js/files.json")).await;
    let files: Vec<String> = serde_json::from_slice(&list.body).expect("a list");
    for needed in
        ["js/main.js", "js/kept/answer.js", "css/app.css", "locales/fr.json", "locales/fr/learn.json"]
    {
        assert!(files.iter().any(|path| path == needed), "{needed}");
    }
    for path in &files {
        let answer = get(&server, &format!("/v/{version}/{path}")).await;
        assert_eq!(answer.status, 200, "{path}");
        assert!(answer.header("cache-control").contains("immutable"), "{path}");
    }
    // The service worker keeps the document, so it holds nothing about one client.
    assert_eq!(support::page::data(text, "given"), Some(""));
    server.stop().await;
}

#[tokio::test]
async fn known_files_are_not_sent_again() {
    let server = Running::start().await;
    for path in [
        "/settings",
        "/game/x",
        "/js/main.js",
        "/css/base.css",
        "/locales/fr.json",
        "/icons/icon-192.png",
        "/sw.js",
    ] {
        for coding in ["identity", "gzip", "br"] {
            let first = ask(&server, "GET", path, &[("accept-encoding", coding), ("cookie", KNOWN)]).await;
            let tag = first.header("etag").to_string();
            assert!(tag.starts_with('"') && tag.len() > 20, "{path}: {tag}");
            for known in [tag.clone(), format!("\"x\", W/{tag}"), "*".into()] {
                let headers = [("accept-encoding", coding), ("cookie", KNOWN), ("if-none-match", &known)];
                let again = ask(&server, "GET", path, &headers).await;
                assert_eq!(
                    (again.status, again.body.len(), again.header("etag")),
                    (304, 0, &*tag),
                    "{path} {known}"
                );
                assert_eq!(again.header("cache-control"), "no-cache");
            }
            let headers = [("accept-encoding", coding), ("if-none-match", "\"another\"")];
            assert_eq!(ask(&server, "GET", path, &headers).await.status, 200, "{path}");
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn compressed_forms_hold_the_same_and_have_names_of_their_own() {
    let server = Running::start().await;
    for path in ["/settings", "/js/main.js", "/css/base.css", "/locales/de.json"] {
        let plain = ask(&server, "GET", path, &[("cookie", KNOWN)]).await;
        assert_eq!(plain.header("content-encoding"), "", "{path}: nobody asked for it");
        let mut tags = BTreeSet::from([plain.header("etag").to_string()]);
        for (accepted, coding) in [
            ("gzip, deflate, br, zstd", "br"),
            ("gzip", "gzip"),
            ("br;q=0, gzip;q=0.5", "gzip"),
            ("GZIP", "gzip"),
            ("br;q=0", ""),
            ("zstd, brotli", ""),
        ] {
            let headers = [("accept-encoding", accepted), ("cookie", KNOWN)];
            let answer = ask(&server, "GET", path, &headers).await;
            assert_eq!(answer.header("content-encoding"), coding, "{path} {accepted}");
            assert!(answer.header("vary").contains("accept-encoding"), "{path}");
            tags.insert(answer.header("etag").to_string());
            let mut body = Vec::new();
            match coding {
                "br" => drop(brotli::Decompressor::new(&*answer.body, 4096).read_to_end(&mut body).unwrap()),
                "gzip" => drop(flate2::read::GzDecoder::new(&*answer.body).read_to_end(&mut body).unwrap()),
                _ => body.clone_from(&answer.body),
            }
            assert!(body == plain.body, "{path} {accepted}");
            assert!(coding.is_empty() || answer.body.len() * 3 < body.len() * 2, "{path} {accepted}");
        }
        assert_eq!(tags.len(), 3, "{path}");
    }
    // A document with inlined API responses is specific to one reader and compressed when sent.
    let personal = ask(&server, "GET", "/", &[("accept-encoding", "gzip, deflate, br")]).await;
    assert_eq!((personal.header("content-encoding"), personal.header("etag")), ("gzip", ""));
    let small = ask(&server, "GET", "/icons/icon-mono.svg", &[("accept-encoding", "br")]).await;
    let picture = ask(&server, "GET", "/icons/icon-512.png", &[("accept-encoding", "br")]).await;
    assert_eq!((small.header("content-encoding"), picture.header("content-encoding")), ("", ""));
    server.stop().await;
}

#[tokio::test]
async fn answers_of_the_api_are_compressed_for_those_who_ask() {
    let server = Running::start().await;
    let path = "/api/v1/position?rules=bonus";
    let plain = get(&server, path).await;
    assert_eq!(plain.header("content-encoding"), "");
    let gzip = [("accept-encoding", "gzip, br")];
    let compressed = ask(&server, "GET", path, &gzip).await;
    assert_eq!(compressed.header("content-encoding"), "gzip");
    let mut body = Vec::new();
    flate2::read::GzDecoder::new(&*compressed.body).read_to_end(&mut body).unwrap();
    assert!(body == plain.body && compressed.body.len() * 2 < body.len());
    let tag = compressed.header("etag");
    assert!(tag.starts_with("W/") && tag == plain.header("etag"), "{tag}");
    let known = [gzip[0], ("if-none-match", tag)];
    assert_eq!(ask(&server, "GET", path, &known).await.status, 304);
    let small = ask(&server, "GET", "/api/v1/version", &gzip).await;
    assert_eq!((small.status, small.header("content-encoding")), (200, ""));
    server.stop().await;
}

#[tokio::test]
async fn every_catalogue_is_served() {
    let server = Running::start().await;
    let catalogues = Catalogues::embedded();
    let first = ["common", "board", "game", "home"];
    for language in Language::ALL.into_iter().chain([Language::Pseudo]) {
        let code = language.code();
        let read = async |path: String| -> BTreeMap<String, Value> {
            let answer = get(&server, &path).await;
            assert_eq!((answer.status, answer.header("content-type")), (200, "application/json"), "{path}");
            serde_json::from_slice(&answer.body).unwrap()
        };
        let merged = read(format!("/locales/{code}.json")).await;
        for name in catalogues.names() {
            let english = catalogues.part(Language::English, name);
            if first.contains(&name) {
                assert!(
                    english.keys().all(|key| merged.contains_key(&format!("{name}.{key}"))),
                    "{code} {name}"
                );
            } else {
                let part = read(format!("/locales/{code}/{name}.json")).await;
                assert!(english.keys().all(|key| part.contains_key(key)), "{code} {name}");
            }
        }
        if language == Language::Pseudo {
            let text = merged["common.side_black"].as_str().unwrap();
            assert!(text.starts_with('⟦') && !text.contains("Black"), "{text}");
            assert!(merged["common.points"]["one"].as_str().unwrap().contains("{count}"));
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn no_address_leads_out_of_the_page() {
    let folder = linja_testing::folder();
    for path in ["web/js", "web/test", "locales/en", "secret"] {
        std::fs::create_dir_all(folder.path().join(path)).unwrap();
    }
    for path in
        ["web/index.html", "web/js/a.js", "web/test/a.js", "secret/secret.js", "secret.js", "web/.env.js"]
    {
        std::fs::write(folder.path().join(path), format!("<head></head>{path}")).unwrap();
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink(folder.path().join("secret"), folder.path().join("web/js/link")).unwrap();
    let embedded = Running::start().await;
    let on_disk = Running::with(|config| config.web = Some(folder.path().to_path_buf())).await;
    assert_eq!(get(&on_disk, "/js/a.js").await.text(), "<head></head>web/js/a.js");
    for path in [
        "/js/../../secret.js",
        "/js/..%2f..%2fsecret.js",
        "/js/%2e%2e/%2e%2e/secret.js",
        "/js/..\\..\\secret.js",
        "/js//a.js",
        "/js/./a.js",
        "/js/link/secret.js",
        "/js/a.js/",
        "/js/a.js%00",
        "/js/%2fetc%2fpasswd",
        "/css/../js/a.js",
        "/v/x/../../secret.js",
        "/v/x/js/a.js",
        "/test/a.js",
        "/js/../test/a.js",
        "/.env.js",
        "/locales/../../secret.json",
        "/locales/en/..%2f..%2fsecret",
        "/icons/../../../Cargo.toml",
    ] {
        for server in [&embedded, &on_disk] {
            // HTTP libraries would normalise such paths.
            let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            let answer = raw(server, request.as_bytes()).await;
            assert!(answer.starts_with("HTTP/1.1 404"), "{path}: {answer}");
            assert!(!answer.contains("secret/") && !answer.contains("[workspace]"), "{path}: {answer}");
        }
    }
    embedded.stop().await;
    on_disk.stop().await;
}

#[tokio::test]
async fn page_from_a_folder_is_read_anew_and_not_kept() {
    let folder = linja_testing::folder();
    std::fs::create_dir_all(folder.path().join("web/js")).unwrap();
    std::fs::create_dir_all(folder.path().join("locales/en")).unwrap();
    let write = |path: &str, body: &str| std::fs::write(folder.path().join(path), body).unwrap();
    write("web/index.html", "<html lang=\"en\"><head></head>{{common.title}}</html>");
    write("web/js/main.js", "// first");
    write("locales/en/common.json", "{ \"title\": \"A <b>\" }");
    let server = Running::with(|config| config.web = Some(folder.path().to_path_buf())).await;
    let page = ask(&server, "GET", "/", &[("accept-encoding", "br")]).await;
    let caching = (page.header("cache-control"), page.header("etag"), page.header("content-encoding"));
    assert_eq!(caching, ("private, no-store", "", ""));
    assert!(page.text().contains("A &lt;b&gt;"), "{}", page.text());
    assert_eq!(get(&server, "/js/main.js").await.text(), "// first");
    write("web/js/main.js", "// changed");
    assert_eq!(get(&server, "/js/main.js").await.text(), "// changed");
    write("locales/en/common.json", "{ \"title\": ");
    let broken = get(&server, "/").await;
    assert_eq!(broken.status, 500);
    assert!(broken.text().contains("en/common.json"), "{}", broken.text());
    server.stop().await;
}

/// An absolute address in a module would leave the versioned path of the page.
#[test]
fn modules_import_only_beside_themselves() {
    let mut folders = vec![repository().join("web/js")];
    while let Some(folder) = folders.pop() {
        for entry in folder.read_dir().unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            for start in ["from '", "import '", "import('", "from \"", "import(\"", "import(`"] {
                for rest in text.split(start).skip(1) {
                    let is_beside = rest.starts_with("./") || rest.starts_with("../");
                    assert!(
                        is_beside,
                        "{}: {start}{}",
                        path.display(),
                        rest.lines().next().unwrap_or_default()
                    );
                }
            }
        }
    }
}
