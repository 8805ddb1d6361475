//! [BF-2.1.1.3.2] Combining understrength MEs.

use kernel::grammar::SectionEvent;
use kernel::view::Text;
use kernel::{Acting, Adjudged, Audience, Checked, Reasons, RuleId};
use serde::{Deserialize, Serialize};

use super::s2_1_1_3_1_o_discipline::owed;
use super::s2_1_1_3_campaign_roster::unit_type;
use super::{Cx, by, in_step};
use crate::facts::{CombatRecord, Element, Stand};
use crate::ids::{FormationId, LevelId, StandId};
use crate::phase::Step;
use crate::setup::Campaign;
use crate::state::State;
use crate::view::prose::{called, unit_name};
use crate::words::{Class, Side, StandState, Standing, Status};

const RULE: RuleId = RuleId("BF-2.1.1.3.2-1");

/// [BF-2.1.1.3.2] Two formations of the same class and unit type, or any two of infantry, that have each lost half or
/// more, become one: one level worse than the better of the two, one command stand, breakpoints anew. The other is
/// struck and still counted.
pub(crate) fn combine(
    cx: &mut Cx<'_>,
    keep: FormationId,
    strike: FormationId,
    command_stand: Option<StandId>,
) -> Adjudged {
    let (side, command_stand, discipline) =
        cx.check(|why| may_combine(cx.state(), cx.acting(), keep, strike, command_stand, why))?;
    cx.record(Combined { side, keep, strike, command_stand, discipline })
}

/// Whether a side may combine these, with the command stand that is kept and the discipline of both together.
fn may_combine(
    state: &State,
    acting: Acting,
    keep: FormationId,
    strike: FormationId,
    command_stand: Option<StandId>,
    why: &mut Reasons,
) -> Checked<(Side, Option<StandId>, LevelId)> {
    let side = in_step(state, acting, RULE, &[Step::Roster], why)?;
    if let Some(open) = owed(state, side).first() {
        let rule = RuleId("BF-2.1.1-1");
        return why.refuse(rule, "step", || {
            format!("Combining follows the discipline rolls. {}", open.sentence(state.campaign(), side))
        });
    }
    let first = formation(state, side, keep, why)?;
    let second = formation(state, side, strike, why)?;
    if let Some(stand) = command_stand {
        let known = state.side(side).stand(stand).is_some();
        why.unless(known, RULE, "unknown", || format!("Your roster has no stand {stand}."))?;
    }
    can_combine(state, side, [first, second], why)?;
    let commands = command_stands(state, first, second);
    let rule = RuleId("BF-2.1.1.3.2-4");
    if let Some(stand) = command_stand {
        why.unless(commands.contains(&stand), rule, "not-eligible", || {
            format!("{stand:#} is no living command stand of the two.", stand = called(state, side, stand))
        })?;
    }
    let n_stands = first.strength().saturating_add(second.strength()) - (commands.len().max(1) - 1) as u16;
    let cap = state.options().combine_cap;
    why.unless(cap <= 0 || i32::from(n_stands) <= cap, RULE, "cap", || {
        format!("Together they have {n_stands} stands; this campaign allows {cap}.")
    })?;
    let command_stand = match (command_stand, commands.as_slice()) {
        (None, [_, _, ..]) => {
            return why.refuse(rule, "incomplete", || "Only one command stand is kept; say which.".into());
        }
        (None, only) => only.first().copied(),
        (named, _) => named,
    };
    let discipline = combined_discipline(state, first, second);
    Ok((side, command_stand, discipline))
}

fn formation<'s>(state: &'s State, side: Side, me: FormationId, why: &mut Reasons) -> Checked<&'s Element> {
    let known = state.side(side).element(me);
    why.need(known, RULE, "unknown", || format!("Your roster has no formation {me}."))
}

/// Whether two formations may combine. [BF-R22]
///
/// # Errors
/// What stands against it.
pub fn can_combine(state: &State, side: Side, [first, second]: [&Element; 2], why: &mut Reasons) -> Checked {
    const CODE: &str = "not-eligible";
    why.unless(first.id != second.id, RULE, CODE, || "A formation does not combine with itself.".into())?;
    for element in [first, second] {
        let me = called(state, side, element.id);
        why.unless(element.in_play(), RULE, CODE, || format!("{me:#} is not in play."))?;
        let behind = element.living().any(|stand| stand.status != Status::Normal);
        why.unless(!behind, RULE, CODE, || format!("{me:#} has stands isolated or cut off."))?;
    }
    let infantry = first.class == Class::Infantry && second.class == Class::Infantry;
    let same = first.class == second.class && unit_type(first) == unit_type(second);
    why.unless(infantry || same, RULE, CODE, || {
        let [first, second] = [first, second].map(|element| called(state, side, element.id));
        format!("{first:#} and {second} are not of the same class and type.")
    })?;
    [first, second].into_iter().try_for_each(|element| {
        let me = called(state, side, element.id);
        let (lost, full) = (casualties(element), element.full_strength);
        why.unless(2 * u32::from(lost) >= u32::from(full), RULE, CODE, || {
            format!("{me:#} has lost {lost} of {full} stands; half is needed.")
        })
    })
}

/// Stands lost since the formation joined the roster or was formed. Wrecks that lie on the map count, stands that left
/// by an exit do not. [BF-R22b, BF-R22e, BF-2.S-2]
pub fn casualties(element: &Element) -> u16 {
    let exited = element.stands.iter().filter(|stand| stand.state == StandState::Exited).count() as u16;
    element.full_strength.saturating_sub(element.strength()).saturating_sub(exited)
}

/// The living command stands of two formations.
pub fn command_stands(state: &State, first: &Element, second: &Element) -> Vec<StandId> {
    let living = first.living().chain(second.living());
    living.filter(|stand| is_command(state, stand)).map(|stand| stand.id).collect()
}

fn is_command(state: &State, stand: &Stand) -> bool {
    state.campaign().unit_type(stand.kind).is_some_and(|unit| unit.command)
}

/// [BF-2.1.1.3.2-2] One level worse than the better of the two, the worst level at least.
pub fn combined_discipline(state: &State, first: &Element, second: &Element) -> LevelId {
    let charts = &state.campaign().charts;
    let better = [first.discipline, second.discipline].into_iter().max_by_key(|level| charts.rung(*level));
    charts.worse(better.unwrap_or(first.discipline))
}

/// Applies the event. Living stands and wrecks make up the one that is kept; what is lost stays where it was. Two sorts
/// of stands go with the one that is struck: those that left by an exit, which the new formation never had, and wrecked
/// command vehicles beside the command stand that is kept, which a later repair does not bring back. [BF-2.1.1.3.2-4]
///
/// [BF-2.1.1.3.2-6] Breakpoints are at once those of the combined stands: strength and baseline are the same, and no loss
/// counts.
pub(crate) fn apply(
    state: &mut State,
    side: Side,
    keep: FormationId,
    strike: FormationId,
    command: Option<StandId>,
    discipline: LevelId,
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
        discipline_settled: kept.discipline_settled && struck.discipline_settled,
        // Once for each scenario, whichever of the two has rolled. [BF-R17]
        withdrawal_rolled: kept.withdrawal_rolled || struck.withdrawal_rolled,
    }
}

/// Two formations were combined.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Combined {
    /// The side.
    pub side: Side,
    /// The one that holds the stands.
    pub keep: FormationId,
    /// The one that was struck.
    pub strike: FormationId,
    /// The command stand that was kept, if there was one.
    pub command_stand: Option<StandId>,
    /// The discipline of the new formation.
    pub discipline: LevelId,
}

impl SectionEvent<State, Campaign> for Combined {
    fn audience(&self) -> Audience {
        self.side.only()
    }
    fn fold(&self, state: &mut State) {
        apply(state, self.side, self.keep, self.strike, self.command_stand, self.discipline);
    }
    fn narrate(&self, campaign: &Campaign) -> Text {
        let Self { command_stand, discipline, .. } = self;
        let (kept, struck) =
            (unit_name(campaign, self.side, self.keep), unit_name(campaign, self.side, self.strike));
        let command =
            command_stand.map(|stand| format!(" Its command stand is {stand}.")).unwrap_or_default();
        by(self.side)
            .say(format!(" combined {struck} into {kept}, {discipline}; {struck} was struck.{command}"))
            .rule(RuleId("BF-2.1.1.3.2-3"))
    }
}
