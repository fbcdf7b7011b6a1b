use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
#[cfg(feature = "embedded")]
use std::sync::LazyLock;

use linja::english::{TEXTS, Template};
use linja::{Argument, Message, Side};
use serde::{Deserialize, Serialize};

use crate::pseudo::disguise;
use crate::{Category, Language};

// `FILES`: the paths and texts of all catalogues, written by `build.rs`.
#[cfg(feature = "embedded")]
include!(concat!(env!("OUT_DIR"), "/catalogues.rs"));

/// The texts of one catalogue file, such as `game.json`, by key.
pub type Part = BTreeMap<String, Text>;

/// A text with placeholders in braces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Text {
    /// One form for all numbers.
    Plain(String),
    /// One form for each plural category of `count`.
    Forms(BTreeMap<Category, String>),
}

impl Text {
    /// Replaces the placeholders with `values`, and `{count}` with `count`, which also selects the plural form. A
    /// placeholder without a value is kept.
    #[must_use]
    pub fn fill(&self, language: Language, count: Option<u64>, values: &[(&str, &str)]) -> String {
        let template = self.form(language, count);
        let count = count.map(|count| count.to_string());
        let mut filled = String::new();
        let mut rest = template;
        while let Some((before, name, after)) = placeholder(rest) {
            let value = values.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
            let value = value.or(count.as_deref().filter(|_| name == "count"));
            filled.push_str(before);
            match value {
                Some(value) => filled.push_str(value),
                None => filled.push_str(&format!("{{{name}}}")),
            }
            rest = after;
        }
        filled + rest
    }

    /// The form for `count`.
    fn form(&self, language: Language, count: Option<u64>) -> &str {
        match self {
            Text::Plain(text) => text,
            Text::Forms(forms) => {
                let category = count.map_or(Category::Other, |count| Category::of(language, count));
                let form = forms.get(&category).or_else(|| forms.get(&Category::Other));
                form.map_or("", String::as_str)
            }
        }
    }

    /// All forms; a plain text has one.
    pub fn forms(&self) -> impl Iterator<Item = &str> {
        let (plain, forms) = match self {
            Text::Plain(text) => (Some(text), None),
            Text::Forms(forms) => (None, Some(forms.values())),
        };
        plain.into_iter().chain(forms.into_iter().flatten()).map(String::as_str)
    }

    fn disguised(&self) -> Text {
        match self {
            Text::Plain(text) => Text::Plain(disguise(text)),
            Text::Forms(forms) => {
                Text::Forms(forms.iter().map(|(category, form)| (*category, disguise(form))).collect())
            }
        }
    }
}

impl From<Template> for Text {
    fn from(template: Template) -> Text {
        match template {
            Template::Plain(text) => Text::Plain(text.into()),
            Template::Forms { one, other } => {
                Text::Forms([(Category::One, one.into()), (Category::Other, other.into())].into())
            }
        }
    }
}

/// Splits at the first placeholder: the text before it, its name, the text after it.
fn placeholder(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once('{')?;
    let (name, after) = rest.split_once('}')?;
    Some((before, name, after))
}

/// The catalogues of all languages, from files such as `fr/game.json`.
#[derive(Clone, Debug, Default)]
pub struct Catalogues {
    parts: BTreeMap<(Language, String), Part>,
}

/// Why catalogues can't be loaded.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// A file is unreadable.
    #[error("can't read {0}")]
    File(PathBuf, #[source] std::io::Error),
    /// A file is not the JSON of a catalogue.
    #[error("{0} is not a catalogue: {1}")]
    Json(String, #[source] serde_json::Error),
}

impl Catalogues {
    /// The catalogues built into the program.
    #[cfg(feature = "embedded")]
    #[must_use]
    pub fn embedded() -> &'static Catalogues {
        static CATALOGUES: LazyLock<Catalogues> = LazyLock::new(|| {
            // Can't fail: a test parses every built-in file.
            Catalogues::new(FILES.iter().map(|(path, text)| ((*path).to_string(), text))).unwrap_or_default()
        });
        &CATALOGUES
    }

    /// Loads catalogues from a folder like `locales`, for editing them without a rebuild.
    ///
    /// # Errors
    /// If a file is unreadable or not a catalogue.
    pub fn read(folder: &Path) -> Result<Catalogues, ReadError> {
        let mut files = Vec::new();
        for language in Language::ALL {
            let folder = folder.join(language.code());
            let Ok(entries) = folder.read_dir() else { continue };
            for entry in entries.flatten() {
                let path = entry.path();
                let body = std::fs::read(&path).map_err(|error| ReadError::File(path, error))?;
                files.push((format!("{}/{}", language.code(), entry.file_name().to_string_lossy()), body));
            }
        }
        Catalogues::new(files)
    }

    /// Parses catalogue files; skips paths that do not look like `fr/game.json`.
    ///
    /// # Errors
    /// If a file is not a catalogue.
    pub fn new<Body: AsRef<[u8]>>(
        files: impl IntoIterator<Item = (String, Body)>,
    ) -> Result<Catalogues, ReadError> {
        let mut parts: BTreeMap<(Language, String), Part> = BTreeMap::new();
        for (path, body) in files {
            let name = path.split_once('/').and_then(|(folder, file)| {
                let language = Language::ALL.into_iter().find(|language| language.code() == folder)?;
                Some((language, file.strip_suffix(".json")?.to_string()))
            });
            if let Some(name) = name {
                let part = serde_json::from_slice(body.as_ref());
                parts.insert(name, part.map_err(|error| ReadError::Json(path, error))?);
            }
        }
        // The English texts of the messages of `linja` are in that crate.
        let english = parts.entry((Language::English, "messages".into())).or_default();
        english.extend(TEXTS.iter().map(|&(id, template)| (id.into(), template.into())));
        Ok(Catalogues { parts })
    }

    /// The names of all parts, such as `game`.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.parts.keys().filter(|(language, _)| *language == Language::English).map(|(_, name)| &**name)
    }

    /// A part as it is in its file, without the English fallback.
    #[must_use]
    pub fn written(&self, language: Language, name: &str) -> Option<&Part> {
        self.parts.get(&(language, name.to_string()))
    }

    /// A part in a language, with English as the fallback for missing texts.
    #[must_use]
    pub fn part(&self, language: Language, name: &str) -> Part {
        let english = self.written(Language::English, name).cloned().unwrap_or_default();
        if language == Language::Pseudo {
            return english.into_iter().map(|(key, text)| (key, text.disguised())).collect();
        }
        let mut part = english;
        let written = self.written(language, name).into_iter().flatten();
        part.extend(written.map(|(key, text)| (key.clone(), text.clone())));
        part
    }

    /// One text in a language, with English as the fallback.
    #[must_use]
    pub fn text(&self, language: Language, part: &str, key: &str) -> Option<Cow<'_, Text>> {
        let english = || self.written(Language::English, part).and_then(|part| part.get(key));
        if language == Language::Pseudo {
            return english().map(|text| Cow::Owned(text.disguised()));
        }
        let written = self.written(language, part).and_then(|part| part.get(key));
        written.or_else(english).map(Cow::Borrowed)
    }

    /// A message in a language, without an initial capital or a final full stop. A message without a text becomes its
    /// id, so that tests notice.
    #[must_use]
    pub fn say(&self, language: Language, message: &Message) -> String {
        let Some(text) = self.text(language, "messages", message.id()) else { return message.id().into() };
        message.fill(text.form(language, message.count()), |value| match value {
            Argument::Number(number) => number.to_string(),
            Argument::Side(side) => self.side(language, *side),
            Argument::Written(text) => text.clone(),
            Argument::Message(message) => self.say(language, message),
            Argument::Messages(messages) => {
                messages.iter().map(|message| self.say(language, message)).collect::<Vec<_>>().join("; ")
            }
        })
    }

    fn side(&self, language: Language, side: Side) -> String {
        let key = match side {
            Side::Black => "side_black",
            Side::Red => "side_red",
        };
        let name = self.text(language, "common", key);
        name.map_or_else(|| side.to_string(), |name| name.form(language, None).to_string())
    }

    /// Merges several parts. Keys are prefixed with the name of their part: `game.your_turn`.
    #[must_use]
    pub fn merged(&self, language: Language, names: &[&str]) -> Part {
        let parts = names.iter().flat_map(|name| {
            let part = self.part(language, name);
            part.into_iter().map(move |(key, text)| (format!("{name}.{key}"), text))
        });
        parts.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn catalogues() -> Catalogues {
        let english = r#"{ "title": "A game", "pawns": { "one": "{count} pawn", "other": "{count} pawns of {name}" } }"#;
        let romanian =
            r#"{ "pawns": { "one": "un pion", "few": "{count} pioni", "other": "{count} de pioni" } }"#;
        let files = [("en/game.json", english), ("ro/game.json", romanian), ("README.md", "not a catalogue")];
        Catalogues::new(files.map(|(path, body)| (path.to_string(), body))).unwrap()
    }

    #[test]
    fn every_catalogue_of_the_program_can_be_read() {
        let files = FILES.iter().map(|(path, text)| ((*path).to_string(), text));
        assert!(Catalogues::new(files).unwrap().names().any(|name| name == "common"));
    }

    #[test]
    fn missing_texts_are_english() {
        let part = catalogues().part(Language::Romanian, "game");
        assert_eq!(part["title"], Text::Plain("A game".into()));
        assert_eq!(part["pawns"].fill(Language::Romanian, Some(20), &[]), "20 de pioni");
        assert!(catalogues().part(Language::Romanian, "nothing").is_empty());
        assert!(catalogues().written(Language::French, "game").is_none());
    }

    #[test]
    fn placeholders_are_filled_and_forms_chosen() {
        let part = catalogues().part(Language::English, "game");
        let pawns = |count, values: &[_]| part["pawns"].fill(Language::English, count, values);
        assert_eq!(pawns(Some(1), &[]), "1 pawn");
        assert_eq!(pawns(Some(12), &[("name", "{count}")]), "12 pawns of {count}");
        assert_eq!(pawns(None, &[]), "{count} pawns of {name}");
    }

    #[test]
    fn pseudo_language_disguises_all_forms() {
        let part = catalogues().merged(Language::Pseudo, &["game"]);
        assert_eq!(part["game.title"], Text::Plain("⟦Å ğåɱé⟧".into()));
        assert_eq!(part["game.pawns"].forms().count(), 2);
        assert_eq!(
            part["game.pawns"].fill(Language::Pseudo, Some(3), &[("name", "Ada")]),
            "⟦3 þåŵñš öƒ Ada⟧"
        );
    }

    #[test]
    fn messages_are_said_in_every_language() {
        let message = linja::RecordError::Turn {
            line: 7,
            number: 3,
            side: Side::Red,
            error: linja::PlayError::CannotPass { side: Side::Red }.into(),
        }
        .message();
        let say = |language| Catalogues::embedded().say(language, &message);
        assert_eq!(say(Language::English), message.to_string());
        assert_eq!(
            say(Language::German),
            "Zug 3: Rot kann nicht passen: Es gibt einen Anfangszug (Zug von Rot, Zeile 7)"
        );
        for language in Language::ALL {
            for (id, _) in TEXTS {
                assert!(Catalogues::embedded().text(language, "messages", id).is_some(), "{language:?} {id}");
            }
        }
        assert_eq!(Catalogues::embedded().say(Language::German, &Message::new("unheard_of")), "unheard_of");
    }

    #[test]
    fn broken_catalogue_is_named() {
        let broken = Catalogues::new([("en/game.json".to_string(), "{")]).unwrap_err();
        assert!(broken.to_string().starts_with("en/game.json is not a catalogue"), "{broken}");
    }
}
