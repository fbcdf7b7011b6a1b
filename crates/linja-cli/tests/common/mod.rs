//! Helpers shared by the test programs.
#![allow(dead_code, reason = "each test program uses a part of it")]

pub mod bots;

use std::fs;
use std::io::{BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use linja::{Position, Record, RuleSet};
use serde_json::Value;

/// A data directory where `bonus` is solved.
pub fn solved() -> &'static Path {
    static SOLVED: OnceLock<PathBuf> = OnceLock::new();
    SOLVED.get_or_init(|| linja_testing::solved(&[RuleSet::BONUS]))
}

/// A data directory without tables, separate from those in which other tests solve.
pub fn no_tables() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("no-tables")
}

/// Timeout for everything that is waited for.
pub const PATIENCE: Duration = Duration::from_mins(2);

/// Waits until a condition holds.
#[track_caller]
pub fn wait_until(what: &str, mut condition: impl FnMut() -> bool) {
    let until = Instant::now() + PATIENCE;
    while !condition() {
        assert!(Instant::now() < until, "{what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// An empty folder.
pub fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("an empty folder");
    path
}

pub fn command(data_dir: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_linja"));
    command
        .args(args)
        .env("LINJA_HOME", data_dir)
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

pub fn run(data_dir: &Path, args: &[&str], input: &[u8]) -> Output {
    let mut child = command(data_dir, args).spawn().expect("the binary starts");
    let mut stdin = child.stdin.take().expect("piped");
    let input = input.to_vec();
    // On its own thread: pipes can't buffer a whole game. Fails if the game ends before it has read all input.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the binary ends");
    writer.join().expect("the input is written");
    output
}

pub fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("UTF-8")
}

pub fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).expect("UTF-8")
}

/// Standard output of a command, which must succeed and print nothing on standard error.
pub fn data(data_dir: &Path, args: &[&str], input: &str) -> String {
    let output = run(data_dir, args, input.as_bytes());
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), ""), "{args:?}: {}", output.status);
    stdout(&output).to_string()
}

pub fn json(data_dir: &Path, args: &[&str]) -> Value {
    serde_json::from_str(&data(data_dir, args, "")).expect("JSON")
}

/// The output of a two-person `linja play` with this input; it must succeed and print nothing on standard error.
pub fn played(args: &[&str], input: &str) -> String {
    data(&no_tables(), &[&["play"], args].concat(), input)
}

/// The positions of the boards that were drawn.
pub fn boards(text: &str) -> Vec<&str> {
    let is_board = |line: &&str| line.parse::<Position>().is_ok();
    text.lines().map(str::trim).filter(is_board).collect()
}

/// The record in a file.
pub fn record(path: &Path) -> Record {
    Record::parse(&fs::read_to_string(path).expect("a file")).expect("a record")
}

/// An interactive `linja play`.
pub struct Terminal {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    /// The output up to the first prompt.
    pub greeting: String,
}

impl Terminal {
    pub fn open(data_dir: &Path, args: &[&str]) -> Terminal {
        let mut child = command(data_dir, args).spawn().expect("the binary starts");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("piped"));
        let mut terminal = Terminal { child, input, output, greeting: String::new() };
        terminal.greeting = terminal.heard();
        terminal
    }

    /// Types a line and returns the output up to the next prompt, or to the end.
    pub fn say(&mut self, line: &str) -> String {
        let input = self.input.as_mut().expect("it is open");
        writeln!(input, "{line}").expect("it reads");
        self.heard()
    }

    fn heard(&mut self) -> String {
        let mut bytes = Vec::new();
        let mut byte = [0];
        while !bytes.ends_with(b"\n> ") && self.output.read(&mut byte).expect("it can be read") == 1 {
            bytes.push(byte[0]);
        }
        String::from_utf8(bytes).expect("UTF-8")
    }

    /// Closes the input and returns the remaining standard output, standard error and the exit code.
    pub fn close(mut self) -> (String, String, Option<i32>) {
        drop(self.input.take());
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).expect("UTF-8");
        let output = self.child.wait_with_output().expect("the binary ends");
        (rest, stderr(&output).to_string(), output.status.code())
    }
}

/// Sends a request on a new connection. Returns the status and the body.
pub fn request(address: &str, method: &str, path: &str, token: &str, body: Option<&Value>) -> (u16, Vec<u8>) {
    let mut stream = TcpStream::connect(address).expect("it listens");
    let body = body.map_or(String::new(), Value::to_string);
    let bearer = if token.is_empty() { String::new() } else { format!("Authorization: Bearer {token}\r\n") };
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{bearer}\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(&[head.as_bytes(), body.as_bytes()].concat()).expect("sent");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("an answer");
    let end = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n").expect("a head");
    let status = std::str::from_utf8(&answer[9..12]).ok().and_then(|status| status.parse().ok());
    (status.expect("a status"), answer.split_off(end + 4))
}
