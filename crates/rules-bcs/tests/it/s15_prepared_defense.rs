//! BCS-PD: the check list of Prepared Defense.

use kernel::grammar::{holds, why_not};
use rules_bcs::Command;
use rules_bcs::charts::s8_snafu::Level;
use rules_bcs::charts::s15_prepared_defense::{ENTRY, Entry, is_eligible, may_create};
use rules_bcs::state::{Activation, Halt, HqState, Step, Trains};

use crate::table::*;

#[test]
fn prepared_defense_needs_all_of_its_check_list() {
    let good = Entry { arty_points: 1, blocked: 0, initial: true };
    assert!(holds(|why| may_create(&good, why)));
    let bad = [
        (
            Entry { arty_points: 0, ..good },
            "BCS-PD-1",
            "needs at least one Arty Point, and the formation has none",
        ),
        (Entry { blocked: 1, ..good }, "BCS-PD-1", "cannot be created with an MSR Blocked marker"),
        (Entry { initial: false, ..good }, "BCS-PD-7", "cannot be created in a Second Activation"),
    ];
    assert_eq!(bad.len(), ENTRY.lines.len());
    for (bad, rule, words) in bad {
        let no = why_not(|why| may_create(&bad, why)).unwrap();
        assert_eq!(no.rule.0, rule);
        assert!(no.sentence.contains(words), "{}", no.sentence);
    }
    assert!(is_eligible(true, true, true));
    assert!(
        ![(false, true, true), (true, false, true), (true, true, false)]
            .into_iter()
            .any(|(a, b, c)| is_eligible(a, b, c))
    );
}

/// The 7th in (b), with what is changed.
fn prepares(change: impl FnOnce(&mut rules_bcs::Facts)) -> rules_bcs::State {
    opened(west(), |facts| {
        (facts.phase, facts.go) = (rules_bcs::Phase::Activations, Some(kernel::Side::FIRST));
        body(facts, "B1").state = HqState::Used;
        facts.activation = Some(Activation::begin(formation("B1"), false, true));
        change(facts);
    })
}

#[test]
fn it_is_created_before_the_roll_and_holds_it_at_partial() {
    let create = Command::Prepare { prepared: true, recovery: false };
    let mut state = prepares(|_| {});
    done(&mut state, BLUE, create.clone(), &[&[6, 6]]);
    assert_eq!((of(&state, "B1").prepared, now(&state).level), (true, Some(Level::Partial)));
    // Whatever it comes to.
    let mut failed = prepares(|facts| body(facts, "B1").fatigue = rules_bcs::charts::Fatigue::F4);
    done(&mut failed, BLUE, create.clone(), &[&[1, 1]]);
    assert_eq!((of(&failed, "B1").prepared, now(&failed).level), (true, Some(Level::Fail)));
    let none = prepares(|facts| body(facts, "B1").arty_points = 0);
    assert_eq!(refused(&none, BLUE, create.clone()), "BCS-PD-1 arty-point");
    let blocked = prepares(|facts| body(facts, "B1").blocked = 1);
    assert_eq!(refused(&blocked, BLUE, create.clone()), "BCS-PD-1 blocked");
    let second = prepares(|facts| facts.activation.as_mut().unwrap().second = true);
    assert_eq!(refused(&second, BLUE, create.clone()), "BCS-PD-7 initial");
    // What there is may be kept in a Second Activation, and it recovers.
    let mut kept = prepares(|facts| {
        body(facts, "B1").prepared = true;
        body(facts, "B1").fatigue = rules_bcs::charts::Fatigue::F1;
        facts.activation.as_mut().unwrap().second = true;
    });
    done(&mut kept, BLUE, Command::Prepare { prepared: true, recovery: true }, &[]);
    assert_eq!((of(&kept, "B1").prepared, of(&kept, "B1").fatigue), (true, rules_bcs::charts::Fatigue::F0));
}

#[test]
fn an_msr_blocked_marker_ends_it_before_it_could_be_kept() {
    let mut state = opened(west(), |facts| {
        (facts.phase, facts.go) = (rules_bcs::Phase::Activations, Some(kernel::Side::FIRST));
        let body = body(facts, "B1");
        (body.trains, body.prepared) = (Trains::OffMap, true);
    });
    done(&mut state, BLUE, activate("B1"), &[]);
    assert_eq!((of(&state, "B1").blocked, of(&state, "B1").prepared), (1, false));
}

#[test]
fn barrages_leave_it_and_it_counts_for_engagements_and_own_attacks() {
    // All Arty Points are spent on barrages: they count still.
    let mut state = acts(BLUE, "B1", Level::Full, &["1813"], |facts| body(facts, "B1").prepared = true);
    let barrage = Command::Barrage { target: hex("1813"), spotter: unit("B1-m1"), air: false };
    done(&mut state, BLUE, barrage.clone(), &[&[1]]);
    // Outside an attack the spotter is STOPPED, and may spot again.
    assert_eq!(at(&state, "B1-m1").halt, Halt::Stopped);
    done(&mut state, BLUE, barrage.clone(), &[&[1]]);
    assert!(of(&state, "B1").prepared);
    assert_eq!(refused(&state, BLUE, barrage), "BCS-BAR-5 points");
    // Air Points are the side's, and spent for the turn.
    let mut air =
        acts(BLUE, "B1", Level::Partial, &["1813"], |facts| facts.pool[kernel::Side::FIRST].air = 1);
    let strike = Command::Barrage { target: hex("1813"), spotter: unit("B1-m1"), air: true };
    done(&mut air, BLUE, strike.clone(), &[&[6]]);
    assert_eq!((at(&air, "R1-g1").lost, air.facts.pool[kernel::Side::FIRST].air), (1, 0));
    assert_eq!(refused(&air, BLUE, strike), "BCS-BAR-5 points");
    // A unit that defends prepared is engaged from beside it alone.
    let far = acts(BLUE, "B1", Level::Full, &["1714"], |facts| {
        body(facts, "R1").prepared = true;
        piece(facts, "R1-t1").at = Some(hex("1714"));
    });
    let engage = |id: &str| Command::Engage { unit: unit(id), target: unit("R1-t1") };
    assert_eq!(refused(&far, BLUE, engage("B1-flak")), "BCS-ENG-10 prepared");
    // Beside it: AV 4, AR 4 against AV 4, AR 4, prepared +1: −1.
    let (_, rolls) = done(&mut far.clone(), BLUE, engage("B1-t1"), &[&[3, 3]]);
    assert_eq!(rolls[0].total, 5);
}

#[test]
fn with_a_move_of_the_hq_it_is_gone() {
    let mut state = acts(BLUE, "B1", Level::Full, &[], |facts| body(facts, "B1").prepared = true);
    done(&mut state, BLUE, Command::MoveHq { path: path("1313"), hq: None }, &[]);
    assert!(!of(&state, "B1").prepared);
    let mut state = acts(BLUE, "B1", Level::Full, &[], |facts| body(facts, "B1").prepared = true);
    done(&mut state, BLUE, Command::LeaveDefense, &[]);
    assert!(!of(&state, "B1").prepared && now(&state).step == Step::Activities);
    assert_eq!(refused(&state, BLUE, Command::LeaveDefense), "BCS-PD-3 none");
}

#[test]
fn odds_before_the_roll_say_what_prepared_defense_makes_of_it() {
    use kernel::System;
    use rules_bcs::BattalionCombat;
    const CHOICE: &str = "SNAFU if it creates Prepared Defense";
    const HELD: &str = "FULL, as PARTIAL";
    let card = |state: &rules_bcs::State| {
        serde_json::to_string(&BattalionCombat::page(state, BLUE, "activation").expect("the card")).unwrap()
    };
    let open = card(&prepares(|_| {}));
    assert!(open.contains(CHOICE) && open.contains(HELD), "{open}");
    let none = card(&prepares(|facts| body(facts, "B1").arty_points = 0));
    assert!(!none.contains(CHOICE) && !none.contains(HELD), "it cannot be created");
    let there = card(&prepares(|facts| body(facts, "B1").prepared = true));
    assert!(!there.contains(CHOICE) && there.contains(HELD), "{there}");
    assert!(there.contains("the best SNAFU Result is PARTIAL"), "{there}");
}
