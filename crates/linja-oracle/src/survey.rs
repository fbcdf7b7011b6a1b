//! The survey of the 648 rule sets: who wins from the start, and by how much.
//!
//! `linja survey` computes the rows, `house-rules.csv` holds those of all rule sets, and `docs/house-rules.md` explains what comes out.
//!
//! ```
//! use linja::RuleSet;
//! use linja_oracle::survey;
//!
//! let row = survey::row(&RuleSet::GEEKY).expect("the survey has the editions");
//! assert_eq!(row.value.to_string(), "+2");
//! assert_eq!((row.best_turns, row.turns), (1, 98));
//! ```

#[cfg(feature = "native")]
mod tally;

#[cfg(feature = "native")]
pub use tally::Surveyor;

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use linja::{Margin, RuleSet};

/// What the survey tells about a rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The rule set.
    pub rules: RuleSet,
    /// The margin for the player who begins, if nobody errs.
    pub value: Margin,
    /// The number of first turns that keep this margin.
    pub best_turns: usize,
    /// The number of first turns.
    pub turns: usize,
    /// The number of positions that the player to move wins, of all positions.
    pub won: u64,
    /// The number of drawn positions.
    pub drawn: u64,
    /// The number of positions that the player to move loses.
    pub lost: u64,
    /// The hash of all values, as in a table.
    pub values_hash: u128,
}

/// The first line of a survey's file.
pub const COLUMNS: &str = "rules,value,best_turns,turns,won,drawn,lost,hash";

static ROWS: LazyLock<HashMap<RuleSet, Row>> = LazyLock::new(|| {
    let lines = include_str!("../house-rules.csv").lines().skip(1);
    let rows = lines.map(|line| line.parse::<Row>().expect("a test reads every row"));
    rows.map(|row| (row.rules, row)).collect()
});

/// The row of a rule set; `None` if the survey does not have it.
#[must_use]
pub fn row(rules: &RuleSet) -> Option<&'static Row> {
    ROWS.get(rules)
}

/// All rows, in the order of [`RuleSet::every`].
pub fn rows() -> impl Iterator<Item = &'static Row> {
    RuleSet::every().filter_map(|rules| row(&rules))
}

impl Row {
    /// The number of positions.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.won + self.drawn + self.lost
    }
}

/// A line of CSV under [`COLUMNS`].
impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row { rules, value, best_turns, turns, won, drawn, lost, values_hash } = self;
        write!(f, "{rules},{value},{best_turns},{turns},{won},{drawn},{lost},{values_hash:032x}")
    }
}

/// A line is not a row of a survey.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowError {
    column: &'static str,
    found: Option<String>,
}

impl fmt::Display for RowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.found {
            Some(found) => write!(f, "{found:?} can't be read as {}", self.column),
            None => write!(f, "there is no {}", self.column),
        }
    }
}

impl std::error::Error for RowError {}

/// The fields of a line, in order.
struct Fields<'l>(std::str::Split<'l, char>);

impl<'l> Fields<'l> {
    fn read<T, E>(
        &mut self,
        column: &'static str,
        read: impl Fn(&'l str) -> Result<T, E>,
    ) -> Result<T, RowError> {
        let found = self.0.next().ok_or(RowError { column, found: None })?;
        read(found).map_err(|_| RowError { column, found: Some(found.to_string()) })
    }

    fn next<T: FromStr>(&mut self, column: &'static str) -> Result<T, RowError> {
        self.read(column, str::parse)
    }
}

impl FromStr for Row {
    type Err = RowError;

    fn from_str(line: &str) -> Result<Row, RowError> {
        let mut fields = Fields(line.split(','));
        let row = Row {
            rules: fields.next("rules")?,
            value: fields.next("value")?,
            best_turns: fields.next("best_turns")?,
            turns: fields.next("turns")?,
            won: fields.next("won")?,
            drawn: fields.next("drawn")?,
            lost: fields.next("lost")?,
            values_hash: fields.read("hash", |digits| u128::from_str_radix(digits, 16))?,
        };
        match fields.0.next() {
            None => Ok(row),
            Some(more) => Err(RowError { column: "the end of the row", found: Some(more.to_string()) }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ALL_POSITIONS;
    use crate::published_hash;

    const LINE: &str = "bonus+follow-may,-1,2,97,3,4,5,000000000000000000000000000000ff";

    #[test]
    fn rows_read_back() {
        let row: Row = LINE.parse().unwrap();
        assert_eq!(
            (row.rules.id(), row.value, row.values_hash),
            ("bonus+follow-may".into(), Margin(-1), 255)
        );
        assert_eq!(row.to_string(), LINE);
    }

    #[test]
    fn errors_name_the_column() {
        let error = |line: &str| line.parse::<Row>().unwrap_err().to_string();
        assert_eq!(error("bonus,+1"), "there is no best_turns");
        assert_eq!(error("chess,+1,1,1,1,1,1,0"), "\"chess\" can't be read as rules");
        assert_eq!(error(&format!("{LINE},1")), "\"1\" can't be read as the end of the row");
    }

    #[test]
    fn the_committed_file_is_canonical_and_agrees_with_the_published_hashes() {
        let file = include_str!("../house-rules.csv");
        let lines: String = rows().map(|row| format!("{row}\n")).collect();
        assert_eq!(format!("{COLUMNS}\n{lines}"), file, "the rows stand in the order of RuleSet::every");
        assert_eq!(rows().count(), RuleSet::every().count());
        for row in rows() {
            assert_eq!(row.positions(), ALL_POSITIONS, "{}", row.rules);
            assert!((1..=row.turns).contains(&row.best_turns), "{}", row.rules);
            assert_eq!(Some(row.values_hash), published_hash(&row.rules), "{}", row.rules);
        }
    }

    #[test]
    fn the_published_rows_are_those_of_solved_md() {
        // docs/solved.md, whose figures come from `linja stats`.
        let expected = [
            (RuleSet::CLASSIC, 1, 3, 43, [60.72, 5.97, 33.31]),
            (RuleSet::BONUS, 1, 13, 92, [57.19, 3.01, 39.80]),
            (RuleSet::BONUS_SPICY, 0, 117, 157, [51.25, 18.68, 30.06]),
            (RuleSet::GEEKY, 2, 1, 98, [57.37, 2.64, 39.99]),
            (RuleSet::GEEKY_SPICY, 0, 112, 163, [52.39, 16.55, 31.06]),
        ];
        for (rules, value, best_turns, turns, shares) in expected {
            let row = row(&rules).expect("the survey has the published rule sets");
            assert_eq!((row.value, row.best_turns, row.turns), (Margin(value), best_turns, turns), "{rules}");
            for (count, share) in [row.won, row.drawn, row.lost].into_iter().zip(shares) {
                let found = 100.0 * count as f64 / ALL_POSITIONS as f64;
                assert!((found - share).abs() < 0.005_1, "{rules}: {found} instead of {share}");
            }
        }
    }
}
