use std::io::Write;

use indicatif::HumanCount;
use linja_oracle::{
    ALL_POSITIONS, Disagreement, Positions, Progress, Values, Verified, explain, verify, verify_all,
};

use crate::args::VerifyArgs;
use crate::{Exit, progress, tables};

pub(crate) fn run(args: &VerifyArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    let rules = &args.table.rules.rules;
    let table = tables::open(rules, &args.table.data_dir)?;
    progress::catch_interrupts()?;
    let values = Values::load(&table, tables::threads()).map_err(|error| tables::unusable(error, &table))?;
    let total = args.sample.unwrap_or(ALL_POSITIONS);
    let bar = progress::Progress::new(total, "positions");
    let observer = |progress: Progress| {
        bar.show(progress.positions, "");
        progress::or_interrupt()
    };
    let verified = match args.sample {
        Some(count) => {
            let positions = Positions::Sample { count, seed: args.seed };
            verify(&values, positions, tables::threads(), &observer)
        }
        None if args.slow => verify(&values, Positions::All, tables::threads(), &observer),
        None => verify_all(&values, tables::threads(), &observer),
    };
    bar.finish();
    if let Some(first) = verified.disagreements.first() {
        write_disagreements(&values, &verified, first, out)?;
        return Ok(Exit::No);
    }
    let checked = HumanCount(verified.checked);
    if verified.interrupted {
        writeln!(anstream::stderr(), "Interrupted after {checked} positions, without a disagreement.")?;
        return Ok(Exit::Interrupted);
    }
    if verified.checked != total {
        writeln!(out, "{rules}: {checked} positions are legal, but there should be {}", HumanCount(total))?;
        return Ok(Exit::No);
    }
    writeln!(out, "{rules}: {checked} positions checked, no disagreement")?;
    Ok(Exit::Yes)
}

/// Names every disagreement, and explains the first.
fn write_disagreements(
    values: &Values,
    verified: &Verified,
    first: &Disagreement,
    out: &mut impl Write,
) -> std::io::Result<()> {
    for Disagreement { position, stored, derived, .. } in &verified.disagreements {
        let stored = stored.map_or("nothing".to_string(), |margin| margin.to_string());
        writeln!(out, "disagreement at {position}: the table has {stored}, the turns give {derived}")?;
    }
    writeln!(out, "the turns of {}:", first.position)?;
    for turn in explain(values, &first.position) {
        let over = if turn.item.result.is_over { " over" } else { "" };
        writeln!(
            out,
            "{:>4}  {}  leads to {}{over}",
            turn.value.to_string(),
            turn.item.turn,
            turn.item.result.position
        )?;
    }
    Ok(())
}
