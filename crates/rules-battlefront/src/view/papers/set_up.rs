//! Slips for the set-up, one for each formation that takes part, and the record of what is hidden.
//! [BF-2.1.1.8-1, BF-2.1.1.8-2, BF-2.1.1.8-3]

use kernel::view::{Block, Cell, ColumnRole, Panel, Paper, Part, RowState, Sheet, Slip, Text};

use crate::facts::{Element, Stand};
use crate::measure::Point;
use crate::rules::s2_1_1_8_deploy::has_set_up;
use crate::rules::s2_1_2_report::taking_part;
use crate::view::own::Own;
use crate::view::prose::{capital, content_words, counted, slug, type_name, unit_name, work_name};
use crate::view::rosters::elements;
use crate::words::Status;

/// Rows to write in what is not known yet.
const BLANK: usize = 6;

const PLACE: [(&str, ColumnRole); 3] =
    [("Across", ColumnRole::Pen), ("Up", ColumnRole::Pen), ("Facing", ColumnRole::Pen)];

/// A slip for each formation.
pub fn slips(own: &Own<'_>) -> Paper {
    let mut parts: Vec<Part> =
        taking_part(own.state, own.side).map(|element| Part::Slip(slip(own, element))).collect();
    if parts.is_empty() {
        parts.push(Part::block(Block::Empty(Text::new("No formation has been chosen yet."))));
    }
    let lede = "One slip for each formation. Places are inches from the left and the lower edge, facings degrees \
                clockwise from the upper edge.";
    super::of_side(own, "set-up", "Set-up slips", lede, parts)
}

fn slip(own: &Own<'_>, element: &Element) -> Slip {
    let columns = [
        ("Stand", ColumnRole::Name),
        ("Type", ColumnRole::Words),
        PLACE[0],
        PLACE[1],
        PLACE[2],
        ("Hidden", ColumnRole::Code),
    ];
    let mut sheet = Sheet::new("", &columns);
    for stand in element.living() {
        let [x, y, facing] = place(stand.at, stand.facing);
        let hidden = match (stand.status, stand.at) {
            (Status::Normal, Some(_)) => if stand.hidden { "☑ yes" } else { "☐ no" }.to_owned(),
            (Status::Normal, None) => "☐".into(),
            _ => "in a pocket".into(),
        };
        let kind = capital(type_name(own.campaign(), stand.kind));
        let cells = vec![Cell::new(stand.id.as_str()), Cell::new(kind), x, y, facing, Cell::new(hidden)];
        sheet.row(format!("slip-{}", slug(stand.id.as_str())), RowState::Here, cells);
    }
    let content = content_words(own.campaign(), &elements::living(element));
    let stands = counted(element.strength().into(), "stand", "stands");
    let lede =
        format!("{}, {stands}: {content}. {}.", element.discipline, capital(elements::status(own, element)));
    Slip {
        heading: format!("{} · {}", element.id, capital(own.state.element_name(own.side, element))),
        lede: Text::new(lede),
        code: Some(code(own)),
        body: vec![Block::Sheet(sheet)],
    }
}

fn code(own: &Own<'_>) -> kernel::view::Entry {
    match has_set_up(own.state, own.side) {
        true => super::entry("report", "Enter the result here"),
        false => super::entry("set-up", "Enter the set-up here"),
    }
}

/// A place and a facing, or room to write them.
fn place(at: Option<Point>, facing: Option<u16>) -> [Cell; 3] {
    let inches = |value: Option<String>| Cell::new(value.unwrap_or_default());
    [
        inches(at.map(|at| at.x.to_string())),
        inches(at.map(|at| at.y.to_string())),
        inches(facing.map(|facing| format!("{facing}°"))),
    ]
}

/// Everything of a side that its enemy does not see, in a list to hand to the umpire.
pub fn hidden(own: &Own<'_>) -> Paper {
    let mut stands = list("What");
    for element in &own.facts().elements {
        for stand in element.living().filter(|stand| stand.hidden) {
            let name = format!("{}, {}", stand.id, type_name(own.campaign(), stand.kind));
            row(&mut stands, name, stand_place(stand));
        }
    }
    let mut works = list("What");
    for work in own.state.facts.works.iter().filter(|work| work.side == own.setup().id && !work.known) {
        let name = format!("{}, {}", work.id, work_name(own.campaign(), own.side, work.kind));
        row(&mut works, name, (Some(work.at), None));
    }
    for held in &own.facts().works_in_hand {
        for _ in 0..held.count {
            let name = format!("{}, to be placed", capital(&work_name(own.campaign(), own.side, held.id)));
            row(&mut works, name, (None, None));
        }
    }
    let mut points = list("For");
    for module in own.facts().modules.iter().filter(|module| own.facts().chosen.contains(&module.id.into())) {
        let name = capital(&unit_name(own.campaign(), own.side, module.id));
        for n in 0..usize::from(module.prereg).max(module.points.len()) {
            row(&mut points, name.clone(), (module.points.get(n).copied(), None));
        }
    }
    let mut parts = vec![Part::Code(code(own))];
    let mut table = |id: &str, heading: &str, mut sheet: Sheet, blank: usize| {
        for _ in 0..blank {
            row(&mut sheet, String::new(), (None, None));
        }
        if !sheet.rows.is_empty() {
            parts.push(Part::block(Panel::new(id, heading, vec![Block::Sheet(sheet)]).block()));
        }
    };
    table("hidden-stands", "Hidden stands", stands, BLANK);
    table("hidden-works", "Hidden fortifications", works, BLANK / 2);
    table("hidden-points", "Preregistered points", points, 0);
    let lede = "What the enemy does not see. Note the turn in which something is found.";
    super::of_side(own, "hidden", "Hidden units and fortifications", lede, parts)
}

fn stand_place(stand: &Stand) -> (Option<Point>, Option<u16>) {
    (stand.at, stand.facing)
}

fn list(what: &str) -> Sheet {
    Sheet::new(
        "",
        &[
            ("No.", ColumnRole::Figure),
            (what, ColumnRole::Name),
            PLACE[0],
            PLACE[1],
            PLACE[2],
            ("Found, turn", ColumnRole::Pen),
        ],
    )
}

fn row(sheet: &mut Sheet, name: String, (at, facing): (Option<Point>, Option<u16>)) {
    let n = sheet.rows.len() + 1;
    let [x, y, facing] = place(at, facing);
    let cells = vec![Cell::figure(n as i64), Cell::new(name), x, y, facing, Cell::new("")];
    sheet.row(format!("hidden-{n}"), RowState::Here, cells);
}
