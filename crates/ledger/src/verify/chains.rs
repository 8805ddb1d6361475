//! Genesis, links, heads and the master chain.

use std::collections::BTreeMap;

use crate::bundle::{Bundle, BundlePart, BundleStream, Kind, MasterLink};
use crate::{Digest, Finding, Stream, commitment, link_hash, master_hash, sha256};

/// Everything about the chains that does not follow. Each link is computed from the hash that stands
/// before it in the file, so one wrong value is told where it is and not at every later link.
pub(super) fn check(bundle: &Bundle) -> Vec<Finding> {
    let mut faults = Vec::new();
    check_head_matter(bundle, &mut faults);
    for stream in &bundle.streams {
        check_stream(bundle, stream, &mut faults);
    }
    if let (Some(master), Some(head)) = (&bundle.master, bundle.master_head) {
        check_master(bundle, master, head, &mut faults);
    }
    faults
}

fn check_head_matter(bundle: &Bundle, faults: &mut Vec<Finding>) {
    if bundle.says != bundle.kind.says(bundle.side()) {
        faults.push(Finding::new("says", "is not the sentence of this kind of file"));
    }
    if bundle.manifest.format == 0 {
        faults.push(Finding::new("manifest.format", "must be 1"));
    }
    if bundle.genesis != bundle.manifest.genesis() {
        faults.push(Finding::new("genesis", "does not follow from the manifest"));
    }
    if bundle.setup.as_ref().is_some_and(|setup| bundle.manifest.setup_digest != sha256(setup.as_bytes())) {
        faults.push(Finding::new("setup", "is not the text whose digest stands in the manifest"));
    }
    if let Some(secret) = &bundle.dice_secret
        && secret.commitment() != bundle.manifest.dice_commitment
    {
        faults.push(Finding::new("dice_secret", "is not the one committed in the manifest"));
    }
    let all = bundle.manifest.streams();
    let here: Vec<Stream> = bundle.streams.iter().map(|stream| stream.name).collect();
    if bundle.kind == Kind::Seat {
        let allowed = match here.as_slice() {
            [Stream::Public] => true,
            [Stream::Public, side @ Stream::Side(_)] => all.contains(side),
            _ => false,
        };
        if !allowed {
            faults.push(Finding::new("streams", "must be public, or public and one side of the manifest"));
        }
    } else if here != all {
        let names: Vec<String> = all.iter().map(Stream::to_string).collect();
        faults.push(Finding::new("streams", format!("must be {}", names.join(", "))));
    }
}

fn check_stream(bundle: &Bundle, stream: &BundleStream, faults: &mut Vec<Finding>) {
    let mut previous = bundle.genesis;
    for (part, position) in stream.parts.iter().zip(1_u64..) {
        let place = format!("{} {position}", stream.name);
        if part.number != position {
            let sentence = format!("has number {}, and {position} comes next", part.number);
            faults.push(Finding::new(&place, sentence));
        }
        check_body(bundle, part, &place, faults);
        if part.hash != link_hash(previous, stream.name, part.number, part.commitment) {
            faults.push(Finding::new(&place, "its hash does not follow from the link before it"));
        }
        previous = part.hash;
    }
    if stream.head != previous {
        faults.push(Finding::new(stream.name.to_string(), "its head is not the hash of its last part"));
    }
}

fn check_body(bundle: &Bundle, part: &BundlePart, place: &str, faults: &mut Vec<Finding>) {
    match (&part.nonce, &part.body) {
        (Some(nonce), Some(body)) => {
            if part.commitment != commitment(&nonce.0, body) {
                faults.push(Finding::new(place, "its body is not the one committed"));
            }
        }
        (None, None) => {
            if bundle.kind.has_secret() {
                let sentence = format!("its body is withheld, and a {} file shows every body", bundle.kind);
                faults.push(Finding::new(place, sentence));
            }
        }
        _ => faults.push(Finding::new(place, "body and nonce must be withheld together")),
    }
}

fn check_master(bundle: &Bundle, master: &[MasterLink], head: Digest, faults: &mut Vec<Finding>) {
    let streams: BTreeMap<Stream, &[BundlePart]> =
        bundle.streams.iter().map(|stream| (stream.name, stream.parts.as_slice())).collect();
    // How many parts of each stream the entries so far have named.
    let mut named: BTreeMap<Stream, u64> = BTreeMap::new();
    let mut previous = bundle.genesis;
    for (link, position) in master.iter().zip(1_u64..) {
        let place = format!("master {position}");
        if link.number != position {
            let sentence = format!("has number {}, and {position} comes next", link.number);
            faults.push(Finding::new(&place, sentence));
        }
        if link.parts.is_empty() {
            faults.push(Finding::new(&place, "has no part"));
        }
        if !link.parts.is_sorted_by(|a, b| a.stream < b.stream) {
            faults.push(Finding::new(&place, "its parts are not in stream order"));
        }
        let mut links = Vec::with_capacity(link.parts.len());
        for name in &link.parts {
            let (stream, number) = (name.stream, name.number);
            let next = named.get(&stream).map_or(1, |last| last.saturating_add(1));
            named.insert(stream, number);
            if number != next {
                let sentence = format!("names {stream} {number}, and {stream} {next} comes next");
                faults.push(Finding::new(&place, sentence));
            }
            match part_at(&streams, stream, number) {
                Some(part) => links.push((stream, part.hash)),
                None => {
                    faults.push(Finding::new(&place, format!("names {stream} {number}, which is not here")));
                }
            }
        }
        // A missing part has been told; the hash could not be right without it.
        let complete = links.len() == link.parts.len();
        if complete && link.hash != master_hash(previous, link.number, link.lineage, link.branch, &links) {
            faults.push(Finding::new(&place, "its hash does not follow from the link before it"));
        }
        previous = link.hash;
    }
    if head != previous {
        faults.push(Finding::new("master_head", "is not the hash of the last entry"));
    }
    for stream in &bundle.streams {
        let n_named = named.get(&stream.name).copied().unwrap_or(0);
        if n_named < stream.parts.len() as u64 {
            let sentence = format!("no entry names its parts after {n_named}");
            faults.push(Finding::new(stream.name.to_string(), sentence));
        }
    }
}

/// The part at the `number`-th place of a stream.
fn part_at<'b>(
    streams: &BTreeMap<Stream, &'b [BundlePart]>,
    stream: Stream,
    number: u64,
) -> Option<&'b BundlePart> {
    let index = usize::try_from(number.checked_sub(1)?).ok()?;
    streams.get(&stream)?.get(index)
}
