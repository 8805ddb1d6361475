//! What a side has to do in the present step, in one sentence.

use kernel::view::Text;

use super::{cleanup, escape, forces, removal, repair, result, set_up, wrecks};
use crate::phase::Step;
use crate::rules::s2_1_scenarios::{OpenRoll, open_rolls};
use crate::view::own::Own;
use crate::view::prose::{counted, cpp_words, fpp_words, unit_name};

/// What is owed, and where it is done.
pub struct Duty {
    /// The sentence.
    pub what: Text,
    /// The panel of the refit page.
    pub panel: String,
    /// The words of the link.
    pub act: String,
}

fn of(what: Text, panel: impl Into<String>, act: &str) -> Duty {
    Duty { what, panel: panel.into(), act: act.into() }
}

/// What the side owes in the present step, which it has not closed. Where nothing but closing can be done, that stands first on
/// the page.
pub fn duty(own: &Own<'_>) -> Duty {
    let duty = in_step(own);
    if super::only_closes(own) { of(duty.what, "close", "To the close") } else { duty }
}

fn in_step(own: &Own<'_>) -> Duty {
    let rolls = open_rolls(own.state, own.side);
    let facts = own.facts();
    match own.step() {
        Step::Posture => of(Text::new("attack or defend."), "posture", "Choose"),
        Step::PurchasePoints => {
            of(Text::new("the roll for purchase points."), "points", "Roll for purchase points")
        }
        Step::Repair | Step::OvernightRepair => {
            let n = repair::open(own).len();
            let what = if n == 0 {
                "no wreck can be tried; close the step.".into()
            } else {
                format!("repairs. {} can be tried.", counted(n as i64, "wreck", "wrecks"))
            };
            of(Text::new(what), if n == 0 { "close" } else { "repair" }, "To the repairs")
        }
        Step::Withdrawal | Step::OvernightWithdrawal if rolls.is_empty() => {
            of(Text::new("no formation rolls for withdrawal; close the step."), "close", "To the close")
        }
        Step::Withdrawal | Step::OvernightWithdrawal => {
            let n = counted(rolls.len() as i64, "formation", "formations");
            of(Text::new(format!("withdrawal rolls for {n}.")), "withdrawal", "Roll")
        }
        Step::Roster if rolls.is_empty() => {
            of(Text::new("the roster. No roll is owed."), "combining", "To the roster")
        }
        Step::Roster => {
            let n = counted(rolls.len() as i64, "discipline roll", "discipline rolls");
            of(Text::new(format!("{n}.")), "discipline", "Roll")
        }
        Step::Purchases => match rolls.first() {
            Some(OpenRoll::Number(item)) => {
                let name = unit_name(own.campaign(), own.side, *item);
                of(Text::new(format!("the number roll for {name}.")), super::numbers::panel_id(*item), "Roll")
            }
            _ => {
                let basket = match facts.purchases.len() {
                    0 => "nothing in the basket".into(),
                    n => counted(n as i64, "purchase made", "purchases made"),
                };
                let what = format!(
                    "purchases. {} in hand, {basket}.",
                    crate::view::prose::capital(&cpp_words(facts.cpp))
                );
                of(Text::new(what), "purchases", "Buy groups")
            }
        },
        Step::Removal => {
            let n = removal::n_open(own);
            let what = if n == 0 {
                "nothing can be removed; close the step.".into()
            } else {
                format!("fortification removal. {} known.", counted(n as i64, "target", "targets"))
            };
            of(Text::new(what), if n == 0 { "close" } else { "removal" }, "To the removals")
        }
        Step::Fortification => {
            let what =
                format!("fortifications. {} in hand.", crate::view::prose::capital(&fpp_words(facts.fpp)));
            of(Text::new(what), "fortification", "Buy fortifications")
        }
        Step::ChooseForces => of(forces::duty(own), "forces", "Choose forces"),
        Step::DefenderSetsUp | Step::AttackerSetsUp => of(set_up::duty(own), "set-up", "Set up"),
        Step::Disengage => of(Text::new("a look at how units part."), "front", "To the front"),
        Step::Perimeter => of(Text::new("a look at the front lines."), "front", "To the front"),
        Step::Escape => of(escape::duty(own), "escape", "Choose"),
        Step::Wrecks => of(wrecks::duty(own), "wrecks", "To the wrecks"),
        Step::Paperwork => of(Text::new("the roster, to be confirmed."), "paperwork", "To the roster"),
        Step::Battle => of(result::duty(own), "report", "Tell how it ended"),
        Step::Minefields => of(cleanup::mines_duty(own), "mines", "Enter it"),
        Step::Bogged => of(cleanup::bogged_duty(own), "bogged", "Enter it"),
        _ => of(Text::new("nothing."), "rests", "Refit"),
    }
}
