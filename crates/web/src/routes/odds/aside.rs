//! Odds that take longer than a moment: worked out aside, shown as on their way, stopped at a press.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use kernel::foretold::Setting;
use kernel::view::ShownRefusal;
use kernel::view::block::grouped;
use kernel::{Foretold, PlanHead, PlanQuestion};
use maud::{Markup, html};
use serde_json::Value;
use table::weighing::MOST_TIME;
use table::{Asker, Asking, Stop, Told, Weighing};

use super::address;
use super::question::Question;
use crate::error::Trouble;
use crate::posted::Posted;
use crate::render::Reader;
use crate::routes::act::enter;
use crate::seated::{Along, Seated};
use crate::state::WebState;
use crate::visitor::Visitor;

/// So long a page waits for its odds before it shows that they are on their way.
const MOMENT: Duration = Duration::from_millis(50);
/// So long a file waits for them.
const PATIENCE: Duration = Duration::from_secs(25);

/// What a page has to show of a question.
pub(super) enum Answer {
    /// A command is still to be given.
    Lacking,
    /// Why there is no answer.
    Refused(Vec<ShownRefusal>),
    /// It is being worked out.
    OnItsWay(Arc<Weighing>),
    /// What it comes to.
    Told(Box<Foretold>),
}

/// The answers of a page: to its question, and to the one that stands beside it.
pub(super) struct Answers {
    pub answer: Answer,
    pub beside: Answer,
}

/// What is given for a plan, or why it cannot be asked yet.
fn given(question: &Question, head: &PlanHead) -> Result<Value, Answer> {
    let given = question.values(head).map_err(Answer::Refused)?;
    let lacks = |one: &PlanQuestion| matches!(one.setting, Setting::Command) && given.get(&one.key).is_none();
    if head.questions.iter().any(lacks) { Err(Answer::Lacking) } else { Ok(given) }
}

/// Who asks for this page.
fn asker(seated: &Seated) -> Asker {
    Asker::new(&seated.campaign, seated.own, seated.session.handle.to_string())
}

/// Asks for the question of a page and the one beside it together, and waits a moment.
pub(super) async fn answers(
    state: &WebState,
    seated: &Seated,
    question: &Question,
    asked: Option<&PlanHead>,
    beside: Option<(&Question, &PlanHead)>,
) -> Result<Answers, Trouble> {
    let none = || Answers { answer: Answer::Lacking, beside: Answer::Lacking };
    let Some(head) = asked else { return Ok(none()) };
    let first = match given(question, head) {
        Ok(given) => (head.id.to_owned(), given),
        Err(answer) => return Ok(Answers { answer, ..none() }),
    };
    let second =
        beside.map(|(question, head)| given(question, head).map(|given| (head.id.to_owned(), given)));
    let (second, unanswered) = match second {
        Some(Ok(plan)) => (Some(plan), Answer::Lacking),
        Some(Err(answer)) => (None, answer),
        None => (None, Answer::Lacking),
    };
    let plans = [first].into_iter().chain(second).collect();
    let weighing = match begun(state, seated, question, plans)? {
        Ok(weighing) => weighing,
        Err(refused) => return Ok(Answers { answer: refused, ..none() }),
    };
    if !weighing.within(MOMENT).await {
        return Ok(Answers { answer: Answer::OnItsWay(weighing), beside: unanswered });
    }
    let mut told = read(&weighing)?.into_iter();
    let answer = told.next().unwrap_or(Answer::Lacking);
    Ok(Answers { answer, beside: told.next().unwrap_or(unanswered) })
}

/// The question that an address fetches the answer of, or a new one.
fn begun(
    state: &WebState,
    seated: &Seated,
    question: &Question,
    plans: Vec<(String, Value)>,
) -> Result<Result<Arc<Weighing>, Answer>, Trouble> {
    let asker = asker(seated);
    if let Some(name) = &question.ask
        && let Some(known) = state.desk.weighing(&asker)
    {
        let replaced = || Answer::Refused(ShownRefusal::all(&Stop::Replaced.refusals()));
        return Ok(if known.name() == name { Ok(known) } else { Err(replaced()) });
    }
    Ok(Ok(state.desk.weigh(asker, &seated.look, Asking::Plans(plans))?))
}

/// The answers of a question that is over.
fn read(weighing: &Weighing) -> Result<Vec<Answer>, Trouble> {
    Ok(match weighing.told().ok_or(Trouble::Broken)? {
        Err(refusals) => vec![Answer::Refused(ShownRefusal::all(refusals))],
        Ok(Told::Plans(plans)) => plans
            .iter()
            .map(|plan| match plan {
                Ok(told) => Answer::Told(Box::new(told.clone())),
                Err(refusals) => Answer::Refused(ShownRefusal::all(refusals)),
            })
            .collect(),
        Ok(Told::Command(_)) => Vec::new(),
    })
}

/// A plan for a file, which waits for it; nothing where there is none.
pub(super) async fn told(
    state: &WebState,
    seated: &Seated,
    question: &Question,
    head: &PlanHead,
) -> Result<Option<Foretold>, Trouble> {
    let Ok(given) = given(question, head) else { return Ok(None) };
    let asking = Asking::Plans(vec![(head.id.to_owned(), given)]);
    let weighing = state.desk.weigh(asker(seated), &seated.look, asking)?;
    if !weighing.within(PATIENCE).await {
        return Ok(None);
    }
    Ok(match read(&weighing)?.into_iter().next() {
        Some(Answer::Told(told)) => Some(*told),
        _ => None,
    })
}

/// What a press on the page carries, and the time.
pub(super) struct Around<'a> {
    csrf: &'a str,
    now: i64,
}

impl<'a> Around<'a> {
    pub(super) fn of(seated: &'a Seated, now: i64) -> Self {
        Self { csrf: &seated.session.csrf, now }
    }
}

/// What those hear who do not look: that odds are on their way, and that they are there.
pub(super) fn status(answer: &Answer) -> Markup {
    let words = match answer {
        Answer::Lacking => "",
        Answer::Refused(_) => "No odds are told.",
        Answer::OnItsWay(_) => "The odds are being worked out.",
        Answer::Told(_) => "The odds are worked out.",
    };
    html! { p class="sr" id="odds-status" role="status" { (words) } }
}

/// A question on its way: it is fetched by itself, or by a link where there is no script, and stopped at a press.
pub(super) fn on_its_way(
    reader: &Reader<'_>,
    question: &Question,
    weighing: &Weighing,
    around: &Around<'_>,
) -> Markup {
    let (begun, steps) = weighing.progress();
    let (most, so_far) = (MOST_TIME / 1000, ((around.now - begun) / 1000).clamp(0, MOST_TIME / 1000));
    let again = address(reader, "/odds", &format!("{}&ask={}", question.whole(), weighing.name()));
    let link = reader.link("/odds/stop");
    html! {
        div class="in stack-s" id="on-its-way" hx-get=(again) hx-trigger="every 700ms" {
            p { strong { "Being worked out. " } "The odds stand here as soon as they are there. You can go on elsewhere meanwhile." }
            progress max=(most) value=(so_far) aria-label="Time so far" {}
            p class="note" {
                (so_far) " of at most " (most) " seconds"
                @if steps == 0 { ". It waits for its turn." } @else { ", " (grouped((steps / 1_000_000).into())) " million steps." }
            }
            div class="row" {
                form method="post" action={ (link) "#told" } {
                    input type="hidden" name="csrf" value=(around.csrf);
                    input type="hidden" name="ask" value=(weighing.name());
                    input type="hidden" name="query" value=(question.whole());
                    button class="btn" type="submit" id="stop-odds" { "Stop" }
                }
                a href=(again) { "See how far it is" }
            }
        }
    }
}

/// Stops the question on its way.
pub(crate) async fn stop(
    State(state): State<WebState>,
    Path((campaign, seat)): Path<(String, String)>,
    along: Along,
    visitor: Visitor,
    posted: Posted,
) -> Result<Response, Trouble> {
    let seated = enter(&state, visitor, &campaign, &seat, &along, &posted).await?;
    let name = posted.get("ask").unwrap_or("");
    if let Some(weighing) = state.desk.weighing(&asker(&seated))
        && weighing.name() == name
    {
        weighing.stop(Stop::Asked);
        weighing.within(MOMENT).await;
    }
    let question = Question::read(posted.get("query").unwrap_or(""));
    let ask: String = form_urlencoded::byte_serialize(name.as_bytes()).collect();
    let back = address(&seated.reader("odds"), "/odds", &format!("{}&ask={ask}", question.whole()));
    Ok(Redirect::to(&back).into_response())
}
