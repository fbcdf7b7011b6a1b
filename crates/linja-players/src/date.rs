use std::fmt;
use std::str::FromStr;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A day of the calendar, from year 1 to 9999.
///
/// ```
/// use linja_players::Date;
/// let date: Date = "2026-11-15".parse()?;
/// assert_eq!(date.to_string(), "2026-11-15");
/// assert_eq!(date.next().map(|next| next.to_string()), Some("2026-11-16".into()));
/// assert!("2026-02-29".parse::<Date>().is_err());
/// # Ok::<(), linja_players::ParseDateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

impl Date {
    /// The given day; `None` if the calendar has no such day.
    #[must_use]
    pub const fn new(year: u16, month: u8, day: u8) -> Option<Date> {
        let exists = 1 <= year && year <= 9999 && 1 <= day && day <= days_in(year, month);
        if exists { Some(Date { year, month, day }) } else { None }
    }

    /// Today in UTC, so that everybody has the same date.
    #[must_use]
    pub fn today() -> Date {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Date::at(since)
    }

    /// The UTC date at this time since the Unix epoch.
    ///
    /// ```
    /// # use linja_players::Date;
    /// let day = |seconds| Date::at(std::time::Duration::from_secs(seconds)).to_string();
    /// assert_eq!([day(0), day(59 * 86_400)], ["1970-01-01", "1970-03-01"]);
    /// assert_eq!([day(951_782_400), day(951_868_800)], ["2000-02-29", "2000-03-01"]);
    /// assert_eq!([day(1_794_700_800), day(1_798_675_200)], ["2026-11-15", "2026-12-31"]);
    /// ```
    #[must_use]
    pub fn at(since: Duration) -> Date {
        let mut date = Date { year: 1970, month: 1, day: 1 };
        let mut days = since.as_secs() / 86_400;
        while days > 0 && date.year < 9999 {
            let year = if is_leap(date.year) { 366 } else { 365 };
            if days < year {
                break;
            }
            days -= year;
            date.year += 1;
        }
        (0..days).fold(date, |date, _| date.next().unwrap_or(date))
    }

    /// The next day; `None` after the last one.
    #[must_use]
    pub fn next(self) -> Option<Date> {
        let Date { year, month, day } = self;
        Date::new(year, month, day + 1)
            .or_else(|| Date::new(year, month + 1, 1))
            .or_else(|| Date::new(year + 1, 1, 1))
    }

    /// 0 for Monday to 6 for Sunday.
    #[must_use]
    pub fn weekday(self) -> u8 {
        // Sakamoto's method: 0 is Sunday, and a year begins in March.
        const MONTHS: [u16; 12] = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4];
        let year = if self.month < 3 { self.year - 1 } else { self.year };
        let month = MONTHS[usize::from(self.month) - 1];
        let from_sunday = (year + year / 4 - year / 100 + year / 400 + month + u16::from(self.day)) % 7;
        ((from_sunday + 6) % 7) as u8
    }

    /// A unique number for the day.
    pub(crate) fn number(self) -> u64 {
        u64::from(self.year) * 10_000 + u64::from(self.month) * 100 + u64::from(self.day)
    }
}

const fn is_leap(year: u16) -> bool {
    (year.is_multiple_of(4) && !year.is_multiple_of(100)) || year.is_multiple_of(400)
}

const fn days_in(year: u16, month: u8) -> u8 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    }
}

/// Writes `2026-11-15`.
impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl FromStr for Date {
    type Err = ParseDateError;

    fn from_str(text: &str) -> Result<Date, ParseDateError> {
        let parts: Vec<&str> = text.trim().split('-').collect();
        let lengths = parts.iter().map(|part| part.len());
        let digits = parts.iter().all(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
        if !digits || !lengths.eq([4, 2, 2]) {
            return Err(ParseDateError);
        }
        let number = |part: &str| part.parse::<u16>().map_err(|_| ParseDateError);
        let (month, day) = (number(parts[1])?, number(parts[2])?);
        Date::new(number(parts[0])?, month as u8, day as u8).ok_or(ParseDateError)
    }
}

/// The text is not a valid date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseDateError;

impl fmt::Display for ParseDateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("there is no such day: write a date as year, month and day, like 2026-11-15")
    }
}

impl std::error::Error for ParseDateError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_reads_back_as_it_is_written() {
        for text in ["0001-01-01", "2024-02-29", "2026-11-15", "9999-12-31"] {
            assert_eq!(text.parse::<Date>().expect("a date").to_string(), text);
        }
    }

    #[test]
    fn what_is_no_date_is_refused() {
        for text in [
            "",
            "today",
            "2026-11",
            "2026-11-15-1",
            "2026-13-01",
            "2026-00-01",
            "2026-11-00",
            "2026-11-31",
            "2025-02-29",
            "1900-02-29",
            "0000-01-01",
            "26-11-15",
            "2026-1-5",
            "2026/11/15",
            "2026-11-1x",
            "+026-11-15",
        ] {
            assert_eq!(text.parse::<Date>(), Err(ParseDateError), "{text}");
        }
    }

    #[test]
    fn four_centuries_have_their_days() {
        let first = Date::new(2000, 1, 1);
        let days = std::iter::successors(first, |date| date.next());
        assert_eq!(days.take_while(|date| date.year < 2400).count(), 146_097);
        assert_eq!(Date::new(9999, 12, 31).and_then(Date::next), None);
    }

    #[test]
    fn days_of_the_week_follow_each_other() {
        assert_eq!(Date::new(2026, 11, 15).map(Date::weekday), Some(6), "a Sunday");
        let days: Vec<Date> =
            std::iter::successors(Date::new(1899, 1, 1), |date| date.next()).take(9000).collect();
        assert!(days.windows(2).all(|pair| (pair[0].weekday() + 1) % 7 == pair[1].weekday()));
    }

    #[test]
    fn today_is_after_this_was_written() {
        assert!(Date::today() > Date::new(2026, 1, 1).expect("a date"));
    }
}
