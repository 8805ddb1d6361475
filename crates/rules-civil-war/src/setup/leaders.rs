//! Leaders, their promotion counters and what the loss check does to them.

use kernel::Node;
use kernel::grammar::{PerSide, Side};
use kernel::reader::HOUSE_FILE;
use serde::{Deserialize, Serialize};

use super::{Once, reading, word, writable};
use crate::words::{CounterId, Fate, LeaderId, Party, Rank};

/// A leader as a counter shows him: enough for a battle to know him by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leader {
    /// His id.
    pub id: LeaderId,
    /// His name.
    pub name: String,
    /// Stars, 1 to 4.
    pub stars: u8,
    /// Initiative: low is good. [CWFF-R14]
    pub initiative: i32,
    /// Tactical rating.
    pub tactical: i32,
    /// Army command rating. [CWFF-T8]
    pub army_command: i32,
    /// Whether he leads cavalry.
    #[serde(default, skip_serializing_if = "kernel::grammar::is_default")]
    pub cavalry: bool,
}

impl Leader {
    /// [CWFF-4B-2] Whether he can be a leader of this rank.
    pub const fn can_be(&self, rank: Rank) -> bool {
        match rank {
            Rank::Division => self.stars == 1,
            Rank::Corps => self.stars == 2 || self.stars == 3,
            Rank::Army => self.stars >= 3,
        }
    }
}

/// A leader of the set-up: whose he is, and which counters he may rise to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// As he begins.
    pub leader: Leader,
    /// Whose.
    pub side: Side,
    /// The counters of his promotions, in order.
    pub next: Vec<CounterId>,
}

/// A promotion counter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counter {
    /// Its id.
    pub id: CounterId,
    /// Who rises to it.
    pub leader: LeaderId,
    /// His stars then.
    pub stars: u8,
    /// His tactical rating then.
    pub tactical: i32,
    /// His initiative then, if it changes.
    pub initiative: Option<i32>,
    /// His army command rating then, if it changes.
    pub army_command: Option<i32>,
}

/// On which sums of two dice a leader is lost, for a number of stars. [CWFF-9D-2]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Losses {
    killed: Vec<i32>,
    wounded: Vec<i32>,
}

impl Losses {
    /// What a sum does.
    pub fn fate(&self, sum: i32) -> Fate {
        if self.killed.contains(&sum) {
            Fate::Killed
        } else if self.wounded.contains(&sum) {
            Fate::Wounded
        } else {
            Fate::Active
        }
    }
}

/// The loss check by stars, from one to four.
pub fn losses(root: &Node<'_>) -> [Losses; 4] {
    let Some(node) = root.maybe_table("leader_loss") else { return Default::default() };
    let read = |key| {
        let Some(node) = node.maybe_table(key) else { return Losses::default() };
        let losses =
            Losses { killed: reading::sums(&node, "killed"), wounded: reading::sums(&node, "wounded") };
        if let Some(sum) = losses.wounded.iter().find(|sum| losses.killed.contains(sum)) {
            let words = format!("On {sum} he is killed already: it stands in one of the two lists.");
            node.fault("wounded", "CWFF-9D-2", words);
        }
        node.close();
        losses
    };
    let all = ["one_star", "two_star", "three_star", "four_star"].map(read);
    node.close();
    all
}

/// A side as it is written.
pub fn side(node: &Node<'_>) -> Option<Side> {
    word(node, "side", "side", Party::read, Party::all_words).map(Side::from)
}

/// Reads the leaders; also the ids of those who stand there and cannot be read whole.
pub fn leaders(root: &Node<'_>) -> (Vec<Card>, Vec<LeaderId>) {
    let (mut ids, mut cards, mut unread) = (Once::new(), Vec::new(), Vec::new());
    let mut read = |node: &Node<'_>| {
        let (id, name, side, stars) = (
            node.id("id").map(LeaderId::from),
            node.name("name", 60),
            side(node),
            node.whole("stars", 1..=4),
        );
        let initiative = node.whole("initiative", 1..=4);
        let (tactical, army_command) = (node.whole("tactical", -4..=4), node.whole("army_command", -5..=5));
        let cavalry = node.maybe_flag("cavalry").unwrap_or(false);
        let next: Vec<CounterId> = reading::ids(node, "next_step");
        node.once("next_step", next.iter().copied());
        node.close();
        id.into_iter().for_each(|id| ids.met(node, "id", id));
        id.into_iter().for_each(|id| writable(node, id.as_str()));
        let whole = || {
            let (id, name, stars) = (id?, name?, stars?);
            let (initiative, tactical, army_command) = (initiative?, tactical?, army_command?);
            let leader = Leader { id, name, stars, initiative, tactical, army_command, cavalry };
            Some(Card { leader, side: side?, next })
        };
        match whole() {
            Some(card) => cards.push(card),
            None => unread.extend(id),
        }
    };
    root.tables("leaders").iter().for_each(&mut read);
    (cards, unread)
}

/// Reads the promotion counters; each belongs to a leader who names it. One that is missing is told of the counters and not of
/// its leader, so that leaders can be entered before there are counters. Nothing is told of what hangs on a table that cannot be
/// read.
pub fn counters(root: &Node<'_>, cards: &[Card], unread: &[LeaderId]) -> Vec<Counter> {
    let (mut ids, mut met) = (Once::new(), Vec::new());
    let mut read = |node: &Node<'_>| {
        let (id, leader) = (node.id("id"), node.id("leader"));
        let (stars, tactical) = (node.whole("stars", 1..=4), node.whole("tactical", -4..=4));
        let initiative = node.maybe_number("initiative", 1..=4).and_then(|n| i32::try_from(n).ok());
        let army_command = node.maybe_number("army_command", -5..=5).and_then(|n| i32::try_from(n).ok());
        let id: Option<CounterId> = id.map(Into::into);
        id.into_iter().for_each(|id| ids.met(node, "id", id));
        met.extend(id);
        let leader: Option<LeaderId> = leader.map(Into::into);
        if let (Some(id), Some(leader)) = (id, leader) {
            let names = |card: &Card| card.leader.id == leader && card.next.contains(&id);
            if !cards.iter().any(names) && !unread.contains(&leader) {
                node.fault("leader", HOUSE_FILE, format!("No leader {leader} has the next step {id}."));
            }
        }
        node.close();
        Some(Counter {
            id: id?,
            leader: leader?,
            stars: stars?,
            tactical: tactical?,
            initiative,
            army_command,
        })
    };
    let nodes = root.tables("promotion_counters");
    let read: Vec<Option<Counter>> = nodes.iter().map(&mut read).collect();
    for Card { leader, next, .. } in cards {
        for next in next.iter().filter(|next| !met.contains(*next)) {
            let words = format!("There is no promotion counter {next}, the next step of {}.", leader.id);
            root.fault("promotion_counters", HOUSE_FILE, words);
        }
    }
    let counters: Vec<Counter> = read.iter().flatten().cloned().collect();
    for (node, counter) in nodes.iter().zip(&read).filter_map(|(node, one)| Some((node, one.as_ref()?))) {
        if let Some(before) = stars_before(counter, cards, &counters).filter(|stars| *stars > counter.stars) {
            let words = format!(
                "{} has {before} stars before this promotion, which takes none away: {before} or more stand here.",
                counter.leader
            );
            node.fault("stars", "CWFF-10A-1", words);
        }
    }
    counters
}

/// The stars that a leader shows before he rises to a counter.
fn stars_before(counter: &Counter, cards: &[Card], counters: &[Counter]) -> Option<u8> {
    let card = cards.iter().find(|card| card.leader.id == counter.leader)?;
    match card.next.iter().position(|id| *id == counter.id)?.checked_sub(1) {
        None => Some(card.leader.stars),
        Some(before) => counters.iter().find(|one| one.id == card.next[before]).map(|one| one.stars),
    }
}

/// The two sides of every campaign.
pub fn sides() -> PerSide<kernel::SideInfo> {
    let info = |id: &str, name| kernel::SideInfo::new(id.parse().expect("a short name"), name);
    PerSide::new(info("union", "Union"), info("confederate", "Confederate"))
}
