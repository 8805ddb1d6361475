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
use crate::submit::{Answer, Token, is_reason};

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
        let mut host = self.host(campaign).await?;
        let answer = self.propose_at(&mut host, seat, correcting, reason, cursor, token).await;
        self.settle(&mut host, seat, answer).await
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
        if host.memory.recent.iter().any(|(known, _)| *known == token) {
            return Ok(Answer::Done { cursor: host.cursor(seat), rolls: Vec::new() });
        }
        if cursor.is_some_and(|cursor| cursor != host.cursor(seat)) {
            return Ok(house::stale().into());
        }
        let preview = match self.preview_at(host, seat, correcting).await? {
            Ok(preview) => preview,
            Err(refusals) => return Ok(Answer::Refused(refusals)),
        };
        match &preview.halted {
            Some(Halted::Refused { entry, .. }) => return Ok(house::cannot_stand(*entry).into()),
            Some(Halted::Asks { entry, question, .. }) => {
                return Ok(house::correction_asks(*entry, question).into());
            }
            Some(Halted::Throw { .. }) => {}
            None if preview.changed.is_empty() => return Ok(house::nothing_to_correct().into()),
            None => {}
        }
        if !preview.affected.iter().any(|seat| matches!(seat, Seat::Side(_))) {
            return Ok(house::nobody_to_ask().into());
        }
        let reason = one_line(reason);
        if !is_reason(&reason) {
            return Ok(house::reason_for_all().into());
        }
        let body = |stream: Stream| {
            let mut body = Body::new(self.clock().now(), Kind::Proposed, seat, seat, &host.rules);
            body.reason = Some(reason.clone());
            body.proposal = (stream == Stream::Umpire).then(|| correcting.clone());
            (stream, body)
        };
        let mut parts = vec![body(Stream::Umpire)];
        let sides = preview.affected.iter().filter(|seat| matches!(seat, Seat::Side(_)));
        parts.extend(sides.map(|side| body(own_stream(*side))));
        self.append(host, token, parts).await?;
        Ok(Answer::Done { cursor: host.cursor(seat), rolls: Vec::new() })
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
            throws: matches!(preview.halted, Some(Halted::Throw { .. })),
            digest: digest(host, &preview, &proposal, seat),
            agreed: asked.iter().any(|(side, agreed)| Seat::Side(*side) == seat && *agreed),
            asked: if umpire { asked } else { Vec::new() },
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
        let mut host = self.host(campaign).await?;
        let answer = self.consent_at(&mut host, seat, agrees, digest, token).await;
        self.settle(&mut host, seat, answer).await
    }

    async fn consent_at(
        &self,
        host: &mut Host,
        seat: Seat,
        agrees: bool,
        digest: &str,
        token: Token,
    ) -> Result<Answer, Fault> {
        if host.memory.recent.iter().any(|(known, _)| *known == token) {
            return Ok(Answer::Done { cursor: host.cursor(seat), rolls: Vec::new() });
        }
        let shown = match seat {
            Seat::Side(_) => self.proposed_at(host, seat).await?,
            _ => None,
        };
        let (Some(shown), Some(proposal)) = (shown, host.memory.proposal.clone()) else {
            return Ok(house::not_asked().into());
        };
        if shown.digest != digest {
            return Ok(house::other_correction().into());
        }
        let mut body = Body::new(self.clock().now(), Kind::Consented, seat, seat, &host.rules);
        body.act = Some(proposal.act.to_string());
        body.consent = agrees.then(|| digest.to_owned());
        self.append(host, token, vec![(own_stream(seat), body)]).await?;
        let umpire = self.proposed_at(host, Seat::Umpire).await?;
        if agrees && umpire.is_some_and(|proposed| proposed.asked.iter().all(|(_, agreed)| *agreed)) {
            let (correcting, reason) = (&proposal.correcting, &proposal.reason);
            let token = self.fresh_token()?;
            let made = self.correct_at(host, Seat::Umpire, correcting, reason, None, token).await?;
            if let Answer::Refused(refusals) = made {
                tracing::warn!(campaign = %host.id, %refusals, "a correction that all agreed to was not made");
            }
        }
        Ok(Answer::Done { cursor: host.cursor(seat), rolls: Vec::new() })
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

    pub(crate) fn remember_proposal(&mut self, read: &Read) {
        let correcting = read.bodies.iter().find_map(|(_, body)| body.proposal.clone());
        let asked = read.bodies.iter().filter_map(|(stream, _)| match stream {
            Stream::Side(side) => Some((*side, None)),
            _ => None,
        });
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
fn digest(host: &Host, preview: &Preview, proposal: &Proposal, seat: Seat) -> String {
    let words = |lines: &[(Audience, kernel::view::Text)]| {
        lines.iter().map(|(_, text)| text.plain(&host.sides)).collect::<Vec<_>>().join("\n")
    };
    let name = Encoding::new("adjutant-consent-v1").bytes(&proposal.act.0).text(&seat.name());
    let changed = changed_for(preview, seat);
    let told =
        changed.iter().fold(name, |name, changed| name.text(&words(&changed.was)).text(&words(&changed.now)));
    told.sha256().to_string()
}
