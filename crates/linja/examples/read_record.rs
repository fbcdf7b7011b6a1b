//! Reads a record and prints the score after every turn: `cargo run -p linja --example read_record -- FILE`.

use std::error::Error;
use std::fmt::Write as _;

use linja::{Record, RecordError};

/// The record that is read if no file is given.
pub const SAMPLE: &str = r#"
[Rules "classic"]
[Black "Ada"]
[Red "Grace"]
[Termination "resignation"]
[Winner "red"]

1. ab ce | hg ec
2. fg gh
"#;

fn main() -> Result<(), Box<dyn Error>> {
    let text = match std::env::args().nth(1).filter(|path| !path.starts_with('-')) {
        Some(path) => std::fs::read_to_string(path)?,
        None => SAMPLE.into(),
    };
    print!("{}", scores(&text)?);
    Ok(())
}

/// One line per turn, then the result.
///
/// # Errors
/// If the text is not a valid record.
pub fn scores(text: &str) -> Result<String, RecordError> {
    let record: Record = text.parse()?;
    let game = record.game();
    let mut table = String::new();
    for turn in game.turns() {
        let (side, score) = (turn.result.player(), turn.result.position.score(game.rules()));
        // Writing to a string can't fail.
        let _ = writeln!(table, "{side:5}  {:17}  {score:>7}", turn.turn);
    }
    let name = |tag| record.tag(tag).unwrap_or("?");
    let ending = match (game.termination(), game.result().and_then(|result| result.winner)) {
        (Some(termination), Some(winner)) => format!("{termination}, {winner}"),
        _ => "unfinished".into(),
    };
    let _ = writeln!(table, "{} against {}: {ending}", name("Black"), name("Red"));
    Ok(table)
}
