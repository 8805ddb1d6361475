//! C2 and C3: units in minefields and bogged units. [BF-2.1.2.2, BF-2.1.2.3]

use kernel::RuleId;
use kernel::view::{Block, Panel, Text};

use super::set_up::at_a_place;
use crate::command::Command;
use crate::rules::s2_1_2_2_mines::{in_minefields, n_in_minefields};
use crate::rules::s2_1_2_3_bogged::{MOST_CHECKS, n_owed, owed};
use crate::view::own::{Own, Pick, address};
use crate::view::prose::{capital, counted, stand_name};
use crate::words::{BogOutcome, MineOutcome};

/// What the side has to do in C2.
pub fn mines_duty(own: &Own<'_>) -> Text {
    let n = counted(n_in_minefields(own.state, own.side) as i64, "unit", "units");
    Text::new(format!("what the mines did. {} in minefields.", capital(&n)))
}

/// What the side has to do in C3.
pub fn bogged_duty(own: &Own<'_>) -> Text {
    let n = counted(n_owed(own.state, own.side) as i64, "unit", "units");
    Text::new(format!("the bog checks. {} bogged.", capital(&n)))
}

/// One question for each unit in a minefield, and one for where it stands if it has moved.
pub fn mines(own: &Own<'_>) -> Panel {
    let words = "Each unit undergoes its mine attacks, by the rules of the table, until it is destroyed or out of the field.";
    let mut body = vec![Block::Prose(Text::new(words))];
    for stand in in_minefields(own.state, own.side) {
        let plain = |outcome| Command::MineResult { unit: stand.id, outcome, x: None, y: None };
        let picks = MineOutcome::ALL.iter().map(|outcome| {
            let words = match outcome {
                MineOutcome::Destroyed => "Destroyed",
                MineOutcome::Out => "Out of the field, where it stands",
            };
            Pick::new(plain(*outcome), words, Text::empty())
        });
        let name = capital(&stand_name(own.campaign(), own.side, stand.id));
        let form =
            own.pick(address("mines", stand.id), &format!("Enter {name}"), "outcome", &name, picks.collect());
        body.push(Block::Form(form));
        let out = plain(MineOutcome::Out);
        let verb = format!("{name} is out of the field, elsewhere");
        body.push(Block::Form(at_a_place(own, address("mines-out", stand.id), &out, verb)));
    }
    let panel = Panel::new("mines", "Units in minefields", body).rule(RuleId("BF-2.1.2.2-1"));
    let panel = panel.secret(own.side.only());
    if n_in_minefields(own.state, own.side) > 0 { panel.yours() } else { panel }
}

/// One question for each bogged unit.
pub fn bogged(own: &Own<'_>) -> Panel {
    let words = "Each bogged unit makes its bog check, by the rules of the table. A vehicle that is still bogged after the \
                 second is immobile.";
    let mut body = vec![Block::Prose(Text::new(words))];
    for stand in owed(own.state, own.side) {
        let picks = BogOutcome::ALL.iter().map(|outcome| {
            let words = match outcome {
                BogOutcome::Free => "Moves freely again",
                BogOutcome::Stuck => "Still bogged",
            };
            Pick::new(Command::BogResult { unit: stand.id, outcome: *outcome }, words, Text::empty())
        });
        let name = capital(&stand_name(own.campaign(), own.side, stand.id));
        let label = format!("{name}, check {} of {MOST_CHECKS}", stand.bog_checks + 1);
        let verb = format!("Enter {name}");
        body.push(Block::Form(own.pick(address("bog", stand.id), &verb, "outcome", &label, picks.collect())));
    }
    let panel = Panel::new("bogged", "Bogged units", body).rule(RuleId("BF-2.1.2.3-1"));
    let panel = panel.secret(own.side.only());
    if n_owed(own.state, own.side) > 0 { panel.yours() } else { panel }
}
