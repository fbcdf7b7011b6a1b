use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Write as _};

use crate::{CompleteTurn, Position, RuleSet, Turn};

/// What somebody has noted at a turn of a game: a comment, and turns that could have been played instead.
///
/// ```
/// use linja::Record;
/// let record = Record::parse("1. ab ce {too careful} (ab ac | hg hf) | hg ec")?;
/// let note = record.note(0).expect("noted");
/// assert_eq!(note.comment(), "too careful");
/// assert_eq!(note.lines()[0].turn().to_string(), "ab ac");
/// assert_eq!(note.lines()[0].next()[0].turn().to_string(), "hg hf");
/// # Ok::<(), linja::RecordError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Note {
    pub(super) comment: String,
    pub(super) lines: Vec<NotedLine>,
}

/// A turn that was not played, with a comment and the turns that could follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotedLine {
    pub(super) turn: CompleteTurn,
    pub(super) comment: String,
    pub(super) next: Vec<NotedLine>,
}

impl Note {
    /// How deep brackets may stand inside each other.
    pub const DEEPEST: usize = 100;

    /// A comment. Empty if there is none.
    #[must_use]
    pub fn comment(&self) -> &str {
        &self.comment
    }

    /// Turns instead of the one that was played, in their order.
    #[must_use]
    pub fn lines(&self) -> &[NotedLine] {
        &self.lines
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.comment.is_empty() && self.lines.is_empty()
    }
}

impl NotedLine {
    /// The turn.
    #[must_use]
    pub fn turn(&self) -> &Turn {
        &self.turn.turn
    }

    /// The position after the turn.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.turn.result.position
    }

    /// The turn with what it leads to.
    #[must_use]
    pub fn complete(&self) -> &CompleteTurn {
        &self.turn
    }

    /// A comment. Empty if there is none.
    #[must_use]
    pub fn comment(&self) -> &str {
        &self.comment
    }

    /// The turns that could follow, in their order.
    #[must_use]
    pub fn next(&self) -> &[NotedLine] {
        &self.next
    }
}

/// What is wrong with the form of a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoteProblem {
    /// A comment has no `}`.
    CommentEnd,
    /// A `\` is followed by something other than `}` or `\`.
    CommentEscape,
    /// A comment contains a control character.
    CommentControl,
    /// A line has no `)`.
    LineEnd,
    /// A `)` without `(`, a second comment, or text after a comment or a line.
    Stray,
    /// Too many brackets inside each other.
    TooDeep,
}

/// A turn as it is written, with what stands after it.
#[derive(Default)]
pub(super) struct Item<'a> {
    pub(super) turn: &'a str,
    comment: String,
    lines: Vec<Vec<Item<'a>>>,
}

impl Item<'_> {
    pub(super) fn is_empty(&self) -> bool {
        self.turn.is_empty() && self.comment.is_empty() && self.lines.is_empty()
    }

    /// Plays the noted lines from the position where the turn was played.
    pub(super) fn into_note<E>(
        self,
        position: &Position,
        rules: &RuleSet,
        wrong: &impl Fn(&Position, crate::ParseTurnError) -> E,
    ) -> Result<Note, E> {
        let mut lines = Vec::new();
        for line in self.lines {
            play_line(line, position, rules, wrong, &mut lines)?;
        }
        Ok(Note { comment: self.comment, lines })
    }
}

/// Plays a line and the lines that stand after its first turn, and adds them to `lines`.
fn play_line<E>(
    items: Vec<Item<'_>>,
    position: &Position,
    rules: &RuleSet,
    wrong: &impl Fn(&Position, crate::ParseTurnError) -> E,
    lines: &mut Vec<NotedLine>,
) -> Result<(), E> {
    // The lines after a turn replace that turn, so they are neighbours of what it is part of. The whole line is played first.
    let mut path: Vec<(NotedLine, Vec<NotedLine>)> = Vec::new();
    let mut at = *position;
    let mut is_over = false;
    for item in items {
        let played =
            if is_over { Err(crate::PlayError::GameOver.into()) } else { Turn::parse(item.turn, &at, rules) };
        let turn = played.map_err(|error| wrong(&at, error))?;
        let mut others = Vec::new();
        for line in item.lines {
            play_line(line, &at, rules, wrong, &mut others)?;
        }
        path.push((NotedLine { turn, comment: item.comment, next: Vec::new() }, others));
        at = turn.result.position;
        is_over = turn.result.is_over;
    }
    let mut next = Vec::new();
    while let Some((mut line, others)) = path.pop() {
        line.next = next;
        next = Vec::with_capacity(1 + others.len());
        next.push(line);
        next.extend(others);
    }
    lines.extend(next);
    Ok(())
}

/// The turns of a line of a record, separated by `|`, each with what stands after it.
pub(super) fn read_items(text: &str) -> Result<Vec<Item<'_>>, NoteProblem> {
    let mut reader = Reader { rest: text };
    let items = reader.items(0)?;
    if reader.rest.is_empty() { Ok(items) } else { Err(NoteProblem::Stray) }
}

struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    /// Items up to a `)` or the end.
    fn items(&mut self, depth: usize) -> Result<Vec<Item<'a>>, NoteProblem> {
        let mut items = Vec::new();
        loop {
            items.push(self.item(depth)?);
            match self.rest.strip_prefix('|') {
                Some(rest) => self.rest = rest,
                None => return Ok(items),
            }
        }
    }

    fn item(&mut self, depth: usize) -> Result<Item<'a>, NoteProblem> {
        let end = self.rest.find(['{', '(', '|', ')']).unwrap_or(self.rest.len());
        let (turn, rest) = self.rest.split_at(end);
        self.rest = rest;
        let mut item = Item { turn: turn.trim(), ..Item::default() };
        if self.take('{') {
            item.comment = self.comment()?;
        }
        while self.take('(') {
            if depth == Note::DEEPEST {
                return Err(NoteProblem::TooDeep);
            }
            item.lines.push(self.items(depth + 1)?);
            if !self.take(')') {
                return Err(NoteProblem::LineEnd);
            }
        }
        self.rest = self.rest.trim_start();
        let is_end =
            self.rest.is_empty() || self.rest.starts_with('|') || (depth > 0 && self.rest.starts_with(')'));
        if is_end { Ok(item) } else { Err(NoteProblem::Stray) }
    }

    /// Takes a sign, and the blanks before it.
    fn take(&mut self, sign: char) -> bool {
        let Some(rest) = self.rest.trim_start().strip_prefix(sign) else { return false };
        self.rest = rest;
        true
    }

    /// The text up to `}`.
    fn comment(&mut self) -> Result<String, NoteProblem> {
        let mut comment = String::new();
        let mut rest = self.rest.chars();
        loop {
            match rest.next().ok_or(NoteProblem::CommentEnd)? {
                '}' => break,
                '\\' => match rest.next() {
                    Some(escaped @ ('}' | '\\')) => comment.push(escaped),
                    _ => return Err(NoteProblem::CommentEscape),
                },
                character if character.is_control() => return Err(NoteProblem::CommentControl),
                character => comment.push(character),
            }
        }
        self.rest = rest.as_str();
        Ok(comment.trim().to_string())
    }
}

/// Writes what stands after a turn.
impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_comment(f, &self.comment)?;
        write_lines(f, &self.lines)
    }
}

fn write_lines(f: &mut fmt::Formatter<'_>, lines: &[NotedLine]) -> fmt::Result {
    for line in lines {
        f.write_str(" (")?;
        write_line(f, line)?;
        f.write_char(')')?;
    }
    Ok(())
}

/// Writes a line. What could replace one of its later turns stands after that turn.
fn write_line(f: &mut fmt::Formatter<'_>, line: &NotedLine) -> fmt::Result {
    write!(f, "{}", line.turn())?;
    write_comment(f, &line.comment)?;
    let mut next = line.next.split_first();
    while let Some((line, others)) = next {
        write!(f, " | {}", line.turn())?;
        write_comment(f, &line.comment)?;
        write_lines(f, others)?;
        next = line.next.split_first();
    }
    Ok(())
}

fn write_comment(f: &mut fmt::Formatter<'_>, comment: &str) -> fmt::Result {
    if comment.is_empty() {
        return Ok(());
    }
    f.write_str(" {")?;
    for character in comment.chars() {
        if matches!(character, '}' | '\\') {
            f.write_char('\\')?;
        }
        f.write_char(character)?;
    }
    f.write_char('}')
}
