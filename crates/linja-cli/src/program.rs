//! A foreign program that plays over the engine protocol. It may hang, end, flood its output or answer nonsense: each of
//! these is a [`Fault`], and none stops the arena.

mod fault;
mod pipes;

use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use linja::{Game, RuleSet, Turn};

use crate::args::CommandLine;
use crate::progress;
use crate::ugi::{Go, Request};

pub(crate) use fault::Fault;
use pipes::{Heard, LastWords};

/// Why there is no answer.
#[derive(Debug)]
pub(crate) enum Stopped {
    Fault(Fault),
    /// By Ctrl-C.
    Interrupted,
}

impl From<Fault> for Stopped {
    fn from(fault: Fault) -> Stopped {
        Stopped::Fault(fault)
    }
}

/// More output than this without an answer is a flood.
const FLOOD_BYTES: usize = 4 << 20;

/// How often waiting looks for Ctrl-C.
const HEARTBEAT: Duration = Duration::from_millis(100);

/// How long a program that is late is given to answer after all, to tell a late answer from none.
const LATE: Duration = Duration::from_secs(2);

/// How long a program may take to end after `quit`.
const FAREWELL: Duration = Duration::from_millis(500);

/// A running program. It ends with this value.
pub(crate) struct Program {
    child: Child,
    input: Sender<String>,
    output: Receiver<Heard>,
    last_words: LastWords,
    patience: Duration,
}

impl Program {
    /// Starts the program and waits until it is ready to play by these rules.
    pub(crate) fn start(
        command: &CommandLine,
        rules: &RuleSet,
        patience: Duration,
    ) -> Result<Program, Stopped> {
        let mut start = Command::new(&command.program);
        start.args(&command.arguments);
        start.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A group of its own: Ctrl-C is for the arena, and whatever the program starts ends with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut start, 0);
        let mut child = start.spawn().map_err(|error| Fault::NotStarted(error.to_string()))?;
        let pipes = pipes::connect(&mut child).map_err(|error| Fault::NotStarted(error.to_string()))?;
        let pipes::Pipes { input, output, last_words } = pipes;
        let mut program = Program { child, input, output, last_words, patience };
        program.ask(&Request::Ugi, "ugiok")?;
        program.send(&Request::SetOption { name: "Rules".into(), value: rules.to_string() });
        program.get_ready()?;
        Ok(program)
    }

    /// Tells the program that a new game begins.
    pub(crate) fn new_game(&mut self) -> Result<(), Stopped> {
        self.send(&Request::NewGame);
        self.get_ready()
    }

    /// The program's turn in this game, and the time it took. It must answer within `allowed`.
    pub(crate) fn turn(
        &mut self,
        game: &Game,
        go: Go,
        allowed: Duration,
    ) -> Result<(Turn, Duration), Stopped> {
        let turns = game.turns().iter().map(|turn| turn.turn.compact().to_string()).collect();
        self.send(&Request::Position { start: *game.start(), turns });
        // Also skips whatever an earlier answer had too much.
        self.get_ready()?;
        self.send(&Request::Go(go));
        let asked = Instant::now();
        let Some((answer, at)) = self.hear("bestmove", asked + allowed)? else {
            return Err(self.late(asked, allowed)?.into());
        };
        let took = at.saturating_duration_since(asked);
        if took > allowed {
            return Err(Fault::Late { took, allowed }.into());
        }
        let text = answer.split_whitespace().nth(1).unwrap_or_default();
        match Turn::parse(text, game.position(), game.rules()) {
            Ok(complete) => Ok((complete.turn, took)),
            Err(error) => Err(Fault::illegal(&answer, &error).into()),
        }
    }

    /// What is wrong with a program that has not answered in time.
    fn late(&mut self, asked: Instant, allowed: Duration) -> Result<Fault, Stopped> {
        self.send(&Request::Stop);
        let answer = self.hear("bestmove", Instant::now() + LATE)?;
        Ok(match answer {
            Some((_, at)) => Fault::Late { took: at.saturating_duration_since(asked), allowed },
            None => Fault::Silent { asked: "go", allowed },
        })
    }

    fn get_ready(&mut self) -> Result<(), Stopped> {
        self.ask(&Request::IsReady, "readyok")
    }

    fn ask(&mut self, request: &Request, answer: &str) -> Result<(), Stopped> {
        self.send(request);
        if self.hear(answer, Instant::now() + self.patience)?.is_some() {
            return Ok(());
        }
        let asked = if matches!(request, Request::Ugi) { "ugi" } else { "isready" };
        Err(Fault::Silent { asked, allowed: self.patience }.into())
    }

    fn send(&self, request: &Request) {
        // If the program has ended, the output tells.
        let _ = self.input.send(format!("{request}\n"));
    }

    /// Waits for a line that begins with this word, and skips others; `None` if there is none before the deadline.
    fn hear(&mut self, word: &str, deadline: Instant) -> Result<Option<(String, Instant)>, Stopped> {
        let mut bytes = 0;
        loop {
            if progress::interrupted() {
                return Err(Stopped::Interrupted);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left.min(HEARTBEAT)) {
                Ok(Heard::Line(line, at)) => {
                    if line.split_whitespace().next() == Some(word) {
                        return Ok(Some((line, at)));
                    }
                    bytes += line.len() + 1;
                    if bytes > FLOOD_BYTES {
                        return Err(Fault::Flood { bytes }.into());
                    }
                }
                Ok(Heard::Flood(bytes)) => return Err(Fault::Flood { bytes }.into()),
                Ok(Heard::End) | Err(RecvTimeoutError::Disconnected) => return Err(self.ended().into()),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// The output has ended: how the program did.
    fn ended(&mut self) -> Fault {
        let status = self.wait(FAREWELL).map(|status| status.to_string());
        Fault::Ended { status, last_words: self.last_words.line() }
    }

    /// The exit status, if the program ends within this time.
    fn wait(&mut self, longest: Duration) -> Option<std::process::ExitStatus> {
        let begun = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if begun.elapsed() < longest => thread::sleep(Duration::from_millis(2)),
                _ => return None,
            }
        }
    }

    /// Asks the program to end, and waits a moment for it.
    pub(crate) fn quit(mut self) {
        self.send(&Request::Quit);
        self.wait(FAREWELL);
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        #[cfg(unix)]
        if let Some(group) = i32::try_from(self.child.id()).ok().and_then(rustix::process::Pid::from_raw) {
            // Fails if all of the group have ended.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
