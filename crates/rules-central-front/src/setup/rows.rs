//! The rows of a map: one text for each row of hexes, one character for each hex.

use std::collections::BTreeMap;

use hexmap::{Map, Numbering};
use kernel::Node;
use kernel::reader::HOUSE_FILE;

use super::legend::{COSTS, Legend};
use super::map::{Edge, Terrain};

/// The most columns and rows: a printed number has two digits for each.
const MOST: i64 = 99;
/// Stands where a row has no character and should have one.
const MISSING: char = '\0';

/// Reads the rows, and how many columns and rows they are. A row that is too short or missing has ground that suits
/// everything there, so that a unit in it is not told to stand beside the map.
pub(super) fn read(
    node: &Node<'_>,
    legend: &Legend,
    numbering: Numbering,
) -> Option<(Map<Terrain, Edge>, (i16, i16))> {
    let (width, height) = (node.number("width", 1..=MOST), node.number("height", 1..=MOST));
    let mut rows = texts(node, legend);
    if rows.is_empty() && (!node.has("rows") || node.array("rows").is_some()) {
        node.fault("rows", HOUSE_FILE, "A map has rows: a text for each row, a character for each hex.");
    }
    let n_rows = i64::try_from(rows.len()).unwrap_or(i64::MAX);
    if n_rows > MOST {
        node.fault("rows", HOUSE_FILE, format!("A map has {MOST} rows at most."));
        return None;
    }
    if let Some(height) = height.filter(|height| *height != n_rows && n_rows > 0) {
        node.fault("height", HOUSE_FILE, format!("The height is {height}, and there are {n_rows} rows."));
    }
    let columns = columns(node, width, &rows)?;
    for (n, row) in rows.iter().enumerate() {
        for (at, mark) in row.iter().flat_map(|row| row.chars().enumerate()).filter(|(_, mark)| *mark != ' ')
        {
            if legend.is_there && legend.terrain(mark).is_none() {
                let sentence = format!("Column {}: {mark:?} does not stand in the legend.", at + 1);
                node.fault_in("rows", n, COSTS, sentence);
            }
        }
    }
    rows.resize(usize::try_from(n_rows.max(height.unwrap_or(0))).ok()?, None);
    let whole = |row: &Option<String>| -> String {
        let marks = row.as_deref().unwrap_or_default().chars().chain(std::iter::repeat(MISSING));
        marks.take(columns).collect()
    };
    let rows: Vec<String> = rows.iter().map(whole).collect();
    let size = (i16::try_from(columns).ok()?, i16::try_from(rows.len()).ok()?);
    // With a row too many or too few nobody knows which ground lies where.
    let is_certain = height.is_none_or(|height| height == n_rows);
    let meaning = |mark| Some(legend.terrain(mark).filter(|_| is_certain).unwrap_or(Terrain::ANY));
    let map = Map::read(numbering, (1, 1), rows.iter().map(String::as_str), meaning, Edge::default());
    let map =
        map.map_err(|fault| node.fault("rows", HOUSE_FILE, format!("This is no map: {fault}."))).ok()?;
    Some((map, size))
}

/// How many columns the map has. When no row is as long as the file says, it is the width that is wrong.
fn columns(node: &Node<'_>, width: Option<i64>, rows: &[Option<String>]) -> Option<usize> {
    let long = |row: &String| row.chars().count();
    let mut lengths: BTreeMap<usize, usize> = BTreeMap::new();
    for row in rows.iter().flatten() {
        *lengths.entry(long(row)).or_default() += 1;
    }
    let common = lengths.iter().max_by_key(|(_, rows)| **rows).map(|(length, _)| *length)?;
    let width = width.and_then(|width| usize::try_from(width).ok()).unwrap_or(common);
    let meant = if lengths.contains_key(&width) { width } else { common };
    if meant != width {
        let sentence = format!("The width is {width}, and the rows have {common} characters.");
        node.fault("width", HOUSE_FILE, sentence);
    }
    for (n, row) in rows.iter().enumerate() {
        let length = row.as_ref().map_or(meant, long);
        if length != meant {
            let sentence = format!("This row has {length} characters, and the map has {meant} columns.");
            node.fault_in("rows", n, HOUSE_FILE, sentence);
        }
    }
    let longest = lengths.keys().max().copied().unwrap_or(0);
    if i64::try_from(longest).is_ok_and(|longest| longest <= MOST) {
        return Some(width.max(longest));
    }
    node.fault("rows", HOUSE_FILE, format!("A map has {MOST} columns at most."));
    None
}

/// The rows as texts, or as a table with a text in each row. Cells of tables lose blanks at their ends, so in a table a
/// `_` that the legend does not have is a blank.
fn texts(node: &Node<'_>, legend: &Legend) -> Vec<Option<String>> {
    let is_table =
        node.array("rows").and_then(|rows| rows.iter().next()).is_some_and(|row| row.get_ref().is_table());
    if !is_table {
        return node.texts_in_place("rows");
    }
    let blank = if legend.terrain('_').is_some() { '_' } else { ' ' };
    let text = |row: &Node<'_>| {
        let hexes = row.text("hexes");
        row.close();
        hexes.map(|hexes| hexes.chars().map(|mark| if mark == '_' { blank } else { mark }).collect())
    };
    node.tables("rows").iter().map(text).collect()
}
