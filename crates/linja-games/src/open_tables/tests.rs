use std::fs::{self, File};
use std::path::PathBuf;

use linja::{Again, Follow, Goal, Left, Over};
use tempfile::TempDir;

use super::*;

fn policy(limit: u64) -> TablePolicy {
    TablePolicy { opens: true, solves: true, limit }
}

/// A data directory with files of these house rules, each of 100 bytes, used this many hours ago. They hold no tables.
fn used(hours: &[(RuleSet, u64)]) -> TempDir {
    let folder = linja_testing::folder();
    for (rules, hours) in hours {
        let path = Tables::in_data_dir(folder.path()).path(rules);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, [0; 100]).unwrap();
        let at = SystemTime::now() - Duration::from_hours(*hours);
        File::options().write(true).open(&path).unwrap().set_modified(at).unwrap();
    }
    folder
}

/// A solved table of house rules, and its file in a new data directory.
fn solved() -> (RuleSet, TempDir, PathBuf) {
    let rules = linja_testing::SOLVED_HOUSE_RULES;
    let made = Tables::in_data_dir(&linja_testing::solved(&[rules])).path(&rules);
    let folder = used(&[(rules, 0)]);
    let path = Tables::in_data_dir(folder.path()).path(&rules);
    fs::remove_file(&path).unwrap();
    fs::copy(made, &path).unwrap();
    (rules, folder, path)
}

#[test]
fn tables_used_least_recently_are_deleted_beyond_the_limit() {
    let oldest = RuleSet::BONUS.with(Follow::May);
    let (middle, newest) = (RuleSet::CLASSIC.with(Goal::Count), RuleSet::CLASSIC.with(Over::Apart));
    let folder = used(&[(newest, 1), (oldest, 5), (middle, 3), (RuleSet::GEEKY, 9)]);
    for (limit, left) in [(300, 3), (299, 2), (200, 2), (100, 1), (99, 0)] {
        let tables = OpenTables::new(folder.path(), policy(limit));
        tables.delete_beyond_limit();
        assert_eq!(tables.house_tables().len(), left, "{limit}");
        assert_eq!(tables.house_tables().contains(&middle), left >= 2, "{limit}");
        assert_eq!(tables.house_tables().contains(&newest), left >= 1, "{limit}");
    }
    assert_eq!(Tables::in_data_dir(folder.path()).existing(), [RuleSet::GEEKY], "published ones stay");
}

#[tokio::test]
async fn table_in_use_is_not_deleted_and_its_use_survives_a_restart() {
    let (rules, folder, path) = solved();
    let long_ago = SystemTime::now() - Duration::from_hours(24);
    File::options().write(true).open(&path).unwrap().set_modified(long_ago).unwrap();
    let tables = Arc::new(OpenTables::new(folder.path(), policy(1)));
    tables.open_all();
    let table = tables.table(rules).await.expect("it is open");
    tables.delete_beyond_limit();
    assert!(path.exists() && tables.is_solved(&rules), "a request uses it");
    // Closing does not take it from the request.
    tables.slots().get_mut(&rules).unwrap().close();
    tables.delete_beyond_limit();
    assert!(path.exists(), "a request still uses it");
    drop(table);

    assert!(disk::modified(&path).unwrap() < SystemTime::now() - Duration::from_hours(23));
    tables.note_uses(false);
    assert!(disk::modified(&path).unwrap() > SystemTime::now() - Duration::from_mins(2), "noted");
    let noted = disk::modified(&path);
    drop(tables.table(rules).await.expect("it is opened again"));
    tables.note_uses(false);
    assert_eq!(disk::modified(&path), noted, "not after every use");
    tables.note_uses(true);
    assert_ne!(disk::modified(&path), noted, "but when the server stops");

    tables.delete_beyond_limit();
    assert!(!path.exists() && !tables.is_solved(&rules));
    assert!(tables.table(rules).await.is_none());
}

#[tokio::test]
async fn table_that_is_gone_is_no_longer_solved() {
    let (rules, folder, path) = solved();
    let tables = Arc::new(OpenTables::new(folder.path(), policy(TablePolicy::LIMIT)));
    tables.open_all();
    let listed = |tables: &OpenTables| tables.view().tables.iter().any(|table| table.rules == rules);
    assert!(listed(&tables));
    let verdict = verdict_of(&tables.table(rules).await.unwrap()).unwrap();
    assert_eq!(tables.verdict(&rules), Some(verdict), "from the table, or the same from the survey");
    fs::remove_file(&path).unwrap();
    tables.slots().get_mut(&rules).unwrap().close();
    assert!(tables.table(rules).await.is_none());
    assert!(!tables.is_solved(&rules) && !listed(&tables));
}

#[test]
fn only_the_tables_used_last_stay_open() {
    let table = Arc::new(linja_testing::table(&linja_testing::SOLVED_HOUSE_RULES));
    let every: Vec<RuleSet> = RuleSet::every().filter(is_house).take(MOST_OPEN + 2).collect();
    let mut slots = HashMap::new();
    for (number, rules) in every.iter().enumerate() {
        let mut slot = Slot::new(WaitingCode::InLine.into());
        let at = SystemTime::UNIX_EPOCH + Duration::from_secs(number as u64);
        slot.open(&table, None, at);
        slots.insert(*rules, slot);
    }
    close_oldest(&mut slots);
    let is_open: Vec<bool> = every.iter().map(|rules| slots[rules].is_open()).collect();
    assert_eq!(is_open, [false, false, true, true, true, true]);
}

#[test]
fn wishes_are_bounded_and_asking_twice_changes_nothing() {
    let folder = linja_testing::folder();
    let tables = OpenTables::new(folder.path(), policy(TablePolicy::LIMIT));
    let house: Vec<RuleSet> = RuleSet::every().filter(is_house).collect();
    let accepted = house.iter().take_while(|&&rules| tables.ask(rules).is_ok()).count();
    assert_eq!(accepted, 32);
    assert_eq!(tables.has_room_for_wishes(), Err(TooManyWishes));
    assert_eq!(tables.ask(house[0]), Ok(()), "it waits already");
    assert_eq!(tables.wishes().all(), house[..32]);
    assert!(tables.status(&house[40]).is_none(), "what was refused does not wait");
    assert_eq!(tables.view().tables.len(), RuleSet::ALL.len() + 32);
    tables.wishes().remove(&house[0]);
    assert_eq!(tables.ask(house[40]), Ok(()));
    let left = RuleSet::BONUS.with(Left::One).with(Again::May);
    assert_eq!(tables.ask(left), Err(TooManyWishes));
}

#[test]
fn progress_of_house_rules_is_no_news() {
    let folder = linja_testing::folder();
    let tables = OpenTables::new(folder.path(), policy(TablePolicy::LIMIT));
    let mut changes = tables.changes();
    let house = RuleSet::BONUS.with(Follow::May);
    tables.ask(house).unwrap();
    for positions in 0..5 {
        tables.progress(house, positions);
    }
    let kinds = std::iter::from_fn(|| changes.try_recv().ok()).count();
    assert_eq!(kinds, 2, "waiting, then solving");
    for positions in 0..5 {
        tables.progress(RuleSet::GEEKY, positions);
    }
    assert_eq!(std::iter::from_fn(|| changes.try_recv().ok()).count(), 5);
}
