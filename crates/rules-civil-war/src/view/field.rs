//! The battlefield on a board in inches: its land, zones, breastworks, and the units that the seat may see. What a side
//! sketches is laid out on it by hand or written.

use kernel::view::ColumnRole::{Code, Name};
use kernel::view::board::Symbol;
use kernel::view::{
    Area, AreaLook, Block, Cell, Day, FieldMap, ItemState, LineStyle, MapLine, MapPoint, Page, PageHead,
    Panel, Point, PointLook, RowState, Sheet, SlotMark, StandFace, Text,
};
use kernel::{RuleId, Seat, Side};

use super::acts;
use super::laying::{digs, edit, forms, laid, tray};
use super::on::On;
use crate::battle::{Segment, Spot};
use crate::oob::names::battery;
use crate::rules::s5_flanks::ground_of;
use crate::setup::Zone;
use crate::state::State;
use crate::words::{Arm, Edge, Flank, Inches, Step, UnitId};

/// The page.
pub fn page(state: &State, seat: Seat, head: PageHead) -> Page {
    let mut main = Vec::new();
    let drawn = drawn(state, seat).map(|on| on.battle.id);
    for on in On::each_here(state, seat) {
        main.extend(board(on, drawn == Some(on.battle.id)));
    }
    if main.is_empty() {
        main.push(Block::Empty(Text::new("No open battle has a field now.")));
    }
    Page::new(head, "The field", "Inches from the left and the lower edge.", main)
}

/// The battle whose board is drawn: a page has one. That is the one where the seat lays something out, else the first.
fn drawn(state: &State, seat: Seat) -> Option<On<'_>> {
    let fields = || On::each_here(state, seat).filter(|on| on.field().is_some());
    fields().find(|on| laid(*on).is_some()).or_else(|| fields().next())
}

/// The size of the board that the page draws.
pub fn inches(state: &State, seat: Seat) -> Option<Point> {
    drawn(state, seat)?.field().map(|field| point(field.size))
}

fn board(on: On<'_>, drawn: bool) -> Vec<Block> {
    let Some(name) = on.field().map(|field| field.name.clone()) else { return Vec::new() };
    let mut body = by_day(on);
    body.extend(map(on).filter(|_| drawn).map(Block::Field));
    if !drawn {
        body.push(Block::Note(Text::new(
            "The board above is that of another battle; here places are written.",
        )));
    }
    body.extend(forms(on).into_iter().map(Block::Form));
    let title = format!("{name}, battle {}", on.battle.id);
    let mut all = vec![on.panel("field", title, body).rule(RuleId("CWFF-6-1")).block()];
    all.extend(proposed(on));
    all.extend(on.known().filter_map(|side| listed(on, side)));
    all
}

/// By day figures stand on the table, and the map as units were laid out; of forces that came the owner reads where.
fn by_day(on: On<'_>) -> Vec<Block> {
    if on.battle.step != Step::Day {
        return Vec::new();
    }
    let words = "The map shows where units were laid out. By day the figures stand on the table.";
    let mut all = vec![Block::Note(Text::new(words))];
    for side in on.known() {
        let half = on.half(side);
        for (flank, force) in half.flanks.iter().flat_map(|flanks| flanks.each()) {
            if on.battle.day > 1 || !half.entered.contains(&flank) {
                continue;
            }
            let edge = on.battle.flank_edge(side, flank).map_or("", Edge::prose);
            let came = force.brigades.iter().filter(|id| half.came.contains(id));
            let came = kernel::grammar::listed(came);
            let words =
                format!(" came at the {edge} edge with {came}, led by {}.", on.setup().named(force.leader));
            all.push(Block::Note(Text::empty().side(side.number()).say(words).rule(RuleId("CWFF-7B-3"))));
        }
    }
    all
}

pub(super) fn point((x, y): (Inches, Inches)) -> Point {
    Point { x: x.0 * 25, y: y.0 * 25 }
}

/// The outline of a zone.
pub(super) fn outline(zone: &Zone, size: (Inches, Inches)) -> Vec<Point> {
    let [low, high] = zone.corners(size);
    [low, (high.0, low.1), high, (low.0, high.1)].map(point).to_vec()
}

/// A zone at an edge, drawn as a strip along it.
fn strip_at(zone: &Zone, size: (Inches, Inches), edge: Edge) -> Vec<Point> {
    let [mut low, mut high] = zone.corners(size);
    let deep = Inches::whole(2).0;
    match edge {
        Edge::West => high.0 = Inches(low.0.0 + deep),
        Edge::East => low.0 = Inches(high.0.0 - deep),
        Edge::South => high.1 = Inches(low.1.0 + deep),
        Edge::North => low.1 = Inches(high.1.0 - deep),
    }
    [low, (high.0, low.1), high, (low.0, high.1)].map(point).to_vec()
}

/// How the words of a file are drawn.
fn look(kind: &str) -> (AreaLook, bool) {
    match kind {
        "hill" | "ridge" => (AreaLook::Hill { levels: 1 }, true),
        "mountain" => (AreaLook::Hill { levels: 2 }, true),
        "woods" | "forest" => (AreaLook::Woods, true),
        "swamp" | "marsh" | "rough" => (AreaLook::Rough, true),
        "town" | "village" => (AreaLook::Built, true),
        "lake" | "water" => (AreaLook::Water, true),
        "road" => (AreaLook::Road, false),
        "path" => (AreaLook::Path, false),
        "railway" => (AreaLook::Railway, false),
        "stream" | "river" => (AreaLook::Water, false),
        _ => (AreaLook::Other, true),
    }
}

fn map(on: On<'_>) -> Option<FieldMap> {
    let field = on.field()?;
    let land = field.features.iter().map(|feature| {
        let (look, closed) = look(&feature.kind);
        Area {
            name: feature.name.clone(),
            kind: feature.kind.clone(),
            look,
            closed,
            outline: feature.points.iter().copied().map(point).collect(),
        }
    });
    let zone = |name: String, zone: &Zone| Area {
        name,
        kind: "zone".into(),
        look: AreaLook::Other,
        closed: true,
        outline: outline(zone, field.size),
    };
    let deploy = field.edges.iter().zip(&field.deploy).map(|(edge, bounds)| {
        let side = Side::BOTH.into_iter().find(|side| on.battle.edge_of(*side) == Some(*edge));
        let whose = side.map_or_else(|| format!("the {edge} edge"), |side| on.named(side).to_owned());
        zone(format!("Deployment, {whose}"), bounds)
    });
    let entered = !ground_of(on.setup(), on.battle).no_flanks;
    let flanks = field.flank.iter().filter(|_| entered).map(|(edge, bounds)| Area {
        outline: strip_at(bounds, field.size, *edge),
        ..zone(entry(on, *edge), bounds)
    });
    let areas = land.chain(deploy).chain(flanks).collect();
    let description = format!(
        "{}, {} wide and {} high, with the zones where armies deploy and flank forces enter.",
        field.name, field.size.0, field.size.1
    );
    let size = point(field.size);
    Some(FieldMap { description, size, areas, lines: works(on), points: units(on), tray: tray(on) })
}

/// What enters at an edge.
fn entry(on: On<'_>, edge: Edge) -> String {
    let whose = Side::BOTH.into_iter().flat_map(|side| Flank::ALL.iter().map(move |flank| (side, *flank)));
    let here = whose.filter(|(side, flank)| on.battle.flank_edge(*side, *flank) == Some(edge));
    let words: Vec<String> = here.map(|(side, flank)| format!("{} {flank}", on.named(side))).collect();
    if words.is_empty() { format!("Entry, {edge}") } else { format!("Entry, {}", words.join(" and ")) }
}

/// Breastworks as far as the seat knows them.
fn works(on: On<'_>) -> Vec<MapLine> {
    let mut all = Vec::new();
    for side in on.known() {
        let works = &on.half(side).works;
        let own = on.own() == Some(side) && digs(on, side);
        let edit = own.then(|| edit(on, side)).flatten();
        let lines = chains(works);
        // One line can be drawn elsewhere on the map; several are written.
        let edit = edit.filter(|_| lines.len() <= 1);
        match edit {
            Some(edit) => {
                let points = edit.points.clone();
                all.push(MapLine { side: side.number(), style: LineStyle::Front, points, edit: Some(edit) });
            }
            None => all.extend(lines.into_iter().map(|points| MapLine {
                side: side.number(),
                style: LineStyle::Front,
                points,
                edit: None,
            })),
        }
    }
    all
}

/// Lines of breastworks as they hang together.
pub(super) fn chains(works: &[Segment]) -> Vec<Vec<Point>> {
    let mut all: Vec<Vec<Point>> = Vec::new();
    for line in works {
        let (from, to) = (point((line.x1, line.y1)), point((line.x2, line.y2)));
        match all.last_mut().filter(|chain| chain.last() == Some(&from)) {
            Some(chain) => chain.push(to),
            None => all.push(vec![from, to]),
        }
    }
    all
}

pub(super) fn face(on: On<'_>, side: Side, unit: UnitId) -> StandFace {
    let arm = on.half(side).oob.as_ref().and_then(|oob| {
        let (division, _) = oob.brigade(unit)?;
        Some(oob.arm(division, on.battle.muster(side)))
    });
    let symbol = match arm {
        Some(Arm::Infantry) => Symbol::Infantry,
        Some(Arm::Cavalry) => Symbol::Cavalry,
        None if battery(unit.as_str()).is_some() => Symbol::Artillery,
        None => Symbol::Headquarters,
    };
    StandFace { symbol, short: short(unit.as_str()), marks: Vec::new() }
}

/// A name of at most five characters: a number at its end keeps names apart that begin alike.
fn short(name: &str) -> String {
    let digits = name.chars().rev().take_while(char::is_ascii_digit).count();
    match name.len() - digits {
        0 => name.chars().take(5).collect(),
        at if digits > 0 && name.len() > 5 => {
            let first: String = name.chars().take(1).collect();
            format!("{first}{}", &name[at..]).chars().take(5).collect()
        }
        _ => name.chars().take(5).collect(),
    }
}

/// Units that the seat may see: its own, and those of the enemy where everybody saw them last.
fn units(on: On<'_>) -> Vec<MapPoint> {
    let mut all = Vec::new();
    for side in Side::BOTH {
        let known = on.known().any(|known| known == side);
        let half = on.half(side);
        let spots: &[Spot] = if known { &half.sketch } else { &half.seen_at };
        for spot in spots {
            // What an unseen enemy is, his symbol does not tell either: he is seen here.
            let stand = known.then(|| face(on, side, spot.unit));
            all.push(MapPoint {
                name: on.setup().called(spot.unit),
                kind: "unit".into(),
                look: PointLook::Unit,
                side: Some(side.number()),
                at: point((spot.x, spot.y)),
                note: String::new(),
                piece: String::new(),
                stand,
            });
        }
    }
    all
}

/// Which units the enemy could see from his deployment zone: a proposal for the neutral. [CWFF-R11]
fn proposed(on: On<'_>) -> Option<Block> {
    if on.seat != Seat::Umpire || !on.neutral() || on.battle.step != Step::Placing {
        return None;
    }
    let seen = |side: Side| {
        let seen = acts::proposed(on, side);
        let names: Vec<String> = seen.iter().map(ToString::to_string).collect();
        if names.is_empty() { "none".into() } else { names.join(", ") }
    };
    let facts = Side::BOTH.map(|side| (on.named(side).to_owned(), Text::new(seen(side)))).to_vec();
    let words = Text::new("They are ticked on the page of battles, where you say what everybody sees. ");
    let link = Block::Note(words.link("battles", on.at("now"), "Go there."));
    let panel = on.panel("seen", "Could be seen", vec![Block::Facts(facts), link]);
    Some(panel.rule(RuleId("CWFF-R11")).secret(kernel::Audience::Umpire).block())
}

/// The same positions as a table, for the table and for those who do not see the board.
fn listed(on: On<'_>, side: Side) -> Option<Block> {
    let half = on.half(side);
    if half.sketch.is_empty() {
        return None;
    }
    let mut sheet = Sheet::new("Positions", &[("Unit", Name), ("From the left", Code), ("From below", Code)]);
    for spot in &half.sketch {
        let cells = [on.setup().called(spot.unit), spot.x.to_string(), spot.y.to_string()].map(Cell::new);
        sheet.row(spot.unit.as_str(), RowState::Here, cells.to_vec());
    }
    let mut body = vec![Block::Sheet(sheet.compact())];
    if !half.works.is_empty() {
        let line = |line: &Segment| format!("{}, {} to {}, {}", line.x1, line.y1, line.x2, line.y2);
        let words = half.works.iter().map(line).collect::<Vec<_>>().join("; ");
        body.push(Block::Note(Text::new(format!("Breastworks: {words}."))));
    }
    let title = format!("Sketch: {}", on.named(side));
    let panel = Panel::new(format!("{}-{}", on.at("sketched"), side.number()), title, body);
    Some(on.of_side(side, panel.folded()))
}

/// The turns of the present day as a strip, in a panel.
pub(super) fn hours(on: On<'_>) -> Option<Block> {
    Some(on.panel("hours", "The turns of the day", vec![strip(on)?]).rule(RuleId("CWFF-T4")).block())
}

fn strip(on: On<'_>) -> Option<Block> {
    if on.battle.step != Step::Day {
        return None;
    }
    let (day, now) = (on.battle.game_day(), on.battle.turn);
    let slot = |turn: u16| SlotMark {
        label: format!("{turn}, {}", day.clock(turn)),
        state: match turn.cmp(&now) {
            std::cmp::Ordering::Less => ItemState::Done,
            std::cmp::Ordering::Equal => ItemState::Waiting,
            std::cmp::Ordering::Greater => ItemState::Later,
        },
    };
    let slots = (1..=day.turns).map(slot).collect();
    Some(Block::Timeline(vec![Day { label: format!("Day {}", on.battle.day), slots }]))
}
