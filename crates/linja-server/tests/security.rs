//! Security tests over real sockets.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use std::time::Duration;

use linja_server::Limits;
use serde_json::json;
use support::raw::{raw, rest};
use support::server::{Client, PATIENCE, Reply, Running};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use uuid::Uuid;

#[tokio::test]
async fn every_response_carries_the_headers() {
    let server = Running::start().await;
    for path in ["/", "/api/v1/version", "/nowhere", "/api/v1/games/x", "/healthz"] {
        let reply = server.stranger().get(path).await;
        let header =
            |name: &str| reply.headers.get(name).map(|value| value.to_str().unwrap()).unwrap_or_default();
        let policy = header("content-security-policy");
        assert!(
            policy.starts_with("default-src 'none'") && policy.contains("frame-ancestors 'none'"),
            "{path}"
        );
        // The engine of the page is WebAssembly, which may be compiled; nothing else may.
        let without_engine = policy.replace("'wasm-unsafe-eval'", "");
        assert!(!without_engine.contains("unsafe"), "{path}: {policy}");
        assert_eq!(header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(header("referrer-policy"), "no-referrer", "{path}");
        assert_eq!(header("x-request-id").len(), 32, "{path}");
    }
    server.stop().await;
}

#[tokio::test]
async fn errors_of_every_kind_are_problems() {
    let server = Running::start().await;
    let client = server.client().await;
    client.get("/api/v1/nowhere").await.problem(404, "not_found");
    client.get("/no/such/page").await.problem(404, "not_found");
    client.get("/api/v1/games/short").await.problem(404, "no_such_game");
    client.get(&format!("/api/v1/games/{}", "0".repeat(20))).await.problem(404, "no_such_game");
    client.send("DELETE", "/api/v1/version", |request| request).await.problem(405, "method_not_allowed");
    let post = async |body: &'static str, media: &str| {
        client.send("POST", "/api/v1/games", |request| request.header("content-type", media).body(body)).await
    };
    post("{", "application/json").await.problem(400, "malformed_json");
    post("", "application/json").await.problem(400, "malformed_json");
    post("{}", "text/plain").await.problem(415, "unsupported_media_type");
    post("[]", "application/json").await.problem(422, "invalid_body");
    post("{\"id\":1}", "application/json").await.problem(422, "invalid_body");
    let deep = "[".repeat(60_000);
    client
        .send("POST", "/api/v1/games", |request| {
            request.header("content-type", "application/json").body(deep)
        })
        .await
        .problem(422, "invalid_body");
    let large = format!("\"{}\"", "x".repeat(1 << 20));
    client
        .send("POST", "/api/v1/games", |request| {
            request.header("content-type", "application/json").body(large)
        })
        .await
        .problem(413, "too_large");
    let unknown = json!({ "opponent": { "type": "local" }, "colour": "blue" });
    client.new_game(unknown).await.problem(422, "invalid_body");
    client
        .new_game(json!({ "opponent": { "type": "computer", "level": "11" } }))
        .await
        .problem(422, "invalid_body");
    client
        .new_game(json!({ "opponent": { "type": "local" }, "games": 2 }))
        .await
        .problem(422, "invalid_body");
    let clock = json!({ "opponent": { "type": "local" }, "clock": { "seconds": 1 } });
    client.new_game(clock).await.problem(422, "invalid_body");
    server.stop().await;
}

#[tokio::test]
async fn problems_are_sentences_that_name_the_part() {
    let server = Running::start().await;
    let ada = server.client().await;
    let game = ada.create(json!({ "opponent": { "type": "local" }, "first": "black" })).await;
    let mut problems = Vec::new();
    for turn in ["", "ab", "ab xy", "ab ce df", "pass", "hg", "ab ch"] {
        problems.push((ada.turn(&game, 1, turn).await.problem(422, "illegal_turn"), "turn"));
    }
    for (query, part) in
        [("rules=foo", "rules"), ("values=7", "values"), ("x=1", "x"), ("values=true&values=true", "values")]
    {
        let reply = ada.get(&format!("/api/v1/position?{query}")).await;
        problems.push((reply.problem(400, "invalid_query"), part));
    }
    problems.push((ada.get("/api/v1/position?pos=1").await.problem(422, "invalid_position"), "pos"));
    let wish = json!({ "opponent": { "type": "local" }, "side": "blue" });
    problems.push((ada.new_game(wish).await.problem(422, "invalid_body"), "side"));
    for (problem, part) in problems {
        let detail = problem["detail"].as_str().unwrap();
        assert_eq!(problem["part"], part, "{detail}");
        let is_sentence = detail.starts_with(|first: char| !first.is_lowercase()) && detail.ends_with('.');
        assert!(is_sentence && !detail.contains("variant"), "{detail}");
    }
    server.stop().await;
}

#[tokio::test]
async fn tokens_can_be_neither_guessed_nor_bent() {
    let server = Running::start().await;
    let ada = server.client().await;
    let game = ada.create(json!({ "opponent": { "type": "local" }, "first": "black" })).await;
    let mut thief = server.client().await;
    for _ in 0..50 {
        thief.token = Some(format!("{}{}", Uuid::new_v4().simple(), Uuid::new_v4().simple()));
        thief.turn(&game, 1, "ab ce").await.problem(403, "no_seat");
    }
    // A token hash from the database is not accepted as a token.
    let token: linja_games::token::Token = ada.token.as_ref().unwrap().parse().unwrap();
    thief.token = Some(token.hash().to_string());
    thief.turn(&game, 1, "ab ce").await.problem(403, "no_seat");
    for bad in ["", "x", "null", &"f".repeat(63), &"g".repeat(64)] {
        thief.token = Some(bad.to_string());
        let reply = thief.turn(&game, 1, "ab ce").await;
        assert_eq!(reply.headers["www-authenticate"], "Bearer");
        reply.problem(401, "invalid_token");
    }
    let shown = server.stranger().get(&format!("/api/v1/games/{game}")).await.text
        + &server.stranger().get(&format!("/api/v1/games/{game}/events")).await.text;
    assert!(!shown.contains(ada.token.as_ref().unwrap()) && !shown.contains(&token.hash().to_string()));
    server.stop().await;
}

#[tokio::test]
async fn requests_from_other_sites_are_refused() {
    let server = Running::start().await;
    let ada = server.client().await;
    let game = ada.create(json!({ "opponent": { "type": "local" }, "first": "black" })).await;
    let own = format!("http://{}", server.address);
    let body = |seen| json!({ "id": Uuid::new_v4(), "seen": seen, "type": "turn", "turn": "ab ce" });
    let path = format!("/api/v1/games/{game}/commands");
    for origin in ["http://evil.example", "null", "http://localhost.evil.example", ""] {
        let reply = ada.send("POST", &path, |request| request.header("origin", origin).json(&body(1))).await;
        reply.problem(403, "cross_origin");
    }
    let reply = ada
        .send("POST", &path, |request| request.header("sec-fetch-site", "cross-site").json(&body(1)))
        .await;
    reply.problem(403, "cross_origin");
    ada.send("POST", &path, |request| request.header("origin", &own).json(&body(1))).await.expect(200);
    let live = format!("/api/v1/games/{game}/live");
    assert!(ada.try_live(&live, &[("origin", "http://evil.example")]).await.is_err());
    assert!(ada.try_live(&live, &[("origin", &own)]).await.is_ok());
    // A foreign name that points to this machine's address (DNS rebinding).
    let reply = ada.send("GET", "/api/v1/games", |request| request.header("host", "evil.example")).await;
    reply.problem(403, "unknown_host");
    server.stop().await;
}

/// A page without TLS can be forged on its way, so the scheme counts.
#[tokio::test]
async fn scheme_of_the_origin_counts() {
    for (trust_proxy, forwarded, scheme, status) in [
        (false, "", "http", 200),
        (false, "", "https", 403),
        (false, "https", "https", 403),
        (true, "https", "https", 200),
        (true, "https", "http", 403),
        (true, "http", "http", 200),
        (true, "http", "https", 403),
        (true, "", "http", 200),
        (true, "", "https", 403),
        (true, "https", "ws", 403),
    ] {
        let server = Running::with(|config| config.trust_proxy = trust_proxy).await;
        let ada = server.client().await;
        let game = ada.create(json!({ "opponent": { "type": "local" }, "first": "black" })).await;
        let origin = format!("{scheme}://{}", server.address);
        let body = json!({ "id": Uuid::new_v4(), "seen": 1, "type": "turn", "turn": "ab ce" });
        let change = |request: reqwest::RequestBuilder| {
            let request = request.header("origin", &origin).json(&body);
            if forwarded.is_empty() { request } else { request.header("x-forwarded-proto", forwarded) }
        };
        let reply = ada.send("POST", &format!("/api/v1/games/{game}/commands"), change).await;
        let case = format!("{trust_proxy} {forwarded} {scheme}: {}", reply.text);
        assert_eq!(reply.status, status, "{case}");
        let headers = [("origin", origin.as_str()), ("x-forwarded-proto", forwarded)];
        let used = if forwarded.is_empty() { &headers[..1] } else { &headers[..] };
        let live = ada.try_live(&format!("/api/v1/games/{game}/live"), used).await;
        assert_eq!(live.is_ok(), status == 200, "{case}");
        if (trust_proxy, forwarded, scheme) == (false, "", "https") {
            let problem = reply.problem(403, "cross_origin");
            assert!(problem["detail"].as_str().unwrap().contains("--trust-proxy"), "{problem}");
        }
        server.stop().await;
    }
}

async fn version(client: &Client, forwarded: &str) -> Reply {
    client.send("GET", "/api/v1/version", |request| request.header("x-forwarded-for", forwarded)).await
}

/// The first refusal among many requests: on a busy machine a permit may return before the next request.
async fn until_refused(client: &Client, forwarded: impl Fn(usize) -> String) -> Reply {
    for attempt in 0..200 {
        let reply = version(client, &forwarded(attempt)).await;
        if reply.status == 429 {
            return reply;
        }
    }
    panic!("200 requests in a row were answered");
}

#[tokio::test]
async fn rate_limit_holds_for_requests_and_messages() {
    let server = Running::with_burst(10).await;
    let ada = server.client().await;
    let game = ada.create(json!({ "opponent": { "type": "local" }, "first": "black" })).await;
    let mut socket = ada.live(&game, None).await;
    let mut refused = false;
    for _ in 0..20 {
        socket.send(&json!({ "id": Uuid::new_v4(), "seen": 9, "type": "resign" })).await;
        refused |= socket.next_of("answer").await["problem"]["code"] == "too_many_requests";
    }
    assert!(refused);
    let reply = until_refused(&ada, |_| "9.9.9.9".into()).await;
    assert!(reply.headers.contains_key("retry-after"));
    reply.problem(429, "too_many_requests");
    assert_eq!(ada.get("/healthz").await.status, 200, "whoever runs the server can always ask");
    // An address that the client claims does not count.
    until_refused(&ada, |attempt| format!("1.2.3.{attempt}")).await;
    server.stop().await;

    let behind_proxy = Running::with(|config| {
        config.trust_proxy = true;
        config.limits.requests_per_second = 1;
        config.limits.burst = 1;
    })
    .await;
    let client = behind_proxy.stranger();
    // Only what the proxy added counts.
    until_refused(&client, |attempt| format!("8.8.8.{attempt}, 1.1.1.1")).await;
    assert_eq!(version(&client, "1.1.1.1, 9.9.9.9").await.status, 200);
    behind_proxy.stop().await;
}

#[tokio::test]
async fn games_and_sockets_are_limited() {
    let server = Running::with(|config| {
        config.limits.games = 2;
        config.limits.sockets_per_address = 3;
    })
    .await;
    let ada = server.client().await;
    let wish = json!({ "opponent": { "type": "local" } });
    let game = ada.create(wish.clone()).await;
    ada.create(wish.clone()).await;
    ada.new_game(wish.clone()).await.problem(429, "too_many_games");
    ada.command(&game, 1, json!({ "type": "resign" })).await.expect(200);
    ada.create(wish).await;
    let path = format!("/api/v1/games/{game}/live");
    let mut sockets = Vec::new();
    for _ in 0..3 {
        sockets.push(ada.try_live(&path, &[]).await.unwrap());
    }
    assert!(ada.try_live(&path, &[]).await.is_err());
    sockets.clear();
    let again = async { while ada.try_live(&path, &[]).await.is_err() {} };
    tokio::time::timeout(PATIENCE, again).await.expect("a place becomes free");
    server.stop().await;
}

#[tokio::test]
async fn half_open_connections_are_ended() {
    let server = Running::with(|config| {
        config.limits.header_timeout = Duration::from_millis(200);
        config.limits.request_timeout = Duration::from_millis(400);
    })
    .await;
    assert_eq!(raw(&server, b"").await, "", "says nothing");
    raw(&server, b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ").await;
    let body = raw(
        &server,
        b"POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
    )
    .await;
    assert!(body.starts_with("HTTP/1.1 503"), "{body}");
    assert_eq!(server.stranger().get("/healthz").await.status, 200);
    server.stop().await;
}

const REQUEST: &[u8] = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";

/// Deadline for a head: long enough for the tests on a busy machine.
const HEAD: Duration = Duration::from_secs(3);

/// Sends a request on an open connection and reads the response.
async fn ask_again(stream: &mut TcpStream) {
    stream.write_all(REQUEST).await.expect("the connection is open");
    let mut answer = Vec::new();
    while !answer.ends_with(b"\r\n\r\nok\n") {
        let byte = tokio::time::timeout(PATIENCE, stream.read_u8()).await.expect("in time");
        answer.push(byte.expect("the connection is open"));
    }
}

/// People think longer than a request's head may take. Without the connection their next turn would be slower.
#[tokio::test]
async fn connection_stays_open_while_a_person_thinks() {
    let server = Running::with(|config| config.limits.header_timeout = HEAD).await;
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    ask_again(&mut stream).await;
    tokio::time::sleep(2 * HEAD).await;
    ask_again(&mut stream).await;
    // The next head must still come in time.
    stream.write_all(&REQUEST[..20]).await.unwrap();
    rest(&mut stream).await;
    assert!(Limits::default().keep_alive >= Duration::from_mins(2));
    server.stop().await;
}

#[tokio::test]
async fn idle_connections_end_after_their_time_and_sooner_in_a_crowd() {
    let server = Running::with(|config| config.limits.keep_alive = Duration::from_millis(100)).await;
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    ask_again(&mut stream).await;
    rest(&mut stream).await;
    server.stop().await;
    let server = Running::with(|config| {
        config.limits.header_timeout = HEAD;
        config.limits.connections = 3;
    })
    .await;
    let mut first = TcpStream::connect(server.address).await.unwrap();
    ask_again(&mut first).await;
    let mut second = TcpStream::connect(server.address).await.unwrap();
    ask_again(&mut second).await;
    rest(&mut second).await;
    ask_again(&mut first).await;
    server.stop().await;
}

#[tokio::test]
async fn paths_lead_nowhere_else() {
    let server = Running::start().await;
    for path in [
        "/../../../../etc/passwd",
        "/..%2f..%2f..%2fetc/passwd",
        "/api/v1/games/..%2f..%2fgames.db",
        "/api/v1/games/%00",
        "/games.db",
        "//etc/passwd",
    ] {
        let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        let answer = raw(&server, request.as_bytes()).await;
        assert!(answer.starts_with("HTTP/1.1 404"), "{path}: {answer}");
        assert!(!answer.contains("root:") && !answer.contains("SQLite"), "{path}");
    }
    assert!(raw(&server, b"\x16\x03\x01 nonsense\r\n\r\n").await.starts_with("HTTP/1.1 400"));
    server.stop().await;
}

#[tokio::test]
async fn hostile_text_stays_text_or_is_refused() {
    let server = Running::start().await;
    let ada = server.client().await;
    for name in ["'; DROP TABLE events; --", "<script>alert(1)</script>", "\" OR 1=1", "%s%n", "${jndi:x}"] {
        let created =
            ada.new_game(json!({ "opponent": { "type": "local" }, "name": name })).await.expect(201);
        let black = &created["game"]["players"]["black"]["name"];
        assert!(black == name || created["game"]["players"]["red"]["name"] == name);
        let id = created["game"]["id"].as_str().unwrap();
        assert!(ada.get(&format!("/api/v1/games/{id}/record")).await.status == 200);
    }
    for name in ["a\u{202e}b", "a\u{0}b", "a\nb", "\u{200f}x", &"x".repeat(41)] {
        ada.new_game(json!({ "opponent": { "type": "local" }, "name": name }))
            .await
            .problem(422, "invalid_name");
    }
    let sql = "' OR '1'='1";
    ada.get("/api/v1/position?pos=%27%20OR%201=1").await.problem(422, "invalid_position");
    let game = ada.create(json!({ "opponent": { "type": "invitation" } })).await;
    let bo = server.client().await;
    bo.command(&game, 1, json!({ "type": "join", "code": sql })).await.problem(403, "wrong_invitation");
    ada.command(&game, 1, json!({ "type": "turn", "turn": sql })).await.problem(409, "waiting");
    let game = ada.create(json!({ "opponent": { "type": "local" } })).await;
    ada.turn(&game, 1, sql).await.problem(422, "illegal_turn");
    ada.turn(&game, 1, &"ab ".repeat(10_000)).await.problem(422, "illegal_turn");
    server.stop().await;
}

#[tokio::test]
async fn command_from_long_ago_is_refused() {
    let server = Running::start().await;
    let ada = server.client().await;
    let game = ada.create(json!({ "opponent": { "type": "local" }, "first": "black" })).await;
    for (seen, turn) in [(1, "ab ce"), (2, "hg hf")] {
        ada.turn(&game, seen, turn).await.expect(200);
    }
    for seen in [0, 1, 2, 4, u64::MAX] {
        ada.turn(&game, seen, "ab ad").await.problem(409, "stale");
    }
    ada.turn(&game, 3, "ab ad").await.expect(200);
    server.stop().await;
}
