//! Layers, tasks and threads.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::{Counts, Options, Progress, Simd, Sink, SolveError};
use super::{bonus, follow_up, settle};
use crate::geometry::Geometry;
use crate::index::{GROUPS, MAX_ADVANCE};
use crate::lanes::{Baseline, LANES, Row};
use crate::page::{Packer, Pieces};
use crate::plane::{Plane, PlaneSize};
use linja::{Bonus, FollowUp, GoalOpening, RuleSet};

pub(super) struct Sweep {
    pub rules: RuleSet,
    pub geometry: Geometry,
    /// The score of the arrangement of a slot.
    pub scores: Vec<i16>,
    pub values: Plane,
    /// Bonus pending or another turn pending, by the rule set.
    pub pending: Plane,
    /// The best a spicy bonus can do with an opponent's pawn; the rows of one group, see `bonus.rs`.
    pub opponents: Plane,
    simd: Simd,
    threads: usize,
}

/// A worker's own memory.
pub(super) struct Scratch {
    /// The best turn found so far, a row per mover of the task.
    pub best: Vec<Row>,
    /// The same for a turn that earns nothing further.
    pub best_again: Vec<Row>,
    /// Legal positions of the task without an opening: (mover, opponent).
    pub passes: Vec<(usize, usize)>,
    pub counts: Counts,
    packer: Packer,
}

impl Scratch {
    fn new(rows: usize) -> Scratch {
        // One row more than the widest group: what turned-over squares find for a move that can't be made.
        let tile = || vec![Row::ZERO; rows + 1];
        Scratch {
            best: tile(),
            best_again: tile(),
            passes: Vec::new(),
            counts: Counts::default(),
            packer: Packer::new(),
        }
    }
}

/// How large values, pending and opponents are.
pub(super) fn plane_sizes(rules: RuleSet, geometry: &Geometry) -> [PlaneSize; 3] {
    let blocks = geometry.layout.blocks();
    let window = PlaneSize { blocks, rows: geometry.places() };
    let spicy = rules.bonus == Bonus::AnyPawn;
    let group = PlaneSize { blocks, rows: if spicy { geometry.layout.widest_window(1) } else { 0 } };
    [window, window, group]
}

impl Sweep {
    pub fn new(rules: RuleSet, options: &Options) -> Result<Sweep, SolveError> {
        let geometry = Geometry::new();
        let [values, pending, opponents] = plane_sizes(rules, &geometry);
        let planes = || Ok((Plane::new(values)?, Plane::new(pending)?, Plane::new(opponents)?));
        let (values, pending, opponents) = planes().map_err(SolveError::Memory)?;
        let scores =
            geometry.layout.arrangements.iter().map(|slot| crate::arrangement::score(&rules, slot)).collect();
        let (simd, threads) = (options.simd, options.threads.clamp(1, geometry.layout.blocks()));
        Ok(Sweep { rules, geometry, scores, values, pending, opponents, simd, threads })
    }

    /// One layer after the other, each in phases that all threads finish together: opponents' pawns (spicy), tasks, passes,
    /// packing. A task writes the rows of its movers' group, `a`, and reads those of the groups `a + 1` to `a + 6`, which
    /// earlier layers have finished; a plane keeps seven groups, so these never share a place with a row being written.
    /// Passes are settled by one thread, and while pages are packed nobody writes.
    pub fn run(self, progress: &dyn Progress, sink: &mut dyn Sink) -> Result<Counts, SolveError> {
        let widest = self.geometry.layout.widest_window(1);
        let mut workers: Vec<Scratch> = (0..self.threads).map(|_| Scratch::new(widest)).collect();
        let mut counts = Counts::default();
        for layer in (0..=2 * MAX_ADVANCE).rev() {
            if progress.interrupted() {
                return Err(SolveError::Interrupted);
            }
            if self.rules.bonus == Bonus::AnyPawn {
                self.each_block(layer + 2, &mut workers, |sweep, block, advance, scratch| {
                    sweep.opponents_task(block, advance, scratch);
                });
            }
            self.each_block(layer, &mut workers, |sweep, block, advance, scratch| {
                sweep.task(block, advance, scratch);
            });
            settle::passes(&self, &mut workers, &mut counts);
            self.hand_out(layer, &mut workers, sink).map_err(SolveError::Sink)?;
            progress.layer_done(layer, counts.positions);
        }
        Ok(counts)
    }

    /// Packs the pages of a finished layer, on all threads, and gives them to the sink in order.
    fn hand_out(&self, layer: usize, workers: &mut [Scratch], sink: &mut dyn Sink) -> io::Result<()> {
        self.each_block(layer, workers, |sweep, block, advance, scratch| {
            sweep.pack(block, advance, &mut scratch.packer);
        });
        let mut pages: Vec<_> = workers.iter().flat_map(|scratch| scratch.packer.pages()).collect();
        pages.sort_unstable_by_key(|page| page.number);
        pages.into_iter().try_for_each(|page| sink.page(page))?;
        for scratch in workers {
            scratch.packer.clear();
        }
        Ok(())
    }

    fn pack(&self, block: usize, advance: usize, packer: &mut Packer) {
        let column = self.values.block(block);
        // SAFETY: places are rows of the plane, and nobody writes while pages are packed.
        let rows = self.geometry.group_places(advance).map(|places| unsafe { column.rows(places) });
        let number = block * GROUPS + advance;
        match self.simd {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `solve` refuses AVX2 on a CPU without it.
            Simd::Avx2 => unsafe { pack_avx2(packer, number, rows) },
            _ => packer.pack::<Baseline>(number, rows),
        }
    }

    /// Does a piece of work for every block that has a partner group in the layer, on all threads.
    fn each_block<W>(&self, layer: usize, workers: &mut [Scratch], work: W)
    where
        W: Fn(&Sweep, usize, usize, &mut Scratch) + Sync,
    {
        let next = AtomicUsize::new(0);
        let run = |scratch: &mut Scratch| {
            loop {
                let block = next.fetch_add(1, Ordering::Relaxed);
                let Some(&own) = self.geometry.layout.block_advance.get(block) else { return };
                match layer.checked_sub(own) {
                    Some(partner) if partner < GROUPS => work(self, block, partner, scratch),
                    _ => {}
                }
            }
        };
        let (first, rest) = workers.split_first_mut().expect("there is at least one worker");
        std::thread::scope(|scope| {
            for scratch in rest {
                scope.spawn(|| run(scratch));
            }
            run(first);
        });
    }

    /// All movers with this advance against the opponents of the block.
    fn task(&self, block: usize, advance: usize, scratch: &mut Scratch) {
        match self.simd {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `solve` refuses AVX2 on a CPU without it.
            Simd::Avx2 => unsafe { task_avx2(self, block, advance, scratch) },
            _ => task::<Baseline>(self, block, advance, scratch),
        }
    }

    fn opponents_task(&self, block: usize, advance: usize, scratch: &mut Scratch) {
        match self.simd {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `solve` refuses AVX2 on a CPU without it.
            Simd::Avx2 => unsafe { opponents_avx2(self, block, advance, scratch) },
            _ => bonus::opponents::<Baseline>(self, block, advance, scratch),
        }
    }

    pub fn may_decline(&self) -> bool {
        self.rules.follow_up == FollowUp::Optional
    }

    pub fn goal_opening_steps(&self) -> usize {
        match self.rules.goal_opening {
            GoalOpening::Nothing => 0,
            GoalOpening::OneStep => 1,
        }
    }

    /// The cell for a margin by the score of two slots, for the first of them.
    pub fn margin(&self, own: usize, other: usize) -> u8 {
        (crate::lanes::BIAS + i32::from(self.scores[own]) - i32::from(self.scores[other])) as u8
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi2")]
fn task_avx2(sweep: &Sweep, block: usize, advance: usize, scratch: &mut Scratch) {
    task::<crate::lanes::Avx2>(sweep, block, advance, scratch);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi2")]
fn opponents_avx2(sweep: &Sweep, block: usize, advance: usize, scratch: &mut Scratch) {
    bonus::opponents::<crate::lanes::Avx2>(sweep, block, advance, scratch);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi2")]
fn pack_avx2(packer: &mut Packer, number: usize, rows: Pieces) {
    packer.pack::<crate::lanes::Avx2>(number, rows);
}

#[inline(always)]
fn task<L: crate::lanes::Lanes>(sweep: &Sweep, block: usize, advance: usize, scratch: &mut Scratch) {
    let rows = sweep.geometry.layout.padded_group(advance).len();
    scratch.best[..rows].fill(Row::ZERO);
    if sweep.rules.another_turn {
        scratch.best_again[..rows].fill(Row::ZERO);
        follow_up::best_turns::<L, true>(sweep, block, advance, scratch);
    } else {
        bonus::pending::<L>(sweep, block, advance + 2);
        follow_up::best_turns::<L, false>(sweep, block, advance, scratch);
    }
    settle::rows::<L>(sweep, block, advance, scratch);
    settle::turn_over(sweep, block, advance, scratch);
}

/// The slots of a block.
pub(super) fn slots_of(block: usize) -> std::ops::Range<usize> {
    block * LANES..(block + 1) * LANES
}
