use std::io::Write;

use indicatif::HumanCount;
use linja_oracle::{ALL_POSITIONS, Disagreement, Positions, Progress, Values, verify};

use crate::args::VerifyArgs;
use crate::{Answer, oracle, progress};

pub(crate) fn run(args: &VerifyArgs, out: &mut impl Write) -> anyhow::Result<Answer> {
    let rules = &args.rules.rules;
    let table = oracle::open(rules, &args.data_dir)?;
    progress::catch_interrupts()?;
    let values = Values::load(&table, oracle::threads())
        .map_err(|error| oracle::unusable(error, table.rules(), table.path()))?;
    let (positions, total) = match args.sample {
        Some(count) => (Positions::Sample { count, seed: args.seed }, count),
        None => (Positions::All, ALL_POSITIONS),
    };
    let bar = progress::Progress::new(total, "positions");
    let verified = verify(&values, positions, oracle::threads(), &|progress: Progress| {
        bar.show(progress.positions, "");
        progress::or_interrupt()
    });
    bar.finish();
    if let Some(disagreement) = &verified.disagreement {
        write_disagreement(disagreement, out)?;
        return Ok(Answer::No);
    }
    let checked = HumanCount(verified.checked);
    if verified.interrupted {
        writeln!(anstream::stderr(), "Interrupted after {checked} positions, without a disagreement.")?;
        return Ok(Answer::Interrupted);
    }
    if verified.checked != total {
        writeln!(out, "{rules}: {checked} positions are legal, but there should be {}", HumanCount(total))?;
        return Ok(Answer::No);
    }
    writeln!(out, "{rules}: {checked} positions checked, no disagreement")?;
    Ok(Answer::Yes)
}

fn write_disagreement(disagreement: &Disagreement, out: &mut impl Write) -> std::io::Result<()> {
    let stored = disagreement.stored.map_or("nothing".to_string(), |margin| margin.to_string());
    writeln!(out, "disagreement in {}", disagreement.position)?;
    writeln!(out, "the table says {stored}, the turns say {}", disagreement.derived)?;
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
