//! The first visit of a browser, over a real socket: all modules load at once, and none twice.

mod support;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::json;
use support::server::Running;

async fn get(server: &Running, path: &str) -> String {
    let response = reqwest::get(server.url(path)).await.expect("an answer");
    assert_eq!(response.status(), 200, "{path}");
    response.text().await.expect("text")
}

/// The modules that a module imports statically.
fn imports(text: &str) -> impl Iterator<Item = &str> {
    // Dynamic imports and types in comments have a parenthesis before the quote.
    text.lines().filter_map(|line| line.rsplit_once(" from '")?.1.strip_suffix("';"))
}

/// Otherwise the browser would discover a module only after loading another one.
#[tokio::test]
async fn documents_name_every_module_that_their_page_imports() {
    let server = Running::start().await;
    let player = server.client().await;
    let wish = json!({ "id": uuid::Uuid::new_v4(), "opponent": { "type": "local" } });
    let game = player.post("/api/v1/games", &wish).await.expect(201);
    let game = format!("/game/{}", game["game"]["id"].as_str().unwrap());
    for (path, page) in
        [("/", "/js/home/page.js"), (game.as_str(), "/js/game/page.js"), ("/rules", "/js/main.js")]
    {
        let html = get(&server, path).await;
        let links = html.split("<link rel=\"modulepreload\" href=\"").skip(1);
        let links = links.chain(html.split("<script type=\"module\" src=\"").skip(1));
        let listed: Vec<&str> = links.filter_map(|rest| rest.split('"').next()).collect();
        assert_eq!(listed.iter().collect::<BTreeSet<_>>().len(), listed.len(), "{path}: {listed:?}");
        for wanted in ["/js/main.js", page] {
            assert!(listed.iter().any(|module| module.ends_with(wanted)), "{path}: {wanted}");
        }
        for module in &listed {
            let text = get(&server, module).await;
            let base = reqwest::Url::parse(&server.url(module)).unwrap();
            for import in imports(&text) {
                let target = base.join(import).unwrap().path().to_string();
                assert!(listed.contains(&&*target), "{path}: {module} needs {target}");
            }
        }
        assert!(listed.len() <= 5, "{path}: {} bundles", listed.len());
        assert!(!html.contains("rel=\"preload\""), "{path}: style sheets and texts are in what is there");
    }
    server.stop().await;
}

/// A module in two bundles would run twice, with separate state.
#[tokio::test]
async fn every_module_comes_once() {
    let server = Running::start().await;
    // Each kind of document has its own entry, and so has each worker.
    let entries = [
        "/js/main.js",
        "/js/offline.js",
        "/js/embed.js",
        "/js/engine/worker.js",
        "/js/engine/solver-worker.js",
    ];
    let mut waiting: Vec<String> = entries.map(String::from).into();
    let (mut seen, mut modules) = (BTreeSet::new(), Vec::new());
    while let Some(path) = waiting.pop() {
        if !seen.insert(path.clone()) {
            continue;
        }
        let text = get(&server, &path).await;
        let base = reqwest::Url::parse(&server.url(&path)).unwrap();
        let code = text.lines().filter(|line| !line.contains("/**") && !line.trim_start().starts_with('*'));
        let lazy =
            code.flat_map(|line| line.split("import('").skip(1)).filter_map(|rest| rest.split('\'').next());
        let targets = imports(&text).chain(lazy).map(|target| base.join(target).unwrap().path().to_string());
        waiting.extend(targets);
        let wrapped =
            text.lines().filter_map(|line| line.strip_prefix("const $")?.strip_suffix(" = (() => {"));
        modules.extend(wrapped.map(String::from));
    }
    let mut written = 0;
    let mut folders = vec![repository().join("web/js")];
    while let Some(folder) = folders.pop() {
        for entry in folder.read_dir().unwrap() {
            let path = entry.unwrap().path();
            written += usize::from(path.extension().is_some_and(|ending| ending == "js"));
            folders.extend(path.is_dir().then_some(path));
        }
    }
    assert_eq!(modules.iter().collect::<BTreeSet<_>>().len(), modules.len(), "{modules:?}");
    assert_eq!(modules.len(), written, "{modules:?}");
    server.stop().await;
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The first page shows a board only on wide screens; the document and the script must agree on the width.
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
async fn style_sheets_come_in_one_piece() {
    let server = Running::start().await;
    let html = get(&server, "/").await;
    let sheets: Vec<&str> = html.split("rel=\"stylesheet\" href=\"").skip(1).collect();
    assert_eq!(sheets.len(), 1, "{html}");
    let all = get(&server, sheets[0].split('"').next().unwrap()).await;
    assert!(!all.contains("@import"), "everything is in it");
    let mut place = 0;
    for name in ["base", "board", "game", "home"] {
        let one = get(&server, &format!("/css/{name}.css")).await;
        place += all[place..].find(one.trim_end()).expect(name) + one.trim_end().len();
    }
    server.stop().await;
}
