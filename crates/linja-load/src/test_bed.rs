//! The servers of a run, started or already running, and their database.

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use linja_testing::{Postgres, Proxy};

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
    pub(crate) postgres: Option<Postgres>,
    /// Between the servers and PostgreSQL.
    pub(crate) proxy: Option<Proxy>,
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

/// How servers are started.
#[derive(Clone, Debug)]
pub(crate) struct Setup<'a> {
    pub(crate) flags: &'a [&'a str],
    /// A folder for the data of the only server or of PostgreSQL, if not that of the run.
    pub(crate) data: Option<&'a Path>,
    pub(crate) environment: Vec<(&'static str, String)>,
    /// A proxy is between the servers and PostgreSQL.
    pub(crate) proxied: bool,
}

impl TestBed {
    /// The folder of this run, empty and removed with the test bed.
    pub(crate) fn folder(args: &TestBedArgs) -> anyhow::Result<PathBuf> {
        let name = format!("linja-load-{}", std::process::id());
        let folder = args.dir.clone().unwrap_or_else(std::env::temp_dir).join(name);
        std::fs::create_dir_all(&folder).with_context(|| {
            format!("can't create the folder {}; name another one with --dir", folder.display())
        })?;
        Ok(folder)
    }

    /// Starts what has to be started. Blocks.
    pub(crate) fn start(args: &TestBedArgs) -> anyhow::Result<TestBed> {
        let setup = Setup { flags: &FLAGS, data: None, environment: Vec::new(), proxied: false };
        TestBed::start_with(args, &setup)
    }

    /// Starts what has to be started. Blocks.
    pub(crate) fn start_with(args: &TestBedArgs, setup: &Setup<'_>) -> anyhow::Result<TestBed> {
        let folder = TestBed::folder(args)?;
        let data = setup.data.unwrap_or(&folder);
        let mut proxy = None;
        let (postgres, database) = match &args.database {
            DatabaseArg::Sqlite => (None, Database::Sqlite(folder.clone())),
            DatabaseArg::Url(url) => (None, Database::Postgres(url.clone())),
            DatabaseArg::Postgres => {
                // PostgreSQL runs as another user if this is root, and has to reach its folder.
                std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o711))?;
                // A small log: it may be on a small disk.
                let options = "-c listen_addresses='' -c min_wal_size=32MB -c max_wal_size=64MB";
                let options = if setup.data.is_some() { options } else { "-c listen_addresses=''" };
                let postgres = Postgres::start_in(&data.join("pg"), options, &[])?;
                let mut url = postgres.url("postgres");
                if setup.proxied {
                    let started = Proxy::start(&postgres.socket())?;
                    url = started.postgres_url("postgres");
                    proxy = Some(started);
                }
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
                let name = format!("server{number}");
                let server = Server::new(&binary, &data.join(&name), url, setup.flags)?;
                servers.push(server.with(&setup.environment, folder.join(name).with_extension("log")));
            }
        }
        let own = servers.iter().map(Server::url);
        let urls = own.chain(args.server.iter().cloned()).collect();
        let clock_tolerance = Duration::from_millis(args.clock_tolerance);
        let mut test_bed = TestBed {
            servers,
            urls,
            pids: args.pid.clone(),
            database,
            postgres,
            proxy,
            clock_tolerance,
            folder,
        };
        for server in &mut test_bed.servers {
            server.start()?;
        }
        Ok(test_bed)
    }

    /// The world of these servers.
    pub(crate) fn world(&self, patience: Duration) -> anyhow::Result<Arc<World>> {
        let endpoints: anyhow::Result<Vec<Endpoint>> =
            self.urls.iter().map(|url| Endpoint::new(url)).collect();
        Ok(World::new(endpoints?, patience, self.clock_tolerance, patience))
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
