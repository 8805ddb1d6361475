//! Several orders one after the other, such as a bombardment and the attack after it: every branch of their dice is played by
//! the rules themselves, what is owed between them is answered by a stated plan, and positions that come to the same are
//! merged as early as they are found.

mod ahead;
mod run;
mod same;

use kernel::chance::{Chance, Work};
use kernel::{Acting, Halt, Refusals, Seat, Transcript, judge};

use crate::CentralFront;
use crate::command::Command;
use crate::prospect::Nobody;
use crate::state::{CoverOrder, LossOrder, RetreatOrder, State};
use crate::words::{Place, Side};
pub(crate) use ahead::ahead;
use run::Run;
use same::{Plan, Rest};

/// As many phases are ended to come to the one in which an order can be given.
const MOST_PHASES: usize = 12;

/// What orders come to: for each end of them the figures of [`MEASURES`] in their order, and whether nobody of the enemy
/// stands in the hex of the last one.
pub(crate) struct Chained {
    /// All ends. The last figure is 1 where the hex is cleared, else 0.
    pub chance: Chance<Vec<i64>>,
    /// Whether an order was left out in some branch, because it could not be given there any more.
    pub left_out: bool,
    /// Whether hexes of retreat are told: over many attacks their sum says nothing, and it stands as 0.
    pub retreats: bool,
}

/// Plays orders of a side. Both sides answer by the same standing orders, supposed: support as `cover` says, the greatest
/// defense kept, retreats toward supply, no advance. Real standing orders, which are secret, are not looked at.
///
/// # Errors
/// Why the first order would be refused, or that there is too much to play.
pub(crate) fn chained(
    state: &State,
    side: Side,
    orders: &[Command],
    cover: CoverOrder,
    work: &Work<'_>,
) -> Result<Chained, Refusals> {
    let mut start = state.clone();
    let losses = Some(LossOrder::KeepDefense);
    let supposed = Command::Instruct {
        cover: Some(cover),
        losses,
        retreats: Some(RetreatOrder::TowardSupply),
        excess: None,
    };
    for of in [side, side.enemy()] {
        start = sure(start, of.seat(), &supposed)?;
    }
    let parts = in_time(&start, side, orders);
    let purpose = orders.iter().rev().find_map(target_of);
    let scenario = std::sync::Arc::clone(&start.scenario);
    let assaults = parts.iter().filter(|part| part.may_retreat(&start)).count();
    let retreats = assaults <= MOST_RETREATING;
    let plan = Plan { scenario: &scenario, side, cover, purpose, retreats };
    let rest = |from: usize| Rest::new(plan, &parts[from..]);
    let mut run = Run::new(start, side, work);
    for (n, part) in parts.iter().enumerate() {
        run.plays(part, n == 0, &rest(n), &rest(n + 1))?;
    }
    let left_out = run.left_out;
    let nothing = rest(parts.len());
    Ok(Chained { chance: run.told(|state| i64::from(nothing.is_cleared(state)))?, left_out, retreats })
}

/// Over so many attacks hexes of retreat are added up.
const MOST_RETREATING: usize = 2;

/// Something that is given along the way.
enum Part<'o> {
    /// An order.
    Order(&'o Command),
    /// The attack that a designation on this hex leads to.
    Fight(Place),
}

impl Part<'_> {
    /// Whether a side may have to retreat from it: an assault, no bombardment.
    fn may_retreat(&self, start: &State) -> bool {
        let bombards = |hex: Place| start.designation(hex).is_some_and(|one| one.bombard);
        match self {
            Self::Order(Command::March { .. }) => true,
            Self::Order(Command::Attack { target, .. }) | Self::Fight(target) => !bombards(*target),
            Self::Order(_) => false,
        }
    }
}

/// Orders as they come in time: each where it stands, and after a designation at once the attack that it leads to. But where
/// strikes or attacks stand before a designation that is given in the movement phase that is open, the designation comes
/// before them, and its attack after them: they fall in the same combat phase.
fn in_time<'o>(start: &State, side: Side, orders: &'o [Command]) -> Vec<Part<'o>> {
    let (acting, mut open) = (Acting::own(side.seat()), Some(start.clone()));
    let (mut parts, mut fought): (Vec<Part<'o>>, Vec<Part<'o>>) = Default::default();
    for order in orders {
        // As long as nothing is thrown, the phase that is open can be followed.
        let given = open.as_ref().filter(|state| kernel::prove::<CentralFront>(state, acting, order).is_ok());
        let given = given.and_then(|state| sure(state.clone(), side.seat(), order).ok());
        let waits_for_fight =
            fought.iter().any(|part| matches!(part, Part::Fight(_) | Part::Order(Command::Attack { .. })));
        match (order, given) {
            (Command::Designate { target, .. }, Some(after)) => {
                open = Some(after);
                parts.push(Part::Order(order));
                fought.push(Part::Fight(*target));
            }
            // What is said of the attack itself stands for it: support, a strike, chemicals.
            (Command::Attack { target, .. }, _) if paid(&mut fought, *target).is_some() => {
                if let Some(part) = paid(&mut fought, *target) {
                    *part = Part::Order(order);
                }
            }
            (Command::Attack { target, .. }, _) if paid(&mut parts, *target).is_some() => {
                if let Some(part) = paid(&mut parts, *target) {
                    *part = Part::Order(order);
                }
            }
            (Command::Strike { .. } | Command::Attack { .. }, _) if open.is_some() => {
                fought.push(Part::Order(order));
            }
            (Command::Activate { .. } | Command::Move { .. }, Some(after)) if !waits_for_fight => {
                open = Some(after);
                parts.push(Part::Order(order));
            }
            _ => {
                // What comes next belongs to a later phase.
                open = None;
                parts.append(&mut fought);
                parts.push(Part::Order(order));
                if let Command::Designate { target, .. } = order {
                    parts.push(Part::Fight(*target));
                }
            }
        }
    }
    parts.append(&mut fought);
    parts
}

/// The attack on a hex that a designation has led to and of which nothing more is said yet.
fn paid<'p, 'o>(parts: &'p mut [Part<'o>], hex: Place) -> Option<&'p mut Part<'o>> {
    parts.iter_mut().find(|part| matches!(part, Part::Fight(target) if *target == hex))
}

/// A command that throws nothing.
fn sure(mut state: State, seat: Seat, command: &Command) -> Result<State, Refusals> {
    let mut transcript = Transcript::<CentralFront>::new();
    match judge::<CentralFront>(&mut state, Acting::own(seat), command, &mut Nobody, &mut transcript) {
        Ok(()) => Ok(state),
        Err(Halt::Refused(refusals)) => Err(refusals),
        Err(_) => Err(kernel::foretold::not_understood("dice fall before it".into())),
    }
}

fn target_of(order: &Command) -> Option<Place> {
    match order {
        Command::March { target, .. }
        | Command::Designate { target, .. }
        | Command::Attack { target, .. }
        | Command::Strike { target, .. } => Some(*target),
        _ => None,
    }
}
