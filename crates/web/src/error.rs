//! Everything that can go wrong, as a status and a calm page with the way out. Refusals are not here: they are
//! normal play.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};

use crate::render::frame::{Display, Document, document, head};

/// What went wrong.
#[derive(Clone, Debug)]
pub(crate) enum Trouble {
    /// Nothing here, or nothing for this browser: the same answer in both cases.
    NotFound,
    /// The form does not come from a page of this session.
    Forged,
    /// More than a form can hold.
    TooLarge,
    /// More than a form of the studio can hold.
    TooLong,
    /// More than a form with a picture can hold.
    TooHeavy,
    /// The request calls the server by a name that is not its own.
    OtherHost,
    /// Too many requests from one address.
    TooMany,
    /// Too much under way at a time.
    Crowded(Crowded),
    /// The request makes no sense.
    NotUnderstood,
    /// The address takes no request of this method.
    WrongMethod,
    /// The server cannot do its work now; what was asked is not done.
    Down,
    /// A fault of the program or its files; nothing is half done.
    Broken,
}

/// Whose room is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Crowded {
    /// One address has all that one address may have.
    Address,
    /// One token has.
    Token,
    /// One session has.
    Session,
    /// One seat has.
    Seat,
    /// The server has no more room for this.
    Server,
}

impl Crowded {
    fn words(self) -> &'static str {
        match self {
            Self::Address => {
                "Your address has as many requests under way at once as the server takes from one address. \
                 Nothing was done. Close what you do not need, and load the page again."
            }
            Self::Token => {
                "This token has as many open feeds as one token may have. Nothing was opened. Close one of \
                 them, or use another token."
            }
            Self::Session => {
                "This browser has as many pages that listen for news as one browser may have. Close some of \
                 them, and this page listens again."
            }
            Self::Seat => {
                "This seat has as many pages that listen for news as one seat may have. When one of them is \
                 closed, this page listens again."
            }
            Self::Server => {
                "The server has no more room at the moment; places are kept for the seats that play. Nothing was done. \
                 Try again in a while."
            }
        }
    }
}

impl Trouble {
    pub(crate) fn status(&self) -> StatusCode {
        match self {
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::Forged => StatusCode::FORBIDDEN,
            Self::TooLarge | Self::TooLong | Self::TooHeavy => StatusCode::PAYLOAD_TOO_LARGE,
            Self::OtherHost => StatusCode::MISDIRECTED_REQUEST,
            Self::TooMany => StatusCode::TOO_MANY_REQUESTS,
            Self::Crowded(Crowded::Server) => StatusCode::SERVICE_UNAVAILABLE,
            Self::Crowded(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::NotUnderstood => StatusCode::BAD_REQUEST,
            Self::WrongMethod => StatusCode::METHOD_NOT_ALLOWED,
            Self::Down => StatusCode::SERVICE_UNAVAILABLE,
            Self::Broken => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    pub(crate) fn words(&self) -> (&'static str, &'static str) {
        match self {
            Self::NotFound => (
                "There is no such page here",
                "Perhaps the address is incomplete, or this browser does not hold the seat that it belongs to. \
                 If the seat is yours on another device, sign in. Otherwise an invitation opens a seat; the \
                 umpire can make one.",
            ),
            Self::Forged => (
                "This form cannot be taken",
                "It does not come from a page that this browser has open now. Nothing was done. Load the page again \
                 and send the form from there.",
            ),
            Self::TooLarge => (
                "That is more than this form holds",
                "It holds at most 64 kilobytes. Nothing was done. Go back and shorten what you entered.",
            ),
            Self::TooLong => (
                "That is more than this form holds",
                "At most 4 megabytes can be sent at once. Nothing was changed. Go back and send less, one table \
                 at a time.",
            ),
            Self::TooHeavy => (
                "The picture is too large",
                "A picture may have at most 12 megabytes. Nothing was changed. Save it smaller, or as JPEG, and \
                 send it again.",
            ),
            Self::OtherHost => (
                "This server is not known by this name",
                "It answers only at its own address. Ask whoever invited you for the whole address. If you run \
                 the server, adjutant serve --address URL says at which address people reach it.",
            ),
            Self::TooMany => (
                "Too much at once",
                "Many requests came from your address within a minute. Nothing was done. Wait a minute and load the \
                 page again.",
            ),
            Self::Crowded(whose) => ("Too much is open at once", whose.words()),
            Self::NotUnderstood => (
                "This request cannot be understood",
                "Something that the form needs is missing. Nothing was done. Load the page again and send the form \
                 from there.",
            ),
            Self::WrongMethod => (
                "This address does not take such a request",
                "There is something at this address, but not for a request of this method. Nothing was done.",
            ),
            Self::Down => (
                "The server cannot write now",
                "Your request was not carried out, and nothing that was done before is lost. Whoever runs the \
                 server finds the reason in its log. Try again in a while.",
            ),
            Self::Broken => (
                "Something in the program is broken",
                "Your request was not carried out, and nothing that was done before is lost. Whoever runs the \
                 server finds the reason in its log.",
            ),
        }
    }

    /// The page.
    pub(crate) fn page(&self, display: &Display) -> Markup {
        let (heading, words) = self.words();
        let main = html! {
            div class="narrow stack" {
                (head(heading, html! {}, html! {}))
                p class="prose" { (words) }
                div class="row" {
                    a class="btn" href="/" { "To your campaigns" }
                    @if matches!(self, Self::NotFound) {
                        a class="btn" href="/sign-in" { "Sign in" }
                        a class="btn" href="/join" { "Enter an invitation" }
                    }
                }
            }
        };
        document(&Document::plain(heading, display, main))
    }
}

impl IntoResponse for Trouble {
    /// The status with the trouble attached; the outermost layer draws the page as its reader wants it.
    fn into_response(self) -> Response {
        let mut response = self.status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}

impl From<table::Fault> for Trouble {
    fn from(fault: table::Fault) -> Self {
        match fault {
            table::Fault::NoCampaign => Self::NotFound,
            table::Fault::Ledger(fault) => fault.into(),
            fault => {
                tracing::error!(%fault, "a campaign cannot be served");
                Self::Broken
            }
        }
    }
}

impl From<ledger::Fault> for Trouble {
    fn from(fault: ledger::Fault) -> Self {
        match fault {
            ledger::Fault::NotFound { .. } => Self::NotFound,
            fault => {
                tracing::error!(%fault, "the log cannot be read or written");
                Self::Down
            }
        }
    }
}

impl From<people::Fault> for Trouble {
    fn from(fault: people::Fault) -> Self {
        tracing::error!(%fault, "sessions and invitations cannot be read or written");
        Self::Down
    }
}
