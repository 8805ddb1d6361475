//! Connections: accepted until the server closes, so many at a time, and none may keep its place by saying nothing or by
//! reading nothing.

mod line;

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::ConnectInfo;
use hyper::Request;
use hyper::body::{Body as Pieces, Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use socket2::SockRef;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tower::ServiceExt;

use self::line::{Line, Watched};
use crate::guard::Reached;

/// How long a request's head may take, and how long a connection is kept without one.
const HEAD: Duration = Duration::from_secs(10);

/// Connections at a time: more than there are requests under way, so that of the others one can give way to whoever
/// comes. Systems often let a process have 1024 open files, and the log needs some of them.
pub const MOST_CONNECTIONS: usize = 768;

/// How much of an answer the system may hold for a reader that does not take it. Left to itself it holds megabytes for
/// each, and with many of those it has no memory left for anybody's connections.
const SENT_AHEAD: usize = 128 * 1024;

/// The pause after the system could not give a connection, most often for want of open files, and before another
/// connection is asked to give way.
const BREATH: Duration = Duration::from_millis(100);

/// The connections there are.
#[derive(Default)]
struct Lines(Mutex<HashMap<usize, Arc<Line>>>);

impl Lines {
    fn all(&self) -> MutexGuard<'_, HashMap<usize, Arc<Line>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends one that nobody needs: of the address that has most of those, the one that has been so longest.
    fn make_room(&self) {
        let lines = self.all();
        let idle: Vec<_> = lines.values().filter_map(|line| Some((line.idle_since()?, line))).collect();
        let mut of_peer: HashMap<IpAddr, usize> = HashMap::new();
        for (_, line) in &idle {
            *of_peer.entry(line.peer).or_default() += 1;
        }
        let most = of_peer.values().copied().max();
        let gives_way = idle.iter().filter(|(_, line)| of_peer.get(&line.peer).copied() == most);
        if let Some((_, line)) = gives_way.min_by_key(|(since, _)| *since) {
            line.end();
        }
    }
}

/// Serves until `closing` turns to `true`; then answers under way end, and open streams by themselves.
pub async fn serve(listener: TcpListener, router: Router, mut closing: watch::Receiver<bool>) {
    let (under_way, room) = (GracefulShutdown::new(), Arc::new(Semaphore::new(MOST_CONNECTIONS)));
    let (lines, mut number) = (Arc::new(Lines::default()), 0);
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD);
    while let Some((stream, peer, place)) = tokio::select! {
        next = next(&listener, &room, &lines) => Some(next),
        // A sender that is gone means the same as a closing one.
        _ = closing.wait_for(|closing| *closing) => None,
    } {
        if let Err(fault) = SockRef::from(&stream).set_send_buffer_size(SENT_AHEAD) {
            tracing::debug!(%fault, "a connection keeps the system's own buffer");
        }
        let line = Arc::new(Line::new(peer.ip()));
        number += 1;
        lines.all().insert(number, Arc::clone(&line));
        let reached = stream.local_addr().ok().map(Reached);
        let (router, of_service) = (router.clone(), Arc::clone(&line));
        let service = service_fn(move |request: Request<Incoming>| {
            let answering = Answering::begin(&of_service);
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(ConnectInfo(peer));
            if let Some(reached) = reached {
                request.extensions_mut().insert(reached);
            }
            let answer = router.clone().oneshot(request);
            async move { answer.await.map(|answer| answer.map(|body| Answer { body, _answering: answering })) }
        });
        let stream = TokioIo::new(Watched::new(stream, Arc::clone(&line)));
        let connection = under_way.watch(http.serve_connection(stream, service));
        let lines = Arc::clone(&lines);
        tokio::spawn(async move {
            tokio::select! {
                ended = connection => {
                    if let Err(fault) = ended {
                        tracing::debug!(%fault, "a connection broke off");
                    }
                }
                () = line.cut.notified() => tracing::debug!("a connection gave way to another one"),
            }
            lines.all().remove(&number);
            drop(place);
        });
    }
    drop(listener);
    under_way.shutdown().await;
}

/// The next connection, once there is room for it.
async fn next(
    listener: &TcpListener,
    room: &Arc<Semaphore>,
    lines: &Lines,
) -> (TcpStream, SocketAddr, OwnedSemaphorePermit) {
    let (stream, peer) = loop {
        match listener.accept().await {
            Ok(accepted) => break accepted,
            Err(fault) => {
                tracing::warn!(%fault, "a connection was not accepted");
                tokio::time::sleep(BREATH).await;
            }
        }
    };
    loop {
        if room.available_permits() == 0 {
            lines.make_room();
        }
        tokio::select! {
            place = Arc::clone(room).acquire_owned() => {
                return (stream, peer, place.expect("the semaphore is never closed"));
            }
            () = tokio::time::sleep(BREATH) => {}
        }
    }
}

/// A connection answers, until this is dropped.
struct Answering(Arc<Line>);

impl Answering {
    fn begin(line: &Arc<Line>) -> Self {
        line.answers(true);
        Self(Arc::clone(line))
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        self.0.answers(false);
    }
}

/// An answer; its connection answers until it is sent.
struct Answer {
    body: Body,
    _answering: Answering,
}

impl Pieces for Answer {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
