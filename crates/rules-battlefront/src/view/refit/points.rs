//! S2a: the roll for purchase points. [BF-2.1.1.1]

use kernel::RuleId;
use kernel::view::{Block, Panel, Text};

use crate::command::Command;
use crate::rules::s2_1_1_1_purchase_points::modifiers;
use crate::view::own::{Note, Own, modifier_words};

pub fn panel(own: &Own<'_>) -> Panel {
    let chart = own.campaign().charts.purchase_points(own.state.slot_kind());
    let intro = Text::new("One d10 on the replenishment chart. What you gain is kept until you spend it.");
    let mut form = own
        .form("cpp-roll", &Command::CppRoll, "Roll for purchase points")
        .then(modifier_words(&modifiers(own.state, own.side)))
        .rolling()
        .leading();
    let note = Note { chart: chart.id(), unit: " points" };
    if let Some(odds) = own.odds(&Command::CppRoll, "Your roll", "Purchase points", note) {
        form = form.with_odds(odds);
    }
    Panel::new(
        "points",
        "Owed first: the roll for purchase points",
        vec![Block::Prose(intro), Block::Form(form)],
    )
    .rule(RuleId("BF-2.1.1.1-1"))
    .secret(own.side.only())
    .yours()
}
