//! The field as a seat may see it: ground, lines, pockets, places, wrecks, and the fortifications it knows of.

use kernel::view::board::Symbol;
use kernel::view::{
    Area, FieldMap, LineStyle, MapLine, MapPoint, Point as ViewPoint, PointLook, StandFace, StandMark,
};

use super::ground_looks::{area_look, work_look};
use crate::facts::Stand;
use crate::geometry::drawn_to_the_sides;
use crate::ground::{ground, line};
use crate::ids::UnitTypeId;
use crate::measure::{Inches, Point};
use crate::perimeter::on_the_map;
use crate::phase::{Step, shows_stands};
use crate::rules::s2_1_2_4_3_escape::escapes;
use crate::setup::{Location, Terrain};
use crate::state::State;
use crate::view::Eyes;
use crate::view::front::{reasons, stand_note};
use crate::view::natural::listed_on_the_map;
use crate::view::prose::{counted, id_words, listed, type_name, work_name};
use crate::view::referee::line_edit;
use crate::words::{Class, Edge, Side, StandState, Status};

/// How much a board shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// What a glance needs.
    Glance,
    /// Where supply comes in, too.
    All,
}

/// The board in inches.
pub fn field(eyes: &Eyes<'_>, detail: Detail) -> FieldMap {
    let state = eyes.state;
    let map = &state.campaign().map;
    // Lines are drawn otherwise where they are seen large.
    let desk = eyes.is_umpire() && detail == Detail::All;
    let mut points: Vec<MapPoint> = map.locations.iter().map(|place| location(state, place)).collect();
    if detail == Detail::All {
        points.extend(entries(state));
    }
    points.extend(wrecks(state));
    points.extend(works(eyes));
    match shows_stands(state) {
        true => points.extend(stands(eyes)),
        false => points.extend(units(eyes)),
    }
    FieldMap {
        description: description(state),
        size: ViewPoint { x: map.width.0, y: map.height.0 },
        areas: map.terrain.iter().map(|terrain| area(terrain, &map.locations)).collect(),
        lines: Side::BOTH
            .into_iter()
            .filter_map(|side| front(state, side, desk))
            .chain(pockets(state))
            .chain(ways(state))
            .collect(),
        points,
        tray: None,
    }
}

/// A place as a page has it.
pub fn at(point: Point) -> ViewPoint {
    ViewPoint { x: point.x.0, y: point.y.0 }
}

/// Terrain is named by its id, except where a place in it or its course says enough.
fn area(terrain: &Terrain, places: &[Location]) -> Area {
    let has_place = || places.iter().any(|place| crate::geometry::is_in(&terrain.outline, place.at));
    let name = if terrain.closed && !has_place() { id_words(terrain.id) } else { String::new() };
    let outline = terrain.outline.iter().copied().map(at).collect();
    let look = area_look(&terrain.kind);
    Area { name, kind: terrain.kind.clone(), look, closed: terrain.closed, outline }
}

fn front(state: &State, side: Side, desk: bool) -> Option<MapLine> {
    let drawn = drawn_to_the_sides(line(state, side), &state.campaign().map, state.setup_of(side).home_edge);
    (drawn.len() > 1).then(|| MapLine {
        side: side.number(),
        style: LineStyle::Front,
        points: drawn.into_iter().map(at).collect(),
        edit: if desk { line_edit(state, side) } else { None },
    })
}

/// Who holds a place, if anyone does.
pub fn location_holder(state: &State, place: Point) -> Option<Side> {
    Side::BOTH.into_iter().find(|side| ground(state, *side, place).is_controlled())
}

fn location(state: &State, place: &Location) -> MapPoint {
    MapPoint {
        name: place.name.clone(),
        kind: "location".into(),
        look: PointLook::Place,
        side: location_holder(state, place.at).map(|side| side.number()),
        at: at(place.at),
        note: counted(place.value.into(), "point", "points"),
        piece: String::new(),
        stand: None,
    }
}

fn entries(state: &State) -> impl Iterator<Item = MapPoint> + '_ {
    Side::BOTH.into_iter().flat_map(move |side| {
        state.setup_of(side).entry_points.iter().map(move |entry| MapPoint {
            name: id_words(entry.id),
            kind: "entry".into(),
            look: PointLook::Entry,
            side: Some(side.number()),
            at: at(entry.at),
            note: "supply and reinforcements come in here".into(),
            piece: String::new(),
            stand: None,
        })
    })
}

fn wrecks(state: &State) -> impl Iterator<Item = MapPoint> + '_ {
    state.facts.wrecks.iter().map(|wreck| MapPoint {
        name: format!("{}, {}", wreck.id, type_name(state.campaign(), wreck.kind)),
        kind: "wreck".into(),
        look: PointLook::Wreck,
        side: state.campaign().side_of(wreck.side).map(|side| side.number()),
        at: at(wreck.at),
        note: wreck_words(wreck.abandoned, wreck.in_minefield),
        piece: String::new(),
        stand: None,
    })
}

/// "abandoned, in a minefield".
pub fn wreck_words(abandoned: bool, in_minefield: bool) -> String {
    let fate = if abandoned { "abandoned" } else { "knocked out" };
    if in_minefield { format!("{fate}, in a minefield") } else { fate.into() }
}

fn works<'s>(eyes: &'s Eyes<'s>) -> impl Iterator<Item = MapPoint> + 's {
    let state = eyes.state;
    state.facts.works.iter().filter(|work| eyes.knows(work)).map(move |work| {
        let buyer = state.campaign().side_of(work.side);
        let name =
            buyer.map_or_else(|| work.kind.to_string(), |side| work_name(state.campaign(), side, work.kind));
        let kind = buyer.and_then(|side| state.setup_of(side).work(work.kind)).map(|kind| kind.kind);
        MapPoint {
            name: format!("{}, {name}", work.id),
            kind: "fortification".into(),
            look: work_look(kind),
            side: buyer.map(|side| side.number()),
            at: at(work.at),
            note: if work.known { "known to both sides".into() } else { "hidden from the enemy".into() },
            piece: String::new(),
            stand: None,
        }
    })
}

/// Stands that have set up, as far as this seat knows of them.
fn units(eyes: &Eyes<'_>) -> Vec<MapPoint> {
    let point = |side: Side, stand: &Stand| {
        let place = stand.place()?;
        Some(MapPoint {
            name: format!("{}, {}", stand.id, type_name(eyes.state.campaign(), stand.kind)),
            kind: "unit".into(),
            look: PointLook::Unit,
            side: Some(side.number()),
            at: at(place),
            note: if stand.hidden { "hidden from the enemy".into() } else { String::new() },
            piece: stand.id.to_string(),
            stand: Some(face(eyes, side, stand)),
        })
    };
    // What a side has in pockets it sees in every step; it is put nowhere else.
    let in_pockets =
        |side: Side| eyes.in_pockets(side).into_iter().filter_map(move |stand| point(side, stand));
    Side::BOTH
        .into_iter()
        .flat_map(|side| {
            let known = eyes.known_places(side).into_iter().filter_map(move |stand| point(side, stand));
            known.chain(in_pockets(side).map(|point| MapPoint { piece: String::new(), ..point }))
        })
        .collect()
}

/// Stands on the map, once everybody sees them. [BF-R50]
fn stands<'s>(eyes: &Eyes<'s>) -> impl Iterator<Item = MapPoint> + use<'s> {
    let (eyes, state) = (*eyes, eyes.state);
    listed_on_the_map(state).into_iter().map(move |one| MapPoint {
        name: format!("{}, {}", one.unit, type_name(state.campaign(), one.stand.kind)),
        kind: "unit".into(),
        look: PointLook::Unit,
        side: Some(one.unit.side.number()),
        at: at(one.at),
        note: stand_note(state, &one),
        piece: one.unit.id.to_string(),
        stand: Some(face(&eyes, one.unit.side, one.stand)),
    })
}

/// The counter of a stand: what it is, its number within its side, how it stands. How the enemy sees it is open with the
/// front lines; whether it is hidden, bogged, panicked or dug in is its own side's to know.
pub fn face(eyes: &Eyes<'_>, side: Side, stand: &Stand) -> StandFace {
    let (state, own) = (eyes.state, eyes.own(side).is_some());
    let id = stand.id.as_str();
    let number = id.split_once('-').map_or(id, |(_, number)| number);
    let short = if number.chars().count() > 5 { number.rsplit('-').next().unwrap_or(number) } else { number };
    let after_status = state.step() >= Step::Perimeter;
    let marks = [
        (own && state.step() == Step::Escape && escapes(state, side, stand.id), StandMark::Escaping),
        (own && stand.hidden, StandMark::Hidden),
        (own && !after_status && stand.status != Status::Normal, StandMark::Pocket),
        (after_status && stand.status == Status::Isolated, StandMark::Isolated),
        (after_status && stand.status == Status::CutOff, StandMark::CutOff),
        (own && stand.state == StandState::Panicked, StandMark::Panicked),
        (own && stand.bogged, StandMark::Bogged),
        (own && stand.improved, StandMark::Improved),
    ];
    StandFace {
        symbol: symbol(state, stand.kind),
        short: short.chars().take(5).collect(),
        marks: marks.into_iter().filter(|(holds, _)| *holds).map(|(_, mark)| mark).collect(),
    }
}

/// What a type is, by its flags and class, and by its name for machine guns, which have no class.
fn symbol(state: &State, kind: UnitTypeId) -> Symbol {
    let Some(known) = state.campaign().unit_type(kind) else { return Symbol::Plain };
    let name = known.name.to_lowercase();
    let machine_gun = name.contains("machine") || name.split_whitespace().any(|word| word.ends_with("mg"));
    match known.class {
        _ if known.command => Symbol::Headquarters,
        _ if known.engineer => Symbol::Engineer,
        _ if known.afv => Symbol::Armor,
        Class::Infantry if machine_gun && !name.contains("smg") => Symbol::MachineGun,
        Class::Infantry => Symbol::Infantry,
        Class::Armour => Symbol::Armor,
        Class::Gun => Symbol::Gun,
        Class::Transport => Symbol::Truck,
        Class::OffBoard => Symbol::Artillery,
        Class::Air | Class::Points | Class::Declared(_) => Symbol::Plain,
    }
}

/// Who moved from where in C5, and the ways back of who is isolated.
fn ways(state: &State) -> impl Iterator<Item = MapLine> + '_ {
    // In C5 itself that is what the map is looked at for.
    let style = if state.step() == Step::Disengage { LineStyle::Moved } else { LineStyle::Way };
    let moved = on_the_map(state).filter(|_| shows_stands(state)).filter_map(move |one| {
        let points = vec![at(one.stand.moved_from?), at(one.at)];
        Some(MapLine { side: one.unit.side.number(), style, points, edit: None })
    });
    let back = reasons(state).into_iter().filter(|reason| reason.way.len() > 1).map(|reason| MapLine {
        side: reason.unit.side.number(),
        style: LineStyle::Way,
        points: reason.way.into_iter().map(at).collect(),
        edit: None,
    });
    moved.chain(back)
}

fn pockets(state: &State) -> impl Iterator<Item = MapLine> + '_ {
    state.facts.pockets.iter().filter_map(move |pocket| {
        let side = state.campaign().side_of(pocket.side)?;
        let points = around(&pocket.units, state.campaign().perimeter.link_half_width);
        Some(MapLine {
            side: side.number(),
            style: LineStyle::Pocket,
            points: points.into_iter().map(at).collect(),
            edit: None,
        })
    })
}

/// The hull of discs about the units, each disc drawn with eight corners.
fn around(units: &[Point], radius: Inches) -> Vec<Point> {
    let (r, d) = (radius.0, radius.0 * 7071 / 10_000);
    let corners = [(r, 0), (d, d), (0, r), (-d, d), (-r, 0), (-d, -d), (0, -r), (d, -d)];
    let mut points: Vec<Point> =
        units.iter().flat_map(|unit| corners.map(|(x, y)| Point::new(unit.x.0 + x, unit.y.0 + y))).collect();
    points.sort_unstable();
    points.dedup();
    hull(&points)
}

/// The convex hull of sorted points, anticlockwise.
fn hull(points: &[Point]) -> Vec<Point> {
    let turns_left = |a: Point, b: Point, c: Point| {
        let wide = |from: i32, to: i32| i64::from(to) - i64::from(from);
        wide(a.x.0, b.x.0) * wide(a.y.0, c.y.0) - wide(a.y.0, b.y.0) * wide(a.x.0, c.x.0) > 0
    };
    let chain = |points: &mut dyn Iterator<Item = Point>| {
        let mut chain: Vec<Point> = Vec::new();
        for point in points {
            while let [.., a, b] = chain[..]
                && !turns_left(a, b, point)
            {
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    let mut lower = chain(&mut points.iter().copied());
    lower.extend(chain(&mut points.iter().rev().copied()));
    lower
}

/// The field in a sentence or two, for those who do not see it.
fn description(state: &State) -> String {
    let edge = |side: Side| match state.setup_of(side).home_edge {
        Edge::North => "north",
        Edge::East => "east",
        Edge::South => "south",
        Edge::West => "west",
    };
    let held = |side: Side| {
        let places = state.campaign().map.locations.iter();
        let own = places.filter(|place| location_holder(state, place.at) == Some(side));
        own.map(|place| place.name.clone()).collect::<Vec<_>>()
    };
    let told = Side::BOTH.map(|side| {
        let name = &state.setup_of(side).name;
        let holds = match held(side) {
            none if none.is_empty() => "holds no named place".into(),
            places => format!("holds {}", listed(&places)),
        };
        format!("The {name} side fights from the {} edge and {holds}.", edge(side))
    });
    let map = &state.campaign().map;
    format!("A field of {} by {} inches. {}", map.width, map.height, told.join(" "))
}
