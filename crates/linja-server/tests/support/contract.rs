//! Checks every response in the tests against the OpenAPI document of the server.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

use jsonschema::Validator;
use serde_json::{Value, json};

static DOCUMENT: LazyLock<Value> = LazyLock::new(linja_server::api::openapi::document);
static MESSAGES: LazyLock<Value> = LazyLock::new(linja_server::api::asyncapi::document);
static VALIDATORS: LazyLock<Mutex<HashMap<String, Arc<Validator>>>> = LazyLock::new(Mutex::default);

/// Panics if the route or the status is not in the document, or if the body does not match the schema.
pub fn check(method: &str, path: &str, status: u16, media: &str, body: &str) {
    let Some((template, item)) = route(path) else {
        assert!(status >= 400, "{method} {path} is not in the document");
        return check_schema(&problem(), body, path);
    };
    // The question of a browser before a request of another page.
    if method == "OPTIONS" && status == 204 {
        return assert_eq!(body, "");
    }
    let Some(operation) = item.get(method.to_lowercase()) else {
        assert_eq!(status, 405, "{method} {template} is not in the document");
        return check_schema(&problem(), body, path);
    };
    let responses = &operation["responses"];
    let response = responses.get(status.to_string());
    let response = response
        .unwrap_or_else(|| panic!("{method} {template} answers {status}, which is not in the document"));
    let response = match response["$ref"].as_str() {
        Some(reference) => DOCUMENT.pointer(reference.trim_start_matches('#')).expect("a response"),
        None => response,
    };
    let Some(content) = response.get("content") else {
        assert_eq!(body, "", "{method} {template} {status} has no body in the document");
        return;
    };
    let media = media.split(';').next().unwrap_or_default();
    let schema = &content[media]["schema"];
    assert!(!schema.is_null(), "{method} {template} {status} is {media}, the document says {content}");
    if media == "application/x-ndjson" {
        body.lines().for_each(|line| check_schema(schema, line, path));
    } else if media.ends_with("json") {
        check_schema(schema, body, path);
    }
}

/// Panics if a request body that the server accepted does not match the schema.
pub fn check_request(path: &str, body: &Value) {
    let schema =
        route(path).map(|(_, item)| &item["post"]["requestBody"]["content"]["application/json"]["schema"]);
    if let Some(schema) = schema.filter(|schema| !schema.is_null()) {
        check_schema(schema, &body.to_string(), path);
    }
}

/// Panics if a message of a live connection is not in the AsyncAPI document, or does not match its schema.
pub fn check_message(message: &Value) {
    check_live(message, "");
}

/// Panics if a command that was sent over a live connection is not in the AsyncAPI document, or does not match its schema.
pub fn check_command(command: &Value) {
    check_live(command, "command_");
}

fn check_live(message: &Value, prefix: &str) {
    let name = format!("{prefix}{}", message["type"].as_str().unwrap_or_default());
    let path = &MESSAGES["components"]["messages"][&name]["payload"]["$ref"];
    assert!(path.is_string(), "the message {name} is not in the document: {message}");
    check_schema_of(&MESSAGES, &json!({ "$ref": path }), &message.to_string(), "live");
}

fn problem() -> Value {
    json!({ "$ref": "#/components/schemas/Problem" })
}

fn check_schema(schema: &Value, body: &str, path: &str) {
    check_schema_of(&DOCUMENT, schema, body, path);
}

/// Checks a body with a schema of a document.
fn check_schema_of(document: &Value, schema: &Value, body: &str, path: &str) {
    let body: Value = serde_json::from_str(body).unwrap_or_else(|error| panic!("{path}: {error}: {body}"));
    let validator = validator(document, schema);
    let errors: Vec<String> =
        validator.iter_errors(&body).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(errors.is_empty(), "{path}: {errors:#?}\n{body:#}");
}

/// A cached validator, because building one is slower than using it.
fn validator(document: &Value, schema: &Value) -> Arc<Validator> {
    let mut validators = VALIDATORS.lock().expect("no panic while it is locked");
    let make = || {
        let mut schema = schema.clone();
        schema["components"] = document["components"].clone();
        Arc::new(jsonschema::draft202012::new(&schema).expect("a schema"))
    };
    let name = format!("{} {schema}", document["info"]["title"]);
    validators.entry(name).or_insert_with(make).clone()
}

/// The route of the document that matches a path.
fn route(path: &str) -> Option<(&'static str, &'static Value)> {
    let path = path.split('?').next().unwrap_or_default();
    let paths = DOCUMENT["paths"].as_object().expect("paths");
    let fits = |template: &str| {
        let (wanted, found): (Vec<_>, Vec<_>) = (template.split('/').collect(), path.split('/').collect());
        wanted.len() == found.len()
            && wanted.iter().zip(&found).all(|(wanted, found)| wanted.starts_with('{') || wanted == found)
    };
    paths.iter().find(|(template, _)| fits(template)).map(|(template, item)| (template.as_str(), item))
}
