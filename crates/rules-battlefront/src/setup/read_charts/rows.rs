//! What every chart is read with: rows, words, modifiers.

use kernel::reader::{HOUSE_FILE, Node};
use kernel::{Chart, Die, Row};

/// Reads the rows at `key` into a chart; every gap and overlap is a fault at its row.
pub(super) fn chart<R: Clone>(
    node: &Node<'_>,
    key: &str,
    (id, title, die): (&str, &str, Die),
    fit: impl Fn(Row<R>) -> Row<R>,
    result: impl Fn(&Node<'_>) -> Option<R>,
) -> Option<Chart<R>> {
    let nodes = node.tables(key);
    let mut rows = Vec::new();
    for row in &nodes {
        let bounds = -1000..=1000;
        let min = row.maybe_number("min", bounds.clone()).map(|min| min as i32);
        let max = row.maybe_number("max", bounds).map(|max| max as i32);
        let read = result(row);
        row.close();
        rows.push(fit(Row { min, max, result: read? }));
    }
    match Chart::new(id, title, die, rows) {
        Ok(chart) => Some(chart),
        Err(faults) => {
            for fault in faults {
                let sentence = format!("{title}: {fault}.");
                match fault.row().and_then(|row| nodes.get(row)) {
                    Some(row) => row.fault("min", id, sentence),
                    None => node.fault(key, id, sentence),
                }
            }
            None
        }
    }
}

/// The chart at `rows` when the file has one, else what stood before.
pub(super) fn chart_over<R: Clone>(
    node: &Node<'_>,
    before: Option<Chart<R>>,
    names: (&str, &str, Die),
    result: impl Fn(&Node<'_>) -> Option<R>,
) -> Option<Chart<R>> {
    match before {
        Some(before) if !node.has("rows") => Some(before),
        _ => chart(node, "rows", names, |row| row, result),
    }
}

pub(super) fn worded<T>(row: &Node<'_>, key: &str, of: impl Fn(&str) -> Option<T>, words: &str) -> Option<T> {
    let text = row.text(key)?;
    let value = of(&text);
    if value.is_none() {
        row.fault(key, HOUSE_FILE, format!("{text:?} is no result here; there are {words}."));
    }
    value
}

/// The modifiers of `[…modifiers]`: each key's number, or what stood before.
pub(super) fn modifiers<const N: usize>(node: &Node<'_>, keys: [&str; N], before: [i32; N]) -> [i32; N] {
    let Some(table) = node.maybe_table("modifiers") else { return before };
    let mut values = before;
    for (value, key) in values.iter_mut().zip(keys) {
        if let Some(number) = table.maybe_number(key, -100..=100) {
            *value = number as i32;
        }
    }
    table.close();
    values
}
