//! For those who watch over the server.

use std::time::{Duration, Instant};

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use people::People;
use tokio::sync::Mutex;

use crate::state::WebState;

/// The program runs.
pub(crate) async fn health() -> &'static str {
    "ok\n"
}

/// How long the list of people counts as one that can be written, and how long as one that cannot: an attempt costs a
/// sync of the disk, and anybody may ask.
const GOOD_FOR: Duration = Duration::from_secs(2);
const BAD_FOR: Duration = Duration::from_secs(1);

/// How the last attempt went to write the list of people.
#[derive(Default)]
pub(crate) struct Writable(Mutex<Option<(Instant, bool)>>);

impl Writable {
    async fn is(&self, people: &People) -> bool {
        let mut last = self.0.lock().await;
        if let Some((at, went)) = *last
            && at.elapsed() < if went { GOOD_FOR } else { BAD_FOR }
        {
            return went;
        }
        let went = people.can_write().await;
        if let Err(fault) = &went {
            tracing::error!(%fault, "not ready: the list of people cannot be written");
        }
        *last = Some((Instant::now(), went.is_ok()));
        went.is_ok()
    }
}

/// The program can do its work: both stores answer, take what is written, and it is not closing.
pub(crate) async fn ready(State(state): State<WebState>) -> Response {
    let no = |why: &'static str| (StatusCode::SERVICE_UNAVAILABLE, why).into_response();
    if *state.closing.borrow() {
        return no("closing\n");
    }
    if let Err(fault) = state.store.campaigns().await {
        tracing::error!(%fault, "not ready: the log does not answer");
        return no("the log does not answer\n");
    }
    if let Err(fault) = state.people.invitations("", state.now()).await {
        tracing::error!(%fault, "not ready: the list of people does not answer");
        return no("the list of people does not answer\n");
    }
    if let Err(fault) = state.store.can_write().await {
        tracing::error!(%fault, "not ready: the log cannot be written");
        return no("the log cannot be written\n");
    }
    if !state.writable.is(&state.people).await {
        return no("the list of people cannot be written\n");
    }
    "ready\n".into_response()
}
