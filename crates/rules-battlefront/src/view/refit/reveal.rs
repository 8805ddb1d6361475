//! What the reveal brought, public for everyone: both postures, the attacker, and what follows. It stands on the page
//! until the refit of the next slot begins. [BF-2.1.1.6]

use kernel::RuleId;
use kernel::view::{Block, Panel, Text};

use crate::phase::Step;
use crate::rules::s2_1_1_6_reveal::roll_off_words;
use crate::state::State;
use crate::view::Eyes;
use crate::words::{Posture, Side};

/// The panel, while there is something to tell.
pub fn panel(eyes: &Eyes<'_>) -> Option<Panel> {
    let state = eyes.state;
    let body = match state.step() {
        _ if state.in_battle() => battle(state)?,
        Step::OvernightRepair | Step::OvernightWithdrawal => {
            vec![both_defend(), after("The night's repairs and withdrawals follow, then the next slot.")]
        }
        Step::Opening | Step::Posture if state.facts.skipped => {
            vec![both_defend(), after("That slot is over without a battle; this is the next one.")]
        }
        Step::Victory | Step::Over if state.facts.skipped => {
            vec![both_defend(), after("That was the last slot.")]
        }
        _ => return None,
    };
    Some(Panel::new("revealed", "Postures opened", body).rule(RuleId("BF-2.1.1.6-1")))
}

fn after(words: &str) -> Block {
    Block::Prose(Text::new(words))
}

fn both_defend() -> Block {
    let text = Text::empty().side(0).say(" and ").side(1).say(" both defended: no battle.");
    Block::Note(text.rule(RuleId("BF-2.1.P-6")))
}

fn battle(state: &State) -> Option<Vec<Block>> {
    let attacker = state.facts.attacker.and_then(|id| state.campaign().side_of(id))?;
    let attacks =
        |side: Side| state.side(side).posture.is_some_and(|sealed| sealed.choice == Posture::Attack);
    let found = if state.is_first_slot() {
        Text::empty().side(attacker.number()).say(" attacks, as the set-up says.").rule(RuleId("BF-2.1.P-1"))
    } else if attacks(attacker.enemy()) {
        roll_off_words(attacker, state.facts.roll_off)
    } else {
        Text::empty()
            .side(attacker.number())
            .say(" attacks, ")
            .side(attacker.enemy().number())
            .say(" defends.")
    };
    let follows = if state.is_after_battle() {
        Text::new("The battle has been fought and is cleaned up after.").rule(RuleId("BF-2.1.2.C-1"))
    } else {
        Text::empty()
            .side(attacker.enemy().number())
            .say(" sets up first, ")
            .side(attacker.number())
            .say(" second. ")
            .side(state.options().attacker_moves.first(attacker).number())
            .say(" moves first. The battle is fought at the table.")
            .rule(RuleId("BF-2.1.P-4"))
    };
    Some(vec![Block::Note(found), Block::Prose(follows)])
}
