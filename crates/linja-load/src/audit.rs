//! Reads a game again and compares its events with those that were acknowledged.

use std::time::Duration;

use linja::{Game, Record};
use tokio::time::Instant;

use crate::client::Client;
use crate::referee::{Known, Referee};
use crate::tally::Tally;
use crate::violation::{Violation, same};
use crate::wire::{Events, read};

/// A finished game, as the server must keep it.
#[derive(Debug)]
pub(crate) struct Played {
    id: String,
    events: Vec<Known>,
    game: Game,
}

impl Played {
    /// A game with these known events.
    pub(crate) fn from_events(id: &str, events: &[Known], game: &Game) -> Played {
        Played { id: id.to_string(), events: events.to_vec(), game: game.clone() }
    }

    pub(crate) fn new(referee: &Referee) -> Played {
        Played::from_events(referee.id(), referee.events(), referee.game())
    }

    /// Compares the server's events with those that were acknowledged, and its record with the replay.
    pub(crate) async fn audit(&self, client: &mut Client, tally: &Tally) -> Result<(), Violation> {
        self.check(client)
            .await
            .map_err(|violation| violation.at(&format!("game {}, read again", self.id)))?;
        let mut counts = tally.lock();
        counts.audited += 1;
        counts.audited_events += self.events.len() as u64;
        Ok(())
    }

    async fn check(&self, client: &mut Client) -> Result<(), Violation> {
        let begun = Instant::now();
        let path = format!("/api/v1/games/{}/events?after=0", self.id);
        let body = loop {
            let body = client.get(&path).await?;
            let found = read::<Events<'_>>(&body)?.events.len();
            // A server may learn a little later of what another one has acknowledged.
            if found >= self.events.len() || begun.elapsed() > client.longest_delay() {
                break body;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        };
        let Events { events } = read(&body)?;
        let numbers: Vec<u64> = events.iter().map(|event| event.seq).collect();
        let expected: Vec<u64> = self.events.iter().map(|known| known.seq).collect();
        same("the list of events", &numbers, &expected)?;
        events.iter().zip(&self.events).try_for_each(|(found, known)| known.check(found))?;
        let text = client.get(&format!("/api/v1/games/{}/record", self.id)).await?;
        let record = Record::parse(&String::from_utf8_lossy(&text))
            .map_err(|error| Violation::new(format!("the record: {error}")))?;
        same("the record", record.game(), &self.game)
    }
}
