//! Finds the reasons for a turn. Every reason is derived from positions and exact margins.

use linja::{ActionKind, Margin, Position, Row, RuleSet, Setup, Side, Turn, fast};
use linja_oracle::ValuedTurn;

use crate::choose::loss;
use crate::results::{Answers, right};
use crate::{Outcome, Reason};

/// The opponent has few right answers if at most one in this many is right.
const FEW: usize = 10;

/// The facts that all turns of a position share.
pub(crate) struct Facts<'a> {
    rules: &'a RuleSet,
    before: &'a Position,
    /// All different results, the best first.
    results: &'a [ValuedTurn],
    /// What the opponent could do now if it were the opponent's turn.
    threats: Threats,
    /// The largest gain of any result in the margin of the current score.
    most_gained: i16,
}

impl<'a> Facts<'a> {
    pub(crate) fn new(rules: &'a RuleSet, before: &'a Position, results: &'a [ValuedTurn]) -> Facts<'a> {
        let most_gained =
            results.iter().map(|result| gained(rules, before, &result.item.result.position)).max();
        Facts {
            rules,
            before,
            results,
            threats: handed_over(before)
                .map_or_else(Threats::default, |position| Threats::of(&position, rules)),
            most_gained: most_gained.unwrap_or(0),
        }
    }

    /// All reasons for or against one result, the most important first. `answers` is `None` if the game is over.
    pub(crate) fn reasons(&self, result: &ValuedTurn, answers: Option<Answers>) -> Vec<Reason> {
        let after = &result.item.result.position;
        let goes_on = !result.item.result.is_over;
        let left = if goes_on { Threats::of(after, self.rules) } else { self.threats };
        let (standing, is_special) = self.standing(result);
        let mut reasons = Vec::new();
        self.end(result, &mut reasons);
        reasons.extend(is_special.then_some(standing));
        reasons.extend((self.threats.win && !left.win).then_some(Reason::PreventsWin));
        let blocked = |position: &Position| !position.has_opening(after.to_move());
        reasons.extend((goes_on && blocked(after) && !blocked(self.before)).then_some(Reason::ForcesPass));
        earned(self.before.to_move(), &result.item.turn, &mut reasons);
        if goes_on {
            self.closed_rows(after, &mut reasons);
        }
        reasons.extend((self.threats.bonus && !left.bonus).then_some(Reason::DeniesBonus));
        if let Some(Answers { right, of }) = answers.filter(|answers| answers.right * FEW <= answers.of) {
            reasons.push(Reason::LeavesFewAnswers { right, of });
        }
        self.progress(after, &mut reasons);
        reasons.extend((!is_special).then_some(standing));
        reasons
    }

    fn end(&self, result: &ValuedTurn, reasons: &mut Vec<Reason>) {
        if !result.item.result.is_over {
            return;
        }
        reasons.push(Reason::EndsGame { margin: result.value });
        let opponent = !self.before.to_move();
        let pawns = (0..4)
            .map(|advance| result.item.result.position.count(opponent, Row::at_advance(advance, opponent)));
        let pawns = pawns.sum();
        if pawns > 0 {
            reasons.push(Reason::StrandsPawns { pawns });
        }
    }

    /// How the result compares with the others, and whether this ranks among the most important reasons.
    fn standing(&self, result: &ValuedTurn) -> (Reason, bool) {
        let best = self.results[0].value;
        let points = loss(best, result.value);
        if points > 0 {
            let (from, to) = (Outcome::of(best), Outcome::of(result.value));
            return (Reason::GivesAway { points, from, to }, true);
        }
        let right = right(self.results);
        if right > 1 {
            return (Reason::KeepsMargin { right, of: self.results.len() }, false);
        }
        let Some(next) = self.results.get(1) else { return (Reason::NoChoice, true) };
        let ahead = loss(best, next.value);
        let reason = match (Outcome::of(best), Outcome::of(next.value)) {
            (Outcome::Win, Outcome::Draw | Outcome::Loss) => Reason::OnlyWin { ahead },
            (Outcome::Draw, _) => Reason::OnlyDraw { ahead },
            _ => Reason::OnlyBest { ahead },
        };
        (reason, true)
    }

    fn closed_rows(&self, after: &Position, reasons: &mut Vec<Reason>) {
        let opponent = after.to_move();
        let closed = Row::ALL.into_iter().filter(|&row| after.is_full(row) && !self.before.is_full(row));
        for row in closed {
            // One row nearer to the opponent's home: the mover's forward direction.
            let behind = row.forward(1, !opponent);
            // Do not count a pawn that a spicy bonus has just put there: it could not open onto the row before.
            let pawns = self.before.count(opponent, behind).min(after.count(opponent, behind));
            if pawns > 0 {
                let rearmost = after.rearmost(opponent) == behind;
                reasons.push(Reason::ClosesRow { row, behind, pawns, rearmost });
            }
        }
    }

    fn progress(&self, after: &Position, reasons: &mut Vec<Reason>) {
        let mover = self.before.to_move();
        let goal = Row::goal(mover);
        let pawns = after.count(mover, goal).saturating_sub(self.before.count(mover, goal));
        if pawns > 0 {
            reasons.push(Reason::ReachesGoal { pawns });
        }
        let points = gained(self.rules, self.before, after);
        if points > 0 && points == self.most_gained {
            reasons.push(Reason::GainsMost { points: points as u8 });
        }
        let (from, to) = (self.before.rearmost(mover), after.rearmost(mover));
        if from.steps_ahead(to, mover) > 0 {
            reasons.push(Reason::LeavesRow { from, to });
        }
    }
}

fn earned(mover: Side, turn: &Turn, reasons: &mut Vec<Reason>) {
    for (i, &action) in turn.actions().iter().enumerate() {
        match action.kind {
            ActionKind::Bonus | ActionKind::BonusOnOpponent => {
                let owner = action.kind.pawn_of(mover);
                let forward = action.from.steps_ahead(action.to, owner) > 0;
                reasons.push(Reason::EarnsBonus { step: action, forward });
            }
            ActionKind::Opening if i > 0 => {
                reasons.push(Reason::EarnsAnotherTurn { row: turn.actions()[i - 1].to });
            }
            ActionKind::Opening | ActionKind::FollowUp => {}
        }
    }
}

/// What the player to move can do with one turn.
#[derive(Clone, Copy, Default)]
struct Threats {
    /// End the game and win.
    win: bool,
    /// Make a bonus step.
    bonus: bool,
}

impl Threats {
    fn of(position: &Position, rules: &RuleSet) -> Threats {
        let mut threats = Threats::default();
        fast::for_each_turn(position, rules, |complete| {
            threats.win |= complete.result.is_over && complete.result.margin(rules) > Margin(0);
            threats.bonus |= complete
                .turn
                .actions()
                .iter()
                .any(|action| matches!(action.kind, ActionKind::Bonus | ActionKind::BonusOnOpponent));
        });
        threats
    }
}

/// The same pawns with the other side to move.
fn handed_over(position: &Position) -> Option<Position> {
    // Never fails: whether a setup is valid does not depend on the side to move.
    Setup { to_move: !position.to_move(), ..Setup::from(*position) }.check().ok()
}

/// The gain of a turn in the margin of the current score, for the side that plays it.
fn gained(rules: &RuleSet, before: &Position, after: &Position) -> i16 {
    let margin = |position: &Position| i16::from(position.score(rules).margin(before.to_move()).0);
    margin(after) - margin(before)
}
