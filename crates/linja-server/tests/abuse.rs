//! Clients that mean harm: each test tries one way to cheat, to break in or to wear the server out, over real sockets.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::{Value, json};
use support::Database;
use support::server::{Client, PATIENCE, Running};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use uuid::Uuid;

/// Everything that the server sends until it closes; a reset is an end, too.
async fn rest(stream: &mut TcpStream) -> Vec<u8> {
    let mut answer = Vec::new();
    let _ = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut answer)).await.expect("an end");
    answer
}

/// Sends bytes and returns everything that comes back until the server closes.
async fn raw(server: &Running, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    // The server may refuse before it has read everything.
    let _ = stream.write_all(bytes).await;
    String::from_utf8_lossy(&rest(&mut stream).await).into_owned()
}

async fn assert_alive(server: &Running) {
    assert_eq!(server.stranger().get("/api/v1/version").await.status, 200, "the server still answers");
}

/// A game of two people in which Black, the first, is to move. Two events have happened.
async fn pair(server: &Running) -> (Client, Client, String) {
    let (ada, bo) = (server.client().await, server.client().await);
    let wish = json!({ "opponent": { "type": "lobby" }, "side": "black", "first": "black" });
    let game = ada.create(wish).await;
    bo.command(&game, 1, json!({ "type": "join" })).await.expect(200);
    (ada, bo, game)
}

/// A raw connection that has become a WebSocket.
async fn websocket(server: &Running, game: &str) -> TcpStream {
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let request = format!(
        "GET /api/v1/games/{game}/live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.unwrap());
    }
    assert!(head.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&head));
    stream
}

/// A frame of a client, masked with zeros.
fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    assert!(payload.len() < 126);
    [&[first, 0x80 | payload.len() as u8, 0, 0, 0, 0], payload].concat()
}

#[tokio::test]
async fn nobody_moves_for_the_other_side() {
    let server = Running::start().await;
    let (ada, bo, game) = pair(&server).await;
    let stranger = server.client().await;
    // Legal turns, from the wrong hands.
    bo.turn(&game, 2, "ab ce").await.problem(409, "not_your_turn");
    bo.turn(&game, 2, "hg hf").await.problem(409, "not_your_turn");
    stranger.turn(&game, 2, "ab ce").await.problem(403, "no_seat");
    server.stranger().turn(&game, 2, "ab ce").await.problem(403, "no_seat");
    bo.command(&game, 2, json!({ "type": "resign", "side": "black" })).await.problem(403, "other_side");
    stranger.command(&game, 2, json!({ "type": "resign", "side": "black" })).await.problem(403, "no_seat");
    let mut socket = bo.live(&game, None).await;
    socket.send(&json!({ "id": Uuid::new_v4(), "seen": 2, "type": "turn", "turn": "ab ce" })).await;
    assert_eq!(socket.next_of("answer").await["problem"]["code"], "not_your_turn");
    ada.turn(&game, 2, "ab ce").await.expect(200);
    // Nor agrees in the other's place.
    ada.command(&game, 3, json!({ "type": "take_back" })).await.expect(200);
    ada.command(&game, 4, json!({ "type": "accept_take_back" })).await.problem(409, "no_offer");
    stranger.command(&game, 4, json!({ "type": "accept_take_back" })).await.problem(403, "no_seat");
    assert_eq!(ada.game(&game).await["game"]["seq"], 4);
    server.stop().await;
}

#[tokio::test]
async fn guessed_tokens_and_invitations_all_get_the_same_answer() {
    let server = Running::start().await;
    let ada = server.client().await;
    let created = ada
        .new_game(json!({ "opponent": { "type": "invitation" }, "side": "black", "first": "black" }))
        .await
        .expect(201);
    let game = created["game"]["id"].as_str().unwrap().to_string();
    let code = created["invitation"]["code"].as_str().unwrap().to_string();
    let bo = server.client().await;
    let mut answers = BTreeSet::new();
    let truncated = &code[..code.len() - 1];
    let other = format!("{}{}", truncated, if code.ends_with('0') { '1' } else { '0' });
    let hash = code.parse::<linja_server::token::Invitation>().unwrap().hash().to_string();
    for guess in [json!(null), json!(""), json!(truncated), json!(other), json!(game), json!(hash)] {
        let reply = bo.command(&game, 1, json!({ "type": "join", "code": guess })).await;
        answers.insert(reply.problem(403, "wrong_invitation").to_string());
    }
    assert_eq!(answers.len(), 1, "an answer tells nothing about the guess: {answers:?}");
    bo.command(&game, 1, json!({ "type": "join", "code": code })).await.expect(200);

    // Right tokens in the wrong place, and wrong ones in the right place.
    let (token, other) = (ada.token.clone().unwrap(), server.client().await);
    let elsewhere = other.create(json!({ "opponent": { "type": "local" }, "first": "black" })).await;
    let own: linja_server::token::Token = token.parse().unwrap();
    let changed: String = token.chars().rev().collect();
    let mut answers = BTreeSet::new();
    for guess in [other.token.clone().unwrap(), own.hash().to_string(), changed, "0".repeat(64)] {
        let thief = Client { token: Some(guess), ..ada.clone() };
        answers.insert(thief.turn(&game, 2, "ab ce").await.problem(403, "no_seat").to_string());
        let seen = thief.get(&format!("/api/v1/games/{game}")).await.expect(200);
        assert_eq!((&seen["you"], &seen["invitation"]), (&json!([]), &Value::Null));
    }
    assert_eq!(answers.len(), 1, "{answers:?}");
    ada.turn(&elsewhere, 1, "ab ce").await.problem(403, "no_seat");
    for bent in [&token[..63], &format!("{token}0"), &format!(" {}", &token[..62]), &format!("{token},x")] {
        let bearer = format!("Bearer {bent}");
        let path = format!("/api/v1/games/{game}");
        let stranger = server.stranger();
        let reply = stranger.send("GET", &path, |request| request.header("authorization", &bearer)).await;
        reply.problem(401, "invalid_token");
    }
    let basic = server.stranger().send("GET", "/api/v1/games", |r| r.basic_auth("ada", Some(&token))).await;
    basic.problem(401, "invalid_token");
    ada.turn(&game, 2, "ab ce").await.expect(200);
    server.stop().await;
}

#[tokio::test]
async fn guessing_is_slowed_down() {
    let server = Running::with(|config| {
        config.limits.requests_per_second = 1;
        config.limits.burst = 20;
    })
    .await;
    let ada = server.client().await;
    let game = ada.create(json!({ "opponent": { "type": "invitation" } })).await;
    let mut refused = 0;
    for _ in 0..40 {
        let guess = json!({ "type": "join", "code": &Uuid::new_v4().simple().to_string()[..20] });
        refused += u32::from(ada.command(&game, 1, guess).await.status == 429);
    }
    assert!(refused >= 10, "{refused} of 40 guesses were refused");
    server.stop().await;
}

#[tokio::test]
async fn new_games_are_slowed_down_however_many_tokens_a_client_has() {
    let server = Running::with(|config| {
        config.limits.requests_per_second = 10_000;
        config.limits.burst = 10_000;
        config.limits.games_per_minute = 5;
    })
    .await;
    let mut created = 0;
    for _ in 0..20 {
        let reply = server.stranger().new_game(json!({ "opponent": { "type": "local" } })).await;
        created += u32::from(reply.status == 201);
        if reply.status != 201 {
            assert!(reply.headers.contains_key("retry-after"));
            reply.problem(429, "too_many_games");
        }
    }
    assert!((5..=8).contains(&created), "{created} of 20 games were created");
    server.stop().await;
}

#[tokio::test]
async fn replayed_request_changes_nothing() {
    let server = Running::start().await;
    let (ada, bo, game) = pair(&server).await;
    let path = format!("/api/v1/games/{game}/commands");
    let first = json!({ "id": Uuid::new_v4(), "seen": 2, "type": "turn", "turn": "ab ce" });
    let answer = ada.post(&path, &first).await.expect(200);
    // Overheard and sent again by others, it is worth nothing.
    bo.post(&path, &first).await.problem(409, "stale");
    server.client().await.post(&path, &first).await.problem(409, "stale");
    server.stranger().post(&path, &first).await.problem(403, "no_seat");
    // Later, again and again, with another content or seen number: the same event.
    bo.turn(&game, 3, "hg hf").await.expect(200);
    ada.command(&game, 4, json!({ "type": "take_back" })).await.expect(200);
    bo.command(&game, 5, json!({ "type": "accept_take_back" })).await.expect(200);
    for (seen, turn) in [(2, "ab ce"), (6, "ab ce"), (6, "ab ad"), (99, "ab ce")] {
        let again = json!({ "id": first["id"], "seen": seen, "type": "turn", "turn": turn });
        assert_eq!(ada.post(&path, &again).await.expect(200), answer);
    }
    assert_eq!(ada.game(&game).await["game"]["seq"], 6);
    // In another game it is another command, and has seen too much or too little there.
    let elsewhere = ada.create(json!({ "opponent": { "type": "local" }, "first": "black" })).await;
    ada.post(&format!("/api/v1/games/{elsewhere}/commands"), &first).await.problem(409, "stale");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn full_game_takes_nobody_in() {
    let server = Running::start().await;
    let ada = server.client().await;
    let game = ada.create(json!({ "opponent": { "type": "lobby" } })).await;
    let mut rush = tokio::task::JoinSet::new();
    for _ in 0..20 {
        let (client, game) = (server.client().await, game.clone());
        rush.spawn(async move { client.command(&game, 1, json!({ "type": "join" })).await.status });
    }
    let statuses = rush.join_all().await;
    assert_eq!(statuses.iter().filter(|&&status| status == 200).count(), 1, "{statuses:?}");
    let late = server.client().await;
    late.command(&game, 2, json!({ "type": "join", "name": "Late" })).await.problem(409, "game_full");
    ada.command(&game, 2, json!({ "type": "join" })).await.problem(409, "already_seated");
    for opponent in [json!({ "type": "local" }), json!({ "type": "computer", "level": "random" })] {
        let game = ada.create(json!({ "opponent": opponent, "side": "black", "first": "black" })).await;
        late.command(&game, 1, json!({ "type": "join" })).await.problem(409, "game_full");
    }
    server.stop().await;
}

#[tokio::test]
async fn large_requests_are_cut_off() {
    let server = Running::start().await;
    let ada = server.client().await;
    let game = ada.create(json!({ "opponent": { "type": "local" }, "first": "black" })).await;
    let megabyte = "x".repeat(1 << 20);
    for path in ["/api/v1/games".to_string(), format!("/api/v1/games/{game}/commands")] {
        let body = json!({ "id": Uuid::new_v4(), "seen": 1, "type": "turn", "turn": megabyte });
        let reply = ada.send("POST", &path, |request| request.json(&body)).await;
        reply.problem(413, "too_large");
        // The length is not known before, and must not be believed.
        let chunk = format!("{:x}\r\n{}\r\n", 1 << 16, &megabyte[..1 << 16]);
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
             Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n{}0\r\n\r\n",
            chunk.repeat(16)
        );
        let answer = raw(&server, request.as_bytes()).await;
        assert!(answer.starts_with("HTTP/1.1 413") || answer.is_empty(), "{answer}");
        // Announced, but never sent: the answer does not wait for it.
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
             Content-Length: 18446744073709551615\r\n\r\n"
        );
        let answer = raw(&server, request.as_bytes()).await;
        assert!(answer.starts_with("HTTP/1.1 4") || answer.is_empty(), "{answer}");
    }
    for request in [
        format!("GET /{megabyte} HTTP/1.1\r\nHost: localhost\r\n\r\n"),
        format!("GET / HTTP/1.1\r\nHost: localhost\r\nX: {megabyte}\r\n\r\n"),
        format!("GET / HTTP/1.1\r\nHost: localhost\r\n{}\r\n", "X: y\r\n".repeat(10_000)),
        megabyte.clone(),
    ] {
        let answer = raw(&server, request.as_bytes()).await;
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{answer}");
    }
    let mut stream = websocket(&server, &game).await;
    // One message of a megabyte, as one frame and as many.
    let _ = stream
        .write_all(&[&[0x81, 0xff, 0, 0, 0, 0, 0, 0x10, 0, 0, 0, 0, 0, 0][..], megabyte.as_bytes()].concat())
        .await;
    rest(&mut stream).await;
    let mut stream = websocket(&server, &game).await;
    for i in 0..10_000 {
        if stream.write_all(&frame(u8::from(i == 0), &[b'x'; 100])).await.is_err() {
            break;
        }
    }
    rest(&mut stream).await;
    ada.turn(&game, 1, "ab ce").await.expect(200);
    server.stop().await;
}

#[tokio::test]
async fn malformed_frames_end_only_their_own_connection() {
    let server = Running::with(|config| config.limits.ping = Duration::from_millis(200)).await;
    let ada = server.client().await;
    let game = ada.create(json!({ "opponent": { "type": "local" }, "first": "black" })).await;
    for (what, bytes) in [
        ("no mask", b"\x81\x02{}".to_vec()),
        ("unknown opcode", frame(0x83, b"x")),
        ("unknown control opcode", frame(0x8b, b"x")),
        ("reserved bits", frame(0xf1, b"x")),
        ("binary", frame(0x82, b"{}")),
        ("huge length", b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\0\0\0\0".to_vec()),
        ("length with the highest bit", b"\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\0".to_vec()),
        ("continuation of nothing", frame(0x80, b"x")),
        ("text within fragments", [frame(0x01, b"a"), frame(0x81, b"b")].concat()),
        ("fragmented ping", frame(0x09, b"x")),
        ("ping that is too long", [&[0x89, 0xfe, 0, 200, 0, 0, 0, 0][..], &[0; 200]].concat()),
        ("no UTF-8", frame(0x81, b"\xff\xfe\xfd")),
        ("half a character", frame(0x81, b"\xe2\x82")),
        ("surrogates as UTF-8", frame(0x81, b"\xed\xa0\x80")),
        ("close with half a code", frame(0x88, b"\x03")),
        ("close with a forbidden code", frame(0x88, b"\x03\xed")),
        ("HTTP again", b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".to_vec()),
        // These are no mistakes yet: the connection ends because nothing answers its pings.
        ("fragments without end", frame(0x01, b"{\"id\":")),
        ("half a head", b"\x81".to_vec()),
        ("half a frame", b"\x81\xfe\x0f\xff\0\0\0\0{".to_vec()),
    ] {
        let mut stream = websocket(&server, &game).await;
        stream.write_all(&bytes).await.unwrap();
        let answer = rest(&mut stream).await;
        assert!(answer.len() < 64 * 1024, "{what}: {} bytes came back", answer.len());
    }
    let mut witness = ada.live(&game, None).await;
    // Nonsense in good frames is answered, and the connection lives.
    let sent = [
        "",
        "x",
        "[]",
        "null",
        "{}",
        "{\"type\":\"turn\"}",
        "\u{0}",
        "{\"id\":\"\\ud800\"}",
        &"[".repeat(4_000),
        "{\"id\":1,\"seen\":-1,\"type\":\"turn\"}",
        "{\"type\":\"__proto__\"}",
    ];
    for text in sent {
        use futures_util::SinkExt as _;
        witness.0.send(tokio_tungstenite::tungstenite::Message::text(text)).await.unwrap();
        let answer = witness.next_of("answer").await;
        assert!(matches!(answer["status"].as_u64(), Some(400 | 422)), "{text}: {answer}");
    }
    witness.send(&json!({ "id": Uuid::new_v4(), "seen": 1, "type": "turn", "turn": "ab ce" })).await;
    assert_eq!(witness.next_of("answer").await["status"], 200);
    drop(witness);
    let none = async {
        while server.app.meter.open_sockets() > 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(PATIENCE, none).await.expect("every connection gives its place back");
    server.stop().await;
}

/// Sends one byte at a time, so that there is always news, until the server has had enough.
async fn drip(server: &Running, head: &[u8], byte: &[u8]) {
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream.write_all(head).await.unwrap();
    let (mut reading, mut writing) = stream.split();
    let dripping = async {
        while writing.write_all(byte).await.is_ok() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    let mut answer = Vec::new();
    let ended = async {
        tokio::select! {
            () = dripping => {}
            _ = reading.read_to_end(&mut answer) => {}
        }
    };
    tokio::time::timeout(PATIENCE, ended).await.expect("the server ends it");
}

#[tokio::test]
async fn slow_and_silent_clients_are_let_go() {
    let server = Running::with(|config| {
        config.limits.header_timeout = Duration::from_millis(300);
        config.limits.request_timeout = Duration::from_millis(300);
        config.limits.send_timeout = Duration::from_millis(300);
    })
    .await;
    drip(&server, b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ", b"x").await;
    drip(&server, b"GET /", b"x").await;
    let post = b"POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
    drip(&server, &[&post[..], b"Content-Length: 60000\r\n\r\n{"].concat(), b" ").await;
    drip(&server, &[&post[..], b"Transfer-Encoding: chunked\r\n\r\n"].concat(), b"1\r\n \r\n").await;
    // Kept alive after an answer, but nothing more is asked.
    let idle = raw(&server, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n").await;
    assert!(idle.starts_with("HTTP/1.1 200"), "{idle}");
    // Asks and asks, and never reads.
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let requests = b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(100);
    let asking = async { while stream.write_all(&requests).await.is_ok() {} };
    tokio::time::timeout(PATIENCE, asking).await.expect("the server ends it");
    let none = async {
        while server.app.meter.open_connections() > 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(PATIENCE, none).await.expect("every connection gives its place back");
    assert_alive(&server).await;
    server.stop().await;
}

#[tokio::test]
async fn connections_beyond_the_limit_are_refused_in_words() {
    let server = Running::with(|config| config.limits.connections = 3).await;
    let mut held = Vec::new();
    for _ in 0..3 {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n").await.unwrap();
        assert_eq!(stream.read_u8().await.unwrap(), b'H');
        held.push(stream);
    }
    let answer = raw(&server, b"").await;
    assert!(answer.starts_with("HTTP/1.1 503 ") && answer.contains("\r\nretry-after: 10\r\n"), "{answer}");
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    assert_eq!(serde_json::from_str::<Value>(body).unwrap()["code"], "unavailable");
    drop(held);
    let again = async {
        while !raw(&server, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            .await
            .starts_with("HTTP/1.1 200")
        {}
    };
    tokio::time::timeout(PATIENCE, again).await.expect("a place becomes free");
    server.stop().await;
}

#[tokio::test]
async fn command_that_saw_an_old_state_gets_the_present_one_after_a_restart() {
    let database = Database::sqlite();
    let server = Running::on(&database).await;
    let (ada, bo, game) = pair(&server).await;
    ada.turn(&game, 2, "ab ce").await.expect(200);
    bo.turn(&game, 3, "hg hf").await.expect(200);
    server.stop().await;
    let server = Running::on(&database).await;
    let ada = ada.at(&server);
    let current = ada.turn(&game, 2, "ab ad").await.problem(409, "stale")["current"].clone();
    assert_eq!(current["game"]["seq"], 4);
    assert_eq!(current["you"], json!(["black"]));
    assert_eq!(current, ada.game(&game).await, "the same as reading the game");
    ada.turn(&game, 4, "ab ad").await.expect(200);
    server.stop().await;
}

#[tokio::test]
async fn only_the_own_origin_may_change_something_or_listen() {
    let server = Running::start().await;
    let ada = server.client().await;
    let game = ada.create(json!({ "opponent": { "type": "local" }, "first": "black" })).await;
    let (port, live) = (server.address.port(), format!("/api/v1/games/{game}/live"));
    let foreign = [
        "null".to_string(),
        "http://evil.example".into(),
        format!("http://evil.example:{port}"),
        format!("http://{}.evil.example", server.address),
        format!("http://{}.evil.example:{port}", server.address.ip()),
        format!("http://evil.example/{}", server.address),
        format!("http://evil.example@{}", server.address),
        format!("http://evil.example#{}", server.address),
        "http://127.0.0.1".into(),
        format!("http://127.0.0.1:{}", port ^ 1),
        format!("http://localhost:{port}"),
        format!("http://x{}", server.address),
        format!("{}", server.address),
        format!("http://{}/", server.address),
        format!("http://{} http://evil.example", server.address),
        "file://".into(),
        String::new(),
    ];
    for origin in &foreign {
        for (method, path) in [("POST", "/api/v1/games"), ("POST", "/api/v1/tokens")] {
            let wish = json!({ "id": Uuid::new_v4(), "opponent": { "type": "local" } });
            let reply = ada.send(method, path, |request| request.header("origin", origin).json(&wish)).await;
            reply.problem(403, "cross_origin");
        }
        assert!(ada.try_live(&live, &[("origin", origin)]).await.is_err(), "{origin}");
    }
    for site in ["cross-site", "same-site"] {
        assert!(ada.try_live(&live, &[("sec-fetch-site", site)]).await.is_err());
    }
    let own = format!("http://{}", server.address);
    assert!(ada.try_live(&live, &[("origin", &own), ("sec-fetch-site", "same-origin")]).await.is_ok());
    assert!(ada.try_live(&live, &[]).await.is_ok(), "programs send no origin");
    // No page elsewhere may read an answer, either.
    let reply =
        ada.send("GET", "/api/v1/games", |request| request.header("origin", "http://evil.example")).await;
    let allowed = reply.headers.keys().find(|name| name.as_str().starts_with("access-control-"));
    assert_eq!((reply.status, allowed), (200, None));
    let preflight = ada.send("OPTIONS", "/api/v1/games", |request| {
        request.header("origin", &own).header("access-control-request-method", "POST")
    });
    preflight.await.problem(405, "method_not_allowed");
    assert_eq!(ada.game(&game).await["game"]["seq"], 1);
    server.stop().await;
}

#[tokio::test]
async fn paths_do_not_leave_the_server() {
    let server = Running::start().await;
    for path in [
        "/..%2f..%2f..%2fetc%2fpasswd",
        "/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
        "/..%5c..%5cetc%5cpasswd",
        "/..\\..\\etc\\passwd",
        "/%252e%252e%252fetc%252fpasswd",
        "/%c0%ae%c0%ae/etc/passwd",
        "/./././../games.db",
        "/games.db%00.html",
        "/api/v1/../../games.db",
        "/api/v1/games/..%2f..%2f..%2fgames.db",
        "/api/v1/games/%2fetc%2fpasswd",
        "/api/v1/games/%ff%fe",
        "/tables/bonus.linja",
        "/js/..%2f..%2fgames.db",
        "//etc/passwd",
        "/etc/passwd",
        "http://localhost/../../etc/passwd",
        "http://localhost//etc/passwd",
    ] {
        let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        let answer = raw(&server, request.as_bytes()).await;
        assert!(answer.starts_with("HTTP/1.1 404") || answer.starts_with("HTTP/1.1 400"), "{path}: {answer}");
        for leaked in ["root:", "SQLite", "/etc", "games.db"] {
            assert!(!answer.contains(leaked), "{path}: {answer}");
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn requests_cannot_be_smuggled() {
    let server = Running::start().await;
    let hidden = "GET /api/v1/version HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    let post = "POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
    for (what, head) in [
        ("length and chunks", "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n".to_string()),
        (
            "chunks and length",
            format!("Transfer-Encoding: chunked\r\nContent-Length: {}\r\n\r\n0\r\n\r\n", hidden.len() + 5),
        ),
        ("two lengths", format!("Content-Length: 0\r\nContent-Length: {}\r\n\r\n", hidden.len())),
        ("two lengths in one", format!("Content-Length: 0, {}\r\n\r\n", hidden.len())),
        ("negative length", "Content-Length: -1\r\n\r\n".into()),
        ("length with a sign", "Content-Length: +0\r\n\r\n".into()),
        ("hexadecimal length", "Content-Length: 0x0\r\n\r\n".into()),
        ("unknown encoding", "Transfer-Encoding: xchunked\r\n\r\n".into()),
        ("encoding after chunks", "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n".into()),
        ("blank before the colon", "Content-Length : 0\r\n\r\n".into()),
        ("folded header", "X: y\r\n Content-Length: 0\r\n\r\n".into()),
        ("huge chunk", "Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n".into()),
        ("chunk without a size", "Transfer-Encoding: chunked\r\n\r\n;\r\n".into()),
        ("carriage return alone", "X: y\rContent-Length: 0\r\n\r\n".into()),
        ("null in a header", "X: \0\r\n\r\n".into()),
    ] {
        let answer = raw(&server, format!("{post}{head}{hidden}").as_bytes()).await;
        assert!(!answer.contains("\"name\":\"linja\""), "{what}: the hidden request was answered: {answer}");
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{what}: {answer}");
    }
    // Two names: which one is meant cannot be known.
    let two =
        "GET /api/v1/version HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n";
    let answer = raw(&server, two.as_bytes()).await;
    assert!(answer.starts_with("HTTP/1.1 4"), "{answer}");
    assert_alive(&server).await;
    server.stop().await;
}

#[tokio::test]
async fn json_cannot_be_bent() {
    let server = Running::start().await;
    let ada = server.client().await;
    let id = Uuid::new_v4();
    let post = async |path: &str, body: Vec<u8>| {
        ada.send("POST", path, |request| request.header("content-type", "application/json").body(body)).await
    };
    let start = format!("{{\"id\":\"{id}\",\"opponent\":{{\"type\":\"local\"}}");
    for (body, status) in [
        (format!("{start},\"name\":{}}}", "[".repeat(30_000)), 400..423),
        (format!("{start},\"name\":{}}}", "{\"a\":".repeat(8_000)), 400..423),
        ("{\"a\":".repeat(10_000), 400..423),
        (format!("{start},\"games\":1e400}}"), 400..423),
        (format!("{start},\"games\":-1}}"), 422..423),
        (format!("{start},\"games\":1.0}}"), 422..423),
        (format!("{start},\"games\":\"1\"}}"), 422..423),
        (format!("{start},\"games\":18446744073709551616}}"), 422..423),
        (format!("{start},\"games\":1,\"games\":3}}"), 422..423),
        (format!("{start},\"id\":\"{}\"}}", Uuid::new_v4()), 422..423),
        (format!("{start},\"clock\":{{\"seconds\":4294967296,\"increment\":0}}}}"), 422..423),
        (format!("{start},\"clock\":{{\"seconds\":NaN,\"increment\":0}}}}"), 400..401),
        (format!("{start},\"__proto__\":{{}}}}"), 422..423),
        (format!("{start}}} {start}}}"), 400..401),
        (format!("{start}}}\u{0}"), 400..401),
        (format!("\u{feff}{start}}}"), 400..401),
        (format!("{start},}}"), 400..401),
        (format!("{start},\"name\":\"\\ud800\"}}"), 422..423),
        (format!("{start},\"name\":\"\\udc00\\ud800\"}}"), 422..423),
        (format!("{start},\"name\":\"\\x41\"}}"), 400..401),
        (format!("{start},\"name\":\"a\nb\"}}"), 400..401),
        (format!("{start}}}").replace("local", "computer"), 422..423),
    ] {
        let reply = post("/api/v1/games", body.clone().into_bytes()).await;
        assert!(status.contains(&reply.status), "{}: {}", &body[..body.len().min(200)], reply.text);
        assert_eq!(reply.headers["content-type"], "application/problem+json");
    }
    let invalid = [start.as_bytes(), b",\"name\":\"\xff\xfe\"}"].concat();
    post("/api/v1/games", invalid).await.problem(422, "invalid_body");
    let game = ada.create(json!({ "opponent": { "type": "local" }, "first": "black" })).await;
    let commands = format!("/api/v1/games/{game}/commands");
    for body in [
        format!("{{\"id\":\"{id}\",\"seen\":1,\"seen\":0,\"type\":\"resign\"}}"),
        format!("{{\"id\":\"{id}\",\"seen\":1,\"type\":\"take_back\",\"type\":\"resign\"}}"),
        format!("{{\"id\":\"{id}\",\"seen\":1,\"type\":\"turn\",\"turn\":\"ab ce\",\"turn\":\"ab ad\"}}"),
        format!("{{\"id\":\"{id}\",\"seen\":-1,\"type\":\"resign\"}}"),
        format!("{{\"id\":\"{id}\",\"seen\":1.5,\"type\":\"resign\"}}"),
        format!("{{\"id\":\"{id}\",\"seen\":18446744073709551616,\"type\":\"resign\"}}"),
        format!("{{\"id\":\"{id}\",\"seen\":1,\"type\":\"Resign\"}}"),
        format!("{{\"id\":\"{id}\",\"seen\":1,\"type\":\"time_ran_out\",\"side\":\"red\"}}"),
        format!("[\"{id}\",1,\"resign\"]"),
    ] {
        post(&commands, body.into_bytes()).await.problem(422, "invalid_body");
    }
    ada.turn(&game, u64::MAX, "ab ce").await.problem(409, "stale");
    for query in [
        "after=-1",
        "after=1e3",
        "after=18446744073709551616",
        "after=",
        "after=1&after=2",
        "x=1",
        "after=%00",
    ] {
        ada.get(&format!("/api/v1/games/{game}/events?{query}")).await.problem(400, "invalid_query");
    }
    let none = ada.get(&format!("/api/v1/games/{game}/events?after={}", u64::MAX)).await.expect(200);
    assert_eq!(none["events"], json!([]));
    for query in ["game=0", "game=2", "game=4294967295"] {
        ada.get(&format!("/api/v1/games/{game}/record?{query}")).await.problem(404, "no_such_record");
    }
    server.stop().await;
}

/// Fits into a name of 40 characters.
const SQL: [&str; 6] = [
    "'; DROP TABLE events; --",
    "' OR '1'='1",
    "\"; DELETE FROM events WHERE \"\"=\"",
    "x'); UPDATE events SET seq=0; --",
    "$1 || ?1 || :name || @p",
    "\\'; SELECT pg_sleep(10); --",
];

#[tokio::test]
async fn sql_in_any_text_is_text() {
    let database = Database::sqlite();
    let server = Running::on(&database).await;
    let ada = server.client().await;
    let mut games = Vec::new();
    for sql in SQL {
        let wish = json!({ "opponent": { "type": "local" }, "side": "black", "first": "black", "name": sql,
            "opponent_name": sql });
        games.push((ada.create(wish).await, sql));
        let lobby =
            ada.create(json!({ "opponent": { "type": "lobby" }, "side": "black", "name": sql })).await;
        let joined = server.client().await.command(&lobby, 1, json!({ "type": "join", "name": sql })).await;
        joined.expect(200);
        games.push((lobby, sql));
        let invited = ada.create(json!({ "opponent": { "type": "invitation" } })).await;
        let code = json!({ "type": "join", "code": sql });
        server.client().await.command(&invited, 1, code).await.problem(403, "wrong_invitation");
        // Where only certain words are possible.
        ada.turn(&games[0].0, 1, sql).await.problem(422, "illegal_turn");
        for (field, code) in [
            ("position", "invalid_position"),
            ("rules", "invalid_body"),
            ("side", "invalid_body"),
            ("id", "invalid_body"),
        ] {
            let mut wish = json!({ "id": Uuid::new_v4(), "opponent": { "type": "local" } });
            wish[field] = json!(sql);
            ada.post("/api/v1/games", &wish).await.problem(422, code);
        }
        let level = json!({ "opponent": { "type": "computer", "level": sql } });
        ada.new_game(level).await.problem(422, "invalid_body");
        let encoded: String = sql.bytes().map(|byte| format!("%{byte:02x}")).collect();
        ada.get(&format!("/api/v1/games/{encoded}")).await.problem(404, "no_such_game");
        ada.get(&format!("/api/v1/position?pos={encoded}")).await.problem(422, "invalid_position");
        ada.get(&format!("/api/v1/position?rules={encoded}")).await.problem(400, "invalid_query");
        ada.get(&format!("/api/v1/games/{}/events?after={encoded}", games[0].0))
            .await
            .problem(400, "invalid_query");
        let stranger = server.stranger();
        let reply = stranger.send("GET", "/api/v1/games", |request| {
            request.header("cookie", format!("linja={encoded}")).header("x-request-id", &encoded)
        });
        assert_eq!(reply.await.expect(200)["games"], json!([]));
    }
    server.stop().await;
    // Everything is still there, letter by letter, for a server that reads it anew.
    let server = Running::on(&database).await;
    let ada = ada.at(&server);
    for (game, sql) in games {
        let players = ada.game(&game).await["game"]["players"].clone();
        assert_eq!((&players["black"]["name"], &players["red"]["name"]), (&json!(sql), &json!(sql)));
        let record = ada.get(&format!("/api/v1/games/{game}/record")).await;
        let record = linja::Record::parse(&record.text).unwrap();
        assert_eq!((record.tag("Black"), record.tag("Red")), (Some(sql), Some(sql)));
    }
    server.stop().await;
}

#[tokio::test]
async fn names_cannot_deceive() {
    let server = Running::start().await;
    let ada = server.client().await;
    let hostile = [
        "a\u{0}b",
        "a\tb",
        "a\u{8}b",
        "a\u{7f}b",
        "a\u{85}b",
        "a\u{9b}31m",
        "\u{1b}[2Jx",
        "a\r\nSet-Cookie: x=y",
        "\u{202e}nibor",
        "a\u{200e}b",
        "a\u{200f}b",
        "a\u{061c}b",
        "a\u{2066}b\u{2069}",
        "a\u{200b}b",
        "a\u{200d}b",
        "a\u{2060}b",
        "\u{feff}a",
        "a\u{ad}b",
        "a\u{2028}b",
        "\u{3164}",
        "\u{2800}",
        "a\u{e0041}b",
        "a\u{fe0f}b",
    ];
    let long = "x".repeat(41);
    for name in hostile.into_iter().chain([long.as_str(), &"e\u{301}".repeat(21)]) {
        for field in ["name", "opponent_name"] {
            let mut wish = json!({ "opponent": { "type": "local" } });
            wish[field] = json!(name);
            let problem = ada.new_game(wish).await.problem(422, "invalid_name");
            assert_eq!(problem["part"], field, "{name:?}");
        }
        let game = ada.create(json!({ "opponent": { "type": "lobby" } })).await;
        let joins = json!({ "type": "join", "name": name });
        server.client().await.command(&game, 1, joins).await.problem(422, "invalid_name");
    }
    // What looks dangerous only to those who forget to escape it, and what any language needs, is kept as it is.
    for name in [
        "<img src=x onerror=alert(1)>",
        "&lt;b&gt;",
        "]\\\"[",
        "{{7*7}}",
        "سارة",
        "ד״ר לוי",
        "Ştefan",
        "🎲",
        "null",
    ] {
        let wish = json!({ "opponent": { "type": "local" }, "side": "black", "name": name });
        let created = ada.new_game(wish).await.expect(201);
        assert_eq!(created["game"]["players"]["black"]["name"], name);
        let game = created["game"]["id"].as_str().unwrap();
        let record = ada.get(&format!("/api/v1/games/{game}/record")).await;
        assert_eq!(record.headers["content-type"], "text/plain; charset=utf-8");
        assert_eq!(linja::Record::parse(&record.text).unwrap().tag("Black"), Some(name));
    }
    server.stop().await;
}

#[tokio::test]
async fn every_route_has_the_headers_whatever_it_answers() {
    let server = Running::with(|config| config.limits.games = 1).await;
    let ada = server.client().await;
    let game = ada.create(json!({ "opponent": { "type": "local" } })).await;
    let document: Value = serde_json::to_value(linja_server::api::openapi::document()).unwrap();
    let paths = document["paths"].as_object().unwrap().keys();
    let mut paths: Vec<String> = paths
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
            assert!(!policy.contains("unsafe") && !policy.contains('*'), "{policy}");
            assert_eq!(header("x-content-type-options"), "nosniff");
            assert_eq!(header("referrer-policy"), "no-referrer");
            assert_eq!(header("x-frame-options"), "DENY");
            assert_eq!(header("cross-origin-resource-policy"), "same-origin");
            assert_eq!(header("x-request-id").len(), 32);
            // Nobody keeps what is not known to be the same for everybody.
            let cache = header("cache-control");
            assert!(
                cache == "no-store" || path.contains("/position") || path == "/",
                "{method} {path}: {cache}"
            );
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

/// A database that fails says so in the log, not to the client.
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

#[tokio::test]
async fn long_game_is_not_sent_event_by_event() {
    let server = Running::start().await;
    let ada = server.client().await;
    let game = ada.create(json!({ "opponent": { "type": "local" }, "first": "black" })).await;
    for seen in (1..240).step_by(2) {
        ada.turn(&game, seen, "ab ce").await.expect(200);
        ada.command(&game, seen + 1, json!({ "type": "take_back" })).await.expect(200);
    }
    // Two hundred are caught up with one by one; whoever asks for more gets the state.
    let mut near = ada.live(&game, Some(41)).await;
    assert_eq!(near.next().await.unwrap()["seq"], 42);
    let mut far = ada.live(&game, Some(1)).await;
    let state = far.next().await.unwrap();
    assert_eq!((&state["type"], &state["game"]["seq"]), (&json!("state"), &json!(241)));
    server.stop().await;
}
