//! Reads a game again and compares it, event by event, with what was acknowledged.

use std::time::Duration;

use linja::{Game, Record};
use tokio::time::Instant;

use crate::caller::Caller;
use crate::referee::{Known, Referee};
use crate::tally::Tally;
use crate::violation::{Violation, same};
use crate::wire::{Events, read};

/// A game that was played, as it must be found for ever.
#[derive(Debug)]
pub(crate) struct Played {
    id: String,
    events: Vec<Known>,
    game: Game,
}

impl Played {
    pub(crate) fn new(referee: &Referee) -> Played {
        Played {
            id: referee.id().to_string(),
            events: referee.events().to_vec(),
            game: referee.game().clone(),
        }
    }

    /// Compares the server's events with those that were acknowledged: all of them, once, in order, and no other; and
    /// the record with the replay.
    pub(crate) async fn audit(&self, caller: &mut Caller, tally: &Tally) -> Result<(), Violation> {
        self.check(caller)
            .await
            .map_err(|violation| violation.at(&format!("game {}, read again", self.id)))?;
        let mut counts = tally.lock();
        counts.audited += 1;
        counts.audited_events += self.events.len() as u64;
        Ok(())
    }

    async fn check(&self, caller: &mut Caller) -> Result<(), Violation> {
        let begun = Instant::now();
        let path = format!("/api/v1/games/{}/events?after=0", self.id);
        let body = loop {
            let body = caller.get(&path).await?;
            let found = read::<Events<'_>>(&body)?.events.len();
            // A server may hear a little later of what another one has acknowledged.
            if found >= self.events.len() || begun.elapsed() > caller.longest_delay() {
                break body;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        };
        let Events { events } = read(&body)?;
        let numbers: Vec<u64> = events.iter().map(|event| event.seq).collect();
        let expected: Vec<u64> = self.events.iter().map(|known| known.seq).collect();
        same("the list of events", &numbers, &expected)?;
        events.iter().zip(&self.events).try_for_each(|(found, known)| known.check(found))?;
        let text = caller.get(&format!("/api/v1/games/{}/record", self.id)).await?;
        let record = Record::parse(&String::from_utf8_lossy(&text))
            .map_err(|error| Violation::new(format!("the record: {error}")))?;
        same("the record", record.game(), &self.game)
    }
}
