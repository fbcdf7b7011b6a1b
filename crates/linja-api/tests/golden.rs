//! The JSON of one example of each type, compared with `golden.json` as text: names, order and `null`s are part of the API.
//!
//! `LINJA_BLESS=1 cargo test -p linja-api --test golden` regenerates the file.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Mutex;

use linja::{BySide, Game, Margin, Position, Record, RuleSet, fast};
use linja_api::{
    AdvanceView, ArenaView, Attempted, BestView, CheckView, ComparedRuleSet, DecisionWord, DetailedTable,
    ExploitView, ExploitedView, ExportedPosition, FaultView, GamesCheckView, HintView, IntervalView,
    MarginsView, MissingCode, OracleView, PairingView, PerftView, PositionView, ProbeView, PuzzleView,
    ReplayedGame, ResultView, ReviewView, RuleSetDetails, RuleSetView, RuleView, ShownPosition, SolvedPuzzle,
    SprtView, StandingView, StartFactsView, StatisticsView, TableCheckView, TableStatus, TableView,
    TallyView, TurnView, TurnsView, VerdictView, VerdictsView, WaitingCode,
};
use linja_oracle::{Oracle, TableError};
use linja_players::{Aim, Estimate, Hint, JudgedTurn, Level, Puzzle, Review, Worth};
use serde::Serialize;

const RULES: RuleSet = RuleSet::BONUS;
const OVER: &str = "00000417/63102000 b";

/// An oracle that searches to the end of the game, for positions near the end.
struct Exhaustive(RuleSet, Mutex<HashMap<Position, Margin>>);

impl Oracle for Exhaustive {
    fn rules(&self) -> &RuleSet {
        &self.0
    }

    fn value(&self, position: &Position) -> Result<Margin, TableError> {
        if let Some(known) = self.1.lock().unwrap().get(position) {
            return Ok(*known);
        }
        let mut best = None;
        for turn in fast::complete_turns(position, &self.0) {
            best = best.max(Some(self.value_after(&turn)?));
        }
        let margin = best.unwrap_or_else(|| position.score(&self.0).margin(position.to_move()));
        self.1.lock().unwrap().insert(*position, margin);
        Ok(margin)
    }
}

fn position(text: &str) -> Position {
    text.parse().unwrap()
}

fn game(record: &str) -> Game {
    Record::parse(record).unwrap().into_game()
}

/// The examples, one per line.
struct Examples(String);

impl Examples {
    fn add(&mut self, name: &str, value: &impl Serialize) {
        let comma = if self.0.is_empty() { "{\n" } else { ",\n" };
        write!(self.0, "{comma}\"{name}\": {}", serde_json::to_string(value).unwrap()).unwrap();
    }
}

fn add_positions(examples: &mut Examples, oracle: &Exhaustive) {
    let (late, last) = (position("00011127/90021000 b"), position("0000000c/b0000001 r"));
    examples.add("Score", &position(OVER).score(&RULES));
    examples.add("ShownPosition", &ShownPosition::new(RULES, &last));
    examples.add("PositionView", &PositionView::new(RULES, &last, None::<&Exhaustive>).unwrap());
    examples.add("PositionView, solved", &PositionView::new(RULES, &last, Some(oracle)).unwrap());
    examples.add("PositionView, over", &PositionView::new(RULES, &position(OVER), Some(oracle)).unwrap());
    for (name, position) in [("ExportedPosition", last), ("ExportedPosition, over", position(OVER))] {
        let value = oracle.value(&position).unwrap();
        examples.add(name, &ExportedPosition::new(&position, value, oracle).unwrap());
    }
    examples.add("ProbeView", &ProbeView { rules: RULES, position: last, margin: -8, turns: None });
    let with_turns = ProbeView { rules: RULES, position: last, margin: -8, turns: Some(1) };
    examples.add("ProbeView, with turns", &with_turns);
    let turns = oracle.turns(&last).unwrap().iter().map(TurnView::from).collect();
    examples.add("TurnsView", &TurnsView { rules: RULES, position: last, exact: true, turns });

    let complete = oracle.turns(&late).unwrap()[0].item;
    let judged =
        |hundredths: i16| JudgedTurn { item: complete, value: Worth::Estimated(Estimate(hundredths)) };
    let level: Level = "3".parse().unwrap();
    examples.add("BestView", &BestView::new(RULES, &late, level, Some(&judged(130))));
    examples.add("BestView, over", &BestView::new(RULES, &position(OVER), level, None));
    let hint = Hint::new(oracle, &late, 1).unwrap();
    examples.add("HintView", &HintView::new(RULES, &late, hint.as_ref()));
    examples.add("HintView, searched", &HintView::searched(RULES, &late, &[judged(130), judged(-5)], 1));
    let by_house_rules = HintView::searched(RULES.with(linja::Follow::May), &late, &[judged(130)], 1);
    examples.add("HintView, searched by house rules", &by_house_rules);
}

fn add_games(examples: &mut Examples, oracle: &Exhaustive) {
    let ended = game("[Setup \"0000000c/b0000001 r\"]\n1. hg\n");
    examples.add("ResultView", &ResultView::of(&ended));
    examples.add("ReplayedGame", &ReplayedGame::from(&ended));
    examples.add("ReplayedGame, unfinished", &ReplayedGame::from(&game("1. ab ac | hg hf")));
    let erring = game("[Setup \"00011127/90021000 b\"]\n1. fg gh\n");
    let review = Review::of(&erring, oracle).unwrap();
    let names = Some(BySide { black: "Ada".to_string(), red: "Red".to_string() });
    examples.add("ReviewView", &ReviewView::new(&erring, &review));
    examples.add(
        "ReviewView, with names",
        &ReviewView { names, ..ReviewView::new(&ended, &Review::of(&ended, oracle).unwrap()) },
    );
}

fn add_puzzles(examples: &mut Examples, oracle: &Exhaustive) {
    let start = position("0000000c/b0000001 r");
    let solutions = oracle.turns(&start).unwrap();
    let turn = TurnView::from(&solutions[0]);
    let puzzle = Puzzle {
        rules: RULES,
        position: start,
        aim: Aim::Draw,
        margin: Margin(0),
        solutions,
        results: 12,
        found: std::array::from_fn(|level| level as f64 / 16.0),
    };
    let date = "2026-11-15".parse().unwrap();
    examples.add("PuzzleView", &PuzzleView::new(&puzzle, date));
    examples.add("SolvedPuzzle", &SolvedPuzzle::new(&puzzle, date, false));
    examples.add("SolvedPuzzle, told", &SolvedPuzzle::new(&puzzle, date, true));
    examples.add("Attempted", &Attempted { solved: false, turn, margin: 0, refutation: None });
}

fn add_tables(examples: &mut Examples) {
    let statuses = [
        MissingCode::NoMemory.into(),
        WaitingCode::UntilIdle.into(),
        TableStatus::Solving { positions: 1, total: 2 },
        TableStatus::Ready { hash: "0123456789abcdef0123456789abcdef".into() },
        MissingCode::Busy.into(),
    ];
    let tables = RuleSet::ALL.into_iter().zip(statuses);
    let tables = tables.map(|(rules, status)| TableView { rules, status }).collect();
    examples.add("OracleView", &OracleView { tables });
}

fn add_check(examples: &mut Examples) {
    let mut games = GamesCheckView { games: 2, events: 70, newer: 1, ..GamesCheckView::default() };
    let whole = TableCheckView { rules: RuleSet::BONUS, hash: Some("0123".into()), problem: None };
    examples.add("CheckView", &CheckView::new(Some(games.clone()), vec![whole]));
    games.add(Some("0123456789abcdefghjk"), "it is listed, but has no events".into());
    games.add(None, "the database is damaged".into());
    let damaged =
        TableCheckView { rules: RuleSet::CLASSIC, hash: None, problem: Some("the table is damaged".into()) };
    examples.add("CheckView, with problems", &CheckView::new(Some(games), vec![damaged]));
    examples.add("CheckView, empty", &CheckView::new(None, Vec::new()));
}

fn add_counts(examples: &mut Examples) {
    examples.add("PerftView", &PerftView { count: 92, turns: None });
    let turns = [("ab ac".to_string(), 94), ("ab ad".to_string(), 95)];
    examples.add("PerftView, divided", &PerftView::divided(turns.into()));
    let margins = MarginsView {
        positions: 4,
        wins: 1,
        draws: 2,
        losses: 1,
        mean: -0.25,
        by_margin: [(-2, 1), (0, 2), (1, 1)].into(),
    };
    let start = StartFactsView {
        margin: 2,
        turns: 92,
        best_turns: vec!["ab ce".parse().unwrap()],
        shortest_perfect_game: Some(28),
        longest_perfect_game: Some(40),
        positions_of_perfect_games: Some(1000),
    };
    let by_advance = vec![AdvanceView { advance: 7, margins: margins.clone() }];
    examples.add("StatisticsView", &StatisticsView { rules: RULES, start, overall: margins, by_advance });
}

fn add_arena(examples: &mut Examples) {
    // One player won every game, so the difference in Elo points is infinite.
    let interval = IntervalView { low: 0.5, middle: 1.0, high: f64::INFINITY };
    let tally = TallyView {
        games: 2,
        wins: 2,
        draws: 0,
        losses: 0,
        faults: 0,
        points: 2.0,
        share: interval,
        elo: interval,
        margin: interval,
        lowest_margin_as_first: Some(3),
        lowest_margin_as_second: None,
        loss_per_turn: Some(0.5),
        spread: Some(0.25),
    };
    let players = ["perfect".to_string(), "cmd:./bot".to_string()];
    let standings = vec![StandingView { player: players[0].clone(), result: tally }];
    let pairings = vec![PairingView { players: players.clone(), results: [tally; 2] }];
    let mut arena =
        ArenaView { rules: RULES, games: 2, seed: 1, standings, pairings, faults: Vec::new(), sprt: None };
    examples.add("ArenaView", &arena);
    arena.faults =
        vec![FaultView { game: 2, player: players[1].clone(), turns: 7, reason: "a reason".into() }];
    let sprt = SprtView { low: 0.0, high: 20.0, error: 0.05, ratio: 3.0, bound: 2.5, decision: None };
    arena.sprt = Some(SprtView { decision: Some(DecisionWord::High), ..sprt });
    examples.add("ArenaView, with faults and a test", &arena);
    let worst = ExploitedView { margin: Some(-5), record: Some("1. hg\n".into()), expected: None };
    let position = "0000000c/b0000001 r".parse().unwrap();
    let (first, second) = (worst.clone(), worst);
    let policy = "greedy".to_string();
    let view = ExploitView { rules: RULES, policy, position, first, second, positions: 2 };
    examples.add("ExploitView", &view);
    let mean = ExploitedView { margin: None, record: None, expected: Some(-4.75) };
    let (first, second) = (mean.clone(), mean);
    examples.add("ExploitView, of a level", &ExploitView { policy: "3".into(), first, second, ..view });
}

fn add_rules(examples: &mut Examples) {
    let house_rules = RULES.with(linja::Follow::May);
    examples.add("RuleSetView", &RuleSetView::from(&house_rules));
    examples.add("ComparedRuleSet", &ComparedRuleSet::from(&house_rules));
    let verdict = Some(VerdictView { value: -2, best_turns: 3, turns: 43 });
    for (name, verdict, table) in [
        ("RuleSetDetails", verdict, DetailedTable::Solved),
        ("RuleSetDetails, solving", None, DetailedTable::Solving { progress: 0.5, seconds: 5.25 }),
        ("RuleSetDetails, waiting", None, DetailedTable::Waiting),
        ("RuleSetDetails, missing", None, DetailedTable::Missing { reason: None }),
        ("RuleSetDetails, refused", None, DetailedTable::Missing { reason: Some(MissingCode::NoDisk) }),
    ] {
        examples.add(name, &RuleSetDetails::new(&house_rules, verdict, table));
    }
    let verdicts = [("bonus".to_string(), 0), (house_rules.id(), -2)].into();
    examples.add("VerdictsView", &VerdictsView { verdicts });
    examples.add("RuleView", &RuleView::from(linja::Rule::Follow));
}

#[test]
fn json_of_every_type_stays_the_same() {
    let oracle = Exhaustive(RULES, Mutex::default());
    let mut examples = Examples(String::new());
    add_positions(&mut examples, &oracle);
    add_games(&mut examples, &oracle);
    add_puzzles(&mut examples, &oracle);
    add_tables(&mut examples);
    add_check(&mut examples);
    add_counts(&mut examples);
    add_arena(&mut examples);
    add_rules(&mut examples);
    let text = examples.0 + "\n}\n";
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden.json");
    if std::env::var_os("LINJA_BLESS").is_some() {
        std::fs::write(path, &text).unwrap();
    }
    let golden = std::fs::read_to_string(path).unwrap();
    for (line, golden) in text.lines().zip(golden.lines()) {
        assert_eq!(line, golden);
    }
    assert_eq!(text.lines().count(), golden.lines().count());
}
