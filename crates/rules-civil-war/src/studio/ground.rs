//! Hexes and battlefields.

use kernel::Node;
use tabular::{CellKind, SetupColumn, SetupTable, TableShape};

use super::{GROUND, called, capital, column, mentions, words};
use crate::words::{Crossing, Edge, Terrain};

/// The tables of hexes and battlefields, by what the file says so far.
pub(super) fn tables(root: &Node<'_>) -> Vec<SetupTable> {
    let mut tables = vec![hexes(), battlefields()];
    for (n, field) in root.tables("battlefields").iter().enumerate() {
        let table = |key: &str, what: &str, columns, help| {
            let table =
                SetupTable::rows(format!("battlefields[{n}].{key}"), "", columns).section(GROUND).help(help);
            SetupTable { title: format!("{}: {what}", called(field, "Battlefield", n)), ..table }
        };
        let own: Vec<Edge> = field.texts("sides").iter().filter_map(|word| Edge::read(word)).collect();
        let zones = |key: &str, what: &str, at_sides: bool, help| {
            let table = table(key, what, zones(field, key, |edge| own.contains(&edge) == at_sides), help);
            SetupTable { shape: TableShape::One, ..table }
        };
        tables.extend([
            zones(
                "deploy",
                "deployment",
                true,
                "The zone of each side of the field, in inches from its lower left corner. CWFF-6-2",
            ),
            zones(
                "flank_zones",
                "flanks",
                false,
                "Where flank forces enter at the other edges, in inches from the lower left corner. CWFF-7B-3",
            ),
            table("terrain_features", "features", features(), "What lies on it, drawn in this order."),
        ]);
    }
    tables
}

fn hexes() -> SetupTable {
    let land = Terrain::ALL.iter().copied().filter(|land| *land != Terrain::Gap).collect::<Vec<_>>();
    let mut columns = vec![
        SetupColumn::id(),
        column("terrain", "Terrain", words(&land, Terrain::word)).needed().aliases(&["land"]),
    ];
    for edge in Edge::ALL {
        let title = format!("{} side", capital(edge.word()));
        let side = column(&format!("hexsides.{edge}"), &title, words(Crossing::ALL, Crossing::prose));
        columns.push(side.help("What is crossed there; nothing where it is empty. CWFF-T7"));
    }
    let mut table = SetupTable::rows("hexes", "Hexes", columns)
        .section(GROUND)
        .help("The hexes of the board in which a battle may be fought. CWFF-2-1");
    table.mentions = mentions(&["battle.hex"]);
    table
}

fn battlefields() -> SetupTable {
    let inches = "Inches, 12 to 240.";
    let columns = vec![
        column("name", "Name", CellKind::Text)
            .needed()
            .help("At most 24 letters; it is drawn by this name. CWFF-2-2"),
        column("terrain", "Terrain", CellKind::List)
            .needed()
            .aliases(&["land"])
            .help("The lands that it stands for, parted by commas: clear, forest, swamp, gap. CWFF-2-1"),
        column("width", "Width", CellKind::Decimal).needed().help(inches),
        column("height", "Height", CellKind::Decimal).needed().help(inches),
        column("sides", "Sides", CellKind::List)
            .needed()
            .help("The two edges that armies defend and attack from: north, south. CWFF-3-1"),
    ];
    SetupTable::rows("battlefields", "Battlefields", columns)
        .section(GROUND)
        .help("Each has tables of its zones and of what lies on it.")
}

/// The bounds of a zone at each edge of a kind, and at each that the file has one for. As long as the file does not say which
/// edges are sides, any may be.
fn zones(field: &Node<'_>, key: &str, is_of: impl Fn(Edge) -> bool) -> Vec<SetupColumn> {
    let there = field.maybe_table(key).map(|table| table.keys()).unwrap_or_default();
    let is_any = !Edge::ALL.iter().any(|edge| is_of(*edge));
    let edges = Edge::ALL
        .iter()
        .filter(|edge| is_any || is_of(**edge) || there.iter().any(|key| *key == edge.word()));
    let bounds = [
        ("x_min", "x from", "left"),
        ("x_max", "x to", "left"),
        ("y_min", "y from", "lower"),
        ("y_max", "y to", "lower"),
    ];
    let of = |edge: &Edge| {
        bounds.map(|(key, title, from)| {
            let title = format!("{}: {title}", capital(edge.word()));
            let help = format!("Inches from the {from} edge; the edge of the field where it is empty.");
            column(&format!("{edge}.{key}"), &title, CellKind::Decimal).help(help)
        })
    };
    edges.flat_map(of).collect()
}

fn features() -> Vec<SetupColumn> {
    vec![
        column("kind", "Kind", CellKind::Text).needed().help(
            "Drawn as such: hill, mountain, woods, swamp, rough, town, lake; and as lines: road, path, railway, stream.",
        ),
        column("name", "Name", CellKind::Text).needed(),
        column("points", "Points", CellKind::Points)
            .needed()
            .help("Its outline or its line, each point as inches from the left and from below: 20, 30; 50, 34."),
        column("blocks_sight", "Blocks sight", CellKind::Flag)
            .needed()
            .help("Nothing is seen through it. CWFF-R11"),
    ]
}
