//! Applied to every request: id and log entry, rate limit, host and origin checks, deadline, response headers.

use std::net::IpAddr;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use linja::Message;
use tracing::Instrument as _;
use uuid::Uuid;

use crate::app::App;
use crate::client;
use crate::cross_origin::{self, Access};
use crate::meter;
use crate::meter::{Left, Permit};
use crate::problem::{self, Code, Problem};

/// Allows only resources of this server, and no inline scripts, styles or frames. Documents inline the icon as `data:`.
pub(crate) const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; \
     connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; \
     frame-ancestors 'none'";

/// The same, but any page may show the document in a frame.
const FRAME_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; \
     form-action 'none'; frame-ancestors *";

/// What pages of others may do with a response; an extension of the response. Without it, nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Open {
    /// Show it as a picture.
    Picture,
    /// Show it in a frame.
    Frame,
}

const HEADERS: [(&str, &str); 6] = [
    ("content-security-policy", CONTENT_SECURITY_POLICY),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("x-frame-options", "DENY"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

/// The shortest delay of a refusal by the rate limit. Without it, a client that repeats refused requests on many connections
/// would keep the server busy with refusing.
const REFUSAL_DELAY: Duration = Duration::from_millis(500);
/// How much longer a refusal may be delayed.
const REFUSAL_SPREAD: Duration = Duration::from_millis(500);

static REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Wraps every request.
pub async fn around(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let id = request_id();
    let method = request.method().clone();
    let matched = request.extensions().get::<MatchedPath>().cloned();
    let route = matched.as_ref().map_or("none", MatchedPath::as_str);
    let span = tracing::info_span!("request", %id, %method, route);
    let language = crate::language::of_problem(request.headers());
    let asked = cross_origin::asked_method(&method, request.headers());
    let (mut parts, body) = request.into_parts();
    let place = parts.extensions.remove::<Arc<Permit>>();
    let access =
        Access::of(route, asked.as_ref().unwrap_or(&method), &parts.headers, &app.config.allow_origins);
    let address = client::address(&parts, app.config.trust_proxy);
    let expenses = app.meter.expenses();
    let work = async {
        let mut parts = parts;
        let left = match guard(&app, address, &mut parts, &access) {
            Ok(left) => left,
            Err(problem) => return (problem.into_response(), None),
        };
        if let Some(permission) = asked.and_then(|method| cross_origin::permission(&access, &method)) {
            return (permission, left);
        }
        let mut request = Request::from_parts(parts, body);
        request.extensions_mut().insert(Address(address));
        let timeout = app.config.limits.request_timeout;
        let response = tokio::time::timeout(timeout, next.run(request)).await.unwrap_or_else(|_| {
            let message = Message::new("problem_timeout");
            Problem::of(Code::Unavailable, message).retry_after(1).into_response()
        });
        (response, left)
    };
    let (response, left) = work.instrument(span.clone()).await;
    if response.extensions().get::<Problem>().is_some_and(|problem| problem.code == Code::TooManyRequests) {
        delay_refusal(place).await;
    }
    let mut response = problem::translate(response, language);
    for (name, value) in HEADERS {
        response.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    if let Some(open) = response.extensions().get::<Open>().copied() {
        open_to_others(response.headers_mut(), open);
    }
    access.grant(response.headers_mut());
    if route.starts_with("/api/") {
        let is_current = |left: &Left| app.meter.expenses() == expenses && begun.elapsed() < left.per_cell();
        if let Some(left) = left.filter(is_current).or_else(|| app.meter.left(address)) {
            show_rate_limit(response.headers_mut(), &left, app.meter.policy());
        }
    }
    // Cacheable responses have already set this header.
    response.headers_mut().entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(REQUEST_ID.clone(), value);
    }
    let (status, took) = (response.status().as_u16(), begun.elapsed());
    span.in_scope(|| tracing::info!(status, ms = took.as_secs_f64() * 1e3, "responded"));
    crate::metrics::count_response(route, status, took);
    response
}

fn open_to_others(headers: &mut HeaderMap, open: Open) {
    let cross_origin = HeaderValue::from_static("cross-origin");
    headers.insert(HeaderName::from_static("cross-origin-resource-policy"), cross_origin);
    if open == Open::Frame {
        headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(FRAME_POLICY));
        headers.remove(header::X_FRAME_OPTIONS);
    }
}

/// Tells a client how much it may still ask.
fn show_rate_limit(headers: &mut HeaderMap, left: &Left, policy: Option<&HeaderValue>) {
    for (name, value) in [
        ("ratelimit-limit", HeaderValue::from(left.limit)),
        ("ratelimit-remaining", HeaderValue::from(left.cells)),
        ("ratelimit-reset", HeaderValue::from(meter::whole_seconds(left.full_in))),
    ] {
        headers.insert(HeaderName::from_static(name), value);
    }
    if let Some(policy) = policy {
        headers.insert(HeaderName::from_static("ratelimit-policy"), policy.clone());
    }
}

/// Waits before a refusal is sent. A separate task keeps the place of the connection for as long: otherwise a client could
/// avoid the delay by closing the connection and opening another one.
async fn delay_refusal(place: Option<Arc<Permit>>) {
    static REFUSALS: AtomicU32 = AtomicU32::new(0);
    let delay = refusal_delay(REFUSALS.fetch_add(1, Ordering::Relaxed));
    let held = async move {
        tokio::time::sleep(delay).await;
        drop(place);
    };
    // Fails only if the runtime ends.
    let _ = tokio::spawn(held).await;
}

/// The delay of the refusal with this number. Refusals of one moment get different delays: their clients would otherwise all repeat
/// their requests at the same moment, and others would wait meanwhile.
fn refusal_delay(number: u32) -> Duration {
    // Multiples of the golden ratio spread evenly, however many there are.
    let place = f64::from(number.wrapping_mul(0x9e37_79b9)) / f64::from(u32::MAX);
    REFUSAL_DELAY + REFUSAL_SPREAD.mul_f64(place)
}

/// An id that no other request has, of this process or of another. Not a secret, so one random number per process is
/// enough.
fn request_id() -> String {
    static PROCESS: LazyLock<u64> = LazyLock::new(|| Uuid::new_v4().as_u64_pair().0);
    static COUNT: AtomicU64 = AtomicU64::new(0);
    Uuid::from_u64_pair(*PROCESS, COUNT.fetch_add(1, Ordering::Relaxed)).simple().to_string()
}

/// The client's address, a request extension set by [`around`].
#[derive(Clone, Copy, Debug)]
pub struct Address(pub IpAddr);

/// Refuses what no route should see, and takes the cookies from requests of other sites. Returns what the address has left
/// of its rate limit, if the request counts.
fn guard(app: &App, address: IpAddr, parts: &mut Parts, access: &Access) -> Result<Option<Left>, Problem> {
    let Parts { method, headers, uri, .. } = parts;
    let left = if is_for_operators(app, address, uri.path(), headers) {
        None
    } else {
        app.meter.request(address)?
    };
    if headers.get_all(header::HOST).iter().nth(1).is_some() {
        // A proxy in front of the server may have used the other host.
        return Err(Problem::of(Code::BadRequest, Message::new("problem_two_hosts")).part("Host"));
    }
    let host = host(headers, uri);
    if !is_known_host(app, host) {
        return Err(Problem::of(Code::UnknownHost, Message::new("problem_unknown_host")).part("Host"));
    }
    let is_upgrade = headers.contains_key(header::UPGRADE);
    let check = || check_origin(headers, host, client::is_secure(headers, app.config.trust_proxy));
    match access {
        Access::Own if method.is_safe() && !is_upgrade => {}
        Access::Own => check()?,
        Access::Open | Access::Allowed(_) => {
            if check().is_err() {
                headers.remove(header::COOKIE);
            }
        }
    }
    Ok(left)
}

/// Whether a request must be answered even for an address that has used up its rate limit: a health check, which costs next
/// to nothing, or a request of this machine for the metrics.
fn is_for_operators(app: &App, address: IpAddr, path: &str, headers: &HeaderMap) -> bool {
    match path {
        "/healthz" | "/readyz" => true,
        "/metrics" => client::is_local(address, headers, app.config.trust_proxy),
        _ => false,
    }
}

/// Only pages of this server may send unsafe requests or open a WebSocket. Browsers send the origin; programs send
/// none, and have no cookies that another site could abuse. The scheme counts: a page without TLS can be forged on its way.
fn check_origin(headers: &HeaderMap, host: Option<&str>, is_secure: bool) -> Result<(), Problem> {
    let refused = |part| Err(Problem::of(Code::CrossOrigin, Message::new("problem_cross_origin")).part(part));
    if let Some(origin) = headers.get(header::ORIGIN) {
        let (scheme, authority) =
            origin.to_str().ok().and_then(|origin| origin.split_once("://")).unwrap_or_default();
        let is_own = host.is_some_and(|host| host.eq_ignore_ascii_case(authority));
        match scheme {
            "https" if is_own && !is_secure => return Err(unexpected_tls()),
            "https" if is_own => {}
            "http" if is_own && !is_secure => {}
            _ => return refused("Origin"),
        }
    }
    let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
    if matches!(site, Some(b"cross-site" | b"same-site")) {
        return refused("Sec-Fetch-Site");
    }
    Ok(())
}

/// The page has our name, but came with TLS, which this server does not know of: either its proxy is not set up right, or
/// another server has the same name.
fn unexpected_tls() -> Problem {
    static LOG: std::sync::Once = std::sync::Once::new();
    LOG.call_once(|| {
        tracing::warn!(
            "refused a request of a page with TLS; start the server with --trust-proxy, and let the proxy set X-Forwarded-Proto"
        );
    });
    let message =
        Message::new("problem_tls_proxy").with("header", "X-Forwarded-Proto").with("option", "--trust-proxy");
    Problem::of(Code::CrossOrigin, message).part("Origin")
}

fn host<'a>(headers: &'a HeaderMap, uri: &'a axum::http::Uri) -> Option<&'a str> {
    uri.authority()
        .map(axum::http::uri::Authority::as_str)
        .or_else(|| headers.get(header::HOST)?.to_str().ok())
}

/// The address of this server, such as `https://linja.example`, if it is known for sure: from `--host`, or on this machine.
/// Any other name may come from whoever sent the request, and would end in caches and on pages of others.
pub(crate) fn base(app: &App, headers: &HeaderMap, uri: &axum::http::Uri) -> Option<String> {
    let host = host(headers, uri)?;
    let port = host.rsplit_once(':').map(|(_, port)| port).filter(|port| !port.ends_with(']'));
    let is_plain = port.is_none_or(|port| !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()));
    let is_known = is_named(app, host) || (app.config.hosts.is_empty() && is_local(app, host));
    let scheme = if client::is_secure(headers, app.config.trust_proxy) { "https" } else { "http" };
    (is_plain && is_known).then(|| format!("{scheme}://{}", host.to_ascii_lowercase()))
}

fn is_named(app: &App, host: &str) -> bool {
    app.config.hosts.iter().any(|name| host_is(host, name))
}

fn is_local(app: &App, host: &str) -> bool {
    ["localhost", "127.0.0.1", "[::1]"].iter().any(|name| host_is(host, name))
        || host_is(host, &app.config.bind.ip().to_string())
}

/// A server on a loopback address accepts only loopback names. Otherwise a foreign site could point its own name to
/// 127.0.0.1 and read responses (DNS rebinding).
fn is_known_host(app: &App, host: Option<&str>) -> bool {
    let config = &app.config;
    if host.is_some_and(|host| is_named(app, host))
        || (config.hosts.is_empty() && (config.trust_proxy || !config.bind.ip().is_loopback()))
    {
        return true;
    }
    host.is_some_and(|host| is_local(app, host))
}

/// Whether `host`, without its port, is `name`.
fn host_is(host: &str, name: &str) -> bool {
    let rest =
        host.get(..name.len()).filter(|start| start.eq_ignore_ascii_case(name)).map(|_| &host[name.len()..]);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_of_one_moment_end_at_different_moments() {
        let mut delays: Vec<Duration> = (1_000..1_250).map(refusal_delay).collect();
        delays.sort_unstable();
        assert!(REFUSAL_DELAY <= delays[0] && delays[249] <= REFUSAL_DELAY + REFUSAL_SPREAD, "{delays:?}");
        let even = REFUSAL_SPREAD / 250;
        assert!(delays.windows(2).all(|pair| pair[1].abs_diff(pair[0]) < 3 * even), "{delays:?}");
    }
}
