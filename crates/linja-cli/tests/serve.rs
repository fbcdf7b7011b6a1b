//! `linja serve` as a process: it prints its address, responds, and stops on a signal.

#![cfg(unix)]

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

/// A server process, killed when dropped.
struct Server {
    child: Child,
    output: BufReader<ChildStdout>,
    address: String,
}

impl Server {
    fn start(args: &[&str]) -> Server {
        Server::of(Command::new(env!("CARGO_BIN_EXE_linja")).args(args))
    }

    /// Starts with a umask, which a process can't set for another one.
    fn start_with_umask(umask: &str, args: &[&str]) -> Server {
        let script = format!("umask {umask}; exec \"$@\"");
        Server::of(
            Command::new("sh")
                .args(["-c", &script, "sh", env!("CARGO_BIN_EXE_linja")])
                .args(args)
                .stderr(Stdio::piped()),
        )
    }

    fn of(command: &mut Command) -> Server {
        let mut child =
            command.env_remove("LINJA_HOME").stdout(Stdio::piped()).spawn().expect("the binary starts");
        let mut output = BufReader::new(child.stdout.take().expect("piped"));
        let mut line = String::new();
        output.read_line(&mut line).expect("a line");
        let address = line.trim().strip_prefix("Linja is at http://").expect(&line).to_string();
        Server { child, output, address }
    }

    fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        let host = &self.address;
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer
    }

    /// Asks the server to stop, as a service manager does.
    fn terminate(mut self) -> Option<i32> {
        linja_testing::send_signal(&self.child, "TERM");
        self.child.wait().expect("it ends").code()
    }

    /// Ends the server and returns its log.
    fn log(mut self) -> String {
        linja_testing::send_signal(&self.child, "TERM");
        let mut log = String::new();
        self.child.stderr.take().expect("piped").read_to_string(&mut log).expect("text");
        log
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn data_dir(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    folder.to_str().expect("UTF-8").to_string()
}

#[test]
fn server_answers_until_it_is_asked_to_end() {
    let folder = data_dir("serve");
    for args in [&["serve"][..], &["--no-open"]] {
        let common = ["--no-oracle", "--bind", "127.0.0.1:0", "--data-dir", &folder];
        let server = Server::start(&[args, &common].concat());
        let answer = server.get("/api/v1/version");
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
        assert!(answer.contains("{\"name\":\"linja\""), "{answer}");
        assert_eq!(server.terminate(), Some(0));
    }
}

#[test]
fn two_servers_do_not_share_a_data_directory() {
    let folder = data_dir("serve-twice");
    let args = ["serve", "--no-oracle", "--bind", "127.0.0.1:0", "--data-dir", &folder];
    let _first = Server::start(&args);
    let second = Command::new(env!("CARGO_BIN_EXE_linja")).args(args).output().expect("the binary runs");
    assert_eq!(second.status.code(), Some(2));
    let message = String::from_utf8_lossy(&second.stderr);
    assert!(message.contains("another server is using"), "{message}");
}

#[test]
fn address_that_is_taken_is_told() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address").to_string();
    let args = ["serve", "--bind", &address, "--data-dir", &data_dir("serve-taken")];
    let output = Command::new(env!("CARGO_BIN_EXE_linja")).args(args).output().expect("the binary runs");
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.contains(&format!("can't listen on {address}")), "{message}");
}

#[test]
fn switches_can_be_set_in_the_environment() {
    let serve = |value: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_linja"));
        // The address is unusable, so the server exits right after it has read the settings.
        command.args(["serve", "--bind", "192.0.2.1:1", "--data-dir", &data_dir("serve-switches")]);
        let output = command.env("LINJA_NO_ORACLE", value).output().expect("the binary runs");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    for value in ["true", "TRUE", "1", "yes", "on", "false", "0", "no", "off", ""] {
        let message = serve(value);
        assert!(message.contains("can't listen on"), "{value:?}: {message}");
    }
    let message = serve("perhaps");
    assert!(message.contains("'--no-oracle': use true or false"), "{message}");
}

#[test]
fn data_directory_that_is_none_is_told_once() {
    let args = ["serve", "--bind", "127.0.0.1:0", "--data-dir", "/dev/null/linja"];
    let output = Command::new(env!("CARGO_BIN_EXE_linja")).args(args).output().expect("the binary runs");
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(message.matches("Not a directory").count(), 1, "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
}

fn mode(path: impl AsRef<Path>) -> u32 {
    fs::metadata(path).expect("it exists").permissions().mode() & 0o777
}

/// Other users of the machine could read names, and the hashes of tokens.
#[test]
fn games_can_be_read_by_their_owner_only() {
    let parent = data_dir("serve-private");
    let folder = Path::new(&parent).join("data");
    let args =
        ["serve", "--no-oracle", "--bind", "127.0.0.1:0", "--data-dir", folder.to_str().expect("UTF-8")];
    for umask in ["000", "077"] {
        let server = Server::start_with_umask(umask, &args);
        assert_eq!(mode(&folder), 0o700, "{umask}");
        for file in FILES {
            assert_eq!(mode(folder.join(file)), 0o600, "{umask} {file}");
        }
        let log = server.log();
        assert!(!log.contains("games.db"), "nothing had to be changed: {log}");
        fs::remove_dir_all(&folder).expect("removed");
    }
    // An existing folder and the files of an earlier version, open to everybody.
    fs::create_dir(&folder).expect("a folder");
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).expect("changed");
    drop(Server::start_with_umask("022", &args));
    let left: Vec<&str> = FILES.into_iter().filter(|file| folder.join(file).exists()).collect();
    assert!(
        left.contains(&"games.db") && left.contains(&"games.db-wal"),
        "killed, so the log is left: {left:?}"
    );
    for file in &left {
        fs::set_permissions(folder.join(file), fs::Permissions::from_mode(0o644)).expect("changed");
    }
    let server = Server::start_with_umask("022", &args);
    for file in FILES {
        assert_eq!(mode(folder.join(file)), 0o600, "{file}");
    }
    assert_eq!(mode(&folder), 0o755, "a folder that others may share is left as it is");
    let log = server.log();
    let told: Vec<&str> = log.lines().filter(|line| line.contains("games.db")).collect();
    assert_eq!(told.len(), 1, "{log}");
    assert!(left.iter().all(|file| told[0].contains(file)), "{left:?}: {log}");
}

const FILES: [&str; 4] = ["games.db", "games.db-wal", "games.db-shm", "games.lock"];

#[test]
fn log_in_a_file_has_no_colours() {
    let folder = data_dir("serve-log");
    let args = ["serve", "--no-oracle", "--bind", "127.0.0.1:0", "--log", "info", "--data-dir", &folder];
    let server = Server::start_with_umask("022", &args);
    server.get("/api/v1/version");
    let log = server.log();
    assert!(log.contains("responded"), "{log}");
    assert!(!log.contains('\u{1b}'), "{log}");
}

#[test]
fn public_server_without_a_name_is_warned_about() {
    let folder = data_dir("serve-public");
    let run = |bind: &str, more: &[&str]| {
        let args = [&["serve", "--no-oracle", "--bind", bind, "--data-dir", &folder], more].concat();
        let mut server = Server::start_with_umask("022", &args);
        linja_testing::send_signal(&server.child, "TERM");
        let mut text = String::new();
        server.output.read_to_string(&mut text).expect("text");
        (text, server.log())
    };
    for (bind, more, is_warned) in [
        ("0.0.0.0:0", &[][..], true),
        ("0.0.0.0:0", &["--trust-proxy"], true),
        ("0.0.0.0:0", &["--host", "linja.example"], false),
        ("127.0.0.1:0", &[], false),
    ] {
        let (text, log) = run(bind, more);
        for said in [&text, &log] {
            assert_eq!(said.contains("--host"), is_warned, "{bind} {more:?}: {text} {log}");
        }
    }
}
