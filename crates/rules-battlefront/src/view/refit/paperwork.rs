//! C12: the roster as the battle left it, to be confirmed. [BF-2.1.2.8]

use kernel::RuleId;
use kernel::view::{Block, Cell, ColumnRole, Panel, RowState, Sheet, Text};

use crate::facts::Element;
use crate::rules::s2_1_2_8_paperwork::{first_fault, n_exited};
use crate::view::own::Own;
use crate::view::prose::{capital, slug};
use crate::words::{StandState, Standing, Status};

/// Every formation in play with its stands and losses.
pub fn panel(own: &Own<'_>) -> Panel {
    let intro = "Check the numbers against the table. Lines and pockets stand on the map's page, every stand on the roster's.";
    let columns = [
        ("Formation", ColumnRole::Name),
        ("There", ColumnRole::Figure),
        ("Of them in pockets", ColumnRole::Figure),
        ("Wrecks", ColumnRole::Figure),
        ("Lost", ColumnRole::Figure),
        ("Exited", ColumnRole::Figure),
        ("Losses counted", ColumnRole::Code),
    ];
    let mut sheet = Sheet::new("", &columns);
    let in_play = |element: &&Element| element.standing == Standing::InPlay;
    for element in own.facts().elements.iter().filter(in_play) {
        let n = |state| element.stands.iter().filter(|stand| stand.state == state).count() as i64;
        let behind = element.living().filter(|stand| stand.status != Status::Normal).count() as i64;
        let cells = vec![
            Cell::new(capital(own.state.element_name(own.side, element))),
            Cell::figure(element.strength().into()),
            Cell::figure(behind),
            Cell::figure(n(StandState::Wreck)),
            Cell::figure(n(StandState::Lost)),
            Cell::figure(n_exited(element).into()),
            Cell::new(format!("{} of {}", element.losses, element.baseline)),
        ];
        sheet.row(format!("paper-{}", slug(element.id.as_str())), RowState::Here, cells);
    }
    let mut body = vec![Block::Prose(Text::new(intro)), Block::Sheet(sheet)];
    if let Some(fault) = first_fault(own.state, own.side) {
        let words = format!("{fault} The roster cannot be confirmed before the umpire has put that right.");
        body.push(Block::Note(Text::new(words)));
    }
    Panel::new("paperwork", "Your roster after the battle", body)
        .rule(RuleId("BF-2.1.2.8-1"))
        .secret(own.side.only())
}
