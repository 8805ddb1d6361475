use std::collections::BTreeMap;

use kernel::chance::{Natural, Work};
use kernel::{Foretold, Seat, System};
use rules_central_front::words::Side;
use rules_central_front::{CentralFront, Event};
use serde_json::{Value, json};

use crate::s7_attacks::designated;
use crate::{NATO, Table, WP, put};

fn foretold(table: &Table, seat: Seat, given: Value) -> Foretold {
    CentralFront::foretell(&table.state, seat, "attack", &given, &Work::usual())
        .unwrap_or_else(|refusals| panic!("{given}: {refusals:?}"))
}

/// Rows of a table as fractions in lowest terms.
fn rows(told: &Foretold, id: &str) -> BTreeMap<Vec<i64>, (Natural, Natural)> {
    let table = told.table(id).unwrap_or_else(|| panic!("no {id}"));
    table.rows.iter().map(|row| (row.values.clone(), row.weight.over(&table.of))).collect()
}

fn losses(events: &[Event]) -> Vec<i64> {
    let mut sums = vec![0; 4];
    for event in events {
        if let Event::Fought(fought) = event {
            let (ours, theirs) = (fought.attacker, fought.defender);
            let (fewer, fewest) = (fought.attacker_waived, fought.defender_waived);
            let lost = [ours.steps - fewer, ours.retreat, theirs.steps - fewest, theirs.retreat];
            for (sum, more) in sums.iter_mut().zip(lost) {
                *sum += i64::from(more);
            }
        }
    }
    sums
}

/// The tank regiment may attack 0504, and a strike may hit the battalion at 0505 before.
fn with_a_strike() -> Table {
    let mut table = designated("hasty");
    (table.state.facts.superior, table.state.facts.strikes) = (Some(Side::Wp), 1);
    put(&mut table.state.facts, "us-m1", "0505");
    table
}

#[test]
fn a_chain_is_the_composition_of_its_commands() {
    let table = with_a_strike();
    let strike = json!({"do": "strike", "target": "0505", "chosen": "us-m1"});
    let attack = json!({"do": "attack", "target": "0504"});
    let told = foretold(&table, WP, json!({"before": strike, "command": attack, "answer": "nothing"}));
    // By hand: each face of the strike as it is thrown at a table, then the attack of the position that is left.
    let mut sums: BTreeMap<Vec<i64>, (u64, u64)> = BTreeMap::new();
    let mut of = 1;
    let mut parts = Vec::new();
    for faces in (1..=6u16).flat_map(|a| (1..=6u16).map(move |b| [a, b])) {
        let mut struck = table.clone();
        let first = losses(&struck.does(WP, strike.clone(), &[&faces]));
        let then = foretold(&struck, WP, json!({"command": attack, "answer": "nothing"}));
        let all = then.table("losses-nothing").expect("losses").clone();
        of = all.of.to_u128().and_then(|of| u64::try_from(of).ok()).expect("small").max(of);
        parts.push((first, all));
    }
    for (first, all) in parts {
        let by = of / u64::try_from(all.of.to_u128().expect("small")).expect("small");
        for row in &all.rows {
            let sum: Vec<i64> = first.iter().zip(&row.values).map(|(a, b)| a + b).collect();
            let weight = u64::try_from(row.weight.to_u128().expect("small")).expect("small");
            sums.entry(sum).or_default().0 += weight * by;
        }
    }
    let whole = of * 36;
    let by_hand: BTreeMap<Vec<i64>, (Natural, Natural)> = sums
        .into_iter()
        .map(|(values, (weight, _))| (values, Natural::from(weight).over(&Natural::from(whole))))
        .collect();
    assert_eq!(rows(&told, "losses-nothing"), by_hand);
    assert!(by_hand.len() > 5, "{by_hand:?}");
    // What one figure says is what the joint table says of it.
    for (at, id) in [(0, "attacker-steps-nothing"), (2, "defender-steps-nothing")] {
        let joint = told.table("losses-nothing").expect("losses");
        for row in &told.table(id).expect("one").rows {
            let of_joint = joint.rows.iter().filter(|one| one.values[at] == row.values[0]);
            let sum = of_joint.fold(Natural::ZERO, |sum, one| sum.plus(&one.weight));
            assert_eq!(sum.over(&joint.of), row.weight.over(&told.table(id).expect("one").of), "{id}");
        }
    }
}

#[test]
fn an_order_that_the_rules_forbid_whatever_falls_is_refused() {
    let table = with_a_strike();
    let attack = json!({"do": "attack", "target": "0504"});
    let refused = |given: &Value| {
        let told = CentralFront::foretell(&table.state, WP, "attack", given, &Work::usual());
        told.err().unwrap_or_else(|| panic!("{given}")).to_string()
    };
    // The same hex is attacked once, and no strike comes before a designated attack on its own hex.
    let twice = refused(&json!({"before": attack, "command": attack, "answer": "nothing"}));
    assert!(twice.contains("CF-"), "{twice}");
    let own_hex = json!({"do": "strike", "target": "0504", "chosen": "us-ca"});
    let other = json!({"do": "strike", "target": "0505", "chosen": "us-m1"});
    let same = refused(&json!({"before": [other, own_hex], "command": attack, "answer": "nothing"}));
    assert!(same.contains("CF-AIR-6"), "{same}");
    // The first one has to be lawful.
    let wrong = json!({"before": {"do": "attack", "target": "0304"}, "command": attack});
    assert!(CentralFront::foretell(&table.state, WP, "attack", &wrong, &Work::usual()).is_err());
    let no_attack = json!({"before": attack, "command": {"do": "end-phase"}});
    assert!(CentralFront::foretell(&table.state, WP, "attack", &no_attack, &Work::usual()).is_err());
}

#[test]
fn a_bombardment_and_the_march_attack_of_the_next_phase_are_one_chain() {
    let mut table = Table::small("wp-move-1", |facts| {
        put(facts, "wp-art", "0803");
        put(facts, "wp-t1", "0603");
    });
    table.does(WP, json!({"do": "activate", "units": ["wp-art"]}), &[]);
    let bombard =
        json!({"do": "designate", "units": ["wp-art"], "target": "0504", "attack": "hasty", "bombard": true});
    let before = json!([bombard, {"do": "activate", "units": ["wp-t1"]}]);
    let march = json!({"do": "march", "units": ["wp-t1"], "target": "0504"});
    let given = json!({"before": before, "command": march});
    let told = foretold(&table, WP, given.clone());
    for case in ["nothing", "what-helps"] {
        let all = told.table(&format!("losses-{case}")).expect("losses");
        let sum = all.rows.iter().fold(Natural::ZERO, |sum, row| sum.plus(&row.weight));
        assert_eq!(sum, all.of, "{case} adds up");
        assert!(rows(&told, &format!("cleared-{case}")).contains_key(&vec![1]), "{case}");
    }
    let words: Vec<&str> = told.assumptions.iter().map(|one| one.words.as_str()).collect();
    assert!(words.iter().any(|words| words.contains("Phases in between are ended")), "{words:?}");
    // Both sides and whoever looks on read the same, and secret orders change nothing of it.
    table.does(NATO, json!({"do": "instruct", "cover": "when-it-helps", "losses": "keep-attack"}), &[]);
    for seat in [WP, NATO, Seat::Umpire, Seat::Spectator] {
        assert_eq!(foretold(&table, seat, given.clone()).tables, told.tables, "{seat:?}");
    }
}

/// Typed while the attacker still moves, a strike and the attack that is paid for now are fought in one combat phase.
#[test]
fn a_strike_before_an_attack_that_is_paid_for_now_falls_in_its_combat_phase() {
    let mut table = Table::small("wp-move-1", |facts| {
        put(facts, "wp-t1", "0603");
        put(facts, "us-m1", "0505");
    });
    (table.state.facts.superior, table.state.facts.strikes) = (Some(Side::Wp), 1);
    let activate = json!({"do": "activate", "units": ["wp-t1"]});
    let designate =
        json!({"do": "designate", "units": ["wp-t1"], "target": "0504", "attack": "hasty", "bombard": false});
    let strike = json!({"do": "strike", "target": "0505", "chosen": "us-m1"});
    let from_now = json!({"before": [strike, activate], "command": designate, "answer": "nothing"});
    let from_now = foretold(&table, WP, from_now);
    for command in [activate, designate, json!({"do": "end-phase"})] {
        table.does(WP, command, &[]);
    }
    let attack = json!({"do": "attack", "target": "0504"});
    let later = foretold(&table, WP, json!({"before": [strike], "command": attack, "answer": "nothing"}));
    assert_eq!(from_now.tables, later.tables);
    let alone = foretold(&table, WP, json!({"before": [], "command": attack, "answer": "nothing"}));
    assert_ne!(rows(&alone, "losses-nothing"), rows(&later, "losses-nothing"));
}

/// The orders of the phases to come are typed on the boards of those phases, and on the attacker's by whoever looks on.
#[test]
fn orders_of_later_phases_are_typed_as_those_of_now() {
    let mut table = Table::small("wp-move-1", |facts| {
        put(facts, "wp-t1", "0603");
        put(facts, "us-m1", "0505");
    });
    (table.state.facts.superior, table.state.facts.strikes) = (Some(Side::Wp), 1);
    let read = |table: &Table, seat: Seat, text: &str| {
        let boards = CentralFront::boards_ahead(&table.state, seat);
        boards.iter().find_map(|board| kernel::view::order::read(board, text).ok().map(|order| order.command))
    };
    for seat in [WP, NATO, Seat::Umpire] {
        let strike = read(&table, seat, "strike us-m1").expect("the combat phase of this turn");
        assert_eq!((&strike["do"], &strike["target"]), (&json!("strike"), &json!("0505")), "{seat:?}");
    }
    assert_eq!(read(&table, WP, "strike 0101"), None);
    table.does(WP, json!({"do": "end-phase"}), &[]);
    assert!(
        read(&table, NATO, "strike us-m1").is_some(),
        "who does not attack reads it on the attacker's board"
    );
}

#[test]
fn an_order_that_only_the_dice_forbid_is_left_out_where_they_do() {
    let mut table = Table::small("wp-move-1", |facts| {
        put(facts, "wp-art", "0804");
        put(facts, "wp-t1", "0605");
    });
    table.does(WP, json!({"do": "activate", "units": ["wp-art"]}), &[]);
    let bombard =
        json!({"do": "designate", "units": ["wp-art"], "target": "0505", "attack": "hasty", "bombard": true});
    let before = json!([bombard, {"do": "activate", "units": ["wp-t1"]}]);
    let march = json!({"do": "march", "units": ["wp-t1"], "target": "0505"});
    let told = foretold(&table, WP, json!({"before": before, "command": march, "answer": "nothing"}));
    // Where the bombardment leaves nobody there, nobody is left to march against.
    let words: Vec<&str> = told.assumptions.iter().map(|one| one.words.as_str()).collect();
    assert!(words.iter().any(|words| words.contains("left out")), "{words:?}");
    assert!(rows(&told, "cleared-nothing").contains_key(&vec![1]));
}

/// The tank regiment attacks 0504 after strikes on two units beside the way out of it.
fn with_strikes() -> Table {
    let mut table = designated("hasty");
    (table.state.facts.superior, table.state.facts.strikes) = (Some(Side::Wp), 3);
    put(&mut table.state.facts, "us-m1", "0505");
    put(&mut table.state.facts, "us-m2", "0404");
    put(&mut table.state.facts, "us-f1", "0405");
    table
}

/// Plays orders on every branch without merging anything: the figures, and whether the target is cleared, with weights.
fn walked(
    state: &rules_central_front::State,
    orders: &[Value],
    target: &str,
    figures: &[i64],
    weight: u128,
    into: &mut BTreeMap<Vec<i64>, u128>,
) {
    use kernel::answers::Branches;
    use kernel::{Acting, Transcript, judge, prove};
    use rules_central_front::Command;
    let step = |value: Value| serde_json::from_value::<Command>(value).expect("a command");
    let clock = (Acting::own(Seat::Clock), step(json!({"do": "proceed"})));
    let ends = (Acting::own(WP), step(json!({"do": "end-advance"})));
    let owed =
        [clock, ends].into_iter().find(|(acting, one)| prove::<CentralFront>(state, *acting, one).is_ok());
    let (next, rest) = match (owed, orders) {
        (Some(owed), _) => (owed, orders),
        (None, [first, rest @ ..]) => ((Acting::own(WP), step(first.clone())), rest),
        (None, []) => {
            let there = state.of_side_in(Side::Nato, crate::hex(target)).next();
            let all = figures.iter().copied().chain([i64::from(there.is_none())]).collect();
            *into.entry(all).or_default() += weight;
            return;
        }
    };
    let (acting, command) = next;
    if prove::<CentralFront>(state, acting, &command).is_err() {
        return walked(state, rest, target, figures, weight, into);
    }
    let (mut branches, mut transcript) = (Branches::new(), Transcript::<CentralFront>::new());
    loop {
        let mut after = state.clone();
        judge::<CentralFront>(&mut after, acting, &command, &mut branches, &mut transcript).expect("lawful");
        let (over, parts) = branches.chance().expect("small");
        let sums =
            figures.iter().zip(losses(&transcript.events)).map(|(sum, more)| sum + more).collect::<Vec<_>>();
        walked(&after, rest, target, &sums, weight * over / parts, into);
        if !branches.advance() {
            return;
        }
    }
}

/// What is merged on the way changes nothing of what comes: held against every branch by itself, retreats past the struck
/// units included.
#[test]
fn positions_are_merged_only_where_nothing_that_follows_can_tell() {
    for answer in ["never", "when-it-helps"] {
        let mut table = with_strikes();
        let strike = |target: &str, unit: &str| json!({"do": "strike", "target": target, "chosen": unit});
        let strikes = [strike("0505", "us-m1"), strike("0404", "us-m2"), strike("0405", "us-f1")];
        let attack = json!({"do": "attack", "target": "0504"});
        let wanted = if answer == "never" { "nothing" } else { "what-helps" };
        let told = foretold(&table, WP, json!({"before": strikes, "command": attack, "answer": wanted}));
        let orders = json!({
            "do": "instruct", "cover": answer, "losses": "keep-defense", "retreats": "toward-supply"
        });
        table.does(WP, orders.clone(), &[]);
        table.does(NATO, orders, &[]);
        let (mut all, of) = (BTreeMap::new(), 36u128.pow(6));
        let orders: Vec<Value> = strikes.into_iter().chain([attack]).collect();
        walked(&table.state, &orders, "0504", &[0; 4], of, &mut all);
        let share = |weight: u128| Natural::from(weight).over(&Natural::from(of));
        let summed = |read: &dyn Fn(&[i64]) -> Vec<i64>| {
            let mut sums = BTreeMap::<Vec<i64>, u128>::new();
            all.iter().for_each(|(figures, weight)| *sums.entry(read(figures)).or_default() += weight);
            sums.into_iter().map(|(values, weight)| (values, share(weight))).collect::<BTreeMap<_, _>>()
        };
        assert_eq!(rows(&told, &format!("losses-{wanted}")), summed(&|all| all[..4].to_vec()), "{answer}");
        assert_eq!(rows(&told, &format!("cleared-{wanted}")), summed(&|all| vec![all[4]]), "{answer}");
    }
}

/// As many rows are kept for a question at a table.
const MOST_ROWS: usize = 20_000;

/// The sample scenario with attackers of a side beside units of the enemy, and strikes on others.
fn on_the_front(side: Side, n_attacks: usize, n_strikes: u8) -> (Table, Vec<Value>, Vec<Value>) {
    use rules_central_front::state::{Designation, Fate};
    use rules_central_front::words::{Attack, Place};
    let scenario = &crate::LARGE;
    let (board, mut attacks, mut strikes) = (&scenario.board, Vec::new(), Vec::new());
    let phase = if side == Side::Wp { "wp-combat-1" } else { "nato-combat-1" };
    let table = Table::of(scenario, phase, |facts| {
        (facts.superior, facts.strikes) = (Some(side), n_strikes);
        let card = |id| scenario.units.iter().find(|card| card.id == id).expect("a unit");
        let enemies = facts.unit.iter().filter(|piece| card(piece.id).side != side);
        let enemies: Vec<_> = enemies.filter_map(|piece| Some((piece.at?, piece.id))).collect();
        let mut taken: Vec<Place> = facts.unit.iter().filter_map(|piece| piece.at).collect();
        let own = scenario.units.iter().filter(|card| card.side == side && card.kind.is_maneuver());
        let mut own = own.filter(|card| card.attack >= 4).map(|card| card.id);
        let mut targets: Vec<Place> = Vec::new();
        for (at, _) in &enemies {
            if targets.len() == n_attacks || targets.contains(at) {
                continue;
            }
            let beside = board.grid().steps(board.cell(*at).expect("a hex")).find(|step| {
                let open = board.map.hex(step.to).cost.is_some() && !board.map.side(*step).wall;
                open && !taken.contains(&board.place(step.to))
            });
            let (Some(beside), Some(unit)) = (beside, own.next()) else { continue };
            let beside = board.place(beside.to);
            let piece = facts.unit.iter_mut().find(|piece| piece.id == unit).expect("a unit");
            (piece.at, piece.fate) = (Some(beside), Fate::OnMap);
            taken.push(beside);
            targets.push(*at);
            attacks.push(json!({"do": "attack", "target": at}));
            let units = vec![unit];
            facts.designation.push(Designation { target: *at, attack: Attack::Hasty, bombard: false, units });
        }
        let mut struck: Vec<Place> = Vec::new();
        for (at, unit) in &enemies {
            if strikes.len() < n_strikes.into() && !targets.contains(at) && !struck.contains(at) {
                struck.push(*at);
                strikes.push(json!({"do": "strike", "target": at, "chosen": unit}));
            }
        }
    });
    (table, strikes, attacks)
}

/// Every strike of a turn before an attack, and as many attacks as a plan takes, are told within the bounds of a table.
#[test]
fn strikes_and_attacks_of_a_whole_phase_are_told() {
    let both = "both";
    let asked = [
        (Side::Wp, 1, 4, both),
        (Side::Nato, 1, 6, both),
        (Side::Wp, 3, 4, "what-helps"),
        (Side::Wp, 8, 0, "nothing"),
    ];
    for (side, n_attacks, n_strikes, answer) in asked {
        let (table, mut orders, attacks) = on_the_front(side, n_attacks, n_strikes);
        orders.extend(attacks);
        assert_eq!(orders.len(), n_attacks + usize::from(n_strikes), "{orders:?}");
        let given = json!({"command": orders.pop(), "before": orders, "answer": answer});
        let work = Work::new(Work::MOST, MOST_ROWS, &|_| true);
        let told = CentralFront::foretell(&table.state, side.seat(), "attack", &given, &work)
            .unwrap_or_else(|refusals| panic!("{n_attacks} attacks, {n_strikes} strikes: {refusals}"));
        for table in &told.tables {
            let sum = table.rows.iter().fold(Natural::ZERO, |sum, row| sum.plus(&row.weight));
            assert_eq!(sum, table.of, "{}", table.id);
        }
        let added_up = told.assumptions.iter().all(|one| !one.words.contains("retreat are not added up"));
        assert_eq!(added_up, n_attacks < 3, "{n_attacks} attacks");
    }
}

/// Nobody loses more steps than stand there, in an attack and in the odds of the same command.
#[test]
fn steps_that_nobody_has_are_not_counted() {
    let table = with_a_strike();
    let attack = json!({"do": "attack", "target": "0504"});
    let most = |values: &BTreeMap<Vec<i64>, (Natural, Natural)>| values.keys().map(|row| row[0]).max();
    let steps: u8 = table.state.of_side_in(Side::Nato, crate::hex("0504")).map(|unit| unit.steps()).sum();
    let told = foretold(&table, WP, json!({"command": attack, "answer": "nothing"}));
    assert_eq!(most(&rows(&told, "defender-steps-nothing")), Some(i64::from(steps)));
    // Two steps of a battalion that has one left, struck and then attacked with another in its hex.
    let mut weak = with_a_strike();
    for piece in weak.state.facts.unit.iter_mut().filter(|piece| piece.id.as_str() == "us-m1") {
        piece.lost = 1;
    }
    let strike = json!({"do": "strike", "target": "0505", "chosen": "us-m1"});
    let alone = foretold(&weak, WP, json!({"command": strike, "answer": "nothing"}));
    assert_eq!(most(&rows(&alone, "defender-steps-nothing")), Some(1));
    let both = foretold(&weak, WP, json!({"before": [strike], "command": attack, "answer": "nothing"}));
    assert_eq!(most(&rows(&both, "defender-steps-nothing")), Some(i64::from(steps) + 1));
    let words: Vec<&str> = both.assumptions.iter().map(|one| one.words.as_str()).collect();
    assert!(words.iter().any(|words| words.contains("no more than it has")), "{words:?}");
    let wanted = [kernel::Wanted::new("defender-steps")];
    let command = serde_json::from_value(strike).expect("a strike");
    let odds =
        kernel::measure::odds_of::<CentralFront>(&weak.state, kernel::Acting::own(WP), &command, &wanted);
    assert_eq!(odds.expect("odds").rows.iter().map(|row| row.values[0]).max(), Some(1));
}

/// Reads an order as the page of a plan does: on the boards of the seat, then on those of the phases to come.
fn typed(table: &Table, seat: Seat, text: &str) -> Result<Value, String> {
    let view = CentralFront::view(&table.state, seat);
    let own = view.pages.iter().flat_map(|page| page.boards().into_iter().cloned());
    let mut why = None;
    for board in own.chain(CentralFront::boards_ahead(&table.state, seat)) {
        match kernel::view::order::read(&board, text) {
            Ok(order) => return Ok(order.command),
            Err(sentence) => why = why.or(Some(sentence)),
        }
    }
    Err(why.expect("a board"))
}

/// Support, smoke, chemicals and strikes are typed after the attack, and stand in its command.
#[test]
fn what_helps_an_attack_is_typed_after_it() {
    let mut table = Table::small("wp-move-1", |facts| put(facts, "wp-t1", "0603"));
    table.does(WP, json!({"do": "activate", "units": ["wp-t1"]}), &[]);
    let march = json!({
        "do": "march", "units": ["wp-t1"], "target": "0504",
        "support": ["wp-hel"], "smoke": "wp-art", "chemical": true
    });
    let text = "wp-t1 march 0504 with support wp-hel, smoke wp-art, chemicals";
    assert_eq!(typed(&table, WP, text), Ok(march.clone()));
    let told = foretold(&table, WP, json!({"command": march, "answer": "nothing"}));
    let plain = foretold(
        &table,
        WP,
        json!({"command": typed(&table, WP, "wp-t1 march 0504").unwrap(), "answer": "nothing"}),
    );
    assert_ne!(told.tables, plain.tables);
    // A plan says of an attack that is paid for now how it is fought.
    let fight =
        typed(&table, WP, "wp-t1 fight 0504 support wp-art air strike chemicals").expect("an attack to come");
    let wanted = json!({
        "do": "attack", "target": "0504", "support": ["wp-art"], "strike": true, "chemical": true, "chosen": null
    });
    assert_eq!(fight, wanted);
    (table.state.facts.superior, table.state.facts.strikes) = (Some(Side::Wp), 1);
    let hasty = typed(&table, WP, "wp-t1 hasty 0504").expect("an attack to be paid for");
    let helped = foretold(&table, WP, json!({"before": [hasty], "command": fight, "answer": "nothing"}));
    let alone = foretold(&table, WP, json!({"command": hasty, "answer": "nothing"}));
    assert_ne!(rows(&helped, "losses-nothing"), rows(&alone, "losses-nothing"));
    // The same as when it is fought.
    table.does(WP, hasty, &[]);
    table.does(WP, json!({"do": "end-phase"}), &[]);
    let fought = foretold(&table, WP, json!({"command": fight, "answer": "nothing"}));
    assert_eq!(rows(&helped, "losses-nothing"), rows(&fought, "losses-nothing"));
    assert_eq!(typed(&table, WP, "strike us-cb chemicals").expect("a strike")["chemical"], json!(true));
}

#[test]
fn what_cannot_stand_after_an_order_is_said() {
    let mut table = Table::small("wp-move-1", |facts| put(facts, "wp-t1", "0603"));
    table.does(WP, json!({"do": "activate", "units": ["wp-t1"]}), &[]);
    let why = |text: &str| typed(&table, WP, text).expect_err(text);
    let smoke = why("wp-t1 hasty 0504 smoke wp-art");
    assert!(smoke.contains("“smoke” is nothing that “hasty” is ordered with"), "{smoke}");
    let nobody = why("wp-t1 march 0504 support");
    assert!(nobody.contains("Say who after “support”."), "{nobody}");
    let enemy = why("wp-t1 march 0504 support us-hel");
    assert!(enemy.contains("cannot be named after “support”"), "{enemy}");
    // The rules say who can fire.
    let tank = typed(&table, WP, "wp-t1 march 0504 smoke wp-t2")
        .or_else(|_| typed(&table, WP, "wp-t1 march 0504 smoke wp-m1"));
    let given = json!({"command": tank.expect("an order")});
    let refused =
        CentralFront::foretell(&table.state, WP, "attack", &given, &Work::usual()).expect_err("no gun");
    assert!(refused.to_string().contains("CF-SMK-1"), "{refused}");
}

/// The defender's answer is typed where it is owed, and by whoever looks on.
#[test]
fn the_answer_of_a_defender_is_typed() {
    let mut table = designated("hasty");
    table.does(WP, json!({"do": "attack", "target": "0504"}), &[]);
    for seat in [NATO, Seat::Umpire, Seat::Spectator] {
        assert_eq!(
            typed(&table, seat, "cover us-f1"),
            Ok(json!({"do": "cover", "support": ["us-f1"]})),
            "{seat:?}"
        );
        let nothing = typed(&table, seat, "cover").expect("no support");
        assert_eq!(nothing, json!({"do": "cover"}));
        let strike = typed(&table, seat, "cover us-f1 air strike").expect("a strike");
        assert_eq!(strike, json!({"do": "cover", "support": ["us-f1"], "strike": true}));
        CentralFront::foretell(&table.state, seat, "answer", &json!({"command": nothing}), &Work::usual())
            .expect("an answer");
    }
    assert!(typed(&table, WP, "cover us-f1").is_err(), "the attacker answers nothing");
}
