use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args as ClapArgs;
use linja_server::{Config, Limits};

use super::DataDirArg;

#[derive(ClapArgs, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(crate) struct ServeArgs {
    #[command(flatten)]
    pub(crate) data_dir: DataDirArg,

    /// Where to listen [default: 127.0.0.1:8060, or any free port if that is taken]
    #[arg(long, value_name = "ADDRESS:PORT", env = "LINJA_BIND", hide_env_values = true)]
    pub(crate) bind: Option<SocketAddr>,

    /// Keep games in this PostgreSQL database, which several servers can share, instead of the data directory
    #[arg(long, value_name = "URL", env = "LINJA_DATABASE", hide_env_values = true)]
    pub(crate) database: Option<String>,

    /// Answer only to this name (can be given several times, or separated by commas)
    #[arg(long, value_name = "NAME", env = "LINJA_HOSTS", value_delimiter = ',', hide_env_values = true)]
    pub(crate) host: Vec<String>,

    /// Believe X-Forwarded-For and X-Forwarded-Proto: only behind a proxy that sets them itself
    #[arg(long, env = "LINJA_TRUST_PROXY", hide_env_values = true, value_parser = switch)]
    pub(crate) trust_proxy: bool,

    /// Show /metrics to everybody, not only to this machine
    #[arg(long, env = "LINJA_PUBLIC_METRICS", hide_env_values = true, value_parser = switch)]
    pub(crate) public_metrics: bool,

    /// Neither use tables nor make missing ones
    #[arg(long, env = "LINJA_NO_ORACLE", hide_env_values = true, value_parser = switch)]
    pub(crate) no_oracle: bool,

    /// Use the tables that are there, but make no missing ones
    #[arg(long, env = "LINJA_NO_SOLVE", hide_env_values = true, value_parser = switch)]
    pub(crate) no_solve: bool,

    /// Do not open the browser
    #[arg(long, env = "LINJA_NO_OPEN", hide_env_values = true, value_parser = switch)]
    pub(crate) no_open: bool,

    /// Serve the page from the folders web and locales in this folder, read anew for every request: for people who work
    /// on the page
    #[arg(long, value_name = "DIR", env = "LINJA_WEB", hide_env_values = true)]
    pub(crate) web: Option<PathBuf>,

    /// Requests a second from one address, 0 for no limit
    #[arg(
        long, value_name = "N", env = "LINJA_RATE_LIMIT", hide_env_values = true,
        default_value_t = Limits::default().requests_per_second
    )]
    pub(crate) rate_limit: u32,

    /// Requests that an address may save up
    #[arg(
        long, value_name = "N", env = "LINJA_BURST", hide_env_values = true,
        default_value_t = Limits::default().burst
    )]
    pub(crate) burst: u32,

    /// New games a minute from one address, 0 for no limit; with --rate-limit 0 there is none either
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

    /// Live connections of all clients together
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

    /// What to log, such as info, or more of one part: `warn,linja_games::room=debug`
    #[arg(
        long,
        value_name = "FILTER",
        env = "LINJA_LOG",
        hide_env_values = true,
        default_value = "warn,linja_games::solver=info"
    )]
    pub(crate) log: String,

    /// Log one JSON object a line, for programs
    #[arg(long, env = "LINJA_LOG_JSON", hide_env_values = true, value_parser = switch)]
    pub(crate) log_json: bool,
}

/// What the variable of a switch may hold. Nothing is off: files for containers like to set a variable to nothing.
fn switch(text: &str) -> Result<bool, &'static str> {
    match text.trim().to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" | "1" => Ok(true),
        "false" | "no" | "off" | "0" | "" => Ok(false),
        _ => Err("use true or false"),
    }
}

impl ServeArgs {
    /// How the server is set up.
    pub(crate) fn config(&self) -> anyhow::Result<Config> {
        let mut config = Config::new(self.data_dir.path()?);
        if let Some(bind) = self.bind {
            config.bind = bind;
        }
        config.database = self.database.clone().filter(|url| !url.is_empty());
        config.hosts.clone_from(&self.host);
        config.trust_proxy = self.trust_proxy;
        config.public_metrics = self.public_metrics;
        config.oracle = !self.no_oracle;
        config.solve = !self.no_oracle && !self.no_solve;
        config.web.clone_from(&self.web);
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
