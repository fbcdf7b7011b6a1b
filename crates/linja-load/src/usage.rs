//! The CPU time and memory of servers and players during a run.

use std::fmt;
use std::time::Duration;

use tokio::time::Instant;

use crate::process::{Process, machine_time, used};

/// The CPU times at the start of a measurement.
#[derive(Debug)]
pub(crate) struct Meter {
    servers: Vec<(Process, Option<Duration>)>,
    database: Option<(Process, Option<Duration>)>,
    own: Option<Duration>,
    machine: Option<(Duration, Duration)>,
    begun: Instant,
}

/// The CPU time used during a measurement.
#[derive(Debug)]
pub(crate) struct Usage {
    pub(crate) time: Duration,
    servers: Duration,
    database: Option<Duration>,
    own: Duration,
    /// The share of all cores that was busy, and the share that other programs used.
    busy: f64,
    others: f64,
}

impl Meter {
    pub(crate) fn start(servers: Vec<Process>, database: Option<Process>) -> Meter {
        Meter {
            servers: servers.into_iter().map(|process| (process, process.cpu())).collect(),
            database: database.map(|process| (process, process.cpu_with_children())),
            own: Process::own().cpu(),
            machine: machine_time(),
            begun: Instant::now(),
        }
    }

    pub(crate) fn read(&self) -> Usage {
        let servers = self.servers.iter().map(|(process, before)| used(*before, process.cpu())).sum();
        let database = self.database.map(|(process, before)| used(before, process.cpu_with_children()));
        let own = used(self.own, Process::own().cpu());
        let (busy, all) = match (self.machine, machine_time()) {
            (Some(before), Some(after)) => {
                (after.0.saturating_sub(before.0), after.1.saturating_sub(before.1))
            }
            _ => Default::default(),
        };
        let share = |time: Duration| time.as_secs_f64() / all.as_secs_f64().max(0.01);
        Usage {
            time: self.begun.elapsed(),
            servers,
            database,
            own,
            busy: share(busy),
            others: share(busy.saturating_sub(servers + own + database.unwrap_or_default())),
        }
    }
}

/// Writes the CPU time and the number of cores of each.
impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cores = |time: Duration| time.as_secs_f64() / self.time.as_secs_f64().max(0.01);
        write!(f, "server {:.1} s ({:.2} cores), ", self.servers.as_secs_f64(), cores(self.servers))?;
        if let Some(database) = self.database {
            write!(f, "database {:.1} s ({:.2} cores), ", database.as_secs_f64(), cores(database))?;
        }
        write!(
            f,
            "players {:.1} s ({:.2} cores); all processors {:.0} % busy, {:.0} % with others",
            self.own.as_secs_f64(),
            cores(self.own),
            self.busy * 100.0,
            self.others * 100.0
        )
    }
}

impl Usage {
    /// The servers' CPU time per turn.
    pub(crate) fn per_turn(&self, turns: usize) -> Duration {
        self.servers / u32::try_from(turns.max(1)).unwrap_or(u32::MAX)
    }
}

/// Memory in megabytes, for people.
pub(crate) fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}

/// The memory of all servers together, in bytes.
pub(crate) fn memory(servers: &[Process]) -> Option<u64> {
    let each: Option<Vec<u64>> = servers.iter().map(|process| process.memory()).collect();
    each.filter(|each| !each.is_empty()).map(|each| each.iter().sum())
}
