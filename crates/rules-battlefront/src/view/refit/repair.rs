//! S2b and C8a: one attempt for each own wreck. [BF-2.1.1.2]

use kernel::RuleId;
use kernel::view::{Block, Chance, Choice, Form, Panel, RollRow, RollState, Text, Way};

use super::rolls;
use crate::command::Command;
use crate::facts::Wreck;
use crate::rules::s2_1_1_2_armour_repair::modifiers;
use crate::setup::charts::Repair;
use crate::view::overview::wreck_words;
use crate::view::own::{Own, address, short_modifiers};
use crate::view::prose::{capital, counted, cpp_words, type_name};
use crate::words::StandState;

pub fn panel(own: &Own<'_>) -> Panel {
    let (tried, barred): (Vec<&Wreck>, Vec<&Wreck>) =
        wrecks(own).partition(|wreck| is_tried(own, wreck) || own.refusal(&command(wreck, 0)).is_none());
    let n = open(own).len();
    let mut body = Vec::new();
    if wrecks(own).next().is_none() {
        body.push(Block::Empty(Text::new("No wreck of yours lies on the map.")));
    }
    if !tried.is_empty() {
        let can = capital(&counted(n as i64, "wreck can be tried", "wrecks can be tried"));
        let lead = Text::new(format!("{can}. "))
            .strong("A point is spent whatever the die shows.")
            .say(format!(" {} in hand.", capital(&cpp_words(own.facts().cpp))));
        let rows = tried.iter().map(|wreck| row(own, wreck)).collect();
        let spend = open(own).into_iter().map(|wreck| spending(own, wreck)).collect();
        body.push(rolls::table(own, "Wreck", "repairs", lead, rows, spend));
    }
    if !barred.is_empty() {
        let closed: Vec<Form> = barred.iter().map(|wreck| barred_form(own, wreck)).collect();
        body.push(Block::Can(closed));
    }
    let panel =
        Panel::new("repair", "Armour repair", body).rule(RuleId("BF-2.1.1.2-6")).secret(own.side.only());
    if n == 0 { panel } else { panel.yours() }
}

fn wrecks<'s>(own: &Own<'s>) -> impl Iterator<Item = &'s Wreck> + use<'s> {
    let id = own.setup().id;
    own.state.facts.wrecks.iter().filter(move |wreck| wreck.side == id)
}

/// The wrecks that can be tried now.
pub fn open<'s>(own: &Own<'s>) -> Vec<&'s Wreck> {
    wrecks(own).filter(|wreck| own.refusal(&command(wreck, 0)).is_none()).collect()
}

fn is_repaired(own: &Own<'_>, wreck: &Wreck) -> bool {
    own.facts().stand(wreck.stand).is_some_and(|(_, stand)| stand.state == StandState::Here)
}

fn is_tried(own: &Own<'_>, wreck: &Wreck) -> bool {
    is_repaired(own, wreck) || own.facts().stand(wreck.stand).is_some_and(|(_, stand)| stand.tried_tonight)
}

fn command(wreck: &Wreck, cpp: i32) -> Command {
    Command::Repair { vehicle: wreck.id, cpp }
}

fn name(own: &Own<'_>, wreck: &Wreck) -> String {
    format!("{} {}", capital(type_name(own.campaign(), wreck.kind)), wreck.id)
}

/// How many dice repair a wreck with so many points, and of how many.
fn chance(own: &Own<'_>, wreck: &Wreck, cpp: i32) -> (u64, u64) {
    let chart = &own.campaign().charts.repair.chart;
    let weights = chart.weights(modifiers(own.state, own.side, wreck, cpp).total());
    let repairs = chart.rows().iter().zip(&weights).filter(|(row, _)| row.result == Repair::Repaired);
    (repairs.map(|(_, weight)| *weight).sum(), weights.iter().sum())
}

/// The tick for a point on a wreck's roll.
fn spending(own: &Own<'_>, wreck: &Wreck) -> Choice {
    let (weight, of) = chance(own, wreck, 1);
    let words = format!("Spend 1 point: {weight} of {of}");
    Choice::new(rolls::key(wreck.id), words).closed(own.refusal(&command(wreck, 1)))
}

fn row(own: &Own<'_>, wreck: &Wreck) -> RollRow {
    let tried = is_tried(own, wreck);
    let (weight, of) = chance(own, wreck, 0);
    let (way, words) = if weight > 0 { (Way::Better, "Repaired") } else { (Way::Same, "Not repaired") };
    let name = name(own, wreck);
    let id = address("repair", wreck.id);
    let alone = |id: String, cpp: i32, verb: String| own.form(id, &command(wreck, cpp), verb).rolling();
    let one = (!tried).then(|| alone(id.clone(), 0, format!("Try to repair {name}")));
    let pointed =
        (!tried).then(|| alone(format!("{id}-point"), 1, format!("Try to repair {name} with a point")));
    RollRow {
        key: rolls::key(wreck.id),
        title: Text::new(name),
        note: Text::new(format!("{}, {}", wreck_words(wreck.abandoned, wreck.in_minefield), wreck.at)),
        chances: if tried { Vec::new() } else { vec![Chance { way, words: words.into(), weight, of }] },
        why: if tried { Text::empty() } else { short_modifiers(&modifiers(own.state, own.side, wreck, 0)) },
        die: own.campaign().charts.repair.chart.die(),
        state: if tried { RollState::Made } else { RollState::Open },
        result: Text::new(match (tried, is_repaired(own, wreck)) {
            (false, _) => "",
            (true, true) => "repaired; it leaves the map when the step ends",
            (true, false) => "no effect",
        }),
        one,
        pointed,
    }
}

/// A wreck that cannot be tried, with the reason.
fn barred_form(own: &Own<'_>, wreck: &Wreck) -> Form {
    own.form(address("repair", wreck.id), &command(wreck, 0), format!("Try to repair {}", name(own, wreck)))
}
