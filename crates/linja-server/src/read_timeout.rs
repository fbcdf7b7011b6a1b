//! A connection whose reads time out, so that neither a client that sends nothing nor one that sends very slowly can hold
//! it open.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep};

/// What a connection waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// For the rest of a request's head, which must arrive within a deadline.
    Head,
    /// For the response. The request has its own deadline.
    Response,
    /// For the next request, at most this long.
    Idle(Duration),
    /// For messages. Pings detect a dead connection.
    Live,
}

/// The phase of a connection, set by its service and by its reads.
#[derive(Clone, Debug)]
pub(crate) struct SharedPhase(Arc<Mutex<Phase>>);

impl SharedPhase {
    /// The phase of a new connection: its first request must come at once.
    pub(crate) fn new() -> SharedPhase {
        SharedPhase(Arc::new(Mutex::new(Phase::Head)))
    }

    pub(crate) fn set(&self, phase: Phase) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = phase;
    }

    fn get(&self) -> Phase {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// In a request: a response may be sent while the request is still being read. In a response: this one is.
#[derive(Clone, Debug)]
pub(crate) struct LongAnswers {
    phase: SharedPhase,
    /// The phase after the response.
    after: Phase,
}

/// Held while such a response is sent.
#[derive(Debug)]
pub(crate) struct LongAnswer(LongAnswers);

impl LongAnswers {
    pub(crate) fn new(phase: SharedPhase, after: Phase) -> LongAnswers {
        LongAnswers { phase, after }
    }

    pub(crate) fn begin(&self) -> LongAnswer {
        LongAnswer(self.clone())
    }
}

impl Drop for LongAnswer {
    fn drop(&mut self) {
        self.0.phase.set(self.0.after);
    }
}

/// Fails a read with `TimedOut` after the deadline of the current phase.
pub(crate) struct ReadTimeout<S> {
    stream: S,
    phase: SharedPhase,
    head_timeout: Duration,
    timer: Pin<Box<Sleep>>,
    /// The phase that the timer runs for.
    timed: Option<Phase>,
}

impl<S> ReadTimeout<S> {
    pub(crate) fn new(stream: S, phase: SharedPhase, head_timeout: Duration) -> ReadTimeout<S> {
        let timer = Box::pin(tokio::time::sleep(head_timeout));
        ReadTimeout { stream, phase, head_timeout, timer, timed: None }
    }

    /// Some bytes have arrived. The first of them end the idle phase; the later ones do not extend the deadline.
    fn has_read(&mut self) {
        if let Phase::Idle(_) = self.phase.get() {
            self.phase.set(Phase::Head);
            self.timed = None;
        }
    }

    /// Waits for the deadline of the current phase.
    fn poll_deadline(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let phase = self.phase.get();
        let limit = match phase {
            Phase::Head => self.head_timeout,
            Phase::Idle(limit) => limit,
            Phase::Response | Phase::Live => {
                self.timed = None;
                return Poll::Pending;
            }
        };
        if self.timed != Some(phase) {
            self.timer.as_mut().reset(Instant::now() + limit);
            self.timed = Some(phase);
        }
        self.timer.as_mut().poll(context)
    }

    /// An idle connection that still sends a response is not idle yet.
    fn has_written(&mut self) {
        if let Some(Phase::Idle(_)) = self.timed {
            self.timed = None;
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for ReadTimeout<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        if let Poll::Ready(read) = Pin::new(&mut self.stream).poll_read(context, buffer) {
            if buffer.filled().len() > before {
                self.has_read();
            }
            return Poll::Ready(read);
        }
        ready!(self.poll_deadline(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for ReadTimeout<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.has_written();
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.has_written();
        Pin::new(&mut self.stream).poll_write_vectored(context, bytes)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
