//! The purse: kept, gained, spent, in hand.

use kernel::view::{Block, LedgerLine, LineKind, Panel, Text};

use crate::facts::{Purchase, count};
use crate::phase::Step;
use crate::view::own::Own;
use crate::view::prose::{capital, group_name, unit_name, work_name};

pub fn panel(own: &Own<'_>) -> Panel {
    let mut body = vec![Block::Ledger(purchase_points(own))];
    body.push(Block::Ledger(fortification_points(own)));
    Panel::new("purse", "Your purse", body).secret(own.side.only())
}

/// Purchase points of this slot, in the order in which they came and went.
pub fn purchase_points(own: &Own<'_>) -> Vec<LedgerLine> {
    let facts = own.facts();
    let mut lines = vec![LedgerLine::new(kept(own), facts.carried.into(), LineKind::Carried)];
    if let Some(income) = facts.income {
        lines.push(LedgerLine::new("Gained in this refit", income.into(), LineKind::Change));
    }
    let listed: i32 = facts.purchases.iter().map(|purchase| purchase.cpp).sum();
    let rest = facts.carried + facts.income.unwrap_or(0) - listed - facts.cpp;
    if rest != 0 {
        lines.push(LedgerLine::new(spent_on_rolls(own), (-rest).into(), LineKind::Change));
    }
    lines.extend(facts.purchases.iter().map(|purchase| bought(own, purchase)));
    lines.push(LedgerLine::new("Purchase points in hand", facts.cpp.into(), LineKind::Sum));
    lines
}

fn kept(own: &Own<'_>) -> Text {
    if own.state.is_first_slot() {
        return Text::new("Held at the start");
    }
    let state = own.state;
    let before = if state.facts.slot > 1 {
        "the slot before".into()
    } else {
        crate::view::prose::day_words(own.campaign(), state.facts.day - 1)
    };
    Text::new(format!("Kept from {before}"))
}

/// In S2b nothing but repairs has cost points; overnight the numbers of modules and aircraft have too.
fn spent_on_rolls(own: &Own<'_>) -> &'static str {
    if own.step() == Step::Repair { "Spent on repairs" } else { "Spent on rolls" }
}

fn bought(own: &Own<'_>, purchase: &Purchase) -> LedgerLine {
    let words = match (purchase.group, purchase.module) {
        (Some(group), _) => {
            let name = own.setup().group(group).map_or(group.as_str(), group_name);
            format!("{} ({group})", capital(name))
        }
        (None, Some(module)) => {
            format!("{} × point for {}", purchase.points, unit_name(own.campaign(), own.side, module))
        }
        (None, None) => purchase.id.to_string(),
    };
    LedgerLine::new(words, (-purchase.cpp).into(), LineKind::Change)
}

/// Fortification points of this slot: groups that brought some, removal attempts, fortifications.
pub fn fortification_points(own: &Own<'_>) -> Vec<LedgerLine> {
    let facts = own.facts();
    let price = |kind| own.setup().work(kind).map_or(0, |work| work.cost);
    let works: i32 = facts.works_fresh.iter().map(|tally| price(tally.id) * i32::from(tally.count)).sum();
    let groups = facts.purchases.iter().filter_map(|purchase| own.setup().group(purchase.group?));
    let brought: i32 = groups.map(|group| group.fpp).sum();
    // A position that was written by hand may name attempts without what they cost.
    let tries = facts.removals_paid.max(own.campaign().charts.removal.cost * facts.attempts.len() as i32);
    let mut lines = Vec::new();
    if (works, tries, brought) != (0, 0, 0) {
        lines.push(LedgerLine::new(
            "Held before",
            (facts.fpp + works + tries - brought).into(),
            LineKind::Carried,
        ));
    }
    if brought != 0 {
        lines.push(LedgerLine::new("Bought with purchase points", brought.into(), LineKind::Change));
    }
    if tries != 0 {
        lines.push(LedgerLine::new("Removal attempts", (-tries).into(), LineKind::Change));
    }
    for tally in &facts.works_fresh {
        let name = work_name(own.campaign(), own.side, tally.id);
        let cost = price(tally.id) * i32::from(count(&facts.works_fresh, tally.id));
        lines.push(LedgerLine::new(format!("{} × {name}", tally.count), (-cost).into(), LineKind::Change));
    }
    let sum = if lines.is_empty() { LineKind::Carried } else { LineKind::Sum };
    lines.push(LedgerLine::new("Fortification points in hand", facts.fpp.into(), sum));
    lines
}
