//! One request to a push service.
//!
//! Blocking, on a thread of its own: messages are few, and so neither an HTTP client nor an asynchronous TLS library is
//! needed. The connection goes to an address that was checked; the name is not resolved again.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream, ToSocketAddrs as _};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use rustls::pki_types::ServerName;
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};

use super::endpoint::{Endpoint, is_public};

/// Deadline of a request. Resolving the name has none of its own.
const DEADLINE: Duration = Duration::from_secs(15);
/// Bytes of a response that are read. The status line and the headers are shorter.
const LONGEST: usize = 16 * 1024;

/// The head of a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Response {
    pub(super) status: u16,
    /// Seconds to wait, if the service says so.
    pub(super) retry_after: Option<u64>,
}

/// Sends requests. The system's certificates are read when the first one needs them.
pub(super) struct Client {
    tls: Arc<LazyLock<Arc<ClientConfig>>>,
}

impl Client {
    pub(super) fn new() -> Client {
        Client { tls: Arc::new(LazyLock::new(tls)) }
    }

    /// Sends a request with these headers and this body.
    ///
    /// # Errors
    /// If the service can't be reached, its address is not public, or it does not respond in time.
    pub(super) async fn post(
        &self,
        endpoint: Endpoint,
        headers: Vec<(&'static str, String)>,
        body: Vec<u8>,
    ) -> io::Result<Response> {
        let tls = self.tls.clone();
        let request = request(&endpoint, &headers, &body);
        let sending = tokio::task::spawn_blocking(move || exchange(&tls, &endpoint, &request));
        match tokio::time::timeout(2 * DEADLINE, sending).await {
            Ok(sent) => sent.map_err(io::Error::other)?,
            Err(_) => Err(io::ErrorKind::TimedOut.into()),
        }
    }
}

fn tls() -> Arc<ClientConfig> {
    let mut roots = RootCertStore::empty();
    let found = rustls_native_certs::load_native_certs();
    for error in &found.errors {
        tracing::warn!(%error, "some certificates of the system can't be read");
    }
    roots.add_parsable_certificates(found.certs);
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    // Cannot fail: the provider knows the cipher suites of the default versions.
    let builder = builder.unwrap_or_else(|error| unreachable!("{error}"));
    Arc::new(builder.with_root_certificates(roots).with_no_client_auth())
}

/// The request as bytes.
fn request(endpoint: &Endpoint, headers: &[(&'static str, String)], body: &[u8]) -> Vec<u8> {
    let origin = endpoint.origin();
    let host = origin.split_once("://").map_or("", |(_, host)| host);
    let mut head = format!("POST {} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n", endpoint.path);
    for (name, value) in headers {
        head += &format!("{name}: {value}\r\n");
    }
    head += &format!("Content-Length: {}\r\n\r\n", body.len());
    [head.as_bytes(), body].concat()
}

fn exchange(tls: &LazyLock<Arc<ClientConfig>>, endpoint: &Endpoint, request: &[u8]) -> io::Result<Response> {
    let until = Instant::now() + DEADLINE;
    let stream = Timed { stream: connect(endpoint)?, until };
    if endpoint.is_encrypted {
        let name = ServerName::try_from(endpoint.host.clone()).map_err(io::Error::other)?;
        let connection = ClientConnection::new((**tls).clone(), name).map_err(io::Error::other)?;
        talk(StreamOwned::new(connection, stream), request)
    } else {
        talk(stream, request)
    }
}

/// Connects to the first address of the host that answers.
fn connect(endpoint: &Endpoint) -> io::Result<TcpStream> {
    let host = endpoint.host.trim_matches(['[', ']']);
    let addresses: Vec<SocketAddr> = (host, endpoint.port).to_socket_addrs()?.collect();
    if !endpoint.may_be_private && !addresses.iter().all(|address| is_public(address.ip())) {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "its address is not public"));
    }
    let mut last = io::Error::new(io::ErrorKind::NotFound, "it has no address");
    for address in addresses.into_iter().take(4) {
        match TcpStream::connect_timeout(&address, DEADLINE / 4) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// A connection whose reads and writes end at a deadline.
struct Timed {
    stream: TcpStream,
    until: Instant,
}

impl Timed {
    fn left(&self) -> io::Result<Option<Duration>> {
        let left = self.until.saturating_duration_since(Instant::now());
        if left.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(Some(left)) }
    }
}

impl Read for Timed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(self.left()?)?;
        self.stream.read(buffer)
    }
}

impl Write for Timed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(self.left()?)?;
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

/// Sends the request and reads the head of the response.
fn talk(mut stream: impl Read + Write, request: &[u8]) -> io::Result<Response> {
    stream.write_all(request)?;
    stream.flush()?;
    let mut head = Vec::new();
    let mut buffer = [0; 1024];
    while !head.windows(4).any(|end| end == b"\r\n\r\n") && head.len() < LONGEST {
        match stream.read(&mut buffer)? {
            0 => break,
            length => head.extend_from_slice(&buffer[..length]),
        }
    }
    read_head(&String::from_utf8_lossy(&head))
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "no HTTP response"))
}

fn read_head(head: &str) -> Option<Response> {
    let (head, _) = head.split_once("\r\n\r\n")?;
    let mut lines = head.split("\r\n");
    let mut first = lines.next()?.split(' ');
    let status = first.next()?.starts_with("HTTP/1.").then(|| first.next())??.parse().ok()?;
    let retry_after = lines.find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("retry-after").then(|| value.trim().parse().ok())?
    });
    Some(Response { status, retry_after })
}

#[cfg(test)]
mod tests {
    use super::super::endpoint::Allowed;
    use super::*;

    #[test]
    fn heads_of_responses_are_read() {
        let read = |head: &str| read_head(head).map(|found| (found.status, found.retry_after));
        assert_eq!(read("HTTP/1.1 201 Created\r\nLocation: /x\r\n\r\n"), Some((201, None)));
        assert_eq!(read("HTTP/1.1 429 \r\nretry-after: 120\r\n\r\nbody"), Some((429, Some(120))));
        assert_eq!(read("HTTP/1.1 503 x\r\nRetry-After: Wed, 21 Oct\r\n\r\n"), Some((503, None)));
        for bad in ["", "HTTP/1.1 201 Created\r\n", "SSH-2.0\r\n\r\n", "HTTP/1.1 many\r\n\r\n"] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }

    #[test]
    fn known_service_with_a_private_address_is_not_contacted() {
        // Names of this machine resolve without a network.
        let allowed = Allowed::new(&["localhost".into()], &[]).unwrap();
        let endpoint = allowed.endpoint("https://localhost/x").unwrap();
        let error = connect(&endpoint).map(drop).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::PermissionDenied, "{error}");
    }
}
