//! [BF-2.1-1] All rolls of a step in one act: those that a side owes, or its wrecks that can be tried. Each is asked as it
//! would be alone, so that neither way brings another face. The same act may close the step.

use kernel::{Acting, Adjudged, Checked, Id, Reasons};

use super::{OpenRoll, RULE, close_for, make, may_close_once_rolled, open_rolls};
use crate::facts::Wreck;
use crate::phase::Step;
use crate::rules::s2_1_1_1_purchase_points::can_pay;
use crate::rules::{Cx, in_step, s2_1_1_2_armour_repair as repair, s2_1_1_4_4_n_numbers as numbers};
use crate::state::State;
use crate::words::Side;

/// The steps in which several things are rolled for.
pub const STEPS: [Step; 6] = [
    Step::Repair,
    Step::Withdrawal,
    Step::Roster,
    Step::Purchases,
    Step::OvernightRepair,
    Step::OvernightWithdrawal,
];

/// One of the rolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Roll {
    Owed(OpenRoll),
    Repair(Wreck),
}

impl Roll {
    /// What may have points spent on it, by the name that the points are given to.
    fn takes_points(self) -> Option<Id> {
        match self {
            Self::Repair(wreck) => Some(wreck.id.into()),
            Self::Owed(OpenRoll::Number(item)) => Some(item),
            Self::Owed(_) => None,
        }
    }
}

/// How many rolls one act would make now.
pub fn n_open(state: &State, side: Side) -> usize {
    rolls(state, side).len()
}

/// What a point can be spent on in one act.
pub fn take_points(state: &State, side: Side) -> Vec<Id> {
    rolls(state, side).into_iter().filter_map(Roll::takes_points).collect()
}

fn rolls(state: &State, side: Side) -> Vec<Roll> {
    match state.step() {
        step if step.is_repair() => repair::open(state, side).map(Roll::Repair).collect(),
        _ => open_rolls(state, side).into_iter().map(Roll::Owed).collect(),
    }
}

/// Makes every open roll of the step in the order of the roster. `spend` names what has a point spent on it, once for each
/// point.
pub(crate) fn roll_all(cx: &mut Cx<'_>, spend: &[Id], close: bool) -> Adjudged {
    let (side, rolls) = cx.check(|why| may_roll_all(cx.state(), cx.acting(), spend, close, why))?;
    for roll in rolls {
        let points = roll.takes_points().map_or(0, |name| points_on(spend, name));
        match roll {
            Roll::Repair(wreck) => repair::attempt(cx, side, &wreck, points)?,
            Roll::Owed(OpenRoll::Number(item)) => numbers::roll(cx, side, item, points)?,
            Roll::Owed(owed) => make(cx, side, owed)?,
        }
    }
    if close { close_for(cx, side) } else { Ok(()) }
}

fn points_on(spend: &[Id], name: Id) -> i32 {
    i32::try_from(spend.iter().filter(|known| **known == name).count()).unwrap_or(i32::MAX)
}

/// Whether a side may make all its rolls now, and which they are.
fn may_roll_all(
    state: &State,
    acting: Acting,
    spend: &[Id],
    close: bool,
    why: &mut Reasons,
) -> Checked<(Side, Vec<Roll>)> {
    let side = in_step(state, acting, RULE, &STEPS, why)?;
    let rolls = rolls(state, side);
    let named = |name: &Id| rolls.iter().copied().find(|roll| roll.takes_points() == Some(*name));
    for name in spend {
        let known = named(name).is_some();
        why.unless(known, RULE, "unknown", || format!("No roll that takes points is open for {name}."))?;
    }
    why.unless(!rolls.is_empty(), RULE, "not-eligible", || "No roll of yours is open in this step.".into())?;
    for (name, roll) in spend.iter().filter_map(|name| Some((name, named(name)?))) {
        let (rule, most) = match roll {
            Roll::Repair(_) => (repair::POINTS, 1),
            Roll::Owed(_) => (numbers::POINTS, state.options().number_roll_max_cpp),
        };
        let n = points_on(spend, *name);
        why.unless(n <= most, rule, "range", || {
            format!("The roll for {name} takes 0 to {most} purchase points.")
        })?;
    }
    let all = i32::try_from(spend.len()).unwrap_or(i32::MAX);
    let rule = if state.step().is_repair() { repair::POINTS } else { numbers::POINTS };
    can_pay(state, rule, side, all, why)?;
    if close {
        may_close_once_rolled(state, acting, why)?;
    }
    Ok((side, rolls))
}
