//! The rules of a turn as a state machine, which builds a turn action by action.
//!
//! ```text
//!            ┌─────────────────── empty inner row, once ────────────────────┐
//!            ▼                                                              │
//! Opening / AnotherTurn ── n pawns were there, some pawn can ──▶ FollowUp(n)┤
//!            │                                                              ├─ exactly into the goal ─▶ Bonus
//!            └── n = 0, goal, lost, game ended ──▶ Done ◀───────────────────┴──────────────────────────┘
//! ```
//!
//! User interfaces, the parser and the readable generator all use this machine, so legality is decided in one place.

use core::num::NonZeroU8;

use crate::{
    Action, ActionKind, Actions, Again, Bonus, CompleteTurn, End, Follow, Goal, Phase, PlayError, Position,
    Row, RuleSet, Side, Turn, TurnResult, WhyDone,
};

/// A turn in progress: the position where it began, the actions so far, and the possible next actions.
///
/// ```
/// use linja::{PartialTurn, Phase, Position, RuleSet, Side};
/// let start = Position::start(Side::Black);
/// let mut turn = PartialTurn::begin(start, RuleSet::BONUS).expect("the game is not over");
/// assert_eq!(turn.phase(), Phase::Opening);
///
/// let opening = turn.actions()[0];
/// assert_eq!(opening.to_string(), "ab");
/// turn.apply(opening)?;
/// // Two pawns were on row b, so the follow-up is two rows.
/// assert!(matches!(turn.phase(), Phase::FollowUp(steps) if steps.get() == 2));
/// assert!(!turn.can_finish());
///
/// turn.undo();
/// assert_eq!(turn.phase(), Phase::Opening);
/// # Ok::<(), linja::PlayError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartialTurn {
    rules: RuleSet,
    start: Position,
    now: Position,
    turn: Turn,
    phase: Phase,
    why_done: Option<WhyDone>,
    /// Set once the end condition holds in this turn; never reset (R5).
    ends_game: bool,
}

impl PartialTurn {
    /// The beginning of a turn, or `None` if the position alone is over.
    #[must_use]
    pub fn begin(start: Position, rules: RuleSet) -> Option<PartialTurn> {
        if start.is_over(&rules) {
            return None;
        }
        let mut turn = PartialTurn {
            rules,
            start,
            now: start,
            turn: Turn::PASS,
            phase: Phase::Opening,
            why_done: None,
            ends_game: false,
        };
        if !start.has_opening(start.to_move()) {
            turn.done(WhyDone::NoOpening(start.to_move()));
        }
        Some(turn)
    }

    /// The rule set played by.
    #[must_use]
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// Whose turn it is.
    #[must_use]
    pub fn side(&self) -> Side {
        self.start.to_move()
    }

    /// The position where the turn began.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The position after the actions so far; the same side is still to move.
    #[must_use]
    pub fn now(&self) -> &Position {
        &self.now
    }

    /// The actions so far.
    #[must_use]
    pub fn so_far(&self) -> &Turn {
        &self.turn
    }

    /// What is expected next.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Why no action is possible, once the phase is [`Phase::Done`].
    #[must_use]
    pub fn why_done(&self) -> Option<WhyDone> {
        self.why_done
    }

    /// Whether the end condition has held at some point of this turn, which ends the game after it (R5, H4).
    #[must_use]
    pub fn ends_game(&self) -> bool {
        self.ends_game
    }

    /// Whether the turn may end here: no action is possible, or the next action is optional.
    #[must_use]
    pub fn can_finish(&self) -> bool {
        match self.phase {
            Phase::Opening => false,
            Phase::FollowUp(_) => self.rules.follow == Follow::May,
            Phase::AnotherTurn => self.rules.again == Again::May,
            Phase::Bonus | Phase::Done => true,
        }
    }

    /// Every legal next action, in the order of the written forms.
    #[must_use]
    pub fn actions(&self) -> Actions {
        match self.phase {
            Phase::Opening | Phase::AnotherTurn => self.forward_actions(ActionKind::Opening, 1),
            Phase::FollowUp(steps) => self.forward_actions(ActionKind::FollowUp, steps.get()),
            Phase::Bonus => self.bonus_actions(),
            Phase::Done => Actions::new(),
        }
    }

    /// Plays the next action.
    ///
    /// # Errors
    /// Why the action is illegal; the turn is then unchanged.
    pub fn apply(&mut self, action: Action) -> Result<(), PlayError> {
        self.check(action)?;
        self.apply_checked(action);
        Ok(())
    }

    /// Plays an action that is known to be legal, such as one of [`PartialTurn::actions`].
    pub(crate) fn apply_checked(&mut self, action: Action) {
        let was_there = self.now.count_both(action.to);
        self.now.move_pawn(action.kind.pawn_of(self.side()), action.from, action.to);
        self.turn.push(action);
        self.ends_game |= self.now.has_ended(&self.rules);
        if self.ends_game && self.rules.end == End::Now {
            return self.done(WhyDone::GameEnded(self.rules.over));
        }
        match action.kind {
            ActionKind::Opening => self.after_opening(action.to, was_there),
            ActionKind::FollowUp => self.after_follow_up(action, was_there),
            ActionKind::Bonus | ActionKind::BonusOnOpponent => self.done(WhyDone::BonusMade),
        }
    }

    /// Takes back the last action and returns it. Returns `None` at the beginning of the turn.
    pub fn undo(&mut self) -> Option<Action> {
        let (&last, before) = self.turn.actions().split_last()?;
        let before = before.to_vec();
        *self = PartialTurn::begin(self.start, self.rules)?;
        for action in before {
            self.apply(action).ok()?;
        }
        Some(last)
    }

    /// Ends the turn.
    ///
    /// # Errors
    /// If an action is still required; see [`PartialTurn::can_finish`].
    pub fn finish(&self) -> Result<CompleteTurn, PlayError> {
        if !self.can_finish() {
            return Err(PlayError::Unfinished { side: self.side(), phase: self.phase });
        }
        let position = self.now.handed_over();
        let is_over = self.ends_game || position.is_over(&self.rules);
        Ok(CompleteTurn { turn: self.turn, result: TurnResult { position, is_over } })
    }

    /// Sets the phase after an opening. `was_there` is the number of pawns on the landing row before it.
    fn after_opening(&mut self, to: Row, was_there: u8) {
        let into_goal = to == Row::goal(self.side());
        let steps = match self.rules.goal {
            _ if !into_goal => was_there,
            Goal::Stop => return self.done(WhyDone::OpeningIntoGoal),
            Goal::One => 1,
            Goal::Count => was_there + 1,
        };
        let Some(steps) = NonZeroU8::new(steps) else {
            return self.done(WhyDone::EmptyRow(to));
        };
        if self.now.sources(self.side(), steps.get()).next().is_none() {
            return self.done(WhyDone::FollowUpLost(steps));
        }
        self.phase = Phase::FollowUp(steps);
    }

    /// Sets the phase after a follow-up: a bonus, another turn, or the end of the turn.
    fn after_follow_up(&mut self, action: Action, was_there: u8) {
        let Phase::FollowUp(steps) = self.phase else { return };
        let moved = action.from.steps_ahead(action.to, self.side());
        let exactly_into_goal = action.to == Row::goal(self.side()) && moved == steps.get() as i8;
        // The goal never counts as an empty row (R2).
        let onto_empty_row = action.to.is_inner() && was_there == 0;
        let is_first = self.turn.actions().len() == 2;

        if exactly_into_goal && self.rules.bonus != Bonus::None {
            self.phase = Phase::Bonus;
            if self.bonus_actions().is_empty() {
                self.done(WhyDone::BonusLost);
            }
        } else if onto_empty_row && self.rules.again != Again::None && is_first {
            self.phase = Phase::AnotherTurn;
            if !self.now.has_opening(self.side()) {
                self.done(WhyDone::AnotherTurnLost);
            }
        } else {
            self.done(WhyDone::FollowUpMade);
        }
    }

    fn done(&mut self, why: WhyDone) {
        self.phase = Phase::Done;
        self.why_done = Some(why);
    }

    /// Own pawns that can move `steps` rows forward.
    fn forward_actions(&self, kind: ActionKind, steps: u8) -> Actions {
        let side = self.side();
        let mut actions = Actions::new();
        for from in self.now.sources(side, steps) {
            actions.push(Action { kind, from, to: from.forward(steps, side) });
        }
        actions
    }

    /// Any own pawn one row either way; with `spicy` also any opponent's pawn that is not in its goal (R4).
    fn bonus_actions(&self) -> Actions {
        let mut actions = Actions::new();
        self.add_either_way(ActionKind::Bonus, &mut actions);
        if self.rules.bonus == Bonus::Any {
            self.add_either_way(ActionKind::BonusOnOpponent, &mut actions);
        }
        actions
    }

    fn add_either_way(&self, kind: ActionKind, actions: &mut Actions) {
        let side = kind.pawn_of(self.side());
        for from in Row::ALL {
            let is_locked = kind == ActionKind::BonusOnOpponent && from == Row::goal(side);
            if self.now.count(side, from) == 0 || is_locked {
                continue;
            }
            for to in from.neighbours() {
                if !self.now.is_full(to) {
                    actions.push(Action { kind, from, to });
                }
            }
        }
    }

    /// Checks an action. The order of the checks decides which error is reported: the most helpful one comes first.
    fn check(&self, action: Action) -> Result<(), PlayError> {
        let mover = self.side();
        let side = action.kind.pawn_of(mover);
        let steps = match (self.phase, action.kind) {
            (Phase::Opening | Phase::AnotherTurn, ActionKind::Opening)
            | (Phase::Bonus, ActionKind::Bonus) => 1,
            (Phase::FollowUp(steps), ActionKind::FollowUp) => steps.get(),
            (Phase::Bonus, ActionKind::BonusOnOpponent) if self.rules.bonus == Bonus::Any => 1,
            (Phase::Bonus, ActionKind::BonusOnOpponent) => {
                return Err(PlayError::NoSpicyBonus { rules: self.rules });
            }
            (phase, _) => {
                return Err(PlayError::OutOfPhase { action, side: mover, phase, why_done: self.why_done });
            }
        };
        if self.now.count(side, action.from) == 0 {
            return Err(PlayError::NoPawn { side, row: action.from });
        }
        if action.kind == ActionKind::BonusOnOpponent && action.from == Row::goal(side) {
            return Err(PlayError::Locked { side, row: action.from });
        }
        let lands = if self.phase == Phase::Bonus {
            action.from.neighbours().any(|to| to == action.to)
        } else {
            action.to == action.from.forward(steps, side) && action.to != action.from
        };
        if !lands {
            return Err(PlayError::WrongSteps { action, side, steps });
        }
        if self.now.is_full(action.to) {
            return Err(PlayError::RowFull { action });
        }
        Ok(())
    }
}
