//! Checks docs/http-api.md against the OpenAPI document of the server.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::Path;

use serde_json::Value;

fn page() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/http-api.md");
    std::fs::read_to_string(path).unwrap()
}

fn document() -> Value {
    serde_json::to_value(linja_server::api::openapi::document()).unwrap()
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
        .filter(|route| route != "GET /openapi.json")
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
    for name in ["Event", "Wish", "LiveMessage"] {
        let before = words.len();
        collect_types(&schemas[name], &mut words);
        assert!(words.len() > before + 3, "{name}: {:#}", schemas[name]);
    }
    for word in words {
        assert!(page.contains(&format!("`{word}`")), "`{word}` is missing in docs/http-api.md");
    }
}

fn word(value: &Value) -> String {
    value.as_str().or(value["enum"][0].as_str()).or(value["const"].as_str()).unwrap().to_string()
}

/// Collects the possible values of the field `type`.
fn collect_types(schema: &Value, words: &mut Vec<String>) {
    match schema {
        Value::Object(object) => {
            for (key, value) in object {
                if key == "type" && value.is_object() {
                    words.push(word(value));
                } else {
                    collect_types(value, words);
                }
            }
        }
        Value::Array(array) => array.iter().for_each(|value| collect_types(value, words)),
        _ => {}
    }
}

#[test]
fn server_and_page_name_the_same_first_puzzle() {
    let first = linja_players::Puzzle::FIRST_DAY;
    let page = include_str!("../../../web/js/study/puzzle-model.js");
    assert!(page.contains(&format!("FIRST_DAY = '{first}'")));
    assert!(document().to_string().contains(&format!("from {first} to tomorrow")));
}
