//! A draft that holds everything it begins from: what it names by an id stands in it, and what stands by keys in a map stands
//! in rows, for only rows have cells.

use tabular::{CellKind, Fillable, Painting, SetupTable};
use toml_edit::{Array, ArrayOfTables, DocumentMut, Item, Table, Value};

use crate::Draft;
use crate::place::put_tables;
use crate::write::forget_positions;

/// The draft with its parts in it, and its map in rows.
pub(crate) fn run(draft: &Draft, rulebook: &dyn Fillable) -> Draft {
    let mut draft = draft.clone();
    put_in(&mut draft.doc, rulebook);
    let Some(painting) = rulebook.painting(&draft.text()) else { return draft };
    let painted = [painting.legend, painting.rows, painting.names];
    for table in draft.tables(rulebook).iter().filter(|table| painted.contains(&&*table.path)) {
        let place = crate::place::find(draft.doc.as_item(), &table.path);
        let Some(rows) = place.and_then(|item| rows(item, table, &painting)) else { continue };
        put_tables(draft.doc.as_item_mut(), &table.path, rows);
    }
    draft
}

/// Puts the parts in that come with the system, each as a table in the place of its id.
fn put_in(doc: &mut DocumentMut, rulebook: &dyn Fillable) {
    let part =
        |(field, item): (&str, &Item)| Some((field.to_owned(), rulebook.shipped(field, item.as_str()?)?));
    let parts: Vec<(String, &str)> = doc.iter().filter_map(part).collect();
    for (field, text) in parts {
        let Ok(part) = text.parse::<DocumentMut>() else { continue };
        let mut table = part.as_table().clone();
        forget_positions(&mut table);
        // Fields stand above tables, so a table goes to the end.
        doc.remove(&field);
        doc.insert(&field, Item::Table(table));
    }
}

/// What stands by keys, or as texts, as rows of a table; nothing where it is rows already.
fn rows(item: &Item, table: &SetupTable, painting: &Painting) -> Option<ArrayOfTables> {
    let first = &table.columns.first()?.key;
    let mut rows = ArrayOfTables::new();
    if let Some(keyed) = item.as_table_like() {
        for (key, item) in keyed.iter() {
            let mut row = Table::new();
            row.insert(first, toml_edit::value(key));
            match item.as_table_like() {
                Some(fields) => fields.iter().for_each(|(field, item)| drop(row.insert(field, item.clone()))),
                None => drop(row.insert(&table.columns.get(1)?.key, of_kind(item, &table.columns[1].kind))),
            }
            rows.push(row);
        }
    } else {
        let texts = item.as_array().filter(|texts| texts.iter().all(Value::is_str))?;
        let is_hexes = table.path == painting.rows;
        for text in texts.iter().filter_map(Value::as_str) {
            // Cells lose blanks at their ends.
            let mark = painting.no_hex().filter(|_| is_hexes);
            let text = mark.map_or_else(|| text.to_owned(), |mark| text.replace(' ', &mark.to_string()));
            rows.push(Table::from_iter([(first.as_str(), text)]));
        }
    }
    Some(rows)
}

/// A value in the form that its column has.
fn of_kind(item: &Item, kind: &CellKind) -> Item {
    match (kind, item.as_value()) {
        (CellKind::List, Some(one)) if !one.is_array() => {
            let mut list = Array::new();
            list.push(one.clone().decorated("", ""));
            toml_edit::value(list)
        }
        (_, Some(one)) => toml_edit::value(one.clone().decorated(" ", "")),
        (_, None) => item.clone(),
    }
}
