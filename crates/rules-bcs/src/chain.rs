//! Orders of the activated formation one after the other, such as a barrage and the attack after it, on every branch of their
//! dice. What is owed in between is answered as a side answers that stays away; what sides have really said beforehand is
//! their secret and is not looked at.

use kernel::chance::{Chance, JUDGED, Work};
use kernel::course::{Along, Course};
use kernel::foretold::too_much;
use kernel::{Acting, Refusals, Seat, Side};

use crate::BattalionCombat;
use crate::command::Command;
use crate::event::Event;
use crate::prospect;
use crate::rules::s3_activation;
use crate::setup::Scenario;
use crate::state::{Activation, DefenseOrder, Fate, Stage, Standing, State};
use crate::words::Place;

/// What orders come to: the steps that each side loses, and whether nobody of the enemy stands in the hex of the last one.
pub(crate) struct Chained {
    /// The steps of the side that acts, of the enemy, and 1 where the hex is cleared, else 0.
    pub chance: Chance<Vec<i64>>,
    /// Whether an order was left out in some branch, because it could not be given there any more.
    pub left_out: bool,
}

/// Plays orders of the side that acts. Both sides answer as whoever stays away, the AR unit being named as `defense` says.
///
/// # Errors
/// Why an order can be given nowhere, or that there is too much to play.
pub(crate) fn chained(
    state: &State,
    side: Side,
    orders: &[Command],
    defense: DefenseOrder,
    work: &Work<'_>,
) -> Result<Chained, Refusals> {
    let mut start = state.clone();
    let standing = Standing { defense: Some(defense), ..Standing::usual() };
    Side::BOTH.into_iter().for_each(|side| start.facts.standing[side] = standing);
    let purpose = orders.iter().rev().find_map(|order| target_of(&start, order));
    let before = [side, side.enemy()].map(|side| steps(&start, side));
    let ends = |state: &State| {
        let [own, theirs] = [side, side.enemy()].map(|side| steps(state, side));
        let there = |hex| state.in_hex(hex).any(|unit| unit.card.side != side);
        let cleared = purpose.is_none_or(|hex| !there(hex));
        vec![before[0] - own, before[1] - theirs, i64::from(cleared)]
    };
    let mut course = Course::new(start.clone(), 0, work);
    let mut left_out = false;
    for (n, order) in orders.iter().enumerate() {
        let (mut given, mut why) = (false, None);
        let rest = Rest { next: orders.get(n + 1), side, ends: &ends };
        course.give(&rest, |state| {
            work.spend(JUDGED * 2).map_err(too_much)?;
            match kernel::prove::<BattalionCombat>(state, Acting::own(side.seat()), order) {
                Ok(()) => {
                    given = true;
                    Ok(Some((state.clone(), side.seat(), order.clone())))
                }
                Err(refusals) => {
                    why = why.take().or(Some(refusals));
                    Ok(None)
                }
            }
        })?;
        match why {
            Some(refusals) if !given => return Err(refusals),
            Some(_) => left_out = true,
            None => {}
        }
    }
    Ok(Chained { chance: course.told(ends)?, left_out })
}

/// Steps that a side has left.
fn steps(state: &State, side: Side) -> i64 {
    let own = state.units().filter(|unit| unit.card.side == side && unit.piece.fate != Fate::Dead);
    own.map(|unit| i64::from(unit.steps())).sum()
}

/// The hex that an order is aimed at.
pub(crate) fn target_of(state: &State, order: &Command) -> Option<Place> {
    match order {
        Command::Attack { target, .. }
        | Command::Barrage { target, .. }
        | Command::AttackByFire { target, .. } => Some(*target),
        Command::Engage { target, .. } => state.unit(*target)?.piece.on_map(),
        _ => None,
    }
}

/// What is still to come after an order.
struct Rest<'o> {
    next: Option<&'o Command>,
    side: Side,
    ends: &'o dyn Fn(&State) -> Vec<i64>,
}

impl Along<BattalionCombat> for Rest<'_> {
    fn key(&self, state: &State) -> String {
        let is_over = |now: &Activation| now.battle.is_none() && now.owed.is_none() && now.jumped.is_empty();
        if self.next.is_none() && state.facts.activation.as_ref().is_none_or(is_over) {
            return format!("{:?}", (self.ends)(state));
        }
        serde_json::to_string(&state.facts).expect("facts are written into position files")
    }

    /// What the side that acts decides in an attack and no order of the plan says: who leads it, that it is rolled, that
    /// nobody advances; and where its own units retreat to.
    fn owed(&self, state: &State) -> Option<(Seat, Command)> {
        let activation = state.facts.activation.as_ref()?;
        let least = || s3_activation::least(state, self.side).map(|command| (self.side.seat(), command));
        if activation.owed.is_some() {
            return least();
        }
        let battle = activation.battle.as_ref()?;
        let ordered = matches!(
            (battle.stage, self.next),
            (Stage::Units, Some(Command::Commit { .. }))
                | (Stage::Advance, Some(Command::Advance { .. }))
                | (
                    Stage::Fire,
                    Some(Command::Suppress { .. } | Command::SupportByFire { .. } | Command::Fight)
                )
        ) || (battle.stage == Stage::Fire
            && matches!(self.next, Some(Command::Barrage { target, .. }) if *target == battle.target));
        match battle.stage {
            _ if ordered => None,
            Stage::Units => {
                let unit = prospect::best_leader(state)?;
                Some((self.side.seat(), Command::Commit { unit, assist: None }))
            }
            Stage::Fire | Stage::Advance => least(),
            Stage::Defense | Stage::Losses | Stage::Retreats => None,
        }
    }

    fn figures(&self, _: &Scenario, _: &[Event]) -> Vec<i64> {
        Vec::new()
    }
}
