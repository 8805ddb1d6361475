//! Where sides set up, are supplied and enter.

use kernel::Node;
use kernel::PerSide;
use kernel::reader::HOUSE_FILE;

use super::map::Board;
use super::unit::{Begins, Draft};
use crate::words::{Place, Side};

/// Columns in which a side sets up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Zone {
    /// The first column.
    pub first: i16,
    /// The last.
    pub last: i16,
}

impl Zone {
    /// Whether a column lies in it.
    pub fn holds(&self, column: i16) -> bool {
        (self.first..=self.last).contains(&column)
    }
}

/// The side in whose zone a column lies.
pub(super) fn column_of_side(zones: &PerSide<Zone>, column: i16) -> Option<Side> {
    Side::BOTH.into_iter().find(|side| zones[*side].holds(column))
}

/// The supply sources of each side; no hex feeds both. [CF-SPL-1]
pub(super) fn sources(root: &Node<'_>, board: Option<&Board>) -> PerSide<Vec<Place>> {
    let (key, rule) = ("supply", "CF-SPL-1");
    let Some(node) = table(root, key) else { return Default::default() };
    let [wp, nato] = Side::BOTH.map(|side| hexes(&node, side, board, rule, true));
    for (n, place) in &nato {
        if wp.iter().any(|(_, other)| other == place) {
            node.fault_in(Side::Nato.word(), *n, rule, format!("The hex {place} is a source of both sides."));
        }
    }
    node.close();
    PerSide::new(wp, nato).map(|listed| listed.iter().map(|(_, place)| *place).collect())
}

/// The entry hexes of each side. A side that has no reinforcements needs none. [CF-SPL-4]
pub(super) fn entries(root: &Node<'_>, board: Option<&Board>, drafts: &[Draft]) -> PerSide<Vec<Place>> {
    let (key, rule) = ("reinforcement_entry", "CF-SPL-4");
    let enters = |side: Side| {
        let late = |draft: &&Draft| matches!(draft.begins, Some(Begins::Enters { .. }));
        drafts.iter().filter(late).any(|draft| draft.side == Some(side))
    };
    if !root.has(key) && !Side::BOTH.into_iter().any(enters) {
        return Default::default();
    }
    let Some(node) = table(root, key) else { return Default::default() };
    let [wp, nato] = Side::BOTH.map(|side| {
        let listed = hexes(&node, side, board, rule, enters(side));
        listed.into_iter().map(|(_, place)| place).collect()
    });
    node.close();
    PerSide::new(wp, nato)
}

fn table<'r>(root: &Node<'r>, key: &str) -> Option<Node<'r>> {
    if !root.has(key) {
        root.fault(key, HOUSE_FILE, format!("The table {key:?} is missing: hexes of WP and of NATO."));
    }
    root.maybe_table(key)
}

/// The hexes of a side with their places in the list.
fn hexes(
    node: &Node<'_>,
    side: Side,
    board: Option<&Board>,
    rule: &str,
    is_needed: bool,
) -> Vec<(usize, Place)> {
    let key = side.word();
    let texts = node.texts_in_place(key);
    if is_needed && texts.is_empty() && node.array(key).is_none_or(|list| list.is_empty()) {
        node.fault(key, rule, format!("{side} needs at least one hex here."));
    }
    let mut hexes: Vec<(usize, Place)> = Vec::new();
    let Some(board) = board else { return hexes };
    for (n, text) in texts.iter().enumerate().filter_map(|(n, text)| Some((n, text.as_ref()?))) {
        match board.grid().read(text) {
            Ok(cell) if board.map.hex(cell).cost.is_none() => {
                node.fault_in(key, n, rule, "No ground unit can stand in this hex.");
            }
            Ok(cell) if hexes.iter().any(|(_, other)| *other == board.place(cell)) => {
                node.fault_in(key, n, rule, format!("The hex {text} stands twice."));
            }
            Ok(cell) => hexes.push((n, board.place(cell))),
            Err(fault) => node.fault_in(key, n, rule, format!("There is no such hex: {fault}.")),
        }
    }
    hexes
}

/// The columns in which each side sets up. [CF-VIC-3]
pub(super) fn zones(root: &Node<'_>, board: Option<&Board>) -> PerSide<Option<Zone>> {
    let (key, rule) = ("setup_zones", "CF-VIC-3");
    if !root.has(key) {
        let sentence = "The table \"setup_zones\" is missing: columns of WP and of NATO.";
        root.fault(key, HOUSE_FILE, sentence);
    }
    let Some(node) = root.maybe_table(key) else { return PerSide::default() };
    let [wp, nato] = Side::BOTH.map(|side| {
        if !node.has(side.word()) {
            let sentence = format!("{side} has no zone: {{ min_col = 1, max_col = 32 }}.");
            node.fault(side.word(), HOUSE_FILE, sentence);
        }
        let zone = node.maybe_table(side.word())?;
        let (first, last) = (zone.number("min_col", 1..=99), zone.number("max_col", 1..=99));
        zone.close();
        let (first, last) = (i16::try_from(first?).ok()?, i16::try_from(last?).ok()?);
        if first > last {
            zone.fault("max_col", rule, "The last column stands before the first.");
            return None;
        }
        if let Some(board) = board.filter(|board| last > board.size.0) {
            zone.fault("max_col", rule, format!("The map has {} columns.", board.size.0));
        }
        Some(Zone { first, last })
    });
    node.close();
    if let (Some(wp), Some(nato)) = (wp, nato)
        && wp.first <= nato.last
        && nato.first <= wp.last
    {
        root.fault(key, rule, "The zones of the sides overlap.");
    }
    PerSide::new(wp, nato)
}
