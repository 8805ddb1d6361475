//! What a campaign is, fixed before its first entry.

use dice::{Commitment, Digest};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::{CampaignId, Stream};

/// The format of manifests, chains and campaign files that this crate writes.
pub const FORMAT: u32 = 1;

/// What all chains of a campaign begin from.
///
/// The canonical text is JSON with its keys in alphabetical order, no white space, and only the
/// escapes that JSON demands (`\b \f \n \r \t \" \\`, other control characters as `\u00xx`). The
/// genesis hash is the plain SHA-256 of that text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    // The order of these fields is the alphabetical order of the canonical text.
    /// The campaign.
    pub campaign: CampaignId,
    /// When it was created, in milliseconds since 1970 UTC.
    pub created_at: u64,
    /// Fixes the dice secret before the first roll.
    pub dice_commitment: Commitment,
    /// The format of chains and files, [`FORMAT`].
    pub format: u32,
    /// The version of the rules the campaign began with.
    pub rules_version: String,
    /// Plain SHA-256 of the set-up text.
    pub setup_digest: Digest,
    /// The names of the sides; `side-0` is the first.
    pub sides: Vec<String>,
    /// The system of rules.
    pub system: String,
    /// What people call the campaign.
    pub title: String,
}

impl Manifest {
    /// The text whose digest begins every chain.
    pub fn canonical(&self) -> String {
        serde_json::to_string(self).expect("a manifest holds only texts and numbers")
    }

    /// The hash before the first of every chain.
    pub fn genesis(&self) -> Digest {
        sha256(self.canonical().as_bytes())
    }

    /// Every stream of the campaign, in hashing order.
    pub fn streams(&self) -> Vec<Stream> {
        let sides = (0..=u8::MAX).take(self.sides.len()).map(Stream::Side);
        std::iter::once(Stream::Public).chain(sides).chain([Stream::Umpire]).collect()
    }
}

/// Plain SHA-256, as `sha256sum` prints it.
pub fn sha256(bytes: &[u8]) -> Digest {
    Digest(Sha256::digest(bytes).into())
}
