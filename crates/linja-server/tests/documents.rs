//! Checks docs/http-api.md against the OpenAPI document of the server.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::Path;

use serde_json::Value;

fn page() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/http-api.md");
    std::fs::read_to_string(path).unwrap()
}

fn document() -> Value {
    linja_server::api::openapi::document()
}

#[test]
fn every_route_is_on_the_page_and_no_other() {
    let (page, document) = (page(), document());
    let known: Vec<String> = document["paths"]
        .as_object()
        .unwrap()
        .iter()
        .flat_map(|(path, item)| {
            let path = path.strip_prefix("/api/v1").unwrap().to_string();
            item.as_object().unwrap().keys().map(move |method| format!("{} {path}", method.to_uppercase()))
        })
        .collect();
    let is_route = |line: &&str| {
        ["GET", "POST", "DELETE"].iter().any(|method| line.starts_with(&format!("| `{method} /")))
    };
    let table = page.lines().filter(is_route);
    let written: Vec<String> = table
        .flat_map(|line| line.split('|').nth(1).unwrap().split(',').collect::<Vec<_>>())
        .map(|cell| cell.trim().trim_matches('`').split('?').next().unwrap().to_string())
        .filter(|route| route.strip_suffix(".json").is_none())
        .collect();
    for route in &known {
        assert!(written.contains(route), "{route} is missing in docs/http-api.md: {written:?}");
    }
    for route in &written {
        assert!(known.contains(route), "docs/http-api.md tells of {route}, which there is not");
    }
}

#[test]
fn every_code_event_and_command_is_on_the_page() {
    let (page, document) = (page(), document());
    let schemas = &document["components"]["schemas"];
    let codes =
        schemas["ProblemCode"]["oneOf"].as_array().or(schemas["ProblemCode"]["enum"].as_array()).unwrap();
    let mut words: Vec<String> = codes.iter().map(word).collect();
    assert!(words.len() > 30, "{words:?}");
    for name in ["Event", "Command", "LiveMessage"] {
        let before = words.len();
        let mapping = schemas[name]["discriminator"]["mapping"].as_object().unwrap();
        words.extend(mapping.keys().cloned());
        assert!(words.len() > before + 3, "{name}: {:#}", schemas[name]);
    }
    for word in words {
        assert!(page.contains(&format!("`{word}`")), "`{word}` is missing in docs/http-api.md");
    }
}

fn word(value: &Value) -> String {
    value.as_str().or(value["enum"][0].as_str()).or(value["const"].as_str()).unwrap().to_string()
}

#[test]
fn server_and_page_name_the_same_first_puzzle() {
    let first = linja_players::Puzzle::FIRST_DAY;
    let page = include_str!("../../../web/js/study/puzzle-model.js");
    assert!(page.contains(&format!("FIRST_DAY = '{first}'")));
    assert!(document().to_string().contains(&format!("from {first} to tomorrow")));
}

/// What generators of clients drop or need: see `plain.rs` and `extras.rs`.
#[test]
fn document_suits_generators() {
    let document = document();
    let text = document.to_string();
    assert!(!text.contains("\"allOf\""), "generators drop it around variants");
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let name = format!("{method} {path}");
            for field in ["operationId", "summary", "description"] {
                assert!(operation[field].is_string(), "{name}: {field}");
            }
            let tag = operation["tags"][0].as_str().unwrap();
            let tags = document["tags"].as_array().unwrap();
            assert!(tags.iter().any(|known| known["name"] == tag), "{name}: {tag}");
            let responses = operation["responses"].as_object().unwrap();
            assert!(!responses.contains_key("default") && responses.contains_key("429"), "{name}");
            assert!(responses.keys().any(|status| status.as_str() < "400"), "{name} never succeeds");
        }
    }
    let mut references = Vec::new();
    collect_references(&document, &mut references);
    assert!(references.len() > 100);
    for reference in references {
        let place = reference.strip_prefix('#').unwrap();
        assert!(document.pointer(place).is_some(), "{reference} leads nowhere");
    }
}

/// Every message of a live connection in the tests is checked with the AsyncAPI document: see `contract.rs`.
#[test]
fn live_messages_have_a_document_of_their_own() {
    let (document, api) = (linja_server::api::asyncapi::document(), document());
    let messages = document["components"]["messages"].as_object().unwrap();
    for (union, prefix) in [("LiveMessage", ""), ("Command", "command_")] {
        let mapping = api["components"]["schemas"][union]["discriminator"]["mapping"].as_object().unwrap();
        for word in mapping.keys() {
            let message = &messages[&format!("{prefix}{word}")];
            assert!(message["summary"].is_string(), "{word}: {message}");
        }
    }
    let operations = document["operations"].as_object().unwrap();
    let named: usize = operations.values().map(|one| one["messages"].as_array().unwrap().len()).sum();
    assert_eq!(named, messages.len());
    let mut references = Vec::new();
    collect_references(&document, &mut references);
    for reference in references {
        assert!(document.pointer(&reference[1..]).is_some(), "{reference} leads nowhere");
    }
    let unused = &document["components"]["schemas"]["NewGame"];
    assert!(unused.is_null(), "only what live connections need");
}

fn collect_references(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(object) => {
            found.extend(object.get("$ref").and_then(Value::as_str).map(str::to_string));
            object.values().for_each(|value| collect_references(value, found));
        }
        Value::Array(array) => array.iter().for_each(|value| collect_references(value, found)),
        _ => {}
    }
}
