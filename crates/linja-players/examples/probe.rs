//! Prints the value of a position and its best turns, from a table that `linja solve` has written:
//! `cargo run -p linja-players --example probe -- DATA_DIR "61111110/01111116 b"`.

use std::error::Error;
use std::path::Path;

use linja::{Position, RuleSet};
use linja_oracle::{Oracle, TableError, Tables};
use linja_players::results;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let data_dir = args.next().ok_or("name the data directory")?;
    let position = args.next().map_or(Ok(Position::default()), |text| text.parse())?;
    let tables = Tables::in_data_dir(Path::new(&data_dir));
    let table = tables.open(&RuleSet::BONUS)?.ok_or("no table here: run linja solve")?;
    for line in probe(&table, &position)? {
        println!("{line}");
    }
    Ok(())
}

/// The value for the player to move, then the three best results with their values.
///
/// # Errors
/// If the table is damaged.
pub fn probe(oracle: &impl Oracle, position: &Position) -> Result<Vec<String>, TableError> {
    let mut lines = vec![format!("{position}: {} for {}", oracle.value(position)?, position.to_move())];
    for best in results(oracle, position)?.iter().take(3) {
        let over = if best.item.result.is_over { "  ends the game" } else { "" };
        lines.push(format!("{:>4}  {}{over}", best.value, best.item.turn));
    }
    Ok(lines)
}
