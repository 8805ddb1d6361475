//! What a test of refusals looks at: a command, who gives it, and the facts it meets.

use kernel::Acting;
use rules_battlefront::facts::{CombatRecord, Element, SideFacts, Stand, Work, Wreck};
use rules_battlefront::ids::UnitTypeId;
use rules_battlefront::measure::Point;
use rules_battlefront::setup::options::{IsolatedFormation, Scope};
use rules_battlefront::setup::{SideSetup, UnitType};
use rules_battlefront::words::{Class, Edge, StandState, Standing, Status};
use rules_battlefront::{Side, State};
use serde_json::Value;

/// A command as somebody gives it in a position.
pub struct Look<'s> {
    pub state: &'s State,
    pub acting: Acting,
    pub value: &'s Value,
}

/// Who holds a place, as the catalogue has it in 5.3.8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Area {
    Line,
    OwnPocket,
    EnemyPocket,
    Beyond,
}

impl<'s> Look<'s> {
    pub fn name(&self) -> &'s str {
        self.value["do"].as_str().unwrap_or_default()
    }

    pub fn text(&self, key: &str) -> &'s str {
        self.value[key].as_str().unwrap_or_default()
    }

    pub fn list(&self, key: &str) -> Vec<&'s str> {
        self.value[key].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
    }

    pub fn number(&self, key: &str, default: i64) -> i64 {
        self.value[key].as_i64().unwrap_or(default)
    }

    /// The place that a command names; commands of this test name whole inches.
    pub fn point(&self) -> Point {
        let inches = |key| i32::try_from(self.number(key, 0) * 100).expect("on or near the map");
        Point::new(inches("x"), inches("y"))
    }

    pub fn step(&self) -> String {
        self.state.step().to_string()
    }

    /// The side whose command it is; of a command that is no side's, nobody asks.
    pub fn side(&self) -> Side {
        Side::of(self.acting.seat).unwrap_or(Side::FIRST)
    }

    pub fn facts(&self) -> &'s SideFacts {
        self.state.side(self.side())
    }

    pub fn setup(&self) -> &'s SideSetup {
        self.state.setup_of(self.side())
    }

    pub fn element(&self, name: &str) -> Option<&'s Element> {
        self.facts().elements.iter().find(|element| element.id.as_str() == name)
    }

    pub fn stand(&self, name: &str) -> Option<(&'s Element, &'s Stand)> {
        stands(self.facts()).find(|(_, stand)| stand.id.as_str() == name)
    }

    pub fn enemy_stand(&self, name: &str) -> Option<&'s Stand> {
        let theirs = stands(self.state.side(self.side().enemy()));
        theirs.map(|(_, stand)| stand).find(|stand| stand.id.as_str() == name)
    }

    pub fn wreck(&self, name: &str) -> Option<&'s Wreck> {
        self.state.facts.wrecks.iter().find(|wreck| wreck.id.as_str() == name)
    }

    /// A fortification that the side knows of: its own, or one that everybody knows.
    pub fn work(&self, name: &str) -> Option<&'s Work> {
        let own = self.setup().id;
        let mut known = self.state.facts.works.iter().filter(|work| work.known || work.side == own);
        known.find(|work| work.id.as_str() == name)
    }

    pub fn kind(&self, id: UnitTypeId) -> Option<&'s UnitType> {
        self.state.campaign().unit_types.iter().find(|kind| kind.id == id)
    }

    pub fn class(&self, stand: &Stand) -> Class {
        self.kind(stand.kind).map_or(Class::Infantry, |kind| kind.class)
    }

    pub fn is_in_play(&self, element: &Element) -> bool {
        let there = |stand: &Stand| matches!(stand.state, StandState::Here | StandState::Panicked);
        element.standing == Standing::InPlay && element.stands.iter().any(there)
    }

    /// [BF-R23] How a formation stands by its living stands.
    pub fn status(&self, element: &Element) -> Status {
        let of = |behind: &[Status]| alive(element).filter(|stand| behind.contains(&stand.status)).count();
        let living = alive(element).count();
        let is = |n: usize| match self.state.options().isolated_me {
            IsolatedFormation::Any => n >= 1,
            IsolatedFormation::Majority => n * 2 > living,
            IsolatedFormation::All => n > 0 && n == living,
        };
        match () {
            () if is(of(&[Status::CutOff])) => Status::CutOff,
            () if is(of(&[Status::CutOff, Status::Isolated])) => Status::Isolated,
            () => Status::Normal,
        }
    }

    /// [BF-R17, BF-R21] What a formation did in the scenario, or the day, that counts as the previous one.
    pub fn record(&self, element: &'s Element, scope: Scope) -> CombatRecord {
        let (record, last) = match scope {
            Scope::Scenario => (element.scenario, self.state.facts.scenarios),
            Scope::Day => (element.day, self.state.facts.last_day_fought),
        };
        if record.number == last && last > 0 { record } else { CombatRecord::default() }
    }

    /// The formations that a battle is fought by.
    pub fn fights(&self, element: &Element) -> bool {
        let on_map = alive(element).any(|stand| stand.at.is_some());
        element.standing == Standing::InPlay && (self.facts().chosen.contains(&element.id.into()) || on_map)
    }

    pub fn is_on_map(&self, at: Point) -> bool {
        let map = &self.state.campaign().map;
        (0..=map.width.0).contains(&at.x.0) && (0..=map.height.0).contains(&at.y.0)
    }

    /// Who holds a place: pockets first, then the own line seen from home, by plain figures.
    pub fn area(&self, at: Point) -> Area {
        let own = self.setup().id;
        let within = |is_own: bool| {
            let pockets = self.state.facts.pockets.iter().filter(|pocket| (pocket.side == own) == is_own);
            pockets.into_iter().any(|pocket| self.is_near(&pocket.units, at))
        };
        match () {
            () if within(false) => Area::EnemyPocket,
            () if within(true) => Area::OwnPocket,
            () if self.is_behind(at) => Area::Line,
            () => Area::Beyond,
        }
    }

    /// Within the half width of a pocket's units, or of its links.
    fn is_near(&self, units: &[Point], at: Point) -> bool {
        let perimeter = &self.state.campaign().perimeter;
        let (half, reach) = (f64::from(perimeter.link_half_width.0), f64::from(perimeter.spacing.0));
        let pairs = units.iter().flat_map(|one| units.iter().map(move |other| (*one, *other)));
        let mut links = pairs.filter(|(one, other)| gap(*one, *other) <= reach + 1e-6);
        links.any(|(one, other)| from_segment(one, other, at) <= half + 1e-6)
    }

    /// From the place straight home the own line is crossed an even number of times.
    fn is_behind(&self, at: Point) -> bool {
        let map = &self.state.campaign().map;
        let (width, height) = (f64::from(map.width.0), f64::from(map.height.0));
        // Along the front, and how far from home.
        let turned = |point: Point| {
            let (x, y) = (f64::from(point.x.0), f64::from(point.y.0));
            match self.setup().home_edge {
                Edge::South => (x, y),
                Edge::North => (x, height - y),
                Edge::West => (y, x),
                Edge::East => (y, width - x),
            }
        };
        let (along, depth) = turned(at);
        let drawn = self.state.facts.lines.iter().find(|line| line.id == self.setup().id);
        let mut line: Vec<(f64, f64)> =
            drawn.into_iter().flat_map(|line| &line.points).map(|point| turned(*point)).collect();
        let Some((first, last)) = line.first().copied().zip(line.last().copied()) else {
            return depth <= 500.0;
        };
        let (left, right) = if first.0 <= last.0 { (first, last) } else { (last, first) };
        if first.0 > last.0 {
            line.reverse();
        }
        line.insert(0, (left.0.min(-1.0), left.1));
        line.push((right.0.max(width.max(height) + 1.0), right.1));
        let crossings = line.windows(2).filter(|pair| {
            let ((au, av), (bu, bv)) = (pair[0], pair[1]);
            (au <= along) != (bu <= along) && av + (bv - av) * (along - au) / (bu - au) < depth - 1e-6
        });
        crossings.count() % 2 == 0
    }
}

pub fn stands(facts: &SideFacts) -> impl Iterator<Item = (&Element, &Stand)> {
    facts.elements.iter().flat_map(|element| element.stands.iter().map(move |stand| (element, stand)))
}

pub fn alive(element: &Element) -> impl Iterator<Item = &Stand> {
    element.stands.iter().filter(|stand| stand.state == StandState::Here)
}

pub fn is_behind(stand: &Stand) -> bool {
    stand.status != Status::Normal
}

/// Whether a name comes twice.
pub fn has_twice<T: PartialEq>(names: &[T]) -> bool {
    (1..names.len()).any(|n| names[..n].contains(&names[n]))
}

fn gap(one: Point, other: Point) -> f64 {
    f64::from(one.x.0 - other.x.0).hypot(f64::from(one.y.0 - other.y.0))
}

fn from_segment(a: Point, b: Point, at: Point) -> f64 {
    let (dx, dy) = (f64::from(b.x.0 - a.x.0), f64::from(b.y.0 - a.y.0));
    let (px, py) = (f64::from(at.x.0 - a.x.0), f64::from(at.y.0 - a.y.0));
    let square = dx * dx + dy * dy;
    let part = if square > 0.0 { ((px * dx + py * dy) / square).clamp(0.0, 1.0) } else { 0.0 };
    (px - part * dx).hypot(py - part * dy)
}

/// Whether a place lies in an area, its outline left out.
pub fn is_inside(outline: &[Point], at: Point) -> bool {
    let xy = |point: Point| (f64::from(point.x.0), f64::from(point.y.0));
    let (x, y) = xy(at);
    let edges = || outline.iter().zip(outline.iter().cycle().skip(1));
    let on_edge = edges().any(|(a, b)| from_segment(*a, *b, at) < 1e-6);
    let crossed = edges().filter(|(a, b)| {
        let ((ax, ay), (bx, by)) = (xy(**a), xy(**b));
        (ay > y) != (by > y) && x < ax + (bx - ax) * (y - ay) / (by - ay)
    });
    !on_edge && crossed.count() % 2 == 1
}
