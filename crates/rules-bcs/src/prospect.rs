//! What fire and attacks come to before they are ordered.
//!
//! The commands themselves are judged on a copy of the position, up to the moment at which the dice fall: what they refuse is
//! refused here. What is declared only later is supposed, and so is what the other side decides on the way: what it has said
//! beforehand is its secret and is never read.

use kernel::{Acting, Answered, Answers, Asked, Halt, Refusals, Side, Transcript, judge};
use serde::Deserialize;

use crate::BattalionCombat;
use crate::command::Command;
use crate::rules::s12_combat::Fought;
use crate::rules::{s12_attack, s12_combat, s21_standing};
use crate::sheet::{Outcome, Resolved};
use crate::state::{Battle, Leaves, Stage, Standing, State, Unit};
use crate::words::{Place, UnitId};

/// What is supposed beside a command.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct Supposed {
    /// The Attack unit; the one that has the best of it where nobody is named.
    pub leader: Option<UnitId>,
    /// The Assist unit.
    pub assist: Option<UnitId>,
    /// A Suppression Mission, by air or by guns.
    pub suppress: Option<Points>,
    /// Whose Attack by Fire supports a Shock Attack.
    pub fire: Option<UnitId>,
    /// The AR unit of the defender; his usual answer where nobody is named.
    pub defender: Option<UnitId>,
    /// Whether he declares Prepared Defense; his usual answer where nothing is said.
    pub prepared: Option<bool>,
}

kernel::words! {
    /// What a barrage is paid with. [BCS-BAR-5]
    pub enum Points {
        /// An Arty Point.
        Arty = "arty" => "an Arty Point",
        /// An Air Point.
        Air = "air" => "an Air Point",
    }
}

/// An attack at the moment when its dice fall.
#[derive(Clone, Debug)]
pub struct Prospect {
    /// The position, with everything declared.
    pub state: State,
    /// The attack.
    pub battle: Battle,
    /// The throw.
    pub resolved: Resolved,
}

/// Nobody answers: a judgement stops where dice would fall.
struct Nobody;

impl Answers for Nobody {
    fn answer(&mut self, _: &Asked<'_>) -> Answered {
        Answered::NotYet
    }
    fn wants_records(&self) -> bool {
        false
    }
}

/// An attack that a command declares or leads on, with what is supposed of it; nothing for any other command.
///
/// # Errors
/// Why the attack, or what is supposed of it, would be refused.
pub fn of(
    state: &State,
    side: Side,
    command: &Command,
    supposed: &Supposed,
) -> Result<Option<Prospect>, Refusals> {
    let Some(run) = at_the_roll(state, side, command, supposed)? else { return Ok(None) };
    let state = run.state;
    let Some(activation) = &state.facts.activation else { return Ok(None) };
    let Some(battle) = activation.battle else { return Ok(None) };
    let resolved = s12_combat::before(&state, activation, &battle);
    Ok(resolved.map(|resolved| Prospect { state, battle, resolved }))
}

/// A declared attack if the defender answers so, led by the unit that has the best of it and helped by nobody; nothing where
/// he is not asked or may not answer so. [BCS-ATT-4] [BCS-ATT-5]
pub fn of_defense(state: &State, unit: UnitId, prepared: bool) -> Option<Prospect> {
    let mut run = Run::of(state);
    let side = state.formation(state.facts.activation.as_ref()?.formation)?.card.side;
    if run.stage() != Some(Stage::Defense) {
        return None;
    }
    run.give(side.enemy(), &Command::Defend { unit, prepared }).ok()?;
    let unit = best_leader(&run.state)?;
    run.give(side, &Command::Commit { unit, assist: None }).ok()?;
    let resolved = s12_combat::before(&run.state, run.state.facts.activation.as_ref()?, &run.battle()?)?;
    Some(Prospect { battle: run.battle()?, state: run.state, resolved })
}

/// The position in which an attack is about to be rolled. [BCS-ATT-1]
fn at_the_roll(
    state: &State,
    side: Side,
    command: &Command,
    supposed: &Supposed,
) -> Result<Option<Run>, Refusals> {
    let mut run = Run::of(state);
    match command {
        Command::Attack { .. }
        | Command::Commit { .. }
        | Command::Suppress { .. }
        | Command::SupportByFire { .. } => run.give(side, command)?,
        Command::Fight => {}
        _ => return Ok(None),
    }
    if run.stage() == Some(Stage::Defense) {
        let Some((unit, prepared)) = run.defender(supposed) else { return Ok(None) };
        run.give(side.enemy(), &Command::Defend { unit, prepared })?;
    }
    if run.stage() == Some(Stage::Units) {
        let Some(unit) = supposed.leader.or_else(|| best_leader(&run.state)) else { return Ok(None) };
        run.give(side, &Command::Commit { unit, assist: supposed.assist })?;
    }
    if let (Some(Stage::Fire), Some(points)) = (run.stage(), supposed.suppress) {
        let air = points == Points::Air;
        let Some(spotter) = run.spotter(side, air) else { return Ok(None) };
        run.give(side, &Command::Suppress { spotter, air })?;
    }
    if let (Some(Stage::Fire), Some(unit)) = (run.stage(), supposed.fire) {
        run.give(side, &Command::SupportByFire { unit })?;
    }
    Ok(Some(run).filter(|run| run.stage() == Some(Stage::Fire)))
}

/// What can be supposed of an attack that is declared: who leads and assists it, who fires for it, who defends.
#[derive(Clone, Debug, Default)]
pub struct Open {
    /// Who can lead it, the one that has the best of it first.
    pub leaders: Vec<UnitId>,
    /// Who can assist it.
    pub assists: Vec<UnitId>,
    /// What a Suppression Mission can be paid with.
    pub suppress: Vec<Points>,
    /// Whose Attack by Fire can support it.
    pub fire: Vec<UnitId>,
    /// Who can be the AR unit, the usual answer first.
    pub defenders: Vec<UnitId>,
    /// Whether Prepared Defense can be declared.
    pub prepared: bool,
}

/// What can be supposed of an attack; nothing where it cannot be declared.
pub fn open(state: &State, side: Side, target: Place, shock: bool) -> Option<Open> {
    let mut run = Run::of(state);
    run.give(side, &Command::Attack { target, shock }).ok()?;
    let (usual, prepared) = run.defender(&Supposed::default())?;
    let mut defenders: Vec<UnitId> = run.state.in_hex(target).map(|unit| unit.card.id).collect();
    defenders.sort_by_key(|unit| *unit != usual);
    run.give(side.enemy(), &Command::Defend { unit: usual, prepared }).ok()?;
    let best = best_leader(&run.state)?;
    let body = run.state.formation(run.state.facts.activation.as_ref()?.formation)?;
    let mut leaders: Vec<UnitId> = s12_attack::leaders(&run.state, body, target, shock).collect();
    leaders.sort_by_key(|unit| *unit != best);
    let own: Vec<UnitId> = run.state.of(body.card.id).map(|unit| unit.card.id).collect();
    let helps = |unit: &UnitId| {
        kernel::grammar::holds(|why| s12_attack::may_assist(&run.state, body, target, *unit, why))
    };
    let assists = if shock { Vec::new() } else { own.iter().copied().filter(helps).collect() };
    run.give(side, &Command::Commit { unit: best, assist: None }).ok()?;
    let suppress =
        Points::ALL.iter().copied().filter(|points| run.spotter(side, *points == Points::Air).is_some());
    let suppress = suppress.collect();
    let fires = |unit: &UnitId| {
        kernel::grammar::holds(|why| s12_attack::may_support(&run.state, side.seat(), *unit, why))
    };
    let fire = own.into_iter().filter(fires).collect();
    Some(Open { leaders, assists, suppress, fire, defenders, prepared })
}

/// The Attack unit that has the most ahead of the defender, where an attack waits for one. [BCS-ATT-3]
pub(crate) fn best_leader(state: &State) -> Option<UnitId> {
    let activation = state.facts.activation.as_ref()?;
    s12_combat::best_leader(state, activation, activation.battle.as_ref()?).map(|(unit, _)| unit)
}

/// The copy on which commands are judged.
struct Run {
    state: State,
}

impl Run {
    /// A copy in which nobody has said anything beforehand.
    fn of(state: &State) -> Self {
        let mut state = state.clone();
        Side::BOTH.into_iter().for_each(|side| state.facts.standing[side] = Standing::default());
        Self { state }
    }

    /// Judges a command up to its dice.
    fn give(&mut self, side: Side, command: &Command) -> Result<(), Refusals> {
        let mut transcript = Transcript::<BattalionCombat>::new();
        let acting = Acting::own(side.seat());
        match judge::<BattalionCombat>(&mut self.state, acting, command, &mut Nobody, &mut transcript) {
            Err(Halt::Refused(refusals)) => Err(refusals),
            _ => Ok(()),
        }
    }

    fn battle(&self) -> Option<Battle> {
        self.state.facts.activation.as_ref().and_then(|activation| activation.battle)
    }

    fn stage(&self) -> Option<Stage> {
        self.battle().map(|battle| battle.stage)
    }

    /// The AR unit and whether Prepared Defense is declared, as supposed; else as whoever stays away answers.
    fn defender(&self, supposed: &Supposed) -> Option<(UnitId, bool)> {
        let (usual, _) = s21_standing::usual_defense(&self.state, &self.battle()?)?;
        let unit = supposed.defender.unwrap_or(usual);
        let can = s12_combat::can_prepare(&self.state, unit);
        Some((unit, can && supposed.prepared.unwrap_or(true)))
    }

    /// The first unit that can spot a Suppression Mission.
    fn spotter(&self, side: Side, air: bool) -> Option<UnitId> {
        let formation = self.state.facts.activation.as_ref()?.formation;
        let sees = |unit: &UnitId| {
            kernel::grammar::holds(|why| s12_attack::may_suppress(&self.state, side.seat(), *unit, air, why))
        };
        self.state.of(formation).map(|unit| unit.card.id).find(sees)
    }
}

impl Prospect {
    /// The attack after a result, before anybody chooses: whose facts have taken it.
    fn after(&self, outcome: &Outcome) -> Option<(State, Battle)> {
        let fought = Fought::of(&self.state, &self.battle, outcome)?;
        let mut after = self.state.clone();
        crate::Event::from(fought).fold(&mut after);
        let battle = after.facts.activation.as_ref().and_then(|one| one.battle)?;
        Some((after, battle))
    }

    /// Whether a result clears the hex: whoever stands there is destroyed or leaves it. [BCS-CT-20]
    pub fn clears(&self, outcome: &Outcome) -> bool {
        let Some((after, battle)) = self.after(outcome) else { return false };
        let stays = |unit: &Unit<'_>| match battle.leaves {
            Leaves::Situational | Leaves::Retreat => false,
            Leaves::Screens => !unit.piece.screens,
            Leaves::Nobody => true,
        };
        let left: u32 = after.in_hex(battle.target).filter(stays).map(|unit| u32::from(unit.steps())).sum();
        left <= u32::from(battle.steps)
    }

    /// The steps that a result takes from the attacker and from whoever stands in the hex, retreats left out. [BCS-CT-20]
    pub fn losses(&self, outcome: &Outcome) -> (u32, u32) {
        let Some((after, battle)) = self.after(outcome) else { return (0, 0) };
        let own = |state: &State| {
            battle.attacker.and_then(|unit| state.unit(unit)).map_or(0, |unit| u32::from(unit.steps()))
        };
        let there =
            |state: &State| -> u32 { state.in_hex(battle.target).map(|unit| u32::from(unit.steps())).sum() };
        let left = there(&after);
        (own(&self.state) - own(&after), there(&self.state) - left + left.min(battle.steps.into()))
    }
}
