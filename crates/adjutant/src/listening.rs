//! Connections: accepted until the server closes, so many at a time, and none may keep its place by saying nothing.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use adjutant_web::Reached;
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tower::ServiceExt;

/// How long a request's head may take, and how long a connection is kept without one.
const HEAD: Duration = Duration::from_secs(10);

/// Connections at a time; more wait in the system's queue. Systems often let a process have 1024 open files, and the
/// log needs some of them.
const MOST_CONNECTIONS: usize = 768;

/// The pause after the system could not give a connection, most often for want of open files.
const BREATH: Duration = Duration::from_millis(100);

/// Serves until `closing` turns to `true`; then answers under way end, and open streams by themselves.
pub async fn serve(listener: TcpListener, router: Router, mut closing: watch::Receiver<bool>) {
    let (under_way, room) = (GracefulShutdown::new(), Arc::new(Semaphore::new(MOST_CONNECTIONS)));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD);
    while let Some((stream, peer, place)) = tokio::select! {
        next = next(&listener, &room) => Some(next),
        // A sender that is gone means the same as a closing one.
        _ = closing.wait_for(|closing| *closing) => None,
    } {
        let router = router.clone();
        let reached = stream.local_addr().ok().map(Reached);
        let service = service_fn(move |request: Request<Incoming>| {
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(ConnectInfo(peer));
            if let Some(reached) = reached {
                request.extensions_mut().insert(reached);
            }
            router.clone().oneshot(request)
        });
        let connection = under_way.watch(http.serve_connection(TokioIo::new(stream), service));
        tokio::spawn(async move {
            if let Err(fault) = connection.await {
                tracing::debug!(%fault, "a connection broke off");
            }
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
) -> (TcpStream, SocketAddr, OwnedSemaphorePermit) {
    let place = Arc::clone(room).acquire_owned().await.expect("the semaphore is never closed");
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => return (stream, peer, place),
            Err(fault) => {
                tracing::warn!(%fault, "a connection was not accepted");
                tokio::time::sleep(BREATH).await;
            }
        }
    }
}
