//! Orders one after the other, against every branch of their dice played by itself.

use std::collections::BTreeMap;

use kernel::answers::Branches;
use kernel::chance::{Natural, Work};
use kernel::{Acting, Foretold, Seat, Side, System, Transcript, judge, prove};
use rules_bcs::charts::s8_snafu::Level;
use rules_bcs::state::{Fate, Standing};
use rules_bcs::{BattalionCombat, Command, Facts, State};
use serde_json::{Value, json};

use crate::table::{BLUE, RED, acts, at_activations, hex, opened, piece, unit, west};

fn foretold(state: &State, plan: &str, given: Value) -> Foretold {
    BattalionCombat::foretell(state, BLUE, plan, &given, &Work::usual())
        .unwrap_or_else(|refusals| panic!("{given}: {refusals}"))
}

fn rows(told: &Foretold, id: &str) -> BTreeMap<Vec<i64>, (Natural, Natural)> {
    let table = told.table(id).unwrap_or_else(|| panic!("no {id}"));
    table.rows.iter().map(|row| (row.values.clone(), row.weight.over(&table.of))).collect()
}

/// Blue is about to attack the group in 1813, with another unit beside it in the hex.
fn before_sarn(change: impl FnOnce(&mut Facts)) -> State {
    acts(BLUE, "B1", Level::Full, &["1813"], |facts| {
        piece(facts, "B1-t1").at = Some(hex("1714"));
        piece(facts, "R1-rec").at = Some(hex("1813"));
        change(facts);
    })
}

fn steps(state: &State, side: Side) -> i64 {
    let own = state.units().filter(|unit| unit.card.side == side && unit.piece.fate != Fate::Dead);
    own.map(|unit| i64::from(unit.steps())).sum()
}

type Found = BTreeMap<Vec<i64>, Natural>;

/// Plays orders on every branch, without merging anything: steps lost by both sides and whether a hex is cleared. What Blue
/// owes in an attack is done by its best unit and nobody else.
fn walked(state: &State, orders: &[Command], before: [i64; 2], (over, of): (Natural, u32), into: &mut Found) {
    let acting = Acting::own(BLUE);
    let lawful = |command: &Command| prove::<BattalionCombat>(state, acting, command).is_ok();
    let battle = state.facts.activation.as_ref().and_then(|now| now.battle);
    let owed = battle.map(|battle| match battle.attacker {
        None => Command::Commit { unit: unit("B1-m1"), assist: None },
        Some(_) if lawful(&Command::Fight) => Command::Fight,
        Some(_) => Command::Advance { unit: None },
    });
    let (command, rest) = match (owed, orders) {
        (Some(owed), _) => (owed, orders),
        (None, [first, rest @ ..]) if lawful(first) => (first.clone(), rest),
        (None, [_, rest @ ..]) => return walked(state, rest, before, (over, of), into),
        (None, []) => {
            let lost = [Side::FIRST, Side::SECOND].map(|side| steps(state, side));
            let there = state.in_hex(hex("1813")).any(|one| one.card.side == Side::SECOND);
            let found = vec![before[0] - lost[0], before[1] - lost[1], i64::from(!there)];
            let whole = Natural::from(36u64 * 36 * 36).divided(&Natural::from(1u64)).0;
            let weight = over.times(&whole).expect("small").divided(&Natural::from(u64::from(of))).0;
            let sum = into.entry(found).or_insert(Natural::ZERO);
            *sum = sum.plus(&weight);
            return;
        }
    };
    let (mut branches, mut transcript) = (Branches::new(), Transcript::<BattalionCombat>::new());
    loop {
        let mut after = state.clone();
        judge::<BattalionCombat>(&mut after, acting, &command, &mut branches, &mut transcript)
            .expect("lawful");
        let (more, parts) = branches.chance().expect("small");
        let weight = over.times(&Natural::from(more)).expect("small");
        let parts = u32::try_from(parts).expect("small");
        walked(&after, rest, before, (weight, of * parts), into);
        if !branches.advance() {
            return;
        }
    }
}

#[test]
fn a_barrage_and_the_attack_after_it_are_every_branch_of_both() {
    let state = before_sarn(|_| {});
    let barrage = Command::Barrage { target: hex("1813"), spotter: unit("B1-m1"), air: false };
    let attack = Command::Attack { target: hex("1813"), shock: false };
    let written = |command: &Command| serde_json::to_value(command).expect("a command");
    let given = json!({"before": [written(&barrage)], "command": written(&attack)});
    let told = foretold(&state, "attack", given.clone());
    let mut played = state.clone();
    Side::BOTH.into_iter().for_each(|side| played.facts.standing[side] = Standing::usual());
    let before = [Side::FIRST, Side::SECOND].map(|side| steps(&state, side));
    let mut found = Found::new();
    walked(&played, &[barrage, attack.clone()], before, (Natural::from(1u64), 1), &mut found);
    let of = found.values().fold(Natural::ZERO, |sum, weight| sum.plus(weight));
    let summed = |read: &dyn Fn(&[i64]) -> Vec<i64>| {
        let mut sums = Found::new();
        for (values, weight) in &found {
            let sum = sums.entry(read(values)).or_insert(Natural::ZERO);
            *sum = sum.plus(weight);
        }
        sums.into_iter().map(|(values, weight)| (values, weight.over(&of))).collect::<BTreeMap<_, _>>()
    };
    assert_eq!(rows(&told, "losses-total"), summed(&|all| all[..2].to_vec()));
    assert_eq!(rows(&told, "cleared-total"), summed(&|all| vec![all[2]]));
    // The barrage makes a difference, and so may the defender's choice.
    let alone = foretold(&state, "attack", json!({"command": written(&attack)}));
    assert_ne!(rows(&alone, "losses-total"), rows(&told, "losses-total"));
    let apart = foretold(&state, "attack", json!({"command": written(&attack), "defense": "apart"}));
    for case in ["total", "rating", "steps"] {
        assert!(apart.table(&format!("losses-{case}")).is_some(), "{case}");
    }
    // What the defender has said beforehand is not looked up.
    let mut said = state.clone();
    said.facts.standing[Side::SECOND] =
        Standing { defense: Some(rules_bcs::state::DefenseOrder::Steps), ..Standing::default() };
    assert_eq!(foretold(&said, "attack", given.clone()), told);
    for seat in [RED, Seat::Umpire, Seat::Spectator, Seat::Clock] {
        assert!(BattalionCombat::plans(&state, seat).iter().all(|plan| plan.id != "attack"), "{seat:?}");
        assert!(BattalionCombat::foretell(&state, seat, "attack", &given, &Work::usual()).is_err());
    }
}

#[test]
fn what_is_no_fire_and_what_the_rules_forbid_is_refused() {
    let state = before_sarn(|_| {});
    let refused = |given: Value| {
        BattalionCombat::foretell(&state, BLUE, "attack", &given, &Work::usual())
            .expect_err("refused")
            .to_string()
    };
    assert!(refused(json!({})).contains("no command is given"));
    assert!(refused(json!({"command": {"do": "end"}})).contains("nothing of it is fired"));
    let far = refused(json!({"command": {"do": "attack", "target": "2012", "shock": false}}));
    assert!(far.contains("BCS-"), "{far}");
}

/// An activation up to the SNAFU roll of the second one, against the same branches played one by one.
#[test]
fn an_activation_and_a_second_one_are_every_branch_of_their_rolls() {
    let state = opened(west(), |facts| {
        (facts.phase, facts.go) = (rules_bcs::Phase::Activations, Some(Side::FIRST));
    });
    let plan = BattalionCombat::plans(&state, BLUE).into_iter().find(|plan| plan.id == "activation");
    assert!(plan.is_some_and(|plan| plan.questions.len() == 3));
    for (does, fail) in [("march", "stay"), ("attack", "flip")] {
        let told = foretold(&state, "activation", json!({"formation": "B1", "does": does, "fail": fail}));
        let mut found = Found::new();
        let start = vec![Command::Activate { formation: "B1".parse().expect("an id") }];
        rolled(
            &state,
            start,
            (does == "attack", fail == "flip"),
            [0; 2],
            Natural::from(36u64.pow(4)),
            &mut found,
        );
        let of = found.values().fold(Natural::ZERO, |sum, weight| sum.plus(weight));
        assert_eq!(of, Natural::from(36u64.pow(4)));
        let played: BTreeMap<_, _> =
            found.iter().map(|(values, weight)| (values.clone(), weight.over(&of))).collect();
        assert_eq!(rows(&told, "joint"), played, "{does} {fail}");
        let again: Natural = found
            .iter()
            .filter(|(values, _)| values[1] > 0)
            .fold(Natural::ZERO, |sum, (_, weight)| sum.plus(weight));
        assert_eq!(rows(&told, "again")[&vec![1]], again.over(&of));
    }
    // The enemy asks of his own, before his go, and learns nothing of ours.
    let theirs = BattalionCombat::plans(&state, RED);
    let theirs = theirs.iter().find(|plan| plan.id == "activation").expect("a plan of his own");
    assert!(!format!("{theirs:?}").contains("\"B1\""), "{theirs:?}");
    assert!(BattalionCombat::plans(&at_activations(BLUE), Seat::Umpire).is_empty());
}

/// The first SNAFU result and that of the second activation, counted from 1.
fn rolled(
    state: &State,
    next: Vec<Command>,
    (attacks, flips): (bool, bool),
    figures: [i64; 2],
    weight: Natural,
    into: &mut Found,
) {
    use rules_bcs::Choice;
    use rules_bcs::state::Step;
    let Some(command) = next.first().cloned() else {
        let sum = into.entry(figures.to_vec()).or_insert(Natural::ZERO);
        *sum = sum.plus(&weight);
        return;
    };
    let (mut branches, mut transcript) = (Branches::new(), Transcript::<BattalionCombat>::new());
    loop {
        let mut after = state.clone();
        let ended =
            judge::<BattalionCombat>(&mut after, Acting::own(BLUE), &command, &mut branches, &mut transcript);
        assert_eq!(ended, Ok(()), "{command:?}");
        let (over, parts) = branches.chance().expect("small");
        let weight = weight.times(&Natural::from(over)).expect("small").divided(&Natural::from(parts)).0;
        let mut figures = figures;
        let mut next = Vec::new();
        if let Some(now) =
            after.facts.activation.as_ref().filter(|now| now.formation.to_string() == "B1").cloned()
        {
            let level = now.level.map_or(0, |level| 1 + level as i64);
            figures[usize::from(now.second)] = level;
            match now.step {
                Step::Preparation => next.push(Command::Prepare {
                    prepared: after.formation(now.formation).expect("it").facts.prepared,
                    recovery: false,
                }),
                _ if now.second => {}
                Step::Failure => next.push(Command::Fail { flip: flips }),
                Step::Objectives => next.push(Command::Begin),
                Step::Activities => {
                    let activation = after.facts.activation.as_mut().expect("it");
                    activation.attacks += u8::from(attacks && now.level != Some(Level::Fail));
                    next.push(Command::End);
                }
                Step::Second => {
                    let roll = Command::Second { choice: Choice::Roll };
                    if prove::<BattalionCombat>(&after, Acting::own(BLUE), &roll).is_ok() {
                        next.push(roll);
                    }
                }
            }
        }
        rolled(&after, next, (attacks, flips), figures, weight, into);
        if !branches.advance() {
            return;
        }
    }
}
