//! Modules, flights, fortifications, the record of purchases, and what is still to come.

use kernel::Id;
use kernel::view::{Block, Cell, ColumnRole, LedgerLine, LineKind, RowState, Sheet, Text};

use crate::facts::count;
use crate::view::own::Own;
use crate::view::prose::{capital, counted, day_words, group_name, slug, unit_name, work_name};
use crate::view::refit::purse_lines;

/// Off-board artillery and aircraft.
pub fn support(own: &Own<'_>) -> Vec<Block> {
    let facts = own.facts();
    if facts.modules.is_empty() && facts.flights.is_empty() {
        return vec![Block::Empty(Text::new("No off-board artillery and no aircraft."))];
    }
    let columns = [
        ("Id", ColumnRole::Code),
        ("Name", ColumnRole::Name),
        ("Group", ColumnRole::Code),
        ("Number", ColumnRole::Words),
        ("Notes", ColumnRole::Words),
    ];
    let mut sheet = Sheet::new("", &columns);
    let name = |id: Id| capital(&unit_name(own.campaign(), own.side, id));
    for module in &facts.modules {
        let number = module
            .smoke
            .map_or_else(|| "to be rolled".into(), |n| counted(n.into(), "smoke mission", "smoke missions"));
        let mut notes = vec![counted(module.prereg.into(), "preregistered point", "preregistered points")];
        if module.fired {
            notes.push("has fired today".into());
        }
        notes.push(module.origin.word().into());
        let cells = vec![
            Cell::new(module.id.as_str()),
            Cell::new(name(module.id.into())),
            Cell::new(module.group.as_str()),
            Cell::new(number),
            Cell::new(notes.join("; ")),
        ];
        sheet.row(format!("m-{}-{}", own.side.number(), slug(module.id.as_str())), RowState::Here, cells);
    }
    for flight in &facts.flights {
        let number = flight.aircraft.map_or_else(|| "to be rolled".into(), |n| format!("{n} aircraft"));
        let notes = format!("flies on {}; {}", day_words(own.campaign(), flight.day), flight.origin);
        let row = if flight.day == own.state.facts.day { RowState::Here } else { RowState::Away };
        let cells = vec![
            Cell::new(flight.id.as_str()),
            Cell::new(name(flight.id.into())),
            Cell::new(flight.group.as_str()),
            Cell::new(number),
            Cell::new(notes),
        ];
        sheet.row(format!("a-{}-{}", own.side.number(), slug(flight.id.as_str())), row, cells);
    }
    vec![Block::Sheet(sheet)]
}

/// Fortifications on the map and those not yet placed.
pub fn works(own: &Own<'_>) -> Vec<Block> {
    let facts = own.facts();
    let columns = [
        ("Type", ColumnRole::Name),
        ("Unplaced", ColumnRole::Figure),
        ("On the map", ColumnRole::Figure),
        ("Bought", ColumnRole::Figure),
        ("Allowed", ColumnRole::Figure),
    ];
    let mut sheet = Sheet::new("", &columns);
    let placed = |kind| {
        let works = own.state.facts.works.iter();
        works.filter(|work| work.side == own.setup().id && work.kind == kind).count() as i64
    };
    for work in &own.setup().works {
        let held = count(&facts.works_in_hand, work.id);
        let row = if held > 0 || placed(work.id) > 0 { RowState::Here } else { RowState::Away };
        let most = work.max_campaign.map_or_else(|| "–".into(), |most| most.to_string());
        let cells = vec![
            Cell::new(capital(&work_name(own.campaign(), own.side, work.id))),
            Cell::figure(held.into()),
            Cell::figure(placed(work.id)),
            Cell::figure(count(&facts.works_bought, work.id).into()),
            Cell::new(most),
        ];
        sheet.row(format!("w-{}-{}", own.side.number(), slug(work.id.as_str())), row, cells);
    }
    if sheet.rows.is_empty() {
        return vec![Block::Empty(Text::new("The chart has no fortifications."))];
    }
    vec![Block::Sheet(sheet)]
}

/// Each purchase of this slot with the points spent and left. [BF-2.1.1.4-4]
pub fn record(own: &Own<'_>) -> Vec<Block> {
    let facts = own.facts();
    let columns = [
        ("Purchase", ColumnRole::Code),
        ("What", ColumnRole::Name),
        ("Group", ColumnRole::Code),
        ("CPP spent", ColumnRole::Figure),
        ("On its number", ColumnRole::Figure),
        ("CPP left", ColumnRole::Figure),
    ];
    let mut sheet = Sheet::new("", &columns);
    for purchase in &facts.purchases {
        let group = purchase.group.and_then(|group| own.setup().group(group));
        let what = match (group, purchase.module) {
            (Some(group), _) => capital(group_name(group)),
            (None, Some(module)) => {
                format!("{} × point for {}", purchase.points, unit_name(own.campaign(), own.side, module))
            }
            (None, None) => purchase.id.to_string(),
        };
        let cells = vec![
            Cell::new(purchase.id.as_str()),
            Cell::new(what),
            Cell::new(purchase.group.map_or_else(|| "–".into(), |group| group.to_string())),
            Cell::figure(purchase.cpp.into()),
            Cell::figure(purchase.extra.into()),
            Cell::figure(purchase.left.into()),
        ];
        sheet.row(format!("b-{}-{}", own.side.number(), slug(purchase.id.as_str())), RowState::Here, cells);
    }
    let mut body = if sheet.rows.is_empty() {
        vec![Block::Empty(Text::new("Nothing has been bought in this refit."))]
    } else {
        vec![Block::Sheet(sheet)]
    };
    body.push(Block::Ledger(purse_lines(own)));
    let campaign: Vec<LedgerLine> = facts
        .bought
        .iter()
        .map(|tally| {
            let name = own.setup().group(tally.id).map_or(tally.id.as_str(), group_name);
            LedgerLine::new(
                format!("{} ({}), over the campaign", capital(name), tally.id),
                tally.count.into(),
                LineKind::Carried,
            )
        })
        .collect();
    if !campaign.is_empty() {
        body.push(Block::Ledger(campaign));
    }
    body
}

/// Scheduled reinforcements that have not joined yet. [BF-2.1.1.4.1-1]
pub fn scheduled(own: &Own<'_>) -> Vec<Block> {
    let columns = [
        ("Id", ColumnRole::Code),
        ("Name", ColumnRole::Name),
        ("Group", ColumnRole::Code),
        ("How many", ColumnRole::Figure),
        ("Joins", ColumnRole::Words),
        ("Notes", ColumnRole::Words),
    ];
    let mut sheet = Sheet::new("", &columns);
    for entry in &own.setup().scheduled {
        let joined = entry.ids().any(|id| {
            let facts = own.facts();
            facts.element(id.into()).is_some()
                || facts.modules.iter().any(|module| module.id == id.into())
                || facts.flights.iter().any(|flight| flight.id == id.into())
        });
        let past = entry.day + 1 < own.state.facts.day;
        if joined || past {
            continue;
        }
        let cells = vec![
            Cell::new(entry.id.as_str()),
            Cell::new(entry.name.clone()),
            Cell::new(entry.group.as_str()),
            Cell::figure(entry.count.into()),
            Cell::new(day_words(own.campaign(), entry.day + 1)),
            Cell::new(entry.note.clone()),
        ];
        sheet.row(format!("r-{}-{}", own.side.number(), slug(entry.id.as_str())), RowState::Away, cells);
    }
    if sheet.rows.is_empty() {
        return vec![Block::Empty(Text::new("No scheduled reinforcement is still to come."))];
    }
    vec![Block::Sheet(sheet)]
}
