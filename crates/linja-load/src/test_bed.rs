//! The servers of a run, started or already running, and their database.

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use linja_testing::Postgres;

use crate::args::{DatabaseArg, TestBedArgs};
use crate::endpoint::Endpoint;
use crate::process::Process;
use crate::server::{FLAGS, Server};
use crate::world::World;

/// The servers of a run. Dropping it ends everything that it started.
#[derive(Debug)]
pub(crate) struct TestBed {
    pub(crate) servers: Vec<Server>,
    urls: Vec<String>,
    pids: Vec<u32>,
    pub(crate) database: Database,
    postgres: Option<Postgres>,
    clock_tolerance: Duration,
    folder: PathBuf,
}

/// The database of the servers, and of plain inserts.
#[derive(Clone, Debug)]
pub(crate) enum Database {
    /// Files in this folder.
    Sqlite(PathBuf),
    /// The address of a database.
    Postgres(String),
}

impl TestBed {
    /// Starts what has to be started. Blocks.
    pub(crate) fn start(args: &TestBedArgs) -> anyhow::Result<TestBed> {
        let name = format!("linja-load-{}", std::process::id());
        let folder = args.dir.clone().unwrap_or_else(std::env::temp_dir).join(name);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).with_context(|| {
            format!("can't create the folder {}; name another one with --dir", folder.display())
        })?;
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
            anyhow::ensure!(
                args.servers == 1 || is_shared,
                "--servers above 1 needs --database postgres: only PostgreSQL can be shared"
            );
            let binary = binary(args.binary.as_deref())?;
            for number in 0..args.servers.max(1) {
                servers.push(Server::new(&binary, &folder.join(format!("server{number}")), url, &FLAGS)?);
            }
        }
        let own = servers.iter().map(Server::url);
        let urls = own.chain(args.server.iter().cloned()).collect();
        let clock_tolerance = Duration::from_millis(args.clock_tolerance);
        let mut test_bed =
            TestBed { servers, urls, pids: args.pid.clone(), database, postgres, clock_tolerance, folder };
        for server in &mut test_bed.servers {
            server.start()?;
        }
        Ok(test_bed)
    }

    /// The world of these servers.
    pub(crate) fn world(&self, patience: Duration) -> anyhow::Result<Arc<World>> {
        let endpoints: anyhow::Result<Vec<Endpoint>> =
            self.urls.iter().map(|url| Endpoint::new(url)).collect();
        Ok(World::new(endpoints?, patience, self.clock_tolerance))
    }

    /// The known processes of the servers.
    pub(crate) fn processes(&self) -> Vec<Process> {
        if self.servers.is_empty() {
            return self.pids.iter().map(|&pid| Process(pid)).collect();
        }
        self.servers.iter().filter_map(Server::process).collect()
    }

    /// The main process of a database that was started for the run.
    pub(crate) fn database_process(&self) -> Option<Process> {
        self.postgres.as_ref().and_then(Postgres::process_id).map(Process)
    }

    /// The flags of the servers.
    pub(crate) fn flags(&self) -> String {
        if !self.servers.is_empty() {
            return FLAGS.join(" ");
        }
        let commands: Vec<String> = self.processes().into_iter().filter_map(Process::command).collect();
        if commands.is_empty() { "unknown (give --pid)".into() } else { commands.join("; ") }
    }

    /// The servers and their database in a few words.
    pub(crate) fn summary(&self) -> String {
        let database = match &self.database {
            Database::Sqlite(_) => "SQLite",
            Database::Postgres(_) => "PostgreSQL",
        };
        let servers = self.urls.len();
        format!("{servers} server{} on {database}", if servers == 1 { "" } else { "s" })
    }
}

impl Drop for TestBed {
    fn drop(&mut self) {
        // The database ends after its users.
        self.servers.clear();
        self.postgres = None;
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// The program `linja`: as given, or beside this program.
pub(crate) fn binary(given: Option<&Path>) -> anyhow::Result<PathBuf> {
    let binary = match given {
        Some(path) => path.to_path_buf(),
        None => std::env::current_exe()?.with_file_name("linja"),
    };
    anyhow::ensure!(binary.exists(), "{} is missing: build it, or name it with --binary", binary.display());
    Ok(binary)
}
