//! S2e: preregistered points of modules. [BF-2.1.1.4.4]

use kernel::view::{Basket, BasketRow, Block, Panel, Text};
use kernel::{Id, RuleId};

use crate::command::Command;
use crate::facts::Module;
use crate::rules::s2_1_1_4_4_preregistered_points::{MOST, PRICE};
use crate::view::own::{Own, address};
use crate::view::prose::{capital, group_name, group_of, unit_name};

/// Absent while the side has no module.
pub fn panel(own: &Own<'_>) -> Option<Panel> {
    let rows: Vec<BasketRow> = own.facts().modules.iter().map(|module| row(own, module)).collect();
    (!rows.is_empty()).then(|| {
        Panel::new("prereg", "Preregistered points", vec![Block::Basket(Basket { rows })])
            .rule(RuleId("BF-2.1.1.4.4-2"))
            .secret(own.side.only())
    })
}

fn row(own: &Own<'_>, module: &Module) -> BasketRow {
    let of_module = || own.facts().purchases.iter().filter(|purchase| purchase.module == Some(module.id));
    let bought: i64 = of_module().map(|purchase| i64::from(purchase.points)).sum();
    // Without one, the command names what was never bought, so that its reason is the rules' own.
    let none = Id::new("prereg").unwrap_or_default();
    let latest = of_module().next_back().map_or(none, |purchase| purchase.id.into());
    let name = group_of(own.campaign(), own.side, module.id)
        .map_or_else(|| unit_name(own.campaign(), own.side, module.id), |group| group_name(group).to_owned());
    BasketRow {
        key: module.id.to_string(),
        code: Some(module.id.to_string()),
        title: capital(&name),
        note: Text::new("Placed in secret at set-up; they last one day."),
        price: PRICE.into(),
        unit: "CPP",
        limits: vec![format!("the module {} of {MOST}", module.prereg)],
        count: bought,
        less: own.form(
            address("prereg-less", module.id),
            &Command::TakeBack { purchase: latest },
            "Take one back",
        ),
        more: own.form(
            address("prereg-more", module.id),
            &Command::BuyPrereg { module: module.id, n: 1 },
            format!("Buy one point for {name}"),
        ),
    }
}
