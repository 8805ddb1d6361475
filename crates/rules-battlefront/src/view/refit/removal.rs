//! S2f: removing fortifications, destroying wrecks, clearing defiles. [BF-2.1.1.5.1, BF-2.1.1.3.1-3, BF-2.1.2.7-3]

use kernel::view::{Block, Form, Panel, Text};
use kernel::{Modifiers, RuleId};

use crate::command::Command;
use crate::facts::{Work, Wreck};
use crate::rules::s2_1_1_5_1_removal::{kind_of, known_works, modifiers, modifiers_for_wreck};
use crate::rules::s2_1_2_7_wrecks::way_out;
use crate::setup::WorkKind;
use crate::view::own::{Note, Own, address, modifier_words};
use crate::view::prose::{capital, fpp_words, type_name, work_name};

pub fn panel(own: &Own<'_>) -> Panel {
    let cost = own.campaign().charts.removal.cost;
    let price = if cost == 1 { "1 point".into() } else { format!("{cost} points") };
    let intro = Text::new(format!(
        "One attempt for each target, {price} whatever the die shows. Successes of both sides become public when the step ends. {} in hand.",
        capital(&fpp_words(own.facts().fpp)),
    ));
    let mut body = vec![Block::Prose(intro)];
    let (closed, open): (Vec<Form>, Vec<Form>) = targets(own).partition(|form| form.closed.is_some());
    if open.is_empty() && closed.is_empty() {
        body.push(Block::Empty(Text::new("You know of no fortification or wreck that could be removed.")));
    }
    if !(open.is_empty() && closed.is_empty()) {
        body.push(Block::Can(open.into_iter().chain(closed).collect()));
    }
    Panel::new("removal", "Fortification removal", body)
        .rule(RuleId("BF-2.1.1.5.1-1"))
        .secret(own.side.only())
}

/// The targets that can be tried now.
pub fn open(own: &Own<'_>) -> Vec<Form> {
    targets(own).filter(|form| form.closed.is_none()).collect()
}

fn targets<'s>(own: &Own<'s>) -> impl Iterator<Item = Form> + use<'s> {
    let own = *own;
    let works =
        known_works(own.state, own.side).filter(move |work| kind_of(own.state, work) != WorkKind::Other);
    let enemy = own.state.setup_of(own.side.enemy()).id;
    let wrecks = own.state.facts.wrecks.iter();
    let destroyed = wrecks.clone().filter(move |wreck| wreck.side == enemy);
    let cleared = wrecks.filter(move |wreck| way_out(own.state, wreck.at).is_some());
    works
        .map(move |work| remove(&own, work))
        .chain(destroyed.map(move |wreck| destroy(&own, wreck)))
        .chain(cleared.map(move |wreck| clear(&own, wreck)))
}

fn form(
    own: &Own<'_>,
    id: String,
    command: &Command,
    verb: String,
    (name, place): (String, String),
    modifiers: &Modifiers,
) -> Form {
    let mut told = Text::default().strong(format!("{name}. ")).say(format!("{place} "));
    told.0.extend(modifier_words(modifiers).0);
    let mut form = own.form(id, command, verb).then(told).rolling();
    let note = Note { chart: own.campaign().charts.removal.chart.id(), unit: "" };
    form.odds.extend(own.odds(command, "The attempt", "Result", note));
    form
}

fn remove(own: &Own<'_>, work: &Work) -> Form {
    let command = Command::RemoveFort { item: work.id };
    let buyer = own.campaign().side_of(work.side).unwrap_or(own.side);
    let name = format!("{} ({})", work.id, work_name(own.campaign(), buyer, work.kind));
    let whose = if buyer == own.side { "Your own" } else { "The enemy's" };
    let place = format!("{whose}, at {}.", work.at);
    let verb = format!("Remove {name}");
    form(
        own,
        address("remove", work.id),
        &command,
        verb,
        (name, place),
        &modifiers(own.state, own.side, work),
    )
}

fn destroy(own: &Own<'_>, wreck: &Wreck) -> Form {
    let command = Command::DestroyWreck { vehicle: wreck.id };
    let name = format!("{} ({})", wreck.id, type_name(own.campaign(), wreck.kind));
    let place = format!("An enemy wreck at {}. Destroyed, it is never repaired.", wreck.at);
    let verb = format!("Destroy {name} for good");
    let modifiers = modifiers_for_wreck(own.state, own.side);
    form(own, address("destroy", wreck.id), &command, verb, (name, place), &modifiers)
}

/// Moving a wreck out of its defile, in S2f and C11.
pub fn clear(own: &Own<'_>, wreck: &Wreck) -> Form {
    let command = Command::ClearDefile { vehicle: wreck.id };
    let name = format!("{} ({})", wreck.id, type_name(own.campaign(), wreck.kind));
    let to = way_out(own.state, wreck.at).map(|to| format!(" It would go to {to}.")).unwrap_or_default();
    let place = format!("Blocks the defile at {}.{to}", wreck.at);
    let verb = format!("Move {name} out of the defile");
    let modifiers = modifiers_for_wreck(own.state, own.side);
    form(own, address("clear", wreck.id), &command, verb, (name, place), &modifiers)
}
