//! Rate limits: one leaky bucket per address and kind of request, kept in memory.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZeroU32;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::error::Trouble;
use crate::settings::{Client, Limits};
use crate::state::WebState;

/// How many addresses are remembered before those at rest are forgotten.
const MOST_ADDRESSES: usize = 4096;

struct Gate(Option<DefaultKeyedRateLimiter<IpAddr>>);

impl Gate {
    fn new(a_minute: Option<NonZeroU32>) -> Self {
        Self(a_minute.map(|n| RateLimiter::keyed(Quota::per_minute(n))))
    }

    fn lets_in(&self, address: IpAddr) -> bool {
        let Some(limiter) = &self.0 else { return true };
        if limiter.len() > MOST_ADDRESSES {
            limiter.retain_recent();
        }
        limiter.check_key(&address).is_ok()
    }
}

/// The limits of a running server.
pub(crate) struct Gates {
    joins: Gate,
    acts: Gate,
    pages: Gate,
}

impl Gates {
    pub(crate) fn new(limits: Limits) -> Self {
        Self { joins: Gate::new(limits.joins), acts: Gate::new(limits.acts), pages: Gate::new(limits.pages) }
    }
}

/// Answers too many requests from one address with a page that says so.
pub(crate) async fn limit(State(state): State<WebState>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let gate = match (request.method(), path) {
        (_, "/healthz" | "/readyz") => return next.run(request).await,
        (_, path) if path.starts_with("/assets/") => return next.run(request).await,
        (&Method::POST, "/join") => &state.gates.joins,
        (&Method::GET | &Method::HEAD, _) => &state.gates.pages,
        _ => &state.gates.acts,
    };
    if !gate.lets_in(address_of(&request, state.settings.client)) {
        return Trouble::TooMany.into_response();
    }
    next.run(request).await
}

fn address_of(request: &Request, client: Client) -> IpAddr {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip());
    let forwarded = || {
        let header = request.headers().get("x-forwarded-for")?.to_str().ok()?;
        header.rsplit(',').next()?.trim().parse().ok()
    };
    match client {
        Client::Peer => peer,
        Client::Forwarded => forwarded().or(peer),
    }
    .unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED))
}
