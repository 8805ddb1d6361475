//! Puts whole rows into the file: rows that were there keep their remarks and what has no column.

use toml_edit::{Array, ArrayOfTables, DocumentMut, Item, Table, Value};

use crate::place::{find_or_make, put_tables, remove};

/// A row of the file that is to be: one that was there, or none, with what is changed in it.
pub(crate) struct NewRow {
    /// Its place among the old rows.
    pub(crate) of: Option<usize>,
    /// The row itself, a table of either form.
    pub(crate) item: Item,
}

/// An empty row of the form that the table's rows have.
pub(crate) fn empty_row(is_inline: bool) -> Item {
    if is_inline { Item::Value(Value::InlineTable(Default::default())) } else { Item::Table(Table::new()) }
}

/// Puts rows at a path in place of those that are there.
pub(crate) fn put_rows(doc: &mut DocumentMut, path: &str, rows: Vec<NewRow>) {
    if rows.is_empty() {
        let is_array = crate::place::find(doc.as_item(), path).is_some_and(Item::is_array);
        if !is_array {
            remove(doc.as_item_mut(), path);
            return;
        }
    }
    let make = |is_inline: bool| {
        if is_inline {
            Item::Value(Value::Array(Array::new()))
        } else {
            Item::ArrayOfTables(ArrayOfTables::new())
        }
    };
    let Some(item) = find_or_make(doc.as_item_mut(), path, make) else { return };
    match item {
        Item::Value(Value::Array(array)) => put_inline(array, rows),
        Item::ArrayOfTables(tables) => *tables = of_tables(tables, rows),
        _ => put_tables(doc.as_item_mut(), path, of_tables(&ArrayOfTables::new(), rows)),
    }
}

fn put_inline(array: &mut Array, rows: Vec<NewRow>) {
    let decor = array.iter().last().map(|last| last.decor().clone());
    let old: Vec<Value> = array.iter().cloned().collect();
    array.clear();
    for NewRow { of, item } in rows {
        let Ok(mut value) = item.into_value() else { continue };
        match (of.and_then(|at| old.get(at)), &decor) {
            (Some(was), _) => *value.decor_mut() = was.decor().clone(),
            (None, Some(decor)) => *value.decor_mut() = decor.clone(),
            (None, None) => {}
        }
        array.push_formatted(value);
    }
}

/// The remark above the first row is about the table: it stays above whatever row is first.
fn of_tables(old: &ArrayOfTables, rows: Vec<NewRow>) -> ArrayOfTables {
    let prefix = |table: &Table| table.decor().prefix().and_then(|prefix| prefix.as_str()).map(str::to_owned);
    let first = old.get(0);
    let head = first.and_then(prefix);
    let plain = old.iter().skip(1).filter_map(prefix).find(|prefix| prefix.trim().is_empty());
    let position = first.and_then(Table::position);
    let mut tables = ArrayOfTables::new();
    for (n, NewRow { of, item }) in rows.into_iter().enumerate() {
        let Ok(mut table) = item.into_table() else { continue };
        table.set_implicit(false);
        let own = prefix(&table);
        match (n, of) {
            (0, Some(0)) => {}
            (0, _) => {
                let own = own.filter(|own| !own.trim().is_empty()).unwrap_or_default();
                if let Some(head) = &head {
                    table.decor_mut().set_prefix(format!("{head}{own}"));
                }
            }
            (_, Some(0)) | (_, None) => match &plain {
                Some(plain) => table.decor_mut().set_prefix(plain.clone()),
                None if of.is_some() => table.decor_mut().set_prefix("\n"),
                None => {}
            },
            _ => {}
        }
        // Tables are written in the order of their positions; those without one come after the one before.
        forget_positions(&mut table);
        table.set_position(position.filter(|_| n == 0));
        tables.push(table);
    }
    tables
}

pub(crate) fn forget_positions(table: &mut Table) {
    table.set_position(None);
    for (_, item) in table.iter_mut() {
        match item {
            Item::Table(inner) => forget_positions(inner),
            Item::ArrayOfTables(rows) => rows.iter_mut().for_each(forget_positions),
            _ => {}
        }
    }
}
