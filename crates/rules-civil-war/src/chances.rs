//! Chances of marches, exact: from the tables and the ground. Pages and plans tell the same.

use kernel::Side;

use crate::battle::Battle;
use crate::charts::s7_ground::{Slows, slows};
use crate::charts::s7_march::{self, Meeting, meeting};
use crate::setup::Setup;
use crate::words::{Role, Speed};

/// How the march of a leader goes, in cases of its die. [CWFF-7B-2]
pub(crate) fn speeds(setup: &Setup, ground: &[Slows], initiative: i32) -> Vec<(Speed, u64)> {
    let weights = setup.march.weights(s7_march::modifiers(ground, initiative).total());
    let of = |speed: Speed| {
        let rows = setup.march.rows().iter().zip(&weights);
        rows.filter(|(row, _)| row.result.speed == speed).map(|(_, weight)| weight).sum()
    };
    Speed::ALL.iter().map(|speed| (*speed, of(*speed))).collect()
}

/// What the ground takes from the die of a side's marches. [CWFF-7C-1]
pub(crate) fn slowed(setup: &Setup, battle: &Battle, side: Side) -> Vec<Slows> {
    let input = &battle.input;
    if input.role(side) == Role::Attacker {
        slows(input.terrain, input.crossing, &setup.options)
    } else {
        Vec::new()
    }
}

/// In how many cases of a die forces with two speeds meet, and of how many. [CWFF-T6] [CWFF-R15]
pub(crate) fn meets(setup: &Setup, one: Speed, other: Speed) -> (u64, u64) {
    let half = setup.half.weights(0);
    let all: u64 = half.iter().sum();
    let even: u64 =
        setup.half.rows().iter().zip(&half).filter(|(row, _)| row.result.yes).map(|(_, n)| n).sum();
    let n = match meeting(one, other, setup.options.encounter_matrix) {
        Meeting::Always => all,
        Meeting::Even => even,
        Meeting::Never => 0,
    };
    (n, all)
}

/// In how many cases of its die a promotion is drawn after so many turns, and of how many. [CWFF-10C-1]
pub(crate) fn promoted(setup: &Setup, tactical: i32, waited: i32) -> (u64, u64) {
    let die = setup.promotion_die;
    let faces = (tactical + waited).clamp(0, i32::from(die));
    (u64::try_from(faces).unwrap_or(0), u64::from(die))
}
