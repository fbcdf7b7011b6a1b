//! Identities: whom a token belongs to.
//!
//! An identity is what events and seats hold, the hash of a person's first token. That token needs no entry in the store.
//! Further tokens of the same person, for other devices, have entries, and so have tokens that were signed out.

mod code;
#[cfg(feature = "server")]
mod known;

pub use self::code::{Code, ParseCodeError};
#[cfg(feature = "server")]
pub(crate) use self::known::Known;
use crate::token::{Hash, Token};

/// Valid tokens of an identity at the same time, besides its first one.
pub const MOST_TOKENS: u64 = 20;

/// A client that shows a valid token.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The token. Games and invitations that the client creates follow from it.
    pub token: Token,
    /// Whom the token belongs to.
    pub identity: Hash,
}

/// What a token is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// The token belongs to this identity.
    Valid(Hash),
    /// The token was signed out, or its identity was deleted.
    Ended,
}

impl Standing {
    /// Whom the token belongs to, if it is valid.
    #[must_use]
    pub fn identity(self) -> Option<Hash> {
        match self {
            Standing::Valid(identity) => Some(identity),
            Standing::Ended => None,
        }
    }
}
