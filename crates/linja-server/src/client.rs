//! Who sends a request: their token and their address.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use linja_games::token::Token;

use crate::app::App;
use crate::cookie;
use crate::problem::{Code, Problem};

/// The cookie that holds the token.
const COOKIE: &str = "linja";

/// Who sends a request.
#[derive(Clone, Debug)]
pub struct Client {
    /// What they have shown, if anything.
    pub token: Option<Token>,
    /// It came in a header, not in a cookie: a program, which keeps it itself.
    is_program: bool,
    is_secure: bool,
}

impl Client {
    /// The token; a new one, with the cookie that hands it out, for somebody who has none.
    ///
    /// # Errors
    /// If no random bytes can be had.
    pub fn token_or_new(&self) -> Result<(Token, HeaderMap), Problem> {
        let mut headers = HeaderMap::new();
        let token = match &self.token {
            Some(token) if self.is_program => return Ok((token.clone(), headers)),
            // Sent again, so that the year begins anew.
            Some(token) => token.clone(),
            None => Token::new().map_err(|error| Problem::internal(&error))?,
        };
        let cookie = cookie::secret(COOKIE, &token.to_string(), self.is_secure);
        headers.extend(cookie.map(|cookie| (header::SET_COOKIE, cookie)));
        Ok((token, headers))
    }

    /// The token of somebody who must have one.
    ///
    /// # Errors
    /// If they have none.
    pub fn token(&self) -> Result<&Token, Problem> {
        self.token.as_ref().ok_or_else(|| {
            Problem::new(
                Code::InvalidToken,
                "This needs a token: a cookie, or a header Authorization: Bearer.",
            )
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
                Problem::new(Code::InvalidToken, "Authorization must be Bearer and 64 hexadecimal digits.")
                    .part("Authorization")
            })?;
            return Ok(Client { token: Some(token), is_program: true, is_secure });
        }
        // The first well-formed token counts; other cookies of this name are not ours.
        let token = cookie::values(&parts.headers, COOKIE).find_map(|value| value.parse().ok());
        Ok(Client { token, is_program: false, is_secure })
    }
}

fn bearer(value: &str) -> Option<Token> {
    let (scheme, token) = value.split_once(' ')?;
    if scheme.eq_ignore_ascii_case("bearer") { token.trim().parse().ok() } else { None }
}

/// The address that a request comes from.
#[must_use]
pub fn address(parts: &Parts, trust_proxy: bool) -> IpAddr {
    let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let peer = peer.unwrap_or(IpAddr::from([0, 0, 0, 0]));
    if !trust_proxy {
        return peer;
    }
    forwarded(&parts.headers).unwrap_or(peer)
}

/// The address that our own proxy names, if there is one and it can be read.
#[must_use]
pub fn forwarded(headers: &HeaderMap) -> Option<IpAddr> {
    // The last entry is the one that our own proxy has added; those before it are whatever the client claimed.
    let list = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
    list.rsplit(',').next()?.trim().parse().ok()
}
