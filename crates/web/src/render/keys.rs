//! Answers as a row of keys under the thumb: radio buttons drawn as keys, or buttons that send at once. What is rarely
//! wanted, and further questions about the same thing, unfold behind the last key.

use kernel::view::{Choice, Field, Form};
use maud::{Markup, html};

use super::fields::{field as further, value_word};
use super::reader::Reader;
use super::words;

/// A row of keys.
pub(super) struct Row<'a> {
    /// The address of the question.
    pub id: String,
    /// Its name in a posted form.
    pub name: String,
    /// Its answers.
    pub choices: &'a [Choice],
    /// The answer that is picked.
    pub picked: Option<usize>,
    /// Further questions.
    pub more: &'a [Field],
}

/// A question as a row of keys. A hint's second line says what the keys count, right above them.
pub(super) fn field(reader: &Reader<'_>, form: &Form, field: &Field, row: &Row<'_>) -> Markup {
    let id = &row.id;
    let described = (!field.hint.is_empty()).then(|| format!("{id}-h"));
    let usual = row.choices.iter().enumerate().filter(|(_, choice)| !choice.seldom);
    let seldom: Vec<_> = row.choices.iter().enumerate().filter(|(_, choice)| choice.seldom).collect();
    let open = row.picked.and_then(|n| row.choices.get(n)).is_some_and(|choice| choice.seldom);
    html! {
        fieldset class=(if form.at_once { "field keyed once" } else { "field keyed" }) id=(id) aria-describedby=[&described] {
            legend class=(if form.at_once { "sr" } else { "who" }) { (field.label) }
            @if let Some(described) = &described {
                @let (note, what) = field.hint.split_once('\n').unwrap_or((&field.hint, ""));
                span class="hint" id=(described) { (note) @if !what.is_empty() { " " b class="what" { (what) } } }
            }
            div class=(if is_pad(reader, row) { "keyrow pad" } else { "keyrow" }) {
                @for (n, choice) in usual { (key(reader, form, row, n, choice)) }
                @if !seldom.is_empty() || !row.more.is_empty() {
                    details open[open] id={ (id) "-more" } {
                        summary class="key" { "More" span class="sr" { " about " (field.label) } }
                        @if !seldom.is_empty() {
                            div class="keyrow wide" { @for (n, choice) in seldom { (key(reader, form, row, n, choice)) } }
                        }
                        @for one in row.more { (further(reader, form, one)) }
                    }
                }
            }
        }
    }
}

/// So many keys fit beside each other on a phone.
const MOST_BESIDE: usize = 5;

/// Whether the keys are a pad of numbers that stands in several rows: all as wide, one below the other.
fn is_pad(reader: &Reader<'_>, row: &Row<'_>) -> bool {
    let usual = || row.choices.iter().filter(|choice| !choice.seldom);
    usual().count() > MOST_BESIDE
        && usual().all(|choice| choice.label.plain(reader.sides).chars().count() <= 3)
}

fn key(reader: &Reader<'_>, form: &Form, row: &Row<'_>, n: usize, choice: &Choice) -> Markup {
    let id = format!("{}-{n}", row.id);
    let word = value_word(&choice.value);
    let face = html! {
        (words::text(reader, &choice.label))
        @if !choice.note.is_empty() { span class="sr" { ", " (words::text(reader, &choice.note)) } }
    };
    if form.at_once {
        let why = reader.hand.why_not();
        let closed = choice.closed.as_ref();
        let off = why.is_some() || closed.is_some();
        return html! {
            button class=(if closed.is_some() { "key off" } else { "key" }) type=(if off { "button" } else { "submit" }) id=(id) name=(row.name) value=(word) aria-disabled=[off.then_some("true")] aria-describedby=[why] title=[closed.map(|refusal| &refusal.sentence)] {
                (face)
                @if let Some(refusal) = closed { span class="sr" { ". " (refusal.sentence) } }
            }
        };
    }
    let closed = choice.closed.is_some();
    html! {
        label class=(if closed { "key off" } else { "key" }) for=(id) {
            input type="radio" name=(row.name) id=(id) value=(word) checked[row.picked == Some(n)] aria-disabled=[closed.then_some("true")];
            span { (face) }
            @if let Some(refusal) = &choice.closed { " " small class="why" { (words::reason(reader, refusal)) } }
        }
    }
}
