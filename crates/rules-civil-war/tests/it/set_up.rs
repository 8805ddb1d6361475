//! The sample, and files that are wrong.

use rules_civil_war::words::Terrain;
use rules_civil_war::{SUMMER, Setup};

fn faults(text: &str) -> Vec<String> {
    let faults = Setup::load("it.toml", text).expect_err("faults");
    faults.iter().map(|fault| format!("{} {}", fault.path, fault.rule)).collect()
}

#[test]
fn the_sample_is_read_whole() {
    let setup = crate::table::setup();
    assert_eq!(
        (setup.armies.len(), setup.leaders.len(), setup.counters.len(), setup.fields.len()),
        (3, 13, 6, 4)
    );
    assert_eq!((setup.first.number, setup.last, setup.ratio.stands), (8, 19, 20));
}

#[test]
fn every_fault_is_named_at_once_with_its_place() {
    let text = SUMMER
        .replacen("worn = \"4/5\"", "worn = \"5/4\"", 1)
        .replacen("terrain_combine = \"sum\"", "terrain_combine = \"mean\"", 1)
        .replacen("stars = 4", "stars = 5", 1)
        .replacen("faces = [\"0\", \"1\"", "faces = [\"0\", \"x\"", 1)
        .replacen("next_step = [\"jackson-3\"]", "next_step = [\"jackson-4\"]", 1)
        .replacen("terrain = \"forest\"", "terrain = \"wood\"", 1)
        .replacen("width = 72.0", "width = 7.1", 1)
        .replacen("{id=\"C2\",class=\"veteran\"}", "{id=\"C1\",class=\"veteran\"}", 1);
    let told = faults(&text);
    for path in [
        "effectiveness.green.worn CWFF-T3",
        "campaign.options.terrain_combine HOUSE-FILE",
        "leaders[0].stars HOUSE-FILE",
        "crt[0].faces[1] HOUSE-FILE",
        "promotion_counters[0].leader HOUSE-FILE",
        "hexes[0].terrain HOUSE-FILE",
        "battlefields[0].width HOUSE-FILE",
        "armies[0].sp[1].id HOUSE-FILE",
    ] {
        assert!(told.iter().any(|fault| fault == path), "{path} is not among {told:#?}");
    }
}

#[test]
fn a_battlefield_has_a_name_that_a_lot_can_hold() {
    // 24 letters, of which one takes two bytes.
    let long = SUMMER.replace("name = \"The thickets\"", "name = \"Ünder the old tall beech\"");
    assert_eq!(faults(&long), ["battlefields[1].name CWFF-2-2"]);
    let short = SUMMER.replace("name = \"The thickets\"", "name = \"Ünder the old tall oaks\"");
    let setup = Setup::load("it.toml", &short).expect("24 bytes are a name");
    assert!(setup.field("Ünder the old tall oaks").is_some());
}

#[test]
fn a_battlefield_of_two_kinds_of_land_names_each_once() {
    let of = |land: &str| {
        SUMMER.replacen("terrain = \"clear\"\nname = ", &format!("terrain = {land}\nname = "), 1)
    };
    assert_ne!(of("[]"), SUMMER);
    let setup = Setup::load("it.toml", &of("[\"clear\", \"forest\"]")).expect("two kinds");
    assert_eq!(setup.fields[0].terrains, [Terrain::Clear, Terrain::Forest]);
    for land in ["[]", "[\"clear\", \"clear\"]"] {
        assert_eq!(faults(&of(land)), ["battlefields[0].terrain CWFF-2-1"], "{land}");
    }
    assert_eq!(faults(&of("[\"clear\", \"wood\"]")), ["battlefields[0].terrain HOUSE-FILE"]);
}

#[test]
fn an_empty_file_says_what_is_missing() {
    let told = faults("");
    assert!(
        told.contains(&"campaign HOUSE-FILE".into()) && told.contains(&"effectiveness CWFF-T3".into()),
        "{told:#?}"
    );
}
