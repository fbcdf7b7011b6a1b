//! Many positions in one request, a line for each, answered as they come.
//!
//! A batch is what has arrived while the batch before was answered. Its positions are sorted by the page of the table that
//! holds them, and read in small jobs, so that others wait no longer than for a single request.

#![allow(unused_qualifications, reason = "the macro for the API document writes full paths")]

mod input;
mod line;
mod work;

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Extension, Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use futures_util::stream;
use linja::{Message, RuleSet};
use linja_text::Language;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use self::input::Input;
pub use self::line::{PositionAnswer, PositionLine};
use self::work::Batch;
use crate::app::App;
use crate::client::Client;
use crate::extract::Query;
use crate::meter::Permit;
use crate::middleware::Address;
use crate::problem::{Code, Failure, Problem};
use crate::read_timeout::{LongAnswer, LongAnswers};

/// The media type of requests and responses: a JSON text in each line.
const NDJSON: &str = "application/x-ndjson";

/// Names that programs also use for it.
const ACCEPTED: [&str; 4] = [NDJSON, "application/ndjson", "application/jsonl", "application/json-lines"];

/// The answers that are written at once, which should take less than a few milliseconds: it happens on an async thread.
const LINES_TOGETHER: usize = 1_000;

pub(super) fn router() -> Router<Arc<App>> {
    Router::new().route("/positions", post(answer))
}

/// What to answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PositionQuestion)]
pub(super) enum Question {
    /// The margin under perfect play for the side to move. The fastest.
    #[default]
    Margin,
    /// The margin and the best turns.
    Best,
    /// The margin and all turns, the best first.
    Turns,
}

/// What all lines have in common.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Common {
    /// The rule set of lines that name none; defaults to `bonus`.
    #[serde(default)]
    #[param(value_type = linja_api::schema::RuleSet)]
    rules: RuleSet,
    /// What to answer; defaults to `margin`.
    #[serde(default)]
    answer: Question,
}

/// Answers many positions: a line of JSON for each, in the order of the request.
///
/// Each line of the body is a position as a JSON string, or an object with `pos` and, if wanted, `rules` and an `id` that
/// comes back with the answer. A line that can't be answered gets a `problem`; the others are answered all the same. Every
/// rule set must be solved. Answers are sent while the request is still being read, at the pace of the rate limit.
#[utoipa::path(post, path = "/api/v1/positions", operation_id = "answerPositions", tag = "positions", params(Common),
    request_body(content = PositionLine, content_type = "application/x-ndjson", description = "A position in each line"),
    responses(
    (status = 200, description = "An answer in each line", body = PositionAnswer, content_type = "application/x-ndjson"),
    Failure,
))]
pub(super) async fn answer(
    State(app): State<Arc<App>>,
    Extension(Address(address)): Extension<Address>,
    client: Client,
    Query(common): Query<Common>,
    long: Option<Extension<LongAnswers>>,
    request: Request,
) -> Result<Response, Problem> {
    must_be_lines(request.headers())?;
    let most = app.config.limits.positions_bytes;
    let announced = request.headers().get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok());
    if announced.and_then(|length| length.parse().ok()).is_some_and(|length: usize| length > most) {
        return Err(input::too_large(most));
    }
    let permit = app.meter.stream(address)?;
    let language = crate::language::of_problem(request.headers());
    let identity = client.caller.map(|caller| caller.identity);
    let deadline = 2 * app.config.limits.request_timeout;
    let input = Input::read(request.into_body(), most, deadline);
    let batch = Batch { app, address, identity, common };
    let connection = long.as_ref().map(|Extension(long)| long.begin());
    let ready = Vec::new().into_iter();
    let answers = Answers { batch, input, ready, language, _permit: permit, _connection: connection };
    let media = [(header::CONTENT_TYPE, HeaderValue::from_static(NDJSON))];
    Ok((media, long, answers.into_body()).into_response())
}

fn must_be_lines(headers: &HeaderMap) -> Result<(), Problem> {
    let media = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let media = media.and_then(|value| value.split(';').next()).map(str::trim).unwrap_or_default();
    if ACCEPTED.iter().any(|accepted| media.eq_ignore_ascii_case(accepted)) {
        return Ok(());
    }
    let message = Message::new("problem_media_type").with("header", format!("Content-Type: {NDJSON}"));
    Err(Problem::of(Code::UnsupportedMediaType, message).part("Content-Type"))
}

/// The answers to one request.
struct Answers {
    batch: Batch,
    input: Input,
    /// Answers of the present batch that were not sent yet.
    ready: std::vec::IntoIter<PositionAnswer>,
    language: Language,
    _permit: Permit,
    _connection: Option<LongAnswer>,
}

impl Answers {
    fn into_body(self) -> Body {
        let part = |mut answers: Answers| async move {
            let part = answers.next().await?;
            Some((Ok::<_, std::convert::Infallible>(part), answers))
        };
        Body::from_stream(stream::unfold(self, part))
    }

    /// The next answers as lines; `None` after the last.
    async fn next(&mut self) -> Option<Bytes> {
        if self.ready.as_slice().is_empty() {
            self.ready = self.next_batch().await?.into_iter();
        }
        Some(line::write(self.ready.by_ref().take(LINES_TOGETHER), self.language))
    }

    /// The answers to the next batch; `None` after the last.
    async fn next_batch(&mut self) -> Option<Vec<PositionAnswer>> {
        let texts = self.input.next(self.batch.most_lines()).await?;
        let first = texts.as_ref().ok().and_then(|texts| texts.first()).map(|text| text.number);
        let answers = match texts {
            _ if *self.batch.app.stopping.borrow() => {
                Err(Problem::of(Code::Unavailable, Message::new("problem_timeout")).retry_after(1))
            }
            Ok(texts) => self.batch.answer(texts).await,
            Err(problem) => Err(problem),
        };
        // A problem of the request, not of a line, ends the answers.
        Some(answers.unwrap_or_else(|problem| {
            let next = self.input.end();
            vec![PositionAnswer::refused(first.unwrap_or(next), None, problem)]
        }))
    }
}
