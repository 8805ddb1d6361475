//! Applies the drawing of the front after a battle: who parts, where the lines run, how units stand, who escapes.

use kernel::Id;

use crate::event::Event;
use crate::facts::{Pocket, Stand, Starts, Wreck};
use crate::measure::Point;
use crate::perimeter::Unit;
use crate::phase::Step;
use crate::rules::s2_1_2_4_2_status::pocket_id;
use crate::setup::charts::Escape;
use crate::state::State;
use crate::words::{Side, StandState, Status};

pub(super) fn apply(state: &mut State, event: &Event) {
    match event {
        Event::Disengaged { moves, .. } => moves.iter().for_each(|(unit, to)| put(state, *unit, *to)),
        Event::UnitMoved { unit, to, .. } => put(state, *unit, *to),
        Event::PerimeterDrawn { lines, behind, pockets, .. } => {
            for side in Side::BOTH {
                draw(state, side, &lines[side]);
                let stands = stands_of(state, side).filter(|stand| stand.place().is_some());
                stands.for_each(|stand| stands_as(stand, Status::Normal));
            }
            for (unit, status) in behind {
                change(state, *unit, |stand| stands_as(stand, *status));
            }
            state.facts.pockets.clone_from(pockets);
        }
        Event::StatusSet { unit, status, .. } => set_status(state, *unit, *status),
        Event::LineEdited { side, points, .. } => draw(state, *side, points),
        Event::EscapeChosen { side, stands } => {
            remain(state, *side, stands);
            state.facts.side_mut(*side).escapes.push(stands.clone());
            sort_escapes(state, *side);
        }
        Event::RemainChosen { side, stand } => {
            remain(state, *side, &[*stand]);
            sort_escapes(state, *side);
        }
        Event::EscapeTried { unit, outcome, wreck, .. } => escape(state, *unit, *outcome, *wreck),
        _ => {}
    }
}

/// What the opening of a step does to the map. At C5 nobody is hidden any longer [BF-R50]; at C6 improved
/// positions are forgotten [BF-R37]; the choices of C7 are over with it.
pub(super) fn step_opens(state: &mut State, step: Step) {
    for side in Side::BOTH {
        if step > Step::Escape {
            state.facts.side_mut(side).escapes.clear();
        }
        let stands = stands_of(state, side).filter(|stand| stand.place().is_some());
        for stand in stands {
            match step {
                Step::Disengage => stand.hidden = false,
                Step::Perimeter => stand.improved = false,
                _ => {}
            }
        }
    }
}

fn stands_of(state: &mut State, side: Side) -> impl Iterator<Item = &mut Stand> {
    state.facts.side_mut(side).elements.iter_mut().flat_map(|element| &mut element.stands)
}

fn change(state: &mut State, unit: Unit, change: impl FnOnce(&mut Stand)) {
    if let Some(stand) = state.facts.side_mut(unit.side).stand_mut(unit.id) {
        change(stand);
    }
}

fn put(state: &mut State, unit: Unit, to: Point) {
    let mut left = None;
    change(state, unit, |stand| {
        left = stand.at;
        stand.moved_from = stand.moved_from.or(stand.at).filter(|from| *from != to);
        stand.at = Some(to);
    });
    // A unit that was in a pocket is still in it; C6 draws pockets anew.
    let side = state.setup_of(unit.side).id;
    let pockets = state.facts.pockets.iter_mut().filter(|pocket| pocket.side == side);
    if let Some(place) = pockets.flat_map(|pocket| &mut pocket.units).find(|place| Some(**place) == left) {
        *place = to;
    }
}

fn draw(state: &mut State, side: Side, points: &[Point]) {
    let id = state.setup_of(side).id;
    if let Some(line) = state.facts.lines.iter_mut().find(|line| line.id == id) {
        line.points = points.to_vec();
    }
}

fn stands_as(stand: &mut Stand, status: Status) {
    stand.status = status;
    if status == Status::Normal {
        stand.starts = Starts::default();
    }
}

/// A unit that becomes Normal leaves its pocket; one that no longer is has a pocket of its own.
fn set_status(state: &mut State, unit: Unit, status: Status) {
    let Some(stand) = state.side(unit.side).stand(unit.id).map(|(_, stand)| stand) else { return };
    let (was, Some(at)) = (stand.status, stand.place()) else { return };
    change(state, unit, |stand| stands_as(stand, status));
    if status == Status::Normal {
        leave_pocket(state, unit.side, at);
    } else if was == Status::Normal {
        let side = state.setup_of(unit.side).id;
        let pockets = &mut state.facts.pockets;
        let is_free = |id: &Id| pockets.iter().all(|pocket| pocket.id != *id);
        let id = (1..).map(pocket_id).find(is_free).unwrap_or_default();
        pockets.push(Pocket { id, side, units: vec![at] });
    }
}

fn leave_pocket(state: &mut State, side: Side, at: Point) {
    let side = state.setup_of(side).id;
    let pockets = &mut state.facts.pockets;
    let of_unit = |pocket: &&mut Pocket| pocket.side == side && pocket.units.contains(&at);
    if let Some(pocket) = pockets.iter_mut().find(of_unit)
        && let Some(nth) = pocket.units.iter().position(|place| *place == at)
    {
        pocket.units.remove(nth);
    }
    pockets.retain(|pocket| !pocket.units.is_empty());
}

fn remain(state: &mut State, side: Side, stands: &[Id]) {
    let escapes = &mut state.facts.side_mut(side).escapes;
    escapes.iter_mut().for_each(|together| together.retain(|stand| !stands.contains(stand)));
    escapes.retain(|together| !together.is_empty());
}

/// In the order of the roster, whatever the order of choosing.
fn sort_escapes(state: &mut State, side: Side) {
    let facts = state.facts.side_mut(side);
    let order: Vec<Id> =
        facts.elements.iter().flat_map(|element| &element.stands).map(|stand| stand.id).collect();
    let rank = |together: &Vec<Id>| order.iter().position(|id| together.first() == Some(id));
    facts.escapes.sort_by_key(rank);
}

/// Who escapes rejoins its formation off the map [BF-2.1.2.4.3-5]; a class-A vehicle that is abandoned stays as a wreck
/// [BF-2.1.2.4.3-6]; all else is lost [BF-R39]. What is lost so is lost in the scenario just fought.
fn escape(state: &mut State, unit: Unit, outcome: Escape, wreck: Option<Id>) {
    let Some((element, stand)) = state.side(unit.side).stand(unit.id) else { return };
    let (element, kind, Some(at)) = (element.id, stand.kind, stand.place()) else { return };
    let in_minefield = stand.minefield.is_some();
    let is_afv = state.campaign().unit_type(kind).is_some_and(|kind| kind.afv);
    let latest = (state.facts.scenarios, state.facts.last_day_fought);
    leave_pocket(state, unit.side, at);
    change(state, unit, |stand| {
        stand.leave_the_map();
        stand.state = match (outcome, wreck) {
            (Escape::Escapes, _) => StandState::Here,
            (_, Some(_)) => StandState::Wreck,
            _ => StandState::Lost,
        };
    });
    if outcome != Escape::Escapes
        && let Some(element) = state.facts.side_mut(unit.side).element_mut(element)
    {
        element.losses = element.losses.saturating_add(1);
        let (scenario, day) = (&mut element.scenario, &mut element.day);
        for (record, latest) in [(scenario, latest.0), (day, latest.1)] {
            if record.number == latest && latest > 0 {
                record.losses = record.losses.saturating_add(1);
                record.afv_lost = record.afv_lost.saturating_add(u8::from(is_afv));
            }
        }
    }
    if let Some(id) = wreck {
        let side = state.setup_of(unit.side).id;
        let stand = unit.id;
        state.facts.wrecks.push(Wreck { id, side, element, stand, kind, at, abandoned: true, in_minefield });
    }
}
