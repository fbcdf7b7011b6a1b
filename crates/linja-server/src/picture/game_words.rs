//! The words of the card of a finished game.

use linja::{BySide, Game, Position, Row, Side, Termination, Winner};
use linja_api::{GradeWord, ReviewView};
use linja_picture::{Below, Card, Graph, Mark, Told};
use linja_players::Level;

use super::words::Words;

/// What a pawn in its goal is worth, under all rules.
const GOAL: i16 = 5;

/// A player.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Party {
    /// A person, with a name or without.
    Person(Option<String>),
    /// The computer.
    Computer(Level),
}

/// A finished game and its players.
#[derive(Clone, Debug)]
pub struct Played {
    /// The game.
    pub game: Game,
    /// The players.
    pub parties: BySide<Party>,
}

impl Played {
    /// The side to look from: that of the only person, else Black.
    #[must_use]
    pub fn view(&self) -> Side {
        match (&self.parties.black, &self.parties.red) {
            (Party::Computer(_), Party::Person(_)) => Side::Red,
            _ => Side::Black,
        }
    }

    /// "Anna against the computer, Regular".
    #[must_use]
    pub fn against(&self, words: Words) -> String {
        let view = self.view();
        let name = |side: Side| match &self.parties[side] {
            Party::Computer(level) => {
                words.say("share.the_computer", &[("level", &level_name(words, *level))])
            }
            Party::Person(_) => self.name(words, side),
        };
        words.say("share.against", &[("black", &name(view)), ("red", &name(!view))])
    }

    fn name(&self, words: Words, side: Side) -> String {
        match &self.parties[side] {
            Party::Person(Some(name)) => name.clone(),
            Party::Person(None) => words.side(side),
            Party::Computer(_) => words.say("common.computer", &[]),
        }
    }

    /// "Anna wins 46 : 45".
    #[must_use]
    pub fn title(&self, words: Words) -> String {
        let score = |first| words.score(self.game.score(), first);
        let winner = self.game.result().and_then(|result| result.winner);
        match winner {
            None => words.say("game.abandoned_title", &[]),
            Some(Winner::Draw) => words.say("share.draw", &[("score", &score(self.view()))]),
            Some(Winner::Side(side)) if self.is_counted() => {
                words.say("share.wins", &[("name", &self.name(words, side)), ("score", &score(side))])
            }
            Some(Winner::Side(side)) => {
                words.say("game.result_side_wins_alone", &[("side", &self.name(words, side))])
            }
        }
    }

    /// Whether the points have decided.
    fn is_counted(&self) -> bool {
        self.game.termination() == Some(Termination::Normal)
    }

    /// One sentence why the game ended as it did, the first that is true.
    #[must_use]
    pub fn why(&self, words: Words) -> String {
        let name = |side| self.name(words, side);
        match self.game.termination() {
            Some(Termination::Resignation(side)) => {
                words.say("game.end_resignation", &[("name", &name(side))])
            }
            Some(Termination::Time(side)) => words.say("game.end_time", &[("name", &name(side))]),
            Some(Termination::Abandoned(_)) | None => words.say("game.abandoned_text", &[]),
            _ => self.counted_why(words),
        }
    }

    fn counted_why(&self, words: Words) -> String {
        let position = self.game.position();
        let Some(Winner::Side(winner)) = self.game.result().and_then(|result| result.winner) else {
            return self.title(words);
        };
        if !position.has_ended(self.game.rules()) && Side::ALL.iter().all(|&side| !position.has_opening(side))
        {
            return words.say("game.end_blocked", &[]);
        }
        self.left(words, !winner)
            .or_else(|| self.in_goal(words, winner))
            .unwrap_or_else(|| self.ahead(words, winner))
    }

    /// The loser's pawns on the own half, if they cost points.
    fn left(&self, words: Words, loser: Side) -> Option<String> {
        let position = self.game.position();
        let (mut pawns, mut cost) = (0_u8, 0_u32);
        for row in Row::ALL.into_iter().filter(|row| row.advance(loser) < 4) {
            let each = self.game.rules().worth(row, loser);
            if each < 0 {
                let count = position.count(loser, row);
                pawns += count;
                cost += u32::from(count) * u32::from(each.unsigned_abs());
            }
        }
        if cost == 0 {
            return None;
        }
        let points = words.count("common.points", cost as usize, &[]);
        let values =
            [("pawns", in_words(words, pawns)), ("points", points), ("name", self.name(words, loser))];
        Some(sentence(&words.count("result.why_left", pawns.into(), &borrowed(&values))))
    }

    /// The pawns in the goals, if those that the winner has more decide.
    fn in_goal(&self, words: Words, winner: Side) -> Option<String> {
        let position = self.game.position();
        let counts = [winner, !winner].map(|side| position.count(side, Row::goal(side)));
        let more = i16::from(counts[0]) - i16::from(counts[1]);
        let margin = i16::from(self.game.score().margin(winner).0);
        if more <= 0 || more * GOAL < margin {
            return None;
        }
        let values = [
            ("mine", in_words(words, counts[0])),
            ("theirs", in_words(words, counts[1])),
            ("name", self.name(words, winner)),
            ("other", self.name(words, !winner)),
        ];
        let told = words.count("result.why_goal", counts[0].into(), &borrowed(&values));
        let decided = if more == 1 { "result.decided_one" } else { "result.decided" };
        Some(format!("{} {}", sentence(&told), words.say(decided, &[])))
    }

    /// Since when the winner was ahead in points.
    fn ahead(&self, words: Words, winner: Side) -> String {
        let turns = self.game.turns();
        let is_behind = |position: &Position| position.score(self.game.rules()).margin(winner).0 <= 0;
        let behind = turns.iter().rposition(|turn| is_behind(&turn.result.position));
        let since = behind.map_or(1, |last| last + 2);
        if since >= turns.len() {
            return words.say("result.last", &[]);
        }
        let turn = (since - 1) / 2 + 1;
        words.say("result.ahead", &[("name", &self.name(words, winner)), ("turn", &turn.to_string())])
    }

    /// The card: with the graph and how well it was played, if there is a review, else with the sentence why.
    #[must_use]
    pub fn card(&self, words: Words, review: Option<&ReviewView>) -> Card {
        let turns = self.game.turns().len().div_ceil(2);
        let mut facts = review.map_or_else(Vec::new, |review| self.facts(words, review));
        facts.push((turns.to_string(), words.count("share.turns", turns, &[])));
        let told = match review {
            Some(review) => Told::Graph(graph(review)),
            None => Told::Sentence(self.why(words)),
        };
        Card {
            position: *self.game.position(),
            view: self.view(),
            rules: words.rules_heading(self.game.rules()),
            over: self.against(words),
            title: self.title(words),
            below: Below::Game { told, facts },
        }
    }

    /// How well the only person played; between people, how accurately both did.
    fn facts(&self, words: Words, review: &ReviewView) -> Vec<(String, String)> {
        let accuracy = |side: Side| {
            let accuracy = if side == Side::Black { review.black.accuracy } else { review.red.accuracy };
            // Truncated, not rounded: only play without a loss shows 100.
            accuracy.map(|share| format!("{} %", share.floor()))
        };
        let is_person = |side: Side| matches!(self.parties[side], Party::Person(_));
        if Side::ALL.into_iter().all(is_person) {
            let both = Side::ALL.into_iter().filter_map(|side| {
                let name = words.say("result.accuracy_of", &[("name", &self.name(words, side))]);
                Some((accuracy(side)?, name))
            });
            return both.collect();
        }
        let view = self.view();
        let summary = if view == Side::Black { &review.black } else { &review.red };
        let accurate = accuracy(view).map(|share| (share, words.say("share.accuracy", &[])));
        let like = summary
            .played_like
            .as_ref()
            .map(|like| (level_name(words, like.level.0), words.say("share.played_like", &[])));
        accurate.into_iter().chain(like).collect()
    }
}

fn level_name(words: Words, level: Level) -> String {
    // keys: common.level_name_*
    match level.to_string().as_str() {
        "random" => words.say("common.level_random", &[]),
        name => words.say(&format!("common.level_name_{name}"), &[]),
    }
}

/// A number of pawns in words: "eight".
fn in_words(words: Words, count: u8) -> String {
    // keys: result.pawns_*
    words.say(&format!("result.pawns_{count}"), &[])
}

fn borrowed<'a>(values: &'a [(&'a str, String)]) -> Vec<(&'a str, &'a str)> {
    values.iter().map(|(name, value)| (*name, value.as_str())).collect()
}

/// With a capital letter at its beginning.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn graph(review: &ReviewView) -> Graph {
    let before = review.turns.iter().map(|turn| match turn.side {
        Side::Black => turn.margin_before,
        Side::Red => -turn.margin_before,
    });
    let margins = before.chain([review.end.margin_for_black]).collect();
    let marks = review.turns.iter().enumerate().filter_map(|(turn, reviewed)| {
        let is_blunder = match reviewed.grade {
            GradeWord::Blunder => true,
            GradeWord::Mistake => false,
            GradeWord::Best | GradeWord::Inaccuracy => return None,
        };
        Some(Mark { turn, side: reviewed.side, is_blunder })
    });
    Graph { margins, marks: marks.collect() }
}

#[cfg(test)]
mod tests {
    use linja_text::Language;

    use super::*;

    #[test]
    fn every_level_has_a_name_in_every_language() {
        let english = Words(Language::English);
        assert_eq!(level_name(english, Level::PERFECT), "Perfect");
        assert_eq!(Level::new(4).map(|level| level_name(english, level)).as_deref(), Some("Regular"));
        for words in Language::ALL.into_iter().map(Words) {
            for level in Level::all() {
                let name = level_name(words, level);
                assert!(!name.contains('.'), "{level}: {name}");
            }
        }
    }
}
