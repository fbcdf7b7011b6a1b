//! The margin over the game as an SVG graph.
//!
//! A step line: under perfect play the margin is constant, so each step is an error. Its mark is on the rail of the
//! side that erred, Black's above and Red's below, with a shape and sign for each grade. Colours carry no additional
//! information.

use std::fmt;

use linja::{BySide, Margin, Side};

use super::{Grade, Review, ReviewedTurn};

/// An SVG drawing of a [`Review`].
pub struct MarginGraph<'a> {
    /// The review to draw.
    pub review: &'a Review,
    /// The names of the players; any text, which is escaped.
    pub names: BySide<&'a str>,
}

const LEFT: f64 = 60.0;
const RIGHT: f64 = 48.0;
const TOP: f64 = 104.0;
const HEIGHT: f64 = 220.0;
/// The width of the field and the minimum width of one turn, which takes precedence in long games.
const WIDTH: f64 = 620.0;
const NARROWEST: f64 = 11.0;
/// The distance of the rails from the field.
const RAIL: f64 = 24.0;
/// Longer names are truncated in the heading.
const LONGEST_NAME: usize = 28;

const STYLE: &str = "\
.linja-graph{font:13px system-ui,sans-serif}
.linja-graph .paper,.linja-graph .hollow{fill:#FFFBF2}
.linja-graph .ink{fill:#221D18}
.linja-graph .quiet{fill:#5A5045}
.linja-graph .grid{stroke:#D9CCB4}
.linja-graph .zero{stroke:#5A5045}
.linja-graph .line{fill:none;stroke:#221D18;stroke-width:2}
.linja-graph .black{fill:#221D18;stroke:#221D18}
.linja-graph .red{fill:#B23220;stroke:#B23220}
.linja-graph .on{fill:#FFFBF2}
@media (prefers-color-scheme:dark){
.linja-graph .paper,.linja-graph .hollow{fill:#221D19}
.linja-graph .ink{fill:#F1E8DA}
.linja-graph .quiet{fill:#C2B5A2}
.linja-graph .grid{stroke:#3C342C}
.linja-graph .zero{stroke:#C2B5A2}
.linja-graph .line{stroke:#F1E8DA}
.linja-graph .black{fill:#F1E8DA;stroke:#F1E8DA}
.linja-graph .red{fill:#F2836B;stroke:#F2836B}
.linja-graph .on{fill:#221D19}
}
.linja-graph .area{stroke:none;opacity:.16}
.linja-graph .swap{fill:none}
.linja-graph .sign{font-size:10px;font-weight:bold;text-anchor:middle;stroke:none}";

impl fmt::Display for MarginGraph<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let field = Field::of(self.review);
        let (width, height) = (LEFT + field.width + RIGHT, TOP + HEIGHT + 108.0);
        let Review { start, end, players, .. } = self.review;
        let (black, red) = (Escaped(self.names.black), Escaped(self.names.red));
        writeln!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" \
             class=\"linja-graph\">"
        )?;
        writeln!(f, "<title>Margin of {black} (Black) against {red} (Red)</title>")?;
        writeln!(
            f,
            "<desc>For Black {start} at the start and {end} at the end. Black gave away {}, Red {}.</desc>",
            players.black.lost, players.red.lost
        )?;
        writeln!(f, "<style>\n{STYLE}\n</style>")?;
        writeln!(f, "<rect class=\"paper\" width=\"{width:.0}\" height=\"{height:.0}\"/>")?;
        self.write_heading(f)?;
        field.write_grid(f, self.review)?;
        field.write_areas(f)?;
        writeln!(f, "<path class=\"line\" d=\"{}\"/>", field.path())?;
        for (i, turn) in self.review.turns.iter().enumerate().filter(|(_, turn)| turn.lost > 0) {
            field.write_error(f, i, turn)?;
        }
        field.write_end(f, *end)?;
        write_legend(f)?;
        writeln!(f, "</svg>")
    }
}

impl MarginGraph<'_> {
    fn write_heading(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (black, red) = (cut(self.names.black), cut(self.names.red));
        writeln!(
            f,
            "<text class=\"ink\" x=\"20\" y=\"28\" font-size=\"16\">{} against {}</text>",
            Escaped(&black),
            Escaped(&red)
        )?;
        writeln!(f, "<text class=\"quiet\" x=\"20\" y=\"48\">Exact margin; above 0 Black is ahead</text>")?;
        writeln!(f, "<text class=\"ink\" x=\"20\" y=\"{}\">Black</text>", TOP - RAIL + 4.0)?;
        writeln!(f, "<text class=\"ink\" x=\"20\" y=\"{}\">Red</text>", TOP + HEIGHT + RAIL + 4.0)
    }
}

/// The coordinates of margins and turns.
struct Field {
    /// The margin for Black before the first turn, and after each.
    levels: Vec<i16>,
    lowest: i16,
    highest: i16,
    width: f64,
    /// The width of one turn.
    step: f64,
}

impl Field {
    fn of(review: &Review) -> Field {
        let after = review.turns.iter().map(ReviewedTurn::after_for_black);
        let levels: Vec<i16> =
            [review.start].into_iter().chain(after).map(|margin| margin.0.into()).collect();
        let lowest = levels.iter().copied().min().unwrap_or(0);
        let highest = levels.iter().copied().max().unwrap_or(0);
        let step = (WIDTH / levels.len() as f64).max(NARROWEST);
        Field {
            width: step * levels.len() as f64,
            step,
            // Multiples of five, with space on both sides of zero.
            lowest: (lowest.min(-1) - 4) / 5 * 5,
            highest: (highest.max(1) + 4) / 5 * 5,
            levels,
        }
    }

    /// The right edge of this many turns; 0 is the left edge of the field.
    fn x(&self, turns: usize) -> f64 {
        LEFT + self.step * turns as f64
    }

    fn y(&self, margin: i16) -> f64 {
        TOP + HEIGHT * f64::from(self.highest - margin) / f64::from(self.highest - self.lowest)
    }

    fn write_grid(&self, f: &mut fmt::Formatter<'_>, review: &Review) -> fmt::Result {
        let lines = [5, 10, 20, 40].into_iter().find(|lines| (self.highest - self.lowest) / lines <= 8);
        let lines = lines.unwrap_or(80);
        for margin in (self.lowest..=self.highest).filter(|margin| margin % lines == 0) {
            let (y, right) = (self.y(margin), LEFT + self.width);
            let class = if margin == 0 { "zero" } else { "grid" };
            writeln!(
                f,
                "<path class=\"{class}\" d=\"M{LEFT} {y:.1}H{right:.1}\"/>\
                 <text class=\"quiet\" x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                LEFT - 8.0,
                y + 4.0,
                Signed(margin)
            )?;
        }
        let y = TOP + HEIGHT + RAIL + 36.0;
        for (i, turn) in review.turns.iter().enumerate() {
            if i % 2 == 0 && (turn.number == 1 || turn.number.is_multiple_of(5)) {
                let (x, number) = (self.x(i) + self.step / 2.0, turn.number);
                writeln!(
                    f,
                    "<text class=\"quiet\" x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\">{number}</text>"
                )?;
            }
        }
        Ok(())
    }

    /// Fills the area between the line and zero.
    fn write_areas(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut turns = 0;
        for equal in self.levels.chunk_by(|a, b| a == b) {
            let (x, width) = (self.x(turns), self.step * equal.len() as f64);
            turns += equal.len();
            let (y, zero) = (self.y(equal[0]), self.y(0));
            let side = if equal[0] > 0 { "black" } else { "red" };
            if equal[0] != 0 {
                let (top, height) = (y.min(zero), (y - zero).abs());
                writeln!(
                    f,
                    "<rect class=\"{side} area\" x=\"{x:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"/>"
                )?;
            }
        }
        Ok(())
    }

    fn path(&self) -> String {
        let mut path = format!("M{LEFT} {:.1}", self.y(self.levels[0]));
        for (turns, pair) in self.levels.windows(2).enumerate().filter(|(_, pair)| pair[0] != pair[1]) {
            path += &format!("H{:.1}V{:.1}", self.x(turns + 1), self.y(pair[1]));
        }
        path + &format!("H{:.1}", LEFT + self.width)
    }

    /// Writes the step, the mark on the rail of the side that erred, and a line between them.
    fn write_error(&self, f: &mut fmt::Formatter<'_>, index: usize, turn: &ReviewedTurn) -> fmt::Result {
        let x = self.x(index + 1);
        let (from, to) = (self.y(self.levels[index]), self.y(self.levels[index + 1]));
        let (rail, near, outwards) = match turn.side {
            Side::Black => (TOP - RAIL, from.min(to), -1.0),
            Side::Red => (TOP + HEIGHT + RAIL, from.max(to), 1.0),
        };
        let side = turn.side.id();
        let points = if turn.lost == 1 { "point" } else { "points" };
        let (number, lost, grade) = (turn.number, turn.lost, turn.grade.id());
        writeln!(f, "<g class=\"{side}\">")?;
        write!(f, "<title>{number}. {} {}: {grade}, {lost} {points} lost", turn.side, turn.complete.turn)?;
        if let Some(best) = &turn.best {
            write!(f, "; best {}", best.item.turn)?;
        }
        writeln!(f, "</title>")?;
        writeln!(f, "<path stroke-width=\"4\" d=\"M{x:.1} {from:.1}V{to:.1}\"/>")?;
        writeln!(f, "<path stroke-dasharray=\"1 3\" d=\"M{x:.1} {near:.1}V{:.1}\"/>", rail - outwards * 9.0)?;
        write_mark(f, turn.grade, x, rail)?;
        if turn.changes_result {
            write_swap(f, x, rail + outwards * 17.0)?;
        }
        writeln!(f, "</g>")
    }

    fn write_end(&self, f: &mut fmt::Formatter<'_>, end: Margin) -> fmt::Result {
        let (x, y) = (LEFT + self.width + 6.0, self.y(end.0.into()) + 5.0);
        writeln!(f, "<text class=\"ink\" x=\"{x:.1}\" y=\"{y:.1}\" font-weight=\"bold\">{end}</text>")
    }
}

/// Writes a ring, a disc or a square with the sign of the grade, in the colour of the enclosing group.
fn write_mark(f: &mut fmt::Formatter<'_>, grade: Grade, x: f64, y: f64) -> fmt::Result {
    let sign = grade.sign();
    let text = match grade {
        Grade::Best => return Ok(()),
        Grade::Inaccuracy => {
            writeln!(f, "<circle class=\"hollow\" cx=\"{x:.1}\" cy=\"{y}\" r=\"8\"/>")?;
            "sign"
        }
        Grade::Mistake => {
            writeln!(f, "<circle cx=\"{x:.1}\" cy=\"{y}\" r=\"8\"/>")?;
            "sign on"
        }
        Grade::Blunder => {
            let (left, top) = (x - 8.5, y - 8.5);
            writeln!(f, "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"17\" height=\"17\" rx=\"2\"/>")?;
            "sign on"
        }
    };
    writeln!(f, "<text class=\"{text}\" x=\"{x:.1}\" y=\"{:.1}\">{sign}</text>", y + 3.5)
}

/// Draws the sign `⇄` as a path, because not every font has it.
fn write_swap(f: &mut fmt::Formatter<'_>, x: f64, y: f64) -> fmt::Result {
    let (left, upper, lower) = (x - 6.0, y - 2.5, y + 2.5);
    writeln!(
        f,
        "<path class=\"swap\" stroke-width=\"1.4\" d=\"M{left:.1} {upper:.1}h12l-3 -2.5m3 2.5l-3 2.5\
         M{:.1} {lower:.1}h-12l3 -2.5m-3 2.5l3 2.5\"/>",
        x + 6.0
    )
}

fn write_legend(f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let y = TOP + HEIGHT + 88.0;
    let entries = [
        (28.0, Some(Grade::Inaccuracy), "1–2 points lost"),
        (178.0, Some(Grade::Mistake), "3–5 lost"),
        (284.0, Some(Grade::Blunder), "6 or more lost"),
        (432.0, None, "changes win, draw or loss"),
    ];
    for (x, grade, text) in entries {
        writeln!(f, "<g class=\"black\">")?;
        match grade {
            Some(grade) => write_mark(f, grade, x, y)?,
            None => write_swap(f, x, y)?,
        }
        writeln!(f, "</g>")?;
        writeln!(f, "<text class=\"quiet\" x=\"{:.1}\" y=\"{:.1}\">{text}</text>", x + 16.0, y + 4.0)?;
    }
    Ok(())
}

/// A margin on the scale, with its sign.
struct Signed(i16);

impl fmt::Display for Signed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 { write!(f, "0") } else { write!(f, "{:+}", self.0) }
    }
}

fn cut(name: &str) -> String {
    if name.chars().count() <= LONGEST_NAME {
        return name.into();
    }
    name.chars().take(LONGEST_NAME - 1).chain(['…']).collect()
}

/// Text escaped for XML.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write as _;
        for character in self.0.chars() {
            match character {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                // Not representable in XML.
                '\u{FFFE}' | '\u{FFFF}' => {}
                _ if character.is_control() => {}
                _ => f.write_char(character)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use linja::{Game, Position, RuleSet};
    use linja_oracle::{Oracle, TableError};

    use super::*;

    /// An oracle that values every position at 0.
    struct AllEven;

    impl Oracle for AllEven {
        fn rules(&self) -> &RuleSet {
            &RuleSet::BONUS
        }

        fn value(&self, _: &Position) -> Result<Margin, TableError> {
            Ok(Margin(0))
        }
    }

    fn drawn(game: &Game, black: &str) -> String {
        let review = Review::of(game, &AllEven).expect("no table");
        MarginGraph { review: &review, names: BySide { black, red: "Red" } }.to_string()
    }

    #[test]
    fn names_are_text_and_nothing_else() {
        let game = Game::new(RuleSet::BONUS, Side::Black);
        let svg = drawn(&game, "<script>\"&\u{7}\u{FFFF}");
        assert!(svg.contains("<title>Margin of &lt;script&gt;&quot;&amp; (Black) against Red (Red)</title>"));
        assert!(!svg.contains("<script") && !svg.contains(['\u{7}', '\u{FFFF}']));
        let svg = drawn(&game, &"x".repeat(100));
        assert!(svg.contains(&format!(">{}… against Red<", "x".repeat(LONGEST_NAME - 1))));
    }

    #[test]
    fn game_without_turns_is_a_line() {
        let svg = drawn(&Game::new(RuleSet::BONUS, Side::Red), "Ada");
        assert!(svg.contains("<path class=\"line\" d=\"M60 214.0H680.0\"/>"), "{svg}");
        assert_eq!(svg.matches("<g ").count(), 4, "only the legend has marks");
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    }
}
