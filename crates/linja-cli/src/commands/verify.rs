use std::io::Write;

use indicatif::HumanCount;
use linja_oracle::{ALL_POSITIONS, Disagreement, Positions, Progress, Values, verify};

use crate::args::VerifyArgs;
use crate::{Exit, progress, tables};

pub(crate) fn run(args: &VerifyArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    let rules = &args.table.rules.rules;
    let table = tables::open(rules, &args.table.data_dir)?;
    progress::catch_interrupts()?;
    let values = Values::load(&table, tables::threads()).map_err(|error| tables::unusable(error, &table))?;
    let (positions, total) = match args.sample {
        Some(count) => (Positions::Sample { count, seed: args.seed }, count),
        None => (Positions::All, ALL_POSITIONS),
    };
    let bar = progress::Progress::new(total, "positions");
    let verified = verify(&values, positions, tables::threads(), &|progress: Progress| {
        bar.show(progress.positions, "");
        progress::or_interrupt()
    });
    bar.finish();
    if let Some(disagreement) = &verified.disagreement {
        write_disagreement(disagreement, out)?;
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

fn write_disagreement(disagreement: &Disagreement, out: &mut impl Write) -> std::io::Result<()> {
    let stored = disagreement.stored.map_or("nothing".to_string(), |margin| margin.to_string());
    writeln!(out, "disagreement at {}", disagreement.position)?;
    writeln!(out, "the table has {stored}, the turns give {}", disagreement.derived)?;
    for turn in &disagreement.turns {
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
