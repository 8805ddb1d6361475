//! The campaign studio: accounts set up campaigns here, by form or from a spreadsheet, and begin them. A draft is its
//! person's alone; to everybody else it is not there.
//!
//! Nothing is remembered between the steps of a page: what was pasted and corrected travels in the form.

mod begin;
mod bring;
mod engine;
mod files;
mod forecast;
mod list;
mod new;
mod overview;
mod paint;
mod paste;
mod rows;
mod text;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use maud::{Markup, html};
use people::{Draft, Handle, Session, Unkept};
use tabular::Fillable;

use crate::error::Trouble;
use crate::posted::Posted;
use crate::render::frame::{self, Document, Mast, Tab};
use crate::seated::check_csrf;
use crate::settings::Studio;
use crate::state::WebState;
use crate::visitor::Visitor;

/// The most bytes that are read of a form with a file. What is more than a file may have is still read so far that its
/// sender can be told.
const MOST_SENT: usize = 8 << 20;

/// The pages of the studio.
pub(super) fn routes() -> Router<WebState> {
    let sent = DefaultBodyLimit::max(MOST_SENT);
    Router::new()
        .route("/studio", get(list::list))
        .route("/studio/new", get(new::page).post(new::make))
        .route("/studio/bring", get(new::again).post(bring::draft).layer(sent))
        .route("/studio/{draft}", get(overview::page))
        .route("/studio/{draft}/check", get(overview::check))
        .route("/studio/{draft}/rules", get(overview::rules))
        .route("/studio/{draft}/whole", post(overview::whole))
        .route("/studio/{draft}/delete", post(overview::delete))
        .route("/studio/{draft}/text", get(text::page).post(text::write))
        .route("/studio/{draft}/paint", get(paint::page).post(paint::write))
        .route("/studio/{draft}/paint/size", post(paint::size_of))
        .route("/studio/{draft}/forecast", get(forecast::page))
        .route("/studio/{draft}/begin", get(begin::page).post(begin::begin))
        .route("/studio/{draft}/file/{file}", get(files::file))
        .route("/studio/{draft}/t/{table}", get(rows::page).post(rows::write))
        .route("/studio/{draft}/t/{table}/paste", get(paste::page).post(paste::step))
        .route("/studio/{draft}/t/{table}/bring", get(paste::again).post(bring::rows).layer(sent))
}

/// Somebody at a draft of their own.
struct Writing {
    session: Session,
    visitor: Visitor,
    draft: Draft,
    rulebook: &'static dyn Fillable,
    /// The address of the draft.
    base: String,
}

impl Writing {
    /// The draft of this name. Somebody else's and one that never was look the same, and so does a closed studio.
    async fn enter(state: &WebState, visitor: Visitor, draft: &str) -> Result<Self, Trouble> {
        let session = umpire(state, &visitor)?.clone();
        let handle = Handle::read(draft).ok_or(Trouble::NotFound)?;
        let draft = state.people.draft(&session.person, &handle).await?.ok_or(Trouble::NotFound)?;
        let rulebook = rulebook(state, &draft.card.system).ok_or(Trouble::NotFound)?;
        Ok(Self { base: format!("/studio/{handle}"), session, visitor, draft, rulebook })
    }

    /// As [`Writing::enter`], for a form that came from one of its pages.
    async fn sent(state: &WebState, visitor: Visitor, draft: &str, posted: &Posted) -> Result<Self, Trouble> {
        check_csrf(umpire(state, &visitor)?, posted.get("csrf"))?;
        Self::enter(state, visitor, draft).await
    }

    /// Keeps a text in the place of the one that the form was drawn from.
    async fn keep(
        &self,
        state: &WebState,
        version: i64,
        text: String,
    ) -> Result<Result<i64, Unkept>, Trouble> {
        let title = engine::title(self.rulebook, &text).await?;
        let title = title.unwrap_or_else(|| self.draft.card.title.clone());
        let (person, handle) = (&self.session.person, &self.draft.card.handle);
        Ok(state.people.write_draft(person, handle, version, (&title, &text), state.now()).await?)
    }

    /// What every form of the draft carries.
    fn carried(&self) -> Markup {
        html! {
            input type="hidden" name="csrf" value=(self.session.csrf);
            input type="hidden" name="version" value=(self.draft.card.version);
        }
    }

    /// A page of the draft; `tab` is the end of its address where it has a tab.
    fn page(&self, title: &str, tab: Option<&str>, said: &str, main: Markup) -> Markup {
        self.framed(title, tab, said, main, |document| document)
    }

    /// As [`Writing::page`], with something of the document otherwise.
    fn framed(
        &self,
        title: &str,
        tab: Option<&str>,
        said: &str,
        main: Markup,
        change: impl FnOnce(Document<'_>) -> Document<'_>,
    ) -> Markup {
        let painted = self.painting().map(|_| ("/paint", "Paint the map"));
        let tabs = [("", "Draft"), ("/check", "Check all"), ("/forecast", "Forecast")];
        let tabs = tabs.into_iter().chain(painted).chain([("/text", "Whole file"), ("/begin", "Begin")]);
        let tabs: Vec<Tab> = tabs
            .map(|(end, word)| Tab {
                href: format!("{}{end}", self.base),
                word: word.into(),
                here: tab == Some(end),
                needed: false,
            })
            .collect();
        frame::document(&change(Document {
            mast: Mast {
                title: self.draft.card.title.clone(),
                standing: "Campaign studio · draft".into(),
                ..Mast::default()
            },
            tabs: &tabs,
            said: said.to_owned(),
            foot: html! { p { a href="/studio" { "All your drafts" } } },
            ..Document::plain(title, &self.visitor.display, main)
        }))
    }

    fn to(&self, end: &str) -> Response {
        Redirect::to(&format!("{}{end}", self.base)).into_response()
    }
}

/// The session of an account that may use the studio.
fn umpire<'a>(state: &WebState, visitor: &'a Visitor) -> Result<&'a Session, Trouble> {
    if state.settings.studio == Studio::Nobody {
        return Err(Trouble::NotFound);
    }
    let session = visitor.session.as_ref().filter(|session| session.account.is_some());
    session.ok_or(Trouble::NotFound)
}

/// The rules of a name.
fn rulebook(state: &WebState, name: &str) -> Option<&'static dyn Fillable> {
    state.settings.systems.0.iter().copied().find(|rulebook| rulebook.name() == name)
}

/// The version that a form was drawn from.
fn version(posted: &Posted) -> Result<i64, Trouble> {
    posted.get("version").and_then(|version| version.parse().ok()).ok_or(Trouble::NotUnderstood)
}

/// The same page as the answer to a form that was not taken.
fn not_taken(page: Markup) -> Response {
    (StatusCode::UNPROCESSABLE_ENTITY, page).into_response()
}

/// Why a draft was not kept.
fn unkept(why: Unkept) -> Result<&'static str, Trouble> {
    match why {
        Unkept::Unknown => Err(Trouble::NotFound),
        Unkept::Stale => Ok(
            "This draft was changed in another window in the meantime. Nothing was saved, but nothing that you entered is lost: it is below. Send it again to apply it to the newer state.",
        ),
        Unkept::TooMany => {
            Ok("You have 20 drafts already. Throw away one that you no longer need, then try again.")
        }
        Unkept::TooLong => {
            Ok("A draft holds at most 1 MiB of text. Nothing was saved; shorten what you entered.")
        }
    }
}

/// What was said about a form that was not taken.
fn refusal(why: Option<&str>) -> Markup {
    html! { @if let Some(why) = why { p class="refusal" id="r-studio" role="status" { (why) } } }
}

/// Lines as files end them.
fn lines(text: &str) -> String {
    text.replace("\r\n", "\n")
}
