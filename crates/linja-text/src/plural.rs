use serde::{Deserialize, Serialize};

use crate::Language;

/// A plural category, named as in Unicode's CLDR.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Category {
    /// For 1; in French and Portuguese also for 0.
    One,
    /// Romanian: for 0, 2 to 19, and numbers above 100 that end in 01 to 19.
    Few,
    /// For multiples of a million in Spanish, French, Italian and Portuguese; never used in this game.
    Many,
    /// For all other numbers.
    Other,
}

impl Category {
    /// The category of a number in a language.
    #[must_use]
    pub fn of(language: Language, count: u64) -> Category {
        match language {
            Language::Romanian => match (count, count % 100) {
                (1, _) => Category::One,
                (0, _) | (_, 1..=19) => Category::Few,
                _ => Category::Other,
            },
            Language::Spanish | Language::French | Language::Italian | Language::Portuguese
                if count != 0 && count.is_multiple_of(1_000_000) =>
            {
                Category::Many
            }
            Language::French | Language::Portuguese if count <= 1 => Category::One,
            _ if count == 1 => Category::One,
            _ => Category::Other,
        }
    }

    /// The categories that every text with forms must have.
    #[must_use]
    pub const fn needed(language: Language) -> &'static [Category] {
        match language {
            Language::Romanian => &[Category::One, Category::Few, Category::Other],
            _ => &[Category::One, Category::Other],
        }
    }

    /// The categories that a text with forms may also have.
    #[must_use]
    pub const fn optional(language: Language) -> &'static [Category] {
        match language {
            Language::Spanish | Language::French | Language::Italian | Language::Portuguese => {
                &[Category::Many]
            }
            _ => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Expected values from `Intl.PluralRules` of a browser.
    #[test]
    fn categories_are_those_of_cldr() {
        let numbers = [0, 1, 2, 5, 19, 20, 21, 100, 101, 102, 119, 120, 1_000_000, 1_000_001, 2_000_000];
        for (language, expected) in [
            (Language::German, "o1ooooooooooooo"),
            (Language::English, "o1ooooooooooooo"),
            (Language::Dutch, "o1ooooooooooooo"),
            (Language::Spanish, "o1oooooooooomom"),
            (Language::Italian, "o1oooooooooomom"),
            (Language::French, "11oooooooooomom"),
            (Language::Portuguese, "11oooooooooomom"),
            (Language::Romanian, "f1fffooofffoofo"),
        ] {
            let found = numbers.map(|number| match Category::of(language, number) {
                Category::One => '1',
                Category::Few => 'f',
                Category::Many => 'm',
                Category::Other => 'o',
            });
            assert_eq!(String::from_iter(found), expected, "{language:?}");
        }
    }
}
