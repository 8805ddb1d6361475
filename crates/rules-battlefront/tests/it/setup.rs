//! [BF-2.S] What a set-up file is refused for: every fault, with its place and rule.

use crate::table::{changed, faults, told};
use crate::{MIUS, ROSTOV};

/// The one fault that a change of the sample brings: its line's text, rule and sentence.
#[track_caller]
fn one(from: &str, to: &str, rule: &str, says: &str) {
    let text = changed(ROSTOV, &[(from, to)]);
    let faults = faults(&text);
    assert_eq!(faults.len(), 1, "{}", told(&faults));
    assert_eq!(faults[0].rule, rule, "{}", faults[0]);
    assert!(faults[0].sentence.contains(says), "{}", faults[0]);
    assert!(faults[0].place.is_some(), "{}", faults[0]);
}

#[test]
fn both_campaigns_and_the_standard_sample_load() {
    assert!(faults(ROSTOV).is_empty(), "{}", told(&faults(ROSTOV)));
    assert!(faults(MIUS).is_empty(), "{}", told(&faults(MIUS)));
}

#[test]
fn ten_faults_are_ten_diagnostics_in_the_order_of_the_file() {
    let text = changed(
        ROSTOV,
        &[
            ("drm_day = \"upcoming\"", "drm_day = \"yesterday\""),
            ("repair_once = false", "repair_twice = false"),
            ("home_edge = \"north\"", "home_edge = \"up\""),
            ("date = 1942-12-25", "date = 1942-12-22"),
            ("slots = [\"full\"]", "slots = [\"pm\", \"am\"]"),
            ("{ min = 9, max = 10, gain = 16 }", "{ min = 10, max = 10, gain = 16 }"),
            ("height = 60.0", "height = 60.005"),
            ("stands = { r-t34 = 5 }", "stands = { r-t35 = 5 }"),
            ("discipline = \"Raw\"", "discipline = \"Rawest\""),
            ("cost = 14", "cost = \"14\""),
        ],
    );
    let faults = faults(&text);
    assert_eq!(faults.len(), 10, "{}", told(&faults));
    let lines: Vec<usize> =
        faults.iter().filter_map(|fault| fault.place.as_ref()).map(|place| place.line).collect();
    assert_eq!(lines.len(), 10, "every fault has its place");
    assert!(lines.is_sorted(), "{lines:?}");
    for fault in &faults {
        assert!(!fault.path.is_empty() && fault.file == "setup.toml", "{fault}");
    }
}

#[test]
fn a_faulty_size_is_one_fault_and_no_place_is_measured_by_it() {
    one("width = 72.0", "width = -72.0", "BF-2.S-1", "more than 0 inches");
}

#[test]
fn a_place_that_is_nowhere_is_told_beside_other_faults_of_the_map() {
    let text = changed(
        ROSTOV,
        &[("width = 72.0\n", ""), ("locations = [\"loc-farm\"", "locations = [\"loc-barn\"")],
    );
    let faults = faults(&text);
    for words in ["\"width\" is missing", "no location \"loc-barn\""] {
        assert!(faults.iter().any(|fault| fault.sentence.contains(words)), "{words}: {}", told(&faults));
    }
    // A location that is faulty itself is there all the same.
    let text = changed(
        ROSTOV,
        &[("[[map.locations]]\nid = \"loc-farm\"", "[[map.locations]]\nvalue = 9000\nid = \"loc-farm\"")],
    );
    assert!(self::faults(&text).iter().all(|fault| !fault.sentence.contains("no location")));
}

#[test]
fn names_tell_the_sides_apart_and_fit_on_a_page() {
    one("name = \"Soviet\"", "name = \"German\"", "BF-2.S-3", "Both sides are called");
    one("name = \"Soviet\"", &format!("name = \"{}\"", "W".repeat(101)), "HOUSE-FILE", "has 101 signs");
    one("name = \"Soviet\"", "name = \"So\\nviet\"", "HOUSE-FILE", "cannot be printed");
    one("name = \"Soviet\"", "name = \" \"", "HOUSE-FILE", "empty");
}

#[test]
fn text_that_is_not_toml_is_one_more_fault() {
    let text = changed(ROSTOV, &[("max_scenario = 5", "max_scenario = = 5")]);
    let faults = faults(&text);
    assert!(faults.iter().any(|fault| fault.sentence.starts_with("This is not TOML")), "{}", told(&faults));
}

#[test]
fn days_and_slots_are_checked() {
    one("slots = [\"full\"]", "slots = []", "BF-2-1", "one to three slots");
    one("slots = [\"full\"]", "slots = [\"dawn\"]", "BF-2-2", "full, am, pm, night");
    one("date = 1942-12-24", "date = \"1942-02-30\"", "BF-2-1", "date");
    one("drm = { russian = 0, german = -2 }\n", "", "BF-2.S-7", "missing");
    one("german = -2 }", "german = \"nil\" }", "BF-2.S-7", "whole number");
    one("{ russian = 0, german = -2 }", "{ russian = 0 }", "BF-2.S-7", "german");
    one(
        "drm = { russian = 0, german = -2 }",
        "drm = [{ russian = 0, german = 0 }, { russian = 0, german = 0 }]",
        "BF-2.S-7",
        "2 rows",
    );
}

#[test]
fn every_printed_order_of_slots_loads_and_no_other() {
    let cpp = "[tables.cpp.full]";
    for (slots, good) in [
        ("\"full\"", true),
        ("\"am\"", true),
        ("\"am\", \"pm\"", true),
        ("\"am\", \"night\"", true),
        ("\"am\", \"pm\", \"night\"", true),
        ("\"full\", \"night\"", true),
        ("\"pm\"", false),
        ("\"night\", \"am\"", false),
        ("\"am\", \"am\"", false),
        ("\"full\", \"pm\"", false),
    ] {
        let charts =
            ["am", "pm", "night"].map(|kind| format!("[tables.cpp.{kind}]\nrows = [{{ gain = 1 }}]\n"));
        let text = changed(ROSTOV, &[("slots = [\"full\"]", &format!("slots = [{slots}]"))]);
        let text = changed(&text, &[(cpp, &format!("{}{cpp}", charts.concat()))]);
        assert_eq!(faults(&text).is_empty(), good, "{slots}: {}", told(&faults(&text)));
    }
}

#[test]
fn a_missing_chart_for_a_slot_is_named_with_a_proposal() {
    let text = changed(MIUS, &[("[tables.cpp.pm]", "[tables.cpp.gone]")]);
    let faults = faults(&text);
    let missing = faults.iter().find(|fault| fault.rule == "BF-2.S-6").expect("the chart is missing");
    // The day's chart, 9 for 11 or more, divided by three slots.
    assert!(missing.sentence.contains("rows = [{ min = 11, gain = 3 }"), "{missing}");
    assert!(faults.iter().any(|fault| fault.path == "tables.cpp.gone"), "{}", told(&faults));
}

#[test]
fn charts_with_gaps_and_overlaps_do_not_load() {
    one("{ max = 0, gain = 6 }", "{ max = -1, gain = 6 }", "BF-T1", "no row holds 0");
    one("{ min = 11, gain = 18 }", "{ min = 10, gain = 18 }", "BF-T1", "another row");
    one("min = 7\nmax = 8\ntext", "min = 8\nmax = 8\ntext", "BF-2.S-8", "no row holds 7");
    let own = "[tables.removal]\nrows = [{ min = 6, result = \"eliminated\" }, { max = 4, result = \"no-effect\" }]\n";
    one("[tables.cpp.full]", &format!("{own}[tables.cpp.full]"), "BF-T7", "no row holds 5");
}

#[test]
fn a_campaign_replaces_the_numbers_of_a_chart() {
    let own = "[tables.repair]\nrows = [{ min = 7, result = \"repaired\" }, { max = 6, result = \"no-effect\" }]\n\
               modifiers = { cpp = 2 }\n[[tables.repair_nations]]\nnation = \"russian\"\n";
    let text = changed(ROSTOV, &[("[tables.cpp.full]", &format!("{own}[tables.cpp.full]"))]);
    let campaign =
        <rules_battlefront::Battlefront as kernel::System>::load("own.toml", &text).expect("it loads");
    let repair = &campaign.charts.repair;
    assert_eq!(repair.chart.weights(0), [4, 6]);
    assert_eq!((repair.point, repair.minefield, repair.nations.len()), (2, -1, 1));
}

#[test]
fn ids_are_known_single_and_short() {
    one("id = \"RI2\"", "id = \"RI1\"", "BF-2.S-4", "more than once");
    one("id = \"R-102\"", "id = \"R-101\"", "BF-2.S-3", "more than once");
    one("id = \"RF1\"", "id = \"RF1-a-very-long-name\"", "BF-2.1.1.4-2", "too long");
    one("first_attacker = \"russian\"", "first_attacker = \"soviet\"", "BF-2.1.P-1", "no side");
    one("locations = [\"loc-farm\"", "locations = [\"loc-barn\"", "BF-2.S-2", "no location");
    one("day = 1942-12-26", "day = 1942-12-30", "BF-2.S-3", "no day of this campaign");
    one("[[fpp.russian]]", "[[fpp.soviet]]", "BF-2.S-3", "no side");
}

#[test]
fn classes_beyond_the_printed_ones_are_declared() {
    one("class = \"T\"", "class = \"M\"", "BF-2.1.1.4-2", "declare it");
    one("class = \"T\"", "class = \"truck\"", "BF-2.1.1.4-2", "no class");
    one("class = \"T\"", "class = \"truck\"", "BF-2.1.1.4-2", "no class");
    let text = changed(
        ROSTOV,
        &[
            ("class = \"T\"", "class = \"M\""),
            ("first_attacker = \"russian\"", "first_attacker = \"russian\"\nclasses = [\"M\"]"),
        ],
    );
    assert!(faults(&text).is_empty(), "{}", told(&faults(&text)));
}

#[test]
fn forces_given_above_the_campaign_maximum_are_refused() {
    // GA1: one initial, one scheduled.
    let from = "cost = 18\nmax_scenario = 2\nmax_campaign = 3";
    one(from, "cost = 18\nmax_scenario = 2\nmax_campaign = 1", "BF-2.1.1.4.1-3", "2 of GA1");
}

#[test]
fn a_group_says_everything_but_its_notes() {
    one("cost = 14\n", "", "HOUSE-FILE", "missing");
    let text = changed(
        ROSTOV,
        &[(
            "cost = 14\nmax_scenario = 3\nmax_campaign = 4\nnotes = []",
            "cost = 14\nmax_scenario = 3\nmax_campaign = 4",
        )],
    );
    assert!(faults(&text).is_empty());
    one(
        "cost = 14\nmax_scenario = 3\nmax_campaign = 4\nnotes = []",
        "cost = 14\nmax_scenario = 3\nmax_campaign = 4\nnotes = [\"soon\"]",
        "BF-2.1.1.4-5",
        "arrives+N",
    );
}

#[test]
fn a_set_up_chooses_the_colours_of_its_sides() {
    use kernel::System;
    use kernel::view::Hue;
    use rules_battlefront::Battlefront;
    let hues = |text: &str| {
        let campaign = Battlefront::load("setup.toml", text).expect("no fault");
        Battlefront::sides(&campaign).into_iter().map(|side| side.hue).collect::<Vec<_>>()
    };
    let usual = hues(ROSTOV);
    assert!(usual.contains(&Some(Hue::FieldGrey)) && usual.contains(&Some(Hue::Red)), "{usual:?}");
    let chosen = [("home_edge = \"north\"", "home_edge = \"north\"\nhue = \"green\"")];
    assert!(hues(&changed(ROSTOV, &chosen)).contains(&Some(Hue::Green)));
    one(
        "home_edge = \"north\"",
        "home_edge = \"north\"\nhue = \"pink\"",
        "HOUSE-FILE",
        "is no colour of a side",
    );
}
