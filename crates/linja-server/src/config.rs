//! The configuration of a server.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use linja_games::open_tables::TablePolicy;

use crate::push::PushConfig;

/// The configuration of a server. [`Config::new`] gives safe defaults for one person on one machine.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Config {
    /// The directory of `games.db` and the tables.
    pub data_dir: PathBuf,
    /// The address to listen on; port 0 means any free port.
    pub bind: SocketAddr,
    /// The address of a PostgreSQL database instead of `games.db`.
    pub database: Option<String>,
    /// Accepted host names besides those of this machine. If empty, any name is accepted, unless the server listens on
    /// a loopback address without a trusted proxy.
    pub hosts: Vec<String>,
    /// Origins of other sites whose pages may use the whole API, with tokens but without cookies.
    pub allow_origins: Vec<String>,
    /// Trust `X-Forwarded-For` and `X-Forwarded-Proto`, because a proxy in front of the server sets them.
    pub trust_proxy: bool,
    /// Serve the metrics to everybody, not only to clients on this machine.
    pub public_metrics: bool,
    /// Open tables. Without this, missing tables are not solved either.
    pub oracle: bool,
    /// Solve missing tables in the background.
    pub solve: bool,
    /// The bytes that tables of house rules may take on the disk.
    pub tables_limit: u64,
    /// The server is idle when nobody has played for this long. An idle server solves rule sets that nobody plays.
    pub quiet: Duration,
    /// How long a player must be gone before the opponent can claim the game.
    pub claim_after: Duration,
    /// Delete games that have been over for this long; `None` keeps them for ever.
    pub retention: Option<Duration>,
    /// Messages to players who are away.
    pub push: PushConfig,
    /// A directory with `web` and `locales` to serve the page from, instead of the embedded page.
    pub web: Option<PathBuf>,
    /// Limits for clients.
    pub limits: Limits,
    /// Deadline for open connections when the server stops.
    pub shutdown: Duration,
}

/// The default of [`Limits::solves_per_hour`]. Solving takes about 15 seconds of a core.
const SOLVES_PER_HOUR: usize = 3;

/// Limits per client and for all clients together.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Requests and socket messages per second and address; 0 for no limit.
    pub requests_per_second: u32,
    /// Maximum burst of requests from one address.
    pub burst: u32,
    /// New games per minute and address; 0 for no limit. Unlimited as well if requests are unlimited.
    pub games_per_minute: u32,
    /// Requests per minute and address that use or issue codes for other devices, or sign out.
    pub codes_per_minute: u32,
    /// Questions per minute and address about positions of running games between other people.
    pub others_positions_per_minute: u32,
    /// Rule sets per hour that one address may have solved. Unlimited if requests are unlimited.
    pub solves_per_hour: usize,
    /// Unfinished games per client.
    pub games: u64,
    /// Live connections of all clients together.
    pub sockets: usize,
    /// Live connections per address.
    pub sockets_per_address: usize,
    /// Answers to many positions that are sent at the same time, to all clients together.
    pub streams: usize,
    /// Answers to many positions that are sent at the same time to one address.
    pub streams_per_address: usize,
    /// Connections of all clients together, without live ones. The limit per address is four times that of live
    /// connections, but at least 16.
    pub connections: usize,
    /// Size of a request body in bytes.
    pub body_bytes: usize,
    /// Size of a list of positions in bytes. One is held in memory for each answer that is sent.
    pub positions_bytes: usize,
    /// Size of a message on a live connection in bytes.
    pub message_bytes: usize,
    /// Deadline for the head of a request.
    pub header_timeout: Duration,
    /// How long a connection may wait for its next request. When more than half of the connections are in use, idle
    /// ones are closed after `header_timeout`.
    pub keep_alive: Duration,
    /// Deadline for the response to a request.
    pub request_timeout: Duration,
    /// The longest that a client may wait for an event of a game; less than `request_timeout`, and less than proxies wait
    /// for a response.
    pub longest_wait: Duration,
    /// Deadline for a client to read some of a response, or one message on a live connection.
    pub send_timeout: Duration,
    /// Interval of pings on a live connection. A connection that sends nothing between two pings is closed.
    pub ping: Duration,
}

impl Limits {
    /// Connections per address, without live ones.
    #[must_use]
    pub fn connections_of_one(&self) -> usize {
        // A single browser opens up to six.
        self.sockets_per_address.saturating_mul(4).max(16)
    }

    /// These limits, lowered to fit into this total number of open connections. A quarter of them is left for requests.
    #[must_use]
    pub fn within(self, open: usize) -> Limits {
        let sockets = self.sockets.min(open - open / 4);
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
            codes_per_minute: 10,
            others_positions_per_minute: 30,
            solves_per_hour: SOLVES_PER_HOUR,
            games: 200,
            sockets: 8_192,
            sockets_per_address: 64,
            streams: 16,
            streams_per_address: 2,
            connections: 16_384,
            body_bytes: 64 * 1024,
            positions_bytes: 8 << 20,
            message_bytes: 4 * 1024,
            header_timeout: Duration::from_secs(10),
            keep_alive: Duration::from_mins(5),
            request_timeout: Duration::from_secs(30),
            longest_wait: Duration::from_secs(25),
            send_timeout: Duration::from_secs(10),
            ping: Duration::from_secs(20),
        }
    }
}

impl Config {
    /// The default port.
    pub const PORT: u16 = 8060;

    /// The warning if [`Config::accepts_any_host`].
    pub const ANY_HOST: &str = "other machines can reach this server, and it accepts any host name, also that of a foreign \
                                site; name its own hosts with --host";

    /// Whether other machines can reach the server directly and may use any host name.
    #[must_use]
    pub fn accepts_any_host(&self) -> bool {
        self.hosts.is_empty() && !self.bind.ip().is_loopback()
    }

    /// What the server does with tables.
    #[must_use]
    pub fn table_policy(&self) -> TablePolicy {
        TablePolicy { opens: self.oracle, solves: self.oracle && self.solve, limit: self.tables_limit }
    }

    /// The defaults for one machine, with all data in `data_dir`.
    #[must_use]
    pub fn new(data_dir: PathBuf) -> Config {
        Config {
            data_dir,
            bind: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), Config::PORT),
            database: None,
            hosts: Vec::new(),
            allow_origins: Vec::new(),
            trust_proxy: false,
            public_metrics: false,
            oracle: true,
            solve: true,
            tables_limit: TablePolicy::LIMIT,
            quiet: Duration::from_mins(1),
            claim_after: Duration::from_mins(2),
            retention: None,
            push: PushConfig::default(),
            web: None,
            limits: Limits::default(),
            shutdown: Duration::from_secs(10),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_fit_into_the_number_of_open_files() {
        let wanted = Limits { sockets: 20_000, connections: 16_384, ..Limits::default() };
        let few = wanted.within(20_000);
        assert_eq!((few.sockets, few.connections), (15_000, 5_000));
        let many = wanted.within(usize::MAX);
        assert_eq!((many.sockets, many.connections), (20_000, 16_384));
    }
}
