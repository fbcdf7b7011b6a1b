//! A server as its clients reach it over HTTP.

use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::Context as _;
use http_body_util::{BodyExt as _, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1::{self, SendRequest};
use hyper::{Method, Request, header};
use hyper_util::rt::TokioIo;
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::Instant;

/// Shorter than the server's idle timeout of ten seconds, so that no connection is closed while it is used.
const IDLE: Duration = Duration::from_secs(4);
/// Longer than the server's own deadline for a request.
const TIMEOUT: Duration = Duration::from_secs(40);

/// A server's address and its idle connections.
#[derive(Debug)]
pub(crate) struct Endpoint {
    authority: String,
    /// The local addresses of connections, in turn; none if they don't matter.
    from: Vec<IpAddr>,
    connections: AtomicUsize,
    idle: Mutex<Vec<(SendRequest<Full<Bytes>>, Instant)>>,
}

/// A response of a server.
#[derive(Clone, Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) body: Bytes,
}

impl Endpoint {
    /// The server at `http://host:port`.
    pub(crate) fn new(url: &str) -> anyhow::Result<Endpoint> {
        let rest = url.strip_prefix("http://").with_context(|| format!("{url} must begin with http://"))?;
        let authority = rest.trim_end_matches('/');
        anyhow::ensure!(!authority.is_empty() && !authority.contains('/'), "{url} must be http://HOST:PORT");
        Ok(Endpoint {
            authority: authority.to_string(),
            from: Vec::new(),
            connections: AtomicUsize::new(0),
            idle: Mutex::default(),
        })
    }

    /// The same, reached from this address of this machine.
    pub(crate) fn from_address(url: &str, from: IpAddr) -> anyhow::Result<Endpoint> {
        Endpoint::from_addresses(url, vec![from])
    }

    /// The same, reached from these addresses of this machine in turn.
    pub(crate) fn from_addresses(url: &str, from: Vec<IpAddr>) -> anyhow::Result<Endpoint> {
        Ok(Endpoint { from, ..Endpoint::new(url)? })
    }

    /// `host:port`.
    pub(crate) fn authority(&self) -> &str {
        &self.authority
    }

    /// Sends a request and waits for the complete response.
    pub(crate) async fn send(
        &self,
        method: Method,
        path: &str,
        token: Option<&str>,
        body: Option<Bytes>,
    ) -> anyhow::Result<Reply> {
        let mut request = Request::builder().method(method).uri(path).header(header::HOST, &self.authority);
        if let Some(token) = token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        if body.is_some() {
            request = request.header(header::CONTENT_TYPE, "application/json");
        }
        let request = request.body(Full::new(body.unwrap_or_default()))?;
        tokio::time::timeout(TIMEOUT, self.exchange(request)).await.context("no response in time")?
    }

    async fn exchange(&self, request: Request<Full<Bytes>>) -> anyhow::Result<Reply> {
        let mut sender = match self.waiting() {
            Some(sender) => sender,
            None => self.connect().await?,
        };
        let response = sender.send_request(request).await?;
        let status = response.status().as_u16();
        let body = response.into_body().collect().await?.to_bytes();
        self.idle().push((sender, Instant::now()));
        Ok(Reply { status, body })
    }

    /// The idle connection that was used last, so that surplus connections expire.
    fn waiting(&self) -> Option<SendRequest<Full<Bytes>>> {
        let mut idle = self.idle();
        while let Some((sender, since)) = idle.pop() {
            if since.elapsed() > IDLE {
                // The others are older.
                idle.clear();
            } else if sender.is_ready() {
                return Some(sender);
            }
        }
        None
    }

    /// A new connection.
    pub(crate) async fn stream(&self) -> std::io::Result<TcpStream> {
        let number = self.connections.fetch_add(1, Ordering::Relaxed);
        let from = number.checked_rem(self.from.len()).map(|at| self.from[at]);
        connect(&self.authority, from).await
    }

    async fn connect(&self) -> anyhow::Result<SendRequest<Full<Bytes>>> {
        let stream = self.stream().await?;
        let (sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
        // The request that uses the connection reports its failure.
        tokio::spawn(async { drop(connection.await) });
        Ok(sender)
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<(SendRequest<Full<Bytes>>, Instant)>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Connects to `host:port`, from this address of this machine if it is given.
pub(crate) async fn connect(authority: &str, from: Option<IpAddr>) -> std::io::Result<TcpStream> {
    let stream = match from {
        None => TcpStream::connect(authority).await?,
        Some(from) => {
            let socket = if from.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
            socket.bind((from, 0).into())?;
            socket.connect(authority.parse().map_err(std::io::Error::other)?).await?
        }
    };
    stream.set_nodelay(true)?;
    Ok(stream)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_and_wrong_ones_refused() {
        assert_eq!(Endpoint::new("http://127.0.0.1:8060/").unwrap().authority(), "127.0.0.1:8060");
        for wrong in ["127.0.0.1:8060", "https://x", "http://", "http://x/api"] {
            assert!(Endpoint::new(wrong).is_err(), "{wrong}");
        }
    }
}
