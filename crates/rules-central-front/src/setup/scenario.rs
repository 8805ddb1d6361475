//! A scenario: forces, sources, entries, weather, victory, options.

use std::collections::BTreeMap;

use std::sync::Arc;

use kernel::reader::HOUSE_FILE;
use kernel::view::board::Ground;
use kernel::{Chart, Id, Node};

use super::map::Board;
use super::sky::{Sky, Strikes, superiority, weather};
use super::table::Table;
use super::unit::{Begins, Card, Formations};
use super::victory::{Victory, victory};
use super::{MAPS, TABLES, part};
use crate::rules::s3_stacking;
use crate::rules::s11_chemical::Clouds;
use crate::words::{Kind, Place, Side};

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
}

/// Columns in which a side sets up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Zone {
    /// The first column.
    pub first: i16,
    /// The last.
    pub last: i16,
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
    pub strikes: [Strikes; 2],
    /// Supply sources by side.
    pub sources: [Vec<Place>; 2],
    /// Where reinforcements enter, by side.
    pub entries: [Vec<Place>; 2],
    /// Where each side sets up.
    pub zones: [Zone; 2],
    /// Switches.
    pub options: Options,
    /// What is counted at the end.
    pub victory: Victory,
    /// Every unit in the order of the file.
    pub units: Vec<Card>,
    /// The place of each unit in the order.
    pub index: BTreeMap<Id, usize>,
    /// What is odd about the files and no fault.
    pub warnings: Vec<String>,
}

impl Scenario {
    /// A unit's card.
    pub fn card(&self, unit: Id) -> Option<&Card> {
        self.index.get(&unit).map(|at| &self.units[*at])
    }

    /// A unit's name, or its id when there is none such.
    pub fn name(&self, unit: Id) -> String {
        self.card(unit).map_or_else(|| unit.to_string(), |card| card.name.clone())
    }

    /// How far a hex is from the nearest supply source of a side. [CF-SPL-3]
    pub fn to_source(&self, side: Side, from: Place) -> u32 {
        let sources = self.sources[side.index()].iter();
        sources.map(|source| source.0.distance(from.0)).min().unwrap_or(u32::MAX)
    }

    /// The side in whose set-up zone a hex lies. [CF-VIC-3]
    pub fn zone_of(&self, place: Place) -> Option<Side> {
        let (column, _) = hexmap::Numbering::COMMON.column_row(place.0);
        Side::BOTH.into_iter().find(|side| {
            let zone = self.zones[side.index()];
            (zone.first..=zone.last).contains(&column)
        })
    }

    pub(super) fn read(root: &Node<'_>) -> Option<Self> {
        let (id, title) = (root.text("id"), root.text("title"));
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
        let sources = places(root, "supply", board.as_ref(), "CF-SPL-1");
        let entries = places(root, "reinforcement_entry", board.as_ref(), "CF-SPL-4");
        let zones = zones(root);
        let (options, mut warnings) = options(root);
        let formations = formations(root);
        let victory = victory(root, board.as_ref());
        let nodes = root.tables("unit");
        let cards: Vec<Option<Card>> = nodes
            .iter()
            .map(|node| Card::read(node, board.as_ref(), turns.unwrap_or(60), &formations))
            .collect();
        if nodes.is_empty() {
            root.fault("unit", HOUSE_FILE, "A scenario has units.");
        }
        if let Some(board) = &board {
            standing(&nodes, &cards, board, zones);
        }
        root.close();
        let units: Vec<Card> = cards.into_iter().collect::<Option<_>>()?;
        let index = units.iter().enumerate().map(|(at, card)| (card.id, at)).collect();
        let table = table?;
        warnings.extend(table.warnings.iter().cloned());
        Some(Self {
            id: id?,
            title: title?,
            turns: u8::try_from(turns?).ok()?,
            ground: Arc::new(crate::view::board::ground(board.as_ref()?, victory.as_ref()?)),
            board: board?,
            table,
            weather: weather?,
            superiority: superiority?,
            clouds: Clouds::shipped()?,
            strikes: strikes?,
            sources: sources?,
            entries: entries?,
            zones: zones?,
            options,
            victory: victory?,
            units,
            index,
            warnings,
        })
    }
}

/// Where units begin: no id twice, in the zone of their side, never with the enemy, within the stacking limits.
fn standing(nodes: &[Node<'_>], cards: &[Option<Card>], board: &Board, zones: Option<[Zone; 2]>) {
    let mut met: Vec<(Id, usize)> = Vec::new();
    let mut stacks: BTreeMap<Place, Vec<(usize, &Card)>> = BTreeMap::new();
    for (at, card) in cards.iter().enumerate().filter_map(|(at, card)| Some((at, card.as_ref()?))) {
        if met.iter().any(|(id, _)| *id == card.id) {
            nodes[at].fault("id", HOUSE_FILE, format!("The id {} stands twice.", card.id));
        }
        met.push((card.id, at));
        let Begins::At(place) = card.begins else { continue };
        stacks.entry(place).or_default().push((at, card));
        let (column, _) = hexmap::Numbering::COMMON.column_row(place.0);
        if let Some(zone) = zones.map(|zones| zones[card.side.index()])
            && !(zone.first..=zone.last).contains(&column)
        {
            let sentence = format!("{} sets up in columns {} to {}.", card.side, zone.first, zone.last);
            nodes[at].fault("hex", "CF-VIC-3", sentence);
        }
        match board.terrain(place) {
            Some(terrain) if terrain.cost.is_none() && card.kind != Kind::Helicopter => {
                nodes[at].fault("hex", "CF-MOV-1", "No ground unit can stand in this hex.");
            }
            Some(terrain) if card.kind == Kind::Garrison && !terrain.city => {
                nodes[at].fault("hex", "CF-GAR-1", "A garrison stands in a city hex.");
            }
            _ => {}
        }
    }
    for (place, stack) in stacks {
        let (last, first) = (stack[stack.len() - 1], stack[0].1);
        if stack.iter().any(|(_, card)| card.side != first.side) {
            let sentence = format!("Both sides stand in {place}.");
            nodes[last.0].fault("hex", "CF-STACK-6", sentence);
            continue;
        }
        let full = stack.iter().map(|(_, card)| (*card, card.steps));
        if let Some(rule) = s3_stacking::broken(first.side, full) {
            nodes[last.0].fault("hex", rule.0, format!("Too many units of {} in {place}.", first.side));
        }
    }
}

fn places(root: &Node<'_>, key: &str, board: Option<&Board>, rule: &str) -> Option<[Vec<Place>; 2]> {
    let Some(node) = root.maybe_table(key) else {
        root.fault(key, HOUSE_FILE, format!("The table {key:?} is missing: hexes of WP and of NATO."));
        return None;
    };
    let lists = Side::BOTH.map(|side| {
        let texts = node.texts(side.name());
        if texts.is_empty() {
            node.fault(side.name(), rule, format!("{side} needs at least one hex here."));
        }
        let mut hexes = Vec::new();
        for (n, text) in texts.iter().enumerate() {
            let read = board.map(|board| (board, board.grid().read(text)));
            match read {
                Some((board, Ok(cell))) if board.map.hex(cell).cost.is_none() => {
                    node.fault_in(side.name(), n, rule, "No ground unit can stand in this hex.");
                }
                Some((board, Ok(cell))) => hexes.push(board.place(cell)),
                Some((_, Err(fault))) => {
                    node.fault_in(side.name(), n, rule, format!("There is no such hex: {fault}."));
                }
                None => {}
            }
        }
        hexes
    });
    node.close();
    Some(lists)
}

fn zones(root: &Node<'_>) -> Option<[Zone; 2]> {
    let Some(node) = root.maybe_table("setup_zones") else {
        root.fault(
            "setup_zones",
            HOUSE_FILE,
            "The table \"setup_zones\" is missing: columns of WP and of NATO.",
        );
        return None;
    };
    let zones = Side::BOTH.map(|side| {
        let zone = node.maybe_table(side.name())?;
        let (first, last) = (zone.number("min_col", 1..=99), zone.number("max_col", 1..=99));
        zone.close();
        let (first, last) = (i16::try_from(first?).ok()?, i16::try_from(last?).ok()?);
        if first > last {
            zone.fault("max_col", "CF-VIC-3", "The last column stands before the first.");
        }
        Some(Zone { first, last })
    });
    node.close();
    let [Some(wp), Some(nato)] = zones else {
        root.fault("setup_zones", HOUSE_FILE, "Both sides have a zone: { min_col = 1, max_col = 32 }.");
        return None;
    };
    if wp.first <= nato.last && nato.first <= wp.last {
        root.fault("setup_zones", "CF-VIC-3", "The zones of the sides overlap.");
    }
    Some([wp, nato])
}

fn options(root: &Node<'_>) -> (Options, Vec<String>) {
    let mut warnings = Vec::new();
    let Some(node) = root.maybe_table("options") else { return (Options::default(), warnings) };
    let flag = |key| node.maybe_flag(key).unwrap_or(false);
    let options = Options {
        chemical: flag("chemical"),
        smoke: flag("smoke"),
        bombardment_fire_ap: flag("bombardment_fire_ap"),
        recovery_needs_supply: flag("recovery_needs_supply"),
    };
    if flag("fog_of_war") {
        node.fault("fog_of_war", "CF-GEN-5", "Fog of war is not played: both sides see every unit.");
    }
    if node.maybe_flag("garrison_known") == Some(false) {
        node.fault("garrison_known", "CF-GAR-1", "Garrisons stand in known places.");
    }
    for key in ["electronic_warfare", "nuclear"] {
        if flag(key) {
            warnings.push(format!(
                "The scenario names {}; this system does not use it. [CF-GEN-6]",
                key.replace('_', " ")
            ));
        }
    }
    if flag("preemptive_strikes") {
        warnings.push(
            "The scenario names pre-emptive strikes; they are ordinary bombardments. [CF-GEN-7]".into(),
        );
    }
    node.close();
    (options, warnings)
}

fn formations(root: &Node<'_>) -> Formations {
    let adjusted = root.maybe_flag("adjusted");
    let mut read =
        Formations { army_level: Vec::new(), cavalry: Vec::new(), adjusted: adjusted.unwrap_or(true) };
    let Some(node) = root.maybe_table("formations") else { return read };
    let ids = |key: &str| {
        let mut ids = Vec::new();
        for (n, text) in node.texts(key).iter().enumerate() {
            match Id::new(text) {
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
