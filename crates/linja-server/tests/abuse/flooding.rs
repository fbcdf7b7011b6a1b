//! Floods: a client that takes all it can get must not take it from others.

use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::{SinkExt as _, StreamExt as _};
use linja_games::workers::{Class, Client, Core};
use serde_json::json;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;
use tungstenite::Message;
use tungstenite::protocol::frame::coding::CloseCode;

use crate::support::server::{PATIENCE, Reply, Running};

/// A position whose turns have to be searched.
const TURNS: &str = "/api/v1/position/turns?pos=12310014-40120050-b";

/// Starts a server that does not give up on requests, however busy the machine is.
async fn start(set_up: impl FnOnce(&mut linja_server::Config)) -> Running {
    Running::with(|config| {
        config.limits.request_timeout = 5 * PATIENCE;
        set_up(config);
    })
    .await
}

/// Takes every core that is not reserved for replies.
async fn take_all_cores(server: &Running) -> Vec<Core> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from).saturating_sub(1).max(1);
    let other = Client::Network([192, 0, 2, 1].into());
    let mut taken = Vec::new();
    for _ in 0..cores {
        taken.push(server.app.workers.core(Class::Background, other).await.unwrap());
    }
    taken
}

/// Waits until this many requests wait for analysis.
async fn until_waiting(server: &Running, count: usize) {
    let waiting = async {
        while server.app.workers.waiting(Class::Analysis) != count {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(PATIENCE, waiting).await.expect("the line has this length");
}

/// Waits until this many requests have got their response.
async fn until_finished(asked: &[tokio::task::JoinHandle<Reply>], count: usize) {
    let finished = async {
        while asked.iter().filter(|reply| reply.is_finished()).count() < count {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(PATIENCE, finished).await.expect("that many requests are answered");
}

/// Sends a request as if from this address, which a trusted proxy names.
async fn get_from(server: &Running, address: &str, path: &str) -> Reply {
    server.stranger().send("GET", path, |request| request.header("x-forwarded-for", address)).await
}

#[tokio::test]
async fn games_and_home_do_not_wait_for_analysis() {
    let server = start(|_| {}).await;
    let held = take_all_cores(&server).await;
    let stranger = server.stranger();
    let analysis = tokio::spawn(async move { stranger.get(TURNS).await });
    until_waiting(&server, 1).await;
    let ada = server.client().await;
    let computer = json!({ "type": "computer", "level": "1" });
    let game = ada.create(json!({ "opponent": computer, "side": "black", "first": "black" })).await;
    ada.turn(&game, 1, "ab ce").await.expect(200);
    ada.wait_for(&game, |game| game["seq"] == 3).await;
    let home = ada.get("/").await;
    assert!(home.text.contains("/position?pos=61111110-01111116-b"), "Home holds the start position");
    ada.get("/api/v1/position?pos=12310014-40120050-b").await.expect(200);
    ada.get("/api/v1/position?values=true").await.expect(200);
    ada.get("/api/v1/oracle").await.expect(200);
    assert_eq!(server.app.workers.waiting(Class::Analysis), 1);
    drop(held);
    let turns = tokio::time::timeout(PATIENCE, analysis).await.expect("in time").unwrap().expect(200);
    assert_eq!(turns["exact"], false);
    server.stop().await;
}

#[tokio::test]
async fn start_position_is_worked_out_once() {
    let server = start(|_| {}).await;
    let first = server.stranger().get("/api/v1/position/turns").await.expect(200);
    let held = take_all_cores(&server).await;
    let again = server.stranger().get("/api/v1/position/turns").await.expect(200);
    assert_eq!(first, again);
    drop(held);
    server.stop().await;
}

#[tokio::test]
async fn requests_of_clients_that_have_left_are_withdrawn() {
    let server = start(|_| {}).await;
    let held = take_all_cores(&server).await;
    let mut streams = Vec::new();
    for _ in 0..5 {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream
            .write_all(format!("GET {TURNS} HTTP/1.1\r\nHost: localhost\r\n\r\n").as_bytes())
            .await
            .unwrap();
        streams.push(stream);
    }
    until_waiting(&server, 5).await;
    streams.truncate(2);
    until_waiting(&server, 2).await;
    drop((streams, held));
    server.stop().await;
}

/// The same for expensive turns, in a separate task.
fn ask_from(server: &Arc<Running>, address: &'static str) -> tokio::task::JoinHandle<Reply> {
    let server = server.clone();
    tokio::spawn(async move { get_from(&server, address, TURNS).await })
}

#[tokio::test]
async fn address_with_too_many_waiting_requests_is_refused_and_others_wait_their_turn() {
    let server = Arc::new(start(|config| config.trust_proxy = true).await);
    let held = take_all_cores(&server).await;
    let flood: Vec<_> = (0..40).map(|_| ask_from(&server, "10.0.0.1")).collect();
    until_waiting(&server, 32).await;
    until_finished(&flood, 8).await;
    let other = ask_from(&server, "10.0.0.2");
    until_waiting(&server, 33).await;
    drop(held);
    let other = tokio::time::timeout(PATIENCE, other).await.expect("in time").unwrap();
    assert_eq!(other.status, 200);
    let mut refused = 0;
    for reply in flood {
        let reply = reply.await.unwrap();
        if reply.status != 200 {
            assert!(reply.headers.contains_key("retry-after"));
            reply.problem(503, "unavailable");
            refused += 1;
        }
    }
    assert_eq!(refused, 8);
    Arc::into_inner(server).expect("no other task uses the server").stop().await;
}

#[tokio::test]
async fn requests_cost_what_they_take() {
    let server = start(|config| {
        config.trust_proxy = true;
        config.limits.requests_per_second = 1;
        config.limits.burst = 30;
    });
    let server = Arc::new(server.await);
    // A search costs ten, so a burst of 30 holds three.
    let held = take_all_cores(&server).await;
    let asked: Vec<_> = (0..6).map(|_| ask_from(&server, "10.0.0.1")).collect();
    until_finished(&asked, 3).await;
    until_waiting(&server, 3).await;
    drop(held);
    let mut statuses = Vec::new();
    for reply in asked {
        statuses.push(reply.await.unwrap().status);
    }
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 200, 200, 429, 429, 429]);
    // Cheap ones cost one, and so do answers that are known.
    get_from(&server, "10.0.0.2", "/api/v1/position/turns").await.expect(200);
    for _ in 0..10 {
        get_from(&server, "10.0.0.3", "/api/v1/position/turns").await.expect(200);
        get_from(&server, "10.0.0.3", "/api/v1/position?pos=12310014-40120050-b").await.expect(200);
    }
    // A turn that the computer answers by a search costs ten as well.
    let ada = server.client().await;
    let computer = json!({ "type": "computer", "level": "1" });
    let game = ada.create(json!({ "opponent": computer, "side": "black", "first": "black" })).await;
    let mut played = 0;
    while ada.turn(&game, 1, "ab ce").await.status != 429 {
        played += 1;
        assert!(played < 20, "turns that take a search are limited");
    }
    Arc::into_inner(server).expect("no other task uses the server").stop().await;
}

#[tokio::test]
async fn flood_of_health_checks_asks_the_database_once_a_second() {
    let server = Arc::new(Running::with_burst(5).await);
    let begun = Instant::now();
    for _ in 0..20 {
        let flood: Vec<_> = (0..20)
            .map(|_| {
                let server = server.clone();
                tokio::spawn(async move { server.stranger().get("/readyz").await })
            })
            .collect();
        for reply in flood {
            let reply = reply.await.unwrap();
            assert_eq!((reply.status, &*reply.text), (200, "ready\n"), "no rate limit applies");
        }
    }
    let (checks, seconds) = (server.app.readiness.checks(), begun.elapsed().as_secs());
    assert!((1..=seconds + 2).contains(&checks), "{checks} checks in {seconds} seconds");
    Arc::into_inner(server).expect("no other task uses the server").stop().await;
}

#[tokio::test]
async fn public_metrics_count_for_the_rate_limit_but_not_for_this_machine() {
    let server = start(|config| {
        config.trust_proxy = true;
        config.public_metrics = true;
        config.limits.requests_per_second = 1;
        config.limits.burst = 3;
    })
    .await;
    let mut statuses = Vec::new();
    for _ in 0..4 {
        statuses.push(get_from(&server, "10.0.0.1", "/metrics").await.status);
    }
    assert_eq!(statuses, [200, 200, 200, 429]);
    for _ in 0..10 {
        assert_eq!(get_from(&server, "127.0.0.1", "/metrics").await.status, 200);
    }
    server.stop().await;
}

/// Sends a request that is refused, and closes the connection. Returns how long the server keeps its place.
async fn leave_a_refusal(server: &Running, after: Duration) -> Duration {
    let sent = Instant::now();
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream.write_all(b"GET /api/v1/version HTTP/1.1\r\nHost: localhost\r\n\r\n").await.unwrap();
    tokio::time::sleep(after).await;
    drop(stream);
    let ended = async {
        while server.app.meter.open_connections() > 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(PATIENCE, ended).await.expect("the connection gives its place back");
    sent.elapsed()
}

#[tokio::test]
async fn refused_client_that_leaves_does_not_get_its_place_back_sooner() {
    let server = start(|config| {
        config.limits.requests_per_second = 1;
        config.limits.burst = 1;
    })
    .await;
    let until = Instant::now() + PATIENCE;
    // The server may see that a client has left before it reads the request, and a cell may have come back.
    for attempt in 1.. {
        server.app.meter.request([127, 0, 0, 1].into()).ok();
        let after = Duration::from_millis(20 * (attempt % 10));
        if leave_a_refusal(&server, after).await >= Duration::from_millis(500) {
            break;
        }
        assert!(Instant::now() < until, "clients that leave avoid the delay");
    }
    server.stop().await;
}

/// Floods a live connection with a message until the server closes it; returns the close code.
async fn flood(message: Message) -> CloseCode {
    let server = Running::with(|config| {
        config.limits.requests_per_second = 50;
        config.limits.burst = 200;
    })
    .await;
    let ada = server.client().await;
    let game = ada.create(json!({ "opponent": { "type": "local" }, "first": "black" })).await;
    let (mut sink, mut stream) = ada.live(&game, None).await.0.split();
    let flooding = tokio::spawn(async move {
        for sent in 0_u32.. {
            assert!(sent < 1_000_000, "the server cuts the connection off");
            if sink.send(message.clone()).await.is_err() {
                break;
            }
        }
    });
    let closed = async {
        loop {
            match stream.next().await {
                Some(Ok(Message::Close(Some(frame)))) => return frame.code,
                Some(Ok(_)) => {}
                ended => panic!("no close code: {ended:?}"),
            }
        }
    };
    let code = tokio::time::timeout(PATIENCE, closed).await.expect("the server cuts the connection off");
    drop(stream);
    tokio::time::timeout(PATIENCE, flooding).await.expect("the connection ends").unwrap();
    let none = async {
        while server.app.meter.open_sockets() > 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(PATIENCE, none).await.expect("the connection gives its place back");
    assert_eq!(ada.get("/healthz").await.status, 200);
    server.stop().await;
    code
}

#[tokio::test]
async fn flooding_sockets_are_cut_off_whatever_they_send() {
    for message in [
        Message::Ping("x".into()),
        Message::Pong("x".into()),
        Message::text("{}"),
        Message::text(json!({ "id": uuid::Uuid::new_v4(), "seen": 9, "type": "resign" }).to_string()),
    ] {
        assert_eq!(flood(message.clone()).await, CloseCode::Policy, "{message:?}");
    }
}

#[tokio::test]
async fn socket_that_sends_a_little_is_not_cut_off() {
    let server = Running::with_burst(10).await;
    let ada = server.client().await;
    let game = ada.create(json!({ "opponent": { "type": "local" }, "first": "black" })).await;
    let mut socket = ada.live(&game, None).await;
    // More than the address may send: refused, but the connection stays.
    for _ in 0..60 {
        socket.send(&json!({ "id": uuid::Uuid::new_v4(), "seen": 9, "type": "resign" })).await;
        socket.next_of("answer").await;
    }
    server.stop().await;
}
