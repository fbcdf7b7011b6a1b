//! What follows from clocks and from long silence.

use linja::{RuleSet, Side, Winner};
use linja_games::game::clock::Outage;
use linja_games::game::command::Wish;
use linja_games::game::due::{ABANDONED_AFTER, CHALLENGE_GRACE, Due};
use linja_games::game::event::{ClockSetting, Created, Event, Opponent};
use linja_games::game::refusal::Refusal;
use linja_games::game::state::Status;

use super::{Table, level, setting};

#[test]
fn clock_follows_from_the_events_alone() {
    let clock = Some(ClockSetting { seconds: 60, increment: 1 });
    let mut table = Table::new(Created { clock, opponent: Opponent::Lobby, ..setting(RuleSet::BONUS, 1) });
    table.wish(1, &Wish::Join { name: None, code: None }).unwrap();
    table.now += 500_000;
    table.turn("ab ce").unwrap();
    table.now += 500_000;
    table.turn("hg hf").unwrap();
    let (side, deadline) = table.state.deadline().unwrap();
    assert_eq!((side, deadline), (Side::Black, table.now + 60_000));
    assert_eq!(table.state.ran_out(deadline - 1), None);
    assert_eq!(table.state.ran_out(deadline), Some(Side::Black));
    table.now = deadline;
    table.store(None, Event::TimeRanOut { side: Side::Black });
    assert_eq!(table.state.status(), Status::Over);
    assert_eq!(table.state.games.winner(), Some(Winner::Side(Side::Red)));
    assert_eq!(table.state.ran_out(u64::MAX), None);
}

/// Two people at a table with a clock.
fn with_clock(games: u8, seconds: u32) -> Table {
    let clock = Some(ClockSetting { seconds, increment: 0 });
    let created = Created { clock, opponent: Opponent::Lobby, ..setting(RuleSet::BONUS, games) };
    let mut table = Table::new(created);
    let expiry = Due::Expiry(table.now + CHALLENGE_GRACE);
    assert_eq!(table.state.due(), Some(expiry), "nobody has joined yet");
    table.wish(1, &Wish::Join { name: None, code: None }).unwrap();
    table
}

#[test]
fn game_that_a_player_does_not_begin_is_aborted_without_a_loser() {
    let mut table = with_clock(3, 60);
    let end = table.now + 120_000;
    assert_eq!(table.state.ends_at(), Some(end), "two minutes, longer than the clock's time");
    table.turn("ab ce").unwrap();
    let end = table.now + 120_000;
    assert_eq!(table.state.due_at(), Some(end), "Red has to begin as well");
    assert_eq!(table.state.ending(end - 1), None);
    assert_eq!(table.state.ending(end), Some(Event::Aborted { side: Side::Red }));
    table.now = end;
    table.store(None, Event::Aborted { side: Side::Red });
    assert_eq!(table.state.status(), Status::Over);
    assert_eq!(table.state.game.result().unwrap().winner, None);
    assert_eq!((table.state.games.winner(), table.state.games.games().len()), (None, 0), "it does not count");
    assert_eq!(table.state.due_at(), None);
    assert_eq!(table.turn("hg hf"), Err(Refusal::GameOver));
    table.wish(0, &Wish::Rematch {}).unwrap();
    table.wish(1, &Wish::Rematch {}).unwrap();
    table.go_on();
    assert_eq!(table.state.status(), Status::Playing);
    assert_eq!(table.state.game.position().to_move(), Side::Black, "the same side starts");
    assert_eq!(table.state.ends_at(), Some(table.now + 120_000));
}

#[test]
fn game_without_a_turn_for_90_days_is_abandoned_without_a_loser() {
    let mut table = Table::two_people(RuleSet::BONUS, 3);
    table.turn("ab ce").unwrap();
    let end = table.now + ABANDONED_AFTER;
    table.now += 1_000_000;
    table.wish(0, &Wish::TakeBack {}).unwrap();
    assert_eq!(table.state.due(), Some(Due::Abandonment(end)), "an offer is no turn");
    assert_eq!(table.state.abandonment(end - 1), None);
    let abandoned = table.state.abandonment(end).unwrap();
    assert_eq!(abandoned, Event::Aborted { side: Side::Red });
    table.now = end;
    table.store(None, abandoned);
    assert_eq!((table.state.status(), table.state.due()), (Status::Over, None));
    assert_eq!(table.state.game.result().unwrap().winner, None);
    assert_eq!((table.state.games.winner(), table.state.games.games().len()), (None, 0), "it does not count");
}

#[test]
fn match_that_nobody_goes_on_with_is_abandoned_and_keeps_its_results() {
    let mut table = Table::two_people(RuleSet::BONUS, 3);
    table.wish(0, &Wish::Resign { side: None }).unwrap();
    assert_eq!(table.state.status(), Status::BetweenGames);
    let abandoned = table.state.abandonment(table.now + ABANDONED_AFTER).unwrap();
    table.store(None, abandoned);
    assert_eq!((table.state.status(), table.state.due()), (Status::Over, None));
    assert_eq!(table.state.game.result().unwrap().winner, Some(Winner::Side(Side::Red)));
    assert_eq!((table.state.games.winner(), table.state.games.games().len()), (None, 1));
}

#[test]
fn invitation_waits_for_ever() {
    let invited = Table::new(Created { opponent: Opponent::Invitation, ..setting(RuleSet::BONUS, 1) });
    assert_eq!(invited.state.due(), None);
}

#[test]
fn first_turn_has_no_limit_where_nobody_waits() {
    let clock = Some(ClockSetting { seconds: 60, increment: 0 });
    for opponent in [Opponent::Local, Opponent::Computer { level: level() }] {
        let table = Table::new(Created { clock, opponent, ..setting(RuleSet::BONUS, 1) });
        assert_eq!(table.state.ends_at(), None, "{opponent:?}");
    }
    assert_eq!(Table::two_people(RuleSet::BONUS, 1).state.ends_at(), None, "no clock");
    let long = with_clock(1, 600);
    assert_eq!(long.state.ends_at(), Some(long.now + 600_000), "the clock's time, if that is longer");
}

#[test]
fn outage_is_credited_once_and_only_to_the_running_clock() {
    let mut table = with_clock(1, 60);
    table.now += 100_000;
    table.turn("ab ce").unwrap();
    table.turn("hg hf").unwrap();
    let since = table.now;
    let outages = [
        Outage { began: since - 50_000, ended: since - 20_000 },
        Outage { began: since - 5_000, ended: since + 10_000 },
        Outage { began: since + 30_000, ended: since + 55_000 },
    ];
    let now = since + 58_000;
    let credit = Event::TimeCredited { side: Side::Black, milliseconds: 35_000 };
    assert_eq!(table.state.credit(&outages, now), Some(credit.clone()));
    let (_, deadline) = table.state.deadline().unwrap();
    table.now = now;
    table.store(None, credit);
    assert_eq!(table.state.deadline(), Some((Side::Black, deadline + 35_000)));
    assert_eq!(table.state.credit(&outages, now + 1_000), None, "once");
    let next = Outage { began: now + 2_000, ended: now + 6_000 };
    let credit = Event::TimeCredited { side: Side::Black, milliseconds: 4_000 };
    assert_eq!(table.state.credit(&[next, outages[2]], now + 7_000), Some(credit));
    table.turn("ab ad").unwrap();
    assert_eq!(table.state.credit(&outages, table.now), None, "Red's clock did not run in the outages");
}

#[test]
fn outage_extends_the_time_for_the_first_turn() {
    let mut table = with_clock(1, 60);
    let began = table.now + 10_000;
    table.now += 40_000;
    let outage = Outage { began, ended: table.now };
    let credit = table.state.credit(&[outage], table.now).unwrap();
    let end = table.state.ends_at().unwrap();
    table.store(None, credit);
    assert_eq!(table.state.ends_at(), Some(end + 30_000));
}
