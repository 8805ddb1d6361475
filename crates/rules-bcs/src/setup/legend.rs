//! What the characters of a map mean.

use kernel::Node;
use kernel::reader::HOUSE_FILE;

use super::board::Ground;
use super::costs::{COSTS, Costs};
use crate::words::{Class, PARTS};

/// A character of the map.
pub(super) struct Entry {
    pub(super) mark: char,
    pub(super) name: String,
    pub(super) ground: Ground,
}

/// What the characters of a map mean.
pub(super) struct Legend {
    pub(super) entries: Vec<Entry>,
    /// Whether the file has one. Without it no character is told to be missing.
    pub(super) is_there: bool,
}

impl Legend {
    pub(super) fn read(node: &Node<'_>) -> Self {
        let mut legend = Self { entries: Vec::new(), is_there: node.has("legend") };
        if !legend.is_there {
            node.fault("legend", HOUSE_FILE, "A map has a legend: what each character means.");
        } else if node.value("legend").is_some_and(|value| value.get_ref().is_array()) {
            for entry in node.tables("legend") {
                let Some(key) = entry.text("mark") else { continue };
                legend.add(&key, &entry, "mark", &entry);
            }
        } else if let Some(table) = node.maybe_table("legend") {
            for key in table.keys() {
                let Some(entry) = table.maybe_table(&key) else { continue };
                legend.add(&key, &table, &key, &entry);
            }
        }
        legend
    }

    /// Takes up one character; `at` and `place` are where a fault of it is noted.
    fn add(&mut self, key: &str, at: &Node<'_>, place: &str, entry: &Node<'_>) {
        let mut marks = key.chars();
        let (Some(mark), None) = (marks.next(), marks.next()) else {
            at.fault(place, HOUSE_FILE, "A key of the legend is one character.");
            return;
        };
        if mark == ' ' {
            at.fault(place, HOUSE_FILE, "A blank is no hex, so it means no ground.");
        }
        if self.ground(mark).is_some() {
            at.fault(place, HOUSE_FILE, format!("The character {mark:?} stands twice."));
        }
        let number = u8::try_from(self.entries.len()).unwrap_or(u8::MAX);
        let (name, ground) = ground(entry, number);
        self.entries.push(Entry { mark, name: name.unwrap_or_default(), ground: ground.unwrap_or(ANY) });
    }

    /// What a character means, if anything.
    pub(super) fn ground(&self, mark: char) -> Option<Ground> {
        self.entries.iter().find(|entry| entry.mark == mark).map(|entry| entry.ground)
    }
}

/// Stands in for ground that cannot be read, while a file with faults is judged: everything can stand there.
pub(super) const ANY: Ground = Ground {
    entry: u8::MAX,
    costs: Costs::all(PARTS),
    terrain: false,
    city: false,
    urban: false,
    key: false,
    edge: false,
    stops: [false; 3],
};

/// [BCS-MAP-1] One kind of ground with its flags. City and urban ground is Key Terrain unless the file says otherwise.
/// [BCS-MAP-2]
fn ground(node: &Node<'_>, entry: u8) -> (Option<String>, Option<Ground>) {
    let flag = |key| node.maybe_flag(key).unwrap_or(false);
    let (name, costs) = (node.name("name", 60), Costs::read(node, "cost"));
    let (terrain, city, urban, edge) = (flag("terrain"), flag("city"), flag("urban"), flag("entry"));
    let key = node.maybe_flag("key").unwrap_or(city || urban);
    let mut stops = [false; 3];
    for text in node.texts("stops") {
        match Class::read(&text) {
            Some(class) => stops[class as usize] = true,
            None => {
                let sentence =
                    format!("{text:?} is no class of movement; there are: {}.", Class::all_words());
                node.fault("stops", "BCS-MOVE-6", sentence);
            }
        }
    }
    if u8::from(terrain) + u8::from(city) + u8::from(urban) > 1 {
        let sentence = "Ground is one of terrain, city and urban, or none of them.";
        node.fault(if urban { "urban" } else { "city" }, "BCS-MAP-1", sentence);
    }
    node.close();
    if let Some(costs) = &costs
        && Class::ALL.iter().all(|class| costs.of(*class).is_none())
    {
        node.warn("cost", COSTS, "Nothing can enter this ground.");
    }
    (name, costs.map(|costs| Ground { entry, costs, terrain, city, urban, key, edge, stops }))
}
