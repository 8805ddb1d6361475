//! Writing entries inside a transaction that somebody else begins and commits.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry as Slot;

use super::engine::{Connection, Engine, Value};
use super::rows::{self, corrupt, failed, stored};
use super::sealing::{self, Place};
use super::statements as sql;
use super::{READ, WRITE, exists, unknown};
use crate::{CampaignId, Entry, Fault, Head, Heads, Key, NewCampaign, NewEntry, Nonces, Part, Stream};

/// Where campaigns stand, read when first asked for.
#[derive(Default)]
pub(super) struct Tips(BTreeMap<CampaignId, Tip>);

struct Tip {
    heads: Heads,
    n_sides: usize,
}

/// Campaigns whose tips are remembered at most.
const MOST_TIPS: usize = 4096;

impl Tips {
    /// Forgets where a campaign stands.
    pub fn forget(&mut self, campaign: &CampaignId) {
        self.0.remove(campaign);
    }

    /// What may be remembered for the next transaction, once this one is committed.
    pub fn kept(self) -> Self {
        if self.0.len() > MOST_TIPS { Self::default() } else { self }
    }
}

/// Chains one entry to where its campaign stands. The outer fault spoils the transaction, the inner one only this entry.
pub(super) async fn chain<E: Engine>(
    connection: &mut Connection<E>,
    tips: &mut Tips,
    campaign: &CampaignId,
    new: &NewEntry,
    nonces: &dyn Nonces,
) -> Result<Result<Entry, Fault>, Fault> {
    let streams = new.parts.iter().map(|part| part.stream);
    let Some(tip) = tip::<E>(connection, tips, campaign, streams).await? else {
        return Ok(Err(unknown(campaign)));
    };
    Ok(tip.heads.chain(campaign, tip.n_sides, new, nonces))
}

/// Chains and writes one entry, as [`chain`] does.
pub(super) async fn append<E: Engine>(
    connection: &mut Connection<E>,
    tips: &mut Tips,
    campaign: &CampaignId,
    new: &NewEntry,
    nonces: &dyn Nonces,
    key: Option<&Key>,
) -> Result<Result<Entry, Fault>, Fault> {
    let entry = match chain::<E>(connection, tips, campaign, new, nonces).await? {
        Ok(entry) => entry,
        Err(fault) => return Ok(Err(fault)),
    };
    if insert::<E>(connection, campaign, &entry, key).await? {
        return Ok(Ok(entry));
    }
    // Another program took the number since the tip was read.
    tips.forget(campaign);
    let next = master_head::<E>(connection, campaign).await?.map_or(1, |head| head.number + 1);
    Ok(Err(Fault::Conflict { campaign: campaign.clone(), expected: new.expected, next }))
}

/// Writes an entry that is chained already, if it is the next of its campaign. Any fault spoils the transaction.
pub(super) async fn append_chained<E: Engine>(
    connection: &mut Connection<E>,
    tips: &mut Tips,
    campaign: &CampaignId,
    entry: &Entry,
    key: Option<&Key>,
) -> Result<(), Fault> {
    let streams = entry.parts.iter().map(|part| part.stream);
    let tip = tip::<E>(connection, tips, campaign, streams).await?.ok_or_else(|| unknown(campaign))?;
    let next = tip.heads.master.number + 1;
    let conflict = |next| Fault::Conflict { campaign: campaign.clone(), expected: entry.master, next };
    if entry.master != next {
        return Err(conflict(next));
    }
    if let Err(fault) = tip.heads.follow(campaign, entry) {
        // Another program may have written between the last entry and the last parts that were read.
        tips.forget(campaign);
        let now = master_head::<E>(connection, campaign).await?.map_or(1, |head| head.number + 1);
        return Err(if now == next { fault } else { conflict(now) });
    }
    if insert::<E>(connection, campaign, entry, key).await? { Ok(()) } else { Err(conflict(next + 1)) }
}

/// Writes a campaign that is not here yet, with its first entries.
pub(super) async fn begin<E: Engine>(
    connection: &mut Connection<E>,
    new: &NewCampaign,
    entries: &[Entry],
    key: Option<&Key>,
) -> Result<(), Fault> {
    let id = &new.manifest.campaign;
    let here = || Fault::AlreadyExists { campaign: id.clone() };
    if exists::<E>(connection, id).await? {
        return Err(here());
    }
    let manifest = new.manifest.canonical();
    let secret = new.secret.as_ref().map(|secret| secret.reveal().as_slice());
    let setup_sealed = sealing::seal(key, id, Place::Setup, new.setup.as_bytes())?;
    let secret_sealed = match secret {
        Some(secret) => sealing::seal(key, id, Place::DiceSecret, secret)?,
        None => None,
    };
    let values = [
        Value::Text(id.as_str()),
        Value::Text(&manifest),
        Value::Number(stored(new.manifest.sides.len() as u64)),
        Value::Body(if key.is_some() { "" } else { &new.setup }),
        Value::MaybeBytes(secret.filter(|_| key.is_none())),
        Value::MaybeBytes(setup_sealed.as_deref()),
        Value::MaybeBytes(secret_sealed.as_deref()),
    ];
    let n_written = E::execute(connection, sql::INSERT_CAMPAIGN, &values).await;
    if n_written.map_err(failed::<E>(WRITE))? == 0 {
        return Err(here());
    }
    for entry in entries {
        if !insert::<E>(connection, id, entry, key).await? {
            return Err(here());
        }
    }
    if !entries.is_empty() {
        E::tell(connection, id).await.map_err(failed::<E>(WRITE))?;
    }
    Ok(())
}

/// Writes a chained entry and its parts. Says whether its number was free; if not, nothing is written.
pub(super) async fn insert<E: Engine>(
    connection: &mut Connection<E>,
    campaign: &CampaignId,
    entry: &Entry,
    key: Option<&Key>,
) -> Result<bool, Fault> {
    insert_all::<E>(connection, &[(campaign, entry)], key).await
}

/// Writes chained entries and their parts, as many rows in one statement as there are: each statement is a way to the thread
/// of the database and back. Says whether all numbers were free; if not, the transaction has to be given up.
pub(super) async fn insert_all<E: Engine>(
    connection: &mut Connection<E>,
    entries: &[(&CampaignId, &Entry)],
    key: Option<&Key>,
) -> Result<bool, Fault> {
    let values = entries.iter().map(|(campaign, entry)| {
        [
            Value::Text(campaign.as_str()),
            Value::Number(stored(entry.master)),
            Value::Bytes(&entry.lineage.0),
            Value::Number(entry.branch.into()),
            Value::Bytes(&entry.hash.0),
        ]
    });
    let values: Vec<_> = values.collect();
    let n_written = insert_rows::<E, 5>(connection, &sql::INSERT_ENTRIES, &values).await?;
    if n_written < entries.len() as u64 {
        return Ok(false);
    }
    let mut parts = Vec::new();
    for (campaign, entry) in entries {
        for part in &entry.parts {
            let sealed = sealed(key, campaign, part, entry.master)?;
            parts.push((campaign, entry, part, part.stream.to_string(), sealed));
        }
    }
    let values = parts.iter().map(|(campaign, entry, part, stream, sealed)| {
        let (nonce, body) = match sealed {
            None => (part.nonce.as_slice(), part.body.as_str()),
            Some(_) => (&[][..], ""),
        };
        [
            Value::Text(campaign.as_str()),
            Value::Text(stream),
            Value::Number(stored(part.number)),
            Value::Number(stored(entry.master)),
            Value::Bytes(nonce),
            Value::Body(body),
            Value::Bytes(&part.commitment.0),
            Value::Bytes(&part.hash.0),
            Value::MaybeBytes(sealed.as_deref()),
        ]
    });
    let values: Vec<_> = values.collect();
    insert_rows::<E, 9>(connection, &sql::INSERT_PARTS, &values).await?;
    Ok(true)
}

/// Writes rows by the widest statement that they fill. Counts those that were written.
async fn insert_rows<E: Engine, const N: usize>(
    connection: &mut Connection<E>,
    statements: &'static sql::Inserts,
    mut rows: &[[Value<'_>; N]],
) -> Result<u64, Fault> {
    let mut n_written = 0;
    while !rows.is_empty() {
        let (n_rows, statement) = statements.widest(rows.len());
        let (now, later) = rows.split_at(n_rows);
        n_written +=
            E::execute(connection, statement, now.as_flattened()).await.map_err(failed::<E>(WRITE))?;
        rows = later;
    }
    Ok(n_written)
}

/// Nonce and body of a part, encrypted; nothing where there is no key or everybody may read it.
pub(super) fn sealed(
    key: Option<&Key>,
    campaign: &CampaignId,
    part: &Part,
    master: u64,
) -> Result<Option<Vec<u8>>, Fault> {
    if key.is_none() || part.stream == Stream::Public {
        return Ok(None);
    }
    let place = Place::Part { stream: part.stream, number: part.number, master };
    sealing::seal(key, campaign, place, &sealing::joined(&part.nonce, &part.body))
}

/// Where a campaign stands, in these streams at least; nothing for one that is not here.
async fn tip<'t, E: Engine>(
    connection: &mut Connection<E>,
    tips: &'t mut Tips,
    campaign: &CampaignId,
    streams: impl Iterator<Item = Stream>,
) -> Result<Option<&'t mut Tip>, Fault> {
    let tip = match tips.0.entry(campaign.clone()) {
        Slot::Occupied(known) => known.into_mut(),
        Slot::Vacant(vacant) => match read_tip::<E>(connection, campaign).await? {
            Some(tip) => vacant.insert(tip),
            None => return Ok(None),
        },
    };
    for stream in streams {
        if !tip.heads.streams.contains_key(&stream)
            && let Some(head) = stream_head::<E>(connection, campaign, stream).await?
        {
            tip.heads.streams.insert(stream, head);
        }
    }
    Ok(Some(tip))
}

/// Genesis and master head of a campaign with its number of sides, streams still to be read.
async fn read_tip<E: Engine>(
    connection: &mut Connection<E>,
    campaign: &CampaignId,
) -> Result<Option<Tip>, Fault> {
    let row = E::one(connection, sql::CAMPAIGN_START, &[Value::Text(campaign.as_str())])
        .await
        .map_err(failed::<E>(WRITE))?;
    let Some(row) = row else { return Ok(None) };
    let place = format!("campaign {campaign}");
    let n_sides = usize::try_from(rows::number::<E>(&row, 1, &place)?)
        .map_err(|_| corrupt(&place, "it has too many sides"))?;
    let mut heads = Heads::start(crate::sha256(rows::text::<E>(&row, 0)?.as_bytes()));
    if let Some(master) = master_head::<E>(connection, campaign).await? {
        heads.master = master;
    }
    Ok(Some(Tip { heads, n_sides }))
}

/// The last entry of a campaign, if it has any.
pub(super) async fn master_head<E: Engine>(
    connection: &mut Connection<E>,
    campaign: &CampaignId,
) -> Result<Option<Head>, Fault> {
    let row = E::one(connection, sql::MASTER_HEAD, &[Value::Text(campaign.as_str())])
        .await
        .map_err(failed::<E>(READ))?;
    row.map(|row| rows::head::<E>(&row, &format!("campaign {campaign}, the last entry"))).transpose()
}

/// The last part of a stream, if it has any.
pub(super) async fn stream_head<E: Engine>(
    connection: &mut Connection<E>,
    campaign: &CampaignId,
    stream: Stream,
) -> Result<Option<Head>, Fault> {
    let name = stream.to_string();
    let row = E::one(connection, sql::STREAM_HEAD, &[Value::Text(campaign.as_str()), Value::Text(&name)])
        .await
        .map_err(failed::<E>(READ))?;
    row.map(|row| rows::head::<E>(&row, &format!("campaign {campaign}, the last part of {stream}")))
        .transpose()
}
