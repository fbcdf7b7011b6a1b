//! A game as a list of events: events, state, commands and views. No I/O.

pub mod clock;
pub mod command;
pub mod due;
pub mod event;
pub mod new_game;
pub mod record;
pub mod refusal;
pub mod reply;
pub mod series;
pub mod state;
pub mod view;
