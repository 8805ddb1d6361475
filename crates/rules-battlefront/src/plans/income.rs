//! The purchase points of the days ahead, of both sides, and their difference. [BF-2.1.1.1]

use kernel::chance::{Chance, Draw, Mean, Sums, TooMuch, Work};
use kernel::foretold::{PlanStep, Quantity};
use kernel::{Assumption, ChanceTable, Figure, Foretold, Given, PlanHead, PlanQuestion, Seat};

use super::{key, knows};
use crate::income::{Roll, SlotIncome, of_with};
use crate::phase::Step;
use crate::state::State;
use crate::view::prose::{counted, signed};
use crate::words::{Posture, Side, SlotKind};

pub(super) const ID: &str = "income";

const DEFEND: &str = "defend";
const ATTACK: &str = "attack";
const EITHER: &str = "either";

/// The slots ahead whose rolls are not over by public knowledge, the present one first.
fn ahead(state: &State, side: Side) -> Vec<SlotIncome> {
    let now = (usize::from(state.facts.day) - 1, usize::from(state.facts.slot) - 1);
    let over = state.step() > Step::PurchasePoints;
    let is_ahead =
        |slot: &SlotIncome| if over { (slot.day, slot.slot) > now } else { (slot.day, slot.slot) >= now };
    of_with(state.campaign(), state.options(), side).into_iter().filter(is_ahead).collect()
}

fn days(state: &State) -> Vec<usize> {
    let mut days: Vec<usize> = ahead(state, Side::FIRST).iter().map(|slot| slot.day).collect();
    days.dedup();
    days
}

pub(super) fn head(state: &State, seat: Seat) -> Option<PlanHead> {
    let n_days = days(state).len() as i64;
    if n_days == 0 || matches!(state.step(), Step::Victory | Step::Over) {
        return None;
    }
    let mut questions = vec![PlanQuestion::number("days", "How many days ahead", (1, n_days), n_days)];
    for side in Side::BOTH {
        if ahead(state, side).iter().all(|slot| slot.rolls.len() < 2) {
            continue;
        }
        let choices = [
            (DEFEND, "It means to defend"),
            (ATTACK, "It means to attack"),
            (EITHER, "Either, each as often as the other"),
        ];
        let label = format!("What {} means to do in a night", state.setup_of(side).name);
        let default = if knows(seat, side) && seat != Seat::Umpire { DEFEND } else { EITHER };
        questions.push(PlanQuestion::choice(&key("nights", state, side), &label, &choices, default));
    }
    Some(PlanHead {
        id: ID,
        title: "Purchase points of the days ahead".into(),
        about: "What both sides gain in the days ahead, and the difference.".into(),
        questions,
    })
}

/// What one slot brings, with its weights, under a posture or under both alike.
fn draw(slot: &SlotIncome, nights: &str) -> Result<Draw, TooMuch> {
    let wanted = |posture: Posture| match nights {
        DEFEND => posture == Posture::Defend,
        ATTACK => posture == Posture::Attack,
        _ => true,
    };
    let fitting = slot.rolls.iter().filter(|(posture, _)| slot.rolls.len() < 2 || wanted(*posture));
    let rolls: Vec<&Roll> = fitting.map(|(_, roll)| roll).collect();
    // Where both count alike and one of them is no roll, each way of the one weighs as many as the other has.
    let all: u64 = rolls.iter().map(|roll| roll.ways()).product();
    let rows = rolls.iter().flat_map(|roll| {
        let by = all / roll.ways();
        roll.chances.iter().map(move |(points, ways)| (i64::from(*points), ways * by))
    });
    Draw::of_one(rows)
}

/// The slots that a draw counts, as players say them: "die −1 or die −6".
fn thrown(slot: &SlotIncome, nights: &str) -> String {
    let wanted = |posture: Posture| match nights {
        DEFEND => posture == Posture::Defend,
        ATTACK => posture == Posture::Attack,
        _ => true,
    };
    let words = |roll: &Roll| roll.modifier.map_or("no roll".into(), |by| format!("die {}", signed(by)));
    let fitting = slot.rolls.iter().filter(|(posture, _)| slot.rolls.len() < 2 || wanted(*posture));
    fitting.map(|(_, roll)| words(roll)).collect::<Vec<String>>().join(" or ")
}

/// What the present slot has brought a side already, where the seat may know it.
fn rolled(state: &State, seat: Seat, side: Side, slot: &SlotIncome) -> Option<i32> {
    let is_now = (slot.day + 1, slot.slot + 1) == (state.facts.day.into(), state.facts.slot.into());
    (is_now && knows(seat, side)).then(|| state.side(side).income).flatten()
}

/// The posture that a side has sealed for the present slot, where the seat may know it.
fn sealed(state: &State, seat: Seat, side: Side, slot: &SlotIncome) -> Option<&'static str> {
    let is_now = (slot.day + 1, slot.slot + 1) == (state.facts.day.into(), state.facts.slot.into());
    let posture = state.side(side).posture.filter(|_| is_now && knows(seat, side))?.choice;
    Some(if posture == Posture::Attack { ATTACK } else { DEFEND })
}

pub(super) fn foretell(
    state: &State,
    seat: Seat,
    head: &PlanHead,
    given: &Given<'_>,
    work: &Work<'_>,
) -> Result<Foretold, TooMuch> {
    let days: Vec<usize> = days(state).into_iter().take(given.number("days").max(1) as usize).collect();
    let mut assumptions = vec![Assumption::set(
        "days",
        format!(
            "{} counted, the present one included where its rolls are not over.",
            counted(days.len() as i64, "day is", "days are")
        ),
    )];
    let own = Side::of(seat).unwrap_or(Side::FIRST);
    let mut sums: Vec<Sums> = Vec::new();
    let mut steps = Vec::new();
    for side in [own, own.enemy()] {
        let nights = key("nights", state, side);
        let name = &state.setup_of(side).name;
        let mut draws = Vec::new();
        for slot in ahead(state, side).iter().filter(|slot| days.contains(&slot.day)) {
            let night = sealed(state, seat, side, slot).unwrap_or(given.choice(&nights));
            let gained = rolled(state, seat, side, slot);
            let draw = match gained {
                Some(gain) => Draw::of_one([(i64::from(gain), 1)])?,
                None => draw(slot, night)?,
            };
            draws.push((draw.clone(), 1));
            if gained.is_some() {
                let words = "its roll of the present slot has been made and is counted as it fell";
                assumptions.push(Assumption::fixed(format!("{name}: {words}.")));
            }
            if side == own {
                let date = state.campaign().days[slot.day].date.day_and_month();
                let date = match slot.kind {
                    SlotKind::Full => date,
                    part => format!("{date}, {part}"),
                };
                let note = gained.map_or_else(|| thrown(slot, night), |_| "rolled".to_owned());
                let (alone, so_far) = (Sums::within(work, 1, &[(draw, 1)])?, Sums::within(work, 1, &draws)?);
                let mean = |sums: &Sums| sums.mean(0).map(|mean: Mean| Quantity::of(&mean));
                steps.push(PlanStep { label: date, note, alone: mean(&alone)?, so_far: mean(&so_far)? });
            }
        }
        sums.push(Sums::within(work, 1, &draws)?);
        if head.questions.iter().any(|question| question.key == nights) {
            let words = match given.choice(&nights) {
                DEFEND => "means to defend in every night whose posture is not known",
                ATTACK => "means to attack in every night whose posture is not known",
                _ => {
                    "means to attack or to defend in a night whose posture is not known, each as often as the other"
                }
            };
            assumptions.push(Assumption::set(nights, format!("{name} {words}.")));
        }
        if !knows(seat, side) && state.step() <= Step::PurchasePoints {
            let words =
                "its roll of the present slot is counted as still to come, whether or not it has been made";
            assumptions.push(Assumption::fixed(format!("{name}: {words}.")));
        }
    }
    assumptions.push(Assumption::fixed("What is in hand already and what is spent is not counted."));
    let [ours, theirs] = [sums[0].marginal(0), sums[1].marginal(0)];
    work.spend((ours.rows().len() * theirs.rows().len()) as u64 * 16)?;
    let difference: Chance<i64> = ours.with(&theirs, |ours, theirs| ours - theirs)?;
    let [our_name, their_name] = [own, own.enemy()].map(|side| state.setup_of(side).name.clone());
    let tables = vec![
        ChanceTable::of_one(
            format!("points-{}", state.setup_of(own).id),
            Figure::new(format!("{our_name}: purchase points")),
            &ours,
        ),
        ChanceTable::of_one(
            format!("points-{}", state.setup_of(own.enemy()).id),
            Figure::new(format!("{their_name}: purchase points")),
            &theirs,
        ),
        ChanceTable::of_one("difference", Figure::new(format!("{our_name} less {their_name}")), &difference),
    ];
    Ok(Foretold::new(head, assumptions, tables).with_steps(["Day", "Mean", "Sum"], steps))
}
