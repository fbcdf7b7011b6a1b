//! Tokens, the codes that move an identity to another device, and the deletion of an identity.

use serde_json::{Map, Value};

use super::{Backend, Store, StoreError};
use crate::Boxed;
use crate::id::GameId;
use crate::identity::{MOST_TOKENS, Standing};
use crate::token::Hash;

/// Columns: identity, whether the token has ended.
pub(super) const STANDING: &str = "SELECT identity, CAST(CASE WHEN ended_at IS NULL THEN 0 ELSE 1 END AS BIGINT) FROM tokens WHERE token = $1";

pub(super) const REMOVE_OLD_CODES: &str = "DELETE FROM codes WHERE expires_at < $1";

/// Repeating a command leaves its code as it is. Another command replaces the code.
pub(super) const ISSUE_CODE: &str = "INSERT INTO codes (identity, code, expires_at) VALUES ($1, $2, $3) \
     ON CONFLICT (identity) DO UPDATE SET code = excluded.code, expires_at = excluded.expires_at, used_by = NULL \
     WHERE codes.code <> excluded.code";

pub(super) const CODE_EXPIRES_AT: &str = "SELECT expires_at FROM codes WHERE identity = $1 AND code = $2";

/// Only one of several concurrent uses finds the code unused.
pub(super) const USE_CODE: &str = "UPDATE codes SET used_by = $2 WHERE code = $1 AND used_by IS NULL \
     AND expires_at >= $3 RETURNING identity";

/// The same code for the same token again, as long as the token is valid.
pub(super) const USED_CODE: &str = "SELECT codes.identity FROM codes JOIN tokens ON tokens.token = codes.used_by \
     WHERE codes.code = $1 AND codes.used_by = $2 AND tokens.ended_at IS NULL";

pub(super) const VALID_TOKENS: &str = "SELECT count(*) FROM tokens WHERE identity = $1 AND ended_at IS NULL";

pub(super) const ADD_TOKEN: &str = "INSERT INTO tokens (token, identity, created_at, ended_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";

/// Removed first when tokens end: a device that is using the code now has then finished, and its token ends as well.
pub(super) const REMOVE_CODE: &str = "DELETE FROM codes WHERE identity = $1";

pub(super) const END_TOKENS: &str =
    "UPDATE tokens SET ended_at = $2 WHERE identity = $1 AND ended_at IS NULL";

pub(super) const ENDED_SINCE: &str =
    "SELECT identity, max(ended_at) FROM tokens WHERE ended_at > $1 GROUP BY identity";

pub(super) const GAMES_WITH_OTHERS: &str = "SELECT seats.game FROM seats JOIN games ON games.game = seats.game \
     WHERE seats.holder = $1 AND (games.is_over = 0 \
     OR EXISTS (SELECT 1 FROM embedded WHERE embedded.stream = seats.game AND embedded.is_over = 0)) \
     AND EXISTS (SELECT 1 FROM seats other WHERE other.game = seats.game AND other.holder <> seats.holder)";

pub(super) const ALL_GAMES: &str = "SELECT game FROM seats WHERE holder = $1";

/// Events that may name the player or carry the identity. Most of them are the first two of a game.
pub(super) const NAMING_EVENTS: &str = "SELECT seq, event, CAST(CASE WHEN actor = $2 THEN 1 ELSE 0 END AS BIGINT) \
     FROM events WHERE game = $1 \
     AND (event LIKE '%name\"%' OR event LIKE '%' || $2 || '%') ORDER BY seq";

pub(super) const REPLACE_EVENT: &str = "UPDATE events SET event = $3 WHERE game = $1 AND seq = $2";

pub(super) const REPLACE_ACTOR: &str = "UPDATE events SET actor = $3 WHERE game = $1 AND actor = $2";

pub(super) const REPLACE_HOLDER: &str = "UPDATE seats SET holder = $3 WHERE game = $1 AND holder = $2";

/// What became of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Redeemed {
    /// The token now belongs to this identity.
    By(Hash),
    /// The code is wrong, expired or used up.
    Wrong,
    /// The identity has too many tokens.
    TooMany,
}

impl Store {
    /// What a token is worth.
    ///
    /// # Errors
    /// If the database fails.
    pub fn standing<'a>(&'a self, token: &'a Hash) -> Boxed<'a, Result<Standing, StoreError>> {
        Box::pin(async move {
            let row = each!(&self.backend, backend => backend.standing(token).await)?;
            Ok(match row {
                None => Standing::Valid(*token),
                Some((identity, 0)) => identity.parse().map_or(Standing::Ended, Standing::Valid),
                Some(_) => Standing::Ended,
            })
        })
    }

    /// Stores a code for an identity in place of an earlier one. Returns when the code expires; repeating the same code
    /// does not change that.
    ///
    /// # Errors
    /// If the database fails.
    pub fn issue_code<'a>(
        &'a self,
        identity: &'a Hash,
        code: &'a Hash,
        expires_at: u64,
    ) -> Boxed<'a, Result<u64, StoreError>> {
        Box::pin(async move {
            let now = self.now();
            Ok(each!(&self.backend, backend => backend.issue_code(identity, code, expires_at, now).await)?
                as u64)
        })
    }

    /// Exchanges a code for a token. Repeating the exchange with the same token succeeds again.
    ///
    /// # Errors
    /// If the database fails.
    pub fn redeem<'a>(&'a self, code: &'a Hash, token: &'a Hash) -> Boxed<'a, Result<Redeemed, StoreError>> {
        Box::pin(async move {
            let now = self.now();
            Ok(each!(&self.backend, backend => backend.redeem(code, token, now).await)?)
        })
    }

    /// Ends all tokens of an identity and its code, and makes `fresh` its only valid token. Returns whether it did:
    /// not if `token` has ended already.
    ///
    /// # Errors
    /// If the database fails.
    pub fn sign_out<'a>(
        &'a self,
        identity: &'a Hash,
        token: &'a Hash,
        fresh: &'a Hash,
    ) -> Boxed<'a, Result<bool, StoreError>> {
        Box::pin(async move {
            let now = self.now();
            Ok(each!(&self.backend, backend => backend.sign_out(identity, token, fresh, now).await)?)
        })
    }

    /// Deletes an identity, in one transaction: ends its tokens, and replaces it in each of its games by a random
    /// identity that nobody has; its names disappear. All other events and all turns stay.
    ///
    /// # Errors
    /// If the database fails.
    pub fn forget<'a>(&'a self, identity: &'a Hash) -> Boxed<'a, Result<(), StoreError>> {
        Box::pin(async move {
            let now = self.now();
            Ok(each!(&self.backend, backend => backend.forget(identity, now).await)?)
        })
    }

    /// The identities some of whose tokens have ended after `since`, and when.
    ///
    /// # Errors
    /// If the database fails.
    pub fn ended_since(&self, since: u64) -> Boxed<'_, Result<Vec<(Hash, u64)>, StoreError>> {
        Box::pin(async move {
            let rows = each!(&self.backend, backend => backend.ended_since(since).await)?;
            let read = |(identity, at): (String, i64)| Some((identity.parse().ok()?, at as u64));
            Ok(rows.into_iter().filter_map(read).collect())
        })
    }

    /// The streams of the unfinished games that an identity plays with somebody else.
    ///
    /// # Errors
    /// If the database fails.
    pub fn games_with_others<'a>(&'a self, identity: &'a Hash) -> Boxed<'a, Result<Vec<GameId>, StoreError>> {
        Box::pin(async move {
            Ok(super::rows::ids(each!(&self.backend, backend => backend.games_with_others(identity).await)?))
        })
    }

    /// Tells the other servers that the tokens or the names of an identity have changed.
    pub fn announce_identity(&self, identity: Hash) {
        if let Backend::Postgres(postgres) = &self.backend {
            postgres.announce_identity(identity);
        }
    }
}

/// Removes the names of one player from the events of a game.
pub(super) struct Eraser<'a> {
    identity: &'a str,
    instead: &'a str,
    /// The sides that the player has taken.
    sides: Vec<String>,
}

impl<'a> Eraser<'a> {
    /// Removes the names of `identity` and puts `instead` in its place.
    pub(super) fn new(identity: &'a str, instead: &'a str) -> Eraser<'a> {
        Eraser { identity, instead, sides: Vec::new() }
    }

    /// The event without the player's names, as text; `None` if it can't be read. Events must come in order. `is_own`:
    /// whether the player caused the event. Works on JSON, so that events of newer versions are covered.
    pub(super) fn erase(&mut self, event: &str, is_own: bool) -> Option<String> {
        let mut event: Value = serde_json::from_str(&event.replace(self.identity, self.instead)).ok()?;
        let fields = event.as_object_mut()?;
        if is_own {
            self.erase_own(fields);
            // The settings of a game that follows another one.
            if let Some(settings) = fields.get_mut("settings").and_then(Value::as_object_mut) {
                self.erase_own(settings);
            }
        } else if self.is_of_side(fields) {
            // An operator has replaced the name.
            fields.remove("name");
        }
        // The type comes first, as in all events: migrations look for it there.
        let kind = fields.remove("type").map_or_else(String::new, |kind| format!("\"type\":{kind}"));
        let rest = event.to_string();
        let comma = if kind.is_empty() || rest == "{}" { "" } else { "," };
        Some(format!("{{{kind}{comma}{}", &rest[1..]))
    }

    /// Removes the names from an event by which the player takes a seat, or from its settings.
    fn erase_own(&mut self, fields: &mut Map<String, Value>) {
        fields.remove("name");
        fields.remove("opponent_name");
        if let Some(side) = fields.get("side").and_then(Value::as_str) {
            self.sides.push(side.to_string());
        }
    }

    fn is_of_side(&self, fields: &Map<String, Value>) -> bool {
        let side = fields.get("side").and_then(Value::as_str).unwrap_or_default();
        fields.get("type").is_some_and(|kind| kind == "renamed") && self.sides.iter().any(|own| own == side)
    }
}

/// Whether an identity can have one more token.
pub(super) const fn has_room(tokens: i64) -> bool {
    (tokens as u64) < MOST_TOKENS
}

/// Implements identities for a database. `$begin` begins a transaction that writes, `$lock` is SQL that lets one
/// transaction at a time change the tokens of the identity $1.
macro_rules! impl_identities {
    ($backend:ty, $reads:ident, $writes:ident, $begin:literal, $lock:literal) => {
        impl $backend {
            pub(super) async fn standing(
                &self,
                token: &crate::token::Hash,
            ) -> Result<Option<(String, i64)>, sqlx::Error> {
                let query = sqlx::query_as(identities::STANDING).bind(token.to_string());
                run!(self.$reads, query, fetch_optional)
            }

            pub(super) async fn ended_since(&self, since: u64) -> Result<Vec<(String, i64)>, sqlx::Error> {
                let query = sqlx::query_as(identities::ENDED_SINCE).bind(since as i64);
                run!(self.$reads, query, fetch_all)
            }

            pub(super) async fn games_with_others(
                &self,
                identity: &crate::token::Hash,
            ) -> Result<Vec<(String,)>, sqlx::Error> {
                let query = sqlx::query_as(identities::GAMES_WITH_OTHERS).bind(identity.to_string());
                run!(self.$reads, query, fetch_all)
            }

            pub(super) async fn issue_code(
                &self,
                identity: &crate::token::Hash,
                code: &crate::token::Hash,
                expires_at: u64,
                now: u64,
            ) -> Result<i64, sqlx::Error> {
                let (identity, code) = (identity.to_string(), code.to_string());
                transaction!(self.$writes, $begin, in_time, transaction => {
                    sqlx::query(identities::REMOVE_OLD_CODES).bind(now as i64).execute(&mut *transaction).await?;
                    sqlx::query(identities::ISSUE_CODE)
                        .bind(&identity)
                        .bind(&code)
                        .bind(expires_at as i64)
                        .execute(&mut *transaction)
                        .await?;
                    let sql = identities::CODE_EXPIRES_AT;
                    sqlx::query_scalar(sql).bind(&identity).bind(&code).fetch_one(&mut *transaction).await?
                })
            }

            pub(super) async fn redeem(
                &self,
                code: &crate::token::Hash,
                token: &crate::token::Hash,
                now: u64,
            ) -> Result<Redeemed, sqlx::Error> {
                let (code, token) = (code.to_string(), token.to_string());
                transaction!(self.$writes, $begin, in_time, transaction => {
                    let query = sqlx::query_scalar(identities::USE_CODE).bind(&code).bind(&token);
                    let used: Option<String> =
                        query.bind(now as i64).fetch_optional(&mut *transaction).await?;
                    let Some(identity) = used else {
                        let query = sqlx::query_scalar(identities::USED_CODE).bind(&code).bind(&token);
                        let again: Option<String> = query.fetch_optional(&mut *transaction).await?;
                        let again = again.and_then(|identity| identity.parse().ok());
                        return Ok(again.map_or(Redeemed::Wrong, Redeemed::By));
                    };
                    let query = sqlx::query_scalar(identities::VALID_TOKENS).bind(&identity);
                    if !identities::has_room(query.fetch_one(&mut *transaction).await?) {
                        // Without a commit the code stays unused.
                        return Ok(Redeemed::TooMany);
                    }
                    sqlx::query(identities::ADD_TOKEN)
                        .bind(&token)
                        .bind(&identity)
                        .bind(now as i64)
                        .bind(None::<i64>)
                        .execute(&mut *transaction)
                        .await?;
                    identity.parse().map_or(Redeemed::Wrong, Redeemed::By)
                })
            }

            pub(super) async fn sign_out(
                &self,
                identity: &crate::token::Hash,
                token: &crate::token::Hash,
                fresh: &crate::token::Hash,
                now: u64,
            ) -> Result<bool, sqlx::Error> {
                let (identity, token) = (identity.to_string(), token.to_string());
                transaction!(self.$writes, $begin, in_time, transaction => {
                    sqlx::query($lock).bind(&identity).execute(&mut *transaction).await?;
                    let query = sqlx::query_as(identities::STANDING).bind(&token);
                    let standing: Option<(String, i64)> = query.fetch_optional(&mut *transaction).await?;
                    if standing.is_some_and(|(_, has_ended)| has_ended != 0) {
                        return Ok(false);
                    }
                    end_tokens!(transaction, &identity, now);
                    sqlx::query(identities::ADD_TOKEN)
                        .bind(fresh.to_string())
                        .bind(&identity)
                        .bind(now as i64)
                        .bind(None::<i64>)
                        .execute(&mut *transaction)
                        .await?;
                    true
                })
            }

            pub(super) async fn forget(
                &self,
                identity: &crate::token::Hash,
                now: u64,
            ) -> Result<(), sqlx::Error> {
                let identity = identity.to_string();
                transaction!(self.$writes, $begin, in_long_time, transaction => {
                    sqlx::query($lock).bind(&identity).execute(&mut *transaction).await?;
                    end_tokens!(transaction, &identity, now);
                    let query = sqlx::query_scalar(identities::ALL_GAMES).bind(&identity);
                    let games: Vec<String> = query.fetch_all(&mut *transaction).await?;
                    for game in games {
                        // Another one in each game, so that the games can't be told to be of one person.
                        let instead = crate::token::Hash::random().map_err(std::io::Error::other)?.to_string();
                        let query = sqlx::query_as(identities::NAMING_EVENTS).bind(&game).bind(&identity);
                        let rows: Vec<(i64, String, i64)> = query.fetch_all(&mut *transaction).await?;
                        let mut eraser = identities::Eraser::new(&identity, &instead);
                        for (seq, event, is_own) in rows {
                            if let Some(nameless) = eraser.erase(&event, is_own == 1).filter(|text| *text != event) {
                                let query = sqlx::query(identities::REPLACE_EVENT).bind(&game).bind(seq);
                                query.bind(nameless).execute(&mut *transaction).await?;
                            }
                        }
                        for sql in [identities::REPLACE_ACTOR, identities::REPLACE_HOLDER] {
                            let query = sqlx::query(sql).bind(&game).bind(&identity).bind(&instead);
                            query.execute(&mut *transaction).await?;
                        }
                    }
                })
            }
        }
    };
}
pub(super) use impl_identities;

/// Ends all tokens of an identity within a transaction.
macro_rules! end_tokens {
    ($transaction:ident, $identity:expr, $now:expr) => {
        sqlx::query(identities::REMOVE_CODE).bind($identity).execute(&mut *$transaction).await?;
        let query = sqlx::query(identities::END_TOKENS).bind($identity).bind($now as i64);
        query.execute(&mut *$transaction).await?;
        for sql in crate::store::push::UNSUBSCRIBE_ALL {
            sqlx::query(sql).bind($identity).execute(&mut *$transaction).await?;
        }
        // The first token, whose hash is the identity, has no row while it is valid.
        sqlx::query(identities::ADD_TOKEN)
            .bind($identity)
            .bind($identity)
            .bind($now as i64)
            .bind($now as i64)
            .execute(&mut *$transaction)
            .await?;
    };
}
pub(super) use end_tokens;

/// Runs statements in one transaction with a deadline. A connection is never used again after a failure. `return` ends the
/// transaction without a commit.
macro_rules! transaction {
    ($pool:expr, $begin:literal, $in_time:ident, $name:ident => $work:expr) => {{
        let mut connection = $pool.acquire().await?;
        let done = $in_time(async {
            let mut $name = connection.begin_with($begin).await?;
            let done = $work;
            $name.commit().await?;
            Ok(done)
        })
        .await;
        settle(connection, done)
    }};
}
pub(super) use transaction;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_names_of_the_deleted_player_go() {
        let (ada, bo, nobody) = ("a".repeat(64), "b".repeat(64), "0".repeat(64));
        let erase = |event: &str, is_own| Eraser::new(&ada, &nobody).erase(event, is_own);
        let created = r#"{"type":"created","rules":"bonus","side":"red","name":"Ada","opponent_name":"Cy"}"#;
        assert_eq!(erase(created, true).unwrap(), r#"{"type":"created","rules":"bonus","side":"red"}"#);
        assert!(erase(created, false).unwrap().contains("Ada"), "somebody else’s event");
        let next = r#"{"type":"created_next","settings":{"side":"red","name":"Ada"},"series":{"number":2}}"#;
        let kept = erase(next, true).unwrap();
        assert!(!kept.contains("Ada") && kept.contains("series"), "{kept}");
        let carried = format!(r#"{{"type":"later","holder":"{ada}","other":"{bo}"}}"#);
        let kept = erase(&carried, false).unwrap();
        assert!(!kept.contains(&ada) && kept.contains(&bo) && kept.contains(&nobody), "{kept}");
        let mut eraser = Eraser::new(&ada, &nobody);
        eraser.erase(created, true).unwrap();
        let renamed = |side: &str| format!(r#"{{"type":"renamed","side":"{side}","name":"Nice"}}"#);
        assert!(!eraser.erase(&renamed("red"), false).unwrap().contains("Nice"));
        assert!(eraser.erase(&renamed("black"), false).unwrap().contains("Nice"), "the opponent’s name");
        assert_eq!(eraser.erase("no JSON", true), None);
    }
}
