//! Which columns of a table the titles of a spreadsheet are.

use tabular::{Grid, SetupColumn, SetupTable, bare};

use crate::near::nearest;

/// The names that a column is known by, its own first.
fn names(column: &SetupColumn) -> impl Iterator<Item = &str> {
    let key = std::iter::once(column.key.as_str());
    std::iter::once(column.title.as_str()).chain(column.aliases.iter().copied()).chain(key)
}

/// How many rows at most stand above the titles: the name of the chart, the year.
const MOST_ABOVE: usize = 10;

pub(crate) fn heading(table: &SetupTable, grid: &Grid) -> usize {
    let filled = (0..grid.rows.len()).filter(|row| !grid.is_blank(*row)).take(MOST_ABOVE);
    let n_known = |row: usize| {
        let titles = Grid { name: String::new(), above: 0, rows: vec![grid.rows[row].clone()] };
        run(table, &titles).into_iter().flatten().count()
    };
    // The first of equals: what stands below the titles may know as many.
    filled.collect::<Vec<_>>().into_iter().rev().max_by_key(|row| n_known(*row)).unwrap_or(0)
}

pub(crate) fn run(table: &SetupTable, grid: &Grid) -> Vec<Option<usize>> {
    let n_columns = grid.rows.iter().map(Vec::len).max().unwrap_or(0);
    let titles: Vec<String> = (0..n_columns).map(|place| grid.cell(0, place).words()).collect();
    let mut found: Vec<Option<usize>> = vec![None; n_columns];
    let take = |found: &mut Vec<Option<usize>>, place: usize, column: Option<usize>| {
        let is_free = column.is_some_and(|column| !found.contains(&Some(column)));
        if found[place].is_none() && is_free {
            found[place] = column;
        }
    };
    // Its own title goes before another column's alias, and any name before a near one.
    for depth in [1, usize::MAX] {
        for (place, title) in titles.iter().enumerate().filter(|(_, title)| !bare(title).is_empty()) {
            let is = |column: &SetupColumn| names(column).take(depth).any(|name| bare(name) == bare(title));
            take(&mut found, place, table.columns.iter().position(is));
        }
    }
    for (place, title) in titles.iter().enumerate() {
        if found[place].is_some() {
            continue;
        }
        let free = table.columns.iter().enumerate().filter(|(at, _)| !found.contains(&Some(*at)));
        let known = free.flat_map(|(at, column)| names(column).map(move |name| (at, name)));
        let near = nearest(title, known);
        take(&mut found, place, near);
    }
    found
}
