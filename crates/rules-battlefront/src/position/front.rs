//! What the front after a battle leaves on stands, and who tries to escape.

use kernel::Faults;

use crate::facts::Stand;
use crate::ids::StandId;
use crate::perimeter::Unit;
use crate::phase::{Step, shows_stands};
use crate::rules::s2_1_2_4_3_escape::{behind, pocket_of};
use crate::state::State;
use crate::words::{Class, Side};

pub(super) fn stand(state: &State, stand: &Stand, path: &str, faults: &mut Faults) {
    let there = stand.place().is_some();
    let forgotten = shows_stands(state) && state.step() > Step::Disengage;
    faults.unless(!forgotten || !stand.improved, path, "BF-R37", || {
        "Improved positions are remembered until C5 is closed.".into()
    });
    faults.unless(!shows_stands(state) || !stand.hidden, path, "BF-R50", || {
        "From C5 on no stand is hidden.".into()
    });
    let moved = stand.moved_from;
    faults.unless(moved.is_none() || (shows_stands(state) && there), path, "BF-2.1.2.4.1-1", || {
        "moved_from is known of stands on the map, from C5 to C8.".into()
    });
    faults.unless(moved.is_none_or(|from| state.campaign().map.holds(from)), path, "BF-0-5", || {
        "moved_from is off the map.".into()
    });
    faults.unless(moved.is_none() || moved != stand.at, path, "BF-2.1.2.4.1-1", || {
        "A stand that C5 moved stands elsewhere than before.".into()
    });
}

/// Who tries to escape could have been chosen.
pub(super) fn escapes(state: &State, side: Side, path: &str, faults: &mut Faults) {
    let (escapes, path) = (&state.side(side).escapes, format!("{path}.escapes"));
    let rule = "BF-2.1.2.4.3-1";
    faults.unless(state.step() == Step::Escape || escapes.is_empty(), &path, rule, || {
        "Escapes are chosen in C7 only.".into()
    });
    let all: Vec<StandId> = escapes.iter().flatten().copied().collect();
    let twice = (1..all.len()).find(|n| all[..*n].contains(&all[*n]));
    faults.unless(twice.is_none(), &path, rule, || "A stand escapes once.".into());
    faults.unless(escapes.iter().all(|together| !together.is_empty()), &path, rule, || {
        "A die is for one stand or more.".into()
    });
    let known = all.iter().all(|stand| behind(state, side).any(|one| one.unit.id == *stand));
    faults.unless(known, &path, rule, || "Only stands that are isolated or cut off escape.".into());
    // As dice are thrown: neither by the names of stands nor by their places.
    let roster = state.side(side).elements.iter().flat_map(|element| &element.stands);
    let order: Vec<StandId> = roster.map(|stand| stand.id).collect();
    let rank = |stand: &StandId| order.iter().position(|id| id == stand);
    let sorted = escapes.iter().all(|together| together.is_sorted_by_key(rank))
        && escapes.is_sorted_by_key(|together| together.first().and_then(rank));
    faults.unless(sorted, &path, rule, || "Stands are named in the order of the roster.".into());
    let pocket = |stand: &StandId| pocket_of(state, Unit { id: *stand, side }).map(|pocket| pocket.id);
    let class = |stand: &StandId| {
        let kind = state.side(side).stand(*stand).map(|(_, stand)| stand.kind);
        kind.and_then(|kind| state.campaign().unit_type(kind)).map(|kind| kind.class)
    };
    for together in escapes.iter().filter(|together| together.len() > 1) {
        let one_pocket = together.iter().all(|stand| pocket(stand) == pocket(&together[0]));
        let transport = together.iter().all(|stand| class(stand) == Some(Class::Transport));
        faults.unless(one_pocket && transport, &path, "BF-2.1.2.4.3-2", || {
            "One die for all is for class-T units of one pocket.".into()
        });
    }
}
