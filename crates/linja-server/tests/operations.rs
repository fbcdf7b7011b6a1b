//! Checks the promises of docs/operations.md to operators.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use std::collections::BTreeSet;

use serde_json::json;
use support::Database;
use support::server::Running;

const DOCUMENT: &str = include_str!("../../../docs/operations.md");

/// The names of metrics in a text.
fn figures(text: &str) -> BTreeSet<&str> {
    let words = text.split(|character: char| !character.is_ascii_alphanumeric() && character != '_');
    let names = words.filter(|word| word.starts_with("linja_") && *word != "linja_games");
    // A histogram has three series.
    names
        .map(|name| {
            ["_bucket", "_sum", "_count"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name)
        })
        .collect()
}

#[tokio::test]
async fn every_figure_is_documented() {
    let server = Running::start().await;
    let ada = server.client().await;
    let wish =
        json!({ "opponent": { "type": "computer", "level": "random" }, "side": "black", "first": "black" });
    let game = ada.create(wish).await;
    let _socket = ada.live(&game, None).await;
    ada.turn(&game, 1, "ab ce").await.expect(200);
    ada.wait_for(&game, |game| game["seq"] == 3).await;
    ada.get("/api/v1/position/turns").await.expect(200);
    let shown = ada.get("/metrics").await.text;
    let (shown, documented) = (figures(&shown), figures(DOCUMENT));
    assert!(shown.is_subset(&documented), "not documented: {:?}", shown.difference(&documented));
    // Some metrics appear only after rare events.
    let described = figures(include_str!("../src/metrics.rs"));
    assert_eq!(documented, described, "the document and metrics.rs name different ones");
    server.stop().await;
}

/// The alerts and the dashboard use only metrics that exist; a counter exists before its first event, so that its first
/// increase is seen.
#[tokio::test]
async fn alerts_and_dashboard_use_metrics_that_exist() {
    let server = Running::start().await;
    let shown = server.client().await.get("/metrics").await.text;
    let first = figures(&shown);
    server.stop().await;
    let described = figures(include_str!("../src/metrics.rs"));
    let dashboard = include_str!("../../../deploy/dashboard.json");
    for text in [include_str!("../../../deploy/alerts.yaml"), dashboard] {
        let used = figures(text);
        assert!(used.len() > 5, "{used:?}");
        assert!(used.is_subset(&described), "unknown: {:?}", used.difference(&described));
        for counter in used.iter().filter(|name| name.ends_with("_total")) {
            assert!(first.contains(counter), "{counter} is not there from the start");
        }
    }
    let important = ["linja_owed_age_seconds", "linja_queue_length", "linja_failed_commits_total"];
    let important: BTreeSet<&str> =
        [&important[..], &["linja_last_commit_timestamp_seconds", "linja_free_disk_bytes"]]
            .concat()
            .into_iter()
            .collect();
    assert!(important.is_subset(&figures(dashboard)));
    // Every panel has a title, a unit and a query.
    let dashboard: serde_json::Value = serde_json::from_str(dashboard).unwrap();
    let mut ids = BTreeSet::new();
    for panel in dashboard["panels"].as_array().unwrap().iter().filter(|panel| panel["type"] != "row") {
        assert!(ids.insert(panel["id"].as_u64().unwrap()), "{panel}");
        assert!(
            panel["title"].is_string() && panel["fieldConfig"]["defaults"]["unit"].is_string(),
            "{panel}"
        );
        assert!(
            panel["targets"].as_array().unwrap().iter().all(|target| target["expr"].is_string()),
            "{panel}"
        );
    }
}

/// Sends a request as if from `peer`, without a connection. Returns the status.
async fn ask_from(server: &Running, peer: &str, path: &str, headers: &[(&str, &str)]) -> u16 {
    use tower::ServiceExt as _;
    let mut request = axum::http::Request::get(path).header("host", "localhost");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let peer: std::net::SocketAddr = peer.parse().unwrap();
    let request =
        request.extension(axum::extract::ConnectInfo(peer)).body(axum::body::Body::empty()).unwrap();
    server.app.router().oneshot(request).await.unwrap().status().as_u16()
}

#[tokio::test]
async fn figures_are_for_this_machine_unless_all_may_see_them() {
    let forwarded = |from| [("x-forwarded-for", from)];
    let server = Running::start().await;
    for local in ["127.0.0.1:1", "127.8.9.1:1", "[::1]:1", "[::ffff:127.0.0.1]:1"] {
        assert_eq!(ask_from(&server, local, "/metrics", &[]).await, 200, "{local}");
    }
    for other in ["192.0.2.1:1", "10.0.0.1:1", "[2001:db8::1]:1", "0.0.0.0:1"] {
        assert_eq!(ask_from(&server, other, "/metrics", &[]).await, 403, "{other}");
        assert_eq!(ask_from(&server, other, "/metrics", &forwarded("127.0.0.1")).await, 403, "{other}");
        assert_eq!(ask_from(&server, other, "/healthz", &[]).await, 200, "{other}");
    }
    // A proxy on this machine that is not trusted.
    assert_eq!(ask_from(&server, "127.0.0.1:1", "/metrics", &forwarded("192.0.2.1")).await, 403);
    assert_eq!(ask_from(&server, "127.0.0.1:1", "/metrics", &[("forwarded", "for=192.0.2.1")]).await, 403);
    for name in ["via", "x-real-ip", "x-forwarded-host", "x-forwarded-proto"] {
        assert_eq!(ask_from(&server, "127.0.0.1:1", "/metrics", &[(name, "x")]).await, 403, "{name}");
    }
    let stranger = server.stranger();
    let reply = stranger.send("GET", "/metrics", |r| r.header("x-forwarded-for", "192.0.2.1")).await;
    reply.problem(403, "local_only");
    server.stop().await;

    let behind_proxy = Running::with(|config| config.trust_proxy = true).await;
    for (peer, from, status) in [
        ("127.0.0.1:1", "192.0.2.1", 403),
        ("127.0.0.1:1", "127.0.0.1, 192.0.2.1", 403),
        ("127.0.0.1:1", "192.0.2.1, 127.0.0.1", 200),
        ("10.0.0.1:1", "192.0.2.1", 403),
        ("10.0.0.1:1", "nonsense", 403),
        ("127.0.0.1:1", "nonsense", 403),
        ("127.0.0.1:1", "127.0.0.1, 192.0.2.1:80", 403),
    ] {
        assert_eq!(
            ask_from(&behind_proxy, peer, "/metrics", &forwarded(from)).await,
            status,
            "{peer} {from}"
        );
    }
    assert_eq!(ask_from(&behind_proxy, "127.0.0.1:1", "/metrics", &[]).await, 200, "not through the proxy");
    behind_proxy.stop().await;

    let public = Running::with(|config| config.public_metrics = true).await;
    assert_eq!(ask_from(&public, "192.0.2.1:1", "/metrics", &[]).await, 200);
    public.stop().await;
}

#[tokio::test]
async fn backup_of_a_running_server_is_whole() {
    let database = Database::sqlite();
    let Database::Sqlite(folder) = &database else { unreachable!("it is SQLite") };
    let server = Running::on(&database).await;
    let ada = server.client().await;
    let game = ada.create(json!({ "opponent": { "type": "local" }, "first": "black" })).await;
    ada.turn(&game, 1, "ab ce").await.expect(200);
    let before = ada.game(&game).await;
    // The same statement that the document runs with sqlite3.
    assert!(DOCUMENT.contains("VACUUM INTO"));
    let restored = linja_testing::folder();
    let url = format!("sqlite://{}", folder.path().join("games.db").display());
    let pool = sqlx::SqlitePool::connect(&url).await.unwrap();
    let copy = restored.path().join("games.db").display().to_string();
    sqlx::query("VACUUM INTO ?").bind(copy).execute(&pool).await.unwrap();
    pool.close().await;
    // Events after the backup are only in the original.
    ada.turn(&game, 2, "hg hf").await.expect(200);
    server.stop().await;
    let restored = Database::Sqlite(restored);
    let server = Running::on(&restored).await;
    let ada = ada.at(&server);
    assert_eq!(ada.game(&game).await["game"]["seq"], before["game"]["seq"]);
    ada.turn(&game, 2, "hg hf").await.expect(200);
    server.stop().await;
}

#[tokio::test]
async fn readiness_follows_the_database() {
    let database = Database::sqlite();
    let server = Running::on(&database).await;
    let ada = server.client().await;
    let local = json!({ "opponent": { "type": "local" }, "first": "black" });
    assert_eq!(ada.get("/readyz").await.text, "ready\n");
    for table in ["events", "seats"] {
        let trigger = format!(
            "CREATE TRIGGER full_{table} BEFORE INSERT ON {table} BEGIN SELECT RAISE(ROLLBACK, 'no space left'); END"
        );
        database.execute(&trigger).await;
    }
    for _ in 0..3 {
        let refused = ada.new_game(local.clone()).await;
        assert_eq!(refused.headers["retry-after"], "1");
        refused.problem(503, "unavailable");
    }
    // The result of a check counts for a second.
    let unready = async {
        loop {
            let reply = ada.get("/readyz").await;
            if reply.status == 503 {
                return reply.problem(503, "unavailable");
            }
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
    };
    let problem = tokio::time::timeout(support::server::PATIENCE, unready).await.expect("not ready");
    assert!(problem["detail"].as_str().unwrap().contains("no space left"), "{problem}");
    for table in ["events", "seats"] {
        database.execute(&format!("DROP TRIGGER full_{table}")).await;
    }
    // Without a request that writes.
    let ready = async {
        while ada.get("/readyz").await.status != 200 {
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(support::server::PATIENCE, ready).await.expect("ready again");
    ada.create(local).await;
    let figures = ada.get("/metrics").await.text;
    for name in
        ["linja_failed_commits_total", "linja_last_commit_timestamp_seconds", "linja_unreadable_games 0"]
    {
        assert!(figures.contains(name), "{name}: {figures}");
    }
    server.stop().await;
}
