//! The domain of online play: games as durable events, rooms with watchers, clocks, the computer player, storage.
//! This crate does not depend on HTTP; `linja-server` adds requests and sockets.
//!
//! # Where to look
//! - [`game`]: events, state, commands and views of a game. No I/O, no system clock.
//! - [`device`]: games on one device, without a server. [`answer`]: what a server and the engine in a browser both answer.
//! - [`store`]: storage of events; [`room`]: games in memory, in sync with the store.
//! - [`identity`], [`token`]: who a client is.
//! - [`open_tables`], [`solver`]: the tables of solved rule sets, and solving missing ones in the background.
//! - [`computer`], [`workers`]: the computer player, and CPU work off the async threads.
//! - [`GameError`] is the error of every operation here.
//!
//! # Features
//! `server` (default) has everything that needs a system: storage, rooms, workers. Without it this crate builds for browsers.

#![forbid(unsafe_code)]

pub mod answer;
#[cfg(feature = "server")]
pub mod computer;
pub mod device;
mod error;
pub mod game;
pub mod id;
pub mod identity;
pub mod name;
#[cfg(feature = "server")]
pub mod newcomer;
#[cfg(feature = "server")]
pub mod open_tables;
#[cfg(feature = "server")]
pub mod room;
#[cfg(feature = "server")]
pub mod solver;
#[cfg(feature = "server")]
pub mod store;
pub mod token;
#[cfg(feature = "server")]
pub mod workers;

#[cfg(feature = "server")]
use std::pin::Pin;

pub use error::GameError;

/// A future of this crate. The body of an `async fn` is compiled in the crate that awaits it, and with it the database
/// driver; a boxed one is compiled once, here.
#[cfg(feature = "server")]
pub type Boxed<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;
/// As [`Boxed`], for futures that stay on their thread.
#[cfg(feature = "server")]
pub type LocalBoxed<'a, T> = Pin<Box<dyn Future<Output = T> + 'a>>;

/// The English text of a message, for logs.
#[cfg(feature = "server")]
fn english(message: &linja::Message) -> String {
    linja_text::Catalogues::embedded().say(linja_text::Language::English, message)
}

/// The English text of a message of the rules, otherwise its id: in a browser, texts come from outside this crate.
#[cfg(not(feature = "server"))]
fn english(message: &linja::Message) -> String {
    message.to_string()
}
