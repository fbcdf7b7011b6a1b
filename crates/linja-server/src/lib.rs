//! Linja online: the HTTP and WebSocket API and the web page in front of [`linja_games`].
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
//! - [`api`] and [`live`]: the routes, and the WebSocket of a game.
//! - [`middleware`], [`meter`], [`client`]: checks of every request, usage limits, identity.
//! - [`picture`]: pictures, previews of links, the board to embed.
//! - [`problem`]: errors as clients see them.
//! - [`push`]: messages to players who are away.
//! - [`site`]: the page as plain files, for hosts without this program.
//! - [`Server`]: starting and stopping.

#![forbid(unsafe_code)]

pub mod api;
pub mod app;
pub mod client;
pub mod config;
mod cookie;
pub mod cost;
pub mod cross_origin;
mod entity_tag;
pub mod extract;
pub mod health;
mod language;
pub mod live;
pub mod meter;
pub mod metrics;
pub mod middleware;
pub mod open_files;
pub mod page;
pub mod picture;
pub mod problem;
pub mod push;
mod read_timeout;
mod send_timeout;
mod serve;
mod shared;
pub mod site;

pub use config::{Config, Limits};
pub use serve::{ServeError, Server};
