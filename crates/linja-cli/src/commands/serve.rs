use std::io::Write;

use anyhow::Context as _;
use linja_server::{Config, ServeError, Server};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::Answer;
use crate::args::ServeArgs;

/// Whether to show the page to whoever started the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Browser {
    Open,
    LeaveAlone,
}

pub(crate) fn run(args: &ServeArgs, browser: Browser, out: &mut impl Write) -> anyhow::Result<Answer> {
    log(args)?;
    let config = args.config()?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("can't start the threads of the server")?;
    runtime.block_on(async {
        let server = bind(config, args.bind.is_none()).await?;
        let url = format!("http://{}", server.address());
        writeln!(out, "Linja is at {url}")?;
        out.flush()?;
        if browser == Browser::Open && !args.no_open && has_display() {
            // Without a browser the address is on the screen all the same.
            let _ = webbrowser::open(&url);
        }
        server.run(stopped()).await;
        Ok(Answer::Yes)
    })
}

/// Any free port serves as well as the default one, if that is taken and no other was asked for.
async fn bind(config: Config, any_port: bool) -> Result<Server, ServeError> {
    match Server::bind(config.clone()).await {
        Err(ServeError::Bind(mut address, error))
            if any_port && error.kind() == std::io::ErrorKind::AddrInUse =>
        {
            address.set_port(0);
            Server::bind(Config { bind: address, ..config }).await
        }
        bound => bound,
    }
}

/// The first Ctrl-C, or the request to end of a service manager. A second Ctrl-C ends the program at once.
async fn stopped() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut terminate) => {
                tokio::select! {
                    _ = interrupt => {}
                    _ = terminate.recv() => {}
                }
            }
            Err(_) => drop(interrupt.await),
        }
    }
    #[cfg(not(unix))]
    drop(interrupt.await);
    tokio::spawn(async {
        if tokio::signal::ctrl_c().await.is_ok() {
            std::process::exit(130);
        }
    });
}

fn log(args: &ServeArgs) -> anyhow::Result<()> {
    let filter: Targets = args.log.parse().with_context(|| format!("can't read --log {}", args.log))?;
    let format = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    let log = tracing_subscriber::registry().with(filter);
    // Fails only if this process has started a server before: its log is still there.
    let _ = if args.log_json { log.with(format.json()).try_init() } else { log.with(format).try_init() };
    Ok(())
}

/// On other systems there is always a screen.
fn has_display() -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(target_os = "linux") || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")
}
