//! Identity: an unguessable token that the client keeps. The server stores only its hash.
//!
//! A token gives no rights by itself. It gets a seat when the event that assigns the seat records its hash. Tokens have
//! 256 random bits, so a fast hash is enough: guessing offline is infeasible.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use uuid::Uuid;

use crate::id::GameId;
use crate::identity::Code;

/// The secret of one client.
#[derive(Clone, PartialEq, Eq)]
pub struct Token([u8; 32]);

/// The BLAKE3 hash of a secret, stored instead of the secret.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hash(blake3::Hash);

impl Token {
    /// A new random token.
    ///
    /// # Errors
    /// If the operating system provides no random bytes.
    #[cfg(feature = "server")]
    pub fn new() -> Result<Token, getrandom::Error> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)?;
        Ok(Token(bytes))
    }

    /// A token from bytes, which must be indistinguishable from random.
    pub(crate) const fn from_bytes(bytes: [u8; 32]) -> Token {
        Token(bytes)
    }

    /// The hash to store.
    #[must_use]
    pub fn hash(&self) -> Hash {
        Hash(blake3::hash(&self.0))
    }

    /// The id of the game that this client creates with this command. Repeating the command gives the same id.
    #[must_use]
    pub fn game(&self, command: Uuid) -> GameId {
        GameId::from_bytes(&self.derive("linja 2026 game id", command))
    }

    /// The invitation to the game that this client creates with this command. Deriving it requires the token.
    #[must_use]
    pub fn invitation(&self, command: Uuid) -> Invitation {
        Invitation(GameId::from_bytes(&self.derive("linja 2026 invitation", command)))
    }

    /// The token that takes the place of this one when its owner signs out everywhere with this command.
    #[must_use]
    pub fn successor(&self, command: Uuid) -> Token {
        Token(self.derive("linja 2026 token after signing out", command))
    }

    /// The code that this client issues with this command.
    #[must_use]
    pub fn code(&self, command: Uuid) -> Code {
        Code::from_bytes(&self.derive("linja 2026 code for another device", command))
    }

    fn derive(&self, purpose: &'static str, command: Uuid) -> [u8; 32] {
        let mut hasher = blake3::Hasher::new_derive_key(purpose);
        hasher.update(&self.0);
        hasher.update(command.as_bytes());
        *hasher.finalize().as_bytes()
    }
}

impl Hash {
    /// The hash of a secret.
    pub(crate) fn of(secret: &[u8]) -> Hash {
        Hash(blake3::hash(secret))
    }

    /// A hash that belongs to nothing.
    ///
    /// # Errors
    /// If the operating system provides no random bytes.
    #[cfg(feature = "server")]
    pub(crate) fn random() -> Result<Hash, getrandom::Error> {
        Ok(Token::new()?.hash())
    }
}

/// 64 hexadecimal digits.
impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Not a hash: `blake3::Hash` serves as a hexadecimal formatter of 32 bytes.
        blake3::Hash::from_bytes(self.0).fmt(f)
    }
}

/// Keeps the secret out of logs.
impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token")
    }
}

/// The text is not a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a token has 64 hexadecimal digits")]
pub struct ParseTokenError;

impl FromStr for Token {
    type Err = ParseTokenError;

    fn from_str(text: &str) -> Result<Token, ParseTokenError> {
        blake3::Hash::from_hex(text).map(|bytes| Token(bytes.into())).map_err(|_| ParseTokenError)
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.to_hex()[..8])
    }
}

impl FromStr for Hash {
    type Err = ParseTokenError;

    fn from_str(text: &str) -> Result<Hash, ParseTokenError> {
        blake3::Hash::from_hex(text).map(Hash).map_err(|_| ParseTokenError)
    }
}

impl Serialize for Hash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Hash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Hash, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// The code in an invitation link, which seats the first person to use it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Invitation(GameId);

impl Invitation {
    /// The hash to store.
    #[must_use]
    pub fn hash(&self) -> Hash {
        Hash(blake3::hash(self.0.as_str().as_bytes()))
    }
}

impl fmt::Display for Invitation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Invitation {
    type Err = crate::id::ParseGameIdError;

    fn from_str(text: &str) -> Result<Invitation, Self::Err> {
        text.parse().map(Invitation)
    }
}

#[cfg(test)]
#[cfg(feature = "server")]
mod tests {
    use super::*;

    #[test]
    fn tokens_read_back_and_stay_secret() {
        let token = Token::new().unwrap();
        assert_eq!(token.to_string().parse(), Ok(token.clone()));
        assert_eq!(token.hash().to_string().parse(), Ok(token.hash()));
        assert_ne!(token.to_string(), token.hash().to_string());
        assert_eq!(format!("{token:?}"), "Token");
        for text in ["", "0", &"g".repeat(64), &"é".repeat(32)] {
            assert_eq!(text.parse::<Token>(), Err(ParseTokenError));
        }
    }

    #[test]
    fn game_and_invitation_follow_from_token_and_command() {
        let (token, other) = (Token::new().unwrap(), Token::new().unwrap());
        let (command, later) = (Uuid::new_v4(), Uuid::new_v4());
        assert_eq!(token.game(command), token.game(command));
        assert_ne!(token.game(command), token.game(later));
        assert_ne!(token.game(command), other.game(command));
        assert_ne!(token.game(command).to_string(), token.invitation(command).to_string());
    }
}
