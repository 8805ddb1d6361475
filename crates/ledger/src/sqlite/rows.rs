//! From rows to values. What cannot have been written here is reported with its place.

use dice::Digest;
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use super::faults::disk;
use crate::{CampaignId, Entry, FORMAT, Fault, Head, Lineage, Manifest, Part};

const READ: &str = "read the log";

/// A row's column as the type that it was written from.
pub(super) fn column<'r, T>(row: &'r SqliteRow, index: usize) -> Result<T, Fault>
where
    T: sqlx::Decode<'r, sqlx::Sqlite> + sqlx::Type<sqlx::Sqlite>,
{
    row.try_get(index).map_err(disk(READ))
}

/// A count or number, which is never negative.
pub(super) fn number(row: &SqliteRow, index: usize, place: &str) -> Result<u64, Fault> {
    let stored: i64 = column(row, index)?;
    u64::try_from(stored).map_err(|_| corrupt(place, "a number is negative"))
}

/// A number as SQLite keeps it. Numbers beyond 2^63 are none that a log can reach.
pub(super) fn stored(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// The last link of a chain: number and hash.
pub(super) fn head(row: &SqliteRow, place: &str) -> Result<Head, Fault> {
    Ok(Head { number: number(row, 0, place)?, hash: Digest(bytes(row, 1, place)?) })
}

/// An entry whose parts are still to come.
pub(super) fn entry(row: &SqliteRow, campaign: &CampaignId) -> Result<Entry, Fault> {
    let place = format!("campaign {campaign}, an entry");
    let master = number(row, 0, &place)?;
    let place = format!("campaign {campaign}, entry {master}");
    let branch =
        u32::try_from(number(row, 2, &place)?).map_err(|_| corrupt(&place, "branch is too large"))?;
    Ok(Entry {
        master,
        lineage: Lineage(bytes(row, 1, &place)?),
        branch,
        hash: Digest(bytes(row, 3, &place)?),
        parts: Vec::with_capacity(2),
    })
}

/// A part of a stream.
pub(super) fn part(row: &SqliteRow, campaign: &CampaignId) -> Result<Part, Fault> {
    let name: &str = column(row, 0)?;
    let place = format!("campaign {campaign}, stream {name}");
    let stream = name.parse().map_err(|_| corrupt(&place, "there is no such stream"))?;
    let number = number(row, 1, &place)?;
    let place = format!("campaign {campaign}, {name} {number}");
    Ok(Part {
        stream,
        number,
        nonce: bytes(row, 2, &place)?,
        body: column(row, 3)?,
        commitment: Digest(bytes(row, 4, &place)?),
        hash: Digest(bytes(row, 5, &place)?),
    })
}

/// A campaign's manifest from its stored text, with a look at its format first.
pub(super) fn manifest(text: &str, campaign: &str) -> Result<Manifest, Fault> {
    let place = format!("campaign {campaign}, its manifest");
    let value: serde_json::Value =
        serde_json::from_str(text).map_err(|error| corrupt(&place, &error.to_string()))?;
    if let Some(found) = value["format"].as_i64().filter(|found| *found > FORMAT.into()) {
        return Err(Fault::TooNew { what: format!("campaign {campaign}"), found, known: FORMAT.into() });
    }
    serde_json::from_value(value).map_err(|error| corrupt(&place, &error.to_string()))
}

/// Bytes of a known length.
pub(super) fn bytes<const N: usize>(row: &SqliteRow, index: usize, place: &str) -> Result<[u8; N], Fault> {
    let stored: &[u8] = column(row, index)?;
    stored.try_into().map_err(|_| corrupt(place, &format!("{} bytes where {N} belong", stored.len())))
}

/// A fault at a place of the log.
pub(super) fn corrupt(place: &str, detail: &str) -> Fault {
    Fault::Corrupt { place: place.to_owned(), detail: detail.to_owned() }
}
