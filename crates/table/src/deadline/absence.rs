//! What the table does when time has passed: a deadline for each new step, and the play of sides that stay away.
//!
//! Every step of this is one entry, and the next one follows from the log alone. So whoever opens the campaign goes on where
//! another program stopped, and of two programs the one that is overtaken goes on after what the other has written.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{Acting, Seat};
use ledger::Stream;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Due, HOUR, Missing, Pace, Timing};
use crate::body::{Body, Kind, own_stream};
use crate::desk::Desk;
use crate::dice::Source;
use crate::fault::Fault;
use crate::host::Host;
use crate::judge::{Act, Answering, clock_act};
use crate::memory::Waiting;
use crate::read::Read;
use crate::submit::{Answer, seal, unseal};

/// The most acts that are done for an absent side in one step.
const MOST_ACTS: usize = 200;

/// The play of absent sides while it lasts, as it stands in the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Absence {
    step: String,
    /// The sides that are still to be played, this one first.
    seats: Vec<Seat>,
    /// How many of the first side's kept orders lie behind, taken or left out.
    n_kept: usize,
    /// How many acts were done for it.
    n_acts: usize,
}

impl Absence {
    /// What begins with an entry about time, if it says that a deadline has passed.
    pub fn begun(body: &Body) -> Option<Self> {
        let due = body.timing.as_ref()?.due.as_ref()?;
        let begins = body.seat == Seat::Clock && due.passed && !due.absent.is_empty();
        begins.then(|| Self { step: due.step.clone(), seats: due.absent.clone(), n_kept: 0, n_acts: 0 })
    }

    /// Takes an act into account that may have been the table's for one of the sides.
    pub fn note(&mut self, read: &Read) {
        let own = |(stream, body): &&(Stream, Body)| {
            *stream == own_stream(body.seat) && body.by == Seat::Clock && body.command.is_some()
        };
        let Some((_, body)) = read.bodies.iter().find(own) else { return };
        let Some(at) = self.seats.iter().position(|seat| *seat == body.seat) else { return };
        for _ in 0..at {
            self.go_on();
        }
        self.n_acts += 1;
        if body.kind == Kind::Answered {
            // A throw that the side had begun itself; what it has kept is still to come.
            return;
        }
        // What the rules suggest comes when nothing is kept any more.
        self.n_kept = body.kept_nth.map_or(usize::MAX, |nth| nth as usize + 1);
    }

    /// A side's orders are others than before.
    pub fn kept_anew(&mut self, side: Seat) {
        if self.seats.first() == Some(&side) {
            self.n_kept = 0;
        }
    }

    fn go_on(&mut self) {
        self.seats.remove(0);
        (self.n_kept, self.n_acts) = (0, 0);
    }
}

/// What is given for an absent side next.
struct Next {
    command: Value,
    /// Its place among the orders that were kept, if it was.
    kept_nth: Option<u32>,
}

impl Desk {
    /// Does what is due in the campaigns that are known here to count time, and says when the next thing is due.
    pub async fn keep_time(&self) -> Option<i64> {
        let now = self.clock().now();
        let due = self.timed().into_iter().filter(|(_, at)| *at <= now).map(|(campaign, _)| campaign);
        let mut roused: BTreeSet<_> = due.collect();
        match self.heard_of().await {
            Ok(heard) => roused.extend(heard),
            Err(fault) => tracing::warn!(%fault, "not all deadlines are known; it is tried again"),
        }
        for campaign in roused {
            // Whoever opens a campaign lets its engine take the steps that are due.
            if let Err(fault) = self.rouse(campaign.as_str()).await {
                tracing::warn!(%campaign, %fault, "what is due was not done; it is tried again");
            }
        }
        self.timed().into_values().min()
    }

    /// Opens every campaign once, so that it is known which of them count time.
    ///
    /// # Errors
    /// When the list of campaigns cannot be read.
    pub async fn know_time(&self) -> Result<(), Fault> {
        for card in self.campaigns().await?.into_iter().filter(|card| card.fault.is_none()) {
            if let Err(fault) = self.host(&card.id).await {
                tracing::warn!(campaign = %card.id, %fault, "not opened: its deadlines are not kept");
            }
        }
        Ok(())
    }

    /// The step of the table itself that time asks for: a new step's deadline, that one has passed, or the next act for
    /// a side that stays away. Says whether there was one.
    pub(crate) async fn follow_time(&self, host: &mut Host) -> Result<bool, Fault> {
        let Some(pace) = host.memory.timing.pace.filter(|_| host.memory.dice.open) else { return Ok(false) };
        if host.memory.timing.paused.is_some() || host.game.is_over() {
            return Ok(false);
        }
        let now = self.clock().now();
        let (step, owing) = host.owing();
        match &host.memory.timing.due {
            Some(due) if due.step == step && due.passed => match host.absence().cloned() {
                Some(absence) => self.play_absent(host, absence, pace.missing).await,
                None => Ok(false),
            },
            Some(due) if due.step == step => {
                if now < due.at + grace(pace) {
                    return Ok(false);
                }
                let played = matches!(pace.missing, Missing::Saved | Missing::Default);
                let absent = if played { owing } else { Vec::new() };
                let due = Due { passed: true, absent, ..due.clone() };
                self.write_timing(host, due).await?;
                Ok(true)
            }
            _ if owing.is_empty() => Ok(false),
            _ => {
                self.write_timing(host, Due::open(step, now + i64::from(pace.hours) * HOUR)).await?;
                Ok(true)
            }
        }
    }

    async fn write_timing(&self, host: &mut Host, due: Due) -> Result<(), Fault> {
        let mut body = Body::new(self.clock().now(), Kind::Timed, Seat::Clock, Seat::Clock, &host.rules);
        body.timing = Some(Timing { due: Some(due), done: None, ..host.memory.timing.clone() });
        self.append(host, clock_act(host), vec![(Stream::Public, body)]).await?;
        Ok(())
    }

    /// Does the next thing for the sides that have not come: one act, or the note that nothing is left to do. Without that
    /// note a later opening would do more, when a side that came late has made more possible.
    async fn play_absent(
        &self,
        host: &mut Host,
        mut absence: Absence,
        missing: Missing,
    ) -> Result<bool, Fault> {
        let owing = host.owing().1;
        while let Some(seat) = absence.seats.first().copied() {
            let may = absence.n_acts < MOST_ACTS && owing.contains(&seat);
            let begun = host.waiting_of(seat).filter(|waiting| may && waiting.is_own_throw()).cloned();
            if let Some(begun) = begun {
                match self.throw_for(host, begun).await? {
                    Answer::Refused(_) => absence.go_on(),
                    Answer::Done { .. } | Answer::Waits { .. } => return Ok(true),
                }
                continue;
            }
            let plays = may && host.waiting_of(seat).is_none();
            let next = if plays { host.next_for(seat, &mut absence, missing) } else { None };
            let Some(next) = next else {
                absence.go_on();
                continue;
            };
            let was_kept = next.kept_nth.is_some();
            // What the rules do not take any more is left out; the next one may still stand.
            match self.give_for(host, seat, next).await? {
                Answer::Refused(_) if was_kept => {}
                Answer::Refused(_) => absence.go_on(),
                Answer::Done { .. } | Answer::Waits { .. } => return Ok(true),
            }
        }
        let body = Body::new(self.clock().now(), Kind::Played, Seat::Clock, Seat::Clock, &host.rules);
        // Only the umpire can read that it stands, so its name cannot help anybody.
        self.append(host, self.fresh_token()?, vec![(Stream::Umpire, body)]).await?;
        Ok(true)
    }

    /// Throws with the campaign's dice what a side had begun to throw at its own table before it stayed away.
    async fn throw_for(&self, host: &mut Host, begun: Waiting) -> Result<Answer, Fault> {
        let Waiting { act: lineage, seat, command, given, .. } = begun;
        let act = Act {
            lineage,
            entry: self.fresh_token()?,
            acting: Acting::own(seat),
            reason: Some(
                "The deadline had passed. The throw that was begun was made with the campaign's dice.".into(),
            ),
            command,
            source: Source::Server,
            given,
            absent: true,
            kept_nth: None,
        };
        self.judge_at(host, act, Answering::Thrown(Seat::Clock)).await
    }

    async fn give_for(&self, host: &mut Host, seat: Seat, next: Next) -> Result<Answer, Fault> {
        let Next { mut command, kept_nth } = next;
        let reason = match kept_nth {
            Some(_) => "The deadline had passed. This order was kept for it.",
            None => "The deadline had passed, and no order was kept for it.",
        };
        seal(host.game.as_ref(), host.id.as_str(), seat, &mut command, self.chance(), None)?;
        // A name drawn like that of any act: one that could be worked out would tell others whose it was.
        let lineage = self.fresh_token()?;
        let act = Act {
            lineage,
            entry: lineage,
            acting: Acting::own(seat),
            reason: Some(reason.to_owned()),
            command,
            source: Source::Server,
            given: BTreeMap::new(),
            absent: true,
            kept_nth,
        };
        self.judge_at(host, act, Answering::First(Vec::new())).await
    }
}

impl Host {
    /// The play of absent sides that is under way in the step that is open.
    fn absence(&self) -> Option<&Absence> {
        self.memory.absence.as_ref().filter(|absence| absence.step == self.step())
    }

    /// When the engine has to look after this campaign again, if time counts in it.
    pub(crate) fn rouses_at(&self) -> Option<i64> {
        if let Some(at) = self.words_due() {
            return Some(at);
        }
        let Timing { pace: Some(pace), due: Some(due), paused: None, .. } = &self.memory.timing else {
            return None;
        };
        let owes = !due.passed || self.absence().is_some();
        (self.memory.dice.open && owes && !self.game.is_over()).then(|| due.at + grace(*pace))
    }

    /// The next order that a side has kept, else what the rules suggest for one that stays away.
    fn next_for(&self, seat: Seat, absence: &mut Absence, missing: Missing) -> Option<Next> {
        let kept = self.kept_of(seat).and_then(|kept| kept.orders.get(absence.n_kept));
        if let Some(kept) = kept {
            let kept_nth = u32::try_from(absence.n_kept).ok();
            absence.n_kept += 1;
            return Some(Next { command: kept.command.clone(), kept_nth });
        }
        let command = (missing == Missing::Default).then(|| self.game.in_absence(seat)).flatten()?;
        Some(Next { command, kept_nth: None })
    }
}

/// Whether a part says what the table gives for an absent side here: an order that it has kept, or what the rules
/// suggest.
pub(crate) fn is_given_for(host: &Host, seat: Seat, body: &Body) -> bool {
    let here = host.absence().is_some_and(|absence| absence.seats.contains(&seat));
    let open = |mut command: Value| {
        unseal(host.game.as_ref(), seat, &mut command);
        command
    };
    let Some(given) = body.command.clone().map(open).filter(|_| here) else { return false };
    let meant = match body.kept_nth {
        Some(nth) => {
            let kept = host.kept_of(seat).and_then(|kept| kept.orders.get(nth as usize));
            kept.map(|kept| kept.command.clone())
        }
        None => host.game.in_absence(seat),
    };
    meant.map(open) == Some(given)
}

/// Whether what an entry says of time follows from what stood before it, the times themselves aside.
///
/// # Errors
/// What does not follow.
pub(crate) fn follows(host: &Host, body: &Body) -> Result<(), String> {
    let timing = body.timing.clone().unwrap_or_default();
    let (step, owing) = host.owing();
    let known = &host.memory.timing;
    let Some(due) = &timing.due else {
        let ours = body.seat != Seat::Clock;
        return if ours { Ok(()) } else { Err("the engine sets no deadline here".into()) };
    };
    if due.step != step && known.due.as_ref() != Some(due) {
        return Err(format!("its deadline is of \"{}\", and the step that is open is \"{step}\"", due.step));
    }
    if body.seat != Seat::Clock {
        return Ok(());
    }
    let Some(pace) = known.pace else {
        return Err("the engine sets a deadline where time does not count".into());
    };
    let plays = due.passed && matches!(pace.missing, Missing::Saved | Missing::Default);
    let absent = if plays { owing } else { Vec::new() };
    if timing != (Timing { due: Some(Due { absent, ..due.clone() }), done: None, ..known.clone() }) {
        return Err("the engine sets another deadline here".into());
    }
    Ok(())
}

/// The time after a deadline in which a side may still come, in milliseconds.
fn grace(pace: Pace) -> i64 {
    i64::from(pace.grace) * 60_000
}
