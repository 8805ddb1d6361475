//! CWFF-5: the decision on flank marches.

use kernel::grammar::OnlyTold;
use kernel::{Sealed, Sealing};
use serde::{Deserialize, Serialize};

use super::s8_disclosure::Opened;
use super::*;
use crate::Event;
use crate::battle::Flanks;
use crate::charts::s7_ground::{Ground, ground};
use crate::command::Command;
use crate::oob::flank;
use crate::setup::options::Demoralized;
use crate::words::Role;

/// The ground of a battle. [CWFF-T7]
pub fn ground_of(setup: &Setup, battle: &Battle) -> Ground {
    ground(battle.input.terrain, battle.input.crossing, &setup.options)
}

/// [CWFF-7D-1] [CWFF-R32] Whether a side begins the battle as a demoralized defender does.
pub fn starts_worn(setup: &Setup, battle: &Battle, side: Side) -> bool {
    let counts =
        battle.input.role(side) == Role::Defender || setup.options.demoralized_attacker == Demoralized::Same;
    counts && battle.muster(side).demoralized
}

/// Whether anybody of a side can march around a flank: the ground lets him, and the army does. [CWFF-7C-2] [CWFF-7D-1]
pub fn can_march(setup: &Setup, battle: &Battle, side: Side) -> bool {
    !ground_of(setup, battle).no_flanks && !starts_worn(setup, battle, side)
}

fn may_seal(state: &State, seat: Seat, id: BattleId, flanks: &Flanks, why: &mut Reasons) -> Checked<Side> {
    let side = why.side(seat, "CWFF-5-1")?;
    let battle = why.need(state.battle(id), "CWFF-5-1", "data", || format!("There is no battle {id}."))?;
    let elsewhere = battle.step == Step::Away || (battle.step > Step::Flanks && battle.field.is_none());
    why.need((!elsewhere).then_some(()), "CWFF-5-1", "step", || {
        "This battle is not fought on this table.".into()
    })?;
    why.need((battle.step >= Step::Flanks).then_some(()), "CWFF-5-1", "step", || {
        "Orders of battle come first.".into()
    })?;
    let oob = why.need(battle.halves[side].oob.as_ref(), "CWFF-5-1", "step", || {
        "Orders of battle come first.".into()
    })?;
    if *flanks != Flanks::default() {
        flank::are_known(oob, flanks, why)?;
        why.unless(!ground_of(&state.setup, battle).no_flanks, "CWFF-7C-2", "flank-forbidden", || {
            "Nobody marches around a flank in a swamp, or across a gap or a road.".into()
        })?;
        why.unless(!starts_worn(&state.setup, battle, side), "CWFF-7D-1", "flank-forbidden", || {
            "A demoralized defender does not march around a flank.".into()
        })?;
        flank::march_once(flanks, why)?;
    }
    why.need((battle.step == Step::Flanks).then_some(()), "CWFF-5-1", "sealed", || {
        "Both decisions are sealed.".into()
    })?;
    flank::check(oob, battle.muster(side), battle.ratio(), flanks, why)?;
    Ok(side)
}

/// [CWFF-5-1] A side decides, and may change its mind until both have; then both digests are published.
pub fn seal(
    cx: &mut Cx<'_>,
    battle: BattleId,
    flanks: &Flanks,
    (nonce, digest): (Option<String>, Option<String>),
) -> Adjudged {
    let side = cx.check_all(|why| may_seal(cx.state(), cx.seat(), battle, flanks, why))?;
    cx.record(FlanksSealed { battle, side, flanks: flanks.clone(), nonce, digest })?;
    let Some(fought) = cx.state().battle(battle) else { return Ok(()) };
    if !fought.halves.both(|half| half.flanks.is_some()) {
        return Ok(());
    }
    let digests = fought.halves.map(|half| half.digest.clone());
    for (side, digest) in digests.iter() {
        cx.record(FlanksClosed { battle, side, digest: digest.clone() })?;
    }
    go(cx, battle, Step::Sketch)
}

/// What the table calls the sealed choice of a battle.
fn slot(battle: BattleId) -> String {
    format!("{battle}/flanks")
}

/// The canonical words of a decision.
fn payload(flanks: &Flanks) -> String {
    serde_json::to_string(flanks).unwrap_or_default()
}

/// What the table seals of a command.
pub fn sealing(state: &State, seat: Seat, command: &Command) -> Option<Sealing> {
    let (Some(side), Command::SealFlank { battle, .. }) = (Side::of(seat), command) else {
        return None;
    };
    let payload = payload(&command.flanks()?);
    Some(Sealing { slot: slot(*battle), side: state.setup.sides[side].id, payload })
}

/// What an event publishes of sealed flank marches.
pub fn seals(setup: &Setup, event: &Event) -> Vec<Sealed> {
    let id = |side: Side| setup.sides[side].id;
    match event {
        Event::FlanksClosed(FlanksClosed { battle, side, digest: Some(digest) }) => {
            vec![Sealed::closed(slot(*battle), id(*side), digest)]
        }
        Event::Opened(Opened { battle, side, flanks, nonce: Some(nonce), .. }) => {
            vec![Sealed::opened(slot(*battle), id(*side), payload(flanks), nonce)]
        }
        _ => Vec::new(),
    }
}

/// A decision in words.
pub(super) fn words(flanks: &Flanks) -> String {
    let marches: Vec<&str> = flanks.each().map(|(flank, _)| flank.word()).collect();
    if marches.is_empty() { "none".into() } else { kernel::grammar::listed(marches) }
}

happens! {
    /// A side decided on its flanks.
    secret FlanksSealed {
        battle: BattleId,
        side: Side,
        flanks: Flanks,
        nonce: Option<String>,
        digest: Option<String>,
    }
    does |this, state| {
        let half = &mut state.battle_mut(this.battle).halves[this.side];
        half.flanks = Some(this.flanks.clone());
        half.nonce.clone_from(&this.nonce);
        half.digest.clone_from(&this.digest);
    },
    told |this, _| by(this.side, this.battle, format!("sealed its flank marches: {}.", words(&this.flanks)));
}

/// The decision of a side is final; its digest is published.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FlanksClosed {
    /// The battle.
    pub battle: BattleId,
    /// Whose decision it is.
    pub side: Side,
    /// Its digest, where the table made one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
}

impl OnlyTold<Setup> for FlanksClosed {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn narrate(&self, _: &Setup) -> Text {
        by(self.side, self.battle, "has decided on its flanks.")
    }
}
