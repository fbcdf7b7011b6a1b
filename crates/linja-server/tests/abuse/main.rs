//! Malicious clients: each test tries one way to cheat, to break in or to exhaust the server, over real sockets.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod cheating;
mod flooding;
mod protocol;
mod spying;
#[path = "../support/mod.rs"]
mod support;
mod texts;
mod wearing_out;

use support::server::Running;

async fn assert_alive(server: &Running) {
    assert_eq!(server.stranger().get("/api/v1/version").await.status, 200, "the server still answers");
}
