//! Files of tables above and below each other, judged again together: what went down is what the table below began from,
//! and what was taken in is what it handed up.

use std::collections::BTreeMap;

use kernel::Rulebook;
use ledger::{Bundle, Joined, Stream};
use serde_json::Value;

use super::auditor::Lower;
use super::{Audit, audit_above};

/// Judges files again that have been read and are sound, each with those of the tables below it.
pub fn audit_joined(joined: &Joined, rulebooks: &[&'static dyn Rulebook]) -> Vec<Audit> {
    let mut audits: Vec<Audit> = Vec::new();
    let mut below: BTreeMap<String, Lower> = BTreeMap::new();
    // From below: what comes up is known before it is taken in.
    for bundle in joined.files.iter().rev() {
        let own = std::mem::take(&mut below);
        let (own, others) = own.into_iter().partition(|(_, lower)| lower_is_of(bundle, lower));
        below = others;
        let audit = audit_above(bundle, rulebooks, own, has_above(joined, bundle));
        if let Some(lower) = Lower::of(bundle, &audit) {
            below.insert(bundle.manifest.campaign.to_string(), lower);
        }
        audits.push(audit);
    }
    audits.reverse();
    audits
}

/// Whether the file of the table above stands among them: where they are joined was found right.
fn has_above(joined: &Joined, bundle: &Bundle) -> bool {
    let above =
        begins(bundle).and_then(|begins| begins.pointer("/above/campaign")?.as_str().map(str::to_owned));
    above.is_some_and(|above| joined.files.iter().any(|file| file.manifest.campaign.as_str() == above))
}

/// The first thing that everyone reads in a file.
fn begins(bundle: &Bundle) -> Option<Value> {
    first(bundle, Stream::Public)
}

fn first(bundle: &Bundle, name: Stream) -> Option<Value> {
    let stream = bundle.streams.iter().find(|stream| stream.name == name)?;
    serde_json::from_str(stream.parts.first()?.body.as_deref()?).ok()
}

fn lower_is_of(bundle: &Bundle, lower: &Lower) -> bool {
    lower.above == bundle.manifest.campaign.as_str()
}

impl Lower {
    fn of(bundle: &Bundle, audit: &Audit) -> Option<Self> {
        let begins = begins(bundle)?;
        let above = begins.pointer("/above/campaign")?.as_str()?.to_owned();
        let laid = first(bundle, Stream::Umpire).filter(|body| body["kind"] == "laid-out");
        Some(Self {
            above,
            system: bundle.manifest.system.clone(),
            setup: bundle.setup.clone()?,
            terms: begins.get("terms").and_then(|terms| serde_json::from_value(terms.clone()).ok()),
            position: laid.and_then(|mut body| body.get_mut("position").map(Value::take)),
            handed: audit.handed.clone(),
            acted: audit.acted,
            corrected: audit.corrected.clone(),
        })
    }
}
