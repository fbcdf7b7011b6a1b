//! Bodies and texts that try to be interpreted as something else.

use serde_json::json;
use uuid::Uuid;

use crate::support::Database;
use crate::support::server::Running;

#[tokio::test]
async fn json_cannot_be_bent() {
    let server = Running::start().await;
    let ada = server.client().await;
    let id = Uuid::new_v4();
    let post = async |path: &str, body: Vec<u8>| {
        ada.send("POST", path, |request| request.header("content-type", "application/json").body(body)).await
    };
    let start = format!("{{\"id\":\"{id}\",\"opponent\":{{\"type\":\"local\"}}");
    for (body, status) in [
        (format!("{start},\"name\":{}}}", "[".repeat(30_000)), 400..423),
        (format!("{start},\"name\":{}}}", "{\"a\":".repeat(8_000)), 400..423),
        ("{\"a\":".repeat(10_000), 400..423),
        (format!("{start},\"games\":1e400}}"), 400..423),
        (format!("{start},\"games\":-1}}"), 422..423),
        (format!("{start},\"games\":1.0}}"), 422..423),
        (format!("{start},\"games\":\"1\"}}"), 422..423),
        (format!("{start},\"games\":18446744073709551616}}"), 422..423),
        (format!("{start},\"games\":1,\"games\":3}}"), 422..423),
        (format!("{start},\"id\":\"{}\"}}", Uuid::new_v4()), 422..423),
        (format!("{start},\"clock\":{{\"seconds\":4294967296,\"increment\":0}}}}"), 422..423),
        (format!("{start},\"clock\":{{\"seconds\":NaN,\"increment\":0}}}}"), 400..401),
        (format!("{start},\"__proto__\":{{}}}}"), 422..423),
        (format!("{start}}} {start}}}"), 400..401),
        (format!("{start}}}\u{0}"), 400..401),
        (format!("\u{feff}{start}}}"), 400..401),
        (format!("{start},}}"), 400..401),
        (format!("{start},\"name\":\"\\ud800\"}}"), 422..423),
        (format!("{start},\"name\":\"\\udc00\\ud800\"}}"), 422..423),
        (format!("{start},\"name\":\"\\x41\"}}"), 400..401),
        (format!("{start},\"name\":\"a\nb\"}}"), 400..401),
        (format!("{start}}}").replace("local", "computer"), 422..423),
    ] {
        let reply = post("/api/v1/games", body.clone().into_bytes()).await;
        assert!(status.contains(&reply.status), "{}: {}", &body[..body.len().min(200)], reply.text);
        assert_eq!(reply.headers["content-type"], "application/problem+json");
    }
    let invalid = [start.as_bytes(), b",\"name\":\"\xff\xfe\"}"].concat();
    post("/api/v1/games", invalid).await.problem(422, "invalid_body");
    let game = ada.create(json!({ "opponent": { "type": "local" }, "first": "black" })).await;
    let commands = format!("/api/v1/games/{game}/commands");
    for body in [
        format!("{{\"id\":\"{id}\",\"seen\":1,\"seen\":0,\"type\":\"resign\"}}"),
        format!("{{\"id\":\"{id}\",\"seen\":1,\"type\":\"take_back\",\"type\":\"resign\"}}"),
        format!("{{\"id\":\"{id}\",\"seen\":1,\"type\":\"turn\",\"turn\":\"ab ce\",\"turn\":\"ab ad\"}}"),
        format!("{{\"id\":\"{id}\",\"seen\":-1,\"type\":\"resign\"}}"),
        format!("{{\"id\":\"{id}\",\"seen\":1.5,\"type\":\"resign\"}}"),
        format!("{{\"id\":\"{id}\",\"seen\":18446744073709551616,\"type\":\"resign\"}}"),
        format!("{{\"id\":\"{id}\",\"seen\":1,\"type\":\"Resign\"}}"),
        format!("{{\"id\":\"{id}\",\"seen\":1,\"type\":\"time_ran_out\",\"side\":\"red\"}}"),
        format!("[\"{id}\",1,\"resign\"]"),
    ] {
        post(&commands, body.into_bytes()).await.problem(422, "invalid_body");
    }
    // Unknown fields are rejected everywhere, whether or not the type has fields.
    for wish in [
        json!({ "type": "turn", "turn": "ab ce", "trun": 1 }),
        json!({ "type": "turn", "turn": "ab ce", "trun": null }),
        json!({ "type": "take_back", "trun": "ab ce" }),
        json!({ "type": "resign", "trun": "black" }),
        json!({ "type": "join", "trun": "Ada" }),
    ] {
        let problem = ada.command(&game, 1, wish.clone()).await.problem(422, "invalid_body");
        assert_eq!(problem["part"], "trun", "{wish}: {problem}");
    }
    for opponent in [
        json!({ "type": "local", "level": "3" }),
        json!({ "type": "lobby", "level": "3" }),
        json!({ "type": "computer", "level": "3", "levle": "3" }),
    ] {
        ada.new_game(json!({ "opponent": opponent })).await.problem(422, "invalid_body");
    }
    assert_eq!(ada.game(&game).await["game"]["seq"], 1);
    ada.turn(&game, u64::MAX, "ab ce").await.problem(409, "stale");
    for query in [
        "after=-1",
        "after=1e3",
        "after=18446744073709551616",
        "after=",
        "after=1&after=2",
        "x=1",
        "after=%00",
    ] {
        ada.get(&format!("/api/v1/games/{game}/events?{query}")).await.problem(400, "invalid_query");
    }
    let none = ada.get(&format!("/api/v1/games/{game}/events?after={}", u64::MAX)).await.expect(200);
    assert_eq!(none["events"], json!([]));
    for query in ["game=0", "game=2", "game=4294967295"] {
        ada.get(&format!("/api/v1/games/{game}/record?{query}")).await.problem(404, "no_such_record");
    }
    server.stop().await;
}

/// SQL injections that fit into a name of 40 characters.
const SQL: [&str; 6] = [
    "'; DROP TABLE events; --",
    "' OR '1'='1",
    "\"; DELETE FROM events WHERE \"\"=\"",
    "x'); UPDATE events SET seq=0; --",
    "$1 || ?1 || :name || @p",
    "\\'; SELECT pg_sleep(10); --",
];

#[tokio::test]
async fn sql_in_any_text_is_text() {
    let database = Database::sqlite();
    let server = Running::on(&database).await;
    let ada = server.client().await;
    let mut games = Vec::new();
    for sql in SQL {
        let wish = json!({ "opponent": { "type": "local" }, "side": "black", "first": "black", "name": sql,
            "opponent_name": sql });
        games.push((ada.create(wish).await, sql));
        let lobby =
            ada.create(json!({ "opponent": { "type": "lobby" }, "side": "black", "name": sql })).await;
        // With a letter more, because nobody may use the name of the other player.
        let joins = json!({ "type": "join", "name": format!("{sql}x") });
        server.client().await.command(&lobby, 1, joins).await.expect(200);
        games.push((lobby, sql));
        let invited = ada.create(json!({ "opponent": { "type": "invitation" } })).await;
        let code = json!({ "type": "join", "code": sql });
        server.client().await.command(&invited, 1, code).await.problem(403, "wrong_invitation");
        // Fields that accept only certain values.
        ada.turn(&games[0].0, 1, sql).await.problem(422, "illegal_turn");
        for (field, code) in [
            ("position", "invalid_position"),
            ("rules", "invalid_body"),
            ("side", "invalid_body"),
            ("id", "invalid_body"),
        ] {
            let mut wish = json!({ "id": Uuid::new_v4(), "opponent": { "type": "local" } });
            wish[field] = json!(sql);
            ada.post("/api/v1/games", &wish).await.problem(422, code);
        }
        let level = json!({ "opponent": { "type": "computer", "level": sql } });
        ada.new_game(level).await.problem(422, "invalid_body");
        let encoded: String = sql.bytes().map(|byte| format!("%{byte:02x}")).collect();
        ada.get(&format!("/api/v1/games/{encoded}")).await.problem(404, "no_such_game");
        ada.get(&format!("/api/v1/position?pos={encoded}")).await.problem(422, "invalid_position");
        ada.get(&format!("/api/v1/position?rules={encoded}")).await.problem(400, "invalid_query");
        ada.get(&format!("/api/v1/games/{}/events?after={encoded}", games[0].0))
            .await
            .problem(400, "invalid_query");
        let stranger = server.stranger();
        let reply = stranger.send("GET", "/api/v1/games", |request| {
            request.header("cookie", format!("linja={encoded}")).header("x-request-id", &encoded)
        });
        assert_eq!(reply.await.expect(200)["games"], json!([]));
    }
    server.stop().await;
    // A new server reads all texts back unchanged.
    let server = Running::on(&database).await;
    let ada = ada.at(&server);
    for (game, sql) in games {
        let players = ada.game(&game).await["game"]["players"].clone();
        let red = players["red"]["name"].as_str().unwrap();
        assert_eq!((players["black"]["name"].as_str(), red.trim_end_matches('x')), (Some(sql), sql));
        let record = ada.get(&format!("/api/v1/games/{game}/record")).await;
        let record = linja::Record::parse(&record.text).unwrap();
        assert_eq!((record.tag("Black"), record.tag("Red")), (Some(sql), Some(red)));
    }
    server.stop().await;
}

#[tokio::test]
async fn names_cannot_deceive() {
    let server = Running::start().await;
    let ada = server.client().await;
    let hostile = [
        "a\u{0}b",
        "a\tb",
        "a\u{8}b",
        "a\u{7f}b",
        "a\u{85}b",
        "a\u{9b}31m",
        "\u{1b}[2Jx",
        "a\r\nSet-Cookie: x=y",
        "\u{202e}nibor",
        "a\u{200e}b",
        "a\u{200f}b",
        "a\u{061c}b",
        "a\u{2066}b\u{2069}",
        "a\u{200b}b",
        "a\u{200d}b",
        "a\u{2060}b",
        "\u{feff}a",
        "a\u{ad}b",
        "a\u{2028}b",
        "\u{3164}",
        "\u{2800}",
        "a\u{e0041}b",
        "a\u{fe0f}b",
    ];
    let long = "x".repeat(41);
    for name in hostile.into_iter().chain([long.as_str(), &"q\u{301}".repeat(21)]) {
        for field in ["name", "opponent_name"] {
            let mut wish = json!({ "opponent": { "type": "local" } });
            wish[field] = json!(name);
            let problem = ada.new_game(wish).await.problem(422, "invalid_name");
            assert_eq!(problem["part"], field, "{name:?}");
        }
        let game = server.client().await.create(json!({ "opponent": { "type": "lobby" } })).await;
        let joins = json!({ "type": "join", "name": name });
        server.client().await.command(&game, 1, joins).await.problem(422, "invalid_name");
    }
    // Names that only need escaping, and characters that languages need, are kept unchanged.
    for name in [
        "<img src=x onerror=alert(1)>",
        "&lt;b&gt;",
        "]\\\"[",
        "{{7*7}}",
        "سارة",
        "ד״ר לוי",
        "Ştefan",
        "🎲",
        "null",
    ] {
        let wish = json!({ "opponent": { "type": "local" }, "side": "black", "name": name });
        let created = ada.new_game(wish).await.expect(201);
        assert_eq!(created["game"]["players"]["black"]["name"], name);
        let game = created["game"]["id"].as_str().unwrap();
        let record = ada.get(&format!("/api/v1/games/{game}/record")).await;
        assert_eq!(record.headers["content-type"], "text/plain; charset=utf-8");
        assert_eq!(linja::Record::parse(&record.text).unwrap().tag("Black"), Some(name));
    }
    server.stop().await;
}

/// Strangers see names: nobody can pass for the computer or for the other player.
#[tokio::test]
async fn names_cannot_imitate() {
    let server = Running::start().await;
    let ada = server.client().await;
    let imitations =
        ["Computer", "c\u{43e}mputer", "Ordinateur", "Ordenador, nivel 3", "Perfekt", "Livello 10"];
    for name in imitations {
        for field in ["name", "opponent_name"] {
            let mut wish = json!({ "opponent": { "type": "local" } });
            wish[field] = json!(name);
            let problem = ada.new_game(wish).await.problem(422, "invalid_name");
            assert_eq!(
                (&problem["part"], &problem["message"]["id"]),
                (&json!(field), &json!("problem_name_like_computer"))
            );
        }
    }
    let wish = json!({ "opponent": { "type": "lobby" }, "name": "Zoe\u{308}   King" });
    let game = ada.create(wish).await;
    let name = ada.get("/api/v1/lobby").await.text;
    assert!(name.contains("\"Zoë King\""), "{name}");
    let bo = server.client().await;
    for name in imitations {
        bo.command(&game, 1, json!({ "type": "join", "name": name })).await.problem(422, "invalid_name");
    }
    for (language, reason) in [
        ("en", "This name looks like your opponent’s. Choose another one."),
        ("de", "Dieser Name sieht aus wie der deines Gegners. Nimm bitte einen anderen."),
        ("fr", "Ce nom ressemble à celui de ton adversaire. Choisis-en un autre."),
        ("ro", "Acest nume seamănă cu cel al adversarului. Alege altul."),
    ] {
        for name in ["zoë king", "Zo\u{435}\u{308} King", "ZOË-KING."] {
            let body = json!({ "id": Uuid::new_v4(), "seen": 1, "type": "join", "name": name });
            let path = format!("/api/v1/games/{game}/commands");
            let reply =
                bo.send("POST", &path, |request| request.header("accept-language", language).json(&body));
            let problem = reply.await.problem(422, "invalid_name");
            assert_eq!((problem["part"].as_str(), problem["detail"].as_str()), (Some("name"), Some(reason)));
        }
    }
    bo.command(&game, 1, json!({ "type": "join", "name": "Bo" })).await.expect(200);
    server.stop().await;
}
