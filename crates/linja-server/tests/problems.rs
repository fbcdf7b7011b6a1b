//! Problems have an id and arguments for programs, and a text in the language of the reader.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use std::collections::BTreeSet;

use serde_json::{Value, json};
use support::server::Running;
use uuid::Uuid;

#[tokio::test]
async fn problems_come_in_the_language_of_the_reader() {
    let server = Running::start().await;
    let ada = server.client().await;
    let review = async |name: &str, value: &str| {
        let body = json!({ "record": "1. ab ac | hg he" });
        let change = |request: reqwest::RequestBuilder| request.header(name, value).json(&body);
        ada.send("POST", "/api/v1/reviews", change).await
    };
    let english = review("accept-language", "en").await.problem(422, "invalid_record");
    assert_eq!(english["detail"], "Turn 1: the follow-up must be 2 rows, “he” is 3 (Red’s turn, line 1).");
    let reply = review("accept-language", "de-CH, en;q=0.5").await;
    assert_eq!(reply.headers["content-language"], "de");
    let german = reply.problem(422, "invalid_record");
    assert_eq!(
        german["detail"],
        "Zug 1: der Folgezug muss 2 Reihen weit gehen, „he“ geht 3 weit (Zug von Rot, Zeile 1)."
    );
    // The fields for programs are the same in all languages.
    assert_eq!(german["message"], english["message"]);
    assert_eq!(
        (&german["message"]["id"], &german["message"]["arguments"]["line"]),
        (&json!("record_turn"), &json!(1))
    );
    assert_eq!(german["message"]["arguments"]["why"]["id"], "play_follow_up_steps");
    let french = review("cookie", "lang=fr").await.problem(422, "invalid_record");
    assert!(french["detail"].as_str().unwrap().starts_with("Tour 1"), "{french}");

    let position = |request: reqwest::RequestBuilder| request.header("accept-language", "nl");
    let path = "/api/v1/position?pos=51111110-01111116-b";
    let dutch = ada.send("GET", path, position).await.problem(422, "invalid_position");
    assert_eq!(dutch["detail"], "Zwart heeft 11 stenen in plaats van 12.");

    let game = ada.create(json!({ "opponent": { "type": "local" }, "first": "black" })).await;
    let body = json!({ "id": Uuid::new_v4(), "seen": 1, "type": "turn", "turn": "hg" });
    let turn = |request: reqwest::RequestBuilder| request.header("accept-language", "es").json(&body);
    let spanish = ada.send("POST", &format!("/api/v1/games/{game}/commands"), turn).await;
    assert_eq!(spanish.problem(422, "illegal_turn")["detail"], "Negro no tiene fichas en la fila h.");
    let nothing = |request: reqwest::RequestBuilder| request.header("accept-language", "it");
    let italian = ada.send("GET", "/api/v1/games/AAAAAAAAAAAA", nothing).await;
    assert_eq!(
        italian.problem(404, "no_such_game")["detail"],
        "Questa partita non esiste o non è più conservata. Controlla il link o comincia una nuova partita."
    );
    server.stop().await;
}

#[tokio::test]
async fn refusals_have_an_id_and_arguments_and_a_text_in_every_language() {
    let server = Running::start().await;
    let (ada, ben) = (server.client().await, server.client().await);
    let game = ada
        .create(json!({ "opponent": { "type": "computer", "level": "1" }, "side": "red", "first": "red" }))
        .await;
    let refused = async |language: &str, cookie: &str, wish: Value| {
        let mut body = json!({ "id": Uuid::new_v4(), "seen": 1 });
        body.as_object_mut().unwrap().extend(wish.as_object().unwrap().clone());
        let change = |request: reqwest::RequestBuilder| {
            request.header("accept-language", language).header("cookie", cookie).json(&body)
        };
        ada.send("POST", &format!("/api/v1/games/{game}/commands"), change).await
    };
    let mut details = Vec::new();
    for language in ["en", "de", "es", "fr", "it", "nl", "pt", "ro"] {
        let reply = refused(language, "lang=nl", json!({ "type": "resign", "side": "black" })).await;
        if language != "en" {
            assert_eq!(reply.headers["content-language"], language, "not the language of the cookie");
        }
        let problem = reply.problem(403, "other_side");
        assert_eq!(
            problem["message"],
            json!({ "id": "problem_other_side", "arguments": { "side": "black" } })
        );
        details.push(problem["detail"].as_str().unwrap().to_string());
    }
    assert_eq!(
        details[..3],
        ["Black isn’t your colour.", "Schwarz ist nicht deine Farbe.", "Negro no es tu color."]
    );
    let different: BTreeSet<_> = details.iter().collect();
    assert_eq!(different.len(), 8, "{details:?}");

    let reply = refused("fr", "", json!({ "type": "accept_take_back" })).await;
    assert_eq!(
        reply.problem(409, "no_offer")["message"],
        json!({ "id": "problem_no_offer", "arguments": {} })
    );
    let wish = json!({ "opponent": { "type": "local" }, "clock": { "seconds": 1 } });
    let clock = ben.new_game(wish).await.problem(422, "invalid_body");
    assert_eq!(clock["message"]["arguments"], json!({ "least": 10, "most": 86400, "increment": 600 }));
    assert_eq!(clock["detail"], "A clock has 10 to 86400 seconds, and each turn adds at most 600.");
    let wish = json!({ "opponent": { "type": "local" }, "name": "a".repeat(41) });
    let name = ben.new_game(wish).await.problem(422, "invalid_name");
    assert_eq!(name["detail"], "This name is too long. Please keep it to 40 characters.");
    server.stop().await;
}
