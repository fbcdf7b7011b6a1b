//! Errors as clients see them: a stable code, a message, and the part at fault. Internal details go to the log only.

use linja::Message;
use linja_text::{Catalogues, Language};
use serde::Serialize;

use super::Code;
use crate::game::refusal::Refusal;
use crate::game::view::OwnGame;
#[cfg(feature = "server")]
use crate::store::StoreError;
use crate::{GameError, english};

/// Seconds after which a client should ask for a paused game again.
#[cfg(feature = "server")]
const PAUSED: u32 = 30;

/// A problem as sent to clients.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Problem {
    /// `urn:linja:` and the code.
    #[serde(rename = "type")]
    #[cfg_attr(feature = "schema", schema(rename = "type"))]
    pub kind: String,
    /// A short title, the same for all problems with this code.
    pub title: &'static str,
    /// The HTTP status.
    pub status: u16,
    /// The stable code.
    pub code: Code,
    /// A message for people, in the reader's language.
    pub detail: String,
    /// The content of `detail` for programs: the id of a text and its values.
    #[cfg_attr(feature = "schema", schema(value_type = linja_api::schema::Message))]
    pub message: Box<Message>,
    /// The part of the request that caused the problem.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<String>,
    /// The current game, if the client saw an older state.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub current: Option<Box<OwnGame>>,
    /// Seconds to wait before retrying.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u32>,
}

impl Problem {
    /// A problem with this code and message.
    #[must_use]
    pub fn of(code: Code, message: Message) -> Problem {
        let (status, title) = code.status_and_title();
        // Cannot fail: the code is a plain enum.
        let name = serde_json::to_value(code).ok();
        let name = name.as_ref().and_then(|name| name.as_str()).unwrap_or_default();
        Problem {
            kind: format!("urn:linja:{name}"),
            title,
            status,
            code,
            detail: sentence(english(&message)),
            message: Box::new(message),
            part: None,
            current: None,
            retry_after: None,
        }
    }

    /// Writes `detail` in a language of these catalogues.
    #[must_use]
    pub fn in_language(mut self, catalogues: &Catalogues, language: Language) -> Problem {
        self.detail = sentence(catalogues.say(language, &self.message));
        self
    }

    /// Sets the part of the request that caused the problem.
    #[must_use]
    pub fn part(mut self, part: &str) -> Problem {
        self.part = Some(part.to_string());
        self
    }

    /// Adds the current game.
    #[must_use]
    pub fn with_game(mut self, game: OwnGame) -> Problem {
        self.current = Some(Box::new(game));
        self
    }

    /// Sets the seconds to wait before retrying.
    #[must_use]
    pub fn retry_after(mut self, seconds: u32) -> Problem {
        self.retry_after = Some(seconds);
        self
    }

    /// An internal error. The reason is logged but not sent to the client.
    #[must_use]
    pub fn internal(reason: &dyn std::fmt::Display) -> Problem {
        #[cfg(feature = "server")]
        tracing::error!(%reason, "internal error");
        #[cfg(not(feature = "server"))]
        let _ = reason;
        Problem::of(Code::Internal, Message::new("problem_internal"))
    }
}

/// Capitalises a message and adds a full stop; messages of the rules crate have neither.
fn sentence(mut text: String) -> String {
    if let Some(first) = text.chars().next() {
        text.replace_range(..first.len_utf8(), &first.to_uppercase().to_string());
    }
    if !text.ends_with(['.', '!', '?']) {
        text.push('.');
    }
    text
}

/// The only place that maps errors of games to problems and decides what is logged.
impl From<GameError> for Problem {
    fn from(error: GameError) -> Problem {
        let message = error.message();
        let of = |code| Problem::of(code, message.clone());
        match error {
            GameError::NoSuchGame => of(Code::NoSuchGame).part("id"),
            GameError::NoSuchNumber => of(Code::NoSuchRecord).part("game"),
            GameError::Refused(refusal) => refusal.into(),
            GameError::Stale(game) => of(Code::Stale).part("seen").with_game(*game),
            GameError::ReusedId => of(Code::ReusedId).part("id"),
            GameError::TooManyGames(_) => of(Code::TooManyGames),
            GameError::TooManyChallenges(_) => of(Code::TooManyChallenges),
            GameError::SignedOut => of(Code::SignedOut),
            GameError::WrongCode => of(Code::WrongCode).part("code"),
            GameError::TooManyTokens(_) => of(Code::TooManyDevices),
            GameError::HelpRefused => of(Code::HelpRefused),
            GameError::InvalidField { field, .. } => of(Code::InvalidBody).part(field),
            GameError::InvalidName { field, .. } => of(Code::InvalidName).part(field),
            GameError::InvalidPosition(_) | GameError::UnsuitablePosition(_) => {
                of(Code::InvalidPosition).part("position")
            }
            GameError::Busy => of(Code::Unavailable).retry_after(1),
            GameError::Damaged { .. } | GameError::Table(_) => Problem::internal(&error),
            #[cfg(feature = "server")]
            GameError::Random(_) | GameError::Work(_) => Problem::internal(&error),
            #[cfg(feature = "server")]
            GameError::Store(error) => of_store(&error, message),
        }
    }
}

#[cfg(feature = "server")]
fn of_store(error: &StoreError, message: Message) -> Problem {
    match error {
        StoreError::Removed { .. } => Problem::of(Code::NoSuchGame, message).part("id"),
        StoreError::Damaged { .. } => Problem::internal(error),
        StoreError::Newer { .. } => {
            tracing::warn!(reason = %error, "a game is paused");
            Problem::of(Code::GamePaused, message).retry_after(PAUSED)
        }
        error => {
            // Failed writes are logged once, when they begin.
            if !matches!(error, StoreError::Unwritable(_)) {
                tracing::error!(%error, "the store failed");
            }
            Problem::of(Code::Unavailable, message).retry_after(1)
        }
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        let (code, part) = match &refusal {
            Refusal::NoSeat => (Code::NoSeat, None),
            Refusal::AlreadySeated => (Code::AlreadySeated, None),
            Refusal::GameFull => (Code::GameFull, None),
            Refusal::WrongInvitation => (Code::WrongInvitation, Some("code")),
            Refusal::Withdrawn => (Code::Withdrawn, None),
            Refusal::Waiting => (Code::Waiting, None),
            Refusal::GameOver => (Code::GameOver, None),
            Refusal::NotOver => (Code::NotOver, None),
            Refusal::MatchOver => (Code::MatchOver, None),
            Refusal::NotYourTurn { .. } => (Code::NotYourTurn, None),
            Refusal::OtherSide { .. } => (Code::OtherSide, Some("side")),
            Refusal::Turn(_) => (Code::IllegalTurn, Some("turn")),
            Refusal::Name(_) => (Code::InvalidName, Some("name")),
            Refusal::NoOffer => (Code::NoOffer, None),
            Refusal::AlreadyOffered => (Code::AlreadyOffered, None),
            Refusal::NothingToTakeBack => (Code::NothingToTakeBack, None),
            Refusal::NotLeft => (Code::NotLeft, None),
            Refusal::TooManyTakeBacks => (Code::TooManyTakeBacks, None),
            Refusal::SeriesTooLong => (Code::SeriesTooLong, None),
            Refusal::NextBegan => (Code::NextBegan, None),
        };
        Problem { part: part.map(str::to_string), ..Problem::of(code, refusal.message()) }
    }
}
