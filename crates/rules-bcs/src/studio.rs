//! A scenario as tables that are filled in by hand or from a spreadsheet: what belongs into each cell, and the choices that
//! the file offers so far. The reader of [`crate::setup`] stays the only judge.
//!
//! A map is entered as it is printed: a text for each row of hexes with a character for each hex, hexsides as pairs of
//! hexes, roads as the hexes that they run through.

use kernel::view::Hue;
use tabular::paint::{hexes_table, names_table, roads_table};
use tabular::{CellKind, Mention, Naming, SetupColumn, SetupTable, TableShape};
use toml::{Table, Value};

use crate::charts::Fatigue;
use crate::charts::s3_second_activation::SecondRecovery;
use crate::setup::MAPS;
use crate::setup::scenario::Trafficability;
use crate::words::{AvKind, Class, Face, RoadClass};

/// Words of the file with their words on the page.
type Words = Vec<(String, String)>;

const SCENARIO: &str = "Scenario";
const MAP: &str = "Map";
const FORCES: &str = "Formations and units";
const VICTORY: &str = "Victory";

/// What a draft says so far; what is not as it must be is passed over.
struct Known {
    sides: Words,
    formations: Words,
    /// The map is one that comes with the program.
    is_shipped: bool,
}

impl Known {
    fn of(text: &str) -> Self {
        let root: Table = text.parse().unwrap_or_default();
        let is_shipped = root.get("map").is_some_and(Value::is_str);
        Self { sides: named(&root, "side"), formations: named(&root, "formation"), is_shipped }
    }

    fn side(&self) -> CellKind {
        CellKind::Choice(self.sides.clone())
    }

    /// A column for each side.
    fn each(&self, kind: &CellKind, help: &str) -> Vec<SetupColumn> {
        self.sides.iter().map(|(id, name)| column(id, name, kind.clone()).help(help)).collect()
    }
}

/// The ids of an array of tables, each with its name.
fn named(root: &Table, key: &str) -> Words {
    let rows = root.get(key).and_then(Value::as_array).into_iter().flatten();
    let word = |row: &Value| {
        let id = row.get("id")?.as_str()?;
        Some((id.to_owned(), row.get("name").and_then(Value::as_str).unwrap_or(id).to_owned()))
    };
    rows.filter_map(word).collect()
}

/// The map of an id that comes with the program.
pub fn shipped(field: &str, id: &str) -> Option<&'static str> {
    MAPS.iter().find(|(known, _)| field == "map" && *known == id).map(|(_, text)| *text)
}

/// The tables of a scenario, by what its file says so far.
pub fn tables(text: &str) -> Vec<SetupTable> {
    let known = Known::of(text);
    let mut tables = vec![head(&known), sides(&known), first_player(&known)];
    // Without sides there is nothing for each of them.
    let has_sides = !known.sides.is_empty();
    if has_sides {
        tables.extend(charts(&known));
    }
    tables.push(switches());
    if !known.is_shipped {
        tables.extend([map(), legend(), hexes_table(MAP), roads(), names_table(MAP)]);
    }
    if has_sides {
        tables.push(sources(&known));
    }
    tables.extend([formations(&known), further_hqs(&known), units(&known)]);
    if has_sides {
        tables.push(unassigned(&known));
    }
    tables.extend([victory(), objectives(&known), levels()]);
    tables
}

fn head(known: &Known) -> SetupTable {
    let mut columns = vec![
        column("id", "Id", CellKind::Text).needed(),
        column("title", "Title", CellKind::Text).needed(),
        column("turns", "Turns", whole(1, 99)).needed().help("A turn is a day."),
        column("visibility", "Visibility", whole(1, 20)).help("How far spotters see, in hexes; 2 where it is empty."),
        column("trafficability", "Trafficability", choice(Trafficability::ALL, |one| (one.word(), one.prose())))
            .help("How good tracks are; Good where it is empty. A list with a word for each turn is written into the file. BCS-MSR-12"),
        column("weather", "Weather", CellKind::Raw)
            .help("A chart of one die, as in the file: { \"1-4\" = { visibility = 3 }, \"5-6\" = { trafficability = \"poor\", grounded = true } }. Nothing is rolled where it is empty. BCS-TURN-11"),
    ];
    if known.is_shipped {
        let maps = MAPS.map(|(id, _)| (id.to_owned(), id.to_owned()));
        columns.push(column("map", "Map", CellKind::Choice(maps.to_vec())).needed());
    }
    one("", "Scenario", SCENARIO, columns).help("What it is called, and what holds for all of it.")
}

fn sides(known: &Known) -> SetupTable {
    let hues =
        CellKind::Choice(Hue::ALL.iter().map(|hue| (hue.word().to_owned(), hue.word().to_owned())).collect());
    let hue = column("hue", "Colour", hues).aliases(&["color"]);
    let mut table = SetupTable::named("side", "Sides", vec![hue]).section(SCENARIO).help("The two sides.");
    table.mentions = mentions(
        Naming::Value,
        &[
            "formation.*.side",
            "unit.*.side",
            "first_player.ties",
            "victory.control.*.for",
            "victory.control.*.held",
        ],
    );
    if !known.sides.is_empty() {
        table.mentions.extend(mentions(
            Naming::Key,
            &["supply_sources", "unassigned_arty", "air_points", "replacements"],
        ));
    }
    table
}

fn first_player(known: &Known) -> SetupTable {
    let again = ("again".to_owned(), "Both throw again".to_owned());
    let ties = CellKind::Choice(std::iter::once(again).chain(known.sides.clone()).collect());
    let columns =
        vec![column("ties", "Ties go to", ties).help("Both throw again where it is empty. BCS-TURN-5")];
    one("first_player", "First player", SCENARIO, columns)
}

fn map() -> SetupTable {
    let sides = "Hexsides, each as the two hexes beside it, parted by commas: 1801-1902, 1802-1902.";
    let mut columns = vec![
        column("id", "Id", CellKind::Text).needed(),
        column("title", "Title", CellKind::Text).needed(),
        column("width", "Columns", whole(1, 99)).needed().help("How many hexes lie beside each other."),
        column("height", "Rows", whole(1, 99)).needed().help("How many hexes lie below each other."),
        column("layout", "Layout", CellKind::Text)
            .help("How hexes lie and are numbered: flat-top or pointy-top; even or odd columns sit half a hex lower; hex id CCRR or RRCC."),
        column("scale", "Scale", CellKind::Text).help("Words for the players, on the charts. BCS-GEN-1"),
        column("rivers", "Rivers", CellKind::List).help(sides),
        column("impassable", "Impassable", CellKind::List).help(sides),
    ];
    for road in RoadClass::ALL {
        columns.extend(costs(&format!("road_cost.{}", road.word()), road.prose()));
    }
    columns.extend(costs("river_cost.river", "River"));
    columns.push(
        column("river_cost.key", "Rivers are Key", CellKind::Flag).help("Yes where it is empty. BCS-MAP-2"),
    );
    one("map", "Map", MAP, columns)
        .help("Its size, its hexsides, and what roads and rivers cost each class of movement.")
}

fn legend() -> SetupTable {
    let flag = |key: &str, title: &str| column(key, title, CellKind::Flag);
    let mut columns = vec![
        column("mark", "Sign", CellKind::Text)
            .needed()
            .aliases(&["mark", "character"])
            .help("The one character that stands for it on the map."),
        column("name", "Ground", CellKind::Text).needed().aliases(&["name"]),
        flag("terrain", "Terrain").help("One of Terrain, City and Urban, or none: Open."),
        flag("city", "City"),
        flag("urban", "Urban"),
        flag("key", "Key Terrain").help("Where it is empty: City and Urban are. BCS-MAP-2"),
        flag("entry", "Entry").help("An entry hex at the edge of the map."),
        column("stops", "Stops", CellKind::List)
            .help("The classes that stop when they enter: leg, tac, truck. BCS-MOVE-6"),
    ];
    columns.extend(costs("cost", ""));
    SetupTable::rows("map.legend", "Ground", columns)
        .section(MAP)
        .help("What the characters of the map mean, and what entering costs each class of movement.")
}

fn roads() -> SetupTable {
    let classes = RoadClass::ALL.iter().map(|one| (one.word().to_owned(), one.prose().to_owned()));
    roads_table(MAP, classes.collect(), "Where several share a hexside, the best counts. BCS-MAP-3")
}

fn sources(known: &Known) -> SetupTable {
    let columns = known.each(&CellKind::List, "Hexes on roads, parted by commas: 0105, 0113.");
    let columns = columns.into_iter().map(SetupColumn::needed).collect();
    one("supply_sources", "Sources of supply", MAP, columns).help("Each side needs at least one. BCS-MSR-1")
}

fn formations(known: &Known) -> SetupTable {
    let mut columns = vec![column("side", "Side", known.side()).needed()];
    columns.extend([
        column("hq.hex", "HQ in hex", CellKind::Text).needed(),
        column("hq.command_radius", "Command Radius", whole(1, 30)).needed().aliases(&["CR"]),
        column("hq.reactivation", "Reactivation", whole(2, 6)).needed(),
    ]);
    columns.extend(allowance("hq", "HQ", true));
    columns.push(column("trains.hex", "Trains in hex", CellKind::Text).needed());
    columns.extend(allowance("trains", "Trains", true));
    columns.extend([
        column("trains.ghost", "Ghost", CellKind::Flag),
        column("arty_points", "Arty Points", whole(0, 20)).needed(),
        column("fatigue", "Fatigue", choice(Fatigue::ALL, |one| (one.word(), one.prose()))).needed(),
        column("snafu", "SNAFU", whole(-9, 9))
            .help("What the game adds to its SNAFU rolls; 0 where it is empty."),
    ]);
    let mut table = SetupTable::named("formation", "Formations", columns)
        .section(FORCES)
        .help("HQs and trains begin on roads. BCS-GEN-2");
    table.mentions = mentions(Naming::Value, &["unit.*.formation", "further_hq.*.formation"]);
    table
}

fn further_hqs(known: &Known) -> SetupTable {
    let columns = vec![
        column("formation", "Formation", CellKind::Choice(known.formations.clone())).needed(),
        column("hex", "HQ in hex", CellKind::Text).needed(),
        column("command_radius", "Command Radius", whole(1, 30)).needed().aliases(&["CR"]),
        column("reactivation", "Reactivation", whole(2, 6)).needed(),
        column("class", "HQ class", choice(Class::ALL, |one| (one.word(), one.prose()))).needed(),
        column("ma", "HQ MA", whole(0, 99)).needed(),
    ];
    SetupTable::rows("further_hq", "Further HQs", columns)
        .section(FORCES)
        .help("For formations with more than one HQ: a row for each HQ beside the first. BCS-GEN-2")
}

fn units(known: &Known) -> SetupTable {
    let flag = |key: &str, title: &str| column(key, title, CellKind::Flag);
    let start = [("support", "In Support"), ("pool", "In the pool of its side")];
    let start = CellKind::Choice(start.map(|(word, label)| (word.to_owned(), label.to_owned())).to_vec());
    let mut columns = vec![
        column("formation", "Formation", CellKind::Choice(known.formations.clone()))
            .help("Empty for an Independent Unit, which names its side."),
        column("side", "Side", known.side()).help("For Independent Units alone. BCS-GEN-6"),
        column("ar", "AR", whole(0, 5)).needed().aliases(&["Action Rating"]),
        column("steps", "Steps", whole(1, 12)).needed(),
        flag("assault_arrow", "Assault Arrow").aliases(&["arrow"]),
        column("av", "AV", whole(0, 9)).aliases(&["Armor Value"]),
        column("av_kind", "Kind of AV", choice(AvKind::ALL, |one| (one.word(), one.prose()))),
        column("range", "Range", whole(1, 9)).help("In hexes; 1 where it is empty."),
        flag("hard", "Hard"),
        flag("stand_off", "Stand Off"),
        flag("dual", "Dual"),
        flag("breakthrough", "Breakthrough"),
        flag("recon", "Recon"),
        flag("screen", "Can screen"),
        flag("no_rebuild", "Circled AR").help("It cannot be rebuilt once destroyed. BCS-UNIT-10"),
    ];
    columns.extend(allowance("deployed", "Deployed-side", true));
    columns.extend(allowance("move", "Move-side", false));
    columns.extend([
        column("move.av", "Move-side AV", whole(0, 9))
            .help("Only a Dual unit may print one there. BCS-UNIT-7"),
        hex().help("Where it begins, or enters."),
        column("side_up", "Side up", choice(Face::ALL, |one| (one.word(), one.prose())))
            .help("The Deployed-side where it is empty."),
        column("start", "Off the map", start),
        column("turn", "Enters on turn", whole(1, 99))
            .help("A reinforcement, at a hex of the edge. BCS-TURN-13"),
    ]);
    SetupTable::named("unit", "Units", columns)
        .section(FORCES)
        .help("Combat units as their counters print them. BCS-UNIT-1")
}

fn victory() -> SetupTable {
    let points = |key: &str, title: &str| {
        column(key, title, CellKind::Text).help("Points: 2 or 1/4; none where it is empty.")
    };
    let columns = vec![
        points("per_enemy_step", "For each enemy step"),
        points("per_enemy_hq_jumped", "For each enemy HQ jumped"),
    ];
    one("victory", "Victory", VICTORY, columns).help("What counts beside hexes. BCS-VIC-1")
}

fn objectives(known: &Known) -> SetupTable {
    let columns = vec![
        hex().needed(),
        column("points", "Points", whole(1, 99)).needed(),
        column("for", "For", known.side()).help("The only side for which it counts; both where it is empty."),
        column("held", "Held by", known.side()).help("Who controls it at the start."),
    ];
    SetupTable::rows("victory.control", "Hexes that count", columns).section(VICTORY)
}

fn levels() -> SetupTable {
    let columns = vec![
        column("margin", "Margin", whole(0, 999)).needed(),
        column("result", "Result", CellKind::Text).needed(),
    ];
    SetupTable::rows("victory.levels", "Levels", columns)
        .section(VICTORY)
        .help("The largest margin first; the last is for 0.")
}

/// What each side rolls for as a turn begins.
fn charts(known: &Known) -> [SetupTable; 2] {
    let air = known.each(&CellKind::Raw, "As in the file: { \"1-2\" = 0, \"3-5\" = 1, \"6\" = 2 }.");
    let steps = "As in the file: { \"1-3\" = \"none\", \"4-5\" = \"1 infantry\", \"6\" = \"1 AV\" }.";
    let steps = known.each(&CellKind::Raw, steps);
    [
        one("air_points", "Air Points", SCENARIO, air).help("A chart of one die for each side. BCS-TURN-11"),
        one("replacements", "Replacements", SCENARIO, steps)
            .help("A chart of one die for each side. BCS-TURN-12"),
    ]
}

/// Arty Points that no formation has at the start.
fn unassigned(known: &Known) -> SetupTable {
    let arty = known.each(&whole(0, 20), "Arty Points that are assigned to no formation. BCS-GEN-6");
    one("unassigned_arty", "Unassigned Arty Points", FORCES, arty)
}

fn switches() -> SetupTable {
    let flag = |key: &str, title: &str, help: &str| column(key, title, CellKind::Flag).help(help);
    let columns = vec![
        flag("orders", "Orders", "Formations act by orders; no where it is empty. BCS-TURN-10"),
        flag(
            "msr_friendly_negates_ezoc",
            "Friends negate EZOCs for routes",
            "No where it is empty. BCS-MSR-3",
        ),
        flag("screen_zone_stops_truck", "Screen Zones stop trucks", "Yes where it is empty. BCS-ZONE-6"),
        flag("long_range_engagements", "Long-range engagements", "No where it is empty. BCS-ENG-13"),
        column(
            "second_activation_recovery",
            "Recovery as a Second Activation",
            choice(SecondRecovery::ALL, |one| (one.word(), one.prose())),
        )
        .help("BCS-ACT-14"),
    ];
    one("switches", "Options", SCENARIO, columns).help("Rulings that a scenario may turn.")
}

fn column(key: &str, title: &str, kind: CellKind) -> SetupColumn {
    SetupColumn::new(key, title, kind)
}

fn hex() -> SetupColumn {
    column("hex", "Hex", CellKind::Text)
}

const fn whole(least: i64, most: i64) -> CellKind {
    CellKind::Whole { least, most }
}

fn choice<T>(all: &[T], words: impl Fn(&T) -> (&'static str, &'static str)) -> CellKind {
    let both = all.iter().map(|one| {
        let (word, prose) = words(one);
        (word.to_owned(), prose.to_owned())
    });
    CellKind::Choice(both.collect())
}

/// What entering costs each class of movement.
fn costs(key: &str, of: &str) -> Vec<SetupColumn> {
    let help = "Movement points: 1, 1/2, or P where it is prohibited.";
    let one = |class: &Class| {
        let title = if of.is_empty() {
            format!("Cost for {}", class.prose())
        } else {
            format!("{of}: cost for {}", class.prose())
        };
        column(&format!("{key}.{}", class.word()), &title, CellKind::Text).needed().help(help)
    };
    Class::ALL.iter().map(one).collect()
}

/// A class of movement and its movement points.
fn allowance(key: &str, of: &str, is_needed: bool) -> [SetupColumn; 2] {
    let class = column(
        &format!("{key}.class"),
        &format!("{of} class"),
        choice(Class::ALL, |one| (one.word(), one.prose())),
    );
    let ma = column(&format!("{key}.ma"), &format!("{of} MA"), whole(0, 99));
    [class, ma].map(|column| if is_needed { column.needed() } else { column })
}

fn one(path: &str, title: &'static str, section: &'static str, columns: Vec<SetupColumn>) -> SetupTable {
    let table = SetupTable::rows(path, title, columns).section(section);
    SetupTable { shape: TableShape::One, ..table }
}

fn mentions(naming: Naming, paths: &[&str]) -> Vec<Mention> {
    paths.iter().map(|path| Mention { path: (*path).to_owned(), naming }).collect()
}
