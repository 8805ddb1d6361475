//! Corrections: an earlier act is put right, and all that came after it is judged anew.
//!
//! A correction is one appended entry that begins a branch. It names the entries whose acts changed and says what
//! stands in their place; opening a campaign folds that instead and judges nothing. Answers of chance and of the umpire
//! stay with their question: a question that is asked as before keeps its answer, a new one is asked, and an answer
//! nobody asks for any more stays in the log, marked void.

pub(crate) mod anew;
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
use anew::{Anew, For};
use entry::{Acted, Correcting};
use replay::{Halted, Replay};
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
    /// What it changes at other tables, if it is of one whose result went up: at the one above first, then at later ones below
    /// that.
    pub elsewhere: Vec<Elsewhere>,
}

/// What a correction changes at another table.
#[derive(Clone, Debug)]
pub struct Elsewhere {
    /// What the table above calls it; nothing for the table above.
    pub slot: Option<String>,
    /// What changes there.
    pub preview: Preview,
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
            elsewhere: Vec::new(),
        }
    }

    /// Why it cannot be made before something is answered or put right as well, here or at another table.
    pub(crate) fn stops(&self) -> Option<Refusals> {
        let above = self.elsewhere.iter().find_map(|other| other.preview.halted.as_ref());
        match (&self.halted, above) {
            (Some(halted), _) => Some(halted.refusals()),
            (None, Some(halted)) => {
                let all = std::iter::once(house::at_the_table_above());
                Refusals::from_list(all.chain(halted.refusals().all().iter().cloned()).collect())
            }
            (None, None) => None,
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
    /// Whether what came of this table was taken in above, so that a correction changes that table too.
    pub changes_above: bool,
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
        if let Some(above) = self.handed_to(campaign, seat).await? {
            return self.preview_with_above(&above, campaign, correcting).await;
        }
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
        let replay = self.judge_anew(host, &past, correcting, For::Looking)?.replay;
        let nothing = Correcting::default();
        let record = self.judge_anew(host, &past, &nothing, For::Looking)?.replay;
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
        let before = self.judge_anew(&host, &past, correcting, For::Looking)?.replay.game;
        let told = judged.events.iter();
        let did =
            told.filter_map(|(stream, event)| Some((audience_of(*stream), host.game.narrate(event).ok()?)));
        let typed = answers.into_values().filter(|line| judged.asked.contains(&line.question));
        Ok(Some(ActThen {
            seat: judged.seat,
            did: did.filter(|(_, text)| !text.is_empty()).collect(),
            typed: typed.filter(|line| line.origin != "server").collect(),
            view: before.view(judged.seat),
            changes_above: host.memory.levels.handed_up == Some(false),
            command: judged.command,
            dropped: judged.dropped,
        }))
    }

    /// Makes a correction, as the umpire, with a reason that everyone reads for whom anything changes. At a table whose result
    /// was taken in above it changes that table too, or nothing at all.
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
        if let Some(above) = self.handed_to(campaign, seat).await? {
            return self.correct_with_above(&above, campaign, correcting, reason, cursor, token).await;
        }
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
            let Anew { replay, differences } = self.judge_anew(host, &past, correcting, For::Good)?;
            match &replay.stop {
                Some(halted) => return Ok(Answer::Refused(halted.refusals())),
                None if differences.stages.is_empty() => return Ok(house::nothing_to_correct().into()),
                None => {}
            }
            let nothing = Correcting::default();
            let record = self.judge_anew(host, &past, &nothing, For::Looking)?.differences;
            let by_version = record.stages.iter().map(|stage| stage.entry).collect();
            differences.parts(host, &past, &replay, by_version, &reason, self.clock().now())
        };
        let branch = host.memory.corrections.branch + 1;
        self.append_on(host, branch, token, parts).await?;
        host.unsure = true;
        self.refold(host).await?;
        Ok(Answer::Done { cursor: host.cursor(seat), rolls: Vec::new() })
    }
}
