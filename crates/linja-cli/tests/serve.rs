//! `linja serve` as a process: it prints its address, responds, and stops on a signal.

#![cfg(unix)]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// A server process, killed when dropped.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(args: &[&str]) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_linja"))
            .args(args)
            .env_remove("LINJA_HOME")
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().expect("piped")).read_line(&mut line).expect("a line");
        let address = line.trim().strip_prefix("Linja is at http://").expect(&line).to_string();
        Server { child, address }
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
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn data_dir(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
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
