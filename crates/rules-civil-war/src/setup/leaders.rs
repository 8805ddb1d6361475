//! Leaders, their promotion counters and what the loss check does to them.

use kernel::Node;
use kernel::grammar::{PerSide, Side};
use kernel::reader::HOUSE_FILE;
use serde::{Deserialize, Serialize};

use super::{Once, Origin, word, writable};
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
        let sums = |key| {
            let sums: Vec<i32> = node.maybe(key).unwrap_or_default();
            if sums.iter().any(|sum| !(2..=12).contains(sum)) {
                node.fault(key, HOUSE_FILE, "Sums of two dice are 2 to 12.");
            }
            sums
        };
        let losses = Losses { killed: sums("killed"), wounded: sums("wounded") };
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

/// Reads the leaders.
pub(super) fn leaders(root: &Node<'_>, origin: Origin) -> Vec<Card> {
    let mut ids = Once::new();
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
        let next = node.maybe("next_step").unwrap_or_default();
        node.close();
        id.into_iter().for_each(|id| ids.met(node, "id", id));
        id.into_iter().for_each(|id| writable(node, id.as_str(), origin));
        let (id, name, stars) = (id?, name?, stars?);
        let (initiative, tactical, army_command) = (initiative?, tactical?, army_command?);
        let leader = Leader { id, name, stars, initiative, tactical, army_command, cavalry };
        Some(Card { leader, side: side?, next })
    };
    root.tables("leaders").iter().filter_map(&mut read).collect()
}

/// Reads the promotion counters; each belongs to a leader who names it. One that is missing is told of the counters and not of
/// its leader, so that leaders can be entered before there are counters.
pub fn counters(root: &Node<'_>, cards: &[Card]) -> Vec<Counter> {
    let mut ids = Once::new();
    let mut read = |node: &Node<'_>| {
        let (id, leader) = (node.id("id"), node.id("leader"));
        let (stars, tactical) = (node.whole("stars", 1..=4), node.whole("tactical", -4..=4));
        let initiative = node.maybe_number("initiative", 1..=4).and_then(|n| i32::try_from(n).ok());
        let army_command = node.maybe_number("army_command", -5..=5).and_then(|n| i32::try_from(n).ok());
        let id: Option<CounterId> = id.map(Into::into);
        id.into_iter().for_each(|id| ids.met(node, "id", id));
        let leader: Option<LeaderId> = leader.map(Into::into);
        if let (Some(id), Some(leader)) = (id, leader) {
            let names = |card: &Card| card.leader.id == leader && card.next.contains(&id);
            if !cards.iter().any(names) {
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
    let counters: Vec<Counter> = root.tables("promotion_counters").iter().filter_map(&mut read).collect();
    for Card { leader, next, .. } in cards {
        for next in next.iter().filter(|next| !counters.iter().any(|counter| counter.id == **next)) {
            let words = format!("There is no promotion counter {next}, the next step of {}.", leader.id);
            root.fault("promotion_counters", HOUSE_FILE, words);
        }
    }
    counters
}

/// The two sides of every campaign.
pub fn sides() -> PerSide<kernel::SideInfo> {
    let info = |id: &str, name| kernel::SideInfo::new(id.parse().expect("a short name"), name);
    PerSide::new(info("union", "Union"), info("confederate", "Confederate"))
}
