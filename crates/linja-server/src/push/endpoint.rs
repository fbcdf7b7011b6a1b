//! Addresses of push services. They come from clients, so only known services are ever contacted, and only at public
//! addresses: nobody can make the server send requests into its own network.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use axum::http::Uri;
use axum::http::uri::Scheme;

/// Longer addresses are refused.
const LONGEST: usize = 1024;

/// The push services of the browsers. A service stands for its subdomains as well.
pub const SERVICES: [&str; 4] =
    ["fcm.googleapis.com", "push.services.mozilla.com", "notify.windows.com", "push.apple.com"];

/// The push services that may be contacted.
#[derive(Clone, Debug)]
pub struct Allowed {
    services: Vec<String>,
    origins: Vec<String>,
}

/// The address of a browser at a push service that may be contacted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoint {
    /// The host name, or the address of this machine.
    pub host: String,
    /// The port.
    pub port: u16,
    /// The path and the query.
    pub path: String,
    /// Whether the connection is encrypted: always, except for origins that the operator names.
    pub is_encrypted: bool,
    /// Whether the host may have an address that is not public.
    pub may_be_private: bool,
}

impl Allowed {
    /// The known services, further ones, and origins that the operator trusts.
    ///
    /// # Errors
    /// If an origin is invalid.
    pub fn new(services: &[String], origins: &[String]) -> Result<Allowed, String> {
        let further = services.iter().map(|host| host.trim_start_matches("*.").to_ascii_lowercase());
        let services = SERVICES.map(String::from).into_iter().chain(further).collect();
        let read = |origin: &String| match parse(origin) {
            Some(endpoint) if endpoint.path == "/" => Ok(endpoint.origin()),
            _ => Err(format!("{origin} is no origin such as http://127.0.0.1:8080")),
        };
        Ok(Allowed { services, origins: origins.iter().map(read).collect::<Result<_, _>>()? })
    }

    /// The endpoint at this address; `None` if it must not be contacted.
    #[must_use]
    pub fn endpoint(&self, address: &str) -> Option<Endpoint> {
        let endpoint = parse(address)?;
        if self.origins.contains(&endpoint.origin()) {
            return Some(Endpoint { may_be_private: true, ..endpoint });
        }
        let is_service = self.services.iter().any(|service| {
            let rest = endpoint.host.strip_suffix(service.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
        });
        (is_service && endpoint.is_encrypted && endpoint.port == 443).then_some(endpoint)
    }
}

impl Endpoint {
    /// Scheme, host and port, as in the signature.
    #[must_use]
    pub fn origin(&self) -> String {
        let (scheme, usual) = if self.is_encrypted { ("https", 443) } else { ("http", 80) };
        let port = if self.port == usual { String::new() } else { format!(":{}", self.port) };
        format!("{scheme}://{}{port}", self.host)
    }
}

/// For the log: the path identifies a browser and stays out of it.
impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.origin())
    }
}

fn parse(address: &str) -> Option<Endpoint> {
    if address.len() > LONGEST {
        return None;
    }
    let uri: Uri = address.parse().ok()?;
    let is_encrypted = match uri.scheme()? {
        scheme if *scheme == Scheme::HTTPS => true,
        scheme if *scheme == Scheme::HTTP => false,
        _ => return None,
    };
    if uri.authority()?.as_str().contains('@') {
        return None;
    }
    let host = uri.host()?.to_ascii_lowercase();
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-.[]:".contains(&byte);
    if host.is_empty() || !host.bytes().all(is_name) {
        return None;
    }
    let port = uri.port_u16().unwrap_or(if is_encrypted { 443 } else { 80 });
    let path = uri.path_and_query().map_or("/", |path| path.as_str()).to_string();
    Some(Endpoint { host, port, path, is_encrypted, may_be_private: false })
}

/// Whether an address belongs to the public internet, and to one machine.
#[must_use]
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let is_special = address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_multicast()
        || address.is_documentation()
        // This network, shared by customers, protocol assignments, relays, benchmarks, reserved.
        || a == 0
        || (a == 100 && (64..128).contains(&b))
        || (a, b, c) == (192, 0, 0)
        || (a, b, c) == (192, 88, 99)
        || (a == 198 && (b == 18 || b == 19))
        || a >= 240;
    !is_special
}

/// Only global unicast addresses, and none that stand for an address of version 4.
fn is_public_v6(address: Ipv6Addr) -> bool {
    let [first, second, ..] = address.segments();
    let is_global = (0x2000..0x4000).contains(&first);
    // Teredo, ORCHID and others under 2001::/23, documentation, 6to4.
    let is_special = (first == 0x2001 && (second < 0x200 || second == 0xdb8))
        || first == 0x2002
        || (first == 0x3fff && second < 0x1000);
    is_global && !is_special
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(services: &[&str], origins: &[&str]) -> Allowed {
        let owned = |all: &[&str]| all.iter().map(ToString::to_string).collect::<Vec<_>>();
        Allowed::new(&owned(services), &owned(origins)).unwrap()
    }

    #[test]
    fn only_known_services_are_contacted() {
        let known = allowed(&[], &[]);
        for address in [
            "https://fcm.googleapis.com/fcm/send/abc:def",
            "https://updates.push.services.mozilla.com/wpush/v2/gAAA",
            "https://db5p.notify.windows.com/w/?token=a%2b",
            "https://web.push.apple.com/QGuQyavXutnMH",
            "HTTPS://FCM.googleapis.com:443/x",
        ] {
            let endpoint = known.endpoint(address).unwrap_or_else(|| panic!("{address}"));
            assert!(endpoint.is_encrypted && !endpoint.may_be_private && endpoint.port == 443);
        }
        for address in [
            "",
            "fcm.googleapis.com",
            "/x",
            "http://fcm.googleapis.com/x",
            "https://fcm.googleapis.com:8443/x",
            "https://fcm.googleapis.com.evil.example/x",
            "https://evilfcm.googleapis.com/x",
            "https://me@fcm.googleapis.com/x",
            "https://127.0.0.1/x",
            "https://[::1]/x",
            "https://localhost/x",
            "https://169.254.169.254/latest/meta-data",
            "https://example.org/x",
            "ftp://fcm.googleapis.com/x",
            "https://fcm.googleapis.com/a b",
            "https://fcm.googleapis.com/a\r\nX: y",
            &format!("https://fcm.googleapis.com/{}", "a".repeat(LONGEST)),
        ] {
            assert_eq!(known.endpoint(address), None, "{address}");
        }
    }

    #[test]
    fn operator_allows_more() {
        let more = allowed(&["*.push.example.org"], &["http://127.0.0.1:8123", "https://push.lan"]);
        assert!(more.endpoint("https://a.push.example.org/x").is_some_and(|found| !found.may_be_private));
        let here = more.endpoint("http://127.0.0.1:8123/one?two").unwrap();
        assert_eq!((here.path.as_str(), here.may_be_private, here.is_encrypted), ("/one?two", true, false));
        assert_eq!(here.origin(), "http://127.0.0.1:8123");
        assert_eq!(more.endpoint("https://push.lan/x").unwrap().origin(), "https://push.lan");
        assert_eq!(more.endpoint("http://127.0.0.1:8124/x"), None, "another port");
        assert_eq!(more.endpoint("http://push.lan/x"), None, "another scheme");
        assert!(Allowed::new(&[], &["http://127.0.0.1/path".into()]).is_err());
        assert!(Allowed::new(&[], &["127.0.0.1:80".into()]).is_err());
    }

    #[test]
    fn private_addresses_are_not_public() {
        let public = |text: &str| is_public(text.parse().unwrap());
        for text in ["142.250.185.74", "8.8.8.8", "2a00:1450:4001:82a::200a", "2600:1901:0:92a9::"] {
            assert!(public(text), "{text}");
        }
        for text in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "224.0.0.1",
            "255.255.255.255",
            "192.0.0.8",
            "192.0.2.1",
            "198.18.0.1",
            "240.0.0.1",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:8.8.8.8",
            "64:ff9b::7f00:1",
            "fe80::1",
            "fc00::1",
            "fd12::1",
            "ff02::1",
            "2001:db8::1",
            "2001::1",
            "2002:7f00:1::",
            "3fff::1",
        ] {
            assert!(!public(text), "{text}");
        }
    }
}
