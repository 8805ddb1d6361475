//! What never changes of the map, as a board draws it.

use std::collections::BTreeMap;

use kernel::view::Text;
use kernel::view::board::{
    Ground, Hexside, Look, Place as Named, Road, RoadClass as Line, SideLook, Terrain,
};

use crate::setup::board::{Board, Ground as Hex};
use crate::setup::victory::Victory;
use crate::words::{Class, Place, RoadClass, points};

/// The ground of a scenario.
pub fn ground(board: &Board, victory: &Victory) -> Ground {
    let grid = board.grid();
    let (columns, rows) = grid
        .cells()
        .iter()
        .map(|cell| grid.numbering().column_row(grid.hex(*cell)))
        .fold((0, 0), |(columns, rows), (column, row)| (columns.max(column), rows.max(row)));
    let mark = |column: i16, row: i16| {
        let cell = grid.cell(grid.numbering().hex(column, row));
        cell.and_then(|cell| board.marks.get(usize::from(board.map.hex(cell).entry))).copied().unwrap_or(' ')
    };
    let (mut sides, mut terrain) = (Vec::new(), BTreeMap::new());
    for &cell in grid.cells() {
        let hex = board.map.hex(cell);
        // A map with a fault may hold what its legend does not explain.
        if let Some(mark) = board.marks.get(usize::from(hex.entry)) {
            terrain.entry(hex.entry).or_insert_with(|| Terrain {
                mark: *mark,
                name: board.ground_words(hex).to_owned(),
                looks: {
                    let closed = Class::ALL.iter().all(|class| hex.costs.of(*class).is_none());
                    looks(board.ground_words(hex), hex.city || hex.urban, hex.terrain, closed)
                },
                effect: Text::new(effect(hex)),
            });
        }
        for step in grid.steps(cell).filter(|step| step.from < step.to) {
            let edge = board.map.side(step);
            let mut push = |look| sides.push(Hexside { hex: grid.hex(cell), side: step.direction, look });
            if edge.wall {
                push(SideLook::Barred);
            }
            if edge.river {
                push(SideLook::River);
            }
            if edge.river && edge.road.is_some() {
                push(SideLook::Bridge);
            }
        }
    }
    let road = |road: &crate::setup::board::Road| Road {
        name: road.name.clone(),
        class: line(road.class),
        path: road.path.iter().map(|place| board.hex(*place)).collect(),
    };
    let place = |(place, name): (&Place, &String)| {
        let worth = victory.objectives.iter().find(|objective| objective.at == *place);
        let note = worth.map_or_else(String::new, |objective| format!("{} points", objective.points));
        Named { hex: board.hex(*place), name: name.clone(), note }
    };
    Ground {
        numbering: *grid.numbering(),
        first: (1, 1),
        rows: (1..=rows).map(|row| (1..=columns).map(|column| mark(column, row)).collect()).collect(),
        terrain: terrain.into_values().collect(),
        sides,
        roads: board.roads.iter().map(road).collect(),
        places: board.names.iter().map(place).collect(),
    }
}

/// How a class of roads is drawn.
pub fn line(class: RoadClass) -> Line {
    match class {
        RoadClass::Primary => Line::Autobahn,
        RoadClass::Secondary => Line::Road,
        RoadClass::Track => Line::Track,
    }
}

/// How ground looks: by the words of the legend where they are usual ones, else by what the charts make of it.
pub fn looks(name: &str, is_city: bool, is_terrain: bool, is_closed: bool) -> Vec<Look> {
    let named = match name {
        "forest" | "woods" => Some(Look::Woods),
        "hill" | "hills" | "slope" => Some(Look::Slope),
        "rough" => Some(Look::Rough),
        "marsh" | "swamp" => Some(Look::Marsh),
        "lake" | "water" | "sea" => Some(Look::Water),
        "village" | "town" => Some(Look::Town),
        _ => None,
    };
    let drawn = match named {
        _ if is_city => Some(Look::City),
        None if is_terrain => Some(Look::Rough),
        named => named,
    };
    drawn.into_iter().chain(is_closed.then_some(Look::Barred)).collect()
}

/// What it costs each class to enter, and what the charts make of it.
fn effect(hex: &Hex) -> String {
    let cost = |class: &Class| {
        let cost = hex.costs.of(*class).map_or_else(|| "closed".into(), points);
        format!("{} {cost}", class.prose())
    };
    let costs: Vec<String> = Class::ALL.iter().map(cost).collect();
    let chart = match hex {
        Hex { urban: true, .. } => "; urban",
        Hex { city: true, .. } => "; a city",
        Hex { terrain: true, .. } => "; terrain",
        _ => "",
    };
    let key = if hex.key { ", Key Terrain" } else { "" };
    format!("{} MP{chart}{key}", costs.join(", "))
}
