//! The facts of a position: the documented, versioned form of a state. Example files are laid over it.

use std::sync::Arc;

use kernel::{Diagnostic, Id};
use serde::{Deserialize, Serialize};

use crate::command::MOST_WORKS;
use crate::setup::Setup;
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
    pub id: Id,
    /// Levels of works of the picket, if one stands there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picket: Option<u8>,
    /// How often it has dug there since dusk.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub digs: u8,
    /// How often scouts have been out there since dusk.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub looks: u8,
    /// What scouts saw of the enemy: `dark`, `bare` or `picket`.
    #[serde(default)]
    pub sight: Sight,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_zero(digs: &u8) -> bool {
    *digs == 0
}

/// The facts of a state.
pub fn position(state: &State) -> Position {
    let side = state.setup.sides.iter().zip(&state.sides).map(|(info, force)| SideFacts {
        id: info.id,
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
    let mut faults = Faults(Vec::new());
    let mut state = State::open(setup);
    faults.unless(facts.schema == SCHEMA, "schema", format!("The schema is {SCHEMA}."));
    let rounds = state.setup.rounds;
    faults.unless((1..=rounds).contains(&facts.round), "round", format!("Rounds are 1 to {rounds}."));
    state.round = facts.round;
    state.phase = facts.phase;
    for (n, info) in state.setup.sides.clone().iter().enumerate() {
        match facts.side.iter().filter(|side| side.id == info.id).collect::<Vec<_>>()[..] {
            [one] => set_side(&mut state, n, one, &mut faults),
            _ => faults.unless(false, "side", format!("The side {} must stand here once.", info.id)),
        }
    }
    faults.unless(facts.side.len() == 2, "side", "There are two sides.".into());
    let both = state.sides.iter().all(|force| force.closed);
    let fits = both == (facts.phase == Phase::Dawn);
    faults.unless(fits, "phase", "It is dawn exactly when both sides have closed.".into());
    if faults.0.is_empty() { Ok(state) } else { Err(faults.0) }
}

fn set_side(state: &mut State, n: usize, facts: &SideFacts, faults: &mut Faults) {
    let path = format!("side[{n}]");
    let ready = match state.phase {
        Phase::Dusk => !facts.closed || facts.paid,
        Phase::Night | Phase::Dawn => facts.paid && (!facts.closed || facts.stance.is_some()),
        Phase::Over => !facts.closed,
    };
    faults.unless(
        ready,
        &path,
        "To close the dusk a side must be paid, to close the night have a stance.".into(),
    );
    let early = state.phase == Phase::Dusk && facts.stance.is_some();
    faults.unless(!early, &path, "Stances are sealed at night.".into());
    let sealed = facts.stance.is_some() || (facts.nonce.is_none() && facts.digest.is_none());
    faults.unless(sealed, &path, "Without a stance there is no digest and no nonce.".into());
    for post in &facts.post {
        let Some(at) = state.setup.post(post.id) else {
            faults.unless(false, &path, format!("There is no post {}.", post.id));
            continue;
        };
        let fits = post.picket.is_none_or(|works| works <= MOST_WORKS);
        faults.unless(fits, &path, format!("Works have at most {MOST_WORKS} levels."));
        let ground = &mut state.sides[n].posts[at];
        (ground.picket, ground.digs, ground.looks) = (post.picket, post.digs, post.looks);
        ground.sight = post.sight;
    }
    let most = state.setup.pickets;
    let force = &mut state.sides[n];
    faults.unless(force.n_pickets() <= most, &path, format!("A side has at most {most} pickets."));
    (force.points, force.coins, force.paid, force.closed) =
        (facts.points, facts.coins, facts.paid, facts.closed);
    force.stance =
        facts.stance.map(|stance| SealedStance { stance, nonce: facts.nonce, digest: facts.digest });
}

struct Faults(Vec<Diagnostic>);

impl Faults {
    fn unless(&mut self, holds: bool, path: &str, sentence: String) {
        if !holds {
            self.0.push(Diagnostic::of_position(path, kernel::reader::HOUSE_FILE, sentence));
        }
    }
}
