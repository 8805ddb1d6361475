//! Odds: of a command, of plans over several; worked out aside, one question of a seat at a time.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use kernel::foretold::PlanStep;
use kernel::{Assumption, ChanceTable, Foretold, MeasureHead, PlanHead, Refusals, Seat, Wanted};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::{Asker, Asking, Stop, Told, Weighing};
use utoipa::ToSchema;

use super::bearer::Bearer;
use super::look::{Eyes, Weighed};
use super::problem::Problem;
use super::sent::{Query, Sent};
use super::shape::Chances;
use super::{OfCampaign, Problems};
use crate::error::Trouble;
use crate::state::WebState;

/// The exact odds of a command, from what the seat knows.
#[utoipa::path(post, path = "/odds", tag = "look", params(OfCampaign), request_body = Weighed, responses((status = 200, body = Chances), Problems))]
pub(crate) async fn odds(
    State(state): State<WebState>,
    bearer: Bearer,
    Sent(asked): Sent<Weighed>,
) -> Result<Json<Chances>, Problem> {
    let eyes = bearer.eyes(asked.eyes.as_deref())?;
    let wanted: Result<Vec<Wanted>, String> = asked.measures.iter().map(|measure| measure.parse()).collect();
    let wanted =
        wanted.map_err(|fault| Problem::unreadable(format!("{fault}."), Some("body.measures".into())))?;
    let asking = Asking::Command { command: asked.command, wanted };
    match told(&state, &bearer, eyes, asking).await? {
        Told::Command(weighed) => Ok(Json(Chances::of_weighed(weighed))),
        Told::Plans(_) => Err(Trouble::Broken.into()),
    }
}

/// What can be asked about, with everything that each plan takes as given.
#[derive(Serialize, ToSchema)]
pub(crate) struct Askable {
    /// Measures of an outcome: their names in `measures` of odds, and in words.
    #[schema(value_type = Vec<Object>)]
    measures: Vec<MeasureHead>,
    /// Plans: id, title, what it tells, and the questions that can be answered otherwise, with their defaults.
    #[schema(value_type = Vec<Object>)]
    plans: Vec<PlanHead>,
}

/// The plans that the seat can ask about now, and the measures of the system.
#[utoipa::path(get, path = "/odds/plans", tag = "look", params(OfCampaign, Eyes), responses((status = 200, body = Askable), Problems))]
pub(crate) async fn plans(
    State(state): State<WebState>,
    bearer: Bearer,
    Query(query): Query<Eyes>,
) -> Result<Json<Askable>, Problem> {
    let eyes = bearer.eyes(query.eyes.as_deref())?;
    let measures = state.desk.measures(bearer.campaign(), eyes).await?;
    let plans = state.desk.plans(bearer.campaign(), eyes).await?;
    Ok(Json(Askable { measures, plans }))
}

/// A plan to be weighed.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlanAsked {
    /// The plan.
    plan: String,
    /// Answers to its questions by their keys; the defaults hold for what is left out.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    given: Value,
    /// For the umpire: the seat whose plan it would be.
    #[serde(rename = "as")]
    eyes: Option<String>,
}

/// What a plan comes to. Weights are texts, because they can exceed what other languages hold in a number.
#[derive(Serialize, ToSchema)]
pub(crate) struct PlanTold {
    /// The plan.
    plan: &'static str,
    /// Its title.
    title: String,
    /// The whole in a sentence or two.
    sentence: String,
    /// Everything that is taken as given, in words, with the key that sets it.
    #[schema(value_type = Vec<Object>)]
    assumptions: Vec<Assumption>,
    /// The odds, the main ones first: figures, rows with weights and shares, denominator, means, a sentence.
    #[schema(value_type = Vec<Object>)]
    tables: Vec<ChanceTable>,
    /// The steps in their order, where the plan has some, each with two quantities.
    #[schema(value_type = Vec<Object>)]
    steps: Vec<PlanStep>,
    /// What the steps and their two quantities are.
    step_heads: [&'static str; 3],
}

impl From<Foretold> for PlanTold {
    fn from(told: Foretold) -> Self {
        let Foretold { plan, title, sentence, assumptions, tables, steps, step_heads } = told;
        Self { plan, title, sentence, assumptions, tables, steps, step_heads }
    }
}

/// The exact odds of a plan over several commands, from what the seat knows and what is given.
#[utoipa::path(post, path = "/odds/plan", tag = "look", params(OfCampaign), request_body = PlanAsked, responses((status = 200, body = PlanTold), Problems))]
pub(crate) async fn foretell(
    State(state): State<WebState>,
    bearer: Bearer,
    Sent(asked): Sent<PlanAsked>,
) -> Result<Json<PlanTold>, Problem> {
    let eyes = bearer.eyes(asked.eyes.as_deref())?;
    match told(&state, &bearer, eyes, Asking::Plans(vec![(asked.plan, asked.given)])).await? {
        Told::Plans(plans) => match plans.into_iter().next() {
            Some(Ok(told)) => Ok(Json(told.into())),
            Some(Err(refusals)) => Err(refused(&state, &bearer, eyes, &refusals).await?),
            None => Err(Trouble::Broken.into()),
        },
        Told::Command(_) => Err(Trouble::Broken.into()),
    }
}

/// Whether there was a question to stop.
#[derive(Serialize, ToSchema)]
pub(crate) struct OddsStopped {
    /// Whether one was on its way.
    stopped: bool,
}

/// Stops the question about odds that the seat has on its way: its answer is a refusal that says so.
#[utoipa::path(post, path = "/odds/stop", tag = "look", params(OfCampaign), responses((status = 200, body = OddsStopped), Problems))]
pub(crate) async fn stop(
    State(state): State<WebState>,
    bearer: Bearer,
) -> Result<Json<OddsStopped>, Problem> {
    let known = state.desk.weighing(&asker(&bearer)).filter(|weighing| !weighing.is_over());
    if let Some(weighing) = &known {
        weighing.stop(Stop::Asked);
    }
    Ok(Json(OddsStopped { stopped: known.is_some() }))
}

/// Who asks.
fn asker(bearer: &Bearer) -> Asker {
    Asker::new(bearer.campaign(), bearer.seat, bearer.token.handle.to_string())
}

/// A question that stops when whoever asked hangs up.
struct Waits(Arc<Weighing>);

impl Drop for Waits {
    fn drop(&mut self) {
        self.0.stop(Stop::Asked);
    }
}

/// Asks, and waits for the answer.
async fn told(state: &WebState, bearer: &Bearer, eyes: Seat, asking: Asking) -> Result<Told, Problem> {
    let look = state.desk.look(bearer.campaign(), eyes).await?;
    let waits = Waits(state.desk.weigh(asker(bearer), &look, asking)?);
    waits.0.over().await;
    match waits.0.told().ok_or(Trouble::Broken)? {
        Ok(told) => Ok(told.clone()),
        Err(refusals) => Err(refused(state, bearer, eyes, refusals).await?),
    }
}

async fn refused(
    state: &WebState,
    bearer: &Bearer,
    eyes: Seat,
    refusals: &Refusals,
) -> Result<Problem, Problem> {
    let rulings = state.desk.rulings(bearer.campaign(), eyes).await?;
    Ok(Problem::refused(refusals, &rulings))
}
