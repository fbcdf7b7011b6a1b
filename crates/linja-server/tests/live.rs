//! Live connections over real sockets.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use futures_util::StreamExt as _;
use serde_json::{Value, json};
use support::Database;
use support::server::{Client, PATIENCE, Running, Socket};
use tokio::io::AsyncWriteExt as _;
use tungstenite::Message;
use tungstenite::protocol::frame::coding::CloseCode;
use uuid::Uuid;

on_every_database![
    watcher_gets_the_state_then_numbered_events,
    returning_watcher_gets_the_gap,
    commands_go_over_the_socket,
    presence_follows_who_is_there,
];

async fn local_game(client: &Client) -> String {
    client.create(json!({ "opponent": { "type": "local" }, "first": "black" })).await
}

async fn watcher_gets_the_state_then_numbered_events(database: Database) {
    let server = Running::on(&database).await;
    let ada = server.client().await;
    let game = &local_game(&ada).await;
    let mut own = ada.live(game, None).await;
    let mut spectator = server.stranger().live(game, None).await;
    let state = own.next().await.unwrap();
    assert_eq!((&state["type"], &state["you"]), (&json!("state"), &json!(["black", "red"])));
    let state = spectator.next().await.unwrap();
    assert_eq!((&state["type"], &state["you"]), (&json!("state"), &json!([])));
    ada.turn(game, 1, "ab ce").await.expect(200);
    ada.turn(game, 2, "hg hf").await.expect(200);
    for (socket, may_move) in [(&mut own, true), (&mut spectator, false)] {
        for seq in 2..=3 {
            let event = socket.next_of("event").await;
            assert_eq!((&event["seq"], &event["game"]["seq"]), (&json!(seq), &json!(seq)));
            assert_eq!(event["game"]["tree"].is_object(), may_move);
        }
    }
    server.stop().await;
}

async fn returning_watcher_gets_the_gap(database: Database) {
    let server = Running::on(&database).await;
    let ada = server.client().await;
    let game = &local_game(&ada).await;
    for (seen, turn) in [(1, "ab ce"), (2, "hg hf"), (3, "ab ad")] {
        ada.turn(game, seen, turn).await.expect(200);
    }
    let mut socket = ada.live(game, Some(2)).await;
    for seq in 3..=4 {
        let event = socket.next().await.unwrap();
        assert_eq!((&event["type"], &event["seq"]), (&json!("event"), &json!(seq)));
        assert_eq!(event["game"]["turns"].as_array().unwrap().len(), seq - 1, "as it was then");
    }
    assert_eq!(socket.next().await.unwrap()["type"], "presence", "and nothing else");
    // An event number in the future is not a valid starting point.
    let mut socket = ada.live(game, Some(99)).await;
    assert_eq!(socket.next().await.unwrap()["type"], "state");
    server.stop().await;
}

async fn commands_go_over_the_socket(database: Database) {
    let server = Running::on(&database).await;
    let ada = server.client().await;
    let game = &local_game(&ada).await;
    let mut socket = ada.live(game, Some(1)).await;
    let turn = json!({ "id": Uuid::new_v4(), "seen": 1, "type": "turn", "turn": "ab ce" });
    support::contract::check_command(&turn);
    for _ in 0..2 {
        socket.send(&turn).await;
        let answer = socket.next_of("answer").await;
        assert_eq!((&answer["id"], &answer["status"], &answer["seq"]), (&turn["id"], &json!(200), &json!(2)));
    }
    socket.send(&json!({ "id": Uuid::new_v4(), "seen": 1, "type": "resign" })).await;
    let answer = socket.next_of("answer").await;
    assert_eq!((&answer["status"], &answer["problem"]["code"]), (&json!(409), &json!("stale")));
    assert_eq!(answer["problem"]["current"]["game"]["seq"], 2);
    for (bad, code) in [(json!("nonsense"), "invalid_body"), (json!({ "type": "turn" }), "invalid_body")] {
        socket.send(&bad).await;
        assert_eq!(socket.next_of("answer").await["problem"]["code"], code);
    }
    // The response to an invalid command contains its id, so that the client knows which command failed.
    for bad in
        [json!({ "type": "castle" }), json!({ "type": "take_back", "turn": "ab ce" }), json!({ "type": 7 })]
    {
        // A numeric type is rejected, although serde would accept the index of a variant.
        let bad = with(bad, 2);
        socket.send(&bad).await;
        let answer = socket.next_of("answer").await;
        assert_eq!((&answer["id"], &answer["status"]), (&bad["id"], &json!(422)), "{answer}");
        assert_eq!(answer["problem"]["code"], "invalid_body");
    }
    let other = json!({ "id": turn["id"], "seen": 2, "type": "turn", "turn": "hg hf" });
    socket.send(&other).await;
    assert_eq!(socket.next_of("answer").await["problem"]["code"], "reused_id");
    let mut spectator = server.stranger().live(game, Some(2)).await;
    spectator.send(&json!({ "id": Uuid::new_v4(), "seen": 2, "type": "turn", "turn": "hg hf" })).await;
    assert_eq!(spectator.next_of("answer").await["problem"]["code"], "no_seat");
    server.stop().await;
}

async fn presence_follows_who_is_there(database: Database) {
    let server = Running::on(&database).await;
    let (ada, bo) = (server.client().await, server.client().await);
    let game = &ada.create(json!({ "opponent": { "type": "lobby" }, "side": "black" })).await;
    let mut watching = ada.live(game, None).await;
    watching.presence(true, false, 0).await;
    let other = bo.live(game, None).await;
    watching.presence(true, false, 1).await;
    bo.command(game, 1, json!({ "type": "join" })).await.expect(200);
    watching.presence(true, true, 0).await;
    drop(other);
    watching.presence(true, false, 0).await;
    server.stop().await;
}

#[tokio::test]
async fn presence_is_announced_once() {
    let server = Running::start().await;
    let (ada, bo) = (server.client().await, server.client().await);
    let game =
        &ada.create(json!({ "opponent": { "type": "lobby" }, "side": "black", "first": "black" })).await;
    let mut first = ada.live(game, None).await;
    let mut second = bo.live(game, None).await;
    // The second watcher has entered when it has its state, and has left when the first is notified.
    second.next_of("oracle").await;
    bo.command(game, 1, json!({ "type": "join" })).await.expect(200);
    second.next_of("event").await;
    ada.turn(game, 2, "ab ce").await.expect(200);
    let until_turn = async |socket: &mut Socket| {
        let mut seen = Vec::new();
        loop {
            let message = socket.next().await.unwrap();
            match message["type"].as_str().unwrap() {
                "presence" => seen.push((
                    message["black"] == true,
                    message["red"] == true,
                    message["spectators"].clone(),
                )),
                "event" if message["seq"] == 3 => return seen,
                _ => {}
            }
        }
    };
    assert_eq!(
        until_turn(&mut first).await,
        [(true, false, json!(0)), (true, false, json!(1)), (true, true, json!(0))],
        "on connecting, when a spectator comes, when the spectator takes the seat"
    );
    assert_eq!(
        until_turn(&mut second).await,
        [(true, true, json!(0))],
        "the first announcement was read above"
    );
    // A second connection of the same player changes nothing for the others and gets one announcement.
    let mut third = ada.live(game, None).await;
    bo.turn(game, 3, "hg hf").await.expect(200);
    let mut seen = 0;
    loop {
        let message = third.next().await.unwrap();
        seen += usize::from(message["type"] == "presence");
        if message["type"] == "event" {
            break;
        }
    }
    assert_eq!(seen, 1);
    server.stop().await;
}

#[tokio::test]
async fn socket_of_an_unknown_game_is_refused_with_a_problem() {
    let server = Running::start().await;
    let client = server.client().await;
    let path = format!("/api/v1/games/{}/live", "0".repeat(20));
    let Err(tungstenite::Error::Http(response)) = client.try_live(&path, &[]).await else {
        panic!("it must not open")
    };
    assert_eq!(response.status(), 404);
    let game = local_game(&client).await;
    client.get(&format!("/api/v1/games/{game}/live")).await.problem(400, "bad_request");
    server.stop().await;
}

#[tokio::test]
async fn slow_reader_is_closed_and_others_are_not_held_up() {
    let server =
        Running::with(|config| config.limits.send_timeout = std::time::Duration::from_millis(500)).await;
    let ada = server.client().await;
    let game = &ada.create(json!({ "opponent": { "type": "lobby" } })).await;
    server.client().await.command(game, 1, json!({ "type": "join" })).await.expect(200);
    ada.command(game, 2, json!({ "type": "resign" })).await.expect(200);
    let mut quick = ada.live(game, None).await;
    let mut slow = ada.live_with_little_room(game).await;
    // Offers and replies continue until all buffers between the server and the slow reader are full.
    let mut seen = 3;
    let reader = tokio::spawn(async move {
        let mut last = 3;
        while let Some(message) = quick.next().await {
            if message["type"] == "event" {
                assert_eq!(message["seq"], last + 1);
                last = message["seq"].as_u64().unwrap();
            }
        }
        last
    });
    for _ in 1..2_000 {
        for wish in [json!({ "type": "rematch" }), json!({ "type": "decline_rematch" })] {
            ada.http
                .post(server.url(&format!("/api/v1/games/{game}/commands")))
                .bearer_auth(ada.token.as_ref().unwrap())
                .json(&with(wish, seen))
                .send()
                .await
                .unwrap()
                .error_for_status()
                .unwrap();
            seen += 1;
        }
        if server.app.meter.open_sockets() == 1 {
            break;
        }
    }
    assert_eq!(server.app.meter.open_sockets(), 1, "the slow one is gone, the quick one is not");
    let mut messages = 0;
    let end = loop {
        match tokio::time::timeout(PATIENCE, slow.0.next()).await.unwrap() {
            Some(Ok(Message::Close(frame))) => break frame.map(|frame| frame.code),
            Some(Ok(_)) => messages += 1,
            Some(Err(_)) | None => break None,
        }
    };
    assert!(messages < seen, "not everything was kept for it");
    assert!(matches!(end, None | Some(CloseCode::Library(4008))), "{end:?}");
    server.stop().await;
    assert_eq!(reader.await.unwrap(), seen, "the quick one has it all");
}

/// The code with which the server closes the connection.
async fn close_code(socket: &mut Socket) -> Option<CloseCode> {
    loop {
        match tokio::time::timeout(PATIENCE, socket.0.next()).await.expect("an end") {
            Some(Ok(Message::Close(frame))) => return frame.map(|frame| frame.code),
            Some(Ok(_)) => {}
            Some(Err(_)) | None => return None,
        }
    }
}

fn with(mut wish: Value, seen: u64) -> Value {
    wish["id"] = json!(Uuid::new_v4());
    wish["seen"] = json!(seen);
    wish
}

#[tokio::test]
async fn malformed_frames_and_large_messages_end_only_their_own_connection() {
    let server = Running::start().await;
    let ada = server.client().await;
    let game = &local_game(&ada).await;
    let mut watching = ada.live(game, None).await;
    let mut large = ada.live(game, None).await;
    large.send(&json!("x".repeat(10_000))).await;
    assert_eq!(close_code(&mut large).await, Some(CloseCode::Size));
    let mut broken = ada.live(game, None).await;
    if let tokio_tungstenite::MaybeTlsStream::Plain(stream) = broken.0.get_mut() {
        stream.write_all(&[0xff; 100]).await.unwrap();
    }
    while broken.next().await.is_some() {}
    let mut binary = ada.live(game, None).await;
    futures_util::SinkExt::send(&mut binary.0, Message::binary(vec![1, 2, 3])).await.unwrap();
    assert_eq!(close_code(&mut binary).await, Some(CloseCode::Unsupported));
    ada.turn(game, 1, "ab ce").await.expect(200);
    assert_eq!(watching.next_of("event").await["seq"], 2);
    server.stop().await;
}

#[tokio::test]
async fn silent_connection_is_closed() {
    let server = Running::with(|config| config.limits.ping = std::time::Duration::from_millis(50)).await;
    let ada = server.client().await;
    let game = &local_game(&ada).await;
    // This connection is never read, so its pings get no reply.
    let silent = ada.live(game, None).await;
    let mut lively = ada.live(game, None).await;
    lively.presence(true, true, 0).await;
    let gone = async {
        while server.app.meter.open_sockets() > 1 {
            tokio::select! {
                _ = lively.0.next() => {}
                () = tokio::time::sleep(std::time::Duration::from_millis(5)) => {}
            }
        }
    };
    tokio::time::timeout(PATIENCE, gone).await.expect("the silent one is gone");
    drop(silent);
    server.stop().await;
}

#[tokio::test]
async fn stopping_server_says_goodbye() {
    let server = Running::start().await;
    let ada = server.client().await;
    let game = &local_game(&ada).await;
    let mut socket = ada.live(game, None).await;
    assert_eq!(socket.next().await.unwrap()["type"], "state");
    let stopping = tokio::spawn(server.stop());
    assert_eq!(close_code(&mut socket).await, Some(CloseCode::Restart));
    stopping.await.unwrap();
}
