//! What went down to a table below, and what came of it, where its own file is at hand.

use ledger::Finding;
use serde_json::Value;

use super::auditor::{Auditor, Difference, Lower};
use crate::correct::entry::{Correcting, Course};
use crate::correct::replay::Replay;
use crate::entry::act::{Act, Kind};
use crate::levels::entry::{TableClosed, TableOpened};
use crate::levels::joints::{Run, Touch, joints, recorded, settled_at};
use crate::load::Rewound;
use crate::read::Read;

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

    /// Whether a table below throws by the terms that this one gives it. No version of any rules has a say in that, so whatever
    /// rules an entry names, other terms are a fault.
    pub(super) fn throws_alike(&self, read: &Read) -> Result<(), Difference> {
        let opened = read.bodies.iter().filter_map(|(_, body)| match &body.act {
            Act::TableOpened(TableOpened { below }) => Some(below),
            _ => None,
        });
        for opening in opened {
            let lower = self.below.get(opening.campaign.as_str());
            if lower.is_some_and(|lower| lower.terms != Some(self.host.terms_below())) {
                return Err(format!(
                    "the table {} has other terms of its dice than this one gives it",
                    opening.slot
                ));
            }
        }
        Ok(())
    }

    /// The table below that comes to be taken in, and what it handed up where its own file is at hand.
    fn taking_in(&self) -> Option<(&str, Option<&Value>)> {
        let levels = &self.host.memory.levels;
        let slot = levels.taking_in.as_ref()?;
        let lower = levels.below.get(slot).and_then(|known| self.below.get(known.campaign.as_str()));
        Some((slot, lower.and_then(|lower| lower.handed.as_ref())))
    }

    /// The table below whose result comes to be taken in and stands in no file at hand, so that nobody can tell here whether
    /// it is what that table gave.
    pub(super) fn takes_in_unseen(&self) -> Option<String> {
        self.taking_in()
            .filter(|(_, handed)| handed.is_none())
            .map(|(slot, _)| format!("what came of {slot}"))
    }

    /// What a table below began from, where the file of the table above is not at hand: nothing here fixes it.
    pub(super) fn began_unseen(&self, read: &Read) -> Option<String> {
        let begins = matches!(read.kind(), Kind::Began | Kind::LaidOut);
        let above = read.bodies.iter().find_map(|(_, body)| match &body.act {
            Act::Began(laid) | Act::LaidOut(laid) => laid.above(),
            _ => None,
        });
        above
            .filter(|_| begins && !self.has_above)
            .map(|above| format!("what went down from campaign {}", above.campaign))
    }

    /// Why a log cannot end where it does: a table below is closed and taken in by entries that are written together.
    pub(super) fn ends_between(&self) -> Option<Finding> {
        let slot = self.host.memory.levels.taking_in.as_ref()?;
        let place = format!("master {}", self.host.heads.master.number);
        Some(Finding::new(
            place,
            format!("closes the table {slot}, and the command that takes it in is not there"),
        ))
    }

    /// Whether the command that takes in a table below takes in what that handed up.
    pub(super) fn takes_in_what_came(&self, command: Option<&Value>) -> Result<(), Difference> {
        let Some((slot, Some(handed))) = self.taking_in() else { return Ok(()) };
        if self.host.game.takes_in(slot, handed).as_ref() == command {
            Ok(())
        } else {
            Err(takes_in_otherwise(slot))
        }
    }

    /// Whether the sides agreed to what the table below handed up: nothing was done there after they had said so.
    pub(super) fn closed_as_it_was(&self, TableClosed { closed }: &TableClosed) -> Result<(), Difference> {
        let words = self.host.memory.levels.words.get(&closed.slot);
        let Some(lower) = self.lower(&closed.slot).filter(|lower| lower.handed.is_some()) else {
            return Ok(());
        };
        let mut said = words.into_iter().flatten().filter(|_| !closed.broken_off);
        if said.all(|(_, word)| word.at == lower.acted) {
            Ok(())
        } else {
            Err(format!("the sides agreed to something else than the table {} handed up", closed.slot))
        }
    }

    /// The table below of a slot, where its file is at hand.
    fn lower(&self, slot: &str) -> Option<&Lower> {
        let known = self.host.memory.levels.below.get(slot)?;
        self.below.get(known.campaign.as_str())
    }

    /// Whether a correction may reach back to where it does: behind a table below only together with that table, and then it
    /// changes nothing but what is taken in. The entries at which the tables that it names are taken in.
    pub(super) fn may_reach(
        &self,
        past: &Rewound,
        request: &Correcting,
        course: &Course,
    ) -> Result<Vec<u64>, Difference> {
        let levels = &self.host.memory.levels;
        let settled = settled_at(levels, past);
        let settles = |entry: &u64| settled.values().any(|known| known == entry);
        let changed = course.steps.iter().map(|step| step.entry).chain(request.first(&past.stages)).min();
        let reaches = changed.is_some_and(|first| first <= levels.last);
        let may = match course.below.is_empty() {
            true => !reaches && !request.changes.keys().any(settles),
            false => request.changes.keys().all(settles),
        };
        if !may || levels.handed_up == Some(true) {
            return Err("it changes what a table below or above rests on".into());
        }
        let of = |slot: &String| {
            let entry = settled.get(slot).copied();
            entry.ok_or_else(|| format!("it names the table {slot}, of which nothing was taken in"))
        };
        course.below.keys().map(of).collect()
    }

    /// Whether a corrected course fits the tables above and below: what was taken in is what they hand up by now, and what
    /// was opened began as it does on the corrected course.
    pub(super) fn is_joined_right(
        &self,
        past: &Rewound,
        replay: &Replay<'_>,
        course: &Course,
        from: u64,
    ) -> Result<(), Difference> {
        let levels = &self.host.memory.levels;
        let hands_up = || replay.game.is_over() && replay.game.hands_up().is_some();
        if levels.is_handed_up() && !hands_up() {
            return Err("after it play is not over, and what came of this table went to the one above".into());
        }
        if course.below.is_empty() {
            return Ok(());
        }
        let unreadable = |fault: crate::fault::Fault| fault.to_string();
        let record = recorded(&past.stages);
        let was = Run { game: past.game.as_ref(), stages: &record };
        let now = Run { game: past.game.as_ref(), stages: &replay.stages };
        if let Some(refusal) = now.differs().map_err(unreadable)? {
            return Err(refusal.sentence);
        }
        for joint in joints(levels, past, from) {
            let (slot, entry) = (joint.slot.as_str(), joint.entry);
            if joint.touch == Touch::Opened {
                if levels.is_broken_off(slot) {
                    continue;
                }
                if now.opens(&joint).map_err(unreadable)? != was.opens(&joint).map_err(unreadable)? {
                    return Err(format!("the table {slot} did not begin from what went down to it"));
                }
                continue;
            }
            let Some(lower) = self.lower(slot) else { continue };
            let handed = match course.below.get(slot).or_else(|| self.named.get(slot)) {
                None => &lower.handed,
                Some(hash) => {
                    let named = lower.corrected.iter().find(|corrected| corrected.entry == *hash);
                    &named
                        .ok_or_else(|| format!("it names an entry that the table {slot} does not have"))?
                        .handed
                }
            };
            let Some(handed) = handed else { continue };
            let before = now.before(entry).map_err(unreadable)?;
            if before.takes_in(slot, handed).as_ref() != now.command(entry) {
                return Err(takes_in_otherwise(slot));
            }
        }
        Ok(())
    }
}

fn takes_in_otherwise(slot: &str) -> Difference {
    format!("it takes in something else than the table {slot} handed up")
}
