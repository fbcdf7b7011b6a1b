//! The three pipes of a program, each with a thread: a program that does not read must not block the arena, and what one
//! writes is limited in memory.

use std::io::{self, BufRead as _, BufReader, Read, Write as _};
use std::process::{Child, ChildStdin};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::ugi::shortened;

/// What a program writes.
pub(super) enum Heard {
    Line(String, Instant),
    /// So many bytes without the end of a line. Nothing more is read.
    Flood(usize),
    End,
}

pub(super) struct Pipes {
    pub(super) input: Sender<String>,
    pub(super) output: Receiver<Heard>,
    pub(super) last_words: LastWords,
}

/// Lines that wait to be heard. A program that writes more than anybody wants to hear has to wait.
const LINES: usize = 256;

const LONGEST_LINE: u64 = 64 << 10;

/// Characters kept of a line of standard error.
const LONGEST_WORDS: usize = 120;

/// For the last line of standard error.
const LONGEST_WAIT: Duration = Duration::from_millis(200);

/// Connects a program that was started with pipes.
pub(super) fn connect(child: &mut Child) -> io::Result<Pipes> {
    let missing = || io::Error::other("it has no pipes");
    let stdin = child.stdin.take().ok_or_else(missing)?;
    let stdout = child.stdout.take().ok_or_else(missing)?;
    let stderr = child.stderr.take().ok_or_else(missing)?;
    let (input, to_write) = channel();
    let (heard, output) = sync_channel(LINES);
    let last_words = LastWords::default();
    let remembered = last_words.clone();
    let spawn = |name: &str, work: Box<dyn FnOnce() + Send>| {
        thread::Builder::new().name(name.into()).spawn(work).map(drop)
    };
    spawn("to program", Box::new(move || write(stdin, &to_write)))?;
    spawn("from program", Box::new(move || listen(stdout, &heard)))?;
    spawn("errors of program", Box::new(move || remembered.listen(stderr)))?;
    Ok(Pipes { input, output, last_words })
}

fn write(mut stdin: ChildStdin, lines: &Receiver<String>) {
    while let Ok(line) = lines.recv() {
        // The program has closed its input: its output tells more.
        if stdin.write_all(line.as_bytes()).is_err() {
            return;
        }
    }
}

fn listen(stdout: impl Read, heard: &SyncSender<Heard>) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let mut bytes = Vec::new();
        let read = (&mut stdout).take(LONGEST_LINE).read_until(b'\n', &mut bytes);
        let what = match read {
            Ok(0) | Err(_) => Heard::End,
            Ok(read) if bytes.last() != Some(&b'\n') && read as u64 == LONGEST_LINE => Heard::Flood(read),
            Ok(_) => Heard::Line(String::from_utf8_lossy(&bytes).into_owned(), Instant::now()),
        };
        let is_last = !matches!(what, Heard::Line(..));
        // Nobody listens to a program that has been given up.
        if heard.send(what).is_err() || is_last {
            return;
        }
    }
}

/// The last line that a program wrote to standard error: often why it ended.
#[derive(Clone, Default)]
pub(super) struct LastWords(Arc<Mutex<Option<String>>>);

impl LastWords {
    fn listen(&self, stderr: impl Read) {
        let mut stderr = BufReader::new(stderr);
        loop {
            let mut bytes = Vec::new();
            match (&mut stderr).take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
                Ok(0) | Err(_) => return,
                Ok(_) => {}
            }
            let line = String::from_utf8_lossy(&bytes).trim().to_string();
            if !line.is_empty() {
                *self.0.lock().unwrap_or_else(PoisonError::into_inner) =
                    Some(shortened(&line, LONGEST_WORDS));
            }
        }
    }

    /// The line, once everything is read; waits a moment for that.
    pub(super) fn line(&self) -> Option<String> {
        let begun = Instant::now();
        // The other one belongs to the thread that reads.
        while Arc::strong_count(&self.0) > 1 && begun.elapsed() < LONGEST_WAIT {
            thread::sleep(Duration::from_millis(2));
        }
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
