//! Deleting one's data: names and token hashes disappear, turns stay.

use serde_json::{Value, json};
use sqlx::{Connection as _, PgConnection, Row as _, SqliteConnection};

use super::devices::close_code;
use super::support::Database;
use super::support::server::{Client, Running};
use super::{command, game_between, second_device};

crate::on_every_database!(deletion_removes_names_and_hashes_but_no_turns, deletion_ends_what_is_running);

/// All rows of all tables that could hold something about a player, as one text.
async fn dump(database: &Database) -> String {
    let columns = [
        "SELECT coalesce(actor, '') || ' ' || game || ' ' || event FROM events",
        "SELECT holder || ' ' || game FROM seats",
        "SELECT identity || ' ' || code FROM codes",
    ];
    let mut found = String::new();
    for sql in columns {
        let rows: Vec<String> = match database {
            Database::Sqlite(folder) => {
                let url = format!("sqlite://{}", folder.path().join("games.db").display());
                let mut connection = SqliteConnection::connect(&url).await.unwrap();
                sqlx::query(sql)
                    .fetch_all(&mut connection)
                    .await
                    .unwrap()
                    .iter()
                    .map(|row| row.get(0))
                    .collect()
            }
            Database::Postgres(url) => {
                let mut connection = PgConnection::connect(url).await.unwrap();
                sqlx::query(sql)
                    .fetch_all(&mut connection)
                    .await
                    .unwrap()
                    .iter()
                    .map(|row| row.get(0))
                    .collect()
            }
        };
        found += &rows.join("\n");
        found.push('\n');
    }
    found
}

fn hash(client: &Client) -> String {
    let token: linja_games::token::Token = client.token.as_ref().unwrap().parse().unwrap();
    token.hash().to_string()
}

async fn delete(client: &Client) -> super::support::server::Reply {
    client.send("DELETE", "/api/v1/identity", |request| request).await
}

async fn deletion_removes_names_and_hashes_but_no_turns(database: Database) {
    let server = Running::on(&database).await;
    let (ada, bo) = (server.client().await, server.client().await);
    // One game as Black and one as Red, both finished, and one on one device.
    let first = game_between(&ada, &bo, ["Adelheid", "Bodo"]).await;
    ada.turn(&first, 2, "ab ce").await.expect(200);
    bo.turn(&first, 3, "hg hf").await.expect(200);
    bo.command(&first, 4, json!({ "type": "resign" })).await.expect(200);
    let second = game_between(&bo, &ada, ["Bodo", "Adelheid"]).await;
    bo.command(&second, 2, json!({ "type": "resign" })).await.expect(200);
    let local = json!({ "opponent": { "type": "local" }, "first": "black", "name": "Adelheid", "opponent_name": "Cecilia" });
    let third = ada.create(local).await;
    ada.turn(&third, 1, "ab ce").await.expect(200);
    ada.command(&third, 2, json!({ "type": "resign" })).await.expect(200);
    // The next game of the series repeats the names.
    ada.command(&third, 3, json!({ "type": "rematch" })).await.expect(200);
    let phone = second_device(&ada, &server).await;
    ada.post("/api/v1/identity/codes", &command()).await.expect(201);
    let before = bo.get(&format!("/api/v1/games/{first}/events")).await.expect(200);
    let all = dump(&database).await;
    assert!(all.contains("Adelheid") && all.contains("Cecilia") && all.contains(&hash(&ada)));
    let next = all.lines().find(|line| line.contains("created_next")).expect("a next game");
    assert!(next.contains("Adelheid") && next.contains("Cecilia"), "{next}");

    assert_eq!(delete(&phone).await.status, 204);
    let left = dump(&database).await;
    for trace in ["Adelheid", "Cecilia", &hash(&ada), &hash(&phone)] {
        assert!(!left.contains(trace), "{trace} is left: {left}");
    }
    assert!(left.contains("Bodo") && left.contains(&hash(&bo)), "the opponent keeps everything");
    // Each game has another identity in its place.
    let holders: Vec<&str> = [&first, &second, &third]
        .iter()
        .map(|game| {
            let seat = |line: &&str| line.ends_with(game.as_str()) && !line.starts_with(&hash(&bo));
            left.lines().find(seat).expect("the seat stays").split(' ').next().unwrap()
        })
        .collect();
    assert!(holders[0] != holders[1] && holders[1] != holders[2] && holders[0] != holders[2], "{holders:?}");
    // Turns, times and numbers stay.
    let after = bo.get(&format!("/api/v1/games/{first}/events")).await.expect(200);
    let without_names = |events: &Value| {
        let mut events = events["events"].as_array().unwrap().clone();
        for event in &mut events {
            event["event"].as_object_mut().unwrap().remove("name");
        }
        events
    };
    assert_eq!(without_names(&after), without_names(&before));
    let game = bo.game(&first).await;
    assert_eq!(game["game"]["players"]["black"]["name"], Value::Null, "rooms in memory forget the name");
    assert_eq!(game["game"]["players"]["red"]["name"], "Bodo");
    assert_eq!(bo.get("/api/v1/games").await.expect(200)["games"].as_array().unwrap().len(), 2);
    // The tokens are worth nothing.
    for ended in [&ada, &phone] {
        delete(ended).await.problem(401, "signed_out");
        ended.get("/api/v1/games").await.problem(401, "signed_out");
        ended.command(&first, 5, json!({ "type": "rematch" })).await.problem(401, "signed_out");
    }
    delete(&server.stranger()).await.problem(401, "invalid_token");
    server.stop().await;
    // The same after a restart.
    let server = Running::on(&database).await;
    assert_eq!(bo.at(&server).game(&second).await["game"]["players"]["red"]["name"], Value::Null);
    ada.at(&server).get("/api/v1/games").await.problem(401, "signed_out");
    server.stop().await;
}

async fn deletion_ends_what_is_running(database: Database) {
    let server = Running::on(&database).await;
    let (ada, bo) = (server.client().await, server.client().await);
    let running = game_between(&ada, &bo, ["Adelheid", "Bodo"]).await;
    let invitation = ada.create(json!({ "opponent": { "type": "invitation" }, "name": "Adelheid" })).await;
    let against_computer =
        json!({ "opponent": { "type": "computer", "level": "random" }, "side": "black", "first": "black" });
    let computer = ada.create(against_computer).await;
    let (mut own, mut other) = (ada.live(&running, None).await, bo.live(&running, None).await);
    own.next_of("oracle").await;
    other.next_of("oracle").await;
    assert_eq!(delete(&ada).await.status, 204);
    assert_eq!(other.next_of("event").await["event"]["type"], "resigned", "the opponent hears of it");
    assert_eq!(close_code(&mut own).await, Some(4003));
    assert_eq!(bo.game(&running).await["game"]["result"]["winner"], "red");
    assert_eq!(bo.game(&invitation).await["game"]["status"], "withdrawn");
    assert_eq!(bo.game(&computer).await["game"]["status"], "over");
    assert!(!dump(&database).await.contains("Adelheid"));
    server.stop().await;
}

/// Another server has the game in memory, and knows the token.
#[cfg(feature = "system-tests")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn other_servers_forget_the_name() {
    let database = Database::postgres().await;
    let (here, there) = (Running::on(&database).await, Running::on(&database).await);
    let (ada, bo) = (here.client().await, there.client().await);
    let game = game_between(&ada, &bo, ["Adelheid", "Bodo"]).await;
    let elsewhere = ada.at(&there);
    assert_eq!(elsewhere.game(&game).await["game"]["players"]["black"]["name"], "Adelheid");
    let mut socket = elsewhere.live(&game, None).await;
    socket.next_of("oracle").await;
    assert_eq!(delete(&ada).await.status, 204);
    assert_eq!(close_code(&mut socket).await, Some(4003));
    bo.wait_for(&game, |game| game["players"]["black"]["name"].is_null()).await;
    elsewhere.turn(&game, 2, "ab ce").await.problem(401, "signed_out");
    let own = bo.game(&game).await;
    assert_eq!((&own["game"]["status"], &own["game"]["result"]["winner"]), (&json!("over"), &json!("red")));
    // The opponent goes on in the same series without the name coming back.
    bo.command(&game, own["game"]["seq"].as_u64().unwrap(), json!({ "type": "rematch" })).await.expect(200);
    assert!(!dump(&database).await.contains("Adelheid"));
    for server in [here, there] {
        server.stop().await;
    }
}
