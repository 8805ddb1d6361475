//! The map page: the field large, and what lies on it in tables.

use kernel::RuleId;
use kernel::view::{Block, Cell, ColumnRole, FieldMap, Page, PageHead, Panel, RowState, Sheet, Text};

use super::overview::{Detail, field, location_holder, wreck_words};
use super::own::Own;
use super::prose::{capital, id_words, slug, type_name, work_name};
use super::tray::{end_places, tray};
use super::{Eyes, front};
use crate::ground::line;
use crate::phase::Step;
use crate::words::{Side, StandState};

/// How the page is listed.
pub const HEAD: PageHead = PageHead::new("map", "Map");

/// The map page of a seat.
pub fn page(eyes: &Eyes<'_>) -> Page {
    let own = eyes.side().map(|side| Own { state: eyes.state, side });
    let ends = own.filter(|own| own.step() == Step::Battle);
    let tray = ends.and_then(|own| tray(&own));
    let board = FieldMap { tray, ..field(eyes, Detail::All) };
    let mut main = vec![Panel::new("board", "The field", vec![Block::Field(board)]).block()];
    main.extend(ends.and_then(|own| end_places(&own)));
    // What happened stands before where it did.
    main.extend(front::first(eyes));
    main.push(locations(eyes));
    main.extend(front::places(eyes));
    main.extend(front::stands(eyes).or_else(|| units(eyes)));
    main.extend([wrecks(eyes), works(eyes), pockets(eyes), terrain(eyes), lines(eyes)]);
    Page { id: HEAD.id, tab: HEAD.tab, title: "Map".into(), lede: lede(eyes), main, aside: Vec::new() }
}

/// How much the map shows.
pub fn lede(eyes: &Eyes<'_>) -> Text {
    match eyes.side() {
        Some(_) => Text::new("Ground, both lines, and what you know to lie on the field."),
        None if eyes.is_umpire() => Text::new("Ground, both lines, and everything that lies on the field."),
        None => Text::new("Ground, both lines, and what both sides know to lie on the field."),
    }
}

fn holder(side: Option<Side>) -> Cell {
    side.map_or_else(|| Cell::new("nobody"), |side| Cell::new(Text::empty().side(side.number())))
}

/// The named places and who holds them.
pub fn locations(eyes: &Eyes<'_>) -> Block {
    let columns = [
        ("Place", ColumnRole::Name),
        ("At", ColumnRole::Code),
        ("Value", ColumnRole::Figure),
        ("Held by", ColumnRole::Words),
    ];
    let mut sheet = Sheet::new("", &columns);
    for place in &eyes.state.campaign().map.locations {
        let cells = vec![
            Cell::new(place.name.clone()),
            Cell::new(place.at.to_string()),
            Cell::figure(place.value.into()),
            holder(location_holder(eyes.state, place.at)),
        ];
        sheet.row(format!("place-{}", slug(place.id.as_str())), RowState::Here, cells);
    }
    let body = if sheet.rows.is_empty() {
        Block::Empty(Text::new("The map names no places."))
    } else {
        Block::Sheet(sheet)
    };
    Panel::new("places", "Places", vec![body]).block()
}

/// Stands that have set up, as far as this seat knows of them.
fn units(eyes: &Eyes<'_>) -> Option<Block> {
    let columns = [
        ("Stand", ColumnRole::Code),
        ("Type", ColumnRole::Name),
        ("Side", ColumnRole::Words),
        ("At", ColumnRole::Code),
        ("Facing", ColumnRole::Code),
        ("In sight", ColumnRole::Words),
    ];
    let mut sheet = Sheet::new("", &columns);
    for side in Side::BOTH {
        for stand in eyes.known_places(side) {
            let facing = stand.facing.map_or_else(|| "–".into(), |facing| format!("{facing}°"));
            let cells = vec![
                Cell::new(stand.id.as_str()),
                Cell::new(capital(type_name(eyes.state.campaign(), stand.kind))),
                holder(Some(side)),
                Cell::new(stand.at.map_or_else(|| "–".into(), |at| at.to_string())),
                Cell::new(facing),
                Cell::new(if stand.hidden { "hidden from the enemy" } else { "yes" }),
            ];
            sheet.row(format!("unit-{}-{}", side.number(), slug(stand.id.as_str())), RowState::Here, cells);
        }
    }
    if sheet.rows.is_empty() {
        return None;
    }
    let panel = Panel::new("units", "Stands on the map", vec![Block::Sheet(sheet)]);
    let panel = panel.rule(RuleId("BF-2.1.1.8-1"));
    Some(match eyes.side() {
        Some(side) => panel.secret(side.only()).block(),
        None => panel.block(),
    })
}

/// Wrecks are public; what a side's own workshop has done to one tonight is not.
pub fn wrecks(eyes: &Eyes<'_>) -> Block {
    let columns = [
        ("Wreck", ColumnRole::Code),
        ("Type", ColumnRole::Name),
        ("Owner", ColumnRole::Words),
        ("At", ColumnRole::Code),
        ("State", ColumnRole::Words),
        ("Belongs to", ColumnRole::Words),
    ];
    let state = eyes.state;
    let mut sheet = Sheet::new("", &columns);
    for wreck in &state.facts.wrecks {
        let owner = state.campaign().side_of(wreck.side);
        let own = owner.and_then(|side| eyes.own(side));
        let known =
            own.and_then(|own| own.facts().stand(wreck.stand).map(|(element, stand)| (own, element, stand)));
        let note = known.map_or_else(
            || "–".into(),
            |(own, element, stand)| {
                let of = format!("{} of {}", stand.id, own.state.element_name(own.side, element));
                match (stand.state, stand.repair_tries) {
                    (StandState::Here, _) => format!("{of}; repaired"),
                    (_, 0) => format!("{of}; not tried"),
                    (_, tries) => format!("{of}; tried {}", times(tries)),
                }
            },
        );
        let cells = vec![
            Cell::new(wreck.id.as_str()),
            Cell::new(type_name(state.campaign(), wreck.kind)),
            holder(owner),
            Cell::new(wreck.at.to_string()),
            Cell::new(wreck_words(wreck.abandoned, wreck.in_minefield)),
            Cell::new(note),
        ];
        sheet.row(format!("wreck-{}", slug(wreck.id.as_str())), RowState::Here, cells);
    }
    let body = if sheet.rows.is_empty() {
        Block::Empty(Text::new("No wreck lies on the field."))
    } else {
        Block::Sheet(sheet)
    };
    Panel::new("wrecks", "Wrecks", vec![body]).rule(RuleId("BF-2.1.1.3.1-5")).block()
}

fn times(n: u8) -> String {
    match n {
        1 => "once".into(),
        2 => "twice".into(),
        n => format!("{n} times"),
    }
}

/// Fortifications that the seat knows of.
pub fn works(eyes: &Eyes<'_>) -> Block {
    let columns = [
        ("Id", ColumnRole::Code),
        ("Type", ColumnRole::Name),
        ("Bought by", ColumnRole::Words),
        ("At", ColumnRole::Code),
        ("Known", ColumnRole::Words),
    ];
    let state = eyes.state;
    let mut sheet = Sheet::new("", &columns);
    for work in state.facts.works.iter().filter(|work| eyes.knows(work)) {
        let buyer = state.campaign().side_of(work.side);
        let name =
            buyer.map_or_else(|| work.kind.to_string(), |side| work_name(state.campaign(), side, work.kind));
        let cells = vec![
            Cell::new(work.id.as_str()),
            Cell::new(capital(&name)),
            holder(buyer),
            Cell::new(work.at.to_string()),
            Cell::new(if work.known { "to both sides" } else { "hidden from the enemy" }),
        ];
        sheet.row(format!("work-{}", slug(work.id.as_str())), RowState::Here, cells);
    }
    let none = match eyes.side() {
        Some(_) => "You know of no fortification on the field.",
        None if eyes.is_umpire() => "No fortification lies on the field.",
        None => "No fortification is known to both sides.",
    };
    let body = if sheet.rows.is_empty() { Block::Empty(Text::new(none)) } else { Block::Sheet(sheet) };
    let panel = Panel::new("fortifications", "Fortifications", vec![body]).rule(RuleId("BF-2.1.1.5.2-3"));
    match eyes.side() {
        Some(side) => panel.secret(side.only()).block(),
        None => panel.block(),
    }
}

/// Both front lines, point by point.
fn lines(eyes: &Eyes<'_>) -> Block {
    let mut body = Vec::new();
    for side in Side::BOTH {
        let name = &eyes.state.setup_of(side).name;
        let points = line(eyes.state, side);
        if points.is_empty() {
            body.push(Block::Empty(Text::empty().side(side.number()).say(" holds no line.")));
            continue;
        }
        let mut sheet =
            Sheet::new(name.clone(), &[("Point", ColumnRole::Figure), ("Inches", ColumnRole::Code)]);
        for (n, point) in (1i64..).zip(points) {
            sheet.row(
                format!("line-{}-{n}", side.number()),
                RowState::Here,
                vec![Cell::figure(n), Cell::new(point.to_string())],
            );
        }
        body.push(Block::Sheet(sheet));
    }
    Panel::new("lines", "Front lines", body).rule(RuleId("BF-R38")).folded().block()
}

/// Units behind the enemy's line.
pub fn pockets(eyes: &Eyes<'_>) -> Block {
    let state = eyes.state;
    let mut sheet = Sheet::new(
        "",
        &[("Pocket", ColumnRole::Code), ("Side", ColumnRole::Name), ("Units at", ColumnRole::Code)],
    );
    for pocket in &state.facts.pockets {
        let units: Vec<_> = pocket.units.iter().map(ToString::to_string).collect();
        let cells = vec![
            Cell::new(pocket.id.as_str()),
            holder(state.campaign().side_of(pocket.side)),
            Cell::new(units.join(" · ")),
        ];
        sheet.row(format!("pocket-{}", slug(pocket.id.as_str())), RowState::Here, cells);
    }
    let body = if sheet.rows.is_empty() {
        Block::Empty(Text::new("No unit stands behind the enemy's line."))
    } else {
        Block::Sheet(sheet)
    };
    Panel::new("pockets", "Pockets", vec![body]).block()
}

fn terrain(eyes: &Eyes<'_>) -> Block {
    let mut sheet = Sheet::new(
        "",
        &[("Ground", ColumnRole::Name), ("What it is", ColumnRole::Words), ("Effects", ColumnRole::Words)],
    );
    for terrain in &eyes.state.campaign().map.terrain {
        let mut effects = vec![terrain.effects.clone()];
        if terrain.defile {
            effects.push("a wreck here blocks the way".into());
        }
        if terrain.blocks_supply {
            effects.push("supply does not cross it".into());
        }
        effects.retain(|words| !words.is_empty());
        let cells = vec![
            Cell::new(id_words(terrain.id)),
            Cell::new(terrain.kind.clone()),
            Cell::new(effects.join("; ")),
        ];
        sheet.row(format!("ground-{}", slug(terrain.id.as_str())), RowState::Here, cells);
    }
    let body =
        if sheet.rows.is_empty() { Block::Empty(Text::new("Open ground.")) } else { Block::Sheet(sheet) };
    Panel::new("ground", "Ground", vec![body]).rule(RuleId("BF-2.S-1")).block()
}
