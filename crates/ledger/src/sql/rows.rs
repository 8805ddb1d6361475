//! From rows to values. What cannot have been written here is reported with its place.

use dice::{Digest, Secret};
use zeroize::Zeroizing;

use super::READ;
use super::engine::{Engine, Row};
use super::sealing::{self, Place};
use crate::{CampaignId, Entry, FORMAT, Fault, Head, Key, Lineage, Manifest, Part, metrics};

/// Names what was being done when the database failed.
pub(crate) fn failed<E: Engine>(action: &'static str) -> impl Fn(sqlx::Error) -> Fault {
    move |error| {
        let fault = E::fault(action, &error);
        metrics::failed(&fault);
        fault
    }
}

/// A name or a JSON text.
pub(crate) fn text<E: Engine>(row: &Row<E>, index: usize) -> Result<&str, Fault> {
    E::text(row, index).map_err(failed::<E>(READ))
}

/// A text of any characters.
pub(super) fn body<E: Engine>(row: &Row<E>, index: usize) -> Result<String, Fault> {
    E::body(row, index).map_err(failed::<E>(READ))
}

/// Bytes, if there are any.
pub(super) fn maybe_bytes<E: Engine>(row: &Row<E>, index: usize) -> Result<Option<&[u8]>, Fault> {
    E::maybe_bytes(row, index).map_err(failed::<E>(READ))
}

/// A count or number, which is never negative.
pub(super) fn number<E: Engine>(row: &Row<E>, index: usize, place: &str) -> Result<u64, Fault> {
    let stored = E::number(row, index).map_err(failed::<E>(READ))?;
    u64::try_from(stored).map_err(|_| corrupt(place, "a number is negative"))
}

/// A number as databases keep it. Numbers beyond 2^63 are none that a log can reach.
pub(super) fn stored(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// The last link of a chain: number and hash.
pub(super) fn head<E: Engine>(row: &Row<E>, place: &str) -> Result<Head, Fault> {
    Ok(Head { number: number::<E>(row, 0, place)?, hash: Digest(bytes::<E, _>(row, 1, place)?) })
}

/// An entry whose parts are still to come.
pub(super) fn entry<E: Engine>(row: &Row<E>, campaign: &CampaignId) -> Result<Entry, Fault> {
    let place = format!("campaign {campaign}, an entry");
    let master = number::<E>(row, 0, &place)?;
    let place = format!("campaign {campaign}, entry {master}");
    let branch =
        u32::try_from(number::<E>(row, 2, &place)?).map_err(|_| corrupt(&place, "branch is too large"))?;
    Ok(Entry {
        master,
        lineage: Lineage(bytes::<E, _>(row, 1, &place)?),
        branch,
        hash: Digest(bytes::<E, _>(row, 3, &place)?),
        parts: Vec::with_capacity(2),
    })
}

/// A part of a stream.
pub(super) fn part<E: Engine>(row: &Row<E>, campaign: &CampaignId, key: Option<&Key>) -> Result<Part, Fault> {
    let name = text::<E>(row, 0)?;
    let place = format!("campaign {campaign}, stream {name}");
    let stream = name.parse().map_err(|_| corrupt(&place, "there is no such stream"))?;
    let number = number::<E>(row, 1, &place)?;
    let place = format!("campaign {campaign}, {name} {number}");
    let (nonce, body) = match maybe_bytes::<E>(row, 7)? {
        None => (bytes::<E, _>(row, 2, &place)?, body::<E>(row, 3)?),
        Some(sealed) => {
            let master = self::number::<E>(row, 6, &place)?;
            let plain = sealing::open(key, campaign, Place::Part { stream, number, master }, sealed)?;
            sealing::parted(plain, &place)?
        }
    };
    Ok(Part {
        stream,
        number,
        nonce,
        body,
        commitment: Digest(bytes::<E, _>(row, 4, &place)?),
        hash: Digest(bytes::<E, _>(row, 5, &place)?),
    })
}

/// A set-up text from two columns: as it is, or encrypted.
pub(super) fn setup<E: Engine>(
    row: &Row<E>,
    index: usize,
    campaign: &CampaignId,
    key: Option<&Key>,
) -> Result<String, Fault> {
    match maybe_bytes::<E>(row, index + 1)? {
        None => body::<E>(row, index),
        Some(sealed) => {
            let plain = sealing::open(key, campaign, Place::Setup, sealed)?;
            sealing::text(plain, &format!("campaign {campaign}, its set-up text"))
        }
    }
}

/// A dice secret from two columns: as it is, encrypted, or none at all.
pub(super) fn dice_secret<E: Engine>(
    row: &Row<E>,
    index: usize,
    campaign: &CampaignId,
    key: Option<&Key>,
) -> Result<Option<Secret>, Fault> {
    let plain = match (maybe_bytes::<E>(row, index)?, maybe_bytes::<E>(row, index + 1)?) {
        (None, None) => return Ok(None),
        (Some(plain), None) => Zeroizing::new(plain.to_vec()),
        (_, Some(sealed)) => Zeroizing::new(sealing::open(key, campaign, Place::DiceSecret, sealed)?),
    };
    let place = format!("campaign {campaign}, its dice secret");
    sized(&plain, &place).map(|bytes| Some(Secret::new(bytes)))
}

/// A campaign's manifest from its stored text, with a look at its format first.
pub(super) fn manifest(text: &str, campaign: &str) -> Result<Manifest, Fault> {
    let place = format!("campaign {campaign}, its manifest");
    let value: serde_json::Value =
        serde_json::from_str(text).map_err(|error| corrupt(&place, &error.to_string()))?;
    if let Some(found) = value["format"].as_i64().filter(|found| *found > FORMAT.into()) {
        return Err(Fault::TooNew { what: format!("campaign {campaign}"), found, known: FORMAT.into() });
    }
    let manifest: Manifest =
        serde_json::from_value(value).map_err(|error| corrupt(&place, &error.to_string()))?;
    if manifest.campaign.as_str() == campaign {
        return Ok(manifest);
    }
    let detail = format!("its manifest is that of campaign {}", manifest.campaign);
    Err(corrupt(&format!("campaign {campaign}"), &detail))
}

/// Bytes of a known length.
pub(super) fn bytes<E: Engine, const N: usize>(
    row: &Row<E>,
    index: usize,
    place: &str,
) -> Result<[u8; N], Fault> {
    sized(maybe_bytes::<E>(row, index)?.unwrap_or_default(), place)
}

fn sized<const N: usize>(stored: &[u8], place: &str) -> Result<[u8; N], Fault> {
    stored.try_into().map_err(|_| corrupt(place, &format!("{} bytes where {N} belong", stored.len())))
}

/// A fault at a place of the log.
pub(super) fn corrupt(place: &str, detail: &str) -> Fault {
    Fault::Corrupt { place: place.to_owned(), detail: detail.to_owned() }
}
