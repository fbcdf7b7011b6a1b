//! Pictures, previews of links, and the board that others may embed.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use serde_json::{Value, json};
use support::page::{Answer, ask, data, get};
use support::server::{PATIENCE, Running};

const START: &str = "61111110-01111116-b";

/// The size in the head of a PNG file.
fn png_size(png: &[u8]) -> [u32; 2] {
    assert!(png.starts_with(b"\x89PNG"));
    [16, 20].map(|at| u32::from_be_bytes(png[at..at + 4].try_into().unwrap()))
}

/// The content of a tag in the head of a document.
fn tag<'a>(document: &'a Answer, name: &str) -> Option<&'a str> {
    let head = document.text().split("</head>").next()?;
    head.split_once(&format!("=\"{name}\" content=\""))?.1.split('"').next()
}

/// A game between two people on one device, with these names, after one turn.
async fn local_game(server: &Running, names: [&str; 2]) -> (support::server::Client, String) {
    let player = server.client().await;
    let wish = json!({ "opponent": { "type": "local" }, "name": names[0], "opponent_name": names[1],
        "side": "black", "first": "black" });
    let game = player.create(wish).await;
    let seen = player.game(&game).await["game"]["seq"].as_u64().unwrap();
    player.turn(&game, seen, "ab ac").await.expect(200);
    (player, game)
}

async fn resign(player: &support::server::Client, game: &str) {
    let seen = player.game(game).await["game"]["seq"].as_u64().unwrap();
    player.command(game, seen, json!({ "type": "resign", "side": "red" })).await.expect(200);
}

#[tokio::test]
async fn pictures_are_files_that_every_site_may_show_and_keep() {
    let server = Running::start().await;
    for (path, media) in [
        (format!("/picture/board/{START}.svg"), "image/svg+xml"),
        (format!("/picture/board/{START}.png?size=200&view=red"), "image/png"),
        (format!("/picture/position/bonus/{START}.png"), "image/png"),
        (format!("/picture/position/bonus+follow-may/{START}.svg?lang=de"), "image/svg+xml"),
        ("/picture/rules/classic+left-one.png?lang=ro".into(), "image/png"),
        ("/picture/card/home.png".into(), "image/png"),
    ] {
        let picture = get(&server, &path).await;
        assert_eq!((picture.status, picture.header("content-type")), (200, media), "{path}");
        assert_eq!(picture.header("cross-origin-resource-policy"), "cross-origin", "{path}");
        assert_eq!(picture.header("x-frame-options"), "DENY", "{path}");
        assert_eq!(picture.header("cache-control"), "public, max-age=3600", "{path}");
        assert_eq!(picture.header("set-cookie"), "", "{path}");
        if media == "image/png" {
            let size = if path.contains("board") { [200, 188] } else { [1200, 630] };
            assert_eq!(png_size(&picture.body), size, "{path}");
        }
        let known = ask(&server, "GET", &path, &[("if-none-match", picture.header("etag"))]).await;
        assert_eq!((known.status, known.body.len()), (304, 0), "{path}");
    }
    let [black, red] = [
        get(&server, &format!("/picture/board/{START}.svg")).await,
        get(&server, &format!("/picture/board/{START}.svg?view=red")).await,
    ];
    assert_ne!(black.header("etag"), red.header("etag"));
    server.stop().await;
}

#[tokio::test]
async fn what_names_no_picture_is_a_problem() {
    let server = Running::start().await;
    for (path, status) in [
        ("/picture/board/61111110-01111116-x.svg", 422),
        ("/picture/board/%00%ff.svg", 404),
        ("/picture/board/..%2f..%2fetc%2fpasswd.svg", 422),
        ("/picture/board/61111110-01111116-b.gif", 404),
        ("/picture/board/61111110-01111116-b.exe", 404),
        ("/picture/board/61111110-01111116-b", 404),
        ("/picture/board/61111110-01111116-b.svg?size=-1", 400),
        ("/picture/board/61111110-01111116-b.svg?size=99999999999", 400),
        ("/picture/board/61111110-01111116-b.svg?other=1", 400),
        ("/picture/rules/nonsense.png", 400),
        ("/picture/position/nonsense/61111110-01111116-b.png", 400),
        ("/picture/card/other.png", 404),
        ("/picture/other/home.png", 404),
        ("/picture/game/0123456789abcdefghij.png", 404),
        ("/picture/game/x.png", 404),
        ("/picture/puzzle/bonus/2026-11-16.png", 409),
        ("/picture/puzzle/bonus/yesterday.png", 400),
        ("/embed/game/0123456789abcdefghij", 404),
        ("/embed/position/bonus/x", 422),
        ("/embed/position/x/61111110-01111116-b", 400),
    ] {
        let answer = get(&server, path).await;
        assert_eq!(answer.status, status, "{path}");
        assert_eq!(answer.header("content-type"), "application/problem+json", "{path}");
    }
    // Too large a size is lowered.
    let large = get(&server, &format!("/picture/board/{START}.png?size=4000000")).await;
    assert_eq!(png_size(&large.body)[0], 1890);
    server.stop().await;
}

#[tokio::test]
async fn a_game_has_pictures_only_when_it_is_over() {
    let server = Running::start().await;
    let (player, game) = local_game(&server, ["Anna & \"Co\"", "<b>Ben"]).await;
    for path in [
        format!("/picture/game/{game}.png"),
        format!("/picture/game/{game}.gif"),
        format!("/embed/game/{game}"),
    ] {
        let answer = get(&server, &path).await;
        assert_eq!(answer.status, 409, "{path}");
        assert!(!String::from_utf8_lossy(&answer.body).contains("Anna"));
    }
    let running = get(&server, &format!("/game/{game}?invitation=secret")).await;
    let head = running.text().split("</head>").next().unwrap();
    assert!(!head.contains("Anna") && !head.contains("secret"), "{head}");
    assert!(tag(&running, "og:image").unwrap().contains("/picture/card/home.png"));
    assert!(tag(&running, "og:url").unwrap().ends_with(&format!("/game/{game}")));

    resign(&player, &game).await;
    let svg = get(&server, &format!("/picture/game/{game}.svg")).await;
    assert_eq!(svg.text().matches("class=\"pawn\"").count(), 24);
    assert!(
        svg.text().contains("Anna &amp; &quot;Co&quot;") && !svg.text().contains("<b>"),
        "names are text"
    );
    assert!(svg.text().contains("resigned."), "without a table the sentence why");
    assert_eq!(png_size(&get(&server, &format!("/picture/game/{game}.png")).await.body), [1200, 630]);
    let gif = get(&server, &format!("/picture/game/{game}.gif")).await;
    assert_eq!((gif.status, gif.header("content-type")), (200, "image/gif"));
    assert!(gif.body.starts_with(b"GIF89a"));
    for path in [format!("/game/{game}"), format!("/game/{game}/review?turn=1")] {
        let over = get(&server, &path).await;
        assert_eq!(tag(&over, "og:title"), Some("Anna &amp; &quot;Co&quot; wins"), "{path}");
        assert!(
            tag(&over, "og:image").unwrap().ends_with(&format!("/picture/game/{game}.png?lang=en")),
            "{path}"
        );
        assert!(!tag(&over, "og:url").unwrap().contains('?'), "{path}");
    }
    server.stop().await;
}

#[tokio::test]
async fn previews_are_in_the_language_and_with_the_address_of_the_page() {
    let server = Running::start().await;
    let base = server.url("");
    for (path, title, image) in [
        ("/?lang=de".to_string(), "Ein Wettlauf", "/picture/card/home.png?lang=de".to_string()),
        (
            format!("/explorer/bonus/{START}"),
            "What would you play?",
            format!("/picture/position/bonus/{START}.png?lang=en"),
        ),
        (
            "/rules/bonus+follow-may?lang=en".into(),
            "Bonus with",
            "/picture/rules/bonus+follow-may.png?lang=en".into(),
        ),
    ] {
        let document = get(&server, &path).await;
        assert_eq!(document.status, 200);
        let found = tag(&document, "og:title").unwrap();
        assert!(found.starts_with(title) || path.starts_with("/?"), "{path}: {found}");
        assert_eq!(tag(&document, "og:image"), Some(format!("{base}{image}").as_str()), "{path}");
        assert_eq!(tag(&document, "twitter:card"), Some("summary_large_image"), "{path}");
        assert!(!tag(&document, "og:image:alt").unwrap().is_empty(), "{path}");
        let picture = get(&server, &image).await;
        assert_eq!(png_size(&picture.body), [1200, 630], "{path}");
    }
    for path in ["/explorer/bonus/nonsense", "/settings", "/game/x"] {
        assert_eq!(tag(&get(&server, path).await, "og:image"), None, "{path}");
    }
    server.stop().await;
}

#[tokio::test]
async fn previews_name_no_host_that_only_the_request_names() {
    // Behind a proxy and without --host, any name is served.
    let open = Running::with(|config| config.trust_proxy = true).await;
    let foreign = ask(&open, "GET", "/", &[("host", "evil.example")]).await;
    assert_eq!((foreign.status, tag(&foreign, "og:image")), (200, None));
    assert!(!foreign.text().contains("evil.example"));
    open.stop().await;

    let named = Running::with(|config| {
        config.trust_proxy = true;
        config.hosts = vec!["linja.example".into()];
    })
    .await;
    for (host, proto, base) in [
        ("linja.example", "https", Some("https://linja.example/")),
        ("LINJA.example:8443", "http", Some("http://linja.example:8443/")),
        ("linja.example:80\"><script>", "http", None),
        ("linja.example:", "http", None),
    ] {
        let page = ask(&named, "GET", "/", &[("host", host), ("x-forwarded-proto", proto)]).await;
        assert_eq!(tag(&page, "og:url"), base, "{host}");
        assert!(!page.text().contains("><script>"), "{host}");
    }
    named.stop().await;
}

#[tokio::test]
async fn only_the_embedded_board_may_be_framed_and_it_sets_no_cookie() {
    let server = Running::start().await;
    let (player, game) = local_game(&server, ["Anna", "Ben"]).await;
    resign(&player, &game).await;
    for path in [
        "/",
        "/settings",
        "/explorer/bonus/x",
        "/api/v1/oracle",
        "/picture/card/home.png",
        "/js/embed.js",
        "/embed",
        "/embed/x",
    ] {
        let page = ask(&server, "GET", path, &[("accept", "text/html")]).await;
        assert_eq!(page.header("x-frame-options"), "DENY", "{path}");
        assert!(page.header("content-security-policy").contains("frame-ancestors 'none'"), "{path}");
    }
    for path in [format!("/embed/game/{game}"), format!("/embed/position/bonus/{START}?lang=fr")] {
        let page = get(&server, &path).await;
        assert_eq!(
            (page.status, page.header("x-frame-options"), page.header("set-cookie")),
            (200, "", ""),
            "{path}"
        );
        let policy = page.header("content-security-policy");
        assert!(
            policy.contains("frame-ancestors *") && policy.contains("default-src 'none'"),
            "{path}: {policy}"
        );
        assert!(!policy.contains("unsafe") && !policy.contains("connect-src"), "{path}: {policy}");
        assert_eq!(page.header("cross-origin-resource-policy"), "cross-origin", "{path}");
        let steps: Vec<Value> = serde_json::from_str(data(page.text(), "steps").unwrap()).unwrap();
        assert_eq!(steps.len(), if path.contains("game") { 2 } else { 1 });
        for step in steps {
            assert_eq!(get(&server, step["src"].as_str().unwrap()).await.status, 200);
            assert!(step["alt"].as_str().unwrap().starts_with("a: "), "{step}");
        }
    }
    for file in ["/js/embed.js", "/css/embed.css"] {
        assert_eq!(get(&server, file).await.status, 200, "{file}");
    }
    server.stop().await;
}

#[tokio::test]
async fn painting_costs_more_than_a_request_but_only_once() {
    let server = Running::with_burst(20).await;
    let path = format!("/picture/board/{START}.svg");
    // 1 for the request and 3 for the picture, then 1 each.
    for _ in 0..10 {
        assert_eq!(get(&server, &path).await.status, 200);
    }
    let mut status = Vec::new();
    for size in 20..30 {
        status.push(get(&server, &format!("/picture/board/{START}.png?size={size}")).await.status);
    }
    assert!(status.contains(&429), "{status:?}");
    server.stop().await;
}

#[tokio::test]
async fn with_a_table_a_game_has_its_graph_and_a_puzzle_its_question() {
    let tables = support::solved().join("tables");
    let server = Running::with(|config| {
        std::os::unix::fs::symlink(tables, config.data_dir.join("tables")).unwrap();
    })
    .await;
    let ready = async {
        while !server.app.tables.is_solved(&linja::RuleSet::BONUS) {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(PATIENCE, ready).await.expect("the table is opened");
    let (player, game) = local_game(&server, ["Anna", "Ben"]).await;
    resign(&player, &game).await;
    let svg = get(&server, &format!("/picture/game/{game}.svg")).await;
    assert!(svg.text().contains("aria-label=\"Anna: accuracy\""), "how well it was played");
    assert!(svg.text().contains("aria-label=\"+1\""), "the axis of the graph");
    let puzzle = get(&server, "/picture/puzzle/bonus/2026-11-16.svg").await;
    assert!(puzzle.text().contains("Puzzle of the day, 16 November"));
    let solution = linja_players::Puzzle::of_the_day(
        &*server.app.tables.table(linja::RuleSet::BONUS).await.unwrap(),
        "2026-11-16".parse().unwrap(),
    );
    for turn in solution.unwrap().solutions {
        assert!(!puzzle.text().contains(&turn.item.turn.to_string()), "never the solution");
    }
    let page = get(&server, "/puzzle/bonus/2026-11-16?lang=en").await;
    assert!(tag(&page, "og:image").unwrap().ends_with("/picture/puzzle/bonus/2026-11-16.png?lang=en"));
    assert_eq!(tag(&page, "og:title"), Some("Can you hold the draw?"));
    server.stop().await;
}
