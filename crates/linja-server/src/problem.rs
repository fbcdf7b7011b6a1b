//! Problems as responses: `application/problem+json`.

use std::fmt::Display;
use std::ops::Deref;

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use linja::Message;
use linja_games::GameError;
pub use linja_games::answer::Code;
use linja_games::game::refusal::Refusal;
use linja_games::game::view::OwnGame;
use linja_games::store::StoreError;
use linja_text::{Catalogues, Language};
use utoipa::IntoResponses;

/// A problem that becomes a response.
#[derive(Clone, Debug)]
pub struct Problem(pub(crate) linja_games::answer::Problem);

/// The problem response of every operation in the OpenAPI document.
#[derive(IntoResponses)]
#[response(status = "default", description = "A problem", content_type = "application/problem+json")]
#[allow(dead_code, reason = "only its schema is used")]
pub struct Failure(linja_games::answer::Problem);

impl Problem {
    /// A problem with this code and a translatable message.
    #[must_use]
    pub fn of(code: Code, message: Message) -> Problem {
        Problem(linja_games::answer::Problem::of(code, message))
    }

    /// Writes `detail` in a language.
    #[must_use]
    pub fn in_language(self, language: Language) -> Problem {
        Problem(self.0.in_language(Catalogues::embedded(), language))
    }

    /// Sets the part of the request that caused the problem.
    #[must_use]
    pub fn part(self, part: &str) -> Problem {
        Problem(self.0.part(part))
    }

    /// Adds the current game.
    #[must_use]
    pub fn with_game(self, game: OwnGame) -> Problem {
        Problem(self.0.with_game(game))
    }

    /// Sets the seconds to wait before retrying.
    #[must_use]
    pub fn retry_after(self, seconds: u32) -> Problem {
        Problem(self.0.retry_after(seconds))
    }

    /// An internal error. The reason is logged but not sent to the client.
    #[must_use]
    pub fn internal(reason: &dyn Display) -> Problem {
        Problem(linja_games::answer::Problem::internal(reason))
    }
}

impl Deref for Problem {
    type Target = linja_games::answer::Problem;

    fn deref(&self) -> &linja_games::answer::Problem {
        &self.0
    }
}

impl From<linja_games::answer::Problem> for Problem {
    fn from(problem: linja_games::answer::Problem) -> Problem {
        Problem(problem)
    }
}

impl From<GameError> for Problem {
    fn from(error: GameError) -> Problem {
        Problem(error.into())
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        Problem(refusal.into())
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        GameError::from(error).into()
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.0.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let body = serde_json::to_vec(&*self).unwrap_or_default();
        let mut response = (status, Body::from(body)).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if let Some(seconds) = self.0.retry_after {
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
    *response.body_mut() = Body::from(serde_json::to_vec(&*problem).unwrap_or_default());
    let headers = response.headers_mut();
    // These headers describe the English body.
    headers.remove(header::CONTENT_LENGTH);
    headers.remove(header::CONTENT_ENCODING);
    headers.insert(header::CONTENT_LANGUAGE, HeaderValue::from_static(language.code()));
    response
}
