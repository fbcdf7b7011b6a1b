//! A server with a solved rule set: values, hints, puzzles, reviews, a perfect opponent.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use linja::{Position, Record, RuleSet};
use linja_api::{HintView, ReviewView, ShownPosition, TurnView, TurnsView};
use linja_oracle::{Oracle as _, Tables};
use linja_players::{Hint, Review};
use serde_json::{Value, json};
use support::server::Running;

/// A server with the table of `bonus` and its own database.
async fn start() -> Running {
    let server = Running::solved(|_| {}).await;
    let oracle = server.stranger().get("/api/v1/oracle").await.expect(200);
    let is_bonus = |table: &&Value| table["rules"] == "bonus";
    let bonus = oracle["tables"].as_array().unwrap().iter().find(is_bonus).unwrap();
    assert_eq!((bonus["status"].as_str(), bonus["hash"].as_str().map(str::len)), (Some("ready"), Some(32)));
    server
}

#[tokio::test]
async fn positions_have_exact_values_that_can_be_cached() {
    let server = start().await;
    let client = server.stranger();
    let start = client.get("/api/v1/position?values=true").await;
    assert!(start.headers["cache-control"].to_str().unwrap().starts_with("private, max-age="));
    let start = start.expect(200);
    assert_eq!((&start["margin"], &start["tree"]["margin"]), (&json!(1), &json!(1)));
    let best =
        start["tree"]["next"].as_array().unwrap().iter().map(|branch| branch["margin"].as_i64().unwrap());
    assert_eq!(best.max(), Some(1), "some opening keeps the margin");
    let turns = client.get("/api/v1/position/turns").await;
    let tag = turns.headers["etag"].clone();
    let turns = turns.expect(200);
    assert_eq!(
        (&turns["exact"], &turns["turns"][0]),
        (
            &json!(true),
            &json!({ "turn": "ab ac", "after": "42211110/01111116 r", "over": false, "margin": 1 }),
        )
    );
    let same =
        client.send("GET", "/api/v1/position/turns", |request| request.header("if-none-match", tag)).await;
    assert_eq!(same.status, 304);
    let line = client.get("/api/v1/position/line").await.expect(200);
    let last = line["turns"].as_array().unwrap().last().unwrap();
    assert_eq!(last["over"], true, "to the end of the game");
    // Other rule sets are not solved here: the response holds estimates and says so.
    let folder = client.get("/api/v1/position/turns?rules=geeky").await;
    assert_eq!(folder.status, 200);
    server.stop().await;
}

/// `linja … --json` writes the same types, so both outputs must be equal.
#[tokio::test]
async fn responses_are_the_objects_of_the_command_line() {
    let server = start().await;
    let client = server.stranger();
    let table = Tables::in_data_dir(&support::solved()).open(&RuleSet::BONUS).unwrap().unwrap();
    let (rules, position): (_, Position) = (RuleSet::BONUS, "12310014/40120050 b".parse().unwrap());

    let shown = serde_json::to_value(ShownPosition::new(rules, &position)).unwrap();
    let read = client.get("/api/v1/position?pos=12310014-40120050-b").await.expect(200);
    for field in ["rules", "position", "to_move", "score", "over"] {
        assert_eq!((read.get(field), shown.get(field).is_some()), (shown.get(field), true), "{field}");
    }

    let turns = table.turns(&position).unwrap().iter().map(TurnView::from).collect();
    let turns = TurnsView { rules, position, exact: true, turns };
    let read = client.get("/api/v1/position/turns?pos=12310014-40120050-b").await.expect(200);
    assert_eq!(read, serde_json::to_value(turns).unwrap());

    let hint = Hint::new(&table, &position, 3).unwrap();
    let read = client.get("/api/v1/position/hint?pos=12310014-40120050-b").await.expect(200);
    assert_eq!(read, serde_json::to_value(HintView::new(rules, &position, hint.as_ref())).unwrap());

    let text = "1. ab ac | hg hf";
    let game = Record::parse(text).unwrap().into_game();
    let review = ReviewView::new(&game, &Review::of(&game, &table).unwrap());
    let read = client.post("/api/v1/reviews", &json!({ "record": text })).await.expect(200);
    assert_eq!(read, serde_json::to_value(review).unwrap());
    server.stop().await;
}

#[tokio::test]
async fn hints_say_why() {
    let server = start().await;
    let hint = server.stranger().get("/api/v1/position/hint?pos=12310014-40120050-b").await.expect(200);
    assert_eq!(hint["turns"][0]["lost"], 0);
    assert_eq!(hint["turns"][0]["margin"], hint["margin"]);
    let first = hint["turns"][0]["turn"].as_str().unwrap().split(' ').next();
    assert_eq!(hint["opening"].as_str(), first);
    assert!(!hint["turns"][0]["reasons"].as_array().unwrap().is_empty());
    let over = server.stranger().get("/api/v1/position/hint?pos=00000417-63102000-b").await.expect(200);
    assert_eq!((&over["margin"], &over["turns"]), (&json!(null), &json!([])));
    server.stop().await;
}

#[tokio::test]
async fn puzzle_is_solved_by_one_result_and_wrong_turns_are_refuted() {
    let server = start().await;
    let client = server.stranger();
    let puzzle = client.get("/api/v1/puzzle?date=2026-11-15").await.expect(200);
    assert_eq!(
        client.get("/api/v1/puzzle?date=2026-11-15").await.expect(200),
        puzzle,
        "the same for everybody"
    );
    client.get("/api/v1/puzzle?date=2026-11-31").await.problem(400, "invalid_query");
    client.get("/api/v1/puzzle?date=9999-01-01").await.problem(400, "invalid_query");
    let early = client.get("/api/v1/puzzle?date=2026-10-31").await.problem(400, "invalid_query");
    assert_eq!(
        (&early["part"], &early["detail"]),
        (&json!("date"), &json!("The first puzzle is the one for 2026-11-01."))
    );
    client.get("/api/v1/puzzle?date=2026-11-01").await.expect(200);
    // Where it is tomorrow already. Today may end between two requests.
    let tomorrow = linja_players::Date::today().next().unwrap();
    client.get(&format!("/api/v1/puzzle?date={tomorrow}")).await.expect(200);
    let later = tomorrow.next().unwrap().next().unwrap();
    client.get(&format!("/api/v1/puzzle?date={later}")).await.problem(400, "invalid_query");
    let position = puzzle["position"].as_str().unwrap().replace(['/', ' '], "-");
    let turns = client.get(&format!("/api/v1/position/turns?pos={position}")).await.expect(200);
    let turns = turns["turns"].as_array().unwrap();
    let attempt = async |turn: &Value| {
        let body = json!({ "date": "2026-11-15", "turn": turn["turn"] });
        client.post("/api/v1/puzzle/attempts", &body).await.expect(200)
    };
    let right = attempt(&turns[0]).await;
    assert_eq!((&right["solved"], &right["refutation"]), (&json!(true), &json!(null)));
    let wrong = attempt(turns.last().unwrap()).await;
    assert_eq!(wrong["solved"], false);
    assert!(wrong["refutation"]["turn"].is_string(), "{wrong}");
    let body = json!({ "date": "2026-11-15", "turn": "xy" });
    client.post("/api/v1/puzzle/attempts", &body).await.problem(422, "illegal_turn");
    server.stop().await;
}

#[tokio::test]
async fn finished_games_and_records_are_reviewed() {
    let server = start().await;
    let ada = server.client().await;
    let game = ada.create(json!({ "opponent": { "type": "local" }, "first": "black" })).await;
    ada.turn(&game, 1, "ab ac").await.expect(200);
    ada.get(&format!("/api/v1/games/{game}/review")).await.problem(409, "not_over");
    ada.command(&game, 2, json!({ "type": "resign", "side": "red" })).await.expect(200);
    let review = ada.get(&format!("/api/v1/games/{game}/review")).await.expect(200);
    assert_eq!(review["start"]["margin_for_black"], 1);
    assert_eq!((&review["turns"][0]["grade"], &review["turns"][0]["lost"]), (&json!("best"), &json!(0)));
    assert_eq!((&review["termination"], &review["winner"]), (&json!("resignation"), &json!("black")));

    let record = ada.get(&format!("/api/v1/games/{game}/record")).await.text;
    let uploaded = ada.post("/api/v1/reviews", &json!({ "record": record })).await.expect(200);
    assert_eq!(uploaded, review);
    let problem =
        ada.post("/api/v1/reviews", &json!({ "record": "1. ab xx" })).await.problem(422, "invalid_record");
    assert_eq!(problem["part"], "record");
    let geeky = json!({ "record": "[Rules \"geeky\"]\n\n1. ab" });
    let reply = ada.post("/api/v1/reviews", &geeky).await;
    assert!(matches!(reply.status, 200 | 409), "solved or not, as this machine has it: {}", reply.text);
    server.stop().await;
}

#[tokio::test]
async fn perfect_computer_keeps_its_margin() {
    let server = start().await;
    let ada = server.client().await;
    let computer = json!({ "type": "computer", "level": "perfect" });
    let game = ada.create(json!({ "opponent": computer, "side": "red", "first": "black" })).await;
    let own = ada.wait_for(&game, |game| game["to_move"] == "red").await;
    let position = own["game"]["position"].as_str().unwrap().replace(['/', ' '], "-");
    let view = ada.get(&format!("/api/v1/position?values=true&pos={position}")).await.expect(200);
    assert_eq!(view["margin"], -1, "Black had +1 and still has");
    server.stop().await;
}
