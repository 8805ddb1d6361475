//! How units in contact part: straight back, by equal parts where both have been moving.

use std::fmt::Debug;
use std::fmt::Display;

use crate::outcome::Standing;
use crate::place::{Point, Side};
use crate::position::Position;
use crate::roots::root_up;

/// The most rounds of moving back.
const ROUNDS: usize = 20;

/// What is proposed: who moves, and which contacts stay.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Disengagement {
    /// Units that move, by their places in the list.
    pub moves: Vec<Move>,
    /// Contacts that stay.
    pub unresolved: Vec<Unresolved>,
}

/// A unit moves back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The unit.
    pub unit: usize,
    /// From where.
    pub from: Point,
    /// To where.
    pub to: Point,
}

/// Two units that stay in contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unresolved {
    /// South's unit.
    pub south: usize,
    /// North's unit.
    pub north: usize,
    /// Why.
    pub why: Why,
}

/// Which unit of a pair something is said of.
pub type Mover = usize;

/// Why two units stay in contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Neither has to move.
    BothFixed,
    /// They have passed each other: straight back leads through the enemy.
    Passed,
    /// This one has come to the edge of the table.
    Edge(Mover),
    /// This one would come too near to another enemy.
    OtherEnemy(Mover, usize),
    /// Nobody can stand where this one would go.
    Barred(Mover),
    /// Another unit stands where this one would go.
    Occupied(Mover, usize),
    /// This one holds the flank of a salient: if it went, a friend would be cut off.
    Flank(Mover),
    /// The rounds of moving back are used up.
    Rounds,
}

struct Run<'a, I> {
    position: &'a Position<I>,
    is_fixed: &'a dyn Fn(usize) -> bool,
    is_barred: &'a dyn Fn(Point) -> bool,
    places: Vec<Point>,
    /// What last kept each unit from moving as far as it should.
    stopped: Vec<Option<Why>>,
}

pub(crate) fn disengage<I: Clone + Ord + Debug + Display>(
    position: &Position<I>,
    is_fixed: &dyn Fn(usize) -> bool,
    is_barred: &dyn Fn(Point) -> bool,
) -> Disengagement {
    let places = position.places().to_vec();
    let stopped = vec![None; position.len()];
    let mut run = Run { position, is_fixed, is_barred, places, stopped };
    for _ in 0..ROUNDS {
        if !run.round() {
            break;
        }
    }
    run.keep_flanks();
    run.finish()
}

impl<I: Clone + Ord + Debug + Display> Run<'_, I> {
    /// Pairs in contact, South's unit first, in order.
    fn contacts(&self) -> Vec<(usize, usize)> {
        let spacing = self.position.measures().spacing;
        let mut north: Vec<usize> = self.position.of(Side::North).collect();
        north.sort_unstable_by_key(|unit| (self.places[*unit].x, *unit));
        let mut pairs = Vec::new();
        for south in self.position.of(Side::South) {
            let at = self.places[south];
            let first = north.partition_point(|unit| self.places[*unit].x <= at.x - spacing);
            let near = north[first..].iter().take_while(|unit| self.places[**unit].x < at.x + spacing);
            pairs.extend(near.filter(|unit| self.touch(at, self.places[**unit])).map(|unit| (south, *unit)));
        }
        pairs.sort_unstable();
        pairs
    }

    fn touch(&self, a: Point, b: Point) -> bool {
        let spacing = i64::from(self.position.measures().spacing);
        a.distance_squared(b) < spacing * spacing
    }

    fn has_passed(&self, south: usize, north: usize) -> bool {
        self.places[north].y < self.places[south].y
    }

    /// One round: every unit that has to goes back as far as its contacts ask, all at once. Whether any moved.
    fn round(&mut self) -> bool {
        let spacing = i64::from(self.position.measures().spacing);
        let contacts = self.contacts();
        let mut back = vec![0_i64; self.places.len()];
        for (south, north) in contacts.iter().copied() {
            let fixed = [(self.is_fixed)(south), (self.is_fixed)(north)];
            if fixed == [true, true] || self.has_passed(south, north) {
                continue;
            }
            let (a, b) = (self.places[south], self.places[north]);
            let aside = i64::from(a.x) - i64::from(b.x);
            let missing = root_up(spacing * spacing - aside * aside) - (i64::from(b.y) - i64::from(a.y));
            let each = if fixed == [false, false] { (missing + 1).div_euclid(2) } else { missing };
            for (unit, fixed) in [(south, fixed[0]), (north, fixed[1])] {
                if !fixed {
                    back[unit] = back[unit].max(each);
                }
            }
        }
        let targets = self.targets(&back, &contacts);
        let moved = targets != self.places;
        self.places = targets;
        moved
    }

    /// Where units go in this round. A unit whose way is barred stays; of two that would stand on one place the one
    /// with the smaller id goes.
    fn targets(&mut self, back: &[i64], contacts: &[(usize, usize)]) -> Vec<Point> {
        let height = self.position.table().height;
        let mut movers: Vec<usize> = (0..back.len()).filter(|unit| back[*unit] > 0).collect();
        movers.sort_unstable_by_key(|unit| self.position.rank(*unit));
        let mut targets = self.places.clone();
        for unit in movers.iter().copied() {
            let frame = self.position.frame(self.position.side(unit));
            let own = frame.turn(self.places[unit]);
            let y = (i64::from(own.y) - back[unit]).clamp(0, i64::from(height)) as i32;
            let stops = i64::from(own.y) < back[unit];
            let target = frame.turn(Point { x: own.x, y });
            let why = self.barred(unit, target, &targets, back, contacts);
            self.stopped[unit] = why.or(stops.then_some(Why::Edge(unit)));
            if why.is_none() {
                targets[unit] = target;
            }
        }
        targets
    }

    fn barred(
        &self,
        unit: usize,
        target: Point,
        targets: &[Point],
        back: &[i64],
        contacts: &[(usize, usize)],
    ) -> Option<Why> {
        let side = self.position.side(unit);
        let in_contact = |enemy: usize| {
            let pair = if side == Side::South { (unit, enemy) } else { (enemy, unit) };
            contacts.binary_search(&pair).is_ok()
        };
        let enemies = self.position.of(side.enemy());
        let near =
            enemies.into_iter().find(|enemy| self.touch(target, self.places[*enemy]) && !in_contact(*enemy));
        if let Some(enemy) = near {
            return Some(Why::OtherEnemy(unit, enemy));
        }
        if (self.is_barred)(target) {
            return Some(Why::Barred(unit));
        }
        let here = self.places[unit];
        let occupant = (0..self.places.len()).find(|other| {
            // A unit that is to move leaves its place; one that has moved holds its new one. Who shared a place may
            // go on sharing one.
            let stays = back[*other] == 0 || targets[*other] != self.places[*other];
            *other != unit && stays && targets[*other] == target && self.places[*other] != here
        });
        occupant.filter(|_| target != here).map(|other| Why::Occupied(unit, other))
    }

    /// A unit stays whose move alone would cut a friend off.
    fn keep_flanks(&mut self) {
        let mut movers: Vec<usize> =
            (0..self.places.len()).filter(|unit| self.places[*unit] != self.position.at(*unit)).collect();
        movers.sort_unstable_by_key(|unit| self.position.rank(*unit));
        if movers.is_empty() {
            return;
        }
        let mut cut = self.cut_off(&self.places);
        for unit in movers {
            let side = self.position.side(unit);
            let friends = |cut: &[bool]| self.position.of(side).any(|friend| cut[friend]);
            if !friends(&cut) {
                continue;
            }
            let mut without = self.places.clone();
            without[unit] = self.position.at(unit);
            let cut_without = self.cut_off(&without);
            if self.position.of(side).any(|friend| cut[friend] && !cut_without[friend]) {
                self.places = without;
                self.stopped[unit] = Some(Why::Flank(unit));
                cut = cut_without;
            }
        }
    }

    fn cut_off(&self, places: &[Point]) -> Vec<bool> {
        let position = self.position.with_places(places.to_vec());
        let outcome = position.outcome();
        (0..places.len()).map(|unit| outcome.standing(unit) == Standing::CutOff).collect()
    }

    fn finish(self) -> Disengagement {
        let moves = (0..self.places.len()).map(|unit| Move {
            unit,
            from: self.position.at(unit),
            to: self.places[unit],
        });
        let moves = moves.filter(|step| step.from != step.to).collect();
        let unresolved = self.contacts().into_iter().map(|(south, north)| {
            let fixed = [(self.is_fixed)(south), (self.is_fixed)(north)];
            let why = if fixed == [true, true] {
                Why::BothFixed
            } else if self.has_passed(south, north) {
                Why::Passed
            } else {
                let stopped = [south, north].into_iter().find_map(|unit| self.stopped[unit]);
                stopped.unwrap_or(Why::Rounds)
            };
            Unresolved { south, north, why }
        });
        let unresolved = unresolved.collect();
        Disengagement { moves, unresolved }
    }
}
