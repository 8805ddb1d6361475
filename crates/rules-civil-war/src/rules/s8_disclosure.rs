//! The end of every secret of a battle: as soon as an army has left the field, everybody learns what both had decided, and
//! how the marches had gone. Reports of losses stay their owners' own.

use super::*;
use crate::battle::{Flanks, Rated, Sealed, Segment, Split, Spot};
use crate::oob::Oob;

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
    cx.record(Unsealed { battle, sealed: fought.sealed })
}

happens! {
    /// What a side had decided and rolled lies open.
    public Opened {
        battle: BattleId,
        side: Side,
        oob: Oob,
        flanks: Flanks,
        nonce: Option<String>,
        sketch: Vec<Spot>,
        works: Vec<Segment>,
        rated: Vec<Rated>,
        held: Vec<UnitId>,
        split: Vec<Split>,
    }
    does |_, _| (),
    told |this, _| by(this.side, this.battle, format!(
        "had {} stands in {} divisions; its flank marches: {}.",
        this.oob.stands(),
        this.oob.divisions.len(),
        super::s5_flanks::words(&this.flanks)
    ));

    /// How the marches and meetings had gone lies open.
    public Unsealed { battle: BattleId, sealed: Sealed }
    does |_, _| (),
    told |this, _| at(this.battle, format!("the marches lie open: {}.", words(&this.sealed)));
}

/// The marches in words.
pub fn words(sealed: &Sealed) -> String {
    let march = |march: &crate::battle::Marched| format!("{} {}: {}", march.role, march.flank, march.speed);
    let all: Vec<String> = sealed.marches.iter().map(march).collect();
    if all.is_empty() { "not rolled".into() } else { all.join(", ") }
}
