//! Room for everybody: how many requests and open feeds one address, one door and one seat may have at a time, and
//! places that are kept for the seats that play and for those who watch over the server.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper::body::{Body as Pieces, Frame, SizeHint};
use kernel::Seat;
use people::Chair;

use crate::api::bearer;
use crate::error::{Crowded, Trouble};
use crate::limit::address_of;
use crate::routes::events::Door;
use crate::state::WebState;
use crate::visitor;

/// How much there is room for at a time. A listening server takes [`crate::listening::MOST_CONNECTIONS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// Requests under way, open feeds among them; those who watch over the server are never counted.
    pub requests: usize,
    /// Requests beyond those, and whatever else comes from the same address, for whoever holds the seat of a side or of
    /// an umpire.
    pub kept_for_play: usize,
    /// How many of those one session or token may have.
    pub kept_for_one: usize,
    /// Requests of one address.
    pub of_address: usize,
    /// Feeds.
    pub feeds: usize,
    /// Feeds of spectators.
    pub spectators: usize,
    /// Feeds of one seat of a campaign.
    pub of_seat: usize,
    /// Feeds of one address.
    pub feeds_of_address: usize,
    /// Feeds of one session: a person's pages in one browser.
    pub of_session: usize,
    /// Feeds of one token.
    pub of_token: usize,
}

impl Default for Room {
    fn default() -> Self {
        Self {
            requests: 512,
            kept_for_play: 128,
            kept_for_one: 16,
            of_address: 128,
            feeds: 384,
            spectators: 256,
            of_seat: 128,
            feeds_of_address: 96,
            of_session: 24,
            of_token: 8,
        }
    }
}

/// What is under way.
pub(crate) struct Crowd {
    room: Room,
    counts: Mutex<Counts>,
}

#[derive(Default)]
struct Counts {
    requests: usize,
    kept: usize,
    kept_for: HashMap<String, usize>,
    of_address: HashMap<IpAddr, usize>,
    feeds: usize,
    spectators: usize,
    of_seat: HashMap<(String, String), usize>,
    feeds_of_address: HashMap<IpAddr, usize>,
    of_door: HashMap<String, usize>,
}

/// A request under way; its place is free again when this is dropped.
struct Place {
    crowd: Arc<Crowd>,
    of: Whose,
}

/// What a request's place is counted under.
enum Whose {
    /// An address.
    Address(IpAddr),
    /// The door of a seat that plays.
    Player(String),
}

/// An open feed; its place is free again when this is dropped.
pub(crate) struct FeedPlace {
    crowd: Arc<Crowd>,
    address: IpAddr,
    seat: (String, String),
    watches: bool,
    door: String,
}

/// The address that a request is counted for.
#[derive(Clone, Copy)]
pub(crate) struct Of(pub(crate) IpAddr);

impl Crowd {
    pub(crate) fn new(room: Room) -> Self {
        Self { room, counts: Mutex::default() }
    }

    fn counts(&self) -> std::sync::MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for a request.
    fn enter(self: &Arc<Self>, address: IpAddr) -> Result<Place, Crowded> {
        let address = counted(address);
        let (counts, room) = (&mut *self.counts(), &self.room);
        if counts.of_address.get(&address).is_some_and(|n| *n >= room.of_address) {
            return Err(Crowded::Address);
        }
        if counts.requests >= room.requests {
            return Err(Crowded::Server);
        }
        counts.requests += 1;
        *counts.of_address.entry(address).or_default() += 1;
        Ok(Place { crowd: Arc::clone(self), of: Whose::Address(address) })
    }

    /// One of the places that are kept for play.
    fn enter_to_play(self: &Arc<Self>, door: String) -> Option<Place> {
        let (counts, room) = (&mut *self.counts(), &self.room);
        let has = counts.kept_for.get(&door).copied().unwrap_or_default();
        if counts.kept >= room.kept_for_play || has >= room.kept_for_one {
            return None;
        }
        counts.kept += 1;
        counts.kept_for.insert(door.clone(), has + 1);
        Some(Place { crowd: Arc::clone(self), of: Whose::Player(door) })
    }

    /// A place for a feed.
    pub(crate) fn listen(
        self: &Arc<Self>,
        door: &Door,
        chair: &Chair,
        who: Seat,
        address: IpAddr,
    ) -> Result<FeedPlace, Crowded> {
        let address = counted(address);
        let (counts, room) = (&mut *self.counts(), &self.room);
        let (door, of_door, too_many) = match door {
            Door::Session(session) => (format!("s {session}"), room.of_session, Crowded::Session),
            Door::Token(token) => (format!("t {token}"), room.of_token, Crowded::Token),
        };
        let seat = (chair.campaign.clone(), chair.seat.clone());
        let watches = who == Seat::Spectator;
        let full = |n: Option<&usize>, most: usize| n.is_some_and(|n| *n >= most);
        if full(counts.of_door.get(&door), of_door) {
            return Err(too_many);
        }
        if full(counts.feeds_of_address.get(&address), room.feeds_of_address) {
            return Err(Crowded::Address);
        }
        if full(counts.of_seat.get(&seat), room.of_seat) {
            return Err(Crowded::Seat);
        }
        if counts.feeds >= room.feeds || (watches && counts.spectators >= room.spectators) {
            return Err(Crowded::Server);
        }
        counts.feeds += 1;
        counts.spectators += usize::from(watches);
        *counts.of_door.entry(door.clone()).or_default() += 1;
        *counts.feeds_of_address.entry(address).or_default() += 1;
        *counts.of_seat.entry(seat.clone()).or_default() += 1;
        Ok(FeedPlace { crowd: Arc::clone(self), address, seat, watches, door })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let counts = &mut *self.crowd.counts();
        match &self.of {
            Whose::Address(address) => {
                counts.requests -= 1;
                one_less(&mut counts.of_address, address);
            }
            Whose::Player(door) => {
                counts.kept -= 1;
                one_less(&mut counts.kept_for, door);
            }
        }
    }
}

impl Drop for FeedPlace {
    fn drop(&mut self) {
        let counts = &mut *self.crowd.counts();
        counts.feeds -= 1;
        counts.spectators -= usize::from(self.watches);
        one_less(&mut counts.of_door, &self.door);
        one_less(&mut counts.feeds_of_address, &self.address);
        one_less(&mut counts.of_seat, &self.seat);
    }
}

/// What nobody has any more is not remembered.
fn one_less<K: Eq + Hash>(counts: &mut HashMap<K, usize>, key: &K) {
    if let Some(n) = counts.get_mut(key) {
        *n -= 1;
        if *n == 0 {
            counts.remove(key);
        }
    }
}

/// Whoever has one address of the sixth version has the whole network of its first half.
fn counted(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            std::net::Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
        four => four,
    }
}

/// Lets a request in where there is room, and says so where there is none.
pub(crate) async fn enter(State(state): State<WebState>, mut request: Request, next: Next) -> Response {
    let address = address_of(&request, state.settings.client);
    request.extensions_mut().insert(Of(address));
    if matches!(request.uri().path(), "/healthz" | "/readyz") {
        return next.run(request).await;
    }
    let mut place = state.crowd.enter(address);
    if place.is_err()
        && let Some(door) = playing_door(&state, request.headers()).await
        && let Some(kept) = state.crowd.enter_to_play(door)
    {
        place = Ok(kept);
    }
    match place {
        Ok(place) => next.run(request).await.map(|body| Body::new(Held { body, _place: place })),
        Err(crowded) => Trouble::Crowded(crowded).into_response(),
    }
}

/// The door of a side or of an umpire that a request shows. Asked only where there is no other place for it.
async fn playing_door(state: &WebState, headers: &HeaderMap) -> Option<String> {
    let playing = |chair: &Chair| matches!(chair.seat.parse(), Ok(Seat::Side(_) | Seat::Umpire));
    if headers.contains_key(header::AUTHORIZATION) {
        let token = state.people.token(bearer::shown(headers)?, state.now()).await.ok()??;
        return playing(&token.chair).then(|| format!("t {}", token.handle));
    }
    let secret = visitor::session_secret(state, headers)?;
    let session = state.people.session(&secret, state.now()).await.ok()??;
    session.chairs.iter().any(playing).then(|| format!("s {}", session.handle))
}

/// An answer that holds its place until it is sent.
struct Held {
    body: Body,
    _place: Place,
}

impl Pieces for Held {
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

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    fn from(n: u8) -> IpAddr {
        IpAddr::V4([192, 0, 2, n].into())
    }

    #[test]
    fn places_are_kept_for_play_and_free_again() {
        let room = Room { requests: 3, kept_for_play: 3, kept_for_one: 2, of_address: 2, ..Room::default() };
        let crowd = Arc::new(Crowd::new(room));
        let two: Vec<Place> = (0..2).map(|_| crowd.enter(HERE).ok().unwrap()).collect();
        assert_eq!(crowd.enter(HERE).err(), Some(Crowded::Address));
        let third = crowd.enter(from(1)).ok().unwrap();
        assert_eq!(crowd.enter(from(2)).err(), Some(Crowded::Server));
        let plays = |door: &str| crowd.enter_to_play(door.to_owned());
        let kept = [plays("a").unwrap(), plays("a").unwrap(), plays("b").unwrap()];
        assert!(plays("a").is_none() && plays("c").is_none());
        drop(third);
        let fourth = crowd.enter(from(3)).ok().unwrap();
        drop((two, kept, fourth));
        let counts = crowd.counts();
        assert_eq!((counts.requests, counts.kept), (0, 0));
        assert!(counts.of_address.is_empty() && counts.kept_for.is_empty());
    }

    #[test]
    fn feeds_have_a_bound_for_each_token_session_address_and_seat() {
        let room = Room {
            feeds: 12,
            spectators: 1,
            of_seat: 5,
            feeds_of_address: 4,
            of_session: 3,
            of_token: 2,
            ..Room::default()
        };
        let crowd = Arc::new(Crowd::new(room));
        let handle = |n: u8| people::Handle::read(&format!("{n:016x}")).unwrap();
        let (token, session) = (|n| Door::Token(handle(n)), |n| Door::Session(handle(n)));
        let mut open = Vec::new();
        let mut listens = |door: Door, seat: &str, address: IpAddr| {
            let who = seat.parse().unwrap();
            crowd.listen(&door, &Chair::new("ford", seat), who, address).map(|place| open.push(place)).err()
        };
        assert_eq!([listens(token(1), "side-0", HERE), listens(token(1), "side-0", from(1))], [None, None]);
        assert_eq!(listens(token(1), "side-0", from(2)), Some(Crowded::Token));
        for _ in 0..3 {
            assert_eq!(listens(session(2), "side-0", HERE), None);
        }
        assert_eq!(listens(session(2), "side-1", from(2)), Some(Crowded::Session));
        assert_eq!(listens(session(3), "side-1", HERE), Some(Crowded::Address));
        // Five feeds of one seat, by three doors of two addresses: the seat is full, the other is not.
        assert_eq!(listens(session(3), "side-0", from(2)), Some(Crowded::Seat));
        assert_eq!(listens(session(3), "side-1", from(2)), None);
        assert_eq!(listens(session(4), "spectator", from(2)), None);
        assert_eq!(listens(session(5), "spectator", from(3)), Some(Crowded::Server));
        drop(open);
        let counts = crowd.counts();
        assert_eq!((counts.feeds, counts.spectators), (0, 0));
        assert!(counts.of_seat.is_empty() && counts.of_door.is_empty() && counts.feeds_of_address.is_empty());
    }

    #[test]
    fn a_network_of_the_sixth_version_counts_as_one_address() {
        let at = |text: &str| counted(text.parse().unwrap());
        assert_eq!(at("2001:db8:1:2::7"), at("2001:db8:1:2:ffff::9"));
        assert_ne!(at("2001:db8:1:2::7"), at("2001:db8:1:3::7"));
        assert_eq!(at("::ffff:192.0.2.1"), from(1));
    }
}
