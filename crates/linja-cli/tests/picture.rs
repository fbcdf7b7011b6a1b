//! `linja picture` through the real binary.

mod common;

use std::fs;
use std::process::Output;

use common::{stderr, stdout};

const RECORD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/sample-game.linja");

fn picture(args: &[&str], input: &str) -> Output {
    common::run(&common::no_tables(), &[&["picture"], args].concat(), input.as_bytes())
}

fn pawns(svg: &str) -> usize {
    svg.matches("class=\"pawn\"").count()
}

#[test]
fn without_a_file_svg_goes_to_standard_output() {
    for args in [
        &[][..],
        &["00000417/63102000 b"],
        &["00000417-63102000-b"],
        &["00000417/63102000", "b"],
        &[RECORD],
        &["--card"],
    ] {
        let output = picture(args, "");
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}", stderr(&output));
        let svg = stdout(&output);
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{args:?}");
        assert_eq!(pawns(svg), 24 + usize::from(args == ["--card"]), "{args:?}");
    }
    let of_turn = |turn: &str| stdout(&picture(&["--turn", turn, RECORD], "")).to_string();
    assert_eq!(of_turn("0"), stdout(&picture(&["61111110/01111116 b"], "")));
    assert_eq!(of_turn("36"), stdout(&picture(&[RECORD], "")));
    assert_ne!(of_turn("35"), of_turn("36"));
    let red = picture(&["--view", "red", "--size", "100"], "");
    assert!(stdout(&red).contains("width=\"100\""));
}

#[test]
fn the_ending_decides_the_format() {
    let folder = linja_testing::folder();
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_string();
    let (svg, png, gif) = (path("a.svg"), path("a.PNG"), path("a.gif"));
    let record = fs::read_to_string(RECORD).expect("the sample");
    let output = picture(&["-", "-o", &svg, "-o", &png, "-o", &gif, "--size", "120"], &record);
    assert_eq!((output.status.code(), stdout(&output), stderr(&output)), (Some(0), "", ""));
    assert_eq!(pawns(&fs::read_to_string(&svg).expect("a file")), 24);
    let png = fs::read(&png).expect("a file");
    assert_eq!((&png[..4], &png[16..20]), (&b"\x89PNG"[..], &120_u32.to_be_bytes()[..]));
    assert!(fs::read(&gif).expect("a file").starts_with(b"GIF89a"));
    let card = path("card.png");
    let output = picture(&["--card", RECORD, "--lang", "de", "-o", &card], "");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let card = fs::read(&card).expect("a file");
    assert_eq!((&card[16..20], &card[20..24]), (&1200_u32.to_be_bytes()[..], &630_u32.to_be_bytes()[..]));
}

#[test]
fn cards_have_words_in_the_language_that_is_asked_for() {
    let card = picture(&["--card", "--rules", "classic", "--lang", "de"], "");
    assert!(stdout(&card).contains("aria-label=\"Regeln: "), "{}", stdout(&card).len());
    let game = picture(&["--card", RECORD, "--lang", "en"], "");
    assert!(stdout(&game).contains("aria-label=\"Level 4 against Level 3\""));
    assert!(stdout(&game).contains("wins 50 : 47"));
}

#[test]
fn what_cannot_be_drawn_is_said_and_leaves_no_file() {
    let folder = linja_testing::folder();
    let file = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_string();
    let (png, gif, jpg) = (file("a.png"), file("a.gif"), file("a.jpg"));
    for (args, code, words) in [
        (&["nothing.linja", "-o", &png][..], 2, "nothing.linja is no file, and no position"),
        (&["-o", &png, "-o", &jpg], 2, "a.jpg ends neither in .svg nor in .png nor in .gif"),
        (&["-o", &gif], 2, "a .gif shows a whole game"),
        (&["--card", RECORD, "-o", &gif], 2, "without --turn and --card"),
        (&["--turn", "3", "-o", &png], 2, "a position has no turns"),
        (&["--turn", "37", RECORD, "-o", &png], 2, "the record has 36 turns, so there is no turn 37"),
        (&["--size", "5000", "-o", &png], 2, "5000"),
        (&["--size", "1", "-o", &png], 2, "16"),
        (&["-o", "/nonexistent/a.png"], 2, "can't write /nonexistent/a.png"),
    ] {
        let output = picture(args, "");
        assert_eq!(output.status.code(), Some(code), "{args:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(words), "{args:?}: {}", stderr(&output));
    }
    let bad = picture(&["-", "-o", &png], "no record");
    assert_eq!(bad.status.code(), Some(1));
    assert!(stdout(&bad).starts_with("error: line 1"), "{}", stdout(&bad));
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
}
