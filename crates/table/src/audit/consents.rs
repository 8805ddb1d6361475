//! Corrections that were put to the sides: whom they ask, and what a side agreed to.

use std::collections::BTreeSet;

use kernel::Seat;
use ledger::{Entry, Lineage, Stream};

use super::auditor::{Auditor, Difference, Judged, said};
use crate::correct::Preview;
use crate::correct::consent::digest;
use crate::correct::entry::{Consented, Correcting, Proposed};
use crate::correct::replay::{Ground, Replay};
use crate::entry::act::Act;
use crate::load::{Rewound, Tail};
use crate::read::Read;

/// What the parts of an entry put to the sides.
enum Asks<'a> {
    /// A correction.
    Anew(&'a Correcting),
    /// The one that is open, to more sides.
    More(Lineage),
}

impl Auditor {
    /// Who is asked: the sides for which the correction changes anything, with the same reason for all.
    pub(super) fn proposed(&self, entry: &Entry, read: &Read) -> Result<Judged, Difference> {
        let reason = read.first().and_then(|first| first.head.reason.as_deref());
        if read.bodies.iter().any(|(_, body)| body.head.reason.as_deref() != reason) {
            return Err("its parts do not say the same".into());
        }
        let (asks, asked) = asks(read)?;
        let open = self.host.memory.corrections.proposal.as_ref();
        match asks {
            Asks::Anew(correcting) => {
                self.as_shown(entry, correcting, |preview| asked.iter().copied().eq(preview.sides()))
            }
            Asks::More(act) => {
                let Some(open) = open.filter(|open| open.act == act && reason == Some(&open.reason)) else {
                    return Err("it asks more sides about a correction that is not open".into());
                };
                self.as_shown(entry, &open.correcting, |preview| {
                    let more = preview.sides().into_iter().filter(|side| !open.asked.contains_key(side));
                    asked.iter().copied().eq(more)
                })
            }
        }
    }

    /// What a side agrees to has the digest of what it was shown.
    pub(super) fn consented(
        &self,
        entry: &Entry,
        seat: Seat,
        consented: &Consented,
    ) -> Result<Judged, Difference> {
        let Some(given) = &consented.consent else { return Ok(Judged::Proved) };
        let Some(proposal) = &self.host.memory.corrections.proposal else {
            return Err("nothing was put to that side".into());
        };
        self.as_shown(entry, &proposal.correcting, |preview| {
            digest(&self.host, preview, proposal, seat) == *given
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
        let unreadable = |fault: crate::fault::Fault| format!("the course before it: {}", said(&fault));
        let mut past = Rewound::of(log, self.campaign.clone(), &self.host).map_err(unreadable)?;
        let from = correcting.first(&past.stages).ok_or("it corrects nothing that stands there")?;
        past.wind_to(&self.host, from).map_err(unreadable)?;
        let anew = |request, keyed| {
            let ground = Ground {
                campaign: self.host.id.as_str(),
                key: None,
                keyed,
                may_type: self.typing_agreed(),
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

/// What is put to which sides: a correction in the umpire's stream and a question in theirs, or in theirs alone the name
/// of the one that is open.
fn asks(read: &Read) -> Result<(Asks<'_>, BTreeSet<u8>), Difference> {
    let (mut asks, mut asked) = (None, BTreeSet::new());
    for (stream, body) in &read.bodies {
        match (stream, &body.act) {
            (Stream::Umpire, Act::Proposed(Proposed::Put { proposal })) => asks = Some(Asks::Anew(proposal)),
            (Stream::Side(side), Act::Proposed(Proposed::Asks {} | Proposed::AsksToo { .. })) => {
                asked.insert(*side);
            }
            (Stream::Umpire | Stream::Side(_), _) => return Err("its parts do not say the same".into()),
            _ => return Err("it stands in streams that are not asked".into()),
        }
    }
    if asked.is_empty() {
        return Err("it stands in streams that are not asked".into());
    }
    let names: BTreeSet<Option<Lineage>> = read
        .bodies
        .iter()
        .map(|(_, body)| match body.act {
            Act::Proposed(Proposed::AsksToo { act }) => Some(act),
            _ => None,
        })
        .collect();
    match (asks, names.first().filter(|_| names.len() == 1)) {
        (Some(put), Some(None)) => Ok((put, asked)),
        (None, Some(Some(act))) => Ok((Asks::More(*act), asked)),
        (None, Some(None)) => Err("it does not say what is put to the sides".into()),
        _ => Err("its parts do not say the same".into()),
    }
}
