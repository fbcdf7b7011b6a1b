//! API responses inlined in the document. This saves a round trip, the largest delay on a slow network.

use std::sync::Arc;
use std::time::Duration;

use linja::{Position, RuleSet};
use linja_games::id::GameId;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use crate::api::{games, positions, puzzle, rules};
use crate::app::App;
use crate::client::Client;
use crate::middleware::Address;
use crate::problem::Problem;

/// Deadline for inlining a response. After the deadline the document is sent and the page asks the API.
pub(super) const PATIENCE: Duration = Duration::from_millis(250);

/// Inlined responses by their address below `/api/v1`.
#[derive(Debug, Default, Serialize)]
#[serde(transparent)]
pub(super) struct Given(std::collections::BTreeMap<String, Box<RawValue>>);

impl Given {
    /// For the page at `/`, with the default settings.
    pub(super) async fn home(app: &Arc<App>, address: Address, client: &Client) -> Given {
        let rules = RuleSet::default();
        let start = Position::default();
        let id = rules.id();
        let own = async move |app: Arc<App>, client: Client| games::own(&app, address, &client, None).await;
        let games = in_time(app, client, own).await;
        let mut given = Given::default();
        given.add("/oracle".into(), Some(app.tables.view()));
        given.add("/games".into(), games);
        given.add(
            format!("/position?pos={}&rules={id}", start.address()),
            positions::view(rules, &start).ok(),
        );
        given.add(format!("/puzzle?rules={id}"), puzzle::todays(app, rules));
        given
    }

    /// For the page about a rule set.
    pub(super) async fn rules(app: &Arc<App>, rules: RuleSet) -> Given {
        let mut given = Given::default();
        given.add(format!("/rules/{rules}"), Some(rules::details(app, rules).await));
        given
    }

    /// For the page of a game. Also returns the id of the game to show, which is another one if the game goes on elsewhere.
    pub(super) async fn game(app: &Arc<App>, client: &Client, id: GameId) -> (Given, GameId) {
        let mut given = Given::default();
        let look = async move |app: Arc<App>, client: Client| {
            Ok(app.rooms.look_under_way(id, client.caller.as_ref()).await?)
        };
        let own = in_time(app, client, look).await;
        let shown = own.as_ref().map_or(id, |own| own.game.head.id);
        given.add(format!("/games/{id}"), own);
        (given, shown)
    }

    fn add<T: Serialize>(&mut self, path: String, answer: Option<T>) {
        let answer = answer.and_then(|answer| to_raw_value(&answer).ok());
        self.0.extend(answer.map(|answer| (path, answer)));
    }
}

/// The response, if it succeeds within the deadline. On errors the page asks the API and shows the error. Runs in a
/// separate task, because reading a game may store a time loss, which must not be cancelled.
async fn in_time<T: Send + 'static, Answer>(
    app: &Arc<App>,
    client: &Client,
    answer: impl FnOnce(Arc<App>, Client) -> Answer,
) -> Option<T>
where
    Answer: Future<Output = Result<T, Problem>> + Send + 'static,
{
    let answer = tokio::spawn(answer(app.clone(), client.clone()));
    tokio::time::timeout(PATIENCE, answer).await.ok()?.ok()?.ok()
}
