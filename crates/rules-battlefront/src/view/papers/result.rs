//! The blank result form, with the fields of the page and in their order. [BF-2.1.2-5]

use kernel::view::form::{Field, FieldKind};
use kernel::view::{Block, Cell, ColumnRole, Panel, Paper, Part, RowState, Sheet, Text};

use crate::facts::Element;
use crate::report::Report;
use crate::rules::s2_1_2_report::taking_part;
use crate::view::own::Own;
use crate::view::prose::{capital, slug, type_name};
use crate::view::refit::result;
use crate::words::Class;

/// The form to be filled in at the table.
pub fn form(own: &Own<'_>) -> Paper {
    let mut parts = vec![Part::Code(super::entry("report", "Enter the result here"))];
    for field in result::fields(own, &Report::default()) {
        match field.kind {
            FieldKind::Group(fields) if fields.iter().any(|field| field.key == "losses") => {
                let stands = taking_part(own.state, own.side).map(|element| stands(own, element, &fields));
                parts.extend(stands.map(Part::Block));
            }
            FieldKind::Group(fields) => parts.extend(group(&field.label, &fields).map(Part::Block)),
            _ => {
                let mut sheet = Sheet::new("", &[("", ColumnRole::Name), ("", ColumnRole::Pen)]);
                sheet.row(field.key, RowState::Here, vec![Cell::new(field.label), Cell::new("")]);
                parts.push(Part::Block(Block::Sheet(sheet)));
            }
        }
    }
    let signed = Text::new("Signed ____________________________    ____________________________");
    parts.push(Part::Block(Block::Prose(signed)));
    let lede = "In the order of the page. What is left blank ended on the map where it was deployed.";
    super::of_side(own, "result", "Result of the battle", lede, parts)
}

/// The stands of a formation, with room for each field of the page.
fn stands(own: &Own<'_>, element: &Element, fields: &[Field]) -> Block {
    let mut columns = vec![("Stand", ColumnRole::Name), ("Type", ColumnRole::Words)];
    columns.extend(fields.iter().map(|field| (field.label.as_str(), ColumnRole::Pen)));
    let mut sheet = Sheet::new("", &columns);
    for stand in element.living() {
        let is_class_a = own.campaign().unit_type(stand.kind).is_some_and(|unit| unit.class == Class::Armour);
        let mut cells =
            vec![Cell::new(stand.id.as_str()), Cell::new(capital(type_name(own.campaign(), stand.kind)))];
        let blank =
            |field: &Field| Cell::new(if field.key == "abandoned" && !is_class_a { "–" } else { "" });
        cells.extend(fields.iter().map(blank));
        sheet.row(format!("result-{}", slug(stand.id.as_str())), RowState::Here, cells);
    }
    let heading = format!("{} · {}", element.id, capital(own.state.element_name(own.side, element)));
    Panel::new(format!("stands-{}", slug(element.id.as_str())), heading, vec![Block::Sheet(sheet)]).block()
}

/// A group of fields as tables: what can be picked stands in the rows, and what is asked of it in the columns.
fn group(label: &str, fields: &[Field]) -> Option<Block> {
    let mut sheets: Vec<Sheet> = Vec::new();
    for field in fields {
        let heads: Vec<&str> = match field.key {
            "combat" => vec!["Kills", "Close combats won", "Close combats lost"],
            _ => vec![field.label.as_str()],
        };
        match (&field.kind, sheets.last_mut()) {
            (FieldKind::Many { choices, .. }, _) => {
                let mut sheet = Sheet::new("", &[("", ColumnRole::Name), (heads[0], ColumnRole::Pen)]);
                for (n, choice) in choices.iter().enumerate() {
                    let cells = vec![Cell::new(choice.label.clone()), Cell::new("")];
                    sheet.row(format!("{}-{n}", field.key), RowState::Here, cells);
                }
                sheets.push(sheet);
            }
            // What is typed of the things that were to be picked before.
            (_, Some(sheet)) => {
                for head in heads {
                    sheet.columns.push(kernel::view::Column { head: head.into(), role: ColumnRole::Pen });
                    sheet.rows.iter_mut().for_each(|row| row.cells.push(Cell::new("")));
                }
            }
            (_, None) => {}
        }
    }
    sheets.retain(|sheet| !sheet.rows.is_empty());
    let body: Vec<Block> = sheets.into_iter().map(Block::Sheet).collect();
    (!body.is_empty()).then(|| Panel::new("group", label, body).block())
}
