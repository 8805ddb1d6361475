//! What a seat can do now, as forms: like commands are the answers of one question. Paths and OBJ markers, which are many,
//! are given on the map. A command that the rules do not take has no answer.

use kernel::view::{Block, Choice, Field, FieldKind, Form, Panel, ShownRefusal};
use kernel::{RuleId, Seat, Side};
use serde_json::{Value, json};

use super::drafts::draft;
use super::undone::left_undone;
use crate::BattalionCombat;
use crate::command::Command;
use crate::state::{DefenseOrder, FirstOrder, HqOrder, LossOrder, Phase, RetreatOrder, State, StoppingOrder};
use crate::words::Place;

/// What a form is about: they stand in a panel together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Group {
    /// What play waits for.
    Now,
    /// Attacks, barrages, engagements.
    Fire,
    /// What units do besides.
    Units,
    /// Routes, HQ and trains.
    Supply,
}

/// The questions whose answer is no, or nobody, unless a side says otherwise: their first answer is picked.
const NO_BY_ITSELF: [&str; 2] = ["prepared", "assist"];

/// A form as it was made: what it is about, and the panel in which it is weighed where there is one.
pub(super) struct Made {
    pub group: Group,
    pub panel: Option<(&'static str, Place)>,
    pub form: Form,
}

/// The forms of some lawful commands, in their order.
pub(super) fn of(state: &State, commands: &[Command]) -> Vec<Made> {
    let mut all: Vec<Made> = Vec::new();
    for command in commands {
        let Some(draft) = draft(state, command) else { continue };
        let Ok(Value::Object(mut fixed)) = serde_json::to_value(command) else { continue };
        let choice = draft.ask.map(|(key, _)| {
            let value = fixed.remove(key).unwrap_or_default();
            Choice { value, ..draft.choice }
        });
        let known = all.iter_mut().find(|made| made.form.id == draft.id);
        match (known, choice, draft.ask) {
            (Some(made), Some(choice), _) => {
                if let Some(FieldKind::One { choices, chosen }) =
                    made.form.fields.first_mut().map(|field| &mut field.kind)
                {
                    choices.push(choice);
                    *chosen = draft.ask.filter(|(key, _)| NO_BY_ITSELF.contains(key)).map(|_| 0);
                }
            }
            (Some(_), None, _) => {}
            (None, choice, ask) => {
                let mut form = Form::new(draft.id, Value::Object(fixed), draft.verb);
                (form.rolls, form.planned, form.consequence) = (draft.rolls, draft.weighed, draft.then);
                if let (Some(choice), Some((key, question))) = (choice, ask) {
                    let kind = FieldKind::One { choices: vec![choice], chosen: Some(0) };
                    form = form.ask(Field::new(key, question, kind));
                }
                all.push(Made { group: draft.group, panel: draft.panel, form });
            }
        }
    }
    for made in all.iter_mut().filter(|made| ["begin", "end"].contains(&&*made.form.id)) {
        made.form.undone = left_undone(state, commands);
    }
    all
}

/// A control that is always there and closed with its reason while the rules refuse it.
pub(super) fn closed(state: &State, seat: Seat, id: &str, verb: &str, command: &Command) -> Option<Form> {
    let reason = ShownRefusal::of::<BattalionCombat>(state, seat, command)?;
    let command = serde_json::to_value(command).ok()?;
    Some(Form::new(id, command, verb).closed(Some(reason)))
}

/// How a side says beforehand that it answers, one question for each point of the list.
pub(super) fn instructions(state: &State, seat: Seat) -> Option<Block> {
    let side = Side::of(seat).filter(|_| state.facts.phase != Phase::Over)?;
    let now = &state.facts.standing[side];
    let defense = question("defense", "The AR unit", now.defense, DefenseOrder::ALL, DefenseOrder::prose);
    let hint = format!("{} Prepared Defense is declared wherever it can be.", defense.hint);
    let form = Form::new("instruct", json!({"do": "instruct"}), "Answer so from now on")
        .ask(defense.hint(hint))
        .ask(question("losses", "Who loses a step", now.losses, LossOrder::ALL, LossOrder::prose))
        .ask(question(
            "retreats",
            "The path of a retreat",
            now.retreats,
            RetreatOrder::ALL,
            RetreatOrder::prose,
        ))
        .ask(question(
            "stopping",
            "A Stopping Engagement",
            now.stopping,
            StoppingOrder::ALL,
            StoppingOrder::prose,
        ))
        .ask(question("jumped", "Where a jumped HQ goes", now.jumped, HqOrder::ALL, HqOrder::prose))
        .ask(question("first", "Who goes first", now.first, FirstOrder::ALL, FirstOrder::prose));
    let panel = Panel::new("instruct", "Answer beforehand", vec![Block::Form(form)]);
    Some(panel.rule(RuleId("BCS-ACT-18")).folded().block())
}

/// One point of the list; its hint is what is done for a side that stays away.
fn question<T: Copy + Default + PartialEq + serde::Serialize>(
    key: &'static str,
    words: &str,
    now: Option<T>,
    all: &[T],
    prose: impl Fn(T) -> &'static str,
) -> Field {
    let asked = std::iter::once(Choice::new(Value::Null, "ask me"));
    let value = |one: &T| Choice::new(serde_json::to_value(one).unwrap_or_default(), prose(*one));
    let choices = asked.chain(all.iter().map(value)).collect();
    let chosen = now.and_then(|now| all.iter().position(|one| *one == now)).map_or(0, |at| at + 1);
    let hint = format!("While you stay away: {}.", prose(T::default()));
    Field::new(key, words, FieldKind::One { choices, chosen: Some(chosen) }).hint(hint)
}
