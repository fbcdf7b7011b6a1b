//! Lines of standard input, of limited length.

use std::fmt;
use std::io::{BufRead as _, BufReader, Read};

use anyhow::Context as _;

/// No valid line is longer. The rest of a longer one is skipped, not kept in memory.
const LONGEST_LINE: u64 = 4096;

/// The lines of an input. A byte order mark before the first line is skipped.
pub(crate) struct Lines<R> {
    input: BufReader<R>,
    is_first: bool,
}

/// Why a line is unusable.
#[derive(Clone, Copy, Debug)]
pub(crate) enum BadLine {
    TooLong,
    NotText,
}

impl fmt::Display for BadLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BadLine::TooLong => "the line is too long",
            BadLine::NotText => "the line is not UTF-8 text",
        })
    }
}

impl<R: Read> Lines<R> {
    pub(crate) fn new(input: R) -> Lines<R> {
        Lines { input: BufReader::new(input), is_first: true }
    }

    /// Whether reading the next line may block.
    pub(crate) fn is_drained(&self) -> bool {
        self.input.buffer().is_empty()
    }

    /// The next line with its line break; `None` at the end of the input.
    pub(crate) fn next_line(&mut self) -> anyhow::Result<Option<Result<String, BadLine>>> {
        let mut bytes = Vec::new();
        let mut limited = (&mut self.input).take(LONGEST_LINE);
        let read = limited.read_until(b'\n', &mut bytes).context("can't read standard input")?;
        if read == 0 {
            return Ok(None);
        }
        if bytes.len() as u64 == LONGEST_LINE && bytes.last() != Some(&b'\n') {
            self.input.skip_until(b'\n').context("can't read standard input")?;
            self.is_first = false;
            return Ok(Some(Err(BadLine::TooLong)));
        }
        if std::mem::take(&mut self.is_first) && bytes.starts_with(BYTE_ORDER_MARK) {
            bytes.drain(..BYTE_ORDER_MARK.len());
        }
        Ok(Some(String::from_utf8(bytes).map_err(|_| BadLine::NotText)))
    }
}

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &[u8]) -> Vec<Result<String, String>> {
        let mut lines = Lines::new(input);
        std::iter::from_fn(|| lines.next_line().expect("memory can be read"))
            .map(|line| line.map_err(|bad| bad.to_string()))
            .collect()
    }

    #[test]
    fn byte_order_mark_is_skipped_before_the_first_line_only() {
        let input = "\u{feff}a\r\n\u{feff}b\n";
        assert_eq!(lines(input.as_bytes()), [Ok("a\r\n".into()), Ok("\u{feff}b\n".into())]);
        assert_eq!(lines("\u{feff}".as_bytes()), [Ok(String::new())]);
    }

    #[test]
    fn overlong_line_is_skipped_to_its_end() {
        let input = [b"x".repeat(10_000), b"\nnext".to_vec()].concat();
        assert_eq!(lines(&input), [Err("the line is too long".into()), Ok("next".into())]);
    }
}
