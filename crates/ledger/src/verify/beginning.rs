//! What the umpire alone reads of the beginning, fixed for everybody by a digest: the position that a campaign was brought
//! in at.

use dice::{Digest, Encoding};
use serde_json::Value;

use super::body::field;
use crate::bundle::{BundlePart, Kind};
use crate::{CampaignId, Stream};

/// `SHA-256(text("adjutant-beginning-v1") text(campaign) text(body))`, where there is no body of an empty text. The body
/// holds a salt, so that nobody finds the position by trying.
pub fn beginning_digest(campaign: &CampaignId, body: &str) -> Digest {
    Encoding::new("adjutant-beginning-v1").text(campaign.as_str()).text(body).sha256()
}

/// How the public part of the beginning and the umpire's fit.
pub(super) enum Fixed {
    /// What there is was fixed, or it cannot be told from this file.
    Right,
    /// The digest is of something else.
    Otherwise,
    /// There is no digest: a campaign of an earlier build.
    ByNothing,
}

/// Compares the first entries of the two streams.
pub(super) fn check(
    kind: Kind,
    campaign: &CampaignId,
    bodies: &[(Stream, &BundlePart, Option<Value>)],
) -> Fixed {
    let first =
        |name: Stream| bodies.iter().rev().find(|(stream, part, _)| *stream == name && part.number == 1);
    let withheld = |name| first(name).is_some_and(|(.., body)| body.is_none());
    if kind == Kind::Seat || withheld(Stream::Public) || withheld(Stream::Umpire) {
        return Fixed::Right;
    }
    let body =
        |name: Stream| first(name).and_then(|(_, part, body)| Some((part.body.as_deref()?, body.as_ref()?)));
    let fixed = body(Stream::Public).and_then(|(_, body)| field(body, "umpires"));
    let begins = |body: &Value| matches!(body["kind"].as_str(), Some("began" | "laid-out"));
    let own = body(Stream::Umpire).filter(|(_, body)| begins(body)).map(|(text, _)| text);
    // A table below another begins from what that sent down, and is held against it.
    let is_below = body(Stream::Public).is_some_and(|(_, body)| field(body, "above").is_some());
    let digest = beginning_digest(campaign, own.unwrap_or("")).to_string();
    match fixed {
        None if own.is_none() || is_below => Fixed::Right,
        None => Fixed::ByNothing,
        Some(fixed) if fixed.as_str() == Some(digest.as_str()) => Fixed::Right,
        Some(_) => Fixed::Otherwise,
    }
}
