//! Lists and games that grow: pages of lists, the limits of a game, and the end of what nobody goes on with.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use std::time::Duration;

use linja::Side;
use linja_api::Level;
use linja_games::game::command::MOST_TAKE_BACKS;
use linja_games::game::due::{ABANDONED_AFTER, CHALLENGE_GRACE};
use linja_games::game::event::{Created, Event, Opponent, Stored};
use linja_games::id::GameId;
use linja_games::store::Store;
use serde_json::{Value, json};
use support::Database;
use support::past::{Past, count, execute, holder, setting, wait_for_event};
use support::server::{Client, PATIENCE, Running};

on_every_database![
    lists_cost_what_they_read_and_leave_no_games_in_memory,
    nobody_fills_the_list_of_challenges,
    own_games_are_listed_in_pages,
    page_skips_nothing_when_a_game_ends,
    take_backs_end_and_the_game_goes_on,
    events_are_listed_in_pages,
    challenge_of_a_creator_who_is_gone_is_withdrawn,
    challenge_stays_while_its_creator_is_present,
    time_of_an_outage_does_not_end_a_challenge,
    game_without_a_turn_for_90_days_is_abandoned,
    old_games_are_deleted_if_the_operator_wants_it,
];

async fn new_local_game(client: &Client) -> String {
    let wish = json!({ "opponent": { "type": "local" }, "first": "black", "side": "black" });
    let made = client.new_game(wish).await.expect(201);
    made["game"]["id"].as_str().unwrap().to_string()
}

/// All items of a list, page by page, and the sizes of the pages.
async fn pages(client: &Client, path: &str, items: &str) -> (Vec<Value>, Vec<usize>) {
    let (mut all, mut sizes, mut query) = (Vec::new(), Vec::new(), String::new());
    loop {
        let page = client.get(&format!("{path}{query}")).await.expect(200);
        let found = page[items].as_array().unwrap();
        all.extend(found.iter().cloned());
        sizes.push(found.len());
        query = match &page["next"] {
            Value::Null => return (all, sizes),
            Value::String(next) => format!("?after={next}"),
            next => format!("?after={next}"),
        };
    }
}

async fn own_games_are_listed_in_pages(database: Database) {
    let server = Running::on(&database).await;
    let client = server.client().await;
    let mut made = Vec::new();
    for i in 0..61 {
        let game = new_local_game(&client).await;
        // Every third game is over, so that the pages break within the finished games.
        if i % 3 == 0 {
            client.command(&game, 1, json!({ "type": "resign" })).await.expect(200);
        }
        made.push(game);
    }
    let (games, sizes) = pages(&client, "/api/v1/games", "games").await;
    assert_eq!(sizes, [50, 11]);
    let is_over: Vec<bool> = games.iter().map(|game| game["status"] == "over").collect();
    assert!(is_over.is_sorted(), "unfinished games come first");
    let mut listed: Vec<&str> = games.iter().map(|game| game["id"].as_str().unwrap()).collect();
    listed.sort_unstable();
    made.sort_unstable();
    assert_eq!(listed, made, "each once");
    client.get("/api/v1/games?after=nonsense").await.problem(400, "invalid_query");
    let stranger = server.client().await;
    let (games, _) = pages(&stranger, &format!("/api/v1/games?after={}", made[0]), "games").await;
    assert!(games.is_empty(), "a page shows only one's own games");
}

async fn lists_cost_what_they_read_and_leave_no_games_in_memory(database: Database) {
    let server = Running::on(&database).await;
    let client = server.client().await;
    for _ in 0..52 {
        new_local_game(&client).await;
    }
    for _ in 0..3 {
        client.create(json!({ "opponent": { "type": "lobby" } })).await;
    }
    server.stop().await;
    let server = Running::on_with(&database, |config| {
        config.limits.requests_per_second = 1;
        config.limits.burst = 40;
    })
    .await;
    let client = client.at(&server);
    let challenges = client.get("/api/v1/lobby").await.expect(200);
    assert_eq!(challenges["games"].as_array().unwrap().len(), 3);
    let games = client.get("/api/v1/games").await.expect(200);
    assert_eq!(server.app.rooms.len(), 0);
    let figures = client.get("/metrics").await.text;
    assert!(figures.contains("linja_games_in_memory"), "{figures}");
    // A game that somebody watches stays.
    let watched = games["games"][0]["id"].as_str().unwrap();
    let _socket = client.live(watched, None).await;
    let mut pages = 1;
    while client.get("/api/v1/games").await.status == 200 {
        pages += 1;
        assert!(pages < 20, "a page of 50 games costs five cells");
    }
    assert_eq!(server.app.rooms.len(), 1);
    server.stop().await;
}

async fn nobody_fills_the_list_of_challenges(database: Database) {
    let server = Running::on(&database).await;
    let client = server.client().await;
    let wish = json!({ "id": uuid::Uuid::new_v4(), "opponent": { "type": "lobby" } });
    let first = client.create(wish.clone()).await;
    for _ in 1..5 {
        client.create(json!({ "opponent": { "type": "lobby" } })).await;
    }
    let problem = client.new_game(json!({ "opponent": { "type": "lobby" } })).await;
    let problem = problem.problem(429, "too_many_challenges");
    assert_eq!(problem["message"], json!({ "id": "problem_open_challenges", "arguments": { "count": 5 } }));
    // Repeating a request creates nothing, and other games are not meant.
    assert_eq!(client.create(wish).await, first);
    new_local_game(&client).await;
    client.create(json!({ "opponent": { "type": "invitation" } })).await;
    let other = server.client().await;
    other.create(json!({ "opponent": { "type": "lobby" } })).await;
    other.command(&first, 1, json!({ "type": "join" })).await.expect(200);
    client.create(json!({ "opponent": { "type": "lobby" } })).await;
    server.stop().await;
}

async fn page_skips_nothing_when_a_game_ends(database: Database) {
    let server = Running::on(&database).await;
    let client = server.client().await;
    for _ in 0..53 {
        new_local_game(&client).await;
    }
    let first = client.get("/api/v1/games").await.expect(200);
    let last = first["games"][49]["id"].as_str().unwrap();
    client.command(last, 1, json!({ "type": "resign" })).await.expect(200);
    let next = first["next"].as_str().unwrap();
    let second = client.get(&format!("/api/v1/games?after={next}")).await.expect(200);
    let running = second["games"].as_array().unwrap().iter().filter(|game| game["status"] == "playing");
    assert_eq!(running.count(), 3);
    server.stop().await;
}

/// Plays a turn and takes it back as often as the game allows. Returns the number of the last event.
async fn take_back_to_the_limit(client: &Client, game: &str, mut seen: u64) -> u64 {
    for _ in 0..MOST_TAKE_BACKS {
        client.turn(game, seen, "ab ce").await.expect(200);
        client.command(game, seen + 1, json!({ "type": "take_back" })).await.expect(200);
        seen += 2;
    }
    seen
}

async fn take_backs_end_and_the_game_goes_on(database: Database) {
    let server = Running::on(&database).await;
    let client = server.client().await;
    let game = new_local_game(&client).await;
    let mut seen = take_back_to_the_limit(&client, &game, 1).await;
    client.turn(&game, seen, "ab ce").await.expect(200);
    seen += 1;
    client.command(&game, seen, json!({ "type": "take_back" })).await.problem(409, "too_many_take_backs");
    client.turn(&game, seen, "hg hf").await.expect(200);
}

async fn events_are_listed_in_pages(database: Database) {
    let server = Running::on(&database).await;
    let client = server.client().await;
    let game = client.create(json!({ "opponent": { "type": "lobby" } })).await;
    server.client().await.command(&game, 1, json!({ "type": "join" })).await.expect(200);
    client.command(&game, 2, json!({ "type": "resign" })).await.expect(200);
    let mut seen = 3;
    while seen < 803 {
        client.command(&game, seen, json!({ "type": "rematch" })).await.expect(200);
        client.command(&game, seen + 1, json!({ "type": "decline_rematch" })).await.expect(200);
        seen += 2;
    }
    let (events, sizes) = pages(&client, &format!("/api/v1/games/{game}/events"), "events").await;
    assert_eq!(sizes, [500, seen as usize - 500]);
    let numbers: Vec<u64> = events.iter().map(|event| event["seq"].as_u64().unwrap()).collect();
    assert_eq!(numbers, (1..=seen).collect::<Vec<u64>>());
}

fn challenge() -> Created {
    setting(Opponent::Lobby, None)
}

fn is_withdrawn(stored: &Stored) -> bool {
    stored.event == Event::Withdrawn { side: Side::Black } && stored.actor.is_none()
}

/// Waits until something holds.
async fn until(mut holds: impl AsyncFnMut() -> bool) {
    let found = async {
        while !holds().await {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, found).await.expect("it becomes true");
}

/// When the server has to look at a game.
async fn due_at(store: &Store, game: GameId) -> Option<u64> {
    let entries = store.owed(i64::MAX as u64, None, 100).await.unwrap();
    entries.iter().find(|entry| entry.game == game).map(|entry| entry.due_at)
}

async fn challenge_of_a_creator_who_is_gone_is_withdrawn(database: Database) {
    let server = Running::on(&database).await;
    let store = server.app.rooms.store();
    let then = store.now() - CHALLENGE_GRACE;
    let invited = Past::created(store, then, setting(Opponent::Invitation, None)).await;
    let young = Past::created(store, then + 60_000, challenge()).await;
    let old = Past::created(store, then, challenge()).await;
    wait_for_event(store, old.game, is_withdrawn).await;
    let lobby = server.stranger().get("/api/v1/lobby").await.expect(200);
    let open: Vec<&str> =
        lobby["games"].as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap()).collect();
    assert_eq!(open, [young.game.to_string()]);
    let own = old.client(&server).game(&old.game.to_string()).await;
    assert_eq!(own["game"]["status"], "withdrawn");
    assert_eq!(due_at(store, old.game).await, None);
    for kept in [&invited, &young] {
        assert_eq!(store.events(kept.game, 0).await.unwrap(), kept.events, "an invitation stays");
    }
    server.stop().await;
}

async fn challenge_stays_while_its_creator_is_present(database: Database) {
    let server = Running::on(&database).await;
    // Another server finds it as well, and does not know that the creator is present.
    let other = match &database {
        Database::Sqlite(_) => None,
        Database::Postgres(_) => Some(Running::on(&database).await),
    };
    let store = server.app.rooms.store();
    let then = store.now() - CHALLENGE_GRACE + 3_000;
    let watched = Past::created(store, then, challenge()).await;
    let polled = Past::created(store, then, challenge()).await;
    let gone = Past::created(store, then, challenge()).await;
    let _socket = watched.client(&server).live(&watched.game.to_string(), None).await;
    polled.client(&server).get("/api/v1/lobby").await.expect(200);
    // A look of somebody else does not count.
    server.client().await.game(&gone.game.to_string()).await;
    wait_for_event(store, gone.game, is_withdrawn).await;
    for kept in [&watched, &polled] {
        assert_eq!(store.events(kept.game, 0).await.unwrap(), kept.events);
        let due_at = due_at(store, kept.game).await.unwrap();
        assert!(due_at > store.now() + CHALLENGE_GRACE - 60_000, "put off by the whole grace");
    }
    // Even if the creator's presence could not be stored in time.
    execute(&database, &[format!("UPDATE owed SET due_at = 1 WHERE game = '{}'", watched.game)]).await;
    if other.is_none() {
        until(async || due_at(store, watched.game).await.is_some_and(|due_at| due_at > store.now())).await;
        assert_eq!(store.events(watched.game, 0).await.unwrap(), watched.events);
    }
    server.stop().await;
    if let Some(other) = other {
        other.stop().await;
    }
}

async fn time_of_an_outage_does_not_end_a_challenge(database: Database) {
    let store = database.open().await;
    let challenge = Past::created(&store, store.now() - 10 * CHALLENGE_GRACE, challenge()).await;
    // The last server went down a minute after the challenge was made.
    let last = challenge.state().created_at + 60_000;
    let beat = format!("INSERT INTO heartbeat (id, at, db_clock) VALUES (1, {last}, {last})");
    store.close().await;
    drop(store);
    execute(&database, &[beat]).await;
    let server = Running::on(&database).await;
    let store = server.app.rooms.store();
    until(async || due_at(store, challenge.game).await.is_some_and(|due_at| due_at > store.now())).await;
    assert_eq!(store.events(challenge.game, 0).await.unwrap(), challenge.events);
    server.stop().await;
}

async fn game_without_a_turn_for_90_days_is_abandoned(database: Database) {
    let server = Running::on(&database).await;
    let store = server.app.rooms.store();
    let then = store.now() - ABANDONED_AFTER;
    let computer = Opponent::Computer { level: Level("random".parse().unwrap()) };
    let mut abandoned = Vec::new();
    for opponent in [Opponent::Local, computer, Opponent::Invitation] {
        let mut past = Past::created(store, then - 1_000, setting(opponent, None)).await;
        if opponent == Opponent::Invitation {
            past.add(store, then, Some(holder()), Event::Joined { side: Side::Red, name: None }).await;
        }
        abandoned.push(past);
    }
    // The index does not know of the last turn, but the game does.
    let mut played = Past::created(store, then, setting(Opponent::Local, None)).await;
    played.turn(store, then + 1_000_000, Side::Black, "ab ce").await;
    for past in abandoned {
        let is_end = |stored: &Stored| stored.event == Event::Aborted { side: Side::Black };
        wait_for_event(store, past.game, is_end).await;
        let id = past.game.to_string();
        let game = past.client(&server).game(&id).await["game"].clone();
        assert_eq!((&game["status"], &game["result"]["winner"]), (&json!("over"), &Value::Null));
        assert_eq!(game["result"]["termination"], "abandoned");
        let record = server.stranger().get(&format!("/api/v1/games/{id}/record")).await;
        assert!(record.text.contains("[Termination \"abandoned\"]"), "{}", record.text);
        assert_eq!(store.unfinished(&past.black.hash()).await.unwrap(), 0);
        assert_eq!(due_at(store, past.game).await, None);
    }
    let end = played.state().turn_since + ABANDONED_AFTER;
    until(async || due_at(store, played.game).await == Some(end)).await;
    assert_eq!(store.events(played.game, 0).await.unwrap(), played.events);
    server.stop().await;
}

async fn old_games_are_deleted_if_the_operator_wants_it(database: Database) {
    const DAY: u64 = 24 * 60 * 60 * 1_000;
    let store = database.open().await;
    let now = store.now();
    let local = || setting(Opponent::Local, None);
    let resigned = || Event::Resigned { side: Side::Black };
    let mut old = Vec::new();
    // More than a page.
    for _ in 0..60 {
        let mut past = Past::created(&store, now - 50 * DAY, local()).await;
        past.add(&store, now - 31 * DAY, None, resigned()).await;
        old.push(past);
    }
    let mut withdrawn = Past::created(&store, now - 40 * DAY, challenge()).await;
    withdrawn.add(&store, now - 40 * DAY, None, Event::Withdrawn { side: Side::Black }).await;
    old.push(withdrawn);
    let mut young = Past::created(&store, now - 50 * DAY, local()).await;
    young.add(&store, now - 29 * DAY, None, resigned()).await;
    let unfinished = Past::created(&store, now - 50 * DAY, local()).await;
    // As an older version stored a series: the stream of the first game holds another one that is under way.
    let series = old.pop().unwrap();
    let embed = |stream: &Past, is_over: u8| {
        let (game, stream) = (stream.game.of_series(2), stream.game);
        format!(
            "INSERT INTO embedded (game, stream, created_at, is_over) VALUES ('{game}', '{stream}', 0, {is_over})"
        )
    };
    let embedded = [embed(&series, 0), embed(&old[0], 1)];
    store.close().await;
    drop(store);
    execute(&database, &embedded).await;
    // By default nothing is deleted.
    let server = Running::on(&database).await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    for past in &old {
        assert_eq!(server.app.rooms.store().events(past.game, 0).await.unwrap(), past.events);
    }
    server.stop().await;
    let server =
        Running::on_with(&database, |config| config.retention = Some(Duration::from_hours(30 * 24))).await;
    until(async || count(&database, "SELECT count(*) FROM games").await == 3).await;
    let kept: Vec<String> = [&young, &unfinished, &series].map(|past| format!("'{}'", past.game)).to_vec();
    for table in ["events", "seats", "owed"] {
        let sql = format!("SELECT count(*) FROM {table} WHERE game NOT IN ({})", kept.join(", "));
        assert_eq!(count(&database, &sql).await, 0, "{table}");
    }
    assert_eq!(count(&database, "SELECT count(*) FROM embedded").await, 1);
    for past in [&young, &unfinished] {
        assert_eq!(server.app.rooms.store().events(past.game, 0).await.unwrap(), past.events);
        assert_eq!(
            past.client(&server).get("/api/v1/games").await.expect(200)["games"][0]["id"],
            past.game.to_string()
        );
    }
    let gone = &old[0];
    let client = gone.client(&server);
    client.get(&format!("/api/v1/games/{}", gone.game)).await.problem(404, "no_such_game");
    assert_eq!(client.get("/api/v1/games").await.expect(200)["games"], json!([]));
    server.stop().await;
}
