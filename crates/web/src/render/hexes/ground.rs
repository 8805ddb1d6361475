//! The ground of a board: one path for each look, rivers along their hexsides, roads from centre to centre, names.

use std::collections::{BTreeMap, BTreeSet};

use hexmap::{Direction, Grain, Hex};
use kernel::view::board::{Board, Ground, Look, RoadClass, SideLook};
use maud::{Markup, html};

use super::scale::{Scale, line};
use crate::render::symbols::side_letter;

/// The patterns that ground and zones are filled with, once a page.
pub(in crate::render) fn patterns() -> Markup {
    html! {
        pattern id="hp-woods" width="15" height="15" patternUnits="userSpaceOnUse" {
            path class="hb-mark" d="M3 7a2.7 2.7 0 0 1 5.4 0zM10 14a2.3 2.3 0 0 1 4.6 0z" {}
        }
        pattern id="hp-slope" width="11" height="13" patternUnits="userSpaceOnUse" patternTransform="rotate(-28)" {
            path class="hb-hach" d="M2 1v5.5M8 7v5.5" {}
        }
        pattern id="hp-rough" width="15" height="13" patternUnits="userSpaceOnUse" {
            path class="hb-hach" d="M2 7l2.8-3.5L7.6 7M9 12l2.3-2.8 2.3 2.8" {}
        }
        pattern id="hp-marsh" width="16" height="12" patternUnits="userSpaceOnUse" {
            path class="hb-reed" d="M2 6h9M4.5 6v-3M6.5 6v-4M8.5 6v-3M8 11h7" {}
        }
        @for (letter, turn) in [("a", 45), ("b", -45), ("c", 0), ("d", 90)] {
            pattern id={ "hp-zone-" (letter) } width="8" height="8" patternUnits="userSpaceOnUse" patternTransform={ "rotate(" (turn) ")" } {
                path class={ "hb-zone-" (letter) } d="M0 0v8" {}
            }
        }
    }
}

/// The fill below the marks of a kind of ground.
fn fill(looks: &[Look]) -> Option<&'static str> {
    let has = |look: Look| looks.contains(&look);
    match looks.first()? {
        Look::Woods if has(Look::Rough) || has(Look::Slope) => Some("wrough"),
        Look::Woods => Some("woods"),
        Look::Slope => Some("slope"),
        Look::Rough | Look::Barred => Some("rough"),
        Look::Marsh => Some("marsh"),
        Look::Water => Some("water"),
        Look::Town => Some("town"),
        Look::City => Some("city"),
    }
}

/// The pattern that a look lays over it.
fn pattern(look: Look) -> Option<&'static str> {
    match look {
        Look::Woods => Some("hb-p-woods"),
        Look::Slope => Some("hb-p-slope"),
        Look::Rough => Some("hb-p-rough"),
        Look::Marsh => Some("hb-p-marsh"),
        Look::Water | Look::Town | Look::City | Look::Barred => None,
    }
}

/// The classes of the paths that draw a kind of ground, from below; none for open ground.
pub(in crate::render) fn classes(looks: &[Look]) -> Vec<String> {
    let fill = fill(looks).map(|fill| format!("hb-{fill}"));
    fill.into_iter().chain(looks.iter().copied().filter_map(pattern).map(str::to_owned)).collect()
}

/// The classes of the lines that draw what lies along a hexside, from below.
pub(in crate::render) fn side_lines(look: SideLook) -> &'static [&'static str] {
    match look {
        SideLook::River => &["hb-bank", "hb-river"],
        SideLook::Stream => &["hb-stream"],
        SideLook::Border => &["hb-border"],
        SideLook::Barred => &["hb-barred"],
        SideLook::Bridge | SideLook::Blown => &["hb-span"],
    }
}

/// The classes of the lines that draw a class of roads, from below.
pub(in crate::render) fn road_lines(class: RoadClass) -> &'static [&'static str] {
    match class {
        RoadClass::Track => &["hb-track"],
        RoadClass::Rail => &["hb-rail", "hb-ties"],
        RoadClass::Road => &["hb-road"],
        RoadClass::Autobahn => &["hb-auto", "hb-auto-core"],
    }
}

/// Everything that never changes, from the ground up to the names.
pub(super) fn ground(scale: &Scale, board: &Board) -> Markup {
    let ground = &*board.ground;
    let mut by_mark: BTreeMap<char, BTreeSet<Hex>> = BTreeMap::new();
    for (hex, mark) in ground.hexes() {
        by_mark.entry(mark).or_default().insert(hex);
    }
    html! {
        g class="hb-ground" {
            rect class="hb-clear" width=(scale.size.0) height=(scale.size.1) {}
            @for terrain in &ground.terrain {
                @if let (Some(fill), Some(hexes)) = (fill(&terrain.looks), by_mark.get(&terrain.mark)) {
                    @let outline = scale.contours(hexes);
                    path class={ "hb-area hb-" (fill) } d=(outline) {}
                    @for class in terrain.looks.iter().copied().filter_map(pattern) { path class=(class) d=(outline) {} }
                    @if terrain.looks.contains(&Look::Town) { path class="hb-block" d=(blocks(scale, hexes, TOWN)) {} }
                    @if terrain.looks.contains(&Look::City) { path class="hb-block" d=(blocks(scale, hexes, CITY)) {} }
                    @if terrain.looks.contains(&Look::Barred) { path class="hb-cross" d=(crosses(scale, hexes)) {} }
                }
            }
            path class="hb-grid" d=(grid(scale, ground)) {}
            (sides(scale, ground))
            (roads(scale, ground))
            (spans(scale, ground))
            (rulers(scale, ground))
        }
    }
}

/// Where the name of a place goes: below its hex, or above where fewer counters stand in the way.
fn beside(board: &Board, hex: Hex) -> i32 {
    let covers = |side: Direction, weight: u32| {
        let hex = hex.neighbour(side);
        if board.counters.iter().any(|counter| counter.hex == Some(hex)) { weight } else { 0 }
    };
    let (above, below) = match board.ground.numbering.grain {
        Grain::FlatTop => (
            covers(Direction::A, 2) + covers(Direction::B, 1) + covers(Direction::F, 1),
            covers(Direction::D, 2) + covers(Direction::C, 1) + covers(Direction::E, 1),
        ),
        Grain::PointyTop => (
            covers(Direction::A, 1) + covers(Direction::B, 1),
            covers(Direction::D, 1) + covers(Direction::E, 1),
        ),
    };
    if below > above { -25 } else { 34 }
}

/// The names of places, with a flag in the hue of the side that holds them.
pub(super) fn names(scale: &Scale, board: &Board) -> Markup {
    html! {
        g class="hb-names" {
            @for place in &board.ground.places {
                @let (x, y) = scale.at(place.hex);
                text x=(x) y=(y + beside(board, place.hex)) { (place.name) }
            }
            // Above a counter, in whose corner something stands already.
            @let stands = |hex: Hex| board.counters.iter().any(|counter| counter.hex == Some(hex));
            @for (hex, side) in &board.held {
                @let (x, y) = scale.at(*hex);
                @let y = if stands(*hex) { y - 9 } else { y };
                use href="#hk-flag" class={ "side-" (side_letter(*side)) } transform={ "translate(" (x) " " (y) ")" } {}
            }
        }
    }
}

/// Blocks of a town, each with its upper left corner and its side.
const TOWN: &[(i32, i32, i32)] = &[(-10, -9, 7), (1, -12, 7), (7, -2, 7), (-8, 4, 7), (0, 7, 7)];
const CITY: &[(i32, i32, i32)] = &[
    (-15, -15, 8),
    (-4, -15, 8),
    (7, -15, 8),
    (-15, -4, 8),
    (-4, -4, 8),
    (7, -4, 8),
    (-15, 7, 8),
    (-4, 7, 8),
    (7, 7, 8),
];

fn blocks(scale: &Scale, hexes: &BTreeSet<Hex>, blocks: &[(i32, i32, i32)]) -> String {
    let mut path = String::new();
    for hex in hexes {
        let (x, y) = scale.at(*hex);
        for (right, down, side) in blocks {
            path.push_str(&format!("M{} {}h{side}v{side}h-{side}z", x + right, y + down));
        }
    }
    path
}

fn crosses(scale: &Scale, hexes: &BTreeSet<Hex>) -> String {
    let mut path = String::new();
    for hex in hexes {
        let (x, y) = scale.at(*hex);
        path.push_str(&format!("M{} {}l22 22m-22 0l22-22", x - 11, y - 11));
    }
    path
}

/// Every hexside once: the upper right three of each hex, and the others along the edge of the map.
fn grid(scale: &Scale, ground: &Ground) -> String {
    let mut path = String::new();
    for (hex, _) in ground.hexes() {
        let corners = scale.corners(hex);
        line(&mut path, &corners[..4]);
        for side in [Direction::D, Direction::E, Direction::F] {
            if ground.terrain(hex.neighbour(side)).is_none() {
                line(&mut path, &scale.side(hex, side));
            }
        }
    }
    path
}

fn sides(scale: &Scale, ground: &Ground) -> Markup {
    let along = |look: SideLook| {
        let sides = ground.sides.iter().filter(|side| side.look == look).map(|side| (side.hex, side.side));
        scale.courses(sides)
    };
    html! {
        @for look in [SideLook::Border, SideLook::Stream, SideLook::River, SideLook::Barred] {
            @let path = along(look);
            @if !path.is_empty() { @for class in side_lines(look) { path class=(class) d=(path) {} } }
        }
    }
}

fn roads(scale: &Scale, ground: &Ground) -> Markup {
    let mut passed: BTreeMap<Hex, u32> = BTreeMap::new();
    for hex in ground.roads.iter().flat_map(|road| &road.path) {
        *passed.entry(*hex).or_default() += 1;
    }
    let meets = |hex: Hex| passed.get(&hex).is_some_and(|times| *times > 1);
    let of = |class: RoadClass| {
        let mut path = String::new();
        for road in ground.roads.iter().filter(|road| road.class == class) {
            scale.road(&mut path, &road.path, meets);
        }
        path
    };
    html! {
        @for class in [RoadClass::Track, RoadClass::Rail, RoadClass::Road, RoadClass::Autobahn] {
            @let path = of(class);
            @if !path.is_empty() { @for line in road_lines(class) { path class=(line) d=(path) {} } }
        }
    }
}

/// Bridges across their hexsides, standing or down.
fn spans(scale: &Scale, ground: &Ground) -> Markup {
    html! {
        @for side in &ground.sides {
            @let mark = match side.look { SideLook::Bridge => Some("#hk-bridge"), SideLook::Blown => Some("#hk-blown"), _ => None };
            @if let Some(mark) = mark {
                @let (x, y, turn) = scale.across(side.hex, side.side);
                use href=(mark) transform={ "translate(" (x) " " (y) ") rotate(" (turn) ")" } {}
            }
        }
    }
}

/// Printed columns above and below, printed rows left and right.
fn rulers(scale: &Scale, ground: &Ground) -> Markup {
    let number = ground.numbering;
    let digits = usize::from(number.digits.clamp(1, 4));
    let (mut columns, mut rows) = (BTreeMap::new(), BTreeMap::new());
    for (hex, _) in ground.hexes() {
        let ((column, row), (x, y)) = (number.column_row(hex), scale.at(hex));
        // On a flat-topped map columns are straight and every other hex of a row sits lower; the ruler takes the first.
        columns.entry(column).or_insert(x);
        rows.entry(row).or_insert(y);
    }
    let shifted = if number.grain == Grain::FlatTop { "flat" } else { "pointy" };
    let (width, height) = scale.size;
    html! {
        g class={ "hb-ruler " (shifted) } {
            // Those above and at the left go with what is seen of the map.
            @for (class, y) in [("hb-top", 15), ("", height - 6)] {
                g class=(class) { @for (column, x) in &columns { text x=(x) y=(y) { (format!("{column:0digits$}")) } } }
            }
            @for (class, x) in [("hb-left", 11), ("", width - 11)] {
                g class=(class) { @for (row, y) in &rows { text x=(x) y=(y + 4) { (format!("{row:0digits$}")) } } }
            }
        }
    }
}

/// What the drawing shows, sign by sign.
pub(super) fn legend(board: &Board) -> Markup {
    let ground = &*board.ground;
    let has_side = |look: SideLook| ground.sides.iter().any(|side| side.look == look);
    let has_road = |class: RoadClass| ground.roads.iter().any(|road| road.class == class);
    let side = |look: SideLook, name| (has_side(look), &side_lines(look)[side_lines(look).len() - 1..], name);
    let road = |class: RoadClass, name| (has_road(class), road_lines(class), name);
    let lines: [(bool, &[&str], &str); 8] = [
        side(SideLook::River, "river"),
        side(SideLook::Stream, "stream"),
        side(SideLook::Border, "border"),
        side(SideLook::Barred, "cannot be crossed"),
        road(RoadClass::Autobahn, "autobahn"),
        road(RoadClass::Road, "road"),
        road(RoadClass::Track, "track"),
        road(RoadClass::Rail, "railway"),
    ];
    html! {
        ul class="legend" aria-label="Legend" {
            @for terrain in &ground.terrain {
                li {
                    svg viewBox="0 0 28 18" aria-hidden="true" {
                        rect class={ "hb-" (fill(&terrain.looks).unwrap_or("clear")) } width="28" height="18" {}
                        @for class in terrain.looks.iter().copied().filter_map(pattern) { rect class=(class) width="28" height="18" {} }
                        @if terrain.looks.contains(&Look::Town) { path class="hb-block" d="M6 4h6v6h-6zM15 2h5v5h-5zM17 10h6v6h-6z" {} }
                        @if terrain.looks.contains(&Look::City) { path class="hb-block" d="M3 2h6v6h-6zM11 2h6v6h-6zM19 2h6v6h-6zM3 10h6v6h-6zM11 10h6v6h-6zM19 10h6v6h-6z" {} }
                    }
                    (terrain.name)
                }
            }
            @for (shown, classes, name) in lines {
                @if shown {
                    li {
                        svg viewBox="0 0 28 18" aria-hidden="true" { @for class in classes { path class=(class) d="M0 9h28" {} } }
                        (name)
                    }
                }
            }
            @if !board.owed.is_empty() {
                li {
                    svg viewBox="0 0 28 18" aria-hidden="true" { g class="hb-has" transform="translate(14 9)" { circle r="8" {} path d="M0-4.5v5M0 3v1.6" {} } }
                    "has to act"
                }
            }
        }
    }
}
