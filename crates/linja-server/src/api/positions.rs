//! Positions: legal actions, values and perfect play.

#![allow(unused_qualifications, reason = "the macro for the API document writes full paths")]

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::body::Bytes;
use axum::extract::rejection::ExtensionRejection;
use axum::extract::{Extension, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use linja::{Position, RuleSet};
use linja_api::{HintView, PositionView, ProbeView, TurnsView};
use linja_games::GameError;
use linja_games::answer::{Which, not_solved};
use linja_games::room::{Secrets, Subject};
use linja_games::token::Hash;
use linja_games::workers::Class;
use linja_oracle::{Oracle as _, Table, TableError};
use serde::Serialize;
use utoipa::IntoResponses;

use crate::app::App;
use crate::client::Client;
use crate::cost::Cost;
use crate::entity_tag::Tag;
use crate::extract::Query;
use crate::meter::Meter;
use crate::middleware::Address;
use crate::problem::{Failure, Problem};
use crate::shared::Shared;

pub(super) fn router() -> Router<Arc<App>> {
    Router::new()
        .route("/position", get(read))
        .route("/position/turns", get(turns))
        .route("/position/line", get(line))
        .route("/position/value", get(value))
}

/// The response 304 in the OpenAPI document.
#[derive(IntoResponses)]
#[response(status = 304, description = "As the client knows it")]
pub(super) struct Unchanged;

/// Returns a position and the tree of its legal actions.
#[utoipa::path(get, path = "/api/v1/position", operation_id = "readPosition", tag = "positions", params(Which), responses(
    (status = 200, description = "The position", body = PositionView),
    Unchanged,
    Failure,
))]
pub(super) async fn read(asked: Asked) -> Result<Response, Problem> {
    let Asked { rules, position, values, .. } = asked;
    if values {
        asked.refuse_help().await?;
    }
    let table = if values { asked.app.tables.table(rules).await } else { None };
    let tag = asked.tag(table.as_deref(), values);
    let Some(table) = table else {
        return asked.cached(tag, async { Ok(json(&view(rules, &position)?)) }).await;
    };
    let view = move || PositionView::new(rules, &position, Some(&*table));
    asked.cached(tag, asked.worked_out(Question::Position, true, Question::Position.cost(), view)).await
}

/// The legal actions of a position, without values. Takes no longer than the tree in the response to a turn, so it need
/// not wait for a worker.
pub(crate) fn view(rules: RuleSet, position: &Position) -> Result<PositionView, Problem> {
    Ok(PositionView::new(rules, position, None::<&Table>).map_err(GameError::from)?)
}

/// Lists all turns of a position, with exact margins if the rule set is solved, otherwise with estimates.
#[utoipa::path(get, path = "/api/v1/position/turns", operation_id = "listTurns", tag = "positions", params(Which), responses(
    (status = 200, description = "The turns", body = TurnsView),
    Unchanged,
    Failure,
))]
pub(super) async fn turns(asked: Asked) -> Result<Response, Problem> {
    asked.refuse_help().await?;
    let Asked { rules, position, .. } = asked;
    let table = asked.app.tables.table(rules).await;
    let tag = asked.tag(table.as_deref(), true);
    let exact = table.is_some();
    let view = asked.app.computer.analysis(table, rules, move |judge| TurnsView::judged(judge, &position));
    let cost = if exact { Cost::PROBE } else { Cost::SEARCH };
    asked.cached(tag, asked.worked_out(Question::Turns, exact, cost, view)).await
}

/// Returns perfect play to the end of the game. The rule set must be solved.
#[utoipa::path(get, path = "/api/v1/position/line", operation_id = "readLine", tag = "positions", params(Which), responses(
    (status = 200, description = "The turns, each with its margin for the side that plays it", body = TurnsView),
    Unchanged,
    Failure,
))]
pub(super) async fn line(asked: Asked) -> Result<Response, Problem> {
    let position = asked.position;
    asked.exact(Question::Line, move |table| TurnsView::line(table, &position)).await
}

/// Returns only the margin of a position. The rule set must be solved.
#[utoipa::path(get, path = "/api/v1/position/value", operation_id = "readValue", tag = "positions", params(Which), responses(
    (status = 200, description = "The margin", body = ProbeView),
    Unchanged,
    Failure,
))]
pub(super) async fn value(asked: Asked) -> Result<Response, Problem> {
    let Asked { rules, position, .. } = asked;
    let view = move |table: &Table| {
        Ok(ProbeView { rules, position, margin: table.value(&position)?.0, turns: None })
    };
    asked.exact(Question::Value, view).await
}

/// The view as JSON.
fn json(view: &impl Serialize) -> Bytes {
    // Cannot fail: no view has a map with keys other than strings.
    serde_json::to_vec(view).unwrap_or_default().into()
}

/// The table of a rule set; a problem if the rule set is not solved.
pub(super) async fn solved(app: &App, rules: RuleSet) -> Result<Arc<Table>, Problem> {
    app.tables.table(rules).await.ok_or_else(|| not_solved(rules).into())
}

/// Probes a table off the async threads, for the client at this address.
pub(super) async fn probe<T: Send + 'static>(
    app: &App,
    address: IpAddr,
    cost: Cost,
    work: impl FnOnce() -> Result<T, TableError> + Send + 'static,
) -> Result<T, Problem> {
    app.meter.spend(address, cost)?;
    let probed = app.workers.run(Class::Analysis, Meter::client(address), timed(work)).await?;
    Ok(probed.map_err(GameError::from)?)
}

/// What a client must not ask because of its running games. To read them counts.
pub(super) async fn secrets(app: &Arc<App>, address: IpAddr, client: &Hash) -> Result<Secrets, Problem> {
    let games = app.rooms.games_with_others(client).await?;
    app.meter.spend(address, Cost::of_games(app.rooms.unread(&games)))?;
    Ok(app.rooms.secrets_of(&games).await)
}

/// Refuses help in running games between people to their players; others get it at a lower rate.
pub(crate) async fn refuse_help(
    app: &Arc<App>,
    address: IpAddr,
    client: Option<&Hash>,
    subject: Subject<'_>,
) -> Result<(), Problem> {
    if let Some(client) = client {
        secrets(app, address, client).await?.refuse_help(subject)?;
    }
    if app.rooms.is_being_played(subject) { app.meter.others_position(address) } else { Ok(()) }
}

/// The job, which also records how long it took.
fn timed<T>(work: impl FnOnce() -> T + Send + 'static) -> impl FnOnce() -> T + Send + 'static {
    move || {
        let begun = Instant::now();
        let done = work();
        metrics::histogram!("linja_probe_seconds").record(begun.elapsed().as_secs_f64());
        done
    }
}

/// What a client wants to know about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Question {
    Position,
    Turns,
    Line,
    Hint,
    Value,
}

impl Question {
    /// The cost of an answer from a table.
    const fn cost(self) -> Cost {
        match self {
            Question::Position | Question::Turns | Question::Value => Cost::PROBE,
            Question::Line | Question::Hint => Cost::STUDY,
        }
    }
}

/// The most answers about the start position, about 20 KB each. Those of the published rule sets are 40: a question, a rule
/// set, and whether values are exact.
const START_ANSWERS: usize = 256;

/// Answers about the start position.
pub struct StartAnswers(Shared<(Question, RuleSet, bool), Bytes>);

impl Default for StartAnswers {
    fn default() -> StartAnswers {
        StartAnswers(Shared::new(START_ANSWERS))
    }
}

/// A request about a position.
pub(super) struct Asked {
    app: Arc<App>,
    address: IpAddr,
    /// The rule set.
    pub(super) rules: RuleSet,
    /// The position.
    pub(super) position: Position,
    values: bool,
    /// Whether a hint by estimates will do.
    estimates: bool,
    client: Option<Hash>,
    headers: HeaderMap,
}

impl FromRequestParts<Arc<App>> for Asked {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Asked, Problem> {
        let Query(which): Query<Which> = Query::from_request_parts(parts, app).await?;
        let position = which.position()?;
        let Which { rules, values, estimates, .. } = which;
        let Extension(Address(address)) = Extension::from_request_parts(parts, app)
            .await
            .map_err(|error: ExtensionRejection| Problem::internal(&error))?;
        let client = Client::from_request_parts(parts, app).await.ok();
        let client = client.and_then(|client| client.caller).map(|caller| caller.identity);
        Ok(Asked {
            app: app.clone(),
            address,
            rules,
            position,
            values,
            estimates,
            client,
            headers: parts.headers.clone(),
        })
    }
}

impl Asked {
    /// Refuses values of positions in running games between people.
    async fn refuse_help(&self) -> Result<(), Problem> {
        refuse_help(&self.app, self.address, self.client.as_ref(), Subject::Position(&self.position)).await
    }

    /// A hint: from the table, or by estimates where the client accepts them.
    pub(super) async fn hint(&self) -> Result<Response, Problem> {
        self.refuse_help().await?;
        let (rules, position) = (self.rules, self.position);
        let table = match self.app.tables.table(rules).await {
            None if !self.estimates => return Err(not_solved(rules).into()),
            table => table,
        };
        let tag = self.tag(table.as_deref(), true);
        let exact = table.is_some();
        let view = self.app.computer.analysis(table, rules, move |judge| HintView::judged(judge, &position));
        let cost = if exact { Cost::STUDY } else { Cost::SEARCH };
        self.cached(tag, self.worked_out(Question::Hint, exact, cost, view)).await
    }

    /// A response that depends only on the table. The rule set must be solved.
    pub(super) async fn exact<T: Serialize + Send + 'static>(
        &self,
        question: Question,
        view: impl FnOnce(&Table) -> Result<T, TableError> + Send + 'static,
    ) -> Result<Response, Problem> {
        self.refuse_help().await?;
        let table = solved(&self.app, self.rules).await?;
        let tag = self.tag(Some(&table), true);
        self.cached(tag, self.worked_out(question, true, question.cost(), move || view(&table))).await
    }

    /// The JSON of an answer that takes a worker. Answers about the start position, which everybody asks for, are worked
    /// out once.
    async fn worked_out<T: Serialize>(
        &self,
        question: Question,
        is_exact: bool,
        cost: Cost,
        view: impl FnOnce() -> Result<T, TableError> + Send + 'static,
    ) -> Result<Bytes, Problem> {
        let Asked { app, address, rules, position, .. } = self;
        let work = move || Ok(json(&view()?));
        if *position != Position::default() {
            return probe(app, *address, cost, work).await;
        }
        let (key, answers) = ((question, *rules, is_exact), &app.start_answers.0);
        if let Some(known) = answers.known(&key) {
            return Ok(Bytes::clone(&known));
        }
        app.meter.spend(*address, cost)?;
        let client = Meter::client(*address);
        let worked_out = answers.get(key, &app.workers, Class::Analysis, client, timed(work)).await?;
        Ok(Bytes::clone(&worked_out))
    }

    /// The entity tag of a response that never changes, and how clients may cache it; `None` if values are wanted but
    /// missing, because the response will change once the rule set is solved.
    ///
    /// One day, so that a new version of the program takes effect within a day. Revalidating is cheap. Values are private,
    /// because players of a running game must not get them from others.
    fn tag(&self, table: Option<&Table>, wants_values: bool) -> Option<(Tag, &'static str)> {
        let (values, caching) = match table {
            Some(table) => (format!("{:032x}", table.header().values_hash), "private, max-age=86400"),
            None if wants_values => return None,
            None => ("rules".into(), "public, max-age=86400"),
        };
        let version = env!("CARGO_PKG_VERSION");
        let text = format!("{version}-{}-{values}-{}", self.rules, self.position.address());
        Some((Tag::new(&text).weak(), caching))
    }

    /// The response with this JSON, unless the client knows it.
    async fn cached(
        &self,
        tag: Option<(Tag, &'static str)>,
        json: impl Future<Output = Result<Bytes, Problem>>,
    ) -> Result<Response, Problem> {
        let media = [(header::CONTENT_TYPE, "application/json")];
        let Some((tag, caching)) = tag else {
            return Ok(([(header::CACHE_CONTROL, "no-store")], media, json.await?).into_response());
        };
        let response = if tag.is_known(&self.headers) { None } else { Some((media, json.await?)) };
        Ok(tag.respond(caching, response))
    }
}
