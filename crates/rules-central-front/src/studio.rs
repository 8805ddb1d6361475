//! A scenario as tables that are filled in by hand or from a spreadsheet: what belongs into each cell, and the choices that
//! the file offers so far. The reader of [`crate::setup`] stays the only judge.
//!
//! A map is entered as it is printed: a text for each row of hexes with a character for each hex, hexsides as pairs of
//! hexes, roads as the hexes that they run through. It is painted over a picture as well: [`crate::painting`].

use kernel::view::Hue;
use tabular::paint::{hexes_table, names_table, roads_table};
use tabular::{CellKind, SetupColumn, SetupTable, TableShape};
use toml::{Table, Value};

use crate::setup::{MAPS, TABLES};
use crate::words::{Kind, Side, Size};

mod results;

const SCENARIO: &str = "Scenario";
const MAP: &str = "Map";
const RESULTS: &str = "Results table";
const FORCES: &str = "Units";
const VICTORY: &str = "Victory";

/// The kinds of terrain that the rules name. [CF-MOV-1]
const KINDS: [&str; 7] = ["clear", "slope", "woods", "rough", "wooded_rough", "town", "city"];

/// The map or the results table of an id that comes with the program.
pub fn shipped(field: &str, id: &str) -> Option<&'static str> {
    let all = match field {
        "map" => &MAPS[..],
        "crt" => &TABLES,
        _ => return None,
    };
    all.iter().find(|(known, _)| *known == id).map(|(_, text)| *text)
}

/// The tables of a scenario, by what its file says so far.
pub fn tables(text: &str) -> Vec<SetupTable> {
    let root: Table = text.parse().unwrap_or_default();
    let is_shipped = |key: &str| root.get(key).is_some_and(Value::is_str);
    let mut tables = vec![head(is_shipped("map"), is_shipped("crt")), colours(), weather(), air(), options()];
    if !is_shipped("map") {
        let kinds = kinds(&root);
        tables.extend([
            map(),
            legend(),
            hexes_table(MAP),
            roads(),
            names_table(MAP),
            costs(&kinds),
            shifts(&kinds),
        ]);
    }
    tables.extend([
        of_sides("supply", "Sources of supply", "Each side needs at least one. CF-SPL-1"),
        zones(),
        of_sides(
            "reinforcement_entry",
            "Entry hexes",
            "Where reinforcements enter that name no hex of their own. CF-SPL-4",
        ),
    ]);
    if !is_shipped("crt") {
        tables.extend(results::tables(&root));
    }
    tables.extend([formations(), units(), victory(), points(), objectives(), levels()]);
    tables
}

/// The kinds of terrain of a file: those of the rules, and those of its legend.
fn kinds(root: &Table) -> Vec<String> {
    let mut kinds: Vec<String> = KINDS.iter().map(|kind| (*kind).to_owned()).collect();
    let map = root.get("map").and_then(Value::as_table);
    for ground in map.map(crate::painting::legend).unwrap_or_default() {
        for kind in ground.kinds.into_iter().filter(|kind| !kind.trim().is_empty()) {
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
    }
    // A point would be a step of a path.
    kinds.retain(|kind| !kind.contains(['.', '[', ']']));
    kinds
}

fn head(has_map: bool, has_table: bool) -> SetupTable {
    let mut columns = vec![
        column("id", "Id", CellKind::Text).needed(),
        column("title", "Title", CellKind::Text).needed(),
        column("turns", "Turns", whole(1, 60)).needed().help("A turn is half a day."),
        column("adjusted", "Cavalry adjusted", CellKind::Flag)
            .help("Yes where the 1-1 armor companies of cavalry regiments stand at 2-2 already. CF-UNIT-3"),
    ];
    let shipped = |all: &[(&str, &str)]| {
        CellKind::Choice(all.iter().map(|(id, _)| ((*id).to_owned(), (*id).to_owned())).collect())
    };
    if has_map {
        columns.push(column("map", "Map", shipped(&MAPS)).needed());
    }
    if has_table {
        columns.push(column("crt", "Results table", shipped(&TABLES)).needed().help("CF-CRT-4"));
    }
    one("", "Scenario", SCENARIO, columns).help("What it is called, and what holds for all of it.")
}

/// A column for each side, by its word.
fn each(kind: &CellKind, help: &str) -> Vec<SetupColumn> {
    Side::BOTH.iter().map(|side| column(side.word(), side_name(*side), kind.clone()).help(help)).collect()
}

fn side_name(side: Side) -> &'static str {
    match side {
        Side::Wp => "Warsaw Pact",
        Side::Nato => "NATO",
    }
}

fn colours() -> SetupTable {
    let hues = Hue::ALL.iter().map(|hue| (hue.word().to_owned(), hue.word().to_owned()));
    let columns = each(&CellKind::Choice(hues.collect()), "Red and blue where it is empty.");
    one("colours", "Colours", SCENARIO, columns).help("The colours of the sides.")
}

fn weather() -> SetupTable {
    let faces = "The faces of the die, as in the file: [1, 2].";
    let columns = vec![
        column("fog_overcast", "Fog or overcast", CellKind::Raw).help(faces),
        column("clear", "Clear", CellKind::Raw).help(faces),
    ];
    one("weather", "Weather", SCENARIO, columns)
        .help("A die each turn; 1 and 2 are fog or overcast where it is empty. CF-AIR-1")
}

fn air() -> SetupTable {
    let mut columns = each(&CellKind::Raw, "The faces of the die with which it has superiority: [1, 2, 3].");
    for side in Side::BOTH {
        let (word, name) = (side.word(), side_name(side));
        columns.extend([
            column(&format!("strikes_{word}.count"), &format!("{name}: strikes"), whole(0, 40)),
            column(
                &format!("strikes_{word}.strength"),
                &format!("{name}: strength of a strike"),
                whole(1, 60),
            ),
            column(&format!("air_points_{word}"), &format!("{name}: air points"), whole(0, 60))
                .help("Those of the original scenario, in place of strikes. CF-AIR-4"),
        ]);
    }
    one("air_superiority", "Air superiority", SCENARIO, columns)
        .help("A die on clear turns. Without strikes nobody flies. CF-AIR-4")
}

fn options() -> SetupTable {
    let flag = |key: &str, title: &str, help: &str| column(key, title, CellKind::Flag).help(help);
    let columns = vec![
        flag("chemical", "Chemical warfare", "No where it is empty. CF-CHM-1"),
        flag("smoke", "Artillery smoke", "No where it is empty. CF-SMK-1"),
        flag("bombardment_fire_ap", "Bombardment costs fire action points", "No where it is empty. CF-AP-9"),
        flag("recovery_needs_supply", "Recovery needs supply", "No where it is empty. CF-REC-4"),
        flag("points_each_side", "Points rounded side by side", "No where it is empty. CF-VIC-2"),
        flag("advance_in_one", "Advance said in one", "No where it is empty. CF-ADV-1"),
    ];
    one("options", "Options", SCENARIO, columns).help("What the scenario plays with.")
}

fn map() -> SetupTable {
    let sides = "Hexsides, each as the two hexes beside it, parted by commas: 0401-0501, 0402-0501.";
    let columns = vec![
        column("id", "Id", CellKind::Text).needed(),
        column("title", "Title", CellKind::Text).needed(),
        column("width", "Columns", whole(1, 99)).needed().help("How many hexes lie beside each other."),
        column("height", "Rows", whole(1, 99)).needed().help("How many hexes lie below each other."),
        column("layout", "Layout", CellKind::Text)
            .help("How hexes lie and are numbered: flat-top or pointy-top; even or odd columns sit half a hex lower; hex id CCRR or RRCC."),
        column("scale", "Scale", CellKind::Text).help("Words for the players."),
        column("rivers", "Rivers", CellKind::List).help(sides),
        column("impassable", "Impassable", CellKind::List).help(sides),
    ];
    one("map", "Map", MAP, columns).help("Its size and its hexsides.")
}

fn legend() -> SetupTable {
    let columns = vec![
        column("mark", "Sign", CellKind::Text)
            .needed()
            .aliases(&["mark", "character"])
            .help("The one character that stands for it on the map."),
        column("kinds", "Terrain", CellKind::List)
            .needed()
            .aliases(&["kinds", "ground"])
            .help("One kind or several, parted by commas: clear, woods, wooded_rough. Of several the highest cost and shift count. CF-MOV-1"),
        column("cost", "Cost", closed()).help("Movement points; what its kinds cost where it is empty. CF-MOV-1"),
        column("shift", "Shift", whole(0, 9)).help("Columns to the left; those of its kinds where it is empty. CF-CRT-7"),
    ];
    SetupTable::rows("map.legend", "Ground", columns)
        .section(MAP)
        .help("What the characters of the map mean. A kind that the rules do not name needs its cost and its shift.")
}

fn roads() -> SetupTable {
    let classes = crate::painting::ROADS.map(|(word, name, _)| (word.to_owned(), name.to_owned()));
    let help = "Movement costs the same on all of them. A road that crosses a river is a bridge.";
    roads_table(MAP, classes.to_vec(), help)
}

fn costs(kinds: &[String]) -> SetupTable {
    let of_kind = |kind: &String| column(kind, &kind.replace('_', " "), closed());
    let others = [
        ("road_edge", "Along a road"),
        ("river_hexside", "Across a river"),
        ("leave_enemy_zoc", "Out of an enemy zone"),
        ("helicopter", "Helicopter, any hex"),
    ];
    let others = others.map(|(key, title)| column(key, title, whole(0, 60)));
    let columns = kinds.iter().map(of_kind).chain(others).collect();
    one("map.movement_cost", "Movement costs", MAP, columns)
        .help("Movement points by kind of terrain; those of the rules where it is empty. CF-MOV-1")
}

/// Movement points, or a word where no ground unit can enter.
fn closed() -> CellKind {
    CellKind::NumberOr(vec![("impassable".into(), "No ground unit can enter".into())])
}

fn shifts(kinds: &[String]) -> SetupTable {
    let columns = kinds.iter().map(|kind| column(kind, &kind.replace('_', " "), whole(0, 9)));
    one("map.column_shift", "Column shifts", MAP, columns.collect())
        .help("Columns to the left for the defender's hex; those of the rules where it is empty. CF-CRT-7")
}

fn of_sides(path: &str, title: &'static str, help: &'static str) -> SetupTable {
    one(path, title, MAP, each(&CellKind::List, "Hexes, parted by commas: 0105, 0113.")).help(help)
}

fn zones() -> SetupTable {
    let of_side = |side: Side| {
        let (word, name) = (side.word(), side_name(side));
        [("min_col", "first column"), ("max_col", "last column")].map(|(key, title)| {
            column(&format!("{word}.{key}"), &format!("{name}: {title}"), whole(1, 99)).needed()
        })
    };
    let columns = Side::BOTH.into_iter().flat_map(of_side).collect();
    one("setup_zones", "Set-up zones", MAP, columns).help("The columns in which each side sets up. CF-VIC-3")
}

fn formations() -> SetupTable {
    let codes = "Codes, parted by commas: 8GA-HQ, 1GTA-HQ.";
    let columns = vec![
        column("army_level", "Army level", CellKind::List).help(codes),
        column("armored_cavalry", "Armored cavalry", CellKind::List).help(codes),
    ];
    one("formations", "Formations", FORCES, columns)
        .help("Those whose units fit any formation, and cavalry regiments. CF-UNIT-5 CF-UNIT-3")
}

fn units() -> SetupTable {
    let choice = |words: Vec<&'static str>| {
        CellKind::Choice(words.into_iter().map(|word| (word.to_owned(), word.to_owned())).collect())
    };
    let figure = |key: &str, title: &str, most: i64| column(key, title, whole(0, most));
    let sides = Side::BOTH.map(|side| (side.word().to_owned(), side_name(side).to_owned()));
    let columns = vec![
        column("side", "Side", CellKind::Choice(sides.to_vec())).needed(),
        column("formation", "Formation", CellKind::Id).needed().help("Its code. CF-UNIT-5"),
        column("type", "Type", choice(Kind::ALL.iter().map(|kind| kind.word()).collect())).needed(),
        column("size", "Size", choice(Size::ALL.iter().map(|size| size.word()).collect())).needed(),
        figure("attack", "Attack", 99)
            .needed()
            .help("Of a support unit its strength in support and bombardment."),
        figure("defense", "Defense", 99).needed(),
        figure("march", "March", 99).help("Half the attack, rounded down, where it is empty. CF-UNIT-4"),
        figure("range", "Range", 99).help("For support units alone, in hexes. CF-UNIT-1"),
        figure("ma", "MA", 60).help("12 where it is empty, 24 for a helicopter. CF-UNIT-2"),
        column("steps", "Steps", whole(1, 9)).help("What its ratings say where it is empty. CF-STEP-1"),
        column("soft", "Soft", CellKind::Flag).help("Retreats cost it one action point more. CF-RET-10"),
        column("no_zoc", "No zone of control", CellKind::Flag).help("CF-ZOC-1"),
        hex().help("Where it begins; empty for a reinforcement."),
        column("enters_turn", "Enters on turn", whole(1, 60)).help("A reinforcement. CF-SPL-4"),
        column("enters_at", "Enters at", CellKind::Text)
            .help("A hex of its own; else the entry hexes of its side."),
    ];
    SetupTable::named("unit", "Units", columns)
        .section(FORCES)
        .help("As their counters print them. CF-UNIT-1")
}

fn victory() -> SetupTable {
    let columns = vec![
        column("wp_exit_west_edge_per_step", "For each step over the west edge", whole(0, 99))
            .help("For the Warsaw Pact; none where it is empty. CF-VIC-4"),
    ];
    one("victory", "Victory", VICTORY, columns).help("What counts beside hexes. CF-VIC-2")
}

fn points() -> SetupTable {
    let share =
        |key: &str, title: &str| column(key, title, CellKind::Text).needed().help("Points: 1 or 1/2.");
    let columns = vec![
        share("wp_scores", "Warsaw Pact, for a NATO step"),
        share("wp_scores_company", "Warsaw Pact, for a step of a company"),
        share("nato_scores", "NATO, for a Warsaw Pact step"),
    ];
    one("victory.enemy_step_eliminated", "Points for steps", VICTORY, columns)
        .help("None where all of it is empty. CF-VIC-2")
}

fn objectives() -> SetupTable {
    let columns = vec![
        hex().needed(),
        column("name", "Name", CellKind::Text).needed(),
        column("wp", "Points", whole(-9999, 9999)).needed().help("For the Warsaw Pact when it controls it."),
    ];
    SetupTable::rows("victory.hexes", "Hexes that count", columns).section(VICTORY)
}

fn levels() -> SetupTable {
    let columns = vec![
        column("at_least", "At least", whole(-9999, 9999))
            .needed()
            .help("The points of the Warsaw Pact less those of NATO."),
        column("result", "Result", CellKind::Text).needed(),
    ];
    SetupTable::rows("victory.thresholds", "Levels", columns)
        .section(VICTORY)
        .help("The best for the Warsaw Pact first; the last begins at -9999.")
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

fn one(path: &str, title: &'static str, section: &'static str, columns: Vec<SetupColumn>) -> SetupTable {
    let table = SetupTable::rows(path, title, columns).section(section);
    SetupTable { shape: TableShape::One, ..table }
}
