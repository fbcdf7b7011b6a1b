//! The values of all positions against one opponent's arrangement, derived from the table.
//!
//! All positions after a turn against this opponent are in one row of the table, the row in which the opponent is to
//! move: 64 KB that stay in the CPU's cache. What may follow an action depends only on the mover's arrangement after it.
//! So each stage of a turn is a *plane*, a cell for each of the mover's arrangements, derived from the planes of the
//! later stages. Openings come last: each arrangement offers its best follow-up to the arrangements before the opening.

use linja::{Again, Bonus, End, Follow, Goal, Over, RuleSet};

use super::moves::{Arrangements, Counts, Moves};
use crate::arrangement::{Arrangement, GOAL, ROWS};
use crate::cells::BIAS;
use crate::layout::{NOWHERE, layout};
use crate::values::Values;

/// A cell for each slot, as in `cells.rs`, for the player who makes the turn. Every `u16` is a valid index.
pub(super) type Plane = [u8; 1 << 16];

/// The best follow-ups by the pawns on the landing row after the opening: one more than the steps. There is none from 8
/// steps on that does not drop steps, so that 9 stands for more.
type ByPawns = [u8; MOST_PAWNS + 1];
const MOST_PAWNS: usize = 9;

/// Whether the end condition held earlier in the turn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Latch {
    Open,
    Closed,
}

/// A plane for either state of the latch.
struct Latched {
    open: Box<Plane>,
    closed: Box<Plane>,
}

impl Latched {
    fn new() -> Latched {
        Latched { open: zeros(), closed: zeros() }
    }

    fn clear(&mut self) {
        self.open.fill(0);
        self.closed.fill(0);
    }

    fn get(&self, latch: Latch) -> &Plane {
        match latch {
            Latch::Open => &self.open,
            Latch::Closed => &self.closed,
        }
    }
}

/// The position is legal.
const LEGAL: u8 = 1;
/// The end condition holds.
const OVER: u8 = 2;

#[allow(clippy::large_stack_arrays, reason = "64 kB, a few times")]
fn zeros() -> Box<Plane> {
    Box::new([0; 1 << 16])
}

/// The work on one opponent after the other. Keeps its memory.
pub(super) struct Derivation<'a> {
    values: &'a Values,
    rules: RuleSet,
    all: &'a Arrangements,
    opponent: usize,
    /// The opponent's pawns by the mover's rows.
    opposite: Counts,
    /// The movers that are legal against the opponent, and those of them whose position is over.
    legal: Vec<u16>,
    over: Vec<u16>,
    /// [`LEGAL`] and [`OVER`] for each mover.
    state: Box<Plane>,
    /// The value of ending the turn.
    end: Latched,
    /// The value after a follow-up that reached the goal exactly.
    bonus: Latched,
    /// The value after a follow-up that ended on an empty inner row.
    again: Latched,
    /// The opponent's slots after a bonus on one of its pawns.
    pushed: Vec<usize>,
    pushed_best: Box<Plane>,
}

impl<'a> Derivation<'a> {
    pub fn new(values: &'a Values, all: &'a Arrangements) -> Derivation<'a> {
        Derivation {
            values,
            rules: *values.rules(),
            all,
            opponent: 0,
            opposite: Counts::default(),
            legal: Vec::new(),
            over: Vec::new(),
            state: zeros(),
            end: Latched::new(),
            bonus: Latched::new(),
            again: Latched::new(),
            pushed: Vec::new(),
            pushed_best: zeros(),
        }
    }

    /// Writes the derived cell of each mover against the opponent, 0 where the position is not legal, and returns the number
    /// of legal positions.
    pub fn derive(&mut self, opponent: usize, cells: &mut Plane) -> u64 {
        if layout().arrangements[opponent].is_none() {
            cells.fill(0);
            return 0;
        }
        self.look_at(opponent);
        self.end_turns();
        if self.rules.bonus != Bonus::None {
            self.add_bonus();
        }
        let has_again = self.rules.again != Again::None;
        if has_again {
            self.add_other_turns(cells);
        }
        self.turns(Latch::Open, has_again, cells);
        for (mover, cell) in cells.iter_mut().enumerate() {
            *cell = match (self.state[mover], *cell) {
                (LEGAL, 0) => self.after_pass(mover),
                (LEGAL, best) => best,
                (0, _) => 0,
                _ => self.margin(mover),
            };
        }
        self.legal.len() as u64
    }

    fn look_at(&mut self, opponent: usize) {
        self.opponent = opponent;
        self.opposite = self.all.counts[opponent].turned();
        self.legal.clear();
        self.over.clear();
        for &slot in &self.all.slots {
            let mover = usize::from(slot);
            let counts = self.all.counts[mover];
            let is_legal = !counts.and(self.opposite).overfill();
            let is_over = is_legal
                && if self.rules.over == Over::Apart {
                    counts.are_apart(self.opposite)
                } else {
                    self.all.have_passed(mover, opponent)
                };
            self.state[mover] = (u8::from(is_legal) * LEGAL) | (u8::from(is_over) * OVER);
            if is_legal {
                self.legal.push(slot);
            }
            if is_over {
                self.over.push(slot);
            }
        }
    }

    /// Whether a final position need not be over by itself: something follows the end that may undo it, or need not keep
    /// it.
    fn latches(&self) -> bool {
        let RuleSet { over, bonus, again, end, .. } = self.rules;
        end == End::Turn && (over == Over::Apart || bonus != Bonus::None || again != Again::None)
    }

    fn is_over(&self, mover: usize) -> bool {
        self.state[mover] & OVER != 0
    }

    /// The cell of the final margin.
    fn margin(&self, mover: usize) -> u8 {
        self.margin_against(mover, self.opponent)
    }

    fn margin_against(&self, mover: usize, opponent: usize) -> u8 {
        (i16::from(BIAS) + self.all.scores[mover] - self.all.scores[opponent]) as u8
    }

    /// The mover has no opening. The opponent goes on, or the game is over (R1).
    fn after_pass(&self, mover: usize) -> u8 {
        let opponent_opens = self.all.can_open(self.opponent, self.all.counts[mover].turned());
        if opponent_opens { self.end.open[mover] } else { self.margin(mover) }
    }

    /// Ending the turn gives minus the opponent's value, or the final margin once the latch is closed.
    fn end_turns(&mut self) {
        let row = self.values.row(self.opponent);
        for (end, value) in self.end.open.iter_mut().zip(row) {
            *end = value.wrapping_neg();
        }
        if self.latches() {
            self.end.closed.fill(0);
            for &slot in &self.legal {
                self.end.closed[usize::from(slot)] = self.margin(usize::from(slot));
            }
        }
    }

    /// The movers that a closed latch can concern: with `passed`, only those who have passed, because no forward move
    /// undoes that.
    fn latched(&self) -> &[u16] {
        match () {
            () if self.rules.end == End::Now => &[],
            () if self.rules.over == Over::Apart => &self.legal,
            () => &self.over,
        }
    }

    fn add_bonus(&mut self) {
        if self.rules.bonus == Bonus::Any {
            self.push_opponent();
        }
        self.bonus.clear();
        for i in 0..self.latched().len() {
            let mover = usize::from(self.latched()[i]);
            let own = self.own_bonus(mover, Latch::Closed);
            self.bonus.closed[mover] = own.max(self.latched_push(mover));
        }
        for &slot in &self.legal {
            let mover = usize::from(slot);
            // The pawn that earned the bonus stands in the goal.
            if self.all.counts[mover].on(GOAL) == 0 {
                continue;
            }
            self.bonus.open[mover] = match self.is_over(mover) {
                false => self.own_bonus(mover, Latch::Open).max(self.pushed_best[mover]),
                true if self.rules.end == End::Now => self.end.open[mover],
                true => self.bonus.closed[mover],
            };
        }
    }

    /// Declining the bonus, or moving an own pawn one row.
    #[inline(always)]
    fn own_bonus(&self, mover: usize, latch: Latch) -> u8 {
        let (end, steps) = (self.end.get(latch), &self.all.moves[mover]);
        (1..ROWS).fold(end[mover], |best, row| {
            best.max(end[steps.forward(row - 1, row)]).max(end[steps.back(row)])
        })
    }

    /// The best bonus on the opponent's pawns, for all movers at once.
    fn push_opponent(&mut self) {
        let Some(opponent) = layout().arrangements[self.opponent] else { return };
        // A pawn in its goal is locked (R4).
        let forward = (0..GOAL).map(|row| opponent.moved(row, row + 1));
        let back = (1..GOAL).map(|row| opponent.moved(row, row - 1));
        let slot = |after: Arrangement| layout().slot(after);
        self.pushed = forward.chain(back).flatten().filter_map(slot).collect();
        self.pushed_best.fill(0);
        for &pushed in &self.pushed {
            for (best, value) in self.pushed_best.iter_mut().zip(self.values.row(pushed)) {
                *best = (*best).max(value.wrapping_neg());
            }
        }
    }

    /// The best bonus on the opponent's pawns after the latch is closed: the final margin counts.
    fn latched_push(&self, mover: usize) -> u8 {
        let is_legal =
            |pushed: &usize| !self.all.counts[mover].and(self.all.counts[*pushed].turned()).overfill();
        let legal = self.pushed.iter().copied().filter(is_legal);
        legal.map(|pushed| self.margin_against(mover, pushed)).max().unwrap_or(0)
    }

    /// The value of a follow-up that earns another turn, which earns no third (H1). Uses `other` as memory.
    fn add_other_turns(&mut self, other: &mut Plane) {
        self.again.clear();
        if self.rules.end == End::Turn {
            self.turns(Latch::Closed, false, other);
            for i in 0..self.latched().len() {
                let mover = usize::from(self.latched()[i]);
                self.again.closed[mover] = self.other_turn(self.end.closed[mover], other[mover]);
            }
        }
        self.turns(Latch::Open, false, other);
        for &slot in &self.legal {
            let mover = usize::from(slot);
            self.again.open[mover] = match self.is_over(mover) {
                false => self.other_turn(self.end.open[mover], other[mover]),
                true if self.rules.end == End::Now => self.end.open[mover],
                true => self.again.closed[mover],
            };
        }
    }

    /// Another turn without an opening ends the turn (R7).
    fn other_turn(&self, end: u8, other_turn: u8) -> u8 {
        match (self.rules.again, other_turn) {
            (_, 0) => end,
            (Again::May, other) => end.max(other),
            (_, other) => other,
        }
    }

    /// Fills `best` with an opening and a follow-up, which earns another turn if `with_again`.
    fn turns(&self, latch: Latch, with_again: bool, best: &mut Plane) {
        match (with_again, self.rules.goal == Goal::Count) {
            (false, false) => self.turns_of::<false, 5>(latch, best),
            (true, false) => self.turns_of::<true, 5>(latch, best),
            (false, true) => self.turns_of::<false, 8>(latch, best),
            (true, true) => self.turns_of::<true, 8>(latch, best),
        }
    }

    fn turns_of<const AGAIN: bool, const STEPS: usize>(&self, latch: Latch, best: &mut Plane) {
        best.fill(0);
        let opened = if latch == Latch::Closed { self.latched() } else { &self.legal };
        for &slot in opened {
            let opened = usize::from(slot);
            let both = self.all.counts[opened].and(self.opposite);
            let is_over = self.is_over(opened);
            let by_pawns = if is_over && self.rules.end == End::Now {
                [self.end.open[opened]; MOST_PAWNS + 1]
            } else {
                let latch = if is_over { Latch::Closed } else { latch };
                self.follow_ups::<AGAIN, STEPS>(opened, both, latch)
            };
            let moves = &self.all.moves[opened];
            for row in 1..GOAL {
                offer(best, moves.back(row), by_pawns[both.on(row).min(MOST_PAWNS)]);
            }
            offer(best, moves.back(GOAL), by_pawns[self.pawns_for_goal(both.on(GOAL))]);
        }
        // Rows without a pawn offer to this slot.
        best[usize::from(NOWHERE)] = 0;
    }

    /// The pawns on an inner row that allow as many steps as an opening into the goal.
    #[inline(always)]
    fn pawns_for_goal(&self, in_goal: usize) -> usize {
        match self.rules.goal {
            Goal::Stop => 1,
            Goal::One => 2,
            // One of the pawns in the goal is the one that opened.
            Goal::Count => (in_goal + 1).min(MOST_PAWNS),
        }
    }

    #[inline(always)]
    fn follow_ups<const AGAIN: bool, const STEPS: usize>(
        &self,
        opened: usize,
        both: Counts,
        latch: Latch,
    ) -> ByPawns {
        let latch = if self.latches() { latch } else { Latch::Open };
        let (end, moves) = (self.end.get(latch), &self.all.moves[opened]);
        let bonus = if self.rules.bonus == Bonus::None { end } else { self.bonus.get(latch) };
        let mut best = [0; MOST_PAWNS];
        for to in 1..GOAL {
            let landing = if AGAIN && both.on(to) == 0 { self.again.get(latch) } else { end };
            for steps in 1..=to.min(STEPS) {
                best[steps] = best[steps].max(landing[moves.forward(to - steps, to)]);
            }
        }
        into_goal::<STEPS>(moves, end, bonus, &mut best);
        let still = end[opened];
        let mut by_pawns = [still; MOST_PAWNS + 1];
        for steps in 1..=STEPS {
            by_pawns[steps + 1] = match best[steps] {
                0 => still,
                made if self.rules.follow == Follow::May => made.max(still),
                made => made,
            };
        }
        by_pawns
    }
}

/// Follow-ups into the goal: with the exact count, or with steps dropped.
#[inline(always)]
#[allow(clippy::needless_range_loop, reason = "a number of steps and an index at once")]
fn into_goal<const STEPS: usize>(moves: &Moves, end: &Plane, bonus: &Plane, best: &mut [u8; MOST_PAWNS]) {
    let mut dropping_steps = 0;
    for steps in 1..=STEPS {
        if steps <= GOAL {
            let after = moves.forward(GOAL - steps, GOAL);
            best[steps] = best[steps].max(dropping_steps).max(bonus[after]);
            dropping_steps = dropping_steps.max(end[after]);
        } else {
            best[steps] = best[steps].max(dropping_steps);
        }
    }
}

#[inline(always)]
fn offer(best: &mut Plane, slot: usize, value: u8) {
    best[slot] = best[slot].max(value);
}
