//! What a seat may ask, and the offers: which groups of commands are open now, and each one's domain.

use std::ops::ControlFlow;

use kernel::system::Pick;
use kernel::{Id, Seat};
use serde::{Deserialize, Serialize};

use crate::setup::MOST_POSTS;
use crate::state::{Hex, Phase, Stance, State};

/// What a seat may ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Command {
    /// [TOY-1] Roll for pay.
    Pay,
    /// [TOY-2] Put a picket on a post.
    Place {
        /// Where.
        post: Id,
    },
    /// [TOY-3] Pay a coin to dig.
    Dig {
        /// Where.
        post: Id,
    },
    /// [TOY-4] Pay a coin to scout.
    Scout {
        /// Where.
        post: Id,
    },
    /// [TOY-5] Seal the stance. The table adds nonce and digest.
    Seal {
        /// Hold or raid.
        stance: Stance,
        /// What opens the digest.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        nonce: Option<Hex>,
        /// The digest.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        digest: Option<Hex>,
    },
    /// [TOY-6] Close the dusk or the night.
    Close,
    /// [TOY-7] Show and settle; the engine's own.
    Dawn,
}

/// A group of like commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Template {
    /// One command: [`Command::Pay`].
    Pay,
    /// One per post without an own picket.
    Place,
    /// One per own picket whose works can grow.
    Dig,
    /// One per post of which nothing is known.
    Scout,
    /// One per stance.
    Seal,
    /// One command: [`Command::Close`].
    Close,
    /// One command: [`Command::Dawn`].
    Dawn,
}

/// The most levels of works.
pub const MOST_WORKS: u8 = 3;

/// Appends what `seat` could do now. Looks at its own force only, so that an offer tells nothing of the enemy.
pub fn offers(state: &State, seat: Seat, into: &mut Vec<Template>) {
    match (seat, state.phase) {
        (Seat::Clock, Phase::Dawn) => into.push(Template::Dawn),
        (Seat::Side(side @ 0..=1), Phase::Dusk) if !state.force(side).closed => {
            push_if(into, Template::Pay, !state.force(side).paid);
            push_if(into, Template::Place, any_open(state, side, Template::Place));
            push_if(into, Template::Dig, any_open(state, side, Template::Dig));
            push_if(into, Template::Close, state.force(side).paid);
        }
        (Seat::Side(side @ 0..=1), Phase::Night) if !state.force(side).closed => {
            push_if(into, Template::Scout, any_open(state, side, Template::Scout));
            into.push(Template::Seal);
            push_if(into, Template::Close, state.force(side).stance.is_some());
        }
        _ => {}
    }
}

fn push_if(into: &mut Vec<Template>, template: Template, holds: bool) {
    if holds {
        into.push(template);
    }
}

fn any_open(state: &State, side: u8, template: Template) -> bool {
    (0..state.setup.posts.len()).any(|post| is_open(state, side, template, post))
}

/// Visits the commands of a template: posts in the order of the set-up, hold before raid.
pub fn each(
    state: &State,
    seat: Seat,
    template: Template,
    visit: &mut dyn FnMut(Command) -> ControlFlow<()>,
) {
    let n = size(state, seat, template);
    for index in 0..n {
        if visit(nth(state, seat, template, index)).is_break() {
            return;
        }
    }
}

/// One command of a template, each with the same chance.
pub fn sample(state: &State, seat: Seat, template: Template, pick: Pick<'_>) -> Command {
    let n = size(state, seat, template);
    nth(state, seat, template, pick(n.max(1) as u64) as usize)
}

fn is_open(state: &State, side: u8, template: Template, post: usize) -> bool {
    let force = state.force(side);
    let ground = &force.posts[post];
    match template {
        Template::Place => ground.picket.is_none() && force.n_pickets() < state.setup.pickets,
        Template::Dig => force.coins > 0 && ground.picket.is_some_and(|works| works < MOST_WORKS),
        Template::Scout => force.coins > 0 && ground.sight == crate::state::Sight::Dark,
        Template::Pay | Template::Seal | Template::Close | Template::Dawn => false,
    }
}

fn open_posts(state: &State, seat: Seat, template: Template) -> impl Iterator<Item = usize> {
    let side = if let Seat::Side(side) = seat { side } else { 0 };
    (0..state.setup.posts.len().min(MOST_POSTS)).filter(move |post| is_open(state, side, template, *post))
}

fn size(state: &State, seat: Seat, template: Template) -> usize {
    match template {
        Template::Pay | Template::Close | Template::Dawn => 1,
        Template::Seal => 2,
        Template::Place | Template::Dig | Template::Scout => open_posts(state, seat, template).count(),
    }
}

fn nth(state: &State, seat: Seat, template: Template, index: usize) -> Command {
    let post = || {
        let post = open_posts(state, seat, template).nth(index).expect("a template has an open post");
        state.setup.posts[post].id
    };
    match template {
        Template::Pay => Command::Pay,
        Template::Place => Command::Place { post: post() },
        Template::Dig => Command::Dig { post: post() },
        Template::Scout => Command::Scout { post: post() },
        Template::Seal => {
            let stance = if index == 0 { Stance::Hold } else { Stance::Raid };
            Command::Seal { stance, nonce: None, digest: None }
        }
        Template::Close => Command::Close,
        Template::Dawn => Command::Dawn,
    }
}
