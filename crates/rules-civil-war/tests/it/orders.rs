//! Orders of battle and flank marches: every rule that one can break.

use kernel::Side;
use rules_civil_war::Command;
use rules_civil_war::battle::{Flanks, Force};
use rules_civil_war::oob::Oob;
use rules_civil_war::oob::draft::draft;
use rules_civil_war::rules::s4_orders::terms;
use rules_civil_war::words::{Edge, LeaderId};
use rules_civil_war::written::Written;

use crate::table::{REBEL, UNION, at_flanks, at_orders, battle, done, first, id, refusals, refused, setup};

/// What is told of the order of the Union, changed.
fn told(change: impl FnOnce(&mut Oob)) -> Vec<String> {
    let state = at_orders(setup(), "H-open", None);
    let mut oob = draft(terms(&state.setup, battle(&state), Side::FIRST)).expect("an order");
    change(&mut oob);
    let mut told = refusals(&state, UNION, Command::SubmitOob { battle: first(), oob: Written(oob) });
    told.dedup();
    told
}

#[test]
fn every_violated_rule_is_told() {
    assert_eq!(
        told(|oob| oob.divisions[0].brigades[0].of[0].stands += 1),
        ["CWFF-4A-1 oob", "CWFF-4C-1 oob", "CWFF-R7 oob"]
    );
    assert_eq!(told(|oob| oob.divisions[0].batteries.foot += 1), ["CWFF-4A-2 oob"]);
    assert_eq!(told(|oob| oob.army_leader = None), ["CWFF-4B-1 oob"]);
    assert_eq!(told(|oob| oob.corps[0].leader = Some(id("hooker"))), ["CWFF-4B-1 oob", "CWFF-4B-2 oob"]);
    assert_eq!(told(|oob| (oob.batteries.foot, oob.corps[0].batteries.foot) = (0, 1)), ["CWFF-4E-3 oob"]);
}

#[test]
fn spans_are_told_where_they_stand() {
    let split = |oob: &mut Oob| {
        let moved = oob.divisions[0].brigades.split_off(1);
        oob.divisions[1].brigades.extend(moved);
    };
    let rules = told(split);
    assert!(
        rules.contains(&"CWFF-4C-1 oob".to_owned()) || rules.contains(&"CWFF-4D-3 oob".to_owned()),
        "{rules:?}"
    );
    let lone = told(|oob| {
        let corps = oob.corps[0].id;
        oob.divisions
            .iter_mut()
            .filter(|division| division.corps == Some(corps))
            .skip(1)
            .for_each(|d| d.corps = None);
    });
    assert!(lone.contains(&"CWFF-4C-2 oob".to_owned()), "{lone:?}");
    let mixed = told(|oob| {
        let other = oob.divisions.last().expect("divisions").brigades[0].of[0];
        oob.divisions[0].brigades[0].of[0].sp = other.sp;
    });
    assert!(mixed.contains(&"CWFF-4A-1 oob".to_owned()), "{mixed:?}");
}

fn force(oob: &Oob, leader: &str, divisions: &[usize]) -> Force {
    let brigades =
        divisions.iter().flat_map(|at| oob.divisions[*at].brigades.iter().map(|brigade| brigade.id));
    Force { leader: id(leader), brigades: brigades.collect() }
}

fn left(force: Force) -> Flanks {
    Flanks { left: Some(force), right: None }
}

#[test]
fn flank_marches_keep_their_limits() {
    let state = at_flanks(setup(), "H-open", None);
    let oob = battle(&state).halves[Side::FIRST].oob.clone().expect("an order");
    let seal = |flanks| Command::seal(first(), flanks);
    let leader: Option<LeaderId> = oob.divisions[0].leader;
    let leader = leader.expect("a counter leads it");
    let legal = left(force(&oob, leader.as_str(), &[0]));
    done(&mut state.clone(), UNION, seal(legal.clone()), &[]);
    let mut small = legal.clone();
    small.left.as_mut().expect("a force").brigades.truncate(1);
    assert_eq!(refused(&state, UNION, seal(small)), "CWFF-5B-1 flank-limit");
    assert_eq!(refused(&state, UNION, seal(left(force(&oob, "lee", &[0])))), "CWFF-5B-2 flank-leader");
    assert_eq!(refused(&state, UNION, seal(left(force(&oob, "mcclellan", &[0])))), "CWFF-5B-2 flank-leader");
    let all: Vec<usize> = (0..oob.divisions.len()).collect();
    assert_eq!(refused(&state, UNION, seal(left(force(&oob, "sumner", &all)))), "CWFF-5A-1 flank-limit");
    let twice = Flanks { right: legal.left.clone(), ..legal };
    assert_eq!(refused(&state, UNION, seal(twice)), "CWFF-5A-2 dup");
}

#[test]
fn nobody_marches_where_the_ground_forbids_it_and_a_demoralized_defender_does_not() {
    let one = |hex, side| {
        let state = at_flanks(setup(), hex, side);
        let oob = battle(&state).halves[Side::FIRST].oob.clone().expect("an order");
        let leader = oob.divisions[0].leader.expect("a counter leads it");
        refused(&state, UNION, Command::seal(first(), left(force(&oob, leader.as_str(), &[0]))))
    };
    assert_eq!([one("H-swamp", None), one("H-gap", Some(Edge::West))], ["CWFF-7C-2 flank-forbidden"; 2]);
    let worn = crate::table::changed("side = \"C\"\ndemoralized = false", "side = \"C\"\ndemoralized = true");
    let state = at_flanks(worn, "H-open", None);
    let oob = battle(&state).halves[Side::SECOND].oob.clone().expect("an order");
    let stuart =
        oob.divisions.iter().position(|division| division.leader == Some(id("stuart"))).expect("Stuart");
    let flanks = left(force(&oob, "stuart", &[stuart]));
    assert_eq!(refused(&state, REBEL, Command::seal(first(), flanks)), "CWFF-7D-1 flank-forbidden");
}
