//! The planners: each attack and each fire that can be ordered, hex by hex, with its choices and what they come to.

use kernel::grammar::capital;
use kernel::view::{Block, Choice, Field, FieldKind, Form, Panel, Plan, Text};
use kernel::{RuleId, Seat, Side};
use serde_json::Value;

use super::board::unit_key;
use super::forms::{Group, Made};
use super::plan;
use crate::command::Command;
use crate::prospect::{self, Open, Points};
use crate::state::State;
use crate::words::{Place, UnitId};

/// The panel in which a command is weighed, without the number of its hex, and the hex: a board leads there.
pub(super) fn panel_of(state: &State, command: &Command) -> Option<(&'static str, Place)> {
    Some(match command {
        Command::Attack { target, shock: false } => ("plan-attack", *target),
        Command::Attack { target, shock: true } => ("plan-shock", *target),
        Command::Barrage { target, air: false, .. } => ("plan-barrage", *target),
        Command::Barrage { target, air: true, .. } => ("plan-air", *target),
        Command::AttackByFire { target, .. } => ("plan-by-fire", *target),
        Command::Engage { target, .. } => {
            ("plan-engage", state.unit(*target).and_then(|unit| unit.piece.on_map())?)
        }
        _ => return None,
    })
}

/// What is weighed in a panel, in a few words.
fn heading(state: &State, word: &str, target: Place) -> String {
    let what = match word {
        "plan-attack" => "Regular Attack on",
        "plan-shock" => "Shock Attack on",
        "plan-barrage" => "Barrage with an Arty Point on",
        "plan-air" => "Barrage with an Air Point on",
        "plan-by-fire" => "Attack by Fire on",
        _ => "Engagement in",
    };
    format!("{what} {}", state.scenario.board.called(target))
}

/// The planners of a side: attacks, then fire, of which there is much.
pub(super) fn panels(state: &State, seat: Seat, made: &[Made]) -> Vec<Block> {
    let (mut attacks, mut fire) = (Vec::new(), Vec::new());
    let mut known: Vec<(&str, Place)> = Vec::new();
    for at in made.iter().filter(|one| one.group == Group::Fire).filter_map(|one| one.panel) {
        if known.contains(&at) {
            continue;
        }
        known.push(at);
        let forms = made.iter().filter(|one| one.panel == Some(at)).map(|one| one.form.clone());
        let leads = matches!(at.0, "plan-attack" | "plan-shock");
        let body = forms.flat_map(|form| {
            let form = if leads { supposing(state, seat, at, form) } else { form }.planned();
            // What is not told at once is told when its panel is opened.
            let told = if leads { plan::of_form(state, seat, &form) } else { untold(&form) };
            [Block::Form(form), Block::Plan(told)]
        });
        let panel = Panel::new(format!("{}-{}", at.0, at.1), heading(state, at.0, at.1), body.collect());
        let panel = panel.rule(RuleId(if leads { "BCS-CT-18" } else { "BCS-OBJ-4" })).folded().block();
        if leads { &mut attacks } else { &mut fire }.push(panel);
    }
    if !fire.is_empty() {
        attacks.push(Panel::new("fire", "Barrages, Engagements, Attacks by Fire", fire).folded().block());
    }
    attacks
}

fn untold(form: &Form) -> Plan {
    Plan { form: form.id.clone(), body: Vec::new() }
}

/// A form with everything that is declared only after the attack, by either side, to be supposed.
fn supposing(state: &State, seat: Seat, (word, target): (&str, Place), form: Form) -> Form {
    let Some(side) = Side::of(seat) else { return form };
    let Some(open) = prospect::open(state, side, target, word == "plan-shock") else { return form };
    let Open { leaders, mut assists, suppress, fire, defenders, prepared } = open;
    let several = leaders.len() > 1;
    if let [only] = leaders[..] {
        assists.retain(|unit| *unit != only);
    }
    let none = || Choice::new(Value::Null, "nobody");
    let mut form = form.then(
        Text::new("An attack that is declared is not called off. Who leads it is named when it is defended.")
            .rule(RuleId("BCS-ATT-6")),
    );
    if several {
        form = form.suppose(one("leader", "Led by", leaders.iter().map(|id| doer(state, *id)).collect()));
    }
    if !assists.is_empty() {
        let all = std::iter::once(none()).chain(assists.iter().map(|id| named(state, *id)));
        form = form.suppose(one("assist", "Assisted by", all.collect()));
    }
    if !suppress.is_empty() {
        let pays = |points: &Points| Choice::new(points.word(), format!("with {}", points.prose()));
        let all = std::iter::once(Choice::new(Value::Null, "none")).chain(suppress.iter().map(pays));
        form = form.suppose(one("suppress", "A Suppression Mission", all.collect()));
    }
    if !fire.is_empty() {
        let all = std::iter::once(none()).chain(fire.iter().map(|id| named(state, *id)));
        form = form.suppose(one("fire", "Supported by the fire of", all.collect()));
    }
    let enemy = &state.scenario.sides[side.enemy()].name;
    if defenders.len() > 1 {
        let all = defenders.iter().map(|id| named(state, *id)).collect();
        form = form.suppose(one("defender", &format!("If the AR unit of {enemy} is"), all));
    }
    if prepared {
        let all = vec![Choice::new(true, "yes, where it can"), Choice::new(false, "no")];
        form = form.suppose(one("prepared", &format!("If {enemy} declares Prepared Defense"), all));
    }
    form
}

/// The first answer is picked.
fn one(key: &'static str, question: &str, choices: Vec<Choice>) -> Field {
    Field::new(key, question, FieldKind::One { choices, chosen: Some(0) })
}

/// A unit to pick, with what tells which.
pub(super) fn named(state: &State, id: UnitId) -> Choice {
    let value = serde_json::to_value(id).unwrap_or_default();
    let choice = Choice::new(value, state.scenario.name(id));
    let Some(unit) = state.unit(id) else { return choice };
    let mut words = vec![format!("AR {}", unit.card.ar)];
    words.push(format!("{} of {} steps", unit.steps(), unit.card.steps));
    words.extend(unit.piece.on_map().map(|at| state.scenario.board.called(at)));
    choice.note(capital(&words.join(", ")))
}

/// A unit that does it: whoever is picked on the map is picked here.
pub(super) fn doer(state: &State, id: UnitId) -> Choice {
    named(state, id).of_counter(unit_key(id))
}
