use std::fmt;
use std::time::Duration;

use linja::{BySide, Side};

use super::{PLAYER_1, excerpt};

/// How long an engine may think.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Go {
    /// The time that each side has left.
    pub(crate) left: BySide<Option<Duration>>,
    /// The time that each side is given for each turn.
    pub(crate) increment: BySide<Duration>,
    pub(crate) move_time: Option<Duration>,
    pub(crate) nodes: Option<u64>,
    pub(crate) depth: Option<u8>,
    pub(crate) infinite: bool,
    /// Do not think: count the sequences of this many turns.
    pub(crate) perft: Option<u32>,
}

impl Go {
    /// Reads what stands after `go`.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn read(words: &[&str]) -> Result<Go, String> {
        let mut go = Go::default();
        let mut words = words.iter();
        while let Some(&word) = words.next() {
            if word == "infinite" {
                go.infinite = true;
                continue;
            }
            let mut number = || words.next().and_then(|number| read_number(number));
            let mut number = || number().ok_or_else(|| format!("“{word}” needs a number after it"));
            let millis = Duration::from_millis;
            match word {
                "p1time" => go.left[PLAYER_1] = Some(millis(number()?)),
                "p2time" => go.left[!PLAYER_1] = Some(millis(number()?)),
                "p1inc" => go.increment[PLAYER_1] = millis(number()?),
                "p2inc" => go.increment[!PLAYER_1] = millis(number()?),
                "movetime" => go.move_time = Some(millis(number()?)),
                "nodes" => go.nodes = Some(number()?),
                "depth" => go.depth = Some(number()?.min(u8::MAX.into()) as u8),
                "perft" => go.perft = Some(number()?.min(u32::MAX.into()) as u32),
                _ => {
                    return Err(format!(
                        "“{}” is no part of go: use p1time, p2time, p1inc, p2inc, movetime, nodes, depth, infinite or perft",
                        excerpt(word)
                    ));
                }
            }
        }
        Ok(go)
    }

    /// Thinking for a turn of `side` has no end of its own.
    pub(crate) fn is_unlimited(&self, side: Side) -> bool {
        self.infinite && self.time(side).is_none() && self.nodes.is_none() && self.depth.is_none()
    }

    /// The time to think about a turn of `side`, a little less than there is; `None` if something else limits thinking.
    pub(crate) fn time(&self, side: Side) -> Option<Duration> {
        let share = self.left[side].map(|left| {
            let turn = left / TURNS_LEFT + self.increment[side] * 3 / 4;
            turn.min(left / 2)
        });
        let limited = self.nodes.is_some() || self.depth.is_some() || self.infinite;
        let default = (!limited).then_some(DEFAULT_TIME);
        let time = self.move_time.into_iter().chain(share).min().or(default)?;
        Some(time.saturating_sub(OVERHEAD.min(time / 4)).max(Duration::from_millis(1)))
    }
}

/// A side has about 15 turns in a game; the first ones matter most.
const TURNS_LEFT: u32 = 12;

/// A bare `go`.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// For reading, writing and whatever else the machine does.
const OVERHEAD: Duration = Duration::from_millis(20);

/// A whole number; a negative one, as a late clock may have, counts as 0.
fn read_number(text: &str) -> Option<u64> {
    match text.strip_prefix('-') {
        Some(digits) => digits.parse::<u64>().ok().map(|_| 0),
        None => text.parse().ok(),
    }
}

/// Writes the line without its end.
impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        let mut number =
            |word: &str, number: Option<u64>| number.map_or(Ok(()), |number| write!(f, " {word} {number}"));
        let millis = |time: Duration| time.as_millis().min(u64::MAX.into()) as u64;
        let has_clock = Side::ALL.iter().any(|&side| self.left[side].is_some());
        let increment = |side| has_clock.then(|| millis(self.increment[side]));
        number("p1time", self.left[PLAYER_1].map(millis))?;
        number("p2time", self.left[!PLAYER_1].map(millis))?;
        number("p1inc", increment(PLAYER_1))?;
        number("p2inc", increment(!PLAYER_1))?;
        number("movetime", self.move_time.map(millis))?;
        number("nodes", self.nodes)?;
        number("depth", self.depth.map(u64::from))?;
        number("perft", self.perft.map(u64::from))?;
        if self.infinite { f.write_str(" infinite") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(text: &str) -> Go {
        Go::read(&text.split_whitespace().collect::<Vec<_>>()).expect("legible")
    }

    fn time(text: &str) -> Option<Duration> {
        go(text).time(Side::Red)
    }

    #[test]
    fn thinking_ends_before_the_time_does() {
        for millis in [1_u64, 2, 10, 50, 1000, 60_000] {
            let thinks = time(&format!("movetime {millis}")).expect("a time");
            assert!(thinks <= Duration::from_millis(millis), "{millis}: {thinks:?}");
            let thinks = time(&format!("p1time 5 p2time {millis} p1inc 0 p2inc 60000")).expect("a time");
            assert!(thinks <= Duration::from_millis(millis / 2 + 1), "{millis}: {thinks:?}");
        }
        assert_eq!(time("p2time -30"), Some(Duration::from_millis(1)));
        assert_eq!(time("p1time 30"), time(""), "the other side's clock");
    }

    #[test]
    fn only_infinite_thinking_has_no_end() {
        assert!(go("infinite").is_unlimited(Side::Red));
        for text in ["", "movetime 5", "nodes 5", "depth 3", "infinite depth 3", "p2time 5"] {
            assert!(!go(text).is_unlimited(Side::Red), "{text}");
        }
        assert_eq!((time("nodes 5"), time("depth 2"), time("infinite")), (None, None, None));
        assert_eq!(go("depth 999").depth, Some(255));
    }
}
