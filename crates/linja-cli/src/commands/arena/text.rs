use std::io::{self, Write};

use indicatif::HumanCount;
use linja_api::FaultView;
use linja_players::{Decision, Pairing, SprtResult};

use super::{Outcome, standings};
use crate::args::{ArenaArgs, Entrant};

/// Faults that are shown one by one.
const SHOWN_FAULTS: usize = 20;

pub(super) fn write(args: &ArenaArgs, outcome: &Outcome, out: &mut impl Write) -> io::Result<()> {
    let Outcome { results, faults } = outcome;
    let games = HumanCount(args.games.into());
    writeln!(out, "{}, {games} games a pairing, seed {}", args.table.rules.rules, args.seed)?;
    writeln!(out)?;
    write_standings(args, outcome, out)?;
    writeln!(out)?;
    let pairings: Vec<(String, &Pairing<Entrant>)> =
        results.pairings.iter().map(|pairing| (name(pairing), pairing)).collect();
    let width = pairings.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max(21);
    writeln!(
        out,
        "{:width$} {:>5} {:>5} {:>5} {:>7} {:>15} {:>18} {:>8}",
        "pairing", "won", "drawn", "lost", "score", "95 %", "Elo", "margin"
    )?;
    pairings.iter().try_for_each(|(name, pairing)| write_pairing(name, width, pairing, out))?;
    if let (Some(sprt), [pairing, ..]) = (&results.sprt, &results.pairings[..]) {
        writeln!(out)?;
        write_sprt(sprt, pairing, out)?;
    }
    write_faults(faults, out)
}

fn write_standings(args: &ArenaArgs, outcome: &Outcome, out: &mut impl Write) -> io::Result<()> {
    let standings = standings(args, &outcome.results);
    let width = standings.iter().map(|(player, _)| player.name().chars().count()).max().unwrap_or(0).max(10);
    writeln!(
        out,
        "{:width$} {:>7} {:>9} {:>7} {:>8} {:>10} {:>7}",
        "player", "games", "points", "score", "margin", "loss/turn", "spread"
    )?;
    for (player, tally) in standings {
        let known =
            |number: f64| if tally.valued_turns() > 0 { format!("{number:.3}") } else { "?".to_string() };
        writeln!(
            out,
            "{:width$} {:>7} {:>9.1} {:>5.1} % {:>+8.2} {:>10} {:>7}",
            player.name(),
            tally.games(),
            tally.points(),
            100.0 * tally.share().middle,
            tally.margin().middle,
            known(tally.loss_per_turn()),
            known(tally.spread()),
        )?;
    }
    Ok(())
}

/// The players of a pairing, the second one first: with --neighbours it is usually the stronger one.
fn name(pairing: &Pairing<Entrant>) -> String {
    let [weaker, stronger] = &pairing.players;
    format!("{} – {}", stronger.name(), weaker.name())
}

/// One line per pairing, from the view of its second player.
fn write_pairing(
    name: &str,
    width: usize,
    pairing: &Pairing<Entrant>,
    out: &mut impl Write,
) -> io::Result<()> {
    let tally = &pairing.tallies[1];
    let (share, elo) = (tally.share(), tally.elo());
    writeln!(
        out,
        "{name:width$} {:>5} {:>5} {:>5} {:>5.1} % {:>15} {:>18} {:>+8.2}",
        tally.wins,
        tally.draws,
        tally.losses,
        100.0 * share.middle,
        format!("{:.1} to {:.1} %", 100.0 * share.low, 100.0 * share.high),
        format!("{} ({} to {})", points(elo.middle), points(elo.low), points(elo.high)),
        tally.margin().middle,
    )
}

fn points(elo: f64) -> String {
    if elo.is_finite() { format!("{elo:+.0}") } else { (if elo > 0.0 { "+∞" } else { "-∞" }).into() }
}

fn write_sprt(sprt: &SprtResult, pairing: &Pairing<Entrant>, out: &mut impl Write) -> io::Result<()> {
    let [one, other] = pairing.players.each_ref().map(Entrant::name);
    let (low, high) = (sprt.test.low(), sprt.test.high());
    let games = pairing.tallies[0].games();
    let decision = match sprt.decision {
        Some(Decision::Low) => format!("{low:+} after {games} games"),
        Some(Decision::High) => format!("{high:+} after {games} games"),
        None => format!("undecided after {games} games"),
    };
    writeln!(
        out,
        "sequential test, {one} against {other}: rather {low:+} or {high:+} Elo? {decision} (ratio {:.2} of {:.2})",
        sprt.ratio, sprt.bound
    )
}

fn write_faults(faults: &[FaultView], out: &mut impl Write) -> io::Result<()> {
    if faults.is_empty() {
        return Ok(());
    }
    writeln!(out)?;
    writeln!(out, "games lost by a fault: {}", faults.len())?;
    for FaultView { game, player, turns, reason } in faults.iter().take(SHOWN_FAULTS) {
        writeln!(out, "  game {game}, after {turns} turns: {player} {reason}")?;
    }
    if faults.len() > SHOWN_FAULTS {
        writeln!(out, "  and {} more; --json lists all", faults.len() - SHOWN_FAULTS)?;
    }
    Ok(())
}
