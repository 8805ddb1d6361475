//! What can be done: forms drawn from their fields. A form posts its id and its values; the server finds it again in
//! the seat's present view and makes the command.

use kernel::view::{Basket, BasketRow, Choice, Field, FieldKind, Form, ShownRefusal};
use maud::{Markup, html};
use serde_json::Value;

use super::figures;
use super::reader::{Hand, Keys, Reader};
use super::symbols::icon;
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

/// Things that can be done, one line each.
pub fn can(reader: &Reader<'_>, forms: &[Form]) -> Markup {
    html! { ul class="can" { @for form in forms { li { (line(reader, form)) } } } }
}

fn line(reader: &Reader<'_>, form: &Form) -> Markup {
    let why = format!("y-{}", form.id);
    if let Some(refusal) = &form.closed {
        return html! {
            div class="line" {
                (closed_button(&form.id, &form.verb, &why))
                p class="why" id=(why) { (words::reason(reader, refusal)) }
            }
        };
    }
    let simple = form.fields.is_empty() && form.odds.is_empty();
    let consequence =
        html! { @if !form.consequence.is_empty() { p { (words::text(reader, &form.consequence)) } } };
    shell(
        reader,
        form,
        if simple { "line" } else { "stack-s" },
        html! {
            @if simple {
                (buttons(reader, form, "btn"))
                (consequence)
            } @else {
                (consequence)
                (fields(reader, form))
                (odds(form))
                div class="row" { (buttons(reader, form, "btn")) }
            }
        },
    )
}

/// One thing to do, drawn large.
pub fn large(reader: &Reader<'_>, form: &Form) -> Markup {
    let why = format!("y-{}", form.id);
    if let Some(refusal) = &form.closed {
        return html! {
            div class="stack-s" {
                (closed_button(&form.id, &form.verb, &why))
                p class="why" id=(why) { (words::reason(reader, refusal)) }
            }
        };
    }
    let go = if form.leads { "btn go" } else { "btn" };
    shell(
        reader,
        form,
        "stack",
        html! {
            @if !form.consequence.is_empty() { p { (words::text(reader, &form.consequence)) } }
            (fields(reader, form))
            @if !form.odds.is_empty() { (figures::odds(&form.odds)) }
            div class="row" { (buttons(reader, form, go)) }
            @if form.rolls { p class="note" { "A roll stands once it is made." } }
        },
    )
}

fn odds(form: &Form) -> Markup {
    html! {
        @if !form.odds.is_empty() {
            details class="unfold" { summary { "The odds" } (figures::odds(&form.odds)) }
        }
    }
}

/// The form element with everything it carries along; for a reader who cannot act, the same without sending.
fn shell(reader: &Reader<'_>, form: &Form, class: &str, body: Markup) -> Markup {
    let said = reader.said_of(&form.id).filter(|said| !said.refusals.is_empty());
    let answer = html! {
        @if let Some(said) = said { (words::refusal(reader, &format!("r-{}", form.id), &said.refusals)) }
    };
    match reader.hand {
        Hand::Reads => html! { div class=(class) id={ "f-" (form.id) } { (body) } },
        Hand::Acts(keys) => {
            let action = reader.link("/do");
            html! {
                form class=(class) id={ "f-" (form.id) } method="post" action=(action) hx-post=(action) {
                    @if keys.acting_for.is_some() { (reason_field(form)) }
                    (body)
                    (carried(reader, keys, form))
                }
                (answer)
            }
        }
    }
}

/// What the form carries along unseen. It stands last, so that it takes no room before the first thing seen.
fn carried(reader: &Reader<'_>, keys: &Keys, form: &Form) -> Markup {
    html! {
        input type="hidden" name="form" value=(form.id);
        input type="hidden" name="page" value=(reader.page);
        input type="hidden" name="cursor" value=(keys.cursor);
        input type="hidden" name="token" value=(keys.token(reader.base, &form.id));
        input type="hidden" name="csrf" value=(keys.csrf);
    }
}

fn reason_field(form: &Form) -> Markup {
    let id = format!("w-{}-reason", form.id);
    html! {
        div class="field" {
            label class="lab" for=(id) { "Your reason for acting for them" }
            span class="hint" id={ (id) "-h" } { "3 to 400 characters. The side reads it in its log." }
            input class="wide" type="text" id=(id) name="reason" minlength="3" maxlength="400" required aria-describedby={ (id) "-h" };
        }
    }
}

fn buttons(reader: &Reader<'_>, form: &Form, class: &str) -> Markup {
    let reads = matches!(reader.hand, Hand::Reads);
    html! {
        @if reads {
            button class="btn" type="button" aria-disabled="true" aria-describedby="peek" id={ "b-" (form.id) } { (form.verb) }
        } @else {
            button class=(class) type="submit" id={ "b-" (form.id) } { (form.verb) }
            @if form.rolls {
                button class="btn" type="submit" id={ "b-" (form.id) "-table" } name="dice" value="table" {
                    "Enter dice from the table"
                }
            }
        }
    }
}

fn closed_button(id: &str, verb: &str, why: &str) -> Markup {
    html! {
        button class="btn" type="button" id={ "b-" (id) } aria-disabled="true" aria-describedby=(why) {
            (icon("no")) (verb)
        }
    }
}

fn fields(reader: &Reader<'_>, form: &Form) -> Markup {
    html! { @for one in &form.fields { (field(reader, form, one)) } }
}

fn field(reader: &Reader<'_>, form: &Form, field: &Field) -> Markup {
    let name = field_name(field.key);
    let id = format!("w-{}-{}", form.id, field.key);
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
                        @let checked = entered.is_some_and(|words| words.contains(&word));
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
        FieldKind::Words { most } => html! {
            div class="field" {
                label class="lab" for=(id) { (field.label) }
                (hint)
                @let value = entered.and_then(|words| words.first()).map_or("", String::as_str);
                @if *most > 120 {
                    textarea id=(id) name=(name) maxlength=(most) rows="3" aria-describedby=[described] { (value) }
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
            input type=(kind) name=(name) id=(id) value=(word) checked[checked] aria-disabled=[closed.then_some("true")];
            span {
                (words::text(reader, &choice.label))
                @if !choice.note.is_empty() { " " small { (words::text(reader, &choice.note)) } }
                @if let Some(refusal) = &choice.closed { " " small class="why" { (words::reason(reader, refusal)) } }
            }
        }
    }
}

/// Goods with prices, limits and steppers.
pub fn basket(reader: &Reader<'_>, basket: &Basket) -> Markup {
    html! { ul class="groups" { @for row in &basket.rows { (goods(reader, row)) } } }
}

fn goods(reader: &Reader<'_>, row: &BasketRow) -> Markup {
    let why_more = format!("y-{}", row.more.id);
    let why_less = format!("y-{}", row.less.id);
    let said = [&row.less, &row.more]
        .into_iter()
        .find_map(|form| reader.said_of(&form.id).filter(|said| !said.refusals.is_empty()));
    html! {
        li class=[(row.count > 0).then_some("in-basket")] id={ "g-" (row.key) } {
            div class="g1" {
                h3 { span class="k" { (row.key) } " " (row.title) }
                @if !row.note.is_empty() { p class="note" { (words::text(reader, &row.note)) } }
                @if let Some(refusal) = &row.more.closed {
                    p class="why" id=(why_more) { (words::reason(reader, refusal)) }
                }
                @if let Some(refusal) = &row.less.closed {
                    p class=(if row.count > 0 { "why" } else { "sr" }) id=(why_less) { (words::reason(reader, refusal)) }
                }
            }
            p class="price" { strong { (row.price) } " " (row.unit) }
            p class="lim" { @for limit in &row.limits { span { (limit) } } }
            div class="count" role="group" aria-label={ (row.title) ", " (row.key) } {
                (step(reader, &row.less, "−", &format!("One {} less", row.title), &why_less))
                output aria-label="In the basket" { (row.count) }
                (step(reader, &row.more, "+", &format!("One {} more", row.title), &why_more))
            }
            @if let Some(said) = said { (words::refusal(reader, &format!("r-{}", row.key), &said.refusals)) }
        }
    }
}

fn step(reader: &Reader<'_>, form: &Form, sign: &str, label: &str, why: &str) -> Markup {
    let button = |refusal: Option<&ShownRefusal>, reads: bool| {
        let off = refusal.is_some() || reads;
        let why = if refusal.is_some() { Some(why) } else { reads.then_some("peek") };
        html! {
            button type=(if off { "button" } else { "submit" }) id={ "b-" (form.id) } aria-label=(label)
                aria-disabled=[off.then_some("true")] aria-describedby=[why] { (sign) }
        }
    };
    match reader.hand {
        Hand::Acts(keys) if form.closed.is_none() => {
            let action = reader.link("/do");
            html! {
                form id={ "f-" (form.id) } method="post" action=(action) hx-post=(action) {
                    (button(None, false))
                    @if keys.acting_for.is_some() { input type="hidden" name="reason" value="Taken in hand by the umpire."; }
                    (carried(reader, keys, form))
                }
            }
        }
        Hand::Acts(_) => button(form.closed.as_ref(), false),
        Hand::Reads => button(form.closed.as_ref(), true),
    }
}
