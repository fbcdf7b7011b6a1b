use unicode_normalization::UnicodeNormalization as _;

/// The text in ASCII. Characters of drawings become one that looks alike, so that columns stay where they are; letters lose
/// their accents; others become `?`.
pub(super) fn ascii(text: &str) -> String {
    text.replace('½', "1/2")
        .chars()
        .map(replaced)
        .collect::<String>()
        .nfd()
        .filter(|letter| !is_mark(*letter))
        .map(or_unknown)
        .collect()
}

fn replaced(character: char) -> char {
    match character {
        '●' => 'x',
        '○' => 'o',
        '·' | '…' => '.',
        '═' => '=',
        '━' | '─' | '–' | '—' | '−' => '-',
        '╪' => '+',
        '│' => '|',
        '≈' | '±' => '~',
        '⇄' => '%',
        '→' => '>',
        '“' | '”' | '„' | '«' | '»' | '‘' | '’' | '‚' => '\'',
        '\u{a0}' | '\u{202f}' => ' ',
        'ß' => 's',
        other => other,
    }
}

/// A combining accent.
fn is_mark(character: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&character)
}

fn or_unknown(character: char) -> char {
    if character.is_ascii() { character } else { '?' }
}

#[cfg(test)]
mod tests {
    use linja_text::{Catalogues, Language};

    use super::*;

    #[test]
    fn texts_of_the_terminal_lose_only_accents() {
        assert_eq!(ascii("Rândul tău: mută « ab » … ±1, größer"), "Randul tau: muta ' ab ' . ~1, groser");
        assert_eq!(ascii("囲"), "?");
        for language in Language::ALL {
            for part in ["common", "terminal", "messages"] {
                let texts = Catalogues::embedded().merged(language, &[part]);
                let written = format!("{texts:?}");
                let unknown = ascii(&written).matches('?').count();
                assert_eq!(unknown, written.matches('?').count(), "{language:?} {part}");
            }
        }
    }
}
