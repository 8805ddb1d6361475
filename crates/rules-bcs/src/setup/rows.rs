//! The rows of a map: one text for each row of hexes, one character for each hex.

use hexmap::{Map, Numbering};
use kernel::Node;
use kernel::reader::HOUSE_FILE;

use super::board::{Edge, Ground};
use super::legend::{ANY, Legend};

/// The most columns and rows: a printed number has two digits for each.
const MOST: i64 = 99;
/// Stands where a row has no character and should have one.
const MISSING: char = '\0';

/// Reads the rows. A row that is too short or missing has ground that suits everything there, so that a unit in it is not
/// told to stand beside the map.
pub(super) fn read(node: &Node<'_>, legend: &Legend, numbering: Numbering) -> Option<Map<Ground, Edge>> {
    let (width, height) = (node.number("width", 1..=MOST), node.number("height", 1..=MOST));
    let rows = texts(node, legend);
    if rows.is_empty() && (!node.has("rows") || node.array("rows").is_some()) {
        node.fault("rows", HOUSE_FILE, "A map has rows: a text for each row, a character for each hex.");
    }
    // A map without its size yet is as large as its rows, so that they are judged while it grows.
    let longest = rows.iter().flatten().map(|row| row.chars().count()).max().filter(|longest| *longest > 0);
    let size = |told: Option<i64>, met: Option<usize>| told.and_then(|n| usize::try_from(n).ok()).or(met);
    let (width, height) = (size(width, longest)?, size(height, longest.map(|_| rows.len()))?);
    if i64::try_from(width.max(height)).map_or(true, |most| most > MOST) {
        node.fault("rows", HOUSE_FILE, format!("A map has {MOST} columns and rows at most."));
        return None;
    }
    if rows.len() != height && !rows.is_empty() {
        node.fault(
            "height",
            HOUSE_FILE,
            format!("The height is {height}, and there are {} rows.", rows.len()),
        );
    }
    for (n, row) in rows.iter().enumerate() {
        let Some(row) = row else { continue };
        let long = row.chars().count();
        if long != width {
            let sentence = format!("This row has {long} characters, and the map has {width} columns.");
            node.fault_in("rows", n, HOUSE_FILE, sentence);
        }
        for (at, mark) in row.chars().enumerate().filter(|(_, mark)| *mark != ' ') {
            if legend.is_there && legend.ground(mark).is_none() {
                let sentence = format!("Column {}: {mark:?} does not stand in the legend.", at + 1);
                node.fault_in("rows", n, "BCS-MAP-1", sentence);
            }
        }
    }
    let whole = |row: Option<&Option<String>>| -> String {
        let marks = row.and_then(|row| row.as_deref()).unwrap_or_default();
        marks.chars().chain(std::iter::repeat(MISSING)).take(width).collect()
    };
    let rows: Vec<String> = (0..height).map(|n| whole(rows.get(n))).collect();
    let meaning = |mark| Some(legend.ground(mark).unwrap_or(ANY));
    let map = Map::read(numbering, (1, 1), rows.iter().map(String::as_str), meaning, Edge::default());
    map.map_err(|fault| node.fault("rows", HOUSE_FILE, format!("This is no map: {fault}."))).ok()
}

/// The rows as texts, or as a table with a text in each row. Cells of tables lose blanks at their ends, so in a table a
/// `_` that the legend does not have is a blank.
fn texts(node: &Node<'_>, legend: &Legend) -> Vec<Option<String>> {
    let is_table =
        node.array("rows").and_then(|rows| rows.iter().next()).is_some_and(|row| row.get_ref().is_table());
    if !is_table {
        return node.texts_in_place("rows");
    }
    let blank = if legend.ground('_').is_some() { '_' } else { ' ' };
    let text = |row: &Node<'_>| {
        let hexes = row
            .text("hexes")
            .map(|hexes| hexes.chars().map(|mark| if mark == '_' { blank } else { mark }).collect());
        row.close();
        hexes
    };
    node.tables("rows").iter().map(text).collect()
}
