//! The words of cards, in every language.

use linja::{BySide, Position, RuleSet, Score, Side};
use linja_api::VerdictView;
use linja_picture::{Answer, Below, Card};
use linja_players::{Aim, Date, Puzzle};
use linja_text::{Catalogues, Language};

/// House rules whose differences take more letters are only counted.
const LONGEST: usize = 40;

/// The texts of a language.
#[derive(Clone, Copy, Debug)]
pub struct Words(pub Language);

impl Words {
    /// The text with a key such as `share.wins`. A missing text is its key, so that tests notice.
    #[must_use]
    pub fn say(self, key: &str, values: &[(&str, &str)]) -> String {
        self.fill(key, None, values)
    }

    pub(super) fn count(self, key: &str, count: usize, values: &[(&str, &str)]) -> String {
        self.fill(key, Some(count as u64), values)
    }

    fn fill(self, key: &str, count: Option<u64>, values: &[(&str, &str)]) -> String {
        let (part, name) = key.split_once('.').unwrap_or((key, ""));
        let text = Catalogues::embedded().text(self.0, part, name);
        text.map_or_else(|| key.to_string(), |text| text.fill(self.0, count, values))
    }

    pub(super) fn side(self, side: Side) -> String {
        match side {
            Side::Black => self.say("common.side_black", &[]),
            Side::Red => self.say("common.side_red", &[]),
        }
    }

    pub(super) fn score(self, score: Score, first: Side) -> String {
        let points = BySide { black: score.black.to_string(), red: score.red.to_string() };
        self.say("game.result_score", &[("x", &points[first]), ("y", &points[!first])])
    }

    /// The name of a rule set: "Bonus", "Classic with minus points".
    #[must_use]
    pub fn rules(self, rules: &RuleSet) -> String {
        // keys: common.rules_* common.edition_* common.with_*
        if let Some(name) = rules.published_name() {
            return self.say(&format!("common.rules_{}", name.replace('-', "_")), &[]);
        }
        let edition = rules.nearest_edition();
        let base = match edition.id().as_str() {
            "classic" => self.say("common.base_classic", &[]),
            id => self.say(&format!("common.edition_{id}"), &[]),
        };
        let is_first_minus = edition == RuleSet::CLASSIC && rules.left == linja::Left::One;
        let differences: Vec<String> = rules
            .differences(&edition)
            .map(|choice| match (choice.rule().id(), choice.word()) {
                ("left", _) if is_first_minus => self.say("common.with_left_minus", &[]),
                (rule, word) => self.say(&format!("common.with_{rule}_{word}"), &[]),
            })
            .collect();
        let long = format!("{base} {}", differences.join(", "));
        if long.chars().count() <= LONGEST {
            return long;
        }
        self.count("common.with_rules", differences.len(), &[("edition", &base)])
    }

    /// The rule set as the heading of a card: "Bonus rules".
    pub(super) fn rules_heading(self, rules: &RuleSet) -> String {
        let name = self.rules(rules);
        match rules.published_name() {
            Some(_) => self.say("share.rules_of", &[("rules", &name)]),
            None => name,
        }
    }

    /// "16 November".
    fn day(self, date: Date) -> String {
        // keys: share.month_*
        let text = date.to_string();
        let mut parts = text.splitn(3, '-').skip(1).map(|part| part.trim_start_matches('0').to_string());
        let (month, day) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        self.say(&format!("share.month_{month}"), &[("day", &day)])
    }

    /// "Puzzle of the day, 16 November".
    pub(crate) fn puzzle_title(self, date: Date) -> String {
        self.say("puzzle.of_the_day", &[("date", &self.day(date))])
    }

    /// The card of the whole site.
    #[must_use]
    pub fn home_card(self) -> Card {
        Card {
            position: Position::default(),
            view: Side::Black,
            rules: String::new(),
            over: String::new(),
            title: self.say("home.sentence", &[]),
            below: Below::Position { sentence: self.say("home.about_line", &[]), side: None },
        }
    }

    /// The card of a position: the question, never the answer.
    #[must_use]
    pub fn position_card(self, rules: &RuleSet, position: &Position) -> Card {
        let mover = position.to_move();
        let is_over = position.is_over(rules);
        let (title, sentence) = if is_over {
            (self.say("game.over_title", &[]), self.score(position.score(rules), Side::Black))
        } else {
            let to_move = self.say("share.to_move", &[("side", &self.side(mover))]);
            (self.say("share.position", &[]), to_move)
        };
        Card {
            position: *position,
            view: Side::Black,
            rules: self.rules_heading(rules),
            over: String::new(),
            title,
            below: Below::Position { sentence, side: (!is_over).then(|| (mover, self.runs(mover))) },
        }
    }

    fn runs(self, side: Side) -> String {
        match side {
            Side::Black => self.say("share.runs_black", &[]),
            Side::Red => self.say("share.runs_red", &[]),
        }
    }

    /// The card of a puzzle, without its solution.
    #[must_use]
    pub fn puzzle_card(self, puzzle: &Puzzle, date: Date) -> Card {
        let mover = puzzle.position.to_move();
        let side = self.side(mover);
        let (title, task) = match puzzle.aim {
            Aim::Win => (self.say("share.puzzle_win", &[]), "puzzle.task_win"),
            Aim::Draw => (self.say("share.puzzle_draw", &[]), "puzzle.task_draw"),
        };
        Card {
            position: puzzle.position,
            view: Side::Black,
            rules: self.rules_heading(&puzzle.rules),
            over: self.puzzle_title(date),
            title,
            below: Below::Position {
                sentence: self.count(task, puzzle.results, &[("side", &side)]),
                side: Some((mover, self.runs(mover))),
            },
        }
    }

    /// The card of a rule set: its seven choices and who should win.
    #[must_use]
    pub fn rules_card(self, rules: &RuleSet, verdict: Option<VerdictView>) -> Card {
        // keys: house.*_title house.goal_* house.follow_* house.again_* house.bonus_* house.over_* house.end_* house.left_*
        let edition = rules.nearest_edition();
        let answer = |choice: linja::Choice| {
            let (rule, word) = (choice.rule().id(), choice.word());
            Answer {
                title: self.say(&format!("house.{rule}_title"), &[]),
                choice: self.say(&format!("house.{rule}_{word}"), &[]),
                differs: edition.choice(choice.rule()) != choice,
            }
        };
        Card {
            position: Position::default(),
            view: Side::Black,
            rules: String::new(),
            over: self.say("common.rules", &[]),
            title: self.rules(rules),
            below: Below::Rules {
                answers: rules.choices().map(answer).into(),
                verdict: self.verdict(verdict),
            },
        }
    }

    fn verdict(self, verdict: Option<VerdictView>) -> String {
        let Some(VerdictView { value, .. }) = verdict else { return self.say("house.unknown_verdict", &[]) };
        let count = value.unsigned_abs().to_string();
        match value {
            0 => self.say("house.fair_line", &[]),
            1.. => self.say("house.first_wins", &[("count", &count)]),
            _ => self.say("house.second_wins", &[("count", &count)]),
        }
    }

    /// A position in words, for those who don't see the picture: "a: 6 black; b: 1 black, 1 red".
    pub(super) fn board(self, position: &Position) -> String {
        let side = |side: Side, row| {
            let count = usize::from(position.count(side, row));
            let key = if side == Side::Black { "board.pawns_black" } else { "board.pawns_red" };
            (count > 0).then(|| self.count(key, count, &[]))
        };
        let row = |row: linja::Row| {
            let pawns: Vec<String> = Side::ALL.into_iter().filter_map(|one| side(one, row)).collect();
            (!pawns.is_empty()).then(|| format!("{row}: {}", pawns.join(", ")))
        };
        linja::Row::ALL.into_iter().filter_map(row).collect::<Vec<_>>().join("; ")
    }
}
