//! The lengths of games from the start in which nobody errs.
//!
//! `cargo run --release -p linja-oracle --example lengths -- bonus-spicy` sweeps three times: about a minute of CPU time each on a
//! busy machine, and 2.3 GB of memory.

use std::error::Error;

use linja::{Position, RuleSet};
use linja_oracle::{Lengths, Options, Silent, turns_to_end};

fn main() -> Result<(), Box<dyn Error>> {
    for id in std::env::args().skip(1) {
        let rules: RuleSet = id.parse()?;
        for (name, lengths) in
            [("shortest", Lengths::Shortest), ("longest", Lengths::Longest), ("distance", Lengths::Distance)]
        {
            let start = [Position::default()];
            let turns = turns_to_end(&rules, lengths, &start, &Options::default(), &Silent)?;
            for turns in turns {
                println!("{rules} {name} {turns}");
            }
        }
    }
    Ok(())
}
