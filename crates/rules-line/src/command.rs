//! What a seat may ask.

use kernel::Side;

use crate::setup::PostId;
use crate::state::State;

kernel::commands! {
    /// What a seat may ask. What is of both sides stands as `first` and `second`.
    #[derive(Copy)]
    pub enum Command {
        /// [LINE-1] Hire men.
        Hire,
        /// [LINE-2] The umpire has a skirmish fought for a post, with so many coins of each side.
        Fight { post: PostId, first: u8, second: u8 },
        /// [LINE-3] The umpire takes in what came of it: the coins that come home, and who holds the post alone.
        TakeIn { post: PostId, first: u8, second: u8, held: Option<Side> = None },
        /// [LINE-4] The umpire begins the next turn, or ends the last.
        NextTurn,
    }
}

/// The most coins of a side that one skirmish takes.
pub const MOST_COINS: u8 = 3;

/// Every command that there could be now, lawful or not.
pub fn every(state: &State) -> impl Iterator<Item = Command> + Clone + '_ {
    let posts = || state.setup.posts.iter().map(|post| post.id);
    let coins = || (0..=MOST_COINS).flat_map(|first| (0..=MOST_COINS).map(move |second| (first, second)));
    let fights = posts()
        .flat_map(move |post| coins().map(move |(first, second)| Command::Fight { post, first, second }));
    let held = [None, Some(Side::FIRST), Some(Side::SECOND)];
    let takes_in = posts().flat_map(move |post| {
        coins().flat_map(move |(first, second)| {
            held.into_iter().map(move |held| Command::TakeIn { post, first, second, held })
        })
    });
    std::iter::once(Command::Hire).chain(fights).chain(takes_in).chain([Command::NextTurn])
}
