//! The AsyncAPI document: the messages of live connections, in the schemas of the OpenAPI document.

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::get;
use serde_json::{Map, Value, json};

use super::openapi::plain::remove_unused;
use super::openapi::{self, Built};
use crate::app::App;

pub(super) fn router() -> Router<Arc<App>> {
    Router::new().route("/asyncapi.json", get(read))
}

static BUILT: LazyLock<Built> = LazyLock::new(|| Built::new(&document()));

async fn read(request: HeaderMap) -> Response {
    BUILT.answer(&request)
}

/// The document, version 3.0 of AsyncAPI. It tells what the server does: it sends messages and receives commands.
#[must_use]
pub fn document() -> Value {
    let api = openapi::document();
    let mut schemas = api["components"]["schemas"].clone();
    let (sent, received) = (messages(&schemas, "LiveMessage", ""), messages(&schemas, "Command", "command_"));
    name_discriminators(&mut schemas);
    let in_channel = |messages: &Map<String, Value>| -> Vec<Value> {
        messages.keys().map(|name| json!({ "$ref": format!("#/channels/game/messages/{name}") })).collect()
    };
    let operation = |action: &str, messages: &Map<String, Value>, description: &str| {
        json!({ "action": action, "channel": { "$ref": "#/channels/game" }, "description": description,
            "messages": in_channel(messages) })
    };
    let operations = json!({
        "sendMessage": operation("send", &sent, "What happens in a game, as it happens."),
        "receiveCommand": operation("receive", &received, "A command of a player; each gets an `answer`."),
    });
    let all: Map<String, Value> = sent.into_iter().chain(received).collect();
    let by_reference =
        all.keys().map(|name| (name.clone(), json!({ "$ref": format!("#/components/messages/{name}") })));
    let mut document = json!({
        "asyncapi": "3.0.0",
        "info": {
            "title": "Linja, live connections",
            "version": api["info"]["version"],
            "description": "The messages of `GET /api/v1/games/{id}/live`, a WebSocket. Everything else is in \
                /api/v1/openapi.json.",
            "license": api["info"]["license"],
            "contact": api["info"]["contact"],
            "tags": [{ "name": "games" }],
        },
        "defaultContentType": "application/json",
        "servers": { "this": {
            "host": "{host}", "protocol": "ws",
            "description": "The server that this document comes from; `wss` with TLS.",
            "variables": { "host": { "default": "localhost:8060", "description": "Its name and port." } },
        } },
        "channels": { "game": channel(&by_reference.collect()) },
        "operations": operations,
        "components": { "messages": all, "schemas": schemas },
    });
    remove_unused(&mut document);
    document
}

fn channel(messages: &Map<String, Value>) -> Value {
    let after = json!({ "type": "integer", "minimum": 0,
        "description": "The number of the last event that the client knows: it gets the later ones instead of `state`." });
    json!({
        "address": "/api/v1/games/{id}/live",
        "description": "A game, watched or played.",
        "servers": [{ "$ref": "#/servers/this" }],
        "parameters": { "id": { "description": "The game." } },
        "messages": messages,
        "bindings": { "ws": { "method": "GET", "query": { "type": "object", "properties": { "after": after } } } },
    })
}

/// A message for each variant of a schema, by the word that tells them apart.
fn messages(schemas: &Value, union: &str, prefix: &str) -> Map<String, Value> {
    let variants = schemas[union]["discriminator"]["mapping"].as_object().into_iter().flatten();
    let message = |(word, path): (&String, &Value)| {
        let schema = path.as_str().and_then(|path| schemas.pointer(&path["#/components/schemas".len()..]));
        let summary = schema.and_then(|schema| schema.get("description")).cloned().unwrap_or_default();
        let name = format!("{prefix}{word}");
        (name.clone(), json!({ "name": name, "summary": summary, "payload": { "$ref": path } }))
    };
    variants.map(message).collect()
}

/// In AsyncAPI a discriminator is only the name of the field.
fn name_discriminators(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if let Some(name) =
                fields.get("discriminator").and_then(|object| object.get("propertyName")).cloned()
            {
                fields.insert("discriminator".into(), name);
            }
            fields.values_mut().for_each(name_discriminators);
        }
        Value::Array(items) => items.iter_mut().for_each(name_discriminators),
        _ => {}
    }
}
