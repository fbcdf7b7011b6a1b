//! `linja play` through the real binary: whole games of every rule set, and all commands.

mod common;

use std::fs;

use common::{Terminal, boards, folder, no_tables, played, record, run, solved, stderr, stdout};
use linja::{ActionKind, Game, PartialTurn, Phase, Position, RuleSet, Side, Turn, fast};
use linja_players::Chance;

/// What is special about a turn.
fn specials(start: &Position, rules: &RuleSet, turn: &Turn) -> Vec<&'static str> {
    let mut under_way = PartialTurn::begin(*start, *rules).expect("not over");
    let mut found = Vec::new();
    for &action in turn.actions() {
        if under_way.ends_game() {
            found.push("an action after the colours have passed");
        }
        match action.kind {
            ActionKind::Bonus => found.push("bonus"),
            ActionKind::BonusOnOpponent => found.push("bonus on an opponent's pawn"),
            ActionKind::Opening if under_way.phase() == Phase::AnotherTurn => found.push("another turn"),
            _ => {}
        }
        under_way.apply(action).expect("legal");
    }
    match under_way.phase() {
        Phase::FollowUp(_) => found.push("declined follow-up"),
        Phase::Bonus => found.push("declined bonus"),
        _ if turn.is_pass() => found.push("pass"),
        _ => {}
    }
    let complete = under_way.finish().expect("complete");
    if complete.result.is_over && !complete.result.position.is_over(rules) {
        found.push("an end that the position does not show");
    }
    found
}

fn wanted(rules: &RuleSet) -> Vec<&'static str> {
    let latched = ["an action after the colours have passed", "an end that the position does not show"];
    let bonus = [&["bonus", "declined bonus", "pass"], &latched[..]].concat();
    match rules.published_name().unwrap_or_default() {
        "classic" => vec!["another turn", "pass"],
        "bonus" => bonus,
        "bonus-spicy" => [&bonus[..], &["bonus on an opponent's pawn"]].concat(),
        "geeky" => [&bonus[..], &["declined follow-up"]].concat(),
        _ => [&bonus[..], &["declined follow-up", "bonus on an opponent's pawn"]].concat(),
    }
}

/// Random games that together contain every special turn of a rule set.
fn special_games(rules: &RuleSet) -> Vec<Game> {
    let mut wanted = wanted(rules);
    let mut games = Vec::new();
    for seed in 0.. {
        if wanted.is_empty() {
            break;
        }
        assert!(seed < 20_000, "{rules}: no game shows {wanted:?}");
        let mut chance = Chance::new(seed);
        let mut game = Game::new(*rules, Side::ALL[seed as usize % 2]);
        let mut found = Vec::new();
        while !game.is_over() {
            let turns = fast::complete_turns(game.position(), rules);
            let turn = turns[chance.below(turns.len())].turn;
            found.extend(specials(game.position(), rules, &turn));
            game.play(&turn).expect("legal");
        }
        let missing = wanted.len();
        wanted.retain(|special| !found.contains(special));
        if wanted.len() < missing {
            games.push(game);
        }
    }
    games
}

/// The input that plays a game: every second turn action by action, the others whole.
fn lines(game: &Game) -> String {
    let mut text = String::new();
    let mut position = *game.start();
    for (i, complete) in game.turns().iter().enumerate() {
        let mut turn = PartialTurn::begin(position, *game.rules()).expect("not over");
        for &action in complete.turn.actions() {
            turn.apply(action).expect("legal");
        }
        if i % 2 == 0 {
            text += &complete.turn.actions().iter().map(|action| format!("{action}\n")).collect::<String>();
        } else if !complete.turn.is_pass() {
            text += &format!("{}\n", complete.turn);
        }
        if turn.phase() != Phase::Done || complete.turn.is_pass() {
            text += "\n";
        }
        position = complete.result.position;
    }
    text
}

#[test]
fn games_with_everything_special_are_played_to_their_end() {
    let folder = folder("play-whole-games");
    for rules in RuleSet::ALL {
        for (i, game) in special_games(&rules).iter().enumerate() {
            let path = folder.join(format!("{rules}-{i}.linja"));
            let first = game.start().to_move().id();
            let file = path.to_str().expect("UTF-8");
            let text = played(&["--rules", &rules.id(), "--first", first, file], &lines(game));
            assert_eq!(record(&path).game(), game, "{text}");
            assert!(!text.contains("No: "), "{text}");
            let score = game.score();
            assert!(text.contains(&format!("\nBlack {}, Red {}: ", score.black, score.red)), "{text}");
            assert_eq!(boards(&text).last(), Some(&game.position().to_string().as_str()));
            assert!(text.contains("   The game is over, rules") || game.position().is_over(&rules), "{text}");
            assert!(text.ends_with(&format!(
                "Saved to {file}; linja review {file} shows what each turn was worth.\n"
            )));
        }
    }
}

#[test]
fn everything_can_be_taken_back_step_by_step() {
    let text = played(
        &["--first", "black"],
        "undo\nab\nundo\nab\nfh\nundo\nfh\n+gh\nundo\nab fh\n\nhg\nundo\nundo\nundo\n",
    );
    let start = "61111110/01111116 b";
    let (opened, followed) = ("52111110/01111116 b", "52111011/01111116 b");
    assert_eq!(
        boards(&text),
        [
            start,
            opened,
            start,
            opened,
            followed,
            opened,
            followed,
            "52111002/01111116 r",
            // The turn was complete, so undo takes back all of it.
            start,
            followed,
            "52111011/01111116 r",
            "52111011/01111125 r",
            "52111011/01111116 r",
            start,
        ]
    );
    assert_eq!(text.matches("No: there is nothing to take back. Type ? for help.\n").count(), 2, "{text}");
}

#[test]
fn another_turn_can_be_typed_as_it_is_asked_for_or_as_it_is_written() {
    let folder = folder("play-another-turn");
    let path = folder.join("game.linja");
    let file = path.to_str().expect("UTF-8");
    for line in ["cd ae", "/ cd ae", "cd\nae", "/ cd\nae", "/\ncd\nundo\ncd ae"] {
        fs::write(&path, "[Rules \"classic\"]\n[Setup \"41001006/20040006 b\"]\n").expect("a file");
        let text = played(&[file], &format!("ab bc\n{line}\n"));
        assert!(
            text.contains("Black, another opening move (rows of its follow-up): ab (1) bc (1) cd (4) ef (–)")
        );
        let turn = record(&path).game().turns()[0].turn.to_string();
        assert_eq!(turn, "ab bc / cd ae", "{text}");
    }
}

#[test]
fn end_can_be_taken_back_and_what_gave_a_game_up_can_not() {
    let folder = folder("play-end");
    let path = folder.join("game.linja");
    fs::write(&path, "[Setup \"0000001b/b0000010 b\"]\n").expect("a file");
    let file = path.to_str().expect("UTF-8");
    let text = played(&[file], "gh\nab\nturns\nundo\n");
    assert!(text.contains("An opening move into the goal earns no follow-up.\n"), "{text}");
    assert_eq!(text.matches("No: the game is over.").count(), 2, "{text}");
    assert_eq!(text.matches("Black 60, Red 52: Black wins by 8.\n").count(), 1, "{text}");
    assert!(text.contains(
        "\nnew for another game, undo to change the ending, save FILE to keep the record, Enter to quit\n> "
    ));
    assert_eq!(boards(&text), ["0000001b/b0000010 b", "0000000c/b0000010 r", "0000001b/b0000010 b"]);
    assert!(!record(&path).game().is_over());

    let text = played(&[file], "resign\nundo\n\n");
    assert!(text.contains("Red wins, Black resigned.\n"), "{text}");
    assert!(text.contains("   The game is over, rules bonus\n"), "{text}");
    assert!(text.contains("No: what ended the game can’t be taken back."), "{text}");
    assert!(
        text.contains("\nnew for another game, save FILE to keep the record, Enter to quit\n> "),
        "{text}"
    );
    assert!(record(&path).game().is_over());

    // Opening a finished game shows its result and does not change the file.
    let before = fs::read_to_string(&path).expect("a file");
    let text = played(&[file], "");
    assert!(text.contains("Red wins, Black resigned.\n"), "{text}");
    assert_eq!(fs::read_to_string(&path).expect("a file"), before);
}

#[test]
fn input_may_end_anywhere() {
    let input = ["ab", "fh", "+gh", "hg", "undo", "hg gf", "resign", "undo", "new", "ab"];
    for rules in ["bonus-spicy", "classic"] {
        for end in 0..=input.len() {
            let text = played(&["--rules", rules], &input[..end].join("\n"));
            assert!(text.ends_with("\n> \n"), "{text}");
        }
    }
    let text = played(&[], "?\nquit\nab\n");
    assert!(text.contains("Other commands:\n") && text.ends_with("> quit\n"), "{text}");
}

#[test]
fn bad_lines_are_told_and_change_nothing() {
    let long = "a".repeat(100_000);
    let cases: [(&[u8], &str); 12] = [
        (b"ab ad", "the follow-up must be 2 rows, “ad” is 3"),
        (b"ba", "the opening move must go forward, “ba” goes back for Black"),
        (b"ab ce df", "“df” is one action too many: the follow-up earned nothing more"),
        (b"ab fh ~hg", "a bonus on an opponent’s pawn (~) is not played in the rule set bonus"),
        (b"hg", "Black has no pawn on row h"),
        (b"what now", "character 1: expected a row, a to h, found “w”"),
        (b"a", "character 2: expected a row, a to h, the text ends"),
        (b"ab / cd", "character 4: no other turn has been earned"),
        (b"", "Black has not moved yet"),
        (b"pass", "Black can’t pass: there is an opening move"),
        (b"ab \xff", "the line isn’t UTF-8 text"),
        (long.as_bytes(), "the line is too long"),
    ];
    for (line, reason) in cases {
        let output = run(&no_tables(), &["play", "--first", "black"], &[line, b"\nboard\n"].concat());
        let text = stdout(&output);
        assert_eq!((output.status.code(), stderr(&output)), (Some(0), ""), "{reason}");
        assert!(text.contains(&format!("No: {reason}")), "{reason}: {text}");
        assert_eq!(boards(text), ["61111110/01111116 b"; 2], "{reason}");
    }
}

#[test]
fn turns_lists_what_can_still_be_played() {
    let text = played(&["--first", "black"], "turns\nab\nturns\nfh\nturns\n");
    let lists: Vec<Vec<&str>> = text
        .split("> turns\n")
        .skip(1)
        .map(|list| list.split("\nBlack, ").next().unwrap_or_default())
        .map(|list| list.split(',').map(str::trim).collect())
        .collect();
    let counts: Vec<usize> = lists.iter().map(Vec::len).collect();
    let all = fast::complete_turns(&Position::default(), &RuleSet::BONUS);
    let count = |begin: &str| all.iter().filter(|c| c.turn.to_string().starts_with(begin)).count();
    assert_eq!(counts, [92, count("ab"), count("ab fh")], "{text}");
    assert!(text.lines().filter(|line| line.starts_with("  ab")).all(|line| line.len() <= 80), "{text}");
}

#[test]
fn computer_answers_and_its_answer_can_be_taken_back() {
    let args = ["play", "--level", "perfect", "--side", "red", "--first", "black", "--seed", "4"];
    let mut terminal = Terminal::open(solved(), &args);
    assert!(terminal.greeting.starts_with("Black: perfect, Red: you. Type ? for help.\nBlack plays "));
    assert_eq!(boards(&terminal.greeting).len(), 1, "drawn once, when somebody is asked");
    assert!(terminal.say("undo").contains("No: there is nothing to take back."));
    let turn = terminal.say("turns");
    let turn =
        turn.split(',').next().unwrap_or_default().lines().last().unwrap_or_default().trim().to_string();
    let plays = |said: &str| said.lines().find(|line| line.starts_with("Black plays ")).map(String::from);
    let begun = boards(&terminal.greeting)[0].to_string();
    let mut said = terminal.say(&turn);
    if said.contains("or Enter") {
        said = terminal.say("");
    }
    let answer = plays(&said);
    assert!(answer.is_some(), "{said}");
    assert_eq!(boards(&said).len(), 1, "{said}");
    assert_eq!(boards(&terminal.say("undo")), [begun]);
    let mut again = terminal.say(&turn);
    if again.contains("or Enter") {
        again = terminal.say("");
    }
    assert_eq!(plays(&again), answer, "the same turn gets the same answer");
    let hint = terminal.say("hint");
    assert!(hint.contains("with perfect play") && !hint.contains('≈'), "{hint}");
    assert_eq!(terminal.close().2, Some(0));
}

/// Plays the first turn of the list until the game is over.
fn play_out(terminal: &mut Terminal) -> String {
    let mut said = terminal.greeting.clone();
    for _ in 0..1000 {
        if said.contains("new for another game") {
            return said;
        }
        let list = terminal.say("turns");
        let list = list.split_once("turns\n").expect("what was typed").1;
        let turn = list.split(['\n', ',']).next().expect("a turn").trim().to_string();
        said = terminal.say(&turn);
        if said.contains("or Enter to skip it") {
            said = terminal.say("");
        }
    }
    panic!("no end: {said}");
}

#[test]
fn computer_plays_whole_games_without_a_table() {
    let folder = folder("play-without-a-table");
    for rules in RuleSet::ALL {
        let path = folder.join(format!("{rules}.linja"));
        let file = path.to_str().expect("UTF-8");
        let args = ["play", "--rules", &rules.id(), "--level", "5", "--time", "0s", "--side", "black", file];
        let mut terminal = Terminal::open(&no_tables(), &args);
        let how = format!("its values are estimates; linja solve --rules {rules} makes them exact.\n");
        assert!(terminal.greeting.contains(&how), "{}", terminal.greeting);
        let hint = terminal.say("hint");
        assert!(hint.contains('≈') && hint.contains("These are estimates; linja solve"), "{hint}");
        play_out(&mut terminal);
        assert_eq!(terminal.close().2, Some(0));
        let record = record(&path);
        assert_eq!((record.tag("Black"), record.tag("Red")), (Some("Player"), Some("level 5")));
        assert!(record.game().is_over());
    }
}

#[test]
fn seed_decides_every_lot() {
    let game = |seed: &str| {
        let args = ["play", "--level", "1", "--time", "0s", "--seed", seed];
        common::data(&no_tables(), &args, "resign\n")
    };
    let games: Vec<String> = (1..=8).map(|seed: u8| game(&seed.to_string())).collect();
    for (i, text) in games.iter().enumerate() {
        assert_eq!(text, &game(&(i + 1).to_string()));
    }
    for line in ["Black: you, Red: level 1", "Black: level 1, Red: you", "Black plays", "Red plays"] {
        assert!(games.iter().any(|text| text.contains(line)), "{line}");
    }
}
