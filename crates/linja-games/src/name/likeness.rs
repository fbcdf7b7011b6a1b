//! Names that look alike.

use std::collections::HashSet;
use std::sync::LazyLock;

use linja_text::{Catalogues, Language};
use unicode_normalization::UnicodeNormalization as _;
use unicode_security::skeleton;

/// The text in Unicode's normal form C.
pub(super) fn composed(text: &str) -> String {
    text.nfc().collect()
}

/// Whether people may take one name for the other.
pub(crate) fn are_alike(one: &str, other: &str) -> bool {
    let other = forms(other);
    forms(one).iter().any(|form| other.contains(form))
}

/// Whether a name looks like the name of the computer or of one of its levels, in any language.
pub(super) fn is_like_computer(name: &str) -> bool {
    static COMPUTER: LazyLock<HashSet<String>> =
        LazyLock::new(|| computer_names().iter().flat_map(|name| forms(name)).collect());
    forms(name).iter().any(|form| COMPUTER.contains(form))
}

/// The names under which the page and records show the computer.
fn computer_names() -> Vec<String> {
    let levels = || (1..=10).map(|level: u8| level.to_string());
    let mut names = Vec::new();
    for language in Language::ALL {
        let text = |key: &str, level: &str, name: &str| {
            let text = Catalogues::embedded().text(language, "common", key);
            text.map(|text| text.fill(language, None, &[("level", level), ("name", name)]))
        };
        let computer = text("computer", "", "").unwrap_or_default();
        let kinds = ["random", "perfect"];
        let plain = kinds.iter().flat_map(|kind| [format!("level_{kind}"), format!("computer_{kind}")]);
        names.extend(plain.chain(["computer".to_string()]).filter_map(|key| text(&key, "", "")));
        for level in levels() {
            let title = text(&format!("level_name_{level}"), "", "").unwrap_or_default();
            names.extend(text("computer_named", "", &title));
            // `Level 5` and `Club, level 5`, with `Computer` before them or not.
            let with_number = ["", &title].into_iter().filter_map(|name| text("level_named", &level, name));
            names.extend(with_number.flat_map(|name| [computer.clone() + &name, name]));
        }
        // As in records: `Computer (5)`.
        let ids = levels().chain(kinds.map(String::from));
        names.extend(ids.map(|level| computer.clone() + &level));
    }
    names
}

/// What remains of a name for a hasty reader: no case, blanks or punctuation, and every letter replaced by the simplest
/// one that looks the same. Two forms, because a capital I looks like l, but must also count as i.
fn forms(name: &str) -> [String; 2] {
    let plain: String = name.nfkc().collect();
    let capitals: String = skeleton(&plain).collect();
    let small: String = skeleton(&plain.to_lowercase()).collect();
    [bare(&capitals.to_lowercase()), bare(&small)]
}

/// The text without blanks and punctuation, unless it has nothing else.
fn bare(text: &str) -> String {
    let is_kept = |c: &char| !c.is_whitespace() && !c.is_ascii_punctuation();
    let bare: String = text.chars().filter(is_kept).collect();
    if bare.is_empty() { text.to_string() } else { bare }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alike_is_what_a_hasty_reader_confuses() {
        for (one, other) in [
            ("Ada", "ada"),
            ("Ada", "A.d-a "),
            ("Ada", "\u{410}d\u{430}"),
            ("Alice", "AIice"),
            ("Alice", "A1ice"),
            ("Ida", "ida"),
            ("Bo", "B0"),
            ("Ada", "Ａｄａ"),
            ("Ada", "𝐀𝐝𝐚"),
            ("...", "..."),
        ] {
            assert!(are_alike(one, other) && are_alike(other, one), "{one} {other}");
        }
        for (one, other) in [
            ("Ada", "Ida"),
            ("Ada 🦊", "Ada 🐻"),
            ("Müller", "Muller"),
            ("!!!", "???"),
            ("राम", "रामी"),
            ("李", "王"),
        ] {
            assert!(!are_alike(one, other) && !are_alike(other, one), "{one} {other}");
        }
    }

    #[test]
    fn computer_has_its_names_for_itself_in_every_language() {
        for name in [
            "Computer",
            "COMPUTER",
            "C\u{43e}mputer",
            "C0mputer",
            "Ｃｏｍｐｕｔｅｒ",
            "C o m p u t e r",
            "Computer (5)",
            "Computer 10",
            "Computer, level 3",
            "Computer, Club",
            "Ordinateur, Club, niveau 5",
            "Computer (perfect)",
            "Level 3",
            "Club, level 5",
            "Perfect",
            "Ordinateur",
            "Ordenador, nivel 10",
            "Computador",
            "Calculator, la întâmplare",
            "Stufe 7",
            "Zufall",
        ] {
            assert!(is_like_computer(name), "{name}");
        }
        for name in ["Ada", "Computer fan", "Comte", "7", "Levi", "Perfecta", "Level 99"] {
            assert!(!is_like_computer(name), "{name}");
        }
    }
}
