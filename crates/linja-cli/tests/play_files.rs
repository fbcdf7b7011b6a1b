//! Files of `linja play` through the real binary: saving, loading, continuing, and unusable files.

mod common;

use std::fs;
use std::path::Path;

use common::{Terminal, folder, no_tables, played, record, run, stderr, stdout};
use linja::{RuleSet, Side};

#[test]
fn loser_begins_the_next_game_which_has_no_file_yet() {
    let folder = folder("play-next");
    let (path, next) = (folder.join("game.linja"), folder.join("next.linja"));
    fs::write(&path, "[Black \"Ada\"]\n[Event \"Evening\"]\n[Rules \"geeky\"]\n").expect("a file");
    let (file, next_file) = (path.to_str().expect("UTF-8"), next.to_str().expect("UTF-8"));
    let text = played(&[file], &format!("new\nab\n\nresign\nnew\nhg\n\nsave {next_file}\n"));
    assert!(text.contains("No: this game isn’t over; resign gives it up."), "{text}");
    let (first, second) = (record(&path), record(&next));
    assert_eq!(
        (first.tag("Black"), first.tag("Event"), first.tag("Date")),
        (Some("Ada"), Some("Evening"), None)
    );
    assert!(first.game().is_over());
    assert_eq!(second.game().start().to_move(), Side::Red, "Red resigned");
    assert_eq!((first.game().turns().len(), second.game().turns().len()), (1, 1));
    assert_eq!(second.game().rules(), &RuleSet::GEEKY);
    assert_eq!((second.tag("Black"), second.tag("Event")), (Some("Ada"), None));
    assert!(second.tag("Date").is_some());
}

#[test]
fn game_is_kept_turn_by_turn_and_goes_on_from_its_file() {
    let folder = folder("play-files");
    let path = |name: &str| folder.join(name);
    let name = |name: &str| folder.join(name).to_str().expect("UTF-8").to_string();
    let mut terminal =
        Terminal::open(&no_tables(), &["play", "--rules", "classic", "--first", "red", &name("a.linja")]);
    assert!(
        terminal.greeting.starts_with("A game for two people. Type ? for help.\n"),
        "{}",
        terminal.greeting
    );
    assert_eq!(record(&path("a.linja")).game().turns().len(), 0, "kept from the beginning");
    terminal.say("hg");
    assert_eq!(record(&path("a.linja")).game().turns().len(), 0);
    terminal.say("hf");
    assert_eq!(record(&path("a.linja")).game().turns().len(), 1, "kept although the program still runs");
    terminal.say("ab");
    let (rest, errors, code) = terminal.close();
    let file = name("a.linja");
    assert_eq!(
        rest,
        format!("\nSaved to {file} up to the last whole turn; linja play {file} continues from there.\n")
    );
    assert_eq!((errors.as_str(), code), ("", Some(0)));

    let mut text = fs::read_to_string(path("a.linja")).expect("a file");
    text = text.replace("[Black \"Player\"]", "[Black \"Ada\"]\n[Event \"Evening\"]");
    fs::write(path("a.linja"), &text).expect("a file");
    let input = format!("ab ac\nsave {}\nsave {}\nsave\nhg he\n", name("a.linja"), name("b.linja"));
    let said = played(&[&file], &input);
    assert!(said.contains("continues from here.\nRed, your opening move"), "{said}");
    let (a, b) = (record(&path("a.linja")), record(&path("b.linja")));
    assert_eq!(
        (a.game().turns().len(), b.game().turns().len()),
        (2, 3),
        "the second name is the one used on"
    );
    assert_eq!(
        (b.tag("Black"), b.tag("Red"), b.tag("Event")),
        (Some("Ada"), Some("Player"), Some("Evening"))
    );
    assert_eq!(a.tag("Date"), b.tag("Date"));

    // Loading a game of another rule set.
    fs::write(path("c.linja"), "[Rules \"geeky-spicy\"]\n1. ab\n").expect("a file");
    let said = played(&[], &format!("load {}\nload\nload {}\nhg\n\n", name("none.linja"), name("c.linja")));
    assert!(said.contains(&format!("No: there is no file {}. Type", name("none.linja"))), "{said}");
    assert!(said.contains("No: name a file: load game.linja."), "{said}");
    assert!(said.contains("Red to move, rules geeky-spicy"), "{said}");
    assert_eq!(record(&path("c.linja")).game().turns().len(), 2);
    let said = played(&[], &format!("save {}\nsave\nsave {}\n", name("c.linja"), name("nowhere/d.linja")));
    assert!(said.contains("c.linja exists already; choose another name."), "{said}");
    assert!(said.contains("No: name a file: save game.linja."), "{said}");
    assert!(said.contains("No: can't save the game in "), "{said}");
}

#[test]
fn files_that_are_no_games_are_told_before_the_game() {
    let folder = folder("play-bad-files");
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        fs::write(&path, bytes).expect("a file");
        path.to_str().expect("UTF-8").to_string()
    };
    let (illegal, binary) = (file("illegal.linja", b"1. ab ad\n"), file("binary.linja", b"1. \xff"));
    let good = file("good.linja", b"[First \"red\"]\n");
    let (below, missing) = (format!("{good}/x.linja"), format!("{}/none/x.linja", folder.display()));
    let directory = folder.to_str().expect("UTF-8").to_string();
    let cases: [(&[&str], &str); 14] = [
        (
            &[&illegal],
            "illegal.linja: turn 1: the follow-up must be 2 rows, “ad” is 3 (Black’s turn, line 1)",
        ),
        (&[&binary], "binary.linja: byte 4: the record is not UTF-8 text"),
        (&[&directory], "is not a file; name one, like game.linja"),
        (&[&below], "Not a directory"),
        (&[&missing], "can't save the game in"),
        (&["-"], "a game is kept in a file, not in -; name one, like game.linja"),
        (&["--rules", "geeky", &good], "is played by bonus; leave --rules out to go on with it"),
        (&["--first", "black", &good], "Red began the game in the file; leave --first out to go on with it"),
        (&["--side", "red"], "--level <L>"),
        (&["--level", "11"], "use a level from 1 to 10, perfect or random"),
        (&["--first", "green"], "use black, red or lot"),
        (&["--time", "5m"], "use a time up to an hour, such as 500ms or 2s"),
        (&["--rules", "chess"], "no rule set is called “chess”"),
        (&["--seed", "x"], "invalid value 'x' for '--seed <S>'"),
    ];
    for (args, reason) in cases {
        let output = run(&no_tables(), &[&["play"], args].concat(), b"");
        assert_eq!((output.status.code(), stdout(&output)), (Some(2), ""), "{args:?}");
        assert!(stderr(&output).contains(reason), "{args:?}: {}", stderr(&output));
    }
    assert_eq!(fs::read(folder.join("illegal.linja")).expect("a file"), b"1. ab ad\n", "left alone");
    played(&["--rules", "bonus", "--first", "red", &good], "hg hf\n");
    let load = |file: &str| played(&[], &format!("load {file}\n"));
    assert!(
        load(&illegal).contains("No: ") && load(&illegal).contains("turn 1: the follow-up must be 2 rows")
    );
    assert!(load(&directory).contains("is not a file"));
    assert!(load("-").contains("No: a game is kept in a file, not in -"));
}

#[test]
fn game_goes_on_where_its_file_can_not_be_written() {
    let folder = folder("play-lost-folder");
    let lost = folder.join("lost");
    fs::create_dir(&lost).expect("a folder");
    let file = lost.join("game.linja").to_str().expect("UTF-8").to_string();
    let kept = folder.join("kept.linja").to_str().expect("UTF-8").to_string();
    let args = ["play", "--first", "black", &file];
    let mut terminal = Terminal::open(&no_tables(), &args);
    fs::remove_dir_all(&lost).expect("removed");
    let said = terminal.say("ab ce");
    assert!(said.contains(&format!("Not saved: can't save the game in {file}: ")), "{said}");
    assert!(said.contains("Type save and another name.\n"), "{said}");
    assert!(terminal.say("save").contains("No: can't save the game in"));
    assert!(terminal.say(&format!("save {kept}")).contains("Saved to"));
    assert!(!terminal.say("hg hf").contains("Not saved"));
    assert_eq!(terminal.close().2, Some(0));
    assert_eq!(record(Path::new(&kept)).game().turns().len(), 2);

    fs::create_dir(&lost).expect("a folder");
    let mut terminal = Terminal::open(&no_tables(), &args);
    fs::remove_dir_all(&lost).expect("removed");
    terminal.say("ab ce");
    let (_, errors, code) = terminal.close();
    assert_eq!(code, Some(2), "the game is lost");
    assert!(errors.starts_with(&format!("linja: can't save the game in {file}: ")), "{errors}");
}

#[test]
fn saved_game_knows_who_plays_it() {
    let folder = folder("play-who");
    let path = folder.join("game.linja");
    let file = path.to_str().expect("UTF-8");
    fs::write(&path, "[Black \"level 2\"]\n[Red \"Ada\"]\n").expect("a file");
    let resumed = |args: &[&str]| {
        let args = [&["play", "--time", "0s"], args, &[file]].concat();
        let text = common::data(&no_tables(), &args, "");
        text.lines().next().unwrap_or_default().to_string()
    };
    assert_eq!(resumed(&[]), "Black: level 2, Red: you. Type ? for help.");
    for seed in ["1", "2", "3", "4"] {
        let first = resumed(&["--level", "7", "--seed", seed]);
        assert_eq!(first, "Black: level 7, Red: you. Type ? for help.", "nobody changes colours by lot");
    }
    assert_eq!(resumed(&["--level", "7", "--side", "black"]), "Black: you, Red: level 7. Type ? for help.");
    assert_eq!(record(&path).tag("Red"), Some("level 7"), "Black began, the file has its turn");
}
