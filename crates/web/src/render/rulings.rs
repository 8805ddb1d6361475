//! The rulings book.

use kernel::Seat;
use kernel::view::ShownRefusal;
use maud::{Markup, html};
use table::Ruling;

use super::frame::head;
use super::reader::Reader;
use super::time::machine;
use super::waiting::{plain_form, submit};
use super::words;

/// What was entered for the next ruling, and why it was refused.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    /// The rule.
    pub rule: String,
    /// What is decided.
    pub decision: String,
    /// Why.
    pub reason: String,
    /// Who may know: the name of a seat, the spectator's for everyone.
    pub who: String,
    /// Why it was refused.
    pub refusals: Vec<ShownRefusal>,
}

/// The page; `rules` are the ids and headings that can be ruled upon, `draft` the umpire's form.
pub fn page(reader: &Reader<'_>, rules: &[(&str, &str)], draft: Option<&Draft>, now: i64) -> Markup {
    let lede = html! {
        p class="lede" { "What the umpire has decided. When the same rule next stops somebody who may read it, the ruling is shown beside the refusal." }
    };
    let mut ids: Vec<&str> = reader.rulings.iter().map(|ruling| ruling.rule.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    html! {
        (head("Rulings book", lede, html! {}))
        div class=(if draft.is_some() { "cols two" } else { "cols" }) {
            div class="stack-l" {
                @if ids.is_empty() { section class="panel" aria-label="Rulings book" { p class="empty" { "There is no ruling yet that your seat may read." } } }
                @for id in ids { (of_rule(reader, id, heading(rules, id), now)) }
            }
            @if let Some(draft) = draft { div class="stack-l" { (form(reader, rules, draft)) } }
        }
    }
}

fn heading<'a>(rules: &[(&str, &'a str)], id: &str) -> &'a str {
    rules.iter().find(|(known, _)| *known == id).map_or("", |(_, heading)| heading)
}

fn of_rule(reader: &Reader<'_>, id: &str, heading: &str, now: i64) -> Markup {
    let rulings = reader.rulings.iter().filter(|ruling| ruling.rule == id);
    html! {
        section class="panel" id=(id) aria-labelledby={ "h-" (id) } {
            header { h2 id={ "h-" (id) } { @if heading.is_empty() { (id) } @else { (heading) } } (words::rule(reader, id)) }
            ol class="log" { @for ruling in rulings { (one(reader, ruling, now)) } }
        }
    }
}

fn one(reader: &Reader<'_>, ruling: &Ruling, now: i64) -> Markup {
    html! {
        li {
            time datetime=(machine(ruling.at)) { (reader.zone.short(ruling.at, now)) }
            div {
                p { span class="what" { (ruling.decision) } (words::secret(reader, ruling.audience)) }
                p class="quiet" {
                    @match &ruling.reason {
                        Some(reason) => { "The umpire: “" (reason) "”" }
                        None => "The rule asked, and the umpire chose.",
                    }
                }
            }
        }
    }
}

fn form(reader: &Reader<'_>, rules: &[(&str, &str)], draft: &Draft) -> Markup {
    let sides = (0..reader.sides.len()).filter_map(|n| u8::try_from(n).ok()).map(Seat::Side);
    let everyone = draft.who.is_empty() || draft.who == Seat::Spectator.name();
    html! {
        section class="panel" id="rule-on" aria-labelledby="h-rule-on" {
            header { h2 id="h-rule-on" { "Rule on something" } (words::rule(reader, "HOUSE-RULING")) }
            div class="in" {
                @if !draft.refusals.is_empty() { (words::refusal(reader, "r-ruling", &draft.refusals)) }
                (plain_form(reader, "ruling", "/rulings-book", html! {
                    div class="field" {
                        label class="lab" for="ruling-rule" { "Rule" }
                        select class="wide" id="ruling-rule" name="rule" required {
                            option value="" { "Choose a rule" }
                            @for (id, heading) in rules { option value=(id) selected[*id == draft.rule] { (id) " " (heading) } }
                        }
                    }
                    div class="field" {
                        label class="lab" for="ruling-decision" { "What you decide" }
                        textarea id="ruling-decision" name="decision" rows="3" required minlength="3" maxlength="400" { (draft.decision) }
                    }
                    div class="field" {
                        label class="lab" for="ruling-reason" { "Reason" }
                        input class="wide" type="text" id="ruling-reason" name="reason" value=(draft.reason) required minlength="3" maxlength="400" autocomplete="off";
                    }
                    fieldset class="field" {
                        legend class="lab" { "Who reads it" }
                        div class="picks" {
                            label class="pick" for="who-all" { input type="radio" id="who-all" name="who" value="spectator" checked[everyone]; span { "Everyone" } }
                            @for side in sides {
                                label class="pick" for={ "who-" (side.name()) } {
                                    input type="radio" id={ "who-" (side.name()) } name="who" value=(side.name()) checked[draft.who == side.name()];
                                    span { (words::seat(reader, side)) " and you" }
                                }
                            }
                            label class="pick" for="who-umpire" { input type="radio" id="who-umpire" name="who" value="umpire" checked[draft.who == "umpire"]; span { "You alone" } }
                        }
                    }
                    div class="row" { (submit(reader, "ruling", "btn go", "Write it down")) }
                    p class="note" { "A ruling stays in the log for ever. It does not change what the program accepts." }
                }))
            }
        }
    }
}
