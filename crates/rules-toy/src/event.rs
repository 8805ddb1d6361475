//! What happened, who may know of it, and how it is applied.

use kernel::{Audience, Sealed, Side};
use serde::{Deserialize, Serialize};

use crate::setup::{Look, PostId, Setup};
use crate::state::{Hex, Phase, SealedStance, Sight, Stance, State};

/// What happened. A side is named by the index of its seat, so that an event alone tells who may know of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Event {
    /// A side was paid.
    Paid {
        /// Whom.
        side: Side,
        /// How much.
        coins: u8,
    },
    /// A picket went out.
    Placed {
        /// Whose.
        side: Side,
        /// Where.
        post: PostId,
    },
    /// Coins were spent.
    Spent {
        /// Whose.
        side: Side,
        /// How many.
        coins: u8,
    },
    /// A picket dug.
    Dug {
        /// Whose.
        side: Side,
        /// Where.
        post: PostId,
        /// Levels of works after it.
        works: u8,
    },
    /// A scout went out.
    Scouted {
        /// Whose.
        side: Side,
        /// Where.
        post: PostId,
        /// What he could see.
        look: Look,
    },
    /// A scout with a clear look saw the enemy's picket, or that there is none.
    Saw {
        /// Who saw.
        side: Side,
        /// Where.
        post: PostId,
        /// What stood there.
        sight: Sight,
    },
    /// A stance was sealed.
    Sealed {
        /// Whose.
        side: Side,
        /// The choice.
        stance: Stance,
        /// What opens the digest.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        nonce: Option<Hex>,
        /// The digest, not yet public.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        digest: Option<Hex>,
    },
    /// A side closed the dusk or the night; at night the digest of its stance is published.
    Closed {
        /// Whose.
        side: Side,
        /// Which round.
        round: u8,
        /// Dusk or night.
        phase: Phase,
        /// The digest.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        digest: Option<Hex>,
    },
    /// A stance was opened.
    Revealed {
        /// Whose.
        side: Side,
        /// Of which round.
        round: u8,
        /// The choice.
        stance: Stance,
        /// What opens the digest.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        nonce: Option<Hex>,
    },
    /// A picket was seen in the morning light.
    Shown {
        /// Whose.
        side: Side,
        /// Where.
        post: PostId,
        /// Its levels of works.
        works: u8,
    },
    /// Both sides raided and missed each other.
    Missed,
    /// A picket lost its fight and with it one level of works.
    WorksLost {
        /// Whose.
        side: Side,
        /// Where.
        post: PostId,
    },
    /// A picket lost its fight and left.
    DrivenOff {
        /// Whose.
        side: Side,
        /// Where.
        post: PostId,
    },
    /// A side held a post alone.
    Held {
        /// Which.
        side: Side,
        /// Where.
        post: PostId,
        /// Points for it.
        points: u8,
    },
    /// The next dusk began.
    DuskFell {
        /// Its number.
        round: u8,
    },
    /// The last dawn was over.
    Ended,
}

/// Who may know of an event.
pub fn audience(event: &Event) -> Audience {
    match event {
        Event::Paid { side, .. }
        | Event::Placed { side, .. }
        | Event::Spent { side, .. }
        | Event::Dug { side, .. }
        | Event::Scouted { side, .. }
        | Event::Saw { side, .. }
        | Event::Sealed { side, .. } => side.only(),
        Event::Closed { .. }
        | Event::Revealed { .. }
        | Event::Shown { .. }
        | Event::Missed
        | Event::WorksLost { .. }
        | Event::DrivenOff { .. }
        | Event::Held { .. }
        | Event::DuskFell { .. }
        | Event::Ended => Audience::Public,
    }
}

/// Applies an event.
pub fn fold(state: &mut State, event: &Event) {
    let at = |post: PostId| state.setup.post(post).expect("an event names a post of the set-up");
    match *event {
        Event::Paid { side, coins } => {
            let force = &mut state.sides[side];
            force.coins = force.coins.saturating_add(coins);
            force.paid = true;
        }
        Event::Spent { side, coins } => {
            let force = &mut state.sides[side];
            force.coins = force.coins.saturating_sub(coins);
        }
        Event::Placed { side, post } => {
            let at = at(post);
            state.sides[side].posts[at].picket = Some(0);
        }
        Event::Dug { side, post, works } => {
            let at = at(post);
            let ground = &mut state.sides[side].posts[at];
            (ground.picket, ground.digs) = (Some(works), ground.digs.saturating_add(1));
        }
        Event::Saw { side, post, sight } => {
            let at = at(post);
            state.sides[side].posts[at].sight = sight;
        }
        Event::Sealed { side, stance, nonce, digest } => {
            state.sides[side].stance = Some(SealedStance { stance, nonce, digest });
        }
        Event::Closed { side, .. } => {
            state.sides[side].closed = true;
            if state.sides.both(|force| force.closed) {
                state.phase = state.phase.next();
                if state.phase == Phase::Night {
                    state.sides.iter_mut().for_each(|(_, force)| force.closed = false);
                }
            }
        }
        Event::WorksLost { side, post } => {
            let at = at(post);
            let picket = &mut state.sides[side].posts[at].picket;
            *picket = picket.map(|works| works.saturating_sub(1));
        }
        Event::DrivenOff { side, post } => {
            let at = at(post);
            state.sides[side].posts[at].picket = None;
        }
        Event::Held { side, points, .. } => state.sides[side].points += u16::from(points),
        Event::DuskFell { round } => {
            state.round = round;
            state.phase = Phase::Dusk;
            state.sides.iter_mut().for_each(|(_, force)| force.turn_in());
        }
        Event::Ended => {
            state.phase = Phase::Over;
            state.sides.iter_mut().for_each(|(_, force)| force.turn_in());
        }
        Event::Scouted { side, post, .. } => {
            let at = at(post);
            let looks = &mut state.sides[side].posts[at].looks;
            *looks = looks.saturating_add(1);
        }
        Event::Revealed { .. } | Event::Shown { .. } | Event::Missed => {}
    }
}

/// What an event publishes of sealed stances.
pub fn seals(setup: &Setup, event: &Event) -> Vec<Sealed> {
    let id = |side: Side| setup.sides[side].id;
    match *event {
        Event::Closed { side, round, digest: Some(digest), .. } => {
            vec![Sealed::Closed { slot: slot(round), side: id(side), digest: digest.to_string() }]
        }
        Event::Revealed { side, round, stance, nonce: Some(nonce) } => {
            let (slot, side) = (slot(round), id(side));
            vec![Sealed::Opened { slot, side, payload: stance.word().into(), nonce: nonce.to_string() }]
        }
        _ => Vec::new(),
    }
}

/// The name of a night's sealed stance.
pub fn slot(round: u8) -> String {
    format!("{round}/stance")
}
