//! Web Push: tells the browsers of players who are away that it is their turn.
//!
//! ```text
//! encrypt   a message that only the browser can read (RFC 8291)
//! vapid     the signature by which a push service knows this server (RFC 8292)
//! endpoint  addresses of push services; no others are ever contacted
//! post      one HTTPS request
//! task      finds messages that are due, sends them, tries again
//! ```

pub mod encrypt;
pub mod endpoint;
mod post;
mod task;
pub mod vapid;

use std::time::Duration;

use data_encoding::BASE64URL_NOPAD;
use linja_games::id::GameId;
use linja_games::room::{PushTimes, TurnNews};
use linja_games::store::Store;
use serde::Serialize;

pub use self::encrypt::{BadKeys, Receiver};
pub use self::endpoint::{Allowed, Endpoint};
use self::post::Client;
pub(crate) use self::task::OUTCOMES;
pub use self::task::run;
pub use self::vapid::Signer;
use crate::config::Config;
use crate::serve::ServeError;

/// What the operator sets.
#[derive(Clone, Debug)]
pub struct PushConfig {
    /// Send messages at all.
    pub is_on: bool,
    /// Host names of further push services.
    pub services: Vec<String>,
    /// Origins that are allowed whatever their scheme and address: push services of the operator, tests.
    pub origins: Vec<String>,
    /// How push services can reach the operator: a `mailto:` or `https:` address.
    pub contact: Option<String>,
    /// When messages are sent.
    pub times: PushTimes,
}

impl Default for PushConfig {
    fn default() -> PushConfig {
        let (services, origins) = (Vec::new(), Vec::new());
        PushConfig { is_on: true, services, origins, contact: None, times: PushTimes::default() }
    }
}

/// How long a push service keeps a message for a browser that is off.
const KEPT: Duration = Duration::from_hours(7 * 24);

/// Everything that is needed to send messages.
pub struct Push {
    /// Signs requests.
    pub signer: Signer,
    /// The push services that may be contacted.
    pub allowed: Allowed,
    client: Client,
}

impl Push {
    /// Reads the key of all servers, or makes it; `None` if the operator wants no messages.
    ///
    /// # Errors
    /// If the database fails, the key can't be read, or an origin is invalid.
    pub(crate) async fn open(config: &Config, store: &Store) -> Result<Option<Push>, ServeError> {
        let wish = &config.push;
        if !wish.is_on {
            return Ok(None);
        }
        let failed = |why: &str| ServeError::Push(why.into());
        let allowed = Allowed::new(&wish.services, &wish.origins).map_err(|why| failed(&why))?;
        let fresh = BASE64URL_NOPAD.encode(&Signer::generate().map_err(|_| failed("no random bytes"))?);
        let key = store.push_key(&fresh).await?;
        let unreadable = || failed("the key in the database can't be read");
        let key = BASE64URL_NOPAD.decode(key.as_bytes()).map_err(|_| unreadable())?;
        let own_site = || config.hosts.first().map(|host| format!("https://{host}"));
        let contact = wish.contact.clone().or_else(own_site);
        let signer = Signer::new(&key, contact).map_err(|_| unreadable())?;
        Ok(Some(Push { signer, allowed, client: Client::new() }))
    }

    /// The public key, as browsers want it.
    #[must_use]
    pub fn public_key(&self) -> String {
        BASE64URL_NOPAD.encode(self.signer.public_key())
    }
}

/// The name of a game towards push services. Not its id, because whoever knows that can watch the game.
fn topic(game: GameId) -> String {
    let hash = blake3::derive_key("linja 2026 topic of messages about a game", game.as_str().as_bytes());
    // The longest name that RFC 8030 allows.
    BASE64URL_NOPAD.encode(&hash[..24])
}

/// A message, as the page's service worker reads it. It has no language: the worker says it in the person's.
#[derive(Serialize)]
struct Message<'a> {
    /// The only type so far.
    r#type: &'static str,
    game: String,
    turns: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    opponent: Option<&'a str>,
}

/// The message as bytes.
fn message(news: &TurnNews) -> Vec<u8> {
    let TurnNews { game, turns, opponent } = news;
    let message =
        Message { r#type: "turn", game: game.to_string(), turns: *turns, opponent: opponent.as_deref() };
    // Cannot fail: the keys are strings.
    serde_json::to_vec(&message).unwrap_or_default()
}
