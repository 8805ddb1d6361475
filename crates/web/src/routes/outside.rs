//! Pages that stand outside every campaign, and what their forms share.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};

use crate::render::frame::{self, Document};
use crate::visitor::Visitor;

/// A page outside every campaign.
pub(crate) fn outside(visitor: &Visitor, title: &str, main: Markup) -> Response {
    frame::document(&Document::plain(title, &visitor.display, main)).into_response()
}

/// The same page as the answer to a form that was not taken.
pub(crate) fn not_taken(visitor: &Visitor, title: &str, main: Markup) -> Response {
    (StatusCode::UNPROCESSABLE_ENTITY, outside(visitor, title, main)).into_response()
}

/// What was said to the form beside it.
pub(crate) fn refused(id: &str, why: Option<&str>) -> Markup {
    html! { @if let Some(why) = why { p class="refusal" id=(id) { (why) } } }
}

/// A field for a password that is known already.
pub(crate) fn known_password(id: &str, label: &str) -> Markup {
    html! {
        div class="field" {
            label class="lab" for=(id) { (label) }
            input class="wide" type="password" id=(id) name="password" required autocomplete="current-password";
        }
    }
}

/// A field for a password that is chosen here.
pub(crate) fn new_password(id: &str, label: &str) -> Markup {
    html! {
        div class="field" {
            label class="lab" for=(id) { (label) }
            span class="hint" id={ (id) "-h" } {
                "At least " (people::MIN_PASSWORD_CHARS) " characters. A few words in a row are easy to keep and hard to guess."
            }
            input class="wide" type="password" id=(id) name="new" required autocomplete="new-password"
                minlength=(people::MIN_PASSWORD_CHARS) maxlength=(people::MAX_PASSWORD_CHARS) aria-describedby={ (id) "-h" };
        }
    }
}

/// A field for the name.
pub(crate) fn name_field(name: &str, hint: &str, autocomplete: &str) -> Markup {
    html! {
        div class="field" {
            label class="lab" for="name" { "Name" }
            @if !hint.is_empty() { span class="hint" id="name-h" { (hint) } }
            input class="wide" type="text" id="name" name="name" value=(name) required maxlength=(people::MAX_NAME_CHARS)
                autocomplete=(autocomplete) autocapitalize="none" spellcheck="false"
                aria-describedby=[(!hint.is_empty()).then_some("name-h")];
        }
    }
}
