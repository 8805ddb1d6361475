//! [BF-2.1.1.3.3] Ammunition: states, what they allow, and recovery.

use kernel::grammar::SectionEvent;
use kernel::view::Text;
use kernel::{Adjudged, Audience, RuleId};
use serde::{Deserialize, Serialize};

use super::{Cx, by};
use crate::facts::{Element, Stand};
use crate::ids::StandId;
use crate::setup::Campaign;
use crate::state::State;
use crate::view::prose::counted;
use crate::words::{Ammunition, Side, Standing, Status};

pub use crate::words::FirePhase;

/// [BF-2.1.1.3.3.1-3, BF-2.1.1.3.3.2-1] Whether a stand may fire: short of ammunition only defensively, out of it never.
pub const fn may_fire(ammunition: Ammunition, phase: FirePhase) -> bool {
    match ammunition {
        Ammunition::Full => true,
        Ammunition::Short => matches!(phase, FirePhase::Defensive),
        Ammunition::Out => false,
    }
}

/// How a stand fights in close combat, which is played on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CloseCombat {
    /// By its own rating; it may start one.
    AsRated,
    /// With so much added to its rating; it starts none.
    With(i32),
    /// By this rating instead of its own; it starts none.
    Rated(i32),
}

/// [BF-2.1.1.3.3.1-3, BF-2.1.1.3.3.2-1] Short of ammunition a stand starts no close combat, and has 1 less in one; out of it
/// it starts none, and is rated −1.
pub const fn close_combat(ammunition: Ammunition) -> CloseCombat {
    match ammunition {
        Ammunition::Full => CloseCombat::AsRated,
        Ammunition::Short => CloseCombat::With(-1),
        Ammunition::Out => CloseCombat::Rated(-1),
    }
}

/// [BF-2.1.1.3.3.1-1] Whether a stand rolls for ammunition when it fires: it began the scenario cut off, or is short.
/// An isolated one with full ammunition does not. [BF-R24]
pub const fn rolls_for_ammunition(started: Status, ammunition: Ammunition) -> bool {
    matches!(ammunition, Ammunition::Short)
        || (matches!(started, Status::CutOff) && matches!(ammunition, Ammunition::Full))
}

/// [BF-2.1.1.3.3.1-2] A 1 makes a stand short, and one that is short goes out of ammunition.
pub const fn after_shot(ammunition: Ammunition, die: i32) -> Ammunition {
    match (ammunition, die) {
        (Ammunition::Full, 1) => Ammunition::Short,
        (Ammunition::Short, 1) => Ammunition::Out,
        (same, _) => same,
    }
}

/// [BF-2.1.1.3.3.3-1] Stands in normal status recover full ammunition when S2d closes, unless scenario rules override.
pub(crate) fn recover(cx: &mut Cx<'_>) -> Adjudged {
    if !cx.state().options().ammunition_recovery {
        return Ok(());
    }
    let recovers = |stand: &&Stand| stand.status == Status::Normal && stand.ammunition != Ammunition::Full;
    let in_play = |element: &&Element| element.standing == Standing::InPlay;
    for side in Side::BOTH {
        let living = cx.state().side(side).elements.iter().filter(in_play).flat_map(Element::living);
        let stands: Vec<_> = living.filter(recovers).map(|stand| stand.id).collect();
        if !stands.is_empty() {
            cx.record(AmmunitionRecovered { side, stands })?;
        }
    }
    Ok(())
}

/// Stands recovered full ammunition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AmmunitionRecovered {
    /// The side.
    pub side: Side,
    /// The stands.
    pub stands: Vec<StandId>,
}

impl SectionEvent<State, Campaign> for AmmunitionRecovered {
    fn audience(&self) -> Audience {
        self.side.only()
    }
    fn fold(&self, state: &mut State) {
        let Self { stands, .. } = self;
        let of_side = &mut state.facts.side_mut(self.side).elements;
        for stand in of_side.iter_mut().flat_map(|element| &mut element.stands) {
            if stands.contains(&stand.id) {
                stand.ammunition = Ammunition::Full;
            }
        }
    }
    fn narrate(&self, _: &Campaign) -> Text {
        let Self { stands, .. } = self;
        let n = counted(stands.len() as i64, "stand", "stands");
        by(self.side).say(format!(": {n} recovered full ammunition.")).rule(RuleId("BF-2.1.1.3.3.3-1"))
    }
}
