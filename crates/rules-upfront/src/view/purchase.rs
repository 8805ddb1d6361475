//! The questions of a force that its side buys. [UF-R45]

use kernel::grammar::holds;
use kernel::view::{Choice, Field, FieldKind, Form, Text};
use serde_json::{Value, json};

use super::force::values;
use crate::muster::Muster;
use crate::setup::Card;
use crate::state::State;
use crate::words::{ManId, PlaceKind, Rank, Side};
use crate::worth::{by_ladder, is_changed};

/// Everything that can be bought, each with its price and what it is worth.
pub(super) fn ask(state: &State, side: Side, form: Form) -> Form {
    let fit = || state.deck(side).nation.men.iter().filter(|card| state.is_fit(side, card.id));
    let leads = |kind: PlaceKind| {
        let may = move |card: &&Card| {
            let mut muster = Muster::with(state, side, Default::default(), None);
            holds(|why| Ok(crate::rules::s42_2_leaders::bought(&mut muster, kind, card.id, why)))
        };
        fit().filter(may).map(|card| choice(state, side, card)).collect()
    };
    let commissars: Vec<Choice> =
        fit().filter(|card| card.rank == Rank::Comm).map(|card| choice(state, side, card)).collect();
    let plain: Vec<Choice> =
        fit().filter(|card| card.role.is_none()).map(|card| choice(state, side, card)).collect();
    let mut form = form.ask(at_most_one("own.sl", "Squad leader", leads(PlaceKind::Sl))).ask(at_most_one(
        "own.asl",
        "Assistant",
        leads(PlaceKind::Asl),
    ));
    if !commissars.is_empty() {
        form = form.ask(at_most_one("own.commissar", "Commissar", commissars));
    }
    let most = plain.len();
    let men = Field::new("own.men", "Men", FieldKind::Many { choices: plain, least: 0, most });
    radio(state, side, form.ask(men.hint("Who leads is not named here again.")))
}

fn choice(state: &State, side: Side, card: &Card) -> Choice {
    let label = Text::new(format!("#{} {} ", card.id, card.name)).strong(card.weapon.as_str());
    let (price, worth) = (points(card.points.into()), worth(state, side, card.id));
    Choice::new(json!(card.id), label).note(format!("{price} · {worth}")).takes(card.id.to_string())
}

fn worth(state: &State, side: Side, man: ManId) -> String {
    let Some((now, card)) = state.man(side, man) else { return String::new() };
    match by_ladder(state, side, man).filter(|_| is_changed(state, side, man)) {
        None => values(now, card),
        Some(price) => format!("{} · by the price ladder {}", values(now, card), between(price)),
    }
}

/// "38", or "33 to 38" where cards of equal values differ in price.
pub(super) fn between([low, high]: [i32; 2]) -> String {
    if low == high { low.to_string() } else { format!("{low} to {high}") }
}

fn points(n: i64) -> String {
    if n == 1 { "1 point".into() } else { format!("{n} points") }
}

fn at_most_one(key: &'static str, label: &str, choices: Vec<Choice>) -> Field {
    let choices = std::iter::once(Choice::new(Value::Null, "Nobody")).chain(choices).collect();
    Field::new(key, label, FieldKind::One { choices, chosen: Some(0) })
}

/// An artillery radio from the nation's table, and whose it is where the table has several.
fn radio(state: &State, side: Side, mut form: Form) -> Form {
    let rows = &state.deck(side).nation.radio;
    let mut strengths: Vec<i32> =
        rows.iter().flat_map(|row| row.prices.iter().map(|(strength, _)| *strength)).collect();
    strengths.sort_unstable();
    strengths.dedup();
    if strengths.is_empty() {
        return form;
    }
    let choice = |strength: &i32| {
        let prices = rows.iter().filter_map(|row| {
            let (_, price) = row.prices.iter().find(|(known, _)| known == strength)?;
            Some(match rows.len() {
                1 => points((*price).into()),
                _ => format!("{} for {}", points((*price).into()), row.troops),
            })
        });
        Choice::new(json!(strength), format!("Strength {strength}"))
            .note(prices.collect::<Vec<_>>().join(", "))
    };
    let none = Choice::new(Value::Null, "None");
    let choices = std::iter::once(none).chain(strengths.iter().map(choice)).collect();
    form = form.ask(Field::new("own.radio", "Artillery radio", FieldKind::One { choices, chosen: Some(0) }));
    if rows.len() > 1 {
        let nobody = Choice::new(Value::Null, "No radio");
        let troops = rows.iter().map(|row| Choice::new(row.troops.as_str(), row.troops.clone()));
        let choices = std::iter::once(nobody).chain(troops).collect();
        form = form.ask(Field::new("own.troops", "Whose radio", FieldKind::One { choices, chosen: Some(0) }));
    }
    form
}
