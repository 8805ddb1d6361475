//! What the characters of a map mean: kinds of terrain with their costs and shifts.

use std::collections::BTreeMap;

use kernel::Node;
use kernel::reader::HOUSE_FILE;

use super::map::Terrain;

/// The rule of movement costs and terrain kinds.
pub(super) const COSTS: &str = "CF-MOV-1";
/// The rule of column shifts.
const SHIFTS: &str = "CF-CRT-7";

/// Costs of movement and column shifts by kind of terrain.
pub(super) struct Costs {
    kinds: BTreeMap<String, u8>,
    closed: Vec<String>,
    shifts: BTreeMap<String, u8>,
    pub(super) road: u8,
    pub(super) river: u8,
    pub(super) leave: u8,
    pub(super) helicopter: u8,
}

/// The kinds of the rules with their costs and shifts, where a map does not say otherwise. [CF-MOV-1] [CF-CRT-7]
const DEFAULTS: [(&str, u8, u8); 7] = [
    ("clear", 2, 0),
    ("slope", 3, 1),
    ("woods", 3, 1),
    ("rough", 3, 1),
    ("wooded_rough", 4, 2),
    ("town", 2, 1),
    ("city", 2, 2),
];

/// The costs of a map that are of no kind of terrain.
const NO_KINDS: [&str; 4] = ["road_edge", "river_hexside", "leave_enemy_zoc", "helicopter"];

impl Costs {
    pub(super) fn read(node: &Node<'_>) -> Self {
        let mut costs = Self {
            kinds: DEFAULTS.iter().map(|(kind, cost, _)| ((*kind).into(), *cost)).collect(),
            closed: Vec::new(),
            shifts: DEFAULTS.iter().map(|(kind, _, shift)| ((*kind).into(), *shift)).collect(),
            road: 1,
            river: 2,
            leave: 2,
            helicopter: 1,
        };
        if let Some(table) = node.maybe_table("movement_cost") {
            costs.read_costs(&table);
        }
        if let Some(table) = node.maybe_table("column_shift") {
            for key in table.keys() {
                let shift = table.number(&key, 0..=9).and_then(|shift| u8::try_from(shift).ok());
                costs.shifts.insert(key, shift.unwrap_or(0));
            }
        }
        costs
    }

    fn read_costs(&mut self, table: &Node<'_>) {
        for key in table.keys() {
            let is_kind = !NO_KINDS.contains(&&*key);
            if is_kind
                && table.value(&key).is_some_and(|value| value.get_ref().as_str() == Some("impassable"))
            {
                self.closed.push(key);
                continue;
            }
            let cost = table.number(&key, 0..=60).and_then(|cost| u8::try_from(cost).ok());
            if cost == Some(0) && (is_kind || matches!(&*key, "road_edge" | "helicopter")) {
                table.fault(&key, COSTS, "A step costs at least 1 movement point.");
            }
            match (key.as_str(), cost.unwrap_or(1)) {
                ("road_edge", cost) => self.road = cost,
                ("river_hexside", cost) => self.river = cost,
                ("leave_enemy_zoc", cost) => self.leave = cost,
                ("helicopter", cost) => self.helicopter = cost,
                (_, cost) => {
                    self.kinds.insert(key, cost);
                }
            }
        }
    }

    /// Movement points of a kind of terrain.
    pub(super) fn of(&self, kind: &str) -> u8 {
        self.kinds.get(kind).copied().unwrap_or(1)
    }

    /// Warns of costs and shifts of kinds that no character of the map stands for: a word may be misspelt.
    pub(super) fn warn_of_unused(&self, node: &Node<'_>, legend: &Legend) {
        let is_known = |key: &String| {
            let has = |entry: &Entry| entry.kinds.contains(key);
            DEFAULTS.iter().any(|(kind, ..)| kind == key) || legend.entries.iter().any(has)
        };
        for (name, rule, others) in
            [("movement_cost", COSTS, &NO_KINDS[..]), ("column_shift", SHIFTS, &NO_KINDS[..0])]
        {
            let Some(table) = node.maybe_table(name) else { continue };
            for key in table.keys().iter().filter(|key| !others.contains(&&***key) && !is_known(key)) {
                table.warn(
                    key,
                    rule,
                    format!("No character of the legend is {key:?}, so this has no effect."),
                );
            }
        }
    }
}

/// A character of the map.
pub(super) struct Entry {
    pub(super) mark: char,
    pub(super) kinds: Vec<String>,
    pub(super) terrain: Terrain,
}

/// What the characters of a map mean.
pub(super) struct Legend {
    pub(super) entries: Vec<Entry>,
    /// Whether the file has one. Without it no character is told to be missing.
    pub(super) is_there: bool,
}

impl Legend {
    pub(super) fn read(node: &Node<'_>, costs: &Costs) -> Self {
        let mut legend = Self { entries: Vec::new(), is_there: node.has("legend") };
        if !legend.is_there {
            node.fault("legend", HOUSE_FILE, "A map has a legend: what each character means.");
        } else if node.value("legend").is_some_and(|value| value.get_ref().is_array()) {
            for row in node.tables("legend") {
                let mark = row.text("mark");
                let own = Own::read(&row);
                if let Some(mark) = mark {
                    legend.add(&mark, "mark", &row, "kinds", (costs, own));
                }
                row.close();
            }
        } else if let Some(table) = node.maybe_table("legend") {
            for key in table.keys() {
                legend.add(&key, &key, &table, &key, (costs, Own::default()));
            }
        } else {
            legend.is_there = false;
        }
        legend
    }

    /// Takes up one character; `place` is where a fault of it is noted, `key` where its kinds stand.
    fn add(&mut self, mark: &str, place: &str, node: &Node<'_>, key: &str, (costs, own): (&Costs, Own)) {
        let mut marks = mark.chars();
        let (Some(mark), None) = (marks.next(), marks.next()) else {
            node.fault(place, HOUSE_FILE, "A key of the legend is one character.");
            return;
        };
        if mark == ' ' {
            node.fault(place, HOUSE_FILE, "A blank is no hex, so it means no terrain.");
        }
        if self.terrain(mark).is_some() {
            node.fault(place, HOUSE_FILE, format!("The character {mark:?} stands twice."));
        }
        let kinds = kinds(node, key);
        let entry = u8::try_from(self.entries.len()).unwrap_or(u8::MAX);
        let terrain = terrain(node, key, &kinds, (costs, own), entry).unwrap_or(Terrain::ANY);
        self.entries.push(Entry { mark, kinds, terrain });
    }

    /// What a character means, if anything.
    pub(super) fn terrain(&self, mark: char) -> Option<Terrain> {
        self.entries.iter().find(|entry| entry.mark == mark).map(|entry| entry.terrain)
    }
}

/// One kind or a list of kinds.
fn kinds(table: &Node<'_>, key: &str) -> Vec<String> {
    if !table.value(key).is_some_and(|value| value.get_ref().is_array()) {
        return table.text(key).into_iter().collect();
    }
    let kinds = table.texts(key);
    if table.array(key).is_some_and(|array| array.is_empty()) {
        table.fault(key, COSTS, "This character needs at least one kind of terrain.");
    }
    kinds
}

/// What a row of a legend says of its own ground, in place of what its kinds cost and shift.
#[derive(Clone, Copy, Default)]
struct Own {
    cost: Option<Option<u8>>,
    shift: Option<u8>,
}

impl Own {
    fn read(row: &Node<'_>) -> Self {
        let small = |key, range| row.maybe_number(key, range).and_then(|number| u8::try_from(number).ok());
        let is_closed = row.value("cost").is_some_and(|cost| cost.get_ref().as_str() == Some("impassable"));
        let cost = if is_closed { Some(None) } else { small("cost", 1..=60).map(Some) };
        if is_closed {
            let _ = row.text("cost");
        }
        Self { cost, shift: small("shift", 0..=9) }
    }
}

/// Of several kinds the highest cost and the largest shift count. [CF-MOV-1] [CF-CRT-7]
fn terrain(
    table: &Node<'_>,
    key: &str,
    kinds: &[String],
    (costs, own): (&Costs, Own),
    entry: u8,
) -> Option<Terrain> {
    let mut terrain =
        Terrain { entry, cost: Some(0), shift: 0, city: kinds.iter().any(|kind| kind == "city") };
    let mut sound = !kinds.is_empty();
    for kind in kinds {
        if costs.closed.contains(kind) && own.cost.is_none() {
            terrain.cost = None;
            continue;
        }
        let (cost, shift) = (costs.kinds.get(kind), costs.shifts.get(kind));
        let has_shift = shift.is_some() || own.shift.is_some() || own.cost == Some(None);
        if cost.is_none() && own.cost.is_none() {
            table.fault(key, COSTS, format!("The terrain {kind:?} has no movement cost."));
            sound = false;
        } else if !has_shift {
            table.fault(key, SHIFTS, format!("The terrain {kind:?} has no column shift."));
            sound = false;
        }
        terrain.cost = terrain.cost.map(|highest| highest.max(cost.copied().unwrap_or(0)));
        terrain.shift = terrain.shift.max(shift.copied().unwrap_or(0));
    }
    terrain.cost = own.cost.unwrap_or(terrain.cost);
    terrain.shift = own.shift.unwrap_or(terrain.shift);
    sound.then_some(terrain)
}
