//! The rules by their ids: what every rule id on a page links to.

use axum::extract::{Path, State};
use axum::response::Response;
use maud::{Markup, html};

use super::framed::{Framed, framed};
use crate::error::Trouble;
use crate::render::frame::head;
use crate::seated::{Along, Seated};
use crate::state::WebState;
use crate::visitor::Visitor;

/// The page of rules.
pub(crate) async fn rules(
    State(state): State<WebState>,
    Path((campaign, seat)): Path<(String, String)>,
    along: Along,
    visitor: Visitor,
) -> Result<Response, Trouble> {
    let seated = Seated::enter(&state, visitor, &campaign, &seat, &along).await?;
    let system = seated.look.system;
    let (rules, house) = known(&state, system);
    let lede = html! { p class="lede" { "What the ids stand for, in our own words. The book itself is the authority." } };
    let main = html! {
        (head("Rules", lede, html! {}))
        div class="stack-l narrow" {
            (list("rules-system", system, rules.into_iter()))
            (list("rules-house", "Rules of the house", house.into_iter()))
        }
    };
    Ok(framed(
        &seated,
        Framed { title: "Rules", page: "rules", main, newest: None, status: String::new(), at: None },
    ))
}

/// A rule as it is listed: id, heading, words.
pub(crate) type Listed = (&'static str, &'static str, &'static str);

/// The rules of a system, and those of the house that it does not explain in words of its own.
pub(crate) fn known(state: &WebState, system: &str) -> (Vec<Listed>, Vec<Listed>) {
    let rulebook = state.desk.rulebooks().iter().find(|rulebook| rulebook.title() == system);
    let rules = rulebook.map(|rulebook| rulebook.rules()).unwrap_or_default();
    let rules: Vec<Listed> = rules.into_iter().map(|rule| (rule.id, rule.heading, rule.words)).collect();
    let own = |id: &str| rules.iter().any(|(known, ..)| *known == id);
    let house = table::house::RULES.iter().copied().filter(|(id, ..)| !own(id)).collect();
    (rules, house)
}

/// Rules with their ids, as links to them lead here.
pub(crate) fn list<'a>(
    id: &str,
    heading: &str,
    rules: impl Iterator<Item = (&'a str, &'a str, &'a str)>,
) -> Markup {
    let rules: Vec<_> = rules.collect();
    html! {
        section class="panel" aria-labelledby={ "h-" (id) } {
            header { h2 id={ "h-" (id) } { (heading) } span class="note" { (rules.len()) " rules" } }
            @if rules.is_empty() { p class="empty" { "This system lists no rules of its own." } }
            dl class="rules" {
                @for (id, heading, words) in rules {
                    div id=(id) {
                        dt { span class="rid" { (id) } " " strong { (heading) } }
                        @if !words.is_empty() { dd { (words) } }
                    }
                }
            }
        }
    }
}
