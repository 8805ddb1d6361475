//! Opening a campaign: fold what is written, judge nothing.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ::dice::Secret;
use kernel::{Game, Rulebook, Seat};
use ledger::{Campaign, CampaignId, Entry, Heads, Snapshot, Store, Stream};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::asked::Asked;
use crate::campaign::entry::Laid;
use crate::correct::course::{Changes, Stage, changes, course, lines};
use crate::correct::entry::{Change, Correcting};
use crate::dice::Given;
use crate::entry::act::Act;
use crate::entry::lines::RollLine;
use crate::fault::Fault;
use crate::host::Host;
use crate::memory::{Memory, SHAPE};
use crate::moments::Moment;
use crate::read::Read;
use crate::streams::audience_of;

const PAGE: u32 = 1000;
/// Entries read at once where others must not wait.
const CHECKED_PAGE: u32 = 50;

#[derive(Serialize, Deserialize)]
struct Remembered {
    /// [`SHAPE`]. Snapshots of the first shape do not tell it.
    shape: u32,
    memory: Memory,
    position: Value,
}

/// Names what a snapshot must agree with: the rules and this build.
pub(crate) fn build_of(rules: &str) -> String {
    format!("{rules}+{}", env!("CARGO_PKG_VERSION"))
}

/// The campaign as it stands in the log, by way of the newest snapshot if there is one.
pub(crate) async fn load(
    store: &dyn Store,
    id: &CampaignId,
    rulebooks: &[&'static dyn Rulebook],
) -> Result<Host, Fault> {
    let campaign = store.campaign(id).await.map_err(|fault| match fault {
        ledger::Fault::NotFound { .. } => Fault::NoCampaign,
        other => other.into(),
    })?;
    let system = &campaign.manifest.system;
    let rulebook = *rulebooks
        .iter()
        .find(|rulebook| rulebook.name() == system)
        .ok_or_else(|| Fault::NoRulebook(system.clone()))?;
    let secret = store.dice_secret(id).await?;
    if secret.as_ref().is_some_and(|secret| secret.commitment() != campaign.manifest.dice_commitment) {
        let detail = "it is not the one whose digest was published when the campaign began".into();
        return Err(
            ledger::Fault::Corrupt { place: format!("the dice secret of campaign {id}"), detail }.into()
        );
    }
    let mut host = empty(&campaign, rulebook, secret)?;
    let snapshot = store.latest_snapshot(id, &build_of(&host.rules)).await?;
    if let Some(snapshot) = snapshot {
        let heads = snapshot.heads.clone();
        if let Some((game, memory)) = recall(host.game.as_ref(), &snapshot) {
            let tail = read_from(store, id, heads.clone(), PAGE).await?;
            if tail.changes().is_ok() {
                host.game = game;
                host.memory = memory;
                host.snapshot_at = heads.master.number;
                host.heads = heads;
                tail.fold_into(&mut host)?;
                host.came_from = Some(snapshot);
                return Ok(finished(host));
            }
        }
    }
    let whole = read_from(store, id, Heads::start(campaign.genesis), PAGE).await?;
    whole.fold_into(&mut host)?;
    if host.heads.master.number == 0 {
        // What a campaign begins with is written together with it.
        let detail = "it has no entries, not even its beginning".into();
        return Err(ledger::Fault::Corrupt { place: format!("the log of campaign {id}"), detail }.into());
    }
    Ok(finished(host))
}

/// Folds what has come into the log since into a memory that agreed with it. Says whether that was enough: a correction
/// or a step taken back changes what was folded before, and the campaign has to be folded anew.
pub(crate) async fn follow(store: &dyn Store, host: &mut Host) -> Result<bool, Fault> {
    let tail = read_from(store, &host.id, host.heads.clone(), PAGE).await?;
    if tail.changes().is_err() {
        return Ok(false);
    }
    tail.fold_into(host)?;
    host.mix();
    Ok(true)
}

fn empty(
    campaign: &Campaign,
    rulebook: &'static dyn Rulebook,
    secret: Option<Secret>,
) -> Result<Host, Fault> {
    let game = rulebook.open_kept("set-up", &campaign.setup).map_err(Fault::File)?;
    Ok(Host::new(campaign, rulebook, game, secret))
}

/// Whether a snapshot is what the entries before it come to, every hash of theirs computed again.
///
/// # Errors
/// What is broken in the log.
pub(crate) async fn bears_out(
    store: &dyn Store,
    id: &CampaignId,
    rulebook: &'static dyn Rulebook,
    snapshot: Snapshot,
) -> Result<bool, Fault> {
    let campaign = store.campaign(id).await?;
    let mut host = empty(&campaign, rulebook, None)?;
    let mut before = read_from(store, id, Heads::start(campaign.genesis), CHECKED_PAGE).await?;
    before.0.retain(|(entry, _)| entry.master <= snapshot.heads.master.number);
    // A whole life is folded: on a thread of its own, so that those who play do not wait for it.
    let folded = tokio::task::spawn_blocking(move || {
        before.fold_into(&mut host)?;
        Ok(host.heads == snapshot.heads && snapshot_of(&host).state == snapshot.state)
    });
    folded.await.unwrap_or_else(|ended| std::panic::resume_unwind(ended.into_panic()))
}

/// The campaign as it stood when `seat` had just read its line `number`, and that line, folded on from an earlier moment
/// of the seat where there is one. What came later is not known here: acts that were taken back or corrected since then
/// still stand. `None` when the seat has no such line.
pub(crate) async fn stood(
    store: &dyn Store,
    id: &CampaignId,
    rulebook: &'static dyn Rulebook,
    (seat, number): (Seat, u64),
    from: Option<&Moment>,
) -> Result<Option<Moment>, Fault> {
    let reads = |entry: &Entry| entry.parts.iter().any(|part| seat.sees(audience_of(part.stream)));
    let mut from = from;
    loop {
        let (mut host, mut n_lines) = match from {
            Some(moment) => (moment.host.copied(), moment.number),
            None => (empty(&store.campaign(id).await?, rulebook, None)?, 0),
        };
        let mut past = Tail(Vec::new());
        let mut heads = host.heads.clone();
        while past.0.last().is_none_or(|(entry, _)| n_lines < number || !reads(entry)) {
            let entries = store.entries_checked(id, &mut heads, CHECKED_PAGE).await?;
            if entries.is_empty() {
                return Ok(None);
            }
            for entry in entries {
                n_lines += u64::from(reads(&entry));
                let is_it = n_lines == number && reads(&entry);
                let read = Read::of(&entry)?;
                past.0.push((entry, read));
                if is_it {
                    break;
                }
            }
        }
        // What changes an act from before the earlier moment is folded from the beginning.
        if from.take().is_some() && past.changes().is_err() {
            continue;
        }
        let Some((entry, _)) = past.0.last().cloned() else { return Ok(None) };
        let folded = tokio::task::spawn_blocking(move || past.fold_into(&mut host).map(|()| finished(host)));
        let host = folded.await.unwrap_or_else(|ended| std::panic::resume_unwind(ended.into_panic()))?;
        return Ok(Some(Moment { seat, number, host, entry }));
    }
}

fn finished(mut host: Host) -> Host {
    host.mix();
    host.tell();
    host
}

/// The state of a host for a snapshot.
pub(crate) fn snapshot_of(host: &Host) -> Snapshot {
    let remembered = Remembered { shape: SHAPE, memory: host.memory.clone(), position: host.game.position() };
    let state = serde_json::to_vec(&remembered).expect("memory and position are plain values");
    Snapshot { heads: host.heads.clone(), rules_build: build_of(&host.rules), state }
}

/// A snapshot that cannot be used is as good as none.
fn recall(game: &dyn Game, snapshot: &Snapshot) -> Option<(Box<dyn Game>, Memory)> {
    let remembered: Remembered = serde_json::from_slice(&snapshot.state).ok()?;
    if remembered.shape != SHAPE {
        return None;
    }
    let mut game = game.copy();
    game.set_position(remembered.position).ok()?;
    Some((game, remembered.memory))
}

/// The campaign as it stood at the entry `end`: what came later is neither folded nor known.
pub(crate) async fn as_of(store: &dyn Store, host: &Host, end: u64) -> Result<Host, Fault> {
    let campaign = store.campaign(&host.id).await?;
    let mut past = empty(&campaign, host.rulebook, store.dice_secret(&host.id).await?)?;
    let mut log = read_from(store, &host.id, Heads::start(campaign.genesis), PAGE).await?;
    log.0.retain(|(entry, _)| entry.master <= end);
    let folded = tokio::task::spawn_blocking(move || log.fold_into(&mut past).map(|()| finished(past)));
    folded.await.unwrap_or_else(|ended| std::panic::resume_unwind(ended.into_panic()))
}

/// Goes on with a campaign of the past to the entry `end`; says whether that was possible without folding it from its
/// beginning.
pub(crate) async fn go_on(store: &dyn Store, past: &mut Host, end: u64) -> Result<bool, Fault> {
    let mut tail = read_from(store, &past.id, past.heads.clone(), PAGE).await?;
    tail.0.retain(|(entry, _)| entry.master <= end);
    if tail.changes().is_err() {
        return Ok(false);
    }
    tail.fold_into(past)?;
    Ok(true)
}

pub(crate) struct Tail(pub Vec<(Entry, Read)>);

async fn read_from(store: &dyn Store, id: &CampaignId, mut heads: Heads, page: u32) -> Result<Tail, Fault> {
    let mut tail = Vec::new();
    loop {
        let entries = store.entries_checked(id, &mut heads, page).await?;
        let n_read = entries.len();
        for entry in entries {
            let read = Read::of(&entry)?;
            tail.push((entry, read));
        }
        if n_read < page as usize {
            return Ok(Tail(tail));
        }
    }
}

impl Tail {
    /// What the entries of this tail say of each other; else the first one that changes an entry from before it, so
    /// that folding the tail is not enough.
    fn changes(&self) -> Result<Changes, u64> {
        changes(&self.0)
    }

    /// Folds the entries below `end`, all of them when it is `None`.
    fn fold_below(&self, host: &mut Host, end: Option<u64>) -> Result<(), Fault> {
        let changes = self.changes().map_err(|entry| Fault::Unreadable {
            entry,
            what: "it changes an act that is not in the log".into(),
        })?;
        for (entry, read) in self.0.iter().take_while(|(entry, _)| end.is_none_or(|end| entry.master < end)) {
            fold_entry(host.game.as_mut(), entry.master, read, &changes)?;
            host.heads.follow(&host.id, entry)?;
            host.remember(entry, read);
        }
        Ok(())
    }

    fn fold_into(self, host: &mut Host) -> Result<(), Fault> {
        self.fold_below(host, None)
    }
}

/// Folds what one entry says, or what stands in its place.
///
/// # Errors
/// [`Fault::File`] for a position that cannot be, [`Fault::Unreadable`] for an event that is none.
pub(crate) fn fold_entry(
    game: &mut dyn Game,
    entry: u64,
    read: &Read,
    changes: &Changes,
) -> Result<(), Fault> {
    for (_, body) in &read.bodies {
        if let Act::Began(laid) | Act::LaidOut(laid) = &body.act
            && let Laid::Closed { position: Some(position), .. } = laid
        {
            game.set_position(position.clone()).map_err(Fault::File)?;
        }
    }
    // Folding cannot fail, for it is made for events that the rules gave; a log that was written by hand may hold others.
    let mut fold = |event: &Value| match catch_unwind(AssertUnwindSafe(|| game.fold(event))) {
        Ok(folded) => folded.map_err(|fault| Fault::Unreadable { entry, what: fault.to_string() }),
        Err(_) => Err(Fault::Unreadable { entry, what: "the rules cannot take in what it says".into() }),
    };
    if changes.undone.contains(&entry) {
        return Ok(());
    }
    match changes.instead.get(&entry) {
        Some(acts) => acts.iter().flat_map(|act| &act.events).try_for_each(|(_, event)| fold(event)),
        None => read.events().into_iter().try_for_each(fold),
    }
}

/// The past of a campaign, read from the log.
pub(crate) struct Rewound {
    pub log: Tail,
    campaign: Campaign,
    /// Everything that was judged from the entry on to which it is wound.
    pub stages: Vec<Stage>,
    /// Every answer that stands in the log, by question; the latest where one was given anew.
    pub answers: BTreeMap<String, RollLine>,
    /// The numbers of each entry's parts.
    pub numbers: BTreeMap<u64, BTreeMap<Stream, u64>>,
    /// The state before those stages.
    pub game: Box<dyn Game>,
}

/// The whole past of a campaign, wound to its beginning.
pub(crate) async fn rewound(store: &dyn Store, host: &Host) -> Result<Rewound, Fault> {
    let campaign = store.campaign(&host.id).await?;
    let log = read_from(store, &host.id, Heads::start(campaign.genesis), PAGE).await?;
    Rewound::of(log, campaign, host)
}

impl Rewound {
    /// The past that these entries are.
    pub fn of(log: Tail, campaign: Campaign, host: &Host) -> Result<Self, Fault> {
        let undone = log.changes().map(|changes| changes.undone).unwrap_or_default();
        let parts = |entry: &Entry| entry.parts.iter().map(|part| (part.stream, part.number)).collect();
        Ok(Self {
            stages: course(&log.0, &undone),
            answers: log.0.iter().flat_map(|(_, read)| lines(read)).collect(),
            numbers: log.0.iter().map(|(entry, _)| (entry.master, parts(entry))).collect(),
            game: empty(&campaign, host.rulebook, None)?.game,
            log,
            campaign,
        })
    }

    /// Whether the course is as it was to be put right.
    pub fn stands(&self, correcting: &Correcting) -> bool {
        let acted = |entry: u64| self.stages.iter().find(|stage| stage.entry == entry)?.acts.first();
        let changed = correcting.changes.iter().all(|(entry, change)| match (acted(*entry), change) {
            (Some(acted), Change::Remove) => acted.judged.dropped,
            (Some(acted), Change::Replace(command)) => {
                !acted.judged.dropped && Asked::command(command) == Asked::command(&acted.judged.command)
            }
            (None, _) => false,
        });
        let given = |question: &String| self.answers.get(question).map(|line| Given::of(line).faces);
        changed && correcting.answers.iter().all(|(question, faces)| given(question).as_ref() == Some(faces))
    }

    /// Goes to the state before the entry `from`.
    pub fn wind_to(&mut self, host: &Host, from: u64) -> Result<(), Fault> {
        let mut past = empty(&self.campaign, host.rulebook, None)?;
        self.log.fold_below(&mut past, Some(from))?;
        self.game = past.game;
        self.stages.retain(|stage| stage.entry >= from);
        Ok(())
    }
}
