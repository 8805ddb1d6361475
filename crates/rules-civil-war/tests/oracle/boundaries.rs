//! What files at the edge of the rules showed: words that were dropped, lines that stood twice, set-ups and positions that
//! were taken though nobody could play them, and faults that followed from another.

use std::sync::Arc;

use kernel::System;
use rules_civil_war::setup::Setup;
use rules_civil_war::{CivilWar, Command, SUMMER, State};
use serde_json::{Value, json};

/// The sample.
fn setup() -> Arc<Setup> {
    changed("title", "title")
}

/// The sample with something changed, as it is read.
fn changed(from: &str, to: &str) -> Arc<Setup> {
    assert!(SUMMER.contains(from), "{from}");
    Setup::load("it.toml", &SUMMER.replacen(from, to, 1)).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

/// What is said of a command that cannot be read; nothing where it can.
fn unread(command: Value) -> Option<String> {
    serde_json::from_value::<Command>(command).err().map(|told| told.to_string())
}

fn is_told(command: &Value, words: &[&str]) {
    let told = unread(command.clone()).unwrap_or_else(|| panic!("{command} is read"));
    words.iter().for_each(|words| assert!(told.contains(words), "{words:?} is not in {told}"));
}

#[test]
fn no_word_behind_a_place_is_dropped() {
    for what in ["nightfall", "sketch", "night-move"] {
        let of = |spots: &str| json!({"do": what, "battle": "aop.1", "spots": spots});
        is_told(&of("jenkins: 30 14 toombs: 30 4; drayton: 50 10"), &["“toombs: 30 4”", "semicolon"]);
        is_told(&of("jenkins: 30 14 / toombs: 30 4"), &["“/ toombs: 30 4”"]);
        is_told(&of("jenkins: 3 3 3; toombs: 12 24 x"), &["“3” stands behind", "“x” stands behind"]);
        assert_eq!(unread(of("jenkins: 30 14; toombs: 30.5 4\ndrayton: 50 10")), None);
    }
    let works = |segments: &str| json!({"do": "place-breastworks", "battle": "aop.1", "segments": segments});
    is_told(&works("q, 14; 70, 14 / 0, z; 3, 20 / 1, 1"), &["“q, 14”", "“0, z”", "“1, 1”"]);
}

#[test]
fn a_line_that_stands_twice_is_named() {
    let report = |text: &str| json!({"do": "report", "battle": "aop.1", "report": text});
    is_told(&report("Batteries: 1\nBatteries: 2"), &["Line 2: Batteries stands on line 1 already"]);
    is_told(&report("First: C2\njenkins: 1\nFirst: C3"), &["Line 3: First stands on line 1 already"]);
    is_told(&report("First: C2, C2"), &["Line 1: C2 stands there twice"]);
    is_told(&report("First:"), &["Line 1: First names"]);
    assert_eq!(unread(report("Batteries: 1\nFirst: C2, C3")), None);
    let order = |text: &str| json!({"do": "submit-oob", "battle": "aop.1", "oob": text});
    is_told(&order("Army: jackson; 9 foot\nArmy: lee; 2 foot"), &["Line 2: Army stands on line 1 already"]);
    is_told(&order("Army: lee\nAttached: a\nAttached: b"), &["Line 3: Attached stands on line 2 already"]);
    is_told(&order("Army: lee; 2 foot, 3 foot"), &["Line 1: “3 foot” is the second count"]);
    assert_eq!(unread(order("Army: lee; 2 foot, 1 horse\nAttached: a, b")), None);
}

/// The faults of the sample with something changed, each as its place and its sentence.
fn faults(changes: &[(&str, &str)]) -> Vec<String> {
    let change = |text: String, (from, to): &(&str, &str)| {
        assert!(text.contains(from), "{from}");
        text.replacen(from, to, 1)
    };
    let text = changes.iter().fold(SUMMER.to_owned(), change);
    let told = Setup::load("it.toml", &text).expect_err("a fault");
    told.iter().map(|fault| format!("{}: {}", fault.path, fault.sentence)).collect()
}

#[test]
fn a_set_up_that_nobody_could_play_is_refused_with_its_place_and_a_way_out() {
    let south = "south = { y_min = 0.0, y_max = 14.0 }";
    let flanks =
        "flank_zones = { east = { y_min = 10.0, y_max = 38.0 }, west = { y_min = 10.0, y_max = 38.0 } }";
    let cases = [
        ("infantry = 12.0", "infantry = -1.0", "standard_move.infantry: A standard move is 0"),
        ("spent = \"1/2\"", "spent = \"9/10\"", "effectiveness.veteran.spent: Brigades that are veteran"),
        ("spent = \"3/5\"", "spent = \"4/5\"", "effectiveness.green.spent: Brigades that are green"),
        ("spent = \"3/5\"", "spent = \"0/5\"", "effectiveness.green.spent: \"0/5\" is no part"),
        (south, "south = { y_min = 0.0, y_max = 40.0 }", "battlefields[0].deploy: The two deployment"),
        (south, "south = { y_max = 140.0 }", "battlefields[0].deploy.south.y_max: The field ends at 48"),
        (south, "south = { y_min = 20.0, y_max = 10.0 }", "battlefields[0].deploy: Nothing can stand"),
        (
            "points = [[20.0, 30.0]",
            "points = [[20.0, 300.0]",
            "battlefields[0].terrain_features[0].points: 20″, 300″ lies outside",
        ),
        (
            flanks,
            "flank_zones = { north = { x_min = 10.0, x_max = 38.0 } }",
            "battlefields[0].flank_zones: No force enters at the north edge",
        ),
        (
            flanks,
            "flank_zones = { east = { y_min = 10.0, y_max = 38.0 } }",
            "battlefields[0].flank_zones: Where forces enter at the west edge is missing",
        ),
        (
            "killed = [2], wounded = [3, 4]",
            "killed = [2, 3], wounded = [3, 4]",
            "leader_loss.one_star.wounded: On 3 he is killed",
        ),
        (
            "leader = \"jackson\"\nstars = 3",
            "leader = \"jackson\"\nstars = 1",
            "promotion_counters[0].stars: jackson has 2 stars",
        ),
        (
            "leader = \"grant\"\nstars = 4",
            "leader = \"grant\"\nstars = 2",
            "promotion_counters[3].stars: grant",
        ),
        ("[\"jackson-3\"]", "[\"jackson-3\", \"jackson-3\"]", "leaders[1].next_step: The id jackson-3"),
        ("number = 8", "number = 30", "campaign.cw_turn: Turns are 1 to 19"),
        ("year = 1862", "year = 18620", "campaign.cw_turn.year: The field \"year\" must be"),
        (
            "demoralized = true\n",
            "demoralized = true\ncarried = [\"1/2\", \"5/2\"]\n",
            "armies[2].carried: What",
        ),
    ];
    for (from, to, wanted) in cases {
        let told = faults(&[(from, to)]);
        assert!(told.iter().any(|fault| fault.starts_with(wanted)), "{wanted:?} is not among {told:#?}");
    }
    // A field without any zone for flank forces lets them in anywhere, and zones that only touch are two.
    changed(flanks, "");
    changed(south, "south = { y_max = 34.0 }");
    changed("[campaign.options]", "last_turn = 30\n[campaign.options]");
}

#[test]
fn one_fault_in_a_set_up_is_one_fault() {
    assert_eq!(
        faults(&[("stars = 4", "stars = \"4\"")]),
        ["leaders[0].stars: The field \"stars\" must be a whole number from 1 to 4."]
    );
    assert_eq!(faults(&[("side = \"C\"", "side = \"X\"")]).len(), 1);
    assert_eq!(faults(&[("name = \"R. E. Lee\"", "name = \"\"")]).len(), 1);
    // So for a leader with a promotion, for a counter, and for an army whose side is not known.
    assert_eq!(faults(&[("name = \"T. J. Jackson\"", "name = \"\"")]).len(), 1);
    assert_eq!(faults(&[("leader = \"jackson\"\nstars = 3", "leader = \"jackson\"\nstars = 9")]).len(), 1);
    assert_eq!(
        faults(&[("Army of Northern Virginia\"\nside = \"C\"", "Army of Northern Virginia\"\nside = \"X\"")])
            .len(),
        1
    );
}

#[test]
fn what_is_of_another_kind_is_told_in_plain_words() {
    for (from, to, wanted) in [
        (
            "west = \"gap\"",
            "west = \"wall\"",
            "hexes[3].hexsides.west: \"wall\" is no side of a hex; there are: open, gap",
        ),
        ("width = 72.0", "width = \"72\"", "battlefields[0].width: The field \"width\" must be inches"),
        (
            "infantry = 12.0",
            "infantry = 1e300",
            "standard_move.infantry: The field \"infantry\" must be inches",
        ),
        ("y_min = 34.0", "y_min = \"low\"", "battlefields[0].deploy.north.y_min: The field"),
        (
            "points = [[20.0, 30.0]",
            "points = [[20.1, 30.0]",
            "battlefields[0].terrain_features[0].points: Points",
        ),
        ("killed = [2]", "killed = \"2\"", "leader_loss.one_star.killed: Sums of two dice"),
        ("next_step = []", "next_step = \"none\"", "leaders[0].next_step: "),
    ] {
        let told = faults(&[(from, to)]);
        assert!(told.iter().any(|fault| fault.starts_with(wanted)), "{wanted:?} is not among {told:#?}");
        let technical = |fault: &String| fault.contains("invalid type") || fault.contains("variant");
        assert!(!told.iter().any(technical), "{told:#?}");
    }
}

#[test]
fn a_position_carries_less_than_a_point_and_has_leaders_of_its_own_side() {
    let told = |change: &dyn Fn(&mut State)| {
        let mut state = State::open(setup());
        change(&mut state);
        let opened = CivilWar::open_position(Arc::clone(&state.setup), state.facts);
        let faults = opened.err().unwrap_or_default();
        faults.iter().map(|fault| format!("{} {}", fault.path, fault.rule)).collect::<Vec<_>>()
    };
    assert_eq!(told(&|_| {}), [""; 0]);
    let carried = |parts: [&str; 2]| {
        let parts = parts.map(|part| part.parse().expect("a part"));
        told(&|state: &mut State| state.facts.book.army[0].carried = parts)
    };
    assert_eq!(carried(["1/2", "19/20"]), [""; 0]);
    assert_eq!(carried(["1/2", "5/2"]), ["book.army.anv CWFF-9A-3"]);
    assert_eq!(carried(["1", "0"]), ["book.army.anv CWFF-9A-3"]);
    let grant = "grant".parse().expect("a leader");
    let with = told(&|state: &mut State| state.facts.book.army[0].leaders.push(grant));
    assert_eq!(with, ["book.army.anv CWFF-4B-1"]);
}
