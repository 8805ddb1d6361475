//! BCS-TURN-10: orders.

use std::sync::Arc;

use kernel::{Audience, Seat, Side, System};
use rules_bcs::charts::s8_snafu::Level;
use rules_bcs::state::{Activation, HqState, Step};
use rules_bcs::{BattalionCombat, Choice, Command, Event, Facts, Phase, SARN_WEST, Scenario, State};

use crate::table::*;

fn ordered() -> Arc<Scenario> {
    let text = SARN_WEST.replace("orders = false", "orders = true");
    Scenario::load("ordered.toml", &text).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

fn order(to: &str, route: &str, recovery: bool, prepared: bool) -> Command {
    Command::Order { formation: formation(to), route: path(route), recovery, prepared }
}

fn at_orders() -> State {
    opened(ordered(), |facts| facts.phase = Phase::Orders)
}

/// The 7th at a step, with or without an order.
fn under(route: Option<&str>, step: Step, change: impl FnOnce(&mut Facts)) -> State {
    let mut state = at_orders();
    if let Some(route) = route {
        done(&mut state, BLUE, order("B1", route, false, false), &[]);
    }
    let mut facts = state.facts.clone();
    (facts.phase, facts.go) = (Phase::Activations, Some(Side::FIRST));
    body(&mut facts, "B1").state = HqState::Used;
    let begun = Activation::begin(formation("B1"), false, true);
    let level = (step != Step::Preparation).then_some(Level::Full);
    facts.activation = Some(Activation { step, level, ..begun });
    change(&mut facts);
    BattalionCombat::open_position(ordered(), facts).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

#[test]
fn orders_are_recorded_after_the_assignment_by_both_sides_in_secret() {
    let mut state = opened(ordered(), |facts| (facts.turn, facts.phase) = (2, Phase::Assignment));
    done(&mut state, BLUE, Command::Close, &[]);
    done(&mut state, RED, Command::Close, &[]);
    assert_eq!(state.facts.phase, Phase::Orders);
    assert_eq!(refused(&state, BLUE, order("R1", "1713", false, false)), "BCS-ACT-18 formation");
    assert_eq!(refused(&state, BLUE, order("B1", "9999", false, false)), "BCS-TURN-10 hex");
    let long = "1713 ".repeat(9);
    assert_eq!(refused(&state, BLUE, order("B1", &long, false, false)), "BCS-TURN-10 long");
    let (events, _) = done(&mut state, BLUE, order("B1", "1713 2112", true, false), &[]);
    assert_eq!(BattalionCombat::audience(&events[0]), Audience::Side(0));
    let kept = of(&state, "B1").order.clone().expect("an order");
    assert_eq!((kept.route, kept.recovers, kept.prepares), (path("1413 1713 2112"), true, false));
    done(&mut state, BLUE, Command::Close, &[]);
    assert_eq!(refused(&state, BLUE, order("B1", "1713", false, false)), "BCS-TURN-2 closed");
    done(&mut state, RED, Command::Close, &[]);
    assert_eq!(state.facts.phase, Phase::FirstRoll);
    // Pages of the enemy and of strangers show none of it.
    let shows = |seat: Seat| {
        format!("{:?}", BattalionCombat::view(&state, seat)).contains("2112 Talhof – recover")
            || format!("{:?}", BattalionCombat::view(&state, seat)).contains("and recover")
    };
    assert!(shows(BLUE) && shows(Seat::Umpire) && !shows(RED) && !shows(Seat::Spectator));
    // Without the switch there is no such step.
    let mut plain = opened(west(), |facts| (facts.turn, facts.phase) = (2, Phase::Assignment));
    done(&mut plain, BLUE, Command::Close, &[]);
    done(&mut plain, RED, Command::Close, &[]);
    assert_eq!(plain.facts.phase, Phase::FirstRoll);
    assert_eq!(refused(&plain, BLUE, order("B1", "1713", false, false)), "BCS-ACT-18 phase");
}

#[test]
fn a_formation_neither_looks_nor_leads_far_from_its_route() {
    let place = |at: &str| Command::Objective { at: hex(at), combat: true };
    // From the HQ at 1413 along the highway.
    let state = under(Some("1713"), Step::Objectives, |_| {});
    assert_eq!(refused(&state, BLUE, place("1717")), "BCS-TURN-10 route");
    done(&mut state.clone(), BLUE, place("1715"), &[]);
    assert_eq!(refused(&state, BLUE, place("1716")), "BCS-TURN-10 route");
    // Without an order it stays.
    let none = under(None, Step::Objectives, |_| {});
    assert_eq!(refused(&none, BLUE, place("1713")), "BCS-TURN-10 route");
    done(&mut none.clone(), BLUE, place("1613"), &[]);
    let moves = under(Some("1713"), Step::Activities, |_| {});
    let hq = |way: &str| Command::MoveHq { path: path(way), hq: None };
    assert_eq!(refused(&moves, BLUE, hq("1313 1212 1112")), "BCS-TURN-10 route");
    done(&mut moves.clone(), BLUE, hq("1313 1212"), &[]);
    // A Recon unit looks no farther.
    let recon = under(Some("1113"), Step::Activities, |_| {});
    assert_eq!(
        refused(&recon, BLUE, Command::Recon { unit: unit("B1-rec"), at: hex("1714") }),
        "BCS-TURN-10 route"
    );
}

#[test]
fn it_recovers_and_creates_prepared_defense_only_where_that_is_ordered() {
    let plain = under(Some("1713"), Step::Preparation, |_| {});
    let prepare = |prepared, recovery| Command::Prepare { prepared, recovery };
    assert_eq!(refused(&plain, BLUE, prepare(true, false)), "BCS-TURN-10 prepare");
    assert_eq!(refused(&plain, BLUE, prepare(false, true)), "BCS-TURN-10 recover");
    let has = under(Some("1713"), Step::Preparation, |facts| body(facts, "B1").prepared = true);
    // What it has it may keep.
    done(&mut has.clone(), BLUE, prepare(true, false), &[&[3, 3]]);
    let told = under(Some("1713"), Step::Preparation, |facts| {
        let order = body(facts, "B1").order.as_mut().expect("an order");
        (order.recovers, order.prepares) = (true, true);
    });
    done(&mut told.clone(), BLUE, prepare(true, true), &[]);
    // A Failure Flip is not planned.
    let mut failed = under(Some("1713"), Step::Failure, |facts| {
        facts.activation.as_mut().expect("an activation").level = Some(Level::Fail);
    });
    done(&mut failed, BLUE, Command::Fail { flip: true }, &[]);
    let rests = under(Some("1713"), Step::Second, |facts| {
        facts.activation.as_mut().expect("an activation").level = Some(Level::Full);
    });
    assert_eq!(refused(&rests, BLUE, Command::Second { choice: Choice::Rest }), "BCS-TURN-10 recover");
}

#[test]
fn when_the_game_ends_both_sides_read_the_orders() {
    let mut state = at_orders();
    done(&mut state, RED, order("R1", "1713", false, false), &[]);
    let mut facts = state.facts.clone();
    (facts.turn, facts.phase, facts.go) = (3, Phase::Activations, Some(Side::SECOND));
    for one in &mut facts.formation {
        one.state = HqState::Done;
    }
    body(&mut facts, "R1").state = HqState::Used;
    let mut state =
        BattalionCombat::open_position(ordered(), facts).unwrap_or_else(|faults| panic!("{faults:#?}"));
    done(&mut state, RED, activate("R1"), &[]);
    let (events, _) = done(&mut state, RED, Command::Second { choice: Choice::Skip }, &[]);
    let shown = events.iter().find_map(|event| match event {
        Event::OrdersShown(shown) => Some(shown),
        _ => None,
    });
    let shown = shown.expect("the orders are shown");
    assert_eq!((shown.orders.len(), shown.orders[0].turn), (1, 3));
    assert_eq!(shown.orders[0].order.route, path("2112 1713"));
    assert!(state.formations().all(|body| body.facts.order.is_none()));
}
