//! Scenario files: forces, scenarios, the order of a campaign. [UF-42.1-1, catalogue section 8]

use std::str::FromStr;

use kernel::Id;
use kernel::reader::{HOUSE_FILE, Node};
use kernel::words::BadId;
use toml::de::DeValue;

use super::nation::Nation;
use super::rulings::LeaderCards;
use crate::words::{AuxKind, ForceId, ManId, NationId, Nature, OrderId, Role, ScenarioId, Side};

/// A printed force list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Force {
    /// Whose.
    pub nation: NationId,
    /// Its name: `picket`.
    pub name: ForceId,
    /// The listed squad leader.
    pub sl: Option<ManId>,
    /// The listed assistant.
    pub asl: Option<ManId>,
    /// The listed commissar.
    pub commissar: Option<ManId>,
    /// The listed men, in order.
    pub men: Vec<ManId>,
}

/// A gun or vehicle that comes with a force. [UF-42.4-4, UF-42.8-6]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aux {
    /// What it is.
    pub kind: AuxKind,
    /// What players call it.
    pub label: String,
    /// The boxed Effect Number on its card.
    pub effect: i32,
}

/// What a side brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForceName {
    /// A printed list by name.
    Named(ForceId),
    /// Men bought by the owner within a limit; 0 for no limit. [UF-R45]
    Own(i32),
}

/// A scenario. Index 0 of a pair is the attacker, or side 1 of a meeting engagement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// Its id: `V1`.
    pub id: ScenarioId,
    /// Its title.
    pub title: String,
    /// Whether there is an attacker.
    pub nature: Nature,
    /// What each brings.
    pub forces: [ForceName; 2],
    /// Guns and vehicles of each.
    pub aux: [Vec<Aux>; 2],
}

/// A campaign's order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// Its id.
    pub id: OrderId,
    /// Its title.
    pub title: String,
    /// Scenario ids by position; several at one position are a Team Game. [UF-R29]
    pub positions: Vec<Vec<ScenarioId>>,
    /// Who attacks first when the first scenario has an attacker. [UF-R33]
    pub first_attacker: Option<FirstAttacker>,
}

/// Who attacks first, as a file names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstAttacker {
    /// A side by its place.
    Place(Side),
    /// A side by its id.
    Named(Id),
}

/// Forces, scenarios and orders of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScenarioSet {
    /// Force lists.
    pub forces: Vec<Force>,
    /// Scenarios.
    pub scenarios: Vec<Scenario>,
    /// Orders.
    pub orders: Vec<Order>,
}

impl ScenarioSet {
    /// A force list of a nation.
    pub fn force(&self, nation: NationId, name: ForceId) -> Option<usize> {
        self.forces.iter().position(|force| force.nation == nation && force.name == name)
    }

    /// A scenario.
    pub fn scenario(&self, id: ScenarioId) -> Option<usize> {
        self.scenarios.iter().position(|scenario| scenario.id == id)
    }

    /// Reads the forces, scenarios and orders that stand at the root of a file. What bears a known name replaces it.
    pub(crate) fn read(&mut self, root: &Node<'_>, nations: &[Nation], leader_cards: LeaderCards) {
        let mut met = Vec::new();
        for node in root.tables("force") {
            let Some(force) = read_force(&node, nations, leader_cards) else { continue };
            if met.contains(&(force.nation, force.name)) {
                node.fault(
                    "name",
                    HOUSE_FILE,
                    format!("The force {} of this nation is there twice.", force.name),
                );
            }
            met.push((force.nation, force.name));
            self.forces.retain(|known| (known.nation, known.name) != (force.nation, force.name));
            self.forces.push(force);
        }
        let mut met = Vec::new();
        let mut written = Vec::new();
        for node in root.tables("scenario") {
            written.extend(named::<ScenarioId>(&node));
            let Some(scenario) = read_scenario(&node) else { continue };
            for (name, key) in scenario.forces.iter().zip(force_keys(scenario.nature)) {
                if let ForceName::Named(name) = name
                    && !self.forces.iter().any(|force| force.name == *name)
                {
                    node.fault(key, HOUSE_FILE, format!("No nation has a force {name}."));
                }
            }
            if met.contains(&scenario.id) {
                node.fault("id", "UF-42.1-1", format!("The scenario {} stands twice.", scenario.id));
            }
            met.push(scenario.id);
            self.scenarios.retain(|known| known.id != scenario.id);
            self.scenarios.push(scenario);
        }
        for node in root.tables("campaign") {
            let Some(order) = read_order(&node) else { continue };
            for id in order.positions.iter().flatten() {
                if self.scenario(*id).is_none() && !written.contains(id) {
                    node.fault("order", "UF-42.1-1", format!("There is no scenario {id}."));
                }
            }
            self.orders.retain(|known| known.id != order.id);
            self.orders.push(order);
        }
    }
}

/// The id that a table bears, sound or not otherwise.
pub(super) fn named<T: FromStr>(node: &Node<'_>) -> Option<T> {
    match node.value("id")?.get_ref() {
        DeValue::String(text) => text.parse().ok(),
        _ => None,
    }
}

/// The keys under which a scenario names what its two sides bring.
pub const fn force_keys(nature: Nature) -> [&'static str; 2] {
    match nature {
        Nature::Meeting => ["side_1_force", "side_2_force"],
        Nature::Attack => ["attacker_force", "defender_force"],
    }
}

fn aux_keys(nature: Nature) -> [&'static str; 2] {
    match nature {
        Nature::Meeting => ["side_1_aux", "side_2_aux"],
        Nature::Attack => ["attacker_aux", "defender_aux"],
    }
}

fn read_force(node: &Node<'_>, nations: &[Nation], leader_cards: LeaderCards) -> Option<Force> {
    let nation_id = node.id("nation").map(NationId::from);
    let name = node.id("name").map(ForceId::from);
    let nation = nation_id.and_then(|id| nations.iter().find(|nation| nation.id == id));
    if let (Some(id), None) = (nation_id, nation) {
        node.fault("nation", HOUSE_FILE, format!("There is no nation {id}."));
    }
    let leader = |key: &str, role: Role| -> Option<ManId> {
        if matches!(node.value(key)?.get_ref(), DeValue::Array(array) if array.len() > 1) {
            node.fault(key, "UF-E19", format!("A force has at most one {key}."));
            return None;
        }
        let number = node.maybe_number(key, 1..=i64::from(ManId::MOST))?;
        let man = ManId::new(u8::try_from(number).ok()?);
        match nation.map(|nation| nation.card(man)) {
            Some(None) => node.fault(key, "UF-42.1-2", format!("The nation has no man {man}.")),
            Some(Some(card)) if card.role != Some(role) => {
                node.fault(key, "UF-R16", format!("#{man} {} is no {role} card.", card.name));
            }
            _ => {}
        }
        Some(man)
    };
    let sl = leader("sl", Role::Sl);
    let asl = leader("asl", Role::Asl);
    let commissar = leader("commissar", Role::Comm);
    let mut men: Vec<ManId> = Vec::new();
    for number in node.maybe::<Vec<u8>>("men").unwrap_or_default() {
        let man = ManId::new(number);
        match nation.map(|nation| nation.card(man)) {
            Some(None) => node.fault("men", "UF-42.1-2", format!("The nation has no man {man}.")),
            Some(Some(card)) if card.role.is_some() && leader_cards == LeaderCards::No => {
                node.fault(
                    "men",
                    "UF-E08",
                    format!("#{man} {} is a leader card and no plain man.", card.name),
                );
            }
            _ => {}
        }
        if men.contains(&man) || [sl, asl, commissar].contains(&Some(man)) {
            node.fault("men", "UF-E03", format!("#{man} is listed twice."));
        }
        men.push(man);
    }
    if men.is_empty() && sl.is_none() {
        node.fault("men", "UF-42.1-2", "A force lists at least one man.");
    }
    let points = node.maybe_number("points", 0..=9999);
    node.close();
    let force = Force { nation: nation_id?, name: name?, sl, asl, commissar, men };
    let nation = nation?;
    let sum: i32 = force.listed().filter_map(|man| nation.card(man)).map(|card| card.points).sum();
    if let Some(points) = points
        && points != i64::from(sum)
    {
        node.fault("points", HOUSE_FILE, format!("The listed men cost {sum} points, not {points}."));
    }
    Some(force)
}

impl Force {
    /// Every listed man: leaders first, then the men in order.
    pub fn listed(&self) -> impl Iterator<Item = ManId> {
        [self.sl, self.asl, self.commissar].into_iter().flatten().chain(self.men.iter().copied())
    }
}

fn read_scenario(node: &Node<'_>) -> Option<Scenario> {
    let (id, title) = (node.id("id"), node.text("title"));
    let nature = node.text("nature").and_then(|word| {
        let nature = Nature::read(&word);
        if nature.is_none() {
            node.fault("nature", "UF-SC-2", format!("{word:?} is no nature: {}.", Nature::all_words()));
        }
        nature
    });
    let Some(nature) = nature else {
        for key in force_keys(Nature::Meeting).into_iter().chain(force_keys(Nature::Attack)) {
            node.has(key);
        }
        node.close();
        return None;
    };
    let forces = force_keys(nature).map(|key| read_force_name(node, key));
    let aux = aux_keys(nature).map(|key| node.tables(key).iter().filter_map(read_aux).collect());
    node.close();
    let [first, second] = forces;
    Some(Scenario { id: id?.into(), title: title?, nature, forces: [first?, second?], aux })
}

fn read_force_name(node: &Node<'_>, key: &str) -> Option<ForceName> {
    if !node.has(key) {
        node.fault(
            key,
            "UF-42.1-2",
            format!("The field {key:?} is missing: a force's name, or {{ own = LIMIT }}."),
        );
        return None;
    }
    if matches!(node.value(key)?.get_ref(), DeValue::String(_)) {
        return node.id(key).map(|name| ForceName::Named(name.into()));
    }
    let own = node.maybe_table(key)?;
    let limit = own.number("own", 0..=9999);
    own.close();
    limit.and_then(|limit| i32::try_from(limit).ok()).map(ForceName::Own)
}

fn read_aux(node: &Node<'_>) -> Option<Aux> {
    let kind = node.text("kind").and_then(|word| match AuxKind::read(&word) {
        Some(kind @ (AuxKind::Gun | AuxKind::Vehicle)) => Some(kind),
        _ => {
            node.fault("kind", "UF-42.4-4", "A scenario brings guns and vehicles: ig or afv.");
            None
        }
    });
    let label = node.text("label");
    let effect = node.number("effect", 0..=99);
    node.close();
    Some(Aux { kind: kind?, label: label?, effect: i32::try_from(effect?).ok()? })
}

fn read_order(node: &Node<'_>) -> Option<Order> {
    let (id, title) = (node.id("id"), node.text("title"));
    let mut positions = Vec::new();
    for item in node.array("order").into_iter().flatten() {
        let mut one = Vec::new();
        match item.get_ref() {
            DeValue::String(text) => one.extend(read_scenario_id(node, text)),
            DeValue::Array(team) if team.is_empty() => {
                node.fault("order", "UF-R29", "A Team Game holds at least one scenario.");
            }
            DeValue::Array(team) => {
                for item in team.iter() {
                    match item.get_ref() {
                        DeValue::String(text) => one.extend(read_scenario_id(node, text)),
                        _ => node.fault("order", "UF-R29", "A Team Game is a list of scenario ids."),
                    }
                }
            }
            _ => node.fault(
                "order",
                "UF-42.1-1",
                "The order is a list of scenario ids; a list within it is a Team Game.",
            ),
        }
        if !one.is_empty() {
            positions.push(one);
        }
    }
    if positions.is_empty() || positions.len() > 99 {
        node.fault("order", "UF-42.1-1", "The order holds 1 to 99 scenarios.");
    }
    let first_attacker = node.maybe_text("first_attacker").and_then(|word| match word.as_str() {
        "side_1" => Some(FirstAttacker::Place(Side::FIRST)),
        "side_2" => Some(FirstAttacker::Place(Side::SECOND)),
        other => Id::new(other).ok().map(FirstAttacker::Named),
    });
    node.close();
    Some(Order { id: id?.into(), title: title?, positions, first_attacker })
}

fn read_scenario_id(node: &Node<'_>, text: &str) -> Option<ScenarioId> {
    text.parse()
        .map_err(|bad: BadId| node.fault("order", HOUSE_FILE, format!("{text:?} is no id: {bad}.")))
        .ok()
}
