use std::ffi::OsString;
use std::io::{IsTerminal as _, Write};

use anyhow::Context as _;
use linja_server::{Config, ServeError, Server};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::Exit;
use crate::args::{NAME_ANOTHER, ServeArgs};

/// Whether to open the page in the browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Browser {
    Open,
    LeaveAlone,
}

pub(crate) fn run(args: &ServeArgs, browser: Browser, out: &mut impl Write) -> anyhow::Result<Exit> {
    log(args)?;
    let config = args.config()?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("can't start the server's threads")?;
    runtime.block_on(async {
        let is_open = config.accepts_any_host();
        let place = config.data_dir.display().to_string();
        let stores_files = config.database.is_none();
        let server = bind(config, args.bind.is_none()).await.map_err(|error| match error {
            ServeError::Store(error) if stores_files => anyhow::Error::new(error)
                .context(format!("can't open the games in the data directory {place}; {NAME_ANOTHER}")),
            error => error.into(),
        })?;
        // Before the address is printed: a program that reads the address may send a signal immediately.
        let stop = stop_signal().context("can't catch signals")?;
        let url = format!("http://{}", server.address());
        writeln!(out, "Linja is at {url}")?;
        if is_open {
            // The log has it too; the filter may hide it there.
            writeln!(out, "Warning: {}", Config::ANY_HOST)?;
        }
        out.flush()?;
        if browser == Browser::Open && !args.no_open && has_display() {
            // If no browser opens, the address is still on the screen.
            let _ = webbrowser::open(&url);
        }
        server.run(stop).await;
        Ok(Exit::Yes)
    })
}

/// Starts the server. If its port is taken and `any_port` is set, it gets a free one.
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

/// Catches Ctrl-C and SIGTERM from now on; the future ends with the first of them. After that, another Ctrl-C ends the
/// program at once.
fn stop_signal() -> std::io::Result<impl Future<Output = ()> + Send + 'static> {
    #[cfg(unix)]
    let (mut interrupt, mut terminate) = {
        use tokio::signal::unix::{SignalKind, signal};
        (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?)
    };
    #[cfg(windows)]
    let (mut interrupt, mut terminate) =
        (tokio::signal::windows::ctrl_c()?, tokio::signal::windows::ctrl_shutdown()?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
        tokio::spawn(async move {
            if interrupt.recv().await.is_some() {
                std::process::exit(130);
            }
        });
    })
}

fn log(args: &ServeArgs) -> anyhow::Result<()> {
    let filter: Targets =
        args.log.parse().with_context(|| format!("can't read the filter --log {}", args.log))?;
    let colours = has_colours(std::io::stderr().is_terminal(), |name| std::env::var_os(name));
    let format = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_ansi(colours);
    let log = tracing_subscriber::registry().with(filter);
    // Fails only if this process has a log already.
    let _ = if args.log_json { log.with(format.json()).try_init() } else { log.with(format).try_init() };
    Ok(())
}

/// Whether the log may have colours: only on a terminal that knows them, unless the user has switched colours off.
fn has_colours(is_terminal: bool, variable: impl Fn(&str) -> Option<OsString>) -> bool {
    let is_off = variable("NO_COLOR").is_some_and(|value| !value.is_empty());
    let is_dumb = variable("TERM").is_some_and(|terminal| terminal == "dumb");
    is_terminal && !is_off && !is_dumb
}

/// Whether there is a screen to open a browser on; on systems other than Linux, always.
fn has_display() -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(target_os = "linux") || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")
}

#[cfg(test)]
mod tests {
    use super::has_colours;

    #[test]
    fn colours_need_a_terminal_and_can_be_switched_off() {
        let has = |is_terminal, set: &[(&str, &str)]| {
            let value =
                |name: &str| set.iter().find(|(set, _)| *set == name).map(|(_, value)| (*value).into());
            has_colours(is_terminal, value)
        };
        assert!(has(true, &[]) && has(true, &[("NO_COLOR", ""), ("TERM", "xterm-256color")]));
        assert!(!has(true, &[("NO_COLOR", "1")]) && !has(true, &[("TERM", "dumb")]));
        assert!(!has(false, &[]) && !has(false, &[("TERM", "xterm-256color")]));
    }
}
