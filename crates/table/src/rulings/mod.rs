//! The rulings book: what the umpire has decided, by rule, for those who may know. A ruling changes nothing by itself; it
//! is read again when the same rule next stops somebody.

use kernel::{Audience, Seat};

use entry::{Ruled, RulingLine};
use memory::Ruling;

use crate::acted::acted;
use crate::answer::{Answer, Cursor, Token};
use crate::asked::Asked;
use crate::desk::Desk;
use crate::entry::act::Act;
use crate::fault::Fault;
use crate::host::Host;
use crate::house;
use crate::streams::stream_of;
use crate::text::{is_reason, one_line};

pub mod entry;
pub(crate) mod memory;
pub(crate) mod refusals;
pub(crate) mod words;

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
        let (decision, reason) = (one_line(&new.decision), one_line(&new.reason));
        let ruling = RulingLine { rule: new.rule, decision };
        let asked = Asked::ruling(stream_of(new.audience), &ruling, Some(&reason));
        if let Some(answer) = host.umpires(seat, token, cursor.as_ref(), &asked) {
            return Ok(answer);
        }
        let rules = host.rulebook.rules();
        let house_rules = house::RULES.iter().map(|(id, ..)| *id);
        let mut known = rules.iter().map(|rule| rule.id).chain(house_rules);
        if !known.any(|id| id == ruling.rule) {
            return Ok(house::no_such_rule().into());
        }
        let unknown = matches!(new.audience, Audience::Side(side) if !host.has_seat(Seat::Side(side)));
        if unknown || !is_reason(&ruling.decision) || !is_reason(&reason) {
            return Ok(house::ruling_incomplete().into());
        }
        let body = self.head(host, seat, seat).because(Some(reason)).says(Act::Ruled(Ruled { ruling }));
        self.append(host, token, vec![(stream_of(new.audience), body)]).await?;
        Ok(Answer::Done { cursor: host.cursor(seat), rolls: Vec::new() })
    }
}

impl Host {
    /// The rulings that a seat may know and that stand, newest first.
    pub(crate) fn rulings_for(&self, seat: Seat) -> Vec<Ruling> {
        self.memory.rulings.standing(seat, &self.memory.corrections.void)
    }
}
