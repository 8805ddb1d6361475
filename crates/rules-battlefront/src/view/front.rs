//! The front after a battle, for every seat: stands on the map, who moved, who stays in contact, who stands behind the
//! enemy's line and why. All of it is public from C5 on. [BF-R50]

use frontline::{Block as Closed, Broken, End, Goal, Lane, Outcome, Proof};
use kernel::RuleId;
use kernel::view::{Block, Cell, ColumnRole, Panel, RowState, Sheet, Text};

use super::Eyes;
use super::natural::listed_on_the_map;
use super::prose::{capital, counted, id_words, listed, slug, type_name};
use crate::geometry::{distance_squared, is_within};
use crate::measure::{Inches, Point};
use crate::perimeter::{Field, Standing, Unit, on_the_map};
use crate::phase::{Step, shows_stands};
use crate::rules::s2_1_2_4_1_disengage::contact_words;
use crate::rules::s2_1_2_4_1_disengage::contacts;
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
            Some((inches, enemy)) => format!(" It keeps {inches} inches clear of {enemy}."),
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
    let mut notes = Vec::new();
    if state.step() >= Step::Perimeter {
        notes.push(one.stand.status.prose().to_owned());
    }
    if let Some(from) = one.stand.moved_from {
        notes.push(format!("moved from {from}"));
    }
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

/// Who moved back in C5: from where to where, how far, and before whom. [BF-2.1.2.4.1-1]
pub fn moves(eyes: &Eyes<'_>) -> Option<Block> {
    let state = eyes.state;
    if state.step() != Step::Disengage {
        return None;
    }
    let columns = [
        ("Stand", ColumnRole::Code),
        ("Type", ColumnRole::Name),
        ("Side", ColumnRole::Words),
        ("From", ColumnRole::Code),
        ("To", ColumnRole::Code),
        ("Inches", ColumnRole::Figure),
        ("Why", ColumnRole::Words),
    ];
    let all = listed_on_the_map(state);
    let mut sheet = Sheet::new("", &columns);
    for one in &all {
        let Some(from) = one.stand.moved_from else { continue };
        let cells = vec![
            Cell::new(one.unit.to_string()),
            Cell::new(type_name(state.campaign(), one.stand.kind)),
            Cell::new(Text::empty().side(one.unit.side.number())),
            Cell::new(from.to_string()),
            Cell::new(one.at.to_string()),
            Cell::new(apart(from, one.at).to_string()),
            Cell::new(before_whom(state, one, from, &all)),
        ];
        let id = format!("moved-{}-{}", one.unit.side.number(), slug(one.unit.id.as_str()));
        sheet.row(id, RowState::Here, cells);
    }
    let body = if sheet.rows.is_empty() {
        vec![Block::Empty(Text::new("Nobody moves back."))]
    } else {
        let words = "Whoever is nearer than 5 inches to an enemy goes straight back until nobody is.";
        vec![Block::Note(Text::new(words).rule(RuleId("BF-2.1.2.4.1-1"))), Block::Sheet(sheet)]
    };
    Some(Panel::new("moves", "Who moves back", body).rule(RuleId("BF-2.1.2.4.1-1")).block())
}

/// The nearest enemy of a stand where both stood before, and what he does.
fn before_whom(state: &State, one: &Standing<'_>, from: Point, all: &[Standing<'_>]) -> String {
    let stood = |other: &Standing<'_>| other.stand.moved_from.unwrap_or(other.at);
    let enemies = all.iter().filter(|other| other.unit.side != one.unit.side);
    let nearest = enemies.min_by_key(|enemy| distance_squared(stood(enemy), from));
    let Some(enemy) = nearest else { return "As the umpire put it.".into() };
    let inches = apart(stood(enemy), from);
    if inches >= state.campaign().perimeter.spacing {
        return "As others parted, or as the umpire put it.".into();
    }
    let does = match () {
        () if enemy.stand.moved_from.is_some() => "goes back too",
        () if enemy.stand.improved => "may stay, in an improved position",
        () if enemy.stand.unmoved => "may stay, for it did not move",
        () if enemy.stand.immobile => "stays, for it is immobile",
        () => "stays",
    };
    format!("{inches} from {}; {} {does}.", enemy.unit, enemy.unit)
}

/// The stands that are not Normal, each with the proof in inches; from C6 on. [BF-2.1.2.4.2-2]
pub fn behind(eyes: &Eyes<'_>) -> Option<Block> {
    let state = eyes.state;
    if !shows_stands(state) || state.step() < Step::Perimeter {
        return None;
    }
    let columns = [
        ("Stand", ColumnRole::Code),
        ("Type", ColumnRole::Name),
        ("Side", ColumnRole::Words),
        ("At", ColumnRole::Code),
        ("How it stands", ColumnRole::Words),
        ("Why", ColumnRole::Words),
    ];
    let reasons = reasons(state);
    let mut sheet = Sheet::new("", &columns);
    for one in listed_on_the_map(state).iter().filter(|one| one.stand.status != Status::Normal) {
        let why = reasons.iter().find(|reason| reason.unit == one.unit);
        let cells = vec![
            Cell::new(one.unit.to_string()),
            Cell::new(type_name(state.campaign(), one.stand.kind)),
            Cell::new(Text::empty().side(one.unit.side.number())),
            Cell::new(one.at.to_string()),
            Cell::new(stand_note(state, one)),
            Cell::new(why.map_or("", |reason| &reason.words)),
        ];
        let id = format!("behind-{}-{}", one.unit.side.number(), slug(one.unit.id.as_str()));
        sheet.row(id, RowState::Here, cells);
    }
    let body = if sheet.rows.is_empty() {
        Block::Empty(Text::new("Nobody is isolated or cut off."))
    } else {
        Block::Sheet(sheet)
    };
    Some(Panel::new("behind", "Not Normal", vec![body]).rule(RuleId("BF-2.1.2.4.2-2")).block())
}

/// Every other stand on the map, folded behind its heading; the list beside the board.
pub fn stands(eyes: &Eyes<'_>) -> Option<Block> {
    let state = eyes.state;
    if !shows_stands(state) {
        return None;
    }
    let columns = [
        ("Stand", ColumnRole::Code),
        ("Type", ColumnRole::Name),
        ("Side", ColumnRole::Words),
        ("At", ColumnRole::Code),
        ("How it stands", ColumnRole::Words),
    ];
    let told = state.step() >= Step::Perimeter;
    let mut sheet = Sheet::new("", &columns);
    for one in listed_on_the_map(state).iter().filter(|one| !told || one.stand.status == Status::Normal) {
        let cells = vec![
            Cell::new(one.unit.to_string()),
            Cell::new(type_name(state.campaign(), one.stand.kind)),
            Cell::new(Text::empty().side(one.unit.side.number())),
            Cell::new(one.at.to_string()),
            Cell::new(stand_note(state, one)),
        ];
        let id = format!("stand-{}-{}", one.unit.side.number(), slug(one.unit.id.as_str()));
        sheet.row(id, RowState::Here, cells);
    }
    let n = counted(sheet.rows.len() as i64, "stand", "stands");
    let body = if sheet.rows.is_empty() {
        Block::Empty(Text::new("No stand is on the map."))
    } else {
        Block::Sheet(sheet)
    };
    let heading = if told { "Normal" } else { "Stands on the map" };
    let panel = Panel::new("stands", heading, vec![body]).rule(RuleId("BF-R50")).remark(Text::new(n));
    Some(panel.folded().block())
}

/// Contacts that stay in C5, each with its inches and its reason. [BF-2.1.2.4.1-5]
pub fn contacts_left(eyes: &Eyes<'_>) -> Option<Block> {
    let state = eyes.state;
    if state.step() != Step::Disengage {
        return None;
    }
    let columns = [("Who", ColumnRole::Code), ("Inches", ColumnRole::Figure), ("Why", ColumnRole::Words)];
    let mut sheet = Sheet::new("", &columns);
    let all = listed_on_the_map(state);
    let at = |unit: Unit| all.iter().find(|one| one.unit == unit).map(|one| one.at);
    for contact in contacts(state) {
        let [first, second] = contact.units;
        let inches = at(first).zip(at(second)).map(|(a, b)| apart(a, b).to_string()).unwrap_or_default();
        let cells = vec![
            Cell::new(format!("{first} and {second}")),
            Cell::new(inches),
            Cell::new(contact_words(&contact)),
        ];
        sheet.row(
            format!("contact-{}-{}", slug(first.id.as_str()), slug(second.id.as_str())),
            RowState::Here,
            cells,
        );
    }
    let body = match sheet.rows.is_empty() {
        true => Block::Empty(Text::new("No unit is nearer than 5 inches to an enemy.")),
        false => Block::Sheet(sheet),
    };
    let panel = Panel::new("contacts", "Units still in contact", vec![body]);
    Some(panel.rule(RuleId("BF-2.1.2.4.1-5")).block())
}

/// What a side does in C5 and C6: it looks, and closes the step.
pub fn look(step: Step) -> Panel {
    let (heading, words, rule) = match step {
        Step::Disengage => (
            "Units part",
            "All stands are shown. Units in contact have moved back as far as the rules ask; the map shows from where, and which contacts stay. Until the step is closed the umpire may put a unit elsewhere, with a reason that you read in the log.",
            "BF-2.1.2.4.1-1",
        ),
        _ => (
            "The front lines",
            "Both lines are drawn, and the map tells how every stand stands and why. Until the step is closed the umpire may overrule a status or a line, with a reason that you read in the log.",
            "BF-2.1.2.4.2-1",
        ),
    };
    Panel::new("front", heading, vec![Block::Prose(Text::new(words))]).rule(RuleId(rule))
}
