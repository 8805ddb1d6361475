//! C11: wrecks in defiles. [BF-2.1.2.7]

use kernel::RuleId;
use kernel::view::{Block, Form, Panel, Text};

use super::removal;
use crate::rules::s2_1_2_7_wrecks::way_out;
use crate::view::own::Own;
use crate::view::prose::{capital, counted, fpp_words};

/// What the side may do.
pub fn duty(own: &Own<'_>) -> Text {
    let n = forms(own).iter().filter(|form| form.closed.is_none()).count();
    let wrecks = counted(n as i64, "wreck", "wrecks");
    Text::new(format!("wrecks in defiles. {} can be moved.", capital(&wrecks)))
}

/// The wrecks in defiles, those that can be tried first.
pub fn panel(own: &Own<'_>) -> Panel {
    let cost = own.campaign().charts.removal.cost;
    let price = if cost == 1 { "1 point".into() } else { format!("{cost} points") };
    let intro = Text::new(format!(
        "Burning wrecks no longer block sight or fire. One that lies in a defile within your line may be moved out of it: one attempt each, {price} whatever the die shows. {} in hand.",
        capital(&fpp_words(own.facts().fpp)),
    ));
    let mut forms = forms(own);
    forms.sort_by_key(|form| form.closed.is_some());
    Panel::new("wrecks", "Wrecks in defiles", vec![Block::Prose(intro), Block::Can(forms)])
        .rule(RuleId("BF-2.1.2.7-3"))
        .secret(own.side.only())
}

fn forms(own: &Own<'_>) -> Vec<Form> {
    let wrecks = own.state.facts.wrecks.iter();
    let stuck = wrecks.filter(|wreck| way_out(own.state, wreck.at).is_some());
    stuck.map(|wreck| removal::clear(own, wreck)).collect()
}
