//! Starting and stopping the server.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{ConnectInfo, Request};
use axum::http::StatusCode;
use axum::response::Response;
use hyper::body::Incoming;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use linja::Message;
use linja_games::LocalBoxed;
use linja_games::solver::Solver;
use linja_games::store::{Store, StoreError};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tower::ServiceExt as _;

use crate::app::App;
use crate::config::Config;
use crate::meter::Permit;
use crate::problem::{Code, Problem};
use crate::push::Push;
use crate::read_timeout::{LongAnswers, Phase, ReadTimeout, SharedPhase};
use crate::send_timeout::SendTimeout;

/// Why a server can't start.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The store can't be opened.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The address can't be used.
    #[error("can't listen on {0}")]
    Bind(SocketAddr, #[source] std::io::Error),
    /// Messages can't be sent to browsers as the operator wants.
    #[error("can't send messages to browsers: {0}")]
    Push(String),
}

/// Length of the accept queue. With a shorter queue, connections would be refused when a thousand players reconnect
/// after a restart.
const BACKLOG: u32 = 4096;

fn listen(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // Allows a restart while old connections are in TIME_WAIT.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Boxed, so that the future is compiled once, in this crate. Otherwise the program and every test binary would compile
/// the whole server again.
pub type Boxed<T> = linja_games::Boxed<'static, T>;

/// A listening server.
pub struct Server {
    app: Arc<App>,
    listener: TcpListener,
    address: SocketAddr,
}

impl Server {
    /// Opens the store and listens; [`Server::run`] serves requests.
    ///
    /// # Errors
    /// If the database or the address can't be used.
    #[must_use]
    pub fn bind(config: Config) -> LocalBoxed<'static, Result<Server, ServeError>> {
        Box::pin(Server::open(config))
    }

    async fn open(config: Config) -> Result<Server, ServeError> {
        let listener = listen(config.bind).map_err(|error| ServeError::Bind(config.bind, error))?;
        let address = listener.local_addr().map_err(|error| ServeError::Bind(config.bind, error))?;
        if config.accepts_any_host() {
            tracing::warn!("{}", Config::ANY_HOST);
        }
        let store = match &config.database {
            Some(url) => Store::postgres(url).await?,
            None => Store::sqlite(&config.data_dir).await?,
        };
        let push = Push::open(&config, &store).await?;
        Ok(Server { app: App::new(config, store, push, crate::metrics::recorder()), listener, address })
    }

    /// The address that the server listens on.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The state shared by all requests.
    #[must_use]
    pub fn app(&self) -> &Arc<App> {
        &self.app
    }

    /// Serves requests until `stop` completes, then finishes pending requests within a deadline.
    pub fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> Boxed<()> {
        self.run_until(Box::pin(stop))
    }

    fn run_until(self, stop: Boxed<()>) -> Boxed<()> {
        Box::pin(self.serve_until(stop))
    }

    async fn serve_until(self, mut stop: Boxed<()>) {
        let Server { app, listener, .. } = self;
        let solver = || Solver {
            tables: app.tables.clone(),
            rooms: app.rooms.clone(),
            quiet: app.config.quiet,
            stopping: app.stopping.subscribe(),
        };
        let solving = app.config.oracle.then(|| tokio::spawn(solver().run()));
        let keeping = tokio::spawn(app.rooms.clone().keep());
        let checked = app.clone();
        // In the background, because it takes long for many games. The result is for `/readyz` and the log.
        let checking = tokio::spawn(async move { checked.rooms.store().check().await });
        let sweeping = tokio::spawn(app.rooms.clone().sweep());
        let beating = tokio::spawn(app.rooms.clone().beat());
        let pushing = tokio::spawn(crate::push::run(app.clone()));
        let retaining = app.config.retention.map(|age| tokio::spawn(app.rooms.clone().retain(age)));
        let router = app.router();
        let refusal = refusal();
        loop {
            let (stream, peer) = tokio::select! {
                () = &mut stop => break,
                accepted = listener.accept() => match accepted {
                    Ok(accepted) => accepted,
                    Err(error) => {
                        // Most likely too many open files: wait for other connections to close.
                        tracing::warn!(%error, "can't accept a connection");
                        tokio::time::sleep(Duration::from_millis(50)).await;
                        continue;
                    }
                },
            };
            let Some(permit) = app.meter.connection(peer.ip()) else {
                // The response fits into the empty send buffer of a new connection.
                let _ = stream.try_write(&refusal);
                metrics::counter!("linja_refused_connections_total").increment(1);
                continue;
            };
            tokio::spawn(serve(app.clone(), router.clone(), stream, peer, permit));
        }
        drop(listener);
        tracing::info!("stopping");
        app.stopping.send_replace(true);
        let most = app.config.shutdown;
        let ended = async {
            // Every connection releases its permit when it ends; WebSockets have separate permits.
            while app.meter.open_connections() + app.meter.open_sockets() > 0 {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        if tokio::time::timeout(most, ended).await.is_err() {
            tracing::warn!("some connections did not end in time");
        }
        keeping.abort();
        checking.abort();
        sweeping.abort();
        beating.abort();
        pushing.abort();
        if let Some(retaining) = retaining {
            retaining.abort();
        }
        // The solver removes unfinished tables.
        if let Some(solving) = solving
            && tokio::time::timeout(most, solving).await.is_err()
        {
            tracing::warn!("solving did not end in time");
        }
        if tokio::time::timeout(most, app.rooms.store().close()).await.is_err() {
            tracing::warn!("the database did not close in time");
        }
    }
}

/// The response to a connection beyond the limit.
fn refusal() -> Vec<u8> {
    let seconds = 10;
    let message = Message::new("problem_too_many_connections");
    let problem = Problem::of(Code::Unavailable, message).retry_after(seconds);
    let body = serde_json::to_vec(&*problem).unwrap_or_default();
    let head = format!(
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/problem+json\r\n\
         content-length: {}\r\ncache-control: no-store\r\nx-content-type-options: nosniff\r\n\
         retry-after: {seconds}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    [head.into_bytes(), body].concat()
}

/// Serves one connection until it ends or the server stops.
async fn serve(app: Arc<App>, router: axum::Router, stream: TcpStream, peer: SocketAddr, permit: Permit) {
    // Turns are small and must not be delayed by Nagle's algorithm. Failure only costs latency.
    let _ = stream.set_nodelay(true);
    let limits = app.config.limits;
    let phase = SharedPhase::new();
    let stream = ReadTimeout::new(stream, phase.clone(), limits.header_timeout);
    let (begun, done, permit) = (phase.clone(), phase, Arc::new(permit));
    let place = permit.clone();
    let service = router
        .map_request(move |mut request: Request<Incoming>| {
            begun.set(Phase::Response);
            let after = Phase::Idle(limits.keep_alive);
            request.extensions_mut().insert(LongAnswers::new(begun.clone(), after));
            request.extensions_mut().insert(ConnectInfo(peer));
            request.extensions_mut().insert(place.clone());
            request.map(axum::body::Body::new)
        })
        .map_response(move |response: Response| {
            if response.extensions().get::<LongAnswers>().is_some() {
                return response;
            }
            done.set(match response.status() {
                StatusCode::SWITCHING_PROTOCOLS => Phase::Live,
                // Idle connections must not keep others out.
                _ if permit.is_crowded() => Phase::Idle(limits.header_timeout),
                _ => Phase::Idle(limits.keep_alive),
            });
            response
        });
    let connection = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        // Never reached, because `ReadTimeout` is stricter. But with a timeout hyper reads on after a response, which
        // starts the timer of `ReadTimeout`.
        .header_read_timeout(limits.keep_alive + 2 * limits.header_timeout)
        .max_buf_size(64 * 1024)
        .serve_connection(
            TokioIo::new(SendTimeout::new(stream, limits.send_timeout)),
            TowerToHyperService::new(service),
        )
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    let mut stopping = app.stopping.subscribe();
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        _ = async { stopping.wait_for(|stopping| *stopping).await.is_ok() } => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    // Broken connections are normal.
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection broke");
    }
}
