//! Positions that contradict the scenario, the rules or themselves: every fault with its path, all at once.

use std::sync::Arc;

use kernel::System;
use rules_central_front::phase::Phase;
use rules_central_front::rules::s7_attacks::{self, Asked};
use rules_central_front::rules::s9_results::Told;
use rules_central_front::setup::Begins;
use rules_central_front::state::{Battle, Designation, Fate, FirstUse, Fought, Going, Held, Piece, Step};
use rules_central_front::words::{Attack, Side};
use rules_central_front::{CentralFront, Facts, State};

use crate::{SMALL, Table, put, unit};

#[test]
fn a_position_that_cannot_be_tells_every_fault() {
    let mut facts = CentralFront::position(&State::open(SMALL.clone()));
    facts.turn = 9;
    crate::unit(&mut facts, "wp-t1").ap = 7;
    crate::unit(&mut facts, "wp-m1").lost = 3;
    crate::put(&mut facts, "wp-m2", "0703");
    crate::put(&mut facts, "us-ca", "0704");
    let faults = CentralFront::open_position(SMALL.clone(), facts).err().unwrap_or_default();
    assert!(faults.len() >= 4, "{faults:?}");
    assert!(matches!(
        SMALL.card(crate::id("wp-t2")).map(|card| card.begins),
        Some(Begins::Enters { turn: 2, .. })
    ));
}

/// The faults of a position of the small scenario, each as `path rule`.
fn told(change: impl FnOnce(&mut Facts)) -> Vec<String> {
    let mut facts = CentralFront::position(&State::open(SMALL.clone()));
    facts.phase = Phase::WpCombat1;
    change(&mut facts);
    let faults = CentralFront::open_position(SMALL.clone(), facts).err().unwrap_or_default();
    faults.into_iter().map(|fault| format!("{} {}", fault.path, fault.rule)).collect()
}

#[test]
fn a_designation_is_hasty_or_prepared_on_the_map() {
    let designated = |attack, target: &str| {
        told(|facts| {
            let (target, units) = (crate::hex(target), vec![crate::id("wp-t1")]);
            put(facts, "wp-t1", "0603");
            facts.designation.push(Designation { target, attack, bombard: false, units });
        })
    };
    assert_eq!(designated(Attack::Hasty, "0504"), Vec::<String>::new());
    assert_eq!(designated(Attack::Prepared, "0504"), Vec::<String>::new());
    assert_eq!(designated(Attack::March, "0504"), ["designation.0 CF-SEQ-2"]);
    assert_eq!(designated(Attack::Hasty, "9999"), ["designation.0 CF-SEQ-2"]);
}

/// A Hasty attack of the tank regiment on 0504 that is not over, with the faults of its position.
fn fight(step: Step, lay: &dyn Fn(&mut Facts, &mut Battle)) -> Vec<String> {
    told(|facts| {
        let target = crate::hex("0504");
        let asked = Asked { target, support: &[], strike: false, chemical: false, chosen: None };
        let units = vec![crate::id("wp-t1")];
        put(facts, "wp-t1", "0603");
        facts.attacked.push(target);
        let mut battle = s7_attacks::fight(Side::Wp, Attack::Hasty, false, units, asked);
        (battle.step, battle.from) = (step, vec![crate::hex("0603")]);
        if step != Step::Cover {
            battle.defender.units = vec![crate::id("us-ca"), crate::id("us-ct")];
        }
        lay(facts, &mut battle);
        facts.battle = Some(battle);
    })
}

/// NATO leaves the hex that is attacked.
fn leave(facts: &mut Facts) {
    put(facts, "us-ca", "0202");
    put(facts, "us-ct", "0202");
}

#[test]
fn a_fight_leaves_somebody_something_to_choose() {
    let none = Vec::<String>::new();
    assert_eq!(fight(Step::Cover, &|_, battle| battle.bombard = true), ["battle CF-BOM-5"]);
    let march = fight(Step::Cover, &|_, battle| battle.attack = Attack::March);
    assert_eq!(march, ["battle.attack CF-SEQ-2"], "not in a combat phase");
    assert_eq!(fight(Step::Cover, &|_, _| {}), none);
    assert_eq!(fight(Step::Advance, &|facts, _| leave(facts)), none);
    assert_eq!(fight(Step::Advance, &|_, _| {}), ["battle.step CF-ADV-1"], "the hex is held");
    assert_eq!(fight(Step::Losses, &|_, battle| battle.defender.steps = 1), none);
    assert_eq!(fight(Step::Losses, &|_, _| {}), ["battle CF-SEQ-9"], "no step to lose");
    let nobody = fight(Step::Losses, &|_, battle| battle.attacker.steps = 1);
    assert_eq!(nobody, ["battle CF-SEQ-9"], "nobody to lose it");
    let owed = vec![crate::id("us-ca")];
    let retreats = |_: &mut Facts, battle: &mut Battle| {
        (battle.defender.retreat, battle.defender.owed) = (1, owed.clone())
    };
    assert_eq!(fight(Step::DefenderRetreats, &retreats), none);
    assert_eq!(fight(Step::DefenderRetreats, &|_, _| {}), ["battle CF-SEQ-9"], "nobody to retreat");
    let other = fight(Step::AttackerRetreats, &retreats);
    assert_eq!(other, ["battle.defender CF-CRT-8"], "the other side's retreat");
    let crowd = |at: &'static str| {
        move |facts: &mut Facts, battle: &mut Battle| {
            put(facts, "us-t1", "0504");
            put(facts, "us-m1", "0504");
            put(facts, "us-f1", "0504");
            battle.excess = Some(crate::hex(at));
        }
    };
    assert_eq!(fight(Step::DefenderRetreats, &crowd("0504")), none);
    let elsewhere = fight(Step::DefenderRetreats, &crowd("0101"));
    assert_eq!(elsewhere, ["unit.us-t1 CF-STACK-8", "battle.excess CF-RET-9"], "a crowd of nobody");
    assert_eq!(fight(Step::Losses, &crowd("0504")), ["battle.excess CF-RET-9"], "nobody retreats yet");
}

#[test]
fn a_fight_is_made_and_supported_as_the_rules_have_it() {
    let ids = |names: &[&str]| names.iter().map(|name| crate::id(name)).collect::<Vec<_>>();
    let cover = |lay: &dyn Fn(&mut Facts, &mut Battle)| fight(Step::Cover, lay);
    assert_eq!(cover(&|_, battle| battle.units.clear()), ["battle.units CF-ATK-1"]);
    assert_eq!(cover(&|_, battle| battle.from.clear()), ["battle.from CF-MOV-6", "battle.from CF-ATK-7"]);
    let apart = cover(&|_, battle| battle.from.push(crate::hex("0604")));
    assert_eq!(apart, ["battle.from CF-ATK-5"]);
    assert_eq!(cover(&|facts, _| put(facts, "wp-t1", "0602")), ["battle.from CF-ATK-7"]);
    assert_eq!(cover(&|facts, _| facts.attacked.clear()), ["battle.target CF-SEQ-5"]);
    assert_eq!(
        cover(&|facts, _| facts.prepared_begun = true),
        ["battle.attack CF-SEQ-3"],
        "Hasty after Prepared"
    );
    assert_eq!(cover(&|_, battle| battle.attack = Attack::Prepared), ["battle.attack CF-SEQ-3"]);
    assert_eq!(cover(&|_, battle| battle.chemical = true), ["battle.chemical CF-CHM-1"]);
    assert_eq!(cover(&|_, battle| battle.strike = true), ["battle.strike CF-AIR-4"]);
    let marching = |strike: bool| {
        cover(&|facts, battle| {
            (facts.phase, battle.attack, battle.strike) = (Phase::WpMove1, Attack::March, strike);
            (facts.superior, facts.strikes) = (Some(Side::Wp), 0);
            facts.attacked.clear();
        })
    };
    assert_eq!(marching(false), Vec::<String>::new());
    assert_eq!(marching(true), ["battle.strike CF-AIR-7"]);
    let fired = |facts: &mut Facts, name: &str| {
        let gun = unit(facts, name);
        (gun.fired, gun.acted) = (true, true);
    };
    let supported = |names: &'static [&'static str]| {
        cover(&|facts, battle| {
            names.iter().for_each(|name| fired(facts, name));
            battle.support = ids(names);
        })
    };
    assert_eq!(supported(&["wp-art"]), Vec::<String>::new());
    assert_eq!(supported(&["wp-art", "wp-rkt"]), ["battle.support CF-SUP-7"]);
    assert_eq!(cover(&|_, battle| battle.support = ids(&["wp-art"])), ["battle.support CF-SUP-2"]);
    assert_eq!(cover(&|_, battle| battle.support = ids(&["wp-m1"])).len(), 2, "no gun, and it did not fire");
    let covered = fight(Step::Losses, &|facts, battle| {
        fired(facts, "us-f1");
        fired(facts, "us-f2");
        battle.defender.steps = 1;
        battle.cover = ids(&["us-f1", "us-f2"]);
    });
    assert_eq!(covered, ["battle.cover CF-SUP-5"]);
    let early = cover(&|_, battle| battle.defender.units = ids(&["us-ca"]));
    assert_eq!(early, ["battle.step CF-SUP-1"]);
    let late = fight(Step::Advance, &|facts, battle| {
        leave(facts);
        (battle.attacker.steps, battle.advanced) = (1, ids(&["wp-m1"]));
    });
    assert_eq!(late, ["battle.attacker CF-CRT-8", "battle.advanced CF-ADV-1"]);
}

#[test]
fn a_unit_pays_for_one_attack_in_one_place() {
    let attack = |attack, bombard, target: &str, units: &[&str]| {
        let units = units.iter().map(|name| crate::id(name)).collect();
        Designation { target: crate::hex(target), attack, bombard, units }
    };
    let paid = |of: &[Designation]| {
        told(|facts| {
            for (name, at) in [("wp-t1", "0603"), ("wp-m1", "0604"), ("wp-rec", "0603"), ("us-m1", "0503")] {
                put(facts, name, at);
            }
            facts.designation = of.to_vec();
        })
    };
    let none = Vec::<String>::new();
    let (hasty, prepared) = (Attack::Hasty, Attack::Prepared);
    assert_eq!(paid(&[attack(hasty, false, "0504", &["wp-t1", "wp-rec"])]), none);
    assert_eq!(paid(&[attack(prepared, false, "0504", &["wp-t1", "wp-m1"])]), none);
    assert_eq!(
        paid(&[attack(hasty, false, "0504", &["wp-t1", "wp-m1"])]),
        ["designation.0 CF-ATK-5"],
        "from two hexes"
    );
    assert_eq!(paid(&[attack(hasty, false, "0504", &["wp-t1", "wp-t1"])]), ["designation.0 CF-MOV-4"]);
    let two = [attack(hasty, false, "0504", &["wp-t1"]), attack(hasty, false, "0503", &["wp-t1"])];
    assert_eq!(paid(&two), ["designation.1 CF-MOV-4"], "one unit in two");
    assert_eq!(paid(&[attack(hasty, false, "0504", &["wp-m2"])]), ["designation.0 CF-MOV-6"]);
    assert_eq!(paid(&[attack(hasty, true, "0504", &["wp-art"])]), none);
    assert_eq!(paid(&[attack(hasty, true, "0504", &["wp-t1"])]), ["designation.0 CF-BOM-1"]);
    assert_eq!(paid(&[attack(hasty, false, "0504", &["wp-art"])])[0], "designation.0 CF-BOM-1");
    assert_eq!(paid(&[attack(hasty, true, "0504", &["wp-art", "wp-rkt"])]), ["designation.0 CF-BOM-1"]);
    let supply = told(|facts| {
        put(facts, "wp-t1", "0603");
        unit(facts, "wp-t1").unsupplied = true;
        facts.designation.push(attack(prepared, false, "0504", &["wp-t1"]));
    });
    assert_eq!(supply, ["designation.0 CF-SPL-2"]);
    let points = told(|facts| {
        facts.phase = Phase::WpMove1;
        put(facts, "wp-t1", "0603");
        let piece = unit(facts, "wp-t1");
        (piece.activated, piece.acted, piece.ap, piece.mp) = (true, true, 1, 10);
        facts.designation.push(attack(hasty, false, "0504", &["wp-t1"]));
    });
    assert_eq!(points, ["designation.0 CF-MOV-3"]);
}

#[test]
fn a_unit_does_what_its_phase_and_its_kind_allow() {
    let of = |phase, name: &'static str, lay: &dyn Fn(&mut Piece)| {
        let found = told(|facts| {
            facts.phase = phase;
            lay(unit(facts, name));
        });
        found.iter().map(|fault| fault.rsplit(' ').next().unwrap_or("").to_owned()).collect::<Vec<_>>()
    };
    let (moves, fights) = (Phase::WpMove1, Phase::WpCombat1);
    let gone = |piece: &mut Piece| (piece.at, piece.fate) = (None, Fate::Exited);
    assert_eq!(of(fights, "us-m1", &gone), ["CF-VIC-4"], "NATO does not leave");
    assert_eq!(of(fights, "wp-m1", &gone), Vec::<String>::new());
    assert_eq!(of(fights, "wp-t2", &|piece| piece.ap = 1), ["CF-SPL-4"]);
    let activated = |piece: &mut Piece| (piece.activated, piece.acted, piece.ap) = (true, true, 1);
    assert_eq!(of(moves, "wp-t1", &activated), Vec::<String>::new());
    assert_eq!(of(moves, "us-m1", &activated), ["CF-AP-8"]);
    assert_eq!(of(fights, "wp-t1", &activated), ["CF-AP-8"]);
    assert_eq!(of(moves, "wp-t1", &|piece| piece.mp = 4), ["CF-AP-12"]);
    assert_eq!(of(moves, "wp-t1", &|piece| piece.activated = true), ["CF-AP-1"]);
    assert_eq!(of(fights, "us-gar", &|piece| piece.acted = true), ["CF-GAR-2"]);
    let fired = |piece: &mut Piece| (piece.fired, piece.acted) = (true, true);
    assert_eq!(of(fights, "wp-t1", &fired), ["CF-SUP-2"]);
    assert_eq!(of(fights, "wp-art", &fired), Vec::<String>::new());
    assert_eq!(of(fights, "wp-art", &|piece| piece.fired = true), ["CF-RTM-7"]);
    assert_eq!(of(moves, "wp-art", &|piece| piece.spent = true), ["CF-SUP-15"]);
    let withdrew = |ap| move |piece: &mut Piece| (piece.withdrawn, piece.ap) = (true, ap);
    assert_eq!(of(Phase::WpRetreat, "wp-t1", &withdrew(4)), Vec::<String>::new());
    assert_eq!(of(Phase::WpRetreat, "wp-t1", &withdrew(3)), ["CF-RTM-2"]);
    assert_eq!(of(Phase::NatoRetreat, "wp-t1", &withdrew(5)), ["CF-RTM-2"]);
    let stacks = told(|facts| {
        facts.phase = Phase::WpMove1;
        for name in ["wp-t1", "wp-m1"] {
            let piece = unit(facts, name);
            activated(piece);
            piece.going = Going::Moving;
        }
    });
    assert_eq!(stacks, ["unit.wp-m1 CF-MOV-11"], "two moving stacks");
}

#[test]
fn what_is_remembered_of_a_turn_has_come() {
    let used = |turn, phase| told(|facts| facts.first_use = Some(FirstUse { turn, phase }));
    assert_eq!(used(1, Phase::WpMove1), Vec::<String>::new());
    assert_eq!(used(1, Phase::WpCombat1), Vec::<String>::new());
    assert_eq!(used(1, Phase::WpMove2), ["first_use CF-CHM-3"], "later in the turn");
    assert_eq!(used(2, Phase::WpMove1), ["first_use CF-CHM-3"], "in a later turn");
    assert_eq!(used(1, Phase::NatoMove1), ["first_use CF-CHM-3"; 2], "by NATO, and later");
    let hex = crate::hex;
    assert_eq!(told(|facts| facts.attacked = vec![hex("0504"); 2]), ["attacked.1 CF-SEQ-5"]);
    let held = Held { hex: hex("0504"), side: Side::Wp };
    assert_eq!(told(|facts| facts.control.push(held)), ["control.2 CF-VIC-3"]);
    let early = told(|facts| facts.phase = Phase::Over);
    assert_eq!(early, ["turn CF-SEQ-1"]);
    let begun = told(|facts| {
        facts.phase = Phase::WpMove1;
        (facts.prepared_begun, facts.attacked) = (true, vec![hex("0504")]);
    });
    assert_eq!(begun, ["attacked CF-SEQ-5", "prepared_begun CF-SEQ-3"], "no combat phase");
}

#[test]
fn a_fight_that_is_remembered_was_fought_in_this_phase_with_a_result_of_the_table() {
    let fought = |attack, change: &dyn Fn(&mut Fought)| {
        let mut one = Fought {
            target: crate::hex("0504"),
            attack,
            bombard: false,
            chemical: false,
            smoke: false,
            column: "3-1".into(),
            attacker: Told { steps: 1, ..Told::default() },
            defender: Told { steps: 1, friction: true, retreat: 2 },
            worn: Vec::new(),
            eliminated: Vec::new(),
        };
        change(&mut one);
        told(|facts| {
            facts.attacked = vec![crate::hex("0504")];
            facts.fought = vec![one];
        })
    };
    assert_eq!(fought(Attack::Hasty, &|_| {}), [""; 0], "the result of row 7");
    assert_eq!(fought(Attack::Prepared, &|_| {}), ["fought.0 CF-SEQ-3"]);
    assert_eq!(fought(Attack::March, &|_| {}), ["fought.0 CF-SEQ-2"], "no movement phase");
    assert_eq!(fought(Attack::Hasty, &|one| one.target = crate::hex("0505")), ["fought.0 CF-SEQ-2"]);
    assert_eq!(fought(Attack::Hasty, &|one| one.column = "9-1".into()), ["fought.0 CF-CRT-4"]);
    assert_eq!(fought(Attack::Hasty, &|one| one.defender.steps = 7), ["fought.0 CF-CRT-4"]);
    let unhurt = crate::id("wp-hel");
    assert_eq!(fought(Attack::Hasty, &|one| one.worn = vec![unhurt]), ["fought.0 CF-SUP-13"]);
    assert_eq!(fought(Attack::Hasty, &|one| one.eliminated = vec![unhurt]), ["fought.0 CF-SUP-13"]);
    assert_eq!(fought(Attack::Hasty, &|one| one.smoke = true), ["fought.0 CF-SMK-1"], "for a March alone");
    assert_eq!(fought(Attack::Hasty, &|one| one.chemical = true), ["fought.0 CF-CHM-1"], "no first use");
    assert_eq!(
        fought(Attack::Hasty, &|one| one.bombard = true),
        ["fought.0 CF-CRT-4"],
        "only steps and F count"
    );
    let twice = told(|facts| {
        facts.attacked = vec![crate::hex("0504")];
        let one = |column: &str| Fought {
            target: crate::hex("0504"),
            attack: Attack::Hasty,
            bombard: false,
            chemical: false,
            smoke: false,
            column: column.into(),
            attacker: Told { steps: 1, ..Told::default() },
            defender: Told { steps: 1, friction: true, retreat: 2 },
            worn: Vec::new(),
            eliminated: Vec::new(),
        };
        facts.fought = vec![one("3-1"), one("3-1")];
    });
    assert_eq!(twice, ["fought.1 CF-SEQ-5"]);
}

#[test]
fn every_fault_has_its_line_and_column_and_all_are_told_at_once() {
    let facts = CentralFront::position(&State::open(SMALL.clone()));
    let text = toml::to_string(&facts).expect("facts are written");
    let text = text.replace("phase = \"weather\"", "phase = \"wp-combat-1\"\nfirst_use = { turn = 3, phase = \"wp-move-1\" }\ndesignation = [\n  { target = \"0504\", attack = \"hasty\", bombard = true, units = [\"wp-art\"] },\n  { target = \"0505\", attack = \"hasty\", bombard = true, units = [\"wp-art\"] },\n]");
    let mut lines: Vec<&str> = text.lines().collect();
    let at = lines.iter().position(|line| *line == "id = \"us-m1\"").expect("the battalion");
    lines.insert(at + 1, "fate = \"exited\"");
    let text = lines.join("\n");
    let facts: Facts = toml::from_str(&text).expect("facts of the right form");
    let faults = CentralFront::open_position(SMALL.clone(), facts).err().unwrap_or_default();
    let placed = kernel::facts::place(faults, "it.toml", &text);
    let told = |fault: &kernel::Diagnostic| {
        let place = fault.place.as_ref().expect("a place");
        let line = text.lines().nth(place.line - 1).unwrap_or("");
        (fault.rule.clone(), line.get(place.column - 1..).unwrap_or("").chars().take(12).collect())
    };
    let told: Vec<(String, String)> = placed.iter().map(told).collect();
    let wanted = [
        ("CF-CHM-3", "{ turn = 3, "),
        ("CF-MOV-4", "{ target = \""),
        ("CF-UNIT-1", "[[unit]]"),
        ("CF-VIC-4", "[[unit]]"),
    ];
    assert_eq!(told, wanted.map(|(rule, words)| (rule.to_owned(), words.to_owned())));
}

#[test]
fn whoever_can_go_with_a_march_attack_can_be_halted() {
    let mut facts = Table::small("wp-move-1", |_| {}).state.facts;
    for name in ["wp-art", "wp-t1"] {
        let piece = unit(&mut facts, name);
        (piece.ap, piece.activated, piece.acted, piece.halted) = (1, true, true, true);
    }
    let opened = CentralFront::open_position(Arc::clone(&SMALL), facts.clone());
    assert_eq!(opened.err(), None);
    unit(&mut facts, "wp-art").going = Going::Moving;
    let faults = CentralFront::open_position(Arc::clone(&SMALL), facts).expect_err("it moves");
    assert!(faults.iter().any(|fault| fault.rule == "CF-ATK-15"), "{faults:?}");
}
