//! Before the first roll and after the last: words for the dice, their opening, how they have fallen, and the end of the
//! campaign.

use ::dice::{Digest, Signature};
use axum::Json;
use axum::extract::State;
use kernel::Seat;
use people::MadeBy;
use serde::{Deserialize, Serialize};
use table::{Hand, Luck, Opening, TableWord, WordsStep};
use utoipa::{IntoParams, ToSchema};

use super::acts::{Done, acted};
use super::bearer::{Bearer, name};
use super::look::Eyes;
use super::problem::Problem;
use super::sent::{Query, Sent};
use super::{OfCampaign, Problems};
use crate::state::WebState;

/// What a side adds to the dice.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Added {
    /// The words; without them the side passes.
    words: Option<String>,
    /// The act's own name; without it the server draws one.
    act: Option<String>,
}

/// A side adds words of its own to the dice before the first roll, or passes: in campaigns begun before devices gave them.
#[utoipa::path(post, path = "/dice/words", tag = "act", params(OfCampaign), request_body = Added, responses((status = 200, body = Done), Problems))]
pub(crate) async fn words(
    State(state): State<WebState>,
    bearer: Bearer,
    Sent(sent): Sent<Added>,
) -> Result<Json<Done>, Problem> {
    let before = state.desk.cursor(bearer.campaign(), bearer.seat).await?;
    let token = name(&state, sent.act.as_deref())?;
    acted(&state, &bearer, &before, |desk, campaign, seat| async move {
        desk.contribute(&campaign, seat, sent.words, token).await
    })
    .await
}

/// Why.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Why {
    /// The reason, which everyone reads. It is needed where the sides' devices give words.
    reason: Option<String>,
}

/// The umpire opens the dice without waiting for the rest of the sides. The log names the sides without whose words they
/// were opened.
#[utoipa::path(post, path = "/dice/open", tag = "umpire", params(OfCampaign, Why), responses((status = 200, body = Done), Problems))]
pub(crate) async fn open(
    State(state): State<WebState>,
    bearer: Bearer,
    Query(why): Query<Why>,
) -> Result<Json<Done>, Problem> {
    let before = state.desk.cursor(bearer.campaign(), bearer.seat).await?;
    acted(&state, &bearer, &before, |desk, campaign, seat| async move {
        desk.open_dice(&campaign, seat, why.reason.as_deref()).await
    })
    .await
}

/// What a side's device gives of its words: the digest first, the bytes when the digests of all sides stand.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Given {
    /// The digest of your words and of the key with which you will sign, in 64 lower-case hexadecimal digits. `tools/words.py`
    /// makes both of 32 random bytes that you keep, and the signature.
    digest: Option<String>,
    /// The words themselves: 32 bytes in 64 lower-case hexadecimal digits.
    bytes: Option<String>,
    /// Beside the words: your signature over `dice.devices.link` and the digests of all sides, in 2,176 lower-case hexadecimal digits. Words without
    /// a signature are taken where their digest is one of an earlier build; both verifiers say that they prove less.
    signature: Option<String>,
    /// For the umpire: the side in whose place the bytes are sent that its digest has fixed. It is marked in the log and in
    /// every file. A digest is given by the side itself; the table stands in with `POST /dice/lacking`.
    #[serde(rename = "for")]
    side: Option<String>,
    /// Why, when given for a side.
    reason: Option<String>,
    /// The act's own name; without it the server draws one.
    act: Option<String>,
}

/// A side gives its words for the dice: their digest, or the bytes when the digests of all sides stand. The dice open by
/// themselves when all are opened. The same sent twice is done once.
///
/// Open your words for one set of digests only. Before you send them, write down `dice.devices.round`, the link and the
/// digests of all sides; send them again only for exactly these, and never with fresh ones of the same round. Your signature
/// holds for this set alone, and whoever has two signatures of one key can sign for other sets, and choose the other side's
/// words to fit. The server cannot keep this law for you.
#[utoipa::path(post, path = "/dice/device", tag = "act", params(OfCampaign), request_body = Given, responses((status = 200, body = Done), Problems))]
pub(crate) async fn device(
    State(state): State<WebState>,
    bearer: Bearer,
    Sent(sent): Sent<Given>,
) -> Result<Json<Done>, Problem> {
    let hex = |name: &str, text: &str| {
        text.parse::<Digest>()
            .map_err(|fault| Problem::unreadable(format!("This {fault}."), Some(format!("body.{name}"))))
    };
    let step = match (&sent.digest, &sent.bytes) {
        (Some(digest), None) => WordsStep::Pledge(hex("digest", digest)?),
        (None, Some(bytes)) => {
            let bytes = hex("bytes", bytes)?;
            let signature = sent.signature.as_deref().map(str::parse::<Signature>).transpose();
            let unreadable =
                |fault| Problem::unreadable(format!("This {fault}."), Some("body.signature".into()));
            let signature = signature.map_err(unreadable)?.map(Box::new);
            WordsStep::Open(Opening { bytes, signature })
        }
        _ => return Err(Problem::unreadable("Either digest or bytes is given.", Some("body".into()))),
    };
    let side = side_of(sent.side.as_deref())?.unwrap_or(bearer.seat);
    let hand = match bearer.token.made_by {
        MadeBy::Seat => Hand::Program,
        MadeBy::Umpire => Hand::Umpire,
        MadeBy::Host => Hand::Host,
    };
    let before = state.desk.cursor(bearer.campaign(), bearer.seat).await?;
    let token = name(&state, sent.act.as_deref())?;
    acted(&state, &bearer, &before, |desk, campaign, seat| async move {
        desk.give_words(&campaign, seat, side, step, hand, sent.reason.as_deref(), token).await
    })
    .await
}

fn side_of(sent: Option<&str>) -> Result<Option<Seat>, Problem> {
    let read = |text: &str| text.parse::<Seat>();
    sent.map(read)
        .transpose()
        .map_err(|_| Problem::unreadable("A side is side-0, side-1, …", Some("body.for".into())))
}

/// What the umpire does about words that do not come.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Lacking {
    /// The side for which the table gives words; without it all sides begin anew, and those that have not opened are named.
    #[serde(rename = "for")]
    side: Option<String>,
    /// The reason, which everyone reads.
    reason: String,
    /// The act's own name; without it the server draws one.
    act: Option<String>,
}

/// The umpire lets the table give words for a side, or lets all sides begin anew.
#[utoipa::path(post, path = "/dice/lacking", tag = "umpire", params(OfCampaign), request_body = Lacking, responses((status = 200, body = Done), Problems))]
pub(crate) async fn lacking(
    State(state): State<WebState>,
    bearer: Bearer,
    Sent(sent): Sent<Lacking>,
) -> Result<Json<Done>, Problem> {
    let side = side_of(sent.side.as_deref())?;
    let before = state.desk.cursor(bearer.campaign(), bearer.seat).await?;
    let token = name(&state, sent.act.as_deref())?;
    acted(&state, &bearer, &before, |desk, campaign, seat| async move {
        match side {
            Some(side) => desk.words_for(&campaign, seat, side, &sent.reason, token).await,
            None => desk.renew_words(&campaign, seat, &sent.reason, token).await,
        }
    })
    .await
}

/// What is said of dice thrown at a table.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ThrowsWord {
    /// Asks whether they may be typed in; a side that asks agrees.
    Ask,
    /// A side agrees.
    Agree,
    /// They are not wanted, or no more, for later throws.
    Withdraw,
}

/// A word about dice thrown at a table.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OfThrows {
    /// The word.
    word: ThrowsWord,
    /// The act's own name; without it the server draws one.
    act: Option<String>,
}

/// Asks whether dice thrown at a table may be typed in, agrees, or withdraws. They may when all sides have agreed.
#[utoipa::path(post, path = "/dice/table", tag = "act", params(OfCampaign), request_body = OfThrows, responses((status = 200, body = Done), Problems))]
pub(crate) async fn table(
    State(state): State<WebState>,
    bearer: Bearer,
    Sent(sent): Sent<OfThrows>,
) -> Result<Json<Done>, Problem> {
    let word = match sent.word {
        ThrowsWord::Ask => TableWord::Ask,
        ThrowsWord::Agree => TableWord::Agree,
        ThrowsWord::Withdraw => TableWord::Withdraw,
    };
    let before = state.desk.cursor(bearer.campaign(), bearer.seat).await?;
    let token = name(&state, sent.act.as_deref())?;
    acted(&state, &bearer, &before, |desk, campaign, seat| async move {
        desk.table_dice(&campaign, seat, word, None, token).await
    })
    .await
}

/// How dice of one size have fallen.
#[derive(Serialize, ToSchema)]
pub(crate) struct Fallen {
    /// Whose act they were thrown in; `clock` where they were thrown for both sides.
    #[schema(value_type = String, example = "side-0")]
    seat: Seat,
    /// Whether they were thrown at a real table and typed in.
    typed: bool,
    /// How many sides the dice have.
    sides: u16,
    /// How often each face came up, from 1 on.
    faces: Vec<u64>,
    /// The mean of the faces.
    mean: f64,
    /// How far that is from the mean of fair dice, in standard deviations of the mean of as many fair dice.
    off_by: f64,
}

impl From<Luck> for Fallen {
    fn from(luck: Luck) -> Self {
        let (mean, off_by) = (luck.mean(), luck.off_by());
        let Luck { seat, typed, sides, faces } = luck;
        Self { seat, typed, sides, faces, mean, off_by }
    }
}

/// How the dice have fallen in all rolls that the seat can see.
#[utoipa::path(get, path = "/luck", tag = "look", params(OfCampaign, Eyes), responses((status = 200, body = Vec<Fallen>), Problems))]
pub(crate) async fn luck(
    State(state): State<WebState>,
    bearer: Bearer,
    Query(query): Query<Eyes>,
) -> Result<Json<Vec<Fallen>>, Problem> {
    let eyes = bearer.eyes(query.eyes.as_deref())?;
    let fallen = state.desk.luck(bearer.campaign(), eyes).await?;
    Ok(Json(fallen.into_iter().map(Fallen::from).collect()))
}

/// Why the campaign ends.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ended {
    /// The reason, which everyone reads.
    reason: String,
}

/// The umpire ends the campaign, so that the secret of its dice may be shown. Nothing is done in it afterwards.
#[utoipa::path(post, path = "/end", tag = "umpire", params(OfCampaign), request_body = Ended, responses((status = 200, body = Done), Problems))]
pub(crate) async fn end(
    State(state): State<WebState>,
    bearer: Bearer,
    Sent(sent): Sent<Ended>,
) -> Result<Json<Done>, Problem> {
    let before = state.desk.cursor(bearer.campaign(), bearer.seat).await?;
    acted(&state, &bearer, &before, |desk, campaign, seat| async move {
        desk.end(&campaign, seat, &sent.reason).await
    })
    .await
}
