//! Measures the figures for levels and puzzles in `docs/players.md` again, with all values in memory.
//!
//! The games are seeded, so the tests are deterministic. A sweep measures everything, other runs a tenth of the games
//! and days.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use linja::{Margin, Position, RuleSet, Side, readable};
use linja_oracle::{Oracle, Values};
use linja_players::exploit::{Exploit, Perfect, Seat};
use linja_players::{Aim, Arena, Date, Level, Pairing, Puzzle, Tally};
use linja_testing::is_sweep;

/// Held by each test: the values of one rule set take 2.4 GB, so tests must not run in parallel.
static BUSY: Mutex<()> = Mutex::new(());

fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The cell of a table in `docs/players.md`, by the first cell of its row and the header of its column.
fn documented(row: &str, column: &str) -> String {
    let page = include_str!("../../../docs/players.md");
    let cells = |line: &str| -> Vec<String> { line.split('|').map(|cell| cell.trim().to_string()).collect() };
    let mut header = Vec::new();
    for line in page.lines().filter(|line| line.starts_with('|')) {
        let line = cells(line);
        if line[2].starts_with('`') || line[2].contains("careless") {
            header = line;
        } else if line[1] == row
            && let Some(place) = header.iter().position(|cell| cell == column)
        {
            return line[place].clone();
        }
    }
    panic!("no {column} of {row} in docs/players.md")
}

#[test]
fn the_error_models_are_those_of_the_document() {
    for level in Level::numbered() {
        let errors = level.errors();
        let cell = |column| documented(&level.to_string(), column);
        assert_eq!(cell("carelessness"), format!("{:.2}", errors.carelessness));
        assert_eq!(cell("worst"), errors.worst.to_string());
        assert_eq!(cell("compares"), errors.compares.to_string());
    }
}

fn play(values: &Values, arena: &Arena) -> Vec<Pairing> {
    let pairings = arena.run(values, threads(), |_| ControlFlow::Continue(()));
    pairings.expect("a good table").expect("nobody stopped it")
}

fn measure(rules: RuleSet) {
    let _busy = BUSY.lock().unwrap_or_else(PoisonError::into_inner);
    let values = Values::load(&linja_testing::table(&rules), threads()).expect("a good table");
    every_level_takes_60_to_80_percent_from_the_one_below(&values);
    perfect_play_never_ends_below_the_value_of_its_seat(&values);
    nobody_can_force_perfect_play_below_its_value(&values);
    a_year_of_puzzles_has_one_right_result_each(&values);
}

fn every_level_takes_60_to_80_percent_from_the_one_below(values: &Values) {
    let players: Vec<Level> = Level::all().collect();
    let games = if is_sweep() { 1000 } else { 100 };
    let arena = Arena::neighbours(&players, games, 1).expect("an even number");
    let pairings = play(values, &arena);
    assert_eq!(pairings.len(), 11);
    let column = format!("`{}`", values.rules());
    let mut losses = Vec::new();
    let mut above = None;
    for Pairing { players: [weaker, stronger], tallies } in pairings {
        let share = tallies[1].share().middle;
        assert_eq!(tallies[1].games(), u64::from(games));
        // The share of `perfect` against level 10 is not limited. With only 100 games a share may be off by 0.1.
        let limits = if is_sweep() { 0.60..=0.80 } else { 0.50..=0.90 };
        let fair = limits.contains(&share) || stronger == Level::PERFECT;
        assert!(fair, "{column} {stronger} against {weaker}: {share}");
        losses.push(tallies[1].loss_per_turn());
        if !is_sweep() {
            continue;
        }
        let row = format!("{stronger} against {weaker}");
        assert_eq!(documented(&row, &column), format!("{:.1} %", 100.0 * share), "{row}");
        // The documented losses include the games against the level above and the level below.
        let both = above.map_or(tallies[0], |above: Tally| above.and(&tallies[0]));
        let steadiness = format!("{:.2} ± {:.2}", both.loss_per_turn(), both.spread());
        assert_eq!(documented(&weaker.to_string(), &column), steadiness, "{weaker}");
        above = Some(tallies[1]);
    }
    // In a sample two neighbouring levels may swap places.
    let apart = if is_sweep() { 1 } else { 2 };
    assert!(losses.windows(apart + 1).all(|pair| pair[apart] < pair[0]), "{} {losses:?}", values.rules());
}

fn perfect_play_never_ends_below_the_value_of_its_seat(values: &Values) {
    let start = Oracle::value(values, &Position::start(Side::Black)).expect("a value");
    let mut games = 0;
    let each = if is_sweep() { 910 } else { 90 };
    for other in Level::all().filter(|&other| other != Level::PERFECT) {
        let arena = Arena::neighbours(&[other, Level::PERFECT], each, 2).expect("an even number");
        let perfect = play(values, &arena)[0].tallies[1];
        let [first, second] = perfect.lowest.map(|lowest| lowest.expect("games from both seats"));
        assert!(first >= start && second >= -start, "{} against {other}: {first}, {second}", values.rules());
        assert!(perfect.loss_per_turn() <= 0.0);
        games += perfect.games();
    }
    assert_eq!(games, 11 * u64::from(each));
}

/// Against every play of the opponent: in a sweep from the start.
fn nobody_can_force_perfect_play_below_its_value(values: &Values) {
    let rules = *values.rules();
    let positions = if is_sweep() { vec![Position::default()] } else { late_positions(rules) };
    let go_on = |_| ControlFlow::Continue(());
    let mut exploit = Exploit::new(rules, Perfect(values as &dyn Oracle), 5 << 30, go_on);
    for position in positions {
        let value = Oracle::value(values, &position).expect("a value");
        for (seat, value) in [(Seat::First, value), (Seat::Second, -value)] {
            let found = exploit.worst(&position, seat).expect("enough memory");
            assert_eq!(found.margin, value, "{rules} {position} {seat:?}");
        }
    }
    assert!(exploit.positions() > 1000, "{rules}: {}", exploit.positions());
}

/// The first late positions of some random games.
fn late_positions(rules: RuleSet) -> Vec<Position> {
    let late = |seed| {
        linja_testing::random_positions(rules, seed).into_iter().find(|position| position.advance() >= 135)
    };
    (1..=10).filter_map(late).collect()
}

fn a_year_of_puzzles_has_one_right_result_each(values: &Values) {
    let mut positions = HashSet::new();
    let days: Vec<Date> =
        std::iter::successors(Date::new(2026, 1, 1), |date| date.next()).take(365).collect();
    let every = if is_sweep() { 1 } else { 10 };
    let days = days.into_iter().step_by(every);
    let count = days.len();
    for date in days {
        let puzzle = Puzzle::of_the_day(values, date).expect("a good table");
        positions.insert(puzzle.position);
        // Count again with the readable generator.
        let right = |margin: Margin| match puzzle.aim {
            Aim::Win => margin > Margin(0),
            Aim::Draw => margin >= Margin(0),
        };
        let turns = readable::complete_turns(&puzzle.position, values.rules());
        let margin = |turn| values.value_after(turn).expect("a value");
        let results: HashSet<_> =
            turns.iter().filter(|turn| right(margin(turn))).map(|turn| turn.result).collect();
        assert_eq!(results.len(), 1, "{date} {}", puzzle.position);
        let best = turns.iter().map(margin).max();
        assert_eq!(best, Some(puzzle.margin), "{date}");
        assert_eq!(puzzle.aim == Aim::Draw, puzzle.margin == Margin(0), "{date}");
        let mut written: Vec<_> =
            turns.iter().filter(|turn| right(margin(turn))).map(|turn| turn.turn).collect();
        written.sort_unstable();
        let solutions: Vec<_> = puzzle.solutions.iter().map(|turn| turn.item.turn).collect();
        assert_eq!(written, solutions, "{date}");
        assert!(puzzle.found.windows(2).all(|pair| pair[0] < pair[1]), "{date} {:?}", puzzle.found);
        assert!(puzzle.found[2] <= 0.4, "{date}");
    }
    assert!(
        positions.len() + 2 >= count,
        "{}: puzzles come again, {} differ",
        values.rules(),
        positions.len()
    );
}

#[test]
fn classic() {
    measure(RuleSet::CLASSIC);
}

#[test]
fn bonus() {
    measure(RuleSet::BONUS);
}

#[test]
fn bonus_spicy() {
    measure(RuleSet::BONUS_SPICY);
}

#[test]
fn geeky() {
    measure(RuleSet::GEEKY);
}

#[test]
fn geeky_spicy() {
    measure(RuleSet::GEEKY_SPICY);
}

#[test]
fn the_puzzle_of_a_day_and_the_games_of_an_arena_never_change() {
    let _busy = BUSY.lock().unwrap_or_else(PoisonError::into_inner);
    let table = linja_testing::table(&RuleSet::BONUS);
    let date: Date = "2026-11-15".parse().expect("a date");
    let puzzle = Puzzle::of_the_day(&table, date).expect("a good table");
    assert_eq!(puzzle.position.to_string(), "31211103/20123022 b");
    let levels: Vec<Level> = Level::numbered().step_by(3).collect();
    let arena = Arena::everyone(&levels, 4, 9).expect("an even number");
    let games = |threads| {
        let lines = Mutex::new(Vec::new());
        let report = |played: &linja_players::PlayedGame| {
            let turns: Vec<String> = played.game.turns().iter().map(|t| t.turn.to_string()).collect();
            lines.lock().expect("no panic").push((played.number, turns.join(" | ")));
            ControlFlow::Continue(())
        };
        let pairings = arena.run(&table, threads, report).expect("a good table").expect("not stopped");
        let mut lines = lines.into_inner().expect("no panic");
        lines.sort();
        (lines, pairings.iter().map(|pairing| pairing.tallies).collect::<Vec<_>>())
    };
    let once = games(1);
    assert_eq!(once.0.len(), 24);
    assert_eq!(once, games(3));
}

#[test]
fn both_players_begin_equally_often_and_have_both_sides() {
    let _busy = BUSY.lock().unwrap_or_else(PoisonError::into_inner);
    let table = linja_testing::table(&RuleSet::GEEKY);
    let (one, other) = (Level::RANDOM, Level::new(2).expect("a level"));
    let arena = Arena::neighbours(&[one, other], 8, 3).expect("an even number");
    let mut seats = Vec::new();
    for number in 0..arena.games() {
        let played = arena.play(&table, number).expect("a good table");
        let begins = played.game.start().to_move();
        seats.push((played.players[begins] == one, played.players.black == one));
    }
    for seat in [(true, true), (true, false), (false, true), (false, false)] {
        assert_eq!(seats.iter().filter(|&&other| other == seat).count(), 2, "{seats:?}");
    }
    assert!(Arena::everyone(&[one, other], 7, 3).is_err());
}
