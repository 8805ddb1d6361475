//! What a seat could do now: templates, their commands in a canonical order, and random lawful ones.

use std::ops::ControlFlow;

use kernel::system::Pick;
use kernel::{Acting, Id, Seat, prove};

use crate::UpFront;
use crate::command::{
    Command, Fallback, Fill, Holds, Leading, OwnForce, PersonalFill, Played, Pursuit, Selection, Slot,
    Telling, TransferOf, Withdrawal, WonBy,
};
use crate::muster::{Faults, Muster};
use crate::phase::{Phase, rulings_are_locked};
use crate::report::{
    AuxLoss, Decisions, Deed, First, Infiltration, ManReport, Means, Noted, Report, SideReport, When, Wreck,
};
use crate::rules::s42_6_withdrawal::men_who_could_withdraw;
use crate::rules::s42_9_personal::{self, Standing};
use crate::rules::{
    s4_decisions, s4_report, s42_2_leaders, s42_5_transfer, s42_43_tally, s42_44_improvement,
};
use crate::setup::List;
use crate::setup::rulings::{Lot, RULINGS, Steps};
use crate::state::State;
use crate::words::{AuxKind, ByMan, ManId, Out, PlaceKind, Rank, Role, Side, Trait};

/// A group of like commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Template {
    /// [`Command::DrawLot`].
    DrawLot,
    /// [`Command::NameAttacker`], one per side.
    NameAttacker,
    /// [`Command::SetRuling`], one per ruling and word.
    SetRuling,
    /// [`Command::TakeBackProposal`], one per own proposal.
    TakeBackProposal,
    /// [`Command::Select`]: every filling of the force.
    Select,
    /// [`Command::Note`], one per man and thing.
    Note,
    /// [`Command::Strike`], one per man with a note.
    Strike,
    /// [`Command::Withdraw`]: the next letter with every man alone.
    Withdraw,
    /// [`Command::TakeBackWithdrawal`], one per withdrawing group.
    TakeBackWithdrawal,
    /// [`Command::Leave`], one per withdrawing group.
    Leave,
    /// [`Command::Pursue`], one per leader and number drawn.
    Pursue,
    /// [`Command::TakeBackPursuit`].
    TakeBackPursuit,
    /// [`Command::Report`].
    Report,
    /// [`Command::Confirm`].
    Confirm,
    /// [`Command::Differ`].
    Differ,
    /// [`Command::Uphold`], one per version.
    Uphold,
    /// [`Command::Decide`]: every set of decisions.
    Decide,
}

/// The most commands of a template that [`each`] visits where the domain is a product: fillings and decisions.
pub const CAP: usize = 400;

/// The highest number on a card of the Draw deck.
const HIGHEST_DRAWN: u8 = 6;

/// Letters for groups.
const GROUPS: [&str; 6] = ["A", "B", "C", "D", "E", "F"];

/// Appends what `seat` could do now. Looks only at what the seat may know.
pub fn offers(state: &State, seat: Seat, into: &mut Vec<Template>) {
    let phase = Phase::of(state);
    let agreement = phase == Phase::Attacker && state.facts.rulings.lot == Lot::Agreement;
    let open = !rulings_are_locked(state) && phase != Phase::Over;
    match seat {
        Seat::Clock if phase == Phase::Attacker && !agreement => into.push(Template::DrawLot),
        Seat::Umpire => {
            into.extend(open.then_some(Template::SetRuling));
            into.extend(agreement.then_some(Template::NameAttacker));
            if matches!(phase, Phase::Battle | Phase::Confirm | Phase::Dispute) {
                into.push(Template::Report);
            }
            into.extend((!state.facts.versions.is_empty()).then_some(Template::Uphold));
        }
        Seat::Side(side @ 0..=1) => {
            let side = Side(side);
            into.extend(open.then_some(Template::SetRuling));
            let proposes = open && state.facts.proposal.iter().any(|proposal| proposal.side == side);
            into.extend(proposes.then_some(Template::TakeBackProposal));
            into.extend(agreement.then_some(Template::NameAttacker));
            if matches!(phase, Phase::Battle | Phase::Confirm | Phase::Dispute) {
                into.extend(state.has_conceded(side).then_some(Template::TakeBackWithdrawal));
                into.extend(state.pursuit_of(side).map(|_| Template::TakeBackPursuit));
            }
            match phase {
                Phase::Select if state.side(side).force.is_none() => into.push(Template::Select),
                Phase::Battle => battle(state, side, into),
                Phase::Confirm | Phase::Dispute => {
                    let told = state.facts.versions.iter().any(|version| version.id == side);
                    into.extend(told.then_some(Template::Report));
                    if state.facts.versions.iter().any(|version| version.id != side) {
                        into.push(Template::Confirm);
                        into.extend((!told).then_some(Template::Differ));
                    }
                }
                Phase::Decide if s4_decisions::owes_decisions(state, side) => into.push(Template::Decide),
                _ => {}
            }
        }
        _ => {}
    }
}

fn battle(state: &State, side: Side, into: &mut Vec<Template>) {
    let facts = state.side(side);
    let men = facts.force.iter().flat_map(|force| force.men());
    if men.into_iter().any(|man| may_note(state, side, man)) {
        into.push(Template::Note);
    }
    into.extend((!facts.note.is_empty()).then_some(Template::Strike));
    if !state.pursuit_has_failed() {
        let tried = state.pursuit_of(side).is_some();
        let may_withdraw = !tried
            && !state.has_conceded(side.other())
            && free_groups(state, side).next().is_some()
            && men_who_could_withdraw(state, side).next().is_some();
        into.extend(may_withdraw.then_some(Template::Withdraw));
        into.extend(own_groups(state, side).next().is_some().then_some(Template::Leave));
        let may_pursue = !tried && !state.has_conceded(side) && !pursuit_leaders(state, side).is_empty();
        into.extend(may_pursue.then_some(Template::Pursue));
    }
    into.push(Template::Report);
}

/// Visits the commands of a template in a canonical order; products of choices at most [`CAP`] of them.
pub fn each(
    state: &State,
    seat: Seat,
    template: &Template,
    visit: &mut dyn FnMut(Command) -> ControlFlow<()>,
) {
    let side = own(seat);
    let mut give = |command: Command| visit(command).is_break();
    match template {
        Template::DrawLot => {
            give(Command::DrawLot);
        }
        Template::NameAttacker => {
            state.campaign.sides.iter().any(|info| give(Command::NameAttacker { attacker: info.id }));
        }
        Template::SetRuling => {
            ruling_changes(state, seat).into_iter().any(give);
        }
        Template::TakeBackProposal => {
            let own = state.facts.proposal.iter().filter(|proposal| proposal.side == side);
            own.into_iter().any(|proposal| give(Command::TakeBackProposal { ruling: proposal.id }));
        }
        Template::Select => {
            each_selection(state, side, &mut give);
        }
        Template::Note => {
            notes(state, side).into_iter().any(give);
        }
        Template::Strike => {
            noted_men(state, side).into_iter().any(|man| give(Command::Strike { man }));
        }
        Template::Withdraw => {
            let group = free_groups(state, side).next();
            let alone = |man| group.map(|group| Command::Withdraw(withdrawal(group, vec![man])));
            men_who_could_withdraw(state, side).filter_map(alone).any(give);
        }
        Template::Leave => {
            own_groups(state, side).any(|group| give(Command::Leave { group, nearest: 4 }));
        }
        Template::TakeBackWithdrawal => {
            let groups = state.facts.group.iter().filter(|group| group.side == side);
            groups.into_iter().any(|group| give(Command::TakeBackWithdrawal { group: group.id }));
        }
        Template::TakeBackPursuit => {
            give(Command::TakeBackPursuit);
        }
        Template::Pursue => {
            let leaders = pursuit_leaders(state, side);
            leaders.into_iter().any(|(man, as_what)| {
                (0..=HIGHEST_DRAWN).any(|drawn| give(pursuit(state, side, man, as_what, drawn)))
            });
        }
        Template::Report | Template::Differ => {
            plain_reports(state, seat).into_iter().any(|telling| give(telling_command(*template, telling)));
        }
        Template::Confirm => {
            give(Command::Confirm { decide: None });
        }
        Template::Uphold => {
            let told = state.facts.versions.iter().map(|version| state.campaign.sides[version.id.index()].id);
            told.into_iter().any(|side| give(Command::Uphold { side }));
        }
        Template::Decide => {
            each_decision(state, side, &mut give);
        }
    }
}

/// Whether [`each`] leaves out lawful commands of a template: facts of the table and products of choices have too many.
pub fn is_capped(template: Template) -> bool {
    match template {
        Template::DrawLot
        | Template::NameAttacker
        | Template::SetRuling
        | Template::TakeBackProposal
        | Template::Strike
        | Template::TakeBackWithdrawal
        | Template::TakeBackPursuit
        | Template::Uphold => false,
        Template::Select
        | Template::Note
        | Template::Withdraw
        | Template::Leave
        | Template::Pursue
        | Template::Report
        | Template::Confirm
        | Template::Differ
        | Template::Decide => true,
    }
}

/// A random lawful command of a template.
pub fn sample(state: &State, seat: Seat, template: &Template, pick: Pick<'_>) -> Command {
    let side = own(seat);
    match template {
        Template::Select => Command::Select(random_selection(state, side, pick)),
        Template::Report | Template::Differ => {
            let report = random_report(state, seat, pick);
            let decide = (matches!(seat, Seat::Side(_)) && pick(4) == 0)
                .then(|| random_decisions(state, side, &report, pick));
            telling_command(*template, telling(state, report, decide))
        }
        Template::Confirm => {
            let version = state.facts.versions.iter().find(|version| version.id != side);
            let decide = version
                .filter(|_| pick(2) == 0)
                .map(|version| random_decisions(state, side, &version.report, pick));
            Command::Confirm { decide }
        }
        Template::Decide => {
            let agreed = state.facts.agreed.as_ref();
            Command::Decide(
                agreed.map_or_else(Decisions::default, |report| random_decisions(state, side, report, pick)),
            )
        }
        Template::Leave => {
            let groups: Vec<Id> = own_groups(state, side).collect();
            let nearest = i8::try_from(pick(6)).unwrap_or(0) - 1;
            Command::Leave { group: one_of(&groups, pick), nearest }
        }
        Template::Withdraw => {
            let group = free_groups(state, side).next().unwrap_or_default();
            let able: Vec<ManId> = men_who_could_withdraw(state, side).collect();
            let mut men: Vec<ManId> = able.iter().copied().filter(|_| pick(4) == 0).collect();
            if men.is_empty() {
                men.push(one_of(&able, pick));
            }
            let range = -i8::try_from(pick(3)).unwrap_or(0);
            Command::Withdraw(Withdrawal { range, ..withdrawal(group, men) })
        }
        _ => {
            let mut all = Vec::new();
            each(state, seat, template, &mut |command| {
                all.push(command);
                ControlFlow::Continue(())
            });
            let at = pick(all.len().max(1) as u64) as usize;
            all.swap_remove(at)
        }
    }
}

fn own(seat: Seat) -> Side {
    match seat {
        Seat::Side(side @ 0..=1) => Side(side),
        _ => Side(0),
    }
}

fn one_of<T: Copy>(list: &[T], pick: Pick<'_>) -> T {
    list[pick(list.len().max(1) as u64) as usize]
}

fn telling_command(template: Template, telling: Telling) -> Command {
    match template {
        Template::Differ => Command::Differ(telling),
        _ => Command::Report(telling),
    }
}

fn ruling_changes(state: &State, seat: Seat) -> Vec<Command> {
    let words = RULINGS.iter().flat_map(|ruling| {
        let words = ruling.words.iter().map(|(word, _)| *word);
        words.map(|word| (ruling.short(), word))
    });
    let commands = words.filter_map(|(ruling, word)| {
        Some(Command::SetRuling { ruling: Id::new(ruling).ok()?, word: Id::new(word).ok()? })
    });
    commands.filter(|command| prove::<UpFront>(state, Acting::own(seat), command).is_ok()).collect()
}

fn may_note(state: &State, side: Side, man: ManId) -> bool {
    state.side(side).note.iter().filter(|note| note.man == man).count() < s42_43_tally::MOST_NOTES
}

fn noted_men(state: &State, side: Side) -> Vec<ManId> {
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
pub fn enemy_vehicles(state: &State, side: Side) -> Vec<Id> {
    let Some(scenario) = state.scenario() else { return Vec::new() };
    let vehicles = scenario.aux[state.part(side.other())].iter().filter(|aux| aux.kind == AuxKind::Vehicle);
    vehicles.enumerate().filter_map(|(n, _)| Id::new(&format!("afv-{}", n + 1)).ok()).collect()
}

fn notes(state: &State, side: Side) -> Vec<Command> {
    let men: Vec<ManId> = state.side(side).force.iter().flat_map(|force| force.men()).collect();
    let things = notable(state, side);
    let mut commands = Vec::new();
    for man in men.into_iter().filter(|man| may_note(state, side, *man)) {
        let possible = things.iter().map(|what| Command::Note { man, what: *what });
        let seat = Acting::own(Seat::Side(side.0));
        commands.extend(possible.filter(|command| prove::<UpFront>(state, seat, command).is_ok()));
    }
    commands
}

fn own_groups(state: &State, side: Side) -> impl Iterator<Item = Id> + '_ {
    state.facts.group.iter().filter(move |group| group.side == side && !group.gone).map(|group| group.id)
}

/// The letters that no withdrawing group of the side bears.
pub fn free_groups(state: &State, side: Side) -> impl Iterator<Item = Id> + '_ {
    let used = move |id: &Id| state.facts.group.iter().any(|group| group.side == side && group.id == *id);
    GROUPS.iter().filter_map(|letter| Id::new(letter).ok()).filter(move |id| !used(id))
}

/// A lawful withdrawal of these men.
pub fn withdrawal(group: Id, men: Vec<ManId>) -> Withdrawal {
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
    leaders.retain(|(man, _)| s4_report::as_noted(state, side, *man).out == Out::InPlay);
    leaders
}

fn pursuit(state: &State, side: Side, man: ManId, leading: Leading, drawn: u8) -> Command {
    let conceded = state.has_conceded(side.other());
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

/// Whom a seat can report as the winner: anybody, but for what it has itself announced.
pub fn possible_winners(state: &State, seat: Seat) -> Vec<Option<Side>> {
    let all = vec![Some(Side(0)), Some(Side(1)), None];
    let Seat::Side(side @ 0..=1) = seat else { return all };
    let side = Side(side);
    if state.has_conceded(side) {
        return vec![Some(side.other())];
    }
    if state.pursuit_of(side).is_some() { vec![Some(side)] } else { all }
}

/// The facts of `report` as a command tells them.
fn telling(state: &State, report: Report, decide: Option<Decisions>) -> Telling {
    let winner = match report.winner {
        Some(side) => state.campaign.sides[side.index()].id,
        None => Id::new("none").unwrap_or_default(),
    };
    let Report { side_1, side_2, .. } = report;
    Telling { scenario: None, winner, side_1, side_2, fill: None, decide }
}

/// One report per possible winner: everybody as noted, else everybody there at the end.
fn plain_reports(state: &State, seat: Seat) -> Vec<Telling> {
    let mut tellings = Vec::new();
    for winner in possible_winners(state, seat) {
        let bare = Report { winner, ..Report::default() };
        let noted = Telling { fill: Some(Fallback::AsNoted), ..telling(state, bare, None) };
        let mut faults = Faults::counted();
        s4_report::faults(state, &s4_report::written(state, &noted, &mut Faults::counted()), &mut faults);
        if faults.n_found() == 0 {
            tellings.push(noted);
            continue;
        }
        let all = |side: Side| {
            let men = state.side(side).force.iter().flat_map(|force| force.men());
            SideReport { men: men.map(ManReport::new).collect(), aux: Vec::new() }
        };
        tellings.push(telling(state, Report { winner, side_1: all(Side(0)), side_2: all(Side(1)) }, None));
    }
    tellings
}

fn each_selection(state: &State, side: Side, give: &mut dyn FnMut(Command) -> bool) -> bool {
    let personal = personal_choices(state, side);
    let Some(List::Printed(force)) = state.list(side) else {
        let own = Some(OwnForce::default());
        return personal.into_iter().any(|personal| {
            give(Command::Select(Selection { own: own.clone(), personal, ..Selection::default() }))
        });
    };
    let muster = Muster::new(state, side, &state.campaign.forces[force], None);
    let mut left = CAP;
    walk(&muster, 0, &mut Vec::new(), &mut |slots| {
        personal.iter().any(|personal| {
            left = left.saturating_sub(1);
            let selection = Selection { slots: slots.to_vec(), personal: *personal, ..Selection::default() };
            left == 0 || give(Command::Select(selection))
        })
    })
}

fn walk(
    muster: &Muster<'_>,
    at: usize,
    slots: &mut Vec<Slot>,
    give: &mut dyn FnMut(&[Slot]) -> bool,
) -> bool {
    if at == muster.listed.len() {
        return give(slots);
    }
    let mut options = Vec::new();
    muster.options(at, &mut options);
    for fill in options {
        let mut next = muster.clone();
        next.put(at, Some(fill), &mut Faults::counted());
        let own = push_slot(slots, muster.listed[at], fill);
        if walk(&next, at + 1, slots, give) {
            return true;
        }
        if !own {
            slots.pop();
        }
    }
    false
}

/// Adds a slot unless the listed man fills his own; tells which.
fn push_slot(slots: &mut Vec<Slot>, (kind, listed): (PlaceKind, ManId), fill: Fill) -> bool {
    let own = fill == Fill::Use(listed);
    if !own {
        slots.push(Slot { listed, slot: Some(kind), fill: Some(fill) });
    }
    own
}

fn personal_choices(state: &State, side: Side) -> Vec<Option<PersonalFill>> {
    match s42_9_personal::standing(state, side) {
        Some(Standing::WoundedChoice) => vec![Some(PersonalFill::Return), Some(PersonalFill::Absent)],
        _ => vec![None],
    }
}

fn random_selection(state: &State, side: Side, pick: Pick<'_>) -> Selection {
    let personal = one_of(&personal_choices(state, side), pick);
    let mut selection = match state.list(side) {
        Some(List::Printed(force)) => random_fill(state, side, force, pick),
        Some(List::Own(limit)) => random_purchase(state, side, limit, pick),
        None => Selection::default(),
    };
    selection.personal = personal;
    selection
}

fn random_fill(state: &State, side: Side, force: usize, pick: Pick<'_>) -> Selection {
    let mut muster = Muster::new(state, side, &state.campaign.forces[force], None);
    let (mut slots, mut spare) = (Vec::new(), Vec::new());
    for at in 0..muster.listed.len() {
        let Some(fill) = muster.any_option(at, &mut spare, pick) else { continue };
        muster.put(at, Some(fill), &mut Faults::counted());
        push_slot(&mut slots, muster.listed[at], fill);
    }
    Selection { slots, ..Selection::default() }
}

fn random_purchase(state: &State, side: Side, limit: i32, pick: Pick<'_>) -> Selection {
    let mut own = OwnForce::default();
    let mut transfers = Vec::new();
    let mut muster = Muster::with(state, side, Default::default(), None);
    let mut left = if limit == 0 { i32::MAX } else { limit };
    let cards: Vec<_> =
        state.deck(side).nation.men.iter().filter(|card| state.is_fit(side, card.id)).collect();
    for kind in [PlaceKind::Sl, PlaceKind::Asl] {
        let fits = |man: ManId, muster: &Muster<'_>| {
            let mut faults = Faults::counted();
            s42_2_leaders::bought(&mut muster.clone(), kind, man, &mut faults);
            faults.n_found() == 0
        };
        let can: Vec<_> = cards.iter().filter(|card| card.points <= left && fits(card.id, &muster)).collect();
        let role = if kind == PlaceKind::Sl { Role::Sl } else { Role::Asl };
        let nobody = match kind {
            PlaceKind::Sl => s42_5_transfer::capable_sl(state, side).is_none(),
            _ => {
                s42_5_transfer::capable_asl(&muster).is_none()
                    && s42_5_transfer::assistant_can_be_drawn(&muster)
            }
        };
        if nobody && pick(2) == 0 && !s42_5_transfer::pool(state, side, role).is_empty() {
            transfers.push(TransferOf { slot: kind });
            if kind == PlaceKind::Sl {
                muster.sl = crate::muster::Leader::Transfer;
            }
        } else if !can.is_empty() && pick(5) > 0 {
            let card = one_of(&can, pick);
            left -= card.points;
            let (man, _) = s42_2_leaders::bought(&mut muster, kind, card.id, &mut Faults::counted());
            man.into_iter().for_each(|man| muster.choose(man));
            *(if kind == PlaceKind::Sl { &mut own.sl } else { &mut own.asl }) = Some(card.id);
        }
    }
    for card in cards.iter().filter(|card| card.role.is_none()) {
        if !muster.is_chosen(card.id) && card.points <= left && own.men.len() < 10 && pick(2) == 0 {
            left -= card.points;
            own.men.push(card.id);
        }
    }
    Selection { own: Some(own), transfers, ..Selection::default() }
}

/// A random report that makes sense: nobody withdraws from a scenario he wins.
pub fn random_report(state: &State, seat: Seat, pick: Pick<'_>) -> Report {
    let winner = one_of(&possible_winners(state, seat), pick);
    let mut report = Report { winner, ..Report::default() };
    for side in Side::BOTH {
        let may_withdraw = winner == Some(side.other());
        let men = state.side(side).force.iter().flat_map(|force| force.men());
        let mut left = EnemiesLeft::of(state, side);
        let part = men.map(|man| random_man(man, may_withdraw, &mut left, pick)).collect();
        report.side_mut(side).men = part;
        let team = state.side(side).team.iter().copied();
        let free = |man: &ManId| report.side(side).man(*man).is_none() && state.is_fit(side, *man);
        let idle: Vec<ManId> = team.filter(free).collect();
        if !idle.is_empty() && pick(2) == 0 {
            let mut moved = random_man(one_of(&idle, pick), may_withdraw, &mut left, pick);
            moved.moved_in = true;
            report.side_mut(side).men.push(moved);
        }
        report.side_mut(side).aux = random_losses(state, side, pick);
    }
    report.normal()
}

fn random_losses(state: &State, side: Side, pick: Pick<'_>) -> Vec<AuxLoss> {
    let Some(scenario) = state.scenario() else { return Vec::new() };
    if matches!(scenario.forces[state.part(side)], crate::setup::scenario::ForceName::Own(_)) {
        return Vec::new();
    }
    let mut losses = Vec::new();
    for aux in &scenario.aux[state.part(side)] {
        match pick(4) {
            0 => losses.push(AuxLoss { kind: aux.kind, effect: aux.effect }),
            1 => losses.push(AuxLoss { kind: AuxKind::CommanderKilled, effect: 0 }),
            _ => {}
        }
    }
    losses
}

fn random_man(man: ManId, may_withdraw: bool, left: &mut EnemiesLeft, pick: Pick<'_>) -> ManReport {
    let mut told = ManReport::new(man);
    told.out = match pick(20) {
        0 => Out::Killed,
        1 => Out::CcLost,
        2 => Out::Captured,
        3 => Out::PanicLost,
        4..=6 => Out::Routed,
        7 => Out::NotEntered,
        8 | 9 if may_withdraw => Out::Withdrawn,
        _ => Out::InPlay,
    };
    if matches!(told.out, Out::InPlay | Out::Withdrawn) {
        told.pinned = Some(pick(3) == 0);
    }
    if !told.out.is_lost() && told.out != Out::NotEntered {
        told.wounded = Some(pick(8) == 0);
    }
    if told.out != Out::NotEntered && pick(3) == 0 {
        told.events.push(random_deed(left, pick));
    }
    told
}

/// What is left of the other side for deeds that are told once of each man and vehicle.
struct EnemiesLeft {
    /// How many there were.
    n_men: u8,
    /// Who can still be killed in close combat.
    men: u8,
    vehicles: Vec<Id>,
}

impl EnemiesLeft {
    fn of(state: &State, side: Side) -> Self {
        let men = state.side(side.other()).force.as_ref().map_or(0, |force| force.men().count());
        let n_men = u8::try_from(men).unwrap_or(u8::MAX);
        Self { n_men, men: n_men, vehicles: enemy_vehicles(state, side) }
    }
}

fn random_deed(left: &mut EnemiesLeft, pick: Pick<'_>) -> Deed {
    let count = |n: u64| u8::try_from(n).unwrap_or(1);
    match pick(6) {
        2 if left.men > 1 => {
            let cc_kill = 1 + count(pick(2));
            left.men -= cc_kill;
            Deed::CcKill { cc_kill }
        }
        3 => Deed::DemoCharge { demo_charge_men: count(pick(6)).min(left.n_men) },
        4 if !left.vehicles.is_empty() => {
            let afv = left.vehicles.swap_remove(pick(left.vehicles.len() as u64) as usize);
            let (means, result) = (one_of(Means::ALL, pick), one_of(Wreck::ALL, pick));
            Deed::Vehicle { afv, means, result, weapon: None }
        }
        5 => {
            let unpinned_before = count(pick(5)).min(left.n_men);
            let removed_or_pinned = count(pick(3)).min(left.n_men);
            Deed::Infiltration { infiltration: Infiltration { unpinned_before, removed_or_pinned } }
        }
        _ => Deed::Hero { hero: 1 + count(pick(2)) },
    }
}

/// Random lawful decisions of a side on these facts.
pub fn random_decisions(state: &State, side: Side, report: &Report, pick: Pick<'_>) -> Decisions {
    let mut decisions = Decisions::default();
    let caps = state.deck(side).nation.caps;
    let many = state.facts.rulings.steps == Steps::AsManyAsElanAllows;
    let price = state.campaign.tables.elan.price_of_one_step;
    for choices in s4_decisions::choices(state, side, report) {
        let man = choices.man;
        if choices.rout {
            decisions.rout.0.push((man, one_of(Trait::ALL, pick)));
        }
        let mut steps = Vec::new();
        let mut now = choices.before;
        while (steps.is_empty() || many) && !choices.steps.is_empty() {
            let values = (now.morale, now.panic);
            let can = |which: &Trait| {
                s42_44_improvement::can_step(&state.campaign, &caps, now.elan.into(), values, *which)
            };
            let open: Vec<Trait> = Trait::ALL.iter().copied().filter(can).collect();
            if open.is_empty() || pick(4) == 0 {
                break;
            }
            let which = one_of(&open, pick);
            (now.morale, now.panic) = s42_44_improvement::raised(values, which);
            now.elan = now.elan.saturating_sub(u16::try_from(price).unwrap_or(u16::MAX));
            steps.push(which);
        }
        if !steps.is_empty() {
            decisions.trade.0.push((man, steps));
        }
        if choices.order && pick(2) == 0 {
            decisions.order.0.push((man, one_of(First::ALL, pick)));
        }
        if choices.promote && pick(2) == 0 {
            decisions.promote.0.push((man, one_of(When::ALL, pick)));
        }
    }
    decisions
}

fn each_decision(state: &State, side: Side, give: &mut dyn FnMut(Command) -> bool) -> bool {
    let Some(report) = &state.facts.agreed else { return false };
    let choices: Vec<_> = s4_decisions::choices(state, side, report).collect();
    let mut left = CAP;
    let mut deeper = |decisions: &Decisions| {
        left = left.saturating_sub(1);
        left == 0 || give(Command::Decide(decisions.clone()))
    };
    decide_from(&choices, Decisions::default(), &mut deeper)
}

fn decide_from(
    choices: &[s4_decisions::Choices],
    decisions: Decisions,
    give: &mut dyn FnMut(&Decisions) -> bool,
) -> bool {
    let Some((first, rest)) = choices.split_first() else { return give(&decisions) };
    let routs: Vec<Option<Trait>> =
        if first.rout { Trait::ALL.iter().map(|which| Some(*which)).collect() } else { vec![None] };
    let steps = std::iter::once(None).chain(first.steps.iter().map(|which| Some(*which)));
    for step in steps {
        for rout in &routs {
            let mut next = decisions.clone();
            rout.iter().for_each(|which| next.rout.0.push((first.man, *which)));
            step.iter().for_each(|which| next.trade.0.push((first.man, vec![*which])));
            if decide_from(rest, next, give) {
                return true;
            }
        }
    }
    false
}

/// Decisions that leave everything to the default, with a Panic lowered wherever one value has to be chosen.
pub fn idle_decisions(state: &State, side: Side, report: &Report) -> Decisions {
    let routs = s4_decisions::choices(state, side, report).filter(|choices| choices.rout);
    Decisions {
        rout: ByMan(routs.map(|choices| (choices.man, Trait::Panic)).collect()),
        ..Decisions::default()
    }
}
