//! What can be done: forms drawn from their fields. A form posts its id and its values; the server finds it again in
//! the seat's present view and makes the command.

use kernel::view::{FieldKind, Form, Text};
use maud::{Markup, html};

use super::chance;
use super::fields;
use super::log;
use super::reader::{Hand, Keys, Reader};
use super::symbols::icon;
use super::words;

/// Things that can be done, one line each.
pub fn can(reader: &Reader<'_>, forms: &[Form]) -> Markup {
    if matches!(reader.hand, Hand::Over) {
        return html! { @for form in forms { (answer(reader, &form.id)) } };
    }
    html! { ul class="can" { @for form in forms { li { (line(reader, form)) } } } }
}

fn line(reader: &Reader<'_>, form: &Form) -> Markup {
    let why = format!("y-{}", form.id);
    if let Some(refusal) = &reader.held_up().or_else(|| form.closed.clone()) {
        return html! {
            div class="line" {
                (closed_button(&form.id, &form.verb, &why))
                p class="why" id=(why) { (words::reason(reader, refusal)) }
            }
            (answer(reader, &form.id))
        };
    }
    let in_hand = matches!(reader.hand, Hand::Acts(keys) if keys.acting_for.is_some());
    let simple = form.fields.is_empty() && form.odds.is_empty() && !in_hand;
    let consequence = html! {
        @if !form.undone.is_empty() { p class="undone" { (form.undone) } }
        @if !form.asks.is_empty() { p { (form.asks) } }
        @if !form.consequence.is_empty() { p { (words::text(reader, &form.consequence)) } }
    };
    shell(
        reader,
        form,
        if simple { "line" } else { "stack" },
        html! {
            @if simple {
                div class="stack-s" { (buttons(reader, form, if form.leads { "btn go" } else { "btn" })) }
                (consequence)
            } @else {
                div { p class="lab" { (form.verb) } (consequence) }
                (fields::fields(reader, form))
                (point_out(form))
                (odds(form))
                (reason_field(reader, form))
                div class="row" { (buttons(reader, form, if form.leads { "btn go" } else { "btn" })) }
            }
        },
    )
}

/// One thing to do, drawn large.
pub fn large(reader: &Reader<'_>, form: &Form) -> Markup {
    if matches!(reader.hand, Hand::Over) {
        return answer(reader, &form.id);
    }
    let why = format!("y-{}", form.id);
    if let Some(refusal) = &reader.held_up().or_else(|| form.closed.clone()) {
        let closed = html! {
            div class="stack-s" {
                (closed_button(&form.id, &form.verb, &why))
                p class="why" id=(why) { (words::reason(reader, refusal)) }
            }
        };
        if form.planned && !form.fields.is_empty() {
            // What cannot be done yet can be weighed.
            return shell(
                reader,
                form,
                "stack",
                html! { (fields::fields(reader, form)) (closed) (weigh(form)) },
            );
        }
        return html! { (closed) (answer(reader, &form.id)) };
    }
    let go = if form.leads { "btn go" } else { "btn" };
    shell(
        reader,
        form,
        "stack",
        html! {
            @if !form.consequence.is_empty() { p { (words::text(reader, &form.consequence)) } }
            (fields::fields(reader, form))
            (point_out(form))
            @if !form.odds.is_empty() { (chance::single(&form.odds)) }
            (reason_field(reader, form))
            div class="row" { (buttons(reader, form, go)) }
            @if form.rolls { p class="note" { "A roll stands once it is made." } }
        },
    )
}

/// A form in a row of a tally: its keys, or one small button.
pub(super) fn thumb(reader: &Reader<'_>, form: &Form, whom: &Text) -> Markup {
    let why = reader.hand.why_not();
    if matches!(reader.hand, Hand::Over) {
        return html! {};
    }
    let body = html! {
        (fields::fields(reader, form))
        (reason_field(reader, form))
        @if !form.at_once {
            button class="btn small" type=(if why.is_some() { "button" } else { "submit" }) id={ "b-" (form.id) } aria-disabled=[why.map(|_| "true")] aria-describedby=[why] {
                span { (form.verb) span class="sr" { " about " (words::text(reader, whom)) } }
            }
        }
    };
    shell(reader, form, if form.at_once { "thumb" } else { "back" }, body)
}

/// For a form that asks for a place: the script lets it be pointed out on the map of the page.
fn point_out(form: &Form) -> Markup {
    html! {
        @if form.asks_place() {
            button type="button" class="btn small point-out" id={ "b-" (form.id) "-point" } data-point=(form.verb) aria-pressed="false" {
                "Point out on the map" span class="sr" { ": " (form.verb) }
            }
        }
    }
}

fn odds(form: &Form) -> Markup {
    html! {
        @if !form.odds.is_empty() {
            details class="unfold" { summary { "The odds" } (chance::single(&form.odds)) }
        }
    }
}

/// The form element with everything it carries along, and what was said to it; for a reader who cannot act, the same
/// without sending.
pub(super) fn shell(reader: &Reader<'_>, form: &Form, class: &str, body: Markup) -> Markup {
    html! {
        (sending(reader, form, class, body))
        @if matches!(reader.hand, Hand::Acts(_)) { (answer(reader, &form.id)) }
    }
}

/// The same where what was said to it stands elsewhere.
pub(super) fn sending(reader: &Reader<'_>, form: &Form, class: &str, body: Markup) -> Markup {
    match reader.hand {
        Hand::Reads(_) | Hand::Past | Hand::Waits | Hand::Early | Hand::Over => {
            html! { div class=(class) id={ "f-" (form.id) } { (body) } }
        }
        Hand::Acts(keys) => {
            let action = reader.link("/do");
            html! {
                form class=(class) id={ "f-" (form.id) } data-previews=[previews(form)] data-kept=[is_long(form).then_some("")] data-ends=[form.ends.then_some("")] data-undone=[(!form.undone.is_empty()).then_some(&form.undone)] data-asks=[(!form.asks.is_empty()).then_some(&form.asks)] data-about=[(!form.about.is_empty()).then_some(&form.about)] method="post" action={ (action) "#" (reader.panel.unwrap_or("main")) } hx-post=(action) {
                    (body)
                    (carried(reader, keys, form))
                }
            }
        }
    }
}

/// Whether so much is asked that a reload must not lose it: a group of answers, or a text that is weighed as it is written.
fn is_long(form: &Form) -> bool {
    form.fields.iter().any(|field| match field.kind {
        FieldKind::Group(_) => true,
        FieldKind::Words { .. } => form.planned,
        _ => false,
    })
}

/// The previews for the script, if there are any.
fn previews(form: &Form) -> Option<String> {
    (!form.previews.is_empty()).then(|| serde_json::to_string(&form.previews).ok()).flatten()
}

/// What was said to the form just sent: why not, or how the dice fell.
pub(super) fn answer(reader: &Reader<'_>, id: &str) -> Markup {
    let said = reader.said_of(id).filter(|said| !said.refusals.is_empty());
    html! {
        @if let Some(said) = said { (words::refusal(reader, &format!("r-{id}"), &said.refusals)) }
        @if let Some(out) = reader.out.filter(|out| out.form == id) { (log::came_out(reader, &out.line)) }
    }
}

/// What the form carries along unseen. It stands last, so that it takes no room before the first thing seen.
pub(super) fn carried(reader: &Reader<'_>, keys: &Keys, form: &Form) -> Markup {
    html! {
        input type="hidden" name="form-id" value=(form.id);
        input type="hidden" name="page" value=(reader.page);
        input type="hidden" name="cursor" value=(keys.cursor);
        input type="hidden" name="seen" value=(keys.seen);
        input type="hidden" name="token" value=(keys.token(reader.base, &form.id));
        input type="hidden" name="csrf" value=(keys.csrf);
        input type="hidden" name="nonce" value="";
    }
}

/// Whoever acts for a side says why.
pub(super) fn reason_field(reader: &Reader<'_>, form: &Form) -> Markup {
    let Hand::Acts(Keys { acting_for: Some(_), .. }) = reader.hand else { return html! {} };
    reason_for(&form.id)
}

/// Where the umpire writes why he acts for a side.
pub(super) fn reason_for(form: &str) -> Markup {
    let hint = "3 to 400 characters. The side reads it. If the act is public, everyone does, so write nothing secret.";
    reason_words(form, "Your reason for acting for them", hint, "")
}

/// A field for a reason that others read.
pub(crate) fn reason_words(form: &str, label: &str, hint: &str, value: &str) -> Markup {
    let id = format!("w-{form}-reason");
    let value = Some(value).filter(|value| !value.is_empty());
    html! {
        div class="field" {
            label class="lab" for=(id) { (label) }
            span class="hint" id={ (id) "-h" } { (hint) }
            input class="wide" type="text" id=(id) name="reason" minlength="3" maxlength="400" required value=[value] aria-describedby={ (id) "-h" };
        }
    }
}

fn buttons(reader: &Reader<'_>, form: &Form, class: &str) -> Markup {
    html! {
        @if let Some(why) = reader.hand.why_not() {
            button class="btn" type="button" aria-disabled="true" aria-describedby=(why) id={ "b-" (form.id) } { (form.verb) }
        } @else {
            button class=(class) type="submit" id={ "b-" (form.id) } { (form.verb) }
            (weigh(form))
            (keep(reader, form))
            @if form.rolls && reader.types {
                button class="btn" type="submit" id={ "b-" (form.id) "-table" } name="dice" value="table" {
                    "Enter dice from the table"
                }
            }
        }
    }
}

/// A form can be kept for the deadline instead.
fn keep(reader: &Reader<'_>, form: &Form) -> Markup {
    html! {
        @if reader.keeps {
            button class="btn" type="submit" id={ "b-" (form.id) "-keep" } name="keep" value="1" { "Keep it for the deadline" }
        }
    }
}

/// Without script a plan is asked for by a button.
fn weigh(form: &Form) -> Markup {
    html! {
        @if form.planned {
            button class="btn unscripted" type="submit" id={ "b-" (form.id) "-plan" } name="plan" value="1" { "Weigh these answers" }
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
