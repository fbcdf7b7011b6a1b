//! Where other devices of the local network reach the server.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::routing::get;
use axum::{Extension, Json, Router};
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::client;
use crate::config::Config;
use crate::middleware::Address;
use crate::problem::Failure;

pub(super) fn router() -> Router<Arc<App>> {
    Router::new().route("/network", get(read))
}

/// Where other devices of the local network reach the server.
#[derive(Serialize, ToSchema, Debug, PartialEq, Eq)]
pub struct Network {
    /// The address of this machine in the local network. `null` if it has none, or if the request came from another
    /// machine, which knows a working address already.
    #[schema(value_type = Option<String>)]
    pub address: Option<IpAddr>,
    /// Whether the server listens on `address` and accepts it as a host name.
    pub reachable: bool,
}

/// Where other devices of the local network reach the server, for links that are opened on another device.
///
/// Only a page on the same machine needs it: its own address is one that no other device can open.
#[utoipa::path(get, path = "/api/v1/network", operation_id = "readNetwork", tag = "server", responses(
    (status = 200, description = "The address in the local network", body = Network),
    Failure,
))]
pub(super) async fn read(
    State(app): State<Arc<App>>,
    Extension(Address(client)): Extension<Address>,
    headers: HeaderMap,
) -> Json<Network> {
    let is_local = client::is_local(client, &headers, app.config.trust_proxy);
    Json(network(&app.config, if is_local { own_address() } else { None }))
}

fn network(config: &Config, address: Option<IpAddr>) -> Network {
    let bound = config.bind.ip();
    let reachable = address.is_some_and(|address| {
        let listens = bound.is_unspecified() || bound == address;
        let accepts = config.hosts.is_empty() || config.hosts.contains(&address.to_string());
        listens && accepts
    });
    Network { address, reachable }
}

/// The address from which this machine reaches others. Connecting a UDP socket only chooses a route: it sends nothing.
fn own_address() -> Option<IpAddr> {
    // Reserved for documentation, so that no machine has it.
    let elsewhere = SocketAddr::from((Ipv4Addr::new(192, 0, 2, 1), 9));
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect(elsewhere).ok()?;
    let address = socket.local_addr().ok()?.ip();
    (!address.is_loopback() && !address.is_unspecified()).then_some(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(bind: &str, hosts: &[&str], address: Option<&str>) -> Network {
        let mut config = Config::new(std::path::PathBuf::new());
        config.bind = bind.parse().unwrap();
        config.hosts = hosts.iter().map(ToString::to_string).collect();
        network(&config, address.map(|address| address.parse().unwrap()))
    }

    #[test]
    fn reachable_if_it_listens_there_and_accepts_the_name() {
        let lan = Some("192.168.1.5");
        assert!(!told("127.0.0.1:8060", &[], lan).reachable, "it listens on this machine only");
        assert!(told("0.0.0.0:8060", &[], lan).reachable);
        assert!(told("192.168.1.5:8060", &[], lan).reachable);
        assert!(!told("10.0.0.1:8060", &[], lan).reachable);
        assert!(!told("0.0.0.0:8060", &["linja.example"], lan).reachable, "it would refuse the host name");
        assert!(told("0.0.0.0:8060", &["linja.example", "192.168.1.5"], lan).reachable);
        assert_eq!(told("0.0.0.0:8060", &[], None), Network { address: None, reachable: false });
    }

    #[test]
    fn the_own_address_is_one_that_others_can_use() {
        if let Some(address) = own_address() {
            assert!(!address.is_loopback() && !address.is_unspecified(), "{address}");
        }
    }
}
