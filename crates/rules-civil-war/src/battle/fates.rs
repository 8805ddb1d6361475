//! FLANK: from march and meeting answers to what becomes of each force. \[FLANK\]

use kernel::Side;
use serde::{Deserialize, Serialize};

use super::{Battle, Fated};
use crate::charts::s7_march::{Meeting, meeting};
use crate::oob::Oob;
use crate::setup::Options;
use crate::setup::options::{FlankMatch, Weighing};
use crate::words::{Arm, Flank, Role, Speed, UnitId};

/// What becomes of a force: when it enters, and the weight that is held back of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Fate {
    /// The turn on which it enters; none if it never does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u16>,
    /// The weight that an enemy force holds back of it. [CWFF-7B-8]
    #[serde(skip_serializing_if = "kernel::grammar::is_default")]
    pub held: u32,
}

impl Fate {
    /// It never enters.
    pub const NEVER: Self = Self { turn: None, held: 0 };

    /// It enters on the turn of its speed.
    pub const fn enters(speed: Speed) -> Self {
        Self { turn: Some(speed.enters()), held: 0 }
    }
}

/// The march answers in the order in which they are asked. [CWFF-7B-1]
pub const MARCHES: [(Role, Flank); 4] = [
    (Role::Attacker, Flank::Left),
    (Role::Attacker, Flank::Right),
    (Role::Defender, Flank::Left),
    (Role::Defender, Flank::Right),
];

/// The two places where forces may meet, each as the flank of the attacker and that of the defender; that to the attacker's
/// left first. [CWFF-R9]
pub const fn places(same: FlankMatch) -> [(Flank, Flank); 2] {
    match same {
        FlankMatch::Edge => [(Flank::Left, Flank::Right), (Flank::Right, Flank::Left)],
        FlankMatch::Label => [(Flank::Left, Flank::Left), (Flank::Right, Flank::Right)],
    }
}

/// A force as the meeting sees it: stands on foot and mounted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// On foot.
    pub foot: u32,
    /// Mounted.
    pub horse: u32,
}

impl Strength {
    /// What it keeps away: each mounted stand counts for two. [CWFF-7B-9]
    pub const fn keeps_away(self) -> u32 {
        self.foot + 2 * self.horse
    }

    /// What it weighs itself. [CWFF-R16]
    pub const fn weight(self, measure: Weighing) -> u32 {
        match measure {
            Weighing::Effective => self.keeps_away(),
            Weighing::Raw => self.foot + self.horse,
        }
    }

    /// Whether anything is left when the least possible is held back of it.
    fn leaves_anything(self, held: u32, measure: Weighing) -> bool {
        let left = self.weight(measure).saturating_sub(held);
        // A mounted stand is held back whole; one on foot, or every stand where all weigh the same, gives single weights.
        left >= if self.foot > 0 || measure == Weighing::Raw { 1 } else { 2 }
    }
}

/// [CWFF-7B-8] [CWFF-R16] What a meeting makes of two forces that would enter with these speeds.
pub fn met(one: (Strength, Speed), other: (Strength, Speed), measure: Weighing) -> (Fate, Fate) {
    use std::cmp::Ordering;
    let weigh = |force: (Strength, Speed)| force.0.weight(measure);
    let reduced = |larger: (Strength, Speed), smaller: (Strength, Speed)| {
        let held = smaller.0.keeps_away();
        let some = larger.0.weight(measure) > held && larger.0.leaves_anything(held, measure);
        if some { Fate { held, ..Fate::enters(larger.1) } } else { Fate::NEVER }
    };
    match weigh(one).cmp(&weigh(other)) {
        Ordering::Equal => (Fate::NEVER, Fate::NEVER),
        Ordering::Greater => (reduced(one, other), Fate::NEVER),
        Ordering::Less => (Fate::NEVER, reduced(other, one)),
    }
}

/// The strength of a force.
pub fn strength(battle: &Battle, side: Side, flank: Flank) -> Option<Strength> {
    let half = &battle.halves[side];
    let force = half.flanks.as_ref()?.of(flank)?;
    let (foot, horse) = half.oob.as_ref()?.weigh(battle.muster(side), &force.brigades);
    Some(Strength { foot, horse })
}

/// What becomes of every force, from all answers. \[FLANK\]
pub fn fates(battle: &Battle, options: &Options) -> Vec<Fated> {
    let speed = |role: Role, flank: Flank| {
        let mut marches = battle.sealed.marches.iter();
        marches.find(|march| march.role == role && march.flank == flank).map(|march| march.speed)
    };
    let mut all = Vec::new();
    for (at, place) in places(options.flank_match).into_iter().enumerate() {
        let speeds = [speed(Role::Attacker, place.0), speed(Role::Defender, place.1)];
        let would_meet = battle.sealed.meetings.get(at).copied().unwrap_or(false);
        all.extend(of_place(battle, options, place, speeds, would_meet));
    }
    all
}

/// What becomes of the forces of one place, from the marches of the attacker and the defender there and its meeting.
pub fn of_place(
    battle: &Battle,
    options: &Options,
    (of_attacker, of_defender): (Flank, Flank),
    [attacker, defender]: [Option<Speed>; 2],
    would_meet: bool,
) -> Vec<Fated> {
    let force = |role: Role, flank: Flank, speed: Option<Speed>| {
        Some((strength(battle, battle.input.side(role), flank)?, speed?))
    };
    let one = force(Role::Attacker, of_attacker, attacker);
    let other = force(Role::Defender, of_defender, defender);
    let fated = |role: Role, flank, fate| Fated { side: battle.input.side(role), flank, fate };
    if let (Some(one), Some(other)) = (one, other) {
        let meets = match meeting(one.1, other.1, options.encounter_matrix) {
            Meeting::Always => true,
            Meeting::Never => false,
            Meeting::Even => would_meet,
        };
        let both = (Fate::enters(one.1), Fate::enters(other.1));
        let (a, d) = if meets { met(one, other, options.encounter_measure) } else { both };
        return vec![fated(Role::Attacker, of_attacker, a), fated(Role::Defender, of_defender, d)];
    }
    let one = one.map(|(_, speed)| fated(Role::Attacker, of_attacker, Fate::enters(speed)));
    let other = other.map(|(_, speed)| fated(Role::Defender, of_defender, Fate::enters(speed)));
    one.into_iter().chain(other).collect()
}

impl Battle {
    /// What becomes of a force.
    pub fn fate(&self, side: Side, flank: Flank) -> Option<Fate> {
        self.sealed
            .fates
            .iter()
            .find(|fated| fated.side == side && fated.flank == flank)
            .map(|fated| fated.fate)
    }

    /// The weight of a stand of a brigade.
    pub fn weight_of(&self, side: Side, brigade: UnitId, measure: Weighing) -> u32 {
        let oob: Option<&Oob> = self.halves[side].oob.as_ref();
        let arm = oob.and_then(|oob| Some(oob.arm(oob.brigade(brigade)?.0, self.muster(side))));
        if arm == Some(Arm::Cavalry) && measure == Weighing::Effective { 2 } else { 1 }
    }
}
