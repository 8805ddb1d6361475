//! S2b and C8a: one attempt for each own wreck. [BF-2.1.1.2]

use kernel::RuleId;
use kernel::view::{Block, Form, Panel, Text};

use crate::command::Command;
use crate::facts::Wreck;
use crate::rules::s2_1_1_2_armour_repair::modifiers;
use crate::view::overview::wreck_words;
use crate::view::own::{Note, Own, Pick, address, modifier_words};
use crate::view::prose::{cpp_words, type_name};
use crate::words::StandState;

pub fn panel(own: &Own<'_>) -> Panel {
    let intro = Text::new(
        "One attempt a night for each wreck within your line. A purchase point is announced before the roll and lost whatever the die shows.",
    );
    let mut body = vec![Block::Prose(intro)];
    let mut closed = Vec::new();
    for wreck in wrecks(own) {
        if is_repaired(own, wreck) {
            let words =
                Text::new(format!("{} is repaired and leaves the map when the step ends.", name(own, wreck)));
            body.push(Block::Note(words));
            continue;
        }
        let form = form(own, wreck);
        if form.closed.is_some() { closed.push(form) } else { body.push(Block::Form(form)) }
    }
    if wrecks(own).next().is_none() {
        body.push(Block::Empty(Text::new("No wreck of yours lies on the map.")));
    }
    if !closed.is_empty() {
        body.push(Block::Can(closed));
    }
    let panel =
        Panel::new("repair", "Armour repair", body).rule(RuleId("BF-2.1.1.2-6")).secret(own.side.only());
    if open(own).is_empty() { panel } else { panel.yours() }
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

fn command(wreck: &Wreck, cpp: i32) -> Command {
    Command::Repair { vehicle: wreck.id, cpp }
}

fn name(own: &Own<'_>, wreck: &Wreck) -> String {
    format!("{} ({})", wreck.id, type_name(own.campaign(), wreck.kind))
}

fn form(own: &Own<'_>, wreck: &Wreck) -> Form {
    let held = own.facts().cpp;
    let bonus = crate::view::prose::signed(own.campaign().charts.repair.point);
    let left =
        |spent: i32| Text::new(format!("{} left.", crate::view::prose::capital(&cpp_words(held - spent))));
    let picks = vec![
        Pick::new(command(wreck, 0), "No point", left(0)),
        Pick::new(command(wreck, 1), format!("Spend 1 point: {bonus} on the die"), left(1)),
    ];
    let label = "Spend a purchase point on the attempt?";
    let mut form = own.pick(
        address("repair", wreck.id),
        &format!("Try to repair {}", name(own, wreck)),
        "cpp",
        label,
        picks,
    );
    let fate = wreck_words(wreck.abandoned, wreck.in_minefield);
    let lies = Text::new(format!("{} lies at {}, {fate}. ", name(own, wreck), wreck.at));
    form.consequence = lies;
    form.consequence.0.extend(modifier_words(&modifiers(own.state, own.side, wreck, 0)).0);
    let note = Note { chart: own.campaign().charts.repair.chart.id(), unit: "" };
    form.odds.extend(own.odds(&command(wreck, 0), "Without a point", "Result", note));
    if let Some(mut with) = own.odds(&command(wreck, 1), "With a point", "Result", note) {
        with.other = true;
        form.odds.push(with);
    }
    form.rolling()
}
