//! What pages of other sites may ask: anything that only reads and depends on no one, and everything if the operator allows
//! their origin. Cookies never count in their requests.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse as _, Response};

/// The routes that every page may read. None of them shows anything that others may not see, if there are no cookies.
const OPEN: [(&str, Method); 19] = [
    ("/api/v1/asyncapi.json", Method::GET),
    ("/api/v1/games/{id}", Method::GET),
    ("/api/v1/games/{id}/events", Method::GET),
    ("/api/v1/games/{id}/record", Method::GET),
    ("/api/v1/games/{id}/review", Method::GET),
    ("/api/v1/lobby", Method::GET),
    ("/api/v1/openapi.json", Method::GET),
    ("/api/v1/oracle", Method::GET),
    ("/api/v1/position", Method::GET),
    ("/api/v1/position/hint", Method::GET),
    ("/api/v1/position/line", Method::GET),
    ("/api/v1/position/turns", Method::GET),
    ("/api/v1/position/value", Method::GET),
    // Changes nothing, though it is a POST.
    ("/api/v1/positions", Method::POST),
    ("/api/v1/puzzle", Method::GET),
    ("/api/v1/rules", Method::GET),
    ("/api/v1/rules/{rules}", Method::GET),
    ("/api/v1/rules/verdicts", Method::GET),
    ("/api/v1/version", Method::GET),
];

/// Headers of requests that other pages may set.
const REQUEST_HEADERS: &str = "Authorization, Content-Type, If-None-Match, Accept-Language";

/// Headers of responses that other pages may read.
const RESPONSE_HEADERS: &str = "Content-Language, ETag, Location, RateLimit-Limit, RateLimit-Policy, RateLimit-Remaining, \
                                RateLimit-Reset, Retry-After, X-Request-Id";

/// Seconds for which a browser need not ask again whether it may send a request.
const REMEMBERED: &str = "7200";

/// What the page that sent a request may do with the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// As browsers decide by themselves: pages of this server may read it.
    Own,
    /// Every page may read it.
    Open,
    /// Pages of this origin may read it, because the operator says so.
    Allowed(HeaderValue),
}

impl Access {
    /// The access to a route for a request with this method and these headers. For the question before a request
    /// (`OPTIONS`), the method is the one that the browser asks about.
    pub(crate) fn of(route: &str, method: &Method, headers: &HeaderMap, allowed: &[String]) -> Access {
        let origin = headers.get(header::ORIGIN);
        let is_named = |origin: &&HeaderValue| {
            allowed.iter().any(|allowed| origin.as_bytes().eq_ignore_ascii_case(allowed.as_bytes()))
        };
        if let Some(origin) = origin.filter(is_named).filter(|_| route.starts_with("/api/v1/")) {
            return Access::Allowed(origin.clone());
        }
        let method = if method == Method::HEAD { &Method::GET } else { method };
        let is_open = OPEN.iter().any(|(open, by)| *open == route && by == method);
        if is_open { Access::Open } else { Access::Own }
    }

    /// Adds the headers that let other pages read a response.
    pub(crate) fn grant(&self, headers: &mut HeaderMap) {
        let origin = match self {
            Access::Own => return,
            Access::Open => HeaderValue::from_static("*"),
            Access::Allowed(origin) => {
                headers.append(header::VARY, HeaderValue::from_static("Origin"));
                origin.clone()
            }
        };
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static(RESPONSE_HEADERS));
        let policy = HeaderName::from_static("cross-origin-resource-policy");
        headers.insert(policy, HeaderValue::from_static("cross-origin"));
    }
}

/// The method that a browser asks about before it sends a request of another page.
pub(crate) fn asked_method(method: &Method, headers: &HeaderMap) -> Option<Method> {
    let asked = headers.get(header::ACCESS_CONTROL_REQUEST_METHOD).filter(|_| method == Method::OPTIONS)?;
    Method::from_bytes(asked.as_bytes()).ok()
}

/// The answer to a browser that asks whether it may send a request of another page; `None` if it may not.
pub(crate) fn permission(access: &Access, method: &Method) -> Option<Response> {
    if *access == Access::Own {
        return None;
    }
    let mut response = (StatusCode::NO_CONTENT, Body::empty()).into_response();
    let headers = response.headers_mut();
    headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_str(method.as_str()).ok()?);
    headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static(REQUEST_HEADERS));
    headers.insert(header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static(REMEMBERED));
    Some(response)
}

/// Whether this is an origin as browsers write it: a scheme and a host, perhaps a port.
#[must_use]
pub fn is_origin(text: &str) -> bool {
    let uri = text.parse::<axum::http::Uri>();
    let Some((uri, (scheme, host))) = uri.ok().zip(text.split_once("://")) else { return false };
    matches!(scheme, "http" | "https")
        && uri.authority().is_some_and(|authority| authority.as_str() == host && !host.contains('@'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_told_from_addresses() {
        for origin in ["https://linja.example", "http://localhost:5173", "https://[::1]:80"] {
            assert!(is_origin(origin), "{origin}");
        }
        for other in
            ["", "*", "null", "linja.example", "https://linja.example/", "https://a@b", "ftp://a", "https://"]
        {
            assert!(!is_origin(other), "{other}");
        }
    }

    #[test]
    fn open_routes_are_in_the_document() {
        let document = serde_json::to_value(crate::api::openapi::document()).unwrap();
        for (path, method) in OPEN.iter().filter(|(path, _)| path.strip_suffix(".json").is_none()) {
            assert!(document["paths"][path][method.as_str().to_lowercase()].is_object(), "{method} {path}");
        }
    }
}
