//! A side's forces as an opponent could believe in them.

use kernel::system::Pick;

use crate::facts::{CombatRecord, Element, SealedPosture, SideFacts, Stand, add};
use crate::ids::{LevelId, UnitTypeId};
use crate::phase::{Step, has_overnight_repair};
use crate::rules::s2_1_1_1_d_historical_modifiers::historical;
use crate::rules::s2_1_1_8_deploy::{has_set_up, is_seen};
use crate::setup::SideSetup;
use crate::setup::charts::Gain;
use crate::state::{State, join, next_purchase, opening_side};
use crate::words::{Class, Origin, Posture, Side, StandState, Status};

/// A side's facts from the set-up, the calendar, and what is public of it.
pub(super) fn believed(state: &State, side: Side, pick: Pick<'_>) -> SideFacts {
    let setup = state.setup_of(side);
    let mut facts = opening_side(setup);
    (facts.closed, facts.no_part) = (state.side(side).closed, state.side(side).no_part);
    facts.posture = posture(state, side, pick);
    arrivals(state, setup, &mut facts);
    in_sight(state, side, &mut facts);
    if !state.is_first_slot() {
        past_purchases(setup, &mut facts, pick);
    }
    let numbers_rolled = !state.is_first_slot() || state.step() > Step::Purchases;
    for module in &mut facts.modules {
        module.smoke = numbers_rolled.then(|| 1 + pick(3) as u8);
    }
    facts.flights.clear();
    if state.facts.scenarios > 0 {
        for element in &mut facts.elements {
            combat(state, element, facts.closed, pick);
        }
    }
    facts.carried = pick(25) as i32;
    facts.income = income(state, side, facts.posture, facts.closed, pick);
    facts.cpp = facts.carried + facts.income.unwrap_or(0);
    facts.fpp = pick(10) as i32;
    facts
}

/// What is sealed stays sealed: only the digest is known, once both are public.
fn posture(state: &State, side: Side, pick: Pick<'_>) -> Option<SealedPosture> {
    let truth = state.side(side).posture?;
    let step = state.step();
    let revealed = step.is_battle() || matches!(step, Step::OvernightRepair | Step::OvernightWithdrawal);
    if revealed || state.facts.attacker.is_some() {
        return Some(truth);
    }
    let choice = if pick(2) == 0 { Posture::Attack } else { Posture::Defend };
    let digest = if state.step() == Step::Posture { Default::default() } else { truth.digest };
    Some(SealedPosture { choice, nonce: Default::default(), digest })
}

fn arrivals(state: &State, setup: &SideSetup, facts: &mut SideFacts) {
    let today = state.facts.day - 1;
    let has_opened = state.facts.slot > 1 || state.step() >= Step::Roster;
    for entry in &setup.scheduled {
        let Some(group) = setup.group(entry.group) else { continue };
        if entry.day < today || (entry.day == today && has_opened) {
            entry.ids().for_each(|id| join(facts, group, id, Origin::Scheduled, entry.day + 1));
        }
    }
}

/// What the enemy sees on the map is there: formations of which a stand is in sight.
fn in_sight(state: &State, side: Side, facts: &mut SideFacts) {
    let seen = |element: &Element| element.stands.iter().any(|stand| is_seen(state, side, stand));
    let mut in_sight: Vec<&Element> = state.side(side).elements.iter().filter(|of| seen(of)).collect();
    // The order of the roster is nobody's to know.
    in_sight.sort_unstable_by_key(|element| element.id);
    for truth in in_sight {
        for stand in truth.stands.iter().filter(|stand| is_seen(state, side, stand)) {
            let others = facts.elements.iter_mut().filter(|element| element.id != truth.id);
            others.for_each(|element| element.stands.retain(|known| known.id != stand.id));
        }
        if facts.element(truth.id).is_none() {
            if let Some(group) = truth.group.filter(|_| truth.origin == Origin::Bought) {
                add(&mut facts.bought, group, 1);
            }
            let group = truth.group.and_then(|group| state.setup_of(side).group(group));
            let discipline = group.map_or(state.campaign().charts.ladder[0], |group| group.discipline);
            let (id, group, class, origin) = (truth.id, truth.group, truth.class, truth.origin);
            let one = Element { full_strength: 1, baseline: 1, ..Element::default() };
            facts.elements.push(Element { id, group, class, discipline, origin, ..one });
        }
        let Some(element) = facts.element_mut(truth.id) else { continue };
        for stand in truth.stands.iter().filter(|stand| is_seen(state, side, stand)) {
            let (id, kind, at, facing) = (stand.id, stand.kind, stand.at, stand.facing);
            let believed = Stand { id, kind, at, facing, ..Stand::default() };
            match element.stands.iter_mut().find(|known| known.id == stand.id) {
                Some(known) => *known = believed,
                None => element.stands.push(believed),
            }
        }
    }
    facts.elements.retain(|element| !element.stands.is_empty());
}

/// What stands in sight of the enemy is what does in truth, wherever the belief would have set it up. Once the map is
/// cleared nothing does but pockets.
pub(super) fn as_seen(state: &State, world: &mut State, side: Side) {
    if !has_set_up(state, side) {
        return;
    }
    let cleared = state.step() >= Step::ClearMap;
    for element in &mut world.facts.side_mut(side).elements {
        for stand in element.stands.iter_mut().filter(|stand| stand.status == Status::Normal) {
            let truth = state.side(side).stand(stand.id).map(|(_, truth)| truth);
            if let Some(truth) = truth.filter(|truth| is_seen(state, side, truth)) {
                (stand.at, stand.facing, stand.hidden) = (truth.at, truth.facing, false);
            } else if !stand.hidden || cleared {
                (stand.at, stand.facing, stand.hidden) = (None, None, false);
            }
        }
    }
}

/// A few groups bought in earlier slots.
fn past_purchases(setup: &SideSetup, facts: &mut SideFacts, pick: Pick<'_>) {
    if setup.groups.is_empty() {
        return;
    }
    for _ in 0..pick(4) {
        let group = &setup.groups[pick(setup.groups.len() as u64) as usize];
        let counted = setup.given(group.id) + crate::facts::count(&facts.bought, group.id);
        if counted >= group.max_campaign {
            continue;
        }
        let purchase = next_purchase(setup, facts, group.id);
        add(&mut facts.bought, group.id, 1);
        join(facts, group, purchase.into(), Origin::Bought, 0);
    }
}

/// Losses and what a formation did, so that its rolls of the present step can be owed or made.
fn combat(state: &State, element: &mut Element, closed: bool, pick: Pick<'_>) {
    for _ in 0..pick(4) {
        let at = pick(element.stands.len().max(1) as u64) as usize;
        let spare = element.strength() > 1;
        if let Some(stand) = element.stands.get_mut(at).filter(|stand| spare && stand.at.is_none()) {
            stand.state = StandState::Lost;
        }
    }
    let levels = &state.campaign().charts;
    element.discipline = match pick(10) {
        0 => levels.better(element.discipline),
        1 => levels.worse(element.discipline),
        _ => element.discipline,
    };
    if pick(3) == 0 {
        return;
    }
    let step = state.step();
    let lost = element.full_strength.saturating_sub(element.strength());
    element.losses = lost;
    // The rolls for a battle that is cleaned up after are those of this night and of the next refit.
    let withdraws = if state.is_after_battle() { Step::OvernightWithdrawal } else { Step::Roster };
    let made = |of: bool, after: bool, pick: Pick<'_>| if of { closed || pick(2) == 0 } else { after };
    let (past, fresh) = (step > withdraws, state.is_after_battle());
    let withdrawn = past && (!fresh || has_overnight_repair(state));
    let record = CombatRecord {
        fought: true,
        baseline: element.full_strength,
        losses: lost,
        panicked: pick(2) as u8,
        kills: pick(4) as u8,
        won: pick(2) as u8,
        lost: pick(2) as u8,
        afv_lost: if element.class == Class::Armour { lost.min(200) as u8 } else { 0 },
        discipline_settled: false,
        discipline_rolled: made(step == Step::Roster, past && !fresh, pick),
        withdrawal_rolled: made(step.is_withdrawal(), withdrawn, pick),
        number: 0,
    };
    element.scenario = CombatRecord { number: state.facts.scenarios, ..record };
    element.day = CombatRecord { number: state.facts.last_day_fought, ..record };
}

/// The gain of this slot's roll, thrown on the chart with what is believed of the posture.
fn income(
    state: &State,
    side: Side,
    posture: Option<SealedPosture>,
    closed: bool,
    pick: Pick<'_>,
) -> Option<i32> {
    let step = state.step();
    let refit = !state.is_first_slot() || state.options().initial_refit;
    let rolled = match step {
        Step::Opening | Step::Posture | Step::Victory | Step::Over => false,
        Step::PurchasePoints => closed,
        _ => refit,
    };
    if !rolled {
        return None;
    }
    let drm = historical(state, side)?;
    let attacks = posture.is_some_and(|sealed| sealed.choice == Posture::Attack);
    let night = attacks && state.slot_kind() == crate::words::SlotKind::Night;
    let penalty = if night { state.options().night_penalty } else { 0 };
    let chart = state.campaign().charts.purchase_points(state.slot_kind());
    let die = 1 + pick(10) as i32;
    let Gain(gain) = chart.rows()[chart.row_of(die + drm + penalty)].result;
    Some(gain)
}

/// Each wreck that lies on the map is some vehicle of the believed roster; if none is left, of a formation made for it.
pub(super) fn wrecks(world: &mut State, side: Side) {
    let own = world.setup_of(side).id;
    let ladder = world.campaign().charts.ladder.clone();
    for at in 0..world.facts.wrecks.len() {
        let wreck = world.facts.wrecks[at];
        if wreck.side != own {
            continue;
        }
        let facts = world.facts.side_mut(side);
        let found = facts.elements.iter_mut().find_map(|element| {
            let id = element.id;
            let of_kind = |stand: &&mut Stand| {
                stand.kind == wreck.kind && stand.state == StandState::Here && stand.at.is_none()
            };
            let stand = element.stands.iter_mut().find(of_kind)?;
            element.losses += 1;
            Some((id, stand))
        });
        let (element, stand) = match found {
            Some((element, stand)) => {
                stand.state = StandState::Wreck;
                (element, stand.id)
            }
            None => {
                let made = lost_formation(at, wreck.kind, ladder[0]);
                let ids = (made.id, made.stands[0].id);
                facts.elements.push(made);
                ids
            }
        };
        (world.facts.wrecks[at].element, world.facts.wrecks[at].stand) = (element, stand);
    }
}

pub(super) fn lost_formation(n: usize, kind: UnitTypeId, discipline: LevelId) -> Element {
    let id = format!("believed.{n}").parse().unwrap_or_default();
    let stand = Stand {
        id: crate::setup::forces::stand_id(id, 1),
        kind,
        state: StandState::Wreck,
        ..Stand::default()
    };
    Element {
        id,
        class: Class::Armour,
        discipline,
        full_strength: 1,
        baseline: 1,
        losses: 1,
        stands: vec![stand],
        ..Element::default()
    }
}

/// Each place held in a pocket is held by some stand of the believed roster.
pub(super) fn pockets(world: &mut State, side: Side, pick: Pick<'_>) {
    let own = world.setup_of(side).id;
    let pockets = world.facts.pockets.iter().filter(|pocket| pocket.side == own);
    let places: Vec<_> = pockets.flat_map(|pocket| pocket.units.iter().copied()).collect();
    let (step, closed) = (world.step(), world.side(side).closed);
    let made = step > Step::Roster || (step == Step::Roster && closed);
    let facts = world.facts.side_mut(side);
    let free = |stand: &&mut Stand| stand.state == StandState::Here && stand.at.is_none();
    let stands = facts.elements.iter_mut().flat_map(|element| &mut element.stands).filter(free);
    for (stand, at) in stands.zip(places) {
        stand.status = if pick(2) == 0 { Status::Isolated } else { Status::CutOff };
        stand.at = Some(at);
        stand.start_rolled = made;
    }
}
