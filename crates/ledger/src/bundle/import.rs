//! From a campaign file to the log.

use std::collections::BTreeMap;

use super::{Bundle, BundlePart, Kind, MasterLink};
use crate::{CampaignId, Entry, Fault, Finding, NewCampaign, Part, Store, Stream, verify_bundle};

/// Writes the campaign of a `move` or `umpire` file into a store, whole or not at all.
///
/// From an `umpire` file the campaign comes without its dice secret.
///
/// # Errors
/// [`Fault::BadBundle`] for another kind, a withheld body or any fault that verification finds;
/// [`Fault::AlreadyExists`]; [`Fault::Disk`].
pub async fn import(store: &dyn Store, bundle: &Bundle) -> Result<CampaignId, Fault> {
    let (campaign, entries) = importable(bundle)?;
    store.import_campaign(&campaign, &entries).await?;
    Ok(campaign.manifest.campaign)
}

/// What an import of the file would write. No store is needed to find out that it cannot be.
///
/// # Errors
/// [`Fault::BadBundle`], as for [`import`].
pub fn importable(bundle: &Bundle) -> Result<(NewCampaign, Vec<Entry>), Fault> {
    if !matches!(bundle.kind, Kind::Umpire | Kind::Move) {
        let sentence = format!("is {}; only move and umpire files can be imported", bundle.kind);
        return Err(Fault::BadBundle { faults: vec![Finding::new("kind", sentence)] });
    }
    let report = verify_bundle(bundle, None);
    if !report.faults.is_empty() {
        return Err(Fault::BadBundle { faults: report.faults });
    }
    let no_setup = || Fault::BadBundle { faults: vec![Finding::new("setup", "is missing")] };
    let setup = bundle.setup.clone().ok_or_else(no_setup)?;
    let entries = entries(bundle).map_err(|fault| Fault::BadBundle { faults: vec![fault] })?;
    let campaign =
        NewCampaign { manifest: bundle.manifest.clone(), setup, secret: bundle.dice_secret.clone() };
    Ok((campaign, entries))
}

/// The entries of a file that has a master chain, in order.
///
/// # Errors
/// The first part that is not here, or whose body is withheld.
pub fn entries(bundle: &Bundle) -> Result<Vec<Entry>, Finding> {
    let mut parts: BTreeMap<(Stream, u64), &BundlePart> = BTreeMap::new();
    for stream in &bundle.streams {
        parts.extend(stream.parts.iter().map(|part| ((stream.name, part.number), part)));
    }
    bundle.master.iter().flatten().map(|link| entry(&parts, link)).collect()
}

fn entry(parts: &BTreeMap<(Stream, u64), &BundlePart>, link: &MasterLink) -> Result<Entry, Finding> {
    let found = link.parts.iter().map(|name| {
        let place = format!("{} {}", name.stream, name.number);
        let part = parts
            .get(&(name.stream, name.number))
            .ok_or_else(|| Finding::new(&place, "is not in this file"))?;
        let (Some(nonce), Some(body)) = (part.nonce, part.body.clone()) else {
            return Err(Finding::new(
                &place,
                "its body is withheld, so the campaign cannot go on from this file",
            ));
        };
        Ok(Part {
            stream: name.stream,
            number: name.number,
            nonce: nonce.0,
            body,
            commitment: part.commitment,
            hash: part.hash,
        })
    });
    Ok(Entry {
        master: link.number,
        lineage: link.lineage,
        branch: link.branch,
        hash: link.hash,
        parts: found.collect::<Result<_, _>>()?,
    })
}
