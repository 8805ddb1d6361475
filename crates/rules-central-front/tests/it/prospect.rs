use rules_central_front::rules::s9_results::{Circumstances, cell};
use std::collections::BTreeMap;

use kernel::chance::Natural;
use kernel::chance::Work;
use kernel::measure::odds_of;
use kernel::system::Pick;
use kernel::view::{Block, FieldKind, Form};
use kernel::{Acting, ChartResult, Odds, Seat, System, Wanted};
use rules_central_front::prospect::{self, Answer, Prospect, Supposed};
use rules_central_front::rules::s9_results::Told;
use rules_central_front::state::{Going, Unit};
use rules_central_front::words::{Kind, Place, Side, UnitId};
use rules_central_front::{CentralFront, Command, State};
use serde_json::json;

use crate::games::{play, source};
use crate::s7_attacks::designated;
use crate::{NATO, SMALL, Table, WP, put, unit};

/// The cells with their chances in lowest terms, as the planner tells them.
fn told(prospect: &prospect::Prospect) -> BTreeMap<String, (u128, u128)> {
    let (falls, of) = prospect.falls();
    let mut sums: BTreeMap<String, u128> = BTreeMap::new();
    for fall in falls {
        let cell = cell(fall.told.0, fall.told.1).words();
        *sums.entry(cell).or_default() += u128::from(fall.weight);
    }
    let lowest = |weight: u128| {
        let (mut a, mut b) = (weight, u128::from(of));
        while b > 0 {
            (a, b) = (b, a % b);
        }
        (weight / a, u128::from(of) / a)
    };
    sums.into_iter().map(|(cell, weight)| (cell, lowest(weight))).collect()
}

#[test]
fn what_is_told_before_an_attack_is_what_every_branch_of_its_dice_brings() {
    let mut compared = 0;
    for seed in 0..60 {
        let mut look = |state: &State, pick: Pick<'_>| {
            for side in Side::BOTH {
                let mut offers = Vec::new();
                CentralFront::offers(state, side.seat(), &mut offers);
                for template in offers {
                    let command = CentralFront::sample(state, side.seat(), &template, pick);
                    compared += usize::from(compare(state, side, &command));
                }
            }
        };
        play(&SMALL, &mut *source(seed), &mut look)
            .unwrap_or_else(|broken| panic!("game {seed}: {broken:?}"));
    }
    assert!(compared > 100, "{compared} attacks compared");
}

/// Compares where the dice of a command fall at once.
fn compare(state: &State, side: Side, command: &Command) -> bool {
    let prospect = prospect::of(state, side, command, &Supposed::default()).expect("a lawful command");
    let Some(prospect) = prospect else { return false };
    if prospect.answerable || matches!(command, Command::Designate { .. }) {
        return false;
    }
    let odds = Odds::of::<CentralFront>(state, Acting::own(side.seat()), command).expect("few branches");
    let outcomes = odds.outcomes.iter().map(|one| one.label.clone());
    let played: BTreeMap<String, (u128, u128)> =
        outcomes.map(|cell| (cell.clone(), odds.chance(&cell))).collect();
    assert_eq!(told(&prospect), played, "{command:?}");
    true
}

/// The chances of a command's cells as playing on every branch gives them.
fn played(state: &State, seat: Seat, command: serde_json::Value) -> BTreeMap<String, (u128, u128)> {
    let command: Command = serde_json::from_value(command).expect("a command");
    let odds = Odds::of::<CentralFront>(state, Acting::own(seat), &command).expect("few branches");
    odds.outcomes.iter().map(|one| (one.label.clone(), odds.chance(&one.label))).collect()
}

#[test]
fn the_defenders_answer_is_foreseen_as_nothing_and_as_what_helps() {
    let mut table = designated("hasty");
    let attack = json!({"do": "attack", "target": "0504"});
    let command: Command = serde_json::from_value(attack.clone()).expect("a command");
    let foreseen = |answer| {
        let supposed = Supposed { answer, ..Supposed::default() };
        prospect::of(&table.state, Side::Wp, &command, &supposed).expect("lawful").expect("an attack")
    };
    let (nothing, helps) = (foreseen(Answer::Nothing), foreseen(Answer::WhatHelps));
    assert!(nothing.answerable && nothing.battle.cover.is_empty());
    table.does(WP, attack, &[]);
    assert_eq!(told(&nothing), played(&table.state, NATO, json!({"do": "cover"})));
    let cover = json!({"do": "cover", "support": helps.battle.cover, "strike": helps.battle.cover_strike});
    assert_eq!(told(&helps), played(&table.state, NATO, cover));
    assert_ne!(told(&nothing), told(&helps));
}

#[test]
fn the_odds_of_an_attack_that_is_answered_first_are_the_planners() {
    let table = designated("hasty");
    let attack = json!({"do": "attack", "target": "0504"});
    let command: Command = serde_json::from_value(attack.clone()).expect("a command");
    let foreseen = prospect::of(&table.state, Side::Wp, &command, &Supposed::default());
    let foreseen = foreseen.expect("lawful").expect("an attack");
    let odds = Odds::of::<CentralFront>(&table.state, Acting::own(WP), &command).expect("odds");
    assert!(odds.supposing.as_deref().is_some_and(|words| words.contains("no support")), "{odds:?}");
    assert_eq!(odds.outcomes.iter().map(|one| one.weight).sum::<u128>(), odds.of);
    assert_eq!(told(&foreseen), played(&table.state, WP, attack.clone()));
    // What the defender's own answer of nothing is played to, on every branch.
    let mut answered = table.clone();
    answered.does(WP, attack.clone(), &[]);
    assert_eq!(told(&foreseen), played(&answered.state, NATO, json!({"do": "cover"})));
    // 11 to 4 is 2-1: of 36, 15 make the defender retreat.
    assert_eq!(odds.mean(), Some((29, 36)));
    // Orders of the defender are his secret and change nothing of what the attacker reads.
    let mut ordered = table;
    ordered.does(NATO, json!({"do": "instruct", "cover": "when-it-helps"}), &[]);
    assert_eq!(told(&foreseen), played(&ordered.state, WP, attack));
}

#[test]
fn the_figures_of_an_attack_that_is_answered_first_suppose_that_nothing_helps() {
    let mut table = designated("hasty");
    let attack = json!({"do": "attack", "target": "0504"});
    let command: Command = serde_json::from_value(attack.clone()).expect("a command");
    let wanted = ["defender-steps", "attacker-steps", "defender-retreat"].map(Wanted::new);
    let told = odds_of::<CentralFront>(&table.state, Acting::own(WP), &command, &wanted).expect("figures");
    assert!(told.rows.len() > 2, "{told:?}");
    let says = told.supposing.clone().expect("what is supposed");
    assert!(says.contains("no support") && told.sentence.ends_with(&says), "{told:?}");
    // Orders of the defender change nothing of it, and it is what his answer of nothing comes to.
    table.does(NATO, json!({"do": "instruct", "cover": "when-it-helps"}), &[]);
    let ordered = odds_of::<CentralFront>(&table.state, Acting::own(WP), &command, &wanted).expect("figures");
    assert_eq!(ordered, told);
    table.does(NATO, json!({"do": "instruct"}), &[]);
    table.does(WP, attack, &[]);
    let cover = Command::Cover { support: Vec::new(), strike: false };
    let answered =
        odds_of::<CentralFront>(&table.state, Acting::own(NATO), &cover, &wanted).expect("figures");
    assert_eq!((answered.rows, answered.of, answered.supposing), (told.rows, told.of, None));
}

#[test]
fn the_figures_of_an_order_that_throws_nothing_say_so() {
    let table = designated("hasty");
    let call_off = serde_json::from_value(json!({"do": "call-off", "target": "0504"})).expect("a command");
    let wanted = [Wanted::new("defender-steps")];
    let told = odds_of::<CentralFront>(&table.state, Acting::own(WP), &call_off, &wanted).expect("figures");
    assert!(told.supposing.is_some_and(|words| words.contains("throws no dice")), "{}", told.sentence);
}

#[test]
fn odds_that_nobody_answers_suppose_nothing() {
    let table = designated("hasty");
    let refused = serde_json::from_value(json!({"do": "attack", "target": "0404"})).expect("a command");
    assert!(Odds::of::<CentralFront>(&table.state, Acting::own(WP), &refused).is_err());
    let call_off = serde_json::from_value(json!({"do": "call-off", "target": "0504"})).expect("a command");
    let odds = Odds::of::<CentralFront>(&table.state, Acting::own(WP), &call_off).expect("odds");
    assert_eq!((odds.of, odds.supposing), (1, None));
}

#[test]
fn an_attack_is_foreseen_before_it_is_paid_for_and_nothing_is_done() {
    let table = Table::small("wp-move-1", |facts| {
        put(facts, "wp-t1", "0603");
        let piece = unit(facts, "wp-t1");
        (piece.activated, piece.going, piece.mp) = (true, Going::Moving, 12);
        (piece.ap, piece.acted) = (1, true);
    });
    let designate = json!({"do": "designate", "units": ["wp-t1"], "target": "0504", "attack": "prepared"});
    let command: Command = serde_json::from_value(designate).expect("a command");
    let before = table.state.clone();
    let plain = prospect::of(&table.state, Side::Wp, &command, &Supposed::default());
    let plain = plain.expect("lawful").expect("an attack");
    assert_eq!((plain.throws.len(), plain.throws[0].throw.modifiers.total()), (1, 1));
    let chemical = Supposed { chemical: true, ..Supposed::default() };
    let clouded =
        prospect::of(&table.state, Side::Wp, &command, &chemical).expect("lawful").expect("an attack");
    assert_eq!(clouded.throws.iter().map(|one| one.weight).sum::<u64>(), 6);
    assert_eq!(clouded.falls().1, 216);
    assert_eq!(table.state, before);
}

#[test]
fn what_may_not_be_declared_is_said_with_its_rule() {
    let table = designated("hasty");
    let attack = json!({"do": "attack", "target": "0504", "support": ["wp-art", "wp-rkt"]});
    let command: Command = serde_json::from_value(attack).expect("a command");
    let blocks = CentralFront::plan(&table.state, WP, &command, &json!({}));
    let [Block::Prose(words)] = &blocks[..] else { panic!("{blocks:?}") };
    let words = words.plain(&[]);
    assert!(words.starts_with("Not so: ") && words.contains("[CF-SUP-"), "{words}");
}

#[test]
fn a_plan_shows_forces_column_and_results() {
    let table = designated("prepared");
    let view = CentralFront::view(&table.state, WP);
    let map = view.pages.iter().find(|page| page.id == "map").expect("a map");
    let panel = map.aside.iter().find_map(|block| match block {
        Block::Panel(panel) if panel.id == "plan-attack-0504" => Some(panel),
        _ => None,
    });
    let [Block::Form(form), Block::Plan(plan), ..] = &panel.expect("a planner").body[..] else {
        panic!("no plan")
    };
    assert_eq!((form.id.as_str(), plan.form.as_str(), form.planned), ("attack-0504", "attack-0504", true));
    let kinds = |block: &Block| match block {
        Block::Headline(figures) => {
            figures.iter().map(|one| one.figure.clone()).collect::<Vec<_>>().join(" ")
        }
        Block::Forces(forces) => {
            forces.iter().map(|one| one.total.clone()).collect::<Vec<_>>().join(" against ")
        }
        Block::Ladder(ladder) => {
            ladder.rungs.iter().map(|rung| rung.words.plain(&[])).collect::<Vec<_>>().join("; ")
        }
        Block::Results(results) => {
            let means: Vec<String> = results.means.iter().map(|(of, mean)| format!("{of} {mean}")).collect();
            format!("{} of {}; {}", results.groups.len(), results.of, means.join("; "))
        }
        Block::Note(_) | Block::Sheet(_) => "more".into(),
        other => panic!("{other:?}"),
    };
    let told: Vec<String> = plan.body.iter().map(kinds).collect();
    let expected = [
        "3-2 +1 42 %",
        "more",
        "11 against 4 against 3",
        "11 against 4 [CF-CRT-5]; Support of the defense 3 [CF-SUP-6]",
        "2 of 36; Steps for the attacker to lose, on average 31/36 = 0.86; Steps for the defender to lose, on average 29/36 = 0.81",
    ];
    assert_eq!(told, expected);
}

#[test]
fn the_other_side_is_told_of_no_order_that_is_left() {
    let mut table = designated("hasty");
    let seen = |table: &Table| CentralFront::view(&table.state, WP);
    let before = seen(&table);
    table.does(NATO, json!({"do": "instruct", "cover": "never"}), &[]);
    assert_eq!(seen(&table), before);
}

/// The steps that both sides have to lose in a fight, counted by hand.
fn standing(prospect: &Prospect) -> [u8; 2] {
    let (state, battle) = (&prospect.state, &prospect.battle);
    let of = |is: &dyn Fn(&Unit<'_>) -> bool| {
        state.on_map().filter(|unit| is(unit)).map(|unit| unit.steps()).sum()
    };
    if battle.bombard {
        return [0, of(&|unit| Some(unit.id()) == battle.chosen)];
    }
    let flies =
        |unit: &Unit<'_>, named: &[UnitId]| unit.card.kind == Kind::Helicopter && named.contains(&unit.id());
    let attacks = |unit: &Unit<'_>| {
        let beside = unit.piece.at.is_some_and(|at| battle.from.contains(&at)) && unit.card.kind.is_support();
        unit.card.side == battle.side
            && (battle.units.contains(&unit.id()) || beside || flies(unit, &battle.support))
    };
    let defends = |unit: &Unit<'_>| {
        unit.card.side != battle.side && (unit.piece.at == Some(battle.target) || flies(unit, &battle.cover))
    };
    [of(&attacks), of(&defends)]
}

/// What the algebra says of a fight is what every throw of its dice brings, and the plan tells it of both answers.
#[test]
fn a_fight_in_one_distribution_is_every_throw_of_its_dice() {
    let mut compared = 0;
    for seed in 0..20 {
        let mut look = |state: &State, pick: Pick<'_>| {
            for side in Side::BOTH {
                let mut offers = Vec::new();
                CentralFront::offers(state, side.seat(), &mut offers);
                for template in offers {
                    let command = CentralFront::sample(state, side.seat(), &template, pick);
                    let prospect = prospect::of(state, side, &command, &Supposed::default());
                    let Ok(Some(prospect)) = prospect else { continue };
                    let (falls, of) = prospect.falls();
                    let fight = Circumstances::of(&prospect.state, &prospect.battle);
                    let chance = fight.chance(&prospect.state.scenario.table);
                    let [ours, theirs] = standing(&prospect);
                    for (told, weight) in chance.rows() {
                        let borne = |(a, d): (Told, Told)| (a.at_most(ours), d.at_most(theirs));
                        let same = falls.iter().filter(|fall| borne(fall.told) == *told);
                        let walked: u64 = same.map(|fall| fall.weight).sum();
                        assert_eq!(
                            weight.over(chance.of()),
                            Natural::from(walked).over(&of.into()),
                            "{command:?}"
                        );
                    }
                    let (plan, given) = match command {
                        Command::Cover { .. } => ("answer", json!({ "command": command })),
                        _ => ("attack", json!({ "command": command, "answer": "nothing" })),
                    };
                    let told = CentralFront::foretell(state, side.seat(), plan, &given, &Work::usual());
                    let told = told.expect("a lawful attack of the side whose turn it is");
                    let (good, of) = prospect.success();
                    assert_eq!(
                        told.tables[0].fraction(&[1]),
                        Natural::from(good).over(&of.into()),
                        "{command:?}"
                    );
                    compared += 1;
                }
            }
        };
        play(&SMALL, &mut *source(seed), &mut look)
            .unwrap_or_else(|broken| panic!("game {seed}: {broken:?}"));
    }
    assert!(compared > 30, "{compared} attacks compared");
}

#[test]
fn a_bombardment_asks_whom_it_aims_at_where_there_are_several() {
    let mut met = [0, 0];
    for seed in 0..12 {
        let mut look = |state: &State, _: Pick<'_>| {
            for side in Side::BOTH {
                let view = CentralFront::view(state, side.seat());
                let map = view.pages.iter().find(|page| page.id == "map").expect("a map");
                for form in bombardments(&map.aside) {
                    let target = &form.command["target"];
                    let is_there = |at: Place| serde_json::to_value(at).is_ok_and(|at| at == *target);
                    let enemies = state.on_map().filter(|unit| unit.card.side == side.enemy());
                    let n_aims = enemies.filter(|unit| unit.piece.at.is_some_and(is_there)).count();
                    let chosen = form.questions().into_iter().find(|field| field.key == "chosen");
                    let n_choices = chosen.map(|field| match &field.kind {
                        FieldKind::One { choices, .. } => choices.len(),
                        other => panic!("{other:?}"),
                    });
                    assert_eq!(n_choices, (n_aims > 1).then_some(n_aims), "{form:?}");
                    met[usize::from(n_aims > 1)] += 1;
                }
            }
        };
        play(&SMALL, &mut *source(seed), &mut look)
            .unwrap_or_else(|broken| panic!("game {seed}: {broken:?}"));
    }
    assert!(met.iter().all(|n| *n > 3), "{met:?}");
}

/// The forms that pay for a bombardment, in panels within panels.
fn bombardments(blocks: &[Block]) -> Vec<&Form> {
    let mut found = Vec::new();
    for block in blocks {
        match block {
            Block::Panel(panel) => found.extend(bombardments(&panel.body)),
            Block::Form(form) if form.command.get("bombard") == Some(&true.into()) => {
                found.push(form);
            }
            _ => {}
        }
    }
    found
}
