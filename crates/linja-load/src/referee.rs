//! A replay of a game by the rules crate, compared with everything that the server sends.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use linja::{Game, RuleSet, Side, Termination, fast};
use linja_testing::Chance;
use uuid::Uuid;

use crate::clock::{Clock, Setting};
use crate::tree;
use crate::violation::{Violation, same};
use crate::wire::{GameView, Numbered, Outcome, Points};

/// One of this many trees is compared turn by turn; the others need only be present.
const TREE_SAMPLE: u64 = 64;

/// An acknowledged event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    pub(crate) seq: u64,
    pub(crate) at: u64,
    /// `None` for what the server does itself.
    pub(crate) command: Option<Uuid>,
    pub(crate) kind: &'static str,
    pub(crate) side: Option<Side>,
    pub(crate) turn: Option<String>,
}

impl Known {
    /// Compares with the same event, sent again.
    pub(crate) fn check(&self, event: &Numbered<'_>) -> Result<(), Violation> {
        let what = |part: &str| format!("{part} of event {}", self.seq);
        same(what("the number"), &event.seq, &self.seq)?;
        same(what("the time"), &event.at, &self.at)?;
        same(what("the command"), &event.command, &self.command)?;
        same(what("the kind"), event.event.kind, self.kind)?;
        same(what("the turn"), &event.event.turn, &self.turn.as_deref())?;
        // The event `created` has the creator's side, which the first response has shown.
        if self.side.is_none() {
            Ok(())
        } else {
            same(what("the side"), &event.event.side, &self.side.map(Side::id))
        }
    }
}

/// The replay of a game, and the event that must come next.
#[derive(Debug)]
pub(crate) struct Referee {
    id: String,
    start: String,
    /// The replay, one turn ahead of `events` while a command is pending.
    game: Game,
    turns: Vec<String>,
    events: Vec<Known>,
    expected: Option<Pending>,
    clock: Option<Clock>,
    shown: Shown,
    /// Chooses the trees that are compared; different for each game.
    sample: u64,
    /// The number of trees compared.
    trees: AtomicU64,
    clock_tolerance: Duration,
}

/// The event of the pending command; its time is not known yet.
#[derive(Clone, Debug)]
struct Pending {
    command: Uuid,
    kind: &'static str,
    side: Option<Side>,
    turn: Option<String>,
    sent: u64,
}

/// The parts of a view that follow from the replay, computed once for three comparisons.
#[derive(Debug, Default)]
struct Shown {
    status: &'static str,
    position: String,
    to_move: Option<&'static str>,
    /// Whether another game follows this one.
    is_followed: bool,
}

impl Referee {
    /// A new game, created by event 1.
    pub(crate) fn new(
        id: &str,
        rules: RuleSet,
        first: Side,
        clock: Option<Setting>,
        created: Known,
        clock_tolerance: Duration,
    ) -> Referee {
        let game = Game::new(rules, first);
        Referee {
            id: id.to_string(),
            start: game.start().to_string(),
            shown: Shown { status: "waiting", position: game.start().to_string(), ..Shown::default() },
            game,
            turns: Vec::new(),
            events: vec![created],
            expected: None,
            clock: clock.map(Clock::new),
            sample: id.bytes().map(u64::from).sum(),
            trees: AtomicU64::new(0),
            clock_tolerance,
        }
    }

    /// The game that `next_began` at `at` opens: a rematch of this finished game, with both players seated. `creator` has
    /// created the first game of the two.
    pub(crate) fn rematch(
        &self,
        id: &str,
        at: u64,
        creator: Side,
        clock: Option<Setting>,
    ) -> Result<Referee, Violation> {
        let result = self.game.result().ok_or_else(|| Violation::new("a rematch of an unfinished game"))?;
        // The loser begins; after a draw, the player who did not.
        let first = match result.winner {
            Some(linja::Winner::Side(winner)) => !winner,
            Some(linja::Winner::Draw) | None => !self.game.start().to_move(),
        };
        let known = |seq, kind, side| Known { seq, at, command: None, kind, side, turn: None };
        let created = known(1, "created_next", None);
        let mut next = Referee::new(id, *self.game.rules(), first, clock, created, self.clock_tolerance);
        next.events.push(known(2, "joined", Some(!creator)));
        next.show("joined");
        Ok(next)
    }

    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    /// The number of the last acknowledged event.
    pub(crate) fn seq(&self) -> u64 {
        self.events.len() as u64
    }

    /// The number of trees compared turn by turn.
    pub(crate) fn trees(&self) -> u64 {
        self.trees.load(Ordering::Relaxed)
    }

    pub(crate) fn events(&self) -> &[Known] {
        &self.events
    }

    /// Expects `side` to join.
    pub(crate) fn expect_join(&mut self, command: Uuid, side: Side) {
        self.expect(command, "joined", Some(side), None);
    }

    /// Expects `side` to resign.
    pub(crate) fn expect_resignation(&mut self, command: Uuid, side: Side) -> Result<(), Violation> {
        self.game.resign(side).map_err(|error| Violation::new(error.to_string()))?;
        self.expect(command, "resigned", Some(side), None);
        Ok(())
    }

    /// Expects `side` to offer a rematch, or to accept the offer.
    pub(crate) fn expect_rematch(&mut self, command: Uuid, side: Side, is_accepted: bool) {
        let kind = if is_accepted { "next_began" } else { "rematch_offered" };
        self.expect(command, kind, Some(side), None);
    }

    /// Expects a random turn; returns its written form.
    pub(crate) fn expect_turn(&mut self, command: Uuid, chance: &mut Chance) -> Result<String, Violation> {
        let turns = fast::complete_turns(self.game.position(), self.game.rules());
        let chosen = turns.get(chance.below(turns.len()));
        let chosen = chosen.ok_or_else(|| Violation::new("an unfinished game has no turn"))?.turn;
        let side = self.game.position().to_move();
        self.game.play(&chosen).map_err(|error| Violation::new(error.to_string()))?;
        let written = chosen.to_string();
        self.turns.push(written.clone());
        self.expect(command, "turn", Some(side), Some(written.clone()));
        Ok(written)
    }

    fn expect(&mut self, command: Uuid, kind: &'static str, side: Option<Side>, turn: Option<String>) {
        self.expected = Some(Pending { command, kind, side, turn, sent: wall_clock() });
        self.show(kind);
    }

    /// What the game must show after an event of this kind.
    fn show(&mut self, kind: &str) {
        let is_playing = !self.game.is_over();
        self.shown = Shown {
            status: if is_playing { "playing" } else { "over" },
            position: self.game.position().to_string(),
            to_move: is_playing.then(|| self.game.position().to_move().id()),
            is_followed: kind == "next_began",
        };
    }

    /// Compares an event sent to `viewer` with the expected one, and the game after it with the replay.
    pub(crate) fn check(
        &self,
        viewer: Side,
        event: &Numbered<'_>,
        game: &GameView<'_>,
    ) -> Result<(), Violation> {
        let pending = self
            .expected
            .as_ref()
            .ok_or_else(|| Violation::new(format!("event {} {:?} has no cause", event.seq, event.event)))?;
        let seq = self.seq() + 1;
        same("the event's number", &event.seq, &seq)?;
        same("the event's command", &event.command, &Some(pending.command))?;
        same("the kind of event", event.event.kind, pending.kind)?;
        same("the event's side", &event.event.side, &pending.side.map(Side::id))?;
        same("the event's turn", &event.event.turn, &pending.turn.as_deref())?;
        same("the time in the game", &game.updated_at, &event.at)?;
        self.check_view(viewer, game, seq)
    }

    /// Compares an event that is sent again with the acknowledged one.
    pub(crate) fn check_known(&self, event: &Numbered<'_>) -> Result<(), Violation> {
        let known = (event.seq as usize).checked_sub(1).and_then(|at| self.events.get(at));
        let known = known.ok_or_else(|| Violation::new(format!("event {} is unknown", event.seq)))?;
        known.check(event)
    }

    /// Compares the game as `viewer` sees it while no command is pending.
    pub(crate) fn check_state(&self, viewer: Side, game: &GameView<'_>) -> Result<(), Violation> {
        self.check_view(viewer, game, self.seq())
    }

    fn check_view(&self, viewer: Side, view: &GameView<'_>, seq: u64) -> Result<(), Violation> {
        same("the game's id", view.id, &self.id)?;
        same("the game's number of events", &view.seq, &seq)?;
        same("the rule set", view.rules, &self.game.rules().id())?;
        same("the first position", view.start, &self.start)?;
        same("the status", view.status, self.shown.status)?;
        same("the position", view.position, &self.shown.position)?;
        same("the side to move", &view.to_move, &self.shown.to_move)?;
        same("whether another game follows", &view.next.is_some(), &self.shown.is_followed)?;
        let score = self.game.score();
        let score = Points { black: score.black, red: score.red };
        same("the score", &view.score, &score)?;
        if view.turns.len() != self.turns.len() || view.turns.iter().zip(&self.turns).any(|(a, b)| a != b) {
            return Err(Violation::new(format!("the turns are {:?}, must be {:?}", view.turns, self.turns)));
        }
        let outcome = self.game.termination().zip(self.game.result()).map(|(how, result)| Outcome {
            termination: termination(how),
            winner: result.winner.map(linja::Winner::id),
            score,
        });
        same("the result", &view.result, &outcome)?;
        let may_move = self.shown.to_move == Some(viewer.id());
        same("whether there is a tree", &view.tree.is_some(), &may_move)?;
        match view.tree {
            Some(tree) if (self.sample + seq).is_multiple_of(TREE_SAMPLE) => {
                self.trees.fetch_add(1, Ordering::Relaxed);
                tree::check(tree.get(), &self.game)
            }
            _ => Ok(()),
        }
    }

    /// Records that the pending event has been acknowledged as `event`, with the game `view`.
    ///
    /// Returns how far the time lies outside the interval between request and now.
    pub(crate) fn acknowledge(
        &mut self,
        event: &Numbered<'_>,
        view: &GameView<'_>,
    ) -> Result<Duration, Violation> {
        let at = event.at;
        let pending = self.expected.take().ok_or_else(|| Violation::new("no command was pending"))?;
        let before = self.events.last().map_or(0, |known| known.at);
        if at < before {
            return Err(Violation::new(format!("time ran backwards, from {before} to {at}")));
        }
        let off = pending.sent.saturating_sub(at).max(at.saturating_sub(wall_clock()));
        let off = Duration::from_millis(off);
        if off > self.clock_tolerance {
            return Err(Violation::new(format!("the event's time {at} is {off:?} off")));
        }
        if let (Some(clock), Some(side)) = (&mut self.clock, pending.side) {
            if pending.kind == "turn" {
                clock.played(side, at, event.event.lag, self.game.is_over())?;
            }
            // A resignation stops the running clock at a time that the replay does not model.
            if pending.kind != "resigned" {
                clock.check(view.clock.as_ref(), at)?;
            }
        } else {
            same("whether there is a clock", &view.clock.is_some(), &self.clock.is_some())?;
        }
        let Pending { command, kind, side, turn, .. } = pending;
        self.events.push(Known { seq: self.seq() + 1, at, command: Some(command), kind, side, turn });
        Ok(off)
    }
}

/// The API's word.
fn termination(how: Termination) -> &'static str {
    match how {
        Termination::Normal => "normal",
        Termination::Resignation(_) => "resignation",
        Termination::Time(_) => "time",
        Termination::Abandoned(_) => "abandoned",
    }
}

/// This machine's clock, in milliseconds since 1970.
pub(crate) fn wall_clock() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::wire::{CommandResponse, read};

    /// A game after its first turn, and the response of a correct server.
    fn first_turn() -> (Referee, Value) {
        let now = wall_clock();
        let created =
            Known { seq: 1, at: now, command: Some(Uuid::nil()), kind: "created", side: None, turn: None };
        let mut referee =
            Referee::new("g", RuleSet::BONUS, Side::Black, None, created, Duration::from_millis(250));
        let turn = referee.expect_turn(Uuid::nil(), &mut Chance::new(1)).unwrap();
        let game = referee.game();
        let answer = json!({
            "event": { "seq": 2, "at": now, "command": Uuid::nil(),
                       "event": { "type": "turn", "side": "black", "turn": turn } },
            "you": ["black"], "invitation": null,
            "game": { "id": "g", "seq": 2, "status": "playing", "rules": "bonus",
                      "start": game.start().to_string(), "turns": [turn],
                      "position": game.position().to_string(), "to_move": "red",
                      "score": { "black": game.score().black, "red": game.score().red },
                      "result": null, "clock": null, "tree": null, "updated_at": now, "next": null },
        });
        (referee, answer)
    }

    fn verdict(referee: &Referee, answer: &Value) -> Result<(), Violation> {
        let text = answer.to_string();
        let answer: CommandResponse<'_> = read(text.as_bytes())?;
        referee.check(Side::Black, &answer.event, &answer.game)
    }

    #[test]
    fn right_answer_is_accepted_and_becomes_known() {
        let (mut referee, answer) = first_turn();
        verdict(&referee, &answer).unwrap();
        let text = answer.to_string();
        let answer: CommandResponse<'_> = read(text.as_bytes()).unwrap();
        referee.acknowledge(&answer.event, &answer.game).unwrap();
        assert_eq!(referee.seq(), 2);
        assert!(referee.check(Side::Black, &answer.event, &answer.game).is_err(), "the same event twice");
    }

    #[test]
    fn every_wrong_part_of_an_answer_is_noticed() {
        let wrong = [
            ("/event/seq", json!(3)),
            ("/event/command", json!(Uuid::max())),
            ("/event/event/type", json!("resigned")),
            ("/event/event/side", json!("red")),
            ("/event/event/turn", json!("pass")),
            ("/game/id", json!("h")),
            ("/game/seq", json!(1)),
            ("/game/status", json!("over")),
            ("/game/rules", json!("classic")),
            ("/game/start", json!("61111110/01111116 r")),
            ("/game/turns", json!([])),
            ("/game/position", json!("61111110/01111116 b")),
            ("/game/to_move", json!("black")),
            ("/game/score/red", json!(99)),
            (
                "/game/result",
                json!({ "termination": "normal", "winner": "red", "score": { "black": 0, "red": 0 } }),
            ),
            ("/game/tree", json!({})),
            ("/game/next", json!("h")),
            ("/game/updated_at", json!(1)),
        ];
        for (path, value) in wrong {
            let (referee, mut answer) = first_turn();
            *answer.pointer_mut(path).unwrap() = value;
            assert!(verdict(&referee, &answer).is_err(), "{path}");
        }
    }

    #[test]
    fn loser_begins_the_rematch_in_which_both_players_are_seated() {
        for loser in Side::ALL {
            let (mut referee, _) = first_turn();
            referee.expect_resignation(Uuid::nil(), loser).unwrap();
            let next = referee.rematch("h", 7, Side::Red, None).unwrap();
            assert_eq!((next.seq(), next.game().position().to_move()), (2, loser));
            assert_eq!((next.shown.status, next.shown.to_move), ("playing", Some(loser.id())));
            assert_eq!(next.events()[1].side, Some(Side::Black));
            assert!(!next.shown.is_followed);
        }
        let (referee, _) = first_turn();
        assert!(referee.rematch("h", 7, Side::Red, None).is_err(), "the game is not over");
    }

    #[test]
    fn time_that_can_not_be_is_noticed() {
        for off in [-60_000, 60_000] {
            let (mut referee, mut answer) = first_turn();
            let at = wall_clock().saturating_add_signed(off);
            answer["event"]["at"] = json!(at);
            let text = answer.to_string();
            let answer: CommandResponse<'_> = read(text.as_bytes()).unwrap();
            assert!(referee.acknowledge(&answer.event, &answer.game).is_err(), "{off}");
        }
    }
}
