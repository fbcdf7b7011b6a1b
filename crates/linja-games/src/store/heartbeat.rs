//! Heartbeats: each server regularly stores that it is up. A gap is an outage, which costs no player any time.

use std::time::Duration;

pub use crate::game::clock::Outage;

/// The last heartbeat of any server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Heartbeat {
    /// In the time of the servers.
    pub(super) at: u64,
    /// By the database's clock.
    pub(super) db_clock: u64,
}

/// Up to this age of the last heartbeat by the database's clock, another server is up and its time counts.
const ALIVE: u64 = 10_000;

impl Heartbeat {
    /// The time of the servers when the database's clock shows `db_now`; `None` if no other server is up.
    pub(super) fn time_at(&self, db_now: u64) -> Option<u64> {
        let age = db_now.checked_sub(self.db_clock)?;
        (age < ALIVE).then_some(self.at + age)
    }
}

/// The time of a server that starts when its database's clock shows `db_now`. Never before the last heartbeat.
pub(super) fn starting_time(db_now: u64, last: Option<Heartbeat>) -> u64 {
    match last {
        None => db_now,
        Some(last) => last.time_at(db_now).unwrap_or(db_now).max(last.at),
    }
}

/// A gap of the heartbeats of more than this is an outage: at the start or after a failed heartbeat.
pub(super) const GAP: u64 = 2_000;
/// The same while all heartbeats succeed: only a suspended server is that late.
const GAP_WHILE_UP: u64 = 10_000;
/// Number of outages that are read. No clock runs for so long that it meets more of them.
pub(super) const LATEST: i64 = 64;

/// Deadline of a heartbeat. Shorter than that of the task that waits for it, so that a dead connection is always replaced.
pub(super) const BEAT_DEADLINE: Duration = Duration::from_secs(2);

/// What this server knows about its own heartbeats.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pulse {
    /// Time of the last successful heartbeat of this server; 0 before the first one.
    pub(super) last: u64,
    /// Whether a later heartbeat failed.
    pub(super) has_failed: bool,
    /// Whether events can't be stored at present. On a full disk a heartbeat, which replaces a row, can still succeed.
    pub(super) writes_fail: bool,
}

impl Pulse {
    /// The outage that ends with a heartbeat at `now`, if the last stored heartbeat was at `stored`.
    pub(super) fn outage(&self, stored: u64, now: u64) -> Option<Outage> {
        let is_doubtful = self.last == 0 || self.has_failed;
        // Another server may have been up when this one was not. Heartbeats without effect are not stored.
        let began = stored.max(self.last);
        if self.writes_fail {
            return (stored > 0 && now > began).then_some(Outage { began, ended: now });
        }
        let gap = if is_doubtful { GAP } else { GAP_WHILE_UP };
        (stored > 0 && now.saturating_sub(began) > gap).then_some(Outage { began, ended: now })
    }
}

/// Implements heartbeats for a database. `$db_clock` is SQL for its clock in milliseconds since 1970, `$begin` begins a
/// transaction that writes, `$lock` locks the row that is read.
macro_rules! impl_heartbeat {
    ($backend:ty, $pool:ty, $db_clock:expr, $begin:literal, $lock:literal) => {
        impl $backend {
            /// The database's clock and the last heartbeat.
            async fn last_heartbeat(pool: &$pool) -> Result<(u64, Option<Heartbeat>), sqlx::Error> {
                let sql = concat!(
                    "SELECT ",
                    $db_clock,
                    ", heartbeat.at, heartbeat.db_clock FROM (SELECT 1 AS id) AS one ",
                    "LEFT JOIN heartbeat ON heartbeat.id = one.id"
                );
                let row: (i64, Option<i64>, Option<i64>) = run!(pool, sqlx::query_as(sql), fetch_one)?;
                let last = row.1.zip(row.2);
                let last = last.map(|(at, db_clock)| Heartbeat { at: at as u64, db_clock: db_clock as u64 });
                Ok((row.0 as u64, last))
            }

            /// Stores a heartbeat, and the outage that ends with it. Returns its time and the latest outages. A
            /// connection is never used again after a failure.
            async fn store_heartbeat(
                pool: &$pool,
                clock: &StoreClock,
                pulse: Pulse,
            ) -> Result<(u64, Vec<Outage>), sqlx::Error> {
                let mut connection = pool.acquire().await?;
                let done = within(BEAT_DEADLINE, async {
                    let mut transaction = connection.begin_with($begin).await?;
                    let sql = concat!("SELECT at FROM heartbeat WHERE id = 1", $lock);
                    let stored: Option<i64> =
                        sqlx::query_scalar(sql).fetch_optional(&mut *transaction).await?;
                    // Read as late as possible: the other servers take it for the time of the database's clock below.
                    let now = clock.now();
                    let outage = pulse.outage(stored.unwrap_or(0) as u64, now);
                    let sql = concat!(
                        "INSERT INTO heartbeat (id, at, db_clock) VALUES (1, $1, ",
                        $db_clock,
                        ") ON CONFLICT (id) DO UPDATE SET at = excluded.at, db_clock = excluded.db_clock ",
                        "WHERE heartbeat.at < excluded.at"
                    );
                    sqlx::query(sql).bind(now as i64).execute(&mut *transaction).await?;
                    if let Some(Outage { began, ended }) = outage {
                        // While events can't be stored, each heartbeat prolongs the outage.
                        let sql = "UPDATE outages SET ended = $2 WHERE ended = $1";
                        let (began, ended) = (began as i64, ended as i64);
                        let query = sqlx::query(sql).bind(began).bind(ended);
                        if query.execute(&mut *transaction).await?.rows_affected() == 0 {
                            let sql =
                                "INSERT INTO outages (began, ended) VALUES ($1, $2) ON CONFLICT DO NOTHING";
                            sqlx::query(sql).bind(began).bind(ended).execute(&mut *transaction).await?;
                        }
                    }
                    let rows: Vec<(i64, i64)> =
                        sqlx::query_as("SELECT began, ended FROM outages ORDER BY ended DESC LIMIT $1")
                            .bind(LATEST)
                            .fetch_all(&mut *transaction)
                            .await?;
                    transaction.commit().await?;
                    Ok((now, outage, rows))
                })
                .await;
                let (now, outage, rows) = settle(connection, done)?;
                if let Some(Outage { began, ended }) = outage {
                    tracing::warn!(milliseconds = ended - began, "players get the time of an outage back");
                }
                let outage = |(began, ended)| Outage { began: began as u64, ended: ended as u64 };
                Ok((now, rows.into_iter().map(outage).collect()))
            }
        }
    };
}
pub(super) use impl_heartbeat;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_gap_is_an_outage() {
        let first = Pulse::default();
        assert_eq!(first.outage(0, 50_000), None, "nobody was ever up");
        assert_eq!(first.outage(49_000, 50_000), None, "another server is up");
        assert_eq!(first.outage(40_000, 50_000), Some(Outage { began: 40_000, ended: 50_000 }));
        let up = Pulse { last: 45_000, ..first };
        assert_eq!(up.outage(10_000, 50_000), None, "this server was up, but had nothing to store");
        assert_eq!(
            up.outage(10_000, 60_000),
            Some(Outage { began: 45_000, ended: 60_000 }),
            "it was stopped"
        );
        let failed = Pulse { has_failed: true, ..up };
        assert_eq!(failed.outage(45_000, 50_000), Some(Outage { began: 45_000, ended: 50_000 }));
        assert_eq!(failed.outage(49_900, 50_000), None, "another server was up meanwhile");
        let full = Pulse { writes_fail: true, ..up };
        assert_eq!(full.outage(44_900, 46_000), Some(Outage { began: 45_000, ended: 46_000 }));
        assert_eq!(full.outage(45_900, 46_000), Some(Outage { began: 45_900, ended: 46_000 }));
        assert_eq!(full.outage(46_000, 46_000), None, "another server has counted this time");
    }

    #[test]
    fn server_that_starts_takes_the_time_of_the_others() {
        assert_eq!(starting_time(50_000, None), 50_000);
        let last = Heartbeat { at: 3_600_000, db_clock: 10_000 };
        assert_eq!(
            starting_time(11_000, Some(last)),
            3_601_000,
            "another server is up, whatever the clock shows"
        );
        assert_eq!(starting_time(9_000_000, Some(last)), 9_000_000, "no server was up");
        assert_eq!(starting_time(30_000, Some(last)), 3_600_000, "time does not go back");
        assert_eq!(starting_time(5_000, Some(last)), 3_600_000, "the database's clock was set back");
    }
}
