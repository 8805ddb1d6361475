//! Points, purchases and what they bring.

use kernel::Id;

use crate::event::Event;
use crate::facts::{Purchase, SideFacts, add};
use crate::rules::s2_1_1_4_reinforcements;
use crate::setup::charts::Number;
use crate::setup::forces::stand_id;
use crate::state::{State, join};
use crate::words::Origin;

/// Gives a purchase of this step, and what it brought, another id.
fn renumber(facts: &mut SideFacts, old: Id, new: Id) {
    for purchase in &mut facts.purchases {
        if purchase.id == old {
            purchase.id = new;
        }
        if purchase.module == Some(old) {
            purchase.module = Some(new);
        }
    }
    for element in facts.elements.iter_mut().filter(|element| element.id == old) {
        element.id = new;
        for (stand, n) in element.stands.iter_mut().zip(1..) {
            stand.id = stand_id(new, n);
        }
    }
    facts.modules.iter_mut().filter(|module| module.id == old).for_each(|module| module.id = new);
    facts.flights.iter_mut().filter(|flight| flight.id == old).for_each(|flight| flight.id = new);
}

pub(super) fn apply(state: &mut State, event: &Event) {
    let campaign = state.shared_campaign();
    let day = state.facts.day;
    match event {
        Event::PointsRolled { side, gain } => {
            let facts = state.facts.side_mut(*side);
            facts.cpp += gain;
            facts.income = Some(*gain);
        }
        Event::GroupBought { side, group, purchase, cpp, flies_on } => {
            let facts = state.facts.side_mut(*side);
            facts.cpp -= cpp;
            add(&mut facts.bought, *group, 1);
            let left = facts.cpp;
            facts.purchases.push(Purchase {
                id: *purchase,
                group: Some(*group),
                cpp: *cpp,
                left,
                ..Purchase::default()
            });
            let Some(group) = campaign.side(*side).group(*group) else { return };
            join(facts, group, *purchase, Origin::Bought, *flies_on);
            facts.fpp += group.fpp;
            if let (Some(days), Some(element)) =
                (s2_1_1_4_reinforcements::arrives_after(group), facts.elements.last_mut())
                && element.id == *purchase
            {
                element.available_from = day.saturating_add(days);
            }
        }
        Event::PreregBought { side, module, purchase, n, cpp } => {
            let facts = state.facts.side_mut(*side);
            facts.cpp -= cpp;
            facts.serial += 1;
            let (module, points, left) = (Some(*module), *n, facts.cpp);
            facts.purchases.push(Purchase {
                id: *purchase,
                module,
                points,
                cpp: *cpp,
                left,
                ..Purchase::default()
            });
            if let Some(bought_for) = facts.modules.iter_mut().find(|known| Some(known.id) == module) {
                bought_for.prereg += n;
            }
        }
        Event::TakenBack { side, purchase, later } => {
            let facts = state.facts.side_mut(*side);
            let Some(at) = facts.purchases.iter().position(|known| known.id == *purchase) else { return };
            let back = facts.purchases.remove(at);
            facts.cpp += back.cpp;
            facts.purchases[at..].iter_mut().for_each(|later| later.left += back.cpp);
            if let Some(module) = facts.modules.iter_mut().find(|module| Some(module.id) == back.module) {
                module.prereg = module.prereg.saturating_sub(back.points);
            }
            let Some(group) = back.group else { return };
            add(&mut facts.bought, group, -1);
            facts.elements.retain(|element| element.id != back.id);
            facts.modules.retain(|module| module.id != back.id);
            facts.flights.retain(|flight| flight.id != back.id);
            facts.fpp -= campaign.side(*side).group(group).map_or(0, |group| group.fpp);
            let mut free = *purchase;
            for id in later {
                renumber(facts, *id, free);
                free = *id;
            }
        }
        Event::NumberRolled { side, purchase, cpp, number: Number(number) } => {
            let facts = state.facts.side_mut(*side);
            facts.cpp -= cpp;
            if let Some(module) = facts.modules.iter_mut().find(|module| module.id == *purchase) {
                module.smoke = Some(*number);
            }
            if let Some(flight) = facts.flights.iter_mut().find(|flight| flight.id == *purchase) {
                flight.aircraft = Some(*number);
            }
            if let Some(at) = facts.purchases.iter().position(|known| known.id == *purchase) {
                (facts.purchases[at].rolled, facts.purchases[at].extra) = (true, *cpp);
                facts.purchases[at..].iter_mut().for_each(|later| later.left -= cpp);
            }
        }
        Event::WorksBought { side, kind, count, fpp } => {
            let facts = state.facts.side_mut(*side);
            facts.fpp -= fpp;
            for tally in [&mut facts.works_bought, &mut facts.works_in_hand, &mut facts.works_fresh] {
                add(tally, *kind, i32::from(*count));
            }
        }
        Event::WorkTakenBack { side, kind, fpp } => {
            let facts = state.facts.side_mut(*side);
            facts.fpp += fpp;
            for tally in [&mut facts.works_bought, &mut facts.works_in_hand, &mut facts.works_fresh] {
                add(tally, *kind, -1);
            }
        }
        _ => {}
    }
}
