//! What an attack would come to, before it is made.
//!
//! The commands themselves are judged on a copy of the position, up to the moment at which the dice fall: what they
//! refuse is refused here, and what firing costs is paid. From there the functions that read the dice say what every
//! throw brings, with its exact weight.

use std::cmp::Reverse;

use kernel::{
    Acting, Answered, Answers, Asked, ChartResult, Halt, Odds, Outcome as Chance, PlayedOn, Refusals,
    Transcript, is_lawful, judge,
};
use serde::Deserialize;

use crate::CentralFront;
use crate::command::Command;
use crate::event::Event;
use crate::phase::Stage;
use crate::rules::s9_results::{self, Throw, Told, cell};
use crate::rules::{s11_chemical, s11_smoke, s13_standing_orders};
use crate::setup::Outcome;
use crate::state::{Battle, State};
use crate::words::{Kind, Place, Side, UnitId};

/// How the defender is supposed to answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// With nothing.
    #[default]
    Nothing,
    /// With the support that moves the column, for the fewest action points.
    WhatHelps,
}

/// What is supposed beside a command: everything that is only declared later.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct Supposed {
    /// Who will support a designated attack.
    pub support: Vec<UnitId>,
    /// Whether an air strike will.
    pub strike: bool,
    /// Whether chemicals will be used.
    pub chemical: bool,
    /// The unit that will be bombarded.
    pub chosen: Option<UnitId>,
    /// How the defender answers.
    pub answer: Answer,
}

/// An attack at the moment when its dice fall.
#[derive(Clone, Debug)]
pub struct Prospect {
    /// The position, with everything declared and fired.
    pub state: State,
    /// The fight.
    pub battle: Battle,
    /// Whether the defender had anything to declare.
    pub answerable: bool,
    /// The units that fire, with their action points from then on.
    pub fired: Vec<(UnitId, u8)>,
    /// Every way the green die and the smoke can fall.
    pub throws: Vec<Thrown>,
}

/// One way the dice beside the combat dice can fall.
#[derive(Clone, Debug)]
pub struct Thrown {
    /// The band of the green die, and what it brings.
    pub green: Option<(String, s11_chemical::Cloud)>,
    /// Whether smoke hides the attack, where it is fired.
    pub smoke: Option<bool>,
    /// What the combat dice are read with.
    pub throw: Throw,
    /// In how many ways of the dice beside the combat dice it comes.
    pub weight: u64,
}

/// One thing that the table can say, with everything that leads to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fall {
    /// The combat dice that lead to it, lowest and highest, where nothing else is thrown.
    pub dice: Option<(i32, i32)>,
    /// The cell.
    pub outcome: Outcome,
    /// What of it counts for the attacker and the defender.
    pub told: (Told, Told),
    /// Its weight.
    pub weight: u64,
}

/// Nobody answers: a judgement stops where dice would fall.
pub(crate) struct Nobody;

impl Answers for Nobody {
    fn answer(&mut self, _: &Asked<'_>) -> Answered {
        Answered::NotYet
    }
    fn wants_records(&self) -> bool {
        false
    }
}

/// What has been worked out already of one command in one position: several answers are weighed of it.
#[derive(Clone, Debug, Default)]
pub struct Known {
    ahead: Option<State>,
    came: Vec<(Supposed, Prospect)>,
}

impl Known {
    /// See [`ahead`].
    ///
    /// # Errors
    /// As [`ahead`].
    pub fn ahead(
        &mut self,
        state: &State,
        side: Side,
        target: Place,
        command: &Command,
    ) -> Result<&State, Refusals> {
        let known = match self.ahead.take() {
            Some(known) => known,
            None => ahead(state, side, target, command)?,
        };
        Ok(self.ahead.insert(known))
    }

    /// See [`of`].
    ///
    /// # Errors
    /// As [`of`].
    pub fn of(
        &mut self,
        state: &State,
        side: Side,
        command: &Command,
        supposed: &Supposed,
    ) -> Result<Option<Prospect>, Refusals> {
        if let Some((_, prospect)) = self.came.iter().find(|(known, _)| known == supposed) {
            return Ok(Some(prospect.clone()));
        }
        let prospect = work_out(state, side, command, supposed, self)?;
        self.came.extend(prospect.clone().map(|prospect| (supposed.clone(), prospect)));
        Ok(prospect)
    }
}

/// What a command would come to; nothing for one that is no attack.
///
/// # Errors
/// Why the attack, or what is supposed of it, would be refused.
pub fn of(
    state: &State,
    side: Side,
    command: &Command,
    supposed: &Supposed,
) -> Result<Option<Prospect>, Refusals> {
    work_out(state, side, command, supposed, &mut Known::default())
}

fn work_out(
    state: &State,
    side: Side,
    command: &Command,
    supposed: &Supposed,
    known: &mut Known,
) -> Result<Option<Prospect>, Refusals> {
    let mut run = Run { state: state.clone(), fired: Vec::new() };
    let target = match command {
        Command::Designate { target, .. } | Command::Attack { target, .. } => Some(*target),
        Command::March { .. } | Command::Strike { .. } | Command::Cover { .. } => None,
        _ => return Ok(None),
    };
    let mut falls = match command {
        Command::Designate { target, .. } => {
            run.state = known.ahead(state, side, *target, command)?.clone();
            run.give(side, &later(&run.state, side, *target, supposed))?
        }
        _ => {
            target.map_or(Ok(()), |target| run.fights(side, target))?;
            run.give(side, command)?
        }
    };
    let answerable = !falls;
    if let (false, Some(battle)) = (falls, run.state.facts.battle.clone()) {
        let (support, strike) = match supposed.answer {
            Answer::Nothing => (Vec::new(), false),
            Answer::WhatHelps => s13_standing_orders::helping(&run.state, &battle).unwrap_or_default(),
        };
        falls = run.give(side.enemy(), &Command::Cover { support, strike })?;
    }
    let battle = run.state.facts.battle.clone().filter(|_| falls);
    Ok(battle.map(|battle| {
        let throws = throws(&run.state, &battle);
        Prospect { state: run.state, battle, answerable, fired: run.fired, throws }
    }))
}

/// The odds of an attack that the defender may answer before its dice fall, as exact fractions, supposing that he answers
/// with nothing; nothing of any other command. [CF-CRT-10]
pub fn odds(state: &State, acting: Acting, command: &Command) -> Option<Odds> {
    let fights = matches!(command, Command::March { .. } | Command::Attack { .. });
    let side =
        Side::of(acting.seat).filter(|_| fights && is_lawful::<CentralFront>(state, acting, command))?;
    let prospect = of(state, side, command, &Supposed::default()).ok()??;
    if !prospect.answerable {
        return None;
    }
    let (falls, of) = prospect.falls();
    let mut outcomes: Vec<Chance> = Vec::new();
    for fall in falls {
        let label = cell(fall.told.0, fall.told.1).words();
        let weight = u128::from(fall.weight);
        match outcomes.iter_mut().find(|known| known.label == label) {
            Some(known) => known.weight += weight,
            None => outcomes.push(Chance { label, value: Some(fall.told.1.steps.into()), weight }),
        }
    }
    Some(Odds { outcomes, of: of.into(), supposing: Some(NO_SUPPORT.into()) })
}

const NO_SUPPORT: &str =
    "The defender answers before the dice; these are the odds when he declares no support.";

/// The same attack played on to the answer with nothing, for figures; nothing where its dice fall at once. [CF-CRT-10]
pub fn played_on(state: &State, acting: Acting, command: &Command) -> Option<PlayedOn<CentralFront>> {
    let fights = matches!(command, Command::March { .. } | Command::Attack { .. });
    let side =
        Side::of(acting.seat).filter(|_| fights && is_lawful::<CentralFront>(state, acting, command))?;
    let mut run = Run { state: state.clone(), fired: Vec::new() };
    if let Command::Attack { target, .. } = command {
        run.fights(side, *target).ok()?;
    }
    if run.give(side, command).ok()? {
        return None;
    }
    run.state.facts.battle.as_ref()?;
    Some(PlayedOn {
        state: run.state,
        acting: Acting::own(side.enemy().seat()),
        command: Command::Cover { support: Vec::new(), strike: false },
        supposing: NO_SUPPORT.into(),
    })
}

/// The position in which a designation is fought, alone: what can support it then.
///
/// # Errors
/// Why the designation would be refused.
pub fn ahead(state: &State, side: Side, target: Place, command: &Command) -> Result<State, Refusals> {
    let mut run = Run { state: state.clone(), fired: Vec::new() };
    run.give(side, command)?;
    run.fights(side, target)?;
    Ok(run.state)
}

/// The position in which an attack that is paid for is fought, alone.
///
/// # Errors
/// Why its combat phase cannot begin.
pub fn its_turn(state: &State, side: Side, target: Place) -> Result<State, Refusals> {
    let mut run = Run { state: state.clone(), fired: Vec::new() };
    run.fights(side, target)?;
    Ok(run.state)
}

/// The attack that a designation leads to, with what is supposed of it.
pub(crate) fn later(state: &State, side: Side, target: Place, supposed: &Supposed) -> Command {
    let bombards = state.designation(target).is_some_and(|designation| designation.bombard);
    let first = || state.of_side_in(side.enemy(), target).next().map(|unit| unit.id());
    Command::Attack {
        target,
        support: supposed.support.clone(),
        strike: supposed.strike,
        chemical: supposed.chemical,
        chosen: supposed.chosen.or_else(first).filter(|_| bombards),
    }
}

/// The copy on which commands are judged.
struct Run {
    state: State,
    fired: Vec<(UnitId, u8)>,
}

impl Run {
    /// Judges a command up to the dice; `true` where dice would fall.
    fn give(&mut self, side: Side, command: &Command) -> Result<bool, Refusals> {
        let mut transcript = Transcript::<CentralFront>::new();
        let acting = Acting::own(side.seat());
        let judged = judge::<CentralFront>(&mut self.state, acting, command, &mut Nobody, &mut transcript);
        for event in &transcript.events {
            if let Event::Fired(fired) = event {
                self.fired.push((fired.unit, fired.ap));
            }
        }
        match judged {
            Ok(()) => Ok(false),
            Err(Halt::Refused(refusals)) => Err(refusals),
            Err(_) => Ok(true),
        }
    }

    /// Comes to the combat phase with one attack alone: the other assaults, and a fight that is not over, are left out. Who
    /// bombards elsewhere is bound by it in that phase, whichever is fought first. [CF-SUP-15]
    fn fights(&mut self, side: Side, target: Place) -> Result<(), Refusals> {
        self.state.facts.battle = None;
        let attack = self.state.designation(target).map(|designation| designation.attack);
        let all = &mut self.state.facts.designation;
        all.retain(|designation| designation.target == target || designation.bombard);
        // Nothing that is Hasty holds a Prepared attack up here. [CF-SEQ-3]
        all.iter_mut().for_each(|one| one.attack = attack.unwrap_or(one.attack));
        if self.state.facts.phase.stage() == Stage::Move {
            self.give(side, &Command::EndPhase { then: None })?;
        }
        Ok(())
    }
}

/// [CF-CHM-6] Every way the green die and the smoke can fall. (A8)
pub fn throws(state: &State, battle: &Battle) -> Vec<Thrown> {
    let mut greens = vec![(None, 1)];
    if battle.chemical {
        let rows = s11_chemical::rows(state, battle);
        greens = rows.map(|(row, weight)| (Some((row.band(), row.result)), weight)).collect();
    }
    let smokes = match battle.smoke {
        None => vec![(None, 1)],
        Some(_) => {
            let ways = s11_smoke::chances(state, battle);
            let of = |hides: bool| ways.iter().filter(|(way, _)| *way == hides).map(|(_, n)| n).sum::<u64>();
            let both = [true, false].map(|hides| (Some(hides), of(hides)));
            both.into_iter().filter(|(_, weight)| *weight > 0).collect()
        }
    };
    let thrown = |(green, weight): &(Option<(String, s11_chemical::Cloud)>, u64)| {
        let (green, weight) = (green.clone(), *weight);
        smokes.iter().map(move |(smoke, more)| {
            let cloud = green.as_ref().map_or_else(Default::default, |(_, cloud)| *cloud);
            let throw = s9_results::throw(state, battle, cloud, *smoke == Some(true));
            Thrown { green: green.clone(), smoke: *smoke, throw, weight: weight * more }
        })
    };
    greens.iter().flat_map(thrown).collect()
}

impl Prospect {
    /// Everything the table can say, each once, from the worst throw for the attacker to the best, and the sum of all
    /// weights.
    pub fn falls(&self) -> (Vec<Fall>, u64) {
        let mut falls: Vec<Fall> = Vec::new();
        let mut of = 0;
        for one in &self.throws {
            let chart = &self.state.scenario.table.columns[one.throw.column].chart;
            let (lowest, _) = chart.die().span();
            let total = one.throw.modifiers.total();
            for (dice, ways) in (lowest..).zip(chart.die().ways()) {
                let outcome = chart.rows()[chart.row_of(dice + total)].result;
                let weight = ways * one.weight;
                of += weight;
                let single = self.throws.len() == 1;
                let last = falls.len().saturating_sub(1);
                let known = falls
                    .iter_mut()
                    .enumerate()
                    .find(|(at, fall)| fall.outcome == outcome && (!single || *at == last));
                match known {
                    Some((_, fall)) => {
                        fall.weight += weight;
                        fall.dice = fall.dice.map(|(low, high)| (low.min(dice), high.max(dice)));
                    }
                    None => {
                        let dice = single.then_some((dice, dice));
                        let told = s9_results::counted(self.battle.bombard, outcome);
                        falls.push(Fall { dice, outcome, told, weight });
                    }
                }
            }
        }
        if self.throws.len() > 1 {
            falls.sort_by_key(|fall| {
                let (attacker, defender) = (fall.outcome.attacker, fall.outcome.defender);
                (
                    Reverse((attacker.retreat, attacker.steps, attacker.friction)),
                    defender.steps,
                    defender.retreat,
                )
            });
        }
        (falls, of)
    }

    /// Whether a result is what the attack is for: nobody stands in the hex any more, or the unit bombarded is lost.
    pub fn succeeds(&self, defender: Told) -> bool {
        let battle = &self.battle;
        let steps = u32::from(defender.steps);
        if let (true, Some(chosen)) = (battle.bombard, battle.chosen.and_then(|id| self.state.unit(id))) {
            return steps >= u32::from(chosen.steps());
        }
        let there = || self.state.of_side_in(battle.side.enemy(), battle.target);
        let first: u32 = there().map(|unit| u32::from(unit.steps())).sum();
        // Helicopters from afar take steps like the support units in the hex, as the owner picks. [CF-SUP-13]
        let support_there = there().any(|unit| unit.card.kind.is_support());
        let far = battle.cover.iter().filter_map(|id| self.state.unit(*id));
        let far =
            far.filter(|unit| unit.card.kind == Kind::Helicopter && unit.piece.at != Some(battle.target));
        let more: u32 = far.filter(|_| support_there).map(|unit| u32::from(unit.steps())).sum();
        defender.retreat > 0 || steps >= first + more
    }

    /// The weight of the results by which the defender loses a step or more.
    pub fn hurts(&self) -> u64 {
        self.falls().0.iter().filter(|fall| fall.told.1.steps > 0).map(|fall| fall.weight).sum()
    }

    /// The chance of that as weights: of how many.
    pub fn success(&self) -> (u64, u64) {
        let (falls, of) = self.falls();
        let good = falls.iter().filter(|fall| self.succeeds(fall.told.1)).map(|fall| fall.weight).sum();
        (good, of)
    }
}
