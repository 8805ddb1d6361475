//! What a seat may ask.

use crate::setup::PostId;
use crate::state::{Hex, Phase, Stance, State};

kernel::commands! {
    /// What a seat may ask.
    #[derive(Copy)]
    pub enum Command {
        /// [TOY-1] Roll for pay.
        Pay,
        /// [TOY-2] Put a picket on a post.
        Place { post: PostId },
        /// [TOY-3] Pay a coin to dig.
        Dig { post: PostId },
        /// [TOY-4] Pay a coin to scout.
        Scout { post: PostId },
        /// [TOY-5] Seal the stance. The table adds nonce and digest.
        Seal { stance: Stance, nonce: Option<Hex> = None, digest: Option<Hex> = None },
        /// [TOY-6] Close the dusk or the night.
        Close,
        /// [TOY-7] Show and settle; the engine's own.
        Dawn,
    }
}

impl Command {
    /// A stance before the table seals it.
    pub const fn seal(stance: Stance) -> Self {
        Self::Seal { stance, nonce: None, digest: None }
    }
}

/// What a side that stays away does, as far as it is lawful.
pub const ABSENT: [Command; 3] = [Command::Close, Command::Pay, Command::seal(Stance::Hold)];

/// Every command that there could be now, lawful or not: posts in the order of the set-up, hold before raid.
pub fn every(state: &State) -> impl Iterator<Item = Command> + Clone + '_ {
    let posts = |phase| state.setup.posts.iter().filter(move |_| state.phase == phase).map(|post| post.id);
    std::iter::once(Command::Pay)
        .chain(posts(Phase::Dusk).map(|post| Command::Place { post }))
        .chain(posts(Phase::Dusk).map(|post| Command::Dig { post }))
        .chain(posts(Phase::Night).map(|post| Command::Scout { post }))
        .chain(Stance::ALL.iter().map(|stance| Command::seal(*stance)))
        .chain([Command::Close, Command::Dawn])
}
