//! `linja rules`, and house rules in the other commands.

mod common;

use common::{no_tables, stderr};
use serde_json::Value;

fn data(args: &[&str]) -> String {
    common::data(&no_tables(), args, "")
}

fn json(args: &[&str]) -> Value {
    common::json(&no_tables(), args)
}

#[test]
fn rules_and_choices_are_listed() {
    let listed = data(&["rules"]);
    for line in [
        "648 rule sets. Published:",
        "  bonus-spicy  goal-stop follow-must again-none bonus-any over-passed end-turn left-mirror",
        "a follow-up that can be made",
        "  follow-may   may be declined",
    ] {
        assert!(listed.lines().any(|found| found == line), "{line}: {listed}");
    }
    let listed = json(&["rules", "--json"]);
    assert_eq!(listed["rules"].as_array().map(Vec::len), Some(7));
    assert_eq!(listed["rules"][0]["choices"][2]["id"], "count");
    assert_eq!(listed["published"][0]["id"], "classic");
}

#[test]
fn a_rule_set_is_explained_and_compared_with_the_editions() {
    let explained = data(&["rules", "follow-may bonus"]);
    assert!(explained.starts_with("bonus+follow-may\n"), "{explained}");
    for line in [
        "  follow-may   a follow-up that can be made may be declined",
        "  bonus    follow-may (there must)",
        "  geeky    left-mirror (there one)",
    ] {
        assert!(explained.lines().any(|found| found == line), "{line}: {explained}");
    }
    let geeky = data(&["rules", "geeky+bonus-own"]);
    assert!(geeky.contains("  geeky    no difference\n"), "{geeky}");
    let verdict = "With perfect play the player who begins wins by 2; 1 of the 98 first turns keep it.";
    assert!(geeky.ends_with(&format!("\n{verdict}\n")), "{geeky}");
    let fair = data(&["rules", "bonus-spicy"]);
    assert!(fair.contains("With perfect play the game is a draw; 117 of the 157"), "{fair}");
    let explained = json(&["rules", "--json", "bonus+follow-may"]);
    assert_eq!(explained["follow"], "may");
    assert_eq!(explained["differences"]["geeky"], serde_json::json!(["left-mirror"]));
    assert_eq!(explained["verdict"]["value"], 2);
}

#[test]
fn all_rule_sets_are_listed() {
    let ids = data(&["rules", "--all"]);
    assert_eq!(ids.lines().count(), 648);
    let all = json(&["rules", "--all", "--json"]);
    let all = all.as_array().expect("a list");
    assert!(ids.lines().eq(all.iter().map(|rules| rules["id"].as_str().expect("an id"))));
}

#[test]
fn other_commands_take_house_rules() {
    let rules = ["--rules", "geeky+again-may+bonus-any"];
    assert_eq!(data(&["perft", rules[0], rules[1], "1"]), "163\n");
    assert_eq!(json(&["show", "--json", rules[0], rules[1]])["rules"], rules[1]);
    let hint = data(&["hint", rules[0], rules[1]]);
    assert!(hint.starts_with("The estimates come from weights for each choice of the house rules"), "{hint}");
    assert_eq!(json(&["hint", "--json", "--time", "10ms", rules[0], rules[1]])["weights"], "choices");
    let bad = common::run(&no_tables(), &["show", "--rules", "bonus+left-two"], b"");
    assert_eq!(bad.status.code(), Some(2));
    assert!(stderr(&bad).contains("it is one of left-zero, left-mirror, left-one"), "{}", stderr(&bad));
}
