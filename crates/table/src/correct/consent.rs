//! Consent: the umpire puts a correction to the sides that it changes anything for. Each sees what changes for itself
//! and agrees or declines; when all have agreed it is made.
//!
//! Only the umpire proposes. What a correction would change depends on secrets of every side, so that who could look at
//! one without being asked would learn them by trying.

use ::dice::Encoding;
use kernel::{Audience, Seat};
use ledger::Stream;

use super::entry::{Consented, Correcting, Proposed as Put};
use super::memory::Proposal;
use super::replay::Halted;
use super::{Changed, Preview};
use crate::acted::acted;
use crate::answer::{Answer, Cursor, Token};
use crate::asked::Asked;
use crate::desk::Desk;
use crate::entry::Head;
use crate::entry::act::Act;
use crate::fault::Fault;
use crate::host::Host;
use crate::house;
use crate::streams::own_stream;
use crate::text::{is_reason, one_line};

/// A correction that waits for consent, as one seat may see it.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposed {
    /// Why.
    pub reason: String,
    /// What changes for the seat.
    pub changed: Vec<Changed>,
    /// Whether dice fall anew in it, so that more may change than can be told.
    pub throws: bool,
    /// Names what the seat sees here: it agrees to this and nothing else.
    pub digest: String,
    /// Whether the seat has agreed to it.
    pub agreed: bool,
    /// For the umpire: who was asked, and whether they have agreed to what they see now.
    pub asked: Vec<(u8, bool)>,
    /// For the umpire: why it cannot be made as things stand by now, whatever the sides say.
    pub halted: Option<Halted>,
    /// For the umpire: the correction.
    pub correcting: Option<Correcting>,
}

impl Desk {
    /// The umpire puts a correction to the sides that it changes anything for. A newer proposal takes the place of an
    /// older one.
    ///
    /// # Errors
    /// As [`Desk::submit`].
    pub async fn propose(
        &self,
        campaign: &str,
        seat: Seat,
        correcting: &Correcting,
        reason: &str,
        cursor: Option<Cursor>,
        token: Token,
    ) -> Result<Answer, Fault> {
        acted!(self, campaign, seat, host => self.propose_at(&mut host, seat, correcting, reason, cursor.clone(), token))
    }

    async fn propose_at(
        &self,
        host: &mut Host,
        seat: Seat,
        correcting: &Correcting,
        reason: &str,
        cursor: Option<Cursor>,
        token: Token,
    ) -> Result<Answer, Fault> {
        let reason = one_line(reason);
        let asked = Asked::proposal(correcting, Some(&reason));
        if let Some(answer) = host.umpires(seat, token, cursor.as_ref(), &asked) {
            return Ok(answer);
        }
        let preview = match self.preview_at(host, seat, correcting).await? {
            Ok(preview) => preview,
            Err(refusals) => return Ok(Answer::Refused(refusals)),
        };
        match &preview.halted {
            Some(Halted::Throw { .. }) => {}
            Some(halted) => return Ok(Answer::Refused(halted.refusals())),
            None if preview.changed.is_empty() => return Ok(house::nothing_to_correct().into()),
            None => {}
        }
        let sides = preview.sides();
        if sides.is_empty() {
            return Ok(house::nobody_to_ask().into());
        }
        if !is_reason(&reason) {
            return Ok(house::reason_for_all().into());
        }
        let open =
            host.memory.corrections.proposal.as_ref().is_some_and(|open| open.correcting == *correcting);
        if open && self.misses_a_word(host).await? {
            return Ok(house::proposed_already().into());
        }
        let head = self.asking(host, &reason);
        let says = |stream, put| (stream, head.clone().says(Act::Proposed(put)));
        let mut parts = vec![says(Stream::Umpire, Put::Put { proposal: correcting.clone() })];
        parts.extend(sides.into_iter().map(|side| says(Stream::Side(side), Put::Asks {})));
        self.append(host, token, parts).await?;
        Ok(Answer::Done { cursor: host.cursor(seat), rolls: Vec::new() })
    }

    /// Who asks, and why, as everyone reads it who is asked.
    fn asking(&self, host: &Host, reason: &str) -> Head {
        self.head(host, Seat::Umpire, Seat::Umpire).because(Some(reason.to_owned()))
    }

    /// The correction that waits for consent, as far as a seat may see it; `None` for a seat that is not asked.
    ///
    /// # Errors
    /// As [`Desk::submit`].
    pub async fn proposed(&self, campaign: &str, seat: Seat) -> Result<Option<Proposed>, Fault> {
        let host = self.host(campaign).await?;
        if !host.has_seat(seat) {
            return Err(Fault::NoCampaign);
        }
        self.proposed_at(&host, seat).await
    }

    async fn proposed_at(&self, host: &Host, seat: Seat) -> Result<Option<Proposed>, Fault> {
        let Some(proposal) = host.memory.corrections.proposal.clone().filter(|proposal| proposal.asks(seat))
        else {
            return Ok(None);
        };
        let preview = self.preview_at(host, Seat::Umpire, &proposal.correcting).await?;
        let Ok(preview) = preview else { return Ok(None) };
        let agreed = |side: u8, agreed: &Option<String>| {
            agreed.as_ref() == Some(&digest(host, &preview, &proposal, Seat::Side(side)))
        };
        let asked: Vec<(u8, bool)> =
            proposal.asked.iter().map(|(side, given)| (*side, agreed(*side, given))).collect();
        let umpire = seat == Seat::Umpire;
        Ok(Some(Proposed {
            changed: changed_for(&preview, seat),
            throws: preview.throws(),
            digest: digest(host, &preview, &proposal, seat),
            agreed: asked.iter().any(|(side, agreed)| Seat::Side(*side) == seat && *agreed),
            asked: if umpire { asked } else { Vec::new() },
            halted: preview.halted.clone().filter(|_| umpire && !preview.throws()),
            correcting: umpire.then(|| proposal.correcting.clone()),
            reason: proposal.reason,
        }))
    }

    /// A side that was asked agrees to what it has seen, named by its digest, or declines. The last word that was
    /// missing makes the correction.
    ///
    /// # Errors
    /// As [`Desk::submit`].
    pub async fn consent(
        &self,
        campaign: &str,
        seat: Seat,
        agrees: bool,
        digest: &str,
        token: Token,
    ) -> Result<Answer, Fault> {
        acted!(self, campaign, seat, host => self.consent_at(&mut host, seat, agrees, digest, token))
    }

    async fn consent_at(
        &self,
        host: &mut Host,
        seat: Seat,
        agrees: bool,
        digest: &str,
        token: Token,
    ) -> Result<Answer, Fault> {
        if !matches!(seat, Seat::Side(_)) {
            return Ok(house::not_asked().into());
        }
        if let Some(answer) = host.already(seat, seat, token, None, &Asked::consent(agrees.then_some(digest)))
        {
            return Ok(answer);
        }
        let shown = self.proposed_at(host, seat).await?;
        let (Some(shown), Some(proposal)) = (shown, host.memory.corrections.proposal.clone()) else {
            return Ok(house::not_asked().into());
        };
        if shown.digest != digest {
            return Ok(house::other_correction().into());
        }
        // Whoever else has still to agree: of that a side hears nothing.
        if agrees && shown.agreed {
            return Ok(house::agreed_already().into());
        }
        let consented = Consented { act: proposal.act, consent: agrees.then(|| digest.to_owned()) };
        let body = self.head(host, seat, seat).says(Act::Consented(consented));
        self.append(host, token, vec![(own_stream(seat), body)]).await?;
        if agrees {
            self.make_agreed(host, &proposal).await?;
        }
        Ok(Answer::Done { cursor: host.cursor(seat), rolls: Vec::new() })
    }

    /// Whether somebody who was asked has not agreed yet.
    async fn misses_a_word(&self, host: &Host) -> Result<bool, Fault> {
        let umpire = self.proposed_at(host, Seat::Umpire).await?;
        Ok(umpire.is_some_and(|proposed| proposed.asked.iter().any(|(_, agreed)| !agreed)))
    }

    /// Makes the correction when all have agreed whom it changes anything for by now. What was done since may have
    /// made it the matter of a side that was not asked: then that side is asked too, and the others hear nothing of it.
    async fn make_agreed(&self, host: &mut Host, proposal: &Proposal) -> Result<(), Fault> {
        let preview = self.preview_at(host, Seat::Umpire, &proposal.correcting).await?;
        let mut sides = preview.map(|preview| preview.sides()).unwrap_or_default();
        sides.retain(|side| !proposal.asked.contains_key(side));
        if !sides.is_empty() {
            let body =
                self.asking(host, &proposal.reason).says(Act::Proposed(Put::AsksToo { act: proposal.act }));
            let parts = sides.into_iter().map(|side| (Stream::Side(side), body.clone())).collect();
            let token = self.fresh_token()?;
            return self.append(host, token, parts).await.map(drop);
        }
        if !self.misses_a_word(host).await? {
            let (correcting, reason) = (&proposal.correcting, &proposal.reason);
            let token = self.fresh_token()?;
            // Where it is refused the proposal stays, and the umpire reads there what stands in its way.
            self.correct_at(host, Seat::Umpire, correcting, reason, None, token).await?;
        }
        Ok(())
    }
}

impl Preview {
    /// The sides for which anything changes.
    pub(crate) fn sides(&self) -> Vec<u8> {
        let sides = self.affected.iter().filter_map(|seat| match seat {
            Seat::Side(side) => Some(*side),
            _ => None,
        });
        sides.collect()
    }

    fn throws(&self) -> bool {
        matches!(self.halted, Some(Halted::Throw { .. }))
    }
}

/// What of a preview a seat may see.
fn changed_for(preview: &Preview, seat: Seat) -> Vec<Changed> {
    let seen = |lines: &[(Audience, kernel::view::Text)]| -> Vec<(Audience, kernel::view::Text)> {
        lines.iter().filter(|(audience, _)| seat.sees(*audience)).cloned().collect()
    };
    let changed = preview.changed.iter().map(|changed| Changed {
        was: seen(&changed.was),
        now: seen(&changed.now),
        // The number of the entry counts what others did.
        entry: if seat == Seat::Umpire { changed.entry } else { 0 },
        seat: changed.seat,
    });
    changed.filter(|changed| seat == Seat::Umpire || changed.was != changed.now).collect()
}

/// Names what a seat sees of a proposal.
pub(crate) fn digest(host: &Host, preview: &Preview, proposal: &Proposal, seat: Seat) -> String {
    let words = |lines: &[(Audience, kernel::view::Text)]| {
        lines.iter().map(|(_, text)| text.plain(&host.sides)).collect::<Vec<_>>().join("\n")
    };
    let name = Encoding::new("adjutant-consent-v2").bytes(&proposal.act.0).text(&seat.name());
    let name = name.number(preview.throws().into());
    let changed = changed_for(preview, seat);
    let told =
        changed.iter().fold(name, |name, changed| name.text(&words(&changed.was)).text(&words(&changed.now)));
    told.sha256().to_string()
}
