//! What a seat could believe in. Open rosters hide nothing; behind closed ones the other side's values, marks and
//! decisions are drawn anew, from what the table has seen. [UF-R50]

use kernel::Seat;
use kernel::system::Pick;

use crate::setup::rulings::Rosters;
use crate::state::{Man, State, Strength};
use crate::words::{Rank, Side};

/// A state that `seat` could believe in.
pub fn imagine(state: &State, seat: Seat, pick: Pick<'_>) -> State {
    let mut world = state.clone();
    if state.facts.rulings.rosters == Rosters::Open {
        return world;
    }
    for side in Side::BOTH.into_iter().filter(|side| hidden_from(seat, *side)) {
        for at in 0..world.side(side).man.len() {
            let believed = believe(state, side, at, pick);
            world.side_mut(side).man[at] = believed;
        }
        let n_legs = state.side(side).strength.len();
        let facts = world.side_mut(side);
        facts.career.clear();
        facts.strength = vec![Strength::default(); n_legs];
        let decided = facts.decided.is_some();
        if decided {
            let report = state.facts.agreed.clone().unwrap_or_default();
            let decisions = crate::offers::random_decisions(&world, side, &report, pick).normal();
            world.side_mut(side).decided = Some(decisions);
        }
    }
    world
}

/// Whether a side's roster is closed to a seat.
pub fn hidden_from(seat: Seat, side: Side) -> bool {
    match seat {
        Seat::Umpire | Seat::Clock => false,
        Seat::Side(own) => own != side.number(),
        Seat::Spectator => true,
    }
}

/// A man as he could be: dead, wounded, replaced and transferred as the table has seen, the rest drawn within the caps.
fn believe(state: &State, side: Side, at: usize, pick: Pick<'_>) -> Man {
    let public = state.side(side).man[at];
    let deck = state.deck(side);
    let Some(card) = deck.card(public.id) else { return public };
    let mut man = Man {
        dead: public.dead,
        wound: public.wound,
        sits_out: public.sits_out,
        repl: public.repl,
        trans: public.trans,
        ..Man::fresh(card)
    };
    if public.dead {
        return man;
    }
    let caps = &deck.nation.caps;
    let values =
        (0..=caps.morale_max).flat_map(|morale| (0..=caps.panic_max).map(move |panic| (morale, panic)));
    let near: Vec<(u8, u8)> = values
        .filter(|(morale, panic)| caps.allow(*morale, *panic) && (*morale > 0 || *panic > 0))
        .filter(|(morale, panic)| morale.abs_diff(card.morale) + panic.abs_diff(card.panic) <= 2)
        .collect();
    if let Some(values) = near.get(pick(near.len().max(1) as u64) as usize) {
        (man.morale, man.panic) = *values;
    }
    let replaced = public.repl > 0;
    if replaced {
        let green = crate::rules::s42_41_replacement::replacement_kia(&state.campaign, deck, card);
        man.kia = if pick(2) == 0 { green } else { card.kia };
        man.rank = deck.nation.ladder.first().copied().or(man.rank);
    } else if man.rank != Some(Rank::Comm) && pick(4) == 0 {
        man.rank = deck.nation.next_rank(card.rank).or(man.rank);
    }
    man.elan = u16::try_from(pick(8)).unwrap_or(0);
    man.surv = u8::try_from(pick(5)).unwrap_or(0);
    man.promo = u8::try_from(pick(4)).unwrap_or(0);
    man
}
