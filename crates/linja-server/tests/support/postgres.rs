//! Real PostgreSQL servers for one test binary, started when they are first needed.
//!
//! A shell starts one and waits for the end of its standard input, which is the end of the test binary, however that
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
if [ -e "$2/pg_hba.conf" ]; then cp "$2/pg_hba.conf" "$2/data"; fi
"$1/pg_ctl" -D "$2/data" -w -l "$2/log" -o "-k $2 -c max_connections=400 $3" start >"$2/out" 2>&1 ||
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
    SERVER.get_or_init(|| start("", "-c listen_addresses=''", &[]))
}

/// Starts another server, which talks to nobody but by TLS, with this certificate and key. Returns its port.
pub fn start_with_tls(certificate: &str, key: &str) -> u16 {
    let free = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = free.local_addr().expect("an address").port();
    drop(free);
    let options = format!(
        "-c listen_addresses=127.0.0.1 -p {port} -c ssl=on -c ssl_cert_file=../crt -c ssl_key_file=../key"
    );
    let encrypted_only = "hostssl all all 127.0.0.1/32 trust\n";
    start("-tls", &options, &[("crt", certificate), ("key", key), ("pg_hba.conf", encrypted_only)]);
    port
}

/// Starts a server with these options, and files beside its data. Returns the folder of both.
fn start(name: &str, options: &str, files: &[(&str, &str)]) -> PathBuf {
    // The path of a socket has to be short, and the server's own user must get there.
    let folder = std::env::temp_dir().join(format!("linja-pg-{}{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir(&folder).expect("a folder for PostgreSQL");
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o700)).expect("permissions");
    for (name, content) in files {
        fs::write(folder.join(name), content).expect("a file for PostgreSQL");
        // It refuses a key that others could read.
        fs::set_permissions(folder.join(name), fs::Permissions::from_mode(0o600)).expect("permissions");
    }
    let mut command = Command::new("sh");
    command.args(["-c", SCRIPT, "sh"]).arg(binaries()).arg(&folder).arg(options).current_dir("/");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
    // Ctrl-C is for the tests; the server ends after them.
    command.process_group(0);
    let is_root = fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0);
    if is_root {
        let (user, group) = ids_of("postgres");
        for path in files.iter().map(|(name, _)| folder.join(name)).chain([folder.clone()]) {
            std::os::unix::fs::chown(path, Some(user), Some(group)).expect("it is given away");
        }
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
