//! Unguessable ids that are easy to read aloud: lower-case letters and digits without `i`, `l`, `o`, `u`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// The id of a game: 20 characters of 5 bits each. Knowing the id is enough to watch the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameId([u8; GameId::LENGTH]);

impl GameId {
    /// Length of an id in characters.
    pub const LENGTH: usize = 20;

    /// Derives an id from bytes, which must be indistinguishable from random.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; 32]) -> GameId {
        let mut id = [0; GameId::LENGTH];
        for (character, byte) in id.iter_mut().zip(bytes) {
            *character = ALPHABET[usize::from(byte & 31)];
        }
        GameId(id)
    }

    /// The id of a later game of the series that began with this game. It follows from the first id, so all servers
    /// agree on it, and only those who know the first id can compute it.
    #[must_use]
    pub fn of_series(self, number: u32) -> GameId {
        if number == 1 {
            return self;
        }
        let mut hasher = blake3::Hasher::new_derive_key("linja 2026 id of a later game");
        hasher.update(self.as_str().as_bytes());
        hasher.update(&number.to_le_bytes());
        GameId::from_bytes(hasher.finalize().as_bytes())
    }

    /// The id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        // Always ASCII: ids hold only characters of the alphabet.
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The text is not a game id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no game has such an id")]
pub struct ParseGameIdError;

impl FromStr for GameId {
    type Err = ParseGameIdError;

    fn from_str(text: &str) -> Result<GameId, ParseGameIdError> {
        let id: [u8; GameId::LENGTH] = text.as_bytes().try_into().map_err(|_| ParseGameIdError)?;
        if id.iter().all(|character| ALPHABET.contains(character)) {
            Ok(GameId(id))
        } else {
            Err(ParseGameIdError)
        }
    }
}

impl Serialize for GameId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for GameId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<GameId, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_back() {
        let id = GameId::from_bytes(&std::array::from_fn(|i| (i as u8).wrapping_mul(37)));
        assert_eq!(id.to_string().len(), GameId::LENGTH);
        assert_eq!(id.to_string().parse(), Ok(id));
    }

    #[test]
    fn later_games_have_ids_of_their_own() {
        let first = GameId::from_bytes(&[7; 32]);
        assert_eq!(first.of_series(1), first);
        let ids: std::collections::HashSet<GameId> =
            (1..=1_000).map(|number| first.of_series(number)).collect();
        assert_eq!(ids.len(), 1_000);
        assert_ne!(first.of_series(2), GameId::from_bytes(&[8; 32]).of_series(2));
        // Links hold these ids, so they must never change.
        assert_eq!(first.of_series(2).to_string(), "v01yma09fxy69gfj1mar");
    }

    #[test]
    fn only_the_alphabet_is_read() {
        for text in [
            "",
            "0123456789abcdefghj",
            "0123456789abcdefghjL",
            "0123456789abcdefgh'--",
            "../../../../../etc/pa",
        ] {
            assert_eq!(text.parse::<GameId>(), Err(ParseGameIdError), "{text}");
        }
    }
}
