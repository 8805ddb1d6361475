//! What is remembered: per side its purse, its pickets, what its scouts saw, its sealed stance. The same types are written
//! as the facts of a position.

use std::sync::Arc;

use arrayvec::{ArrayString, ArrayVec};
use kernel::reader::HOUSE_FILE;
use kernel::{Diagnostic, Faults, Id, PerSide, Side};
use serde::{Deserialize, Serialize};

use crate::rules::s3_works::MOST;
use crate::setup::{MOST_POSTS, PostId, Setup};

kernel::words! {
    /// Place in the sequence of play.
    pub enum Phase {
        /// Both sides are paid, put out pickets and dig, unseen.
        Dusk = "dusk",
        /// Both sides scout the pickets that are out now, and seal their stance, unseen.
        Night = "night",
        /// Both have closed; the engine shows and settles.
        Dawn = "dawn",
        /// All nights are played.
        Over = "over",
    }

    /// What a side does at dawn; in prose, what it did.
    pub enum Stance {
        /// Stays where it is.
        Hold = "hold" => "held",
        /// Fights for every post where the enemy stands too.
        Raid = "raid" => "raided",
    }

    /// What a side's scouts saw of the enemy on a post tonight.
    #[derive(Default)]
    pub enum Sight {
        /// Nothing is known.
        #[default]
        Dark = "dark" => "—",
        /// No picket.
        Bare = "bare" => "no picket",
        /// A picket.
        Picket = "picket" => "a picket",
    }
}

/// 32 bytes in hex.
pub type Hex = ArrayString<64>;

kernel::facts! {
    /// One post as one side has it; secret.
    #[derive(Copy)]
    pub struct Ground {
        /// Which.
        pub id: PostId,
        /// Levels of works of the side's picket, if it has one there.
        pub picket: Option<u8> = None,
        /// How often it has dug there since dusk.
        pub digs: u8 = 0,
        /// How often its scouts have been out there since dusk.
        pub looks: u8 = 0,
        /// What its scouts saw.
        pub sight: Sight,
    }

    /// One side.
    pub struct Force {
        /// Its id.
        pub id: Id,
        /// Points; public.
        pub points: u16,
        /// Coins in the purse; secret.
        pub coins: u8,
        /// Whether it has rolled its pay tonight; secret.
        pub paid: bool,
        /// Whether it has closed the dusk or the night; public.
        pub closed: bool,
        /// Its sealed stance; secret.
        pub stance: Option<Stance> = None,
        /// What opens the digest of its stance; secret.
        pub nonce: Option<Hex> = None,
        /// The digest; public from the moment it closes.
        pub digest: Option<Hex> = None,
        /// Its posts in the order of the set-up. A position leaves out those of which there is nothing to say.
        #[serde(rename = "post")]
        pub posts: ArrayVec<Ground, MOST_POSTS>,
    }
}

impl Force {
    /// A side before its first night.
    pub fn fresh(setup: &Setup, side: Side) -> Self {
        let ground = |id| Ground { id, ..Ground::default() };
        let posts = setup.posts.iter().map(|post| ground(post.id)).collect();
        Self { id: setup.sides[side].id, posts, ..Self::default() }
    }

    /// Pickets out.
    pub fn n_pickets(&self) -> usize {
        self.posts.iter().filter(|ground| ground.picket.is_some()).count()
    }
}

/// What the rules remember.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// What the table started from.
    pub setup: Arc<Setup>,
    /// The round, from 1: a dusk, a night and a dawn.
    pub round: u8,
    /// Place in the sequence.
    pub phase: Phase,
    /// The two sides.
    pub sides: PerSide<Force>,
}

impl State {
    /// The state before the first command.
    pub fn open(setup: Arc<Setup>) -> Self {
        let sides = PerSide::each(|side| Force::fresh(&setup, side));
        Self { setup, round: 1, phase: Phase::Dusk, sides }
    }

    /// One post of a side, to be changed by an event.
    pub fn ground(&mut self, side: Side, post: PostId) -> &mut Ground {
        let at = self.setup.post(post).expect("an event names a post of the set-up");
        &mut self.sides[side].posts[at]
    }

    /// A new round, or none: purses and points stay, everything else begins again.
    pub fn turn_in(&mut self, round: u8, phase: Phase) {
        (self.round, self.phase) = (round, phase);
        for (side, force) in self.sides.iter_mut() {
            let (points, coins) = (force.points, force.coins);
            *force = Force { points, coins, ..Force::fresh(&self.setup, side) };
        }
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
    /// The round, from 1.
    pub round: u8,
    /// `dusk`, `night`, `dawn` or `over`.
    pub phase: Phase,
    /// Both sides.
    pub side: Vec<Force>,
}

/// The facts of a state.
pub fn position(state: &State) -> Position {
    let says = |ground: &Ground| *ground != Ground { id: ground.id, ..Ground::default() };
    let side = |force: &Force| {
        let posts = force.posts.iter().copied().filter(says).collect();
        Force { posts, ..force.clone() }
    };
    let side = state.sides.as_array().iter().map(side).collect();
    Position { schema: SCHEMA, round: state.round, phase: state.phase, side }
}

/// The state with these facts.
///
/// # Errors
/// Every fact that contradicts the set-up or another fact.
pub fn open_position(setup: Arc<Setup>, facts: Position) -> Result<State, Vec<Diagnostic>> {
    let mut faults = Faults::new();
    let rounds = 1..=setup.rounds;
    let mut state = State { round: facts.round, phase: facts.phase, ..State::open(setup) };
    faults.unless(facts.schema == SCHEMA, "schema", HOUSE_FILE, || format!("The schema is {SCHEMA}."));
    faults.within(rounds, facts.round, "round", "Rounds");
    for (side, force) in faults.of_sides("side", &state.setup.sides, &facts.side, |force| force.id) {
        state.sides[side] = read(&state, side, force, &mut faults);
    }
    let both = state.sides.both(|force| force.closed);
    faults.unless(both == (facts.phase == Phase::Dawn), "phase", HOUSE_FILE, || {
        "It is dawn exactly when both sides have closed.".into()
    });
    faults.finish(state)
}

fn read(state: &State, side: Side, facts: &Force, faults: &mut Faults) -> Force {
    let path = format!("side[{}]", side.index());
    let mut unless = |holds, sentence: &dyn Fn() -> String| faults.unless(holds, &path, HOUSE_FILE, sentence);
    let ready = match state.phase {
        Phase::Dusk => !facts.closed || facts.paid,
        Phase::Night | Phase::Dawn => facts.paid && (!facts.closed || facts.stance.is_some()),
        Phase::Over => !facts.closed,
    };
    let early = state.phase == Phase::Dusk && facts.stance.is_some();
    let sealed = facts.stance.is_some() || (facts.nonce.is_none() && facts.digest.is_none());
    unless(ready, &|| "To close the dusk a side must be paid, to close the night have a stance.".into());
    unless(!early, &|| "Stances are sealed at night.".into());
    unless(sealed, &|| "Without a stance there is no digest and no nonce.".into());
    for post in &facts.posts {
        let fits = post.picket.is_none_or(|works| works <= MOST);
        unless(state.setup.post(post.id).is_some(), &|| format!("There is no post {}.", post.id));
        unless(fits, &|| format!("Works have at most {MOST} levels."));
    }
    let most = state.setup.pickets;
    unless(facts.n_pickets() <= most, &|| format!("A side has at most {most} pickets."));
    let said = |ground: &Ground| *facts.posts.iter().rfind(|said| said.id == ground.id).unwrap_or(ground);
    Force { posts: state.sides[side].posts.iter().map(said).collect(), ..facts.clone() }
}
