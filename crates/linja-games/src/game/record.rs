//! The record of a game.

use std::time::Duration;

use linja::{Record, Side};
use linja_players::Date;

use super::state::{Seat, State};

/// The record of a game, with the players and the date.
///
/// # Errors
/// If a name can't be written into a record; names are checked when they are given.
pub fn of(state: &State) -> Result<Record, linja::TagError> {
    let mut record = Record::new(state.game.clone());
    for side in Side::ALL {
        let name = match &state.seats[side] {
            Seat::Person { name: Some(name), .. } => name.clone(),
            Seat::Computer(level) => format!("Computer ({level})"),
            Seat::Person { name: None, .. } | Seat::Open => continue,
        };
        let tag = if side == Side::Black { "Black" } else { "Red" };
        record.set_tag(tag, &name)?;
    }
    let day = Date::at(Duration::from_millis(state.created_at));
    record.set_tag("Date", &day.to_string())?;
    Ok(record)
}
