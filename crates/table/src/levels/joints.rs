//! Where the course of a table touches those below it: the entries by which they were opened, and the acts that take in what
//! came of them.

use std::collections::BTreeMap;

use kernel::{Below, Game, Seat};
use serde_json::Value;

use super::memory::Joined;
use crate::correct::course::Stage;
use crate::correct::entry::Acted;
use crate::fault::Fault;
use crate::load::Rewound;

/// One such place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Joint {
    /// The entry in the master order.
    pub entry: u64,
    /// What the rules call the table below.
    pub slot: String,
    pub touch: Touch,
}

/// How a course touches a table below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Touch {
    Opened,
    /// The act there takes in what came of it.
    TakenIn,
}

/// The entries at which what came of tables below is taken in, by slot. A command that still waits stands at none.
pub(crate) fn settled_at(levels: &Joined, past: &Rewound) -> BTreeMap<String, u64> {
    let at = |ended: u64| {
        // The command comes next, and may have waited for its answers.
        let (begun, _) = past.log.0.iter().find(|(entry, _)| entry.master == ended + 1)?;
        let is_it = |acted: &Acted| {
            let judged = &acted.judged;
            judged.act == begun.lineage && judged.seat == Seat::Umpire && !judged.dropped
        };
        let mut later = past.stages.iter().filter(|stage| stage.entry > ended);
        later.find(|stage| stage.acts.first().is_some_and(is_it)).map(|stage| stage.entry)
    };
    levels.taken_in().filter_map(|(slot, known)| Some((slot.clone(), at(known.ended)?))).collect()
}

/// All places from an entry on, in order.
pub(crate) fn joints(levels: &Joined, past: &Rewound, from: u64) -> Vec<Joint> {
    let opened = levels.below.iter().map(|(slot, known)| (known.entry, slot.clone(), Touch::Opened));
    let taken_in = settled_at(levels, past).into_iter().map(|(slot, entry)| (entry, slot, Touch::TakenIn));
    let all = opened.chain(taken_in).map(|(entry, slot, touch)| Joint { entry, slot, touch });
    let mut all: Vec<Joint> = all.filter(|joint| joint.entry >= from).collect();
    all.sort_by_key(|joint| joint.entry);
    all
}

/// A course from a state on, as it was recorded or as it was judged anew.
#[derive(Clone, Copy)]
pub(crate) struct Run<'a> {
    pub game: &'a dyn Game,
    pub stages: &'a [(u64, Vec<Acted>)],
}

impl Run<'_> {
    /// The state before an entry.
    pub fn before(&self, entry: u64) -> Result<Box<dyn Game>, Fault> {
        let mut game = self.game.copy();
        for (at, acts) in self.stages.iter().filter(|(at, _)| *at < entry) {
            for (_, event) in acts.iter().flat_map(|acted| &acted.judged.events) {
                game.fold(event)
                    .map_err(|fault| Fault::Unreadable { entry: *at, what: fault.to_string() })?;
            }
        }
        Ok(game)
    }

    /// The table below that the rules have before an entry.
    pub fn opens(&self, joint: &Joint) -> Result<Option<Below>, Fault> {
        Ok(self.before(joint.entry)?.levels().at(&joint.slot).cloned())
    }

    /// The command that a seat gives at an entry.
    pub fn command(&self, entry: u64) -> Option<&Value> {
        let (_, acts) = self.stages.iter().find(|(at, _)| *at == entry)?;
        acts.first().filter(|acted| !acted.judged.dropped).map(|acted| &acted.judged.command)
    }
}

/// The recorded course in the form of one that was judged anew.
pub(crate) fn recorded(stages: &[Stage]) -> Vec<(u64, Vec<Acted>)> {
    stages.iter().map(|stage| (stage.entry, stage.acts.clone())).collect()
}
