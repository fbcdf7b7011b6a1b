//! The English text of every message of this crate. `linja-text` takes its English from here and has the catalogues of
//! the other languages.

use Template::{Forms, Plain};

/// A text with placeholders in braces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Template {
    /// One form for all numbers.
    Plain(&'static str),
    /// The placeholder `count` selects the form.
    Forms {
        /// For 1.
        one: &'static str,
        /// For all other numbers.
        other: &'static str,
    },
}

/// Message ids and their texts.
pub const TEXTS: &[(&str, Template)] = &[
    ("play_game_over", Plain("the game is over")),
    ("play_not_over", Plain("the game is not over on the board")),
    ("play_no_spicy_bonus", Plain("a bonus on an opponent’s pawn (~) is not played in the rule set {rules}")),
    ("play_no_pawn", Plain("{side} has no pawn on row {row}")),
    ("play_locked", Plain("{side}’s pawn on row {row} is in its goal and locked")),
    ("play_opening_back", Plain("the opening move must go forward, “{action}” goes back for {side}")),
    ("play_follow_up_back", Plain("the follow-up must go forward, “{action}” goes back for {side}")),
    (
        "play_opening_steps",
        Forms {
            one: "the opening move must be {count} row, “{action}” is {moved}",
            other: "the opening move must be {count} rows, “{action}” is {moved}",
        },
    ),
    (
        "play_follow_up_steps",
        Forms {
            one: "the follow-up must be {count} row, “{action}” is {moved}",
            other: "the follow-up must be {count} rows, “{action}” is {moved}",
        },
    ),
    (
        "play_bonus_steps",
        Forms {
            one: "the bonus must be {count} row, “{action}” is {moved}",
            other: "the bonus must be {count} rows, “{action}” is {moved}",
        },
    ),
    ("play_row_full", Plain("row {row} is full, “{action}” can’t end there")),
    (
        "play_follow_up_due",
        Forms {
            one: "the follow-up of {count} row must be made",
            other: "the follow-up of {count} rows must be made",
        },
    ),
    ("play_another_due", Plain("the turn is not complete: another turn is earned, written after “ / ”")),
    ("play_not_moved", Plain("{side} has not moved yet")),
    ("play_cannot_pass", Plain("{side} can’t pass: there is an opening move")),
    ("play_opening_first", Plain("a turn begins with an opening move, not with “{action}”")),
    (
        "play_follow_up_first",
        Forms {
            one: "a follow-up of {count} row is expected, not “{action}”",
            other: "a follow-up of {count} rows is expected, not “{action}”",
        },
    ),
    ("play_bonus_first", Plain("a bonus is expected, written with a + before it, not “{action}”")),
    ("play_another_first", Plain("another turn is expected, written after “ / ”, not “{action}”")),
    ("play_too_much", Plain("“{action}” is one action too many: {why}")),
    ("play_turn_complete", Plain("{side}’s turn is complete")),
    ("turn_empty", Plain("the turn is empty; to pass, write pass")),
    ("turn_row_expected", Plain("character {column}: expected a row, a to h, found “{found}”")),
    ("turn_row_missing", Plain("character {column}: expected a row, a to h, the text ends")),
    ("turn_pass_expected", Plain("character {column}: expected the word pass, found “{found}”")),
    ("turn_pass_missing", Plain("character {column}: expected the word pass, the text ends")),
    ("turn_end_expected", Plain("character {column}: expected nothing more, found “{found}”")),
    (
        "turn_no_other_turn",
        Plain("character {column}: no other turn has been earned, so “/” can’t stand here"),
    ),
    ("why_no_opening", Plain("{side} has no opening move and must pass")),
    ("why_game_ended", Plain("all pawns have passed each other, which ends the game at once")),
    ("why_game_ended_apart", Plain("no inner row holds both colours any more, which ends the game at once")),
    ("why_empty_row", Plain("row {row} was empty, which earns no follow-up")),
    ("why_opening_into_goal", Plain("an opening move into the goal earns no follow-up")),
    (
        "why_follow_up_lost",
        Forms {
            one: "no pawn can move {count} row, the follow-up is lost",
            other: "no pawn can move {count} rows, the follow-up is lost",
        },
    ),
    ("why_follow_up_made", Plain("the follow-up earned nothing more")),
    ("why_bonus_lost", Plain("no pawn can use the bonus")),
    ("why_bonus_made", Plain("a bonus earns nothing more")),
    ("why_another_turn_lost", Plain("there is no opening move for another turn")),
    ("position_empty", Plain("the position is empty; the start is written {start}")),
    (
        "position_count_expected",
        Plain(
            "character {column}: expected {side}’s count on row {row} (0 to 9, a, b or c), found “{found}”",
        ),
    ),
    (
        "position_count_missing",
        Plain("character {column}: expected {side}’s count on row {row} (0 to 9, a, b or c), the text ends"),
    ),
    (
        "position_separator_expected",
        Plain("character {column}: expected “/” between Black’s eight counts and Red’s, found “{found}”"),
    ),
    (
        "position_separator_missing",
        Plain("character {column}: expected “/” between Black’s eight counts and Red’s, the text ends"),
    ),
    (
        "position_side_expected",
        Plain("character {column}: expected the side to move, b or r, found “{found}”"),
    ),
    ("position_side_missing", Plain("character {column}: expected the side to move, b or r, the text ends")),
    (
        "position_end_expected",
        Plain("character {column}: expected nothing after the side to move, found “{found}”"),
    ),
    ("setup", Plain("{violations}")),
    (
        "setup_pawn_count",
        Forms { one: "{side} has {count} pawn, not {all}", other: "{side} has {count} pawns, not {all}" },
    ),
    (
        "setup_row_overfull",
        Forms {
            one: "row {row} holds {count} pawn, at most {most}",
            other: "row {row} holds {count} pawns, at most {most}",
        },
    ),
    ("rules_unknown", Plain("no rule set is called “{found}”: it is one of {all}")),
    ("rules_part", Plain("“{found}” is no part of a rule set: it is one of {names}, or a choice: {all}")),
    ("rules_choice", Plain("“{found}” is no choice for the rule {rule}: it is one of {all}")),
    ("rules_no_base", Plain("“{found}” lacks the rule set to begin with: add one of {all}")),
    ("rules_two_bases", Plain("“{first}” and “{second}” are two rule sets to begin with: name one of {all}")),
    ("rules_contradiction", Plain("“{first}” and “{second}” contradict each other: name one of {all}")),
    ("rule_goal", Plain("an opening move into the goal")),
    ("choice_goal_stop", Plain("earns no follow-up")),
    ("choice_goal_one", Plain("earns a follow-up of one row")),
    ("choice_goal_count", Plain("earns a follow-up of one row more than there were pawns in the goal")),
    ("rule_follow", Plain("a follow-up that can be made")),
    ("choice_follow_must", Plain("must be made")),
    ("choice_follow_may", Plain("may be declined")),
    ("rule_again", Plain("a follow-up onto an empty inner row")),
    ("choice_again_none", Plain("earns nothing")),
    ("choice_again_must", Plain("earns another turn, which must be made")),
    ("choice_again_may", Plain("earns another turn, which may be declined")),
    ("rule_bonus", Plain("a follow-up exactly into the goal")),
    ("choice_bonus_none", Plain("earns nothing")),
    ("choice_bonus_own", Plain("earns a bonus: a pawn of your own may move one row forward or back")),
    (
        "choice_bonus_any",
        Plain("earns a bonus: a pawn of your own or of the opponent may move one row forward or back"),
    ),
    ("rule_over", Plain("the game is over")),
    ("choice_over_passed", Plain("when all pawns have passed each other")),
    ("choice_over_apart", Plain("when no inner row holds both colours")),
    ("rule_end", Plain("the end comes")),
    ("choice_end_now", Plain("at that moment, even within a turn")),
    ("choice_end_turn", Plain("when the turn is finished")),
    ("rule_left", Plain("a pawn on its own half at the end")),
    ("choice_left_zero", Plain("counts nothing")),
    ("choice_left_mirror", Plain("counts minus what its row counts for the opponent")),
    ("choice_left_one", Plain("counts −1")),
    ("value_side", Plain("“{found}” is not black or red")),
    ("value_winner", Plain("“{found}” is not black, red or draw")),
    ("value_termination", Plain("“{found}” is not normal, resignation, time, abandoned or unfinished")),
    ("value_result", Plain("“{found}” is not Black’s points and Red’s, as in 46-39, or *")),
    ("value_score", Plain("“{found}” is not Black’s points and Red’s, as in 46-39")),
    ("value_margin", Plain("“{found}” is not a margin, -120 to +120")),
    ("value_row", Plain("“{found}” is not a row, a to h")),
    ("value_match_length", Plain("“{found}” is not 1, 3 or 5 games")),
    ("value_match_points", Plain("“{found}” is not points, as in 1½")),
    ("record_tag_form", Plain("line {line}: {why}")),
    ("record_tag_value", Plain("line {line}, tag {name}: {why}")),
    (
        "record_turn_number",
        Plain("line {line}: the number of the turn, “{expected}.”, is expected at its beginning"),
    ),
    ("record_turn_missing", Plain("turn {number}: {side}’s turn is missing (line {line})")),
    ("record_too_many_turns", Plain("turn {number}: there are more than two turns (line {line})")),
    ("record_turn", Plain("turn {number}: {why} ({side}’s turn, line {line})")),
    ("record_note", Plain("turn {number}: {why} (line {line})")),
    ("record_noted_turn", Plain("line after turn {number}: {why} ({side}’s turn, line {line})")),
    ("record_contradiction", Plain("tag {name} says “{says}”, but {but}")),
    ("record_no_winner", Plain("tag Termination says “{termination}”: a tag Winner must say who won")),
    ("record_but_setup", Plain("in the tag Setup {side} is to move")),
    ("record_but_over", Plain("the game is over on the board")),
    ("record_but_score", Plain("the game ends {score}")),
    ("record_but_abandoned", Plain("the game was abandoned without a winner")),
    ("record_but_unfinished", Plain("the game is not finished")),
    ("tag_name", Plain(r#"a tag begins with its name, as in [Rules "bonus"]"#)),
    ("tag_quotes", Plain(r#"a tag’s value stands between quotation marks, as in [Rules "bonus"]"#)),
    ("tag_escape", Plain(r#"in a tag’s value \ stands only before " or \"#)),
    ("tag_control_character", Plain("a tag’s value can’t hold a control character")),
    ("tag_bracket", Plain("a tag ends with ] at the end of its line")),
    ("tag_twice", Plain("this tag stands twice")),
    ("tag_after_turns", Plain("tags stand before the turns")),
    ("note_comment_end", Plain("a comment has no closing brace")),
    ("note_comment_escape", Plain(r"in a comment \ stands only before a closing brace or \")),
    ("note_comment_control", Plain("a comment can’t hold a control character")),
    ("note_line_end", Plain("a line in brackets has no closing bracket")),
    ("note_stray", Plain("after a turn come at most one comment in braces and lines in brackets")),
    ("note_too_deep", Plain("there are too many brackets inside each other")),
];
