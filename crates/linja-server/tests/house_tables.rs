//! Solving house rules on request, and their tables.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use std::path::{Path, PathBuf};
use std::time::Duration;

use linja::{Position, RuleSet};
use linja_oracle::{Oracle as _, Tables};
use serde_json::{Value, json};
use support::server::{Client, PATIENCE, Reply, Running};

/// A server that solves house rules, but of the published ones only those that are played. Rate limits hold, but not that of
/// all requests together.
async fn solving_server(data_dir: &Path) -> Running {
    let server = Running::with(|config| {
        config.data_dir = data_dir.to_path_buf();
        config.solve = true;
        config.quiet = Duration::from_hours(1);
        config.trust_proxy = true;
        config.limits.requests_per_second = 10_000;
        config.limits.burst = 10_000;
        link_table(data_dir, &RuleSet::BONUS);
    })
    .await;
    wait_for(&server.stranger(), "bonus", "solved").await;
    server
}

/// Puts a solved table into a data directory.
fn link_table(data_dir: &Path, rules: &RuleSet) {
    let made = Tables::in_data_dir(&linja_testing::solved(&[*rules])).path(rules);
    std::fs::create_dir_all(data_dir.join("tables")).unwrap();
    std::os::unix::fs::symlink(made, Tables::in_data_dir(data_dir).path(rules)).unwrap();
}

/// Waits until the table of a rule set has a status, and returns the rule set.
async fn wait_for(client: &Client, rules: &str, status: &str) -> Value {
    let found = async {
        loop {
            let read = read(client, rules).await;
            if read["table"]["status"] == status {
                return read;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, found).await.expect("the status comes")
}

async fn read(client: &Client, rules: &str) -> Value {
    client.get(&format!("/api/v1/rules/{rules}")).await.expect(200)
}

/// Asks for a rule set to be solved, from an address.
async fn solve(client: &Client, rules: &str, address: &str) -> Reply {
    let path = format!("/api/v1/rules/{rules}/solve");
    client.send("POST", &path, |request| request.header("x-forwarded-for", address)).await
}

/// The names of the files beside the tables.
fn files(data_dir: &Path) -> Vec<String> {
    let files = std::fs::read_dir(data_dir.join("tables")).unwrap();
    let mut names: Vec<String> = files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn is_listed(oracle: &Value, rules: &str) -> bool {
    oracle["tables"].as_array().unwrap().iter().any(|table| table["rules"] == rules)
}

#[tokio::test]
async fn one_rule_set_is_solved_at_a_time_and_an_address_gets_three_an_hour() {
    let data_dir = linja_testing::folder();
    let server = solving_server(data_dir.path()).await;
    let client = server.client().await;
    let wanted = ["bonus+follow-may", "classic+goal-count", "geeky+over-apart"];
    // Reading never solves.
    for _ in 0..3 {
        for rules in wanted {
            assert_eq!(read(&client, rules).await["table"], json!({ "status": "missing" }));
            assert_eq!(client.get(&format!("/api/v1/position/turns?rules={rules}")).await.status, 200);
        }
    }
    tokio::time::sleep(Duration::from_secs(3)).await;
    assert!(!is_listed(&client.get("/api/v1/oracle").await.expect(200), wanted[0]));

    for rules in wanted {
        let asked = solve(&client, rules, "10.0.0.1").await.expect(202);
        assert!(["waiting", "solving"].contains(&asked["table"]["status"].as_str().unwrap()), "{asked}");
    }
    let first = wait_for(&client, wanted[0], "solving").await;
    let (progress, seconds) = (first["table"]["progress"].as_f64(), first["table"]["seconds"].as_f64());
    assert!(progress.is_some_and(|share| (0.0..1.0).contains(&share)) && seconds >= Some(0.0), "{first}");
    for rules in &wanted[1..] {
        assert_eq!(read(&client, rules).await["table"], json!({ "status": "waiting" }));
    }
    let oracle = client.get("/api/v1/oracle").await.expect(200);
    assert!(wanted.iter().all(|rules| is_listed(&oracle, rules)), "{oracle}");

    // Asking again costs nothing; a fourth one is refused.
    solve(&client, wanted[1], "10.0.0.1").await.expect(202);
    let fourth = "bonus+left-one";
    let refused = solve(&client, fourth, "10.0.0.1").await;
    let seconds: u32 = refused.headers["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((3_000..=3_600).contains(&seconds), "{seconds}");
    refused.problem(429, "too_many_requests");
    // A game is created all the same, and has estimates.
    let game = json!({ "id": uuid::Uuid::new_v4(), "opponent": { "type": "local" }, "rules": fourth });
    let from = |request: reqwest::RequestBuilder| request.json(&game).header("x-forwarded-for", "10.0.0.1");
    client.send("POST", "/api/v1/games", from).await.expect(201);
    assert_eq!(read(&client, fourth).await["table"], json!({ "status": "missing" }));
    // Another address is not affected, and there a game asks for its rules.
    let from = |request: reqwest::RequestBuilder| request.json(&game).header("x-forwarded-for", "10.0.0.2");
    client.send("POST", "/api/v1/games", from).await.expect(201);
    assert_eq!(read(&client, fourth).await["table"], json!({ "status": "waiting" }));

    server.stop().await;
    assert_eq!(files(data_dir.path()), ["bonus.linja"], "an interrupted solve leaves nothing");
}

#[tokio::test]
async fn server_that_does_not_solve_says_so() {
    let server = Running::start().await;
    let client = server.client().await;
    let off = json!({ "status": "missing", "reason": "switched_off" });
    for rules in ["bonus+follow-may", "geeky"] {
        wait_for(&client, rules, "missing").await;
        assert_eq!(read(&client, rules).await["table"], off);
        solve(&client, rules, "10.0.0.1").await.problem(503, "cannot_solve");
    }
    client.create(json!({ "opponent": { "type": "local" }, "rules": "bonus+follow-may" })).await;
    assert_eq!(read(&client, "bonus+follow-may").await["table"], off);
    server.stop().await;
    for (limit, reason) in [(0, "switched_off"), (1_000_000, "no_disk")] {
        let server = Running::with(|config| {
            config.solve = true;
            config.quiet = Duration::from_hours(1);
            config.tables_limit = limit;
            link_table(&config.data_dir, &RuleSet::BONUS);
        })
        .await;
        let client = server.stranger();
        assert_eq!(read(&client, "bonus+follow-may").await["table"]["reason"], reason);
        solve(&client, "bonus+follow-may", "10.0.0.1").await.problem(503, "cannot_solve");
        server.stop().await;
    }
}

#[tokio::test]
async fn solved_house_rules_have_exact_values_a_verdict_and_reviews() {
    let rules = linja_testing::SOLVED_HOUSE_RULES;
    let (id, table) = (rules.id(), linja_testing::table(&rules));
    let mut data_dir = PathBuf::new();
    let server = Running::with(|config| data_dir = config.data_dir.clone()).await;
    let client = server.client().await;
    // A table that another program has made is used, too.
    link_table(&data_dir, &rules);
    let solved = wait_for(&client, &id, "solved").await;
    let start = table.turns(&Position::default()).unwrap();
    let best = start.iter().filter(|turn| turn.value == start[0].value).count();
    let verdict = json!({ "value": start[0].value.0, "best_turns": best, "turns": start.len() });
    assert_eq!(solved["verdict"], verdict);
    assert_eq!(solve(&client, &id, "10.0.0.1").await.expect(200)["verdict"], verdict);
    assert!(is_listed(&client.get("/api/v1/oracle").await.expect(200), &id));

    let turns = client.get(&format!("/api/v1/position/turns?rules={id}")).await.expect(200);
    assert_eq!((&turns["exact"], &turns["turns"][0]["margin"]), (&json!(true), &json!(start[0].value.0)));
    let line = client.get(&format!("/api/v1/position/line?rules={id}")).await.expect(200);
    assert_eq!(line["rules"], json!(id));
    client.get(&format!("/api/v1/position/hint?rules={id}")).await.expect(200);
    client.get(&format!("/api/v1/puzzle?rules={id}")).await.expect(200);
    let turn = start[0].item.turn;
    let review = json!({ "record": format!("[Rules \"{id}\"]\n\n1. {turn}\n") });
    let review = client.post("/api/v1/reviews", &review).await.expect(200);
    assert_eq!(review["rules"], json!(id));
    let unsolved = json!({ "record": "[Rules \"bonus+follow-may\"]\n\n1. ab ac\n" });
    client.post("/api/v1/reviews", &unsolved).await.problem(409, "not_solved");

    let verdicts = client.get("/api/v1/rules/verdicts").await;
    assert_eq!(verdicts.headers["cache-control"], "public, max-age=86400");
    let tag = verdicts.headers["etag"].clone();
    let verdicts = verdicts.expect(200);
    assert_eq!(verdicts["verdicts"][&id], json!(start[0].value.0));
    for row in linja_oracle::survey::rows() {
        assert_eq!(verdicts["verdicts"][&row.rules.id()], json!(row.value.0));
        assert_eq!(read(&client, &row.rules.id()).await["verdict"]["best_turns"], json!(row.best_turns));
    }
    let again = client.send("GET", "/api/v1/rules/verdicts", |r| r.header("if-none-match", tag)).await;
    assert_eq!(again.status, 304);
    server.stop().await;
}

#[tokio::test]
async fn table_beyond_the_limit_is_deleted_at_the_start() {
    let data_dir = linja_testing::folder();
    let server = Running::with(|config| {
        config.data_dir = data_dir.path().to_path_buf();
        config.tables_limit = 150;
        let folder = data_dir.path().join("tables");
        std::fs::create_dir_all(&folder).unwrap();
        for (name, bytes) in
            [("bonus+follow-may.linja", 100), ("geeky+over-apart.linja", 100), ("geeky.linja", 100)]
        {
            std::fs::write(folder.join(name), vec![0; bytes]).unwrap();
        }
        std::fs::write(folder.join("classic+goal-count.partial"), [0; 100]).unwrap();
        let old = std::fs::File::options().write(true).open(folder.join("geeky+over-apart.linja")).unwrap();
        old.set_modified(std::time::SystemTime::now() - Duration::from_hours(1)).unwrap();
    })
    .await;
    wait_for(&server.stranger(), "classic", "missing").await;
    let left = ["bonus+follow-may.linja", "geeky.linja"];
    assert_eq!(files(data_dir.path()), left, "the older one and what a killed solver left are gone");
    server.stop().await;
}
