//! A file with all its hashes computed anew, as somebody can write it who owns the log.

use std::collections::BTreeMap;

use dice::{Digest, WordsSeed, words_set};
use serde_json::Value;

use super::Bundle;
use crate::{Stream, commitment, link_hash, master_hash, sha256};

impl Bundle {
    /// The same content with every number, commitment, link and head computed anew, and the manifest's digests of what
    /// is in the file. Nothing of it can be told from a file that was always so: what chains alone do not prove is
    /// found by judging the entries again.
    #[must_use]
    pub fn rechained(mut self) -> Self {
        if let Some(setup) = &self.setup {
            self.manifest.setup_digest = sha256(setup.as_bytes());
        }
        if let Some(secret) = &self.dice_secret {
            self.manifest.dice_commitment = secret.commitment();
        }
        self.linked()
    }

    /// The same content with the words of all sides signed anew and linked: what somebody writes who has these seeds. Words of
    /// other seeds stay as they are.
    #[must_use]
    pub fn signed_by(mut self, seeds: &[WordsSeed]) -> Self {
        let n_parts = self.streams.first().map_or(0, |public| public.parts.len());
        let (mut link, mut pledged) = (self.genesis, BTreeMap::new());
        for at in 0..n_parts {
            let part = &self.streams[0].parts[at];
            let Some(mut body) =
                part.body.as_deref().and_then(|text| serde_json::from_str::<Value>(text).ok())
            else {
                continue;
            };
            let text = |value: &Value| value.as_str().and_then(|text| text.parse::<Digest>().ok());
            let side = body["seat"].as_str().and_then(|seat| seat.strip_prefix("side-")?.parse::<u8>().ok());
            if let (Some(side), Some(digest)) = (side, text(&body["pledge"]["digest"])) {
                link = part.hash;
                pledged.insert(side, (format!("side-{side}"), digest));
            } else if body["kind"] == "renewed" {
                pledged.clear();
            } else if let Some(bytes) = text(&body["words"]["bytes"])
                && let Some(seed) = seeds.iter().find(|seed| seed.bytes() == bytes)
            {
                let stood = pledged.values().map(|(seat, digest): &(String, _)| (seat.as_str(), *digest));
                let signature = seed.sign(&words_set(&self.genesis, &link, stood));
                body["words"]["signature"] = Value::String(signature.to_string());
                self.streams[0].parts[at].body = Some(body.to_string());
                // What comes after it hangs on it.
                self = self.linked();
            }
        }
        self
    }

    /// The same content with every number, commitment, link and head computed anew; the manifest stays as it is.
    #[must_use]
    pub fn linked(mut self) -> Self {
        self.genesis = self.manifest.genesis();
        let mut links: BTreeMap<(Stream, u64), Digest> = BTreeMap::new();
        for stream in &mut self.streams {
            stream.head = self.genesis;
            for (part, number) in stream.parts.iter_mut().zip(1..) {
                part.number = number;
                if let (Some(nonce), Some(body)) = (&part.nonce, &part.body) {
                    part.commitment = commitment(&nonce.0, body);
                }
                part.hash = link_hash(stream.head, stream.name, number, part.commitment);
                stream.head = part.hash;
                links.insert((stream.name, number), part.hash);
            }
        }
        let mut head = self.genesis;
        for (link, number) in self.master.iter_mut().flatten().zip(1..) {
            link.number = number;
            let known =
                |name: &super::PartName| Some((name.stream, *links.get(&(name.stream, name.number))?));
            let parts: Vec<(Stream, Digest)> = link.parts.iter().filter_map(known).collect();
            link.hash = master_hash(head, number, link.lineage, link.branch, &parts);
            head = link.hash;
        }
        self.master_head = self.master_head.map(|_| head);
        self
    }
}
