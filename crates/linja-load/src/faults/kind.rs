//! The kinds of faults.

use std::fmt;

use clap::ValueEnum;

/// A kind of fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Kind {
    /// Every kind that is possible with the database and on this machine
    All,
    /// A server is killed with signal 9 and started again
    Kill,
    /// A server is stopped in the orderly way and started again
    Stop,
    /// The disk of the data is full for a while
    FullDisk,
    /// PostgreSQL is down for a while
    DatabaseDown,
    /// The connections to PostgreSQL stay open, but nothing arrives
    BlackHole,
    /// PostgreSQL accepts only 20 connections per server
    FewConnections,
    /// The wall clock of the servers jumps by an hour, and back
    ClockJump,
    /// Responses are lost after the server has got the requests
    LostAnswers,
    /// Another address sends expensive requests as fast as it can
    Flood,
}

impl Kind {
    /// Every kind but [`Kind::All`].
    pub(crate) fn each() -> impl Iterator<Item = Kind> {
        Kind::value_variants().iter().copied().filter(|&kind| kind != Kind::All)
    }

    /// Whether the fault is one of PostgreSQL.
    pub(crate) fn needs_postgres(self) -> bool {
        matches!(self, Kind::DatabaseDown | Kind::BlackHole | Kind::FewConnections)
    }
}

/// Writes the name as on the command line.
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.to_possible_value();
        f.pad(value.as_ref().map_or("", |value| value.get_name()))
    }
}
