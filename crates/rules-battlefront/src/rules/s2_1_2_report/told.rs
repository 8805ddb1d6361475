//! What a side's part of the result form says, in words: for its log, where each telling stands beside the one before.

use kernel::Id;
use kernel::grammar::counted_of;

use crate::ids::StandId;
use crate::report::{Combat, Report, Seen};
use crate::setup::Campaign;
use crate::view::prose::{listed, stands_words, type_name, unit_name};
use crate::words::Side;

/// Everything that a part says, by kind: "knocked out Able Company A-1-1; by fire of Able Company 2 enemy stands".
/// "nothing beyond what stands on the map" of one that names nothing.
pub(crate) fn words(campaign: &Campaign, side: Side, report: &Report) -> String {
    let mut parts = Vec::new();
    if let Some(turn) = report.turns {
        parts.push(format!("last turn {turn}"));
    }
    for (what, list) in [
        ("knocked out", &report.losses),
        ("abandoned", &report.abandoned),
        ("panicked off the map", &report.panicked),
        ("in an improved position", &report.improved),
        ("moved and back at its place", &report.moved),
        ("bogged", &report.bogged),
        ("immobile", &report.immobile),
    ] {
        if !list.is_empty() {
            parts.push(format!("{what} {}", units(campaign, side, list)));
        }
    }
    for place in report.places.iter() {
        let facing = place.facing.map_or_else(String::new, |facing| format!(", facing {facing}°"));
        parts.push(format!("{} at {}, {}{facing}", units(campaign, side, &place.units), place.x, place.y));
    }
    for exit in report.exited.iter() {
        parts.push(format!("left by the {} edge {}", exit.edge, units(campaign, side, &exit.units)));
    }
    for mined in report.mined.iter() {
        let field =
            mined.field.map_or_else(|| "a minefield".to_owned(), |field| format!("minefield {field}"));
        parts.push(format!("in {field} {}", units(campaign, side, &mined.units)));
    }
    for supply in report.ammunition.iter() {
        parts.push(format!("ammunition {} of {}", supply.state, units(campaign, side, &supply.units)));
    }
    parts.extend(report.combat.iter().filter_map(|combat| fought(campaign, side, combat)));
    parts.extend(named("in combat", campaign, side, &report.fought));
    parts.extend(named("fired", campaign, side, &report.fired));
    parts.extend(named("attacked from the air", campaign, side, &report.flew));
    for smoke in report.smoke.iter() {
        let n = counted_of(smoke.missions, "smoke mission", "smoke missions");
        parts.push(format!("{n} of {}", unit_name(campaign, side, smoke.module)));
    }
    for (what, list) in
        [("known to the enemy now", &report.revealed), ("fortifications gone", &report.destroyed)]
    {
        if !list.is_empty() {
            parts.push(format!("{what} {}", listed(list.iter())));
        }
    }
    parts.extend(report.enemy.iter().map(|seen| saw(campaign, seen)));
    if parts.is_empty() { "nothing beyond what stands on the map".into() } else { parts.join("; ") }
}

/// Stands by formation, whole formations by name.
fn units(campaign: &Campaign, side: Side, ids: &[Id]) -> String {
    let is_formation = |id: &Id| unit_name(campaign, side, *id) != id.as_str();
    let (formations, stands): (Vec<Id>, Vec<Id>) = ids.iter().copied().partition(is_formation);
    let stands: Vec<StandId> = stands.into_iter().map(StandId::from).collect();
    let names = formations.iter().map(|id| unit_name(campaign, side, *id));
    let stands = (!stands.is_empty()).then(|| stands_words(campaign, side, &stands));
    listed(names.chain(stands))
}

/// What formations, modules or flights are told to have done, if any are.
fn named<I: Into<Id> + Copy>(what: &str, campaign: &Campaign, side: Side, list: &[I]) -> Option<String> {
    let names = list.iter().map(|id| unit_name(campaign, side, *id));
    (!list.is_empty()).then(|| format!("{what} {}", listed(names)))
}

/// What a formation did; nothing of one that did nothing.
fn fought(campaign: &Campaign, side: Side, combat: &Combat) -> Option<String> {
    let counts: Vec<String> = [
        (combat.kills, "enemy stand by fire", "enemy stands by fire"),
        (combat.won, "close combat won", "close combats won"),
        (combat.lost, "close combat lost", "close combats lost"),
    ]
    .into_iter()
    .filter(|(n, ..)| *n > 0)
    .map(|(n, one, many)| counted_of(n, one, many))
    .collect();
    let name = unit_name(campaign, side, combat.me);
    (!counts.is_empty()).then(|| format!("{name}: {}", counts.join(", ")))
}

/// What was seen of an enemy type.
fn saw(campaign: &Campaign, seen: &Seen) -> String {
    let mut counts = vec![format!("{} knocked out", seen.lost)];
    counts.extend((seen.abandoned > 0).then(|| format!("{} abandoned", seen.abandoned)));
    counts.extend(seen.panicked.map(|n| format!("{n} panicked off")));
    let kind = campaign.unit_type(seen.kind).map_or(seen.kind.as_str(), |_| type_name(campaign, seen.kind));
    format!("saw of {kind} {}", counts.join(", "))
}

/// How many enemy stands a part tells to have fallen by fire and how many it tells of by type, where the fire took more: of
/// close combat, mines and bombardment nothing follows from the counts of formations. Nothing where no type is told.
pub(crate) fn more_by_fire_than_seen(report: &Report) -> Option<[i32; 2]> {
    let kills: i32 = report.combat.iter().map(|combat| combat.kills).fold(0, i32::saturating_add);
    let fell = |seen: &Seen| seen.lost.saturating_add(seen.abandoned);
    let seen: i32 = report.enemy.iter().map(fell).fold(0, i32::saturating_add);
    (!report.enemy.is_empty() && kills > seen).then_some([kills, seen])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(json: serde_json::Value) -> Report {
        serde_json::from_value(json).expect("a report")
    }

    #[test]
    fn fire_that_took_more_than_was_seen_is_pointed_out_and_nothing_else() {
        let of = |kills: i32, lost: i32, abandoned: i32| {
            told(serde_json::json!({
                "combat": [{ "me": "A-1", "kills": kills }],
                "enemy": [{ "type": "tank", "lost": lost, "abandoned": abandoned }],
            }))
        };
        assert_eq!(more_by_fire_than_seen(&of(3, 1, 1)), Some([3, 2]));
        assert_eq!(more_by_fire_than_seen(&of(2, 1, 1)), None);
        assert_eq!(more_by_fire_than_seen(&of(0, 4, 0)), None, "close combat takes stands too");
        let untold = told(serde_json::json!({ "combat": [{ "me": "A-1", "kills": 3 }] }));
        assert_eq!(more_by_fire_than_seen(&untold), None, "no type is told");
    }
}
