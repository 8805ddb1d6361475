//! [BF-2.1.1.3.3.1, BF-2.1.1.3.3.2, BF-2.1.1.4.4.N-4] Shots and smoke on record.

use kernel::Audience;
use rules_battlefront::rules::s2_1_1_3_3_1_shots::ShotFired;
use rules_battlefront::rules::s2_1_1_4_4_n_smoke::SmokePlaced;
use rules_battlefront::words::{Ammunition, Status};
use rules_battlefront::{Event, Side};
use serde_json::{Value, json};

use crate::s2_1_2_report::{fighting, on_the_table};
use crate::table::{GERMAN, RUSSIAN, Table, id};
use crate::view_support::words;

fn fire(stand: &str, phase: &str) -> Value {
    json!({ "do": "fire", "stand": stand, "phase": phase })
}

fn cut_off(table: &Table) -> String {
    let stands = table.state.side(Side::FIRST).elements.iter().flat_map(|element| &element.stands);
    let mut cut_off = stands.filter(|stand| stand.status == Status::CutOff);
    cut_off.next().expect("a stand is cut off").id.to_string()
}

#[test]
fn a_stand_cut_off_rolls_and_a_one_makes_it_short_then_out() {
    let mut table = fighting();
    let stand = cut_off(&table);
    table.refuses(RUSSIAN, fire("R-101-1", "other"), "not-eligible", "BF-2.1.1.3.3.1-1");
    table.refuses(RUSSIAN, fire("G-11-1", "other"), "unknown", "BF-2.1.1.3.3.1-1");
    table.plays(RUSSIAN, fire(&stand, "other"), &[2]);
    let events = table.plays(RUSSIAN, fire(&stand, "other"), &[1]);
    let short =
        Event::ShotFired(ShotFired { side: Side::FIRST, stand: id(&stand), ammunition: Ammunition::Short });
    assert_eq!(events, [short]);
    assert_eq!(events[0].audience(), Audience::Side(0));
    table.refuses(RUSSIAN, fire(&stand, "other"), "ammo", "BF-2.1.1.3.3.1-3");
    let says = |table: &Table, sentence: &str| words(&table.state, RUSSIAN).contains(sentence);
    assert!(says(&table, "It starts no close combat, and fights one at −1."));
    table.plays(RUSSIAN, fire(&stand, "defensive"), &[1]);
    assert!(says(&table, "It starts no close combat, and is rated −1 in one."));
    for phase in ["defensive", "other"] {
        table.refuses(RUSSIAN, fire(&stand, phase), "ammo", "BF-2.1.1.3.3.2-1");
    }
}

#[test]
fn the_firing_die_itself_decides_where_the_campaign_says_so() {
    let mut table = Table::rostov_24_with("ammo_die = \"firing\"").with(on_the_table);
    let stand = cut_off(&table);
    table.plays(RUSSIAN, fire(&stand, "other"), &[1]);
    assert_eq!(&*table.rolls[0].asked.text, "Ammunition, by the firing die itself");
}

#[test]
fn smoke_uses_up_a_mission_however_many_templates_it_places() {
    let mut table = fighting().with(|facts| facts.sides[1].modules[0].smoke = Some(2));
    let smoke = |templates: i32| json!({ "do": "smoke", "module": "GO3.2", "templates": templates });
    table.refuses(GERMAN, smoke(0), "range", "BF-2.1.1.4.4.N-4");
    let events = table.plays(GERMAN, smoke(5), &[]);
    assert_eq!(events[0], Event::SmokePlaced(SmokePlaced { side: Side::SECOND, templates: 5 }));
    assert_eq!([events[0].audience(), events[1].audience()], [Audience::Public, Audience::Side(1)]);
    let module = &table.state.side(Side::SECOND).modules[0];
    assert_eq!((module.smoke, module.fired), (Some(1), true));
    table.plays(GERMAN, json!({ "do": "report", "smoke": "GO3.2: 1" }), &[]);
    table.refuses(GERMAN, smoke(1), "cap", "BF-2.1.1.4.4.N-4");
    table.refuses(RUSSIAN, smoke(1), "unknown", "BF-2.1.1.4.4.N-4");
}
