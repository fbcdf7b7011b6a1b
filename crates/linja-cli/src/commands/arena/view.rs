use linja_api::{ArenaView, PairingView, StandingView};
use linja_players::Tally;

use super::{Outcome, standings};
use crate::args::{ArenaArgs, Entrant};

pub(super) fn arena_view(args: &ArenaArgs, outcome: Outcome) -> ArenaView {
    let Outcome { results, faults } = outcome;
    let standing = |(player, tally): &(&Entrant, Tally)| StandingView {
        player: player.to_string(),
        result: tally.into(),
    };
    let pairings = results.pairings.iter().map(|pairing| PairingView {
        players: pairing.players.each_ref().map(ToString::to_string),
        results: pairing.tallies.each_ref().map(Into::into),
    });
    ArenaView {
        rules: args.table.rules.rules,
        games: args.games,
        seed: args.seed,
        standings: standings(args, &results).iter().map(standing).collect(),
        pairings: pairings.collect(),
        faults,
        sprt: results.sprt.as_ref().map(Into::into),
    }
}
