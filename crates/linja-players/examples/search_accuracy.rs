//! Measures how often the search finds a best turn and how many points its turns lose, compared with the solved table:
//! `cargo run --release -p linja-players --example search_accuracy -- --rules bonus --times 100ms,1s`.
//!
//! Takes one random position from each of many games between levels 4 to 6. Searches each position once, for the
//! longest time, on one core, and records the answers at the shorter times on the way. With `--weights-of` the search judges
//! positions with the weights of another rule set; all else stays that of the rules.

mod common;

use std::fs;
use std::path::Path;
use std::str::FromStr;
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Parser;
use linja::{BySide, Position, RuleSet, Side};
use linja_oracle::{Oracle as _, Table, ValuedTurn};
use linja_players::search::network::Network;
use linja_players::search::{Found, Limits, Search, file_of, network_of};
use linja_players::{Chance, Level, play_game};

use common::TableArgs;

#[derive(Parser)]
struct Args {
    #[command(flatten)]
    table: TableArgs,
    /// How many positions
    #[arg(long, default_value_t = 2000)]
    positions: usize,
    /// After how long to look at the answer
    #[arg(long, value_delimiter = ',', default_value = "100ms,1s", conflicts_with = "nodes")]
    times: Vec<Point>,
    /// After how many nodes to look at the answer, instead of times
    #[arg(long, value_delimiter = ',')]
    nodes: Vec<u64>,
    /// Whose weights judge positions, if not those of the rule set itself
    #[arg(long, value_name = "RULES")]
    weights_of: Option<RuleSet>,
    /// The seed of the games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Memory of the search in megabytes
    #[arg(long, default_value_t = 64)]
    memory: usize,
}

/// When to record the answer of a search.
#[derive(Clone, Copy)]
enum Point {
    Time(Duration),
    Nodes(u64),
}

/// The answers at one point, summed over all positions.
#[derive(Default)]
struct Tally {
    exact: usize,
    loss: u64,
    depth: u64,
    settled: usize,
}

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let table = args.table.open()?;
    let mut chance = Chance::new(args.seed);
    let points =
        if args.nodes.is_empty() { args.times } else { args.nodes.into_iter().map(Point::Nodes).collect() };
    let longest = *points.iter().max_by_key(|point| point.rank()).context("no time given")?;
    let rules = args.table.rules;
    let weights_of = args.weights_of.unwrap_or(rules);
    let mut search = Search::with_network(&rules, network(&weights_of)?, args.memory << 20);
    let mut tallies: Vec<Tally> = points.iter().map(|_| Tally::default()).collect();
    let (mut nodes, mut time) = (0, Duration::ZERO);
    let begun = Instant::now();
    for _ in 0..args.positions {
        let position = sample(&table, &mut chance)?;
        let turns = table.turns(&position)?;
        // The last answer before each point.
        let mut answers: Vec<Option<Found>> = vec![None; points.len()];
        let last = search.best_observed(&position, &longest.limits(), |found| {
            for (answer, point) in answers.iter_mut().zip(&points) {
                if answer.is_none() || point.is_after(found) {
                    *answer = Some(found.clone());
                }
            }
        });
        nodes += last.nodes;
        time += last.time;
        for ((tally, answer), point) in tallies.iter_mut().zip(answers).zip(&points) {
            let answer = answer.filter(|_| point.rank() < longest.rank()).unwrap_or_else(|| last.clone());
            tally.add(&answer, &turns)?;
        }
    }
    let Args { positions, seed, memory, .. } = args;
    println!("{rules}, weights of {weights_of}, {positions} positions of seed {seed}, {memory} MB");
    for (tally, point) in tallies.iter().zip(&points) {
        tally.print(*point, args.positions);
    }
    println!(
        "{:.0} nodes a second, {:.0} s in all",
        nodes as f64 / time.as_secs_f64(),
        begun.elapsed().as_secs_f64()
    );
    Ok(())
}

/// The network with the weights of a rule set.
fn network(rules: &RuleSet) -> anyhow::Result<Network> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/search/weights");
    let file = folder.join(file_of(rules));
    let content = fs::read(&file).with_context(|| format!("reading {}", file.display()))?;
    network_of(rules, &content).with_context(|| format!("{} has another size", file.display()))
}

impl Tally {
    fn add(&mut self, found: &Found, turns: &[ValuedTurn]) -> anyhow::Result<()> {
        let played = found.turns.first().map(|best| best.item);
        let played = turns.iter().find(|turn| Some(turn.item) == played).context("an illegal turn")?;
        let loss = loss(turns, played);
        self.exact += usize::from(loss == 0);
        self.loss += u64::from(loss);
        self.depth += u64::from(found.depth);
        self.settled += usize::from(found.settled);
        Ok(())
    }

    fn print(&self, point: Point, positions: usize) {
        let mean = |sum: u64| sum as f64 / positions as f64;
        let share = |count: usize| 100.0 * count as f64 / positions as f64;
        let name = match point {
            Point::Time(time) => format!("{time:?}"),
            Point::Nodes(nodes) => format!("{nodes} nodes"),
        };
        println!(
            "{name:>14}: best turn {:5.1} %, mean loss {:.3}, mean depth {:4.1}, settled {:5.1} %",
            share(self.exact),
            mean(self.loss),
            mean(self.depth),
            share(self.settled),
        );
    }
}

impl Point {
    fn limits(self) -> Limits {
        match self {
            Point::Time(time) => Limits::time(time),
            Point::Nodes(nodes) => Limits::nodes(nodes),
        }
    }

    fn is_after(self, found: &Found) -> bool {
        match self {
            Point::Time(time) => found.time <= time,
            Point::Nodes(nodes) => found.nodes <= nodes,
        }
    }

    fn rank(self) -> u128 {
        match self {
            Point::Time(time) => time.as_nanos(),
            Point::Nodes(nodes) => u128::from(nodes),
        }
    }
}

/// Parses a time such as `100ms` or `5s`.
impl FromStr for Point {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Point> {
        let number = |digits: &str| digits.parse::<u64>().context("not a number");
        match (text.strip_suffix("ms"), text.strip_suffix('s')) {
            (Some(digits), _) => Ok(Point::Time(Duration::from_millis(number(digits)?))),
            (_, Some(digits)) => Ok(Point::Time(Duration::from_secs(number(digits)?))),
            _ => anyhow::bail!("a time ends with ms or s"),
        }
    }
}

/// A random position from a game between two of the levels 4 to 6.
fn sample(table: &Table, chance: &mut Chance) -> anyhow::Result<Position> {
    let mut player = || Level::new(4 + chance.below(3) as u8).context("no such level");
    let players = BySide { black: player()?, red: player()? };
    let (game, _) = play_game(table, players, Side::Black, chance)?;
    let place = chance.below(game.turns().len());
    Ok(place.checked_sub(1).map_or(*game.start(), |turn| game.turns()[turn].result.position))
}

fn loss(turns: &[ValuedTurn], turn: &ValuedTurn) -> u8 {
    turns[0].value.0.abs_diff(turn.value.0)
}
