//! What a seat may see: where the campaign stands, its view, what can be done, and what that would come to.

use axum::Json;
use axum::extract::State;
use kernel::view::{Block, Page, View, order};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::Look;
use utoipa::{IntoParams, ToSchema};

use super::bearer::Bearer;
use super::problem::Problem;
use super::sent::{Query, Sent};
use super::shape::{Offered, Offers, Seen, Standing};
use super::{OfCampaign, Problems};
use crate::error::Trouble;
use crate::render::hexes::MOST_ORDER;
use crate::routes::rules::known;
use crate::state::WebState;

/// With whose eyes is read.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Eyes {
    /// For the umpire: the seat whose look is asked for.
    #[serde(rename = "as")]
    pub eyes: Option<String>,
}

/// Where the campaign stands for the seat: cursor, dice, what waits, what can be taken back.
#[utoipa::path(get, path = "", tag = "look", params(OfCampaign, Eyes), responses((status = 200, body = Standing), Problems))]
pub(crate) async fn standing(
    State(state): State<WebState>,
    bearer: Bearer,
    Query(query): Query<Eyes>,
) -> Result<Json<Standing>, Problem> {
    let eyes = bearer.eyes(query.eyes.as_deref())?;
    let look = state.desk.look(bearer.campaign(), eyes).await?;
    Ok(Json(Standing::of(bearer.campaign(), eyes, look)))
}

/// Which part of the view.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct OfView {
    /// Only this page.
    pub page: Option<String>,
    /// For the umpire: the seat whose view is asked for.
    #[serde(rename = "as")]
    pub eyes: Option<String>,
}

impl OfView {
    /// The pages that are asked for: one of them, or all.
    pub fn pages(&self, look: &Look) -> Result<View, Problem> {
        let Some(id) = &self.page else { return Ok(look.view()) };
        let page = look.page(id).ok_or(Trouble::NotFound)?;
        Ok(View { standing: look.contents.standing.clone(), pages: vec![page] })
    }
}

/// The view of the seat, or one page of it.
#[utoipa::path(get, path = "/view", tag = "look", params(OfCampaign, OfView), responses((status = 200, body = Seen), Problems))]
pub(crate) async fn view(
    State(state): State<WebState>,
    bearer: Bearer,
    Query(query): Query<OfView>,
) -> Result<Json<Seen>, Problem> {
    let look = state.desk.look(bearer.campaign(), bearer.eyes(query.eyes.as_deref())?).await?;
    let pages = query.pages(&look)?;
    Ok(Json(Seen::of(&look, pages)))
}

/// How many commands are asked for.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct OfOffers {
    /// The most whole commands that are listed; 200 when it is not said.
    #[param(minimum = 0, maximum = 1000)]
    most: Option<usize>,
    /// For the umpire: the seat whose offers are asked for.
    #[serde(rename = "as")]
    eyes: Option<String>,
}

/// What the seat can do now: the forms of its pages, and whole commands that would be accepted.
#[utoipa::path(get, path = "/offers", tag = "look", params(OfCampaign, OfOffers), responses((status = 200, body = Offers), Problems))]
pub(crate) async fn offers(
    State(state): State<WebState>,
    bearer: Bearer,
    Query(query): Query<OfOffers>,
) -> Result<Json<Offers>, Problem> {
    let eyes = bearer.eyes(query.eyes.as_deref())?;
    let look = state.desk.look(bearer.campaign(), eyes).await?;
    // The cursor is that of the forms, which are the older: what has changed since makes an act on either of them stale.
    let commands = state.desk.offers(bearer.campaign(), eyes, query.most.unwrap_or(200).min(1000)).await?;
    let mut forms = Vec::new();
    for page in look.pages() {
        let of_page =
            page.forms().into_iter().map(|form| Offered { page: page.id.to_owned(), form: form.clone() });
        forms.extend(of_page);
    }
    Ok(Json(Offers { cursor: look.cursor.0, forms, commands }))
}

/// A command to be weighed.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Weighed {
    /// The command.
    #[schema(value_type = Object)]
    pub command: Value,
    /// For a plan: what is supposed beside the command, by the keys of the form.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    pub supposed: Value,
    /// For odds: what is asked of the outcome, by the names of the system: `escaped`, `escaped:G-11`, `escaped>=3`;
    /// several are told jointly. Without, every outcome is told in words.
    #[serde(default)]
    pub measures: Vec<String>,
    /// For the umpire: the seat whose command it would be.
    #[serde(rename = "as")]
    pub eyes: Option<String>,
}

/// What a command would come to.
#[derive(Serialize, ToSchema)]
pub(crate) struct Planned {
    /// Blocks as those of a page; none for a command that has no plan or is not understood.
    #[schema(value_type = Vec<Object>)]
    blocks: Vec<Block>,
}

/// What a command would come to, as far as the seat may know.
#[utoipa::path(post, path = "/plan", tag = "look", params(OfCampaign), request_body = Weighed, responses((status = 200, body = Planned), Problems))]
pub(crate) async fn plan(
    State(state): State<WebState>,
    bearer: Bearer,
    Sent(asked): Sent<Weighed>,
) -> Result<Json<Planned>, Problem> {
    let eyes = bearer.eyes(asked.eyes.as_deref())?;
    let blocks = state.desk.plan(bearer.campaign(), eyes, &asked.command, &asked.supposed).await?;
    Ok(Json(Planned { blocks }))
}

/// An order as it is typed on a board.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ordered {
    /// The board, by its id in the view.
    board: String,
    /// The order.
    order: String,
    /// For the umpire: the seat whose order it would be.
    #[serde(rename = "as")]
    eyes: Option<String>,
}

/// An order as it is understood.
#[derive(Serialize, ToSchema)]
pub(crate) struct Understood {
    /// The command it stands for. Nothing has been done.
    #[schema(value_type = Object)]
    command: Value,
    /// What it is understood as.
    words: String,
}

/// Reads an order typed for a board of hexes, and does nothing.
#[utoipa::path(post, path = "/orders", tag = "look", params(OfCampaign), request_body = Ordered, responses((status = 200, body = Understood), Problems))]
pub(crate) async fn order(
    State(state): State<WebState>,
    bearer: Bearer,
    Sent(asked): Sent<Ordered>,
) -> Result<Json<Understood>, Problem> {
    let look = state.desk.look(bearer.campaign(), bearer.eyes(asked.eyes.as_deref())?).await?;
    let has = |page: &Page| page.boards().iter().any(|board| board.id == asked.board);
    let page = look.pages().find(has).ok_or(Trouble::NotFound)?;
    let board = page.boards().into_iter().find(|board| board.id == asked.board).ok_or(Trouble::NotFound)?;
    if asked.order.chars().count() > MOST_ORDER {
        let words = format!("An order holds at most {MOST_ORDER} characters.");
        return Err(Problem::unreadable(words, Some("body.order".into())));
    }
    match order::read(board, &asked.order) {
        Ok(order) => {
            let words = order::words_of(board, &order);
            Ok(Json(Understood { command: order.command, words }))
        }
        Err(sentence) => Err(Problem::unreadable(sentence, Some("body.order".into()))),
    }
}

/// A rule as a page lists it.
#[derive(Serialize, ToSchema)]
pub(crate) struct Rule {
    /// Its id.
    id: &'static str,
    /// Its heading.
    heading: &'static str,
    /// What it says, in a sentence or two; may be empty.
    words: &'static str,
}

/// The rules by their ids: those of the system, then those of the house.
#[utoipa::path(get, path = "/rules", tag = "look", params(OfCampaign, Eyes), responses((status = 200, body = [Rule]), Problems))]
pub(crate) async fn rules(
    State(state): State<WebState>,
    bearer: Bearer,
    Query(query): Query<Eyes>,
) -> Result<Json<Vec<Rule>>, Problem> {
    let eyes = bearer.eyes(query.eyes.as_deref())?;
    let look = state.desk.look(bearer.campaign(), eyes).await?;
    let (rules, house) = known(&state, look.system);
    let rule = |(id, heading, words)| Rule { id, heading, words };
    Ok(Json(rules.into_iter().chain(house).map(rule).collect()))
}
