//! A server process that can be killed and started again at the same address.

use std::fs::{File, OpenOptions};
use std::io::{BufRead as _, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context as _;

use crate::process::Process;

/// The flags of started servers: they lift the limits per address, because all players share one address.
pub(crate) const FLAGS: [&str; 8] = [
    "--no-oracle",
    "--rate-limit=0",
    "--max-games=1000",
    "--max-sockets=20000",
    "--max-sockets-per-address=20000",
    "--log=warn",
    "--no-open",
    "--log-json",
];

/// Deadline for a server to end after the signal to stop.
const STOP: Duration = Duration::from_secs(30);

/// A server process.
#[derive(Debug)]
pub(crate) struct Server {
    command: Vec<String>,
    binary: PathBuf,
    address: String,
    log: PathBuf,
    environment: Vec<(&'static str, String)>,
    child: Option<Child>,
}

impl Server {
    /// Prepares a server with its data in `data_dir`; it does not run yet.
    pub(crate) fn new(
        binary: &Path,
        data_dir: &Path,
        database: Option<&str>,
        flags: &[&str],
    ) -> anyhow::Result<Server> {
        let address = format!("127.0.0.1:{}", free_port()?);
        let mut command = vec!["serve".to_string(), format!("--bind={address}")];
        command.push(format!("--data-dir={}", data_dir.display()));
        command.extend(database.map(|url| format!("--database={url}")));
        command.extend(flags.iter().copied().map(String::from));
        let log = data_dir.with_extension("log");
        let environment = Vec::new();
        Ok(Server { command, binary: binary.to_path_buf(), address, log, environment, child: None })
    }

    /// The same with these environment variables, and with its log in this file.
    pub(crate) fn with(mut self, environment: &[(&'static str, String)], log: PathBuf) -> Server {
        self.environment = environment.to_vec();
        self.log = log;
        self
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub(crate) fn process(&self) -> Option<Process> {
        self.child.as_ref().map(|child| Process(child.id()))
    }

    /// Starts the server and waits until it listens; returns how long that took. Blocks.
    pub(crate) fn start(&mut self) -> anyhow::Result<Duration> {
        let begun = Instant::now();
        let log = OpenOptions::new().create(true).append(true).open(&self.log)?;
        let mut child = Command::new(&self.binary)
            .args(&self.command)
            .env_remove("LINJA_HOME")
            .envs(self.environment.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .with_context(|| format!("can't start {}", self.binary.display()))?;
        let stdout = child.stdout.take().context("no standard output")?;
        self.child = Some(child);
        let mut line = String::new();
        BufReader::new(stdout).read_line(&mut line)?;
        anyhow::ensure!(line.contains(&self.address), "the server did not start: {}", self.last_words());
        Ok(begun.elapsed())
    }

    /// Kills the server with signal 9. Blocks until it is dead.
    pub(crate) fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            // Fails only if the server is dead already.
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// Stops the server in the orderly way. Blocks until it has ended.
    ///
    /// # Errors
    /// If the server does not end in time, or with an error.
    pub(crate) fn stop(&mut self) -> anyhow::Result<()> {
        let Some(mut child) = self.child.take() else { return Ok(()) };
        linja_testing::send_signal(&child, "TERM");
        let begun = Instant::now();
        loop {
            if let Some(status) = child.try_wait()? {
                anyhow::ensure!(status.success(), "it ended with {status}: {}", self.last_words());
                return Ok(());
            }
            if begun.elapsed() > STOP {
                child.kill()?;
                child.wait()?;
                anyhow::bail!("it still ran after {STOP:?}");
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// The end of the server's log.
    pub(crate) fn last_words(&self) -> String {
        let Ok(log) = File::open(&self.log) else { return String::new() };
        let lines: Vec<String> = BufReader::new(log).lines().map_while(Result::ok).collect();
        lines[lines.len().saturating_sub(10)..].join("\n")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A free port below the range of outgoing connections. A client that reconnects while the server is dead could
/// otherwise get the server's own port as its local port, and block it.
fn free_port() -> anyhow::Result<u16> {
    static TAKEN: AtomicU16 = AtomicU16::new(0);
    let from = 20_000 + (std::process::id() as u16).wrapping_mul(37) % 8_000;
    let is_free = |port: &u16| TcpListener::bind(("127.0.0.1", *port)).is_ok();
    let taken = TAKEN.fetch_add(100, Ordering::Relaxed) % 4_000;
    (from + taken..from + taken + 100).find(is_free).context("no free port")
}
