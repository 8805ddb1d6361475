//! The fields of a form: one of several, several of several, a number, words.

use kernel::view::{Choice, Field, FieldKind, Form};
use maud::{Markup, html};
use serde_json::Value;

use super::figures;
use super::keys;
use super::reader::Reader;
use super::words;

/// How a choice is named in a posted form: the text itself, or the JSON of any other value.
pub fn value_word(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// The name of a field in a posted form.
pub fn field_name(key: &str) -> String {
    format!("f.{key}")
}

/// All questions of a form.
pub(super) fn fields(reader: &Reader<'_>, form: &Form) -> Markup {
    html! { @for one in &form.fields { (field(reader, form, one)) } }
}

/// Letters and digits of words, as a part of an id.
fn dashed(words: &str) -> String {
    let sign = |sign: char| if sign.is_alphanumeric() { sign.to_ascii_lowercase() } else { '-' };
    words.chars().map(sign).collect()
}

pub(super) fn field(reader: &Reader<'_>, form: &Form, field: &Field) -> Markup {
    let name = field_name(field.key);
    let id = match field.key {
        // A group has no key of its own.
        "" => format!("w-{}-{}", form.id, dashed(&field.label)),
        key => format!("w-{}-{key}", form.id),
    };
    let said = reader.said_of(&form.id);
    let entered = said.and_then(|said| said.entered.get(&name));
    let hint = html! {
        @if !field.hint.is_empty() { span class="hint" id={ (id) "-h" } { (field.hint) } }
    };
    let described = (!field.hint.is_empty()).then(|| format!("{id}-h"));
    match &field.kind {
        FieldKind::One { choices, chosen } => html! {
            fieldset class="field" id=(id) aria-describedby=[described] {
                legend class="lab" { (field.label) }
                (hint)
                div class="picks" {
                    @for (n, choice) in choices.iter().enumerate() {
                        @let word = value_word(&choice.value);
                        @let checked = entered.map_or(*chosen == Some(n), |words| words.contains(&word));
                        (pick(reader, "radio", &name, &format!("{id}-{n}"), &word, choice, checked))
                    }
                }
            }
        },
        FieldKind::Many { choices, least, most } => html! {
            fieldset class="field" id=(id) aria-describedby={ (id) "-m" @if let Some(hint) = &described { " " (hint) } } {
                legend class="lab" { (field.label) }
                (hint)
                span class="hint" id={ (id) "-m" } { (bounds(*least, *most, choices.len())) }
                div class="picks many" data-least=(least) data-most=(most) {
                    @for (n, choice) in choices.iter().enumerate() {
                        @let word = value_word(&choice.value);
                        @let checked = said.map_or(choice.picked, |_| entered.is_some_and(|words| words.contains(&word)));
                        (pick(reader, "checkbox", &name, &format!("{id}-{n}"), &word, choice, checked))
                    }
                }
            }
        },
        FieldKind::Number { min, max, value } => html! {
            div class="field" {
                label class="lab" for=(id) { (field.label) }
                (hint)
                input type="number" inputmode="numeric" id=(id) name=(name) min=(min) max=(max) step="1" required
                    value=(entered.and_then(|words| words.first()).map_or_else(|| value.to_string(), Clone::clone))
                    aria-describedby=[described];
                " " span class="note" { (min) " to " (max) }
            }
        },
        FieldKind::Keys { choices, chosen, more } => {
            let picked = |choice: &Choice, n: usize| {
                entered.map_or(*chosen == Some(n), |words| words.contains(&value_word(&choice.value)))
            };
            let picked = choices.iter().enumerate().position(|(n, choice)| picked(choice, n));
            keys::field(reader, form, field, &keys::Row { id, name, choices, picked, more })
        }
        FieldKind::Group(inner) => html! {
            fieldset class="field group" id=(id) aria-describedby=[described] {
                legend class="lab" { (field.label) }
                (hint)
                @for one in inner { (self::field(reader, form, one)) }
            }
        },
        FieldKind::Words { most, value } => html! {
            div class="field" {
                label class="lab" for=(id) { (field.label) }
                (hint)
                @let value = entered.and_then(|words| words.first()).map_or(value.as_str(), String::as_str);
                @if *most > 120 {
                    textarea id=(id) name=(name) maxlength=(most) rows=(value.lines().count().clamp(3, 30)) aria-describedby=[described] { (value) }
                } @else {
                    input class="wide" type="text" id=(id) name=(name) maxlength=(most) value=(value) aria-describedby=[described];
                }
            }
        },
    }
}

fn bounds(least: usize, most: usize, of: usize) -> String {
    match (least, most.min(of)) {
        (0, most) if most == of => "Pick any, or none.".to_owned(),
        (0, most) => format!("Pick up to {}.", figures::count_words(most)),
        (least, most) if least == most => format!("Pick {}.", figures::count_words(least)),
        (least, most) => format!("Pick {} to {}.", figures::count_words(least), figures::count_words(most)),
    }
}

fn pick(
    reader: &Reader<'_>,
    kind: &str,
    name: &str,
    id: &str,
    word: &str,
    choice: &Choice,
    checked: bool,
) -> Markup {
    let closed = choice.closed.is_some();
    html! {
        label class=(if closed { "pick off" } else { "pick" }) for=(id) {
            input type=(kind) name=(name) id=(id) value=(word) checked[checked] required[kind == "radio"] data-takes=[(!choice.takes.is_empty()).then_some(&choice.takes)] data-counter=[(!choice.counter.is_empty()).then_some(&choice.counter)] aria-disabled=[closed.then_some("true")];
            span {
                span class="says" { (words::text(reader, &choice.label)) }
                @if !choice.note.is_empty() { " " small { (words::text(reader, &choice.note)) } }
                @if let Some(refusal) = &choice.closed { " " small class="why" { (words::reason(reader, refusal)) } }
            }
        }
    }
}
