//! Several servers on one PostgreSQL: any server serves any game, and no game is lost when a server dies.

#![cfg(feature = "system-tests")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use std::time::{Duration, Instant};

use serde_json::json;
use support::Database;
use support::server::Running;
use uuid::Uuid;

/// A server on its own threads that can be killed at any moment.
struct Mortal {
    runtime: Option<tokio::runtime::Runtime>,
    server: Option<Running>,
}

impl Mortal {
    async fn start(database: &Database) -> Mortal {
        let url = database.url().expect("PostgreSQL");
        let starting = tokio::task::spawn_blocking(move || {
            let runtime =
                tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
            let server = runtime.block_on(async { Running::on(&Database::Postgres(url)).await });
            Mortal { runtime: Some(runtime), server: Some(server) }
        });
        starting.await.unwrap()
    }

    fn server(&self) -> &Running {
        self.server.as_ref().unwrap()
    }

    /// Stops the server without a shutdown, as in a power failure.
    fn kill(mut self) {
        self.runtime.take().unwrap().shutdown_background();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn players_on_different_servers_see_each_other_move() {
    let database = Database::postgres().await;
    let (here, there) = (Running::on(&database).await, Running::on(&database).await);
    let (ada, bo) = (here.client().await, there.client().await);
    let game =
        &ada.create(json!({ "opponent": { "type": "lobby" }, "side": "black", "first": "black" })).await;
    let mut black_socket = ada.live(game, None).await;
    assert_eq!(bo.get("/api/v1/lobby").await.expect(200)["games"][0]["id"], game.as_str());
    bo.command(game, 1, json!({ "type": "join" })).await.expect(200);
    assert_eq!(black_socket.next_of("event").await["event"]["type"], "joined");
    let mut red_socket = bo.live(game, Some(2)).await;
    ada.turn(game, 2, "ab ce").await.expect(200);
    assert_eq!(red_socket.next_of("event").await["event"]["turn"], "ab ce");
    bo.turn(game, 3, "hg hf").await.expect(200);
    assert_eq!(black_socket.next_of("event").await["seq"], 3);
    assert_eq!(black_socket.next_of("event").await["event"]["turn"], "hg hf");
    // A command repeated at the other server gets the same response.
    let turn = json!({ "id": Uuid::new_v4(), "type": "turn", "turn": "ab ad" });
    let first = ada.command(game, 4, turn.clone()).await;
    let again = ada.at(&there).command(game, 4, turn).await;
    assert_eq!((first.status, first.text), (again.status, again.text));
    here.stop().await;
    there.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn presence_is_known_at_the_other_server() {
    let database = Database::postgres().await;
    let (here, there) = (Running::on(&database).await, Running::on(&database).await);
    let (ada, bo) = (here.client().await, there.client().await);
    let game = &ada.create(json!({ "opponent": { "type": "lobby" }, "side": "black" })).await;
    bo.command(game, 1, json!({ "type": "join" })).await.expect(200);
    let mut black_socket = ada.live(game, None).await;
    let mut red_socket = bo.live(game, None).await;
    black_socket.presence(true, true, 0).await;
    red_socket.presence(true, true, 0).await;
    drop(black_socket);
    red_socket.presence(false, true, 0).await;
    here.stop().await;
    there.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lag_is_known_at_the_other_server() {
    let database = Database::postgres().await;
    let (here, there) = (Running::on(&database).await, Running::on(&database).await);
    let ada = here.client().await;
    let clock = json!({ "seconds": 600 });
    let wish = json!({ "opponent": { "type": "local" }, "first": "black", "clock": clock });
    let game = &ada.create(wish).await;
    let elsewhere = ada.at(&there);
    for (seen, turn) in [(1, "ab ce"), (2, "hg hf")] {
        elsewhere.turn(game, seen, turn).await.expect(200);
    }
    let mut socket = ada.live(game, None).await;
    socket.ping().await;
    // The lag of a slow network.
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    // Sends the pong.
    socket.send(&json!({})).await;
    // The other server hears of it some milliseconds later.
    for seen in (3..200).step_by(2) {
        let played = elsewhere.turn(game, seen, "ab ad").await.expect(200);
        if let Some(lag) = played["event"]["event"]["lag"].as_u64() {
            assert!((300..=500).contains(&lag), "{lag}");
            break;
        }
        assert!(seen < 190, "the other server never knows the lag");
        elsewhere.command(game, seen + 1, json!({ "type": "take_back" })).await.expect(200);
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    here.stop().await;
    there.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rivals_on_two_servers_get_one_place() {
    let database = Database::postgres().await;
    let (here, there) = (Running::on(&database).await, Running::on(&database).await);
    let ada = here.client().await;
    let game = &ada.create(json!({ "opponent": { "type": "local" }, "first": "black" })).await;
    // Both servers have loaded the game; then both move at the same time, repeatedly.
    ada.at(&there).game(game).await;
    for seen in 1..=20 {
        let wish = if seen % 2 == 1 {
            json!({ "type": "turn", "turn": "ab ce" })
        } else {
            json!({ "type": "take_back" })
        };
        let rivals = [&here, &there].map(|server| {
            let (client, game, wish) = (ada.at(server), game.clone(), wish.clone());
            tokio::spawn(async move { client.command(&game, seen, wish).await })
        });
        let mut statuses = Vec::new();
        for rival in rivals {
            let reply = rival.await.unwrap();
            if reply.status == 409 {
                assert_eq!(reply.json()["current"]["game"]["seq"], seen + 1);
            }
            statuses.push(reply.status);
        }
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409]);
    }
    here.stop().await;
    there.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn computer_answers_once_whoever_watches() {
    let database = Database::postgres().await;
    let servers = [Running::on(&database).await, Running::on(&database).await];
    let ada = servers[0].client().await;
    let computer = json!({ "type": "computer", "level": "random" });
    let game = &ada.create(json!({ "opponent": computer, "side": "black", "first": "black" })).await;
    let mut sockets = [ada.live(game, None).await, ada.at(&servers[1]).live(game, None).await];
    let mut seen = 1;
    for round in 0..5 {
        ada.at(&servers[round % 2]).turn(game, seen, "ab ce").await.expect(200);
        for socket in &mut sockets {
            while socket.next_of("event").await["seq"] != seen + 2 {}
        }
        ada.at(&servers[(round + 1) % 2])
            .command(game, seen + 2, json!({ "type": "take_back" }))
            .await
            .expect(200);
        seen += 3;
    }
    let replies: u64 = servers.iter().map(|server| server.app.computer.replies()).sum();
    assert_eq!(replies, 5);
    for server in servers {
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn game_goes_on_at_the_other_server_when_one_dies() {
    let database = Database::postgres().await;
    let mortal = Mortal::start(&database).await;
    let other = Running::on(&database).await;
    let (ada, bo) = (mortal.server().client().await, other.client().await);
    let clock = json!({ "seconds": 600, "increment": 3 });
    let wish = json!({ "opponent": { "type": "lobby" }, "side": "black", "first": "black", "clock": clock });
    let game = &ada.create(wish).await;
    bo.command(game, 1, json!({ "type": "join" })).await.expect(200);
    let mut black_socket = ada.live(game, None).await;
    let mut red_socket = bo.live(game, None).await;
    ada.turn(game, 2, "ab ce").await.expect(200);
    bo.turn(game, 3, "hg hf").await.expect(200);
    while black_socket.next_of("event").await["seq"] != 4 {}
    let turn = json!({ "id": Uuid::new_v4(), "type": "turn", "turn": "ab ad" });
    let acknowledged = ada.command(game, 4, turn.clone()).await.expect(200);
    mortal.kill();
    while black_socket.next().await.is_some() {}

    let ada = ada.at(&other);
    let mut black_socket = ada.live(game, Some(4)).await;
    let event = black_socket.next_of("event").await;
    assert_eq!((&event["seq"], &event["command"]), (&json!(5), &turn["id"]));
    let again = ada.command(game, 4, turn).await.expect(200);
    assert_eq!(again, acknowledged, "what was acknowledged is there, once, and its clock is the same");
    while red_socket.next_of("event").await["seq"] != 5 {}
    bo.turn(game, 5, "hg gd").await.expect(200);
    assert_eq!(black_socket.next_of("event").await["seq"], 6);
    other.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reply_that_a_dying_server_owed_is_given_by_another() {
    let database = Database::postgres().await;
    let mortal = Mortal::start(&database).await;
    let other = Running::on(&database).await;
    let ada = mortal.server().client().await;
    let computer = json!({ "type": "computer", "level": "random" });
    let wish = json!({ "opponent": computer, "side": "black", "first": "black" });
    let mut games = Vec::new();
    for _ in 0..20 {
        games.push(ada.create(wish.clone()).await);
    }
    // Play turns in many games at once and kill the server while replies are pending.
    let turns: Vec<_> = games
        .iter()
        .map(|game| {
            let (ada, game) = (ada.clone(), game.clone());
            tokio::spawn(async move {
                let body = json!({ "id": Uuid::new_v4(), "seen": 1, "type": "turn", "turn": "ab ce" });
                let url = format!("http://{}/api/v1/games/{game}/commands", ada.server);
                let sent =
                    ada.http.post(url).bearer_auth(ada.token.as_ref().unwrap()).json(&body).send().await;
                sent.is_ok_and(|reply| reply.status() == 200)
            })
        })
        .collect();
    let mut acknowledged = Vec::new();
    let mut mortal = Some(mortal);
    for (turn, game) in turns.into_iter().zip(&games) {
        if turn.await.unwrap() {
            acknowledged.push(game);
            if let Some(mortal) = mortal.take() {
                mortal.kill();
            }
        }
    }
    assert!(!acknowledged.is_empty());
    let ada = ada.at(&other);
    for game in acknowledged {
        let own = ada.wait_for(game, |game| game["to_move"] == "black").await;
        assert_eq!(own["game"]["turns"].as_array().unwrap().len(), 2, "the turn and its reply, once");
    }
    other.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn player_who_is_heard_by_another_server_has_not_left() {
    let database = Database::postgres().await;
    let wait = Duration::from_secs(2);
    let start = async || Running::on_with(&database, |config| config.claim_after = wait).await;
    let (here, there) = (start().await, start().await);
    let (ada, bo) = (here.client().await, there.client().await);
    let wish = json!({
        "opponent": { "type": "lobby" }, "side": "black", "first": "black", "clock": { "seconds": 3600 }
    });
    let game = &ada.create(wish).await;
    bo.command(game, 1, json!({ "type": "join" })).await.expect(200);
    ada.turn(game, 2, "ab ce").await.expect(200);
    bo.turn(game, 3, "hg hf").await.expect(200);
    ada.turn(game, 4, "ab ad").await.expect(200);
    // Neither has a live connection. Bo thinks, and looks at the game now and then.
    let begun = Instant::now();
    while begun.elapsed() < 2 * wait {
        bo.get(&format!("/api/v1/games/{game}")).await.expect(200);
        ada.command(game, 5, json!({ "type": "claim_win" })).await.problem(409, "not_left");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let silent_since = Instant::now();
    let claimed = async {
        while ada.command(game, 5, json!({ "type": "claim_win" })).await.status != 200 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_mins(1), claimed).await.expect("Bo has left");
    assert!(silent_since.elapsed() > wait.mul_f32(0.9), "{:?}", silent_since.elapsed());
    here.stop().await;
    there.stop().await;
}
