//! Cards for links: 1200 × 630 pixels, the board on the left, words on the right.

use linja::{Position, Side};

use crate::board::Board;
use crate::drawing::Drawing;
use crate::font::{Anchor, Font, Look};
use crate::graph::Graph;
use crate::paint::colours;
use crate::path::Path;

/// The size that sites expect of a picture for a link.
pub const CARD_SIZE: [u32; 2] = [1200, 630];

/// The left and right edge of the words.
const WORDS: [f32; 2] = [670.0, 1140.0];
const WIDTH: f32 = WORDS[1] - WORDS[0];
/// The upper and lower edge of the rules of a rule set.
const RULES: [f32; 2] = [202.0, 530.0];

/// A card. All its words are given, in any language.
#[derive(Clone, Debug)]
pub struct Card {
    /// The position on the board.
    pub position: Position,
    /// The side that sits below.
    pub view: Side,
    /// What rules these are.
    pub rules: String,
    /// A line above the title.
    pub over: String,
    /// The title.
    pub title: String,
    /// What stands below the title.
    pub below: Below,
}

/// What stands below the title.
#[derive(Clone, Debug)]
pub enum Below {
    /// For a position.
    Position {
        /// A sentence about it.
        sentence: String,
        /// A side and a line about it, beside its pawn.
        side: Option<(Side, String)>,
    },
    /// For a game.
    Game {
        /// How the game went.
        told: Told,
        /// Values with their names.
        facts: Vec<(String, String)>,
    },
    /// For house rules.
    Rules {
        /// The answers to the seven questions.
        answers: Vec<Answer>,
        /// What is known about the rules.
        verdict: String,
    },
}

/// How a game went.
#[derive(Clone, Debug)]
pub enum Told {
    /// By its margins.
    Graph(Graph),
    /// In words.
    Sentence(String),
}

/// A rule of a rule set.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The rule.
    pub title: String,
    /// The choice.
    pub choice: String,
    /// Whether the box has another choice.
    pub differs: bool,
}

impl Card {
    /// The title and the sentences, for those who don't see the picture.
    #[must_use]
    pub fn alt(&self) -> String {
        let rest = match &self.below {
            Below::Position { sentence, .. } | Below::Game { told: Told::Sentence(sentence), .. } => {
                sentence.clone()
            }
            Below::Game { told: Told::Graph(_), facts } => {
                facts.iter().map(|(value, name)| format!("{name}: {value}")).collect::<Vec<_>>().join(", ")
            }
            Below::Rules { verdict, .. } => verdict.clone(),
        };
        let mut alt = String::new();
        for part in [&self.over, &self.title, &rest].into_iter().filter(|part| !part.is_empty()) {
            if !alt.is_empty() {
                alt += if alt.ends_with(['.', '?', '!', '…']) { " " } else { ". " };
            }
            alt += part;
        }
        alt
    }

    /// Draws the card.
    #[must_use]
    pub fn draw(&self) -> Drawing {
        let [width, height] = CARD_SIZE.map(|size| size as f32);
        let mut drawing = Drawing::new(width, height);
        drawing.title = self.alt();
        drawing.fill(Path::rect(0.0, 0.0, width, height), colours::PAPER);
        let board = Board::new([48.0, 44.0], [566.0, 537.0], self.view);
        board.draw_mat(&mut drawing);
        board.draw_pawns(&mut drawing, &self.position);
        self.draw_head(&mut drawing);
        match &self.below {
            Below::Position { sentence, side } => self.draw_position(&mut drawing, sentence, side.as_ref()),
            Below::Game { told, facts } => self.draw_game(&mut drawing, told, facts),
            Below::Rules { answers, verdict } => self.draw_rules(&mut drawing, answers, verdict),
        }
        drawing
    }

    fn draw_head(&self, drawing: &mut Drawing) {
        drawing.sign([WORDS[0], 44.0], 48.0);
        drawing.text("Linja", [733.0, 76.0], Look(Font::SerifBold, 31.5, colours::INK), Anchor::Start);
        let rules = Font::SansBold.cut(&self.rules, 18.5, 300.0);
        drawing.text(&rules, [WORDS[1], 75.0], Look(Font::SansBold, 18.5, colours::INK_2), Anchor::End);
    }

    /// The words of a position, in the middle of the height.
    fn draw_position(&self, drawing: &mut Drawing, sentence: &str, about: Option<&(Side, String)>) {
        let (size, lines) = fitting(&self.title, [65.0, 56.0, 48.0, 40.0], 3);
        let told = Font::Sans.lines(sentence, 24.0, WIDTH);
        let pitch = size;
        let height = 30.0 + pitch * lines.len() as f32 + 26.0 + 35.0 * told.len() as f32;
        let mut y = 322.0 - height / 2.0 + 20.0;
        let over = Font::Sans.cut(&self.over, 22.0, WIDTH);
        drawing.text(&over, [WORDS[0], y], Look(Font::Sans, 22.0, colours::INK_2), Anchor::Start);
        for line in &lines {
            y += pitch;
            drawing.text(line, [WORDS[0], y], Look(Font::SerifBold, size, colours::INK), Anchor::Start);
        }
        y += 26.0;
        for line in &told {
            y += 35.0;
            drawing.text(line, [WORDS[0], y], Look(Font::Sans, 24.0, colours::INK_2), Anchor::Start);
        }
        if let Some((side, line)) = about {
            drawing.pawn(*side, 685.0, 586.0, 38.0);
            let line = Font::Sans.cut(line, 20.5, WIDTH - 46.0);
            drawing.text(&line, [716.0, 574.0], Look(Font::Sans, 20.5, colours::INK_2), Anchor::Start);
        }
    }

    fn draw_game(&self, drawing: &mut Drawing, told: &Told, facts: &[(String, String)]) {
        self.draw_title(drawing, [149.0, 207.0]);
        match told {
            Told::Graph(graph) => graph.draw(drawing, WORDS),
            Told::Sentence(sentence) => {
                for (i, line) in Font::Sans.lines(sentence, 26.0, WIDTH).iter().take(6).enumerate() {
                    let at = [WORDS[0], 290.0 + 38.0 * i as f32];
                    drawing.text(line, at, Look(Font::Sans, 26.0, colours::INK_2), Anchor::Start);
                }
            }
        }
        let mut x = WORDS[0];
        for (value, name) in facts {
            let (value_look, name_look) =
                (Look(Font::SerifBold, 31.0, colours::INK), Look(Font::Sans, 20.0, colours::INK_2));
            let room = WORDS[1] - x;
            let (value, name) = (Font::SerifBold.cut(value, 31.0, room), Font::Sans.cut(name, 20.0, room));
            drawing.text(&value, [x, 546.0], value_look, Anchor::Start);
            drawing.text(&name, [x, 578.0], name_look, Anchor::Start);
            x += Font::SerifBold.width(&value, 31.0).max(Font::Sans.width(&name, 20.0)) + 34.0;
        }
    }

    /// The line above the title, and the title in one line.
    fn draw_title(&self, drawing: &mut Drawing, [over_y, title_y]: [f32; 2]) {
        let over = Font::Sans.cut(&self.over, 22.0, WIDTH);
        drawing.text(&over, [WORDS[0], over_y], Look(Font::Sans, 22.0, colours::INK_2), Anchor::Start);
        let (size, lines) = fitting(&self.title, [54.0, 44.0, 34.0, 27.0], 1);
        let title = lines.first().map(String::as_str).unwrap_or_default();
        drawing.text(title, [WORDS[0], title_y], Look(Font::SerifBold, size, colours::INK), Anchor::Start);
    }

    fn draw_rules(&self, drawing: &mut Drawing, answers: &[Answer], verdict: &str) {
        self.draw_title(drawing, [140.0, 188.0]);
        let (title_look, size) = (Look(Font::Sans, 19.0, colours::INK_2), 19.0);
        let is_long = |answer: &Answer| {
            Font::Sans.width(&answer.title, size) + Font::SansBold.width(&answer.choice, size) > WIDTH - 20.0
        };
        // A long answer has a line of its own.
        let lines: usize = answers.iter().map(|answer| 1 + usize::from(is_long(answer))).sum();
        let gap =
            ((RULES[1] - RULES[0] - 25.0 * lines as f32) / answers.len().max(1) as f32).clamp(3.0, 15.0);
        let mut y = RULES[0];
        for answer in answers {
            let colour = if answer.differs { colours::ACT } else { colours::INK };
            y += gap + 25.0;
            let title = Font::Sans.cut(&answer.title, size, WIDTH);
            drawing.text(&title, [WORDS[0], y - 9.0], title_look, Anchor::Start);
            y += if is_long(answer) { 25.0 } else { 0.0 };
            let choice = Font::SansBold.cut(&answer.choice, size, WIDTH);
            drawing.text(&choice, [WORDS[1], y - 9.0], Look(Font::SansBold, size, colour), Anchor::End);
            drawing.stroke(Path::line([WORDS[0], y], [WORDS[1], y]), colours::LINE, 1.0);
        }
        let (size, lines) = fitting(verdict, [34.0, 30.0, 26.0, 22.0], 1);
        let verdict = lines.first().map(String::as_str).unwrap_or_default();
        drawing.text(verdict, [WORDS[0], 575.0], Look(Font::SerifBold, size, colours::INK), Anchor::Start);
    }
}

/// The first of these sizes in which a title has at most so many lines, and these lines.
fn fitting(title: &str, sizes: [f32; 4], most: usize) -> (f32, Vec<String>) {
    let in_size = |size| (size, Font::SerifBold.lines(title, size, WIDTH));
    let is_whole = |lines: &[String]| lines.len() <= most && lines.join(" ") == title;
    let found = sizes.into_iter().map(in_size).find(|(_, lines)| is_whole(lines));
    found.unwrap_or_else(|| {
        let size = sizes[3];
        let mut lines = Font::SerifBold.lines(title, size, WIDTH);
        if lines.len() > most {
            let rest = lines.split_off(most - 1).join(" ");
            lines.push(Font::SerifBold.cut(&rest, size, WIDTH));
        }
        (size, lines)
    })
}
