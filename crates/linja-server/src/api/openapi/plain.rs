//! Schemas in a form that every generator of clients understands.
//!
//! Rust types that share fields give `allOf`, and enumerations with fields give `oneOf` with nameless objects; generators drop
//! the former around the latter, and invent names for the latter. Here every `allOf` becomes a single object, and every
//! variant gets a name of its own and a discriminator. The same JSON is valid before and after.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

type Schemas = BTreeMap<String, Value>;

pub(in crate::api) const PREFIX: &str = "#/components/schemas/";

/// Rewrites the schemas of a document.
pub(super) fn simplify(document: &mut Value) {
    let schemas =
        document.pointer("/components/schemas").and_then(Value::as_object).cloned().unwrap_or_default();
    let before: Schemas = schemas.into_iter().collect();
    let mut after = Schemas::new();
    for (name, schema) in &before {
        let described = schema.get("description").cloned();
        let mut variants = flat(schema, &before);
        let simple = match variants.pop() {
            Some(only) if variants.is_empty() => only,
            Some(last) => {
                variants.push(last);
                named(name, variants, &mut after)
            }
            None => schema.clone(),
        };
        after.insert(name.clone(), with_description(simple, described));
    }
    document["components"]["schemas"] = after.into_iter().collect::<Map<_, _>>().into();
    remove_unused(document);
}

/// The alternatives of a schema, each without `allOf` at its top.
fn flat(schema: &Value, all: &Schemas) -> Vec<Value> {
    if let Some(target) =
        schema.get("$ref").and_then(Value::as_str).and_then(|path| path.strip_prefix(PREFIX))
    {
        return all.get(target).map(|schema| flat(schema, all)).unwrap_or_default();
    }
    if let Some(parts) = schema.get("allOf").and_then(Value::as_array) {
        let description = schema.get("description").cloned();
        let mut merged = vec![json!({ "type": "object" })];
        for part in parts {
            let alternatives = flat(part, all);
            merged =
                merged.iter().flat_map(|one| alternatives.iter().map(|other| merge(one, other))).collect();
        }
        // Variants have their own descriptions; that of all of them stays with the choice.
        if let [only] = merged.as_mut_slice() {
            *only = with_description(only.take(), description);
        }
        return merged;
    }
    // A choice between texts, or between something and nothing, has no fields.
    match schema.get("oneOf").and_then(Value::as_array) {
        Some(variants) if variants.iter().all(is_object) => {
            variants.iter().flat_map(|variant| flat(variant, all)).collect()
        }
        _ => vec![schema.clone()],
    }
}

fn is_object(schema: &Value) -> bool {
    schema.get("type") == Some(&json!("object")) || schema.get("allOf").is_some()
}

/// An object with the fields of both.
fn merge(one: &Value, other: &Value) -> Value {
    let mut merged = one.clone();
    if let Some(properties) = other.get("properties").and_then(Value::as_object) {
        for (name, property) in properties {
            merged["properties"][name] = property.clone();
        }
    }
    let required = [one, other].into_iter().filter_map(|schema| schema.get("required")?.as_array());
    let required: BTreeSet<&str> = required.flatten().filter_map(Value::as_str).collect();
    if !required.is_empty() {
        merged["required"] = json!(required);
    }
    // The description of a variant says more than that of the fields around it.
    let description = one.get("description").or(other.get("description")).cloned();
    with_description(merged, description)
}

fn with_description(mut schema: Value, description: Option<Value>) -> Value {
    if let (Some(description), Some(schema)) = (description, schema.as_object_mut()) {
        schema.insert("description".into(), description);
    }
    schema
}

/// A choice between named schemas, which are added.
fn named(name: &str, variants: Vec<Value>, schemas: &mut Schemas) -> Value {
    let Some(tag) = common_tag(&variants) else { return json!({ "oneOf": variants }) };
    let (mut choices, mut mapping) = (Vec::new(), Map::new());
    for variant in variants {
        let word = word_of(&variant, &tag).unwrap_or_default().to_string();
        let own = format!("{name}{}", capitalised(&word));
        let path = format!("{PREFIX}{own}");
        choices.push(json!({ "$ref": path }));
        mapping.insert(word, path.into());
        schemas.insert(own, variant);
    }
    json!({ "oneOf": choices, "discriminator": { "propertyName": tag, "mapping": mapping } })
}

/// The field that has a different word in each variant.
fn common_tag(variants: &[Value]) -> Option<String> {
    let fields = variants.first()?.get("properties")?.as_object()?.keys();
    let mut tags = fields.filter(|field| {
        let words: BTreeSet<_> = variants.iter().filter_map(|variant| word_of(variant, field)).collect();
        words.len() == variants.len()
    });
    tags.next().cloned()
}

/// The only word that a field of a variant may have.
fn word_of<'a>(variant: &'a Value, field: &str) -> Option<&'a str> {
    match variant.get("properties")?.get(field)?.get("enum")?.as_array()?.as_slice() {
        [only] => only.as_str(),
        _ => None,
    }
}

/// `take_back` as `TakeBack`.
fn capitalised(word: &str) -> String {
    let part =
        |part: &str| part.get(..1).unwrap_or_default().to_uppercase() + part.get(1..).unwrap_or_default();
    word.split('_').map(part).collect()
}

/// Removes schemas that nothing refers to, such as those whose fields are now in others.
pub(in crate::api) fn remove_unused(document: &mut Value) {
    loop {
        let mut used = BTreeSet::new();
        collect_references(document, &mut used);
        let Some(schemas) = document["components"]["schemas"].as_object_mut() else { return };
        let before = schemas.len();
        schemas.retain(|name, _| used.contains(name));
        if schemas.len() == before {
            return;
        }
    }
}

fn collect_references(value: &Value, used: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) => {
            if let Some(path) = object.get("$ref").and_then(Value::as_str) {
                used.extend(path.strip_prefix(PREFIX).map(str::to_string));
            }
            object.values().for_each(|value| collect_references(value, used));
        }
        Value::Array(array) => array.iter().for_each(|value| collect_references(value, used)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(word: &str) -> Value {
        json!({ "type": "string", "enum": [word] })
    }

    #[test]
    fn fields_around_variants_are_in_each_of_them() {
        let mut document = json!({
            "paths": { "/": { "$ref": "#/components/schemas/Command" } },
            "components": { "schemas": {
                "Command": { "description": "A command.", "allOf": [
                    { "$ref": "#/components/schemas/Wish" },
                    { "type": "object", "required": ["id"], "properties": { "id": { "type": "string" } } },
                ] },
                "Wish": { "oneOf": [
                    { "type": "object", "required": ["type"], "properties": { "type": text("take_back") } },
                    { "type": "object", "required": ["type", "side"],
                      "properties": { "type": text("resign"), "side": { "type": "string" } } },
                ] },
            } },
        });
        simplify(&mut document);
        assert_eq!(
            document["components"]["schemas"],
            json!({
                "Command": {
                    "description": "A command.",
                    "oneOf": [
                        { "$ref": "#/components/schemas/CommandTakeBack" },
                        { "$ref": "#/components/schemas/CommandResign" },
                    ],
                    "discriminator": { "propertyName": "type", "mapping": {
                        "take_back": "#/components/schemas/CommandTakeBack",
                        "resign": "#/components/schemas/CommandResign",
                    } },
                },
                "CommandTakeBack": { "type": "object", "required": ["id", "type"],
                    "properties": { "type": text("take_back"), "id": { "type": "string" } } },
                "CommandResign": { "type": "object", "required": ["id", "side", "type"],
                    "properties": { "type": text("resign"), "side": { "type": "string" }, "id": { "type": "string" } } },
            })
        );
    }

    #[test]
    fn schemas_that_refer_to_themselves_end() {
        let mut document = json!({
            "paths": { "/": { "$ref": "#/components/schemas/Tree" } },
            "components": { "schemas": {
                "Tree": { "type": "object", "properties": {
                    "next": { "type": "array", "items": { "$ref": "#/components/schemas/Branch" } } } },
                "Branch": { "allOf": [
                    { "$ref": "#/components/schemas/Tree" },
                    { "type": "object", "required": ["action"], "properties": { "action": { "type": "string" } } },
                ] },
            } },
        });
        simplify(&mut document);
        let branch = &document["components"]["schemas"]["Branch"];
        assert_eq!(branch["properties"]["next"]["items"]["$ref"], "#/components/schemas/Branch");
        assert_eq!((&branch["required"], branch.get("allOf")), (&json!(["action"]), None));
    }
}
