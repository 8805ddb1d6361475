//! From the log to a campaign file.

use std::collections::BTreeMap;

use dice::Contribution;

use super::{Bundle, BundlePart, BundleStream, FORMAT_NAME, Kind, MasterLink, PartName, VERSION};
use crate::{CampaignId, Digest, Entry, Fault, Heads, Part, Store, Stream};

/// Entries read at a time.
const PAGE: u32 = 500;

/// Who a file is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Export {
    /// Anybody: the public stream.
    Spectator,
    /// One side: the public stream and its own.
    Side(u8),
    /// The umpire, while the campaign runs.
    Umpire,
    /// Everybody, when the campaign is over.
    Final,
    /// Another data folder, where the campaign goes on.
    Move,
}

/// Writes a campaign, or a seat's share of it, into a file. Every chain is checked on the way.
///
/// `contributions` are those recorded in the public stream, in order.
///
/// # Errors
/// [`Fault::NotFound`] for an unknown campaign or side, or when the dice secret is wanted and not
/// here; [`Fault::BrokenChain`]; [`Fault::Disk`].
pub async fn export(
    store: &dyn Store,
    id: &CampaignId,
    what: Export,
    contributions: &[Contribution],
) -> Result<Bundle, Fault> {
    let campaign = store.campaign(id).await?;
    let (kind, side) = match what {
        Export::Spectator => (Kind::Seat, None),
        Export::Side(side) => (Kind::Seat, Some(Stream::Side(side))),
        Export::Umpire => (Kind::Umpire, None),
        Export::Final => (Kind::Final, None),
        Export::Move => (Kind::Move, None),
    };
    let mut names = campaign.manifest.streams();
    if let Some(side) = side.filter(|side| !names.contains(side)) {
        return Err(Fault::NotFound { what: format!("{side} in campaign {id}") });
    }
    if kind == Kind::Seat {
        names.retain(|name| *name == Stream::Public || Some(*name) == side);
    }
    let dice_secret = if kind.has_secret() {
        let secret = store.dice_secret(id).await?;
        Some(secret.ok_or_else(|| Fault::NotFound {
            what: format!(
                "dice secret of campaign {id} here: it was imported from an umpire file. Ask for an umpire file"
            ),
        })?)
    } else {
        None
    };

    let mut heads = Heads::start(campaign.genesis);
    let mut parts: BTreeMap<Stream, Vec<BundlePart>> = names.iter().map(|name| (*name, Vec::new())).collect();
    let mut master = Vec::new();
    loop {
        let page = store.entries_checked(id, &mut heads, PAGE).await?;
        if page.is_empty() {
            break;
        }
        for entry in page {
            if kind.has_master() {
                master.push(master_link(&entry));
            }
            for part in entry.parts {
                if let Some(stream) = parts.get_mut(&part.stream) {
                    stream.push(bundle_part(part));
                }
            }
        }
    }
    let stream = |(name, parts)| BundleStream { name, head: heads.stream(name).hash, parts };
    Ok(Bundle {
        format: FORMAT_NAME,
        version: VERSION,
        kind,
        says: kind.says(side),
        manifest: campaign.manifest,
        genesis: campaign.genesis,
        setup: kind.has_master().then_some(campaign.setup),
        contributions: contributions.to_vec(),
        streams: parts.into_iter().map(stream).collect(),
        master: kind.has_master().then_some(master),
        master_head: kind.has_master().then_some(heads.master.hash),
        dice_secret,
    })
}

fn master_link(entry: &Entry) -> MasterLink {
    let name = |part: &Part| PartName { stream: part.stream, number: part.number };
    MasterLink {
        number: entry.master,
        lineage: entry.lineage,
        branch: entry.branch,
        parts: entry.parts.iter().map(name).collect(),
        hash: entry.hash,
    }
}

fn bundle_part(part: Part) -> BundlePart {
    BundlePart {
        number: part.number,
        nonce: Some(Digest(part.nonce)),
        body: Some(part.body),
        commitment: part.commitment,
        hash: part.hash,
    }
}
