use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args as ClapArgs;
use linja_games::room::PushTimes;
use linja_server::push::PushConfig;
use linja_server::{Config, Limits};

use super::DataDirArg;
use super::size::size;

#[derive(ClapArgs, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(crate) struct ServeArgs {
    #[command(flatten)]
    pub(crate) data_dir: DataDirArg,

    /// The address to listen on [default: 127.0.0.1:8060, or any free port if that is taken]
    #[arg(long, value_name = "ADDRESS:PORT", env = "LINJA_BIND", hide_env_values = true)]
    pub(crate) bind: Option<SocketAddr>,

    /// Store games in this PostgreSQL database, which several servers can share, instead of the data directory
    #[arg(long, value_name = "URL", env = "LINJA_DATABASE", hide_env_values = true)]
    pub(crate) database: Option<String>,

    /// Accept requests for this host name only (repeatable, or separated by commas)
    #[arg(long, value_name = "NAME", env = "LINJA_HOSTS", value_delimiter = ',', hide_env_values = true)]
    pub(crate) host: Vec<String>,

    /// Let pages of this origin, such as <https://linja.example>, use the whole API, with tokens (repeatable, or separated by
    /// commas)
    #[arg(
        long, value_name = "ORIGIN", env = "LINJA_ALLOW_ORIGINS", value_delimiter = ',', hide_env_values = true,
        value_parser = origin
    )]
    pub(crate) allow_origin: Vec<String>,

    /// Trust X-Forwarded-For and X-Forwarded-Proto: only behind a proxy that sets them
    #[arg(long, env = "LINJA_TRUST_PROXY", hide_env_values = true, value_parser = switch)]
    pub(crate) trust_proxy: bool,

    /// Serve /metrics to all machines, not only to this one
    #[arg(long, env = "LINJA_PUBLIC_METRICS", hide_env_values = true, value_parser = switch)]
    pub(crate) public_metrics: bool,

    /// Neither use tables nor solve missing ones
    #[arg(long, env = "LINJA_NO_ORACLE", hide_env_values = true, value_parser = switch)]
    pub(crate) no_oracle: bool,

    /// Use existing tables, but do not solve missing ones
    #[arg(long, env = "LINJA_NO_SOLVE", hide_env_values = true, value_parser = switch)]
    pub(crate) no_solve: bool,

    /// The room that tables of house rules may take on the disk; those used least recently are deleted. 0 keeps none
    #[arg(
        long, value_name = "SIZE", env = "LINJA_TABLES_LIMIT", hide_env_values = true, value_parser = size,
        default_value = "4GB"
    )]
    pub(crate) tables_limit: u64,

    /// Do not open the browser
    #[arg(long, env = "LINJA_NO_OPEN", hide_env_values = true, value_parser = switch)]
    pub(crate) no_open: bool,

    /// Serve the page from the folders web and locales in this folder, for work on the page
    #[arg(long, value_name = "DIR", env = "LINJA_WEB", hide_env_values = true)]
    pub(crate) web: Option<PathBuf>,

    /// Requests per second from one address, 0 for no limit
    #[arg(
        long, value_name = "N", env = "LINJA_RATE_LIMIT", hide_env_values = true,
        default_value_t = Limits::default().requests_per_second
    )]
    pub(crate) rate_limit: u32,

    /// Requests that one address may send in a burst
    #[arg(
        long, value_name = "N", env = "LINJA_BURST", hide_env_values = true,
        default_value_t = Limits::default().burst
    )]
    pub(crate) burst: u32,

    /// New games per minute from one address, 0 for no limit; --rate-limit 0 also lifts this limit
    #[arg(
        long, value_name = "N", env = "LINJA_GAME_RATE", hide_env_values = true,
        default_value_t = Limits::default().games_per_minute
    )]
    pub(crate) game_rate: u32,

    /// Unfinished games of one client
    #[arg(
        long, value_name = "N", env = "LINJA_MAX_GAMES", hide_env_values = true,
        default_value_t = Limits::default().games
    )]
    pub(crate) max_games: u64,

    /// Live connections, all clients together
    #[arg(
        long, value_name = "N", env = "LINJA_MAX_SOCKETS", hide_env_values = true,
        default_value_t = Limits::default().sockets
    )]
    pub(crate) max_sockets: usize,

    /// Live connections of one address
    #[arg(
        long, value_name = "N", env = "LINJA_MAX_SOCKETS_PER_ADDRESS", hide_env_values = true,
        default_value_t = Limits::default().sockets_per_address
    )]
    pub(crate) max_sockets_per_address: usize,

    /// Seconds that a player must be away before the opponent can claim the game
    #[arg(
        long,
        value_name = "SECONDS",
        env = "LINJA_CLAIM_AFTER",
        hide_env_values = true,
        default_value_t = 120
    )]
    pub(crate) claim_after: u64,

    /// Delete games that have been over for this many days [default: keep them for ever]
    #[arg(
        long, value_name = "DAYS", env = "LINJA_RETENTION", hide_env_values = true,
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    pub(crate) retention: Option<u32>,

    /// Never notify players who are away that it is their turn
    #[arg(long, env = "LINJA_NO_PUSH", hide_env_values = true, value_parser = switch)]
    pub(crate) no_push: bool,

    /// Seconds that a player must be away before a message is sent to the player's browsers
    #[arg(
        long,
        value_name = "SECONDS",
        env = "LINJA_PUSH_AFTER",
        hide_env_values = true,
        default_value_t = 10
    )]
    pub(crate) push_after: u64,

    /// How push services can reach you, a mailto: or https: address [default: https:// and the first --host]
    #[arg(long, value_name = "ADDRESS", env = "LINJA_PUSH_CONTACT", hide_env_values = true)]
    pub(crate) push_contact: Option<String>,

    /// Also send messages to this push service and its subdomains (repeatable, or separated by commas)
    #[arg(
        long,
        value_name = "HOST",
        env = "LINJA_PUSH_SERVICES",
        value_delimiter = ',',
        hide_env_values = true
    )]
    pub(crate) push_service: Vec<String>,

    /// Also send messages to this origin, even without HTTPS or on this machine: for tests and a push service of your own
    #[arg(
        long,
        value_name = "ORIGIN",
        env = "LINJA_PUSH_ENDPOINTS",
        value_delimiter = ',',
        hide_env_values = true
    )]
    pub(crate) push_endpoint: Vec<String>,

    /// The log filter, such as info, or with more detail for one part: `warn,linja_games::room=debug`
    #[arg(
        long,
        value_name = "FILTER",
        env = "LINJA_LOG",
        hide_env_values = true,
        default_value = "warn,linja_games::solver=info"
    )]
    pub(crate) log: String,

    /// Log one JSON object per line, for programs
    #[arg(long, env = "LINJA_LOG_JSON", hide_env_values = true, value_parser = switch)]
    pub(crate) log_json: bool,
}

/// The values of a switch's variable. An empty variable is off: container files often set variables to nothing.
fn switch(text: &str) -> Result<bool, &'static str> {
    match text.trim().to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" | "1" => Ok(true),
        "false" | "no" | "off" | "0" | "" => Ok(false),
        _ => Err("use true or false"),
    }
}

/// An origin as browsers write it. An empty variable names none.
fn origin(text: &str) -> Result<String, &'static str> {
    if text.is_empty() || linja_server::cross_origin::is_origin(text) {
        Ok(text.to_string())
    } else {
        Err("use a scheme and a host without a path, such as https://linja.example")
    }
}

impl ServeArgs {
    /// The configuration of the server.
    pub(crate) fn config(&self) -> anyhow::Result<Config> {
        let database = self.database.clone().filter(|url| !url.is_empty());
        // With a database the folder holds only tables, and need not exist.
        let data_dir = if database.is_some() { self.data_dir.path()? } else { self.data_dir.create()? };
        let mut config = Config::new(data_dir);
        if let Some(bind) = self.bind {
            config.bind = bind;
        }
        config.database = database;
        config.hosts.clone_from(&self.host);
        config.allow_origins =
            self.allow_origin.iter().filter(|origin| !origin.is_empty()).cloned().collect();
        config.trust_proxy = self.trust_proxy;
        config.public_metrics = self.public_metrics;
        config.oracle = !self.no_oracle;
        config.solve = !self.no_oracle && !self.no_solve;
        config.tables_limit = self.tables_limit;
        config.web.clone_from(&self.web);
        config.claim_after = Duration::from_secs(self.claim_after);
        config.retention = self.retention.map(|days| Duration::from_hours(24) * days);
        config.push = self.push();
        config.limits = Limits {
            requests_per_second: self.rate_limit,
            burst: self.burst,
            games_per_minute: self.game_rate,
            games: self.max_games,
            sockets: self.max_sockets,
            sockets_per_address: self.max_sockets_per_address,
            ..config.limits
        }
        .within(linja_server::open_files::raise());
        Ok(config)
    }

    /// What is set about messages to players who are away. Container files often set variables to nothing.
    fn push(&self) -> PushConfig {
        let named = |all: &[String]| all.iter().filter(|each| !each.is_empty()).cloned().collect();
        let times = PushTimes { after: Duration::from_secs(self.push_after), ..PushTimes::default() };
        PushConfig {
            is_on: !self.no_push,
            services: named(&self.push_service),
            origins: named(&self.push_endpoint),
            contact: self.push_contact.clone().filter(|contact| !contact.is_empty()),
            times,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::switch;

    #[test]
    fn switches_are_read_as_people_write_them() {
        for text in ["true", "TRUE", "1", "yes", " on "] {
            assert_eq!(switch(text), Ok(true), "{text}");
        }
        for text in ["false", "False", "0", "no", "off", "", " "] {
            assert_eq!(switch(text), Ok(false), "{text}");
        }
        for text in ["perhaps", "2", "truefalse"] {
            assert!(switch(text).is_err(), "{text}");
        }
    }
}
