//! What a seat may ask, and the offers: which groups of commands are open now, and each one's domain.

use std::ops::ControlFlow;

use kernel::system::Pick;
use kernel::{Acting, Seat, is_lawful};
use serde::{Deserialize, Serialize};

use crate::Pickets;
use crate::setup::PostId;
use crate::state::{Hex, Stance, State};

/// What a seat may ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Command {
    /// [TOY-1] Roll for pay.
    Pay,
    /// [TOY-2] Put a picket on a post.
    Place {
        /// Where.
        post: PostId,
    },
    /// [TOY-3] Pay a coin to dig.
    Dig {
        /// Where.
        post: PostId,
    },
    /// [TOY-4] Pay a coin to scout.
    Scout {
        /// Where.
        post: PostId,
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

impl Command {
    /// A stance before the table seals it.
    pub const fn seal(stance: Stance) -> Self {
        Self::Seal { stance, nonce: None, digest: None }
    }
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

impl Template {
    const ALL: [Self; 7] =
        [Self::Pay, Self::Place, Self::Dig, Self::Scout, Self::Seal, Self::Close, Self::Dawn];

    /// Its commands, lawful or not: posts in the order of the set-up, hold before raid.
    fn nth(self, state: &State, n: usize) -> Option<Command> {
        let post = || state.setup.posts.get(n).map(|post| post.id);
        let one = |command| (n == 0).then_some(command);
        match self {
            Self::Pay => one(Command::Pay),
            Self::Place => Some(Command::Place { post: post()? }),
            Self::Dig => Some(Command::Dig { post: post()? }),
            Self::Scout => Some(Command::Scout { post: post()? }),
            Self::Seal => Stance::ALL.get(n).map(|stance| Command::seal(*stance)),
            Self::Close => one(Command::Close),
            Self::Dawn => one(Command::Dawn),
        }
    }

    /// Its lawful commands: the rules themselves are asked, which refuse by a seat's own knowledge alone.
    fn lawful(self, state: &State, seat: Seat) -> impl Iterator<Item = Command> {
        let all = (0..).map_while(move |n| self.nth(state, n));
        all.filter(move |command| is_lawful::<Pickets>(state, Acting::own(seat), command))
    }
}

/// Appends what `seat` could do now.
pub fn offers(state: &State, seat: Seat, into: &mut Vec<Template>) {
    into.extend(Template::ALL.into_iter().filter(|template| template.lawful(state, seat).next().is_some()));
}

/// Visits the commands of a template.
pub fn each(
    state: &State,
    seat: Seat,
    template: Template,
    visit: &mut dyn FnMut(Command) -> ControlFlow<()>,
) {
    let _stopped = template.lawful(state, seat).try_for_each(visit);
}

/// One command of a template, each with the same chance.
pub fn sample(state: &State, seat: Seat, template: Template, pick: Pick<'_>) -> Command {
    let n = template.lawful(state, seat).count();
    let picked = pick(n.max(1) as u64) as usize;
    template.lawful(state, seat).nth(picked).expect("a template has a lawful command")
}
