//! The engine inside a web page: answers requests of the page as the server does, with the same paths and JSON, and plays
//! games on this device without a server.
//!
//! [`Engine`] is ordinary Rust. The module for browsers has the functions of `exports.rs` around it; `web/js/engine` loads it.

mod engine;
#[cfg(target_family = "wasm")]
mod exports;
mod games;
mod request;
mod supplies;

pub use engine::Engine;
