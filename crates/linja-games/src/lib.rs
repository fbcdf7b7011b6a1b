//! The domain of online play: games as durable events, rooms with watchers, clocks, the computer as a player, storage.
//! It knows nothing of HTTP: `linja-server` puts requests and sockets in front of it.
//!
//! # Where to look
//! - [`game`]: what can happen in a game, how it stands, what may be asked for. No I/O, no clock.
//! - [`store`]: where events are kept; [`room`]: games in memory, equal to what is stored.
//! - [`open_tables`], [`solver`]: the solved rule sets, and solving the missing ones in the background.
//! - [`computer`], [`workers`]: the computer as a player, and CPU work off the async threads.
//! - [`GameError`]: why something failed.

#![forbid(unsafe_code)]

pub mod computer;
mod error;
pub mod game;
pub mod id;
pub mod name;
pub mod open_tables;
pub mod room;
pub mod solver;
pub mod store;
pub mod token;
pub mod workers;

pub use error::GameError;
