//! What has happened between two moments, read off two pages of one seat and nothing else: who moved from where, who is
//! gone, which rows of which tables differ. So it tells a seat only what that seat has seen at both moments.

use std::collections::{BTreeMap, BTreeSet};

use hexmap::Hex;
use kernel::view::board::{Board, Counter, Overlay, OverlayStyle, Trace, TraceFate};
use kernel::view::{Block, FieldMap, LineStyle, MapLine, MapPoint, Page, Point, PointLook, Sheet, SheetRow};

use super::board_words::inches;
use super::hexes::layers;

/// The key of the layer in which the board shows what moved.
const TRAILS: &str = "passed";

/// What differs between two moments of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Passed {
    /// What happened on its maps, a sentence each.
    pub told: Vec<String>,
    /// The ids of rows that are new or other than before.
    pub rows: BTreeSet<String>,
    /// Hexes in which something changed.
    pub hexes: BTreeSet<Hex>,
    /// Places in inches at which something changed.
    pub places: BTreeSet<(i32, i32)>,
}

impl Passed {
    /// What has happened on a page since it was as `before`.
    pub fn between(before: &Page, now: &Page) -> Self {
        let mut passed = Self::default();
        let old = Parts::of(before);
        let new = Parts::of(now);
        if let (Some(before), Some(now)) = (old.board, new.board) {
            passed.on_hexes(before, now);
        }
        if let (Some(before), Some(now)) = (old.field, new.field) {
            passed.in_inches(before, now);
        }
        for (id, row) in &new.rows {
            if old.rows.get(id) != Some(row) {
                passed.rows.insert((*id).to_owned());
            }
        }
        passed
    }

    fn on_hexes(&mut self, before: &Board, now: &Board) {
        for way in ways(before, now) {
            match (way.from, way.to) {
                (Some(from), Some(to)) => {
                    self.told.push(format!("{}: {} to {}.", way.name, now.label(from), now.label(to)));
                }
                (Some(from), None) => {
                    self.told.push(format!("{}: no more in {}.", way.name, now.label(from)))
                }
                (None, Some(to)) => self.told.push(format!("{}: now in {}.", way.name, now.label(to))),
                (None, None) => {}
            }
            self.hexes.extend([way.from, way.to].into_iter().flatten());
        }
        let same = |counter: &&Counter| now.counter(&counter.key).is_some_and(|now| now == *counter);
        let changed = before.counters.iter().filter(|counter| !same(counter)).filter_map(|one| one.hex);
        self.hexes.extend(changed);
        let held = |board: &Board| board.held.iter().copied().collect::<BTreeSet<_>>();
        let (was, is) = (held(before), held(now));
        self.hexes.extend(was.symmetric_difference(&is).map(|(hex, _)| *hex));
        let new = now.reports.iter().filter(|report| !before.reports.contains(report));
        self.hexes.extend(new.map(|report| report.hex));
    }

    fn in_inches(&mut self, before: &FieldMap, now: &FieldMap) {
        let (was, is) = (pieces(before), pieces(now));
        let place = |at: Point| format!("{}, {}", inches(at.x), inches(at.y));
        for (key, point) in &is {
            match was.get(key) {
                Some(old) if old.at != point.at => {
                    self.told.push(format!("{}: {} to {}.", point.name, place(old.at), place(point.at)));
                    self.places.insert((old.at.x, old.at.y));
                }
                Some(old) if old == point => continue,
                Some(_) => {}
                None => self.told.push(format!("{}: now at {}.", point.name, place(point.at))),
            }
            self.places.insert((point.at.x, point.at.y));
        }
        for (_, point) in was.iter().filter(|(key, _)| !is.contains_key(*key)) {
            self.told.push(format!("{}: no more at {}.", point.name, place(point.at)));
            self.places.insert((point.at.x, point.at.y));
        }
    }
}

/// Draws on a page how what stands on its maps came there from where it stood before.
pub fn with_trails(page: &mut Page, before: &Page) {
    let old = Parts::of(before);
    for block in page.main.iter_mut().chain(&mut page.aside) {
        drawn(block, &old);
    }
}

fn drawn(block: &mut Block, old: &Parts<'_>) {
    match block {
        Block::Panel(panel) => panel.body.iter_mut().for_each(|block| drawn(block, old)),
        Block::Board(board) => {
            let Some(before) = old.board else { return };
            board.traces = traces(before, board);
            let ways = ways(before, board);
            if ways.is_empty() {
                return;
            }
            let lines = ways.iter().filter_map(|way| Some(vec![way.from?, way.to?])).collect();
            let hexes = ways.iter().filter_map(|way| way.from).collect::<BTreeSet<_>>();
            board.overlays.truncate(layers::MOST - 1);
            board.overlays.push(Overlay {
                key: TRAILS.into(),
                name: "What moved in this step".into(),
                shown: true,
                side: None,
                style: OverlayStyle::Outline,
                hexes: hexes.into_iter().map(|hex| (hex, String::new())).collect(),
                lines,
            });
        }
        Block::Field(map) => {
            let Some(before) = old.field else { return };
            let was = pieces(before);
            let moved = pieces(map).into_iter().filter_map(|(key, point)| {
                let from = was.get(&key)?.at;
                let line =
                    |side| MapLine { side, style: LineStyle::Way, points: vec![from, point.at], edit: None };
                (from != point.at).then(|| line(point.side.unwrap_or_default()))
            });
            let moved: Vec<MapLine> = moved.collect();
            map.lines.extend(moved);
        }
        Block::Prose(_)
        | Block::Note(_)
        | Block::Empty(_)
        | Block::Owed(_)
        | Block::Steps(_)
        | Block::Can(_)
        | Block::Form(_)
        | Block::Rolls(_)
        | Block::Basket(_)
        | Block::Sheet(_)
        | Block::Ledger(_)
        | Block::Odds(_)
        | Block::Roll(_)
        | Block::Plan(_)
        | Block::Arrangement(_)
        | Block::Headline(_)
        | Block::Forces(_)
        | Block::Ladder(_)
        | Block::Results(_)
        | Block::Plot(_)
        | Block::Tally(_)
        | Block::Bars { .. }
        | Block::Timeline(_)
        | Block::Facts(_)
        | Block::SinceLastHere => {}
    }
}

/// A counter that is elsewhere than before.
struct Way {
    name: String,
    from: Option<Hex>,
    to: Option<Hex>,
}

fn ways(before: &Board, now: &Board) -> Vec<Way> {
    let at = |board: &Board, key: &str| board.counter(key).and_then(|counter| counter.hex);
    let way = |counter: &Counter| {
        let (from, to) = (at(before, &counter.key), at(now, &counter.key));
        (from != to).then(|| Way { name: counter.name.clone(), from, to })
    };
    let gone = before.counters.iter().filter(|counter| now.counter(&counter.key).is_none());
    now.counters.iter().chain(gone).filter_map(way).collect()
}

/// What a moment has left of the counters that stood on the map before it: who has gone, who stands elsewhere, who has lost
/// steps.
fn traces(before: &Board, now: &Board) -> Vec<Trace> {
    let trace = |was: &Counter| {
        let stood = was.hex?;
        let is = now.counter(&was.key);
        let (hex, fate) = match is.and_then(|is| Some((is.hex?, is))) {
            None => (stood, TraceFate::Gone),
            Some((hex, is)) if is.steps.0 < was.steps.0 => (hex, TraceFate::Lost(was.steps.0 - is.steps.0)),
            Some((hex, _)) if hex != stood => (stood, TraceFate::Left),
            Some(_) => return None,
        };
        Some(Trace { hex, side: was.side, name: was.name.clone(), fate })
    };
    before.counters.iter().filter_map(trace).collect()
}

/// The pieces of a map, by side and name.
fn pieces(map: &FieldMap) -> BTreeMap<(Option<u8>, String), MapPoint> {
    let stands = map.points.iter().filter(|point| point.look != PointLook::Place);
    stands.map(|point| ((point.side, point.name.clone()), point.clone())).collect()
}

/// What of a page is held against another.
#[derive(Default)]
struct Parts<'p> {
    board: Option<&'p Board>,
    field: Option<&'p FieldMap>,
    rows: BTreeMap<&'p str, &'p SheetRow>,
}

impl<'p> Parts<'p> {
    fn of(page: &'p Page) -> Self {
        let mut parts = Self::default();
        page.walk(&mut |block| match block {
            Block::Board(board) => parts.board = parts.board.or(Some(board)),
            Block::Field(map) => parts.field = parts.field.or(Some(map)),
            Block::Sheet(Sheet { rows, .. }) => {
                let named = rows.iter().filter(|row| !row.id.is_empty());
                parts.rows.extend(named.map(|row| (row.id.as_str(), row)));
            }
            Block::Panel(_)
            | Block::Prose(_)
            | Block::Note(_)
            | Block::Empty(_)
            | Block::Owed(_)
            | Block::Steps(_)
            | Block::Can(_)
            | Block::Form(_)
            | Block::Rolls(_)
            | Block::Basket(_)
            | Block::Ledger(_)
            | Block::Odds(_)
            | Block::Roll(_)
            | Block::Plan(_)
            | Block::Arrangement(_)
            | Block::Headline(_)
            | Block::Forces(_)
            | Block::Ladder(_)
            | Block::Results(_)
            | Block::Plot(_)
            | Block::Tally(_)
            | Block::Bars { .. }
            | Block::Timeline(_)
            | Block::Facts(_)
            | Block::SinceLastHere => {}
        });
        parts
    }
}

#[cfg(test)]
mod tests {
    use kernel::view::{Cell, ColumnRole, Ground, Panel, RowState, Text};

    use super::*;

    fn page(x: i32, note: &str, n_wrecks: usize) -> Page {
        let point = |name: &str, look, at| MapPoint {
            name: name.into(),
            kind: "unit".into(),
            look,
            side: Some(1),
            at,
            note: String::new(),
            piece: String::new(),
            stand: None,
        };
        let mut points = vec![point("A-1", PointLook::Unit, Point { x, y: 800 })];
        points
            .extend((0..n_wrecks).map(|n| point(&format!("V{n}"), PointLook::Wreck, Point { x: 10, y: 10 })));
        let map = FieldMap {
            description: String::new(),
            size: Point { x: 6000, y: 4800 },
            areas: Vec::new(),
            lines: Vec::new(),
            points,
            tray: None,
        };
        let mut sheet = Sheet::new("", &[("Name", ColumnRole::Name)]);
        sheet.row("one", RowState::Here, vec![Cell::new(note)]);
        sheet.row("two", RowState::Here, vec![Cell::new("as ever")]);
        let body = vec![Block::Field(map), Block::Sheet(sheet)];
        Page {
            id: "map",
            tab: "Map",
            title: String::new(),
            lede: Text::empty(),
            main: vec![Panel::new("board", "", body).block()],
            aside: Vec::new(),
        }
    }

    #[test]
    fn a_counter_leaves_a_ghost_a_cross_or_the_steps_that_it_lost() {
        let ground = || Ground {
            numbering: hexmap::Numbering::COMMON,
            first: (1, 1),
            rows: Vec::new(),
            terrain: Vec::new(),
            sides: Vec::new(),
            roads: Vec::new(),
            places: Vec::new(),
        };
        let board = |counters: Vec<Counter>| Board { counters, ..Board::new("map", "", ground()) };
        let hex = |n| Some(hexmap::Numbering::COMMON.hex(n, 1));
        let at = |key: &str, n, steps| Counter { steps: (steps, 3), ..Counter::new(key, key, 0u8, hex(n)) };
        let before = board(vec![at("stays", 1, 3), at("moves", 2, 3), at("falls", 3, 3), at("bleeds", 4, 3)]);
        let off = Counter { hex: None, ..at("falls", 3, 3) };
        let now = board(vec![at("stays", 1, 3), at("moves", 5, 3), off, at("bleeds", 6, 1)]);
        let told: Vec<(Option<Hex>, String)> =
            traces(&before, &now).iter().map(|trace| (Some(trace.hex), trace.told())).collect();
        let expected = [
            (hex(2), "moves has left from here."),
            (hex(3), "falls is no more here."),
            (hex(6), "bleeds has lost 2 steps."),
        ];
        assert_eq!(told, expected.map(|(hex, words)| (hex, words.to_owned())));
        assert!(traces(&now, &now).is_empty());
    }

    #[test]
    fn what_moved_what_went_and_which_rows_differ_is_read_off_two_pages() {
        let (before, mut now) = (page(3000, "here", 1), page(3350, "gone", 0));
        let passed = Passed::between(&before, &now);
        assert_eq!(passed.told, ["A-1: 30, 8 to 33.5, 8.", "V0: no more at 0.1, 0.1."]);
        assert_eq!(passed.rows.iter().collect::<Vec<_>>(), ["one"]);
        assert!(passed.places.contains(&(3350, 800)) && passed.places.contains(&(10, 10)));
        assert_eq!(Passed::between(&now, &now), Passed::default());
        with_trails(&mut now, &before);
        let parts = Parts::of(&now);
        let lines: Vec<&[Point]> = parts.field.unwrap().lines.iter().map(|line| &*line.points).collect();
        assert_eq!(lines, [&[Point { x: 3000, y: 800 }, Point { x: 3350, y: 800 }][..]]);
    }
}
