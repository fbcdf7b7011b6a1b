//! Derives every reason of a hint again, with a slow independent implementation, from the rules and the oracle.

mod common;

use std::collections::{BTreeMap, HashSet};

use common::{level, played};
use linja::{ActionKind, CompleteTurn, Margin, Position, Row, RuleSet, Side, readable};
use linja_oracle::{Oracle as _, Table};
use linja_players::{Hint, HintedTurn, Outcome, Reason, right_answers};
use linja_testing::table;
use linja_text::{Catalogues, Language};

/// The data of one hinted turn that its reasons are checked against.
struct Case<'a> {
    table: &'a Table,
    before: Position,
    mover: Side,
    hinted: &'a HintedTurn,
    /// The margins of all distinct results but the hinted one.
    others: Vec<Margin>,
}

impl Case<'_> {
    fn rules(&self) -> &RuleSet {
        self.table.rules()
    }

    fn complete(&self) -> &CompleteTurn {
        &self.hinted.turn.item
    }

    fn after(&self) -> &Position {
        &self.hinted.turn.item.result.position
    }

    /// The number of pawns of `side`, the opponent of the mover, that were on `row` and did not move.
    fn stood_still(&self, side: Side, row: Row) -> u8 {
        let actions = self.hinted.turn.item.turn.actions();
        let moved = actions.iter().filter(|a| a.kind == ActionKind::BonusOnOpponent && a.from == row).count();
        self.before.count(side, row) - moved as u8
    }

    fn margin(&self) -> i32 {
        self.hinted.turn.value.0.into()
    }

    fn best_other(&self) -> i32 {
        self.others.iter().map(|margin| margin.0.into()).max().expect("another result")
    }

    /// The change in the margin of the current score.
    fn gain(&self, after: &Position) -> i32 {
        let margin = |position: &Position| {
            let score = position.score(self.rules());
            i32::from(score.of(self.mover)) - i32::from(score.of(!self.mover))
        };
        margin(after) - margin(&self.before)
    }

    /// The opponent's turns before and after the hinted turn; empty after it if the game is over.
    fn opponents_turns(&self) -> (Vec<CompleteTurn>, Vec<CompleteTurn>) {
        let text = self.before.to_string();
        let letter = (!self.mover).letter();
        let other: Position = format!("{} {letter}", &text[..text.len() - 2]).parse().expect("a position");
        let after = if self.complete().result.is_over {
            Vec::new()
        } else {
            readable::complete_turns(self.after(), self.rules())
        };
        (readable::complete_turns(&other, self.rules()), after)
    }

    #[allow(clippy::too_many_lines, reason = "one arm for each reason")]
    fn is_true(&self, reason: &Reason) -> bool {
        let opponent = !self.mover;
        let goes_on = !self.complete().result.is_over;
        let actions = self.complete().turn.actions();
        let outcome = |margin: i32| margin.signum();
        match *reason {
            Reason::EndsGame { margin } => {
                let score = self.after().score(self.rules());
                !goes_on && score.of(self.mover) - score.of(opponent) == margin.0
            }
            Reason::StrandsPawns { pawns } => {
                let own_half: &str = if opponent == Side::Black { "abcd" } else { "efgh" };
                let rows = own_half.chars().filter_map(Row::from_letter);
                let count: u8 = rows.map(|row| self.after().count(opponent, row)).sum();
                !goes_on && count == pawns && pawns > 0
            }
            Reason::NoChoice => self.others.is_empty(),
            Reason::OnlyWin { ahead } => {
                self.margin() > 0
                    && self.best_other() <= 0
                    && self.margin() - self.best_other() == i32::from(ahead)
            }
            Reason::OnlyDraw { ahead } => {
                self.margin() == 0 && self.best_other() < 0 && -self.best_other() == i32::from(ahead)
            }
            Reason::OnlyBest { ahead } => ahead > 0 && self.margin() - self.best_other() == i32::from(ahead),
            Reason::GivesAway { points, from, to } => {
                let lost = self.best_other() - self.margin();
                let sign = |outcome| match outcome {
                    Outcome::Loss => -1,
                    Outcome::Draw => 0,
                    Outcome::Win => 1,
                };
                lost > 0
                    && lost == i32::from(points)
                    && outcome(self.best_other()) == sign(from)
                    && outcome(self.margin()) == sign(to)
            }
            Reason::KeepsMargin { right, of } => {
                let equal = self.others.iter().filter(|other| i32::from(other.0) == self.margin()).count();
                self.best_other() == self.margin() && right == equal + 1 && of == self.others.len() + 1
            }
            Reason::PreventsWin => {
                let (before, after) = self.opponents_turns();
                let wins = |turn: &CompleteTurn| {
                    let score = turn.result.position.score(self.rules());
                    turn.result.is_over && score.of(opponent) > score.of(self.mover)
                };
                goes_on && before.iter().any(wins) && !after.iter().any(wins)
            }
            Reason::DeniesBonus => {
                let (before, after) = self.opponents_turns();
                let bonus = |turn: &CompleteTurn| turn.turn.to_string().contains(['+', '~']);
                goes_on && before.iter().any(bonus) && !after.iter().any(bonus)
            }
            Reason::ForcesPass => {
                let (before, after) = self.opponents_turns();
                let passes = |turn: &CompleteTurn| turn.turn.to_string() == "pass";
                after.iter().any(passes) && !before.iter().any(passes)
            }
            Reason::EarnsBonus { step, forward } => {
                let owner = if step.kind == ActionKind::BonusOnOpponent { opponent } else { self.mover };
                let goes_up = step.to > step.from;
                actions.contains(&step)
                    && self.complete().turn.to_string().contains(['+', '~'])
                    && forward == (goes_up == (owner == Side::Black))
            }
            Reason::EarnsAnotherTurn { row } => {
                let text = self.complete().turn.to_string();
                let (first, _) = text.split_once(" / ").expect("another turn");
                // The row was empty when the follow-up landed: from the start, or because the opening left it.
                let opened_from_there = actions[0].from == row && self.before.count_both(row) == 1;
                first.ends_with(row.letter())
                    && row.is_inner()
                    && (self.before.count_both(row) == 0 || opened_from_there)
            }
            Reason::ClosesRow { row, behind, pawns, rearmost } => {
                let (before, after) = self.opponents_turns();
                let onto = |turn: &CompleteTurn| {
                    turn.turn
                        .actions()
                        .first()
                        .is_some_and(|opening| (opening.from, opening.to) == (behind, row))
                };
                let further_back = Row::ALL
                    .into_iter()
                    .filter(|&row| if opponent == Side::Black { row < behind } else { row > behind });
                goes_on
                    && self.before.count_both(row) < 6
                    && self.after().count_both(row) == 6
                    && before.iter().any(onto)
                    && !after.iter().any(onto)
                    && self.stood_still(opponent, behind) == pawns
                    && pawns > 0
                    && rearmost == further_back.into_iter().all(|row| self.after().count(opponent, row) == 0)
            }
            Reason::LeavesFewAnswers { right, of } => {
                let (_, after) = self.opponents_turns();
                let results: HashSet<_> = after.iter().map(|turn| turn.result).collect();
                goes_on
                    && of == results.len()
                    && right == right_answers(self.table, self.after()).expect("a good table")
                    && right * 10 <= of
            }
            Reason::ReachesGoal { pawns } => {
                let goal = if self.mover == Side::Black { 'h' } else { 'a' };
                let goal = Row::from_letter(goal).expect("a row");
                let (before, after) =
                    (self.before.count(self.mover, goal), self.after().count(self.mover, goal));
                pawns > 0 && before + pawns == after
            }
            Reason::GainsMost { points } => {
                let turns = readable::complete_turns(&self.before, self.rules());
                points > 0
                    && self.gain(self.after()) == i32::from(points)
                    && turns.iter().all(|turn| self.gain(&turn.result.position) <= i32::from(points))
            }
            Reason::LeavesRow { from, to } => {
                let count = |position: &Position, row| position.count(self.mover, row);
                let behind =
                    |row: Row, end: Row| if self.mover == Side::Black { row < end } else { row > end };
                count(&self.before, from) > 0
                    && count(self.after(), to) > 0
                    && behind(from, to)
                    && Row::ALL.iter().all(|&row| !behind(row, from) || count(&self.before, row) == 0)
                    && Row::ALL.iter().all(|&row| !behind(row, to) || count(self.after(), row) == 0)
            }
        }
    }
}

/// Checks the whole hint of a position and counts its reasons.
fn check(table: &Table, position: &Position, counts: &mut BTreeMap<&'static str, usize>) {
    let hint = Hint::new(table, position, 4).expect("a good table").expect("not over");
    let turns = readable::complete_turns(position, table.rules());
    let results: HashSet<_> = turns.iter().map(|turn| turn.result).collect();
    assert_eq!(hint.results, results.len(), "{position}");
    assert_eq!(hint.right, right_answers(table, position).expect("a good table"), "{position}");
    assert_eq!(hint.turns.len(), results.len().min(4), "{position}");
    assert_eq!(hint.best().turn.value, table.value(position).expect("a good table"), "{position}");
    assert_eq!(hint.opening(), hint.best().turn.item.turn.actions().first().copied());
    let margins: Vec<_> = results
        .iter()
        .map(|&result| {
            let turn = turns.iter().find(|turn| turn.result == result);
            (result, table.value_after(turn.expect("a turn")).expect("a good table"))
        })
        .collect();
    for hinted in &hint.turns {
        let complete = &hinted.turn.item;
        assert!(turns.contains(complete), "{position} {}", complete.turn);
        assert_eq!(table.value_after(complete).expect("a good table"), hinted.turn.value);
        let others = margins.iter().filter(|(result, _)| *result != complete.result);
        let others = others.map(|&(_, margin)| margin).collect();
        let case = Case { table, before: *position, mover: position.to_move(), hinted, others };
        for reason in &hinted.reasons {
            assert!(case.is_true(reason), "{} {position}: {} {reason:?}", table.rules(), complete.turn);
            *counts.entry(reason.id()).or_default() += 1;
        }
        assert!(!hinted.reasons.is_empty() && hinted.shown().len() <= HintedTurn::SHOWN);
    }
}

#[test]
fn no_reason_is_ever_false() {
    let mut counts = BTreeMap::new();
    for rules in RuleSet::ALL {
        let table = table(&rules);
        for seed in 0..16 {
            let game = played(&table, level(seed), level(seed / 2), seed);
            let positions =
                game.turns().iter().filter(|turn| !turn.result.is_over).map(|turn| turn.result.position);
            for position in [*game.start()].into_iter().chain(positions) {
                check(&table, &position, &mut counts);
            }
        }
    }
    assert!(counts.len() >= 17, "too few kinds of reasons to say anything: {counts:?}");
}

/// The rule set, the position, the turn and its reason.
const EXAMPLES: [(RuleSet, &str, &str, &str); 22] = [
    (RuleSet::CLASSIC, "0000100b/72101100 b", "ef fg", "wins outright by 15"),
    (RuleSet::BONUS, "0000000c/b0000001 r", "hg", "ends the game and loses it by 8"),
    (RuleSet::CLASSIC, "0000100b/72101100 b", "ef fg", "strands 2 of the opponent’s pawns on their own half"),
    (RuleSet::GEEKY, "0000000c/80120001 b", "pass", "is the only possible turn"),
    (
        RuleSet::BONUS,
        "01000146/73100100 r",
        "cb fb",
        "is the only turn that wins; the next best costs 3 points",
    ),
    (
        RuleSet::BONUS_SPICY,
        "00201009/70211010 b",
        "cd ef",
        "is the only turn that holds the draw; the next best costs 3 points",
    ),
    (RuleSet::GEEKY, "01200009/83100000 b", "cd", "is the one best turn; the next best costs 1 point"),
    (RuleSet::BONUS_SPICY, "0001010a/80310000 r", "cb", "gives away 5 points and the draw"),
    (RuleSet::BONUS, "0000010b/a0010010 r", "dc", "gives away 4 points"),
    (RuleSet::CLASSIC, "0000200a/55001100 r", "ba fe", "stops the opponent from winning at once"),
    (RuleSet::BONUS, "60000006/05100006 r", "cb hc", "makes the opponent pass"),
    (RuleSet::GEEKY, "00000507/41140110 b", "fg gh +fg", "earns a bonus: a pawn forward from f to g"),
    (
        RuleSet::GEEKY_SPICY,
        "0001001a/b0001000 b",
        "de gh ~ed",
        "earns a bonus: an opponent’s pawn forward from e to d",
    ),
    (RuleSet::CLASSIC, "00002019/42320001 b", "gh ef / fg", "earns another turn on the empty row f"),
    (
        RuleSet::BONUS_SPICY,
        "60000222/30300033 b",
        "fg af",
        "closes row g to the opponent’s 3 rearmost pawns on h",
    ),
    (RuleSet::CLASSIC, "60021021/11123103 b", "de ae", "closes row e to the opponent’s pawn on f"),
    (RuleSet::GEEKY, "02110107/70000050 r", "gf gf", "takes away the opponent’s chance of a bonus"),
    (RuleSet::GEEKY_SPICY, "00002019/71210010 b", "ef", "leaves the opponent one right answer out of 46"),
    (RuleSet::CLASSIC, "00000048/71210001 b", "gh gh", "brings 2 pawns into the goal"),
    (RuleSet::CLASSIC, "00000048/71210001 b", "gh gh", "gains 4 points at once; no turn gains more"),
    (RuleSet::BONUS, "0000101a/91010010 b", "ef", "leaves no pawn on e; the rearmost is on f now"),
    (RuleSet::GEEKY, "00030018/60020400 r", "fe", "keeps the margin, as every turn does"),
];

#[test]
fn every_reason_has_an_example() {
    let mut named = HashSet::new();
    for (rules, position, turn, text) in EXAMPLES {
        let table = table(&rules);
        let position: Position = position.parse().expect("a position");
        let hint = Hint::new(&table, &position, usize::MAX).expect("a good table").expect("not over");
        let hinted = hint.turns.iter().find(|hinted| hinted.turn.item.turn.to_string() == turn);
        let reasons = &hinted.unwrap_or_else(|| panic!("{rules} {position}: {turn} is missing")).reasons;
        let reason = reasons.iter().find(|reason| say(reason) == text);
        named.insert(reason.unwrap_or_else(|| panic!("{rules} {position} {turn}: {reasons:?}")).id());
    }
    assert_eq!(named.len(), 18, "{named:?}");
}

#[test]
fn finished_position_has_no_hint() {
    let position: Position = "00000417/63102000 b".parse().expect("a position");
    assert_eq!(Hint::new(&table(&RuleSet::BONUS), &position, 3).expect("a good table"), None);
}

#[test]
fn best_turn_is_never_written_longer_than_needed() {
    // Several turns can lead to one position; the hint shows the shortest.
    let table = table(&RuleSet::BONUS);
    let start = Position::default();
    let hint = Hint::new(&table, &start, usize::MAX).expect("a good table").expect("not over");
    for hinted in &hint.turns {
        let complete = &hinted.turn.item;
        let same = readable::complete_turns(&start, &RuleSet::BONUS)
            .into_iter()
            .filter(|turn| turn.result == complete.result);
        let shortest = same.map(|turn| turn.turn.actions().len()).min();
        assert_eq!(shortest, Some(complete.turn.actions().len()), "{}", complete.turn);
    }
}

#[test]
fn row_is_closed_only_to_pawns_that_stood_before_it() {
    // The opening fills row e. The bonus then moves a Red pawn next to it, which could not open onto e before.
    let table = table(&RuleSet::BONUS_SPICY);
    let position: Position = "0011000a/60005010 b".parse().expect("a position");
    let hint = Hint::new(&table, &position, usize::MAX).expect("a good table").expect("not over");
    let hinted = hint.turns.iter().find(|hinted| hinted.turn.item.turn.to_string() == "de ch ~gf");
    let hinted = hinted.expect("a legal turn");
    assert!(hinted.turn.item.result.position.is_full(Row::from_letter('e').expect("a row")));
    assert!(hinted.reasons.iter().all(|reason| !matches!(reason, Reason::ClosesRow { .. })));

    // One pawn was already there; only this one counts.
    let position: Position = "0011000a/50005110 b".parse().expect("a position");
    let hint = Hint::new(&table, &position, usize::MAX).expect("a good table").expect("not over");
    let hinted = hint.turns.iter().find(|hinted| hinted.turn.item.turn.to_string() == "de ch ~gf");
    let closed = hinted.expect("a legal turn").reasons.iter().find_map(|reason| match reason {
        Reason::ClosesRow { pawns, .. } => Some(*pawns),
        _ => None,
    });
    assert_eq!(closed, Some(1));
}

fn say(reason: &Reason) -> String {
    Catalogues::embedded().say(Language::English, &reason.message())
}
