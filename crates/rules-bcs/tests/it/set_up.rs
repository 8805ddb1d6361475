//! Scenario files: the sample, and files that are wrong, every fault with its place.

use std::collections::BTreeMap;
use std::fmt::Write;

use kernel::{Diagnostic, Side};
use rules_bcs::SARN;
use rules_bcs::setup::unit::Begins;
use rules_bcs::setup::{MAPS, Scenario};
use rules_bcs::words::{Class, RoadClass, points};

fn faults(text: &str) -> Vec<Diagnostic> {
    Scenario::load("sarn.toml", text).err().unwrap_or_default()
}

/// The sample with its map in the file.
pub fn whole() -> String {
    let map = MAPS[0].1.replace("[legend", "[map.legend").replace("[[road]]", "[[map.road]]");
    let map = ["road_cost", "river_cost", "names"]
        .iter()
        .fold(map, |map, name| map.replace(&format!("[{name}]"), &format!("[map.{name}]")));
    format!("{}\n[map]\n{map}", SARN.replace("map = \"sarn-crossing\"\n", ""))
}

#[test]
fn the_sample_loads_and_nothing_about_it_is_odd() {
    let scenario = Scenario::load("sarn.toml", SARN).unwrap_or_else(|faults| panic!("{faults:#?}"));
    assert_eq!(scenario.warnings, []);
    assert_eq!((scenario.turns, scenario.formations.len(), scenario.units.len()), (6, 6, 48));
    let of = |side| scenario.units.iter().filter(|card| card.side == side).count();
    assert_eq!((of(Side::FIRST), of(Side::SECOND)), (24, 24));
    let supports = scenario.units.iter().filter(|card| card.begins == Begins::Support).count();
    assert_eq!(supports, 5);
    assert_eq!(scenario.board.grid().cells().len(), 35 * 25);
    let stacks = scenario.units.iter().filter_map(|card| match card.begins {
        Begins::At(place, _) => Some(place),
        Begins::Support | Begins::Pool | Begins::Enters(..) => None,
    });
    let mut n: BTreeMap<_, u8> = BTreeMap::new();
    stacks.for_each(|place| *n.entry(place).or_default() += 1);
    assert!(n.values().all(|n| *n <= 2));
}

#[test]
fn the_same_map_may_stand_in_the_file() {
    let text = whole();
    let scenario = Scenario::load("sarn.toml", &text).unwrap_or_else(|faults| panic!("{faults:#?}"));
    assert_eq!(scenario.board.id, "sarn-crossing");
}

#[test]
fn costs_are_exact_parts_of_a_movement_point() {
    let scenario = Scenario::load("sarn.toml", SARN).unwrap();
    let board = &scenario.board;
    let cost = |from: &str, to: &str, class| {
        let step = board.step(from.parse().unwrap(), to.parse().unwrap()).unwrap();
        board.cost(step, class).map(points)
    };
    // The highway crosses the river between 1813 and 1913.
    assert_eq!(cost("1813", "1913", Class::Truck).as_deref(), Some("1/4"));
    assert_eq!(cost("1813", "1913", Class::Tac).as_deref(), Some("1/2"));
    // Beside it the river bars everyone but those on foot.
    assert_eq!(cost("1814", "1914", Class::Tac), None);
    assert_eq!(cost("1814", "1914", Class::Leg).as_deref(), Some("4"));
    let step = board.step("1813".parse().unwrap(), "1913".parse().unwrap()).unwrap();
    assert_eq!(board.map.side(step).road, Some(RoadClass::Primary));
    assert!(board.is_key(step) && board.is_hexside_terrain(step) && board.crosses_on_foot(step));
}

/// One change of the sample, and what is told of it: the path of the field, the rule, and words of the sentence.
#[test]
fn scenarios_that_cannot_be() {
    let cases: &[(&str, &str, &str, &str, &str)] = &[
        ("format = \"adjutant-bcs-scenario/1\"", "format = \"x\"", "format", "HOUSE-FILE", "has the format"),
        ("turns = 6", "turns = 0", "turns", "HOUSE-FILE", "from 1 to 99"),
        (
            "map = \"sarn-crossing\"",
            "map = \"nowhere\"",
            "map",
            "HOUSE-FILE",
            "does not come with the program",
        ),
        (
            "trafficability = \"good\"",
            "trafficability = \"muddy\"",
            "trafficability",
            "BCS-MSR-12",
            "no trafficability",
        ),
        ("ties = \"Red\"", "ties = \"Green\"", "first_player.ties", "HOUSE-FILE", "no side"),
        (
            "\"1-2\" = 0, \"3-5\" = 1",
            "\"1-2\" = 0, \"4-5\" = 1",
            "air_points.Blue",
            "HOUSE-FILE",
            "face 3 stands nowhere",
        ),
        (
            "\"1-2\" = 0, \"3-5\" = 1",
            "\"1-3\" = 0, \"3-5\" = 1",
            "air_points.Blue",
            "HOUSE-FILE",
            "face 3 stands 2 times",
        ),
        ("\"1-3\" = \"none\"", "\"1-3\" = \"much\"", "replacements.Blue.1-3", "HOUSE-FILE", "\"1 infantry\""),
        (
            "Blue = [\"0105\", \"0113\", \"0120\"]",
            "Blue = [\"0105\", \"3513\"]",
            "supply_sources.Red[1]",
            "BCS-MSR-1",
            "source of both sides",
        ),
        (
            "Blue = [\"0105\", \"0113\", \"0120\"]",
            "Blue = [\"0101\"]",
            "supply_sources.Blue[0]",
            "BCS-MSR-1",
            "No road",
        ),
        (
            "Blue = [\"0105\", \"0113\", \"0120\"]",
            "Blue = []",
            "supply_sources.Blue",
            "BCS-MSR-1",
            "at least one source",
        ),
        (
            "per_enemy_step = \"1/4\"",
            "per_enemy_step = \"a few\"",
            "victory.per_enemy_step",
            "BCS-VIC-1",
            "no number of points",
        ),
        ("{ margin = 3,", "{ margin = 9,", "victory.levels[1].margin", "BCS-VIC-1", "Margins fall"),
        (
            "{ hex = \"1812\", points = 3",
            "{ hex = \"1713\", points = 3",
            "victory.control[1].hex",
            "HOUSE-FILE",
            "stands twice",
        ),
        (
            "hq = { hex = \"1206\"",
            "hq = { hex = \"1207\"",
            "formation[0].hq.hex",
            "BCS-MSR-2",
            "no Legal hex",
        ),
        (
            "command_radius = 6, reactivation = 4",
            "command_radius = 6, reactivation = 7",
            "formation[0].hq.reactivation",
            "HOUSE-FILE",
            "from 2 to 6",
        ),
        ("fatigue = \"fresh\"", "fatigue = \"5\"", "formation[1].fatigue", "BCS-GEN-3", "no fatigue"),
        (
            "id = \"B1-i2\"\nformation = \"B1\"",
            "id = \"B1-i2\"\nformation = \"B9\"",
            "unit[1].formation",
            "BCS-GEN-2",
            "no formation B9",
        ),
        ("id = \"B1-i2\"", "id = \"B1-i1\"", "unit", "HOUSE-FILE", "stands twice"),
        ("hex = \"1604\"", "hex = \"1699\"", "unit[1].hex", "HOUSE-FILE", "does not lie on the map"),
        ("hex = \"1604\"", "hex = \"16\"", "unit[1].hex", "HOUSE-FILE", "no such hex"),
        ("hex = \"1604\"", "hex = \"2003\"", "unit[12].hex", "BCS-MOVE-7", "hex of its enemy"),
        ("hex = \"1512\"", "hex = \"1701\"", "unit[34].hex", "BCS-MOVE-2", "prohibited for Tac"),
        (
            "hex = \"1604\"\nside_up = \"deployed\"",
            "hex = \"1604\"\nside_up = \"back\"",
            "unit[1].side_up",
            "BCS-UNIT-7",
            "is one of",
        ),
        (
            "hex = \"1513\"\nside_up = \"deployed\"",
            "hex = \"1513\"\nside_up = \"move\"",
            "unit[33].side_up",
            "BCS-UNIT-7",
            "always Deployed",
        ),
        ("av_kind = \"light\"", "av_kind = \"heavy\"", "unit[38].av_kind", "BCS-UNIT-4", "no kind of AV"),
        (
            "av = 2\nav_kind = \"light\"",
            "av_kind = \"light\"",
            "unit[38].av_kind",
            "BCS-UNIT-4",
            "has its value",
        ),
        (
            "assault_arrow = true\ndual = true",
            "assault_arrow = true",
            "unit[36].dual",
            "BCS-UNIT-4",
            "is Dual",
        ),
        (
            "breakthrough = true",
            "breakthrough = true\nrecon = 1",
            "unit[40].recon",
            "HOUSE-FILE",
            "true or false",
        ),
        (
            "id = \"B1-at\"\nformation = \"B1\"\nname = \"4 Div anti-tank Bn\"\nar = 3\nsteps = 2\nav = 3\nav_kind = \"limited\"\nrange = 2\nstand_off = true",
            "id = \"B1-at\"\nformation = \"B1\"\nname = \"4 Div anti-tank Bn\"\nar = 3\nsteps = 2",
            "unit[29].start",
            "BCS-UNIT-9",
            "cannot enter Support",
        ),
        ("start = \"support\"", "start = \"reserve\"", "unit[28].start", "HOUSE-FILE", "no start"),
        (
            "[victory]",
            "[switches]\nsecond_activation_recovery = \"often\"\n\n[victory]",
            "switches.second_activation_recovery",
            "BCS-ACT-14",
            "no way",
        ),
        ("[victory]", "[skies]\n\n[victory]", "skies", "HOUSE-FILE", "no field"),
        (
            "[victory]",
            "[weather]\n\"1-5\" = { visibility = 2 }\n\n[victory]",
            "weather",
            "HOUSE-FILE",
            "The face 6 stands nowhere",
        ),
        (
            "[victory]",
            "[weather]\n\"1-6\" = { visibility = 30 }\n\n[victory]",
            "weather.1-6",
            "HOUSE-FILE",
            "Here stands a table",
        ),
        (
            "[victory]",
            "[switches]\norders = \"on\"\n\n[victory]",
            "switches.orders",
            "HOUSE-FILE",
            "true or false",
        ),
    ];
    let missed = missed(SARN, cases);
    assert!(missed.is_empty(), "{missed:#?}");
}

/// The cases of which something else is told, or nothing, or without a place.
fn missed<'c>(
    sample: &str,
    cases: &[(&'c str, &'c str, &str, &str, &str)],
) -> Vec<(&'c str, Vec<Diagnostic>)> {
    let mut missed = Vec::new();
    for (from, to, path, rule, words) in cases {
        let text = sample.replacen(from, to, 1);
        assert_ne!(text, sample, "{from}");
        let found = faults(&text);
        let is_it = |one: &Diagnostic| {
            one.path == *path && one.rule == *rule && one.sentence.contains(words) && one.place.is_some()
        };
        if !found.iter().any(is_it) {
            missed.push((*to, found));
        }
    }
    missed
}

#[test]
fn maps_that_cannot_be() {
    let cases: &[(&str, &str, &str, &str, &str)] = &[
        ("width = 35", "width = 34", "map.rows[0]", "HOUSE-FILE", "35 characters"),
        ("height = 25", "height = 24", "map.height", "HOUSE-FILE", "there are 25 rows"),
        ("\"f...f.h.........mmmm", "\"f...f.h.........mmXm", "map.rows[0]", "BCS-MAP-1", "Column 19"),
        (
            "\"1801-1902\"",
            "\"1801-1802\", \"1801-1902\", \"1801-1902\"",
            "map.rivers[2]",
            "HOUSE-FILE",
            "stands twice",
        ),
        ("\"1801-1902\"", "\"1801-2002\"", "map.rivers[0]", "BCS-MAP-2", "not adjacent"),
        ("path = \"0113 0212", "path = \"0113 0313", "map.road[0].path", "BCS-MAP-3", "breaks off"),
        ("class = \"primary\"", "class = \"motorway\"", "map.road[0].class", "BCS-MAP-3", "no class of road"),
        (
            "cost = { leg = \"2\", tac = \"3\", truck = \"P\" }",
            "cost = { leg = \"2\", tac = \"1/7\", truck = \"P\" }",
            "map.legend.f.cost.tac",
            "BCS-MOVE-2",
            "no cost",
        ),
        (
            "name = \"city\"\ncity = true",
            "name = \"city\"\ncity = true\nterrain = true",
            "map.legend.c.city",
            "BCS-MAP-1",
            "or none of them",
        ),
        (
            "name = \"marsh\"",
            "name = \"marsh\"\nstops = [\"wheels\"]",
            "map.legend.m.stops",
            "BCS-MOVE-6",
            "no class of movement",
        ),
        ("\"1006\" = \"Ahrau\"", "\"9906\" = \"Ahrau\"", "map.names.9906", "HOUSE-FILE", "no such hex"),
        ("[map.river_cost]", "[map.rivercost]", "map.river_cost", "HOUSE-FILE", "is missing"),
    ];
    let missed = missed(&whole(), cases);
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn a_map_in_two_parts_is_told() {
    // Nothing crosses the sides of the corner hex.
    let text = whole().replacen("rivers = [", "impassable = [\"0101-0102\", \"0101-0201\"]\nrivers = [", 1);
    let found = faults(&text);
    assert!(found.iter().any(|one| one.path == "map.rows" && one.sentence.contains("2 parts")), "{found:#?}");
}

#[test]
fn every_fault_is_told_at_once_in_the_order_of_the_file() {
    let text = SARN
        .replacen("turns = 6", "turns = \"six\"", 1)
        .replacen("arty_points = 3", "arty_points = -1", 1)
        .replacen("hex = \"1604\"", "hex = \"2003\"", 1)
        .replacen("ar = 3\nsteps = 6", "ar = 9\nsteps = 6", 1);
    let found = faults(&text);
    let mut told = String::new();
    found.iter().for_each(|one| writeln!(told, "{}", one.path).unwrap());
    assert_eq!(told, "turns\nformation[0].arty_points\nunit[0].ar\nunit[12].hex\n");
}

#[test]
fn what_is_odd_and_can_be_played_is_a_warning() {
    let warned = |from: &str, to: &str, path: &str| {
        let scenario = Scenario::load("sarn.toml", &SARN.replacen(from, to, 1)).unwrap();
        assert!(scenario.warnings.iter().any(|one| one.path == path), "{:#?}", scenario.warnings);
    };
    warned("hex = \"1604\"", "hex = \"1424\"", "unit[1].hex");
    warned("hex = \"1604\"", "hex = \"1903\"", "unit[1].hex");
    warned("assault_arrow = true\n", "assault_arrow = true\nrange = 2\n", "unit[0].range");
}
