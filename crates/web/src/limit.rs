//! Rate limits: one leaky bucket per address and kind of request, and one per name that is signed in by, kept in memory.

use std::hash::Hash;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::num::NonZeroU32;
use std::time::Duration;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::error::Trouble;
use crate::settings::{Client, Limits};
use crate::state::WebState;

/// How many addresses or names are remembered before those at rest are forgotten.
const MOST_REMEMBERED: usize = 4096;

struct Gate<K: Clone + Eq + Hash = IpAddr>(Option<DefaultKeyedRateLimiter<K>>);

impl<K: Clone + Eq + Hash> Gate<K> {
    fn new(a_minute: Option<NonZeroU32>) -> Self {
        Self(a_minute.map(|n| RateLimiter::keyed(Quota::per_minute(n))))
    }

    fn lets_in(&self, who: &K) -> bool {
        let Some(limiter) = &self.0 else { return true };
        if limiter.len() > MOST_REMEMBERED {
            limiter.retain_recent();
        }
        limiter.check_key(who).is_ok()
    }
}

/// One letter with a code every ten minutes, three at once.
fn a_letter() -> Quota {
    const EVERY: Duration = Duration::from_secs(600);
    const AT_ONCE: NonZeroU32 = NonZeroU32::MIN.saturating_add(2);
    Quota::with_period(EVERY).unwrap_or(Quota::per_hour(AT_ONCE)).allow_burst(AT_ONCE)
}

/// Five tries of one's own at once, or as few as there are for all, and one more every ten minutes.
fn an_own_try(for_all: NonZeroU32) -> Quota {
    const EVERY: Duration = Duration::from_secs(600);
    const AT_ONCE: NonZeroU32 = NonZeroU32::MIN.saturating_add(4);
    let at_once = AT_ONCE.min(for_all);
    Quota::with_period(EVERY).unwrap_or(Quota::per_hour(at_once)).allow_burst(at_once)
}

/// What one household is given of addresses: one of the fourth version, 2^64 of the sixth.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
        address => address,
    }
}

/// The address of whoever asks, as it counts for the limits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FromAddress(pub IpAddr);

/// The limits of a running server.
pub(crate) struct Gates {
    joins: Gate,
    sign_ins: Gate,
    acts: Gate,
    pages: Gate,
    names: Gate<String>,
    named_from: Gate<(String, IpAddr)>,
    letters: Gate<String>,
}

impl Gates {
    pub(crate) fn new(limits: Limits) -> Self {
        Self {
            joins: Gate::new(limits.joins),
            sign_ins: Gate::new(limits.sign_ins),
            acts: Gate::new(limits.acts),
            pages: Gate::new(limits.pages),
            names: Gate::new(limits.names),
            named_from: Gate(limits.names.map(|names| RateLimiter::keyed(an_own_try(names)))),
            letters: Gate(limits.names.map(|_| RateLimiter::keyed(a_letter()))),
        }
    }

    /// Whether one more may try what is asked for by this name.
    pub(crate) fn lets_try(&self, name: &str) -> bool {
        self.names.lets_in(&people::name_key(name))
    }

    /// Whether one more may try to sign in by this name from an address, whether anybody has the name or not. Each address
    /// has some tries of its own, so that guesses from elsewhere keep nobody out; whoever needs more shares what all others
    /// have left.
    pub(crate) fn lets_sign_in(&self, name: &str, from: IpAddr) -> bool {
        // No account has a longer name, and what is remembered has a bound.
        let name = people::name_key(&name.chars().take(2 * people::MAX_NAME_CHARS).collect::<String>());
        let (of_all, of_its_own) =
            (self.names.lets_in(&name), self.named_from.lets_in(&(name, network(from))));
        of_all || of_its_own
    }

    /// Whether one more letter with a code may be asked for by this account, or to this address.
    pub(crate) fn lets_write(&self, who: &str) -> bool {
        self.letters.lets_in(&who.to_lowercase())
    }
}

/// Answers too many requests from one address with a page that says so.
pub(crate) async fn limit(State(state): State<WebState>, mut request: Request, next: Next) -> Response {
    let from = address_of(&request, state.settings.client);
    request.extensions_mut().insert(FromAddress(from));
    let path = request.uri().path();
    let gate = match (request.method(), path) {
        (_, "/healthz" | "/readyz") => return next.run(request).await,
        (_, path) if path.starts_with("/assets/") => return next.run(request).await,
        (&Method::POST, "/join") => &state.gates.joins,
        (&Method::POST, "/sign-in" | "/recover") => &state.gates.sign_ins,
        (&Method::POST, path) if path.starts_with("/account") => &state.gates.sign_ins,
        (&Method::GET | &Method::HEAD, _) => &state.gates.pages,
        _ => &state.gates.acts,
    };
    if !gate.lets_in(&from) {
        return Trouble::TooMany.into_response();
    }
    next.run(request).await
}

pub(crate) fn address_of(request: &Request, client: Client) -> IpAddr {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip());
    let forwarded = || {
        // A proxy may add a line of its own below those that came with the request, so the last line counts.
        let header = request.headers().get_all("x-forwarded-for").into_iter().next_back()?.to_str().ok()?;
        header.rsplit(',').next()?.trim().parse().ok()
    };
    match client {
        Client::Peer => peer,
        Client::Forwarded => forwarded().or(peer),
    }
    .unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED))
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    #[test]
    fn guesses_from_elsewhere_keep_nobody_out_and_stay_few() {
        let gates = Gates::new(Limits::default());
        let ip = |text: &str| text.parse::<IpAddr>().unwrap();
        let guesses = |from: &str| (0..200).filter(|_| gates.lets_sign_in("Anna", ip(from))).count();
        let first = guesses("192.0.2.1");
        assert!((5..=26).contains(&first), "{first}");
        assert!(!gates.lets_sign_in("anna", ip("192.0.2.1")), "another spelling is the same name");
        // Each further address adds its own few tries and no more.
        let more = guesses("192.0.2.2");
        assert!((5..=6).contains(&more), "{more}");
        let household: usize = (1..=50).map(|n| guesses(&format!("2001:db8::{n}"))).sum();
        assert!((5..=6).contains(&household), "one network counts as one: {household}");
        assert!(gates.lets_sign_in("Anna", ip("198.51.100.7")), "she comes from her own address");
        assert!(gates.lets_sign_in("Ben", ip("192.0.2.1")), "another name is another matter");
    }

    #[test]
    fn what_the_proxy_wrote_last_counts_and_not_what_came_with_the_request() {
        let forged = |lines: &[&str]| {
            let mut request = Request::get("/");
            for line in lines {
                request = request.header("x-forwarded-for", *line);
            }
            request.body(Body::empty()).expect("plain headers")
        };
        let right: IpAddr = Ipv4Addr::new(192, 0, 2, 7).into();
        for lines in [&["192.0.2.7"][..], &["10.0.0.1, 192.0.2.7"], &["10.0.0.1", "192.0.2.7"]] {
            assert_eq!(address_of(&forged(lines), Client::Forwarded), right, "{lines:?}");
        }
        let nobody: IpAddr = Ipv4Addr::UNSPECIFIED.into();
        assert_eq!(address_of(&forged(&["192.0.2.7"]), Client::Peer), nobody);
    }
}
