//! The texts of the terminal in the user's language.

use std::fmt::Display;
use std::sync::LazyLock;

use linja::{Message, Side};
use linja_text::{Catalogues, Language, Part};

/// The texts of one language.
pub(crate) struct Texts {
    language: Language,
    texts: Part,
}

/// Placeholders with their values.
type Values<'a> = &'a [(&'a str, &'a dyn Display)];

impl Texts {
    pub(crate) fn new(language: Language) -> Texts {
        Texts { language, texts: Catalogues::embedded().merged(language, &["common", "terminal"]) }
    }

    /// For commands that have no translation.
    pub(crate) fn english() -> &'static Texts {
        static ENGLISH: LazyLock<Texts> = LazyLock::new(|| Texts::new(Language::English));
        &ENGLISH
    }

    /// The text with this key, such as `terminal.plays`. A missing text is its key, so that tests notice.
    pub(crate) fn say(&self, key: &str, values: Values) -> String {
        self.fill(key, None, values)
    }

    /// The text in the plural form for `count`, which also replaces `{count}`.
    pub(crate) fn count(&self, key: &str, count: impl TryInto<u64>, values: Values) -> String {
        self.fill(key, count.try_into().ok(), values)
    }

    /// An error of the rules or a reason of a hint, as part of a sentence.
    // keys: messages.*
    pub(crate) fn message(&self, message: &Message) -> String {
        Catalogues::embedded().say(self.language, message)
    }

    pub(crate) fn side(&self, side: Side) -> String {
        match side {
            Side::Black => self.say("common.side_black", &[]),
            Side::Red => self.say("common.side_red", &[]),
        }
    }

    fn fill(&self, key: &str, count: Option<u64>, values: Values) -> String {
        let Some(text) = self.texts.get(key) else { return key.into() };
        let values: Vec<(&str, String)> =
            values.iter().map(|(name, value)| (*name, value.to_string())).collect();
        let values: Vec<(&str, &str)> = values.iter().map(|(name, value)| (*name, &**value)).collect();
        text.fill(self.language, count, &values)
    }
}

/// The language of the terminal: the first of the locale variables that is set decides.
pub(crate) fn of_terminal() -> Language {
    let mut set = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(|name| std::env::var(name).ok());
    set.find(|tag| !tag.is_empty()).and_then(|tag| Language::of_tag(&tag)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use linja::{Action, ActionKind, Margin, Row};
    use linja_players::{Outcome, Reason};

    use super::*;

    /// Every kind, with one and with several.
    fn reasons() -> Vec<Reason> {
        let rows = [Row::ALL[1], Row::ALL[2]];
        let outcomes = [Outcome::Win, Outcome::Draw, Outcome::Loss];
        let mut reasons = vec![
            Reason::NoChoice,
            Reason::PreventsWin,
            Reason::ForcesPass,
            Reason::DeniesBonus,
            Reason::EarnsAnotherTurn { row: rows[0] },
            Reason::LeavesRow { from: rows[0], to: rows[1] },
            Reason::KeepsMargin { right: 3, of: 3 },
            Reason::KeepsMargin { right: 2, of: 3 },
        ];
        reasons.extend([-9, -1, 0, 1, 9].map(|margin| Reason::EndsGame { margin: Margin(margin) }));
        for count in [1, 2, 7] {
            reasons.extend([
                Reason::StrandsPawns { pawns: count },
                Reason::OnlyWin { ahead: count },
                Reason::OnlyDraw { ahead: count },
                Reason::OnlyBest { ahead: count },
                Reason::LeavesFewAnswers { right: count.into(), of: 80 },
                Reason::ReachesGoal { pawns: count },
                Reason::GainsMost { points: count },
            ]);
            for rearmost in [false, true] {
                reasons.push(Reason::ClosesRow { row: rows[0], behind: rows[1], pawns: count, rearmost });
            }
            for (i, from) in outcomes.into_iter().enumerate() {
                let to = &outcomes[i..];
                reasons.extend(to.iter().map(|&to| Reason::GivesAway { points: count, from, to }));
            }
        }
        for kind in [ActionKind::Bonus, ActionKind::BonusOnOpponent] {
            let step = Action { kind, from: rows[0], to: rows[1] };
            reasons.extend([false, true].map(|forward| Reason::EarnsBonus { step, forward }));
        }
        reasons
    }

    #[test]
    fn every_reason_fills_its_text_in_every_language() {
        for language in Language::ALL {
            let texts = Texts::new(language);
            for reason in reasons() {
                let text = texts.message(&reason.message());
                assert!(text.contains(' ') && !text.contains(['{', '}']), "{language:?} {reason:?}: {text}");
            }
        }
    }

    #[test]
    fn counts_of_one_are_written_as_such() {
        let say = |reason: Reason| Texts::english().message(&reason.message());
        assert_eq!(
            say(Reason::OnlyWin { ahead: 1 }),
            "is the only turn that wins; the next best costs 1 point"
        );
        assert_eq!(
            say(Reason::OnlyWin { ahead: 2 }),
            "is the only turn that wins; the next best costs 2 points"
        );
        assert_eq!(say(Reason::ReachesGoal { pawns: 1 }), "brings a pawn into the goal");
        assert_eq!(say(Reason::ReachesGoal { pawns: 2 }), "brings 2 pawns into the goal");
    }

    #[test]
    fn what_is_given_away_is_named() {
        let say = |from, to| Texts::english().message(&Reason::GivesAway { points: 3, from, to }.message());
        assert_eq!(say(Outcome::Win, Outcome::Win), "gives away 3 points");
        assert_eq!(say(Outcome::Win, Outcome::Loss), "gives away 3 points and the win");
        assert_eq!(say(Outcome::Draw, Outcome::Loss), "gives away 3 points and the draw");
    }
}
