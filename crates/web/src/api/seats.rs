//! Who sits where, and which tokens open a seat.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use kernel::Seat;
use people::{Chair, DAY_MS, Handle, InvitationState, SeatToken};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::bearer::Bearer;
use super::look::Eyes;
use super::problem::Problem;
use super::sent::{Place, Query, Sent};
use super::{OfCampaign, Problems};
use crate::error::Trouble;
use crate::guard::Called;
use crate::routes::seats::origin;
use crate::state::WebState;

/// Somebody who holds a seat.
#[derive(Serialize, ToSchema)]
pub(crate) struct Holds {
    /// The person, by the name in lists.
    person: String,
    /// The seat.
    seat: String,
    /// The label of the invitation that opened it.
    label: String,
    /// Since when, in milliseconds since 1970, UTC.
    since: i64,
    /// When it was used last, to the minute.
    last_used: i64,
}

/// An invitation.
#[derive(Serialize, ToSchema)]
pub(crate) struct Invited {
    /// Its name in lists.
    invitation: String,
    /// The seat it opens.
    seat: String,
    /// For whom.
    label: String,
    /// `open`, `used`, `withdrawn` or `expired`.
    state: &'static str,
    /// From when on it opens nothing.
    expires_at: i64,
}

/// Who sits where.
#[derive(Serialize, ToSchema)]
pub(crate) struct SeatsShape {
    /// The seats of the campaign.
    seats: Vec<String>,
    /// Who holds one.
    holders: Vec<Holds>,
    /// The invitations.
    invitations: Vec<Invited>,
}

/// For the umpire: who sits where, and the invitations.
#[utoipa::path(get, path = "/seats", tag = "umpire", params(OfCampaign, Eyes), responses((status = 200, body = SeatsShape), Problems))]
pub(crate) async fn seats(
    State(state): State<WebState>,
    bearer: Bearer,
    Query(query): Query<Eyes>,
) -> Result<Json<SeatsShape>, Problem> {
    bearer.only_umpire()?;
    bearer.to_own(query.eyes.as_deref())?;
    let now = state.now();
    let holders = state.people.holders(bearer.campaign(), now).await?;
    let invitations = state.people.invitations(bearer.campaign(), now).await?;
    let holders = holders.into_iter().map(|holder| Holds {
        person: holder.person.to_string(),
        seat: holder.chair.seat,
        label: holder.label,
        since: holder.since_ms,
        last_used: holder.last_used_ms,
    });
    let invitations = invitations.into_iter().map(|invitation| Invited {
        invitation: invitation.handle.to_string(),
        seat: invitation.chair.seat,
        label: invitation.label,
        state: match invitation.state {
            InvitationState::Open => "open",
            InvitationState::Used { .. } => "used",
            InvitationState::Revoked { .. } => "withdrawn",
            InvitationState::Expired => "expired",
        },
        expires_at: invitation.expires_ms,
    });
    Ok(Json(SeatsShape {
        seats: all_seats(&state, &bearer).await?.into_iter().map(Seat::name).collect(),
        holders: holders.collect(),
        invitations: invitations.collect(),
    }))
}

async fn all_seats(state: &WebState, bearer: &Bearer) -> Result<Vec<Seat>, Problem> {
    let n_sides = u8::try_from(state.desk.sides(bearer.campaign()).await?.len()).unwrap_or(u8::MAX);
    Ok((0..n_sides).map(Seat::Side).chain([Seat::Umpire, Seat::Spectator]).collect())
}

/// An invitation to be made.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Invites {
    /// The seat it opens.
    seat: String,
    /// For whom; at most 80 characters.
    #[serde(default)]
    label: String,
    /// For how many days, 1 to 90; 7 when it is not said.
    #[schema(minimum = 1, maximum = 90)]
    days: Option<i64>,
}

/// A new invitation.
#[derive(Serialize, ToSchema)]
pub(crate) struct Link {
    /// Its name in lists.
    invitation: String,
    /// The link. It opens the seat once and is shown only now.
    link: String,
}

/// The umpire invites somebody to a seat.
#[utoipa::path(post, path = "/invitations", tag = "umpire", params(OfCampaign), request_body = Invites, responses((status = 201, body = Link), Problems))]
pub(crate) async fn invite(
    State(state): State<WebState>,
    bearer: Bearer,
    called: Called,
    Sent(sent): Sent<Invites>,
) -> Result<(StatusCode, Json<Link>), Problem> {
    bearer.only_umpire()?;
    let known = all_seats(&state, &bearer).await?.into_iter().find(|seat| seat.name() == sent.seat);
    let seat = known.ok_or_else(|| {
        Problem::unreadable("The campaign has no seat of this name.", Some("body.seat".into()))
    })?;
    let days = sent.days.unwrap_or(7).clamp(1, 90);
    let chair = Chair::new(bearer.campaign(), seat.name());
    let made = state.people.invite(&chair, &sent.label, state.now(), days * DAY_MS).await;
    let made = made.map_err(|fault| match fault {
        people::Fault::Label => Problem::unreadable(format!("{fault}."), Some("body.label".into())),
        fault => fault.into(),
    })?;
    let link = format!("{}/join#{}", origin(&state, &called), made.secret.reveal());
    Ok((StatusCode::CREATED, Json(Link { invitation: made.invitation.handle.to_string(), link })))
}

/// Which invitation.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct OfInvitation {
    /// The invitation, by its name in lists.
    invitation: String,
}

/// The umpire withdraws an invitation that was not used.
#[utoipa::path(delete, path = "/invitations/{invitation}", tag = "umpire", params(OfCampaign, OfInvitation), responses((status = 204), Problems))]
pub(crate) async fn withdraw(
    State(state): State<WebState>,
    bearer: Bearer,
    Place(at): Place<OfInvitation>,
) -> Result<StatusCode, Problem> {
    bearer.only_umpire()?;
    let handle = Handle::read(&at.invitation).ok_or(Trouble::NotFound)?;
    found(state.people.revoke_invitation(bearer.campaign(), &handle, state.now()).await?)
}

/// Which holder of a seat.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct OfHolder {
    /// The seat.
    seat: String,
    /// The person, by the name in lists.
    person: String,
}

/// The umpire takes a seat back from a person, on all devices, with the tokens made there.
#[utoipa::path(delete, path = "/seats/{seat}/holders/{person}", tag = "umpire", params(OfCampaign, OfHolder), responses((status = 204), Problems))]
pub(crate) async fn take(
    State(state): State<WebState>,
    bearer: Bearer,
    Place(at): Place<OfHolder>,
) -> Result<StatusCode, Problem> {
    bearer.only_umpire()?;
    let handle = Handle::read(&at.person).ok_or(Trouble::NotFound)?;
    let chair = Chair::new(bearer.campaign(), at.seat);
    let taken = state.people.unseat(&handle, &chair).await?;
    if taken {
        state.strike_kept(&chair).await?;
    }
    found(taken)
}

/// A token in a list.
#[derive(Serialize, ToSchema)]
pub(crate) struct TokenShape {
    /// Its name in lists.
    token: String,
    /// The seat it opens.
    seat: String,
    /// What for.
    label: String,
    /// When it was made, in milliseconds since 1970, UTC.
    created_at: i64,
    /// From when on it opens nothing.
    expires_at: i64,
    /// When it was used last, to the minute.
    last_used: Option<i64>,
}

impl From<SeatToken> for TokenShape {
    fn from(token: SeatToken) -> Self {
        Self {
            token: token.handle.to_string(),
            seat: token.chair.seat,
            label: token.label,
            created_at: token.created_ms,
            expires_at: token.expires_ms,
            last_used: token.last_used_ms,
        }
    }
}

/// The living tokens of the seat; for the umpire those of every seat. New ones are made on a page or on the command
/// line, so that no token outlives its seat by making another.
#[utoipa::path(get, path = "/tokens", tag = "doors", params(OfCampaign, Eyes), responses((status = 200, body = [TokenShape]), Problems))]
pub(crate) async fn tokens(
    State(state): State<WebState>,
    bearer: Bearer,
    Query(query): Query<Eyes>,
) -> Result<Json<Vec<TokenShape>>, Problem> {
    bearer.to_own(query.eyes.as_deref())?;
    let seat = own_only(&bearer);
    let tokens = state.people.tokens(bearer.campaign(), seat.as_deref(), state.now()).await?;
    Ok(Json(tokens.into_iter().map(TokenShape::from).collect()))
}

/// Which token.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct OfToken {
    /// The token, by its name in lists.
    token: String,
}

/// Revokes a token of the seat, this one too; for the umpire one of any seat.
#[utoipa::path(delete, path = "/tokens/{token}", tag = "doors", params(OfCampaign, OfToken), responses((status = 204), Problems))]
pub(crate) async fn revoke(
    State(state): State<WebState>,
    bearer: Bearer,
    Place(at): Place<OfToken>,
) -> Result<StatusCode, Problem> {
    let handle = Handle::read(&at.token).ok_or(Trouble::NotFound)?;
    let seat = own_only(&bearer);
    found(state.people.revoke_token(bearer.campaign(), seat.as_deref(), &handle).await?)
}

/// The seat to which a bearer is held; none for the umpire.
fn own_only(bearer: &Bearer) -> Option<String> {
    (bearer.seat != Seat::Umpire).then(|| bearer.seat.name())
}

fn found(there: bool) -> Result<StatusCode, Problem> {
    if there { Ok(StatusCode::NO_CONTENT) } else { Err(Trouble::NotFound.into()) }
}
