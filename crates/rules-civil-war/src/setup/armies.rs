//! Armies, hexes and the combat results table.

use kernel::Node;
use kernel::grammar::Side;
use kernel::reader::HOUSE_FILE;
use serde::{Deserialize, Serialize};

use super::leaders::{Card, side};
use super::{Once, reading, word, writable};
use crate::exact::Exact;
use crate::words::{Arm, ArmyId, Class, Crossing, Edge, HexId, LeaderId, Size, SpId, Terrain};

/// A strength point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sp {
    /// Its id.
    pub id: SpId,
    /// Its experience.
    pub class: Class,
    /// What its owner means it to be; what its stands are hangs on who commands it. [CWFF-R3]
    #[serde(default, skip_serializing_if = "kernel::grammar::is_default")]
    pub arm: Arm,
}

/// An army as the campaign begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArmyStart {
    /// Its id: at most 12 bytes, for battles are named after it.
    pub id: ArmyId,
    /// Its name.
    pub name: String,
    /// Whose.
    pub side: Side,
    /// Whether it is demoralized.
    pub demoralized: bool,
    /// Its leaders.
    pub leaders: Vec<LeaderId>,
    /// Its strength points.
    pub sp: Vec<Sp>,
    /// What it carries of a strength point, in the accounts crack and other. [CWFF-9A-3]
    pub carried: [Exact; 2],
}

/// Longest id of an army, in bytes.
const MOST_BYTES: usize = 12;

/// Reads the armies; a leader and a strength point are in one army. Of leaders who stand in the file and cannot be read nothing
/// more is told here.
pub fn armies(root: &Node<'_>, cards: &[Card], unread: &[LeaderId]) -> Vec<ArmyStart> {
    let (mut ids, mut commanded, mut points) = (Once::new(), Once::new(), Once::new());
    let mut read = |node: &Node<'_>| {
        let (id, name, side) = (node.id("id").map(ArmyId::from), node.name("name", 60), side(node));
        if id.is_some_and(|id| id.as_str().len() > MOST_BYTES) {
            node.fault("id", HOUSE_FILE, format!("The id of an army has at most {MOST_BYTES} bytes."));
        }
        id.into_iter().for_each(|id| ids.met(node, "id", id));
        let demoralized = node.maybe_flag("demoralized").unwrap_or(false);
        let leaders: Vec<LeaderId> = reading::ids(node, "leaders");
        for leader in &leaders {
            let card = cards.iter().find(|card| card.leader.id == *leader);
            let is_clear = side.is_some() && !unread.contains(leader);
            if is_clear && card.is_none_or(|card| Some(card.side) != side) {
                node.fault("leaders", HOUSE_FILE, format!("The side has no leader {leader}."));
            }
            commanded.met(node, "leaders", *leader);
        }
        if !node.has("sp") {
            node.fault("sp", HOUSE_FILE, "The strength points are missing.");
        }
        let sp = node.tables("sp").iter().filter_map(|node| sp(node, &mut points)).collect();
        let carried = reading::carried(node, "carried");
        node.close();
        Some(ArmyStart { id: id?, name: name?, side: side?, demoralized, leaders, sp, carried })
    };
    root.tables("armies").iter().filter_map(&mut read).collect()
}

fn sp(node: &Node<'_>, all: &mut Once<SpId>) -> Option<Sp> {
    let id = node.id("id").map(SpId::from);
    let class = word(node, "class", "experience", Class::read, Class::all_words);
    let arm = match node.has("arm") {
        true => word(node, "arm", "arm", Arm::read, Arm::all_words)?,
        false => Arm::default(),
    };
    node.close();
    id.into_iter().for_each(|id| all.met(node, "id", id));
    id.into_iter().for_each(|id| writable(node, id.as_str()));
    Some(Sp { id: id?, class: class?, arm })
}

/// A hex in which a battle may be fought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hex {
    /// Its id.
    pub id: HexId,
    /// Its land.
    pub terrain: Terrain,
    /// What lies along its sides, where that is not open.
    pub sides: Vec<(Edge, Crossing)>,
}

impl Hex {
    /// What is crossed by coming in over a side.
    pub fn crossing(&self, over: Option<Edge>) -> Crossing {
        let found = self.sides.iter().find(|(edge, _)| Some(*edge) == over);
        found.map_or(Crossing::Open, |(_, crossing)| *crossing)
    }
}

/// Reads the hexes.
pub fn hexes(root: &Node<'_>) -> Vec<Hex> {
    let mut ids = Once::new();
    let mut read = |node: &Node<'_>| {
        let (id, terrain) = (node.id("id").map(HexId::from), terrain(node));
        id.into_iter().for_each(|id| ids.met(node, "id", id));
        if terrain == Some(Terrain::Gap) {
            node.fault("terrain", "CWFF-R35", "A gap is a side of a hex, not a hex.");
        }
        let mut sides = Vec::new();
        if let Some(table) = node.maybe_table("hexsides") {
            for key in table.keys() {
                let edge = Edge::read(&key);
                let crossing = word(&table, &key, "side of a hex", Crossing::read, Crossing::all_words);
                if edge.is_none() {
                    table.fault(&key, HOUSE_FILE, format!("Sides of a hex are: {}.", Edge::all_words()));
                }
                sides.extend(edge.zip(crossing));
            }
        }
        node.close();
        Some(Hex { id: id?, terrain: terrain?, sides })
    };
    root.tables("hexes").iter().filter_map(&mut read).collect()
}

/// The land of a hex or a field, as it is written.
pub fn terrain(node: &Node<'_>) -> Option<Terrain> {
    terrain_of(node, &node.text("terrain")?)
}

/// A kind of land by its word.
pub fn terrain_of(node: &Node<'_>, word: &str) -> Option<Terrain> {
    let terrain = Terrain::read(word);
    if terrain.is_none() {
        node.fault(
            "terrain",
            HOUSE_FILE,
            format!("{word:?} is no land; there are: {}.", Terrain::all_words()),
        );
    }
    terrain
}

/// The size of a battle, as it is written.
pub fn size(node: &Node<'_>) -> Option<Size> {
    word(node, "size", "size", Size::read, Size::all_words)
}

/// One column of the combat results table, for a size of battle: what each face does to an army. [CWFF-9C-1]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrtRow {
    /// The column, as it is printed.
    pub column: String,
    /// The size.
    pub size: Size,
    /// Each face: strength points lost, and whether the army is demoralized.
    pub faces: Vec<(u8, bool)>,
}

/// Reads the combat results table.
pub fn crt(root: &Node<'_>) -> Vec<CrtRow> {
    let mut ids = Once::new();
    let mut read = |node: &Node<'_>| {
        let (column, size) = (node.name("column", 12), size(node));
        let face = |(at, text): (usize, String)| {
            let (number, demoralized) =
                text.strip_suffix('d').map_or((&*text, false), |number| (number, true));
            let read = number.parse().ok().map(|lost| (lost, demoralized));
            if read.is_none() {
                node.fault_in("faces", at, HOUSE_FILE, "A face is a loss, with d where it demoralizes: 1d.");
            }
            read
        };
        let faces: Vec<_> = node.texts("faces").into_iter().enumerate().filter_map(face).collect();
        if !(2..=100).contains(&faces.len()) {
            node.fault("faces", HOUSE_FILE, "A column has 2 to 100 faces.");
        }
        node.close();
        let (column, size) = (column?, size?);
        ids.met(node, "column", format!("{column} {size}"));
        Some(CrtRow { column, size, faces })
    };
    root.tables("crt").iter().filter_map(&mut read).collect()
}
