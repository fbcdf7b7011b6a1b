//! What a survey says about the rules: the values of all rule sets, and of those with each choice.

use std::collections::BTreeMap;
use std::io::{self, Write};

use linja::{Choice, Margin, Rule};
use linja_oracle::survey::Row;

/// The rows of some rule sets, added up.
#[derive(Default)]
pub(super) struct Summary {
    /// The number of rule sets by value.
    pub(super) values: BTreeMap<Margin, usize>,
    best_turns: f64,
    won: u64,
    drawn: u64,
    positions: u64,
}

impl Summary {
    pub(super) fn new<'r>(rows: impl Iterator<Item = &'r Row>) -> Summary {
        let mut summary = Summary::default();
        for row in rows {
            *summary.values.entry(row.value).or_default() += 1;
            summary.best_turns += row.best_turns as f64 / row.turns as f64;
            summary.won += row.won;
            summary.drawn += row.drawn;
            summary.positions += row.positions();
        }
        summary
    }

    /// The rows with a choice.
    pub(super) fn of(rows: &[Row], choice: Choice) -> Summary {
        Summary::new(rows.iter().filter(|row| row.rules.choice(choice.rule()) == choice))
    }

    pub(super) fn rule_sets(&self) -> usize {
        self.values.values().sum()
    }

    fn mean(&self) -> f64 {
        let sum: f64 = self.values.iter().map(|(value, &count)| f64::from(value.0) * count as f64).sum();
        sum / self.rule_sets() as f64
    }

    fn fair(&self) -> usize {
        self.values.get(&Margin(0)).copied().unwrap_or_default()
    }

    fn write(&self, name: &str, out: &mut impl Write) -> io::Result<()> {
        let sets = self.rule_sets();
        let percent = |count: u64| format!("{:.1} %", 100.0 * count as f64 / self.positions as f64);
        writeln!(
            out,
            "{name:12} {sets:>9} {:>+7.2} {:>5} {:>7} {:>7} {:>10}",
            self.mean(),
            self.fair(),
            percent(self.won),
            percent(self.drawn),
            format!("{:.1} %", 100.0 * self.best_turns / sets as f64),
        )
    }
}

/// Writes the summary as text.
pub(super) fn write(rows: &[Row], out: &mut impl Write) -> io::Result<()> {
    let all = Summary::new(rows.iter());
    writeln!(out, "value  rule sets")?;
    for (value, count) in &all.values {
        writeln!(out, "{:>5} {count:>10}", value.to_string())?;
    }
    writeln!(
        out,
        "\n{:12} {:>9} {:>7} {:>5} {:>7} {:>7} {:>10}",
        "", "rule sets", "value", "fair", "won", "drawn", "best turns"
    )?;
    all.write("all", out)?;
    for choice in Rule::ALL.iter().flat_map(|rule| rule.choices()) {
        let summary = Summary::of(rows, *choice);
        if summary.rule_sets() > 0 {
            summary.write(&choice.to_string(), out)?;
        }
    }
    Ok(())
}
