//! The rulings book: what the umpire has decided, by rule, and the form for the next ruling.

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use kernel::view::ShownRefusal;
use kernel::{Audience, Seat};
use table::{Answer, NewRuling};

use super::act::{cursor, enter, token};
use super::framed::{Framed, framed};
use crate::error::Trouble;
use crate::posted::Posted;
use crate::render::rulings::{Draft, page};
use crate::seated::{Along, Seated};
use crate::state::WebState;
use crate::visitor::Visitor;

/// The page.
pub(crate) async fn rulings(
    State(state): State<WebState>,
    Path((campaign, seat)): Path<(String, String)>,
    along: Along,
    visitor: Visitor,
) -> Result<Response, Trouble> {
    let seated = Seated::enter(&state, visitor, &campaign, &seat, &along).await?;
    Ok(draw(&state, &seated, &Draft::default()))
}

/// The umpire rules.
pub(crate) async fn rule(
    State(state): State<WebState>,
    Path((campaign, seat)): Path<(String, String)>,
    along: Along,
    visitor: Visitor,
    posted: Posted,
) -> Result<Response, Trouble> {
    let seated = enter(&state, visitor, &campaign, &seat, &along, &posted).await?;
    let said = |name: &str| posted.get(name).unwrap_or("").trim().to_owned();
    let who = said("who");
    let audience = match who.parse() {
        Ok(Seat::Side(side)) => Audience::Side(side),
        Ok(Seat::Umpire) => Audience::Umpire,
        Ok(Seat::Spectator) => Audience::Public,
        _ => return Err(Trouble::NotUnderstood),
    };
    let new = NewRuling { rule: said("rule"), decision: said("decision"), reason: said("reason"), audience };
    let mut draft = Draft {
        rule: new.rule.clone(),
        decision: new.decision.clone(),
        reason: new.reason.clone(),
        who,
        refusals: Vec::new(),
    };
    let (own, cursor, token) = (seated.own, Some(cursor(&posted)?), token(&posted)?);
    let answer = state.act(|desk| async move { desk.rule(&campaign, own, new, cursor, token).await }).await?;
    if let Answer::Refused(refusals) = answer {
        draft.refusals = ShownRefusal::all(&refusals);
        return Ok(draw(&state, &seated, &draft));
    }
    Ok(Redirect::to(&format!("{}/rulings-book", seated.base)).into_response())
}

fn draw(state: &WebState, seated: &Seated, draft: &Draft) -> Response {
    let known = state.desk.rulebooks().iter().find(|rulebook| rulebook.title() == seated.look.system);
    let known = known.map(|rulebook| rulebook.rules()).unwrap_or_default();
    let mut rules: Vec<(&str, &str)> = known.iter().map(|rule| (rule.id, rule.heading)).collect();
    for (id, heading, _) in table::house::RULES {
        if !rules.iter().any(|(known, _)| known == id) {
            rules.push((id, heading));
        }
    }
    let main = page(&seated.reader("rulings-book"), &rules, seated.umpires().then_some(draft), state.now());
    let document = Framed {
        title: "Rulings book",
        page: "rulings-book",
        main,
        newest: None,
        status: String::new(),
        at: None,
    };
    framed(seated, document)
}
