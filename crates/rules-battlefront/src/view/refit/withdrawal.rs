//! S2c and C8b: which tank formations leave the campaign. [BF-2.1.1.2.W]

use kernel::RuleId;
use kernel::view::{Block, Panel, Text};

use crate::command::Command;
use crate::rules::s2_1_1_2_w_armour_withdrawal::owed;
use crate::view::own::{Note, Own, address, first_large};
use crate::view::prose::unit_name;

pub fn panel(own: &Own<'_>) -> Panel {
    let intro = Text::new(
        "Each formation of tanks alone that lost one in the last battle, is still in play and not isolated, rolls one d10. Withdrawn, it leaves the campaign for good and stays counted.",
    );
    let mut body = vec![Block::Prose(intro)];
    let mut forms = Vec::new();
    for me in owed(own.state, own.side) {
        let command = Command::WithdrawRoll { me };
        let name = unit_name(own.campaign(), own.side, me);
        let mut form = own.form(address("withdraw", me), &command, format!("Roll for {name}")).rolling();
        let note = Note { chart: own.campaign().charts.withdrawal.id(), unit: "" };
        form.odds.extend(own.odds(&command, &name, "Result", note));
        forms.push(form);
    }
    let any = !forms.is_empty();
    body.extend(first_large(forms));
    if !any {
        body.push(Block::Empty(Text::new("No formation of yours has to roll.")));
    }
    let panel = Panel::new("withdrawal", "Armour withdrawal", body)
        .rule(RuleId("BF-2.1.1.2.W-2"))
        .secret(own.side.only());
    if any { panel.yours() } else { panel }
}
