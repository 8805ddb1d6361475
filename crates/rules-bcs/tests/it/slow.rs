//! Slow answers to the questions of the map, written from the catalogue alone: hexes are pairs of numbers, neighbours are
//! counted off the printed numbers, searches look at everything. They are what the fast ones are held against.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use kernel::Side;
use rules_bcs::setup::Scenario;
use rules_bcs::state::{Body, Fate, State};
use rules_bcs::words::{AvKind, Class, Face, Place, RoadClass};

/// Column and row.
pub type At = (i16, i16);

pub fn at(place: Place) -> At {
    (place.first.into(), place.second.into())
}

pub fn place(at: At) -> Place {
    format!("{:02}{:02}", at.0, at.1).parse().expect("a hex")
}

/// What the file says of the map, gathered by hex and by pair of hexes.
pub struct Map {
    pub columns: i16,
    pub rows: i16,
    pub walls: BTreeSet<(At, At)>,
    pub roads: BTreeMap<(At, At), RoadClass>,
    pub rivers: BTreeSet<(At, At)>,
    pub marks: BTreeMap<At, char>,
}

impl Map {
    /// Of the map that comes with the program, read by itself.
    pub fn read() -> Self {
        Self::of(&rules_bcs::setup::MAPS[0].1.parse().expect("TOML"))
    }

    /// Of the map of a file.
    pub fn of(text: &toml::Table) -> Self {
        let pair = |text: &str| -> At {
            (text[..2].parse().expect("a number"), text[2..].parse().expect("a number"))
        };
        let number = |key: &str| text[key].as_integer().expect("a number") as i16;
        let sides = |key: &str| -> BTreeSet<(At, At)> {
            let listed = text.get(key).and_then(|sides| sides.as_array()).into_iter().flatten();
            let both = listed.flat_map(|side| {
                let (one, other) = side.as_str().expect("a hexside").split_once('-').expect("two hexes");
                let (one, other) = (pair(one), pair(other));
                [(one, other), (other, one)]
            });
            both.collect()
        };
        let mut map = Self {
            columns: number("width"),
            rows: number("height"),
            walls: sides("impassable"),
            roads: BTreeMap::new(),
            rivers: sides("rivers"),
            marks: BTreeMap::new(),
        };
        for (n, row) in text["rows"].as_array().expect("rows").iter().enumerate() {
            for (column, mark) in row.as_str().expect("a row").chars().enumerate() {
                map.marks.insert((column as i16 + 1, n as i16 + 1), mark);
            }
        }
        for road in text["road"].as_array().expect("roads") {
            let class = RoadClass::read(road["class"].as_str().expect("a class")).expect("a class");
            let path: Vec<At> = road["path"].as_str().expect("a path").split_whitespace().map(pair).collect();
            for two in path.windows(2) {
                for edge in [(two[0], two[1]), (two[1], two[0])] {
                    let best = map.roads.get(&edge).map_or(class, |known| class.min(*known));
                    map.roads.insert(edge, best);
                }
            }
        }
        map
    }

    /// The six neighbours by their printed numbers: even columns sit half a hex lower.
    pub fn neighbours(&self, (column, row): At) -> Vec<At> {
        let low = i16::from(column % 2 == 0);
        let all = [
            (column, row - 1),
            (column, row + 1),
            (column - 1, row - 1 + low),
            (column - 1, row + low),
            (column + 1, row - 1 + low),
            (column + 1, row + low),
        ];
        let (columns, rows) = (1..=self.columns, 1..=self.rows);
        all.into_iter().filter(|(column, row)| columns.contains(column) && rows.contains(row)).collect()
    }

    /// Steps between two hexes over the whole map, by walking.
    pub fn distances(&self, from: At) -> BTreeMap<At, u32> {
        let mut found = BTreeMap::from([(from, 0)]);
        let mut queue = VecDeque::from([from]);
        while let Some(here) = queue.pop_front() {
            for next in self.neighbours(here) {
                if !found.contains_key(&next) {
                    found.insert(next, found[&here] + 1);
                    queue.push_back(next);
                }
            }
        }
        found
    }

    /// Whether a class can go from one hex to the next, as the sample's legend and costs say.
    pub fn passes(&self, from: At, to: At, class: Class) -> bool {
        if self.walls.contains(&(from, to)) {
            return false;
        }
        if self.roads.contains_key(&(from, to)) {
            return true;
        }
        let river = self.rivers.contains(&(from, to));
        match class {
            Class::Leg => true,
            Class::Tac => !river && self.marks[&to] != 'm',
            Class::Truck => !river && !matches!(self.marks[&to], 'm' | 'f'),
        }
    }
}

/// Where each side's units, HQs and zones are.
#[derive(Default)]
pub struct Zones {
    pub units: BTreeSet<At>,
    pub hqs: BTreeSet<At>,
    pub trains: BTreeSet<At>,
    pub ezoc: BTreeSet<At>,
    pub real_av: BTreeSet<At>,
    pub engagement: BTreeSet<At>,
}

/// The zones of a side, without what hangs on Support. [BCS-ZONE-1] [BCS-ZONE-3] [BCS-ZONE-4]
pub fn zones(state: &State, map: &Map, side: Side) -> Zones {
    zones_of(state, map, side, &|_| true)
}

/// Which units are in the Command Radius of their formation. [BCS-CR-1]
pub fn in_command(state: &State, map: &Map) -> Vec<bool> {
    let of = |n: usize| {
        let (card, piece) = (&state.scenario.units[n], &state.facts.unit[n]);
        let formation = piece.assigned.or(card.formation)?;
        let body = state.scenario.formations.iter().position(|one| one.id == formation)?;
        let (body, here) = (state.formations().nth(body)?, piece.at?);
        Some(hqs(body).any(|(hq, radius)| map.distances(hq)[&at(here)] <= radius))
    };
    (0..state.facts.unit.len()).map(|n| of(n).unwrap_or(false)).collect()
}

/// The HQs of a formation on the map, each with its Command Radius. [BCS-GEN-2]
pub fn hqs(body: Body<'_>) -> impl Iterator<Item = (At, u32)> {
    let printed = body.card.hqs.iter().enumerate();
    printed.filter_map(move |(n, hq)| Some((at(body.facts.hq.get(n)?), u32::from(hq.radius))))
}

/// As [`zones`], of some of the units.
pub fn zones_of(state: &State, map: &Map, side: Side, counts: &dyn Fn(usize) -> bool) -> Zones {
    let mut zones = Zones::default();
    for (card, facts) in state.scenario.formations.iter().zip(&state.facts.formation) {
        if card.side == side {
            zones.hqs.extend(facts.hq.hexes().map(at));
            zones.trains.extend(facts.trains.on_map().map(|trains| at(trains.at)));
        }
    }
    let held: BTreeMap<At, Side> = state.facts.control.iter().map(|held| (at(held.hex), held.side)).collect();
    for (n, (card, piece)) in state.scenario.units.iter().zip(&state.facts.unit).enumerate() {
        if !counts(n) {
            continue;
        }
        let Some(here) = piece.at.filter(|_| piece.fate == Fate::OnMap && card.side == side).map(at) else {
            continue;
        };
        zones.units.insert(here);
        // The Move-side of a Dual unit that prints an AV is Red AV. [BCS-UNIT-7] [BCS-UNIT-9]
        let prints = card.dual && card.moving.is_some_and(|side| side.av.is_some());
        if (piece.face == Face::Move && !prints) || piece.screens {
            continue;
        }
        let around = map.neighbours(here).into_iter().filter(|next| {
            let urban = |hex: &At| map.marks[hex] == 'u';
            let barred = urban(next) && held.get(next) == Some(&side.enemy()) && !urban(&here);
            !barred && !map.walls.contains(&(here, *next))
        });
        let around: Vec<At> = around.collect();
        zones.ezoc.extend(&around);
        let kind = card.av.map(|(_, kind)| kind);
        let is_av = matches!(kind, Some(AvKind::Red | AvKind::Limited | AvKind::StandOff))
            || (kind.is_some() && (card.dual || card.stand_off));
        if is_av {
            zones.real_av.extend(&around);
            let far = map.distances(here).into_iter().filter(|(hex, n)| {
                *n == 1 || (*n > 1 && *n <= card.range.into() && matches!(map.marks[hex], '.' | 'm'))
            });
            zones.engagement.extend(far.map(|(hex, _)| hex));
        }
    }
    zones
}

/// The length of the shortest Safe Path. `av` are the hexes under AV EZOCs of the enemy. [BCS-SAFE-1] to [BCS-SAFE-7]
#[expect(clippy::too_many_arguments, reason = "everything that the rule speaks of")]
pub fn safe_path(
    map: &Map,
    own: &Zones,
    enemy: &Zones,
    av: &BTreeSet<At>,
    from: At,
    hq: At,
    radius: u32,
    class: Class,
) -> Option<u32> {
    let affected = |hex: &At| match class {
        Class::Tac => av.contains(hex),
        Class::Leg | Class::Truck => enemy.ezoc.contains(hex),
    };
    let friendly = |hex: &At| own.units.contains(hex) || own.hqs.contains(hex);
    let hostile = |hex: &At| enemy.units.contains(hex) || enemy.hqs.contains(hex);
    let mut found = BTreeMap::from([(from, 0u32)]);
    let mut queue = VecDeque::from([from]);
    while let Some(here) = queue.pop_front() {
        if here == hq {
            return Some(found[&here]).filter(|length| *length <= radius + 5);
        }
        for next in map.neighbours(here) {
            let opens =
                !hostile(&next) && (!affected(&next) || friendly(&next)) && map.passes(here, next, class);
            if opens && !found.contains_key(&next) {
                found.insert(next, found[&here] + 1);
                queue.push_back(next);
            }
        }
    }
    None
}

/// Road edges of the shortest legal way over roads, with or without tracks. [BCS-MSR-2] [BCS-MSR-4]
pub fn road_way(map: &Map, legal: &dyn Fn(&At) -> bool, from: At, to: &[At], tracks: bool) -> Option<u32> {
    if !legal(&from) {
        return None;
    }
    let mut found = BTreeMap::from([(from, 0u32)]);
    let mut queue = VecDeque::from([from]);
    while let Some(here) = queue.pop_front() {
        if to.contains(&here) {
            return Some(found[&here]);
        }
        for next in map.neighbours(here) {
            let road = map.roads.get(&(here, next)).is_some_and(|road| tracks || *road != RoadClass::Track);
            if road && legal(&next) && !found.contains_key(&next) {
                found.insert(next, found[&here] + 1);
                queue.push_back(next);
            }
        }
    }
    None
}

/// The sample with its units thrown about: hexes, faces, fates, HQs and trains, all by chance.
pub fn shaken(scenario: &std::sync::Arc<Scenario>, dice: &mut crate::Dice) -> State {
    let mut state = State::open(std::sync::Arc::clone(scenario));
    let cells = scenario.board.grid().cells();
    let (columns, rows) = at(scenario.board.place(*cells.last().expect("a hex")));
    let any = |dice: &mut crate::Dice| {
        place((1 + dice.below(columns as u64) as i16, 1 + dice.below(rows as u64) as i16))
    };
    let near = |dice: &mut crate::Dice, from: Place| {
        let (column, row) = at(from);
        let moved = (column + dice.below(9) as i16 - 4, row + dice.below(9) as i16 - 4);
        place((moved.0.clamp(1, columns), moved.1.clamp(1, rows)))
    };
    for n in 0..state.facts.unit.len() {
        let has_move = scenario.units[n].moving.is_some();
        let piece = &mut state.facts.unit[n];
        let Some(from) = piece.at else { continue };
        piece.at = Some(if dice.below(4) == 0 { any(dice) } else { near(dice, from) });
        piece.face = if has_move && dice.below(3) == 0 { Face::Move } else { Face::Deployed };
        piece.dropped = dice.below(5) == 0;
        piece.screens = scenario.units[n].screen && dice.below(2) == 0;
        if dice.below(12) == 0 {
            (piece.at, piece.fate) = (None, Fate::Dead);
        }
    }
    for n in 0..state.facts.formation.len() {
        let roads: Vec<Place> =
            scenario.board.roads.iter().flat_map(|road| road.path.iter().copied()).collect();
        let facts = &mut state.facts.formation[n];
        if dice.below(3) == 0 {
            facts.hq = (0..facts.hq.count()).map(|_| Some(dice.one(&roads))).collect();
        }
        if dice.below(3) == 0 {
            facts.trains = rules_bcs::state::Trains::Ghost(dice.one(&roads));
        }
    }
    state
}

/// The ends of the best retreats of a unit over three hexes, each path looked at; nothing where it cannot be made or ends in
/// an EZOC that applies. [BCS-RET-3] [BCS-RET-4] [BCS-RET-10]
#[expect(clippy::too_many_arguments, reason = "everything that the rule speaks of")]
pub fn retreats(
    map: &Map,
    own: &Zones,
    enemy: &Zones,
    av: &BTreeSet<At>,
    stacks: &BTreeMap<At, usize>,
    from: At,
    hqs: &[At],
    class: Class,
) -> BTreeSet<Vec<At>> {
    let applies = |hex: &At| {
        let zone = match class {
            Class::Tac => av.contains(hex),
            Class::Leg | Class::Truck => enemy.ezoc.contains(hex),
        };
        zone && !own.units.contains(hex)
    };
    let far = map.distances(from);
    let homes: Vec<_> = hqs.iter().map(|hq| map.distances(*hq)).collect();
    let hostile = |hex: &At| [&enemy.units, &enemy.hqs, &enemy.trains].iter().any(|set| set.contains(hex));
    let mut all: Vec<Vec<At>> = vec![vec![from]];
    for _ in 0..3 {
        let mut longer = Vec::new();
        for path in &all {
            let here = path[path.len() - 1];
            for next in map.neighbours(here) {
                let away = far[&next] >= far[&here] && !path.contains(&next);
                if away && !hostile(&next) && map.passes(here, next, class) {
                    longer.push(path.iter().copied().chain([next]).collect());
                }
            }
        }
        all = longer;
    }
    let price = |path: &Vec<At>| {
        let end = path[3];
        let zones = path[1..].iter().filter(|hex| applies(hex)).count();
        let away = far[&end];
        (
            3 - away,
            zones,
            applies(&end),
            homes.iter().map(|home| home[&end]).min().unwrap_or(0),
            stacks.get(&end).is_some_and(|n| *n >= 2),
        )
    };
    all.retain(|path| far[&path[3]] >= 2);
    let best = all.iter().map(price).min();
    let best_ones = all.iter().filter(|path| Some(price(path)) == best && !applies(&path[3]));
    best_ones.map(|path| path[1..].to_vec()).collect()
}

/// The AV EZOCs of both sides, with those of hosts: units of a formation with Support, in command, with a Safe Path by Tac
/// against real AV. [BCS-SUP-2] [BCS-ZONE-3]
pub fn av_zones(state: &State, map: &Map, both: &[Zones; 2]) -> [BTreeSet<At>; 2] {
    let mut av = both.each_ref().map(|zones| zones.real_av.clone());
    for (unit, here) in state.on_map() {
        let Some(body) = unit.formation().and_then(|id| state.formation(id)) else { continue };
        let side = body.card.side;
        let (own, enemy) = (&both[side.index()], &both[side.enemy().index()]);
        let supported = state.of(body.card.id).any(|one| one.piece.fate == Fate::Support);
        let lies = unit.piece.face == Face::Deployed
            && unit.card.arrow
            && !unit.piece.dropped
            && !unit.piece.screens;
        let in_command = hqs(body).any(|(hq, radius)| map.distances(hq)[&at(here)] <= radius);
        let path = hqs(body).find_map(|(hq, radius)| {
            safe_path(map, own, enemy, &enemy.real_av, at(here), hq, radius, Class::Tac)
        });
        if supported && lies && in_command && path.is_some() {
            let urban = |hex: &At| map.marks[hex] == 'u';
            let held = |hex: &At| state.controls(place(*hex)) == Some(side.enemy());
            let around = map.neighbours(at(here)).into_iter();
            av[side.index()].extend(around.filter(|hex| {
                let barred = urban(hex) && held(hex) && !urban(&at(here));
                !barred && !map.walls.contains(&(at(here), *hex))
            }));
        }
    }
    av
}
