//! What can be done in S5, C2 and C3, and about the length of a battle before it.

use std::ops::ControlFlow;

use kernel::Id;

use super::Template;
use super::walk::{RULED, STEPS, places};
use crate::command::Command;
use crate::facts::Element;
use crate::ids::{DifferenceId, FlightId, ModuleId, UnitTypeId, WorkId};
use crate::measure::Point;
use crate::phase::Step;
use crate::report::{Combat, Count, Counts, Exit, List, Mined, Place, Report, Supply, What};
use crate::rules::s2_1_1_3_3_1_shots as shots;
use crate::rules::s2_1_1_8_deploy::is_seen;
use crate::rules::s2_1_2_2_mines::in_minefields;
use crate::rules::s2_1_2_3_bogged::owed;
use crate::rules::s2_1_2_report::taking_part;
use crate::rules::s2_1_2_resolution::{most_turns, present_turn, rolls};
use crate::state::State;
use crate::words::{Ammunition, BogOutcome, Edge, FirePhase, MineOutcome, Side};

/// What a side could do in these steps.
pub(super) fn of_side(state: &State, side: Side, offer: &mut dyn FnMut(Template)) {
    let facts = state.side(side);
    match state.step() {
        // A length is wanted at any time before the battle.
        step if (Step::Posture..=Step::AttackerSetsUp).contains(&step) => offer(Template::AgreeLength),
        Step::Battle => {
            on_record(offer);
            offer(Template::AgreeEnd);
            shots::on_record(state, side).for_each(|(_, stand)| offer(Template::Fire(stand.id)));
            facts.modules.iter().for_each(|module| offer(Template::Smoke(module.id)));
            offer(Template::Report);
            offer(Template::Counts);
            for field in open(state) {
                offer(Template::MineStands(field));
                offer(Template::TheirsIsRight(field));
            }
        }
        Step::Minefields => {
            in_minefields(state, side).for_each(|stand| offer(Template::MineResult(stand.id)));
        }
        Step::Bogged => owed(state, side).for_each(|stand| offer(Template::BogResult(stand.id))),
        _ => {}
    }
}

/// The differences between the reports that are not settled.
pub(super) fn open(state: &State) -> impl Iterator<Item = DifferenceId> + '_ {
    let differences = state.facts.battle.differences.iter();
    differences.filter(|difference| difference.settled.is_none()).map(|difference| difference.id)
}

/// What the umpire and both sides can do about the turn record.
pub(super) fn on_record(offer: &mut dyn FnMut(Template)) {
    offer(Template::NextTurn);
    offer(Template::TurnEndRoll);
}

/// Visits the commands of a template that could be lawful.
pub(super) fn each(
    state: &State,
    side: Option<Side>,
    template: &Template,
    one: &mut dyn FnMut(Command) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let now = present_turn(state);
    match *template {
        Template::AgreeLength => {
            let own = side.map(|side| state.side(side).id);
            let others = state.facts.battle.lengths.iter().filter(|wish| Some(wish.id) != own);
            for wish in others {
                let (turns, first_roll) =
                    (wish.length.turns.map(i32::from), wish.length.first_roll.map(i32::from));
                one(Command::AgreeLength { turns, first_roll })?;
            }
            one(Command::AgreeLength { turns: Some(8), first_roll: None })?;
            one(Command::AgreeLength { turns: None, first_roll: Some(6) })
        }
        Template::NextTurn => {
            (i32::from(now) + 1..=i32::from(most_turns(state))).try_for_each(|t| one(Command::NextTurn { t }))
        }
        Template::TurnEndRoll => match rolls(state) {
            Some((first, _)) => one(Command::TurnEndRoll { t: i32::from(first.max(now + 1)) }),
            None => ControlFlow::Continue(()),
        },
        Template::AgreeEnd => one(Command::AgreeEnd),
        Template::Fire(stand) => {
            FirePhase::ALL.iter().try_for_each(|phase| one(Command::Fire { stand, phase: *phase }))
        }
        Template::Smoke(module) => {
            (1..=STEPS).try_for_each(|templates| one(Command::Smoke { module, templates }))
        }
        Template::Report => {
            let Some(side) = side else { return ControlFlow::Continue(()) };
            reports(state, side).into_iter().try_for_each(|report| one(Command::Report(Box::new(report))))
        }
        Template::Counts => {
            let Some(side) = side else { return ControlFlow::Continue(()) };
            counts(state, side).into_iter().try_for_each(|counts| one(Command::Counts(Box::new(counts))))
        }
        Template::MineStands(field) => one(Command::MineStands { field }),
        Template::TheirsIsRight(field) => one(Command::TheirsIsRight { field, stands: Vec::new() }),
        Template::Settle(field) => Side::BOTH.into_iter().try_for_each(|side| {
            one(Command::Settle { field, side: state.side(side).id, reason: RULED.into() })
        }),
        Template::MineResult(unit) => {
            let plain = |outcome| Command::MineResult { unit, outcome, x: None, y: None };
            MineOutcome::ALL.iter().try_for_each(|outcome| one(plain(*outcome)))?;
            let Some(Point { x, y }) = places(state).nth(STEPS as usize + 2) else {
                return ControlFlow::Continue(());
            };
            one(Command::MineResult { unit, outcome: MineOutcome::Out, x: Some(x), y: Some(y) })
        }
        Template::BogResult(unit) => {
            BogOutcome::ALL.iter().try_for_each(|outcome| one(Command::BogResult { unit, outcome: *outcome }))
        }
        _ => ControlFlow::Continue(()),
    }
}

/// Reports of every sort of end: nothing to tell, and for each formation that takes part one in which something has
/// become of its stands.
fn reports(state: &State, side: Side) -> Vec<Report> {
    let facts = state.side(side);
    let mut reports = vec![Report::default()];
    let spots: Vec<Point> = places(state).collect();
    for (n, element) in taking_part(state, side).enumerate() {
        let at = spots[(n * 5 + 3) % spots.len()];
        reports.extend(of_formation(element, at));
    }
    let chosen = |id: Id| facts.chosen.contains(&id);
    let modules = facts.modules.iter().map(|module| module.id);
    let flights = facts.flights.iter().map(|flight| flight.id);
    let fired: List<ModuleId> = modules.filter(|module| chosen((*module).into())).take(1).collect();
    let flew: List<FlightId> = flights.filter(|flight| chosen((*flight).into())).take(1).collect();
    let own = state.setup_of(side).id;
    let works = state.facts.works.iter().filter(|work| work.side == own);
    let revealed: List<WorkId> =
        works.clone().filter(|work| !work.known).map(|work| work.id).take(1).collect();
    let destroyed: List<WorkId> = works.filter(|work| work.known).map(|work| work.id).take(1).collect();
    reports.push(Report { fired, flew, revealed, destroyed, ..Report::default() });
    reports
}

/// Numbers of each formation that takes part, one sort after the other, and an enemy type seen to have fallen.
fn counts(state: &State, side: Side) -> Vec<Counts> {
    let of = |unit, kind, what, n| Count { unit, kind, what, n: Some(n) };
    let one = |counts: Vec<Count>| Counts { counts, ..Counts::default() };
    let mut told = vec![one(Vec::new())];
    for (element, what) in taking_part(state, side).zip(What::ALL.iter().take(7).cycle()) {
        told.push(one(vec![of(Some(element.id), None, *what, 1)]));
    }
    for seen in seen_types(state, side.enemy()).into_iter().take(2) {
        told.push(one(vec![of(None, Some(seen), What::EnemyKnockedOut, 1)]));
    }
    told
}

/// The types of a side's stands that its enemy sees on the table.
pub(crate) fn seen_types(state: &State, side: Side) -> Vec<UnitTypeId> {
    let stands = state.side(side).elements.iter().flat_map(|element| &element.stands);
    let mut kinds: Vec<UnitTypeId> =
        stands.filter(|stand| is_seen(state, side, stand)).map(|stand| stand.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

/// A formation that came away unhurt, and one that has met with everything that can happen to it.
fn of_formation(element: &Element, at: Point) -> [Report; 2] {
    let units: List<Id> = [element.id.into()].into_iter().collect();
    let place = Place { units, x: at.x, y: at.y, facing: Some(90) };
    let moved = Report {
        places: [place.clone()].into_iter().collect(),
        fought: [element.id].into_iter().collect(),
        ..Report::default()
    };
    let mut stands = element.living().map(|stand| stand.id.into());
    let mut next = || -> List<Id> { stands.next().into_iter().collect() };
    let losses = next();
    let panicked = next();
    let field = next();
    let bogged = next();
    let exits = next();
    let none = |units: &List<Id>| units.is_empty();
    let combat = Combat { me: element.id, kills: 2, won: 1, lost: 1 };
    let mined = Mined { units: field.clone(), field: None };
    let exit = Exit { units: exits.clone(), edge: Edge::North };
    let supply = Supply { units: bogged.clone(), state: Ammunition::Short };
    let worn = Report {
        places: [place].into_iter().collect(),
        losses,
        panicked,
        mined: [mined].into_iter().filter(|_| !none(&field)).collect(),
        bogged: bogged.clone(),
        improved: bogged.clone(),
        ammunition: [supply].into_iter().filter(|_| !none(&bogged)).collect(),
        exited: [exit].into_iter().filter(|_| !none(&exits)).collect(),
        combat: [combat].into_iter().collect(),
        ..Report::default()
    };
    [moved, worn]
}
