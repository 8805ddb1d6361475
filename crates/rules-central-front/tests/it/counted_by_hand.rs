//! Counts of what can be done in fixed positions, agreed by a second generator that shares no code with the first: it
//! reads the map's own text, reckons with columns and rows, and tries every path.

use std::collections::{BTreeMap, BTreeSet};

use rules_central_front::rules::{s6_movement, s10_retreat};
use rules_central_front::setup::MAPS;
use rules_central_front::state::{Going, State};
use rules_central_front::words::{Kind, Side};

use crate::{LARGE, SMALL, Table, put, unit};

/// A hex by its column and row.
pub type Hex = (i16, i16);

/// A map and who stands on it, with a zone or without.
#[derive(Clone)]
pub struct Slow {
    rows: Vec<Vec<char>>,
    rivers: BTreeSet<(Hex, Hex)>,
    roads: BTreeSet<(Hex, Hex)>,
    /// Each with its side, its hex and whether it has a zone.
    pub units: Vec<(Side, Hex, bool)>,
}

/// A hex by its number.
pub fn read(text: &str) -> Hex {
    (text[..2].parse().expect("a column"), text[2..].parse().expect("a row"))
}

/// The six around a hex: in even columns the sides lie half a hex lower.
pub fn around((column, row): Hex) -> [Hex; 6] {
    let low = if column % 2 == 0 { row } else { row - 1 };
    [
        (column, row - 1),
        (column, row + 1),
        (column - 1, low),
        (column - 1, low + 1),
        (column + 1, low),
        (column + 1, low + 1),
    ]
}

impl Slow {
    fn of(state: &State) -> Self {
        let units = state.on_map().map(|unit| {
            let zone = unit.card.kind as u8 <= Kind::Engineer as u8 && unit.piece.ap < 5;
            (unit.card.side, read(&unit.piece.at.expect("on the map").to_string()), zone)
        });
        Self { units: units.collect(), ..Self::empty(&state.scenario.board.id) }
    }

    /// A map without units.
    pub fn empty(id: &str) -> Self {
        let text = MAPS.iter().find(|(known, _)| *known == id).expect("a shipped map").1;
        let map: toml::Table = toml::from_str(text).expect("a map");
        let texts = |key: &str| -> Vec<String> {
            map[key]
                .as_array()
                .expect("texts")
                .iter()
                .filter_map(|one| one.as_str().map(str::to_owned))
                .collect()
        };
        let rows = texts("rows").iter().map(|row| row.chars().collect()).collect();
        let (mut rivers, mut roads) = (BTreeSet::new(), BTreeSet::new());
        for side in texts("rivers") {
            let (one, other) = side.split_once('-').expect("two hexes");
            rivers.extend([(read(one), read(other)), (read(other), read(one))]);
        }
        for road in map["road"].as_array().expect("roads") {
            let path: Vec<Hex> = road["path"].as_str().expect("a path").split(' ').map(read).collect();
            path.windows(2).for_each(|pair| roads.extend([(pair[0], pair[1]), (pair[1], pair[0])]));
        }
        Self { rows, rivers, roads, units: Vec::new() }
    }

    /// Whether a river lies between two hexes.
    pub fn river(&self, from: Hex, to: Hex) -> bool {
        self.rivers.contains(&(from, to))
    }

    /// Whether a road goes through a hex.
    pub fn road(&self, hex: Hex) -> bool {
        self.roads.iter().any(|(from, _)| *from == hex)
    }

    /// What the map writes in a hex.
    pub fn mark(&self, (column, row): Hex) -> Option<char> {
        let line = self.rows.get(usize::try_from(row - 1).ok()?)?;
        line.get(usize::try_from(column - 1).ok()?).copied()
    }

    fn cost(&self, from: Hex, to: Hex) -> Option<u32> {
        let hex = match self.mark(to)? {
            '.' | 't' | 'C' => 2,
            'w' | 's' | 'r' => 3,
            'R' => 4,
            other => panic!("{other}"),
        };
        let river = if self.rivers.contains(&(from, to)) { 2 } else { 0 };
        Some(if self.roads.contains(&(from, to)) { 1 } else { hex + river })
    }

    /// Whether a side stands in a hex.
    pub fn holds(&self, side: Side, hex: Hex) -> bool {
        self.units.iter().any(|(of, at, _)| *of == side && *at == hex)
    }

    /// Whether a zone of the other side lies over a hex.
    pub fn zone(&self, side: Side, hex: Hex) -> bool {
        self.units.iter().any(|(of, at, zone)| *of != side && *zone && around(*at).contains(&hex))
    }

    /// Every way of a unit, one hex after the other, until nothing changes; the least price of each hex.
    pub fn ways(&self, side: Side, start: Hex, points: u32, flies: bool) -> BTreeMap<Hex, u32> {
        let mut best: BTreeMap<(Hex, bool), u32> = BTreeMap::from([((start, false), 0)]);
        let leaves = self.zone(side, start);
        loop {
            let mut found = best.clone();
            for ((here, stopped), spent) in &best {
                for to in around(*here).into_iter().filter(|_| !stopped) {
                    let Some(mut price) = self.cost(*here, to) else { continue };
                    if flies {
                        price = 1;
                    } else if self.holds(side.enemy(), to) {
                        continue;
                    } else if *here == start && leaves {
                        if self.zone(side, to) && !self.holds(side, to) {
                            continue;
                        }
                        price += 2;
                    }
                    let total = spent + price;
                    let place = found.entry((to, !flies && self.zone(side, to))).or_insert(u32::MAX);
                    if total <= points {
                        *place = total.min(*place);
                    }
                }
            }
            found.retain(|_, price| *price <= points);
            if found == best {
                break;
            }
            best = found;
        }
        let mut least = BTreeMap::new();
        for ((hex, _), price) in best {
            let place = least.entry(hex).or_insert(price);
            *place = price.min(*place);
        }
        least.remove(&start);
        least
    }

    /// Every simple path of so many hexes, and shorter ones that end in a dead end.
    pub fn paths(&self, side: Side, path: &mut Vec<Hex>, length: usize, into: &mut Vec<Vec<Hex>>) {
        let here = *path.last().expect("a start");
        let mut dead = true;
        if path.len() <= length {
            for to in around(here) {
                if self.mark(to).is_some() && !self.holds(side.enemy(), to) && !path.contains(&to) {
                    dead = false;
                    path.push(to);
                    self.paths(side, path, length, into);
                    path.pop();
                }
            }
        }
        if dead && path.len() > 1 {
            into.push(path[1..].to_vec());
        }
    }
}

/// The positions: both openings, and a battle with zones all over.
fn positions() -> Vec<(&'static str, State)> {
    let battle = Table::small("wp-move-1", |facts| {
        for (name, at) in
            [("wp-t1", "0603"), ("wp-m1", "0604"), ("wp-m2", "0605"), ("wp-rec", "0503"), ("wp-t2", "0902")]
        {
            put(facts, name, at);
        }
        unit(facts, "us-cb").ap = 5;
        put(facts, "us-t2", "0305");
    });
    let opening = |scenario| Table::of(scenario, "wp-move-1", |_| {}).state;
    vec![("small", opening(&SMALL)), ("battle", battle.state), ("sample", opening(&LARGE))]
}

/// A unit in a state in which it alone is activated.
fn alone(state: &State, at: usize) -> State {
    let mut state = state.clone();
    let allowance = state.scenario.units[at].allowance;
    let piece = &mut state.facts.unit[at];
    (piece.going, piece.mp) = (Going::Moving, allowance);
    state
}

/// The hexes in which a unit could stay: no enemy, and no more friends than there is room for.
fn room(state: &State, slow: &Slow, at: usize, hex: Hex) -> bool {
    let unit = &state.scenario.units[at];
    let place = format!("{:02}{:02}", hex.0, hex.1).parse().expect("a hex");
    !slow.holds(unit.side.enemy(), hex)
        && kernel::grammar::holds(|why| {
            rules_central_front::rules::s3_stacking::fits(state, unit.side, place, &[unit.id], why)
        })
}

#[test]
fn moves_of_every_unit_are_counted_alike() {
    let mut counts = Vec::new();
    for (name, state) in positions() {
        let slow = Slow::of(&state);
        let mut count = 0;
        for (at, piece) in state.facts.unit.iter().enumerate().filter(|(_, piece)| piece.at.is_some()) {
            let card = &state.scenario.units[at];
            if card.kind == Kind::Garrison {
                continue;
            }
            let alone = alone(&state, at);
            let moving = [alone.unit(card.id).expect("a unit")];
            let fast: BTreeMap<Hex, u32> = s6_movement::reach(&alone, &moving)
                .into_iter()
                .map(|(place, _, price)| (read(&place.to_string()), price))
                .collect();
            let start = read(&piece.at.expect("on the map").to_string());
            let flies = card.kind == Kind::Helicopter;
            let mut wanted = slow.ways(card.side, start, card.allowance.into(), flies);
            wanted.retain(|hex, _| room(&state, &slow, at, *hex));
            assert_eq!(fast, wanted, "{name}: {}", card.id);
            count += wanted.len();
        }
        counts.push((name, count));
    }
    assert_eq!(counts, [("small", 893), ("battle", 825), ("sample", 12984)]);
}

#[test]
fn retreats_of_every_ground_unit_are_counted_alike() {
    let mut counts = Vec::new();
    for (name, state) in positions().into_iter().take(2) {
        let slow = Slow::of(&state);
        let mut count = 0;
        for (at, piece) in state.facts.unit.iter().enumerate().filter(|(_, piece)| piece.at.is_some()) {
            let card = &state.scenario.units[at];
            if matches!(card.kind, Kind::Garrison | Kind::Helicopter) {
                continue;
            }
            let start = read(&piece.at.expect("on the map").to_string());
            for length in 1..=3 {
                let mut paths = Vec::new();
                slow.paths(card.side, &mut vec![start], length, &mut paths);
                let price = |path: &Vec<Hex>| {
                    let zones = path
                        .iter()
                        .filter(|hex| slow.zone(card.side, **hex) && !slow.holds(card.side, **hex));
                    let end = *path.last().expect("an end");
                    let far = state.scenario.board.grid().distance(cell(&state, start), cell(&state, end));
                    (
                        length - path.len(),
                        zones.count(),
                        !room(&state, &slow, at, end),
                        std::cmp::Reverse(far),
                    )
                };
                let best = paths.iter().map(price).min();
                let wanted: BTreeSet<Vec<Hex>> =
                    paths.iter().filter(|path| Some(price(path)) == best).cloned().collect();
                let found = s10_retreat::way(&state, card.id, length as u8);
                let s10_retreat::Way::Paths(found, zones) = found else {
                    assert!(
                        best.is_none_or(|best| best.1 > 1 || (best.1 == 1 && piece.ap >= 5)),
                        "{name}: {}",
                        card.id
                    );
                    continue;
                };
                let best = best.expect("a path");
                assert_eq!(zones as usize, best.1);
                if !best.2 {
                    let found: BTreeSet<Vec<Hex>> = found
                        .iter()
                        .map(|path| path.iter().map(|hex| read(&hex.to_string())).collect())
                        .collect();
                    assert_eq!(found, wanted, "{name}: {} over {length}", card.id);
                    count += wanted.len();
                }
            }
        }
        counts.push((name, count));
    }
    assert_eq!(counts, [("small", 645), ("battle", 636)]);
}

fn cell(state: &State, (column, row): Hex) -> hexmap::Cell {
    state.scenario.board.cell(format!("{column:02}{row:02}").parse().expect("a hex")).expect("on the map")
}
