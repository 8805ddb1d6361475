//! Where the course of a table touches those below it: the entries by which they were opened, and the acts that take in what
//! came of them.

use std::collections::BTreeMap;

use kernel::{Below, Game, Refusal, Refusals, Seat};
use serde_json::Value;

use super::judged::unbalanced;
use super::memory::Joined;
use crate::correct::course::Stage;
use crate::correct::entry::Acted;
use crate::fault::Fault;
use crate::house;
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
            acts.iter().try_for_each(|acted| folded(game.as_mut(), *at, acted))?;
        }
        Ok(game)
    }

    /// Why a command on it that settles a table below does not add up against what went down there.
    pub fn differs(&self) -> Result<Option<Refusal>, Fault> {
        let mut game = self.game.copy();
        for (at, acts) in self.stages {
            for acted in acts {
                let given = Some(&acted.judged.command).filter(|_| !acted.judged.dropped);
                if let Some(refusal) = given.and_then(|command| unbalanced(game.as_ref(), command)) {
                    return Ok(Some(refusal));
                }
                folded(game.as_mut(), *at, acted)?;
            }
        }
        Ok(None)
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

fn folded(game: &mut dyn Game, entry: u64, acted: &Acted) -> Result<(), Fault> {
    let unreadable = |what: String| Fault::Unreadable { entry, what };
    let mut events = acted.judged.events.iter();
    events.try_for_each(|(_, event)| game.fold(event).map_err(|fault| unreadable(fault.to_string())))
}

/// The recorded course in the form of one that was judged anew.
pub(crate) fn recorded(stages: &[Stage]) -> Vec<(u64, Vec<Acted>)> {
    stages.iter().map(|stage| (stage.entry, stage.acts.clone())).collect()
}

/// Why tables that were opened at some places do not fit a course judged anew: they would not have been, or would have begun
/// otherwise.
pub(crate) fn begins_otherwise<'j>(
    past: &Rewound,
    places: impl Iterator<Item = &'j Joint>,
    stages: &[(u64, Vec<Acted>)],
) -> Result<Option<Refusals>, Fault> {
    let record = recorded(&past.stages);
    let was = Run { game: past.game.as_ref(), stages: &record };
    let now = Run { game: past.game.as_ref(), stages };
    for joint in places.filter(|joint| joint.touch == Touch::Opened) {
        match now.opens(joint)? {
            None => return Ok(Some(house::opening_would_go(&joint.slot).into())),
            below if below != was.opens(joint)? => {
                return Ok(Some(house::would_begin_otherwise(&joint.slot).into()));
            }
            _ => {}
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use kernel::Rulebook;
    use ledger::{Lineage, Stream};
    use serde_json::json;

    use super::*;
    use crate::correct::entry::Judged;
    use crate::dice::Source;

    fn act(command: Value, events: &[Value]) -> Acted {
        let events = events.iter().map(|event| (Stream::Public, event.clone())).collect();
        let (seat, source) = (Seat::Umpire, Source::Server);
        let (act, dropped, asked) = (Lineage([1; 16]), false, Vec::new());
        let judged = Judged { act, seat, by: seat, command, source, dropped, events, asked };
        Acted { judged, answers: BTreeMap::new() }
    }

    #[test]
    fn what_was_settled_by_hand_adds_up_on_a_course_that_is_judged_anew() {
        let game = rules_line::RULEBOOK.open("hills.toml", rules_line::HILLS).unwrap();
        let went = |side| json!({"event": "went", "side": side, "post": "ford", "coins": 2});
        let begun = [json!({"event": "begun", "post": "ford", "turn": 1}), went(0), went(1)];
        let fight = act(json!({"do": "fight", "post": "ford", "first": 2, "second": 2}), &begun);
        let home = |first| act(json!({"do": "take-in", "post": "ford", "first": first, "second": 0}), &[]);
        let differs = |first| {
            let stages = [(2, vec![fight.clone()]), (4, vec![home(first)])];
            Run { game: game.as_ref(), stages: &stages }.differs().unwrap().map(|refusal| refusal.code)
        };
        assert_eq!(differs(2), None);
        assert_eq!(differs(3), Some("sum"));
    }
}
