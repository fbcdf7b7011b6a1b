//! Ten thousand sockets at one server: connections beyond the limits are rejected with a reason, all others are served.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::io::{BufRead as _, BufReader};
use std::net::{Ipv4Addr, SocketAddr};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};

const CROWD: usize = 10_000;
const PATIENCE: Duration = Duration::from_mins(2);
/// A quarter of the interval in which the server expects a sign of life.
const SIGN_OF_LIFE: Duration = Duration::from_secs(5);

/// A server process, killed when dropped.
struct Server {
    child: Child,
    address: SocketAddr,
}

impl Server {
    fn start(name: &str, args: &[&str]) -> Server {
        let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&folder);
        let mut child = Command::new(env!("CARGO_BIN_EXE_linja"))
            .args(["serve", "--no-oracle", "--bind", "127.0.0.1:0", "--data-dir"])
            .arg(folder)
            .args(args)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().expect("piped")).read_line(&mut line).expect("a line");
        let address = line.trim().strip_prefix("Linja is at http://").expect(&line).parse().unwrap();
        Server { child, address }
    }

    /// Connects from loopback address number `from`; on Linux all of 127.0.0.0/8 is local.
    async fn connect(&self, from: usize) -> TcpStream {
        let socket = TcpSocket::new_v4().unwrap();
        let own = Ipv4Addr::new(127, 1, (from >> 8) as u8, from as u8);
        socket.bind(SocketAddr::from((own, 0))).unwrap();
        socket.connect(self.address).await.expect("the system takes it")
    }

    /// Sends one request from an address that no other connection uses.
    async fn ask(&self, what: &str, token: &str, body: &str) -> String {
        let mut stream = self.connect(0xffff).await;
        let length = body.len();
        let request = format!(
            "{what} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n\
             Cookie: linja={token}\r\nContent-Length: {length}\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        let reading = stream.read_to_string(&mut answer);
        tokio::time::timeout(PATIENCE, reading).await.expect("an answer in time").unwrap();
        answer
    }

    async fn figure(&self, name: &str) -> u64 {
        let metrics = self.ask("GET /metrics", "", "").await;
        let line = metrics.lines().find_map(|line| line.strip_prefix(&format!("{name} ")));
        line.map_or(0, |value| value.parse().unwrap())
    }

    /// Resident memory of the process in kilobytes.
    fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches(" kB").parse().unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The number of sockets to open; fewer than `CROWD` if the limit of open files is too low.
fn crowd() -> usize {
    let most = CROWD.min(linja_server::open_files::raise());
    if most < CROWD {
        println!("only {most} of {CROWD} sockets: the system allows no more open files");
    }
    most
}

fn uuid(number: usize) -> String {
    format!("6f0c8a52-0000-4000-8000-{number:012}")
}

/// Reads the head of a response, and the body of a problem.
async fn answer(stream: &mut TcpStream) -> String {
    let mut answer = Vec::new();
    let mut buffer = [0; 2048];
    while !answer.windows(4).any(|end| end == b"\r\n\r\n") {
        match stream.read(&mut buffer).await {
            Ok(count) if count > 0 => answer.extend_from_slice(&buffer[..count]),
            _ => break,
        }
    }
    String::from_utf8_lossy(&answer).into_owned()
}

/// Live connections that send a sign of life often enough, however slow the machine is.
struct Held {
    streams: Vec<TcpStream>,
    last_sign: Instant,
}

impl Held {
    /// To be called often: sends an unsolicited pong on each connection, every few seconds.
    async fn keep_alive(&mut self) {
        if self.last_sign.elapsed() < SIGN_OF_LIFE {
            return;
        }
        self.last_sign = Instant::now();
        for stream in &mut self.streams {
            stream.write_all(b"\x8a\x80\0\0\0\0").await.unwrap();
        }
    }
}

#[tokio::test]
async fn ten_thousand_live_connections_are_refused_beyond_the_limit_and_games_go_on() {
    let crowd = crowd();
    let limit = crowd * 9 / 10;
    let limits =
        ["--max-sockets", &limit.to_string(), "--max-sockets-per-address", "100", "--game-rate", "0"];
    let server = Server::start("crowd-live", &limits);
    let mut held = Held { streams: Vec::new(), last_sign: Instant::now() };
    let (mut games, mut refused) = (Vec::new(), 0);
    for i in 0..crowd {
        // Eighty connections per address and game: within the limit per address, beyond the total limit.
        if i % 80 == 0 {
            let wish =
                format!("{{\"id\":\"{}\",\"opponent\":{{\"type\":\"local\"}},\"first\":\"black\"}}", uuid(i));
            let created = server.ask("POST /api/v1/games", "", &wish).await;
            let part = |before: &str, length| created.split_once(before).unwrap().1[..length].to_string();
            games.push((part("location: /api/v1/games/", 20), part("linja=", 64)));
        }
        held.keep_alive().await;
        let mut stream = server.connect(i / 80).await;
        let request = format!(
            "GET /api/v1/games/{}/live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            games[i / 80].0
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let answer = tokio::time::timeout(PATIENCE, answer(&mut stream)).await.expect("an answer in time");
        if answer.starts_with("HTTP/1.1 101") {
            held.streams.push(stream);
        } else {
            assert!(answer.starts_with("HTTP/1.1 429") && answer.contains("too_many_sockets"), "{answer}");
            refused += 1;
        }
    }
    assert_eq!((held.streams.len(), refused), (limit, crowd - limit));
    assert_eq!(server.figure("linja_sockets").await, limit as u64);
    println!("{} sockets held, {refused} refused, {} kB", held.streams.len(), server.memory());
    for (i, (game, token)) in games.iter().enumerate() {
        let turn =
            format!("{{\"id\":\"{}\",\"seen\":1,\"type\":\"turn\",\"turn\":\"ab ce\"}}", uuid(crowd + i));
        let played = server.ask(&format!("POST /api/v1/games/{game}/commands"), token, &turn).await;
        assert!(played.starts_with("HTTP/1.1 200"), "{played}");
        held.keep_alive().await;
    }
    drop(held);
    let empty = async {
        while server.figure("linja_sockets").await > 0 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(PATIENCE, empty).await.expect("every place becomes free");
}

#[tokio::test]
async fn ten_thousand_connections_of_one_address_leave_room_for_others() {
    let crowd = crowd();
    let server = Server::start("crowd-idle", &[]);
    let mut held = Vec::new();
    for _ in 0..crowd {
        held.push(server.connect(1).await);
    }
    assert!(server.ask("GET /api/v1/version", "", "").await.starts_with("HTTP/1.1 200"));
    let refused = async {
        while server.figure("linja_refused_connections_total").await < (crowd - 256) as u64 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(PATIENCE, refused).await.expect("all but 256 are refused");
    // Rejected connections receive the reason.
    let told = answer(held.last_mut().unwrap()).await;
    assert!(told.starts_with("HTTP/1.1 503") && told.contains("Too many connections"), "{told}");
    drop(held);
}

#[tokio::test]
async fn refused_clients_cost_no_memory() {
    let server = Server::start("crowd-memory", &["--max-sockets-per-address", "1"]);
    let knock = async |times: usize| {
        let before = server.figure("linja_refused_connections_total").await;
        while server.figure("linja_refused_connections_total").await < before + times as u64 {
            let mut held = Vec::new();
            for _ in 0..500 {
                held.push(server.connect(1).await);
            }
        }
        server.memory()
    };
    let before = knock(1_000).await;
    let after = knock(10_000).await;
    assert!(after < before + 4_096, "{before} kB before, {after} kB after 10,000 refused clients");
}
