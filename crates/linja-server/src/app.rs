//! The server's state and its routes.

use std::sync::Arc;

use axum::Router;
use axum::response::IntoResponse as _;
use linja::Message;
use linja_games::computer::Computer;
use linja_games::open_tables::OpenTables;
use linja_games::room::Rooms;
use linja_games::store::Store;
use linja_games::workers::Workers;
use tokio::sync::watch;

use crate::api::positions::StartAnswers;
use crate::api::puzzle::Puzzles;
use crate::config::Config;
use crate::health::Readiness;
use crate::meter::Meter;
use crate::metrics::Recorder;
use crate::picture::Pictures;
use crate::problem::{Code, Problem};
use crate::push::Push;
use crate::{api, health, live, middleware, page, picture};

/// State shared by all requests.
pub struct App {
    /// The configuration.
    pub config: Config,
    /// The games.
    pub rooms: Arc<Rooms>,
    /// The open tables.
    pub tables: Arc<OpenTables>,
    /// Workers for jobs that must not block the async threads.
    pub workers: Workers,
    /// The computer player.
    pub computer: Arc<Computer>,
    /// Cached puzzles.
    pub puzzles: Puzzles,
    /// Cached answers about the start position.
    pub start_answers: StartAnswers,
    /// Cached pictures.
    pub pictures: Pictures,
    /// Messages to players who are away; `None` if the operator wants none.
    pub push: Option<Push>,
    /// The last check whether games can be stored and read.
    pub readiness: Readiness,
    /// Usage by clients.
    pub meter: Meter,
    /// The source of the web page.
    pub page: page::Source,
    /// Metrics of the server, if this process records them.
    pub metrics: Option<&'static Recorder>,
    /// Turns true when the server is stopping.
    pub stopping: watch::Sender<bool>,
}

impl App {
    /// Builds the state of a server over an open store.
    #[must_use]
    pub fn new(
        config: Config,
        store: Store,
        push: Option<Push>,
        metrics: Option<&'static Recorder>,
    ) -> Arc<App> {
        let tables = Arc::new(OpenTables::new(&config.data_dir, config.table_policy()));
        let workers = Workers::default();
        let computer = Arc::new(Computer::new(tables.clone(), workers.clone()));
        let rooms = Rooms::new(Arc::new(store), computer.clone()).claim_after(config.claim_after);
        let rooms = Arc::new(rooms.push_times(push.is_some().then_some(config.push.times)));
        let meter = Meter::new(config.limits, config.trust_proxy);
        let page = page::Source::new(config.web.clone());
        let stopping = watch::Sender::new(false);
        Arc::new(App {
            config,
            rooms,
            tables,
            workers,
            computer,
            puzzles: Puzzles::default(),
            start_answers: StartAnswers::default(),
            pictures: Pictures::default(),
            push,
            readiness: Readiness::default(),
            meter,
            page,
            metrics,
            stopping,
        })
    }

    /// All routes.
    pub fn router(self: &Arc<Self>) -> Router {
        Router::new()
            .nest("/api/v1", api::router().merge(live::router()))
            .merge(health::router())
            .merge(page::router())
            .merge(picture::router())
            .fallback(page::elsewhere)
            .method_not_allowed_fallback(async || {
                Problem::of(Code::MethodNotAllowed, Message::new("problem_method")).into_response()
            })
            .layer(axum::middleware::from_fn_with_state(self.clone(), middleware::around))
            .with_state(self.clone())
    }
}
