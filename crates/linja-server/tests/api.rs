//! The API over real sockets: games, positions, lists. Every response is checked against the OpenAPI document.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use linja::Side;
use linja_games::game::event::{Event, Stored};
use linja_games::store::Append;
use linja_games::token::Token;
use serde_json::{Value, json};
use support::Database;
use support::server::Running;
use uuid::Uuid;

on_every_database![
    two_people_play_by_invitation,
    repeated_command_is_one_event,
    stale_command_gets_the_present_state,
    computer_answers,
    game_survives_a_restart,
    match_goes_on_and_rematch_begins,
];

fn local() -> Value {
    json!({ "opponent": { "type": "local" }, "first": "black", "side": "black" })
}

async fn two_people_play_by_invitation(database: Database) {
    let server = Running::on(&database).await;
    let (ada, bo) = (server.client().await, server.client().await);
    let wish = json!({
        "opponent": { "type": "invitation" }, "side": "black", "first": "black", "rules": "bonus-spicy", "name": " Ada ",
    });
    let created = ada.new_game(wish).await.expect(201);
    let (game, code) =
        (created["game"]["id"].as_str().unwrap(), created["invitation"]["code"].as_str().unwrap());
    assert_eq!(created["game"]["status"], "waiting");
    assert_eq!(created["invitation"]["path"], format!("/game/{game}?invitation={code}"));
    assert_eq!(created["game"]["players"]["black"], json!({ "type": "person", "name": "Ada" }));
    ada.turn(game, 1, "ab ce").await.problem(409, "waiting");

    // Only the creator sees the code.
    assert_eq!(bo.game(game).await["invitation"], json!(null));
    assert_eq!(ada.game(game).await["invitation"]["code"], code);
    bo.command(game, 1, json!({ "type": "join" })).await.problem(403, "wrong_invitation");
    let joined = bo.command(game, 1, json!({ "type": "join", "code": code, "name": "Bo" })).await.expect(200);
    assert_eq!(joined["you"], json!(["red"]));
    assert_eq!(joined["game"]["status"], "playing");
    assert_eq!(ada.game(game).await["invitation"], json!(null), "it has been used");
    let late = server.client().await;
    late.command(game, 2, json!({ "type": "join", "code": code })).await.problem(409, "game_full");

    bo.turn(game, 2, "hg hf").await.problem(409, "not_your_turn");
    late.turn(game, 2, "ab ce").await.problem(403, "no_seat");
    server.stranger().turn(game, 2, "ab ce").await.problem(403, "no_seat");
    let problem = ada.turn(game, 2, "ab cf").await.problem(422, "illegal_turn");
    assert_eq!(problem["detail"], "The follow-up must be 2 rows, “cf” is 3.");
    assert_eq!(problem["part"], "turn");
    let played = ada.turn(game, 2, "AB CE").await.expect(200);
    assert_eq!(played["event"]["event"], json!({ "type": "turn", "side": "black", "turn": "ab ce" }));
    assert_eq!(played["game"]["to_move"], "red");
    assert_eq!(played["game"]["tree"], json!(null), "only whoever is to move gets the tree");
    assert_eq!(late.game(game).await["game"]["tree"], json!(null));
    assert_eq!(bo.game(game).await["game"]["tree"]["phase"], "opening");
    bo.command(game, 3, json!({ "type": "resign" })).await.expect(200);
    let over = late.game(game).await;
    assert_eq!(over["you"], json!([]));
    assert_eq!(over["game"]["result"]["termination"], "resignation");
    assert_eq!(over["game"]["match"]["winner"], "black");

    let record = late.get(&format!("/api/v1/games/{game}/record")).await;
    assert_eq!(record.status, 200);
    let record = linja::Record::parse(&record.text).unwrap();
    assert_eq!((record.tag("Black"), record.tag("Red")), (Some("Ada"), Some("Bo")));
    assert!(record.game().is_over());
    late.get(&format!("/api/v1/games/{game}/record?game=2")).await.problem(404, "no_such_record");
    let events = late.get(&format!("/api/v1/games/{game}/events?after=2")).await.expect(200);
    let numbers: Vec<u64> =
        events["events"].as_array().unwrap().iter().map(|event| event["seq"].as_u64().unwrap()).collect();
    assert_eq!(numbers, [3, 4]);
    server.stop().await;
}

async fn repeated_command_is_one_event(database: Database) {
    let server = Running::on(&database).await;
    let ada = server.client().await;
    let wish = json!({ "id": Uuid::new_v4(), "opponent": { "type": "local" }, "first": "black" });
    let created = ada.new_game(wish.clone()).await;
    let again = ada.new_game(wish.clone()).await;
    assert_eq!((created.status, &created.text), (again.status, &again.text), "the same game");
    // A different game with the same id is a conflict; random choices may be omitted or named.
    for (field, value) in
        [("rules", json!("classic")), ("games", json!(3)), ("name", json!("Ada")), ("first", json!("red"))]
    {
        let mut changed = wish.clone();
        changed[field] = value;
        ada.new_game(changed).await.problem(409, "reused_id");
    }
    let mut named = wish.clone();
    named["side"] = created.json()["event"]["event"]["side"].clone();
    assert_eq!(ada.new_game(named).await.expect(201), created.json());
    let other = server.client().await.new_game(wish).await.expect(201);
    let created = created.json();
    assert_ne!(created["game"]["id"], other["game"]["id"], "ids belong to their client");

    let game = created["game"]["id"].as_str().unwrap();
    let turn = json!({ "id": Uuid::new_v4(), "type": "turn", "turn": "ab ce" });
    let first = ada.command(game, 1, turn.clone()).await;
    ada.turn(game, 2, "hg hf").await.expect(200);
    let again = ada.command(game, 1, turn.clone()).await;
    assert_eq!((first.status, first.text), (again.status, again.text), "the same answer, long after");
    let again = ada.command(game, 77, turn).await;
    assert_eq!(again.status, 200, "whatever it claims to have seen");
    assert_eq!(ada.game(game).await["game"]["turns"], json!(["ab ce", "hg hf"]));

    // Many concurrent copies of a command produce one event.
    let resign = json!({ "id": Uuid::new_v4(), "type": "resign" });
    let sent: Vec<_> = (0..10)
        .map(|_| {
            let (ada, game, resign) = (ada.clone(), game.to_string(), resign.clone());
            tokio::spawn(
                async move { ada.command(&game, 3, resign).await.expect(200)["event"]["seq"].clone() },
            )
        })
        .collect();
    for answer in sent {
        assert_eq!(answer.await.unwrap(), 4);
    }
    assert_eq!(ada.game(game).await["game"]["seq"], 4);
    server.stop().await;
}

async fn stale_command_gets_the_present_state(database: Database) {
    let server = Running::on(&database).await;
    let ada = server.client().await;
    let game = &ada.create(local()).await;
    ada.turn(game, 1, "ab ce").await.expect(200);
    let problem = ada.turn(game, 1, "ab ce").await.problem(409, "stale");
    assert_eq!(problem["part"], "seen");
    assert_eq!(problem["current"]["game"]["seq"], 2);
    assert_eq!(problem["current"]["game"]["turns"], json!(["ab ce"]));
    assert_eq!(problem["current"]["you"], json!(["black", "red"]));
    ada.turn(game, 3, "hg hf").await.problem(409, "stale");
    // Two concurrent turns from the same state: one is played, the other is rejected as stale.
    let turns = ["hg hf", "hg ge"].map(|turn| {
        let (ada, game) = (ada.clone(), game.clone());
        tokio::spawn(async move { ada.turn(&game, 2, turn).await.status })
    });
    let mut statuses = Vec::new();
    for turn in turns {
        statuses.push(turn.await.unwrap());
    }
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    server.stop().await;
}

async fn computer_answers(database: Database) {
    let server = Running::on(&database).await;
    let ada = server.client().await;
    let computer = json!({ "type": "computer", "level": "random" });
    let game = &ada.create(json!({ "opponent": computer, "side": "black", "first": "red" })).await;
    let own = ada.wait_for(game, |game| game["to_move"] == "black").await;
    assert_eq!(own["game"]["seq"], 2, "the computer begins by itself");
    let turn = first_turn(&own["game"]);
    ada.turn(game, 2, &turn).await.expect(200);
    let own = ada.wait_for(game, |game| game["seq"] == 4).await;
    assert_eq!(own["game"]["turns"].as_array().unwrap().len(), 3);
    ada.command(game, 4, json!({ "type": "take_back" })).await.expect(200);
    let own = ada.game(game).await;
    assert_eq!(own["game"]["turns"].as_array().unwrap().len(), 1);
    assert_eq!(own["game"]["to_move"], "black");
    server.stop().await;
}

/// The first complete turn of a tree.
fn first_turn(game: &Value) -> String {
    let (mut turn, mut tree) = (String::new(), &game["tree"]);
    while tree["finish"] != true {
        let separator = match tree["phase"].as_str().unwrap() {
            "opening" => "",
            "another_turn" => " / ",
            _ => " ",
        };
        let branch = &tree["next"][0];
        turn += &format!("{separator}{}", branch["action"].as_str().unwrap());
        tree = branch;
    }
    if turn.is_empty() { "pass".into() } else { turn }
}

async fn game_survives_a_restart(database: Database) {
    let server = Running::on(&database).await;
    let ada = server.client().await;
    let game = &ada.create(local()).await;
    ada.turn(game, 1, "ab ce").await.expect(200);
    let before = ada.game(game).await;
    server.stop().await;
    let server = Running::on(&database).await;
    let ada = ada.at(&server);
    let mut after = ada.game(game).await;
    assert_eq!(before, after);
    ada.turn(game, 2, "hg hf").await.expect(200);
    let games = ada.get("/api/v1/games").await.expect(200);
    after = games["games"][0].clone();
    assert_eq!((after["id"].as_str(), &after["turns"]), (Some(game.as_str()), &json!(2)));
    server.stop().await;
}

async fn match_goes_on_and_rematch_begins(database: Database) {
    let server = Running::on(&database).await;
    let ada = server.client().await;
    let mut wish = local();
    wish["games"] = json!(3);
    wish["name"] = json!("Ada");
    wish["opponent_name"] = json!("Bo");
    let game = &ada.create(wish).await;
    ada.command(game, 1, json!({ "type": "resign", "side": "red" })).await.expect(200);
    ada.turn(game, 2, "ab ce").await.problem(409, "game_over");
    ada.command(game, 2, json!({ "type": "rematch" })).await.problem(409, "not_over");
    let closed = ada.command(game, 2, json!({ "type": "next_game" })).await.expect(200);
    let second = &closed["game"]["next"].as_str().unwrap().to_string();
    assert_eq!(closed["event"]["event"], json!({ "type": "next_began", "side": "black", "game": second }));
    ada.command(game, 3, json!({ "type": "next_game" })).await.problem(409, "next_began");
    let next = ada.game(second).await;
    assert_eq!((&next["game"]["to_move"], &next["game"]["match"]["game"]), (&json!("red"), &json!(2)));
    assert_eq!(next["game"]["previous"], game.as_str());
    ada.command(second, 1, json!({ "type": "resign" })).await.expect(200);
    let over = ada.game(second).await;
    let finished = json!([{ "id": game, "winner": "black" }, { "id": second, "winner": "black" }]);
    assert_eq!(over["game"]["match"]["finished"], finished);
    assert_eq!(over["game"]["match"]["half_points"], json!({ "black": 4, "red": 0 }));
    assert_eq!(
        (&over["game"]["status"], &over["game"]["match"]["winner"]),
        (&json!("over"), &json!("black"))
    );
    let closed = ada.command(second, 2, json!({ "type": "rematch" })).await.expect(200);
    let third = &closed["game"]["next"].as_str().unwrap().to_string();
    let again = ada.game(third).await;
    assert_eq!((&again["game"]["status"], &again["game"]["match"]["number"]), (&json!("playing"), &json!(2)));
    assert_eq!(again["game"]["match"]["finished"], json!([]));
    for id in [game, second, third] {
        let record = ada.get(&format!("/api/v1/games/{id}/record?game=2")).await;
        assert!(record.text.contains("[First \"red\"]"), "{}", record.text);
    }
    let unchanged = ada.game(game).await;
    assert_eq!(
        (&unchanged["game"]["status"], &unchanged["game"]["next"]),
        (&json!("between_games"), &json!(second))
    );
    server.stop().await;
}

#[tokio::test]
async fn lobby_shows_challenges_until_they_are_taken() {
    let server = Running::start().await;
    let (ada, bo) = (server.client().await, server.client().await);
    let game = &ada.create(json!({ "opponent": { "type": "lobby" }, "rules": "classic", "games": 5 })).await;
    let lobby = bo.get("/api/v1/lobby").await.expect(200);
    assert_eq!(lobby["games"][0]["id"], game.as_str());
    assert_eq!(lobby["games"][0]["rules"], "classic");
    let rest = bo.get(&format!("/api/v1/lobby?after={game}")).await.expect(200);
    assert_eq!(rest, json!({ "games": [] }), "nothing is behind the last one");
    bo.get("/api/v1/lobby?after=nonsense").await.expect(400);
    bo.command(game, 1, json!({ "type": "join" })).await.expect(200);
    assert_eq!(bo.get("/api/v1/lobby").await.expect(200)["games"], json!([]));
    let game = &ada.create(json!({ "opponent": { "type": "lobby" } })).await;
    ada.command(game, 1, json!({ "type": "withdraw" })).await.expect(200);
    assert_eq!(bo.get("/api/v1/lobby").await.expect(200)["games"], json!([]));
    bo.command(game, 2, json!({ "type": "join" })).await.problem(409, "withdrawn");
    server.stop().await;
}

#[tokio::test]
async fn browser_gets_a_cookie_that_scripts_cannot_read() {
    let server = Running::start().await;
    let wish = json!({ "id": Uuid::new_v4(), "opponent": { "type": "local" } });
    let created = server.stranger().post("/api/v1/games", &wish).await;
    let cookie = created.headers["set-cookie"].to_str().unwrap().to_string();
    assert!(cookie.contains("; HttpOnly; SameSite=Lax; "), "{cookie}");
    let game = created.expect(201)["game"]["id"].as_str().unwrap().to_string();
    let pair = cookie.split(';').next().unwrap().to_string();
    let path = format!("/api/v1/games/{game}");
    let own =
        server.stranger().send("GET", &path, |request| request.header("cookie", &pair)).await.expect(200);
    assert_eq!(own["you"], json!(["black", "red"]));
    let other = server.stranger().get(&path).await.expect(200);
    assert_eq!(other["you"], json!([]));
    server.stop().await;
}

#[tokio::test]
async fn positions_are_answered_with_their_tree() {
    let server = Running::start().await;
    let client = server.client().await;
    let start = client.get("/api/v1/position").await;
    let tag = start.headers["etag"].clone();
    let start = start.expect(200);
    assert_eq!((&start["position"], &start["margin"]), (&json!("61111110/01111116 b"), &json!(null)));
    assert_eq!(start["tree"]["next"][0]["action"], "ab");
    assert_eq!(start["tree"]["next"][0]["steps"], 2);
    let same = client.send("GET", "/api/v1/position", |request| request.header("if-none-match", tag)).await;
    assert_eq!((same.status, same.text.as_str()), (304, ""));
    let turns = client.get("/api/v1/position/turns?rules=classic").await;
    assert_eq!(turns.headers["cache-control"], "no-store", "values may come later");
    let turns = turns.expect(200);
    assert_eq!((turns["turns"].as_array().unwrap().len(), &turns["exact"]), (43, &json!(false)));
    client.get("/api/v1/position/line").await.problem(409, "not_solved");
    let problem =
        client.get("/api/v1/position?pos=60411000-00300036-r").await.problem(422, "invalid_position");
    assert!(problem["detail"].as_str().unwrap().contains("Row c holds 7 pawns"), "{problem}");
    client.get("/api/v1/position?rules=chess").await.problem(400, "invalid_query");
    client.get("/api/v1/position?what=ever").await.problem(400, "invalid_query");
    server.stop().await;
}

#[tokio::test]
async fn game_can_begin_with_any_position() {
    let server = Running::start().await;
    let ada = server.client().await;
    let mut wish = local();
    wish["first"] = json!("lot");
    wish["position"] = json!("12310014-40120050-r");
    let created = ada.new_game(wish.clone()).await.expect(201);
    assert_eq!(created["game"]["to_move"], "red");
    wish["position"] = json!("00000417/63102000 b");
    ada.new_game(wish.clone()).await.problem(422, "invalid_position");
    wish["position"] = json!("12310014-40120050-r");
    wish["games"] = json!(3);
    ada.new_game(wish).await.problem(422, "invalid_position");
    server.stop().await;
}

#[tokio::test]
async fn clock_that_runs_out_ends_the_game_without_anybody_asking() {
    let server = Running::start().await;
    let ada = server.client().await;
    let mut wish = local();
    wish["clock"] = json!({ "seconds": 60, "increment": 0 });
    let created = ada.new_game(wish).await.expect(201);
    // The same game, as if another server had stored it 59 seconds ago.
    let Event::Created(setting) = serde_json::from_value(created["event"]["event"].clone()).unwrap() else {
        panic!("{created}")
    };
    let token: Token = ada.token.as_ref().unwrap().parse().unwrap();
    let (game, store) = (token.game(Uuid::new_v4()), server.app.rooms.store());
    let then = store.now() - 59_000;
    let turn = |side, turn: &str| Event::Turn { side, turn: turn.into(), lag: 0 };
    let (black, red) = (turn(Side::Black, "ab ce"), turn(Side::Red, "hg hf"));
    for (i, event) in [Event::Created(setting), black, red].into_iter().enumerate() {
        let actor = Some(token.hash());
        let stored = Stored { seq: i as u64 + 1, at: then, command: None, actor, secret: None, event };
        store
            .append(Append { game, stored, listing: None, owed: None, tell: None, opens: Vec::new() })
            .await
            .unwrap();
    }
    let game = &game.to_string();
    let own = ada.game(game).await;
    assert_eq!(own["game"]["clock"]["running"], "black");
    assert!((1..=1_000).contains(&own["game"]["clock"]["black"].as_u64().unwrap()), "{own}");
    let mut socket = ada.live(game, Some(3)).await;
    let event = socket.next_of("event").await;
    assert_eq!(event["event"], json!({ "type": "time_ran_out", "side": "black" }));
    assert_eq!(event["game"]["result"]["winner"], "red");
    assert_eq!(event["game"]["clock"]["black"], 0);
    let at = event["at"].as_u64().unwrap();
    assert!((then + 60_000..then + 62_000).contains(&at), "{at}");
    ada.turn(game, 3, "ab ac").await.problem(409, "stale");
    server.stop().await;
}

#[tokio::test]
async fn server_tells_about_itself() {
    let server = Running::start().await;
    let client = server.client().await;
    assert_eq!(client.get("/api/v1/version").await.expect(200)["api"], 1);
    let network = client.get("/api/v1/network").await.expect(200);
    assert_eq!(network["reachable"], false, "it listens on this machine only");
    let elsewhere =
        server.stranger().http.get(server.url("/api/v1/network")).header("x-forwarded-for", "198.51.100.7");
    let network: Value = elsewhere.send().await.unwrap().json().await.unwrap();
    assert_eq!(
        network,
        json!({ "address": null, "reachable": false }),
        "nothing about this network for others"
    );
    let oracle = client.get("/api/v1/oracle").await.expect(200);
    assert_eq!(oracle["tables"].as_array().unwrap().len(), 5);
    assert_eq!(client.get("/healthz").await.text, "ok\n");
    assert_eq!(client.get("/readyz").await.text, "ready\n");
    let figures = client.get("/metrics").await.text;
    assert!(figures.contains("linja_requests_total"), "{figures}");
    let document = server.stranger().http.get(server.url("/api/v1/openapi.json")).send().await.unwrap();
    let tag = document.headers()["etag"].clone();
    let document: Value = document.json().await.unwrap();
    assert!(document["paths"]["/api/v1/games/{id}/live"].is_object());
    let known = server.stranger().http.get(server.url("/api/v1/openapi.json")).header("if-none-match", tag);
    assert_eq!(known.send().await.unwrap().status(), 304);
    let messages = server.stranger().http.get(server.url("/api/v1/asyncapi.json")).send().await.unwrap();
    let messages: Value = messages.json().await.unwrap();
    assert_eq!(messages, linja_server::api::asyncapi::document());
    let page = client.get("/").await;
    assert!(page.text.contains("<title>Linja</title>"), "{}", page.text);
    server.stop().await;
}
