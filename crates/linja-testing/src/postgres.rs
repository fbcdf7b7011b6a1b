use std::fs::{self, Permissions};
use std::io::{self, BufRead as _, BufReader};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// Starts the server, and stops it at the end of standard input: when this process ends, however it ends.
const SCRIPT: &str = r#"
"$1/initdb" -D "$2/data" -U linja -A trust -E UTF8 --locale=C --no-sync >"$2/log" 2>&1 || { cat "$2/log"; exit 1; }
if [ -e "$2/pg_hba.conf" ]; then cp "$2/pg_hba.conf" "$2/data"; fi
"$1/pg_ctl" -D "$2/data" -w -l "$2/log" -o "-k $2 $3" start >"$2/out" 2>&1 ||
    { cat "$2/out" "$2/log"; exit 1; }
echo ready
cat >/dev/null
"$1/pg_ctl" -D "$2/data" -m immediate stop >/dev/null 2>&1
rm -rf "$2"
"#;

/// A PostgreSQL server in a folder of its own. Stops and removes the folder when dropped or when this process ends.
#[derive(Debug)]
pub struct Postgres {
    child: Child,
    folder: PathBuf,
    binaries: PathBuf,
    options: String,
    /// User and group of the server, if not those of this process.
    user: Option<(u32, u32)>,
}

impl Postgres {
    /// Starts a server that listens on a socket in a new folder below `/tmp`: the path of a socket has to be short.
    /// `options` are for the server program, `files` (name and content) are put beside its data folder.
    ///
    /// # Errors
    ///
    /// If PostgreSQL is missing or doesn't start.
    pub fn start(options: &str, files: &[(&str, &str)]) -> io::Result<Postgres> {
        let folder = tempfile::Builder::new().prefix("linja-pg-").tempdir_in("/tmp")?;
        // The script removes the folder.
        Postgres::start_in(&folder.keep(), options, files)
    }

    /// The same in this folder, which is made if it is missing. Every folder above it must be open to everybody.
    ///
    /// # Errors
    ///
    /// If PostgreSQL is missing or doesn't start.
    pub fn start_in(folder: &Path, options: &str, files: &[(&str, &str)]) -> io::Result<Postgres> {
        let binaries = binaries()?;
        fs::create_dir_all(folder)?;
        fs::set_permissions(folder, Permissions::from_mode(0o700))?;
        for (name, content) in files {
            fs::write(folder.join(name), content)?;
            // PostgreSQL rejects a key that others can read.
            fs::set_permissions(folder.join(name), Permissions::from_mode(0o600))?;
        }
        let mut command = Command::new("sh");
        let options = format!("-c max_connections=400 {options}");
        command.args(["-c", SCRIPT, "sh"]).arg(&binaries).arg(folder).arg(&options).current_dir("/");
        command.env("LC_ALL", "C").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        // Ctrl-C is for this process; the server stops after it.
        command.process_group(0);
        // PostgreSQL refuses to run as root.
        let user = if fs::metadata(folder)?.uid() == 0 { Some(ids_of("postgres")?) } else { None };
        if let Some((user, group)) = user {
            for path in files.iter().map(|(name, _)| folder.join(name)).chain([folder.to_path_buf()]) {
                chown(path, Some(user), Some(group))?;
            }
            command.uid(user).gid(group);
        }
        let mut child = command.spawn()?;
        let stdout = child.stdout.take().ok_or_else(|| io::Error::other("no standard output"))?;
        let mut lines = BufReader::new(stdout).lines();
        let first = lines.next().transpose()?.unwrap_or_default();
        if first != "ready" {
            let rest: Vec<String> = lines.map_while(Result::ok).collect();
            let _ = child.wait();
            return Err(io::Error::other(format!("PostgreSQL did not start: {first}\n{}", rest.join("\n"))));
        }
        Ok(Postgres { child, folder: folder.to_path_buf(), binaries, options, user })
    }

    /// Stops the server at once, as in a crash. Its data stay, and [`Postgres::restart`] starts it again.
    ///
    /// # Errors
    ///
    /// If the server can't be stopped.
    pub fn crash(&self) -> io::Result<()> {
        self.control(&["-m", "immediate", "stop"])
    }

    /// Starts the server again after [`Postgres::crash`].
    ///
    /// # Errors
    ///
    /// If the server doesn't start.
    pub fn restart(&self) -> io::Result<()> {
        self.restart_with("")
    }

    /// The same with these additional options.
    ///
    /// # Errors
    ///
    /// If the server doesn't start.
    pub fn restart_with(&self, more: &str) -> io::Result<()> {
        let options = format!("-k {} {} {more}", self.folder.display(), self.options);
        let log = self.folder.join("log").display().to_string();
        self.control(&["-l", &log, "-o", &options, "start"])
    }

    /// Whether the server runs.
    #[must_use]
    pub fn is_up(&self) -> bool {
        self.control(&["status"]).is_ok()
    }

    /// The socket on which the server listens.
    #[must_use]
    pub fn socket(&self) -> PathBuf {
        self.folder.join(".s.PGSQL.5432")
    }

    fn control(&self, arguments: &[&str]) -> io::Result<()> {
        let mut command = Command::new(self.binaries.join("pg_ctl"));
        command.arg("-D").arg(self.folder.join("data")).arg("-w").args(arguments).current_dir("/");
        command.env("LC_ALL", "C").stdin(Stdio::null()).stdout(Stdio::null()).process_group(0);
        if let Some((user, group)) = self.user {
            command.uid(user).gid(group);
        }
        let status = command.status()?;
        if status.success() { Ok(()) } else { Err(io::Error::other(format!("pg_ctl failed: {status}"))) }
    }

    /// The first process of the server, the parent of all others.
    #[must_use]
    pub fn process_id(&self) -> Option<u32> {
        let file = fs::read_to_string(self.folder.join("data/postmaster.pid")).ok()?;
        file.lines().next()?.trim().parse().ok()
    }

    /// The address of a database of the server; the one that always exists is `postgres`.
    #[must_use]
    pub fn url(&self, database: &str) -> String {
        let host = self.folder.display().to_string().replace('/', "%2F");
        format!("postgres://linja@localhost/{database}?host={host}")
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

/// The folder of PostgreSQL's programs: on the path, or where Debian puts them.
fn binaries() -> io::Result<PathBuf> {
    let on_path = std::env::var_os("PATH").unwrap_or_default();
    let debian = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut candidates = std::env::split_paths(&on_path)
        .map(|folder| folder.join("initdb"))
        .chain(debian.map(|version| version.path().join("bin/initdb")));
    let missing = || io::Error::other("PostgreSQL is missing: install the package postgresql");
    // A link on the path leads to the folder with all of them.
    let initdb = fs::canonicalize(candidates.find(|path| path.exists()).ok_or_else(missing)?)?;
    Ok(initdb.parent().ok_or_else(missing)?.to_path_buf())
}

/// The numbers of a user and its group.
fn ids_of(user: &str) -> io::Result<(u32, u32)> {
    let users = fs::read_to_string("/etc/passwd")?;
    let line = users.lines().find(|line| line.split(':').next() == Some(user));
    let field = |at: usize| line?.split(':').nth(at)?.parse().ok();
    field(2).zip(field(3)).ok_or_else(|| io::Error::other(format!("there is no user {user}")))
}
