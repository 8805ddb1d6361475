//! The planner: every attack that can be made, paid for or fought now, each with its choices and what they come to.

use kernel::grammar::{holds, listed, why_not};
use kernel::view::{Block, Choice, Field, FieldKind, Form, Panel, Plan, ShownRefusal, Text};
use kernel::{Acting, RuleId, prove};

use super::acts::{self, one, value, yes_or_no};
use super::plan;
use crate::CentralFront;
use crate::command::Command;
use crate::offers::Template;
use crate::prospect::{self, Known, Supposed};
use crate::rules::{s7_designation, s8_air, s8_support};
use crate::state::{Designation, State};
use crate::words::{Attack, Place, Side};

/// The panel of an attack on a hex: `plan-march-2718`. A board leads to it by all but the hex.
pub const fn panel_of(template: Template) -> Option<&'static str> {
    Some(match template {
        Template::March(_) => "plan-march",
        Template::Designate(_, Attack::Prepared, false) => "plan-prepared",
        Template::Designate(_, Attack::Prepared, true) => "plan-prepared-fire",
        Template::Designate(_, _, false) => "plan-hasty",
        Template::Designate(_, _, true) => "plan-hasty-fire",
        Template::Attack(_) => "plan-attack",
        Template::Strike(_) => "plan-strike",
        Template::Cover => "plan-cover",
        _ => return None,
    })
}

/// The way to the planner of a template, or to the map where it can be pointed at, for a form elsewhere.
pub fn leads_to(state: &State, template: Template) -> Option<Text> {
    if let Template::Retreat(_) | Template::Advance(_) | Template::Withdraw(_) | Template::Place(_) = template
    {
        return Some(Text::empty().link("map", "map", "Point at it on the map"));
    }
    let (word, target) = (panel_of(template)?, target(state, template)?);
    Some(Text::empty().link("map", format!("{word}-{target}"), "Weigh it on the map"))
}

/// The planners of a side: its answer to an attack, assaults, attacks paid for, then bombardments and air strikes, of
/// which there are many.
pub fn panels(state: &State, side: Side, templates: &[Template]) -> Vec<Block> {
    let (mut panels, mut fire) = (Vec::new(), Vec::new());
    for template in templates {
        let (Some(word), Some(target)) = (panel_of(*template), target(state, *template)) else { continue };
        let Some(form) = acts::form(state, side, *template) else { continue };
        let is_fire = matches!(template, Template::Designate(_, _, true) | Template::Strike(_));
        let (form, known) = asked(state, side, *template, form);
        let panel = planner(state, side, (word, target), templates, (form, known), !is_fire);
        if is_fire { &mut fire } else { &mut panels }.push(panel);
    }
    // Where a hex can be attacked otherwise and not Hasty, the closed control says why.
    let mut others: Vec<Place> =
        templates.iter().filter_map(|template| attacked_otherwise(*template)).collect();
    others.sort_unstable();
    others.dedup();
    for target in others {
        let hasty = Template::Designate(target, Attack::Hasty, false);
        let form = if templates.contains(&hasty) { None } else { acts::form(state, side, hasty) };
        if let Some(form) = form.filter(|form| form.closed.is_some()) {
            let of = ("plan-hasty", target);
            panels.push(planner(state, side, of, templates, (form, Known::default()), false));
        }
    }
    if state.facts.phase.side() == Some(side) && state.facts.battle.is_none() {
        panels.extend(paid_for(state, side, templates));
    }
    if !fire.is_empty() {
        panels.push(Panel::new("plan-fire", "Bombardments and air strikes", fire).folded().block());
    }
    panels
}

/// The hex of a March attack or a Prepared one.
fn attacked_otherwise(template: Template) -> Option<Place> {
    match template {
        Template::March(target) | Template::Designate(target, Attack::Prepared, false) => Some(target),
        _ => None,
    }
}

fn target(state: &State, template: Template) -> Option<Place> {
    match template {
        Template::March(target)
        | Template::Designate(target, ..)
        | Template::Attack(target)
        | Template::Strike(target) => Some(target),
        Template::Cover => state.facts.battle.as_ref().map(|battle| battle.target),
        _ => None,
    }
}

fn planner(
    state: &State,
    side: Side,
    (word, target): (&str, Place),
    open: &[Template],
    (mut form, mut known): (Form, Known),
    told: bool,
) -> Block {
    // What is paid for can be called off where it is weighed.
    let call_off = Template::CallOff(target);
    let offered = word == "plan-attack" && open.contains(&call_off);
    let call_off = offered.then(|| acts::form(state, side, call_off)).flatten();
    // What is not told at once is told when its panel is opened.
    let plan = match told {
        true => plan::of_form(state, side, &form, &mut known),
        false => Plan { form: form.id.clone(), body: Vec::new() },
    };
    // A form that is closed says itself why it cannot be done; what cannot come to anything is not weighed.
    form.planned = form.closed.is_none() || !plan.body.is_empty();
    let (heading, planned) = (form.verb.clone(), form.planned);
    let mut body = vec![Block::Form(form)];
    body.extend(planned.then_some(Block::Plan(plan)));
    body.extend(call_off.map(|form| Block::Can(vec![form])));
    // Who stands there: a hex by its number says little.
    let stands = state.in_hex(target).filter(|unit| unit.card.side != side || word == "plan-cover");
    let names = listed(stands.map(|unit| &*unit.card.name));
    let panel = Panel::new(format!("{word}-{target}"), heading, body).remark(names);
    let panel = panel.rule(RuleId("CF-CRT-5"));
    if word == "plan-cover" { panel.yours() } else { panel.folded() }.block()
}

/// The form of a template with an answer to every question beforehand, and with what is only declared later; beside it what
/// was worked out of the command that it makes.
fn asked(state: &State, side: Side, template: Template, mut form: Form) -> (Form, Known) {
    let mut known = Known::default();
    for field in &mut form.fields {
        if let FieldKind::One { chosen, .. } = &mut field.kind {
            chosen.get_or_insert(0);
        }
    }
    let command = |form: &Form| -> Option<Command> { serde_json::from_value(form.beforehand()?.0).ok() };
    if let (Template::Designate(target, _, bombards), Some(command)) = (template, command(&form))
        && let Ok(ahead) = known.ahead(state, side, target, &command)
    {
        form = later(ahead, side, target, bombards, form, Form::suppose);
    }
    let prospect =
        command(&form).and_then(|command| known.of(state, side, &command, &Supposed::default()).ok());
    if prospect.flatten().is_some_and(|prospect| prospect.answerable) {
        let choices = vec![
            Choice::new("what-helps", "with support that moves the column"),
            Choice::new("nothing", "not at all"),
        ];
        let question = format!("If {} answers", side.enemy());
        form = form.suppose(Field::new("answer", question, FieldKind::One { choices, chosen: Some(0) }));
    }
    (form.planned(), known)
}

/// What is declared only in the combat phase: supposed before the attack is paid for, asked while it waits.
fn later(
    ahead: &State,
    side: Side,
    target: Place,
    bombards: bool,
    mut form: Form,
    ask: fn(Form, Field) -> Form,
) -> Form {
    if bombards {
        let aims = ahead.of_side_in(side.enemy(), target);
        let aims: Vec<Choice> =
            aims.map(|unit| Choice::new(value(&unit.id()), unit.card.name.clone())).collect();
        if aims.len() > 1 {
            form = ask(form, first(one("chosen", "Aimed at", aims)));
        }
    } else {
        let near = ahead.on_map().filter(|unit| {
            let reach = unit
                .piece
                .at
                .is_some_and(|at| ahead.scenario.board.distance(at, target) <= u32::from(unit.card.range));
            unit.card.side == side && unit.card.kind.is_support() && reach
        });
        let choices: Vec<Choice> = near
            .map(|unit| {
                let no = why_not(|why| s8_support::can_fire(ahead, unit, target, why));
                let choice =
                    Choice::new(value(&unit.id()), unit.card.name.clone()).note(acts::standing(unit));
                choice.closed(no.map(ShownRefusal::from))
            })
            .collect();
        if !choices.is_empty() {
            let most = choices.len();
            let kind = FieldKind::Many { choices, least: 0, most };
            form = ask(form, Field::new("support", "With this support, declared later", kind));
        }
        if holds(|why| s8_air::can_fly(ahead, side, why)) {
            form = ask(form, yes_or_no("strike", "With an air strike"));
        }
    }
    if ahead.scenario.options.chemical && (side == Side::Wp || bombards) {
        form = ask(form, yes_or_no("chemical", "With chemicals"));
    }
    form
}

fn first(mut field: Field) -> Field {
    if let FieldKind::One { chosen, .. } = &mut field.kind {
        chosen.get_or_insert(0);
    }
    field
}

/// Attacks that are paid for and cannot be fought yet, with the reason.
fn paid_for(state: &State, side: Side, open: &[Template]) -> Vec<Block> {
    let waits = state.facts.designation.iter().filter(|one| {
        !open.contains(&Template::Attack(one.target)) && s7_designation::is_live(state, side, one)
    });
    let panel = |one: &Designation| {
        let target = one.target;
        let first = || state.of_side_in(side.enemy(), target).next().map(|unit| unit.id());
        let command = Command::Attack {
            target,
            support: Vec::new(),
            strike: false,
            chemical: false,
            chosen: one.bombard.then(first).flatten(),
        };
        let refusals = prove::<CentralFront>(state, Acting::own(side.seat()), &command).err()?;
        let verb = super::acts::fights_on(state, target);
        let mut form = Form::new(format!("attack-{target}"), value(&command), verb);
        if let Ok(then) = prospect::its_turn(state, side, target) {
            form = later(&then, side, target, one.bombard, form, Form::ask);
        }
        let (form, known) = asked(state, side, Template::Attack(target), form);
        let form = form.closed(Some((&refusals).into()));
        Some(planner(state, side, ("plan-attack", target), open, (form, known), true))
    };
    waits.filter_map(panel).collect()
}
