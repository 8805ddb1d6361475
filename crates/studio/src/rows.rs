//! Rows of a table: what stands in their cells, and how changed cells are put into them. What is not changed keeps its
//! bytes.

use tabular::{CellKind, SetupColumn};
use toml_edit::{Array, InlineTable, Item, TableLike, Value};

use crate::cells::{plain, show};

/// Parts the values of a cell that has one for each of several: `0 / none`.
pub(crate) const PARTING: &str = " / ";

/// The values of a cell that is one of several.
fn each<'i>(outer: &'i Item, key: &str) -> Option<Vec<Option<&'i Item>>> {
    let n_rows = match outer {
        Item::ArrayOfTables(rows) => rows.len(),
        item => item.as_array()?.len(),
    };
    let rows = (0..n_rows).map(|at| outer.get(at));
    rows.map(|row| row?.is_table_like().then_some(row?)).map(|row| row.map(|row| row.get(key))).collect()
}

/// What stands in a row's cell; nothing where it has none.
pub(crate) fn text(row: &Item, column: &SetupColumn) -> String {
    let shown = |item: &Item| show(item, &column.kind);
    if let Some((outer, key)) = column.key.rsplit_once('.')
        && let Some(outer) = outer.split('.').try_fold(row, |item, key| item.get(key))
        && let Some(values) = each(outer, key)
    {
        return values
            .into_iter()
            .map(|one| one.map_or_else(String::new, shown))
            .collect::<Vec<_>>()
            .join(PARTING);
    }
    let item = column.key.split('.').try_fold(row, |item, key| item.get(key));
    item.filter(|item| !item.is_none()).map_or_else(String::new, shown)
}

/// Whether a cell of this column may hold several values.
pub(crate) fn can_part(column: &SetupColumn) -> bool {
    let is_short = matches!(
        column.kind,
        CellKind::Whole { .. } | CellKind::Decimal | CellKind::Flag | CellKind::NumberOr(_)
    );
    is_short && column.key.contains('.')
}

/// What a changed cell holds: nothing, one value, or several.
#[derive(Clone, Debug)]
pub(crate) enum Content {
    Nothing,
    One(Value),
    Each(Vec<Option<Value>>),
}

/// Puts changed cells into a row, which is a table of either form.
pub(crate) fn put(row: &mut Item, changed: &[(&SetupColumn, Content)]) {
    let mut done: Vec<&str> = Vec::new();
    for (column, content) in changed {
        let Some((outer, key)) = column.key.rsplit_once('.') else {
            if let Some(table) = row.as_table_like_mut() {
                set(table, &column.key, content);
            }
            continue;
        };
        if done.contains(&outer) {
            continue;
        }
        let together: Vec<(&str, &Content)> = changed
            .iter()
            .filter_map(|(column, content)| {
                Some((column.key.strip_prefix(outer)?.strip_prefix('.')?, content))
            })
            .filter(|(key, _)| !key.contains('.'))
            .collect();
        let was_each = outer
            .split('.')
            .try_fold(&*row, |item, key| item.get(key))
            .is_some_and(|item| each(item, key).is_some());
        if was_each || together.iter().any(|(_, content)| matches!(content, Content::Each(_))) {
            put_each(row, outer, &together);
            done.push(outer);
        } else if let Some(table) = inner(row, outer) {
            set(table, key, content);
            if table.is_empty() {
                drop_empty(row, outer);
            }
        }
    }
}

/// The table at `path` of a row, made where there is none.
fn inner<'i>(row: &'i mut Item, path: &str) -> Option<&'i mut dyn TableLike> {
    let item =
        crate::place::find_or_make(row, path, |_| Item::Value(Value::InlineTable(InlineTable::new())))?;
    if !item.is_table_like() {
        *item = Item::Value(Value::InlineTable(InlineTable::new()));
    }
    item.as_table_like_mut()
}

fn drop_empty(row: &mut Item, path: &str) {
    crate::place::remove(row, path);
}

/// Several values for each key: an array of tables, the keys that are not given as they were. One value alone stands for
/// all, and where every key has one alone the array is a table again.
fn put_each(row: &mut Item, outer: &str, together: &[(&str, &Content)]) {
    let old = outer.split('.').try_fold(&*row, |item, key| item.get(key));
    let n_old = match old {
        Some(Item::ArrayOfTables(rows)) => rows.len(),
        Some(item) => item.as_array().map_or(0, Array::len),
        None => 0,
    };
    let given = together.iter().filter_map(|(_, content)| match content {
        Content::Each(values) => Some(values.len()),
        _ => None,
    });
    let others = old
        .and_then(|item| item.get(0))
        .and_then(Item::as_table_like)
        .is_some_and(|first| first.iter().any(|(key, _)| !together.iter().any(|(given, _)| *given == key)));
    let n_rows = given.max().unwrap_or(if others { n_old } else { 1 }).max(1);
    let mut rows = Vec::new();
    for at in 0..n_rows {
        let mut table = InlineTable::new();
        let before = old.and_then(|item| if n_old == 0 { Some(item) } else { item.get(at) });
        for (key, item) in before.and_then(Item::as_table_like).into_iter().flat_map(TableLike::iter) {
            if let Ok(value) = item.clone().into_value() {
                table.insert(key, value);
            }
        }
        for (key, content) in together {
            let value = match content {
                Content::Nothing => None,
                Content::One(value) => Some(value.clone()),
                Content::Each(values) => values.get(at).cloned().flatten(),
            };
            match value {
                Some(value) => table.insert(*key, value),
                None => table.remove(key),
            };
        }
        rows.push(table);
    }
    let is_empty = rows.iter().all(InlineTable::is_empty);
    let is_each = n_rows > 1;
    let new = if is_each {
        Value::Array(rows.into_iter().map(Value::InlineTable).collect())
    } else {
        Value::InlineTable(rows.pop().unwrap_or_default())
    };
    if is_empty {
        drop_empty(row, outer);
    } else if let Some(item) = crate::place::find_or_make(row, outer, |_| Item::None) {
        *item = Item::Value(new);
    } else if let Some(table) = row.as_table_like_mut() {
        table.insert(outer, Item::Value(new));
    }
}

/// Sets or removes one value; its spaces and the remark behind it stay, and so does a value that means the same.
fn set(table: &mut dyn TableLike, key: &str, content: &Content) {
    let Content::One(value) = content else {
        table.remove(key);
        return;
    };
    let new = Item::Value(value.clone());
    match table.get_mut(key) {
        Some(old) if plain(old).is_some() && plain(old) == plain(&new) => {}
        Some(Item::Value(old)) => {
            let decor = old.decor().clone();
            *old = value.clone();
            *old.decor_mut() = decor;
        }
        Some(old) => *old = new,
        None => {
            table.insert(key, new);
        }
    }
}
