//! The engine without a browser. `browser/tests/engine.test.js` compares the compiled module with the server.

use std::path::Path;

use linja_wasm::Engine;
use serde_json::{Value, json};

const ID: &str = "6f0c8a52-0000-4000-8000-000000000000";
const NOW: u64 = 1_800_000_000_000;

/// Asks, and brings the files that are needed.
fn ask(engine: &mut Engine, method: &str, path: &str, body: &Value) -> (u64, Value) {
    let request = json!({ "method": method, "path": path, "body": body, "language": "de", "now": NOW, "seed": vec![7; 32] });
    loop {
        let mut answer: Value = serde_json::from_str(&engine.answer(&request.to_string())).expect("JSON");
        let Some(needs) = answer["needs"].as_str() else {
            return (answer["status"].as_u64().expect("a status"), answer["body"].take());
        };
        engine.give(needs.into(), file(needs));
    }
}

fn file(path: &str) -> Vec<u8> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let path = match path.strip_prefix("engine/") {
        Some(weights) => format!("crates/linja-players/src/search/weights/{weights}"),
        None => path.to_string(),
    };
    std::fs::read(root.join(&path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn files_are_asked_for_when_they_are_needed() {
    let mut engine = Engine::default();
    let mut answer = |path: &str| {
        let request = json!({ "method": "GET", "path": path, "body": null, "language": "ro", "now": NOW });
        serde_json::from_str::<Value>(&engine.answer(&request.to_string())).expect("JSON")
    };
    assert_eq!(answer("/position")["status"], 200);
    assert_eq!(answer("/position/turns?rules=geeky"), json!({ "needs": "engine/geeky.weights" }));
    assert_eq!(answer("/position/turns?rules=geeky%2Bgoal-count"), json!({ "needs": "engine/house.parts" }));
    assert_eq!(answer("/nowhere"), json!({ "needs": "locales/ro/messages.json" }));
}

#[test]
fn weights_of_another_version_are_refused() {
    let mut engine = Engine::default();
    engine.give("engine/bonus.weights".into(), vec![0; 7]);
    let (status, problem) = ask(&mut engine, "GET", "/position/turns", &Value::Null);
    assert_eq!((status, &problem["code"]), (500, &json!("internal")));
}

#[test]
fn every_level_plays_a_game_to_its_end_against_random_turns() {
    for level in ["random", "1", "10"] {
        let mut engine = Engine::default();
        let wish = json!({ "id": ID, "opponent": { "type": "computer", "level": level }, "side": "black" });
        let (status, mut game) = ask(&mut engine, "POST", "/games", &wish);
        assert_eq!(status, 200, "{game}");
        let mut events = game["events"].as_array().cloned().expect("events");
        let path = format!("/games/{}", game["game"]["id"].as_str().expect("an id"));
        // Number 0 is the id of the creation.
        for number in 1.. {
            assert!(number < 300, "a game ends");
            if game["game"]["status"] != "playing" {
                break;
            }
            let (action, body) = if game["game"]["to_move"] == "red" {
                ("reply", json!({ "events": events }))
            } else {
                let id = format!("6f0c8a52-0000-4000-8000-{number:012}");
                let turn = first_turn(&game["game"]["tree"]);
                let command = json!({ "id": id, "seen": game["game"]["seq"], "type": "turn", "turn": turn });
                ("commands", json!({ "events": events, "command": command }))
            };
            let (status, answer) = ask(&mut engine, "POST", &format!("{path}/{action}"), &body);
            assert_eq!((status, answer["events"].as_array().map(Vec::len)), (200, Some(1)), "{answer}");
            events.extend(answer["events"].as_array().cloned().expect("events"));
            game = answer;
        }
        let (status, view) = ask(&mut engine, "POST", &format!("{path}/view"), &json!({ "events": events }));
        assert_eq!((status, &view["game"]), (200, &game["game"]));
    }
}

/// The turn along the last branches of a tree.
fn first_turn(tree: &Value) -> String {
    let mut actions = Vec::new();
    let mut node = tree;
    while node["finish"] != true {
        node = node["next"].as_array().and_then(|next| next.last()).expect("an action");
        actions.push(node["action"].as_str().expect("text"));
    }
    if actions.is_empty() { "pass".into() } else { actions.join(" ") }
}

#[test]
fn events_that_contradict_each_other_are_refused() {
    let mut engine = Engine::default();
    let wish = json!({ "id": ID, "opponent": { "type": "local" } });
    let (_, game) = ask(&mut engine, "POST", "/games", &wish);
    let path = format!("/games/{}/view", game["game"]["id"].as_str().expect("an id"));
    let turn = json!({ "seq": 2, "at": NOW, "command": null, "event": { "type": "turn", "side": "black", "turn": "ah" } });
    for (events, status) in [
        (json!([]), 500),
        (json!([turn]), 500),
        (json!([game["events"][0], turn]), 500),
        (json!([{ "seq": 1 }]), 422),
    ] {
        let (found, problem) = ask(&mut engine, "POST", &path, &json!({ "events": events }));
        assert_eq!(found, status, "{problem}");
    }
    let (status, problem) = ask(&mut engine, "POST", "/games/x/view", &json!({ "events": [] }));
    assert!(
        status == 404 && problem["detail"].as_str().is_some_and(|text| text.starts_with("Diese Partie")),
        "{problem}"
    );
}
