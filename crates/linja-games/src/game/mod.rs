//! A game as a list of events: what can happen, how it stands, what may be asked for, and how it looks.

pub mod clock;
pub mod command;
pub mod event;
pub mod refusal;
pub mod state;
pub mod view;
