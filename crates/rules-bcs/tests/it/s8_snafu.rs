//! BCS-SNAFU: the roll and what its result allows, against sums written from the catalogue alone.

use kernel::chance::Natural;
use rules_bcs::charts::Fatigue;
use rules_bcs::charts::s8_snafu::{Action, Effect, Level, Snafu, allows, arty_points, effect, resolve};

use crate::{counting, excluded_by};

fn all() -> impl Iterator<Item = Snafu> {
    (0..6 * (1 << 9) * 3).map(|n: u32| {
        let bit = |at: u32| n >> at & 1 == 1;
        let rest = n >> 9;
        Snafu {
            fatigue: Fatigue::ALL[(rest % 6) as usize],
            blocked: (rest / 6) as u8,
            coordination: bit(0),
            mixed: bit(1),
            complete: bit(2),
            optimal: bit(3),
            ghost: bit(4),
            crossing: bit(5),
            tracks: bit(6),
            poor: bit(7),
            off_map: bit(8),
            special: 0,
            prepared: n.is_multiple_of(7),
        }
    })
}

/// The sum as BCS-SNAFU-3 to BCS-SNAFU-6 say it.
fn sum(of: &Snafu) -> i32 {
    let mut sum = match of.fatigue {
        Fatigue::Fresh => 1,
        Fatigue::F0 => 0,
        Fatigue::F1 => -1,
        Fatigue::F2 => -2,
        Fatigue::F3 => -3,
        Fatigue::F4 => -4,
    };
    sum -= i32::from(of.coordination) + i32::from(of.mixed) - i32::from(of.special);
    if of.complete {
        sum += i32::from(of.optimal) - i32::from(of.ghost) - i32::from(of.crossing);
        if of.tracks {
            sum -= if of.poor { 2 } else { 1 };
        }
    } else {
        sum -= if of.off_map { 3 } else { 0 };
        sum -= i32::from(of.blocked);
    }
    sum
}

#[test]
fn every_set_of_circumstances_adds_up_as_the_catalogue_says() {
    for of in all() {
        assert_eq!(resolve(&of).net, sum(&of), "{of:?}");
    }
    let special = Snafu { special: -3, complete: true, ..Snafu::default() };
    assert_eq!((resolve(&special).net, counting(&resolve(&special))), (-3, vec![("special", -3)]));
}

#[test]
fn every_total_has_its_result_and_prepared_defense_is_no_better_than_partial() {
    for of in all() {
        let resolved = resolve(&of);
        for dice in 2..=12 {
            let expected = match dice + sum(&of) {
                ..=2 => Level::Fail,
                3..=6 => Level::Partial,
                _ if of.prepared => Level::Partial,
                _ => Level::Full,
            };
            assert_eq!(Level::of(&resolved.at(dice).unwrap().outcome), expected, "{of:?} {dice}");
        }
    }
}

#[test]
fn modifiers_of_the_two_groups_never_mix_and_say_why() {
    let of = Snafu {
        complete: true,
        optimal: true,
        ghost: true,
        crossing: true,
        tracks: true,
        off_map: true,
        blocked: 2,
        ..Snafu::default()
    };
    let resolved = resolve(&of);
    assert_eq!(counting(&resolved), [("optimal", 1), ("ghost", -1), ("crossing", -1), ("good", -1)]);
    assert_eq!(
        [excluded_by(&resolved, "off-map"), excluded_by(&resolved, "blocked-2")],
        [Some("complete"); 2]
    );
    let broken = resolve(&Snafu { complete: false, poor: true, ..of });
    assert_eq!(counting(&broken), [("off-map", -3), ("blocked-2", -2)]);
    for line in ["optimal", "ghost", "crossing", "poor"] {
        assert_eq!(excluded_by(&broken, line), Some("broken"), "{line}");
    }
    let none = resolve(&Snafu { complete: true, poor: true, ..Snafu::default() });
    assert_eq!((none.net, excluded_by(&none, "poor")), (0, Some("no-tracks")));
}

/// At fatigue 0 with nothing else: FAIL 1/36, PARTIAL 14/36, FULL 21/36.
#[test]
fn the_odds_are_those_of_two_dice() {
    let odds = |of: Snafu| {
        let odds = resolve(&of).odds().unwrap().map(|outcome| Level::of(&outcome));
        [Level::Fail, Level::Partial, Level::Full].map(|level| odds.weight(&level).to_u64().unwrap())
    };
    let plain = Snafu { complete: true, ..Snafu::default() };
    assert_eq!(odds(plain), [1, 14, 21]);
    assert_eq!(
        odds(Snafu { fatigue: Fatigue::F4, off_map: true, blocked: 2, ..Snafu::default() }),
        [35, 1, 0]
    );
    assert_eq!(odds(Snafu { prepared: true, ..plain }), [1, 35, 0]);
    assert_eq!(resolve(&plain).odds().unwrap().of(), &Natural::from(36u64));
}

/// BCS-SNAFU-9, cell by cell, by the names of its columns.
#[test]
fn every_cell_of_the_result_effects() {
    use Effect as E;
    let cells = [
        (Action::HqObj, [E::Two, E::One, E::None]),
        (Action::ReconObj, [E::Yes, E::Yes, E::No]),
        (Action::Ma, [E::All, E::Half, E::No]),
        (Action::VoluntaryRetreat, [E::Yes, E::Yes, E::HqOnly]),
        (Action::Flip, [E::Yes, E::Yes, E::Yes]),
        (Action::Trains, [E::Yes, E::Yes, E::Yes]),
        (Action::Artillery, [E::All, E::HalfDown, E::No]),
        (Action::Air, [E::Yes, E::Yes, E::No]),
        (Action::Combat, [E::Yes, E::Yes, E::No]),
        (Action::Prepared, [E::Yes, E::Yes, E::Yes]),
        (Action::ReturnSupport, [E::Yes, E::Yes, E::Yes]),
        (Action::Screen, [E::Yes, E::Yes, E::InitialOnly]),
    ];
    assert_eq!(cells.len(), Action::ALL.len());
    for (action, [full, partial, fail]) in cells {
        let found = [Level::Full, Level::Partial, Level::Fail].map(|level| effect(level, action));
        assert_eq!(found, [full, partial, fail], "{action}");
    }
}

#[test]
fn what_is_allowed_hangs_on_who_and_when() {
    assert!(
        allows(Level::Fail, Action::Screen, true, false)
            && !allows(Level::Fail, Action::Screen, false, false)
    );
    assert!(allows(Level::Fail, Action::VoluntaryRetreat, true, true));
    assert!(!allows(Level::Fail, Action::VoluntaryRetreat, true, false));
    assert!(allows(Level::Partial, Action::VoluntaryRetreat, true, false));
    assert!(!allows(Level::Fail, Action::HqObj, true, true));
    let points = |level| (0..=5).map(|n| arty_points(level, n)).collect::<Vec<_>>();
    assert_eq!(points(Level::Full), [0, 1, 2, 3, 4, 5]);
    assert_eq!(points(Level::Partial), [0, 0, 1, 1, 2, 2]);
    assert_eq!(points(Level::Fail), [0; 6]);
}

/// What the umpire says of formations that are mixed holds until the turn ends. [BCS-SNAFU-7]
#[test]
fn the_umpire_may_rule_two_formations_mixed_or_not() {
    use crate::table::*;
    use kernel::Seat;
    use rules_bcs::rules::s8_mixed::mixed_with;
    let rules = |one: &str, other: &str, mixed| rules_bcs::Command::RuleMixed {
        one: formation(one),
        other: formation(other),
        mixed,
    };
    let with =
        |state: &rules_bcs::State, id: &str| mixed_with(state, state.formation(formation(id)).unwrap());
    let mut state = opened(west(), |_| {});
    assert_eq!(refused(&state, BLUE, rules("B1", "B2", true)), "BCS-SNAFU-7 actor");
    assert_eq!(refused(&state, Seat::Umpire, rules("B1", "R1", true)), "BCS-SNAFU-7 formation");
    assert_eq!(refused(&state, Seat::Umpire, rules("B1", "B1", true)), "BCS-SNAFU-7 formation");
    assert_eq!(with(&state, "B1"), []);
    done(&mut state, Seat::Umpire, rules("B1", "B2", true), &[]);
    assert_eq!((with(&state, "B1"), with(&state, "B2")), (vec![formation("B2")], vec![formation("B1")]));
    assert_eq!(refused(&state, Seat::Umpire, rules("B2", "B1", true)), "BCS-SNAFU-7 ruled");
    done(&mut state, Seat::Umpire, rules("B2", "B1", false), &[]);
    assert_eq!(with(&state, "B1"), []);
    // Two units in one hex are mixed; the umpire may see it otherwise.
    let mut shared = opened(west(), |facts| piece(facts, "B2-i1").at = Some(hex("1613")));
    assert_eq!(with(&shared, "B1"), [formation("B2")]);
    done(&mut shared, Seat::Umpire, rules("B1", "B2", false), &[]);
    assert_eq!(with(&shared, "B1"), []);
    let twice = rules_bcs::state::RuledMixed { one: formation("B1"), other: formation("B2"), mixed: true };
    let wrong = faults(west(), |facts| facts.ruled_mixed = vec![twice, twice]);
    assert_eq!(wrong, ["ruled_mixed BCS-SNAFU-7"]);
}
