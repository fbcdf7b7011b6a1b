//! Comments and lines in records: what is written reads back equal, and a record without them is written as before.

use linja::{Game, NotedLine, Record, RuleSet, Side};
use linja_testing::Chance;

fn parsed(text: &str) -> Record {
    let record = Record::parse(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let written = record.to_string();
    assert_eq!(Record::parse(&written).as_ref(), Ok(&record), "{written}");
    record
}

fn turns_of(record: &Record) -> String {
    record.to_string().split_once("\n\n").map(|(_, turns)| turns.to_string()).expect("turns")
}

#[test]
fn notes_are_written_after_their_turns() {
    let text =
        "1. ab ac {too careful} (ab fh +gh | cb he) (bc ac) | hg hf {a \\} and a \\\\}\n2. ab ad (ab be)\n";
    let record = parsed(text);
    assert_eq!(turns_of(&record), text);
    assert_eq!(record.notes().map(|(turn, _)| turn).collect::<Vec<_>>(), [0, 1, 2]);
    let note = record.note(0).expect("noted");
    assert_eq!(note.comment(), "too careful");
    let lines: Vec<String> = note.lines().iter().map(|line| line.turn().to_string()).collect();
    assert_eq!(lines, ["ab fh +gh", "bc ac"]);
    assert_eq!(note.lines()[0].next()[0].turn().to_string(), "cb he");
    assert_eq!(note.lines()[0].next()[0].position().to_move(), Side::Black);
    assert_eq!(record.note(1).expect("noted").comment(), "a } and a \\");
    assert_eq!(record.note(3), None);
}

#[test]
fn a_line_inside_a_line_replaces_the_turn_before_it() {
    let record = parsed("1. ab ac (ab fh +gh | cb he {x} (cb da +gf | ab dh +ab) (cb fc))");
    let line = &record.note(0).expect("noted").lines()[0];
    let answers: Vec<String> = line.next().iter().map(|line| line.turn().to_string()).collect();
    assert_eq!(answers, ["cb he", "cb da +gf", "cb fc"]);
    assert_eq!(line.next()[0].comment(), "x");
    assert!(line.next()[0].next().is_empty());
    assert_eq!(line.next()[1].next().len(), 1);
    // A line after the first turn of a line stands beside it.
    let same = parsed("1. ab ac (ab fh +gh (bc ac) | cb he)");
    assert_eq!(turns_of(&same), "1. ab ac (ab fh +gh | cb he) (bc ac)\n");
}

#[test]
fn blanks_and_letter_case_are_forgiven() {
    let tidy = parsed("1. ab ac {Why?} (ab fh +gh | cb he) | hg hf");
    assert_eq!(Record::parse("1.AB ac{ Why? }(abfh+gh|CB he)|hg hf"), Ok(tidy));
    assert_eq!(Record::parse("1. ab ac { } | hg hf"), Ok(parsed("1. ab ac | hg hf")));
}

#[test]
fn a_line_ends_where_the_game_ends() {
    let text = "[Setup \"0000000c/b0000001 r\"]\n1. hg (hg | pass)";
    let error = Record::parse(text).expect_err("no record").to_string();
    assert_eq!(error, "line after turn 1: the game is over (Black’s turn, line 2)");
}

/// Every rule set, random games, random lines and comments.
#[test]
fn random_notes_read_back_equal() {
    let mut chance = Chance::new(7);
    for rules in RuleSet::ALL {
        for _ in 0..20 {
            let mut game = Game::new(rules, Side::Black);
            let mut text = format!("[Rules \"{rules}\"]\n");
            while text.len() < 2_000 {
                let before = game.clone();
                let Some(played) = game.play_random(|n| chance.below(n)) else { break };
                let written = played.turn.to_string();
                let number = before.turns().len() / 2 + 1;
                let is_first = before.turns().len().is_multiple_of(2);
                text += &if is_first { format!("\n{number}. {written}") } else { format!(" | {written}") };
                text += &note(&mut chance, &before, 2);
            }
            let record = parsed(&text);
            assert_eq!(record.game().turns().len(), game.turns().len(), "{text}");
            assert!(record.notes().all(|(_, note)| note.lines().iter().all(is_legal)));
        }
    }
}

/// Some comment and some lines from the position of a game.
fn note(chance: &mut Chance, game: &Game, depth: usize) -> String {
    const COMMENTS: [&str; 4] = ["", " {plain}", " {a | b (c) [d] \"e\"}", " {\\} \\\\ ü}"];
    let mut text = COMMENTS[chance.below(4)].to_string();
    for _ in 0..chance.below(3) {
        let mut line = game.clone();
        let mut turns = Vec::new();
        for _ in 0..=chance.below(3) {
            let before = line.clone();
            let Some(played) = line.play_random(|n| chance.below(n)) else { break };
            let written = played.turn.to_string();
            turns.push(if depth > 0 { written + &note(chance, &before, depth - 1) } else { written });
        }
        text += &format!(" ({})", turns.join(" | "));
    }
    text
}

fn is_legal(line: &NotedLine) -> bool {
    line.next()
        .iter()
        .all(|next| next.complete().result.player() != line.complete().result.player() && is_legal(next))
}
