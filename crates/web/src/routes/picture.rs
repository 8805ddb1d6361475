//! The picture under the map: the umpire lays it, sets it to the map's inches, and shows it; its file for whoever sees it.

use std::sync::Arc;

use axum::extract::{Multipart, Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Redirect, Response};
use kernel::{Refusals, Seat};
use table::{Answer, Desk, Mark, Placed, house};
use tokio::sync::Semaphore;

use super::framed::{Framed, framed};
use crate::error::Trouble;
use crate::posted::Posted;
use crate::render::picture;
use crate::seated::{Along, Seated};
use crate::state::WebState;
use crate::visitor::Visitor;

/// The most bytes that are read of a form with a picture. What is more than a picture may have is still read so far
/// that its sender can be told.
pub(crate) const MOST_SENT: usize = 2 * pictures::MOST_BYTES;

/// How many pictures are decoded at once, over all campaigns: each takes memory and a processor for seconds.
static DECODING: Semaphore = Semaphore::const_new(1);

/// Reads a file on a thread of its own.
pub(crate) async fn decoded(bytes: Vec<u8>) -> Result<Result<pictures::Picture, Refusals>, Trouble> {
    let turn = DECODING.acquire().await.map_err(|_| Trouble::Broken)?;
    let read = tokio::task::spawn_blocking(move || pictures::read(&bytes)).await;
    drop(turn);
    let read = read.map_err(|fault| {
        tracing::error!(%fault, "a picture broke off while it was read");
        Trouble::Broken
    })?;
    Ok(read.map_err(|fault| house::picture_not_taken(&fault).into()))
}

/// The umpire's page.
pub(crate) async fn page(
    State(state): State<WebState>,
    Path((campaign, seat)): Path<(String, String)>,
    along: Along,
    visitor: Visitor,
) -> Result<Response, Trouble> {
    along.to_own(&seat)?;
    let seated = umpire(&state, visitor, &campaign, &seat).await?;
    draw(&state, &seated, None, None).await
}

/// Lays the picture that was sent.
pub(crate) async fn lay(
    State(state): State<WebState>,
    Path((campaign, seat)): Path<(String, String)>,
    visitor: Visitor,
    mut form: Multipart,
) -> Result<Response, Trouble> {
    let seated = umpire(&state, visitor, &campaign, &seat).await?;
    let (mut csrf, mut file) = (None, Vec::new());
    while let Some(field) = form.next_field().await.map_err(|_| Trouble::TooHeavy)? {
        match field.name() {
            Some("csrf") => csrf = Some(field.text().await.map_err(|_| Trouble::NotUnderstood)?),
            Some("picture") => file = field.bytes().await.map_err(|_| Trouble::TooHeavy)?.to_vec(),
            _ => return Err(Trouble::NotUnderstood),
        }
    }
    seated.check_csrf(csrf.as_deref())?;
    let picture = match decoded(file).await? {
        Ok(picture) => picture,
        Err(refusals) => return draw(&state, &seated, Some(("lay", &refusals)), None).await,
    };
    let token = state.desk.fresh_token()?;
    let lay = move |desk: Arc<Desk>| async move {
        desk.lay_picture(&campaign, Seat::Umpire, &picture, token).await
    };
    answered(&state, &seated, "lay", None, state.act(lay).await?).await
}

/// Sets the picture to the map's inches.
pub(crate) async fn place(
    State(state): State<WebState>,
    Path((campaign, seat)): Path<(String, String)>,
    visitor: Visitor,
    posted: Posted,
) -> Result<Response, Trouble> {
    let seated = sent(&state, visitor, &campaign, &seat, &posted).await?;
    let placed = match posted.get("edges") {
        Some(_) => Placed::Edges,
        None => match marks(&posted) {
            Ok(marks) => Placed::Marks(marks),
            Err(refusals) => return draw(&state, &seated, Some(("place", &refusals)), Some(&posted)).await,
        },
    };
    let token = state.desk.fresh_token()?;
    let place = move |desk: Arc<Desk>| async move {
        desk.place_picture(&campaign, Seat::Umpire, placed, token).await
    };
    answered(&state, &seated, "place", Some(&posted), state.act(place).await?).await
}

/// Shows the picture to everybody, or takes it away.
pub(crate) async fn show(
    State(state): State<WebState>,
    Path((campaign, seat)): Path<(String, String)>,
    visitor: Visitor,
    posted: Posted,
) -> Result<Response, Trouble> {
    let seated = sent(&state, visitor, &campaign, &seat, &posted).await?;
    let show = match posted.get("show") {
        Some("yes") => true,
        Some("no") => false,
        _ => return Err(Trouble::NotUnderstood),
    };
    let token = state.desk.fresh_token()?;
    let act =
        move |desk: Arc<Desk>| async move { desk.show_picture(&campaign, Seat::Umpire, show, token).await };
    answered(&state, &seated, "show", None, state.act(act).await?).await
}

/// The file of a picture, by the hash of what is in it. To whoever does not see it, it is not there.
pub(crate) async fn file(
    State(state): State<WebState>,
    Path((campaign, seat, file)): Path<(String, String, String)>,
    along: Along,
    visitor: Visitor,
) -> Result<Response, Trouble> {
    let seated = Seated::enter(&state, visitor, &campaign, &seat, &along).await?;
    let (digest, ending) = file.split_once('.').ok_or(Trouble::NotFound)?;
    let media = match ending {
        "png" => "image/png",
        "jpeg" => "image/jpeg",
        _ => return Err(Trouble::NotFound),
    };
    match state.desk.picture_file(&seated.campaign, seated.eyes, digest).await? {
        Some(bytes) => Ok(sent_file(media, bytes)),
        None => Err(Trouble::NotFound),
    }
}

/// Its address never means anything else; but it is for this seat alone, so nobody on the way keeps it.
pub(crate) fn sent_file(media: &'static str, bytes: Vec<u8>) -> Response {
    let headers =
        [(header::CONTENT_TYPE, media), (header::CACHE_CONTROL, "private, max-age=31536000, immutable")];
    (headers, bytes).into_response()
}

/// The two places of the form.
fn marks(posted: &Posted) -> Result<[Mark; 2], Refusals> {
    let mark = |n: u8| {
        let text = |field: &str| posted.get(&format!("{field}-{n}")).unwrap_or("").trim();
        let pixels = |field: &str| {
            text(field).parse().map_err(|_| house::picture_unplaced(n, "needs whole pixels on the picture"))
        };
        let inches = |field: &str| {
            hundredths(text(field))
                .ok_or_else(|| house::picture_unplaced(n, "needs inches on the map, as 12.5"))
        };
        Ok::<Mark, Refusals>(Mark {
            right: pixels("right")?,
            down: pixels("down")?,
            x: inches("x")?,
            y: inches("y")?,
        })
    };
    Ok([mark(1)?, mark(2)?])
}

/// `12.5` or `12,5` inches in hundredths; two decimals at the most.
fn hundredths(text: &str) -> Option<i32> {
    let (sign, text) = text.strip_prefix(['-', '−']).map_or((1, text), |rest| (-1, rest));
    let (whole, rest) = text.split_once(['.', ',']).unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || whole.len() > 4 || rest.len() > 2 || !digits(whole) || !digits(rest) {
        return None;
    }
    let rest: i32 = format!("{rest:0<2}").parse().ok()?;
    Some(sign * (100 * whole.parse::<i32>().ok()? + rest))
}

async fn answered(
    state: &WebState,
    seated: &Seated,
    form: &str,
    posted: Option<&Posted>,
    answer: Answer,
) -> Result<Response, Trouble> {
    match answer {
        Answer::Refused(refusals) => draw(state, seated, Some((form, &refusals)), posted).await,
        _ => Ok(Redirect::to(&format!("{}/picture", seated.base)).into_response()),
    }
}

async fn sent(
    state: &WebState,
    visitor: Visitor,
    campaign: &str,
    seat: &str,
    posted: &Posted,
) -> Result<Seated, Trouble> {
    let seated = umpire(state, visitor, campaign, seat).await?;
    seated.check_csrf(posted.get("csrf"))?;
    Ok(seated)
}

/// Only the umpire has this page; for everybody else there is none.
async fn umpire(state: &WebState, visitor: Visitor, campaign: &str, seat: &str) -> Result<Seated, Trouble> {
    let seated = Seated::enter(state, visitor, campaign, seat, &Along::default()).await?;
    if seated.own == Seat::Umpire { Ok(seated) } else { Err(Trouble::NotFound) }
}

async fn draw(
    state: &WebState,
    seated: &Seated,
    refused: Option<(&str, &Refusals)>,
    posted: Option<&Posted>,
) -> Result<Response, Trouble> {
    let shown = state.desk.picture(&seated.campaign, Seat::Umpire).await?.is_some_and(|(_, shown)| shown);
    let entered = |name: &str| posted.and_then(|posted| posted.get(name)).map(str::to_owned);
    let page = picture::Page {
        size: seated.look.contents.inches,
        shown,
        over: seated.look.dice.shown,
        csrf: &seated.keys.csrf,
        refused,
        entered: &entered,
    };
    let main = picture::page(&seated.reader("picture"), &page);
    Ok(framed(
        seated,
        Framed { title: "Picture", page: "picture", main, newest: None, status: String::new(), at: None },
    ))
}

#[cfg(test)]
mod tests {
    use super::hundredths;

    #[test]
    fn inches_have_two_decimals_at_the_most() {
        for (text, value) in
            [("12", 1200), ("12.5", 1250), ("12,5", 1250), ("0.05", 5), ("-1.25", -125), ("−2", -200)]
        {
            assert_eq!(hundredths(text), Some(value), "{text}");
        }
        for text in ["", "1.234", "1,234", "1,2,3", "1e3", "12345", ".", "- 1", "99999999999"] {
            assert_eq!(hundredths(text), None, "{text}");
        }
    }
}
