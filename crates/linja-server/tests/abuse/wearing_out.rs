//! Resource exhaustion: requests that are too large, too frequent or too slow.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use uuid::Uuid;

use crate::assert_alive;
use crate::support::raw::{frame, raw, rest, websocket};
use crate::support::server::{PATIENCE, Running};

#[tokio::test]
async fn guessing_is_slowed_down() {
    let server = Running::with_burst(20).await;
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
async fn large_requests_are_cut_off() {
    let server = Running::start().await;
    let ada = server.client().await;
    let game = ada.create(json!({ "opponent": { "type": "local" }, "first": "black" })).await;
    let megabyte = "x".repeat(1 << 20);
    for path in ["/api/v1/games".to_string(), format!("/api/v1/games/{game}/commands")] {
        let body = json!({ "id": Uuid::new_v4(), "seen": 1, "type": "turn", "turn": megabyte });
        let reply = ada.send("POST", &path, |request| request.json(&body)).await;
        reply.problem(413, "too_large");
        // A chunked body has no declared length.
        let chunk = format!("{:x}\r\n{}\r\n", 1 << 16, &megabyte[..1 << 16]);
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
             Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n{}0\r\n\r\n",
            chunk.repeat(16)
        );
        let answer = raw(&server, request.as_bytes()).await;
        assert!(answer.starts_with("HTTP/1.1 413") || answer.is_empty(), "{answer}");
        // A declared body that is never sent must not delay the response.
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
    // A message of one megabyte, as one frame and as many frames.
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

/// Sends one byte at a time, so that the connection is never idle, until the server closes it.
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
        config.limits.keep_alive = Duration::from_millis(300);
        config.limits.request_timeout = Duration::from_millis(300);
        config.limits.send_timeout = Duration::from_millis(300);
    })
    .await;
    drip(&server, b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ", b"x").await;
    drip(&server, b"GET /", b"x").await;
    let post = b"POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
    drip(&server, &[&post[..], b"Content-Length: 60000\r\n\r\n{"].concat(), b" ").await;
    drip(&server, &[&post[..], b"Transfer-Encoding: chunked\r\n\r\n"].concat(), b"1\r\n \r\n").await;
    // Kept alive after a response, but without further requests.
    let idle = raw(&server, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n").await;
    assert!(idle.starts_with("HTTP/1.1 200"), "{idle}");
    // Sends requests without reading the responses.
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
async fn long_game_is_not_sent_event_by_event() {
    let server = Running::start().await;
    let ada = server.client().await;
    let game = ada.create(json!({ "opponent": { "type": "local" }, "first": "black" })).await;
    for seen in (1..240).step_by(2) {
        ada.turn(&game, seen, "ab ce").await.expect(200);
        ada.command(&game, seen + 1, json!({ "type": "take_back" })).await.expect(200);
    }
    // Up to 200 missed events are sent one by one; beyond that the client gets the state.
    let mut near = ada.live(&game, Some(41)).await;
    assert_eq!(near.next().await.unwrap()["seq"], 42);
    let mut far = ada.live(&game, Some(1)).await;
    let state = far.next().await.unwrap();
    assert_eq!((&state["type"], &state["game"]["seq"]), (&json!("state"), &json!(241)));
    server.stop().await;
}
