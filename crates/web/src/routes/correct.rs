//! Corrections: the umpire begins from an act of the log, sees what would change, and makes it so.

use std::collections::BTreeMap;

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use kernel::Seat;
use kernel::view::{Page, ShownRefusal};
use maud::{Markup, html};
use table::{Answer, Change, Correcting};

use super::act::{cursor, enter, token};
use super::framed::{Framed, framed};
use crate::command;
use crate::error::Trouble;
use crate::posted::Posted;
use crate::render::correct;
use crate::render::words;
use crate::seated::{Along, Seated};
use crate::state::WebState;
use crate::visitor::Visitor;

/// The page from which an act is put right.
pub(crate) async fn begin(
    State(state): State<WebState>,
    Path((campaign, seat, entry)): Path<(String, String, u64)>,
    along: Along,
    visitor: Visitor,
) -> Result<Response, Trouble> {
    let seated = Seated::enter(&state, visitor, &campaign, &seat, &along).await?;
    seated.only_umpire()?;
    act_page(&state, &seated, entry, named(along.with.as_deref())?, &[]).await
}

/// The preview once more, when something has changed or the page is loaded again.
pub(crate) async fn again(
    State(state): State<WebState>,
    Path((campaign, seat)): Path<(String, String)>,
    along: Along,
    visitor: Visitor,
) -> Result<Response, Trouble> {
    let seated = Seated::enter(&state, visitor, &campaign, &seat, &along).await?;
    seated.only_umpire()?;
    preview_page(&state, &seated, &named(along.with.as_deref())?, &[], "").await
}

/// The same, for one more act of a correction that has been begun.
pub(crate) async fn also(
    State(state): State<WebState>,
    Path((campaign, seat, entry)): Path<(String, String, u64)>,
    along: Along,
    visitor: Visitor,
    posted: Posted,
) -> Result<Response, Trouble> {
    let seated = enter(&state, visitor, &campaign, &seat, &along, &posted).await?;
    seated.only_umpire()?;
    act_page(&state, &seated, entry, begun(&posted)?, &[]).await
}

/// What the correction would change.
pub(crate) async fn preview(
    State(state): State<WebState>,
    Path((campaign, seat)): Path<(String, String)>,
    along: Along,
    visitor: Visitor,
    posted: Posted,
) -> Result<Response, Trouble> {
    let seated = enter(&state, visitor, &campaign, &seat, &along, &posted).await?;
    seated.only_umpire()?;
    let mut correcting = begun(&posted)?;
    let entry: u64 =
        posted.get("entry").and_then(|entry| entry.parse().ok()).ok_or(Trouble::NotUnderstood)?;
    correcting.answers.extend(typed(&posted));
    match posted.get("what") {
        Some("remove") => {
            correcting.changes.insert(entry, Change::Remove);
        }
        Some("replace") => {
            let then = state.desk.act_then(&campaign, Seat::Umpire, entry, &correcting).await?;
            let then = then.ok_or(Trouble::NotFound)?;
            let id = posted.get("form-id").unwrap_or("");
            let on = |page: &Page| page.forms().into_iter().find(|form| form.id == id).cloned();
            let found = then.view.pages.iter().find_map(|page| Some((page, on(page)?)));
            let (page, form) = found.ok_or(Trouble::NotUnderstood)?;
            match command::build(Some(page), &form, &posted) {
                Ok(command) => {
                    correcting.changes.insert(entry, Change::Replace(command));
                }
                Err(refusals) => return act_page(&state, &seated, entry, correcting, &refusals).await,
            }
        }
        _ => {}
    }
    preview_page(&state, &seated, &correcting, &[], "").await
}

/// Makes the correction.
pub(crate) async fn make(
    State(state): State<WebState>,
    Path((campaign, seat)): Path<(String, String)>,
    along: Along,
    visitor: Visitor,
    posted: Posted,
) -> Result<Response, Trouble> {
    let seated = enter(&state, visitor, &campaign, &seat, &along, &posted).await?;
    seated.only_umpire()?;
    let correcting = begun(&posted)?;
    let reason = posted.get("reason").unwrap_or("").to_owned();
    let (own, cursor, token) = (seated.own, Some(cursor(&posted)?), token(&posted)?);
    let (asked, why) = (correcting.clone(), reason.clone());
    let answer =
        state.act(|desk| async move { desk.correct(&campaign, own, &asked, &why, cursor, token).await });
    if let Answer::Refused(refusals) = answer.await? {
        let shown = ShownRefusal::all(&refusals);
        return preview_page(&state, &seated, &correcting, &shown, &reason).await;
    }
    Ok(Redirect::to(&format!("{}/log", seated.base)).into_response())
}

/// The correction as far as it was named on the pages before.
pub(crate) fn begun(posted: &Posted) -> Result<Correcting, Trouble> {
    named(posted.get("correcting"))
}

fn named(text: Option<&str>) -> Result<Correcting, Trouble> {
    serde_json::from_str(text.unwrap_or("{}")).map_err(|_| Trouble::NotUnderstood)
}

/// Faces and choices typed on the page: one field per die, named after its question. A question of which nothing was
/// typed is left as it is.
fn typed(posted: &Posted) -> BTreeMap<String, Vec<u16>> {
    let mut typed: BTreeMap<String, Vec<u16>> = BTreeMap::new();
    for (name, value) in posted.pairs().iter().filter(|(_, value)| !value.trim().is_empty()) {
        if let Some(question) = name.strip_prefix("a.") {
            typed.entry(question.to_owned()).or_default().push(value.trim().parse().unwrap_or(0));
        }
    }
    typed
}

async fn act_page(
    state: &WebState,
    seated: &Seated,
    entry: u64,
    correcting: Correcting,
    refusals: &[ShownRefusal],
) -> Result<Response, Trouble> {
    let then = state.desk.act_then(&seated.campaign, Seat::Umpire, entry, &correcting).await?;
    let then = then.ok_or(Trouble::NotFound)?;
    let reader = seated.reader("log");
    let main = correct::act(&reader, entry, &then, &json(&correcting), refusals);
    let at = with(&format!("correct/{entry}"), &correcting);
    Ok(drawn(seated, &format!("Correct entry {entry}"), &at, main))
}

pub(crate) async fn preview_page(
    state: &WebState,
    seated: &Seated,
    correcting: &Correcting,
    refusals: &[ShownRefusal],
    reason: &str,
) -> Result<Response, Trouble> {
    let preview = state.desk.preview(&seated.campaign, Seat::Umpire, correcting).await?;
    let reader = seated.reader("log");
    let main = match preview {
        Ok(preview) => correct::preview(&reader, &preview, &json(correcting), refusals, reason),
        Err(refusals) => {
            let shown = ShownRefusal::all(&refusals);
            html! { (words::refusal(&reader, "r-correct", &shown)) p { a href=(reader.link("/log")) { "Back to the log" } } }
        }
    };
    Ok(drawn(seated, "What the correction changes", &with("correct/preview", correcting), main))
}

fn json(correcting: &Correcting) -> String {
    serde_json::to_string(correcting).expect("a correction is plain values with text keys")
}

/// The address at which a page of a correction can be loaded again.
fn with(page: &str, correcting: &Correcting) -> String {
    let query = form_urlencoded::byte_serialize(json(correcting).as_bytes()).collect::<String>();
    format!("{page}?with={query}")
}

/// A page of its own address, so that it is drawn anew where it was brought by a form.
pub(crate) fn drawn(seated: &Seated, title: &str, at: &str, main: Markup) -> Response {
    let (status, at) = (String::new(), Some(format!("{}/{at}", seated.base)));
    framed(seated, Framed { title, page: "log", main, newest: None, status, at })
}
