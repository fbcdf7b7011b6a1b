//! Linja online: games as durable events, an HTTP and WebSocket API, several servers on one database.
//!
//! ```no_run
//! use linja_server::{Config, Server};
//!
//! # async fn example() -> Result<(), linja_server::ServeError> {
//! let server = Server::bind(Config::new("data".into())).await?;
//! println!("http://{}", server.address());
//! server.run(std::future::pending()).await;
//! # Ok(())
//! # }
//! ```
//!
//! # Where to look
//! - [`game`]: what can happen in a game, how it stands, what may be asked for. No I/O, no clock.
//! - [`store`]: where events are kept; [`room`]: games in memory, equal to what is stored.
//! - [`api`] and [`live`]: what clients can say over HTTP and over a WebSocket.
//! - [`security`], [`limits`], [`client`]: who may, and how much.
//! - [`Server`]: starting and stopping.

#![forbid(unsafe_code)]

pub mod api;
pub mod app;
pub mod client;
pub mod computer;
pub mod config;
pub mod extract;
pub mod figures;
pub mod game;
mod health;
pub mod id;
mod impatient;
pub mod level;
pub mod limits;
pub mod live;
pub mod name;
pub mod open_files;
pub mod oracle;
pub mod page;
pub mod problem;
pub mod room;
pub mod security;
mod serve;
mod solver;
pub mod store;
pub mod token;
pub mod words;

pub use config::{Config, Limits};
pub use serve::{ServeError, Server};
