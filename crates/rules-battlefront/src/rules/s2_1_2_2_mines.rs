//! [BF-2.1.2.2] Minefield resolution.

use kernel::grammar::{OnlyTold, SectionEvent};
use kernel::view::Text;
use kernel::{Acting, Adjudged, Audience, Checked, Reasons, RuleId};
use serde::{Deserialize, Serialize};

use super::s2_1_2_report::{leaves_the_field, names_of_battle};
use super::{Cx, by, in_step};
use crate::facts::{Stand, Wreck};
use crate::ids::{StandId, UnitTypeId, WreckId};
use crate::measure::{Inches, Point};
use crate::phase::Step;
use crate::setup::Campaign;
use crate::state::State;
use crate::view::prose::{called, stand_name, type_name};
use crate::words::{Class, MineOutcome, Side, StandState};

const RULE: RuleId = RuleId("BF-2.1.2.2-1");

/// The living stands of a side that stand in a minefield.
pub fn in_minefields(state: &State, side: Side) -> impl Iterator<Item = &Stand> {
    state
        .side(side)
        .elements
        .iter()
        .flat_map(|element| element.living())
        .filter(|stand| stand.minefield.is_some())
}

/// How many units of a side stand in minefields. Everyone sees them there. [BF-2.1.2.2-1]
pub fn n_in_minefields(state: &State, side: Side) -> usize {
    in_minefields(state, side).count()
}

/// [BF-2.1.2.2-1] A unit in a minefield undergoes its mine attacks until it is destroyed or out of the field. The players
/// roll by the rules of the table and enter what came of it, and where the unit stands now if it has moved.
pub(crate) fn mine_result(
    cx: &mut Cx<'_>,
    unit: StandId,
    outcome: MineOutcome,
    to: (Option<Inches>, Option<Inches>),
) -> Adjudged {
    let (side, kind, at) = cx.check(|why| may_resolve(cx.state(), cx.acting(), unit, to, why))?;
    let armour = cx.state().campaign().unit_type(kind).is_some_and(|kind| kind.class == Class::Armour);
    match outcome {
        MineOutcome::Out => cx.record(MinesSurvived { side, unit, at })?,
        MineOutcome::Destroyed => {
            let taken: Vec<WreckId> = cx.state().facts.wrecks.iter().map(|wreck| wreck.id).collect();
            let wreck = armour.then(|| names_of_battle(cx.state(), 'w', &taken).next()).flatten();
            cx.record(MinesDestroyed { side, unit, wreck })?;
        }
    }
    cx.record(MinesResolved { side, kind, outcome })
}

/// Whether a unit stands in a minefield and may be told to have come to this, with its type and where it stands now.
fn may_resolve(
    state: &State,
    acting: Acting,
    unit: StandId,
    to: (Option<Inches>, Option<Inches>),
    why: &mut Reasons,
) -> Checked<(Side, UnitTypeId, Option<Point>)> {
    let side = in_step(state, acting, RULE, &[Step::Minefields], why)?;
    let Some((_, stand)) = state.side(side).stand(unit) else {
        return why.refuse(RULE, "unknown", || format!("Your roster has no stand {unit}."));
    };
    why.unless(in_minefields(state, side).any(|other| other.id == unit), RULE, "not-eligible", || {
        format!("{unit:#} stands in no minefield.", unit = called(state, side, unit))
    })?;
    let to = match to {
        (Some(x), Some(y)) => Some(Point { x, y }),
        (None, None) => None,
        _ => return why.refuse(RULE, "range", || "A place needs both x and y.".into()),
    };
    if let Some(at) = to
        && !state.campaign().map.holds(at)
    {
        return why.refuse(RuleId("BF-0-5"), "range", || format!("{at} is off the map."));
    }
    let (kind, at) = (stand.kind, to.or(stand.at));
    Ok((side, kind, at))
}

/// Nobody closes the step while a unit of the side is unresolved: the players' own rules decide it.
pub(crate) fn all_resolved(state: &State, side: Side, why: &mut Reasons) -> Checked {
    let first = match state.step() {
        Step::Minefields => in_minefields(state, side).next().map(|stand| stand.id),
        _ => None,
    };
    match first {
        Some(unit) => why.refuse(RULE, "incomplete", || {
            format!("What the mines did to {unit} is still to be entered.", unit = called(state, side, unit))
        }),
        None => Ok(()),
    }
}

/// A unit's mine attacks came to an end; known to its side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MinesSurvived {
    /// The side.
    pub side: Side,
    /// The stand.
    pub unit: StandId,
    /// Where it stands now.
    pub at: Option<Point>,
}

impl SectionEvent<State, Campaign> for MinesSurvived {
    fn audience(&self) -> Audience {
        self.side.only()
    }
    fn fold(&self, state: &mut State) {
        if let Some(stand) = state.facts.side_mut(self.side).stand_mut(self.unit) {
            stand.unmoved &= stand.at == self.at;
            (stand.minefield, stand.at) = (None, self.at);
        }
    }
    fn narrate(&self, campaign: &Campaign) -> Text {
        let Self { at, .. } = self;
        let place = at.map(|at| format!(", at {at}")).unwrap_or_default();
        by(self.side)
            .say(format!(": {} is out of the minefield{place}.", stand_name(campaign, self.side, self.unit)))
            .rule(RuleId("BF-2.1.2.2-1"))
    }
}

/// A unit was destroyed by mines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MinesDestroyed {
    /// The side.
    pub side: Side,
    /// The stand.
    pub unit: StandId,
    /// The wreck that it leaves, when it is a class-A vehicle.
    pub wreck: Option<WreckId>,
}

impl SectionEvent<State, Campaign> for MinesDestroyed {
    fn audience(&self) -> Audience {
        self.side.only()
    }
    /// A unit lost to mines in the cleanup counts as one lost in the battle.
    fn fold(&self, state: &mut State) {
        let campaign = state.shared_campaign();
        let facts = state.facts.side_mut(self.side);
        let own = facts.id;
        for element in &mut facts.elements {
            let Some(stand) = element.stands.iter_mut().find(|stand| stand.id == self.unit) else { continue };
            let afv = u8::from(campaign.unit_type(stand.kind).is_some_and(|unit| unit.afv));
            let (kind, at) = (stand.kind, stand.at.unwrap_or_default());
            stand.state = if self.wreck.is_some() { StandState::Wreck } else { StandState::Lost };
            leaves_the_field(stand);
            element.losses = element.losses.saturating_add(1);
            for record in [&mut element.scenario, &mut element.day] {
                record.losses = record.losses.saturating_add(1);
                record.afv_lost = record.afv_lost.saturating_add(afv);
            }
            if let Some(id) = self.wreck {
                let wreck = Wreck {
                    id,
                    side: own,
                    element: element.id,
                    stand: self.unit,
                    kind,
                    at,
                    abandoned: false,
                    in_minefield: true,
                };
                state.facts.wrecks.push(wreck);
            }
            return;
        }
    }
    fn narrate(&self, campaign: &Campaign) -> Text {
        by(self.side)
            .say(format!(": mines destroyed {}.", stand_name(campaign, self.side, self.unit)))
            .rule(RuleId("BF-2.1.2.2-1"))
    }
}

/// Mine attacks on a unit came to an end; known to everyone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MinesResolved {
    /// The side.
    pub side: Side,
    /// The unit's type.
    #[serde(rename = "type")]
    pub kind: UnitTypeId,
    /// What came of it.
    pub outcome: MineOutcome,
}

impl OnlyTold<Campaign> for MinesResolved {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn narrate(&self, campaign: &Campaign) -> Text {
        let Self { outcome, .. } = self;
        let came = match outcome {
            MineOutcome::Destroyed => "was destroyed by mines",
            MineOutcome::Out => "came out of a minefield",
        };
        by(self.side)
            .say(format!(": {} {came}.", type_name(campaign, self.kind)))
            .rule(RuleId("BF-2.1.2.2-1"))
    }
}
