//! A real PostgreSQL server for one test binary, started when it is first needed.
//!
//! A shell starts it and waits for the end of its standard input, which is the end of the test binary, however that
//! comes about; then it stops the server and removes its folder.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use sqlx::{Connection as _, PgConnection};

const SCRIPT: &str = r#"
"$1/initdb" -D "$2/data" -U linja -A trust -E UTF8 --locale=C --no-sync >"$2/log" 2>&1 || { cat "$2/log"; exit 1; }
"$1/pg_ctl" -D "$2/data" -w -l "$2/log" -o "-k $2 -c listen_addresses='' -c max_connections=400" start >"$2/out" 2>&1 ||
    { cat "$2/out" "$2/log"; exit 1; }
echo ready
cat >/dev/null
"$1/pg_ctl" -D "$2/data" -m immediate stop >/dev/null 2>&1
rm -rf "$2"
"#;

/// The address of a new, empty database.
pub async fn new_database() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let folder = server();
    let name = format!("test{}", COUNT.fetch_add(1, Ordering::Relaxed));
    let mut connection = PgConnection::connect(&url(folder, "postgres")).await.expect("the server answers");
    let create = sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}"));
    sqlx::query(create).execute(&mut connection).await.expect("a new database");
    url(folder, &name)
}

fn url(folder: &Path, database: &str) -> String {
    let host = folder.display().to_string().replace('/', "%2F");
    format!("postgres://linja@localhost/{database}?host={host}")
}

/// The folder with the server's socket.
fn server() -> &'static Path {
    static SERVER: OnceLock<PathBuf> = OnceLock::new();
    SERVER.get_or_init(start)
}

fn start() -> PathBuf {
    // The path of a socket has to be short, and the server's own user must get there.
    let folder = std::env::temp_dir().join(format!("linja-pg-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir(&folder).expect("a folder for PostgreSQL");
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o700)).expect("permissions");
    let mut command = Command::new("sh");
    command.args(["-c", SCRIPT, "sh"]).arg(binaries()).arg(&folder).current_dir("/");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
    // Ctrl-C is for the tests; the server ends after them.
    command.process_group(0);
    let is_root = fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0);
    if is_root {
        let (user, group) = ids_of("postgres");
        std::os::unix::fs::chown(&folder, Some(user), Some(group)).expect("the folder is given away");
        command.uid(user).gid(group);
    }
    let mut child = command.spawn().expect("a shell");
    let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines();
    let first = lines.next().and_then(Result::ok).unwrap_or_default();
    assert_eq!(first, "ready", "{}", lines.map_while(Result::ok).collect::<Vec<_>>().join("\n"));
    // Its standard input stays open as long as this process lives.
    std::mem::forget(child);
    folder
}

/// Where the server's programs are: on the path, or where Debian puts them.
fn binaries() -> PathBuf {
    let on_path = std::env::var_os("PATH").unwrap_or_default();
    let debian = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut folders = std::env::split_paths(&on_path)
        .map(|folder| folder.join("initdb"))
        .chain(debian.map(|version| version.path().join("bin/initdb")));
    let initdb =
        folders.find(|path| path.exists()).expect("PostgreSQL is missing: install the package postgresql");
    // A link on the path leads to the folder with all of them.
    let initdb = fs::canonicalize(initdb).expect("initdb");
    initdb.parent().expect("a folder").to_path_buf()
}

fn ids_of(user: &str) -> (u32, u32) {
    let users = fs::read_to_string("/etc/passwd").expect("/etc/passwd");
    let line = users.lines().find(|line| line.split(':').next() == Some(user)).expect("the user postgres");
    let field = |at: usize| line.split(':').nth(at).and_then(|id| id.parse().ok()).expect("an id");
    (field(2), field(3))
}
