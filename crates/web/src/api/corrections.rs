//! Corrections: an act as it was, what putting it right would change, making it so, and the consent of the sides.

use axum::Json;
use axum::extract::State;
use kernel::view::{ShownRefusal, View};
use kernel::{Question, Seat, SideInfo};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::{Changed, Correcting, Halted, RollLine};
use utoipa::ToSchema;

use super::acts::{Done, acted};
use super::bearer::{Bearer, cursor, name};
use super::look::Eyes;
use super::problem::Problem;
use super::sent::{Place, Query, Sent};
use super::shape::{CorrectingShape, Refused, Sentence, ViewShape};
use super::{OfCampaign, Problems};
use crate::error::Trouble;
use crate::state::WebState;

/// One act that comes out otherwise.
#[derive(Serialize, ToSchema)]
pub(crate) struct Otherwise {
    /// The entry in the campaign's order, which is the umpire's; 0 for others.
    entry: u64,
    /// Whose act it is.
    #[schema(value_type = String)]
    seat: Seat,
    /// What stands in the log.
    was: Vec<Sentence>,
    /// What would stand there.
    now: Vec<Sentence>,
}

impl Otherwise {
    fn of(changed: &Changed, sides: &[SideInfo]) -> Self {
        let words = |lines: &[_]| lines.iter().map(|line| Sentence::of(line, sides)).collect();
        Self { entry: changed.entry, seat: changed.seat, was: words(&changed.was), now: words(&changed.now) }
    }
}

/// Why the course does not go on.
#[derive(Serialize, ToSchema)]
pub(crate) struct Stopped {
    /// `refused`: a later act can no longer be; `asks`: a question to be answered; `throw`: dice fall anew.
    why: &'static str,
    /// The entry.
    entry: u64,
    /// What refuses the act.
    #[schema(value_type = Vec<Refused>)]
    refusals: Vec<ShownRefusal>,
    /// The question's name, for the answer.
    name: Option<String>,
    /// The question.
    #[schema(value_type = Option<Object>)]
    question: Option<Question>,
}

impl Stopped {
    fn of(halted: &Halted) -> Self {
        match halted {
            Halted::Refused { entry, refusals, .. } => Self {
                why: "refused",
                entry: *entry,
                refusals: ShownRefusal::all(refusals),
                name: None,
                question: None,
            },
            Halted::Asks { entry, name, question, .. } => Self {
                why: "asks",
                entry: *entry,
                refusals: Vec::new(),
                name: Some(name.clone()),
                question: Some(question.clone()),
            },
            Halted::Throw { entry, question } => Self {
                why: "throw",
                entry: *entry,
                refusals: Vec::new(),
                name: None,
                question: Some(question.clone()),
            },
        }
    }
}

/// Which entry.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct OfEntry {
    /// The number of the entry in the umpire's log.
    entry: u64,
}

/// An act of the past.
#[derive(Serialize, ToSchema)]
pub(crate) struct Then {
    /// Whose act it is.
    #[schema(value_type = String)]
    seat: Seat,
    /// The command, as it stands.
    #[schema(value_type = Object)]
    command: Value,
    /// Whether a correction took it out of the course.
    dropped: bool,
    /// What it did.
    did: Vec<Sentence>,
    /// Its throws at the table and its rulings, which can be typed again.
    #[schema(value_type = Vec<Object>)]
    typed: Vec<RollLine>,
    /// What its seat saw before it.
    #[schema(value_type = ViewShape)]
    view: View,
    /// Whether what came of this table was taken in above, so that a correction changes that table too.
    changes_above: bool,
}

/// For the umpire: an act as its correction begins from it, after the changes that are named already.
#[utoipa::path(post, path = "/corrections/acts/{entry}", tag = "umpire", params(OfCampaign, OfEntry), request_body = CorrectingShape, responses((status = 200, body = Then), Problems))]
pub(crate) async fn act_then(
    State(state): State<WebState>,
    bearer: Bearer,
    Place(at): Place<OfEntry>,
    Sent(correcting): Sent<Correcting>,
) -> Result<Json<Then>, Problem> {
    bearer.only_umpire()?;
    let then = state.desk.act_then(bearer.campaign(), bearer.seat, at.entry, &correcting).await?;
    let then = then.ok_or(Trouble::NotFound)?;
    let sides = state.desk.sides(bearer.campaign()).await?;
    Ok(Json(Then {
        seat: then.seat,
        command: then.command,
        dropped: then.dropped,
        did: then.did.iter().map(|line| Sentence::of(line, &sides)).collect(),
        typed: then.typed,
        view: then.view,
        changes_above: then.changes_above,
    }))
}

/// What a correction would change.
#[derive(Serialize, ToSchema)]
pub(crate) struct Previewed {
    /// The acts that come out otherwise, in order, as far as is known.
    changed: Vec<Otherwise>,
    /// Entries that the present version of the rules alone judges otherwise.
    by_version: Vec<u64>,
    /// Where the course stops.
    halted: Option<Stopped>,
    /// Rolls that nobody would ask for any more.
    #[schema(value_type = Vec<Object>)]
    void: Vec<RollLine>,
    /// The seats that would hear of it.
    #[schema(value_type = Vec<String>)]
    affected: Vec<Seat>,
    /// What changes at the table above, where what came of this one was taken in: both are corrected together.
    above: Option<PreviewedAbove>,
}

/// What a correction would change at the table above.
#[derive(Serialize, ToSchema)]
pub(crate) struct PreviewedAbove {
    /// The acts that come out otherwise, in order, as far as is known. Entries are those of its own log.
    changed: Vec<Otherwise>,
    /// Where the course stops. Then nothing is written at either table.
    halted: Option<Stopped>,
    /// The seats that would hear of it there.
    #[schema(value_type = Vec<String>)]
    affected: Vec<Seat>,
}

/// For the umpire: what a correction would change. Nothing is written, and no dice fall.
#[utoipa::path(post, path = "/corrections/preview", tag = "umpire", params(OfCampaign), request_body = CorrectingShape, responses((status = 200, body = Previewed), Problems))]
pub(crate) async fn preview(
    State(state): State<WebState>,
    bearer: Bearer,
    Sent(correcting): Sent<Correcting>,
) -> Result<Json<Previewed>, Problem> {
    let preview = state.desk.preview(bearer.campaign(), bearer.seat, &correcting).await?;
    let preview = preview.map_err(|refusals| Problem::refused(&refusals, &[]))?;
    let sides = state.desk.sides(bearer.campaign()).await?;
    let otherwise = |changed: &[Changed]| changed.iter().map(|one| Otherwise::of(one, &sides)).collect();
    let above = preview.elsewhere.first().map(|other| PreviewedAbove {
        changed: otherwise(&other.preview.changed),
        halted: other.preview.halted.as_ref().map(Stopped::of),
        affected: other.preview.affected.clone(),
    });
    Ok(Json(Previewed {
        changed: otherwise(&preview.changed),
        by_version: preview.by_version,
        halted: preview.halted.as_ref().map(Stopped::of),
        void: preview.void,
        affected: preview.affected,
        above,
    }))
}

/// A correction to be made, or to be put to the sides.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Corrected {
    /// What is put right.
    #[schema(value_type = CorrectingShape)]
    correcting: Correcting,
    /// Why; every seat that hears of it reads this.
    reason: String,
    /// The cursor of the view that the act rests on.
    cursor: String,
    /// The act's own name; without it the server draws one.
    act: Option<String>,
}

/// The umpire makes a correction.
#[utoipa::path(post, path = "/corrections", tag = "umpire", params(OfCampaign), request_body = Corrected, responses((status = 200, body = Done), Problems))]
pub(crate) async fn make(
    State(state): State<WebState>,
    bearer: Bearer,
    Sent(sent): Sent<Corrected>,
) -> Result<Json<Done>, Problem> {
    let before = cursor(&sent.cursor);
    let token = name(&state, sent.act.as_deref())?;
    let asked = Some(before.clone());
    acted(&state, &bearer, &before, |desk, campaign, seat| async move {
        desk.correct(&campaign, seat, &sent.correcting, &sent.reason, asked, token).await
    })
    .await
}

/// The umpire puts a correction to the sides that it changes anything for.
#[utoipa::path(post, path = "/corrections/proposal", tag = "umpire", params(OfCampaign), request_body = Corrected, responses((status = 200, body = Done), Problems))]
pub(crate) async fn propose(
    State(state): State<WebState>,
    bearer: Bearer,
    Sent(sent): Sent<Corrected>,
) -> Result<Json<Done>, Problem> {
    let before = cursor(&sent.cursor);
    let token = name(&state, sent.act.as_deref())?;
    let asked = Some(before.clone());
    acted(&state, &bearer, &before, |desk, campaign, seat| async move {
        desk.propose(&campaign, seat, &sent.correcting, &sent.reason, asked, token).await
    })
    .await
}

/// A correction that waits for consent, as one seat may see it.
#[derive(Serialize, ToSchema)]
pub(crate) struct ProposedShape {
    /// Why.
    reason: String,
    /// What changes for the seat.
    changed: Vec<Otherwise>,
    /// Whether dice fall anew in it.
    throws: bool,
    /// Names what the seat sees here: it agrees to this and nothing else.
    digest: String,
    /// Whether the seat has agreed to it.
    agreed: bool,
    /// For the umpire: the sides asked, by their numbers, and whether they have agreed.
    #[schema(value_type = Vec<Object>)]
    asked: Vec<AskedSide>,
    /// For the umpire: why it cannot be made as things stand by now.
    halted: Option<Stopped>,
    /// For the umpire: the correction.
    #[schema(value_type = Option<CorrectingShape>)]
    correcting: Option<Correcting>,
}

/// A side that was asked.
#[derive(Serialize)]
pub(crate) struct AskedSide {
    side: u8,
    agreed: bool,
}

/// What waits, if anything.
#[derive(Serialize, ToSchema)]
pub(crate) struct Waits {
    /// The correction that waits for consent; null when none waits that concerns this seat.
    proposal: Option<ProposedShape>,
}

/// The correction that waits for consent, as far as it concerns the seat.
#[utoipa::path(get, path = "/corrections/proposal", tag = "umpire", params(OfCampaign, Eyes), responses((status = 200, body = Waits), Problems))]
pub(crate) async fn proposed(
    State(state): State<WebState>,
    bearer: Bearer,
    Query(query): Query<Eyes>,
) -> Result<Json<Waits>, Problem> {
    let proposed = state.desk.proposed(bearer.campaign(), bearer.eyes(query.eyes.as_deref())?).await?;
    let sides = state.desk.sides(bearer.campaign()).await?;
    let proposal = proposed.map(|proposed| ProposedShape {
        changed: proposed.changed.iter().map(|changed| Otherwise::of(changed, &sides)).collect(),
        throws: proposed.throws,
        digest: proposed.digest,
        agreed: proposed.agreed,
        asked: proposed.asked.into_iter().map(|(side, agreed)| AskedSide { side, agreed }).collect(),
        halted: proposed.halted.as_ref().map(Stopped::of),
        correcting: proposed.correcting,
        reason: proposed.reason,
    });
    Ok(Json(Waits { proposal }))
}

/// The word of a side.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Word {
    /// Whether it agrees; otherwise it declines, which ends the proposal.
    agrees: bool,
    /// The digest of what it has seen.
    digest: String,
    /// The act's own name; without it the server draws one.
    act: Option<String>,
}

/// A side agrees to the correction it has seen, or declines.
#[utoipa::path(post, path = "/corrections/proposal/word", tag = "umpire", params(OfCampaign), request_body = Word, responses((status = 200, body = Done), Problems))]
pub(crate) async fn word(
    State(state): State<WebState>,
    bearer: Bearer,
    Sent(sent): Sent<Word>,
) -> Result<Json<Done>, Problem> {
    let before = state.desk.cursor(bearer.campaign(), bearer.seat).await?;
    let token = name(&state, sent.act.as_deref())?;
    acted(&state, &bearer, &before, |desk, campaign, seat| async move {
        desk.consent(&campaign, seat, sent.agrees, &sent.digest, token).await
    })
    .await
}
