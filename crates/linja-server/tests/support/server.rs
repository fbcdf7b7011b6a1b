//! A real server on a free port, and its clients.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use linja_server::{Config, Server};
use reqwest::header::HeaderMap;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};
use tungstenite::Message;
use tungstenite::client::IntoClientRequest as _;
use uuid::Uuid;

use super::{Database, contract};

/// Timeout for everything that tests wait for, generous enough for slow machines.
pub const PATIENCE: Duration = Duration::from_mins(2);

/// A running server.
pub struct Running {
    pub address: SocketAddr,
    pub app: std::sync::Arc<linja_server::app::App>,
    stop: Option<oneshot::Sender<()>>,
    task: tokio::task::JoinHandle<()>,
    _folder: Option<tempfile::TempDir>,
}

impl Running {
    /// Starts on a fresh SQLite file.
    pub async fn start() -> Running {
        Running::with(|_| {}).await
    }

    /// Starts on a fresh SQLite file with a changed configuration.
    pub async fn with(set_up: impl FnOnce(&mut Config)) -> Running {
        let folder = linja_testing::folder();
        let mut config = config(folder.path());
        set_up(&mut config);
        Running { _folder: Some(folder), ..Running::start_with(config).await }
    }

    /// Starts on a fresh SQLite file with a rate limit of one request per second after a burst.
    pub async fn with_burst(burst: u32) -> Running {
        Running::with(|config| {
            config.limits.requests_per_second = 1;
            config.limits.burst = burst;
        })
        .await
    }

    /// Starts with the table of `bonus` and its own database.
    pub async fn solved(set_up: impl FnOnce(&mut Config)) -> Running {
        let tables = super::solved().join("tables");
        let server = Running::with(|config| {
            std::os::unix::fs::symlink(tables, config.data_dir.join("tables")).expect("a link");
            set_up(config);
        })
        .await;
        let open = async {
            while server.app.tables.table(linja::RuleSet::BONUS).await.is_none() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(PATIENCE, open).await.expect("the table is opened");
        server
    }

    /// Starts on the given database.
    pub async fn on(database: &Database) -> Running {
        Running::on_with(database, |_| {}).await
    }

    /// Starts on the given database with a changed configuration.
    pub async fn on_with(database: &Database, set_up: impl FnOnce(&mut Config)) -> Running {
        let folder = linja_testing::folder();
        let mut config = match database {
            Database::Sqlite(folder) => config(folder.path()),
            Database::Postgres(_) => config(folder.path()),
        };
        config.database = database.url();
        set_up(&mut config);
        Running { _folder: Some(folder), ..Running::start_with(config).await }
    }

    async fn start_with(config: Config) -> Running {
        let server = Server::bind(config).await.expect("the server starts");
        let (address, app) = (server.address(), server.app().clone());
        let (stop, stopped) = oneshot::channel::<()>();
        let task = tokio::spawn(server.run(async {
            let _ = stopped.await;
        }));
        Running { address, app, stop: Some(stop), task, _folder: None }
    }

    /// Stops the server as on Ctrl-C and waits until it has ended.
    pub async fn stop(mut self) {
        self.stop.take();
        tokio::time::timeout(PATIENCE, &mut self.task).await.expect("it stops in time").expect("no panic");
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// A client with a new token.
    pub async fn client(&self) -> Client {
        let mut client = Client { server: self.address, token: None, http: reqwest::Client::new() };
        let token = client.post("/api/v1/tokens", &json!(null)).await.expect(201);
        client.token = token["token"].as_str().map(str::to_string);
        client
    }

    /// A client without a token.
    pub fn stranger(&self) -> Client {
        Client { server: self.address, token: None, http: reqwest::Client::new() }
    }
}

fn config(folder: &std::path::Path) -> Config {
    let mut config = Config::new(folder.to_path_buf());
    config.bind.set_port(0);
    config.solve = false;
    config.limits.requests_per_second = 0;
    config.limits.sockets_per_address = 1_000;
    config
}

/// A client of a server.
#[derive(Clone)]
pub struct Client {
    pub server: SocketAddr,
    pub token: Option<String>,
    pub http: reqwest::Client,
}

/// A response, already checked against the OpenAPI document.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub headers: HeaderMap,
    pub text: String,
}

impl Reply {
    /// Asserts the status and returns the body.
    #[track_caller]
    pub fn expect(self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text);
        self.json()
    }

    /// Asserts a problem with this status and code and returns the body.
    #[track_caller]
    pub fn problem(self, status: u16, code: &str) -> Value {
        assert_eq!(self.headers["content-type"], "application/problem+json", "{}", self.text);
        let body = self.expect(status);
        assert_eq!(body["code"], code, "{body}");
        assert_eq!(body["status"], status);
        // The detail is the message in the language of the client.
        assert!(body["message"]["id"].is_string() && body["message"]["arguments"].is_object(), "{body}");
        let detail = body["detail"].as_str().unwrap_or_default();
        assert!(!detail.is_empty() && !detail.to_lowercase().contains("problem_"), "{body}");
        body
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }
}

impl Client {
    /// The same client at another server.
    pub fn at(&self, server: &Running) -> Client {
        Client { server: server.address, ..self.clone() }
    }

    pub async fn get(&self, path: &str) -> Reply {
        self.send("GET", path, |request| request).await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Reply {
        let reply = self.send("POST", path, |request| request.json(body)).await;
        if reply.status < 300 {
            contract::check_request(path, body);
        }
        reply
    }

    pub async fn send(
        &self,
        method: &str,
        path: &str,
        change: impl FnOnce(reqwest::RequestBuilder) -> reqwest::RequestBuilder,
    ) -> Reply {
        let url = format!("http://{}{path}", self.server);
        let mut request = self.http.request(method.parse().expect("a method"), url);
        if let Some(token) = &self.token {
            request = request.bearer_auth(token);
        }
        let response = change(request).send().await.expect("an answer");
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let text = response.text().await.expect("text");
        if path.starts_with("/api/") {
            let media = headers.get("content-type").map_or("", |media| media.to_str().expect("text"));
            contract::check(method, path, status, media, &text);
        }
        Reply { status, headers, text }
    }

    /// Creates a game and returns its id.
    pub async fn create(&self, game: Value) -> String {
        let created = self.new_game(game).await.expect(201);
        created["game"]["id"].as_str().expect("an id").to_string()
    }

    pub async fn new_game(&self, mut game: Value) -> Reply {
        if game.get("id").is_none() {
            game["id"] = json!(Uuid::new_v4());
        }
        self.post("/api/v1/games", &game).await
    }

    /// Sends a command with this `seen`.
    pub async fn command(&self, game: &str, seen: u64, mut command: Value) -> Reply {
        if command.get("id").is_none() {
            command["id"] = json!(Uuid::new_v4());
        }
        command["seen"] = json!(seen);
        self.post(&format!("/api/v1/games/{game}/commands"), &command).await
    }

    pub async fn turn(&self, game: &str, seen: u64, turn: &str) -> Reply {
        self.command(game, seen, json!({ "type": "turn", "turn": turn })).await
    }

    pub async fn game(&self, game: &str) -> Value {
        self.get(&format!("/api/v1/games/{game}")).await.expect(200)
    }

    /// Waits until the game meets a condition and returns the game.
    pub async fn wait_for(&self, game: &str, condition: impl Fn(&Value) -> bool) -> Value {
        let found = async {
            loop {
                let own = self.game(game).await;
                if condition(&own["game"]) {
                    return own;
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(PATIENCE, found).await.expect("the condition becomes true")
    }

    pub async fn live(&self, game: &str, after: Option<u64>) -> Socket {
        let after = after.map_or(String::new(), |after| format!("?after={after}"));
        self.try_live(&format!("/api/v1/games/{game}/live{after}"), &[]).await.expect("a WebSocket")
    }

    /// A watcher with a very small receive buffer.
    pub async fn live_with_little_room(&self, game: &str) -> Socket {
        let socket = tokio::net::TcpSocket::new_v4().expect("a socket");
        socket.set_recv_buffer_size(4096).expect("a small buffer");
        let stream = socket.connect(self.server).await.expect("connected");
        let request = self.live_request(&format!("/api/v1/games/{game}/live"));
        let (socket, _) =
            tokio_tungstenite::client_async(request.expect("a request"), MaybeTlsStream::Plain(stream))
                .await
                .expect("a WebSocket");
        Socket(socket)
    }

    fn live_request(
        &self,
        path: &str,
    ) -> Result<tungstenite::handshake::client::Request, tungstenite::Error> {
        let mut request = format!("ws://{}{path}", self.server).into_client_request()?;
        if let Some(token) = &self.token {
            let bearer = format!("Bearer {token}").parse().expect("a header");
            request.headers_mut().insert("authorization", bearer);
        }
        Ok(request)
    }

    pub async fn try_live(
        &self,
        path: &str,
        headers: &[(&'static str, &str)],
    ) -> Result<Socket, tungstenite::Error> {
        let mut request = self.live_request(path)?;
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().expect("a header"));
        }
        let (socket, _) = tokio_tungstenite::connect_async(request).await?;
        Ok(Socket(socket))
    }
}

/// A live connection.
pub struct Socket(pub WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Socket {
    /// The next message, or `None` if the connection has ended.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            let message = tokio::time::timeout(PATIENCE, self.0.next()).await.expect("a message in time");
            match message {
                Some(Ok(Message::Text(text))) => {
                    let message: Value = serde_json::from_str(&text).expect("JSON");
                    contract::check_message(&message);
                    return Some(message);
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(other)) => panic!("{other:?}"),
            }
        }
    }

    /// Reads messages up to the next ping. The pong is sent with the next operation on the socket.
    pub async fn ping(&mut self) {
        let ping = async { while !matches!(self.0.next().await, Some(Ok(Message::Ping(_)))) {} };
        tokio::time::timeout(PATIENCE, ping).await.expect("a ping");
    }

    /// The next message of a type; others are skipped.
    pub async fn next_of(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await.expect("the connection lives");
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// Waits until these are connected, and returns the message.
    pub async fn presence(&mut self, black: bool, red: bool, spectators: u32) -> Value {
        loop {
            let message = self.next_of("presence").await;
            let connected = (&message["black"], &message["red"], &message["spectators"]);
            if connected == (&json!(black), &json!(red), &json!(spectators)) {
                return message;
            }
        }
    }

    pub async fn send(&mut self, message: &Value) {
        self.0.send(Message::text(message.to_string())).await.expect("sent");
    }
}
