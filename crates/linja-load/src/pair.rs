//! Two players who play one game after the other.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use linja::{BySide, RuleSet, Side};
use linja_testing::Chance;
use serde_json::json;
use tokio::time::Instant;
use uuid::Uuid;

use crate::audit::Played;
use crate::client::{Client, Response, command};
use crate::clock::Setting;
use crate::referee::{Known, Referee};
use crate::violation::{Violation, same};
use crate::watcher::Watcher;
use crate::wire::{CommandResponse, OwnGame, read};
use crate::world::World;

/// The clock of every second game; too long to run out.
const CLOCK: Setting = Setting { seconds: 1800, increment: 2 };

/// One of this many finished games has a rematch.
const REMATCH: usize = 2;

/// How pairs play.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PairSettings {
    /// Turns and waiting times follow from the seed and the number of the pair.
    pub(crate) seed: u64,
    /// The mean time between two turns; `None` to play as fast as possible.
    pub(crate) period: Option<Duration>,
    /// Whether both players hold a live connection.
    pub(crate) watched: bool,
    /// Whether every second game has a clock.
    pub(crate) timed: bool,
}

/// Two players, and the games that they have finished.
#[derive(Debug)]
pub(crate) struct Pair {
    world: Arc<World>,
    number: usize,
    chance: Chance,
    settings: PairSettings,
    players: BySide<Client>,
    games: usize,
    epoch: usize,
    /// When the next turn is due.
    due: Instant,
    /// Turns so far; shows from outside that the pair still plays.
    pub(crate) turns: Arc<std::sync::atomic::AtomicU64>,
    /// Finished games.
    pub(crate) played: Vec<Played>,
}

/// A game in progress.
#[derive(Debug)]
pub(crate) struct BegunGame {
    referee: Referee,
    watchers: Option<BySide<Watcher>>,
    creator: Side,
    clock: Option<Setting>,
}

impl Pair {
    /// Two players, each with a token, on different servers if there are several.
    pub(crate) async fn new(
        world: &Arc<World>,
        number: usize,
        settings: PairSettings,
    ) -> Result<Pair, Violation> {
        let other = 1 % world.endpoints.len();
        let black = Client::new(world.clone(), 0).await?;
        let red = Client::new(world.clone(), other).await?;
        Ok(Pair {
            world: world.clone(),
            number,
            chance: Chance::stream(settings.seed, number as u64),
            settings,
            players: BySide { black, red },
            games: 0,
            epoch: world.epoch.load(Ordering::SeqCst),
            due: Instant::now(),
            turns: Arc::default(),
            played: Vec::new(),
        })
    }

    /// Plays until the run closes. The last game is played to its end, unless the run stops.
    pub(crate) async fn play(&mut self, first: BegunGame) {
        let mut next = Some(first);
        // Random, so that the pairs do not play in step.
        let period = self.settings.period.unwrap_or_default();
        self.due = Instant::now() + period.mul_f32(self.chance.fraction());
        loop {
            let game = match next.take() {
                Some(game) => Ok(game),
                None if self.world.is_closing() => return,
                None => self.begin().await,
            };
            let done = match game {
                Ok(game) => self.play_game(game).await,
                Err(violation) => Err(violation),
            };
            match done {
                Ok(rematch) => next = rematch,
                Err(violation) => {
                    let place =
                        format!("pair {} game {} at {:.1?}", self.number, self.games, self.world.age());
                    self.world.tally.violation(violation.at(&place));
                    // So that a pair that fails immediately does not flood the log.
                    tokio::time::sleep(Duration::from_millis(500)).await;
                }
            }
        }
    }

    /// One player creates a game by invitation, the other joins.
    pub(crate) async fn begin(&mut self) -> Result<BegunGame, Violation> {
        let rules = RuleSet::ALL[(self.number + self.games) % RuleSet::ALL.len()];
        let is_timed = self.settings.timed && (self.number + self.games).is_multiple_of(2);
        let clock = is_timed.then_some(CLOCK);
        self.games += 1;
        let creator = Side::ALL[self.chance.below(2)];
        let first = Side::ALL[self.chance.below(2)];
        let id = Uuid::new_v4();
        let wish = json!({
            "id": id, "rules": rules.id(), "opponent": { "type": "invitation" }, "side": creator.id(),
            "first": first.id(), "name": format!("Pair {}", self.number),
            "clock": clock.map(|Setting { seconds, increment }| {
                json!({ "seconds": seconds, "increment": increment })
            }),
        });
        let response = self.players[creator].create(&wish).await?;
        let created: CommandResponse<'_> = read(&response.body)?;
        same("the first event's number", &created.event.seq, &1)?;
        same("the first event's kind", created.event.event.kind, "created")?;
        same("the first event's command", &created.event.command, &Some(id))?;
        same("your sides after creating", &created.you, &vec![creator.id()])?;
        let code = created.invitation.ok_or_else(|| Violation::new("the invitation is missing"))?.code;
        let known = Known {
            seq: 1,
            at: created.event.at,
            command: Some(id),
            kind: "created",
            side: None,
            turn: None,
        };
        let mut referee =
            Referee::new(created.game.id, rules, first, clock, known, self.world.clock_tolerance);
        referee.check_state(creator, &created.game)?;

        let id = Uuid::new_v4();
        referee.expect_join(id, !creator);
        let join = command(id, 1, "join", Some(("code", code)));
        let response = self.players[!creator].command(referee.id(), &join).await?;
        self.check_response(&mut referee, !creator, &response)?;
        let watchers = self.watch(&referee).await?;
        Ok(BegunGame { referee, watchers, creator, clock })
    }

    /// Connects both players to a game, if they are to hold live connections.
    async fn watch(&self, referee: &Referee) -> Result<Option<BySide<Watcher>>, Violation> {
        if !self.settings.watched {
            return Ok(None);
        }
        let watcher = |side: Side| {
            let home = side as usize % self.world.endpoints.len();
            let token = self.players[side].token();
            Watcher::new(self.world.clone(), token, referee.id(), side, home)
        };
        let mut both = BySide::from_fn(watcher);
        let BySide { black, red } = &mut both;
        tokio::try_join!(black.begin(referee), red.begin(referee))?;
        Ok(Some(both))
    }

    /// Plays a game to its end. Returns its rematch, if the players want one.
    async fn play_game(&mut self, mut game: BegunGame) -> Result<Option<BegunGame>, Violation> {
        while !game.referee.game().is_over() {
            self.pause(&mut game).await?;
            if self.world.is_stopping() {
                self.resign(&mut game).await?;
                break;
            }
            self.after_restarts(&mut game).await?;
            self.turn(&mut game).await?;
            self.turns.fetch_add(1, Ordering::Relaxed);
        }
        {
            let mut counts = self.world.tally.lock();
            counts.finished += u64::from(!self.world.is_stopping());
            counts.trees += game.referee.trees();
        }
        let is_wanted = self.chance.below(REMATCH) == 0 && !self.world.is_closing();
        // Boxed, because it is rare and all pairs hold the future.
        let rematch = if is_wanted { Box::pin(self.rematch(&mut game)).await? } else { None };
        let played = Played::new(&game.referee);
        played.audit(&mut self.players.black, &self.world.tally).await?;
        self.played.push(played);
        Ok(rematch)
    }

    /// One player offers a rematch, the other accepts; `None` if the run stops meanwhile.
    async fn rematch(&mut self, game: &mut BegunGame) -> Result<Option<BegunGame>, Violation> {
        let offers = Side::ALL[self.chance.below(2)];
        let mut began = None;
        for (side, is_accepted) in [(offers, false), (!offers, true)] {
            self.pause(game).await?;
            if self.world.is_stopping() {
                return Ok(None);
            }
            self.after_restarts(game).await?;
            let (id, seen) = (Uuid::new_v4(), game.referee.seq());
            game.referee.expect_rematch(id, side, is_accepted);
            began = Some(self.carry_out(game, side, &command(id, seen, "rematch", None)).await?);
        }
        let Some(began) = began else { return Ok(None) };
        let CommandResponse { event, game: before, .. } = read(&began.body)?;
        let next = event.event.game.ok_or_else(|| Violation::new("the next game has no id"))?;
        same("the game after this one", &before.next, &Some(next))?;
        let (creator, clock) = (game.creator, game.clock);
        let referee = game.referee.rematch(next, event.at, creator, clock)?;
        self.games += 1;
        // An acknowledged game exists, whatever happened to its server since.
        let own = self.players[creator].get(&format!("/api/v1/games/{next}")).await?;
        let own: OwnGame<'_> = read(&own)?;
        same("your sides in the rematch", &own.you, &vec![creator.id()])?;
        referee.check_state(creator, &own.game).map_err(|violation| violation.at("in a rematch"))?;
        let watchers = self.watch(&referee).await?;
        self.world.tally.lock().rematches += 1;
        Ok(Some(BegunGame { referee, watchers, creator, clock }))
    }

    /// Waits until the next turn is due.
    async fn pause(&mut self, game: &mut BegunGame) -> Result<(), Violation> {
        let Some(period) = self.settings.period else { return Ok(()) };
        let due = self.due;
        // A late turn delays the following ones: players do not catch up by playing two turns at once.
        self.due = due.max(Instant::now()) + period.mul_f32(0.5 + self.chance.fraction());
        match &mut game.watchers {
            Some(BySide { black, red }) => {
                tokio::try_join!(black.idle(due), red.idle(due))?;
            }
            None => tokio::time::sleep_until(due).await,
        }
        Ok(())
    }

    /// After a restart of a server: audits the game, and returns the players to their own servers.
    async fn after_restarts(&mut self, game: &mut BegunGame) -> Result<(), Violation> {
        let epoch = self.world.epoch.load(Ordering::SeqCst);
        if std::mem::replace(&mut self.epoch, epoch) == epoch {
            return Ok(());
        }
        for side in Side::ALL {
            if !self.world.is_up(side as usize % self.world.endpoints.len()) {
                continue;
            }
            self.players[side].go_home();
            if let Some(watchers) = &mut game.watchers {
                watchers[side].go_home();
            }
        }
        Played::new(&game.referee).audit(&mut self.players.black, &self.world.tally).await
    }

    async fn turn(&mut self, game: &mut BegunGame) -> Result<(), Violation> {
        let BegunGame { referee, watchers, .. } = game;
        let mover = referee.game().position().to_move();
        let (id, seen) = (Uuid::new_v4(), referee.seq());
        let turn = referee.expect_turn(id, &mut self.chance)?;
        let turn = command(id, seen, "turn", Some(("turn", &turn)));
        let sent = Instant::now();
        let client = &mut self.players[mover];
        let (response, heard) = match watchers {
            Some(BySide { black, red }) => {
                let referee = &*referee;
                let (response, black, red) = tokio::try_join!(
                    client.command(referee.id(), &turn),
                    black.next_event(referee),
                    red.next_event(referee)
                )?;
                same("the event's time for the two players", &black.at, &red.at)?;
                let opponent = if mover == Side::Black { red } else { black };
                self.world.tally.lock().shown.add(opponent.when - sent);
                (response, Some(black.at))
            }
            None => (client.command(referee.id(), &turn).await?, None),
        };
        let at = self.check_response(referee, mover, &response)?;
        same("the event's time on the live connection", &heard.unwrap_or(at), &at)?;
        self.world.tally.lock().acknowledged.add(response.took);
        Ok(())
    }

    async fn resign(&mut self, game: &mut BegunGame) -> Result<(), Violation> {
        let side = game.referee.game().position().to_move();
        let (id, seen) = (Uuid::new_v4(), game.referee.seq());
        game.referee.expect_resignation(id, side)?;
        self.carry_out(game, side, &command(id, seen, "resign", None)).await.map(drop)
    }

    /// Sends the pending command, waits for its event, and checks the response.
    async fn carry_out(
        &mut self,
        game: &mut BegunGame,
        side: Side,
        command: &serde_json::Value,
    ) -> Result<Response, Violation> {
        let BegunGame { referee, watchers, .. } = game;
        let response = self.players[side].command(referee.id(), command).await?;
        if let Some(BySide { black, red }) = watchers {
            tokio::try_join!(black.next_event(referee), red.next_event(referee))?;
        }
        self.check_response(referee, side, &response)?;
        Ok(response)
    }

    /// Checks the response to the pending command; returns the event's time.
    fn check_response(
        &self,
        referee: &mut Referee,
        side: Side,
        response: &Response,
    ) -> Result<u64, Violation> {
        let body: CommandResponse<'_> = read(&response.body)?;
        same("your sides in the response", &body.you, &vec![side.id()])?;
        let checked = referee.check(side, &body.event, &body.game);
        checked.map_err(|violation| violation.at("in the response"))?;
        let off = referee.acknowledge(&body.event, &body.game)?;
        let mut counts = self.world.tally.lock();
        counts.clock_off = counts.clock_off.max(off);
        if let Some(again) = response.repeated {
            counts.repeated += 1;
            counts.found_stored += u64::from(body.event.at < again);
        }
        Ok(body.event.at)
    }
}
