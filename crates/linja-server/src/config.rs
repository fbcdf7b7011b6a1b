//! How a server is set up.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

/// How a server is set up. [`Config::new`] is a safe server for one person on one machine.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Config {
    /// The folder with `games.db` and the tables.
    pub data_dir: PathBuf,
    /// Where to listen; port 0 means any free one.
    pub bind: SocketAddr,
    /// The address of a PostgreSQL database instead of `games.db`.
    pub database: Option<String>,
    /// Names under which this server may be called, besides those of this machine. Empty: any, unless only this machine
    /// can reach the server.
    pub hosts: Vec<String>,
    /// Believe `X-Forwarded-For` and `X-Forwarded-Proto`, because a proxy in front of the server sets them.
    pub trust_proxy: bool,
    /// Show the figures about the server to everybody, not only to clients on this machine.
    pub public_metrics: bool,
    /// Probe tables, and make missing ones.
    pub oracle: bool,
    /// Make missing tables in the background.
    pub solve: bool,
    /// The server is idle when nobody has played for this long; then it solves rule sets that nobody plays yet.
    pub quiet: Duration,
    /// A folder with `web` and `locales` to serve the page from, instead of what is part of the program.
    pub web: Option<PathBuf>,
    /// Limits for clients.
    pub limits: Limits,
    /// How long the server waits for what is under way when it is stopped.
    pub shutdown: Duration,
}

/// What one client, and all together, may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Requests and socket messages a second from one address; 0 for no limit.
    pub requests_per_second: u32,
    /// Requests that an address may save up.
    pub burst: u32,
    /// New games a minute from one address; 0 for no limit. Not counted where requests are not.
    pub games_per_minute: u32,
    /// Unfinished games of one client.
    pub games: u64,
    /// Live connections of all clients together.
    pub sockets: usize,
    /// Live connections of one address.
    pub sockets_per_address: usize,
    /// Connections of all clients together, live ones not counted. One address may have four for each live one, but
    /// 16 in any case.
    pub connections: usize,
    /// Bytes of a request's body.
    pub body_bytes: usize,
    /// Bytes of one message on a live connection.
    pub message_bytes: usize,
    /// Deadline for the head of a request.
    pub header_timeout: Duration,
    /// Deadline for the response to a request.
    pub request_timeout: Duration,
    /// Deadline for a client to read some of a response, or one message on a live connection.
    pub send_timeout: Duration,
    /// Between two pings on a live connection; a connection that has sent nothing between them is closed.
    pub ping: Duration,
}

impl Limits {
    /// Connections of one address, live ones not counted.
    #[must_use]
    pub fn connections_of_one(&self) -> usize {
        // A browser has up to six by itself.
        self.sockets_per_address.saturating_mul(4).max(16)
    }

    /// The same limits where no more than this number of connections can be open together.
    #[must_use]
    pub fn within(self, open: usize) -> Limits {
        let sockets = self.sockets.min(open / 2);
        if sockets < self.sockets {
            tracing::warn!(wanted = self.sockets, sockets, "the system allows fewer open files");
        }
        Limits { sockets, connections: self.connections.min(open - sockets), ..self }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            requests_per_second: 50,
            burst: 200,
            games_per_minute: 60,
            games: 200,
            sockets: 8_192,
            sockets_per_address: 64,
            connections: 16_384,
            body_bytes: 64 * 1024,
            message_bytes: 4 * 1024,
            header_timeout: Duration::from_secs(10),
            request_timeout: Duration::from_secs(30),
            send_timeout: Duration::from_secs(10),
            ping: Duration::from_secs(20),
        }
    }
}

impl Config {
    /// The default port.
    pub const PORT: u16 = 8060;

    /// A server for one machine that keeps everything in `data_dir`.
    #[must_use]
    pub fn new(data_dir: PathBuf) -> Config {
        Config {
            data_dir,
            bind: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), Config::PORT),
            database: None,
            hosts: Vec::new(),
            trust_proxy: false,
            public_metrics: false,
            oracle: true,
            solve: true,
            quiet: Duration::from_mins(1),
            web: None,
            limits: Limits::default(),
            shutdown: Duration::from_secs(10),
        }
    }
}
