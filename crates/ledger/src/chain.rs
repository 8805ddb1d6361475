//! How entries are numbered and hashed, in one place for writing and for checking.

use std::collections::BTreeMap;

use dice::{Digest, Encoding};
use serde::{Deserialize, Serialize};

use crate::{CampaignId, Entry, Fault, Lineage, NewEntry, Nonces, Part, Stream};

/// The last link of one chain; number 0 and the genesis hash when the chain is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    /// The number of the last link.
    pub number: u64,
    /// Its hash.
    pub hash: Digest,
}

/// Where all chains of a campaign stand. Comparing heads compares whole histories.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heads {
    /// What every chain begins from.
    pub genesis: Digest,
    /// The master chain.
    pub master: Head,
    /// The streams that have at least one part.
    pub streams: BTreeMap<Stream, Head>,
}

/// `SHA-256(text("adjutant-part-v1") bytes(nonce) text(body))`.
pub fn commitment(nonce: &[u8; 32], body: &str) -> Digest {
    Encoding::new("adjutant-part-v1").bytes(nonce).text(body).sha256()
}

/// `SHA-256(text("adjutant-link-v1") bytes(previous) text(stream) number(number) bytes(commitment))`.
pub fn link_hash(previous: Digest, stream: Stream, number: u64, commitment: Digest) -> Digest {
    Encoding::new("adjutant-link-v1")
        .bytes(&previous.0)
        .text(&stream.to_string())
        .number(number)
        .bytes(&commitment.0)
        .sha256()
}

/// `SHA-256(text("adjutant-master-v1") bytes(previous) number(number) bytes(lineage) number(branch)
/// number(how many parts)` and for each part in stream order `text(stream) bytes(hash))`.
pub fn master_hash(
    previous: Digest,
    number: u64,
    lineage: Lineage,
    branch: u32,
    parts: &[(Stream, Digest)],
) -> Digest {
    let head = Encoding::new("adjutant-master-v1")
        .bytes(&previous.0)
        .number(number)
        .bytes(&lineage.0)
        .number(branch.into())
        .number(parts.len() as u64);
    parts.iter().fold(head, |built, (stream, hash)| built.text(&stream.to_string()).bytes(&hash.0)).sha256()
}

impl Heads {
    /// An empty campaign.
    pub fn start(genesis: Digest) -> Self {
        Self { genesis, master: Head { number: 0, hash: genesis }, streams: BTreeMap::new() }
    }

    /// Where one stream stands.
    pub fn stream(&self, stream: Stream) -> Head {
        self.streams.get(&stream).copied().unwrap_or(Head { number: 0, hash: self.genesis })
    }

    /// Chains a new entry to these heads and moves them on. They stay as they are on a fault.
    ///
    /// `n_sides` is the number of sides in the manifest.
    ///
    /// # Errors
    /// [`Fault::Conflict`] when the entry was judged for another number or after another entry, [`Fault::BadEntry`] when it
    /// has no part, two parts for one stream or a part for a side that does not exist,
    /// [`Fault::NoRandomness`] when there is no nonce.
    pub fn chain(
        &mut self,
        campaign: &CampaignId,
        n_sides: usize,
        new: &NewEntry,
        nonces: &dyn Nonces,
    ) -> Result<Entry, Fault> {
        let next = self.master.number + 1;
        if new.expected != next || new.after.is_some_and(|after| after != self.master.hash) {
            return Err(Fault::Conflict { campaign: campaign.clone(), expected: new.expected, next });
        }
        let bad = |reason: String| Fault::BadEntry { campaign: campaign.clone(), reason };
        if new.parts.is_empty() {
            return Err(bad("it has no part in any stream".to_owned()));
        }
        let mut sorted: Vec<_> = new.parts.iter().collect();
        sorted.sort_by_key(|part| part.stream);
        let mut parts = Vec::with_capacity(sorted.len());
        for (n, part) in sorted.iter().enumerate() {
            let stream = part.stream;
            if n > 0 && sorted[n - 1].stream == stream {
                return Err(bad(format!("it has two parts for stream {stream}")));
            }
            if matches!(stream, Stream::Side(side) if usize::from(side) >= n_sides) {
                return Err(bad(format!("the campaign has {n_sides} sides and no stream {stream}")));
            }
            let head = self.stream(stream);
            let nonce = nonces.nonce()?;
            let commitment = commitment(&nonce, &part.body);
            let number = head.number + 1;
            let hash = link_hash(head.hash, stream, number, commitment);
            parts.push(Part { stream, number, nonce, body: part.body.clone(), commitment, hash });
        }
        let links: Vec<_> = parts.iter().map(|part| (part.stream, part.hash)).collect();
        let hash = master_hash(self.master.hash, next, new.lineage, new.branch, &links);
        let entry = Entry { master: next, lineage: new.lineage, branch: new.branch, hash, parts };
        self.move_to(&entry);
        Ok(entry)
    }

    /// Checks that a stored entry is the next of these heads, by computing every hash again, and
    /// moves them on.
    ///
    /// # Errors
    /// [`Fault::BrokenChain`] with the place. The heads are of no use after that.
    pub fn follow(&mut self, campaign: &CampaignId, entry: &Entry) -> Result<(), Fault> {
        let broken = |chain: String, number: u64| {
            Err(Fault::BrokenChain { campaign: campaign.clone(), chain, number })
        };
        let ascending = entry.parts.is_sorted_by(|a, b| a.stream < b.stream);
        if entry.master != self.master.number + 1 || entry.parts.is_empty() || !ascending {
            return broken("master".to_owned(), entry.master);
        }
        for part in &entry.parts {
            let head = self.stream(part.stream);
            let right = part.number == head.number + 1
                && part.commitment == commitment(&part.nonce, &part.body)
                && part.hash == link_hash(head.hash, part.stream, part.number, part.commitment);
            if !right {
                return broken(part.stream.to_string(), part.number);
            }
        }
        let links: Vec<_> = entry.parts.iter().map(|part| (part.stream, part.hash)).collect();
        if entry.hash != master_hash(self.master.hash, entry.master, entry.lineage, entry.branch, &links) {
            return broken("master".to_owned(), entry.master);
        }
        self.move_to(entry);
        Ok(())
    }

    fn move_to(&mut self, entry: &Entry) {
        self.master = Head { number: entry.master, hash: entry.hash };
        for part in &entry.parts {
            self.streams.insert(part.stream, Head { number: part.number, hash: part.hash });
        }
    }
}
