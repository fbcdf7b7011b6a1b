//! Reviews hundreds of games: every margin must equal the oracle's, and the points lost must add up.

mod common;

use common::{level, played};
use linja::{Game, Margin, Position, RuleSet, Side, Termination, readable};
use linja_oracle::{Oracle as _, Table};
use linja_players::{Chance, Grade, Level, Review, results};
use linja_testing::table;

/// The last margin for Black, computed independently of the review.
fn end_for_black(game: &Game, table: &Table) -> i32 {
    if game.termination() == Some(Termination::Normal) {
        let score = game.score();
        return i32::from(score.black) - i32::from(score.red);
    }
    for_black(game.position(), table)
}

fn for_black(position: &Position, table: &Table) -> i32 {
    let value = i32::from(table.value(position).expect("a good table").0);
    if position.to_move() == Side::Black { value } else { -value }
}

fn check(game: &Game, table: &Table) -> Review {
    let review = Review::of(game, table).expect("a good table");
    let (mut black, mut red) = (0, 0);
    let mut position = *game.start();
    assert_eq!(review.turns.len(), game.turns().len());
    for (i, (reviewed, complete)) in review.turns.iter().zip(game.turns()).enumerate() {
        assert_eq!(reviewed.complete, *complete);
        assert_eq!((reviewed.side, reviewed.number), (position.to_move(), i / 2 + 1));
        assert_eq!(reviewed.before, table.value(&position).expect("a good table"));
        assert_eq!(reviewed.after, table.value_after(complete).expect("a good table"));
        assert_eq!(i32::from(reviewed.lost), i32::from(reviewed.before.0) - i32::from(reviewed.after.0));
        let sign = |margin: Margin| margin.0.signum();
        assert_eq!(reviewed.changes_result, sign(reviewed.before) != sign(reviewed.after));
        assert_eq!(reviewed.best.is_some(), reviewed.lost > 0);
        assert_eq!(reviewed.grade == Grade::Best, reviewed.lost == 0);
        assert_eq!(reviewed.results, results(table, &position).expect("a good table").len());
        if let Some(best) = &reviewed.best {
            assert_eq!(best.value, reviewed.before);
            assert!(readable::complete_turns(&position, game.rules()).contains(&best.item));
            assert_eq!(table.value_after(&best.item).expect("a good table"), best.value);
        }
        *(if reviewed.side == Side::Black { &mut black } else { &mut red }) += i32::from(reviewed.lost);
        position = complete.result.position;
    }
    assert_eq!(i32::from(review.start.0), for_black(game.start(), table));
    assert_eq!(i32::from(review.end.0), end_for_black(game, table));
    // The margin at the start is the margin at the end, plus Black's losses, minus Red's.
    assert_eq!(for_black(game.start(), table), end_for_black(game, table) + black - red, "{game:?}");
    assert_eq!((review.players.black.lost as i32, review.players.red.lost as i32), (black, red));
    turning_point_is_as_documented(&review);
    summaries_agree(&review);
    review
}

fn turning_point_is_as_documented(review: &Review) {
    let Some(index) = review.turning_point else {
        return assert!(review.turns.iter().all(|turn| turn.lost == 0));
    };
    let turn = &review.turns[index];
    if review.turns.iter().any(|turn| turn.changes_result) {
        assert!(turn.changes_result);
        assert!(review.turns[index + 1..].iter().all(|later| !later.changes_result));
    } else {
        assert!(turn.lost > 0 && review.turns.iter().all(|other| other.lost <= turn.lost));
        assert!(review.turns[..index].iter().all(|earlier| earlier.lost < turn.lost));
    }
}

fn summaries_agree(review: &Review) {
    for side in Side::ALL {
        let player = &review.players[side];
        let turns: Vec<_> = review.turns.iter().filter(|turn| turn.side == side).collect();
        let choices: Vec<_> = turns.iter().filter(|turn| turn.results > 1).collect();
        assert_eq!((player.turns, player.choices), (turns.len(), choices.len()));
        for grade in Grade::ALL {
            assert_eq!(player.count(grade), turns.iter().filter(|turn| turn.grade == grade).count());
        }
        assert_eq!(player.result_changes, turns.iter().filter(|turn| turn.changes_result).count());
        let mean = |value: &dyn Fn(u8) -> f64| {
            let sum: f64 = choices.iter().map(|turn| value(turn.lost)).sum();
            (!choices.is_empty()).then(|| sum / choices.len() as f64)
        };
        let near = |a: Option<f64>, b: Option<f64>| match (a, b) {
            (Some(a), Some(b)) => (a - b).abs() < 1e-9,
            _ => a == b,
        };
        assert!(near(player.accuracy(), mean(&|lost| 100.0 * 0.9_f64.powi(lost.into()))));
        assert!(near(player.average_loss(), mean(&f64::from)));
    }
}

#[test]
fn all_margins_are_the_oracles_and_add_up() {
    for rules in RuleSet::ALL {
        let table = table(&rules);
        for seed in 0..60 {
            let mut game = played(&table, level(seed), level(seed / 12 + 2 * seed), seed);
            check(&game, &table);
            // The same game unfinished, resigned, and started from the middle.
            let middle = Chance::new(seed).below(game.turns().len());
            while game.turns().len() > middle {
                game.undo();
            }
            check(&game, &table);
            let late = Game::from_position(rules, *game.position());
            game.resign(Side::Red).expect("it goes on");
            let resigned = check(&game, &table);
            let nothing_played = check(&late, &table);
            assert_eq!(nothing_played.start, resigned.end);
            assert_eq!(nothing_played.turning_point, None);
        }
    }
}

#[test]
fn perfect_game_has_nothing_to_mend() {
    let table = table(&RuleSet::BONUS);
    let game = played(&table, Level::PERFECT, Level::PERFECT, 5);
    let review = check(&game, &table);
    assert_eq!(review.turning_point, None);
    for side in Side::ALL {
        let player = &review.players[side];
        assert_eq!((player.accuracy(), player.average_loss(), player.lost), (Some(100.0), Some(0.0), 0));
    }
    assert_eq!(review.start, review.end);
}

#[test]
fn finished_start_is_reviewed_as_it_stands() {
    let table = table(&RuleSet::BONUS);
    let position: Position = "00000417/63102000 b".parse().expect("a position");
    let review = check(&Game::from_position(RuleSet::BONUS, position), &table);
    assert_eq!((review.start, review.end), (Margin(7), Margin(7)));
    let turned = check(&Game::from_position(RuleSet::BONUS, position.mirrored()), &table);
    assert_eq!((turned.start, turned.end), (Margin(-7), Margin(-7)));
}

#[test]
fn best_turn_begins_like_the_played_one() {
    let table = table(&RuleSet::BONUS);
    // The opening was right and the bonus wrong: the best turn shown shares the opening, although others are as good.
    let mut game = Game::new(RuleSet::BONUS, Side::Black);
    game.play_text("cd fh +ef").expect("a legal turn");
    let review = check(&game, &table);
    let best = review.turns[0].best.expect("a loss").item.turn.to_string();
    assert_eq!(best, "cd fh +ab");
}
