//! Files of designers: what is told of them, where, and what is not told twice.

use hexmap::{Grain, Numbering, Order, Parity};
use rules_central_front::setup::{MAPS, TABLES};
use rules_central_front::{GAP, LOCHAU, Scenario};

use crate::{hex, read};

/// The small scenario with its map and its table in the file.
fn whole() -> String {
    let map = MAPS[1].1.replace("[[road]]", "[[map.road]]").replace("[legend]", "[map.legend]");
    let map = map.replace("[names]", "[map.names]");
    let table = TABLES[0].1.replace("[rows]", "[crt.rows]");
    let rest = GAP.replacen("map = \"ulster-gap\"\ncrt = \"cf-default-2d6\"\n", "", 1);
    format!("{rest}\n[map]\n{map}\n[crt]\n{table}")
}

/// The file after changes, each of a text that stands there.
fn with(changes: &[(&str, &str)]) -> String {
    changes.iter().fold(whole(), |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replacen(from, to, 1)
    })
}

/// Faults, each as `path rule`.
fn faults(changes: &[(&str, &str)]) -> Vec<String> {
    let found = Scenario::load("it.toml", &with(changes)).err().unwrap_or_default();
    found.iter().map(|fault| format!("{} {}", fault.path, fault.rule)).collect()
}

/// Warnings, each as `path rule`.
fn warnings(changes: &[(&str, &str)]) -> Vec<String> {
    let scenario = Scenario::load("it.toml", &with(changes)).unwrap_or_else(|faults| panic!("{faults:?}"));
    scenario.warnings.iter().map(|warning| format!("{} {}", warning.path, warning.rule)).collect()
}

#[test]
fn a_sound_file_is_told_nothing() {
    assert_eq!(faults(&[]), Vec::<String>::new());
    assert_eq!(warnings(&[]), Vec::<String>::new());
}

#[test]
fn what_a_map_lacks() {
    let one = |from, to| faults(&[(from, to)]);
    assert_eq!(one("\"w\" = \"woods\"", "\"w\" = []"), ["map.legend.w CF-MOV-1"]);
    assert_eq!(one("\"w\" = \"woods\"", "\"w\" = \"woods\"\n\" \" = \"clear\""), ["map.legend.  HOUSE-FILE"]);
    assert_eq!(one("path = \"1004 0904", "path = \"\" #"), ["map.road[0].path HOUSE-FILE"]);
    assert_eq!(one("path = \"1004 0904", "path = \"1004\" #"), ["map.road[0].path HOUSE-FILE"]);
    assert_eq!(one("\"0401-0502\"", "\"0501-0401\""), ["map.rivers[1] HOUSE-FILE"]);
    assert_eq!(one("rivers = [", "impassable = [\"0904-1004\"]\nrivers = ["), ["map.road[0].path CF-MOV-1"]);
    assert_eq!(one("\"0604\" = \"Furt\"", "\"0604\" = \"\""), ["map.names.0604 HOUSE-FILE"]);
    let lake = "[map.movement_cost]\nlake = \"impassable\"\n[map.legend]\n\"l\" = \"lake\"";
    let lake = [("[map.legend]", lake), (".C...t....", "lC...t....")];
    assert_eq!(
        faults(&lake),
        ["supply.NATO[0] CF-SPL-1", "reinforcement_entry.NATO[0] CF-SPL-4", "map.road[0].path CF-MOV-1"]
    );
}

#[test]
fn what_a_scenario_lacks() {
    let one = |from, to| faults(&[(from, to)]);
    assert_eq!(one("at_least = -9999", "at_least = -20"), ["victory.thresholds CF-VIC-2"]);
    assert_eq!(
        one("steps = 1\nhex = \"0204\"", "steps = 1\nenters_turn = 2"),
        ["unit[18].enters_turn CF-GAR-2"]
    );
    assert_eq!(
        one("NATO = [\"0104\", \"0105\"]", "NATO = [\"0104\", \"1004\"]"),
        ["supply.NATO[1] CF-SPL-1"]
    );
    assert_eq!(
        one("NATO = [\"0104\", \"0105\"]", "NATO = [\"0104\", \"0104\"]"),
        ["supply.NATO[1] CF-SPL-1"]
    );
    assert_eq!(one("max_col = 10", "max_col = 12"), ["setup_zones.WP.max_col CF-VIC-3"]);
    assert_eq!(
        one("hex = \"0204\", name = \"Kernstadt\"", "hex = \"0604\", name = \"Furt\""),
        ["victory.hexes[1].hex CF-VIC-2"]
    );
    assert_eq!(one("clear = [3, 4, 5, 6]", "clear = [3, 4, 5, 6, 6]"), ["weather CF-AIR-1"]);
    assert_eq!(one("hex = \"0705\"", "hex = \"0705\"\nenters_at = \"1003\""), ["unit[2].enters_at CF-SPL-4"]);
    assert_eq!(one("title = \"The Ulster gap\"", "title = \" \""), ["title HOUSE-FILE"]);
    assert_eq!(one("label = \"1-2\"", "label = \"1-1\""), ["crt.columns[2] CF-CRT-9"]);
}

#[test]
fn a_side_without_reinforcements_needs_no_entry_hex() {
    let text = with(&[(
        "[reinforcement_entry]\nWP = [\"1003\", \"1004\", \"1005\"]\nNATO = [\"0104\", \"0105\"]\n",
        "",
    )]);
    let late = Scenario::load("it.toml", &text).err().unwrap_or_default();
    assert_eq!(late.iter().map(|fault| &*fault.path).collect::<Vec<_>>(), ["reinforcement_entry"]);
    let none = text.replacen("enters_turn = 2", "hex = \"0903\"", 1).replacen(
        "enters_turn = 2",
        "hex = \"0105\"",
        1,
    );
    assert!(Scenario::load("it.toml", &none).is_ok());
}

#[test]
fn what_can_be_read_is_judged_beside_what_cannot() {
    let found = faults(&[
        ("title = \"The Ulster gap\"", "titel = \"The Ulster gap\""),
        ("name = \"7 Tank Regt\"", "name = 7"),
        ("steps = 3\nhex = \"0703\"", "steps = 3\nhex = \"0603\""),
        ("attack = 6\ndefense = 2\nrange = 4", "attack = 0\ndefense = \"2\""),
        ("\"s\" = \"slope\"", "\"s\" = \"slop\""),
        ("1004 0904", "1004 0804"),
        ("hex = \"0404\"", "hex = \"4404\""),
        ("id = \"us-ct\"", "id = \"us-cb\""),
        ("\"A1F DF\"", "\"A1FF DF\""),
        ("dice = \"2d6\"", "dice = \"2D6\""),
    ]);
    assert_eq!(
        found,
        [
            "title HOUSE-FILE",
            "titel HOUSE-FILE",
            "unit[0].name HOUSE-FILE",
            "unit[0].hex CF-VIC-3",
            "unit[4].range CF-UNIT-1",
            "unit[4].attack CF-UNIT-1",
            "unit[4].defense HOUSE-FILE",
            "unit[9].hex HOUSE-FILE",
            "unit[14].id HOUSE-FILE",
            "map.legend.s CF-MOV-1",
            "map.road[0].path HOUSE-FILE",
            "crt.dice CF-CRT-1",
            "crt.rows.1[7] CF-CRT-2",
        ]
    );
}

#[test]
fn one_mistake_is_told_once() {
    let one = |from, to| faults(&[(from, to)]);
    assert_eq!(one("width = 10", "width = 11"), ["map.width HOUSE-FILE"]);
    assert_eq!(one("width = 10", "width = 9"), ["map.width HOUSE-FILE"]);
    assert_eq!(one("width = 10", "width = \"10\""), ["map.width HOUSE-FILE"]);
    assert_eq!(one("height = 8", "height = 9"), ["map.height HOUSE-FILE"]);
    assert_eq!(one("  \"..w....s..\",\n", ""), ["map.height HOUSE-FILE"]);
    assert_eq!(one("\"..r.RR..s.\"", "\"..r.RR..s\""), ["map.rows[5] HOUSE-FILE"]);
    assert_eq!(one("\"..r.RR..s.\"", "6"), ["map.rows[5] HOUSE-FILE"]);
    assert_eq!(one("\".C...t....\"", "\".K...t....\""), ["map.rows[3] CF-MOV-1"]);
    assert_eq!(one("\"C\" = \"city\"", "\"C\" = \"citty\""), ["map.legend.C CF-MOV-1"]);
    assert_eq!(one("[map.legend]", "[map.legende]"), ["map.legend HOUSE-FILE", "map.legende HOUSE-FILE"]);
    assert_eq!(one("layout = \"flat-top;", "layout = \"flat;"), ["map.layout HOUSE-FILE"]);
    assert_eq!(
        one("label = \"1-2\", num = 1", "label = \"1-2\", num = \"1\""),
        ["crt.columns[1].num HOUSE-FILE"]
    );
    assert_eq!(one("  { label = \"1-2\", num = 1, den = 2 },\n", ""), ["crt.columns CF-CRT-9"]);
    assert_eq!(one("roll_min = 1 ", "roll_min = -1 "), ["crt.rows CF-CRT-9"]);
    assert_eq!(one("roll_min = 1 ", "roll_min = 2 "), ["crt.rows.1 CF-CRT-9"]);
    assert_eq!(one("roll_min = 1 ", "roll_min = true "), ["crt.roll_min HOUSE-FILE"]);
    assert_eq!(one("clear = [3, 4, 5, 6]", "clear = [3, 4, 5, 7]"), ["weather.clear CF-AIR-1"]);
    assert_eq!(
        one("WP = { min_col = 7, ", "WP = { min_col = \"7\", "),
        ["setup_zones.WP.min_col HOUSE-FILE"]
    );
    assert_eq!(one("at_least = 0", "at_least = \"0\""), ["victory.thresholds[1].at_least HOUSE-FILE"]);
}

#[test]
fn what_is_odd_is_told_and_played() {
    let one = |from, to| warnings(&[(from, to)]);
    let costs = "[map.movement_cost]\nwods = 4\n[map.column_shift]\nhelicopter = 1\n[map.legend]";
    assert_eq!(
        one("[map.legend]", costs),
        ["map.movement_cost.wods CF-MOV-1", "map.column_shift.helicopter CF-CRT-7"]
    );
    assert_eq!(one("class = \"road\"", "class = \"rail\""), ["map.road[0].class HOUSE-FILE"]);
    assert_eq!(
        one("army_level = [\"1A-HQ\"]", "army_level = [\"1A-HQ\", \"2A-HQ\"]"),
        ["formations.army_level CF-UNIT-5"]
    );
    assert_eq!(one("adjusted = true", "adjusted = false"), ["adjusted CF-UNIT-3"]);
    assert_eq!(one("formation = \"2ACR\"", "formation = \"9D\""), ["unit CF-UNIT-5"]);
    assert_eq!(one("name = \"B Cav Troop\"", "name = \"A Cav Troop\""), ["unit[13].name CF-UNIT-1"]);
    assert_eq!(one("march = 9", "march = 19"), ["unit[0].march CF-UNIT-4"]);
    assert_eq!(one("range = 4\n", "range = 4\nno_zoc = true\n"), ["unit[4].no_zoc CF-ZOC-1"]);
    assert_eq!(
        one("hex = \"0604\", name = \"Furt\", wp = 3", "hex = \"0604\", name = \"Ford\", wp = 0"),
        ["victory.hexes[0].name CF-VIC-2", "victory.hexes[0].wp CF-VIC-2",]
    );
    assert_eq!(one("0204 0104\"", "0204\""), ["victory.wp_exit_west_edge_per_step CF-VIC-4"]);
    assert_eq!(one("WP = [\"1003\", \"1004\"]", "WP = [\"1003\", \"0601\"]"), ["supply.WP CF-SPL-1"]);
}

#[test]
fn air_that_never_comes_is_odd() {
    let never = [
        ("fog_overcast = [1, 2]", "fog_overcast = [1, 2, 3, 4, 5, 6]"),
        ("clear = [3, 4, 5, 6]", "clear = []"),
    ];
    assert_eq!(
        warnings(&never),
        ["air_superiority.strikes_WP CF-AIR-4", "air_superiority.strikes_NATO CF-AIR-4"]
    );
    let nobody = [("WP = [1, 2, 3]", "WP = []"), ("NATO = [4, 5, 6]", "NATO = [1, 2, 3, 4, 5, 6]")];
    assert_eq!(warnings(&nobody), ["air_superiority.strikes_WP CF-AIR-4"]);
}

#[test]
fn a_table_is_odd_where_better_serves_worse() {
    let told = |changes: &[(&str, &str)]| {
        let scenario =
            Scenario::load("it.toml", &with(changes)).unwrap_or_else(|faults| panic!("{faults:?}"));
        scenario
            .warnings
            .iter()
            .map(|warning| format!("{} {}", warning.path, warning.sentence))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        told(&[("7  = [\"A2FR1\", \"A1FR1\"", "7  = [\"A2FR1\", \"A4FR1\"")]),
        [
            "crt.rows.7 A roll of 7 serves the attacker worse than 6 in column 1-2 (A4FR1 after A2FR1).",
            "crt.rows.7 At a roll of 7 better odds serve the attacker worse: 1-2 than 1-3 (A4FR1 after A2FR1).",
        ]
    );
    assert_eq!(
        told(&[("label = \"1-2\", num = 1, den = 2", "label = \"1-2\", num = 2, den = 3")]),
        ["crt.columns[1].label The head says 1 to 2, and the column begins at 2 to 3."]
    );
}

#[test]
fn a_scenario_with_everything_of_its_own_is_sound() {
    let lochau = read("lochau.toml", LOCHAU);
    assert!(lochau.warnings.is_empty(), "{:?}", lochau.warnings);
    let board = &lochau.board;
    let numbering = Numbering { grain: Grain::PointyTop, shifted: Parity::Odd, ..Numbering::COMMON };
    assert_eq!(
        (*board.grid().numbering(), lochau.ground.numbering, board.size),
        (numbering, numbering, (14, 9))
    );
    assert!(board.step(hex("0701"), hex("0802")).is_some() && board.step(hex("0802"), hex("0903")).is_none());
    assert_eq!(board.distance(hex("0103"), hex("1403")), 13);
    assert_eq!(board.cell(hex("0607")).map(|cell| board.place(cell)), Some(hex("0607")));
    assert_eq!(
        board.terrain(hex("0708")).map(|lake| (lake.cost, board.terrain_words(lake))),
        Some((None, "lake".into()))
    );
    assert_eq!(board.terrain(hex("1107")).map(|hills| (hills.cost, hills.shift)), Some((Some(4), 2)));
}

/// A scenario on three columns and rows of clear hexes that lie as said, with this hexside as a river.
fn laid(layout: &str, river: &str) -> Result<std::sync::Arc<Scenario>, Vec<String>> {
    let map = format!(
        "[map]\nformat = \"adjutant-hexmap/1\"\nid = \"small\"\ntitle = \"Small\"\nwidth = 3\nheight = 4\n\
         layout = \"{layout}\"\nrows = [\"...\", \"...\", \"...\", \"...\"]\nrivers = [\"{river}\"]\n\
         [map.legend]\n\".\" = \"clear\"\n"
    );
    let head = GAP.replacen("map = \"ulster-gap\"\n", "", 1);
    let head = &head[..head.find("[supply]").expect("a part")];
    let rest = "[supply]\nWP = [\"0303\"]\nNATO = [\"0101\"]\n[setup_zones]\nWP = { min_col = 3, max_col = 3 }\n\
                NATO = { min_col = 1, max_col = 1 }\n[victory]\nhexes = []\n\
                thresholds = [{ at_least = -9999, result = \"draw\" }]\n\
                [[unit]]\nid = \"a\"\nname = \"A\"\nside = \"WP\"\nformation = \"1\"\ntype = \"mech\"\n\
                size = \"battalion\"\nattack = 3\ndefense = 3\nhex = \"0303\"\n";
    let found = Scenario::load("it.toml", &format!("{head}{rest}{map}"));
    found.map_err(|faults| faults.iter().map(|fault| fault.path.clone()).collect())
}

#[test]
fn hexes_lie_as_the_layout_says() {
    let not_adjacent = Err(vec!["map.rivers[0]".to_owned()]);
    for (layout, adjacent, apart) in [
        ("", "0101-0201", "0101-0202"),
        ("odd columns sit half a hex lower", "0101-0202", "0102-0201"),
        ("pointy-top", "0102-0201", "0101-0202"),
        ("odd rows sit half a hex to the right", "0101-0202", "0102-0201"),
        ("odd columns sit half a hex lower; hex id RRCC", "0101-0202", "0201-0102"),
    ] {
        let sound = laid(layout, adjacent);
        assert!(sound.is_ok(), "{layout}: {sound:?}");
        assert_eq!(laid(layout, apart).map(|_| ()), not_adjacent, "{layout}");
    }
    let rows_first = laid("hex id RRCC", "0403-0303").expect("the fourth row comes first");
    assert_eq!(rows_first.board.grid().numbering().order, Order::RowColumn);
    assert_eq!((rows_first.board.column(hex("0403")), rows_first.board.column(hex("0103"))), (3, 3));
}

#[test]
fn a_layout_that_is_not_understood_is_a_fault_alone() {
    for layout in ["pointy", "pointy-top; odd columns sit half a hex lower"] {
        assert_eq!(laid(layout, "0101-0202").map(|_| ()), Err(vec!["map.layout".to_owned()]), "{layout}");
    }
}
