//! The overview: what is owed, what can be done, what has happened; beside it the order of the day, the field, the
//! points.

mod field;
mod ground_looks;
mod order;
mod owed;
pub mod standing;

pub use field::{Detail, at, face, field, location_holder, wreck_words};
pub use ground_looks::work_look;
pub use order::why_not;
pub use owed::items as owed;

use kernel::view::{Block, Form, Page, PageHead, Panel, Text};

use super::own::Own;
use super::prose::{full_date, step_words};
use super::{Eyes, referee, umpire};
use crate::command::Command;
use crate::phase::{Step, occurs};
use crate::rules::s2_1_2_4_p_perimeter::is_the_umpires;
use crate::rules::s2_f_free_to_modify::setting;

/// How the page is listed.
pub const HEAD: PageHead = PageHead::new("overview", "Overview");

/// The first page of every seat.
pub fn page(eyes: &Eyes<'_>) -> Page {
    let mut main = vec![owed::panel(eyes)];
    main.extend(can_do(eyes));
    main.extend(if eyes.is_umpire() { referee::look_again(eyes.state) } else { None });
    main.extend(if eyes.is_umpire() { referee::panel(eyes.state) } else { None });
    main.push(Block::SinceLastHere);
    let mut aside = vec![order::panel(eyes), standing::the_field(eyes)];
    aside.extend(standing::points_in_hand(eyes));
    aside.push(standing::the_day(eyes));
    aside.push(order::timeline(eyes));
    Page { id: HEAD.id, tab: HEAD.tab, title: full_date(eyes.state.date()), lede: lede(eyes), main, aside }
}

/// What the slot is about, in a sentence or two.
fn lede(eyes: &Eyes<'_>) -> Text {
    let state = eyes.state;
    let fought = state.facts.scenarios;
    match state.step() {
        Step::Opening => Text::new("The next slot is about to open."),
        Step::Posture => {
            Text::new("Each side chooses in secret whether it attacks. Both choose at the same time.")
        }
        step if Step::REFIT.contains(&step) => {
            let before = match fought {
                0 => "Refit before the first battle.".into(),
                n => format!("Refit before {}.", nth_battle(n + 1)),
            };
            Text::new(format!("{before} Both sides work at the same time."))
        }
        Step::Disengage => {
            Text::new("The battle is over. Units in contact part.").rule(kernel::RuleId("BF-2.1.2.4.1-1"))
        }
        Step::Perimeter => Text::new("The front lines are drawn, and every unit gets its status.")
            .rule(kernel::RuleId("BF-2.1.2.4.2-1")),
        Step::Escape => Text::new("The lines stand. Units behind the enemy's line remain or try to escape.")
            .rule(kernel::RuleId("BF-2.1.2.4.3-1")),
        step if state.is_after_battle() => {
            let told = match state.facts.attacker.and_then(|id| state.campaign().side_of(id)) {
                Some(side) => Text::empty().side(side.number()).say(" attacked, and the battle is over. "),
                None => Text::empty(),
            };
            let ends = match step {
                Step::OvernightRepair | Step::OvernightWithdrawal => {
                    "The night's work comes first, then the map is cleared."
                }
                Step::Wrecks => "The map is cleared; wrecks in defiles may be moved.",
                Step::Paperwork => "Both sides confirm their rosters; then the slot ends.",
                _ => "It is cleaned up after, step by step.",
            };
            told.say(ends).rule(kernel::RuleId("BF-2.1.2.C-1"))
        }
        step if step.is_battle() => {
            let attacker = state.facts.attacker.and_then(|id| state.campaign().side_of(id));
            let told = Text::new("A battle is to be fought. ");
            match attacker {
                Some(side) => told
                    .side(side.number())
                    .say(" attacks; ")
                    .side(side.enemy().number())
                    .say(" sets up first, ")
                    .side(state.options().attacker_moves.first(side).number())
                    .say(" moves first."),
                None => told,
            }
        }
        Step::Victory => {
            Text::new("The last slot is over. The umpire declares the result.").rule(kernel::RuleId("BF-2-4"))
        }
        Step::Over => standing::result_words(state),
        _ => {
            Text::new("Both sides defend, so no battle is fought. The night's work is done at the same time.")
        }
    }
}

/// "the second battle".
fn nth_battle(n: u16) -> String {
    let words = ["second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
    match usize::from(n).checked_sub(2).and_then(|at| words.get(at)) {
        Some(word) => format!("the {word} battle"),
        None => format!("battle {n}"),
    }
}

fn can_do(eyes: &Eyes<'_>) -> Option<Block> {
    let forms = match eyes.side() {
        Some(side) => of_side(&Own { state: eyes.state, side }),
        None if eyes.is_umpire() => umpire::forms(eyes.state),
        None => return None,
    };
    (!forms.is_empty()).then(|| Panel::new("can", "What you can do now", vec![Block::Can(forms)]).block())
}

/// Closing the step, agreeing to a change; then what lies ahead in this slot, closed with its reason.
fn of_side(own: &Own<'_>) -> Vec<Form> {
    let mut forms = Vec::new();
    if own.step().is_for_sides() && !is_the_umpires(own.state) {
        forms.push(own.closing());
    }
    if let Some(open) = &own.state.facts.proposal {
        let consent = Command::Consent { key: open.key, value: open.value };
        let verb = format!("Agree to {}", setting(open.key, open.value));
        forms.push(
            own.form("consent", &consent, verb).then("The umpire makes the change when both sides agree."),
        );
    }
    forms.extend(ahead(own));
    forms.sort_by_key(|form| form.closed.is_some());
    forms
}

/// Acts whose step is still to come in this slot. Each is closed now, and says when it opens.
fn ahead(own: &Own<'_>) -> Vec<Form> {
    let later =
        |step: Step| own.step() < step && Step::REFIT.contains(&own.step()) && occurs(own.state, step);
    let mut forms = Vec::new();
    if later(Step::Purchases)
        && let Some(group) = own.setup().groups.first()
    {
        let buy = Command::Buy { group: group.id, count: 1 };
        forms.push(own.form("later-buy", &buy, "Buy reinforcement groups"));
    }
    if later(Step::Fortification)
        && let Some(work) = own.setup().works.first()
    {
        let buy = Command::BuyFort { kind: work.id, count: 1 };
        forms.push(own.form("later-buy-fort", &buy, "Buy fortifications"));
    }
    forms
}

/// The heading of a step for prose: "S2e, purchases".
pub fn step_name(step: Step) -> String {
    step_words(step)
}
