//! Measures how well the level of a player can be recognised from the turns of 1, 3 and 10 games:
//! `cargo run --release -p linja-players --example strength -- --rules bonus --data-dir DIR`.
//!
//! Simulated players of every level play ten games each, two players of random levels at a time.

mod common;

use anyhow::Context;
use clap::Parser;
use linja::{Game, Margin, Position, RuleSet, Side};
use linja_oracle::{Oracle, TableError, Values};
use linja_players::{Chance, Level, Strength, choose};

use common::TableArgs;

#[derive(Parser)]
struct Args {
    #[command(flatten)]
    table: TableArgs,
    /// How many players of each level
    #[arg(long, default_value_t = 1000)]
    players: usize,
    /// The seed of everything random
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// After how many games to look at the estimate.
const LOOKS: [usize; 3] = [1, 3, 10];

/// All values in memory.
struct InMemory(Values);

impl Oracle for InMemory {
    fn rules(&self) -> &RuleSet {
        self.0.rules()
    }

    fn value(&self, position: &Position) -> Result<Margin, TableError> {
        Ok(self.0.value(position).unwrap_or_default())
    }
}

/// A player, and what its games tell.
struct Player {
    level: Level,
    games: usize,
    strength: Strength,
}

/// The estimates of the players of one level after some games.
#[derive(Clone, Default)]
struct Tally {
    /// By distance of the estimate from the level.
    by_distance: [usize; 12],
    /// How often the level was within the stated error.
    within_error: usize,
    sum: f64,
    told: usize,
}

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let oracle = InMemory(Values::load(&args.table.open()?, 1)?);
    let mut chance = Chance::new(args.seed);
    let levels: Vec<Level> = Level::all().skip(1).collect();
    let new_player = |level: &Level| Player { level: *level, games: 0, strength: Strength::default() };
    let each = levels.iter().flat_map(|level| std::iter::repeat_n(level, args.players));
    let mut players: Vec<Player> = each.map(new_player).collect();
    let mut tallies = vec![vec![Tally::default(); LOOKS.len()]; levels.len()];
    let most = LOOKS[LOOKS.len() - 1];
    for _ in 0..most {
        for last in (1..players.len()).rev() {
            players.swap(last, chance.below(last + 1));
        }
        for pair in players.chunks_mut(2) {
            play(&oracle, pair, &mut chance)?;
            for player in pair {
                let place = levels.iter().position(|level| *level == player.level).context("a level")?;
                if let Some(look) = LOOKS.iter().position(|&games| games == player.games) {
                    tallies[place][look].add(&levels, place, &player.strength);
                }
            }
        }
    }
    println!("{}: {} players of each level, seed {}", args.table.rules, args.players, args.seed);
    for (look, games) in LOOKS.into_iter().enumerate() {
        let mut shares = 0.0;
        println!(
            "after {games} games: level, mean estimate, exactly, within one level, within the stated error"
        );
        for (level, tallies) in levels.iter().zip(&tallies) {
            shares += tallies[look].print(*level);
        }
        println!("{:>8} {:36.1} %", "mean", shares / levels.len() as f64);
    }
    Ok(())
}

/// One game. A player without a partner plays both sides.
fn play(oracle: &InMemory, pair: &mut [Player], chance: &mut Chance) -> anyhow::Result<()> {
    let begins = if chance.below(2) == 0 { Side::Black } else { Side::Red };
    let mut game = Game::new(*oracle.rules(), begins);
    while !game.is_over() {
        let at = usize::from(game.position().to_move() == Side::Red) % pair.len();
        let player = &mut pair[at];
        let turns = oracle.turns(game.position())?;
        let chosen =
            choose(oracle, game.position(), player.level, chance)?.context("the game is not over")?;
        if turns.iter().any(|turn| turn.item.result != turns[0].item.result) {
            let losses: Vec<u8> = turns.iter().map(|turn| turns[0].value.0.abs_diff(turn.value.0)).collect();
            player.strength.see(&losses, chosen.loss);
        }
        game.play(&chosen.turn.item.turn)?;
    }
    for player in pair {
        player.games += 1;
    }
    Ok(())
}

impl Tally {
    fn add(&mut self, levels: &[Level], place: usize, strength: &Strength) {
        let Some(like) = strength.played_like() else { return };
        let told = levels.iter().position(|level| *level == like.level).unwrap_or_default();
        self.told += 1;
        self.sum += (told + 1) as f64;
        self.by_distance[told.abs_diff(place)] += 1;
        self.within_error += usize::from(told.abs_diff(place) <= usize::from(like.give_or_take));
    }

    /// Prints a line and returns the share within one level in percent.
    fn print(&self, level: Level) -> f64 {
        let share = |count: usize| 100.0 * count as f64 / self.told as f64;
        let near = share(self.by_distance[0] + self.by_distance[1]);
        println!(
            "{level:>8} {:8.1} {:13.1} % {near:11.1} % {:11.1} %",
            self.sum / self.told as f64,
            share(self.by_distance[0]),
            share(self.within_error)
        );
        near
    }
}
