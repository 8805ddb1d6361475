//! Judging an act and writing down what came of it, each stream its own part.

use std::collections::BTreeMap;

use kernel::{Acting, Audience, Question, Refusal, Refusals, RollRecord, Seat, Verdict};
use ledger::{Lineage, Stream};
use serde_json::Value;

use crate::answer::Answer;
use crate::campaign::entry::Nothing;
use crate::clock_names as clock;
use crate::commands::entry::{Answered, Commanded, Opened};
use crate::desk::Desk;
use crate::dice::{Given, LiveDice, Source};
use crate::entry::act::Act;
use crate::entry::lines::{RollLine, Told};
use crate::entry::{Body, Head};
use crate::fault::Fault;
use crate::host::Host;
use crate::house;
use crate::streams::{own_stream, stream_of};

impl Desk {
    pub(crate) async fn judge_at(
        &self,
        host: &mut Host,
        act: Attempt,
        answering: Answering,
    ) -> Result<Answer, Fault> {
        self.go_over(host).await?;
        match self.judged(host, &act, answering)? {
            Judged::Done(parts, rolls) => {
                self.append(host, act.entry, parts).await?;
                Ok(Answer::Done { cursor: host.cursor(act.acting.by), rolls })
            }
            Judged::Waits(parts) => {
                self.append(host, act.entry, parts).await?;
                Ok(Answer::Waits { cursor: host.cursor(act.acting.by) })
            }
            Judged::Refused(refusals) => Ok(Answer::Refused(refusals)),
        }
    }

    /// Judges an act and says what would be written. Until that is written the memory is not to be relied on, unless the
    /// act was refused.
    pub(crate) fn judged(
        &self,
        host: &mut Host,
        act: &Attempt,
        answering: Answering,
    ) -> Result<Judged, Fault> {
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
        Ok(match host.game.judge(act.acting, &act.command, &mut dice) {
            Verdict::Accepted { events, rolls } => {
                // An act whose table below could not be opened is not done.
                self.can_open_below(host)?;
                let lines = dice.lines(rolls);
                let shown = lines
                    .iter()
                    .filter(|line| act.acting.by.sees(line.record.asked.audience))
                    .map(|line| line.record.clone())
                    .collect();
                let parts = accepted(self.clock().now(), host, act, events, lines, answered_by);
                Judged::Done(parts, shown)
            }
            Verdict::Awaiting(question) => {
                let lines = dice.lines(host.game.rolls_before_waiting());
                Judged::Waits(waiting(self.clock().now(), host, act, *question, lines, answered_by))
            }
            Verdict::Refused(refusals) => {
                host.unsure = false;
                Judged::Refused(legible(refusals))
            }
            Verdict::Unfit(question) => {
                host.unsure = false;
                let why =
                    if dice.reached_for() { house::by_no_hand(&question) } else { house::unfit(&question) };
                Judged::Refused(why.into())
            }
        })
    }

    /// Before anything else is done, everyone reads what is otherwise with the dice from here on: a campaign of an earlier
    /// build goes over to dice that answer by the question alone, and one that was taken in without its secret says so.
    pub(crate) async fn go_over(&self, host: &mut Host) -> Result<(), Fault> {
        if !host.memory.dice.by_question && !host.memory.dice.shown {
            self.tell_of_dice(host, Act::DiceRenewed(Nothing {})).await?;
        }
        if host.goes_on_without_dice() {
            self.tell_of_dice(host, Act::DiceMissing(Nothing {})).await?;
        }
        Ok(())
    }

    async fn tell_of_dice(&self, host: &mut Host, act: Act) -> Result<(), Fault> {
        let body = self.head(host, Seat::Clock, Seat::Clock).says(act);
        let entry = clock_act(host);
        self.append(host, entry, vec![(Stream::Public, body)]).await?;
        Ok(())
    }
}

/// The parts of an entry by which a command comes to wait, or goes on waiting for its next answer. The rolls made
/// so far are written down with it.
pub(crate) fn waiting(
    at: i64,
    host: &Host,
    attempt: &Attempt,
    question: Question,
    rolls: Vec<RollLine>,
    answered_by: Option<Seat>,
) -> Vec<(Stream, Body)> {
    let mut told = Shares::default();
    told.rolls(rolls);
    attempt.parts(at, host, told, answered_by, |Told { rolls, .. }| match answered_by {
        None => Act::Opened(Opened {
            command: attempt.command.clone(),
            rolls,
            question,
            source: attempt.source,
            kept_nth: attempt.kept_nth,
        }),
        Some(_) => Act::Answered(Answered::Asks { rolls, question, act: attempt.lineage }),
    })
}

/// The parts of the entry of an accepted act.
pub(crate) fn accepted(
    at: i64,
    host: &Host,
    attempt: &Attempt,
    events: Vec<(Audience, Value)>,
    rolls: Vec<RollLine>,
    answered_by: Option<Seat>,
) -> Vec<(Stream, Body)> {
    let mut told = Shares::default();
    told.of(own_stream(attempt.acting.seat));
    let order: Vec<Stream> = events.iter().map(|(audience, _)| stream_of(*audience)).collect();
    for (audience, event) in events {
        let share = told.of(stream_of(audience));
        share.published.note(host.game.seals(&event));
        share.events.push(event);
    }
    told.rolls(rolls);
    if order.windows(2).any(|pair| pair[0] != pair[1]) {
        told.of(Stream::Umpire).order = order;
    }
    let command = attempt.command.clone();
    attempt.parts(at, host, told, answered_by, |told| match answered_by {
        None => Act::Command(Commanded::Done { command, told, kept_nth: attempt.kept_nth }),
        Some(_) => Act::Answered(Answered::Done { command, told, act: attempt.lineage }),
    })
}

/// What each stream learns of an act.
#[derive(Default)]
struct Shares(Vec<(Stream, Told)>);

impl Shares {
    /// What a stream learns.
    fn of(&mut self, stream: Stream) -> &mut Told {
        let at = self.0.iter().position(|(known, _)| *known == stream).unwrap_or_else(|| {
            self.0.push((stream, Told::default()));
            self.0.len() - 1
        });
        &mut self.0[at].1
    }

    fn rolls(&mut self, rolls: Vec<RollLine>) {
        for line in rolls {
            self.of(stream_of(line.record.asked.audience)).rolls.push(line);
        }
    }
}

/// The name of the engine's next act.
pub(crate) fn clock_act(host: &Host) -> Lineage {
    clock::next(host.id.as_str(), host.n_told())
}

/// One act on its way into the log.
pub(crate) struct Attempt {
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

impl Attempt {
    /// A seat's own act, given for the first time, with the campaign's dice.
    pub fn own(seat: Seat, command: Value, name: Lineage) -> Self {
        Self {
            lineage: name,
            entry: name,
            acting: Acting::own(seat),
            reason: None,
            command,
            source: Source::Server,
            given: BTreeMap::new(),
            absent: false,
            kept_nth: None,
        }
    }

    /// The parts of its entry. The stream of its seat holds `own`, made from what that stream learns; every other stream
    /// hears what it learns.
    fn parts(
        &self,
        at: i64,
        host: &Host,
        shares: Shares,
        answered_by: Option<Seat>,
        own: impl FnOnce(Told) -> Act,
    ) -> Vec<(Stream, Body)> {
        let stream = own_stream(self.acting.seat);
        let (own_share, others): (Vec<_>, Vec<_>) =
            shares.0.into_iter().partition(|(known, _)| *known == stream);
        let share = own_share.into_iter().next().map(|(_, told)| told).unwrap_or_default();
        let head = |stream, by| self.head(at, host, stream, by);
        let own = head(stream, answered_by.unwrap_or(self.acting.by)).says(own(share));
        let heard = |(stream, told)| {
            (stream, head(stream, self.acting.by).says(Act::Command(Commanded::Heard(told))))
        };
        std::iter::once((stream, own)).chain(others.into_iter().map(heard)).collect()
    }

    /// Who gave it, as a stream reads it. Who gave an act for an absent side stands where the side and the umpire read it.
    /// To all others it is the side's.
    fn head(&self, at: i64, host: &Host, stream: Stream, by: Seat) -> Head {
        let Acting { seat, .. } = self.acting;
        let reads = stream == own_stream(seat) || stream == Stream::Umpire;
        // Whoever answered a question of it stands there already.
        let by = if self.absent && reads && by == seat { Seat::Clock } else { by };
        let reason = self.reason.clone().filter(|_| !self.absent || reads);
        Head::new(at, seat, by, &host.rules).because(reason)
    }
}

/// What came of a judgement, before it is written.
pub(crate) enum Judged {
    /// It is done: the parts of its entry, and the rolls that its giver may see.
    Done(Vec<(Stream, Body)>, Vec<RollRecord>),
    /// It comes to wait, or goes on waiting: the parts of its entry.
    Waits(Vec<(Stream, Body)>),
    /// Nothing is written.
    Refused(Refusals),
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

/// Reasons that may quote a sender's words, in which nothing turns the line round or begins another.
pub(crate) fn legible(refusals: Refusals) -> Refusals {
    let seen = |one: &Refusal| Refusal { sentence: ledger::printable(&one.sentence), ..one.clone() };
    Refusals::from_list(refusals.all().iter().map(seen).collect()).unwrap_or(refusals)
}
