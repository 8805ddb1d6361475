//! From a seat's submission to an entry in the log: prove the seat, compare the cursor, judge, write, tell.

use std::collections::BTreeMap;

use kernel::{Acting, Refusal, Refusals, Seat};
use serde_json::Value;

use crate::acted::acted;
use crate::answer::{Answer, Cursor, Token};
use crate::asked::Asked;
use crate::commands::memory::Waiting;
use crate::desk::Desk;
use crate::dice::Source;
use crate::fault::Fault;
use crate::host::Host;
use crate::house;
use crate::judge::{Answering, Attempt, legible};
use crate::seals::{no_half, own_digest, seal, seals_nothing};
use crate::streams::is_for_absent;
use crate::text::{is_reason, one_line};

/// Who throws the dice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum DiceBy {
    /// The campaign's keyed dice.
    #[default]
    Server,
    /// A real table: these faces, one list per question; what is missing is asked for later. An empty list leaves its
    /// question to the campaign's dice.
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

impl Submission {
    fn take_out_whose(&mut self) {
        let Some(fields) = self.command.as_object_mut() else { return };
        let Some(seat) = fields.get("for").and_then(Value::as_str).and_then(|seat| seat.parse().ok()) else {
            return;
        };
        self.acting_for = Some(seat);
        fields.shift_remove("for");
        if let Some(reason) = fields.shift_remove("reason") {
            self.reason = reason.as_str().map(Into::into);
        }
    }
}

impl Submission {
    /// Takes the seat's half of a nonce out, where it sent one. What else seals a choice is the table's.
    fn take_out_nonce(&mut self) -> Result<Option<Half>, Refusal> {
        let Some(fields) = self.command.as_object_mut() else { return Ok(None) };
        if fields.get("digest").is_some_and(|digest| !digest.is_null()) {
            return Err(own_digest());
        }
        let Some(nonce) = fields.get("nonce").filter(|nonce| !nonce.is_null()) else { return Ok(None) };
        let half = nonce.as_str().and_then(|digits| hex::decode(digits).ok()?.try_into().ok());
        let half = half.ok_or_else(no_half)?;
        fields.shift_remove("nonce");
        Ok(Some(Half::Meant(half)))
    }
}

impl Desk {
    /// Judges a submission and, when it is accepted, has it on disk before it returns. A command whose form was drawn
    /// for a side carries `for` (the seat's name) and `reason`; one that seals a choice may carry the seat's half of the
    /// nonce as `nonce`, 32 hexadecimal digits. They are taken out here and are not the rules' matter.
    ///
    /// # Errors
    /// [`Fault`] when there is no such campaign or the log cannot be written; then nothing was done.
    pub async fn submit(&self, campaign: &str, mut submission: Submission) -> Result<Answer, Fault> {
        match submission.take_out_nonce() {
            Ok(half) => self.submit_with(campaign, submission, half).await,
            Err(refusal) => Ok(refusal.into()),
        }
    }

    /// As [`Desk::submit`], for a sender that does not know which commands seal a choice and offers its half of a nonce for
    /// any.
    ///
    /// # Errors
    /// As [`Desk::submit`].
    pub async fn submit_offering(
        &self,
        campaign: &str,
        submission: Submission,
        half: Option<[u8; 16]>,
    ) -> Result<Answer, Fault> {
        self.submit_with(campaign, submission, half.map(Half::Offered)).await
    }

    async fn submit_with(
        &self,
        campaign: &str,
        mut submission: Submission,
        half: Option<Half>,
    ) -> Result<Answer, Fault> {
        submission.take_out_whose();
        let by = submission.by;
        acted!(self, campaign, by, host => self.submit_at(&mut host, submission.clone(), half))
    }

    /// Whether a submission would be taken now. Nothing is rolled and nothing is written, and its token is no matter.
    ///
    /// # Errors
    /// As [`Desk::submit`].
    pub async fn would_take(
        &self,
        campaign: &str,
        mut submission: Submission,
    ) -> Result<Result<(), Refusals>, Fault> {
        submission.take_out_whose();
        let half = match submission.take_out_nonce() {
            Ok(half) => half,
            Err(refusal) => return Ok(Err(refusal.into())),
        };
        let host = self.host_for(campaign, submission.by).await?;
        Ok(match admit(&host, &submission, half, None)? {
            Admitted::Answered(Answer::Refused(refusals)) => Err(refusals),
            Admitted::Answered(_) | Admitted::To(_) => Ok(()),
        })
    }

    /// Gives the next missing answer of a waiting command: typed faces by its seat, or a choice by the umpire. The umpire
    /// who types in a throw that the side itself began acts for it from there on, with a reason.
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
        reason: Option<String>,
    ) -> Result<Answer, Fault> {
        acted!(self, campaign, by, host => self.answer_at(&mut host, by, act, token, answer.clone(), reason.clone()))
    }

    async fn submit_at(
        &self,
        host: &mut Host,
        submission: Submission,
        half: Option<Half>,
    ) -> Result<Answer, Fault> {
        let acting = match admit(host, &submission, half, Some(submission.token))? {
            Admitted::To(acting) => acting,
            Admitted::Answered(answer) => return Ok(answer),
        };
        let Submission { reason, mut command, token, dice, .. } = submission;
        seal(
            host.game.as_ref(),
            host.id.as_str(),
            acting.seat,
            &mut command,
            self.chance(),
            half.map(Half::bytes),
        )?;
        let (source, typed) = match dice {
            DiceBy::Server => (Source::Server, Vec::new()),
            // What was left empty the campaign's own dice throw, where there are any.
            DiceBy::Table(typed) if host.key.is_some() && typed.iter().any(Vec::is_empty) => {
                (Source::Server, typed)
            }
            DiceBy::Table(typed) => (Source::Table, typed),
        };
        let reason = reason.map(|reason| one_line(&reason)).filter(|_| acting.seat != acting.by);
        let act = Attempt {
            lineage: token,
            entry: token,
            acting,
            reason,
            command,
            source,
            given: BTreeMap::new(),
            absent: false,
            kept_nth: None,
        };
        self.judge_at(host, act, Answering::First(typed)).await
    }

    async fn answer_at(
        &self,
        host: &mut Host,
        by: Seat,
        act: Token,
        token: Token,
        answer: Vec<u16>,
        given_reason: Option<String>,
    ) -> Result<Answer, Fault> {
        if by == Seat::Spectator {
            return Ok(house::only_looks(by).into());
        }
        // The umpire's answer to a side's question stands as the side's act.
        let acted = host.waits_as(act, by).map(|waiting| waiting.seat).or_else(|| host.acted(act));
        let whose = acted.filter(|_| by == Seat::Umpire).unwrap_or(by);
        if let Some(answer) = host.already(by, whose, token, None, &Asked::answer(act, &answer)) {
            return Ok(answer);
        }
        if host.memory.dice.shown {
            return Ok(house::dice_shown().into());
        }
        let Some(waiting) = host.waits_as(act, by).cloned() else {
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
        let Waiting { act: lineage, seat, by: opened_by, reason, command, source, given, question, .. } =
            waiting;
        let takes_over = by == Seat::Umpire && seat != by && opened_by != by && question.die.is_some();
        let (actor, reason) = if takes_over {
            let given = given_reason.map(|reason| one_line(&reason)).filter(|reason| is_reason(reason));
            let Some(given) = given else { return Ok(house::reason_needed().into()) };
            (by, Some(given))
        } else {
            (opened_by, reason)
        };
        // An act that the table gave for an absent side stays, to others, that side's own.
        let absent = is_for_absent(seat, actor);
        let acting = Acting { seat, by: if absent { seat } else { actor } };
        let kept_nth = None;
        let act = Attempt { lineage, entry: token, acting, reason, command, source, given, absent, kept_nth };
        let answering = match question.die {
            Some(_) => Answering::Typed(by, answer),
            None => Answering::Ruled(by, answer[0]),
        };
        self.judge_at(host, act, answering).await
    }
}

/// A seat's half of the nonce that seals a choice.
#[derive(Clone, Copy, Debug)]
enum Half {
    /// Sent with a command that therefore has to seal something.
    Meant([u8; 16]),
    /// Offered with any command.
    Offered([u8; 16]),
}

impl Half {
    fn bytes(self) -> [u8; 16] {
        let (Self::Meant(bytes) | Self::Offered(bytes)) = self;
        bytes
    }
}

/// How a submission comes through what stands before the dice.
enum Admitted {
    /// It is judged, as this seat's act.
    To(Acting),
    /// It is answered already.
    Answered(Answer),
}

impl From<Refusal> for Admitted {
    fn from(refusal: Refusal) -> Self {
        Self::Answered(refusal.into())
    }
}

/// Proves the seat, knows an act that was done by its token, compares the cursor, and asks the rules.
fn admit(
    host: &Host,
    submission: &Submission,
    half: Option<Half>,
    token: Option<Token>,
) -> Result<Admitted, Fault> {
    let Submission { by, acting_for, reason, command, cursor, .. } = submission;
    let by = *by;
    if !host.has_seat(by) {
        return Err(Fault::NoCampaign);
    }
    let acting = match (by, *acting_for) {
        (Seat::Umpire, Some(seat @ Seat::Side(_))) if host.has_seat(seat) => Acting { seat, by },
        (seat, None) => Acting::own(seat),
        (seat, Some(other)) if other == seat => Acting::own(seat),
        _ => return Ok(house::acts_for_itself(by).into()),
    };
    if by == Seat::Spectator {
        return Ok(house::only_looks(by).into());
    }
    let reasoned = || reason.as_ref().is_some_and(|reason| is_reason(&one_line(reason)));
    if acting.seat != acting.by && !reasoned() {
        return Ok(house::reason_needed().into());
    }
    let answered = match token {
        Some(token) => host.already(by, acting.seat, token, cursor.as_ref(), &Asked::command(command)),
        None => host.stale(by, cursor.as_ref()),
    };
    if let Some(answer) = answered {
        return Ok(Admitted::Answered(answer));
    }
    if host.waiting_of(acting.seat).is_some() {
        let refusal = if acting.by == acting.seat { house::waiting() } else { house::waiting_there() };
        return Ok(refusal.into());
    }
    if host.memory.dice.shown {
        return Ok(house::dice_shown().into());
    }
    if host.memory.levels.is_handed_up() {
        return Ok(house::handed_up().into());
    }
    if !host.memory.dice.open {
        return Ok(house::dice_closed(host.asks_devices()).into());
    }
    if matches!(submission.dice, DiceBy::Table(_)) && !host.may_type() {
        return Ok(house::typed_without_consent().into());
    }
    let proved = host.game.prove(acting, command);
    if let Some(refusal) = host.bars(command).filter(|_| proved.is_ok()) {
        return Ok(refusal.into());
    }
    Ok(match proved {
        Ok(())
            if matches!(half, Some(Half::Meant(_))) && host.game.sealing(acting.seat, command).is_none() =>
        {
            seals_nothing().into()
        }
        Ok(()) => Admitted::To(acting),
        Err(refusals) => Admitted::Answered(Answer::Refused(legible(refusals))),
    })
}
