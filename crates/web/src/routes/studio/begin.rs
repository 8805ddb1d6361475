//! A campaign begins from a draft. The draft stays as it is, for the next time.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use kernel::Seat;
use maud::{Markup, html};
use people::{Begun, Chair, MOST_BEGUN_A_DAY};
use table::{DiceStart, NewCampaign};

use super::engine::{self, Judged};
use super::{Writing, not_taken, refusal, version};
use crate::error::Trouble;
use crate::posted::Posted;
use crate::render::frame::head;
use crate::render::studio::{counted, findings};
use crate::render::words;
use crate::state::WebState;
use crate::visitor::Visitor;

/// What is about to begin, or why it cannot.
pub(super) async fn page(
    State(state): State<WebState>,
    Path(draft): Path<String>,
    visitor: Visitor,
) -> Result<Response, Trouble> {
    let writing = Writing::enter(&state, visitor, &draft).await?;
    let judged = engine::judge(writing.rulebook, &writing.draft.text).await?;
    Ok(draw(&state, &writing, &judged, None).into_response())
}

/// Begins the campaign, seats its umpire, and leads to the page of seats.
pub(super) async fn begin(
    State(state): State<WebState>,
    Path(draft): Path<String>,
    visitor: Visitor,
    posted: Posted,
) -> Result<Response, Trouble> {
    let mut writing = Writing::sent(&state, visitor, &draft, &posted).await?;
    let judged = engine::judge(writing.rulebook, &writing.draft.text).await?;
    if !judged.findings.faults.is_empty() {
        return Ok(not_taken(draw(&state, &writing, &judged, None)));
    }
    let (person, card) = (&writing.session.person, &writing.draft.card);
    let seen = version(&posted)?;
    // What is begun is what was read here, so that version must be the one that is noted as begun.
    let noted = match seen == card.version {
        true => state.people.begin_draft(person, &card.handle, seen, state.now()).await?,
        false => Begun::Stale,
    };
    let why = match noted {
        Begun::Yes => None,
        Begun::Unknown => return Err(Trouble::NotFound),
        Begun::Stale => Some(
            "This draft was changed in another window in the meantime, or a campaign has just begun from it. \
             Nothing was begun now. Look at the draft, then try again."
                .to_owned(),
        ),
        Begun::TooMany => Some(format!(
            "You have begun {MOST_BEGUN_A_DAY} campaigns within a day, and no more are allowed. Nothing was \
             begun. The draft stays; try again tomorrow."
        )),
    };
    if let Some(why) = why {
        writing = Writing::enter(&state, writing.visitor, &draft).await?;
        return Ok(not_taken(draw(&state, &writing, &judged, Some(&why))));
    }
    let new = NewCampaign {
        file: engine::FILE.into(),
        setup: writing.draft.text.clone(),
        system: card.system.clone(),
        position: None,
        start: if posted.get("words").is_some() { DiceStart::Words } else { DiceStart::AtOnce },
        table_dice: posted.get("table-dice").is_some(),
        identity: None,
    };
    // To its end even when the browser goes away: a campaign without its umpire is nobody's.
    let (desk, people, person, now) =
        (Arc::clone(&state.desk), state.people.clone(), person.clone(), state.now());
    let begun = tokio::spawn(async move {
        let campaign = desk.create(new).await?;
        people.seat(&person, &Chair::new(&*campaign, Seat::Umpire.name()), now).await?;
        Ok::<_, Trouble>(campaign)
    });
    let campaign = begun.await.map_err(|broken| {
        tracing::error!(%broken, "the beginning of a campaign broke off");
        Trouble::Broken
    })??;
    Ok(Redirect::to(&format!("/c/{campaign}/{}/seats", Seat::Umpire.name())).into_response())
}

fn draw(state: &WebState, writing: &Writing, judged: &Judged, why: Option<&str>) -> Markup {
    let faults = &judged.findings.faults;
    let lede = html! {
        p class="lede" { "You become its umpire and invite the others on the page that comes next. The draft stays as it is, for the next time." }
    };
    let main = html! {
        div class="narrow stack-l" {
            (head("Begin the campaign", lede, html! {}))
            (refusal(why))
            @if faults.is_empty() {
                section class="panel yours" aria-labelledby="h-begin" {
                    header { h2 id="h-begin" { (writing.draft.card.title) } span class="note" { (writing.rulebook.title()) } }
                    form class="in stack" id="f-begin" method="post" action={ (writing.base) "/begin" } {
                        p {
                            "Sides: "
                            @for (n, side) in (0..).zip(&judged.findings.sides) {
                                @if n > 0 { ", " }
                                (words::side_named(n, &side.name))
                            }
                            "."
                        }
                        @if let Some(begun) = writing.draft.card.begun_ms {
                            p class="refusal" { "A campaign began from this draft " (writing.visitor.zone.short(begun, state.now())) ". This makes another one." }
                        }
                        @if !judged.findings.odd.is_empty() {
                            p class="note" { (judged.findings.odd.len()) " worth a look before it begins. " a href={ (writing.base) "/check" } { "Show them all." } }
                        }
                        label class="pick" for="words" {
                            input type="checkbox" id="words" name="words" value="yes" checked;
                            span { "Each side's device adds words to the dice first" small { "This happens as soon as the side opens its page. Nothing is rolled until all sides have done it. Then nobody can have chosen the dice, not even you. Switch it off when you play all sides at one machine." } }
                        }
                        label class="pick" for="table-dice" {
                            input type="checkbox" id="table-dice" name="table-dice" value="yes";
                            span { "Dice thrown at a table may be typed in" small { "Otherwise all sides have to consent to that. Typed dice are marked, and nobody can check them." } }
                        }
                        p class="note" { "Once it has begun, its set-up cannot be changed. What goes wrong in play is corrected there." }
                        div class="row" { button class="btn go" type="submit" { "Begin the campaign" } }
                        (writing.carried())
                    }
                }
            } @else {
                section class="panel" aria-labelledby="h-faults" {
                    header { h2 id="h-faults" { "It cannot begin yet: " (counted(faults.len(), "fault")) } }
                    (findings::list(&writing.base, faults, |path| judged.title(path)))
                }
            }
        }
    };
    writing.page("Begin the campaign", Some("/begin"), "", main)
}
