//! The servers of a run, started for it or there already, and what they keep their games in.

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use linja_testing::Postgres;

use crate::args::{DatabaseArg, StageArgs};
use crate::endpoint::Endpoint;
use crate::process::Process;
use crate::server::{FLAGS, Server};
use crate::world::World;

/// The servers of a run. Everything that was started ends with it.
#[derive(Debug)]
pub(crate) struct Stage {
    pub(crate) servers: Vec<Server>,
    urls: Vec<String>,
    pids: Vec<u32>,
    pub(crate) database: Database,
    postgres: Option<Postgres>,
    clock_tolerance: Duration,
    folder: PathBuf,
}

/// Where plain inserts go, too.
#[derive(Clone, Debug)]
pub(crate) enum Database {
    /// Files in this folder.
    Sqlite(PathBuf),
    /// The address of a database.
    Postgres(String),
}

impl Stage {
    /// Starts what has to be started. Blocks.
    pub(crate) fn set(args: &StageArgs) -> anyhow::Result<Stage> {
        let name = format!("linja-load-{}", std::process::id());
        let folder = args.dir.clone().unwrap_or_else(std::env::temp_dir).join(name);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).with_context(|| format!("can't make {}", folder.display()))?;
        let (postgres, database) = match &args.database {
            DatabaseArg::Sqlite => (None, Database::Sqlite(folder.clone())),
            DatabaseArg::Url(url) => (None, Database::Postgres(url.clone())),
            DatabaseArg::Postgres => {
                // PostgreSQL runs as another user if this is root, and has to reach its folder.
                std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o711))?;
                let postgres = Postgres::start_in(&folder.join("pg"), "-c listen_addresses=''", &[])?;
                let url = postgres.url("postgres");
                (Some(postgres), Database::Postgres(url))
            }
        };
        let url = match &database {
            Database::Sqlite(_) => None,
            Database::Postgres(url) => Some(url.as_str()),
        };
        let mut servers = Vec::new();
        if args.server.is_empty() {
            let is_shared = url.is_some();
            anyhow::ensure!(args.servers == 1 || is_shared, "several servers need --database postgres");
            let binary = binary(args.binary.as_deref())?;
            for number in 0..args.servers.max(1) {
                servers.push(Server::new(&binary, &folder.join(format!("server{number}")), url)?);
            }
        }
        let own = servers.iter().map(Server::url);
        let urls = own.chain(args.server.iter().cloned()).collect();
        let clock_tolerance = Duration::from_millis(args.clock_tolerance);
        let mut stage =
            Stage { servers, urls, pids: args.pid.clone(), database, postgres, clock_tolerance, folder };
        for server in &mut stage.servers {
            server.start()?;
        }
        Ok(stage)
    }

    /// The world of these servers.
    pub(crate) fn world(&self, patience: Duration) -> anyhow::Result<Arc<World>> {
        let endpoints: anyhow::Result<Vec<Endpoint>> =
            self.urls.iter().map(|url| Endpoint::new(url)).collect();
        Ok(World::new(endpoints?, patience, self.clock_tolerance))
    }

    /// The processes of the servers, as far as they are known.
    pub(crate) fn processes(&self) -> Vec<Process> {
        if self.servers.is_empty() {
            return self.pids.iter().map(|&pid| Process(pid)).collect();
        }
        self.servers.iter().filter_map(Server::process).collect()
    }

    /// The first process of a database that was started for the run.
    pub(crate) fn database_process(&self) -> Option<Process> {
        self.postgres.as_ref().and_then(Postgres::process_id).map(Process)
    }

    /// How the servers were started.
    pub(crate) fn flags(&self) -> String {
        if !self.servers.is_empty() {
            return FLAGS.join(" ");
        }
        let commands: Vec<String> = self.processes().into_iter().filter_map(Process::command).collect();
        if commands.is_empty() { "unknown (give --pid)".into() } else { commands.join("; ") }
    }

    /// In a few words.
    pub(crate) fn told(&self) -> String {
        let database = match &self.database {
            Database::Sqlite(_) => "SQLite",
            Database::Postgres(_) => "PostgreSQL",
        };
        let servers = self.urls.len();
        format!("{servers} server{} on {database}", if servers == 1 { "" } else { "s" })
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        // The database ends after those who use it.
        self.servers.clear();
        self.postgres = None;
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// The program `linja`: given, or beside this one.
fn binary(given: Option<&Path>) -> anyhow::Result<PathBuf> {
    let binary = match given {
        Some(path) => path.to_path_buf(),
        None => std::env::current_exe()?.with_file_name("linja"),
    };
    anyhow::ensure!(binary.exists(), "{} is missing: build it, or give --binary", binary.display());
    Ok(binary)
}
