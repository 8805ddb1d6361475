//! What a seat could do now, as templates with a domain each.
//!
//! A domain is walked in a canonical order and every command of it is held against the rules themselves, so a command
//! is offered exactly when it would be accepted. Domains read only what the seat may know.

pub(crate) mod battle;

use std::ops::ControlFlow;

use kernel::system::Pick;
use kernel::{Acting, Id, Seat, is_lawful};

use crate::Battlefront;
use crate::command::{Command, DisciplineSubject};
use crate::facts::count;
use crate::ground::line;
use crate::measure::{Inches, Point};
use crate::perimeter::on_the_map;
use crate::phase::Step;
use crate::rules::s2_1_1_3_1_o_discipline::owed;
use crate::rules::s2_1_1_3_2_combining::{can_combine, command_stands};
use crate::rules::s2_1_1_4_4_preregistered_points as prereg;
use crate::rules::s2_1_1_5_1_removal::known_works;
use crate::rules::s2_1_1_7_choose_forces;
use crate::rules::s2_1_2_4_3_escape::{behind, pocket_of};
use crate::rules::s2_1_2_4_p_perimeter::{REFEREED, undrawable};
use crate::rules::s2_1_scenarios::{OpenRoll, open_rolls};
use crate::setup::Options;
use crate::state::State;
use crate::words::{Class, Posture, Side, Status};

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
    Repair(Id),
    /// Roll for the withdrawal of this formation.
    WithdrawRoll(Id),
    /// Roll for the discipline of this formation or stand.
    DisciplineRoll(DisciplineSubject),
    /// Combine this formation, as the one kept, with another.
    Combine(Id),
    /// Buy this group, one or more.
    Buy(Id),
    /// Take this purchase back.
    TakeBack(Id),
    /// Roll the number of this module or flight, with points or without.
    NumberRoll(Id),
    /// Buy preregistered points for this module.
    BuyPrereg(Id),
    /// Try to remove this fortification.
    RemoveFort(Id),
    /// Try to destroy this wreck.
    DestroyWreck(Id),
    /// Try to move this wreck out of its defile.
    ClearDefile(Id),
    /// Buy this fortification, one or more.
    BuyFort(Id),
    /// Choose forces for the scenario.
    ChooseForces,
    /// Deploy this formation, or turn this stand in its pocket.
    Deploy(Id),
    /// Take this formation off the map again.
    Lift(Id),
    /// Place a fortification of this type.
    PlaceFort(Id),
    /// Take a fortification back in hand.
    LiftFort,
    /// Place a preregistered point of this module.
    PlacePrereg(Id),
    /// Put a unit of this side elsewhere.
    MoveUnit(Side),
    /// Overrule how a unit of this side stands.
    SetStatus(Side),
    /// Draw this side's line otherwise.
    EditMlr(Side),
    /// Let this stand remain after all.
    Remain(Id),
    /// Let this stand try to escape.
    Escape(Id),
    /// Let the transport of this pocket try to escape with one die.
    EscapeGroup(Id),
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
    Fire(Id),
    /// Record a smoke mission of this module.
    Smoke(Id),
    /// Tell how the battle ended for the own forces.
    Report,
    /// Tell it by number.
    Counts,
    /// Stand by the own figures where the reports differ.
    MineStands(Id),
    /// Take the other side's.
    TheirsIsRight(Id),
    /// Settle whose stand.
    Settle(Id),
    /// Enter what mines did to this stand.
    MineResult(Id),
    /// Enter this stand's bog check.
    BogResult(Id),
    /// Close the step.
    Done,
    /// Propose a change of this option.
    ProposeSetting(Id),
    /// Agree to the open proposal.
    Consent,
    /// Make the agreed change.
    ChangeSetting,
    /// Declare the result.
    DeclareVictory,
}

/// The reason that a walked ruling gives.
const RULED: &str = "The umpire's ruling.";

/// The most of one kind that is walked in one command; no chart of the rules comes near it.
const MOST_AT_ONCE: i32 = 1000;

/// Into how many steps a map is divided for the places that are walked.
const STEPS: i32 = 6;

/// Every how many of these places one is walked for a unit that the umpire puts elsewhere.
const STRIDE: usize = 16;

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
                    .filter_map(|(key, _)| Id::new(key).ok())
                    .for_each(|key| offer(Template::ProposeSetting(key)));
            }
            if state.step() == Step::Battle {
                battle::on_record(&mut offer);
                battle::open(state).for_each(|field| offer(Template::Settle(field)));
            }
        }
        Seat::Side(side @ (0 | 1)) => of_side(state, Side(side), &mut offer),
        Seat::Side(_) | Seat::Spectator => {}
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
            facts.modules.iter().for_each(|module| offer(Template::NumberRoll(module.id)));
            facts.flights.iter().for_each(|flight| offer(Template::NumberRoll(flight.id)));
            setup.groups.iter().for_each(|group| offer(Template::Buy(group.id)));
            facts.modules.iter().for_each(|module| offer(Template::BuyPrereg(module.id)));
            facts.purchases.iter().for_each(|purchase| offer(Template::TakeBack(purchase.id)));
        }
        Step::Removal => {
            known_works(state, side).for_each(|work| offer(Template::RemoveFort(work.id)));
            state.facts.wrecks.iter().for_each(|wreck| offer(Template::DestroyWreck(wreck.id)));
            state.facts.wrecks.iter().for_each(|wreck| offer(Template::ClearDefile(wreck.id)));
        }
        Step::Wrecks => state.facts.wrecks.iter().for_each(|wreck| offer(Template::ClearDefile(wreck.id))),
        Step::Fortification => {
            setup.works.iter().for_each(|work| offer(Template::BuyFort(work.id)));
            facts.works_fresh.iter().for_each(|work| offer(Template::TakeBack(work.id)));
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
            in_pockets.for_each(|stand| offer(Template::Deploy(stand.id)));
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
    battle::of_side(state, side, offer);
    offer(Template::Done);
}

/// Visits the lawful commands of a template, in canonical order. Counts are walked up to 1000.
pub(crate) fn each(
    state: &State,
    seat: Seat,
    template: &Template,
    visit: &mut dyn FnMut(Command) -> ControlFlow<()>,
) {
    let lawful = |command: &Command| is_lawful::<Battlefront>(state, Acting::own(seat), command);
    let mut one =
        |command: Command| if lawful(&command) { visit(command) } else { ControlFlow::Continue(()) };
    let _ = match *template {
        Template::OpenSlot => one(Command::OpenSlot),
        Template::Reveal => one(Command::Reveal),
        Template::ChoosePosture => Posture::ALL.iter().try_for_each(|posture| {
            one(Command::ChoosePosture {
                posture: *posture,
                nonce: Default::default(),
                digest: Default::default(),
            })
        }),
        Template::CppRoll => one(Command::CppRoll),
        Template::Repair(vehicle) => (0..=1).try_for_each(|cpp| one(Command::Repair { vehicle, cpp })),
        Template::WithdrawRoll(me) => one(Command::WithdrawRoll { me }),
        Template::DisciplineRoll(subject) => one(Command::DisciplineRoll(subject)),
        Template::Combine(keep) => combinations(state, seat, keep, &mut one),
        Template::Buy(group) => counts(&lawful, visit, |count| Command::Buy { group, count }),
        Template::TakeBack(purchase) => one(Command::TakeBack { purchase }),
        Template::NumberRoll(purchase) => {
            let most = state.options().number_roll_max_cpp;
            (0..=most).try_for_each(|extra_cpp| one(Command::NumberRoll { purchase, extra_cpp }))
        }
        Template::BuyPrereg(module) => {
            (1..=i32::from(prereg::MOST)).try_for_each(|n| one(Command::BuyPrereg { module, n }))
        }
        Template::RemoveFort(item) => one(Command::RemoveFort { item }),
        Template::DestroyWreck(vehicle) => one(Command::DestroyWreck { vehicle }),
        Template::ClearDefile(vehicle) => one(Command::ClearDefile { vehicle }),
        Template::BuyFort(kind) => counts(&lawful, visit, |count| Command::BuyFort { kind, count }),
        Template::ChooseForces => forces(state, seat, &mut one),
        Template::Deploy(unit) => deployments(state, seat, unit).try_for_each(|(Point { x, y }, facing)| {
            one(Command::Deploy { units: vec![unit], x, y, facing })
        }),
        Template::Lift(unit) => one(Command::Lift { units: vec![unit] }),
        Template::PlaceFort(item) => {
            places(state).try_for_each(|Point { x, y }| one(Command::PlaceFort { item, x, y }))
        }
        Template::LiftFort => {
            placed(state, seat).iter().try_for_each(|item| one(Command::LiftFort { item: *item }))
        }
        Template::PlacePrereg(module) => {
            places(state).try_for_each(|Point { x, y }| one(Command::PlacePrereg { module, x, y }))
        }
        Template::MoveUnit(of) => {
            let side = Some(state.setup_of(of).id);
            units(state, of).enumerate().try_for_each(|(n, unit)| {
                // A unit has some of the places, the next one others: all of them for each were too many to walk.
                places(state).skip(n % STRIDE).step_by(STRIDE).try_for_each(|Point { x, y }| {
                    one(Command::MoveUnit { units: vec![unit], side, x, y, reason: RULED.into() })
                })
            })
        }
        Template::SetStatus(of) => {
            let side = Some(state.setup_of(of).id);
            units(state, of).try_for_each(|unit| {
                Status::ALL.iter().try_for_each(|status| {
                    one(Command::SetStatus { units: vec![unit], side, status: *status, reason: RULED.into() })
                })
            })
        }
        Template::EditMlr(side) => one(Command::EditMlr {
            side: state.setup_of(side).id,
            // A line of the engine's may touch itself around a salient; the umpire's may not.
            points: Some(line(state, side))
                .filter(|line| undrawable(line).is_none())
                .unwrap_or_default()
                .to_vec(),
            reason: RULED.into(),
        }),
        Template::Remain(stand) => one(Command::Remain { stand }),
        Template::Escape(stand) => one(Command::Escape { stand }),
        Template::EscapeGroup(pocket) => one(Command::EscapeGroup { stands: transport(state, seat, pocket) }),
        Template::ThrowEscapes => one(Command::ThrowEscapes),
        Template::Done => one(Command::Done),
        Template::ProposeSetting(key) => {
            let values = state.options().alternatives(key.as_str());
            values.into_iter().try_for_each(|value| one(Command::ProposeSetting { key, value }))
        }
        Template::Consent => state.facts.proposal.as_ref().map_or(ControlFlow::Continue(()), |open| {
            one(Command::Consent { key: open.key, value: open.value })
        }),
        Template::ChangeSetting => state.facts.proposal.as_ref().map_or(ControlFlow::Continue(()), |open| {
            one(Command::ChangeSetting { key: open.key, value: open.value })
        }),
        Template::DeclareVictory => one(Command::DeclareVictory),
        Template::AgreeLength
        | Template::NextTurn
        | Template::TurnEndRoll
        | Template::AgreeEnd
        | Template::Fire(_)
        | Template::Smoke(_)
        | Template::Report
        | Template::Counts
        | Template::MineStands(_)
        | Template::TheirsIsRight(_)
        | Template::Settle(_)
        | Template::MineResult(_)
        | Template::BogResult(_) => {
            let side = if let Seat::Side(side @ (0 | 1)) = seat { Some(Side(side)) } else { None };
            battle::each(state, side, template, &mut one)
        }
    };
}

/// More of the same never becomes lawful again once a smaller count is refused.
fn counts(
    lawful: &dyn Fn(&Command) -> bool,
    visit: &mut dyn FnMut(Command) -> ControlFlow<()>,
    command: impl Fn(i32) -> Command,
) -> ControlFlow<()> {
    for count in 1..=MOST_AT_ONCE {
        let command = command(count);
        if !lawful(&command) {
            break;
        }
        visit(command)?;
    }
    ControlFlow::Continue(())
}

/// Each partner, and each command stand when there is a choice.
fn combinations(
    state: &State,
    seat: Seat,
    keep: Id,
    one: &mut dyn FnMut(Command) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let Seat::Side(side @ (0 | 1)) = seat else { return ControlFlow::Continue(()) };
    let facts = state.side(Side(side));
    let Some(first) = facts.element(keep) else { return ControlFlow::Continue(()) };
    if !owed(state, Side(side)).is_empty() {
        return ControlFlow::Continue(());
    }
    for second in facts.elements.iter().filter(|second| can_combine(first, second).is_ok()) {
        let strike = second.id;
        let commands = command_stands(state, first, second);
        if commands.len() < 2 {
            one(Command::Combine { keep, strike, command_stand: None })?;
        }
        for command_stand in commands {
            one(Command::Combine { keep, strike, command_stand: Some(command_stand) })?;
        }
    }
    ControlFlow::Continue(())
}

/// As much as the limits allow, nothing, and the present choice with one more or one less.
fn forces(state: &State, seat: Seat, one: &mut dyn FnMut(Command) -> ControlFlow<()>) -> ControlFlow<()> {
    let Seat::Side(side @ (0 | 1)) = seat else { return ControlFlow::Continue(()) };
    let (side, chosen) = (Side(side), &state.side(Side(side)).chosen);
    one(Command::ChooseForces { forces: s2_1_1_7_choose_forces::most(state, side) })?;
    one(Command::ChooseForces { forces: Vec::new() })?;
    for unit in s2_1_1_7_choose_forces::roster(state, side) {
        let mut forces: Vec<Id> = chosen.iter().copied().filter(|id| *id != unit).collect();
        if forces.len() == chosen.len() {
            forces.push(unit);
        }
        one(Command::ChooseForces { forces })?;
    }
    ControlFlow::Continue(())
}

/// The transport of a side in one of its pockets.
fn transport(state: &State, seat: Seat, pocket: Id) -> Vec<Id> {
    let Seat::Side(side @ (0 | 1)) = seat else { return Vec::new() };
    let is_transport =
        |kind: Id| state.campaign().unit_type(kind).is_some_and(|kind| kind.class == Class::Transport);
    let of_pocket = behind(state, Side(side))
        .filter(|one| pocket_of(state, one.unit).is_some_and(|known| known.id == pocket));
    of_pocket.filter(|one| is_transport(one.stand.kind)).map(|one| one.unit.id).collect()
}

/// The units of a side on the map.
fn units(state: &State, side: Side) -> impl Iterator<Item = Id> + '_ {
    on_the_map(state).filter(move |one| one.unit.side == side).map(|one| one.unit.id)
}

/// What a side has placed in this set-up.
fn placed(state: &State, seat: Seat) -> &[Id] {
    match seat {
        Seat::Side(side @ (0 | 1)) => &state.side(Side(side)).placed,
        _ => &[],
    }
}

/// Places all over the map for a formation; for a stand in a pocket quarter turns where it stands.
fn deployments(state: &State, seat: Seat, unit: Id) -> impl Iterator<Item = (Point, i32)> + '_ {
    let own = match seat {
        Seat::Side(side @ (0 | 1)) => state.side(Side(side)).stand(unit),
        _ => None,
    };
    let in_pocket = own.filter(|(_, stand)| stand.status != Status::Normal).and_then(|(_, stand)| stand.at);
    let anywhere = in_pocket.is_none().then(|| places(state)).into_iter().flatten();
    let turns = in_pocket.into_iter().flat_map(|at| [0, 90, 180, 270].map(|facing| (at, facing)));
    anywhere.map(|at| (at, 0)).chain(turns)
}

/// Places all over the map: its edges and even steps between them.
fn places(state: &State) -> impl Iterator<Item = Point> + '_ {
    let map = &state.campaign().map;
    let step = |most: Inches, n: i32| Inches(most.0 / STEPS * n + most.0 % STEPS * n / STEPS);
    (0..=STEPS)
        .flat_map(move |y| (0..=STEPS).map(move |x| Point { x: step(map.width, x), y: step(map.height, y) }))
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
pub fn most_buyable(state: &State, side: Side, group: Id) -> i32 {
    last(state, side, &Template::Buy(group), |command| match command {
        Command::Buy { count, .. } => count,
        _ => 0,
    })
}

/// The most of a fortification that a side could buy at once now.
pub fn most_works(state: &State, side: Side, kind: Id) -> i32 {
    last(state, side, &Template::BuyFort(kind), |command| match command {
        Command::BuyFort { count, .. } => count,
        _ => 0,
    })
}

/// How many of a fortification a side has bought in this step and could take back.
pub fn works_bought_now(state: &State, side: Side, kind: Id) -> u16 {
    count(&state.side(side).works_fresh, kind)
}

fn last(state: &State, side: Side, template: &Template, n: impl Fn(Command) -> i32) -> i32 {
    let mut most = 0;
    each(state, Seat::Side(side.0), template, &mut |command| {
        most = n(command);
        ControlFlow::Continue(())
    });
    most
}
