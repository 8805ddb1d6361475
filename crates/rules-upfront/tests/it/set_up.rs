//! Campaign files: what is read, and every fault with its place.

use rules_upfront::Campaign;

use crate::{Table, setup, told};

fn faults(text: &str) -> Vec<String> {
    match Campaign::load("c.toml", text) {
        Ok(_) => Vec::new(),
        Err(faults) => faults.iter().map(ToString::to_string).collect(),
    }
}

const HEAD: &str = "set = \"nine-days\"\nplay = \"nine-days\"";

#[test]
fn the_shipped_campaigns_load_between_all_nations() {
    let nations = ["american", "german", "russian", "british", "japanese", "french", "italian"];
    for first in nations {
        for second in nations {
            assert_eq!(faults(&setup(first, second, "", HEAD)), Vec::<String>::new(), "{first} {second}");
        }
    }
    assert!(Campaign::load("nine-days.toml", rules_upfront::NINE_DAYS).is_ok());
}

#[test]
fn every_fault_is_listed_with_line_and_column() {
    let text = "schema = \"adjutant/up-front-campaign/1\"\nset = \"nine-days\"\nplay = \"nine-days\"\ncolour = 1\n\
        [rulings]\nR05_promotion_mark_for_presence = \"perhaps\"\nR99 = 1\n\
        [[side]]\nid = \"a\"\nname = \"A\"\nnation = \"prussian\"\n\
        [[side]]\nid = \"a\"\nname = \"B\"\nnation = \"german\"\nstruck = [40]\npersonal = { name = \"X\", weapon = \"FT\" }\n";
    let found = faults(text);
    let starts = [
        "c.toml:4:1: colour: There is no field",
        "c.toml:6:",
        "c.toml:7:1: rulings.R99: There is no field",
        "c.toml:11:10: side[0].nation: There is no nation prussian",
        "c.toml:13:6: side[1].id: The id a stands twice",
        "c.toml:16:10: side[1].struck: The nation has no man 40",
        "c.toml:17:",
    ];
    assert_eq!(found.len(), starts.len(), "{}", found.join("\n"));
    for (fault, start) in found.iter().zip(starts) {
        assert!(fault.starts_with(start), "{fault} does not start with {start}");
    }
}

#[test]
fn faulty_forces_are_told_one_by_one() {
    let force = |body: &str| {
        let more = format!("[[force]]\nnation = \"german\"\nname = \"x\"\n{body}\n");
        faults(&setup("german", "american", &more, HEAD))
    };
    for (body, part) in [
        ("sl = 1\nmen = [99]", "has no man 99. [UF-42.1-2]"),
        ("sl = 1\nmen = [4, 4]", "listed twice. [UF-E03]"),
        ("sl = 2\nmen = [4]", "is no SL card. [UF-R16]"),
        ("sl = [1, 23]\nmen = [4]", "at most one sl. [UF-E19]"),
        ("sl = 1\nmen = [2]", "leader card and no plain man. [UF-E08]"),
        ("commissar = 4\nmen = [5]", "is no COMM card. [UF-R16]"),
        ("sl = 1\nmen = [4]\npoints = 60", "cost 66 points, not 60. [HOUSE-FILE]"),
        ("men = []", "at least one man. [UF-42.1-2]"),
    ] {
        let found = force(body);
        assert_eq!(found.len(), 1, "{body}: {}", found.join("\n"));
        assert!(found[0].contains(part), "{}", found[0]);
    }
    assert_eq!(force("sl = 1\nasl = 2\nmen = [4]\npoints = 107"), Vec::<String>::new());
}

#[test]
fn faulty_scenarios_and_orders_are_told() {
    let more = |body: &str| faults(&setup("german", "american", body, HEAD));
    let scenario = |body: &str| more(&format!("[[scenario]]\nid = \"S\"\ntitle = \"S\"\n{body}\n"));
    for (found, part) in [
        (scenario("nature = \"meeting\"\nside_1_force = \"picket\""), "\"side_2_force\" is missing"),
        (scenario("nature = \"siege\""), "is no nature"),
        (
            scenario("nature = \"meeting\"\nside_1_force = \"picket\"\nside_2_force = \"horde\""),
            "No nation has a force horde",
        ),
        (
            scenario(
                "nature = \"attack\"\nattacker_force = \"picket\"\ndefender_force = \"hold\"\n\
                 attacker_aux = [{ kind = \"boat\", label = \"b\", effect = 1 }]",
            ),
            "brings guns and vehicles",
        ),
        (
            scenario(
                "nature = \"attack\"\nattacker_force = \"picket\"\ndefender_force = \"hold\"\n\
                 attacker_aux = [{ kind = \"afv\", label = \"tank\" }]",
            ),
            "\"effect\" is missing",
        ),
        (
            more("[[campaign]]\nid = \"nine-days\"\ntitle = \"X\"\norder = [\"V1\", \"V77\"]\n"),
            "There is no scenario V77",
        ),
        (more("[[campaign]]\nid = \"other\"\ntitle = \"X\"\norder = []\n"), "The order holds 1 to 99"),
        (
            more("[[campaign]]\nid = \"other\"\ntitle = \"X\"\norder = [\"V1\", []]\n"),
            "A Team Game holds at least one scenario. [UF-R29]",
        ),
    ] {
        assert!(found.iter().any(|fault| fault.contains(part)), "{part}: {}", found.join("\n"));
    }
}

#[test]
fn a_faulty_scenario_is_not_told_as_missing_too() {
    let more = "[[scenario]]\nid = \"S\"\ntitle = \"S\"\nnature = \"siege\"\n\
        [[campaign]]\nid = \"own\"\ntitle = \"Own\"\norder = [\"S\", \"T\"]\n";
    let found = faults(&setup("german", "american", more, "set = \"nine-days\"\nplay = \"own\""));
    assert_eq!(found.len(), 2, "{}", found.join("\n"));
    assert!(found[0].contains("is no nature") && found[1].contains("There is no scenario T"), "{found:?}");
}

#[test]
fn a_first_attacker_who_is_no_side_is_told_where_he_is_named() {
    let more = "[[campaign]]\nid = \"own\"\ntitle = \"Own\"\norder = [\"V1\"]\nfirst_attacker = \"swiss\"\n";
    let found = faults(&setup("german", "american", more, "set = \"nine-days\"\nplay = \"own\""));
    assert_eq!(found.len(), 1, "{}", found.join("\n"));
    assert!(found[0].contains("campaign[0].first_attacker: There is no side swiss"), "{}", found[0]);
}

#[test]
fn a_scenario_that_asks_for_men_a_nation_does_not_have_is_refused() {
    let more = "[[force]]\nnation = \"german\"\nname = \"guards\"\nsl = 1\nmen = [4]\n\
        [[scenario]]\nid = \"S\"\ntitle = \"S\"\nnature = \"meeting\"\nside_1_force = \"guards\"\nside_2_force = \"guards\"\n\
        [[campaign]]\nid = \"own\"\ntitle = \"Own\"\norder = [\"S\"]\n";
    let found = faults(&setup("german", "american", more, "set = \"nine-days\"\nplay = \"own\""));
    assert_eq!(found.len(), 1, "{}", found.join("\n"));
    assert!(found[0].contains("for a force guards, which the American side has not"), "{}", found[0]);
}

#[test]
fn an_italian_roster_under_the_second_reading_names_the_man_and_both_ways_out() {
    let ruled = |struck: &str| {
        let text =
            setup("german", "italian", &format!("{struck}\n[rulings]\nR07_zero = \"panic_only\""), HEAD);
        faults(&text)
    };
    let found = ruled("");
    assert_eq!(found.len(), 1, "{}", found.join("\n"));
    assert!(
        found[0].contains("#20 Moselli")
            && found[0].contains("struck = [20]")
            && found[0].contains("R07_zero")
    );
    assert_eq!(ruled("struck = [20]"), Vec::<String>::new());
}

#[test]
fn a_struck_man_is_never_available() {
    let mut table = Table::open(&setup("american", "italian", "struck = [20]", HEAD));
    table.kill(1, &[5]);
    let wrong = serde_json::json!({"do": "select", "slots": [{"listed": 5, "fill": {"use": 20}}]});
    assert_eq!(table.does(crate::TWO, wrong).unwrap_err(), ["E02"]);
}

/// An eighth nation is a file: three men, a ladder, a hand.
const EIGHTH: &str = "
[[nation]]
schema = \"adjutant/up-front-nation/1\"
nation = \"finnish\"
name = \"Finnish\"
man = [
  { number = 1, name = \"Virtanen\", weapon = \"R\", points = 40, rank = \"SGT\", kia = 8, morale = 5, panic = 6, role = \"SL\" },
  { number = 2, name = \"Korhonen\", weapon = \"SMG\", points = 36, rank = \"CPL\", kia = 8, morale = 4, panic = 5, role = \"ASL\" },
  { number = 3, name = \"Nieminen\", weapon = \"R\", points = 15, rank = \"PVT\", kia = 8, morale = 4, panic = 4 },
]
weapon = [{ code = \"R\", kind = \"small_arms\", fp = [0, 1, 1, 2, 2, 3] }]
[nation.ranks]
ladder = [\"PVT\", \"CPL\", \"SGT\", \"SSG\"]
[nation.hand]
capacity = 5
max_discard = 2
[nation.personal]
morale = 3
panic = 4
rank = \"PVT\"
kia = 8
weapons_allowed = [\"R\"]
default_weapon = \"R\"

[chart.families]
MP = [\"MP\", \"SMG\"]

[[force]]
nation = \"finnish\"
name = \"picket\"
sl = 1
asl = 2
men = [3]
points = 91

[[campaign]]
id = \"own\"
title = \"Own\"
order = [\"V1\"]
";

#[test]
fn an_eighth_nation_needs_no_code() {
    let text = setup("finnish", "german", EIGHTH, "set = \"nine-days\"\nplay = \"own\"");
    let mut table = Table::open(&text);
    table.select_both();
    table.agree("finnish", &[]);
    assert_eq!((table.points(0), table.man(0, 3).surv), (12, 1));
}

#[test]
fn unknown_weapons_and_impossible_men_are_faults() {
    let broken = |from: &str, to: &str| {
        let text =
            setup("finnish", "german", &EIGHTH.replacen(from, to, 1), "set = \"nine-days\"\nplay = \"own\"");
        faults(&text)
    };
    for (from, to, part) in [
        ("weapon = \"SMG\"", "weapon = \"ZAP\"", "The weapon ZAP is in no weapon family. [UF-R15]"),
        ("number = 3", "number = 4", "3 is due here"),
        ("morale = 4, panic = 4", "morale = 5, panic = 4", "beyond the caps. [UF-RN-5]"),
        ("rank = \"CPL\"", "rank = \"PFC\"", "not on this nation's ladder. [UF-42.47-1]"),
        ("kia = 8, morale = 5", "kia = 9, morale = 5", "at most 8 with this weapon. [UF-42.45-4]"),
        ("role = \"ASL\"", "role = \"COMM\"", "Only a card with the rank COMM"),
        ("\"PVT\", \"CPL\", \"SGT\"", "\"CPL\", \"PVT\", \"SGT\"", "does not stand above the rank before it"),
        ("default_weapon = \"R\"", "default_weapon = \"MP\"", "one of weapons_allowed"),
    ] {
        let found = broken(from, to);
        assert!(found.iter().any(|fault| fault.contains(part)), "{part}: {}", found.join("\n"));
    }
}

#[test]
fn a_shipped_nation_can_be_edited() {
    let nation = include_str!("../../nations/italian.toml");
    let edited = nation.replace(
        "name = \"Moselli\", weapon = \"R\", points = 1, rank = \"PVT\", kia = 8, morale = 1, panic = 0",
        "name = \"Moselli\", weapon = \"R\", points = 1, rank = \"PVT\", kia = 8, morale = 1, panic = 1",
    );
    assert_ne!(nation, edited);
    let inline = edited
        .replace("\n[caps]", "\n[nation.caps]")
        .replace("\n[ranks]", "\n[nation.ranks]")
        .replace("\n[hand]", "\n[nation.hand]")
        .replace("\n[personal]", "\n[nation.personal]");
    let more = format!("[rulings]\nR07_zero = \"panic_only\"\n[[nation]]\n{inline}");
    let text = setup("german", "italian", &more, HEAD);
    let campaign = Campaign::load("c.toml", &text).unwrap_or_else(|faults| panic!("{}", told(&faults)));
    assert_eq!(campaign.decks[kernel::Side::SECOND].nation.men[19].panic, 1);
}

#[test]
fn a_file_lays_its_own_figures_over_the_tables() {
    let more = "[chart.elan]\nhero_card = 4\n[chart.points]\nwin = 10\n";
    let table = Table::open(&setup("german", "american", more, HEAD));
    assert_eq!(table.state.campaign.tables.elan.hero_card, 4);
    assert_eq!(table.state.campaign.tables.elan.close_combat_kill, 4);
    assert_eq!(table.state.campaign.tables.points.win, 10);
    let wrong = faults(&setup("german", "american", "[chart.elan]\nhero = 4\n", HEAD));
    assert!(wrong.len() == 1 && wrong[0].contains("There is no field \"hero\""), "{wrong:?}");
}

#[test]
fn the_hand_may_be_overridden() {
    let table = Table::open(&setup("german", "american", "hand = { capacity = 7 }", HEAD));
    assert_eq!(
        (
            table.state.campaign.decks[kernel::Side::SECOND].hand,
            table.state.campaign.decks[kernel::Side::SECOND].discard
        ),
        (7, 2)
    );
}
