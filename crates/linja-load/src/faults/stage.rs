//! Carries out faults.

use std::time::Duration;

use linja_testing::Chance;
use tokio::task::block_in_place;
use tokio::time::{Instant, sleep};

use super::clock_jump::WallClock;
use super::debts;
use super::kind::Kind;
use super::lossy_proxy::LossyProxy;
use super::small_disk::SmallDisk;
use crate::args::Target;
use crate::attacker::Attackers;
use crate::endpoint::Endpoint;
use crate::phase::Stop;
use crate::referee::wall_clock;
use crate::test_bed::TestBed;
use crate::violation::Violation;
use crate::world::World;

/// How long a server stays dead if there is another one.
const DEAD: [Duration; 2] = [Duration::from_millis(200), Duration::from_secs(2)];
/// The disk is filled again this often: files that shrink would make space.
const FILL_AGAIN: Duration = Duration::from_millis(200);
/// A disk that is full for so long without a failure is emptied again.
const LONGEST_HARMLESS: Duration = Duration::from_secs(15);
/// The connections of a PostgreSQL server that has too few of them, for each server.
const CONNECTIONS: usize = 20;
/// How far the clock jumps, in seconds.
const JUMP: i64 = 3600;
/// The connections of the flooding address.
const FLOOD: usize = 40;

/// Everything that faults change.
#[derive(Debug)]
pub(crate) struct Stage<'a> {
    pub(crate) test_bed: TestBed,
    pub(crate) world: &'a World,
    pub(crate) chance: Chance,
    pub(crate) disk: Option<SmallDisk>,
    pub(crate) clock: Option<WallClock>,
    pub(crate) proxies: Vec<LossyProxy>,
    /// The servers without a proxy in between.
    pub(crate) direct: Vec<Endpoint>,
}

impl Stage<'_> {
    /// Carries out a fault of about this length. Returns when the fault is gone.
    pub(crate) async fn carry_out(&mut self, kind: Kind, length: Duration) -> anyhow::Result<()> {
        match kind {
            Kind::All | Kind::Kill => self.replace(false).await,
            Kind::Stop => self.replace(true).await,
            Kind::FullDisk => self.full_disk(length).await,
            Kind::DatabaseDown => self.database_down(length).await,
            Kind::BlackHole => self.black_hole(length).await,
            Kind::FewConnections => self.few_connections(length).await,
            Kind::ClockJump => self.clock_jump(length).await,
            Kind::LostAnswers => {
                self.proxies.iter().for_each(|proxy| proxy.lose(true));
                sleep(length).await;
                self.proxies.iter().for_each(|proxy| proxy.lose(false));
                Ok(())
            }
            Kind::Flood => self.flood(length).await,
        }
    }

    /// Kills or stops one of the servers and starts it again.
    async fn replace(&mut self, orderly: bool) -> anyhow::Result<()> {
        let number = self.chance.below(self.test_bed.servers.len());
        let is_only = self.test_bed.servers.len() == 1;
        let dead = if is_only { Duration::ZERO } else { between(&mut self.chance, DEAD) };
        let server = &mut self.test_bed.servers[number];
        self.world.set_up(number, false);
        if orderly {
            if let Err(why) = block_in_place(|| server.stop()) {
                self.world.tally.violation(Violation::new(format!("the server did not stop: {why:#}")));
            }
        } else {
            block_in_place(|| server.kill());
        }
        let began = wall_clock();
        sleep(dead).await;
        let ended = wall_clock();
        block_in_place(|| server.start())?;
        self.world.set_up(number, true);
        if is_only {
            self.world.phases.stopped(Stop { began, ended });
        }
        Ok(())
    }

    async fn full_disk(&mut self, length: Duration) -> anyhow::Result<()> {
        let Some(disk) = &self.disk else { return Ok(()) };
        let (begun, refused) = (Instant::now(), self.world.tally.lock().refused);
        // A database writes on for a while in the space that it has. The fault begins with the first failure.
        let is_harmless = || self.world.tally.lock().refused == refused;
        let mut end = begun + length;
        while Instant::now() < end {
            block_in_place(|| disk.fill())?;
            sleep(FILL_AGAIN).await;
            if is_harmless() && begun.elapsed() < LONGEST_HARMLESS {
                end = Instant::now() + length;
            }
        }
        disk.empty()?;
        // PostgreSQL stops if it can't write its log.
        if let Some(postgres) = self.test_bed.postgres.as_ref().filter(|postgres| !postgres.is_up()) {
            block_in_place(|| postgres.restart())?;
        }
        Ok(())
    }

    async fn database_down(&mut self, length: Duration) -> anyhow::Result<()> {
        let Some(postgres) = &self.test_bed.postgres else { return Ok(()) };
        block_in_place(|| postgres.crash())?;
        let began = wall_clock();
        sleep(length).await;
        let ended = wall_clock();
        block_in_place(|| postgres.restart())?;
        self.world.phases.stopped(Stop { began, ended });
        Ok(())
    }

    async fn black_hole(&mut self, length: Duration) -> anyhow::Result<()> {
        let Some(proxy) = &self.test_bed.proxy else { return Ok(()) };
        proxy.swallow(true);
        let began = wall_clock();
        sleep(length).await;
        self.world.phases.stopped(Stop { began, ended: wall_clock() });
        proxy.swallow(false);
        Ok(())
    }

    /// Few connections must be enough: also while there are few, nothing may be owed for long.
    async fn few_connections(&mut self, length: Duration) -> anyhow::Result<()> {
        let Some(postgres) = &self.test_bed.postgres else { return Ok(()) };
        let few = format!("-c max_connections={}", CONNECTIONS * self.test_bed.servers.len());
        block_in_place(|| postgres.crash().and_then(|()| postgres.restart_with(&few)))?;
        let (begun, limit) = (Instant::now(), self.world.debt_limit);
        if debts::paid(&self.direct, begun, limit).await.is_none() {
            let what = format!("something was owed for more than {limit:?} while there were few connections");
            self.world.tally.violation(Violation::new(what));
        }
        sleep(length).await;
        block_in_place(|| postgres.crash().and_then(|()| postgres.restart()))?;
        Ok(())
    }

    async fn clock_jump(&mut self, length: Duration) -> anyhow::Result<()> {
        let Some(clock) = &self.clock else { return Ok(()) };
        clock.set(if self.chance.below(2) == 0 { JUMP } else { -JUMP })?;
        sleep(length).await;
        Ok(clock.set(0)?)
    }

    async fn flood(&mut self, length: Duration) -> anyhow::Result<()> {
        let seed = self.chance.below(1 << 20) as u64;
        let mut attackers = Vec::new();
        for server in &self.test_bed.servers {
            let endpoint = Endpoint::from_address(&server.url(), super::NEIGHBOUR)?;
            attackers.push(Attackers::start(endpoint, Target::Turns, FLOOD, seed));
        }
        sleep(length).await;
        attackers.into_iter().for_each(Attackers::break_off);
        Ok(())
    }
}

/// A random time between two.
pub(crate) fn between(chance: &mut Chance, [from, to]: [Duration; 2]) -> Duration {
    from + to.saturating_sub(from).mul_f32(chance.fraction())
}
