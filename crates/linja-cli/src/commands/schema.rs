//! The JSON schemas of what commands write with `--json`, from the same types.

use std::io::Write;

use anyhow::bail;
use linja_api::{
    ArenaView, BestView, CheckView, ExploitView, ExportedPosition, HintView, PerftView, ProbeView,
    ReplayedGame, ReviewView, RuleSetView, RulesView, ShownPosition, SolvedPuzzle, StatisticsView, TurnsView,
    VerdictView, schema,
};
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use crate::Exit;
use crate::args::SchemaArgs;

pub(crate) fn run(args: &SchemaArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    let Some(name) = &args.name else {
        SCHEMAS.iter().try_for_each(|(name, _)| writeln!(out, "{name}"))?;
        return Ok(Exit::Yes);
    };
    let Some((name, schema)) = SCHEMAS.iter().find(|(known, _)| known == name) else {
        bail!("there is no schema of {name}; linja schema lists them");
    };
    serde_json::to_writer_pretty(&mut *out, &schema(name))?;
    writeln!(out)?;
    Ok(Exit::Yes)
}

/// Makes the schema of the named command.
type Make = fn(&str) -> Value;

/// Every command with `--json`, the rows of `export --format jsonl`, and what stands in place of a malformed line or record.
const SCHEMAS: [(&str, Make); 18] = [
    ("arena", of::<ArenaView>),
    ("best", of::<BestView>),
    ("check", of::<CheckView>),
    ("error", |_| of_error()),
    ("exploit", of::<ExploitView>),
    ("export", |_| titled::<ExportedPosition>("linja export --format jsonl")),
    ("hint", of::<HintView>),
    ("line", of::<TurnsView>),
    ("perft", of::<PerftView>),
    ("probe", of::<ProbeView>),
    ("puzzle", of::<SolvedPuzzle>),
    ("replay", of::<ReplayedGame>),
    ("review", of::<ReviewView>),
    ("rules", |_| of_rules()),
    ("score", of::<schema::Score>),
    ("show", of::<ShownPosition>),
    ("stats", of::<StatisticsView>),
    ("turns", of::<TurnsView>),
];

fn of<T: ToSchema>(command: &str) -> Value {
    titled::<T>(&format!("linja {command} --json"))
}

fn titled<T: ToSchema>(title: &str) -> Value {
    let mut document = document(title);
    add::<T>(&mut document);
    document["$ref"] = reference::<T>();
    document
}

/// With `--all` a list, with an id one rule set, else the rules.
fn of_rules() -> Value {
    let mut document = document("linja rules --json");
    add::<RulesView>(&mut document);
    add::<RuleSetView>(&mut document);
    add::<VerdictView>(&mut document);
    let all = json!({ "type": "array", "items": { "$ref": reference::<RuleSetView>() } });
    document["anyOf"] = json!([
        compared(),
        { "$ref": reference::<RulesView>() },
        all
    ]);
    document
}

/// A `ComparedRuleSet`.
fn compared() -> Value {
    let choices = json!({ "type": "array", "items": { "type": "string" } });
    let editions = json!({ "classic": choices, "bonus": choices, "geeky": choices });
    json!({
        "type": "object",
        "allOf": [{ "$ref": reference::<RuleSetView>() }],
        "required": ["differences", "verdict"],
        "properties": {
            "differences": {
                "description": "The choices that differ from each edition, as parts of an id.",
                "type": "object", "required": ["classic", "bonus", "geeky"], "properties": editions,
            },
            "verdict": {
                "description": "What perfect play from the start leads to; null if it is not known.",
                "anyOf": [{ "type": "null" }, { "$ref": reference::<VerdictView>() }],
            },
        },
    })
}

fn of_error() -> Value {
    let mut document = document("A malformed line of input, or a malformed record");
    document["type"] = "object".into();
    document["required"] = json!(["error"]);
    document["properties"] = json!({ "error": { "type": "string", "description": "What is wrong." } });
    document
}

fn document(title: &str) -> Value {
    json!({ "$schema": "https://json-schema.org/draft/2020-12/schema", "title": title })
}

/// Adds a type, and all that it is made of, to the definitions of a schema.
fn add<T: ToSchema>(document: &mut Value) {
    let mut parts = vec![(T::name().into_owned(), T::schema())];
    T::schemas(&mut parts);
    let definitions = parts.into_iter().map(|(name, part)| {
        // Cannot fail: a schema has only string keys.
        let mut part = serde_json::to_value(part).unwrap_or_default();
        point_to_definitions(&mut part);
        (name, part)
    });
    if !document["$defs"].is_object() {
        document["$defs"] = Map::new().into();
    }
    if let Some(known) = document["$defs"].as_object_mut() {
        known.extend(definitions);
    }
}

fn reference<T: ToSchema>() -> Value {
    format!("{DEFINITIONS}{}", T::name()).into()
}

const DEFINITIONS: &str = "#/$defs/";

/// Replaces references into an OpenAPI document.
fn point_to_definitions(schema: &mut Value) {
    match schema {
        Value::Object(fields) => fields.iter_mut().for_each(|(name, value)| match value {
            Value::String(target) if name == "$ref" => {
                *target = target.replace("#/components/schemas/", DEFINITIONS);
            }
            value => point_to_definitions(value),
        }),
        Value::Array(items) => items.iter_mut().for_each(point_to_definitions),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;
    use crate::args::Args;

    #[test]
    fn every_command_with_json_has_a_schema() {
        let mut with_json = 0;
        for command in Args::command().get_subcommands() {
            if command.get_arguments().any(|argument| argument.get_id() == "json") {
                let name = command.get_name();
                assert!(SCHEMAS.iter().any(|(known, _)| *known == name), "{name}");
                with_json += 1;
            }
        }
        assert_eq!(with_json, SCHEMAS.len() - 2, "and no other but error and export");
        assert!(SCHEMAS.is_sorted_by_key(|(name, _)| *name));
    }
}
