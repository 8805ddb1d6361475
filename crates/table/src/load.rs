//! Opening a campaign: fold what is written, judge nothing.

use std::collections::{BTreeMap, BTreeSet};

use ::dice::Secret;
use kernel::{Game, Rulebook};
use ledger::{Campaign, CampaignId, Entry, Heads, Lineage, Snapshot, Store, Stream};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::body::Kind;
use crate::fault::Fault;
use crate::host::Host;
use crate::memory::Memory;
use crate::read::Read;

const PAGE: u32 = 1000;
/// Entries read at once where others must not wait.
const CHECKED_PAGE: u32 = 50;

#[derive(Serialize, Deserialize)]
struct Remembered {
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
            if tail.undone().is_ok() {
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
    Ok(finished(host))
}

fn empty(
    campaign: &Campaign,
    rulebook: &'static dyn Rulebook,
    secret: Option<Secret>,
) -> Result<Host, Fault> {
    let game = rulebook.open("set-up", &campaign.setup).map_err(Fault::File)?;
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

fn finished(mut host: Host) -> Host {
    host.mix();
    host.tell();
    host
}

/// The state of a host for a snapshot.
pub(crate) fn snapshot_of(host: &Host) -> Snapshot {
    let remembered = Remembered { memory: host.memory.clone(), position: host.game.position() };
    let state = serde_json::to_vec(&remembered).expect("memory and position are plain values");
    Snapshot { heads: host.heads.clone(), rules_build: build_of(&host.rules), state }
}

/// A snapshot that cannot be used is as good as none.
fn recall(game: &dyn Game, snapshot: &Snapshot) -> Option<(Box<dyn Game>, Memory)> {
    let remembered: Remembered = serde_json::from_slice(&snapshot.state).ok()?;
    let mut game = game.copy();
    game.set_position(remembered.position).ok()?;
    Some((game, remembered.memory))
}

struct Tail(Vec<(Entry, Read)>);

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
    /// The entries of this tail that are taken back in it; else the first entry that takes back one from before it, so
    /// that folding the tail is not enough.
    fn undone(&self) -> Result<BTreeSet<u64>, u64> {
        // A step that can be taken back lies in one stream alone, and the latest of its name is meant: names come from
        // forms, so that others may bear the same.
        let mut latest: BTreeMap<(Lineage, Stream), u64> = BTreeMap::new();
        let mut undone = BTreeSet::new();
        for (entry, read) in &self.0 {
            let [(stream, body)] = &read.bodies[..] else { continue };
            match body.kind {
                Kind::Command | Kind::Opened => {
                    latest.insert((entry.lineage, *stream), entry.master);
                }
                Kind::Undone => {
                    let act = body.act.as_ref().and_then(|act| act.parse().ok());
                    let taken_back = act.and_then(|act| latest.get(&(act, *stream)));
                    undone.insert(*taken_back.ok_or(entry.master)?);
                }
                _ => {}
            }
        }
        Ok(undone)
    }

    fn fold_into(self, host: &mut Host) -> Result<(), Fault> {
        let undone = self.undone().map_err(|entry| Fault::Unreadable {
            entry,
            what: "it takes back an act that is not in the log".into(),
        })?;
        for (entry, read) in &self.0 {
            let unreadable = |what: String| Fault::Unreadable { entry: entry.master, what };
            if let Some(position) = read.bodies.iter().find_map(|(_, body)| body.position.clone()) {
                host.game.set_position(position).map_err(Fault::File)?;
            }
            if !undone.contains(&entry.master) {
                for event in read.events() {
                    host.game.fold(event).map_err(|fault| unreadable(fault.to_string()))?;
                }
            }
            host.heads.follow(&host.id, entry)?;
            host.remember(entry, read);
        }
        Ok(())
    }
}
