//! The texts of the terminal in the user's language.

use std::fmt::Display;
use std::sync::LazyLock;

use linja::Side;
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
