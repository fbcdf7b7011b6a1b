//! `linja serve` on a disk that fills up under load and empties again: a file system in memory, mounted in a private
//! namespace.
//!
//! Needs `unshare` and `mount`, so it is not part of a plain `cargo test`: `./test` runs it.

mod common;

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use common::{request, wait_until};
use serde_json::{Value, json};

/// Serves from a small disk, and fills and empties the disk on request. The server ends with this script.
const SCRIPT: &str = r#"
mount -t tmpfs -o size=128m linja "$DIR" || exit 1
"$LINJA" serve --no-oracle --bind 127.0.0.1:0 --rate-limit 0 --max-games 1000000 --data-dir "$DIR/data" &
server=$!
while read -r order; do
    case $order in
        fill) cat /dev/zero >"$DIR/filler" 2>/dev/null ;;
        empty) rm "$DIR/filler" ;;
    esac
    echo "$order"
done
kill -s TERM "$server"
wait "$server"
"#;

/// A server on a small disk.
struct Server {
    child: Child,
    orders: Option<ChildStdin>,
    lines: std::io::Lines<BufReader<ChildStdout>>,
    address: String,
    log: PathBuf,
}

impl Server {
    fn start() -> Server {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("full-disk");
        fs::create_dir_all(&folder).expect("a folder to mount on");
        let log = Path::new(env!("CARGO_TARGET_TMPDIR")).join("full-disk.log");
        let mut child = linja_testing::with_own_mounts("sh")
            .args(["-c", SCRIPT])
            .env("DIR", &folder)
            .env("LINJA", env!("CARGO_BIN_EXE_linja"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(File::create(&log).expect("a log"))
            .spawn()
            .expect("sh runs");
        let orders = child.stdin.take();
        let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines();
        let first = lines.next().and_then(Result::ok);
        let Some(address) = first.as_ref().and_then(|line| line.strip_prefix("Linja is at http://")) else {
            panic!("{first:?}: {}", fs::read_to_string(&log).unwrap_or_default());
        };
        let address = address.to_string();
        Server { child, orders, lines, address, log }
    }

    /// Fills or empties the disk and waits until that is done.
    fn order(&mut self, order: &str) {
        writeln!(self.orders.as_mut().expect("it runs"), "{order}").expect("the script reads");
        assert_eq!(self.lines.next().and_then(Result::ok).as_deref(), Some(order));
    }

    fn ready(&self) -> (u16, String) {
        let (status, body) = request(&self.address, "GET", "/readyz", "", None);
        (status, String::from_utf8_lossy(&body).into_owned())
    }

    /// Stops the server. Returns its exit code and its log.
    fn stop(mut self) -> (Option<i32>, String) {
        drop(self.orders.take());
        let code = self.child.wait().expect("it ends").code();
        (code, fs::read_to_string(&self.log).expect("a log"))
    }
}

/// What the players have seen.
#[derive(Default)]
struct Seen {
    acknowledged: AtomicU64,
    refused: AtomicU64,
    is_over: AtomicBool,
}

/// Creates games and plays a turn in each until told to end. A refused command is repeated with the same id. Returns the
/// acknowledged games.
fn play(address: &str, token: &str, player: u64, seen: &Seen) -> BTreeSet<String> {
    let mut games = BTreeSet::new();
    for number in 0.. {
        let id = |kind: u64| format!("{player:08x}-0000-4000-8000-{:012x}", number * 2 + kind);
        let created = json!({ "id": id(0), "opponent": { "type": "local" }, "first": "black" });
        let Some(game) = insist(address, token, "/api/v1/games", &created, seen) else { break };
        let game = game["game"]["id"].as_str().expect("an id").to_string();
        let turn = json!({ "id": id(1), "seen": 1, "type": "turn", "turn": "ab ce" });
        if insist(address, token, &format!("/api/v1/games/{game}/commands"), &turn, seen).is_none() {
            break;
        }
        games.insert(game);
    }
    games
}

/// Sends a command until it is acknowledged; `None` if the players are told to end before.
fn insist(address: &str, token: &str, path: &str, command: &Value, seen: &Seen) -> Option<Value> {
    while !seen.is_over.load(Ordering::SeqCst) {
        let (status, body) = request(address, "POST", path, token, Some(command));
        match status {
            200 | 201 => {
                seen.acknowledged.fetch_add(1, Ordering::SeqCst);
                return Some(serde_json::from_slice(&body).expect("JSON"));
            }
            503 => {
                seen.refused.fetch_add(1, Ordering::SeqCst);
                thread::sleep(Duration::from_millis(20));
            }
            _ => panic!("{status}: {}", String::from_utf8_lossy(&body)),
        }
    }
    None
}

#[test]
fn server_works_again_when_a_full_disk_has_space() {
    let mut server = Server::start();
    let (_, token) = request(&server.address, "POST", "/api/v1/tokens", "", None);
    let token = serde_json::from_slice::<Value>(&token).expect("JSON")["token"]
        .as_str()
        .expect("a token")
        .to_string();
    let seen = Arc::new(Seen::default());
    let players: Vec<_> = (0..4)
        .map(|player| {
            let (address, token, seen) = (server.address.clone(), token.clone(), seen.clone());
            thread::spawn(move || play(&address, &token, player, &seen))
        })
        .collect();
    let count = |counter: &AtomicU64| counter.load(Ordering::SeqCst);
    wait_until("games are played", || count(&seen.acknowledged) > 20);
    assert_eq!(server.ready().0, 200);
    for round in 1..=3 {
        let refused = count(&seen.refused);
        server.order("fill");
        wait_until("a full disk is noticed", || count(&seen.refused) > refused + 10);
        // All requests of a second share one check.
        wait_until("the full disk is reported", || server.ready().0 == 503);
        let (_, reason) = server.ready();
        assert!(reason.contains("disk of games.db has 0 MiB left"), "{reason}");
        if round == 3 {
            seen.is_over.store(true, Ordering::SeqCst);
        }
        let acknowledged = count(&seen.acknowledged);
        server.order("empty");
        // In the last round nobody plays any more.
        wait_until("the server is ready again", || server.ready().0 == 200);
        if round < 3 {
            wait_until("games go on", || count(&seen.acknowledged) > acknowledged + 20);
        }
    }
    let games: BTreeSet<String> =
        players.into_iter().flat_map(|player| player.join().expect("a player")).collect();
    for game in &games {
        let (status, body) = request(&server.address, "GET", &format!("/api/v1/games/{game}"), "", None);
        let own: Value = serde_json::from_slice(&body).expect("JSON");
        assert_eq!((status, own["game"]["turns"].as_array().map(Vec::len)), (200, Some(1)), "{own}");
    }
    let (code, log) = server.stop();
    assert_eq!(code, Some(0), "{log}");
    assert!(!log.contains("non-zero transaction depth"), "{log}");
    assert!(log.contains("the database can be written to again"), "{log}");
}
