//! House rules in everything that takes a rule set: addresses, JSON, games, the lobby, documents.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use linja::{Position, Record, RuleSet, fast};
use serde_json::{Value, json};
use support::Database;
use support::page::{ask, data};
use support::server::{Client, Running};
use uuid::Uuid;

on_every_database![house_rules_are_played_to_the_end_and_again, challenge_with_house_rules_is_taken];

const RULES: &str = "bonus+again-must";

#[tokio::test]
async fn every_rule_set_has_an_address_and_a_place_in_json() {
    let server = Running::start().await;
    let client = server.stranger();
    for rules in RuleSet::every() {
        let id = rules.id();
        let read = client.get(&format!("/api/v1/rules/{id}")).await.expect(200);
        assert_eq!((&read["id"], read["published"].as_bool()), (&json!(id), Some(!id.contains('+'))));
        for choice in rules.choices() {
            assert_eq!(read[choice.rule().id()], choice.word(), "{id}");
        }
        let classic: Vec<String> = rules.differences(&RuleSet::CLASSIC).map(|own| own.to_string()).collect();
        let shown = &read["differences"][0];
        assert_eq!(shown["edition"], "classic");
        let shown = shown["rules"].as_array().unwrap().iter();
        let parts =
            shown.map(|own| format!("{}-{}", own["rule"].as_str().unwrap(), own["choice"].as_str().unwrap()));
        assert_eq!(parts.collect::<Vec<_>>(), classic);
        // In a query, + means a blank.
        let position = client.get(&format!("/api/v1/position?rules={id}")).await.expect(200);
        assert_eq!(position["rules"], json!(id));
    }
    let escaped = client.get("/api/v1/rules/bonus%2Bfollow-may").await.expect(200);
    assert_eq!(escaped["id"], "bonus+follow-may");
    let list = client.get("/api/v1/rules").await.expect(200);
    assert_eq!(list["rules"].as_array().unwrap().len(), 7);
    assert_eq!(list["published"].as_array().unwrap().len(), 5);
    server.stop().await;
}

#[tokio::test]
async fn every_spelling_is_read_and_the_canonical_one_is_written() {
    let server = Running::start().await;
    let client = server.client().await;
    for spelling in ["follow-may%20BONUS", "bonus-spicy+bonus-own+follow-may", "Bonus+Follow-May+end-turn"] {
        let read = client.get(&format!("/api/v1/rules/{spelling}")).await.expect(200);
        assert_eq!(read["id"], "bonus+follow-may", "{spelling}");
        let position = client.get(&format!("/api/v1/position?rules={spelling}")).await.expect(200);
        assert_eq!(position["rules"], "bonus+follow-may", "{spelling}");
    }
    let game = json!({ "opponent": { "type": "local" }, "rules": "over-apart CLASSIC  goal-count" });
    let game = client.create(game).await;
    assert_eq!(client.game(&game).await["game"]["rules"], "classic+goal-count+over-apart");
    server.stop().await;
}

#[tokio::test]
async fn bad_ids_are_refused_with_the_part_and_the_choices() {
    let server = Running::start().await;
    let client = server.client().await;
    for (id, words) in [
        ("bonus+follow-perhaps", ["follow-perhaps", "follow-must, follow-may"]),
        ("chess", ["chess", "classic, bonus, bonus-spicy, geeky, geeky-spicy"]),
        ("bonus+geeky", ["bonus", "geeky"]),
        ("follow-may", ["follow-may", "classic, bonus"]),
        ("bonus+follow-may+follow-must", ["follow-may", "follow-must"]),
        ("bonus+speed-fast", ["speed-fast", "goal-stop"]),
    ] {
        let game = json!({ "id": Uuid::new_v4(), "opponent": { "type": "local" }, "rules": id });
        for problem in [
            client.get(&format!("/api/v1/rules/{id}")).await.problem(400, "invalid_rules"),
            client
                .post(&format!("/api/v1/rules/{id}/solve"), &json!(null))
                .await
                .problem(400, "invalid_rules"),
            client.get(&format!("/api/v1/position?rules={id}")).await.problem(400, "invalid_query"),
            client.get(&format!("/api/v1/puzzle?rules={id}")).await.problem(400, "invalid_query"),
            client.post("/api/v1/games", &game).await.problem(422, "invalid_body"),
        ] {
            let detail = problem["detail"].as_str().unwrap();
            assert!(words.iter().all(|word| detail.contains(word)), "{id}: {detail}");
            assert_eq!(problem["part"], "rules", "{problem}");
        }
    }
    let german = |request: reqwest::RequestBuilder| request.header("accept-language", "de");
    for path in ["/api/v1/rules/chess", "/api/v1/position?rules=chess"] {
        let problem = client.send("GET", path, german).await.json();
        assert!(problem["detail"].as_str().unwrap().starts_with("Kein Regelsatz"), "{problem}");
    }
    server.stop().await;
}

/// A turn of the position of a game, the one with the most actions.
fn longest_turn(game: &Value, rules: &RuleSet) -> String {
    let position: Position = game["position"].as_str().unwrap().parse().unwrap();
    let turns = fast::complete_turns(&position, rules);
    turns.iter().max_by_key(|complete| complete.turn.actions().len()).unwrap().turn.to_string()
}

/// Plays with the computer over a live connection until the game is over, and returns the turns.
async fn play_out(client: &Client, game: &str, rules: &RuleSet) -> Value {
    let mut socket = client.live(game, None).await;
    let mut state = socket.next_of("state").await["game"].clone();
    while state["result"].is_null() {
        if state["to_move"] == "black" {
            let turn = longest_turn(&state, rules);
            let command = json!({ "id": Uuid::new_v4(), "seen": state["seq"], "type": "turn", "turn": turn });
            socket.send(&command).await;
        }
        state = socket.next_of("event").await["game"].clone();
        assert_eq!(state["rules"], RULES);
    }
    state
}

async fn house_rules_are_played_to_the_end_and_again(database: Database) {
    let server = Running::on(&database).await;
    let ada = server.client().await;
    let rules: RuleSet = RULES.parse().unwrap();
    let wish = json!({
        "opponent": { "type": "computer", "level": "2" }, "rules": RULES, "side": "black", "first": "black",
    });
    let game = &ada.create(wish).await;
    let over = play_out(&ada, game, &rules).await;
    let turns = over["turns"].as_array().unwrap();
    let text = ada.get(&format!("/api/v1/games/{game}/record")).await.text;
    assert!(text.contains("[Rules \"bonus+again-must\"]"), "{text}");
    let record = Record::parse(&text).unwrap();
    assert_eq!((*record.game().rules(), record.game().turns().len()), (rules, turns.len()));
    // Another turn and a bonus in one turn: more actions than the rules of `bonus` alone permit.
    let most = record.game().turns().iter().map(|played| played.turn.actions().len()).max();
    assert!(most > Some(3), "{text}");

    let seq = over["seq"].as_u64().unwrap();
    let rematch = ada.command(game, seq, json!({ "type": "rematch" })).await.expect(200);
    assert_eq!(rematch["game"]["rules"], RULES);
    let export = ada.get("/api/v1/identity/games").await;
    assert!(export.text.contains(RULES), "{}", export.text);
    server.stop().await;

    // The events are read back by the next server.
    let server = Running::on(&database).await;
    assert_eq!(ada.at(&server).game(game).await["game"]["rules"], RULES);
    server.stop().await;
}

async fn challenge_with_house_rules_is_taken(database: Database) {
    let server = Running::on(&database).await;
    let (ada, bo) = (server.client().await, server.client().await);
    let wish = json!({ "opponent": { "type": "lobby" }, "rules": "classic goal-count", "first": "black", "side": "red" });
    let game = &ada.create(wish).await;
    let lobby = bo.get("/api/v1/lobby").await.expect(200);
    assert_eq!(
        (&lobby["games"][0]["id"], &lobby["games"][0]["rules"]),
        (&json!(game), &json!("classic+goal-count"))
    );
    let joined = bo.command(game, 1, json!({ "type": "join" })).await.expect(200);
    assert_eq!(joined["game"]["rules"], "classic+goal-count");
    let rules: RuleSet = "classic+goal-count".parse().unwrap();
    bo.turn(game, 2, &longest_turn(&joined["game"], &rules)).await.expect(200);
    server.stop().await;
}

#[tokio::test]
async fn page_about_a_rule_set_has_one_address() {
    let server = Running::start().await;
    let page = ask(&server, "GET", "/rules/bonus+follow-may", &[]).await;
    assert_eq!(page.status, 200);
    let given: Value = serde_json::from_str(data(page.text(), "given").unwrap()).unwrap();
    assert_eq!(given["/rules/bonus+follow-may"]["follow"], "may", "{given}");
    let http = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
    let other = http.get(server.url("/rules/FOLLOW-may+bonus?lang=fr")).send().await.unwrap();
    assert_eq!(
        (other.status().as_u16(), &other.headers()["location"]),
        (308, &"/rules/bonus+follow-may?lang=fr".parse().unwrap())
    );
    let wrong = ask(&server, "GET", "/rules/chess", &[]).await;
    assert_eq!(wrong.status, 404);
    for path in
        ["/rules", "/explorer/bonus+follow-may/61111110-01111116-b", "/puzzle/bonus+follow-may/2026-11-17"]
    {
        assert_eq!(ask(&server, "GET", path, &[]).await.status, 200, "{path}");
    }
    server.stop().await;
}
