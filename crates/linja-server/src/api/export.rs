//! All games of a client in one file, read and sent game by game.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use futures_util::stream;
use linja::{Message, Side};
use linja_games::GameError;
use linja_games::game::event::Stored;
use linja_games::game::state::{State, Status};
use linja_games::game::view::EventView;
use linja_games::id::GameId;
use linja_games::store::Place;
use linja_games::token::Hash;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::games::written;
use crate::app::App;
use crate::cost::Cost;
use crate::meter::Permit;
use crate::problem::{Code, Problem};
use crate::read_timeout::LongAnswer;

/// Games listed at a time.
const PAGE: u32 = 50;

/// The form of the file.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Form {
    /// `records` (the default) or `json`.
    #[serde(default)]
    pub(super) format: Format,
}

/// A form of the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Format {
    #[default]
    Records,
    Json,
}

impl Format {
    /// The headers `Content-Type` and `Content-Disposition`.
    pub(super) const fn media_and_file(self) -> (&'static str, &'static str) {
        match self {
            Format::Records => ("text/plain; charset=utf-8", "attachment; filename=\"games.linja\""),
            Format::Json => ("application/json", "attachment; filename=\"games.json\""),
        }
    }
}

/// All games of a client.
#[derive(Debug, Serialize, ToSchema)]
#[allow(dead_code, reason = "only its schema is used: the games are written one by one")]
pub(super) struct Exported {
    /// The games, unfinished games first.
    games: Vec<ExportedGame>,
    /// The browsers that are told when it is the client's turn.
    push: Vec<ExportedSubscription>,
}

/// A browser of a client.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ExportedSubscription {
    /// The address at the browser's push service.
    endpoint: String,
    /// When it was stored, in milliseconds since 1970.
    created_at: u64,
}

/// A game of a client.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ExportedGame {
    /// The id of the game.
    #[schema(value_type = String)]
    id: GameId,
    /// The sides of the client.
    #[schema(value_type = Vec<linja_api::schema::Side>)]
    you: Vec<Side>,
    /// The record; missing if nobody has joined.
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<String>,
    /// Everything that happened.
    events: Vec<EventView>,
}

/// A file that is being sent.
pub(super) struct Export {
    app: Arc<App>,
    address: IpAddr,
    identity: Hash,
    format: Format,
    listed: VecDeque<Place>,
    after: Option<Place>,
    /// Whether the last page was listed.
    is_listed: bool,
    sent: usize,
    has_ended: bool,
    /// The place among the long answers, and the connection.
    _held: Option<(Permit, Option<LongAnswer>)>,
}

impl Export {
    pub(super) fn new(app: Arc<App>, address: IpAddr, identity: Hash, format: Format) -> Export {
        Export {
            app,
            address,
            identity,
            format,
            listed: VecDeque::new(),
            after: None,
            is_listed: false,
            sent: 0,
            has_ended: false,
            _held: None,
        }
    }

    /// Keeps these until the end of the file.
    pub(super) fn held_by(self, permit: Permit, connection: Option<LongAnswer>) -> Export {
        Export { _held: Some((permit, connection)), ..self }
    }

    /// The file as a body. An error breaks the connection, so that nobody takes a part for the whole.
    pub(super) fn into_body(self) -> Body {
        Body::from_stream(stream::try_unfold(self, |mut export| async move {
            let part = export.next().await.map_err(|problem| std::io::Error::other(problem.0.detail))?;
            Ok::<_, std::io::Error>(part.map(|part| (Bytes::from(part), export)))
        }))
    }

    /// The next part of the file; `None` after its end.
    async fn next(&mut self) -> Result<Option<String>, Problem> {
        while let Some(place) = self.next_place().await? {
            let whole = match self.app.rooms.whole(place.game).await {
                Ok(whole) => whole,
                // Already logged by the conversion. Such a game can't be shown either.
                Err(error) => match Problem::from(error) {
                    problem if matches!(problem.code, Code::Internal | Code::GamePaused) => continue,
                    problem => return Err(problem),
                },
            };
            if let Some(text) = self.write(place.game, whole)? {
                self.sent += 1;
                return Ok(Some(text));
            }
        }
        let end = match self.format {
            Format::Json if !self.has_ended => {
                let before = if self.sent == 0 { "{\"games\":[" } else { "" };
                Some(format!("{before}],\"push\":{}}}", self.subscriptions().await?))
            }
            Format::Json | Format::Records => None,
        };
        self.has_ended = true;
        Ok(end)
    }

    /// The browsers that get messages, as JSON.
    async fn subscriptions(&self) -> Result<String, Problem> {
        let stored = self.app.rooms.store().subscriptions(&self.identity).await.map_err(GameError::from)?;
        let all =
            stored.into_iter().map(|(endpoint, created_at)| ExportedSubscription { endpoint, created_at });
        serde_json::to_string(&all.collect::<Vec<_>>()).map_err(|error| Problem::internal(&error))
    }

    /// The next game. Each page of the list waits for the rate limit.
    async fn next_place(&mut self) -> Result<Option<Place>, Problem> {
        if *self.app.stopping.borrow() {
            return Err(Problem::of(Code::Unavailable, Message::new("problem_stopping")));
        }
        if self.listed.is_empty() && !self.is_listed {
            let page = self.app.rooms.store().games_of(&self.identity, self.after, PAGE).await;
            let page = page.map_err(GameError::from)?;
            self.app.meter.wait_to_spend(self.address, Cost::of_games(page.len())).await;
            self.is_listed = page.len() < PAGE as usize;
            self.after = page.last().copied();
            self.listed = page.into();
        }
        Ok(self.listed.pop_front())
    }

    fn write(&self, id: GameId, (events, state): (Vec<Stored>, State)) -> Result<Option<String>, Problem> {
        let has_begun = !matches!(state.status(), Status::Waiting | Status::Withdrawn);
        let record = if has_begun { Some(written(&state)?.to_string()) } else { None };
        let is_first = self.sent == 0;
        Ok(match self.format {
            Format::Records => {
                let between = if is_first { "" } else { "\n" };
                record.map(|record| format!("{between}{record}"))
            }
            Format::Json => {
                let (you, events) =
                    (state.sides_of(&self.identity), events.iter().map(EventView::from).collect());
                let game = serde_json::to_string(&ExportedGame { id, you, record, events });
                let before = if is_first { "{\"games\":[" } else { "," };
                Some(format!("{before}{}", game.map_err(|error| Problem::internal(&error))?))
            }
        })
    }
}
