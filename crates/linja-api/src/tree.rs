//! Everything that can be done in a turn, action by action, so that a board needs no round trip and no rules.

use linja::{Action, Game, PartialTurn, Phase, WhyDone};
use linja_oracle::{Oracle, Table, TableError};
use serde::Serialize;

/// A turn under way, and everything that can be done next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = TurnTree))]
pub struct Tree {
    /// What is expected next.
    #[cfg_attr(feature = "schema", schema(value_type = crate::schema::Phase))]
    pub phase: Phase,
    /// How many rows the follow-up goes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<u8>,
    /// The turn may be handed over as it is.
    #[serde(skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub finish: bool,
    /// Why nothing more can be done.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<crate::schema::WhyDone>))]
    pub why: Option<WhyDone>,
    /// The colours have passed in this turn, so the game is over after it.
    #[serde(skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub passed: bool,
    /// The best exact margin that can still be reached, for the side whose turn it is. Only where values were asked for
    /// and the rule set is solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<i8>,
    /// The exact margin of handing the turn over as it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finish_margin: Option<i8>,
    /// What can be done next.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(required = false, no_recursion))]
    pub next: Vec<Branch>,
}

/// One action and what follows from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = TurnBranch))]
pub struct Branch {
    /// As a turn writes it: `ab`, `+gf`, `~dc`.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub action: Action,
    /// What follows.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schema(no_recursion))]
    pub tree: Tree,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_false(value: &bool) -> bool {
    !*value
}

impl Tree {
    /// The next turn of a game; `None` if it is over.
    #[must_use]
    pub fn of_game(game: &Game) -> Option<Tree> {
        game.begin_turn().map(|turn| Tree::of_turn(&turn))
    }

    /// A turn under way, without values.
    #[must_use]
    pub fn of_turn(turn: &PartialTurn) -> Tree {
        match Tree::build(turn, None::<&Table>) {
            Ok(tree) => tree,
            // Without a table nothing is read that could be damaged.
            Err(_) => Tree::node(turn),
        }
    }

    /// A turn under way, with the exact margin of everything in it.
    ///
    /// # Errors
    /// If a part of the table is damaged.
    pub fn valued(turn: &PartialTurn, oracle: &(impl Oracle + ?Sized)) -> Result<Tree, TableError> {
        Tree::build(turn, Some(oracle))
    }

    fn node(turn: &PartialTurn) -> Tree {
        let steps = match turn.phase() {
            Phase::FollowUp(steps) => Some(steps.get()),
            _ => None,
        };
        Tree {
            phase: turn.phase(),
            steps,
            finish: turn.can_finish(),
            why: turn.why_done(),
            passed: turn.has_passed(),
            margin: None,
            finish_margin: None,
            next: Vec::new(),
        }
    }

    fn build<O: Oracle + ?Sized>(turn: &PartialTurn, oracle: Option<&O>) -> Result<Tree, TableError> {
        let mut tree = Tree::node(turn);
        if let (Some(oracle), Ok(complete)) = (oracle, turn.finish()) {
            tree.finish_margin = Some(oracle.value_after(&complete)?.0);
        }
        for action in turn.actions() {
            let mut longer = *turn;
            if longer.apply(action).is_ok() {
                let branch = Tree::build(&longer, oracle)?;
                tree.next.push(Branch { action, tree: branch });
            }
        }
        let margins = tree.next.iter().filter_map(|branch| branch.tree.margin).chain(tree.finish_margin);
        tree.margin = margins.max();
        Ok(tree)
    }
}

#[cfg(test)]
mod tests {
    use linja::{CompleteTurn, Position, RuleSet, fast};

    use super::*;

    /// Every complete turn of the tree in its written form.
    fn turns(tree: &Tree, so_far: &str, turns: &mut Vec<String>) {
        if tree.finish {
            turns.push(so_far.to_string());
        }
        for branch in &tree.next {
            let separator = match tree.phase {
                Phase::Opening => "",
                Phase::AnotherTurn => " / ",
                _ => " ",
            };
            self::turns(&branch.tree, &format!("{so_far}{separator}{}", branch.action), turns);
        }
    }

    #[test]
    fn tree_holds_every_complete_turn_once() {
        for rules in RuleSet::ALL {
            for position in ["61111110/01111116 b", "12310014/40120050 b", "00600006/00060006 b"] {
                let position: Position = position.parse().unwrap();
                let tree = Tree::of_turn(&PartialTurn::begin(position, rules).unwrap());
                let mut found = Vec::new();
                turns(&tree, "", &mut found);
                found.sort();
                let written = |turn: &CompleteTurn| {
                    if turn.turn.is_pass() { String::new() } else { turn.turn.to_string() }
                };
                let mut expected: Vec<String> =
                    fast::complete_turns(&position, &rules).iter().map(written).collect();
                expected.sort();
                assert_eq!(found, expected, "{rules} {position}");
            }
        }
    }
}
