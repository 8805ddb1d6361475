//! S2g: the basket of fortifications. [BF-2.1.1.5.2]

use kernel::RuleId;
use kernel::view::{Basket, BasketRow, Block, Panel, Text};

use crate::command::Command;
use crate::facts::count;
use crate::setup::{WorkKind, WorkType};
use crate::view::own::{Own, address};
use crate::view::prose::capital;

pub fn panel(own: &Own<'_>) -> Panel {
    let rows: Vec<BasketRow> = own.setup().works.iter().map(|work| row(own, work)).collect();
    let body = if rows.is_empty() {
        vec![Block::Empty(Text::new("Your chart has no fortifications."))]
    } else {
        vec![
            Block::Prose(Text::new(
                "They get their places when you next set up, and stay on the map until removed.",
            )),
            Block::Basket(Basket { rows }),
        ]
    };
    Panel::new("fortification", "Fortifications", body).rule(RuleId("BF-2.1.1.5.2-1")).secret(own.side.only())
}

fn row(own: &Own<'_>, work: &WorkType) -> BasketRow {
    let facts = own.facts();
    let bought = count(&facts.works_bought, work.id);
    let campaign = match work.max_campaign {
        Some(most) => format!("campaign {bought} of {most}"),
        None => format!("campaign {bought}, no limit"),
    };
    let name = capital(&work.name);
    BasketRow {
        key: work.id.to_string(),
        code: None,
        title: name.clone(),
        note: Text::new(kind_words(work.kind)),
        price: work.cost.into(),
        unit: "FPP",
        limits: vec![campaign, format!("unplaced {}", count(&facts.works_in_hand, work.id))],
        count: count(&facts.works_fresh, work.id).into(),
        less: own.form(
            address("less", work.id),
            &Command::TakeBack { purchase: work.id.into() },
            "Take one back",
        ),
        more: own.form(
            address("more", work.id),
            &Command::BuyFort { kind: work.id, count: 1 },
            format!("Buy one {name}"),
        ),
    }
}

/// Whether it can be removed again.
pub fn kind_words(kind: WorkKind) -> &'static str {
    match kind {
        WorkKind::Wire => "Wire; can be removed.",
        WorkKind::Minefield => "A minefield; can be removed.",
        WorkKind::Roadblock => "A roadblock; can be removed.",
        WorkKind::Other => "Cannot be removed.",
    }
}
