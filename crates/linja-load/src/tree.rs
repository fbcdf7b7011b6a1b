//! Compares the tree of a game with the legal turns of the rules crate.

use linja::{Game, fast};
use serde::Deserialize;

use crate::violation::{Violation, same};

#[derive(Debug, Deserialize)]
struct Node {
    phase: String,
    #[serde(default)]
    finish: bool,
    #[serde(default)]
    next: Vec<Branch>,
}

#[derive(Debug, Deserialize)]
struct Branch {
    action: String,
    #[serde(flatten)]
    node: Node,
}

/// # Errors
/// If the turns of the tree are not exactly the legal turns.
pub(crate) fn check(tree: &str, game: &Game) -> Result<(), Violation> {
    let root: Node = serde_json::from_str(tree)
        .map_err(|error| Violation::new(format!("can't read the tree: {error}")))?;
    let mut found = Vec::new();
    collect(&root, "", &mut found);
    found.sort_unstable();
    let legal = fast::complete_turns(game.position(), game.rules());
    let mut legal: Vec<String> = legal.iter().map(|complete| complete.turn.to_string()).collect();
    legal.sort_unstable();
    same("the list of turns in the tree", &found, &legal)
}

fn collect(node: &Node, so_far: &str, found: &mut Vec<String>) {
    if node.finish {
        found.push(if so_far.is_empty() { "pass".into() } else { so_far.to_string() });
    }
    for branch in &node.next {
        let separator = match node.phase.as_str() {
            _ if so_far.is_empty() => "",
            "another_turn" => " / ",
            _ => " ",
        };
        collect(&branch.node, &format!("{so_far}{separator}{}", branch.action), found);
    }
}

#[cfg(test)]
mod tests {
    use linja::{Position, RuleSet};

    use super::*;

    #[test]
    fn missing_and_illegal_turns_are_noticed() {
        let game = Game::from_position(RuleSet::BONUS, Position::default());
        let turns = fast::complete_turns(game.position(), game.rules());
        let branch = |action: &str| format!(r#"{{"action":"{action}","phase":"done","finish":true}}"#);
        let tree = |branches: &[String]| format!(r#"{{"phase":"opening","next":[{}]}}"#, branches.join(","));
        let all: Vec<String> = turns.iter().map(|turn| branch(&turn.turn.to_string())).collect();
        assert!(check(&tree(&all), &game).is_ok());
        assert!(check(&tree(&all[1..]), &game).is_err());
        let more: Vec<String> = all.iter().cloned().chain([branch("hg")]).collect();
        assert!(check(&tree(&more), &game).is_err());
    }

    #[test]
    fn pass_is_a_turn_without_actions() {
        let passing: Position = "00660000/00006600 b".parse().unwrap();
        let game = Game::from_position(RuleSet::BONUS, passing);
        // Neither side has an opening, so the game is over and there is no turn at all.
        assert!(check(r#"{"phase":"done","finish":true}"#, &game).is_err());
    }
}
