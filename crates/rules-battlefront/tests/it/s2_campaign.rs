//! [BF-2] Days, length and victory.

use kernel::{PerSide, Seat, System};
use rules_battlefront::facts::CampaignResult;
use rules_battlefront::rules::s2_campaign::VictoryDeclared;
use rules_battlefront::rules::s2_campaign::scores;
use rules_battlefront::words::{Edge, StandState};
use rules_battlefront::{Battlefront, Event, Side, Step};
use serde_json::json;

use crate::table::{RUSSIAN, Table, id};
use crate::{ROSTOV, ROSTOV_24};

#[test]
fn victory_is_declared_after_the_last_slot_and_not_before() {
    let table = Table::rostov_24();
    table.refuses(Seat::Umpire, json!({ "do": "declare-victory" }), "step", "BF-2-4");
    table.refuses(RUSSIAN, json!({ "do": "declare-victory" }), "actor", "BF-2-4");
    let mut last = table.with(|facts| (facts.day, facts.step) = (5, Step::Victory));
    let events = last.plays(Seat::Umpire, json!({ "do": "declare-victory" }), &[]);
    // The Soviet side holds Hill 98 and the North Farm: 5 points, a German victory.
    assert_eq!(
        events,
        [Event::VictoryDeclared(VictoryDeclared { winner: Some(Side::SECOND), scores: PerSide::new(5, 0) })]
    );
    assert_eq!(
        last.state.facts.result,
        Some(CampaignResult { winner: Some(id("german")), scores: PerSide::new(5, 0) })
    );
    assert_eq!(last.state.step(), Step::Over);
    let told = |scores: PerSide<i32>| {
        let campaign = last.state.campaign();
        let event = Event::VictoryDeclared(VictoryDeclared { winner: Some(Side::SECOND), scores });
        Battlefront::narrate(campaign, &event).plain(&Battlefront::sides(campaign))
    };
    for (score, band) in [(5, "5 or less"), (6, "6 to 8"), (8, "6 to 8"), (9, "9 or more")] {
        let words = told(PerSide::new(score, 0));
        assert!(words.contains(&format!("The score of Soviet decides: it is {band}.")), "{words}");
    }
}

#[test]
fn a_campaign_may_be_evaluated_after_any_slot() {
    let change = [("evaluate = \"end\"", "evaluate = \"any-slot\"")];
    let mut table = Table::of(ROSTOV, &change, Some(ROSTOV_24));
    table.plays(Seat::Umpire, json!({ "do": "declare-victory" }), &[]);
    let first = Table::of(ROSTOV, &change, None);
    first.refuses(Seat::Umpire, json!({ "do": "declare-victory" }), "step", "BF-2-4");
}

#[test]
fn scores_count_control_and_stands_that_exited() {
    let table = Table::rostov_24();
    assert_eq!(*scores(&table.state).as_array(), [5, 0]);
    // Five infantry stands over the south edge make one point; a tank makes none.
    let exited = table.with(|facts| {
        for (element, n) in [("R-101", 4), ("R-103", 1), ("R-201", 1)] {
            let element = facts.sides[0].elements.iter_mut().find(|known| known.id == id(element));
            let living = element.expect("it stands on the roster").stands.iter_mut();
            for stand in living.filter(|stand| stand.state == StandState::Here).take(n) {
                (stand.state, stand.exit) = (StandState::Exited, Some(Edge::South));
            }
        }
    });
    assert_eq!(*scores(&exited.state).as_array(), [6, 0]);
}

#[test]
fn the_length_played_may_be_shorter_than_the_file() {
    let three = Table::of(
        ROSTOV,
        &[("number_roll_max_cpp = 1", "number_roll_max_cpp = 1\ndays = 3")],
        Some(ROSTOV_24),
    );
    assert_eq!(three.state.n_days(), 3);
    let mut last = three.with(|facts| facts.day = 3).at(Step::OvernightWithdrawal);
    for seat in [RUSSIAN, crate::table::GERMAN] {
        let owed = last.state.clone();
        for roll in rules_battlefront::rules::s2_1_scenarios::open_rolls(&owed, side_of(seat)) {
            let rules_battlefront::rules::s2_1_scenarios::OpenRoll::Withdrawal(me) = roll else { continue };
            last.plays(seat, json!({ "do": "withdraw-roll", "me": me }), &[10]);
        }
        last.plays(seat, json!({ "do": "done" }), &[]);
    }
    assert_eq!(last.state.step(), Step::Victory);
}

fn side_of(seat: Seat) -> Side {
    Side::of(seat).expect("a side")
}
