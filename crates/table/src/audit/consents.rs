//! Corrections that were put to the sides: whom they ask, and what a side agreed to.

use std::collections::BTreeSet;

use ledger::{Entry, Stream};

use super::{Auditor, Difference, Judged};
use crate::body::Body;
use crate::correct::consent::digest;
use crate::correct::replay::{Ground, Replay};
use crate::correct::{Correcting, Preview};
use crate::load::{Rewound, Tail};
use crate::read::Read;

impl Auditor {
    /// Who is asked: the sides for which the correction changes anything, with the same reason for all.
    pub(super) fn proposed(&self, entry: &Entry, read: &Read) -> Result<Judged, Difference> {
        let Some(first) = read.first() else { return Err("it has no part".into()) };
        if read.bodies.iter().any(|(_, body)| body.reason != first.reason || body.act != first.act) {
            return Err("its parts do not say the same".into());
        }
        let open = self.host.memory.proposal.as_ref();
        let more = first.act.is_some();
        let asked: BTreeSet<u8> = read
            .bodies
            .iter()
            .filter_map(|(stream, _)| match stream {
                Stream::Side(side) => Some(*side),
                _ => None,
            })
            .collect();
        let umpires = read.bodies.iter().find(|(stream, _)| *stream == Stream::Umpire);
        let correcting = match umpires {
            Some((_, body)) if !more => body.proposal.as_ref(),
            None if more => open.map(|open| &open.correcting),
            _ => None,
        };
        let correcting = correcting.ok_or("it does not say what is put to the sides")?;
        if read.bodies.len() != asked.len() + usize::from(!more) || asked.is_empty() {
            return Err("it stands in streams that are not asked".into());
        }
        if more {
            let same = open.is_some_and(|open| {
                first.act.as_deref() == Some(&*open.act.to_string())
                    && first.reason.as_deref() == Some(&*open.reason)
            });
            if !same {
                return Err("it asks more sides about a correction that is not open".into());
            }
        }
        let known: BTreeSet<u8> =
            open.filter(|_| more).map(|open| open.asked.keys().copied().collect()).unwrap_or_default();
        self.as_shown(entry, correcting, |preview| {
            let sides: BTreeSet<u8> =
                preview.sides().into_iter().filter(|side| !known.contains(side)).collect();
            sides == asked
        })
    }

    /// What a side agrees to has the digest of what it was shown.
    pub(super) fn consented(&self, entry: &Entry, body: &Body) -> Result<Judged, Difference> {
        let Some(given) = &body.consent else { return Ok(Judged::Proved) };
        let Some(proposal) = &self.host.memory.proposal else {
            return Err("nothing was put to that side".into());
        };
        self.as_shown(entry, &proposal.correcting, |preview| {
            digest(&self.host, preview, proposal, body.seat) == *given
        })
    }

    /// Whether a correction shows what an entry says of it. Its words are the program's and not the rules': another build
    /// of the same rules may have written them otherwise, so that a difference proves nothing.
    fn as_shown(
        &self,
        entry: &Entry,
        correcting: &Correcting,
        right: impl Fn(&Preview) -> bool,
    ) -> Result<Judged, Difference> {
        let log = Tail(self.past.0.iter().map(|(entry, read)| (entry.clone(), read.clone())).collect());
        let unreadable = |fault: crate::fault::Fault| format!("the course before it cannot be read: {fault}");
        let mut past = Rewound::of(log, self.campaign.clone(), &self.host).map_err(unreadable)?;
        let from = correcting.first(&past.stages).ok_or("it corrects nothing that stands there")?;
        past.wind_to(&self.host, from).map_err(unreadable)?;
        let anew = |request, keyed| {
            let ground = Ground {
                campaign: self.host.id.as_str(),
                key: None,
                keyed,
                request,
                answers: &past.answers,
                name: self.host.memory.parts.get("public").copied().unwrap_or(0) + 1,
                chance: None,
                logged: None,
            };
            Replay::run(ground, past.game.copy(), self.host.memory.rolls.clone(), &past.stages)
        };
        let nothing = Correcting::default();
        // Whether there were dice to fall anew cannot always be told from the file.
        let keyed: &[bool] = if self.has_dice(entry) { &[true] } else { &[false, true] };
        for keyed in keyed {
            let replay = anew(correcting, *keyed).map_err(unreadable)?;
            let record = anew(&nothing, *keyed).map_err(unreadable)?;
            if right(&Preview::of(&self.host, &past, &replay, &record)) {
                return Ok(Judged::Proved);
            }
        }
        Ok(Judged::Unproved)
    }
}
