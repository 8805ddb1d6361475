//! What happened: who may know of it, how it is applied, how it is told.

use kernel::grammar::counted;
use kernel::view::Text;
use kernel::{Sealed, Sealing, Seat, Side};

use crate::command::Command;
use crate::setup::{Look, PostId, Setup};
use crate::state::{Hex, Phase, Sight, Stance, State};

kernel::events! {
    /// What happened. A side is named in each event that is secret, so that the event alone tells who may know of it.
    #[derive(Copy)]
    pub enum Event {
        /// A side was paid.
        secret Paid { side: Side, coins: u8 },
        /// A picket went out.
        secret Placed { side: Side, post: PostId },
        /// Coins were spent.
        secret Spent { side: Side, coins: u8 },
        /// A picket dug: the levels of its works after it.
        secret Dug { side: Side, post: PostId, works: u8 },
        /// A scout went out: what he could see.
        secret Scouted { side: Side, post: PostId, look: Look },
        /// A scout with a clear look saw the enemy's picket, or that there is none.
        secret Saw { side: Side, post: PostId, sight: Sight },
        /// A stance was sealed; its digest is not public yet.
        secret Sealed { side: Side, stance: Stance, nonce: Option<Hex> = None, digest: Option<Hex> = None },
        /// A side closed the dusk or the night; at night the digest of its stance is published.
        public Closed { side: Side, round: u8, phase: Phase, digest: Option<Hex> = None },
        /// A stance was opened.
        public Revealed { side: Side, round: u8, stance: Stance, nonce: Option<Hex> = None },
        /// A picket was seen in the morning light.
        public Shown { side: Side, post: PostId, works: u8 },
        /// Both sides raided and missed each other.
        public Missed,
        /// A picket lost its fight and with it one level of works.
        public WorksLost { side: Side, post: PostId },
        /// A picket lost its fight and left.
        public DrivenOff { side: Side, post: PostId },
        /// A side held a post alone and gained points for it.
        public Held { side: Side, post: PostId, points: u8 },
        /// The next dusk began.
        public DuskFell { round: u8 },
        /// The last dawn was over.
        public Ended,
    }
}

/// Applies an event.
pub fn fold(state: &mut State, event: &Event) {
    match *event {
        Event::Paid { side, coins } => {
            let force = &mut state.sides[side];
            (force.coins, force.paid) = (force.coins.saturating_add(coins), true);
        }
        Event::Spent { side, coins } => {
            state.sides[side].coins = state.sides[side].coins.saturating_sub(coins);
        }
        Event::Placed { side, post } => state.ground(side, post).picket = Some(0),
        Event::Dug { side, post, works } => {
            let ground = state.ground(side, post);
            (ground.picket, ground.digs) = (Some(works), ground.digs.saturating_add(1));
        }
        Event::Scouted { side, post, .. } => {
            let ground = state.ground(side, post);
            ground.looks = ground.looks.saturating_add(1);
        }
        Event::Saw { side, post, sight } => state.ground(side, post).sight = sight,
        Event::Sealed { side, stance, nonce, digest } => {
            let force = &mut state.sides[side];
            (force.stance, force.nonce, force.digest) = (Some(stance), nonce, digest);
        }
        Event::Closed { side, .. } => {
            state.sides[side].closed = true;
            if state.sides.both(|force| force.closed) {
                let night = state.phase == Phase::Dusk;
                state.phase = if night { Phase::Night } else { Phase::Dawn };
                state.sides.iter_mut().for_each(|(_, force)| force.closed = !night);
            }
        }
        Event::WorksLost { side, post } => {
            let picket = &mut state.ground(side, post).picket;
            *picket = picket.map(|works| works.saturating_sub(1));
        }
        Event::DrivenOff { side, post } => state.ground(side, post).picket = None,
        Event::Held { side, points, .. } => state.sides[side].points += u16::from(points),
        Event::DuskFell { round } => state.turn_in(round, Phase::Dusk),
        Event::Ended => state.turn_in(state.round, Phase::Over),
        Event::Revealed { .. } | Event::Shown { .. } | Event::Missed => {}
    }
}

/// What an event comes to where odds are told: nothing of what hangs on the enemy, and the number that players care for.
pub fn counts(event: &Event) -> Option<Option<i64>> {
    match *event {
        Event::Saw { .. } | Event::Spent { .. } => None,
        Event::Paid { coins: n, .. } | Event::Dug { works: n, .. } => Some(Some(n.into())),
        _ => Some(None),
    }
}

/// What the table seals of a command.
pub fn sealing(state: &State, seat: Seat, command: &Command) -> Option<Sealing> {
    let (Some(side), Command::Seal { stance, .. }) = (Side::of(seat), command) else { return None };
    let (slot, side) = (slot(state.round), state.setup.sides[side].id);
    Some(Sealing { slot, side, payload: stance.word().into() })
}

/// What an event publishes of sealed stances.
pub fn seals(setup: &Setup, event: &Event) -> Vec<Sealed> {
    let id = |side: Side| setup.sides[side].id;
    match *event {
        Event::Closed { side, round, digest: Some(digest), .. } => {
            vec![Sealed::closed(slot(round), id(side), digest)]
        }
        Event::Revealed { side, round, stance, nonce: Some(nonce) } => {
            vec![Sealed::opened(slot(round), id(side), stance, nonce)]
        }
        _ => Vec::new(),
    }
}

fn slot(round: u8) -> String {
    format!("{round}/stance")
}

/// An event in the past tense, with the rule that it comes from.
pub fn narrate(setup: &Setup, event: &Event) -> Text {
    let name = |post| setup.post(post).map_or_else(String::new, |at| setup.posts[at].name.clone());
    let (side, words, rule) = match *event {
        Event::Paid { side, coins } => {
            (Some(side), format!(" was paid {}.", counted(coins, "coin")), "TOY-1")
        }
        Event::Placed { side, post } => (Some(side), format!(" put a picket at {}.", name(post)), ""),
        Event::Spent { side, coins } => (Some(side), format!(" spent {}.", counted(coins, "coin")), ""),
        Event::Dug { side, post, works } => {
            (Some(side), format!(" dug at {}: works level {works}.", name(post)), "TOY-3")
        }
        Event::Scouted { side, post, look } => {
            let saw = if look == Look::Clear { "had a clear look" } else { "saw nothing" };
            (Some(side), format!("'s scout {saw} at {}.", name(post)), "TOY-4")
        }
        Event::Saw { post, sight, .. } => {
            let what = if sight == Sight::Picket { "an" } else { "no" };
            (None, format!("There was {what} enemy picket at {}.", name(post)), "")
        }
        Event::Sealed { side, stance, .. } => (Some(side), format!(" sealed its stance: {stance}."), ""),
        Event::Closed { side, phase, .. } => (Some(side), format!(" closed the {phase}."), ""),
        Event::Revealed { side, stance, .. } => (Some(side), format!(" {}.", stance.prose()), ""),
        Event::Shown { side, post, works } => {
            let with = if works > 0 { format!(" with works level {works}") } else { String::new() };
            (Some(side), format!(" had a picket at {}{with}.", name(post)), "")
        }
        Event::Missed => (None, "The raiders passed each other in the dark.".into(), "TOY-7"),
        Event::WorksLost { side, post } => (Some(side), format!(" lost works at {}.", name(post)), ""),
        Event::DrivenOff { side, post } => (Some(side), format!(" was driven off {}.", name(post)), ""),
        Event::Held { side, post, points } => {
            (Some(side), format!(" held {} alone: {points} points.", name(post)), "TOY-8")
        }
        Event::DuskFell { round } => (None, format!("Dusk {round} fell."), ""),
        Event::Ended => (None, "The last dawn was over.".into(), ""),
    };
    Text::told(side.map(Side::number), words, rule)
}
