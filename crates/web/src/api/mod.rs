//! The same tables for programs: JSON over tokens of seats, with an OpenAPI document made from the very routes.
//!
//! Nothing is decided here that a page does not decide alike: both ask the desk. What the API shows is the kernel's own
//! values as JSON, in the shape in which the command line prints them.
//!
//! Read in this order: `bearer` (who asks), `problem` (how no is said), `sent` (bodies), [`shape`] (answers), `doors`
//! (who am I), `look`, `acts`, then the rest, one file for each page of the house.

mod acts;
pub(crate) mod bearer;
mod corrections;
mod deadlines;
mod dice;
mod doors;
mod feed;
mod files;
mod levels;
mod log;
mod look;
mod messages;
mod odds;
mod papers;
mod picture;
mod problem;
mod rulings;
mod seats;
mod sent;
mod setups;
pub mod shape;
pub mod spectators;
mod then;

use std::collections::BTreeMap;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::header;
use axum::routing::get;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{Content, InfoBuilder, OpenApi, Ref, RefOr, ResponseBuilder};
use utoipa::{IntoResponses, Modify, OpenApi as _};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(crate) use problem::{PROBLEM_JSON, Problem};
use shape::OfCampaign;

use crate::routes::picture::MOST_SENT;
use crate::state::WebState;

/// Where the API begins.
pub(crate) const ROOT: &str = "/api/";

/// The name of the way in, in the document.
const TOKEN: &str = "token";

#[derive(utoipa::OpenApi)]
#[openapi(
    components(schemas(problem::Said)),
    modifiers(&Frame),
    security(("token" = [])),
    tags(
        (name = "doors", description = "Who asks, and what the token opens."),
        (name = "look", description = "What the seat may see."),
        (name = "act", description = "What the seat does."),
        (name = "umpire", description = "Corrections, rulings, seats: what the umpire does, and what sides answer."),
        (name = "files", description = "Files to take away."),
    )
)]
struct Document;

struct Frame;

impl Modify for Frame {
    fn modify(&self, document: &mut OpenApi) {
        let words = "Reads and plays campaigns as one seat. Each answer is built for the seat of the token, from what \
             that seat may know. A refusal is a problem document that names the rules, and nothing has changed.";
        document.info = InfoBuilder::new()
            .title("Adjutant")
            .version(env!("CARGO_PKG_VERSION"))
            .description(Some(words))
            .build();
        let words = "A token of a seat, as its page “Tokens” or the command adjutant token makes it.";
        let scheme = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .bearer_format("adjutant_ and 64 hexadecimal digits")
            .description(Some(words));
        let components = document.components.get_or_insert_default();
        components.add_security_scheme(TOKEN, SecurityScheme::Http(scheme.build()));
    }
}

/// The ways in which every address can say no.
pub(crate) struct Problems;

impl IntoResponses for Problems {
    fn responses() -> BTreeMap<String, RefOr<utoipa::openapi::Response>> {
        let ways = [
            ("400", "The request is not understood"),
            ("401", "No token, or one that opens nothing"),
            ("403", "This seat may not do that"),
            ("404", "Nothing is here, or nothing for this token"),
            ("409", "Something the seat can see has changed since; nothing was done"),
            ("413", "More than is taken at once"),
            ("421", "The server goes by another name"),
            ("422", "The rules say no; nothing has changed"),
            ("429", "Too many requests from one address, or too many feeds open at once"),
            ("500", "Something in the program is broken; nothing is half done"),
            ("503", "The server cannot do its work now; nothing was done"),
        ];
        let content = || Content::new(Some(Ref::from_schema_name("Problem")));
        let way = |words: &str| ResponseBuilder::new().description(words).content(PROBLEM_JSON, content());
        ways.into_iter().map(|(status, words)| (status.to_owned(), way(words).build().into())).collect()
    }
}

/// The routes with what the document says of them.
fn documented() -> OpenApiRouter<WebState> {
    let campaign = OpenApiRouter::new()
        .routes(routes!(look::standing))
        .routes(routes!(look::view))
        .routes(routes!(look::offers))
        .routes(routes!(odds::odds))
        .routes(routes!(odds::plans))
        .routes(routes!(odds::foretell))
        .routes(routes!(odds::stop))
        .routes(routes!(look::plan))
        .routes(routes!(look::order))
        .routes(routes!(look::rules))
        .routes(routes!(log::log))
        .routes(routes!(then::view_after))
        .routes(routes!(feed::feed))
        .routes(routes!(acts::would_take))
        .routes(routes!(acts::command))
        .routes(routes!(acts::undo))
        .routes(routes!(acts::answer))
        .routes(routes!(dice::luck))
        .routes(routes!(dice::words))
        .routes(routes!(dice::open))
        .routes(routes!(dice::device))
        .routes(routes!(dice::lacking))
        .routes(routes!(dice::table))
        .routes(routes!(dice::end))
        .routes(routes!(corrections::act_then))
        .routes(routes!(corrections::preview))
        .routes(routes!(corrections::make))
        .routes(routes!(corrections::propose, corrections::proposed))
        .routes(routes!(corrections::word))
        .routes(routes!(rulings::book, rulings::rule))
        .routes(routes!(messages::messages, messages::write_message))
        .routes(routes!(seats::seats))
        .routes(routes!(seats::invite))
        .routes(routes!(seats::withdraw))
        .routes(routes!(seats::take))
        .routes(routes!(spectators::delay))
        .routes(routes!(deadlines::time))
        .routes(routes!(deadlines::keep))
        .routes(routes!(levels::other_tables))
        .routes(routes!(levels::take_in))
        .routes(routes!(levels::break_off))
        .routes(routes!(levels::keep_open))
        .routes(routes!(seats::tokens))
        .routes(routes!(seats::revoke))
        .merge(
            OpenApiRouter::new()
                .routes(routes!(picture::picture, picture::lay_picture))
                .layer(DefaultBodyLimit::max(MOST_SENT)),
        )
        .routes(routes!(picture::picture_file))
        .routes(routes!(picture::place_picture))
        .routes(routes!(picture::show_picture))
        .routes(routes!(files::sheet))
        .routes(routes!(papers::papers))
        .routes(routes!(papers::paper))
        .routes(routes!(files::workbook))
        .routes(routes!(files::campaign_file));
    OpenApiRouter::with_openapi(Document::openapi())
        .routes(routes!(doors::me))
        .routes(routes!(doors::campaigns))
        .routes(routes!(setups::check))
        .nest("/api/v1/campaigns/{campaign}", campaign)
}

/// The routes, and the finished document: an answer without words of its own is what its operation says it does.
fn described() -> (Router<WebState>, OpenApi) {
    let (router, mut document) = documented().split_for_parts();
    for item in document.paths.paths.values_mut() {
        for operation in [&mut item.get, &mut item.post, &mut item.delete].into_iter().flatten() {
            let words = operation.summary.clone().unwrap_or_default();
            for response in operation.responses.responses.values_mut() {
                if let RefOr::T(response) = response
                    && response.description.is_empty()
                {
                    response.description.clone_from(&words);
                }
            }
        }
    }
    (router, document)
}

/// The OpenAPI document.
pub fn document() -> OpenApi {
    described().1
}

/// The routes, and the document beside them.
pub(crate) fn router() -> Router<WebState> {
    let (router, document) = described();
    let text = document.to_json().expect("a document is plain values with text keys");
    let kind = [(header::CONTENT_TYPE, "application/json; charset=utf-8")];
    router.route("/api/openapi.json", get(async move || (kind, text.clone())))
}
