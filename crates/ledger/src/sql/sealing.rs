//! What is secret in the tables, encrypted and read again: the only place where a log meets its key.

use dice::Encoding;

use super::rows::corrupt;
use crate::key::{Key, Unread};
use crate::{CampaignId, Fault, Stream};

/// Where something secret is kept. It goes into the ciphertext, so that none can stand in another's place.
#[derive(Clone, Copy)]
pub(super) enum Place<'a> {
    Setup,
    DiceSecret,
    Part { stream: Stream, number: u64, master: u64 },
    State { rules_build: &'a str, master: u64 },
}

impl Place<'_> {
    fn bound(self, campaign: &CampaignId) -> Encoding {
        let begun = |what: &str| Encoding::new("adjutant-sealed-v1").text(what).text(campaign.as_str());
        match self {
            Self::Setup => begun("setup"),
            Self::DiceSecret => begun("dice secret"),
            Self::Part { stream, number, master } => {
                begun("part").text(&stream.to_string()).number(number).number(master)
            }
            Self::State { rules_build, master } => begun("state").text(rules_build).number(master),
        }
    }

    fn said(self, campaign: &CampaignId) -> String {
        match self {
            Self::Setup => format!("campaign {campaign}, its set-up text"),
            Self::DiceSecret => format!("campaign {campaign}, its dice secret"),
            Self::Part { stream, number, .. } => format!("campaign {campaign}, {stream} {number}"),
            Self::State { master, .. } => format!("campaign {campaign}, its state after entry {master}"),
        }
    }
}

/// Encrypts something secret; nothing where there is no key.
pub(super) fn seal(
    key: Option<&Key>,
    campaign: &CampaignId,
    place: Place<'_>,
    plain: &[u8],
) -> Result<Option<Vec<u8>>, Fault> {
    key.map(|key| key.seal(&place.bound(campaign), plain)).transpose()
}

/// Reads something encrypted.
pub(super) fn open(
    key: Option<&Key>,
    campaign: &CampaignId,
    place: Place<'_>,
    sealed: &[u8],
) -> Result<Vec<u8>, Fault> {
    let key = key.ok_or(Fault::NoKey { needed: None })?;
    key.open(&place.bound(campaign), sealed).map_err(|unread| Fault::Unreadable {
        place: place.said(campaign),
        detail: match unread {
            Unread::OtherKey(other) => format!("it was written with the key {other}, not with {}", key.id()),
            Unread::Changed => {
                "the key is the right one, so it was changed, or put here from another place".to_owned()
            }
        },
    })
}

/// Nonce and body of a part as one text to encrypt: who knew the nonce could try what the commitment is of.
pub(super) fn joined(nonce: &[u8; 32], body: &str) -> Vec<u8> {
    [nonce.as_slice(), body.as_bytes()].concat()
}

/// Both again.
pub(super) fn parted(plain: Vec<u8>, place: &str) -> Result<([u8; 32], String), Fault> {
    let Some((nonce, body)) = plain.split_first_chunk::<32>() else {
        return Err(corrupt(place, "what was encrypted is too short"));
    };
    Ok((*nonce, text(body.to_vec(), place)?))
}

/// A text that was encrypted.
pub(super) fn text(plain: Vec<u8>, place: &str) -> Result<String, Fault> {
    String::from_utf8(plain).map_err(|_| corrupt(place, "what was encrypted is no text"))
}
