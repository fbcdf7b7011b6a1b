//! The tree of all legal actions of a turn, so that a client can play a turn without knowing the rules or asking the
//! server.

use linja::{Action, ActionKind, Game, PartialTurn, Phase, WhyDone};
use linja_oracle::{Oracle, Table, TableError};
use serde::Serialize;

/// A turn in progress and all its continuations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = TurnTree))]
pub struct Tree {
    /// The next kind of action.
    #[cfg_attr(feature = "schema", schema(value_type = crate::schema::Phase))]
    pub phase: Phase,
    /// The number of rows of the follow-up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<u8>,
    /// Whether the turn may end here.
    #[serde(skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub finish: bool,
    /// Why no further action is possible.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<crate::schema::WhyDone>))]
    pub why: Option<WhyDone>,
    /// Whether the colours have passed in this turn, which ends the game after it.
    #[serde(skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub passed: bool,
    /// The best exact margin that can still be reached, for the side to move. Only present if values were requested and
    /// the rule set is solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<i8>,
    /// The exact margin if the turn ends here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finish_margin: Option<i8>,
    /// The legal next actions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(required = false, no_recursion))]
    pub next: Vec<Branch>,
}

/// An action and its continuations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = TurnBranch))]
pub struct Branch {
    /// The action as written in a turn: `ab`, `+gf`, `~dc`.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub action: Action,
    /// The turn after the action.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schema(no_recursion))]
    pub tree: Tree,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_false(value: &bool) -> bool {
    !*value
}

impl Tree {
    /// The tree of the next turn of a game; `None` if the game is over.
    #[must_use]
    pub fn of_game(game: &Game) -> Option<Tree> {
        game.begin_turn().map(|turn| Tree::of_turn(&turn))
    }

    /// The tree of a turn in progress, without margins.
    #[must_use]
    pub fn of_turn(turn: &PartialTurn) -> Tree {
        match Tree::build(turn, None::<&Table>) {
            Ok(tree) => tree,
            // Can't happen: errors come only from a table, and there is none.
            Err(_) => Tree::node(turn),
        }
    }

    /// The tree of a turn in progress, with exact margins.
    ///
    /// # Errors
    /// If a part of the table is damaged.
    pub fn valued(turn: &PartialTurn, oracle: &(impl Oracle + ?Sized)) -> Result<Tree, TableError> {
        Tree::build(turn, Some(oracle))
    }

    /// Appends the JSON of [`Tree::of_turn`] to `json`. Much faster than building and serialising the tree, which is most of
    /// what a server does with a turn.
    pub fn write_json(turn: &PartialTurn, json: &mut Vec<u8>) {
        json.push(b'{');
        write_node(turn, json);
        json.push(b'}');
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
            passed: turn.ends_game(),
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

/// Writes the fields of a node, in the order of [`Tree`].
fn write_node(turn: &PartialTurn, json: &mut Vec<u8>) {
    let Tree { phase, steps, finish, why, passed, .. } = Tree::node(turn);
    json.extend_from_slice(b"\"phase\":\"");
    json.extend_from_slice(phase.id().as_bytes());
    json.push(b'"');
    if let Some(steps) = steps {
        json.extend_from_slice(b",\"steps\":");
        json.extend_from_slice(steps.to_string().as_bytes());
    }
    if finish {
        json.extend_from_slice(b",\"finish\":true");
    }
    if let Some(why) = why {
        json.extend_from_slice(b",\"why\":\"");
        json.extend_from_slice(why.id().as_bytes());
        json.push(b'"');
    }
    if passed {
        json.extend_from_slice(b",\"passed\":true");
    }
    let mut before = &b",\"next\":[{\"action\":\""[..];
    for &action in &turn.actions() {
        let mut longer = *turn;
        if longer.apply(action).is_err() {
            continue;
        }
        json.extend_from_slice(before);
        before = b",{\"action\":\"";
        write_action(action, json);
        json.extend_from_slice(b"\",");
        write_node(&longer, json);
        json.push(b'}');
    }
    if before.starts_with(b",{") {
        json.push(b']');
    }
}

/// Writes an action as its `Display` does.
fn write_action(action: Action, json: &mut Vec<u8>) {
    match action.kind {
        ActionKind::Opening | ActionKind::FollowUp => {}
        ActionKind::Bonus => json.push(b'+'),
        ActionKind::BonusOnOpponent => json.push(b'~'),
    }
    json.extend([action.from, action.to].map(|row| row.letter() as u8));
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
    fn written_json_is_that_of_the_tree() {
        for rules in RuleSet::ALL {
            for seed in 0..20 {
                let mut game = Game::new(rules, linja::Side::Black);
                while let Some(turn) = game.begin_turn() {
                    let mut json = Vec::new();
                    Tree::write_json(&turn, &mut json);
                    let tree = serde_json::to_string(&Tree::of_turn(&turn)).unwrap();
                    assert_eq!(String::from_utf8(json).unwrap(), tree, "{rules} {}", game.position());
                    let turns = game.position().turns(&rules);
                    // Different games: which turn is played does not matter.
                    let choice = (seed + 1) * (17 + 31 * game.turns().len()) % turns.len();
                    game.play(&turns[choice].turn).unwrap();
                }
            }
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
