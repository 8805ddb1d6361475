//! The front after a battle, for every seat: stands on the map, who moved, who stays in contact, who stands behind the
//! enemy's line and why. All of it is public from C5 on. [BF-R50]

mod tables;

pub use tables::{first, look, places, stands, told};

use frontline::{Block as Closed, Broken, End, Goal, Lane, Outcome, Proof};

use super::prose::{capital, id_words, listed};
use crate::geometry::{distance_squared, is_within};
use crate::measure::{Inches, Point};
use crate::perimeter::{Field, Standing, Unit, on_the_map};
use crate::phase::{Step, shows_stands};
use crate::rules::s2_1_2_4_2_status::status;
use crate::state::State;
use crate::words::{Side, Status};

/// Why a unit stands as it does behind the enemy's line, and the way back that it has.
pub struct Reason {
    /// The unit.
    pub unit: Unit,
    /// In a sentence or two.
    pub words: String,
    /// The way back, from the unit on; empty without one.
    pub way: Vec<Point>,
}

/// The units that are not Normal, each with its reason; from C6 on.
pub fn reasons(state: &State) -> Vec<Reason> {
    let behind: Vec<(usize, Standing<'_>)> =
        on_the_map(state).enumerate().filter(|(_, one)| one.stand.status != Status::Normal).collect();
    if !shows_stands(state) || state.step() < Step::Perimeter || behind.is_empty() {
        return Vec::new();
    }
    let ruled = |unit: Unit| Reason { unit, words: "As the umpire ruled.".into(), way: Vec::new() };
    let Some(field) = Field::of(state) else {
        return behind.into_iter().map(|(_, one)| ruled(one.unit)).collect();
    };
    let outcome = field.position.outcome();
    let reason = |(nth, one): (usize, Standing<'_>)| {
        // After escapes the map is another; what C6 found is told while it stands.
        if status(outcome.standing(nth)) != one.stand.status {
            return ruled(one.unit);
        }
        let proof = Told { state, field: &field, outcome: &outcome, side: one.unit.side };
        proof.reason(nth, one.unit)
    };
    behind.into_iter().map(reason).collect()
}

struct Told<'a> {
    state: &'a State,
    field: &'a Field,
    outcome: &'a Outcome<'a, Unit>,
    side: Side,
}

impl Told<'_> {
    fn reason(&self, nth: usize, unit: Unit) -> Reason {
        match self.outcome.proof(nth) {
            Proof::Linked { .. } => Reason { unit, words: String::new(), way: Vec::new() },
            Proof::Open { chain, lane, broken } => Reason {
                unit,
                words: self.open(&chain, &lane) + &self.clear(&lane) + &self.broken(broken),
                way: lane.drawn.iter().map(|point| self.field.back(*point)).collect(),
            },
            Proof::Closed { by, broken } => {
                Reason { unit, words: self.closed(nth, &by) + &self.broken(broken), way: Vec::new() }
            }
        }
    }

    fn name(&self, nth: usize) -> String {
        self.field.position.id(nth).to_string()
    }

    fn names(&self, units: &[usize]) -> String {
        listed(units.iter().map(|unit| self.name(*unit)).collect::<Vec<_>>())
    }

    fn open(&self, chain: &[usize], lane: &Lane) -> String {
        let to = match lane.goal {
            Goal::Home => "to the home edge".into(),
            Goal::Entry(nth) => {
                let entry = self.state.setup_of(self.side).entry_points.get(nth);
                entry.map_or_else(|| "to an entry point".into(), |entry| format!("to {}", id_words(entry.id)))
            }
            Goal::Unit(friend) => format!("to {}", self.name(friend)),
        };
        let over = match chain {
            [_, rest @ ..] if !rest.is_empty() => format!(", over {}", self.names(rest)),
            _ => String::new(),
        };
        let passed: Vec<usize> = lane.west.iter().chain(&lane.east).copied().collect();
        let past = if passed.is_empty() { String::new() } else { format!(", past {}", self.names(&passed)) };
        format!("A way back leads {to}{over}{past}.")
    }

    fn place(&self, nth: usize) -> Point {
        self.field.back(self.field.position.at(nth))
    }

    /// How far the way back keeps from the nearest enemy.
    fn clear(&self, lane: &Lane) -> String {
        let way: Vec<Point> = lane.drawn.iter().map(|point| self.field.back(*point)).collect();
        let enemies = on_the_map(self.state).filter(|one| one.unit.side != self.side);
        let nearest = enemies.map(|enemy| (clearance(&way, enemy.at), enemy.unit)).min();
        match nearest.filter(|_| way.len() > 1) {
            // Where the lane goes around an enemy, what is drawn of it cuts the corner a little.
            Some((inches, enemy)) => {
                let inches = inches.max(self.state.campaign().perimeter.spacing);
                format!(" It keeps {inches} inches clear of {enemy}.")
            }
            None => String::new(),
        }
    }

    fn closed(&self, nth: usize, by: &Closed) -> String {
        match by {
            Closed::TooNear(enemy) => {
                let inches = apart(self.place(nth), self.place(*enemy));
                format!("{} is too near for any way back, at {inches} inches.", self.name(*enemy))
            }
            Closed::Barrier { enemies, ends } => {
                let closes = if enemies.len() == 1 { "closes" } else { "close" };
                let at_side = ends.iter().any(|end| matches!(end, End::LeftSide | End::RightSide));
                let side = if at_side { " up to the side of the map" } else { "" };
                let gaps = enemies.windows(2).map(|pair| apart(self.place(pair[0]), self.place(pair[1])));
                let gap = gaps.max().map(|widest| format!(", no gap wider than {widest} inches"));
                format!("{} {closes} every way back{side}{}.", self.names(enemies), gap.unwrap_or_default())
            }
        }
    }

    /// Why no protected line leads back either.
    fn broken(&self, broken: Option<Broken>) -> String {
        let Some(Broken { from, to, by }) = broken else { return String::new() };
        let (a, b) = (self.name(from), self.name(to));
        match by {
            Some(enemy) => format!(" {} breaks the link of {a} and {b}.", self.name(enemy)),
            None => {
                let (from, to) = (self.field.position.at(from), self.field.position.at(to));
                let square = from.distance_squared(to).unsigned_abs();
                let down = square.isqrt();
                let apart = Inches((down + u64::from(down * down < square)) as i32);
                format!(" {a} and {b} are {apart} inches apart, too far for a link.")
            }
        }
    }
}

/// What the note beside a stand on the map says.
pub fn stand_note(state: &State, one: &Standing<'_>) -> String {
    let from = one.stand.moved_from.map(|from| format!("moved from {from}"));
    how_it_stands(state, one, from)
}

/// How a stand stands, and what else is to be said of it.
fn how_it_stands(state: &State, one: &Standing<'_>, more: Option<String>) -> String {
    let mut notes = Vec::new();
    if state.step() >= Step::Perimeter {
        notes.push(one.stand.status.prose().to_owned());
    }
    notes.extend(more);
    for (holds, words) in [
        (one.stand.improved, "improved position"),
        (one.stand.unmoved, "did not move"),
        (one.stand.immobile, "immobile"),
    ] {
        if holds {
            notes.push(words.into());
        }
    }
    capital(&notes.join(", "))
}

/// The distance of two places, rounded down to a hundredth, so that what is nearer than a figure never reads as the figure.
fn apart(a: Point, b: Point) -> Inches {
    Inches(i32::try_from(distance_squared(a, b).unsigned_abs().isqrt()).unwrap_or(i32::MAX))
}

/// The distance of a place from a way, rounded up to a hundredth.
fn clearance(way: &[Point], at: Point) -> Inches {
    const FARTHEST: i32 = 1_000_000;
    let within = |hundredths: i32| is_within(way, at, Inches(hundredths));
    let (mut low, mut high) = (0, FARTHEST);
    while low < high {
        let middle = low + (high - low) / 2;
        if within(middle) { high = middle } else { low = middle + 1 }
    }
    Inches(low)
}
