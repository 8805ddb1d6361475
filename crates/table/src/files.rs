//! Campaign files: out for whoever may have them, in for a folder that does not know the campaign yet.

use std::panic::resume_unwind;

use kernel::{Refusal, Rulebook, Seat};
use ledger::{Bundle, Export, Finding, Joined, Stream};
use tokio::sync::OwnedMutexGuard;

use crate::audit::joined::audit_joined;
use crate::audit::{Audit, audit};
use crate::campaign::entry::Nothing;
use crate::desk::Desk;
use crate::entry::act::Act;
use crate::fault::Fault;
use crate::host::Host;
use crate::house;
use crate::streams::audience_of;

/// Which file of a campaign is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// What the seat itself may read: public, and its own stream. For the umpire all streams, the secret withheld.
    Seat,
    /// Everything with the secret of the dice, for every seat once the campaign has ended.
    Final,
    /// Everything, to go on in another data folder. The umpire gives it; it is private, and that it was taken is public.
    Move,
}

/// What a file of a kind holds for a seat.
fn what(seat: Seat, kind: FileKind) -> Result<Export, Refusal> {
    Ok(match (kind, seat) {
        (FileKind::Seat, Seat::Side(side)) => Export::Side(side),
        (FileKind::Seat, Seat::Umpire) => Export::Umpire,
        (FileKind::Seat, Seat::Spectator | Seat::Clock) => Export::Spectator,
        (FileKind::Final, _) => Export::Final,
        (FileKind::Move, Seat::Umpire) => Export::Move,
        _ => return Err(house::only_umpire(seat)),
    })
}

impl Desk {
    /// The campaign as a file for `seat`. Only the umpire gives move files, and nobody gives final ones before the
    /// campaign has ended: their secret would tell every roll to come.
    ///
    /// # Errors
    /// As [`Desk::look`].
    pub async fn export(
        &self,
        campaign: &str,
        seat: Seat,
        kind: FileKind,
    ) -> Result<Result<Bundle, Refusal>, Fault> {
        let what = match what(seat, kind) {
            Ok(what) => what,
            Err(refusal) => return Ok(Err(refusal)),
        };
        if seat == Seat::Spectator && self.hidden_from(campaign).await?.is_some() {
            return Ok(Err(house::behind_time()));
        }
        let mut host = self.host(campaign).await?;
        self.export_at(&mut host, seat, kind, what).await
    }

    /// A campaign with all tables below it, as files of one moment: a table above before those below it. Tables that are not
    /// here are left out.
    ///
    /// # Errors
    /// As [`Desk::export`].
    pub async fn export_joined(
        &self,
        campaign: &str,
        seat: Seat,
        kind: FileKind,
    ) -> Result<Result<Joined, Refusal>, Fault> {
        let what = match what(seat, kind) {
            Ok(what) => what,
            Err(refusal) => return Ok(Err(refusal)),
        };
        if seat == Seat::Spectator && self.hidden_from(campaign).await?.is_some() {
            return Ok(Err(house::behind_time()));
        }
        // All stay locked until the last is read, from above to below.
        let (mut held, mut files) = (vec![self.host(campaign).await?], Vec::new());
        while let Some(host) = held.get_mut(files.len()) {
            match self.export_at(host, seat, kind, what).await? {
                Ok(file) => files.push(file),
                Err(refusal) => return Ok(Err(refusal)),
            }
            let below = self.all_below(host).await?;
            held.extend(below);
        }
        Ok(Ok(Joined { files }))
    }

    async fn export_at(
        &self,
        host: &mut Host,
        seat: Seat,
        kind: FileKind,
        what: Export,
    ) -> Result<Result<Bundle, Refusal>, Fault> {
        if !host.has_seat(seat) {
            return Err(Fault::NoCampaign);
        }
        if kind == FileKind::Move && host.secret.is_some() && !host.memory.dice.shown {
            self.tell_of_taking(host).await?;
        }
        if kind == FileKind::Final && !host.memory.dice.shown {
            return Ok(Err(house::dice_not_shown()));
        }
        if seat == Seat::Spectator && host.is_delayed() {
            return Ok(Err(house::behind_time()));
        }
        let contributions = &host.memory.dice.contributions;
        Ok(Ok(ledger::export(self.store(), &host.id, what, contributions).await?))
    }

    /// All of the campaign that is here, to be looked through on this machine: no file, so nobody is told, and nothing of it
    /// may be shown or kept.
    ///
    /// # Errors
    /// As [`Desk::look`].
    pub async fn examined(&self, campaign: &str) -> Result<Bundle, Fault> {
        let host = self.host(campaign).await?;
        self.examined_at(&host).await
    }

    /// The same, with the tables below it that are here: what came of those is judged where it was taken in.
    ///
    /// # Errors
    /// As [`Desk::look`].
    pub async fn examined_with_below(&self, campaign: &str) -> Result<Joined, Fault> {
        let (mut held, mut files) = (vec![self.host(campaign).await?], Vec::new());
        while let Some(host) = held.get(files.len()) {
            files.push(self.examined_at(host).await?);
            let below = self.all_below(host).await?;
            held.extend(below);
        }
        Ok(Joined { files })
    }

    async fn examined_at(&self, host: &Host) -> Result<Bundle, Fault> {
        let what = if host.secret.is_some() { Export::Move } else { Export::Umpire };
        Ok(ledger::export(self.store(), &host.id, what, &host.memory.dice.contributions).await?)
    }

    /// The tables below a table that are here.
    async fn all_below(&self, host: &Host) -> Result<Vec<OwnedMutexGuard<Host>>, Fault> {
        let mut held = Vec::new();
        for (slot, known) in &host.memory.levels.below {
            held.extend(self.below(host, slot, known).await?);
        }
        Ok(held)
    }

    /// What each part of a stream after a number adds to its chain, `most` of them at the most: whoever knows the head at that
    /// number computes the later ones from it. `None` for a stream that the seat does not read, and for spectators behind
    /// time.
    ///
    /// # Errors
    /// As [`Desk::look`].
    pub async fn links(
        &self,
        campaign: &str,
        seat: Seat,
        stream: Stream,
        after: u64,
        most: u32,
    ) -> Result<Option<Vec<String>>, Fault> {
        let hidden = seat == Seat::Spectator && self.hidden_from(campaign).await?.is_some();
        let host = self.host(campaign).await?;
        let behind = hidden || (seat == Seat::Spectator && host.is_delayed());
        let reads = host.has_seat(seat) && seat.sees(audience_of(stream)) && !behind;
        if !reads || !host.heads.streams.contains_key(&stream) {
            return Ok(None);
        }
        let parts = self.store().stream_parts(&host.id, stream, after.saturating_add(1), most).await?;
        Ok(Some(parts.into_iter().map(|part| part.commitment.to_string()).collect()))
    }

    /// Everyone reads that the secret of the dice leaves, before it does. What cannot be told does not leave.
    async fn tell_of_taking(&self, host: &mut Host) -> Result<(), Fault> {
        let mut done = self.write_taking(host).await;
        while done.as_ref().is_err_and(Fault::is_overtaken) && host.is_tried_again() {
            self.catch_up(host).await?;
            done = self.write_taking(host).await;
        }
        done?;
        host.tell();
        self.keep_snapshot(host).await;
        Ok(())
    }

    async fn write_taking(&self, host: &mut Host) -> Result<(), Fault> {
        let body = self.head(host, Seat::Umpire, Seat::Umpire).says(Act::Taken(Nothing {}));
        self.append(host, self.fresh_token()?, vec![(Stream::Public, body)]).await?;
        Ok(())
    }

    /// Takes in a campaign from a file, once every entry that this build can judge is what the rules give.
    ///
    /// # Errors
    /// [`Fault::Ledger`] with every fault of the file, or the first entry that the rules do not give; then nothing was taken
    /// in.
    pub async fn import(&self, text: &str) -> Result<Imported, Fault> {
        let (text, rulebooks) = (text.to_owned(), self.rulebooks());
        // Judging a long campaign again takes a while, and other tables play on.
        let judged = tokio::task::spawn_blocking(move || judged(&text, rulebooks)).await;
        let (bundle, audit) = judged.unwrap_or_else(|fault| resume_unwind(fault.into_panic()))?;
        let id = ledger::import(self.store(), &bundle).await?.to_string();
        Ok(Imported { id, n_unproved: audit.n_unproved })
    }
}

impl Desk {
    /// Takes in campaigns above and below each other from one file, once all of it is sound where they are joined and by the
    /// rules. The lowest come first, so that a table above finds those below it; one that is here as it stands in the file is
    /// passed over, and what broke off can be taken in again.
    ///
    /// # Errors
    /// As [`Desk::import`]. Where a fault of the file or a campaign that is here otherwise says no, nothing was taken in.
    pub async fn import_joined(&self, text: &str) -> Result<Vec<Imported>, Fault> {
        let (text, rulebooks) = (text.to_owned(), self.rulebooks());
        let judged = tokio::task::spawn_blocking(move || judged_together(&text, rulebooks)).await;
        let judged = judged.unwrap_or_else(|fault| resume_unwind(fault.into_panic()))?;
        let mut fresh = Vec::new();
        for (bundle, audit) in judged {
            let campaign = &bundle.manifest.campaign;
            match self.store().heads(campaign).await {
                Err(ledger::Fault::NotFound { .. }) => fresh.push((bundle, audit)),
                Ok(heads) if Some(heads.master.hash) == bundle.master_head => {}
                Ok(_) => return Err(ledger::Fault::AlreadyExists { campaign: campaign.clone() }.into()),
                Err(fault) => return Err(fault.into()),
            }
        }
        let mut taken = Vec::with_capacity(fresh.len());
        for (bundle, audit) in fresh.iter().rev() {
            let id = ledger::import(self.store(), bundle).await?.to_string();
            taken.push(Imported { id, n_unproved: audit.n_unproved });
        }
        taken.reverse();
        Ok(taken)
    }
}

/// A campaign that was taken in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    /// Its id.
    pub id: String,
    /// Entries that were judged by other rules, of which this build cannot tell.
    pub n_unproved: usize,
}

/// Whether a campaign could be taken in from a file, before there is anything to take it in to.
///
/// # Errors
/// As [`Desk::import`], but for a campaign that is there already.
pub fn importable(text: &str, rulebooks: &[&'static dyn Rulebook]) -> Result<(), Fault> {
    if Joined::is_one(text) {
        judged_together(text, rulebooks).map(drop)
    } else {
        judged(text, rulebooks).map(drop)
    }
}

/// The same of campaigns in one file, and of where they are joined.
fn judged_together(text: &str, rulebooks: &[&'static dyn Rulebook]) -> Result<Vec<(Bundle, Audit)>, Fault> {
    let bad = |faults: Vec<Finding>| Fault::from(ledger::Fault::BadBundle { faults });
    let joined = Joined::parse(text).map_err(bad)?;
    if let Some(file) = joined.files.iter().find(|file| !is_known(file, rulebooks)) {
        return Err(Fault::NoRulebook(file.manifest.system.clone()));
    }
    let faults = ledger::verify_joined(&joined).all_faults();
    if !faults.is_empty() {
        return Err(bad(faults));
    }
    joined.files.iter().try_for_each(|file| ledger::importable(file).map(drop))?;
    let audits = audit_joined(&joined, rulebooks);
    let of = |(n, audit): (usize, &Audit)| -> Vec<Finding> {
        let faults = audit.faults.iter().chain(&audit.closed);
        faults
            .map(|fault| Finding::new(format!("files[{n}].{}", fault.place), fault.sentence.clone()))
            .collect()
    };
    let faults: Vec<Finding> = audits.iter().enumerate().flat_map(of).collect();
    if faults.is_empty() { Ok(joined.files.into_iter().zip(audits).collect()) } else { Err(bad(faults)) }
}

/// A file whose chains are sound, judged again: opening a campaign believes what stands in its log.
fn judged(text: &str, rulebooks: &[&'static dyn Rulebook]) -> Result<(Bundle, Audit), Fault> {
    let bundle = parsed(text, rulebooks)?;
    ledger::importable(&bundle)?;
    let audit = audit(&bundle, rulebooks);
    let faults: Vec<_> = audit.faults.iter().chain(&audit.closed).cloned().collect();
    if faults.is_empty() { Ok((bundle, audit)) } else { Err(ledger::Fault::BadBundle { faults }.into()) }
}

fn parsed(text: &str, rulebooks: &[&'static dyn Rulebook]) -> Result<Bundle, Fault> {
    let bundle = Bundle::parse(text).map_err(|faults| ledger::Fault::BadBundle { faults })?;
    if is_known(&bundle, rulebooks) { Ok(bundle) } else { Err(Fault::NoRulebook(bundle.manifest.system)) }
}

fn is_known(bundle: &Bundle, rulebooks: &[&'static dyn Rulebook]) -> bool {
    rulebooks.iter().any(|rulebook| rulebook.name() == bundle.manifest.system)
}
