//! Trains the evaluation of the search on solved positions and writes the weights of one rule set, or those of house rules:
//! `cargo run --release -p linja-players --example train -- --rules bonus --data-dir DIR`,
//! `cargo run --release -p linja-players --example train -- --house 36 --millions 5 --data-dir DIR`.
//!
//! The same seed and number of samples give the same file on every machine: the trainer only adds, multiplies, divides
//! and takes square roots, in a fixed order, on one thread.

mod adam;
#[path = "../common/mod.rs"]
mod common;
mod house;
mod model;
mod parts;
mod samples;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context;
use clap::Parser;
use linja_oracle::Values;
use linja_players::search::network::Network;
use linja_testing::Chance;

use adam::Adam;
use common::TableArgs;
use model::{Model, POINTS};
use samples::{Sample, Samples};

/// The number of samples that are shuffled and trained on together.
const ROUND: usize = 1_000_000;
const BATCH: usize = 1_000;
const HIGHEST_RATE: f32 = 2e-3;
const LOWEST_RATE: f32 = 1e-5;

#[derive(Parser)]
struct Args {
    #[command(flatten)]
    table: TableArgs,
    /// Train the weights of house rules on the published rule sets and this many others, which are solved for it
    #[arg(long, value_name = "COUNT", conflicts_with = "rules")]
    house: Option<usize>,
    /// How many samples of each rule set to learn from, in millions
    #[arg(long, default_value_t = 60)]
    millions: usize,
    /// The seed of everything random
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where to write the weights [default: where the search reads them]
    #[arg(long)]
    out: Option<PathBuf>,
}

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let (name, bytes) = match args.house {
        Some(count) => {
            let parts = house::train(&args.table.data_dir, count, args.millions, args.seed)?;
            ("house.parts".to_string(), parts.to_bytes())
        }
        None => (format!("{}.weights", args.table.rules), published(&args)?),
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/search/weights");
    let out = args.out.unwrap_or_else(|| folder.join(name));
    fs::write(&out, bytes).with_context(|| format!("writing {}", out.display()))
}

/// The weights of the rule set whose table is in the data directory.
fn published(args: &Args) -> anyhow::Result<Vec<u8>> {
    let table = args.table.open()?;
    let values = Values::load(&table, 1)?;
    let model = train(&values, args.seed, args.millions);
    let test = Samples::new(&values, !args.seed).take(ROUND);
    let network = Network::new(model.weights());
    let exact =
        samples::error(&test, |sample| f32::from(network.evaluate_features(&sample.features)) / 100.0);
    println!(
        "{}: {:.3} points off on new samples, in whole numbers {exact:.3}",
        args.table.rules,
        error(&model, &test)
    );
    Ok(model.weights().to_bytes())
}

fn train(values: &Values, seed: u64, rounds: usize) -> Model {
    let mut source = Samples::new(values, seed);
    let mut model = Model::random(&mut Chance::new(seed));
    let mut gradient = Model::zero();
    let mut adam = Adam::new(model.numbers.len());
    let begun = Instant::now();
    for round in 0..rounds {
        let samples = source.take(ROUND);
        let rate = rate(round as f32 / rounds as f32);
        let before = (round % 10 == 0).then(|| error(&model, &samples[..100_000]));
        for batch in samples.as_chunks::<BATCH>().0 {
            for sample in batch {
                model.run(sample, Some(&mut gradient));
            }
            adam.step(&mut model.numbers, &gradient.numbers, BATCH, rate);
            gradient.clear();
            model.limit();
        }
        if let Some(error) = before {
            println!(
                "{round:4} million samples: {error:.3} points off, {:.0} s",
                begun.elapsed().as_secs_f32()
            );
        }
    }
    model
}

/// The step size after this share of the training. Quadratic decay: most of the gain comes from the low rates at the end.
fn rate(done: f32) -> f32 {
    let left = 1.0 - done;
    LOWEST_RATE + (HIGHEST_RATE - LOWEST_RATE) * left * left
}

/// The root mean square error on these samples, in points.
fn error(model: &Model, samples: &[Sample]) -> f32 {
    samples::error(samples, |sample| model.run(sample, None) * POINTS)
}
