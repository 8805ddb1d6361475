//! [BF-2.1.1.3.3.1, BF-2.1.1.3.3.2] Shots on record, and the ammunition die each of them brings.

use kernel::grammar::SectionEvent;
use kernel::view::Text;
use kernel::{Acting, Adjudged, Ask, Audience, Checked, Die, Reasons, RuleId};
use serde::{Deserialize, Serialize};

use super::s2_1_1_3_3_ammunition::{FirePhase, after_shot, may_fire, rolls_for_ammunition};
use super::s2_1_2_report::taking_part;
use super::{Cx, by, in_step};
use crate::facts::{Element, Stand};
use crate::identity::stand as stand_of;
use crate::ids::StandId;
use crate::phase::Step;
use crate::setup::Campaign;
use crate::setup::options::AmmunitionDie;
use crate::state::State;
use crate::view::prose::{called, stand_name};
use crate::words::{Ammunition, Side};

const RULE: RuleId = RuleId("BF-2.1.1.3.3.1-1");

/// [BF-2.1.1.3.3.1-1] A stand that began the scenario cut off, or is short, rolls d10 every time it fires: 1 makes it
/// short, and a further 1 out. Short it fires in the defensive fire phase alone, out it does not fire.
pub(crate) fn fire(cx: &mut Cx<'_>, stand: StandId, phase: FirePhase) -> Adjudged {
    let (side, ammunition, nth) = cx.check(|why| may_shoot(cx.state(), cx.acting(), stand, phase, why))?;
    // The firing die of the table is this die, or one of its own is thrown. [BF-R24]
    let text = match cx.state().options().ammo_die {
        AmmunitionDie::Separate => "Ammunition",
        AmmunitionDie::Firing => "Ammunition, by the firing die itself",
    };
    let ask = Ask::new(RuleId("BF-2.1.1.3.3.1-2"), text).about(stand).seen_by(side.only());
    let ask = ask.of(side.number()).known_as(stand_of(cx.state(), side, stand)).nth(nth);
    let die = cx.roll(ask, Die::D(10))?;
    cx.record(ShotFired { side, stand, ammunition: after_shot(ammunition, die) })
}

/// Whether a stand may fire in this phase, with its ammunition and the how-manieth shot on record it is.
fn may_shoot(
    state: &State,
    acting: Acting,
    stand: StandId,
    phase: FirePhase,
    why: &mut Reasons,
) -> Checked<(Side, Ammunition, usize)> {
    let side = in_step(state, acting, RULE, &[Step::Battle], why)?;
    let Some((element, known)) = state.side(side).stand(stand) else {
        return why.refuse(RULE, "unknown", || format!("Your roster has no stand {stand}."));
    };
    let in_battle = taking_part(state, side).any(|other| other.id == element.id);
    why.unless(in_battle && element.living().any(|living| living.id == stand), RULE, "not-eligible", || {
        format!("{stand:#} takes no part in the battle.", stand = called(state, side, stand))
    })?;
    let ammunition = known.ammunition;
    why.unless(
        ammunition != Ammunition::Full || rolls_for_ammunition(known.status, ammunition),
        RULE,
        "not-eligible",
        || {
            format!(
                "{stand:#} neither began the scenario cut off nor is short of ammunition; it just fires.",
                stand = called(state, side, stand)
            )
        },
    )?;
    if !may_fire(ammunition, phase) {
        let (rule, sentence) = match ammunition {
            Ammunition::Out => (
                "BF-2.1.1.3.3.2-1",
                format!(
                    "{stand:#} is out of ammunition and does not fire.",
                    stand = called(state, side, stand)
                ),
            ),
            _ => {
                let words = "is short of ammunition and fires in the defensive fire phase alone";
                ("BF-2.1.1.3.3.1-3", format!("{stand:#} {words}.", stand = called(state, side, stand)))
            }
        };
        return why.refuse(RuleId(rule), "ammo", || sentence);
    }
    Ok((side, ammunition, usize::from(known.shots) + 1))
}

/// The stands of a side that roll when they fire, or cannot fire at all.
pub fn on_record(state: &State, side: Side) -> impl Iterator<Item = (&Element, &Stand)> {
    let stands =
        taking_part(state, side).flat_map(|element| element.living().map(move |stand| (element, stand)));
    stands.filter(|(_, stand)| {
        stand.ammunition != Ammunition::Full || rolls_for_ammunition(stand.status, stand.ammunition)
    })
}

/// A shot was recorded, and the stand rolled for ammunition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShotFired {
    /// The side.
    pub side: Side,
    /// The stand.
    pub stand: StandId,
    /// Its ammunition afterwards.
    pub ammunition: Ammunition,
}

impl SectionEvent<State, Campaign> for ShotFired {
    fn audience(&self) -> Audience {
        self.side.only()
    }
    fn fold(&self, state: &mut State) {
        let Self { stand, .. } = self;
        if let Some(stand) = state.facts.side_mut(self.side).stand_mut(*stand) {
            stand.ammunition = self.ammunition;
            stand.shots = stand.shots.saturating_add(1);
        }
    }
    fn narrate(&self, campaign: &Campaign) -> Text {
        let Self { ammunition, .. } = self;
        let came = match ammunition {
            Ammunition::Full => "its ammunition lasts",
            Ammunition::Short => "it is short of ammunition",
            Ammunition::Out => "it is out of ammunition",
        };
        by(self.side)
            .say(format!(": {} fired; {came}.", stand_name(campaign, self.side, self.stand)))
            .rule(RuleId("BF-2.1.1.3.3.1-2"))
    }
}
