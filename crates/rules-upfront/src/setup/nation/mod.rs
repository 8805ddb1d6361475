//! A nation's roster as printed: cards, weapons, limits, ranks, hand. An eighth nation is a file. [UF-42.1-2]

mod rows;

use kernel::reader::{HOUSE_FILE, Node};

use super::tables::{Family, Tables};
use crate::words::{ManId, ManSet, NationId, Rank, Role, WeaponId};

use rows::{
    default_caps, read_caps, read_man, read_paired, read_personal, read_radio, read_ranks, read_weapon, small,
};

/// One card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// The man.
    pub id: ManId,
    /// His name.
    pub name: String,
    /// The weapon's code as printed: `MP`, `MTR:2`.
    pub weapon: WeaponId,
    /// The weapon's family.
    pub family: Family,
    /// His price. [UF-R45]
    pub points: i32,
    /// His printed rank.
    pub rank: Rank,
    /// His printed KIA value.
    pub kia: u8,
    /// His printed Morale.
    pub morale: u8,
    /// His printed Panic.
    pub panic: u8,
    /// What kind of leader card he is, if he carries a printed T.
    pub role: Option<Role>,
    /// The readings of the print that were corrected, as field and reading.
    pub scan: Vec<(String, String)>,
}

/// Limits of the values. [UF-42.44-3, UF-42.44-4, UF-42.45-4, UF-RN-4, UF-RN-5]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caps {
    /// The highest Morale.
    pub morale_max: u8,
    /// The highest Panic.
    pub panic_max: u8,
    /// How far Panic may lie below Morale: 1 for Italy, else 0.
    pub panic_below_morale: u8,
    /// The KIA ceiling.
    pub kia_max: u8,
    /// The KIA ceiling with a flamethrower.
    pub kia_max_flame: u8,
    /// A replacement's KIA value.
    pub kia_replacement: u8,
    /// A replacement's KIA value with a flamethrower.
    pub kia_replacement_flame: u8,
}

impl Caps {
    /// Whether a man may stand at these values.
    pub const fn allow(self, morale: u8, panic: u8) -> bool {
        morale <= self.morale_max && panic <= self.panic_max && morale <= panic + self.panic_below_morale
    }
}

/// What a weapon does at each range. Shown and printed; no rule here computes with it. [UF-RN-10]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weapon {
    /// Its code.
    pub code: WeaponId,
    /// The printed head of its column.
    pub header: String,
    /// One cell per range 0 to 5, as printed.
    pub cells: [String; 6],
    /// A remark; may be empty.
    pub note: String,
}

/// One row of the artillery radio table. [UF-RN-10]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Radio {
    /// The class of troops; `all` where the print has none.
    pub troops: String,
    /// Strengths with their prices.
    pub prices: Vec<(i32, i32)>,
    /// How many cards.
    pub cards: i32,
}

/// With what a personal man starts. [UF-42.9-2]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonalStart {
    /// Morale.
    pub morale: u8,
    /// Panic.
    pub panic: u8,
    /// Rank.
    pub rank: Rank,
    /// KIA value.
    pub kia: u8,
    /// Weapons to choose from.
    pub weapons: Vec<WeaponId>,
    /// The weapon when none is named.
    pub weapon: WeaponId,
}

/// Two men who may stand for a listed one and another, under ruling R51. [UF-R51]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairedStandIn {
    /// The listed man who is dead.
    pub listed: ManId,
    /// The man who takes a plain place.
    pub man: ManId,
    /// The family whose place he takes.
    pub instead_of: Family,
    /// The kinds of leader card that may take the listed man's place.
    pub roles: [bool; 3],
}

/// A nation's roster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nation {
    /// Its id: `german`.
    pub id: NationId,
    /// Its name: "German".
    pub name: String,
    /// The cards, numbered from 1 without a gap.
    pub men: Vec<Card>,
    /// The men of each weapon family.
    pub families: Vec<ManSet>,
    /// The leader cards. [UF-R16]
    pub leaders: ManSet,
    /// Limits.
    pub caps: Caps,
    /// Ranks, lowest first: the Russians have no PFC, the other files the ranks that their rosters show. [UF-42.47-1,
    /// UF-42.47-2, UF-R14]
    pub ladder: Vec<Rank>,
    /// National titles by rank.
    pub titles: Vec<(Rank, String)>,
    /// Cards in hand.
    pub hand: i32,
    /// Cards that may be discarded.
    pub discard: i32,
    /// The personal man.
    pub personal: PersonalStart,
    /// The hit table.
    pub weapons: Vec<Weapon>,
    /// The radio table.
    pub radio: Vec<Radio>,
    /// Ruling R51.
    pub paired: Option<PairedStandIn>,
}

/// Whether a nation's id can name a file anywhere: lowercase letters, digits and hyphens.
fn is_plain(id: &NationId) -> bool {
    id.as_str().bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

impl Nation {
    /// A card by number.
    pub fn card(&self, man: ManId) -> Option<&Card> {
        self.men.get(usize::from(man.number()?.checked_sub(1)?))
    }

    /// The next rank of the ladder. [UF-42.46-2]
    pub fn next_rank(&self, rank: Rank) -> Option<Rank> {
        let at = self.ladder.iter().position(|known| *known == rank)?;
        self.ladder.get(at + 1).copied()
    }

    /// The national title of a rank, if the file gives one.
    pub fn title(&self, rank: Rank) -> Option<&str> {
        self.titles.iter().find(|(known, _)| *known == rank).map(|(_, title)| title.as_str())
    }

    /// Reads a nation, at the root of a nation file or as `[[nation]]` of a campaign file.
    pub(crate) fn read(node: &Node<'_>, tables: &Tables) -> Option<Self> {
        if let Some(schema) = node.maybe_text("schema")
            && schema != "adjutant/up-front-nation/1"
        {
            node.fault("schema", HOUSE_FILE, "The schema of a nation is \"adjutant/up-front-nation/1\".");
        }
        let id = node.id("nation").map(NationId::from);
        if let Some(id) = id.filter(|id| !is_plain(id)) {
            let sentence =
                format!("{id:?} is no id of a nation: lowercase letters, digits and hyphens make one.");
            node.fault("nation", HOUSE_FILE, sentence);
        }
        let name = node.text("name");
        let caps = node.maybe_table("caps").map_or_else(|| Some(default_caps()), |caps| read_caps(&caps));
        let (ladder, titles) = node.maybe_table("ranks").map_or_else(
            || {
                node.fault(
                    "ranks",
                    "UF-42.47-1",
                    "The nation needs its ladder of ranks: [ranks] with ladder.",
                );
                (Vec::new(), Vec::new())
            },
            |ranks| read_ranks(&ranks),
        );
        let weapons: Vec<Weapon> = node.tables("weapon").iter().filter_map(read_weapon).collect();
        let mut men = Vec::new();
        for (at, row) in node.tables("man").iter().enumerate() {
            men.extend(read_man(row, at, tables, caps.as_ref(), &ladder));
        }
        let n_rows = node.tables("man").len();
        if n_rows == 0 || n_rows > usize::from(ManId::MOST) {
            node.fault("man", HOUSE_FILE, format!("A roster holds 1 to {} men.", ManId::MOST));
        }
        if let Some(count) = node.maybe_number("men_count", 0..=i64::from(ManId::MOST))
            && usize::try_from(count) != Ok(n_rows)
        {
            node.fault("men_count", HOUSE_FILE, format!("There are {n_rows} men, not {count}."));
        }
        let radio = node.tables("artillery_radio").iter().filter_map(read_radio).collect();
        let hand = node.maybe_table("hand").map(|hand| {
            let _ = hand.maybe_text("source");
            let read = (hand.number("capacity", 1..=20), hand.number("max_discard", 0..=20));
            hand.close();
            read
        });
        if hand.is_none() {
            node.fault("hand", "UF-R41", "The nation needs its hand: [hand] with capacity and max_discard.");
        }
        let personal =
            node.maybe_table("personal").and_then(|start| read_personal(&start, tables, caps.as_ref()));
        if !node.has("personal") {
            node.fault("personal", "UF-42.9-2", "The nation needs the start of a personal man: [personal].");
        }
        let paired = node.maybe_table("paired_stand_in").and_then(|pair| read_paired(&pair, tables, n_rows));
        node.close();
        let whole = men.len() == n_rows;
        let (hand, discard) = hand?;
        whole.then_some(())?;
        Some(Self {
            id: id?,
            name: name?,
            families: families(&men),
            leaders: men.iter().filter(|card| card.role.is_some()).map(|card| card.id).collect(),
            men,
            caps: caps?,
            ladder,
            titles,
            hand: small(hand?)?,
            discard: small(discard?)?,
            personal: personal?,
            weapons,
            radio,
            paired,
        })
    }
}

fn families(men: &[Card]) -> Vec<ManSet> {
    let n_families = men.iter().map(|card| usize::from(card.family.0) + 1).max().unwrap_or(0);
    let mut sets = vec![ManSet::default(); n_families];
    for card in men {
        sets[usize::from(card.family.0)].add(card.id);
    }
    sets
}
