//! Linja online.

#![forbid(unsafe_code)]

pub mod game;
pub mod id;
pub mod level;
pub mod name;
pub mod store;
pub mod token;
pub mod words;
