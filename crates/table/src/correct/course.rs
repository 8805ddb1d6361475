//! The course of a campaign as it stands in the log: which act was judged at which entry, earlier corrections laid over.

use std::collections::{BTreeMap, BTreeSet};

use kernel::Seat;
use ledger::{Entry, Lineage};

use super::written::{Acted, Judged};
use crate::body::{Body, Kind, RollLine};
use crate::dice::Source;
use crate::read::Read;

/// What stands at one entry of the course.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Stage {
    pub entry: u64,
    pub acts: Vec<Acted>,
    /// The step of the engine's own that begins to wait here: until it is judged, the engine does nothing else.
    pub engine_waits: Option<Lineage>,
}

type Answers = BTreeMap<String, RollLine>;

/// A command that waits for its answers.
struct Begun {
    body: Body,
    answers: Answers,
}

/// All entries at which something was judged, in order.
pub(crate) fn course(entries: &[(Entry, Read)], undone: &BTreeSet<u64>) -> Vec<Stage> {
    let mut stages: Vec<Stage> = Vec::new();
    let mut begun: BTreeMap<String, Begun> = BTreeMap::new();
    for (entry, read) in entries.iter().filter(|(entry, _)| !undone.contains(&entry.master)) {
        let own = read.bodies.iter().map(|(_, body)| body).find(|body| body.command.is_some());
        match (read.kind(), own) {
            (Kind::Command, Some(own)) => {
                let acted = acted(read, own, entry.lineage, own.by, own.source, lines(read));
                stages.push(Stage { entry: entry.master, acts: vec![acted], engine_waits: None });
            }
            (Kind::Opened, Some(own)) => {
                begun.insert(entry.lineage.to_string(), Begun { body: own.clone(), answers: lines(read) });
                if own.seat == Seat::Clock {
                    stages.push(Stage {
                        entry: entry.master,
                        acts: Vec::new(),
                        engine_waits: Some(entry.lineage),
                    });
                }
            }
            (Kind::Answered, own) => {
                let act = read.bodies.iter().find_map(|(_, body)| body.act.clone()).unwrap_or_default();
                let Some(own) = own else {
                    if let Some(begun) = begun.get_mut(&act) {
                        begun.answers.extend(lines(read));
                    }
                    continue;
                };
                let (Some(Begun { body, mut answers }), Ok(lineage)) = (begun.remove(&act), act.parse())
                else {
                    continue;
                };
                let thrown = lines(read).values().any(|line| line.origin == "table");
                // Who types in a throw of another's takes the act over; who only chooses does not.
                let by = if own.by == Seat::Umpire && thrown { own.by } else { body.by };
                answers.extend(lines(read));
                let acted = acted(read, own, lineage, by, body.source, answers);
                stages.push(Stage { entry: entry.master, acts: vec![acted], engine_waits: None });
            }
            (Kind::Corrected, _) => lay_over(&mut stages, read),
            _ => {}
        }
    }
    stages
}

fn acted(
    read: &Read,
    own: &Body,
    lineage: Lineage,
    by: Seat,
    source: Option<Source>,
    answers: Answers,
) -> Acted {
    let asked = answers.keys().cloned().collect();
    let judged = Judged {
        act: lineage,
        seat: own.seat,
        // What the table gave for a side that had not come was judged as the side's own act.
        by: if by == Seat::Clock { own.seat } else { by },
        command: own.command.clone().unwrap_or_default(),
        source: source.unwrap_or(if answers.values().any(|line| line.origin == "table") {
            Source::Table
        } else {
            Source::Server
        }),
        dropped: false,
        events: read.told(),
        asked,
    };
    Acted { judged, answers }
}

/// The answers that an entry writes down, by question.
pub(crate) fn lines(read: &Read) -> Answers {
    let rolls = read.bodies.iter().flat_map(|(_, body)| &body.rolls);
    rolls.map(|line| (line.question.clone(), line.clone())).collect()
}

fn lay_over(stages: &mut [Stage], read: &Read) {
    let fresh = lines(read);
    let ever: Answers =
        stages.iter().flat_map(|stage| &stage.acts).flat_map(|acted| acted.answers.clone()).collect();
    let mut pool: BTreeMap<Lineage, Answers> = BTreeMap::new();
    for acted in stages.iter().flat_map(|stage| &stage.acts) {
        pool.entry(acted.judged.act).or_default().extend(acted.answers.clone());
    }
    for step in read.bodies.iter().flat_map(|(_, body)| &body.course).flat_map(|course| &course.steps) {
        let Some(stage) = stages.iter_mut().find(|stage| stage.entry == step.entry) else { continue };
        let before = std::mem::take(&mut stage.acts);
        for judged in &step.acts {
            let known = before.iter().find(|acted| acted.judged.act == judged.act);
            let mut answers = known.map(|acted| acted.answers.clone());
            let mut answers = answers.take().or_else(|| pool.get(&judged.act).cloned()).unwrap_or_default();
            let new = judged
                .asked
                .iter()
                .filter_map(|question| Some((question.clone(), fresh.get(question)?.clone())));
            answers.extend(new);
            // What another act had asked before stands under that act.
            for question in &judged.asked {
                if let Some(line) = ever.get(question).filter(|_| !answers.contains_key(question)) {
                    answers.insert(question.clone(), line.clone());
                }
            }
            stage.acts.push(Acted { judged: judged.clone(), answers });
        }
    }
}

/// What is folded at which entry, and what is not folded at all.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    /// Entries taken back.
    pub undone: BTreeSet<u64>,
    /// What corrections put in the place of entries.
    pub instead: BTreeMap<u64, Vec<Judged>>,
}

/// What the entries say of each other.
///
/// # Errors
/// The first entry that changes one from before them, so that folding them is not enough.
pub(crate) fn changes(entries: &[(Entry, Read)]) -> Result<Changes, u64> {
    // The latest of its name is meant, by the same seat: names come from forms, so that others may bear the same.
    let mut latest: BTreeMap<(Lineage, Seat), u64> = BTreeMap::new();
    let mut changes = Changes::default();
    let begins = entries.first().map_or(0, |(entry, _)| entry.master);
    for (entry, read) in entries {
        for course in read.bodies.iter().filter_map(|(_, body)| body.course.as_ref()) {
            if course.steps.iter().any(|step| step.entry < begins) {
                return Err(entry.master);
            }
            changes.undone.extend(&course.closed);
            for step in &course.steps {
                changes.instead.insert(step.entry, step.acts.clone());
            }
        }
        let Some(body) = read.first() else { continue };
        match read.kind() {
            Kind::Command | Kind::Opened => {
                latest.insert((entry.lineage, body.seat), entry.master);
            }
            Kind::Undone => {
                let act = body.act.as_ref().and_then(|act| act.parse().ok());
                let taken_back = act.and_then(|act| latest.get(&(act, body.seat)));
                changes.undone.insert(*taken_back.ok_or(entry.master)?);
            }
            _ => {}
        }
    }
    Ok(changes)
}
