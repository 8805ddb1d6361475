//! The shape of a campaign file: which fields there are and what form each has.

use dice::{Commitment, Contribution, Digest, Secret};
use serde_json::Value;

use super::read::{At, Reader};
use super::{Bundle, BundlePart, BundleStream, FORMAT_NAME, Kind, MasterLink, PartName, VERSION};
use crate::{FORMAT, Finding, Manifest, strict};

/// Reads a file's text, or tells all that is wrong with its shape.
pub(super) fn bundle(text: &str) -> Result<Bundle, Vec<Finding>> {
    of_value(&strict::parse(text).map_err(|fault| vec![Finding::new("file", fault)])?)
}

/// Reads a file that has been taken apart.
pub(super) fn of_value(value: &Value) -> Result<Bundle, Vec<Finding>> {
    let mut reader = Reader::default();
    let bundle = whole_file(&mut reader, value);
    match bundle {
        Some(bundle) if reader.findings.is_empty() => Ok(bundle),
        _ => Err(reader.findings),
    }
}

fn whole_file(r: &mut Reader, value: &Value) -> Option<Bundle> {
    let kind = head(r, value)?;
    let mut keys =
        vec!["format", "version", "kind", "says", "manifest", "genesis", "contributions", "streams"];
    keys.extend(kind.has_master().then_some(["setup", "master", "master_head"]).into_iter().flatten());
    keys.extend(kind.has_secret().then_some("dice_secret"));
    let file = r.object(&At { value, place: String::new() }, &keys)?;
    let says = r.text(file.at("says"));
    let manifest = file.at("manifest").and_then(|at| manifest(r, &at));
    let genesis = r.named(file.at("genesis"));
    let setup = kind.has_master().then(|| r.text(file.at("setup")));
    let contributions = each(r, file.at("contributions"), contribution);
    let streams = each(r, file.at("streams"), stream);
    let master = kind.has_master().then(|| each(r, file.at("master"), master_link));
    let master_head = kind.has_master().then(|| r.named(file.at("master_head")));
    let dice_secret = kind.has_secret().then(|| r.named::<Digest>(file.at("dice_secret")));
    Some(Bundle {
        format: FORMAT_NAME,
        version: VERSION,
        kind,
        says: says?,
        manifest: manifest?,
        genesis: genesis?,
        setup: required(setup)?,
        contributions: contributions?,
        streams: streams?,
        master: required(master)?,
        master_head: required(master_head)?,
        dice_secret: required(dice_secret)?.map(|digest| Secret::new(digest.0)),
    })
}

/// Format, version and kind decide what else is read; without them nothing is.
fn head(r: &mut Reader, value: &Value) -> Option<Kind> {
    let Value::Object(map) = value else {
        r.fault("file", "must be an object");
        return None;
    };
    let at = |key: &str| map.get(key).map(|value| At { value, place: key.to_owned() });
    if map.get("format").and_then(Value::as_str) != Some(FORMAT_NAME) {
        r.fault("format", format!("must be \"{FORMAT_NAME}\": this is no campaign file"));
        return None;
    }
    match map.get("version").and_then(Value::as_u64) {
        Some(version) if version == u64::from(VERSION) => {}
        Some(version) if version > u64::from(VERSION) => {
            r.fault("version", format!("is {version}, newer than {VERSION}; use a newer program"));
            return None;
        }
        _ => {
            r.fault("version", format!("must be {VERSION}"));
            return None;
        }
    }
    if at("kind").is_none() {
        r.fault("kind", "is missing");
    }
    r.named(at("kind"))
}

fn manifest(r: &mut Reader, at: &At<'_>) -> Option<Manifest> {
    let keys = [
        "campaign",
        "created_at",
        "dice_commitment",
        "format",
        "rules_version",
        "setup_digest",
        "sides",
        "system",
        "title",
    ];
    let fields = r.object(at, &keys)?;
    let campaign = r.named(fields.at("campaign"));
    let created_at = r.whole(fields.at("created_at"), u64::MAX);
    let dice_commitment = r.named(fields.at("dice_commitment"));
    let format = fields.at("format").and_then(|at| manifest_format(r, at));
    let rules_version = r.text(fields.at("rules_version"));
    let setup_digest = r.named(fields.at("setup_digest"));
    let sides = each(r, fields.at("sides"), |r, at| r.text(Some(at)));
    let system = r.text(fields.at("system"));
    let title = r.text(fields.at("title"));
    Some(Manifest {
        campaign: campaign?,
        created_at: created_at?,
        dice_commitment: Commitment(dice_commitment?),
        format: u32::try_from(format?).ok()?,
        rules_version: rules_version?,
        setup_digest: setup_digest?,
        sides: sides?,
        system: system?,
        title: title?,
    })
}

fn manifest_format(r: &mut Reader, at: At<'_>) -> Option<u64> {
    match at.value.as_u64() {
        Some(newer) if newer > FORMAT.into() => {
            r.fault(&at.place, format!("is {newer}, newer than {FORMAT}; use a newer program"));
            None
        }
        _ => r.whole(Some(at), FORMAT.into()),
    }
}

fn contribution(r: &mut Reader, at: At<'_>) -> Option<Contribution> {
    let fields = r.object(&at, &["seat", "text"])?;
    let (seat, text) = (r.text(fields.at("seat")), r.text(fields.at("text")));
    Some(Contribution { seat: seat?, text: text? })
}

fn stream(r: &mut Reader, at: At<'_>) -> Option<BundleStream> {
    let fields = r.object(&at, &["name", "head", "parts"])?;
    let name = r.named(fields.at("name"));
    let head = r.named(fields.at("head"));
    let parts = each(r, fields.at("parts"), part);
    Some(BundleStream { name: name?, head: head?, parts: parts? })
}

fn part(r: &mut Reader, at: At<'_>) -> Option<BundlePart> {
    let fields = r.object(&at, &["number", "nonce", "body", "commitment", "hash"])?;
    let number = r.whole(fields.at("number"), u64::MAX);
    let nonce = fields.at("nonce").and_then(At::present).map(|at| r.named(Some(at)));
    let body = fields.at("body").and_then(At::present).map(|at| r.text(Some(at)));
    let commitment = r.named(fields.at("commitment"));
    let hash = r.named(fields.at("hash"));
    Some(BundlePart {
        number: number?,
        nonce: required(nonce)?,
        body: required(body)?,
        commitment: commitment?,
        hash: hash?,
    })
}

fn master_link(r: &mut Reader, at: At<'_>) -> Option<MasterLink> {
    let fields = r.object(&at, &["number", "lineage", "branch", "parts", "hash"])?;
    let number = r.whole(fields.at("number"), u64::MAX);
    let lineage = r.named(fields.at("lineage"));
    let branch = r.whole(fields.at("branch"), u32::MAX.into());
    let parts = each(r, fields.at("parts"), part_name);
    let hash = r.named(fields.at("hash"));
    Some(MasterLink {
        number: number?,
        lineage: lineage?,
        branch: u32::try_from(branch?).ok()?,
        parts: parts?,
        hash: hash?,
    })
}

fn part_name(r: &mut Reader, at: At<'_>) -> Option<PartName> {
    let fields = r.object(&at, &["stream", "number"])?;
    let stream = r.named(fields.at("stream"));
    let number = r.whole(fields.at("number"), u64::MAX);
    Some(PartName { stream: stream?, number: number? })
}

/// Every element of a list, all of them read before one that failed fails the list.
fn each<'v, T>(
    r: &mut Reader,
    at: Option<At<'v>>,
    mut read: impl FnMut(&mut Reader, At<'v>) -> Option<T>,
) -> Option<Vec<T>> {
    let read: Vec<Option<T>> = r.list(at)?.into_iter().map(|element| read(r, element)).collect();
    read.into_iter().collect()
}

/// A field that need not be there, but must be right if it is.
fn required<T>(field: Option<Option<T>>) -> Option<Option<T>> {
    match field {
        Some(read) => read.map(Some),
        None => Some(None),
    }
}
