//! The stream to a browser: the seat's own cursor and nothing else.

use std::convert::Infallible;
use std::net::IpAddr;
use std::time::Duration;

use axum::Extension;
use axum::extract::{Path, State};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{Stream, unfold};
use kernel::Seat;
use metrics::gauge;
use people::{Chair, Handle};
use table::Cursor;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

use crate::crowd::{FeedPlace, Of};
use crate::error::Trouble;
use crate::presence::Looking;
use crate::seated::Along;
use crate::state::WebState;
use crate::visitor::Visitor;

/// How often an open stream asks whether its door still opens the seat, and shows that it lives.
const PULSE: Duration = Duration::from_secs(15);

/// What keeps a stream open.
pub(crate) enum Door {
    /// A session that holds the seat.
    Session(Handle),
    /// A token of the seat.
    Token(Handle),
}

/// How many streams are open, over all campaigns and seats.
pub const LIVE_STREAMS: &str = "adjutant_live_streams";

/// Counts as an open stream, and as its person looking, until it is dropped.
struct Counted {
    _looking: Option<Looking>,
    _place: FeedPlace,
}

impl Counted {
    fn begin(looking: Option<Looking>, place: FeedPlace) -> Self {
        gauge!(LIVE_STREAMS).increment(1);
        Self { _looking: looking, _place: place }
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        gauge!(LIVE_STREAMS).decrement(1);
    }
}

struct Open {
    _counted: Counted,
    state: WebState,
    door: Door,
    chair: Chair,
    feed: watch::Receiver<Cursor>,
    closing: watch::Receiver<bool>,
    told: Option<Cursor>,
    pulse: Instant,
    over: bool,
}

/// Opens a stream. It ends with the session, the seat, or the server.
pub(crate) async fn events(
    State(state): State<WebState>,
    Path((campaign, seat)): Path<(String, String)>,
    Extension(Of(address)): Extension<Of>,
    along: Along,
    visitor: Visitor,
) -> Result<Response, Trouble> {
    along.to_own(&seat)?;
    let mut session = visitor.session.ok_or(Trouble::NotFound)?;
    let joined = state.seat_below(&mut session, &campaign).await;
    if !session.holds(&campaign, &seat) {
        return Err(Trouble::NotFound);
    }
    joined?;
    let who: Seat = seat.parse().map_err(|_| Trouble::NotFound)?;
    let looking = state.presence.begin(session.person);
    open(&state, Door::Session(session.handle), Chair::new(campaign, seat), who, address, Some(looking)).await
}

/// Opens the stream of a seat to whoever has come in by a door.
pub(crate) async fn open(
    state: &WebState,
    door: Door,
    chair: Chair,
    who: Seat,
    address: IpAddr,
    looking: Option<Looking>,
) -> Result<Response, Trouble> {
    let place = state.crowd.listen(&door, &chair, who, address).map_err(Trouble::Crowded)?;
    let feed = state.desk.feed(&chair.campaign, who).await?;
    let closing = state.closing.clone();
    let pulse = Instant::now() + PULSE;
    let _counted = Counted::begin(looking, place);
    let open =
        Open { _counted, state: state.clone(), door, chair, feed, closing, told: None, pulse, over: false };
    let beat = KeepAlive::new().interval(PULSE).text("");
    let stream = Sse::new(stream(open, who)).keep_alive(beat);
    // Proxies must not gather what should arrive at once.
    Ok(([("x-accel-buffering", "no")], stream).into_response())
}

fn stream(open: Open, seat: Seat) -> impl Stream<Item = Result<Event, Infallible>> + Send {
    unfold(open, move |mut open| async move {
        let event = next(&mut open, seat).await?;
        Some((Ok(event), open))
    })
}

async fn next(open: &mut Open, seat: Seat) -> Option<Event> {
    loop {
        if open.over || *open.closing.borrow() {
            return None;
        }
        let holds = match &open.door {
            Door::Session(session) => open.state.is_held_by(session, &open.chair).await.unwrap_or(false),
            Door::Token(token) => {
                let (now, people) = (open.state.now(), &open.state.people);
                people.token_lives(token, now).await.unwrap_or(false)
            }
        };
        if !holds {
            open.over = true;
            return Some(Event::default().event("over").data("seat"));
        }
        let cursor = match &open.told {
            // The first thing said is where the seat stands, so that a page drawn before a break catches up.
            None => open.state.desk.cursor(&open.chair.campaign, seat).await.ok()?,
            // Spectators may be behind time: what wakes them is not what they see.
            Some(_) if seat == Seat::Spectator => {
                open.feed.mark_unchanged();
                open.state.desk.cursor(&open.chair.campaign, seat).await.ok()?
            }
            Some(_) => open.feed.borrow_and_update().clone(),
        };
        if open.told.as_ref() != Some(&cursor) && !cursor.0.is_empty() {
            open.told = Some(cursor.clone());
            return Some(Event::default().event("cursor").data(cursor.0));
        }
        tokio::select! {
            changed = open.feed.changed() => {
                if changed.is_err() {
                    // The campaign left this machine's memory; a new stream finds it again.
                    return None;
                }
            }
            closing = open.closing.changed() => {
                if closing.is_err() {
                    return None;
                }
            }
            () = sleep_until(open.pulse) => open.pulse = Instant::now() + PULSE,
        }
    }
}
