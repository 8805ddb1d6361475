//! [BF-2.1.1.3.1] Casualties and the campaign roster.

use kernel::{Adjudged, Ask, Id, RuleId};

use super::s2_1_1_5_1_removal::{attempt, modifiers_for_wreck, not_tried};
use super::s2_1_1_5_fortification_points::can_pay;
use super::{Cx, acting_side, in_step};
use crate::event::Event;
use crate::facts::Wreck;
use crate::ground::{Ground, ground};
use crate::phase::Step;

const RULE: RuleId = RuleId("BF-2.1.1.3.1-3");

/// [BF-2.1.1.3.1-3] An enemy class-A wreck behind the own line, and in no pocket of the enemy, may be destroyed for
/// good: BF-T7, one fortification purchase point.
pub(crate) fn destroy_wreck(cx: &mut Cx<'_>, vehicle: Id) -> Adjudged {
    let side = acting_side(cx, RULE)?;
    in_step(cx, side, RULE, Step::Removal)?;
    let wreck = known_wreck(cx, RULE, vehicle)?;
    if wreck.side == cx.state().setup_of(side).id {
        return cx.refuse(RULE, "not-eligible", || {
            format!("{vehicle} is your own; only enemy wrecks are destroyed.")
        });
    }
    match ground(cx.state(), side, wreck.at) {
        Ground::OwnLine => {}
        Ground::EnemyPocket => {
            return cx.refuse(RULE, "location", || format!("{vehicle} lies in a pocket of the enemy."));
        }
        Ground::OwnPocket | Ground::Beyond => {
            return cx.refuse(RULE, "location", || format!("{vehicle} does not lie behind your line."));
        }
    }
    not_tried(cx, side, vehicle)?;
    let fpp = cx.setup().charts.removal.cost;
    can_pay(cx, RuleId("BF-2.1.1.5.1-3"), side, fpp)?;
    let modifiers = modifiers_for_wreck(cx.state(), side);
    let ask = Ask::new(RULE, "Destroying a wreck").about(vehicle).seen_by(side.only());
    let ask = attempt(cx.state(), side, ask, wreck.kind);
    let outcome = cx.draw(ask, |campaign| &campaign.charts.removal.chart, &modifiers)?;
    cx.record(Event::DestructionTried { side, vehicle, fpp, outcome })
}

/// A wreck on the map; everyone knows them.
pub(crate) fn known_wreck(cx: &Cx<'_>, rule: RuleId, vehicle: Id) -> Adjudged<Wreck> {
    match cx.state().facts.wrecks.iter().find(|wreck| wreck.id == vehicle) {
        Some(wreck) => Ok(*wreck),
        None => cx.refuse(rule, "unknown", || format!("No wreck is known as {vehicle}.")),
    }
}
