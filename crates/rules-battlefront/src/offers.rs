//! What a seat could do now, as templates with a domain each.
//!
//! A domain is walked in a canonical order and every command of it is held against the rules themselves, so a command
//! is offered exactly when it would be accepted. Domains read only what the seat may know.

pub(crate) mod battle;
mod walk;

use std::ops::ControlFlow;

use kernel::system::Pick;
use kernel::{Id, Seat};

use crate::command::{Command, DisciplineSubject};
use crate::facts::count;
use crate::ids::{
    DifferenceId, FormationId, GroupId, ModuleId, OptionId, PocketId, StandId, WorkId, WorkTypeId, WreckId,
};
use crate::phase::Step;
use crate::rules::s2_1_1_5_1_removal::known_works;
use crate::rules::s2_1_2_4_3_escape::behind;
use crate::rules::s2_1_2_4_p_perimeter::REFEREED;
use crate::rules::s2_1_scenarios::all_at_once::STEPS;
use crate::rules::s2_1_scenarios::{OpenRoll, open_rolls};
use crate::setup::Options;
use crate::state::State;
use crate::words::{Side, Status};

pub(crate) use walk::each;

/// A group of like commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Template {
    /// Open the next slot.
    OpenSlot,
    /// Reveal the postures.
    Reveal,
    /// Attack or defend.
    ChoosePosture,
    /// Roll for purchase points.
    CppRoll,
    /// Try to repair this wreck, with a point or without.
    Repair(WreckId),
    /// Roll for the withdrawal of this formation.
    WithdrawRoll(FormationId),
    /// Make every roll that is open, with points or without, and close the step or not.
    RollAll,
    /// Roll for the discipline of this formation or stand.
    DisciplineRoll(DisciplineSubject),
    /// Combine this formation, as the one kept, with another.
    Combine(FormationId),
    /// Buy this group, one or more.
    Buy(GroupId),
    /// Take this purchase back.
    TakeBack(Id),
    /// Roll the number of this module or flight, with points or without.
    NumberRoll(Id),
    /// Buy preregistered points for this module.
    BuyPrereg(ModuleId),
    /// Try to remove this fortification.
    RemoveFort(WorkId),
    /// Try to destroy this wreck.
    DestroyWreck(WreckId),
    /// Try to move this wreck out of its defile.
    ClearDefile(WreckId),
    /// Buy this fortification, one or more.
    BuyFort(WorkTypeId),
    /// Choose forces for the scenario.
    ChooseForces,
    /// Deploy this formation, or turn this stand in its pocket.
    Deploy(Id),
    /// Take this formation off the map again.
    Lift(Id),
    /// Place a fortification of this type.
    PlaceFort(WorkTypeId),
    /// Take a fortification back in hand.
    LiftFort,
    /// Place a preregistered point of this module.
    PlacePrereg(ModuleId),
    /// Put a unit of this side elsewhere.
    MoveUnit(Side),
    /// Overrule how a unit of this side stands.
    SetStatus(Side),
    /// Draw this side's line otherwise.
    EditMlr(Side),
    /// Let this stand remain after all.
    Remain(StandId),
    /// Let this stand try to escape.
    Escape(StandId),
    /// Let the transport of this pocket try to escape with one die.
    EscapeGroup(PocketId),
    /// Throw for all that try to escape.
    ThrowEscapes,
    /// Want a length for the battle.
    AgreeLength,
    /// Note that a turn begins.
    NextTurn,
    /// Roll whether the battle ends.
    TurnEndRoll,
    /// Want the battle to end.
    AgreeEnd,
    /// Record a shot of this stand.
    Fire(StandId),
    /// Record a smoke mission of this module.
    Smoke(ModuleId),
    /// Tell how the battle ended for the own forces.
    Report,
    /// Tell it by number.
    Counts,
    /// Stand by the own figures where the reports differ.
    MineStands(DifferenceId),
    /// Take the other side's.
    TheirsIsRight(DifferenceId),
    /// Settle whose stand.
    Settle(DifferenceId),
    /// Enter what mines did to this stand.
    MineResult(StandId),
    /// Enter this stand's bog check.
    BogResult(StandId),
    /// Close the step.
    Done,
    /// Propose a change of this option.
    ProposeSetting(OptionId),
    /// Agree to the open proposal.
    Consent,
    /// Make the agreed change.
    ChangeSetting,
    /// Declare the result.
    DeclareVictory,
}

/// Appends the templates with at least one lawful command.
pub(crate) fn offers(state: &State, seat: Seat, into: &mut Vec<Template>) {
    let mut offer = |template: Template| {
        let mut any = false;
        each(state, seat, &template, &mut |_| {
            any = true;
            ControlFlow::Break(())
        });
        if any {
            into.push(template);
        }
    };
    match seat {
        Seat::Clock => {
            offer(Template::OpenSlot);
            offer(Template::Reveal);
            offer(Template::ThrowEscapes);
        }
        Seat::Umpire => {
            offer(Template::DeclareVictory);
            offer(Template::ChangeSetting);
            of_referee(state, &mut offer);
            if matches!(state.step(), Step::Opening | Step::Posture) {
                Options::KEYS
                    .iter()
                    .filter_map(|(key, _)| key.parse().ok())
                    .for_each(|key| offer(Template::ProposeSetting(key)));
            }
            if state.step() == Step::Battle {
                battle::on_record(&mut offer);
                battle::open(state).for_each(|field| offer(Template::Settle(field)));
            }
        }
        Seat::Side(_) => {
            if let Some(side) = Side::of(seat) {
                of_side(state, side, &mut offer);
            }
        }
        Seat::Spectator => {}
    }
}

/// What the umpire may overrule in C5 and C6. [BF-2.1.2.4.P-2]
fn of_referee(state: &State, offer: &mut dyn FnMut(Template)) {
    match state.step() {
        Step::Disengage => Side::BOTH.into_iter().for_each(|side| offer(Template::MoveUnit(side))),
        Step::Perimeter => {
            Side::BOTH.into_iter().for_each(|side| offer(Template::SetStatus(side)));
            Side::BOTH.into_iter().for_each(|side| offer(Template::EditMlr(side)));
        }
        _ => {}
    }
    if REFEREED.contains(&state.step()) {
        offer(Template::Done);
    }
}

fn of_side(state: &State, side: Side, offer: &mut dyn FnMut(Template)) {
    let (facts, setup) = (state.side(side), state.setup_of(side));
    if matches!(state.step(), Step::Opening | Step::Posture) {
        offer(Template::Consent);
    }
    match state.step() {
        Step::Posture => offer(Template::ChoosePosture),
        Step::PurchasePoints => offer(Template::CppRoll),
        Step::Repair | Step::OvernightRepair => {
            let own = state.facts.wrecks.iter().filter(|wreck| wreck.side == setup.id);
            own.for_each(|wreck| offer(Template::Repair(wreck.id)));
        }
        Step::Withdrawal | Step::OvernightWithdrawal => {
            facts.elements.iter().for_each(|element| offer(Template::WithdrawRoll(element.id)));
        }
        Step::Roster => {
            for roll in open_rolls(state, side) {
                match roll {
                    OpenRoll::Discipline(me) => offer(Template::DisciplineRoll(DisciplineSubject::Me(me))),
                    OpenRoll::StandDiscipline(stand) => {
                        offer(Template::DisciplineRoll(DisciplineSubject::Stand(stand)))
                    }
                    _ => {}
                }
            }
            facts.elements.iter().for_each(|element| offer(Template::Combine(element.id)));
        }
        Step::Purchases => {
            facts.modules.iter().for_each(|module| offer(Template::NumberRoll(module.id.into())));
            facts.flights.iter().for_each(|flight| offer(Template::NumberRoll(flight.id.into())));
            setup.groups.iter().for_each(|group| offer(Template::Buy(group.id)));
            facts.modules.iter().for_each(|module| offer(Template::BuyPrereg(module.id)));
            facts.purchases.iter().for_each(|purchase| offer(Template::TakeBack(purchase.id.into())));
        }
        Step::Removal => {
            known_works(state, side).for_each(|work| offer(Template::RemoveFort(work.id)));
            state.facts.wrecks.iter().for_each(|wreck| offer(Template::DestroyWreck(wreck.id)));
            state.facts.wrecks.iter().for_each(|wreck| offer(Template::ClearDefile(wreck.id)));
        }
        Step::Wrecks => state.facts.wrecks.iter().for_each(|wreck| offer(Template::ClearDefile(wreck.id))),
        Step::Fortification => {
            setup.works.iter().for_each(|work| offer(Template::BuyFort(work.id)));
            facts.works_fresh.iter().for_each(|work| offer(Template::TakeBack(work.id.into())));
        }
        Step::ChooseForces => offer(Template::ChooseForces),
        Step::DefenderSetsUp | Step::AttackerSetsUp => {
            facts.works_in_hand.iter().for_each(|work| offer(Template::PlaceFort(work.id)));
            // Before all is placed it would only put off the close.
            if facts.works_in_hand.is_empty() {
                offer(Template::LiftFort);
            }
            facts.chosen.iter().for_each(|unit| offer(Template::Deploy(*unit)));
            let stands = facts.elements.iter().flat_map(|element| &element.stands);
            let in_pockets = stands.filter(|stand| stand.status != Status::Normal);
            in_pockets.for_each(|stand| offer(Template::Deploy(stand.id.into())));
            facts.chosen.iter().for_each(|unit| offer(Template::Lift(*unit)));
            facts.modules.iter().for_each(|module| offer(Template::PlacePrereg(module.id)));
        }
        Step::Escape => {
            for standing in behind(state, side) {
                offer(Template::Remain(standing.unit.id));
                offer(Template::Escape(standing.unit.id));
            }
            let own = state.facts.pockets.iter().filter(|pocket| pocket.side == setup.id);
            own.for_each(|pocket| offer(Template::EscapeGroup(pocket.id)));
        }
        _ => {}
    }
    if STEPS.contains(&state.step()) {
        offer(Template::RollAll);
    }
    battle::of_side(state, side, offer);
    offer(Template::Done);
}

/// Options that take numbers have more values than are walked, a roster more choices, a map more places and lines, a
/// battle more ends, and a ruling more reasons.
pub(crate) fn is_capped(template: &Template) -> bool {
    matches!(
        template,
        Template::ProposeSetting(_)
            | Template::ChooseForces
            | Template::Deploy(_)
            | Template::PlaceFort(_)
            | Template::PlacePrereg(_)
            | Template::MoveUnit(_)
            | Template::SetStatus(_)
            | Template::EditMlr(_)
            | Template::EscapeGroup(_)
            | Template::AgreeLength
            | Template::Smoke(_)
            | Template::Report
            | Template::Counts
            | Template::Settle(_)
            | Template::MineResult(_)
    )
}

/// One lawful command of a template, each as likely as the others.
pub(crate) fn sample(state: &State, seat: Seat, template: &Template, pick: Pick<'_>) -> Command {
    let mut n: u64 = 0;
    each(state, seat, template, &mut |_| {
        n += 1;
        ControlFlow::Continue(())
    });
    let mut left = pick(n.max(1));
    let mut chosen = None;
    each(state, seat, template, &mut |command| {
        chosen = Some(command);
        if left == 0 {
            return ControlFlow::Break(());
        }
        left -= 1;
        ControlFlow::Continue(())
    });
    chosen.unwrap_or(Command::Done)
}

/// The most of a group that a side could buy at once now.
pub fn most_buyable(state: &State, side: Side, group: GroupId) -> i32 {
    last(state, side, &Template::Buy(group), |command| match command {
        Command::Buy { count, .. } => count,
        _ => 0,
    })
}

/// The most of a fortification that a side could buy at once now.
pub fn most_works(state: &State, side: Side, kind: WorkTypeId) -> i32 {
    last(state, side, &Template::BuyFort(kind), |command| match command {
        Command::BuyFort { count, .. } => count,
        _ => 0,
    })
}

/// How many of a fortification a side has bought in this step and could take back.
pub fn works_bought_now(state: &State, side: Side, kind: WorkTypeId) -> u16 {
    count(&state.side(side).works_fresh, kind)
}

fn last(state: &State, side: Side, template: &Template, n: impl Fn(Command) -> i32) -> i32 {
    let mut most = 0;
    each(state, Seat::Side(side.number()), template, &mut |command| {
        most = n(command);
        ControlFlow::Continue(())
    });
    most
}
