//! What programs use: many positions in one request, waiting for events, the state of the rate limit, other origins.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use std::time::{Duration, Instant};

use linja::{Position, RuleSet};
use linja_oracle::{Oracle as _, Table, Tables};
use serde_json::{Value, json};
use support::server::{Client, PATIENCE, Reply, Running};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use uuid::Uuid;

const NDJSON: &str = "application/x-ndjson";

async fn ask(client: &Client, query: &str, lines: &str) -> Reply {
    let lines = lines.to_string();
    let path = format!("/api/v1/positions{query}");
    client.send("POST", &path, |request| request.header("content-type", NDJSON).body(lines)).await
}

fn answers(reply: &Reply) -> Vec<Value> {
    assert_eq!(
        (reply.status, reply.headers["content-type"].to_str().unwrap()),
        (200, NDJSON),
        "{}",
        reply.text
    );
    reply.text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn table() -> Table {
    Tables::in_data_dir(&support::solved()).open(&RuleSet::BONUS).unwrap().unwrap()
}

/// Positions from all over the table: every one of so many.
fn some_positions(table: &Table, step: usize, count: usize) -> Vec<Position> {
    let positions = table.positions().step_by(step).take(count);
    let mut positions: Vec<Position> = positions.map(|entry| entry.unwrap().0).collect();
    // Not in the order of the table.
    positions.sort_by_key(|position| position.address().to_string().chars().rev().collect::<String>());
    positions
}

#[tokio::test]
async fn many_positions_have_the_values_that_single_ones_have() {
    let server = Running::solved(|_| {}).await;
    let (client, table) = (server.stranger(), table());
    let positions = some_positions(&table, 1_009, 3_000);
    let lines: String = positions.iter().map(|position| format!("\"{}\"\n", position.address())).collect();
    let found = answers(&ask(&client, "", &lines).await);
    assert_eq!(found.len(), positions.len());
    for (number, (answer, position)) in found.iter().zip(&positions).enumerate() {
        let margin = table.value(position).unwrap().0;
        assert_eq!(answer, &json!({ "line": number + 1, "margin": margin }), "{position}");
    }
    for (answer, position) in found.iter().zip(&positions).step_by(500) {
        let path = format!("/api/v1/position/value?pos={}", position.address());
        let single = client.get(&path).await.expect(200);
        assert_eq!(single["margin"], answer["margin"], "{position}");
        let path = format!("/api/v1/position/turns?pos={}", position.address());
        let turns = client.get(&path).await.expect(200)["turns"].clone();
        let line = format!("\"{}\"", position.address());
        assert_eq!(answers(&ask(&client, "?answer=turns", &line).await)[0]["turns"], turns);
        let is_best = |turn: &&Value| turn["margin"] == answer["margin"];
        let best: Vec<Value> = turns.as_array().unwrap().iter().filter(is_best).cloned().collect();
        assert_eq!(answers(&ask(&client, "?answer=best", &line).await)[0]["turns"], json!(best));
    }
    server.stop().await;
}

#[tokio::test]
async fn bad_lines_get_a_problem_and_the_others_an_answer() {
    let server = Running::solved(|_| {}).await;
    let client = server.stranger();
    let long = format!("\"{}\"", "x".repeat(2_000));
    let lines = [
        "\"61111110-01111116-b\"",
        "{",
        "",
        "{\"pos\":\"61111110/01111116 b\",\"id\":\"mine\"}",
        "{\"pos\":\"7\",\"id\":\"wrong\"}",
        "{\"pos\":\"61111110/01111116 b\",\"colour\":1}",
        "{\"pos\":\"61111110/01111116 b\",\"rules\":\"bonus+follow-may\"}",
        "{\"pos\":\"61111110/01111116 b\",\"rules\":\"foo\"}",
        &long,
        "[]",
        "{\"pos\":\"61111110/01111116 b\",\"rules\":\"Bonus\"}",
    ];
    let found = answers(&ask(&client, "", &lines.join("\n")).await);
    let shown: Vec<_> = found
        .iter()
        .map(|answer| {
            let code = answer["problem"]["code"].as_str();
            (answer["line"].as_u64().unwrap(), answer["id"].as_str(), answer["margin"].as_i64(), code)
        })
        .collect();
    assert_eq!(
        shown,
        [
            (1, None, Some(1), None),
            (2, None, None, Some("malformed_json")),
            (4, Some("mine"), Some(1), None),
            (5, Some("wrong"), None, Some("invalid_position")),
            (6, None, None, Some("invalid_body")),
            (7, None, None, Some("not_solved")),
            (8, None, None, Some("invalid_body")),
            (9, None, None, Some("too_large")),
            (10, None, None, Some("invalid_body")),
            (11, None, Some(1), None),
        ]
    );
    let german = client
        .send("POST", "/api/v1/positions", |request| {
            request.header("content-type", NDJSON).header("accept-language", "de").body("{")
        })
        .await;
    assert_ne!(answers(&german)[0]["problem"]["detail"], found[1]["problem"]["detail"]);
    let json = client.send("POST", "/api/v1/positions", |request| request.json(&json!([]))).await;
    json.problem(415, "unsupported_media_type");
    ask(&client, "?answer=everything", "").await.problem(400, "invalid_query");
    assert_eq!(answers(&ask(&client, "", "\n\n").await), [json!(null); 0]);
    server.stop().await;
}

/// A request whose body is sent in pieces, and the response as it arrives.
struct Piecewise(TcpStream);

impl Piecewise {
    async fn begin(server: &Running) -> Piecewise {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        let head = format!(
            "POST /api/v1/positions HTTP/1.1\r\nHost: localhost\r\nContent-Type: {NDJSON}\r\n\
             Transfer-Encoding: chunked\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut begun = Piecewise(stream);
        begun.read_until("\r\n\r\n").await;
        begun
    }

    /// Sends a piece; an empty one ends the body.
    async fn send(&mut self, text: &str) {
        self.0.write_all(format!("{:x}\r\n{text}\r\n", text.len()).as_bytes()).await.unwrap();
    }

    /// The response up to this text.
    async fn read_until(&mut self, end: &str) -> String {
        let mut found = Vec::new();
        while !found.ends_with(end.as_bytes()) {
            let byte = tokio::time::timeout(PATIENCE, self.0.read_u8()).await.expect("in time");
            found.push(byte.expect("the connection is open"));
        }
        String::from_utf8(found).unwrap()
    }
}

/// The end of a body in pieces.
const END: &str = "0\r\n\r\n";

#[tokio::test]
async fn answers_come_while_the_request_is_still_being_sent() {
    let server = Running::solved(|config| {
        config.limits.positions_bytes = 300;
        // No deadline of another kind applies while answers are sent.
        config.limits.header_timeout = Duration::from_millis(100);
    })
    .await;
    let mut asked = Piecewise::begin(&server).await;
    asked.send("\"61111110-01111116-b\"\n\"6111").await;
    asked.read_until("{\"line\":1,\"margin\":1}\n").await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    asked.send("1110-01111116-r\"\n").await;
    asked.read_until("{\"line\":2,\"margin\":1}\n").await;
    asked.send(&" ".repeat(300)).await;
    let last = asked.read_until(END).await;
    assert!(last.contains("{\"line\":3,\"problem\":") && last.contains("too_large"), "{last}");

    let large = "\n".repeat(301);
    ask(&server.stranger(), "", &large).await.problem(413, "too_large");
    server.stop().await;
}

#[tokio::test]
async fn lines_that_a_stopping_server_leaves_out_are_named() {
    let server = Running::solved(|_| {}).await;
    let mut asked = Piecewise::begin(&server).await;
    asked.send("\"61111110-01111116-b\"\n").await;
    asked.read_until("{\"line\":1,\"margin\":1}\n").await;
    server.app.stopping.send_replace(true);
    asked.send("\"61111110-01111116-b\"\n\"61111110-01111116-r\"\n").await;
    let last = asked.read_until(END).await;
    assert!(last.contains("{\"line\":2,\"problem\":") && last.contains("unavailable"), "{last}");
    server.stop().await;
}

#[tokio::test]
async fn lists_are_slowed_down_and_leave_room_for_other_requests() {
    let server = Running::solved(|config| {
        config.limits.requests_per_second = 20;
        config.limits.burst = 40;
    })
    .await;
    let client = server.stranger();
    // 45 cells: 20 of the burst, then more than a second's worth.
    let lines = "\"61111110-01111116-b\"\n".repeat(4_500);
    let begun = Instant::now();
    let (found, others) = tokio::join!(ask(&client, "", &lines), async {
        tokio::time::sleep(Duration::from_millis(500)).await;
        let mut refused = 0;
        for _ in 0..10 {
            refused += u32::from(client.get("/api/v1/version").await.status == 429);
        }
        refused
    });
    assert_eq!(answers(&found).len(), 4_500, "no line is refused");
    assert!(begun.elapsed() >= Duration::from_secs(1), "{:?}", begun.elapsed());
    assert_eq!(others, 0);
    server.stop().await;
}

#[tokio::test]
async fn lists_of_one_address_are_few_at_a_time() {
    let server = Running::solved(|config| config.limits.streams_per_address = 1).await;
    let mut asked = Piecewise::begin(&server).await;
    ask(&server.stranger(), "", "").await.problem(429, "too_many_requests");
    asked.send("").await;
    asked.read_until(END).await;
    let again = async {
        while ask(&server.stranger(), "", "").await.status != 200 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(PATIENCE, again).await.expect("the place becomes free");
    server.stop().await;
}

/// As single questions do.
#[tokio::test]
async fn players_of_a_running_game_get_no_values_of_its_positions() {
    let server = Running::solved(|config| {
        config.limits.requests_per_second = 1_000_000;
        config.limits.others_positions_per_minute = 2;
    })
    .await;
    let (ada, bob) = (server.client().await, server.client().await);
    let game =
        ada.create(json!({ "opponent": { "type": "lobby" }, "side": "black", "first": "black" })).await;
    bob.command(&game, 1, json!({ "type": "join" })).await.expect(200);
    let played = ada.turn(&game, 2, "ab ac").await.expect(200);
    let present = played["game"]["position"].as_str().unwrap();
    let lines = format!("\"61111110-01111116-b\"\n\"{present}\"\n\"12310014-40120050-b\"\n");
    let codes = async |client: &Client| -> Vec<Value> {
        let found = answers(&ask(client, "", &lines).await);
        found.iter().map(|answer| answer["problem"]["code"].clone()).collect()
    };
    let refused = [json!(null), json!("help_refused"), json!(null)];
    assert_eq!(codes(&ada).await, refused);
    assert_eq!(codes(&bob).await, refused);
    let stranger = server.stranger();
    assert_eq!(codes(&stranger).await, [json!(null), json!(null), json!(null)]);
    codes(&stranger).await;
    let often = [json!(null), json!("too_many_requests"), json!(null)];
    assert_eq!(codes(&stranger).await, often, "only so often a minute");
    server.stop().await;
}

#[tokio::test]
async fn program_can_wait_for_an_event_without_a_websocket() {
    let server = Running::start().await;
    let ada = server.client().await;
    let game = ada.create(json!({ "opponent": { "type": "local" }, "first": "black" })).await;
    let events = format!("/api/v1/games/{game}/events");
    let known = ada.get(&format!("{events}?after=0&wait=25")).await.expect(200);
    assert_eq!(known["events"].as_array().unwrap().len(), 1, "what is there comes at once");
    let begun = Instant::now();
    let path = format!("{events}?after=1&wait=25");
    let (found, ()) = tokio::join!(ada.get(&path), async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        ada.turn(&game, 1, "ab ce").await.expect(200);
    });
    let found = found.expect(200);
    assert_eq!(
        (&found["events"][0]["seq"], &found["events"][0]["event"]["turn"]),
        (&json!(2), &json!("ab ce"))
    );
    assert!(begun.elapsed() >= Duration::from_millis(300));
    let none = ada.get(&format!("{events}?after=2&wait=1")).await.expect(200);
    assert_eq!(none, json!({ "events": [] }));
    let problem = ada.get(&format!("{events}?wait=26")).await.problem(400, "invalid_query");
    assert_eq!(problem["part"], "wait");
    server.stop().await;
}

#[tokio::test]
async fn stopping_server_answers_those_who_wait_for_an_event() {
    let hour = Duration::from_hours(1);
    let server = Running::with(|config| {
        config.limits.longest_wait = hour;
        config.limits.request_timeout = 2 * hour;
    })
    .await;
    let ada = server.client().await;
    let game = ada.create(json!({ "opponent": { "type": "local" }, "first": "black" })).await;
    let path = format!("/api/v1/games/{game}/events?after=1&wait={}", hour.as_secs());
    let waiting = tokio::spawn({
        let ada = ada.clone();
        async move { ada.get(&path).await.expect(200) }
    });
    let waits = async {
        while server.app.meter.open_sockets() == 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(PATIENCE, waits).await.expect("it counts as a live connection");
    server.stop().await;
    assert_eq!(waiting.await.unwrap(), json!({ "events": [] }));
}

#[tokio::test]
async fn responses_tell_what_is_left_of_the_rate_limit() {
    let server = Running::with_burst(30).await;
    let client = server.stranger();
    let number =
        |reply: &Reply, name: &str| -> u32 { reply.headers[name].to_str().unwrap().parse().unwrap() };
    let first = client.get("/api/v1/version").await;
    let (limit, left) = (number(&first, "ratelimit-limit"), number(&first, "ratelimit-remaining"));
    assert!(limit == 30 && (29..=30).contains(&left), "{left} of {limit}");
    assert_eq!(first.headers["ratelimit-policy"], "30;w=30");
    assert!(number(&first, "ratelimit-reset") <= 1);
    // A search counts as ten; on a busy machine a cell may have come back.
    let search = client.get("/api/v1/position/turns?rules=geeky&pos=12310014-40120050-b").await;
    assert!((18..=26).contains(&number(&search, "ratelimit-remaining")), "{:?}", search.headers);
    let mut reply = client.get("/api/v1/version").await;
    while reply.status == 200 {
        reply = client.get("/api/v1/version").await;
    }
    // A refusal is sent after half a second, in which a cell may have come back.
    assert!(reply.status == 429 && number(&reply, "ratelimit-remaining") <= 1, "{:?}", reply.headers);
    server.stop().await;
    let unlimited = Running::start().await;
    assert!(!unlimited.stranger().get("/api/v1/version").await.headers.contains_key("ratelimit-limit"));
    unlimited.stop().await;
}

const ELSEWHERE: &str = "https://tools.example";

async fn from_elsewhere(client: &Client, method: &str, path: &str, body: Option<(&str, String)>) -> Reply {
    client
        .send(method, path, |request| {
            let request = request.header("origin", ELSEWHERE).header("sec-fetch-site", "cross-site");
            match body {
                Some((media, body)) => request.header("content-type", media).body(body),
                None => request,
            }
        })
        .await
}

fn allowed(reply: &Reply) -> Option<&str> {
    reply.headers.get("access-control-allow-origin").map(|origin| origin.to_str().unwrap())
}

#[tokio::test]
async fn pages_of_others_read_what_everybody_may_read() {
    let server = Running::start().await;
    let ada = server.client().await;
    let game = ada.create(json!({ "opponent": { "type": "invitation" }, "side": "black" })).await;
    for path in ["/position", "/rules", "/rules/bonus", "/rules/verdicts", "/oracle", "/version", "/lobby"] {
        let reply = from_elsewhere(&server.stranger(), "GET", &format!("/api/v1{path}"), None).await;
        assert_eq!((reply.status, allowed(&reply)), (200, Some("*")), "{path}");
        assert_eq!(reply.headers["cross-origin-resource-policy"], "cross-origin", "{path}");
    }
    // A problem can be read as well.
    let reply = from_elsewhere(&server.stranger(), "GET", "/api/v1/position?pos=7", None).await;
    assert_eq!((reply.status, allowed(&reply)), (422, Some("*")));
    let lines = Some((NDJSON, "{".to_string()));
    let reply = from_elsewhere(&server.stranger(), "POST", "/api/v1/positions", lines).await;
    assert_eq!((reply.status, allowed(&reply)), (200, Some("*")));
    // Cookies do not count: the page sees what a stranger sees.
    let cookie = format!("linja={}", ada.token.as_ref().unwrap());
    let path = format!("/api/v1/games/{game}");
    let own =
        server.stranger().send("GET", &path, |request| request.header("cookie", &cookie)).await.expect(200);
    assert!(own["invitation"]["code"].is_string() && own["you"] == json!(["black"]), "{own}");
    let foreign = server
        .stranger()
        .send("GET", &path, |request| request.header("cookie", &cookie).header("origin", ELSEWHERE))
        .await;
    assert_eq!(allowed(&foreign), Some("*"));
    let foreign = foreign.expect(200);
    assert_eq!((&foreign["invitation"], &foreign["you"]), (&json!(null), &json!([])));
    // Everything else stays closed.
    for path in ["/games", "/push", "/network", "/identity/games"] {
        let reply = from_elsewhere(&server.stranger(), "GET", &format!("/api/v1{path}"), None).await;
        assert_eq!(allowed(&reply), None, "{path}");
    }
    let body = Some(("application/json", "null".to_string()));
    from_elsewhere(&server.stranger(), "POST", "/api/v1/tokens", body).await.problem(403, "cross_origin");
    server.stop().await;
}

async fn permission(client: &Client, origin: &str, method: &str, path: &str) -> Reply {
    client
        .send("OPTIONS", path, |request| {
            request.header("origin", origin).header("access-control-request-method", method)
        })
        .await
}

#[tokio::test]
async fn operator_opens_the_rest_to_named_origins() {
    let server = Running::with(|config| config.allow_origins = vec![ELSEWHERE.into()]).await;
    let client = server.stranger();
    let reply = permission(&client, "https://evil.example", "POST", "/api/v1/positions").await;
    assert_eq!((reply.status, allowed(&reply)), (204, Some("*")));
    assert_eq!(reply.headers["access-control-allow-methods"], "POST");
    let reply = permission(&client, "https://evil.example", "POST", "/api/v1/games").await;
    assert_eq!((reply.status, allowed(&reply)), (405, None));
    let reply = permission(&client, ELSEWHERE, "POST", "/api/v1/games").await;
    assert_eq!((reply.status, allowed(&reply)), (204, Some(ELSEWHERE)));
    assert!(reply.headers["access-control-allow-headers"].to_str().unwrap().contains("Authorization"));
    assert!(!reply.headers.contains_key("access-control-allow-credentials"));

    let token = from_elsewhere(&client, "POST", "/api/v1/tokens", None).await;
    assert_eq!((allowed(&token), token.headers["vary"].to_str().unwrap()), (Some(ELSEWHERE), "Origin"));
    let mut ada = server.stranger();
    ada.token = token.expect(201)["token"].as_str().map(str::to_string);
    let wish = json!({ "id": Uuid::new_v4(), "opponent": { "type": "local" }, "first": "black" });
    let body = Some(("application/json", wish.to_string()));
    let created = from_elsewhere(&ada, "POST", "/api/v1/games", body).await.expect(201);
    let game = created["game"]["id"].as_str().unwrap();
    let live = format!("/api/v1/games/{game}/live");
    assert!(ada.try_live(&live, &[("origin", ELSEWHERE)]).await.is_ok());
    assert!(ada.try_live(&live, &[("origin", "https://evil.example")]).await.is_err());
    let body = Some((
        "application/json",
        json!({ "id": Uuid::new_v4(), "seen": 1, "type": "turn", "turn": "ab ce" }).to_string(),
    ));
    let path = format!("/api/v1/games/{game}/commands");
    // The cookie of a visitor is no token of the page.
    let cookie = format!("linja={}", ada.token.as_ref().unwrap());
    let (media, turn) = body.clone().unwrap();
    let with_cookie = server
        .stranger()
        .send("POST", &path, |request| {
            request
                .header("origin", ELSEWHERE)
                .header("cookie", cookie)
                .header("content-type", media)
                .body(turn)
        })
        .await;
    with_cookie.problem(403, "no_seat");
    from_elsewhere(&ada, "POST", &path, body).await.expect(200);
    server.stop().await;
}
