//! The network lag of a live connection, measured by the server from its own pings.

use std::time::{Duration, Instant};

use axum::body::Bytes;

/// Round trips of pings. A client can delay its pongs, so the game counts lag only up to a limit.
#[derive(Debug, Default)]
pub(super) struct Lag {
    number: u64,
    sent: Option<Instant>,
    average: Option<Duration>,
}

impl Lag {
    /// The content of the next ping, which is sent now.
    pub(super) fn ping(&mut self) -> Bytes {
        self.number += 1;
        self.sent = Some(Instant::now());
        Bytes::copy_from_slice(&self.number.to_be_bytes())
    }

    /// Takes the pong with this content. Other pongs than the reply to the last ping say nothing.
    pub(super) fn pong(&mut self, content: &[u8]) {
        if content != self.number.to_be_bytes() {
            return;
        }
        let Some(sent) = self.sent.take() else { return };
        let last = sent.elapsed();
        self.average = Some(self.average.map_or(last, |average| (average + last) / 2));
    }

    /// The time of a round trip, once it is known.
    pub(super) fn round_trip(&self) -> Option<Duration> {
        self.average
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_reply_to_the_last_ping_counts_and_only_once() {
        let mut lag = Lag::default();
        let first = lag.ping();
        lag.pong(b"");
        lag.pong(&[0; 8]);
        assert_eq!(lag.round_trip(), None);
        let second = lag.ping();
        lag.pong(&first);
        assert_eq!(lag.round_trip(), None, "too late");
        std::thread::sleep(Duration::from_millis(2));
        lag.pong(&second);
        let measured = lag.round_trip();
        assert!(measured >= Some(Duration::from_millis(2)), "{measured:?}");
        lag.pong(&second);
        assert_eq!(lag.round_trip(), measured);
    }
}
