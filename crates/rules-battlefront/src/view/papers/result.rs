//! The blank result form, with the fields of the page and in their order: by formation, the enemy's losses by type, the
//! battle, then names and places. [BF-2.1.2-5]

use kernel::view::form::{Choice, Field, FieldKind};
use kernel::view::{Block, Cell, Column, ColumnRole, Panel, Paper, Part, RowState, Sheet};

use crate::facts::{Element, Stand, Tally, add};
use crate::ids::UnitTypeId;
use crate::offers::battle::seen_types;
use crate::report::{Report, What};
use crate::rules::s2_1_2_report::taking_part;
use crate::view::own::Own;
use crate::view::prose::{capital, slug, type_name};
use crate::view::refit::result::{self, ASKED};
use crate::words::Class;

/// Rows for types of the enemy that are not known yet.
const BLANK: usize = 3;
/// What is not asked.
const NEVER: &str = "–";
/// What is ticked.
const BOX: &str = "☐";

/// The form to be filled in at the table.
pub fn form(own: &Own<'_>) -> Paper {
    let told = Report::default();
    let mut parts = vec![Part::Code(super::entry("report", "Enter the result here"))];
    let mut blocks: Vec<Block> = formations(own).into_iter().collect();
    blocks.push(enemies(own));
    let (mut battle, mut stands) = (Vec::new(), None);
    for field in result::fields(own, &told) {
        let has = |fields: &[Field], key: &str| fields.iter().any(|field| field.key == key);
        match field.kind {
            FieldKind::Group(fields) if has(&fields, "losses") => stands = Some(fields),
            // Asked by number above.
            FieldKind::Group(fields) if has(&fields, "combat") => {}
            FieldKind::Group(fields) => battle.extend(group(&fields).into_iter().map(Block::Sheet)),
            _ => {
                let mut sheet = Sheet::new("", &[("", ColumnRole::Name), ("", ColumnRole::Pen)]);
                sheet.row(field.key, RowState::Here, vec![Cell::new(field.label), Cell::new("")]);
                battle.push(Block::Sheet(sheet));
            }
        }
    }
    blocks.push(Panel::new("battle", "The battle", battle).block());
    if let Some(fields) = stands {
        let how = "A row for each stand. Only what differs is filled in: the new place in inches, the facing in degrees.";
        blocks.push(Panel::new("names", "Names, places and the rest", vec![Block::Note(how.into())]).block());
        blocks.extend(taking_part(own.state, own.side).map(|element| by_stand(own, element, &fields)));
    }
    blocks.push(Block::Prose("Signed ____________________________    ____________________________".into()));
    parts.extend(blocks.into_iter().map(Part::block));
    let lede = "In the order of the page. What is left blank ended on the map where it was deployed.";
    super::of_side(own, "result", "Result of the battle", lede, parts)
}

fn heading(own: &Own<'_>, element: &Element) -> String {
    format!("{} · {}", element.id, capital(own.state.element_name(own.side, element)))
}

fn is_armour(own: &Own<'_>, stand: &Stand) -> bool {
    own.campaign().unit_type(stand.kind).is_some_and(|kind| kind.class == Class::Armour)
}

/// A row for each type of a formation; what is asked of the formation as a whole stands in the first.
fn formations(own: &Own<'_>) -> Option<Block> {
    let mut columns = vec![
        ("Formation", ColumnRole::Name),
        ("Type", ColumnRole::Words),
        ("Stands", ColumnRole::Figure),
        ("Knocked out", ColumnRole::Pen),
    ];
    columns.extend(ASKED.map(|(_, head)| (head, ColumnRole::Pen)));
    let mut sheet = Sheet::new("", &columns);
    for element in taking_part(own.state, own.side) {
        let has_armour = element.living().any(|stand| is_armour(own, stand));
        for (n, tally) in content(element).into_iter().enumerate() {
            let name = if n == 0 { heading(own, element) } else { String::new() };
            let mut cells = vec![
                Cell::new(name),
                Cell::new(capital(type_name(own.campaign(), tally.id))),
                Cell::figure(tally.count.into()),
                Cell::new(""),
            ];
            cells.extend(ASKED.map(|(what, _)| match what {
                _ if n > 0 => Cell::new(NEVER),
                What::Abandoned if !has_armour => Cell::new(NEVER),
                What::Fought => Cell::new(BOX),
                _ => Cell::new(""),
            }));
            sheet.row(format!("counts-{}-{n}", slug(element.id.as_str())), RowState::Here, cells);
        }
    }
    (!sheet.rows.is_empty()).then(|| Panel::new("counts", result::OWN, vec![Block::Sheet(sheet)]).block())
}

/// The stands of a formation by type, the commonest first.
fn content(element: &Element) -> Vec<Tally<UnitTypeId>> {
    let mut content = Vec::new();
    element.living().for_each(|stand| add(&mut content, stand.kind, 1));
    content.sort_by_key(|tally| std::cmp::Reverse(tally.count));
    content
}

/// The enemy's types that were seen, with room for others.
fn enemies(own: &Own<'_>) -> Block {
    let columns = [
        ("Type", ColumnRole::Name),
        ("Knocked out", ColumnRole::Pen),
        ("Abandoned", ColumnRole::Pen),
        ("Panicked off", ColumnRole::Pen),
    ];
    let mut sheet = Sheet::new("", &columns);
    for kind in seen_types(own.state, own.side.enemy()) {
        let armour = own.campaign().unit_type(kind).is_some_and(|kind| kind.class == Class::Armour);
        let abandoned = if armour { "" } else { NEVER };
        let cells = vec![
            Cell::new(capital(type_name(own.campaign(), kind))),
            Cell::new(""),
            Cell::new(abandoned),
            Cell::new(""),
        ];
        sheet.row(format!("enemy-{}", slug(kind.as_str())), RowState::Here, cells);
    }
    for n in 0..BLANK {
        sheet.row(format!("enemy-blank-{n}"), RowState::Here, vec![Cell::new(""); columns.len()]);
    }
    Panel::new("enemy", result::of_the_enemy(own), vec![Block::Sheet(sheet)]).block()
}

/// The columns of a question asked of each stand: a place is three numbers, what is so or not is ticked.
fn columns(field: &Field) -> Vec<(&str, ColumnRole)> {
    match field.key {
        "places" => vec![
            ("New place: across", ColumnRole::Pen),
            ("New place: up", ColumnRole::Pen),
            ("New facing", ColumnRole::Pen),
        ],
        "exited" | "mined" | "ammunition" => vec![(&field.label, ColumnRole::Pen)],
        _ => vec![(&field.label, ColumnRole::Code)],
    }
}

/// The stands of a formation, with room for each field of the page.
fn by_stand(own: &Own<'_>, element: &Element, fields: &[Field]) -> Block {
    let mut heads = vec![("Stand", ColumnRole::Name), ("Type", ColumnRole::Words)];
    heads.extend(fields.iter().flat_map(columns));
    let mut sheet = Sheet::new("", &heads);
    for stand in element.living() {
        let mut cells =
            vec![Cell::new(stand.id.as_str()), Cell::new(capital(type_name(own.campaign(), stand.kind)))];
        for field in fields {
            let is_asked = field.key != "abandoned" || is_armour(own, stand);
            cells.extend(columns(field).into_iter().map(|(_, role)| match role {
                _ if !is_asked => Cell::new(NEVER),
                ColumnRole::Code => Cell::new(BOX),
                _ => Cell::new(""),
            }));
        }
        sheet.row(format!("result-{}", slug(stand.id.as_str())), RowState::Here, cells);
    }
    let id = format!("stands-{}", slug(element.id.as_str()));
    Panel::new(id, heading(own, element), vec![Block::Sheet(sheet)]).block()
}

/// A group of fields as tables: what can be picked stands in the rows, and what is asked of it in the columns.
fn group(fields: &[Field]) -> Vec<Sheet> {
    let mut sheets: Vec<Sheet> = Vec::new();
    for field in fields {
        match (&field.kind, sheets.last_mut()) {
            (FieldKind::Many { choices, .. }, Some(sheet))
                if choices.iter().any(|one| asks_of(sheet, one)) =>
            {
                join(sheet, field, choices);
            }
            (FieldKind::Many { choices, .. }, _) => {
                let mut sheet = Sheet::new("", &[("", ColumnRole::Name), (&field.label, ColumnRole::Pen)]);
                for (n, choice) in choices.iter().enumerate() {
                    let cells = vec![Cell::new(choice.label.clone()), Cell::new("")];
                    sheet.row(format!("{}-{n}", field.key), RowState::Here, cells);
                }
                sheets.push(sheet);
            }
            // What is typed of the things that were to be picked before.
            (_, Some(sheet)) => {
                sheet.columns.push(Column { head: field.label.clone(), role: ColumnRole::Pen });
                sheet.rows.iter_mut().for_each(|row| row.cells.push(Cell::new("")));
            }
            (_, None) => {}
        }
    }
    sheets.retain(|sheet| !sheet.rows.is_empty());
    sheets
}

/// Whether a table asks something of a thing already.
fn asks_of(sheet: &Sheet, one: &Choice) -> bool {
    sheet.rows.iter().any(|row| row.cells[0].text == one.label)
}

/// A further question about things most of which stand in a table: a column of it.
fn join(sheet: &mut Sheet, field: &Field, choices: &[Choice]) {
    let before = sheet.columns.len() - 1;
    sheet.columns.push(Column { head: field.label.clone(), role: ColumnRole::Pen });
    for row in &mut sheet.rows {
        let is_asked = choices.iter().any(|one| one.label == row.cells[0].text);
        row.cells.push(Cell::new(if is_asked { "" } else { NEVER }));
    }
    for (n, one) in choices.iter().enumerate().filter(|(_, one)| !asks_of(sheet, one)).collect::<Vec<_>>() {
        let not_asked = std::iter::repeat_n(NEVER, before).map(Cell::new);
        let cells = std::iter::once(Cell::new(one.label.clone())).chain(not_asked).chain([Cell::new("")]);
        sheet.row(format!("{}-{n}", field.key), RowState::Here, cells.collect());
    }
}
