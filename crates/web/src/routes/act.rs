//! Acts: a form of the view, an answer to a waiting throw, a step taken back.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use kernel::view::arrangement::PRESS;
use kernel::view::{Block, Form, Headline, Plan, ShownRefusal};
use kernel::{Refusals, Seat, SideInfo};
use serde_json::Value;
use table::{Answer, Cursor, Desk, DiceBy, Kept, Submission, Token};

use super::framed::{Framed, framed};
use super::lines::{MOST_ANSWERS, followed};
use super::page::{address, draw};
use crate::command;
use crate::error::Trouble;
use crate::posted::Posted;
use crate::render::fields::field_name;
use crate::render::log as lines;
use crate::render::{Out, Reader, Said, block, sure, window};
use crate::seated::{Along, Seated};
use crate::state::WebState;
use crate::visitor::Visitor;

/// The most new lines that a refused form tells.
const MOST_NEW: usize = 3;

/// A form of the view.
pub(crate) async fn act(
    State(state): State<WebState>,
    Path((campaign, seat)): Path<(String, String)>,
    along: Along,
    visitor: Visitor,
    posted: Posted,
) -> Result<Response, Trouble> {
    let seated = enter(&state, visitor, &campaign, &seat, &along, &posted).await?;
    let (id, page) = (posted.get("form-id").unwrap_or(""), posted.get("page").unwrap_or(""));
    let page = command::page_with(&seated.look, page, id);
    // A form that is gone, or was not answered as asked, is still sent on: the table knows whether it was done a
    // moment ago, or is older than what the seat sees now.
    let form = page.as_ref().and_then(|page| command::find(page, id));
    let built = match page.as_ref().and_then(|page| command::find_board(page, id)) {
        Some(board) => {
            let order = command::order(board, &posted);
            if posted.get("why").is_some() {
                return why(&state, &seated, &posted, order).await;
            }
            if posted.get("check").is_some() {
                return check(&state, &seated, along, &posted, order).await;
            }
            Some(order.map(|(command, _)| command))
        }
        None => {
            let weighs = posted.get("plan").is_some() || posted.get(PRESS).is_some();
            if let Some(form) = form.filter(|form| form.planned && weighs) {
                return plan(&state, &seated, along, &posted, form).await;
            }
            form.map(|form| command::build(page.as_ref(), form, &posted))
        }
    };
    // A browser without script is asked on a page of its own; one with it has asked in place.
    if let Some(form) = form.filter(|_| asks_first(&seated, &posted) && matches!(built, Some(Ok(_))))
        && sure::asks(form, page.as_ref().is_some_and(window::is_window))
    {
        let reader = seated.reader(page.as_ref().map_or("", |page| page.id));
        let main = sure::page(&reader, form, posted.pairs());
        let asked = Framed {
            title: &form.verb,
            page: reader.page,
            main,
            newest: None,
            status: form.asks.clone(),
            at: None,
        };
        return Ok(framed(&seated, asked));
    }
    let (command, unanswered) = match built {
        Some(Ok(command)) => (command, None),
        Some(Err(refusals)) => (Value::Null, Some(refusals)),
        None => (Value::Null, None),
    };
    if posted.get("keep").is_some() && seated.keeps() {
        let words = form.map_or_else(|| id.to_owned(), |form| command::in_words(form, &posted));
        return keep(&state, &seated, along, &posted, Kept { words, command }, unanswered).await;
    }
    let typed = match page.as_ref().map(|page| command::faces(page, id, &posted)).transpose() {
        Ok(typed) => typed.unwrap_or_default(),
        Err(refusals) => {
            let said =
                Said { form: id.to_owned(), entered: command::entered(&posted), refusals, ..Said::default() };
            let nothing = Answer::Done { cursor: Cursor::default(), rolls: Vec::new() };
            return reply(&state, &seated, along, &posted, nothing, said).await;
        }
    };
    let planned =
        form.filter(|form| form.planned).map(|form| (command.clone(), command::supposed(form, &posted)));
    // What was typed in counts, whichever button sent it.
    let by_hand = posted.get("dice") == Some("table") || !typed.is_empty();
    // A page without its script sends an empty one.
    let half = posted.get("nonce").filter(|half| !half.is_empty());
    let half = half.map(|half| hex::decode(half).ok()?.try_into().ok());
    let half = half.map(|half| half.ok_or(Trouble::NotUnderstood)).transpose()?;
    let submission = Submission {
        by: seated.own,
        acting_for: (seated.eyes != seated.own).then_some(seated.eyes),
        reason: posted.get("reason").map(str::to_owned),
        command,
        cursor: Some(cursor(&posted)?),
        token: token(&posted)?,
        dice: if by_hand { DiceBy::Table(typed) } else { DiceBy::Server },
    };
    let answer =
        state.act(|desk| async move { desk.submit_offering(&campaign, submission, half).await }).await?;
    let mut said = Said { form: id.to_owned(), entered: command::entered(&posted), ..Said::default() };
    if let Answer::Refused(refusals) = &answer {
        // The summary beside the reasons is that of what was refused.
        if let Some((command, supposed)) = planned.filter(|(command, _)| !command.is_null()) {
            said.planned = Some(state.desk.plan(&seated.campaign, seated.eyes, &command, &supposed).await?);
        }
        let shown = ShownRefusal::all(refusals);
        let not_understood = shown.iter().all(|refusal| refusal.code == "command");
        said.refusals = unanswered.filter(|_| not_understood).unwrap_or(shown);
    }
    reply(&state, &seated, along, &posted, answer, said).await
}

/// Whether whoever sends a form may still have to be asked: what is kept for the deadline can be taken back.
fn asks_first(seated: &Seated, posted: &Posted) -> bool {
    !seated.visitor.by_script && posted.get(sure::SURE).is_none() && posted.get("keep").is_none()
}

/// A command that is kept for the deadline, behind those that are kept already.
async fn keep(
    state: &WebState,
    seated: &Seated,
    along: Along,
    posted: &Posted,
    kept: Kept,
    unanswered: Option<Vec<ShownRefusal>>,
) -> Result<Response, Trouble> {
    let form = posted.get("form-id").unwrap_or("").to_owned();
    let mut said = Said { form, entered: command::entered(posted), ..Said::default() };
    let mut orders = seated.look.kept.clone();
    orders.push(kept);
    let (campaign, own) = (seated.campaign.clone(), seated.own);
    let (cursor, token) = (Some(cursor(posted)?), token(posted)?);
    if let Some(refusals) = unanswered {
        said.refusals = refusals;
        let nothing = Answer::Done { cursor: Cursor::default(), rolls: Vec::new() };
        return reply(state, seated, along, posted, nothing, said).await;
    }
    let kept = |desk: Arc<Desk>| async move { desk.keep_orders(&campaign, own, orders, cursor, token).await };
    let answer = state.act(kept).await?;
    match &answer {
        Answer::Refused(refusals) => said.refusals = ShownRefusal::all(refusals),
        _ => state.people.note_keeper(&seated.session.person, &seated.chair()).await?,
    }
    reply(state, seated, along, posted, answer, said).await
}

/// An order that is only to be checked: what it is understood as, and nothing is done.
async fn check(
    state: &WebState,
    seated: &Seated,
    along: Along,
    posted: &Posted,
    order: Result<(Value, String), Vec<ShownRefusal>>,
) -> Result<Response, Trouble> {
    let again = anew(state, seated, &along).await?;
    let page = page_of(&again, posted.get("page").unwrap_or(""));
    let form = posted.get("form-id").unwrap_or("").to_owned();
    let mut said = Said { form, entered: command::entered(posted), ..Said::default() };
    match order {
        Ok((command, mut words)) => {
            let plan = state.desk.plan(&seated.campaign, seated.eyes, &command, &Value::Null).await?;
            words.push_str(&in_short(&plan, &seated.look.sides));
            said.sentence = format!("Understood: {words}");
            said.checked = Some(words);
        }
        Err(refusals) => {
            said.sentence =
                refusals.iter().map(|refusal| refusal.sentence.as_str()).collect::<Vec<_>>().join(" ");
            said.refusals = refusals;
        }
    }
    let mut response = draw(state, &again, page, Some(said), None).await?;
    response.headers_mut().insert("adjutant-outcome", HeaderValue::from_static("checked"));
    Ok(response)
}

/// Why an order that was pointed at would be refused, in the words of the rule that refuses it; empty where none does.
/// Nothing is done.
async fn why(
    state: &WebState,
    seated: &Seated,
    posted: &Posted,
    order: Result<(Value, String), Vec<ShownRefusal>>,
) -> Result<Response, Trouble> {
    let told = match order {
        Err(refusals) => refusals.first().map(|refusal| refusal.sentence.clone()),
        Ok((command, _)) => {
            let submission = Submission {
                by: seated.own,
                acting_for: (seated.eyes != seated.own).then_some(seated.eyes),
                reason: None,
                command,
                cursor: Some(cursor(posted)?),
                token: token(posted)?,
                dice: DiceBy::Server,
            };
            let taken = state.desk.would_take(&seated.campaign, submission).await?;
            // An older page is drawn anew by itself, and a reason is asked where the act is sent.
            let of_the_rules = |refusals: Refusals| {
                let no = refusals.first();
                (!matches!(no.code, "stale" | "reason")).then(|| format!("{} ({})", no.sentence, no.rule.0))
            };
            taken.err().and_then(of_the_rules)
        }
    };
    Ok(told.unwrap_or_default().into_response())
}

/// What a plan says first, for a line of words.
fn in_short(plan: &[Block], sides: &[SideInfo]) -> String {
    let words = plan.iter().filter_map(|block| {
        if let Block::Headline(figures) = block {
            let figure = |one: &Headline| format!("{} {}", one.figure, one.words.plain(sides));
            return Some(figures.iter().map(figure).collect::<Vec<_>>().join("; ") + ".");
        }
        let Block::Prose(text) = block else { return None };
        Some(text.plain(sides))
    });
    words.map(|words| format!(" {words}")).collect()
}

/// A form that is only to be weighed: what its answers come to, and nothing is done. Our script gets that alone.
async fn plan(
    state: &WebState,
    seated: &Seated,
    along: Along,
    posted: &Posted,
    form: &Form,
) -> Result<Response, Trouble> {
    let mut said = Said { form: form.id.clone(), entered: command::entered(posted), ..Said::default() };
    match command::build(None, form, posted) {
        Ok(command) => {
            let (campaign, supposed) = (seated.campaign.clone(), command::supposed(form, posted));
            let eyes = seated.eyes;
            let planned = state.desk.plan(&campaign, eyes, &command, &supposed).await?;
            if posted.get(PRESS).is_some() {
                said.entered.extend(rewritten(&planned));
            }
            said.planned = Some(planned);
        }
        Err(refusals) => {
            said.sentence =
                refusals.iter().map(|refusal| refusal.sentence.as_str()).collect::<Vec<_>>().join(" ");
            said.planned = Some(vec![Block::Note(said.sentence.clone().into())]);
            said.refusals = refusals;
        }
    }
    if seated.visitor.by_script {
        let reader = Reader { said: Some(&said), ..seated.reader(posted.get("page").unwrap_or("")) };
        let plan = Plan { form: form.id.clone(), body: Vec::new() };
        return Ok(block::planned(&reader, &plan).into_response());
    }
    let again = anew(state, seated, &along).await?;
    let page = page_of(&again, posted.get("page").unwrap_or(""));
    let mut response = draw(state, &again, page, Some(said), None).await?;
    response.headers_mut().insert("adjutant-outcome", HeaderValue::from_static("checked"));
    Ok(response)
}

/// What a form holds once something of an arrangement was pressed.
fn rewritten(planned: &[Block]) -> Vec<(String, Vec<String>)> {
    let text = |block: &Block| {
        let Block::Arrangement(all) = block else { return None };
        Some((field_name(all.key), vec![all.says.clone()]))
    };
    planned.iter().filter_map(text).collect()
}

/// The seat's latest step is taken back, or sent back by the umpire who looks with a side's eyes.
pub(crate) async fn undo(
    State(state): State<WebState>,
    Path((campaign, seat)): Path<(String, String)>,
    along: Along,
    visitor: Visitor,
    posted: Posted,
) -> Result<Response, Trouble> {
    let seated = enter(&state, visitor, &campaign, &seat, &along, &posted).await?;
    let (own, eyes, cursor, token) = (seated.own, seated.eyes, Some(cursor(&posted)?), token(&posted)?);
    let reason = posted.get("reason").unwrap_or("").to_owned();
    let answer = state
        .act(move |desk| async move {
            if eyes == own {
                return desk.undo(&campaign, own, cursor, token).await;
            }
            desk.send_back(&campaign, own, eyes, &reason, cursor, token).await
        })
        .await?;
    reply_plain(&state, &seated, along, &posted, "undo", answer).await
}

/// Dice from the table, or the umpire's ruling.
pub(crate) async fn answer(
    State(state): State<WebState>,
    Path((campaign, seat)): Path<(String, String)>,
    along: Along,
    visitor: Visitor,
    posted: Posted,
) -> Result<Response, Trouble> {
    let seated = enter(&state, visitor, &campaign, &seat, &along, &posted).await?;
    let act: Token = posted.get("act").and_then(|act| act.parse().ok()).ok_or(Trouble::NotUnderstood)?;
    let die = seated.look.waiting.iter().find(|waiting| waiting.act == act).and_then(|one| one.question.die);
    let read = |word: &str| match die {
        Some(die) => command::face(die, word).unwrap_or(0),
        None => word.trim().parse().unwrap_or(0),
    };
    let faces: Vec<u16> = posted.all("face").map(read).take(16).collect();
    let (own, token) = (seated.own, token(&posted)?);
    let reason = posted.get("reason").map(str::to_owned);
    let answer =
        state.act(|desk| async move { desk.answer(&campaign, own, act, token, faces, reason).await }).await?;
    reply_plain(&state, &seated, along, &posted, "answer", answer).await
}

/// Seats whoever posts and proves that the form comes from a page of theirs that may act.
pub(crate) async fn enter(
    state: &WebState,
    visitor: Visitor,
    campaign: &str,
    seat: &str,
    along: &Along,
    posted: &Posted,
) -> Result<Seated, Trouble> {
    let seated = Seated::enter(state, visitor, campaign, seat, along).await?;
    seated.check_csrf(posted.get("csrf"))?;
    if seated.acts { Ok(seated) } else { Err(Trouble::NotUnderstood) }
}

pub(crate) fn token(posted: &Posted) -> Result<Token, Trouble> {
    posted.get("token").and_then(|token| token.parse().ok()).ok_or(Trouble::NotUnderstood)
}

pub(crate) fn cursor(posted: &Posted) -> Result<Cursor, Trouble> {
    posted.get("cursor").map(|cursor| Cursor(cursor.to_owned())).ok_or(Trouble::NotUnderstood)
}

/// The reply to a form of the table itself.
pub(crate) async fn reply_plain(
    state: &WebState,
    seated: &Seated,
    along: Along,
    posted: &Posted,
    form: &str,
    answer: Answer,
) -> Result<Response, Trouble> {
    let mut said = Said { form: form.to_owned(), ..Said::default() };
    if let Answer::Refused(refusals) = &answer {
        said.refusals = ShownRefusal::all(refusals);
    }
    reply(state, seated, along, posted, answer, said).await
}

/// The page after the act. Our script gets it at once; other browsers are sent to it, so that loading it again sends
/// nothing twice. A refusal is drawn beside its control in both cases.
async fn reply(
    state: &WebState,
    seated: &Seated,
    along: Along,
    posted: &Posted,
    answer: Answer,
    mut said: Said,
) -> Result<Response, Trouble> {
    let by_script = seated.visitor.by_script;
    let again = anew(state, seated, &along).await?;
    let page = page_of(&again, posted.get("page").unwrap_or(""));
    if !said.refusals.is_empty() {
        let stale = said.refusals.iter_mut().find(|refusal| refusal.code == "stale");
        let stale = if let Some(refusal) = stale {
            let seen = posted.get("seen").and_then(|seen| seen.parse().ok());
            refusal.sentence.push_str(&what_changed(state, &again, page, seen, &said.form).await?);
            true
        } else {
            false
        };
        said.sentence =
            said.refusals.iter().map(|refusal| refusal.sentence.as_str()).collect::<Vec<_>>().join(" ");
        let mut response = draw(state, &again, page, Some(said), None).await?;
        if !by_script {
            *response.status_mut() =
                if stale { StatusCode::CONFLICT } else { StatusCode::UNPROCESSABLE_ENTITY };
        }
        response.headers_mut().insert("adjutant-outcome", HeaderValue::from_static("refused"));
        return Ok(response);
    }
    let outcome = if matches!(answer, Answer::Waits { .. }) { "waits" } else { "done" };
    let newest = newest_own(state, &again, &said).await?;
    said.sentence = match (outcome, &newest) {
        ("waits", _) => "It waits for your dice from the table.".to_owned(),
        (_, Some(line)) => lines::plain(&again.reader(page), line),
        (_, None) => "Done.".to_owned(),
    };
    let out = newest
        .filter(|line| !line.rolls.is_empty() && outcome == "done")
        .map(|line| Out { form: said.form.clone(), line });
    // What was done is done: its form begins as the page now begins it, or the next act would take the old answers along.
    said.form.clear();
    let mut response = if by_script {
        draw(state, &again, page, Some(said), out).await?
    } else {
        // Without a fragment of its own the browser keeps the one that the form was sent with: its panel.
        let at = if out.is_some() { "#out" } else { "" };
        Redirect::to(&format!("{}{at}", address(&again, page, out.as_ref()))).into_response()
    };
    response.headers_mut().insert("adjutant-outcome", HeaderValue::from_static(outcome));
    Ok(response)
}

/// What has come since the form was drawn, newest last, and whether the form still stands as it was.
async fn what_changed(
    state: &WebState,
    again: &Seated,
    page: &str,
    seen: Option<u64>,
    form: &str,
) -> Result<String, Trouble> {
    let log = state.desk.log(&again.campaign, again.own, None, MOST_NEW + 1).await?;
    let mut new: Vec<_> =
        log.lines.into_iter().filter(|line| seen.is_some_and(|seen| line.number > seen)).collect();
    let more = new.len() > MOST_NEW;
    let new = new.split_off(usize::from(more));
    let reader = again.reader(page);
    let mut words = String::new();
    if !new.is_empty() {
        words.push_str(if more { " The latest of what is new:" } else { " New is:" });
    }
    for line in new {
        words.push(' ');
        words.push_str(&lines::plain(&reader, &super::lines::drawn(line)));
    }
    let page = command::page_with(&again.look, page, form);
    let form = page.as_ref().and_then(|page| command::find(page, form));
    if let Some(form) = form.filter(|form| form.closed.is_none()) {
        words.push_str(if form.fields.is_empty() {
            " Press again if it still holds."
        } else {
            " Look it over and send it again."
        });
    }
    Ok(words)
}

/// What the seat sees now, after the act.
async fn anew(state: &WebState, seated: &Seated, along: &Along) -> Result<Seated, Trouble> {
    let visitor = Visitor {
        session: Some(seated.session.clone()),
        secret: None,
        display: seated.visitor.display.clone(),
        zone: seated.visitor.zone.clone(),
        by_script: seated.visitor.by_script,
        redraws: seated.visitor.redraws,
        from: seated.visitor.from,
        device: String::new(),
        cookies: seated.visitor.cookies.clone(),
    };
    Seated::enter(state, visitor, &seated.campaign, &seated.own.name(), along).await
}

/// The page that was sent, if there still is one of that name.
fn page_of<'a>(seated: &'a Seated, page: &str) -> &'a str {
    let pages = &seated.look.contents.pages;
    pages.iter().find(|known| known.id == page).or(pages.first()).map_or("log", |page| page.id)
}

/// The newest line that this seat has brought about, with what the engine did at once because of it.
async fn newest_own(state: &WebState, seated: &Seated, said: &Said) -> Result<Option<lines::Line>, Trouble> {
    let page = state.desk.log(&seated.campaign, seated.eyes, None, MOST_ANSWERS + 1).await?;
    let umpire_ruled = seated.own == Seat::Umpire && said.form == "answer";
    let own = |line: &table::LogLine| line.seat == seated.eyes || line.by == seated.own || umpire_ruled;
    let newest = page.lines.iter().rposition(own).unwrap_or(page.lines.len());
    Ok(followed(page.lines.into_iter().skip(newest)))
}
