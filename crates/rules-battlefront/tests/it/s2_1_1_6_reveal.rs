//! [BF-2.1.1.6] The reveal, the roll-off, and slots without a scenario.

use kernel::roll::Origin;
use kernel::{Acting, Audience, Seat, System, Transcript, judge};
use rules_battlefront::facts::Starts;
use rules_battlefront::rules::s2_1_1_6_reveal::{RollOff, ScenarioDeclared, ScenarioSkipped};
use rules_battlefront::rules::s2_1_2_8_paperwork::SlotEnded;
use rules_battlefront::rules::s2_1_scenarios::parts::Why;
use rules_battlefront::rules::s2_1_scenarios::{NoPart, StepOpened};
use rules_battlefront::words::Posture::{self, Attack, Defend};
use rules_battlefront::{Battlefront, Command, Event, Side, Step};
use serde_json::json;

use crate::table::{GERMAN, RUSSIAN, Table, id, postures};
use crate::{MIUS, MIUS_NIGHT};

fn reveal() -> serde_json::Value {
    json!({ "do": "reveal" })
}

fn revealed(choices: [Posture; 2]) -> Table {
    Table::rostov_24().before_withdrawal().at(Step::Reveal).with(|facts| postures(facts, choices))
}

#[test]
fn one_attacks_and_a_scenario_is_declared() {
    for (choices, attacker) in [([Attack, Defend], Side::FIRST), ([Defend, Attack], Side::SECOND)] {
        let mut table = revealed(choices);
        let events = table.plays(Seat::Clock, reveal(), &[]);
        assert!(
            matches!(events[..], [Event::PosturesRevealed(_), Event::ScenarioDeclared(ScenarioDeclared { attacker: met, first: None })] if met == attacker)
        );
        assert!(events.iter().all(|event| event.audience() == Audience::Public));
        assert_eq!(table.state.step(), Step::ChooseForces);
        assert_eq!(table.state.facts.attacker, Some(table.state.setup_of(attacker).id));
    }
}

#[test]
fn who_moves_first_is_told_to_everyone_beside_who_sets_up_first() {
    for (option, first) in
        [("attacker_moves = \"second\"", "German"), ("attacker_moves = \"first\"", "Soviet")]
    {
        let mut table = Table::rostov_24_with(option).before_withdrawal().at(Step::Reveal);
        table = table.with(|facts| postures(facts, [Attack, Defend]));
        let events = table.plays(Seat::Clock, reveal(), &[]);
        let campaign = table.state.campaign();
        let said = Battlefront::narrate(campaign, &events[1]).plain(&Battlefront::sides(campaign));
        let wanted = format!("Soviet attacks; German sets up first, {first} moves first.");
        assert!(said.contains(&wanted), "{said}");
        for seat in [RUSSIAN, GERMAN, Seat::Umpire, Seat::Spectator] {
            let told = crate::view_support::words(&table.state, seat);
            let wanted = format!("German sets up first, Soviet second. {first} moves first.");
            assert!(told.contains(&wanted), "{seat:?}: {told}");
            let standing = format!("Soviet attacks; German sets up first, {first} moves first.");
            assert!(told.contains(&standing), "{seat:?}: {told}");
        }
    }
}

#[test]
fn an_option_changed_during_play_says_who_moves_first() {
    let mut table = revealed([Attack, Defend]).with(|facts| {
        let value = rules_battlefront::setup::SettingValue::Word(id("first"));
        facts.settings.push(rules_battlefront::facts::Setting { id: id("attacker_moves"), value });
    });
    let events = table.plays(Seat::Clock, reveal(), &[]);
    assert!(
        matches!(events[1], Event::ScenarioDeclared(ScenarioDeclared { first: Some(Side::FIRST), .. })),
        "{events:?}"
    );
    let campaign = table.state.campaign();
    let said = Battlefront::narrate(campaign, &events[1]).plain(&Battlefront::sides(campaign));
    assert!(said.contains("German sets up first, Soviet moves first."), "{said}");
}

#[test]
fn both_attack_and_the_higher_die_decides() {
    for (dice, attacker) in [([7, 3], Side::FIRST), ([3, 7], Side::SECOND)] {
        let mut table = revealed([Attack, Attack]);
        let mut answers = kernel::Scripted::faces([&dice[..]], Origin::Table);
        let mut transcript = Transcript::new();
        let acting = Acting::own(Seat::Clock);
        judge::<Battlefront>(&mut table.state, acting, &Command::Reveal, &mut answers, &mut transcript)
            .expect("revealed");
        assert!(transcript.events.contains(&Event::RollOff(RollOff { attacker, dice: Some(dice) })));
        assert_eq!(transcript.rolls[0].asked.audience, Audience::Public);
    }
}

#[test]
fn the_engine_reveals_and_nobody_before_it() {
    let table = revealed([Attack, Defend]);
    for seat in [RUSSIAN, GERMAN, Seat::Umpire] {
        table.refuses(seat, reveal(), "actor", "BF-2.1.1.6-1");
    }
    table.at(Step::Purchases).refuses(Seat::Clock, reveal(), "step", "BF-2.1.1.6-1");
}

#[test]
fn both_defend_and_the_night_s_work_is_done_before_the_slot_ends() {
    let mut table = revealed([Defend, Defend]);
    let events = table.plays(Seat::Clock, reveal(), &[]);
    assert_eq!(
        events[1..],
        [
            Event::ScenarioSkipped(ScenarioSkipped {}),
            Event::StepOpened(StepOpened { step: Step::OvernightRepair }),
            // No Soviet army repairs before July 1944.
            Event::NoPart(NoPart { side: Side::FIRST, step: Step::OvernightRepair, why: Why::NoRepairs }),
        ]
    );
    let lines = table.state.facts.lines.clone();
    table.refuses(RUSSIAN, json!({ "do": "done" }), "step", "BF-2.1-1");
    table.plays(GERMAN, json!({ "do": "done" }), &[]);
    assert_eq!(table.state.step(), Step::OvernightWithdrawal);
    for (seat, me) in [(RUSSIAN, "R-201"), (RUSSIAN, "R-202"), (GERMAN, "G-31")] {
        table.plays(seat, json!({ "do": "withdraw-roll", "me": me }), &[5]);
    }
    table.plays(RUSSIAN, json!({ "do": "done" }), &[]);
    let events = table.plays(GERMAN, json!({ "do": "done" }), &[]);
    assert_eq!(events.last(), Some(&Event::SlotEnded(SlotEnded {})));
    assert_eq!((table.state.facts.day, table.state.facts.slot, table.state.step()), (3, 1, Step::Opening));
    assert_eq!(table.state.facts.lines, lines);
    let stand = table.state.side(Side::FIRST).stand(id("R-102-9")).expect("on the roster").1;
    assert_eq!(stand.starts, Starts::default(), "no scenario was started");
    // The next morning nobody rolls again for the same scenario.
    assert!(table.state.side(Side::SECOND).elements.iter().all(|element| element.scenario.number < 2));
}

#[test]
fn without_the_option_there_is_no_repair_after_a_skipped_slot() {
    let table = Table::rostov_24_with("skipped_slot_repair = false").at(Step::Reveal);
    let mut table = table;
    let events = table.plays(Seat::Clock, reveal(), &[]);
    assert_eq!(events[1..], [Event::ScenarioSkipped(ScenarioSkipped {}), Event::SlotEnded(SlotEnded {})]);
}

#[test]
fn where_a_night_slot_follows_its_refit_does_the_work() {
    let mut morning = Table::of(MIUS, &[], None).with(|facts| facts.day = 3).at(Step::Reveal);
    morning.plays(Seat::Clock, reveal(), &[]);
    assert_eq!((morning.state.facts.slot, morning.state.step()), (2, Step::Opening));
    let mut night = Table::of(MIUS, &[], Some(MIUS_NIGHT)).at(Step::Reveal);
    night.plays(Seat::Clock, reveal(), &[]);
    assert_eq!((night.state.facts.day, night.state.step()), (2, Step::Opening));
}

#[test]
fn a_scenario_that_starts_counts_for_those_behind_the_line() {
    let mut table = revealed([Attack, Defend]);
    table.plays(Seat::Clock, reveal(), &[]);
    let starts =
        |side: Side, stand: &str| table.state.side(side).stand(id(stand)).expect("on the roster").1.starts;
    assert_eq!(starts(Side::FIRST, "R-102-9"), Starts { isolated: 0, cut_off: 1 });
    assert_eq!(starts(Side::SECOND, "G-12-9"), Starts { isolated: 1, cut_off: 0 });
    assert_eq!(starts(Side::SECOND, "G-12-1"), Starts::default());
}
