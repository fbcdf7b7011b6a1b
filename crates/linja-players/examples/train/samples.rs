//! Positions with their exact values, from games of players of all strengths.

use linja::{CompleteTurn, Margin, Position, RuleSet, Side, fast};
use linja_oracle::Values;
use linja_players::search::features::{self, ACTIVE};
use linja_testing::Chance;

/// A position and its value.
#[derive(Clone, Copy)]
pub struct Sample {
    pub features: [u16; ACTIVE],
    /// The exact margin for the player to move.
    pub margin: i8,
}

/// The players' errors: for each value `q`, a turn that loses `l` points has a probability proportional to `q^l`. The
/// last one plays at random.
const KEPT_PER_POINT: [f32; 6] = [0.05, 0.3, 0.5, 0.7, 0.85, 1.0];

/// The number of random turns to sample beside each position of a game.
const SIDE_TURNS: usize = 3;

/// An endless source of samples.
pub struct Samples<'a> {
    values: &'a Values,
    chance: Chance,
    turns: Vec<(CompleteTurn, i8)>,
}

impl<'a> Samples<'a> {
    pub fn new(values: &'a Values, seed: u64) -> Samples<'a> {
        Samples { values, chance: Chance::new(seed), turns: Vec::new() }
    }

    /// At least `count` samples, in random order.
    pub fn take(&mut self, count: usize) -> Vec<Sample> {
        let mut samples = Vec::with_capacity(count + 1_000);
        while samples.len() < count {
            self.play(&mut samples);
        }
        for last in (1..samples.len()).rev() {
            samples.swap(last, self.chance.below(last + 1));
        }
        samples
    }

    /// Plays a game and collects its positions, and positions one and two random turns off the game.
    fn play(&mut self, samples: &mut Vec<Sample>) {
        let strength = [(); 2].map(|()| KEPT_PER_POINT[self.chance.below(KEPT_PER_POINT.len())]);
        let mut position = Position::start(Side::Black);
        for turn in 0.. {
            self.look_up_turns(&position);
            samples.extend(self.sample(&position));
            for _ in 0..SIDE_TURNS {
                self.step_aside(samples);
            }
            let kept = strength[turn % 2];
            let (next, _) = self.choose(kept);
            if next.result.is_over {
                return;
            }
            position = next.result.position;
        }
    }

    fn step_aside(&mut self, samples: &mut Vec<Sample>) {
        let (aside, margin) = self.turns[self.chance.below(self.turns.len())];
        if aside.result.is_over {
            return;
        }
        samples.push(Sample { features: features::of(&aside.result.position), margin: -margin });
        let mut further = Vec::new();
        fast::for_each_turn(&aside.result.position, self.rules(), |turn| further.push(turn));
        let further = further[self.chance.below(further.len())];
        if !further.result.is_over {
            samples.extend(self.sample(&further.result.position));
        }
    }

    fn sample(&self, position: &Position) -> Option<Sample> {
        let margin = self.values.value(position)?.0;
        Some(Sample { features: features::of(position), margin })
    }

    /// Fills `turns` with all turns of a position and their margins for the side that plays them.
    fn look_up_turns(&mut self, position: &Position) {
        let (values, rules) = (self.values, *self.values.rules());
        self.turns.clear();
        fast::for_each_turn(position, &rules, |turn| {
            let margin = if turn.result.is_over {
                turn.result.position.score(&rules).margin(position.to_move())
            } else {
                -values.value(&turn.result.position).unwrap_or_default()
            };
            self.turns.push((turn, margin.0));
        });
    }

    fn choose(&mut self, kept_per_point: f32) -> (CompleteTurn, i8) {
        let best = self.turns.iter().map(|&(_, margin)| margin).max().unwrap_or_default();
        let weight = |margin: i8| kept_per_point.powi(i32::from(best) - i32::from(margin));
        let sum: f32 = self.turns.iter().map(|&(_, margin)| weight(margin)).sum();
        let mut rest = self.chance.fraction() * sum;
        for &(turn, margin) in &self.turns {
            rest -= weight(margin);
            if rest < 0.0 {
                return (turn, margin);
            }
        }
        self.turns[0]
    }

    fn rules(&self) -> &'a RuleSet {
        self.values.rules()
    }
}

/// The root mean square error of the margins, in points.
pub fn error(samples: &[Sample], guess: impl Fn(&Sample) -> f32) -> f32 {
    let squares = samples.iter().map(|sample| (guess(sample) - f32::from(sample.margin)).powi(2));
    (squares.sum::<f32>() / samples.len() as f32).sqrt()
}

/// The margin of a sample in the network's unit.
pub fn target(sample: &Sample) -> f32 {
    f32::from(Margin(sample.margin).0) / crate::model::POINTS
}
