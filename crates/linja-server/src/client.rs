//! The client of a request: its token and its address.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use linja::Message;
use linja_games::id::GameId;
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
const DAY: Duration = Duration::from_hours(24);
const YEAR: Duration = Duration::from_hours(365 * 24);

/// The client that sent a request.
#[derive(Clone, Debug)]
pub struct Client {
    /// The token in the request, if any.
    pub token: Option<Token>,
    /// Whether the cookies of the client have to be set: never for a program, which sends its token in a header.
    needs_cookies: bool,
    is_secure: bool,
}

impl Client {
    /// The client of a request with these headers.
    ///
    /// # Errors
    /// If the header `Authorization` holds no token.
    pub fn of(headers: &HeaderMap, trust_proxy: bool) -> Result<Client, Problem> {
        let is_secure = is_secure(headers, trust_proxy);
        if let Some(value) = headers.get(header::AUTHORIZATION) {
            let token = value.to_str().ok().and_then(bearer);
            let token = token.ok_or_else(|| {
                Problem::of(Code::InvalidToken, Message::new("problem_token_form")).part("Authorization")
            })?;
            return Ok(Client { token: Some(token), needs_cookies: false, is_secure });
        }
        // Use the first well-formed token; other cookies of this name are not ours.
        let read = |name| cookie::values(headers, name).find_map(|value| value.parse::<Token>().ok());
        let token = read(SECURE_COOKIE).or_else(|| read(COOKIE));
        let is_current = token.is_some() && token == read(name(is_secure));
        let is_recent = cookie::values(headers, RENEWED).next().is_some();
        Ok(Client { token, needs_cookies: !(is_current && is_recent), is_secure })
    }

    /// The headers that give a browser its identity: a new token, or the same token again for another year, at most
    /// once a day. Empty if nothing has to be set.
    ///
    /// # Errors
    /// If the operating system provides no random bytes.
    pub fn cookies(&self) -> Result<HeaderMap, Problem> {
        match &self.token {
            _ if !self.needs_cookies => Ok(HeaderMap::new()),
            Some(token) => Ok(self.cookies_for(token)),
            None => Ok(self.cookies_for(&new_token()?)),
        }
    }

    /// The token for a command that takes a seat, and the headers that set its cookie. A client without a token gets
    /// one that follows from the command; see [`Newcomer`].
    ///
    /// # Errors
    /// If the operating system provides no random bytes.
    pub fn token_for(&self, game: Option<GameId>, command: Uuid) -> Result<(Token, HeaderMap), Problem> {
        let token = match (&self.token, Newcomer::of(game, command)) {
            (Some(token), _) if !self.needs_cookies => return Ok((token.clone(), HeaderMap::new())),
            (Some(token), _) => token.clone(),
            (None, Some(newcomer)) => newcomer.token,
            (None, None) => new_token()?,
        };
        let cookies = self.cookies_for(&token);
        Ok((token, cookies))
    }

    fn cookies_for(&self, token: &Token) -> HeaderMap {
        let cookies = [
            cookie::hidden(name(self.is_secure), &token.to_string(), YEAR, self.is_secure),
            cookie::hidden(RENEWED, "1", DAY, self.is_secure),
        ];
        let mut headers = HeaderMap::new();
        for cookie in cookies.into_iter().flatten() {
            headers.append(header::SET_COOKIE, cookie);
        }
        headers
    }
}

impl FromRequestParts<Arc<App>> for Client {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Client, Problem> {
        Client::of(&parts.headers, app.config.trust_proxy)
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

/// The client's address according to our own proxy, if it is valid.
#[must_use]
pub fn forwarded(headers: &HeaderMap) -> Option<IpAddr> {
    // Our own proxy added the last entry; the entries before it are under the client's control.
    let list = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
    list.rsplit(',').next()?.trim().parse().ok()
}
