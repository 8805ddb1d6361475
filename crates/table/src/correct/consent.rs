//! Consent: the umpire puts a correction to the sides that it changes anything for. Each sees what changes for itself
//! and agrees or declines; when all have agreed it is made.
//!
//! Only the umpire proposes. What a correction would change depends on secrets of every side, so that who could look at
//! one without being asked would learn them by trying.

use std::collections::BTreeMap;

use ::dice::Encoding;
use kernel::{Audience, Seat};
use ledger::{Lineage, Stream};
use serde::{Deserialize, Serialize};

use super::{Changed, Correcting, Halted, Preview};
use crate::body::{Body, Kind, own_stream};
use crate::desk::{Desk, one_line};
use crate::fault::Fault;
use crate::host::{Cursor, Host};
use crate::house;
use crate::read::Read;
use crate::submit::{Answer, Token, acted, is_reason};

/// A correction that has been put to the sides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Proposal {
    pub act: Lineage,
    pub correcting: Correcting,
    pub reason: String,
    /// The sides that were asked, each with the digest of what it has agreed to.
    pub asked: BTreeMap<u8, Option<String>>,
}

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
        if let Some(answer) = host.umpires(seat, token, cursor.as_ref()) {
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
        let reason = one_line(reason);
        if !is_reason(&reason) {
            return Ok(house::reason_for_all().into());
        }
        let open = host.memory.proposal.as_ref().is_some_and(|open| open.correcting == *correcting);
        if open && self.misses_a_word(host).await? {
            return Ok(house::proposed_already().into());
        }
        let body = self.asking(host, &reason);
        let mut parts = vec![(Stream::Umpire, Body { proposal: Some(correcting.clone()), ..body.clone() })];
        parts.extend(sides.into_iter().map(|side| (Stream::Side(side), body.clone())));
        self.append(host, token, parts).await?;
        Ok(Answer::Done { cursor: host.cursor(seat), rolls: Vec::new() })
    }

    /// What a side reads that is asked.
    fn asking(&self, host: &Host, reason: &str) -> Body {
        let mut body = Body::new(self.clock().now(), Kind::Proposed, Seat::Umpire, Seat::Umpire, &host.rules);
        body.reason = Some(reason.to_owned());
        body
    }

    /// The correction that waits for consent, as far as a seat may see it; `None` for a seat that is not asked.
    ///
    /// # Errors
    /// As [`Desk::submit`].
    pub async fn proposed(&self, campaign: &str, seat: Seat) -> Result<Option<Proposed>, Fault> {
        let host = self.host(campaign).await?;
        self.proposed_at(&host, seat).await
    }

    async fn proposed_at(&self, host: &Host, seat: Seat) -> Result<Option<Proposed>, Fault> {
        let Some(proposal) = host.memory.proposal.clone().filter(|proposal| proposal.asks(seat)) else {
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
        if let Some(answer) = host.already(seat, seat, token, None, None) {
            return Ok(answer);
        }
        let shown = self.proposed_at(host, seat).await?;
        let (Some(shown), Some(proposal)) = (shown, host.memory.proposal.clone()) else {
            return Ok(house::not_asked().into());
        };
        if shown.digest != digest {
            return Ok(house::other_correction().into());
        }
        // Whoever else has still to agree: of that a side hears nothing.
        if agrees && shown.agreed {
            return Ok(house::agreed_already().into());
        }
        let mut body = Body::new(self.clock().now(), Kind::Consented, seat, seat, &host.rules);
        body.act = Some(proposal.act.to_string());
        body.consent = agrees.then(|| digest.to_owned());
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
            let mut body = self.asking(host, &proposal.reason);
            body.act = Some(proposal.act.to_string());
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

impl Proposal {
    fn asks(&self, seat: Seat) -> bool {
        match seat {
            Seat::Umpire => true,
            Seat::Side(side) => self.asked.contains_key(&side),
            Seat::Spectator | Seat::Clock => false,
        }
    }
}

impl Host {
    /// Whether a correction waits for the word of this seat.
    pub(crate) fn asks(&self, seat: Seat) -> bool {
        self.memory.proposal.as_ref().is_some_and(|proposal| proposal.asks(seat))
    }

    /// A part that names the proposal that waits asks more sides.
    pub(crate) fn remember_proposal(&mut self, read: &Read) {
        let correcting = read.bodies.iter().find_map(|(_, body)| body.proposal.clone());
        let asked = read.bodies.iter().filter_map(|(stream, _)| match stream {
            Stream::Side(side) => Some((*side, None)),
            _ => None,
        });
        let more = read.first().is_some_and(|body| body.act.is_some());
        if let Some(proposal) = self.memory.proposal.as_mut().filter(|_| more) {
            proposal.asked.extend(asked);
            return;
        }
        self.memory.proposal = correcting.map(|correcting| Proposal {
            act: read.act,
            correcting,
            reason: read.reason().unwrap_or_default().to_owned(),
            asked: asked.collect(),
        });
    }

    /// A side that declines ends the proposal.
    pub(crate) fn remember_consent(&mut self, read: &Read) {
        let Some(body) = read.first() else { return };
        let Some(proposal) = &mut self.memory.proposal else { return };
        match (&body.consent, body.seat) {
            (Some(digest), Seat::Side(side)) => {
                proposal.asked.insert(side, Some(digest.clone()));
            }
            _ => self.memory.proposal = None,
        }
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
