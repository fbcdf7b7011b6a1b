//! The lines of a request, read while earlier ones are answered.
//!
//! Reading never waits for writing: many clients send everything before they read anything.

use std::collections::VecDeque;
use std::time::Duration;

use axum::body::{Body, Bytes};
use http_body_util::BodyExt as _;
use linja::Message;
use tokio::sync::mpsc;

use crate::problem::{Code, Problem};

/// The longest line in bytes. A position takes 22.
const LONGEST_LINE: usize = 1024;

/// A line and its number, counted from 1.
pub(super) struct Text {
    pub(super) number: u64,
    pub(super) bytes: Result<Vec<u8>, Problem>,
}

/// What is known of a body.
pub(super) struct Input {
    frames: mpsc::UnboundedReceiver<Result<Bytes, Problem>>,
    lines: Lines,
    /// Why the body ended too early; reported after the lines before it.
    failed: Option<Problem>,
    has_ended: bool,
}

/// Lines that were read and not taken yet.
#[derive(Default)]
struct Lines {
    whole: VecDeque<Text>,
    /// The beginning of a line.
    rest: Vec<u8>,
    number: u64,
}

impl Input {
    /// Reads a body of at most this many bytes, all of which must arrive in this time.
    pub(super) fn read(body: Body, most: usize, deadline: Duration) -> Input {
        // Holds at most the whole body.
        let (sender, frames) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            if tokio::time::timeout(deadline, pass_on(body, most, &sender)).await.is_err() {
                let _ = sender.send(Err(cut()));
            }
        });
        Input { frames, lines: Lines::default(), failed: None, has_ended: false }
    }

    /// Waits for at least one line, and takes those that are there, at most `most`. `None` after the last.
    pub(super) async fn next(&mut self, most: usize) -> Option<Result<Vec<Text>, Problem>> {
        loop {
            self.take_frames(most);
            if !self.lines.whole.is_empty() {
                let count = most.clamp(1, self.lines.whole.len());
                return Some(Ok(self.lines.whole.drain(..count).collect()));
            }
            if let Some(problem) = self.failed.take() {
                return Some(Err(problem));
            }
            if self.has_ended {
                return None;
            }
            match self.frames.recv().await {
                Some(frame) => self.accept(frame),
                None => self.finish(),
            }
        }
    }

    /// Ends the input. Returns the number of the line after the last one taken.
    pub(super) fn end(&mut self) -> u64 {
        self.has_ended = true;
        self.failed = None;
        let next = self.lines.whole.front().map_or(self.lines.number + 1, |text| text.number);
        self.lines = Lines::default();
        self.frames.close();
        next
    }

    /// Takes frames until there are this many lines: a line takes several times the memory of its bytes in a frame.
    fn take_frames(&mut self, most: usize) {
        while !self.has_ended && self.lines.whole.len() < most {
            match self.frames.try_recv() {
                Ok(frame) => self.accept(frame),
                Err(mpsc::error::TryRecvError::Empty) => return,
                Err(mpsc::error::TryRecvError::Disconnected) => self.finish(),
            }
        }
    }

    fn accept(&mut self, frame: Result<Bytes, Problem>) {
        match frame {
            Ok(bytes) => self.lines.add(&bytes),
            Err(problem) => {
                self.failed = Some(problem);
                self.has_ended = true;
            }
        }
    }

    /// The body is complete; its last line needs no end.
    fn finish(&mut self) {
        self.has_ended = true;
        self.lines.end_line();
    }
}

impl Lines {
    fn add(&mut self, bytes: &[u8]) {
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            let (text, has_end) = piece.strip_suffix(b"\n").map_or((piece, false), |text| (text, true));
            // One byte more than allowed tells that the line is too long.
            let room = (LONGEST_LINE + 1).saturating_sub(self.rest.len());
            self.rest.extend_from_slice(&text[..text.len().min(room)]);
            if has_end {
                self.number += 1;
                self.push(self.number);
            }
        }
    }

    fn end_line(&mut self) {
        if !self.rest.is_empty() {
            self.number += 1;
            self.push(self.number);
        }
    }

    /// Empty lines count, but need no answer.
    fn push(&mut self, number: u64) {
        let bytes = std::mem::take(&mut self.rest);
        if bytes.len() > LONGEST_LINE {
            self.whole.push_back(Text { number, bytes: Err(too_large(LONGEST_LINE)) });
        } else if !bytes.trim_ascii().is_empty() {
            self.whole.push_back(Text { number, bytes: Ok(bytes) });
        }
    }
}

/// Passes the frames of a body on until it ends, fails or is too large.
async fn pass_on(mut body: Body, most: usize, sender: &mpsc::UnboundedSender<Result<Bytes, Problem>>) {
    let mut left = most;
    while let Some(frame) = body.frame().await {
        let Ok(frame) = frame else {
            let _ = sender.send(Err(cut()));
            return;
        };
        let Ok(bytes) = frame.into_data() else { continue };
        let Some(rest) = left.checked_sub(bytes.len()) else {
            let _ = sender.send(Err(too_large(most)));
            return;
        };
        left = rest;
        if sender.send(Ok(bytes)).is_err() {
            return;
        }
    }
}

pub(super) fn too_large(most: usize) -> Problem {
    Problem::of(Code::TooLarge, Message::new("problem_too_large").with("count", most))
}

fn cut() -> Problem {
    Problem::of(Code::BadRequest, Message::new("problem_body_cut"))
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn lines(chunks: &[&'static str], most: usize) -> Vec<Result<(u64, String), Code>> {
        let chunks: Vec<_> =
            chunks.iter().map(|chunk| Ok::<_, std::io::Error>(Bytes::from(*chunk))).collect();
        let body = Body::from_stream(futures_util::stream::iter(chunks));
        let mut input = Input::read(body, most, Duration::from_mins(1));
        let mut found = Vec::new();
        while let Some(next) = input.next(2).await {
            match next {
                Ok(texts) => found.extend(texts.into_iter().map(|text| match text.bytes {
                    Ok(bytes) => Ok((text.number, String::from_utf8(bytes).unwrap())),
                    Err(problem) => Err(problem.code),
                })),
                Err(problem) => found.push(Err(problem.code)),
            }
        }
        found
    }

    #[expect(clippy::unnecessary_wraps, reason = "compared with what may be refused")]
    fn line(number: u64, text: &str) -> Result<(u64, String), Code> {
        Ok((number, text.to_string()))
    }

    #[tokio::test]
    async fn lines_are_told_apart_however_they_arrive() {
        let expected = [line(1, "one"), line(3, "two"), line(4, "three")];
        assert_eq!(lines(&["one\n\ntwo\nthree"], 100).await, expected);
        assert_eq!(lines(&["o", "ne", "\n", "\n", "two\nthr", "ee\n"], 100).await, expected);
        assert_eq!(lines(&["", "\n", " \n"], 100).await, []);
    }

    #[tokio::test]
    async fn what_is_too_long_is_refused_and_the_rest_is_not() {
        let long: &'static str = "x".repeat(LONGEST_LINE + 1).leak();
        let expected = [Err(Code::TooLarge), line(2, "two")];
        assert_eq!(lines(&[long, "\ntwo\n"], 10_000).await, expected);
        let expected = [line(1, "one"), Err(Code::TooLarge)];
        assert_eq!(lines(&["one\n", "two\n"], 6).await, expected, "lines before the end are answered");
    }
}
