//! Deadlines: how time is kept, the umpire's settings, and the orders that a side keeps.

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use kernel::view::ShownRefusal;
use table::{Answer, Missing, Pace, TimeOrder};

use super::act::{cursor, enter, token};
use super::framed::{Framed, framed};
use crate::error::Trouble;
use crate::posted::Posted;
use crate::render::deadlines::{Entered, PAGE, Shown, page};
use crate::seated::{Along, Seated};
use crate::state::WebState;
use crate::visitor::Visitor;

/// The page.
pub(crate) async fn deadlines(
    State(state): State<WebState>,
    Path((campaign, seat)): Path<(String, String)>,
    along: Along,
    visitor: Visitor,
) -> Result<Response, Trouble> {
    let seated = Seated::enter(&state, visitor, &campaign, &seat, &along).await?;
    Ok(draw(&seated, &Entered::default()))
}

/// The instant that the field means. One that was left as it was drawn means the instant it was drawn from: in the hour
/// that a clock strikes twice the field could mean two.
fn moved(seated: &Seated, when: &str) -> i64 {
    let zone = &seated.visitor.zone;
    let drawn = seated.look.timing.due.as_ref().map(|due| due.at);
    match drawn.filter(|at| zone.local(*at) == when) {
        Some(at) => at,
        None => zone.instant(when).unwrap_or(0),
    }
}

/// The umpire sets, moves, stops or lifts the time of steps.
pub(crate) async fn set(
    State(state): State<WebState>,
    Path((campaign, seat)): Path<(String, String)>,
    along: Along,
    visitor: Visitor,
    posted: Posted,
) -> Result<Response, Trouble> {
    let seated = enter(&state, visitor, &campaign, &seat, &along, &posted).await?;
    seated.only_umpire()?;
    let said = |name: &str| posted.get(name).unwrap_or("").trim().to_owned();
    let mut entered = Entered {
        what: said("what"),
        when: said("when"),
        hours: said("hours"),
        grace: said("grace"),
        missing: said("missing"),
        refusals: Vec::new(),
    };
    // What is no number, or no date, is out of range: the table says what it takes.
    let number = |text: &str| text.parse().unwrap_or(u32::MAX);
    let order = match entered.what.as_str() {
        "set" => TimeOrder::Set(Pace {
            hours: number(&entered.hours),
            grace: number(&entered.grace),
            missing: Missing::ALL
                .into_iter()
                .find(|missing| missing.name() == entered.missing)
                .ok_or(Trouble::NotUnderstood)?,
        }),
        "move" => TimeOrder::Move(moved(&seated, &entered.when)),
        "pause" => TimeOrder::Pause,
        "resume" => TimeOrder::Resume,
        "lift" => TimeOrder::Lift,
        _ => return Err(Trouble::NotUnderstood),
    };
    let (own, cursor, token) = (seated.own, Some(cursor(&posted)?), token(&posted)?);
    let answer =
        state.act(|desk| async move { desk.set_time(&campaign, own, order, cursor, token).await }).await?;
    match answer {
        Answer::Refused(refusals) => {
            entered.refusals = ShownRefusal::all(&refusals);
            Ok(draw(&seated, &entered))
        }
        _ => Ok(back(&seated)),
    }
}

/// A side strikes one of the orders that it has kept.
pub(crate) async fn kept(
    State(state): State<WebState>,
    Path((campaign, seat)): Path<(String, String)>,
    along: Along,
    visitor: Visitor,
    posted: Posted,
) -> Result<Response, Trouble> {
    let seated = enter(&state, visitor, &campaign, &seat, &along, &posted).await?;
    let nth: usize = posted.get("strike").and_then(|nth| nth.parse().ok()).ok_or(Trouble::NotUnderstood)?;
    let mut orders = seated.look.kept.clone();
    if nth >= orders.len() {
        return Ok(back(&seated));
    }
    orders.remove(nth);
    let (own, cursor, token) = (seated.own, Some(cursor(&posted)?), token(&posted)?);
    let answer = state
        .act(|desk| async move { desk.keep_orders(&campaign, own, orders, cursor, token).await })
        .await?;
    match answer {
        Answer::Refused(refusals) => {
            Ok(draw(&seated, &Entered { refusals: ShownRefusal::all(&refusals), ..Entered::default() }))
        }
        _ => {
            state.people.note_keeper(&seated.session.person, &seated.chair()).await?;
            Ok(back(&seated))
        }
    }
}

fn back(seated: &Seated) -> Response {
    Redirect::to(&format!("{}/{PAGE}{}", seated.base, seated.query)).into_response()
}

fn draw(seated: &Seated, entered: &Entered) -> Response {
    let look = &seated.look;
    let shown = Shown {
        timing: &look.timing,
        in_absence: look.in_absence,
        kept: &look.kept,
        keeps: seated.keeps(),
        settings: seated.umpires(),
    };
    let main = page(&seated.reader(PAGE), &shown, entered);
    let document =
        Framed { title: "Deadlines", page: PAGE, main, newest: None, status: String::new(), at: None };
    framed(seated, document)
}
