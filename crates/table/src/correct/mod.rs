//! Corrections: an earlier act is put right, and all that came after it is judged anew.
//!
//! A correction is one appended entry that begins a branch. It names the entries whose acts changed and says what
//! stands in their place; opening a campaign folds that instead and judges nothing. Answers of chance and of the umpire
//! stay with their question: a question that is asked as before keeps its answer, a new one is asked, and an answer
//! nobody asks for any more stays in the log, marked void.

mod answers;
pub(crate) mod consent;
pub(crate) mod course;
pub mod entry;
pub(crate) mod memory;
pub(crate) mod refusals;
pub(crate) mod replay;
pub(crate) mod words;
pub(crate) mod write;

use kernel::view::{Text, View};
use kernel::{Audience, Refusals, Seat};
use serde_json::Value;

use crate::acted::acted;
use crate::answer::{Answer, Cursor, Token};
use crate::asked::Asked;
use crate::desk::Desk;
use crate::entry::lines::RollLine;
use crate::fault::Fault;
use crate::host::Host;
use crate::house;
use crate::load::{Rewound, rewound};
use crate::streams::audience_of;
use crate::text::{is_reason, one_line};
use entry::{Acted, Correcting};
use replay::{Ground, Halted, Replay};
use write::Differences;

/// One act that came out otherwise, before and after.
#[derive(Clone, Debug, PartialEq)]
pub struct Changed {
    /// The entry in the master order.
    pub entry: u64,
    /// Whose act it is.
    pub seat: Seat,
    /// What stands in the log, with who may know it.
    pub was: Vec<(Audience, Text)>,
    /// What would stand there.
    pub now: Vec<(Audience, Text)>,
}

/// What a correction would change.
#[derive(Clone, Debug)]
pub struct Preview {
    /// The acts that come out otherwise, in order, as far as is known.
    pub changed: Vec<Changed>,
    /// Entries that the present version of the rules alone judges otherwise.
    pub by_version: Vec<u64>,
    /// Where the course stops.
    pub halted: Option<Halted>,
    /// Rolls that nobody would ask for any more.
    pub void: Vec<RollLine>,
    /// The seats for which anything changes, or may change once dice have fallen.
    pub affected: Vec<Seat>,
}

impl Preview {
    /// What changes when the course becomes `replay`; `record` is the course as it stands, judged by the rules of today.
    pub(crate) fn of(host: &Host, past: &Rewound, replay: &Replay<'_>, record: &Replay<'_>) -> Self {
        let differences = Differences::between(host, &past.stages, replay);
        let record = Differences::between(host, &past.stages, record);
        let halted = replay.stop.clone();
        let words = |acts: &[Acted]| -> Vec<(Audience, Text)> {
            let events = acts.iter().flat_map(|acted| &acted.judged.events);
            let told = events
                .filter_map(|(stream, event)| Some((audience_of(*stream), host.game.narrate(event).ok()?)));
            told.filter(|(_, text)| !text.is_empty()).collect()
        };
        let changed = differences.stages.iter().map(|stage| Changed {
            entry: stage.entry,
            seat: stage.was.first().or(stage.now.first()).map_or(Seat::Clock, |acted| acted.judged.seat),
            was: words(&stage.was),
            now: words(&stage.now),
        });
        let n_sides = u8::try_from(host.sides.len()).unwrap_or(u8::MAX);
        let mut seats: Vec<Seat> = (0..n_sides).map(Seat::Side).chain([Seat::Spectator]).collect();
        let streams = differences.streams();
        // Once dice have fallen anything may come of it for any side.
        let throws = matches!(halted, Some(Halted::Throw { .. }));
        let hears = |seat: &Seat| {
            let told = streams.iter().any(|stream| seat.sees(audience_of(*stream)));
            told || (throws && matches!(seat, Seat::Side(_)))
        };
        seats.retain(hears);
        Self {
            changed: changed.collect(),
            by_version: record.stages.iter().map(|stage| stage.entry).collect(),
            halted,
            void: differences.void.clone(),
            affected: seats,
        }
    }
}

/// An act of the past as its correction begins from it.
#[derive(Clone, Debug)]
pub struct ActThen {
    /// Whose act it is.
    pub seat: Seat,
    /// The command, as it stands.
    pub command: Value,
    /// Whether a correction took it out of the course.
    pub dropped: bool,
    /// What it did, with who may know it.
    pub did: Vec<(Audience, Text)>,
    /// Its throws at the table and its rulings: what can be typed again.
    pub typed: Vec<RollLine>,
    /// What its seat saw before it, with all that it could have done instead.
    pub view: View,
}

/// The course judged anew and what it changes.
struct Anew<'a> {
    replay: Replay<'a>,
    differences: Differences,
}

impl Desk {
    /// What a correction would change. Nothing is written, and the campaign's dice do not fall.
    ///
    /// # Errors
    /// As [`Desk::submit`].
    pub async fn preview(
        &self,
        campaign: &str,
        seat: Seat,
        correcting: &Correcting,
    ) -> Result<Result<Preview, Refusals>, Fault> {
        let host = self.host(campaign).await?;
        self.preview_at(&host, seat, correcting).await
    }

    async fn preview_at(
        &self,
        host: &Host,
        seat: Seat,
        correcting: &Correcting,
    ) -> Result<Result<Preview, Refusals>, Fault> {
        let past = match self.ready(host, seat, correcting).await? {
            Ok(past) => past,
            Err(refusals) => return Ok(Err(refusals)),
        };
        let replay = self.judge_anew(host, &past, correcting, false)?.replay;
        let nothing = Correcting::default();
        let record = self.judge_anew(host, &past, &nothing, false)?.replay;
        Ok(Ok(Preview::of(host, &past, &replay, &record)))
    }

    /// An act as its correction begins from it, after the changes named already; `None` where no seat acted.
    ///
    /// # Errors
    /// As [`Desk::submit`].
    pub async fn act_then(
        &self,
        campaign: &str,
        seat: Seat,
        entry: u64,
        correcting: &Correcting,
    ) -> Result<Option<ActThen>, Fault> {
        let host = self.host(campaign).await?;
        if seat != Seat::Umpire {
            return Ok(None);
        }
        let mut past = rewound(self.store(), &host).await?;
        let stage = past.stages.iter().find(|stage| stage.entry == entry).cloned();
        let own = stage.and_then(|stage| stage.acts.into_iter().next());
        let Some(Acted { judged, answers }) = own.filter(|own| own.judged.seat != Seat::Clock) else {
            return Ok(None);
        };
        let first = correcting.first(&past.stages).map_or(entry, |first| entry.min(first));
        past.wind_to(&host, first)?;
        past.stages.retain(|stage| stage.entry < entry);
        let before = self.judge_anew(&host, &past, correcting, false)?.replay.game;
        let told = judged.events.iter();
        let did =
            told.filter_map(|(stream, event)| Some((audience_of(*stream), host.game.narrate(event).ok()?)));
        let typed = answers.into_values().filter(|line| judged.asked.contains(&line.question));
        Ok(Some(ActThen {
            seat: judged.seat,
            did: did.filter(|(_, text)| !text.is_empty()).collect(),
            typed: typed.filter(|line| line.origin != "server").collect(),
            view: before.view(judged.seat),
            command: judged.command,
            dropped: judged.dropped,
        }))
    }

    /// Makes a correction, as the umpire, with a reason that everyone reads for whom anything changes.
    ///
    /// # Errors
    /// As [`Desk::submit`].
    pub async fn correct(
        &self,
        campaign: &str,
        seat: Seat,
        correcting: &Correcting,
        reason: &str,
        cursor: Option<Cursor>,
        token: Token,
    ) -> Result<Answer, Fault> {
        acted!(self, campaign, seat, host => self.correct_at(&mut host, seat, correcting, reason, cursor.clone(), token))
    }

    async fn correct_at(
        &self,
        host: &mut Host,
        seat: Seat,
        correcting: &Correcting,
        reason: &str,
        cursor: Option<Cursor>,
        token: Token,
    ) -> Result<Answer, Fault> {
        let reason = one_line(reason);
        let asked = Asked::correction(Some(&reason));
        if let Some(answer) = host.umpires(seat, token, cursor.as_ref(), &asked) {
            let is_done = matches!(answer, Answer::Done { .. });
            if is_done && !rewound(self.store(), host).await?.stands(correcting) {
                return Ok(house::name_is_another_acts().into());
            }
            return Ok(answer);
        }
        let past = match self.ready(host, seat, correcting).await? {
            Ok(past) => past,
            Err(refusals) => return Ok(Answer::Refused(refusals)),
        };
        if !is_reason(&reason) {
            return Ok(house::reason_for_all().into());
        }
        self.go_over(host).await?;
        let parts = {
            let Anew { replay, differences } = self.judge_anew(host, &past, correcting, true)?;
            match &replay.stop {
                Some(halted) => return Ok(Answer::Refused(halted.refusals())),
                None if differences.stages.is_empty() => return Ok(house::nothing_to_correct().into()),
                None => {}
            }
            let nothing = Correcting::default();
            let record = self.judge_anew(host, &past, &nothing, false)?.differences;
            let by_version = record.stages.iter().map(|stage| stage.entry).collect();
            differences.parts(host, &past, &replay, by_version, &reason, self.clock().now())
        };
        let branch = host.memory.corrections.branch + 1;
        self.append_on(host, branch, token, parts).await?;
        host.unsure = true;
        self.refold(host).await?;
        Ok(Answer::Done { cursor: host.cursor(seat), rolls: Vec::new() })
    }

    /// The past from the first act that is put right, when it can be put right at all.
    async fn ready(
        &self,
        host: &Host,
        seat: Seat,
        correcting: &Correcting,
    ) -> Result<Result<Rewound, Refusals>, Fault> {
        if seat != Seat::Umpire {
            return Ok(Err(house::only_umpire(seat).into()));
        }
        if host.memory.dice.shown {
            return Ok(Err(house::dice_shown().into()));
        }
        if host.memory.levels.is_handed_up() {
            return Ok(Err(house::handed_up().into()));
        }
        let mut past = rewound(self.store(), host).await?;
        for entry in correcting.changes.keys() {
            let acts = past.stages.iter().find(|stage| stage.entry == *entry).map(|stage| &stage.acts);
            let own = acts.and_then(|acts| acts.first()).filter(|acted| acted.judged.seat != Seat::Clock);
            if own.is_none() {
                return Ok(Err(house::no_act_there(*entry).into()));
            }
        }
        let acts = past.stages.iter().flat_map(|stage| &stage.acts);
        let thrown = acts.flat_map(|acted| acted.answers.values()).filter(|line| line.origin == "server");
        if thrown.into_iter().any(|line| correcting.answers.contains_key(&line.question)) {
            return Ok(Err(house::thrown_stands().into()));
        }
        let Some(first) = correcting.first(&past.stages) else {
            return Ok(Err(house::nothing_to_correct().into()));
        };
        if first <= host.memory.levels.last {
            return Ok(Err(house::before_a_table_below().into()));
        }
        past.wind_to(host, first)?;
        Ok(Ok(past))
    }

    fn judge_anew<'a>(
        &'a self,
        host: &'a Host,
        past: &'a Rewound,
        correcting: &'a Correcting,
        for_good: bool,
    ) -> Result<Anew<'a>, Fault> {
        let ground = Ground {
            campaign: host.id.as_str(),
            key: host.key.as_ref().filter(|_| for_good),
            keyed: host.key.is_some(),
            may_type: host.may_type(),
            request: correcting,
            answers: &past.answers,
            name: host.memory.parts.get("public").copied().unwrap_or(0) + 1,
            chance: for_good.then_some(self.chance()),
            logged: None,
        };
        let replay = Replay::run(ground, past.game.copy(), host.memory.rolls.clone(), &past.stages)?;
        let differences = Differences::between(host, &past.stages, &replay);
        Ok(Anew { replay, differences })
    }
}
