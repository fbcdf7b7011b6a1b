//! What the terminal says during a game.

use linja::{Game, PartialTurn, Phase, Termination, WhyDone, fast};

use crate::record_file;

pub(super) const HELP: &str = "\
Type a turn as it is written: two letters for each action, from row to row.
  ab        one action; the next one is asked for
  ab ce     the whole turn at once
  +gf ~dc   a bonus with an own pawn, or (spicy) with an opponent's
  (Enter)   end the turn here, where that is allowed; pass, if there is no opening
Everything else:
  undo      take back the last action, or the last turn
  hint      the best turns and what they are worth
  turns     all turns, or how the one that has begun can go on
  board     draw the board again
  save FILE write the record; from then on every turn is saved there
  load FILE go on with another game
  new       after the end: another game, begun by the loser
  resign    give up the game
  quit      leave; a game with a file is saved
";

/// What is expected of the player now.
pub(super) fn expected(turn: &PartialTurn) -> String {
    let side = turn.side();
    let actions: Vec<String> = turn.actions().iter().map(ToString::to_string).collect();
    let actions = actions.join(" ");
    let may_end = if turn.can_finish() { ", or Enter to go without" } else { "" };
    // From here on nothing else shows that it is the last turn: a bonus can mix the colours again.
    let last = if turn.has_passed() { ", the last turn of the game" } else { "" };
    match turn.phase() {
        Phase::Opening => format!("{side}, your opening (rows of its follow-up): {}", openings(turn)),
        Phase::FollowUp(steps) => {
            let rows = if steps.get() == 1 { "1 row".into() } else { format!("{steps} rows") };
            format!("{side}, your follow-up, {rows} forward{last}: {actions}{may_end}")
        }
        Phase::Bonus => format!("{side}, a bonus, one row either way{last}: {actions}{may_end}"),
        Phase::AnotherTurn => format!("{side}, another opening (rows of its follow-up): {}", openings(turn)),
        Phase::Done => format!("{side} {}", why_done(turn)),
    }
}

/// Each opening with the rows of the follow-up that it earns: `ab (2)`.
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

fn why_done(turn: &PartialTurn) -> &'static str {
    match turn.why_done() {
        Some(WhyDone::NoOpening(_)) => "has no opening and must pass: Enter",
        _ => "is done: Enter",
    }
}

/// Something about the turn just played that is easily overlooked.
pub(super) fn remark(turn: &PartialTurn) -> Option<&'static str> {
    match turn.why_done()? {
        WhyDone::EmptyRow(_) => Some("The row was empty, so there is no follow-up."),
        WhyDone::OpeningIntoGoal => Some("An opening into the goal earns no follow-up."),
        WhyDone::FollowUpLost(_) => Some("No pawn can make the follow-up; it is lost."),
        WhyDone::BonusLost => Some("No pawn can make the bonus; it is lost."),
        WhyDone::AnotherTurnLost => Some("There is no opening for the other turn; it is lost."),
        WhyDone::NoOpening(_) | WhyDone::GameEnded | WhyDone::FollowUpMade | WhyDone::BonusMade => None,
    }
}

/// All turns that go on from what has been done, in lines for a terminal.
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

/// What can be done when the game is over.
pub(super) fn after_the_end(game: &Game) -> &'static str {
    match game.termination() {
        Some(Termination::Normal) => {
            "new for another game, undo for another end, save FILE for the record, Enter to leave"
        }
        _ => "new for another game, save FILE for the record, Enter to leave",
    }
}

/// How the game ended, with the points.
pub(super) fn result(game: &Game) -> String {
    let score = game.score();
    format!("Black {}, Red {}: {}.", score.black, score.red, record_file::result_in_words(game))
}
