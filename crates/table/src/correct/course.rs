//! The course of a campaign as it stands in the log: which act was judged at which entry, earlier corrections laid over.

use std::collections::{BTreeMap, BTreeSet};

use kernel::Seat;
use ledger::{Entry, Lineage};

use super::entry::{Acted, Corrected, Correcting, Course, Judged};
use crate::commands::entry::Opened;
use crate::dice::Source;
use crate::entry::Body;
use crate::entry::act::{Act, Kind};
use crate::entry::lines::RollLine;
use crate::read::Read;
use crate::streams::is_for_absent;

/// What stands at one entry of the course.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Stage {
    pub entry: u64,
    pub acts: Vec<Acted>,
    /// The step of the engine's own that begins to wait here: until it is judged, the engine does nothing else.
    pub engine_waits: Option<Lineage>,
}

type Answers = BTreeMap<String, RollLine>;

impl Correcting {
    /// The first entry that is put right: of the acts named, and of those whose answers are given anew.
    pub(crate) fn first(&self, stages: &[Stage]) -> Option<u64> {
        let answered =
            |acted: &Acted| acted.judged.asked.iter().any(|asked| self.answers.contains_key(asked));
        let answering = stages.iter().filter(|stage| stage.acts.iter().any(answered));
        self.changes.keys().copied().chain(answering.map(|stage| stage.entry)).min()
    }
}

/// A command that waits for its answers.
struct Begun {
    by: Seat,
    source: Source,
    answers: Answers,
}

/// All entries at which something was judged, in order.
pub(crate) fn course(entries: &[(Entry, Read)], undone: &BTreeSet<u64>) -> Vec<Stage> {
    let mut stages: Vec<Stage> = Vec::new();
    let mut begun: BTreeMap<(Lineage, Seat), Begun> = BTreeMap::new();
    for (entry, read) in entries.iter().filter(|(entry, _)| !undone.contains(&entry.master)) {
        match read.kind() {
            Kind::Corrected => lay_over(&mut stages, read),
            Kind::Command => {
                if let Some(own) = own(read) {
                    let acted = acted(read, own, entry.lineage, own.head.by, None, lines(read));
                    stages.push(Stage { entry: entry.master, acts: vec![acted], engine_waits: None });
                }
            }
            Kind::Opened => {
                let Some(Body { head, act: Act::Opened(Opened { source, .. }) }) = own(read) else {
                    continue;
                };
                begun.insert(
                    (entry.lineage, head.seat),
                    Begun { by: head.by, source: *source, answers: lines(read) },
                );
                if head.seat == Seat::Clock {
                    stages.push(Stage {
                        entry: entry.master,
                        acts: Vec::new(),
                        engine_waits: Some(entry.lineage),
                    });
                }
            }
            Kind::Answered => {
                let answers = |(_, body): &(_, Body)| Some((body.act.answers()?, body.head.seat));
                let Some((lineage, seat)) = read.bodies.iter().find_map(answers) else { continue };
                let Some(own) = own(read) else {
                    if let Some(begun) = begun.get_mut(&(lineage, seat)) {
                        begun.answers.extend(lines(read));
                    }
                    continue;
                };
                let Some(Begun { by, source, mut answers }) = begun.remove(&(lineage, seat)) else {
                    continue;
                };
                let thrown = lines(read).values().any(|line| line.origin == "table");
                // Who types in a throw of another's takes the act over; who only chooses does not.
                let takes_over = own.head.by == Seat::Umpire && seat != own.head.by && thrown;
                let by = if takes_over { own.head.by } else { by };
                answers.extend(lines(read));
                let acted = acted(read, own, lineage, by, Some(source), answers);
                stages.push(Stage { entry: entry.master, acts: vec![acted], engine_waits: None });
            }
            _ => {}
        }
    }
    stages
}

/// The part that holds the command.
fn own(read: &Read) -> Option<&Body> {
    read.bodies.iter().map(|(_, body)| body).find(|body| body.act.command().is_some())
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
    let seat = own.head.seat;
    let judged = Judged {
        act: lineage,
        seat,
        // What the table gave for a side that had not come was judged as the side's own act.
        by: if is_for_absent(seat, by) { seat } else { by },
        command: own.act.command().cloned().unwrap_or_default(),
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
    let rolls = read.bodies.iter().flat_map(|(_, body)| body.act.rolls());
    rolls.map(|line| (line.question.clone(), line.clone())).collect()
}

/// What a correction does to the course as a whole.
pub(crate) fn courses(read: &Read) -> impl Iterator<Item = &Course> {
    read.bodies.iter().filter_map(|(_, body)| match &body.act {
        Act::Corrected(Corrected { course, .. }) => course.as_ref(),
        _ => None,
    })
}

fn lay_over(stages: &mut [Stage], read: &Read) {
    let fresh = lines(read);
    let ever: Answers =
        stages.iter().flat_map(|stage| &stage.acts).flat_map(|acted| acted.answers.clone()).collect();
    let mut pool: BTreeMap<(Lineage, Seat), Answers> = BTreeMap::new();
    for acted in stages.iter().flat_map(|stage| &stage.acts) {
        pool.entry((acted.judged.act, acted.judged.seat)).or_default().extend(acted.answers.clone());
    }
    for step in courses(read).flat_map(|course| &course.steps) {
        let Some(stage) = stages.iter_mut().find(|stage| stage.entry == step.entry) else { continue };
        let before = std::mem::take(&mut stage.acts);
        for judged in &step.acts {
            let known = before
                .iter()
                .find(|acted| (acted.judged.act, acted.judged.seat) == (judged.act, judged.seat));
            let mut answers = known.map(|acted| acted.answers.clone());
            let mut answers =
                answers.take().or_else(|| pool.get(&(judged.act, judged.seat)).cloned()).unwrap_or_default();
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
    // The latest of its name that still stands is meant, by the same seat: names come from forms, so that others may bear
    // the same.
    let mut named: BTreeMap<(Lineage, Seat), Vec<u64>> = BTreeMap::new();
    let mut changes = Changes::default();
    let begins = entries.first().map_or(0, |(entry, _)| entry.master);
    for (entry, read) in entries {
        for course in courses(read) {
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
                named.entry((entry.lineage, body.head.seat)).or_default().push(entry.master);
            }
            Kind::Undone => {
                if let Act::Undone(undone) = &body.act {
                    let taken_back = named.get_mut(&(undone.act, body.head.seat)).and_then(Vec::pop);
                    changes.undone.insert(taken_back.ok_or(entry.master)?);
                }
            }
            _ => {}
        }
    }
    Ok(changes)
}
