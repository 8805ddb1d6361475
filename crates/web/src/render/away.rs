//! What happened on a map while its reader was away: step by step, each with the map as it stood then, and what differs
//! since.

use maud::{Markup, html};

use super::log::{self, Steps};
use super::passed::Passed;
use super::reader::Reader;

/// The most changes that are told one by one.
const MOST_TOLD: usize = 12;

/// What happened since a seat last acted of its own accord.
#[derive(Default)]
pub struct SinceOwnAct {
    /// The steps.
    pub steps: Steps,
    /// Whether the seat answered something meanwhile.
    pub answered: bool,
}

/// The panel: what others did during an absence; else what they did since the reader's own last act, where that is at hand.
/// Nothing where nobody else has done anything.
pub fn panel(reader: &Reader<'_>, page: &str, since_own_act: &SinceOwnAct) -> Markup {
    let Some(since) = reader.since else { return html! {} };
    let absent = since.span.filter(|_| !since.steps.is_empty());
    let (heading, steps) = match absent {
        Some(_) => ("While you were away", &since.steps),
        None if since_own_act.answered => ("Since you last had the move", &since_own_act.steps),
        None => ("Since your last act", &since_own_act.steps),
    };
    let numbers = || Some((steps.first()?.0, steps.last()?.0));
    let Some((first, last)) = absent.or_else(numbers) else { return html! {} };
    let to = |line: u64| reader.link(&format!("/then/{line}/{page}"));
    let n = steps.len();
    html! {
        section class="panel away-panel" id="away" aria-labelledby="h-away" {
            header {
                h2 id="h-away" { (heading) }
                span class="note" { (n) (if n == 1 { " step" } else { " steps" }) }
            }
            div class="in stack-s" {
                p { a class="btn go" id="play-back" href=(to(first)) data-replay=(last) { "Play " (if n == 1 { "the step".to_owned() } else { format!("the {n} steps") }) " back on the map" } }
                p class="note" { "What others did, one after another: who, what, from where to where." }
                @if let Some(passed) = reader.passed.filter(|_| absent.is_some()) {
                    (told(passed))
                    (filter(passed))
                }
                details class="unfold" id="away-steps" {
                    summary { "Step by step" }
                    ol class="moments" {
                        @for (number, line) in steps {
                            li { a href=(to(*number)) { span class="num" { (number) } span { (log::plain(reader, line)) } } }
                        }
                    }
                }
            }
        }
    }
}

/// What changed on the map, in sentences.
pub fn told(passed: &Passed) -> Markup {
    let more = passed.told.len().saturating_sub(MOST_TOLD);
    html! {
        @if !passed.told.is_empty() {
            ul class="passed note" {
                @for words in passed.told.iter().take(MOST_TOLD) { li { (words) } }
                @if more > 0 { li { "And " (more) " more." } }
            }
        }
    }
}

/// The switch that leaves in every list of the page only what has changed. The style sheet does it.
fn filter(passed: &Passed) -> Markup {
    let any = !passed.rows.is_empty() || !passed.hexes.is_empty() || !passed.places.is_empty();
    html! {
        @if any {
            label class="pick" for="changed-only" {
                input type="checkbox" id="changed-only" autocomplete="off";
                span { "In lists and the map in words only what has changed since you were here" }
            }
        }
    }
}
