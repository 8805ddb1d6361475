//! What a position may not say, fact by fact.

use rules_bcs::charts::s8_snafu::Level;
use rules_bcs::setup::sky::Weather;
use rules_bcs::state::{
    Activation, Battle, Facts, Fate, Halt, Held, HqState, Jumped, Order, Past, Stage, Step,
};
use rules_bcs::{Phase, SARN_WEST, Scenario};

use crate::table::*;

fn wrong(change: impl FnOnce(&mut Facts)) -> Vec<String> {
    faults(west(), change)
}

/// In the activities of the 7th.
fn active(change: impl FnOnce(&mut Facts, &mut Activation)) -> Vec<String> {
    wrong(|facts| {
        (facts.phase, facts.go) = (Phase::Activations, Some(kernel::Side::FIRST));
        body(facts, "B1").state = HqState::Used;
        let begun = Activation::begin(formation("B1"), false, true);
        let mut activation = Activation { step: Step::Activities, level: Some(Level::Full), ..begun };
        change(facts, &mut activation);
        facts.activation = Some(activation);
    })
}

#[test]
fn units() {
    assert_eq!(wrong(|_| {}), [""; 0]);
    assert_eq!(
        wrong(|facts| piece(facts, "B1-t1").assigned = Some(formation("B2"))),
        ["unit.B1-t1 BCS-GEN-6"]
    );
    assert_eq!(
        wrong(|facts| {
            let piece = piece(facts, "B-eng");
            (piece.assigned, piece.fate, piece.at) = (Some(formation("R1")), Fate::OnMap, Some(hex("0505")));
        }),
        ["unit.B-eng BCS-GEN-6"]
    );
    assert_eq!(
        wrong(|facts| piece(facts, "B-eng").assigned = Some(formation("B1"))),
        ["unit.B-eng BCS-GEN-6"]
    );
    assert_eq!(
        wrong(|facts| {
            let piece = piece(facts, "B1-t1");
            (piece.fate, piece.at) = (Fate::Due, None);
        }),
        ["unit.B1-t1 BCS-TURN-13"]
    );
    assert_eq!(wrong(|facts| piece(facts, "B1-t1").released = true), ["unit.B1-t1 BCS-TURN-4"]);
    assert_eq!(wrong(|facts| piece(facts, "B1-t1").entered = true), ["unit.B1-t1 BCS-TURN-13"]);
    assert_eq!(wrong(|facts| piece(facts, "B1-t1").dropped = true), ["unit.B1-t1 BCS-SUP-4"]);
    assert_eq!(wrong(|facts| piece(facts, "B2-i1").temporary = true), ["unit.B2-i1 BCS-SUP-4"]);
    for change in [
        |facts: &mut Facts| piece(facts, "B1-t1").spent = 1,
        |facts: &mut Facts| piece(facts, "B1-t1").halt = Halt::Finished,
        |facts: &mut Facts| piece(facts, "B1-t1").barraged = 1,
        |facts: &mut Facts| piece(facts, "B1-t1").commanded = true,
    ] {
        assert_eq!(wrong(change), ["unit.B1-t1 BCS-STOP-6"]);
    }
    assert_eq!(active(|facts, _| piece(facts, "B1-t1").fire_events = 3), ["unit.B1-t1 BCS-STOP-5"]);
    assert_eq!(active(|facts, _| piece(facts, "B1-t1").held = true), ["unit.B1-t1 BCS-STOP-7"]);
}

#[test]
fn markers_pools_weather_and_orders() {
    assert_eq!(wrong(|facts| facts.traffic = vec![hex("1713")]), ["traffic BCS-STOP-8"]);
    assert_eq!(active(|facts, _| facts.traffic = vec![hex("1713"), hex("1713")]), ["traffic BCS-STOP-8"]);
    let held = |at: &str| Held { hex: hex(at), side: kernel::Side::FIRST };
    assert_eq!(wrong(|facts| facts.control.push(held("1006"))), ["control BCS-VIC-2"]);
    assert_eq!(wrong(|facts| facts.control.push(held("1713"))), ["control BCS-URB-1"]);
    assert_eq!(wrong(|facts| facts.pool[kernel::Side::FIRST].released = 2), ["pool BCS-TURN-4"]);
    let storm = Weather { visibility: 9, poor: false, grounded: false };
    assert_eq!(wrong(|facts| facts.weather = Some(storm)), ["weather BCS-TURN-11"]);
    assert_eq!(wrong(|facts| facts.weather = Some(Weather { visibility: 2, ..storm })), [""; 0]);
    let order = Order { route: path("1413 1713"), ..Order::default() };
    assert_eq!(wrong(|facts| body(facts, "B1").order = Some(order.clone())), ["formation.B1 BCS-TURN-10"]);
    let past = Past { turn: 1, formation: formation("B1"), order };
    assert_eq!(wrong(|facts| facts.past.push(past.clone())), ["past BCS-TURN-10"]);
    let text = SARN_WEST.replace("orders = false", "orders = true");
    let ordered = || Scenario::load("ordered.toml", &text).expect("the scenario");
    // Of a turn that is not over.
    assert_eq!(faults(ordered(), |facts| facts.past.push(past.clone())), ["past BCS-TURN-10"]);
    let later = |facts: &mut Facts| {
        facts.turn = 2;
        facts.past.push(past.clone());
    };
    assert_eq!(faults(ordered(), later), [""; 0]);
}

#[test]
fn what_must_be_answered() {
    assert_eq!(active(|_, _| {}), [""; 0]);
    assert_eq!(active(|_, activation| activation.entered = Some(unit("R1-t1"))), ["activation BCS-ZONE-5"]);
    let jumped = |id: &str| Jumped { formation: formation(id), hq: None, from: hex("1615") };
    assert_eq!(active(|_, activation| activation.jumped = vec![jumped("R2")]), ["activation BCS-HQ-5"]);
    assert_eq!(
        active(|facts, activation| {
            body(facts, "R2").hq = None.into();
            activation.jumped = vec![jumped("R2")];
        }),
        [""; 0]
    );
    assert_eq!(
        active(|facts, activation| {
            body(facts, "R2").hq = None.into();
            activation.jumped = vec![Jumped { from: hex("1510"), ..jumped("R2") }];
        }),
        ["activation BCS-HQ-6"]
    );
    assert_eq!(wrong(|facts| body(facts, "R2").hq = None.into()), ["formation.R2 BCS-HQ-6"]);
    assert_eq!(active(|_, activation| activation.rests = true), ["activation BCS-ACT-13"]);
    assert_eq!(active(|_, activation| activation.arty_used = 3), ["activation BCS-BAR-5"]);
    assert_eq!(
        active(|_, activation| {
            activation.step = Step::Second;
            activation.entered = Some(unit("B1-t1"));
        }),
        ["activation BCS-ACT-8"]
    );
}

#[test]
fn attacks() {
    let battle = Battle::declared(hex("1813"), false);
    let with = |of: Battle| {
        active(|_, activation| {
            activation.attacks = 1;
            activation.battle = Some(of);
        })
    };
    assert_eq!(with(battle), [""; 0]);
    assert_eq!(active(|_, activation| activation.battle = Some(battle)), ["activation BCS-FAT-1"]);
    assert_eq!(with(Battle::declared(hex("1814"), false)), ["activation BCS-ATT-1"]);
    let units = Battle { stage: Stage::Units, defender: Some(unit("R1-g1")), ..battle };
    assert_eq!(with(units), [""; 0]);
    assert_eq!(with(Battle { defender: None, ..units }), ["activation BCS-ATT-1"]);
    assert_eq!(with(Battle { defender: Some(unit("R1-g2")), ..units }), ["activation BCS-ATT-1"]);
    // Nobody stands there who could shock.
    assert_eq!(with(Battle { shock: true, ..units }), ["activation BCS-ATT-1"]);
    let fire = Battle { stage: Stage::Fire, attacker: Some(unit("B1-m1")), ..units };
    assert_eq!(with(fire), [""; 0]);
    assert_eq!(with(Battle { attacker: None, ..fire }), ["activation BCS-ATT-1"]);
    assert_eq!(with(Battle { attacker: Some(unit("B2-i1")), ..fire }), ["activation BCS-ATT-3"]);
    assert_eq!(with(Battle { assist: fire.attacker, ..fire }), ["activation BCS-ATT-3"]);
    assert_eq!(with(Battle { fire: Some(unit("B1-flak")), ..fire }), ["activation BCS-BAR-9"]);
    assert_eq!(with(Battle { stage: Stage::Losses, steps: 1, ..fire }), ["activation BCS-ATT-1"]);
    assert_eq!(with(Battle { stage: Stage::Retreats, ..fire }), ["activation BCS-ATT-1"]);
    assert_eq!(with(Battle { stage: Stage::Advance, ..fire }), ["activation BCS-ATT-1"]);
}
