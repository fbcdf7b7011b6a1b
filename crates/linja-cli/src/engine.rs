//! The engine: answers UGI on standard input. One thread reads, one thinks, and this one answers, so that `stop`,
//! `isready` and `quit` are answered while the engine thinks.

mod settings;
mod think;

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use anyhow::Context as _;
use linja::{Game, Position, Side, Turn, Winner};

use crate::args::EngineArgs;
use crate::lines::{BadLine, Lines};
use crate::ugi::{Go, PLAYER_1, Query, Request, excerpt};

use settings::Settings;
use think::{Job, Work};

/// What the other threads report.
enum Event {
    Line(Result<String, BadLine>),
    /// The input has ended, or can't be read any more.
    InputEnded(anyhow::Result<()>),
    /// The thinking thread has something to tell.
    Told(String),
    /// It has chosen this turn; `None` if it was not asked for one.
    Thought(Option<Turn>),
}

/// Events that wait to be handled: enough to never slow thinking down, and a limit to what a flood of input takes.
const EVENTS: usize = 64;

/// Requests that wait for the end of thinking.
const MOST_WAITING: usize = 1000;

/// How long `quit` waits for the last answer of the thinking thread.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// Answers requests until `quit` or the end of the input.
pub(crate) fn run(args: &EngineArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let (events, received) = sync_channel(EVENTS);
    let input = events.clone();
    thread::Builder::new()
        .name("input".into())
        .spawn(move || read_input(&input))
        .context("can't start a thread that reads")?;
    let (jobs, work) = sync_channel(EVENTS);
    thread::Builder::new()
        .name("thinking".into())
        .spawn(move || think::run(&work, &events))
        .context("can't start a thread that thinks")?;
    let settings = Settings {
        rules: args.table.rules.rules,
        level: args.level,
        seed: args.seed,
        table: !args.no_oracle,
        data_dir: args.table.data_dir.clone(),
    };
    let game = Game::new(settings.rules, Side::Black);
    let mut engine =
        Engine { out, settings, game, jobs, thinking: None, waiting: VecDeque::new(), end: None };
    engine.serve(&received)
}

/// Sends every line of standard input. Ends if nobody listens any more.
fn read_input(events: &SyncSender<Event>) {
    let mut lines = Lines::new(io::stdin());
    loop {
        let event = match lines.next_line() {
            Ok(Some(line)) => Event::Line(line),
            Ok(None) => Event::InputEnded(Ok(())),
            Err(error) => Event::InputEnded(Err(error)),
        };
        let is_last = matches!(event, Event::InputEnded(_));
        if events.send(event).is_err() || is_last {
            return;
        }
    }
}

struct Engine<'a, W> {
    out: &'a mut W,
    settings: Settings,
    game: Game,
    jobs: SyncSender<Work>,
    thinking: Option<Thinking>,
    /// Requests that wait for the end of thinking.
    waiting: VecDeque<Request>,
    end: Option<End>,
}

/// A search that goes on.
struct Thinking {
    stop: Arc<AtomicBool>,
    is_unlimited: bool,
}

/// Why the engine ends.
enum End {
    /// `quit`: at once, with the turn found so far.
    Quit,
    /// The end of the input: when everything asked for is done.
    Input(anyhow::Result<()>),
}

impl<W: Write> Engine<'_, W> {
    fn serve(&mut self, events: &Receiver<Event>) -> anyhow::Result<()> {
        loop {
            while self.thinking.is_none()
                && let Some(request) = self.waiting.pop_front()
            {
                self.handle(request)?;
            }
            self.out.flush()?;
            if self.thinking.is_none()
                && let Some(end) = self.end.take()
            {
                return if let End::Input(result) = end { result } else { Ok(()) };
            }
            let event = match self.end {
                Some(End::Quit) => events.recv_timeout(LAST_WORDS),
                _ => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            let Ok(event) = event else { return Ok(()) };
            self.see(event)?;
        }
    }

    fn see(&mut self, event: Event) -> io::Result<()> {
        match event {
            Event::Line(Ok(line)) => match Request::read(&line) {
                Ok(Some(request)) => self.receive(request),
                Ok(None) => Ok(()),
                Err(wrong) => self.complain(&wrong),
            },
            Event::Line(Err(bad)) => self.complain(&bad.to_string()),
            Event::InputEnded(result) => {
                if self.thinking.as_ref().is_some_and(|thinking| thinking.is_unlimited) {
                    self.stop();
                }
                self.end.get_or_insert(End::Input(result));
                Ok(())
            }
            Event::Told(line) => writeln!(self.out, "{line}"),
            Event::Thought(turn) => {
                self.thinking = None;
                turn.map_or(Ok(()), |turn| writeln!(self.out, "bestmove {}", turn.compact()))
            }
        }
    }

    /// Handles a request now, or puts it behind those that wait.
    fn receive(&mut self, request: Request) -> io::Result<()> {
        match request {
            Request::IsReady => writeln!(self.out, "readyok"),
            Request::Stop => {
                self.stop();
                Ok(())
            }
            Request::Quit => {
                self.waiting.clear();
                self.stop();
                self.end = Some(End::Quit);
                Ok(())
            }
            _ if self.thinking.is_none() && self.waiting.is_empty() => self.handle(request),
            _ if self.waiting.len() >= MOST_WAITING => {
                self.complain("too many requests wait for the end of thinking: this one is dropped")
            }
            _ => {
                self.waiting.push_back(request);
                Ok(())
            }
        }
    }

    fn stop(&mut self) {
        if let Some(thinking) = &self.thinking {
            thinking.stop.store(true, Ordering::Relaxed);
        }
    }

    fn complain(&mut self, wrong: &str) -> io::Result<()> {
        writeln!(self.out, "info string {wrong}")
    }

    /// Handles a request while the engine does not think.
    fn handle(&mut self, request: Request) -> io::Result<()> {
        match request {
            Request::Ugi => self.introduce(),
            Request::NewGame => {
                self.game = Game::new(self.settings.rules, Side::Black);
                // The table may have been made since the last game.
                self.send(Work::Forget)
            }
            Request::SetOption { name, value } => self.set_option(&name, &value),
            Request::Position { start, turns } => self.set_position(start, &turns),
            Request::Go(go) => self.go(go),
            Request::Query(query) => self.answer(query),
            Request::IsReady | Request::Stop | Request::Quit => Ok(()),
        }
    }

    fn introduce(&mut self) -> io::Result<()> {
        writeln!(self.out, "id name Linja {}", env!("CARGO_PKG_VERSION"))?;
        writeln!(self.out, "id author the authors of Linja")?;
        for line in self.settings.announced() {
            writeln!(self.out, "{line}")?;
        }
        writeln!(self.out, "ugiok")
    }

    fn set_option(&mut self, name: &str, value: &str) -> io::Result<()> {
        match self.settings.set(name, value) {
            Ok(()) if self.settings.rules != *self.game.rules() => {
                self.game = Game::new(self.settings.rules, Side::Black);
                Ok(())
            }
            Ok(()) => Ok(()),
            Err(wrong) => self.complain(&wrong),
        }
    }

    fn set_position(&mut self, start: Position, turns: &[String]) -> io::Result<()> {
        let mut game = Game::from_position(self.settings.rules, start);
        for (place, turn) in turns.iter().enumerate() {
            if let Err(error) = game.play_text(turn) {
                return self.complain(&format!(
                    "the position stays as it was: turn {} of the list, “{}”: {error}",
                    place + 1,
                    excerpt(turn)
                ));
            }
        }
        self.game = game;
        Ok(())
    }

    fn go(&mut self, go: Go) -> io::Result<()> {
        if self.game.is_over() {
            self.complain("the game is over, so there is no turn")?;
            return writeln!(self.out, "bestmove none");
        }
        let is_unlimited = go.is_unlimited(self.game.position().to_move());
        // Nobody could stop it.
        let stop = Arc::new(AtomicBool::new(is_unlimited && self.end.is_some()));
        self.thinking = Some(Thinking { stop: Arc::clone(&stop), is_unlimited });
        let job = Job { position: *self.game.position(), settings: self.settings.clone(), go, stop };
        self.send(Work::Think(Box::new(job)))
    }

    fn send(&mut self, work: Work) -> io::Result<()> {
        // The thread that thinks ends after this one.
        self.jobs.send(work).map_err(|_| io::Error::other("the thread that thinks has ended"))
    }

    fn answer(&mut self, query: Query) -> io::Result<()> {
        let position = self.game.position();
        let answer = match query {
            Query::GameOver => self.game.is_over().to_string(),
            Query::Player1Turn => (position.to_move() == PLAYER_1).to_string(),
            Query::Result => match self.game.result().and_then(|result| result.winner) {
                None => "none".into(),
                Some(Winner::Draw) => "draw".into(),
                Some(Winner::Side(side)) => (if side == PLAYER_1 { "p1win" } else { "p2win" }).into(),
            },
            Query::Fen => position.to_string(),
            Query::Turns if self.game.is_over() => String::new(),
            Query::Turns => {
                let turns = position.turns(&self.settings.rules);
                turns.iter().map(|turn| turn.turn.compact().to_string()).collect::<Vec<_>>().join(" ")
            }
        };
        writeln!(self.out, "{}", format!("response {answer}").trim_end())
    }
}
