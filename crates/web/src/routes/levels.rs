//! The tables above and below: where they are, and what the umpire does about those below, or where no person is that the sides.

use std::collections::BTreeMap;

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use kernel::Seat;
use kernel::view::ShownRefusal;
use table::{Answer, Level};

use super::act::{cursor, enter, token};
use super::framed::{Framed, framed};
use crate::error::Trouble;
use crate::posted::Posted;
use crate::render::levels::{Entered, PAGE, Shown, page};
use crate::seated::{Along, Seated};
use crate::state::WebState;
use crate::visitor::Visitor;

/// The page.
pub(crate) async fn levels(
    State(state): State<WebState>,
    Path((campaign, seat)): Path<(String, String)>,
    along: Along,
    visitor: Visitor,
) -> Result<Response, Trouble> {
    let seated = Seated::enter(&state, visitor, &campaign, &seat, &along).await?;
    draw(&state, &seated, &Entered::default()).await
}

/// The umpire takes in what came of a table below, or a side says so.
pub(crate) async fn take_in(
    State(state): State<WebState>,
    Path((campaign, seat)): Path<(String, String)>,
    along: Along,
    visitor: Visitor,
    posted: Posted,
) -> Result<Response, Trouble> {
    let seated = enter(&state, visitor, &campaign, &seat, &along, &posted).await?;
    closes(&seated)?;
    let slot = posted.get("slot").unwrap_or("").to_owned();
    let (own, cursor, token, asked) = (seated.own, Some(cursor(&posted)?), token(&posted)?, slot.clone());
    let answer =
        state.act(|desk| async move { desk.take_in(&campaign, own, &asked, cursor, token).await }).await?;
    match answer {
        // What is asked on the way stands on the pages of the campaign.
        Answer::Waits { .. } => Ok(Redirect::to(&seated.base).into_response()),
        answer => told(&state, &seated, answer, Entered { slot, ..Entered::default() }).await,
    }
}

/// The umpire breaks a table below off, or a side says so.
pub(crate) async fn break_off(
    State(state): State<WebState>,
    Path((campaign, seat)): Path<(String, String)>,
    along: Along,
    visitor: Visitor,
    posted: Posted,
) -> Result<Response, Trouble> {
    let seated = enter(&state, visitor, &campaign, &seat, &along, &posted).await?;
    closes(&seated)?;
    let said = |name: &str| posted.get(name).unwrap_or("").to_owned();
    let entered = Entered { slot: said("slot"), reason: said("reason"), refusals: Vec::new() };
    let (own, cursor, token) = (seated.own, Some(cursor(&posted)?), token(&posted)?);
    let (slot, reason) = (entered.slot.clone(), entered.reason.clone());
    let answer =
        state.act(|desk| async move { desk.break_off(&campaign, own, &slot, &reason, cursor, token).await });
    told(&state, &seated, answer.await?, entered).await
}

/// A side takes back what it has said of closing a table below, or says no to what the other has.
pub(crate) async fn keep_open(
    State(state): State<WebState>,
    Path((campaign, seat)): Path<(String, String)>,
    along: Along,
    visitor: Visitor,
    posted: Posted,
) -> Result<Response, Trouble> {
    let seated = enter(&state, visitor, &campaign, &seat, &along, &posted).await?;
    closes(&seated)?;
    let slot = posted.get("slot").unwrap_or("").to_owned();
    let (own, cursor, token, asked) = (seated.own, Some(cursor(&posted)?), token(&posted)?, slot.clone());
    let answer =
        state.act(|desk| async move { desk.keep_open(&campaign, own, &asked, cursor, token).await }).await?;
    told(&state, &seated, answer, Entered { slot, ..Entered::default() }).await
}

/// Who may close a table below at all: the umpire, or where no person is that a side. For all others there is nothing there.
fn closes(seated: &Seated) -> Result<(), Trouble> {
    let side = matches!(seated.own, Seat::Side(_)) && seated.own == seated.eyes;
    match seated.look.closed_by_sides && side && !seated.look.dice.shown {
        true => Ok(()),
        false => seated.only_umpire(),
    }
}

/// The page after the act, or with what was refused.
async fn told(
    state: &WebState,
    seated: &Seated,
    answer: Answer,
    entered: Entered,
) -> Result<Response, Trouble> {
    match answer {
        Answer::Refused(refusals) => {
            draw(state, seated, &Entered { refusals: ShownRefusal::all(&refusals), ..entered }).await
        }
        _ => Ok(Redirect::to(&format!("{}/{PAGE}", seated.base)).into_response()),
    }
}

async fn draw(state: &WebState, seated: &Seated, entered: &Entered) -> Result<Response, Trouble> {
    let tables = state.desk.neighbours(&seated.campaign, seated.eyes).await?;
    let address = |level: &Level| address(seated, level, tables.above.as_ref() == Some(level));
    let mut standing = BTreeMap::new();
    // Where play stands at a table is told to whoever can go and read it there.
    for level in tables.above.iter().chain(&tables.below).filter(|level| address(level).is_some()) {
        if let Ok(look) = state.desk.look(level.campaign.as_str(), seated.eyes).await {
            standing.insert(level.campaign.to_string(), look.contents.standing.clone());
        }
    }
    let goes_on = seated.own == seated.eyes && !seated.look.dice.shown;
    let acts = Some(seated.own).filter(|_| goes_on);
    let shown = Shown { tables: &tables, address: &address, standing: &standing, acts };
    let main = page(&seated.reader(PAGE), &shown, entered);
    let document =
        Framed { title: "Other tables", page: PAGE, main, newest: None, status: String::new(), at: None };
    Ok(framed(seated, document))
}

/// The same seat at another table. Who sits here sits at the tables below; at the one above sits who has a seat there.
fn address(seated: &Seated, level: &Level, is_above: bool) -> Option<String> {
    let (campaign, own) = (level.campaign.as_str(), seated.own.name());
    let sits = level.title.is_some() && (!is_above || seated.session.holds(campaign, &own));
    let eyes = if seated.eyes == seated.own { String::new() } else { format!("?as={}", seated.eyes.name()) };
    sits.then(|| format!("/c/{campaign}/{own}{eyes}"))
}
