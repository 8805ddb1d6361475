use rules_central_front::setup::{MAPS, TABLES};
use rules_central_front::words::{Kind, Side};
use rules_central_front::{FULDA, GAP, Scenario};

use crate::{LARGE, SMALL, read};

/// The faults of a text, each as `line rule`.
fn faults(text: &str) -> Vec<String> {
    let faults = Scenario::load("it.toml", text).err().unwrap_or_default();
    faults
        .iter()
        .map(|fault| format!("{} {}", fault.place.as_ref().map_or(0, |place| place.line), fault.rule))
        .collect()
}

/// The faults after a change, which must be in the text.
fn changed(from: &str, to: &str) -> Vec<String> {
    assert!(GAP.contains(from), "{from}");
    faults(&GAP.replacen(from, to, 1))
        .iter()
        .map(|fault| fault.split(' ').nth(1).unwrap_or("").to_owned())
        .collect()
}

#[test]
fn the_sample_is_as_the_catalogue_says() {
    let count = |side: Side| LARGE.units.iter().filter(move |card| card.side == side);
    let steps = |side| count(side).map(|card| u32::from(card.steps)).sum::<u32>();
    let attack = |side| count(side).map(|card| u32::from(card.attack)).sum::<u32>();
    assert_eq!((count(Side::Wp).count(), steps(Side::Wp), attack(Side::Wp)), (40, 95, 295));
    assert_eq!((count(Side::Nato).count(), steps(Side::Nato), attack(Side::Nato)), (61, 92, 211));
    assert_eq!(count(Side::Nato).filter(|card| card.kind == Kind::Garrison).count(), 4);
    let board = &LARGE.board;
    assert_eq!((board.grid().cells().len(), board.roads.len()), (1200, 8));
    let words = |cell: &hexmap::Cell| board.terrain_words(board.map.hex(*cell));
    let of = |kind: &str| board.grid().cells().iter().filter(|cell| words(cell) == kind).count();
    assert_eq!(
        ["clear", "woods", "slope", "wooded rough", "rough", "town", "city"].map(of),
        [807, 197, 100, 54, 21, 13, 8]
    );
    assert!(LARGE.warnings.is_empty() && LARGE.table.stand_in.is_some());
    assert_eq!(LARGE.turns, 7);
}

#[test]
fn shipped_files_have_no_fault() {
    assert_eq!(faults(FULDA), Vec::<String>::new());
    assert_eq!(faults(GAP), Vec::<String>::new());
    assert_eq!((MAPS.len(), TABLES.len()), (2, 1));
    assert_eq!(SMALL.title, "The Ulster gap");
}

#[test]
fn every_fault_is_listed_with_its_place() {
    let text = GAP
        .replacen("steps = 3\nhex = \"0703\"", "steps = 2\nhex = \"0703\"", 1)
        .replacen("hex = \"0705\"", "hex = \"0605\"", 1)
        .replacen("hex = \"0404\"", "hex = \"4404\"", 1);
    let found = faults(&text);
    assert_eq!(found.len(), 3, "{found:?}");
    let lines: Vec<u32> =
        found.iter().map(|fault| fault.split(' ').next().unwrap_or("").parse().unwrap_or(0)).collect();
    assert!(lines.windows(2).all(|pair| pair[0] < pair[1]), "{found:?}");
}

#[test]
fn units_that_cannot_be() {
    let unit = "attack = 11\ndefense = 12\nmarch = 9\nma = 12\nsteps = 3";
    assert_eq!(changed("steps = 3", "steps = 2"), ["CF-STEP-1"]);
    assert_eq!(changed(unit, &format!("{unit}\nrange = 4")), ["CF-UNIT-1"]);
    assert_eq!(changed("range = 4\n", ""), ["CF-UNIT-1"]);
    assert_eq!(changed("range = 4\n", "range = 4\nmarch = 2\n"), ["CF-UNIT-1"]);
    assert_eq!(changed("attack = 0\ndefense = 1", "attack = 0\ndefense = 2"), ["CF-GAR-2"]);
    assert_eq!(changed("hex = \"0204\"\n", "hex = \"0104\"\n"), ["CF-GAR-1"]);
    assert_eq!(changed("hex = \"0705\"", "hex = \"0605\""), ["CF-VIC-3"]);
    assert_eq!(changed("hex = \"0705\"", "hex = \"0703\""), ["CF-STACK-1"]);
    assert_eq!(changed("hex = \"0705\"", "hex = \"0705\"\nenters_turn = 2"), ["CF-SPL-4"]);
    assert_eq!(changed("enters_turn = 2", "enters_turn = 9"), ["HOUSE-FILE"]);
    assert_eq!(changed("type = \"recon\"", "type = \"scouts\""), ["HOUSE-FILE"]);
    assert_eq!(changed("id = \"wp-m1\"", "id = \"wp-t1\""), ["HOUSE-FILE"]);
}

#[test]
fn scenarios_that_cannot_be() {
    assert_eq!(changed("fog_overcast = [1, 2]", "fog_overcast = [1]"), ["CF-AIR-1"]);
    assert_eq!(changed("clear = [3, 4, 5, 6]", "clear = [2, 3, 4, 5, 6]"), ["CF-AIR-1"]);
    assert_eq!(changed("max_col = 6 }", "max_col = 7 }"), ["CF-VIC-3"]);
    assert!(changed("map = \"ulster-gap\"", "map = \"elsewhere\"").contains(&"HOUSE-FILE".into()));
    assert_eq!(changed("crt = \"cf-default-2d6\"", "crt = \"other\""), ["CF-CRT-4"]);
    assert_eq!(changed("first_side = \"WP\"", "first_side = \"NATO\""), ["CF-SEQ-7"]);
    assert_eq!(changed("at_least = 0", "at_least = 7"), ["CF-VIC-2"]);
    assert_eq!(changed("garrison_known = true", "garrison_known = false"), ["CF-GAR-1"]);
    assert_eq!(changed("smoke = true", "smoke = true\nfog_of_war = true"), ["CF-GEN-5"]);
    assert_eq!(changed("smoke = true", "smoke = true\nfog_of_war = false"), Vec::<String>::new());
    assert_eq!(changed("\"1/2\"", "\"half\""), ["CF-VIC-2"]);
    assert_eq!(changed("WP = [\"1003\", \"1004\"]", "WP = []"), ["CF-SPL-1"]);
}

/// The small scenario with the map in its file, after a change.
fn own_map(from: &str, to: &str) -> Vec<String> {
    let map = MAPS[1].1;
    assert!(map.contains(from), "{from}");
    let map =
        map.replacen(from, to, 1).replace("[[road]]", "[[map.road]]").replace("[legend]", "[map.legend]");
    let map = map.replace("[names]", "[map.names]");
    let text = GAP.replacen("map = \"ulster-gap\"\n", "", 1) + "\n[map]\n" + &map;
    faults(&text).iter().map(|fault| fault.split(' ').nth(1).unwrap_or("").to_owned()).collect()
}

#[test]
fn maps_that_cannot_be() {
    assert_eq!(own_map("..w....s..", "..w....s.."), Vec::<String>::new());
    assert_eq!(own_map("..w....s..", "..w....x.."), ["CF-MOV-1"]);
    assert_eq!(own_map("\"0401-0501\"", "\"0401-0601\""), ["HOUSE-FILE"]);
    assert_eq!(own_map("1004 0904", "1004 0804"), ["HOUSE-FILE"]);
    assert_eq!(own_map("\"w\" = \"woods\"", "\"w\" = \"swamp\""), ["CF-MOV-1"]);
    assert_eq!(own_map("\"0604\" = \"Furt\"", "\"6604\" = \"Furt\""), ["HOUSE-FILE"]);
    let walls = "rivers = [\"0101-0102\"]\nimpassable = [\"0101-0102\", \"0101-0201\", ";
    let cut = own_map("rivers = [", walls);
    assert_eq!(cut, ["CF-MOV-1"], "0101 is cut off");
    assert_eq!(own_map("..w....s..", "..w....s."), ["HOUSE-FILE"]);
}

/// The faults of the small scenario with this table in its file.
fn own_table(from: &str, to: &str) -> (Vec<String>, Vec<String>) {
    let table = TABLES[0].1;
    assert!(table.contains(from), "{from}");
    let table = table.replacen(from, to, 1).replace("[rows]", "[crt.rows]");
    let text = GAP.replacen("crt = \"cf-default-2d6\"\n", "", 1) + "\n[crt]\n" + &table;
    let rules = faults(&text).iter().map(|fault| fault.split(' ').nth(1).unwrap_or("").to_owned()).collect();
    let warnings = Scenario::load("it.toml", &text).map(|scenario| scenario.warnings.clone());
    let told = warnings.unwrap_or_default().iter().map(|warning| warning.sentence.clone()).collect();
    (rules, told)
}

#[test]
fn tables_that_cannot_be() {
    assert_eq!(own_table("\"A1F DF\"", "\"A1F DF\""), (Vec::new(), Vec::new()));
    assert_eq!(own_table("\"A1F DF\"", "\"A1F D?\"").0, ["CF-CRT-2"]);
    assert_eq!(own_table("\"A1F DF\"", "\"A1FR7 DF\"").0, ["CF-CRT-9"]);
    assert_eq!(own_table("\"A1F DF\", ", "").0, ["CF-CRT-9"]);
    let eight = "8  = [\"A2FR1\", \"A1F\", \"X1F\", \"A1 D1F\", \"A1 D1FR1\", \"D1FR2\", \"D2FR2\", \"D2FR3\", \"D3FR3\"]";
    assert_eq!(own_table(eight, "").0, ["CF-CRT-9"]);
    assert_eq!(
        own_table("label = \"1-2\", num = 1, den = 2", "label = \"1-4\", num = 1, den = 4").0,
        ["CF-CRT-9"]
    );
    assert_eq!(own_table("dice = \"2d6\"", "dice = \"1d6\"").0, ["CF-CRT-1"]);
    let (faults, warnings) = own_table("12 = [\"X1F\"", "12 = [\"A3F\"");
    assert_eq!(faults, Vec::<String>::new(), "not monotone is a warning");
    assert_eq!(
        warnings,
        ["A roll of 12 serves the attacker worse than 11 in column 1-3 (A3F after A1F DF).",]
    );
}

#[test]
fn armor_companies_of_the_cavalry_are_raised_once() {
    let raw = GAP
        .replace("adjusted = true", "adjusted = false")
        .replace("army_level = [\"1A-HQ\"]", "army_level = [\"1A-HQ\"]\narmored_cavalry = [\"2ACR\"]")
        .replace("attack = 2\ndefense = 2\nmarch = 2", "attack = 1\ndefense = 1");
    let card = |text: &str| {
        let card = read("gap.toml", text).card(crate::id("us-ct")).expect("a card").clone();
        (card.attack, card.defense, card.march)
    };
    assert_eq!(card(&raw), (2, 2, 1));
    assert_eq!(card(&raw.replace("adjusted = false", "adjusted = true")), (1, 1, 0));
    assert_eq!(
        changed("army_level = [\"1A-HQ\"]", "army_level = [\"1A-HQ\"]\narmored_cavalry = [\"2ACR\"]"),
        Vec::<String>::new()
    );
    let unsaid = GAP
        .replace("adjusted = true\n", "")
        .replace("army_level =", "armored_cavalry = [\"2ACR\"]\narmy_level =");
    assert!(faults(&unsaid).iter().any(|fault| fault.ends_with("CF-UNIT-3")));
}

#[test]
fn what_is_not_used_loads_with_a_warning() {
    let text = GAP.replace(
        "smoke = true",
        "smoke = true\nelectronic_warfare = true\nnuclear = true\npreemptive_strikes = true",
    );
    assert_eq!(read("gap.toml", &text).warnings.len(), 3);
}

#[test]
fn a_set_up_chooses_the_colours_of_its_sides() {
    use kernel::System;
    use kernel::view::Hue;
    let hues = |text: &str| {
        let scenario = Scenario::load("it.toml", text).expect("no fault");
        rules_central_front::CentralFront::sides(&scenario)
            .into_iter()
            .map(|side| side.hue)
            .collect::<Vec<_>>()
    };
    assert_eq!(hues(GAP), [Some(Hue::Red), Some(Hue::Blue)], "as players expect them");
    let chosen = format!("{GAP}\n[colours]\nWP = \"grey-brown\"\n");
    assert_eq!(hues(&chosen), [Some(Hue::GreyBrown), Some(Hue::Blue)]);
    assert_eq!(faults(&chosen.replace("grey-brown", "pink")).len(), 1);
}
