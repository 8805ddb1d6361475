//! [BF-2.1.1.3.1.O] Discipline changes, BF-T5.

use rules_battlefront::facts::Starts;
use rules_battlefront::rules::s2_1_1_3_1_o_discipline::owed;
use rules_battlefront::rules::s2_1_1_3_1_o_discipline::{DisciplineRolled, StandDisciplineRolled};
use rules_battlefront::setup::charts::DisciplineChange;
use rules_battlefront::words::{SlotKind, StandState, Standing, Status};
use rules_battlefront::{Event, Facts, Side, Step};
use serde_json::json;

use crate::table::{GERMAN, RUSSIAN, Table, id};
use crate::{MIUS, ROSTOV};

fn roll(me: &str) -> serde_json::Value {
    json!({ "do": "discipline-roll", "me": me })
}

fn roll_stand(stand: &str) -> serde_json::Value {
    json!({ "do": "discipline-roll", "stand": stand })
}

fn roster() -> Table {
    Table::rostov_24().at(Step::Roster)
}

fn element<'f>(facts: &'f mut Facts, me: &str) -> &'f mut rules_battlefront::facts::Element {
    let all = facts.sides.iter_mut().flat_map(|side| &mut side.elements);
    all.into_iter().find(|element| element.id == id(me)).expect("it stands on the roster")
}

#[test]
fn each_row_of_the_chart_holds_its_bounds() {
    // G-11 is Experienced with +5 for kills and +2 for close combats.
    for (die, change, discipline) in [
        (94, DisciplineChange::Improves, "Veteran"),
        (93, DisciplineChange::Unchanged, "Experienced"),
        (1, DisciplineChange::Unchanged, "Experienced"),
    ] {
        let mut table = roster();
        let events = table.plays(GERMAN, roll("G-11"), &[die]);
        let discipline = id(discipline);
        assert_eq!(
            events,
            [Event::DisciplineRolled(DisciplineRolled {
                side: Side::SECOND,
                me: id("G-11"),
                change,
                discipline
            })]
        );
        assert_eq!(
            table.state.side(Side::SECOND).element(id("G-11")).map(|element| element.discipline),
            Some(discipline)
        );
        table.refuses(GERMAN, roll("G-11"), "dup", "BF-2.1.1.3.1.O-3");
    }
    // R-103 is Raw with 60 % lost, two panicked and two close combats lost: −2 −4 −2.
    for (die, change) in [(8, DisciplineChange::Worsens), (9, DisciplineChange::Unchanged)] {
        let mut table = roster();
        let events = table.plays(RUSSIAN, roll("R-103"), &[die]);
        assert_eq!(table.modifiers(), [-2, -4, 0, 0, -2, 0, 0]);
        assert!(
            matches!(events[0], Event::DisciplineRolled(DisciplineRolled { change: met, discipline, .. }) if met == change && discipline == id("Raw"))
        );
    }
}

#[test]
fn the_best_level_does_not_improve() {
    let mut table = roster().with(|facts| element(facts, "G-11").discipline = id("Elite"));
    table.plays(GERMAN, roll("G-11"), &[100]);
    assert_eq!(
        table.state.side(Side::SECOND).element(id("G-11")).map(|element| element.discipline),
        Some(id("Elite"))
    );
}

#[test]
fn of_the_casualties_only_the_worst_applies() {
    for (losses, amount) in [(2, 0), (3, -1), (4, -1), (5, -2), (7, -2), (8, -4), (10, -4)] {
        let mut table = roster().with(|facts| element(facts, "G-11").scenario.losses = losses);
        table.plays(GERMAN, roll("G-11"), &[50]);
        assert_eq!(table.modifiers()[0], amount, "{losses} of 10");
    }
}

#[test]
fn starts_behind_the_line_count_with_the_coming_one() {
    for (starts, status, amounts) in [
        (Starts { isolated: 1, cut_off: 0 }, Status::Isolated, [-6, 0]),
        (Starts { isolated: 1, cut_off: 1 }, Status::CutOff, [-3, -12]),
        (Starts::default(), Status::CutOff, [0, -6]),
    ] {
        let mut table = roster().with(|facts| {
            let element = element(facts, "G-11");
            element.starts = starts;
            for stand in element.stands.iter_mut().filter(|stand| stand.state == Default::default()) {
                (stand.status, stand.at) = (status, Some(Default::default()));
            }
        });
        table.plays(GERMAN, roll("G-11"), &[50]);
        assert_eq!(table.modifiers()[5..], amounts, "{starts:?} {status}");
    }
}

#[test]
fn a_formation_is_isolated_by_majority_any_or_all_of_its_stands() {
    // Two of the five living stands of G-12 are isolated.
    for (option, isolated) in [("majority", 0), ("any", -3), ("all", 0)] {
        let mut table = Table::rostov_24_with(&format!("isolated_me = \"{option}\"")).at(Step::Roster);
        table.plays(GERMAN, roll("G-12"), &[50]);
        assert_eq!(table.modifiers()[5], isolated, "{option}");
    }
    for (option, isolated) in [("majority", -3), ("any", -3), ("all", 0)] {
        let table = Table::rostov_24_with(&format!("isolated_me = \"{option}\"")).at(Step::Roster);
        let mut table = table.with(|facts| {
            let stand = &mut element(facts, "G-12").stands[7];
            (stand.status, stand.at) = (Status::Isolated, Some(Default::default()));
        });
        table.plays(GERMAN, roll("G-12"), &[50]);
        assert_eq!(table.modifiers()[5], isolated, "three of five, {option}");
    }
}

#[test]
fn a_stand_cut_off_rolls_for_itself_and_only_a_decrease_counts() {
    let mut table = roster();
    let events = table.plays(RUSSIAN, roll_stand("R-102-9"), &[6]);
    assert_eq!(table.modifiers(), [0, -6]);
    let discipline = id("Raw");
    let change = DisciplineChange::Worsens;
    assert_eq!(
        events,
        [Event::StandDisciplineRolled(StandDisciplineRolled {
            side: Side::FIRST,
            stand: id("R-102-9"),
            change,
            discipline
        })]
    );
    let (element, stand) = table.state.side(Side::FIRST).stand(id("R-102-9")).expect("on the roster");
    assert_eq!((stand.discipline, element.discipline), (Some(id("Raw")), id("Trained")), "the stand alone");
    table.refuses(RUSSIAN, roll_stand("R-102-9"), "dup", "BF-2.1.1.3.1.O-4");
    table.plays(RUSSIAN, roll_stand("R-102-10"), &[7]);
    assert_eq!(
        table.state.side(Side::FIRST).stand(id("R-102-10")).and_then(|(_, stand)| stand.discipline),
        None
    );
    table.refuses(RUSSIAN, roll_stand("R-102-1"), "not-eligible", "BF-2.1.1.3.1.O-4");
    table.refuses(GERMAN, roll_stand("G-12-9"), "not-eligible", "BF-2.1.1.3.1.O-4");
    table.refuses(GERMAN, roll_stand("R-102-9"), "unknown", "BF-2.1.1.3.1.O-4");
}

#[test]
fn who_was_not_in_combat_does_not_roll() {
    let table = roster();
    table.refuses(RUSSIAN, roll("R-301"), "not-eligible", "BF-2.1.1.3.1.O-3");
    table.refuses(RUSSIAN, roll("G-11"), "unknown", "BF-2.1.1.3.1.O-3");
    // After a scenario that a formation stayed out of, its older record is no longer the previous one.
    let older = roster().with(|facts| (facts.scenarios, facts.last_day_fought) = (2, 2));
    older.refuses(GERMAN, roll("G-11"), "not-eligible", "BF-2.1.1.3.1.O-3");
}

/// [BF-2.1.1.3.1.O-3] A reason that is so: it was in combat, and is in play no more.
#[test]
fn who_fought_and_is_out_of_play_reads_why() {
    let says = |change: &dyn Fn(&mut rules_battlefront::facts::Element), option: &str| {
        let table =
            Table::rostov_24_with(option).at(Step::Roster).with(|facts| change(element(facts, "G-11")));
        let (code, rule, sentence) = table.refusal(GERMAN, roll("G-11"));
        assert_eq!((code, rule), ("not-eligible", "BF-2.1.1.3.1.O-3"));
        sentence
    };
    let scenario = "discipline_scope = \"scenario\"";
    let struck = |element: &mut rules_battlefront::facts::Element| element.standing = Standing::Struck;
    assert_eq!(says(&struck, scenario), "G-11 was struck when it was combined.");
    let withdrawn = |element: &mut rules_battlefront::facts::Element| element.standing = Standing::Withdrawn;
    assert_eq!(says(&withdrawn, scenario), "G-11 has been withdrawn for the rest of the campaign.");
    let lost = |element: &mut rules_battlefront::facts::Element| {
        element.stands.iter_mut().for_each(|stand| stand.state = StandState::Lost);
    };
    assert_eq!(says(&lost, scenario), "G-11 has no living stand.");
    let idle = |element: &mut rules_battlefront::facts::Element| {
        (element.scenario.fought, element.day.fought) = (false, false);
    };
    assert_eq!(says(&idle, scenario), "1./Grenadier (G-11) was not in combat in the previous scenario.");
    assert_eq!(
        says(&idle, "discipline_scope = \"day\""),
        "1./Grenadier (G-11) was not in combat on the last day of fighting."
    );
}

#[test]
fn the_whole_day_is_an_option() {
    // The day's record sums two scenarios, of which the formation fought in the first only.
    let table = Table::rostov_24_with("discipline_scope = \"day\"").at(Step::Roster);
    let mut table = table.with(|facts| {
        facts.scenarios = 2;
        element(facts, "G-11").day.kills = 9;
    });
    table.plays(GERMAN, roll("G-11"), &[50]);
    assert_eq!(table.modifiers()[2], 9);
}

#[test]
fn mornings_but_the_first_and_only_where_the_option_is_on() {
    let off = Table::of(
        ROSTOV,
        &[("discipline_changes = true", "discipline_changes = false")],
        Some(crate::ROSTOV_24),
    );
    let off = off.at(Step::Roster);
    off.refuses(GERMAN, roll("G-11"), "option-off", "BF-2.1.1.3.1.O-1");
    assert!(owed(&off.state, Side::SECOND).is_empty());
    let first = Table::rostov().with(|facts| {
        facts.weather = Some(1);
        facts.step = Step::Opening;
    });
    assert!(owed(&first.state, Side::SECOND).is_empty());
    let afternoon =
        Table::of(MIUS, &[], None).with(|facts| (facts.day, facts.slot) = (2, 2)).at(Step::Roster);
    assert_eq!(afternoon.state.slot_kind(), SlotKind::Afternoon);
    afternoon.refuses(GERMAN, roll("G-1"), "step", "BF-2.1.1.3.1.O-2");
}

#[test]
fn the_odds_follow_the_modifier() {
    // Net +7: 7 % improve. Net −8: 8 % worsen.
    assert_eq!(roster().odds(GERMAN, roll("G-11")).chance("Improves by one level"), (7, 100));
    assert_eq!(roster().odds(RUSSIAN, roll("R-103")).chance("Worsens by one level"), (2, 25));
}
