//! One connection: what it does at the moment, and an end to one whose reader takes nothing more.

use std::io::{self, IoSlice};
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::time::{Instant, Sleep, sleep};

/// A reader that takes nothing for this long is dropped.
pub const SLOWEST: Duration = Duration::from_secs(20);
/// A reader that takes nothing for this long gives way when there is no room for others.
const SLOW: Duration = Duration::from_secs(1);

/// What is known of a connection.
pub struct Line {
    /// Whose it is.
    pub peer: IpAddr,
    /// Told when it is to end.
    pub cut: Notify,
    doing: Mutex<Doing>,
}

#[derive(Clone, Copy)]
struct Doing {
    /// Whether a request is being answered.
    answers: bool,
    /// Since when it does what it does.
    since: Instant,
    /// Since when its reader takes nothing.
    stuck: Option<Instant>,
    /// Whether it has been asked to end.
    ends: bool,
}

impl Line {
    /// One that has said nothing yet.
    pub fn new(peer: IpAddr) -> Self {
        let doing = Doing { answers: false, since: Instant::now(), stuck: None, ends: false };
        Self { peer: peer.to_canonical(), cut: Notify::new(), doing: Mutex::new(doing) }
    }

    fn doing(&self) -> MutexGuard<'_, Doing> {
        self.doing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A request has come whole, or its answer is done.
    pub fn answers(&self, answers: bool) {
        let mut doing = self.doing();
        (doing.answers, doing.since) = (answers, Instant::now());
    }

    /// Since when nobody needs it: it says nothing, half of something, or its reader takes nothing.
    pub fn idle_since(&self) -> Option<Instant> {
        let doing = *self.doing();
        match doing {
            Doing { ends: true, .. } => None,
            Doing { answers: false, since, .. } => Some(since),
            Doing { stuck, .. } => stuck.filter(|since| since.elapsed() >= SLOW),
        }
    }

    /// Ends it.
    pub fn end(&self) {
        self.doing().ends = true;
        self.cut.notify_one();
    }
}

/// The stream of a connection.
pub struct Watched<L> {
    stream: TcpStream,
    line: L,
    patience: Option<Pin<Box<Sleep>>>,
}

impl<L: AsRef<Line> + Unpin> Watched<L> {
    /// Watches a stream.
    pub fn new(stream: TcpStream, line: L) -> Self {
        Self { stream, line, patience: None }
    }

    /// Passes on what a write came to; a reader that takes nothing for too long is a fault.
    fn went(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if written.is_ready() {
            if self.patience.take().is_some() {
                self.line.as_ref().doing().stuck = None;
            }
            return written;
        }
        if self.patience.is_none() {
            self.line.as_ref().doing().stuck = Some(Instant::now());
        }
        let patience = self.patience.get_or_insert_with(|| Box::pin(sleep(SLOWEST)));
        match patience.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "nothing is read"))),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl<L: AsRef<Line> + Unpin> AsyncRead for Watched<L> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, bytes)
    }
}

impl<L: AsRef<Line> + Unpin> AsyncWrite for Watched<L> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.went(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.went(context, written)
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
