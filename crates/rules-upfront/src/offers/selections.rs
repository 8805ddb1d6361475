//! Selections: every filling of a printed force up to a cap, and random ones.

use kernel::Reasons;
use kernel::grammar::holds;
use kernel::system::Pick;

use super::{CAP, one_of};
use crate::command::{Command, Fill, OwnForce, PersonalFill, Selection, Slot, TransferOf};
use crate::muster::Muster;
use crate::rules::s42_9_personal::{self, Standing};
use crate::rules::{s42_2_leaders, s42_5_transfer, s43_0_design_your_own};
use crate::setup::List;
use crate::state::State;
use crate::words::{ManId, PlaceKind, Role, Side};

pub(super) fn each_selection(state: &State, side: Side, give: &mut dyn FnMut(Command) -> bool) -> bool {
    let personal = personal_choices(state, side);
    let force = match state.list(side) {
        Some(List::Printed(force)) => force,
        Some(List::Own(limit)) => {
            let men = s43_0_design_your_own::cheapest(state, side, limit).map(|card| card.id);
            let own = Some(OwnForce { men: men.into_iter().collect(), ..OwnForce::default() });
            return personal.into_iter().any(|personal| {
                give(Command::Select(Selection { own: own.clone(), personal, ..Selection::default() }))
            });
        }
        None => return false,
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
        next.put(at, Some(fill), &mut Reasons::whether());
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

pub(super) fn random_selection(state: &State, side: Side, pick: Pick<'_>) -> Selection {
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
        muster.put(at, Some(fill), &mut Reasons::whether());
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
            holds(|why| Ok(s42_2_leaders::bought(&mut muster.clone(), kind, man, why)))
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
            let (man, _) = s42_2_leaders::bought(&mut muster, kind, card.id, &mut Reasons::whether());
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
    if own.sl.is_none() && own.asl.is_none() && own.men.is_empty() && transfers.is_empty() {
        let one = s43_0_design_your_own::cheapest(state, side, limit);
        own.men.extend(one.map(|card| card.id));
    }
    Selection { own: Some(own), transfers, ..Selection::default() }
}
