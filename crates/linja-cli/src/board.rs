//! A position drawn for the terminal: Black's home below, Red's above, sticks between the rows.
//!
//! Black's pawns fill a row from the left, Red's from the right, as on the page. Colours are decoration: the pawns also
//! differ in shape, and styles are removed if the output is no terminal.

use std::fmt;

use anstyle::{AnsiColor, Style};
use linja::{Over, Position, Row, RuleSet, Side};

use crate::screen;
use crate::texts::Texts;

pub(crate) const BLACK: Style = Style::new().bold();
pub(crate) const RED: Style = AnsiColor::Red.on_default().bold();
const STICK: Style = AnsiColor::Yellow.on_default();
pub(crate) const STRONG: Style = Style::new().bold();
pub(crate) const QUIET: Style = Style::new().dimmed();

/// Columns of the field. Six places of an inner row stand five apart; a home row has room for all 24 pawns.
const WIDTH: usize = 26;
const PLACE: usize = 5;

/// The columns of the nodes of each stick, from the top; irregular, like bamboo.
const NODES: [[usize; 3]; 7] =
    [[4, 13, 24], [8, 17, 26], [2, 12, 22], [6, 18, 25], [3, 11, 20], [9, 16, 23], [5, 14, 21]];

/// The whole board with counts and the scores as they stand.
pub(crate) struct Drawing<'a> {
    pub(crate) position: &'a Position,
    pub(crate) rules: &'a RuleSet,
    /// The game is over, even if the position alone does not show it (R5, resignations).
    pub(crate) over: bool,
    pub(crate) texts: &'a Texts,
}

impl fmt::Display for Drawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, screen::width())
    }
}

impl Drawing<'_> {
    /// Writes the drawing, at most `width` columns wide if a width is given.
    fn write(&self, f: &mut impl fmt::Write, width: Option<usize>) -> fmt::Result {
        let Drawing { position, rules, over, texts } = *self;
        let (black, red) = (texts.side(Side::Black), texts.side(Side::Red));
        let columns = Columns::new(texts, width);
        let (left, right) = (columns.before_black() + columns.black, columns.red);
        if columns.note.is_some() {
            writeln!(f, "{QUIET}{black:>left$}{red:>right$}{QUIET:#}")?;
        } else {
            writeln!(f, "{QUIET}{:>left$}{:>right$}{QUIET:#}", '●', '○')?;
        }
        for (i, row) in Row::ALL.into_iter().rev().enumerate() {
            if i > 0 {
                write_stick(f, NODES[i - 1])?;
            }
            self.write_row(f, row, &columns)?;
        }
        let score = position.score(rules);
        writeln!(f)?;
        writeln!(f, "   {BLACK}● {black} {}{BLACK:#}   {RED}○ {red} {}{RED:#}", score.black, score.red)?;
        let is_hidden = over && !position.is_over(rules);
        let state =
            if is_hidden { texts.say("terminal.board_over", &[]) } else { state(position, rules, texts) };
        writeln!(f, "   {}", texts.say("terminal.board_state", &[("state", &state), ("rules", rules)]))?;
        writeln!(f, "   {QUIET}{position}{QUIET:#}")
    }

    fn write_row(&self, f: &mut impl fmt::Write, row: Row, columns: &Columns) -> fmt::Result {
        let Drawing { position, texts, .. } = *self;
        write!(f, "   {row}   ")?;
        for place in places(position, row) {
            match place {
                Place::Pawn(Side::Black) => write!(f, "{BLACK}●{BLACK:#}")?,
                Place::Pawn(Side::Red) => write!(f, "{RED}○{RED:#}")?,
                Place::Empty => write!(f, "{QUIET}·{QUIET:#}")?,
                Place::Between => write!(f, " ")?,
            }
        }
        let (black, red) = (position.count(Side::Black, row), position.count(Side::Red, row));
        let Columns { note, black: left, red: right } = *columns;
        if let Some(width) = note {
            let full = texts.say("terminal.board_full", &[]);
            let note = if position.is_full(row) { full } else { String::new() };
            write!(f, "  {QUIET}{note:width$}{QUIET:#}")?;
        }
        writeln!(f, "{black:>left$}{red:>right$}")
    }
}

/// The widths of the columns beside the field, which depend on the language.
struct Columns {
    /// `None` if there is no room for notes: then the counts have no names either, and fit into 40 columns.
    note: Option<usize>,
    black: usize,
    red: usize,
}

impl Columns {
    fn new(texts: &Texts, available: Option<usize>) -> Columns {
        let width = |word: String| word.chars().count();
        let columns = Columns {
            note: Some(width(texts.say("terminal.board_full", &[]))),
            black: 1 + width(texts.side(Side::Black)),
            red: 2 + width(texts.side(Side::Red)),
        };
        let needed = columns.before_black() + columns.black + columns.red;
        match available {
            Some(available) if available < needed => Columns { note: None, black: 3, red: 3 },
            _ => columns,
        }
    }

    /// The columns before the counts: the letter of the row, the field and the note.
    fn before_black(&self) -> usize {
        7 + WIDTH + self.note.map_or(0, |note| 2 + note)
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Place {
    Pawn(Side),
    Empty,
    Between,
}

/// The columns of one row.
fn places(position: &Position, row: Row) -> [Place; WIDTH] {
    let mut columns = [Place::Between; WIDTH];
    let pitch = if row.is_inner() {
        columns.iter_mut().step_by(PLACE).for_each(|column| *column = Place::Empty);
        PLACE
    } else if position.count_both(row) > Position::PAWNS {
        1
    } else {
        2
    };
    for k in 0..usize::from(position.count(Side::Black, row)) {
        columns[k * pitch] = Place::Pawn(Side::Black);
    }
    for k in 0..usize::from(position.count(Side::Red, row)) {
        columns[WIDTH - 1 - k * pitch] = Place::Pawn(Side::Red);
    }
    columns
}

fn write_stick(f: &mut impl fmt::Write, nodes: [usize; 3]) -> fmt::Result {
    let stick: String =
        (0..WIDTH + 4).map(|column| if nodes.contains(&column) { '╪' } else { '═' }).collect();
    writeln!(f, "     {STICK}{stick}{STICK:#}")
}

/// Whose turn it is, or that the position alone is over.
fn state(position: &Position, rules: &RuleSet, texts: &Texts) -> String {
    let side = texts.side(position.to_move());
    if position.has_ended(rules) {
        let key = match rules.over {
            Over::Passed => "terminal.board_passed",
            Over::Apart => "terminal.board_apart",
        };
        texts.say(key, &[])
    } else if position.is_over(rules) {
        texts.say("terminal.board_stuck", &[])
    } else if position.has_opening(position.to_move()) {
        texts.say("terminal.board_to_move", &[("side", &side)])
    } else {
        texts.say("terminal.board_must_pass", &[("side", &side)])
    }
}

/// The position in one line, for lines of input.
pub(crate) struct OneLine<'a> {
    pub(crate) position: &'a Position,
    pub(crate) rules: &'a RuleSet,
    pub(crate) texts: &'a Texts,
}

impl fmt::Display for OneLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in Row::ALL {
            let black = "●".repeat(self.position.count(Side::Black, row).into());
            let red = "○".repeat(self.position.count(Side::Red, row).into());
            write!(f, "{row} {black}{red} │ ")?;
        }
        let score = self.position.score(self.rules);
        let (black, red) = (self.texts.side(Side::Black), self.texts.side(Side::Red));
        write!(
            f,
            "{black} {} {red} {} │ {}",
            score.black,
            score.red,
            state(self.position, self.rules, self.texts)
        )
    }
}

#[cfg(test)]
mod tests {
    use linja_text::Language;

    use super::*;

    fn drawn(texts: &Texts, width: Option<usize>) -> String {
        let (position, rules) = (&Position::default(), &RuleSet::BONUS);
        let mut text = String::new();
        Drawing { position, rules, over: false, texts }.write(&mut text, width).expect("a string");
        anstream::adapter::strip_str(&text).to_string()
    }

    #[test]
    fn board_fits_into_forty_columns() {
        for language in Language::ALL {
            let texts = Texts::new(language);
            let (wide, narrow) = (drawn(&texts, None), drawn(&texts, Some(40)));
            let board = |text: &str| text.lines().take(16).map(str::to_string).collect::<Vec<_>>();
            assert!(board(&narrow).iter().all(|line| line.chars().count() <= 40), "{narrow}");
            assert!(narrow.contains(&format!("   a   ● ● ● ● ● ●{:15}  6  0\n", "")), "{narrow}");
            assert_eq!(drawn(&texts, Some(100)), wide);
        }
    }
}
