//! The orders that a side leaves for the time it is away: its own as a form, those of both sides for the umpire.

use kernel::view::{Block, Cell, Choice, ColumnRole, Field, FieldKind, Form, Panel, RowState, Sheet, Text};
use kernel::{Audience, RuleId};
use serde_json::{Value, json};

use super::acts::value;
use crate::state::{CoverOrder, LossOrder, RetreatOrder, Standing, State};
use crate::words::Side;

/// What stands for an order that is not given.
const ASKED: &str = "ask me";

/// A question of the orders, with the words of each answer.
struct Question {
    key: &'static str,
    label: &'static str,
    left_out: &'static str,
    answers: Vec<(Value, &'static str)>,
}

fn questions() -> [Question; 4] {
    let answer = |order: Value, words| (order, words);
    [
        Question {
            key: "cover",
            label: "Support of a defense",
            left_out: ASKED,
            answers: vec![
                answer(value(&CoverOrder::Never), "never"),
                answer(value(&CoverOrder::WhenItHelps), "when it moves the column"),
            ],
        },
        Question {
            key: "losses",
            label: "Steps",
            left_out: ASKED,
            answers: vec![
                answer(value(&LossOrder::KeepDefense), "keep the greatest defense"),
                answer(value(&LossOrder::KeepAttack), "keep the greatest attack"),
            ],
        },
        Question {
            key: "retreats",
            label: "Retreats",
            left_out: ASKED,
            answers: vec![
                answer(value(&RetreatOrder::TowardSupply), "toward supply"),
                answer(value(&RetreatOrder::ToCover), "into cover"),
            ],
        },
        Question {
            key: "excess",
            label: "Too many in a hex after a retreat",
            left_out: "keep the greatest defense if retreats are ordered, else ask me",
            answers: vec![
                answer(value(&LossOrder::KeepDefense), "keep the greatest defense"),
                answer(value(&LossOrder::KeepAttack), "keep the greatest attack"),
            ],
        },
    ]
}

/// What a side has ordered, in the order of the questions.
fn ordered(standing: &Standing) -> [Value; 4] {
    [value(&standing.cover), value(&standing.losses), value(&standing.retreats), value(&standing.excess)]
}

/// The side's own orders and the form that changes them.
pub fn own(state: &State, side: Side) -> Block {
    let mut form = Form::new("instruct", json!({"do": "instruct"}), "Leave these orders");
    for (question, now) in questions().into_iter().zip(ordered(state.facts.orders.of(side))) {
        let others = question.answers.into_iter().map(|(order, words)| Choice::new(order, words));
        let choices: Vec<Choice> =
            std::iter::once(Choice::new(Value::Null, question.left_out)).chain(others).collect();
        let chosen = choices.iter().position(|choice| choice.value == now);
        form = form.ask(Field::new(question.key, question.label, FieldKind::One { choices, chosen }));
    }
    Panel::new("orders", "Standing orders", vec![Block::Form(form)])
        .rule(RuleId("CF-ORDERS"))
        .secret(Audience::Side(side.number()))
        .folded()
        .block()
}

/// The orders of both sides, as only the umpire may read them.
pub fn of_both(state: &State) -> Block {
    let side = |side: Side| (side.word(), ColumnRole::Words);
    let columns = [("When it has to answer", ColumnRole::Name), side(Side::BOTH[0]), side(Side::BOTH[1])];
    let mut sheet = Sheet::new("Standing orders", &columns).compact();
    let standing = Side::BOTH.map(|side| {
        let standing = state.facts.orders.of(side);
        ordered(&Standing { excess: standing.of_excess(), ..*standing })
    });
    for (at, question) in questions().into_iter().enumerate() {
        let said = standing.each_ref().map(|orders| {
            let known = question.answers.iter().find(|(order, _)| *order == orders[at]);
            Cell::new(known.map_or("asked", |(_, words)| words))
        });
        let cells = std::iter::once(Cell::new(question.label)).chain(said).collect();
        sheet.row(format!("orders-{}", question.key), RowState::Here, cells);
    }
    let note = Text::new("How each side answers while it is away. A side reads only its own.");
    Panel::new("orders", "Standing orders", vec![Block::Sheet(sheet), Block::Note(note)])
        .rule(RuleId("CF-ORDERS"))
        .secret(Audience::Umpire)
        .block()
}
