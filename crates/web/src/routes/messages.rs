//! Messages between the umpire and the sides.

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use kernel::view::ShownRefusal;
use kernel::{Audience, Seat};
use table::{Answer, Message};

use super::act::{enter, token};
use super::framed::{Framed, framed};
use crate::error::Trouble;
use crate::posted::Posted;
use crate::render::messages::{Draft, page};
use crate::seated::{Along, Seated};
use crate::state::WebState;
use crate::visitor::Visitor;

/// The page.
pub(crate) async fn messages(
    State(state): State<WebState>,
    Path((campaign, seat)): Path<(String, String)>,
    along: Along,
    visitor: Visitor,
) -> Result<Response, Trouble> {
    let seated = Seated::enter(&state, visitor, &campaign, &seat, &along).await?;
    let known = state.desk.messages(&campaign, seated.eyes).await?;
    Ok(draw(&state, &seated, &known, &Draft::default()))
}

/// Writes one: the umpire to a side or to everyone, a side to the umpire.
pub(crate) async fn write(
    State(state): State<WebState>,
    Path((campaign, seat)): Path<(String, String)>,
    along: Along,
    visitor: Visitor,
    posted: Posted,
) -> Result<Response, Trouble> {
    let seated = enter(&state, visitor, &campaign, &seat, &along, &posted).await?;
    if seated.eyes != seated.own {
        return Err(Trouble::NotUnderstood);
    }
    let to = posted.get("to").unwrap_or("").to_owned();
    let audience = match (seated.own, to.parse()) {
        (Seat::Side(side), _) | (Seat::Umpire, Ok(Seat::Side(side))) => Audience::Side(side),
        (Seat::Umpire, Ok(Seat::Spectator)) => Audience::Public,
        _ => return Err(Trouble::NotUnderstood),
    };
    let words = posted.get("words").unwrap_or("").to_owned();
    let mut draft = Draft { to, words: words.clone(), refusals: Vec::new() };
    let (own, token, id) = (seated.own, token(&posted)?, campaign.clone());
    let answer =
        state.act(|desk| async move { desk.write_to(&id, own, audience, &words, token).await }).await?;
    if let Answer::Refused(refusals) = answer {
        draft.refusals = ShownRefusal::all(&refusals);
        let known = state.desk.messages(&campaign, seated.eyes).await?;
        return Ok(draw(&state, &seated, &known, &draft));
    }
    Ok(Redirect::to(&format!("{}/messages", seated.base)).into_response())
}

fn draw(state: &WebState, seated: &Seated, known: &[Message], draft: &Draft) -> Response {
    let writes =
        seated.acts && seated.eyes == seated.own && seated.own != Seat::Spectator && !seated.look.dice.shown;
    let main = page(&seated.reader("messages"), known, writes.then_some(draft), state.now());
    let document =
        Framed { title: "Messages", page: "messages", main, newest: None, status: String::new(), at: None };
    framed(seated, document)
}
