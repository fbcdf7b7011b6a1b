//! Who a client is: tokens of several devices, signing out, and the deletion of an identity.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::broadcast;
use uuid::{Uuid, Version};

use super::open::{Cause, OpenRoom};
use super::{Room, Rooms};
use crate::game::command::{Wish, decide};
use crate::game::state::Status;
use crate::id::GameId;
use crate::identity::{Caller, Code, MOST_TOKENS, Standing};
use crate::store::{Appended, Redeemed};
use crate::token::{Hash, Token};
use crate::{Boxed, GameError};

/// How long a code is valid.
const CODE_LIFE: Duration = Duration::from_mins(15);
/// Unfinished games read at a time when an identity is deleted.
const PAGE: u32 = 50;
/// Another server may know a deleted identity for this long, and let it take a seat. So deleting is repeated.
const STRAGGLERS: Duration = Duration::from_secs(5);
/// Polling looks back this much further than the last time, because the clocks of the servers differ a little. In ms.
const MARGIN: u64 = 10_000;

/// A code that moves an identity to another device.
#[derive(Clone, Copy, Debug)]
pub struct IssuedCode {
    /// The code.
    pub code: Code,
    /// Until when it is valid, in milliseconds since 1970.
    pub expires_at: u64,
}

impl Rooms {
    /// The client that shows this token.
    ///
    /// # Errors
    /// If the token was signed out, or the database fails.
    pub fn identify(&self, token: Token) -> Boxed<'_, Result<Caller, GameError>> {
        Box::pin(async move {
            let hash = token.hash();
            let standing = match self.known.standing(&hash) {
                Ok(standing) => standing,
                Err(version) => {
                    let standing = self.store.standing(&hash).await?;
                    self.known.learn(hash, standing, version);
                    standing
                }
            };
            match standing {
                Standing::Valid(identity) => Ok(Caller { token, identity }),
                Standing::Ended => Err(GameError::SignedOut),
            }
        })
    }

    /// Identities whose tokens or names change from now on. Also those that change at other servers.
    #[must_use]
    pub fn identity_changes(&self) -> broadcast::Receiver<Hash> {
        self.known.changes()
    }

    /// Issues a code for another device of the client, in place of an earlier one. Repeating the command returns the
    /// same code.
    ///
    /// # Errors
    /// If the command's id is not random, or the database fails.
    pub fn issue_code<'a>(
        &'a self,
        caller: &'a Caller,
        command: Uuid,
    ) -> Boxed<'a, Result<IssuedCode, GameError>> {
        Box::pin(async move {
            must_be_random(command)?;
            let code = caller.token.code(command);
            let expires_at = self.store.now() + CODE_LIFE.as_millis() as u64;
            let expires_at = self.store.issue_code(&caller.identity, &code.hash(), expires_at).await?;
            Ok(IssuedCode { code, expires_at })
        })
    }

    /// Exchanges a code for a token of the identity that issued it. Repeating the command returns the same token.
    ///
    /// # Errors
    /// If the code is wrong, expired or used up, the identity has too many tokens, or the database fails.
    pub fn redeem(&self, code: Option<Code>, command: Uuid) -> Boxed<'_, Result<Token, GameError>> {
        Box::pin(async move {
            must_be_random(command)?;
            let code = code.ok_or(GameError::WrongCode)?;
            let token = code.token(command);
            match self.store.redeem(&code.hash(), &token.hash()).await? {
                Redeemed::By(_) => Ok(token),
                Redeemed::Wrong => Err(GameError::WrongCode),
                Redeemed::TooMany => Err(GameError::TooManyTokens(MOST_TOKENS)),
            }
        })
    }

    /// Ends all tokens of the client's identity and returns a new one. Repeating the command returns the same token,
    /// although the old one has ended: only its owner knows the command's id.
    ///
    /// # Errors
    /// If the token has ended otherwise, the command's id is not random, or the database fails.
    pub fn sign_out_everywhere<'a>(
        &'a self,
        token: &'a Token,
        command: Uuid,
    ) -> Boxed<'a, Result<Token, GameError>> {
        Box::pin(async move {
            must_be_random(command)?;
            let fresh = token.successor(command);
            let identity = match self.store.standing(&token.hash()).await? {
                Standing::Valid(identity) => identity,
                Standing::Ended => return self.repeated(fresh).await,
            };
            if !self.store.sign_out(&identity, &token.hash(), &fresh.hash()).await? {
                return self.repeated(fresh).await;
            }
            self.store.announce_identity(identity);
            self.known.changed(identity);
            Ok(fresh)
        })
    }

    /// The token of a repeated command, if the first one has made it valid: then the store has an entry for it.
    async fn repeated(&self, fresh: Token) -> Result<Token, GameError> {
        match self.store.standing(&fresh.hash()).await? {
            Standing::Valid(identity) if identity != fresh.hash() => Ok(fresh),
            _ => Err(GameError::SignedOut),
        }
    }

    /// Deletes the client's identity: resigns its running games, withdraws its invitations, ends its tokens, and
    /// replaces it and its names in all games. Turns stay.
    ///
    /// # Errors
    /// If the database fails; repeating continues.
    pub fn forget(self: &Arc<Self>, identity: Hash) -> Boxed<'_, Result<(), GameError>> {
        Box::pin(async move {
            self.end_games(&identity).await?;
            self.store.forget(&identity).await?;
            self.tell_forgotten(identity);
            let rooms = self.clone();
            tokio::spawn(async move {
                tokio::time::sleep(STRAGGLERS).await;
                match rooms.store.forget(&identity).await {
                    Ok(()) => rooms.tell_forgotten(identity),
                    Err(error) => tracing::warn!(%error, "the deletion of an identity could not be repeated"),
                }
            });
            Ok(())
        })
    }

    fn tell_forgotten(self: &Arc<Self>, identity: Hash) {
        self.store.announce_identity(identity);
        self.identity_changed(identity);
    }

    /// Leaves all unfinished games of an identity.
    async fn end_games(self: &Arc<Self>, identity: &Hash) -> Result<(), GameError> {
        let mut after = None;
        loop {
            let page = self.store.games_of(identity, after, PAGE).await?;
            for place in page.iter().filter(|place| !place.is_over) {
                self.leave(place.game, identity).await?;
            }
            match page.last() {
                Some(last) if !last.is_over && page.len() == PAGE as usize => after = Some(*last),
                _ => return Ok(()),
            }
        }
    }

    /// Withdraws from a game that waits for a player, resigns one that is running.
    async fn leave(self: &Arc<Self>, id: GameId, identity: &Hash) -> Result<(), GameError> {
        let mut open = match self.open(id).await {
            // Nobody can play it either.
            Err(GameError::NoSuchGame | GameError::Damaged { .. }) => return Ok(()),
            open => open?,
        };
        loop {
            let wish = match open.state().status() {
                Status::Waiting => Wish::Withdraw {},
                Status::Playing => Wish::Resign { side: None },
                Status::BetweenGames | Status::Over | Status::Withdrawn => return Ok(()),
            };
            let event = decide(open.state(), identity, &wish)?;
            let cause = Cause { actor: Some(*identity), ..Cause::default() };
            if open.append(event, cause).await? == Appended::Stored {
                return Ok(());
            }
        }
    }

    /// Takes note that the tokens or the names of an identity have changed, here or at another server.
    pub(super) fn identity_changed(self: &Arc<Self>, identity: Hash) {
        self.known.changed(identity);
        let all: Vec<Arc<Room>> = self.map().values().cloned().collect();
        let rooms = self.clone();
        tokio::spawn(async move {
            for room in all {
                let Some(mut open) = rooms.lock(&room).await else { continue };
                if open.state().sides_of(&identity).is_empty() {
                    continue;
                }
                if let Err(error) = open.reload().await {
                    // The next request reads the game again.
                    tracing::warn!(game = %room.id, %error, "a game could not be read again");
                    drop(open);
                    rooms.map().remove(&room.id);
                }
            }
        });
    }

    /// Looks for identities that have changed at other servers, in case a notification is lost.
    pub(super) async fn poll_identities(self: &Arc<Self>, poll: &mut IdentityPoll) {
        let now = self.store.now();
        let since = poll.last.unwrap_or(now).saturating_sub(MARGIN);
        match self.store.ended_since(since).await {
            Ok(ended) => {
                for &(identity, _) in ended.iter().filter(|ended| !poll.handled.contains(ended)) {
                    self.identity_changed(identity);
                }
                *poll = IdentityPoll { last: Some(now), handled: ended };
            }
            Err(error) => tracing::warn!(%error, "can't look for tokens that were signed out"),
        }
    }
}

/// What polling for changed identities has seen.
#[derive(Default)]
pub(super) struct IdentityPoll {
    /// Time of the last poll that succeeded.
    last: Option<u64>,
    handled: Vec<(Hash, u64)>,
}

impl OpenRoom {
    /// Reads the events again, because a deletion has changed them.
    async fn reload(&mut self) -> Result<(), GameError> {
        let events = self.rooms.store.events(self.room.stream, 0).await?;
        let read = self.rooms.load(&self.room, events).await?.ok_or(GameError::NoSuchGame)?;
        self.loaded.state = read.state;
        self.loaded.events = read.events;
        self.loaded.is_uncertain = false;
        self.after_change();
        Ok(())
    }
}

/// The secrecy of derived tokens rests on the command's id.
fn must_be_random(command: Uuid) -> Result<(), GameError> {
    if command.get_version() == Some(Version::Random) {
        Ok(())
    } else {
        Err(GameError::InvalidField { field: "id", why: linja::Message::new("problem_random_id") })
    }
}
