//! Backups of either database: everything of one moment, restored into either database, or refused with a reason.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::io::{Read as _, Write as _};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use linja::{RuleSet, Side};
use linja_games::game::event::{Created, Event, Opponent, Stored};
use linja_games::game::state::State;
use linja_games::id::GameId;
use linja_games::store::upkeep::{Header, Location, UpkeepError, backup, inspect, restore};
use linja_games::store::{Append, Appended, Store};
use linja_games::token::Token;
use sqlx::Connection as _;
use support::Database;
use tempfile::TempDir;
use uuid::Uuid;

on_every_database![
    backup_holds_every_table_and_column,
    backup_under_load_holds_every_acknowledged_event,
    restored_games_are_the_same_in_either_database,
    games_are_replaced_only_if_told,
    restore_waits_for_no_server,
    older_schema_is_restored_and_brought_up_to_date,
];

fn location(database: &Database) -> Location {
    match database {
        Database::Sqlite(folder) => Location::Sqlite(folder.path().to_path_buf()),
        Database::Postgres(url) => Location::Postgres(url.clone()),
    }
}

async fn back_up(database: &Database, path: &Path) -> Result<Header, UpkeepError> {
    backup(&location(database), path, false, &mut |_| ControlFlow::Continue(())).await
}

async fn restore_into(
    database: &Database,
    path: &Path,
    replace: bool,
) -> Result<Option<PathBuf>, UpkeepError> {
    let restored = restore(&location(database), path, replace, &mut |_| ControlFlow::Continue(())).await?;
    Ok(restored.kept)
}

fn folder() -> TempDir {
    linja_testing::folder()
}

/// A game between two people with hostile text in the names, and one turn.
async fn play(store: &Store, name: &str) -> GameId {
    let (ada, bo) = (Token::new().unwrap(), Token::new().unwrap());
    let game = ada.game(Uuid::new_v4());
    let created = Created {
        rules: RuleSet::BONUS,
        opponent: Opponent::Lobby,
        side: Side::Black,
        first: Side::Black,
        games: 1,
        clock: Some(linja_games::game::event::ClockSetting { seconds: 60, increment: 0 }),
        name: Some(name.into()),
        opponent_name: None,
        position: None,
    };
    let events = [
        (Event::Created(created), Some(ada.hash())),
        (Event::Joined { side: Side::Red, name: None }, Some(bo.hash())),
        (Event::Turn { side: Side::Black, turn: "ab ce".into(), lag: 3 }, Some(ada.hash())),
    ];
    let mut state: Option<State> = None;
    for (seq, (event, actor)) in (1..).zip(events) {
        let stored = Stored { seq, at: 1_700_000_000_000 + seq, command: None, actor, secret: None, event };
        let after = match &state {
            None => State::begin(game, &stored).unwrap(),
            Some(before) => {
                let mut after = before.clone();
                after.apply(&stored).unwrap();
                after
            }
        };
        let append = Append::new(game, state.as_ref(), &after, stored);
        assert_eq!(store.append(append).await.unwrap(), Appended::Stored);
        state = Some(after);
    }
    game
}

const HOSTILE: &str = "O'Brien \"\\ \n\t \u{1F600} {[,]} $1 ß";

/// `table.column` of all tables of a database, as the database itself lists them.
async fn listed(database: &Database) -> BTreeSet<String> {
    let columns: Vec<String> = match database {
        Database::Sqlite(folder) => {
            let url = format!("sqlite://{}", folder.path().join("games.db").display());
            let mut connection = sqlx::SqliteConnection::connect(&url).await.unwrap();
            sqlx::query_scalar(
                "SELECT t.name || '.' || c.name FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table'",
            )
            .fetch_all(&mut connection)
            .await
            .unwrap()
        }
        Database::Postgres(url) => {
            let mut connection = sqlx::PgConnection::connect(url).await.unwrap();
            sqlx::query_scalar(
                "SELECT table_name || '.' || column_name FROM information_schema.columns WHERE table_schema = 'public'",
            )
            .fetch_all(&mut connection)
            .await
            .unwrap()
        }
    };
    columns
        .into_iter()
        .filter(|column| !column.starts_with("_sqlx") && !column.starts_with("sqlite_"))
        .collect()
}

async fn backup_holds_every_table_and_column(database: Database) {
    let store = database.open().await;
    play(&store, "Ada").await;
    let folder = folder();
    let path = folder.path().join("backup");
    let header = back_up(&database, &path).await.unwrap();
    let columns = header
        .tables
        .iter()
        .flat_map(|table| table.columns.iter().map(move |column| format!("{}.{column}", table.name)));
    assert_eq!(columns.collect::<BTreeSet<_>>(), listed(&database).await);
    let rows = |name: &str| header.tables.iter().find(|table| table.name == name).unwrap().rows;
    assert_eq!((rows("events"), rows("games"), rows("seats"), rows("owed")), (3, 1, 2, 1));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }
    let names: Vec<_> =
        fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["backup"], "nothing else is left");
    assert!(matches!(back_up(&database, &path).await, Err(UpkeepError::Exists(_))));
    store.close().await;
}

async fn backup_under_load_holds_every_acknowledged_event(database: Database) {
    let store = Arc::new(database.open().await);
    let (acknowledged, is_over) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicBool::new(false)));
    let writers: Vec<_> = (0..8)
        .map(|_| {
            let (store, acknowledged, is_over) = (store.clone(), acknowledged.clone(), is_over.clone());
            tokio::spawn(async move {
                let mut games = Vec::new();
                while !is_over.load(Ordering::SeqCst) {
                    games.push(play(&store, HOSTILE).await);
                    acknowledged.fetch_add(1, Ordering::SeqCst);
                }
                games
            })
        })
        .collect();
    let folder = folder();
    for round in 0..3 {
        let before = acknowledged.load(Ordering::SeqCst);
        while acknowledged.load(Ordering::SeqCst) < before + 30 {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
        let before = acknowledged.load(Ordering::SeqCst);
        let path = folder.path().join(format!("backup-{round}"));
        let header = back_up(&database, &path).await.unwrap();
        let games = header.tables.iter().find(|table| table.name == "games").unwrap().rows;
        assert!(games >= before, "{games} of at least {before} games");
        let other = database.another().await;
        restore_into(&other, &path, false).await.unwrap();
        let restored = other.open().await;
        let checked = restored.check().await;
        assert_eq!((checked.games as u64, checked.unreadable), (games.min(1_000), 0));
        restored.close().await;
    }
    is_over.store(true, Ordering::SeqCst);
    let mut games = Vec::new();
    for writer in writers {
        games.extend(writer.await.unwrap());
    }
    let path = folder.path().join("last");
    back_up(&database, &path).await.unwrap();
    let other = database.another().await;
    restore_into(&other, &path, false).await.unwrap();
    let restored = other.open().await;
    for game in games {
        assert_eq!(restored.events(game, 0).await.unwrap(), store.events(game, 0).await.unwrap());
    }
    restored.close().await;
    store.close().await;
}

/// From this database into SQLite, and back into another one of the same kind.
async fn restored_games_are_the_same_in_either_database(database: Database) {
    let store = database.open().await;
    let games = [play(&store, HOSTILE).await, play(&store, "Bo").await];
    let folder = folder();
    let (first, second) = (folder.path().join("first"), folder.path().join("second"));
    back_up(&database, &first).await.unwrap();
    let (between, last) = (Database::sqlite(), database.another().await);
    restore_into(&between, &first, false).await.unwrap();
    back_up(&between, &second).await.unwrap();
    restore_into(&last, &second, false).await.unwrap();
    let restored = last.open().await;
    for game in games {
        assert_eq!(restored.events(game, 0).await.unwrap(), store.events(game, 0).await.unwrap());
    }
    assert_eq!(restored.owed(i64::MAX as u64, None, 10).await.unwrap().len(), 2);
    assert_eq!(rows(&first), rows(&second), "row by row");
    restored.close().await;
    store.close().await;
}

/// The rows of a backup, as JSON: the databases write other blanks.
fn rows(path: &Path) -> Vec<serde_json::Value> {
    let mut text = String::new();
    flate2::read::GzDecoder::new(fs::File::open(path).unwrap()).read_to_string(&mut text).unwrap();
    let lines: Vec<_> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    lines[1..lines.len() - 1].to_vec()
}

async fn games_are_replaced_only_if_told(database: Database) {
    let folder = folder();
    let path = folder.path().join("backup");
    let store = database.open().await;
    let game = play(&store, "Ada").await;
    back_up(&database, &path).await.unwrap();
    let later = play(&store, "Bo").await;
    store.close().await;
    drop(store);
    assert!(matches!(restore_into(&database, &path, false).await, Err(UpkeepError::NotEmpty)));
    let kept = restore_into(&database, &path, true).await.unwrap();
    let store = database.open().await;
    assert_eq!(store.events(game, 0).await.unwrap().len(), 3);
    assert_eq!(store.events(later, 0).await.unwrap(), []);
    store.close().await;
    match &database {
        Database::Postgres(_) => assert_eq!(kept, None),
        Database::Sqlite(_) => {
            let other = linja_testing::folder();
            fs::rename(kept.unwrap(), other.path().join("games.db")).unwrap();
            let store = Store::sqlite(other.path()).await.unwrap();
            assert_eq!(store.events(later, 0).await.unwrap().len(), 3, "the old games are kept");
            store.close().await;
        }
    }
    // A database that a server has used, but in which nobody has played, needs no permission.
    let unused = database.another().await;
    let store = unused.open().await;
    store.beat().await.unwrap();
    store.close().await;
    drop(store);
    restore_into(&unused, &path, false).await.unwrap();
}

async fn restore_waits_for_no_server(database: Database) {
    let folder = folder();
    let path = folder.path().join("backup");
    let store = database.open().await;
    let game = play(&store, "Ada").await;
    back_up(&database, &path).await.unwrap();
    let error = restore_into(&database, &path, true).await.unwrap_err().to_string();
    assert!(error.contains("server"), "{error}");
    assert_eq!(store.events(game, 0).await.unwrap().len(), 3);
    store.close().await;
}

async fn older_schema_is_restored_and_brought_up_to_date(database: Database) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/store/migrations");
    let migrator = sqlx::migrate::Migrator::new(path.as_path()).await.unwrap();
    match &database {
        Database::Sqlite(folder) => {
            let url = format!("sqlite://{}?mode=rwc", folder.path().join("games.db").display());
            let mut connection = sqlx::SqliteConnection::connect(&url).await.unwrap();
            migrator.run_to(1, &mut connection).await.unwrap();
            connection.close().await.unwrap();
        }
        Database::Postgres(url) => {
            let mut connection = sqlx::PgConnection::connect(url).await.unwrap();
            migrator.run_to(1, &mut connection).await.unwrap();
        }
    }
    database.execute("INSERT INTO games VALUES ('00000000000000000001', 5, 0, 0)").await;
    let folder = folder();
    let path = folder.path().join("backup");
    let header = back_up(&database, &path).await.unwrap();
    assert_eq!((header.schema, header.tables.len()), (1, 3));
    let other = database.another().await;
    restore_into(&other, &path, false).await.unwrap();
    let store = other.open().await;
    assert_eq!(
        store.owed(i64::MAX as u64, None, 10).await.unwrap().len(),
        1,
        "the later migration saw the row"
    );
    store.close().await;
}

#[tokio::test]
async fn bad_backups_are_refused_with_a_reason() {
    let database = Database::sqlite();
    let store = database.open().await;
    for _ in 0..50 {
        play(&store, HOSTILE).await;
    }
    let folder = folder();
    let whole = folder.path().join("whole");
    back_up(&database, &whole).await.unwrap();
    store.close().await;
    let bytes = fs::read(&whole).unwrap();
    let path = folder.path().join("bad");
    let mut reasons = BTreeSet::new();
    let mut refused = async |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        let target = Database::sqlite();
        let error = restore_into(&target, &path, false).await.unwrap_err().to_string();
        let Database::Sqlite(target) = &target else { unreachable!() };
        assert!(!target.path().join("games.db").exists(), "nothing was touched");
        assert!(error.contains(&format!("{} can't be restored: it", path.display())), "{error}");
        reasons.insert(error.rsplit_once("restored: ").unwrap().1.to_string());
    };
    // Cut off anywhere, one bit changed anywhere.
    for part in 1..20 {
        refused(&bytes[..bytes.len() * part / 20]).await;
        let mut damaged = bytes.clone();
        damaged[bytes.len() * part / 20] ^= 4;
        refused(&damaged).await;
    }
    refused(&bytes[..bytes.len() - 1]).await;
    refused(b"").await;
    refused(b"SQLite format 3\0 and so on").await;
    refused(&gzip("{\"a\": 1}\n")).await;
    refused(&gzip("{\"linja_backup\": 2}\n")).await;
    let text = {
        let mut text = String::new();
        flate2::read::GzDecoder::new(&bytes[..]).read_to_string(&mut text).unwrap();
        text
    };
    // Compressed correctly, but changed: another name, a missing row, one row more, an unknown table.
    refused(&gzip(&text.replacen("O'Brien", "Mallory", 1))).await;
    let without =
        text.lines().enumerate().filter(|(line, _)| *line != 5).map(|(_, line)| format!("{line}\n"));
    refused(&gzip(&without.collect::<String>())).await;
    refused(&gzip(&text.replacen("\n[", "\n[1]\n[", 1))).await;
    refused(&gzip(&(text.clone() + "[]\n"))).await;
    for reason in ["it is cut off", "it is not a backup made by linja backup", "it has format 2", "checksum"]
    {
        assert!(reasons.iter().any(|found| found.contains(reason)), "{reason}: {reasons:?}");
    }
    let newer = text.replacen("\"schema\":", "\"schema\":9", 1);
    fs::write(&path, resealed(&newer)).unwrap();
    let error = restore_into(&Database::sqlite(), &path, false).await.unwrap_err().to_string();
    assert!(error.contains("use a newer program"), "{error}");
    fs::write(&path, resealed(&text.replacen("\"seats\"", "\"chairs\"", 1))).unwrap();
    let error = restore_into(&Database::sqlite(), &path, false).await.unwrap_err().to_string();
    assert!(error.contains("its tables are not those of schema version"), "{error}");
    inspect(&whole, &mut |_| ControlFlow::Continue(())).unwrap();
}

fn gzip(text: &str) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

/// With the hash that fits, as somebody would write who knows the format.
fn resealed(text: &str) -> Vec<u8> {
    let (rows, end) = text.trim_end().rsplit_once('\n').unwrap();
    let rows = format!("{rows}\n");
    let mut end: serde_json::Value = serde_json::from_str(end).unwrap();
    end["blake3"] = blake3::hash(rows.as_bytes()).to_string().into();
    gzip(&format!("{rows}{end}\n"))
}

#[tokio::test]
async fn interrupted_backup_and_restore_leave_nothing() {
    let database = Database::sqlite();
    let store = database.open().await;
    play(&store, "Ada").await;
    let folder = folder();
    let path = folder.path().join("backup");
    let stopped = backup(&location(&database), &path, false, &mut |_| ControlFlow::Break(())).await;
    assert!(matches!(stopped, Err(UpkeepError::Interrupted)));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    back_up(&database, &path).await.unwrap();
    store.close().await;
    let target = linja_testing::folder();
    let place = Location::Sqlite(target.path().to_path_buf());
    let mut reports = 0;
    let mut observer = |_| {
        reports += 1;
        // The first pass only reads; the second one has two reports at most.
        if reports < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let stopped = restore(&place, &path, false, &mut observer).await;
    assert!(matches!(stopped, Err(UpkeepError::Interrupted)));
    let left: BTreeSet<_> =
        fs::read_dir(target.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["games.db", "games.lock"].map(Into::into).into(), "an empty database");
    assert_eq!(fs::metadata(target.path().join("games.db")).unwrap().len(), 0);
    let missing =
        backup(&place, &folder.path().join("other"), false, &mut |_| ControlFlow::Continue(())).await;
    assert!(matches!(missing, Err(UpkeepError::Missing(_))));
}
