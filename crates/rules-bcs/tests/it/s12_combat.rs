//! BCS-CT: the Combat Table and its modifiers, against sums written from the catalogue alone.

use rules_bcs::charts::Ground;
use rules_bcs::charts::s12_combat::{Attacker, Defender, DefenderSupport, Kind, Support, resolve};
use rules_bcs::sheet::Field;

use crate::{Dice, counting, excluded_by};

fn attack() -> (Attacker, Defender) {
    let attacker = Attacker { strength: 4, ..Attacker::default() };
    (attacker, Defender { units: 1, unit: Kind::Infantry, ..Defender::default() })
}

fn any(dice: &mut Dice) -> (Attacker, Defender) {
    let attacker = Attacker {
        shock: dice.flag(),
        rating: dice.below(6) as u8,
        strength: 1 + dice.below(4) as u8,
        dual: dice.flag(),
        support: dice.one(Support::ALL),
        blocked: dice.flag(),
        double: dice.flag(),
        prepared: dice.flag(),
        suppression: dice.flag(),
        assist: dice.flag(),
        off_map: dice.flag(),
        fire: dice.flag(),
        breakthrough: dice.flag(),
        hard_red: dice.flag(),
        hexside: dice.flag(),
    };
    let defender = Defender {
        rating: dice.below(6) as u8,
        unit: dice.one(Kind::ALL),
        hard: dice.flag(),
        stand_off: dice.flag(),
        support: dice.one(DefenderSupport::ALL),
        blocked: dice.flag(),
        prepared: dice.flag(),
        units: 1 + dice.below(4) as u8,
        ground: dice.one(Ground::ALL),
        key: dice.flag(),
        last: dice.flag(),
    };
    (attacker, defender)
}

/// BCS-CT-1 to BCS-CT-18, sentence by sentence.
fn net(a: &Attacker, d: &Defender) -> i32 {
    fn n(of: impl Into<i32>) -> i32 {
        of.into()
    }
    let mut ours = n(a.rating);
    ours += n(a.dual || a.support == Support::Red) - n(a.blocked) + n(a.double) - n(a.prepared);
    ours += if a.suppression { if a.shock { 1 } else { 2 } } else { 0 };
    ours += if a.off_map { 2 } else { 0 };
    if a.shock {
        ours += n(a.fire);
        ours += if a.breakthrough { 2 } else { n(a.hard_red) };
    } else {
        ours += n(a.assist);
    }
    let mut theirs = n(d.rating);
    theirs += n(d.unit == Kind::Dual || d.support != DefenderSupport::None) - n(d.blocked) + n(d.prepared);
    theirs += match d.units {
        0 | 1 => 0,
        2 => 1,
        _ => -2,
    };
    theirs += n(a.hexside);
    let stands = matches!(d.unit, Kind::Dual | Kind::Infantry | Kind::StandOff) || d.stand_off;
    theirs += match d.ground {
        Ground::Terrain if stands => 1,
        Ground::City | Ground::Urban if stands => 2,
        _ => 0,
    };
    theirs += if d.unit == Kind::Red && d.hard && d.ground == Ground::Open && !d.prepared { 2 } else { 0 };
    let is_av = matches!(d.unit, Kind::Dual | Kind::Red | Kind::Light | Kind::Limited) && !d.stand_off;
    theirs -= if is_av && d.ground == Ground::Urban { 3 } else { 0 };
    ours - theirs
}

#[test]
fn a_hundred_thousand_attacks_add_up_as_the_catalogue_says() {
    let mut dice = Dice::new(5);
    for _ in 0..100_000 {
        let (a, d) = any(&mut dice);
        assert_eq!(resolve(&a, &d).net, net(&a, &d), "{a:?} {d:?}");
    }
}

#[test]
fn every_modifier_alone() {
    let (a, d) = attack();
    let shock = Attacker { shock: true, ..a };
    let cases: Vec<(&str, i16, Attacker, Defender)> = vec![
        ("rating", 3, Attacker { rating: 3, ..a }, d),
        ("support", 1, Attacker { dual: true, ..a }, d),
        ("support", 1, Attacker { support: Support::Red, ..a }, d),
        ("blocked", -1, Attacker { blocked: true, ..a }, d),
        ("double", 1, Attacker { double: true, ..a }, d),
        ("prepared", -1, Attacker { prepared: true, ..a }, d),
        ("suppression", 2, Attacker { suppression: true, ..a }, d),
        ("suppression", 1, Attacker { suppression: true, ..shock }, d),
        ("assist", 1, Attacker { assist: true, ..a }, d),
        ("off-map", 2, Attacker { off_map: true, ..a }, d),
        ("fire", 1, Attacker { fire: true, ..shock }, d),
        ("breakthrough", 2, Attacker { breakthrough: true, ..shock }, d),
        ("hard-red", 1, Attacker { hard_red: true, ..shock }, d),
        ("hexside", -1, Attacker { hexside: true, ..a }, d),
        ("d-rating", -4, a, Defender { rating: 4, ..d }),
        ("d-support", -1, a, Defender { unit: Kind::Dual, ..d }),
        ("d-support", -1, a, Defender { support: DefenderSupport::Any, ..d }),
        ("d-blocked", 1, a, Defender { blocked: true, ..d }),
        ("d-prepared", -1, a, Defender { prepared: true, ..d }),
        ("two", -1, a, Defender { units: 2, ..d }),
        ("more", 2, a, Defender { units: 3, ..d }),
        ("ground", -1, a, Defender { ground: Ground::Terrain, ..d }),
        ("ground", -2, a, Defender { ground: Ground::City, ..d }),
        ("ground", -2, a, Defender { ground: Ground::Urban, ..d }),
        ("ground", -1, a, Defender { unit: Kind::StandOff, ground: Ground::Terrain, ..d }),
        ("tanks", -2, a, Defender { unit: Kind::Red, hard: true, ..d }),
        ("urban", 3, a, Defender { unit: Kind::Light, ground: Ground::Urban, ..d }),
    ];
    for (line, amount, a, d) in cases {
        let resolved = resolve(&a, &d);
        let found: Vec<_> = counting(&resolved).into_iter().filter(|(_, amount)| *amount != 0).collect();
        assert_eq!(found, [(line, amount)], "{a:?} {d:?}");
        assert_eq!(resolved.net, i32::from(amount));
    }
}

#[test]
fn every_exclusion_says_why() {
    let (a, d) = attack();
    let shock = Attacker { shock: true, ..a };
    let urban = Defender { ground: Ground::Urban, ..d };
    let cases: Vec<(&str, &str, Attacker, Defender)> = vec![
        ("support", "not-red", Attacker { support: Support::Other, ..a }, d),
        ("assist", "in-shock", Attacker { assist: true, ..shock }, d),
        ("fire", "in-regular", Attacker { fire: true, ..a }, d),
        ("breakthrough", "in-regular", Attacker { breakthrough: true, ..a }, d),
        ("hard-red", "in-regular", Attacker { hard_red: true, ..a }, d),
        ("hard-red", "breakthrough", Attacker { breakthrough: true, hard_red: true, ..shock }, d),
        ("tanks", "is-dual", a, Defender { unit: Kind::Dual, hard: true, ..d }),
        ("tanks", "is-support", a, Defender { support: DefenderSupport::HardRed, ..d }),
        ("tanks", "is-prepared", a, Defender { unit: Kind::Red, hard: true, prepared: true, ..d }),
        ("urban", "is-stand-off", a, Defender { unit: Kind::StandOff, ..urban }),
        ("urban", "is-stand-off", a, Defender { unit: Kind::Limited, stand_off: true, ..urban }),
        ("urban", "is-support", a, Defender { support: DefenderSupport::Any, ..urban }),
    ];
    for (line, by, a, d) in cases {
        let resolved = resolve(&a, &d);
        assert_eq!(excluded_by(&resolved, line), Some(by), "{line}: {a:?} {d:?}");
        assert!(!counting(&resolved).iter().any(|(id, _)| *id == line));
        assert_eq!(resolved.net, net(&a, &d));
    }
}

/// BCS-CT-25: a Dual unit that has Support besides has the bonus once.
#[test]
fn dual_and_support_count_once() {
    let (a, d) = attack();
    assert_eq!(resolve(&Attacker { dual: true, support: Support::Red, ..a }, &d).net, 1);
    assert_eq!(resolve(&a, &Defender { unit: Kind::Dual, support: DefenderSupport::Any, ..d }).net, -1);
}

/// What BCS-CT-19 to BCS-CT-24 make of a total: attacker's steps, defender's, retreat, each loses, Traffic.
fn result(total: i32, a: &Attacker, d: &Defender) -> [i8; 5] {
    let (mut attacker, defender, mut retreat, mut traffic) = match total {
        ..=4 => (2, 0, 0, 0),
        5 | 6 => (1, 0, 0, 0),
        7 | 8 => (1, 0, 1, 1),
        9 | 10 => (i8::from(d.prepared), 0, 1, 1),
        11 | 12 => (0, 1, 2, 0),
        _ => (0, 2, 2, 0),
    };
    let mut each = 0;
    if attacker >= a.strength as i8 {
        (retreat, traffic) = (0, 0);
    } else if retreat == 1 && (d.prepared || d.key) {
        (retreat, each) = (0, 1);
        traffic = i8::from(d.last);
    }
    attacker = attacker.max(0);
    [attacker, defender, retreat, each, traffic]
}

#[test]
fn every_cell_of_the_table_with_everything_that_changes_it() {
    let mut dice = Dice::new(6);
    for _ in 0..20_000 {
        let (a, d) = any(&mut dice);
        let resolved = resolve(&a, &d);
        for figure in 2..=12 {
            let outcome = resolved.at(figure).unwrap().outcome;
            let found = [
                Field::AttackerSteps,
                Field::DefenderSteps,
                Field::Retreat,
                Field::EachLoses,
                Field::Traffic,
            ]
            .map(|field| outcome.get(field));
            assert_eq!(found, result(figure + net(&a, &d), &a, &d), "{figure} {a:?} {d:?}");
        }
    }
}

#[test]
fn a_result_reads_as_it_is_printed() {
    let (a, d) = attack();
    let words = |figure, a: &Attacker, d: &Defender| {
        resolve(a, d).at(figure).unwrap().outcome.words(rules_bcs::charts::s12_combat::SHEET.gives)
    };
    assert_eq!(words(4, &a, &d), "A2");
    assert_eq!(words(8, &a, &d), "A1, D: Situational, Traffic");
    assert_eq!(words(9, &a, &d), "D: Situational, Traffic");
    assert_eq!(words(12, &a, &d), "D1, D: Retreat");
    assert_eq!(words(9, &a, &Defender { key: true, ..d }), "one step per defending unit");
    assert_eq!(words(8, &Attacker { strength: 1, ..a }, &d), "A1");
}

#[test]
fn the_odds_of_an_even_attack() {
    let (a, d) = attack();
    let odds = resolve(&a, &d).odds().unwrap();
    let weight =
        |field: Field, value: i8| odds.weight_where(|outcome| outcome.get(field) == value).to_u64().unwrap();
    assert_eq!(odds.of().to_u64(), Some(36));
    assert_eq!((weight(Field::AttackerSteps, 2), weight(Field::AttackerSteps, 1)), (6, 9 + 11));
    assert_eq!((weight(Field::Retreat, 1), weight(Field::Retreat, 2)), (11 + 7, 3));
}
