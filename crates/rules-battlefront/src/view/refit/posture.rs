//! S1: attack or defend, sealed. [BF-2.1.P]

use kernel::RuleId;
use kernel::view::{Block, FieldKind, Form, Panel, Text};

use crate::command::Command;
use crate::facts::Hex;
use crate::setup::options::AttackerMoves;
use crate::view::own::{Own, Pick};
use crate::words::{Posture, SlotKind};

pub fn panel(own: &Own<'_>) -> Panel {
    let intro = Text::new(
        "Both sides choose in secret. The choice is sealed, and opened with the other when the refit is over.",
    );
    let body = vec![Block::Prose(intro), Block::Form(form(own))];
    Panel::new("posture", "Owed first: attack or defend", body)
        .rule(RuleId("BF-2.1.P-2"))
        .secret(own.side.only())
        .yours()
}

/// The choice, which can be made anew until both sides have chosen.
pub fn form(own: &Own<'_>) -> Form {
    let choice = |posture| Command::ChoosePosture { posture, nonce: Hex::new(), digest: Hex::new() };
    let picks = vec![
        Pick::new(choice(Posture::Attack), "Attack", attack(own)),
        Pick::new(choice(Posture::Defend), "Defend", defend(own)),
    ];
    let sealed = own.facts().posture.map(|sealed| sealed.choice);
    let verb = if sealed.is_some() { "Seal it anew" } else { "Seal your posture" };
    let mut form = own.pick("posture".into(), verb, "posture", "In the coming battle", picks);
    // Nothing is picked before the side has picked it: the choice decides the day.
    if let Some(FieldKind::One { chosen, .. }) = form.fields.first_mut().map(|field| &mut field.kind) {
        *chosen = sealed.map(|posture| usize::from(posture == Posture::Defend));
    }
    let consequence = match sealed {
        Some(posture) => {
            format!("You have sealed: {posture}. It can be replaced until both sides have sealed.")
        }
        None => {
            "The digest of your choice becomes public when both have sealed, the choice itself later.".into()
        }
    };
    if sealed.is_some() { form.then(consequence) } else { form.then(consequence).leading() }
}

fn attack(own: &Own<'_>) -> Text {
    let second = match own.state.options().attacker_moves {
        AttackerMoves::Second => "You set up and move second.",
        AttackerMoves::First => "You set up second and move first.",
    };
    let both = " If both attack, the higher die is the attacker.";
    if own.state.slot_kind() == SlotKind::Night {
        let penalty = crate::view::prose::signed(own.state.options().night_penalty);
        return Text::new(format!("{second}{both} At night, {penalty} on your roll for purchase points."))
            .rule(RuleId("BF-2.1.1.1.1-2"));
    }
    Text::new(format!("{second}{both}")).rule(RuleId("BF-2.1.P-4"))
}

fn defend(own: &Own<'_>) -> Text {
    let none = "You set up first. If both defend, no battle is fought and the lines stay.";
    if own.state.slot_kind() == SlotKind::Night {
        return Text::new(format!("{none} No night penalty on your roll.")).rule(RuleId("BF-2.1.P-6"));
    }
    Text::new(none).rule(RuleId("BF-2.1.P-6"))
}
