//! All marches of both sides on both flanks, all speeds and all meeting answers, against what is worked out here from the
//! words of the rules alone.

use kernel::{PerSide, Side};
use rules_civil_war::battle::fates::{Fate, fates};
use rules_civil_war::battle::{Battle, Flanks, Force, Marched, Sealed};
use rules_civil_war::setup::Options;
use rules_civil_war::words::{Flank, Role, Speed, UnitId};

use crate::table::{at_flanks, battle, setup};

/// Forces that a side may send: on foot and mounted stands of whole brigades.
fn force(battle: &Battle, side: Side, n: usize, from: usize) -> Force {
    let oob = battle.halves[side].oob.as_ref().expect("an order");
    let brigades: Vec<UnitId> = oob.brigades().map(|(_, brigade)| brigade.id).skip(from).take(n).collect();
    Force { leader: battle.muster(side).leaders[0].id, brigades }
}

/// The turn of a speed, in the words of the rules.
fn turn(speed: Speed) -> u16 {
    match speed {
        Speed::Swift => 4,
        Speed::Deliberate => 9,
        Speed::Plodding => 14,
    }
}

/// What two forces at one edge come to: weights and speeds in, turns and what is held back out.
fn expected(one: (u32, Speed), other: (u32, Speed), rolled: bool) -> [(Option<u16>, u32); 2] {
    let distance = (one.1 as i32 - other.1 as i32).abs();
    let meet = distance == 0 || (distance == 1 && rolled);
    if !meet {
        return [(Some(turn(one.1)), 0), (Some(turn(other.1)), 0)];
    }
    let comes =
        |mine: u32, theirs: u32, speed| if mine > theirs { (Some(turn(speed)), theirs) } else { (None, 0) };
    [comes(one.0, other.0, one.1), comes(other.0, one.0, other.1)]
}

#[test]
fn every_combination_of_marches_comes_out_as_the_rules_say() {
    let state = at_flanks(setup(), "H-open", None);
    let base = battle(&state).clone();
    let options = Options::default();
    let speeds = Speed::ALL;
    // Brigades of each force: none, few or many; mounted ones stand among those of the Confederates.
    let sizes = [0, 2, 4];
    let mut tried = 0;
    for forces in 0..81usize {
        let n = |at: u32| sizes[forces / 3_usize.pow(at) % 3];
        let mut fought = base.clone();
        let make = |side, n, from| (n > 0).then(|| force(&base, side, n, from));
        let halves = &mut fought.halves;
        halves[Side::FIRST].flanks =
            Some(Flanks { left: make(Side::FIRST, n(0), 0), right: make(Side::FIRST, n(1), 4) });
        halves[Side::SECOND].flanks =
            Some(Flanks { left: make(Side::SECOND, n(2), 0), right: make(Side::SECOND, n(3), 4) });
        let weight = |side: Side, flank: Flank| {
            let half = &fought.halves[side];
            let force = half.flanks.as_ref().and_then(|flanks| flanks.of(flank))?;
            let (foot, horse) = half.oob.as_ref()?.weigh(fought.muster(side), &force.brigades);
            // A weight of single stands is always left over here: see the tests of the meeting for mounted ones alone.
            Some(foot + 2 * horse)
        };
        let weights = PerSide::each(|side| [weight(side, Flank::Left), weight(side, Flank::Right)]);
        for march in 0..81usize {
            let speed = |at: u32| speeds[march / 3_usize.pow(at) % 3];
            let asked = [
                (Role::Attacker, Flank::Left),
                (Role::Attacker, Flank::Right),
                (Role::Defender, Flank::Left),
                (Role::Defender, Flank::Right),
            ];
            let marches = (0..)
                .zip(asked)
                .map(|(at, (role, flank))| Marched { role, flank, speed: speed(at) })
                .collect::<Vec<_>>();
            for meetings in [[false, false], [false, true], [true, false], [true, true]] {
                fought.sealed =
                    Sealed { marches: marches.clone(), meetings: meetings.to_vec(), fates: Vec::new() };
                let found = fates(&fought, &options);
                let fate = |side, flank| {
                    let one = found.iter().find(|fated| fated.side == side && fated.flank == flank);
                    one.map(|fated| (fated.fate.turn, fated.fate.held))
                };
                // The attacker's left and the defender's right are one edge, and so the other way round.
                for (edge, mine, theirs) in [(0, 0, 1), (1, 1, 0)] {
                    let (a, d) = (weights[Side::FIRST][mine], weights[Side::SECOND][theirs]);
                    let flank = |at: usize| Flank::ALL[at];
                    let (sa, sd) = (speed(mine as u32), speed(2 + theirs as u32));
                    let [wa, wd] = match (a, d) {
                        (Some(a), Some(d)) => expected((a, sa), (d, sd), meetings[edge]).map(Some),
                        _ => [a.map(|_| (Some(turn(sa)), 0)), d.map(|_| (Some(turn(sd)), 0))],
                    };
                    let got = [fate(Side::FIRST, flank(mine)), fate(Side::SECOND, flank(theirs))];
                    let only_horse = [(Side::FIRST, mine), (Side::SECOND, theirs)].map(|(side, at)| {
                        let half = &fought.halves[side];
                        let force = half.flanks.as_ref().and_then(|flanks| flanks.of(flank(at)));
                        force.is_some_and(|force| {
                            half.oob
                                .as_ref()
                                .is_some_and(|oob| oob.weigh(fought.muster(side), &force.brigades).0 == 0)
                        })
                    });
                    for ((got, want), horse) in got.into_iter().zip([wa, wd]).zip(only_horse) {
                        let one_short = horse && matches!((got, want), (Some((None, 0)), Some((Some(_), _))));
                        assert!(
                            got == want || one_short,
                            "{forces} {march} {meetings:?} edge {edge}: {got:?}, not {want:?}"
                        );
                        tried += 1;
                    }
                }
            }
        }
    }
    assert_eq!(tried, 81 * 81 * 4 * 4);
    assert_eq!(Fate::NEVER.turn, None);
}
