//! Files of tables above and below each other, judged again together: what went down is what the table below began from,
//! and what was taken in is what it handed up.

use std::collections::BTreeMap;

use kernel::Rulebook;
use ledger::{Bundle, Joined, Stream};
use serde_json::Value;

use super::auditor::{Auditor, Difference, Lower};
use super::{Audit, audit_above};
use crate::levels::entry::TableOpened;

/// Judges files again that have been read and are sound, each with those of the tables below it.
pub fn audit_joined(joined: &Joined, rulebooks: &[&'static dyn Rulebook]) -> Vec<Audit> {
    let mut audits: Vec<Audit> = Vec::new();
    let mut below: BTreeMap<String, Lower> = BTreeMap::new();
    // From below: what comes up is known before it is taken in.
    for bundle in joined.files.iter().rev() {
        let own = std::mem::take(&mut below);
        let (own, others) = own.into_iter().partition(|(_, lower)| lower_is_of(bundle, lower));
        below = others;
        let audit = audit_above(bundle, rulebooks, own);
        if let Some(lower) = Lower::of(bundle, &audit) {
            below.insert(bundle.manifest.campaign.to_string(), lower);
        }
        audits.push(audit);
    }
    audits.reverse();
    audits
}

fn lower_is_of(bundle: &Bundle, lower: &Lower) -> bool {
    lower.above == bundle.manifest.campaign.as_str()
}

impl Lower {
    fn of(bundle: &Bundle, audit: &Audit) -> Option<Self> {
        let first = |name: Stream| {
            let stream = bundle.streams.iter().find(|stream| stream.name == name)?;
            serde_json::from_str::<Value>(stream.parts.first()?.body.as_deref()?).ok()
        };
        let above = first(Stream::Public)?.pointer("/above/campaign")?.as_str()?.to_owned();
        let laid = first(Stream::Umpire).filter(|body| body["kind"] == "laid-out");
        Some(Self {
            above,
            system: bundle.manifest.system.clone(),
            setup: bundle.setup.clone()?,
            position: laid.and_then(|mut body| body.get_mut("position").map(Value::take)),
            handed: audit.handed.clone(),
        })
    }
}

impl Auditor {
    /// Whether a table below began from what went down to it.
    pub(super) fn went_down(&self, TableOpened { below: opening }: &TableOpened) -> Result<(), Difference> {
        let Some(lower) = self.below.get(opening.campaign.as_str()) else { return Ok(()) };
        let levels = self.host.game.levels();
        let Some(below) = levels.at(&opening.slot) else { return Ok(()) };
        // A line of chance stands at the end of every set-up.
        let rest = lower.setup.strip_prefix(below.setup.as_str());
        let salted =
            rest.is_some_and(|rest| rest.trim_start().starts_with("# ") && rest.trim().lines().count() == 1);
        if lower.system == below.system && salted && lower.position == below.position {
            Ok(())
        } else {
            Err(format!("the table {} did not begin from what went down to it", opening.slot))
        }
    }

    /// Whether the command that takes in a table below takes in what that handed up.
    pub(super) fn takes_in_what_came(&self, command: Option<&Value>) -> Result<(), Difference> {
        let levels = &self.host.memory.levels;
        let Some(slot) = &levels.taking_in else { return Ok(()) };
        let known = levels.below.get(slot).and_then(|known| self.below.get(known.campaign.as_str()));
        let Some(handed) = known.and_then(|lower| lower.handed.as_ref()) else { return Ok(()) };
        if self.host.game.takes_in(slot, handed).as_ref() == command {
            Ok(())
        } else {
            Err(format!("it takes in something else than the table {slot} handed up"))
        }
    }
}
