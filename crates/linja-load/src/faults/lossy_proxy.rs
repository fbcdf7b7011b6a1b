//! A proxy between players and a server that can lose responses: the server gets a request, and the connection breaks
//! before the player gets the response.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use linja_testing::Chance;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use crate::endpoint::connect;

/// One of this many responses is lost, and as many messages on live connections.
const LOST: usize = 3;

/// A running proxy; it ends with this program.
#[derive(Debug)]
pub(crate) struct LossyProxy {
    url: String,
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    server: String,
    loses: AtomicBool,
    lost: AtomicU64,
}

impl LossyProxy {
    /// Starts a proxy in front of the server at `http://host:port`.
    pub(crate) async fn start(server: &str, seed: u64) -> anyhow::Result<LossyProxy> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let url = format!("http://{}", listener.local_addr()?);
        let server = server.trim_start_matches("http://").to_string();
        let shared = Arc::new(Shared { server, loses: AtomicBool::new(false), lost: AtomicU64::new(0) });
        let task = shared.clone();
        tokio::spawn(async move {
            let mut number = 0;
            while let Ok((client, _)) = listener.accept().await {
                number += 1;
                let chance = Chance::stream(seed, number);
                let shared = task.clone();
                // A broken connection is all that the player has to know.
                tokio::spawn(async move { drop(shared.join(client, chance).await) });
            }
        });
        Ok(LossyProxy { url, shared })
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// Begins or ends to lose responses.
    pub(crate) fn lose(&self, loses: bool) {
        self.shared.loses.store(loses, Ordering::SeqCst);
    }

    /// The number of connections that were broken so far.
    pub(crate) fn lost(&self) -> u64 {
        self.shared.lost.load(Ordering::SeqCst)
    }
}

impl Shared {
    async fn join(&self, client: TcpStream, mut chance: Chance) -> std::io::Result<()> {
        client.set_nodelay(true)?;
        // From the player's own address: the server's limits are per address.
        let server = connect(&self.server, Some(client.peer_addr()?.ip())).await?;
        let ((mut from_client, mut to_client), (mut from_server, mut to_server)) =
            (client.into_split(), server.into_split());
        let requests = tokio::io::copy(&mut from_client, &mut to_server);
        let responses = async {
            let mut bytes = vec![0; 16_384];
            loop {
                let length = from_server.read(&mut bytes).await?;
                if length == 0 {
                    return Ok(());
                }
                if self.loses.load(Ordering::SeqCst) && chance.below(LOST) == 0 {
                    self.lost.fetch_add(1, Ordering::SeqCst);
                    return Ok(());
                }
                to_client.write_all(&bytes[..length]).await?;
            }
        };
        // Both connections are closed as soon as one of the directions ends.
        tokio::select! {
            ended = requests => ended.map(drop),
            ended = responses => ended,
        }
    }
}
