//! A side's own list of steps, with what it did in each.

use kernel::RuleId;
use kernel::view::{Block, ItemState, Panel, StepRow, Text};

use super::repair;
use crate::phase::{Step, occurs};
use crate::rules::s2_1_1_1_d_historical_modifiers::historical;
use crate::rules::s2_1_1_8_deploy::sets_up;
use crate::rules::s2_1_2_4_p_perimeter::is_the_umpires;
use crate::rules::s2_1_scenarios::open_rolls;
use crate::view::overview::why_not;
use crate::view::own::Own;
use crate::view::prose::{capital, counted, cpp_words, fpp_words};

pub fn panel(own: &Own<'_>) -> Panel {
    let heading = if own.state.is_after_battle() { "Your slot" } else { "Your refit" };
    Panel::new("steps", heading, vec![Block::Steps(rows(own))]).secret(own.side.only())
}

/// One row for each step of the slot.
pub fn rows(own: &Own<'_>) -> Vec<StepRow> {
    let mut steps = vec![Step::Posture];
    steps.extend(Step::REFIT);
    if own.step().is_overnight() && !own.state.is_after_battle() {
        steps.extend([Step::OvernightRepair, Step::OvernightWithdrawal]);
    }
    if own.state.in_battle() {
        steps.push(Step::ChooseForces);
        let own_turn = |step: &Step| sets_up(own.state, *step) == Some(own.side);
        steps.extend([Step::DefenderSetsUp, Step::AttackerSetsUp].into_iter().filter(own_turn));
        steps.push(Step::Battle);
        steps.extend([own.step()].into_iter().filter(|step| matches!(step, Step::Minefields | Step::Bogged)));
    }
    if own.state.is_after_battle() {
        let acts = |step: &Step| !step.is_automatic() && occurs(own.state, *step);
        steps.extend(Step::CLEANUP.into_iter().filter(acts));
    }
    steps.into_iter().map(|step| row(own, step)).collect()
}

fn row(own: &Own<'_>, step: Step) -> StepRow {
    let now = own.step() == step;
    let (state, note) = if !occurs(own.state, step) {
        (ItemState::Closed, why_not(own.state, step).unwrap_or_default())
    } else if now && is_the_umpires(own.state) {
        (ItemState::Waiting, Text::new("The umpire closes it."))
    } else if now && own.facts().no_part {
        (ItemState::Done, Text::new("You have no part in it."))
    } else if now && !own.facts().closed {
        (ItemState::Yours, present(own, step))
    } else if now || step < own.step() {
        (ItemState::Done, past(own, step))
    } else {
        (ItemState::Later, ahead(own, step))
    };
    StepRow { key: step.word().into(), title: step.title().into(), state, now, note }
}

fn sentence(words: &str) -> Text {
    Text::new(format!("{}.", capital(words)))
}

/// What stands open in the present step.
fn present(own: &Own<'_>, step: Step) -> Text {
    let rolls = open_rolls(own.state, own.side);
    if !rolls.is_empty() {
        return sentence(&format!("{} owed", counted(rolls.len() as i64, "roll", "rolls")));
    }
    match step {
        Step::Posture => Text::new("To be sealed."),
        Step::Repair | Step::OvernightRepair => {
            sentence(&format!("{} can be tried", counted(repair::open(own).len() as i64, "wreck", "wrecks")))
        }
        Step::Paperwork => Text::new("To be confirmed."),
        Step::Removal | Step::Fortification | Step::Wrecks => {
            sentence(&format!("{} in hand", fpp_words(own.facts().fpp)))
        }
        Step::Purchases => sentence(&format!("{} in hand", cpp_words(own.facts().cpp))),
        Step::ChooseForces => sentence(&super::forces::count_words(own)),
        Step::DefenderSetsUp | Step::AttackerSetsUp => sentence(&super::set_up::count_words(own)),
        Step::Escape => Text::new(super::escape::count_words(own)),
        Step::Battle if own.facts().report.is_none() => Text::new("The result is to be told."),
        Step::Battle => Text::new("The result is told."),
        Step::Minefields | Step::Bogged => Text::new("To be entered."),
        _ => Text::new("Nothing is owed."),
    }
}

/// What the side did.
fn past(own: &Own<'_>, step: Step) -> Text {
    let facts = own.facts();
    match step {
        Step::Posture => match facts.posture {
            Some(sealed) => sentence(sealed.choice.word()),
            None => Text::empty(),
        },
        Step::PurchasePoints => match facts.income {
            Some(gain) => sentence(&format!("gained {}", cpp_words(gain))),
            None if historical(own.state, own.side).is_none() => {
                Text::new("The chart gives no points for this slot.").rule(RuleId("BF-2.1.1.1.D-2"))
            }
            None => Text::empty(),
        },
        Step::Purchases => {
            let groups = facts.purchases.iter().filter(|purchase| purchase.group.is_some());
            let (n, spent) = groups.fold((0, 0), |(n, cpp), purchase| (n + 1, cpp + purchase.cpp));
            let points = facts.purchases.iter().filter(|purchase| purchase.group.is_none());
            let (n_points, on_points) = points
                .fold((0, 0), |(n, cpp), purchase| (n + i64::from(purchase.points), cpp + purchase.cpp));
            let mut bought = Vec::new();
            if n > 0 {
                bought.push(format!("{} for {}", counted(n, "group", "groups"), cpp_words(spent)));
            }
            if n_points > 0 {
                let words = counted(n_points, "preregistered point", "preregistered points");
                bought.push(format!("{words} for {}", cpp_words(on_points)));
            }
            match bought.is_empty() {
                true => Text::new("Nothing bought."),
                false => sentence(&format!("bought {}", bought.join(", "))),
            }
        }
        Step::ChooseForces => sentence(&super::forces::count_words(own)),
        // After the battle stands lie elsewhere, and from C9 on the map is cleared.
        Step::DefenderSetsUp | Step::AttackerSetsUp if own.state.is_after_battle() => Text::new("Closed."),
        Step::DefenderSetsUp | Step::AttackerSetsUp => sentence(&super::set_up::past_words(own)),
        Step::Fortification => {
            let n: i64 = facts.works_fresh.iter().map(|tally| i64::from(tally.count)).sum();
            sentence(&format!("{} bought", counted(n, "fortification", "fortifications")))
        }
        _ => Text::new("Closed."),
    }
}

fn ahead(own: &Own<'_>, step: Step) -> Text {
    match step {
        Step::Fortification => sentence(&format!("{} in hand", fpp_words(own.facts().fpp))),
        _ => Text::empty(),
    }
}
