//! Points, purchases and what they bring.

use crate::event::Event;
use crate::facts::{Purchase, add};
use crate::rules::s2_1_1_4_reinforcements;
use crate::setup::charts::Number;
use crate::state::{State, join};
use crate::words::Origin;

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
        Event::TakenBack { side, purchase } => {
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
