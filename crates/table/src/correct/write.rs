//! What a correction changes, stream by stream, and the parts of its entry.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{Game, Question, Seat, Verdict};
use ledger::Stream;
use serde_json::Value;

use super::course::Stage;
use super::entry::{Acted, Corrected, Correction, Course, Instead, Step};
use super::replay::Replay;
use crate::commands::memory::Waiting;
use crate::dice::LiveDice;
use crate::entry::act::Act;
use crate::entry::lines::{Published, RollLine};
use crate::entry::{Body, Head};
use crate::host::Host;
use crate::load::Rewound;
use crate::streams::{own_stream, stream_of};

/// One entry whose acts come out otherwise.
pub(crate) struct Difference {
    pub entry: u64,
    pub was: Vec<Acted>,
    pub now: Vec<Acted>,
}

/// What a course judged anew changes.
pub(crate) struct Differences {
    pub stages: Vec<Difference>,
    /// Rolls that nobody asks for any more.
    pub void: Vec<RollLine>,
    /// Rolls that were void and count again.
    revived: Vec<RollLine>,
    /// Commands that wait no more, for their question is another one now.
    closed: Vec<Waiting>,
}

impl Differences {
    /// Compares a course with the record, as far as it was judged.
    pub fn between(host: &Host, stages: &[Stage], replay: &Replay<'_>) -> Self {
        let anew: BTreeMap<u64, &Vec<Acted>> =
            replay.stages.iter().map(|(entry, acts)| (*entry, acts)).collect();
        let pairs = stages.iter().filter_map(|stage| Some((stage, *anew.get(&stage.entry)?)));
        // Where judging stopped before the act itself, nothing can be said of it.
        let stopped = replay.stop.is_some() && replay.stages.last().is_some_and(|(_, acts)| acts.is_empty());
        let whole = replay.stages.len() - usize::from(stopped);
        let differing: Vec<Difference> = pairs
            .take(whole)
            .filter(|(stage, now)| stage.acts != **now)
            .map(|(stage, now)| Difference { entry: stage.entry, was: stage.acts.clone(), now: now.clone() })
            .collect();
        let asked = |pick: fn(&Difference) -> &Vec<Acted>| -> BTreeMap<String, RollLine> {
            let acts = differing.iter().flat_map(pick);
            acts.flat_map(|acted| {
                let line = |asked: &String| Some((asked.clone(), acted.answers.get(asked)?.clone()));
                acted.judged.asked.iter().filter_map(line)
            })
            .collect()
        };
        let (before, after) = (asked(|stage| &stage.was), asked(|stage| &stage.now));
        let only =
            |these: &BTreeMap<String, RollLine>, those: &BTreeMap<String, RollLine>| -> Vec<RollLine> {
                let only = these.iter().filter(|(question, _)| !those.contains_key(*question));
                only.map(|(_, line)| line.clone()).collect()
            };
        let mut revived = only(&after, &before);
        revived.retain(|line| host.memory.corrections.void.contains(&line.question));
        let closed = match replay.stop {
            Some(_) => Vec::new(),
            None => {
                let waiting = host.memory.commands.waiting.iter();
                waiting.filter(|waiting| !waits_still(replay.game.as_ref(), waiting)).cloned().collect()
            }
        };
        Self { void: only(&before, &after), revived, closed, stages: differing }
    }

    /// The streams that hear of it.
    pub fn streams(&self) -> BTreeSet<Stream> {
        let acts = self.stages.iter().flat_map(|stage| {
            let streams: BTreeSet<Stream> = stage.was.iter().chain(&stage.now).flat_map(streams_of).collect();
            streams.into_iter().filter(|stream| known(&stage.was, *stream) != known(&stage.now, *stream))
        });
        acts.chain(self.closed.iter().map(|waiting| own_stream(waiting.seat))).collect()
    }

    /// The parts of the entry.
    pub fn parts(
        &self,
        host: &Host,
        past: &Rewound,
        replay: &Replay<'_>,
        by_version: Vec<u64>,
        reason: &str,
        at: i64,
    ) -> Vec<(Stream, Body)> {
        let mut streams = self.streams();
        streams.insert(Stream::Umpire);
        streams.extend(replay.lines.iter().map(|line| stream_of(line.record.asked.audience)));
        let head = Head::new(at, Seat::Umpire, Seat::Umpire, &host.rules).because(Some(reason.to_owned()));
        let part = |stream: Stream| {
            let here = |line: &&RollLine| stream_of(line.record.asked.audience) == stream;
            let mut correction = self.correction(past, stream);
            let names =
                |lines: &[RollLine]| lines.iter().filter(here).map(|line| line.question.clone()).collect();
            correction.void = names(&self.void);
            correction.revived = names(&self.revived);
            let mut published = Published::default();
            for event in correction.instead.iter().flat_map(|instead| &instead.events) {
                published.note(host.game.seals(event));
            }
            let step = |stage: &Difference| Step {
                entry: stage.entry,
                acts: stage.now.iter().map(|acted| acted.judged.clone()).collect(),
            };
            let course = (stream == Stream::Umpire).then(|| Course {
                steps: self.stages.iter().map(step).collect(),
                closed: self.closed.iter().map(|waiting| waiting.entry).collect(),
                by_version: by_version.clone(),
                below: BTreeMap::new(),
            });
            let rolls = replay.lines.iter().filter(here).cloned().collect();
            (stream, head.clone().says(Act::Corrected(Corrected { rolls, published, correction, course })))
        };
        streams.into_iter().map(part).collect()
    }

    /// What changes in one stream.
    fn correction(&self, past: &Rewound, stream: Stream) -> Correction {
        let mut correction = Correction::default();
        let number = |entry: u64| past.numbers.get(&entry).and_then(|parts| parts.get(&stream)).copied();
        for stage in &self.stages {
            if known(&stage.was, stream) == known(&stage.now, stream) {
                continue;
            }
            let mut place = number(stage.entry);
            correction.replaced.extend(place);
            for acted in stage.now.iter().filter(|acted| streams_of(acted).contains(&stream)) {
                let events = acted.judged.events.iter().filter(|(known, _)| *known == stream);
                correction.instead.push(Instead {
                    number: place.take(),
                    seat: acted.judged.seat,
                    by: acted.judged.by,
                    command: (own_stream(acted.judged.seat) == stream).then(|| acted.judged.command.clone()),
                    events: events.map(|(_, event)| event.clone()).collect(),
                });
            }
        }
        let closed = self.closed.iter().filter(|waiting| own_stream(waiting.seat) == stream);
        correction.replaced.extend(closed.filter_map(|waiting| number(waiting.entry)));
        correction.replaced.sort_unstable();
        correction
    }
}

/// Has the parts of a correction name the entries of tables below that are written with it.
pub(crate) fn name_below(parts: &mut [(Stream, Body)], below: &BTreeMap<String, ledger::Digest>) {
    for (_, body) in parts {
        if let Act::Corrected(Corrected { course: Some(course), .. }) = &mut body.act {
            course.below.clone_from(below);
        }
    }
}

/// The streams that know anything of an act.
fn streams_of(acted: &Acted) -> BTreeSet<Stream> {
    if acted.judged.dropped {
        return BTreeSet::new();
    }
    let lines = acted.judged.asked.iter().filter_map(|asked| acted.answers.get(asked));
    let rolled = lines.map(|line| stream_of(line.record.asked.audience));
    let told = acted.judged.events.iter().map(|(stream, _)| *stream);
    rolled.chain(told).chain([own_stream(acted.judged.seat)]).collect()
}

/// Command, events, and rolls with their faces.
type Known<'a> = (Option<&'a Value>, Vec<&'a Value>, Vec<(&'a str, &'a [u16])>);

/// All that a stream knows of acts: commands, events, and rolls with their faces.
fn known(acts: &[Acted], stream: Stream) -> Vec<Known<'_>> {
    let hears = |acted: &&Acted| streams_of(acted).contains(&stream);
    acts.iter()
        .filter(hears)
        .map(|acted| {
            let own = own_stream(acted.judged.seat) == stream;
            let events =
                acted.judged.events.iter().filter(|(known, _)| *known == stream).map(|(_, event)| event);
            let lines = acted.judged.asked.iter().filter_map(|asked| acted.answers.get(asked));
            let here = lines.filter(|line| stream_of(line.record.asked.audience) == stream);
            let rolls = here.map(|line| (line.question.as_str(), line.faces.as_slice()));
            (own.then_some(&acted.judged.command), events.collect(), rolls.collect())
        })
        .collect()
}

/// Whether a command waits for the very question it came to before.
fn waits_still(game: &dyn Game, waiting: &Waiting) -> bool {
    let acting = kernel::Acting { seat: waiting.seat, by: waiting.by };
    let mut dice = LiveDice::new(None, waiting.act.to_string(), waiting.source, BTreeMap::new())
        .given(waiting.given.clone());
    match game.copy().judge(acting, &waiting.command, &mut dice) {
        Verdict::Awaiting(question) => is_same(&question, &waiting.question),
        _ => false,
    }
}

/// Whether two questions are one. Logs of earlier builds tell no occasion.
pub(crate) fn is_same(one: &Question, other: &Question) -> bool {
    let named = |question: &Question| {
        (question.rule.clone(), question.subject, question.die, question.choices.clone())
    };
    if one.occasion.is_empty() || other.occasion.is_empty() {
        named(one) == named(other)
    } else {
        one == other
    }
}
