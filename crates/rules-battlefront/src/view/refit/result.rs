//! S5: a side's part of the result form, by number under the thumb and in words; and where the two parts differ.
//! [BF-2.1.2-5]

mod combats;
mod counts;
mod differences;

use kernel::view::{Block, Choice, Field, FieldKind, Form, Panel, Text};
use kernel::{Id, RuleId};

pub use combats::panel as combats;
pub use counts::{ASKED, OWN, groups, of_the_enemy};
pub use differences::panel as differences;

use super::battle::several;
use crate::command::Command;
use crate::report::{List, Report, name_of};
use crate::rules::s2_1_2_report::{taking_part, told_last, written};
use crate::rules::s2_1_2_resolution::{MOST_TURNS, present_turn};
use crate::view::own::{Own, json};
use crate::view::prose::{capital, counted, unit_name, work_name};
use crate::view::tray::places_in_words;

/// The most characters of a list of names and of a list of places.
const NAMES: usize = 2000;
const PLACES: usize = 4000;

/// Both forms, each with what is told so far: the numbers first, names and places folded behind them.
pub fn panels(own: &Own<'_>) -> [Panel; 2] {
    let told = own.facts().report.as_deref().cloned().unwrap_or_default();
    [counts::panel(own, &told), in_words(own, &told)]
}

/// Every list of the form, typed: which stands by name, and where they ended.
fn in_words(own: &Own<'_>, told: &Report) -> Panel {
    let intro = "Whatever you do not name ended on the map where it was deployed. Name stands, or a formation, \
                 by its name or its id, for all of its stands that you do not name themselves: those in pockets as well, so name these where they stay. \
                 What is told so far stands here already; the form is told as it stands when you send it.";
    let command = Command::Report(Box::default());
    let mut form = Form::new("report", json(&command), "Tell names and places").closed(own.refusal(&command));
    for field in fields(own, told) {
        form = form.ask(field);
    }
    let body = vec![Block::Prose(Text::new(intro)), Block::Form(form)];
    let panel = Panel::new("report-words", "Names, places and the rest", body).rule(RULE);
    panel.secret(own.side.only()).folded()
}

const RULE: RuleId = RuleId("BF-2.1.2-5");

/// What the side has to do.
pub fn duty(own: &Own<'_>) -> Text {
    Text::new(match own.facts().report {
        None => "the battle is fought at the table; then tell how it ended.",
        Some(_) => "how the battle ended is told; confirm it by closing the step.",
    })
}

/// The last turn played, as the record has it.
fn turns(own: &Own<'_>) -> Field {
    let battle = &own.state.facts.battle;
    let known = if battle.ended.is_some() { battle.last } else { present_turn(own.state) };
    let value = told_last(own.state, own.side).unwrap_or(known).into();
    let kind = FieldKind::Number { min: 1, max: MOST_TURNS.into(), value };
    Field::new("turns", "Last turn played", kind)
}

/// The questions of the form, in the order of the page.
pub fn fields(own: &Own<'_>, told: &Report) -> Vec<Field> {
    let mut fields = vec![turns(own)];
    fields.push(Field::new("", "Stands and vehicles", FieldKind::Group(stands(told))));
    fields.push(Field::new("", "Formations", FieldKind::Group(formations(own, told))));
    let support = support(own, told);
    if !support.is_empty() {
        fields.push(Field::new("", "Artillery and aircraft", FieldKind::Group(support)));
    }
    let works = works(own, told);
    if !works.is_empty() {
        fields.push(Field::new("", "Fortifications", FieldKind::Group(works)));
    }
    fields
}

fn names(list: &List<Id>) -> String {
    list.iter().map(Id::to_string).collect::<Vec<_>>().join(", ")
}

/// A question for typed entries, with what is told so far.
fn typed(key: &'static str, how: &str, told: String, most: usize) -> Field {
    Field::new(key, name_of(key), FieldKind::Words { most, value: told }).hint(how)
}

fn stands(told: &Report) -> Vec<Field> {
    let list = |key, how: &str, told: &List<Id>| typed(key, how, names(told), NAMES);
    let exits = told.exited.iter().map(|exit| format!("{}: {}", names(&exit.units), exit.edge));
    let mined = told.mined.iter().map(|mined| match mined.field {
        Some(field) => format!("{}: {field}", names(&mined.units)),
        None => names(&mined.units),
    });
    let supplies = told.ammunition.iter().map(|supply| format!("{}: {}", names(&supply.units), supply.state));
    let joined = |lines: Vec<String>| lines.join("; ");
    vec![
        typed(
            "places",
            "Names: x y facing, in inches and degrees, as X-1, X-2-3: 12.5 40 90; X-4: 20 41. Also where a \
             knocked-out class-A vehicle lies.",
            places_in_words(told),
            PLACES,
        ),
        list("losses", "Names, as X-1-4, X-1-5.", &told.losses),
        list("abandoned", "Class-A vehicles.", &told.abandoned),
        list("panicked", "They come back when the map is cleared.", &told.panicked),
        typed("exited", "Names: edge, as X-1-4: south.", joined(exits.collect()), NAMES),
        list("improved", "Names.", &told.improved),
        list("moved", "Who ended elsewhere needs no naming.", &told.moved),
        typed("mined", "Names: minefield, as X-1-4: F2; or names alone.", joined(mined.collect()), NAMES),
        list("bogged", "Names.", &told.bogged),
        list("immobile", "Vehicles.", &told.immobile),
        typed(
            "ammunition",
            "Only what shots on record do not tell. Names: full, short or out, as X-1-4: short.",
            joined(supplies.collect()),
            NAMES,
        ),
    ]
}

fn formations(own: &Own<'_>, told: &Report) -> Vec<Field> {
    let choices = taking_part(own.state, own.side).map(|element| {
        let name = format!("{} ({})", capital(own.state.element_name(own.side, element)), element.id);
        let n = counted(i64::from(element.strength()), "stand", "stands");
        Choice::new(element.id.as_str(), name).note(capital(&n)).picked(told.fought.contains(&element.id))
    });
    let combat = told.combat.iter();
    let combat: Vec<String> =
        combat.map(|of| format!("{}: {} {} {}", of.me, of.kills, of.won, of.lost)).collect();
    vec![
        Field::new("fought", name_of("fought"), several(choices.collect())),
        typed(
            "combat",
            "Formation: enemy stands knocked out by fire, close combats won, lost, as X-1: 3 1 0; X-2: 1 0 1.",
            combat.join("; "),
            NAMES,
        ),
        typed(
            "enemy",
            "Type, by its name or id: knocked out, abandoned, panicked off, as T-34: 2 1; Rifle squad: 3 0 1. What differs from \
             the enemy's own report is shown to both.",
            told.enemy
                .iter()
                .map(|seen| {
                    let panicked = seen.panicked.map(|n| format!(" {n}")).unwrap_or_default();
                    format!(
                        "{}: {} {}{panicked}",
                        written(own.state, own.side, seen.kind),
                        seen.lost,
                        seen.abandoned
                    )
                })
                .collect::<Vec<_>>()
                .join("; "),
            NAMES,
        ),
    ]
}

fn support(own: &Own<'_>, told: &Report) -> Vec<Field> {
    let facts = own.facts();
    let chosen = |id: Id, picked: bool| -> Option<Choice> {
        let name = capital(&unit_name(own.campaign(), own.side, id));
        facts.chosen.contains(&id).then(|| Choice::new(id.as_str(), name).picked(picked))
    };
    let mut fields = Vec::new();
    let modules = facts.modules.iter().map(|module| module.id);
    let modules = modules.filter_map(|id| chosen(id.into(), told.fired.contains(&id)));
    let modules: Vec<Choice> = modules.collect();
    if !modules.is_empty() {
        fields.push(Field::new("fired", name_of("fired"), several(modules)));
        let smoke: Vec<String> =
            told.smoke.iter().map(|smoke| format!("{}: {}", smoke.module, smoke.missions)).collect();
        let how = "Beside those on record. Module: missions, as X-9: 1.";
        fields.push(typed("smoke", how, smoke.join("; "), NAMES));
    }
    let flights = facts.flights.iter().map(|flight| flight.id);
    let flights = flights.filter_map(|id| chosen(id.into(), told.flew.contains(&id)));
    let flights: Vec<Choice> = flights.collect();
    if !flights.is_empty() {
        fields.push(Field::new("flew", name_of("flew"), several(flights)));
    }
    fields
}

fn works(own: &Own<'_>, told: &Report) -> Vec<Field> {
    let id = own.setup().id;
    let choice = |work: &crate::facts::Work, picked: bool| {
        let buyer = own.campaign().side_of(work.side).unwrap_or(own.side);
        let name = capital(&work_name(own.campaign(), buyer, work.kind));
        Choice::new(work.id.as_str(), format!("{name} {} at {}", work.id, work.at)).picked(picked)
    };
    let works = own.state.facts.works.iter();
    let hidden = works.clone().filter(|work| work.side == id && !work.known);
    let hidden: Vec<Choice> = hidden.map(|work| choice(work, told.revealed.contains(&work.id))).collect();
    let known = works.filter(|work| work.side == id || work.known);
    let known: Vec<Choice> = known.map(|work| choice(work, told.destroyed.contains(&work.id))).collect();
    let mut fields = Vec::new();
    if !hidden.is_empty() {
        fields.push(Field::new("revealed", name_of("revealed"), several(hidden)));
    }
    if !known.is_empty() {
        fields.push(Field::new("destroyed", name_of("destroyed"), several(known)));
    }
    fields
}
