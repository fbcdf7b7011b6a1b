//! A table with two players, who play one game after the other.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use linja::{BySide, RuleSet, Side};
use linja_testing::Chance;
use serde_json::json;
use tokio::time::Instant;
use uuid::Uuid;

use crate::audit::Played;
use crate::caller::{Answered, Caller, command};
use crate::clock::Setting;
use crate::referee::{Known, Referee};
use crate::violation::{Violation, same};
use crate::watcher::Watcher;
use crate::wire::{Answer, read};
use crate::world::World;

/// Every second game has a clock, which nobody who plays at any pace runs out of.
const CLOCK: Setting = Setting { seconds: 1800, increment: 2 };

/// How a table plays.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    /// Between two turns on average; none for flat out.
    pub(crate) period: Option<Duration>,
    /// Both players hold a live connection.
    pub(crate) watched: bool,
}

/// Two players and their game.
#[derive(Debug)]
pub(crate) struct Table {
    world: Arc<World>,
    number: usize,
    chance: Chance,
    manner: Manner,
    players: BySide<Caller>,
    games: usize,
    epoch: usize,
    /// When the next turn is due.
    due: Instant,
    /// Turns played so far, for those who want to see that the table goes on.
    pub(crate) turns: Arc<std::sync::atomic::AtomicU64>,
    /// Finished games.
    pub(crate) played: Vec<Played>,
}

/// A game under way.
#[derive(Debug)]
pub(crate) struct Seated {
    referee: Referee,
    watchers: Option<BySide<Watcher>>,
}

impl Table {
    /// Two players with tokens of their own, on different servers if there are several.
    pub(crate) async fn new(
        world: &Arc<World>,
        number: usize,
        seed: u64,
        manner: Manner,
    ) -> Result<Table, Violation> {
        let other = 1 % world.endpoints.len();
        let black = Caller::new(world.clone(), 0).await?;
        let red = Caller::new(world.clone(), other).await?;
        Ok(Table {
            world: world.clone(),
            number,
            chance: Chance::stream(seed, number as u64),
            manner,
            players: BySide { black, red },
            games: 0,
            epoch: world.epoch.load(Ordering::SeqCst),
            due: Instant::now(),
            turns: Arc::default(),
            played: Vec::new(),
        })
    }

    /// Plays until the world closes; a game that has begun is finished unless the world stops.
    pub(crate) async fn play(&mut self, mut seated: Option<Seated>) {
        // Not all at once.
        self.due = Instant::now() + self.manner.period.unwrap_or_default().mul_f32(self.chance.fraction());
        loop {
            let game = match seated.take() {
                Some(game) => Ok(game),
                None if self.world.is_closing() => return,
                None => self.begin().await,
            };
            let done = match game {
                Ok(game) => self.play_game(game).await,
                Err(violation) => Err(violation),
            };
            if let Err(violation) = done {
                let place = format!("table {} game {} at {:.1?}", self.number, self.games, self.world.age());
                self.world.tally.violation(violation.at(&place));
                // One that goes wrong at once must not fill the log as fast as it can.
                tokio::time::sleep(Duration::from_millis(500)).await;
            }
        }
    }

    /// One player invites, the other comes.
    pub(crate) async fn begin(&mut self) -> Result<Seated, Violation> {
        let rules = RuleSet::ALL[(self.number + self.games) % RuleSet::ALL.len()];
        let clock = (self.number + self.games).is_multiple_of(2).then_some(CLOCK);
        self.games += 1;
        let creator = Side::ALL[self.chance.below(2)];
        let first = Side::ALL[self.chance.below(2)];
        let id = Uuid::new_v4();
        let wish = json!({
            "id": id, "rules": rules.id, "opponent": { "type": "invitation" }, "side": creator.id(),
            "first": first.id(), "name": format!("Table {}", self.number),
            "clock": clock.map(|Setting { seconds, increment }| {
                json!({ "seconds": seconds, "increment": increment })
            }),
        });
        let answered = self.players[creator].create(&wish).await?;
        let created: Answer<'_> = read(&answered.body)?;
        same("the first event's number", &created.event.seq, &1)?;
        same("the first event's kind", created.event.event.kind, "created")?;
        same("the first event's command", &created.event.command, &Some(id))?;
        same("your sides after creating", &created.you, &vec![creator.id()])?;
        let code = created.invitation.ok_or_else(|| Violation::new("the invitation is missing"))?.code;
        let known =
            Known { seq: 1, at: created.event.at, command: id, kind: "created", side: None, turn: None };
        let mut referee =
            Referee::new(created.game.id, rules, first, clock, known, self.world.clock_tolerance);
        referee.check_state(creator, &created.game)?;

        let id = Uuid::new_v4();
        referee.expect_join(id, !creator);
        let join = command(id, 1, "join", Some(("code", code)));
        let answered = self.players[!creator].command(referee.id(), &join).await?;
        self.take_in(&mut referee, !creator, &answered)?;

        let mut watchers = None;
        if self.manner.watched {
            let watcher = |side: Side| {
                let home = side as usize % self.world.endpoints.len();
                let token = self.players[side].token();
                Watcher::new(self.world.clone(), token, referee.id(), side, home)
            };
            let mut both = BySide::from_fn(watcher);
            let BySide { black, red } = &mut both;
            tokio::try_join!(black.begin(&referee), red.begin(&referee))?;
            watchers = Some(both);
        }
        Ok(Seated { referee, watchers })
    }

    async fn play_game(&mut self, mut seated: Seated) -> Result<(), Violation> {
        while !seated.referee.game().is_over() {
            self.pause(&mut seated).await?;
            if self.world.is_stopping() {
                self.resign(&mut seated).await?;
                break;
            }
            self.after_restarts(&mut seated).await?;
            self.turn(&mut seated).await?;
            self.turns.fetch_add(1, Ordering::Relaxed);
        }
        {
            let mut counts = self.world.tally.lock();
            counts.finished += u64::from(!self.world.is_stopping());
            counts.trees += seated.referee.trees();
        }
        let played = Played::new(&seated.referee);
        played.audit(&mut self.players.black, &self.world.tally).await?;
        self.played.push(played);
        Ok(())
    }

    /// Waits until the next turn is due.
    async fn pause(&mut self, seated: &mut Seated) -> Result<(), Violation> {
        let Some(period) = self.manner.period else { return Ok(()) };
        let due = self.due;
        // A turn that came late moves those behind it: nobody plays two turns at once to catch up.
        self.due = due.max(Instant::now()) + period.mul_f32(0.5 + self.chance.fraction());
        match &mut seated.watchers {
            Some(BySide { black, red }) => {
                tokio::try_join!(black.idle(due), red.idle(due))?;
            }
            None => tokio::time::sleep_until(due).await,
        }
        Ok(())
    }

    /// After a server was started again: everything that was acknowledged is there, and whoever fled returns.
    async fn after_restarts(&mut self, seated: &mut Seated) -> Result<(), Violation> {
        let epoch = self.world.epoch.load(Ordering::SeqCst);
        if std::mem::replace(&mut self.epoch, epoch) == epoch {
            return Ok(());
        }
        for side in Side::ALL {
            if !self.world.is_up(side as usize % self.world.endpoints.len()) {
                continue;
            }
            self.players[side].go_home();
            if let Some(watchers) = &mut seated.watchers {
                watchers[side].go_home();
            }
        }
        Played::new(&seated.referee).audit(&mut self.players.black, &self.world.tally).await
    }

    async fn turn(&mut self, seated: &mut Seated) -> Result<(), Violation> {
        let Seated { referee, watchers } = seated;
        let mover = referee.game().position().to_move();
        let (id, seen) = (Uuid::new_v4(), referee.seq());
        let turn = referee.expect_turn(id, &mut self.chance)?;
        let turn = command(id, seen, "turn", Some(("turn", &turn)));
        let sent = Instant::now();
        let caller = &mut self.players[mover];
        let (answered, heard) = match watchers {
            Some(BySide { black, red }) => {
                let referee = &*referee;
                let (answered, black, red) = tokio::try_join!(
                    caller.command(referee.id(), &turn),
                    black.next_event(referee),
                    red.next_event(referee)
                )?;
                same("the event's time for the two players", &black.at, &red.at)?;
                let opponent = if mover == Side::Black { red } else { black };
                self.world.tally.lock().shown.add(opponent.when - sent);
                (answered, Some(black.at))
            }
            None => (caller.command(referee.id(), &turn).await?, None),
        };
        let at = self.take_in(referee, mover, &answered)?;
        same("the event's time on the live connection", &heard.unwrap_or(at), &at)?;
        self.world.tally.lock().acknowledged.add(answered.took);
        Ok(())
    }

    async fn resign(&mut self, seated: &mut Seated) -> Result<(), Violation> {
        let Seated { referee, watchers } = seated;
        let side = referee.game().position().to_move();
        let (id, seen) = (Uuid::new_v4(), referee.seq());
        referee.expect_resignation(id, side)?;
        let answered = self.players[side].command(referee.id(), &command(id, seen, "resign", None)).await?;
        if let Some(BySide { black, red }) = watchers {
            tokio::try_join!(black.next_event(referee), red.next_event(referee))?;
        }
        self.take_in(referee, side, &answered).map(drop)
    }

    /// Checks the answer to the command under way; returns the event's time.
    fn take_in(&self, referee: &mut Referee, side: Side, answered: &Answered) -> Result<u64, Violation> {
        let answer: Answer<'_> = read(&answered.body)?;
        same("your sides in the answer", &answer.you, &vec![side.id()])?;
        let checked = referee.check(side, &answer.event, &answer.game);
        checked.map_err(|violation| violation.at("in the answer"))?;
        let off = referee.acknowledge(answer.event.at, &answer.game)?;
        let mut counts = self.world.tally.lock();
        counts.clock_off = counts.clock_off.max(off);
        if let Some(again) = answered.repeated {
            counts.repeated += 1;
            counts.found_stored += u64::from(answer.event.at < again);
        }
        Ok(answer.event.at)
    }
}
