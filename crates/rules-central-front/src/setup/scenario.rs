//! A scenario: forces, sources, entries, weather, victory, options.

use std::collections::BTreeMap;

use std::sync::Arc;

use kernel::reader::HOUSE_FILE;
use kernel::view::board::Ground;
use kernel::{Chart, ChartResult, Die, Id, Node, Row};
use serde::{Deserialize, Serialize};

use super::map::Board;
use super::table::Table;
use super::unit::{Begins, Card, Formations};
use super::{MAPS, TABLES, part};
use crate::rules::s3_stacking;
use crate::rules::s11_chemical::Clouds;
use crate::words::{Kind, Place, Side};

/// What the sky is like in a turn. [CF-AIR-1]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sky {
    /// Fog or overcast.
    Fog,
    /// Clear.
    Clear,
}

impl ChartResult for Sky {
    fn words(&self) -> String {
        match self {
            Self::Fog => "Fog or overcast".into(),
            Self::Clear => "Clear".into(),
        }
    }
}

impl ChartResult for Side {
    fn words(&self) -> String {
        format!("{} has air superiority", self.name())
    }
}

/// Air strikes of a side when it has superiority. [CF-AIR-4]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strikes {
    /// How many.
    pub count: u8,
    /// The strength of each.
    pub strength: u8,
}

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
    /// The contents of enemy stacks are not shown. [CF-GEN-5]
    pub fog_of_war: bool,
}

/// A hex worth points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objective {
    /// Where.
    pub at: Place,
    /// Its name.
    pub name: String,
    /// Points for the Warsaw Pact when it controls it.
    pub points: i32,
}

/// An exact share of points: `1/2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Numerator.
    pub over: u32,
    /// Denominator.
    pub under: u32,
}

/// A level of victory on the margin of the Warsaw Pact. [CF-VIC-2]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// The lowest margin.
    pub at_least: i32,
    /// What it is called.
    pub result: String,
}

/// What is counted at the end. [CF-VIC-2]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Victory {
    /// Hexes worth points.
    pub objectives: Vec<Objective>,
    /// Points for each Warsaw Pact step that leaves over the west edge.
    pub exit: i32,
    /// Points of the Warsaw Pact for each NATO step eliminated …
    pub wp_step: Share,
    /// … and for each step of a company.
    pub wp_company_step: Share,
    /// Points of NATO for each Warsaw Pact step eliminated.
    pub nato_step: Share,
    /// From the best for the Warsaw Pact downwards.
    pub levels: Vec<Level>,
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

fn weather(root: &Node<'_>) -> Option<Chart<Sky>> {
    let faces = root.maybe_table("weather").map(|node| {
        let faces = [("fog_overcast", Sky::Fog), ("clear", Sky::Clear)]
            .map(|(key, sky)| (node.maybe::<Vec<u16>>(key).unwrap_or_default(), sky));
        node.close();
        faces
    });
    let faces = faces.unwrap_or([(vec![1, 2], Sky::Fog), (vec![3, 4, 5, 6], Sky::Clear)]);
    die(root, "weather", "CF-AIR-1", "Weather", &faces)
}

fn superiority(root: &Node<'_>) -> (Option<Chart<Side>>, Option<[Strikes; 2]>) {
    let Some(node) = root.maybe_table("air_superiority") else {
        let faces = [(vec![1, 2, 3], Side::Wp), (vec![4, 5, 6], Side::Nato)];
        let none = Strikes { count: 0, strength: 6 };
        return (die(root, "air_superiority", "CF-AIR-1", "Air superiority", &faces), Some([none; 2]));
    };
    let faces = Side::BOTH.map(|side| (node.maybe::<Vec<u16>>(side.name()).unwrap_or_default(), side));
    let strikes = Side::BOTH.map(|side| strikes(&node, side));
    node.close();
    let chart = die(root, "air_superiority", "CF-AIR-1", "Air superiority", &faces);
    let [Some(wp), Some(nato)] = strikes else { return (chart, None) };
    (chart, Some([wp, nato]))
}

/// Strikes as they are, or the air points of the original: tripled and divided into strikes of 6, rounded down.
fn strikes(node: &Node<'_>, side: Side) -> Option<Strikes> {
    let points = node.maybe_number(&format!("air_points_{}", side.name()), 0..=60);
    match (node.maybe_table(&format!("strikes_{}", side.name())), points) {
        (Some(table), None) => {
            let (count, strength) = (table.number("count", 0..=40), table.number("strength", 1..=60));
            table.close();
            Some(Strikes { count: u8::try_from(count?).ok()?, strength: u8::try_from(strength?).ok()? })
        }
        (None, points) => {
            Some(Strikes { count: u8::try_from(points.unwrap_or(0) * 3 / 6).ok()?, strength: 6 })
        }
        (Some(_), Some(_)) => {
            node.fault(
                &format!("air_points_{}", side.name()),
                "CF-AIR-4",
                "A side has strikes or air points of the original scenario, not both.",
            );
            None
        }
    }
}

/// A chart of one die from lists of faces; each face stands in exactly one.
fn die<R: ChartResult>(
    root: &Node<'_>,
    key: &str,
    rule: &str,
    title: &str,
    faces: &[(Vec<u16>, R)],
) -> Option<Chart<R>> {
    let mut by_face = Vec::new();
    for face in 1..=6 {
        let named: Vec<R> =
            faces.iter().filter(|(faces, _)| faces.contains(&face)).map(|(_, result)| *result).collect();
        match named[..] {
            [result] => by_face.push(result),
            _ => root.fault(key, rule, format!("The face {face} must stand in one of the lists.")),
        }
    }
    if faces.iter().flat_map(|(faces, _)| faces).any(|face| !(1..=6).contains(face)) {
        root.fault(key, rule, "A die has the faces 1 to 6.");
    }
    if by_face.len() != 6 {
        return None;
    }
    let mut rows: Vec<Row<R>> = Vec::new();
    for (face, result) in (1..).zip(by_face) {
        match rows.last_mut() {
            Some(row) if row.result == result => row.max = Some(face),
            _ => rows.push(Row { min: Some(face), max: Some(face), result }),
        }
    }
    if let Some(first) = rows.first_mut() {
        first.min = None;
    }
    if let Some(last) = rows.last_mut() {
        last.max = None;
    }
    Chart::new(rule, title, Die::D(6), rows).ok()
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
        fog_of_war: flag("fog_of_war"),
    };
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
    if options.fog_of_war {
        warnings.push("The scenario asks for fog of war; it hides nothing yet. [CF-GEN-5]".into());
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

fn victory(root: &Node<'_>, board: Option<&Board>) -> Option<Victory> {
    let rule = "CF-VIC-2";
    let Some(node) = root.maybe_table("victory") else {
        root.fault("victory", HOUSE_FILE, "The table \"victory\" is missing.");
        return None;
    };
    let figure =
        |node: &Node<'_>, key: &str| node.number(key, -9999..=9999).and_then(|n| i32::try_from(n).ok());
    let mut objectives = Vec::new();
    for hex in node.tables("hexes") {
        let (at, name, points) = (hex.text("hex"), hex.text("name"), figure(&hex, "wp"));
        hex.close();
        match at.zip(board).map(|(at, board)| (board, board.grid().read(&at))) {
            Some((board, Ok(cell))) => objectives.push(Objective {
                at: board.place(cell),
                name: name.unwrap_or_default(),
                points: points.unwrap_or(0),
            }),
            Some((_, Err(fault))) => hex.fault("hex", rule, format!("There is no such hex: {fault}.")),
            None => {}
        }
    }
    let exit = node.maybe_number("wp_exit_west_edge_per_step", 0..=99).unwrap_or(0);
    let steps = node.maybe_table("enemy_step_eliminated").map(|table| {
        let read = |key: &str| share(&table, key, rule);
        let shares = (read("wp_scores"), read("wp_scores_company"), read("nato_scores"));
        table.close();
        shares
    });
    let nothing = Share { over: 0, under: 1 };
    let (wp, company, nato) = steps.unwrap_or((Some(nothing), Some(nothing), Some(nothing)));
    let mut levels: Vec<Level> = Vec::new();
    for level in node.tables("thresholds") {
        let (at_least, result) = (figure(&level, "at_least"), level.text("result"));
        level.close();
        let (Some(at_least), Some(result)) = (at_least, result) else { continue };
        if levels.last().is_some_and(|last| last.at_least <= at_least) {
            level.fault(
                "at_least",
                rule,
                "Levels fall from the best for the Warsaw Pact to the best for NATO.",
            );
        }
        levels.push(Level { at_least, result });
    }
    if levels.is_empty() {
        node.fault("thresholds", rule, "There is no level of victory.");
    }
    node.close();
    Some(Victory {
        objectives,
        exit: i32::try_from(exit).ok()?,
        wp_step: wp?,
        wp_company_step: company?,
        nato_step: nato?,
        levels,
    })
}

fn share(node: &Node<'_>, key: &str, rule: &str) -> Option<Share> {
    let text = node.text(key)?;
    let (over, under) = text.split_once('/').unwrap_or((&text, "1"));
    match (over.trim().parse::<u32>(), under.trim().parse::<u32>()) {
        (Ok(over @ 0..=99), Ok(under @ 1..=99)) => Some(Share { over, under }),
        _ => {
            node.fault(key, rule, "Points are a whole number or a fraction: \"1/2\".");
            None
        }
    }
}
