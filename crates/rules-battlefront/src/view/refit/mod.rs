//! The refit page: the procedure of the present step for a side, the owed thing first; both sides' state for the
//! umpire; public closings for everyone else.

pub mod battle;
mod cleanup;
mod combining;
mod discipline;
mod duty;
mod escape;
mod forces;
mod fortification;
mod numbers;
mod paperwork;
mod points;
mod posture;
mod prereg;
mod purchases;
mod purse;
mod removal;
mod repair;
pub mod result;
mod reveal;
mod rolls;
pub mod set_up;
mod sides;
mod steps;
mod withdrawal;
mod wrecks;

pub use duty::{Duty, duty};
pub use purchases::note_words;
pub use purse::purchase_points as purse_lines;

use kernel::view::{Block, FieldMap, Page, PageHead, Panel, Text};

use super::Eyes;
use super::overview::{Detail, field, step_name};
use super::own::Own;
use super::tray::tray;
use crate::phase::Step;
use crate::rules::s2_1_2_4_p_perimeter::is_the_umpires;
use crate::rules::s2_1_2_report::is_open;
use crate::state::State;
use crate::words::Side;

/// How the page is listed.
pub const HEAD: PageHead = PageHead::new("refit", "Refit");

/// The refit page of a seat.
pub fn page(eyes: &Eyes<'_>) -> Page {
    let what = match eyes.state.step() {
        _ if eyes.state.is_after_battle() => "Cleanup",
        step if step.is_battle() => "Forces",
        _ => "Refit",
    };
    let title = format!("{what}, {}", eyes.state.date().day_and_month());
    let (lede, mut main, aside) = match eyes.side() {
        Some(side) => {
            let own = Own { state: eyes.state, side };
            (lede(&own), main(&own), aside(&own))
        }
        None if eyes.is_umpire() => {
            let lede = Text::new("Both sides, step by step. Neither sees the other's work.");
            (lede, sides::main(eyes), sides::aside(eyes))
        }
        None => {
            let lede = Text::new(
                "What the sides do here is theirs to know. Public is which steps they have closed.",
            );
            (lede, sides::public(eyes), Vec::new())
        }
    };
    let record = battle::record(eyes);
    match eyes.state.step() {
        // While turns are played they come first; once the battle has ended, telling how it did.
        Step::Battle if !is_told(eyes.state, eyes.side()) => {
            record.into_iter().for_each(|record| main.insert(0, record));
        }
        _ => main.extend(record),
    }
    if let Some(differences) = result::differences(eyes) {
        main.insert(0, differences.block());
    }
    main.extend(result::combats(eyes).map(Panel::block));
    if let Some(revealed) = reveal::panel(eyes) {
        // What is owed comes before what was learned.
        let is_owed = |block: &Block| matches!(block, Block::Panel(panel) if panel.yours);
        let at = main.iter().rposition(is_owed).map_or(main.len().min(1), |last| last + 1);
        main.insert(at, revealed.block());
    }
    // Who moves back and who is not Normal stands beside what is closed, not only on the map.
    if matches!(eyes.state.step(), Step::Disengage | Step::Perimeter) {
        main.splice(0..0, crate::view::front::told(eyes.state));
    }
    let mut page = Page { id: HEAD.id, tab: HEAD.tab, title, lede, main, aside };
    // Where a place is asked for, it can be pointed out; and whoever may escape is picked where it stands.
    if page.forms().into_iter().any(|form| form.asks_place() || !form.about.is_empty()) {
        let set_up = eyes.side().map(|side| Own { state: eyes.state, side });
        let tray = set_up.filter(|own| own.step().is_set_up()).and_then(|own| tray(&own));
        let board = Block::Field(FieldMap { tray, ..field(eyes, Detail::All) });
        page.main.insert(0, Panel::new("board", "The field", vec![board]).block());
    }
    page
}

/// Whether the battle has ended, by the record or as this side tells.
fn is_told(state: &State, side: Option<Side>) -> bool {
    let told = |side| state.side(side).report.is_some();
    state.facts.battle.ended.is_some() || side.is_some_and(told)
}

fn lede(own: &Own<'_>) -> Text {
    let learns = Text::new("The ")
        .side(own.side.enemy().number())
        .say(" side learns only which steps you have closed.");
    match own.step() {
        Step::Posture => learns.say(" Postures are opened together when the refit is over."),
        step if Step::REFIT.contains(&step) => learns,
        Step::ChooseForces => learns.say(" What you choose is seen when it stands on the table."),
        Step::Disengage | Step::Perimeter => {
            let closes = match is_the_umpires(own.state) {
                true => "The umpire closes the step.",
                false => "The step ends when both sides have closed it.",
            };
            Text::empty()
                .link("map", "board", "The map")
                .say(format!(" shows where everybody stands. {closes}"))
        }
        Step::Escape => learns.say(" Dice fall when both have."),
        Step::Battle => learns.say(" How the battle ended becomes known when both have confirmed it."),
        Step::Minefields | Step::Bogged => Text::new("Roll at the table, and enter what came of it."),
        Step::DefenderSetsUp if !own.is_closed() => Text::new("You set up first, then the attacker."),
        Step::AttackerSetsUp if !own.is_closed() => Text::new("The defender has set up. Now you do."),
        step if step.is_set_up() => Text::new("The defender sets up first, then the attacker."),
        Step::OvernightRepair | Step::OvernightWithdrawal if own.state.is_after_battle() => {
            learns.say(" The night's work follows the battle.")
        }
        Step::OvernightRepair | Step::OvernightWithdrawal => {
            learns.say(" This night's work follows a day without a battle.")
        }
        Step::Wrecks => learns.say(" What comes of it is public when the step ends."),
        Step::Paperwork => Text::new("The slot ends when both sides have confirmed their rosters."),
        _ => Text::new("There is nothing to refit now."),
    }
}

fn main(own: &Own<'_>) -> Vec<Block> {
    if own.is_closed() {
        return vec![rests(own)];
    }
    let panels = panels(own);
    let first = panels.iter().any(|panel| panel.yours);
    let closes = if first { closing(own, true) } else { closing(own, false).yours() };
    let is_idle = is_idle(&panels);
    let mut blocks: Vec<Block> = panels.into_iter().map(Panel::block).collect();
    if is_the_umpires(own.state) {
        blocks.push(waits_for_the_umpire(own).block());
        return blocks;
    }
    if !closes_itself(own) {
        // Where nothing else can be done, closing is what is owed, and stands before what is only read.
        let at = if is_idle { 0 } else { blocks.len() };
        blocks.insert(at, closes.block());
    }
    blocks
}

/// Posture and the roll for points close their step by themselves.
fn closes_itself(own: &Own<'_>) -> bool {
    matches!(own.step(), Step::Posture | Step::PurchasePoints)
}

fn is_idle(panels: &[Panel]) -> bool {
    !panels.iter().flat_map(|panel| &panel.body).flat_map(Block::forms).any(|form| form.closed.is_none())
}

/// Whether a side can do nothing in the present step but close it.
pub fn only_closes(own: &Own<'_>) -> bool {
    !closes_itself(own) && !is_the_umpires(own.state) && is_idle(&panels(own))
}

/// The panels of the present step; those that must be worked off are marked as the side's to act on.
fn panels(own: &Own<'_>) -> Vec<Panel> {
    match own.step() {
        Step::Posture => vec![posture::panel(own)],
        Step::PurchasePoints => vec![points::panel(own)],
        Step::Repair | Step::OvernightRepair => vec![repair::panel(own)],
        Step::Withdrawal | Step::OvernightWithdrawal => vec![withdrawal::panel(own)],
        Step::Roster => {
            let (rolls, combining) = (discipline::panel(own), combining::panel(own));
            // Where no die decides, combining is what can be done. Rolls stay where they are when all are made.
            if discipline::is_rolled(own) { vec![rolls, combining] } else { vec![combining, rolls] }
        }
        Step::Purchases => {
            let mut panels = numbers::panels(own);
            panels.push(purchases::panel(own));
            panels.extend(prereg::panel(own));
            panels
        }
        Step::Removal => vec![removal::panel(own)],
        Step::Fortification => vec![fortification::panel(own)],
        Step::ChooseForces => vec![forces::panel(own)],
        Step::DefenderSetsUp | Step::AttackerSetsUp => set_up::panels(own),
        Step::Disengage | Step::Perimeter => vec![crate::view::front::look(own.step())],
        Step::Escape => vec![escape::panel(own)],
        Step::Wrecks => vec![wrecks::panel(own)],
        Step::Paperwork => vec![paperwork::panel(own)],
        // What is owed is the result; shots and smoke are kept on record by whoever wants it.
        Step::Battle => result::panels(own).into_iter().chain(battle::panels(own)).collect(),
        Step::Minefields => vec![cleanup::mines(own)],
        Step::Bogged => vec![cleanup::bogged(own)],
        _ => Vec::new(),
    }
}

/// Where a side would close a step, in one that the umpire closes.
fn waits_for_the_umpire(own: &Own<'_>) -> Panel {
    let heading = format!("The umpire closes {}", own.step());
    let words = "The umpire closes this step for both sides; there is nothing for you to close. Write to the umpire \
                 before what you see otherwise.";
    Panel::new("close", heading, vec![Block::Prose(Text::new(words))]).rule(kernel::RuleId("BF-2.1.2.4.P-2"))
}

fn closing(own: &Own<'_>, owes: bool) -> Panel {
    let step = own.step();
    let heading = format!("Close {step}");
    let form = if owes { own.closing() } else { own.closing().leading() };
    Panel::new("close", heading, vec![Block::Form(form)]).rule(kernel::RuleId("BF-2.1-1"))
}

/// What stands here when the side has closed the step, or no step is the sides'.
fn rests(own: &Own<'_>) -> Block {
    let step = own.step();
    if !step.is_for_sides() {
        let words = match step {
            Step::Opening => "The next slot opens by itself.",
            Step::Reveal => "The postures are opened by themselves.",
            Step::Disengage => "The battle is over, and its result stands.",
            Step::Victory => "The last slot is over. The umpire declares the result.",
            _ => "The campaign has been played to its end.",
        };
        let mut body = vec![Block::Empty(Text::new(words))];
        body.extend(forces::chosen(own));
        return Panel::new("rests", "No refit now", body).block();
    }
    if step.is_set_up() {
        let words = Text::empty()
            .side(own.side.enemy().number())
            .say(" sets up now.")
            .rule(kernel::RuleId("BF-2.1.P-4"));
        let mut body = vec![Block::Prose(words)];
        body.extend(forces::chosen(own));
        return Panel::new("rests", "Nothing waits for you", body).block();
    }
    if is_open(own.state) {
        let words = "Both sides have closed the step. It ends when the last difference is settled.";
        return Panel::new("rests", "The result waits", vec![Block::Prose(Text::new(words))]).block();
    }
    let yours = if own.facts().no_part { "You have no part in" } else { "You have closed" };
    let words = Text::new(format!("{yours} {}. It ends when ", step_name(step)))
        .side(own.side.enemy().number())
        .say(if own.facts().no_part { " has closed it." } else { " has closed it too." });
    let mut body = vec![Block::Prose(words)];
    if step == Step::Posture {
        body.push(Block::Form(posture::form(own)));
    }
    body.extend(forces::chosen(own));
    Panel::new("rests", "Nothing waits for you", body).block()
}

fn aside(own: &Own<'_>) -> Vec<Block> {
    vec![purse::panel(own).block(), steps::panel(own).block()]
}
