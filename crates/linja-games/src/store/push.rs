//! Messages to players who are away: the key that signs them, the browsers that want them, and those still to send.

use super::{Append, Backend, Store, StoreError};
use crate::Boxed;
use crate::game::event::Stored;
use crate::game::state::{Seat, State};
use crate::id::GameId;
use crate::token::Hash;

/// Browsers of one identity that get messages. A further one takes the place of the oldest.
pub const MOST_SUBSCRIPTIONS: u64 = 10;
/// Messages to one identity in an hour.
pub const MOST_PER_HOUR: u64 = 60;
/// An hour in milliseconds.
const HOUR: i64 = 60 * 60 * 1_000;

pub(super) const KEEP_KEY: &str =
    "INSERT INTO push_key (id, pkcs8, created_at) VALUES (1, $1, $2) ON CONFLICT DO NOTHING";

pub(super) const KEY: &str = "SELECT pkcs8 FROM push_key WHERE id = 1";

/// A browser has one endpoint, and whoever uses it now gets the messages.
pub(super) const SUBSCRIBE: &str = "INSERT INTO push_subscriptions \
     (subscription, identity, endpoint, public_key, secret, created_at, hour_began, hour_sent) \
     VALUES ($1, $2, $3, $4, $5, $6, 0, 0) \
     ON CONFLICT (subscription) DO UPDATE SET identity = excluded.identity, public_key = excluded.public_key, \
     secret = excluded.secret, created_at = excluded.created_at";

/// Removes all but the newest subscriptions of an identity. What is owed to them is found to be in vain.
pub(super) const REMOVE_OLDEST: &str = "DELETE FROM push_subscriptions WHERE identity = $1 AND subscription NOT IN ( \
         SELECT subscription FROM push_subscriptions WHERE identity = $1 \
         ORDER BY created_at DESC, subscription LIMIT $2 \
     )";

pub(super) const UNSUBSCRIBE: &str =
    "DELETE FROM push_subscriptions WHERE subscription = $1 AND identity = $2";

/// Removes all subscriptions of an identity that signs out or is deleted.
pub(super) const UNSUBSCRIBE_ALL: [&str; 2] = [
    "DELETE FROM push_owed WHERE subscription IN (SELECT subscription FROM push_subscriptions WHERE identity = $1)",
    "DELETE FROM push_subscriptions WHERE identity = $1",
];

pub(super) const REMOVE_SUBSCRIPTION: &str = "DELETE FROM push_subscriptions WHERE subscription = $1";

/// Columns: endpoint, `created_at`.
pub(super) const SUBSCRIPTIONS: &str =
    "SELECT endpoint, created_at FROM push_subscriptions WHERE identity = $1 ORDER BY created_at";

/// Columns: see [`DueRow`]. A browser that has unsubscribed has no endpoint.
pub(super) const PUSH_DUE: &str = "SELECT push_owed.subscription, game, seq, due_at, attempts, \
     identity, endpoint, public_key, secret FROM push_owed \
     LEFT JOIN push_subscriptions ON push_subscriptions.subscription = push_owed.subscription \
     WHERE due_at <= $1 ORDER BY due_at, push_owed.subscription, game LIMIT $2";

/// Columns: subscription, game, seq, `due_at`, attempts, identity, endpoint, public key, secret.
pub(super) type DueRow =
    (String, String, i64, i64, i64, Option<String>, Option<String>, Option<String>, Option<String>);

/// Only one of several servers finds the entry as it was read.
pub(super) const PUT_OFF_PUSH: &str = "UPDATE push_owed SET due_at = $5, attempts = $6 \
     WHERE subscription = $1 AND game = $2 AND seq = $3 AND due_at = $4";

/// An event that came meanwhile has written another entry, which stays.
pub(super) const REMOVE_PUSH: &str =
    "DELETE FROM push_owed WHERE subscription = $1 AND game = $2 AND seq = $3";

/// Messages to an identity in the last hour.
pub(super) const SENT: &str = "SELECT CAST(coalesce(sum(hour_sent), 0) AS BIGINT) FROM push_subscriptions \
     WHERE identity = $1 AND hour_began > $2";

pub(super) const COUNT_SENT: &str = "UPDATE push_subscriptions SET \
     hour_sent = CASE WHEN hour_began > $2 THEN hour_sent + 1 ELSE 1 END, \
     hour_began = CASE WHEN hour_began > $2 THEN hour_began ELSE $3 END WHERE subscription = $1";

/// The player whose turn an event has made it, if that is somebody else than who caused it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tell {
    /// The player.
    pub identity: Hash,
    /// When a message is due, in milliseconds since 1970.
    pub due_at: u64,
}

impl Tell {
    /// Whom to tell of an event that leads from `before` to `after`: only people who play against people.
    #[must_use]
    pub fn of(before: Option<&State>, after: &State, stored: &Stored) -> Option<Tell> {
        let side = after.to_move().filter(|_| after.is_between_people())?;
        if before.and_then(State::to_move) == Some(side) {
            return None;
        }
        match after.seats[side] {
            Seat::Person { holder, .. } if stored.actor != Some(holder) => {
                Some(Tell { identity: holder, due_at: stored.at })
            }
            _ => None,
        }
    }
}

/// The messages of a batch before it is known which events are stored: game, number of the event, identity and time.
pub(super) fn first_tells(batch: &[Append]) -> Vec<(&Append, Tell)> {
    let mut games = std::collections::HashSet::new();
    let first = batch.iter().filter(|append| games.insert(append.game));
    first.filter_map(|append| Some((append, append.tell?))).collect()
}

/// A browser that gets messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subscription {
    /// The address at the push service.
    pub endpoint: String,
    /// The browser's public key, base64url.
    pub public_key: String,
    /// The browser's secret, base64url.
    pub secret: String,
}

impl Subscription {
    /// The id of the subscription at this address.
    #[must_use]
    pub fn id_of(endpoint: &str) -> String {
        blake3::hash(endpoint.as_bytes()).to_string()
    }
}

/// A message that is due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DuePush {
    /// The id of the subscription.
    pub subscription: String,
    /// The stream of the game.
    pub game: GameId,
    /// The event that made it the player's turn.
    pub seq: u64,
    /// When it was due, in milliseconds since 1970.
    pub due_at: u64,
    /// Attempts so far.
    pub attempts: u32,
    /// The player and the browser; `None` if the browser has unsubscribed.
    pub to: Option<(Hash, Subscription)>,
}

impl Store {
    /// The key of all servers. The first server stores `fresh`.
    ///
    /// # Errors
    /// If the database fails.
    pub fn push_key<'a>(&'a self, fresh: &'a str) -> Boxed<'a, Result<String, StoreError>> {
        Box::pin(async move {
            let now = self.now();
            Ok(each!(&self.backend, backend => backend.push_key(fresh, now).await)?)
        })
    }

    /// Sends messages for an identity to a browser from now on.
    ///
    /// # Errors
    /// If the database fails.
    pub fn subscribe<'a>(
        &'a self,
        identity: &'a Hash,
        subscription: &'a Subscription,
    ) -> Boxed<'a, Result<(), StoreError>> {
        Box::pin(async move {
            let now = self.now();
            Ok(each!(&self.backend, backend => backend.subscribe(identity, subscription, now).await)?)
        })
    }

    /// Sends no more messages for an identity to a browser.
    ///
    /// # Errors
    /// If the database fails.
    pub fn unsubscribe<'a>(
        &'a self,
        identity: &'a Hash,
        endpoint: &'a str,
    ) -> Boxed<'a, Result<(), StoreError>> {
        Box::pin(async move {
            let id = Subscription::id_of(endpoint);
            Ok(each!(&self.backend, backend => backend.unsubscribe(identity, &id).await)?)
        })
    }

    /// The endpoints of an identity and when they were stored, in milliseconds since 1970.
    ///
    /// # Errors
    /// If the database fails.
    pub fn subscriptions<'a>(
        &'a self,
        identity: &'a Hash,
    ) -> Boxed<'a, Result<Vec<(String, u64)>, StoreError>> {
        Box::pin(async move {
            let rows = each!(&self.backend, backend => backend.subscriptions(identity).await)?;
            Ok(rows.into_iter().map(|(endpoint, at)| (endpoint, at as u64)).collect())
        })
    }

    /// Messages that are due now, oldest first.
    ///
    /// # Errors
    /// If the database fails.
    pub fn pushes_due(&self, limit: u32) -> Boxed<'_, Result<Vec<DuePush>, StoreError>> {
        Box::pin(async move {
            let now = self.now();
            let rows = each!(&self.backend, backend => backend.pushes_due(now, limit).await)?;
            // Invalid ids were written by another program and are skipped.
            Ok(rows.into_iter().filter_map(read_due).collect())
        })
    }

    /// Puts a message off until `due_at` and sets its attempts. Returns whether it was as it was read: of several servers,
    /// only one succeeds.
    ///
    /// # Errors
    /// If the database fails.
    pub fn put_off_push<'a>(
        &'a self,
        due: &'a DuePush,
        due_at: u64,
        attempts: u32,
    ) -> Boxed<'a, Result<bool, StoreError>> {
        Box::pin(async move {
            Ok(each!(&self.backend, backend => backend.put_off_push(due, due_at, attempts).await)?)
        })
    }

    /// Removes a message, unless a later event has written it again.
    ///
    /// # Errors
    /// If the database fails.
    pub fn remove_push<'a>(&'a self, due: &'a DuePush) -> Boxed<'a, Result<(), StoreError>> {
        Box::pin(async move { Ok(each!(&self.backend, backend => backend.remove_push(due).await)?) })
    }

    /// Whether an identity may get one more message in this hour.
    ///
    /// # Errors
    /// If the database fails.
    pub fn may_push<'a>(&'a self, identity: &'a Hash) -> Boxed<'a, Result<bool, StoreError>> {
        Box::pin(async move {
            let since = self.now() as i64 - HOUR;
            let sent = each!(&self.backend, backend => backend.sent(identity, since).await)?;
            Ok((sent as u64) < MOST_PER_HOUR)
        })
    }

    /// Removes a message that was sent, and counts it.
    ///
    /// # Errors
    /// If the database fails.
    pub fn pushed<'a>(&'a self, due: &'a DuePush) -> Boxed<'a, Result<(), StoreError>> {
        Box::pin(async move {
            let now = self.now() as i64;
            each!(&self.backend, backend => backend.remove_push(due).await)?;
            Ok(each!(&self.backend, backend => backend.count_sent(&due.subscription, now - HOUR, now).await)?)
        })
    }

    /// Forgets a browser that its push service does not know any more.
    ///
    /// # Errors
    /// If the database fails.
    pub fn remove_subscription<'a>(&'a self, id: &'a str) -> Boxed<'a, Result<(), StoreError>> {
        Box::pin(async move { Ok(each!(&self.backend, backend => backend.remove_subscription(id).await)?) })
    }
}

fn read_due(row: DueRow) -> Option<DuePush> {
    let (subscription, game, seq, due_at, attempts, identity, endpoint, public_key, secret) = row;
    let to = identity.and_then(|identity| {
        let to = Subscription { endpoint: endpoint?, public_key: public_key?, secret: secret? };
        Some((identity.parse().ok()?, to))
    });
    let (seq, due_at) = (seq as u64, due_at as u64);
    Some(DuePush { subscription, game: game.parse().ok()?, seq, due_at, attempts: attempts as u32, to })
}

/// Implements the queries of this module for a database. `$begin` begins a transaction that writes.
macro_rules! impl_push {
    ($backend:ty, $reads:ident, $writes:ident, $begin:literal) => {
        impl $backend {
            pub(super) async fn push_key(&self, fresh: &str, now: u64) -> Result<String, sqlx::Error> {
                run!(self.$writes, sqlx::query(push::KEEP_KEY).bind(fresh).bind(now as i64), execute)?;
                run!(self.$writes, sqlx::query_scalar(push::KEY), fetch_one)
            }

            pub(super) async fn subscribe(
                &self,
                identity: &crate::token::Hash,
                new: &push::Subscription,
                now: u64,
            ) -> Result<(), sqlx::Error> {
                let identity = identity.to_string();
                transaction!(self.$writes, $begin, in_time, transaction => {
                    sqlx::query(push::SUBSCRIBE)
                        .bind(push::Subscription::id_of(&new.endpoint))
                        .bind(&identity)
                        .bind(&new.endpoint)
                        .bind(&new.public_key)
                        .bind(&new.secret)
                        .bind(now as i64)
                        .execute(&mut *transaction)
                        .await?;
                    let query = sqlx::query(push::REMOVE_OLDEST).bind(&identity);
                    query.bind(push::MOST_SUBSCRIPTIONS as i64).execute(&mut *transaction).await?;
                })
            }

            pub(super) async fn unsubscribe(
                &self,
                identity: &crate::token::Hash,
                id: &str,
            ) -> Result<(), sqlx::Error> {
                let query = sqlx::query(push::UNSUBSCRIBE).bind(id).bind(identity.to_string());
                run!(self.$writes, query, execute).map(drop)
            }

            pub(super) async fn subscriptions(
                &self,
                identity: &crate::token::Hash,
            ) -> Result<Vec<(String, i64)>, sqlx::Error> {
                let query = sqlx::query_as(push::SUBSCRIPTIONS).bind(identity.to_string());
                run!(self.$reads, query, fetch_all)
            }

            pub(super) async fn pushes_due(
                &self,
                now: u64,
                limit: u32,
            ) -> Result<Vec<push::DueRow>, sqlx::Error> {
                let query = sqlx::query_as(push::PUSH_DUE).bind(now as i64).bind(i64::from(limit));
                run!(self.$reads, query, fetch_all)
            }

            pub(super) async fn put_off_push(
                &self,
                due: &push::DuePush,
                due_at: u64,
                attempts: u32,
            ) -> Result<bool, sqlx::Error> {
                let query = sqlx::query(push::PUT_OFF_PUSH)
                    .bind(&due.subscription)
                    .bind(due.game.as_str())
                    .bind(due.seq as i64)
                    .bind(due.due_at as i64)
                    .bind(due_at as i64)
                    .bind(i64::from(attempts));
                Ok(run!(self.$writes, query, execute)?.rows_affected() > 0)
            }

            pub(super) async fn remove_push(&self, due: &push::DuePush) -> Result<(), sqlx::Error> {
                let query = sqlx::query(push::REMOVE_PUSH).bind(&due.subscription).bind(due.game.as_str());
                run!(self.$writes, query.bind(due.seq as i64), execute).map(drop)
            }

            pub(super) async fn sent(
                &self,
                identity: &crate::token::Hash,
                since: i64,
            ) -> Result<i64, sqlx::Error> {
                let query = sqlx::query_scalar(push::SENT).bind(identity.to_string()).bind(since);
                run!(self.$reads, query, fetch_one)
            }

            pub(super) async fn count_sent(&self, id: &str, since: i64, now: i64) -> Result<(), sqlx::Error> {
                let query = sqlx::query(push::COUNT_SENT).bind(id).bind(since).bind(now);
                run!(self.$writes, query, execute).map(drop)
            }

            pub(super) async fn remove_subscription(&self, id: &str) -> Result<(), sqlx::Error> {
                run!(self.$writes, sqlx::query(push::REMOVE_SUBSCRIPTION).bind(id), execute).map(drop)
            }
        }
    };
}
pub(super) use impl_push;
