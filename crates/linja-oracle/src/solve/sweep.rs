//! Layers, tasks and threads.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};

#[cfg(target_arch = "x86_64")]
use super::Pieces;
use super::gains::Rises;
use super::shape::{Ending, Kernel, Kinds, LikeBonus, LikeClassic, Steps, most_steps};
use super::{Collect, Options, SolveError};
use super::{bonus, follow_up, settle};
use crate::arrangement::{Arrangement, ROWS};
use crate::cell_row::CellRow;
use crate::cells::{BIAS, Cells, LANES};
use crate::counts::Counts;
use crate::geometry::{Geometry, Window};
#[cfg(target_arch = "x86_64")]
use crate::lanes::Avx2;
use crate::lanes::{Kind, Lanes as _, Simd, Vectors};
use crate::layout::{ALL_POSITIONS, layout, page_number};
use crate::memory::Reserve;
use crate::plane::{Plane, PlaneSize};
use crate::progress::{Observer, Progress};
use linja::{Again, Bonus, Follow, Over, RuleSet};

pub(super) struct Sweep<R: CellRow> {
    pub rules: RuleSet,
    pub geometry: Geometry,
    pub ending: Ending,
    /// The score of the arrangement of a slot.
    pub scores: Vec<i16>,
    /// The same by block, as bytes without the bias.
    block_scores: Vec<Cells>,
    pub rises: Rises,
    pub values: Plane<R>,
    /// Another turn pending, if the rule set has one.
    pub again: Plane<R>,
    /// Bonus pending, if the rule set has one.
    pub bonus: Plane<R>,
    /// The best value of a spicy bonus on an opponent's pawn; the rows of one group, see `bonus.rs`.
    pub opponents: Plane<R>,
    kernel: Kernel,
    /// What is counted beside the values.
    pub context: R::Context,
    simd: Simd,
    threads: usize,
}

/// The layer of the only position in which all pawns are in the goal.
pub(super) const LAST_LAYER: usize = 2 * Arrangement::MAX_ADVANCE;

/// What the threads of a sweep keep from layer to layer.
pub(super) struct Team<R, C> {
    workers: Vec<Scratch<R>>,
    pub collectors: Vec<C>,
    pub counts: Counts,
}

impl<R: CellRow, C> Team<R, C> {
    pub fn new(threads: usize, collector: impl Fn() -> C) -> Team<R, C> {
        let widest = layout().widest_window(1);
        Team {
            workers: (0..threads).map(|_| Scratch::new(widest)).collect(),
            collectors: (0..threads).map(|_| collector()).collect(),
            counts: Counts::default(),
        }
    }
}

/// A worker's own memory.
pub(super) struct Scratch<R> {
    /// The best found so far, a row per mover of the task: of a turn, and of another turn, which earns no further one.
    pub tiles: [Vec<R>; 2],
    /// Legal positions of the task without an opening: (mover, opponent).
    pub passes: Vec<(usize, usize)>,
    pub counts: Counts,
}

impl<R: CellRow> Scratch<R> {
    fn new(rows: usize) -> Scratch<R> {
        // One row more than the widest group, for impossible moves.
        let tile = || vec![R::ZERO; rows + 1];
        Scratch { tiles: [tile(), tile()], passes: Vec::new(), counts: Counts::default() }
    }
}

/// The sizes of the planes in the order of the fields of [`Sweep`]; those that a rule set does not need are empty.
pub(super) fn plane_sizes(rules: &RuleSet) -> [PlaneSize; 4] {
    let blocks = layout().blocks();
    let plane = |rows: usize, is_needed: bool| PlaneSize { blocks, rows: if is_needed { rows } else { 0 } };
    let (window, group) = (window(rules).rows(), layout().widest_window(1));
    [
        plane(window, true),
        plane(window, rules.again != Again::None),
        plane(window, rules.bonus != Bonus::None),
        plane(group, rules.bonus == Bonus::Any),
    ]
}

fn window(rules: &RuleSet) -> Window {
    // Before the turn, after the opening, and after a follow-up. More steps than to the goal are dropped.
    Window::of_groups(2 + most_steps(rules).min(ROWS - 1))
}

impl<R: CellRow> Sweep<R> {
    pub fn new(
        rules: RuleSet,
        options: &Options,
        context: R::Context,
        reserve: &mut Reserve,
    ) -> Result<Sweep<R>, SolveError> {
        let planes = plane_sizes(&rules).into_iter().map(|size| Plane::new(size, reserve));
        let planes = planes.collect::<Result<Vec<_>, _>>();
        let planes = planes.map_err(SolveError::Memory)?;
        let [values, again, bonus, opponents] = planes.try_into().ok().expect("as many planes as sizes");
        let score = |slot: &Option<Arrangement>| slot.map_or(0, |arrangement| arrangement.score(&rules));
        let scores: Vec<i16> = layout().arrangements.iter().map(score).collect();
        let blocks = scores.as_chunks::<LANES>().0.iter();
        Ok(Sweep {
            rules,
            geometry: Geometry::new(window(&rules)),
            ending: Ending::of(&rules),
            block_scores: blocks.map(|block| Cells(block.map(|score| score as u8))).collect(),
            scores,
            rises: Rises::new(&rules),
            values,
            again,
            bonus,
            opponents,
            kernel: Kernel::of(&rules),
            context,
            simd: options.simd,
            threads: options.threads.clamp(1, layout().blocks()),
        })
    }

    /// One layer after the other, from 168 to `last`. Every thread has a collector; `layer_done` gets them all after every
    /// layer.
    pub fn run<C: Collect<R>>(
        &self,
        last: usize,
        observer: &dyn Observer,
        collector: impl Fn() -> C,
        mut layer_done: impl FnMut(&mut [C]) -> io::Result<()>,
    ) -> Result<(Counts, Vec<C>), SolveError> {
        let mut team = Team::new(self.threads, collector);
        for layer in (last..=LAST_LAYER).rev() {
            let progress = self.layer(layer, &mut team);
            layer_done(&mut team.collectors).map_err(SolveError::Sink)?;
            if observer.report(progress).is_break() {
                return Err(SolveError::Interrupted);
            }
        }
        Ok((team.counts, team.collectors))
    }

    /// One layer, after the one above it, in phases: opponents' pawns (spicy), tasks, passes, collecting. All threads finish a
    /// phase before the next begins.
    ///
    /// # Who may use which rows
    /// Every `unsafe` access to a plane relies on the following. Let `b` be a block with advance `d` in layer `L`.
    /// - **Tasks, values.** The task of `b` reads rows of the column `b`, of movers with an advance from `L − d + 1` to
    ///   `L − d + 6`, with `goal count` `L − d + 8`; a spicy bonus also reads single cells of neighbouring columns, one to three groups above those
    ///   being written there. It writes the rows of `b` itself, in the columns of its movers, whose advance is `L − d`.
    ///   So in any column of advance `e` this layer writes only rows with advance `L − e`, each task its own block of
    ///   rows, and reads only rows of the groups above. So many neighbouring groups never share a place, because a
    ///   column has room for a [`Window`] of them.
    /// - **Tasks, again and bonus.** Only the task of `b` reads and writes the column `b`.
    /// - **Opponents' pawns.** Nobody writes values. The task of `b` writes the rows of `b` in the plane of opponents,
    ///   which nobody reads; the tasks of the next phase read it, and nobody writes it.
    /// - **Passes** are settled by one thread.
    /// - **Collecting** only reads.
    ///
    /// [`Sweep::each_block`] starts one task per block. That a row exists is checked by the planes or, in the innermost
    /// loops, follows from the type [`Place`](crate::geometry::Place).
    pub fn layer<C: Collect<R>>(&self, layer: usize, team: &mut Team<R, C>) -> Progress {
        if self.rules.bonus == Bonus::Any {
            self.each_block(layer + 2, &mut team.workers, |sweep, block, advance, scratch| {
                sweep.opponents_task(block, advance, scratch);
            });
        }
        self.each_block(layer, &mut team.workers, |sweep, block, advance, scratch| {
            sweep.task(block, advance, scratch);
        });
        settle::passes(self, &mut team.workers, &mut team.counts);
        self.each_block(layer, &mut team.collectors, |sweep, block, advance, collector| {
            sweep.collect(block, advance, collector);
        });
        Progress { positions: team.counts.positions, total: Some(ALL_POSITIONS), layer: Some(layer as u8) }
    }

    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Keeps the memory for the next sweep.
    pub fn put_back(self, reserve: &mut Reserve) {
        let Sweep { values, again, bonus, opponents, .. } = self;
        for plane in [values, again, bonus, opponents] {
            reserve.put_back(plane.into_memory());
        }
    }

    /// Does a piece of work for every block that has a partner group in the layer, on a thread for each worker.
    fn each_block<T: Send, W>(&self, layer: usize, workers: &mut [T], work: W)
    where
        W: Fn(&Sweep<R>, usize, usize, &mut T) + Sync,
    {
        let next = AtomicUsize::new(0);
        let run = |worker: &mut T| {
            loop {
                let block = next.fetch_add(1, Ordering::Relaxed);
                if block >= layout().blocks() {
                    return;
                }
                if let Some(partner) = layout().partner(block, layer) {
                    work(self, block, partner, worker);
                }
            }
        };
        let (first, rest) = workers.split_first_mut().expect("there is at least one worker");
        std::thread::scope(|scope| {
            for worker in rest {
                scope.spawn(|| run(worker));
            }
            run(first);
        });
    }

    /// All movers with this advance against the opponents of the block.
    fn task(&self, block: usize, advance: usize, scratch: &mut Scratch<R>) {
        match self.simd.0 {
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(avx2) => avx2.task(self, block, advance, scratch),
            Kind::Baseline(baseline) => {
                task(R::baseline(baseline, self.context), self, block, advance, scratch);
            }
        }
    }

    fn opponents_task(&self, block: usize, advance: usize, scratch: &mut Scratch<R>) {
        match self.simd.0 {
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(avx2) => avx2.opponents(self, block, advance, scratch),
            Kind::Baseline(baseline) => {
                bonus::opponents(R::baseline(baseline, self.context), self, block, advance, scratch);
            }
        }
    }

    /// Gives the finished page of a block and an advance to the collector.
    fn collect(&self, block: usize, advance: usize, collector: &mut impl Collect<R>) {
        let column = self.values.block(block);
        // SAFETY: nobody writes while pages are collected.
        let rows = self.geometry.group_places(advance).map(|places| unsafe { column.rows(places) });
        let number = page_number(block, advance);
        match self.simd.0 {
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(avx2) => avx2.collect(collector, number, rows),
            Kind::Baseline(baseline) => collector.page(baseline, number, rows),
        }
    }

    pub fn may_decline(&self) -> bool {
        self.rules.follow == Follow::May
    }

    pub fn has_again(&self) -> bool {
        self.rules.again != Again::None
    }

    pub fn is_apart(&self) -> bool {
        self.rules.over == Over::Apart
    }

    /// The cell for a margin by the score of two slots, for the first of them.
    pub fn margin(&self, own: usize, other: usize) -> u8 {
        (i16::from(BIAS) + self.scores[own] - self.scores[other]) as u8
    }

    /// The same against all opponents of a block; meaningless for padding.
    #[inline(always)]
    pub fn margins<V: Vectors<Row = R>>(&self, v: V, own: usize, block: usize) -> V::Lanes {
        let own = v.splat((i16::from(BIAS) + self.scores[own]) as u8);
        v.ended(own.sub(v.values(&self.block_scores[block])))
    }
}

/// The kernels compiled for AVX2 and BMI2.
#[cfg(target_arch = "x86_64")]
impl Avx2 {
    fn task<R: CellRow>(self, sweep: &Sweep<R>, block: usize, advance: usize, scratch: &mut Scratch<R>) {
        #[target_feature(enable = "avx2,bmi2")]
        fn compiled<R: CellRow>(
            v: R::Wide,
            sweep: &Sweep<R>,
            block: usize,
            advance: usize,
            scratch: &mut Scratch<R>,
        ) {
            task(v, sweep, block, advance, scratch);
        }
        // SAFETY: `self` proves that the CPU has both.
        unsafe { compiled(R::wide(self, sweep.context), sweep, block, advance, scratch) }
    }

    fn opponents<R: CellRow>(self, sweep: &Sweep<R>, block: usize, advance: usize, scratch: &mut Scratch<R>) {
        #[target_feature(enable = "avx2,bmi2")]
        fn compiled<R: CellRow>(
            v: R::Wide,
            sweep: &Sweep<R>,
            block: usize,
            advance: usize,
            scratch: &mut Scratch<R>,
        ) {
            bonus::opponents(v, sweep, block, advance, scratch);
        }
        // SAFETY: `self` proves that the CPU has both.
        unsafe { compiled(R::wide(self, sweep.context), sweep, block, advance, scratch) }
    }

    fn collect<R: CellRow, C: Collect<R>>(self, collector: &mut C, number: usize, rows: Pieces<R>) {
        #[target_feature(enable = "avx2,bmi2")]
        fn compiled<R: CellRow, C: Collect<R>>(v: Avx2, collector: &mut C, number: usize, rows: Pieces<R>) {
            collector.page(v, number, rows);
        }
        // SAFETY: `self` proves that the CPU has both.
        unsafe { compiled(self, collector, number, rows) }
    }
}

#[inline(always)]
fn task<V: Vectors>(
    v: V,
    sweep: &Sweep<V::Row>,
    block: usize,
    advance: usize,
    scratch: &mut Scratch<V::Row>,
) {
    let rows = layout().padded_group(advance).len();
    scratch.tiles[0][..rows].fill(V::Row::ZERO);
    if sweep.has_again() {
        scratch.tiles[1][..rows].fill(V::Row::ZERO);
    }
    if sweep.rules.bonus != Bonus::None {
        bonus::pending(v, sweep, block, advance + 2);
    }
    best_turns(v, sweep, block, advance, scratch);
    settle::rows(v, sweep, block, advance, scratch);
    settle::write_back(sweep, block, advance, scratch);
}

#[inline(always)]
fn best_turns<V: Vectors>(
    v: V,
    sweep: &Sweep<V::Row>,
    block: usize,
    advance: usize,
    scratch: &mut Scratch<V::Row>,
) {
    use follow_up::{FEW, MANY, best_turns};
    match sweep.kernel {
        Kernel::LikeBonus => best_turns::<V, _, FEW, 1>(v, LikeBonus, sweep, block, advance, scratch),
        Kernel::LikeClassic => best_turns::<V, _, FEW, 2>(v, LikeClassic, sweep, block, advance, scratch),
        Kernel::Any(any, kinds, steps) => match (kinds, steps) {
            (Kinds::One, Steps::Few) => best_turns::<V, _, FEW, 1>(v, any, sweep, block, advance, scratch),
            (Kinds::Two, Steps::Few) => best_turns::<V, _, FEW, 2>(v, any, sweep, block, advance, scratch),
            (Kinds::One, Steps::Many) => best_turns::<V, _, MANY, 1>(v, any, sweep, block, advance, scratch),
            (Kinds::Two, Steps::Many) => best_turns::<V, _, MANY, 2>(v, any, sweep, block, advance, scratch),
        },
    }
}
