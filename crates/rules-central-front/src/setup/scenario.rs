//! A scenario: forces, sources, entries, weather, victory, options.

use std::collections::BTreeMap;

use std::sync::Arc;

use kernel::PerSide;
use kernel::reader::HOUSE_FILE;
use kernel::view::Hue;
use kernel::view::board::Ground;
use kernel::{Chart, Diagnostic, Node};

use super::map::Board;
use super::places::{Zone, column_of_side, entries, sources, zones};
use super::sky::{Sky, Strikes, superiority, weather};
use super::table::Table;
use super::unit::{Begins, Card, Draft, Formations};
use super::victory::{Victory, victory};
use super::{MAPS, TABLES, named, odd, part};
use crate::rules::s3_stacking;
use crate::rules::s11_chemical::Clouds;
use crate::words::{Kind, Place, Side, UnitId};

/// Switches of a scenario.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Chemical warfare is possible. [CF-CHM-1]
    pub chemical: bool,
    /// Artillery smoke is possible. [CF-SMK-1]
    pub smoke: bool,
    /// Bombardment costs fire action points too. [CF-AP-9]
    pub bombardment_fire_ap: bool,
    /// Only units in supply and out of enemy zones recover. [CF-REC-4]
    pub recovery_needs_supply: bool,
    /// The points of each side are rounded by themselves, not the margin as one sum. [CF-VIC-2]
    pub points_each_side: bool,
    /// Whether an advance goes one hex further is said when it begins, not after the first hex. [CF-ADV-1]
    pub advance_in_one: bool,
}

/// A scenario. Never changes during play.
#[derive(Debug)]
pub struct Scenario {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// How many turns are played.
    pub turns: u8,
    /// The map.
    pub board: Board,
    /// The map as pages draw it.
    pub ground: Arc<Ground>,
    /// The results table.
    pub table: Table,
    /// Weather. [CF-AIR-1]
    pub weather: Chart<Sky>,
    /// Air superiority on clear turns.
    pub superiority: Chart<Side>,
    /// Chemicals. [CF-CHM-2]
    pub clouds: Clouds,
    /// Air strikes by side.
    pub strikes: PerSide<Strikes>,
    /// Supply sources by side.
    pub sources: PerSide<Vec<Place>>,
    /// Where reinforcements enter, by side.
    pub entries: PerSide<Vec<Place>>,
    /// Where each side sets up.
    pub zones: PerSide<Zone>,
    /// Switches.
    pub options: Options,
    /// What is counted at the end.
    pub victory: Victory,
    /// Every unit in the order of the file.
    pub units: Vec<Card>,
    /// The place of each unit in the order.
    pub index: BTreeMap<UnitId, usize>,
    /// The colours of the sides; red and blue where the file names none.
    pub hues: PerSide<Hue>,
    /// What is odd about the file and no fault.
    pub warnings: Vec<Diagnostic>,
}

impl Scenario {
    /// A unit's card.
    pub fn card(&self, unit: UnitId) -> Option<&Card> {
        self.index.get(&unit).map(|at| &self.units[*at])
    }

    /// A unit's name, or its id when there is none such.
    pub fn name(&self, unit: UnitId) -> String {
        self.card(unit).map_or_else(|| unit.to_string(), |card| card.name.clone())
    }

    /// How far a hex is from the nearest supply source of a side. [CF-SPL-3]
    pub fn to_source(&self, side: Side, from: Place) -> u32 {
        let sources = self.sources[side].iter();
        sources.map(|source| self.board.distance(*source, from)).min().unwrap_or(u32::MAX)
    }

    /// The side in whose set-up zone a hex lies. [CF-VIC-3]
    pub fn zone_of(&self, place: Place) -> Option<Side> {
        column_of_side(&self.zones, self.board.column(place))
    }

    /// Reads a scenario, which names the system that it is for. [CF-GEN-2] [CF-SEQ-7]
    pub(super) fn read(root: &Node<'_>) -> Option<Self> {
        let (id, title) = (named(root, "id"), named(root, "title"));
        if root.text("format").is_some_and(|format| format != "adjutant-central-front-scenario/1") {
            root.fault(
                "format",
                HOUSE_FILE,
                "A scenario has the format \"adjutant-central-front-scenario/1\".",
            );
        }
        if root.maybe_text("system").is_some_and(|system| system != crate::NAME) {
            root.fault(
                "system",
                HOUSE_FILE,
                format!("A scenario of these rules is of the system {:?}.", crate::NAME),
            );
        }
        let turns = root.number("turns", 1..=60);
        if root.maybe_text("first_side").is_some_and(|side| side != "WP") {
            root.fault("first_side", "CF-SEQ-7", "The Warsaw Pact moves first in every scenario.");
        }
        let board = part(root, "map", &MAPS, HOUSE_FILE, Board::read);
        let table = part(root, "crt", &TABLES, "CF-CRT-4", Table::read);
        let weather = weather(root);
        let (superiority, strikes) = superiority(root);
        let sources = sources(root, board.as_ref());
        let zones = zones(root, board.as_ref());
        let hues = hues(root);
        let options = options(root);
        let formations = formations(root);
        let victory = victory(root, board.as_ref());
        let nodes = root.tables("unit");
        let drafts: Vec<Draft> = nodes
            .iter()
            .map(|node| Draft::read(node, board.as_ref(), turns.unwrap_or(60), &formations))
            .collect();
        if nodes.is_empty() && root.array("unit").is_none_or(|units| units.is_empty()) {
            root.fault("unit", HOUSE_FILE, "A scenario has units.");
        }
        let entries = entries(root, board.as_ref(), &drafts);
        standing(&nodes, &drafts, board.as_ref(), zones);
        root.close();
        if root.n_faults() > 0 {
            return None;
        }
        let units: Vec<Card> = drafts.into_iter().map(|draft| draft.card).collect::<Option<_>>()?;
        let index = units.iter().enumerate().map(|(at, card)| (card.id, at)).collect();
        let [Some(wp), Some(nato)] = *zones.as_array() else { return None };
        let scenario = Self {
            id: id?,
            title: title?,
            turns: u8::try_from(turns?).ok()?,
            ground: Arc::new(crate::view::board::ground(board.as_ref()?, victory.as_ref()?)),
            board: board?,
            table: table?,
            weather: weather?,
            superiority: superiority?,
            clouds: Clouds::shipped()?,
            strikes: strikes?,
            sources,
            entries,
            zones: PerSide::new(wp, nato),
            options,
            victory: victory?,
            units,
            index,
            hues,
            warnings: Vec::new(),
        };
        odd::warn(root, &nodes, &scenario);
        Some(scenario)
    }
}

/// The colours of the sides, in a table of its own: `[colours]`, with `WP` and `NATO`.
fn hues(root: &Node<'_>) -> PerSide<Hue> {
    let Some(table) = root.maybe_table("colours") else { return PerSide::new(Hue::Red, Hue::Blue) };
    let (wp, nato) = (table.maybe_hue("WP"), table.maybe_hue("NATO"));
    table.close();
    PerSide::new(wp.unwrap_or(Hue::Red), nato.unwrap_or(Hue::Blue))
}

/// Where units begin: no id twice, in the zone of their side, never with the enemy, within the stacking limits.
fn standing(nodes: &[Node<'_>], drafts: &[Draft], board: Option<&Board>, zones: PerSide<Option<Zone>>) {
    let mut met: Vec<UnitId> = Vec::new();
    let mut stacks: BTreeMap<Place, Vec<usize>> = BTreeMap::new();
    for (at, draft) in drafts.iter().enumerate() {
        let node = &nodes[at];
        if let Some(id) = draft.id {
            if met.contains(&id) {
                node.fault("id", HOUSE_FILE, format!("The id {id} stands twice."));
            }
            met.push(id);
        }
        let (Some(board), Some(Begins::At(place))) = (board, draft.begins) else { continue };
        stacks.entry(place).or_default().push(at);
        if let Some(side) = draft.side
            && let Some(zone) = zones[side].filter(|zone| !zone.holds(board.column(place)))
        {
            let sentence = format!("{side} sets up in columns {} to {}.", zone.first, zone.last);
            node.fault("hex", "CF-VIC-3", sentence);
        }
        match (board.terrain(place), draft.kind) {
            (Some(terrain), Some(kind)) if terrain.cost.is_none() && kind != Kind::Helicopter => {
                node.fault("hex", "CF-MOV-1", "No ground unit can stand in this hex.");
            }
            (Some(terrain), Some(Kind::Garrison)) if !terrain.city => {
                node.fault("hex", "CF-GAR-1", "A garrison stands in a city hex.");
            }
            _ => {}
        }
    }
    for (place, stack) in stacks {
        let last = &nodes[stack[stack.len() - 1]];
        let sides: Vec<Side> = stack.iter().filter_map(|at| drafts[*at].side).collect();
        if sides.windows(2).any(|pair| pair[0] != pair[1]) {
            last.fault("hex", "CF-STACK-6", format!("Both sides stand in {place}."));
            continue;
        }
        let full = stack.iter().filter_map(|at| drafts[*at].card.as_ref()).map(|card| (card, card.steps));
        if let Some(side) = sides.first()
            && let Some(rule) = s3_stacking::broken(*side, full)
        {
            last.fault("hex", rule.0, format!("Too many units of {side} in {place}."));
        }
    }
}

/// What a scenario plays with; a faulty one hides units, and one that names what is not played is told so. [CF-GEN-5]
/// [CF-GEN-6] [CF-GEN-7] [CF-GAR-1]
fn options(root: &Node<'_>) -> Options {
    let Some(node) = root.maybe_table("options") else { return Options::default() };
    let flag = |key| node.maybe_flag(key).unwrap_or(false);
    let options = Options {
        chemical: flag("chemical"),
        smoke: flag("smoke"),
        bombardment_fire_ap: flag("bombardment_fire_ap"),
        recovery_needs_supply: flag("recovery_needs_supply"),
        points_each_side: flag("points_each_side"),
        advance_in_one: flag("advance_in_one"),
    };
    if flag("fog_of_war") {
        node.fault("fog_of_war", "CF-GEN-5", "Fog of war is not played: both sides see every unit.");
    }
    if node.maybe_flag("garrison_known") == Some(false) {
        node.fault("garrison_known", "CF-GAR-1", "Garrisons stand in known places.");
    }
    for (key, named) in [("electronic_warfare", "electronic warfare"), ("nuclear", "nuclear weapons")] {
        if flag(key) {
            node.warn(key, "CF-GEN-6", format!("The scenario names {named}; this system does not use it."));
        }
    }
    if flag("preemptive_strikes") {
        let sentence = "The scenario names pre-emptive strikes; they are ordinary bombardments.";
        node.warn("preemptive_strikes", "CF-GEN-7", sentence);
    }
    node.close();
    options
}

/// The formations of army level, and those whose armor companies are rated 2-2. [CF-UNIT-3] [CF-UNIT-5]
fn formations(root: &Node<'_>) -> Formations {
    let adjusted = root.maybe_flag("adjusted");
    let mut read =
        Formations { army_level: Vec::new(), cavalry: Vec::new(), adjusted: adjusted.unwrap_or(true) };
    let Some(node) = root.maybe_table("formations") else { return read };
    let ids = |key: &str| {
        let mut ids = Vec::new();
        for (n, text) in node.texts(key).iter().enumerate() {
            match text.parse() {
                Ok(id) => ids.push(id),
                Err(bad) => node.fault_in(key, n, HOUSE_FILE, format!("{text:?} is no id: {bad}.")),
            }
        }
        ids
    };
    read.army_level = ids("army_level");
    read.cavalry = ids("armored_cavalry");
    if !read.cavalry.is_empty() && adjusted.is_none() {
        node.fault(
            "armored_cavalry",
            "CF-UNIT-3",
            "Say at the head of the file whether its 1-1 armor companies stand at 2-2 already: adjusted = true.",
        );
    }
    node.close();
    read
}
