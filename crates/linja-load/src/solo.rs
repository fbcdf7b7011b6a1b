//! A game of one client, against the computer or with both sides on one device, in which the server stores events by
//! itself: the computer's replies, credits and time losses.

use linja::{Game, RuleSet, Side, Termination, fast};
use linja_testing::Chance;
use serde_json::{Value, json};
use tokio::time::Instant;
use uuid::Uuid;

use crate::audit::Played;
use crate::client::{Client, Response, command};
use crate::clock::{Clock, LONGEST_LAG, Setting};
use crate::referee::Known;
use crate::violation::{Violation, same};
use crate::wire::{CommandResponse, Events, Numbered, read};
use crate::world::World;

/// A game, and everything that is known to be stored of it.
#[derive(Debug)]
pub(crate) struct Solo<'a> {
    world: &'a World,
    client: &'a mut Client,
    id: String,
    game: Game,
    events: Vec<Known>,
    clock: Option<Clock>,
    /// When the last turn was stored, and the milliseconds that were given back since.
    turn_at: u64,
    credited: u64,
}

impl<'a> Solo<'a> {
    /// Creates a game. The client plays black and begins.
    pub(crate) async fn begin(
        world: &'a World,
        client: &'a mut Client,
        opponent: &Value,
        clock: Option<Setting>,
    ) -> Result<Solo<'a>, Violation> {
        let id = Uuid::new_v4();
        let wish = json!({
            "id": id, "rules": RuleSet::BONUS.id(), "opponent": opponent, "side": "black", "first": "black",
            "clock": clock.map(|Setting { seconds, increment }| {
                json!({ "seconds": seconds, "increment": increment })
            }),
        });
        let response = client.create(&wish).await?;
        let created: CommandResponse<'_> = read(&response.body)?;
        same("the first event's command", &created.event.command, &Some(id))?;
        let at = created.event.at;
        let first = Known { seq: 1, at, command: Some(id), kind: "created", side: None, turn: None };
        count(world, &response, at);
        Ok(Solo {
            world,
            client,
            id: created.game.id.to_string(),
            game: Game::new(RuleSet::BONUS, Side::Black),
            events: vec![first],
            clock: clock.map(Clock::new),
            turn_at: at,
            credited: 0,
        })
    }

    pub(crate) fn is_over(&self) -> bool {
        self.game.is_over()
    }

    pub(crate) fn to_move(&self) -> Side {
        self.game.position().to_move()
    }

    /// When the running clock ends the game, in milliseconds since 1970.
    pub(crate) fn ends_at(&self) -> Option<u64> {
        self.clock.as_ref()?.deadline().map(|(_, deadline)| deadline + LONGEST_LAG)
    }

    /// Plays a random turn.
    pub(crate) async fn turn(&mut self, chance: &mut Chance) -> Result<(), Violation> {
        let turns = fast::complete_turns(self.game.position(), self.game.rules());
        let chosen = turns.get(chance.below(turns.len()));
        let chosen = chosen.ok_or_else(|| Violation::new("an unfinished game has no turn"))?.turn.to_string();
        let id = Uuid::new_v4();
        let turn = command(id, self.seq(), "turn", Some(("turn", &chosen)));
        let response = self.client.command(&self.id, &turn).await?;
        let body: CommandResponse<'_> = read(&response.body)?;
        same("the turn's command", &body.event.command, &Some(id))?;
        same("the turn", &body.event.event.turn, &Some(chosen.as_str()))?;
        if body.event.seq == self.seq() + 1 {
            self.take_in(&body.event)?;
        } else {
            // Time was given back meanwhile.
            self.read_again().await?;
        }
        let stored = self.events.iter().find(|known| known.seq == body.event.seq);
        same("the turn's command, read again", &stored.and_then(|known| known.command), &Some(id))?;
        count(self.world, &response, body.event.at);
        self.world.tally.lock().acknowledged.add(response.took);
        Ok(())
    }

    /// Reads the events that are not known yet; returns whether there was one.
    pub(crate) async fn read_again(&mut self) -> Result<bool, Violation> {
        let path = format!("/api/v1/games/{}/events?after={}", self.id, self.seq());
        let body = self.client.get(&path).await?;
        let Events { events } = read(&body)?;
        events.iter().try_for_each(|event| self.take_in(event))?;
        Ok(!events.is_empty())
    }

    /// Waits for an event that the server has to store by itself since `owed`, without asking for the game: a request
    /// could remind the server.
    pub(crate) async fn wait_for_server(&mut self, owed: Instant) -> Result<(), Violation> {
        loop {
            let calm = self.world.phases.calm().await;
            if self.read_again().await? {
                return Ok(());
            }
            let late = owed.max(calm) + self.world.debt_limit;
            if Instant::now() > late {
                let limit = self.world.debt_limit;
                return Err(Violation::new(format!("what the server owed was not stored within {limit:?}")));
            }
            tokio::time::sleep_until(late).await;
        }
    }

    /// Compares all events with those that the server stores.
    pub(crate) async fn end(self) -> Result<Played, Violation> {
        let played = Played::from_events(&self.id, &self.events, &self.game);
        played.audit(self.client, &self.world.tally).await?;
        Ok(played)
    }

    fn seq(&self) -> u64 {
        self.events.len() as u64
    }

    fn take_in(&mut self, event: &Numbered<'_>) -> Result<(), Violation> {
        let at = event.at;
        let wrong = |what: String| Violation::new(format!("event {}: {what}", event.seq));
        same("the event's number", &event.seq, &(self.seq() + 1))?;
        if at < self.events.last().map_or(0, |known| known.at) {
            return Err(wrong("time ran backwards".into()));
        }
        let side = Side::ALL.into_iter().find(|side| Some(side.id()) == event.event.side);
        let kind = match (event.event.kind, side) {
            ("turn", Some(side)) => {
                self.check_credit(at)?;
                let turn = event.event.turn.unwrap_or_default();
                self.game.play_text(turn).map_err(|error| wrong(error.to_string()))?;
                let is_over = self.game.is_over();
                if let Some(clock) = &mut self.clock {
                    clock.played(side, at, event.event.lag, is_over)?;
                }
                (self.turn_at, self.credited) = (at, 0);
                "turn"
            }
            ("time_credited", Some(_)) => {
                let milliseconds = event.event.milliseconds.unwrap_or_default();
                if let Some(clock) = &mut self.clock {
                    clock.credit(milliseconds);
                }
                self.credited += milliseconds;
                "time_credited"
            }
            ("time_ran_out", Some(side)) => {
                self.check_credit(at)?;
                let due = self.clock.as_ref().and_then(Clock::deadline);
                let (loser, deadline) = due.ok_or_else(|| wrong("no clock was running".into()))?;
                same("the loser on time", &side, &loser)?;
                if at < deadline + LONGEST_LAG {
                    return Err(wrong(format!("the time ran out {} ms early", deadline + LONGEST_LAG - at)));
                }
                self.game.stop(Termination::Time(side)).map_err(|error| wrong(error.to_string()))?;
                "time_ran_out"
            }
            (other, _) => return Err(wrong(format!("the unexpected kind {other}"))),
        };
        let turn = event.event.turn.map(String::from);
        self.events.push(Known { seq: event.seq, at, command: event.command, kind, side, turn });
        Ok(())
    }

    /// An outage must not cost the player whose clock has been running until `at`.
    fn check_credit(&self, at: u64) -> Result<(), Violation> {
        if self.clock.as_ref().and_then(Clock::deadline).is_none() {
            return Ok(());
        }
        let lost = self.world.phases.lost_time(self.turn_at, at);
        let tolerance = self.world.clock_tolerance.as_millis() as u64;
        if self.credited + tolerance < lost {
            let credited = self.credited;
            return Err(Violation::new(format!(
                "an outage took {lost} ms of a player's time, and {credited} ms were given back"
            )));
        }
        Ok(())
    }
}

/// Counts a command that was sent more than once.
fn count(world: &World, response: &Response, at: u64) {
    if let Some(again) = response.repeated {
        let mut counts = world.tally.lock();
        counts.repeated += 1;
        counts.found_stored += u64::from(at < again);
    }
}
