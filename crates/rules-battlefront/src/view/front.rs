//! The front after a battle, for every seat: stands on the map, who moved, who stays in contact, who stands behind the
//! enemy's line and why. All of it is public from C5 on. [BF-R50]

use frontline::{Block as Closed, Broken, End, Goal, Lane, Outcome, Proof};
use kernel::RuleId;
use kernel::view::{Block, Cell, ColumnRole, Panel, RowState, Sheet, Text};

use super::Eyes;
use super::natural::listed_on_the_map;
use super::prose::{capital, id_words, listed, slug, type_name};
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
                words: self.open(&chain, &lane) + &self.broken(broken),
                way: lane.drawn.iter().map(|point| self.field.back(*point)).collect(),
            },
            Proof::Closed { by, broken } => {
                Reason { unit, words: self.closed(&by) + &self.broken(broken), way: Vec::new() }
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

    fn closed(&self, by: &Closed) -> String {
        match by {
            Closed::TooNear(enemy) => format!("{} is too near for any way back.", self.name(*enemy)),
            Closed::Barrier { enemies, ends } => {
                let closes = if enemies.len() == 1 { "closes" } else { "close" };
                let at_side = ends.iter().any(|end| matches!(end, End::LeftSide | End::RightSide));
                let side = if at_side { " up to the side of the map" } else { "" };
                format!("{} {closes} every way back{side}.", self.names(enemies))
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

/// Every stand on the map, with what C5 and C6 say of it; the list beside the board.
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
        ("Why", ColumnRole::Words),
    ];
    let reasons = reasons(state);
    let mut sheet = Sheet::new("", &columns);
    let why = |one: &Standing<'_>| reasons.iter().find(|reason| reason.unit == one.unit);
    let mut listed = listed_on_the_map(state);
    // What is to be looked at stands first; most stands are normal, without a reason, and have not moved.
    listed.sort_by_key(|one| {
        one.stand.status == Status::Normal && why(one).is_none() && one.stand.moved_from.is_none()
    });
    for one in listed {
        let why = why(&one);
        let cells = vec![
            Cell::new(one.unit.to_string()),
            Cell::new(type_name(state.campaign(), one.stand.kind)),
            Cell::new(Text::empty().side(one.unit.side.number())),
            Cell::new(one.at.to_string()),
            Cell::new(stand_note(state, &one)),
            Cell::new(why.map_or("", |reason| &reason.words)),
        ];
        let id = format!("stand-{}-{}", one.unit.side.number(), slug(one.unit.id.as_str()));
        sheet.row(id, RowState::Here, cells);
    }
    let body = if sheet.rows.is_empty() {
        Block::Empty(Text::new("No stand is on the map."))
    } else {
        Block::Sheet(sheet)
    };
    Some(Panel::new("stands", "Stands on the map", vec![body]).rule(RuleId("BF-R50")).block())
}

/// Contacts that stay in C5, each with its reason. [BF-2.1.2.4.1-5]
pub fn contacts_left(eyes: &Eyes<'_>) -> Option<Block> {
    let state = eyes.state;
    if state.step() != Step::Disengage {
        return None;
    }
    let told: Vec<Block> =
        contacts(state).iter().map(|pair| Block::Prose(Text::new(contact_words(pair)))).collect();
    let body = match told.is_empty() {
        true => vec![Block::Empty(Text::new("No unit is nearer than 5 inches to an enemy."))],
        false => told,
    };
    let panel = Panel::new("contacts", "Units still in contact", body);
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
