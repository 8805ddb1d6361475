//! What the umpire can do: close a step for a side, change an option with the consent of both, declare the result.

use kernel::view::{Block, Choice, Field, FieldKind, Form, Panel, Text};
use kernel::{Acting, RuleId, Seat};
use serde_json::{Value, json};

use super::overview::step_name;
use super::own::{json as command_json, refusal};
use super::prose::{option_title, value_words};
use crate::command::Command;
use crate::phase::Step;
use crate::rules::s2_1_2_4_p_perimeter::{REFEREED, is_the_umpires};
use crate::rules::s2_1_scenarios::open_rolls;
use crate::setup::Options;
use crate::state::State;
use crate::words::Side;

/// The controls of the umpire's overview, closed ones last.
pub fn forms(state: &State) -> Vec<Form> {
    let mut forms: Vec<Form> = Vec::new();
    if state.step().is_for_sides() && !is_the_umpires(state) {
        forms.extend(Side::BOTH.map(|side| closing_for(state, side)));
    }
    forms.extend(closing_for_both(state));
    if let Some(open) = &state.facts.proposal {
        let change = Command::ChangeSetting { key: open.key, value: open.value };
        let key = open.key.as_str();
        let verb = format!("Set “{}” to {}", option_title(key), value_words(key, open.value));
        forms.push(
            by_umpire(state, "change-setting", &change, verb)
                .then("The old value and the new one stand in the log."),
        );
    }
    if state.step() != Step::Over {
        let declare = by_umpire(state, "declare-victory", &Command::DeclareVictory, "Declare the result");
        forms.push(declare.then("The victory conditions are counted as things stand."));
    }
    forms.sort_by_key(|form| form.closed.is_some());
    forms
}

/// Closing C5 and C6 for both sides.
fn closing_for_both(state: &State) -> Option<Form> {
    let form =
        || by_umpire(state, "close-for-both", &Command::Done, "Close the step for both sides").ending();
    REFEREED.contains(&state.step()).then(form)
}

/// The same below what the umpire looks over.
pub fn close(state: &State) -> Option<Block> {
    let form = closing_for_both(state)?.leading();
    let panel = Panel::new("close", format!("Close {}", state.step()), vec![Block::Form(form)]);
    Some(panel.rule(RuleId("BF-2.1.2.4.P-2")).yours().block())
}

fn by_umpire(state: &State, id: &str, command: &Command, verb: impl Into<String>) -> Form {
    Form::new(id, command_json(command), verb).closed(refusal(state, Acting::own(Seat::Umpire), command))
}

/// Closing a step on a side's behalf. The table takes `for` and `reason` out of the command.
fn closing_for(state: &State, side: Side) -> Form {
    let seat = Seat::Side(side.number());
    let acting = Acting { seat, by: Seat::Umpire };
    let name = &state.setup_of(side).name;
    let verb = format!("Close {} for {name}", state.step().title().to_lowercase());
    let rolls = open_rolls(state, side).len();
    let consequence = match rolls {
        0 => "Needs a reason.".to_owned(),
        1 => "Needs a reason. The roll that is owed is made.".to_owned(),
        n => format!("Needs a reason. The {n} rolls that are owed are made."),
    };
    let reason = Field {
        key: "reason",
        label: "Your reason".into(),
        hint: "3 to 400 characters. Everyone reads it: write nothing secret.".into(),
        kind: FieldKind::words(400),
    };
    let form =
        Form::new(format!("for-{}-done", seat.name()), json!({"do": "done", "for": seat.name()}), verb)
            .then(consequence)
            .ask(reason)
            .closed(refusal(state, acting, &Command::Done));
    if rolls > 0 { form.rolling() } else { form }
}

/// Proposals, one form for each option; a single closed one when it is not the time for any.
pub fn options(state: &State) -> Option<Block> {
    let forms: Vec<Form> = Options::KEYS.iter().filter_map(|(key, _)| propose(state, key)).collect();
    let reason = forms
        .first()
        .and_then(|form| form.closed.clone())
        .filter(|first| forms.iter().all(|form| form.closed.as_ref() == Some(first)));
    let shown = match (reason, forms.first()) {
        (Some(_), Some(first)) => {
            let mut first = first.clone();
            first.verb = "Propose a change".into();
            vec![first]
        }
        _ => forms,
    };
    let intro = Text::new("A change needs the consent of both sides, between slots.").rule(RuleId("BF-R45"));
    (!shown.is_empty()).then(|| {
        Panel::new("propose", "Propose a change", vec![Block::Prose(intro), Block::Can(shown)])
            .rule(RuleId("HOUSE-CONSENT"))
            .remark(format!("Play stands at {}", step_name(state.step())))
            .block()
    })
}

fn propose(state: &State, key: &'static str) -> Option<Form> {
    let id = key.parse().ok()?;
    let acting = Acting::own(Seat::Umpire);
    let choice = |value| {
        let command = Command::ProposeSetting { key: id, value };
        let word = serde_json::to_value(value).unwrap_or(Value::Null);
        Choice::new(word, value_words(key, value)).closed(refusal(state, acting, &command))
    };
    let choices: Vec<Choice> = state.options().alternatives(key).into_iter().map(choice).collect();
    let chosen = choices.iter().position(|choice| choice.closed.is_none());
    let closed = if chosen.is_none() { choices.first()?.closed.clone() } else { None };
    let now = state.options().get(key).map(|value| value_words(key, value)).unwrap_or_default();
    let kind = FieldKind::One { choices, chosen };
    let field = Field { key: "value", label: option_title(key).into(), hint: format!("Now: {now}."), kind };
    let form = Form::new(
        format!("propose-{}", key.replace('_', "-")),
        json!({"do": "propose-setting", "key": key}),
        "Propose it",
    );
    Some(form.ask(field).closed(closed))
}
