//! A state that a seat could believe in: what it may not know is drawn anew, what it sees stays.

use std::ops::ControlFlow;

use kernel::answers::Thrown;
use kernel::system::Pick;
use kernel::{Acting, Seat, Transcript, judge};

use crate::Battlefront;
use crate::command::Command;
use crate::offers;
use crate::phase::Step;
use crate::setup::charts::Gain;
use crate::state::State;
use crate::words::{Posture, Side};

/// Draws anew what `seat` may not know: postures still sealed, purses, numbers rolled, and the purchases of this slot.
/// Formations stay as they are: what of them has been on the table is known to those who sat at it.
pub(crate) fn imagine(state: &State, seat: Seat, pick: Pick<'_>) -> State {
    let mut imagined = state.clone();
    let hidden: Vec<Side> = match seat {
        Seat::Umpire | Seat::Clock => Vec::new(),
        Seat::Spectator => Side::BOTH.into(),
        Seat::Side(own) => Side::BOTH.into_iter().filter(|side| side.0 != own).collect(),
    };
    for side in hidden {
        draw_anew(&mut imagined, side, pick);
    }
    imagined
}

fn draw_anew(state: &mut State, side: Side, pick: Pick<'_>) {
    redraw_posture(state, side, pick);
    undo_purchases(state, side);
    redraw_purse(state, side, pick);
    redraw_numbers(state, side, pick);
    replay_purchases(state, side, pick);
}

fn redraw_posture(state: &mut State, side: Side, pick: Pick<'_>) {
    if state.facts.attacker.is_some() {
        return;
    }
    if let Some(sealed) = &mut state.facts.side_mut(side).posture {
        sealed.choice = if pick(2) == 0 { Posture::Attack } else { Posture::Defend };
    }
}

/// Takes back what this slot's purchases brought, so that others can be drawn in their place.
fn undo_purchases(state: &mut State, side: Side) {
    let purchases: Vec<_> = state.side(side).purchases.iter().map(|purchase| purchase.id).collect();
    for purchase in purchases {
        crate::fold::fold(state, &crate::event::Event::TakenBack { side, purchase });
    }
    let works: Vec<_> = state.side(side).works_fresh.clone();
    for work in works {
        let fpp = state.setup_of(side).work(work.id).map_or(0, |work| work.cost);
        for _ in 0..work.count {
            crate::fold::fold(state, &crate::event::Event::WorkTakenBack { side, kind: work.id, fpp });
        }
    }
}

/// This slot's gain is thrown anew on its chart, and what was kept before is anything up to two such gains.
fn redraw_purse(state: &mut State, side: Side, pick: Pick<'_>) {
    let income = state.side(side).income.map(|_| {
        let chart = state.campaign().charts.purchase_points(state.slot_kind());
        let total = crate::rules::s2_1_1_1_purchase_points::modifiers(state, side).total();
        let die = 1 + pick(10) as i32;
        let Gain(gain) = chart.rows()[chart.row_of(die + total)].result;
        gain
    });
    let kept = pick(30) as i32;
    let facts = state.facts.side_mut(side);
    facts.income = income;
    facts.carried = kept;
    facts.cpp = kept + income.unwrap_or(0);
    facts.fpp = pick(10) as i32;
}

fn redraw_numbers(state: &mut State, side: Side, pick: Pick<'_>) {
    let facts = state.facts.side_mut(side);
    let numbers = facts.modules.iter_mut().filter_map(|module| module.smoke.as_mut());
    let numbers = numbers.chain(facts.flights.iter_mut().filter_map(|flight| flight.aircraft.as_mut()));
    for number in numbers {
        *number = 1 + pick(3) as u8;
    }
}

/// Plays a few lawful purchases of the side, as far as it could have come in the present slot.
fn replay_purchases(state: &mut State, side: Side, pick: Pick<'_>) {
    let seat = Seat::Side(side.0);
    let (step, closed) = (state.step(), state.side(side).closed);
    let steps: &[Step] = match step {
        Step::Purchases => &[Step::Purchases],
        Step::Removal => &[Step::Purchases],
        Step::Fortification => &[Step::Purchases, Step::Fortification],
        _ => &[],
    };
    let mut transcript = Transcript::<Battlefront>::new();
    for at in steps {
        state.facts.step = *at;
        state.facts.side_mut(side).closed = false;
        for _ in 0..pick(4) {
            let Some(command) = a_purchase(state, seat, pick) else { break };
            let mut answers = Thrown::new(pick);
            let _ = judge::<Battlefront>(state, Acting::own(seat), &command, &mut answers, &mut transcript);
        }
        let owed: Vec<_> = crate::rules::s2_1_1_4_4_n_numbers::owed(state, side).collect();
        if step != Step::Purchases || closed {
            for purchase in owed {
                let mut answers = Thrown::new(pick);
                let command = Command::NumberRoll { purchase, extra_cpp: 0 };
                let _ =
                    judge::<Battlefront>(state, Acting::own(seat), &command, &mut answers, &mut transcript);
            }
        }
    }
    state.facts.step = step;
    state.facts.side_mut(side).closed = closed;
}

/// A lawful purchase of one, any of them.
fn a_purchase(state: &State, seat: Seat, pick: Pick<'_>) -> Option<Command> {
    let mut templates = Vec::new();
    offers::offers(state, seat, &mut templates);
    templates.retain(|template| matches!(template, offers::Template::Buy(_) | offers::Template::BuyFort(_)));
    if templates.is_empty() {
        return None;
    }
    let template = templates[pick(templates.len() as u64) as usize];
    let mut first = None;
    offers::each(state, seat, &template, &mut |command| {
        first = Some(command);
        ControlFlow::Break(())
    });
    first
}
