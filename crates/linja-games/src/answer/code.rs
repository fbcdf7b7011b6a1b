//! The codes of problems.

use serde::Serialize;

/// The codes of problems. They are stable; programs may rely on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ProblemCode))]
#[serde(rename_all = "snake_case")]
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
    /// Too many open challenges of this client.
    TooManyChallenges,
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
    pub const fn status_and_title(self) -> (u16, &'static str) {
        match self {
            Code::MalformedJson => (400, "Malformed JSON"),
            Code::BadRequest => (400, "Bad request"),
            Code::InvalidQuery => (400, "Invalid query"),
            Code::InvalidBody => (422, "Invalid body"),
            Code::InvalidRules => (400, "Invalid rules"),
            Code::InvalidToken => (401, "Invalid token"),
            Code::SignedOut => (401, "Signed out"),
            Code::WrongCode => (403, "Wrong code"),
            Code::TooManyDevices => (409, "Too many devices"),
            Code::HelpRefused => (403, "No help in a running game"),
            Code::CrossOrigin => (403, "Cross-origin request"),
            Code::UnknownHost => (403, "Unknown host"),
            Code::LocalOnly => (403, "Only for this machine"),
            Code::NotFound => (404, "Not found"),
            Code::NoSuchGame => (404, "No such game"),
            Code::NoSuchRecord => (404, "No such record"),
            Code::MethodNotAllowed => (405, "Method not allowed"),
            Code::TooLarge => (413, "Too large"),
            Code::UnsupportedMediaType => (415, "Unsupported media type"),
            Code::Stale => (409, "The game has moved on"),
            Code::ReusedId => (409, "Id used before"),
            Code::NoSeat => (403, "No seat"),
            Code::AlreadySeated => (409, "Already seated"),
            Code::GameFull => (409, "Game full"),
            Code::WrongInvitation => (403, "Wrong invitation"),
            Code::Withdrawn => (409, "Withdrawn"),
            Code::Waiting => (409, "Waiting for the other player"),
            Code::GameOver => (409, "Game over"),
            Code::NotOver => (409, "Not over"),
            Code::MatchOver => (409, "Match over"),
            Code::NotYourTurn => (409, "Not your turn"),
            Code::OtherSide => (403, "Not your side"),
            Code::IllegalTurn => (422, "Illegal turn"),
            Code::InvalidName => (422, "Invalid name"),
            Code::InvalidPosition => (422, "Invalid position"),
            Code::InvalidRecord => (422, "Invalid record"),
            Code::NoOffer => (409, "No offer"),
            Code::AlreadyOffered => (409, "Already offered"),
            Code::NothingToTakeBack => (409, "Nothing to take back"),
            Code::NotLeft => (409, "The other player has not left"),
            Code::TooManyTakeBacks => (409, "Too many take-backs"),
            Code::SeriesTooLong => (409, "Series too long"),
            Code::NextBegan => (409, "The next game has begun"),
            Code::TooManyRequests => (429, "Too many requests"),
            Code::TooManyGames => (429, "Too many games"),
            Code::TooManyChallenges => (429, "Too many challenges"),
            Code::TooManySockets => (429, "Too many sockets"),
            Code::NotSolved => (409, "Not solved yet"),
            Code::CannotSolve => (503, "Can't be solved here"),
            Code::PushOff => (409, "No messages"),
            Code::GamePaused => (503, "Game paused"),
            Code::Unavailable => (503, "Unavailable"),
            Code::Internal => (500, "Internal error"),
        }
    }
}
