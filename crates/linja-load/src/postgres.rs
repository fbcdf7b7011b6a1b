//! A PostgreSQL server for the time of a run, as durable as PostgreSQL is by default.
//!
//! A shell starts it and waits for the end of its standard input, which is the end of this process, however that comes
//! about; then it stops the server. The folder itself is its maker's to remove.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::os::unix::fs::MetadataExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::Context as _;

use crate::process::Process;

const SCRIPT: &str = r#"
"$1/initdb" -D "$2/data" -U linja -A trust -E UTF8 --locale=C --no-sync >"$2/log" 2>&1 || { cat "$2/log"; exit 1; }
"$1/pg_ctl" -D "$2/data" -w -l "$2/log" -o "-k $2 -c listen_addresses='' -c max_connections=200" start >"$2/out" 2>&1 ||
    { cat "$2/out" "$2/log"; exit 1; }
echo ready
cat >/dev/null
"$1/pg_ctl" -D "$2/data" -m immediate stop >/dev/null 2>&1
rm -rf "$2/data"
"#;

/// A running PostgreSQL server.
#[derive(Debug)]
pub(crate) struct Postgres {
    child: Child,
    folder: PathBuf,
}

impl Postgres {
    /// Starts one in a new folder. Blocks.
    pub(crate) fn start(folder: &Path) -> anyhow::Result<Postgres> {
        fs::create_dir_all(folder)?;
        let mut command = Command::new("sh");
        command.args(["-c", SCRIPT, "sh"]).arg(binaries()?).arg(folder).current_dir("/");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        // Ctrl-C is for this program; the database ends after it.
        command.process_group(0);
        // PostgreSQL refuses to run as root.
        if fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0) {
            let (user, group) = ids_of("postgres")?;
            std::os::unix::fs::chown(folder, Some(user), Some(group))?;
            command.uid(user).gid(group);
        }
        let mut child = command.spawn().context("can't start a shell")?;
        let stdout = child.stdout.take().context("no standard output")?;
        let mut lines = BufReader::new(stdout).lines();
        let first = lines.next().and_then(Result::ok).unwrap_or_default();
        if first != "ready" {
            let rest: Vec<String> = lines.map_while(Result::ok).collect();
            anyhow::bail!("PostgreSQL did not start: {first}\n{}", rest.join("\n"));
        }
        Ok(Postgres { child, folder: folder.to_path_buf() })
    }

    /// Its first process, the parent of all others.
    pub(crate) fn process(&self) -> Option<Process> {
        let file = fs::read_to_string(self.folder.join("data/postmaster.pid")).ok()?;
        file.lines().next()?.trim().parse().ok().map(Process)
    }

    /// The address of its only database.
    pub(crate) fn url(&self) -> String {
        let host = self.folder.display().to_string().replace('/', "%2F");
        format!("postgres://linja@localhost/postgres?host={host}")
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

/// Where the server's programs are: on the path, or where Debian puts them.
fn binaries() -> anyhow::Result<PathBuf> {
    let on_path = std::env::var_os("PATH").unwrap_or_default();
    let debian = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut candidates = std::env::split_paths(&on_path)
        .map(|folder| folder.join("initdb"))
        .chain(debian.map(|version| version.path().join("bin/initdb")));
    let initdb = candidates.find(|path| path.exists());
    let initdb = initdb.context("PostgreSQL is missing: install the package postgresql")?;
    // A link on the path leads to the folder with all of them.
    let initdb = fs::canonicalize(initdb)?;
    Ok(initdb.parent().context("initdb is in no folder")?.to_path_buf())
}

fn ids_of(user: &str) -> anyhow::Result<(u32, u32)> {
    let users = fs::read_to_string("/etc/passwd")?;
    let line = users.lines().find(|line| line.split(':').next() == Some(user));
    let line = line.with_context(|| format!("there is no user {user}"))?;
    let field = |at: usize| line.split(':').nth(at).and_then(|id| id.parse().ok());
    field(2).zip(field(3)).with_context(|| format!("the user {user} has no number"))
}
