//! The dependency picture of docs/architecture.md, drawn from `cargo metadata`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::process::Command;

use serde_json::Value;

/// The crates from top to bottom: each may depend only on crates below it.
const ORDER: [&str; 13] = [
    "linja-load",
    "linja-cli",
    "linja-server",
    "linja-wasm",
    "linja-solver",
    "linja-python",
    "linja-games",
    "linja-api",
    "linja-players",
    "linja-oracle",
    "linja-picture",
    "linja-text",
    "linja",
];

/// For tests only; no crate depends on it outside of tests and benches.
const TESTING: &str = "linja-testing";

/// The dependencies of a crate by name, including optional ones, without those for tests and builds.
type Dependencies = BTreeMap<String, BTreeSet<String>>;

fn cargo(arguments: &[&str]) -> Vec<u8> {
    let output = Command::new(env!("CARGO")).args(arguments).output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

fn metadata() -> Value {
    let about = String::from_utf8(cargo(&["-vV"])).expect("text");
    let host = about.lines().find_map(|line| line.strip_prefix("host: ")).expect("cargo names its host");
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.toml");
    // Without the dependencies of other platforms, which building for this one has not downloaded.
    let platform = ["--filter-platform", host, "--manifest-path", manifest];
    let json =
        cargo(&[&["metadata", "--format-version", "1", "--locked", "--offline"], &platform[..]].concat());
    serde_json::from_slice(&json).expect("cargo metadata prints JSON")
}

fn members(metadata: &Value) -> Dependencies {
    let ids = metadata["workspace_members"].as_array().expect("a list");
    let packages = metadata["packages"].as_array().expect("a list").iter();
    let text = |value: &Value| value.as_str().expect("a string").to_string();
    let normal = |package: &Value| {
        let all = package["dependencies"].as_array().expect("a list").iter();
        all.filter(|dependency| dependency["kind"].is_null())
            .map(|dependency| text(&dependency["name"]))
            .collect()
    };
    packages
        .filter(|package| ids.contains(&package["id"]))
        .map(|package| (text(&package["name"]), normal(package)))
        .collect()
}

/// The transitive normal dependencies of `name`, as resolved in this workspace.
fn tree(metadata: &Value, name: &str) -> BTreeSet<String> {
    let nodes = metadata["resolve"]["nodes"].as_array().expect("a list");
    let names: BTreeMap<&str, &str> = metadata["packages"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|package| Some((package["id"].as_str()?, package["name"].as_str()?)))
        .collect();
    let mut waiting: Vec<&str> =
        names.iter().filter(|&(_, &known)| known == name).map(|(&id, _)| id).collect();
    let mut seen = BTreeSet::new();
    while let Some(id) = waiting.pop() {
        if !seen.insert(id) {
            continue;
        }
        let node = nodes.iter().find(|node| node["id"] == id).expect("a resolved package");
        for dependency in node["deps"].as_array().expect("a list") {
            let kinds = dependency["dep_kinds"].as_array().expect("a list");
            if kinds.iter().any(|kind| kind["kind"].is_null()) {
                waiting.extend(dependency["pkg"].as_str());
            }
        }
    }
    seen.iter().map(|id| names[id].to_string()).collect()
}

/// The dependency matrix: `↓` where the crate of the line depends on the crate of the column. A dependency on a higher
/// crate would appear left of the diagonal.
fn picture(members: &Dependencies) -> String {
    let mut text = String::new();
    for (line, name) in ORDER.iter().enumerate() {
        let marks: Vec<&str> = (0..ORDER.len())
            .map(|column| match column {
                _ if column == line => "■",
                _ if members[*name].contains(ORDER[column]) => "↓",
                _ => "·",
            })
            .collect();
        writeln!(text, "{name:<14} {}", marks.join(" ")).expect("writing to a string");
    }
    text
}

#[test]
fn every_crate_has_its_place_and_no_arrow_points_up() {
    let members = members(&metadata());
    let expected: BTreeSet<&str> = ORDER.into_iter().chain([TESTING]).collect();
    assert_eq!(members.keys().map(String::as_str).collect::<BTreeSet<_>>(), expected);
    for (place, name) in ORDER.iter().enumerate() {
        for above in &ORDER[..place] {
            assert!(!members[*name].contains(*above), "{name} depends on {above}, which stands above it");
        }
        assert!(
            !members[*name].contains(TESTING) || *name == "linja-load",
            "{name} uses {TESTING} outside of tests"
        );
    }
}

#[test]
fn games_know_no_http_and_the_rules_depend_on_nothing() {
    let metadata = metadata();
    let games = tree(&metadata, "linja-games");
    for http in ["axum", "hyper", "http", "tower", "tower-http"] {
        assert!(!games.contains(http), "linja-games brings {http} along");
    }
    let rules =
        metadata["packages"].as_array().expect("a list").iter().find(|package| package["name"] == "linja");
    for dependency in rules.expect("the rules crate")["dependencies"].as_array().expect("a list") {
        let is_optional = dependency["kind"] == "dev" || dependency["optional"] == true;
        assert!(is_optional, "linja always depends on {}", dependency["name"]);
    }
}

#[test]
fn picture_in_the_architecture_document_is_current() {
    let drawn = picture(&members(&metadata()));
    let document = include_str!("../../../docs/architecture.md");
    let shown = document.split_once("```text dependencies\n").and_then(|(_, rest)| rest.split_once("```"));
    let shown =
        shown.map(|(picture, _)| picture).expect("a block `text dependencies` in docs/architecture.md");
    assert_eq!(shown, drawn, "docs/architecture.md should show:\n{drawn}");
}
