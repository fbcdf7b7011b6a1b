//! A proxy in front of a server that can make connections die without closing them.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;

/// A TCP proxy in front of a server that listens on a Unix socket, such as PostgreSQL. Its connections can become a black
/// hole: they stay open, but nothing arrives any more.
///
/// It ends with this process. Every connection takes two threads, so it is for dozens of connections.
#[derive(Clone, Debug)]
pub struct Proxy {
    port: u16,
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    socket: PathBuf,
    lines: Mutex<Vec<Weak<Line>>>,
    /// New connections are dead from the beginning.
    swallows: AtomicBool,
}

/// One connection through the proxy.
#[derive(Debug, Default)]
pub struct Line {
    listens: AtomicBool,
    is_dead: AtomicBool,
}

impl Line {
    /// Whether the client has sent LISTEN, PostgreSQL's command to receive notifications.
    #[must_use]
    pub fn listens(&self) -> bool {
        self.listens.load(Ordering::SeqCst)
    }

    fn is_dead(&self) -> bool {
        self.is_dead.load(Ordering::SeqCst)
    }
}

impl Proxy {
    /// Starts a proxy in front of the server at this Unix socket.
    ///
    /// # Errors
    ///
    /// If no port is free.
    pub fn start(socket: &Path) -> io::Result<Proxy> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let port = listener.local_addr()?.port();
        let shared = Shared {
            socket: socket.to_path_buf(),
            lines: Mutex::default(),
            swallows: AtomicBool::new(false),
        };
        let proxy = Proxy { port, shared: Arc::new(shared) };
        let shared = proxy.shared.clone();
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                // Without a server the client is sent away: its connection is closed.
                let _ = shared.connect(client);
            }
        });
        Ok(proxy)
    }

    /// The address of a database of the PostgreSQL server behind this proxy.
    #[must_use]
    pub fn postgres_url(&self, database: &str) -> String {
        format!("postgres://linja@127.0.0.1:{}/{database}?sslmode=disable", self.port)
    }

    /// Lets the connections for which the condition holds die, for ever. Returns their number.
    pub fn kill(&self, condition: impl Fn(&Line) -> bool) -> usize {
        let lines: Vec<Arc<Line>> = self.shared.lines().iter().filter_map(Weak::upgrade).collect();
        let victims = lines.iter().filter(|line| condition(line) && !line.is_dead());
        victims.map(|line| line.is_dead.store(true, Ordering::SeqCst)).count()
    }

    /// Makes the proxy a black hole, or ends that. Connections that were open meanwhile stay dead.
    pub fn swallow(&self, swallows: bool) {
        self.shared.swallows.store(swallows, Ordering::SeqCst);
        self.kill(|_| swallows);
    }
}

impl Shared {
    fn lines(&self) -> MutexGuard<'_, Vec<Weak<Line>>> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn connect(&self, client: TcpStream) -> io::Result<()> {
        let server = UnixStream::connect(&self.socket)?;
        client.set_nodelay(true)?;
        let line = Arc::new(Line::default());
        {
            let mut lines = self.lines();
            lines.retain(|line| line.strong_count() > 0);
            lines.push(Arc::downgrade(&line));
        }
        // After the line is known, so that it dies in any case.
        line.is_dead.fetch_or(self.swallows.load(Ordering::SeqCst), Ordering::SeqCst);
        let (from_client, from_server, there) = (client.try_clone()?, server.try_clone()?, line.clone());
        thread::spawn(move || {
            copy(from_client, &server, &there);
            // The server learns that the client has given up: it must not keep the client's locks.
            let _ = server.shutdown(Shutdown::Both);
        });
        thread::spawn(move || {
            copy(from_server, &client, &line);
            if !line.is_dead() {
                let _ = client.shutdown(Shutdown::Both);
            }
        });
        Ok(())
    }
}

/// Passes bytes on until the connection ends. The bytes of a dead line disappear.
fn copy(mut from: impl Read, mut to: impl Write, line: &Line) {
    let mut bytes = vec![0; 65_536];
    loop {
        match from.read(&mut bytes) {
            Ok(0) => return,
            Ok(length) => {
                if bytes[..length].windows(6).any(|word| word == b"LISTEN") {
                    line.listens.store(true, Ordering::SeqCst);
                }
                if !line.is_dead() && to.write_all(&bytes[..length]).is_err() {
                    return;
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}
