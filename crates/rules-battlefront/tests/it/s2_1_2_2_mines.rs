//! [BF-2.1.2.2, BF-2.1.2.3] Units in minefields and bogged units in the cleanup.

use kernel::Audience;
use rules_battlefront::measure::Point;
use rules_battlefront::rules::s2_1_2_2_mines::MinesResolved;
use rules_battlefront::rules::s2_1_2_3_bogged::BogChecked;
use rules_battlefront::rules::s2_1_2_4_rally::Rallied;
use rules_battlefront::words::{BogOutcome, MineOutcome, StandState};
use rules_battlefront::{Event, Side, Step};
use serde_json::{Value, json};

use crate::s2_1_2_report::{confirmed, fighting};
use crate::table::{GERMAN, RUSSIAN, Table, id};

fn mines(unit: &str, outcome: &str) -> Value {
    json!({ "do": "mine-result", "unit": unit, "outcome": outcome })
}

fn bog(unit: &str, outcome: &str) -> Value {
    json!({ "do": "bog-result", "unit": unit, "outcome": outcome })
}

fn done() -> Value {
    json!({ "do": "done" })
}

/// 24 December at C2: Soviet units in minefields, and bogged ones.
pub fn in_trouble() -> Table {
    let mut table = fighting();
    confirmed(
        &mut table,
        json!({ "mined": "R-101-1, R-201-1: F2; R-101-2", "bogged": "R-201-1, R-201-3" }),
        json!({}),
    );
    table
}

#[test]
fn a_unit_in_a_minefield_is_destroyed_or_comes_out() {
    let mut table = in_trouble();
    assert_eq!(table.state.step(), Step::Minefields);
    assert!(table.state.side(Side::SECOND).closed, "the other side has nothing in a minefield");
    table.refuses(RUSSIAN, done(), "incomplete", "BF-2.1.2.2-1");
    table.refuses(RUSSIAN, mines("R-101-3", "out"), "not-eligible", "BF-2.1.2.2-1");
    table.refuses(RUSSIAN, mines("G-11-1", "out"), "unknown", "BF-2.1.2.2-1");
    table.refuses(GERMAN, mines("G-11-1", "out"), "step", "BF-2.1.2.2-1");
    let off = json!({ "do": "mine-result", "unit": "R-101-1", "outcome": "out", "x": 99, "y": 1 });
    table.refuses(RUSSIAN, off, "range", "BF-0-5");
    let half = json!({ "do": "mine-result", "unit": "R-101-1", "outcome": "out", "x": 12.5 });
    table.refuses(RUSSIAN, half, "range", "BF-2.1.2.2-1");
    let out = json!({ "do": "mine-result", "unit": "R-101-1", "outcome": "out", "x": 12.5, "y": 38 });
    table.plays(RUSSIAN, out, &[]);
    let stand = table.state.side(Side::FIRST).stand(id("R-101-1")).expect("on the roster").1;
    assert_eq!((stand.at, stand.minefield, stand.unmoved), (Some(Point::new(1250, 3800)), None, false));
    table.plays(RUSSIAN, mines("R-101-2", "destroyed"), &[]);
    let events = table.plays(RUSSIAN, mines("R-201-1", "destroyed"), &[]);
    let kind = id("r-t34");
    assert_eq!(
        events[1],
        Event::MinesResolved(MinesResolved { side: Side::FIRST, kind, outcome: MineOutcome::Destroyed })
    );
    assert_eq!([events[0].audience(), events[1].audience()], [Audience::Side(0), Audience::Public]);
    let wreck = table.state.facts.wrecks.iter().find(|wreck| wreck.stand == id("R-201-1"));
    assert!(wreck.expect("it lies there").in_minefield);
    let side = table.state.side(Side::FIRST);
    assert_eq!(side.stand(id("R-101-2")).expect("on the roster").1.state, StandState::Lost);
    assert_eq!(side.element(id("R-101")).expect("on the roster").scenario.losses, 6);
    assert_eq!(side.element(id("R-201")).expect("on the roster").scenario.afv_lost, 1);
    table.refuses(RUSSIAN, bog("R-201-3", "free"), "step", "BF-2.1.2.3-1");
    table.plays(RUSSIAN, done(), &[]);
    assert_eq!(table.state.step(), Step::Bogged);
}

#[test]
fn a_bogged_vehicle_is_immobile_after_the_second_check() {
    let mut table = fighting();
    confirmed(&mut table, json!({ "bogged": "R-201-1, R-201-3" }), json!({}));
    assert_eq!(table.state.step(), Step::Bogged);
    table.refuses(RUSSIAN, bog("R-101-1", "free"), "not-eligible", "BF-2.1.2.3-1");
    let events = table.plays(RUSSIAN, bog("R-201-1", "stuck"), &[]);
    assert_eq!(
        events,
        [Event::BogChecked(BogChecked {
            side: Side::FIRST,
            unit: id("R-201-1"),
            outcome: BogOutcome::Stuck
        })]
    );
    table.plays(RUSSIAN, bog("R-201-1", "stuck"), &[]);
    table.refuses(RUSSIAN, bog("R-201-1", "stuck"), "dup", "BF-2.1.2.3-1");
    table.refuses(RUSSIAN, done(), "incomplete", "BF-2.1.2.3-1");
    let mut freed = Table { state: table.state.clone(), rolls: Vec::new() };
    table.plays(RUSSIAN, bog("R-201-3", "free"), &[]);
    table.refuses(RUSSIAN, bog("R-201-3", "free"), "not-eligible", "BF-2.1.2.3-1");
    // Free after the second check: it is not bogged, which comes before that it has made both.
    freed.plays(RUSSIAN, bog("R-201-3", "stuck"), &[]);
    freed.plays(RUSSIAN, bog("R-201-3", "free"), &[]);
    freed.refuses(RUSSIAN, bog("R-201-3", "free"), "not-eligible", "BF-2.1.2.3-1");
    let stand = |name: &str| table.state.side(Side::FIRST).stand(id(name)).expect("on the roster").1.clone();
    assert!(stand("R-201-1").immobile && stand("R-201-1").is_fixed());
    assert!(!stand("R-201-3").immobile && !stand("R-201-3").bogged);
    let events = table.plays(RUSSIAN, done(), &[]);
    assert!(events.contains(&Event::Rallied(Rallied {})));
    assert_eq!(table.state.step(), Step::Disengage);
}

#[test]
fn a_field_that_is_not_named_is_the_nearest_that_is_known() {
    let table = in_trouble();
    let side = table.state.side(Side::FIRST);
    let field = |name: &str| side.stand(id(name)).expect("on the roster").1.minefield;
    assert_eq!(field("R-101-1"), Some(id("F2")));
    let known = field("R-101-2").expect("it stands in one");
    assert!(table.state.facts.works.iter().any(|work| work.id == known) || known == id("minefield"));
}
