//! The identity exists before the seat, so a lost response costs nothing: repeating the command returns the same seat.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use linja_games::newcomer::Newcomer;
use serde_json::{Value, json};
use support::Database;
use support::page::{Answer, ask, get};
use support::server::{Client, PATIENCE, Reply, Running};
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;
use uuid::Uuid;

on_every_database!(
    lost_response_to_a_join_does_not_cost_the_seat,
    lost_response_to_a_creation_does_not_cost_the_game,
);

const ROUNDS: usize = 20;

/// How a client shows who it is.
#[derive(Clone, Copy, Debug)]
enum Kind {
    /// By the cookie that came with the page.
    Browser,
    /// By a token from `POST /tokens`.
    Program,
    /// Not at all: the token comes with the seat.
    Nobody,
}

const KINDS: [Kind; 3] = [Kind::Browser, Kind::Program, Kind::Nobody];

/// The header that shows who a new client is, as a line of a request.
async fn introduce(server: &Running, kind: Kind, page: &str) -> String {
    match kind {
        Kind::Browser => format!("Cookie: {}\r\n", pair(&get(server, page).await, 0)),
        Kind::Program => format!("Authorization: Bearer {}\r\n", server.client().await.token.unwrap()),
        Kind::Nobody => String::new(),
    }
}

/// The name and value of a cookie that a response sets.
fn pair(answer: &Answer, place: usize) -> String {
    set_cookies(answer)[place].split(';').next().unwrap().to_string()
}

fn set_cookies(answer: &Answer) -> Vec<String> {
    answer.headers.get_all("set-cookie").iter().map(|value| value.to_str().unwrap().to_string()).collect()
}

/// Sends a request and never reads its response. The connection dies when the returned stream is dropped.
async fn send(server: &Running, path: &str, identity: &str, body: &Value) -> TcpStream {
    let body = body.to_string();
    let length = body.len();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n"
    );
    let mut stream = TcpStream::connect(server.address).await.expect("connected");
    stream.write_all(format!("{head}{identity}\r\n{body}").as_bytes()).await.expect("sent");
    stream
}

/// Sends the same request again and reads the response.
async fn send_again(client: &Client, path: &str, identity: &str, body: &Value) -> Reply {
    let identity = identity.trim_end().split_once(": ");
    let change = |mut request: reqwest::RequestBuilder| {
        if let Some((name, value)) = identity {
            request = request.header(name, value);
        }
        request.json(body)
    };
    client.send("POST", path, change).await
}

/// The identity that a response leaves a client with.
fn afterwards(before: &str, reply: &Reply) -> String {
    let cookie = reply.headers.get("set-cookie").map(|value| value.to_str().unwrap());
    let cookie = cookie.map(|cookie| format!("Cookie: {}\r\n", cookie.split(';').next().unwrap()));
    cookie.unwrap_or_else(|| before.to_string())
}

async fn lost_response_to_a_join_does_not_cost_the_seat(database: Database) {
    let server = Running::on(&database).await;
    let ada = server.client().await;
    for (kind, _) in KINDS.into_iter().flat_map(|kind| (0..ROUNDS).map(move |round| (kind, round))) {
        let wish = json!({ "opponent": { "type": "invitation" }, "side": "red", "first": "black" });
        let created = ada.new_game(wish).await.expect(201);
        let game = created["game"]["id"].as_str().unwrap();
        let identity = introduce(&server, kind, created["invitation"]["path"].as_str().unwrap()).await;
        let code = &created["invitation"]["code"];
        let join = json!({ "id": Uuid::new_v4(), "seen": 1, "type": "join", "name": "Bo", "code": code });
        let path = format!("/api/v1/games/{game}/commands");
        let lost = send(&server, &path, &identity, &join).await;
        ada.wait_for(game, |game| game["status"] == "playing").await;
        drop(lost);
        let stranger = server.stranger();
        let again = send_again(&stranger, &path, &identity, &join).await;
        let identity = afterwards(&identity, &again);
        let receipt = again.expect(200);
        assert_eq!((&receipt["you"], &receipt["event"]["seq"]), (&json!(["black"]), &json!(2)), "{kind:?}");
        assert_eq!(receipt["event"]["command"], join["id"], "{kind:?}: the sender recognises its command");
        // Also with the identity that the response has given.
        let third = send_again(&stranger, &path, &identity, &join).await.expect(200);
        assert_eq!((&third["you"], &third["event"]), (&receipt["you"], &receipt["event"]), "{kind:?}");
        let turn = json!({ "id": Uuid::new_v4(), "seen": 2, "type": "turn", "turn": "ab ce" });
        send_again(&stranger, &path, &identity, &turn).await.expect(200);
        assert_eq!(ada.game(game).await["game"]["seq"], 3, "{kind:?}: one join, one turn");
    }
    server.stop().await;
}

async fn lost_response_to_a_creation_does_not_cost_the_game(database: Database) {
    let server = Running::on(&database).await;
    for (kind, _) in KINDS.into_iter().flat_map(|kind| (0..ROUNDS).map(move |round| (kind, round))) {
        let identity = introduce(&server, kind, "/").await;
        let id = Uuid::new_v4();
        let wish = json!({ "id": id, "opponent": { "type": "invitation" }, "name": "Bo" });
        let stranger = server.stranger();
        let lost = send(&server, "/api/v1/games", &identity, &wish).await;
        let created = async {
            let is_created = async || match kind {
                Kind::Nobody => {
                    let newcomer = Newcomer::of(None, id).unwrap();
                    let game = newcomer.token.game(newcomer.command);
                    stranger.get(&format!("/api/v1/games/{game}")).await.status == 200
                }
                Kind::Browser | Kind::Program => own_games(&stranger, &identity).await == 1,
            };
            while !is_created().await {}
        };
        tokio::time::timeout(PATIENCE, created).await.expect("the game is created");
        drop(lost);
        let again = send_again(&stranger, "/api/v1/games", &identity, &wish).await;
        let identity = afterwards(&identity, &again);
        let receipt = again.expect(201);
        assert_eq!((&receipt["event"]["command"], &receipt["event"]["seq"]), (&json!(id), &json!(1)));
        assert!(receipt["invitation"]["code"].is_string(), "{kind:?}: only the creator sees the code");
        let third = send_again(&stranger, "/api/v1/games", &identity, &wish).await.expect(201);
        assert_eq!((&third["game"]["id"], &third["you"]), (&receipt["game"]["id"], &receipt["you"]));
        assert_eq!(own_games(&stranger, &identity).await, 1, "{kind:?}");
    }
    server.stop().await;
}

async fn own_games(client: &Client, identity: &str) -> usize {
    let (name, value) = identity.trim_end().split_once(": ").unwrap();
    let games = client.send("GET", "/api/v1/games", |request| request.header(name, value)).await;
    games.expect(200)["games"].as_array().unwrap().len()
}

/// The id of a command without a token is the only secret of its sender.
#[tokio::test]
async fn id_of_a_command_without_a_token_stays_secret() {
    let server = Running::start().await;
    let ada = server.client().await;
    let game = ada.create(json!({ "opponent": { "type": "lobby" }, "side": "red", "first": "black" })).await;
    let mut watcher = ada.live(&game, Some(1)).await;
    let id = Uuid::new_v4();
    let path = format!("/api/v1/games/{game}/commands");
    let join = |id: &Value| json!({ "id": id, "seen": 1, "type": "join" });
    let joined = server.stranger().post(&path, &join(&json!(id))).await;
    let token = joined.headers["set-cookie"].to_str().unwrap()["linja=".len()..][..64].to_string();
    joined.expect(200);
    let seen = watcher.next_of("event").await;
    let events = server.stranger().get(&format!("/api/v1/games/{game}/events")).await.expect(200);
    let shown = format!("{seen}{events}{}", ada.game(&game).await);
    assert!(!shown.contains(&id.to_string()) && !shown.contains(&token), "{shown}");
    // Neither what everybody sees nor another id gives the seat to anybody else.
    let thief = server.stranger();
    for id in [&seen["command"], &json!(Uuid::new_v4())] {
        let stolen = thief.post(&path, &join(id)).await;
        assert!(!stolen.headers.contains_key("set-cookie"));
        stolen.problem(409, "stale");
    }
    // The creator can't use the id of the join either.
    ada.post(&path, &join(&json!(id))).await.problem(409, "stale");
    // A client whose ids others could guess gets a token of its own, as before, but can't repeat its command.
    let game = ada.create(json!({ "opponent": { "type": "lobby" } })).await;
    let path = format!("/api/v1/games/{game}/commands");
    let guessable = json!("00000000-0000-1000-8000-000000000001");
    thief.post(&path, &join(&guessable)).await.expect(200);
    thief.post(&path, &join(&guessable)).await.problem(409, "stale");
    server.stop().await;
}

#[tokio::test]
async fn document_gives_a_browser_its_identity() {
    let server = Running::start().await;
    let mut tokens = std::collections::BTreeSet::new();
    for path in ["/", "/game/x", "/lobby", "/settings"] {
        let page = get(&server, path).await;
        assert_eq!(page.header("cache-control"), "private, no-store", "{path}");
        assert_eq!(page.header("etag"), "", "{path}");
        let cookies = set_cookies(&page);
        let [token, renewed] = &cookies[..] else { panic!("{path}: {cookies:?}") };
        let rest = token[64 + "linja=".len()..].to_string();
        assert_eq!(rest, "; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000", "{path}");
        assert_eq!(renewed, "linja-renewed=1; Path=/; HttpOnly; SameSite=Lax; Max-Age=86400", "{path}");
        tokens.insert(token.clone());
        // The next document sets nothing, and is cached as ever.
        let jar = format!("{}; {}", pair(&page, 0), pair(&page, 1));
        let next = ask(&server, "GET", path, &[("cookie", &jar)]).await;
        assert!(set_cookies(&next).is_empty(), "{path}");
        let caching = if path == "/" { "no-store" } else { "no-cache" };
        assert_eq!(next.header("cache-control"), caching, "{path}");
        // A day later the same token is set for another year, in a complete response.
        let old = [("cookie", &*pair(&page, 0)), ("if-none-match", "*")];
        let renewed = ask(&server, "GET", path, &old).await;
        assert_eq!((renewed.status, &set_cookies(&renewed)), (200, &cookies), "{path}");
        assert_eq!(renewed.header("cache-control"), "private, no-store", "{path}");
    }
    assert_eq!(tokens.len(), 4, "nobody shares a token");
    let nowhere = ask(&server, "GET", "/nowhere", &[("accept", "text/html")]).await;
    assert_eq!((nowhere.status, set_cookies(&nowhere).len()), (404, 2));
    server.stop().await;
}

#[tokio::test]
async fn only_documents_for_people_set_a_cookie() {
    let server = Running::start().await;
    let html = get(&server, "/").await;
    let assets =
        html.text().split("\"/v/").skip(1).map(|rest| format!("/v/{}", rest.split('"').next().unwrap()));
    let mut paths: Vec<String> = assets.collect();
    assert!(paths.len() > 3, "{paths:?}");
    paths.extend(
        ["/offline", "/shell", "/sw.js", "/manifest.webmanifest", "/favicon.ico", "/locales/fr.json"]
            .map(String::from),
    );
    paths.extend(
        ["/api/v1/version", "/api/v1/games", "/api/v1/lobby", "/healthz", "/nowhere"].map(String::from),
    );
    for path in paths {
        assert!(set_cookies(&get(&server, &path).await).is_empty(), "{path}");
    }
    let token = server.client().await.token.unwrap();
    let program = ask(&server, "GET", "/", &[("authorization", &format!("Bearer {token}"))]).await;
    assert!(set_cookies(&program).is_empty(), "a program needs no cookie");
    // If another site embeds the page, the browser leaves the cookie out, and must not lose it.
    let embedded = [("sec-fetch-dest", "image"), ("sec-fetch-site", "cross-site")];
    assert!(set_cookies(&ask(&server, "GET", "/", &embedded).await).is_empty());
    let opened = [("sec-fetch-dest", "document"), ("sec-fetch-site", "cross-site")];
    assert_eq!(set_cookies(&ask(&server, "GET", "/", &opened).await).len(), 2);
    server.stop().await;
}

#[tokio::test]
async fn cookie_belongs_to_one_host_where_there_is_tls() {
    let server = Running::with(|config| config.trust_proxy = true).await;
    let tls = ("x-forwarded-proto", "https");
    let page = ask(&server, "GET", "/", &[tls]).await;
    let cookies = set_cookies(&page);
    assert!(cookies[0].starts_with("__Host-linja="), "{cookies:?}");
    for cookie in &cookies {
        assert!(
            cookie.contains("; Path=/; HttpOnly; SameSite=Lax; ") && cookie.ends_with("; Secure"),
            "{cookie}"
        );
        assert!(!cookie.to_lowercase().contains("domain"), "{cookie}");
    }
    // The cookie of earlier versions keeps its seats and is replaced.
    let player = server.client().await;
    let game = player.create(json!({ "opponent": { "type": "local" } })).await;
    let token = player.token.unwrap();
    let old = format!("linja={token}; linja-renewed=1");
    let replaced = ask(&server, "GET", "/", &[tls, ("cookie", &old)]).await;
    assert_eq!(pair(&replaced, 0), format!("__Host-linja={token}"));
    let path = format!("/api/v1/games/{game}");
    // Only the new cookie counts if there are both: another host of the domain could have set the old one.
    let foreign = format!("linja={}; __Host-linja={token}; linja-renewed=1", "0".repeat(64));
    for cookie in [&old, &pair(&replaced, 0), &foreign] {
        let own = ask(&server, "GET", &path, &[tls, ("cookie", cookie)]).await;
        let own: Value = serde_json::from_slice(&own.body).unwrap();
        assert_eq!(own["you"], json!(["black", "red"]), "{cookie}");
    }
    assert!(set_cookies(&ask(&server, "GET", "/", &[tls, ("cookie", &foreign)]).await).is_empty());
    let plain = ask(&server, "GET", "/", &[]).await;
    assert!(pair(&plain, 0).starts_with("linja=") && !set_cookies(&plain)[0].contains("Secure"));
    server.stop().await;
    // Without a trusted proxy nobody can claim to use TLS.
    let server = Running::start().await;
    assert!(pair(&ask(&server, "GET", "/", &[tls]).await, 0).starts_with("linja="));
    server.stop().await;
}
