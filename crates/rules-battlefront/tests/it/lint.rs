//! What is odd about a sound set-up is told with its place, and what is as it should be is not.

use kernel::{Diagnostic, System};
use rules_battlefront::Battlefront;
use tabular::SetupFiles;

use crate::table::changed;
use crate::{MIUS, ROSTOV};

fn warnings(text: &str) -> Vec<Diagnostic> {
    let campaign = Battlefront::load("setup.toml", text).expect("odd is no fault");
    Battlefront::warnings(&campaign).to_vec()
}

/// The one warning that a change of a sample brings: its path and sentence.
#[track_caller]
fn one(text: &str, changes: &[(&str, &str)], path: &str, rule: &str, says: &str) {
    let found = warnings(&changed(text, changes));
    let told: Vec<String> = found.iter().map(ToString::to_string).collect();
    assert_eq!(found.len(), 1, "{told:#?}");
    assert_eq!((found[0].path.as_str(), found[0].rule.as_str()), (path, rule), "{told:#?}");
    assert!(found[0].sentence.contains(says), "{told:#?}");
    assert!(found[0].place.is_some(), "{told:#?}");
}

#[test]
fn the_campaigns_that_ship_have_nothing_odd() {
    let blank = Battlefront::blank().expect("there is one");
    for text in [ROSTOV, MIUS, blank] {
        let told: Vec<String> = warnings(text).iter().map(ToString::to_string).collect();
        assert!(told.is_empty(), "{told:#?}");
    }
}

#[test]
fn a_nation_that_no_chart_knows_is_told() {
    let soviet = ("nation = \"russian\"", "nation = \"soviet\"");
    let says = "No chart says what the nation soviet is, so the side repairs no vehicles";
    one(ROSTOV, &[soviet], "sides[0].nation", "BF-2.1.1.2-5", says);
    // That it has dates of its own to repair in does not make it Russian.
    let repairs = ("[map]", "[[tables.repair_nations]]\nnation = \"soviet\"\n[map]");
    let says = "soviet is, so the side has no nation's modifier";
    one(ROSTOV, &[soviet, repairs], "sides[0].nation", "BF-2.1.1.2-5", says);
    let named = ("[map]", "[tables.repair]\nrussian_nations = [\"russian\", \"soviet\"]\n[map]");
    let says = "The nation soviet is a Russian one in the chart of repairs and not in that of escapes";
    one(ROSTOV, &[soviet, named], "sides[0].nation", "BF-2.1.2.4.3-4", says);
    let lists = "russian_nations = [\"russian\", \"soviet\"]\n";
    let escapes = format!("[tables.escape]\n{lists}[map]");
    let says = "The nation soviet is a Russian one in the chart of escapes and not in that of repairs";
    one(ROSTOV, &[soviet, ("[map]", &escapes)], "sides[0].nation", "BF-2.1.2.4.3-4", says);
    let both = format!("[tables.repair]\n{lists}{escapes}");
    assert!(warnings(&changed(ROSTOV, &[soviet, ("[map]", &both)])).is_empty());
    let own = ("first_attacker = \"russian\"", "first_attacker = \"russian\"\nnations = [\"soviet\"]");
    assert!(warnings(&changed(ROSTOV, &[soviet, own])).is_empty());
    let none = (
        "[map]",
        "[tables.escape]\nrussian_nations = [\"russian\", \"the Workers and Peasants Red Army of the Soviet Union\"]\n[map]",
    );
    one(
        ROSTOV,
        &[none],
        "tables.escape.russian_nations",
        "HOUSE-FILE",
        "\"the Workers and Peasants Red Army of the Soviet Union\" can be the nation of no side",
    );
}

#[test]
fn more_in_a_battle_than_in_the_campaign_is_odd() {
    let change = ("cost = 14\nmax_scenario = 3", "cost = 14\nmax_scenario = 5");
    one(ROSTOV, &[change], "rg.russian[3].max_scenario", "BF-2.1.1.4.1-4", "the whole campaign has 4");
}

#[test]
fn a_price_beyond_every_income_is_odd() {
    // At the start 6; at most 16, 16, 14, 12 and nothing.
    let cost = |to| [("cost = 14\nmax_scenario = 3\nmax_campaign = 4", to)];
    let best = cost("cost = 65\nmax_scenario = 2\nmax_campaign = 2");
    one(ROSTOV, &best, "rg.russian[3].cost", "BF-2.1.1.1-2", "at most 64 points until 27 December");
    // What luck can just pay is told by what can be expected.
    let lucky = cost("cost = 64\nmax_scenario = 2\nmax_campaign = 2");
    one(ROSTOV, &lucky, "rg.russian[3].cost", "BF-2.1.1.1-2", "can expect 47 points");
    let mean = cost("cost = 48\nmax_scenario = 2\nmax_campaign = 2");
    one(ROSTOV, &mean, "rg.russian[3].cost", "BF-2.1.1.1-2", "can expect 47 points");
    let just = cost("cost = 47\nmax_scenario = 2\nmax_campaign = 2");
    assert!(warnings(&changed(ROSTOV, &just)).is_empty());
}

#[test]
fn a_maximum_that_cannot_be_reached_is_odd() {
    // One is on the first roster; four can be paid for, 14 each.
    let paid =
        ("cost = 14\nmax_scenario = 3\nmax_campaign = 4", "cost = 14\nmax_scenario = 3\nmax_campaign = 6");
    one(
        ROSTOV,
        &[paid],
        "rg.russian[3].max_campaign",
        "BF-2.1.1.4.1-3",
        "5 of RA1 are left to buy, and 4 can be",
    );
    // One in each of five refits.
    let once = (
        "max_scenario = 2\nmax_campaign = 5\nnotes = []",
        "max_scenario = 2\nmax_campaign = 6\nnotes = [\"once-per-refit\"]",
    );
    one(
        ROSTOV,
        &[once],
        "rg.russian[7].max_campaign",
        "BF-2.1.1.4.1-3",
        "the refits that sell it allow no more",
    );
}

#[test]
fn a_group_that_no_refit_sells_is_odd() {
    let late = [("notes = [\"arrives+1\", ", "notes = [\"arrives+3\", ")];
    one(MIUS, &late, "rg.russian[2].notes", "BF-2.1.1.4-5", "RA1 can never be bought");
}

#[test]
fn dates_that_change_nothing_are_odd() {
    let from = [("from:1943-08-02", "from:1943-08-01")];
    one(MIUS, &from, "rg.russian[4].notes", "BF-2.1.1.4-5", "the campaign begins on 1943-08-01");
    let until = [("until:1943-08-02", "until:1943-08-04")];
    one(MIUS, &until, "rg.german[4].notes", "BF-2.1.1.4-5", "the campaign ends on 1943-08-03");
}

#[test]
fn a_kind_of_stand_that_nobody_has_is_odd() {
    let more = [(
        "[[unit_types]]\nid = \"g-stug\"",
        "[[unit_types]]\nid = \"g-pz6\"\nclass = \"A\"\n[[unit_types]]\nid = \"g-stug\"",
    )];
    one(MIUS, &more, "unit_types[7].id", "BF-2.S-3", "the kind g-pz6");
}

#[test]
fn a_result_that_no_score_comes_to_is_odd() {
    let more = [("min = 10\nwinner", "min = 11\nwinner"), ("min = 5\nmax = 9", "min = 5\nmax = 10")];
    one(MIUS, &more, "victory.result[0].winner", "BF-2.S-2", "the Soviet score lies between 0 and 10");
}

#[test]
fn an_entry_point_within_the_map_is_odd() {
    let within = ("x = 42.0\ny = 0.0", "x = 42.0\ny = 30.0");
    let says = "g-road at 42, 30 lies within the map";
    one(ROSTOV, &[within], "sides[1].entry_points[0].x", "BF-2.S-1", says);
    let corner = ("x = 42.0\ny = 0.0", "x = 72.0\ny = 60.0");
    assert!(warnings(&changed(ROSTOV, &[corner])).is_empty());
}

#[test]
fn front_lines_that_meet_are_odd() {
    let crossed = ("german = [[0.0,29.0],[24.0,31.0]", "german = [[0.0,49.0],[24.0,31.0]");
    one(ROSTOV, &[crossed], "map.start_mlr", "BF-2.S-1", "between 0, 49 and 24, 31");
    let near = ("german = [[0.0,29.0],[24.0,31.0]", "german = [[0.0,35.99],[24.0,31.0]");
    assert!(warnings(&changed(ROSTOV, &[near])).is_empty());
}

#[test]
fn a_formation_larger_than_its_group_is_odd() {
    let given = "\nstands = { r-cmd = 1, r-rifle = 9 }";
    let more = (given, "\nstands = { r-cmd = 2, r-rifle = 9 }");
    one(ROSTOV, &[more], "rosters.russian[0].stands", "BF-2.S-3", "has 2 r-cmd, and a group of RI1 has 1");
    let fewer = (given, "\nstands = { r-cmd = 1, r-rifle = 3 }");
    assert!(warnings(&changed(ROSTOV, &[fewer])).is_empty());
}
