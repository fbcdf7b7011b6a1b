//! When missing tables are solved, and their status meanwhile.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use support::server::{PATIENCE, Running};

/// Puts the table of `bonus` into a data directory.
fn put_table(data_dir: &Path) {
    let tables = data_dir.join("tables");
    std::fs::create_dir_all(&tables).unwrap();
    let made = support::solved().join("tables/bonus.linja");
    std::os::unix::fs::symlink(made, tables.join("bonus.linja")).unwrap();
}

/// Waits until the status of a table meets a condition and returns the status.
async fn table(server: &Running, rules: &str, condition: impl Fn(&Value) -> bool) -> Value {
    let client = server.stranger();
    let found = async {
        loop {
            let oracle = client.get("/api/v1/oracle").await.expect(200);
            let tables = oracle["tables"].as_array().unwrap();
            let table = tables.iter().find(|table| table["rules"] == rules).unwrap();
            if condition(table) {
                return table.clone();
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, found).await.expect("the condition becomes true")
}

/// Whether solving has begun, or would have begun with more memory or disk space.
fn is_begun(table: &Value) -> bool {
    table["status"] == "solving"
        || table["status"] == "ready"
        || table["code"] == "no_memory"
        || table["code"] == "no_disk"
}

/// Waits, because a new thread takes a moment to lower its priority.
#[cfg(target_os = "linux")]
async fn solvers_become_nice() {
    let are_nice = |found: &[String]| !found.is_empty() && found.iter().all(|nice| nice == "19");
    let become_nice = async {
        while !are_nice(&niceness_of_solvers()) {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(PATIENCE, become_nice).await.expect("the lowest priority");
}

#[cfg(target_os = "linux")]
fn niceness_of_solvers() -> Vec<String> {
    let tasks = std::fs::read_dir("/proc/self/task").unwrap().flatten();
    let stats = tasks.filter_map(|task| std::fs::read_to_string(task.path().join("stat")).ok());
    // The name may contain blanks. The fields after the name are numbered from 3; field 19 is the niceness.
    let solvers = stats.filter(|stat| stat.contains("(linja-solver)"));
    solvers.filter_map(|stat| stat.rsplit(") ").next()?.split(' ').nth(16).map(str::to_string)).collect()
}

#[tokio::test]
async fn only_what_is_played_is_solved_while_the_server_is_not_idle() {
    let server = Running::with(|config| {
        put_table(&config.data_dir);
        config.solve = true;
        config.quiet = Duration::from_hours(1);
    })
    .await;
    table(&server, "bonus", |table| table["status"] == "ready").await;
    for rules in ["classic", "bonus-spicy", "geeky", "geeky-spicy"] {
        let waiting = table(&server, rules, |table| table["code"] == "until_idle").await;
        assert_eq!(waiting["status"], "waiting");
        assert!(waiting["reason"].as_str().unwrap().contains("nobody"), "{waiting}");
    }
    let ada = server.client().await;
    ada.create(json!({ "opponent": { "type": "local" }, "rules": "geeky" })).await;
    let begun = table(&server, "geeky", is_begun).await;
    if begun["status"] == "solving" {
        #[cfg(target_os = "linux")]
        solvers_become_nice().await;
        table(&server, "classic", |table| table["code"] == "in_line").await;
    }
    server.stop().await;
}

#[tokio::test]
async fn the_rest_is_solved_when_nobody_has_played_for_a_while() {
    let server = Running::with(|config| {
        put_table(&config.data_dir);
        config.solve = true;
        config.quiet = Duration::from_millis(100);
    })
    .await;
    table(&server, "classic", is_begun).await;
    server.stop().await;
}

#[tokio::test]
async fn table_that_another_program_makes_is_used_once_it_is_there() {
    let mut data_dir = None;
    let server = Running::with(|config| data_dir = Some(config.data_dir.clone())).await;
    let off = table(&server, "bonus", |table| table["status"] == "missing").await;
    assert_eq!(off["code"], "switched_off");
    put_table(&data_dir.unwrap());
    table(&server, "bonus", |table| table["status"] == "ready").await;
    assert_eq!(server.stranger().get("/api/v1/position/line").await.status, 200);
    server.stop().await;
}

#[tokio::test]
async fn damaged_table_and_none_at_all_are_told_apart() {
    let server = Running::with(|config| {
        std::fs::create_dir_all(config.data_dir.join("tables")).unwrap();
        std::fs::write(config.data_dir.join("tables/geeky.linja"), b"no table").unwrap();
    })
    .await;
    table(&server, "geeky", |table| table["code"] == "damaged").await;
    table(&server, "classic", |table| table["code"] == "switched_off").await;
    server.stop().await;
    let server = Running::with(|config| config.oracle = false).await;
    let oracle = server.stranger().get("/api/v1/oracle").await.expect(200);
    let tables = oracle["tables"].as_array().unwrap();
    assert!(tables.iter().all(|table| table["code"] == "switched_off"), "{oracle}");
    server.stop().await;
}

#[tokio::test]
async fn table_is_used_once_it_has_been_copied() {
    let mut tables = std::path::PathBuf::new();
    let server = Running::with(|config| {
        tables = config.data_dir.join("tables");
        std::fs::create_dir_all(&tables).unwrap();
    })
    .await;
    table(&server, "bonus", |table| table["code"] == "switched_off").await;
    let made = support::solved().join("tables/bonus.linja");
    // An interrupted copy looks like a damaged table, and copying may resume later.
    let length = std::fs::metadata(&made).unwrap().len();
    let mut part = std::io::Read::take(std::fs::File::open(&made).unwrap(), length / 2);
    std::io::copy(&mut part, &mut std::fs::File::create(tables.join("bonus.linja")).unwrap()).unwrap();
    table(&server, "bonus", |table| table["code"] == "damaged").await;
    std::fs::copy(&made, tables.join("bonus.linja")).unwrap();
    table(&server, "bonus", |table| table["status"] == "ready").await;
    server.stop().await;
}

/// Whoever copies a table over one in use gets errors or right values, no crash and no wrong values.
#[tokio::test]
async fn table_that_is_overwritten_while_in_use_gives_errors_or_right_values() {
    let made = support::solved().join("tables/bonus.linja");
    let mut path = std::path::PathBuf::new();
    let server = Running::with(|config| {
        path = config.data_dir.join("tables/bonus.linja");
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::copy(&made, &path).unwrap();
    })
    .await;
    table(&server, "bonus", |table| table["status"] == "ready").await;
    let good = linja_testing::table(&linja::RuleSet::BONUS);
    let mut seed = 0;
    // Positions of new games, so that their pages are not in memory.
    let mut ask_all = async |server: &Running| {
        seed += 1;
        let (mut right, mut failed) = (0, 0);
        for position in linja_testing::random_positions(linja::RuleSet::BONUS, seed) {
            let path = format!("/api/v1/position/turns?pos={}", position.address());
            let reply = server.stranger().get(&path).await;
            if reply.status == 500 {
                failed += 1;
                continue;
            }
            let turns = reply.expect(200);
            let expected = linja_oracle::Oracle::turns(&good, &position).unwrap();
            let margins: Vec<i64> = expected.iter().map(|turn| turn.value.0.into()).collect();
            let shown = turns["turns"].as_array().unwrap().iter();
            assert_eq!(shown.map(|turn| turn["margin"].as_i64().unwrap()).collect::<Vec<_>>(), margins);
            right += 1;
        }
        (right, failed)
    };
    assert_eq!(ask_all(&server).await.1, 0, "a good table");
    let length = std::fs::metadata(&made).unwrap().len();
    let write = || std::fs::OpenOptions::new().write(true).open(&path).unwrap();
    // As copying another file over it begins.
    let mut file = write();
    let garbage = vec![7; 1 << 20];
    for _ in 0..length >> 20 {
        std::io::Write::write_all(&mut file, &garbage).unwrap();
    }
    assert!(ask_all(&server).await.1 > 0, "overwritten");
    write().set_len(1_000).unwrap();
    assert!(ask_all(&server).await.1 > 0, "truncated");
    // Copying to the end makes the table good again.
    std::fs::copy(&made, &path).unwrap();
    assert_eq!(ask_all(&server).await.1, 0, "the same table again");
    // As the documentation says: beside it, then renamed.
    let beside = path.with_extension("new");
    std::fs::copy(&made, &beside).unwrap();
    std::fs::rename(&beside, &path).unwrap();
    assert_eq!(ask_all(&server).await.1, 0, "replaced by renaming");
    std::fs::remove_file(&path).unwrap();
    assert_eq!(ask_all(&server).await.1, 0, "removed, but still open");
    server.stop().await;
}
