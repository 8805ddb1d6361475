//! [BF-2.1.2.7] Burning wrecks: they block nothing any more, and one in a defile may be moved.

use kernel::grammar::SectionEvent;
use kernel::view::Text;
use kernel::{Acting, Adjudged, Ask, Audience, Checked, Reasons, RuleId};
use serde::{Deserialize, Serialize};

use super::s2_1_1_3_1_casualties::known_wreck;
use super::s2_1_1_5_1_removal::{attempt, modifiers_for_wreck, not_tried, removals_of};
use super::s2_1_1_5_fortification_points::can_pay;
use super::{Cx, by, in_step};
use crate::facts::Wreck;
use crate::geometry::{is_strictly_in, nearest_outside};
use crate::ground::{Ground, ground};
use crate::ids::WreckId;
use crate::measure::Point;
use crate::phase::Step;
use crate::setup::charts::Removal;
use crate::setup::{Campaign, Terrain};
use crate::state::State;
use crate::view::prose::{called, fpp_words};
use crate::words::Side;

pub(super) const RULE: RuleId = RuleId("BF-2.1.2.7-3");

/// [BF-2.1.2.7-3] A wreck of either side in a defile within the own line is moved to the nearest place outside it:
/// BF-T7, one fortification purchase point. [BF-R42]
pub(crate) fn clear_defile(cx: &mut Cx<'_>, vehicle: WreckId) -> Adjudged {
    let (side, wreck, fpp) = cx.check(|why| may_clear(cx.state(), cx.acting(), vehicle, why))?;
    let modifiers = modifiers_for_wreck(cx.state(), side);
    let ask = Ask::new(RULE, "Moving a wreck out of a defile").about(vehicle).seen_by(side.only());
    let ask = attempt(cx.state(), side, ask, (RULE, wreck.kind.into()));
    let outcome: Removal = cx.draw(ask, |campaign| &campaign.charts.removal.chart, &modifiers)?;
    let to = way_out(cx.state(), wreck.at).unwrap_or(wreck.at);
    cx.record(ClearingTried { side, vehicle, fpp, outcome, to })
}

/// Whether a side may try to move this wreck, and for how many points.
fn may_clear(
    state: &State,
    acting: Acting,
    vehicle: WreckId,
    why: &mut Reasons,
) -> Checked<(Side, Wreck, i32)> {
    let side = in_step(state, acting, RULE, &[Step::Removal, Step::Wrecks], why)?;
    let wreck = known_wreck(state, RULE, vehicle, why)?;
    why.need(defile(state, wreck.at), RULE, "location", || {
        format!("{vehicle:#} lies in no defile.", vehicle = called(state, side, vehicle))
    })?;
    why.unless(ground(state, side, wreck.at) == Ground::OwnLine, RULE, "location", || {
        format!("{vehicle:#} does not lie within your line.", vehicle = called(state, side, vehicle))
    })?;
    not_tried(state, side, vehicle, why)?;
    let failed = state.side(side).not_moved.contains(&vehicle);
    let again = state.step() != Step::Removal || state.options().defile_retry;
    why.unless(!failed || again, RuleId("BF-R42"), "dup", || {
        format!(
            "{vehicle:#} was tried in the cleanup before; this campaign allows no second try in the next refit.", vehicle = called(state, side, vehicle))
    })?;
    let fpp = state.campaign().charts.removal.cost;
    can_pay(state, RULE, side, fpp, why)?;
    Ok((side, wreck, fpp))
}

/// Whether a side could try to move a wreck, by what everyone sees: one lies in a defile within its line.
pub fn may_clear_defiles(state: &State, side: Side) -> bool {
    let within = |at: Point| ground(state, side, at) == Ground::OwnLine;
    state.facts.wrecks.iter().any(|wreck| defile(state, wreck.at).is_some() && within(wreck.at))
}

/// The defile that a place lies in, if it lies in one.
fn defile(state: &State, at: Point) -> Option<&Terrain> {
    let mut defiles = state.campaign().map.terrain.iter().filter(|terrain| terrain.defile && terrain.closed);
    defiles.find(|terrain| is_strictly_in(&terrain.outline, at))
}

/// The nearest place outside the defile that a place lies in, if it lies in one.
pub fn way_out(state: &State, at: Point) -> Option<Point> {
    defile(state, at).map(|terrain| nearest_outside(&terrain.outline, at))
}

/// A side tried to move a wreck out of a defile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClearingTried {
    /// The side.
    pub side: Side,
    /// The wreck.
    pub vehicle: WreckId,
    /// Points spent.
    pub fpp: i32,
    /// What came of it.
    pub outcome: Removal,
    /// Where a success moves it.
    pub to: Point,
}

impl SectionEvent<State, Campaign> for ClearingTried {
    fn audience(&self) -> Audience {
        self.side.only()
    }
    fn fold(&self, state: &mut State) {
        removals_of(state, self.side, self.fpp, self.outcome, self.vehicle.into(), Some(self.to));
        stays_in_the_defile(state, self.side, self.vehicle, self.outcome == Removal::Eliminated);
    }
    fn narrate(&self, _: &Campaign) -> Text {
        let came = match self.outcome {
            Removal::Eliminated => format!("it goes to {}", self.to),
            Removal::NoEffect => "no effect".into(),
        };
        let (wreck, points) = (self.vehicle, fpp_words(self.fpp));
        by(self.side)
            .say(format!(" tried to move the wreck {wreck} out of the defile for {points}: {came}."))
            .rule(RuleId("BF-2.1.2.7-3"))
    }
}

/// A wreck that C11 did not move is remembered until the next S2f is over, where the campaign asks for that. [BF-R42]
fn stays_in_the_defile(state: &mut State, side: Side, wreck: WreckId, succeeded: bool) {
    let remembered = !state.options().defile_retry && state.step() == Step::Wrecks && !succeeded;
    let not_moved = &mut state.facts.side_mut(side).not_moved;
    if remembered && !not_moved.contains(&wreck) {
        not_moved.push(wreck);
    }
}
