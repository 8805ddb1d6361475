//! A new draft: from nothing, from a sample, or from a file.

use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};
use kernel::Diagnostic;
use maud::{Markup, html};
use people::Session;
use tabular::Fillable;

use super::{engine, rulebook, umpire, unkept};
use crate::error::Trouble;
use crate::posted::Posted;
use crate::render::frame::head;
use crate::routes::outside::{not_taken, outside};
use crate::seated::check_csrf;
use crate::state::WebState;
use crate::visitor::Visitor;

/// The title of the page.
const TITLE: &str = "A new draft";

/// What stands where a set-up has no title yet.
const UNTITLED: &str = "A new campaign";

/// What was said to the form that brings a file.
#[derive(Default)]
pub(super) struct Told<'a> {
    /// Why nothing was made.
    pub why: Option<&'a str>,
    /// What is wrong with the file.
    pub faults: &'a [Diagnostic],
}

/// The page.
pub(super) async fn page(State(state): State<WebState>, visitor: Visitor) -> Result<Response, Trouble> {
    let session = umpire(&state, &visitor)?;
    Ok(outside(&visitor, TITLE, draw(&state, session, &Told::default()).await?))
}

/// Where only a form is sent.
pub(super) async fn again() -> Redirect {
    Redirect::to("/studio/new")
}

/// Makes a draft from nothing or from a sample.
pub(super) async fn make(
    State(state): State<WebState>,
    visitor: Visitor,
    posted: Posted,
) -> Result<Response, Trouble> {
    let session = umpire(&state, &visitor)?;
    check_csrf(session, posted.get("csrf"))?;
    let from = posted.get("from").unwrap_or("");
    let (rulebook, text) = match from.split_once(':') {
        Some(("blank", system)) => {
            let rulebook = rulebook(&state, system).ok_or(Trouble::NotUnderstood)?;
            (rulebook, rulebook.blank().ok_or(Trouble::NotUnderstood)?.to_owned())
        }
        Some(("sample", name)) => {
            let sample = state.settings.samples.iter().find(|sample| sample.name == name);
            let sample = sample.ok_or(Trouble::NotUnderstood)?;
            let rulebook = rulebook(&state, sample.system).ok_or(Trouble::NotUnderstood)?;
            (rulebook, engine::whole(rulebook, sample.setup).await?)
        }
        _ => {
            let told = Told { why: Some("Choose what the draft begins from."), faults: &[] };
            return Ok(not_taken(&visitor, TITLE, draw(&state, session, &told).await?));
        }
    };
    keep(&state, &visitor, session, rulebook, &text, "").await
}

/// Keeps a new draft and leads to `end` of its pages.
pub(super) async fn keep(
    state: &WebState,
    visitor: &Visitor,
    session: &Session,
    rulebook: &'static dyn Fillable,
    text: &str,
    end: &str,
) -> Result<Response, Trouble> {
    let title = engine::title(rulebook, text).await?;
    let title = title.as_deref().unwrap_or(UNTITLED);
    match state.people.make_draft(&session.person, rulebook.name(), title, text, state.now()).await? {
        Ok(draft) => Ok(Redirect::to(&format!("/studio/{draft}{end}")).into_response()),
        Err(why) => refused(state, visitor, session, &Told { why: Some(unkept(why)?), faults: &[] }).await,
    }
}

/// The page again, with why nothing was made.
pub(super) async fn refused(
    state: &WebState,
    visitor: &Visitor,
    session: &Session,
    told: &Told<'_>,
) -> Result<Response, Trouble> {
    Ok(not_taken(visitor, TITLE, draw(state, session, told).await?))
}

/// A way to begin: its value in the form, its words, and what it holds.
struct Way {
    value: String,
    words: String,
    more: String,
}

async fn ways(state: &WebState) -> Result<Vec<Way>, Trouble> {
    let mut ways = Vec::new();
    for rulebook in state.settings.systems.0.iter().filter(|rulebook| rulebook.blank().is_some()) {
        ways.push(Way {
            value: format!("blank:{}", rulebook.name()),
            words: format!("{}, from the beginning", rulebook.title()),
            more: "Only what every campaign of these rules has.".into(),
        });
    }
    let mut shown: Vec<&str> = Vec::new();
    for sample in &state.settings.samples {
        // Two samples of one set-up differ in where play begins, which a draft does not hold.
        if shown.contains(&sample.setup) {
            continue;
        }
        shown.push(sample.setup);
        if let Some(rulebook) = rulebook(state, sample.system)
            && let Some(title) = engine::title(rulebook, sample.setup).await?
        {
            ways.push(Way {
                value: format!("sample:{}", sample.name),
                words: title,
                more: format!(
                    "A copy of the sample with all its tables, to be changed. Rules: {}.",
                    rulebook.title()
                ),
            });
        }
    }
    Ok(ways)
}

async fn draw(state: &WebState, session: &Session, told: &Told<'_>) -> Result<Markup, Trouble> {
    let lede = html! { p class="lede" { "Nothing begins yet: a draft is yours alone until you begin a campaign from it." } };
    Ok(html! {
        div class="narrow stack-l" {
            (head(TITLE, lede, html! {}))
            (super::refusal(told.why))
            @if !told.faults.is_empty() {
                div class="errsum" role="group" aria-labelledby="h-errsum" tabindex="-1" autofocus {
                    h2 id="h-errsum" { "The file cannot be read" }
                    ul { @for fault in told.faults { li { span class="err" { (placed(fault)) } } } }
                }
            }
            section class="panel" aria-labelledby="h-from" {
                header { h2 id="h-from" { "Begin from" } }
                form class="in stack" id="f-new" method="post" action="/studio/new" {
                    fieldset {
                        legend class="sr" { "What the draft begins from" }
                        @for (n, way) in ways(state).await?.iter().enumerate() {
                            label class="pick" for={ "from-" (n) } {
                                input type="radio" name="from" id={ "from-" (n) } value=(way.value) required;
                                span { (way.words) small { (way.more) } }
                            }
                        }
                    }
                    div class="row" { button class="btn go" type="submit" { "Make the draft" } }
                    input type="hidden" name="csrf" value=(session.csrf);
                }
            }
            (bringing(state, session))
            p { a href="/studio" { "All your drafts" } }
        }
    })
}

fn bringing(state: &WebState, session: &Session) -> Markup {
    html! {
        section class="panel" aria-labelledby="h-bring" {
            header { h2 id="h-bring" { "Bring a set-up file" } span class="note" { "TOML, at most 1 MiB" } }
            form class="in stack" id="f-bring" method="post" action="/studio/bring" enctype="multipart/form-data" {
                div class="field" {
                    label class="lab" for="file" { "The file" }
                    span class="hint" id="file-h" { "A file with faults becomes a draft too, and all its faults are listed." }
                    input type="file" id="file" name="file" required aria-describedby="file-h";
                }
                div class="field" {
                    label class="lab" for="system" { "Rules" }
                    select id="system" name="system" {
                        option value="" { "Those that the file fits best" }
                        @for rulebook in state.settings.systems.0 { option value=(rulebook.name()) { (rulebook.title()) } }
                    }
                }
                div class="row" { button class="btn" type="submit" { "Bring it" } }
                input type="hidden" name="csrf" value=(session.csrf);
            }
        }
    }
}

/// A fault of a file with its line.
pub(super) fn placed(fault: &Diagnostic) -> String {
    match &fault.place {
        Some(at) => format!("Line {}, column {}: {}", at.line, at.column, fault.sentence),
        None if fault.path.is_empty() => fault.sentence.clone(),
        None => format!("{}: {}", fault.path, fault.sentence),
    }
}
