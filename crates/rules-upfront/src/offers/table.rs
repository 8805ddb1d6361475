//! What is noted and announced while the battle is on the table.

use kernel::grammar::holds;

use super::has_room;
use crate::command::{Command, Holds, Leading, Played, Pursuit, Withdrawal, WonBy};
use crate::report::{Deed, Infiltration, Means, Noted, Wreck};
use crate::rules::s42_43_tally::{as_noted, may_note};
use crate::state::State;
use crate::words::{AuxKind, GroupId, ManId, Out, PlaceKind, Rank, Side, VehicleId};

/// Letters for groups.
const GROUPS: [&str; 6] = ["A", "B", "C", "D", "E", "F"];

pub(super) fn noted_men(state: &State, side: Side) -> Vec<ManId> {
    let mut men: Vec<ManId> = state.side(side).note.iter().map(|note| note.man).collect();
    men.sort();
    men.dedup();
    men
}

/// The things a tally page offers for a man.
pub fn notable(state: &State, side: Side) -> Vec<Noted> {
    let mut things = vec![
        Noted::Deed(Deed::Hero { hero: 1 }),
        Noted::Deed(Deed::CcKill { cc_kill: 1 }),
        Noted::Deed(Deed::GunInCc { ig_cc: 1 }),
        Noted::Deed(Deed::DemoCharge { demo_charge_men: 3 }),
    ];
    for hit in 1..=5 {
        let infiltration = Infiltration { unpinned_before: hit, removed_or_pinned: 1 };
        things.push(Noted::Deed(Deed::Infiltration { infiltration }));
    }
    for afv in enemy_vehicles(state, side) {
        for means in Means::ALL {
            for result in Wreck::ALL {
                let deed = Deed::Vehicle { afv, means: *means, result: *result, weapon: None };
                things.push(Noted::Deed(deed));
            }
        }
    }
    things.extend([Noted::Pinned { pinned: true }, Noted::Pinned { pinned: false }]);
    things.extend([Noted::Wounded { wounded: true }, Noted::Wounded { wounded: false }]);
    things.extend(Out::ALL.iter().map(|out| Noted::Out { out: *out }));
    things
}

/// Ids for the vehicles of the other side, in the scenario's order: `afv-1`, `afv-2`.
pub fn enemy_vehicles(state: &State, side: Side) -> Vec<VehicleId> {
    let Some(scenario) = state.scenario() else { return Vec::new() };
    let vehicles = scenario.aux[state.part(side.enemy())].iter().filter(|aux| aux.kind == AuxKind::Vehicle);
    vehicles.enumerate().filter_map(|(n, _)| format!("afv-{}", n + 1).parse().ok()).collect()
}

pub(super) fn notes(state: &State, side: Side) -> Vec<Command> {
    let men: Vec<ManId> = state.side(side).force.iter().flat_map(|force| force.men()).collect();
    let things = notable(state, side);
    let may = |man: ManId, what: Noted| holds(|why| may_note(state, side.seat(), man, what, why));
    let mut commands = Vec::new();
    for man in men.into_iter().filter(|man| has_room(state, side.seat(), side, *man)) {
        let possible = things.iter().filter(|what| may(man, **what));
        commands.extend(possible.map(|what| Command::Note { man, what: *what }));
    }
    commands
}

pub(super) fn own_groups(state: &State, side: Side) -> impl Iterator<Item = GroupId> + '_ {
    state.facts.group.iter().filter(move |group| group.side == side && !group.gone).map(|group| group.id)
}

/// The letters that no withdrawing group of the side bears.
pub fn free_groups(state: &State, side: Side) -> impl Iterator<Item = GroupId> + '_ {
    let used =
        move |id: &GroupId| state.facts.group.iter().any(|group| group.side == side && group.id == *id);
    GROUPS.iter().filter_map(|letter| letter.parse().ok()).filter(move |id| !used(id))
}

/// A lawful withdrawal of these men.
pub fn withdrawal(group: GroupId, men: Vec<ManId>) -> Withdrawal {
    let (card, encircled, can_move) = (Played::RedRetreat, Holds::No, Holds::Yes);
    Withdrawal { group, men, range: 0, card, encircled, can_move }
}

/// Who could lead a pursuit, and as what.
pub fn pursuit_leaders(state: &State, side: Side) -> Vec<(ManId, Leading)> {
    let Some(force) = &state.side(side).force else { return Vec::new() };
    let mut leaders = Vec::new();
    for (kind, leading) in [(PlaceKind::Sl, Leading::Sl), (PlaceKind::Asl, Leading::AslInCommand)] {
        leaders.extend(force.leader(kind).map(|man| (man, leading)));
    }
    let commissars = force.men().filter(|man| {
        state.man(side, *man).is_some_and(|(now, card)| now.rank(card) == Rank::Comm)
            && !leaders.iter().any(|(leader, _)| leader == man)
    });
    let commissars: Vec<_> = commissars.map(|man| (man, Leading::Comm)).collect();
    leaders.extend(commissars);
    leaders.retain(|(man, _)| as_noted(state, side, *man).out == Out::InPlay);
    leaders
}

pub(super) fn pursuit(state: &State, side: Side, man: ManId, leading: Leading, drawn: u8) -> Command {
    let conceded = state.has_conceded(side.enemy());
    Command::Pursue(Pursuit {
        won_by: if conceded { WonBy::Withdrawal } else { WonBy::Conditions },
        draw_pile: 12,
        leader: Some(man),
        leading: Some(leading),
        pinned: Holds::No,
        drawn,
        targets: Vec::new(),
    })
}
