//! What people see on a terminal: lines no longer than it is wide, in characters that it has.

mod ascii;
mod wrap;

use std::io::{self, IsTerminal as _, Write};

/// Lines are never wrapped to less.
const NARROWEST: usize = 40;

/// The width of the terminal in columns; `None` if standard output is none.
pub(crate) fn width() -> Option<usize> {
    let (terminal_size::Width(width), _) = terminal_size::terminal_size_of(io::stdout())?;
    io::stdout().is_terminal().then_some(usize::from(width).max(NARROWEST))
}

/// Whether the terminal shows only ASCII, by its locale: the first of the variables that is set decides.
pub(crate) fn is_ascii() -> bool {
    let mut set = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(|name| std::env::var(name).ok());
    let locale = set.find(|locale| !locale.is_empty());
    cfg!(unix) && io::stdout().is_terminal() && !locale.is_some_and(|locale| is_utf8(&locale))
}

fn is_utf8(locale: &str) -> bool {
    let locale = locale.to_ascii_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}

/// Whether a line belongs to JSON or SVG, which may be indented.
fn is_data(line: &str) -> bool {
    line.trim_start().starts_with(['{', '[', '<', '"', ']', '}'])
}

/// A stream of text. Lines of JSON and SVG are data, and pass as they are.
pub(crate) struct Screen<W: Write> {
    out: W,
    width: Option<usize>,
    ascii: bool,
    /// A line that is not complete.
    line: Vec<u8>,
}

impl<W: Write> Screen<W> {
    pub(crate) fn new(out: W, width: Option<usize>, ascii: bool) -> Screen<W> {
        Screen { out, width, ascii, line: Vec::new() }
    }

    fn write_line(&mut self) -> io::Result<()> {
        let line = std::mem::take(&mut self.line);
        // Bytes that are no text, such as a picture, pass as they are, too.
        let Ok(text) = str::from_utf8(&line) else { return self.out.write_all(&line) };
        if is_data(text) {
            return self.out.write_all(&line);
        }
        let text = if self.ascii { ascii::ascii(text) } else { text.to_string() };
        match self.width {
            Some(width) => self.out.write_all(wrap::wrap(&text, width).as_bytes()),
            None => self.out.write_all(text.as_bytes()),
        }
    }
}

impl<W: Write> Write for Screen<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.width.is_none() && !self.ascii {
            return self.out.write(bytes);
        }
        for line in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.line.extend(line);
            if line.ends_with(b"\n") {
                self.write_line()?;
            }
        }
        Ok(bytes.len())
    }

    /// Writes the line so far as well: it may be a question.
    fn flush(&mut self) -> io::Result<()> {
        if !self.line.is_empty() {
            self.write_line()?;
        }
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(width: Option<usize>, ascii: bool, pieces: &[&str]) -> String {
        let mut screen = Screen::new(Vec::new(), width, ascii);
        for piece in pieces {
            screen.write_all(piece.as_bytes()).expect("memory");
        }
        screen.flush().expect("memory");
        String::from_utf8(screen.out).expect("UTF-8")
    }

    #[test]
    fn lines_are_wrapped_and_data_is_not() {
        let line = "a line that is longer than forty columns, in two pieces\n";
        let (one, other) = line.split_at(20);
        assert_eq!(
            shown(Some(40), false, &[one, other, "> "]),
            "a line that is longer than forty\ncolumns, in two pieces\n> "
        );
        assert_eq!(shown(None, false, &[line]), line);
        let long = "● ".repeat(40);
        let data =
            format!("{{\"text\":\"{long}\"}}\n{{\n  \"text\": \"{long}\"\n}}\n  <text>{long}</text>\n");
        assert_eq!(shown(Some(40), true, &[&data]), data);
    }

    #[test]
    fn characters_are_replaced_also_in_pieces() {
        let bytes = "● ○ ═╪ ≈+1.3\n".as_bytes();
        let mut screen = Screen::new(Vec::new(), None, true);
        for &byte in bytes {
            screen.write_all(&[byte]).expect("memory");
        }
        assert_eq!(String::from_utf8(screen.out).expect("UTF-8"), "x o =+ ~+1.3\n");
    }

    #[test]
    fn locales_tell_their_characters() {
        assert!(is_utf8("de_DE.UTF-8") && is_utf8("C.utf8"));
        assert!(!is_utf8("C") && !is_utf8("de_DE.ISO-8859-1") && !is_utf8("POSIX"));
    }
}
