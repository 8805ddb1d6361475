//! Ids that a row had, put right wherever else in the file they are named.

use tabular::{Mention, Naming, SetupTable};
use toml_edit::{DocumentMut, InlineTable, Item, Key, Table, Value};

/// Puts new ids, each beside the old one, into every other place that names a row of the table. Says in how many places.
pub(crate) fn carry(doc: &mut DocumentMut, table: &SetupTable, renamed: &[(String, String)]) -> usize {
    let mut n_places = 0;
    for Mention { path, naming } in &table.mentions {
        let steps: Vec<&str> = path.split('.').collect();
        each(doc.as_item_mut(), &steps, &mut |item| {
            n_places += match naming {
                Naming::Key => keys(item, renamed),
                Naming::Value => words(item, "", renamed),
                Naming::After(before) => words(item, before, renamed),
            };
        });
    }
    n_places
}

/// Does something at every place of a path; see [`Mention::path`].
fn each(item: &mut Item, steps: &[&str], todo: &mut dyn FnMut(&mut Item)) {
    let Some((step, rest)) = steps.split_first() else {
        todo(item);
        return;
    };
    let (key, condition) = match step.split_once('[') {
        Some((key, condition)) => (key, condition.trim_end_matches(']').split_once('=')),
        None => (*step, None),
    };
    if key != "*" {
        let Some(inner) = item.as_table_like_mut().and_then(|table| table.get_mut(key)) else { return };
        match condition {
            None => each(inner, rest, todo),
            Some((field, word)) => all(inner, &mut |row| {
                if row.get(field).and_then(Item::as_str) == Some(word) {
                    each(row, rest, todo);
                }
            }),
        }
        return;
    }
    all(item, &mut |inner| each(inner, rest, todo));
}

/// Does something with every row of an array, or every field of a table.
fn all(item: &mut Item, todo: &mut dyn FnMut(&mut Item)) {
    if let Some(table) = item.as_table_like_mut() {
        table.iter_mut().for_each(|(_, inner)| todo(inner));
        return;
    }
    let n_rows = match &*item {
        Item::ArrayOfTables(rows) => rows.len(),
        item => item.as_array().map_or(0, toml_edit::Array::len),
    };
    for at in 0..n_rows {
        if let Some(row) = item.get_mut(at) {
            todo(row);
        }
    }
}

fn new_name<'r>(renamed: &'r [(String, String)], old: &str) -> Option<&'r str> {
    renamed.iter().find(|(was, _)| was == old).map(|(_, is)| &**is)
}

/// Renames fields of a table; they keep their order and remarks. A name that another field has already is left alone.
fn keys(item: &mut Item, renamed: &[(String, String)]) -> usize {
    let Some(table) = item.as_table_like() else { return 0 };
    let found: Vec<&(String, String)> =
        renamed.iter().filter(|(was, is)| table.contains_key(was) && !table.contains_key(is)).collect();
    if found.is_empty() {
        return 0;
    }
    let key = |key: &Key| match new_name(renamed, key.get()).filter(|new| !table.contains_key(new)) {
        Some(new) => Key::new(new).with_leaf_decor(key.leaf_decor().clone()),
        None => key.clone(),
    };
    let fields: Vec<(Key, Item)> =
        table.iter().filter_map(|(name, item)| Some((key(table.key(name)?), item.clone()))).collect();
    match item {
        Item::Value(Value::InlineTable(inline)) => {
            let mut new = InlineTable::new();
            *new.decor_mut() = inline.decor().clone();
            for (key, item) in fields {
                if let Ok(value) = item.into_value() {
                    new.insert_formatted(&key, value);
                }
            }
            *inline = new;
        }
        Item::Table(table) => refill(table, fields),
        _ => return 0,
    }
    found.len()
}

fn refill(table: &mut Table, fields: Vec<(Key, Item)>) {
    table.clear();
    for (key, item) in fields {
        table.insert_formatted(&key, item);
    }
}

/// Renames what stands behind `before` in a text, or in each text of an array.
fn words(item: &mut Item, before: &str, renamed: &[(String, String)]) -> usize {
    let rename = |value: &mut Value| {
        let named = value.as_str().and_then(|text| text.strip_prefix(before));
        let Some(new) = named.and_then(|old| new_name(renamed, old)) else { return 0 };
        let decor = value.decor().clone();
        *value = Value::from(format!("{before}{new}"));
        *value.decor_mut() = decor;
        1
    };
    match item {
        Item::Value(Value::Array(array)) => array.iter_mut().map(rename).sum(),
        Item::Value(value) => rename(value),
        _ => 0,
    }
}
