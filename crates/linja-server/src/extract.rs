//! Reading requests, with problems instead of the framework's own errors.

use std::sync::Arc;

use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::header;
use axum::http::request::Parts;
use http_body_util::{BodyExt as _, Limited};
use serde::de::DeserializeOwned;
use serde_json::error::Category;

use crate::app::App;
use crate::id::GameId;
use crate::problem::{Code, Problem};

/// A body of JSON.
pub struct Json<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<App>> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Json<T>, Problem> {
        let media = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let media = media.and_then(|value| value.split(';').next()).map(str::trim);
        if !media.is_some_and(|media| media.eq_ignore_ascii_case("application/json")) {
            let detail = "The body must be JSON, with the header Content-Type: application/json.";
            return Err(Problem::new(Code::UnsupportedMediaType, detail).part("Content-Type"));
        }
        let most = app.config.limits.body_bytes;
        let body = Limited::new(request.into_body(), most).collect().await.map_err(|error| {
            if error.is::<http_body_util::LengthLimitError>() {
                Problem::new(Code::TooLarge, format!("The body has more than {most} bytes."))
            } else {
                Problem::new(Code::BadRequest, "The body could not be read to its end.")
            }
        })?;
        read_json(&body.to_bytes()).map(Json)
    }
}

/// Reads JSON, and says what is wrong with it.
///
/// # Errors
/// If it is no JSON, or not what is expected.
pub fn read_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    serde_json::from_slice(bytes).map_err(|error| match error.classify() {
        Category::Data => Problem::new(Code::InvalidBody, format!("The body does not fit: {error}.")),
        _ => Problem::new(
            Code::MalformedJson,
            format!("The body is no JSON: line {}, column {}.", error.line(), error.column()),
        ),
    })
}

/// The parameters behind the `?`.
pub struct Query<T>(pub T);

impl<T: DeserializeOwned> FromRequestParts<Arc<App>> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<App>) -> Result<Query<T>, Problem> {
        let query = axum::extract::Query::try_from_uri(&parts.uri);
        query.map(|axum::extract::Query(query)| Query(query)).map_err(|error| {
            Problem::new(Code::InvalidQuery, format!("The query can't be read: {}.", error.body_text()))
                .part("query")
        })
    }
}

/// The game in the path. Text that is no id names no game.
pub struct Id(pub GameId);

impl FromRequestParts<Arc<App>> for Id {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Id, Problem> {
        let text = Path::<String>::from_request_parts(parts, app).await;
        let id = text.ok().and_then(|Path(text)| text.parse().ok());
        id.map(Id).ok_or_else(|| Problem::new(Code::NoSuchGame, "No game has such an id.").part("id"))
    }
}
