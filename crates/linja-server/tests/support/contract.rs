//! Holds every response that a test sees against the OpenAPI document of the server.

use serde_json::{Value, json};

/// Fails if the document does not know the route or the status, or if the body does not fit its schema.
pub fn check(method: &str, path: &str, status: u16, media: &str, body: &str) {
    let document = serde_json::to_value(linja_server::api::openapi::document()).expect("JSON");
    let Some((template, item)) = route(&document, path) else {
        assert!(status >= 400, "{method} {path} is not in the document");
        return check_schema(&document, &problem(), body, path);
    };
    let Some(operation) = item.get(method.to_lowercase()) else {
        assert_eq!(status, 405, "{method} {template} is not in the document");
        return check_schema(&document, &problem(), body, path);
    };
    let responses = &operation["responses"];
    let response = responses.get(status.to_string()).or_else(|| {
        assert!(status >= 400, "{method} {template} answers {status}, which is not in the document");
        responses.get("default")
    });
    let response = response.unwrap_or_else(|| panic!("{method} {template}: no response for {status}"));
    let Some(content) = response.get("content") else {
        assert_eq!(body, "", "{method} {template} {status} has no body in the document");
        return;
    };
    let media = media.split(';').next().unwrap_or_default();
    let schema = &content[media]["schema"];
    assert!(!schema.is_null(), "{method} {template} {status} is {media}, the document says {content}");
    if media.ends_with("json") {
        check_schema(&document, schema, body, path);
    }
}

/// Fails if a message of a live connection does not fit the document.
pub fn check_message(message: &Value) {
    let document = serde_json::to_value(linja_server::api::openapi::document()).expect("JSON");
    let schema = json!({ "$ref": "#/components/schemas/LiveMessage" });
    check_schema(&document, &schema, &message.to_string(), "live");
}

fn problem() -> Value {
    json!({ "$ref": "#/components/schemas/Problem" })
}

fn check_schema(document: &Value, schema: &Value, body: &str, path: &str) {
    let mut schema = schema.clone();
    schema["components"] = document["components"].clone();
    let body: Value = serde_json::from_str(body).unwrap_or_else(|error| panic!("{path}: {error}: {body}"));
    let validator = jsonschema::draft202012::new(&schema).expect("a schema");
    let errors: Vec<String> =
        validator.iter_errors(&body).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(errors.is_empty(), "{path}: {errors:#?}\n{body:#}");
}

/// The path of the document that a path belongs to.
fn route<'a>(document: &'a Value, path: &str) -> Option<(&'a str, &'a Value)> {
    let path = path.split('?').next().unwrap_or_default();
    let paths = document["paths"].as_object().expect("paths");
    let fits = |template: &str| {
        let (wanted, found): (Vec<_>, Vec<_>) = (template.split('/').collect(), path.split('/').collect());
        wanted.len() == found.len()
            && wanted.iter().zip(&found).all(|(wanted, found)| wanted.starts_with('{') || wanted == found)
    };
    paths.iter().find(|(template, _)| fits(template)).map(|(template, item)| (template.as_str(), item))
}
