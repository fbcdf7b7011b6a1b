//! `linja survey` through the real binary: interrupted and resumed, and files that are no survey.
#![cfg(unix)]

mod common;

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;

use common::{command, folder, no_tables, run, stderr, stdout};
use linja::{Goal, Over, Rule, RuleSet};
use linja_oracle::survey::{self, COLUMNS};

fn path(file: &Path) -> &str {
    file.to_str().expect("UTF-8")
}

#[test]
fn an_interrupted_survey_keeps_its_rows_and_goes_on() {
    let file = folder("survey").join("house-rules.csv");
    let mut child = command(&no_tables(), &["survey", path(&file)]).spawn().expect("the binary starts");
    let mut lines = BufReader::new(child.stderr.take().expect("piped")).lines();
    let first = lines.next().expect("a line for the first rule set").expect("UTF-8");
    assert!(first.starts_with("  1 of 648   +1  classic+goal-stop+again-none in "), "{first}");
    linja_testing::send_signal(&child, "INT");
    let last = lines.last().expect("a last line").expect("UTF-8");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    assert!(last.starts_with("Interrupted: ") && last.ends_with("Run the command again to go on."), "{last}");

    let written = fs::read_to_string(&file).expect("the file");
    let committed = survey::rows().next().expect("the committed survey has rows");
    assert!(written.starts_with(&format!("{COLUMNS}\n{committed}\n")), "{written}");

    let rows = written.lines().count() - 1;
    let output = run(&no_tables(), &["survey", "--limit", "0", path(&file)], b"");
    assert_eq!(
        stdout(&output),
        format!("{rows} of 648 rule sets in {}\n", path(&file)),
        "{}",
        stderr(&output)
    );
}

#[test]
fn a_file_that_is_no_survey_is_left_alone() {
    let file = folder("no-survey").join("letter.txt");
    for (text, complaint) in [
        ("Dear Anna\n", "is no survey"),
        (&format!("{COLUMNS}\nbonus,+1,13\n"), "line 2: there is no turns"),
        (&format!("{COLUMNS}\nbonus,+1,x,,,,,\n"), "line 2: \"x\" can't be read as best_turns"),
    ] {
        fs::write(&file, text).expect("written");
        let output = run(&no_tables(), &["survey", path(&file)], b"");
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(complaint), "{}", stderr(&output));
        assert_eq!(fs::read_to_string(&file).expect("the file"), text);
    }
}

/// The table of `docs/house-rules.md`: an edition with one choice in each cell.
#[test]
fn the_documented_values_are_those_of_the_survey() {
    let page = include_str!("../../../docs/house-rules.md");
    let mut cells = 0;
    for choice in Rule::ALL.iter().flat_map(|rule| rule.choices()) {
        let line = page.lines().find_map(|line| line.strip_prefix(&format!("| `{choice}` |")));
        let line = line.unwrap_or_else(|| panic!("no line for {choice}"));
        let editions = [RuleSet::CLASSIC, RuleSet::BONUS, RuleSet::GEEKY];
        for (edition, cell) in editions.into_iter().zip(line.trim_end_matches('|').split('|')) {
            let row = survey::row(&edition.with(*choice)).expect("the survey has the rule set");
            let value = format!("{}, {} of {}", row.value, row.best_turns, row.turns);
            let is_own = edition.choice(choice.rule()) == *choice;
            assert_eq!(
                cell.trim(),
                if is_own { format!("**{value}**") } else { value },
                "{edition}, {choice}"
            );
            cells += 1;
        }
    }
    assert_eq!(cells, 18 * 3);
}

/// What `docs/house-rules.md` says about all rule sets.
#[test]
fn the_documented_counts_are_those_of_the_survey() {
    let values = || survey::rows().map(|row| (row.rules, row.value.0));
    assert!(values().all(|(_, value)| value >= 0), "beginning is never a disadvantage");
    assert_eq!(
        (
            values().filter(|&(_, value)| value == 0).count(),
            values().filter(|&(_, value)| value == 1).count()
        ),
        (272, 237)
    );
    assert_eq!(values().filter(|&(_, value)| value == 5).count(), 8);
    let fair = |over| values().filter(|&(rules, value)| rules.over == over && value == 0).count();
    assert_eq!((fair(Over::Passed), fair(Over::Apart)), (244, 28));
    let drawish =
        || survey::rows().filter(|row| row.rules.goal == Goal::Count && row.rules.over == Over::Passed);
    assert!(drawish().all(|row| row.value.0 == 0));
    assert_eq!((drawish().count(), drawish().filter(|row| row.best_turns == row.turns).count()), (108, 72));
    assert_eq!(survey::rows().filter(|row| row.best_turns == 1).count(), 106);
}

#[test]
fn the_summary_counts_the_rule_sets_of_every_choice() {
    let output = run(&no_tables(), &["survey", "--summary"], b"");
    let text = stdout(&output);
    let rule_sets = |name: &str| -> usize {
        let line = text.lines().find(|line| line.split_whitespace().next() == Some(name));
        line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok()).unwrap_or_default()
    };
    assert_eq!(rule_sets("all"), survey::rows().count());
    for rule in Rule::ALL {
        let sum: usize = rule.choices().iter().map(|choice| rule_sets(&choice.to_string())).sum();
        assert_eq!(sum, rule_sets("all"), "{text}");
    }
    let svg = run(&no_tables(), &["survey", "--svg"], b"");
    assert_eq!(stdout(&svg).matches("text-anchor=\"end\"").count(), 18, "a bar for every choice");
}
