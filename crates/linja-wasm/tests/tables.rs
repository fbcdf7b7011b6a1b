//! With a table the engine gives the same JSON as a server with it, although it reads only the parts that it needs.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use linja::{Game, Position, Record, RuleSet, Side};
use linja_api::{HintView, PositionView, ReviewView, TurnsView};
use linja_oracle::{Oracle as _, ReadAt as _, Table, Tables};
use linja_players::{Chance, Judge, Level};
use linja_testing::{is_sweep, solved};
use linja_wasm::Engine;
use serde::Serialize;
use serde_json::{Value, json};

/// What all turns of a position may cost on a host far away; the bytes of half of the positions, because pages differ in size.
const MOST_ROUNDS: usize = 3;
const MEDIAN_BYTES: u64 = 150_000;

/// An engine, and the page around it.
struct Page {
    engine: Engine,
    table: File,
    rules: RuleSet,
    version: &'static str,
    /// How often the engine has asked for parts, and how many bytes.
    rounds: usize,
    bytes: u64,
}

impl Page {
    fn new(rules: RuleSet) -> Page {
        Page {
            engine: Engine::default(),
            table: File::open(table_file(rules)).expect("a table"),
            rules,
            version: "1",
            rounds: 0,
            bytes: 0,
        }
    }

    fn once(&mut self, method: &str, path: &str, body: &Value, length: Option<u64>) -> Value {
        let tables = json!([{ "rules": self.rules.id(), "bytes": length, "version": self.version }]);
        let request = json!({ "method": method, "path": path, "body": body, "now": 1, "tables": tables });
        serde_json::from_str(&self.engine.answer(&request.to_string())).expect("JSON")
    }

    /// Asks, and brings what is needed.
    fn ask(&mut self, method: &str, path: &str, body: &Value) -> Value {
        let length = self.table.size().expect("a length");
        loop {
            let mut answer = self.once(method, path, body, Some(length));
            if let Some(path) = answer["needs"].as_str() {
                let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
                self.engine.give(path.into(), fs::read(root.join(path)).expect("texts"));
                continue;
            }
            let Some(ranges) = answer["needs"]["ranges"].as_array() else { return answer["body"].take() };
            assert!(!ranges.is_empty() && self.rounds < 10_000, "{answer}");
            self.rounds += 1;
            for range in ranges {
                let [start, end] = [&range[0], &range[1]].map(|at| at.as_u64().expect("a number"));
                self.bytes += end - start;
                self.engine.give_part(start, self.read(start, end));
            }
        }
    }

    fn read(&self, start: u64, end: u64) -> Vec<u8> {
        let mut part = vec![0; (end - start) as usize];
        self.table.read_exact_at(&mut part, start).expect("the table");
        part
    }

    fn get(&mut self, what: &str, position: &Position, more: &str) -> Value {
        let position = position.to_string().replace(['/', ' '], "-");
        let rules = self.rules.id().replace('+', "%2B");
        self.ask("GET", &format!("/position{what}?pos={position}&rules={rules}{more}"), &Value::Null)
    }
}

fn data_dir(rules: RuleSet) -> PathBuf {
    solved(&[rules])
}

fn table_file(rules: RuleSet) -> PathBuf {
    whole(rules).path().to_path_buf()
}

/// As a server opens it.
fn whole(rules: RuleSet) -> Table {
    Tables::in_data_dir(&data_dir(rules)).open(&rules).expect("a good table").expect("a table")
}

/// As the server sends it.
fn value(view: &impl Serialize) -> Value {
    // Through text, because numbers are read a little differently from what was written.
    serde_json::from_str(&serde_json::to_string(view).expect("JSON")).expect("JSON")
}

/// A game between weak players, which wanders through unlike positions.
fn game(judge: &mut Judge, seed: u64) -> Game {
    let mut game = Game::new(*judge.rules(), Side::Black);
    let mut chance = Chance::new(seed);
    while !game.is_over() {
        let level = if chance.below(3) == 0 { Level::RANDOM } else { Level::PERFECT };
        let turn = judge.choose(game.position(), level, &mut chance).expect("a table").expect("a turn");
        game.play(&turn.item.turn).expect("a legal turn");
    }
    game
}

fn compare(rules: RuleSet, games: u64, every: usize) {
    let table = std::sync::Arc::new(whole(rules));
    let mut judge = Judge::Oracle(table.clone());
    let mut page = Page::new(rules);
    let mut bytes = Vec::new();
    for seed in 0..games {
        let game = game(&mut judge, seed);
        let places = game.turns().iter().map(|turn| turn.result.position);
        for position in [*game.start()].into_iter().chain(places).step_by(every) {
            // As far from the table as possible: nothing of it is known but what this position has brought.
            let mut cold = Page::new(rules);
            let turns = cold.get("/turns", &position, "");
            assert_eq!(
                turns,
                value(&TurnsView::judged(&mut judge, &position).expect("a table")),
                "{position}"
            );
            assert!(cold.rounds <= MOST_ROUNDS, "{position}: {}", cold.rounds);
            bytes.push(cold.bytes);
            let tree = page.get("", &position, "&values=true");
            assert_eq!(
                tree,
                value(&PositionView::new(rules, &position, Some(&*table)).expect("a table")),
                "{position}"
            );
            let hint = page.get("/hint", &position, "");
            assert_eq!(hint, value(&HintView::judged(&mut judge, &position).expect("a table")), "{position}");
        }
        let line = page.get("/line", game.start(), "");
        assert_eq!(line, value(&TurnsView::line(&*table, game.start()).expect("a table")));
        let mut cold = Page::new(rules);
        let review =
            cold.ask("POST", "/reviews", &json!({ "record": Record::new(game.clone()).to_string() }));
        assert_eq!(review, value(&ReviewView::judged(&game, &mut judge).expect("a table")));
        assert_eq!(cold.rounds, 3, "header, index, pages: all positions together");
    }
    bytes.sort_unstable();
    let [median, nine_tenths, most] =
        [5, 9, 10].map(|tenths| bytes[(bytes.len() * tenths / 10).min(bytes.len() - 1)]);
    println!(
        "{rules}: the turns of {} positions: median {median} bytes, 90 % {nine_tenths}, most {most}",
        bytes.len()
    );
    assert!(median <= MEDIAN_BYTES, "{median}");
}

#[test]
fn answers_from_parts_of_a_table_are_the_servers() {
    if is_sweep() {
        for rules in RuleSet::ALL {
            compare(rules, 40, 1);
        }
    } else {
        compare(RuleSet::BONUS, 1, 7);
    }
}

#[test]
fn the_computer_plays_the_same_turns_as_with_the_whole_table() {
    let rules = RuleSet::BONUS;
    let mut judge = Judge::Oracle(whole(rules).into());
    let mut page = Page::new(rules);
    for level in Level::all() {
        let wish = json!({ "id": "6f0c8a52-0000-4000-8000-000000000000", "opponent": { "type": "computer", "level": level.to_string() }, "side": "red" });
        let request = json!({ "method": "POST", "path": "/games", "body": wish, "now": 1, "seed": vec![level.to_string().len(); 32] });
        let created: Value = serde_json::from_str(&page.engine.answer(&request.to_string())).expect("JSON");
        let (id, events) =
            (created["body"]["game"]["id"].as_str().expect("an id"), &created["body"]["events"]);
        let reply = page.ask("POST", &format!("/games/{id}/reply"), &json!({ "events": events }));
        let expected = linja_games::game::reply::choose(
            &mut judge,
            id.parse().expect("an id"),
            1,
            &Position::default(),
            linja_api::Level(level),
        );
        assert_eq!(
            reply["events"][0]["event"]["turn"],
            expected.expect("a table").expect("a turn").to_string(),
            "{level}"
        );
    }
}

#[test]
fn a_table_that_cannot_be_used_is_refused_by_name() {
    let mut page = Page::new(RuleSet::BONUS);
    let length = page.table.size().expect("a length");
    let header = page.read(0, 256);
    let ask = |page: &mut Page, length| page.once("GET", "/position/turns", &Value::Null, length);
    assert_eq!(
        ask(&mut page, None)["needs"],
        json!({ "table": "bonus", "ranges": [] }),
        "it is to be opened first"
    );
    assert_eq!(ask(&mut page, Some(length))["needs"], json!({ "table": "bonus", "ranges": [[0, 256]] }));

    // A damaged header, a file of another length, no table at all, the table of other rules.
    for (length, change) in [(length, 60), (length - 1, 300), (length, 0), (length, 96)] {
        let mut wrong = header.clone();
        wrong.get_mut(change).into_iter().for_each(|byte| *byte ^= 1);
        ask(&mut page, Some(length));
        page.engine.give_part(0, wrong);
        assert_eq!(ask(&mut page, Some(length))["refused"], "bonus", "{change}");
    }

    // A page with a wrong byte, as of another version of the file.
    ask(&mut page, Some(length));
    page.engine.give_part(0, header.clone());
    for kind in ["index", "pages"] {
        let answer = ask(&mut page, Some(length));
        for range in answer["needs"]["ranges"].as_array().expect(kind) {
            let [start, end] = [&range[0], &range[1]].map(|at| at.as_u64().expect("a number"));
            let mut part = page.read(start, end);
            part[0] ^= u8::from(kind == "pages");
            page.engine.give_part(start, part);
        }
    }
    let refused = ask(&mut page, Some(length));
    assert_eq!(
        (&refused["refused"], &refused["why"]),
        (&json!("bonus"), &json!("the table is damaged (its page)"))
    );

    // Another version of the file begins with its header.
    page.get("/turns", &Position::default(), "");
    page.version = "2";
    assert_eq!(ask(&mut page, Some(length))["needs"], json!({ "table": "bonus", "ranges": [[0, 256]] }));
}

#[test]
fn without_a_table_values_are_estimates_or_missing() {
    let mut page = Page::new(RuleSet::BONUS);
    let answer = page.once("GET", "/position/turns?rules=classic", &Value::Null, Some(7));
    assert_eq!(answer["needs"], "engine/classic.weights", "the table of another rule set does not help");
    assert!(
        page.table.size().is_ok_and(|length| length > 0)
            && whole(page.rules).value(&Position::default()).is_ok()
    );
}
