//! BCS-VIC: what counts, and how a margin is called.

use kernel::reader::HOUSE_FILE;
use kernel::{Node, PerSide, Side, SideInfo};

use super::board::Board;
use super::formation::side_of;
use super::unit::on_map;
use crate::words::Place;

/// A hex that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Objective {
    /// The hex.
    pub at: Place,
    /// Points for its controller.
    pub points: u8,
    /// The only side for which it counts, if it does not for both.
    pub side: Option<Side>,
    /// Who controls it at the start.
    pub held: Option<Side>,
}

/// How a margin is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grade {
    /// The least margin.
    pub margin: u16,
    /// Its name: `decisive`.
    pub name: String,
}

/// What counts. [BCS-VIC-1]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Victory {
    /// Hexes that count.
    pub objectives: Vec<Objective>,
    /// Points for each enemy step, over and under.
    pub per_step: (u32, u32),
    /// Points for each enemy HQ that was jumped, over and under.
    pub per_jump: (u32, u32),
    /// Grades, the largest margin first; the last is for a margin of 0.
    pub grades: Vec<Grade>,
}

impl Victory {
    pub(super) fn read(
        root: &Node<'_>,
        sides: Option<&PerSide<SideInfo>>,
        board: Option<&Board>,
    ) -> Option<Self> {
        if !root.has("victory") {
            root.fault("victory", HOUSE_FILE, "The table \"victory\" is missing: what counts.");
        }
        let node = root.maybe_table("victory")?;
        let mut objectives: Vec<Objective> = Vec::new();
        for table in node.tables("control") {
            let (at, points) = (on_map(&table, "hex", board), table.whole("points", 1..=99));
            let side = table.maybe_text("for").and_then(|word| side_of(&table, "for", &word, sides));
            let held = table.maybe_text("held").and_then(|word| side_of(&table, "held", &word, sides));
            table.close();
            let (Some(at), Some(points)) = (at, points) else { continue };
            if objectives.iter().any(|known| known.at == at) {
                table.fault("hex", HOUSE_FILE, format!("The hex {at} stands twice."));
            }
            objectives.push(Objective { at, points, side, held });
        }
        let (per_step, per_jump) =
            (fraction(&node, "per_enemy_step"), fraction(&node, "per_enemy_hq_jumped"));
        let mut grades: Vec<Grade> = Vec::new();
        for table in node.tables("levels") {
            let (margin, name) = (table.whole("margin", 0..=999), table.name("result", 40));
            table.close();
            let (Some(margin), Some(name)) = (margin, name) else { continue };
            if grades.last().is_some_and(|above| above.margin <= margin) {
                table.fault("margin", "BCS-VIC-1", "Margins fall from level to level.");
            }
            grades.push(Grade { margin, name });
        }
        if grades.last().is_none_or(|last| last.margin != 0) {
            node.fault("levels", "BCS-VIC-1", "The last level is for a margin of 0.");
        }
        node.close();
        Some(Self { objectives, per_step: per_step?, per_jump: per_jump?, grades })
    }
}

/// A number of points such as `2` or `"1/4"`; nothing counts 0.
fn fraction(node: &Node<'_>, key: &str) -> Option<(u32, u32)> {
    if !node.has(key) {
        return Some((0, 1));
    }
    if node.value(key).is_some_and(|value| value.get_ref().is_str()) {
        let text = node.text(key)?;
        let number = |text: &str| text.parse::<u32>().ok().filter(|n| (1..=999).contains(n));
        let parts = match text.split_once('/') {
            Some((over, under)) => number(over).zip(number(under)),
            // As a table has it, in which every cell of the column is a text.
            None => text.parse().ok().filter(|whole| *whole <= 999).map(|whole| (whole, 1)),
        };
        if parts.is_none() {
            node.fault(key, "BCS-VIC-1", format!("{text:?} is no number of points: 2 or \"1/4\"."));
        }
        return parts;
    }
    node.whole(key, 0..=999).map(|whole| (whole, 1))
}
