//! The server's state and its routes.

use std::sync::Arc;

use axum::Router;
use axum::response::IntoResponse as _;
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::sync::watch;

use crate::api::puzzle::Puzzles;
use crate::computer::Computer;
use crate::config::Config;
use crate::limits::Meter;
use crate::oracle::Oracle;
use crate::problem::{Code, Problem};
use crate::room::Rooms;
use crate::store::Store;
use crate::{api, health, live, page, security};

/// Everything that requests share.
pub struct App {
    /// How the server was set up.
    pub config: Config,
    /// The games.
    pub rooms: Arc<Rooms>,
    /// The tables.
    pub oracle: Arc<Oracle>,
    /// The computer as a player, and its workers.
    pub computer: Arc<Computer>,
    /// Puzzles that have been asked for.
    pub puzzles: Puzzles,
    /// What clients use.
    pub meter: Meter,
    /// Where the web page comes from.
    pub page: page::Source,
    /// Figures about the server.
    pub figures: Option<PrometheusHandle>,
    /// Turns true when the server is stopping.
    pub stopping: watch::Sender<bool>,
}

impl App {
    /// Puts a server together over an open store.
    #[must_use]
    pub fn new(config: Config, store: Store, figures: Option<PrometheusHandle>) -> Arc<App> {
        let oracle = Arc::new(Oracle::new(&config.data_dir, config.oracle));
        let computer = Arc::new(Computer::new(oracle.clone()));
        let rooms = Arc::new(Rooms::new(Arc::new(store), computer.clone()));
        let meter = Meter::new(config.limits, config.trust_proxy);
        let page = page::Source::new(config.web.clone());
        let stopping = watch::Sender::new(false);
        Arc::new(App {
            config,
            rooms,
            oracle,
            computer,
            puzzles: Puzzles::default(),
            meter,
            page,
            figures,
            stopping,
        })
    }

    /// All routes.
    pub fn router(self: &Arc<Self>) -> Router {
        Router::new()
            .nest("/api/v1", api::router().merge(live::router()))
            .merge(health::router())
            .merge(page::router())
            .fallback(page::elsewhere)
            .method_not_allowed_fallback(async || {
                let detail = "This address does not answer to this method.";
                Problem::new(Code::MethodNotAllowed, detail).into_response()
            })
            .layer(axum::middleware::from_fn_with_state(self.clone(), security::around))
            .with_state(self.clone())
    }
}
