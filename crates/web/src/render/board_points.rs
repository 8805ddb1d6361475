//! Points on the board and the names of points and ground.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use kernel::view::{FieldMap, MapPoint, Point, PointLook, StandFace, StandMark};
use maud::{Markup, html};

use super::board::{Scale, WIDTH, side_class};
use super::board_ground as ground;
use super::board_labels::{Labels, Spot};
use super::board_layers::Layer;
use super::hexes::counters;
use super::symbols::side_letter;

/// How far a mark reaches from its middle.
const REACH: i32 = 13;

/// What stands at one place in one layer, the first on top.
pub(super) struct Stack<'m> {
    /// Where.
    pub at: Point,
    /// In which layer.
    pub layer: Layer,
    /// Whose.
    pub side: Option<u8>,
    /// At least one.
    pub pieces: Vec<&'m MapPoint>,
}

/// The points of a map by place, layer and side, in the order of their first.
pub(super) fn stacks(map: &FieldMap) -> Vec<Stack<'_>> {
    let mut stacks: Vec<Stack<'_>> = Vec::new();
    let mut known: BTreeMap<(i32, i32, Layer, Option<u8>), usize> = BTreeMap::new();
    for point in &map.points {
        let layer = Layer::of_point(point);
        match known.entry((point.at.x, point.at.y, layer, point.side)) {
            Entry::Occupied(at) => stacks[*at.get()].pieces.push(point),
            Entry::Vacant(free) => {
                free.insert(stacks.len());
                stacks.push(Stack { at: point.at, layer, side: point.side, pieces: vec![point] });
            }
        }
    }
    stacks
}

/// The corner shape of a side.
fn shape_of(side: Option<u8>) -> &'static str {
    match side.map(side_letter) {
        Some("a") => "M-9 -9H9V9H-9Z",
        Some("b") => "M-5 -9H5L9 -5V9H-9V-5Z",
        Some("c") => "M0 -10A10 10 0 1 1 0 10A10 10 0 1 1 0 -10Z",
        Some(_) => "M-9 -9H-4V-6H4V-9H9V9H4V6H-4V9H-9Z",
        None => "M0 -13L13 0L0 13L-13 0Z",
    }
}

/// One piece: the counter of a stand, else a mark of what it is.
pub(super) fn piece(side: Option<u8>, stand: Option<&StandFace>, look: PointLook) -> Markup {
    let shape = shape_of(side);
    html! {
        @if let Some(stand) = stand {
            (face(shape, stand))
        } @else {
            path class="m-point" d=(shape) {}
            path class="m-mark" d=(ground::mark_of(look)) {}
        }
    }
}

/// The width of a letter below a counter, in the drawing's units, and how far below its middle the name stands.
const LETTER: i32 = 5;
const BELOW: (i32, i32) = (14, 26);

/// The name below the counter of a stand, where the counter has room for a part of it only.
fn below(stack: &Stack<'_>) -> Option<String> {
    let first = stack.pieces.iter().find(|point| point.stand.is_some())?;
    let name = short(&first.name);
    let is_whole = first.stand.as_ref().is_some_and(|stand| stand.short == name);
    (!is_whole && !name.is_empty() && stack.pieces.len() == 1).then(|| name.to_owned())
}

/// Half the width of a name below a counter.
fn half(name: &str) -> i32 {
    i32::try_from(name.chars().count()).unwrap_or(40) * LETTER / 2
}

/// Whether the name below each stack finds room beside all other stacks and names.
pub(super) fn roomy(scale: Scale, stacks: &[Stack<'_>]) -> Vec<bool> {
    let at: Vec<(i32, i32)> = stacks.iter().map(|stack| place(scale, stack.at)).collect();
    let wide = |stack: &Stack<'_>| below(stack).map_or(0, |name| half(&name));
    let room = |(n, stack): (usize, &Stack<'_>)| {
        let ((x, y), half) = (at[n], wide(stack));
        let meets = |(other, there): (usize, &Stack<'_>)| {
            let (dx, dy) = ((at[other].0 - x).abs(), at[other].1 - y);
            let over_mark = dx < half + REACH && dy - REACH < BELOW.1 && dy + REACH > BELOW.0;
            let over_name = dx < half + wide(there) && dy.abs() < BELOW.1 - BELOW.0;
            other != n && (over_mark || over_name)
        };
        !stacks.iter().enumerate().any(meets)
    };
    stacks.iter().enumerate().map(room).collect()
}

/// A stack in its side's corner shape, with what its first piece is inside and, from two pieces on, their number. Its name
/// stands below it, seen from afar where it has room.
pub(super) fn mark(scale: Scale, stack: &Stack<'_>, roomy: bool) -> Markup {
    let (x, y) = place(scale, stack.at);
    let shape = shape_of(stack.side);
    let n = stack.pieces.len();
    let first = stack.pieces.first();
    let look = first.map_or(PointLook::Other, |point| point.look);
    html! {
        g class={ (side_class(stack.side)) " " (stack.layer.class()) } transform={ "translate(" (x) " " (y) ")" }
            data-at={ (stack.at.x) " " (stack.at.y) } data-layer=(stack.layer.number())
        {
            title {
                @for (n, point) in stack.pieces.iter().enumerate() {
                    @if n > 0 { "; " } (point.name) ", " (point.kind)
                    @for mark in point.stand.iter().flat_map(|stand| &stand.marks) { ", " (mark.words()) }
                    @if !point.note.is_empty() { ". " (point.note) }
                }
            }
            g class="ib-mark" {
                @for below in (1..n.min(3)).rev() {
                    path class="m-point" d=(shape) transform={ "translate(" (below * 3) " -" (below * 3) ")" } {}
                }
                (piece(stack.side, first.and_then(|point| point.stand.as_ref()), look))
                @if let Some(name) = below(stack) {
                    text class=(if roomy { "ib-below" } else { "ib-below close" }) y="24" { (name) }
                }
                @if n > 1 { circle class="ib-disc" cx="9" cy="9" r="7" {} text class="ib-count" x="9" y="13" { (n) } }
            }
        }
    }
}

/// The counter of a stand: its symbol, its short name, two marks of how it stands.
fn face(shape: &str, stand: &StandFace) -> Markup {
    html! {
        path class="m-point" d=(shape) transform="scale(1.45)" {}
        use href=(counters::symbol(stand.symbol)) x="-20" y="-25" {}
        text class="ib-short" y="10.5" { (stand.short) }
        @for (n, mark) in (0i32..).zip(stand.marks.iter().take(2)) {
            g class="ib-state" transform={ "translate(" (12 - 11 * n) " -13)" } { circle r="6" {} path d=(sign(*mark)) {} }
        }
    }
}

/// How a mark of a stand is drawn: a shut eye, a ring, open and full diamonds, an arrow down, waves, a bracket.
pub(super) fn sign(mark: StandMark) -> &'static str {
    match mark {
        StandMark::Hidden => "M-3.5-1Q0 2.5 3.5-1M-2 1l-1 1.6M2 1l1 1.6M0 1.6V3",
        StandMark::Pocket => "M-3 0A3 3 0 1 1 3 0A3 3 0 1 1-3 0",
        StandMark::Isolated => "M0-3.6L3.2 0 0 3.6-3.2 0z",
        StandMark::CutOff => "M0-3.6L3.2 0 0 3.6-3.2 0zM0-2.4V2.4M-1.2-1.6V1.6M1.2-1.6V1.6",
        StandMark::Panicked => "M0-3.4V3M-2.4.6L0 3.2 2.4.6",
        StandMark::Bogged => "M-3.6-1q1.2-1.4 2.4 0t2.4 0 2.4 0M-3.6 2q1.2-1.4 2.4 0t2.4 0 2.4 0",
        StandMark::Improved => "M-3.4 2.4V-1.4H3.4V2.4",
        StandMark::Escaping => "M-3 3L3-3M-1-3H3V1",
        StandMark::Immobile => "M-3.4 0H3.4",
        StandMark::KnockedOut => "M-2.8-2.8L2.8 2.8M2.8-2.8L-2.8 2.8",
        StandMark::Abandoned => "M-3 3V-2.6H3V3M-1 3V.4H1V3",
    }
}

/// Where a mark is drawn: whole, also at the edge of the board.
fn place(scale: Scale, at: Point) -> (i32, i32) {
    let (x, y) = scale.at(at);
    (x.clamp(REACH, WIDTH - REACH), y.clamp(REACH, (scale.height() - REACH).max(REACH)))
}

/// The names: places first, then ground that no place has named already, then everything else by its short name.
pub(super) fn labels(map: &FieldMap, scale: Scale) -> Markup {
    let stacks = stacks(map);
    let mut labels = Labels::new(scale.height());
    for stack in &stacks {
        let (x, y) = place(scale, stack.at);
        labels.keep_clear(x, y, REACH + 1);
        if let Some(name) = below(stack) {
            labels.keep_clear_below((x, half(&name)), (y + BELOW.0, y + BELOW.1));
        }
    }
    for line in &map.lines {
        let points: Vec<(i32, i32)> = line.points.iter().map(|point| scale.at(*point)).collect();
        labels.keep_clear_along(&points);
    }
    let named = |stacks: &[&Stack<'_>], labels: &mut Labels| -> Vec<(&'static str, String, Spot, Layer)> {
        let name = |stack: &&Stack<'_>| {
            // A stand bears its name on its counter or right below it.
            if stack.pieces.len() == 1 && stack.pieces[0].stand.is_some() {
                return None;
            }
            let first = stack.pieces.iter().map(|point| short(&point.name)).find(|name| !name.is_empty())?;
            let name = match stack.pieces.len() {
                1 => first.to_owned(),
                n => format!("{first} +{}", n - 1),
            };
            let spot = labels.place_beside(&name, place(scale, stack.at));
            let class =
                if stack.pieces.iter().any(|point| point.stand.is_some()) { "thing stand" } else { "thing" };
            Some((class, name, spot, stack.layer))
        };
        stacks.iter().filter_map(name).collect()
    };
    let (places, things): (Vec<&Stack<'_>>, Vec<&Stack<'_>>) =
        stacks.iter().partition(|stack| stack.pieces.iter().any(|point| point.look == PointLook::Place));
    let places = named(&places, &mut labels);
    let grounds: Vec<(&str, Spot)> = map
        .areas
        .iter()
        .filter(|area| !area.name.is_empty() && !places.iter().any(|(_, name, ..)| alike(name, &area.name)))
        .map(|area| (area.name.as_str(), labels.place_in(&area.name, ground::middle(scale, area))))
        .collect();
    let things = named(&things, &mut labels);
    html! {
        @for (name, spot) in grounds { (text("ground", name, spot, Layer::Ground)) }
        @for (class, name, spot, layer) in &things { (text(class, name, *spot, *layer)) }
        @for (_, name, spot, layer) in &places { (text("place", name, *spot, *layer)) }
    }
}

fn text(class: &str, name: &str, spot: Spot, layer: Layer) -> Markup {
    // The line ends at the side of the name that is turned to its mark.
    let end = |(_, y): (i32, i32)| (spot.x, if spot.y > y { spot.y - 18 } else { spot.y + 4 });
    html! {
        @if let Some((from, to)) = spot.from.map(|from| (from, end(from))) {
            line class={ "lead " (class) " " (layer.class()) } x1=(from.0) y1=(from.1) x2=(to.0) y2=(to.1) {}
        }
        text class={ (class) " " (layer.class()) } x=(spot.x) y=(spot.y) text-anchor=(spot.anchor) { (name) }
    }
}

/// What comes before the first comma: the rest stands in the list below the map.
fn short(name: &str) -> &str {
    name.split(',').next().unwrap_or(name).trim()
}

/// Whether ground and place bear the same name: "Station" and "Railway station".
fn alike(place: &str, ground: &str) -> bool {
    let (place, ground) = (place.to_lowercase(), ground.to_lowercase());
    place.contains(&ground) || ground.contains(&place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_at_one_place_is_one_stack_of_each_side_and_layer() {
        let point = |name: &str, look, side, x| MapPoint {
            name: name.into(),
            kind: String::new(),
            look,
            side,
            at: Point { x, y: 5 },
            note: String::new(),
            piece: String::new(),
            stand: None,
        };
        let points = vec![
            point("G1", PointLook::Unit, Some(0), 1),
            point("W1", PointLook::Wreck, Some(0), 1),
            point("G2", PointLook::Unit, Some(0), 1),
            point("R1", PointLook::Unit, Some(1), 1),
            point("G3", PointLook::Unit, Some(0), 2),
        ];
        let map = FieldMap {
            description: String::new(),
            size: Point { x: 10, y: 10 },
            areas: Vec::new(),
            lines: Vec::new(),
            points,
            tray: None,
        };
        let names = |stack: &Stack<'_>| stack.pieces.iter().map(|point| point.name.clone()).collect();
        let stacks: Vec<Vec<String>> = stacks(&map).iter().map(names).collect();
        assert_eq!(stacks, [vec!["G1", "G2"], vec!["W1"], vec!["R1"], vec!["G3"]]);
    }

    #[test]
    fn a_name_that_its_counter_cuts_stands_below_it_and_is_seen_from_afar_where_it_has_room() {
        let stand = |name: &str, x: i32| MapPoint {
            name: name.into(),
            kind: "unit".into(),
            look: PointLook::Unit,
            side: Some(0),
            at: Point { x, y: 2400 },
            note: String::new(),
            piece: String::new(),
            stand: Some(StandFace {
                symbol: kernel::view::board::Symbol::Infantry,
                short: name.chars().take(5).collect(),
                marks: Vec::new(),
            }),
        };
        let map = FieldMap {
            description: String::new(),
            size: Point { x: 7200, y: 4800 },
            areas: Vec::new(),
            lines: Vec::new(),
            points: vec![
                stand("Butterfield", 1000),
                stand("Griffin", 4000),
                stand("Martindale", 4300),
                stand("Pryor", 6000),
            ],
            tray: None,
        };
        let (scale, stacks) = (Scale { size: map.size }, stacks(&map));
        let names: Vec<Option<String>> = stacks.iter().map(below).collect();
        assert_eq!(
            names,
            [Some("Butterfield".into()), Some("Griffin".into()), Some("Martindale".into()), None]
        );
        assert_eq!(roomy(scale, &stacks)[..3], [true, false, false]);
        let drawn = mark(scale, &stacks[0], true).into_string();
        assert!(drawn.contains(">Butterfield</text>"), "{drawn}");
        assert!(labels(&map, scale).into_string().is_empty(), "it stands nowhere else");
    }

    #[test]
    fn names_are_said_once_and_short() {
        assert_eq!(short("F1, AT minefield, 3x3 inch"), "F1");
        assert!(alike("Railway station", "Station"));
        assert!(!alike("Hill 98", "Hill 112"));
    }
}
