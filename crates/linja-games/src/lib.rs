//! The domain of online play: games as durable events, rooms with watchers, clocks, the computer player, storage.
//! This crate does not depend on HTTP; `linja-server` adds requests and sockets.
//!
//! # Where to look
//! - [`game`]: events, state, commands and views of a game. No I/O, no system clock.
//! - [`store`]: storage of events; [`room`]: games in memory, in sync with the store.
//! - [`identity`], [`token`]: who a client is.
//! - [`open_tables`], [`solver`]: the tables of solved rule sets, and solving missing ones in the background.
//! - [`computer`], [`workers`]: the computer player, and CPU work off the async threads.
//! - [`GameError`] is the error of every operation here.

#![forbid(unsafe_code)]

pub mod computer;
mod error;
pub mod game;
pub mod id;
pub mod identity;
pub mod name;
pub mod newcomer;
pub mod open_tables;
pub mod room;
pub mod solver;
pub mod store;
pub mod token;
pub mod workers;

use std::pin::Pin;

pub use error::GameError;

/// A future of this crate. The body of an `async fn` is compiled in the crate that awaits it, and with it the database
/// driver; a boxed one is compiled once, here.
pub type Boxed<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;
/// As [`Boxed`], for futures that stay on their thread.
pub type LocalBoxed<'a, T> = Pin<Box<dyn Future<Output = T> + 'a>>;

/// The English text of a message, for logs.
fn english(message: &linja::Message) -> String {
    linja_text::Catalogues::embedded().say(linja_text::Language::English, message)
}
