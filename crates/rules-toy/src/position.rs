//! The facts of a position: the documented, versioned form of a state. Example files are laid over it.

use std::sync::Arc;

use kernel::grammar::is_default;
use kernel::reader::HOUSE_FILE;
use kernel::{Diagnostic, Faults, Id, Side};
use serde::{Deserialize, Serialize};

use crate::rules::s3_works::MOST as MOST_WORKS;
use crate::setup::{PostId, Setup};
use crate::state::{Hex, Phase, SealedStance, Sight, Stance, State};

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
    /// Both sides in the order of the set-up.
    pub side: Vec<SideFacts>,
}

/// The facts of one side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideFacts {
    /// The side's id.
    pub id: Id,
    /// Points.
    #[serde(default)]
    pub points: u16,
    /// Coins in the purse.
    #[serde(default)]
    pub coins: u8,
    /// Whether pay has been rolled this round.
    #[serde(default)]
    pub paid: bool,
    /// Whether the dusk or the night is closed.
    #[serde(default)]
    pub closed: bool,
    /// The sealed stance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stance: Option<Stance>,
    /// What opens the digest of the stance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nonce: Option<Hex>,
    /// The digest of the stance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<Hex>,
    /// Posts of which there is something to say.
    #[serde(default)]
    pub post: Vec<PostFacts>,
}

/// What a side has and knows at one post.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PostFacts {
    /// The post's id.
    pub id: PostId,
    /// Levels of works of the picket, if one stands there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picket: Option<u8>,
    /// How often it has dug there since dusk.
    #[serde(default, skip_serializing_if = "is_default")]
    pub digs: u8,
    /// How often scouts have been out there since dusk.
    #[serde(default, skip_serializing_if = "is_default")]
    pub looks: u8,
    /// What scouts saw of the enemy: `dark`, `bare` or `picket`.
    #[serde(default)]
    pub sight: Sight,
}

/// The facts of a state.
pub fn position(state: &State) -> Position {
    let side = state.sides.iter().map(|(side, force)| SideFacts {
        id: state.setup.sides[side].id,
        points: force.points,
        coins: force.coins,
        paid: force.paid,
        closed: force.closed,
        stance: force.stance.map(|sealed| sealed.stance),
        nonce: force.stance.and_then(|sealed| sealed.nonce),
        digest: force.stance.and_then(|sealed| sealed.digest),
        post: (state.setup.posts.iter().zip(&force.posts))
            .filter(|(_, ground)| **ground != Default::default())
            .map(|(post, ground)| PostFacts {
                id: post.id,
                picket: ground.picket,
                digs: ground.digs,
                looks: ground.looks,
                sight: ground.sight,
            })
            .collect(),
    });
    Position { schema: SCHEMA, round: state.round, phase: state.phase, side: side.collect() }
}

/// The state with these facts.
///
/// # Errors
/// Every fact that contradicts the set-up or another fact.
pub fn open_position(setup: Arc<Setup>, facts: Position) -> Result<State, Vec<Diagnostic>> {
    let mut faults = Faults::new();
    let mut state = State::open(setup);
    faults.unless(facts.schema == SCHEMA, "schema", HOUSE_FILE, || format!("The schema is {SCHEMA}."));
    let rounds = state.setup.rounds;
    faults.unless((1..=rounds).contains(&facts.round), "round", HOUSE_FILE, || {
        format!("Rounds are 1 to {rounds}.")
    });
    state.round = facts.round;
    state.phase = facts.phase;
    for side in Side::BOTH {
        let id = state.setup.sides[side].id;
        match facts.side.iter().filter(|side| side.id == id).collect::<Vec<_>>()[..] {
            [one] => set_side(&mut state, side, one, &mut faults),
            _ => faults.unless(false, "side", HOUSE_FILE, || format!("The side {id} must stand here once.")),
        }
    }
    faults.unless(facts.side.len() == 2, "side", HOUSE_FILE, || "There are two sides.".into());
    let both = state.sides.both(|force| force.closed);
    faults.unless(both == (facts.phase == Phase::Dawn), "phase", HOUSE_FILE, || {
        "It is dawn exactly when both sides have closed.".into()
    });
    faults.finish(state)
}

fn set_side(state: &mut State, side: Side, facts: &SideFacts, faults: &mut Faults) {
    let path = format!("side[{}]", side.index());
    let mut unless = |holds, sentence: &dyn Fn() -> String| faults.unless(holds, &path, HOUSE_FILE, sentence);
    let ready = match state.phase {
        Phase::Dusk => !facts.closed || facts.paid,
        Phase::Night | Phase::Dawn => facts.paid && (!facts.closed || facts.stance.is_some()),
        Phase::Over => !facts.closed,
    };
    unless(ready, &|| "To close the dusk a side must be paid, to close the night have a stance.".into());
    let early = state.phase == Phase::Dusk && facts.stance.is_some();
    unless(!early, &|| "Stances are sealed at night.".into());
    let sealed = facts.stance.is_some() || (facts.nonce.is_none() && facts.digest.is_none());
    unless(sealed, &|| "Without a stance there is no digest and no nonce.".into());
    for post in &facts.post {
        let Some(at) = state.setup.post(post.id) else {
            unless(false, &|| format!("There is no post {}.", post.id));
            continue;
        };
        let fits = post.picket.is_none_or(|works| works <= MOST_WORKS);
        unless(fits, &|| format!("Works have at most {MOST_WORKS} levels."));
        let ground = &mut state.sides[side].posts[at];
        (ground.picket, ground.digs, ground.looks) = (post.picket, post.digs, post.looks);
        ground.sight = post.sight;
    }
    let most = state.setup.pickets;
    let force = &mut state.sides[side];
    unless(force.n_pickets() <= most, &|| format!("A side has at most {most} pickets."));
    (force.points, force.coins, force.paid, force.closed) =
        (facts.points, facts.coins, facts.paid, facts.closed);
    force.stance =
        facts.stance.map(|stance| SealedStance { stance, nonce: facts.nonce, digest: facts.digest });
}
