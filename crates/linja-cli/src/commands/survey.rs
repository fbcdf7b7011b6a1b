mod chart;
mod summary;

use std::collections::HashMap;
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::time::Instant;

use anyhow::{Context as _, bail, ensure};
use indicatif::HumanBytes;
use linja::RuleSet;
use linja_oracle::survey::{self, COLUMNS, Row, Surveyor};
use linja_oracle::{Lack, Options, Progress, Resources, SolveError, cpu_time};

use crate::args::SurveyArgs;
use crate::replace_file::replace_file;
use crate::{Exit, progress};

pub(crate) fn run(args: &SurveyArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    match (&args.file, args.summary, args.svg) {
        (Some(file), false, false) => solve(file, args, out),
        (file, _, svg) => {
            let rows = file.as_deref().map(read).transpose()?.as_ref().map(in_order);
            let rows = rows.unwrap_or_else(|| survey::rows().copied().collect());
            if svg {
                chart::write(&rows, out)?;
            } else {
                summary::write(&rows, out)?;
            }
            Ok(Exit::Yes)
        }
    }
}

/// Solves the rule sets that the file does not have.
fn solve(file: &Path, args: &SurveyArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    let mut rows = read(file)?;
    let missing: Vec<RuleSet> = RuleSet::every().filter(|rules| !rows.contains_key(rules)).collect();
    let most = args.limit.unwrap_or(missing.len());
    let mut options = Options::default();
    if let Some(threads) = args.threads {
        options.threads = threads.get();
    }
    let mut surveyor = Surveyor::new(options);
    progress::catch_interrupts()?;
    for rules in missing.iter().take(most) {
        if !args.anyway {
            check_memory(rules)?;
        }
        let (begun, used) = (Instant::now(), cpu_time());
        let row = match surveyor.row(rules, &|_: Progress| progress::or_interrupt()) {
            Ok(row) => row,
            Err(SolveError::Interrupted) => {
                let (done, file) = (rows.len(), file.display());
                let all = RuleSet::COUNT;
                writeln!(
                    anstream::stderr(),
                    "Interrupted: {file} has {done} of {all} rule sets. Run the command again to go on."
                )?;
                return Ok(Exit::Interrupted);
            }
            Err(error) => return Err(error).context(format!("can't solve {rules}")),
        };
        rows.insert(*rules, row);
        write(file, &rows)?;
        let (done, seconds) = (rows.len(), begun.elapsed().as_secs_f64());
        let cpu = used.zip(cpu_time()).map(|(before, after)| after.saturating_sub(before).as_secs_f64());
        writeln!(
            anstream::stderr(),
            "{done:>3} of {}  {:>3}  {rules} in {seconds:.1} s{}",
            RuleSet::COUNT,
            row.value.to_string(),
            cpu.map_or(String::new(), |seconds| format!(", {seconds:.1} CPU-seconds"))
        )?;
    }
    writeln!(out, "{} of {} rule sets in {}", rows.len(), RuleSet::COUNT, file.display())?;
    Ok(Exit::Yes)
}

/// The rows of a file; none if there is no file yet.
fn read(file: &Path) -> anyhow::Result<HashMap<RuleSet, Row>> {
    let text = match fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(HashMap::new()),
        Err(error) => return Err(error).context(format!("can't read {}", file.display())),
    };
    let mut lines = text.lines();
    ensure!(
        lines.next() == Some(COLUMNS),
        "{} is no survey: its first line is not {COLUMNS:?}; name another file",
        file.display()
    );
    let row = |(number, line): (usize, &str)| {
        let row: Row = line.parse().with_context(|| format!("{}, line {}", file.display(), number + 2))?;
        Ok((row.rules, row))
    };
    lines.enumerate().map(row).collect()
}

/// The rows in the order of the rule sets.
fn in_order(rows: &HashMap<RuleSet, Row>) -> Vec<Row> {
    RuleSet::every().filter_map(|rules| rows.get(&rules).copied()).collect()
}

/// Writes all rows.
fn write(file: &Path, rows: &HashMap<RuleSet, Row>) -> anyhow::Result<()> {
    let mut text = format!("{COLUMNS}\n");
    for row in in_order(rows) {
        text += &format!("{row}\n");
    }
    replace_file(file, &text).with_context(|| format!("can't write {}", file.display()))
}

/// # Errors
/// If there is too little memory.
fn check_memory(rules: &RuleSet) -> anyhow::Result<()> {
    let needed = Resources { disk: None, ..Resources::needed(rules) };
    match needed.lacking(&Resources::available(Path::new("."))) {
        Some(Lack::Memory) => bail!(
            "not enough memory to solve {rules}: it needs {}; close other programs, or try --anyway",
            HumanBytes(needed.memory.unwrap_or_default())
        ),
        Some(Lack::Disk) | None => Ok(()),
    }
}
