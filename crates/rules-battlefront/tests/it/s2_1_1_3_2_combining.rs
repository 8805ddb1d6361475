//! [BF-2.1.1.3.2] Combining understrength formations.

use kernel::System;
use kernel::view::FieldKind;
use rules_battlefront::rules::s2_1_1_3_2_combining::combined_discipline;
use rules_battlefront::rules::s2_1_1_4_1_base_force::limits;
use rules_battlefront::words::{StandState, Standing};
use rules_battlefront::{Battlefront, Facts, Side, Step};
use serde_json::{Value, json};

use crate::table::{GERMAN, RUSSIAN, Table, id};

fn combine(keep: &str, strike: &str, command: Option<&str>) -> Value {
    match command {
        Some(stand) => json!({ "do": "combine", "keep": keep, "strike": strike, "command-stand": stand }),
        None => json!({ "do": "combine", "keep": keep, "strike": strike }),
    }
}

fn element<'f>(facts: &'f mut Facts, me: &str) -> &'f mut rules_battlefront::facts::Element {
    let all = facts.sides.iter_mut().flat_map(|side| &mut side.elements);
    all.into_iter().find(|element| element.id == id(me)).expect("it stands on the roster")
}

/// 24 December with every discipline roll made: R-101 has lost 5 of 10 stands, R-103 6 of 10.
fn roster() -> Table {
    Table::rostov_24().at(Step::Roster).with(rolled)
}

fn rolled(facts: &mut Facts) {
    for element in facts.sides.iter_mut().flat_map(|side| &mut side.elements) {
        element.scenario.discipline_rolled = true;
        element.stands.iter_mut().for_each(|stand| stand.start_rolled = true);
    }
}

#[test]
fn two_infantry_formations_at_half_strength_become_one() {
    let mut table = roster();
    table.plays(RUSSIAN, combine("R-101", "R-103", Some("R-103-1")), &[]);
    let side = table.state.side(Side::FIRST);
    let (kept, struck) =
        (side.element(id("R-101")).expect("kept"), side.element(id("R-103")).expect("told of"));
    assert_eq!(struck.standing, Standing::Struck);
    // Five and four stands, one command stand too many.
    assert_eq!((kept.strength(), kept.full_strength, kept.baseline, kept.losses), (8, 8, 8, 0));
    assert_eq!(kept.discipline, id("Raw"), "one worse than Trained");
    let lost = side.stand(id("R-101-1")).expect("the command stand that was not kept").1;
    assert_eq!(lost.state, StandState::Lost);
    let group = table.state.setup_of(Side::FIRST).group(id("RI1")).expect("on the chart");
    assert_eq!(limits(&table.state, Side::FIRST, group).campaign, 3, "the struck one is still counted");
}

#[test]
fn discipline_is_one_worse_than_the_better_of_the_two() {
    for (first, second, result) in [
        ("Experienced", "Experienced", "Trained"),
        ("Veteran", "Experienced", "Experienced"),
        ("Experienced", "Veteran", "Experienced"),
        ("Raw", "Raw", "Raw"),
        ("Elite", "Raw", "Veteran"),
    ] {
        let table = roster().with(|facts| {
            element(facts, "R-101").discipline = id(first);
            element(facts, "R-103").discipline = id(second);
        });
        let side = table.state.side(Side::FIRST);
        let pair = (side.element(id("R-101")).expect("there"), side.element(id("R-103")).expect("there"));
        assert_eq!(combined_discipline(&table.state, pair.0, pair.1), id(result), "{first}, {second}");
    }
}

#[test]
fn half_is_needed_of_both() {
    let rule = "BF-2.1.1.3.2-1";
    let four_lost = roster().with(|facts| element(facts, "R-101").stands[7].state = StandState::Here);
    four_lost.refuses(RUSSIAN, combine("R-101", "R-103", Some("R-101-1")), "not-eligible", rule);
    four_lost.refuses(RUSSIAN, combine("R-103", "R-101", Some("R-101-1")), "not-eligible", rule);
}

/// Combining follows the rolls of the same step: while two formations could be combined, no key closes the step with them.
#[test]
fn the_rolls_close_the_step_only_where_nothing_can_be_combined() {
    let keys = |table: &Table| {
        let view = Battlefront::view(&table.state, RUSSIAN);
        let forms = view.forms();
        let all = forms.iter().find(|form| form.id == "roll-all").expect("rolls are due");
        let closes = all.fields.iter().find(|field| field.key == "close").expect("asked");
        let FieldKind::One { choices, .. } = &closes.kind else { panic!("{closes:?}") };
        let said = serde_json::to_string(&view).expect("plain").contains("Combining follows the rolls");
        (choices.len(), said)
    };
    let rolls = Table::rostov_24().at(Step::Roster);
    assert_eq!(keys(&rolls), (1, true));
    let strong = rolls.with(|facts| element(facts, "R-101").stands[7].state = StandState::Here);
    assert_eq!(keys(&strong), (2, false));
    // Why they cannot is said before the rolls as well.
    let said = crate::view_support::json(&strong.state, RUSSIAN);
    assert!(said.contains("half is needed"));
}

#[test]
fn strength_is_measured_against_the_day_it_joined() {
    // A day's baseline says nothing here: R-101 starts the day with "no losses" and may still combine.
    let mut table =
        roster().with(|facts| (element(facts, "R-101").baseline, element(facts, "R-101").losses) = (5, 0));
    table.plays(RUSSIAN, combine("R-101", "R-103", Some("R-101-1")), &[]);
}

#[test]
fn class_and_type_are_the_same_unless_both_are_infantry() {
    let rule = "BF-2.1.1.3.2-1";
    let down = |facts: &mut Facts| {
        for me in ["R-201", "R-202"] {
            element(facts, me).stands.iter_mut().skip(3).for_each(|stand| {
                if stand.state == StandState::Here {
                    stand.state = StandState::Lost;
                }
            });
        }
        facts.wrecks.retain(|wreck| wreck.side != id("russian"));
        for me in ["R-201", "R-202"] {
            for stand in element(facts, me).stands.iter_mut().filter(|stand| stand.state == StandState::Wreck)
            {
                stand.state = StandState::Lost;
            }
        }
    };
    let table = roster().with(down);
    table.refuses(RUSSIAN, combine("R-201", "R-202", None), "not-eligible", rule);
    table.refuses(RUSSIAN, combine("R-201", "R-101", None), "not-eligible", rule);
    table.refuses(RUSSIAN, combine("R-101", "R-101", None), "not-eligible", rule);
    table.refuses(RUSSIAN, combine("R-101", "G-11", None), "unknown", rule);
    let same = table.with(|facts| {
        element(facts, "R-202").group = Some(id("RA1"));
    });
    let mut same = same;
    same.plays(RUSSIAN, combine("R-201", "R-202", None), &[]);
}

#[test]
fn nobody_combines_behind_the_enemy_s_line() {
    let table = roster().with(|facts| {
        for stand in element(facts, "R-102").stands.iter_mut().take(7) {
            stand.state = StandState::Lost;
        }
    });
    table.refuses(RUSSIAN, combine("R-101", "R-102", None), "not-eligible", "BF-2.1.1.3.2-1");
}

#[test]
fn the_command_stand_is_named_when_there_are_two() {
    let table = roster();
    table.refuses(RUSSIAN, combine("R-101", "R-103", None), "incomplete", "BF-2.1.1.3.2-4");
    table.refuses(RUSSIAN, combine("R-101", "R-103", Some("R-101-2")), "not-eligible", "BF-2.1.1.3.2-4");
    table.refuses(RUSSIAN, combine("R-101", "R-103", Some("G-11-1")), "unknown", "BF-2.1.1.3.2-1");
    let mut one = roster().with(|facts| element(facts, "R-103").stands[0].state = StandState::Lost);
    one.plays(RUSSIAN, combine("R-101", "R-103", None), &[]);
    assert!(
        one.state
            .side(Side::FIRST)
            .stand(id("R-101-1"))
            .is_some_and(|(_, stand)| stand.state == StandState::Here)
    );
}

#[test]
fn a_cap_on_the_combined_size_is_an_option() {
    let cap = |n: u8| {
        let option = format!("number_roll_max_cpp = 1\ncombine_cap = {n}");
        let table = Table::of(crate::ROSTOV, &[("number_roll_max_cpp = 1", &option)], Some(crate::ROSTOV_24));
        table.at(Step::Roster).with(rolled)
    };
    cap(7).refuses(RUSSIAN, combine("R-101", "R-103", Some("R-101-1")), "cap", "BF-2.1.1.3.2-1");
    cap(8).plays(RUSSIAN, combine("R-101", "R-103", Some("R-101-1")), &[]);
}

#[test]
fn discipline_comes_before_combining() {
    let table = Table::rostov_24().at(Step::Roster);
    table.refuses(RUSSIAN, combine("R-101", "R-103", Some("R-101-1")), "step", "BF-2.1.1-1");
}

#[test]
fn wrecks_count_as_casualties_and_pass_to_the_new_formation() {
    // Two of five T-34 lie wrecked and one more is lost: 60 %.
    let mut table = roster().with(|facts| {
        element(facts, "R-201").stands[4].state = StandState::Lost;
        let other = element(facts, "R-202");
        other.group = Some(id("RA1"));
        other.stands[1].state = StandState::Lost;
        other.stands[2].state = StandState::Lost;
    });
    table.plays(RUSSIAN, combine("R-202", "R-201", None), &[]);
    let kept = table.state.side(Side::FIRST).element(id("R-202")).expect("kept");
    assert_eq!((kept.strength(), kept.full_strength), (4, 4));
    assert_eq!(kept.stands.iter().filter(|stand| stand.state == StandState::Wreck).count(), 3);
    assert!(table.state.facts.wrecks[..3].iter().all(|wreck| wreck.element == id("R-202")));
    assert_eq!(kept.scenario.afv_lost, 3, "both records");
    // Combined once more, it is measured against its strength at forming.
    assert_eq!(table.refusal(GERMAN, combine("G-31", "G-31", None)).0, "not-eligible");
}
