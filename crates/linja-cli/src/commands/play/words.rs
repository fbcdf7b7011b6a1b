//! The texts of `linja play` about the state of a game.

use linja::{Game, PartialTurn, Phase, Termination, WhyDone, fast};
use linja_players::Level;

use crate::record_file;
use crate::texts::Texts;

/// The list of everything that can be typed.
pub(super) fn help(texts: &Texts) -> String {
    let enter = texts.say("terminal.help_enter_key", &[]);
    let with_file = |command: &str| format!("{command} {}", texts.say("terminal.help_file", &[]));
    let (save, load) = (with_file("save"), with_file("load"));
    let turns = [
        ("ab", "terminal.help_action"),
        ("ab ce", "terminal.help_turn"),
        ("+gf ~dc", "terminal.help_bonus"),
        (&*enter, "terminal.help_enter"),
    ];
    let commands = [
        ("undo", "terminal.help_undo"),
        ("hint", "terminal.help_hint"),
        ("turns", "terminal.help_list"),
        ("board", "terminal.help_board"),
        (&*save, "terminal.help_save"),
        (&*load, "terminal.help_load"),
        ("new", "terminal.help_new"),
        ("resign", "terminal.help_resign"),
        ("quit", "terminal.help_quit"),
    ];
    let all = turns.iter().chain(&commands);
    let width = all.map(|(typed, _)| typed.chars().count()).max().unwrap_or_default();
    let line = |(typed, key): (&str, &str)| format!("  {typed:width$} {}\n", texts.say(key, &[]));
    let mut help = texts.say("terminal.help_turns", &[]) + "\n";
    help.extend(turns.map(line));
    help += &(texts.say("terminal.help_else", &[]) + "\n");
    help.extend(commands.map(line));
    help
}

/// A player: the computer at a strength, or the person at the terminal.
pub(super) fn player(level: Option<Level>, texts: &Texts) -> String {
    match level {
        None => texts.say("terminal.player_you", &[]),
        Some(Level::RANDOM) => texts.say("terminal.player_random", &[]),
        Some(Level::PERFECT) => texts.say("terminal.player_perfect", &[]),
        Some(level) => texts.say("terminal.player_level", &[("level", &level)]),
    }
}

/// The prompt: what the player can do now.
pub(super) fn expected(turn: &PartialTurn, texts: &Texts) -> String {
    let side = texts.side(turn.side());
    let actions: Vec<String> = turn.actions().iter().map(ToString::to_string).collect();
    let actions = actions.join(" ");
    match turn.phase() {
        Phase::Opening => texts.say("terminal.ask_opening", &[("side", &side), ("actions", &openings(turn))]),
        Phase::AnotherTurn => {
            texts.say("terminal.ask_another", &[("side", &side), ("actions", &openings(turn))])
        }
        // Says that this is the last turn, because the board may not show it: a bonus can mix the colours again.
        Phase::FollowUp(steps) => {
            let key = match (turn.ends_game(), turn.can_finish()) {
                (false, false) => "terminal.ask_follow_up",
                (false, true) => "terminal.ask_follow_up_optional",
                (true, false) => "terminal.ask_follow_up_last",
                (true, true) => "terminal.ask_follow_up_last_optional",
            };
            texts.count(key, steps.get(), &[("side", &side), ("actions", &actions)])
        }
        Phase::Bonus => {
            let key = if turn.ends_game() { "terminal.ask_bonus_last" } else { "terminal.ask_bonus" };
            texts.say(key, &[("side", &side), ("actions", &actions)])
        }
        Phase::Done => {
            let must_pass = matches!(turn.why_done(), Some(WhyDone::NoOpening(_)));
            let key = if must_pass { "terminal.ask_pass" } else { "terminal.ask_done" };
            texts.say(key, &[("side", &side)])
        }
    }
}

/// Each opening with the length of its follow-up: `ab (2)`.
fn openings(turn: &PartialTurn) -> String {
    let earned = |action| {
        let mut opened = *turn;
        match opened.apply(action).map(|()| opened.phase()) {
            Ok(Phase::FollowUp(steps)) => format!("{action} ({steps})"),
            _ => format!("{action} (–)"),
        }
    };
    let openings: Vec<String> = turn.actions().iter().map(|&action| earned(action)).collect();
    openings.join(" ")
}

/// Why the turn just played ended early, if that is easily overlooked.
pub(super) fn remark(turn: &PartialTurn, texts: &Texts) -> Option<String> {
    let key = match turn.why_done()? {
        WhyDone::EmptyRow(_) => "terminal.remark_empty_row",
        WhyDone::OpeningIntoGoal => "terminal.remark_opening_into_goal",
        WhyDone::FollowUpLost(_) => "terminal.remark_follow_up_lost",
        WhyDone::BonusLost => "terminal.remark_bonus_lost",
        WhyDone::AnotherTurnLost => "terminal.remark_another_turn_lost",
        WhyDone::NoOpening(_) | WhyDone::GameEnded(_) | WhyDone::FollowUpMade | WhyDone::BonusMade => {
            return None;
        }
    };
    Some(texts.say(key, &[]))
}

/// All turns that begin with the actions played so far, wrapped for a terminal.
pub(super) fn list(turn: &PartialTurn) -> String {
    const WIDTH: usize = 78;
    let begun = turn.so_far().actions();
    let (mut text, mut column) = (String::new(), WIDTH);
    for complete in fast::complete_turns(turn.start(), turn.rules()) {
        if !complete.turn.actions().starts_with(begun) {
            continue;
        }
        let written = complete.turn.to_string();
        if column + written.len() + 2 > WIDTH {
            text += if text.is_empty() { "  " } else { ",\n  " };
            column = 2;
        } else {
            text += ", ";
            column += 2;
        }
        column += written.len();
        text += &written;
    }
    text + "\n"
}

/// The prompt after the end of the game.
pub(super) fn after_the_end(game: &Game, texts: &Texts) -> String {
    match game.termination() {
        Some(Termination::Normal) => texts.say("terminal.ask_over", &[]),
        _ => texts.say("terminal.ask_given_up", &[]),
    }
}

/// The result with the points.
pub(super) fn result(game: &Game, texts: &Texts) -> String {
    let (score, how) = (game.score(), record_file::result_in_words(game, texts));
    texts.say("terminal.result", &[("black", &score.black), ("red", &score.red), ("how", &how)])
}
