//! What is remembered: per side its purse, per post the skirmish that is fought there. The same types are written as the
//! facts of a position.

use std::sync::Arc;

use kernel::reader::HOUSE_FILE;
use kernel::{Diagnostic, Faults, Id, PerSide, Side};
use serde::{Deserialize, Serialize};

use crate::setup::{PostId, Setup};

kernel::facts! {
    /// One side.
    pub struct Force {
        /// Its id.
        pub id: Id,
        /// Points; public.
        pub points: u16,
        /// Coins in the purse; secret.
        pub coins: u8,
        /// Whether it has hired this turn; secret.
        pub hired: bool,
    }

    /// One post.
    pub struct Place {
        /// Which.
        pub id: PostId,
        /// The turn in which it was last fought for; public.
        pub fought: u8 = 0,
        /// What each side's men took along to the skirmish that is fought for it now, each side's secret. That there is one
        /// is public.
        pub fight: Option<PerSide<u8>> = None,
    }
}

/// What the rules remember.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// What the table started from.
    pub setup: Arc<Setup>,
    /// The turn, from 1.
    pub turn: u8,
    /// Whether the last turn is over.
    pub over: bool,
    /// The two sides.
    pub sides: PerSide<Force>,
    /// The posts in the order of the set-up.
    pub places: Vec<Place>,
}

impl State {
    /// The state before the first command.
    pub fn open(setup: Arc<Setup>) -> Self {
        let sides =
            PerSide::each(|side| Force { id: setup.sides[side].id, coins: setup.coins, ..Force::default() });
        let places = setup.posts.iter().map(|post| Place { id: post.id, ..Place::default() }).collect();
        Self { setup, turn: 1, over: false, sides, places }
    }

    /// A post, to be changed by an event.
    pub fn place(&mut self, post: PostId) -> &mut Place {
        let at = self.setup.post(post).expect("an event names a post of the set-up");
        &mut self.places[at]
    }
}

/// The version of this schema.
pub const SCHEMA: u32 = 1;

/// The facts of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// The schema's version: 1.
    pub schema: u32,
    /// The turn, from 1.
    pub turn: u8,
    /// Whether the last turn is over.
    pub over: bool,
    /// Both sides.
    pub side: Vec<Force>,
    /// Every post.
    pub post: Vec<Place>,
}

/// The facts of a state.
pub fn position(state: &State) -> Position {
    let (side, post) = (state.sides.as_array().to_vec(), state.places.clone());
    Position { schema: SCHEMA, turn: state.turn, over: state.over, side, post }
}

/// The state with these facts.
///
/// # Errors
/// Every fact that contradicts the set-up or another fact.
pub fn open_position(setup: Arc<Setup>, facts: Position) -> Result<State, Vec<Diagnostic>> {
    let mut faults = Faults::new();
    let (turns, ids) = (1..=setup.turns, setup.posts.iter().map(|post| post.id));
    faults.unless(facts.schema == SCHEMA, "schema", HOUSE_FILE, || format!("The schema is {SCHEMA}."));
    faults.within(turns, facts.turn, "turn", "Turns");
    let in_order = ids.eq(facts.post.iter().map(|place| place.id));
    faults.unless(in_order, "post", HOUSE_FILE, || "The posts are those of the set-up, in its order.".into());
    for place in &facts.post {
        let fits = place.fought <= facts.turn && place.fight.is_none_or(|_| place.fought > 0 && !facts.over);
        faults.unless(fits, format_args!("post.{}", place.id), HOUSE_FILE, || {
            "A skirmish was begun in a turn that has come, and none is fought after the end.".into()
        });
    }
    let mut state = State { turn: facts.turn, over: facts.over, places: facts.post, ..State::open(setup) };
    for (side, force) in faults.of_sides("side", &state.setup.sides, &facts.side, |force| force.id) {
        state.sides[side] = force.clone();
    }
    faults.finish(state)
}

/// What each side's men took along to the skirmish at a post, if one is fought there.
pub fn fight_at(state: &State, post: PostId) -> Option<PerSide<u8>> {
    state.places[state.setup.post(post)?].fight
}

/// Both sides, with what a pair says of each.
pub fn of_both(pair: [u8; 2]) -> impl Iterator<Item = (Side, u8)> {
    Side::BOTH.into_iter().zip(pair)
}
