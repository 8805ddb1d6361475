//! From a seat's submission to an entry in the log: prove the seat, compare the cursor, judge, write, tell.

use kernel::{Acting, Audience, Refusal, Refusals, RollRecord, Seat, Verdict};
use ledger::{Entry, Lineage, NewEntry, NewPart, Stream};
use serde_json::Value;

use crate::body::{Body, Kind, OpeningLine, RollLine, SealLine, own_stream, stream_of};
use crate::desk::Desk;
use crate::dice::{LiveDice, Source};
use crate::fault::Fault;
use crate::host::{Cursor, Host, Read, Waiting};
use crate::house;

/// Names one act once and for all; a form carries a fresh one, so that sending it twice acts once.
pub type Token = Lineage;

/// Who throws the dice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum DiceBy {
    /// The campaign's keyed dice.
    #[default]
    Server,
    /// A real table: these faces, one list per question; what is missing is asked for later.
    Table(Vec<Vec<u16>>),
}

/// What a seat sends.
#[derive(Clone, Debug, PartialEq)]
pub struct Submission {
    /// The seat that sends it.
    pub by: Seat,
    /// The side whose command it is, when the umpire acts for one.
    pub acting_for: Option<Seat>,
    /// Why, when acting for a side.
    pub reason: Option<String>,
    /// The command.
    pub command: Value,
    /// What the sender was looking at; `None` skips the comparison (the command line, the clock).
    pub cursor: Option<Cursor>,
    /// The act's own name.
    pub token: Token,
    /// Who throws the dice.
    pub dice: DiceBy,
}

/// What comes of a submission.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// Done, now or by the same form a moment ago.
    Done {
        /// The seat's cursor afterwards.
        cursor: Cursor,
        /// What the sender may see of it: nothing when it had been done before.
        rolls: Vec<RollRecord>,
    },
    /// It waits for dice at the table or a ruling.
    Waits {
        /// The seat's cursor afterwards.
        cursor: Cursor,
    },
    /// Refused; nothing has changed.
    Refused(Refusals),
}

impl From<Refusal> for Answer {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal.into())
    }
}

impl Desk {
    /// Judges a submission and, when it is accepted, has it on disk before it returns.
    ///
    /// # Errors
    /// [`Fault`] when there is no such campaign or the log cannot be written; then nothing was done.
    pub async fn submit(&self, campaign: &str, submission: Submission) -> Result<Answer, Fault> {
        let table = self.table(campaign).await?;
        let mut host = table.lock().await;
        let answer = self.submit_at(&mut host, submission).await;
        self.settle(&mut host, answer).await
    }

    /// Gives the next missing answer of a waiting command: typed faces by its seat, or a choice by the umpire.
    ///
    /// # Errors
    /// As [`Desk::submit`].
    pub async fn answer(
        &self,
        campaign: &str,
        by: Seat,
        act: Token,
        token: Token,
        answer: Vec<u16>,
    ) -> Result<Answer, Fault> {
        let table = self.table(campaign).await?;
        let mut host = table.lock().await;
        let answer = self.answer_at(&mut host, by, act, token, answer).await;
        self.settle(&mut host, answer).await
    }

    /// After an act: let the engine take its own steps, then tell the seats. A failed write drops the memory.
    pub(crate) async fn settle(
        &self,
        host: &mut Host,
        answer: Result<Answer, Fault>,
    ) -> Result<Answer, Fault> {
        match answer {
            Ok(Answer::Done { rolls, .. }) => {
                let seat = host.memory.recent.back().map_or(Seat::Spectator, |(_, seat)| *seat);
                if let Err(fault) = self.run_clock(host).await {
                    self.forget(host);
                    return Err(fault);
                }
                host.tell();
                self.keep_snapshot(host).await;
                Ok(Answer::Done { cursor: host.cursor(seat), rolls })
            }
            Ok(other) => {
                host.tell();
                Ok(other)
            }
            Err(fault) => {
                self.forget(host);
                Err(fault)
            }
        }
    }

    async fn submit_at(&self, host: &mut Host, submission: Submission) -> Result<Answer, Fault> {
        let Submission { by, acting_for, reason, mut command, cursor, token, dice } = submission;
        if !host.has_seat(by) {
            return Err(Fault::NoCampaign);
        }
        let acting = match (by, acting_for) {
            (Seat::Umpire, Some(seat @ Seat::Side(_))) if host.has_seat(seat) => Acting { seat, by },
            (seat, None) => Acting::own(seat),
            (seat, Some(other)) if other == seat => Acting::own(seat),
            _ => return Ok(house::only_looks(by).into()),
        };
        if by == Seat::Spectator {
            return Ok(house::only_looks(by).into());
        }
        let reason = reason.map(|reason| reason.trim().to_owned());
        if acting.seat != acting.by
            && !reason.as_ref().is_some_and(|reason| (3..=400).contains(&reason.chars().count()))
        {
            return Ok(house::reason_needed().into());
        }
        if let Some((_, seat)) = host.memory.recent.iter().find(|(known, _)| *known == token) {
            return Ok(if *seat == acting.seat {
                Answer::Done { cursor: host.cursor(by), rolls: Vec::new() }
            } else {
                house::stale().into()
            });
        }
        if cursor.is_some_and(|cursor| cursor != host.cursor(by)) {
            return Ok(house::stale().into());
        }
        if host.waiting_of(acting.seat).is_some() {
            return Ok(house::waiting().into());
        }
        if !host.memory.dice.open {
            return Ok(house::dice_closed().into());
        }
        if let Err(refusals) = host.game.prove(acting, &command) {
            return Ok(Answer::Refused(refusals));
        }
        seal(host, acting.seat, &mut command)?;
        let (source, typed) = match dice {
            DiceBy::Server => (Source::Server, Vec::new()),
            DiceBy::Table(typed) => (Source::Table, typed),
        };
        let act = Act {
            lineage: token,
            entry: token,
            acting,
            reason: reason.filter(|_| acting.seat != acting.by),
            command,
        };
        self.judge_at(host, act, source, typed, None).await
    }

    async fn answer_at(
        &self,
        host: &mut Host,
        by: Seat,
        act: Token,
        token: Token,
        answer: Vec<u16>,
    ) -> Result<Answer, Fault> {
        if host.memory.recent.iter().any(|(known, _)| *known == token) {
            return Ok(Answer::Done { cursor: host.cursor(by), rolls: Vec::new() });
        }
        let Some(waiting) = host.memory.waiting.iter().find(|waiting| waiting.act == act).cloned() else {
            return Ok(house::nothing_waits().into());
        };
        let may_answer = match waiting.question.die {
            Some(_) => by == waiting.by || by == waiting.seat || by == Seat::Umpire,
            None => by == Seat::Umpire,
        };
        if !may_answer {
            return Ok(house::nothing_waits().into());
        }
        let fits = match waiting.question.die {
            Some(die) => die.admits(&answer),
            None => answer.len() == 1 && usize::from(answer[0]) < waiting.question.choices.len(),
        };
        if !fits {
            return Ok(house::unfit(&waiting.question).into());
        }
        let Waiting { act: lineage, seat, by: opened_by, reason, command, mut answers, .. } = waiting;
        answers.push(answer.clone());
        let act = Act { lineage, entry: token, acting: Acting { seat, by: opened_by }, reason, command };
        self.judge_at(host, act, Source::Table, answers, Some((by, answer))).await
    }

    /// The engine's own steps, until there are none.
    pub(crate) async fn run_clock(&self, host: &mut Host) -> Result<(), Fault> {
        while host.memory.dice.open {
            let Some(command) = host.game.lawful(Seat::Clock, 1).pop() else { return Ok(()) };
            let lineage = self.fresh_token()?;
            let act =
                Act { lineage, entry: lineage, acting: Acting::own(Seat::Clock), reason: None, command };
            match self.judge_at(host, act, Source::Server, Vec::new(), None).await? {
                Answer::Done { .. } => {}
                refused => {
                    tracing::error!(campaign = %host.id, ?refused, "the engine's own step was not accepted");
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    async fn judge_at(
        &self,
        host: &mut Host,
        act: Act,
        source: Source,
        typed: Vec<Vec<u16>>,
        answered: Option<(Seat, Vec<u16>)>,
    ) -> Result<Answer, Fault> {
        let Some(key) = host.key.clone() else { return Ok(house::dice_closed().into()) };
        let given = typed.clone();
        debug_assert!(answered.is_none() || !given.is_empty(), "an answer is among the answers given");
        let mut dice = LiveDice::new(&key, act.lineage.to_string(), source, typed, host.memory.rolls.clone());
        let verdict = host.game.judge(act.acting, &act.command, &mut dice);
        match verdict {
            Verdict::Accepted { events, rolls } => {
                let lines = dice.lines(rolls);
                let shown = lines
                    .iter()
                    .filter(|line| act.acting.by.sees(line.record.asked.audience))
                    .map(|line| line.record.clone())
                    .collect();
                let parts = self.accepted(host, &act, events, lines, answered);
                self.append(host, act.entry, parts).await?;
                Ok(Answer::Done { cursor: host.cursor(act.acting.by), rolls: shown })
            }
            Verdict::Refused(refusals) => Ok(Answer::Refused(refusals)),
            Verdict::Unfit(question) => Ok(house::unfit(&question).into()),
            Verdict::Awaiting(question) => {
                let kind = if answered.is_some() { Kind::Answered } else { Kind::Opened };
                let mut body = self.body(host, &act, kind);
                body.question = Some(*question);
                if let Some((by, answer)) = answered {
                    body.by = by;
                    body.answers = vec![answer];
                    body.act = Some(act.lineage.to_string());
                } else {
                    body.command = Some(act.command.clone());
                    body.answers = given;
                }
                let stream = own_stream(act.acting.seat);
                self.append(host, act.entry, vec![(stream, body)]).await?;
                Ok(Answer::Waits { cursor: host.cursor(act.acting.by) })
            }
        }
    }

    fn body(&self, host: &Host, act: &Act, kind: Kind) -> Body {
        let mut body = Body::new(self.clock().now(), kind, act.acting.seat, act.acting.by, &host.rules);
        body.reason.clone_from(&act.reason);
        body
    }

    fn accepted(
        &self,
        host: &Host,
        act: &Act,
        events: Vec<(Audience, Value)>,
        rolls: Vec<RollLine>,
        answered: Option<(Seat, Vec<u16>)>,
    ) -> Vec<(Stream, Body)> {
        let blank = self.body(host, act, Kind::Command);
        let mut own = blank.clone();
        own.command = Some(act.command.clone());
        if let Some((by, answer)) = answered {
            own.kind = Kind::Answered;
            own.by = by;
            own.answers = vec![answer];
            own.act = Some(act.lineage.to_string());
        }
        let mut parts = vec![(own_stream(act.acting.seat), own)];
        let order: Vec<Stream> = events.iter().map(|(audience, _)| stream_of(*audience)).collect();
        for (audience, event) in events {
            let body = part_of(&mut parts, stream_of(audience), &blank);
            for seal in host.game.seals(&event) {
                match seal {
                    kernel::Sealed::Closed { slot, side, digest } => {
                        body.seals.push(SealLine { slot, side: side.to_string(), digest });
                    }
                    kernel::Sealed::Opened { slot, side, payload, nonce } => {
                        body.openings.push(OpeningLine { slot, side: side.to_string(), payload, nonce });
                    }
                }
            }
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

    /// Writes one entry and takes it into the table's memory.
    pub(crate) async fn append(
        &self,
        host: &mut Host,
        lineage: Lineage,
        parts: Vec<(Stream, Body)>,
    ) -> Result<Entry, Fault> {
        let parts = parts.into_iter().map(|(stream, body)| NewPart { stream, body: body.text() }).collect();
        let new = NewEntry { expected: host.heads.master.number + 1, lineage, branch: 0, parts };
        let entry = self.committer().append(host.id.clone(), new).await?;
        host.heads.follow(&host.id, &entry)?;
        let read = Read::of(&entry)?;
        host.remember(&entry, &read);
        Ok(entry)
    }
}

/// One act on its way into the log.
struct Act {
    /// Names the act; its questions to chance carry it.
    lineage: Lineage,
    /// Names the entry: the act's own first entry carries its lineage.
    entry: Lineage,
    acting: Acting,
    reason: Option<String>,
    command: Value,
}

fn part_of<'a>(parts: &'a mut Vec<(Stream, Body)>, stream: Stream, blank: &Body) -> &'a mut Body {
    let at = parts.iter().position(|(known, _)| *known == stream).unwrap_or_else(|| {
        parts.push((stream, blank.clone()));
        parts.len() - 1
    });
    &mut parts[at].1
}

/// Adds nonce and digest to a command that seals a choice: half of the nonce from the seat, if it sent one.
fn seal(host: &Host, seat: Seat, command: &mut Value) -> Result<(), Fault> {
    let Some(sealing) = host.game.sealing(seat, command) else { return Ok(()) };
    let mut nonce = [0u8; 32];
    getrandom::fill(&mut nonce).map_err(|error| Fault::Random(error.to_string()))?;
    let sent = command.get("nonce").and_then(Value::as_str).unwrap_or_default();
    if let Some(half) = hex::decode(sent).ok().filter(|half| half.len() == 16) {
        nonce[..16].copy_from_slice(&half);
    }
    let side = sealing.side.to_string();
    let digest = ::dice::seal_digest(host.id.as_str(), &sealing.slot, &side, &sealing.payload, &nonce);
    command["nonce"] = hex::encode(nonce).into();
    command["digest"] = digest.to_string().into();
    Ok(())
}
