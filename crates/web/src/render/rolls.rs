//! The rolls of one step as a table: what each could bring with its exact odds, one press for all, and a row of fields for
//! dice thrown at a table.

use std::collections::BTreeMap;

use kernel::grammar::signed;
use kernel::view::rolls::{Chance, RollRow, RollState, RollTable, Way};
use kernel::view::{Field, FieldKind, Form};
use kernel::{Die, RollRecord};
use maud::{Markup, html};

use super::chance;
use super::fields::{field_name, value_word};
use super::form;
use super::reader::{Hand, Reader};
use super::symbols::icon;
use super::words;

/// The name of the field for the dice of a row.
pub(crate) fn face_name(key: &str) -> String {
    format!("face.{key}")
}

/// The table.
pub fn rolls(reader: &Reader<'_>, table: &RollTable) -> Markup {
    let made = records(reader, table);
    let rows = html! {
        table class="rt" {
            caption class="sr" { (table.caption) }
            thead {
                tr {
                    th scope="col" { (table.head) }
                    th scope="col" { "What could happen" }
                    th scope="col" class="fig" { "Roll" }
                    th scope="col" { "Result" }
                }
            }
            tbody { @for one in &table.rows { (row(reader, table, one, made.get(one.key.as_str()).copied())) } }
        }
    };
    let all = table.all.as_ref().filter(|_| !matches!(reader.hand, Hand::Over));
    let lead = html! {
        div class="lead" {
            p { (words::text(reader, &table.lead)) }
            @if let Some(all) = all { div class="row" { (keys(reader, all)) } }
        }
    };
    html! {
        div class="rolls" {
            @match all {
                Some(all) if all.closed.is_none() => {
                    // The rows' own buttons belong to forms of their own, which stand behind the table.
                    (form::shell(reader, all, "stack", html! {
                        (lead)
                        (rows)
                        (form::reason_field(reader, all))
                        @if reader.types && matches!(reader.hand, Hand::Acts(_)) { (table_dice(table, all)) }
                    }))
                }
                _ => {
                    (lead)
                    (rows)
                }
            }
            @for one in table.rows.iter().flat_map(|row| row.one.iter().chain(&row.pointed)) { (alone(reader, one)) }
        }
    }
}

/// The rolls that were made just now, by whom they are about.
fn records<'r>(reader: &Reader<'r>, table: &RollTable) -> BTreeMap<&'r str, &'r RollRecord> {
    let ours = |form: &str| {
        is_all(form)
            || table.forms().iter().any(|own| own.id == form)
            || table.rows.iter().any(|row| made_alone(row, form))
    };
    let line = reader.out.filter(|out| ours(&out.form)).map(|out| &out.line);
    let rolls = line.into_iter().flat_map(|line| &line.rolls);
    rolls.filter_map(|(_, record)| Some((record.asked.subject.as_ref()?.as_str(), record))).collect()
}

/// Whether a form is the one for all rolls: it is gone once they are made, and what it brought is still told.
fn is_all(form: &str) -> bool {
    form == RollTable::ALL
}

/// Whether a form was the one for this row alone. It is gone with its roll as well; its address ends with the row's key.
fn made_alone(row: &RollRow, form: &str) -> bool {
    let signs = |words: &str| words.replace(|sign: char| !sign.is_ascii_alphanumeric(), "-");
    row.state == RollState::Made && signs(form).ends_with(&format!("-{}", signs(&row.key)))
}

/// The buttons: one for each answer to whether the step is closed too.
fn keys(reader: &Reader<'_>, all: &Form) -> Markup {
    let why = format!("y-{}", all.id);
    if let Some(refusal) = reader.held_up().or_else(|| all.closed.clone()) {
        return html! {
            button class="btn" type="button" id={ "b-" (all.id) } aria-disabled="true" aria-describedby=(why) { (icon("no")) (all.verb) }
            p class="why" id=(why) { (words::reason(reader, &refusal)) }
        };
    }
    let closes = all.fields.iter().find(|field| field.key == "close");
    let choices = match closes.map(|field| &field.kind) {
        Some(FieldKind::One { choices, .. } | FieldKind::Keys { choices, .. }) => choices.as_slice(),
        _ => &[],
    };
    let reads = reader.hand.why_not();
    html! {
        @for (n, choice) in choices.iter().enumerate().filter(|(_, choice)| choice.closed.is_none()) {
            @let id = if n == 0 { format!("b-{}", all.id) } else { format!("b-{}-{n}", all.id) };
            button class=(if n == 0 { "btn go" } else { "btn" }) type=(if reads.is_some() { "button" } else { "submit" }) id=(id)
                name=(field_name("close")) value=(value_word(&choice.value)) aria-disabled=[reads.map(|_| "true")] aria-describedby=[reads] {
                (words::text(reader, &choice.label))
            }
        }
    }
}

fn row(reader: &Reader<'_>, table: &RollTable, row: &RollRow, record: Option<&RollRecord>) -> Markup {
    // What was rolled in the step before may be about the same formation.
    let record = record.filter(|_| row.state == RollState::Made);
    let quiet = matches!(row.state, RollState::Settled | RollState::Closed);
    html! {
        tr id={ "roll-" (row.key) } class=[quiet.then_some("sure").or(record.map(|_| "fresh"))] {
            th scope="row" {
                (words::text(reader, &row.title))
                @if !row.note.is_empty() { span class="note" { (words::text(reader, &row.note)) } }
            }
            td class="odd" {
                @for one in &row.chances { (one_chance(one)) }
                @if !row.why.is_empty() { span class="note" { (words::text(reader, &row.why)) } }
                @else if let Some(record) = record { span class="note" { (modifiers(record)) } }
                (spending(reader, table, row))
            }
            td class="fig dc" { (thrown(reader, row, record)) }
            td class="rs" {
                @if let Some(record) = record { (came(record)) }
                @else if !row.result.is_empty() { span { (words::text(reader, &row.result)) } }
            }
        }
        // Why a roll of this row alone was refused stands below it, and not below the table.
        @for one in row.one.iter().chain(&row.pointed).filter(|one| is_said(reader, &one.id)) {
            tr class="said-of" { td colspan="4" { (form::answer(reader, &one.id)) } }
        }
    }
}

/// Whether something was said to a form just now.
fn is_said(reader: &Reader<'_>, form: &str) -> bool {
    matches!(reader.hand, Hand::Acts(_))
        && (reader.said_of(form).is_some_and(|said| !said.refusals.is_empty())
            || reader.out.is_some_and(|out| out.form == form))
}

fn one_chance(one: &Chance) -> Markup {
    let sign = match one.way {
        Way::Better => "up",
        Way::Worse => "down",
        Way::Same => "same",
    };
    html! {
        span class="chance" {
            (icon(sign))
            (one.words)
            @if one.of > 0 { ": " strong { (chance::of_all(one.weight, one.of)) } }
        }
    }
}

/// The tick for a point on the roll of a row.
fn spending(reader: &Reader<'_>, table: &RollTable, row: &RollRow) -> Markup {
    let question = table.all.iter().flat_map(|all| &all.fields).find(|field| field.key == "spend");
    let Some(Field { kind: FieldKind::Many { choices, .. }, .. }) = question else { return html! {} };
    let choice = choices.iter().enumerate().find(|(_, choice)| value_word(&choice.value) == row.key);
    let all = table.all.as_ref().map_or("", |all| all.id.as_str());
    let picked = |word: &str| {
        let said = reader.said_of(all).and_then(|said| said.entered.get(&field_name("spend")));
        said.is_some_and(|words| words.iter().any(|known| known == word))
    };
    html! {
        @if let Some((n, choice)) = choice {
            @let word = value_word(&choice.value);
            label class=(if choice.closed.is_some() { "pick off" } else { "pick" }) for={ "w-" (all) "-spend-" (n) } {
                input type="checkbox" id={ "w-" (all) "-spend-" (n) } name=(field_name("spend")) value=(word)
                    checked[picked(&word)] aria-disabled=[choice.closed.as_ref().map(|_| "true")];
                span { (words::text(reader, &choice.label)) }
            }
        }
    }
}

/// The die of a row: what it shows, a button for this roll alone, or a word why none is thrown.
fn thrown(reader: &Reader<'_>, row: &RollRow, record: Option<&RollRecord>) -> Markup {
    if let Some(record) = record {
        let class = if record.origin == Some(kernel::Origin::Table) { "die by-hand" } else { "die" };
        return html! { @for face in &record.faces { span class=(class) { (face) } } };
    }
    let wait = html! { span class="die wait" { (sign(row.die)) } };
    match (row.state, &row.one) {
        (RollState::Settled, _) => html! { span class="note" { "settled" } },
        (RollState::Made, _) => html! { span class="note" { "rolled" } },
        (RollState::Closed, _) => html! { span class="note" { "passed" } },
        (RollState::Open, Some(one)) if one.closed.is_none() && acts_alone(reader) => {
            html! {
                span class=[row.pointed.as_ref().map(|_| "plain")] { (alone_keys(reader, row, one)) }
                @if let Some(pointed) = row.pointed.as_ref().filter(|pointed| pointed.closed.is_none()) {
                    span class="pointed" { (alone_keys(reader, row, pointed)) }
                }
            }
        }
        (RollState::Open, _) => wait,
    }
}

/// Whether single rolls are offered: whoever acts for a side gives one reason for all of them.
fn acts_alone(reader: &Reader<'_>) -> bool {
    matches!(reader.hand, Hand::Acts(keys) if keys.acting_for.is_none())
}

/// The buttons of one roll alone, as a form behind the table sends it.
fn alone_keys(reader: &Reader<'_>, row: &RollRow, one: &Form) -> Markup {
    let id = format!("b-{}", one.id);
    html! {
        button class="die wait" type="submit" form={ "f-" (one.id) } id=(id) aria-label={ (sign(row.die)) ", " (one.verb) } title=(one.verb) { (sign(row.die)) }
        @if reader.types {
            button class="by-hand" type="submit" form={ "f-" (one.id) } id={ (id) "-table" } name="dice" value="table" aria-label={ (one.verb) ": enter dice from the table" } { "enter" }
        }
    }
}

/// A die in short.
fn sign(die: Die) -> String {
    match die {
        Die::D(100) => "d%".to_owned(),
        other => other.words(),
    }
}

/// What came of a roll: the result, and how its total came about.
fn came(record: &RollRecord) -> Markup {
    let result = record.chart.as_ref().and_then(|chart| chart.bands.get(chart.hit));
    let amount: i32 = record.modifiers.iter().map(|modifier| modifier.amount).sum();
    let face = i64::from(record.total - amount);
    let sign = if amount < 0 { "−" } else { "+" };
    html! {
        @if let Some(band) = result { span class="res" { (band.result) } span class="note" {
            @if amount != 0 { (face) " " (sign) " " (amount.unsigned_abs()) " = " }
            (kernel::view::block::figure_words(i64::from(record.total))) ", in " (band.band)
        } }
    }
}

/// What changed the dice of a roll that has been made: "close combats won +2".
fn modifiers(record: &RollRecord) -> String {
    let counted = record.modifiers.iter().filter(|modifier| modifier.amount != 0);
    let told: Vec<String> = counted.map(|one| format!("{} {}", one.label, signed(one.amount))).collect();
    told.join(", ")
}

/// The form of one roll; its button stands in its row.
fn alone(reader: &Reader<'_>, one: &Form) -> Markup {
    if one.closed.is_some() || !acts_alone(reader) {
        return html! {};
    }
    form::sending(reader, one, "alone", html! {})
}

/// Dice thrown at a table, one field for each open roll.
fn table_dice(table: &RollTable, all: &Form) -> Markup {
    let nought = match table.open().next().map(|row| row.die.shape().1) {
        Some(100) => "A printed 00 is 100. ",
        Some(10) => "A printed 0 is 10. ",
        _ => "",
    };
    html! {
        fieldset class="table-dice" {
            legend { "Dice from the table" }
            p class="note" { (nought) "Leave a field empty to let the program roll it. What is entered stands." }
            div class="dicerow" {
                @for row in table.open() {
                    @let id = format!("t-{}-{}", all.id, row.key);
                    div {
                        label for=(id) { (row.title.plain(&[])) }
                        input type="text" inputmode="numeric" id=(id) name=(face_name(&row.key)) maxlength=(row.die.shape().1.to_string().len()) autocomplete="off";
                    }
                }
                button class="btn" type="submit" id={ "b-" (all.id) "-table" } name="dice" value="table" { "Enter the dice" }
            }
        }
    }
}
