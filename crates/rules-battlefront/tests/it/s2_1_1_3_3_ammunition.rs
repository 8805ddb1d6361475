//! [BF-2.1.1.3.3] Ammunition.

use rules_battlefront::rules::s2_1_1_3_3_ammunition::{
    CloseCombat, FirePhase, after_shot, close_combat, may_fire, rolls_for_ammunition,
};
use rules_battlefront::words::Ammunition::{self, Full, Out, Short};
use rules_battlefront::words::Status;
use rules_battlefront::{Side, Step};
use serde_json::json;

use crate::ROSTOV;
use crate::table::{GERMAN, RUSSIAN, Table, id};

#[test]
fn a_one_makes_short_and_a_further_one_out() {
    assert_eq!([after_shot(Full, 1), after_shot(Full, 2)], [Short, Full]);
    assert_eq!([after_shot(Short, 1), after_shot(Short, 2)], [Out, Short]);
    assert_eq!(after_shot(Out, 10), Out);
}

#[test]
fn who_began_cut_off_or_is_short_rolls() {
    assert!(rolls_for_ammunition(Status::CutOff, Full));
    assert!(rolls_for_ammunition(Status::Normal, Short) && rolls_for_ammunition(Status::Isolated, Short));
    assert!(!rolls_for_ammunition(Status::Isolated, Full) && !rolls_for_ammunition(Status::Normal, Full));
    assert!(!rolls_for_ammunition(Status::CutOff, Out), "who does not fire does not roll");
}

#[test]
fn what_short_and_out_forbid() {
    assert!(may_fire(Full, FirePhase::Other));
    assert!(may_fire(Short, FirePhase::Defensive) && !may_fire(Short, FirePhase::Other));
    assert!(!may_fire(Out, FirePhase::Defensive));
    let in_close_combat = [CloseCombat::AsRated, CloseCombat::With(-1), CloseCombat::Rated(-1)];
    assert_eq!([Full, Short, Out].map(close_combat), in_close_combat);
}

fn after_the_roster(table: Table, ammunition: Ammunition) -> Ammunition {
    let mut table = table.at(Step::Roster).with(|facts| {
        facts.sides[0].elements[0].stands[0].ammunition = ammunition;
        for element in facts.sides.iter_mut().flat_map(|side| &mut side.elements) {
            element.scenario.discipline_rolled = true;
            element.stands.iter_mut().for_each(|stand| stand.start_rolled = true);
        }
    });
    table.plays(RUSSIAN, json!({ "do": "done" }), &[]);
    table.plays(GERMAN, json!({ "do": "done" }), &[]);
    table.state.side(Side::FIRST).stand(id("R-101-1")).expect("on the roster").1.ammunition
}

#[test]
fn a_normal_stand_recovers_unless_the_campaign_overrides() {
    for ammunition in [Short, Out] {
        assert_eq!(after_the_roster(Table::rostov_24(), ammunition), Full);
        let option = [("number_roll_max_cpp = 1", "number_roll_max_cpp = 1\nammunition_recovery = false")];
        let table = Table::of(ROSTOV, &option, Some(crate::ROSTOV_24));
        assert_eq!(after_the_roster(table, ammunition), ammunition);
    }
}
