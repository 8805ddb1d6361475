//! [BF-2.1.1.5.2] Purchasing fortifications.

use kernel::grammar::counted_of;
use kernel::{Adjudged, Id, RuleId};

use super::s2_1_1_5_fortification_points::can_pay;
use super::s2_1_1_8_deploy::in_own_turn;
use super::{Cx, acting_side, in_step};
use crate::event::Event;
use crate::facts::{Work, count};
use crate::ground::ground;
use crate::measure::Point;
use crate::phase::Step;
use crate::state::State;
use crate::words::Side;

const RULE: RuleId = RuleId("BF-2.1.1.5.2-1");

/// The most fortifications of one type that a side buys over a campaign, where its chart sets no lower limit.
pub const MOST: u16 = 9999;

/// [BF-2.1.1.5.2-1] Types are bought from the side's chart and put on a secret record; they get their places when the
/// side next sets up.
pub(crate) fn buy(cx: &mut Cx<'_>, kind: Id, n: i32) -> Adjudged {
    let side = acting_side(cx, RULE)?;
    in_step(cx, side, RULE, Step::Fortification)?;
    let state = cx.state();
    let Some(work) = state.setup_of(side).work(kind) else {
        return cx.refuse(RULE, "unknown", || format!("Your chart has no fortification {kind}."));
    };
    if !(1..=1000).contains(&n) {
        return cx.refuse(RULE, "range", || "Buy 1 to 1000 fortifications.".into());
    }
    let bought = count(&state.side(side).works_bought, kind);
    let most = work.max_campaign.unwrap_or(MOST);
    if i32::from(bought) + n > i32::from(most) {
        return cx
            .refuse(RULE, "cap", || format!("The campaign allows {most} of {kind}; {bought} are bought."));
    }
    let fpp = work.cost.saturating_mul(n);
    can_pay(cx, RULE, side, fpp)?;
    cx.record(Event::WorksBought { side, kind, count: n as u16, fpp })
}

const PLACING: RuleId = RuleId("BF-2.1.1.5.2-2");

/// [BF-2.1.1.5.2-2] What was bought is placed in the next set-up, in the area that the side controls, and stays hidden
/// until it is known. [BF-2.1.1.8-2]
pub(crate) fn place(cx: &mut Cx<'_>, kind: Id, at: Point) -> Adjudged {
    let side = acting_side(cx, PLACING)?;
    in_own_turn(cx, side, PLACING)?;
    let state = cx.state();
    if count(&state.side(side).works_in_hand, kind) == 0 {
        return cx.refuse(PLACING, "unknown", || format!("You have no {kind} in hand."));
    }
    if !state.campaign().map.holds(at) {
        return cx.refuse(RuleId("BF-0-5"), "range", || format!("{at} is off the map."));
    }
    if !ground(state, side, at).is_controlled() {
        return cx.refuse(PLACING, "zone", || format!("{at} does not lie in the area you control."));
    }
    let item = next_id(state, side);
    cx.record(Event::WorkPlaced { side, item, kind, at })
}

/// What was placed in this set-up may be placed anew until the side closes the step.
pub(crate) fn lift(cx: &mut Cx<'_>, item: Id) -> Adjudged {
    let side = acting_side(cx, PLACING)?;
    in_own_turn(cx, side, PLACING)?;
    if !cx.state().side(side).placed.contains(&item) {
        return cx.refuse(PLACING, "unknown", || format!("You have placed no {item} in this set-up."));
    }
    cx.record(Event::WorkLifted { side, item })
}

/// How many fortifications a side has still to place.
pub fn n_unplaced(state: &State, side: Side) -> u16 {
    state.side(side).works_in_hand.iter().map(|tally| tally.count).sum()
}

/// [BF-2.1.1.5.2-2] A set-up is not closed while a fortification is unplaced, by nobody.
pub(crate) fn all_placed(cx: &Cx<'_>, side: Side) -> Adjudged {
    let n = n_unplaced(cx.state(), side);
    if !cx.state().step().is_set_up() || n == 0 {
        return Ok(());
    }
    cx.refuse(PLACING, "incomplete", || {
        let works = counted_of(n, "fortification is", "fortifications are");
        match cx.acting().by == cx.acting().seat {
            true => format!("{works} still to be placed."),
            false => format!("{works} still to be placed; the umpire can place them for the side."),
        }
    })
}

/// Hidden fortifications are numbered in a row of their own for each side, so that no number tells of one.
fn next_id(state: &State, side: Side) -> Id {
    let row = |work: &Work| work.id.as_str().trim_end_matches(|sign: char| sign.is_ascii_digit()).to_owned();
    let own = state.setup_of(side).id;
    let hidden = |work: &&Work| work.side == own && !work.known;
    let letter = if side == Side::FIRST { "a" } else { "b" };
    let name = state.facts.works.iter().rev().find(hidden).map_or_else(|| format!("hidden-{letter}"), row);
    let of_row = state.facts.works.iter().filter(|work| row(work) == name);
    let number = |work: &Work| work.id.as_str()[name.len()..].parse::<u32>().unwrap_or(0);
    let last = of_row.map(number).max().unwrap_or(0);
    Id::new(&format!("{name}{}", last + 1)).unwrap_or_default()
}
