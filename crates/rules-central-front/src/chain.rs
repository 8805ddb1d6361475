//! Several orders one after the other, such as a bombardment and the attack after it: every branch of their dice is played by
//! the rules themselves, what is owed between them is answered by a stated plan, and positions that come to the same are
//! merged as early as they are found.

use std::collections::BTreeMap;

use kernel::answers::Branches;
use kernel::chance::{Chance, JUDGED, Natural, TooMuch, Work};
use kernel::foretold::too_much;
use kernel::{Acting, Halt, Refusals, Seat, Transcript, judge};

use crate::CentralFront;
use crate::command::Command;
use crate::phase::Stage;
use crate::plans::MEASURES;
use crate::prospect::{self, Nobody, Supposed};
use crate::rules::s4_sequence;
use crate::setup::Scenario;
use crate::state::{CoverOrder, LossOrder, RetreatOrder, State, Step};
use crate::words::{Place, Side};

/// As many phases are ended to come to the one in which an order can be given.
const MOST_PHASES: usize = 12;

/// Positions, each with its figures and its weight, by position and figures.
type Branching = BTreeMap<(String, Vec<i64>), (State, Natural)>;

/// A position on the way, with its figures, its weight and what is given in it next.
struct Open {
    state: State,
    figures: Vec<i64>,
    weight: Natural,
    next: Option<(Seat, Command)>,
}

/// A position that a branch of the dice leads to: what it adds to the figures, and its chance within what was given.
struct Branch {
    state: State,
    figures: Vec<i64>,
    chance: (u128, u128),
}

/// What orders come to: for each end of them the figures of [`MEASURES`] in their order, and whether nobody of the enemy
/// stands in the hex of the last one.
pub(crate) struct Chained {
    /// All ends. The last figure is 1 where the hex is cleared, else 0.
    pub chance: Chance<Vec<i64>>,
    /// Whether an order was left out in some branch, because it could not be given there any more.
    pub left_out: bool,
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
    let mut run = Run { work, left_out: false };
    let mut all = Branching::new();
    all.insert((key(&start), vec![0; MEASURES.len()]), (start, Natural::ONE));
    // Weights are whole numbers over one denominator, which grows with each throw.
    let mut of = Natural::ONE;
    for (n, part) in parts.into_iter().enumerate() {
        all = match part {
            Part::Order(order) => run.ordered(all, &mut of, side, order, n == 0)?,
            Part::Fight(target) => run.fought(all, &mut of, side, target)?,
        };
    }
    let target = orders.iter().rev().find_map(target_of);
    let cleared =
        |state: &State| target.is_none_or(|hex| state.of_side_in(side.enemy(), hex).next().is_none());
    let rows = all.into_iter().map(|((_, mut figures), (state, weight))| {
        figures.push(i64::from(cleared(&state)));
        (Chance::sure(figures), weight)
    });
    let chance = Chance::<()>::mixed(rows, &of).map_err(too_much)?.in_lowest_terms();
    Ok(Chained { chance, left_out: run.left_out })
}

/// Something that is given along the way.
enum Part<'o> {
    /// An order.
    Order(&'o Command),
    /// The attack that a designation on this hex leads to.
    Fight(Place),
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
        let waits_for_fight = fought.iter().any(|part| matches!(part, Part::Fight(_)));
        match (order, given) {
            (Command::Designate { target, .. }, Some(after)) => {
                open = Some(after);
                parts.push(Part::Order(order));
                fought.push(Part::Fight(*target));
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

struct Run<'w> {
    work: &'w Work<'w>,
    left_out: bool,
}

impl Run<'_> {
    /// An order, and what is owed after it.
    fn ordered(
        &mut self,
        all: Branching,
        of: &mut Natural,
        side: Side,
        order: &Command,
        first: bool,
    ) -> Result<Branching, Refusals> {
        self.each_given(all, of, side, first, |_| order.clone())
    }

    /// The attack that a designation leads to, in each position in which it can still be made.
    fn fought(
        &mut self,
        all: Branching,
        of: &mut Natural,
        side: Side,
        target: Place,
    ) -> Result<Branching, Refusals> {
        self.each_given(all, of, side, false, |state| {
            prospect::later(state, side, target, &Supposed::default())
        })
    }

    /// Gives an order in each position in which it can be given, and leaves it out where what the dice have done forbids it.
    /// Where it can be given nowhere, no dice are to blame, and the rules say why.
    fn each_given(
        &mut self,
        all: Branching,
        of: &mut Natural,
        side: Side,
        must: bool,
        order: impl Fn(&State) -> Command,
    ) -> Result<Branching, Refusals> {
        let (mut open, mut given, mut why) = (Vec::new(), false, None);
        for ((_, figures), (state, weight)) in all {
            let order = order(&state);
            match self.reached(state.clone(), side, &order)? {
                Ok(state) => {
                    given = true;
                    open.push(Open { state, figures, weight, next: Some((side.seat(), order)) });
                }
                Err(refusals) if must => return Err(refusals),
                Err(refusals) => {
                    why = why.or(Some(refusals));
                    open.push(Open { state, figures, weight, next: None });
                }
            }
        }
        if let Some(refusals) = why {
            if !given {
                return Err(refusals);
            }
            self.left_out = true;
        }
        self.given(open, of)
    }

    /// The position in which an order can be given: phases before it are ended by whoever has them. Or why there is none: the
    /// reason of a phase in which such orders are given, before that of another phase.
    fn reached(
        &mut self,
        mut state: State,
        side: Side,
        order: &Command,
    ) -> Result<Result<State, Refusals>, Refusals> {
        let acting = Acting::own(side.seat());
        let mut why: Option<Refusals> = None;
        for _ in 0..MOST_PHASES {
            self.work.spend(JUDGED * 2).map_err(too_much)?;
            match kernel::prove::<CentralFront>(&state, acting, order) {
                Ok(()) => return Ok(Ok(state)),
                Err(refusals) => {
                    let elsewhere = |known: &Refusals| known.first().code == "phase";
                    why = why.filter(|known| !elsewhere(known) || elsewhere(&refusals)).or(Some(refusals));
                }
            }
            let owner = state.facts.phase.side().filter(|_| state.facts.battle.is_none());
            let next = match (s4_sequence::task(&state), owner) {
                (Some(_), _) => sure(state.clone(), Seat::Clock, &Command::Proceed),
                (None, Some(owner)) => sure(state.clone(), owner.seat(), &Command::EndPhase { then: None }),
                (None, None) => break,
            };
            match next {
                Ok(next) => state = next,
                Err(_) => break,
            }
        }
        Ok(Err(why.unwrap_or_else(|| kernel::foretold::not_understood("no phase is left for it".into()))))
    }

    /// Gives each position what is given in it on every branch of chance, and answers what is owed until nothing is.
    fn given(&mut self, mut open: Vec<Open>, of: &mut Natural) -> Result<Branching, Refusals> {
        let mut done: Vec<(State, Vec<i64>, Natural)> = Vec::new();
        while !open.is_empty() {
            let mut ends: Vec<(Natural, Branch)> = Vec::new();
            for Open { state, figures, weight, next } in open {
                let Some((seat, command)) = next else {
                    done.push((state, figures, weight));
                    continue;
                };
                for mut branch in self.branches(&state, seat, &command)? {
                    branch.figures.iter_mut().zip(&figures).for_each(|(more, sum)| *more += sum);
                    ends.push((weight.clone(), branch));
                }
            }
            // All of a round are brought to one denominator.
            let mut under = Natural::ONE;
            for (_, Branch { chance: (_, parts), .. }) in &ends {
                under = under.lcm(&Natural::from(*parts)).map_err(too_much)?;
            }
            *of = of.times(&under).map_err(too_much)?;
            for (_, _, weight) in &mut done {
                *weight = weight.times(&under).map_err(too_much)?;
            }
            // What comes to the same goes on once.
            let mut merged = Branching::new();
            for (weight, Branch { state, figures, chance: (over, parts) }) in ends {
                let by =
                    under.divided(&Natural::from(parts)).0.times(&Natural::from(over)).map_err(too_much)?;
                let weight = weight.times(&by).map_err(too_much)?;
                put(&mut merged, state, figures, weight, self.work)?;
            }
            let going_on = merged.into_iter().map(|((_, figures), (state, weight))| {
                let next = owed(&state);
                Open { state, figures, weight, next }
            });
            open = going_on.collect();
        }
        let mut all = Branching::new();
        for (state, figures, weight) in done {
            put(&mut all, state, figures, weight, self.work)?;
        }
        Ok(all)
    }

    /// Every branch of a command.
    fn branches(&mut self, state: &State, seat: Seat, command: &Command) -> Result<Vec<Branch>, Refusals> {
        let (mut branches, mut transcript) = (Branches::new(), Transcript::<CentralFront>::new());
        let mut all = Vec::new();
        loop {
            self.work.spend(JUDGED).map_err(too_much)?;
            let mut state = state.clone();
            match judge::<CentralFront>(
                &mut state,
                Acting::own(seat),
                command,
                &mut branches,
                &mut transcript,
            ) {
                Ok(()) => {}
                Err(Halt::Refused(refusals)) => return Err(refusals),
                Err(_) => return Err(too_much(TooMuch::Many)),
            }
            let scenario: &Scenario = &state.scenario;
            let figure = |measure: &kernel::Measure<CentralFront>| {
                transcript.events.iter().map(|event| (measure.figure)(scenario, event)).sum()
            };
            let figures = MEASURES.iter().map(figure).collect();
            let chance = branches.chance().ok_or_else(|| too_much(TooMuch::Wide))?;
            all.push(Branch { state, figures, chance });
            if !branches.advance() {
                return Ok(all);
            }
        }
    }
}

/// The positions of the phases to come in this turn in which a side gives orders, if nobody does anything before.
pub(crate) fn ahead(state: &State, side: Side) -> Vec<State> {
    let (mut state, mut found) = (state.clone(), Vec::new());
    let turn = state.facts.turn;
    for _ in 0..MOST_PHASES {
        let owner = state.facts.phase.side().filter(|_| state.facts.battle.is_none());
        let next = match (s4_sequence::task(&state), owner) {
            (None, Some(owner)) => sure(state, owner.seat(), &Command::EndPhase { then: None }),
            _ => break,
        };
        match next {
            Ok(next) if next.facts.turn == turn => state = next,
            _ => break,
        }
        let fights = matches!(state.facts.phase.stage(), Stage::Move | Stage::Combat);
        if fights && state.facts.phase.side() == Some(side) {
            found.push(state.clone());
        }
    }
    found
}

/// What play waits for within an order and nobody has to decide under the plan.
fn owed(state: &State) -> Option<(Seat, Command)> {
    if s4_sequence::task(state).is_some() {
        return Some((Seat::Clock, Command::Proceed));
    }
    let battle = state.facts.battle.as_ref()?;
    (battle.step == Step::Advance).then(|| (battle.side.seat(), Command::EndAdvance))
}

fn put(
    all: &mut Branching,
    state: State,
    figures: Vec<i64>,
    weight: Natural,
    work: &Work<'_>,
) -> Result<(), Refusals> {
    let key = (key(&state), figures);
    match all.get_mut(&key) {
        Some((_, known)) => *known = known.plus(&weight),
        None => {
            work.keep(1).map_err(too_much)?;
            all.insert(key, (state, weight));
        }
    }
    Ok(())
}

/// Positions are the same where files would hold the same of them.
fn key(state: &State) -> String {
    serde_json::to_string(&state.facts).expect("facts are written into position files")
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
