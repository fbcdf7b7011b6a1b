//! The client of a request: its token and its address.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use linja::Message;
use linja_games::token::Token;

use crate::app::App;
use crate::cookie;
use crate::problem::{Code, Problem};

/// The cookie that holds the token.
const COOKIE: &str = "linja";

/// The client that sent a request.
#[derive(Clone, Debug)]
pub struct Client {
    /// The token in the request, if any.
    pub token: Option<Token>,
    /// The token came in a header: the client is a program, which needs no cookie.
    is_program: bool,
    is_secure: bool,
}

impl Client {
    /// The client's token or a new one, with the headers that set its cookie.
    ///
    /// # Errors
    /// If the operating system provides no random bytes.
    pub fn token_or_new(&self) -> Result<(Token, HeaderMap), Problem> {
        let mut headers = HeaderMap::new();
        let token = match &self.token {
            Some(token) if self.is_program => return Ok((token.clone(), headers)),
            // The cookie is sent again to renew its expiry.
            Some(token) => token.clone(),
            None => Token::new().map_err(|error| Problem::internal(&error))?,
        };
        let cookie = cookie::secret(COOKIE, &token.to_string(), self.is_secure);
        headers.extend(cookie.map(|cookie| (header::SET_COOKIE, cookie)));
        Ok((token, headers))
    }

    /// The token, which is required.
    ///
    /// # Errors
    /// If the request has no token.
    pub fn token(&self) -> Result<&Token, Problem> {
        self.token.as_ref().ok_or_else(|| {
            let message = Message::new("problem_token_missing").with("header", "Authorization: Bearer");
            Problem::of(Code::InvalidToken, message)
        })
    }
}

impl FromRequestParts<Arc<App>> for Client {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Client, Problem> {
        let is_secure = app.config.trust_proxy
            && parts.headers.get("x-forwarded-proto").is_some_and(|proto| proto.as_bytes() == b"https");
        if let Some(value) = parts.headers.get(header::AUTHORIZATION) {
            let token = value.to_str().ok().and_then(bearer);
            let token = token.ok_or_else(|| {
                Problem::of(Code::InvalidToken, Message::new("problem_token_form")).part("Authorization")
            })?;
            return Ok(Client { token: Some(token), is_program: true, is_secure });
        }
        // Use the first well-formed token; other cookies of this name are not ours.
        let token = cookie::values(&parts.headers, COOKIE).find_map(|value| value.parse().ok());
        Ok(Client { token, is_program: false, is_secure })
    }
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
