//! S2f: removing fortifications, destroying wrecks, clearing defiles. [BF-2.1.1.5.1, BF-2.1.1.3.1-3, BF-2.1.2.7-3]

use kernel::view::{Block, Chance, Form, Panel, RollRow, RollState, RollTable, Text, Way};
use kernel::{Id, Modifiers, RuleId};

use super::rolls;
use crate::command::Command;
use crate::facts::{Attempt, Work, Wreck};
use crate::rules::s2_1_1_5_1_removal::{kind_of, known_works, modifiers, modifiers_for_wreck};
use crate::rules::s2_1_2_7_wrecks::way_out;
use crate::setup::WorkKind;
use crate::setup::charts::Removal;
use crate::view::own::{Own, address, short_modifiers};
use crate::view::prose::{capital, fpp_words, type_name, work_name};

pub fn panel(own: &Own<'_>) -> Panel {
    let after = "Successes of both sides become public when the step ends.";
    let body = table(own, "Target", targets(own).collect(), after).unwrap_or_else(|| {
        vec![Block::Empty(Text::new("You know of no fortification or wreck that could be removed."))]
    });
    let panel = Panel::new("removal", "Fortification removal", body).rule(RuleId("BF-2.1.1.5.1-1"));
    panel.secret(own.side.only())
}

/// How many attempts can be made now.
pub fn n_open(own: &Own<'_>) -> usize {
    targets(own).filter(Target::is_open).count()
}

/// Something that can be tried, or could be.
pub(super) struct Target {
    subject: Id,
    name: String,
    /// What a success does to it, after it was done.
    done: &'static str,
    place: String,
    modifiers: Modifiers,
    form: Form,
}

impl Target {
    pub(super) fn is_open(&self) -> bool {
        self.form.closed.is_none()
    }

    /// The row of an attempt that can be made. What its form is called names it: an enemy wreck in a defile can be tried in two
    /// ways.
    fn row(self, own: &Own<'_>) -> RollRow {
        let chart = &own.campaign().charts.removal.chart;
        let weights = chart.weights(self.modifiers.total());
        let gone = chart.rows().iter().zip(&weights).filter(|(row, _)| row.result == Removal::Eliminated);
        let weight: u64 = gone.map(|(_, weight)| *weight).sum();
        let (way, words) = if weight > 0 { (Way::Better, self.done) } else { (Way::Same, "No effect") };
        RollRow {
            key: self.form.id.clone(),
            title: Text::new(self.name),
            note: Text::new(self.place),
            chances: vec![Chance { way, words: words.into(), weight, of: weights.iter().sum() }],
            why: short_modifiers(&self.modifiers),
            die: chart.die(),
            state: RollState::Open,
            result: Text::empty(),
            one: Some(self.form),
            pointed: None,
        }
    }

    /// What cannot be tried, with the reason.
    fn closed(self) -> Form {
        let told = Text::default().strong(format!("{}. ", self.name)).say(self.place);
        self.form.then(told)
    }
}

/// Attempts as a table: those that can be made and those that are made; below it those that cannot be, with the reason.
/// Nothing where there are none.
pub(super) fn table(own: &Own<'_>, head: &str, targets: Vec<Target>, after: &str) -> Option<Vec<Block>> {
    let attempts = &own.facts().attempts;
    let (mut rows, mut closed, mut told) = (Vec::new(), Vec::new(), Vec::new());
    for target in targets {
        // What is tried keeps its place: the next target must not slip under the hand.
        match attempts.iter().find(|made| made.id == target.subject) {
            Some(made) if told.contains(&made.id) => {}
            Some(made) => {
                told.push(made.id);
                rows.push(made_row(own, made));
            }
            None if target.is_open() => rows.push(target.row(own)),
            None => closed.push(target),
        }
    }
    let gone = attempts.iter().filter(|made| !told.contains(&made.id));
    rows.extend(gone.map(|made| made_row(own, made)));
    if rows.is_empty() && closed.is_empty() {
        return None;
    }
    let cost = own.campaign().charts.removal.cost;
    let price = if cost == 1 { "1 point".into() } else { format!("{cost} points") };
    let lead = Text::new("One attempt each, ")
        .strong(format!("{price} whatever the die shows."))
        .say(format!(" {after} {} in hand.", capital(&fpp_words(own.facts().fpp))));
    let caption = format!("Attempts of the {} side", own.setup().name);
    let mut body = match rows.is_empty() {
        true => vec![Block::Prose(lead)],
        false => {
            vec![Block::Rolls(Box::new(RollTable { caption, head: head.into(), lead, all: None, rows }))]
        }
    };
    if !closed.is_empty() {
        body.push(Block::Can(closed.into_iter().map(Target::closed).collect()));
    }
    Some(body)
}

/// The row of an attempt that was made in this step.
fn made_row(own: &Own<'_>, attempt: &Attempt) -> RollRow {
    let is_wreck = own.state.facts.wrecks.iter().any(|wreck| Id::from(wreck.id) == attempt.id);
    let result = match (attempt.succeeded, attempt.moved_to) {
        (false, _) => "no effect".to_owned(),
        (true, Some(to)) => format!("moved to {to} when the step ends"),
        (true, None) if is_wreck => "destroyed; it goes when the step ends".to_owned(),
        (true, None) => "removed; it goes when the step ends".to_owned(),
    };
    RollRow {
        key: rolls::key(attempt.id),
        title: Text::new(tried_name(own, attempt)),
        note: Text::empty(),
        chances: Vec::new(),
        why: Text::empty(),
        die: own.campaign().charts.removal.chart.die(),
        state: RollState::Made,
        result: Text::new(result),
        one: None,
        pointed: None,
    }
}

/// What was tried. An own work that the enemy did not know has gone with the attempt, and only its type is left.
fn tried_name(own: &Own<'_>, attempt: &Attempt) -> String {
    let facts = &own.state.facts;
    let of_wreck = facts.wrecks.iter().find(|wreck| Id::from(wreck.id) == attempt.id);
    let of_work = facts.works.iter().find(|work| Id::from(work.id) == attempt.id);
    match (of_wreck, of_work, attempt.kind) {
        (Some(wreck), ..) => wreck_name(own, wreck),
        (_, Some(work), _) => remove(own, work).name,
        (_, _, Some(kind)) => {
            format!("{} {}", capital(&work_name(own.campaign(), own.side, kind.into())), attempt.id)
        }
        _ => attempt.id.to_string(),
    }
}

fn targets<'s>(own: &Own<'s>) -> impl Iterator<Item = Target> + use<'s> {
    let own = *own;
    let works =
        known_works(own.state, own.side).filter(move |work| kind_of(own.state, work) != WorkKind::Other);
    let enemy = own.state.setup_of(own.side.enemy()).id;
    let wrecks = own.state.facts.wrecks.iter();
    let destroyed = wrecks.clone().filter(move |wreck| wreck.side == enemy);
    works
        .map(move |work| remove(&own, work))
        .chain(destroyed.map(move |wreck| destroy(&own, wreck)))
        .chain(in_defiles(&own))
}

/// Wrecks that block a defile, in S2f and C11.
pub(super) fn in_defiles<'s>(own: &Own<'s>) -> impl Iterator<Item = Target> + use<'s> {
    let own = *own;
    let wrecks = own.state.facts.wrecks.iter();
    wrecks.filter(move |wreck| way_out(own.state, wreck.at).is_some()).map(move |wreck| clear(&own, wreck))
}

fn remove(own: &Own<'_>, work: &Work) -> Target {
    let command = Command::RemoveFort { item: work.id };
    let buyer = own.campaign().side_of(work.side).unwrap_or(own.side);
    let name = format!("{} {}", capital(&work_name(own.campaign(), buyer, work.kind)), work.id);
    let whose = if buyer == own.side { "Your own" } else { "The enemy's" };
    let form = own.form(address("remove", work.id), &command, format!("Remove {name}")).rolling();
    Target {
        subject: work.id.into(),
        place: format!("{whose}, at {}", work.at),
        done: "Removed",
        modifiers: modifiers(own.state, own.side, work),
        name,
        form,
    }
}

fn wreck_name(own: &Own<'_>, wreck: &Wreck) -> String {
    format!("{} {}", capital(type_name(own.campaign(), wreck.kind)), wreck.id)
}

fn destroy(own: &Own<'_>, wreck: &Wreck) -> Target {
    let command = Command::DestroyWreck { vehicle: wreck.id };
    let name = wreck_name(own, wreck);
    let verb = format!("Destroy {name} for good");
    Target {
        subject: wreck.id.into(),
        place: format!("An enemy wreck at {}; destroyed, it is never repaired", wreck.at),
        done: "Destroyed",
        modifiers: modifiers_for_wreck(own.state, own.side),
        form: own.form(address("destroy", wreck.id), &command, verb).rolling(),
        name,
    }
}

fn clear(own: &Own<'_>, wreck: &Wreck) -> Target {
    let command = Command::ClearDefile { vehicle: wreck.id };
    let name = wreck_name(own, wreck);
    let to = way_out(own.state, wreck.at).map(|to| format!("; it would go to {to}")).unwrap_or_default();
    let verb = format!("Move {name} out of the defile");
    Target {
        subject: wreck.id.into(),
        place: format!("Blocks the defile at {}{to}", wreck.at),
        done: "Moved out",
        modifiers: modifiers_for_wreck(own.state, own.side),
        form: own.form(address("clear", wreck.id), &command, verb).rolling(),
        name,
    }
}
