//! Where tables and cells stand in a file, and which cell a path of the system's reader means.

use tabular::{SetupTable, TableShape};
use toml_edit::{Array, ArrayOfTables, InlineTable, Item, Table, TableLike, Value};

use crate::Spot;

/// One step of a path: a key, or a place in an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step<'p> {
    Key(&'p str),
    At(usize),
}

/// The steps of `sides[0].entry_points`.
fn steps(path: &str) -> Vec<Step<'_>> {
    let mut steps = Vec::new();
    for part in path.split('.') {
        let mut rest = part;
        if let Some((key, indices)) = part.split_once('[') {
            steps.push(Step::Key(key));
            for index in indices.split('[') {
                if let Ok(at) = index.trim_end_matches(']').parse() {
                    steps.push(Step::At(at));
                }
            }
            rest = "";
        }
        if !rest.is_empty() {
            steps.push(Step::Key(rest));
        }
    }
    steps
}

/// What stands at a path.
pub(crate) fn find<'i>(root: &'i Item, path: &str) -> Option<&'i Item> {
    steps(path).into_iter().try_fold(root, |item, step| match step {
        Step::Key(key) => item.get(key),
        Step::At(at) => item.get(at),
    })
}

/// The item at a path, made where it is not there: the tables on the way, and at its end what `make` gives, which is told
/// whether it stands in an inline table. `None` where something else stands in the way.
pub(crate) fn find_or_make<'i>(
    root: &'i mut Item,
    path: &str,
    make: impl FnOnce(bool) -> Item,
) -> Option<&'i mut Item> {
    let steps = steps(path);
    let mut make = Some(make);
    let mut item = root;
    for (n, step) in steps.iter().enumerate() {
        let key = match step {
            Step::At(at) => {
                item = item.get_mut(*at)?;
                continue;
            }
            Step::Key(key) => *key,
        };
        let is_inline = item.is_inline_table();
        let table = item.as_table_like_mut()?;
        if table.get(key).is_none_or(Item::is_none) {
            let made = match make.take_if(|_| n + 1 == steps.len()) {
                Some(make) => make(is_inline),
                None if is_inline => Item::Value(Value::InlineTable(InlineTable::new())),
                None => {
                    let mut between = Table::new();
                    between.set_implicit(true);
                    Item::Table(between)
                }
            };
            table.insert(key, made);
        }
        item = table.get_mut(key)?;
    }
    Some(item)
}

/// The table in which a path ends, and the key of its end.
fn end<'i, 'p>(root: &'i mut Item, path: &'p str) -> Option<(&'i mut dyn TableLike, &'p str)> {
    let (parent, key) = path.rsplit_once('.').unwrap_or(("", path));
    let parent = steps(parent).into_iter().try_fold(root, |item, step| match step {
        Step::Key(key) => item.as_table_like_mut()?.get_mut(key),
        Step::At(at) => item.get_mut(at),
    });
    Some((parent?.as_table_like_mut()?, key))
}

/// Takes away what stands at a path.
pub(crate) fn remove(root: &mut Item, path: &str) {
    if let Some((table, key)) = end(root, path) {
        table.remove(key);
    }
}

/// Puts rows of tables at a path in place of what stands there in another form. A key before a value has a blank behind it,
/// which the head of a table has not.
pub(crate) fn put_tables(root: &mut Item, path: &str, rows: ArrayOfTables) {
    if let Some((table, key)) = end(root, path) {
        table.insert(key, Item::ArrayOfTables(rows));
        if let Some(mut key) = table.key_mut(key) {
            key.leaf_decor_mut().clear();
        }
    }
}

/// The rows of a table as the system's reader numbers them.
pub(crate) fn rows<'i>(root: &'i Item, table: &SetupTable) -> Vec<&'i Item> {
    let Some(item) = find(root, &table.path) else { return Vec::new() };
    match table.shape {
        TableShape::One => vec![item],
        TableShape::Rows => {
            let n_rows = match item {
                Item::ArrayOfTables(rows) => rows.len(),
                item => item.as_array().map_or(0, Array::len),
            };
            (0..n_rows).filter_map(|at| item.get(at)).collect()
        }
    }
}

/// Which row and column of a table a path of the reader means, if it lies in the table.
fn within(path: &str, table: &SetupTable) -> Option<(Option<usize>, Option<usize>)> {
    // The fields at the head of the file are a table without a path.
    let of_head = table.path.is_empty().then(|| format!(".{path}"));
    let rest = of_head.as_deref().map_or_else(|| path.strip_prefix(&table.path), Some)?;
    let (row, rest) = match (table.shape, rest) {
        (TableShape::Rows, "") => return Some((None, None)),
        (TableShape::Rows, _) => {
            let (index, rest) = rest.strip_prefix('[')?.split_once(']')?;
            (index.parse().ok()?, rest)
        }
        (TableShape::One, _) => (0, rest),
    };
    if !rest.is_empty() && !rest.starts_with('.') {
        return None;
    }
    // Indices within a row make no difference: `drm[1].russian` is the column `drm.russian`.
    let mut key = String::new();
    let mut depth = 0_usize;
    for sign in rest.chars().skip(1) {
        match sign {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            sign if depth == 0 => key.push(sign),
            _ => {}
        }
    }
    let is_of = |inner: &str, outer: &str| {
        inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    let columns = || table.columns.iter().enumerate();
    let column = columns()
        .filter(|(_, column)| is_of(&key, &column.key))
        .max_by_key(|(_, column)| column.key.len())
        .or_else(|| columns().find(|(_, column)| !key.is_empty() && is_of(&column.key, &key)));
    match (column, table.shape) {
        // A single table holds others; what is no column of it is theirs.
        (None, TableShape::One) if !key.is_empty() => Some((None, None)),
        (column, _) => Some((Some(row), column.map(|(at, _)| at))),
    }
}

/// Where a path of the reader stands among the tables: in the innermost that holds it, or on the whole of one that would
/// stand there.
pub(crate) fn spot(path: &str, tables: &[SetupTable]) -> Option<Spot> {
    let inside = tables
        .iter()
        .filter_map(|table| within(path, table).map(|at| (table, at)))
        .max_by_key(|(table, (_, column))| (table.path.len(), column.is_some()));
    if let Some((table, (row, column))) = inside {
        let has_place = row.is_some() || table.shape == TableShape::Rows;
        if has_place || !tables.iter().any(|other| is_above(path, other)) {
            return Some(Spot { table: table.path.clone(), row, column });
        }
    }
    let below = tables.iter().find(|table| is_above(path, table))?;
    Some(Spot { table: below.path.clone(), row: None, column: None })
}

fn is_above(path: &str, table: &SetupTable) -> bool {
    !path.is_empty() && table.path.strip_prefix(path).is_some_and(|rest| rest.starts_with('.'))
}

#[cfg(test)]
mod tests {
    use tabular::{CellKind, SetupColumn};

    use super::*;

    fn table(path: &str, shape: TableShape, keys: &[&str]) -> SetupTable {
        let column = |key: &&str| SetupColumn {
            key: (*key).into(),
            title: (*key).into(),
            aliases: &[],
            kind: CellKind::Text,
            needed: false,
            help: String::new(),
        };
        SetupTable {
            path: path.into(),
            section: "S",
            title: path.into(),
            shape,
            columns: keys.iter().map(column).collect(),
            rule: "",
            help: "",
            mentions: Vec::new(),
        }
    }

    #[test]
    fn a_path_of_the_reader_is_found_among_the_tables() {
        let tables = [
            table("campaign", TableShape::One, &["id", "title"]),
            table("campaign.options", TableShape::One, &["days"]),
            table("days", TableShape::Rows, &["date", "slots", "drm.russian", "drm.german"]),
            table("sides", TableShape::Rows, &["id"]),
            table("sides[1].entry_points", TableShape::Rows, &["id", "x"]),
            table("tables.cpp.am.rows", TableShape::Rows, &["min", "gain"]),
        ];
        let at = |path: &str| {
            spot(path, &tables).map(|spot| (spot.table, spot.row, spot.column)).map(|(table, row, column)| {
                (tables.iter().position(|known| known.path == table).unwrap(), row, column)
            })
        };
        assert_eq!(at("campaign.title"), Some((0, Some(0), Some(1))));
        assert_eq!(at("campaign.options.days"), Some((1, Some(0), Some(0))));
        assert_eq!(at("campaign.options"), Some((1, Some(0), None)));
        assert_eq!(at("days[2].drm[1].german"), Some((2, Some(2), Some(3))));
        assert_eq!(at("days[2].slots[0]"), Some((2, Some(2), Some(1))));
        assert_eq!(at("days[2].drm"), Some((2, Some(2), Some(2))));
        assert_eq!(at("days"), Some((2, None, None)));
        assert_eq!(at("sides[1].entry_points[3].x"), Some((4, Some(3), Some(1))));
        assert_eq!(at("sides[1].entry_points"), Some((4, None, None)));
        assert_eq!(at("tables.cpp.am"), Some((5, None, None)));
        assert_eq!(at("tables.cpp"), Some((5, None, None)));
        assert_eq!(at("daysx[1]"), None);
        assert_eq!(at(""), None);
    }

    #[test]
    fn the_fields_at_the_head_of_a_file_are_a_table_without_a_path() {
        let tables = [
            table("", TableShape::One, &["title", "first.ties"]),
            table("map", TableShape::One, &["width"]),
            table("map.rows", TableShape::Rows, &["hexes"]),
        ];
        let at = |path: &str| spot(path, &tables).map(|spot| (spot.table, spot.row, spot.column)).unwrap();
        assert_eq!(at("title"), (String::new(), Some(0), Some(0)));
        assert_eq!(at("first"), (String::new(), Some(0), Some(1)));
        assert_eq!(at("map.width"), ("map".into(), Some(0), Some(0)));
        assert_eq!(at("map.rows[3].hexes"), ("map.rows".into(), Some(3), Some(0)));
        assert_eq!(at("skies"), (String::new(), None, None));
    }
}
