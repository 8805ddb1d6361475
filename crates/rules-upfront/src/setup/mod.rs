//! What a campaign starts from: two sides with their rosters, the order of scenarios, the rulings. A file is read
//! whole; every fault is listed with its place.

pub mod nation;
pub mod rulings;
pub mod scenario;
pub mod spelling;
pub mod tables;

use std::collections::BTreeSet;
use std::sync::Arc;

use kernel::reader::{HOUSE_FILE, Node, Reader};
use kernel::view::Hue;
use kernel::{Diagnostic, Id, PerSide, SideInfo};

pub use nation::{Card, Nation};
pub use rulings::Rulings;
use rulings::{LeaderCards, Zero};
use scenario::{FirstAttacker, ForceName, ScenarioSet, force_keys};
pub use scenario::{Force, Scenario};
use tables::Tables;

use crate::words::{LegId, ManId, NationId, Nature, OrderId, Side, WeaponId};

/// The rosters that come with the program. What is printed is corrected in them, and each file says where: names [UF-C01,
/// UF-C02], a price [UF-C03], a flamethrower's KIA value [UF-C04], mortar codes [UF-C06], a title [UF-C07], artillery rows with
/// the number of cards [UF-C08], effects of anti-tank rifles [UF-C09], pairs of cells [UF-C10], a plus sign that nothing
/// explains [UF-C15]. Kept as printed are the ranks of two British [UF-C05], a price [UF-C17] and a title [UF-C18]. A column
/// that is missing stays missing [UF-C11], and the carbine shoots as a rifle [UF-C12].
pub const NATIONS: [(&str, &str); 7] = [
    ("american", include_str!("../../nations/american.toml")),
    ("german", include_str!("../../nations/german.toml")),
    ("russian", include_str!("../../nations/russian.toml")),
    ("british", include_str!("../../nations/british.toml")),
    ("japanese", include_str!("../../nations/japanese.toml")),
    ("french", include_str!("../../nations/french.toml")),
    ("italian", include_str!("../../nations/italian.toml")),
];

/// The scenario sets that come with the program; the sample campaign is played in the order A, B, D, E, F, G, H, C, L.
/// [UF-SC-1]
pub const SETS: [(&str, &str); 2] = [
    ("nine-days", include_str!("../../scenarios/sets/nine-days.toml")),
    ("sample-campaign", include_str!("../../scenarios/sets/sample-campaign.toml")),
];

/// One side's cards. Where both play one nation, each has its own copy of the roster. [UF-R59]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deck {
    /// The nation.
    pub nation: Nation,
    /// The personal man's card, if the side has one. [UF-42.9-1]
    pub personal: Option<Card>,
    /// Men struck from the roster before the first scenario. [UF-R07]
    pub struck: Vec<ManId>,
    /// Cards in hand. [UF-R41]
    pub hand: i32,
    /// Cards that may be discarded.
    pub discard: i32,
}

impl Deck {
    /// A man's card.
    pub fn card(&self, man: ManId) -> Option<&Card> {
        match man.number() {
            Some(_) => self.nation.card(man),
            None => self.personal.as_ref(),
        }
    }

    /// A man's place in the roster; the personal man stands last.
    pub fn index(&self, man: ManId) -> Option<usize> {
        match man.number() {
            Some(number) => {
                let at = usize::from(number.checked_sub(1)?);
                (at < self.nation.men.len()).then_some(at)
            }
            None => self.personal.as_ref().map(|_| self.nation.men.len()),
        }
    }

    /// Every card in the roster's order.
    pub fn cards(&self) -> impl Iterator<Item = &Card> {
        self.nation.men.iter().chain(&self.personal)
    }
}

/// What a side brings to one leg in one part (attacker or defender).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum List {
    /// A printed list, by its place in [`Campaign::forces`].
    Printed(usize),
    /// Bought men within a limit; 0 for no limit. [UF-R45]
    Own(i32),
}

/// One scenario as it stands in the order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leg {
    /// Its unique id: `V1`, `V1#2`. [UF-42.1-1]
    pub id: LegId,
    /// Which scenario.
    pub scenario: usize,
    /// Its position in the order, from 0. The scenarios of a Team Game share one. [UF-R29]
    pub position: u8,
    /// Whether it is the last of its position.
    pub last: bool,
    /// What each side brings, by part and by side.
    pub lists: [PerSide<List>; 2],
}

/// A campaign as set up. Never changes during play.
#[derive(Debug, PartialEq, Eq)]
pub struct Campaign {
    /// Its title.
    pub title: String,
    /// The two sides.
    pub sides: PerSide<SideInfo>,
    /// Their cards.
    pub decks: PerSide<Deck>,
    /// The tables.
    pub tables: Tables,
    /// The rulings at the start.
    pub rulings: Rulings,
    /// Force lists.
    pub forces: Vec<Force>,
    /// Scenarios.
    pub scenarios: Vec<Scenario>,
    /// The order.
    pub legs: Vec<Leg>,
    /// Who attacks first, if the file says.
    pub first_attacker: Option<Side>,
}

impl Campaign {
    /// Reads a campaign file.
    ///
    /// # Errors
    /// Every fault with its place.
    pub fn load(file: &str, text: &str) -> Result<Arc<Self>, Vec<Diagnostic>> {
        let tables = Tables::shipped()?;
        let mut nations = shipped_nations(&tables)?;
        let reader = Reader::new(file, text);
        let campaign = Self::read(&reader.root(), tables, &mut nations);
        reader.finish(campaign.map(Arc::new))
    }

    fn read(root: &Node<'_>, mut tables: Tables, nations: &mut Vec<Nation>) -> Option<Self> {
        if root.text("schema").is_some_and(|schema| schema != "adjutant/up-front-campaign/1") {
            root.fault("schema", HOUSE_FILE, "The schema of a campaign is \"adjutant/up-front-campaign/1\".");
        }
        tables.lay(root);
        for node in root.tables("nation") {
            if let Some(nation) = Nation::read(&node, &tables) {
                nations.retain(|known| known.id != nation.id);
                nations.push(nation);
            }
        }
        let rulings = Rulings::read(root);
        let set = read_set(root, nations, rulings.leader_cards);
        let sides = root.tables("side");
        if sides.len() != 2 {
            root.fault("side", HOUSE_FILE, "There must be two sides.");
        }
        let (mut infos, mut met) = (Vec::new(), BTreeSet::new());
        let mut decks = Vec::new();
        for node in &sides {
            let info = read_info(node);
            let deck = read_deck(node, nations, &rulings);
            node.close();
            if let Some(info) = &info
                && !met.insert(info.id)
            {
                node.fault("id", HOUSE_FILE, format!("The id {} stands twice.", info.id));
            }
            infos.extend(info);
            decks.extend(deck);
        }
        let title = root.maybe_name("title", 200);
        let order = choose_order(root, &set);
        root.close();
        let order = order?;
        let decks: PerSide<Deck> = decks.try_into().ok()?;
        let legs = build_legs(root, &order, &set, &decks);
        let first_attacker = match order.first_attacker {
            None => None,
            Some(FirstAttacker::Place(side)) => Some(side),
            Some(FirstAttacker::Named(id)) => {
                let at = infos.iter().position(|info| info.id == id);
                if at.is_none() {
                    let sentence = format!("There is no side {id} to attack first.");
                    match root.tables("campaign").iter().find(|node| scenario::named(node) == Some(order.id))
                    {
                        Some(own) => own.fault("first_attacker", "UF-R33", sentence),
                        None => root.fault("play", "UF-R33", sentence),
                    }
                }
                at.and_then(|at| Side::BOTH.get(at).copied())
            }
        };
        Some(Self {
            title: title.unwrap_or(order.title),
            sides: infos.try_into().ok()?,
            decks,
            tables,
            rulings,
            forces: set.forces,
            scenarios: set.scenarios,
            legs: legs?,
            first_attacker,
        })
    }

    /// One side's cards.
    pub fn deck(&self, side: Side) -> &Deck {
        &self.decks[side]
    }

    /// A side by its id.
    pub fn side(&self, id: Id) -> Option<Side> {
        self.sides.iter().find(|(_, info)| info.id == id).map(|(side, _)| side)
    }

    /// The scenario of a leg.
    pub fn scenario(&self, leg: &Leg) -> &Scenario {
        &self.scenarios[leg.scenario]
    }

    /// The number of positions in the order.
    pub fn n_positions(&self) -> u8 {
        self.legs.last().map_or(0, |leg| leg.position + 1)
    }

    /// The id of the first scenario of a position; absent beyond the end. [UF-42.4-7]
    pub fn position_id(&self, position: u8) -> Option<LegId> {
        self.legs.iter().find(|leg| leg.position == position).map(|leg| leg.id)
    }

    /// Whether a leg belongs to a Team Game. [UF-42.44-7]
    pub fn is_team_game(&self, leg: &Leg) -> bool {
        self.legs.iter().filter(|other| other.position == leg.position).count() > 1
    }
}

/// The rosters that come with the program, read.
pub(crate) fn shipped_nations(tables: &Tables) -> Result<Vec<Nation>, Vec<Diagnostic>> {
    let mut nations = Vec::new();
    let mut faults = Vec::new();
    for (file, text) in NATIONS {
        let reader = Reader::new(file, text);
        let nation = Nation::read(&reader.root(), tables);
        match reader.finish(nation) {
            Ok(nation) => nations.push(nation),
            Err(found) => faults.extend(found),
        }
    }
    if faults.is_empty() { Ok(nations) } else { Err(faults) }
}

/// The shipped set that the file names, with the file's own forces, scenarios and orders laid over it.
fn read_set(root: &Node<'_>, nations: &[Nation], leader_cards: LeaderCards) -> ScenarioSet {
    let mut set = ScenarioSet::default();
    if let Some(name) = root.maybe_text("set") {
        match SETS.iter().find(|(known, _)| *known == name) {
            Some((file, text)) => {
                let reader = Reader::new(file, text);
                set.read(&reader.root(), nations, leader_cards);
            }
            None => {
                let known = SETS.map(|(known, _)| known).join(", ");
                root.fault(
                    "set",
                    HOUSE_FILE,
                    format!("There is no scenario set {name:?}; there are: {known}."),
                );
            }
        }
    }
    set.read(root, nations, leader_cards);
    set
}

fn read_info(node: &Node<'_>) -> Option<SideInfo> {
    let (id, name, chosen) = (node.id("id"), node.text("name"), node.maybe_hue("hue"));
    // The nation that its cards are of gives the colour that players expect.
    let of_nation = match node.maybe_text("nation").as_deref() {
        Some("german") => Some(Hue::FieldGrey),
        Some("russian") => Some(Hue::Red),
        _ => None,
    };
    Some(SideInfo::new(id?, name?).in_hue(chosen.or(of_nation)))
}

fn read_deck(node: &Node<'_>, nations: &[Nation], rulings: &Rulings) -> Option<Deck> {
    let id = node.id("nation").map(NationId::from);
    let nation = id.and_then(|id| nations.iter().find(|nation| nation.id == id));
    if let (Some(id), None) = (id, nation) {
        let known = nations.iter().map(|nation| nation.id.to_string()).collect::<Vec<_>>().join(", ");
        node.fault("nation", HOUSE_FILE, format!("There is no nation {id}; there are: {known}."));
    }
    let hand = node.maybe_table("hand").map(|hand| {
        let read = (hand.maybe_number("capacity", 1..=20), hand.maybe_number("max_discard", 0..=20));
        hand.close();
        read
    });
    let struck: Vec<u8> = node.maybe("struck").unwrap_or_default();
    let personal = node.maybe_table("personal");
    let nation = nation?.clone();
    let figure =
        |given: Option<i64>, printed: i32| given.and_then(|n| i32::try_from(n).ok()).unwrap_or(printed);
    let (capacity, discard) = hand.unwrap_or((None, None));
    let mut deck = Deck {
        personal: personal.and_then(|table| read_personal(&table, &nation)),
        hand: figure(capacity, nation.hand),
        discard: figure(discard, nation.discard),
        struck: struck.into_iter().map(ManId::new).collect(),
        nation,
    };
    for man in &deck.struck {
        if deck.nation.card(*man).is_none() {
            node.fault("struck", "UF-R07", format!("The nation has no man {man}."));
        }
    }
    deck.struck.sort();
    deck.struck.dedup();
    for card in dead_on_arrival(&deck, rulings) {
        let (man, name) = (card.id, &card.name);
        let sentence = format!(
            "#{man} {name} is printed with Panic 0 and would be dead on arrival: strike him with struck = [{man}], or \
             leave the ruling R07_zero at \"both\"."
        );
        node.fault("nation", "UF-R07", sentence);
    }
    Some(deck)
}

/// Men whom the second reading of the zeros would kill before the first shot. [UF-R07]
pub(crate) fn dead_on_arrival<'d>(deck: &'d Deck, rulings: &Rulings) -> impl Iterator<Item = &'d Card> {
    let kills = rulings.zero == Zero::PanicOnly;
    deck.cards().filter(move |card| kills && card.panic == 0 && !deck.struck.contains(&card.id))
}

/// [UF-42.9-1, UF-42.9-3] The personal man begins with his nation's values for one and gains like everyone.
fn read_personal(node: &Node<'_>, nation: &Nation) -> Option<Card> {
    let name = node.text("name");
    let weapon =
        if node.has("weapon") { node.id("weapon").map(WeaponId::from) } else { Some(nation.personal.weapon) };
    node.close();
    let (weapon, start) = (weapon?, &nation.personal);
    if !start.weapons.contains(&weapon) {
        let listed = start.weapons.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        node.fault(
            "weapon",
            "UF-42.9-1",
            format!("A personal man of this nation is armed with one of: {listed}."),
        );
        return None;
    }
    let family = nation.men.iter().find(|card| card.weapon == weapon).map(|card| card.family);
    let Some(family) = family else {
        node.fault("weapon", "UF-42.9-1", format!("Nobody on this roster has the weapon {weapon}."));
        return None;
    };
    Some(Card {
        id: ManId::PERSONAL,
        name: name?,
        weapon,
        family,
        points: 0,
        rank: start.rank,
        kia: start.kia,
        morale: start.morale,
        panic: start.panic,
        role: None,
        scan: Vec::new(),
    })
}

fn choose_order(root: &Node<'_>, set: &ScenarioSet) -> Option<scenario::Order> {
    let chosen = root.has("play").then(|| root.id("play")).flatten().map(OrderId::from);
    match (chosen, &set.orders[..]) {
        (None, [one]) => Some(one.clone()),
        (Some(id), orders) if orders.iter().any(|order| order.id == id) => {
            orders.iter().find(|order| order.id == id).cloned()
        }
        (chosen, orders) => {
            let known = orders.iter().map(|order| order.id.to_string()).collect::<Vec<_>>().join(", ");
            let sentence = match chosen {
                Some(id) => format!("There is no campaign {id}; there are: {known}."),
                None => format!("Which campaign is played? Say play = \"…\" with one of: {known}."),
            };
            root.fault("play", "UF-42.1-1", sentence);
            None
        }
    }
}

fn build_legs(
    root: &Node<'_>,
    order: &scenario::Order,
    set: &ScenarioSet,
    decks: &PerSide<Deck>,
) -> Option<Vec<Leg>> {
    let mut legs: Vec<Leg> = Vec::new();
    let mut whole = true;
    for (position, ids) in order.positions.iter().enumerate() {
        for (at, id) in ids.iter().enumerate() {
            let index = set.scenario(*id)?;
            let scenario = &set.scenarios[index];
            let times = legs.iter().filter(|leg| leg.scenario == index).count();
            let unique = if times == 0 { id.to_string() } else { format!("{id}#{}", times + 1) };
            let list = |part: usize, side: Side| match scenario.forces[part] {
                ForceName::Own(limit) => Some(List::Own(limit)),
                ForceName::Named(name) => set.force(decks[side].nation.id, name).map(List::Printed),
            };
            let needs = |part: usize, side: Side| scenario.nature == Nature::Attack || part == side.index();
            let mut lists = [PerSide::each(|_| List::Own(0)); 2];
            for (part, side) in [0, 1].into_iter().flat_map(|part| Side::BOTH.map(|side| (part, side))) {
                match list(part, side) {
                    Some(found) => lists[part][side] = found,
                    None if needs(part, side) => {
                        let (ForceName::Named(name), nation) = (scenario.forces[part], &decks[side].nation)
                        else {
                            continue;
                        };
                        let key = force_keys(scenario.nature)[part];
                        let sentence = format!(
                            "Scenario {id} asks with {key} for a force {name}, which the {} side has not.",
                            nation.name
                        );
                        root.fault("play", "UF-42.1-2", sentence);
                        whole = false;
                    }
                    None => {}
                }
            }
            let last = at + 1 == ids.len();
            let position = u8::try_from(position).ok()?;
            legs.push(Leg { id: unique.parse().ok()?, scenario: index, position, last, lists });
        }
    }
    whole.then_some(legs)
}
