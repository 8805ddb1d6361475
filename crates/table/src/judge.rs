//! Judging an act and writing down what came of it, each stream its own part.

use std::collections::BTreeMap;

use kernel::{Acting, Audience, Question, Refusal, Refusals, Seat, Verdict};
use ledger::{Entry, Lineage, NewEntry, NewPart, Stream};
use serde_json::Value;

use crate::body::{Body, Kind, RollLine, own_stream, stream_of};
use crate::desk::Desk;
use crate::dice::{Given, LiveDice, Source};
use crate::fault::Fault;
use crate::host::Host;
use crate::house;
use crate::read::Read;
use crate::submit::Answer;

impl Desk {
    /// The engine's own steps, and the news of them. What cannot be written now stays owed.
    pub(crate) async fn engine(&self, host: &mut Host) {
        // Whoever asked may go away between two steps; then the rest is owed.
        host.settled = false;
        let mut done = self.run_clock(host).await;
        while done.as_ref().is_err_and(Fault::is_overtaken) {
            // Another program takes the same steps; whatever it left is still to be done.
            done = match self.catch_up(host).await {
                Ok(()) => self.run_clock(host).await,
                fault => fault,
            };
        }
        self.note_time(host);
        match done {
            Ok(()) => host.settled = true,
            Err(fault) => {
                tracing::error!(campaign = %host.id, %fault, "the engine's own step was not written; it is tried again");
            }
        }
        host.tell();
    }

    /// The engine's own steps, until there are none.
    async fn run_clock(&self, host: &mut Host) -> Result<(), Fault> {
        self.run_words(host).await?;
        while host.memory.dice.open && host.waiting_of(Seat::Clock).is_none() {
            let Some(command) = host.game.lawful(Seat::Clock, 1).pop() else {
                if self.follow_time(host).await? {
                    continue;
                }
                return Ok(());
            };
            let lineage = clock_act(host);
            let acting = Acting::own(Seat::Clock);
            let (source, given) = (Source::Server, BTreeMap::new());
            let (reason, absent, kept_nth) = (None, false, None);
            let act =
                Act { lineage, entry: lineage, acting, reason, command, source, given, absent, kept_nth };
            match self.judge_at(host, act, Answering::First(Vec::new())).await? {
                Answer::Done { .. } | Answer::Waits { .. } => {}
                refused => {
                    tracing::error!(campaign = %host.id, ?refused, "the engine's own step was not accepted");
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    pub(crate) async fn judge_at(
        &self,
        host: &mut Host,
        act: Act,
        answering: Answering,
    ) -> Result<Answer, Fault> {
        self.go_over(host).await?;
        let key = host.key.clone();
        let numbers = host.memory.rolls.clone();
        let dice = LiveDice::new(key.as_ref(), act.lineage.to_string(), act.source, numbers)
            .given(act.given.clone());
        let (mut dice, answered_by) = match answering {
            Answering::First(typed) => (dice.typed(typed), None),
            Answering::Typed(by, faces) => (dice.typed([faces]), Some(by)),
            Answering::Ruled(by, choice) => (dice.ruled(Some(choice)), Some(by)),
            Answering::Thrown(by) => (dice, Some(by)),
        };
        host.unsure = true;
        match host.game.judge(act.acting, &act.command, &mut dice) {
            Verdict::Accepted { events, rolls } => {
                let lines = dice.lines(rolls);
                let shown = lines
                    .iter()
                    .filter(|line| act.acting.by.sees(line.record.asked.audience))
                    .map(|line| line.record.clone())
                    .collect();
                let mut parts = accepted(self.clock().now(), host, &act, events, lines, answered_by);
                act.say_who(&mut parts);
                self.append(host, act.entry, parts).await?;
                Ok(Answer::Done { cursor: host.cursor(act.acting.by), rolls: shown })
            }
            Verdict::Refused(refusals) => {
                host.unsure = false;
                Ok(Answer::Refused(legible(refusals)))
            }
            Verdict::Unfit(question) => {
                host.unsure = false;
                Ok(house::unfit(&question).into())
            }
            Verdict::Awaiting(question) => {
                let lines = dice.lines(host.game.rolls_before_waiting());
                let mut parts = waiting(self.clock().now(), host, &act, *question, lines, answered_by);
                act.say_who(&mut parts);
                self.append(host, act.entry, parts).await?;
                Ok(Answer::Waits { cursor: host.cursor(act.acting.by) })
            }
        }
    }

    /// A campaign of an earlier build goes over to dice that answer by the question alone.
    pub(crate) async fn go_over(&self, host: &mut Host) -> Result<(), Fault> {
        if host.memory.dice.by_question || host.memory.dice.shown {
            return Ok(());
        }
        let body = Body::new(self.clock().now(), Kind::DiceRenewed, Seat::Clock, Seat::Clock, &host.rules);
        let entry = clock_act(host);
        self.append(host, entry, vec![(Stream::Public, body)]).await?;
        Ok(())
    }

    /// Writes one entry and takes it into the table's memory. Until that is done nobody may rely on the memory:
    /// the entry may be on the disk or not.
    pub(crate) async fn append(
        &self,
        host: &mut Host,
        lineage: Lineage,
        parts: Vec<(Stream, Body)>,
    ) -> Result<Entry, Fault> {
        self.append_on(host, host.memory.branch, lineage, parts).await
    }

    /// As [`Desk::append`], on a branch of history.
    pub(crate) async fn append_on(
        &self,
        host: &mut Host,
        branch: u32,
        lineage: Lineage,
        parts: Vec<(Stream, Body)>,
    ) -> Result<Entry, Fault> {
        let parts = parts.into_iter().map(|(stream, body)| NewPart { stream, body: body.text() }).collect();
        let new = NewEntry { expected: host.heads.master.number + 1, lineage, branch, parts };
        host.unsure = true;
        let entry = self.committer().append(host.id.clone(), new).await?;
        host.heads.follow(&host.id, &entry)?;
        let read = Read::of(&entry)?;
        host.remember(&entry, &read);
        host.unsure = false;
        host.n_overtaken = 0;
        Ok(entry)
    }
}

/// The parts of an entry by which a command comes to wait, or goes on waiting for its next answer. The rolls made
/// so far are written down with it.
pub(crate) fn waiting(
    at: i64,
    host: &Host,
    act: &Act,
    question: Question,
    rolls: Vec<RollLine>,
    answered_by: Option<Seat>,
) -> Vec<(Stream, Body)> {
    let blank = blank_of(at, host, act);
    let mut own = blank.clone();
    own.question = Some(question);
    match answered_by {
        None => {
            own.kind = Kind::Opened;
            own.command = Some(act.command.clone());
            own.source = Some(act.source);
        }
        Some(by) => {
            own.kind = Kind::Answered;
            own.by = by;
            own.act = Some(act.lineage.to_string());
        }
    }
    let mut parts = vec![(own_stream(act.acting.seat), own)];
    for line in rolls {
        part_of(&mut parts, stream_of(line.record.asked.audience), &blank).rolls.push(line);
    }
    parts
}

/// What every part of an act's entry says.
fn blank_of(at: i64, host: &Host, act: &Act) -> Body {
    let mut body = Body::new(at, Kind::Command, act.acting.seat, act.acting.by, &host.rules);
    body.reason.clone_from(&act.reason);
    body
}

/// The parts of the entry of an accepted act.
pub(crate) fn accepted(
    at: i64,
    host: &Host,
    act: &Act,
    events: Vec<(Audience, Value)>,
    rolls: Vec<RollLine>,
    answered_by: Option<Seat>,
) -> Vec<(Stream, Body)> {
    let blank = blank_of(at, host, act);
    let mut own = blank.clone();
    own.command = Some(act.command.clone());
    if let Some(by) = answered_by {
        own.kind = Kind::Answered;
        own.by = by;
        own.act = Some(act.lineage.to_string());
    }
    let mut parts = vec![(own_stream(act.acting.seat), own)];
    let order: Vec<Stream> = events.iter().map(|(audience, _)| stream_of(*audience)).collect();
    for (audience, event) in events {
        let body = part_of(&mut parts, stream_of(audience), &blank);
        body.publish(host.game.seals(&event));
        body.events.push(event);
    }
    for line in rolls {
        part_of(&mut parts, stream_of(line.record.asked.audience), &blank).rolls.push(line);
    }
    if order.windows(2).any(|pair| pair[0] != pair[1]) {
        part_of(&mut parts, Stream::Umpire, &blank).order = order;
    }
    parts
}

/// The engine's acts are named after the public entry they become: nothing hidden enters their dice.
pub(crate) fn clock_act(host: &Host) -> Lineage {
    let number = host.memory.parts.get("public").copied().unwrap_or(0) + 1;
    let name = ::dice::Encoding::new("adjutant-clock-v1").text(host.id.as_str()).number(number).sha256();
    let mut lineage = [0; 16];
    lineage.copy_from_slice(&name.0[..16]);
    Lineage(lineage)
}

/// One act on its way into the log.
pub(crate) struct Act {
    /// Names the act; its questions to chance carry it.
    pub lineage: Lineage,
    /// Names the entry: the act's own first entry carries its lineage.
    pub entry: Lineage,
    pub acting: Acting,
    pub reason: Option<String>,
    pub command: Value,
    pub source: Source,
    /// Answers that stand in the log already.
    pub given: BTreeMap<String, Given>,
    /// Whether the table gives it for a side that has not come.
    pub absent: bool,
    /// In such an act, its place among the orders that the side has kept, if it was one of them.
    pub kept_nth: Option<u32>,
}

impl Act {
    /// Who gave an act for an absent side stands where the side and the umpire read it. To all others it is the side's.
    pub(crate) fn say_who(&self, parts: &mut Vec<(Stream, Body)>) {
        if !self.absent {
            return;
        }
        let own = own_stream(self.acting.seat);
        for (stream, body) in parts {
            if *stream == own || *stream == Stream::Umpire {
                // Whoever answered a question of it stands there already.
                if body.by == self.acting.seat {
                    body.by = Seat::Clock;
                }
                if *stream == own {
                    body.kept_nth = self.kept_nth;
                }
            } else {
                body.reason = None;
            }
        }
    }
}

/// What is new to a judgement.
pub(crate) enum Answering {
    /// The command comes for the first time, with these faces typed in.
    First(Vec<Vec<u16>>),
    /// A seat typed in the faces asked for.
    Typed(Seat, Vec<u16>),
    /// The umpire chose.
    Ruled(Seat, u16),
    /// A seat lets the dice of the act's source answer.
    Thrown(Seat),
}

fn part_of<'a>(parts: &'a mut Vec<(Stream, Body)>, stream: Stream, blank: &Body) -> &'a mut Body {
    let at = parts.iter().position(|(known, _)| *known == stream).unwrap_or_else(|| {
        parts.push((stream, blank.clone()));
        parts.len() - 1
    });
    &mut parts[at].1
}

/// Reasons that may quote a sender's words, in which nothing turns the line round or begins another.
fn legible(refusals: Refusals) -> Refusals {
    let seen = |one: &Refusal| Refusal { sentence: ledger::printable(&one.sentence), ..one.clone() };
    Refusals::from_list(refusals.all().iter().map(seen).collect()).unwrap_or(refusals)
}
