//! What this server knows about tokens: a cache, so that a request need not ask the database.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use tokio::sync::broadcast;

use super::Standing;
use crate::token::Hash;

/// Tokens of one generation. Two generations are kept.
const GENERATION: usize = 32_768;
/// Changes buffered for a live connection; one that missed some asks again.
const CHANGES: usize = 64;

/// The tokens that were used lately.
pub(crate) struct Known {
    tokens: Mutex<Tokens>,
    /// Identities whose tokens or names have changed.
    changes: broadcast::Sender<Hash>,
}

#[derive(Default)]
struct Tokens {
    recent: HashMap<Hash, Standing>,
    older: HashMap<Hash, Standing>,
    /// Counts the changes: what was read before a change is not kept after it.
    version: u64,
}

impl Default for Known {
    fn default() -> Known {
        Known { tokens: Mutex::default(), changes: broadcast::Sender::new(CHANGES) }
    }
}

impl Known {
    /// What the token is worth, or the version to pass to [`Known::learn`].
    pub(crate) fn standing(&self, token: &Hash) -> Result<Standing, u64> {
        let mut tokens = self.tokens();
        if let Some(standing) = tokens.recent.get(token) {
            return Ok(*standing);
        }
        match tokens.older.remove(token) {
            Some(standing) => {
                tokens.keep(*token, standing);
                Ok(standing)
            }
            None => Err(tokens.version),
        }
    }

    /// Keeps what was read from the store, unless something has changed since `version`.
    pub(crate) fn learn(&self, token: Hash, standing: Standing, version: u64) {
        let mut tokens = self.tokens();
        if tokens.version == version {
            tokens.keep(token, standing);
        }
    }

    /// Forgets the tokens of an identity and tells the live connections.
    pub(crate) fn changed(&self, identity: Hash) {
        let mut tokens = self.tokens();
        tokens.version += 1;
        let others = |_: &Hash, standing: &mut Standing| standing.identity() != Some(identity);
        tokens.recent.retain(others);
        tokens.older.retain(others);
        drop(tokens);
        // Fails only without receivers.
        let _ = self.changes.send(identity);
    }

    /// Identities that change from now on.
    pub(crate) fn changes(&self) -> broadcast::Receiver<Hash> {
        self.changes.subscribe()
    }

    fn tokens(&self) -> std::sync::MutexGuard<'_, Tokens> {
        // Safe to use after a panic: the maps change only by single insertions and removals.
        self.tokens.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Tokens {
    fn keep(&mut self, token: Hash, standing: Standing) {
        if self.recent.len() >= GENERATION {
            self.older = std::mem::take(&mut self.recent);
        }
        self.recent.insert(token, standing);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::Token;

    fn hash() -> Hash {
        Token::new().unwrap().hash()
    }

    #[test]
    fn tokens_are_kept_until_their_identity_changes() {
        let known = Known::default();
        let (ada, phone, bo) = (hash(), hash(), hash());
        for (token, identity) in [(ada, ada), (phone, ada), (bo, bo)] {
            let version = known.standing(&token).unwrap_err();
            known.learn(token, Standing::Valid(identity), version);
            assert_eq!(known.standing(&token), Ok(Standing::Valid(identity)));
        }
        let mut changes = known.changes();
        known.changed(ada);
        assert!(known.standing(&ada).is_err() && known.standing(&phone).is_err());
        assert_eq!(known.standing(&bo), Ok(Standing::Valid(bo)));
        assert_eq!(changes.try_recv(), Ok(ada));
    }

    #[test]
    fn what_was_read_before_a_change_is_not_kept() {
        let known = Known::default();
        let ada = hash();
        let version = known.standing(&ada).unwrap_err();
        known.changed(ada);
        known.learn(ada, Standing::Valid(ada), version);
        assert!(known.standing(&ada).is_err());
    }

    #[test]
    fn memory_is_bounded_and_used_tokens_stay() {
        let known = Known::default();
        let (ada, version) = (hash(), 0);
        known.learn(ada, Standing::Valid(ada), version);
        for number in 0..4 * GENERATION as u64 {
            let token = Hash::of(&number.to_le_bytes());
            known.learn(token, Standing::Valid(token), version);
            if number % 1000 == 0 {
                assert!(known.standing(&ada).is_ok(), "{number}");
            }
        }
        let tokens = known.tokens();
        assert!(tokens.recent.len() + tokens.older.len() <= 2 * GENERATION);
    }
}
