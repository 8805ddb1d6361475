//! [BF-2.1.1.3.2] Combining understrength MEs.

use kernel::{Adjudged, Id, RuleId};

use super::s2_1_1_3_1_o_discipline::owed;
use super::s2_1_1_3_campaign_roster::unit_type;
use super::{Cx, acting_side, in_step};
use crate::event::Event;
use crate::facts::{CombatRecord, Element, Stand};
use crate::phase::Step;
use crate::state::State;
use crate::words::{Class, Side, StandState, Standing, Status};

const RULE: RuleId = RuleId("BF-2.1.1.3.2-1");

/// [BF-2.1.1.3.2] Two formations of the same class and unit type, or any two of infantry, that have each lost half or
/// more, become one: one level worse than the better of the two, one command stand, breakpoints anew. The other is
/// struck and still counted.
pub(crate) fn combine(cx: &mut Cx<'_>, keep: Id, strike: Id, command_stand: Option<Id>) -> Adjudged {
    let side = acting_side(cx, RULE)?;
    in_step(cx, side, RULE, Step::Roster)?;
    if let Some(open) = owed(cx.state(), side).first() {
        let rule = RuleId("BF-2.1.1-1");
        return cx
            .refuse(rule, "step", || format!("Combining follows the discipline rolls. {}", open.sentence()));
    }
    for me in [keep, strike] {
        if cx.state().side(side).element(me).is_none() {
            return cx.refuse(RULE, "unknown", || format!("Your roster has no formation {me}."));
        }
    }
    if let Some(stand) = command_stand
        && cx.state().side(side).stand(stand).is_none()
    {
        return cx.refuse(RULE, "unknown", || format!("Your roster has no stand {stand}."));
    }
    let facts = cx.state().side(side);
    let (Some(first), Some(second)) = (facts.element(keep), facts.element(strike)) else { return Ok(()) };
    if let Err(reason) = can_combine(first, second) {
        return cx.refuse(RULE, "not-eligible", || reason.sentence());
    }
    let commands = command_stands(cx.state(), first, second);
    let rule = RuleId("BF-2.1.1.3.2-4");
    if let Some(stand) = command_stand
        && !commands.contains(&stand)
    {
        return cx.refuse(rule, "not-eligible", || format!("{stand} is no living command stand of the two."));
    }
    let n_stands = first.strength().saturating_add(second.strength()) - (commands.len().max(1) - 1) as u16;
    let cap = cx.state().options().combine_cap;
    if cap > 0 && i32::from(n_stands) > cap {
        return cx.refuse(RULE, "cap", || {
            format!("Together they have {n_stands} stands; this campaign allows {cap}.")
        });
    }
    let command_stand = match (command_stand, commands.as_slice()) {
        (None, [_, _, ..]) => {
            return cx.refuse(rule, "incomplete", || "Only one command stand is kept; say which.".into());
        }
        (None, only) => only.first().copied(),
        (named, _) => named,
    };
    let discipline = combined_discipline(cx.state(), first, second);
    cx.record(Event::Combined { side, keep, strike, command_stand, discipline })
}

/// Why two formations do not combine. The words are made only when somebody asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CannotCombine {
    /// It is one and the same.
    Itself,
    /// This one is not in play.
    NotInPlay(Id),
    /// This one has stands behind the enemy's line.
    Behind(Id),
    /// Neither both infantry nor of one class and type.
    Unlike(Id, Id),
    /// This one has lost less than half: so many of so many.
    TooStrong(Id, u16, u16),
}

impl CannotCombine {
    /// The reason as a sentence.
    pub fn sentence(self) -> String {
        match self {
            Self::Itself => "A formation does not combine with itself.".into(),
            Self::NotInPlay(me) => format!("{me} is not in play."),
            Self::Behind(me) => format!("{me} has stands isolated or cut off."),
            Self::Unlike(one, other) => format!("{one} and {other} are not of the same class and type."),
            Self::TooStrong(me, lost, full) => {
                format!("{me} has lost {lost} of {full} stands; half is needed.")
            }
        }
    }
}

/// Whether two formations may combine, or why not.
///
/// # Errors
/// The first reason against it.
pub fn can_combine(first: &Element, second: &Element) -> Result<(), CannotCombine> {
    if first.id == second.id {
        return Err(CannotCombine::Itself);
    }
    for element in [first, second] {
        if !element.in_play() {
            return Err(CannotCombine::NotInPlay(element.id));
        }
        if element.living().any(|stand| stand.status != Status::Normal) {
            return Err(CannotCombine::Behind(element.id));
        }
    }
    let infantry = first.class == Class::Infantry && second.class == Class::Infantry;
    let same = first.class == second.class && unit_type(first) == unit_type(second);
    if !infantry && !same {
        return Err(CannotCombine::Unlike(first.id, second.id));
    }
    for element in [first, second] {
        let lost = casualties(element);
        if 2 * u32::from(lost) < u32::from(element.full_strength) {
            return Err(CannotCombine::TooStrong(element.id, lost, element.full_strength));
        }
    }
    Ok(())
}

/// Stands lost since the formation joined the roster or was formed. Wrecks that lie on the map count, stands that left
/// by an exit do not. [BF-R22b, BF-R22e, BF-2.S-2]
pub fn casualties(element: &Element) -> u16 {
    let exited = element.stands.iter().filter(|stand| stand.state == StandState::Exited).count() as u16;
    element.full_strength.saturating_sub(element.strength()).saturating_sub(exited)
}

/// The living command stands of two formations.
pub fn command_stands(state: &State, first: &Element, second: &Element) -> Vec<Id> {
    let living = first.living().chain(second.living());
    living.filter(|stand| is_command(state, stand)).map(|stand| stand.id).collect()
}

fn is_command(state: &State, stand: &Stand) -> bool {
    state.campaign().unit_type(stand.kind).is_some_and(|unit| unit.command)
}

/// [BF-2.1.1.3.2-2] One level worse than the better of the two, the worst level at least.
pub fn combined_discipline(state: &State, first: &Element, second: &Element) -> Id {
    let charts = &state.campaign().charts;
    let better = [first.discipline, second.discipline].into_iter().max_by_key(|level| charts.rung(*level));
    charts.worse(better.unwrap_or(first.discipline))
}

/// Applies the event. Living stands and wrecks make up the one that is kept; what is lost stays where it was. Two sorts
/// of stands go with the one that is struck: those that left by an exit, which the new formation never had, and wrecked
/// command vehicles beside the command stand that is kept, which a later repair does not bring back. [BF-2.1.1.3.2-4]
pub(crate) fn apply(
    state: &mut State,
    side: Side,
    keep: Id,
    strike: Id,
    command: Option<Id>,
    discipline: Id,
) {
    let campaign = state.shared_campaign();
    let facts = state.facts.side_mut(side);
    let (Some(first), Some(second)) = (facts.element(keep), facts.element(strike)) else { return };
    let is_command = |stand: &Stand| campaign.unit_type(stand.kind).is_some_and(|unit| unit.command);
    let wrecks = first.stands.iter().chain(&second.stands).filter(|stand| stand.state == StandState::Wreck);
    let wrecked = wrecks.clone().find(|stand| is_command(stand)).map(|stand| stand.id);
    let only_command = command.or(wrecked);
    let passes = |stand: &Stand| match stand.state {
        StandState::Here | StandState::Panicked => true,
        StandState::Wreck => !is_command(stand) || Some(stand.id) == only_command,
        StandState::Lost | StandState::Exited => false,
    };
    let Some(struck) = facts.element_mut(strike) else { return };
    let (passing, mut staying): (Vec<_>, Vec<_>) =
        std::mem::take(&mut struck.stands).into_iter().partition(passes);
    struck.standing = Standing::Struck;
    let (scenario, day) = (struck.scenario, struck.day);
    let Some(kept) = facts.element_mut(keep) else { return };
    let remains = |stand: &Stand| passes(stand) || stand.state == StandState::Lost;
    let (remaining, leaving): (Vec<_>, Vec<_>) =
        std::mem::take(&mut kept.stands).into_iter().partition(remains);
    staying.extend(leaving);
    kept.stands = remaining;
    kept.stands.extend(passing);
    kept.discipline = discipline;
    let rung = campaign.charts.rung(discipline);
    for stand in &mut kept.stands {
        if stand.state == StandState::Here && is_command(stand) && Some(stand.id) != command {
            stand.state = StandState::Lost;
        }
        stand.discipline = stand.discipline.filter(|own| campaign.charts.rung(*own) < rung);
    }
    let strength = kept.strength();
    (kept.full_strength, kept.baseline, kept.losses) = (strength, strength, 0);
    kept.scenario = joined(kept.scenario, scenario);
    kept.day = joined(kept.day, day);
    if let Some(struck) = facts.element_mut(strike) {
        struck.stands = staying;
    }
    let facts = &state.facts.sides[side.index()];
    for wreck in &mut state.facts.wrecks {
        if let Some((element, _)) = facts.stand(wreck.stand).filter(|_| wreck.side == facts.id) {
            wreck.element = element.id;
        }
    }
}

/// The later of two records, or their sum when they are about the same scenario or day.
fn joined(kept: CombatRecord, struck: CombatRecord) -> CombatRecord {
    if kept.number != struck.number {
        return if kept.number > struck.number { kept } else { struck };
    }
    CombatRecord {
        number: kept.number,
        fought: kept.fought || struck.fought,
        baseline: kept.baseline.saturating_add(struck.baseline),
        losses: kept.losses.saturating_add(struck.losses),
        panicked: kept.panicked.saturating_add(struck.panicked),
        kills: kept.kills.saturating_add(struck.kills),
        won: kept.won.saturating_add(struck.won),
        lost: kept.lost.saturating_add(struck.lost),
        afv_lost: kept.afv_lost.saturating_add(struck.afv_lost),
        discipline_rolled: kept.discipline_rolled || struck.discipline_rolled,
        // Once for each scenario, whichever of the two has rolled. [BF-R17]
        withdrawal_rolled: kept.withdrawal_rolled || struck.withdrawal_rolled,
    }
}
