//! The client of a request: its token, whom that belongs to, and its address.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use linja::Message;
use linja_games::id::GameId;
use linja_games::identity::Caller;
use linja_games::newcomer::Newcomer;
use linja_games::token::Token;
use uuid::Uuid;

use crate::app::App;
use crate::cookie;
use crate::problem::{Code, Problem};

/// The cookie that holds the token, without TLS. Until November 2027 it is also read with TLS, because earlier versions set
/// only this one. It stays in the browser, so that servers of those versions know the visitor during an upgrade.
const COOKIE: &str = "linja";
/// The cookie that holds the token, with TLS. Browsers refuse a cookie of this name from any other host, and without TLS.
const SECURE_COOKIE: &str = "__Host-linja";
/// While a browser sends this cookie, the one with the token was renewed less than a day ago.
const RENEWED: &str = "linja-renewed";
/// The protocol of a WebSocket, and the beginning of the one that holds a token.
pub(crate) const PROTOCOL: &str = "linja";
const TOKEN_PROTOCOL: &str = "linja.token.";
const DAY: Duration = Duration::from_hours(24);
const YEAR: Duration = Duration::from_hours(365 * 24);

/// The token that a request shows, not checked yet, and how.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The token in the request, if any.
    pub token: Option<Token>,
    /// Whether a program sent the token in a header. It keeps the token itself and gets no cookies.
    pub is_program: bool,
    /// Whether the cookies of a browser have to be set.
    needs_cookies: bool,
    is_secure: bool,
}

/// The client that sent a request.
#[derive(Clone, Debug)]
pub struct Client {
    /// The valid token of the client, if any, and whom it belongs to.
    pub caller: Option<Caller>,
    shown: Shown,
}

impl Shown {
    /// The token in these headers.
    ///
    /// # Errors
    /// If the header `Authorization` holds no token.
    pub fn of(headers: &HeaderMap, trust_proxy: bool) -> Result<Shown, Problem> {
        let is_secure = is_secure(headers, trust_proxy);
        if let Some(value) = headers.get(header::AUTHORIZATION) {
            let token = value.to_str().ok().and_then(bearer);
            let token = token.ok_or_else(|| {
                Problem::of(Code::InvalidToken, Message::new("problem_token_form")).part("Authorization")
            })?;
            return Ok(Shown { token: Some(token), is_program: true, needs_cookies: false, is_secure });
        }
        if let Some(token) = of_socket(headers) {
            return Ok(Shown { token: Some(token), is_program: true, needs_cookies: false, is_secure });
        }
        // Use the first well-formed token; other cookies of this name are not ours.
        let read = |name| cookie::values(headers, name).find_map(|value| value.parse::<Token>().ok());
        let token = read(SECURE_COOKIE).or_else(|| read(COOKIE));
        let is_current = token.is_some() && token == read(name(is_secure));
        let is_recent = cookie::values(headers, RENEWED).next().is_some();
        Ok(Shown { token, is_program: false, needs_cookies: !(is_current && is_recent), is_secure })
    }

    /// The headers that set the cookies of a browser with this token.
    #[must_use]
    pub fn cookies_for(&self, token: &Token) -> HeaderMap {
        self.set_cookies(&token.to_string(), YEAR)
    }

    /// The headers that remove the token from a browser.
    #[must_use]
    pub fn without_cookies(&self) -> HeaderMap {
        if self.is_program { HeaderMap::new() } else { self.set_cookies("", Duration::ZERO) }
    }

    fn set_cookies(&self, token: &str, age: Duration) -> HeaderMap {
        // The one without TLS may be there from an earlier version, and must not outlive a token that has ended.
        let names: &[&str] =
            if self.is_secure && age.is_zero() { &[SECURE_COOKIE, COOKIE] } else { &[name(self.is_secure)] };
        let tokens = names.iter().map(|name| cookie::hidden(name, token, age, self.is_secure));
        let renewed = cookie::hidden(RENEWED, "1", age.min(DAY), self.is_secure);
        let mut headers = HeaderMap::new();
        for cookie in tokens.chain([renewed]).flatten() {
            headers.append(header::SET_COOKIE, cookie);
        }
        headers
    }
}

impl Client {
    /// The client that shows this token.
    ///
    /// # Errors
    /// If the token was signed out, or the database fails.
    pub async fn identify(app: &App, shown: Shown) -> Result<Client, Problem> {
        let caller = match shown.token.clone() {
            Some(token) => Some(app.rooms.identify(token).await?),
            None => None,
        };
        Ok(Client { caller, shown })
    }

    /// The same for a document: a browser whose token was signed out is a new client.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn identify_reader(app: &App, shown: Shown) -> Result<Client, Problem> {
        let is_browser = !shown.is_program;
        match Client::identify(app, shown.clone()).await {
            Err(problem) if is_browser && problem.code == Code::SignedOut => {
                Ok(Client { caller: None, shown: Shown { token: None, needs_cookies: true, ..shown } })
            }
            client => client,
        }
    }

    /// The headers that give a browser its identity: a new token, or the same token again for another year, at most
    /// once a day. Empty if nothing has to be set.
    ///
    /// # Errors
    /// If the operating system provides no random bytes.
    pub fn cookies(&self) -> Result<HeaderMap, Problem> {
        match &self.shown.token {
            _ if !self.shown.needs_cookies => Ok(HeaderMap::new()),
            Some(token) => Ok(self.shown.cookies_for(token)),
            None => Ok(self.shown.cookies_for(&new_token()?)),
        }
    }

    /// The client of a command that takes a seat, and the headers that set its cookie. A client without a token gets
    /// one that follows from the command; see [`Newcomer`].
    ///
    /// # Errors
    /// If the token of a repeated command was signed out, the database fails, or the operating system provides no random
    /// bytes.
    pub async fn seated(
        &self,
        app: &App,
        game: Option<GameId>,
        command: Uuid,
    ) -> Result<(Caller, HeaderMap), Problem> {
        let caller = match (&self.caller, Newcomer::of(game, command)) {
            (Some(caller), _) if !self.shown.needs_cookies => return Ok((caller.clone(), HeaderMap::new())),
            (Some(caller), _) => caller.clone(),
            (None, Some(newcomer)) => app.rooms.identify(newcomer.token).await?,
            (None, None) => app.rooms.identify(new_token()?).await?,
        };
        let cookies = self.shown.cookies_for(&caller.token);
        Ok((caller, cookies))
    }

    /// The client's token and identity.
    ///
    /// # Errors
    /// If the request has no token.
    pub fn must_be_known(&self) -> Result<&Caller, Problem> {
        self.caller.as_ref().ok_or_else(no_token)
    }
}

/// The problem of a request that needs a token and has none.
#[must_use]
pub fn no_token() -> Problem {
    Problem::of(Code::InvalidToken, Message::new("problem_no_token").with("path", "/api/v1/tokens"))
        .part("Authorization")
}

impl FromRequestParts<Arc<App>> for Shown {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Shown, Problem> {
        Shown::of(&parts.headers, app.config.trust_proxy)
    }
}

impl FromRequestParts<Arc<App>> for Client {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Client, Problem> {
        let shown = Shown::of(&parts.headers, app.config.trust_proxy)?;
        Client::identify(app, shown).await
    }
}

/// The name of the cookie that holds the token.
const fn name(is_secure: bool) -> &'static str {
    if is_secure { SECURE_COOKIE } else { COOKIE }
}

fn new_token() -> Result<Token, Problem> {
    Token::new().map_err(|error| Problem::internal(&error))
}

/// Whether the client uses TLS, according to our own proxy. The server itself speaks plain HTTP.
#[must_use]
pub fn is_secure(headers: &HeaderMap, trust_proxy: bool) -> bool {
    let scheme = headers.get("x-forwarded-proto").map(HeaderValue::as_bytes);
    trust_proxy && scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case(b"https"))
}

/// The token among the protocols of a WebSocket: browsers let pages set no other header there.
fn of_socket(headers: &HeaderMap) -> Option<Token> {
    let offers =
        headers.get_all(header::SEC_WEBSOCKET_PROTOCOL).iter().filter_map(|value| value.to_str().ok());
    offers
        .flat_map(|value| value.split(','))
        .find_map(|offer| offer.trim().strip_prefix(TOKEN_PROTOCOL)?.parse().ok())
}

fn bearer(value: &str) -> Option<Token> {
    let (scheme, token) = value.split_once(' ')?;
    if scheme.eq_ignore_ascii_case("bearer") { token.trim().parse().ok() } else { None }
}

/// The client's address.
#[must_use]
pub fn address(parts: &Parts, trust_proxy: bool) -> IpAddr {
    let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let peer = peer.unwrap_or(IpAddr::from([0, 0, 0, 0]));
    if !trust_proxy {
        return peer;
    }
    forwarded(&parts.headers).unwrap_or(peer)
}

/// Headers that show that a request came through a proxy.
const PROXIES_ADD: [&str; 6] =
    ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"];

/// Whether a request comes from this machine. One through a proxy on this machine may come from anywhere, unless a trusted
/// proxy names the client.
#[must_use]
pub fn is_local(address: IpAddr, headers: &HeaderMap, trust_proxy: bool) -> bool {
    let is_forwarded = PROXIES_ADD.iter().any(|name| headers.contains_key(*name));
    let is_known = trust_proxy && forwarded(headers).is_some();
    address.to_canonical().is_loopback() && (!is_forwarded || is_known)
}

/// The client's address according to our own proxy, if it is valid.
#[must_use]
pub fn forwarded(headers: &HeaderMap) -> Option<IpAddr> {
    // Our own proxy added the last entry; the entries before it are under the client's control.
    let list = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
    list.rsplit(',').next()?.trim().parse().ok()
}
