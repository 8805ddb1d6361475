//! The end of every secret of a battle: as soon as an army has left the field, everybody learns what both had decided, and
//! how the marches had gone. Reports of losses stay their owners' own.

use kernel::grammar::{OnlyTold, counted};
use serde::{Deserialize, Serialize};

use super::*;
use crate::battle::fates::fates;
use crate::battle::{Fate, Fated, Flanks, Rated, Sealed, Segment, Split, Spot};
use crate::oob::Oob;
use crate::setup::Options;
use crate::words::{Flank, Role};

/// [CWFF-R30] Opens what was sealed; so an owner learns what became of a force that never came.
pub(super) fn disclose(cx: &mut Cx<'_>, battle: BattleId) -> Adjudged {
    let Some(fought) = cx.state().battle(battle).cloned() else { return Ok(()) };
    for (side, half) in fought.halves.iter() {
        cx.record(Opened {
            battle,
            side,
            oob: half.oob.clone().unwrap_or_default(),
            flanks: half.flanks.clone().unwrap_or_default(),
            nonce: half.nonce.clone(),
            sketch: half.sketch.clone(),
            works: half.works.clone(),
            rated: half.rated.clone(),
            held: half.held.clone(),
            split: half.split.clone(),
        })?;
    }
    let sealed = marched(&fought, cx.setup());
    // Where nobody marched there is nothing to tell.
    if sealed.fates.is_empty() { Ok(()) } else { cx.record(Unsealed { battle, sealed }) }
}

/// How the forces that marched had fared: only their marches, and what would have become of them without the end of the day. A
/// force that was still on its way is late, one that met the enemy never comes. Where the engine is the neutral, what never
/// showed itself is known to nobody.
pub fn marched(battle: &Battle, setup: &Setup) -> Sealed {
    let is_force = |role: Role, flank: Flank| {
        battle.halves[battle.input.side(role)]
            .flanks
            .as_ref()
            .is_some_and(|flanks| flanks.of(flank).is_some())
    };
    if setup.options.no_person() {
        let forces = battle.halves.iter().flat_map(|(side, half)| {
            half.flanks.iter().flat_map(Flanks::each).map(move |(flank, _)| (side, flank))
        });
        let known =
            |(side, flank)| Fated { side, flank, fate: battle.fate(side, flank).unwrap_or(Fate::NEVER) };
        return Sealed { fates: forces.map(known).collect(), ..Sealed::default() };
    }
    let marches = battle.sealed.marches.iter().filter(|march| is_force(march.role, march.flank));
    Sealed { marches: marches.copied().collect(), meetings: Vec::new(), fates: fates(battle, &setup.options) }
}

/// What came of a force, in words.
pub fn came_of(fate: Fate, options: &Options) -> String {
    match (fate.turn, fate.held) {
        // What had not shown itself was never thrown.
        (None, _) if options.no_person() => "not on the table before the battle ended".into(),
        (None, _) => "met the enemy on the way and never comes".into(),
        (Some(turn), 0) => format!("due on turn {turn}"),
        (Some(turn), held) => {
            format!(
                "met the enemy on the way, the weight of {} held off, due on turn {turn}",
                counted(held, "stand")
            )
        }
    }
}

/// What a side had decided and rolled lies open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opened {
    /// The battle.
    pub battle: BattleId,
    /// Whose it was.
    pub side: Side,
    /// Its order of battle.
    pub oob: Oob,
    /// Its flank marches.
    pub flanks: Flanks,
    /// What opens the digest of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nonce: Option<String>,
    /// Where its units stood last.
    pub sketch: Vec<Spot>,
    /// Its breastworks.
    pub works: Vec<Segment>,
    /// Its ratings.
    pub rated: Vec<Rated>,
    /// Brigades that were held back by a meeting.
    pub held: Vec<UnitId>,
    /// Stands that were held back of a brigade.
    pub split: Vec<Split>,
}

impl OnlyTold<Setup> for Opened {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn narrate(&self, _: &Setup) -> Text {
        let marches = super::s5_flanks::words(&self.flanks);
        let size = self.oob.size();
        by(self.side, self.battle, format!("had {size}; its flank marches: {marches}."))
    }
}

/// How the marches and meetings had gone lies open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unsealed {
    /// The battle.
    pub battle: BattleId,
    /// What was sealed.
    pub sealed: Sealed,
}

impl OnlyTold<Setup> for Unsealed {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn narrate(&self, setup: &Setup) -> Text {
        let force = |fated: &Fated| {
            format!(
                "{} {}: {}",
                setup.sides[fated.side].name,
                fated.flank,
                came_of(fated.fate, &setup.options)
            )
        };
        let fates: Vec<String> = self.sealed.fates.iter().map(force).collect();
        let fates = if fates.is_empty() { String::new() } else { format!("; {}", fates.join(", ")) };
        if setup.options.no_person() {
            return at(self.battle, format!("the flank marches lie open{fates}."));
        }
        at(self.battle, format!("the marches lie open: {}{fates}.", words(&self.sealed)))
    }
}

/// The marches in words.
pub fn words(sealed: &Sealed) -> String {
    let march = |march: &crate::battle::Marched| format!("{} {}: {}", march.role, march.flank, march.speed);
    let all: Vec<String> = sealed.marches.iter().map(march).collect();
    if all.is_empty() { "not rolled".into() } else { all.join(", ") }
}
