//! Malformed requests and frames, and requests from other sites.

use std::time::Duration;

use serde_json::json;
use tokio::io::AsyncWriteExt as _;
use uuid::Uuid;

use crate::assert_alive;
use crate::support::raw::{frame, raw, rest, websocket};
use crate::support::server::{PATIENCE, Running};

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
        // Not errors by themselves: the connection ends because its pings get no reply.
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
    // Nonsense in valid frames gets a response, and the connection stays open.
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
        witness.0.send(tungstenite::Message::text(text)).await.unwrap();
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
    // Pages of other sites may not read responses either.
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
    // Two host names are ambiguous.
    let two =
        "GET /api/v1/version HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n";
    let answer = raw(&server, two.as_bytes()).await;
    assert!(answer.starts_with("HTTP/1.1 4"), "{answer}");
    assert_alive(&server).await;
    server.stop().await;
}
