//! What the document says beyond routes and schemas: servers, tags, who may ask, every error, examples.

use serde_json::{Value, json};

/// The statuses of problems, the names of their responses, and what they mean.
const ERRORS: [(u16, &str, &str); 11] = [
    (400, "BadRequest", "The request can't be read: its address, its query, or its body as JSON."),
    (401, "Unauthorized", "The token is malformed, missing where one is needed, or signed out."),
    (
        403,
        "Forbidden",
        "The client may not do this: no seat, wrong code, help in a running game, or a page of another site.",
    ),
    (404, "NotFound", "There is no such thing."),
    (
        409,
        "Conflict",
        "The request contradicts the present state; `code` says how. With `stale`, `current` is the game as it is.",
    ),
    (413, "TooLarge", "The body is too large."),
    (415, "UnsupportedMediaType", "The body has another media type."),
    (
        422,
        "Unprocessable",
        "The request can be read, but says something impossible: an illegal turn, a wrong position, an unknown field.",
    ),
    (
        429,
        "TooManyRequests",
        "Too many requests, games or connections. Try again after `retry_after` seconds.",
    ),
    (500, "InternalError", "An error of the server."),
    (
        503,
        "Unavailable",
        "The server can't do this now. Try again after `retry_after` seconds, with the same id.",
    ),
];

const TAGS: [(&str, &str); 9] = [
    ("games", "Games: create, read, play, watch."),
    ("positions", "Positions: legal actions, exact values, perfect play. Most need a solved rule set."),
    ("rules", "Rule sets: the published ones and house rules, and solving them."),
    ("reviews", "Reviews of finished games and of records."),
    ("puzzle", "The puzzle of a day."),
    ("tokens", "Tokens for programs."),
    ("identity", "The owner of tokens: several devices, signing out, export, deletion."),
    ("push", "Messages to players who are away."),
    ("server", "The server itself."),
];

/// Operations that need a token.
const WITH_TOKEN: [&str; 7] = [
    "issueCode",
    "signOutEverywhere",
    "deleteIdentity",
    "exportGames",
    "subscribe",
    "unsubscribe",
    "redeemCode",
];

/// Completes a document.
pub(super) fn complete(document: &mut Value) {
    document["info"]["contact"] = json!({ "name": "Whoever runs this server" });
    document["servers"] = json!([{ "url": "/", "description": "The server that this document comes from." }]);
    document["tags"] =
        TAGS.map(|(name, description)| json!({ "name": name, "description": description })).into();
    document["security"] = json!([{}, { "token": [] }, { "cookie": [] }]);
    document["components"]["securitySchemes"] = json!({
        "token": {
            "type": "http", "scheme": "bearer", "bearerFormat": "64 hexadecimal digits",
            "description": "For programs: a token from `POST /api/v1/tokens`.",
        },
        "cookie": {
            "type": "apiKey", "in": "cookie", "name": "linja",
            "description": "For browsers, set with the page; `__Host-linja` with TLS.",
        },
    });
    for (status, name, description) in ERRORS {
        document["components"]["responses"][name] = error(status, description);
    }
    for (path, item) in document["paths"].as_object_mut().into_iter().flatten() {
        for (method, operation) in item.as_object_mut().into_iter().flatten() {
            list_errors(path, method, operation);
            // A summary that says everything.
            if operation.get("description").is_none() {
                operation["description"] = operation["summary"].clone();
            }
            if operation["operationId"].as_str().is_some_and(|name| WITH_TOKEN.contains(&name)) {
                operation["security"] = json!([{ "token": [] }, { "cookie": [] }]);
            }
        }
    }
    // OpenAPI has no words for the messages of a WebSocket.
    document["paths"]["/api/v1/games/{id}/live"]["get"]["x-messages"] = json!({
        "server": { "$ref": "#/components/schemas/LiveMessage" },
        "client": { "$ref": "#/components/schemas/Command" },
    });
    add_examples(document);
}

fn error(status: u16, description: &str) -> Value {
    let problem =
        json!({ "application/problem+json": { "schema": { "$ref": "#/components/schemas/Problem" } } });
    let mut response = json!({ "description": description, "content": problem });
    if matches!(status, 429 | 503) {
        let seconds =
            json!({ "description": "Seconds to wait.", "schema": { "type": "integer", "minimum": 1 } });
        response["headers"]["Retry-After"] = seconds;
    }
    response
}

/// Names every error that an operation may answer.
fn list_errors(path: &str, method: &str, operation: &mut Value) {
    let has_body = operation.get("requestBody").is_some();
    let is_about_values = ["/position", "/puzzle", "/review"].iter().any(|part| path.contains(part));
    let may_happen = |status: u16| match status {
        404 => path.contains('{'),
        409 => path.contains("{id}") || method != "get" || is_about_values,
        413 | 415 => has_body,
        422 => has_body || is_about_values,
        _ => true,
    };
    let Some(responses) = operation["responses"].as_object_mut() else { return };
    responses.remove("default");
    for (status, name, _) in ERRORS.into_iter().filter(|(status, ..)| may_happen(*status)) {
        responses.insert(status.to_string(), json!({ "$ref": format!("#/components/responses/{name}") }));
    }
}

/// Adds examples of bodies: by operation, the media type and the value.
fn add_examples(document: &mut Value) {
    let id = "6f0c8a52-3d5e-4f6a-9b1c-2d3e4f5a6b7c";
    let game = json!({ "id": id, "rules": "bonus", "opponent": { "type": "computer", "level": "5" }, "first": "black" });
    let command = json!({ "id": id, "seen": 1, "type": "turn", "turn": "ab ce" });
    let requests = [
        ("createGame", "application/json", game),
        ("commandGame", "application/json", command),
        ("answerPositions", "application/x-ndjson", json!({ "pos": "61111110-01111116-b", "id": "start" })),
        ("reviewRecord", "application/json", json!({ "record": "1. ab ac | hg hf" })),
        (
            "attemptPuzzle",
            "application/json",
            json!({ "rules": "bonus", "date": "2026-11-15", "turn": "ab ce" }),
        ),
        ("issueCode", "application/json", json!({ "id": id })),
        ("redeemCode", "application/json", json!({ "id": id, "code": "K7QM-3XFW-9TRD" })),
        ("signOutEverywhere", "application/json", json!({ "id": id })),
    ];
    let value = json!({ "rules": "bonus", "position": "61111110/01111116 b", "margin": 1 });
    let responses = [
        ("readValue", "200", "application/json", value),
        ("answerPositions", "200", "application/x-ndjson", json!({ "line": 1, "id": "start", "margin": 1 })),
        ("createToken", "201", "application/json", json!({ "token": "0123456789abcdef".repeat(4) })),
        ("readRecord", "200", "text/plain", json!("[Rules \"bonus\"]\n\n1. ab ac | hg hf\n")),
    ];
    for item in document["paths"].as_object_mut().into_iter().flat_map(serde_json::Map::values_mut) {
        for operation in item.as_object_mut().into_iter().flat_map(serde_json::Map::values_mut) {
            let name = operation["operationId"].as_str().unwrap_or_default().to_string();
            for (_, media, example) in requests.iter().filter(|(operation, ..)| *operation == name) {
                operation["requestBody"]["content"][media]["example"] = example.clone();
            }
            for (_, status, media, example) in responses.iter().filter(|(operation, ..)| *operation == name) {
                operation["responses"][status]["content"][media]["example"] = example.clone();
            }
        }
    }
}
