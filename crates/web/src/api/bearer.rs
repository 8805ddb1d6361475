//! Who asks: the token in the header, and the seat it opens. Cookies count for nothing here, so that no page of another
//! site can act through a browser that holds a seat.

use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use kernel::Seat;
use people::SeatToken;
use table::{Cursor, Token, house};

use super::problem::Problem;
use crate::error::Trouble;
use crate::state::WebState;

/// A program at a seat.
pub(crate) struct Bearer {
    /// The token.
    pub token: SeatToken,
    /// The seat it opens.
    pub seat: Seat,
}

impl FromRequestParts<WebState> for Bearer {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &WebState) -> Result<Self, Problem> {
        let text = shown(&parts.headers).ok_or_else(Problem::no_token)?;
        let token = state.people.token(text, state.now()).await?.ok_or_else(Problem::no_token)?;
        let seat = token.chair.seat.parse().map_err(|_| Problem::no_token())?;
        let params = RawPathParams::from_request_parts(parts, state).await;
        let params = params.map_err(|_| Trouble::NotFound)?;
        // Another campaign and one that does not exist look the same.
        let asked = params.iter().find(|(name, _)| *name == "campaign").map(|(_, value)| value);
        if asked.is_some_and(|asked| asked != token.chair.campaign) {
            return Err(Trouble::NotFound.into());
        }
        Ok(Self { token, seat })
    }
}

impl Bearer {
    /// The campaign of the seat.
    pub fn campaign(&self) -> &str {
        &self.token.chair.campaign
    }

    /// With whose eyes is read: the umpire may read as any seat, every other seat as itself.
    pub fn eyes(&self, asked: Option<&str>) -> Result<Seat, Problem> {
        match asked {
            None => Ok(self.seat),
            Some(asked) if asked == self.seat.name() => Ok(self.seat),
            Some(asked) if self.seat == Seat::Umpire => asked.parse().map_err(|_| Trouble::NotFound.into()),
            Some(_) => Err(Problem::refused(&house::own_eyes(self.seat).into(), &[])),
        }
    }

    /// For what is told to a seat itself alone, whatever eyes the umpire may read with elsewhere.
    pub fn to_own(&self, asked: Option<&str>) -> Result<(), Problem> {
        match self.eyes(asked)? {
            seat if seat == self.seat => Ok(()),
            _ => Err(Problem::refused(&house::own_alone().into(), &[])),
        }
    }

    /// What the umpire alone does.
    pub fn only_umpire(&self) -> Result<(), Problem> {
        if self.seat == Seat::Umpire { Ok(()) } else { Err(self.other_seat()) }
    }

    fn other_seat(&self) -> Problem {
        Problem::refused(&house::only_umpire(self.seat).into(), &[])
    }
}

/// The token of a request with exactly one such header, of the scheme `Bearer`.
pub(crate) fn shown(headers: &HeaderMap) -> Option<&str> {
    let mut all = headers.get_all(header::AUTHORIZATION).iter();
    let (Some(one), None) = (all.next(), all.next()) else { return None };
    let (scheme, text) = one.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(text)
}

/// The act's own name, or a fresh one.
pub(crate) fn name(state: &WebState, sent: Option<&str>) -> Result<Token, Problem> {
    match sent {
        Some(text) => text.parse().map_err(|fault: ledger::BadName| {
            Problem::unreadable(format!("This names no act: it {fault}."), Some("body.act".into()))
        }),
        None => Ok(state.desk.fresh_token()?),
    }
}

/// A cursor as it came.
pub(crate) fn cursor(text: &str) -> Cursor {
    Cursor(text.to_owned())
}
