//! `linja backup`, `restore`, `check` and `admin` as processes, beside servers under load.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use common::{folder, stderr, stdout, wait_until};
use serde_json::{Value, json};

/// Where a server stores games: its data directory, or a database.
#[derive(Clone)]
struct Place {
    data_dir: PathBuf,
    database: Option<String>,
}

impl Place {
    fn sqlite(name: &str) -> Place {
        Place { data_dir: folder(name), database: None }
    }

    fn linja(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_linja"));
        command.args(args).env("LINJA_HOME", &self.data_dir).env_remove("LINJA_DATABASE").env("LC_ALL", "C");
        if let Some(url) = &self.database {
            command.env("LINJA_DATABASE", url);
        }
        command
    }

    fn run(&self, args: &[&str]) -> Output {
        self.linja(args).output().expect("the binary runs")
    }

    /// Runs a command that must succeed. Returns its standard output.
    #[track_caller]
    fn succeed(&self, args: &[&str]) -> String {
        let output = self.run(args);
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}", stderr(&output));
        stdout(&output).to_string()
    }

    /// Runs a command that must fail with this exit code. Returns its standard error.
    #[track_caller]
    fn fail(&self, code: i32, args: &[&str]) -> String {
        let output = self.run(args);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {} {}", stdout(&output), stderr(&output));
        stderr(&output).to_string()
    }
}

/// A server process, killed when dropped.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(place: &Place) -> Server {
        let args = ["serve", "--no-oracle", "--bind", "127.0.0.1:0", "--rate-limit", "0", "--game-rate", "0"];
        let mut child = place
            .linja(&[&args[..], &["--max-games", "1000000"]].concat())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("piped")).read_line(&mut line).expect("a line");
        let address = line.trim().strip_prefix("Linja is at http://").expect(&line).to_string();
        Server { child, address }
    }

    fn stop(mut self) {
        linja_testing::send_signal(&self.child, "TERM");
        assert!(self.child.wait().expect("it ends").success());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends a request on a new connection. Returns the status and the JSON of the body.
fn request(address: &str, method: &str, path: &str, token: &str, body: Option<&Value>) -> (u16, Value) {
    let (status, body) = common::request(address, method, path, token, body);
    (status, serde_json::from_slice(&body).unwrap_or_default())
}

fn token(address: &str) -> String {
    request(address, "POST", "/api/v1/tokens", "", None).1["token"].as_str().expect("a token").to_string()
}

/// A new game on one device.
fn create(address: &str, token: &str, id: &str) -> String {
    let wish = json!({ "id": id, "opponent": { "type": "local" }, "side": "black", "first": "black", "name": "Mallory" });
    let (status, created) = request(address, "POST", "/api/v1/games", token, Some(&wish));
    assert_eq!(status, 201, "{created}");
    created["game"]["id"].as_str().expect("an id").to_string()
}

/// The number of acknowledged turns by game.
type Acknowledged = Arc<Mutex<BTreeMap<String, usize>>>;

/// Plays and takes back turns in two games at a time until told to end.
fn play(address: &str, token: &str, player: u64, acknowledged: &Acknowledged, is_over: &AtomicBool) {
    let turns = ["ab ce", "hg hf"];
    let mut number = 0_u64;
    let mut id = || {
        number += 1;
        format!("{player:08x}-0000-4000-8000-{number:012x}")
    };
    while !is_over.load(Ordering::SeqCst) {
        let game = create(address, token, &id());
        acknowledged.lock().unwrap().insert(game.clone(), 0);
        for (seen, turn) in (1..).zip(turns) {
            let turn = json!({ "id": id(), "seen": seen, "type": "turn", "turn": turn });
            let path = format!("/api/v1/games/{game}/commands");
            let (status, body) = request(address, "POST", &path, token, Some(&turn));
            assert_eq!(status, 200, "{body}");
            acknowledged.lock().unwrap().insert(game.clone(), seen);
        }
    }
}

/// A backup of a server under load, restored elsewhere, holds every turn that was acknowledged before it began.
fn backup_under_load(from: &Place, to: &[Place]) {
    let server = Server::start(from);
    let (acknowledged, is_over) = (Acknowledged::default(), Arc::new(AtomicBool::new(false)));
    let token = token(&server.address);
    let players: Vec<_> = (0..4)
        .map(|player| {
            let (address, token) = (server.address.clone(), token.clone());
            let (acknowledged, is_over) = (acknowledged.clone(), is_over.clone());
            thread::spawn(move || play(&address, &token, player, &acknowledged, &is_over))
        })
        .collect();
    wait_until("games are played", || acknowledged.lock().unwrap().len() >= 200);
    let before = acknowledged.lock().unwrap().clone();
    let file = folder(&format!("{}-backup", from.data_dir.file_name().unwrap().display())).join("games");
    let file = file.to_str().unwrap();
    let printed = from.succeed(&["backup", file]);
    assert!(printed.contains(" games, ") && printed.contains(" events"), "{printed}");
    assert!(from.succeed(&["check"]).contains("whole"), "while the server runs");
    // Games were played meanwhile.
    assert!(acknowledged.lock().unwrap().len() > before.len());
    is_over.store(true, Ordering::SeqCst);
    for player in players {
        player.join().expect("no panic");
    }
    for place in to {
        let printed = place.succeed(&["restore", file]);
        assert!(printed.contains(" rows of "), "{printed}");
        assert!(place.succeed(&["check"]).contains("whole"));
        let restored = Server::start(place);
        for (game, turns) in &before {
            let (status, own) = request(&restored.address, "GET", &format!("/api/v1/games/{game}"), "", None);
            assert_eq!(status, 200, "{game}: {own}");
            let found = own["game"]["turns"].as_array().unwrap().len();
            assert!(found >= *turns, "game {game} has {found} of {turns} turns");
        }
        restored.stop();
    }
    server.stop();
}

#[test]
fn backup_of_sqlite_under_load_is_restored_elsewhere() {
    backup_under_load(&Place::sqlite("upkeep-sqlite"), &[Place::sqlite("upkeep-sqlite-copy")]);
}

#[test]
fn operators_are_told_what_is_wrong() {
    let place = Place::sqlite("upkeep-words");
    let file = place.data_dir.join("backup");
    let file = file.to_str().unwrap();
    assert!(place.fail(2, &["backup", file]).contains("games.db is missing"));
    assert!(place.succeed(&["check"]).contains("there is no database"));
    let server = Server::start(&place);
    let token = token(&server.address);
    let game = create(&server.address, &token, "00000000-0000-4000-8000-000000000001");
    place.succeed(&["backup", file]);
    assert!(place.fail(2, &["backup", file]).contains("replace it with --force"));
    place.succeed(&["backup", "--force", file]);
    assert!(place.fail(2, &["restore", file]).contains("another server is using"));
    assert!(place.fail(1, &["admin", "close", &"0".repeat(20)]).contains("there is no game"));
    assert!(place.fail(2, &["admin", "close", "x"]).contains("no game has such an id"));
    assert!(place.fail(2, &["admin", "remove", &game]).contains("--yes"));
    assert!(place.fail(1, &["admin", "withdraw", &game]).contains("waits for nobody"));
    assert!(place.succeed(&["admin", "rename-all", "Mallory", "Player"]).contains("names replaced: 1"));
    assert!(place.succeed(&["admin", "rename", &game, "black"]).contains("Black renamed"));
    assert!(place.succeed(&["admin", "close", &game]).contains("nobody has lost"));
    let address = format!("/api/v1/games/{game}");
    let read = || request(&server.address, "GET", &address, "", None);
    wait_until("the server notices the end", || read().1["game"]["status"] == "over");
    place.succeed(&["admin", "remove", "--yes", &game]);
    wait_until("the server notices the removal", || read().0 == 404);
    let other = create(&server.address, &token, "00000000-0000-4000-8000-000000000002");
    server.stop();

    assert!(place.fail(2, &["restore", file]).contains("--replace restores anyway"));
    let restored = place.succeed(&["restore", "--replace", file]);
    let kept = restored.split("before are in ").nth(1).expect(&restored).trim();
    assert!(Path::new(kept).exists());
    let damaged = place.data_dir.join("damaged");
    let whole = fs::read(file).unwrap();
    fs::write(&damaged, &whole[..whole.len() - 20]).unwrap();
    assert!(place.fail(2, &["restore", "--replace", damaged.to_str().unwrap()]).contains("it is cut off"));

    let found: Value = serde_json::from_str(&place.succeed(&["check", "--json"])).unwrap();
    assert_eq!((&found["sound"], &found["games"]["games"]), (&json!(true), &json!(1)), "{found}");
    // The kept file has the game that was created after the backup; damage in its middle is found.
    let old = Place::sqlite("upkeep-damaged");
    let mut bytes = fs::read(kept).unwrap();
    let place_of = |bytes: &[u8]| bytes.windows(other.len()).position(|part| part == other.as_bytes());
    let at = place_of(&bytes).expect("the game is there");
    bytes[at..at + 4].copy_from_slice(b"!!!!");
    fs::write(old.data_dir.join("games.db"), bytes).unwrap();
    let output = old.run(&["check", "--json"]);
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((output.status.code(), &found["sound"]), (Some(1), &json!(false)), "{found}");
    fs::create_dir_all(old.data_dir.join("tables")).unwrap();
    fs::write(old.data_dir.join("tables/bonus.linja"), "not a table").unwrap();
    let output = old.run(&["check"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("table bonus: the file is not a table"), "{}", stdout(&output));
    assert!(old.succeed(&["licenses"]).contains("Permission is hereby granted"));
}

#[cfg(feature = "system-tests")]
mod postgres {
    use linja_testing::Postgres;

    use super::*;

    fn on(server: &Postgres, name: &str) -> Place {
        run("psql", &[&server.url("postgres"), "-c", &format!("CREATE DATABASE {name}")]);
        Place { data_dir: folder(&format!("upkeep-{name}")), database: Some(server.url(name)) }
    }

    #[track_caller]
    fn run(program: &str, args: &[&str]) -> String {
        let output = Command::new(program).args(args).output().expect(program);
        assert!(output.status.success(), "{program} {args:?}: {}", stderr(&output));
        stdout(&output).to_string()
    }

    #[test]
    fn backup_of_postgres_under_load_is_restored_into_either_database() {
        let server = Postgres::start("-c listen_addresses=''", &[]).expect("PostgreSQL starts");
        let (from, to) = (on(&server, "first"), on(&server, "second"));
        backup_under_load(&from, &[to, Place::sqlite("upkeep-from-postgres")]);
        backup_under_load(&Place::sqlite("upkeep-to-postgres"), &[on(&server, "third")]);
    }

    /// The commands of docs/operations.md, with other names, on the installed version.
    #[test]
    fn dump_is_restored_as_documented() {
        let server = Postgres::start("-c listen_addresses=''", &[]).expect("PostgreSQL starts");
        let (admin, url) = (server.url("postgres"), server.url("original"));
        // A user without special rights, as an operator would make it.
        run("psql", &[&admin, "-c", "CREATE ROLE guest LOGIN"]);
        run("psql", &[&admin, "-c", "CREATE DATABASE original OWNER guest"]);
        let as_guest = |url: String| url.replacen("linja@", "guest@", 1);
        let place = Place { data_dir: folder("upkeep-dump"), database: Some(as_guest(url)) };
        let linja = Server::start(&place);
        let game = create(&linja.address, &token(&linja.address), "00000000-0000-4000-8000-000000000003");
        linja.stop();
        let document = include_str!("../../../docs/operations.md");
        let line = |start: &str| document.lines().find(|line| line.starts_with(start)).expect(start);
        let file = place.data_dir.join("dump");
        let shell = |line: &str, database: &str, user: &str| {
            let line = line.replace("FILE", &file.display().to_string());
            let line = line.replace("linja-$(date +%F).dump", &file.display().to_string());
            let line = line.replace("--owner=linja linja", "--owner=guest restored");
            let (_, host) = server
                .url("x")
                .split_once("host=")
                .map(|(a, b)| (a.to_string(), b.replace("%2F", "/")))
                .unwrap();
            let output = Command::new("sh")
                .args(["-c", &line])
                .env("LINJA_DATABASE", database)
                .env("PGHOST", host)
                .env("PGUSER", user)
                .output()
                .expect("a shell");
            assert!(output.status.success(), "{line}: {}", stderr(&output));
        };
        shell(line("pg_dump "), place.database.as_ref().unwrap(), "guest");
        shell(line("createdb "), "", "linja");
        let restored = as_guest(server.url("restored"));
        shell(line("pg_restore "), &restored, "guest");
        let copy = Place { data_dir: folder("upkeep-dump-copy"), database: Some(restored) };
        assert!(copy.succeed(&["check"]).contains("games: 1 with 1 events, whole"));
        let linja = Server::start(&copy);
        assert_eq!(request(&linja.address, "GET", &format!("/api/v1/games/{game}"), "", None).0, 200);
        linja.stop();
    }
}
