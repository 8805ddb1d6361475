//! A campaign file judged again: every entry is what the rules and the house would write today, given what stands
//! before it and the answers that stand in it.
//!
//! Opening a campaign folds and judges nothing, so whoever recomputes all hashes can write any event into a file. Here
//! each act is judged once more on the state before it: by the same code that judges live play, with the faces, the
//! typed dice and the rulings of the record, and the parts that come out are compared with those that stand there.
//! What nobody can derive, the time, the reason, the words, is taken from the entry.

mod acts;
mod auditor;
mod below;
mod compare;
mod consents;
mod corrected;
pub mod joined;
mod unjudged;

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

use kernel::{Game, Rulebook, Seat};
use ledger::{Bundle, Campaign, Entry, Finding};

use crate::correct::course::{changes, courses};
use crate::deadline::derived::plays_absent;
use crate::entry::Body;
use crate::entry::act::Kind;
use crate::host::Host;
use crate::load::{Tail, fold_entry};
use crate::read::Read;

pub use auditor::{Audit, CorrectedBelow};
use auditor::{Auditor, Difference, Judged, Lower, said};

/// Entries between two remembered states, from which the state is folded anew when something is taken back.
const EVERY: usize = 32;

/// Judges a file again that has been read and whose chains are sound.
pub fn audit(bundle: &Bundle, rulebooks: &[&'static dyn Rulebook]) -> Audit {
    audit_above(bundle, rulebooks, BTreeMap::new(), false)
}

/// A file judged again together with those of the tables below it; `has_above` where that of the table above is at hand too.
fn audit_above(
    bundle: &Bundle,
    rulebooks: &[&'static dyn Rulebook],
    below: BTreeMap<String, Lower>,
    has_above: bool,
) -> Audit {
    let n_entries = bundle.master.as_ref().map_or(0, Vec::len);
    let Some(setup) = &bundle.setup else {
        return Audit::default().note(
            "no entry, for a seat's file does not hold all that the rules looked at. Compared instead: faces with \
             their dice, totals with faces and modifiers, rows with totals, openings with seals and their slots; what \
             was sealed and is not opened here is judged in an umpire's or final file",
        );
    };
    let whole = Audit { n_unproved: n_entries, ..Audit::default() };
    let manifest = &bundle.manifest;
    let Some(rulebook) = rulebooks.iter().find(|rulebook| rulebook.name() == manifest.system) else {
        return whole.note(format!("no entry, for this program does not have the rules {}", manifest.system));
    };
    let entries = match ledger::bundle::entries(bundle) {
        Ok(entries) => entries,
        Err(found) => {
            return whole.note(format!("no entry, for {}: {}", found.place, found.sentence));
        }
    };
    let game = match rulebook.open_kept("setup", setup) {
        Ok(game) => game,
        Err(faults) => {
            let first = faults.first().map(ToString::to_string).unwrap_or_default();
            if manifest.rules_version != rulebook.version().to_string() {
                // Nobody could do anything with such a campaign here, nor take it away again.
                let fault = format!("this version of the rules cannot begin from it: {first}");
                return Audit {
                    closed: Some(Finding::new("setup", fault)),
                    ..whole.note(format!(
                        "no entry, for this version of the rules cannot read the set-up: {first}"
                    ))
                };
            }
            let fault = Finding::new("setup", format!("the rules cannot begin from it: {first}"));
            return Audit {
                faults: vec![fault],
                ..whole.note("no entry, for the rules cannot read the set-up")
            };
        }
    };
    let campaign = Campaign { manifest: manifest.clone(), genesis: bundle.genesis, setup: setup.clone() };
    if let Some(fault) = differs_from_setup(&campaign, game.as_ref()) {
        return Audit {
            faults: vec![fault],
            ..whole.note("no entry, for the set-up gives another manifest")
        };
    }
    let host = Host::new(&campaign, *rulebook, game, bundle.dice_secret.clone());
    Auditor {
        rules: host.rules.clone(),
        last_keyed: last_keyed(&entries),
        marks: vec![(0, host.game.copy())],
        host,
        campaign,
        past: Tail(Vec::with_capacity(entries.len())),
        unproved: BTreeSet::new(),
        unseen: BTreeSet::new(),
        has_above,
        audit: Audit::default(),
        below,
        named: BTreeMap::new(),
    }
    .all(entries)
}

/// The title and the sides of the manifest follow from the set-up.
fn differs_from_setup(campaign: &Campaign, game: &dyn Game) -> Option<Finding> {
    let sides: Vec<String> = game.sides().into_iter().map(|side| side.name).collect();
    let manifest = &campaign.manifest;
    if manifest.sides != sides {
        return Some(Finding::new("manifest.sides", "are not those of the set-up"));
    }
    (manifest.title != game.title()).then(|| Finding::new("manifest.title", "is not that of the set-up"))
}

/// The last entry with a roll of the campaign's dice; 0 where there is none.
fn last_keyed(entries: &[Entry]) -> u64 {
    let keyed = |entry: &&Entry| {
        let rolls = Read::of(entry).map(|read| read.bodies).unwrap_or_default();
        rolls.iter().flat_map(|(_, body)| body.act.rolls()).any(|roll| roll.origin == "server")
    };
    entries.iter().rev().find(keyed).map_or(0, |entry| entry.master)
}

impl Auditor {
    fn all(mut self, entries: Vec<Entry>) -> Audit {
        let n_entries = entries.len();
        for entry in entries {
            let place = format!("master {}", entry.master);
            let read = match Read::of(&entry) {
                Ok(read) => read,
                Err(fault) => return self.ends(n_entries, Some(Finding::new(place, said(&fault)))),
            };
            let is_ours = read.bodies.iter().all(|(_, body)| body.head.rules == self.rules);
            let newer = read.bodies.iter().any(|(_, body)| is_newer(&body.head.rules, &self.rules));
            if let Some(Body { head, .. }) = read.first() {
                if newer && self.audit.closed.is_none() {
                    let why = format!(
                        "is judged by the rules {}, newer than {}; use a newer program",
                        head.rules, self.rules
                    );
                    self.audit.closed = Some(Finding::new(place.clone(), why));
                }
                // An entry of another version names its own rules, and so would every part of it today.
                self.host.rules.clone_from(&head.rules);
            }
            let rules = read.first().map(|body| body.head.rules.clone()).unwrap_or_default();
            let (n_before, unseen) = (self.audit.n_unproved, self.takes_in_unseen());
            let unseen = unseen.or_else(|| self.began_unseen(&read));
            if let Err(sentence) = self.throws_alike(&read) {
                return self.ends(n_entries, Some(Finding::new(place, sentence)));
            }
            let judged = guarded(|| self.judge(&entry, &read));
            let is_right = judged.is_ok();
            match judged {
                // What rules say that this build does not have is known to nobody here, whatever these would have given.
                _ if newer => self.audit.n_unproved += 1,
                Ok(Judged::Proved) if unseen.is_none() => self.audit.n_proved += 1,
                Ok(_) => self.audit.n_unproved += 1,
                // What the rules do not give is not folded either: no rule need be fit for such a state.
                Err(sentence) if is_ours => return self.ends(n_entries, Some(Finding::new(place, sentence))),
                Err(_) => self.audit.n_unproved += 1,
            }
            match (self.audit.n_unproved > n_before, unseen) {
                (true, Some(what)) if is_right && !newer => {
                    self.audit.n_apart += 1;
                    self.unseen.insert(what);
                }
                (true, _) => drop(self.unproved.insert(rules)),
                _ => {}
            }
            let changed = matches!(read.kind(), Kind::Undone | Kind::Corrected);
            if let Err(what) = guarded(|| self.follow(entry, read, changed)) {
                let found = Finding::new(place, what);
                if is_ours {
                    return self.ends(n_entries, Some(found));
                }
                self.audit.closed.get_or_insert(found);
                return self.ends(n_entries, None);
            }
        }
        self.ends(n_entries, None)
    }

    /// Closes the account: what was not come to is unproved.
    fn ends(mut self, n_entries: usize, fault: Option<Finding>) -> Audit {
        self.audit.faults.extend(fault.or_else(|| self.ends_between()));
        let n_told = self.audit.n_proved + self.audit.n_unproved + self.audit.faults.len();
        self.audit.n_unproved += n_entries.saturating_sub(n_told);
        let Audit { n_proved, n_unproved, .. } = self.audit;
        let mut note = format!("{n_proved} of {n_entries} entries are what the rules give");
        if n_unproved > 0 && !self.audit.faults.is_empty() {
            note += &format!("; the first that differs is named, and the {n_unproved} after it rest on it");
        } else if n_unproved > 0 {
            note += &format!("; {n_unproved} unproved{}", self.why_unproved());
        }
        self.audit.note(note)
    }

    fn judge(&self, entry: &Entry, read: &Read) -> Result<Judged, Difference> {
        compare::known_fields(entry, read)?;
        let branch = self.host.memory.corrections.branch + u32::from(read.kind() == Kind::Corrected);
        if entry.branch != branch {
            return Err(format!("stands on branch {}, and {branch} is the one that goes on", entry.branch));
        }
        if let Some(first) = read.first()
            && self.host.memory.commands.bears(entry.lineage, first.head.seat)
        {
            return Err("its name is that of an earlier entry of its seat".into());
        }
        if self.host.memory.dice.missing && read.kind() != Kind::Corrected {
            let mut rolls = read.bodies.iter().flat_map(|(_, body)| body.act.rolls());
            if rolls.any(|roll| roll.origin == "server") {
                return Err("the campaign's dice are thrown, and it goes on without them".into());
            }
        }
        self.levels_go_on(read)?;
        let by_table = read.bodies.iter().any(|(_, body)| body.head.by == Seat::Clock);
        if !by_table && plays_absent(&self.host) {
            return Err("it comes before what the table does for the sides that stayed away".into());
        }
        let expected = match read.kind() {
            Kind::Command => self.command(entry, read)?,
            Kind::Opened => self.opened(entry, read)?,
            Kind::Answered => self.answered(entry, read)?,
            Kind::Undone => self.undone(read)?,
            Kind::Corrected => self.corrected(entry, read)?,
            _ => return self.unjudged(entry, read),
        };
        compare::parts(expected, read, self.host.memory.dice.by_question)?;
        Ok(Judged::Proved)
    }

    /// Nothing is done once what came of a table has gone up, and what is closed below is taken in at once.
    fn levels_go_on(&self, read: &Read) -> Result<(), Difference> {
        let goes_on = match read.kind() {
            Kind::DiceShown | Kind::Taken => true,
            // It is corrected together with the table above.
            Kind::Corrected => self.host.memory.levels.handed_up == Some(false),
            _ => false,
        };
        if self.host.memory.levels.is_handed_up() && !goes_on {
            return Err("it comes after what came of this table went to the one above".into());
        }
        let command = read.bodies.iter().find_map(|(_, body)| body.act.command());
        let of = read.first().map_or((Seat::Clock, Seat::Clock), |body| (body.head.seat, body.head.by));
        if !self.host.comes_next(of, command) {
            return Err("a table below was closed, and this is not the command that takes it in".into());
        }
        self.takes_in_what_came(command)
    }

    /// Takes an entry in as opening the campaign does.
    fn follow(&mut self, entry: Entry, read: Read, changes_the_past: bool) -> Result<(), String> {
        let folded = fold_entry(self.host.game.as_mut(), entry.master, &read, &Default::default());
        folded.map_err(|fault| said(&fault))?;
        self.host.heads.follow(&self.host.id, &entry).map_err(|fault| fault.to_string())?;
        let undone = self.host.memory.commands.undone.clone();
        self.host.remember(&entry, &read);
        let (kind, hash) = (read.kind(), entry.hash);
        for course in courses(&read) {
            self.named.extend(course.below.clone());
        }
        if changes_the_past {
            let steps = courses(&read)
                .flat_map(|course| course.steps.iter().map(|step| step.entry).chain(course.closed.clone()));
            let touched = self.host.memory.commands.undone.difference(&undone).copied().chain(steps).min();
            self.past.0.push((entry, read));
            self.refold(touched.unwrap_or(1))?;
            if kind == Kind::Corrected && self.host.memory.levels.is_handed_up() {
                let handed = self.host.game.hands_up();
                self.audit.corrected.push(CorrectedBelow { entry: hash, handed });
            }
            return Ok(());
        }
        if kind == Kind::HandedUp {
            self.audit.handed = self.host.game.hands_up();
            self.audit.acted = self.host.memory.levels.acted;
        }
        self.past.0.push((entry, read));
        if self.past.0.len().is_multiple_of(EVERY) {
            self.marks.push((self.past.0.len(), self.host.game.copy()));
        }
        Ok(())
    }

    /// Folds the state anew from before the first entry that is changed.
    fn refold(&mut self, first: u64) -> Result<(), String> {
        let changed = changes(&self.past.0)
            .map_err(|entry| format!("entry {entry} changes an act that is not in the log"))?;
        self.marks.retain(|(n_folded, _)| (*n_folded as u64) < first.max(1));
        let Some((n_folded, game)) = self.marks.last() else {
            return Err("nothing is remembered from before it".into());
        };
        let (n_folded, mut game) = (*n_folded, game.copy());
        for (entry, read) in &self.past.0[n_folded..] {
            fold_entry(game.as_mut(), entry.master, read, &changed).map_err(|fault| said(&fault))?;
        }
        self.host.game = game;
        Ok(())
    }
}

/// Whether rules, as entries name them, are a later version of others.
fn is_newer(rules: &str, others: &str) -> bool {
    let version = |rules: &str| rules.rsplit_once('/').and_then(|(_, version)| version.parse::<u64>().ok());
    version(rules) > version(others)
}

/// Folding cannot fail, for it is made for events that the rules gave. An entry that was judged by other rules may hold
/// one that they never would.
fn guarded<T>(what: impl FnOnce() -> Result<T, Difference>) -> Result<T, Difference> {
    catch_unwind(AssertUnwindSafe(what))
        .unwrap_or_else(|_| Err("the rules cannot take in what it says".into()))
}
