//! The pages of a correction: the act with what could have been done instead, and what the correction changes.

use std::collections::BTreeMap;

use kernel::view::{Field, Form, ShownRefusal, Text};
use kernel::{Audience, Question, Seat};
use maud::{Markup, html};
use serde_json::Value;
use table::{ActThen, Changed, Elsewhere, Halted, Preview, Proposed, RollLine};

use super::fields::{self, field_name, value_word};
use super::form::reason_words;
use super::frame::head;
use super::reader::{Hand, Reader, Said};
use super::waiting::{plain_form, submit};
use super::words;

/// The page from which an act is put right; `begun` is what the correction holds already.
pub fn act(
    reader: &Reader<'_>,
    entry: u64,
    then: &ActThen,
    begun: &str,
    refusals: &[ShownRefusal],
) -> Markup {
    let lede = html! {
        p class="lede" { "Say what should have stood here. The next page shows what would change; nothing is written yet." }
    };
    let forms: Vec<&Form> = then.view.forms().into_iter().filter(|form| form.closed.is_none()).collect();
    let (same, other): (Vec<&Form>, Vec<&Form>) =
        forms.into_iter().partition(|form| fits(form, &then.command));
    html! {
        (head(&format!("Correct entry {entry}"), lede, html! {}))
        @if then.changes_above {
            p class="note" { "What came of this table was taken in above. A correction here changes the table above too. " (words::rule(reader, "HOUSE-LEVELS")) }
        }
        @if !refusals.is_empty() { (words::refusal(reader, "r-correct", refusals)) }
        div class="cols two" {
            div class="stack-l" {
                section class="panel" aria-labelledby="h-stood" {
                    header { h2 id="h-stood" { "As it stands" } (words::seat(reader, then.seat)) }
                    div class="in stack-s" {
                        @if then.dropped { p { "It was taken out by an earlier correction." } }
                        @else if then.did.is_empty() { p { "A step without words of its own." } }
                        (sentences(reader, &then.did))
                    }
                }
                @if !then.typed.is_empty() { (typed(reader, entry, then, begun)) }
                section class="panel" aria-labelledby="h-out" {
                    header { h2 id="h-out" { "Take it out" } }
                    div class="in" {
                        (plain_form(reader, "out", "/correct/preview", html! {
                            p { "As if " (words::seat(reader, then.seat)) " had not acted here." }
                            (carried(entry, "remove", begun))
                            div class="row" { (submit(reader, "out", "btn", "See what that changes")) }
                        }))
                    }
                }
            }
            div class="stack-l" {
                section class="panel" aria-labelledby="h-instead" {
                    header { h2 id="h-instead" { "Something else instead" } }
                    @if same.is_empty() && other.is_empty() { p class="empty" { "The seat could have done nothing else." } }
                    @for form in &same { div class="in" { (instead(reader, entry, form, then, begun)) } }
                    @for form in &other {
                        div class="in" { details class="unfold" { summary { (form.verb) } (instead(reader, entry, form, then, begun)) } }
                    }
                }
            }
        }
    }
}

/// Whether a form makes commands of this kind: all that it does not ask stands in the command.
fn fits(form: &Form, command: &Value) -> bool {
    form.command.iter().all(|(key, value)| command.get(key) == Some(value))
        && form.questions().into_iter().all(|field| command.get(field.key).is_some())
}

/// The form as it would have been filled in for the act that stands.
fn filled(form: &Form, command: &Value) -> Said {
    let words = |field: &Field| -> Vec<String> {
        match command.get(field.key) {
            Some(Value::Array(values)) => values.iter().map(value_word).collect(),
            Some(value) => vec![value_word(value)],
            None => Vec::new(),
        }
    };
    let questions = form.questions();
    let entered: BTreeMap<_, _> =
        questions.into_iter().map(|field| (field_name(field.key), words(field))).collect();
    Said { form: form.id.clone(), entered, ..Said::default() }
}

fn instead(reader: &Reader<'_>, entry: u64, form: &Form, then: &ActThen, begun: &str) -> Markup {
    let said = fits(form, &then.command).then(|| filled(form, &then.command));
    let reader = &Reader { said: said.as_ref(), ..*reader };
    let id = format!("instead-{}", form.id);
    plain_form(
        reader,
        &id,
        "/correct/preview",
        html! {
            p class="lab" { (form.verb) }
            (fields::fields(reader, form))
            (carried(entry, "replace", begun))
            input type="hidden" name="form-id" value=(form.id);
            div class="row" { (submit(reader, &id, "btn", "See what that changes")) }
        },
    )
}

fn carried(entry: u64, what: &str, begun: &str) -> Markup {
    html! {
        input type="hidden" name="entry" value=(entry);
        input type="hidden" name="what" value=(what);
        input type="hidden" name="correcting" value=(begun);
    }
}

/// Throws at the table and rulings of the act, to be typed again.
fn typed(reader: &Reader<'_>, entry: u64, then: &ActThen, begun: &str) -> Markup {
    html! {
        section class="panel" aria-labelledby="h-typed" {
            header { h2 id="h-typed" { "Typed wrongly" } }
            div class="in" {
                (plain_form(reader, "typed", "/correct/preview", html! {
                    @for line in &then.typed { (answer(reader, &line.question, &line.record.asked, Some(line))) }
                    (carried(entry, "answers", begun))
                    div class="row" { (submit(reader, "typed", "btn", "See what that changes")) }
                }))
            }
        }
    }
}

fn answer(reader: &Reader<'_>, name: &str, question: &Question, stood: Option<&RollLine>) -> Markup {
    let id = format!("a-{}", name.replace(['/', ' '], "-"));
    let faces = stood.map_or(&[][..], |line| &line.record.faces);
    let about = question
        .subject
        .as_ref()
        .map_or(String::new(), |subject| format!(", {}", reader.called(subject.as_str())));
    html! {
        fieldset class="field" {
            legend class="lab" { (question.text) (about) }
            @if let Some(die) = question.die {
                @let (n, sides) = die.shape();
                div class="row" {
                    @for at in 0..usize::from(n) {
                        div class="field" {
                            label class="hint" for={ (id) "-" (at) } { "Die " (at + 1) ", 1 to " (sides) }
                            input type="number" inputmode="numeric" id={ (id) "-" (at) } name={ "a." (name) } min="1" max=(sides) step="1"
                                required value=[faces.get(at)];
                        }
                    }
                }
            } @else {
                @for (n, choice) in question.choices.iter().enumerate() {
                    @let stood = stood.is_some_and(|line| usize::try_from(line.record.total) == Ok(n));
                    label class="pick" for={ (id) "-" (n) } {
                        input type="radio" id={ (id) "-" (n) } name={ "a." (name) } value=(n) required checked[stood];
                        span { (choice) }
                    }
                }
            }
        }
    }
}

/// What the correction would change.
pub fn preview(
    reader: &Reader<'_>,
    preview: &Preview,
    begun: &str,
    refusals: &[ShownRefusal],
    reason: &str,
) -> Markup {
    let lede = html! {
        p class="lede" { "Everything after the corrected act was judged again. Rolls whose question is the same keep their faces." }
    };
    let stopped = matches!(preview.halted, Some(Halted::Refused { .. } | Halted::Asks { .. }))
        || preview.elsewhere.iter().any(|other| other.preview.halted.is_some());
    html! {
        (head("What the correction changes", lede, html! {}))
        @if !refusals.is_empty() { (words::refusal(reader, "r-correct", refusals)) }
        @if let Some(halted) = &preview.halted { (halt(reader, halted, begun)) }
        @for other in &preview.elsewhere {
            @if let Some(halted) = &other.preview.halted {
                p class="note" { "This stands at the table above, which is corrected with this one:" }
                (halt(reader, halted, begun))
            }
        }
        div class="stack-l" {
            (changes(reader, preview))
            @for other in &preview.elsewhere { (elsewhere(reader, other)) }
            @if !stopped { (confirm(reader, preview, begun, reason)) }
            p class="note" { a href=(reader.link("/log")) { "Back to the log" } ". So far nothing was done." }
        }
    }
}

fn changes(reader: &Reader<'_>, preview: &Preview) -> Markup {
    html! {
        section class="panel" aria-labelledby="h-changes" {
            header { h2 id="h-changes" { "Side by side" } span class="note" { (preview.changed.len()) @if preview.changed.len() == 1 { " entry" } @else { " entries" } } }
            @if preview.changed.is_empty() { p class="empty" { "Nothing changes so far." } } @else {
                div class="in" {
                    table class="tbl wide" role="table" {
                        caption class="sr" { "Changed entries" }
                        thead role="rowgroup" { tr role="row" { @for head in ["Entry", "As it stands", "Corrected"] { th scope="col" role="columnheader" { (head) } } } }
                        tbody role="rowgroup" { @for changed in &preview.changed { (row(reader, changed, &preview.by_version)) } }
                    }
                }
            }
            @if !preview.void.is_empty() {
                div class="in stack-s" {
                    p class="lab" { "Rolls that become void; they stay in the log" }
                    ul { @for line in &preview.void { li { (line.record.asked.text) ": " (line.faces.iter().map(u16::to_string).collect::<Vec<_>>().join(", ")) " " (words::rule(reader, &line.record.asked.rule)) } } }
                }
            }
        }
    }
}

/// What changes at another table, whose entries stand in its own log.
fn elsewhere(reader: &Reader<'_>, other: &Elsewhere) -> Markup {
    let Preview { changed, affected, .. } = &other.preview;
    html! {
        section class="panel" aria-labelledby="h-above" {
            header { h2 id="h-above" { "At the table above" } (words::rule(reader, "HOUSE-LEVELS")) }
            div class="in stack-s" {
                p { "What came of this table was taken in there. Both tables are corrected together, or neither is." }
                @if changed.is_empty() { p class="empty" { "Nothing changes there so far." } } @else {
                    table class="tbl wide" role="table" {
                        caption class="sr" { "Changed entries of the table above" }
                        thead role="rowgroup" { tr role="row" { @for head in ["Entry", "As it stands", "Corrected"] { th scope="col" role="columnheader" { (head) } } } }
                        tbody role="rowgroup" {
                            @for changed in changed {
                                tr role="row" {
                                    th scope="row" role="rowheader" { (changed.entry) " " (words::seat(reader, changed.seat)) }
                                    td role="cell" data-head="As it stands" { div { (told(reader, &changed.was)) } }
                                    td role="cell" data-head="Corrected" { div { (told(reader, &changed.now)) } }
                                }
                            }
                        }
                    }
                }
                @if !affected.is_empty() {
                    p { "There these seats learn of it: " @for (n, seat) in affected.iter().enumerate() { @if n > 0 { ", " } (words::seat(reader, *seat)) } "." }
                }
            }
        }
    }
}

fn row(reader: &Reader<'_>, changed: &Changed, by_version: &[u64]) -> Markup {
    html! {
        tr role="row" {
            th scope="row" role="rowheader" {
                a href=(reader.link(&format!("/log?before={}#e{}", changed.entry + 1, changed.entry))) { (changed.entry) } " " (words::seat(reader, changed.seat))
                @if by_version.contains(&changed.entry) { " " span class="note" { "by a newer version of the rules" } }
            }
            td role="cell" data-head="As it stands" { div { (told(reader, &changed.was)) } }
            td role="cell" data-head="Corrected" { div { (told(reader, &changed.now)) } }
        }
    }
}

fn told(reader: &Reader<'_>, lines: &[(Audience, Text)]) -> Markup {
    html! { @if lines.is_empty() { span class="quiet" { "Nothing" } } @else { (sentences(reader, lines)) } }
}

fn sentences(reader: &Reader<'_>, lines: &[(Audience, Text)]) -> Markup {
    html! { @for (audience, text) in lines { p { (words::text(reader, text)) " " (words::secret(reader, *audience)) } } }
}

fn confirm(reader: &Reader<'_>, preview: &Preview, begun: &str, reason: &str) -> Markup {
    html! {
        section class="panel yours" aria-labelledby="h-make" {
            header { h2 id="h-make" { "Make it so" } (words::rule(reader, "HOUSE-CORRECTION")) }
            div class="in" {
                (plain_form(reader, "make", "/correct/make", html! {
                    p {
                        @if preview.affected.is_empty() { "As far as can be told now, nobody but you learns of it." }
                        @else { @if matches!(preview.halted, Some(Halted::Throw { .. })) { "These seats learn of it, or may do so when the dice have been rolled: " } @else { "These seats learn of it: " } @for (n, seat) in preview.affected.iter().enumerate() { @if n > 0 { ", " } (words::seat(reader, *seat)) } "." }
                    }
                    (reason_words("make", "Reason", "3 to 400 characters. Every seat that learns of the correction can read it, so write nothing secret.", reason))
                    input type="hidden" name="correcting" value=(begun);
                    div class="row" {
                        (submit(reader, "make", "btn go", "Correct it now"))
                        @if preview.elsewhere.is_empty() && preview.affected.iter().any(|seat| matches!(seat, Seat::Side(_))) {
                            button class="btn" type="submit" id="b-propose" formaction=(reader.link("/correct/propose")) { "Ask these sides first" }
                        }
                    }
                    p class="note" { "Nothing is deleted: the log keeps what stood there, and this correction." }
                }))
            }
        }
    }
}

/// The line above every page of a seat that is asked.
pub fn waits(reader: &Reader<'_>) -> Markup {
    html! {
        p class="refusal peek" id="proposed" {
            "A correction waits for consent. "
            a href=(reader.link("/correction")) { "Look at it" } " "
            (words::rule(reader, "HOUSE-CORRECTION-CONSENT"))
        }
    }
}

/// The page of a correction that waits for consent.
pub fn proposed(reader: &Reader<'_>, proposed: Option<&Proposed>, refusals: &[ShownRefusal]) -> Markup {
    let lede = html! { p class="lede" { "This shows what it changes for this seat, and nothing that only others know." } };
    html! {
        (head("A correction", lede, html! {}))
        @if !refusals.is_empty() { (words::refusal(reader, "r-correct", refusals)) }
        div class="stack-l" {
            @match proposed {
                None => section class="panel" aria-label="Corrections" { p class="empty" { "No correction waits for consent. What was corrected stands in the log." } },
                Some(proposed) => (put(reader, proposed)),
            }
            p class="note" { a href=(reader.link("/log")) { "To the log" } }
        }
    }
}

fn put(reader: &Reader<'_>, proposed: &Proposed) -> Markup {
    let begun = proposed.correcting.as_ref().and_then(|begun| serde_json::to_string(begun).ok());
    html! {
        @if let (Some(halted), Some(begun)) = (&proposed.halted, &begun) {
            p class="note" { "As things stand now it cannot be made, whatever the sides say. What you answer here begins another correction, which takes the place of this one." }
            (halt(reader, halted, begun))
        }
        div class="stack-l" {
            section class="panel" aria-labelledby="h-changes" {
                header { h2 id="h-changes" { "Side by side" } (words::rule(reader, "HOUSE-CORRECTION")) }
                div class="in stack-s" {
                    p { "The umpire’s reason: “" (proposed.reason) "”" }
                    @if proposed.throws { p class="note" { "Dice have to be rolled in it. What comes after them cannot be shown yet." } }
                }
                @if proposed.changed.is_empty() { p class="empty" { "Nothing that this seat can see." } } @else {
                    div class="in" {
                        table class="tbl wide" role="table" {
                            caption class="sr" { "Changes" }
                            thead role="rowgroup" { tr role="row" { @for head in ["Whose act", "As it stands", "Corrected"] { th scope="col" role="columnheader" { (head) } } } }
                            tbody role="rowgroup" {
                                @for changed in &proposed.changed {
                                    tr role="row" {
                                        th scope="row" role="rowheader" { (words::seat(reader, changed.seat)) }
                                        td role="cell" data-head="As it stands" { div { (told(reader, &changed.was)) } }
                                        td role="cell" data-head="Corrected" { div { (told(reader, &changed.now)) } }
                                    }
                                }
                            }
                        }
                    }
                }
            }
            (word(reader, proposed, begun.as_deref()))
        }
    }
}

fn word(reader: &Reader<'_>, proposed: &Proposed, begun: Option<&str>) -> Markup {
    let own =
        matches!((reader.seat, reader.hand), (Seat::Side(_), Hand::Acts(keys)) if keys.acting_for.is_none());
    html! {
        section class=(if own && !proposed.agreed { "panel yours" } else { "panel" }) aria-labelledby="h-word" {
            header { h2 id="h-word" { "Consent" } }
            div class="in stack-s" {
                @for (side, agreed) in &proposed.asked { p { (words::side(reader, *side)) (if *agreed { " has agreed." } else { " has not agreed yet." }) } }
                @if proposed.agreed { p { "You have agreed. It is made when all have agreed." } }
                @else if own {
                    (plain_form(reader, "word", "/correction/word", html! {
                        input type="hidden" name="digest" value=(proposed.digest);
                        div class="row" {
                            button class="btn go" type="submit" id="b-agree" name="word" value="agree" { "Agree" }
                            button class="btn" type="submit" id="b-decline" name="word" value="decline" { "Decline" }
                        }
                        p class="note" { "The umpire reads your answer. If one side declines, the proposal ends. The umpire can still make the correction, with the reason." }
                    }))
                }
                @if let Some(begun) = begun.filter(|_| proposed.halted.is_none()) {
                    (plain_form(reader, "make", "/correct/make", html! {
                        input type="hidden" name="correcting" value=(begun);
                        input type="hidden" name="reason" value=(proposed.reason);
                        div class="row" { (submit(reader, "make", "btn", "Correct it without waiting")) }
                    }))
                }
            }
        }
    }
}

/// Why the course does not go on, and the ways out.
fn halt(reader: &Reader<'_>, halted: &Halted, begun: &str) -> Markup {
    match halted {
        Halted::Refused { entry, seat, refusals } => html! {
            div class="refusal stack-s" role="status" {
                p { "After this the act of " (words::seat(reader, *seat)) " at entry " (entry) " is no longer possible:" }
                ul { @for refusal in refusals.all() { li { (words::reason(reader, &ShownRefusal::from(refusal))) } } }
                div class="row" {
                    (plain_form(reader, "drop", "/correct/preview", html! {
                        (carried(*entry, "remove", begun))
                        (submit(reader, "drop", "btn go", "Take that out too"))
                    }))
                    (plain_form(reader, "also", &format!("/correct/{entry}"), html! {
                        input type="hidden" name="correcting" value=(begun);
                        (submit(reader, "also", "btn", "Correct that too"))
                    }))
                }
            }
        },
        Halted::Asks { entry, seat, name, question } => html! {
            section class="panel yours" aria-labelledby="h-asks" {
                header { h2 id="h-asks" { "A new question at entry " (entry) } (words::seat(reader, *seat)) }
                div class="in" {
                    (plain_form(reader, "asks", "/correct/preview", html! {
                        (answer(reader, name, question, None))
                        (carried(*entry, "answers", begun))
                        div class="row" { (submit(reader, "asks", "btn go", "Go on")) }
                    }))
                }
            }
        },
        Halted::Throw { entry, question } => html! {
            div class="refusal" role="status" {
                p { "At entry " (entry) " dice have to be rolled: " (question.text) ". They are rolled when the correction is made, and then they stand. An act that is no longer possible after them is taken out, and its seat has to act again." }
            }
        },
    }
}
