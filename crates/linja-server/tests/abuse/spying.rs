//! Information that responses must not reveal.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::Database;
use crate::support::server::Running;

#[tokio::test]
async fn every_route_has_the_headers_whatever_it_answers() {
    let server = Running::with(|config| config.limits.games = 1).await;
    let ada = server.client().await;
    let game = ada.create(json!({ "opponent": { "type": "local" } })).await;
    let document: Value = serde_json::to_value(linja_server::api::openapi::document()).unwrap();
    let paths = document["paths"].as_object().unwrap().keys();
    let mut paths: Vec<String> = paths
        .map(|path| path.replace("{rules}", "bonus+follow-may"))
        .flat_map(|path| [path.replace("{id}", &game), path.replace("{id}", "00000000000000000000")])
        .collect();
    paths.extend(
        ["/", "/healthz", "/readyz", "/metrics", "/nowhere", "/api/v1/openapi.json"].map(String::from),
    );
    let mut statuses = BTreeSet::new();
    for path in &paths {
        for method in ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "FOO"] {
            let url = server.url(path);
            let request =
                ada.http.request(method.parse().unwrap(), url).header("content-type", "application/json");
            let reply = request.body("{}").send().await.unwrap();
            statuses.insert(reply.status().as_u16());
            let header = |name: &str| {
                reply
                    .headers()
                    .get(name)
                    .unwrap_or_else(|| panic!("{method} {path}: no {name}"))
                    .to_str()
                    .unwrap()
            };
            let policy = header("content-security-policy");
            assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"));
            // The engine of the page is WebAssembly, which may be compiled; nothing else may.
            let without_engine = policy.replace("'wasm-unsafe-eval'", "");
            assert!(!without_engine.contains("unsafe") && !policy.contains('*'), "{policy}");
            assert_eq!(header("x-content-type-options"), "nosniff");
            assert_eq!(header("referrer-policy"), "no-referrer");
            assert_eq!(header("x-frame-options"), "DENY");
            // Pages of other sites read only what changes nothing and is about no person.
            let is_open =
                reply.headers().get("access-control-allow-origin").is_some_and(|origin| origin == "*");
            let reads = ["GET", "HEAD"].contains(&method) || path.ends_with("/positions");
            let is_personal =
                ["/identity", "/push", "/tokens", "/live"].iter().any(|part| path.contains(part))
                    || path.ends_with("/games");
            assert!(!is_open || reads && !is_personal, "{method} {path} is open");
            let policy = if is_open { "cross-origin" } else { "same-origin" };
            assert_eq!(header("cross-origin-resource-policy"), policy, "{method} {path}");
            assert_eq!(header("x-request-id").len(), 32);
            // Only responses that are the same for everybody may be cached.
            let cache = header("cache-control");
            let common = ["/openapi.json", "/asyncapi.json", "/api/v1/rules", "/api/v1/rules/verdicts"];
            let is_common = path.contains("/position") || common.iter().any(|common| path.ends_with(common));
            assert!(cache.ends_with("no-store") || is_common, "{method} {path}: {cache}");
            assert!(reply.headers().get("server").is_none());
        }
    }
    assert!(
        [200, 201, 400, 404, 405, 409, 422].iter().all(|status| statuses.contains(status)),
        "{statuses:?}"
    );
    server.stop().await;
}

#[tokio::test]
async fn errors_tell_nothing_about_the_inside() {
    let database = Database::sqlite();
    let server = Running::on(&database).await;
    let ada = server.client().await;
    let game = ada.create(json!({ "opponent": { "type": "local" }, "first": "black" })).await;
    let mut bodies = Vec::new();
    let odd =
        ["", "'", "%00", "%ff", "a%20b", "-1", "1e9", "{}", "..%2f", "%f0%9f%8e%b2", "999999999999999999999"];
    for odd in odd {
        for path in [
            "/api/v1/games/",
            "/api/v1/position?pos=",
            "/api/v1/position?rules=",
            "/api/v1/rules/",
            "/api/v1/position/line?values=",
            "/api/v1/position/turns?x=",
            "/api/v1/",
            "/",
        ] {
            bodies.push(ada.get(&format!("{path}{odd}")).await);
        }
        for query in ["events?after=", "record?game=", "live?after="] {
            bodies.push(ada.get(&format!("/api/v1/games/{game}/{query}{odd}")).await);
        }
    }
    for value in [
        json!(null),
        json!(7),
        json!("x"),
        json!([]),
        json!({}),
        json!(true),
        json!(-1),
        json!(1.5),
        json!([[]]),
    ] {
        bodies.push(ada.post("/api/v1/games", &value).await);
        for field in [
            "id",
            "rules",
            "opponent",
            "side",
            "first",
            "games",
            "clock",
            "name",
            "opponent_name",
            "position",
        ] {
            let mut wish = json!({ "id": Uuid::new_v4(), "opponent": { "type": "local" } });
            wish[field] = value.clone();
            bodies.push(ada.post("/api/v1/games", &wish).await);
        }
        for field in ["id", "seen", "type", "turn"] {
            let mut command = json!({ "id": Uuid::new_v4(), "seen": 1, "type": "turn", "turn": "x" });
            command[field] = value.clone();
            bodies.push(ada.post(&format!("/api/v1/games/{game}/commands"), &command).await);
        }
    }
    let problems: Vec<_> = bodies.into_iter().filter(|reply| reply.status >= 400).collect();
    assert!(problems.len() > 100, "{}", problems.len());
    for reply in problems {
        assert!(reply.status < 500, "{}", reply.text);
        assert_eq!(reply.headers["content-type"], "application/problem+json");
        let detail = reply.json()["detail"].as_str().unwrap().to_string();
        assert!(!detail.is_empty() && detail.len() < 400, "{detail}");
        for internal in [
            "struct",
            "enum ",
            "linja_",
            "::",
            "Some(",
            "None",
            "Err(",
            "panicked",
            ".rs",
            "src/",
            "/tmp",
            "/work",
            "sqlx",
            "SQLite",
            "SELECT",
            "INSERT",
            "deserialize",
            "serde",
            "axum",
            "hyper",
            " u8",
            " u32",
            " u64",
            "i64",
            "Option",
            "NewGame",
            "Wish",
            "tagged",
            "element",
        ] {
            assert!(!detail.contains(internal), "{internal} in: {detail}");
        }
    }
    server.stop().await;
}

/// Database errors are logged, not sent to the client.
#[tokio::test]
async fn broken_database_is_not_shown_to_clients() {
    let database = Database::sqlite();
    let server = Running::on(&database).await;
    let ada = server.client().await;
    let game = ada.create(json!({ "opponent": { "type": "local" }, "first": "black" })).await;
    server.stop().await;
    let Database::Sqlite(folder) = &database else { unreachable!("it is SQLite") };
    let pool = sqlx::SqlitePool::connect(&format!("sqlite://{}", folder.path().join("games.db").display()))
        .await
        .unwrap();
    let server = Running::on(&database).await;
    sqlx::query("ALTER TABLE events RENAME TO gone").execute(&pool).await.unwrap();
    let ada = ada.at(&server);
    for reply in [
        ada.get(&format!("/api/v1/games/{game}")).await,
        ada.turn(&game, 1, "ab ce").await,
        ada.new_game(json!({ "opponent": { "type": "local" } })).await,
    ] {
        let body = reply.problem(503, "unavailable").to_string();
        for internal in ["events", "table", "SQL", "sqlx", "games.db", "no such"] {
            assert!(!body.contains(internal), "{body}");
        }
    }
    sqlx::query("ALTER TABLE gone RENAME TO events").execute(&pool).await.unwrap();
    ada.turn(&game, 1, "ab ce").await.expect(200);
    pool.close().await;
    server.stop().await;
}
