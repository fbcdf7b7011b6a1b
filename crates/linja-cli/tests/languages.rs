//! `linja play` and `linja show` in every language, through the real binary.

mod common;

use common::{command, data, no_tables, run, solved, stderr, stdout};

const LANGUAGES: [&str; 8] = ["de", "en", "es", "fr", "it", "nl", "pt", "ro"];

/// The name of Black in a language, as the page uses it.
fn side(language: &str) -> &'static str {
    match language {
        "de" => "Schwarz",
        "es" => "Negro",
        "fr" => "Noir",
        "it" => "Nero",
        "nl" => "Zwart",
        "pt" => "Preto",
        "ro" => "Negru",
        _ => "Black",
    }
}

#[test]
fn board_is_drawn_in_every_language_and_stays_in_line() {
    for language in LANGUAGES.into_iter().chain(["x-pseudo"]) {
        // Row g is full, so the board has the column for full rows.
        let text = data(&no_tables(), &["show", "--lang", language, "12310014/40120050 b"], "");
        panic_if_keys(&text);
        let is_row = |line: &&str| line.starts_with("   ") && line.ends_with(|c: char| c.is_ascii_digit());
        let rows = text.lines().filter(is_row).filter(|line| line.contains('·'));
        let widths: Vec<usize> = text.lines().take(1).chain(rows).map(|line| line.chars().count()).collect();
        assert!(widths.len() > 5 && widths.iter().all(|width| *width == widths[0]), "{text}");
    }
}

#[test]
fn option_wins_over_the_environment_and_unknown_languages_are_english() {
    let shown = |lang: &[&str], environment: &[(&str, &str)]| {
        let mut command = command(&no_tables(), &[&["show"], lang].concat());
        command.env_remove("LC_ALL").env_remove("LC_MESSAGES").env_remove("LANG");
        for (name, value) in environment {
            command.env(name, value);
        }
        let output = command.output().expect("the binary runs");
        assert_eq!((output.status.code(), stderr(&output)), (Some(0), ""));
        stdout(&output).to_string()
    };
    for (lang, environment, language) in [
        (&[][..], &[][..], "en"),
        (&[], &[("LANG", "de_DE.UTF-8")], "de"),
        (&[], &[("LC_MESSAGES", "nl_NL"), ("LANG", "de_DE.UTF-8")], "nl"),
        (&[], &[("LC_ALL", "C"), ("LANG", "de_DE.UTF-8")], "en"),
        (&[], &[("LC_ALL", ""), ("LANG", "ro_RO.UTF-8")], "ro"),
        (&[], &[("LANG", "ja_JP.UTF-8")], "en"),
        (&["--lang", "fr"], &[("LC_ALL", "de_DE.UTF-8")], "fr"),
        (&["--lang", "PT-br"], &[], "pt"),
    ] {
        let text = shown(lang, environment);
        assert!(text.contains(&format!("● {} ", side(language))), "{lang:?} {environment:?}: {text}");
    }
    let output = run(&no_tables(), &["show", "--lang", "ja"], b"");
    assert_eq!((output.status.code(), stdout(&output)), (Some(2), ""));
    assert!(stderr(&output).contains("use one of de, en, es, fr, it, nl, pt, ro"), "{}", stderr(&output));
}

/// Produces the messages of a game in each language; none may be missing from a catalogue.
#[test]
fn games_are_played_in_every_language() {
    let input = "?\nab ad\nba\nhg\nwhat\na\nab / cd\n\npass\nundo\nhint\nturns\nsave\nload\nload none.linja\nnew\n\
                 ab ce\nhg\nundo\nresign\nab\nundo\n\nquit\n";
    for language in LANGUAGES.into_iter().chain(["x-pseudo"]) {
        let args = ["play", "--lang", language, "--first", "black", "--rules", "bonus"];
        let text = data(&no_tables(), &args, input);
        panic_if_keys(&text);
        if language == "x-pseudo" {
            let is_said = |line: &&str| !line.starts_with(['>', ' ']) && !line.is_empty();
            assert!(
                text.lines().filter(is_said).all(|line| line.contains('⟦') || line.contains('≈')),
                "{text}"
            );
        } else {
            assert!(text.contains(side(language)), "{text}");
        }
        let english = text.contains("Type ? for help") || text.contains("with perfect play");
        assert_eq!(english, language == "en", "{text}");
        let args = ["play", "--lang", language, "--level", "perfect", "--side", "red", "--first", "black"];
        let text = data(solved(), &args, "hint\nhint\nresign\n");
        panic_if_keys(&text);
        assert!(!text.contains('≈'), "{text}");
    }
}

#[test]
fn errors_in_a_record_come_in_the_language_of_the_game() {
    let folder = linja_testing::folder();
    let file = folder.path().join("bad.linja");
    std::fs::write(&file, "1. ab ac | hg he\n").expect("a file");
    let file = file.to_str().expect("a path in UTF-8");
    for (language, words) in
        [("de", "der Folgezug muss 2 Reihen weit gehen"), ("en", "follow-up must be 2 rows")]
    {
        let output = run(&no_tables(), &["play", "--lang", language, file], b"");
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(words), "{}", stderr(&output));
        let text = data(&no_tables(), &["play", "--lang", language], &format!("load {file}\nquit\n"));
        assert!(text.contains(words), "{text}");
    }
}

/// A missing text is printed as its key.
#[track_caller]
fn panic_if_keys(text: &str) {
    for part in ["common.", "terminal."] {
        assert!(!text.contains(part), "{text}");
    }
    assert!(!text.contains('{'), "a placeholder was not filled: {text}");
}
