//! Errors as clients see them: `application/problem+json` with a stable code, a message, and the part at fault.
//! Internal details go to the log only.

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use linja::Message;
use linja_games::GameError;
use linja_games::game::refusal::Refusal;
use linja_games::game::view::OwnGame;
use linja_games::store::StoreError;
use linja_text::{Catalogues, Language};
use serde::Serialize;
use utoipa::{IntoResponses, ToSchema};

/// Seconds after which a client should ask for a paused game again.
const PAUSED: u32 = 30;

/// The codes of problems. They are stable; programs may rely on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ProblemCode)]
pub enum Code {
    /// The body is not JSON.
    MalformedJson,
    /// The request is invalid, for example a request to a WebSocket address without an upgrade.
    BadRequest,
    /// A query parameter is missing or invalid.
    InvalidQuery,
    /// The body is JSON, but does not match the schema, or a field holds an invalid value.
    InvalidBody,
    /// The rule set in the address has a part that is not known, or that contradicts another one.
    InvalidRules,
    /// The token is malformed, or missing where it is required.
    InvalidToken,
    /// The token was signed out, or its owner has deleted their data. A browser gets a new one with the next document.
    SignedOut,
    /// The code for another device is wrong, expired or used up.
    WrongCode,
    /// The owner of the code has too many devices.
    TooManyDevices,
    /// The client plays a running game with this position against a person; help comes after the game.
    HelpRefused,
    /// The request comes from another site.
    CrossOrigin,
    /// The host name of the request is not accepted.
    UnknownHost,
    /// The address serves only clients on the server's machine.
    LocalOnly,
    /// There is nothing at this address.
    NotFound,
    /// There is no such game.
    NoSuchGame,
    /// There is no such game in this match, or it is not finished.
    NoSuchRecord,
    /// The address does not support this method.
    MethodNotAllowed,
    /// The body is too large.
    TooLarge,
    /// The body is not declared as JSON.
    UnsupportedMediaType,
    /// The client saw an older state; the problem includes the current one.
    Stale,
    /// The client has already used the command's id for a different command.
    ReusedId,
    /// The client has no seat in the game.
    NoSeat,
    /// The client already has a seat.
    AlreadySeated,
    /// Both seats are taken.
    GameFull,
    /// The invitation code is missing or wrong.
    WrongInvitation,
    /// The creator withdrew the invitation.
    Withdrawn,
    /// A seat is still open.
    Waiting,
    /// The game is over.
    GameOver,
    /// The game is not over.
    NotOver,
    /// The match is over.
    MatchOver,
    /// The other side is to move.
    NotYourTurn,
    /// The client does not play that side.
    OtherSide,
    /// The turn can't be parsed or is illegal.
    IllegalTurn,
    /// The name is invalid.
    InvalidName,
    /// The position can't be parsed or is impossible.
    InvalidPosition,
    /// The record can't be parsed or contains an illegal turn.
    InvalidRecord,
    /// There is no offer to accept or decline.
    NoOffer,
    /// The client has already made this offer.
    AlreadyOffered,
    /// There is no turn to take back.
    NothingToTakeBack,
    /// The other player has not left, or the game can't be won that way.
    NotLeft,
    /// The players have taken back too often in this game.
    TooManyTakeBacks,
    /// The game has too many events; only a new game is possible.
    SeriesTooLong,
    /// The next game has already begun; it is the field `next` of this one.
    NextBegan,
    /// Too many requests from this address.
    TooManyRequests,
    /// Too many unfinished games of this client.
    TooManyGames,
    /// Too many live connections.
    TooManySockets,
    /// The rule set is not solved (yet).
    NotSolved,
    /// This server does not solve rule sets, or has too little memory or disk space for it.
    CannotSolve,
    /// This server sends no messages to browsers.
    PushOff,
    /// A newer version of the server has continued the game, and this one can't read that. The game goes on once all
    /// servers are updated.
    GamePaused,
    /// The server can't process the request now. Whether anything changed is unknown; retry with the same id.
    Unavailable,
    /// An internal error of the server.
    Internal,
}

impl Code {
    /// The HTTP status and a short title.
    #[must_use]
    pub const fn status_and_title(self) -> (StatusCode, &'static str) {
        use StatusCode as S;
        match self {
            Code::MalformedJson => (S::BAD_REQUEST, "Malformed JSON"),
            Code::BadRequest => (S::BAD_REQUEST, "Bad request"),
            Code::InvalidQuery => (S::BAD_REQUEST, "Invalid query"),
            Code::InvalidBody => (S::UNPROCESSABLE_ENTITY, "Invalid body"),
            Code::InvalidRules => (S::BAD_REQUEST, "Invalid rules"),
            Code::InvalidToken => (S::UNAUTHORIZED, "Invalid token"),
            Code::SignedOut => (S::UNAUTHORIZED, "Signed out"),
            Code::WrongCode => (S::FORBIDDEN, "Wrong code"),
            Code::TooManyDevices => (S::CONFLICT, "Too many devices"),
            Code::HelpRefused => (S::FORBIDDEN, "No help in a running game"),
            Code::CrossOrigin => (S::FORBIDDEN, "Cross-origin request"),
            Code::UnknownHost => (S::FORBIDDEN, "Unknown host"),
            Code::LocalOnly => (S::FORBIDDEN, "Only for this machine"),
            Code::NotFound => (S::NOT_FOUND, "Not found"),
            Code::NoSuchGame => (S::NOT_FOUND, "No such game"),
            Code::NoSuchRecord => (S::NOT_FOUND, "No such record"),
            Code::MethodNotAllowed => (S::METHOD_NOT_ALLOWED, "Method not allowed"),
            Code::TooLarge => (S::PAYLOAD_TOO_LARGE, "Too large"),
            Code::UnsupportedMediaType => (S::UNSUPPORTED_MEDIA_TYPE, "Unsupported media type"),
            Code::Stale => (S::CONFLICT, "The game has moved on"),
            Code::ReusedId => (S::CONFLICT, "Id used before"),
            Code::NoSeat => (S::FORBIDDEN, "No seat"),
            Code::AlreadySeated => (S::CONFLICT, "Already seated"),
            Code::GameFull => (S::CONFLICT, "Game full"),
            Code::WrongInvitation => (S::FORBIDDEN, "Wrong invitation"),
            Code::Withdrawn => (S::CONFLICT, "Withdrawn"),
            Code::Waiting => (S::CONFLICT, "Waiting for the other player"),
            Code::GameOver => (S::CONFLICT, "Game over"),
            Code::NotOver => (S::CONFLICT, "Not over"),
            Code::MatchOver => (S::CONFLICT, "Match over"),
            Code::NotYourTurn => (S::CONFLICT, "Not your turn"),
            Code::OtherSide => (S::FORBIDDEN, "Not your side"),
            Code::IllegalTurn => (S::UNPROCESSABLE_ENTITY, "Illegal turn"),
            Code::InvalidName => (S::UNPROCESSABLE_ENTITY, "Invalid name"),
            Code::InvalidPosition => (S::UNPROCESSABLE_ENTITY, "Invalid position"),
            Code::InvalidRecord => (S::UNPROCESSABLE_ENTITY, "Invalid record"),
            Code::NoOffer => (S::CONFLICT, "No offer"),
            Code::AlreadyOffered => (S::CONFLICT, "Already offered"),
            Code::NothingToTakeBack => (S::CONFLICT, "Nothing to take back"),
            Code::NotLeft => (S::CONFLICT, "The other player has not left"),
            Code::TooManyTakeBacks => (S::CONFLICT, "Too many take-backs"),
            Code::SeriesTooLong => (S::CONFLICT, "Series too long"),
            Code::NextBegan => (S::CONFLICT, "The next game has begun"),
            Code::TooManyRequests => (S::TOO_MANY_REQUESTS, "Too many requests"),
            Code::TooManyGames => (S::TOO_MANY_REQUESTS, "Too many games"),
            Code::TooManySockets => (S::TOO_MANY_REQUESTS, "Too many sockets"),
            Code::NotSolved => (S::CONFLICT, "Not solved yet"),
            Code::CannotSolve => (S::SERVICE_UNAVAILABLE, "Can't be solved here"),
            Code::PushOff => (S::CONFLICT, "No messages"),
            Code::GamePaused => (S::SERVICE_UNAVAILABLE, "Game paused"),
            Code::Unavailable => (S::SERVICE_UNAVAILABLE, "Unavailable"),
            Code::Internal => (S::INTERNAL_SERVER_ERROR, "Internal error"),
        }
    }
}

/// A problem as sent to clients.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Problem {
    /// `urn:linja:` and the code.
    #[serde(rename = "type")]
    #[schema(rename = "type")]
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
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<linja_api::schema::Message>)]
    pub message: Option<Box<Message>>,
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

/// The problem response of every operation in the OpenAPI document.
#[derive(IntoResponses)]
#[response(status = "default", description = "A problem", content_type = "application/problem+json")]
#[allow(dead_code, reason = "only its schema is used")]
pub struct Failure(Problem);

impl Problem {
    /// A problem with this code that has only an English sentence. Prefer [`Problem::of`].
    #[must_use]
    pub(crate) fn new(code: Code, detail: impl Into<String>) -> Problem {
        let (status, title) = code.status_and_title();
        // Cannot fail: the code is a plain enum.
        let name = serde_json::to_value(code).ok();
        let name = name.as_ref().and_then(|name| name.as_str()).unwrap_or_default();
        Problem {
            kind: format!("urn:linja:{name}"),
            title,
            status: status.as_u16(),
            code,
            detail: sentence(detail.into()),
            message: None,
            part: None,
            current: None,
            retry_after: None,
        }
    }

    /// A problem with this code and a translatable message.
    #[must_use]
    pub fn of(code: Code, message: Message) -> Problem {
        let mut problem = Problem::new(code, Catalogues::embedded().say(Language::English, &message));
        problem.message = Some(Box::new(message));
        problem
    }

    /// Writes `detail` in a language.
    #[must_use]
    pub fn in_language(mut self, language: Language) -> Problem {
        if let Some(message) = &self.message {
            self.detail = sentence(Catalogues::embedded().say(language, message));
        }
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
        tracing::error!(%reason, "internal error");
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

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let body = serde_json::to_vec(&self).unwrap_or_default();
        let mut response = (status, Body::from(body)).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        // For `translate`.
        response.extensions_mut().insert(self);
        response
    }
}

/// Translates the problem in a response, if there is one.
pub(crate) fn translate(mut response: Response, language: Language) -> Response {
    let Some(problem) = response.extensions_mut().remove::<Problem>() else { return response };
    let english = problem.detail.clone();
    let problem = problem.in_language(language);
    if problem.detail == english {
        return response;
    }
    *response.body_mut() = Body::from(serde_json::to_vec(&problem).unwrap_or_default());
    let headers = response.headers_mut();
    // These headers describe the English body.
    headers.remove(header::CONTENT_LENGTH);
    headers.remove(header::CONTENT_ENCODING);
    headers.insert(header::CONTENT_LANGUAGE, HeaderValue::from_static(language.code()));
    response
}

/// The only place that maps errors of games to problems and decides what is logged.
impl From<GameError> for Problem {
    fn from(error: GameError) -> Problem {
        let message = error.message();
        let of = |code| Problem::of(code, message);
        match error {
            GameError::NoSuchGame | GameError::Store(StoreError::Removed { .. }) => {
                of(Code::NoSuchGame).part("id")
            }
            GameError::NoSuchNumber => of(Code::NoSuchRecord).part("game"),
            GameError::Refused(refusal) => refusal.into(),
            GameError::Stale(game) => of(Code::Stale).part("seen").with_game(*game),
            GameError::ReusedId => of(Code::ReusedId).part("id"),
            GameError::TooManyGames(_) => of(Code::TooManyGames),
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
            GameError::Store(StoreError::Damaged { .. })
            | GameError::Damaged { .. }
            | GameError::Table(_)
            | GameError::Random(_)
            | GameError::Work(_) => Problem::internal(&error),
            GameError::Store(StoreError::Newer { .. }) => {
                tracing::warn!(reason = %error, "a game is paused");
                of(Code::GamePaused).retry_after(PAUSED)
            }
            GameError::Store(error) => {
                // Failed writes are logged once, when they begin.
                if !matches!(error, StoreError::Unwritable(_)) {
                    tracing::error!(%error, "the store failed");
                }
                of(Code::Unavailable).retry_after(1)
            }
        }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        GameError::from(error).into()
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
