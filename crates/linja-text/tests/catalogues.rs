//! Checks the catalogues against each other and against the code that uses them.
//!
//! Keys are found in the code as follows:
//! - a literal `'game.your_turn'` is a use of that key, which must exist;
//! - a template `` `game.why_${why}` `` uses all matching keys, and at least one key must match;
//! - if a template is only a part and an expression, `` `learn.${key}` ``, all literals `'key'` of the code are uses;
//! - a comment `// keys: game.a game.b_*` lists uses that can't be detected otherwise;
//! - a literal `"problem_busy"` is the id of a message, which must exist.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use linja_text::{Catalogues, Category, Language, Text};

/// Whether every language must have every part; if not, missing files are skipped.
const COMPLETE: bool = true;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn catalogues() -> Catalogues {
    Catalogues::read(&repository().join("locales")).expect("catalogues")
}

fn placeholders(text: &Text) -> BTreeSet<String> {
    let names = text.forms().flat_map(|form| form.split('{').skip(1));
    names.map(|rest| rest.split('}').next().unwrap_or_default().to_string()).collect()
}

/// Reports all problems, not only the first.
fn assert_none(what: &str, mut wrong: Vec<String>) {
    wrong.sort();
    assert!(wrong.is_empty(), "{what}:\n  {}", wrong.join("\n  "));
}

#[test]
fn every_language_has_the_same_texts_with_the_same_placeholders() {
    let catalogues = catalogues();
    let mut wrong = Vec::new();
    for name in catalogues.names() {
        let english = catalogues.written(Language::English, name).unwrap();
        for language in Language::ALL {
            let file = format!("{}/{name}.json", language.code());
            let Some(part) = catalogues.written(language, name) else {
                wrong.extend(COMPLETE.then(|| format!("{file} is missing")));
                continue;
            };
            for key in part.keys().filter(|key| !english.contains_key(*key)) {
                wrong.push(format!("{file}: {key} is not in English"));
            }
            for (key, text) in english {
                let Some(translated) = part.get(key) else {
                    wrong.push(format!("{file}: {key} is missing"));
                    continue;
                };
                if placeholders(text) != placeholders(translated) {
                    wrong.push(format!("{file}: {key} has other placeholders than in English"));
                }
                if matches!(text, Text::Forms(_)) != matches!(translated, Text::Forms(_)) {
                    wrong.push(format!("{file}: {key} has forms in one language only"));
                }
            }
        }
    }
    assert_none("catalogues differ", wrong);
}

#[test]
fn texts_are_tidy_and_have_the_forms_of_their_language() {
    let catalogues = catalogues();
    let is_key_letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    let is_key = |name: &str| !name.is_empty() && name.chars().all(is_key_letter);
    let mut wrong = Vec::new();
    for name in catalogues.names() {
        for language in Language::ALL {
            for (key, text) in catalogues.written(language, name).into_iter().flatten() {
                let place = format!("{}/{name}.json: {key}", language.code());
                if !is_key(key) || placeholders(text).iter().any(|name| !is_key(name)) {
                    wrong.push(format!("{place}: names are small letters, digits and _"));
                }
                if let Text::Forms(forms) = text {
                    let (needed, optional) = (Category::needed(language), Category::optional(language));
                    for category in needed.iter().filter(|category| !forms.contains_key(category)) {
                        wrong.push(format!("{place}: the form {category:?} is missing"));
                    }
                    for category in
                        forms.keys().filter(|form| !needed.contains(form) && !optional.contains(form))
                    {
                        wrong.push(format!("{place}: the language has no form {category:?}"));
                    }
                }
                for form in text.forms() {
                    if form.is_empty() || form.trim() != form || form.contains("  ") || form.contains('<') {
                        wrong.push(format!("{place}: empty, blanks too many, or markup"));
                    }
                    if form.matches('{').count() != form.matches('}').count() {
                        wrong.push(format!("{place}: braces do not match"));
                    }
                }
            }
        }
    }
    assert_none("texts need care", wrong);
}

#[test]
fn code_and_catalogues_know_the_same_keys() {
    let catalogues = catalogues();
    let mut keys = BTreeSet::new();
    for name in catalogues.names() {
        let part = catalogues.written(Language::English, name).unwrap();
        keys.extend(part.keys().map(|key| format!("{name}.{key}")));
    }
    let parts: BTreeSet<&str> = catalogues.names().collect();
    let mut wrong = Vec::new();
    let mut used = BTreeSet::new();
    let mut words = BTreeSet::new();
    let mut open_parts = BTreeSet::new();
    for (file, text) in sources() {
        for found in uses(&text, &parts) {
            let matching: Vec<&String> = keys.iter().filter(|key| found.fits(key)).collect();
            if matching.is_empty() {
                wrong.push(format!("{file}: there is no text for {found:?}"));
            }
            match found {
                Use::Pattern(pattern) if pattern.ends_with(".*") => {
                    open_parts.insert(pattern.trim_end_matches(".*").to_string());
                }
                _ => used.extend(matching.into_iter().cloned()),
            }
        }
        words.extend(literals(&text).map(|(literal, _)| literal.to_string()));
        // The compiler does not check the ids of messages.
        let ids = literals(&text).filter(|(literal, quote)| *quote == '"' && is_problem(literal));
        for (id, _) in ids.filter(|(id, _)| !keys.contains(&format!("messages.{id}"))) {
            wrong.push(format!("{file}: there is no text for {id}"));
        }
    }
    for key in &keys {
        let (part, name) = key.split_once('.').unwrap();
        let is_word = open_parts.contains(part) && words.contains(name);
        if !used.contains(key) && !is_word {
            wrong.push(format!("{key} is not used"));
        }
    }
    assert_none("code and catalogues differ", wrong);
}

/// Whether a literal is the id of a problem's message.
fn is_problem(literal: &str) -> bool {
    literal.strip_prefix("problem_").is_some_and(|rest| {
        !rest.is_empty() && rest.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_')
    })
}

/// A use of a text in the code.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Use {
    Key(String),
    /// A key with `*` for unknown parts.
    Pattern(String),
}

impl Use {
    fn fits(&self, key: &str) -> bool {
        match self {
            Use::Key(wanted) => wanted == key,
            Use::Pattern(pattern) => {
                let mut pieces: Vec<&str> = pattern.split('*').collect();
                let last = pieces.pop().unwrap_or_default();
                let mut rest = key;
                for (i, piece) in pieces.into_iter().enumerate() {
                    let Some(place) = rest.find(piece).filter(|place| i > 0 || *place == 0) else {
                        return false;
                    };
                    rest = &rest[place + piece.len()..];
                }
                rest.ends_with(last)
            }
        }
    }
}

fn uses(text: &str, parts: &BTreeSet<&str>) -> BTreeSet<Use> {
    let is_key_letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == '*';
    let is_key = |literal: &str| {
        let (part, name) = literal.split_once('.').unwrap_or_default();
        // `offline.html` is a file.
        parts.contains(part) && !matches!(name, "" | "html") && name.chars().all(is_key_letter)
    };
    let mut found = BTreeSet::new();
    let mut add = |literal: &str| {
        if is_key(literal) {
            let is_pattern = literal.contains('*');
            let literal = literal.to_string();
            found.insert(if is_pattern { Use::Pattern(literal) } else { Use::Key(literal) });
        }
    };
    for (literal, quote) in literals(text) {
        match quote {
            // Text in backquotes without an expression is not a template, for example in comments.
            '`' if !literal.contains("${") => {}
            '`' => add(&without_expressions(literal)),
            // `'common.level_' + level` is equivalent to a template.
            _ if literal.ends_with('_') => add(&format!("{literal}*")),
            _ => add(literal),
        }
    }
    for line in text.lines() {
        if let Some((_, named)) = line.split_once("// keys: ") {
            named.split_whitespace().for_each(&mut add);
        }
    }
    // Placeholders in documents that the server fills in.
    for rest in text.split("{{").skip(1) {
        add(rest.split("}}").next().unwrap_or_default());
    }
    found
}

/// All texts between two quotation marks of one kind on one line. Every mark may start a literal, so that an apostrophe
/// in a comment hides nothing.
fn literals(text: &str) -> impl Iterator<Item = (&str, char)> {
    text.char_indices().filter(|(_, quote)| matches!(quote, '\'' | '"' | '`')).filter_map(|(place, quote)| {
        let rest = &text[place + 1..];
        let end = rest.find([quote, '\n'])?;
        Some((&rest[..end], quote))
    })
}

/// Replaces every expression of a template with `*`.
fn without_expressions(template: &str) -> String {
    let mut pieces = template.split("${");
    let mut pattern = pieces.next().unwrap_or_default().to_string();
    for piece in pieces {
        pattern.push('*');
        // Use the last brace, because an expression can contain braces. A nested template has no closing brace, so the
        // pattern ends there.
        pattern.push_str(piece.rsplit_once('}').map_or("", |(_, rest)| rest));
    }
    pattern
}

/// The source code that uses texts.
fn sources() -> BTreeMap<String, String> {
    let mut sources = BTreeMap::new();
    let roots = [
        "web/js",
        "web/index.html",
        "web/offline.html",
        "crates/linja/src",
        "crates/linja-cli/src",
        "crates/linja-games/src",
        "crates/linja-players/src",
        "crates/linja-server/src",
    ];
    let mut paths: Vec<PathBuf> = roots.iter().map(|root| repository().join(root)).collect();
    while let Some(path) = paths.pop() {
        if path.is_dir() {
            paths.extend(path.read_dir().expect("a folder").flatten().map(|entry| entry.path()));
        } else if path
            .extension()
            .is_some_and(|ending| ["rs", "js", "html"].iter().any(|source| ending == *source))
        {
            let name = path.strip_prefix(repository()).unwrap_or(&path).display().to_string();
            sources.insert(name, std::fs::read_to_string(&path).expect("text"));
        }
    }
    sources
}

#[test]
fn uses_are_found_in_every_form() {
    let code = "t('game.a'); it's t(\"game.b_1\"); t(`game.c_${x ? 'y' : 'z'}_title`); t('game.d_' + e);\n\
                // keys: game.f game.g_*\n `game.none` '/game.js' 'game.no key' t(`learn.${k}`) {{common.h}}";
    let found = uses(code, &BTreeSet::from(["game", "learn", "common"]));
    let key = |key: &str| Use::Key(key.into());
    let pattern = |pattern: &str| Use::Pattern(pattern.into());
    let expected = [
        key("game.a"),
        key("game.b_1"),
        key("game.f"),
        key("common.h"),
        pattern("game.c_*_title"),
        pattern("game.d_*"),
        pattern("game.g_*"),
        pattern("learn.*"),
    ];
    assert_eq!(found, BTreeSet::from(expected));
    let title = pattern("game.c_*_title");
    assert!(title.fits("game.c_x_title") && !title.fits("game.c_x") && !title.fits("home.game.c_x_title"));
}
