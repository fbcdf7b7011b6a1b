//! The weights of house rules, from positions of many rule sets.

use std::fs;
use std::path::Path;
use std::time::Instant;

use anyhow::Context;
use linja::RuleSet;
use linja_oracle::{Options, Silent, Tables, Values};
use linja_testing::{Chance, house_rules};

use crate::model::Model;
use crate::parts::Parts;
use crate::samples::{Sample, Samples};
use crate::{BATCH, error, rate};

/// All parts of a rule set move at once, so each moves less.
const SHARE_OF_RATE: f32 = 0.25;
/// Samples of a rule set that are kept to measure the error.
const TEST: usize = 50_000;

/// The samples of one rule set.
struct Lesson {
    rules: RuleSet,
    samples: Vec<Sample>,
    test: Vec<Sample>,
}

/// Solves the published rule sets and `count` others, one after the other, and learns from this many million samples of
/// each. Leaves out the house rules that tests and measurements use, so that these show how the parts judge unseen
/// combinations.
pub fn train(folder: &Path, count: usize, millions: usize, seed: u64) -> anyhow::Result<Parts> {
    let begun = Instant::now();
    let mut lessons = Vec::new();
    for rules in rule_sets(count, seed) {
        lessons.push(lesson(folder, &rules, millions * 1_000_000, seed)?);
        println!("{:3} rule sets: {rules}, {:.0} s", lessons.len(), begun.elapsed().as_secs_f32());
    }
    let mut parts = Parts::random(&mut Chance::new(seed));
    let mut gradient = Model::zero();
    let batches = lessons.iter().map(|lesson| lesson.samples.len() / BATCH).min().unwrap_or(0);
    for batch in 0..batches {
        let rate = SHARE_OF_RATE * rate(batch as f32 / batches as f32);
        for lesson in &lessons {
            let model = parts.model(&lesson.rules);
            for sample in &lesson.samples[batch * BATCH..][..BATCH] {
                model.run(sample, Some(&mut gradient));
            }
            parts.step(&lesson.rules, &gradient, BATCH, rate);
            gradient.clear();
        }
        if batch % 500 == 0 {
            let mean = errors(&parts, &lessons).map(|(_, error)| error).sum::<f32>() / lessons.len() as f32;
            println!("{batch:5} batches: {mean:.3} points off, {:.0} s", begun.elapsed().as_secs_f32());
        }
    }
    for (rules, error) in errors(&parts, &lessons) {
        println!("{error:.3} points off: {rules}");
    }
    Ok(parts)
}

fn errors<'a>(parts: &'a Parts, lessons: &'a [Lesson]) -> impl Iterator<Item = (RuleSet, f32)> + 'a {
    lessons.iter().map(|lesson| (lesson.rules, error(&parts.model(&lesson.rules), &lesson.test)))
}

fn rule_sets(count: usize, seed: u64) -> Vec<RuleSet> {
    let kept_for_tests = house_rules();
    let mut others: Vec<RuleSet> = RuleSet::every()
        .filter(|rules| rules.published_name().is_none() && !kept_for_tests.contains(rules))
        .collect();
    let mut chance = Chance::new(seed);
    let mut chosen = RuleSet::ALL.to_vec();
    while chosen.len() < RuleSet::ALL.len() + count.min(others.len()) {
        chosen.push(others.swap_remove(chance.below(others.len())));
    }
    chosen
}

/// Solves a rule set, takes its samples and removes its table.
fn lesson(folder: &Path, rules: &RuleSet, count: usize, seed: u64) -> anyhow::Result<Lesson> {
    let tables = Tables::in_data_dir(folder);
    tables.solve(rules, &Options::default(), &Silent)?;
    let table = tables.open(rules)?.with_context(|| format!("the table of {rules} is gone"))?;
    let values = Values::load(&table, 1)?;
    fs::remove_file(tables.path(rules))?;
    let samples = Samples::new(&values, seed).take(count);
    let test = Samples::new(&values, !seed).take(TEST);
    Ok(Lesson { rules: *rules, samples, test })
}
