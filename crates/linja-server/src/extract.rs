//! Extractors that fail with problems instead of the framework's errors.

use std::sync::Arc;

use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::header;
use axum::http::request::Parts;
use http_body_util::{BodyExt as _, Limited};
use linja::{Message, ParseRuleSetError, RuleSet};
use linja_games::id::GameId;
use linja_games::{GameError, answer};
use serde::de::DeserializeOwned;

use crate::app::App;
use crate::problem::{Code, Problem};

/// A JSON body.
pub struct Json<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<App>> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Json<T>, Problem> {
        let media = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let media = media.and_then(|value| value.split(';').next()).map(str::trim);
        if !media.is_some_and(|media| media.eq_ignore_ascii_case("application/json")) {
            let message = Message::new("problem_media_type").with("header", "Content-Type: application/json");
            return Err(Problem::of(Code::UnsupportedMediaType, message).part("Content-Type"));
        }
        let most = app.config.limits.body_bytes;
        let body = Limited::new(request.into_body(), most).collect().await.map_err(|error| {
            if error.is::<http_body_util::LengthLimitError>() {
                Problem::of(Code::TooLarge, Message::new("problem_too_large").with("count", most))
            } else {
                Problem::of(Code::BadRequest, Message::new("problem_body_cut"))
            }
        })?;
        read_json(&body.to_bytes()).map(Json)
    }
}

/// Parses a JSON object.
///
/// # Errors
/// If the bytes are not JSON, or do not match the expected type.
pub fn read_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    Ok(answer::read_json(bytes)?)
}

/// The query parameters.
pub struct Query<T>(pub T);

impl<T: DeserializeOwned> FromRequestParts<Arc<App>> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<App>) -> Result<Query<T>, Problem> {
        Ok(Query(answer::read_query(parts.uri.query().unwrap_or_default())?))
    }
}

/// The rule set in the path.
pub struct Rules(pub RuleSet);

impl FromRequestParts<Arc<App>> for Rules {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Rules, Problem> {
        let text = Path::<String>::from_request_parts(parts, app).await.map_or_else(
            |_| String::new(), // not UTF-8, so no id
            |Path(text)| text,
        );
        text.parse().map(Rules).map_err(|error: ParseRuleSetError| {
            Problem::of(Code::InvalidRules, error.message()).part("rules")
        })
    }
}

/// The game id in the path. An invalid id gives the same problem as an unknown one.
pub struct Id(pub GameId);

impl FromRequestParts<Arc<App>> for Id {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Id, Problem> {
        let text = Path::<String>::from_request_parts(parts, app).await;
        let id = text.ok().and_then(|Path(text)| text.parse().ok());
        id.map(Id).ok_or_else(|| GameError::NoSuchGame.into())
    }
}
