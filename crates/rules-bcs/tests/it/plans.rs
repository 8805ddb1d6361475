//! What attacks and fire come to before they are ordered: the same as playing them on with every face of the dice.

use std::collections::BTreeSet;

use kernel::view::{Block, Board, Form, Headline, Page, ResultGroup};
use kernel::{Seat, Side, System};
use rules_bcs::charts::s8_snafu::Level;
use rules_bcs::prospect::{self, Supposed};
use rules_bcs::rules::{s12_combat, s18_retreat};
use rules_bcs::state::{DefenseOrder, Facts, Stage, Standing};
use rules_bcs::{BattalionCombat, Command, SARN_WEST, Scenario, State};
use serde_json::{Value, json};

use crate::Dice;
use crate::games::play_seen;
use crate::table::*;

/// The 7th before Sarn East, with tanks beside the hex.
fn before_sarn(change: impl FnOnce(&mut Facts)) -> State {
    acts(BLUE, "B1", Level::Full, &["1813"], |facts| {
        piece(facts, "B1-t1").at = Some(hex("1714"));
        change(facts);
    })
}

fn attack(target: &str, shock: bool) -> Command {
    Command::Attack { target: hex(target), shock }
}

fn planned(state: &State, command: &Command, supposed: &Value) -> Vec<Block> {
    BattalionCombat::plan(state, BLUE, command, supposed)
}

fn figures(blocks: &[Block]) -> Vec<String> {
    let one = |block: &Block| match block {
        Block::Headline(figures) => Some(figures.clone()),
        _ => None,
    };
    let told = |one: Headline| format!("{} {}", one.figure, one.words.plain(&[]));
    blocks.iter().find_map(one).unwrap_or_default().into_iter().map(told).collect()
}

/// Plays an attack that has been rolled on to its end, every choice the first; whether the hex is empty then.
fn is_cleared(mut state: State, at: rules_bcs::words::Place) -> bool {
    loop {
        let activation = now(&state).clone();
        if let Some(owed) = activation.owed {
            let seat = state.unit(owed.unit).expect("a unit").card.side.seat();
            retreats(&mut state, seat);
            continue;
        }
        let battle = activation.battle.filter(|battle| battle.stage == Stage::Losses);
        let first = battle.and_then(|_| state.in_hex(at).next().map(|unit| (unit.card.id, unit.card.side)));
        match first {
            Some((unit, side)) => done(&mut state, side.seat(), Command::TakeStep { unit }, &[]),
            None => break,
        };
    }
    state.in_hex(at).next().is_none()
}

/// Of all throws: those that clear the hex, and those by which the attacker loses something.
fn thrown(state: &State, at: rules_bcs::words::Place) -> (u32, u32) {
    let battle = now(state).battle.expect("an attack");
    let steps = |state: &State| state.unit(battle.attacker.expect("a leader")).expect("a unit").steps();
    let (mut cleared, mut costs) = (0, 0);
    for (one, other) in (1..=6).flat_map(|one| (1..=6).map(move |other| (one, other))) {
        let mut rolled = state.clone();
        done(&mut rolled, BLUE, Command::Fight, &[&[one, other]]);
        costs += u32::from(steps(&rolled) < steps(state));
        cleared += u32::from(is_cleared(rolled, at));
    }
    (cleared, costs)
}

#[test]
fn an_attack_is_weighed_before_it_is_declared() {
    let state = before_sarn(|_| {});
    let told = figures(&planned(&state, &attack("1813", false), &json!({"assist": "B1-t1"})));
    // AR 3, Dual, Assist against AR 3, Support, urban +2: −1.
    assert_eq!(told[0], "−1 on 2d6, Regular Attack [BCS-CT-18]");
    let mut played = state.clone();
    done(&mut played, BLUE, attack("1813", false), &[]);
    done(&mut played, RED, Command::Defend { unit: unit("R1-g1"), prepared: false }, &[]);
    done(&mut played, BLUE, Command::Commit { unit: unit("B1-m1"), assist: Some(unit("B1-t1")) }, &[]);
    let (cleared, costs) = thrown(&played, hex("1813"));
    assert!(told[1].ends_with(&format!("is cleared, {cleared} of 36")), "{told:?}: {cleared}");
    assert!(told[2].ends_with(&format!("loses a step or more, {costs} of 36")), "{told:?}: {costs}");
    // What is lost on average is what all throws together take, of the defender before anybody retreats.
    let steps = |state: &State, id: &str| u32::from(state.unit(unit(id)).expect("a unit").steps());
    let (mut own, mut theirs) = (0, 0);
    for (one, other) in (1..=6).flat_map(|one| (1..=6).map(move |other| (one, other))) {
        let mut rolled = played.clone();
        done(&mut rolled, BLUE, Command::Fight, &[&[one, other]]);
        own += steps(&played, "B1-m1") - steps(&rolled, "B1-m1");
        theirs += steps(&played, "R1-g1") - steps(&rolled, "R1-g1");
    }
    let blocks = planned(&state, &attack("1813", false), &json!({"assist": "B1-t1"}));
    let means = blocks.iter().find_map(|block| match block {
        Block::Results(results) => Some(results.means.clone()),
        _ => None,
    });
    let said: Vec<String> = means.expect("means").into_iter().map(|(_, mean)| mean).collect();
    let mean = |sum: u32| kernel::fraction::words(sum.into(), 36);
    assert_eq!(said.len(), 2);
    for (said, sum) in said.iter().zip([own, theirs]) {
        assert!(said.starts_with(&format!("{} = ", mean(sum))), "{said}: {sum} of 36");
    }
    // Declared, the same throw is told of the unit that is named, and of the roll.
    let commit = Command::Commit { unit: unit("B1-m1"), assist: Some(unit("B1-t1")) };
    let mut declared = state.clone();
    done(&mut declared, BLUE, attack("1813", false), &[]);
    done(&mut declared, RED, Command::Defend { unit: unit("R1-g1"), prepared: false }, &[]);
    assert_eq!(figures(&planned(&declared, &commit, &Value::Null)), told);
    assert_eq!(figures(&planned(&played, &Command::Fight, &Value::Null)), told);
}

/// Whoever names the AR unit is told what each answer comes to, with the attack unit that has the best of it.
#[test]
fn each_answer_of_the_defender_shows_its_odds() {
    let mut state = before_sarn(|facts| {
        piece(facts, "R1-rec").at = Some(hex("1813"));
        body(facts, "R1").prepared = true;
    });
    done(&mut state, BLUE, attack("1813", false), &[]);
    let page = BattalionCombat::page(&state, RED, "activation").expect("the card");
    let mut told = BTreeSet::new();
    for (key, prepared) in [("defend", false), ("defend-prepared", true)] {
        let forms = page.forms();
        let form = forms.iter().find(|form| form.id == key).expect("a form");
        let kernel::view::FieldKind::One { choices, .. } = &form.fields[0].kind else { panic!("choices") };
        for choice in choices {
            let name = unit(choice.value.as_str().expect("a unit"));
            let mut played = state.clone();
            done(&mut played, RED, Command::Defend { unit: name, prepared }, &[]);
            let prospect = prospect::of(&played, Side::FIRST, &Command::Fight, &Supposed::default());
            let prospect = prospect.expect("it is lawful").expect("an attack");
            let leader = prospect.battle.attacker.expect("a leader");
            done(&mut played, BLUE, Command::Commit { unit: leader, assist: None }, &[]);
            let (cleared, _) = thrown(&played, hex("1813"));
            let units: Vec<_> = played.in_hex(hex("1813")).map(|unit| unit.card.id).collect();
            let there = |state: &State| -> u32 {
                units.iter().map(|id| u32::from(state.unit(*id).expect("a unit").steps())).sum()
            };
            let mut lost = 0;
            for (one, other) in (1..=6).flat_map(|one| (1..=6).map(move |other| (one, other))) {
                let mut rolled = played.clone();
                done(&mut rolled, BLUE, Command::Fight, &[&[one, other]]);
                // The defender takes what he owes before anybody retreats.
                let owed = now(&rolled).battle.map_or(0, |battle| u32::from(battle.steps));
                lost += there(&played) - there(&rolled) + owed.min(there(&rolled));
            }
            let words = choice.note.plain(&[]);
            assert!(words.contains(&format!("is cleared, {cleared} of 36")), "{words}: {cleared}");
            let mean = kernel::fraction::words(lost.into(), 36);
            assert!(
                words.contains(&format!("steps lost before any retreat, on average: {mean}.")),
                "{words}: {mean}"
            );
            told.insert(words);
        }
    }
    assert!(told.len() >= 3, "{told:?}");
    // What is told does not hang on what the defender has said beforehand.
    let said = |standing: Standing| {
        let mut state = state.clone();
        state.facts.standing[Side::SECOND] = standing;
        prospect::of_defense(&state, unit("R1-g1"), false).map(|one| one.resolved.net)
    };
    assert_eq!(said(Standing::default()), said(Standing::usual()));
}

#[test]
fn each_modifier_is_told_with_its_rule_and_what_keeps_it_from_counting() {
    let state = before_sarn(|_| {});
    let blocks = planned(&state, &attack("1813", false), &json!({"assist": "B1-t1", "suppress": "arty"}));
    let forces = blocks.iter().find_map(|block| match block {
        Block::Forces(forces) => Some(forces.clone()),
        _ => None,
    });
    let [own, theirs] = &forces.expect("forces")[..] else { panic!("two sides") };
    let rows = |force: &kernel::view::Force| -> Vec<String> {
        let row = |row: &kernel::view::ForceRow| format!("{}{}", row.strength, row.note.plain(&[]));
        force.rows.iter().map(row).collect()
    };
    let told = rows(own);
    assert!(
        told.contains(&"+2 [BCS-CT-6]".to_owned()) && told.contains(&"+1 [BCS-CT-7]".to_owned()),
        "{told:?}"
    );
    assert!(rows(theirs).iter().any(|row| row.starts_with("+2 [BCS-CT-15]")), "{:?}", rows(theirs));
    let net = |force: &kernel::view::Force| force.total.parse::<i32>().expect("a figure");
    assert_eq!(
        figures(&blocks)[0],
        format!("+{} on 2d6, Regular Attack [BCS-CT-18]", net(own) - net(theirs))
    );
}

#[test]
fn what_is_refused_is_told_with_its_rule() {
    let state = before_sarn(|_| {});
    let said = |command: &Command, supposed: &Value| match &planned(&state, command, supposed)[..] {
        [Block::Prose(text)] => text.plain(&[]),
        other => panic!("{other:?}"),
    };
    assert!(said(&attack("1905", false), &Value::Null).contains("BCS-OBJ-4"));
    assert!(said(&attack("1813", false), &json!({"leader": "B1-t1"})).contains("BCS-UNIT-9"));
    assert!(
        said(&attack("1813", false), &json!({"leader": "B1-m1", "assist": "B1-m1"})).contains("BCS-ATT-3")
    );
    let far = Command::AttackByFire { unit: unit("B1-m1"), target: hex("1813") };
    assert!(said(&far, &Value::Null).contains("BCS-UNIT-9"));
    // Whoever only looks weighs nothing, and what is no attack comes to nothing.
    assert!(BattalionCombat::plan(&state, Seat::Umpire, &attack("1813", false), &Value::Null).is_empty());
    assert!(planned(&state, &Command::End, &Value::Null).is_empty());
}

#[test]
fn what_the_enemy_has_said_beforehand_is_not_read() {
    let plain = before_sarn(|_| {});
    let told = |order: Option<DefenseOrder>| {
        let state = before_sarn(|facts| {
            facts.standing[Side::SECOND] = Standing { defense: order, ..Standing::default() };
        });
        planned(&state, &attack("1813", false), &Value::Null)
    };
    let open = planned(&plain, &attack("1813", false), &Value::Null);
    assert!(!open.is_empty());
    for order in [None, Some(DefenseOrder::Rating), Some(DefenseOrder::Steps)] {
        assert_eq!(told(order), open);
    }
}

/// The weights of the groups of a plan's first table, by their headings.
fn groups(blocks: &[Block]) -> Vec<(String, u64)> {
    let all = blocks.iter().find_map(|block| match block {
        Block::Results(results) => Some(results.groups.clone()),
        _ => None,
    });
    let sum = |group: &ResultGroup| group.rows.iter().map(|row| row.weight).sum();
    all.unwrap_or_default().iter().map(|group| (group.heading.clone(), sum(group))).collect()
}

#[test]
fn fire_and_engagements_are_weighed_as_the_charts_throw_them() {
    let state = before_sarn(|_| {});
    let barrage = Command::Barrage { target: hex("1813"), spotter: unit("B1-m1"), air: false };
    let mut hits = 0;
    for face in 1..=6 {
        let mut fired = state.clone();
        let n = state.in_hex(hex("1813")).count();
        assert_eq!(n, 1, "one unit stands there");
        done(&mut fired, BLUE, barrage.clone(), &[&[face]]);
        hits += u64::from(at(&fired, "R1-g1").lost > at(&state, "R1-g1").lost);
    }
    let told = groups(&planned(&state, &barrage, &Value::Null));
    assert!(
        told.iter().any(|(heading, weight)| heading.ends_with("loses a step") && *weight == hits),
        "{told:?}"
    );
    let engage = Command::Engage { unit: unit("B1-t1"), target: unit("R1-g1") };
    let (mut hit, mut costs) = (0, 0);
    for (one, other) in (1..=6).flat_map(|one| (1..=6).map(move |other| (one, other))) {
        let mut fired = state.clone();
        done(&mut fired, BLUE, engage.clone(), &[&[one, other]]);
        let (before, after) = (at(&state, "R1-g1"), at(&fired, "R1-g1"));
        let boxed = |state: &State| state.units().map(|unit| u32::from(unit.piece.lost)).sum::<u32>();
        let firer = at(&fired, "B1-t1").lost > at(&state, "B1-t1").lost;
        costs += u64::from(firer);
        let others = boxed(&fired) > boxed(&state) + u32::from(firer);
        hit += u64::from(others || after.dropped != before.dropped || now(&fired).owed.is_some());
    }
    let told = planned(&state, &engage, &Value::Null);
    assert!(
        groups(&told).iter().any(|(heading, weight)| heading.ends_with("is hit") && *weight == hit),
        "{told:?}"
    );
    assert!(figures(&told)[2].ends_with(&format!("loses a step, {costs} of 36")), "{told:?}");
}

/// Every panel of a page, those within others included.
fn panels(page: &Page) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    page.walk(&mut |block| {
        if let Block::Panel(panel) = block {
            all.insert(panel.id.clone());
        }
    });
    all
}

#[test]
fn the_map_leads_to_a_planner_that_stands_there_and_names_who_is_picked() {
    let scenario = Scenario::load("sarn-west.toml", SARN_WEST).expect("the sample");
    let (mut led, mut weighed) = (0, 0);
    for seed in 0..12 {
        play_seen(&scenario, seed, &mut BTreeSet::new(), &mut |state: &State, _: &mut Dice| {
            for seat in [BLUE, RED] {
                let page = BattalionCombat::page(state, seat, "map").expect("the map");
                let stands = panels(&page);
                for board in page.boards() {
                    led += leads(board, &stands, &page.forms());
                }
                weighed += attacks_as_played(state, seat);
            }
        });
    }
    assert!(led > 100 && weighed > 20, "{led} led, {weighed} weighed");
}

fn leads(board: &Board, stands: &BTreeSet<String>, forms: &[&Form]) -> u32 {
    let mut led = 0;
    for act in &board.acts {
        let Some(word) = act.panel else { continue };
        for target in board.targets(act).iter().filter(|target| target.ends) {
            let panel = format!("{word}-{}", board.label(target.hex));
            assert!(stands.contains(&panel), "{panel} of {}", act.verb);
            led += 1;
        }
        // Who is picked can be picked in a form, unless he alone does it.
        let key = &act.counters[0];
        let text = serde_json::to_string(forms).expect("forms");
        let alone = ["plan-attack", "plan-shock"].contains(&word);
        assert!(alone || text.contains(&format!("\"counter\":\"{key}\"")), "{key} is nowhere to be picked");
    }
    led
}

/// Each attack that could be declared is weighed as it comes when both sides do what is supposed.
fn attacks_as_played(state: &State, seat: Seat) -> u32 {
    let mut commands = Vec::new();
    rules_bcs::offers::every(&rules_bcs::sight::Sight::of(state), seat, |command| commands.push(command));
    let side = Side::of(seat).expect("a side");
    let mut weighed = 0;
    for command in commands {
        let Command::Attack { target, shock } = command else { continue };
        let found =
            prospect::of(state, side, &command, &Supposed::default()).expect("lawful").expect("an attack");
        let (attacker, defender) =
            (found.battle.attacker.expect("a leader"), found.battle.defender.expect("an AR unit"));
        let mut played = state.clone();
        played.facts.standing = Default::default();
        done(&mut played, seat, Command::Attack { target, shock }, &[]);
        let prepared = s12_combat::can_prepare(&played, defender);
        done(&mut played, side.enemy().seat(), Command::Defend { unit: defender, prepared }, &[]);
        done(&mut played, seat, Command::Commit { unit: attacker, assist: None }, &[]);
        let battle = now(&played).battle.expect("an attack");
        let resolved = s12_combat::before(&played, now(&played), &battle).expect("a throw");
        assert_eq!(
            (resolved.net, resolved.answers.clone()),
            (found.resolved.net, found.resolved.answers.clone())
        );
        weighed += 1;
    }
    weighed
}

#[test]
fn ending_the_activities_says_what_could_still_be_done() {
    let state = before_sarn(|_| {});
    let said = |state: &State, id: &str| {
        let page = BattalionCombat::page(state, BLUE, "map").expect("the map");
        page.forms().into_iter().find(|form| form.id == id).map(|form| form.undone.clone())
    };
    let words = said(&state, "end").expect("it can be ended");
    assert!(words.contains("units have not moved. They stay where they are."), "{words}");
    assert!(words.contains("Attacks are still possible on ") && words.contains("1813 Sarn East."), "{words}");
    // Whoever is STOPPED has nothing left to do.
    let halted = before_sarn(|facts| {
        facts.unit.iter_mut().for_each(|piece| piece.halt = rules_bcs::state::Halt::Finished);
    });
    assert_eq!(said(&halted, "end"), Some(String::new()));
    let placing = opened(west(), |facts| {
        facts.phase = rules_bcs::Phase::Activations;
        facts.go = Some(Side::FIRST);
        body(facts, "B1").state = rules_bcs::state::HqState::Used;
        let begun = rules_bcs::state::Activation::begin(formation("B1"), false, true);
        let step = rules_bcs::state::Step::Objectives;
        facts.activation = Some(rules_bcs::state::Activation { step, level: Some(Level::Full), ..begun });
    });
    assert_eq!(said(&placing, "begin").as_deref(), Some("2 OBJ markers can still be placed."));
}

#[test]
fn hexes_to_choose_from_are_told_by_name_or_ground() {
    let board = &west().board;
    assert_eq!(board.told(hex("1813")), "1813 Sarn East");
    assert_eq!(board.told(hex("1613")), "1613 (open), southwest of Sarn West");
    assert_eq!(board.told(hex("1513")), "1513 (open), northeast of Muehl");
    assert_eq!(board.told(hex("1715")), "1715 (open), south of Sarn West");
    // A retreat names where it ends, and the HQ where it leads there.
    let state = acts(BLUE, "B1", Level::Full, &[], |facts| piece(facts, "B1-m1").at = Some(hex("1712")));
    let page = BattalionCombat::page(&state, BLUE, "map").expect("the map");
    let ways = s18_retreat::paths(&state, &rules_bcs::ground::Ground::of(&state), unit("B1-m1"));
    let text = serde_json::to_string(&page.forms()).expect("forms");
    for path in &ways {
        assert!(text.contains(&board.told(*path.last().expect("a hex"))), "{path:?}");
    }
    assert!(!ways.is_empty());
}
