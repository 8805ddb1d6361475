//! A correction judged again: the course anew from the first entry that it changes, with the rolls it brought.

use ledger::{Entry, Stream};

use super::auditor::{Auditor, Difference};
use crate::correct::course::{Stage, courses};
use crate::correct::entry::{Acted, Change, Correcting, Course};
use crate::correct::replay::{Ground, Replay};
use crate::correct::write::{Differences, name_below};
use crate::dice::Source;
use crate::entry::Body;
use crate::entry::lines::RollLine;
use crate::load::{Rewound, Tail};
use crate::read::Read;
use crate::text::is_reason;

impl Auditor {
    /// The parts that the correction would be written with.
    pub(super) fn corrected(&self, entry: &Entry, read: &Read) -> Result<Vec<(Stream, Body)>, Difference> {
        self.is_not_over()?;
        let unreadable = |fault: crate::fault::Fault| format!("the course before it cannot be read: {fault}");
        let Some(first) = read.first() else { return Err("it has no part".into()) };
        let reason =
            first.head.reason.clone().filter(|reason| is_reason(reason)).ok_or("it has no reason")?;
        let course = courses(read).next().ok_or("it does not say what stands in the place of what")?;
        let lines: Vec<RollLine> =
            read.bodies.iter().flat_map(|(_, body)| body.act.rolls().to_vec()).collect();

        let log = Tail(self.past.0.iter().map(|(entry, read)| (entry.clone(), read.clone())).collect());
        let mut past = Rewound::of(log, self.campaign.clone(), &self.host).map_err(unreadable)?;
        let request = request(&past.stages, course, &lines);
        let settled = self.may_reach(&past, &request, course)?;
        let named = course.steps.iter().map(|step| step.entry).chain(course.by_version.iter().copied());
        let named = named.chain(request.first(&past.stages)).chain(settled);
        let from = named.min().ok_or("it changes nothing")?;
        past.wind_to(&self.host, from).map_err(unreadable)?;
        let nothing = Correcting::default();
        let by_version = {
            let record = self.judged_anew(&past, &nothing, &[])?;
            Differences::between(&self.host, &past.stages, &record)
                .stages
                .iter()
                .map(|stage| stage.entry)
                .collect()
        };
        let replay = self.judged_anew(&past, &request, &lines)?;
        if let Some(halted) = &replay.stop {
            let refusals = halted.refusals();
            let why = refusals.all().last().map_or("", |refusal| &refusal.sentence);
            return Err(format!("the course that it makes cannot be: {why}"));
        }
        if self.has_dice(entry) {
            self.typed_anew(&past, &replay)?;
        }
        self.is_joined_right(&past, &replay, course, from)?;
        let differences = Differences::between(&self.host, &past.stages, &replay);
        let mut parts = differences.parts(&self.host, &past, &replay, by_version, &reason, first.head.at);
        name_below(&mut parts, &course.below);
        Ok(parts)
    }

    /// A throw that the correction asks for anew is typed in only where all have agreed to that, and only for an act that
    /// had been thrown at a table. What had been typed before may be typed again.
    fn typed_anew(&self, past: &Rewound, replay: &Replay<'_>) -> Result<(), Difference> {
        let acts = || replay.stages.iter().flat_map(|(_, acts)| acts);
        for line in replay.lines.iter().filter(|line| line.origin == "table") {
            let again = past.answers.get(&line.question).is_some_and(|known| known.origin == "table");
            let asked = |acted: &&Acted| acted.judged.asked.contains(&line.question);
            let at_table = acts().find(asked).is_some_and(|acted| acted.judged.source == Source::Table);
            if !(again || at_table && self.typing_agreed()) {
                return Err(format!(
                    "a throw of {} is typed in, and the campaign's dice answer it",
                    line.record.asked.rule
                ));
            }
        }
        Ok(())
    }

    fn judged_anew<'a>(
        &'a self,
        past: &'a Rewound,
        request: &'a Correcting,
        logged: &'a [RollLine],
    ) -> Result<Replay<'a>, Difference> {
        let ground = Ground {
            campaign: self.host.id.as_str(),
            key: None,
            keyed: false,
            may_type: true,
            request,
            answers: &past.answers,
            name: self.host.memory.parts.get("public").copied().unwrap_or(0) + 1,
            chance: None,
            logged: Some(logged),
        };
        let replay = Replay::run(ground, past.game.copy(), self.host.memory.rolls.clone(), &past.stages);
        replay.map_err(|fault| fault.to_string())
    }
}

/// What the umpire must have asked for, read from what came of it.
fn request(stages: &[Stage], course: &Course, lines: &[RollLine]) -> Correcting {
    let mut request = Correcting::default();
    for step in &course.steps {
        let before =
            stages.iter().find(|stage| stage.entry == step.entry).and_then(|stage| stage.acts.first());
        let (Some(before), Some(now)) = (before.map(|acted| &acted.judged), step.acts.first()) else {
            continue;
        };
        if before.act != now.act || now.seat == kernel::Seat::Clock {
            continue;
        }
        let change = match (before.dropped, now.dropped) {
            (false, true) => Change::Remove,
            (_, false) if before.dropped || before.command != now.command => {
                Change::Replace(now.command.clone())
            }
            _ => continue,
        };
        request.changes.insert(step.entry, change);
    }
    let by_hand = lines.iter().filter(|line| line.origin != "server");
    request.answers = by_hand.map(|line| (line.question.clone(), line.faces.clone())).collect();
    request
}
