//! Several records in one input, as a server writes all games of a player: where one ends and the next begins.

use std::collections::HashSet;
use std::io::{self, BufRead, Read};

use linja::Record;

use crate::texts::Texts;

/// A record has a few kilobytes; the rest is reserve for long tags.
const LARGEST_RECORD: usize = 1 << 20;

/// The text of one record, and where it stands in its input.
pub(super) struct RecordText {
    bytes: Vec<u8>,
    /// The bytes and the lines before it.
    bytes_before: usize,
    lines_before: usize,
}

impl RecordText {
    /// The whole input as one record.
    pub fn only(input: impl Read) -> io::Result<RecordText> {
        let mut bytes = Vec::new();
        input.take(LARGEST_RECORD as u64 + 1).read_to_end(&mut bytes)?;
        check_size(&bytes)?;
        Ok(RecordText { bytes, bytes_before: 0, lines_before: 0 })
    }

    /// The record, or what is wrong with it in the language of `texts`. Bytes and lines are counted from the start of the
    /// input.
    pub fn parse(&self, texts: &Texts) -> Result<Record, String> {
        let text = str::from_utf8(&self.bytes).map_err(|error| {
            format!("byte {}: the record is not UTF-8 text", self.bytes_before + error.valid_up_to() + 1)
        })?;
        Record::parse_from_line(text, self.lines_before + 1).map_err(|error| texts.message(&error.message()))
    }
}

fn check_size(bytes: &[u8]) -> io::Result<()> {
    let too_large = || io::Error::other(format!("it is larger than {LARGEST_RECORD} bytes"));
    if bytes.len() <= LARGEST_RECORD { Ok(()) } else { Err(too_large()) }
}

/// The records of an input. An empty input is one empty record.
pub(super) struct RecordTexts<R> {
    input: R,
    /// The next record up to the last line that was read; `None` at the end.
    begun: Option<RecordText>,
}

impl<R: BufRead> RecordTexts<R> {
    pub fn new(input: R) -> RecordTexts<R> {
        let begun = RecordText { bytes: Vec::new(), bytes_before: 0, lines_before: 0 };
        RecordTexts { input, begun: Some(begun) }
    }

    /// Reads the next record.
    pub fn next(&mut self) -> io::Result<Option<RecordText>> {
        let Some(mut record) = self.begun.take() else { return Ok(None) };
        let mut seen = Seen::default();
        let mut lines = record.lines_before;
        if !record.bytes.is_empty() {
            seen.add(&record.bytes);
            lines += 1;
        }
        loop {
            let mut line = Vec::new();
            let read = (&mut self.input).take(LARGEST_RECORD as u64 + 1).read_until(b'\n', &mut line)?;
            check_size(&line)?;
            if read == 0 {
                return Ok(Some(record));
            }
            if seen.ends_before(&line) {
                let bytes_before = record.bytes_before + record.bytes.len();
                self.begun = Some(RecordText { bytes: line, bytes_before, lines_before: lines });
                return Ok(Some(record));
            }
            seen.add(&line);
            lines += 1;
            record.bytes.append(&mut line);
            check_size(&record.bytes)?;
        }
    }
}

/// What has been seen of a record.
#[derive(Default)]
struct Seen {
    tags: HashSet<String>,
    turns: bool,
    /// The last line was blank.
    blank: bool,
}

impl Seen {
    fn add(&mut self, line: &[u8]) {
        let line = text(line);
        self.blank = line.is_empty();
        match tag_name(&line) {
            Some(name) => drop(self.tags.insert(name)),
            None => self.turns |= !self.blank,
        }
    }

    /// Whether this line begins the next record: a tag after a blank line, if turns came before, or the same tag. Other tags
    /// may follow a blank line in a single record.
    fn ends_before(&self, line: &[u8]) -> bool {
        self.blank && tag_name(&text(line)).is_some_and(|name| self.turns || self.tags.contains(&name))
    }
}

/// A line without what a record ignores.
fn text(line: &[u8]) -> String {
    String::from_utf8_lossy(line).trim_start_matches('\u{feff}').trim().to_string()
}

/// The name in a line that is a tag; letter case does not matter.
fn tag_name(line: &str) -> Option<String> {
    let inside = line.strip_prefix('[')?;
    let name = inside.split('"').next().unwrap_or_default();
    Some(name.trim().to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The records of a text, parsed.
    fn parsed(text: &[u8]) -> Vec<Result<Record, String>> {
        let mut texts = RecordTexts::new(text);
        std::iter::from_fn(|| texts.next().expect("memory can be read"))
            .map(|text| text.parse(Texts::english()))
            .collect()
    }

    fn turns(text: &str) -> Vec<usize> {
        parsed(text.as_bytes())
            .into_iter()
            .map(|record| record.unwrap_or_else(|error| panic!("{error}: {text}")).game().turns().len())
            .collect()
    }

    #[test]
    fn written_records_are_told_apart_with_and_without_turns() {
        let records = ["1. ab ac | hg hf", "[Black \"Ada\"]", "[Rules \"geeky\"]", "1. ab ce"];
        let written = records.map(|text| Record::parse(text).expect("a record").to_string());
        assert_eq!(turns(&written.join("\n")), [2, 0, 0, 1]);
        let windows = format!("\u{feff}{}", written.join("\n").replace('\n', "\r\n"));
        assert_eq!(turns(&windows), [2, 0, 0, 1]);
    }

    #[test]
    fn blank_lines_within_a_record_do_not_end_it() {
        assert_eq!(
            turns("\n\n[Rules \"bonus\"]\n\n[Black \"Ada\"]\n\n\n1. ab ac | hg hf\n\n2. ab ad\n\n"),
            [3]
        );
        assert_eq!(turns(""), [0]);
        assert_eq!(turns("[RULES \"bonus\"]\n\n[ rules\"bonus\"]\n\n1. ab ac"), [0, 1]);
        let tag_after_turns = parsed(b"1. ab ac\n[Black \"Ada\"]\n");
        assert!(
            matches!(&tag_after_turns[..], [Err(error)] if error.contains("line 2")),
            "{tag_after_turns:?}"
        );
    }

    #[test]
    fn errors_count_from_the_start_of_the_input() {
        let found =
            parsed(b"1. ab ac\n\n[Black \"Bo\"]\n1. ab zz\n\n[Black \"\xff\"]\n\n1. ab ac\n\n[Red \"Cy\"]\n");
        let errors: Vec<&str> =
            found.iter().map(|record| record.as_ref().err().map_or("", String::as_str)).collect();
        assert!(errors[1].ends_with("(Black’s turn, line 4)"), "{errors:?}");
        assert_eq!(errors[2], "byte 42: the record is not UTF-8 text");
        assert_eq!((errors[0], errors[3], errors.len()), ("", "", 4));
    }

    #[test]
    fn each_record_may_have_the_largest_size_and_no_more() {
        let record = |size: usize| format!("[Black \"{}\"]\n\n1. ab ac\n\n", "x".repeat(size - 22));
        let (largest, small) = (record(LARGEST_RECORD), record(100));
        assert_eq!(turns(&[&*small, &largest, &largest, &small].concat()), [1, 1, 1, 1]);
        let text = [&*small, &record(LARGEST_RECORD + 1)].concat();
        let mut texts = RecordTexts::new(text.as_bytes());
        assert!(texts.next().expect("a record").is_some());
        assert!(texts.next().is_err());
    }
}
