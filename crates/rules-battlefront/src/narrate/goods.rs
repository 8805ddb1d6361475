//! Points, groups, artillery, aircraft, fortifications, told.

use kernel::view::Text;
use kernel::{Id, RuleId};

use super::{by, spent};
use crate::event::Event;
use crate::setup::Campaign;
use crate::setup::charts::Number;
use crate::view::prose::{
    counted, cpp_words, day_words, fpp_words, group_name, group_of, listed, unit_name, work_name,
};
use crate::words::{Class, Side};

/// "2 smoke missions" or "2 aircraft".
fn number_words(campaign: &Campaign, side: Side, item: Id, n: u8) -> String {
    let flies = group_of(campaign, side, item).is_some_and(|group| group.class == Class::Air);
    if flies { format!("{n} aircraft") } else { counted(n.into(), "smoke mission", "smoke missions") }
}

/// Points, groups, artillery, aircraft, fortifications.
pub(super) fn purchase(campaign: &Campaign, event: &Event) -> Option<Text> {
    let names = |side: Side, of: &[Id]| {
        listed(of.iter().map(|id| unit_name(campaign, side, *id)).collect::<Vec<_>>())
    };
    Some(match event {
        Event::PointsGranted { side, fpp } => {
            by(*side).say(format!(" was granted {}.", fpp_words(*fpp))).rule(RuleId("BF-2.1.1.5-2"))
        }
        Event::PointsRolled { side, gain } => {
            by(*side).say(format!(" gained {}.", cpp_words(*gain))).rule(RuleId("BF-2.1.1.1-1"))
        }
        Event::GroupBought { side, group, purchase, cpp, flies_on } => {
            let name = campaign.side(*side).group(*group).map_or(group.as_str(), group_name);
            let flies = match flies_on {
                0 => String::new(),
                day => format!(" It flies on {}.", day_words(campaign, *day)),
            };
            by(*side)
                .say(format!(" bought {name} ({purchase}) for {}.{flies}", cpp_words(*cpp)))
                .rule(RuleId("BF-2.1.1.4-4"))
        }
        Event::PreregBought { side, module, n, cpp, .. } => {
            let points = counted((*n).into(), "preregistered point", "preregistered points");
            let module = unit_name(campaign, *side, *module);
            by(*side)
                .say(format!(" bought {points} for {module}: {}.", cpp_words(*cpp)))
                .rule(RuleId("BF-2.1.1.4.4-2"))
        }
        Event::TakenBack { side, purchase, later } => {
            let told = by(*side)
                .say(format!(" took back a purchase: {}.", unit_name(campaign, *side, *purchase)))
                .rule(RuleId("HOUSE-TAKE-BACK"));
            let before = std::iter::once(purchase).chain(later);
            let closes_up = |(old, new): (&Id, &Id)| format!("what was {old} is {new} now");
            let closed: Vec<String> = later.iter().zip(before).map(closes_up).collect();
            if closed.is_empty() {
                told
            } else {
                told.say(format!(" The numbers close up: {}.", closed.join(", ")))
            }
        }
        Event::NumberRolled { side, purchase, cpp, number: Number(n) } => {
            let (name, number) =
                (unit_name(campaign, *side, *purchase), number_words(campaign, *side, *purchase, *n));
            by(*side)
                .say(format!(" rolled for {name}{}: {number}.", spent(*cpp)))
                .rule(RuleId("BF-2.1.1.4.4.N-1"))
        }
        Event::WorksBought { side, kind, count, fpp } => {
            let name = work_name(campaign, *side, *kind);
            by(*side)
                .say(format!(" bought {count} × {name} for {}.", fpp_words(*fpp)))
                .rule(RuleId("BF-2.1.1.5.2-1"))
        }
        Event::WorkTakenBack { side, kind, fpp } => {
            let name = work_name(campaign, *side, *kind);
            by(*side)
                .say(format!(" took back 1 × {name}: {} returned.", fpp_words(*fpp)))
                .rule(RuleId("HOUSE-TAKE-BACK"))
        }
        Event::FlightsLapsed { side, flights } => by(*side)
            .say(format!(": unused by the end of the day and lost: {}.", names(*side, flights)))
            .rule(RuleId("BF-2.1.1.4.2-2")),
        Event::ModulesSpent { side, modules } => by(*side)
            .say(format!(": fired today and left the roster: {}.", names(*side, modules)))
            .rule(RuleId("BF-2.1.1.4.3-4")),
        Event::PreregLapsed { side } => {
            by(*side).say(": the preregistered points lapsed with the day.").rule(RuleId("BF-2.1.1.4.4-4"))
        }
        _ => return None,
    })
}
