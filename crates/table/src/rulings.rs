//! The rulings book: what the umpire has decided, by rule, for those who may know. A ruling changes nothing by itself; it
//! is read again when the same rule next stops somebody.

use kernel::{Audience, Seat};
use serde::{Deserialize, Serialize};

use crate::body::{Body, Kind, RulingLine, audience_of, stream_of};
use crate::desk::{Desk, one_line};
use crate::fault::Fault;
use crate::host::{Cursor, Host};
use crate::house;
use crate::read::Read;
use crate::submit::{Answer, Token, acted, is_reason};

/// One ruling.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ruling {
    /// When, in milliseconds since 1970, UTC.
    pub at: i64,
    /// The rule it is about.
    pub rule: String,
    /// What was decided.
    pub decision: String,
    /// Why; absent where a rule asked and the umpire chose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Who may know.
    pub audience: Audience,
    /// The question that was put to the umpire, by its name in the log.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
}

/// A ruling to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewRuling {
    /// The rule it is about: an id of the system or of the house.
    pub rule: String,
    /// What is decided.
    pub decision: String,
    /// Why.
    pub reason: String,
    /// Who may know.
    pub audience: Audience,
}

impl Desk {
    /// The rulings that a seat may know and that stand, newest first.
    ///
    /// # Errors
    /// As [`Desk::look`].
    pub async fn rulings(&self, campaign: &str, seat: Seat) -> Result<Vec<Ruling>, Fault> {
        let host = self.host_for(campaign, seat).await?;
        if host.has_seat(seat) { Ok(host.rulings_for(seat)) } else { Err(Fault::NoCampaign) }
    }

    /// The umpire rules.
    ///
    /// # Errors
    /// As [`Desk::submit`].
    pub async fn rule(
        &self,
        campaign: &str,
        seat: Seat,
        new: NewRuling,
        cursor: Option<Cursor>,
        token: Token,
    ) -> Result<Answer, Fault> {
        acted!(self, campaign, seat, host => self.rule_at(&mut host, seat, new.clone(), cursor.clone(), token))
    }

    async fn rule_at(
        &self,
        host: &mut Host,
        seat: Seat,
        new: NewRuling,
        cursor: Option<Cursor>,
        token: Token,
    ) -> Result<Answer, Fault> {
        if let Some(answer) = host.umpires(seat, token, cursor.as_ref()) {
            return Ok(answer);
        }
        let rules = host.rulebook.rules();
        let house_rules = house::RULES.iter().map(|(id, ..)| *id);
        let mut known = rules.iter().map(|rule| rule.id).chain(house_rules);
        if !known.any(|id| id == new.rule) {
            return Ok(house::no_such_rule().into());
        }
        let unknown = matches!(new.audience, Audience::Side(side) if !host.has_seat(Seat::Side(side)));
        let (decision, reason) = (one_line(&new.decision), one_line(&new.reason));
        if unknown || !is_reason(&decision) || !is_reason(&reason) {
            return Ok(house::ruling_incomplete().into());
        }
        let mut body = Body::new(self.clock().now(), Kind::Ruled, seat, seat, &host.rules);
        body.ruling = Some(RulingLine { rule: new.rule, decision });
        body.reason = Some(reason);
        self.append(host, token, vec![(stream_of(new.audience), body)]).await?;
        Ok(Answer::Done { cursor: host.cursor(seat), rolls: Vec::new() })
    }
}

/// What an entry rules: in words of the umpire's own, or by a choice that a rule asked for.
pub(crate) fn rulings(read: &Read) -> Vec<Ruling> {
    let mut rulings = Vec::new();
    for (stream, body) in &read.bodies {
        if let Some(RulingLine { rule, decision }) = body.ruling.clone() {
            let (reason, audience) = (body.reason.clone(), audience_of(*stream));
            rulings.push(Ruling { at: body.at, rule, decision, reason, audience, question: None });
        }
        for line in body.rolls.iter().filter(|line| line.origin == "ruling") {
            let asked = &line.record.asked;
            let choice = usize::try_from(line.record.total).ok().and_then(|choice| asked.choices.get(choice));
            rulings.push(Ruling {
                at: body.at,
                rule: asked.rule.clone(),
                decision: format!("{} {}.", asked.text, choice.map_or("", String::as_str)),
                reason: None,
                audience: audience_of(*stream),
                question: Some(line.question.clone()),
            });
        }
    }
    rulings
}

impl Host {
    /// The rulings that a seat may know and that stand, newest first.
    pub(crate) fn rulings_for(&self, seat: Seat) -> Vec<Ruling> {
        let mut answered: Vec<&str> = Vec::new();
        let mut standing = Vec::new();
        for ruling in self.memory.rulings.iter().rev().filter(|ruling| seat.sees(ruling.audience)) {
            if let Some(question) = &ruling.question {
                // A correction may have answered it anew, or made it void.
                if answered.contains(&question.as_str()) || self.memory.void.contains(question) {
                    continue;
                }
                answered.push(question);
            }
            standing.push(ruling.clone());
        }
        standing
    }
}
