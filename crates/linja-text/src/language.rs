/// A language of the catalogues.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Language {
    /// Deutsch.
    German,
    /// English: the source language, and the fallback for missing texts.
    #[default]
    English,
    /// Español.
    Spanish,
    /// Français.
    French,
    /// Italiano.
    Italian,
    /// Nederlands.
    Dutch,
    /// Português.
    Portuguese,
    /// Română.
    Romanian,
    /// English with accents, to find words on the screen that are not in any catalogue. Not offered to users.
    Pseudo,
}

impl Language {
    /// The languages offered to users.
    pub const ALL: [Language; 8] = [
        Language::German,
        Language::English,
        Language::Spanish,
        Language::French,
        Language::Italian,
        Language::Dutch,
        Language::Portuguese,
        Language::Romanian,
    ];

    /// The language tag, which is also the name of the folder in `locales`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Language::German => "de",
            Language::English => "en",
            Language::Spanish => "es",
            Language::French => "fr",
            Language::Italian => "it",
            Language::Dutch => "nl",
            Language::Portuguese => "pt",
            Language::Romanian => "ro",
            Language::Pseudo => "x-pseudo",
        }
    }

    /// The language of a tag such as `fr`, `fr-CA` or `fr_CA.UTF-8`; the region is ignored.
    #[must_use]
    pub fn of_tag(tag: &str) -> Option<Language> {
        let tag = tag.trim();
        if tag.eq_ignore_ascii_case(Language::Pseudo.code()) {
            return Some(Language::Pseudo);
        }
        let name = tag.split(['-', '_', '.', '@']).next().unwrap_or_default();
        Language::ALL.into_iter().find(|language| language.code().eq_ignore_ascii_case(name))
    }

    /// The best language for an `Accept-Language` header.
    #[must_use]
    pub fn negotiate(accepted: &str) -> Option<Language> {
        let mut best: Option<(f32, Language)> = None;
        for range in accepted.split(',') {
            let (tag, parameters) = range.split_once(';').unwrap_or((range, ""));
            let weight = parameters.trim().strip_prefix("q=").map_or(Some(1.0), |q| q.trim().parse().ok());
            let (Some(language), Some(weight)) = (Language::of_tag(tag), weight) else { continue };
            // With equal weights the first wins.
            if weight > best.map_or(0.0, |(best, _)| best) {
                best = Some((weight, language));
            }
        }
        best.map(|(_, language)| language)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_of_browsers_and_terminals_are_understood() {
        for (tag, language) in [
            ("de", Some(Language::German)),
            ("FR-ca", Some(Language::French)),
            ("pt_BR.UTF-8", Some(Language::Portuguese)),
            (" nl ", Some(Language::Dutch)),
            ("x-pseudo", Some(Language::Pseudo)),
            ("C", None),
            ("dexter", None),
            ("", None),
        ] {
            assert_eq!(Language::of_tag(tag), language, "{tag}");
        }
    }

    #[test]
    fn heaviest_known_language_is_taken() {
        for (accepted, language) in [
            ("ro", Some(Language::Romanian)),
            ("ja, it;q=0.4, es;q=0.8, en;q=0.8", Some(Language::Spanish)),
            ("en;q=0, de;q=0.1", Some(Language::German)),
            ("ja", None),
            ("*", None),
            ("de;q=x, nl;q=0.2", Some(Language::Dutch)),
            ("", None),
        ] {
            assert_eq!(Language::negotiate(accepted), language, "{accepted}");
        }
    }
}
