//! For those who watch over the server.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use crate::state::WebState;

/// The program runs.
pub(crate) async fn health() -> &'static str {
    "ok\n"
}

/// The program can do its work: both stores answer and it is not closing.
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
    "ready\n".into_response()
}
