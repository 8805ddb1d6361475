//! C11: wrecks in defiles. [BF-2.1.2.7]

use kernel::RuleId;
use kernel::view::{Block, Panel, Text};

use super::removal::{Target, in_defiles, table};
use crate::view::own::Own;
use crate::view::prose::{capital, counted};

/// What the side may do.
pub fn duty(own: &Own<'_>) -> Text {
    let n = in_defiles(own).filter(Target::is_open).count();
    let wrecks = counted(n as i64, "wreck", "wrecks");
    Text::new(format!("wrecks in defiles. {} can be moved.", capital(&wrecks)))
}

/// The wrecks in defiles, those that can be tried first.
pub fn panel(own: &Own<'_>) -> Panel {
    let intro = "Burning wrecks no longer block sight or fire. One that lies in a defile within your line may be moved \
                 out of it.";
    let mut body = vec![Block::Prose(Text::new(intro))];
    body.extend(table(own, "Wreck", in_defiles(own).collect(), "").into_iter().flatten());
    Panel::new("wrecks", "Wrecks in defiles", body).rule(RuleId("BF-2.1.2.7-3")).secret(own.side.only())
}
