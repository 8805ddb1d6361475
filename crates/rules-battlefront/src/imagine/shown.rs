//! Stands on the map that everybody sees after a battle: no belief differs in them. [BF-R50]

use super::force::lost_formation;
use crate::facts::Stand;
use crate::ids::UnitTypeId;
use crate::perimeter::on_the_map;
use crate::phase::shows_stands;
use crate::state::State;
use crate::words::{Class, Side, StandState};

/// What everybody sees of a side's stands on the map; absent where they are not shown.
pub(super) fn of(state: &State, side: Side) -> Option<Vec<Stand>> {
    let own = on_the_map(state).filter(|standing| standing.unit.side == side);
    let seen = |stand: &Stand| Stand {
        id: stand.id,
        kind: stand.kind,
        status: stand.status,
        at: stand.at,
        facing: stand.facing,
        improved: stand.improved,
        unmoved: stand.unmoved,
        immobile: stand.immobile,
        moved_from: stand.moved_from,
        ..Stand::default()
    };
    shows_stands(state).then(|| {
        let mut shown: Vec<Stand> = own.map(|standing| seen(standing.stand)).collect();
        // The order of the roster is nobody's to know.
        shown.sort_unstable_by_key(|stand| stand.id);
        shown
    })
}

/// Puts these stands on the map, and no others of the side, into the believed roster.
pub(super) fn place(world: &mut State, side: Side, shown: &[Stand]) {
    let ladder = world.campaign().charts.ladder.clone();
    let class_of =
        |kind: UnitTypeId| world.campaign().unit_type(kind).map_or(Class::Infantry, |kind| kind.class);
    let classes: Vec<Class> = shown.iter().map(|stand| class_of(stand.kind)).collect();
    let facts = world.facts.side_mut(side);
    let stands = facts.elements.iter_mut().flat_map(|element| &mut element.stands);
    stands.filter(|stand| stand.at.is_some()).for_each(Stand::leave_the_map);
    for (n, (stand, class)) in shown.iter().zip(classes).enumerate() {
        if let Some(known) = facts.stand_mut(stand.id) {
            known.state = StandState::Here;
            let believed = known.clone();
            *known =
                Stand { ammunition: believed.ammunition, discipline: believed.discipline, ..stand.clone() };
            continue;
        }
        let mut made = lost_formation(n, stand.kind, ladder[0]);
        made.id = format!("believed.s{n}").parse().unwrap_or_default();
        made.class = if class.is_formation() { class } else { Class::Infantry };
        made.stands = vec![stand.clone()];
        facts.elements.push(made);
    }
}
