//! Checks the texts against `docs/languages.md`: the words of its glossary, words that it rules out, punctuation, scores.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use linja_text::{Catalogues, Language};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A form of a text, with its place for messages: `fr/game.json: end_passed`.
struct Form {
    language: Language,
    part: String,
    key: String,
    text: String,
}

impl Form {
    fn wrong(&self, why: &str) -> String {
        format!("{}/{}.json: {}: {why}: {}", self.language.code(), self.part, self.key, self.text)
    }
}

fn forms() -> Vec<Form> {
    let catalogues = Catalogues::read(&repository().join("locales")).expect("catalogues");
    let mut forms = Vec::new();
    for name in catalogues.names() {
        for language in Language::ALL {
            for (key, text) in catalogues.written(language, name).into_iter().flatten() {
                forms.extend(text.forms().map(|form| Form {
                    language,
                    part: name.to_string(),
                    key: key.clone(),
                    text: form.to_string(),
                }));
            }
        }
    }
    forms
}

fn assert_none(what: &str, wrong: &[String]) {
    assert!(wrong.is_empty(), "{what}:\n  {}", wrong.join("\n  "));
}

/// The rows of the two tables of the glossary: concept, language code, words.
fn glossary() -> BTreeMap<(String, String), Vec<String>> {
    let page = std::fs::read_to_string(repository().join("docs/languages.md")).expect("docs/languages.md");
    let (_, section) = page.split_once("\n## Glossary\n").expect("a glossary");
    let section = section.split("\n### ").next().unwrap_or_default();
    let mut words = BTreeMap::new();
    let mut languages = Vec::new();
    for line in section.lines().filter(|line| line.starts_with('|')) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        if cells[0].is_empty() {
            languages = cells[1..].to_vec();
            continue;
        }
        for (language, cell) in languages.iter().zip(&cells[1..]) {
            // Without the number of the leaflet.
            let cell = cell.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end();
            let alternatives = cell.split(", ").map(str::to_lowercase).collect();
            words.insert((cells[0].to_string(), (*language).to_string()), alternatives);
        }
    }
    words
}

/// For concepts of the glossary, a text that names them in every language.
const NAMED_IN: &[(&str, &str, &str)] = &[
    ("pawn", "board", "bonus_pawn_black"),
    ("stick", "learn", "board_more"),
    ("row", "game", "row"),
    ("inner row", "learn", "full_lead"),
    ("starting line", "learn", "rules_score_home"),
    ("goal", "learn", "rules_score_goal"),
    ("full", "board", "full"),
    ("turn", "study", "column_turn"),
    ("opening move", "learn", "rules_opening_title"),
    ("opening move", "house", "goal_title"),
    ("follow-up", "learn", "rules_follow_up_title"),
    ("follow-up", "house", "follow_title"),
    ("step", "board", "chip_steps"),
    ("bonus", "learn", "bonus_lead"),
    ("another turn", "learn", "again_title"),
    ("spicy", "common", "rules_bonus_spicy"),
    ("locked", "board", "chip_locked"),
    ("the end", "game", "end_passed"),
    ("game", "game", "new_game"),
    ("match", "home", "match"),
    ("opponent", "home", "opponent_person"),
    ("Black, Red", "common", "side_black"),
    ("Black, Red", "common", "side_red"),
    ("draw", "study", "a_draw"),
    ("best of three", "common", "match_3"),
    ("game record", "study", "record_text"),
    ("position", "study", "position"),
    ("margin", "study", "column_margin"),
    ("board", "game", "board_label"),
];

#[test]
fn texts_use_the_words_of_the_glossary() {
    let glossary = glossary();
    let catalogues = Catalogues::read(&repository().join("locales")).expect("catalogues");
    let mut wrong = Vec::new();
    for (concept, part, key) in NAMED_IN {
        for language in Language::ALL {
            let code = language.code();
            let words = &glossary[&((*concept).to_string(), code.to_string())];
            let text = catalogues.text(language, part, key).unwrap_or_else(|| panic!("no text {part}.{key}"));
            let first = text.forms().next().unwrap_or_default().to_lowercase();
            if !words.iter().any(|word| first.contains(word)) {
                wrong.push(format!("{code}/{part}.json: {key} has none of {words:?}: {first}"));
            }
        }
    }
    assert_none("the glossary has another word", &wrong);
}

/// Words and phrases, in small letters, that no text of a language may have.
const RULED_OUT: &[(Language, &[&str])] = &[
    (
        Language::English,
        &[
            "the other player",
            "by lot",
            "somebody",
            "is to move",
            "colours have passed",
            "nobody errs",
            "either way",
            "second move",
            "at home",
            "start position",
            "an opening into",
            "no opening for",
            "cannot",
        ],
    ),
    (Language::German, &["rücknahme", "unbeendet", "angewiesen", "gegenüber", "der anderen seite"]),
    (Language::French, &["nulle", "offrir", "si tout est parfait", "calcule à l’avance"]),
    (
        Language::Italian,
        &[
            "tavoliere",
            "patta",
            "mossa iniziale",
            "mosse iniziali",
            "nell’obiettivo",
            "da {from} a {to}",
            "gioca con te",
        ],
    ),
    (Language::Spanish, &["sobrepas", "juegas con", "juega contigo", "con extra picante", "usted"]),
    (
        Language::Portuguese,
        &[
            "língua",
            "você",
            "jogas com",
            "a ligação do",
            "ligação de um",
            "link da ligação",
            "indique",
            "junte ",
        ],
    ),
    (
        Language::Romanian,
        &["remiză", "cel mai bun din", "calculează în avans", "joci cu", "joacă cu tine", "ş", "ţ"],
    ),
    (Language::Dutch, &["remise", "de andere speler", " …"]),
];

#[test]
fn ruled_out_words_do_not_come_back() {
    let mut wrong = Vec::new();
    for form in forms() {
        let text = form.text.to_lowercase();
        let words = RULED_OUT
            .iter()
            .find(|(language, _)| *language == form.language)
            .map_or(&[][..], |(_, words)| words);
        // The tag Setup of a record says which side is to move.
        let is_allowed = |word: &str| word == "is to move" && form.key == "record_but_setup";
        wrong.extend(
            words
                .iter()
                .filter(|word| text.contains(**word) && !is_allowed(word))
                .map(|word| form.wrong(&format!("no “{word}”"))),
        );
    }
    assert_none("words that docs/languages.md rules out", &wrong);
}

/// The messages of the rules are short statements about notation and keep the full forms.
#[test]
fn english_has_contractions() {
    let long = [
        "is not",
        "are not",
        "was not",
        "does not",
        "do not",
        "did not",
        "has not",
        "have not",
        "could not",
        "can not",
    ];
    let is_of_the_rules = |key: &str| linja::english::TEXTS.iter().any(|(id, _)| *id == key);
    let wrong: Vec<String> = forms()
        .iter()
        .filter(|form| form.language == Language::English && !is_of_the_rules(&form.key))
        .filter(|form| {
            long.iter().any(|long| {
                form.text
                    .to_lowercase()
                    .split(['.', ',', ':', ';'])
                    .any(|part| format!(" {} ", part.trim()).contains(&format!(" {long} ")))
            })
        })
        .map(|form| form.wrong("write the contraction"))
        .collect();
    assert_none("English speaks with contractions", &wrong);
}

/// A lead in points is not a total: *mit 3 Punkten Vorsprung*, *met 3 punten verschil*.
#[test]
fn a_lead_is_not_a_total() {
    let leads = [
        (Language::German, ["mit {count} Punkt", "mit {count} Punkten"], ["Vorsprung", "Rückstand"]),
        (Language::Dutch, ["met {count} punt", "met {count} punten"], ["verschil", "achterstand"]),
    ];
    let mut wrong = Vec::new();
    for form in forms() {
        for (_, totals, words) in leads.iter().filter(|(language, ..)| *language == form.language) {
            let is_total = totals.iter().any(|total| form.text.contains(total));
            if is_total && !words.iter().any(|word| form.text.contains(word)) {
                wrong.push(form.wrong("this reads as a total"));
            }
        }
    }
    assert_none("leads", &wrong);
}

/// The quotation marks of a language.
const fn quotation_marks(language: Language) -> &'static str {
    match language {
        Language::German => "„“",
        Language::French | Language::Italian => "«»",
        Language::Romanian => "„”",
        _ => "“”",
    }
}

#[test]
fn punctuation_is_that_of_the_language() {
    let mut wrong = Vec::new();
    for form in forms() {
        let Form { language, part, key, text } = &form;
        // What a record has to contain, as it stands in the file.
        let quotes_a_file = matches!(key.as_str(), "tag_name" | "tag_quotes" | "tag_escape");
        if text.contains('\'') || (text.contains('"') && !quotes_a_file) {
            wrong.push(form.wrong("straight quotation mark or apostrophe"));
        }
        if text.chars().any(|c| "“”„«»‘".contains(c) && !quotation_marks(*language).contains(c)) {
            wrong.push(form.wrong("quotation marks of another language"));
        }
        if text.contains("...")
            || (text.contains('…') && (*language == Language::German) != text.contains(" …"))
        {
            wrong.push(form.wrong("an ellipsis is … with a space before it in German only"));
        }
        if text.contains('!') && part != "learn" {
            wrong.push(form.wrong("an exclamation mark is for praise"));
        }
        if *language == Language::French && !has_french_spaces(text) {
            wrong.push(form.wrong("a narrow no-break space is missing"));
        }
        // A lone `?` is a key or a command.
        let text = text.replace(" ? ", " ");
        let count = |mark: char| text.matches(mark).count();
        if *language == Language::Spanish && (count('¿') != count('?') || count('¡') != count('!')) {
            wrong.push(form.wrong("an opening mark is missing"));
        }
    }
    assert_none("punctuation", &wrong);
}

fn has_french_spaces(text: &str) -> bool {
    let letters: Vec<char> = text.chars().collect();
    let is_narrow = |i: Option<usize>| i.and_then(|i| letters.get(i)) == Some(&'\u{202f}');
    letters.iter().enumerate().all(|(i, letter)| {
        let ends_a_word = letters.get(i + 1).is_none_or(|next| next.is_whitespace());
        match letter {
            ':' | ';' | '!' | '?' => !ends_a_word || is_narrow(i.checked_sub(1)),
            '»' => is_narrow(i.checked_sub(1)),
            '«' => is_narrow(Some(i + 1)),
            _ => true,
        }
    })
}

/// A title has `51 : 44`, a sentence the word between the points.
#[test]
fn scores_are_written_as_the_place_wants_it() {
    let word = |language| match language {
        Language::English => "to",
        Language::German => ":",
        Language::French => "à",
        Language::Italian | Language::Spanish | Language::Portuguese => "a",
        Language::Romanian => "la",
        _ => "tegen",
    };
    // There the two are names or rule sets.
    let others = ["title_playing", "opponent_pair", "against", "rules_contradiction", "rules_two_bases"];
    let points = [("{x}", "{y}"), ("{own}", "{other}"), ("{first}", "{second}"), ("{black}", "{red}")];
    let mut wrong = Vec::new();
    let mut count = 0;
    for form in forms().iter().filter(|form| !others.contains(&form.key.as_str())) {
        // The points beside the lead are a label, written like a title.
        let is_title = (form.part == "game"
            && (form.key.starts_with("result_") || form.key == "points_so_far"))
            || (form.part == "study" && form.key.starts_with("headline_"));
        for (first, second) in points {
            let Some((_, rest)) = form.text.split_once(first) else { continue };
            let Some((between, _)) = rest.split_once(second) else { continue };
            // Points with the names of the sides are no score: "Black 51, Red 44".
            if between.contains(',') {
                continue;
            }
            count += 1;
            let expected = match (is_title, form.language) {
                (true, Language::French) => "\u{202f}: ".to_string(),
                (true, _) => " : ".to_string(),
                (false, language) => format!(" {} ", word(language)),
            };
            // In the lesson, after a colon, German writes the word.
            let is_spoken = form.language == Language::German && between == " zu ";
            if between != expected && !is_spoken {
                wrong.push(form.wrong(&format!("a score has “{expected}”")));
            }
        }
    }
    assert_none("scores", &wrong);
    assert!(count > 8 * 25, "only {count} scores found");
}
