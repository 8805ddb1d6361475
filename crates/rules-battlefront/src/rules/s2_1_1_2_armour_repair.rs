//! [BF-2.1.1.2] Armour repair.

use kernel::grammar::{SectionEvent, allowed, holds};
use kernel::view::Text;
use kernel::{Acting, Adjudged, Ask, Audience, Checked, Id, Modifiers, Reasons, RuleId};
use serde::{Deserialize, Serialize};

use super::s2_1_1_1_purchase_points::can_pay;
use super::{Cx, by, ids, in_step, spent};
use crate::facts::Wreck;
use crate::ground::{Ground, ground};
use crate::ids::{StandId, WreckId};
use crate::phase::Step;
use crate::setup::charts::Repair;
use crate::setup::{Campaign, Date};
use crate::state::State;
use crate::view::prose::called;
use crate::words::{Class, Side, StandState, Status};

const RULE: RuleId = RuleId("BF-2.1.1.2-6");

/// What says how many points an attempt takes.
pub(crate) const POINTS: RuleId = RuleId("BF-2.1.1.2-7");

/// [BF-2.1.1.2] One attempt a night for each own class-A wreck within the own line, on BF-T3. One purchase point may
/// be spent on it, announced before the roll and lost whatever the roll.
///
/// Interpretation: the chart prints "> 9" beside "1-8"; we read 9 or more, else 9 has no row. [BF-R2]
pub(crate) fn repair(cx: &mut Cx<'_>, vehicle: WreckId, cpp: i32) -> Adjudged {
    let (side, wreck) = cx.check(|why| may_repair(cx.state(), cx.acting(), vehicle, cpp, why))?;
    attempt(cx, side, &wreck, cpp)
}

/// The attempt itself.
pub(crate) fn attempt(cx: &mut Cx<'_>, side: Side, wreck: &Wreck, cpp: i32) -> Adjudged {
    let vehicle = wreck.id;
    let modifiers = modifiers(cx.state(), side, wreck, cpp);
    let ask = Ask::new(RULE, "Armour repair").about(vehicle).seen_by(side.only());
    let ask = ask.of(side.number()).known_as(crate::identity::stand(cx.state(), side, wreck.stand));
    let outcome = cx.draw(ask, |campaign| &campaign.charts.repair.chart, &modifiers)?;
    cx.record(RepairTried { side, vehicle, cpp, outcome })
}

/// [BF-2.1.1.2-1] Whether a side may try this vehicle with so many points.
fn may_repair(
    state: &State,
    acting: Acting,
    vehicle: WreckId,
    cpp: i32,
    why: &mut Reasons,
) -> Checked<(Side, Wreck)> {
    let rule = RuleId("BF-2.1.1.2-2");
    let overnight = state.step() == Step::OvernightRepair;
    let step = if overnight { Step::OvernightRepair } else { Step::Repair };
    let side = in_step(state, acting, rule, &[step], why)?;
    let wreck = may_try(state, side, vehicle, why)?;
    why.unless((0..=1).contains(&cpp), POINTS, "range", || {
        "An attempt takes one purchase point or none.".into()
    })?;
    can_pay(state, POINTS, side, cpp, why)?;
    Ok((side, wreck))
}

/// Whether this vehicle can be tried, whatever is spent on it.
fn may_try(state: &State, side: Side, vehicle: WreckId, why: &mut Reasons) -> Checked<Wreck> {
    let wreck = own_wreck(state, side, vehicle, why)?;
    nation_repairs(state, side, why)?;
    lies_within_the_line(state, side, &wreck, why)?;
    not_tried(state, side, &wreck, why)?;
    Ok(wreck)
}

/// The wrecks that a side can try now, in the order in which they came to the map.
pub fn open(state: &State, side: Side) -> impl Iterator<Item = Wreck> + '_ {
    let wrecks = state.facts.wrecks.iter();
    wrecks.filter_map(move |wreck| allowed(|why| may_try(state, side, wreck.id, why)))
}

/// Whether a side's army repairs at the present date. [BF-2.1.1.2-5]
pub fn repairs_now(state: &State, side: Side) -> bool {
    holds(|why| nation_repairs(state, side, why))
}

/// Whether a wreck of the side lies where its side could repair it. Where wrecks and lines lie is public.
pub fn has_wreck_within_the_line(state: &State, side: Side) -> bool {
    let own = state.setup_of(side).id;
    let mut wrecks = state.facts.wrecks.iter().filter(|wreck| wreck.side == own);
    wrecks.any(|wreck| holds(|why| lies_within_the_line(state, side, wreck, why)))
}

/// The modifiers of an attempt, in printed order.
pub fn modifiers(state: &State, side: Side, wreck: &Wreck, cpp: i32) -> Modifiers {
    let chart = &state.campaign().charts.repair;
    let russian = chart.russian_nations.contains(&state.setup_of(side).nation);
    Modifiers::none()
        .when(wreck.in_minefield, chart.minefield, "Vehicle in a minefield", RULE)
        .when(russian, chart.russian, "Russian attempt", RULE)
        .when(wreck.abandoned, chart.abandoned, "Abandoned, not knocked out", RULE)
        .when(cpp > 0, chart.point, "1 purchase point spent", RuleId("BF-2.1.1.2-7"))
}

/// [BF-2.1.1.2-1, BF-2.1.1.2-4] A class-A wreck of the side itself.
fn own_wreck(state: &State, side: Side, vehicle: WreckId, why: &mut Reasons) -> Checked<Wreck> {
    if let Some(wreck) = state.facts.wrecks.iter().find(|wreck| wreck.id == vehicle) {
        if wreck.side == state.setup_of(side).id {
            // A vehicle that is back in play leaves the map when the step closes.
            let repaired = state.side(side).stand(wreck.stand);
            why.unless(
                repaired.is_none_or(|(_, stand)| stand.state != StandState::Here),
                RuleId("BF-2.1.1.2-8"),
                "not-eligible",
                || {
                    format!(
                        "{vehicle:#} has been repaired this night and is no wreck any more.",
                        vehicle = called(state, side, vehicle)
                    )
                },
            )?;
            return Ok(*wreck);
        }
        return why.refuse(RuleId("BF-2.1.1.2-4"), "owner", || {
            format!("{vehicle:#} is the enemy's; nobody repairs it.", vehicle = called(state, side, vehicle))
        });
    }
    let rule = RuleId("BF-2.1.1.2-1");
    // Whoever names a stand of its own is told what keeps that one from being repaired.
    let as_stand = StandId::from(Id::from(vehicle));
    let Some((_, stand)) = state.side(side).stand(as_stand) else {
        return why.refuse(rule, "unknown", || format!("No wreck is known as {vehicle}."));
    };
    let class = state.campaign().unit_type(stand.kind).map_or(Class::Infantry, |kind| kind.class);
    why.unless(class == Class::Armour, rule, "class", || {
        format!(
            "{vehicle:#} is of class {class}; only class A is repaired.",
            vehicle = called(state, side, vehicle)
        )
    })?;
    let known_as = state.facts.wrecks.iter().find(|wreck| wreck.stand == as_stand).map(|wreck| wreck.id);
    why.refuse(rule, "not-eligible", || match known_as {
        Some(wreck) => format!(
            "{vehicle:#} lies on the map as {wreck}; it is repaired under that name.",
            vehicle = called(state, side, vehicle),
            wreck = called(state, side, wreck)
        ),
        None => format!("{vehicle:#} is no wreck on the map.", vehicle = called(state, side, vehicle)),
    })
}

/// [BF-2.1.1.2-5] Which nations repair at the present date.
fn nation_repairs(state: &State, side: Side, why: &mut Reasons) -> Checked {
    let nation = state.setup_of(side).nation;
    let rows = state.campaign().charts.repair.nations.iter().filter(|row| row.nation == nation);
    let mut rows = rows.peekable();
    let known = rows.peek().is_some();
    why.unless(rows.any(|row| row.covers(state.date())), RuleId("BF-2.1.1.2-5"), "nation-date", || {
        let name = &state.setup_of(side).name;
        match repairs_when(state.campaign(), side).filter(|_| known) {
            Some(when) => format!("The {name} army repairs vehicles {when}."),
            None => format!("The {name} army repairs no vehicles."),
        }
    })
}

/// When a side's army repairs vehicles: "from 1 July 1944 on"; nothing where the chart does not know it.
pub fn repairs_when(campaign: &Campaign, side: Side) -> Option<String> {
    let date = |date: Date| format!("{} {}", date.day_and_month(), date.year);
    let nation = campaign.side(side).nation;
    let rows = campaign.charts.repair.nations.iter().filter(|row| row.nation == nation);
    let spans = rows.map(|row| match (row.from, row.until) {
        (Some(from), Some(until)) => format!("from {} to {}", date(from), date(until)),
        (Some(from), None) => format!("from {} on", date(from)),
        (None, Some(until)) => format!("until {}", date(until)),
        (None, None) => "always".into(),
    });
    let spans: Vec<String> = spans.collect();
    (!spans.is_empty()).then(|| spans.join(" and "))
}

/// [BF-2.1.1.2-3] The wreck lies on the own side of the own line; in an own pocket only when the option allows it.
///
/// Interpretation: what lies in an enemy pocket is not within the own line, as for removal. [BF-R15]
fn lies_within_the_line(state: &State, side: Side, wreck: &Wreck, why: &mut Reasons) -> Checked {
    let rule = RuleId("BF-2.1.1.2-3");
    match ground(state, side, wreck.at) {
        Ground::OwnLine => Ok(()),
        Ground::OwnPocket if state.options().repair_in_pocket => Ok(()),
        Ground::OwnPocket => why.refuse(rule, "location", || {
            format!("{} lies in a pocket of yours; there is no repair there.", wreck.id)
        }),
        Ground::EnemyPocket => {
            why.refuse(rule, "location", || format!("{} lies in a pocket of the enemy.", wreck.id))
        }
        Ground::Beyond => why.refuse(rule, "location", || format!("{} lies beyond your line.", wreck.id)),
    }
}

/// [BF-2.1.1.2-10] One try a night, or one in the campaign; after a failure the vehicle lies there for another night. [BF-R14]
fn not_tried(state: &State, side: Side, wreck: &Wreck, why: &mut Reasons) -> Checked {
    let rule = RuleId("BF-2.1.1.2-1");
    let Some((_, stand)) = state.side(side).stand(wreck.stand) else { return Ok(()) };
    why.unless(!stand.tried_tonight, rule, "dup", || format!("{} has been tried this night.", wreck.id))?;
    why.unless(!state.options().repair_once || stand.repair_tries == 0, rule, "dup", || {
        format!("{} has been tried before; this campaign allows one try.", wreck.id)
    })?;
    Ok(())
}

/// [BF-2.1.1.2-8] Repaired wrecks of both sides leave the map together when the step closes. [BF-R18]
///
/// [BF-2.1.1.2-9] So does one whose formation has been withdrawn; on the roster it is gone with its formation.
pub(crate) fn clear_the_map(cx: &mut Cx<'_>) -> Adjudged {
    let state = cx.state();
    let repaired = |wreck: &&Wreck| {
        let owner = state.campaign().side_of(wreck.side);
        let stand = owner.and_then(|side| state.side(side).stand(wreck.stand));
        stand.is_some_and(|(_, stand)| stand.state == StandState::Here)
    };
    let vanished = state.facts.wrecks.iter().filter(repaired).map(|wreck| wreck.id).collect();
    cx.record(RepairsEnded { vanished })
}

/// A side tried to repair a wreck.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RepairTried {
    /// The side.
    pub side: Side,
    /// The wreck.
    pub vehicle: WreckId,
    /// Purchase points spent.
    pub cpp: i32,
    /// What came of it.
    pub outcome: Repair,
}

impl SectionEvent<State, Campaign> for RepairTried {
    fn audience(&self) -> Audience {
        self.side.only()
    }
    fn fold(&self, state: &mut State) {
        let Self { cpp, .. } = self;
        let Some(stand) =
            state.facts.wrecks.iter().find(|wreck| wreck.id == self.vehicle).map(|wreck| wreck.stand)
        else {
            return;
        };
        let facts = state.facts.side_mut(self.side);
        facts.cpp -= cpp;
        if let Some(stand) = facts.stand_mut(stand) {
            stand.repair_tries = stand.repair_tries.saturating_add(1);
            stand.tried_tonight = true;
            // [BF-2.1.1.3.1-4]
            if self.outcome == Repair::Repaired {
                stand.state = StandState::Here;
                stand.status = Status::Normal;
            }
        }
    }
    fn narrate(&self, _: &Campaign) -> Text {
        let Self { vehicle, .. } = self;
        let came = if self.outcome == Repair::Repaired { "repaired" } else { "no effect" };
        by(self.side)
            .say(format!(" tried to repair the wreck {vehicle}{}: {came}.", spent(self.cpp)))
            .rule(RuleId("BF-2.1.1.2-6"))
    }
}

/// The repairs of the night ended; repaired wrecks left the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RepairsEnded {
    /// The wrecks that left.
    pub vanished: Vec<WreckId>,
}

impl SectionEvent<State, Campaign> for RepairsEnded {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        let Self { vanished } = self;
        state.facts.wrecks.retain(|wreck| !vanished.contains(&wreck.id));
        let stands = state.facts.sides.iter_mut().flat_map(|side| &mut side.elements);
        for stand in stands.flat_map(|element| &mut element.stands) {
            stand.tried_tonight = false;
            if stand.state == StandState::Here {
                stand.repair_tries = 0;
            }
        }
    }
    fn narrate(&self, _: &Campaign) -> Text {
        if self.vanished.is_empty() {
            return Text::new("The repairs ended. No wreck left the map.");
        }
        let wrecks = if self.vanished.len() == 1 { "the wreck" } else { "the wrecks" };
        Text::new(format!("The repairs ended: {wrecks} {} left the map.", ids(&self.vanished)))
            .rule(RuleId("BF-2.1.1.2-8"))
    }
}
